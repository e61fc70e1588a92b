/** From what a list shows to the body of its call. Pure. */
import { isRelativeCondition } from '#platform/format/date-ranges.ts'
import { addDays } from '#platform/format/dates.ts'
import type { Condition, FieldDefinition, ListDefinition, ListQuery } from '../../declare/wire.ts'
import { joinValues, splitValues, type ListState } from './list-state.ts'

/** before all records */
const firstDay = '1970-01-01'

/** Days the bound of a list begins with, today included: `from,to`. */
const defaultBound = (days: number, today: string): string => `${addDays(today, 1 - days)},${today}`

/** Whether one number is asked for that leads to few rows, wherever in time they lie. */
function asksForKey({ bound }: ListDefinition, state: ListState, fixed: Readonly<Record<string, string>>): boolean {
  const keys = bound?.keys ?? []
  const { search } = state
  return (
    keys.some(key => (state.filters[key] ?? fixed[key] ?? '') !== '') ||
    (search !== null && search.values.length > 0 && keys.includes(search.field)) ||
    (state.conditions ?? []).some(one => keys.includes(one.field) && (one.condition === 'EQ' || one.condition === 'IN'))
  )
}

/** A field that one number is found by as a whole: an id, an order, a document. */
const isNumberField = ({ kind, filterKind, keyValueList }: FieldDefinition): boolean =>
  filterKind === 'equals' && keyValueList.length === 0 && (kind === 'text' || kind === 'integer')

/** One word that is nearly all digits: what is looked for among all texts as a number. */
const numberLike = /^(?=(?:.*\d){6})[\w./-]+$/

/** Whether an exact number is asked for. */
function asksForNumber(definition: ListDefinition, { search, filters, presets, conditions }: ListState): boolean {
  const numbers = new Set(definition.filterList.filter(isNumberField).map(one => one.field))
  return (
    (search !== null &&
      (numbers.has(search.field) || (search.field === definition.search?.field && numberLike.test(search.values.join(' '))))) ||
    Object.keys(filters).some(one => numbers.has(one) && presets?.includes(one) !== true) ||
    (conditions ?? []).some(one => numbers.has(one.field) && (one.condition === 'EQ' || one.condition === 'IN'))
  )
}

/** Filters that the list opened with and that an exact number goes before: it is the record of that number, whenever it was. */
export const liftedPresets = (definition: ListDefinition, state: ListState): readonly string[] =>
  state.presets !== null && state.presets.length > 0 && asksForNumber(definition, state) ? state.presets : []

/** The state as it is asked. */
export function withoutLifted(definition: ListDefinition, state: ListState): ListState {
  const lifted = liftedPresets(definition, state)
  if (lifted.length === 0) return state
  return { ...state, filters: Object.fromEntries(Object.entries(state.filters).filter(([name]) => !lifted.includes(name))) }
}

/**
 * The bound as it holds now: what was chosen, each missing side taken from the default period; a relative period is the server's to place
 * in time. Null also where nothing was chosen and a number is asked for that narrows enough.
 */
export function boundOf(
  definition: ListDefinition,
  shown: ListState,
  today: string,
  fixed: Readonly<Record<string, string>> = {},
): readonly [from: string, to: string] | null {
  const state = withoutLifted(definition, shown)
  if (definition.bound === null || isRelativeCondition(state.filters[definition.bound.field] ?? '')) return null
  const [from = '', to = ''] = splitValues(state.filters[definition.bound.field] ?? '')
  if (from === '' && to === '' && asksForKey(definition, state, fixed)) return null
  if (from === '' && to === '' && state !== shown) return null
  const [defaultFrom = '', defaultTo = ''] = splitValues(defaultBound(definition.bound.days, today))
  return [from || defaultFrom, to || defaultTo]
}

/** A code may be asked for by the word that its cells show. */
const codeOf = ({ codes = {} }: FieldDefinition, text: string): string =>
  Object.entries(codes).find(([, word]) => word === text)?.[0] ?? text

function condition(field: FieldDefinition, text: string): Condition | null {
  const named = { field: field.field, ...(field.entityField === null ? {} : { entityField: field.entityField }) }
  if (isRelativeCondition(text) && field.conditions.includes(text)) return { ...named, condition: text }
  if (field.filterKind === 'contains') return { ...named, condition: 'LIKE', value: joinValues([text]) }
  if (field.filterKind === 'range') {
    const [from = '', to = ''] = splitValues(text)
    if (from !== '' && to !== '') return { ...named, condition: 'BETWEEN', value: joinValues([from, to]) }
    if (from !== '') return { ...named, condition: 'GE', value: joinValues([from]) }
    return to === '' ? null : { ...named, condition: 'LE', value: joinValues([to]) }
  }
  // a plain text is one value whatever commas stand in it
  const isText = field.filterKind !== 'select' && field.keyValueList.length === 0 && field.kind !== 'flag' && field.kind !== 'reference'
  const values = isText ? [codeOf(field, text)] : splitValues(text)
  if (values.length === 0) return null
  // of a tree all that lies below is meant
  return values.length === 1 && field.isTree !== true
    ? { ...named, condition: 'EQ', value: joinValues(values) }
    : { ...named, condition: 'IN', value: joinValues(values) }
}

/** The search box as a condition: one value the way the field is searched, many as a list. */
function searchCondition(definition: ListDefinition, state: ListState): Condition | null {
  const { search } = state
  if (search !== null && search.field === definition.search?.field)
    return { field: search.field, condition: 'LIKE', value: joinValues(search.values) }
  const field = searchFields(definition).find(one => one.field === search?.field)
  if (search === null || field === undefined || search.values.length === 0) return null
  const named = { field: field.field, ...(field.entityField === null ? {} : { entityField: field.entityField }) }
  if (search.values.length > 1) return { ...named, condition: 'IN', value: joinValues(search.values) }
  return { ...named, condition: field.filterKind === 'contains' ? 'LIKE' : 'EQ', value: joinValues(search.values) }
}

/** Whether there is anything that a search box could look for. */
export const isSearched = (definition: ListDefinition): boolean => definition.search !== undefined || searchFields(definition).length > 0

/** Fields the search box offers: those whose values a person types, one or a list of them. */
export const searchFields = (definition: ListDefinition): readonly FieldDefinition[] =>
  definition.filterList.filter(
    one => one.conditions.includes('IN') && one.keyValueList.length === 0 && (one.kind === 'text' || one.kind === 'integer'),
  )

/** The filter of a list without page and sort: what an export, a batch over the filter and the list itself share. */
export function filterQuery(
  definition: ListDefinition,
  shown: ListState,
  fixed: Readonly<Record<string, string>>,
  today: string,
): ListQuery {
  const state = withoutLifted(definition, shown)
  const conditions: Condition[] = []
  for (const [field, value] of Object.entries(fixed)) {
    const known = definition.result.find(one => one.field === field)
    if (known !== undefined) conditions.push({ field, condition: known.isTree === true ? 'IN' : 'EQ', value: joinValues([value]) })
  }
  for (const field of definition.filterList) {
    const text = state.filters[field.field]
    if (text === undefined || (field.field === definition.bound?.field && !isRelativeCondition(text))) continue
    const one = condition(field, text)
    if (one !== null) conditions.push(one)
  }
  const search = searchCondition(definition, state)
  if (search !== null) conditions.push(search)
  conditions.push(...(state.conditions ?? []))
  const isLifted = definition.bound !== null && state !== shown && !asksForKey(definition, state, fixed)
  // an index of the words leads to it, whenever it was
  const bound = isLifted && state.search?.field === definition.search?.field ? [firstDay, today] : boundOf(definition, state, today, fixed)
  return {
    ...(bound === null ? {} : { startDate: bound[0], endDate: bound[1] }),
    ...(conditions.length === 0 ? {} : { conditionList: conditions }),
  }
}

/**
 * The order asked for, a click on a head before the scheme's; a field the list can't sort by counts as not given. The list's own order is
 * the server's business.
 */
function sortQuery(definition: ListDefinition, state: ListState): ListQuery {
  const canSort = (field: string): boolean => definition.sortList.some(one => one.field === field)
  const { sort } = state
  const order = (state.order ?? []).filter(one => canSort(one.field))
  return {
    ...(sort === null || !canSort(sort.field) ? {} : { sortField: sort.field, sortWay: sort.way }),
    ...(order.length === 0 ? {} : { orderByList: order }),
  }
}

/** Filter and order of a list without its pages: what a board, a calendar, a Gantt and a tree ask by. */
export const viewQuery = (
  definition: ListDefinition,
  state: ListState,
  fixed: Readonly<Record<string, string>>,
  today: string,
): ListQuery => ({ ...sortQuery(definition, state), ...filterQuery(definition, state, fixed, today) })

/** Body of the list call. */
export function listQuery(definition: ListDefinition, state: ListState, fixed: Readonly<Record<string, string>>, today: string): ListQuery {
  return {
    pageNum: state.pageNum,
    pageSize: state.pageSize,
    ...viewQuery(definition, state, fixed, today),
  }
}

/**
 * Columns and rows of an export: the chosen columns in their order, the selection or else the whole filter. Exact values come from the
 * server.
 */
export function exportBody(
  definition: ListDefinition,
  columns: readonly FieldDefinition[],
  state: ListState,
  selectedIds: readonly string[],
  fixed: Readonly<Record<string, string>>,
  today: string,
): {
  readonly headers: readonly string[]
  readonly fields: readonly string[]
  readonly query: ListQuery
  readonly ids?: readonly string[]
} {
  const exported = columns.filter(one => one.isExported !== false)
  return {
    headers: exported.map(one => one.title),
    fields: exported.map(one => one.field),
    query: viewQuery(definition, state, fixed, today),
    ...(selectedIds.length === 0 ? {} : { ids: selectedIds }),
  }
}
