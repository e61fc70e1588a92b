/** What is typed, filled in, emptied and pasted over the days of a month, as blocks that the server takes. Pure. */
import type { GridAnswer, GridBlock, GridCell, GridLine } from '../../../declare/wire.ts'
import type { Box } from '../../grid/grid-range.ts'
import { readTsv } from '../../grid/read-tsv.ts'

/** columns before the first day: the name */
export const daysFrom = 1

type Days = GridAnswer['days']
/** `texts` by row of the box and column of it: the pattern is laid over the whole box. */
export function blocksOf(rows: readonly GridLine[], days: Days, box: Box, texts: readonly (readonly string[])[]): GridBlock[] {
  const first = Math.max(0, box.left - daysFrom)
  const last = Math.min(days.length - 1, box.right - daysFrom)
  const column = days[first]?.day
  if (column === undefined || last < first || texts.length === 0) return []
  return rows.slice(Math.max(0, box.top), box.bottom + 1).map((row, n) => {
    const line = texts[n % texts.length] ?? ['']
    return { row: row.id, column, texts: Array.from({ length: last - first + 1 }, (_, at) => line[at % line.length] ?? '') }
  })
}

/** A text from the clipboard: as large as it is, or laid over the marked cells where these are more. */
export function pastedBlocks(rows: readonly GridLine[], days: Days, box: Box, text: string): GridBlock[] {
  const lines = readTsv(text).map(line => line.map(one => one.trim()))
  const wide = Math.max(...lines.map(line => line.length))
  const even = lines.map(line => [...line, ...Array.from({ length: wide - line.length }, () => '')])
  const whole = {
    ...box,
    bottom: Math.max(box.bottom, box.top + even.length - 1),
    right: Math.max(box.right, box.left + wide - 1),
  }
  // a copy of the rows marked from the name on begins with it: the names are left out; less is a pattern for the days
  const isWholeRow = wide >= box.right - box.left + 1
  const skipped = isWholeRow ? Math.max(0, daysFrom - box.left) : 0
  return blocksOf(
    rows,
    days,
    whole,
    even.map(line => line.slice(skipped)).filter(line => line.length > 0),
  )
}

/** The blocks with what their cells show, so that nobody writes over what he has not seen. */
export function withSeen({ days, rows }: GridAnswer, blocks: readonly GridBlock[]): GridBlock[] {
  const cellsOf = new Map(rows.map(row => [row.id, row.cells]))
  const at = new Map(days.map((one, n) => [one.day, n]))
  return blocks.map(block => {
    const from = at.get(block.column) ?? 0
    return { ...block, seen: block.texts.map((_, n) => cellsOf.get(block.row)?.[from + n]?.text ?? '') }
  })
}

/** The rows with what was written, until the server has answered. */
export function withBlocks(answer: GridAnswer, blocks: readonly GridBlock[]): GridAnswer {
  const of = new Map(blocks.map(one => [one.row, one]))
  const at = new Map(answer.days.map((one, n) => [one.day, n]))
  return {
    ...answer,
    rows: answer.rows.map(row => {
      const block = of.get(row.id)
      if (block === undefined) return row
      const from = at.get(block.column) ?? 0
      const cells = row.cells.map((cell, n): GridCell | null => {
        const text = block.texts[n - from]
        return n < from || text === undefined || cell === null ? cell : { text }
      })
      return { ...row, cells }
    }),
  }
}
