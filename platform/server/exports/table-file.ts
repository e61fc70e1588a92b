/**
 * Makes files of rows, for people: lists, reports, refused lines of an import and results of a batch say what their columns and
 * rows are. Rows come as the database copied them, where there may be millions of one list, or as cells (docs/decisions/files.md has the
 * measurement).
 */
import { Readable } from 'node:stream'
import { dateTimeInZone } from '#platform/format/zones.ts'
import type { Context } from '../contract/context.ts'
import type { Blob } from '../contract/route.ts'
import type { ColumnToWrite, GivenRows, RowToWrite, SheetToWrite, WorkbookToWrite } from '../sheets/sheet-to-write.ts'
import { csvStream } from '../sheets/write-csv.ts'
import { xlsxStream } from '../sheets/write-xlsx.ts'

const csvType = 'text/csv; charset=utf-8'
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const batchRows = 1_000

export type FileFormat = 'xlsx' | 'csv'
export type Notes = NonNullable<WorkbookToWrite['notes']>

/** Whoever shows the progress of an export. */
export interface ExportWatch {
  /** rows written so far, of so many */
  written(rows: number, total: number): void
}

export interface TableFile {
  /** of the file, without its ending */
  readonly name: string
  /** of the sheet */
  readonly title: string
  readonly columns: readonly ColumnToWrite[]
  /** read once, while the file is written; what it holds (a connection) it holds until then */
  readonly rows: AsyncIterable<GivenRows>
  /** what the file is: filter, period, person, time */
  readonly notes?: Notes
  /** xlsx unless said */
  readonly format?: FileFormat | undefined
  /** who is told of rows that are written, and of how many there are */
  readonly progress?: { readonly watch: ExportWatch; readonly total: number } | undefined
}

export function tableFile({ name, title, columns, rows, notes, format, progress }: TableFile): Blob {
  const sheet = { name: title, columns, rows: progress === undefined ? rows : counted(rows, progress) }
  return format === 'csv'
    ? { blob: csvStream(sheet, notes), fileName: `${name}.csv`, contentType: csvType }
    : { blob: xlsxStream({ sheets: [sheet], ...(notes ? { notes } : {}) }), fileName: `${name}.xlsx`, contentType: xlsxType }
}

/** A workbook of several sheets, each small. */
export const sheetsFile = (name: string, sheets: readonly SheetToWrite[], notes: Notes): Blob => ({
  blob: xlsxStream({ sheets, notes }),
  fileName: `${name}.xlsx`,
  contentType: xlsxType,
})

async function* counted(pieces: AsyncIterable<GivenRows>, { watch, total }: NonNullable<TableFile['progress']>): AsyncGenerator<GivenRows> {
  let rows = 0
  for await (const piece of pieces) {
    yield piece
    rows += 'bytes' in piece ? piece.count : piece.length
    watch.written(rows, total)
  }
}

/** Records as cells, in batches. */
export async function* cellsOf<T>(records: AsyncIterable<T>, cells: (record: T) => RowToWrite): AsyncGenerator<RowToWrite[]> {
  let batch: RowToWrite[] = []
  for await (const record of records) {
    batch.push(cells(record))
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A workbook that is a form to fill in, with lists and comments: made whole, because it is small. */
export const formFile = (name: string, bytes: Uint8Array): Blob => ({
  blob: Readable.from([bytes]),
  fileName: `${name}.xlsx`,
  contentType: xlsxType,
  size: bytes.length,
})

/** Who exported and when: the last notes of every export. `day` is the day of it, for the file's name. */
export function madeBy(context: Context): { readonly day: string; readonly notes: Notes } {
  const { name, zone } = context.caller
  const at = dateTimeInZone(context.now().getTime(), zone)
  return {
    day: at.slice(0, 10),
    notes: [
      ['导出人', name],
      ['导出时间', `${at}（${zone}）`],
    ],
  }
}
