/**
 * What Amazon's words mean for profit: kind -> finance item, built in. A kind is a distinct (family, type, amount type, description where
 * it is vocabulary, column); kinds are interned in a table, and a person's mapping there goes before this one. Unknown words answer null:
 * queued, never guessed. Sources: Seller Central's help on settlement amounts, the vocabulary of wimoor (MIT), genuine reports. Pure.
 */
import { amountColumns } from '../amazon/files/header-columns.ts'
import type { SettlementLine, SummaryLine, TransactionLine } from '../amazon/files/lines.ts'
import type { FinanceItemCode } from '../../base/finance-items.ts'
import { feeItem, isKnownWord, wordKey } from './vocabulary-words.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { families } from '../amazon/lines/table-words.ts'

export type KindFamily = keyof typeof families

export interface AmountKind {
  readonly family: KindFamily
  /** transaction type: as printed, for the transaction report its canonical code where known */
  readonly type: string
  /** amount type (settlement), payment type (summary), else '' */
  readonly amountType: string
  /** amount description, payment detail, or the report's description where it is vocabulary and no product title */
  readonly description: string
  /** money column of the transaction report, or the printed head of one that no table knows; else '' */
  readonly column: string
  /** of the file, where the words stand as printed and no table knows them; absent: canonical */
  readonly language?: string
}

/** Finance item of a kind of Amazon's reports, null where a person must say. */
export function itemOfKind(kind: AmountKind): FinanceItemCode | null {
  if (kind.family === 'settlement') return settlementItem(kind)
  return kind.family === 'transaction' ? transactionItem(kind) : summaryItem(kind)
}

/** Types that give money back: principal, shipping and promotion count as refund, fees stay fees. */
const givesBack = /refund|chargeback|guarantee|a-to-z/i

function settlementItem({ type, amountType, description }: AmountKind): FinanceItemCode | null {
  const word = wordKey(description)
  const back = givesBack.test(type)
  switch (wordKey(amountType)) {
    case 'itemprice':
      return priceItem(word, back)
    case 'itemwithheldtax':
      return 'taxWithheld'
    case 'promotion':
      return /tax/.test(word) ? 'taxCollected' : back ? 'refund' : 'promotion'
    case 'itemfees':
    case 'shipmentfees':
    case 'orderfees':
    case 'itemfeeadjustment':
    case 'miscfees':
    case 'otherfees':
      return feeItem(word)
    case 'costofadvertising':
      return 'advertising'
    case 'couponredemptionfee':
    case 'lightningdealfee':
    case 'dealfee':
    case 'vineenrollmentfee':
    case 'reviewenrollmentfee':
      return 'dealFee'
    case 'fbainventoryreimbursement':
      return 'reimbursement'
    case 'microdeposit':
      return 'transfer'
    case 'taxwithheld':
      return 'taxWithheld'
    case 'directpayment':
      return /collectondelivery|codrevenue/.test(word) ? 'productSales' : null
    case 'amazonwarehousing&distribution(awd)':
      return /storage/.test(word) ? 'fbaStorage' : /transport/.test(word) ? 'fbaInbound' : 'fbaOther'
    case 'gradeandresellcharge':
      return 'fbaOther'
    default:
      return feeItem(word)
  }
}

function priceItem(word: string, back: boolean): FinanceItemCode | null {
  if (/tax|vat|gst/.test(word)) return /facilitator|lowvaluegoods|withheld/.test(word) ? 'taxWithheld' : 'taxCollected'
  if (back)
    return /^(principal|shipping|delivery|giftwrap|goodwill|restockingfee|exportcharge|pointsgranted|codfee|cod)$/.test(word)
      ? 'refund'
      : null
  if (word === 'principal' || word === 'exportcharge') return 'productSales'
  if (/^(shipping|delivery|codfee|cod)$/.test(word)) return 'shippingIncome'
  if (word === 'giftwrap') return 'giftWrapIncome'
  if (word === 'pointsgranted') return 'promotion'
  if (word === 'goodwill' || word === 'restockingfee') return 'refund'
  return null
}

/** Columns that mean one thing whatever the type. */
const taxColumns: ReadonlySet<string> = new Set([
  'productSalesTax',
  'shippingCreditsTax',
  'giftWrapCreditsTax',
  'regulatoryFeeTax',
  'promotionalRebatesTax',
  'salesTaxCollected',
])
const withheldColumns: ReadonlySet<string> = new Set(['marketplaceFacilitatorTax', 'marketplaceWithheldTax'])
const incomeColumns: ReadonlyMap<string, FinanceItemCode> = new Map([
  ['productSales', 'productSales'],
  ['shippingCredits', 'shippingIncome'],
  ['giftWrapCredits', 'giftWrapIncome'],
  ['promotionalRebates', 'promotion'],
  ['pointsGranted', 'promotion'],
])
const backTypes: ReadonlySet<string> = new Set(['refund', 'chargebackRefund', 'claim', 'refundRetrocharge'])

const isFeeColumn: ReadonlySet<string> = new Set(['fbaFees', 'otherTransactionFees', 'other'])

/** Types whose whole amount is one item, in whichever fee column it stands. */
const itemByType: Readonly<Record<string, FinanceItemCode>> = {
  transfer: 'transfer',
  reserve: 'reserve',
  debt: 'debtCarried',
  debtPayment: 'debtCarried',
  dealFee: 'dealFee',
  couponFee: 'dealFee',
  customerReturnFee: 'fbaOther',
  shippingServices: 'shippingLabel',
  postageRefund: 'shippingLabel',
  claim: 'claim',
  chargebackRefund: 'claim',
  taxWithholding: 'taxWithheld',
  safetReimbursement: 'claim',
}

function transactionItem({ type, description, column }: AmountKind): FinanceItemCode | null {
  if (taxColumns.has(column)) return 'taxCollected'
  if (withheldColumns.has(column)) return 'taxWithheld'
  const isTypeKnown = type !== '' && knownTypes.has(type)
  // a type of its own for what others print as an adjustment: `Reembolso de inventário`
  if (!isTypeKnown) return feeItem(wordKey(type)) === 'reimbursement' && isFeeColumn.has(column) ? 'reimbursement' : null
  const income = incomeColumns.get(column)
  if (income) return backTypes.has(type) ? 'refund' : income
  const word = wordKey(description)
  const byWord = word === '' ? null : feeItem(word)
  switch (column) {
    case 'regulatoryFee':
      return 'otherSellingFee'
    case 'sellingFees':
      return type === 'serviceFee' ? (byWord ?? 'otherSellingFee') : 'commission'
    case 'fbaFees':
      return type === 'order' || backTypes.has(type)
        ? 'fbaFulfilment'
        : (byWord ?? ownValue(itemByType, type) ?? (type === 'fbaInventoryFee' ? null : 'fbaOther'))
    case 'otherTransactionFees':
    case 'other':
      return byWord ?? otherItem(type, column)
    default:
      return null
  }
}

function otherItem(type: string, column: 'otherTransactionFees' | 'other'): FinanceItemCode | null {
  const whole = ownValue(itemByType, type)
  if (whole) return whole
  if (type === 'order' || type === 'refund' || type === 'orderRetrocharge' || type === 'refundRetrocharge')
    return column === 'otherTransactionFees' ? 'otherSellingFee' : type === 'refund' ? 'refund' : 'adjustment'
  return type === 'adjustment' || type === 'feeAdjustment'
    ? 'adjustment'
    : type === 'liquidations' || type === 'liquidationsAdjustment'
      ? 'productSales'
      : null
}

/** Canonical codes of this table; a raw type text never equals one by accident (codes are camelCase words). */
const knownTypes: ReadonlySet<string> = new Set([
  'order',
  'refund',
  'transfer',
  'serviceFee',
  'fbaInventoryFee',
  'adjustment',
  'chargebackRefund',
  'claim',
  'liquidations',
  'liquidationsAdjustment',
  'dealFee',
  'couponFee',
  'customerReturnFee',
  'fbaTransactionFee',
  'shippingServices',
  'debt',
  'debtPayment',
  'reserve',
  'orderRetrocharge',
  'refundRetrocharge',
  'feeAdjustment',
  'amazonFees',
  'taxWithholding',
  'safetReimbursement',
  'postageRefund',
])

function summaryItem({ type, amountType, description }: AmountKind): FinanceItemCode | null {
  const back = wordKey(type) === 'refund'
  const detail = wordKey(description)
  const payment = wordKey(amountType)
  // the Transaction View calls them totals; its fees of an order are several kinds in one sum, which a person maps
  if (payment === 'productcharges' || payment === 'totalproductcharges') return back ? 'refund' : 'productSales'
  if (payment === 'promorebates' || payment === 'totalpromotionalrebates') return back ? 'refund' : 'promotion'
  if (payment.startsWith('fbainventoryreimbursement')) return 'reimbursement'
  if (payment.startsWith('shippingservice')) return 'shippingLabel'
  if (payment === 'amazonfees') return feeItem(detail)
  if (payment !== 'other') return null
  if (wordKey(type) === 'amazonlending') return 'transfer'
  if (detail.endsWith('tax')) return 'taxCollected'
  if (detail === 'shipping') return back ? 'refund' : 'shippingIncome'
  if (detail === 'giftwrap') return back ? 'refund' : 'giftWrapIncome'
  if (detail === 'otherconcession') return 'refund'
  return feeItem(detail)
}

/** Kind of a settlement line; null where the line carries no amount (the quantity lines of layout V1). */
export function kindOfSettlementLine(
  line: Pick<SettlementLine, 'transactionType' | 'amountType' | 'amountDescription'>,
): AmountKind | null {
  if (line.amountType === '' && line.amountDescription === '') return null
  return {
    family: 'settlement',
    type: line.transactionType,
    amountType: line.amountType,
    description: maskedWords(line.amountDescription),
    column: '',
  }
}

type Described = Pick<TransactionLine, 'typeCode' | 'orderId' | 'sku' | 'description'>

/**
 * The description of a transaction line where it is one of Amazon's words, else ''. A product title never comes without its SKU, so a line
 * without SKU and order, or a known word without SKU, is a description. Inventory fees and unknown types always have it, reimbursements
 * beside their SKU. Types that say enough (transfer, deal, coupon) need none: those hold account endings and campaign names.
 */
export function vocabularyOf({ typeCode, orderId, sku, description }: Described): string {
  // the line of every sale: its description is the product's title
  if (description === '' || (sku !== '' && (typeCode === 'order' || typeCode === 'refund'))) return ''
  if (typeCode !== null && Object.hasOwn(itemByType, typeCode)) return ''
  if (typeCode !== null && toldByWord.has(typeCode)) return maskedWords(description)
  if (sku !== '') return feeItem(wordKey(description)) === 'reimbursement' ? maskedWords(description) : ''
  return orderId === '' || typeCode === null || isKnownWord(wordKey(description)) ? maskedWords(description) : ''
}

/** Types of many fees: which one it is only the description tells, and no product title stands there. */
const toldByWord: ReadonlySet<string> = new Set(['fbaInventoryFee', 'serviceFee', 'amazonFees', 'fbaTransactionFee'])

/** Kinds of a transaction line, one for each column that is not zero, those that no table knows among them. */
export function kindsOfTransactionLine(
  line: Described & Pick<TransactionLine, 'type' | 'amounts'> & Partial<Pick<TransactionLine, 'unmapped'>>,
): AmountKind[] {
  const description = vocabularyOf(line)
  return [...amountColumns.filter(column => !isZero(line.amounts[column])), ...Object.keys(line.unmapped ?? {})].map(column => ({
    family: 'transaction',
    type: line.typeCode ?? line.type,
    amountType: '',
    description,
    column,
  }))
}

/** Kind of a summary line. */
export function kindOfSummaryLine(line: Pick<SummaryLine, 'transactionType' | 'paymentType' | 'paymentDetail'>): AmountKind {
  return {
    family: 'summary',
    type: line.transactionType,
    amountType: line.paymentType,
    description: maskedWords(line.paymentDetail),
    column: '',
  }
}

/** Numbers of loans, accounts and orders would make each line a kind of its own. */
function maskedWords(text: string): string {
  return text.replace(/\d{4,}/g, '#').slice(0, 200)
}

function isZero(amount: string): boolean {
  return amount === '0' || /^-?0(?:\.0+)?$/.test(amount)
}
