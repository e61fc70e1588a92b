/** Import templates: a small styled workbook that shows what to fill in. Made whole in memory: it has a head, one example and lists. */
import type { Cell, CellStyle, DataValidation, WriteSheet } from 'hucre/xlsx'
import { columnLetters } from './sheet-cells.ts'
import { REQUIRED_MARK } from './template-title.ts'

export interface TemplateColumn {
  readonly title: string
  /** marked with * and a red head */
  readonly required?: boolean
  /** what to fill in, shown when the mouse rests on the head */
  readonly comment?: string
  readonly example?: string
  /** the only values allowed: becomes a drop-down list */
  readonly options?: readonly string[]
  /** in characters */
  readonly width?: number
}

export interface Template {
  /** name of the tab */
  readonly name: string
  readonly columns: readonly TemplateColumn[]
}

/** what Excel takes for a list written into the rule itself; longer ones stand on a hidden sheet */
const INLINE_LIST_MAX = 255
/** rows that the drop-down lists cover */
const ROWS_COVERED = 5000
const OPTIONS_SHEET = '选项'
const COMMENT_AUTHOR = '掌柜'
const FIRST_ROW = 2

const HEAD: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F0F2F5' } },
  alignment: { horizontal: 'center', vertical: 'center', wrapText: true },
  border: { bottom: { style: 'thin', color: { rgb: 'BFBFBF' } } },
}
const HEAD_REQUIRED: CellStyle = { ...HEAD, font: { bold: true, color: { rgb: 'CF1322' } } }
/** text format: what is typed stays as typed (codes with leading zeros, dates, long numbers) */
const BODY: CellStyle = { numFmt: '@' }
const EXAMPLE: CellStyle = { numFmt: '@', font: { italic: true, color: { rgb: '8C8C8C' } } }

/** The template as xlsx. The second row is an example: whoever fills the template in writes over it. */
export async function templateWorkbook({ name, columns }: Template): Promise<Uint8Array> {
  const cells = new Map<string, Partial<Cell>>()
  columns.forEach((column, index) => {
    cells.set(`0,${index}`, {
      style: column.required ? HEAD_REQUIRED : HEAD,
      ...(column.comment ? { comment: { author: COMMENT_AUTHOR, text: column.comment } } : {}),
    })
    cells.set(`1,${index}`, { style: EXAMPLE })
  })
  const main: WriteSheet = {
    name,
    columns: columns.map(column => ({ width: column.width ?? Math.max(12, column.title.length * 2 + 4), style: BODY })),
    rows: [columns.map(column => column.title + (column.required ? REQUIRED_MARK : '')), columns.map(column => column.example ?? null)],
    cells,
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap((column, index) => (column.options?.length ? [listRule(column, column.options, index)] : [])),
  }
  const { writeXlsx } = await import('hucre/xlsx')
  const long = columns.map(column => (column.options && !fitsInline(column.options) ? column.options : []))
  if (long.every(options => options.length === 0)) return writeXlsx({ sheets: [main] })
  const rows = Array.from({ length: Math.max(...long.map(options => options.length)) }, (_, row) =>
    long.map(options => options[row] ?? null),
  )
  return writeXlsx({ sheets: [main, { name: OPTIONS_SHEET, rows, hidden: true }] })
}

function fitsInline(options: readonly string[]): boolean {
  return options.join(',').length <= INLINE_LIST_MAX && !options.some(option => /[",]/.test(option))
}

function listRule(column: TemplateColumn, options: readonly string[], index: number): DataValidation {
  const letters = columnLetters(index)
  return {
    type: 'list',
    range: `${letters}${FIRST_ROW}:${letters}${ROWS_COVERED}`,
    allowBlank: !column.required,
    showErrorMessage: true,
    errorStyle: 'stop',
    errorTitle: column.title,
    errorMessage: '请从下拉列表中选择',
    ...(fitsInline(options) ? { values: [...options] } : { formula1: `'${OPTIONS_SHEET}'!$${letters}$1:$${letters}$${options.length}` }),
  }
}
