/** One's own points: what can be spent, the level and the way to the next. */
import { CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { LevelPicture, LevelProgress, number, useSums } from './parts.tsx'

export default function OwnPointsCard() {
  const { data, error, refetch } = useSums()
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  const { own, balance, earned } = data
  return (
    <div className="zg-own-points">
      <LevelPicture url={own.level?.imageUrl ?? null} size={48} />
      <div>
        <div>
          <strong>{number(balance)}</strong> {t('可用积分')}
        </div>
        <LevelProgress own={own} gained={earned} />
        <div className="zg-own-links">
          <CardLink to="/culture/points">{t('积分明细')}</CardLink>
          <CardLink to="/culture/gifts">{t('去兑换')}</CardLink>
        </div>
      </div>
    </div>
  )
}
