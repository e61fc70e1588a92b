/**
 * Cells as markup. This is the inner loop of every export (25 cells a row, 500,000 rows): plain string work, no regular expression where a
 * length decides.
 */
import { dayNumber, isDate } from '#platform/format/dates.ts'
import { styleOf, STYLE_QUOTED } from './sheet-styles.ts'
import { cleanText, looksLikeFormula, type CellToWrite, type ColumnKind } from './sheet-to-write.ts'

/** significant digits a number cell keeps */
export const EXCEL_DIGITS = 15
/** characters a cell may hold; longer text makes Excel call the file damaged */
export const CELL_CHARACTERS_MAX = 32_767
/** serial of 1970-01-01 in the 1900 system */
const SERIAL_1970 = 25_569
/** Excel counts a 29 February 1900 that never was: days before 1 March 1900 stay text */
const FIRST_SERIAL = 61
/** 'YYYY-MM-DD' */
const DAY_CHARACTERS = 10
const DECIMAL = /^-?\d+(?:\.\d+)?$/
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/** Letters of a column: 0 -> A, 26 -> AA. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** Text fit for XML and for a cell: cut to what a cell holds, `_x0041_` kept from being read as an escape. */
export function escapeText(text: string): string {
  let cut = cleanText(text)
  if (cut.length > CELL_CHARACTERS_MAX)
    cut = `${cut
      .slice(0, CELL_CHARACTERS_MAX - 1)
      .toWellFormed()
      .replace(/\ufffd$/, '')}…`
  if (!/[&<>"_]/.test(cut)) return cut
  return cut
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

function needsSpace(text: string): boolean {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  return first <= 32 || last <= 32 || text.includes('\n') || text.includes('  ')
}

/** An inline string; `style` is replaced by the quoted one where the text looks like a formula. */
export function textCell(reference: string, text: string, style: number): string {
  const escaped = escapeText(text)
  if (escaped === '') return ''
  const shown = looksLikeFormula(escaped) ? STYLE_QUOTED : style
  return `<c r="${reference}" s="${shown}" t="inlineStr"><is><t${needsSpace(escaped) ? ' xml:space="preserve"' : ''}>${escaped}</t></is></c>`
}

/** Whether a number cell keeps every digit. */
export function fitsNumber(text: string): boolean {
  if (text.length <= EXCEL_DIGITS) return true
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= EXCEL_DIGITS
}

/** serials of days met before: the days of an export are few */
const serials = new Map<string, number | null>()
const serialsMax = 20_000

/** Serial of a day; null for what is none and for days before March 1900. */
function daySerial(day: string): number | null {
  const known = serials.get(day)
  if (known !== undefined) return known
  if (serials.size >= serialsMax) serials.clear()
  const days = isDate(day) ? dayNumber(day) + SERIAL_1970 : 0
  const serial = days < FIRST_SERIAL ? null : days
  serials.set(day, serial)
  return serial
}

/** Serial of 'YYYY-MM-DD[ HH:mm:ss]' in the 1900 system; null for anything else and for days before March 1900. */
export function dateSerial(text: string): string | null {
  if (text.length === DAY_CHARACTERS) {
    const days = daySerial(text)
    return days === null ? null : String(days)
  }
  const match = DATE_TIME.exec(text)
  const days = match ? daySerial(match[1] ?? '') : null
  if (!match || days === null) return null
  const seconds = Number(match[2] ?? 0) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0)
  return seconds === 0 ? String(days) : (days + seconds / 86_400).toFixed(9)
}

export type CellWriter = (value: CellToWrite, row: number) => string

/** Makes the writer of one column's cells, in the body or in the totals row. */
export function cellWriter(kind: ColumnKind, column: number, total = false): CellWriter {
  const letters = columnLetters(column)
  const style = styleOf(kind, total)
  const open = `<c r="${letters}`
  const number = `" s="${style.plain}"><v>`
  const asText = (text: string, row: number, textStyle: number): string => textCell(letters + row, text, textStyle)
  if (kind === 'text') {
    return (value, row) => (value === null || value === undefined || value === '' ? '' : asText(String(value), row, style.plain))
  }
  if (kind === 'date' || kind === 'datetime') {
    return (value, row) => {
      if (value === null || value === undefined || value === '') return ''
      const serial = dateSerial(String(value))
      return serial === null ? asText(String(value), row, styleOf('text', total).plain) : `${open}${row}${number}${serial}</v></c>`
    }
  }
  return (value, row) => {
    if (value === null || value === undefined || value === '') return ''
    const text = String(value)
    if (!DECIMAL.test(text)) return asText(text, row, styleOf('text', total).plain)
    return fitsNumber(text)
      ? `${open}${row}${number}${text}</v></c>`
      : `${open}${row}" s="${style.long}" t="inlineStr"><is><t>${text}</t></is></c>`
  }
}
