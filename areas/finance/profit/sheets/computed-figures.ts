/** What the suite computes itself beside figures of sheets: orders as the marketplaces' files have them, and the profit of the shops. */
import { orderLines } from '#areas/sales/index.ts'
import { plus, sum, type Measure } from '#platform/declare/report.ts'
import type { Title } from '#platform/declare/title.ts'
import { financeItems } from '../../base/finance-items.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { itemsOf } from '../report/profit.ts'
import type { Computed } from '../../facts/sheets/manual-sheet.ts'

/** kept up to date by the areas that declare them */
export const borrowed = [orderLines, amounts, costs, corrections]

const fromOrders: Title = [
  '系统按订单文件计算，按订购月份，已取消的不计。',
  'Computed from files of orders by the month of purchase, without what is cancelled.',
]
const fromProfit: Title = [
  '系统按各平台的账单、成本和手工调整计算的利润，按入账月份。',
  'Profit as the suite computes it from reports of the marketplaces, costs and corrections, by the month in the books.',
]
const inProfit = itemsOf('sales', 'refund', 'platformFee', 'fbaFee', 'advertising', 'shippingFee', 'other', 'cost').map(
  code => financeItems[code].id,
)

/** One measure of orders. */
function ofOrders(name: string, column: string, title: Title, kind?: 'integer'): Computed {
  const measure = sum(orderLines, column, { title, source: fromOrders, when: { isCancelled: [false] }, notAllocatable: true })
  return [name, { [name]: kind === undefined ? measure : { ...measure, kind } }]
}
export const computed = {
  units: ofOrders('computedUnits', 'quantity', ['系统订购件数', 'Units computed'], 'integer'),
  sales: ofOrders('computedSales', 'sales', ['系统订购金额', 'Sales computed']),
  goods: ofOrders('computedGoods', 'item', ['系统商品金额', 'Items computed']),
  shipping: ofOrders('computedShipping', 'shipping', ['系统运费收入', 'Shipping computed']),
  giftWrap: ofOrders('computedGiftWrap', 'giftWrap', ['系统礼品包装收入', 'Gift wrap computed']),
  profit: [
    'computedProfit',
    {
      computedAmounts: sum(amounts, 'amount', {
        title: ['系统利润：账单部分', 'Profit computed: reports'],
        source: fromProfit,
        when: { item: inProfit },
        notAllocatable: true,
      }),
      computedCosts: sum(costs, 'amount', {
        title: ['系统利润：成本部分', 'Profit computed: costs'],
        source: fromProfit,
        notAllocatable: true,
      }),
      computedCorrections: sum(corrections, 'amount', {
        title: ['系统利润：手工调整', 'Profit computed: corrections'],
        source: fromProfit,
        when: { item: inProfit },
        notAllocatable: true,
      }),
      computedProfit: plus(['computedAmounts', 'computedCosts', 'computedCorrections'], {
        title: ['系统利润', 'Profit computed'],
        source: fromProfit,
      }),
    } satisfies Record<string, Measure>,
  ],
} as const satisfies Record<string, Computed>
