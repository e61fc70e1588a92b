/** Charts of a record on the wire. Types only. */
import type { Call } from './wire-values.ts'

/** Part of a record's definition. */
export interface ChartDefinition {
  readonly name: string
  readonly title: string
  readonly call: Call
}

export interface ChartSeries {
  readonly title: string
  /** one for each point; null: there is none, the line has a gap */
  readonly values: readonly (string | null)[]
  /** dashed: what was planned; limit: a bound, above which bars are marked in the table */
  readonly as: 'bar' | 'line' | 'dashed' | 'limit'
}

/** Answer of a chart's call. */
export interface RecordChart {
  /** what the points are: days, weeks */
  readonly over: string
  readonly points: readonly string[]
  readonly unit: string
  readonly series: readonly ChartSeries[]
}
