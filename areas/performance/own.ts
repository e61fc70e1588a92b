/** 我的绩效: what one is to reach and has reached, what the running month will end with, and what of one's shops moves it. */
import { operations } from '#platform/declare/operations.ts'
import { firstOfMonth, isMonth, lastOfMonth } from '#platform/format/dates.ts'
import { changeOf, sidesOf } from '#platform/format/change.ts'
import { compare } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { companyProfit } from '#areas/finance/index.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { ReportRow } from '#platform/declare/wire-reports.ts'
import { may, refuse, type Context } from '#platform/server/area.ts'
import { readReport, visibleReport } from '#platform/server/reports.ts'
import type { Mover, OwnMovers, OwnPerformance, OwnPerformanceAsk } from './answers.ts'
import { alikeOf, dailyOf, sharedBy, sources, type Where } from './figures.ts'
import { groupsOf, type Group } from './groups.ts'
import { reportOf } from './reports.ts'
import { measures, performanceYear, type MeasureName } from './tables.ts'

const moversMax = 5
const yearsMax = 20

/** The asker's own rows alone, whomever else he sees. */
export async function ownPerformance(context: Context, ask: OwnPerformanceAsk): Promise<OwnPerformance> {
  const { db, caller } = context
  const own = caller.employeeId
  const years =
    own === null
      ? []
      : await db
          .selectFrom('performance_year as y')
          .select(['y.id', 'y.year'])
          .where(({ exists, selectFrom }) =>
            exists(selectFrom('performance as p').select('p.id').whereRef('p.year_id', '=', 'y.id').where('p.employee_id', '=', own)),
          )
          .orderBy('y.year', 'desc')
          .limit(yearsMax)
          .execute()
  const year = ask.yearId === undefined ? years[0] : years.find(({ id }) => id === ask.yearId)
  if (ask.yearId !== undefined && year === undefined) throw refuse.unknown(performanceYear.title)
  if (own === null || year === undefined) return { years, yearId: null, month: null, measures: [], movers: null }
  const of = { yearId: year.id, dimension: 'MONTH', employeeIds: [own] } as const
  const first = await reportOf(context, of)
  const wanted = await Promise.all(
    first.measures.map(async ({ measure, weight }) => ({
      measure,
      weight,
      months: measure === first.measure ? first.list : (await reportOf(context, { ...of, measure })).list,
    })),
  )
  const today = todayOf(context)
  const month = monthOfAsk(ask, year.year, today, first.list.at(-1)?.key)
  return { years, yearId: year.id, month, measures: wanted, movers: month === null ? null : await moversOf(context, own, month, today) }
}

/** The month that is asked for; else the running one, or the last that has figures. */
function monthOfAsk({ month }: OwnPerformanceAsk, year: number, today: string, last: string | undefined): string | null {
  if (month === undefined) return today.startsWith(`${year}-`) ? today.slice(0, 7) : (last ?? null)
  if (!isMonth(month) || Number(month.slice(0, 4)) !== year)
    throw refuse.invalid([{ field: 'month', message: sentence`请填写 ${year} 年的月份，例如 ${`${year}-01`}` }])
  return month
}

/**
 * Products of the shops and product groups of one's groups that gained and lost most against as many days before. Read through the
 * asker's own door: shops that he does not see are left out, and without the right to the profit report there is nothing.
 */
async function moversOf(context: Context, own: string, month: string, today: string): Promise<OwnMovers | null> {
  const { caller } = context
  if (!may(caller, companyProfit.permission, operations.view)) return null
  const rows = await context.db
    .selectFrom('performance')
    .select(['group_id', 'measure'])
    .where('employee_id', '=', own)
    .where('month', '=', firstOfMonth(month))
    .distinct()
    .execute()
  const system = await context.house.asSystem(caller.orgId, 'shops of the groups one is a member of')
  const groups = await groupsOf(system, [...new Set(rows.map(row => row.group_id))])
  const parts = alikeOf(groups).flatMap(alike => partOf(context, alike))
  const from = firstOfMonth(month)
  const to = today < lastOfMonth(month) ? await lastDay(system, groups, from, today) : lastOfMonth(month)
  if (parts.length === 0 || to === null || to < from) return { startDate: from, endDate: to ?? from, list: [] }
  const names = (Object.keys(measures) as MeasureName[]).filter(name => rows.some(row => row.measure === measures[name][0]))
  const period = { startDate: from, endDate: to }
  const lists = await Promise.all(
    names.map(async name => mostOf(await Promise.all(parts.map(part => moversBy(context, name, period, part, parts.length > 1))))),
  )
  return { ...period, list: lists.flat() }
}

interface Part {
  readonly names: string
  readonly where: Where
}
/** What groups with the same products have in the shops that the asker sees. */
function partOf({ caller }: Context, alike: readonly Group[]): readonly Part[] {
  const where = sharedBy(alike)
  const shop = where?.['shop']?.filter(id => caller.shops.includes(id)) ?? caller.shops
  return where === null || shop.length === 0 ? [] : [{ names: alike.map(({ name }) => name).join('、'), where: { ...where, shop } }]
}

/** The most gained, then the most lost, of all parts. */
function mostOf(lists: readonly (readonly Mover[])[]): readonly Mover[] {
  const all = lists.flat().toSorted((a, b) => compare(b.change, a.change))
  const gains = all.filter(one => compare(one.change, '0') > 0).slice(0, moversMax)
  const losses = all.filter(one => compare(one.change, '0') < 0).toReversed()
  return [...gains, ...losses.slice(0, moversMax)]
}

/** The last day with figures: those of later days are not there yet, and no loss. */
async function lastDay(system: Context, groups: readonly Group[], from: string, today: string) {
  const days = await dailyOf(system, groups, from, today)
  return (
    [...days.values()]
      .flatMap(of => [...of.keys()])
      .toSorted((a, b) => a.localeCompare(b))
      .at(-1) ?? null
  )
}

interface Period {
  readonly startDate: string
  readonly endDate: string
}
/** `isNamed`: a product may stand in several parts, in each with what it made there. */
async function moversBy(
  context: Context,
  name: MeasureName,
  period: Period,
  { names, where }: Part,
  isNamed: boolean,
): Promise<readonly Mover[]> {
  const source = sources[name]
  if (!Object.hasOwn(visibleReport(context, companyProfit).measures, source)) return []
  const most = async (sortWay: 'ASC' | 'DESC') =>
    readReport(
      context,
      companyProfit,
      {
        by: ['product'],
        where,
        ...period,
        currency: 'CNY',
        compare: 'before',
        sortField: `${source}.difference`,
        sortWay,
        pageSize: moversMax,
      },
      [source],
    )
  const [gains, losses] = await Promise.all([most('DESC'), most('ASC')])
  const moverOf = (row: ReportRow): Mover[] => {
    const [now, before] = sidesOf(row, source)
    const { difference } = changeOf(now, before)
    if (difference === null) return []
    const named = {
      measure: measures[name][0],
      productId: row.key['product'] ?? null,
      label: row.label['product'] ?? '',
      groups: isNamed ? names : null,
    }
    return [{ ...named, now, before, change: difference, compared: gains.compared }]
  }
  return [
    ...gains.list.flatMap(moverOf).filter(one => compare(one.change, '0') > 0),
    ...losses.list.flatMap(moverOf).filter(one => compare(one.change, '0') < 0),
  ]
}
