/**
 * What Chinese labour law says of days. Pure. Sources: 劳动合同法 (LCL) 19, 24; 禁止使用童工规定 2.
 */
import { addDays, addMonthsToDay } from '#platform/format/dates.ts'

/** the youngest age at which somebody may be employed, years */
const ageMin = 16
/** Whether somebody born on this day is 16 on the day of joining. */
export const mayWork = (birthday: string, on: string): boolean => addMonthsToDay(birthday, ageMin * 12) <= on

/** Months of probation at most (LCL 19): by how long the contract lasts, none for tasks, interns, services and part time. */
export function probationMonthsMax(kind: number, from: string, to: string | null): 0 | 1 | 2 | 6 {
  if (kind > 2) return 0
  if (kind === 2 || to === null) return 6
  const end = addDays(to, 1)
  if (end < addMonthsToDay(from, 3)) return 0
  if (end < addMonthsToDay(from, 12)) return 1
  if (end < addMonthsToDay(from, 36)) return 2
  return 6
}
/** The last day on which probation may end; null: there is none. */
export function probationLastDay(kind: number, from: string, to: string | null): string | null {
  const months = probationMonthsMax(kind, from, to)
  return months === 0 ? null : addDays(addMonthsToDay(from, months), -1)
}

/** months of a non-compete at most (LCL 24) */
const nonCompeteMonthsMax = 24
export const nonCompeteLastDay = (from: string): string => addDays(addMonthsToDay(from, nonCompeteMonthsMax), -1)
