/** What 经营概览 shows: period, what it is held against, marketplace and shop; the address carries it. Pure. */
import { addMonths, firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import type { Period } from '#platform/format/periods.ts'

export const overviewPeriods = ['month', 'lastMonth', 'quarter', 'year'] as const
export type OverviewPeriod = (typeof overviewPeriods)[number]
export const againsts = ['before', 'yearBefore', 'budget'] as const
export type Against = (typeof againsts)[number]

export interface OverviewState {
  readonly period: OverviewPeriod
  readonly against: Against
  /** platform, shop */
  readonly where: Readonly<Record<string, readonly string[]>>
}
export const filterNames = ['platform', 'shop'] as const

const quarterMonths = 3

/** Whole months up to the present one, which is not over. */
export function periodDays(period: OverviewPeriod, today: string): Period {
  const month = monthOf(today)
  const from = {
    month,
    lastMonth: addMonths(month, -1),
    quarter: addMonths(month, -((Number(month.slice(5)) - 1) % quarterMonths)),
    year: `${month.slice(0, 4)}-01`,
  }[period]
  return { from: firstOfMonth(from), to: lastOfMonth(period === 'lastMonth' ? from : month) }
}

const oneOf = <T extends string>(known: readonly T[], asked: string | null): T | undefined => known.find(one => one === asked)

export function readOverview(search: URLSearchParams): OverviewState {
  const where = filterNames.flatMap(name => {
    const values = (search.get(name) ?? '').split(',').filter(value => /^\d{1,18}$/.test(value))
    return values.length === 0 ? [] : [[name, values] as const]
  })
  return {
    period: oneOf(overviewPeriods, search.get('period')) ?? 'month',
    against: oneOf(againsts, search.get('against')) ?? 'before',
    where: Object.fromEntries(where),
  }
}

export function writeOverview({ period, against, where }: OverviewState): URLSearchParams {
  const search = new URLSearchParams()
  if (period !== 'month') search.set('period', period)
  if (against !== 'before') search.set('against', against)
  for (const name of filterNames) if ((where[name]?.length ?? 0) > 0) search.set(name, where[name]?.join(',') ?? '')
  return search
}
