/**
 * Ranges that follow the calendar: the shortcuts of date pickers and the relative conditions of filters. Both ends included, weeks from
 * Monday.
 */
import { addDays, addMonths, firstOfMonth, firstOfWeek, lastOfMonth, monthOf } from './dates.ts'
import { dayInZone } from './zones.ts'

export type DayRange = readonly [from: string, to: string]

export const RELATIVE_CONDITIONS = [
  'YESTERDAY',
  'TODAY',
  'LAST_WEEK',
  'THIS_WEEK',
  'LAST_MONTH',
  'THIS_MONTH',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
] as const
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
    case 'LAST_7_DAYS':
      return [addDays(today, -6), today]
    case 'LAST_30_DAYS':
      return [addDays(today, -29), today]
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

/** Days at the start of a month in which it says too little. */
const earlyDays = 5

/** The period that a list of dated records opens with. */
export const openingPeriod = (today: string): 'THIS_MONTH' | 'LAST_30_DAYS' =>
  Number(today.slice(8)) <= earlyDays ? 'LAST_30_DAYS' : 'THIS_MONTH'

/** The same at an instant, in a zone (IANA name). */
export function relativeRange(condition: RelativeCondition, nowMs: number, zone: string): DayRange {
  return relativeDays(condition, dayInZone(nowMs, zone))
}

/** Value of the custom option in the shortcut list. */
export const CUSTOM_RANGE = 99

export interface DateShortcut {
  readonly value: number
  readonly title: readonly [zh: string, en: string]
  /** the condition it stands for, which stays relative where it is kept; null: the user picks the days */
  readonly condition: RelativeCondition | null
}

/** Shortcuts of date pickers, in the order shown. Last 7 days = today and the six before. */
export const DATE_SHORTCUTS: readonly DateShortcut[] = [
  { value: 1, title: ['今天', 'Today'], condition: 'TODAY' },
  { value: 2, title: ['昨天', 'Yesterday'], condition: 'YESTERDAY' },
  { value: 3, title: ['最近7天', 'Last 7 days'], condition: 'LAST_7_DAYS' },
  { value: 4, title: ['最近30天', 'Last 30 days'], condition: 'LAST_30_DAYS' },
  { value: 5, title: ['本月', 'This month'], condition: 'THIS_MONTH' },
  { value: 6, title: ['上月', 'Last month'], condition: 'LAST_MONTH' },
  { value: CUSTOM_RANGE, title: ['自定义', 'Custom'], condition: null },
]
