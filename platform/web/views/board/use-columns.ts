/** Cards of a column, a page at a time, by the list's own call; and a card that is on its way to another column. */
import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Condition, ListAnswer, ListDefinition, ListQuery, Row } from '../../../declare/wire.ts'
import { read } from '../../values/call.ts'
import { rowsBody } from '../first-rows.ts'

const cardsOfPage = 50

export type ColumnValue = number | null
type Pages = InfiniteData<ListAnswer, string | null>

export const columnKey = (type: string, query: ListQuery, value: ColumnValue) => ['list', type, 'board', query, value] as const

const ofColumn = (by: string, value: ColumnValue): Condition =>
  value === null ? { field: by, condition: 'EMPTY' } : { field: by, condition: 'EQ', condList: [String(value)] }

export interface ColumnCards {
  readonly rows: readonly Row[]
  readonly total: number | null
  readonly isExact: boolean
  /** count and sums of the whole column, as the first page has brought them */
  readonly sums: ListAnswer | null
  readonly isPending: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  more(): void
  retry(): void
}

export function useColumn(definition: ListDefinition, by: string, value: ColumnValue, query: ListQuery, isReady: boolean): ColumnCards {
  const cards = useInfiniteQuery({
    queryKey: columnKey(definition.type, query, value),
    queryFn: ({ pageParam, signal }) => {
      const asked = { ...query, pageSize: cardsOfPage, conditionList: [...(query.conditionList ?? []), ofColumn(by, value)] }
      return read<ListAnswer>(definition.calls.list, rowsBody(asked, pageParam), { signal, quiet: true })
    },
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next ?? null,
    enabled: isReady,
    throwOnError: false,
  })
  const { data } = cards
  const rows = useMemo(() => data?.pages.flatMap(page => page.list) ?? [], [data])
  const first = data?.pages[0]
  return {
    rows,
    total: first?.total ?? null,
    isExact: first?.totalExact !== false,
    sums: first ?? null,
    isPending: cards.isPending,
    error: cards.error,
    hasMore: cards.hasNextPage,
    isLoadingMore: cards.isFetchingNextPage,
    more: () => void cards.fetchNextPage(),
    retry: () => void cards.refetch(),
  }
}

/** Puts a card into its new column at once; what is answered takes both back to how they were. */
export function moveCard(
  client: QueryClient,
  keyOf: (value: ColumnValue) => readonly unknown[],
  row: Row,
  from: ColumnValue,
  to: ColumnValue,
): () => void {
  const [source, target] = [keyOf(from), keyOf(to)]
  const before = [source, target].map(key => [key, client.getQueryData<Pages>(key)] as const)
  const change = (key: readonly unknown[], by: number, list: (rows: readonly Row[]) => readonly Row[]): void =>
    void client.setQueryData<Pages>(key, pages =>
      pages === undefined
        ? pages
        : {
            ...pages,
            pages: pages.pages.map((page, at) =>
              at === 0
                ? { ...page, list: list(page.list), total: page.total + by }
                : { ...page, list: page.list.filter(one => one.id !== row.id) },
            ),
          },
    )
  change(source, -1, rows => rows.filter(one => one.id !== row.id))
  change(target, 1, rows => [row, ...rows])
  return () => {
    for (const [key, pages] of before) client.setQueryData(key, pages)
  }
}
