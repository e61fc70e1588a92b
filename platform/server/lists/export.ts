/** Export of a list: the filter's rows from one snapshot, streamed, exact, and the file says what it holds. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { maskedValue } from '../audit/masked.ts'
import { noteExport } from '../audit/write-audit.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import type { Blob } from '../http/verbs.ts'
import type { CopiedRows } from '../sheets/copied-rows.ts'
import type { CellToWrite, ColumnKind } from '../sheets/sheet-to-write.ts'
import { csvStream } from '../sheets/write-csv.ts'
import { xlsxStream } from '../sheets/write-xlsx.ts'
import { fieldOf, keyOfRowId, valueKind, wireFields } from './columns.ts'
import { anyTable } from '../db/any-table.ts'
import { askingOf, type Predicate } from './conditions.ts'
import { copiedParts, dressedRows, needsDress, withText } from './export-rows.ts'
import type { Chosen } from './wardrobe.ts'
import { filterSaid } from './filter-said.ts'
import { byKey } from './keys.ts'
import { planOf } from './query.ts'
import { isSensitive, mayReveal, sensitiveFields } from './sensitive.ts'
import { storedQuery, type ListWords } from './words.ts'
import { own } from '#platform/declare/own.ts'

export const csvType = 'text/csv; charset=utf-8'
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ExportAsk {
  readonly headers: readonly string[]
  readonly fields: readonly string[]
  readonly query?: ListQuery
  readonly ids?: readonly string[]
  /** xlsx unless said */
  readonly format?: 'xlsx' | 'csv'
}

/** Whoever shows the progress of an export. */
export interface ExportWatch {
  /** rows written so far, of so many */
  written(rows: number, total: number): void
}

const kindOf: Readonly<Record<string, ColumnKind>> = {
  money: 'money',
  integer: 'integer',
  decimal: 'number',
  date: 'date',
  dateTime: 'datetime',
  percent: 'percent',
}

/** Refused when nothing matches; otherwise a stream that holds one connection until it ends. Rows are counted first where somebody watches. */
export async function exportOfList(
  context: Context,
  r: Resource,
  ask: ExportAsk,
  watch?: ExportWatch,
  words: ListWords = {},
): Promise<Blob> {
  const told = mayReveal(context.caller, r)
  const asked = exportColumns(context, r, ask)
  const columns = inWords(context, words, told ? asked : maskedColumns(r, asked))
  const asking = askingOf(context)
  const plan = planOf(r, { ...storedQuery(context, words, ask.query ?? {}), pageNum: 1, pageSize: 1 }, asking)
  const where = [...plan.where, ...selection(r, ask.ids)]
  if (!(await anyRow(context, r, where))) throw refuse.rule(sentence`没有数据，无法导出`)
  const names = columns.map(c => c.name)
  const sensitive = told ? sensitiveFields(r).flatMap(([name]) => (names.includes(name) ? [name] : [])) : []
  await noteExport(context, r.table, {
    fields: names,
    query: ask.query ?? {},
    ...(ask.ids ? { ids: ask.ids.length } : {}),
    ...(sensitive.length > 0 ? { sensitive } : {}),
  })
  const at = dateTimeInZone(asking.nowMs, asking.zone)
  const rows = context.snapshot(db => copiedParts(db, context.db, r, { where, order: plan.order }, columns))
  const chosen = ask.ids ? [['选中', `${ask.ids.length} 行`] as const] : []
  const notes = [
    ['列表', r.title[0]] as const,
    ['筛选', await filterSaid(context, r, ask.query ?? {})] as const,
    ...chosen,
    ['导出人', context.caller.name] as const,
    ['导出时间', `${at}（${asking.zone}）`] as const,
  ]
  const made = dressedRows(context, r, columns, rows)
  const sheet = {
    name: r.title[0],
    columns: columns.map(({ column }) => column),
    rows: watch ? counted(made, await rowCount(context, r, where), watch) : made,
  }
  const name = `${r.title[0]}-${at.slice(0, 10)}`
  return ask.format === 'csv'
    ? { blob: csvStream(sheet, notes), fileName: `${name}.csv`, contentType: csvType }
    : { blob: xlsxStream({ sheets: [sheet], notes }), fileName: `${name}.xlsx`, contentType: xlsxType }
}

async function* counted(pieces: AsyncIterable<CopiedRows>, total: number, watch: ExportWatch): AsyncGenerator<CopiedRows> {
  let rows = 0
  for await (const piece of pieces) {
    yield piece
    rows += piece.count
    watch.written(rows, total)
  }
}

/** The columns asked for, each with the way its value becomes a cell. */
export function exportColumns(context: Context, r: Resource, ask: ExportAsk): Chosen[] {
  if (ask.headers.length !== ask.fields.length) throw refuse.invalid([{ field: 'headers', message: sentence`表头与字段的个数应当相同` }])
  const names = ask.fields.length > 0 ? ask.fields : wireFields(r).map(([n]) => n)
  return names.map((name, i) => {
    const field = fieldOf(r, name)
    if (!field) throw refuse.invalid([{ field: 'fields', message: sentence`未知的字段 ${name}` }])
    const choices = field.choices ? new Map(Object.values(field.choices).map(c => [c[0], c[1]])) : null
    const text: Chosen['text'] = (value, labels) => {
      if (value === null || value === undefined) return null
      if (Array.isArray(value))
        return value.map(one => choices?.get(one as number) ?? labels.get(name)?.get(asText(one)) ?? asText(one)).join('、')
      if (choices) return choices.get(value as number) ?? asText(value)
      if (field.kind === 'flag') return value === true ? '是' : '否'
      if (field.kind === 'reference') return labels.get(name)?.get(asText(value)) ?? asText(value)
      return asText(value)
    }
    return {
      name,
      column: {
        title: ask.headers[i] || field.title[0],
        kind: field.options.names === true ? 'serial' : (own(kindOf, valueKind(field)) ?? 'text'),
        width: 16,
        isLook: needsDress(context, field),
      },
      text,
    }
  })
}

/** What is sensitive as who may not see it whole gets it. */
const maskedColumns = (r: Resource, columns: readonly Chosen[]): Chosen[] =>
  columns.map(column => {
    const field = fieldOf(r, column.name)
    if (field === undefined || !isSensitive(field)) return column
    return withText({ ...column, column: { ...column.column, kind: 'text' } }, value => maskedValue(field, value) as CellToWrite)
  })

/** Names of the program as a person reads them. */
const inWords = (context: Context, words: ListWords, columns: readonly Chosen[]): Chosen[] =>
  columns.map(column => {
    const of = own(words, column.name)
    return of === undefined ? column : withText(column, value => (value === null ? null : of.shown(context, asText(value))))
  })

function selection(r: Resource, ids: readonly string[] | undefined): Predicate[] {
  if (!ids || ids.length === 0) return []
  const keys = ids.map(id => keyOfRowId(r, id))
  if (keys.includes(null)) throw refuse.unknown(r.title)
  return [
    sql<boolean>`(${sql.join(
      keys.map(k => byKey(r, k ?? [])),
      sql` or `,
    )})`,
  ]
}

async function rowCount(context: Context, r: Resource, where: readonly Predicate[]): Promise<number> {
  let query = anyTable(context.db)
    .selectFrom(r.table)
    .select(sql<string>`count(*)`.as('n'))
  for (const p of where) query = query.where(p)
  return Number((await query.executeTakeFirstOrThrow()).n)
}

async function anyRow(context: Context, r: Resource, where: readonly Predicate[]): Promise<boolean> {
  let query = anyTable(context.db)
    .selectFrom(r.table)
    .select(sql<number>`1`.as('one'))
    .limit(1)
  for (const p of where) query = query.where(p)
  return (await query.executeTakeFirst()) !== undefined
}
