/** Heads of a sheet: which a layout needs, where a file has them, and which rows are no lines. Pure. */
import type { FileMatch, SourceRow } from '#platform/declare/file-kind.ts'
import type { Heads, MovedWord, SheetLayout } from '#platform/declare/sheet-layout.ts'
import { cleaned, currencyOf, momentOf, serialMoment, type DayOrder, type Moment } from './sheet-values.ts'

const bare = (head: string): string =>
  head
    .replaceAll(/[\s\uFEFF]+/g, ' ')
    .trim()
    .toLowerCase()
export const several = (heads: Heads): readonly string[] => (typeof heads === 'string' ? [heads] : heads)

/** Heads that must be there. */
function needed(layout: SheetLayout): string[] {
  const { amount } = layout
  const amounts = 'in' in amount ? [amount.in, amount.out] : 'by' in amount ? [amount.column, amount.by] : [amount.column]
  const texts = Object.entries(layout.texts).flatMap(([name, heads]) => (layout.optional?.includes(name) ? [] : several(heads)))
  const owner = layout.owner && 'column' in layout.owner ? [layout.owner.column] : []
  return [
    layout.day,
    ...(layout.time === undefined ? [] : [layout.time]),
    ...amounts,
    ...(layout.balance === undefined ? [] : [layout.balance]),
    ...('column' in layout.currency ? [layout.currency.column] : []),
    ...movedWords(layout).map(({ column }) => column),
    ...Object.entries(layout.figures ?? {}).flatMap(([name, head]) => (layout.optional?.includes(name) ? [] : [head])),
    ...(layout.repeats ? [layout.repeats.column] : []),
    ...(layout.documentTotal ? [layout.documentTotal.by, layout.documentTotal.stated] : []),
    ...texts,
    ...owner,
  ]
}
export const allHeads = (layout: SheetLayout): string[] => [
  ...needed(layout),
  ...Object.values(layout.texts).flatMap(several),
  ...Object.values(layout.figures ?? {}),
]
export const movedWords = ({ moved }: SheetLayout): readonly MovedWord[] =>
  moved === undefined ? [] : Array.isArray(moved) ? moved : [moved as MovedWord]
/** The row that ends the lines. What stands below it without a day is none. */
export const isClosing = ({ closing }: SheetLayout, row: SourceRow): boolean => closing !== undefined && firstWord(row).startsWith(closing)
/** a closing row may state a balance instead */
export const sumWords = /合计|总计|小计|total|sum/i
export const firstWord = (row: SourceRow): string => cleaned(row.cells.find(cell => cleaned(cell) !== '') ?? '')
export const amountHeads = ({ amount, balance }: SheetLayout): readonly string[] => [
  ...('in' in amount ? [amount.in, amount.out] : [amount.column]),
  ...(balance === undefined ? [] : [balance]),
]
/** The word by which a row tells the net sum, and not a line. */
export const isFooter = ({ footer }: SheetLayout, row: SourceRow): boolean => footer !== undefined && firstWord(row) === footer
export const dayIn = ({ serialDays }: SheetLayout, cell: string, order: DayOrder | null): Moment | null =>
  momentOf(cell, order) ?? (serialDays === true ? serialMoment(cell) : null)

export const textOf = (rows: readonly SourceRow[]): string => rows.map(row => row.cells.join(' ')).join('\n')
export const found = (pattern: string, text: string): RegExpExecArray | null => new RegExp(pattern, 'm').exec(text)

export function recognise(layout: SheetLayout, rows: readonly SourceRow[]): FileMatch | null {
  const heads = needed(layout).map(bare)
  for (const [at, row] of rows.entries()) {
    const names = row.cells.map(bare)
    if (heads.some(head => !names.includes(head))) continue
    if (layout.mark !== undefined && found(layout.mark, textOf(rows.slice(0, at))) === null) return null
    const columns = Object.fromEntries(
      allHeads(layout).flatMap(head => (names.includes(bare(head)) ? [[head, names.indexOf(bare(head))]] : [])),
    )
    // the more heads are known, the surer; what a person taught is meant for the files he has
    const confidence = 0.5 + Math.min(0.4, Object.keys(columns).length / 100) + (layout.taught === true ? 0.05 : 0)
    return { headerLine: row.line, columns, language: null, confidence }
  }
  return null
}

/** Cells of a row by head. */
export const cellAt = (match: FileMatch, row: SourceRow, head: string): string => cleaned(row.cells[match.columns[head] ?? -1] ?? '')
export const isBlank = (row: SourceRow): boolean => row.cells.every(cell => cell.trim() === '')
export const isHead = (match: FileMatch, row: SourceRow): boolean =>
  Object.entries(match.columns).every(([head, at]) => bare(row.cells[at] ?? '') === bare(head))

export function onlyCurrency({ currency }: SheetLayout, above: string): string | null {
  if ('column' in currency) return null
  return 'is' in currency ? currency.is : currencyOf(found(currency.find, above)?.[1] ?? '')
}
