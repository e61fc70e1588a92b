/** 打卡: the shift of today, what was punched, and one button; a phone tells its place once, when it is pressed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Empty, Flex, Input, Tag, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import type { ClockToday } from './answers.ts'
import './clock.css'

const secondMs = 1_000
const positionMsMax = 8_000

/** Where the phone says it is; null: it may not say, or can not. */
const position = (): Promise<GeolocationPosition | null> =>
  new Promise(resolve => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(resolve, () => resolve(null), { enableHighAccuracy: true, timeout: positionMsMax })
  })

export default function ClockPage() {
  const { menu } = usePage()
  const { data, error, refetch } = useQuery<ClockToday>({
    queryKey: ['attendance', 'today'],
    queryFn: ({ signal }) => api.post<ClockToday>('/punch/today', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  return (
    <div className="zg-clock">
      <Typography.Title level={4}>{menu.meta.title}</Typography.Title>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : data.place === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('您还没有考勤组，请联系人事')} />
      ) : (
        <Today today={data} place={data.place.name} />
      )}
    </div>
  )
}

function Today({ today, place }: { readonly today: ClockToday; readonly place: string }) {
  const clock = (instant: string): string => dateTimeInZone(instantMs(instant), today.zone).slice(11, 16)
  return (
    <Card className="zg-clock-card">
      <Time today={today} />
      <p>{place}</p>
      <p>
        {today.spans.length === 0
          ? t('今天休息')
          : t('今天 {spans}', { spans: today.spans.map(([from, to]) => `${clock(from)}-${clock(to)}`).join(' ') })}
      </p>
      <Punch />
      {today.punches.length > 0 && (
        <ul className="zg-clock-list" aria-label={t('今天的打卡')}>
          {today.punches.map(one => (
            <li key={one.at}>
              {clock(one.at)} {one.outside && <Tag color="warning">{t('外勤')}</Tag>}
            </li>
          ))}
        </ul>
      )}
      <Typography.Paragraph type="secondary">{t('以服务器时间为准；位置只在打卡时读取一次')}</Typography.Paragraph>
    </Card>
  )
}

/** The server's clock, which goes on by itself. */
function Time({ today }: { readonly today: ClockToday }) {
  const [at, setAt] = useState(() => instantMs(today.now))
  useEffect(() => {
    const [from, server] = [performance.now(), instantMs(today.now)]
    const timer = setInterval(() => setAt(server + performance.now() - from), secondMs)
    return () => clearInterval(timer)
  }, [today.now])
  return (
    <div className="zg-clock-time" role="timer">
      {dateTimeInZone(at, today.zone).slice(11)}
    </div>
  )
}

function Punch() {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const found = await position()
      const { latitude: lat, longitude: lng, accuracy } = found?.coords ?? {}
      const where = lat === undefined || lng === undefined ? {} : { lat, lng, accuracy: accuracy ?? 0 }
      return api.write<{ readonly at: string }>('/punch/clock', { ...where, ...(note === '' ? {} : { note }) }, { quiet: true })
    },
    onSuccess: () => {
      setNote('')
      setRefusal(null)
      return queries.invalidateQueries({ queryKey: ['attendance', 'today'] })
    },
    onError: reason => setRefusal(reason.message),
  })
  return (
    <Flex vertical gap={12} align="center">
      <Button type="primary" shape="circle" className="zg-clock-button" loading={isPending} onClick={() => mutate()}>
        {t('打卡')}
      </Button>
      {refusal !== null && <Alert type="warning" showIcon title={refusal} />}
      {refusal !== null && (
        <Input
          aria-label={t('说明')}
          placeholder={t('在哪里、做什么')}
          maxLength={200}
          value={note}
          onChange={e => setNote(e.target.value)}
        />
      )}
    </Flex>
  )
}
