/**
 * Sheet layout: how a light kind of file becomes lines of money, as data: the column heads, what stands above them, how in and out are
 * told apart. Plain values, so that a person can teach one and it can be stored. Patterns are sources of regular expressions over the rows
 * above the head (a row a line, its cells joined by a blank), the first group is the value.
 */
import type { TaggedForm } from './file-kind.ts'
import type { KindOrigin } from './kind-origin.ts'
import type { OtherReport } from './other-report.ts'
import type { Title } from './title.ts'

/** A head, or several whose cells are joined by a blank. */
export type Heads = string | readonly string[]

/** How in and out are told: by sign, by two columns, or by a column that says it (all other words are neither). */
export type AmountWord =
  | { readonly column: string; readonly outIsPositive?: true }
  | { readonly in: string; readonly out: string }
  | { readonly column: string; readonly by: string; readonly inWords: readonly string[]; readonly outWords: readonly string[] }

export interface SheetLayout {
  readonly code: string
  readonly title: Title
  /** whose files look so: what the owner is held against (the code of a bank) */
  readonly source: string
  /** only of this owner: a layout that was taught for it */
  readonly ownerId?: string
  /** what it was built from; absent: genuine files */
  readonly origin?: KindOrigin
  /** by a person: surer than what is declared */
  readonly taught?: true
  /** only of owners with this currency, null: with none: a shared layout whose lines do not say theirs */
  readonly ownerCurrency?: string | null
  readonly day: string
  /** absent: none, or in the cell of the day */
  readonly time?: string
  readonly amount: AmountWord
  readonly balance?: string
  /** the column, or the one currency of all lines, known or found above the head */
  readonly currency: { readonly column: string } | { readonly is: string } | { readonly find: string }
  /** text fields by name */
  readonly texts: Readonly<Record<string, Heads>>
  /** text fields whose columns may be missing */
  readonly optional?: readonly string[]
  /** which state a line must have, or must not, to have moved money */
  readonly moved?: MovedWord | readonly MovedWord[]
  /** how the file names its owner */
  readonly owner?: { readonly column: string } | { readonly find: string }
  /** must stand above the head */
  readonly mark?: string
  /** further exact decimals by name, e.g. a weight; a head that `optional` names may be missing */
  readonly figures?: Readonly<Record<string, string>>
  /** figures of a line that add up to its amount; a line where they do not is told */
  readonly parts?: readonly string[]
  /** days may be serial numbers of a workbook */
  readonly serialDays?: true
  /** a row whose first filled cell is this word states the net sum in the column of the amount; a file may lack it */
  readonly footer?: string
  /** each line repeats the net sum of the document it is of */
  readonly documentTotal?: { readonly by: string; readonly stated: string }
  /** a line with one of these words repeats an item of an earlier document: it counts where that item is not there */
  readonly repeats?: { readonly column: string; readonly words: readonly string[] }
  /** texts of the identity of which letters and digits alone count */
  readonly bareTexts?: readonly string[]
  /** absent: told by the days themselves */
  readonly dayOrder?: 'dmy' | 'mdy'
  readonly decimal?: ','
  readonly stated?: readonly Stated[]
  /** a row below the lines that begins so: sums of the in and out columns. A file without it is cut off */
  readonly closing?: string
  /** what makes a line the same line in another file; absent: everything but its state */
  readonly identity?: readonly string[]
  /** what is uploaded in its place */
  readonly others?: readonly OtherReport[]
  /** a document of statements instead of a table */
  readonly tagged?: TaggedForm
}
export type MovedWord =
  | { readonly column: string; readonly only: readonly string[] }
  | { readonly column: string; readonly not: readonly string[] }
/** count: the number of lines; opening and closing: balances, a second group `DBIT` makes them negative */
export interface Stated {
  readonly what: 'in' | 'out' | 'neutral' | 'count' | 'opening' | 'closing'
  readonly find: string
}
/** One line of a sheet. Amounts are exact decimals; `amount` has no sign. */
export interface SheetLine {
  readonly line: number
  readonly day: string
  /** HH:MM:SS as printed */
  readonly time: string | null
  readonly amount: string
  readonly direction: 'in' | 'out' | 'neutral'
  /** false: the state says that no money moved */
  readonly moved: boolean
  readonly currency: string
  readonly balance: string | null
  readonly texts: Readonly<Record<string, string>>
  /** of those that the layout names; '' for an empty cell */
  readonly figures: Readonly<Record<string, string>>
  /** 32 hexadecimal digits: the same line in any file */
  readonly key: string
}
