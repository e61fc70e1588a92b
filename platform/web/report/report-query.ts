/** From what a report shows to the bodies of its calls. Pure. */
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { ReportDefinition, ReportQuery, ReportRow } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import type { ReportState } from './report-state.ts'

/** Rows that one level asks for at a time. */
export const levelSize = 50

/** Where a row stands: the values of its own level and of those above, outermost first. */
export interface PathStep {
  readonly dimension: string
  /** '' is what has none */
  readonly value: string
  readonly label: string
}
export interface RowPath {
  readonly steps: readonly PathStep[]
  readonly currency: string
}

export const pathId = (path: RowPath): string => JSON.stringify([path.currency, ...path.steps.map(one => [one.dimension, one.value])])

/** The path of a row below `above`. The row says by what it was asked: old rows stay in sight while others are on their way. */
export function pathOfRow(above: RowPath | null, row: ReportRow): RowPath {
  const [dimension = ''] = Object.keys(row.key)
  const value = row.key[dimension] ?? ''
  return { steps: [...(above?.steps ?? []), { dimension, value, label: row.label[dimension] ?? value }], currency: row.currency }
}

/** The month a row stands in, if it does. */
export function monthOfPath(definition: ReportDefinition, path: RowPath): string | undefined {
  const months = definition.dimensions.filter(one => one.kind === 'month').map(one => one.name)
  return path.steps.find(one => months.includes(one.dimension))?.value
}

/** Names of a path in one line. */
export const pathTitle = (path: RowPath | null): string => (path === null ? t('总计') : path.steps.map(one => one.label).join(' › '))

/** The filter bar narrowed to a row; a row inside the filter always narrows it. */
export function whereOf(state: Pick<ReportState, 'where'>, path: RowPath | null): Record<string, readonly string[]> {
  return { ...state.where, ...Object.fromEntries((path?.steps ?? []).map(one => [one.dimension, [one.value]])) }
}

export const periodOf = (state: Pick<ReportState, 'from' | 'to'>): { startDate: string; endDate: string } => ({
  startDate: firstOfMonth(state.from),
  endDate: lastOfMonth(state.to),
})

/** Several currencies can stand in one level: below a row only its own may follow. */
const ownCurrency = (state: ReportState, path: RowPath | null) =>
  path === null || state.currency === 'CNY' ? {} : { rowCurrency: path.currency }

/** The order of a level: by a measure on every level alike; by name means each level's own names. */
function sortOf(state: ReportState, dimension: string): Pick<ReportQuery, 'sortField' | 'sortWay'> {
  if (state.sort === null) return {}
  return { sortField: state.sort.field === state.by[0] ? dimension : state.sort.field, sortWay: state.sort.way }
}

/** One page of the level below `path` (null: the first level); null where there is no level below. */
export function levelQuery(state: ReportState, path: RowPath | null, pageNum: number): ReportQuery | null {
  const dimension = state.by[path?.steps.length ?? 0]
  if (dimension === undefined) return null
  return {
    by: [dimension],
    where: whereOf(state, path),
    ...periodOf(state),
    currency: state.currency,
    ...ownCurrency(state, path),
    ...sortOf(state, dimension),
    pageNum,
    pageSize: levelSize,
  }
}

/** The figures of the charts: by time, of the whole filter or of one row. */
export function trendQuery(definition: ReportDefinition, state: ReportState, path: RowPath | null): ReportQuery {
  return {
    by: [definition.time],
    where: whereOf(state, path),
    ...periodOf(state),
    currency: state.currency,
    ...ownCurrency(state, path),
    pageNum: 1,
    pageSize: 1000,
  }
}

/** The export: all levels side by side in one table, the shown measures, exact. */
export function exportBody(definition: ReportDefinition, state: ReportState, measures: readonly string[]) {
  const titles = new Map([...definition.dimensions, ...definition.measures].map(one => [one.name, one.title]))
  const fields = [...state.by, 'currency', ...measures]
  const sort = state.sort === null ? {} : { sortField: state.sort.field, sortWay: state.sort.way }
  const query: ReportQuery = { by: state.by, where: state.where, ...periodOf(state), currency: state.currency, ...sort }
  return { headers: fields.map(name => (name === 'currency' ? t('币种') : (titles.get(name) ?? name))), fields, query }
}
