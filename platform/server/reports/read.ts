/** Reading a report: ReportQuery -> ReportAnswer. The caller's scope is already in `context.db`; shops are named besides, so that the grain's key is used. */
import { sql } from 'kysely'
import type { Report } from '#platform/declare/report.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { ReportAnswer, ReportQuery, ReportRow } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { checkedAsk, unallocated, type Ask } from './ask.ts'
import { among, at, loose, unionAll, type Sql } from './loose.ts'
import { askedShops, grainRows } from './parts.ts'
import { neededLeaves, statement, type ReportRecord } from './statement.ts'

const pageSizeDefault = 50
export const pageSizeMax = 1000
export const unallocatedTitle = ['未分摊', 'Not allocated'] as const

/** Answers one level of a report with its totals per currency. */
export async function readReport(
  context: Context,
  report: Report,
  query: ReportQuery,
  measures: readonly string[] = Object.keys(report.measures),
): Promise<ReportAnswer> {
  const ask = checkedAsk(report, query)
  const pageNum = pageOf(query.pageNum, 'pageNum', 1, 1_000_000)
  const pageSize = pageOf(query.pageSize, 'pageSize', pageSizeDefault, pageSizeMax)
  if (query.sortField !== undefined && !measures.includes(query.sortField) && !ask.by.includes(query.sortField))
    throw refuse.invalid([{ field: 'sortField', message: `不能按“${query.sortField}”排序` }])
  const shops = askedShops(report, ask, context.caller.shops)
  const db = loose(context.db)
  const paging = { sortField: query.sortField, sortWay: query.sortWay, offset: (pageNum - 1) * pageSize, limit: pageSize }
  const [records, computing] = await Promise.all([
    statement(db, report, ask, shops, measures, paging).execute() as unknown as Promise<ReportRecord[]>,
    computingShops(context, report, ask, shops),
  ])
  const totals = records.filter(r => r['is_total'] === true)
  const rows = records.filter(r => r['is_total'] !== true)
  const beside = await namesBeside(context, report, ask, shops, rows)
  const unknown = totals.some(t => measures.some(m => report.measures[m]?.kind === 'money' && t[`m_${m}`] === null))
  return {
    list: rows.map(r => rowOf(ask, r, measures, context, beside)),
    total: Number(records[0]?.['row_count'] ?? 0),
    pageNum,
    pageSize,
    totals: totals.map(t => ({ currency: String(t['currency']), values: valuesOf(t, measures) })),
    computing,
    missingRates: unknown ? await missingRates(context, report, ask, shops, measures) : [],
    unmapped: totals.reduce((n, t) => n + Number(t['unmapped']), 0),
  }
}

function pageOf(value: number | undefined, field: string, fallback: number, max: number): number {
  if (value === undefined) return fallback
  if (!Number.isInteger(value) || value < 1 || value > max) throw refuse.invalid([{ field, message: `${field} 应为 1 到 ${max} 的整数` }])
  return value
}

/** Names that one value may have before the rest is left out: a seller's SKU of several shops can stand for several products. */
const namesBesideMax = 3

interface Beside {
  readonly dimension: string
  readonly names: ReadonlyMap<string, readonly string[]>
}

/** What another dimension calls the values of this page, looked up where that one stands; null where the level has none such. */
async function namesBeside(
  context: Context,
  report: Report,
  ask: Ask,
  shops: readonly string[],
  rows: readonly ReportRecord[],
): Promise<Beside | null> {
  const [name = '', ...further] = ask.by
  const own = report.dimensions[name]
  const other = report.dimensions[own?.about ?? '']
  const [step] = other?.via?.steps ?? []
  if (own?.about === undefined || other?.via === undefined || step === undefined || further.length > 0 || rows.length === 0) return null
  const fieldOf = (key: string | undefined) => Object.keys(step.on).find(field => step.on[field] === key)
  const [shop, { label }] = [fieldOf('shopId'), other]
  const [value, named] = [at('t', fieldOf(own.keys[0]) ?? ''), at('t', other.via.value)]
  const pairs = (await loose(context.db)
    .selectFrom(`${step.table} as t`)
    .$if(label !== undefined, q => q.leftJoin(`${label?.table} as l`, j => j.on(sql<boolean>`${at('l', label?.on ?? '')} = ${named}`)))
    .select([
      sql<string>`${value}`.as('value'),
      (label === undefined ? sql<string>`${named}::text` : sql<string>`${at('l', label.column)}`).as('name'),
    ])
    .distinct()
    .where(among(value, [...new Set(rows.map(r => String(r['d0'])))]))
    .$if(shop !== undefined, q => q.where(among(at('t', shop ?? ''), shops)))
    .orderBy('value')
    .orderBy('name')
    .execute()) as unknown as { value: string; name: string | null }[]
  const names = new Map<string, readonly string[]>()
  for (const pair of pairs) if (pair.name !== null) names.set(pair.value, [...(names.get(pair.value) ?? []), pair.name])
  return { dimension: own.about, names }
}

function rowOf(ask: Ask, r: ReportRecord, measures: readonly string[], context: Context, beside: Beside | null): ReportRow {
  const nothing = unallocatedTitle[context.language === 'zh' ? 0 : 1]
  const key = ask.by.map((name, i) => [name, String(r[`d${i}`] ?? unallocated)] as const)
  const label = ask.by.map((name, i) => [name, r[`d${i}`] === unallocated ? nothing : String(r[`label${i}`] ?? r[`d${i}`])] as const)
  const said = beside?.names.get(String(r['d0']))?.slice(0, namesBesideMax)
  if (beside !== null && said !== undefined) label.push([beside.dimension, said.join('、')] as const)
  return { key: Object.fromEntries(key), label: Object.fromEntries(label), currency: String(r['currency']), values: valuesOf(r, measures) }
}

const valuesOf = (r: ReportRecord, measures: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(measures.map(m => [m, r[`m_${m}`] === null ? null : String(r[`m_${m}`])]))

const rollupsOf = (report: Report, measures: readonly string[] = Object.keys(report.measures)): Rollup[] => [
  ...new Set([...neededLeaves(report, measures).values()].map(l => l.of)),
]

/** Shops some of whose days in the period are being recomputed. */
async function computingShops(context: Context, report: Report, ask: Ask, shops: readonly string[]): Promise<string[]> {
  const rollups = rollupsOf(report).map(r => r.name)
  const rows = await loose(context.db)
    .selectFrom('stale_day as s')
    .innerJoin(`${report.conversion.shops} as shop_of`, j => j.on(sql<boolean>`shop_of.id = s.shop_id`))
    .where(among(at('s', 'shopId'), shops))
    .where(among(at('s', 'rollup'), rollups))
    .where(sql<boolean>`s.day between ${ask.from} and ${ask.to}`)
    .select(sql<string>`shop_of.name`.as('name'))
    .distinct()
    .orderBy('name')
    .execute()
  return rows.map(r => r.name)
}

/** Months and currencies without a rate that a figure of this question needs. */
async function missingRates(
  context: Context,
  report: Report,
  ask: Ask,
  shops: readonly string[],
  measures: readonly string[],
): Promise<{ month: string; currency: string }[]> {
  const db = loose(context.db)
  const { base } = report.conversion
  const leaves = [...neededLeaves(report, measures).values()].filter(l => l.kind === 'money')
  const parts = [...new Set(leaves.map(l => l.of))].flatMap(of => {
    const rows = grainRows(
      db,
      report,
      of,
      ask,
      shops,
      leaves.filter(l => l.of === of),
    )
    const month: Sql = sql`to_char(${rows.month}, 'YYYY-MM')`
    const amount = Object.keys(of.sums)[0] ?? ''
    const needed = rows.rows.where(sql<boolean>`${rows.factor} is null and ${at('f', amount)} <> 0`)
    const from = needed
      .where(sql<boolean>`rate_from.rate is null and ${at('f', 'currency')} <> ${base}`)
      .select([month.as('month'), at('f', 'currency').as('currency')])
    if (ask.currency === 'CNY') return [from]
    return [
      from,
      needed
        .where(sql<boolean>`rate_to.rate is null and shop_of.currency <> ${base}`)
        .select([month.as('month'), sql`shop_of.currency`.as('currency')]),
    ]
  })
  if (parts.length === 0) return []
  const rows = await db
    .selectFrom(unionAll(parts).as('x'))
    .select([sql<string>`x.month`.as('month'), sql<string>`x.currency`.as('currency')])
    .distinct()
    .orderBy('month')
    .orderBy('currency')
    .execute()
  return rows
}
