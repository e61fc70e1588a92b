/** Roll-ups of advertising: the campaign report, which alone counts as spend; breakdowns by ad group, target, SKU and search term. */
import { choice, date, integer, money, month, reference, referenceBy, text, type Fields } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { rollup, type Rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { adSheets } from './sheets.ts'
import { campaignDays, groupDays, productDays, searchTerms, targetDays } from './tables.ts'
import { programs } from './words.ts'

const keys = {
  shopId: reference('店铺', 'Shop', 'shop'),
  day: date('日期', 'Day'),
  month: month('月份', 'Month'),
  currency: referenceBy('币种', 'Currency', 'currency', 'code'),
  days: integer('归因天数', 'Days of attribution'),
  portfolio: text('广告组合', 'Portfolio'),
  campaign: text('广告活动', 'Campaign'),
}
const sums = {
  spend: money('花费', 'Spend'),
  sales7: money('7 天销售额', 'Sales, 7 days'),
  sales14: money('14 天销售额', 'Sales, 14 days'),
  orders7: integer('7 天订单', 'Orders, 7 days'),
  orders14: integer('14 天订单', 'Orders, 14 days'),
  impressions: integer('曝光', 'Impressions'),
  clicks: integer('点击', 'Clicks'),
}
type Key = keyof typeof keys

interface Words {
  readonly title: Title
  readonly fact: Resource
  readonly own: Fields
  readonly few: readonly string[]
  readonly lines: Readonly<Record<string, string>>
  /** absent: day */
  readonly booked?: string
}
function adRollup(name: string, { title, fact, own, few, lines, booked = 'day' }: Words): Rollup {
  const common = ['currency', 'days'] as const satisfies readonly Key[]
  const told = [...common, 'portfolio', 'campaign', ...Object.keys(own)].toSorted((a, b) => order(a) - order(b))
  const grain = (time: string, names: readonly string[]) => ['shopId', time, ...names] as never
  return rollup(name, {
    title,
    scope: grantedShops,
    keys: { ...keys, ...own } as typeof keys,
    sums,
    count: ['行数', 'Lines'],
    grains: [grain('month', [...few, ...common]), grain('day', [...few, ...common]), grain('month', told), grain('day', told)],
    from: [
      {
        name,
        title,
        fact,
        family: adSheets.filter(one => one.table === fact.table).map(one => one.sheet.code),
        booked,
        sums: Object.fromEntries(Object.keys(sums).map(one => [one, one])),
        check: 'spend',
        lines,
      },
    ],
  })
}
/** What narrows most stands last in the key of a grain: the own key of a breakdown. */
const order = (name: string): number => {
  const place = ['program', 'currency', 'days', 'portfolio', 'campaign'].indexOf(name)
  return place < 0 ? Number.MAX_SAFE_INTEGER : place
}

export const adCampaigns = adRollup('ad', {
  title: ['广告活动汇总', 'Advertising campaigns'],
  fact: campaignDays,
  own: { program: choice('广告类型', 'Program', programs) },
  few: ['program'],
  lines: { description: 'campaign' },
})
export const adGroups = adRollup('ag', {
  title: ['广告组汇总', 'Ad groups'],
  fact: groupDays,
  own: { adGroup: text('广告组', 'Ad group') },
  few: [],
  lines: { description: 'adGroup' },
})
export const adTargets = adRollup('adt', {
  title: ['投放汇总', 'Targets'],
  fact: targetDays,
  own: { target: text('投放', 'Target') },
  few: [],
  lines: { description: 'target' },
})
export const adProducts = adRollup('adp', {
  title: ['推广商品汇总', 'Advertised products'],
  fact: productDays,
  own: { sku: text('MSKU', 'Seller SKU') },
  few: [],
  lines: { description: 'campaign' },
})
/** A line is of a period: it is booked on its last day. */
export const adTerms = adRollup('ads', {
  title: ['搜索词汇总', 'Search terms'],
  fact: searchTerms,
  own: { term: text('搜索词', 'Search term') },
  few: [],
  lines: { description: 'term' },
  booked: 'endOn',
})
export const adRollups: readonly Rollup[] = [adCampaigns, adGroups, adTargets, adProducts, adTerms]
