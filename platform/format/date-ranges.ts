/** Ranges that follow the calendar: the shortcuts of date pickers and the six relative conditions of filters. Both ends included, weeks from Monday. */
import { addDays, addMonths, firstOfMonth, firstOfWeek, lastOfMonth, monthOf } from './dates.ts'
import { dayInZone } from './zones.ts'

export type DayRange = readonly [from: string, to: string]

export const RELATIVE_CONDITIONS = ['YESTERDAY', 'TODAY', 'LAST_WEEK', 'THIS_WEEK', 'LAST_MONTH', 'THIS_MONTH'] as const
export type RelativeCondition = (typeof RELATIVE_CONDITIONS)[number]

export function isRelativeCondition(code: string): code is RelativeCondition {
  return (RELATIVE_CONDITIONS as readonly string[]).includes(code)
}

function wholeMonth(month: string): DayRange {
  return [firstOfMonth(month), lastOfMonth(month)]
}

/** The days a relative condition means on the day `today`. */
export function relativeDays(condition: RelativeCondition, today: string): DayRange {
  switch (condition) {
    case 'TODAY':
      return [today, today]
    case 'YESTERDAY':
      return [addDays(today, -1), addDays(today, -1)]
    case 'THIS_WEEK':
      return [firstOfWeek(today), addDays(firstOfWeek(today), 6)]
    case 'LAST_WEEK':
      return [addDays(firstOfWeek(today), -7), addDays(firstOfWeek(today), -1)]
    case 'THIS_MONTH':
      return wholeMonth(monthOf(today))
    case 'LAST_MONTH':
      return wholeMonth(addMonths(monthOf(today), -1))
  }
}

/** The same at an instant, in a zone (IANA name). */
export function relativeRange(condition: RelativeCondition, nowMs: number, zone: string): DayRange {
  return relativeDays(condition, dayInZone(nowMs, zone))
}

/** Value of the custom option in the shortcut list. */
export const CUSTOM_RANGE = 99

export interface DateShortcut {
  readonly value: number
  readonly title: readonly [zh: string, en: string]
  /** null: the user picks the days */
  readonly range: ((today: string) => DayRange) | null
}

/** Shortcuts of date pickers, in the order shown. Last 7 days = today and the six before. */
export const DATE_SHORTCUTS: readonly DateShortcut[] = [
  { value: 1, title: ['今天', 'Today'], range: today => [today, today] },
  { value: 2, title: ['昨天', 'Yesterday'], range: today => relativeDays('YESTERDAY', today) },
  { value: 3, title: ['最近7天', 'Last 7 days'], range: today => [addDays(today, -6), today] },
  { value: 4, title: ['最近30天', 'Last 30 days'], range: today => [addDays(today, -29), today] },
  { value: 5, title: ['本月', 'This month'], range: today => relativeDays('THIS_MONTH', today) },
  { value: 6, title: ['上月', 'Last month'], range: today => relativeDays('LAST_MONTH', today) },
  { value: CUSTOM_RANGE, title: ['自定义', 'Custom'], range: null },
]
