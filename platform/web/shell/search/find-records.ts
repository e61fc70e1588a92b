/** Records by number and by words inside, below the pages that are found: one leads to its page, several of one number to their list. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FoundRecord } from '../../../declare/wire.ts'
import { api } from '../../api/client.ts'
import { narrowedPath } from '../../list/list-state.ts'
import type { PageRoute } from '../menu/page-route.ts'
import { readerRouteOf, recordRouteOf, recordUrl } from '../menu/record-routes.ts'
import { shellKey, useShell } from '../shell-context.ts'
import type { FoundPage } from './find-pages.ts'

/** a record is wanted at once: shorter than the specification's pause for the filter bar */
const waitMs = 200
const lettersMax = 100
/** two ASCII letters, or one character of another script: a single Latin letter stands in nearly every record */
const isEnough = (wanted: string): boolean => [...wanted].length <= lettersMax && /[^\s\x21-\x7e]|[^\s]{2}/u.test(wanted)

function useSettled(query: string): string {
  const [settled, setSettled] = useState(query)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), waitMs)
    return () => clearTimeout(timer)
  }, [query])
  return settled
}

interface FoundRecords {
  readonly records: readonly FoundPage[]
  /** more may come */
  readonly isWaiting: boolean
  /** asks once more; null: nothing has gone wrong */
  readonly retry: (() => void) | null
}

/** The record as one line: value and name, and where the words stand in it. */
function lineOf({ value, name, hits }: FoundRecord): Pick<FoundPage, 'title' | 'hits'> {
  const before = value.length + 1
  return {
    title: name === null ? value : `${value} ${name}`,
    hits: [...hits.value, ...hits.name.map(([from, to]) => [from + before, to + before] as const)],
  }
}

/** A record leads to its page, several of one number to their list; null: the person has neither. */
export function recordLine(routes: readonly PageRoute[], record: FoundRecord): FoundPage | null {
  const { type, id } = record
  const menu = (routes.find(one => one.menu.component === `list/${type}`) ?? readerRouteOf(routes, type))?.menu
  if (menu === undefined) return null
  const page = id === null ? null : recordRouteOf(routes, type)
  return {
    menuId: `${type} ${id ?? record.value}`,
    url: page === null || id === null ? narrowedPath(menu.path, record) : recordUrl(page, id),
    ...lineOf(record),
    module: record.title,
    ...(id === null ? {} : { opened: { type, recordId: id } }),
  }
}

export function useFoundRecords(query: string): FoundRecords {
  const { routes } = useShell()
  const wanted = query.trim()
  const settled = useSettled(wanted)
  const isLong = isEnough(wanted)
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: [shellKey, 'find', settled],
    queryFn: ({ signal }) => api.post<readonly FoundRecord[]>('/listField/find', { keyword: settled }, { signal, quiet: true }),
    enabled: isLong && settled === wanted,
    throwOnError: false,
  })
  const isWaiting = isLong && (settled !== wanted || isFetching)
  if (!isLong || settled !== wanted) return { records: [], isWaiting, retry: null }
  const records = (data ?? []).flatMap(record => recordLine(routes, record) ?? [])
  return { records, isWaiting, retry: isError && !isFetching ? () => void refetch() : null }
}
