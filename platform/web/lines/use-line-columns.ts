/** Columns of the grid of lines: cells, faults and totals as the lines stand, and the widths that were drawn. */
import { useMemo, useState } from 'react'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FieldDefinition, Row } from '../../declare/wire.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import type { CellFault } from './line-faults.ts'
import { linesColumns } from './lines-columns.tsx'
import { cellKey, totalsOf, type LinesValue } from './lines-value.ts'

interface LineColumnsOptions {
  readonly definition: LinesDefinition
  readonly value: LinesValue
  readonly faults: readonly CellFault[]
  readonly disabled: boolean
  readonly isMobile: boolean
}

export interface LineColumns {
  readonly columns: readonly GridColumn<Row>[]
  setWidth(key: string, width: number): void
}

export function useLineColumns({ definition, value, faults, disabled, isMobile }: LineColumnsOptions): LineColumns {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const columns = useMemo(() => {
    const written = new Set(definition.form.map(item => item.field))
    // figures of the program have their place once a line has them
    const isTold = ({ field, typed }: FieldDefinition): boolean =>
      written.has(field) || typed !== undefined || value.rows.some(row => (row[field] ?? '') !== '')
    const byCell = new Map(faults.map(one => [cellKey(one.id, one.field ?? ''), one.message]))
    const found = linesColumns({
      definition: { ...definition, fields: definition.fields.filter(isTold) },
      places: new Map(value.rows.map(({ id }, at) => [id, at + 1])),
      faultOf: (id, field) => byCell.get(cellKey(id, field)),
      totals: totalsOf(definition, value.rows),
      isMobile,
      canEdit: field => !disabled && written.has(field),
    })
    return found.map(one => (widths[one.key] === undefined ? one : { ...one, width: widths[one.key] ?? one.width, isSet: true }))
  }, [definition, value, faults, isMobile, disabled, widths])
  return { columns, setWidth: (key, width) => setWidths(before => ({ ...before, [key]: width })) }
}
