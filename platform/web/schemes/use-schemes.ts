/** Schemes of a list and the calls that change them. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Scheme } from '../../declare/wire.ts'
import { api } from '../api/client.ts'

const keyOf = (type: string): readonly string[] => ['schemes', type]

export function useSchemes(type: string, enabled = true): UseQueryResult<readonly Scheme[]> {
  return useQuery({
    queryKey: keyOf(type),
    queryFn: ({ signal }) => api.get<readonly Scheme[]>('/ListProfile/profileList', { type }, { signal }),
    enabled,
    // what a colleague shares shows the next time the dialog opens
    staleTime: 0,
    throwOnError: false,
  })
}

/** Asks again; the definition too, for it carries the default. */
export function useRefreshSchemes(type: string): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: ['listDefinition', type] })
    await client.invalidateQueries({ queryKey: keyOf(type) })
  }, [client, type])
}
