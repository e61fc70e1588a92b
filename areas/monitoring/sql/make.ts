/**
 * SQL of a declared list or report as its own call would ask it: through the asker's door, so that the text holds his scope, and with the
 * columns that he may see. The text is for reading: what runs is made anew from list and filter each time, for whoever runs it.
 */
import { sql, type CompiledQuery } from 'kysely'
import { isByProgram } from '#platform/declare/fields.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { asText } from '#platform/format/text.ts'
import { reportQuery, sourceOfName } from './sources.ts'
import type { ListQuery, ReportQuery } from '#platform/declare/wire.ts'
import { refuse, type Context, type Db } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { askingOf, wireFields, planOf, rowsQuery } from '#platform/server/lists.ts'
import { askOf, ownersOf, hasSeveralCurrencies, withSpans, statement } from '#platform/server/reports.ts'
import { writeAudit } from '#platform/server/records.ts'
import type { MadeSql, RanSql, SqlAsk, SqlColumn } from './answers.ts'
import { generatedSql } from './tables.ts'
import { readable } from './text.ts'

const rowsMax = 1_000
const runMsMax = 10_000
const timedOut = '57014'

interface Statement {
  readonly title: string
  /** columns of the answer: the name that the statement gives them, and their head */
  readonly columns: readonly SqlColumn[]
  build(db: Db): { compile(): CompiledQuery; execute(): Promise<unknown[]> }
}

/** What the source is asked for, as a statement of at most one row more than is shown. */
async function statementOf(context: Context, { source, query }: SqlAsk): Promise<Statement> {
  const found = sourceOfName(context, source)
  return 'fields' in found ? ofList(context, found, query) : ofReport(context, found, reportQuery(query))
}

function ofList(context: Context, r: Resource, { fields, ...query }: Readonly<Record<string, unknown>>): Statement {
  const at = context.language === 'en' ? 1 : 0
  const shown = wireFields(r).filter(([, field]) => field.options.sensitive !== true && !isByProgram(field))
  const asked = Array.isArray(fields) && fields.length > 0 ? (fields as unknown[]) : null
  const unknown = asked?.find(name => !shown.some(([one]) => one === name))
  if (unknown !== undefined)
    throw refuse.invalid([{ field: 'query.fields', message: sentence`${r.title}没有可以查询的列 ${asText(unknown)}` }])
  const chosen = shown.filter(([name, { options }]) => (asked === null ? options.show !== false : asked.includes(name)))
  const plan = planOf(r, query as ListQuery, askingOf(context))
  const names = chosen.map(([name]) => name)
  return {
    title: r.title[at],
    columns: chosen.map(([name, { title }]) => ({ name, title: title[at] })),
    build: db => rowsQuery(anyTable(db), r, plan, names).limit(rowsMax + 1),
  }
}

async function ofReport(context: Context, report: Report, query: ReportQuery): Promise<Statement> {
  const at = context.language === 'en' ? 1 : 0
  const asked = await askOf(context, report, query)
  const owners = await ownersOf(context, report, asked)
  const measures = query.measures ?? report.main ?? Object.keys(report.measures)
  const unknown = measures.find(name => !Object.hasOwn(report.measures, name))
  if (unknown !== undefined) throw refuse.invalid([{ field: 'query.measures', message: sentence`${report.title}没有指标 ${unknown}` }])
  const ask = await withSpans(context, report, asked, owners, measures)
  const isSeveral = await hasSeveralCurrencies(context, report, ask, owners)
  const paging = { sortField: query.sortField, sortWay: query.sortWay, offset: 0, limit: rowsMax + 1 }
  const dimensions = ask.by.map((name, i) => ({ name: `label${i}`, title: ownValue(report.dimensions, name)?.title[at] ?? name }))
  return {
    title: report.title[at],
    columns: [
      ...dimensions,
      ...(report.conversion ? [{ name: 'currency', title: at ? 'Currency' : '币种' }] : []),
      ...measures.map(name => ({ name: `m_${name}`, title: ownValue(report.measures, name)?.title[at] ?? name })),
    ],
    build: db => statement(anyTable(db), report, ask, owners, measures, paging, isSeveral),
  }
}

const madeOf = (ask: SqlAsk, { title, columns, build }: Statement, db: Db): MadeSql => {
  const { sql: text, parameters } = build(db).compile()
  return { source: ask.source, title, text: readable(text, parameters), columns }
}

export async function makeSql(context: Context, ask: SqlAsk): Promise<MadeSql> {
  return madeOf(ask, await statementOf(context, ask), context.db)
}

/** Runs it read-only on a connection of its own, 10 s and 1,000 rows at most; each run is an entry of the trail. */
export async function runSql(context: Context, ask: SqlAsk): Promise<RanSql> {
  const of = await statementOf(context, ask)
  await context.write(tx => writeAudit(context, tx, { subject: generatedSql.table, recordId: null, verb: 'run', before: null, after: ask }))
  const began = performance.now()
  const rows = await rowsWithin(context, of)
  return {
    ...madeOf(ask, of, context.db),
    rows: rows.slice(0, rowsMax).map(row => of.columns.map(({ name }) => shown(ownValue(row, name)))),
    tookMs: Math.round(performance.now() - began),
    isCut: rows.length > rowsMax,
  }
}

type Raw = Readonly<Record<string, unknown>>
async function rowsWithin(context: Context, { build }: Statement): Promise<readonly Raw[]> {
  const found: Raw[] = []
  try {
    const rows = context.snapshot(async function* (db) {
      await sql`set local statement_timeout = ${sql.lit(runMsMax)}`.execute(db)
      // the line of totals of a report is none of its rows
      yield* ((await build(db).execute()) as Raw[]).filter(row => row['is_total'] !== true)
    })
    for await (const row of rows) found.push(row)
  } catch (error) {
    if ((error as { code?: unknown }).code !== timedOut) throw error
    throw refuse.rule(sentence`查询超过 ${runMsMax / 1000} 秒，已停止。请缩小期间或增加筛选条件`)
  }
  return found
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}
