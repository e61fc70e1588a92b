/**
 * Workbooks as rows of text. The only place that knows the reading library (hucre); see docs/dependencies.md for why it was chosen.
 *
 * The library streams a zip only in an order few files have, and reads ahead of a slow consumer. Therefore it is handed a zip made on the fly:
 * one sheet with the parts it needs in front, unpacked here (where limits and check sums are held), and no more of it than the consumer has asked for.
 * Memory is flat but for the table of shared strings, which is limited.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { cellText } from './cell-text.ts'
import { readOldWorkbook } from './read-xls.ts'
import { SheetRefusal } from './refusal.ts'
import { oneSheetZip, SheetGuard } from './one-sheet-zip.ts'
import { containerOf, FIRST_BYTES } from './workbook-kind.ts'
import { hasContent, readWorkbookParts, type SheetPart, type WorkbookParts } from './workbook-parts.ts'
import { readZipDirectory, unpackWhole, type ZipLimits } from './zip-directory.ts'

export interface WorkbookLimits extends ZipLimits {
  /** the table of shared strings is held in memory, at some six times its size in the file */
  readonly sharedStringsBytesMax: number
}

export const WORKBOOK_LIMITS: WorkbookLimits = {
  entriesMax: 10_000,
  unpackedBytesMax: 3 * 1_073_741_824,
  ratioMax: 250,
  sharedStringsBytesMax: 128 * 1_048_576,
}

/** a sheet below this is no burden to the batches of the import */
const BATCH_ROWS = 1000
const STYLES_BYTES_MAX = 32 * 1_048_576
const BROKEN = '工作簿的内容已损坏，请用 Excel 打开并另存后再上传'
const EMPTY = '工作簿里没有数据，请检查文件'

export interface OpenWorkbook {
  /** the sheet that rows() reads */
  readonly sheet: string
  /** further sheets with content, which are not read: to be named to the user */
  readonly others: readonly string[]
  /** Non-empty rows in batches, from the first row on at each call; `line` is the row number a person sees in Excel. */
  rows(): AsyncGenerator<SourceRow[], void, undefined>
  close(): Promise<void>
}

export interface OpenOptions {
  /** name of the sheet; else the first visible one with content, else the first with content */
  readonly sheet?: string
  readonly limits?: Partial<WorkbookLimits>
}

/** Opens an xlsx or xls by its content. Throws a SheetRefusal with a Chinese sentence for everything that can't be read. Close it when done. */
export async function openWorkbook(path: string, options: OpenOptions = {}): Promise<OpenWorkbook> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const first = Buffer.alloc(FIRST_BYTES)
    await file.read(first, 0, FIRST_BYTES, 0)
    switch (containerOf(first)) {
      case 'zip': return await openXlsx(file, size, options)
      case 'compound': return await openXls(file, size, options)
      case null: throw new SheetRefusal(size === 0 ? '文件是空的，请检查后再上传' : '内容不是 Excel 工作簿，请用 Excel 打开后另存为 .xlsx 再上传')
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openXlsx(file: FileHandle, fileBytes: number, options: OpenOptions): Promise<OpenWorkbook> {
  const limits = { ...WORKBOOK_LIMITS, ...options.limits }
  const parts = await readWorkbookParts(file, await readZipDirectory(file, fileBytes, limits))
  const filled: SheetPart[] = []
  for (const sheet of parts.sheets) if (await hasContent(file, sheet)) filled.push(sheet)
  const sheet = choose(filled, parts.sheets.map(each => each.name), options.sheet)
  return {
    sheet: sheet.name,
    others: filled.filter(each => each !== sheet).map(each => each.name),
    rows: () => sheetRows(file, parts, sheet, limits),
    close: () => file.close(),
  }
}

async function openXls(file: FileHandle, fileBytes: number, options: OpenOptions): Promise<OpenWorkbook> {
  const sheets = await readOldWorkbook(file, fileBytes)
  const filled = sheets.filter(each => each.rows.length > 0)
  const sheet = choose(filled.map(each => ({ ...each, hidden: false })), sheets.map(each => each.name), options.sheet)
  return {
    sheet: sheet.name,
    others: filled.filter(each => each.name !== sheet.name).map(each => each.name),
    async *rows() {
      for (let at = 0; at < sheet.rows.length; at += BATCH_ROWS) yield sheet.rows.slice(at, at + BATCH_ROWS)
    },
    close: () => file.close(),
  }
}

function choose<Sheet extends { readonly name: string; readonly hidden: boolean }>(filled: readonly Sheet[], names: readonly string[], wanted: string | undefined): Sheet {
  if (wanted !== undefined && !names.includes(wanted)) throw new SheetRefusal(`工作簿里没有名为“${wanted}”的工作表，现有：${names.join('、')}`)
  const sheet = wanted === undefined ? (filled.find(each => !each.hidden) ?? filled[0]) : filled.find(each => each.name === wanted)
  if (!sheet) throw new SheetRefusal(wanted === undefined ? EMPTY : `工作表“${wanted}”里没有数据，请检查文件`)
  return sheet
}

/** Lets the library read on only while somebody waits for a row. */
class Gate {
  #waiting = false
  #wake: (() => void) | null = null

  async waitUntilAsked(): Promise<void> {
    while (!this.#waiting) await new Promise<void>(resolve => { this.#wake = resolve })
  }

  ask(waiting: boolean): void {
    this.#waiting = waiting
    if (!waiting) return
    this.#wake?.()
    this.#wake = null
  }
}

async function* sheetRows(file: FileHandle, parts: WorkbookParts, sheet: SheetPart, limits: WorkbookLimits): AsyncGenerator<SourceRow[], void, undefined> {
  const sharedStrings = parts.sharedStrings && (await unpackWhole(file, parts.sharedStrings, limits.sharedStringsBytesMax))
  const styles = parts.styles && (await unpackWhole(file, parts.styles, STYLES_BYTES_MAX))
  const gate = new Gate()
  const guard = new SheetGuard(sheet.name)
  const chunks = oneSheetZip({ file, sheet: sheet.entry, sharedStrings, styles, is1904: parts.is1904, guard })
  // the library turns errors of its source into its own: this keeps the first one
  let sourceError: unknown = null
  const source = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await gate.waitUntilAsked()
      try {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        sourceError = error
        controller.error(error)
      }
    },
    async cancel() {
      await chunks.return()
    },
  }, { highWaterMark: 0 })
  const rows = streamXlsxRows(source)
  let batch: SourceRow[] = []
  try {
    for (;;) {
      gate.ask(true)
      const { done, value } = await rows.next()
      if (done) break
      const cells = value.values.map(each => cellText(each, parts.is1904))
      if (!cells.some(cell => cell !== '')) continue
      batch.push({ line: value.index + 1, cells })
      if (batch.length < BATCH_ROWS) continue
      gate.ask(false)
      yield batch
      batch = []
    }
  } catch (error) {
    const cause = sourceError ?? error
    throw cause instanceof SheetRefusal ? cause : new SheetRefusal(BROKEN, { cause })
  } finally {
    // opened for good, or a reader that was left early would wait for ever
    gate.ask(true)
    await rows.return()
    await chunks.return()
  }
  if (batch.length > 0) yield batch
}
