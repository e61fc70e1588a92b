/** A filter tab: what the bar says as conditions, and conditions as the bar says them. Pure. */
import { isRelativeCondition } from '#platform/format/date-ranges.ts'
import type { Condition, FieldDefinition, ListDefinition, Scheme } from '../../declare/wire.ts'
import { filterQuery, searchFields } from '../values/list-query.ts'
import { emptyState, joinValues, splitValues, type ListState, type OrderBy, type Search } from '../values/list-state.ts'

type Content = Pick<Scheme, 'conditionList' | 'orderByList'>

/** Conditions and order of what a list shows. The values of the menu entry are no part of it, nor is a bound nobody chose. */
export function tabContent(definition: ListDefinition, state: ListState, today: string): Content {
  const { startDate, endDate, conditionList = [] } = filterQuery(definition, state, {}, today)
  const { bound } = definition
  const isChosen = bound !== null && state.filters[bound.field] !== undefined && startDate !== undefined && endDate !== undefined
  const period: Condition[] = isChosen ? [{ field: bound.field, condition: 'BETWEEN', value: joinValues([startDate, endDate]) }] : []
  const clicked: OrderBy[] = state.sort === null ? [] : [{ field: state.sort.field, orderBy: state.sort.way }]
  const order = (state.order ?? []).filter(one => one.field !== state.sort?.field)
  return { conditionList: [...period, ...conditionList], orderByList: [...clicked, ...order] }
}

const valueOf = (one: Condition): string => one.value ?? joinValues(one.condList ?? [])

/** The text with which the filter of a field says the condition; null: it can't. */
function filterText(field: FieldDefinition, one: Condition, isBound: boolean): string | null {
  const { condition } = one
  const value = valueOf(one)
  const isRange = isBound || field.filterKind === 'range'
  if (isRelativeCondition(condition)) return isRange ? condition : null
  if (isRange) {
    if (condition === 'BETWEEN') return value
    if (condition === 'GE') return joinValues([splitValues(value)[0] ?? '', ''])
    return condition === 'LE' ? joinValues(['', splitValues(value)[0] ?? '']) : null
  }
  if (field.filterKind === 'contains') return condition === 'LIKE' ? (splitValues(value)[0] ?? '') : null
  if (field.filterKind === null) return null
  const isText = field.filterKind === 'equals' && field.keyValueList.length === 0 && field.kind !== 'flag' && field.kind !== 'reference'
  if (isText) return condition === 'EQ' ? (splitValues(value)[0] ?? '') : null
  if (condition === 'IN') return value
  // the record alone, or all of several: the bar asks for any, and of a tree for all below as well
  const isOther = field.isTree === true || ((field.kind === 'choices' || field.kind === 'links') && splitValues(value).length > 1)
  return condition === 'EQ' && !isOther ? value : null
}

function searchOf(definition: ListDefinition, one: Condition): Search | null {
  const isSearched = one.field === definition.search?.field || searchFields(definition).some(field => field.field === one.field)
  const values = splitValues(valueOf(one))
  return isSearched && values.length > 0 && ['EQ', 'LIKE', 'IN'].includes(one.condition) ? { field: one.field, values } : null
}

/** The list as a tab shows it: in the bar what the bar can say, the rest as conditions. */
export function stateOfTab(definition: ListDefinition, tab: Content, pageSize: number): ListState {
  const filters: Record<string, string> = {}
  let search: Search | null = null
  const rest: Condition[] = []
  for (const one of tab.conditionList) {
    const field = definition.filterList.find(f => f.field === one.field) ?? definition.result.find(f => f.field === one.field)
    const isBound = definition.bound?.field === one.field
    const text = field === undefined || one.field in filters ? null : filterText(field, one, isBound)
    const searched: Search | null = search === null ? searchOf(definition, one) : null
    if (text !== null) filters[one.field] = text
    else if (searched !== null) search = searched
    else rest.push(plain(one))
  }
  return {
    ...emptyState,
    filters,
    search,
    conditions: rest.length === 0 ? null : rest,
    order: tab.orderByList.length === 0 ? null : tab.orderByList.map(({ field, orderBy }) => ({ field, orderBy })),
    pageSize,
  }
}

const plain = ({ field, condition, value, condList }: Condition): Condition => ({
  field,
  condition,
  ...(value === undefined ? {} : { value }),
  ...(condList === undefined ? {} : { condList }),
})

/** Whether two contents narrow a list alike; the order of rows is another thing. */
export function sameFilter(a: Content, b: Content): boolean {
  const key = (one: Condition): string => JSON.stringify([one.field, one.condition, isRelativeCondition(one.condition) ? '' : valueOf(one)])
  const keys = (content: Content): string => content.conditionList.map(key).toSorted().join('\n')
  return keys(a) === keys(b)
}
