/** The work in the scheme dialog and its rules. Pure. */
import { movedTo, settingsOf } from './layout-rules.ts'
import { RELATIVE_CONDITIONS } from '../../format/date-ranges.ts'
import type { ListView } from '../../declare/shown-as.ts'
import type { ColumnSetting, Condition, ConditionCode, FieldDefinition, ListDefinition, ListLayout, Scheme } from '../../declare/wire.ts'

export interface ConditionRow {
  readonly id: number
  /** empty: not chosen yet */
  readonly field: string
  readonly condition: ConditionCode | null
  /** joined as conditions take them */
  readonly value: string
}
export interface OrderRow {
  readonly id: number
  readonly field: string
  readonly orderBy: 'ASC' | 'DESC'
}
export interface Draft {
  readonly name: string
  readonly conditions: readonly ConditionRow[]
  readonly order: readonly OrderRow[]
  readonly columns: readonly ColumnSetting[]
  /** how the list is seen; null: as it is */
  readonly view: ListView | null
}
/** What a list takes over from the dialog. */
export interface Applied {
  readonly scheme: string | null
  readonly conditions: readonly Condition[] | null
  readonly order: readonly { readonly field: string; readonly orderBy: 'ASC' | 'DESC' }[] | null
  /** absent: the list stays as it is seen */
  readonly view?: ListView | null
}

const withoutValue: ReadonlySet<ConditionCode> = new Set([...RELATIVE_CONDITIONS, 'EMPTY', 'NOT_EMPTY'])
export const needsValue = (condition: ConditionCode | null): boolean => condition === null || !withoutValue.has(condition)

/** The next free number of a row. */
export const nextId = (rows: readonly { readonly id: number }[]): number => rows.reduce((max, row) => Math.max(max, row.id), 0) + 1
export const newCondition = (rows: readonly ConditionRow[]): ConditionRow => ({ id: nextId(rows), field: '', condition: null, value: '' })

/** Choosing a field resets the value, and the condition to the first the field allows. */
export const withField = (row: ConditionRow, field: FieldDefinition): ConditionRow => ({
  ...row,
  field: field.field,
  condition: field.conditions[0] ?? null,
  value: '',
})

/** A value stays with another operator where it means the same; one value and a range do not. */
export function withCondition(row: ConditionRow, condition: ConditionCode): ConditionRow {
  const isRange = (code: ConditionCode | null): boolean => code === 'BETWEEN'
  const keeps = needsValue(condition) && isRange(condition) === isRange(row.condition)
  return { ...row, condition, value: keeps ? row.value : '' }
}

/** Fields of other rows: they can't be chosen again. */
export const takenFields = (rows: readonly { readonly id: number; readonly field: string }[], own: number): ReadonlySet<string> =>
  new Set(rows.filter(row => row.id !== own && row.field !== '').map(row => row.field))

export const conditionRows = (conditions: readonly Condition[]): ConditionRow[] =>
  conditions.map((one, at) => ({
    id: at + 1,
    field: one.field,
    condition: one.condition,
    value: one.value ?? (one.condList ?? []).map(value => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(','),
  }))
export const orderRows = (order: NonNullable<Applied['order']>): OrderRow[] =>
  order.map(({ field, orderBy }, at) => ({ id: at + 1, field, orderBy }))

/** What a list begins with. */
export const factoryDraft = (definition: ListDefinition, name: string): Draft => ({
  name,
  conditions: [],
  order: [],
  columns: settingsOf(definition, null),
  view: null,
})

/** A scheme without columns leaves them as the list has them. */
export function draftOf(definition: ListDefinition, scheme: Scheme, layout: ListLayout | null): Draft {
  const frozen = new Set((layout?.columns ?? []).filter(one => one.frozen).map(one => one.field))
  const shown = scheme.columnList.map(one => ({ field: one.field, isShow: true, width: one.width, frozen: frozen.has(one.field) }))
  const all = settingsOf(definition, shown.length === 0 ? null : { columns: shown, density: 'compact' })
  const named = new Set(shown.map(one => one.field))
  return {
    name: scheme.name,
    conditions: conditionRows(scheme.conditionList),
    order: orderRows(scheme.orderByList),
    columns: shown.length === 0 ? all : all.map(one => (named.has(one.field) ? one : { ...one, isShow: false })),
    view: scheme.view ?? null,
  }
}

export const conditionsOf = (draft: Draft): Condition[] =>
  draft.conditions.flatMap(({ field, condition, value }) =>
    field === '' || condition === null ? [] : [{ field, condition, ...(needsValue(condition) ? { value } : {}) }],
  )
export const orderOf = (draft: Draft): NonNullable<Applied['order']> =>
  draft.order.filter(row => row.field !== '').map(({ field, orderBy }) => ({ field, orderBy }))
/** What a draft asks of its list. */
export const appliedDraft = (draft: Draft, scheme: string | null): Applied => ({
  scheme,
  conditions: conditionsOf(draft),
  order: orderOf(draft),
  ...(draft.view === null ? {} : { view: draft.view }),
})
/** Columns as a scheme keeps them: those that show, frozen ones first as the table has them. */
export const columnList = (columns: readonly ColumnSetting[]): { field: string; width: number | null }[] =>
  [...columns.filter(one => one.frozen), ...columns.filter(one => !one.frozen)]
    .filter(one => one.isShow)
    .map(({ field, width }) => ({ field, width }))

/** The first row of conditions that says nothing yet, counted from 1; null: none. */
export function unfinished(draft: Draft): number | null {
  const at = draft.conditions.findIndex(
    row => row.field === '' || row.condition === null || (needsValue(row.condition) && row.value === ''),
  )
  return at < 0 ? null : at + 1
}

type DefaultOf = Scheme['defaultOf']
/** Calls that make one set of defaults out of another; without a role the organisation is meant. */
export function defaultChanges(before: DefaultOf, after: DefaultOf): { readonly roleId?: string; readonly isDefault: 0 | 1 }[] {
  const gone = before.roleIds.filter(id => !after.roleIds.includes(id))
  const come = after.roleIds.filter(id => !before.roleIds.includes(id))
  return [
    ...gone.map(roleId => ({ roleId, isDefault: 0 as const })),
    ...come.map(roleId => ({ roleId, isDefault: 1 as const })),
    ...(before.isOrganisation === after.isOrganisation ? [] : [{ isDefault: after.isOrganisation ? (1 as const) : (0 as const) }]),
  ]
}

export type Move = 'up' | 'down' | 'top' | 'bottom'
/** The rows after a move; 'first' or 'last' where the row stands at that end already. */
export function moved<Row>(rows: readonly Row[], at: number, move: Move): Row[] | 'first' | 'last' {
  if ((move === 'up' || move === 'top') && at === 0) return 'first'
  if ((move === 'down' || move === 'bottom') && at === rows.length - 1) return 'last'
  const to = { up: at - 1, down: at + 1, top: 0, bottom: rows.length - 1 }[move]
  return movedTo(rows, at, to) ?? [...rows]
}
