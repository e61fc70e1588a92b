/** The lines of a document in its form: a grid that is written in like a spreadsheet. Its value is what stands in it (lines-value.ts). */
import { Form } from 'antd'
import { Suspense, lazy, useContext, useMemo, useState, type ComponentType } from 'react'
import type { DrawDefinition } from '../../declare/wire-draws.ts'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { Row } from '../../declare/wire.ts'
import { FormScopeContext, type ControlProps } from '../values/form-scope.ts'
import { DataGrid } from '../grid/data-grid.tsx'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { withReload } from '../page/chunk-load.ts'
import { faultsOf } from './line-faults.ts'
import { editingOf } from './lines-editing.tsx'
import { LinesFaults, LinesTools } from './lines-head.tsx'
import { asLines, documentOf, isBlank, withCells, withTyped, without, type LinesValue } from './lines-value.ts'
import { useCellEdits } from './use-cell-edits.ts'
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

/** The lines with the figures that formulas make; another value of the document draws them anew. */
function useTyped(definition: LinesDefinition, given: unknown, document: Readonly<Record<string, unknown>>): LinesValue {
  const said = (all: Readonly<Record<string, unknown>>): string => JSON.stringify(documentOf(definition, all))
  Form.useWatch(said, { form: Form.useFormInstance(), preserve: true })
  const read = said(document)
  return useMemo(
    () => withTyped(definition, asLines(given), JSON.parse(read) as Readonly<Record<string, unknown>>),
    [definition, given, read],
  )
}

const DrawDialog = lazy(withReload(() => import('./draw-dialog.tsx')))
const noOrders: readonly never[] = []

export default function LinesControl({ definition, disabled, value: given, onChange, Control }: LinesControlProps) {
  const { values } = useContext(FormScopeContext)
  const value = useTyped(definition, given, values?.() ?? {})
  const isMobile = useIsMobile()
  const shown = useLineRows(definition, value, disabled)
  const faults = useMemo(() => faultsOf(definition, value), [definition, value])
  const { columns, setWidth } = useLineColumns({ definition, value, faults, disabled, isMobile })
  const { checked, uncheck, selection } = useChecked(value, shown.spare)
  const [drawing, setDrawing] = useState<DrawDefinition | null>(null)
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
        draws={definition.draws ?? []}
        onDraw={setDrawing}
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
      {drawing !== null && (
        <Suspense fallback={null}>
          <DrawDialog
            draw={drawing}
            lines={definition}
            value={value}
            header={values?.() ?? {}}
            Control={Control}
            onTake={rows => {
              onChange(withCells(value, new Map(), rows))
              setDrawing(null)
            }}
            onClose={() => setDrawing(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
