/** 转交: a task in hand is given to a colleague who may do it. */
import { useQuery } from '@tanstack/react-query'
import { Button, Empty } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'

export function HandOver({ id, onChoose }: { readonly id: string; readonly onChoose: (employeeId: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('转交')}</Button>
      <TabModal open={isOpen} title={t('转交给谁')} footer={null} onCancel={() => setOpen(false)} destroyOnHidden>
        <Takers id={id} onChoose={onChoose} />
      </TabModal>
    </>
  )
}

function Takers({ id, onChoose }: { readonly id: string; readonly onChoose: (employeeId: string) => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['floor', 'takers', id],
    queryFn: ({ signal }) =>
      api.post<readonly { readonly value: string; readonly label: string }[]>('/goodsTask/takers', { id }, { signal, quiet: true }),
    gcTime: 0,
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有别人有这个仓库的作业权限')} />
  return (
    <div className="zg-floor-takers">
      {data.map(({ value, label }) => (
        <Button key={value} size="large" block onClick={() => onChoose(value)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
