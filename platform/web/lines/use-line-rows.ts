/** The lines that the grid shows. */
import { useMemo, useState } from 'react'
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { Row } from '../../declare/wire.ts'
import { newLine, type LinesValue } from './lines-value.ts'

export interface LineRows {
  readonly rows: readonly Row[]
  /** the empty line at the end; not among `rows` where there is no room for it */
  readonly spare: Row
}

/** The lines with an empty one behind them, to be written in. */
export function useLineRows(definition: LinesDefinition, value: LinesValue, disabled: boolean): LineRows {
  const [spare, setSpare] = useState(() => newLine(definition))
  const isUsed = value.rows.some(({ id }) => id === spare.id)
  if (isUsed) setSpare(newLine(definition))
  const hasSpare = !disabled && !isUsed && value.rows.length < definition.max
  const rows = useMemo(() => (hasSpare ? [...value.rows, spare] : value.rows), [value.rows, hasSpare, spare])
  return { rows, spare }
}
