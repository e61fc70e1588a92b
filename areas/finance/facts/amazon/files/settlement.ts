/** Settlement report, flat file V2: one line is one amount, named by amount-type and amount-description. Pure. */
import type { FileKind, FileMatch } from '#platform/declare/file-kind.ts'
import { columnOf, moneyRefusal, textAt } from './cells.ts'
import type { SettlementHead, SettlementLine } from './lines.ts'
import { parseMoney } from './numbers.ts'
import { explainSettlement, recogniseSettlement } from './settlement-columns.ts'
import { SettlementReader, type AmountReader } from './settlement-read.ts'
import { SettlementSurveyor, type SettlementFormat } from './settlement-survey.ts'

/** Columns in Amazon's order (GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2). */
export const settlementV2Columns = [
  'settlement-id',
  'settlement-start-date',
  'settlement-end-date',
  'deposit-date',
  'total-amount',
  'currency',
  'transaction-type',
  'order-id',
  'merchant-order-id',
  'adjustment-id',
  'shipment-id',
  'marketplace-name',
  'amount-type',
  'amount-description',
  'amount',
  'fulfillment-id',
  'posted-date',
  'posted-date-time',
  'order-item-code',
  'merchant-order-item-id',
  'merchant-adjustment-item-id',
  'sku',
  'quantity-purchased',
  'promotion-id',
] as const

/** What tells this layout from the first one. */
const layoutColumns = ['amount-type', 'amount-description', 'amount'] as const

export const settlementV2: FileKind<SettlementFormat, SettlementHead, SettlementLine> = {
  code: 'amazonSettlementV2',
  title: ['亚马逊结算报告（V2）', 'Amazon settlement report (V2)'],
  origin: 'genuine',
  family: 'amazonSettlement',
  month: 'crossing',
  template: settlementV2Columns,
  recognise: firstRows => recogniseSettlement(firstRows, has => layoutColumns.every(has)),
  explain: firstRows => explainSettlement(firstRows, settlementV2.title, layoutColumns, has => layoutColumns.some(has)),
  survey: match => new SettlementSurveyor(match, ['amount']),
  read: (match, format, ask, sink) => new SettlementReader(match, format, ask, sink, 'v2', amountReader(match)),
}

function amountReader(match: FileMatch): AmountReader {
  const index = {
    transactionType: columnOf(match, 'transaction-type'),
    amountType: columnOf(match, 'amount-type'),
    amountDescription: columnOf(match, 'amount-description'),
    amount: columnOf(match, 'amount'),
  }
  return (row, format, sink) => {
    const cell = textAt(row, index.amount)
    const amount = parseMoney(cell, format.mark)
    if (!amount) {
      sink.refuse(moneyRefusal(row.line, 'amount', cell, format.mark))
      return null
    }
    return {
      transactionType: textAt(row, index.transactionType),
      amountType: textAt(row, index.amountType),
      amountDescription: textAt(row, index.amountDescription),
      amount,
    }
  }
}
