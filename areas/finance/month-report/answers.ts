/** What the month report is told. Pure types. */
export interface MonthFigure {
  readonly name: string
  readonly title: string
  /** a percent is a fraction */
  readonly kind: 'money' | 'percent' | 'integer'
  /** of the month; null: a rate is missing, or there is nothing to divide by */
  readonly value: string | null
  readonly before: string | null
  readonly yearBefore: string | null
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
  /** result of the month before */
  readonly before: string | null
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
  /** earlier months that lack files of a shop: nothing is compared with them */
  readonly incomplete: { readonly before: boolean; readonly yearBefore: boolean }
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
