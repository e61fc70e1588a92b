/** Columns of the transaction report, and their printed names. Pure. */
import { headerNames } from './header-table.ts'

export const reportLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'pl', 'ja', 'es-MX', 'pt-BR', 'tr'] as const
export type ReportLanguage = (typeof reportLanguages)[number]

/** Money columns before the total, in the report's order; their sum is the total. */
export const amountColumns = [
  'productSales',
  'productSalesTax',
  'shippingCredits',
  'shippingCreditsTax',
  'giftWrapCredits',
  'giftWrapCreditsTax',
  'regulatoryFee',
  'regulatoryFeeTax',
  'pointsGranted',
  'promotionalRebates',
  'promotionalRebatesTax',
  'salesTaxCollected',
  'marketplaceFacilitatorTax',
  'marketplaceWithheldTax',
  'sellingFees',
  'fbaFees',
  'otherTransactionFees',
  'other',
] as const
export type AmountColumn = (typeof amountColumns)[number]

/** Columns that describe the transaction, in the report's order. */
export const describingColumns = [
  'postedAt',
  'settlementId',
  'type',
  'orderId',
  'sku',
  'description',
  'quantity',
  'marketplace',
  'accountType',
  'fulfillment',
  'city',
  'state',
  'postal',
  'taxModel',
] as const

export type ReportColumn = (typeof describingColumns)[number] | AmountColumn | 'total' | 'status' | 'releasedAt'

/** Every variant of a column's name in one language. */
export function namesOf(column: ReportColumn, language: ReportLanguage): string[] {
  return headerNames[column][language]?.split(' | ') ?? []
}
