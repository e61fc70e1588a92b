/** The ranking of a month before it is sent: what will be said, to how many. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { Ranking } from './answers.ts'

const path = '/performance/sendSalemanPerformanceRanking'

export function RankingDialog({ yearMonth, onClose }: { readonly yearMonth: string; readonly onClose: () => void }) {
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
    const work = async (): Promise<void> => {
      const { recipients } = await api.write<Ranking>(path, { yearMonth, withAmounts, figuresHash: data.figuresHash })
      feedback.success(t('排行已发送给 {count} 人', { count: recipients }))
      onClose()
    }
    await ignoreShownRefusal(work()).finally(() => setBusy(false))
  }
  return (
    <TabModal
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
            title={t('将通知 {count} 人和订阅了业绩排行的群机器人，每月只能发送一次', { count: data.recipients })}
          />
        </>
      )}
    </TabModal>
  )
}
