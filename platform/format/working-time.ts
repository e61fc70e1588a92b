/** Planning in working hours: 09:00-13:00 and 14:00-18:00, Monday to Friday, given holidays off. Times are the organisation's own, as written: no zone shifts them. */
import { addDays, isDate, weekday } from './dates.ts'

/** Working spans of a day, in minutes after midnight. */
const SPANS = [
  [9 * 60, 13 * 60],
  [14 * 60, 18 * 60],
] as const
const HOLIDAYS_MAX = 3660

export interface WorkCalendar {
  /** days off beside the weekends, YYYY-MM-DD */
  readonly holidays?: ReadonlySet<string>
}

export function isWorkingDay(day: string, { holidays }: WorkCalendar = {}): boolean {
  return weekday(day) <= 5 && holidays?.has(day) !== true
}

const clock = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

function minuteOfDay(time: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/**
 * When work that begins at `start` ('YYYY-MM-DD HH:mm') and takes so many working minutes ends. Work that ends with a span ends there and not
 * at the next one's beginning: eight hours from 09:00 end at 18:00. A start outside working hours counts from the next span.
 */
export function planEnd(start: string, minutes: number, calendar: WorkCalendar = {}): string {
  const [firstDay = '', time = ''] = start.split(' ')
  const from = minuteOfDay(time)
  if (!isDate(firstDay) || from === null) throw new RangeError(`“${start}”不是时间，格式应为 YYYY-MM-DD HH:mm`)
  if (!Number.isInteger(minutes) || minutes < 0) throw new RangeError('工时应为不小于 0 的整分钟数')
  let left = minutes
  let day = firstDay
  let earliest = from
  for (let daysOff = 0; daysOff < HOLIDAYS_MAX; day = addDays(day, 1), earliest = 0) {
    if (!isWorkingDay(day, calendar)) {
      daysOff += 1
      continue
    }
    daysOff = 0
    for (const [opens, closes] of SPANS) {
      const begin = Math.max(opens, earliest)
      if (begin >= closes) continue
      if (begin + left <= closes) return `${day} ${clock(begin + left)}`
      left -= closes - begin
    }
  }
  throw new RangeError('没有可以排入的工作日，请检查节假日')
}

/** Working days from `first` to `last`, both included. */
export function workingDays(first: string, last: string, calendar: WorkCalendar = {}): number {
  let count = 0
  for (let day = first; day <= last; day = addDays(day, 1)) if (isWorkingDay(day, calendar)) count += 1
  return count
}
