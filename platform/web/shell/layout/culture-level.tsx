/** Culture level, and points over what the level holds at most, with how far along one is. Nothing where the profile carries none. */
import { Progress, Tag } from 'antd'
import { t } from '../../i18n/t.ts'
import type { UserProfile } from '../profile.ts'

export function CultureLevel({ profile: { culturalLever, culturalPoint, curLevelMaxPoint } }: { profile: UserProfile }) {
  if (!culturalLever || culturalPoint == null || !curLevelMaxPoint) return null
  return (
    <>
      <Tag color="gold">{culturalLever}</Tag>
      <span>
        {t('积分')} {culturalPoint} / {curLevelMaxPoint}
      </span>
      <Progress percent={Math.min(100, (culturalPoint / curLevelMaxPoint) * 100)} showInfo={false} size="small" aria-label={t('积分')} />
    </>
  )
}
