/** The check of a month as its page shows it: what was answered, what runs, how far it is. */
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { usePage } from '#platform/web/page/page-context.ts'
import type { ItemTitle, ListedItem } from '../../base/answers.ts'
import { checkAgain, isDone, keyOf, runOf, runs, startRun, type ItemAnswer, type Progress } from './month-runs.tsx'

/** An item, and what is known of it. */
export interface CheckedItem extends ItemTitle {
  /** null: it was not asked for */
  readonly list: readonly ListedItem[] | null
  readonly error: unknown
  /** 0: never */
  readonly answeredMs: number
  readonly isRunning: boolean
  /** of a long one: shops that were asked about */
  readonly progress: Progress | null
}
export interface MonthRun {
  readonly items: readonly CheckedItem[]
  readonly isRunning: boolean
  readonly start: () => void
  readonly stop: () => void
  /** asks for one item again */
  readonly again: (code: string) => void
}

/** How many items of a month are in order, as far as they were asked for; null: none was. */
export function doneOf(client: QueryClient, month: string, items: readonly ItemTitle[]): number | null {
  const known = items.flatMap(({ code }) => client.getQueryData<ItemAnswer>(keyOf(month, code)) ?? [])
  return known.length === 0 ? null : known.filter(isDone).length
}

export function useMonthCheck(month: string, titles: readonly ItemTitle[]): MonthRun {
  const client = useQueryClient()
  const { menu } = usePage()
  const { isRunning, progress, stop } = useSyncExternalStore(runs.subscribe, () => runOf(month))
  const answers = useQueries({
    queries: titles.map(({ code }) => ({
      queryKey: keyOf(month, code),
      // asked for by a run alone
      enabled: false,
      gcTime: Infinity,
      throwOnError: false,
      queryFn: (): Promise<ItemAnswer> => Promise.reject(new Error('asked for by a run')),
    })),
  })
  const ask = { client, month, titles, path: `${menu.path}?month=${month}` }
  const items = titles.map((title, at): CheckedItem => {
    const one = answers[at]
    return {
      ...title,
      // what was answered before a refusal holds no more
      list: one?.isError === true ? null : (one?.data?.list ?? null),
      error: one?.error ?? null,
      answeredMs: one?.dataUpdatedAt ?? 0,
      isRunning: one?.fetchStatus === 'fetching',
      progress: progress[title.code] ?? null,
    }
  })
  return { items, isRunning, start: () => startRun(ask), stop, again: code => checkAgain(ask, code) }
}
