/** What the person opened last: pages by their visits, records and actions as the search noted them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RecentFound } from '../../../declare/wire.ts'
import { api } from '../../api/client.ts'
import { isViewing } from '../../api/viewing.ts'
import { shellKey, useShell } from '../../page/shell-context.ts'
import { actionLine } from './find-actions.ts'
import type { FoundPage } from '../../page/find-pages.ts'
import { recordLine } from './find-records.ts'

const pagesMax = 8

/** The pages a person opened last, the newest first. */
export function useRecentPages(): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: [shellKey, 'clicks'],
    queryFn: async () =>
      (await api.post<{ list: readonly { menuId: string; lastAt: string }[] }>('/systemMenuClick/count', {}, { quiet: true })).list,
    staleTime: 0,
    throwOnError: false,
  })
  return [...data]
    .toSorted((a, b) => b.lastAt.localeCompare(a.lastAt))
    .slice(0, pagesMax)
    .map(one => one.menuId)
}

const foundKey = [shellKey, 'recentFound']

/** Records and actions, the newest first, as far as they are still there for him. */
export function useRecentFound(): readonly FoundPage[] {
  const { routes } = useShell()
  const { data = [] } = useQuery({
    queryKey: foundKey,
    queryFn: ({ signal }) => api.get<readonly RecentFound[]>('/listField/recent', {}, { signal, quiet: true }),
    staleTime: 0,
    throwOnError: false,
  })
  return data.flatMap(one => ('record' in one ? recordLine(routes, one.record) : actionLine(routes, one.action)) ?? [])
}

/** Notes what was opened; that it could not be noted is nobody's loss. */
export function useNoteOpened(): (found: FoundPage) => void {
  const client = useQueryClient()
  return ({ opened }) => {
    if (opened === undefined || isViewing()) return
    void api
      .write('/listField/recent', opened, { quiet: true })
      .then(() => client.invalidateQueries({ queryKey: foundKey }))
      // a convenience: what was opened is missing among the recent ones
      .catch(() => undefined)
  }
}
