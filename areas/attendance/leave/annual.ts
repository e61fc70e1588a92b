/** Statutory annual leave by days of service (职工带薪年休假条例, 企业职工带薪年休假实施办法 5 and 12). Pure. */
import { addDays, addMonthsToDay, daysBetween } from '#platform/format/dates.ts'

/** days of leave from so many years of work on */
const steps = [
  [0, 5],
  [10, 10],
  [20, 15],
] as const
const yearDays = 365

export interface Service {
  /** first day of work anywhere */
  readonly firstWorkedOn: string
  readonly hiredOn: string
  readonly leftOn: string | null
}
/** A stretch of the year with the days of leave that a whole year of it would bring. */
export interface AnnualPart {
  readonly from: string
  readonly to: string
  readonly days: number
  readonly perYear: number
}
const latest = (days: readonly string[]): string => days.reduce((a, b) => (a > b ? a : b))
const earliest = (days: readonly string[]): string => days.reduce((a, b) => (a < b ? a : b))

/** The stretches of a year that count: from hiring and twelve months of work on, to the end of the year or of the work. */
export function annualParts({ firstWorkedOn, hiredOn, leftOn }: Service, year: number): readonly AnnualPart[] {
  const begin = latest([`${year}-01-01`, hiredOn, addMonthsToDay(firstWorkedOn, 12)])
  const end = earliest([`${year}-12-31`, ...(leftOn === null ? [] : [leftOn])])
  return steps.flatMap(([years, perYear], n) => {
    const next = steps[n + 1]
    const from = latest([begin, addMonthsToDay(firstWorkedOn, years * 12)])
    const to = earliest([end, ...(next === undefined ? [] : [addDays(addMonthsToDay(firstWorkedOn, next[0] * 12), -1)])])
    return from > to ? [] : [{ from, to, days: daysBetween(from, to) + 1, perYear }]
  })
}

/** Whole days of leave of a year. */
export const annualLeave = (service: Service, year: number): number =>
  Math.floor(annualParts(service, year).reduce((sum, { days, perYear }) => sum + days * perYear, 0) / yearDays)
