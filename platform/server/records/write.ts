/** What one write is: who writes which records, by which verb, and what is kept and told of it (writer.ts). */
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Hooks, Lock, Values } from '../contract/record-hooks.ts'
import type { LineLog } from './line-log.ts'
import type { RowSource } from './row-source.ts'

export type Keys = readonly (readonly string[])[]

/** What the trail tells instead of the rows as the list shows them: hidden fields, or what an action means, in words. */
export interface TrailValues {
  readonly before: unknown
  readonly after: unknown
}

export interface Write {
  /** who writes; `sealedContext` (sealed-author.ts) where nobody may know */
  readonly context: Context
  readonly tx: Tx
  readonly r: Resource
  readonly hooks: Hooks
  /** as the trail calls it (audit/verbs.ts) */
  readonly verb: string
  readonly locks: readonly Lock[]
  /** the batch by which the rows can be put back; null: none */
  readonly batchId: string | null
  /**
   * record: one entry a record with the names of what it refers to, as a form shows them. set: one entry a record, made by the database.
   * whole: the caller writes one entry for all (an import: an entry a row takes longer than the rest of it).
   */
  readonly trail: 'record' | 'set' | 'whole'
  readonly told?: TrailValues
  /** what the trail keeps beside the values: why a step was taken */
  readonly note?: string
  /**
   * of a document: what its lines become with it, as one entry. Of lines: what is written here is told with more, by whoever tells it in
   * the end; absent: their documents are raised and tell it at once
   */
  readonly lines?: LineLog
  /** of records with a validity: whoever writes the whole portion asks once for all these keys; absent: asked at once */
  readonly overlaps?: (readonly string[])[]
  /** of a set of a tree: whoever writes its portions holds these keys against it when the last one is written */
  readonly order?: (readonly string[])[]
  /** of a new document: writes its lines, before the entry is written */
  readonly within?: (id: string) => Promise<LineLog>
}

/**
 * Every row gets the same values, or each those of its row in a source that has the columns of the primary key and those that are set. Of a
 * tree, single records are held against it at once, sets by `keepOrder` when their last portion is written.
 */
export type Patch = { readonly values: Values } | { readonly from: RowSource; readonly set: readonly string[] }
