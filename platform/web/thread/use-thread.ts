/** A record's conversation: its pages, live by pushes, and what this person has seen of it. */
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ThreadDefinition, ThreadPage } from '../../declare/wire-thread.ts'
import { ApiError } from '../api/client.ts'
import { isViewing } from '../api/viewing.ts'
import { read } from '../values/call.ts'
import { listenToPushes } from '../realtime/pushes.ts'
import { newestOf } from './arrange.ts'

/** the server forgets a conversation that says nothing for two and a half minutes */
const stillOpenEveryMs = 60_000

export interface ThreadAt {
  readonly thread: ThreadDefinition
  /** list type of the record */
  readonly type: string
  readonly id: string
}

const keyOf = ({ type, id }: Pick<ThreadAt, 'type' | 'id'>) => ['thread', type, id]

/** Pages, the newest first. Whoever draws the number of new ones and whoever draws the conversation share them. */
export function useThreadPages({ thread, type, id }: ThreadAt) {
  const client = useQueryClient()
  useEffect(
    () =>
      listenToPushes(push => {
        if (push.kind === 'thread' && push.type === type && push.id === id) void client.invalidateQueries({ queryKey: keyOf({ type, id }) })
      }),
    [client, type, id],
  )
  return useInfiniteQuery({
    queryKey: keyOf({ type, id }),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      read<ThreadPage>(
        thread.list,
        { [thread.list.record]: id, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal, quiet: true },
      ),
    getNextPageParam: last => last.next,
    // pushes are not sent where nobody may know who reads: asked for instead
    refetchInterval: query => (query.state.data?.pages[0]?.unread === null ? stillOpenEveryMs : false),
    throwOnError: false,
  })
}

/** Asks for the conversation again: something was written here. */
export function useRefreshThread({ type, id }: Pick<ThreadAt, 'type' | 'id'>): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: ['thread', type, id] }), [client, type, id])
}

/**
 * Tells the server that the conversation is open here, or no more; `lastId`: up to which comment it was seen. Where somebody looks as
 * another one nothing is noted.
 */
async function say({ thread, id }: ThreadAt, more: { readonly isOpen: boolean; readonly lastId?: string }): Promise<void> {
  if (isViewing()) return
  await read(thread.seen, { [thread.seen.record]: id, ...more }, { quiet: true, keepalive: true }).catch((error: unknown) => {
    // it is told again in a minute
    if (!(error instanceof ApiError)) throw error
  })
}

/** While the conversation is on the screen. */
export function useSeen({ thread, type, id }: ThreadAt, pages: readonly ThreadPage[] | undefined): void {
  const client = useQueryClient()
  const newest = pages === undefined ? null : newestOf(pages)
  useEffect(() => {
    const at = { thread, type, id }
    const timer = setInterval(() => void say(at, { isOpen: true }), stillOpenEveryMs)
    void say(at, { isOpen: true })
    return () => {
      clearInterval(timer)
      void say(at, { isOpen: false })
    }
  }, [thread, type, id])
  useEffect(() => {
    if (newest === null) return
    void say({ thread, type, id }, { isOpen: true, lastId: newest }).then(() =>
      client.setQueryData<InfiniteData<ThreadPage>>(keyOf({ type, id }), asSeen),
    )
  }, [client, thread, type, id, newest])
}

const asSeen = (data: InfiniteData<ThreadPage> | undefined): InfiniteData<ThreadPage> | undefined =>
  data === undefined || data.pages[0]?.unread === null ? data : { ...data, pages: data.pages.map(page => ({ ...page, unread: 0 })) }
