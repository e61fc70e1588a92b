/** What moving a card into another column is: a step of its states, an update of the field, or nothing that is open. Pure. */
import type { ListDefinition, Row, StepDefinition } from '../../../declare/wire.ts'
import { isOpenIn, mayEdit, stepsOf } from '../../values/row-steps.ts'
import type { ColumnValue } from './use-columns.ts'

export type Move =
  | { readonly kind: 'step'; readonly step: StepDefinition }
  | { readonly kind: 'update'; readonly body: Readonly<Record<string, unknown>> }
  /** nothing leads there from where the card is, or not for this person */
  | { readonly kind: 'closed' }

export function moveOf(definition: ListDefinition, by: string, row: Row, to: ColumnValue): Move {
  const { states, calls, form } = definition
  if (states?.field === by) {
    const step = stepsOf(definition, row).find(one => one.to === to)
    return step === undefined ? { kind: 'closed' } : { kind: 'step', step }
  }
  const item = form.find(one => one.field === by)
  const isOpen = calls.update !== undefined && item !== undefined && !item.editDisabled && isOpenIn(item, row) && mayEdit(definition, row)
  if (!isOpen || (to === null && item.required)) return { kind: 'closed' }
  return { kind: 'update', body: { id: row.id, ...(row.version === undefined ? {} : { version: row.version }), [by]: to } }
}

/** Columns that a card can be put into. */
export const openColumns = (definition: ListDefinition, by: string, row: Row, columns: readonly ColumnValue[]): ReadonlySet<ColumnValue> =>
  new Set(columns.filter(to => moveOf(definition, by, row, to).kind !== 'closed'))

export const columnOfRow = (row: Row, by: string): ColumnValue => {
  const value = row[by]
  return value === null || value === undefined || value === '' ? null : Number(value)
}
