/** From a card and the filter of its dashboard to the one call that fills it, and to the page that tells more. Pure. */
import type { Period } from '#platform/format/periods.ts'
import type { ReportDefinition, ReportQuery, ReportRow, TimeUnit } from '#platform/declare/wire.ts'
import type { DashboardFilter, MeasureAsk, MeasureLook } from '#platform/declare/wire-dashboards.ts'
import { firstDayOf, incompleteOf, lastDayOf } from '#platform/web/report/incomplete.ts'
import { mainMeasures } from '#platform/web/report/measures.ts'
import { firstState, writeState } from '#platform/web/report/report-state.ts'
import { isByDay, pagePeriod, periodOf } from '#platform/format/named-periods.ts'
import { narrowedIn } from './words.tsx'

export type Measured = MeasureAsk & { readonly look: MeasureLook }

export interface CardQuery {
  readonly query: ReportQuery
  readonly period: Period
  /** filtered dimensions that the report does not have: they leave the card as it is */
  readonly unfiltered: readonly string[]
  /** measures and dimensions that the report has no more, where nothing of the card is left without them */
  readonly gone: readonly string[]
  /** measures that the report has no more, or not for this reader: the card does without them */
  readonly left: readonly string[]
}

const rowsUsual = 10
/** both sides of a heat map together */
const cellsMax = 600

export function cardQuery(definition: ReportDefinition, ask: Measured, filter: DashboardFilter, today: string): CardQuery {
  const dimensions = new Set(definition.dimensions.map(one => one.name))
  const measures = new Set(definition.measures.map(one => one.name))
  const period = periodOf(filter.period ?? ask.period, today)
  const narrowed = narrowedIn(definition, filter)
  const where = { ...ask.where, ...narrowed.where }
  const by = byOf(definition, ask, period)
  const shown = ask.measures.filter(one => measures.has(one))
  const left = ask.measures.filter(one => !measures.has(one))
  const [first] = shown
  const isOrdered = ['bar', 'map', 'ranking', 'table'].includes(ask.look) && by.length === 1 && first !== undefined
  return {
    period,
    unfiltered: narrowed.unfiltered,
    gone: [...(shown.length === 0 ? left : []), ...[...by, ...Object.keys(ask.where ?? {})].filter(one => !dimensions.has(one))],
    left,
    query: {
      by,
      where,
      startDate: period.from,
      endDate: period.to,
      currency: ask.currency,
      measures: shown,
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

/** The days of a period that a time of the report stands for; null: of a fiscal quarter or year the browser does not know them. */
function daysWithin({ from, to }: Period, unit: TimeUnit, value: string): Period | null {
  const [first, last] = [firstDayOf(unit, value), lastDayOf(unit, value)]
  return first === null || last === null ? null : { from: first > from ? first : from, to: last < to ? last : to }
}

/** Address of the report's page with the figure that was chosen: its own days, filter and currency, the measures of the card in sight. */
export function pageUrl(
  definition: ReportDefinition,
  path: string,
  card: CardQuery,
  ask: Measured,
  narrowed: Readonly<Record<string, string>>,
  today: string,
): string {
  const where: Record<string, readonly string[]> = { ...card.query.where }
  let { period } = card
  for (const [name, value] of Object.entries(narrowed)) {
    const time = definition.dimensions.find(one => one.name === name)?.time ?? null
    const days = time === null ? null : daysWithin(period, time, value)
    if (days === null) where[name] = [value]
    else period = days
  }
  const main = mainMeasures(definition).map(one => one.name)
  const further = ask.measures.filter(one => !main.includes(one))
  const state = {
    ...firstState(definition, today),
    where,
    ...pagePeriod(period),
    currency: ask.currency,
    compare: card.query.compare ?? null,
    columns: further.length === 0 ? null : [...ask.measures, ...main.filter(one => !ask.measures.includes(one))],
  }
  const search = writeState(definition, state, new URLSearchParams(), today).toString()
  return search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`
}
