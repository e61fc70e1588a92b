/**
 * Export of a list, in one direction: columns (columns.ts), rows (chosen-rows.ts), the entry of the trail, the rows of one snapshot as the
 * database copies them out (rows.ts), the writer (table-file.ts). The file is exact and says what it holds; a job stores it
 * (store-blob.ts).
 */
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { ListWords } from '../contract/list-words.ts'
import type { Blob } from '../contract/route.ts'
import { filterText } from '../lists/filter-text.ts'
import { noteExport } from '../trail/write-audit.ts'
import { chosenRows, rowCount, type RowsAsk } from './chosen-rows.ts'
import { columnsFor, type ColumnsAsk } from './columns.ts'
import { copiedParts, rowsWithTexts } from './rows.ts'
import { madeBy, tableFile, type ExportWatch, type FileFormat } from './table-file.ts'

export interface ExportAsk extends ColumnsAsk, RowsAsk {
  /** xlsx unless said */
  readonly format?: FileFormat
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
  const { columns, sensitive } = columnsFor(context, r, ask, words)
  const plan = await chosenRows(context, r, ask, words)
  await noteExport(context, r.table, {
    fields: columns.map(c => c.name),
    query: ask.query ?? {},
    ...(ask.ids ? { ids: ask.ids.length } : {}),
    ...(sensitive.length > 0 ? { sensitive } : {}),
  })
  const rows = context.snapshot(db => copiedParts(db, context.db, r, plan, columns))
  const chosen = ask.ids ? [['选中', `${ask.ids.length} 行`] as const] : []
  const made = madeBy(context)
  return tableFile({
    name: `${r.title[0]}-${made.day}`,
    title: r.title[0],
    columns: columns.map(({ column }) => column),
    rows: rowsWithTexts(context, r, columns, rows),
    notes: [['列表', r.title[0]], ['筛选', await filterText(context, r, ask.query ?? {})], ...chosen, ...made.notes],
    format: ask.format,
    progress: watch && { watch, total: await rowCount(context, r, plan.where) },
  })
}
