/** What a spreadsheet puts into the clipboard, as cells of lines. Pure. */
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FormItem, Row } from '../../declare/wire.ts'
import { isDecimal } from '#platform/format/decimal.ts'
import { readTsv } from '../grid/read-tsv.ts'
import { newLine } from './lines-value.ts'

const day = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const two = (text = ''): string => text.padStart(2, '0')
const yes = new Set(['是', 'yes', 'true', '1', 'y', '√'])
const no = new Set(['否', 'no', 'false', '0', 'n', '×'])

/** The value that a text means in a cell; what it does not mean stays as it is written, and is a fault of the cell (line-faults.ts). */
export function valueOfText(item: FormItem, written: string): unknown {
  const text = written.trim()
  if (text === '') return undefined
  if (item.type === 'number') {
    const plain = text.replaceAll(/[,，\s]/g, '')
    return isDecimal(plain) ? plain : text
  }
  if (item.type === 'date') {
    const [, year, month, date] = day.exec(text) ?? []
    return year === undefined ? text : `${year}-${two(month)}-${two(date)}`
  }
  if (item.type === 'switch') {
    const told = text.toLowerCase()
    return yes.has(told) ? true : no.has(told) ? false : text
  }
  if (item.options.length > 0) return item.options.find(one => one.label === text || String(one.value) === text)?.value ?? text
  return written.trim()
}

export interface Pasted {
  /** values line by line, by field */
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}

/** Columns by their titles where the first line holds nothing else; else those from the chosen cell on. */
export function pastedLines(definition: LinesDefinition, from: string, text: string): Pasted {
  const cells = readTsv(text)
  const { form, fields } = definition
  const named = (cells[0] ?? []).map(title => form.find(item => item.title === title.trim() || item.field === title.trim()))
  const isHead = named.length > 1 && named.every(item => item !== undefined)
  const start = fields.findIndex(one => one.field === from)
  const columns = isHead ? named : fields.slice(Math.max(0, start)).map(one => form.find(item => item.field === one.field))
  return {
    lines: (isHead ? cells.slice(1) : cells).map(line =>
      Object.fromEntries(
        line.flatMap((cell, at) => {
          const item = columns[at]
          return item === undefined || item.editDisabled ? [] : [[item.field, valueOfText(item, cell)]]
        }),
      ),
    ),
  }
}

/** Values of cells by line and field. */
export type Cells = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Pasted lines laid over the rows from the marked ones on; what goes beyond the last row is added, the empty line first. */
export function placedLines(
  definition: LinesDefinition,
  rows: readonly Row[],
  spare: Row,
  marked: { readonly top: number; readonly bottom: number },
  lines: Pasted['lines'],
): { readonly cells: Cells; readonly added: readonly Row[] } {
  const cells = new Map<string, Readonly<Record<string, unknown>>>()
  const added: Row[] = []
  // one pasted line fills the rows that are marked
  const count = lines.length === 1 ? Math.max(1, marked.bottom - marked.top + 1) : lines.length
  for (let at = 0; at < count; at += 1) {
    const place = marked.top + at
    const row = place < rows.length ? rows[place] : place === rows.length ? spare : newLine(definition)
    if (row === undefined) continue
    if (place >= rows.length) added.push(row)
    cells.set(row.id, lines[lines.length === 1 ? 0 : at] ?? {})
  }
  return { cells, added }
}
