/** The paper of a voucher, and those of its neighbours ahead: nothing is waited for when one turns. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListDefinition } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { useNeighbours } from '#platform/web/record/use-record.ts'
import type { VoucherPaper } from './answers.ts'

// below the record: whatever reads that anew reads this anew
const paperQuery = (id: string) => ({
  queryKey: ['record', 'voucher', id, 'paper'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.post<VoucherPaper>('/Voucher/paper', { id }, { signal, quiet: true }),
  throwOnError: false,
})

export function usePaperOf(definition: ListDefinition, id: string) {
  const client = useQueryClient()
  const { neighbours } = useNeighbours(definition, id)
  const paper = useQuery(paperQuery(id))
  const isThere = paper.data !== undefined
  useEffect(() => {
    if (isThere)
      for (const other of [neighbours.next, neighbours.previous]) if (other !== null) void client.prefetchQuery(paperQuery(other))
  }, [client, isThere, neighbours])
  return paper
}
