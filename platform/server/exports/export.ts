/**
 * Export of a list, in one direction: columns (columns.ts), rows (chosen-rows.ts), the entry of the trail, the rows of one snapshot as the
 * database copies them out (rows.ts), the writer (table-file.ts). The file is exact and says what it holds; a job stores it
 * (store-blob.ts).
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { ListWords } from '../contract/list-words.ts'
import type { Blob } from '../contract/route.ts'
import { refuse } from '../calls/refusal.ts'
import { visibleDocument } from '../lists/column-rights.ts'
import { fieldOf, wireFields } from '../lists/columns.ts'
import { filterText } from '../lists/filter-text.ts'
import { lineNameOf, numberOf } from '../lists/with-lines.ts'
import { noteExport } from '../trail/write-audit.ts'
import { chosenRows, rowCount, type RowsAsk } from './chosen-rows.ts'
import { columnsFor, type ColumnsAsk } from './columns.ts'
import { copiedParts, rowsWithTexts } from './rows.ts'
import { madeBy, tableFile, type ExportWatch, type FileFormat } from './table-file.ts'

export interface ExportAsk extends ColumnsAsk, RowsAsk {
  /** a document with its lines, one row a line; the columns of the lines stand behind those that are asked for */
  readonly lines?: boolean
  /** xlsx unless said */
  readonly format?: FileFormat
}

const asJoined = (context: Context, r: Resource, ask: ExportAsk): Resource => (ask.lines === true ? visibleDocument(context, r) : r)
const askOf = (joined: Resource, ask: ExportAsk): ColumnsAsk => (joined.joins === undefined ? ask : withLineColumns(joined, ask))

/** Whether the file would hold sensitive values whole. */
export function tellsSensitive(context: Context, r: Resource, ask: ExportAsk, words: ListWords = {}): boolean {
  const joined = asJoined(context, r, ask)
  return columnsFor(context, joined, askOf(joined, ask), words).sensitive.length > 0
}

/**
 * Refused when nothing matches; otherwise a stream that holds one connection until it ends. Rows are counted first where somebody watches.
 */
export async function exportOfList(
  context: Context,
  r: Resource,
  ask: ExportAsk,
  watch?: ExportWatch,
  words: ListWords = {},
): Promise<Blob> {
  const joined = asJoined(context, r, ask)
  if (ask.lines === true && joined.joins === undefined)
    throw refuse.invalid([{ field: 'lines', message: sentence`${r.title}没有可以一起导出的明细` }])
  const { columns, sensitive } = columnsFor(context, joined, askOf(joined, ask), words)
  const plan = await chosenRows(context, r, ask, words)
  await noteExport(context, r.table, {
    fields: columns.map(c => c.name),
    query: ask.query ?? {},
    ...(ask.ids ? { ids: ask.ids.length } : {}),
    ...(sensitive.length > 0 ? { sensitive } : {}),
  })
  const rows = context.snapshot(db => copiedParts(db, context.db, joined, plan, columns))
  const chosen = ask.ids ? [['选中', `${ask.ids.length} 行`] as const] : []
  const made = madeBy(context)
  return tableFile({
    name: `${r.title[0]}-${made.day}`,
    title: r.title[0],
    columns: columns.map(({ column }) => column),
    rows: rowsWithTexts(context, joined, columns, rows),
    notes: [['列表', r.title[0]], ['筛选', await filterText(context, r, ask.query ?? {})], ...chosen, ...made.notes],
    format: ask.format,
    progress: watch && { watch, total: await rowCount(context, joined, plan.where) },
  })
}

/** What an import takes of the document comes first, its number before all else: the file can be handed in again as it is. */
function withLineColumns(joined: Resource, { headers, fields }: ColumnsAsk): ColumnsAsk {
  const number = joined.joins === undefined ? undefined : numberOf(joined.joins.header)
  const [own, ofLines] = [wireFields(joined).filter(([name]) => lineNameOf(name) === null), Object.keys(joined.fields)]
  const named = new Map(own.map(([name, { title }]) => [name, title[0]]))
  const asked = fields.length > 0 ? fields : own.filter(([, { options }]) => options.show !== false).map(([name]) => name)
  const titles = fields.length > 0 ? headers : asked.map(name => named.get(name) ?? name)
  const missing = number === undefined || asked.includes(number) ? [] : [number]
  const lines = ofLines.flatMap(name => {
    const field = fieldOf(joined, name)
    return lineNameOf(name) === null || field === undefined ? [] : [[name, field.title[0]] as const]
  })
  return {
    fields: [...missing, ...asked, ...lines.map(([name]) => name)],
    headers: [...missing.map(name => named.get(name) ?? name), ...titles, ...lines.map(([, title]) => title)],
  }
}
