/**
 * Reports of advertising. The campaign report is the spend; its breakdowns carry the same money once more, so each of them shows how far it
 * is from the campaign report of the same days.
 */
import type { Title } from '#platform/declare/title.ts'
import type { Why } from '#platform/declare/why.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import {
  abc,
  inOwnersCurrency,
  key,
  minus,
  moving,
  plus,
  ratio,
  report,
  share,
  sum,
  times,
  type Dimension,
  type Measure,
  type Report,
  type ReportDeclaration,
} from '#platform/declare/report.ts'
import { amongPlatform, ofShop } from '#areas/reference/index.ts'
import { orderLines } from '../order-lines.ts'
import { adCampaigns, adGroups, adProducts, adTargets, adTerms } from './figures.ts'
import { adPermission, programs } from './words.ts'

const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const ordered: Title = [
  '亚马逊订单文件，按站点时区的订购日期；已取消的不计。',
  'Order files of Amazon, by the day of purchase in the zone of the marketplace, without what is cancelled.',
]
const fromCampaigns: Title = ['广告活动报告，按报告的日期。', 'Campaign reports, by the day that they say.']
const windows = { 7: ['7 天', '7 days'], 14: ['14 天', '14 days'] } as const

const shared: ReportDeclaration['dimensions'] = {
  shop: ofShop.shop,
  marketplace: ofShop.marketplace,
  portfolio: key('portfolio', { title: ['广告组合', 'Portfolio'], kind: 'text', emptyLabel: ['无广告组合', 'No portfolio'] }),
  campaign: key('campaign', { title: ['广告活动', 'Campaign'], kind: 'text' }),
}
/** What every report of advertising shows, from sums; the ratios of a window stand on the spend of its own lines. */
function measuresOf(of: Rollup, source: Title): Record<string, Measure> {
  const amount = (column: string, title: Title, when = {}, better?: 'up') =>
    sum(of, column, { title, source, when, ...(better === undefined ? {} : { better }) })
  const counted = (column: string, title: Title, when = {}, better?: 'up') => ({
    ...amount(column, title, when, better),
    kind: 'integer' as const,
  })
  const quotient = (over: string, under: string, title: Title, better: 'up' | 'down') => ({
    ...ratio(over, under, { title, source: computed, better }),
    kind: 'decimal' as const,
  })
  const ofWindow = (days: 7 | 14): Record<string, Measure> => {
    const [zh, en] = windows[days]
    const when = { days: [days] }
    return {
      [`orders${days}`]: counted(`orders${days}`, [`${zh}订单`, `Orders, ${en}`], {}, 'up'),
      [`sales${days}`]: amount(`sales${days}`, [`${zh}销售额`, `Sales, ${en}`], {}, 'up'),
      [`spend${days}`]: amount('spend', [`${zh}归因花费`, `Spend with ${en}`], when),
      [`clicks${days}`]: counted('clicks', [`${zh}归因点击`, `Clicks with ${en}`], when),
      [`conversion${days}`]: ratio(`orders${days}`, `clicks${days}`, {
        title: [`${zh} CVR`, `CVR, ${en}`],
        source: computed,
        better: 'up',
      }),
      [`acos${days}`]: ratio(`spend${days}`, `sales${days}`, { title: [`${zh} ACOS`, `ACOS, ${en}`], source: computed, better: 'down' }),
      [`roas${days}`]: quotient(`sales${days}`, `spend${days}`, [`${zh} ROAS`, `ROAS, ${en}`], 'up'),
    }
  }
  return {
    spend: amount('spend', ['花费', 'Spend']),
    impressions: counted('impressions', ['曝光', 'Impressions']),
    clicks: counted('clicks', ['点击', 'Clicks']),
    ctr: ratio('clicks', 'impressions', { title: ['CTR', 'CTR'], source: computed, better: 'up' }),
    cpc: quotient('spend', 'clicks', ['CPC', 'CPC'], 'down'),
    ...ofWindow(7),
    ...ofWindow(14),
    adOrders: {
      ...plus(['orders7', 'orders14'], { title: ['订单（7/14 天）', 'Orders (7/14 days)'], source: computed }),
      kind: 'integer',
    },
    sales: plus(['sales7', 'sales14'], { title: ['销售额（7/14 天）', 'Sales (7/14 days)'], source: computed, better: 'up' }),
    acos: ratio('spend', 'sales', { title: ['ACOS（7/14 天）', 'ACOS (7/14 days)'], source: computed, better: 'down' }),
    roas: quotient('sales', 'spend', ['ROAS（7/14 天）', 'ROAS (7/14 days)'], 'up'),
  }
}

/** What is spent of all that is sold; rows that orders do not tell of (campaigns) have none. */
const ofAllSales: Record<string, Measure> = {
  orderedSales: sum(orderLines, 'sales', {
    title: ['销售额（下单）', 'Ordered sales'],
    better: 'up',
    source: ordered,
    when: { isCancelled: [false] },
    notAllocatable: true,
  }),
  tacos: ratio('spend', 'orderedSales', { title: ['TACOS', 'TACOS'], source: computed, better: 'down' }),
}

const common = {
  scope: grantedShops,
  permission: adPermission,
  among: amongPlatform('amazon'),
  time: 'month',
  compare: ['before', 'yearBefore'],
  conversion: inOwnersCurrency,
} as const
const main = ['spend', 'impressions', 'clicks', 'ctr', 'cpc']
const pathsOf = (name: string) => ({
  rows: `/${name}/report`,
  lines: `/${name}/lines`,
  export: `/${name}/export`,
  compute: `/${name}/compute`,
})

/** What moves ACOS: what a click costs, how many of them buy, and how much. */
const acosWhy: Why = {
  of: 'acos',
  factors: [
    { title: ['点击单价', 'Cost a click'], over: 'spend', under: 'clicks', kind: 'money' },
    { title: ['转化率', 'Conversion'], over: 'adOrders', under: 'clicks', divides: true, kind: 'percent' },
    { title: ['客单价', 'Sales an order'], over: 'sales', under: 'adOrders', divides: true, kind: 'money' },
  ],
}

export const adStatistics = report('adStatistics', {
  ...common,
  title: ['广告分析', 'Advertising'],
  dimensions: {
    program: key('program', { title: ['广告类型', 'Program'], kind: 'choice', choices: programs }),
    ...shared,
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    ...measuresOf(adCampaigns, fromCampaigns),
    ...ofAllSales,
    spendShare: share('spend', { title: ['花费占比', 'Share of spend'], source: computed }),
    spendMean7: moving('spend', 7, { title: ['近 7 日日均花费', 'Spend a day, 7 days'], source: computed, kind: 'money' }),
    salesMean7: moving('sales', 7, { title: ['近 7 日日均销售额', 'Sales a day, 7 days'], source: computed, kind: 'money' }),
    acosMean7: ratio('spendMean7', 'salesMean7', { title: ['近 7 日 ACOS', 'ACOS, 7 days'], source: computed }),
    salesClass: abc('sales', { title: ['销售额 ABC', 'Class by sales'], source: computed }),
  },
  main: [...main, 'sales', 'acos', 'roas', 'orderedSales', 'tacos'],
  why: acosWhy,
  keyFigures: ['spend', 'sales', 'acos', 'roas', 'tacos'],
  by: ['program', 'portfolio', 'campaign'],
  paths: { ...pathsOf('adStatistics'), why: '/adStatistics/why' },
})

const byDays = times('day', 'week', 'month', 'quarter', 'year')
/** Lines of periods tell of no day and no week: they stand in the month of their last day. */
const byMonths = times('month', 'quarter', 'year')

/** A breakdown, with the campaign report's spend of Sponsored Products beside its own. */
function breakdown(
  name: string,
  of: Rollup,
  title: Title,
  own: Readonly<Record<string, Dimension>>,
  asked: typeof byMonths = byDays,
): Report {
  const source: Title = Object.hasOwn(asked, 'day')
    ? [`${of.title[0]}的报告，按报告的日期。`, `Reports of ${of.title[1].toLowerCase()}, by the day that they say.`]
    : [`${of.title[0]}的报告，按报告期间的最后一天。`, `Reports of ${of.title[1].toLowerCase()}, by the last day of their period.`]
  return report(name, {
    ...common,
    title,
    dimensions: { ...own, ...shared, ...asked },
    measures: {
      ...measuresOf(of, source),
      campaignSpend: sum(adCampaigns, 'spend', {
        title: ['活动报告花费', 'Spend of the campaign report'],
        source: fromCampaigns,
        when: { program: [programs.products[0]] },
        notAllocatable: true,
      }),
      difference: minus('campaignSpend', 'spend', { title: ['差异', 'Difference'], source: computed }),
      ...ofAllSales,
    },
    main: [...main, 'sales', 'acos', 'roas', 'tacos', 'campaignSpend', 'difference'],
    keyFigures: ['spend', 'campaignSpend', 'difference', 'acos', 'roas'],
    by: ['campaign', ...Object.keys(own)],
    paths: pathsOf(name),
  })
}

export const adReports: readonly Report[] = [
  adStatistics,
  breakdown('adGroupStatistics', adGroups, ['广告组分析', 'Advertising by ad group'], {
    adGroup: key('adGroup', { title: ['广告组', 'Ad group'], kind: 'text' }),
  }),
  breakdown('adTargetStatistics', adTargets, ['投放分析', 'Advertising by target'], {
    target: key('target', { title: ['投放', 'Target'], kind: 'text' }),
  }),
  breakdown('adProductStatistics', adProducts, ['推广商品分析', 'Advertising by SKU'], {
    sku: key('sku', { title: ['MSKU', 'Seller SKU'], kind: 'text' }),
  }),
  breakdown(
    'adTermStatistics',
    adTerms,
    ['搜索词分析', 'Advertising by search term'],
    { term: key('term', { title: ['搜索词', 'Search term'], kind: 'text' }) },
    byMonths,
  ),
]
