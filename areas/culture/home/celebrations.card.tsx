/** Whom to congratulate within two weeks. */
import { GiftOutlined, TrophyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Avatar } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { Celebration } from './answers.ts'
import './home.css'

const whenOf = ({ inDays, day }: Celebration): string =>
  inDays === 0
    ? t('今天')
    : inDays === 1
      ? t('明天')
      : t('{month}月{day}日', { month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) })

export default function CelebrationsCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['cultureHome', 'celebrations'],
    queryFn: ({ signal }) => api.get<readonly Celebration[]>('/cultureHome/celebrations', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <CardEmpty text={t('两周内没有同事过生日或入职周年')} />
  return (
    <ul className="zg-celebrations">
      {data.map(one => (
        <li key={`${one.employeeId} ${one.kind}`} data-today={one.inDays === 0 || undefined}>
          <Avatar aria-hidden size={28} src={one.avatar ?? undefined}>
            {[...one.name].at(-1)}
          </Avatar>
          <span>
            {one.name} <small>{one.dept}</small>
          </span>
          <em>
            {one.kind === 'birthday' ? <GiftOutlined aria-hidden /> : <TrophyOutlined aria-hidden />}{' '}
            {one.kind === 'birthday' ? t('生日') : t('入职 {n} 周年', { n: one.years ?? 0 })}
          </em>
          <time dateTime={one.day}>{whenOf(one)}</time>
        </li>
      ))}
    </ul>
  )
}
