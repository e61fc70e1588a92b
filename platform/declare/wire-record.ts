/** The page of one record on the wire. Types only. */
import type { RecordTab } from './record-page.ts'
import type { ChartDefinition } from './wire-chart.ts'

/** Records of another list that refer to this one; only lists that this person may see. */
export interface RelationDefinition {
  /** list type of the records that refer here */
  readonly type: string
  /** their field that does */
  readonly field: string
  /** of the list; with the field's where several of its fields refer here */
  readonly title: string
  /** field of this record whose value stands there: `id`, or a natural key */
  readonly by: string
}

/** Records of another list that belong to this one: a tab of its page. */
export interface ChildDefinition {
  readonly type: string
  readonly title: string
  /** their fields, and those of this record that hold the same */
  readonly where: readonly (readonly [field: string, by: string])[]
}

export interface RecordGroup {
  readonly title: string
  readonly fields: readonly string[]
}

/** Part of a list's definition. The page stands at `detailPathOf` of each page of the list in the person's menus. */
export interface RecordDefinition {
  /** field that names a record; `id` where it has no name */
  readonly label: string
  readonly head: readonly string[]
  readonly groups: readonly RecordGroup[]
  readonly tabs: readonly RecordTab[]
  readonly relations: readonly RelationDefinition[]
  readonly children?: readonly ChildDefinition[]
  readonly charts: readonly ChartDefinition[]
}

/** Answer of POST /listField/related: one for each relation of the definition. */
export interface RelatedCount {
  readonly type: string
  readonly field: string
  readonly total: number
  /** there are more than `total` */
  readonly isMore: boolean
}

/** Answer of POST /listField/neighbours: ids; null at an end of the list. */
export interface Neighbours {
  readonly previous: string | null
  readonly next: string | null
}
