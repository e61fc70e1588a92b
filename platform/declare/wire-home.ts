/** What server and browser say to each other about the cards of the home page. Types only. */
import type { ApprovalCard } from './wire-approval.ts'
import type { CentrePart, MeasureAsk, MeasureLook, PageAsk, PeriodName } from './wire-dashboards.ts'

export interface ShownCard {
  readonly key: string
  readonly title: string
  readonly component: string
  readonly wide: boolean
  readonly large: boolean
  readonly hidden: boolean
  readonly pin?: PageAsk & { readonly fields?: readonly string[] }
  /** where people act on the rows it shows */
  readonly leads?: { readonly title: string; readonly url: string }
  readonly measure?: MeasureAsk & { readonly look: MeasureLook }
  readonly why?: { readonly report: string; readonly period: PeriodName }
  /** of a centre */
  readonly part?: CentrePart
  /** the person's own: he may take it away */
  readonly own?: true
  /** figures: their places, and the periods to switch between */
  readonly places?: number
  readonly periods?: readonly PeriodName[]
}

export interface HomeCardsAnswer {
  readonly list: readonly ShownCard[]
  /** he has arranged them himself: they can be set back */
  readonly arranged?: true
}

/** A figure with what it is held against: delta = (now ?? value) - was. */
export interface ShownFigure {
  readonly name: string
  readonly title: string
  readonly kind: 'money' | 'integer' | 'decimal' | 'percent' | 'grade'
  /** null: not known */
  readonly value: string | null
  readonly now?: string | null
  readonly was?: string | null
  readonly better?: 'up' | 'down'
  /** the page with the same figure; null: the person has none */
  readonly url: string | null
  /** money that is in no CNY */
  readonly currency?: string
  /** what it shall come to */
  readonly target?: string | null
  /** an aim of the month, what of it is reached, and how much of the month is over */
  readonly aim?: { readonly value: string; readonly target: string; readonly elapsed: string }
  /** periods of its own, where they are others than the card's */
  readonly compared?: ComparedPeriods
  /** the day of `was`, where that is none of the card's comparison */
  readonly wasOn?: string
  /** rows of the last seven days */
  readonly fresh?: number
  /** rows that these are a part of, and how many percent they may be at most */
  readonly share?: { readonly of: number; readonly most: number }
}
/** Both periods, the day up to which both hold, who is left out of the comparison. */
export interface ComparedPeriods {
  readonly startDate: string
  readonly endDate: string
  readonly until?: string | null
  readonly leftOut?: readonly { readonly shop: string; readonly why: 'noData' | 'new' }[]
}
export interface FiguresAnswer {
  readonly period: { readonly name: PeriodName; readonly from: string; readonly to: string }
  readonly compared: ComparedPeriods | null
  /** share of the period that is over */
  readonly elapsed: string
  readonly list: readonly ShownFigure[]
  readonly opens: string | null
  /** shops that are being computed */
  readonly computing: readonly string[]
}

export interface WaitingItem {
  readonly key: string
  readonly title: string
  /** a few words beside it: an amount, who asks */
  readonly note: string
  /** day or instant; null: not known */
  readonly since: string | null
  /** the day that it must be done by stands in `since` */
  readonly due?: true
  readonly url: string | null
  /** it can be answered in its place */
  readonly approval?: ApprovalCard
}
/** What waits of one kind; the oldest few. */
export interface WaitingPart {
  readonly title: string
  readonly count: number
  readonly url: string | null
  readonly list: readonly WaitingItem[]
}
export interface QueueAnswer {
  readonly total: number
  readonly parts: readonly WaitingPart[]
  /** today, for the days that things have waited */
  readonly today: string
}

export interface MovedRow {
  readonly label: string
  readonly key: string
  readonly value: string | null
  readonly now?: string | null
  readonly was: string | null
  readonly url: string | null
}
export interface MoversAnswer {
  readonly measure: { readonly name: string; readonly title: string; readonly kind: ShownFigure['kind']; readonly better?: 'up' | 'down' }
  readonly by: string
  readonly compared: ComparedPeriods | null
  readonly up: readonly MovedRow[]
  readonly down: readonly MovedRow[]
  readonly url: string | null
}
