/** The ranking of a month before it is sent: what will be said, to how many. */
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import type { Ranking } from './answers.ts'

const path = '/performance/sendSalemanPerformanceRanking'

export function RankingDialog({ yearMonth, onClose }: { readonly yearMonth: string; readonly onClose: () => void }) {
  const { message } = App.useApp()
  const [withAmounts, setWithAmounts] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['performance', 'ranking', yearMonth, withAmounts],
    queryFn: () => api.post<Ranking>(path, { yearMonth, withAmounts, preview: true }, { quiet: true }),
    retry: false,
  })
  const send = async (): Promise<void> => {
    if (data === undefined) return
    setBusy(true)
    try {
      const { recipients } = await api.write<Ranking>(path, { yearMonth, withAmounts, figuresHash: data.figuresHash })
      message.success(t('排行已发送给 {count} 人', { count: recipients }))
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('发送 {month} 业绩排行', { month: yearMonth })}
      okText={t('发送')}
      okButtonProps={{ disabled: data === undefined, loading: isBusy }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Checkbox checked={withAmounts} onChange={event => setWithAmounts(event.target.checked)}>
        {t('显示金额')}
      </Checkbox>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <pre className="zg-performance-text">{data.text}</pre>
          <Alert
            type="info"
            showIcon
            message={t('将通知 {count} 人和订阅了业绩排行的群机器人，每月只能发送一次', { count: data.recipients })}
          />
        </>
      )}
    </Modal>
  )
}
