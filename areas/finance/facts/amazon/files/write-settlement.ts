/** Writes settlement reports of both layouts as Amazon does, piece by piece, for demo data and tests. Pure. */
import { settlementV2Columns } from './settlement.ts'
import { settlementV1Columns } from './settlement-v1.ts'
import { printNumber, type NumberStyle } from './write-styles.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface WrittenSettlementHead {
  readonly settlementId: string
  readonly startMs: number
  readonly endMs: number
  readonly depositMs: number
  /** exact decimal: the sum of all lines */
  readonly total: string
  readonly currency: string
}

/** One amount in the words of layout V2. */
export interface WrittenSettlementLine {
  readonly epochMs: number
  readonly transactionType: string
  readonly amountType: string
  readonly amountDescription: string
  readonly amount: string
  readonly orderId?: string
  readonly merchantOrderId?: string
  readonly adjustmentId?: string
  readonly shipmentId?: string
  readonly marketplaceName?: string
  readonly fulfillment?: string
  readonly orderItemCode?: string
  readonly sku?: string
  readonly quantity?: number
  readonly promotionId?: string
}

export interface SettlementStyle {
  readonly numbers: NumberStyle
  /** 'dotted' `dd.MM.yyyy HH:mm:ss UTC`, 'dashed' `yyyy-MM-dd HH:mm:ss UTC`, 'iso' ISO 8601 with `+00:00` */
  readonly dates: 'dotted' | 'dashed' | 'iso'
  readonly lineEnd?: '\n' | '\r\n' | '\r'
}

type Cells = Readonly<Record<string, string>>

/** Header, the settlement's own line, then one piece of text for each line. */
export function* writeSettlementV2(
  head: WrittenSettlementHead,
  lines: Iterable<WrittenSettlementLine>,
  style: SettlementStyle,
): Generator<string> {
  yield* header(settlementV2Columns, head, style)
  for (const line of lines) {
    const posted = printTime(line.epochMs, style)
    const cells: Cells = {
      ...lineCells(head, line),
      'amount-type': line.amountType,
      'amount-description': line.amountDescription,
      amount: printNumber(line.amount, style.numbers),
      'posted-date': posted.slice(0, 10),
      'posted-date-time': posted,
      'quantity-purchased': line.quantity === undefined ? '' : String(line.quantity),
    }
    yield row(settlementV2Columns, cells, style)
  }
}

/** V2's amount type -> V1's columns of name and amount. */
const v1Columns: Readonly<Record<string, readonly [name: string, amount: string]>> = {
  ItemPrice: ['price-type', 'price-amount'],
  ItemFees: ['item-related-fee-type', 'item-related-fee-amount'],
  ItemWithheldTax: ['item-related-fee-type', 'item-related-fee-amount'],
  'Cost of Advertising': ['item-related-fee-type', 'item-related-fee-amount'],
  Promotion: ['promotion-type', 'promotion-amount'],
  ShipmentFees: ['shipment-fee-type', 'shipment-fee-amount'],
  OrderFees: ['order-fee-type', 'order-fee-amount'],
  DirectPayment: ['direct-payment-type', 'direct-payment-amount'],
  OtherFees: ['other-fee-reason-description', 'other-fee-amount'],
}

/** The same lines in the first layout: a quantity stands on a line of its own before the amounts of its item. */
export function* writeSettlementV1(
  head: WrittenSettlementHead,
  lines: Iterable<WrittenSettlementLine>,
  style: SettlementStyle,
): Generator<string> {
  yield* header(settlementV1Columns, head, style)
  for (const line of lines) {
    const common: Cells = { ...lineCells(head, line), 'posted-date': printTime(line.epochMs, style) }
    if (line.quantity !== undefined) yield row(settlementV1Columns, { ...common, 'quantity-purchased': String(line.quantity) }, style)
    const amount = printNumber(line.amount, style.numbers)
    const columns = ownValue(v1Columns, line.amountType)
    const name = line.amountType === 'Cost of Advertising' ? line.amountType : line.amountDescription
    const cells: Cells = columns
      ? { ...common, [columns[0]]: name, [columns[1]]: amount }
      : { ...common, 'transaction-type': line.amountDescription, 'other-amount': amount }
    yield row(settlementV1Columns, cells, style)
  }
}

function* header(columns: readonly string[], head: WrittenSettlementHead, style: SettlementStyle): Generator<string> {
  yield columns.join('\t') + (style.lineEnd ?? '\n')
  const cells: Cells = {
    'settlement-id': head.settlementId,
    'settlement-start-date': printTime(head.startMs, style),
    'settlement-end-date': printTime(head.endMs, style),
    'deposit-date': printTime(head.depositMs, style),
    'total-amount': printNumber(head.total, style.numbers),
    currency: head.currency,
  }
  yield row(columns, cells, style)
}

function row(columns: readonly string[], cells: Cells, style: SettlementStyle): string {
  return columns.map(column => cells[column] ?? '').join('\t') + (style.lineEnd ?? '\n')
}

function lineCells(head: WrittenSettlementHead, line: WrittenSettlementLine): Cells {
  return {
    'settlement-id': head.settlementId,
    'transaction-type': line.transactionType,
    'order-id': line.orderId ?? '',
    'merchant-order-id': line.merchantOrderId ?? '',
    'adjustment-id': line.adjustmentId ?? '',
    'shipment-id': line.shipmentId ?? '',
    'marketplace-name': line.marketplaceName ?? '',
    'fulfillment-id': line.fulfillment ?? '',
    'order-item-code': line.orderItemCode ?? '',
    sku: line.sku ?? '',
    'promotion-id': line.promotionId ?? '',
  }
}

function printTime(epochMs: number, style: SettlementStyle): string {
  const [day = '', clock = ''] = new Date(epochMs).toISOString().slice(0, 19).split('T')
  if (style.dates === 'iso') return `${day}T${clock}+00:00`
  return `${style.dates === 'dashed' ? day : day.split('-').reverse().join('.')} ${clock} UTC`
}
