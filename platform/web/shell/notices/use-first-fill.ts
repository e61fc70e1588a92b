/** While the first start makes the demo company: how far it is, and the open pages anew with each step. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import type { FirstFill } from '../../page/profile.ts'
import { shellKey, useShell } from '../../page/shell-context.ts'

const askEveryMs = 2_000
const isGoing = (one: FirstFill | null): one is FirstFill => one !== null && one.failed === null

/** null: the company is whole, or none was made. */
export function useFirstFill(): FirstFill | null {
  const { firstFill = null } = useShell().profile
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [shellKey, 'firstFill'],
    queryFn: ({ signal }) => api.get<FirstFill | null>('/system/firstFill', undefined, { signal, quiet: true }),
    enabled: isGoing(firstFill),
    initialData: firstFill,
    staleTime: 0,
    refetchInterval: ({ state }) => (isGoing(state.data ?? null) ? askEveryMs : false),
    throwOnError: false,
  })
  const doing = data?.doing
  const seen = useRef(doing)
  useEffect(() => {
    if (seen.current === doing) return
    seen.current = doing
    void client.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== shellKey })
  }, [doing, client])
  return data
}
