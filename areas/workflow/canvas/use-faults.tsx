/** What the check says of a flow, asked again a moment after each change. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import type { FlowFault } from '#platform/declare/wire-approval.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { layOutAnew } from './flow-graph.tsx'

const restMs = 500

export interface Checked {
  /** null: not known yet, or of an earlier state of the flow that cannot be checked now */
  readonly faults: readonly FlowFault[] | null
  readonly refused: string | null
  readonly onRetry: () => void
}

export function useFaults(formCode: string, flow: FlowDefinition): Checked {
  const [rested, setRested] = useState(flow)
  useEffect(() => {
    const timer = setTimeout(() => setRested(flow), restMs)
    return () => clearTimeout(timer)
  }, [flow])
  // where the canvas has a node is nothing to check
  const asked = layOutAnew(rested)
  const { data, error, refetch } = useQuery({
    queryKey: ['flow-faults', formCode, asked],
    queryFn: async ({ signal }) =>
      (await api.post<{ faults: readonly FlowFault[] }>('/workflowSetting/check', { formCode, definition: asked }, { signal, quiet: true }))
        .faults,
    placeholderData: before => before,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
    throwOnError: failure => !(failure instanceof ApiError),
  })
  return { faults: error === null ? (data ?? null) : null, refused: error === null ? null : error.message, onRetry: () => void refetch() }
}
