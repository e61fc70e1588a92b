/** Details of imports as they go on: pushes for the moment, polling for certainty. */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { ImportDetails, ImportState, Push } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { listenToPushes, pushesArrive } from '../realtime/pushes.ts'
import { stepOf } from '../realtime/use-tasks.ts'

/** Without pushes the page asks this often; with them only in case one was missed. */
const pollMs = 1_500
const pollSlowlyMs = 10_000

export const isEnded = (state: ImportState): boolean => state !== 'queued' && state !== 'running'

const keyOf = (id: string): readonly string[] => ['import', id]

/** What a push says about an import. The progress of a task over several files is not that of each. */
export function withPush(details: ImportDetails, push: Extract<Push, { kind: 'task' }>): ImportDetails {
  if (isEnded(details.state) || push.importIds.length !== 1 || isEnded(push.state)) return details
  return { ...details, state: push.state, progress: push.progress, step: stepOf(push) }
}

export interface ImportWatch {
  readonly details: ImportDetails | undefined
  readonly error: unknown
  retry(): void
}

/** Follows imports to their end. */
export function useImports(ids: readonly string[]): readonly ImportWatch[] {
  const client = useQueryClient()
  const isLive = useSyncExternalStore(pushesArrive.subscribe, pushesArrive.get)
  const queries = useQueries({
    queries: ids.map(id => ({
      queryKey: keyOf(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.post<ImportDetails>('/fileImportHistory/details', { id }, { signal, quiet: true }),
      staleTime: 0,
      throwOnError: false,
      // one lost answer must not end the watch
      refetchInterval: (query: { state: { data: ImportDetails | undefined } }) =>
        query.state.data !== undefined && isEnded(query.state.data.state) ? (false as const) : isLive ? pollSlowlyMs : pollMs,
    })),
  })
  const watched = ids.join()
  useEffect(
    () =>
      listenToPushes(push => {
        if (push.kind !== 'task') return
        for (const id of push.importIds.filter(one => watched.split(',').includes(one))) {
          client.setQueryData<ImportDetails>(keyOf(id), before => before && withPush(before, push))
          if (isEnded(push.state) || push.importIds.length > 1) void client.invalidateQueries({ queryKey: keyOf(id) })
        }
      }),
    [client, watched],
  )
  return queries.map(one => ({ details: one.data, error: one.error, retry: () => void one.refetch() }))
}
