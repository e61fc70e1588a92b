import type { PeriodName } from '../../declare/wire-dashboards.ts'
import { t } from '../i18n/t.ts'

const titles: Readonly<Record<PeriodName, () => string>> = {
  yesterday: () => t('昨天'),
  last7: () => t('近 7 天'),
  last30: () => t('近 30 天'),
  last90: () => t('近 90 天'),
  month: () => t('本月'),
  lastMonth: () => t('上月'),
  months12: () => t('近 12 个月'),
  year: () => t('今年'),
  lastYear: () => t('去年'),
}
/** A period by its name, in words. */
export const periodTitle = (name: PeriodName): string => titles[name]()
