/**
 * A second, plain reading of each genuine sample (test/setup/plain-reading.ts) agrees with the product's readers line by line, and in the
 * sums by order, SKU and kind.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asText } from '#platform/format/text.ts'
import { both, cellIn, cellsOf, fixtures, named, plainTable, productReads, said, sums, textOf, units } from '../setup/plain-reading.ts'
import { genuineFolder } from '../setup/genuine.ts'

// ---- Amazon: settlements
const isV2 = (path: string): boolean => textOf(path).includes('\tamount-type\t')
const settlements = [
  ...both('amazon/settlement-v2', '.txt', 'amazon-settlement-v2'),
  ...both('amazon/settlement-v1', '.txt', 'amazon-settlement-v1'),
  ...both('amazon/deferred', '.txt', 'amazon-deferred-au'),
]
const settlementMark = (path: string): string => (/\t-?\d+,\d\d\t/.test(textOf(path)) ? ',' : '.')

test.each(named(settlements.filter(isV2)))('settlement V2 %s: every line, and the sums by kind, order and SKU', async (_name, path) => {
  const table = plainTable(path, 'settlement-id', '\t')
  const mark = settlementMark(path)
  const [first = [], ...rows] = table.rows
  const plain = rows.map(row => {
    const of = (...names: string[]): string => cellIn(table, row, ...names)
    return {
      kind: [of('transaction-type'), of('amount-type'), of('amount-description')].join(' / '),
      order: of('order-id'),
      sku: of('sku'),
      amount: units(of('amount'), mark),
      quantity: of('quantity-purchased'),
    }
  })
  const { kind, lines } = await productReads(path)
  expect([kind, lines.length]).toEqual(['amazonSettlementV2', plain.length])
  const read = lines.map(line => ({
    kind: [line['transactionType'], line['amountType'], line['amountDescription']].join(' / '),
    order: String(line['orderId']),
    sku: String(line['sku']),
    amount: said(line['amount']),
    quantity: line['quantity'] === null ? '' : asText(line['quantity']),
  }))
  expect(read).toEqual(plain)
  for (const by of ['kind', 'order', 'sku'] as const)
    expect(sums(read.map(line => [line[by], line.amount]))).toEqual(sums(plain.map(line => [line[by], line.amount])))
  expect(plain.reduce((sum, line) => sum + line.amount, 0n)).toBe(units(cellIn(table, first, 'total-amount'), mark))
})

/** Nine pairs of a column that says what and one that says how much; some columns are amounts alone. */
const v1Amounts = [
  'shipment-fee-amount',
  'order-fee-amount',
  'price-amount',
  'item-related-fee-amount',
  'misc-fee-amount',
  'other-fee-amount',
  'promotion-amount',
  'direct-payment-amount',
  'other-amount',
]
test.each(named(settlements.filter(path => !isV2(path))))(
  'settlement V1 %s: each line’s amount, sums by order, SKU and type',
  async (_name, path) => {
    const table = plainTable(path, 'settlement-id', '\t')
    const [first = [], ...rows] = table.rows
    const plain = rows.map(row => ({
      order: cellIn(table, row, 'order-id'),
      sku: cellIn(table, row, 'sku'),
      amount: v1Amounts.reduce((sum, name) => sum + units(cellIn(table, row, name)), 0n),
    }))
    const { kind, lines } = await productReads(path)
    expect([kind, lines.length]).toEqual(['amazonSettlementV1', plain.length])
    const read = lines.map(line => ({ order: String(line['orderId']), sku: String(line['sku']), amount: said(line['amount']) }))
    expect(read).toEqual(plain)
    expect(sums(read.map(line => [line.order, line.amount]))).toEqual(sums(plain.map(line => [line.order, line.amount])))
    expect(plain.reduce((sum, line) => sum + line.amount, 0n)).toBe(units(cellIn(table, first, 'total-amount')))
  },
)

// ---- Amazon: transaction reports. Their heads are in many languages, their order is not.
const transactions = [
  ...both('amazon/transactions', '.csv', 'amazon-transactions'),
  ...both('amazon/transactions-us', '.csv', 'amazon-transactions-us'),
  ...both('amazon/deferred', '.csv', 'amazon-deferred-au'),
]
const place = { settlement: 1, type: 2, order: 3, sku: 4, quantity: 6 }
test.each(named(transactions))('transactions %s: every line, and the sums by type, order and SKU', async (_name, path) => {
  const all = textOf(path)
    .replace('\uFEFF', '')
    .split(/\r?\n/)
    .map(line => cellsOf(line, ','))
  const at = all.findIndex(cells => cells.length > 20)
  const heads = all[at] ?? []
  const total = heads.findIndex(head => ['total', 'gesamt'].includes(head.toLowerCase()))
  const mark = all.slice(at + 1).some(cells => /,\d\d$/.test(cells[total] ?? '')) ? ',' : '.'
  const plain = all
    .slice(at + 1)
    .filter(cells => cells.length > 20)
    .map(cells => ({
      settlement: cells[place.settlement] ?? '',
      type: cells[place.type] ?? '',
      order: cells[place.order] ?? '',
      sku: cells[place.sku] ?? '',
      quantity: Number(cells[place.quantity] || 0),
      total: units(cells[total] ?? '', mark),
    }))
  const { kind, lines } = await productReads(path)
  expect([kind, lines.length]).toEqual(['amazonTransactionReport', plain.length])
  const read = lines.map(line => ({
    settlement: String(line['settlementId']),
    type: String(line['type']),
    order: String(line['orderId']),
    sku: String(line['sku']),
    quantity: Number(line['quantity'] ?? 0),
    total: said(line['total']),
  }))
  expect(read).toEqual(plain)
  for (const by of ['type', 'order', 'sku', 'settlement'] as const)
    expect(sums(read.map(line => [line[by], line.total]))).toEqual(sums(plain.map(line => [line[by], line.total])))
  // the columns of money, one after the other, make the totals
  const money = lines.map(line => Object.values(line['amounts'] as object).reduce((sum: bigint, value) => sum + said(value), 0n))
  expect(money.map((sum, n) => sum + said(lines[n]?.['unmappedAmount']))).toEqual(plain.map(line => line.total))
})

test.each(named(both('amazon/transaction-summary', '.txt', 'amazon-transaction-summary')))(
  'summary %s: every line',
  async (_name, path) => {
    const table = plainTable(path, 'Order ID', '\t')
    const plain = table.rows.map(row => ({
      order: cellIn(table, row, 'Order ID'),
      sku: cellIn(table, row, 'SKU'),
      quantity: Number(cellIn(table, row, 'Quantity') || 0),
      amount: units(cellIn(table, row, 'Amount')),
    }))
    const { kind, lines } = await productReads(path, 'America/Los_Angeles')
    expect([kind, lines.length]).toEqual(['amazonTransactionSummary', plain.length])
    const read = lines.map(line => ({
      order: String(line['orderId']),
      sku: String(line['sku']),
      quantity: Number(line['quantity'] ?? 0),
      amount: said(line['amount']),
    }))
    expect(read).toEqual(plain)
    expect(sums(read.map(line => [line.sku, line.amount]))).toEqual(sums(plain.map(line => [line.sku, line.amount])))
  },
)

// ---- banks and wallets
type Moved = readonly [size: bigint, way: string]
interface BankWords {
  readonly file: string
  /** in this folder of whole files, and not in the repository */
  readonly whole?: string
  /** a head of the table */
  readonly head: string
  /** amount of a row and whether it came in or went out */
  readonly amount: (of: (name: string) => string) => Moved
  readonly balance?: string
  /** rows below the lines */
  readonly ends?: string
}
const signed = (amount: bigint): Moved => [amount < 0n ? -amount : amount, amount === 0n ? '' : amount < 0n ? 'out' : 'in']
const byWord =
  (amount: string, way: string, ins: string, outs: string) =>
  (of: (name: string) => string): Moved => [units(of(amount)), of(way).includes(ins) ? 'in' : of(way).includes(outs) ? 'out' : 'neutral']
// ICBC's balances were made unreadable by who published the sample
const banks: readonly BankWords[] = [
  {
    file: 'icbc-debit-v2.csv',
    head: '记账币种',
    amount: of => signed(units(of('记账金额(收入)')) - units(of('记账金额(支出)'))),
    ends: '人民币合计',
  },
  { file: 'boc-debit.csv', head: '记账日期', amount: of => signed(units(of('金额'))), balance: '余额' },
  { file: 'cmb-debit.csv', head: '记账日期', amount: of => signed(units(of('交易金额'))), balance: '联机余额' },
  { file: 'bocom-debit.csv', head: '交易日期', amount: byWord('交易金额', '借贷', '贷', '借'), balance: '余额' },
  { file: 'hsbc-hk-debit.csv', head: 'Billing amount', amount: of => signed(units(of('Billing amount'))), balance: 'Balance' },
  {
    file: 'paypal-activity-en.csv',
    whole: 'bank-statements',
    head: 'Transaction ID',
    amount: of => signed(units(of('Net'))),
    balance: 'Balance',
  },
  {
    file: 'paypal-statement-en.csv',
    whole: 'bank-statements',
    head: 'Transaction ID',
    amount: of => signed(units(of('Net'))),
    balance: 'Balance',
  },
  { file: '2024-12-shipments.csv', whole: 'shipstation-shipments', head: 'ShipmentID', amount: of => signed(units(of('CarrierFee'))) },
  {
    file: 'fedex-2026-09.csv',
    whole: 'carrier-invoices',
    head: 'Invoice Number',
    amount: of => signed(units(of('Net Charge Amount'))),
    ends: 'Total',
  },
  { file: 'alipay.csv', head: '交易订单号', amount: byWord('金额', '收/支', '收入', '支出') },
  { file: 'wechat.csv', head: '交易单号', amount: byWord('金额(元)', '收/支', '收入', '支出') },
]
const there = banks.filter(one => one.whole === undefined || genuineFolder !== '')
test.each(there)('$file: every line with its direction and balance', async ({ file, whole, head, amount, balance, ends }) => {
  const path = whole === undefined ? join(fixtures, 'bank', file) : join(genuineFolder, whole, file)
  const table = plainTable(path, head, ',')
  const end = ends === undefined ? table.rows.length : table.rows.findIndex(row => row[0] === ends)
  const plain = table.rows.slice(0, end).map(row => {
    const of = (name: string): string => cellIn(table, row, name)
    return { moved: amount(of), balance: balance === undefined ? null : units(of(balance)) }
  })
  const { lines } = await productReads(path, 'Asia/Shanghai')
  const read = lines.map(line => {
    const size = said(line['amount'])
    const moved: Moved = [size, size === 0n ? '' : String(line['direction'])]
    return { moved, balance: balance === undefined || line['balance'] === null ? null : said(line['balance']) }
  })
  expect(read.length).toBe(plain.length)
  expect(read).toEqual(plain)
})

// ---- Walmart's orders, from the document itself
test('walmart/orders.json: each line’s charges and tax', async () => {
  const path = join(fixtures, 'walmart/orders.json')
  const document = JSON.parse(textOf(path)) as {
    list: { elements: { order: { purchaseOrderId: string; orderLines: { orderLine: WalmartLine[] } }[] } }
  }
  const isOff = (line: WalmartLine): boolean => line.orderLineStatuses.orderLineStatus.every(one => one.status === 'Cancelled')
  const plain = document.list.elements.order.flatMap(order =>
    order.orderLines.orderLine.map(line => ({
      order: order.purchaseOrderId,
      sku: line.item.sku,
      quantity: Number(line.orderLineQuantity.amount),
      item: isOff(line) ? 0n : line.charges.charge.reduce((sum, one) => sum + units(String(one.chargeAmount.amount)), 0n),
      tax: isOff(line) ? 0n : line.charges.charge.reduce((sum, one) => sum + units(String(one.tax?.taxAmount.amount ?? 0)), 0n),
    })),
  )
  const { kind, lines } = await productReads(path, 'America/Los_Angeles')
  expect(kind).toBe('walmartOrders')
  const read = lines.map(line => ({
    order: String(line['orderNo']),
    sku: String(line['sku']),
    quantity: Number(line['quantity']),
    item: said(line['item']) + said(line['shipping']),
    tax: said(line['tax']),
  }))
  expect(read).toEqual(plain)
})
interface WalmartLine {
  readonly item: { readonly sku: string }
  readonly orderLineQuantity: { readonly amount: string }
  readonly orderLineStatuses: { readonly orderLineStatus: readonly { readonly status: string }[] }
  readonly charges: {
    readonly charge: readonly {
      readonly chargeAmount: { readonly amount: number }
      readonly tax?: { readonly taxAmount: { readonly amount: number } } | null
    }[]
  }
}
