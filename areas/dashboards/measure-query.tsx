/** From a card and the filter of its dashboard to the one call that fills it, and to the page that tells more. Pure. */
import { monthOf } from '#platform/format/dates.ts'
import type { Period } from '#platform/format/periods.ts'
import type { ReportDefinition, ReportQuery, ReportRow } from '#platform/declare/wire.ts'
import type { DashboardFilter, MeasureAsk, MeasureLook } from '#platform/declare/wire-dashboards.ts'
import { incompleteOf } from '#platform/web/report/incomplete.ts'
import { firstState, writeState } from '#platform/web/report/report-state.ts'
import { isByDay, periodOf } from './periods.tsx'

export type Measured = MeasureAsk & { readonly look: MeasureLook }

export interface CardQuery {
  readonly query: ReportQuery
  readonly period: Period
  /** filtered dimensions that the report does not have: they leave the card as it is */
  readonly unfiltered: readonly string[]
  /** measures and dimensions of the card that the report has no more */
  readonly gone: readonly string[]
}

const rowsUsual = 10
/** both sides of a heat map together */
const cellsMax = 600

export function cardQuery(definition: ReportDefinition, ask: Measured, filter: DashboardFilter, today: string): CardQuery {
  const dimensions = new Set(definition.dimensions.map(one => one.name))
  const measures = new Set(definition.measures.map(one => one.name))
  const period = periodOf(filter.period ?? ask.period, today)
  const asked = Object.entries(filter.where ?? {}).filter(([, values]) => values.length > 0)
  const where = { ...ask.where, ...Object.fromEntries(asked.filter(([name]) => dimensions.has(name))) }
  const by = byOf(definition, ask, period)
  const [first] = ask.measures
  const isOrdered = ['bar', 'map', 'ranking', 'table'].includes(ask.look) && by.length === 1 && first !== undefined
  return {
    period,
    unfiltered: asked.map(([name]) => name).filter(name => !dimensions.has(name)),
    gone: [
      ...ask.measures.filter(one => !measures.has(one)),
      ...[...by, ...Object.keys(ask.where ?? {})].filter(one => !dimensions.has(one)),
    ],
    query: {
      by,
      where,
      startDate: period.from,
      endDate: period.to,
      currency: ask.currency,
      measures: ask.measures,
      pageNum: 1,
      pageSize: rowsOf(ask),
      ...(ask.compare !== undefined && definition.compare.some(one => one.name === ask.compare) ? { compare: ask.compare } : {}),
      ...(isOrdered ? { sortField: first, sortWay: 'DESC' } : {}),
    },
  }
}

function rowsOf({ look, limit }: Measured): number {
  if (look === 'heat') return cellsMax
  if (look === 'figure' || look === 'line') return 400
  return look === 'map' ? 300 : (limit ?? rowsUsual)
}

/** Figures and lines go by time: by days where these can be told apart. */
function byOf({ dimensions, time }: ReportDefinition, { look, by }: Measured, period: Period): readonly string[] {
  if (look === 'funnel') return []
  if (look !== 'figure' && look !== 'line') return by
  const day = dimensions.find(one => one.time === 'day')
  return [isByDay(period) && day !== undefined ? day.name : time]
}

/** Which rows stand for a time that reaches beyond the day up to which data are complete; null: that is not known. */
export function incompleteRows(
  { dimensions }: ReportDefinition,
  { by, endDate }: ReportQuery,
  list: readonly ReportRow[],
  completeUntil: string | null,
): (row: ReportRow) => boolean {
  const time = dimensions.find(one => one.time !== null && by.includes(one.name))
  if (time === undefined || time.time === null) return () => false
  const times = [...new Set(list.flatMap(row => row.key[time.name] ?? []))]
  const incomplete = incompleteOf(time.time, times, endDate, completeUntil)
  return row => incomplete.has(row.key[time.name] ?? '')
}

/** Address of the report's page with what the card shows, narrowed to a value. */
export function pageUrl(
  definition: ReportDefinition,
  path: string,
  card: CardQuery,
  ask: Measured,
  narrowed: Readonly<Record<string, string>>,
  today: string,
): string {
  const times = new Set(definition.dimensions.filter(one => one.time !== null).map(one => one.name))
  const values = Object.entries(narrowed).filter(([name]) => !times.has(name))
  const state = {
    ...firstState(definition, today),
    where: { ...card.query.where, ...Object.fromEntries(values.map(([name, value]) => [name, [value]])) },
    from: monthOf(card.period.from),
    to: monthOf(card.period.to),
    currency: ask.currency,
    compare: card.query.compare ?? null,
  }
  const search = writeState(definition, state, new URLSearchParams(), today).toString()
  return search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`
}
