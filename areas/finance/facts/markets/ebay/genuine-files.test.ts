/**
 * eBay's reports as Seller Hub gives them: the repository's own of that layout, and the genuine ones where their folder is at hand. Each is
 * read by the product's readers and by a plain second reading, whose rule holds in every genuine transaction: net is gross and fees.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Doubt, FileKind, Refusal } from '#platform/declare/file-kind.ts'
import { add, canonical, compare, sum } from '#platform/format/decimal.ts'
import { areas } from '#areas/index.ts'
import { openSource, surveyOf } from '#platform/server/imports/source.ts'
import { genuineIn } from '../../../../../test/setup/genuine.ts'
import { fixtures } from '../../../../../test/setup/plain-reading.ts'
import { kindFamilies } from '../../kinds/kind-families.ts'
import type { MarketLine } from '../market-file.ts'

const kinds = areas.flatMap(area => (area.families ?? []).flatMap(family => [...family.kinds])) as readonly FileKind[]

async function read<Line>(path: string) {
  const opened = await openSource(path, kinds)
  if (!opened.ok) throw new Error(JSON.stringify(opened.reason))
  const { source } = opened
  const survey = await surveyOf(source)
  const [lines, refused]: [Line[], Refusal[]] = [[], [...survey.refusals]]
  const ask = { zone: 'America/Los_Angeles', currency: 'USD' }
  const reader = source.kind.read(source.match, survey.format, ask, {
    line: line => void lines.push(line as Line),
    refuse: one => void refused.push(one),
  })
  for await (const rows of source.rows()) for (const row of rows) reader.row(row)
  const end = reader.end()
  await source.close()
  return { kind: source.kind, survey, lines, refused, doubts: (end.doubts ?? []) as readonly Doubt[], notes: end.notes ?? [] }
}

/** Rows of a comma file with their quotes taken off, and the cell of a head; nothing of the product's reader. */
function plainRows(path: string, first: RegExp): { rows: string[][]; heads: string[] } {
  const rows = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(line => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(m => (m[1] ?? m[2] ?? '').replaceAll('""', '"')))
  const head = rows.findIndex(cells => cells.some(cell => first.test(cell)))
  return { heads: rows[head] ?? [], rows: rows.slice(head + 1) }
}
const amount = (cell: string | undefined): string =>
  cell === undefined || /^(?:--)?$/.test(cell) ? '0' : canonical(cell.replace(/[$,]/g, ''))

interface Plain {
  readonly type: string
  readonly orderNo: string
  readonly net: string
  readonly gross: string
  fees: string
}
function plainTransactions(path: string): Plain[] {
  const { rows, heads } = plainRows(path, /^Transaction (?:creation )?date$/)
  const fees = heads.slice(heads.indexOf('eBay collected tax') + 1, heads.indexOf('Gross transaction amount'))
  const found: Plain[] = []
  for (const cells of rows) {
    const at = (head: string): string => cells[heads.indexOf(head)] ?? ''
    if (cells.length < heads.length) continue
    const taken = sum(fees.map(head => amount(at(head))))
    const last = found.at(-1)
    if (at('Net amount') === '--') {
      if (last) last.fees = add(last.fees, taken)
    } else
      found.push({
        type: at('Type'),
        orderNo: at('Order number').replace('--', ''),
        net: amount(at('Net amount')),
        gross: amount(at('Gross transaction amount')),
        fees: taken,
      })
  }
  return found
}

const reports = [
  join(fixtures, 'ebay/transactions.csv'),
  join(fixtures, 'ebay/transactions-older-head.csv'),
  ...genuineIn('ebay-transactions', '.csv'),
]
describe.each(reports.map(path => [basename(path), path] as const))('transaction report %s', (_name, path) => {
  const plain = plainTransactions(path)

  test('every transaction is read: its parts are gross and fees, and every word is known', async () => {
    const { kind, lines, refused, doubts, notes } = await read<MarketLine>(path)
    expect([kind.code, kind.origin, refused, doubts]).toEqual(['ebayReport', 'genuine', [], []])
    expect(JSON.stringify(notes)).not.toContain('真实文件')
    expect(plain.length).toBeGreaterThan(5)
    for (const one of plain) expect(compare(one.net, add(one.gross, one.fees)), JSON.stringify(one)).toBe(0)
    const transactions = [...Map.groupBy(lines, line => `${line.no - line.part}`).values()]
    const told = transactions.map(parts => {
      const of = (isFee: boolean) => sum(parts.filter(part => (part.amountType === 'FEE') === isFee).map(part => part.amount))
      return [parts[0]?.orderNo, ...[of(false), of(true)].map(canonical)]
    })
    expect(told).toEqual(plain.map(one => [one.orderNo, ...[one.gross, one.fees].map(canonical)]))
    const unknown = lines.filter(line => kindFamilies.ebay.itemOf({ family: 'ebay', column: '', ...line }) === null)
    expect(unknown.map(line => [line.type, line.amountType, line.description])).toEqual([])
  })
})

/** what all items of a file make; the chairs of the own one are printed at the price of each */
const expected = [
  ['orders.csv', '195.99'],
  ['all-orders-2025-10-23.csv', '526.78'],
  ['orders-2023-head-first.csv', '194.68'],
] as const
const orders = [join(fixtures, 'ebay/orders.csv'), ...genuineIn('ebay-orders', '.csv')]
describe.each(orders.map(path => [basename(path), path] as const))('orders report %s', (name, path) => {
  test('every line of an item is read, with the amounts of its line of totals', async () => {
    const { heads, rows } = plainRows(path, /^Sales Record Number$/)
    const at = (cells: readonly string[], head: string): string => cells[heads.indexOf(head)] ?? ''
    const paid = rows.filter(cells => cells.length === heads.length && at(cells, 'Order Number') !== '')
    const items = paid.filter(cells => at(cells, 'Item Number') !== '')
    const { kind, lines, refused } = await read<Readonly<Record<string, string>>>(path)
    expect([kind.code, kind.origin, refused]).toEqual(['ebayOrders', 'genuine', []])
    expect(lines.map(line => [line['orderNo'], line['itemId'], line['quantity']])).toEqual(
      items.map(cells => [at(cells, 'Order Number'), at(cells, 'Item Number'), at(cells, 'Quantity')]),
    )
    const total = (head: string): string => sum(paid.map(cells => amount(at(cells, head))))
    const told = (field: string): string => canonical(sum(lines.map(line => line[field] ?? '0')))
    expect([told('shipping'), told('tax')]).toEqual(['Shipping And Handling', 'eBay Collected Tax'].map(head => canonical(total(head))))
    const item = expected.find(([file]) => file === name)?.[1] ?? '0'
    expect(told('item')).toBe(item)
  })
})

/** As other sites print it: heads, dates, signs of currencies and decimal marks. */
const writings: readonly (readonly [site: string, file: string, lines: readonly (readonly string[])[]])[] = [
  [
    'Australia, an order of several items without amounts of its items',
    'orders-australia.csv',
    [
      ['16-1', '405', '3000.00', '13.00', 'AUD', '2026-05-26'],
      ['01-2', '406', '115', '46.6', 'AUD', '2026-05-26'],
      ['01-2', 'SKU-2', '50', '0', 'AUD', '2026-05-26'],
    ],
  ],
  ['United Kingdom, small letters and semicolons', 'orders-united-kingdom.csv', [['20-3', 'M-1', '20', '3.50', 'GBP', '2026-09-01']]],
  [
    'amounts with a comma and the code of the currency',
    'orders-comma.csv',
    [
      ['12-4', '601', '1290.00', '3.50', 'EUR', '2026-10-05'],
      ['12-5', '602', '1234.50', '4.00', 'EUR', '2026-10-05'],
    ],
  ],
]
test.each(writings)('orders of other sites: %s', async (_site, file, told) => {
  const { kind, lines, refused } = await read<Readonly<Record<string, string>>>(join(fixtures, 'ebay', file))
  expect([kind.code, refused]).toEqual(['ebayOrders', []])
  const exact = (rows: readonly (readonly (string | undefined)[])[]) =>
    rows.map(row => row.map(cell => (/^[\d.]+$/.test(cell ?? '') ? canonical(cell ?? '') : cell)))
  const fields = ['orderNo', 'sku', 'item', 'shipping', 'currency', 'orderedOn'] as const
  expect(exact(lines.map(line => fields.map(field => line[field])))).toEqual(exact(told))
})

test('transactions of other sites: a rate, dashes in heads, fees on the row of totals, a fee that nobody knows', async () => {
  const { kind, lines, refused, doubts, notes } = await read<MarketLine>(join(fixtures, 'ebay/transactions-united-kingdom.csv'))
  expect([kind.code, refused, doubts]).toEqual(['ebayReport', [], []])
  const of = (orderNo: string, type = 'SALE') => lines.filter(line => line.orderNo === orderNo && line.type === type)
  expect(canonical(sum(of('1-1').map(line => line.amount)))).toBe('94.53')
  expect(of('1-2').map(line => [line.amountType, line.itemId, canonical(line.amount)])).toEqual([
    ['SHIPPING', '', '5'],
    ['ITEM', '502', '15'],
    ['ITEM', '503', '10'],
    ['FEE', '', '-0.3'],
    ['FEE', '', '-3'],
    ['FEE', '', '-0.4'],
  ])
  expect(JSON.stringify(notes)).toContain('Fee of tomorrow')
  const items = lines.map(line => [line.type, kindFamilies.ebay.itemOf({ family: 'ebay', column: '', ...line })])
  expect(items.slice(-4)).toEqual([
    ['PURCHASE', null],
    ['WITHHELD_TAX', 'taxWithheld'],
    ['PAYOUT', 'transfer'],
    ['RESERVE', 'reserve'],
  ])
})
