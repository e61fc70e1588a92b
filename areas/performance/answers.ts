/** What the calls of performance take and answer beyond lists. Types alone: the browser imports them too. */
import type { ReportAnswer } from '#platform/declare/wire-reports.ts'

export interface PerformanceReportAsk {
  readonly yearId: string
  readonly dimension: 'YEAR' | 'MONTH' | 'GROUP' | 'EMPLOYEE' | 'DEPT'
  /** absent: the whole year */
  readonly months?: readonly string[]
  /** absent: the first one that has a weight */
  readonly measure?: number
  readonly groupIds?: readonly string[]
  readonly employeeIds?: readonly string[]
  readonly pageNum?: number
  readonly pageSize?: number
}

/** Amounts are decimal strings in CNY (units for settled units), rates are fractions. */
export interface PerformanceReportRow {
  readonly key: string
  readonly label: string
  readonly target: string
  readonly actual: string
  readonly adjust: string
  readonly result: string
  readonly rate: string | null
  readonly score: number | null
  readonly grade: number | null
  /** of all measures by their weights */
  readonly totalScore: number | null
  readonly totalGrade: number | null
  readonly rank: number | null
  /** result of the same period a year before; null: none */
  readonly yearBefore: string | null
  readonly change: string | null
  /** of the running month */
  readonly forecast: string | null
  readonly isEstimate: boolean
}
export interface PerformanceReport {
  readonly list: readonly PerformanceReportRow[]
  readonly total: number
  readonly totals: {
    readonly target: string
    readonly actual: string
    readonly adjust: string
    readonly result: string
    readonly rate: string | null
  }
  readonly measure: number
  readonly measures: readonly { readonly measure: number; readonly weight: number }[]
}

export interface OwnPerformanceAsk {
  /** absent: the last year in which one has a target or a result */
  readonly yearId?: string
  /** whose movers are asked for; absent: the running month */
  readonly month?: string
}
/** A product of one's shops that has more or less than in as many days before. Amounts as in the report. */
export interface Mover {
  readonly measure: number
  readonly productId: string | null
  readonly label: string
  /** which of one's groups have made it; null: they have the same products */
  readonly groups: string | null
  /** null: nothing in that period */
  readonly now: string | null
  readonly before: string | null
  readonly change: string
  /** the earlier period, and what of both is held against each other */
  readonly compared: ReportAnswer['compared']
}
export interface OwnMovers {
  readonly startDate: string
  readonly endDate: string
  /** of each measure the most gained first, then the most lost */
  readonly list: readonly Mover[]
}
export interface OwnPerformance {
  readonly years: readonly { readonly id: string; readonly year: number }[]
  /** null: one has neither targets nor results */
  readonly yearId: string | null
  readonly month: string | null
  readonly measures: readonly { readonly measure: number; readonly weight: number; readonly months: readonly PerformanceReportRow[] }[]
  /** null: no right to the profit report */
  readonly movers: OwnMovers | null
}

export interface RankingAsk {
  readonly yearMonth: string
  readonly groupIds?: readonly string[]
  readonly top?: number
  readonly preview?: boolean
  readonly withAmounts?: boolean
  readonly figuresHash?: string
}
export interface Ranking {
  readonly text: string
  /** how many people are told */
  readonly recipients: number
  readonly figuresHash: string
  readonly isSent: boolean
}
