/**
 * Exports of any size as xlsx, streamed with flat memory. Text that begins with = + - @ keeps its exact characters: a string cell is never
 * calculated, and the quote prefix keeps it text when the cell is edited. In CSV it gets a leading apostrophe.
 */
import { Readable } from 'node:stream'
import { cellWriter, columnLetters, escapeText, textCell, type CellWriter } from './sheet-cells.ts'
import { STYLE_HEAD, stylesXml, styleOf } from './sheet-styles.ts'
import { toneRulesXml } from './sheet-tones.ts'
import {
  cleanText,
  headsOf,
  totalsOf,
  type ColumnToWrite,
  type GivenRows,
  type RowToWrite,
  type SheetToWrite,
  type WorkbookToWrite,
} from './sheet-to-write.ts'
import { XlsxBytes } from './xlsx-bytes.ts'
import { CHUNKS_KEPT, zipStream, type ZipPart } from './zip-writer.ts'

export interface SheetSize {
  /** data rows on one sheet, before the export goes on with another */
  readonly rowsMax: number
  /** markup of one sheet: stays below the 2 GiB that common readers unpack, and the 4 GiB of a zip entry */
  readonly bytesMax: number
}

/** Excel's 1,048,576 rows less one of head. */
export const SHEET_SIZE: SheetSize = { rowsMax: 1_048_575, bytesMax: 1_900_000_000 }
const EXCEL_ROWS = 1_048_576
const CHUNK_CHARACTERS = 128 * 1024
const DEFAULT_WIDTH = 14
const NAME_MAX = 31
const NOTES_NAME = '说明'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The workbook as a byte stream. Destroying it ends the rows' iterator (and with it the cursor behind). */
export function xlsxStream(workbook: WorkbookToWrite, size: Partial<SheetSize> = {}): Readable {
  return Readable.from(zipStream(parts(workbook, { ...SHEET_SIZE, ...size })), { objectMode: false, highWaterMark: 256 * 1024 })
}

/** Every xml part that is not named is a worksheet: their number is not known when the first part is written. */
const CONTENT_TYPES =
  `${XML}<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="xml" ContentType="${TYPES}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`

function part(name: string, xml: string): ZipPart {
  return { name, content: [Buffer.from(xml)] }
}

async function* parts(workbook: WorkbookToWrite, size: SheetSize): AsyncGenerator<ZipPart> {
  yield part('[Content_Types].xml', CONTENT_TYPES)
  yield part(
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  yield part('xl/styles.xml', stylesXml())
  const names: string[] = []
  for (const sheet of workbook.sheets) {
    const rows = new RowSource(sheet)
    try {
      for (let piece = 1; piece === 1 || (await rows.more()); piece += 1) {
        names.push(sheetName(sheet.name, piece, names))
        yield { name: sheetPath(names.length), content: sheetXml(sheet, rows, size) }
      }
    } finally {
      await rows.close()
    }
  }
  if (workbook.notes) {
    names.push(sheetName(NOTES_NAME, 1, names))
    yield part(sheetPath(names.length), notesXml(workbook.notes))
  }
  yield part(
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews>` +
      `<sheets>${names
        .map((name, index) => `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join('')}</sheets></workbook>`,
  )
  const relations = names.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  yield part(
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId0" Type="${OFFICE}/styles" ` +
      `Target="styles.xml"/></Relationships>`,
  )
}

function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`
}

/** A tab name as Excel allows it: at most 31 characters, none of []:*?/\, unique whatever the case; further pieces end in (2), (3) … */
function sheetName(wanted: string, piece: number, taken: readonly string[]): string {
  const base =
    cleanText(wanted)
      .replace(/[[\]:*?/\\\n\t]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  for (let number = piece; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name =
      base
        .slice(0, NAME_MAX - suffix.length)
        .toWellFormed()
        .replace(/\ufffd$/, '') + suffix
    if (!taken.some(each => each.toLowerCase() === name.toLowerCase())) return name
  }
}

/** Rows of a sheet, one batch in hand, so that a sheet can end in the middle of a batch and the next go on there. */
class RowSource {
  readonly #iterator: AsyncIterator<GivenRows> | Iterator<GivenRows>
  #batch: GivenRows = []
  #at = 0

  constructor(sheet: SheetToWrite) {
    this.#iterator = Symbol.asyncIterator in sheet.rows ? sheet.rows[Symbol.asyncIterator]() : sheet.rows[Symbol.iterator]()
  }

  /** Whether a row is left; fetches a batch when the one in hand is used up. */
  async more(): Promise<boolean> {
    while (this.#at >= countOf(this.#batch)) {
      const next = await this.#iterator.next()
      if (next.done) return false
      this.#batch = next.value
      this.#at = 0
    }
    return true
  }

  /** So many rows of the batch in hand at most: the batch, and which of it. */
  take(rowsMax: number): { batch: GivenRows; from: number; count: number } {
    const from = this.#at
    const count = Math.min(rowsMax, countOf(this.#batch) - from)
    this.#at += count
    return { batch: this.#batch, from, count }
  }

  async close(): Promise<void> {
    await this.#iterator.return?.()
  }
}

const countOf = (batch: GivenRows): number => ('bytes' in batch ? batch.count : batch.length)

async function* sheetXml(sheet: SheetToWrite, rows: RowSource, size: SheetSize): AsyncGenerator<Buffer> {
  const head = headXml(sheet)
  const writers = sheet.columns.map((column, index) => cellWriter(column.kind, index))
  const copied = new XlsxBytes(sheet.columns, CHUNKS_KEPT)
  // the last row is kept free for the totals
  const rowLast = Math.min(head.depth + size.rowsMax, EXCEL_ROWS - (sheet.totals === undefined ? 0 : 1))
  let text = head.xml
  let bytes = 0
  let number = head.depth
  while (number < rowLast && bytes < size.bytesMax && (await rows.more())) {
    const { batch, from, count } = rows.take(rowLast - number)
    if ('bytes' in batch) {
      if (text !== '') yield Buffer.from(text)
      text = ''
      const chunk = copied.rows(batch, from, count, number)
      bytes += chunk.length
      number += count
      yield chunk
      continue
    }
    for (const row of batch.slice(from, from + count)) {
      number += 1
      text += rowXml(row, number, writers)
      if (text.length < CHUNK_CHARACTERS) continue
      const chunk = Buffer.from(text)
      bytes += chunk.length
      text = ''
      yield chunk
    }
  }
  const totals = (await rows.more()) ? null : totalsOf(sheet)
  if (totals)
    text += rowXml(
      totals,
      number + 1,
      sheet.columns.map((column, index) => cellWriter(column.kind, index, true)),
    )
  const tones = number > head.depth ? toneRulesXml(sheet.columns, head.depth + 1, number) : ''
  yield Buffer.from(`${text}</sheetData>${head.merges}${tones}</worksheet>`)
}

function rowXml(row: RowToWrite, number: number, writers: readonly CellWriter[]): string {
  let xml = `<row r="${number}">`
  let index = 0
  for (const write of writers) {
    xml += write(row[index], number)
    index += 1
  }
  return `${xml}</row>`
}

interface Head {
  readonly xml: string
  readonly merges: string
  readonly depth: number
}

/**
 * Everything in front of the first data row: view, widths and the head rows. Equal neighbours merge sideways, a column with fewer heads
 * downwards.
 */
function headXml(sheet: SheetToWrite): Head {
  const heads = sheet.columns.map(headsOf)
  const depth = Math.max(1, ...heads.map(each => each.length))
  const merges: string[] = []
  let rows = ''
  for (let level = 0; level < depth; level += 1) {
    rows += `<row r="${level + 1}">`
    for (let column = 0; column < heads.length; column += 1) {
      const own = heads[column] ?? []
      const first = `${columnLetters(column)}${level + 1}`
      const text = level < own.length ? (own[level] ?? '') : ''
      const starts = level < own.length && !(level < own.length - 1 && column > 0 && sharesHead(heads[column - 1] ?? [], own, level))
      // merged cells keep their style, so that the border goes round
      rows += (starts && textCell(first, text, STYLE_HEAD)) || `<c r="${first}" s="${STYLE_HEAD}"/>`
      if (!starts) continue
      let columnLast = column
      if (level < own.length - 1)
        while (columnLast + 1 < heads.length && sharesHead(own, heads[columnLast + 1] ?? [], level)) columnLast += 1
      const rowLast = level === own.length - 1 ? depth : level + 1
      const last = `${columnLetters(columnLast)}${rowLast}`
      if (last !== first) merges.push(`<mergeCell ref="${first}:${last}"/>`)
    }
    rows += '</row>'
  }
  const widths = sheet.columns.map(
    (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${width(column)}" customWidth="1"/>`,
  )
  return {
    xml:
      `${XML}<worksheet xmlns="${MAIN}">${paneXml(depth, sheet.frozenColumns ?? 0)}` +
      `<sheetFormatPr defaultRowHeight="15"/>${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData>${rows}`,
    merges: merges.length > 0 ? `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>` : '',
    depth,
  }
}

/** Whether two columns stand under the same head at this level: equal from the outermost down to it, and not yet at a title. */
function sharesHead(left: readonly string[], right: readonly string[], level: number): boolean {
  if (level >= left.length - 1 || level >= right.length - 1) return false
  for (let each = 0; each <= level; each += 1) if (left[each] !== right[each]) return false
  return true
}

function width(column: ColumnToWrite): number {
  return Math.min(255, Math.max(1, column.width ?? DEFAULT_WIDTH))
}

function paneXml(rows: number, columns: number): string {
  const pane = columns > 0 ? 'bottomRight' : 'bottomLeft'
  return (
    `<sheetViews><sheetView workbookViewId="0">` +
    `<pane${columns > 0 ? ` xSplit="${columns}"` : ''} ySplit="${rows}" topLeftCell="${columnLetters(columns)}${rows + 1}" ` +
    `activePane="${pane}" state="frozen"/></sheetView></sheetViews>`
  )
}

function notesXml(notes: readonly (readonly [string, string])[]): string {
  const rows = notes.map(
    ([label, value], index) =>
      `<row r="${index + 1}">${textCell(`A${index + 1}`, label, STYLE_HEAD)}${textCell(`B${index + 1}`, value, styleOf('text', false).plain)}</row>`,
  )
  return (
    `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="16" customWidth="1"/>` +
    `<col min="2" max="2" width="80" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`
  )
}
