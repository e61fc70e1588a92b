/** What a report of one's own shows. Pure; the address of the page carries it, so that a link shows a colleague the same figures. */
import type { KeptReport, PivotQuery } from '#platform/declare/wire-pivot.ts'
import type { ReportDefinition } from '#platform/declare/wire.ts'
import { addDays, addMonths, daysBetween, isDate, isMonth, monthOf } from '#platform/format/dates.ts'
import { joinValues, splitValues } from '#platform/web/values/list-state.ts'
import { mainMeasures } from '#platform/web/report/measures.ts'
import { periodOf } from '#platform/web/report/report-query.ts'
import { firstState, isByDays, readState, writeState, type ReportState } from '#platform/web/report/report-state.ts'

export interface OwnState extends ReportState {
  readonly across: readonly string[]
}

const measuresFirst = 1
const listed = (search: URLSearchParams, name: string, known: readonly string[]): string[] =>
  splitValues(search.get(name) ?? '').filter(one => known.includes(one))

/** As it begins: the first level of the report by month, its first figure. */
function begun(definition: ReportDefinition, today: string): OwnState {
  const [first] = definition.by
  const across = definition.dimensions.some(one => one.name === 'month') && first !== 'month' ? ['month'] : []
  const columns = mainMeasures(definition)
    .slice(0, measuresFirst)
    .map(one => one.name)
  return { ...firstState(definition, today), currency: 'CNY', by: first === undefined ? [] : [first], across, columns }
}

export function readOwn(definition: ReportDefinition, search: URLSearchParams, today: string): OwnState {
  const first = begun(definition, today)
  if (!search.has('by')) return { ...first, ...pick(readState(definition, search, today)) }
  const { by, columns, sort, ...rest } = readState(definition, search, today)
  const names = definition.dimensions.map(one => one.name)
  const across = listed(search, 'across', names).filter(one => !by.includes(one))
  const isShown = sort !== null && columns?.includes(sort.field) === true
  return { ...rest, by, across, columns: columns ?? first.columns, sort: isShown ? sort : null }
}

const pick = ({ where, from, to, clock, compare }: ReportState) => ({ where, from, to, clock, compare })

/** Writes it whole: what is left out would be read as it begins. */
export function writeOwn(definition: ReportDefinition, state: OwnState, before: URLSearchParams, today: string): URLSearchParams {
  const search = writeState(definition, state, before, today)
  search.set('report', definition.name)
  search.set('by', joinValues(state.by))
  search.set('columns', joinValues(state.columns ?? []))
  search.set('currency', state.currency)
  if (state.across.length > 0) search.set('across', joinValues(state.across))
  else search.delete('across')
  return search
}

/** What a pivot asks for; null: nothing to show yet. */
export function pivotQuery(definition: ReportDefinition, state: OwnState): PivotQuery | null {
  const { by, across, columns, where, currency, clock, compare, sort } = state
  if (by.length === 0 || columns === null || columns.length === 0) return null
  return {
    report: definition.name,
    rows: by,
    across,
    measures: columns,
    where,
    ...periodOf(state),
    currency: definition.hasCurrencies ? currency : 'CNY',
    ...(clock === null ? {} : { clock }),
    ...(compare === null ? {} : { compare }),
    ...(sort === null ? {} : { sortField: sort.field, sortWay: sort.way }),
  }
}

/** To keep: months or days that end with the present one are kept as so many. */
export function keptOf(definition: ReportDefinition, state: OwnState, today: string): KeptReport | null {
  const query = pivotQuery(definition, state)
  if (query === null) return null
  const { startDate: _start, endDate: _end, sortField: _field, sortWay: _way, ...rest } = query
  const { from, to } = state
  if (isByDays(state)) return { ...rest, period: to === today ? { days: daysBetween(from, to) + 1 } : { from, to } }
  return { ...rest, period: to === monthOf(today) ? { months: monthsBetween(from, to) } : { from, to } }
}

/** The address that shows what was kept. */
export function addressOf(kept: KeptReport, today: string): URLSearchParams {
  const search = new URLSearchParams({
    report: kept.report,
    by: joinValues(kept.rows),
    columns: joinValues(kept.measures),
    currency: kept.currency,
  })
  if (kept.across.length > 0) search.set('across', joinValues(kept.across))
  if (kept.clock !== undefined) search.set('clock', kept.clock)
  if (kept.compare !== undefined) search.set('compare', kept.compare)
  for (const [name, values] of Object.entries(kept.where ?? {})) search.set(`f.${name}`, joinValues(values))
  const { from, to } = periodKept(kept.period, today)
  if ((isMonth(from) && isMonth(to)) || (isDate(from) && isDate(to))) {
    search.set('from', from)
    search.set('to', to)
  }
  return search
}

function periodKept(period: KeptReport['period'], today: string): Pick<OwnState, 'from' | 'to'> {
  if ('days' in period) return { from: addDays(today, 1 - period.days), to: today }
  const to = monthOf(today)
  return 'months' in period ? { from: addMonths(to, 1 - period.months), to } : period
}

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
const monthsBetween = (from: string, to: string): number => monthNumber(to) - monthNumber(from) + 1
