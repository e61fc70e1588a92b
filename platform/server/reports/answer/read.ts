/**
 * Reading a report: ReportQuery -> ReportAnswer. The caller's scope is already in `context.db`; owners are named besides, so that the
 * grain's key is used.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { ownerOf, restsOnMean, rollupsOfReport, type Report } from '#platform/declare/report.ts'
import type { ReportAnswer, ReportFigures, ReportQuery, ReportRow } from '#platform/declare/wire.ts'
import type { Context } from '../../contract/context.ts'
import { refuse } from '../../calls/refusal.ts'
import { unallocated, type Ask } from '../ask/ask.ts'
import { askOf, ownersOf } from '../store/ask-of.ts'
import { neededLeaves } from '../ask/formula.ts'
import { nameless } from '../statement/names.ts'
import { convertedTotal, hasSeveralCurrencies, inBase, missingRates, questionsOf } from './currencies.ts'
import { comparedWith, withLike } from './like.ts'
import { isOneOf, columnRef, type Sql } from '../../db/untyped-query.ts'
import { anyTable } from '../../db/any-table.ts'
import { orderedBy, sortFigure } from '../statement/order.ts'
import { withSpans } from './spans.ts'
import { statement, type ReportRecord } from '../statement/statement.ts'
import { visibleReport } from '../ask/visible-report.ts'
import { groupsOf } from '#platform/declare/grouped-things.ts'
import { ownerTable, type Rollup } from '#platform/declare/rollup.ts'
import { labelOf } from '#platform/declare/resource.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const pageSizeDefault = 50
export const pageSizeMax = 1000
/** rows that a program reads at most */
const wholeMax = 1_000_000

/** Answers one level of a report with its totals per currency. */
export async function readReport(
  context: Context,
  of: Report,
  query: ReportQuery,
  /** absent: those of the query; of those named what the caller may see is read */
  named?: readonly string[],
  /** dimension whose rows hold all below them */
  tree?: string,
  rowsMax = pageSizeMax,
): Promise<ReportAnswer> {
  const report = visibleReport(context, of)
  const measures = named?.filter(one => Object.hasOwn(report.measures, one)) ?? measuresOf(report, query)
  const asked = await askOf(context, report, query, tree)
  const pageNum = pageOf(query.pageNum, 'pageNum', 1, 1_000_000)
  const pageSize = pageOf(query.pageSize, 'pageSize', pageSizeDefault, rowsMax)
  const { sortField } = query
  checkOrder(report, asked, measures, sortField)
  const owners = await ownersOf(context, report, asked)
  const ask = await withLike(context, report, await withSpans(context, report, asked, owners, measures), owners)
  const db = anyTable(context.db)
  const paging = { sortField, sortWay: query.sortWay, offset: (pageNum - 1) * pageSize, limit: pageSize }
  const isSeveral = await hasSeveralCurrencies(context, report, ask, owners)
  const [records, computing, inOne] = await Promise.all([
    statement(db, report, ask, owners, measures, paging, isSeveral).execute() as Promise<ReportRecord[]>,
    computingOwners(context, report, ask, owners),
    isSeveral ? convertedTotal(context, report, ask, owners, measures) : undefined,
  ])
  const totals = records.filter(r => r['is_total'] === true)
  const rows = records.filter(r => r['is_total'] !== true)
  const beside = await namesBeside(context, report, ask, owners, rows)
  const converted = totals.length > 1 ? inOne : undefined
  const ratesFor = async (question: Ask, figures: readonly ReportRecord[]) =>
    figures.some(one => isUnknown(report, question, one, measures)) || sharesUnknown(report, figures, measures)
      ? missingRates(context, report, questionsOf(report, question), owners, measures)
      : []
  return {
    list: rows.map(r => rowOf(report, ask, r, measures, context, beside)),
    total: Number(records[0]?.['row_count'] ?? 0),
    pageNum,
    pageSize,
    totals: totals.map(t => figuresOf(ask, t, measures)),
    ...(converted === undefined
      ? {}
      : {
          converted: {
            ...figuresOf(ask, converted, measures),
            missingRates: await ratesFor(inBase(ask), [converted]),
          },
        }),
    ...(await comparedWith(
      context,
      report,
      ask,
      records.every(r => r['had_before'] !== true),
    )),
    computing,
    missingRates: await ratesFor(sharesUnknown(report, totals, measures) ? inBase(ask) : ask, totals),
    unmapped: totals.reduce((n, t) => n + Number(t['unmapped']), 0),
  }
}

/** All rows of an answer at once, for programs. */
export async function readWhole(context: Context, of: Report, query: ReportQuery, measures: readonly string[]): Promise<ReportAnswer> {
  const answer = await readReport(context, of, { ...query, pageNum: 1, pageSize: wholeMax }, measures, undefined, wholeMax)
  if (answer.total > wholeMax) throw refuse.rule(sentence`数据超过 ${wholeMax} 行，请缩短期间或选择店铺`)
  return answer
}

/** Refuses an order by what is no figure of the question, or by one that rows can't be put in order by. */
export function checkOrder(report: Report, ask: Ask, measures: readonly string[], field: string | undefined): void {
  if (field === undefined || ask.by.includes(field)) return
  const figure = sortFigure(ask, measures, field)
  if (figure === null || orderedBy(report, figure) === null)
    throw refuse.invalid([{ field: 'sortField', message: sentence`不能按“${field}”排序` }])
}

/** A figure of money that has a source; a mean is unknown for want of days as well. */
const isMade = (report: Report, name: string): boolean => {
  const m = ownValue(report.measures, name)
  const isOfItsDays = m?.class === 'position' || !restsOnMean(report.measures, name)
  return m?.kind === 'money' && isOfItsDays && neededLeaves(report, [name]).size > 0
}
/** Whether an amount is unknown, which is for want of a rate. */
const isUnknown = (report: Report, ask: Ask, r: ReportRecord, measures: readonly string[]): boolean =>
  measures.some(m => isMade(report, m) && (r[`m_${m}`] === null || (ask.compare !== undefined && r[`w_${m}`] === null)))

/** Whether amounts are known and shares of them are not: these are told in the base currency. */
const sharesUnknown = (report: Report, totals: readonly ReportRecord[], measures: readonly string[]): boolean =>
  measures.some(name => {
    const m = ownValue(report.measures, name)
    const isOfMoney = m?.class === 'share' && ownValue(report.measures, m.of)?.kind === 'money'
    return isOfMoney && totals.length > 0 && totals.every(total => total[`m_${name}`] === null)
  })

/** The measures asked for; all where none are named. */
function measuresOf(report: Report, { measures }: ReportQuery): readonly string[] {
  const unknown = measures?.find(name => !Object.hasOwn(report.measures, name))
  if (unknown !== undefined) throw refuse.invalid([{ field: 'measures', message: sentence`没有“${unknown}”这个指标` }])
  return measures === undefined ? Object.keys(report.measures) : [...new Set(measures)]
}

function pageOf(value: number | undefined, field: string, fallback: number, max: number): number {
  if (value === undefined) return fallback
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw refuse.invalid([{ field, message: sentence`${field} 应为 1 到 ${max} 的整数` }])
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
  owners: readonly string[],
  rows: readonly ReportRecord[],
): Promise<Beside | null> {
  const [name = '', ...further] = ask.by
  const asked = ownValue(report.dimensions, name)
  const other = ownValue(report.dimensions, asked?.about ?? '')
  const [step] = other?.via?.steps ?? []
  if (asked?.about === undefined || other?.via === undefined || step === undefined || further.length > 0 || rows.length === 0) return null
  const fieldOf = (key: string | undefined) => Object.keys(step.on).find(field => step.on[field] === key)
  const [owner, { label }] = [fieldOf(ownerOf(report)), other]
  const [value, named] = [columnRef('t', fieldOf(asked.keys[0]) ?? ''), columnRef('t', other.via.value)]
  const pairs = (await anyTable(context.db)
    .selectFrom(`${step.table} as t`)
    .$if(label !== undefined, q =>
      q.leftJoin(`${label?.table} as l`, j => j.on(sql<boolean>`${columnRef('l', label?.on ?? '')} = ${named}`)),
    )
    .select([
      sql<string>`${value}`.as('value'),
      (label === undefined ? sql<string>`${named}::text` : sql<string>`${columnRef('l', label.column)}`).as('name'),
    ])
    .distinct()
    .where(isOneOf(value, [...new Set(rows.map(r => String(r['d0'])))]))
    .$if(owner !== undefined, q => q.where(isOneOf(columnRef('t', owner ?? ''), owners)))
    .orderBy('value')
    .orderBy('name')
    .execute()) as { value: string; name: string | null }[]
  const names = new Map<string, readonly string[]>()
  for (const pair of pairs) if (pair.name !== null) names.set(pair.value, [...(names.get(pair.value) ?? []), pair.name])
  return { dimension: asked.about, names }
}

function rowOf(report: Report, ask: Ask, r: ReportRecord, measures: readonly string[], context: Context, beside: Beside | null): ReportRow {
  const key = ask.by.map((name, i) => [name, String(r[`d${i}`] ?? unallocated)] as const)
  const named = (name: string, i: number): string =>
    nameless(ownValue(report.dimensions, name), r[`d${i}`])?.[context.language === 'zh' ? 0 : 1] ?? String(r[`label${i}`] ?? r[`d${i}`])
  const label = ask.by.map((name, i) => [name, named(name, i)] as const)
  const said = beside?.names.get(String(r['d0']))?.slice(0, namesBesideMax)
  if (beside !== null && said !== undefined) label.push([beside.dimension, said.join('、')] as const)
  return { key: Object.fromEntries(key), label: Object.fromEntries(label), ...figuresOf(ask, r, measures) }
}

/** The figures of a record; where a side of the comparison has no amounts at all there is nothing to hold them against. */
export function figuresOf(ask: Ask, r: ReportRecord, measures: readonly string[]): ReportFigures {
  const figures = (prefix: string, isKnown: boolean): Record<string, string | null> =>
    Object.fromEntries(measures.map(m => [m, !isKnown || r[`${prefix}_${m}`] === null ? null : String(r[`${prefix}_${m}`])]))
  const values = figures('m', true)
  if (ask.compare === undefined) return { currency: String(r['currency']), values }
  const isHeld = r['had_before'] === true && (ask.isCut !== true || r['had_like'] === true)
  const now = ask.isCut === true && isHeld ? figures('n', true) : values
  const isLess = measures.some(name => now[name] !== values[name])
  return { currency: String(r['currency']), values, was: figures('w', isHeld), ...(isLess ? { now } : {}) }
}

/** Owners some of whose days in the period are being recomputed. */
async function computingOwners(context: Context, report: Report, ask: Ask, owners: readonly string[]): Promise<string[]> {
  const rollups = rollupsOfReport(report)
  const [of] = rollups
  if (of === undefined) return []
  const rows = await anyTable(context.db)
    .selectFrom('stale_day as s')
    .innerJoin(`${ownerTable(of)} as owner_of`, j => j.on(sql<boolean>`owner_of.id = s.owner_id`))
    .where(isOneOf(columnRef('s', 'ownerId'), owners))
    .where(
      isOneOf(
        columnRef('s', 'rollup'),
        rollups.flatMap(one => [one.name, groupsOf(one).name]),
      ),
    )
    .where(
      sql<boolean>`(${sql.join(
        // stale are days in the books: what they change by another clock may lie in any month
        rollups.some(one => one.by !== undefined)
          ? [sql`true`]
          : questionsOf(report, ask).map(one => sql`s.day between ${one.from} and ${one.to}`),
        sql` or `,
      )})`,
    )
    .select(ownerName(context, of).as('name'))
    .distinct()
    .orderBy('name')
    .execute()
  return rows.map(r => r.name)
}

/** What an owner of alias owner_of is called. */
export function ownerName({ house }: Context, of: Rollup): Sql<string> {
  const table = house.registry.resources.get(ownerTable(of))
  if (table === undefined) throw new Error(`${of.name}: nobody declares ${ownerTable(of)}`)
  return sql<string>`${columnRef('owner_of', labelOf(table))}`
}
