/** Audits all lines of a settlement, or takes that back: the one that fits what the statement counts. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import type { Statement } from '../../base/answers.ts'

/** of operations.ts */
const auditOperation = 7

export function AuditButton({ id, foot: { lines, audited } }: { id: string; foot: Statement['foot'] }) {
  const { operations } = usePage()
  const client = useQueryClient()
  const isWhole = audited === lines
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.write<{ changed: number }>('/AmzSettlement/audit', { id, audit: isWhole ? 0 : 1 }),
    onSuccess: ({ changed }) => {
      feedback.success(t('已处理 {count} 行', { count: changed }))
      for (const type of ['amazonSettlement', 'amazonSettlementLine']) void client.invalidateQueries({ queryKey: ['list', type] })
    },
  })
  if (!operations.includes(auditOperation) || lines === 0) return null
  if (!isWhole)
    return (
      <Button loading={isPending} onClick={() => mutate()}>
        {t('审核')}
      </Button>
    )
  return (
    <Asked loses={false} title={t('确定要反审核这张结算单的全部明细吗？')} okText={t('反审核')} onConfirm={() => mutate()}>
      <Button loading={isPending}>{t('反审核')}</Button>
    </Asked>
  )
}
