/**
 * A check of a month as it runs: each item of the checklist asked by itself, a few at a time, those that read the facts of the month last
 * and shop by shop. Answers stay until the next run; one that is stopped leaves what was answered before, and nothing on the server.
 */
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import type { ItemTitle, ListedItem } from '../answers.ts'

interface ItemAnswer {
  readonly list: readonly ListedItem[]
  readonly parts: number
}
interface Progress {
  readonly done: number
  readonly all: number
}
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

/** items that are asked for at once: others work beside this */
const atOnce = 2
/** gaps named of one item */
const gapsMax = 8
const keyOf = (month: string, ...part: readonly string[]): readonly string[] => ['monthCheck', month, ...part]

export const isSettled = ({ state }: Pick<ListedItem, 'state'>): boolean => state === 'clean' || state === 'said'
export const isDone = ({ list }: Pick<CheckedItem, 'list'>): boolean => list !== null && list.every(isSettled)

/** How many items of a month are in order, as far as they were asked for; null: none was. */
export function doneOf(client: QueryClient, month: string, items: readonly ItemTitle[]): number | null {
  const known = items.flatMap(({ code }) => client.getQueryData<ItemAnswer>(keyOf(month, code)) ?? [])
  return known.length === 0 ? null : known.filter(isDone).length
}

/** One row of an item that was asked shop by shop. */
function together(answers: readonly ItemAnswer[]): readonly ListedItem[] {
  const [first] = answers.flatMap(({ list }) => list)
  if (first === undefined) return []
  const rows = answers.flatMap(({ list }) => list)
  const gaps = rows.flatMap(row => row.gaps)
  const more = rows.reduce((sum, row) => sum + row.more, 0) + Math.max(0, gaps.length - gapsMax)
  return [{ ...(rows.find(row => !isSettled(row)) ?? first), gaps: gaps.slice(0, gapsMax), more }]
}

async function answerOf(
  { month, code, isLong }: { readonly month: string; readonly code: string; readonly isLong: boolean },
  signal: AbortSignal,
  told: (progress: Progress) => void,
): Promise<ItemAnswer> {
  const ask = (part: object): Promise<ItemAnswer> =>
    api.post('/financeMonth/checkItem', { month, item: code, ...part }, { signal, quiet: true })
  if (!isLong) return ask({})
  const answers = [await ask({ part: 1 })]
  const all = answers[0]?.parts ?? 1
  for (let part = 2; part <= all; part += 1) {
    told({ done: part - 1, all })
    answers.push(await ask({ part }))
  }
  return { list: together(answers), parts: all }
}

export function useMonthCheck(month: string, titles: readonly ItemTitle[]): MonthRun {
  const client = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [progress, setProgress] = useState<Readonly<Record<string, Progress>>>({})
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
  const ask = useCallback(
    ({ code, isLong }: ItemTitle) =>
      client.fetchQuery({
        queryKey: keyOf(month, code),
        staleTime: 0,
        gcTime: Infinity,
        queryFn: ({ signal }) => answerOf({ month, code, isLong }, signal, one => setProgress(before => ({ ...before, [code]: one }))),
      }),
    [client, month],
  )
  const stop = useCallback(() => {
    setRunning(false)
    void client.cancelQueries({ queryKey: keyOf(month) })
  }, [client, month])
  useEffect(() => {
    if (!isRunning) return undefined
    let isStopped = false
    const waiting = [...titles.filter(one => !one.isLong), ...titles.filter(one => one.isLong)]
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !isStopped; next = waiting.shift())
        // a refusal is shown in its row
        await ask(next).catch(() => undefined)
    }
    void Promise.all(Array.from({ length: atOnce }, work)).then(() => {
      if (!isStopped) setRunning(false)
    })
    return () => {
      isStopped = true
      void client.cancelQueries({ queryKey: keyOf(month) })
    }
  }, [isRunning, titles, ask, client, month])
  const again = (code: string): void => {
    const title = titles.find(one => one.code === code)
    // the row of this item shows the error
    if (title !== undefined) void ask(title).catch(() => undefined)
  }
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
  return { items, isRunning, start: useCallback(() => setRunning(true), []), stop, again }
}
