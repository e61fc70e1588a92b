/** The person's messages, read anew when the house pushes one, and marking them. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Message, MessageKind, MessageList } from '../../declare/wire-messages.ts'
import { api } from '../api/client.ts'
import { listenToPushes } from '../realtime/pushes.ts'
import { unreadKey } from '../realtime/use-unread.ts'
import { isPageFailure } from '../page/error-boundary.tsx'

const key = ['messages']

export interface MessageAsk {
  readonly isUnread?: true
  readonly kind?: MessageKind
  readonly pageNum: number
  readonly pageSize: number
}

export function useMessages(ask: MessageAsk) {
  const client = useQueryClient()
  useEffect(
    () =>
      listenToPushes(push => {
        if (push.kind === 'unread' && push.of === 'message') void client.invalidateQueries({ queryKey: key })
      }),
    [client],
  )
  return useQuery({
    queryKey: [...key, ask],
    queryFn: ({ signal }) => api.post<MessageList>('/notify/list', ask, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (error, query) => isPageFailure(error, query.state.data !== undefined),
  })
}

/**
 * Marks messages as read or to be read again (`null`: all as read); what is shown follows at once, and comes back where it can't be saved.
 */
export function useMarkRead(): (messages: readonly Message[] | null, isRead: boolean) => Promise<void> {
  const client = useQueryClient()
  return async (messages, isRead) => {
    const ids = messages?.filter(one => one.isRead !== isRead).map(one => one.id)
    if (ids?.length === 0) return
    const before = client.getQueriesData<MessageList>({ queryKey: key })
    client.setQueriesData<MessageList>({ queryKey: key }, shown =>
      shown === undefined
        ? shown
        : { ...shown, list: shown.list.map(one => (ids === undefined || ids.includes(one.id) ? { ...one, isRead } : one)) },
    )
    try {
      await (ids === undefined ? api.write('/notify/readAll', {}) : api.write('/notify/read', { ids, isRead }))
    } catch (error) {
      for (const [of, data] of before) client.setQueryData(of, data)
      throw error
    }
    await Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: unreadKey('message') })])
  }
}
