/**
 * The page of one record: what its head shows, how its fields are grouped, which tabs it has.
 * All of it follows from the declaration where nothing is said.
 */
import type { Title } from './title.ts'

export const recordTabs = ['fields', 'lines', 'chain', 'charts', 'thread', 'files', 'related', 'history'] as const
export type RecordTab = (typeof recordTabs)[number]

export interface RecordPage<Name extends string = string> {
  /** fields beside the name, choices as badges; absent: key, what tells records of like names apart, state */
  readonly head?: readonly Name[]
  /** in this order; one that has nothing to show is left out */
  readonly tabs?: readonly RecordTab[]
  /** absent: what people enter, figures, what the program keeps; fields that no group names stand in a last one */
  readonly groups?: readonly { readonly title: Title; readonly fields: readonly Name[] }[]
}
