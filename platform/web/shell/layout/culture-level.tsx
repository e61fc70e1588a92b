/**
 * Culture level, points over what the level holds at most, how far along one is, and what can be spent with what came since the last visit.
 * Nothing where the profile carries none.
 */
import { Progress, Tag } from 'antd'
import { t } from '../../i18n/t.ts'
import type { UserProfile } from '../../page/profile.ts'

export function CultureLevel({ profile }: { profile: UserProfile }) {
  const { culturalLever, culturalPoint, curLevelMaxPoint, culturalImageUrl, integral, addedIntegral } = profile
  if (!culturalLever || culturalPoint == null || curLevelMaxPoint == null) return null
  return (
    <>
      <Tag color="gold">
        {culturalImageUrl && <img src={culturalImageUrl} alt="" width={16} height={16} style={{ verticalAlign: 'text-bottom' }} />}{' '}
        {culturalLever}
      </Tag>
      <span>
        {t('积分')} {culturalPoint} / {curLevelMaxPoint}
      </span>
      <Progress
        percent={curLevelMaxPoint === 0 ? 0 : Math.min(100, (culturalPoint / curLevelMaxPoint) * 100)}
        showInfo={false}
        size="small"
        aria-label={t('积分')}
      />
      {integral != null && (
        <span>
          {addedIntegral
            ? t('可用 {points}，上次来访后新增 {added}', { points: integral, added: addedIntegral })
            : t('可用 {points}', { points: integral })}
        </span>
      )}
    </>
  )
}
