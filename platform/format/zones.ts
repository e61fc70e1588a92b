/** Instants in a zone. Intl is asked once per zone and day, never per call: a report of a million lines asks a million times. */
import { dayNumber, dayOfNumber } from './dates.ts'

const DAY_MS = 86_400_000
/** every zone in use changes its clock at a full quarter of an hour UTC */
const QUARTER_MS = 900_000
/** some 130 years of days per zone; hostile dates can't fill the memory */
const OFFSETS_MAX = 50_000

/** The zone of the company's home: organisations begin with it, and what belongs to no organisation counts its days by it. */
export const homeZone = 'Asia/Shanghai'
/** the IANA database has some 600 names */
const ZONES_MAX = 1_000

interface Zone {
  readonly format: Intl.DateTimeFormat
  /** UTC day -> offset in ms where the whole day has one, null where the clock changes within it */
  readonly days: Map<number, number | null>
}
const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const zone: Zone = { format, days: new Map() }
  // a zone may be written in small or capital letters
  if (zones.size >= ZONES_MAX) zones.clear()
  zones.set(name, zone)
  return zone
}

/**
 * Whether a text names a time zone of the IANA database. An offset (`+08:00`) is none, although Intl takes it: it knows no change of the
 * clock, and PostgreSQL reads its sign the other way round.
 */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    zoneOf(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Local clock minus UTC as Intl knows it, in ms. */
function askedOffset(zone: Zone, instantMs: number): number {
  const whole = Math.floor(instantMs / 1000) * 1000
  const part: Record<string, string> = {}
  for (const { type, value } of zone.format.formatToParts(whole)) part[type] = value
  const year = part['era'] === 'BC' ? 1 - Number(part['year']) : Number(part['year'])
  const local = new Date(0)
  local.setUTCFullYear(year, Number(part['month']) - 1, Number(part['day']))
  local.setUTCHours(Number(part['hour']), Number(part['minute']), Number(part['second']))
  return local.getTime() - whole
}

/** Offset of the zone's clock from UTC at an instant, in ms (Shanghai: 28,800,000). Unknown zones throw a RangeError. */
export function zoneOffsetMs(instantMs: number, zoneName: string): number {
  const zone = zoneOf(zoneName)
  const day = Math.floor(instantMs / DAY_MS)
  let offset = zone.days.get(day)
  if (offset === undefined) {
    const atStart = askedOffset(zone, day * DAY_MS)
    offset = atStart === askedOffset(zone, (day + 1) * DAY_MS - 1000) ? atStart : null
    if (zone.days.size >= OFFSETS_MAX) zone.days.clear()
    zone.days.set(day, offset)
  }
  return offset ?? askedOffset(zone, Math.floor(instantMs / QUARTER_MS) * QUARTER_MS)
}

/** The calendar day of an instant in a zone. */
export function dayInZone(instantMs: number, zoneName: string): string {
  return dayOfNumber(Math.floor((instantMs + zoneOffsetMs(instantMs, zoneName)) / DAY_MS))
}

/** The calendar day it is for whoever asks (a context): by the clock and his zone. */
export const todayOf = ({ now, caller }: { readonly now: () => Date; readonly caller: { readonly zone: string } }): string =>
  dayInZone(now().getTime(), caller.zone)

/** 'YYYY-MM-DD HH:mm:ss' of an instant in a zone. */
export function dateTimeInZone(instantMs: number, zoneName: string): string {
  const local = instantMs + zoneOffsetMs(instantMs, zoneName)
  return new Date(local).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * The instant (ms) at which the zone's clock shows day and time of day ('HH:mm:ss'). Where the clock is put back and shows it twice the
 * first is meant; where it is put forward and never shows it, the time is taken with the offset before the change.
 */
export function instantInZone(day: string, time: string, zoneName: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(time)
  if (!match) throw new RangeError(`“${time}”不是时间，格式应为 HH:mm:ss`)
  const local = dayNumber(day) * DAY_MS + (Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0)) * 1000
  const before = zoneOffsetMs(local - DAY_MS, zoneName)
  const after = zoneOffsetMs(local + DAY_MS, zoneName)
  const candidate = local - before
  if (before === after || zoneOffsetMs(candidate, zoneName) === before) return candidate
  const later = local - after
  return zoneOffsetMs(later, zoneName) === after ? later : candidate
}
