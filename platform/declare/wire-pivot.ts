/** What server and browser say to each other about pivots of reports. Types only. */
import type { ReportAnswer, ReportQuery, ReportValues } from './wire-reports.ts'

/** A report of one's own: what stands in rows and in columns, which figures, of what. */
export interface OwnReport extends Pick<ReportQuery, 'where' | 'currency' | 'clock' | 'compare'> {
  readonly report: string
  readonly rows: readonly string[]
  readonly across: readonly string[]
  readonly measures: readonly string[]
}
/** A kept one: its months or days are fixed, or so many up to the present one. */
export interface KeptReport extends OwnReport {
  readonly period: { readonly from: string; readonly to: string } | { readonly months: number } | { readonly days: number }
  /** what its parts were called when it was kept: it names what has been removed since */
  readonly titles?: Readonly<Record<string, string>>
}
export interface PivotQuery extends OwnReport, Pick<ReportQuery, 'startDate' | 'endDate'> {
  /** a measure, by its total in the row; absent: the first */
  readonly sortField?: string
  readonly sortWay?: 'ASC' | 'DESC'
}

interface Named {
  readonly key: Readonly<Record<string, string | null>>
  readonly label: Readonly<Record<string, string>>
}
interface PivotSide {
  readonly total: ReportValues | null
  readonly cells: readonly (ReportValues | null)[]
}
/** Figures of a row or of a total: of all columns together, worked out anew, and of each; null: nothing there. */
export interface PivotFigures {
  readonly currency: string
  readonly total: ReportValues
  readonly cells: readonly (ReportValues | null)[]
  /** what these are held against; null: that period has nothing. Absent: they are held against nothing */
  readonly was?: PivotSide
  /** what of them is held against these, where that is not all (`ReportFigures`) */
  readonly now?: PivotSide
}
export interface PivotRow extends Named, PivotFigures {}
export interface PivotAnswer {
  readonly across: readonly Named[]
  readonly rows: readonly PivotRow[]
  /** one per currency */
  readonly totals: readonly PivotFigures[]
  readonly compared?: ReportAnswer['compared']
  readonly computing: readonly string[]
  readonly missingRates: readonly { readonly month: string; readonly currency: string }[]
}
