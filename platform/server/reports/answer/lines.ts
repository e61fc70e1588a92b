/** Drill-down: exactly the lines of which a figure is the sum. A leaf's condition and the cell, on the facts; of a formula its parts. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Measure } from '#platform/declare/measures.ts'
import { dimensionOn, hasLines, isLeaf, type Distinct, type Leaf, type Report } from '#platform/declare/report.ts'
import { columnOf } from '#platform/declare/resource.ts'
import type { Mapped, Rollup, Source } from '#platform/declare/rollup.ts'
import type { LinesAnswer, LinesQuery, Row, ValueKind } from '#platform/declare/wire.ts'
import { add, canonical, isZero, roundTo } from '#platform/format/decimal.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context, Language } from '../../contract/context.ts'
import { satisfies } from '../../calls/may.ts'
import { refuse } from '../../calls/refusal.ts'
import { linesKey, type Ask } from '../ask/ask.ts'
import { askOf, ownersOf } from '../store/ask-of.ts'
import { beforeOf } from '../ask/comparison-period.ts'
import { factsOf, narrowedTo, prepared } from '../store/facts.ts'
import { allConditions, columnRef, type Sql } from '../../db/untyped-query.ts'
import { anyTable } from '../../db/any-table.ts'
import type { AnyDb } from '../../contract/database.ts'
import { withLike } from './like.ts'
import { apartOf, condition, filters, joined, meaningsOf, meant, type Joined } from '../store/parts.ts'
import { readOperands } from './operands.ts'
import { ownerName, pageSizeMax } from './read.ts'
import { answering } from '../store/things.ts'
import { visibleReport } from '../ask/visible-report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { asText } from '#platform/format/text.ts'
import { importRun } from '../../db/house-tables.ts'
import { labelsOf } from '../../lists/labels.ts'

const pageSizeDefault = 50
/** a jump far into the lines reads all before it */
const offsetMax = 200_000

interface Column {
  readonly field: string
  readonly title: readonly [string, string]
  readonly kind: ValueKind
  readonly detail?: true
  /** the page that shows what its value names (`recordOf` of a page) */
  readonly opens?: string
  /** columns whose values name it together, the owner's first */
  readonly opensBy?: readonly string[]
}
const columnsAll: readonly Column[] = [
  { field: 'day', title: ['日期', 'Day'], kind: 'date' },
  { field: 'postedAt', title: ['发生时间', 'Posted at'], kind: 'dateTime', detail: true },
  { field: 'source', title: ['报告', 'Report'], kind: 'text' },
  { field: 'settlementId', title: ['结算编号', 'Settlement id'], kind: 'text', detail: true },
  { field: 'orderId', title: ['订单号', 'Order id'], kind: 'text', detail: true, opens: 'order' },
  { field: 'sku', title: ['MSKU', 'Seller SKU'], kind: 'text' },
  { field: 'kind', title: ['费用类型', 'Kind'], kind: 'text' },
  { field: 'description', title: ['说明', 'Description'], kind: 'text', detail: true },
  { field: 'quantity', title: ['数量', 'Quantity'], kind: 'decimal' },
  { field: 'unitCost', title: ['单位成本', 'Unit cost'], kind: 'decimal', detail: true },
  { field: 'made', title: ['成本构成', 'Made of'], kind: 'text', detail: true, opens: 'unitCost', opensBy: ['day', 'made'] },
  { field: 'importId', title: ['来源文件', 'Source file'], kind: 'reference', detail: true, opens: 'fileImportHistory' },
  { field: 'amount', title: ['金额', 'Amount'], kind: 'money' },
  { field: 'currency', title: ['币种', 'Currency'], kind: 'text' },
]

/** Whether the caller has the rights that sources ask for a column. */
const mayShow =
  ({ caller }: Context, of: Rollup) =>
  ({ field }: Column): boolean =>
    of.from.every(({ see = {} }) => {
      const demand = ownValue(see, field)
      return demand === undefined || satisfies(caller, demand)
    })

/** What is shown of a line: its times and its owner first. */
function columnsOf({ of, column }: Leaf, isOfThings: boolean): Column[] {
  const isTime = ({ kind }: Column): boolean => kind === 'date' || kind === 'dateTime'
  const owner: Column = { field: of.owner, title: ['所属', 'Owner'], kind: 'reference' }
  const isKnown = (field: string): boolean => columnsAll.some(c => c.field === field)
  const texts = Object.entries(of.keys).flatMap(([field, { kind, title }]) =>
    isKnown(field) || kind !== 'text' ? [] : [{ field, title, kind } as const],
  )
  const sum = isOfThings || isKnown(column) ? undefined : ownValue(of.sums, column)
  const amount: Column[] = sum === undefined ? [] : [{ field: column, title: sum.title, kind: sum.kind === 'money' ? 'money' : 'decimal' }]
  const others = columnsAll.filter(c => !isTime(c) && c.field !== 'currency')
  const currency = columnsAll.filter(c => c.field === 'currency')
  return [...columnsAll.filter(isTime), owner, ...texts, ...others, ...amount, ...currency].filter(c => has(of, c))
}

/** The lines of one cell of one leaf measure: a page, their number, their exact sums per currency, and the figure they make. */
export async function readLines(context: Context, of: Report, query: LinesQuery): Promise<LinesAnswer> {
  const report = visibleReport(context, of)
  const measure = measureWithSource(report, query.measure)
  if (!hasLines(measure)) return readOperands(context, report, query, measure)
  const asked = await askOf(context, report, { ...query, by: [] })
  const owners = await ownersOf(context, report, asked)
  const ask = beforeOf(report, await withLike(context, report, asked, owners))?.rows.before.whole ?? asked
  const leaf = asLeaf(report, query.measure, ask)
  const { pageNum, pageSize, offset } = paging(query)
  const columns = columnsOf(leaf, measure.class === 'distinct').filter(mayShow(context, leaf.of))
  const lines = await cellLines(anyTable(context.db), report, leaf, ask, owners, columns)
  const shown = columns.map(c => ({
    field: c.field,
    title: titleOf(leaf.of, c)[context.language === 'zh' ? 0 : 1],
    kind: c.kind,
    ...(c.opens === undefined ? {} : { opens: c.opens }),
    ...(c.opensBy === undefined ? {} : { opensBy: [leaf.of.owner, ...c.opensBy] }),
  }))
  if (!lines) return { columns: shown, list: [], total: 0, pageNum, pageSize, sums: {}, figure: '0' }
  const [page, groups] = await Promise.all([
    pageRows(lines, leaf.of, ownerName(context, leaf.of), columns, context.language, offset, pageSize),
    converted(lines, leaf),
  ])
  const things = measure.class === 'distinct' ? { figure: await countOfThings(lines, measure) } : {}
  return {
    columns: shown,
    list: await withFiles(
      context,
      page.map((r, i) => rowOf(r, columns, offset + i, leaf.of, context.language)),
    ),
    total: groups.reduce((n, g) => n + Number(g.n), 0),
    pageNum,
    pageSize,
    ...sumsOf(groups, leaf),
    ...things,
  }
}

/** The leaf that lines are shown of: a count of things shows the lines it counts in. */
function asLeaf(report: Report, name: string, ask: Ask): Leaf {
  const m = ownValue(answering(report, ask).measures, name)
  if (!isLeaf(m)) throw new Error(`${report.name}: ${name} has no lines`)
  return m
}

async function countOfThings(lines: Joined, { things }: Distinct): Promise<string> {
  const rows = await lines.rows.select(sql<string>`count(distinct ${columnRef('f', things)})::text`.as('n')).execute()
  return String(rows[0]?.['n'] ?? '0')
}

function measureWithSource(report: Report, name: string): Measure {
  const m = ownValue(report.measures, name)
  if (!m) throw refuse.invalid([{ field: 'measure', message: sentence`没有“${name}”这个指标` }])
  if (m.class === 'none') throw refuse.invalid([{ field: 'measure', message: sentence`“${m.title}”还没有数据来源，没有明细` }])
  return m
}

function paging(query: LinesQuery): { pageNum: number; pageSize: number; offset: number } {
  const [pageNum, pageSize] = [query.pageNum ?? 1, query.pageSize ?? pageSizeDefault]
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > pageSizeMax)
    throw refuse.invalid([{ field: 'pageSize', message: sentence`每页 1 到 ${pageSizeMax} 条` }])
  if (!Number.isInteger(pageNum) || pageNum < 1 || (pageNum - 1) * pageSize > offsetMax)
    throw refuse.invalid([{ field: 'pageNum', message: sentence`最多翻到第 ${offsetMax} 条，请缩小期间或增加筛选` }])
  return { pageNum, pageSize, offset: (pageNum - 1) * pageSize }
}

/** A key or sum is called as the roll-up calls it. */
const titleOf = (of: Rollup, c: Column): Title => (ownValue(of.keys, c.field) ?? ownValue(of.sums, c.field))?.title ?? c.title

function has(of: Rollup, c: Column): boolean {
  if (c.detail) return of.from.some(s => Object.hasOwn(s.lines, c.field))
  if (c.field === 'kind') return of.mapped !== undefined
  return c.field === 'source' || Object.hasOwn(of.keys, c.field) || Object.hasOwn(of.sums, c.field)
}

/** What keys of the lines have to be: by the measure, and by what is asked of dimensions that are keys themselves. */
function demanded(
  report: Report,
  { of, when }: Leaf,
  { where }: Ask,
): readonly (readonly [key: string, values: readonly unknown[] | null])[] {
  const asked = Object.entries(where).flatMap(([name, values]) => {
    const declared = ownValue(report.dimensions, name)
    const dimension = declared && dimensionOn(of, declared)
    const key = dimension?.keys[0]
    return key === undefined || dimension?.via !== undefined || dimension?.time !== undefined ? [] : [[key, values] as const]
  })
  return [...asked, ...Object.entries(when)]
}

/**
 * A roll-up without the sources that have no such lines: of one whose key is the same on all of them the condition would be of no column,
 * which a cluster of PostgreSQL 15 refuses beside an outer join.
 */
function meeting(report: Report, leaf: Leaf, ask: Ask): Rollup {
  const demands = demanded(report, leaf, ask)
  const meets = ({ keys }: Source): boolean =>
    demands.every(([name, values]) => {
      const key = ownValue(keys, name)
      return typeof key !== 'object' || values?.some(one => String(one) === String(key.constant)) === true
    })
  return { ...leaf.of, from: leaf.of.from.filter(meets) }
}

/** The facts of the cell with everything joined that condition, filter and conversion need. */
async function cellLines(
  db: AnyDb,
  report: Report,
  leaf: Leaf,
  ask: Ask,
  owners: readonly string[],
  columns: readonly Column[],
): Promise<Joined | null> {
  const { of } = leaf
  const details = ['source', ...columns.filter(c => c.detail).map(c => c.field)]
  const known = await knownMeanings(db, leaf)
  const only = known && (await narrowedTo(db, of, [...new Set(known.meanings.flatMap(m => m.kinds))]))
  const ready = ask.lines?.get(linesKey(of, ask))
  const days = ready ?? (await prepared(db, of, { owners, booked: { from: ask.from, to: ask.to } }))
  const facts = factsOf(db, meeting(report, leaf, ask), owners, days, { details, only, withLineKeys: ready !== undefined })
  if (!facts) return null
  const rows = db.selectFrom(facts.as('f'))
  const all = joined(db, report, of, ask, rows, true, Object.keys(ask.where), known && apartOf(of, ask).length === 0 ? 'worth' : 'all')
  const mine = known
    ? allConditions([meant(known.mapped, known.meanings, all.month), condition(of, known.otherwise)])
    : condition(of, leaf.when)
  const conditions = [...filters(report, of, ask, all), mine]
  const kept = conditions.reduce((q, c) => q.where(c), all.rows)
  const named = of.mapped
    ? kept.leftJoin(`${of.mapped.kinds.table.table} as kind`, j => j.on(sql<boolean>`kind.id = ${columnRef('f', of.mapped?.key ?? '')}`))
    : kept
  return { ...all, rows: named }
}

/** When which kinds mean what the measure counts, and its other conditions; null: it counts what has no meaning, or asks for none. */
async function knownMeanings(db: AnyDb, { of, when }: Leaf) {
  const { mapped } = of
  const values = mapped && when[mapped.name]
  if (!mapped || !values || values.includes(null as never)) return null
  const otherwise = Object.fromEntries(Object.entries(when).filter(([name]) => name !== mapped.name))
  return { mapped, meanings: await meaningsOf(db, mapped, values), otherwise }
}

const kindTitle = (m: Mapped, language: 'zh' | 'en'): Sql => {
  const titles = language === 'en' && m.kinds.titleEn !== undefined ? [m.kinds.titleEn, m.kinds.title] : [m.kinds.title]
  const parts = m.kinds.parts.map(p => sql`nullif(${columnRef('kind', p)}, '')`)
  return sql`coalesce(${sql.join(titles.map(one => sql`nullif(${columnRef('kind', one)}, '')`))}, concat_ws(' / ', ${sql.join(parts)}))`
}

async function pageRows(
  lines: Joined,
  of: Rollup,
  name: Sql<string>,
  columns: readonly Column[],
  language: 'zh' | 'en',
  offset: number,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const values = columns.map(c =>
    (c.field === 'kind' && of.mapped ? kindTitle(of.mapped, language) : sql`${columnRef('f', c.field)}::text`).as(columnOf(c.field)),
  )
  const order = columns.filter(c => c.field !== 'kind').map(c => sql.ref(columnOf(c.field)))
  // sorted by every column, so that equal lines alone may change places between pages
  return lines.rows
    .select([...values, name.as('owner_name')])
    .orderBy(sql`day desc`)
    .orderBy(sql.join(order))
    .limit(limit)
    .offset(offset)
    .execute()
}

interface Group {
  readonly month: string
  readonly currency: string
  readonly target: string
  readonly factor: string | null
  readonly n: string
  readonly value: string
  readonly amount: string
  readonly converted: string | null
}

/** Number and sums of the lines by month, currency and the currency they are shown in. */
async function converted(lines: Joined, leaf: Leaf): Promise<Group[]> {
  const amount = columnRef('f', Object.keys(leaf.of.sums)[0] ?? '')
  const value = columnRef('f', leaf.column)
  const rows = await lines.rows
    .select([
      sql<string>`to_char(${lines.month}, 'YYYY-MM')`.as('month'),
      sql<string>`${Object.hasOwn(leaf.of.keys, 'currency') ? columnRef('f', 'currency') : sql`''::text`}`.as('currency'),
      sql<string>`${lines.target}`.as('target'),
      sql<string | null>`${lines.factor}::text`.as('factor'),
      sql<string>`count(*)::text`.as('n'),
      sql<string>`sum(${value})::text`.as('value'),
      sql<string>`sum(${amount})::text`.as('amount'),
      sql<string | null>`sum(${value} * ${lines.factor})::text`.as('converted'),
    ])
    .groupBy(sql`1, 2, 3, 4`)
    .orderBy(sql`1, 2, 3`)
    .execute()
  return rows
}

function sumsOf(groups: readonly Group[], leaf: Leaf): Pick<LinesAnswer, 'sums' | 'figure' | 'conversions'> {
  const sums: Record<string, string> = {}
  for (const g of groups) sums[g.currency] = addTexts(sums[g.currency], g.amount)
  if (leaf.kind !== 'money') return { sums, figure: groups.reduce((all, g) => addTexts(all, g.value), '0') }
  const unknown = groups.some(g => g.factor === null && !isZero(g.amount))
  const figure = unknown
    ? null
    : roundTo(
        groups.reduce((all, g) => addTexts(all, g.converted ?? '0'), '0'),
        4,
        'halfUp',
      )
  const foreign = groups.filter(g => g.currency !== g.target)
  if (foreign.length === 0) return { sums, figure }
  return {
    sums,
    figure,
    conversions: groups.map(g => ({
      month: g.month,
      currency: g.currency,
      to: g.target,
      amount: canonical(g.amount),
      rate: g.factor,
      converted: g.converted === null ? null : roundTo(g.converted, 4, 'halfUp'),
    })),
  }
}
const addTexts = (left: string | undefined, right: string): string => add(left ?? '0', right)

function rowOf(r: Record<string, unknown>, columns: readonly Column[], position: number, of: Rollup, language: Language): Row {
  const values = columns.map(
    c => [c.field, c.field === 'source' ? sourceTitle(of, String(r['source']), language) : (r[columnOf(c.field)] ?? null)] as const,
  )
  return { id: String(position + 1), ...Object.fromEntries(values), [`${of.owner}Label`]: r['owner_name'] }
}
/** Files that lines came by, with the names that the caller may see. */
async function withFiles(context: Context, rows: readonly Row[]): Promise<readonly Row[]> {
  const ids = new Set(rows.flatMap(({ importId }) => (typeof importId === 'string' ? [importId] : [])))
  if (ids.size === 0) return rows
  const names = await labelsOf(context, importRun.table, 'id', [...ids])
  return rows.map(row => ({ ...row, importIdLabel: names.get(asText(row.importId ?? '')) ?? null }))
}
const sourceTitle = (of: Rollup, name: string, language: Language): string =>
  of.from.find(s => s.name === name)?.title[language === 'zh' ? 0 : 1] ?? name
