/** Views of a list on the wire: which there are, and what they rest on. Types only. */
import type { ListView } from './shown-as.ts'

export type { ListView } from './shown-as.ts'

/** Both days included; at most 400 days. */
export interface During {
  readonly from: string
  readonly to: string
}

/** What a row shows as a card, on a phone. Fields are those that this person sees. */
export interface CardDefinition {
  readonly title: string
  readonly subtitle: readonly string[]
  readonly amount: string | null
  readonly state: string | null
}

/** Fields are those that this person sees. */
export interface ShownAsDefinition {
  /** in the order in which they are offered, the table first */
  readonly views: readonly ListView[]
  /** the view that the list opens with */
  readonly first: ListView
  readonly card: {
    readonly title: string
    readonly subtitle: string | null
    readonly tags: readonly string[]
    readonly person: string | null
    readonly due: string | null
  }
  /** `value` null: records without one */
  readonly board?: { readonly by: string; readonly columns: readonly { readonly value: number | null; readonly title: string }[] }
  readonly calendar?: { readonly from: string; readonly to: string | null }
  readonly gantt?: {
    readonly from: string
    readonly to: string
    readonly progress: string | null
    readonly dependsOn: string | null
    readonly parent: string | null
  }
  readonly tree?: { readonly parent: string }
}
