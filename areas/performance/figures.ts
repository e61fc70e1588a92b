/**
 * Actual figures: sums of the shops and product groups of a group in the profit report, by the month in the books (so that a closed month
 * cannot move), in CNY at the rate of the month. What members have of them sums to the group's, to the cent.
 */
import { companyProfit, closedMonths } from '#areas/finance/index.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { ReportRow } from '#platform/declare/wire-reports.ts'
import { allocate } from '#platform/format/allocate.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { add } from '#platform/format/decimal.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { readWhole } from '#platform/server/reports.ts'
import { weightsOf, type Group } from './groups.ts'
import type { MeasureName } from './tables.ts'

const cents = 2
/** measure of performance -> measure of the profit report */
export const sources = { netSales: 'netSales', profit: 'profit', settledUnits: 'units' } as const satisfies Record<MeasureName, string>

export interface Months {
  readonly from: string
  readonly to: string
}
export type Actual = Readonly<Record<MeasureName, string>>
const nothing: Actual = { netSales: '0', profit: '0', settledUnits: '0' }

/** dimension of the report -> values of which a row has one */
export type Where = Readonly<Record<string, readonly string[]>>

/** Rows of the profit report of these shops and products, whole. */
async function rowsOf(
  system: Context,
  where: Where,
  by: readonly string[],
  startDate: string,
  endDate: string,
): Promise<readonly ReportRow[]> {
  const { list } = await readWhole(system, companyProfit, { by, where, startDate, endDate, currency: 'CNY' }, Object.values(sources))
  return list
}

const figuresOf = (row: ReportRow, when: string): Actual => {
  const of = (measure: MeasureName): string => {
    const value = row.values[sources[measure]]
    if (value === null || value === undefined) throw refuse.rule(sentence`${when} 有店铺缺少汇率，请先维护汇率再同步`)
    return value
  }
  return { netSales: of('netSales'), profit: of('profit'), settledUnits: of('settledUnits') }
}
const sumOf = (a: Actual, b: Actual): Actual => ({
  netSales: add(a.netSales, b.netSales),
  profit: add(a.profit, b.profit),
  settledUnits: add(a.settledUnits, b.settledUnits),
})

/** Groups that have the same product groups: what they made is one question to the report. */
export const alikeOf = (groups: readonly Group[]): readonly (readonly Group[])[] => [
  ...Map.groupBy(groups, ({ groupIds }) => groupIds.toSorted().join(' ')).values(),
]

/** What the report is asked for: products of product groups count once, whichever of them they are in. Null: these groups have nothing. */
export function sharedBy(alike: readonly Group[]): Where | null {
  const groupIds = alike[0]?.groupIds ?? []
  const ofProducts: Where = groupIds.length === 0 ? {} : { productGroup: groupIds }
  if (groupIds.length > 0 && alike.some(({ shopIds }) => shopIds.length === 0)) return ofProducts
  const shop = [...new Set(alike.flatMap(({ shopIds }) => shopIds))]
  return shop.length === 0 ? null : { shop, ...ofProducts }
}

/** By group, then by month or day (`by`): what its shops and products made. */
async function actualsBy(system: Context, groups: readonly Group[], by: 'month' | 'day', startDate: string, endDate: string) {
  const all = new Map<string, ReadonlyMap<string, Actual>>()
  for (const alike of alikeOf(groups)) {
    const where = sharedBy(alike)
    const rows = where === null ? [] : await rowsOf(system, where, ['shop', by], startDate, endDate)
    for (const [id, of] of actualsAmong(alike, rows, by)) all.set(id, of)
  }
  return all
}

function actualsAmong(groups: readonly Group[], rows: readonly ReportRow[], by: 'month' | 'day') {
  const byShop = Map.groupBy(rows, row => row.key['shop'] ?? '')
  return new Map(
    groups.map(({ id, shopIds, groupIds }) => {
      const of = new Map<string, Actual>()
      const own = shopIds.length === 0 && groupIds.length > 0 ? [...byShop.keys()] : shopIds
      for (const row of own.flatMap(shop => byShop.get(shop) ?? [])) {
        const when = (row.key[by] ?? '').slice(0, by === 'month' ? 7 : 10)
        of.set(when, sumOf(of.get(when) ?? nothing, figuresOf(row, when)))
      }
      return [id, of] as const
    }),
  )
}

export const actualsOf = (system: Context, groups: readonly Group[], { from, to }: Months) =>
  actualsBy(system, groups, 'month', firstOfMonth(from), lastOfMonth(to))
export const dailyOf = (system: Context, groups: readonly Group[], startDate: string, endDate: string) =>
  actualsBy(system, groups, 'day', startDate, endDate)

/** An amount of a group among its members of the month: employee -> share. Empty where nobody was a member. */
export function amongMembers(group: Group, month: string, amount: string): ReadonlyMap<string, string> {
  const weights = weightsOf(group.members, month)
  const people = [...weights.keys()]
  const done = allocate({ amount, scale: cents, bases: [{ name: 'share', weights: [...weights.values()] }] })
  return new Map(people.map((id, at) => [id, done?.shares[at] ?? '0']))
}

/** Months of the books that are closed -> the version of their close. */
export const closesOf = (system: Context): Promise<ReadonlyMap<string, number>> => closedMonths(system)
