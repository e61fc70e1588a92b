/** For tests: small reports of one shop, as Amazon writes them. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { xlsxStream } from '#platform/server/sheets/write-xlsx.ts'
import { moneyText, parseMoney } from '#areas/finance/facts/amazon/files/numbers.ts'
import { unifiedColumns } from '#areas/finance/facts/amazon/files/transaction-report.ts'
import {
  pacificZone,
  totalOf,
  utcZone,
  writeSettlementV1,
  writeSettlementV2,
  writeTransactionReport,
  type ReportStyle,
  type SettlementStyle,
  type WrittenSettlementLine,
  type WrittenTransaction,
} from '#areas/finance/facts/amazon/files/write-report.ts'

export const english: ReportStyle = {
  language: 'en',
  currency: 'USD',
  columns: unifiedColumns,
  numbers: '1,234.56',
  dates: 'american',
  zone: pacificZone,
}
export const german: ReportStyle = {
  language: 'de',
  currency: 'EUR',
  columns: unifiedColumns,
  numbers: '1.234,56',
  dates: 'dotted',
  zone: utcZone,
}
export const withStatus: ReportStyle = { ...english, columns: [...unifiedColumns, 'status', 'releasedAt'] }

/** An order of the n-th minute of a day in March 2025 in the United States. */
export const order = (
  n: number,
  amounts: WrittenTransaction['amounts'] = { productSales: '1250.50', sellingFees: '-18.75', fbaFees: '-4.12' },
): WrittenTransaction => ({
  epochMs: Date.UTC(2025, 2, 10, 18, n),
  settlementId: '90001',
  type: 'order',
  orderId: `111-${n}`,
  sku: n % 2 === 0 ? 'YF-A' : 'YF-B',
  description: 'Desk lamp',
  quantity: 1,
  marketplace: 'amazon.com',
  fulfillment: 'Amazon',
  amounts,
})
export const orders = (from: number, to: number): WrittenTransaction[] => Array.from({ length: to - from }, (_, i) => order(from + i))
export const inGermany = (lines: readonly WrittenTransaction[]): WrittenTransaction[] =>
  lines.map(l => ({ ...l, marketplace: 'amazon.de', settlementId: '90002' }))
export const report = (lines: Iterable<WrittenTransaction>, style: ReportStyle = english): string =>
  [...writeTransactionReport(lines, style)].join('')
/** exact sum of the totals of these lines */
export const totalOfAll = (lines: readonly WrittenTransaction[]): string => sumOf(lines.map(totalOf))
const sumOf = (amounts: readonly string[]): string =>
  moneyText(
    amounts.reduce((sum, a) => sum + (parseMoney(a, '.')?.units ?? 0n), 0n),
    2,
  )

const item = (n: number): Omit<WrittenSettlementLine, 'amountType' | 'amountDescription' | 'amount'> => ({
  epochMs: Date.UTC(2025, 2, 10, 18, n),
  transactionType: 'Order',
  orderId: `111-${n}`,
  marketplaceName: 'Amazon.com',
  sku: n % 2 === 0 ? 'YF-A' : 'YF-B',
  fulfillment: 'AFN',
  orderItemCode: `77${n}`,
})
/** The same money as `orders`: principal with its quantity, two fees. */
export const settled = (from: number, to: number): WrittenSettlementLine[] =>
  Array.from({ length: to - from }, (_, i) => from + i).flatMap(n => [
    { ...item(n), amountType: 'ItemPrice', amountDescription: 'Principal', amount: '1250.50', quantity: 1 },
    { ...item(n), amountType: 'ItemFees', amountDescription: 'Commission', amount: '-18.75' },
    { ...item(n), amountType: 'ItemFees', amountDescription: 'FBAPerUnitFulfillmentFee', amount: '-4.12' },
  ])

export interface SettlementWish {
  readonly id?: string
  readonly currency?: string
  readonly total?: string
  readonly layout?: 'v1' | 'v2'
  readonly style?: SettlementStyle
}
export const american: SettlementStyle = { numbers: '1234.56', dates: 'dashed', lineEnd: '\r\n' }
export function settlement(
  lines: readonly WrittenSettlementLine[],
  { id = '90001', currency = 'USD', total, layout = 'v2', style = american }: SettlementWish = {},
): string {
  const head = {
    settlementId: id,
    startMs: Date.UTC(2025, 2, 3),
    endMs: Date.UTC(2025, 2, 17),
    depositMs: Date.UTC(2025, 2, 19),
    total: total ?? sumOf(lines.map(l => l.amount)),
    currency,
  }
  return [...(layout === 'v1' ? writeSettlementV1 : writeSettlementV2)(head, lines, style)].join('')
}

/** A text report as a workbook saved from it: every cell as text, or amounts as numbers as a spreadsheet makes them. */
export async function asWorkbook(text: string, separator: '\t' | ',', numbers = false): Promise<Buffer> {
  const rows = text
    .trimEnd()
    .split(/\r?\n/)
    .map(line => (separator === '\t' ? line.split('\t') : line.slice(1, -1).split('","')))
  const width = Math.max(...rows.map(r => r.length))
  const isNumber = (at: number): boolean => numbers && rows.some(r => /\d[.,]\d\d$/.test(r[at] ?? ''))
  const columns = Array.from({ length: width }, (_, at) => ({
    title: rows[0]?.[at] ?? '',
    kind: isNumber(at) ? ('money' as const) : ('text' as const),
  }))
  const body = rows
    .slice(1)
    .map(r => r.map((cell, at) => (isNumber(at) && /^-?[\d,]+(\.\d+)?$/.test(cell) ? cell.replaceAll(',', '') : cell)))
  return buffer(Readable.from(xlsxStream({ sheets: [{ name: 'Sheet1', columns, rows: [body] }] })))
}
