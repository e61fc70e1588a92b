/** Names of what cards and filters are made of. */
import type { MeasureLook, PeriodName } from '#platform/declare/wire-dashboards.ts'
import { t } from '#platform/web/i18n/t.ts'

export const lookTitles = (): Readonly<Record<MeasureLook, string>> => ({
  figure: t('数字'),
  line: t('折线'),
  bar: t('柱形'),
  ranking: t('排行'),
  table: t('表格'),
  map: t('国家地图'),
  funnel: t('漏斗'),
  heat: t('热力图'),
})

export const periodTitles = (): Readonly<Record<PeriodName, string>> => ({
  yesterday: t('昨天'),
  last7: t('最近 7 天'),
  last30: t('最近 30 天'),
  last90: t('最近 90 天'),
  month: t('本月'),
  lastMonth: t('上月'),
  months12: t('最近 12 个月'),
  year: t('今年'),
  lastYear: t('去年'),
})

/** Dimensions that all cards of a dashboard are filtered by, under the names that reports share. */
export const filterDimensions = ['shop', 'marketplace', 'country', 'brand', 'sku'] as const

/** Dimensions of few values: an alert judges each of them. */
export const alertDimensions = ['shop', 'marketplace', 'country', 'brand'] as const

export function dimensionTitle(name: string): string {
  const titles: Readonly<Record<string, string>> = {
    shop: t('店铺'),
    marketplace: t('站点'),
    country: t('国家'),
    brand: t('品牌'),
    sku: t('平台 SKU'),
  }
  return Object.hasOwn(titles, name) ? (titles[name] ?? name) : name
}
