/** Finance items: what an amount of a marketplace's report means for the profit of a shop. Numbers are stored and never reused. Pure. */
import type { Title } from '#platform/declare/title.ts'

/** Classes the profit page shows as columns; 'tax' passes through, 'timing' moves money between periods: neither is revenue or cost. */
export type FinanceClass =
  | 'sales'
  | 'refund'
  | 'platformFee'
  | 'fbaFee'
  | 'advertising'
  | 'shippingFee'
  | 'other'
  | 'tax'
  | 'timing'
  | 'cost'

export interface FinanceItem {
  readonly id: number
  readonly title: Title
  readonly class: FinanceClass
}

export const financeItems = {
  productSales: { id: 1, title: ['商品销售额', 'Product sales'], class: 'sales' },
  shippingIncome: { id: 2, title: ['运费收入', 'Shipping income'], class: 'sales' },
  giftWrapIncome: { id: 3, title: ['礼品包装收入', 'Gift wrap income'], class: 'sales' },
  promotion: { id: 4, title: ['促销折扣', 'Promotional rebates'], class: 'sales' },
  refund: { id: 5, title: ['退款', 'Refunds'], class: 'refund' },
  commission: { id: 10, title: ['销售佣金', 'Referral fee'], class: 'platformFee' },
  otherSellingFee: { id: 11, title: ['其他销售费用', 'Other selling fees'], class: 'platformFee' },
  refundFee: { id: 12, title: ['退款手续费', 'Refund administration fee'], class: 'platformFee' },
  subscription: { id: 13, title: ['订阅费', 'Subscription fee'], class: 'platformFee' },
  fbaFulfilment: { id: 20, title: ['FBA配送费', 'FBA fulfilment fee'], class: 'fbaFee' },
  fbaStorage: { id: 21, title: ['FBA仓储费', 'FBA storage fee'], class: 'fbaFee' },
  fbaInbound: { id: 22, title: ['FBA入库费', 'FBA inbound fee'], class: 'fbaFee' },
  fbaRemoval: { id: 23, title: ['FBA移除弃置费', 'FBA removal and disposal fee'], class: 'fbaFee' },
  fbaOther: { id: 24, title: ['FBA其他费用', 'Other FBA fees'], class: 'fbaFee' },
  advertising: { id: 30, title: ['广告费', 'Advertising'], class: 'advertising' },
  dealFee: { id: 31, title: ['秒杀及优惠券费', 'Deal and coupon fees'], class: 'advertising' },
  shippingLabel: { id: 40, title: ['购买运单费', 'Shipping labels'], class: 'shippingFee' },
  reimbursement: { id: 50, title: ['库存赔偿', 'Inventory reimbursement'], class: 'other' },
  claim: { id: 51, title: ['索赔与拒付', 'Claims and chargebacks'], class: 'other' },
  adjustment: { id: 52, title: ['其他调整', 'Other adjustments'], class: 'other' },
  taxCollected: { id: 60, title: ['代收税', 'Tax collected'], class: 'tax' },
  taxWithheld: { id: 61, title: ['平台代扣税', 'Tax withheld by the marketplace'], class: 'tax' },
  reserve: { id: 70, title: ['预留金', 'Reserve'], class: 'timing' },
  transfer: { id: 71, title: ['转账', 'Transfers'], class: 'timing' },
  debtCarried: { id: 72, title: ['欠款结转', 'Debt carried over'], class: 'timing' },
  productCost: { id: 80, title: ['产品成本', 'Product cost'], class: 'cost' },
  firstLeg: { id: 81, title: ['头程运费', 'First-leg freight'], class: 'cost' },
  storage: { id: 82, title: ['自有仓储费', 'Own storage'], class: 'cost' },
  subsidy: { id: 83, title: ['平台补贴', 'Subsidies'], class: 'cost' },
  multichannelFee: { id: 84, title: ['多渠道配送费', 'Multi-channel fulfilment'], class: 'cost' },
  dropshipCost: { id: 85, title: ['代发货成本', 'Cost of direct shipments'], class: 'cost' },
  dropshipFreight: { id: 86, title: ['代发货运费', 'Freight of direct shipments'], class: 'cost' },
  costVariance: { id: 90, title: ['成本差异', 'Cost variance'], class: 'cost' },
  finalLeg: { id: 88, title: ['尾程运费', 'Final-leg freight'], class: 'cost' },
  allocated: { id: 87, title: ['分摊的费用', 'Allocated costs'], class: 'cost' },
} as const satisfies Readonly<Record<string, FinanceItem>>

export type FinanceItemCode = keyof typeof financeItems

/** Amounts of these tell what goods cost: their measures, and what is made of them, are for who may see costs. */
export const costItems = {
  on: 'item',
  are: Object.values(financeItems).flatMap((one: FinanceItem) => (one.class === 'cost' ? [one.id] : [])),
}
