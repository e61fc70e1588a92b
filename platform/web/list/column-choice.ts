/** Which columns show and in which order. Pure. */
import type { FieldDefinition } from '../../declare/wire.ts'

export interface ColumnChoice {
  /** all fields, in order */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
}

/** Columns to show, by the choice; fields the choice has never heard of follow at the end. */
export function chosenColumns(fields: readonly FieldDefinition[], choice: ColumnChoice): FieldDefinition[] {
  const place = (field: FieldDefinition): number => {
    const at = choice.order.indexOf(field.field)
    return at < 0 ? choice.order.length : at
  }
  return fields.filter(one => !choice.hidden.includes(one.field)).toSorted((a, b) => place(a) - place(b))
}

/** As the definition has it: what is in showList shows, the rest of result can be switched on. */
export function firstChoice(result: readonly FieldDefinition[], showList: readonly FieldDefinition[]): ColumnChoice {
  const shown = showList.map(one => one.field)
  const hidden = result.map(one => one.field).filter(field => !shown.includes(field))
  return { order: [...shown, ...hidden], hidden }
}

/** Moves a field one place; null where it stands at that end already. */
export function moved(choice: ColumnChoice, field: string, by: -1 | 1): ColumnChoice | null {
  const at = choice.order.indexOf(field)
  const other = choice.order[at + by]
  if (at < 0 || other === undefined) return null
  const order = choice.order.with(at, other).with(at + by, field)
  return { ...choice, order }
}
