/** Colleagues behind an @: those who may see the record, by what was typed after it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ThreadDefinition, ThreadPerson } from '../../declare/wire-thread.ts'
import { read } from '../values/call.ts'
import { useDebounced } from '../values/use-debounced.ts'
import { nameFor, type Picked } from './mention-text.ts'

/** characters that a name is looked for by */
const keywordMax = 50
const waitMs = 200

export function usePeople(thread: ThreadDefinition, id: string, picked: Picked) {
  const [keyword, setKeyword] = useState<string | null>(null)
  const [settled, setSettled] = useState<string | null>(null)
  const settle = useDebounced(setSettled, waitMs)
  const { data = [], isFetching } = useQuery({
    queryKey: ['threadPeople', thread.people.path, id, settled],
    queryFn: ({ signal }) =>
      read<readonly ThreadPerson[]>(thread.people, { [thread.people.record]: id, keyword: settled ?? '' }, { signal, quiet: true }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  const valueOf = ({ accountId, name }: ThreadPerson): string => nameFor(picked, accountId ?? '', name)
  const offered = keyword === null ? [] : data
  return {
    isOpen: keyword !== null,
    isLoading: isFetching || keyword !== settled,
    search(text: string): void {
      const wanted = text.slice(0, keywordMax)
      setKeyword(wanted)
      settle.later(wanted)
    },
    /** by the value of the option */
    of: (value: string | undefined): ThreadPerson | undefined => data.find(one => valueOf(one) === value),
    options: offered.map(one => ({
      key: one.accountId ?? '',
      value: valueOf(one),
      label: one.detail == null ? one.name : `${one.name} · ${one.detail}`,
    })),
  }
}
