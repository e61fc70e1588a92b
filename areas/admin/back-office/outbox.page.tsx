/** 发件箱: mails and short messages, what became of them, and where nothing carries them out, their texts. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Badge, Empty, Table } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { Outbox, OutboxMessage } from '../account/answers.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import '../account/account.css'

/** Codes of outbox_message.state. */
const states = [
  { status: 'processing', text: () => t('待发送') },
  { status: 'success', text: () => t('已发送') },
  { status: 'error', text: () => t('发送失败') },
  { status: 'default', text: () => t('未外发') },
] as const

function State({ message: { state, fault } }: { message: OutboxMessage }) {
  const known = states[state]
  return known === undefined ? null : <Badge status={known.status} text={<span title={fault ?? undefined}>{known.text()}</span>} />
}

/** Links can be followed from here: that is what the page is for. */
function Body({ text }: { text: string }) {
  return (
    <pre className="zg-outbox-text">
      {text.split(/(https?:\/\/\S+)/).map((part, at) =>
        part.startsWith('http') ? (
          <a key={at} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  )
}

function Notice({ outbox: { mailConfigured, smsConfigured } }: { outbox: Outbox }) {
  const missing = [...(mailConfigured ? [] : [t('邮件')]), ...(smsConfigured ? [] : [t('短信')])]
  if (missing.length === 0) return null
  return <Alert type="info" showIcon title={t('{what}没有配置发送服务，内容只显示在这里', { what: missing.join(t('、')) })} />
}

export default function OutboxPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => api.post<Outbox>('/account/outbox', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  return (
    <div className="zg-outbox">
      <h1>{t('发件箱')}</h1>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Notice outbox={data} />
          <Table<OutboxMessage>
            size="small"
            rowKey="id"
            dataSource={[...data.list]}
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有发出的邮件和短信')} /> }}
            expandable={{
              rowExpandable: message => message.body !== null,
              expandedRowRender: message => <Body text={message.body ?? ''} />,
            }}
            columns={[
              { title: t('时间'), dataIndex: 'queuedAt', render: (at: string) => showInstant(at) },
              { title: t('方式'), dataIndex: 'channel', render: (channel: number) => (channel === 1 ? t('邮件') : t('短信')) },
              { title: t('接收者'), dataIndex: 'receiver' },
              { title: t('主题'), dataIndex: 'subject' },
              { title: t('状态'), key: 'state', render: (_, message) => <State message={message} /> },
            ]}
          />
        </>
      )}
    </div>
  )
}
