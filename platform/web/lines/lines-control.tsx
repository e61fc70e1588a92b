/** The lines of a document in its form: a grid that is written in like a spreadsheet. Its value is what stands in it (lines-value.ts). */
import { useMemo, useState, type ComponentType } from 'react'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { Row } from '../../declare/wire.ts'
import type { ControlProps } from '../form/form-scope.ts'
import { DataGrid, type DataGridProps } from '../grid/data-grid.tsx'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import LineEditor from './line-editor.tsx'
import { faultsOf } from './line-faults.ts'
import { LinesFaults, LinesTools } from './lines-head.tsx'
import { asLines, isBlank, without, type LinesValue } from './lines-value.ts'
import { useCellEdits, type CellEdits } from './use-cell-edits.ts'
import { useLineColumns } from './use-line-columns.ts'
import { useLineRows } from './use-line-rows.ts'
import './lines.css'

interface LinesControlProps {
  readonly definition: LinesDefinition
  readonly disabled: boolean
  readonly value: unknown
  readonly onChange: (value: LinesValue) => void
  /** the controls of a form, for cells that are chosen */
  readonly Control: ComponentType<ControlProps>
}

/** The lines whose boxes are checked; the empty line can't be. */
function useChecked(value: LinesValue, spare: Row) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  return {
    checked,
    uncheck: () => setChecked(new Set()),
    selection: {
      ids: checked,
      nameOf: (row: Row) => String(value.rows.indexOf(row) + 1),
      onRows: (chosen: readonly Row[], on: boolean) =>
        setChecked(before => {
          const ids = chosen.filter(row => row !== spare).map(({ id }) => id)
          return on ? new Set([...before, ...ids]) : new Set([...before].filter(id => !ids.includes(id)))
        }),
    },
  }
}

/** The control of the open cell, where the grid puts it. */
function editingOf(
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

const noOrders: readonly never[] = []

export default function LinesControl({ definition, disabled, value: given, onChange, Control }: LinesControlProps) {
  const value = asLines(given)
  const isMobile = useIsMobile()
  const shown = useLineRows(definition, value, disabled)
  const faults = useMemo(() => faultsOf(definition, value), [definition, value])
  const { columns, setWidth } = useLineColumns({ definition, value, faults, disabled, isMobile })
  const { checked, uncheck, selection } = useChecked(value, shown.spare)
  const edits = useCellEdits({ definition, value, shown, columns, disabled, onChange })
  return (
    <div className="zg-lines">
      <LinesTools
        filled={value.rows.filter(row => !isBlank(definition, row)).length}
        max={definition.max}
        canAdd={value.rows.length < definition.max}
        hasChosen={checked.size > 0}
        disabled={disabled}
        isMobile={isMobile}
        onAdd={() => onChange({ ...value, rows: [...value.rows, shown.spare] })}
        onRemove={() => {
          onChange(without(value, checked))
          uncheck()
        }}
      />
      <LinesFaults faults={faults} />
      <div className="zg-lines-grid">
        <DataGrid<Row>
          label={definition.title}
          rows={shown.rows}
          columns={columns}
          density={isMobile ? 'comfortable' : 'compact'}
          totalRows={definition.fields.some(one => one.isTotal) ? 1 : 0}
          orders={noOrders}
          onOrders={() => undefined}
          onWidth={setWidth}
          selection={disabled ? null : selection}
          isNarrow={isMobile}
          onEdit={edits.begin}
          edits={edits.ofGrid}
          onPaste={edits.onPaste}
          editing={editingOf(edits, Control)}
        />
      </div>
    </div>
  )
}
