/** From the report's answer to what the charts draw. Pure; amounts stay decimal strings, only heights on the screen become numbers. */
import { daysFromTo, firstOfMonth, isDate, lastOfMonth, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { add, isZero } from '#platform/format/decimal.ts'
import type { MeasureDefinition, ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { incompleteOf } from './incomplete.ts'
import { isCompared, mainMeasures, waterfallOf } from './measures.ts'
import type { ReportState } from './report-state.ts'

type Days = Pick<ReportState, 'from' | 'to'>

export interface TrendSeries {
  readonly measure: MeasureDefinition
  /** one per time; null: unknown, or nothing happened for a ratio */
  readonly values: readonly (string | null)[]
  /** what each is held against; null in a time that nothing is held against. Null: it is held against nothing */
  readonly was: readonly (string | null)[] | null
}

export interface Trend {
  readonly unit: TrendTime['unit']
  readonly times: readonly string[]
  /** times that have rows: of the others there is nothing to open */
  readonly known: ReadonlySet<string>
  /** times of which some days are not there yet */
  readonly incomplete: ReadonlySet<string>
  readonly series: readonly TrendSeries[]
}

/**
 * Where the waterfall begins and ends, and the ratio of both: sales, profit, margin. Without one, what is there at the end of each time;
 * else the first money of the page, of a report without money its first measure.
 */
export function trendMeasures(definition: ReportDefinition): MeasureDefinition[] {
  const steps = waterfallOf(definition)
  const main = mainMeasures(definition)
  if (steps.length === 0) {
    const course = main.find(one => one.balance === 'closing') ?? main.find(one => one.kind === 'money') ?? main[0]
    return course === undefined ? [] : [course]
  }
  const ratio = definition.measures.find(one => one.class === 'ratio')
  return [...new Set([steps[0], steps.at(-1), ratio])].flatMap(one => (one === undefined ? [] : [one]))
}

export interface TrendTime {
  /** the dimension */
  readonly name: string
  readonly unit: 'day' | 'month'
}

export const isOneMonth = ({ from, to }: Days): boolean => monthOf(from) === monthOf(to)
/** What the trend goes along: the days of a single month where the report tells days, else its own time. */
export function trendTime({ dimensions, time }: ReportDefinition, days: Days): TrendTime {
  const day = isOneMonth(days) ? dimensions.find(one => one.time === 'day') : undefined
  return day === undefined ? { name: time, unit: 'month' } : { name: day.name, unit: 'day' }
}

/** Every month of the period, or every day of a single one: a time without a row has 0, and no ratio. */
export function trendOf(
  definition: ReportDefinition,
  answer: ReportAnswer,
  currency: string,
  { from, to, completeUntil }: Days & { readonly completeUntil: string | null },
): Trend {
  const rows = answer.list.filter(one => one.currency === currency)
  const { name, unit } = trendTime(definition, { from, to })
  const byTime = new Map(rows.map(row => [row.key[name] ?? '', row]))
  const last = isDate(to) ? to : lastOfMonth(to)
  const times = unit === 'day' ? daysFromTo(isDate(from) ? from : firstOfMonth(from), last) : monthsFromTo(monthOf(from), monthOf(to))
  // a day against the one before it says nothing of the month: the change of the whole stands above
  const hasEarlier = unit === 'month' && rows.some(one => one.was !== undefined)
  const series = trendMeasures(definition).map(measure => ({
    measure,
    values: times.map(time => {
      const row = byTime.get(time)
      if (row === undefined) return measure.class === 'ratio' || measure.blank === true ? null : '0'
      return row.values[measure.name] ?? null
    }),
    was: hasEarlier && isCompared(measure) ? times.map(time => byTime.get(time)?.was?.[measure.name] ?? null) : null,
  }))
  return { unit, times, known: new Set(byTime.keys()), incomplete: incompleteOf(unit, times, last, completeUntil), series }
}

export interface Step {
  readonly measure: Pick<MeasureDefinition, 'name' | 'title' | 'kind' | 'class'>
  readonly value: string
  /** where the bar begins and ends, in money */
  readonly from: string
  readonly to: string
  readonly isTotal: boolean
}

/** Steps from the first measure to the last, which stands on the ground; steps of nothing are left out. Null where a figure is unknown. */
export function waterfallSteps(definition: ReportDefinition, values: Readonly<Record<string, string | null>>): Step[] | null {
  const measures = waterfallOf(definition)
  const steps: Step[] = []
  let running = '0'
  for (const [at, measure] of measures.entries()) {
    const value = values[measure.name] ?? null
    if (value === null) return null
    const isTotal = at === 0 || at === measures.length - 1
    const [from, to] = isTotal ? ['0', value] : [running, add(running, value)]
    running = to
    if (isTotal || !isZero(value)) steps.push({ measure, value, from, to, isTotal })
  }
  return steps
}
