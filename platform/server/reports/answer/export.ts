/** Export of a report: the asked levels as one table with totals, from one snapshot, streamed, exact; the file says what it holds. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Dimension, Report } from '#platform/declare/report.ts'
import type { ReportAnswer, ReportQuery } from '#platform/declare/wire.ts'
import { noteExport } from '../../trail/write-audit.ts'
import type { Context, Language } from '../../contract/context.ts'
import { cellsOf, madeBy, tableFile, type FileFormat } from '../../exports/table-file.ts'
import { refuse } from '../../calls/refusal.ts'
import type { Blob } from '../../contract/route.ts'
import { severalText } from '../../lists/filter-text.ts'
import type { Ask } from '../ask/ask.ts'
import { askOf, ownersOf } from '../store/ask-of.ts'
import { hasSeveralCurrencies } from './currencies.ts'
import { completeOf } from './complete-until.ts'
import { columnOf, type ExportRow } from './export-columns.ts'
import { anyTable } from '../../db/any-table.ts'
import { figuresOf, readReport } from './read.ts'
import { withLike } from './like.ts'
import { nameColumns, nameless } from '../statement/names.ts'
import { sortFigure } from '../statement/order.ts'
import { withSpans } from './spans.ts'
import { statement, type ReportRecord } from '../statement/statement.ts'
import { visibleReport } from '../ask/visible-report.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const fetchedRows = 1_000
/** more groups than any period of any company has; a sheet holds a million rows */
const rowsMax = 1_000_000

export interface ReportExport {
  readonly headers?: readonly string[]
  readonly fields?: readonly string[]
  readonly query: ReportQuery
  /** xlsx unless said */
  readonly format?: FileFormat
}

/**
 * `fields` are dimensions of the query, `currency`, measures and with a comparison their parts (`sales.was`), in the order wanted; absent:
 * all of them.
 */
export async function exportReport(context: Context, of: Report, input: ReportExport): Promise<Blob> {
  const report = visibleReport(context, of)
  const asked = await askOf(context, report, input.query)
  const own = report.conversion ? ['currency'] : []
  const fields = input.fields && input.fields.length > 0 ? input.fields : [...asked.by, ...own, ...Object.keys(report.measures)]
  const columns = fields.map((field, i) => columnOf(context.language, report, asked, field, input.headers?.[i]))
  if (input.headers && input.headers.length !== fields.length)
    throw refuse.invalid([{ field: 'headers', message: sentence`表头与字段的个数应当相同` }])
  const known = Object.keys(report.measures)
  const measures = [...new Set(fields.flatMap(f => sortFigure(asked, known, f)?.measure ?? []))]
  const some = await readReport(context, report, { ...input.query, pageNum: 1, pageSize: 1 }, measures)
  if (some.totals.length === 0) throw refuse.rule(sentence`没有数据，无法导出`)
  await noteExport(context, report.name, { fields, query: input.query })
  const owners = await ownersOf(context, report, asked)
  const ask = await withLike(context, report, await withSpans(context, report, asked, owners, measures), owners)
  const isSeveral = await hasSeveralCurrencies(context, report, ask, owners)
  const rows = context.snapshot(
    db =>
      statement(
        anyTable(db),
        report,
        ask,
        owners,
        measures,
        { sortField: input.query.sortField, sortWay: input.query.sortWay, offset: 0, limit: rowsMax },
        isSeveral,
      ).stream(fetchedRows) as AsyncIterable<ReportRecord>,
  )
  const title = report.title[context.language === 'zh' ? 0 : 1]
  return tableFile({
    name: `${title}-${ask.from}-${ask.to}`,
    title,
    columns: columns.map(c => c.column),
    rows: cellsOf(exportRows(context.language, report, ask, measures, rows, some), row => columns.map(c => c.cell(row))),
    notes: [
      ['报表', title],
      ['期间', `${ask.from} 至 ${ask.to}`],
      ...clockSaid(context.language, report, input.query.clock),
      ['筛选', await whereSaid(context, report, ask)],
      ...(report.conversion ? [['币种', ask.currency === 'CNY' ? '折合人民币' : '店铺币种'] as const] : []),
      ...comparedSaid(report, ask, some),
      ...(await completeSaid(context, report, ask.where, ask.to)),
      ['待重算店铺', some.computing.join('、') || '无'],
      ...madeBy(context).notes,
    ],
    format: input.format,
  })
}

/** Until when files tell of each shop's days, where they end before the period does. */
export async function completeSaid(
  context: Context,
  report: Report,
  where: Ask['where'],
  to: string,
): Promise<(readonly [string, string])[]> {
  const complete = await completeOf(context, report, where)
  if (complete === null) return []
  const late = complete.shops.filter(one => one.until === null || one.until < to)
  return [
    ['数据完整至', complete.until ?? '没有文件'],
    ...(late.length === 0 ? [] : [['不完整的店铺', severalText(late.map(one => `${one.shop} ${one.until ?? '没有文件'}`))] as const]),
  ]
}

/** Which day of an amount the period means. */
function clockSaid(language: Language, { clocks = {} }: Report, clock: string | undefined): readonly (readonly [string, string])[] {
  const face = clock === undefined ? Object.values(clocks)[0] : ownValue(clocks, clock)
  return face === undefined ? [] : [['时间口径', face.title[language === 'zh' ? 0 : 1]]]
}

/** 店铺：云帆美国站、云帆德国站；品牌：Volty */
async function whereSaid(context: Context, report: Report, ask: Ask): Promise<string> {
  const said = await Promise.all(
    Object.entries(ask.where).map(async ([name, values]) => {
      const dimension = ownValue(report.dimensions, name)
      const labels = await dimensionLabels(context, dimension, values)
      const shown = values.map(value => nameless(dimension, value)?.[0] ?? labels.get(value) ?? value)
      return `${dimension?.title[0] ?? name}：${severalText(shown)}`
    }),
  )
  return said.join('；') || '无'
}

async function dimensionLabels(
  context: Context,
  dimension: Dimension | undefined,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const label = dimension?.label
  if (label === undefined) return new Map()
  const rows = await anyTable(context.db)
    .selectFrom(label.table)
    .select([
      sql<string>`${sql.ref(label.on)}::text`.as('value'),
      sql<string>`coalesce(${sql.join(nameColumns(label, context.language).map(column => sql`nullif(${sql.ref(column)}::text, '')`))})`.as(
        'label',
      ),
    ])
    .where(sql<boolean>`${sql.ref(label.on)}::text = any(${values})`)
    .execute()
  return new Map(rows.map(row => [row.value, row.label]))
}

/** 对比：同比，2024-12-01 至 2025-11-30，本期 2025-12-01 至 2026-11-30 */
function comparedSaid(report: Report, ask: Ask, { compared }: ReportAnswer): (readonly [string, string])[] {
  if (ask.compare === undefined || compared === undefined) return []
  const { startDate, endDate, until, leftOut, monthly } = compared
  const titleOf = (name: string): string => ownValue(report.measures, name)?.title[0] ?? name
  const own = until === null ? '没有完整的日子' : `${ask.from} 至 ${until}`
  const why = { noData: '数据不全', new: '对比期还没有数据' }
  const named = leftOut.map(one => `${one.shop}（${why[one.why]}）`)
  return [
    ['对比', `${ask.compare === 'before' ? '环比' : '同比'}，${startDate} 至 ${endDate}，本期 ${own}`],
    ...(named.length === 0 ? [] : [['不计入增减', severalText(named)] as const]),
    ...(monthly.length === 0 ? [] : [['两期都未计入', severalText(monthly.map(one => titleOf(one.measure)))] as const]),
  ]
}

/** The rows as they come, then the total of all currencies together. */
async function* exportRows(
  language: Language,
  report: Report,
  ask: Ask,
  measures: readonly string[],
  records: AsyncIterable<ReportRecord>,
  { converted }: ReportAnswer,
): AsyncGenerator<ExportRow> {
  for await (const record of records) {
    const total = record['is_total'] === true
    yield { total: total ? 'one' : null, names: total ? [] : namesOf(language, report, ask, record), ...figuresOf(ask, record, measures) }
  }
  if (converted !== undefined) yield { total: 'converted', names: [], ...converted }
}

/** Names of a row's dimensions. */
const namesOf = (language: Language, report: Report, ask: Ask, record: ReportRecord): string[] =>
  ask.by.map(
    (name, i) => nameless(ownValue(report.dimensions, name), record[`d${i}`])?.[language === 'zh' ? 0 : 1] ?? String(record[`label${i}`]),
  )
