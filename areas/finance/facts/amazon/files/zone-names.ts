/** Zones as reports print them, and the day of an instant in a marketplace's zone. Pure. */
import { ownValue } from '#platform/declare/own-value.ts'

/** Minutes east of UTC. Names that mean several zones elsewhere (CST, IST) are what Amazon's marketplaces print: Mexico's and India's. */
const named: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  TRT: 180,
  PST: -480,
  PDT: -420,
  MST: -420,
  MDT: -360,
  CST: -360,
  CDT: -300,
  EST: -300,
  EDT: -240,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  // Canada's French: heure normale, heure avancée
  HNP: -480,
  HAP: -420,
  HNR: -420,
  HAR: -360,
  HNC: -360,
  HAC: -300,
  HNE: -300,
  HAE: -240,
  BRT: -180,
  BRST: -120,
  JST: 540,
  SGT: 480,
  IST: 330,
  GST: 240,
  AEST: 600,
  AEDT: 660,
  AWST: 480,
  ACST: 570,
  ACDT: 630,
  SAST: 120,
  NZST: 720,
  NZDT: 780,
}

const numericOffset = /^(?:UTC|GMT)?\s*([+\-\u2212])(\d{1,2})[:.]?(\d{2})?$/i

/** Offset of a printed zone in minutes, null where unknown. */
export function zoneOffsetMinutes(zone: string): number | null {
  const known = ownValue(named, zone.toUpperCase())
  if (known !== undefined) return known
  const match = numericOffset.exec(zone)
  if (!match) return null
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? '0')
  if (minutes > 14 * 60) return null
  return match[1] === '+' ? minutes : -minutes
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** Answers the day (YYYY-MM-DD) of an instant in one zone; asks the calendar once per hour met, not per line. */
export function dayInZone(zone: string): (epochMs: number) => string {
  const offsetOf = offsetInZone(zone)
  const days = new Map<number, string>()
  return epochMs => {
    const day = Math.floor((epochMs + offsetOf(epochMs) * minuteMs) / dayMs)
    let text = days.get(day)
    if (text === undefined) days.set(day, (text = dayOf(day * dayMs)))
    return text
  }
}

/** Answers a zone's minutes east of UTC at an instant. */
export function offsetInZone(zone: string): (epochMs: number) => number {
  const calendar = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const offsets = new Map<number, number>()
  return epochMs => {
    const hour = Math.floor(epochMs / hourMs)
    let offset = offsets.get(hour)
    if (offset === undefined) offsets.set(hour, (offset = offsetMs(calendar, hour * hourMs) / minuteMs))
    return offset
  }
}

function offsetMs(format: Intl.DateTimeFormat, epochMs: number): number {
  const parts = new Map(format.formatToParts(epochMs).map(part => [part.type, Number(part.value)]))
  const local = Date.UTC(
    parts.get('year') ?? 0,
    (parts.get('month') ?? 1) - 1,
    parts.get('day') ?? 1,
    parts.get('hour') ?? 0,
    parts.get('minute') ?? 0,
  )
  return local - epochMs
}

/** Day of an instant in UTC. */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

/** Instant as ISO 8601 in UTC, to the second. */
export function instantText(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}
