/** Records by number and by words inside, below the pages that are found: one leads to its page, several of one number to their list. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchMax } from '#platform/format/found-at.ts'
import type { FoundRecord } from '../../../declare/wire.ts'
import { api } from '../../api/client.ts'
import { feedback } from '../../api/feedback.ts'
import { narrowedPath } from '../../values/list-state.ts'
import type { PageRoute } from '../../page/page-route.ts'
import { recordRouteOf, recordUrl } from '../../page/record-routes.ts'
import { shellKey, useShell } from '../../page/shell-context.ts'
import type { FoundPage } from '../../page/find-pages.ts'

/** a record is wanted at once: shorter than the specification's pause for the filter bar */
const waitMs = 200
/** longer than any search of records takes */
export const isTooLong = (wanted: string): boolean => [...wanted.trim()].length > searchMax
/** two ASCII letters, or one character of another script: a single Latin letter stands in nearly every record */
const isEnough = (wanted: string): boolean => !isTooLong(wanted) && /[^\s\x21-\x7e]|[^\s]{2}/u.test(wanted)

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
  const { type, id, opens } = record
  if (record.colleague === true)
    return {
      menuId: `colleague ${id}`,
      url: '',
      ...lineOf(record),
      module: record.title,
      act: () => feedback.notify(record.value, record.name ?? '', 'open'),
    }
  const own = opens === undefined ? null : recordRouteOf(routes, opens)
  if (own !== null)
    return { menuId: `${opens} ${record.value}`, url: recordUrl(own, record.value), ...lineOf(record), module: record.title }
  const menu = routes.find(one => one.menu.component === `list/${type}`)?.menu
  const page = id === null ? null : recordRouteOf(routes, type)
  const url = page !== null && id !== null ? recordUrl(page, id) : menu === undefined ? null : narrowedPath(menu.path, record)
  if (url === null) return null
  return {
    menuId: `${type} ${id ?? record.value}`,
    url,
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
  // several lists hold the number of one thing that has a page of its own
  const lines = (data ?? []).flatMap(record => recordLine(routes, record) ?? [])
  const records = [...Map.groupBy(lines, one => one.menuId).values()].flatMap(([first]) => first ?? [])
  return { records, isWaiting, retry: isError && !isFetching ? () => void refetch() : null }
}
