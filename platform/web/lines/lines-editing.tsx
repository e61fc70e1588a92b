/** The control of the cell of lines that is open. */
import type { ComponentType } from 'react'
import type { Row } from '../../declare/wire.ts'
import type { ControlProps } from '../values/form-scope.ts'
import type { DataGridProps } from '../grid/data-grid.tsx'
import LineEditor from './line-editor.tsx'
import type { CellEdits } from './use-cell-edits.ts'

/** The control of the open cell, where the grid puts it. */
export function editingOf(
  { open, write, keep, ofGrid }: CellEdits,
  Control: ComponentType<ControlProps>,
): NonNullable<DataGridProps<Row>['editing']> | null {
  if (open === null) return null
  const { row, item, value, isTyped } = open
  const node = (
    <LineEditor
      key={`${row.id} ${item.field}`}
      item={item}
      value={value}
      isTyped={isTyped}
      Control={Control}
      onChange={write}
      onPick={next => keep(open, next)}
      onDone={() => ofGrid.onEnd(true)}
    />
  )
  return { id: row.id, key: item.field, node }
}
