/**
 * Repeating entries: a part of RRULE (RFC 5545) that every calendar reads alike, and the times of a series. Pure.
 *   FREQ=DAILY | WEEKLY (BYDAY=MO,WE) | MONTHLY (the day of the first; BYMONTHDAY=-1: the last day) | YEARLY
 *   INTERVAL=1 to 99; COUNT=1 to 1000 or UNTIL=YYYYMMDD (that day still counts)
 * A month without the day of the first (31st, 29 February) has none, as RFC 5545 says.
 */
import { RRuleTemporal } from 'rrule-temporal'
import { ownValue } from '#platform/declare/own-value.ts'
import { dayNumber, dayOfNumber, isDate } from '#platform/format/dates.ts'
import { dateTimeInZone, dayInZone, instantInZone, zoneOffsetMs } from '#platform/format/zones.ts'

export interface Series {
  readonly startMs: number
  readonly endMs: number
  readonly zone: string
  readonly repeat: string | null
  /** days of the series, by its own clock, that are left out */
  readonly except: readonly string[]
}

export interface Occurrence {
  readonly startMs: number
  readonly endMs: number
  /** its day by the clock of the series: names it in a series */
  readonly on: string
}

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const countMax = 1_000
const intervalMax = 99

const partsOf = (rule: string): Map<string, string> =>
  new Map(
    rule.split(';').map(part => {
      const at = part.indexOf('=')
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    }),
  )
const ruleOf = (parts: ReadonlyMap<string, string>): string => [...parts].map(([name, value]) => `${name}=${value}`).join(';')

const isNumber = (text: string, max: number): boolean => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max
const dayOfUntil = (until: string): string => `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6)}`
const isUntil = (text: string): boolean => /^\d{8}$/.test(text) && isDate(dayOfUntil(text))

/** Whether this is a rule that is read here. */
export function isRule(rule: string): boolean {
  const parts = partsOf(rule)
  const frequency = parts.get('FREQ') ?? ''
  if (!frequencies.includes(frequency) || (parts.has('COUNT') && parts.has('UNTIL'))) return false
  if (rule !== ruleOf(parts)) return false
  const checks: Readonly<Record<string, (value: string) => boolean>> = {
    FREQ: () => true,
    INTERVAL: value => isNumber(value, intervalMax),
    COUNT: value => isNumber(value, countMax),
    UNTIL: isUntil,
    BYDAY: value =>
      frequency === 'WEEKLY' &&
      new Set(value.split(',')).size === value.split(',').length &&
      value.split(',').every(day => weekdays.includes(day)),
    BYMONTHDAY: value => frequency === 'MONTHLY' && value === '-1',
  }
  return [...parts].every(([name, value]) => ownValue(checks, name)?.(value) === true)
}

/** Local clock of an instant, as ms of a clock without zone. */
const wall = (ms: number, zone: string): number => ms + zoneOffsetMs(ms, zone)
function instantOfWall(local: number, zone: string): number {
  const day = Math.floor(local / 86_400_000)
  return instantInZone(dayOfNumber(day), new Date(local - day * 86_400_000).toISOString().slice(11, 19), zone)
}
const compact = (text: string): string => text.replaceAll(/[-:]/g, '').replace(' ', 'T')

function compiled({ startMs, zone, repeat }: Series): RRuleTemporal {
  const parts = partsOf(repeat ?? '')
  const until = parts.get('UNTIL')
  if (until !== undefined) {
    const last = new Date(instantInZone(dayOfUntil(until), '23:59:59', zone)).toISOString()
    parts.set('UNTIL', `${compact(last.slice(0, 19).replace('T', ' '))}Z`)
  }
  return new RRuleTemporal({
    rruleString: `DTSTART;TZID=${zone}:${compact(dateTimeInZone(startMs, zone))}\nRRULE:${ruleOf(parts)}`,
  })
}

const timesOf = ({ startMs, endMs, zone }: Series, at: number): Occurrence => {
  const length = wall(endMs, zone) - wall(startMs, zone)
  return { startMs: at, endMs: instantOfWall(wall(at, zone) + length, zone), on: dayInZone(at, zone) }
}

/** Its times that touch this stretch, in order: the end does not belong to it. */
export function occurrences(series: Series, fromMs: number, toMs: number): Occurrence[] {
  const { startMs, endMs, repeat, except } = series
  const touches = (one: Occurrence): boolean =>
    one.startMs < toMs && (one.endMs > fromMs || (one.startMs === one.endMs && one.startMs >= fromMs))
  if (repeat === null) return [timesOf(series, startMs)].filter(touches)
  // an hour more: the clock may have been changed within it
  const longest = endMs - startMs + 3_600_000
  const left = new Set(except)
  return compiled(series)
    .between(new Date(fromMs - longest), new Date(toMs), true)
    .map(at => timesOf(series, at.epochMilliseconds))
    .filter(one => touches(one) && !left.has(one.on))
}

/** years from the beginning of a series to the last of its times, where it has a last one */
export const seriesYearsMax = 50
const latestOf = ({ startMs }: Series): number => startMs + (seriesYearsMax * 365.25 + 1) * 86_400_000

/** Whether a series that has an end goes on for longer than is read here. */
export function isTooLong(series: Series): boolean {
  const parts = partsOf(series.repeat ?? '')
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  if (until !== undefined) return instantInZone(dayOfUntil(until), '00:00:00', series.zone) > latestOf(series)
  return count !== undefined && countedTimes(series).length < Number(count)
}

/** The times of a series of so many, up to the latest that is read. */
const countedTimes = (series: Series) => compiled(series).all(at => at.epochMilliseconds <= latestOf(series))

/** The end of the last one, in ms; null of a series without end, or with nothing left. */
export function lastEnd(series: Series): number | null {
  if (series.repeat === null) return series.endMs
  const parts = partsOf(series.repeat)
  const until = parts.get('UNTIL')
  if (until === undefined && !parts.has('COUNT')) return null
  const last =
    until === undefined
      ? countedTimes(series).at(-1)
      : compiled(series).previous(new Date(instantInZone(dayOfUntil(until), '23:59:59', series.zone)), true)
  return last === undefined || last === null ? null : timesOf(series, last.epochMilliseconds).endMs
}

/** The first that begins at this instant or later; null where none does within five years. */
export function nextBegin(series: Series, fromMs: number): number | null {
  if (series.repeat === null) return series.startMs >= fromMs ? series.startMs : null
  const left = new Set(series.except)
  for (let begin = Math.max(fromMs, series.startMs), years = 0; years < 5; years += 1) {
    const end = begin + 366 * 86_400_000
    const found = occurrences({ ...series, endMs: series.startMs }, begin, end).find(one => !left.has(one.on))
    if (found !== undefined) return found.startMs
    begin = end
  }
  return null
}

/** Whether the series has a time on this day of its clock. */
export const isDayOf = (series: Series, day: string): Occurrence | null =>
  occurrences(
    { ...series, except: [] },
    instantInZone(day, '00:00:00', series.zone),
    instantInZone(dayOfNumber(dayNumber(day) + 1), '00:00:00', series.zone),
  ).find(one => one.on === day) ?? null

/** The rule cut in two before this day: what ends before it (null: nothing does), and what goes on from it. */
export function cutBefore(series: Series, day: string): { readonly before: string | null; readonly after: string } {
  const parts = partsOf(series.repeat ?? '')
  const ended = occurrences({ ...series, except: [] }, series.startMs, instantInZone(day, '00:00:00', series.zone)).filter(
    one => one.on < day,
  ).length
  const before = new Map(parts)
  before.delete('COUNT')
  before.set('UNTIL', dayOfNumber(dayNumber(day) - 1).replaceAll('-', ''))
  const after = new Map(parts)
  const count = parts.get('COUNT')
  if (count !== undefined) after.set('COUNT', String(Math.max(1, Number(count) - ended)))
  return { before: ended === 0 ? null : ruleOf(before), after: ruleOf(after) }
}
