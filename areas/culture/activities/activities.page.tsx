/** 活动: what is to come and what was, signing up, checking in by a code. */
import { feedback } from '#platform/web/api/feedback.ts'
import { CalendarOutlined, EnvironmentOutlined, QrcodeOutlined, TeamOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Input, Segmented, Tag } from 'antd'
import { useState } from 'react'
import type { Row } from '#platform/declare/wire.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { callUrl } from '#platform/web/api/request.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { ActivityDrawer } from './activity-drawer.tsx'
import { mineTag, stateTag } from './activity-words.tsx'
import './activities.css'

const inAddress = (name: string): string | null => new URLSearchParams(window.location.search).get(name)

export default function ActivitiesPage() {
  const { menu } = usePage()
  const [span, setSpan] = useState<'coming' | 'past'>('coming')
  const [open, setOpen] = useState<string | null>(() => inAddress('open'))
  // the address that the code of the organisers leads to
  const [code, setCode] = useState<string | null>(() => inAddress('checkIn'))
  const { data, error, refetch } = useQuery<readonly Row[]>({
    queryKey: ['cultureActivity', 'open', span],
    queryFn: ({ signal }) => api.get('/cultureActivity/open', span === 'past' ? { past: 'true' } : {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  return (
    <div className="zg-activities">
      <h1 className="zg-hidden">{menu.meta.title}</h1>
      <div className="zg-activities-bar">
        <Segmented<'coming' | 'past'>
          name="activity-span"
          aria-label={t('时间')}
          value={span}
          options={[
            { value: 'coming', label: t('近期活动') },
            { value: 'past', label: t('往期活动') },
          ]}
          onChange={setSpan}
        />
        <Button type="primary" icon={<QrcodeOutlined aria-hidden />} onClick={() => setCode('')}>
          {t('签到')}
        </Button>
      </div>
      {data === undefined && (error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />)}
      {data?.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={span === 'past' ? t('还没有办过活动') : t('近期没有活动，有新活动时会出现在这里')}
        />
      )}
      <ul className="zg-activity-cards">
        {data?.map(row => (
          <ActivityCard key={row.id} row={row} onOpen={() => setOpen(row.id)} />
        ))}
      </ul>
      {open !== null && <ActivityDrawer id={open} onClose={() => setOpen(null)} />}
      {code !== null && <CheckInDialog code={code} onClose={() => setCode(null)} />}
    </div>
  )
}

function ActivityCard({ row, onOpen }: { row: Row; onOpen: () => void }) {
  const cover = ((row['cover'] ?? []) as readonly UploadedFile[])[0]
  const [state, mine] = [stateTag(row), mineTag(row['mine'])]
  return (
    <li>
      <button type="button" className="zg-activity-card" onClick={onOpen}>
        {cover === undefined ? (
          <span className="zg-activity-cover zg-activity-plain">
            <CalendarOutlined aria-hidden />
          </span>
        ) : (
          <img className="zg-activity-cover" src={callUrl('/fileUpload/down2', { id: cover.id, w: 480 })} alt="" />
        )}
        <span className="zg-activity-words">
          <strong>{String(row['title'])}</strong>
          <span className="zg-activity-line">
            <CalendarOutlined aria-hidden /> {showInstant(String(row['startAt'])).slice(0, 16)}
          </span>
          {row['place'] != null && (
            <span className="zg-activity-line">
              <EnvironmentOutlined aria-hidden /> {asText(row['place'])}
            </span>
          )}
          <span className="zg-activity-line">
            <TeamOutlined aria-hidden /> {t('{n} / {max} 人', { n: Number(row['signedUp']), max: Number(row['capacity']) })}
            {Number(row['waiting']) > 0 && t('，候补 {n} 人', { n: Number(row['waiting']) })}
          </span>
          <span className="zg-activity-tags">
            <Tag color={state.color}>{state.label}</Tag>
            {mine !== null && <Tag color={mine.color}>{mine.label}</Tag>}
            {Number(row['points']) > 0 && <Tag>{t('{n} 积分', { n: Number(row['points']) })}</Tag>}
          </span>
        </span>
      </button>
    </li>
  )
}

function CheckInDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(code)
  const [isSending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    if (typed.trim() === '' || isSending) return
    setSending(true)
    try {
      const done = await api.write<{ title: string; already: boolean }>('/cultureActivity/checkIn', { code: typed.trim() })
      feedback.success(done.already ? t('已经签到过“{title}”', { title: done.title }) : t('已签到“{title}”', { title: done.title }))
      void client.invalidateQueries({ queryKey: ['cultureActivity'] })
      onClose()
    } catch {
      // the call has shown why
    } finally {
      setSending(false)
    }
  }
  return (
    <TabModal
      open
      title={t('活动签到')}
      okText={t('签到')}
      okButtonProps={{ disabled: typed.trim() === '', loading: isSending }}
      onCancel={onClose}
      onOk={() => void send()}
    >
      <p>{t('输入组织者展示的签到码，或用手机扫现场的二维码')}</p>
      <Input
        size="large"
        aria-label={t('签到码')}
        placeholder={t('8 位签到码')}
        maxLength={12}
        autoCapitalize="characters"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onPressEnter={() => void send()}
      />
    </TabModal>
  )
}
