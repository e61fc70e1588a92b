/**
 * What happens to a demo shop's money. One event is the amounts of one transaction in minor units; a settlement file prints each amount on
 * a line of its own, a transaction report prints the event as one line: both are written from here, so that they carry the same money.
 * Pure.
 */
import type { SeededRandom } from '#areas/admin/index.ts'
import type { AmountColumn } from '../facts/amazon/files/header-columns.ts'
import type { WrittenSettlementLine, WrittenTransaction } from '../facts/amazon/files/write-report.ts'
import type { TransactionTypeCode } from '../facts/amazon/files/type-names.ts'
import type { Article } from './assortment.ts'
import { printed, type DemoMarketplace } from './marketplaces.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface Part {
  readonly amountType: string
  readonly description: string
  readonly column: AmountColumn
  readonly units: bigint
}

export interface DemoEvent {
  readonly epochMs: number
  /** number of its settlement */
  readonly period: number
  /** transaction type as settlement files print it */
  readonly settlementType: string
  readonly type: TransactionTypeCode | (string & {})
  readonly parts: readonly Part[]
  /** which report tells of it; absent: both */
  readonly only?: 'settlement' | 'transaction'
  readonly orderId?: string
  readonly article?: Article
  readonly quantity?: number
  readonly place?: readonly [city: string, state: string, postal: string]
  /** description in the transaction report where it is no product */
  readonly text?: string
  readonly isDeferred?: boolean
}
type What = Omit<DemoEvent, 'epochMs' | 'period'>

export const totalOf = (event: Pick<DemoEvent, 'parts'>): bigint => event.parts.reduce((sum, part) => sum + part.units, 0n)
const perMille = (units: bigint, share: bigint): bigint => (units * share + 500n) / 1_000n
const part = (amountType: string, description: string, column: AmountColumn, units: bigint): Part => ({
  amountType,
  description,
  column,
  units,
})
const dollars = (market: DemoMarketplace, cents: number): bigint => (BigInt(cents) * market.unitsPerDollar) / 100n

/** Referral fee: 15 %. */
const commissionPerMille = 150n

export function order(market: DemoMarketplace, article: Article, chance: SeededRandom): What & { readonly quantity: number } {
  const luck = chance.below(100)
  const quantity = luck < 86 ? 1 : luck < 96 ? 2 : 3
  const net = article.price * BigInt(quantity)
  const shipping = chance.below(100) < 18 ? dollars(market, 399 + 100 * chance.below(4)) : 0n
  const rebate = chance.below(100) < 9 ? perMille(net, BigInt(50 * (1 + chance.below(3)))) : 0n
  const tax = perMille(net, market.taxPerMille)
  const parts = [part('ItemPrice', 'Principal', 'productSales', net), part('ItemPrice', 'Tax', 'productSalesTax', tax)]
  if (shipping > 0n) parts.push(part('ItemPrice', 'Shipping', 'shippingCredits', shipping))
  if (market.withheldAs !== null) parts.push(part('ItemWithheldTax', market.withheldAs, 'marketplaceWithheldTax', -tax))
  if (rebate > 0n) parts.push(part('Promotion', 'Principal', 'promotionalRebates', -rebate))
  parts.push(part('ItemFees', 'Commission', 'sellingFees', -perMille(net + shipping - rebate, commissionPerMille)))
  parts.push(part('ItemFees', 'FBAPerUnitFulfillmentFee', 'fbaFees', -article.fba * BigInt(quantity)))
  const digits = (): string => String(chance.below(10_000_000)).padStart(7, '0')
  return {
    settlementType: 'Order',
    type: 'order',
    parts,
    article,
    quantity,
    orderId: `${chance.of(market.orderPrefixes)}-${digits()}-${digits()}`,
    place: chance.of(market.places),
  }
}

/** The price, its tax and the commission go back; of the commission the marketplace keeps a fifth, five dollars at most. */
export function refundOf(market: DemoMarketplace, sold: What & { readonly quantity: number }, chance: SeededRandom): What {
  const quantity = sold.quantity > 1 && chance.below(2) === 0 ? 1 : sold.quantity
  const share = (description: string): bigint =>
    -((sold.parts.find(p => p.description === description)?.units ?? 0n) * BigInt(quantity)) / BigInt(sold.quantity)
  const commission = share('Commission')
  const kept = perMille(commission, 200n)
  const most = dollars(market, 500)
  const parts = [
    part('ItemPrice', 'Principal', 'productSales', share('Principal')),
    part('ItemPrice', 'Tax', 'productSalesTax', share('Tax')),
  ]
  if (market.withheldAs !== null) parts.push(part('ItemWithheldTax', market.withheldAs, 'marketplaceWithheldTax', share(market.withheldAs)))
  parts.push(
    part('ItemFees', 'Commission', 'sellingFees', commission),
    part('ItemFees', 'RefundCommission', 'sellingFees', -(kept < most ? kept : most)),
  )
  const { settlementType: _, type: __, parts: ___, ...same } = sold
  return { ...same, settlementType: 'Refund', type: 'refund', quantity, parts }
}

const other = (
  description: string,
  type: DemoEvent['type'],
  text: string,
  units: bigint,
  column: AmountColumn = 'other',
  amountType = 'other-transaction',
  settlementType = amountType,
): What => ({
  settlementType,
  type,
  text,
  parts: [part(amountType, description, column, units)],
})

export const subscription = (market: DemoMarketplace): What => other('Subscription Fee', 'serviceFee', 'Subscription', -market.subscription)
export const storage = (market: DemoMarketplace, articles: number, chance: SeededRandom): What =>
  other('Storage Fee', 'fbaInventoryFee', 'FBA Inventory Storage Fee', -dollars(market, articles * (35 + chance.below(20))))
export const inbound = (market: DemoMarketplace, articles: number, chance: SeededRandom): What =>
  other(
    'FBA Inbound Placement Service Fee',
    'fbaInventoryFee',
    'FBA Inbound Placement Service Fee',
    -dollars(market, articles * (20 + chance.below(15))),
  )
export const removal = (market: DemoMarketplace, articles: number, chance: SeededRandom): What =>
  other('DisposalComplete', 'fbaInventoryFee', 'FBA Removal Order: Disposal Fee', -dollars(market, articles * (4 + chance.below(6))))
export const deal = (market: DemoMarketplace): What =>
  other('Lightning Deal Fee', 'dealFee', 'Lightning Deal Fee', -dollars(market, 15_000), 'other', 'LightningDealFee')
/** 9 to 14 % of what was sold since the last bill. */
export const advertising = (sales: bigint, chance: SeededRandom): What =>
  other(
    'TransactionTotalAmount',
    'serviceFee',
    'Cost of Advertising',
    -perMille(sales, BigInt(90 + chance.below(50))),
    'otherTransactionFees',
    'Cost of Advertising',
    'ServiceFee',
  )
export const reimbursement = (article: Article, chance: SeededRandom): What => ({
  ...(chance.below(2) === 0
    ? other(
        'WAREHOUSE_LOST',
        'adjustment',
        'FBA Inventory Reimbursement - Lost:Warehouse',
        perMille(article.price, 700n),
        'other',
        'FBA Inventory Reimbursement',
        'other-transaction',
      )
    : other(
        'WAREHOUSE_DAMAGE',
        'adjustment',
        'FBA Inventory Reimbursement - Damaged:Warehouse',
        perMille(article.price, 700n),
        'other',
        'FBA Inventory Reimbursement',
        'other-transaction',
      )),
  article,
  quantity: 1,
})
/** A fee that no mapping knows yet: it waits in the queue of types. */
export const unknownFee = (market: DemoMarketplace): What =>
  other('Seasonal Packaging Surcharge', 'serviceFee', 'Seasonal Packaging Surcharge', -dollars(market, 4_250))
export const reserveHeld = (units: bigint): What =>
  other('Current Reserve Amount', 'Account Level Reserve', 'Current Reserve Amount', -units)
export const reserveGiven = (units: bigint): What =>
  other('Previous Reserve Amount Balance', 'Account Level Reserve', 'Previous Reserve Amount Balance', units)
export const transfer = (units: bigint): What => ({
  ...other('', 'transfer', 'To your account ending in: 482', -units),
  only: 'transaction',
})
/** Stands in the settlement and is missing in the transaction report: a difference to look into. */
export const unreported = (market: DemoMarketplace): What => ({
  ...other(
    'REVERSAL_REIMBURSEMENT',
    'adjustment',
    'FBA Inventory Reimbursement - Fee Correction',
    dollars(market, 2_718),
    'other',
    'FBA Inventory Reimbursement',
    'other-transaction',
  ),
  only: 'settlement',
})

/** The lines of an event in a settlement: the quantity stands with the principal. */
export function* settlementLines(event: DemoEvent, market: DemoMarketplace): Generator<WrittenSettlementLine> {
  const { article, orderId, epochMs } = event
  const common = {
    epochMs,
    transactionType: event.settlementType,
    ...(orderId === undefined ? {} : { orderId, merchantOrderId: orderId, marketplaceName: market.name, fulfillment: 'AFN' }),
    ...(article === undefined ? {} : { sku: article.sku }),
  }
  for (const { amountType, description, units } of event.parts) {
    const isCounted = event.quantity !== undefined && (description === 'Principal' ? amountType === 'ItemPrice' : orderId === undefined)
    yield {
      ...common,
      amountType,
      amountDescription: description,
      amount: printed(units, market.decimals),
      ...(isCounted ? { quantity: event.quantity } : {}),
    }
  }
}

const statusTexts: Readonly<Record<string, readonly [released: string, deferred: string]>> = {
  en: ['Released', 'Deferred'],
  de: ['Freigegeben', 'Zurückgestellt'],
}

/** The line of an event in a transaction report. */
export function transactionLine(event: DemoEvent, market: DemoMarketplace, settlementId: string): WrittenTransaction {
  const { article, orderId, epochMs, quantity, place } = event
  const sums = new Map<AmountColumn, bigint>()
  for (const { column, units } of event.parts) sums.set(column, (sums.get(column) ?? 0n) + units)
  const amounts = Object.fromEntries([...sums].map(([column, units]) => [column, printed(units, market.decimals)]))
  const [released, deferred] = ownValue(statusTexts, market.report.language) ?? ['', '']
  // a reimbursement's line tells its reason, not its article: the reason is what finds its finance item
  const goods =
    orderId === undefined || article === undefined
      ? { description: event.text ?? '' }
      : { sku: article.sku, description: article.title, fulfillment: 'Amazon', accountType: 'Standard Orders' }
  return {
    epochMs,
    settlementId,
    type: event.type,
    amounts,
    marketplace: market.code,
    ...goods,
    ...(orderId === undefined ? {} : { orderId }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(place === undefined ? {} : { city: place[0], state: place[1], postal: place[2] }),
    ...(market.withheldAs !== null && event.type === 'order' ? { taxModel: 'MarketplaceFacilitator' } : {}),
    status: event.isDeferred ? deferred : released,
    ...(event.isDeferred ? {} : { releasedMs: epochMs }),
  }
}
