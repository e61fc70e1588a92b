/** The four calls of sales statistics: the report's answer with what the specification has beside it. */
import { ownValue } from '#platform/declare/own-value.ts'
import { operandsOf, type Report } from '#platform/declare/report.ts'
import type { ReportAnswer, ReportRow } from '#platform/declare/wire.ts'
import { addDays } from '#platform/format/dates.ts'
import { sql } from 'kysely'
import { anyTable } from '#platform/server/database.ts'
import type { Context } from '#platform/server/area.ts'
import { formulaText, askOf, ownersOf, readReport, visibleReport, completeUntil } from '#platform/server/reports.ts'
import { marketTraffic } from '#areas/sales/index.ts'
import { dimensionsOf, queryOf, timeOf, type StatisticsAsk } from './ask.ts'
import type { CategoryAnswer, CategoryNode, ColumnDescriptor, StatisticsAnswer } from './wire.ts'

/** One row a value, over the whole period. */
export async function summaryDimension(context: Context, report: Report, ask: StatisticsAsk): Promise<StatisticsAnswer> {
  const by = dimensionsOf(report, ask)
  return withFace(context, report, ask, await readReport(context, report, queryOf(report, ask, by)), by)
}

/** One row a period and value, the newest first. */
export async function statisticsList(context: Context, report: Report, ask: StatisticsAsk): Promise<StatisticsAnswer> {
  const time = timeOf(ask)
  const by = [time, ...dimensionsOf(report, ask)]
  const query = queryOf(report, ask, by)
  const answer = await readReport(
    context,
    report,
    query.sortField === undefined ? { ...query, sortField: time, sortWay: ask.sortWay ?? 'DESC' } : query,
  )
  const named = <V>({ [time]: period, ...others }: Readonly<Record<string, V>>): Record<string, V> =>
    period === undefined ? others : { period, ...others }
  const isPartial = ({ key }: ReportRow): boolean => {
    const monday = key[time] ?? ''
    return time === 'week' && (monday < ask.startDate || addDays(monday, 6) > ask.endDate)
  }
  const list = answer.list.map(row => ({
    ...row,
    key: named(row.key),
    label: named(row.label),
    ...(isPartial(row) ? { partial: true } : {}),
  }))
  return withFace(context, report, ask, { ...answer, list }, by)
}

/** The tree of categories: each node holds all below it. */
export async function categorySummary(context: Context, report: Report, ask: StatisticsAsk): Promise<CategoryAnswer> {
  const by = ['category']
  // what is told of a listing or a day alone has no place in a category
  const measures = (ask.measures ?? Object.keys(visibleReport(context, report).measures)).filter(
    name => !['sessions', 'pageViews', 'conversion'].includes(name),
  )
  const query = { ...queryOf(report, ask, by), measures, pageNum: 1, pageSize: 1_000 }
  const answer = await readReport(context, report, query, undefined, 'category')
  const categories = await context.db.selectFrom('product_category').select(['id', 'parent_id']).execute()
  const parents = new Map(categories.map(one => [String(one.id), one.parent_id === null ? null : String(one.parent_id)]))
  const nodeOf = (row: ReportRow, level: number): CategoryNode => {
    const id = row.key['category'] ?? ''
    const below = answer.list.filter(one => one.currency === row.currency && parents.get(one.key['category'] ?? '') === id)
    return { ...row, categoryId: id, parentId: parents.get(id) ?? null, level, children: below.map(one => nodeOf(one, level + 1)) }
  }
  const roots = answer.list.filter(row => (parents.get(row.key['category'] ?? '') ?? null) === null)
  const list = roots.map(row => nodeOf(row, 1))
  return { ...(await withFace(context, report, ask, { ...answer, total: list.length, pageSize: list.length }, by, measures)), list }
}

const dataTypes: Readonly<Record<string, ColumnDescriptor['dataType']>> = {
  money: 'MONEY',
  percent: 'PERCENTAGE',
  integer: 'NUMBER',
  decimal: 'NUMBER',
  date: 'DATE',
  month: 'DATE',
}

export async function withFace(
  context: Context,
  of: Report,
  ask: StatisticsAsk,
  answer: ReportAnswer,
  by: readonly string[],
  measures: readonly string[] = ask.measures ?? Object.keys(of.measures),
): Promise<StatisticsAnswer> {
  const report = visibleReport(context, of)
  const shops = await ownersOf(context, report, await askOf(context, report, queryOf(report, ask, [])))
  const at = context.language === 'zh' ? 0 : 1
  const plain = { deptName: null, children: null, formula: null, source: null }
  const dimensions = by.flatMap(name => {
    const d = ownValue(report.dimensions, name)
    if (!d) return []
    const field = d.time === undefined ? name : 'period'
    return [{ field, fieldCn: d.title[0], fieldEn: d.title[1], dataType: ownValue(dataTypes, d.kind) ?? ('TEXT' as const), ...plain }]
  })
  const figures = measures.flatMap(name => {
    const m = ownValue(report.measures, name)
    if (!m) return []
    const words = { formula: formulaText(report, m, context.language), source: m.source[at] }
    return [
      {
        field: name,
        fieldCn: m.title[0],
        fieldEn: m.title[1],
        dataType: ownValue(dataTypes, m.kind) ?? ('NUMBER' as const),
        ...plain,
        ...words,
      },
    ]
  })
  const lacking = measures.flatMap(name => {
    const reason = lackingReason(report, name)
    return reason === null ? [] : [{ field: name, reason: reason[at] }]
  })
  return {
    ...answer,
    columns: [...dimensions, ...figures],
    completeUntil: (await completeUntil(context, report, shops)).map(({ shopId, until }) => ({ shopId, until })),
    notFilled: [
      ...(await withoutTraffic(context, report, shops, ask, measures)),
      ...lacking.flatMap(one => shops.map(shopId => ({ ...one, shopId }))),
      ...(by.includes('listing') && measures.includes('listingSessions') ? await wholePeriods(context, shops, ask) : []),
    ],
  }
}

/** Shops of which no line of traffic tells in the period, where traffic is what people bring. */
async function withoutTraffic(
  context: Context,
  report: Report,
  shops: readonly string[],
  { startDate, endDate }: StatisticsAsk,
  measures: readonly string[],
) {
  const fields = ['sessions', 'pageViews', 'conversion'].filter(name => measures.includes(name))
  const { sessions } = report.measures
  if (fields.length === 0 || sessions?.class !== 'sum' || sessions.of !== marketTraffic) return []
  const rows = await context.db
    .selectFrom('market_visit as v')
    .select(sql<string>`v.shop_id::text`.as('shopId'))
    .where(sql<boolean>`v.shop_id = any(${[...shops]}) and v.day between ${startDate} and ${endDate}`)
    .distinct()
    .execute()
  const told = new Set(rows.map(row => row.shopId))
  const reason =
    context.language === 'zh'
      ? '平台没有流量报告可以导入，这个期间也没有填写流量数据'
      : 'The marketplace has no report of traffic, and no traffic data was entered for this period'
  return fields.flatMap(field => shops.filter(shopId => !told.has(shopId)).map(shopId => ({ field, shopId, reason })))
}

/** Periods of several days that files tell sessions of ASINs by: they are told as a whole in the list of traffic, and divided nowhere. */
async function wholePeriods(context: Context, shops: readonly string[], { startDate, endDate }: StatisticsAsk) {
  const rows = await anyTable(context.db)
    .selectFrom('sales_traffic as f')
    .select([sql<string>`f.shop_id::text`.as('shopId'), sql<string>`f.start_on::text`.as('from'), sql<string>`f.end_on::text`.as('to')])
    .where(sql<boolean>`f.shop_id = any(${[...shops]}) and f.start_on < f.end_on and f.start_on <= ${endDate} and f.end_on >= ${startDate}`)
    .distinct()
    .orderBy('from')
    .execute()
  return rows.map(({ shopId, from, to }) => ({
    field: 'listingSessions',
    shopId,
    reason:
      context.language === 'zh'
        ? `${from} 至 ${to} 的 ASIN 流量是一个期间的合计，不能拆到天，请在销售与流量报告里查看`
        : `Traffic by ASIN from ${from} to ${to} is one sum of the period and can not be divided; see the lines of the report`,
  }))
}

/** Why a figure is never filled: it, or one that it is made of, has no source. */
function lackingReason(report: Report, name: string): Report['title'] | null {
  const m = ownValue(report.measures, name)
  if (!m) return null
  if (m.class === 'none') return m.source
  return (
    operandsOf(m)
      .map(one => lackingReason(report, one))
      .find(reason => reason !== null) ?? null
  )
}
