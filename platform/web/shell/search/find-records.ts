/** Records by the beginning of their number, below the pages that are found: one leads to its page, several of one number to their list. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FoundRecord } from '../../../declare/wire.ts'
import { api } from '../../api/client.ts'
import { narrowedPath } from '../../list/list-state.ts'
import { recordRouteOf, recordUrl } from '../menu/record-routes.ts'
import { shellKey, useShell } from '../shell-context.ts'
import type { FoundPage } from './find-pages.ts'

/** the search box debounce of the specification */
const waitMs = 500
const lettersMin = 2
const lettersMax = 60

function useSettled(query: string): string {
  const [settled, setSettled] = useState(query)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), waitMs)
    return () => clearTimeout(timer)
  }, [query])
  return settled
}

/** `isWaiting`: more may come. */
export function useFoundRecords(query: string): { readonly records: readonly FoundPage[]; readonly isWaiting: boolean } {
  const { routes } = useShell()
  const wanted = query.trim()
  const settled = useSettled(wanted)
  const isLong = wanted.length >= lettersMin && wanted.length <= lettersMax
  const { data, isFetching } = useQuery({
    queryKey: [shellKey, 'find', settled],
    queryFn: ({ signal }) => api.post<readonly FoundRecord[]>('/listField/find', { keyword: settled }, { signal, quiet: true }),
    enabled: isLong && settled === wanted,
    throwOnError: false,
  })
  const isWaiting = isLong && (settled !== wanted || isFetching)
  if (!isLong || settled !== wanted) return { records: [], isWaiting }
  const records = (data ?? []).flatMap(record => {
    const menu = routes.find(one => one.menu.component === `list/${record.type}`)?.menu
    const page = record.id === null ? null : recordRouteOf(routes, record.type)
    return menu === undefined
      ? []
      : [
          {
            menuId: `${record.type} ${record.value}`,
            url: page === null || record.id === null ? narrowedPath(menu.path, record) : recordUrl(page, record.id),
            title: record.name === null ? record.value : `${record.value} ${record.name}`,
            module: record.title,
          },
        ]
  })
  return { records, isWaiting }
}
