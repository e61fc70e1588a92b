/**
 * Profit: one report, of the company and of each marketplace. By platform, marketplace, shop, SKU, product, brand, category, order,
 * salesman and department of the day, and time. Amounts carry the sign the marketplace books them with (income positive, fees negative),
 * costs are negative: every formula adds. Formulas and sources: docs/profit.md.
 */
import type { Title } from '#platform/declare/title.ts'
import type { Why } from '#platform/declare/why.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import {
  amongPlatform,
  ofListing,
  ofProduct,
  ofProductGroup,
  ofShop,
  ofSku,
  ownersDepartment,
  salesman,
  type platformChoices,
} from '#areas/reference/index.ts'
import {
  count,
  inOwnersCurrency,
  key,
  plus,
  ratio,
  report,
  sum,
  times,
  type Measure,
  type Report,
  type ReportDeclaration,
} from '#platform/declare/report.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { moneyClocks } from '../../facts/clocks/words.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { billedClasses } from '../../costs/allocation/words.ts'
import { financeItems, type FinanceClass, type FinanceItemCode } from '../../base/finance-items.ts'

const codes = Object.keys(financeItems) as FinanceItemCode[]
export const itemsOf = (...classes: readonly FinanceClass[]): FinanceItemCode[] =>
  codes.filter(code => classes.includes(financeItems[code].class))
const ids = (items: readonly FinanceItemCode[]): number[] => items.map(code => financeItems[code].id)

const fromFiles: Title = [
  '结算报告或交易明细中映射到该科目的金额，每张结算单只取其中一份报告；两者都没有的日期取交易汇总。',
  'Amounts mapped to this item in settlement or transaction reports, one of them per settlement; the transaction summary where ' +
    'neither is there.',
]
const fromFormula: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const fromCosts: Title = [
  '按日计算，取负数：有入库成本的商品按批次（先进先出或移动加权平均），其余按销量 × 当月有效的单位成本；没有成本或没有 SKU 对应的不计。',
  'Per day, negative: by layers (FIFO or moving average) where a product has receipts, else units sold times the unit cost in force; ' +
    'nothing where cost or SKU mapping is missing.',
]
const fromLayers: Title = [
  '售出数量在批次里承担的头程；没有入库成本的商品为 0。',
  'First leg that the units sold bore in their layers; 0 of products without receipts.',
]
const fromLateCosts: Title = [
  '结账以后才到的成本中，属于已结账月份售出数量的部分，计入第一个未结账的月份。',
  'Of costs that came after months were closed: the part of units sold in them, in the first open month.',
]
const fromCorrections: Title = [
  '手工登记的调整，各自成行，不改变其他指标；代收税与资金类科目的调整不计利润。',
  'Corrections entered by hand, lines of their own that change no other measure; those of tax and timing are not in the profit.',
]
const fromAllocation: Title = [
  '已过账的费用分摊单按店铺和 SKU 的份额，计入当月第一天；头程、尾程和仓储也可由分摊单计入。',
  'Shares of posted cost allocations by shop and SKU, on the first of their month; freight and storage may come from them as well.',
]

type CostItem =
  | 'productCost'
  | 'firstLeg'
  | 'storage'
  | 'subsidy'
  | 'multichannelFee'
  | 'dropshipCost'
  | 'dropshipFreight'
  | 'costVariance'
  | 'finalLeg'
  | 'allocated'

/** One finance item of the files. */
const item = (code: FinanceItemCode): Measure =>
  sum(amounts, 'amount', {
    title: financeItems[code].title,
    source: fromFiles,
    when: { item: [financeItems[code].id] },
    ...(code === 'fbaStorage' ? { monthly: true } : {}),
  })
const fromTemplate: Title = [
  '按行录入或导入的单据，按发生日期各自计为一行。',
  'Documents that were entered or imported, each a line of its own on its day.',
]
const cost = (code: CostItem, source: Title, waterfall: number, further: { readonly monthly?: true } = {}): Measure =>
  sum(costs, 'amount', { title: financeItems[code].title, source, waterfall, when: { item: [financeItems[code].id] }, ...further })
/** posted once a month */
const monthly = { monthly: true } as const
const group = (title: Title, waterfall: number | null, ...classes: readonly FinanceClass[]): Measure =>
  plus([...itemsOf(...classes), ...movedOf(classes)], { title, source: fromFormula, ...(waterfall === null ? {} : { waterfall }) })
/** What allocations take off the line without a SKU and put on SKUs: nothing at a shop as a whole. */
const movedTitles: Readonly<Partial<Record<FinanceClass, Title>>> = {
  platformFee: ['平台费用归到 SKU', 'Platform fees moved to SKUs'],
  fbaFee: ['FBA 费用归到 SKU', 'FBA fees moved to SKUs'],
  advertising: ['广告及促销费归到 SKU', 'Advertising moved to SKUs'],
  other: ['赔偿与调整归到 SKU', 'Adjustments moved to SKUs'],
}
const movedOf = (classes: readonly FinanceClass[]): string[] => billedClasses.filter(of => classes.includes(of)).map(of => `${of}Moved`)
const fromBilled: Title = [
  '已过账的费用分摊单把账单里没有 SKU 的金额归到 SKU：SKU 一行减少、“未分摊”一行增加同样的金额，店铺合计不变。',
  'Posted allocations take billed amounts off the line without a SKU and put them on SKUs; a shop as a whole stays the same.',
]
const moved = Object.fromEntries(
  billedClasses.map(of => [
    `${of}Moved`,
    sum(costs, 'amount', { title: movedTitles[of] ?? ['', ''], source: fromBilled, when: { item: ids(itemsOf(of)) } }),
  ]),
)

/** Every item of the files as a leaf of its own; cost items have their own roll-up. */
const items = Object.fromEntries(codes.filter(code => financeItems[code].class !== 'cost').map(code => [code, item(code)]))
const inProfit = itemsOf('sales', 'refund', 'platformFee', 'fbaFee', 'advertising', 'shippingFee', 'other', 'cost')

const dimensions: ReportDeclaration['dimensions'] = {
  ...ofShop,
  ...ofProduct,
  ...ofProductGroup,
  ...ofListing,
  ...ofSku,
  settlement: key('settlementId', { title: ['结算单', 'Settlement'], kind: 'text', emptyLabel: ['不在结算单中', 'In no settlement'] }),
  order: key('orderId', { title: ['订单', 'Order'], kind: 'text', emptyLabel: ['无订单号', 'No order number'], opens: 'order' }),
  salesman,
  department: ownersDepartment,
  ...times('month', 'quarter', 'year', 'week', 'day'),
}

const measures: ReportDeclaration['measures'] = {
  sales: { ...group(['销售收入', 'Sales'], 1, 'sales'), better: 'up' },
  refund: { ...item('refund'), waterfall: 2 },
  netSales: plus(['sales', 'refund'], { title: ['净销售额', 'Net sales'], source: fromFormula, better: 'up' }),
  platformFees: group(['平台费用', 'Platform fees'], 3, 'platformFee'),
  fbaFees: group(['FBA 费用', 'FBA fees'], 4, 'fbaFee'),
  advertisingFees: group(['广告及促销费', 'Advertising and deals'], 5, 'advertising'),
  shippingLabel: { ...item('shippingLabel'), waterfall: 6 },
  others: group(['赔偿与调整', 'Reimbursements and adjustments'], 7, 'other'),
  feesTaken: plus(['netSales', 'platformFees', 'fbaFees', 'advertisingFees', 'shippingLabel', 'others'], {
    title: ['扣费后收入', 'Income after fees'],
    better: 'up',
    source: [
      '净销售额扣除平台收取的各项费用；没有查看成本的权限时，这是最后一项。',
      'Net sales less all that the marketplace charges; the last figure of whoever may not see costs.',
    ],
  }),
  billedCosts: sum(amounts, 'amount', {
    title: ['账单内成本', 'Costs billed in reports'],
    source: fromFiles,
    waterfall: 8,
    when: { item: ids(itemsOf('cost')) },
  }),
  productCost: cost('productCost', fromCosts, 9),
  firstLeg: cost('firstLeg', fromLayers, 10),
  storage: cost('storage', fromAllocation, 11, monthly),
  finalLeg: cost('finalLeg', fromAllocation, 12, monthly),
  subsidy: cost('subsidy', fromTemplate, 13),
  multichannelFee: cost('multichannelFee', fromTemplate, 14),
  dropshipCost: cost('dropshipCost', fromTemplate, 15),
  dropshipFreight: cost('dropshipFreight', fromTemplate, 16),
  costVariance: cost('costVariance', fromLateCosts, 17),
  allocated: cost('allocated', fromAllocation, 18, monthly),
  corrections: sum(corrections, 'amount', {
    title: ['手工调整', 'Corrections by hand'],
    source: fromCorrections,
    waterfall: 19,
    when: { item: ids(inProfit) },
  }),
  grossProfit: plus(['netSales', 'productCost', 'firstLeg', 'costVariance'], {
    title: ['毛利', 'Gross profit'],
    source: fromFormula,
    better: 'up',
  }),
  profit: plus(
    [
      'grossProfit',
      'platformFees',
      'fbaFees',
      'advertisingFees',
      'shippingLabel',
      'others',
      'billedCosts',
      'storage',
      'finalLeg',
      'subsidy',
      'multichannelFee',
      'dropshipCost',
      'dropshipFreight',
      'allocated',
      'corrections',
    ],
    {
      title: ['利润', 'Profit'],
      better: 'up',
      source: fromFormula,
      waterfall: 20,
    },
  ),
  contribution: plus(['grossProfit', 'platformFees', 'fbaFees', 'shippingLabel', 'storage', 'finalLeg'], {
    title: ['边际贡献', 'Contribution'],
    better: 'up',
    source: [
      '毛利扣除平台、FBA、运单、尾程和仓储费用。',
      'Gross profit less fees of the marketplace, fulfilment, labels, final leg and storage.',
    ],
  }),
  contributionAfterAds: plus(['contribution', 'advertisingFees'], {
    title: ['广告后毛利', 'Contribution after advertising'],
    better: 'up',
    source: ['贡献毛利再扣除广告及促销费。', 'Contribution less advertising and deals.'],
  }),
  margin: ratio('profit', 'sales', { title: ['利润率', 'Margin'], source: fromFormula, better: 'up' }),
  refundRate: ratio('refund', 'sales', { title: ['退款率', 'Refund rate'], source: fromFormula, negated: true, better: 'down' }),
  adRate: ratio('advertisingFees', 'sales', {
    title: ['广告占比', 'Share of advertising'],
    source: fromFormula,
    negated: true,
    better: 'down',
  }),
  deferred: sum(amounts, 'amount', {
    title: ['其中递延', 'Of which deferred'],
    source: [
      '利润所含金额中平台尚未放款的部分，不另外计入利润；按交易发生日，放款后随付款的结算单计入。',
      'Part of the amounts in profit that the marketplace still holds back, by the day of the transaction; not added again. Once ' +
        'released it counts with the settlement that pays it.',
    ],
    when: { item: ids(inProfit), deferred: [true] },
  }),
  units: sum(amounts, 'quantity', {
    title: ['销量', 'Units sold'],
    better: 'up',
    source: ['商品销售额各行的数量，退货不冲减。', 'Quantities of product sales; returns are not deducted.'],
    kind: 'integer',
    when: { item: [financeItems.productSales.id] },
  }),
  taxes: group(['代收代缴税', 'Tax passed through'], null, 'tax'),
  timing: group(['资金时间差', 'Timing'], null, 'timing'),
  otherCorrections: sum(corrections, 'amount', {
    title: ['税与资金调整', 'Corrections of tax and timing'],
    source: fromCorrections,
    when: { item: ids(itemsOf('tax', 'timing')) },
  }),
  unmapped: sum(amounts, 'amount', {
    title: ['未映射', 'Not mapped'],
    source: ['费用类型尚未对应财务科目的金额，不在任何其他指标中。', 'Amounts whose kind has no finance item yet; in no other measure.'],
    when: { item: null },
  }),
  lines: count(amounts, {
    title: ['金额笔数', 'Amounts'],
    source: [
      '报告中计入本行的金额笔数，一行交易明细的每个非零列各算一笔。',
      'Amounts of the reports in this row; each non-zero column of a transaction counts one.',
    ],
  }),
  ledger: sum(amounts, 'amount', {
    title: ['账单合计', 'Total of the reports'],
    source: [
      '报告中全部金额之和，等于各科目与未映射之和，可与结算金额核对。',
      'All amounts of the reports: equals all items and what is not mapped; compare it with the settlements.',
    ],
  }),
  ...moved,
  ...Object.fromEntries(Object.entries(items).filter(([code]) => code !== 'refund' && code !== 'shippingLabel')),
}

/** What moves the profit: what is sold, and which part of it each kind of cost takes. */
const profitWhy: Why = {
  of: 'profit',
  base: 'sales',
  movers: 'shop',
  lines: [
    { title: ['退款', 'Refunds'], share: ['退款率', 'Refund rate'], measures: ['refund'] },
    { title: ['平台费用', 'Platform fees'], share: ['平台费率', 'Platform fee rate'], measures: ['platformFees'] },
    { title: ['FBA 费用', 'FBA fees'], share: ['FBA 费率', 'FBA fee rate'], measures: ['fbaFees'] },
    { title: ['广告及促销费', 'Advertising and deals'], share: ['广告占比', 'Share of advertising'], measures: ['advertisingFees'] },
    {
      title: ['商品成本与头程', 'Product and first-leg cost'],
      share: ['商品成本与头程占比', 'Share of product and first-leg cost'],
      measures: ['productCost', 'firstLeg', 'costVariance', 'billedCosts'],
    },
    {
      title: ['补贴与赔偿', 'Subsidies and reimbursements'],
      share: ['补贴与赔偿占比', 'Share of subsidies'],
      measures: ['subsidy', 'others'],
    },
    { title: ['仓储与尾程', 'Storage and final leg'], share: ['仓储与尾程占比', 'Share of storage'], measures: ['storage', 'finalLeg'] },
    { title: ['费用分摊', 'Allocations'], share: ['费用分摊占比', 'Share of allocations'], measures: ['allocated'] },
    { title: ['手工调整', 'Corrections by hand'], share: ['手工调整占比', 'Share of corrections'], measures: ['corrections'] },
  ],
}

interface ProfitWords extends Pick<ReportDeclaration, 'title' | 'permission' | 'by' | 'paths'> {
  readonly name: string
  /** absent: every one */
  readonly platform?: keyof typeof platformChoices
  /** columns that its page begins with; absent: those of the waterfall */
  readonly main?: readonly string[]
  readonly costRight?: number
}
const profitReport = ({ name, platform, main, ...words }: ProfitWords): Report =>
  report(name, {
    ...words,
    scope: grantedShops,
    ...(platform === undefined ? {} : { ownersWhere: amongPlatform(platform) }),
    dimensions,
    measures,
    ...(main === undefined ? {} : { main }),
    keyFigures: ['sales', 'profit', 'margin', 'units', 'refundRate'],
    beforeCost: 'feesTaken',
    why: profitWhy,
    time: 'month',
    compare: ['before', 'yearBefore'],
    clocks: moneyClocks,
    conversion: inOwnersCurrency,
  })
const pathsAt = (base: string): Report['paths'] => ({
  rows: `${base}/list`,
  lines: `${base}/lines`,
  why: `${base}/why`,
  lacking: `${base}/missingCosts`,
  export: `${base}/export`,
})

/** Of all shops that one sees. */
export const companyProfit = profitReport({
  name: 'companyProfit',
  title: ['公司利润', 'Company profit'],
  permission: 'finance.profit',
  by: ['platform', 'shop', 'month'],
  paths: { ...pathsAt('/companyProfit'), compute: '/companyProfit/compute' },
})

/** Whole, for what is closed, kept or compared whole: the right to the call that reads it tells its costs. */
export const wholeProfit: Report = { ...companyProfit, isWhole: true }

export const amazonProfit = profitReport({
  name: 'amazonProfit',
  title: ['亚马逊利润', 'Amazon profit'],
  permission: 'finance.amazon.profit',
  platform: 'amazon',
  by: ['shop', 'sku', 'month'],
  paths: {
    rows: '/AmzFinanceProfit/list',
    lines: '/AmzTransaction/detailList',
    why: '/AmzFinanceProfit/why',
    lacking: '/AmzFinanceProfit/missingCosts',
    compute: '/AmazonTransactionReport/calcFinanceAzmTransDetail',
    export: '/AmzFinanceProfit/export',
  },
})

/** What marketplaces without own warehouses charge. */
const plainColumns = [
  'sales',
  'refund',
  'netSales',
  'platformFees',
  'advertisingFees',
  'shippingLabel',
  'others',
  'productCost',
  'firstLeg',
  'finalLeg',
  'subsidy',
  'allocated',
  'corrections',
  'profit',
  'margin',
  'units',
]
/** 100 of these permissions shows the cost columns of the orders' own lists */
const costRight = 101
const marketProfit = (name: string, title: Title, permission: string, platform: keyof typeof platformChoices): Report =>
  profitReport({
    name,
    title,
    permission,
    platform,
    costRight,
    main: plainColumns,
    by: ['shop', 'sku', 'month'],
    paths: pathsAt(`/${name}`),
  })

export const marketProfits: readonly Report[] = [
  marketProfit('ebayProfit', ['eBay 利润', 'eBay profit'], 'finance.market.ebay', 'ebay'),
  marketProfit('walmartProfit', ['沃尔玛利润', 'Walmart profit'], 'finance.market.yx', 'walmart'),
  marketProfit('aliexpressProfit', ['速卖通利润', 'AliExpress profit'], 'finance.market.ae', 'aliexpress'),
]
export const profitReports: readonly Report[] = [companyProfit, amazonProfit, ...marketProfits]
