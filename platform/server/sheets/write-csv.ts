/** Exports as CSV: the same input as xlsx, one sheet. With a byte-order mark (Excel takes it for UTF-8), RFC 4180 quoting and line ends. */
import { Readable } from 'node:stream'
import { CsvBytes } from './csv-bytes.ts'
import {
  cleanText,
  headsOf,
  looksLikeFormula,
  totalsOf,
  type CellToWrite,
  type ColumnKind,
  type RowToWrite,
  type SheetToWrite,
  type WorkbookToWrite,
} from './sheet-to-write.ts'

const CHUNK_CHARACTERS = 128 * 1024
const LINE_END = '\r\n'
const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * The sheet as a byte stream, what the export is (filter, user, time) in lines of their own before the head. Group heads stand before the
 * title, joined by " / ": CSV has one head line.
 */
export function csvStream(sheet: SheetToWrite, notes: WorkbookToWrite['notes'] = []): Readable {
  return Readable.from(lines(sheet, notes), { objectMode: false, highWaterMark: 256 * 1024 })
}

async function* lines(sheet: SheetToWrite, notes: NonNullable<WorkbookToWrite['notes']>): AsyncGenerator<Buffer> {
  const kinds = sheet.columns.map(column => column.kind)
  const about = notes.map(note => note.map(cell => field(cell, 'text')).join(',') + LINE_END).join('')
  let text = `\ufeff${about}${sheet.columns.map(column => field(headsOf(column).join(' / '), 'text')).join(',')}${LINE_END}`
  const copied = new CsvBytes(sheet.columns, field)
  for await (const batch of sheet.rows) {
    if ('bytes' in batch) {
      if (text !== '') yield Buffer.from(text)
      text = ''
      yield copied.lines(batch)
      continue
    }
    for (const row of batch) {
      text += line(row, kinds)
      if (text.length < CHUNK_CHARACTERS) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  const totals = totalsOf(sheet)
  if (totals) text += line(totals, kinds)
  if (text !== '') yield Buffer.from(text)
}

function line(row: RowToWrite, kinds: readonly ColumnKind[]): string {
  let text = ''
  for (let index = 0; index < kinds.length; index += 1) text += (index === 0 ? '' : ',') + field(row[index], kinds[index] ?? 'text')
  return text + LINE_END
}

/**
 * Where a program may begin a cell inside a text, before the first character of a formula. A program that separates by semicolon (Excel, by
 * the language of its system), tab or bar finds our quotation marks in the middle of its cells, where they quote nothing: it also ends a
 * row at a line end of the text. Marks and blanks before the formula are dropped by some.
 */
const FORMULA_INSIDE = /(?<=[;|\t\r\n])(?=[ "\u00a0\u3000]*[=+\-@＝＋－＠])/g
const FORMULA_AHEAD = /^[ "\u00a0\u3000]+[=+\-@＝＋－＠]/

/** Text without anything that a spreadsheet would work out, whichever separator it takes: an apostrophe before each such place. */
const withoutFormulas = (text: string): string => {
  const inside = text.replace(FORMULA_INSIDE, "'")
  return looksLikeFormula(inside) || FORMULA_AHEAD.test(inside) ? `'${inside}` : inside
}

/**
 * One field. Text that looks like a formula anywhere a cell may begin gets an apostrophe there; figures in columns of figures stay as they
 * are.
 */
export function field(value: CellToWrite, kind: ColumnKind): string {
  if (value === null || value === undefined || value === '') return ''
  const text = cleanText(String(value))
  const safe = kind !== 'text' && DECIMAL.test(text) ? text : withoutFormulas(text)
  // quoted with any of the separators in it: some programs take several at once
  return /[",;|\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replace(/"/g, '""')}"` : safe
}
