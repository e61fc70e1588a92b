/** Sales statistics of a marketplace: what was ordered, by the day of purchase in its zone, and what was settled beside it. */
import type { Title } from '#platform/declare/title.ts'
import type { Why } from '#platform/declare/why.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import {
  abc,
  distinct,
  inOwnersCurrency,
  key,
  lacking,
  minus,
  moving,
  ratio,
  report,
  share,
  sum,
  times,
  plus,
  type Dimension,
  type Measure,
  type Report,
  type ReportDeclaration,
} from '#platform/declare/report.ts'
import { refundedUnits, returnedUnits, settledMeasures } from '#areas/finance/index.ts'
import { amongPlatform, ofListing, ofProduct, ofProductGroup, ofShop, ofSku, ownersDepartment, salesman } from '#areas/reference/index.ts'
import { listingTraffic, marketTraffic, orderLines, products, shopTraffic, type Product } from '#areas/sales/index.ts'
import { defined } from '#platform/server/area.ts'

const fromOrders: Title = [
  '订单文件，按站点时区的订购日期；已取消的不计。',
  'Files of orders, by the day of purchase in the marketplace’s zone, without what is cancelled.',
]
const fromTraffic: Title = [
  '亚马逊销售与流量报告，按天的那份；不与订单文件相加。',
  'Amazon’s sales and traffic reports, the part by day; never added to files of orders.',
]
const fromListingTraffic: Title = [
  '亚马逊销售与流量报告中只含一天的子 ASIN 行；多天的期间不拆到天，见流量核对。',
  'Lines of child ASINs in reports of one day; periods of several days are not divided, see the check of traffic.',
]
const fromReturns: Title = ['FBA 退货报告，按退货日期。', 'FBA return reports, by the day of the return.']
const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const ofLevel: Title = ['本行订购金额 ÷ 同一层合计，都折成人民币。', 'Ordered sales of the row by those of its level, both in CNY.']
const byClass: Title = [
  '按期间订购金额（折人民币）从高到低累计：到 80 % 为 A，到 95 % 为 B，其余为 C。',
  'By ordered sales of the period in CNY, the greatest first: A to 80 %, B to 95 %, C the rest.',
]
const ofDays: Title = [
  '到本行最后一天为止的日均件数，只算数据完整的天；天数不足时为空。',
  'Mean of a day up to the last day of the row, of complete days alone; empty where days are missing.',
]
const fromMarket: Title = [
  '流量数据表，按店铺、日期和商品编号；没有填写的日子为空。',
  'The sheet of traffic data by shop, day and item; empty on days without a line.',
]
const ofMarket: Title = [
  '订购件数 ÷ 访问次数；只填了部分日期的流量时偏高。',
  'Units ordered by sessions; too high where only some days have traffic.',
]
const noRefundUnits: Title = ['平台的资金文件不写退款件数。', 'Files of money of the marketplace tell no units of refunds.']
const noReturns: Title = ['平台没有退货报告可以导入。', 'The marketplace has no report of returns that could be imported.']

/** What marketplaces are called in front of another word. */
export const marketNames: Readonly<Record<Product, Title>> = {
  amazon: ['亚马逊', 'Amazon '],
  ebay: ['eBay ', 'eBay '],
  walmart: ['沃尔玛', 'Walmart '],
  aliexpress: ['速卖通', 'AliExpress '],
}

const kept = { isCancelled: [false] }
const amount = (column: string, title: Title) => sum(orderLines, column, { title, source: fromOrders, when: kept })
const orderCount = { things: 'orderId', constant: { keys: ['shopId', 'day', 'month', 'country', 'currency'], column: 'firstOfOrder' } }

/** Listings of traffic are known by their ASIN. */
const listing: Dimension = key('asin', {
  title: ofListing.listing.title,
  kind: 'text',
  counts: 'alone',
})
const dimensions: ReportDeclaration['dimensions'] = {
  shop: ofShop.shop,
  marketplace: ofShop.marketplace,
  country: key('country', {
    title: ['国家', 'Country'],
    kind: 'text',
    label: { table: 'country', on: 'code', column: 'name', columnEn: 'name_en' },
  }),
  ...ofSku,
  listing: { ...listing, ...(ofListing.listing.via === undefined ? {} : { fallbackLookup: ofListing.listing.via }) },
  ...ofProduct,
  salesman,
  dept: ownersDepartment,
  ...ofProductGroup,
  ...times('day', 'week', 'month', 'quarter', 'year'),
}

const ordered: ReportDeclaration['measures'] = {
  orders: distinct(orderLines, {
    ...orderCount,
    title: ['订购订单数', 'Orders'],
    better: 'up',
    source: fromOrders,
    when: kept,
    within: { key: 'sku', column: 'firstOfSku', several: 'severalSkus' },
  }),
  orderItems: { ...amount('n', ['订购行数', 'Order items']), class: 'count', kind: 'integer' },
  units: { ...amount('quantity', ['销量（下单）', 'Units ordered']), kind: 'integer', better: 'up' },
  orderedSales: { ...amount('sales', ['销售额（下单）', 'Ordered sales']), better: 'up' },
  item: amount('item', ['其中商品', 'Of which items']),
  shipping: amount('shipping', ['其中运费', 'Of which shipping']),
  giftWrap: amount('giftWrap', ['其中礼品包装', 'Of which gift wrap']),
  discount: amount('discount', ['已减折扣', 'Discount taken off']),
  orderedTax: amount('tax', ['订购税额', 'Tax ordered']),
  orderedTotal: plus(['orderedSalesNet', 'orderedTax'], { title: ['订购含税', 'Ordered with tax'], source: computed }),
  orderedSalesNet: amount('salesNet', ['订购未税', 'Ordered without tax']),
  price: { ...ratio('item', 'units', { title: ['均价', 'Mean price'], source: computed }), kind: 'decimal' },
  salesShare: share('orderedSales', { title: ['销售占比', 'Share of sales'], source: ofLevel }),
  salesClass: abc('orderedSales', { title: ['ABC', 'ABC'], source: byClass }),
  units7: moving('units', 7, { title: ['7 天日均件数', 'Units a day, 7 days'], source: ofDays }),
  units28: moving('units', 28, { title: ['28 天日均件数', 'Units a day, 28 days'], source: ofDays }),
}
const measuresOf = (product: Product): ReportDeclaration['measures'] => ({
  ...ordered,
  ...trafficOf(product),
  ...returnsOf(product),
  ...settledMeasures,
})

type Measures = Readonly<Record<string, Measure>>
const told = { notAllocatable: true, blank: true } as const

/** Traffic of a shop's day, and of its listings; of other marketplaces what people bring as a sheet. */
function trafficOf(product: Product): Measures {
  const titled = {
    sessions: ['访问次数', 'Sessions'],
    pageViews: ['浏览次数', 'Page views'],
  } as const
  if (product !== 'amazon') {
    const visits = (column: string, title: Title) => sum(marketTraffic, column, { title, source: fromMarket, kind: 'integer', ...told })
    return {
      sessions: visits('sessions', titled.sessions),
      pageViews: visits('pageViews', titled.pageViews),
      conversion: ratio('units', 'sessions', { title: ['转化率', 'Conversion'], source: ofMarket, better: 'up' }),
    }
  }
  const ofDay = (column: string, title: Title, kind: 'integer' | 'decimal' = 'integer') =>
    sum(shopTraffic, column, { title, source: fromTraffic, kind, ...told })
  const ofListings = (column: string, title: Title) =>
    sum(listingTraffic, column, { title, source: fromListingTraffic, kind: 'integer', ...told })
  return {
    sessions: ofDay('sessions', titled.sessions),
    pageViews: ofDay('pageViews', titled.pageViews),
    mobileSessions: ofDay('mobileSessions', ['移动端访问', 'Mobile sessions']),
    mobileShare: ratio('mobileSessions', 'sessions', { title: ['移动端占比', 'Share of mobile'], source: computed }),
    boxViews: ofDay('boxViews', ['黄金购物车浏览（约）', 'Page views with the buy box (about)'], 'decimal'),
    buyBox: ratio('boxViews', 'pageViews', { title: ['黄金购物车占比（约）', 'Buy box (about)'], source: computed }),
    reportedSales: sum(shopTraffic, 'sales', { title: ['流量报告销售额', 'Sales of the traffic report'], source: fromTraffic, ...told }),
    reportedItems: ofDay('orderItems', ['流量报告订单行', 'Order items of the traffic report']),
    reportedUnits: ofDay('units', ['流量报告件数', 'Units of the traffic report']),
    reportedRefunds: ofDay('unitsRefunded', ['流量报告退款件数', 'Units refunded of the traffic report']),
    unitsDifference: minus('units', 'reportedUnits', {
      title: ['订购件数减流量报告', 'Units ordered less the report'],
      source: computed,
      kind: 'integer',
    }),
    conversion: ratio('reportedUnits', 'sessions', { title: ['转化率', 'Conversion'], source: computed, better: 'up' }),
    listingSessions: ofListings('sessions', ['Listing 访问次数', 'Sessions of listings']),
    listingViews: ofListings('pageViews', ['Listing 浏览次数', 'Page views of listings']),
    listingUnits: ofListings('units', ['Listing 件数（流量报告）', 'Units of listings (report)']),
    listingConversion: ratio('listingUnits', 'listingSessions', { title: ['Listing 转化率', 'Conversion of listings'], source: computed }),
    listingDifference: minus('listingUnits', 'reportedUnits', {
      title: ['Listing 件数减按天件数', 'Units of listings less those by day'],
      source: computed,
      kind: 'integer',
    }),
  }
}

/** Returned units over ordered ones, refunded units over settled ones: each by one clock. */
function returnsOf(product: Product): Measures {
  const title: Title = ['退货件数', 'Units returned']
  const returnUnits =
    product === 'amazon'
      ? sum(returnedUnits, 'quantity', { title, source: fromReturns, kind: 'integer', ...told })
      : lacking({ title, source: noReturns })
  return {
    returnUnits,
    returnRate: ratio('returnUnits', 'units', { title: ['退货率', 'Return rate'], source: computed, better: 'down' }),
    refundUnits: product === 'amazon' ? refundedUnits : lacking({ title: refundedUnits.title, source: noRefundUnits }),
    refundRate: ratio('refundUnits', 'settledUnits', { title: ['退款件数率', 'Refund rate by units'], source: computed, better: 'down' }),
  }
}

/** What moves ordered sales: how many orders, and how much one is. */
const salesWhy: Why = {
  of: 'orderedSales',
  movers: 'sku',
  factors: [
    { title: ['订单数', 'Orders'], over: 'orders', kind: 'integer' },
    { title: ['客单价', 'Sales an order'], over: 'orderedSales', under: 'orders', kind: 'money' },
  ],
}

export function saleStatistics(product: Product): Report {
  const [zh, en] = marketNames[product]
  const title: Title = [`${zh}销售统计`, `${en}sales statistics`]
  const base = `/${product}SaleStatistics`
  return report(`${product}SaleStatistics`, {
    title,
    scope: grantedShops,
    permission: `sales.${product}.statistics`,
    ownersWhere: amongPlatform(product),
    dimensions,
    measures: measuresOf(product),
    main: [
      'orders',
      'units',
      'orderedSales',
      ...(product === 'amazon' ? ['sessions', 'conversion', 'returnRate'] : ['shipping', 'discount', 'orderedTax']),
      'settledSales',
      'settledRefund',
      'settledProfit',
    ],
    keyFigures: ['orderedSales', 'orders', 'units', 'conversion', 'settledSales'],
    why: salesWhy,
    beforeCost: 'settledFeesTaken',
    pairedMeasures: ['price', 'units'],
    completeBy: product === 'amazon' ? [orderLines, shopTraffic] : [orderLines],
    by: ['shop', 'sku', 'month'],
    time: 'month',
    compare: ['before', 'yearBefore'],
    conversion: inOwnersCurrency,
    paths: { rows: `${base}/report`, lines: `${base}/lines`, export: `${base}/export`, compute: `${base}/compute`, why: `${base}/why` },
  })
}

const reports = new Map(products.map(product => [product, saleStatistics(product)]))
export const statisticsOf = (product: Product): Report => defined(reports.get(product), `statistics of ${product}`)

/** The whole company: every marketplace, and what is sold outside of them as a platform of its own. */
export const companyStatistics: Report = report('companySaleStatistics', {
  title: ['公司销售统计', 'Company sales statistics'],
  scope: grantedShops,
  permission: 'sales.company.statistics',
  dimensions: { platform: ofShop.platform, ...dimensions },
  measures: ordered,
  main: ['orders', 'units', 'orderedSales', 'salesShare', 'discount', 'orderedTax', 'price'],
  keyFigures: ['orderedSales', 'orders', 'units', 'price'],
  why: salesWhy,
  pairedMeasures: ['price', 'units'],
  completeBy: [orderLines],
  by: ['platform', 'shop', 'month'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  conversion: inOwnersCurrency,
  paths: {
    rows: '/companySaleStatistics/report',
    lines: '/companySaleStatistics/lines',
    export: '/companySaleStatistics/export',
    compute: '/companySaleStatistics/compute',
    why: '/companySaleStatistics/why',
  },
})
/** those of the marketplaces */
export const marketReports: readonly Report[] = [...reports.values()]
export const statisticsReports: readonly Report[] = [companyStatistics, ...marketReports]
export const walmartStatistics = statisticsOf('walmart')
