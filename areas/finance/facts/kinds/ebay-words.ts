/**
 * eBay's words for money: canonical ones are those of the Finances API; the transaction report prints its own, in English and German.
 * Sources: eBay's description of the Finances API (TransactionTypeEnum, FeeTypeEnum), columns and types of the report as public importers
 * of it name them, and the words of genuine reports. What no table knows stays as printed and is queued. Pure.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import type { FinanceItemCode } from '../../base/finance-items.ts'
import { wordKey } from './vocabulary-words.ts'
import type { AmountKind } from './vocabulary.ts'
import type { WordNames } from './kind-titles.ts'

/** Type as the report prints it (`wordKey`) -> type of the Finances API. */
const types: Readonly<Record<string, string>> = {
  order: 'SALE',
  bestellung: 'SALE',
  refund: 'REFUND',
  ruckerstattung: 'REFUND',
  erstattung: 'REFUND',
  claim: 'DISPUTE',
  paymentdispute: 'DISPUTE',
  zahlungsanfechtung: 'DISPUTE',
  fall: 'DISPUTE',
  hold: 'HOLD',
  reserve: 'RESERVE',
  einbehalten: 'HOLD',
  einbehaltung: 'HOLD',
  otherfee: 'NON_SALE_CHARGE',
  anderegebuhr: 'NON_SALE_CHARGE',
  shippinglabel: 'SHIPPING_LABEL',
  versandetikett: 'SHIPPING_LABEL',
  postagelabel: 'SHIPPING_LABEL',
  payout: 'PAYOUT',
  secondarypayout: 'PAYOUT',
  auszahlung: 'PAYOUT',
  transfer: 'TRANSFER',
  uberweisung: 'TRANSFER',
  charge: 'TRANSFER',
  belastung: 'TRANSFER',
  adjustment: 'ADJUSTMENT',
  anpassung: 'ADJUSTMENT',
  credit: 'CREDIT',
  gutschrift: 'CREDIT',
  loanrepayment: 'LOAN_REPAYMENT',
  withdrawal: 'WITHDRAWAL',
  withheldtax: 'WITHHELD_TAX',
  // what was bought for the balance: only a person knows what it is
  purchase: 'PURCHASE',
}

/** Fee as a column or a description of the report names it (`wordKey`) -> fee of the Finances API. */
const fees: Readonly<Record<string, string>> = {
  finalvaluefeefixed: 'FINAL_VALUE_FEE_FIXED_PER_ORDER',
  fixeranteilderverkaufsprovision: 'FINAL_VALUE_FEE_FIXED_PER_ORDER',
  finalvaluefeevariable: 'FINAL_VALUE_FEE',
  finalvaluefee: 'FINAL_VALUE_FEE',
  variableranteilderverkaufsprovision: 'FINAL_VALUE_FEE',
  regulatoryoperatingfee: 'REGULATORY_OPERATING_FEE',
  'veryhigh"itemnotasdescribed"fee': 'HIGH_ITEM_NOT_AS_DESCRIBED_FEE',
  'gebuhrfursehrhohequotean„nichtwiebeschriebenenartikeln“': 'HIGH_ITEM_NOT_AS_DESCRIBED_FEE',
  belowstandardperformancefee: 'BELOW_STANDARD_FEE',
  gebuhrfurunterdurchschnittlichenservicestatus: 'BELOW_STANDARD_FEE',
  internationalfee: 'INTERNATIONAL_FEE',
  internationalegebuhr: 'INTERNATIONAL_FEE',
  charitydonation: 'CHARITY_DONATION',
  depositprocessingfee: 'DEPOSIT_PROCESSING_FEE',
  paymentdisputefee: 'PAYMENT_DISPUTE_FEE',
  promotedlistingstandardfee: 'AD_FEE',
  promotedlistingsstandardfee: 'AD_FEE',
  promotedlistingsfee: 'AD_FEE',
  promotedlistingsadvancedfee: 'PREMIUM_AD_FEES',
  promotedlistingspriorityfee: 'PREMIUM_AD_FEES',
  storesubscriptionfee: 'STORE_SUBSCRIPTION_FEE',
  subscriptionfee: 'STORE_SUBSCRIPTION_FEE',
  insertionfee: 'INSERTION_FEE',
  shippinglabels: 'SHIPPING_LABEL',
}

/** A fee whose description goes on behind these words: `Ad Fee Standard`, `Ad Fee Express`, `Promoted Offsite`. */
const feesByStart: readonly (readonly [string, string])[] = [
  ['adfeeadvanced', 'PREMIUM_AD_FEES'],
  ['adfeepriority', 'PREMIUM_AD_FEES'],
  ['adfee', 'AD_FEE'],
  ['promotedlisting', 'AD_FEE'],
  ['promotedoffsite', 'AD_FEE'],
  ['promotedstores', 'AD_FEE'],
  ['anzeigengebuhr', 'AD_FEE'],
  ['finalvaluefee', 'FINAL_VALUE_FEE'],
  ['storesubscription', 'STORE_SUBSCRIPTION_FEE'],
  ['insertionfee', 'INSERTION_FEE'],
  ['paymentdisputefee', 'PAYMENT_DISPUTE_FEE'],
  ['internationalfee', 'INTERNATIONAL_FEE'],
]

const feeItems: Readonly<Record<string, FinanceItemCode>> = {
  FINAL_VALUE_FEE: 'commission',
  FINAL_VALUE_FEE_FIXED_PER_ORDER: 'commission',
  FINAL_VALUE_SHIPPING_FEE: 'commission',
  INTERNATIONAL_FEE: 'otherSellingFee',
  REGULATORY_OPERATING_FEE: 'otherSellingFee',
  HIGH_ITEM_NOT_AS_DESCRIBED_FEE: 'otherSellingFee',
  BELOW_STANDARD_FEE: 'otherSellingFee',
  BELOW_STANDARD_SHIPPING_FEE: 'otherSellingFee',
  DEPOSIT_PROCESSING_FEE: 'otherSellingFee',
  PAYMENT_DISPUTE_FEE: 'claim',
  PAYMENT_PROCESSING_FEE: 'otherSellingFee',
  INSERTION_FEE: 'otherSellingFee',
  BOLD_FEE: 'otherSellingFee',
  GALLERY_FEE: 'otherSellingFee',
  GALLERY_PLUS_FEE: 'otherSellingFee',
  SUBTITLE_FEE: 'otherSellingFee',
  RESERVE_PRICE_FEE: 'otherSellingFee',
  BUY_IT_NOW_FEE: 'otherSellingFee',
  AUCTION_END_EARLY_FEE: 'otherSellingFee',
  OTHER_FEES: 'otherSellingFee',
  CHARITY_DONATION: 'adjustment',
  AD_FEE: 'advertising',
  PREMIUM_AD_FEES: 'advertising',
  PROMOTED_LISTING_FEE: 'advertising',
  STORE_SUBSCRIPTION_FEE: 'subscription',
  SHIPPING_LABEL: 'shippingLabel',
  TAX_DEDUCTION_AT_SOURCE: 'taxWithheld',
  INCOME_TAX_WITHHOLDING: 'taxWithheld',
  VAT_WITHHOLDING: 'taxWithheld',
}

/** Types that alone say what the money is. */
const whole: Readonly<Record<string, FinanceItemCode>> = {
  PAYOUT: 'transfer',
  TRANSFER: 'transfer',
  WITHDRAWAL: 'transfer',
  LOAN_REPAYMENT: 'transfer',
  HOLD: 'reserve',
  RESERVE: 'reserve',
  WITHHELD_TAX: 'taxWithheld',
  SHIPPING_LABEL: 'shippingLabel',
  DISPUTE: 'claim',
  CREDIT: 'adjustment',
  ADJUSTMENT: 'adjustment',
}

export const ebayTypes: readonly string[] = [...new Set(Object.values(types))]
/** Canonical type of a printed one, or the printed word. */
export const ebayType = (printed: string): string => ownValue(types, wordKey(printed)) ?? printed
/** Canonical fee of a printed one, or the printed word. A code of the API stays as it is. */
export function ebayFee(printed: string): string {
  const word = wordKey(printed)
  // what is written in capitals is a code of the interface
  const byStart = Object.hasOwn(feeItems, printed) ? undefined : feesByStart.find(([start]) => word.startsWith(start))
  return ownValue(fees, word) ?? byStart?.[1] ?? printed
}
/** Whether a type is one of the canonical ones: an unknown word keeps the language of its file. */
export const isEbayType = (type: string): boolean => ebayTypes.includes(type)

export const isEbayFee = (fee: string): boolean => Object.hasOwn(feeItems, fee)

export function ebayItem({ type, amountType, description }: AmountKind): FinanceItemCode | null {
  if (!isEbayType(type)) return null
  if (amountType === 'FEE')
    return type === 'REFUND' && description === '' ? 'refundFee' : (ownValue(feeItems, ebayFee(description)) ?? null)
  // collected and paid by eBay: it never reaches the seller
  if (amountType === 'EBAY_TAX') return 'taxWithheld'
  if (amountType === 'TAX') return 'taxCollected'
  const back = type === 'REFUND'
  switch (amountType) {
    // what neither gross nor fees explain: a person must say
    case 'REST':
      return null
    case 'ITEM':
      return back ? 'refund' : type === 'SALE' ? 'productSales' : (ownValue(whole, type) ?? null)
    case 'SHIPPING':
      return back ? 'refund' : type === 'SALE' ? 'shippingIncome' : (ownValue(whole, type) ?? null)
    case 'DISCOUNT':
      return back ? 'refund' : 'promotion'
    default:
      if (type === 'NON_SALE_CHARGE') return ownValue(feeItems, ebayFee(description)) ?? null
      return back ? 'refund' : (ownValue(whole, type) ?? null)
  }
}

export const ebayNames: WordNames = {
  sale: ['订单', 'Order'],
  refund: ['退款', 'Refund'],
  credit: ['平台补款', 'Credit'],
  dispute: ['付款争议', 'Payment dispute'],
  hold: ['资金冻结', 'Hold'],
  reserve: ['预留金', 'Reserve'],
  withheldtax: ['代扣税', 'Tax withheld'],
  purchase: ['用余额购买', 'Purchase'],
  nonsalecharge: ['其他费用', 'Other fee'],
  shippinglabel: ['运单', 'Shipping label'],
  payout: ['放款', 'Pay-out'],
  transfer: ['转账', 'Transfer'],
  withdrawal: ['提现', 'Withdrawal'],
  adjustment: ['调整', 'Adjustment'],
  loanrepayment: ['还款', 'Loan repayment'],
  item: ['商品金额', 'Items'],
  shipping: ['运费', 'Shipping'],
  discount: ['折扣', 'Discount'],
  tax: ['卖家代收税', 'Tax collected by the seller'],
  ebaytax: ['平台代收税', 'Tax collected by eBay'],
  fee: ['费用', 'Fee'],
  total: ['金额', 'Amount'],
  rest: ['净额未说明的部分', 'Part of the net that nothing explains'],
  finalvaluefee: ['成交费', 'Final value fee'],
  finalvaluefeefixedperorder: ['成交费（每单固定）', 'Final value fee, fixed'],
  finalvalueshippingfee: ['成交费（运费）', 'Final value fee on shipping'],
  internationalfee: ['国际费', 'International fee'],
  regulatoryoperatingfee: ['监管运营费', 'Regulatory operating fee'],
  highitemnotasdescribedfee: ['描述不符率过高费', 'Very high "item not as described" fee'],
  belowstandardfee: ['表现不达标费', 'Below standard performance fee'],
  depositprocessingfee: ['入账处理费', 'Deposit processing fee'],
  paymentdisputefee: ['付款争议费', 'Payment dispute fee'],
  charitydonation: ['慈善捐款', 'Charity donation'],
  adfee: ['广告费（标准）', 'Promoted listings, standard'],
  premiumadfees: ['广告费（优先）', 'Promoted listings, priority'],
  storesubscriptionfee: ['店铺订阅费', 'Store subscription fee'],
  insertionfee: ['刊登费', 'Insertion fee'],
}
