/** What figures are told apart by: a key of a roll-up, a time, or what look-ups from its keys lead to. */
import type { CodeWords } from './code-words.ts'
import type { Choices } from './fields.ts'
import type { Title } from './title.ts'
import type { TimeUnit, ValueKind } from './wire.ts'

/** One look-up: `on` is field of the table -> key of the roll-up, in later steps -> field of the table before. */
export interface Step {
  readonly table: string
  readonly on: Readonly<Record<string, string>>
  /** fields with the days from and until which its records hold: the one of the row's day is meant */
  readonly validBetween?: { readonly from: string; readonly to: string }
}
export interface Dimension {
  readonly title: Title
  readonly kind: ValueKind
  /** of a time: which */
  readonly time?: TimeUnit
  /** keys of the roll-up that it stands on */
  readonly keys: readonly string[]
  /** absent: the key itself. Attributes are those of the present, joined when read. */
  readonly via?: { readonly steps: readonly Step[]; readonly value: string }
  /** the same by a look-up, of roll-ups that lack its keys */
  readonly fallbackLookup?: { readonly steps: readonly Step[]; readonly value: string }
  /** table whose column names a value */
  readonly label?: { readonly table: string; readonly on: string; readonly column: string; readonly columnEn?: string }
  /** words of values that files write as codes */
  readonly codes?: CodeWords
  /** what its values are called where they are codes */
  readonly choices?: Choices
  /** list type whose options the filter offers */
  readonly target?: string
  /** dimension whose names stand beside the values of this one: a code says little to whoever did not give it */
  readonly about?: string
  /** the values form a tree, and a value holds all below it */
  readonly tree?: { readonly table: string; readonly parent: string }
  /** what rows are called that the first look-up finds nothing for; absent: 未分摊, as those without a value */
  readonly unmatchedLabel?: Title
  /** what rows without a value are called; absent: 未分摊 */
  readonly emptyLabel?: Title
  /** the page that shows what a value names (`recordOf` of a page) */
  readonly opens?: string
  /** its look-ups find several records for a row: the row stands in each of them, and counts once wherever they are not told apart */
  readonly many?: true
  /** counts of things are stored by it and by no pair with it; absent: by its pairs too */
  readonly counts?: 'alone'
}

/** Whether the record that a look-up leads to is the one of the row's day. */
export const isLookedUpByDay = (d: Dimension): boolean => d.via?.steps.some(step => step.validBetween !== undefined) === true
