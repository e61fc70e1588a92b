/** One's own exchanges, the newest first; what waits can be cancelled. */
import { feedback } from '#platform/web/api/feedback.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Empty, Pagination, Tag } from 'antd'
import { useState } from 'react'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import { number, pointsKey } from '../points/parts.tsx'

const pageSize = 10
const waiting = 1
const hues: Readonly<Record<number, string>> = { 1: 'blue', 2: 'green', 3: 'red', 4: 'default' }
const names = (): Readonly<Record<number, string>> => ({ 1: t('待兑换'), 2: t('已兑换'), 3: t('已驳回'), 4: t('已取消') })

export function MyExchanges() {
  const [pageNum, setPageNum] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['culturalExchange', 'mine', pageNum],
    queryFn: ({ signal }) => api.post<ListAnswer>('/culturalExchangeHistory/empList', { pageNum, pageSize }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有兑换过礼品')} />
  return (
    <>
      <ul className="zg-exchanges">
        {data.list.map(row => (
          <Exchange key={row.id} row={row} />
        ))}
      </ul>
      <Pagination
        itemRender={pageSteps}
        current={pageNum}
        pageSize={pageSize}
        total={data.total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPageNum}
      />
    </>
  )
}

function Exchange({ row }: { row: Row }) {
  const { modal } = App.useApp()
  const client = useQueryClient()
  const state = Number(row['state'])
  const picture = row['giftIdPicture']
  const cancel = async (): Promise<void> => {
    try {
      await api.write('/culturalExchangeHistory/cancel', { id: row.id, version: row.version })
      feedback.success(t('已取消，积分已退回'))
    } finally {
      for (const key of [pointsKey, 'culturalGift', 'culturalExchange']) void client.invalidateQueries({ queryKey: [key] })
    }
  }
  return (
    <li>
      {typeof picture === 'string' && <img src={`/api-2024/fileUpload/down2?id=${picture}`} alt="" />}
      <span className="zg-exchange-what">
        <strong>
          {asText(row['giftIdLabel'])} × {number(Number(row['quantity']))}
        </strong>
        <span>
          {asText(row['no'])} · {showInstant(asText(row['createdAt']))}
        </span>
        {typeof row['remark'] === 'string' && row['remark'] !== '' && <span>{row['remark']}</span>}
        {typeof row['reason'] === 'string' && <span>{t('驳回原因：{reason}', { reason: row['reason'] })}</span>}
      </span>
      <span className="zg-exchange-points">{t('{points} 积分', { points: number(Number(row['points'])) })}</span>
      <Tag color={hues[state] ?? 'default'}>{names()[state]}</Tag>
      {state === waiting && (
        <Button
          size="small"
          onClick={() =>
            askFirst(modal, {
              loses: true,
              title: t('取消兑换“{name}”？', { name: asText(row['giftIdLabel']) }),
              content: t('积分会退回您的账户'),
              okText: t('取消兑换'),
              cancelText: t('保留'),
              onOk: () => cancel().catch(ignoreShownRefusal),
            })
          }
        >
          {t('取消兑换')}
        </Button>
      )}
    </li>
  )
}
