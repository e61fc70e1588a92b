/** Columns of the transaction report, and which of them hold money. Pure. */

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

/** What India withholds at source, by level of government and income tax: kept as one amount, as the lines' totals hold over all. */
export const withheldAtSource = ['tcsCgst', 'tcsSgst', 'tcsUtgst', 'tcsIgst', 'tds'] as const

/** A column as a file has it. */
export type FileColumn = ReportColumn | (typeof withheldAtSource)[number]
export type MoneyColumn = AmountColumn | (typeof withheldAtSource)[number] | 'total'
export type DescribingColumn = Exclude<FileColumn, MoneyColumn>

/** the column in which the money of a file's column is kept */
export const keptAs: readonly (readonly [inFile: Exclude<MoneyColumn, 'total'>, kept: AmountColumn])[] = [
  ...amountColumns.map(column => [column, column] as const),
  ...withheldAtSource.map(column => [column, 'marketplaceWithheldTax'] as const),
]

/** One column's printed names by language; ' | ' separates variants. */
export type PrintedNames = Readonly<Partial<Record<ReportLanguage, string>>>
