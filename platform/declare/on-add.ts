/** What a field is set to when its record is added. */

/** Who adds a record, when, and what is given so far, by field: what `set: { onAdd }` may be worked out from. */
export interface Adding {
  readonly accountId: string
  readonly employeeId: string | null
  readonly orgId: string
  readonly now: Date
  readonly values: Readonly<Record<string, unknown>>
}
/**
 * employee: whoever adds the record, as an employee. now: the instant or, of a date, the organisation's day. number: a running number of
 * this kind, counted anew each month or year (`GD202611-0001`). A function works it out, pure.
 */
export type OnAdd = 'employee' | 'now' | RunningNumber | ((adding: Adding) => string | number | boolean | null)
export interface RunningNumber {
  /** what the numbers begin with, and are counted by */
  readonly number: string
  /** absent: month */
  readonly each?: 'month' | 'year'
}
