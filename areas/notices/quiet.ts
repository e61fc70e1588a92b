/** When a mail may go: quiet hours and the time of the digest, on the clock of the organisation. Pure. */
import { addDays } from '#platform/format/dates.ts'
import { dateTimeInZone, instantInZone } from '#platform/format/zones.ts'

export interface Times {
  /** HH:mm; both or none */
  readonly quietFrom: string | null
  readonly quietTo: string | null
  /** HH:mm */
  readonly digestAt: string
}
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
export const timeFaults = ({ quietFrom, quietTo, digestAt }: Times): ('quietFrom' | 'quietTo' | 'digestAt')[] => [
  ...(quietFrom !== null && !isTime(quietFrom) ? (['quietFrom'] as const) : []),
  ...(quietTo !== null && !isTime(quietTo) ? (['quietTo'] as const) : []),
  ...((quietFrom === null) !== (quietTo === null) || (quietFrom !== null && quietFrom === quietTo) ? (['quietTo'] as const) : []),
  ...(isTime(digestAt) ? [] : (['digestAt'] as const)),
]

export function isQuiet(ms: number, { quietFrom, quietTo }: Times, zone: string): boolean {
  if (quietFrom === null || quietTo === null) return false
  const time = dateTimeInZone(ms, zone).slice(11, 16)
  return quietFrom < quietTo ? quietFrom <= time && time < quietTo : time >= quietFrom || time < quietTo
}

/** The instant itself, or the end of the quiet hours it lies in. Where the clock is put back, the first end is the end. */
export function afterQuiet(ms: number, times: Times, zone: string): number {
  const { quietFrom, quietTo } = times
  if (quietFrom === null || quietTo === null || !isQuiet(ms, times, zone)) return ms
  const [day, time] = [dateTimeInZone(ms, zone).slice(0, 10), dateTimeInZone(ms, zone).slice(11, 16)]
  const end = instantInZone(quietFrom > quietTo && time >= quietFrom ? addDays(day, 1) : day, `${quietTo}:00`, zone)
  return Math.max(ms, end)
}

/** When what comes now is told together with the rest of the day. */
export function nextDigest(ms: number, times: Times, zone: string): number {
  const day = dateTimeInZone(ms, zone).slice(0, 10)
  const today = instantInZone(day, `${times.digestAt}:00`, zone)
  return afterQuiet(today > ms ? today : instantInZone(addDays(day, 1), `${times.digestAt}:00`, zone), times, zone)
}
