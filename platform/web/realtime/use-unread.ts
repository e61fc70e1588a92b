/**
 * The number of unread messages: asked every minute whatever happens, and at once when a push says that it has changed. Asked again when
 * the line opens: what came between the first answer and the opening is pushed by nobody.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UnreadKind } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { shellKey } from '../page/shell-context.ts'
import { listenToPushes, pushesArrive } from './pushes.ts'

const pollMs = 60_000
const paths: Readonly<Record<UnreadKind, string>> = {
  employee: '/emp/unreadCount',
  manager: '/manager/unreadCount',
  message: '/notify/unreadCount',
}

/** The key under which a number of unread messages is kept. */
export const unreadKey = (kind: UnreadKind): readonly unknown[] => [shellKey, 'unread', kind]

/** null: not asked (`enabled` false), or the server can't say. */
export function useUnread(kind: UnreadKind, enabled: boolean): number | null {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: unreadKey(kind),
    queryFn: async ({ signal }) => (await api.get<{ total: number }>(paths[kind], undefined, { quiet: true, signal })).total,
    enabled,
    staleTime: 0,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    throwOnError: false,
  })
  useEffect(() => {
    const ask = (): void => void client.invalidateQueries({ queryKey: unreadKey(kind) })
    const endPushes = listenToPushes(push => {
      if (push.kind === 'gap' || (push.kind === 'unread' && push.of === kind)) ask()
    })
    const endLive = pushesArrive.subscribe(() => {
      if (pushesArrive.get()) ask()
    })
    return () => {
      endPushes()
      endLive()
    }
  }, [client, kind])
  return enabled ? (data ?? null) : null
}
