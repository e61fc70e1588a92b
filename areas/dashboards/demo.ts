/** Dashboards of the demo company: of the general manager, the books and sales, each shared with its role. */
import type { DashboardCard, MeasureAsk, MeasureLook } from '#platform/declare/wire-dashboards.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { addAlert, type AlertInput } from './alerts.ts'
import { keepDashboard } from './dashboards.ts'
import { rolesIn } from './home-of-roles.ts'
import { alertRules } from './judge.ts'

type Asked = Partial<MeasureAsk> & Pick<MeasureAsk, 'measures'>

const profit = 'companyProfit'
const company = 'companySaleStatistics'
const ads = 'adStatistics'
const orders = 'amazonSaleStatistics'
const size: Readonly<Record<MeasureLook, readonly [width: number, height: number]>> = {
  figure: [3, 1],
  line: [8, 2],
  bar: [6, 2],
  map: [4, 2],
  funnel: [4, 2],
  heat: [8, 2],
  ranking: [4, 2],
  table: [6, 2],
}

const card = (
  report: string,
  look: MeasureLook,
  title: string,
  { by = [], period = 'months12', ...asked }: Asked,
): Omit<DashboardCard, 'key'> => {
  const [width, height] = size[look]
  return { title, width, height, measure: { report, look, by, period, currency: 'CNY', ...asked } }
}
const figure = (report: string, title: string, measure: string): Omit<DashboardCard, 'key'> =>
  card(report, 'figure', title, { measures: [measure], compare: 'before' })

/** How many records a list finds. */
const countOf = (type: string, url: string, title: string): Omit<DashboardCard, 'key'> => ({
  title,
  width: 6,
  height: 1,
  page: { type, url, look: 'count' },
})

const boards: readonly { readonly of: string; readonly name: string; readonly cards: readonly Omit<DashboardCard, 'key'>[] }[] = [
  {
    of: 'boss',
    name: '经营总览',
    cards: [
      figure(profit, '销售收入', 'sales'),
      figure(profit, '利润', 'profit'),
      figure(profit, '利润率', 'margin'),
      figure(orders, '订购订单数', 'orders'),
      card(profit, 'line', '收入、利润和利润率', { measures: ['sales', 'profit', 'margin'] }),
      card(profit, 'ranking', '店铺利润排行', { measures: ['profit'], by: ['shop'] }),
      card(orders, 'map', '各国订购金额', { measures: ['orderedSales'], by: ['country'] }),
      card(orders, 'heat', '店铺各月订单', { measures: ['orders'], by: ['shop', 'month'] }),
      card(profit, 'bar', '各店铺收入与利润', { measures: ['sales', 'profit'], by: ['shop'] }),
      card(profit, 'table', '品牌', { measures: ['sales', 'profit', 'margin'], by: ['brand'] }),
      card(profit, 'funnel', '从收入到利润', { measures: ['sales', 'netSales', 'grossProfit', 'profit'] }),
      card(orders, 'ranking', '商品销量排行', { measures: ['units'], by: ['product'] }),
    ],
  },
  {
    of: 'admin',
    name: '公司与系统',
    cards: [
      figure(company, '销售额（下单）', 'orderedSales'),
      figure(company, '订购订单数', 'orders'),
      figure(profit, '利润', 'profit'),
      figure(ads, '广告花费', 'spend'),
      card(company, 'line', '每天的订单', { measures: ['orders'], period: 'last90' }),
      card(company, 'ranking', '店铺订购金额', { measures: ['orderedSales'], by: ['shop'] }),
      countOf('monitorLate', '/operations/late?f.state=1', '没有按时更新的数据'),
      countOf('healthAlert', '/operations/health-alerts', '运行预警'),
      card(company, 'heat', '平台各月订单', { measures: ['orders'], by: ['platform', 'month'] }),
      card(company, 'ranking', '平台订购金额', { measures: ['orderedSales'], by: ['platform'] }),
    ],
  },
  {
    of: 'finance',
    name: '财务日常',
    cards: [
      figure(profit, '利润', 'profit'),
      figure(profit, '退款率', 'refundRate'),
      figure(profit, '平台费用', 'platformFees'),
      figure(profit, '未映射', 'unmapped'),
      card(profit, 'line', '利润走势', { measures: ['profit', 'margin'] }),
      card(profit, 'ranking', '广告费排行', { measures: ['advertisingFees'], by: ['shop'] }),
      card(profit, 'table', '站点利润', { measures: ['sales', 'profit', 'margin'], by: ['marketplace'] }),
    ],
  },
  {
    of: 'sales',
    name: '销售日常',
    cards: [
      figure(orders, '销售额（下单）', 'orderedSales'),
      figure(orders, '订购订单数', 'orders'),
      figure(orders, '销量（下单）', 'units'),
      figure(orders, '已减折扣', 'discount'),
      card(orders, 'line', '每天的订单', { measures: ['orderedSales'], period: 'last90' }),
      card(orders, 'ranking', '商品销量排行', { measures: ['units'], by: ['product'], period: 'last90' }),
      card(orders, 'map', '各国订购金额', { measures: ['orderedSales'], by: ['country'] }),
      card(orders, 'bar', '店铺订单', { measures: ['orderedSales'], by: ['shop'] }),
    ],
  },
]

/** Everybody's own: who watches which measure of the orders. */
const alerts: readonly (Pick<AlertInput, 'name' | 'measure' | 'rule' | 'threshold'> & { readonly of: string; readonly level?: string })[] =
  [
    { of: 'boss', name: '店铺订单异常', measure: 'orders', level: 'shop', rule: alertRules.unusual[0], threshold: null },
    { of: 'sales', name: '一天没有订单', measure: 'orders', rule: alertRules.below[0], threshold: '1' },
  ]

export async function makeDashboards({ as }: DemoPeople): Promise<void> {
  for (const { of, ...alert } of alerts) await addAlert(await as(of), { ...alert, report: orders, where: {} })
  for (const { of, name, cards } of boards) {
    const context = await as(of)
    await keepDashboard(context, {
      name,
      roleIds: rolesIn(context.caller.audience),
      cards: cards.map((one, at) => ({ ...one, key: `c${at + 1}` })),
      filter: {},
      seconds: 30,
    })
  }
}
