/**
 * What the server tells the browser about a declaration, and what both say on the wire. Types only; the browser imports them by `import
 * type`.
 */
import type { When } from './action.ts'
import type { FieldDefinition } from './wire-fields.ts'
import type { FormItem, LinesDefinition } from './wire-form.ts'
import type { RecordDefinition } from './wire-record.ts'
import type { ReportDefinition } from './wire-reports.ts'
import type { CardDefinition, During, ShownAsDefinition } from './wire-views.ts'
import type { Condition, ListLayout, Scheme } from './wire-schemes.ts'
import type { ThreadDefinition } from './wire-thread.ts'
import type { Call, Option, Row } from './wire-values.ts'

export type { ChartDefinition, ChartSeries, RecordChart } from './wire-chart.ts'
export type { FieldDefinition } from './wire-fields.ts'
export type { FormItem, FormItemType, TreeOption } from './wire-form.ts'
export type { ChildDefinition, Neighbours, RecordDefinition, RecordGroup, RelatedCount, RelationDefinition } from './wire-record.ts'
export type { ColumnSetting, Condition, ConditionCode, ListLayout, Scheme, SchemeContent } from './wire-schemes.ts'
export type { BatchResult, UndoResult, BatchTask } from './wire-batch.ts'
export type {
  Comparison,
  ComparisonDefinition,
  CompleteAnswer,
  DimensionDefinition,
  LackingAnswer,
  LackingQuery,
  LinesAnswer,
  LinesQuery,
  MeasureDefinition,
  ReportAnswer,
  ReportDefinition,
  ReportFigures,
  ReportQuery,
  ReportRow,
  ReportValues,
  TimeUnit,
  WhyAnswer,
  WhyEffect,
  WhyPiece,
  WhyQuery,
} from './wire-reports.ts'
export type { CardDefinition, During, GridAnswer, GridBlock, GridCell, GridLine, ListView, ShownAsDefinition } from './wire-views.ts'
export type { Call, ItemAsk, ItemKey, NamedSku, Option, Row, UploadedFile, ValueKind } from './wire-values.ts'

/** A record as a select offers it. */
export interface RecordOption extends Option {
  /** second line: what tells records of like names apart */
  readonly detail?: string
  /** file of its picture */
  readonly picture?: string
  /** what it belongs to; `value` null: nothing */
  readonly group?: { readonly value: string | null; readonly label: string }
}

export type Hit = readonly [from: number, to: number]

/** A record that the search over everything found: its list, and the field and value by which that list shows it. */
export interface FoundRecord {
  readonly type: string
  /** of the list */
  readonly title: string
  readonly field: string
  readonly value: string
  readonly name: string | null
  /** the page that shows what the value names, whatever lists hold it (`recordOf` of a page) */
  readonly opens?: string
  /** where the words stand in value and name: from, and behind the last character */
  readonly hits: { readonly value: readonly Hit[]; readonly name: readonly Hit[] }
  /** somebody who works here, for a person who has no list of employees: what stands here is all that is shown */
  readonly colleague?: true
  /** of the one record of this value, which has a page; null: several have it, the list shows them */
  readonly id: string | null
}

/** What the caller may begin on a list: a new record (`add`), an import (`import`), or an action of the page by its name. */
export interface FoundAction {
  /** of the list on whose page it is begun */
  readonly type: string
  readonly name: string
  readonly title: string
}

/** What was opened from the search last, the newest first. */
export type RecentFound = { readonly record: FoundRecord } | { readonly action: FoundAction }

/** A record whose page is opened. */
export interface RecordTarget {
  readonly list: string
  readonly id: string
}

export interface ActionDefinition {
  readonly name: string
  readonly title: string
  readonly call: Call
  readonly over: 'row' | 'rows' | 'page' | 'filter'
  readonly operation: number
  /** only of rows that may be edited */
  readonly asEdit?: true
  /** offered for rows of which this holds */
  readonly when?: When
  /** answers `{ taskId }`: it is done in the task centre */
  readonly isJob?: true
  /** it brings the usual records: offered in the empty list; answers `{ added }` */
  readonly isUsual?: true
  /** it answers a file, or `{ page }` to open */
  readonly result?: 'file' | 'page'
  /** asked before it is done, {n} is the number of rows; null: not asked */
  readonly confirm: string | null
  readonly input: readonly FormItem[]
  /** fixed part of the body, e.g. { audit: 1 } */
  readonly body: Readonly<Record<string, unknown>>
}

/** A step between states, as a button: of a row whose `may` names it. */
export interface StepDefinition extends Omit<ActionDefinition, 'over' | 'operation'> {
  readonly tone: 'primary' | 'danger' | null
  /** code of the state that it leads to */
  readonly to: number
  /** it is taken by one record at a time */
  readonly isSingle: boolean
}

/** States of the records of a list. */
export interface StatesDefinition {
  /** the field that holds the state */
  readonly field: string
  /** steps that this person has a call for */
  readonly steps: readonly StepDefinition[]
  /** codes of the states in which something of the form is open, and of those in which a record may be deleted */
  readonly editable: readonly number[]
  readonly removable: readonly number[]
  /** both only by those whom a record names: its `may` holds `edit` then */
  readonly byPerson?: true
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
    /** takes back what another call answered a `batchId` for: `{ batchId }` */
    readonly undo?: Call
    readonly export?: Call
    readonly import?: Call
    /** rows by the days of a month: `{ month, by?, keyword?, pageNum?, pageSize? }`, answers a `GridAnswer` */
    readonly cells?: Call
    /** writes into them: `{ blocks }` */
    readonly writeCells?: Call
  }
  /** the calls of which `undo` takes back what they did, for a day; absent: none */
  readonly undoes?: readonly string[]
  readonly actions: readonly ActionDefinition[]
  /** absent: the records have none */
  readonly states?: StatesDefinition
  /** what its rows show as cards; absent: of a report */
  readonly card?: CardDefinition
  /** absent: a table alone */
  readonly shownAs?: ShownAsDefinition
  /** absent: its records have no conversation */
  readonly thread?: ThreadDefinition
  readonly form: readonly FormItem[]
  /** its records are documents with these lines; absent: they have none, or this person may not see them */
  readonly lines?: LinesDefinition
  /** what `removeBetween` asks for; absent where that call is */
  readonly batchDelete?: { readonly by: FormItem | null; readonly period: 'date' | 'year' }
  /** fields of the form that `batchUpdate` may set for many rows at once; absent where that call is */
  readonly batchFields?: readonly string[]
  /** the condition that looks for words in all of these fields at once; absent: the list has none */
  readonly search?: { readonly field: string; readonly title: string; readonly within: readonly string[] }
  /**
   * date field and default period that bounds the list, shown in the filter bar, and fields one value of which takes its place; null:
   * unbounded
   */
  readonly bound: { readonly field: string; readonly days: number; readonly keys: readonly string[] } | null
  readonly defaultSort: { readonly field: string; readonly way: 'ASC' | 'DESC' } | null
  /** a field of which the first row says what holds for all: it stands beside the title */
  readonly told?: string
  /** one sentence on what belongs here, for the empty state */
  readonly empty: string
  /** what an upload on this page needs; null: nothing can be uploaded */
  readonly upload: UploadDefinition | null
  readonly report: ReportDefinition | null
  /** the page of one record; absent: there is none */
  readonly record?: RecordDefinition
  /** how this person's columns stand; absent or null: as the definition has them */
  readonly layout?: ListLayout | null
  /**
   * the scheme that applies when the list opens without a state of its own: one's own default, else that of a role, else of the
   * organisation
   */
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
  /** a file that nobody knows can be taught: what it is like, and where its layout is kept; absent: not, or not by this person */
  readonly teach?: { readonly suggest: Call; readonly save: Call; readonly ownerField: string; readonly title: string }
}

/** Generic list query of the specification and what docs/api.md adds. */
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
  /** records that lie in these days, of a list that is shown as a calendar */
  readonly during?: During
  /**
   * records of a tree right below this one; null: those whose own parent is not among what the query finds. `below` of each row says
   * how many of what the query finds stand right below it
   */
  readonly under?: string | null
  readonly [filter: string]: unknown
}

/** A rate; month '': the latest, of what has no month. */
export interface RateName {
  readonly month: string
  readonly currency: string
}

export interface ListAnswer {
  readonly list: readonly Row[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  readonly totals?: Readonly<Record<string, string | null>>
  readonly totalsByCurrency?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * what money of several currencies comes to in one, by the rates of its months; null: a rate is missing. `latest`: rates of what has no
   * month, which are the latest known
   */
  readonly converted?:
    | {
        readonly currency: string
        readonly totals: Readonly<Record<string, string | null>>
        readonly missing: readonly RateName[]
        readonly latest?: readonly RateName[]
      }
    | undefined
  /**
   * where the rows have several currencies: the field whose month says which rate holds (null: none), and the rates by `month currency`;
   * with an empty month the latest ones, whose months `latest` tells
   */
  readonly rates?:
    | {
        readonly day: string | null
        readonly base: string
        readonly of: Readonly<Record<string, string>>
        readonly latest?: readonly RateName[]
      }
    | undefined
  /** false: `total` is the planner's estimate, and there are no totals */
  readonly totalExact?: boolean
  readonly next?: string | null
  /** the default period, where nobody asked for one and the list was cut to it; both days included */
  readonly period?: { readonly field: string; readonly from: string; readonly to: string }
}

// ---- imports and tasks

export type ImportState = 'queued' | 'running' | 'done' | 'refused' | 'cancelled' | 'failed' | 'waiting'

/** Names of records of one list, as they were pasted; `by`: the field that stands for a record, absent: its id. */
export interface NamesAsk {
  readonly type: string
  readonly by?: string
  readonly names: readonly string[]
}
/** What a name means: a record, none, or several. */
export type FoundName =
  | { readonly name: string; readonly value: string; readonly label: string }
  | { readonly name: string; readonly fault: 'unknown' | 'ambiguous' }

export interface ImportDetails {
  readonly id: string
  readonly fileName: string
  readonly kind: string | null
  readonly kindTitle: string | null
  readonly shopId: string | null
  readonly shopIdLabel: string | null
  /** what the file belongs to where that is no shop */
  readonly ownerName: string | null
  /** a file of several statements: the imports of all of them, this one included */
  readonly parts?: readonly string[]
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
  /** days of what it brought */
  readonly days?: { readonly first: string; readonly last: string }
  /** while it waits: files before it, and how long those take by what files took lately; null: none was imported yet */
  readonly queue?: { readonly files: number; readonly seconds: number | null }
  /** what does not follow, while it waits for a yes and afterwards */
  readonly doubts: readonly {
    readonly what: string
    readonly line: number | null
    readonly currency: string
    readonly stated: string
    readonly found: string
    readonly difference: string
  }[]
  /** who said yes, and why */
  readonly accepted: { readonly by: string; readonly reason: string } | null
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly createdAt: string
  readonly createdBy: string
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
  /** something was said about a record whose conversation this person has open, or in which he was mentioned or answered */
  | { readonly kind: 'thread'; readonly type: string; readonly id: string }
  /** the number of unread messages of a kind has changed: ask for it */
  | { readonly kind: 'unread'; readonly of: UnreadKind }
  /** messages were missed that are no longer kept: everything shown may be old */
  | { readonly kind: 'gap' }

/** Whose mailbox: the employee's own, or the general manager's; `message`: what the house itself tells a person. */
export type UnreadKind = 'employee' | 'manager' | 'message'
