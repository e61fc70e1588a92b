/** What server and browser say to each other about dashboards. Types only. */
import type { Comparison } from './wire-reports.ts'

/** How the figures of a report are drawn. */
export type MeasureLook = 'figure' | 'line' | 'bar' | 'map' | 'funnel' | 'heat' | 'ranking' | 'table'

/** A period by its name, as of the day on which it is looked at. */
export type PeriodName = 'yesterday' | 'last7' | 'last30' | 'last90' | 'month' | 'lastMonth' | 'months12' | 'year' | 'lastYear'

/** What a card asks of a report. */
export interface MeasureAsk {
  readonly report: string
  readonly measures: readonly string[]
  /** dimensions it is divided by: none, one, or two of a heat map */
  readonly by: readonly string[]
  readonly where?: Readonly<Record<string, readonly string[]>>
  readonly period: PeriodName
  readonly currency: 'shop' | 'CNY'
  readonly compare?: Comparison
  /** rows of a ranking or table */
  readonly limit?: number
}

/** What a card of a centre tells. */
export type CentrePart = 'figures' | 'waiting' | 'people' | 'notices'

/** A list or report with the state that its address carries. */
export interface PageAsk {
  readonly type: string
  readonly url: string
}

/** A card as it is kept: of an area (`declared`), of a page (`page`; `count`: how many it finds), or of measures (`measure`). */
export interface DashboardCard {
  /** unique on its dashboard; of a declared card that card's own */
  readonly key: string
  /** a declared card has its own */
  readonly title?: string
  /** columns of twelve, and rows */
  readonly width: number
  readonly height: number
  readonly hidden?: true
  readonly declared?: true
  readonly page?: PageAsk & { readonly look: 'rows' | 'count' }
  readonly measure?: MeasureAsk & { readonly look: MeasureLook }
}

/** What narrows all cards of a dashboard. */
export interface DashboardFilter {
  readonly period?: PeriodName
  /** dimension -> values, of every report that has a dimension of this name */
  readonly where?: Readonly<Record<string, readonly string[]>>
}

export interface DashboardContent {
  readonly cards: readonly DashboardCard[]
  readonly filter: DashboardFilter
  /** seconds for which each dashboard shows on a wall; null: it stays */
  readonly seconds: number | null
}

export interface DashboardName {
  readonly id: string
  readonly name: string
  /** made by the person who asks */
  readonly isOwn: boolean
}

export interface Dashboard extends DashboardName, DashboardContent {
  readonly version: number
  /** roles that it is shared with */
  readonly roleIds: readonly string[]
}

export interface DashboardsAnswer {
  readonly list: readonly DashboardName[]
  /** the one that was asked for, else the first; null: there is none */
  readonly dashboard: Dashboard | null
  /** roles that the person may share with */
  readonly roles: readonly { readonly id: string; readonly name: string }[]
}
