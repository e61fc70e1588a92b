/** Between rows on the wire and what a form holds. Pure. Dates stay text, figures stay decimal strings. */
import { isEmptyValue } from '../lines/same-value.ts'
import { isLineFault } from '../lines/line-place.ts'
import { asLines, changesOf, linesOf } from '../lines/lines-value.ts'
import { today } from '../page/today.ts'
import type { ItemValue } from '../../declare/wire-values.ts'
import type { FormItem } from '../../declare/wire.ts'

export type FormValues = Readonly<Record<string, unknown>>

/** Specification: add status 1, edit status 2. */
export const formStatus = { add: 1, edit: 2 } as const
export type FormStatus = (typeof formStatus)[keyof typeof formStatus]

const itemValues = (value: unknown): readonly ItemValue[] => (Array.isArray(value) ? (value as readonly ItemValue[]) : [])

/** An option's own value where the row carries the same in another type ("1" for 1): selects compare strictly. */
function asOption(item: FormItem, value: unknown): unknown {
  return item.options.find(one => String(one.value) === String(value))?.value ?? value
}

/** A period: both ends, null where one is open; undefined where both are. */
function periodOf(from: unknown, to: unknown): unknown {
  return isEmptyValue(from) && isEmptyValue(to) ? undefined : [isEmptyValue(from) ? null : from, isEmptyValue(to) ? null : to]
}

function fromRow(item: FormItem, value: unknown): unknown {
  if (item.lines !== undefined) return linesOf(value)
  if (item.type === 'switch') return value === true || value === 1 || value === '1' || value === 'true'
  if (isEmptyValue(value)) return undefined
  if (item.itemsOf !== undefined) return Object.fromEntries(itemValues(value).map(one => [one.name, one.value]))
  if (item.type === 'number') return String(value)
  if (item.type === 'date' && value === 'today') return today()
  if (item.type === 'dateTime' || item.type === 'date' || item.type === 'month') return String(value)
  if (item.options.length > 0) return Array.isArray(value) ? value.map(one => asOption(item, one)) : asOption(item, value)
  if (item.target !== null) return Array.isArray(value) ? value.map(String) : String(value)
  return value
}

export { isSameValue } from '../lines/same-value.ts'

/** What the form begins with: the row's values, or each item's own first value. */
export function firstValues(items: readonly FormItem[], row: FormValues | null): FormValues {
  return Object.fromEntries(
    items.map(item => {
      if (item.until !== undefined) return [item.field, row === null ? undefined : periodOf(row[item.field], row[item.until])]
      return [item.field, fromRow(item, row === null ? item.initial : row[item.field])]
    }),
  )
}

function toWire(item: FormItem, value: unknown): unknown {
  if (item.lines !== undefined) return changesOf(item.lines, asLines(value))
  if (item.type === 'switch') return value === true
  const trimmed = typeof value === 'string' ? value.trim() : value
  if (isEmptyValue(trimmed)) return null
  // a stored file is named by its id
  if (item.type === 'file' && Array.isArray(trimmed)) return trimmed.map((one: { readonly id: string }) => one.id)
  // whole numbers are JSON numbers, everything with decimals stays an exact string
  if (item.type === 'number' && item.kind === 'integer' && typeof trimmed === 'string' && Number.isSafeInteger(Number(trimmed)))
    return Number(trimmed)
  return trimmed
}

/** What an item says on the wire, by field: a period says two things. */
function saidBy(item: FormItem, value: unknown): readonly (readonly [field: string, value: unknown])[] {
  if (item.until === undefined) return [[item.field, toWire(item, value)]]
  const [from, to]: readonly unknown[] = Array.isArray(value) ? value : []
  return [
    [item.field, toWire(item, from)],
    [item.until, toWire(item, to)],
  ]
}

/** Fields a person may not change in this status. */
export const isReadOnly = (item: FormItem, status: FormStatus): boolean => status === formStatus.edit && item.editDisabled

/** Body of the save call: what may be edited; in a new record what was left empty is left out. */
export function bodyOf(items: readonly FormItem[], values: FormValues, status: FormStatus): FormValues {
  const body: Record<string, unknown> = {}
  for (const item of items) {
    if (isReadOnly(item, status)) continue
    // lines that nobody changed do not travel
    const isLeftOut = status === formStatus.add || item.lines !== undefined
    for (const [field, value] of saidBy(item, values[item.field])) if (value !== null || !isLeftOut) body[field] = value
  }
  return body
}

export interface SplitErrors {
  /** errors of fields the form shows */
  readonly fields: readonly { readonly name: string | string[]; readonly errors: string[] }[]
  /** errors of anything else, as sentences for the head of the form */
  readonly others: readonly string[]
}

/** Server's field errors, each to its field; what the form does not show goes to its head. */
export function splitErrors(
  items: readonly FormItem[],
  errors: readonly { readonly field: string; readonly message: string }[],
): SplitErrors {
  const byField = new Map<string, string[]>()
  const others: string[] = []
  for (const { field, message } of errors) {
    // each in its cell, and counted at the grid
    if (isLineFault(field) && items.some(one => one.lines !== undefined)) continue
    const [head = '', ...rest] = field.split('.')
    const item = items.find(one => one.field === field || one.until === field || (one.itemsOf !== undefined && one.field === head))
    // of an item that another field asks for: `values.size`
    const name = item?.itemsOf === undefined ? item?.field : [head, ...rest].join('.')
    if (name !== undefined) byField.set(name, [...(byField.get(name) ?? []), message])
    else others.push(message)
  }
  const pathOf = (name: string): string | string[] => (name.includes('.') ? name.split('.') : name)
  return { fields: [...byField].map(([name, messages]) => ({ name: pathOf(name), errors: messages })), others }
}
