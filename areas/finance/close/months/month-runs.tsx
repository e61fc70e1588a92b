/**
 * Checks of months as they run: each item of the checklist asked by itself, a few at a time, those that read the facts of the month last
 * and shop by shop. A check belongs to no page: it goes on while others are looked at, as an entry of the task centre. Answers stay until
 * the next run; one that is stopped leaves what was answered before, and nothing on the server.
 */
import type { QueryClient } from '@tanstack/react-query'
import { serverNowMs } from '#platform/web/api/clock.ts'
import { api } from '#platform/web/api/client.ts'
import { observable } from '#platform/web/api/observable.ts'
import { t } from '#platform/web/i18n/t.ts'
import { noteLocalTask, type LocalTask } from '#platform/web/tasks/local-tasks.ts'
import type { ItemTitle, ListedItem } from '../../base/answers.ts'

export interface ItemAnswer {
  readonly list: readonly ListedItem[]
  readonly parts: number
}
export interface Progress {
  readonly done: number
  readonly all: number
}
interface Run {
  readonly isRunning: boolean
  /** of long items: shops that were asked about */
  readonly progress: Readonly<Record<string, Progress>>
  readonly stop: () => void
}
export interface RunAsk {
  readonly client: QueryClient
  readonly month: string
  readonly titles: readonly ItemTitle[]
  /** of the page that shows the month */
  readonly path: string
}

/** items that are asked for at once: others work beside this */
const atOnce = 2
/** gaps named of one item */
const gapsMax = 8

export const keyOf = (month: string, ...part: readonly string[]): readonly string[] => ['monthCheck', month, ...part]
export const isSettled = ({ state }: Pick<ListedItem, 'state'>): boolean => state === 'clean' || state === 'said'
export const isDone = ({ list }: { readonly list: readonly ListedItem[] | null }): boolean => list !== null && list.every(isSettled)

/** by month */
export const runs = observable<ReadonlyMap<string, Run>>(new Map())
const noRun: Run = { isRunning: false, progress: {}, stop: () => undefined }
export const runOf = (month: string): Run => runs.get().get(month) ?? noRun
const noteRun = (month: string, more: Partial<Run>): void => runs.set(new Map(runs.get()).set(month, { ...runOf(month), ...more }))

/** One row of an item that was asked shop by shop. */
function together(answers: readonly ItemAnswer[]): readonly ListedItem[] {
  const [first] = answers.flatMap(({ list }) => list)
  if (first === undefined) return []
  const rows = answers.flatMap(({ list }) => list)
  const gaps = rows.flatMap(row => row.gaps)
  const more = rows.reduce((sum, row) => sum + row.more, 0) + Math.max(0, gaps.length - gapsMax)
  return [{ ...(rows.find(row => !isSettled(row)) ?? first), gaps: gaps.slice(0, gapsMax), more }]
}

async function answerOf(month: string, { code, isLong }: ItemTitle, signal: AbortSignal): Promise<ItemAnswer> {
  const ask = (part: object): Promise<ItemAnswer> =>
    api.post('/financeMonth/checkItem', { month, item: code, ...part }, { signal, quiet: true })
  if (!isLong) return ask({})
  const answers = [await ask({ part: 1 })]
  const all = answers[0]?.parts ?? 1
  for (let part = 2; part <= all; part += 1) {
    noteRun(month, { progress: { ...runOf(month).progress, [code]: { done: part - 1, all } } })
    answers.push(await ask({ part }))
  }
  return { list: together(answers), parts: all }
}

/** Its own signal, not that of the query: a query whose page is left would be taken back. */
const ask = (client: QueryClient, month: string, title: ItemTitle, signal: AbortSignal): Promise<unknown> =>
  client
    .fetchQuery({ queryKey: keyOf(month, title.code), staleTime: 0, gcTime: Infinity, queryFn: () => answerOf(month, title, signal) })
    // a refusal is shown in its row
    .catch(() => undefined)

/** Asks for one item again. */
export const checkAgain = ({ client, month, titles }: RunAsk, code: string): void => {
  const title = titles.find(one => one.code === code)
  if (title !== undefined) void ask(client, month, title, new AbortController().signal)
}

/** Nothing where the month is being checked. */
export function startRun({ client, month, titles, path }: RunAsk): void {
  if (runOf(month).isRunning) return
  const controller = new AbortController()
  const waiting = [...titles.filter(one => !one.isLong), ...titles.filter(one => one.isLong)]
  const all = titles.length
  let done = 0
  const stop = (): void => {
    if (controller.signal.aborted || !runOf(month).isRunning) return
    noteRun(month, { isRunning: false })
    note('cancelled')
    void client.cancelQueries({ queryKey: keyOf(month) })
    controller.abort()
  }
  const began = new Date(serverNowMs()).toISOString()
  const note = (state: LocalTask['state'], more: Partial<LocalTask> = {}): void =>
    noteLocalTask({
      taskId: `month ${month}`,
      title: t('月结检查 {month}', { month }),
      state,
      progress: all === 0 ? null : done / all,
      step: t('{done} / {all}', { done, all }),
      createdAt: began,
      importIds: [],
      canCancel: true,
      path,
      cancel: stop,
      ...more,
    })
  noteRun(month, { isRunning: true, progress: {}, stop })
  note('running')
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !controller.signal.aborted; next = waiting.shift()) {
      await ask(client, month, next, controller.signal)
      if (controller.signal.aborted) return
      done += 1
      note('running')
    }
  }
  void Promise.all(Array.from({ length: atOnce }, work)).then(() => {
    if (controller.signal.aborted) return
    noteRun(month, { isRunning: false })
    const left = titles.filter(({ code }) => !isDone({ list: client.getQueryData<ItemAnswer>(keyOf(month, code))?.list ?? null })).length
    note('done', { message: left === 0 ? t('没有阻止结账的问题') : t('还差 {count} 项', { count: left }) })
  })
}
