/**
 * Walmart's words for money: transaction type, amount type and description of the reconciliation report as it prints them, and the fees
 * that the payment statement names. Sources: public importers of the report, Walmart's description of its reports. Pure.
 */
import type { FinanceItemCode } from '../../base/finance-items.ts'
import { wordKey } from './vocabulary-words.ts'
import type { AmountKind } from './vocabulary.ts'
import type { WordNames } from './kind-titles.ts'

/** Fees and adjustments by a part of their description (`wordKey`), the first that is found. */
const descriptions: readonly (readonly [part: string, item: FinanceItemCode])[] = [
  ['wfsstorage', 'fbaStorage'],
  ['wfslongtermstorage', 'fbaStorage'],
  ['wfsfulfilment', 'fbaFulfilment'],
  ['wfsinventoryremoval', 'fbaRemoval'],
  ['wfsinventorydisposal', 'fbaRemoval'],
  ['wfsremoval', 'fbaRemoval'],
  ['wfsinbound', 'fbaInbound'],
  ['wfsprep', 'fbaInbound'],
  ['wfsreceiving', 'fbaInbound'],
  ['wfsreturn', 'fbaOther'],
  ['wfsrcv', 'fbaInbound'],
  ['wfslost', 'reimbursement'],
  ['wfsdamage', 'reimbursement'],
  ['wfsfound', 'reimbursement'],
  ['shippinglabel', 'shippingLabel'],
  ['returnship', 'shippingLabel'],
  ['returnshipping', 'shippingLabel'],
  ['wmedia', 'advertising'],
  ['walmartconnect', 'advertising'],
  ['sponsored', 'advertising'],
  ['advertis', 'advertising'],
  ['reviewaccelerator', 'dealFee'],
  ['reserve', 'reserve'],
  ['capitalrepayment', 'transfer'],
  ['commission', 'commission'],
]

const byDescription = (description: string): FinanceItemCode | null => {
  const word = wordKey(description)
  return descriptions.find(([part]) => word.includes(part))?.[1] ?? null
}

export function walmartItem({ type, amountType, description }: AmountKind): FinanceItemCode | null {
  const kind = wordKey(type)
  const amount = wordKey(amountType)
  if (kind === 'paymentsummary') return 'transfer'
  const back = kind === 'refund' || kind === 'return' || kind === 'refunded'
  if (/taxwithheld/.test(amount)) return 'taxWithheld'
  if (/tax/.test(amount)) return 'taxCollected'
  if (/commission/.test(amount)) return 'commission'
  if (kind === 'disputesettlement') return 'claim'
  if (amount === 'productprice' || amount === 'itemprice')
    return back ? 'refund' : kind === 'sale' ? 'productSales' : byDescription(description)
  if (amount.startsWith('shipping') || amount === 'shippingprice')
    return back ? 'refund' : kind === 'sale' ? 'shippingIncome' : byDescription(description)
  if (/promo|discount|walmartfunded/.test(amount)) return back ? 'refund' : 'promotion'
  const told = byDescription(description)
  if (told !== null) return told
  return kind === 'adjustment' && description === '' ? 'adjustment' : null
}

export const walmartNames: WordNames = {
  sale: ['销售', 'Sale'],
  refund: ['退款', 'Refund'],
  adjustment: ['调整', 'Adjustment'],
  disputesettlement: ['争议结算', 'Dispute settlement'],
  paymentsummary: ['付款汇总', 'Payment summary'],
  servicefee: ['服务费', 'Service fee'],
  productprice: ['商品价格', 'Product price'],
  producttax: ['商品税', 'Product tax'],
  producttaxwithheld: ['商品税代扣', 'Product tax withheld'],
  shipping: ['运费', 'Shipping'],
  shippingprice: ['运费', 'Shipping'],
  shippingtax: ['运费税', 'Shipping tax'],
  shippingtaxwithheld: ['运费税代扣', 'Shipping tax withheld'],
  commissiononproduct: ['商品佣金', 'Commission on product'],
  commissiononshipping: ['运费佣金', 'Commission on shipping'],
  'fee/reimbursement': ['费用与赔偿', 'Fee or reimbursement'],
  wfsstoragefee: ['WFS 仓储费', 'WFS storage fee'],
  wfsfulfilmentfee: ['WFS 配送费', 'WFS fulfilment fee'],
  wfsinventoryremovalfee: ['WFS 移除费', 'WFS inventory removal fee'],
  wfsreturnprocessingfee: ['WFS 退货处理费', 'WFS return processing fee'],
  wfsreturnshippingfee: ['WFS 退货运费', 'WFS return shipping fee'],
  walmartshippinglabelservicecharge: ['沃尔玛运单服务费', 'Walmart shipping label service charge'],
  walmartreturnshippingcharge: ['沃尔玛退货运费', 'Walmart return shipping charge'],
}
