/**
 * Workbooks as rows of text, so that a report saved by Excel reads as the text it came from. Read here and not by the library that reads
 * .xls: that one keeps shared strings as a tree (25 times their size), needs four times as long, and takes a formula that was never
 * calculated for an empty cell. Memory is flat but for the table of shared strings, which is limited.
 */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { open, type FileHandle } from 'node:fs/promises'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { shownByStyle } from './number-formats.ts'
import { SheetRefusal } from './refusal.ts'
import { readSharedStrings } from './shared-strings.ts'
import { SheetMarkup, type Wanted } from './sheet-markup.ts'
import { containerOf, FIRST_BYTES } from './workbook-kind.ts'
import { hasContent, readWorkbookParts, type SheetPart, type WorkbookParts } from './workbook-parts.ts'
import { readZipDirectory, unpackWhole, type ZipLimits } from './zip-directory.ts'

export interface WorkbookLimits extends ZipLimits {
  /** the table of shared strings is held in memory, at one to two times its size */
  readonly sharedStringsBytesMax: number
}

export const WORKBOOK_LIMITS: WorkbookLimits = {
  entriesMax: 10_000,
  unpackedBytesMax: 3 * 1_073_741_824,
  ratioMax: 250,
  sharedStringsBytesMax: 256 * 1_048_576,
}

const BATCH_ROWS = 1000
const STYLES_BYTES_MAX = 32 * 1_048_576
const EMPTY = sentence`工作簿里没有数据，请检查文件`

export interface OpenWorkbook {
  /** the sheet that rows() reads */
  readonly sheet: string
  /** further visible sheets with content, which are not read: to be named to the user */
  readonly others: readonly string[]
  /**
   * Non-empty rows in batches, from the first row on at each call; `line` is the row number a person sees in Excel, cells end with the last
   * filled one (that is wanted).
   */
  rows(wanted?: Wanted): AsyncGenerator<SourceRow[], void, undefined>
  /** how much of the sheet rows() has read, 0 to 1 */
  share(): number
  close(): Promise<void>
}

export interface OpenOptions {
  /** name of the sheet; else the first visible one with content, else the first with content */
  readonly sheet?: string
  readonly limits?: Partial<WorkbookLimits>
}

/**
 * Opens an xlsx or xls by its content. Throws a SheetRefusal with a Chinese sentence for everything that can't be read. Close it when done.
 */
export async function openWorkbook(path: string, options: OpenOptions = {}): Promise<OpenWorkbook> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const first = Buffer.alloc(FIRST_BYTES)
    await file.read(first, 0, FIRST_BYTES, 0)
    switch (containerOf(first)) {
      case 'zip':
        return await openXlsx(file, size, options)
      case 'compound':
        return await openXls(file, size, options)
      case null:
        throw new SheetRefusal(
          size === 0 ? sentence`文件是空的，请检查后再上传` : sentence`内容不是 Excel 工作簿，请用 Excel 打开后另存为 .xlsx 再上传`,
        )
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openXlsx(file: FileHandle, fileBytes: number, options: OpenOptions): Promise<OpenWorkbook> {
  const limits = { ...WORKBOOK_LIMITS, ...options.limits }
  const parts = await readWorkbookParts(await readZipDirectory(file, fileBytes, limits))
  const filled: SheetPart[] = []
  for (const sheet of parts.sheets) if (await hasContent(sheet)) filled.push(sheet)
  const sheet = choose(
    filled,
    parts.sheets.map(each => each.name),
    options.sheet,
  )
  const read = { bytes: 0 }
  return {
    sheet: sheet.name,
    others: filled.filter(each => each !== sheet && !each.hidden).map(each => each.name),
    rows: wanted => sheetRows(parts, sheet, limits, read, wanted),
    share: () => Math.min(1, read.bytes / Math.max(1, sheet.entry.size)),
    close: () => file.close(),
  }
}

async function openXls(file: FileHandle, fileBytes: number, options: OpenOptions): Promise<OpenWorkbook> {
  // its library is loaded by those who need it: few workbooks are that old
  const { readOldWorkbook } = await import('./read-xls.ts')
  const sheets = await readOldWorkbook(file, fileBytes)
  const filled = sheets.filter(each => each.rows.length > 0)
  const sheet = choose(
    filled.map(each => ({ ...each, hidden: false })),
    sheets.map(each => each.name),
    options.sheet,
  )
  let given = 0
  return {
    sheet: sheet.name,
    others: filled.filter(each => each.name !== sheet.name).map(each => each.name),
    async *rows() {
      for (let at = 0; at < sheet.rows.length; at += BATCH_ROWS) {
        given = at + BATCH_ROWS
        yield sheet.rows.slice(at, at + BATCH_ROWS)
      }
    },
    share: () => Math.min(1, given / sheet.rows.length),
    close: () => file.close(),
  }
}

function choose<Sheet extends { readonly name: string; readonly hidden: boolean }>(
  filled: readonly Sheet[],
  names: readonly string[],
  wanted: string | undefined,
): Sheet {
  if (wanted !== undefined && !names.includes(wanted))
    throw new SheetRefusal(sentence`工作簿里没有名为“${wanted}”的工作表，现有：${listed(names)}`)
  const sheet = wanted === undefined ? (filled.find(each => !each.hidden) ?? filled[0]) : filled.find(each => each.name === wanted)
  if (!sheet) throw new SheetRefusal(wanted === undefined ? EMPTY : sentence`工作表“${wanted}”里没有数据，请检查文件`)
  return sheet
}

async function* sheetRows(
  parts: WorkbookParts,
  sheet: SheetPart,
  limits: WorkbookLimits,
  read: { bytes: number },
  wanted: Wanted = () => null,
): AsyncGenerator<SourceRow[], void, undefined> {
  read.bytes = 0
  const strings = parts.sharedStrings ? await readSharedStrings(parts.sharedStrings, limits.sharedStringsBytesMax) : []
  const shown = parts.styles ? shownByStyle((await unpackWhole(parts.styles, STYLES_BYTES_MAX)).toString('utf8')) : []
  const markup = new SheetMarkup(sheet.name, { strings, shown, is1904: parts.is1904, wanted })
  const decoder = new TextDecoder()
  let batch: SourceRow[] = []
  for await (const chunk of sheet.entry.unpack()) {
    read.bytes += chunk.length
    for (const row of markup.push(decoder.decode(chunk, { stream: true }))) {
      batch.push(row)
      if (batch.length < BATCH_ROWS) continue
      yield batch
      batch = []
    }
  }
  markup.end()
  if (batch.length > 0) yield batch
}
