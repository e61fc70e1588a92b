/** Names of what cards and filters are made of. */
import type { DimensionDefinition, ReportDefinition } from '#platform/declare/wire.ts'
import type { DashboardFilter, MeasureLook, PeriodName } from '#platform/declare/wire-dashboards.ts'
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
export const filterDimensions = [
  'shop',
  'marketplace',
  'country',
  'brand',
  'category',
  'productGroup',
  'salesman',
  'department',
  'sku',
] as const
export type FilterName = (typeof filterDimensions)[number]
/** what else reports call the same */
const otherNames: Partial<Readonly<Record<FilterName, string>>> = { department: 'dept' }

export const dimensionIn = ({ dimensions }: ReportDefinition, name: FilterName): DimensionDefinition | undefined =>
  dimensions.find(one => one.name === name || one.name === otherNames[name])

/** What a dashboard is narrowed by. */
export const askedOf = ({ where = {} }: DashboardFilter): readonly (readonly [FilterName, readonly string[]])[] =>
  filterDimensions.flatMap(name => {
    const values = where[name] ?? []
    return values.length === 0 ? [] : [[name, values] as const]
  })

/** The filter under the names of a report, and what of it the report lacks. */
export function narrowedIn(definition: ReportDefinition, filter: DashboardFilter) {
  const where: Record<string, readonly string[]> = {}
  const unfiltered: FilterName[] = []
  for (const [name, values] of askedOf(filter)) {
    const dimension = dimensionIn(definition, name)
    if (dimension === undefined) unfiltered.push(name)
    else where[dimension.name] = values
  }
  return { where, unfiltered }
}

/** the period among what a card can't be narrowed by */
export const periodFilter = 'period'

export const unfilteredText = (title: string, names: readonly string[]): string =>
  t('“{title}”没有“{names}”，未按它筛选', { title, names: names.map(dimensionTitle).join(t('、')) })

/** Dimensions of few values: an alert judges each of them. */
export const alertDimensions = ['shop', 'marketplace', 'country', 'brand'] as const

export function dimensionTitle(name: string): string {
  const titles: Readonly<Record<string, string>> = {
    shop: t('店铺'),
    marketplace: t('站点'),
    country: t('国家'),
    brand: t('品牌'),
    category: t('品类'),
    productGroup: t('商品组'),
    salesman: t('业务员'),
    department: t('部门'),
    sku: t('MSKU'),
    [periodFilter]: t('期间'),
  }
  return Object.hasOwn(titles, name) ? (titles[name] ?? name) : name
}
