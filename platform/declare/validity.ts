/** Validity: records that hold from a day to a day, of which on no day two hold for the same things. */
import type { Field } from './fields.ts'

export interface Validity<Name extends string = string> {
  /** what it holds for: a supplier and an SKU */
  readonly per: readonly Name[]
  /** first day */
  readonly from: Name
  /** last day, itself included; empty: until further notice */
  readonly to: Name
  /** the list opens with what holds today */
  readonly opens?: 'today'
}

/** The filter by a day, and by what a reference to such records is narrowed: `narrowedBy: { orderedOn: validOn }`. No column. */
export const validOn = 'validOn'
export const validOnField: Field = { kind: 'date', title: ['生效日期', 'Valid on'], options: { filter: 'equals' } }

/** Both days are one item of the form. */
export const withPeriod = (fields: Readonly<Record<string, Field>>, { from, to }: Validity): Readonly<Record<string, Field>> => {
  const first = fields[from]
  if (first === undefined) return fields
  return { ...fields, [from]: { ...first, options: { rangeTitle: ['有效期', 'Valid'], ...first.options, rangeTo: to } } }
}
