/** Figures of a pivot with what they are held against. Pure. */
import type { Held } from './change.ts'

interface Side {
  readonly total: Held['values'] | null
  readonly cells: readonly (Held['values'] | null)[]
}
interface PivotFigures {
  readonly total: Held['values']
  readonly cells: readonly (Held['values'] | null)[]
  readonly was?: Side
  readonly now?: Side
}

export const totalOf = ({ total, was, now }: PivotFigures): Held => ({ values: total, was: was?.total, now: now?.total })

/** Null: nothing is there. */
export function cellOf({ cells, was, now }: PivotFigures, at: number): Held | null {
  const values = cells[at] ?? null
  return values === null ? null : { values, was: was?.cells[at], now: now?.cells[at] }
}
