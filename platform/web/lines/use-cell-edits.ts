/** Writing into the cells of lines: one cell with its control open, or several at once by a key or the clipboard. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FormItem, Row } from '../../declare/wire.ts'
import { ApiError } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import type { Box } from '../grid/grid-range.ts'
import type { GridEdits } from '../grid/use-grid-input.ts'
import { t } from '../i18n/t.ts'
import { numberKey } from './lines-columns.tsx'
import { withCells, type LinesValue, type PastedName } from './lines-value.ts'
import { foundNames, namesIn } from './pasted-names.ts'
import { pastedLines, placedLines, valueOfText, type Cells } from './paste.ts'
import type { LineRows } from './use-line-rows.ts'

/** A cell whose control is open. */
export interface OpenCell {
  readonly row: Row
  readonly item: FormItem
  readonly value: unknown
  /** a character opened it */
  readonly isTyped: boolean
}

interface CellEditsOptions {
  readonly definition: LinesDefinition
  readonly value: LinesValue
  readonly shown: LineRows
  readonly columns: readonly GridColumn<Row>[]
  readonly disabled: boolean
  readonly onChange: (value: LinesValue) => void
}

export interface CellEdits {
  readonly open: OpenCell | null
  /** true: the control of the cell has opened */
  begin(row: Row, key: string, typed?: string): boolean
  /** what stands in the open control; it is not yet the cell's */
  write(raw: unknown): void
  /** sets the cell and closes its control */
  keep(cell: OpenCell, raw: unknown): void
  readonly ofGrid: GridEdits
  onPaste(box: Box, text: string): void
}

export function useCellEdits({ definition, value, shown: { rows, spare }, columns, disabled, onChange }: CellEditsOptions): CellEdits {
  const [open, setOpen] = useState<OpenCell | null>(null)
  const items = useMemo(() => new Map(definition.form.map(item => [item.field, item])), [definition])
  const set = (cells: Cells, added: readonly Row[] = []): void => {
    const more = cells.has(spare.id) && !added.includes(spare) ? [spare] : []
    onChange(withCells(value, cells, [...more, ...added]))
  }
  // what stands in the grid when the answer comes
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  const lookUp = async (names: readonly PastedName[]): Promise<void> => {
    try {
      const withFound = await foundNames(definition, names)
      latest.current.onChange(withFound(latest.current.value))
    } catch (error) {
      // the texts stay as they were pasted, and are named again when the document is saved
      if (!(error instanceof ApiError)) throw error
      feedback.warning(error.msg)
    }
  }
  const keep = ({ row, item }: OpenCell, raw: unknown): void => {
    setOpen(null)
    const next = typeof raw === 'string' ? valueOfText(item, raw) : raw
    if (next === row[item.field]) return
    // the name of what stood there before
    const label = item.target === null ? {} : { [`${item.field}Label`]: undefined }
    set(new Map([[row.id, { [item.field]: next, ...label }]]))
  }
  const begin = (row: Row, key: string, typed?: string): boolean => {
    const item = items.get(key)
    if (item === undefined || disabled || (item.editDisabled && value.base.some(({ id }) => id === row.id))) return false
    setOpen({ row, item, value: typed ?? row[key], isTyped: typed !== undefined })
    return true
  }
  const onClear = (box: Box): void => {
    const fields = columns.slice(box.left - 1, box.right).flatMap(one => items.get(one.key) ?? [])
    const emptied = Object.fromEntries(fields.map(item => [item.field, undefined]))
    const cleared = rows.slice(box.top, box.bottom + 1).filter(row => row !== spare)
    if (!disabled && fields.length > 0) set(new Map(cleared.map(row => [row.id, emptied])))
  }
  const onPaste = (box: Box, text: string): void => {
    if (disabled || text === '') return
    // the check boxes stand before the columns
    const from = columns.slice(Math.max(0, box.left - 1)).find(one => one.key !== numberKey)?.key ?? ''
    const { lines } = pastedLines(definition, from, text)
    if (lines.length > definition.max - box.top) {
      feedback.warning(t('最多 {max} 行，粘贴的内容放不下', { max: definition.max }))
      return
    }
    const { cells, added } = placedLines(definition, value.rows, spare, box, lines)
    set(cells, added)
    const names = namesIn(definition, cells)
    if (names.length > 0) void lookUp(names)
  }
  const onEnd = (isKept: boolean): void => {
    if (open !== null && isKept) keep(open, open.value)
    else setOpen(null)
  }
  const write = (raw: unknown): void => setOpen(before => (before === null ? null : { ...before, value: raw }))
  return { open, begin, write, keep, ofGrid: { onClear, onEnd }, onPaste }
}
