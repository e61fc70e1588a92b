/** 阅读情况: how far a notice or a piece of news is read, by whom, and who has not; they are reminded from here. */
import { feedback } from '#platform/web/api/feedback.ts'
import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Progress, Segmented, Table } from 'antd'
import { useLayoutEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { kinds, type Kind } from './kinds.tsx'
import './article.css'
import './readers.css'

interface Reader {
  readonly accountId: string
  readonly name: string
  readonly firstAt: string | null
  readonly lastAt: string | null
  readonly times: number
  readonly confirmedAt: string | null
}
interface Readers {
  readonly title: string
  readonly list: readonly Reader[]
  readonly audience: number
  readonly read: number
  readonly confirmed: number
}

const hundred = 100
const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(hundred, Math.floor((part / whole) * hundred)))
const orDash = (at: string | null): string => (at === null ? '—' : showInstant(at).slice(0, 16))

export default function ReadersPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const kind: Kind = search.get('kind') === 'news' ? 'news' : 'notice'
  if (!/^\d{1,18}$/.test(id)) return <Empty description={t('请从公告管理或新闻管理中打开“阅读情况”')} />
  return <ReadersOf key={`${kind} ${id}`} kind={kind} id={id} />
}

function ReadersOf({ kind, id }: { kind: Kind; id: string }) {
  const { setTitle } = usePage()
  const [unread, setUnread] = useState(true)
  const { data, error, refetch } = useQuery({
    queryKey: ['publicationReaders', kind, id, unread],
    queryFn: ({ signal }) => api.post<Readers>(kinds[kind].readers, { id, unread }, { signal, quiet: true }),
    throwOnError: false,
  })
  const title = data?.title
  useLayoutEffect(() => {
    if (title !== undefined) setTitle(t('阅读情况：{title}', { title }))
  }, [title, setTitle])
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-readers">
      <header>
        <h1>{data.title}</h1>
        {kind === 'notice' && <RemindButton id={id} />}
      </header>
      <dl>
        <Share title={t('已读')} part={data.read} whole={data.audience} />
        {kind === 'notice' && <Share title={t('已确认')} part={data.confirmed} whole={data.audience} />}
      </dl>
      <Segmented
        aria-label={t('范围')}
        value={unread ? 'unread' : 'read'}
        options={[
          { value: 'unread', label: t('未读的人') },
          { value: 'read', label: t('已读的人') },
        ]}
        onChange={value => setUnread(value === 'unread')}
      />
      <Table
        size="small"
        rowKey="accountId"
        dataSource={data.list}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: unread ? t('所有人都已读') : t('还没有人读过') }}
        columns={[
          { title: t('姓名'), dataIndex: 'name' },
          ...(unread
            ? []
            : [
                { title: t('首次阅读'), dataIndex: 'firstAt', render: orDash },
                { title: t('最近阅读'), dataIndex: 'lastAt', render: orDash },
                { title: t('次数'), dataIndex: 'times', align: 'end' as const },
                ...(kind === 'notice' ? [{ title: t('确认时间'), dataIndex: 'confirmedAt', render: orDash }] : []),
              ]),
        ]}
      />
    </div>
  )
}

function Share({ title, part, whole }: { title: string; part: number; whole: number }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>{rate(part, whole)}%</strong> <small>{t('{part} / {whole} 人', { part, whole })}</small>
        <Progress percent={rate(part, whole)} showInfo={false} size="small" aria-label={title} />
      </dd>
    </div>
  )
}

function RemindButton({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  const remind = async (): Promise<void> => {
    setBusy(true)
    try {
      const { told } = await api.write<{ told: number }>('/noticeSetting/remind', { id })
      feedback.success(t('已提醒 {n} 人', { n: told }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button type="primary" icon={<BellOutlined aria-hidden />} loading={busy} onClick={() => void ignoreShownRefusal(remind())}>
      {t('提醒未读的人')}
    </Button>
  )
}
