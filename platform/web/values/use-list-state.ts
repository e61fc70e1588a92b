import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../api/client.ts'
import { addressMax, keyName, readState, splitAddress, writeState, type ListState } from './list-state.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'

export interface ListStateHook {
  readonly state: ListState
  /** false while the state behind a short key is on its way: the list must not be asked without it */
  readonly isReady: boolean
  /** query of the page's address as it stands, which the page of a record takes along */
  readonly search: string
  setState(next: ListState): void
}

interface Kept {
  readonly type: string
  readonly state: string
}
const queryKey = (key: string | null) => ['listState', key]

/** The key of a long state; the answer is known from then on. */
async function keep(client: QueryClient, kept: Kept): Promise<string> {
  const { key } = await api.write<{ key: string }>('/listState/insert', { ...kept })
  client.setQueryData<Kept>(queryKey(key), kept)
  return key
}

/** The state of a list as its page's own address says; a hidden page keeps its address. Above 2 KB the address carries a short key. */
export function useListState(type: string): ListStateHook {
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  // what was asked holds at once, while its key is fetched, and until another address is drawn: the old one must not be acted upon
  // meanwhile
  const [next, setNext] = useState<{ readonly state: ListState; readonly over: URLSearchParams } | null>(null)
  const latest = useRef(0)
  // a page turned before the key has come, or before its address is drawn, goes by the same key
  const keeping = useRef<{ readonly state: string; readonly key: Promise<string> } | null>(null)
  const key = search.get(keyName)
  const kept = useQuery({
    queryKey: queryKey(key),
    queryFn: ({ signal }) => api.post<Kept>('/listState/query', { key }, { signal }),
    enabled: key !== null,
    staleTime: Infinity,
    // a link that is gone says so and shows the list without it
    throwOnError: false,
    retry: false,
  })
  const text = key === null ? undefined : kept.data?.state
  const written = useMemo(() => readState(new URLSearchParams([...new URLSearchParams(text ?? ''), ...search])), [text, search])
  const setState = useCallback(
    (asked: ListState) => {
      latest.current += 1
      const turn = latest.current
      // replaced, not pushed: going back leaves the list instead of stepping through its filters
      const go = (write: (before: URLSearchParams) => URLSearchParams): void => setSearch(write, { replace: true })
      const state = splitAddress(writeState(asked, new URLSearchParams())).kept.toString()
      setNext({ state: asked, over: search })
      if (state.length <= addressMax) {
        go(before => {
          const written = writeState(asked, before)
          written.delete(keyName)
          return written
        })
        return
      }
      const withKey = (found: string): void => {
        // something newer was asked meanwhile
        if (turn !== latest.current) return
        go(before => {
          const { rest } = splitAddress(writeState(asked, before))
          rest.set(keyName, found)
          return rest
        })
      }
      if (key !== null && state === text) withKey(key)
      else {
        if (keeping.current?.state !== state) {
          const coming = keep(client, { type, state })
          keeping.current = { state, key: coming }
          coming.then(undefined, () => void (keeping.current = null))
        }
        void ignoreShownRefusal(keeping.current.key.then(withKey))
      }
    },
    [client, key, search, setSearch, text, type],
  )
  const shown = next?.over === search ? next.state : null
  return { state: shown ?? written, isReady: shown !== null || key === null || !kept.isPending, search: search.toString(), setState }
}
