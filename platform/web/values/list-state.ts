/**
 * What a list is showing: filters, search box, scheme, conditions, order, page, sort. Pure; the address of the page carries it, so that a
 * link shows a colleague the same list.
 */

import type { Condition, ConditionCode, ListDefinition } from '../../declare/wire.ts'
import type { ListView } from '../../declare/shown-as.ts'

export interface Sort {
  readonly field: string
  readonly way: 'ASC' | 'DESC'
}

/** The search box: one field, one value or many (the batch box). */
export interface Search {
  readonly field: string
  readonly values: readonly string[]
}

export interface OrderBy {
  readonly field: string
  readonly orderBy: 'ASC' | 'DESC'
}

export interface ListState {
  /**
   * field -> value as text; several values are joined by commas, a comma inside a value is `\,`; a range is `from,to`, either side may be
   * empty, or the code of a relative period (`THIS_MONTH`), which stays relative in addresses and saved tabs
   */
  readonly filters: Readonly<Record<string, string>>
  readonly search: Search | null
  /** id of the applied scheme */
  readonly scheme: string | null
  /** conditions of the applied scheme, or of the dialog's unsaved work */
  readonly conditions: readonly Condition[] | null
  /** order of the applied scheme; a click on a head goes before it */
  readonly order: readonly OrderBy[] | null
  readonly pageNum: number
  readonly pageSize: number
  /**
   * fields whose filter the list opened with and nobody has touched: an exact number goes before them; none: they were taken away; null:
   * nothing is known of them, every filter counts as chosen
   */
  readonly presets: readonly string[] | null
  /** null: the order the definition gives */
  readonly sort: Sort | null
  /** null: as the definition opens it */
  readonly view: ListView | null
  /** day that a calendar shows; null: today */
  readonly day: string | null
  /** how much of time a calendar or a Gantt shows; null: what it begins with */
  readonly span: Span | null
}

export const spans = ['day', 'week', 'month', 'list'] as const
export type Span = (typeof spans)[number]

export const pageSizes = [10, 20, 30, 40, 50] as const
export const emptyState: ListState = {
  filters: {},
  search: null,
  scheme: null,
  conditions: null,
  order: null,
  pageNum: 1,
  pageSize: pageSizes[0],
  presets: null,
  sort: null,
  view: null,
  day: null,
  span: null,
}

/** Filters stand in the address as `f.<field>`: other names there belong to the menu entry. */
export const filterPrefix = 'f.'
/** Says that what the address narrows goes beside what the list opens with, and not in its place. */
const besideName = 'opens'
const ownNames: ReadonlySet<string> = new Set([
  'search',
  'preset',
  'scheme',
  'conditions',
  'order',
  'page',
  'size',
  'sort',
  'as',
  'as.day',
  'as.span',
  besideName,
])
/** names in the address what shall be begun on the page: `add`, `import`, an action of the page */
export const beginName = 'begin'
/** The address of a list on which something is begun. */
export const beginPath = (path: string, name: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [beginName]: name }).toString()}`
/** The address of a list narrowed to what has this value in this field. */
export const narrowedPath = (path: string, { field, value }: { readonly field: string; readonly value: string }): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [filterPrefix + field]: value }).toString()}`

const isOwn = (name: string): boolean => name.startsWith(filterPrefix) || ownNames.has(name)

/** Joins values the way conditions take them: a comma inside a value is `\,`, a backslash `\\`. */
export const joinValues = (values: readonly string[]): string => values.map(value => value.replaceAll(/[\\,]/g, '\\$&')).join(',')

/** Splits what `joinValues` joined. */
export function splitValues(text: string): string[] {
  if (text === '') return []
  const values = ['']
  for (const [part] of text.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (part === ',') values.push('')
    else values.push((values.pop() ?? '') + (part.length > 1 && part.startsWith('\\') ? part.slice(1) : part))
  }
  return values
}

function wholeNumber(text: string | null, fallback: number): number {
  return text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : fallback
}

const dotted = /^(\w+)\.(.+)$/s

function readSearch(text: string | null): Search | null {
  const [, field = '', joined = ''] = dotted.exec(text ?? '') ?? []
  const values = splitValues(joined).filter(one => one !== '')
  return values.length === 0 ? null : { field, values }
}

function readOrder(text: string | null): readonly OrderBy[] | null {
  const order = (text ?? '').split(',').flatMap(part => {
    const [, field = '', way] = /^(\w+)\.(ASC|DESC)$/.exec(part) ?? []
    return way === undefined ? [] : [{ field, orderBy: way === 'ASC' ? ('ASC' as const) : ('DESC' as const) }]
  })
  return order.length === 0 ? null : order
}

/** Conditions as `field.CODE.values`, joined like values; the server knows which fields and codes there are. */
function readConditions(text: string | null): readonly Condition[] | null {
  const conditions = splitValues(text ?? '').flatMap(part => {
    const [, field = '', code, value] = /^(\w+)\.([A-Z0-9_]+)(?:\.(.*))?$/s.exec(part) ?? []
    return code === undefined ? [] : [{ field, condition: code as ConditionCode, ...(value === undefined ? {} : { value }) }]
  })
  return conditions.length === 0 ? null : conditions
}

function writeCondition(one: Condition): string {
  const value = one.condList === undefined || one.condList.length === 0 ? one.value : joinValues(one.condList)
  return `${one.field}.${one.condition}${value === undefined || value === '' ? '' : `.${value}`}`
}

const views: Readonly<Record<ListView, true>> = {
  table: true,
  board: true,
  checklist: true,
  calendar: true,
  gantt: true,
  tree: true,
  grid: true,
}
const viewNamed = (name: string | null): ListView | null => (name !== null && Object.hasOwn(views, name) ? (name as ListView) : null)

/** Reads the state out of an address; what is not understood counts as not given. */
export function readState(search: URLSearchParams): ListState {
  const filters: Record<string, string> = {}
  for (const [name, value] of search) if (name.startsWith(filterPrefix) && value !== '') filters[name.slice(filterPrefix.length)] = value
  const sort = /^(\w+)\.(ASC|DESC)$/.exec(search.get('sort') ?? '')
  const size = wholeNumber(search.get('size'), emptyState.pageSize)
  return {
    filters,
    search: readSearch(search.get('search')),
    scheme: /^\d{1,19}$/.exec(search.get('scheme') ?? '')?.[0] ?? null,
    conditions: readConditions(search.get('conditions')),
    order: readOrder(search.get('order')),
    pageNum: wholeNumber(search.get('page'), 1),
    presets: search.has('preset') ? splitValues(search.get('preset') ?? '').filter(one => one in filters) : null,
    pageSize: pageSizes.some(one => one === size) ? size : emptyState.pageSize,
    sort: sort === null ? null : { field: sort[1] ?? '', way: sort[2] === 'ASC' ? 'ASC' : 'DESC' },
    view: viewNamed(search.get('as')),
    day: /^\d{4}-\d\d-\d\d$/.test(search.get('as.day') ?? '') ? search.get('as.day') : null,
    span: spans.find(one => one === search.get('as.span')) ?? null,
  }
}

/** Writes the state into an address; parameters of others stay. What is as it begins is left out, so that addresses stay short. */
export function writeState(state: ListState, before: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams([...before].filter(([name]) => !isOwn(name)))
  for (const [field, value] of Object.entries(state.filters)) search.set(filterPrefix + field, value)
  if (state.search !== null) search.set('search', `${state.search.field}.${joinValues(state.search.values)}`)
  if (state.presets !== null) search.set('preset', joinValues(state.presets))
  if (state.scheme !== null) search.set('scheme', state.scheme)
  if (state.conditions !== null && state.conditions.length > 0) search.set('conditions', joinValues(state.conditions.map(writeCondition)))
  if (state.order !== null && state.order.length > 0) search.set('order', state.order.map(one => `${one.field}.${one.orderBy}`).join(','))
  if (state.sort !== null) search.set('sort', `${state.sort.field}.${state.sort.way}`)
  if (state.view !== null) search.set('as', state.view)
  if (state.day !== null) search.set('as.day', state.day)
  if (state.span !== null) search.set('as.span', state.span)
  if (state.pageNum !== 1) search.set('page', String(state.pageNum))
  if (state.pageSize !== emptyState.pageSize) search.set('size', String(state.pageSize))
  return search
}

/** The same list with other filters begins at its first page. Empty values are dropped. */
export function withFilters(state: ListState, filters: Readonly<Record<string, string | undefined>>): ListState {
  const next: Record<string, string> = {}
  for (const [field, value] of Object.entries({ ...state.filters, ...filters })) {
    const trimmed = value?.trim()
    if (trimmed !== undefined && trimmed !== '' && trimmed !== ',') next[field] = trimmed
  }
  return { ...state, filters: next, pageNum: 1 }
}

/** How a list opens whose address says nothing, and that has no scheme of its own to open with. */
export function openingState(definition: ListDefinition, state: ListState, isBeside = false): ListState {
  if (!isBlank(isBeside ? { ...state, filters: {} } : state) || definition.defaultScheme != null) return state
  const filters = definition.filterList.flatMap(({ field, opensWith }) =>
    opensWith === undefined || field in state.filters ? [] : [[field, opensWith] as const],
  )
  if (filters.length === 0) return state
  return { ...state, filters: { ...Object.fromEntries(filters), ...state.filters }, presets: filters.map(([field]) => field) }
}

/**
 * What is asked after another state: of the filters that the list opened with those count no longer that have been changed; a list whose
 * last filter was taken away says so, or it would open anew.
 */
export function askedAfter(definition: ListDefinition, before: ListState, next: ListState, isBeside = false): ListState {
  const left = (next.presets ?? []).filter(one => next.filters[one] !== undefined && next.filters[one] === before.filters[one])
  const bare = { ...next, presets: null }
  const isEmptied = left.length === 0 && openingState(definition, bare, isBeside) !== bare
  return { ...bare, presets: left.length > 0 || isEmptied ? left : null }
}

export const opensBeside = (search: string): boolean => new URLSearchParams(search).has(besideName)

/** The address of a list or report with this value of one filter, or without it; `isBeside`: what a list opens with by itself stays. */
export function withFilterAt(url: string, field: string, value: string | null, isBeside = false): string {
  const [path = '', query = ''] = url.split('?', 2)
  const search = new URLSearchParams(query)
  if (isBeside && value !== null && isBlank(readState(search))) search.set(besideName, '1')
  if (value === null) search.delete(filterPrefix + field)
  else search.set(filterPrefix + field, value)
  if (isBlank(readState(search))) search.delete(besideName)
  const written = search.toString()
  return written === '' ? path : `${path}?${written}`
}

/** The list without any narrowing: what 重置 leaves. Order and page size stay. */
export const withoutFilters = (state: ListState): ListState => ({
  ...state,
  filters: {},
  presets: null,
  search: null,
  scheme: null,
  conditions: null,
  pageNum: 1,
})

/** Whether anything narrows the list. */
export const isNarrowed = (state: ListState): boolean =>
  Object.keys(state.filters).length > 0 || state.search !== null || (state.conditions?.length ?? 0) > 0

/** Longer addresses than this break on their way (mail, chat, the server's own limit): a short key stands for the rest. */
export const addressMax = 2_048
/** Name of the short key in an address. */
export const keyName = 's'
/** These change with every turn of a page and stay in the address whatever its length. */
const turning: ReadonlySet<string> = new Set(['page', 'size', 'sort', 'as', 'as.day', 'as.span'])

/** Splits an address into what can be kept under a key and what stays. */
export function splitAddress(search: URLSearchParams): { readonly kept: URLSearchParams; readonly rest: URLSearchParams } {
  const parts = { kept: new URLSearchParams(), rest: new URLSearchParams() }
  for (const [name, value] of search) (isOwn(name) && !turning.has(name) ? parts.kept : parts.rest).append(name, value)
  return parts
}

/** The orders the rows stand in: those asked for, else the definition's own. A click on a head goes before the scheme's. */
export function presentOrders(state: ListState, own: Sort | null): readonly Sort[] {
  const others = (state.order ?? []).filter(one => one.field !== state.sort?.field).map(one => ({ field: one.field, way: one.orderBy }))
  const asked = [...(state.sort === null ? [] : [state.sort]), ...others]
  return asked.length === 0 && own !== null ? [own] : asked
}

/**
 * The list in other orders, from its first page on. A single one is a click on a head: it goes before the order of the applied scheme,
 * which stays. Several take the place of all others.
 */
export function withOrders(state: ListState, orders: readonly Sort[]): ListState {
  const [first = null, ...rest] = orders
  const following = rest.map(one => ({ field: one.field, orderBy: one.way }))
  const order = following.length > 0 ? following : state.scheme === null ? null : state.order
  return { ...state, sort: first, order, pageNum: 1 }
}

/** The state in this view; the time that the one before showed stays. */
export const shownAs = (state: ListState, view: ListView | null, { day, span }: Pick<ListState, 'day' | 'span'>): ListState => ({
  ...state,
  view,
  day,
  span,
})

/** Whether the list stands as it begins: nothing narrows it, and no order or page was asked for. */
export const isBlank = (state: ListState): boolean =>
  !isNarrowed(state) &&
  state.presets === null &&
  state.scheme === null &&
  state.order === null &&
  state.sort === null &&
  state.pageNum === 1
