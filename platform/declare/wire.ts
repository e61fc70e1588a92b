/** What the server tells the browser about a declaration, and what both say on the wire. Types only; the browser imports them by `import type`. */
import type { FilterAs } from './fields.ts'
import type { FormItem } from './wire-form.ts'
import type { Condition, ConditionCode, ListLayout, Scheme } from './wire-schemes.ts'

export type { FormItem, FormItemType, TreeOption } from './wire-form.ts'
export type { ColumnSetting, Condition, ConditionCode, ListLayout, Scheme, SchemeContent } from './wire-schemes.ts'
export type { BatchResult, UndoResult, BatchTask } from './wire-batch.ts'

/** A kind of value, as list and form must show and edit it. Money and decimals travel as decimal strings, ids and references as strings. */
export type ValueKind =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'date'
  | 'month'
  | 'dateTime'
  | 'choice'
  | 'choices'
  | 'flag'
  | 'reference'
  | 'links'
  | 'files'

export interface Option {
  readonly value: string | number
  readonly label: string
}

/** A record as a select offers it. */
export interface RecordOption extends Option {
  /** second line: what tells records of like names apart */
  readonly detail?: string
  /** what it belongs to; `value` null: nothing */
  readonly group?: { readonly value: string | null; readonly label: string }
}

/** Filter field definition of the specification (first block) and what the generic pages need beyond it. */
export interface FieldDefinition {
  readonly id: string
  readonly field: string
  readonly title: string
  /** where the field is shown through a look-up: `reference.field`, else null */
  readonly entityField: string | null
  readonly keyValueList: readonly Option[]
  readonly isFilter: boolean
  readonly isSort: boolean
  readonly isShow: boolean
  readonly isDisabled: boolean
  readonly width: number
  readonly orderBy: 'ASC' | 'DESC' | null

  readonly kind: ValueKind
  /** how the filter bar offers it; null: only in the scheme dialog */
  readonly filterKind: 'contains' | 'equals' | 'range' | 'select' | null
  /** the control it has there; null: only in the scheme dialog */
  readonly filterAs: FilterAs | null
  readonly conditions: readonly ConditionCode[]
  /** list type of the referenced resource, for /listField/options */
  readonly target: string | null
  /** natural key that the reference stores instead of the id (currency code): sent to /listField/options as `by` */
  readonly targetBy?: string
  /** the target's records are a tree: IN finds what lies below the chosen ones as well, EQ the record alone */
  readonly isTree?: true
  readonly isTotal: boolean
  /** field of the same row that names the currency of this money, or null */
  readonly currencyField: string | null
  /** decimals shown (money 2); exact value always travels */
  readonly decimals: number | null
  /** its text is HTML of the editor: a cell shows the words alone */
  readonly isHtml?: true
  /** its cell opens the control of the form, and saves by the list's own update */
  readonly isInline?: true
  /** its values come masked; `calls.reveal` tells one whole */
  readonly isSensitive?: true
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
}

export interface ActionDefinition {
  readonly name: string
  readonly title: string
  readonly call: Call
  readonly over: 'row' | 'rows' | 'page'
  readonly operation: number
  /** asked before it is done, {n} is the number of rows; null: not asked */
  readonly confirm: string | null
  readonly input: readonly FormItem[]
  /** fixed part of the body, e.g. { audit: 1 } */
  readonly body: Readonly<Record<string, unknown>>
}

/** Answer of POST /listField/getByType for a resource. Calls and actions the caller may not use are absent. */
export interface ListDefinition {
  readonly type: string
  readonly title: string
  readonly result: readonly FieldDefinition[]
  readonly filterList: readonly FieldDefinition[]
  readonly sortList: readonly FieldDefinition[]
  readonly showList: readonly FieldDefinition[]
  readonly calls: {
    readonly list: Call
    readonly one?: Call
    readonly add?: Call
    readonly update?: Call
    /** the same values for many rows: `{ ids | query, changes, preview?, expected? }` */
    readonly batchUpdate?: Call
    readonly remove?: Call
    /** one sensitive value whole: `{ id, field }`, answers `{ value }` and is recorded */
    readonly reveal?: Call
    /** deletes what a shop or site, or the whole list, has in a period: see `batchDelete` */
    readonly removeBetween?: Call
    /** takes a batch back: `{ batchId }` */
    readonly undo?: Call
    readonly export?: Call
    readonly import?: Call
  }
  readonly actions: readonly ActionDefinition[]
  readonly form: readonly FormItem[]
  /** what `removeBetween` asks for; absent where that call is */
  readonly batchDelete?: { readonly by: FormItem | null; readonly period: 'date' | 'year' }
  /** fields of the form that `batchUpdate` may set for many rows at once; absent where that call is */
  readonly batchFields?: readonly string[]
  /** date field and default period that bounds the list, shown in the filter bar; null: unbounded */
  readonly bound: { readonly field: string; readonly days: number } | null
  readonly defaultSort: { readonly field: string; readonly way: 'ASC' | 'DESC' } | null
  /** one sentence on what belongs here, for the empty state */
  readonly empty: string
  /** what an upload on this page needs; null: nothing can be uploaded */
  readonly upload: UploadDefinition | null
  readonly report: ReportDefinition | null
  /** how this person's columns stand; absent or null: as the definition has them */
  readonly layout?: ListLayout | null
  /** the scheme that applies when the list opens without a state of its own: one's own default, else that of a role, else of the organisation */
  readonly defaultScheme?: Scheme | null
  /** whether this person may say what a role or the organisation opens the list with */
  readonly maySetDefaults?: boolean
  /** filter tabs above the table: own ones and those shared with this person */
  readonly tabs?: readonly Scheme[]
}

export interface UploadDefinition {
  readonly title: string
  readonly button: string
  readonly call: Call
  readonly accept: readonly string[]
  readonly maxFiles: number
  readonly maxBytes: number
  /** list type of the searchable select (shop), null: none */
  readonly select: { readonly field: string; readonly title: string; readonly target: string; readonly required: boolean } | null
  readonly yearMonth: 'none' | 'byContent'
  readonly dateRange: boolean
  readonly templates: readonly { readonly title: string; readonly call: Call }[]
  /** list type whose columns are mapped and rows previewed before the import; absent: the file is recognised by its content */
  readonly preview?: string | null
}

/** Generic list query of the specification plus what decisions.md adds. */
export interface ListQuery {
  readonly pageNum?: number
  readonly pageSize?: number
  readonly sortField?: string
  readonly sortWay?: 'ASC' | 'DESC'
  readonly conditionList?: readonly Condition[]
  readonly orderByList?: readonly { readonly field: string; readonly orderBy: 'ASC' | 'DESC' }[]
  readonly startDate?: string
  readonly endDate?: string
  readonly next?: string
  /** rows: at once, with the exact total only where it is cheap; totals: no rows, exact total and sums; absent: both, exact */
  readonly only?: 'rows' | 'totals'
  readonly [filter: string]: unknown
}

/** A row: field -> value; a reference field `shopId` comes with `shopIdLabel`, links with a list of labels. `id` and, where the record carries one, `version` are always there. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version?: number }

export interface ListAnswer {
  readonly list: readonly Row[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  readonly totals?: Readonly<Record<string, string | null>>
  readonly totalsByCurrency?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** false: `total` is the planner's estimate, and there are no totals */
  readonly totalExact?: boolean
  readonly next?: string | null
}

// ---- reports

export interface DimensionDefinition {
  readonly name: string
  readonly title: string
  readonly kind: ValueKind
  readonly target: string | null
  /** dimension whose names come in the labels of this one's rows as well */
  readonly about: string | null
}

export interface MeasureDefinition {
  readonly name: string
  readonly title: string
  readonly class: 'sum' | 'count' | 'plus' | 'ratio'
  readonly kind: 'money' | 'integer' | 'decimal' | 'percent'
  /** printed formula in the interface's language, e.g. 利润 = 销售额 + 退款 + … */
  readonly formula: string
  /** where the figure comes from, one sentence */
  readonly source: string
  /** names of the operands of a formula; empty for a leaf, whose lines are shown instead */
  readonly operands: readonly string[]
  /** step of the cost waterfall, in order; null: not in it */
  readonly waterfall: number | null
}

export interface ReportDefinition {
  readonly name: string
  readonly title: string
  readonly dimensions: readonly DimensionDefinition[]
  readonly measures: readonly MeasureDefinition[]
  /** default nesting, e.g. ['shop', 'sku', 'month'] */
  readonly by: readonly string[]
  readonly time: 'month' | 'day'
  readonly calls: { readonly rows: Call; readonly lines: Call; readonly compute?: Call; readonly export?: Call }
}

export interface ReportQuery {
  /** dimensions of this level, e.g. ['shop'] for the first level, ['sku'] below a shop */
  readonly by: readonly string[]
  /** fixed values of the levels above and of the filter bar: dimension -> values */
  readonly where?: Readonly<Record<string, readonly string[]>>
  readonly startDate: string
  readonly endDate: string
  readonly currency: 'shop' | 'CNY'
  /** below a row: its currency, so that with 'shop' only shops that keep their books in it follow */
  readonly rowCurrency?: string
  readonly sortField?: string
  readonly sortWay?: 'ASC' | 'DESC'
  readonly pageNum?: number
  readonly pageSize?: number
}

export interface ReportRow {
  readonly key: Readonly<Record<string, string | null>>
  readonly label: Readonly<Record<string, string>>
  readonly currency: string
  /** measure -> decimal string; null: unknown (a missing rate, a division by nothing) */
  readonly values: Readonly<Record<string, string | null>>
}

export interface ReportAnswer {
  readonly list: readonly ReportRow[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  /** one per currency, 总计 */
  readonly totals: readonly { readonly currency: string; readonly values: Readonly<Record<string, string | null>> }[]
  /** names of shops some of whose days are being recomputed: the page says 计算中 */
  readonly computing: readonly string[]
  readonly missingRates: readonly { readonly month: string; readonly currency: string }[]
  /** lines whose kind no one has mapped yet, in no measure but 未映射 */
  readonly unmapped: number
  /** SKUs (by shop) sold in the period whose product cost is unknown in some month; absent: the report has no costs */
  readonly missingCosts?: number
  /** the first hundred of them; no product: the SKU is not mapped to one */
  readonly lackingCosts?: readonly { readonly shop: string; readonly sku: string; readonly product: string | null }[]
}

/** Drill-down: the lines a figure is made of (a leaf measure), or its operands (a formula). */
export interface LinesQuery {
  readonly measure: string
  readonly where: Readonly<Record<string, readonly (string | null)[]>>
  readonly startDate: string
  readonly endDate: string
  readonly pageNum?: number
  readonly pageSize?: number
  /** as in the ReportQuery that showed the figure; absent: shop */
  readonly currency?: ReportQuery['currency']
  /** `currency` of the row the figure stands in: with 'shop', only lines of shops that keep their books in it */
  readonly rowCurrency?: string
}

export interface LinesAnswer {
  readonly columns: readonly { readonly field: string; readonly title: string; readonly kind: ValueKind }[]
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

// ---- imports and tasks

export type ImportState = 'queued' | 'running' | 'done' | 'refused' | 'cancelled' | 'failed'

export interface ImportDetails {
  readonly id: string
  readonly fileName: string
  readonly kind: string | null
  readonly kindTitle: string | null
  readonly shopId: string | null
  readonly shopIdLabel: string | null
  readonly state: ImportState
  /** 0..1, null while unknown */
  readonly progress: number | null
  /** step in words: 识别文件, 读取, 合并, 汇总 */
  readonly step: string
  readonly lines: { readonly read: number; readonly merged: number; readonly unchanged: number; readonly refused: number }
  readonly errors: readonly {
    readonly line: number | null
    readonly column: string | null
    readonly value: string | null
    readonly reason: string
  }[]
  readonly errorsTotal: number
  readonly unmappedTypes: readonly { readonly title: string; readonly lines: number; readonly amount: string }[]
  readonly unmappedSkus: readonly { readonly sku: string; readonly lines: number }[]
  readonly controlTotals: readonly {
    readonly name: string
    readonly title: string
    readonly currency: string
    readonly file: string
    readonly merged: string
    readonly unchanged: string
    readonly difference: string
  }[]
  readonly notes: readonly string[]
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly createdAt: string
  readonly createdBy: string
}

/** Answer of an upload with type IMPORT: what the content says, so that the dialog can prefill. */
export interface UploadedFile {
  readonly id: string
  readonly link: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly recognised?: {
    readonly kind: string
    readonly kindTitle: string
    readonly month: string | null
    readonly shopId: string | null
  } | null
}

/** Message pushed over the websocket. */
export type Push =
  | {
      readonly kind: 'task'
      readonly taskId: string
      readonly importIds: readonly string[]
      readonly progress: number | null
      readonly state: ImportState
      readonly step: string
      readonly stepEn?: string
    }
  /** `by`: who changed the record that the person has open */
  | { readonly kind: 'changed'; readonly type: string; readonly id: string | null; readonly by?: string }
  /** the number of unread messages of a kind has changed: ask for it */
  | { readonly kind: 'unread'; readonly of: UnreadKind }
  /** messages were missed that are no longer kept: everything shown may be old */
  | { readonly kind: 'gap' }

/** Whose mailbox: the employee's own, or the general manager's; `message`: what the house itself tells a person. */
export type UnreadKind = 'employee' | 'manager' | 'message'
