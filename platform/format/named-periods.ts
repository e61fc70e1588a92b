/** Periods by name, as of a day. Pure. */
import { addDays, addMonths, daysBetween, firstOfMonth, lastOfMonth, monthOf } from './dates.ts'
import { isWholeMonths, type Period } from './periods.ts'

/** As cards name them (declare/wire-dashboards.ts). */
export type NamedPeriod = 'yesterday' | 'last7' | 'last30' | 'last90' | 'month' | 'lastMonth' | 'months12' | 'year' | 'lastYear'

const months = (from: string, to: string): Period => ({ from: firstOfMonth(from), to: lastOfMonth(to) })

export function periodOf(name: NamedPeriod, today: string): Period {
  const month = monthOf(today)
  const year = Number(today.slice(0, 4))
  switch (name) {
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'last7':
      return { from: addDays(today, -7), to: addDays(today, -1) }
    case 'last30':
      return { from: addDays(today, -30), to: addDays(today, -1) }
    case 'last90':
      return { from: addDays(today, -90), to: addDays(today, -1) }
    case 'month':
      return months(month, month)
    case 'lastMonth':
      return months(addMonths(month, -1), addMonths(month, -1))
    case 'months12':
      return months(addMonths(month, -11), month)
    case 'year':
      return months(`${year}-01`, month)
    case 'lastYear':
      return months(`${year - 1}-01`, `${year - 1}-12`)
  }
}

const rolling: ReadonlySet<NamedPeriod> = new Set(['last7', 'last30', 'last90'])
/** So many days back are those up to the last one that is complete (`until`), where that lies within them: seven days stay seven. */
export function completeOf(name: NamedPeriod, { from, to }: Period, until: string | null | undefined): Period {
  if (!rolling.has(name) || until == null || until < from || until >= to) return { from, to }
  return { from: addDays(from, -daysBetween(until, to)), to: until }
}

/** reads of a period, each of one that ends earlier: whoever ends within the first need not hold the second */
const readsMax = 5

/**
 * What is told of so many days back up to the last complete one. Days that come in at the front may be those of a shop that ends earlier
 * still: read again until all that is held reaches to the end, so that seven days are seven of each. `untilOf`: as for `completeOf`.
 */
export async function readComplete<Answer>(
  name: NamedPeriod,
  period: Period,
  read: (period: Period) => Promise<Answer>,
  untilOf: (answer: Answer) => string | null | undefined,
): Promise<{ readonly answer: Answer; readonly period: Period }> {
  let [now, answer] = [period, await read(period)]
  for (let reads = 1; reads < readsMax; reads++) {
    const complete = completeOf(name, now, untilOf(answer))
    if (complete.to === now.to) break
    now = complete
    answer = await read(now)
  }
  return { answer, period: now }
}

/** As the address of a report says it: months where it is of whole ones, else days. */
export const pagePeriod = (period: Period): Period =>
  isWholeMonths(period) ? { from: monthOf(period.from), to: monthOf(period.to) } : period

/** longest period that is drawn by days */
const daysDrawn = 92

export const isByDay = ({ from, to }: Period): boolean => daysBetween(from, to) < daysDrawn
