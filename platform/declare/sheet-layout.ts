/**
 * Sheet layout: how a light kind of file becomes lines of money, as data: the column heads, what stands above them, how in and out are
 * told apart. Plain values, so that a person can teach one and it can be stored. Patterns are sources of regular expressions over the rows
 * above the head (a row a line, its cells joined by a blank), the first group is the value.
 */
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
  readonly moved?:
    | { readonly column: string; readonly only: readonly string[] }
    | { readonly column: string; readonly not: readonly string[] }
  /** how the file names its owner */
  readonly owner?: { readonly column: string } | { readonly find: string }
  /** must stand above the head */
  readonly mark?: string
  /** absent: told by the days themselves */
  readonly dayOrder?: 'dmy' | 'mdy'
  readonly decimal?: ','
  readonly stated?: readonly Stated[]
  /** a row below the lines that begins so: sums of the in and out columns. A file without it is cut off */
  readonly closing?: string
  /** what makes a line the same line in another file; absent: everything but its state */
  readonly identity?: readonly string[]
  /** a document of tags instead of a table */
  readonly tagged?: TaggedWord
}
/** count: the number of lines; opening and closing: balances, a second group `DBIT` makes them negative */
export interface Stated {
  readonly what: 'in' | 'out' | 'neutral' | 'count' | 'opening' | 'closing'
  readonly find: string
}
/** XML or OFX: elements of one name are the lines, their paths the heads; what stands beside them is above the head. */
export interface TaggedWord {
  /** stands in the file */
  readonly document: string
  /** elements that hold the lines of one owner */
  readonly statements: readonly string[]
  readonly record: string
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
  /** 32 hexadecimal digits: the same line in any file */
  readonly key: string
}
