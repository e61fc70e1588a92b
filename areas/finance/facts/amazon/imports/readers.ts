/**
 * How lines of Amazon's files become staging rows: what the worker threads of imports run. One reader per family, each in a module of its
 * own.
 */
import type { LineKind, StagedValue } from '#platform/server/area.ts'
import { amountColumns } from '../files/header-columns.ts'
import type { SettlementLine, SummaryLine, TransactionLine } from '../files/lines.ts'
import { kindOfSettlementLine, kindOfSummaryLine, kindsOfTransactionLine, vocabularyOf, type AmountKind } from '../../kinds/vocabulary.ts'
import { columnOf } from '#platform/declare/resource.ts'

/** A kind as it crosses threads. */
export function lineKind(kind: AmountKind | BaseKind): LineKind {
  const { family, type, amountType, description, column } = kind
  const language = 'language' in kind ? kind.language : undefined
  const values = { family, type, amountType, description, column, ...(language === undefined ? {} : { language }) }
  return { key: JSON.stringify(Object.values(values)), values }
}
/** The kind of a transaction line as a whole; its columns are kinds that name it as their base. */
export interface BaseKind {
  readonly family: AmountKind['family']
  readonly type: string
  readonly amountType: string
  readonly description: string
  readonly column: ''
}

/** Few kinds, millions of lines: what was worked out for a spelling once is found again. */
function remembered<Line>(
  spelling: (line: Line) => string,
  kindsOf: (line: Line) => readonly LineKind[],
): (line: Line) => readonly LineKind[] {
  const known = new Map<string, readonly LineKind[]>()
  return line => {
    const key = spelling(line)
    let kinds = known.get(key)
    if (kinds === undefined) {
      kinds = kindsOf(line)
      if (known.size < 50_000) known.set(key, kinds)
    }
    return kinds
  }
}

export const settlementColumns = [
  'file_line',
  'posted_on',
  'settlement_id',
  'posted_at',
  'order_id',
  'sku',
  'quantity',
  'amount',
  'currency',
  'marketplace_name',
  'fulfillment',
  'merchant_order_id',
  'adjustment_id',
  'shipment_id',
  'order_item_code',
  'promotion_id',
  'amount_type',
] as const
/** The quantity lines of layout V1 carry no amount: they are the item's own, and counted with its principal. */
const quantityKind = (line: SettlementLine): AmountKind => ({
  family: 'settlement',
  type: line.transactionType,
  amountType: 'ItemPrice',
  description: 'Principal',
  column: '',
})
export const settlementKinds = remembered<SettlementLine>(
  l => `${l.transactionType}\0${l.amountType}\0${l.amountDescription}`,
  l => [lineKind(kindOfSettlementLine(l) ?? quantityKind(l))],
)
export const settlementValues = (l: SettlementLine, currency: string): readonly StagedValue[] => [
  l.line,
  l.postedOn,
  l.settlementId,
  l.postedAt,
  l.orderId,
  l.sku,
  l.quantity,
  l.amount,
  currency,
  l.marketplaceName,
  l.fulfillment,
  l.merchantOrderId,
  l.adjustmentId,
  l.shipmentId,
  l.orderItemCode,
  l.promotionId,
  l.amountType,
]

export const transactionStagingColumns = [
  'posted_on',
  'line_key',
  'posted_at',
  'settlement_id',
  'order_id',
  'sku',
  'description',
  'quantity',
  'total',
  'currency',
  ...amountColumns.map(columnOf),
  'marketplace',
  'account_type',
  'fulfillment',
  'city',
  'state',
  'postal',
  'tax_model',
  'deferred',
  'released_at',
  'unmapped_amount',
  'unmapped',
] as const
export const transactionKinds = remembered<TransactionLine>(
  l =>
    `${l.typeCode ?? l.type}\0${vocabularyOf(l)}\0${amountColumns.map(c => (l.amounts[c] === '0' ? 0 : 1)).join('')}${l.unmapped === null ? '' : JSON.stringify(Object.keys(l.unmapped))}`,
  l => {
    const kinds = kindsOfTransactionLine(l)
    const base: BaseKind = {
      family: 'transaction',
      type: l.typeCode ?? l.type,
      amountType: '',
      description: kinds[0]?.description ?? '',
      column: '',
    }
    return [base, ...kinds].map(lineKind)
  },
)
export const transactionValues = (l: TransactionLine, currency: string): readonly StagedValue[] => [
  l.postedOn,
  l.key,
  l.postedAt,
  l.settlementId,
  l.orderId,
  l.sku,
  l.description,
  l.quantity,
  l.total,
  currency,
  ...amountColumns.map(c => l.amounts[c]),
  l.marketplace,
  l.accountType,
  l.fulfillment,
  l.city,
  l.state,
  l.postal,
  l.taxModel,
  l.status === 'deferred',
  l.status === 'released' ? l.releasedAt : null,
  l.unmappedAmount,
  l.unmapped === null ? null : JSON.stringify(l.unmapped),
]

export const summaryColumns = ['posted_on', 'line_key', 'order_id', 'sku', 'description', 'quantity', 'amount', 'currency'] as const
export const summaryKinds = remembered<SummaryLine>(
  l => `${l.transactionType}\0${l.paymentType}\0${l.paymentDetail}`,
  l => [lineKind(kindOfSummaryLine(l))],
)
export const summaryValues = (l: SummaryLine, currency: string): readonly StagedValue[] => [
  l.postedOn,
  l.key,
  l.orderId,
  l.sku,
  l.title,
  l.quantity,
  l.amount,
  currency,
]
