/** What the state of a row leaves: the steps that the server says the person may take, whether it may be edited or deleted. Pure. */
import { asText } from '#platform/format/text.ts'
import type { ActionDefinition, FormItem, ListDefinition, Row, StepDefinition } from '../../declare/wire.ts'

const codeOf = (row: Row, field: string): number => Number(row[field])

export const mayOf = (row: Row): readonly unknown[] => (Array.isArray(row['may']) ? row['may'] : [])

/** In approval a record stays as it is. */
export const isInApproval = (row: Row): boolean => {
  const given = row['approval']
  return typeof given === 'object' && given !== null && 'state' in given && given.state === 1
}

/** In the order of the declaration. */
export const stepsOf = ({ states }: ListDefinition, row: Row): readonly StepDefinition[] => {
  const may = isInApproval(row) ? [] : mayOf(row)
  return (states?.steps ?? []).filter(one => may.includes(one.name))
}

const isHis = ({ states }: ListDefinition, row: Row): boolean => states?.byPerson !== true || mayOf(row).includes('edit')
export const mayEdit = (definition: ListDefinition, row: Row): boolean => {
  if (isInApproval(row)) return false
  const { states } = definition
  return states === undefined || (states.editable.includes(codeOf(row, states.field)) && isHis(definition, row))
}
export const mayRemove = (definition: ListDefinition, row: Row): boolean => {
  if (isInApproval(row)) return false
  const { states } = definition
  return states === undefined || (states.removable.includes(codeOf(row, states.field)) && isHis(definition, row))
}

/** Whether the record has what the action is offered for; a field that this person does not see is the server's to ask. */
const holds = ({ when = {} }: ActionDefinition, row: Row): boolean =>
  Object.entries(when).every(([field, values]) => {
    const value = row[field]
    return value === undefined || values.some(one => (one === null ? value === null || value === '' : String(one) === asText(value ?? '')))
  })

/** Whether an action over a row is offered for this one. */
export const mayRun = (definition: ListDefinition, action: ActionDefinition, row: Row): boolean =>
  (action.asEdit !== true || mayEdit(definition, row)) && holds(action, row)

/** Actions over rows that some of the chosen ones leave, each with those. */
export const actionsOfSeveral = (
  actions: readonly ActionDefinition[],
  rows: readonly Row[],
): readonly { readonly action: ActionDefinition; readonly rows: readonly Row[] }[] =>
  actions.flatMap(action => {
    const open = rows.filter(row => holds(action, row))
    return open.length === 0 && rows.length > 0 ? [] : [{ action, rows: open }]
  })

/** Steps that some of the chosen rows may take, each with those. */
export function stepsOfSeveral(
  { states }: ListDefinition,
  rows: readonly Row[],
): readonly { readonly step: StepDefinition; readonly rows: readonly Row[] }[] {
  return (states?.steps ?? []).flatMap(step => {
    const taking = rows.filter(row => mayOf(row).includes(step.name))
    return taking.length === 0 || (step.isSingle && taking.length > 1) ? [] : [{ step, rows: taking }]
  })
}

/** A step as the button of an action, over one row or several. */
export const asAction = (step: StepDefinition, count: number): ActionDefinition => ({
  ...step,
  over: count > 1 ? 'rows' : 'row',
  operation: 0,
})

/** Whether the state of the row leaves the field open. */
export const isOpenIn = ({ openIn }: FormItem, row: Row): boolean =>
  openIn === undefined || openIn.states.includes(codeOf(row, openIn.field))

/** The form of this record: what its state closes is read only. */
export const openItems = (items: readonly FormItem[], row: Row): readonly FormItem[] =>
  items.map(item => (isOpenIn(item, row) ? item : { ...item, editDisabled: true }))
