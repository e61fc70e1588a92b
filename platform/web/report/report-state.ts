/** What a report page is showing. Pure; the address of the page carries it, so that a link shows a colleague the same figures. */
import { addMonths, firstOfMonth, isDate, isMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import type { Comparison, ReportDefinition } from '../../declare/wire.ts'
import { joinValues, splitValues, type Sort } from '../values/list-state.ts'

export interface ReportState {
  /** dimension -> chosen values */
  readonly where: Readonly<Record<string, readonly string[]>>
  /** first and last month, both included, or first and last day */
  readonly from: string
  readonly to: string
  readonly currency: 'shop' | 'CNY'
  /** which day of an amount the period means; null: the report's first */
  readonly clock: string | null
  /** what every figure is held against; null: nothing */
  readonly compare: Comparison | null
  /** nesting, outermost first */
  readonly by: readonly string[]
  /** measures shown, in order; null: the report's main ones */
  readonly columns: readonly string[] | null
  /** a measure, a part of one (`sales.rate`), or the name of the first level for its own order; null: the server's order */
  readonly sort: Sort | null
}

/** Months of an address that says something, but no period; the present one included. */
const monthsFirst = 12
/** until then a month has too little to tell: the one before stands with it */
const youngMonthDays = 5
/** Filters stand in the address as `f.<dimension>`, as those of lists do. */
const filterPrefix = 'f.'
const ownNames = ['from', 'to', 'currency', 'clock', 'compare', 'by', 'columns', 'sort']
const openingNames = ['from', 'to', 'currency'] as const
const isOwn = (name: string): boolean => name.startsWith(filterPrefix) || ownNames.includes(name)

/** What stands beside a figure that is held against another. */
export const figureParts = ['was', 'difference', 'rate'] as const
export type FigurePart = (typeof figureParts)[number]
export const partName = (measure: string, part: FigurePart): string => `${measure}.${part}`
const partNames = (measure: string): string[] => figureParts.map(part => partName(measure, part))

/** What an address that says nothing of a part means. */
export function firstState(definition: ReportDefinition, today: string): ReportState {
  const to = monthOf(today)
  return {
    where: {},
    from: addMonths(to, 1 - monthsFirst),
    to,
    currency: 'shop',
    clock: null,
    compare: null,
    by: definition.by,
    columns: null,
    sort: null,
  }
}

/** The state a bare address opens with. */
export type Opening = Pick<ReportState, 'from' | 'to' | 'currency'>
/**
 * The present month, unless the report tells months or days apart. A report of marketplaces opens in one currency: their shops keep books
 * in several, and a marketplace is one row.
 */
export function openingOf(definition: ReportDefinition, today: string): Opening {
  const { by, hasCurrencies, dimensions } = definition
  const { from, to } = firstState(definition, today)
  const outer = dimensions.find(one => one.name === by[0])
  const isByTime = outer !== undefined && (outer.kind === 'month' || outer.time !== null)
  const isYoung = Number(today.slice(-2)) <= youngMonthDays
  return {
    from: isByTime ? from : isYoung ? addMonths(to, -1) : to,
    to,
    currency: hasCurrencies && by[0] === 'platform' ? 'CNY' : 'shop',
  }
}
const opensAs = (state: ReportState, opening: Opening): boolean =>
  state.from === opening.from && state.to === opening.to && state.currency === opening.currency

/** Whether filters or another period than that it opens with are chosen. */
export function isChosen(definition: ReportDefinition, state: ReportState, today: string): boolean {
  const { from, to } = openingOf(definition, today)
  return Object.keys(state.where).length > 0 || state.from !== from || state.to !== to
}
/** Whether filters, or a period that is not the last months, leave rows out. */
export function isNarrowed(definition: ReportDefinition, state: ReportState, today: string): boolean {
  const first = firstState(definition, today)
  return Object.keys(state.where).length > 0 || state.from !== first.from || state.to !== first.to
}

const isBare = (search: URLSearchParams): boolean => ![...search.keys()].some(isOwn)

function knownOnce(written: string | null, known: readonly string[]): string[] {
  return [...new Set(splitValues(written ?? ''))].filter(one => known.includes(one))
}

export const isByDays = ({ from }: Pick<ReportState, 'from'>): boolean => isDate(from)
/** The same period by days, or the months it lies in. */
export function withUnit<State extends Pick<ReportState, 'from' | 'to'>>(state: State, unit: 'day' | 'month', today: string): State {
  if (isByDays(state) === (unit === 'day')) return state
  if (unit === 'month') return { ...state, from: monthOf(state.from), to: monthOf(state.to) }
  const to = lastOfMonth(state.to)
  return { ...state, from: firstOfMonth(state.from), to: to > today && firstOfMonth(state.to) <= today ? today : to }
}

/** Reads the state out of an address; what is not understood counts as not given. */
export function readState(definition: ReportDefinition, search: URLSearchParams, today: string): ReportState {
  const first = firstState(definition, today)
  const dimensions = definition.dimensions.map(one => one.name)
  const measures = definition.measures.map(one => one.name)
  const where: Record<string, readonly string[]> = {}
  for (const [name, value] of search) {
    const dimension = name.slice(filterPrefix.length)
    // an empty one asks for what has none
    if (name.startsWith(filterPrefix) && dimensions.includes(dimension)) where[dimension] = value === '' ? [''] : splitValues(value)
  }
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  const isPeriod = ((isMonth(from) && isMonth(to)) || (isDate(from) && isDate(to))) && from <= to
  // an address that says anything says so of period and currency as well
  const { currency, ...months } = isBare(search) ? openingOf(definition, today) : first
  const period = isPeriod ? { from, to } : { from: months.from, to: months.to }
  const by = knownOnce(search.get('by'), dimensions)
  const columns = knownOnce(search.get('columns'), measures)
  const compare = definition.compare.find(one => one.name === search.get('compare'))?.name ?? null
  const sort = /^(\w+(?:\.\w+)?)\.(ASC|DESC)$/.exec(search.get('sort') ?? '')
  const sortable = [...dimensions, ...measures, ...(compare === null ? [] : measures.flatMap(partNames))]
  const isSortable = sort !== null && sortable.includes(sort[1] ?? '')
  return {
    where,
    ...period,
    currency: search.get('currency') === 'CNY' ? 'CNY' : currency,
    clock: definition.clocks.slice(1).find(one => one.name === search.get('clock'))?.name ?? null,
    compare,
    by: by.length > 0 ? by : first.by,
    columns: columns.length > 0 ? columns : null,
    sort: isSortable ? { field: sort[1] ?? '', way: sort[2] === 'ASC' ? 'ASC' : 'DESC' } : null,
  }
}

/** Measures that an address asks for and the report has not, or not for this reader. */
export function goneColumns(definition: ReportDefinition, search: URLSearchParams): readonly string[] {
  const known = new Set(definition.measures.map(one => one.name))
  return [...new Set(splitValues(search.get('columns') ?? ''))].filter(one => !known.has(one))
}

/** Writes the state into an address; parameters of others stay, what is as it begins is left out. */
export function writeState(definition: ReportDefinition, state: ReportState, before: URLSearchParams, today: string): URLSearchParams {
  const first = firstState(definition, today)
  const search = new URLSearchParams([...before].filter(([name]) => !isOwn(name)))
  for (const [dimension, values] of Object.entries(state.where)) {
    if (values.length > 0) search.set(filterPrefix + dimension, joinValues(values))
  }
  if (state.from !== first.from || state.to !== first.to) {
    search.set('from', state.from)
    search.set('to', state.to)
  }
  if (state.currency !== first.currency) search.set('currency', state.currency)
  if (state.clock !== null) search.set('clock', state.clock)
  if (state.compare !== null) search.set('compare', state.compare)
  if (state.by.join() !== first.by.join()) search.set('by', joinValues(state.by))
  if (state.columns !== null) search.set('columns', joinValues(state.columns))
  if (state.sort !== null) search.set('sort', `${state.sort.field}.${state.sort.way}`)
  // as it opens it needs no address, and as every other report opens it does
  const opening = openingOf(definition, today)
  if (isBare(search) && !opensAs(state, opening)) for (const name of openingNames) search.set(name, state[name])
  const own = [...search.keys()].filter(isOwn)
  if (own.every(name => (openingNames as readonly string[]).includes(name)) && opensAs(state, opening))
    for (const name of openingNames) search.delete(name)
  return search
}

/** The state held against another period; an order by what is no longer shown goes with it. */
export function withCompare(state: ReportState, compare: Comparison | null): ReportState {
  const isOfPart = state.sort !== null && state.sort.field.includes('.')
  return { ...state, compare, sort: compare === null && isOfPart ? null : state.sort }
}

/** The state with one dimension's filter changed; no values take it away. */
export function withFilter(state: ReportState, dimension: string, values: readonly string[]): ReportState {
  const { [dimension]: _before, ...others } = state.where
  return { ...state, where: values.length === 0 ? others : { ...others, [dimension]: values } }
}
