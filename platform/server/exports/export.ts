/**
 * Export of a list, in one direction: columns (columns.ts), rows (chosen-rows.ts), the entry of the trail, the rows of one snapshot as the database copies
 * them out (rows.ts), the writer (sheets/write-*.ts). The file is exact and says what it holds; a job stores it (store-blob.ts).
 */
import type { Resource } from '#platform/declare/resource.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import type { Context } from '../contract/context.ts'
import type { ListWords } from '../contract/list-words.ts'
import type { Blob } from '../contract/route.ts'
import { filterSaid } from '../lists/filter-said.ts'
import type { CopiedRows } from '../sheets/copied-rows.ts'
import { csvStream } from '../sheets/write-csv.ts'
import { xlsxStream } from '../sheets/write-xlsx.ts'
import { noteExport } from '../trail/write-audit.ts'
import { chosenRows, rowCount, type RowsAsk } from './chosen-rows.ts'
import { columnsFor, type ColumnsAsk } from './columns.ts'
import { copiedParts, dressedRows } from './rows.ts'

export const csvType = 'text/csv; charset=utf-8'
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ExportAsk extends ColumnsAsk, RowsAsk {
  /** xlsx unless said */
  readonly format?: 'xlsx' | 'csv'
}

/** Whoever shows the progress of an export. */
export interface ExportWatch {
  /** rows written so far, of so many */
  written(rows: number, total: number): void
}

/** Refused when nothing matches; otherwise a stream that holds one connection until it ends. Rows are counted first where somebody watches. */
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
  const { zone } = context.caller
  const at = dateTimeInZone(context.now().getTime(), zone)
  const rows = context.snapshot(db => copiedParts(db, context.db, r, plan, columns))
  const chosen = ask.ids ? [['选中', `${ask.ids.length} 行`] as const] : []
  const notes = [
    ['列表', r.title[0]] as const,
    ['筛选', await filterSaid(context, r, ask.query ?? {})] as const,
    ...chosen,
    ['导出人', context.caller.name] as const,
    ['导出时间', `${at}（${zone}）`] as const,
  ]
  const made = dressedRows(context, r, columns, rows)
  const sheet = {
    name: r.title[0],
    columns: columns.map(({ column }) => column),
    rows: watch ? counted(made, await rowCount(context, r, plan.where), watch) : made,
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
