/** Which controls a page's operations leave. Pure. */
import type { ActionDefinition, ListDefinition } from '../../declare/wire.ts'

/** Operation ids of the suite: the browser needs two of them by name. */
const viewOperation = 2

/** With no operation at all, or viewing alone, tables have no action column. */
export const hasActionColumn = (operations: readonly number[]): boolean => operations.some(id => id !== viewOperation)

export interface RowControls {
  /** whether the operations leave the action column at all */
  readonly hasColumn: boolean
  readonly edit: boolean
  readonly remove: boolean
  readonly actions: readonly ActionDefinition[]
}

/** Controls of a row; the definition already lacks the calls the person may not use. */
export function rowControls(definition: ListDefinition, operations: readonly number[]): RowControls {
  // steps follow from what a person is towards a record: their rows say so themselves
  const ofRows = definition.actions.filter(one => one.over === 'row')
  // what viewing allows is offered where one row is shown
  if (!hasActionColumn(operations)) {
    const actions = ofRows.filter(one => one.operation === viewOperation)
    return { hasColumn: (definition.states?.steps.length ?? 0) > 0, edit: false, remove: false, actions }
  }
  return {
    hasColumn: true,
    edit: definition.calls.update !== undefined && definition.form.length > 0,
    remove: definition.calls.remove !== undefined,
    actions: ofRows,
  }
}

/**
 * Actions over the selected rows. They stand above the table, so the rule of the column does not touch them; rights have been applied by
 * the server.
 */
export const batchActions = (definition: ListDefinition): readonly ActionDefinition[] =>
  definition.actions.filter(one => one.over === 'rows')
/** Whether anything can be done to several rows at once. */
export const isSelectable = (definition: ListDefinition, controls: RowControls): boolean =>
  batchActions(definition).length > 0 ||
  (definition.states?.steps.length ?? 0) > 0 ||
  controls.remove ||
  definition.calls.export !== undefined
export const pageActions = (definition: ListDefinition): readonly ActionDefinition[] =>
  definition.actions.filter(one => one.over === 'page' || one.over === 'filter')
