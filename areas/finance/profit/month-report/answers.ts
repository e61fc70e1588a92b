/** What the month report is told. Pure types. */
import type { ReportAnswer } from '#platform/declare/wire.ts'

export interface MonthFigure {
  readonly name: string
  readonly title: string
  /** a percent is a fraction */
  readonly kind: 'money' | 'percent' | 'integer'
  /** of the month; null: a rate is missing, or there is nothing to divide by */
  readonly value: string | null
  readonly before: string | null
  readonly yearBefore: string | null
  /** what of the value is held against them, like for like */
  readonly now: { readonly before: string | null; readonly yearBefore: string | null }
  readonly better?: 'up' | 'down'
  /** null: no budget, or no right to it */
  readonly budget: string | null
  /** a sum of what stands above it */
  readonly isSum: boolean
}
export interface MonthPart {
  readonly name: string
  readonly sales: string | null
  readonly result: string | null
  /** null for whoever may not see costs, too */
  readonly margin: string | null
  /** result of the month before, and what of the result is held against it */
  readonly before: string | null
  readonly now: string | null
}
export interface MonthFinding {
  readonly title: string
  readonly count: number
  /** in CNY; null: none, or a rate is missing */
  readonly amount: string | null
  /** component of the page where it is worked on */
  readonly component: string
}
export interface MonthReport {
  readonly month: string
  readonly isClosed: boolean
  /** what both sides of each comparison hold */
  readonly compared: { readonly before: ReportAnswer['compared']; readonly yearBefore: ReportAnswer['compared'] }
  /** titles of costs that are posted once a month */
  readonly monthly: Readonly<Record<string, string>>
  /** shops whose figures are being computed */
  readonly computing: readonly string[]
  readonly missingRates: readonly { readonly month: string; readonly currency: string }[]
  readonly figures: readonly MonthFigure[]
  /** what the month comes to: the profit, or the income after fees where the asker may not see costs, who has no margin either */
  readonly result: string
  readonly hasMargin: boolean
  readonly platforms: readonly MonthPart[]
  readonly gains: readonly MonthPart[]
  readonly losses: readonly MonthPart[]
  readonly findings: readonly MonthFinding[]
}
