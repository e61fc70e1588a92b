/** 消息通知: what the house has told this person, newest first, and the way to what each is about. */
import { Button, Empty, Pagination, Segmented, Select, Tabs } from 'antd'
import { useState } from 'react'
import type { Message, MessageKind } from '../../declare/wire-messages.ts'
import { t } from '../i18n/t.ts'
import { RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { ImportProgress } from '../upload/import-progress.tsx'
import { kindText, messageKinds } from './kinds.ts'
import { MessageLine } from './message-line.tsx'
import { Preferences } from './preferences.tsx'
import { useMarkRead, useMessages } from './use-messages.ts'
import { useOpenTarget } from './use-open-target.ts'
import { pageSteps } from '../widgets/page-steps.tsx'
import './messages.css'
import { clearable } from '../widgets/clearable.tsx'

const pageSizes = [10, 20, 30, 40, 50]

interface ReportShown {
  readonly title: string
  readonly ids: readonly string[]
}

export default function NotifyPage() {
  return (
    <div className="zg-messages">
      <h1>{t('消息通知')}</h1>
      <Tabs
        destroyOnHidden
        items={[
          { key: 'messages', label: t('消息'), children: <Messages /> },
          { key: 'settings', label: t('通知设置'), children: <Preferences /> },
        ]}
      />
    </div>
  )
}

function Messages() {
  const [show, setShow] = useState<'all' | 'unread'>('all')
  const [kind, setKind] = useState<MessageKind | null>(null)
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 })
  const [report, setReport] = useState<ReportShown | null>(null)
  const { data, error, refetch, isPlaceholderData } = useMessages({
    ...page,
    ...(show === 'unread' ? { isUnread: true } : {}),
    ...(kind === null ? {} : { kind }),
  })
  const mark = useMarkRead()
  const targetOf = useOpenTarget((message, ids) => setReport({ title: message.title, ids }))
  const firstPage = (): void => setPage(before => ({ ...before, pageNum: 1 }))
  const unread = data?.unread ?? 0
  return (
    <>
      <Head
        unread={unread}
        show={show}
        kind={kind}
        onShow={next => {
          setShow(next)
          firstPage()
        }}
        onKind={next => {
          setKind(next)
          firstPage()
        }}
        onAllRead={() => void ignoreShownRefusal(mark(null, true))}
      />
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Lines list={data.list} isUnread={show === 'unread'} isOld={isPlaceholderData} mark={mark} targetOf={targetOf} />
          <Pagination
            itemRender={pageSteps}
            current={data.pageNum}
            pageSize={data.pageSize}
            total={data.total}
            hideOnSinglePage={data.total <= (pageSizes[0] ?? 0)}
            showSizeChanger
            showQuickJumper
            pageSizeOptions={pageSizes}
            showTotal={count => t('共 {count} 条', { count })}
            onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
          />
        </>
      )}
      {report !== null && (
        <TabDrawer title={report.title} open size={640} onClose={() => setReport(null)}>
          <ImportProgress ids={report.ids} />
        </TabDrawer>
      )}
    </>
  )
}

interface HeadProps {
  readonly unread: number
  readonly show: 'all' | 'unread'
  readonly kind: MessageKind | null
  readonly onShow: (show: 'all' | 'unread') => void
  readonly onKind: (kind: MessageKind | null) => void
  readonly onAllRead: () => void
}

function Head({ unread, show, kind, onShow, onKind, onAllRead }: HeadProps) {
  return (
    <div className="zg-messages-bar">
      <Segmented<'all' | 'unread'>
        aria-label={t('显示')}
        value={show}
        onChange={onShow}
        options={[
          { value: 'all', label: t('全部') },
          { value: 'unread', label: unread > 0 ? t('未读 {count}', { count: unread }) : t('未读') },
        ]}
      />
      <div className="zg-messages-tools">
        <Select<MessageKind>
          allowClear={clearable()}
          placeholder={t('全部种类')}
          aria-label={t('种类')}
          value={kind}
          onChange={(next: MessageKind | undefined) => onKind(next ?? null)}
          options={messageKinds.map(value => ({ value, label: kindText[value]() }))}
        />
        <Button disabled={unread === 0} onClick={onAllRead}>
          {t('全部已读')}
        </Button>
      </div>
    </div>
  )
}

interface LinesProps {
  readonly list: readonly Message[]
  readonly isUnread: boolean
  /** of the page before: the next is on its way */
  readonly isOld: boolean
  readonly mark: ReturnType<typeof useMarkRead>
  readonly targetOf: ReturnType<typeof useOpenTarget>
}

function Lines({ list, isUnread, isOld, mark, targetOf }: LinesProps) {
  if (list.length === 0)
    return (
      <div className="zg-list-notice">
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={isUnread ? t('没有未读消息') : t('导入和导出的结果、别人的共享、权限的变化会通知到这里')}
        />
      </div>
    )
  return (
    <ul className="zg-messages-list" data-old={isOld || undefined}>
      {list.map(message => (
        <MessageLine
          key={message.id}
          message={message}
          onOpen={targetOf(message)}
          onMark={isRead => void ignoreShownRefusal(mark([message], isRead))}
        />
      ))}
    </ul>
  )
}
