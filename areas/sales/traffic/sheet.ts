/**
 * Amazon's sales and traffic report (JSON) as a sheet: one row a day of the shop, one row an ASIN and period. The two lists of a file are
 * two counts of Amazon and do not agree to the unit. Pure: also read by the worker threads of imports.
 */
import type { CodeWords } from '#platform/declare/code-words.ts'
import { date, decimal, integer, money, referenceBy, text, type Field } from '#platform/declare/fields.ts'
import type { OtherReport } from '#platform/declare/other-report.ts'
import { listed, sentence } from '#platform/declare/sentence.ts'
import { shopSheet, type SheetColumn } from '#platform/declare/shop-sheet.ts'
import { listOf, objectOf, textOf, type Json } from '#platform/format/parsed-json.ts'

/** What a row counts: a day of the shop, an ASIN on one day, an ASIN over several days, a parent or SKU on one day. */
export const levels = { day: 1, asin: 2, period: 3, other: 4 } as const
export const trafficPermission = 'sales.traffic'

const word = (head: string, zh: string, en: string, options: object = {}): SheetColumn => [
  head,
  text(zh, en, { default: '', ...options }) as Field,
]
/** without totals: a list of them holds the days and, once more, the ASINs */
const count = (head: string, zh: string, en: string, options: object = {}): SheetColumn => [
  head,
  integer(zh, en, { sort: true, width: 100, ...options }) as Field,
]
const granularities: CodeWords = {
  DAY: ['按天', 'Day'],
  WEEK: ['按周', 'Week'],
  MONTH: ['按月', 'Month'],
  PARENT: ['父体', 'Parent'],
  CHILD: ['子体', 'Child'],
  SKU: ['MSKU', 'SKU'],
}
const aside = { show: false } as const

const columns: Readonly<Record<string, SheetColumn>> = {
  startOn: ['from', date('开始日期', 'From', { filter: 'range', sort: true, width: 110 }) as Field],
  endOn: ['to', date('结束日期', 'To', { filter: 'range', sort: true, width: 110 }) as Field],
  level: ['level', integer('层级', 'Level', { hidden: true }) as Field],
  granularity: word('granularity', '粒度', 'Granularity', { filter: 'equals', width: 90, codes: granularities }),
  parentAsin: word('parent', '父 ASIN', 'Parent ASIN', { filter: 'equals', width: 130 }),
  asin: word('asin', 'ASIN', 'ASIN', { filter: 'equals', width: 130 }),
  sku: word('sku', 'MSKU', 'Seller SKU', { filter: 'contains', width: 140, ...aside }),
  marketplace: word('marketplace', '站点编号', 'Marketplace id', aside),
  sessions: count('sessions', '访问次数', 'Sessions'),
  mobileSessions: count('mobileSessions', '移动端访问', 'Mobile sessions', aside),
  pageViews: count('pageViews', '浏览次数', 'Page views'),
  units: count('units', '件数', 'Units'),
  orderItems: count('orderItems', '订单行', 'Order items'),
  unitsRefunded: count('unitsRefunded', '退款件数', 'Units refunded', { optional: true, ...aside }),
  sales: ['sales', money('销售额', 'Sales', { currency: 'currency', sort: true, width: 120 }) as Field],
  /** page views with the buy box: its share is no sum */
  boxViews: ['boxViews', decimal('黄金购物车浏览', 'Page views with the buy box', 4, { ...aside }) as Field],
  currency: ['currency', referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, computed: true }) as Field],
}
const identity = ['startOn', 'endOn', 'level', 'granularity', 'parentAsin', 'asin', 'sku']

/** By ASIN of any period or by day, in English or Chinese: it names neither marketplace nor, by ASIN, its days. */
const businessReport: OtherReport = {
  heads: [
    /asin|^date$|^日期$/i,
    /sessions|买家访问|会话/i,
    /units ordered|已订购商品数量|订购数量|ordered product sales|已订购商品销售额/i,
  ],
  say: listed(
    [
      sentence`这是业务报告（CSV），它不写站点，也没有每天每个 ASIN 的数据，请导入销售与流量报告的 JSON 文件`,
      sentence`由卖家平台“应用和服务 > 开发应用”（Apps & Services > Develop Apps）授权的工具请求 GET_SALES_AND_TRAFFIC_REPORT`,
      sentence`粒度选天（DAY）和父 ASIN（PARENT）`,
    ],
    '；',
  ),
}

export const trafficSheet = shopSheet('sales_traffic', {
  code: 'amazonTraffic',
  type: 'salesTraffic',
  title: ['销售与流量报告', 'Sales and traffic report'],
  permission: trafficPermission,
  origin: 'genuine',
  day: 'endOn',
  marketplace: 'marketplace',
  columns,
  identity,
  state: Object.keys(columns).filter(name => !identity.includes(name) && name !== 'currency' && name !== 'marketplace'),
  fromJson: rowsOf,
  others: [businessReport],
  index: [['shopId', 'asin']],
  shownAs: { card: { title: 'asin', subtitle: 'endOn' } },
  empty: ['导入亚马逊销售与流量报告（JSON）后，这里显示每天和每个 ASIN 的访问', 'Sessions of each day and ASIN appear here'],
})

const heads = Object.values(columns).map(([head]) => String(head))
const row = (values: Readonly<Record<string, string>>): string[] => heads.map(head => values[head] ?? '')

/** Page views with the buy box, from its share in per cent: four decimals. */
function boxViews(share: string, views: string): string {
  const [percent, all] = [Number(share || '0'), Number(views || '0')]
  return ((percent * all) / 100).toFixed(4)
}

function figuresOf(sales: Json, traffic: Json): Record<string, string> {
  const amount = objectOf(sales['orderedProductSales'])
  const views = textOf(traffic['pageViews'])
  return {
    units: textOf(sales['unitsOrdered']),
    orderItems: textOf(sales['totalOrderItems']),
    unitsRefunded: textOf(sales['unitsRefunded']),
    sales: textOf(amount['amount']),
    currency: textOf(amount['currencyCode']),
    sessions: textOf(traffic['sessions']),
    mobileSessions: textOf(traffic['mobileAppSessions']),
    pageViews: views,
    boxViews: boxViews(textOf(traffic['buyBoxPercentage']), views),
  }
}

/** Null: it is no such report. The period of ASINs ends with the last day that is there: the day asked for last may be missing. */
function rowsOf(document: unknown): string[][] | null {
  const { reportSpecification, salesAndTrafficByDate, salesAndTrafficByAsin } = objectOf(document)
  const spec = objectOf(reportSpecification)
  if (textOf(spec['reportType']) !== 'GET_SALES_AND_TRAFFIC_REPORT') return null
  const days = listOf(salesAndTrafficByDate)
  const marketplace = Array.isArray(spec['marketplaceIds']) ? textOf(spec['marketplaceIds'][0]) : ''
  const granularity = textOf(objectOf(spec['reportOptions'])['asinGranularity']) || 'PARENT'
  const from = textOf(spec['dataStartTime']).slice(0, 10)
  const present = days.map(one => textOf(one['date']).slice(0, 10)).toSorted()
  const to = present.at(-1) ?? textOf(spec['dataEndTime']).slice(0, 10)
  const common = { marketplace, granularity }
  const byDay = days.map(one => {
    const day = textOf(one['date']).slice(0, 10)
    const figures = figuresOf(objectOf(one['salesByDate']), objectOf(one['trafficByDate']))
    return row({ ...common, granularity: 'DAY', ...figures, from: day, to: day, level: String(levels.day) })
  })
  const level = from !== to ? levels.period : granularity === 'CHILD' ? levels.asin : levels.other
  const byAsin = listOf(salesAndTrafficByAsin).map(one => {
    const figures = figuresOf(objectOf(one['salesByAsin']), objectOf(one['trafficByAsin']))
    const told = { parent: textOf(one['parentAsin']), asin: textOf(one['childAsin']), sku: textOf(one['sku']) }
    return row({ ...common, ...figures, ...told, asin: told.asin || told.parent, from, to, level: String(level) })
  })
  return [heads.slice(), ...byDay, ...byAsin]
}
