/** What a list is showing: filters, page, sort. Pure; the address of the page carries it, so that a link shows a colleague the same list. */

export interface Sort {
  readonly field: string
  readonly way: 'ASC' | 'DESC'
}

export interface ListState {
  /** field -> value as text; several values are joined by commas, a comma inside a value is `\,`; a range is `from,to`, either side may be empty */
  readonly filters: Readonly<Record<string, string>>
  readonly pageNum: number
  readonly pageSize: number
  /** null: the order the definition gives */
  readonly sort: Sort | null
}

export const pageSizes = [10, 20, 30, 40, 50] as const
export const emptyState: ListState = { filters: {}, pageNum: 1, pageSize: pageSizes[0], sort: null }

/** Filters stand in the address as `f.<field>`: other names there belong to the menu entry. */
const filterPrefix = 'f.'
const isOwn = (name: string): boolean => name.startsWith(filterPrefix) || name === 'page' || name === 'size' || name === 'sort'

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

/** Reads the state out of an address; what is not understood counts as not given. */
export function readState(search: URLSearchParams): ListState {
  const filters: Record<string, string> = {}
  for (const [name, value] of search) if (name.startsWith(filterPrefix) && value !== '') filters[name.slice(filterPrefix.length)] = value
  const sort = /^(\w+)\.(ASC|DESC)$/.exec(search.get('sort') ?? '')
  const size = wholeNumber(search.get('size'), emptyState.pageSize)
  return {
    filters,
    pageNum: wholeNumber(search.get('page'), 1),
    pageSize: pageSizes.some(one => one === size) ? size : emptyState.pageSize,
    sort: sort === null ? null : { field: sort[1] ?? '', way: sort[2] === 'ASC' ? 'ASC' : 'DESC' },
  }
}

/** Writes the state into an address; parameters of others stay. What is as it begins is left out, so that addresses stay short. */
export function writeState(state: ListState, before: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams([...before].filter(([name]) => !isOwn(name)))
  for (const [field, value] of Object.entries(state.filters)) search.set(filterPrefix + field, value)
  if (state.sort !== null) search.set('sort', `${state.sort.field}.${state.sort.way}`)
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
