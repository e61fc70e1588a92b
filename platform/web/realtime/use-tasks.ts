/** The person's long work: imports and exports, running and lately ended. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { ImportState, Push } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { currentLanguage } from '../i18n/language.ts'
import { listenToPushes, pushesArrive } from './pushes.ts'

export interface Task {
  readonly taskId: string
  readonly title: string
  readonly state: ImportState
  /** 0..1, null while unknown */
  readonly progress: number | null
  readonly step: string
  readonly createdAt: string
  /** null while it runs */
  readonly finishedAt?: string | null
  readonly importIds: readonly string[]
  /** address of the file that the task made, in the form of an upload's link */
  readonly link?: string | null
  /** what it says when it ends: the number of rows, or why it was refused */
  readonly message?: string | null
  /** how what it did is taken back */
  readonly undo?: { readonly path: string; readonly batchId: string } | null
  readonly canCancel?: boolean
}

const pollRunningMs = 1_500
const pollMs = 30_000
const key = ['shell', 'tasks'] as const

export const isRunning = (task: Pick<Task, 'state'>): boolean => task.state === 'queued' || task.state === 'running'

/** What somebody has to do with: what waits for his decision, and what failed after `seen`. */
export const openTasks = (tasks: readonly Task[], seen: string): readonly Task[] =>
  tasks.filter(({ state, finishedAt }) => state === 'waiting' || ((state === 'failed' || state === 'refused') && (finishedAt ?? '') > seen))

/** What a push says is being done, in the language of the interface. */
export const stepOf = ({ step, stepEn }: Extract<Push, { kind: 'task' }>): string =>
  currentLanguage() === 'en-US' ? (stepEn ?? step) : step

/** The list after a push; null where the task is unknown or has ended and the server has to be asked. */
export function tasksAfter(tasks: readonly Task[], push: Extract<Push, { kind: 'task' }>): readonly Task[] | null {
  const known = tasks.find(one => one.taskId === push.taskId)
  if (known === undefined || !isRunning(push)) return null
  return tasks.map(one => (one === known ? { ...one, state: push.state, progress: push.progress, step: stepOf(push) } : one))
}

export function useTasks(): UseQueryResult<readonly Task[]> {
  const client = useQueryClient()
  const isLive = useSyncExternalStore(pushesArrive.subscribe, pushesArrive.get)
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.post<{ readonly list: readonly Task[] }>('/task/query', {}, { signal, quiet: true })).list,
    throwOnError: false,
    staleTime: 0,
    refetchInterval: one => ((one.state.data ?? []).some(isRunning) && !isLive ? pollRunningMs : pollMs),
  })
  useEffect(
    () =>
      listenToPushes(push => {
        if (push.kind !== 'task') return
        const next = tasksAfter(client.getQueryData<readonly Task[]>(key) ?? [], push)
        if (next === null) void client.invalidateQueries({ queryKey: key })
        else client.setQueryData(key, next)
      }),
    [client],
  )
  return query
}
