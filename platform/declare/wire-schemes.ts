/** Conditions, schemes and layouts of lists on the wire. Types only. */
import type { ListView } from './shown-as.ts'
import type { KeptReport } from './wire-pivot.ts'

export type ConditionCode =
  | 'EQ'
  | 'NE'
  | 'LIKE'
  | 'NOT_LIKE'
  | 'START'
  | 'IN'
  | 'NOT_IN'
  | 'GT'
  | 'GE'
  | 'LT'
  | 'LE'
  | 'BETWEEN'
  | 'EMPTY'
  | 'NOT_EMPTY'
  | 'YESTERDAY'
  | 'TODAY'
  | 'LAST_WEEK'
  | 'THIS_WEEK'
  | 'LAST_MONTH'
  | 'THIS_MONTH'
  | 'LAST_7_DAYS'
  | 'LAST_30_DAYS'

export interface Condition {
  readonly field: string
  readonly entityField?: string | null
  readonly condition: ConditionCode
  readonly value?: string
  readonly condList?: readonly string[]
}

/** Column setting row: `isShow` false keeps width and place of a hidden column. */
export interface ColumnSetting {
  readonly field: string
  readonly isShow: boolean
  /** pixels; null: as the definition has it */
  readonly width: number | null
  readonly frozen: boolean
}
export interface ListLayout {
  readonly columns: readonly ColumnSetting[]
  readonly density: 'compact' | 'comfortable'
}

/** What a scheme keeps. `title` of a column, condition or order is that of the day it was saved: it names what has been removed since. */
export interface SchemeContent {
  readonly name: string
  readonly columnList: readonly { readonly field: string; readonly width: number | null; readonly title?: string }[]
  readonly conditionList: readonly (Condition & { readonly title?: string })[]
  readonly orderByList: readonly { readonly field: string; readonly orderBy: 'ASC' | 'DESC'; readonly title?: string }[]
  /** how the list is seen; absent: as it is */
  readonly view?: ListView
  /** of a report of one's own: what it asks */
  readonly report?: KeptReport
}
/** Saved filter scheme (kind 1), filter tab (2) or column set (3). */
export interface Scheme extends SchemeContent {
  readonly profileId: string
  readonly type: string
  readonly kind: 1 | 2 | 3
  /** 1: the caller's own default */
  readonly isDefault: 0 | 1
  readonly isOwn: boolean
  /** who shared it; empty where it is one's own */
  readonly ownerName: string
  readonly version: number
  readonly canUndo: boolean
  /** titles of columns that no longer exist */
  readonly removed: readonly string[]
  /** own schemes: whom it is shared with */
  readonly sharedWith: { readonly employeeIds: readonly string[]; readonly deptIds: readonly string[] }
  /** own schemes: whose default it is besides */
  readonly defaultOf: { readonly roleIds: readonly string[]; readonly isOrganisation: boolean }
}
