/**
 * Settlement report, flat file of the first layout: one line carries its amount in one of nine columns, the first line of an item only its
 * quantity. Lines leave in the words of layout V2, so that both layouts of one settlement give equal sums per order and amount type:
 *
 * | V1 column | V2 amount-type | V2 amount-description |
 * | --- | --- | --- |
 * | price-amount | ItemPrice | price-type |
 * | item-related-fee-amount | ItemFees; taxes the marketplace keeps: ItemWithheldTax | item-related-fee-type |
 * | promotion-amount | Promotion | promotion-type |
 * | shipment-fee-amount | ShipmentFees | shipment-fee-type |
 * | order-fee-amount | OrderFees | order-fee-type |
 * | direct-payment-amount | DirectPayment | direct-payment-type |
 * | misc-fee-amount | MiscFees | MiscFee |
 * | other-fee-amount | OtherFees | other-fee-reason-description |
 * | other-amount | other-transaction; reimbursements: FBA Inventory Reimbursement; bank tests: Micro Deposit | V1's transaction-type |
 *
 * A "ServiceFee" line for advertising carries the fee and its tax in two columns; V2 writes their sum as Cost of Advertising /
 * TransactionTotalAmount. With other-amount V2's transaction-type is "other-transaction" ("Transfers" for bank tests), and V1's type
 * becomes the description. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { FileKind, FileMatch, SourceRow } from '#platform/declare/file-kind.ts'
import { columnOf, moneyRefusal, textAt } from './cells.ts'
import type { SettlementHead, SettlementLine } from './lines.ts'
import { parseMoney, zeroMoney, moneyText, type Money } from './numbers.ts'
import { explainSettlement, recogniseSettlement } from './settlement-columns.ts'
import { SettlementReader, type AmountReader, type NamedAmount } from './settlement-read.ts'
import { SettlementSurveyor, type SettlementFormat } from './settlement-survey.ts'

/** Columns in Amazon's order (GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE); a file leaves out those it does not need. */
export const settlementV1Columns = [
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
  'shipment-fee-type',
  'shipment-fee-amount',
  'order-fee-type',
  'order-fee-amount',
  'fulfillment-id',
  'posted-date',
  'order-item-code',
  'merchant-order-item-id',
  'merchant-adjustment-item-id',
  'sku',
  'quantity-purchased',
  'price-type',
  'price-amount',
  'item-related-fee-type',
  'item-related-fee-amount',
  'misc-fee-amount',
  'other-fee-amount',
  'other-fee-reason-description',
  'promotion-id',
  'promotion-type',
  'promotion-amount',
  'direct-payment-type',
  'direct-payment-amount',
  'other-amount',
] as const

/** amount column, the column that names it ('' none), V2's amount-type */
const amountColumns = [
  ['price-amount', 'price-type', 'ItemPrice'],
  ['item-related-fee-amount', 'item-related-fee-type', 'ItemFees'],
  ['promotion-amount', 'promotion-type', 'Promotion'],
  ['shipment-fee-amount', 'shipment-fee-type', 'ShipmentFees'],
  ['order-fee-amount', 'order-fee-type', 'OrderFees'],
  ['direct-payment-amount', 'direct-payment-type', 'DirectPayment'],
  ['misc-fee-amount', '', 'MiscFees'],
  ['other-fee-amount', 'other-fee-reason-description', 'OtherFees'],
  ['other-amount', '', 'other-transaction'],
] as const

const isFirstLayout = (has: (name: string) => boolean): boolean =>
  !has('amount-description') && amountColumns.some(([column]) => has(column))

export const settlementV1: FileKind<SettlementFormat, SettlementHead, SettlementLine> = {
  code: 'amazonSettlementV1',
  title: ['亚马逊结算报告（旧版）', 'Amazon settlement report (first layout)'],
  origin: 'genuine',
  family: 'amazonSettlement',
  month: 'crossing',
  template: settlementV1Columns,
  recognise: firstRows => recogniseSettlement(firstRows, isFirstLayout),
  explain: firstRows => explainSettlement(firstRows, settlementV1.title, [], isFirstLayout),
  survey: match =>
    new SettlementSurveyor(
      match,
      amountColumns.map(([amount]) => amount),
    ),
  read: (match, format, ask, sink) => new SettlementReader(match, format, ask, sink, 'v1', amountReader(match)),
}

interface Found {
  readonly column: string
  readonly amountType: string
  readonly name: string
  readonly amount: Money
}

function amountReader(match: FileMatch): AmountReader {
  const typeIndex = columnOf(match, 'transaction-type')
  const indexes = amountColumns.flatMap(([column, nameColumn, amountType]) => {
    const index = columnOf(match, column)
    return index === undefined
      ? []
      : [{ column, amountType, index, nameIndex: nameColumn === '' ? undefined : columnOf(match, nameColumn) }]
  })
  return (row: SourceRow, format, sink) => {
    const found: Found[] = []
    for (const { column, amountType, index, nameIndex } of indexes) {
      const cell = textAt(row, index)
      if (cell === '') continue
      const amount = parseMoney(cell, format.mark)
      if (!amount) {
        sink.refuse(moneyRefusal(row.line, column, cell, format.mark))
        return null
      }
      found.push({ column, amountType, name: textAt(row, nameIndex), amount })
    }
    const named = inV2Words(textAt(row, typeIndex), found)
    if (!named)
      sink.refuse({
        line: row.line,
        column: found.map(each => each.column).join('、'),
        value: found.map(each => each.amount.text).join('、'),
        reason: sentence`一行里有多个金额，无法判断各属哪一项，请重新下载V2版结算报告`,
      })
    return named
  }
}

/** null where a line carries several amounts that V2 would not write as one. */
function inV2Words(transactionType: string, found: readonly Found[]): NamedAmount | null {
  const [first, second] = found
  if (!first) return { transactionType, amountType: '', amountDescription: '', amount: zeroMoney }
  if (transactionType === 'ServiceFee' && found.some(each => each.name === 'Cost of Advertising')) {
    const units = found.reduce((sum, each) => sum + each.amount.units, 0n)
    return {
      transactionType,
      amountType: 'Cost of Advertising',
      amountDescription: 'TransactionTotalAmount',
      amount: { units, text: moneyText(units, 2) },
    }
  }
  if (second) return null
  const { amount } = first
  if (first.column === 'other-amount') return { ...otherTransaction(transactionType), amount }
  if (first.column === 'misc-fee-amount') return { transactionType, amountType: first.amountType, amountDescription: 'MiscFee', amount }
  const isWithheld = first.column === 'item-related-fee-amount' && /^(?:MarketplaceFacilitator|LowValueGoods)/.test(first.name)
  return { transactionType, amountType: isWithheld ? 'ItemWithheldTax' : first.amountType, amountDescription: first.name, amount }
}

/** Reimbursements print their reason in capitals (WAREHOUSE_DAMAGE, REVERSAL_REIMBURSEMENT). */
const reimbursementReason = /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/

function otherTransaction(type: string): Omit<NamedAmount, 'amount'> {
  if (type === 'Micro Deposit') return { transactionType: 'Transfers', amountType: 'Micro Deposit', amountDescription: type }
  const amountType = reimbursementReason.test(type) ? 'FBA Inventory Reimbursement' : 'other-transaction'
  return { transactionType: 'other-transaction', amountType, amountDescription: type }
}
