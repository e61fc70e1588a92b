/**
 * What was settled, for reports that show it beside what was ordered: amounts and costs by the day the marketplace posted them, with titles
 * that say so. Nothing of them stands in one ratio with what was ordered.
 */
import { onClock } from '#platform/declare/rollup.ts'
import { plus, ratio, sum, type Measure } from '#platform/declare/report.ts'
import type { Title } from '#platform/declare/title.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { financeItems, type FinanceClass } from '../../base/finance-items.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { itemsOf } from './profit.ts'

const [settledAmounts, settledCosts] = [onClock(amounts, 'settlement'), onClock(costs, 'settlement')]
const fromFiles: Title = [
  '账单中映射到这些科目的金额，按平台记账日期；尚未放款的不计。',
  'Amounts of the reports mapped to these items, by the day the marketplace posted them; what it holds back does not count.',
]
const fromCosts: Title = [
  '产品成本、头程、仓储、补贴、代发货和分摊，负数为支出，按所属金额的记账日期。',
  'Product cost, first leg, storage, subsidies, direct shipments and allocations, negative, by the posted day of what they belong to.',
]
const fromCorrections: Title = ['手工登记的调整。', 'Corrections entered by hand.']
const computed: Title = ['由本表其他结算指标计算，先汇总再计算。', 'Computed from other settled measures of this report, after summing.']

const ids = (...classes: readonly FinanceClass[]): number[] => itemsOf(...classes).map(code => financeItems[code].id)
const inClasses = (title: Title, ...classes: readonly FinanceClass[]): Measure =>
  sum(settledAmounts, 'amount', { title, source: fromFiles, when: { item: ids(...classes) }, notAllocatable: true })

export const settledMeasures: Readonly<Record<string, Measure>> = {
  settledUnits: sum(settledAmounts, 'quantity', {
    title: ['结算件数', 'Units settled'],
    source: fromFiles,
    kind: 'integer',
    when: { item: [financeItems.productSales.id] },
    notAllocatable: true,
  }),
  settledSales: inClasses(['结算销售额', 'Sales settled'], 'sales'),
  settledRefund: inClasses(['结算退款', 'Refunds settled'], 'refund'),
  settledMarketFees: inClasses(['结算平台费用', 'Fees of the marketplace'], 'platformFee', 'fbaFee', 'shippingFee', 'other'),
  settledBilledCosts: inClasses(['账单内成本', 'Costs billed in reports'], 'cost'),
  settledFees: plus(['settledMarketFees', 'settledBilledCosts'], { title: ['结算费用', 'Fees settled'], source: computed }),
  settledAds: inClasses(['结算广告扣款', 'Advertising charged'], 'advertising'),
  settledFeesTaken: plus(['settledSales', 'settledRefund', 'settledMarketFees', 'settledAds'], {
    title: ['结算扣费后收入', 'Income after fees settled'],
    source: computed,
  }),
  settledCosts: sum(settledCosts, 'amount', { title: ['结算成本', 'Costs of what was settled'], source: fromCosts, notAllocatable: true }),
  settledCorrections: sum(corrections, 'amount', {
    title: ['手工调整', 'Corrections by hand'],
    source: fromCorrections,
    when: { item: ids('sales', 'refund', 'platformFee', 'fbaFee', 'advertising', 'shippingFee', 'other', 'cost') },
    notAllocatable: true,
  }),
  settledProfit: plus(['settledSales', 'settledRefund', 'settledFees', 'settledAds', 'settledCosts', 'settledCorrections'], {
    title: ['结算利润', 'Profit settled'],
    source: computed,
  }),
  settledMargin: ratio('settledProfit', 'settledSales', { title: ['结算利润率', 'Margin settled'], source: computed, better: 'up' }),
  settledRefundRate: ratio('settledRefund', 'settledSales', {
    title: ['结算退款率', 'Refund rate settled'],
    source: computed,
    negated: true,
  }),
}
/** Units of refunds, where the files of money tell them (Amazon). */
export const refundedUnits: Measure = sum(settledAmounts, 'quantity', {
  title: ['结算退款件数', 'Units refunded'],
  source: fromFiles,
  kind: 'integer',
  when: { item: [financeItems.refund.id] },
  notAllocatable: true,
})
/** Roll-ups that belong to the books of finance. */
export const settledRollups = [settledAmounts, settledCosts, corrections]
