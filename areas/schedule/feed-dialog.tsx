/** The address by which a phone or another calendar reads one's schedule. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { Feed } from './answers.ts'

const key = ['scheduleFeed']

export function FeedDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [made, setMade] = useState<string | null>(null)
  const { data, error, refetch } = useQuery<Feed>({
    queryKey: key,
    queryFn: ({ signal }) => api.post('/MyScheduleData/feed', {}, { signal, quiet: true }),
  })
  const make = async (): Promise<void> => {
    const feed = await api.write<Feed>('/MyScheduleData/newFeed', {})
    setMade(feed.path === undefined ? null : `${window.location.origin}${feed.path}`)
    client.setQueryData(key, feed)
  }
  const revoke = async (): Promise<void> => {
    await api.write('/MyScheduleData/revokeFeed', {})
    setMade(null)
    await client.invalidateQueries({ queryKey: key })
  }
  return (
    <TabModal title={t('订阅日程')} open width={560} footer={null} onCancel={onClose}>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Flex vertical gap={12}>
          <span>{t('手机或其他日历通过这个地址读取您的日程（近 60 天和以后 300 天）。知道地址的人都能看到，请不要转发。')}</span>
          {made !== null && (
            <Alert
              type="success"
              title={t('地址只显示这一次，请现在复制')}
              description={<Typography.Text copyable>{made}</Typography.Text>}
            />
          )}
          {data.madeAt !== null && (
            <span className="zg-schedule-hint">
              {t('生成于 {at}', { at: showInstant(data.madeAt) })}
              {data.readAt === null ? '' : t('，最近读取 {at}', { at: showInstant(data.readAt) })}
            </span>
          )}
          <Flex gap={8}>
            {data.madeAt === null ? (
              <Button type="primary" onClick={() => void make()}>
                {t('生成地址')}
              </Button>
            ) : (
              <>
                <Asked loses title={t('原来的地址将不能再用，确定要换新地址吗？')} onConfirm={() => void make()}>
                  <Button>{t('换新地址')}</Button>
                </Asked>
                <Asked loses title={t('停用后已经订阅的日历不再更新，确定要停用吗？')} onConfirm={() => void revoke()}>
                  <Button danger>{t('停用')}</Button>
                </Asked>
              </>
            )}
          </Flex>
        </Flex>
      )}
    </TabModal>
  )
}
