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
/** of the measures that were asked for */
export type Actual = Readonly<Partial<Record<MeasureName, string>>>
const everyMeasure = Object.keys(sources) as MeasureName[]

/** dimension of the report -> values of which a row has one */
export type Where = Readonly<Record<string, readonly string[]>>

/** What is in a row of the profit report, added to what is there. */
function withRow(names: readonly MeasureName[], row: ReportRow, when: string, before: Actual | undefined): Actual {
  const of = (measure: MeasureName): string => {
    const value = row.values[sources[measure]]
    if (value === null || value === undefined) throw refuse.rule(sentence`${when} 有店铺缺少汇率，请先维护汇率再同步`)
    return add(before?.[measure] ?? '0', value)
  }
  return Object.fromEntries(names.map(name => [name, of(name)]))
}

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

interface ActualsAsk {
  readonly by: 'month' | 'day'
  readonly startDate: string
  readonly endDate: string
  readonly names: readonly MeasureName[]
}

/** By group, then by month or day (`by`): what its shops and products made. */
async function actualsBy(system: Context, groups: readonly Group[], { by, startDate, endDate, names }: ActualsAsk) {
  const all = new Map<string, ReadonlyMap<string, Actual>>()
  const asked = names.map(name => sources[name])
  for (const alike of alikeOf(groups)) {
    const where = sharedBy(alike)
    if (where === null) {
      for (const { id } of alike) all.set(id, new Map())
      continue
    }
    const query = { by: ['shop', by], where, startDate, endDate, currency: 'CNY' } as const
    const { list } = await readWhole(system, companyProfit, query, asked)
    const byShop = Map.groupBy(list, row => row.key['shop'] ?? '')
    for (const { id, shopIds, groupIds } of alike) {
      const of = new Map<string, Actual>()
      const own = shopIds.length === 0 && groupIds.length > 0 ? [...byShop.keys()] : shopIds
      for (const row of own.flatMap(shop => byShop.get(shop) ?? [])) {
        const when = (row.key[by] ?? '').slice(0, by === 'month' ? 7 : 10)
        of.set(when, withRow(names, row, when, of.get(when)))
      }
      all.set(id, of)
    }
  }
  return all
}

export const actualsOf = (system: Context, groups: readonly Group[], { from, to }: Months) =>
  actualsBy(system, groups, { by: 'month', startDate: firstOfMonth(from), endDate: lastOfMonth(to), names: everyMeasure })
export const dailyOf = (
  system: Context,
  groups: readonly Group[],
  startDate: string,
  endDate: string,
  names: readonly MeasureName[] = everyMeasure,
) => actualsBy(system, groups, { by: 'day', startDate, endDate, names })

/** An amount of a group among its members of the month: employee -> share. Empty where nobody was a member. */
export function amongMembers(group: Group, month: string, amount: string): ReadonlyMap<string, string> {
  const weights = weightsOf(group.members, month)
  const people = [...weights.keys()]
  const done = allocate({ amount, scale: cents, bases: [{ name: 'share', weights: [...weights.values()] }] })
  return new Map(people.map((id, at) => [id, done?.shares[at] ?? '0']))
}

/** Months of the books that are closed -> the version of their close. */
export const closesOf = (system: Context): Promise<ReadonlyMap<string, number>> => closedMonths(system)
