/**
 * AliExpress's words for money: canonical ones are of this table, beside the words of its pay-outs in Chinese and English (fields of the
 * open platform: loanAmount 放款金额, escrowFee 手续费, affiliateCommission 联盟佣金, refundAmount 退款金额). Pure.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import type { FinanceItemCode } from '../../base/finance-items.ts'
import { wordKey } from './vocabulary-words.ts'
import type { AmountKind } from './vocabulary.ts'
import type { WordNames } from './kind-titles.ts'

/** Words of files (`wordKey`) -> canonical amount type. */
const amountTypes: Readonly<Record<string, string>> = {
  放款金额: 'TOTAL',
  loanamount: 'TOTAL',
  商品金额: 'ITEM',
  totalproductamount: 'ITEM',
  运费: 'SHIPPING',
  logisticsamount: 'SHIPPING',
  手续费: 'COMMISSION',
  佣金: 'COMMISSION',
  平台佣金: 'COMMISSION',
  escrowfee: 'COMMISSION',
  联盟佣金: 'AFFILIATE',
  affiliatecommission: 'AFFILIATE',
  运费佣金: 'FREIGHT_COMMISSION',
  物流费: 'FREIGHT',
  退款金额: 'REFUND',
  refundamount: 'REFUND',
  优惠: 'DISCOUNT',
  税: 'TAX',
}

const feeItems: Readonly<Record<string, FinanceItemCode>> = {
  COMMISSION: 'commission',
  FREIGHT_COMMISSION: 'commission',
  AFFILIATE: 'advertising',
  FREIGHT: 'shippingLabel',
  TAX: 'taxCollected',
}

const types = ['SALE', 'REFUND', 'FEE', 'ADJUSTMENT', 'WITHDRAWAL']

/** Canonical amount type of a printed one, or the printed word. */
export const aliexpressAmount = (printed: string): string => ownValue(amountTypes, wordKey(printed)) ?? printed

export function aliexpressItem({ type, amountType }: AmountKind): FinanceItemCode | null {
  if (!types.includes(type)) return null
  if (type === 'WITHDRAWAL') return 'transfer'
  const amount = aliexpressAmount(amountType)
  const fee = ownValue(feeItems, amount)
  if (fee !== undefined) return fee
  if (type === 'ADJUSTMENT') return amount === 'TOTAL' ? 'adjustment' : null
  if (type === 'FEE') return null
  if (amount === 'REFUND') return 'refund'
  const back = type === 'REFUND'
  if (amount === 'ITEM' || amount === 'TOTAL') return back ? 'refund' : 'productSales'
  if (amount === 'SHIPPING') return back ? 'refund' : 'shippingIncome'
  if (amount === 'DISCOUNT') return back ? 'refund' : 'promotion'
  return null
}

export const aliexpressNames: WordNames = {
  sale: ['放款', 'Pay-out of a sale'],
  refund: ['退款', 'Refund'],
  fee: ['费用', 'Fee'],
  adjustment: ['调整', 'Adjustment'],
  withdrawal: ['提现', 'Withdrawal'],
  item: ['商品金额', 'Items'],
  shipping: ['运费', 'Shipping'],
  commission: ['平台佣金', 'Commission'],
  freightcommission: ['运费佣金', 'Commission on freight'],
  affiliate: ['联盟佣金', 'Affiliate commission'],
  freight: ['物流费', 'Freight'],
  tax: ['税', 'Tax'],
  discount: ['优惠', 'Discount'],
  other: ['其他', 'Other'],
  total: ['金额', 'Amount'],
}
