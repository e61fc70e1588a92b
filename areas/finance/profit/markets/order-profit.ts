/**
 * The order-profit families, one declaration: an order line with what the marketplace paid and kept for it, its cost and what is left, in
 * the shop's currency and in CNY. They differ by marketplace and by stage: on the day of settlement, or of shipping with the final-leg fee.
 */
import {
  bigInteger,
  choice,
  computed,
  date,
  decimal,
  integer,
  longText,
  money,
  reference,
  text,
  type Field,
} from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { auditState, currency, shop } from '../../facts/amazon/lines/table-words.ts'
import { costAmounts as see } from '../../costs/layers/words.ts'

export type Stage = 'settlement' | 'delivery'
export interface OrderProfit {
  /** first part of its calls, as the specification names them */
  readonly path: string
  /** list type */
  readonly type: string
  readonly permission: string
  readonly title: Title
  readonly stage: Stage
  /** marketplaces whose shops it shows, by `platformChoices` */
  readonly platforms: readonly Platform[]
  readonly resource: Resource
}
export type Platform = 'ebay' | 'walmart' | 'aliexpress'

export const lackings = {
  nothing: [0, '齐全', 'Complete', 'good'],
  product: [1, 'SKU 未对应', 'SKU without product', 'warn'],
  cost: [2, '缺产品成本', 'No product cost', 'warn'],
  rate: [3, '缺汇率', 'No exchange rate', 'warn'],
} as const

const amount = (zh: string, en: string) => money(zh, en, { currency: 'currency', total: true, sort: true, computed: true, default: '0' })
const inCny = (zh: string, en: string, expression: string, more: object = {}) =>
  computed.sql(money(zh, en, { total: true, sort: true, ...more }), `round((${expression}) * rate, 4)`)
/** worked out from layers, else from the unit cost of the month; whoever may not see costs sees nothing that tells them either */
const cost = (zh: string, en: string) =>
  money(zh, en, { currency: 'currency', total: true, sort: true, optional: true, computed: true, see })
const left = (zh: string, en: string, expression: string) =>
  computed.sql(money(zh, en, { currency: 'currency', total: true, sort: true, see }), expression)

function fieldsOf(stage: Stage) {
  const day: Title = stage === 'settlement' ? ['结算日期', 'Settled on'] : ['发货日期', 'Shipped on']
  const sums = stage === 'settlement' ? 'sale + refund + fees + freight' : 'sale + refund + fees + freight + coalesce(final_leg, 0)'
  const contribution = `${sums} + cost + coalesce(first_leg, 0)`
  const profit = `${contribution} + adjustment`
  const allFreight = stage === 'settlement' ? 'freight' : 'freight + coalesce(final_leg, 0)'
  const finalLeg: Record<string, Field> =
    stage === 'settlement'
      ? {}
      : { finalLeg: money('尾程费用', 'Final-leg fee', { currency: 'currency', total: true, optional: true, computed: true, see }) }
  return {
    shopId: shop(),
    bookedOn: date(day[0], day[1], { filter: 'range', sort: true, computed: true }),
    orderNo: text('订单号', 'Order no.', { default: '', filter: 'equals', width: 160, computed: true, linkTo: 'order' }),
    sku: text('MSKU', 'Seller SKU', { default: '', filter: 'contains', width: 140, computed: true }),
    itemId: text('商品编号', 'Item', { default: '', filter: 'equals', width: 130, computed: true, show: false }),
    title: text('商品名称', 'Title', { default: '', width: 200, computed: true, show: false }),
    quantity: integer('数量', 'Quantity', { default: 0, total: true, width: 80, computed: true }),
    profit: left('利润', 'Profit', profit),
    sale: amount('销售额', 'Sales'),
    refund: amount('退款', 'Refunds'),
    fees: amount('平台费用', 'Fees'),
    freight: amount('运费', 'Freight'),
    ...finalLeg,
    /** of kinds that nobody has mapped yet; in no other figure */
    unmapped: amount('未映射', 'Not mapped'),
    cost: cost('产品成本', 'Product cost'),
    firstLeg: cost('头程运费', 'First leg'),
    /** what the order leaves, before what people adjust */
    contribution: left('边际贡献', 'Contribution', contribution),
    contributionRate: computed.sql(
      decimal('贡献毛利率', 'Contribution margin', 4, { see, width: 110, help: ['贡献毛利除以销售额。', 'Contribution over sales.'] }),
      `round((${contribution}) / nullif(sale, 0), 4)`,
    ),
    adjustment: money('人工调整', 'Adjustment', { currency: 'currency', total: true, default: '0' }),
    currency: currency(),
    rate: decimal('汇率', 'Rate', 10, { optional: true, computed: true, show: false }),
    saleCny: inCny('销售额（人民币）', 'Sales (CNY)', 'sale'),
    refundCny: inCny('退款（人民币）', 'Refunds (CNY)', 'refund'),
    feesCny: inCny('平台费用（人民币）', 'Fees (CNY)', 'fees'),
    freightCny: inCny('运费（人民币）', 'Freight (CNY)', allFreight, stage === 'settlement' ? {} : { see }),
    costCny: inCny('成本（人民币）', 'Cost (CNY)', 'cost + coalesce(first_leg, 0)', { see }),
    contributionCny: inCny('贡献毛利（人民币）', 'Contribution (CNY)', contribution, { see }),
    profitCny: inCny('利润（人民币）', 'Profit (CNY)', profit, { see }),
    lacking: choice('缺少', 'Lacking', lackings, { default: 0, filter: 'select', computed: true, width: 110 }),
    salesmanId: reference('业务员', 'Salesman', 'employee', { optional: true, filter: 'select', width: 100 }),
    /** the salesman by the list of SKU owners: while the line has the same, it follows that list */
    ownerId: bigInteger('归属业务员', 'Owner of the SKU', { optional: true, computed: true, hidden: true }),
    remark: longText('备注', 'Remark', { default: '' }),
    auditState: auditState(),
    version: integer('版本', 'Version', { default: 1, hidden: true }),
  }
}

export function orderProfit(words: Omit<OrderProfit, 'resource'> & { readonly table: string }): OrderProfit {
  const { table, ...of } = words
  return {
    ...of,
    resource: resource(table, {
      type: of.type,
      title: of.title,
      access: { scope: grantedShops, permission: of.permission },
      fields: fieldsOf(of.stage),
      list: {
        bound: { field: 'bookedOn', days: 90 },
        sort: { field: 'bookedOn', way: 'DESC' },
        shownAs: { card: { title: 'orderNo', amount: 'profit' } },
        empty: [
          '导入平台资金文件后，点“生成”按期间建立订单利润明细',
          'Import the files of the marketplace, then press “Generate” to make the lines of a period',
        ],
      },
      record: { editable: ['salesmanId', 'adjustment', 'remark'] },
      storage: {
        kind: 'shop',
        primary: ['shopId', 'bookedOn', 'orderNo', 'sku', 'itemId'],
        index: [
          ['bookedOn', 'shopId', 'orderNo'],
          ['shopId', 'orderNo'],
        ],
      },
      life: { closes: { on: 'bookedOn', but: ['remark'] } },
    }),
  }
}

const both = (table: string, path: string, type: string, permission: string, [zh, en]: Title, platforms: readonly Platform[]) => [
  orderProfit({ table, path, type, permission, title: [zh, en], stage: 'settlement', platforms }),
  orderProfit({
    table: `${table}_delivery`,
    path: `${path}Delivery`,
    type: `${type}Delivery`,
    permission,
    title: [`${zh}（发货口径）`, `${en} by shipping`],
    stage: 'delivery',
    platforms,
  }),
]

export const orderProfits: readonly OrderProfit[] = [
  ...both(
    'ebay_order_profit',
    'EbayTransactionFinance',
    'ebayOrderProfit',
    'finance.market.ebay',
    ['eBay 订单利润明细', 'eBay order profit'],
    ['ebay'],
  ),
  ...both(
    'yx_order_profit',
    'YxOrderProfitDetail',
    'yxOrderProfit',
    'finance.market.yx',
    ['营销（沃尔玛及其他）', 'Walmart and others'],
    ['walmart'],
  ),
  ...both(
    'yx_ae_order_profit',
    'YxAeOrderProfitDetail',
    'yxAeOrderProfit',
    'finance.market.ae',
    ['速卖通订单利润明细', 'AliExpress order profit'],
    ['aliexpress'],
  ),
]
