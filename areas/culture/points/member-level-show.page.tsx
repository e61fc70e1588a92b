/** 会员等级: the levels with what they bring, where one stands, and how points are earned. */
import { Empty, Tag } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { LevelPicture, LevelProgress, number, useLadder } from './parts.tsx'

export default function MemberLevelPage() {
  const { menu } = usePage()
  const { data, error, refetch } = useLadder()
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  const { levels, rules, own, gained } = data
  return (
    <div className="zg-points">
      <h1>{menu.meta.title}</h1>
      {levels.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('公司还没有设置等级')} />
      ) : (
        <>
          <section className="zg-points-head">
            <LevelPicture url={own.level?.imageUrl ?? null} size={72} />
            <div className="zg-points-level">
              <strong>{own.level?.name}</strong>
              <span>{t('累计获得 {points} 积分', { points: number(gained) })}</span>
              <LevelProgress own={own} gained={gained} />
            </div>
          </section>
          <ol className="zg-levels">
            {levels.map(level => (
              <li key={level.id} className={level.id === own.level?.id ? 'zg-level zg-level-own' : 'zg-level'}>
                <LevelPicture url={level.imageUrl} size={56} />
                <div>
                  <strong>
                    {level.name}
                    {level.id === own.level?.id && <Tag color="gold">{t('当前等级')}</Tag>}
                  </strong>
                  <span>{t('{points} 积分起', { points: number(level.minPoint) })}</span>
                  {level.privileges !== null && <p>{level.privileges}</p>}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
      <section className="zg-points-box">
        <h2>{t('怎样获得积分')}</h2>
        <ul className="zg-earning">
          {rules.map(rule => (
            <li key={rule.id}>
              <span>{rule.name}</span>
              <strong>{t('+{points}', { points: number(rule.points) })}</strong>
              <em>
                {[
                  rule.dailyCap === null ? null : t('每日最多 {points}', { points: number(rule.dailyCap) }),
                  rule.monthlyCap === null ? null : t('每月最多 {points}', { points: number(rule.monthlyCap) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </em>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
