/** /approval-notice: what this person was told of approvals; one by one, or all, as read. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Empty, Segmented, Tag } from 'antd'
import { useState } from 'react'
import type { ApprovalNoticeKind, ApprovalNoticeRow } from '#platform/declare/wire-approval.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { ApprovalDrawer } from '#platform/web/approval/approval-drawer.tsx'
import { approvalKey, type ApprovalAt } from '#platform/web/approval/use-approval.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { unreadKey } from '#platform/web/realtime/use-unread.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { Pages } from './pages.tsx'
import './workflow.css'

const kinds: Readonly<Record<ApprovalNoticeKind, () => string>> = {
  1: () => t('待办'),
  2: () => t('退回'),
  3: () => t('通过'),
  4: () => t('抄送'),
  5: () => t('催办'),
  6: () => t('超时'),
}
const tones: Readonly<Record<ApprovalNoticeKind, string>> = {
  1: 'processing',
  2: 'warning',
  3: 'success',
  4: 'default',
  5: 'orange',
  6: 'error',
}

interface Answer {
  readonly list: readonly ApprovalNoticeRow[]
  readonly total: number
}

function useNotices(show: 'all' | 'unread', page: { pageNum: number; pageSize: number }) {
  return useQuery({
    queryKey: [...approvalKey, 'notices', show, page],
    queryFn: ({ signal }) =>
      api.get<Answer>('/approvalNotice/list', { ...page, ...(show === 'unread' ? { isRead: 0 } : {}) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

/** Marks; the bell and the message centre follow. */
function useMark(): (path: string, body: object) => Promise<void> {
  const client = useQueryClient()
  return async (path, body) => {
    try {
      await api.write(path, body)
    } catch (reason) {
      // the refusal was shown
      if (!(reason instanceof ApiError)) throw reason
    }
    const shown = [approvalKey, unreadKey('message'), ['messages']]
    await Promise.all(shown.map(queryKey => client.invalidateQueries({ queryKey })))
  }
}

interface NoticeLineProps {
  readonly row: ApprovalNoticeRow
  readonly isChosen: boolean
  readonly onChoose: (is: boolean) => void
  readonly onOpen: () => void
}

const NoticeLine = ({ row, isChosen, onChoose, onOpen }: NoticeLineProps) => (
  <li className="zg-approval-card" data-unread={row.isRead === 0 || undefined}>
    <div className="zg-approval-card-head">
      {row.isRead === 0 && <Checkbox checked={isChosen} aria-label={row.title} onChange={event => onChoose(event.target.checked)} />}
      <Tag color={tones[row.kind]}>{kinds[row.kind]()}</Tag>
      <button type="button" className="zg-approval-card-title" onClick={onOpen}>
        {row.title}
      </button>
    </div>
    <div className="zg-approval-card-foot">
      <span>{[row.detail ?? '', showInstant(row.createdAt)].filter(text => text !== '').join(' · ')}</span>
    </div>
  </li>
)

export default function ApprovalNoticePage() {
  const [show, setShow] = useState<'all' | 'unread'>('unread')
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [open, setOpen] = useState<ApprovalAt | null>(null)
  const { data, error, refetch } = useNotices(show, page)
  const mark = useMark()
  const send = async (path: string, body: object): Promise<void> => {
    await mark(path, body)
    setChosen([])
  }
  const list = data?.list ?? []
  return (
    <div className="zg-my-approvals">
      <h1>{t('审批通知')}</h1>
      <div className="zg-my-bar">
        <Segmented<'all' | 'unread'>
          aria-label={t('显示')}
          value={show}
          onChange={next => {
            setShow(next)
            setPage(before => ({ ...before, pageNum: 1 }))
          }}
          options={[
            { value: 'unread', label: t('未读') },
            { value: 'all', label: t('全部') },
          ]}
        />
        <span className="zg-several">
          <Button disabled={chosen.length === 0} onClick={() => void send('/approvalNotice/updateBatchReadNotice', { ids: chosen })}>
            {t('标为已读（{count}）', { count: chosen.length })}
          </Button>
          <Button onClick={() => void send('/approvalNotice/updateBatchReadNotice', {})}>{t('全部已读')}</Button>
        </span>
      </div>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : list.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有审批通知')} />
      ) : (
        <ul className="zg-approval-cards">
          {list.map(row => (
            <NoticeLine
              key={row.id}
              row={row}
              isChosen={chosen.includes(row.id)}
              onChoose={is => setChosen(before => (is ? [...before, row.id] : before.filter(id => id !== row.id)))}
              onOpen={() => {
                setOpen({ formCode: row.formCode, keyValue: row.keyValue })
                if (row.isRead === 0) void send('/approvalNotice/update', { id: row.id, isRead: 1 })
              }}
            />
          ))}
        </ul>
      )}
      {data !== undefined && <Pages page={page} total={data.total} onTurn={setPage} />}
      {open !== null && <ApprovalDrawer {...open} onClose={() => setOpen(null)} />}
    </div>
  )
}
