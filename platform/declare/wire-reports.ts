/** What server and browser say to each other about reports. Types only. */
import type { Call, ItemKey, Row, ValueKind } from './wire-values.ts'

/** What days are gathered into: weeks by their Monday, quarters and years of the fiscal year. */
export type TimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** The period a figure is held against: the same length just before its own (环比), or the same days a year before (同比). */
export type Comparison = 'before' | 'yearBefore'

export interface DimensionDefinition {
  readonly name: string
  readonly title: string
  readonly kind: ValueKind
  /** of a time: what days are gathered into */
  readonly time: TimeUnit | null
  readonly target: string | null
  /** dimension whose names come in the labels of this one's rows as well */
  readonly about: string | null
  /** the page that shows what a value names */
  readonly opens: string | null
  /** its values name products, an MSKU of the report's owners among them: shown by picture and name */
  readonly item?: ItemKey
  /** its values are codes that the labels put in words */
  readonly isCode?: true
}

export interface MeasureDefinition {
  readonly name: string
  readonly title: string
  readonly class:
    | 'sum'
    | 'count'
    | 'distinct'
    | 'none'
    | 'plus'
    | 'minus'
    | 'ratio'
    | 'share'
    | 'moving'
    | 'abc'
    | 'cumulative'
    | 'position'
    | 'mean'
  /** grade: a letter */
  readonly kind: 'money' | 'integer' | 'decimal' | 'percent' | 'grade'
  /** printed formula in the interface's language, e.g. 利润 = 销售额 + 退款 + … */
  readonly formula: string
  /** where the figure comes from, one sentence */
  readonly source: string
  /** names of the operands of a formula; empty for a leaf, whose lines are shown instead */
  readonly operands: readonly string[]
  /** titles of the dimensions by which it is not divided: there it has no figure */
  readonly undivided?: readonly string[]
  /** rows can't be put in order by it */
  readonly isUnordered?: true
  /** what is there at the end of a row's time, or was before its beginning: held against no earlier period */
  readonly balance?: 'opening' | 'closing'
  /** where no line tells of it its figure is missing */
  readonly blank?: true
  /** which way is good; absent: neither, as of a cost */
  readonly better?: 'up' | 'down'
  /** posted once a month: left out of a comparison until it stands on both sides */
  readonly monthly?: true
  /** step of the cost waterfall, in order; null: not in it */
  readonly waterfall: number | null
}

/** A comparison with the words for what it shows beside a figure: 去年同期, 同比增减, 同比. */
export interface ComparisonDefinition {
  readonly name: Comparison
  readonly was: string
  readonly difference: string
  readonly rate: string
}

export interface ReportDefinition {
  readonly name: string
  readonly title: string
  readonly dimensions: readonly DimensionDefinition[]
  readonly measures: readonly MeasureDefinition[]
  /** measures that the page begins with; empty: those of the waterfall */
  readonly main: readonly string[]
  /** measures of the strip in the title line, in the base currency and with their change; empty: the first of `main` */
  readonly keyFigures: readonly string[]
  /** two measures drawn over each other by week or month, each with its axis; empty: none */
  readonly beside: readonly string[]
  /** default nesting, e.g. ['shop', 'sku', 'month'] */
  readonly by: readonly string[]
  /** whom its facts belong to: the dimension of these, and the field that lists them where it is computed anew */
  readonly owner: { readonly dimension: string | null; readonly field: string }
  /** figures are amounts: of the owner's currency or in CNY */
  readonly hasCurrencies: boolean
  readonly time: 'month' | 'day'
  /** clocks it can be read by, the first unless asked for; empty: it knows of one day alone */
  readonly clocks: readonly { readonly name: string; readonly title: string; readonly help: string }[]
  /** comparisons that it offers */
  readonly compare: readonly ComparisonDefinition[]
  readonly calls: {
    readonly rows: Call
    readonly lines: Call
    readonly lacking?: Call
    /** how far files tell of its days; absent: files do not say it */
    readonly complete?: Call
    readonly compute?: Call
    readonly export?: Call
    readonly why?: Call
  }
  /** it tells why it misses a plan, not how it moved from an earlier period */
  readonly isPlanned?: true
}

export interface ReportQuery {
  /** dimensions of this level, e.g. ['shop'] for the first level, ['sku'] below a shop */
  readonly by: readonly string[]
  /** fixed values of the levels above and of the filter bar: dimension -> values */
  readonly where?: Readonly<Record<string, readonly string[]>>
  readonly startDate: string
  readonly endDate: string
  readonly currency: 'shop' | 'CNY'
  /** which day of an amount the period means; absent: the first clock of the report */
  readonly clock?: string
  /** below a row: its currency, so that with 'shop' only shops that keep their books in it follow */
  readonly rowCurrency?: string
  /** with it every figure comes with the one it is held against; rows of either period are there */
  readonly compare?: Comparison
  /** only these; absent: all */
  readonly measures?: readonly string[]
  /** a dimension of `by`, a measure, or with `compare` a part of one: `sales.was`, `sales.difference`, `sales.rate` */
  readonly sortField?: string
  readonly sortWay?: 'ASC' | 'DESC'
  readonly pageNum?: number
  readonly pageSize?: number
}

/** measure -> decimal string; null: unknown (a missing rate, a division by nothing) */
export type ReportValues = Readonly<Record<string, string | null>>

/**
 * The figures of a row or total, and with a comparison those they are held against, like for like: null as well where nothing is there to
 * hold them against. `now`: what of the figures is held against them, where that is not all; the difference is (now ?? values) - was.
 */
export interface ReportFigures {
  readonly currency: string
  readonly values: ReportValues
  readonly was?: ReportValues
  readonly now?: ReportValues
}

export interface ReportRow extends ReportFigures {
  readonly key: Readonly<Record<string, string | null>>
  readonly label: Readonly<Record<string, string>>
}

export interface ReportAnswer {
  readonly list: readonly ReportRow[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  /** one per currency, 总计 */
  readonly totals: readonly ReportFigures[]
  /**
   * all of them in the base currency, each month at its own rate; there where `totals` has several. Rows are then ordered by money as
   * converted.
   */
  readonly converted?: ReportFigures & { readonly missingRates: ReportAnswer['missingRates'] }
  /**
   * what the totals are held against, up to the day that is held against the last one which all shops have (`until`; null: none has a
   * complete day); `isEmpty`: that side has no amounts at all; `leftOut`: owners (shops) that neither side holds; `monthly`: costs posted
   * once a month that neither side holds, as they stand on one alone, and what they were on the earlier one in the base currency
   */
  readonly compared?: {
    readonly startDate: string
    readonly endDate: string
    readonly until: string | null
    readonly isEmpty: boolean
    readonly leftOut: readonly { readonly id: string; readonly shop: string; readonly why: 'noData' | 'new' }[]
    readonly monthly: readonly { readonly measure: string; readonly was: string | null }[]
  }
  /** names of shops some of whose days are being recomputed: the page says 计算中 */
  readonly computing: readonly string[]
  readonly missingRates: readonly { readonly month: string; readonly currency: string }[]
  /** lines whose kind no one has mapped yet, in no measure but 未映射 */
  readonly unmapped: number
}

/** What moved the figure that a report tells of: which part of it, and which period. */
export type WhyQuery = Pick<ReportQuery, 'where' | 'startDate' | 'endDate' | 'clock' | 'compare'>

/** A text, or a number of it that leads to its rows in the report. */
export interface WhyPiece {
  readonly text: string
  readonly measures?: readonly string[]
  readonly where?: ReportQuery['where']
}
/** A part of the difference: `value` in CNY, or of a ratio its fraction. */
export interface WhyEffect {
  readonly title: string
  readonly value: string
  readonly measures: readonly string[]
}
export interface WhyAnswer {
  readonly of: { readonly measure: string; readonly title: string; readonly kind: MeasureDefinition['kind'] }
  readonly now: string | null
  readonly was: string | null
  readonly difference: string | null
  /** what it is held against, in words: 上月同期 */
  readonly against: string
  /** absent: it is held against a plan */
  readonly compared?: ReportAnswer['compared']
  /** what happened, why, who moved most, what is not in it; the first is always there */
  readonly sentences: readonly (readonly WhyPiece[])[]
  /** they add up to the difference; empty: it can't be cut */
  readonly effects: readonly WhyEffect[]
}

/** How far the files of the shops tell of their days. */
export interface CompleteAnswer {
  /** complete for all of them but those that bring no files any more; null: none has any */
  readonly until: string | null
  /** the latest last; null: no files */
  readonly shops: readonly { readonly shop: string; readonly until: string | null }[]
}

/** Which part of a report is asked for what it lacks: whatever its levels, order and page are. */
export type LackingQuery = Pick<ReportQuery, 'where' | 'startDate' | 'endDate'>

export interface LackingAnswer {
  /** SKUs (by shop) sold in the period whose product cost is unknown in some month */
  readonly missingCosts: number
  /** the first hundred of them; no product: the SKU is not mapped to one */
  readonly lackingCosts: readonly { readonly shop: string; readonly sku: string; readonly product: string | null }[]
}

/** Drill-down: the lines a figure is made of (a leaf measure), or its operands (a formula). */
export interface LinesQuery {
  readonly measure: string
  readonly where: Readonly<Record<string, readonly (string | null)[]>>
  readonly startDate: string
  readonly endDate: string
  readonly pageNum?: number
  readonly pageSize?: number
  readonly clock?: string
  /** as in the ReportQuery that showed the figure; absent: shop */
  readonly currency?: ReportQuery['currency']
  /** `currency` of the row the figure stands in: with 'shop', only lines of shops that keep their books in it */
  readonly rowCurrency?: string
  /** the lines of the figure that this one is held against */
  readonly compare?: Comparison
}

export interface LinesAnswer {
  /** of a formula: the measures it is made of, which stand in place of lines and each of which is asked for in turn */
  readonly parts?: readonly string[]
  readonly columns: readonly {
    readonly field: string
    readonly title: string
    readonly kind: ValueKind
    /** the page that shows what its value names, or these values of its row together */
    readonly opens?: string
    readonly opensBy?: readonly string[]
  }[]
  readonly list: readonly Row[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  /** currency -> exact sum of the amounts over all the lines */
  readonly sums: Readonly<Record<string, string>>
  /** the figure these lines are made of, as the report shows it; null: a rate is missing */
  readonly figure?: string | null
  /** how the amounts became the figure, by month and currency; absent where nothing was converted. `rate`: of one unit, null: missing */
  readonly conversions?: readonly {
    readonly month: string
    readonly currency: string
    readonly to: string
    readonly amount: string
    readonly rate: string | null
    readonly converted: string | null
  }[]
}
