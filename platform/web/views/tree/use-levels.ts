/** Rows of a tree as far as it is open: each level is asked for when it is opened, a page at a time. */
import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ListAnswer, ListDefinition, ListQuery, Row } from '../../../declare/wire.ts'
import { read } from '../../values/call.ts'

/** rows of a level: at first, after 更多, and at most */
const pages = [50, 200, 1_000] as const
/** levels that are open at once */
const openMax = 200

export type TreeLine =
  | { readonly kind: 'row'; readonly id: string; readonly row: Row; readonly level: number; readonly isOpen: boolean | null }
  /** the rest of a level; `left` 0: it is on its way */
  | { readonly kind: 'more'; readonly id: string; readonly under: string | null; readonly level: number; readonly left: number }

export interface Levels {
  readonly lines: readonly TreeLine[]
  readonly isPending: boolean
  readonly error: Error | null
  retry(): void
  toggle(id: string): void
  more(under: string | null): void
}

const keyOf = (under: string | null): string => under ?? ''

export function useLevels(definition: ListDefinition, query: ListQuery, isReady: boolean): Levels {
  const [{ open, sizes }, setShown] = useState<Shown>({ open: [], sizes: {} })
  const unders = useMemo(() => [null, ...open], [open])
  const sizeOf = useCallback((under: string | null): number => pages[sizes[keyOf(under)] ?? 0] ?? pages[0], [sizes])
  const found = useQueries({
    queries: unders.map(under => ({
      queryKey: ['list', definition.type, 'tree', query, under, sizeOf(under)],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read<ListAnswer>(definition.calls.list, { ...query, under, pageSize: sizeOf(under), only: 'rows' }, { signal, quiet: true }),
      enabled: isReady,
      placeholderData: (before: ListAnswer | undefined) => before,
      throwOnError: false,
    })),
  })
  const lines: TreeLine[] = []
  const isOpen = new Set(open)
  const add = (under: string | null, level: number): void => {
    const answer = found[unders.indexOf(under)]?.data
    if (answer === undefined) {
      lines.push({ kind: 'more', id: `more ${keyOf(under)}`, under, level, left: 0 })
      return
    }
    for (const row of answer.list) {
      const hasBelow = Number(row['below']) > 0
      lines.push({ kind: 'row', id: row.id, row, level, isOpen: hasBelow ? isOpen.has(row.id) : null })
      if (hasBelow && isOpen.has(row.id)) add(row.id, level + 1)
    }
    const left = answer.total - answer.list.length
    if (answer.next !== null && left > 0) lines.push({ kind: 'more', id: `more ${keyOf(under)}`, under, level, left })
  }
  const [top] = found
  if (top?.data !== undefined) add(null, 1)
  return {
    lines,
    isPending: top?.isPending ?? true,
    error: top?.error ?? null,
    retry: () => void top?.refetch(),
    toggle: id =>
      setShown(before => ({
        ...before,
        open: before.open.includes(id) ? before.open.filter(one => one !== id) : [...before.open, id].slice(-openMax),
      })),
    more: under =>
      setShown(before => ({
        ...before,
        sizes: { ...before.sizes, [keyOf(under)]: Math.min(pages.length - 1, (before.sizes[keyOf(under)] ?? 0) + 1) },
      })),
  }
}

interface Shown {
  /** records whose level is open, in the order in which they were opened */
  readonly open: readonly string[]
  readonly sizes: Readonly<Record<string, number>>
}
