/** The approval of one record: what the person may do now, the log, the steps in order; and what he does. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AuditProcess, FlowLogRow, FlowProcessRow } from '../../declare/wire-approval.ts'
import { api } from '../api/client.ts'

export interface ApprovalAt {
  readonly formCode: string
  readonly keyValue: string
}

const key = ['approval'] as const
/** everything that shows approvals: boxes, notices, single ones */
export const approvalKey: readonly unknown[] = key

/** `at` may be a whole card: of it only what names the record is sent. */
export const useAuditProcess = ({ formCode, keyValue }: ApprovalAt) =>
  useQuery({
    queryKey: [...key, 'audit', formCode, keyValue],
    queryFn: ({ signal }) => api.post<AuditProcess | null>('/workflow/getAuditProcess', { formCode, keyValue }, { signal, quiet: true }),
    throwOnError: false,
  })

export const useFlowLog = (at: ApprovalAt) =>
  useQuery({
    queryKey: [...key, 'log', at.formCode, at.keyValue],
    queryFn: async ({ signal }) =>
      (await api.post<{ list: readonly FlowLogRow[] }>('/workflow/listFlowProcessLog', at, { signal, quiet: true })).list,
    throwOnError: false,
  })

export const useFlowSteps = (at: ApprovalAt) =>
  useQuery({
    queryKey: [...key, 'steps', at.formCode, at.keyValue],
    queryFn: async ({ signal }) =>
      (await api.post<{ list: readonly FlowProcessRow[] }>('/workflow/getWorkFlowProcessList', at, { signal, quiet: true })).list,
    throwOnError: false,
  })

/** After something was done: the approval itself, the boxes, and the record with its list. */
export function useRefreshApprovals(): (formCode: string) => void {
  const client = useQueryClient()
  return formCode => {
    void client.invalidateQueries({ queryKey: key })
    for (const of of ['record', 'list', 'history']) void client.invalidateQueries({ queryKey: [of, formCode] })
  }
}
