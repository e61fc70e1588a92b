/** From what a report shows to the bodies of its calls. Pure. */
import { firstOfMonth, isDate, isMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { Period } from '#platform/format/periods.ts'
import type { Comparison, LackingQuery, MeasureDefinition, ReportDefinition, ReportQuery, ReportRow } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { trendMeasures, trendTime } from './chart-data.ts'
import { isCompared, isInPoints, keyMeasures, waterfallOf, withOperands } from './measures.ts'
import { figureParts, partName, type FigurePart, type ReportState } from './report-state.ts'

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
  startDate: isDate(state.from) ? state.from : firstOfMonth(state.from),
  endDate: isDate(state.to) ? state.to : lastOfMonth(state.to),
})

/** The days a row stands for: its own day or month, else the period of the page. */
export function daysOf(state: Pick<ReportState, 'from' | 'to'>, path: RowPath | null): Period {
  const times = (path?.steps ?? []).map(one => one.value)
  const [day] = times.filter(one => isDate(one))
  if (day !== undefined) return { from: day, to: day }
  const [month] = times.filter(one => isMonth(one))
  if (month !== undefined) return { from: firstOfMonth(month), to: lastOfMonth(month) }
  const { startDate, endDate } = periodOf(state)
  return { from: startDate, to: endDate }
}

/** Several currencies can stand in one level: below a row only its own may follow. */
const ownCurrency = (state: ReportState, path: RowPath | null) =>
  path === null || state.currency === 'CNY' ? {} : { rowCurrency: path.currency }

/** What is asked of every call that shows figures. */
const shownIn = (state: ReportState): Pick<ReportQuery, 'currency' | 'clock' | 'compare'> => ({
  currency: state.currency,
  ...(state.clock === null ? {} : { clock: state.clock }),
  ...(state.compare === null ? {} : { compare: state.compare }),
})

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
    ...shownIn(state),
    ...ownCurrency(state, path),
    ...sortOf(state, dimension),
    pageNum,
    pageSize: levelSize,
  }
}

/** What the whole page lacks: the same at every level, in every order. */
export const lackingQuery = (state: ReportState): LackingQuery => ({ where: state.where, ...periodOf(state) })

/** The whole filter in one row, with what the figures of the strip are made of. */
export function stripQuery(definition: ReportDefinition, state: ReportState): ReportQuery {
  return {
    by: [],
    where: state.where,
    ...periodOf(state),
    ...shownIn(state),
    measures: withOperands(definition, keyMeasures(definition)),
    pageNum: 1,
    pageSize: 1,
  }
}

/**
 * The figures of the charts and what these are made of: by month, or by day within one, of the whole filter or of one row. `beside`:
 * figures shown with them.
 */
export function trendQuery(
  definition: ReportDefinition,
  state: ReportState,
  path: RowPath | null,
  beside: readonly MeasureDefinition[] = [],
): ReportQuery {
  return {
    by: [trendTime(definition, state).name],
    measures: withOperands(definition, [...trendMeasures(definition), ...waterfallOf(definition), ...beside]),
    where: whereOf(state, path),
    ...periodOf(state),
    ...shownIn(state),
    ...ownCurrency(state, path),
    pageNum: 1,
    pageSize: 1000,
  }
}

/** The parts that stand beside a measure: a ratio has its difference in points and no rate of its own. */
export const partsOf = (measure: MeasureDefinition, compare: Comparison | null): readonly FigurePart[] =>
  compare === null || !isCompared(measure) ? [] : isInPoints(measure) ? ['was', 'difference'] : figureParts

/** 销售收入 去年同期 */
export function partTitle(definition: ReportDefinition, measure: MeasureDefinition, part: FigurePart, compare: Comparison | null): string {
  const words = definition.compare.find(one => one.name === compare)
  return words === undefined ? measure.title : `${measure.title} ${words[part]}`
}

/** The export: all levels side by side in one table, the shown columns, exact. */
export function exportBody(definition: ReportDefinition, state: ReportState, measures: readonly string[]) {
  const shown = definition.measures.filter(one => measures.includes(one.name))
  const parts = shown.flatMap(one =>
    partsOf(one, state.compare).map(part => ({ name: partName(one.name, part), title: partTitle(definition, one, part, state.compare) })),
  )
  const titles = new Map([...definition.dimensions, ...definition.measures, ...parts].map(one => [one.name, one.title]))
  const beside = (name: string): string[] => parts.flatMap(one => (one.name.startsWith(`${name}.`) ? [one.name] : []))
  const fields = [...state.by, 'currency', ...measures.flatMap(name => [name, ...beside(name)])]
  const sort = state.sort === null ? {} : { sortField: state.sort.field, sortWay: state.sort.way }
  const query: ReportQuery = { by: state.by, where: state.where, ...periodOf(state), ...shownIn(state), ...sort }
  return { headers: fields.map(name => (name === 'currency' ? t('币种') : (titles.get(name) ?? name))), fields, query }
}
