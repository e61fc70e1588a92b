/** A text from the clipboard laid over the marked cells: what goes where, and what has no place. Pure. */
import type { PasteAsk } from '../../declare/wire-paste.ts'
import type { ListDefinition, Row } from '../../declare/wire.ts'
import type { Box } from '../grid/grid-range.ts'
import { readTsv } from '../grid/read-tsv.ts'
import { t } from '../i18n/t.ts'
import { isOpenIn } from '../values/row-steps.ts'
import { inlineItems } from './use-inline-edit.tsx'

export interface RefusedCell {
  readonly id: string
  readonly field: string
  readonly reason: string
}

export interface PastePlan {
  /** fields that the text lies over, in the order of the table */
  readonly fields: readonly string[]
  readonly rows: readonly Row[]
  /** texts by row and field; null: nothing goes there */
  readonly cells: readonly (readonly (string | null)[])[]
  /** cells that nobody edits in the table */
  readonly refused: readonly RefusedCell[]
  /** cells of the text beyond the last row or column */
  readonly beyond: number
}

/** A single cell, or a single line, fills what is marked. */
function repeated(text: readonly (readonly string[])[], height: number, width: number): readonly (readonly string[])[] {
  const [first = []] = text
  const wide =
    text.every(line => line.length === 1) && first.length === 1 && width > 1
      ? text.map(([one = '']) => Array<string>(width).fill(one))
      : text
  return wide.length === 1 && height > 1 ? Array.from({ length: height }, () => wide[0] ?? []) : wide
}

/** `keys`: columns of the table from the first marked one on. */
export function pastePlan(definition: ListDefinition, shown: readonly Row[], box: Box, keys: readonly string[], text: string): PastePlan {
  const items = inlineItems(definition)
  const data = keys.filter(key => definition.result.some(one => one.field === key))
  const lines = repeated(readTsv(text), box.bottom - box.top + 1, box.right - box.left + 1)
  const width = Math.max(0, ...lines.map(line => line.length))
  const fields = data.slice(0, width)
  const rows = shown.slice(Math.max(0, box.top), Math.max(0, box.top) + lines.length)
  const refused: RefusedCell[] = []
  const cells = rows.map((row, at) =>
    fields.map((field, column) => {
      const cell = lines[at]?.[column]
      const item = items.get(field)
      if (cell === undefined) return null
      if (item !== undefined && isOpenIn(item, row)) return cell
      refused.push({ id: row.id, field, reason: item === undefined ? t('此列不能在表格中修改') : t('当前状态下不能修改') })
      return null
    }),
  )
  const all = lines.reduce((sum, line) => sum + line.length, 0)
  const placed = rows.reduce((sum, _, at) => sum + Math.min(lines[at]?.length ?? 0, fields.length), 0)
  return { fields, rows, cells, refused, beyond: all - placed }
}

/** What is sent: columns and rows that hold a text, without the cells that were refused. */
export function pasteAsk(type: string, plan: PastePlan, without: readonly RefusedCell[]): PasteAsk {
  const out = new Set(without.map(one => `${one.id} ${one.field}`))
  const columns = plan.fields.map((field, at) => ({ field, at })).filter(({ at }) => plan.cells.some(line => line[at] !== null))
  const rows = plan.rows
    .map((row, at) => ({
      id: row.id,
      ...(row.version === undefined ? {} : { version: row.version }),
      cells: columns.map(one => (out.has(`${row.id} ${one.field}`) ? null : (plan.cells[at]?.[one.at] ?? null))),
    }))
    .filter(row => row.cells.some(cell => cell !== null))
  return { type, fields: columns.map(one => one.field), rows }
}
