/** One entry of the audit trail, opened from its list. */
import { useQuery } from '@tanstack/react-query'
import { Button, Result, Skeleton } from 'antd'
import type { HistoryEntry } from '../../declare/history.ts'
import { ApiError, api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import type { RowDrawerProps } from '../values/row-openers.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { HistoryEntries } from './history-entries.tsx'

const drawerWidth = 520

export default function TrailDrawer({ row, onClose }: RowDrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['auditTrail', row.id],
    queryFn: ({ signal }) => api.post<HistoryEntry>('/auditTrail/detail', { id: row.id }, { signal, quiet: true }),
    throwOnError: false,
  })
  return (
    <TabDrawer
      open
      size={drawerWidth}
      mask={false}
      title={data === undefined ? t('操作记录') : t('操作记录：{subject}', { subject: data.subjectTitle })}
      onClose={onClose}
    >
      {error !== null ? (
        <Result
          status="warning"
          subTitle={error instanceof ApiError ? error.msg : t('读取失败，请重试')}
          extra={<Button onClick={() => void refetch()}>{t('重试')}</Button>}
        />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 4 }} title={false} />
      ) : (
        <>
          <HistoryEntries entries={[data]} />
          {data.requestId !== null && <p className="zg-history-about">{t('请求编号 {id}', { id: data.requestId })}</p>}
        </>
      )}
    </TabDrawer>
  )
}
