/** From the report's answer to what the charts draw. Pure; amounts stay decimal strings, only heights on the screen become numbers. */
import { isDate, lastOfMonth, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { add, isZero } from '#platform/format/decimal.ts'
import type { MeasureDefinition, ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { incompleteOf } from './incomplete.ts'
import { isCompared, mainMeasures, waterfallOf } from './measures.ts'

export interface TrendSeries {
  readonly measure: MeasureDefinition
  /** one per month; null: unknown, or nothing happened for a ratio */
  readonly values: readonly (string | null)[]
  /** what each is held against; null in a month that nothing is held against. Null: it is held against nothing */
  readonly was: readonly (string | null)[] | null
}

export interface Trend {
  readonly months: readonly string[]
  /** months of which some days are not there yet */
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

/** Every month of the period: one without a row has 0, and no ratio. */
export function trendOf(
  definition: ReportDefinition,
  answer: ReportAnswer,
  currency: string,
  { from, to, completeUntil }: { readonly from: string; readonly to: string; readonly completeUntil: string | null },
): Trend {
  const rows = answer.list.filter(one => one.currency === currency)
  const byMonth = new Map(rows.map(row => [row.key[definition.time] ?? '', row]))
  const months = monthsFromTo(monthOf(from), monthOf(to))
  const hasEarlier = rows.some(one => one.was !== undefined)
  const series = trendMeasures(definition).map(measure => ({
    measure,
    values: months.map(month => {
      const row = byMonth.get(month)
      if (row === undefined) return measure.class === 'ratio' || measure.blank === true ? null : '0'
      return row.values[measure.name] ?? null
    }),
    was: hasEarlier && isCompared(measure) ? months.map(month => byMonth.get(month)?.was?.[measure.name] ?? null) : null,
  }))
  return { months, incomplete: incompleteOf('month', months, isDate(to) ? to : lastOfMonth(to), completeUntil), series }
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
