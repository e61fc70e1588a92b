/** The link of a mail, opened once: the approval it leads to, or why it leads nowhere. */
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { LinkedApproval } from '#platform/declare/wire-approval.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import type { ApprovalAt } from '#platform/web/approval/use-approval.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsLoading } from '#platform/web/values/list-notices.tsx'

interface OpenedLinkProps {
  readonly link: string
  readonly onOpen: (at: ApprovalAt) => void
  readonly onClose: () => void
}

export function OpenedLink({ link, onOpen, onClose }: OpenedLinkProps) {
  // asked once: a second asking would find the link used
  const { data, error } = useQuery({
    queryKey: ['approvalLink', link],
    queryFn: () => api.write<LinkedApproval>('/workflow/openLink', { link }, { quiet: true }),
    retry: false,
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    throwOnError: false,
  })
  const open = useEffectEvent((at: ApprovalAt) => onOpen(at))
  useEffect(() => {
    if (data !== undefined) open({ formCode: data.formCode, keyValue: data.keyValue })
  }, [data])
  if (error === null) return <RowsLoading />
  const title = error instanceof ApiError ? error.msg : t('审批信息加载失败')
  return <Alert type="warning" showIcon closable={{ closeIcon: true, onClose }} title={title} className="zg-opened-link" />
}
