/** One activity: what it is, who comes, one's own sign-up; for its organisers the code to check in. */
import { feedback } from '#platform/web/api/feedback.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Descriptions, QRCode, Tag } from 'antd'
import { useState } from 'react'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { callUrl } from '#platform/web/api/request.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { RichTextView } from '#platform/web/rich-text/rich-text.tsx'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import type { OpenActivity } from './answers.ts'
import { mineTag, stateTag } from './activity-words.tsx'

const drawerWidth = 640
const qrSize = 200
const minutes = (at: unknown): string => showInstant(String(at)).slice(0, 16)

export function ActivityDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery<OpenActivity>({
    queryKey: ['cultureActivity', 'view', id],
    queryFn: ({ signal }) => api.get('/cultureActivity/view', { id }, { signal, quiet: true }),
    throwOnError: false,
  })
  return (
    <TabDrawer open title={data === undefined ? t('活动') : String(data['title'])} size={drawerWidth} onClose={onClose}>
      {data === undefined && (error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />)}
      {data !== undefined && <Details activity={data} />}
    </TabDrawer>
  )
}

function Details({ activity }: { activity: OpenActivity }) {
  const cover = ((activity['cover'] ?? []) as readonly UploadedFile[])[0]
  const [state, mine] = [stateTag(activity), mineTag(activity.mine)]
  const content = asText(activity['content'] ?? '')
  return (
    <div className="zg-activity-details">
      {cover !== undefined && <img className="zg-activity-cover" src={callUrl('/fileUpload/down2', { id: cover.id, w: 960 })} alt="" />}
      <div className="zg-activity-tags">
        <Tag color={state.color}>{state.label}</Tag>
        {mine !== null && <Tag color={mine.color}>{mine.label}</Tag>}
      </div>
      {activity['reason'] != null && activity['state'] === 6 && (
        <Alert type="warning" showIcon title={t('取消原因：{reason}', { reason: asText(activity['reason']) })} />
      )}
      {activity.queuePlace !== null && (
        <Alert type="info" showIcon title={t('你在候补第 {n} 位，有人取消时按顺序转正', { n: activity.queuePlace })} />
      )}
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: 'time',
            label: t('时间'),
            children: t('{from} 至 {to}', { from: minutes(activity['startAt']), to: minutes(activity['endAt']) }),
          },
          { key: 'place', label: t('地点'), children: asText(activity['place'] ?? '—') },
          { key: 'until', label: t('报名截止'), children: minutes(activity['signUpUntil']) },
          {
            key: 'seats',
            label: t('名额'),
            children: t('{n} / {max} 人', { n: Number(activity['signedUp']), max: Number(activity['capacity']) }),
          },
          { key: 'owner', label: t('负责人'), children: asText(activity['ownerIdLabel'] ?? '—') },
        ]}
      />
      <SignUp activity={activity} />
      {content !== '' && <RichTextView value={content} />}
      {activity.people.length > 0 && (
        <section>
          <h3>{t('参加的同事')}</h3>
          <div className="zg-activity-tags">
            {activity.people.map(one => (
              <Tag key={one.id} color={one.state === 3 ? 'processing' : 'default'}>
                {one.name}
              </Tag>
            ))}
          </div>
        </section>
      )}
      {activity.code !== null && [1, 3, 4].includes(Number(activity['state'])) && <Code code={activity.code} />}
    </div>
  )
}

/** What the organisers show at the place. */
function Code({ code }: { code: string }) {
  const [isShown, setShown] = useState(false)
  const address = `${window.location.origin}/culture/activity?checkIn=${code}`
  if (!isShown) return <Button onClick={() => setShown(true)}>{t('展示签到码')}</Button>
  return (
    <section className="zg-activity-code">
      <QRCode value={address} size={qrSize} />
      <strong>{code}</strong>
      <span>{t('参加的人用手机扫码，或在活动页输入签到码')}</span>
    </section>
  )
}

function SignUp({ activity }: { activity: OpenActivity }) {
  const { modal } = App.useApp()
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const send = async (call: string, done: string): Promise<void> => {
    setSending(true)
    try {
      await api.write(`/cultureActivity/${call}`, { id: activity.id })
      feedback.success(done)
    } catch {
      // the call has shown why
    } finally {
      setSending(false)
      void client.invalidateQueries({ queryKey: ['cultureActivity'] })
    }
  }
  const isIn = activity.mine === 1 || activity.mine === 2
  // the server has the last word
  const [openedMs] = useState(() => Date.now())
  const hasBegun = instantMs(String(activity['startAt'])) <= openedMs
  if (isIn && !hasBegun)
    return (
      <Button
        loading={isSending}
        onClick={() =>
          askFirst(modal, {
            loses: true,
            title: t('取消后名额会让给候补的同事，确定取消报名吗？'),
            okText: t('取消报名'),
            onOk: () => send('cancelSignUp', t('已取消报名')),
          })
        }
      >
        {t('取消报名')}
      </Button>
    )
  if (activity['state'] !== 1 || activity.mine === 3) return null
  const isFull = activity['isFull'] === true
  return (
    <Button type="primary" loading={isSending} onClick={() => void send('signUp', isFull ? t('已加入候补') : t('已报名'))}>
      {isFull ? t('加入候补') : t('报名')}
    </Button>
  )
}
