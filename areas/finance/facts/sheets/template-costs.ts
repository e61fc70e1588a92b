/** How documents of shops count in the profit: sources of the roll-up of costs, each with its finance item. Costs are taken off. */
import type { Resource } from '#platform/declare/resource.ts'
import type { KeyOf, Source, SumOf } from '#platform/declare/rollup.ts'
import { financeItems, type FinanceItemCode } from '../../base/finance-items.ts'
import { dropshipping, multichannelOrder, subsidy } from './template-tables.ts'

const source = (
  name: string,
  fact: Resource,
  code: FinanceItemCode,
  amount: SumOf,
  keys: Readonly<Record<string, KeyOf>> = {},
): Source => ({
  name,
  title: fact.title,
  fact,
  booked: 'day',
  keys: { item: { constant: financeItems[code].id }, orderId: 'documentNo', ...keys },
  sums: { amount },
  check: amount,
  lines: { orderId: 'documentNo', description: 'remark' },
})

export const templateCosts: readonly Source[] = [
  source('subsidy', subsidy, 'subsidy', 'amount'),
  // the shop whose stock was taken gets the fee back, the shop that sold bears it
  source('multichannelOut', multichannelOrder, 'multichannelFee', 'fee'),
  source('multichannelSold', multichannelOrder, 'multichannelFee', { minus: 'fee' }, { shopId: 'soldShopId' }),
  source('dropshipCost', dropshipping, 'dropshipCost', { minus: 'cost' }),
  source('dropshipFreight', dropshipping, 'dropshipFreight', { minus: 'freight' }),
]
