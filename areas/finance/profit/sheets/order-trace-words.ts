/** What a kind of rows of an order is declared by. Pure. */
import type { Title } from '#platform/declare/title.ts'

export interface Trace {
  readonly name: string
  readonly title: Title
  readonly table: string
  readonly permission: string
  /** column that holds the number; null: it stands in texts (`texts`), or the row is the money of a pay-out of the order */
  readonly number: string | null
  readonly texts?: string
  /** date by which the table is bounded; absent: found by an index of the number */
  readonly day?: string
  readonly columns: Readonly<Record<string, string>>
  /** who has such a row knows the number by it: the day of the row; absent where no index finds the number */
  readonly known?: string
  /** columns of the shops that the row belongs to; absent: `shop_id`, where it is of a shop */
  readonly shops?: readonly string[]
  /** what the codes of `kind` are called */
  readonly kinds?: Readonly<Record<string, readonly [code: number, zh: string, en: string, ...more: unknown[]]>>
  /** its amount is charged: it stands in the timeline as an expense */
  readonly isCharge?: true
  /** columns that show a field of the list which has a right of its own */
  readonly sees?: Readonly<Record<string, string>>
  readonly order: string
}

/** An instant as the wire has it. */
export const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
export const money = { amount: 'f.amount::text', currency: 'f.currency' }
