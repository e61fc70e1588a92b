/** Who has earned most this month. */
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { RankRow, useRank } from './parts.tsx'

const shownMax = 5

export default function RankCard() {
  const { profile } = useShell()
  const { data, error, refetch } = useRank({ period: 1 })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('这个月还没有人获得积分')} />
  const first = data.list.slice(0, shownMax)
  const { mine } = data
  return (
    <>
      <ol className="zg-rank-list">
        {first.map(one => (
          <RankRow key={one.employeeId} one={one} isMine={one.employeeId === profile.employeeId} />
        ))}
        {mine !== null && first.every(one => one.employeeId !== mine.employeeId) && <RankRow one={mine} isMine />}
      </ol>
      <CardLink to="/culture/rank">{t('完整排行')}</CardLink>
    </>
  )
}
