/** Pinned modules and favourite pages of the person. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { pinnedModulesMax } from '#platform/format/shell-settings.ts'
import { ApiError, api } from '../api/client.ts'
import { pinsPath } from '../page/first-paths.ts'
import { shellKey } from '../page/shell-context.ts'

type Kind = 'MODULE' | 'MENU'
interface CommonMenu {
  readonly id: string
  readonly kind: Kind
}

const queryKey = [shellKey, 'commonMenu']

/** Asked beside the profile, so that the top menu appears with its pins at once. */
export const commonMenuQuery = {
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly CommonMenu[]> =>
    (await api.post<{ list: readonly CommonMenu[] }>(pinsPath, {}, { quiet: true, signal })).list,
  staleTime: Number.POSITIVE_INFINITY,
  throwOnError: false,
}

async function keep(queryClient: QueryClient, kind: Kind, ids: readonly string[]): Promise<void> {
  await api.write('/myCommonMenu/batchUpdate', { kind, ids })
  queryClient.setQueryData<readonly CommonMenu[]>(queryKey, (before = []) => [
    ...before.filter(one => one.kind !== kind),
    ...ids.map(id => ({ id, kind })),
  ])
}

/** Ids of the pinned modules; the first ones where the server can't be asked. */
export function usePinned(moduleIds: readonly string[]): readonly string[] {
  const { data } = useQuery(commonMenuQuery)
  if (data === undefined) return moduleIds.slice(0, pinnedModulesMax)
  return data.filter(one => one.kind === 'MODULE' && moduleIds.includes(one.id)).map(one => one.id)
}

/** Menu ids of the favourite pages, in their order. */
export function useFavourites(): readonly string[] {
  const { data = [] } = useQuery(commonMenuQuery)
  return data.filter(one => one.kind === 'MENU').map(one => one.id)
}

/** Marks an entry, or takes its mark. */
export function useStar(): (menuId: string) => void {
  const keep = useKeepCommonMenu()
  const favourites = useFavourites()
  return id => {
    keep('MENU', favourites.includes(id) ? favourites.filter(one => one !== id) : [...favourites, id]).catch((error: unknown) => {
      // the message has been shown
      if (!(error instanceof ApiError)) throw error
    })
  }
}

/** Saves all of a kind in this order; rejects where the server refuses. */
export function useKeepCommonMenu(): (kind: Kind, ids: readonly string[]) => Promise<void> {
  const queryClient = useQueryClient()
  return (kind, ids) => keep(queryClient, kind, ids)
}
