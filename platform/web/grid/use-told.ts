/** Whoever asks is told what is marked: the cells, once they are several, and the box. */
import { useEffect } from 'react'
import type { Placement } from './grid-columns.ts'
import { boxOf, headRow, type Box, type GridRange } from './grid-range.ts'

const noBox: Box = { top: headRow, bottom: headRow, left: 0, right: 0 }

interface Told<R> {
  readonly onRange?: ((range: { readonly rows: readonly R[]; readonly keys: readonly string[] } | null) => void) | undefined
  readonly onBox?: ((box: Box | null) => void) | undefined
}

export function useTold<R extends { readonly id: string }>(
  range: GridRange | null,
  rows: readonly R[],
  { columns }: Placement<R>,
  { onRange, onBox }: Told<R>,
): void {
  const { top, bottom, left, right } = range === null ? noBox : boxOf(range)
  useEffect(() => {
    if (onRange === undefined) return
    if (top === headRow || (top === bottom && left === right)) onRange(null)
    else onRange({ rows: rows.slice(top, bottom + 1), keys: columns.slice(left, right + 1).map(one => one.key) })
  }, [onRange, rows, columns, top, bottom, left, right])
  useEffect(() => onBox?.(top <= headRow ? null : { top, bottom, left, right }), [onBox, top, bottom, left, right])
}
