/** The same settlement as every marketplace and every program writes it: the same money on the same days. */
import { describe, expect, test } from 'vitest'
import { encode } from '../../../../../test/fixtures/amazon/encode.ts'
import { readMoneyBytes } from '../../../../../test/fixtures/amazon/read-money-file.ts'
import type { SettlementLine } from './lines.ts'

type Row = Readonly<Record<string, string>>
const columns = [
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
]
/** UTC, as numbers; the last one is another day in Tokyo and in California */
const posted = [Date.UTC(2024, 11, 2, 9, 3, 44), Date.UTC(2024, 11, 13, 0, 5, 9), Date.UTC(2024, 11, 13, 16, 30, 0)]
const [start, end, deposit] = [Date.UTC(2024, 10, 30, 8), Date.UTC(2024, 11, 14, 8), Date.UTC(2024, 11, 16, 8)]
const amounts = ['1234567.89', '-185183.00', '-39.99', '0.01']

interface Print {
  readonly time: (ms: number) => string
  readonly day: (ms: number) => string
  readonly number: (amount: string) => string
  readonly currency?: string
}
const two = (n: number): string => String(n).padStart(2, '0')
const parts = (ms: number): string[] => {
  const at = new Date(ms)
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two)
}
const clock = (ms: number): string => parts(ms).slice(3).join(':')
const inTokyo = 9 * 3_600_000
const plain: Print = {
  time: ms => `${parts(ms).slice(0, 3).join('-')} ${clock(ms)} UTC`,
  day: ms => parts(ms).slice(0, 3).join('-'),
  number: a => a,
}
const dotted: Print = {
  time: ms => `${parts(ms).slice(0, 3).reverse().join('.')} ${clock(ms)} UTC`,
  day: ms => parts(ms).slice(0, 3).reverse().join('.'),
  number: a => a.replace('.', ','),
}
const prints: Readonly<Record<string, Print>> = {
  'com, ca, mx': plain,
  'de, fr, it, es, nl, be': dotted,
  'de with thousands': { ...dotted, number: a => a.replace('.', ',').replace(/\B(?=(?:\d{3})+,)/g, '.') },
  'se, pl': {
    ...dotted,
    number: a =>
      a
        .replace('.', ',')
        .replace(/\B(?=(?:\d{3})+,)/g, '\u00A0')
        .replace('-', '\u2212'),
  },
  'co.jp': {
    time: ms =>
      `${parts(ms + inTokyo)
        .slice(0, 3)
        .join('/')} ${clock(ms + inTokyo)} JST`,
    day: ms =>
      parts(ms + inTokyo)
        .slice(0, 3)
        .join('/'),
    number: a => a,
  },
  'co.uk, in, au': {
    time: ms => `${parts(ms).slice(0, 3).reverse().join('/')} ${clock(ms)} UTC`,
    day: ms => parts(ms).slice(0, 3).reverse().join('/'),
    number: a => a,
  },
  'in with lakh': { ...plain, number: a => a.replace(/\B(?=(?:\d{2})*\d{3}\.)/g, ',') },
  'ISO 8601': { ...plain, time: ms => `${parts(ms).slice(0, 3).join('-')}T${clock(ms)}+00:00` },
  'ISO 8601 with Z and parts of a second': { ...plain, time: ms => `${parts(ms).slice(0, 3).join('-')}T${clock(ms)}.000Z` },
  'month before day, as the United States write it': {
    ...plain,
    time: ms => `${parts(ms)[1]}/${parts(ms)[2]}/${parts(ms)[0]} ${clock(ms)} UTC`,
    day: ms => `${parts(ms)[1]}/${parts(ms)[2]}/${parts(ms)[0]}`,
  },
}

function rowsOf(print: Print): Row[] {
  const head: Row = {
    'settlement-id': '21999888777',
    'settlement-start-date': print.time(start),
    'settlement-end-date': print.time(end),
    'deposit-date': print.time(deposit),
    'total-amount': print.number('1049344.91'),
    currency: print.currency ?? 'EUR',
  }
  return [
    head,
    ...amounts.map((amount, n): Row => {
      const at = posted[Math.min(n, posted.length - 1)] ?? 0
      return {
        'settlement-id': '21999888777',
        'transaction-type': n < 2 ? 'Order' : n === 2 ? 'Refund' : 'Brand new',
        'order-id': `404-000000${n}-0000001`,
        'marketplace-name': 'Amazon.xx',
        'amount-type': n === 0 ? 'ItemPrice' : n === 3 ? 'Newly invented' : 'ItemFees',
        'amount-description': n === 0 ? 'Principal' : n === 3 ? 'Unheard of' : 'Commission',
        amount: print.number(amount),
        'posted-date': print.day(at),
        'posted-date-time': print.time(at),
        sku: '12" lamp, "white"',
        'quantity-purchased': n === 0 ? '2' : '',
      }
    }),
  ]
}

interface Writing {
  readonly separator?: string
  readonly lineEnd?: string
  readonly heads?: readonly string[]
  readonly quote?: (cell: string) => string
}
function write(rows: readonly Row[], { separator = '\t', lineEnd = '\n', heads = columns, quote = c => c }: Writing = {}): string {
  const named = heads.map(h => h.toLowerCase().replace(/[\s_]/g, '-'))
  return [heads, ...rows.map(row => named.map(h => row[h] ?? ''))].map(cells => cells.map(quote).join(separator) + lineEnd).join('')
}
const quoted = (cell: string): string => (/["\t,;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const excelRow = (rows: readonly Row[]): string => write(rows, { lineEnd: '\r\n', quote: quoted })

async function facts(content: Buffer | string, zone = 'UTC'): Promise<unknown> {
  const file = await readMoneyBytes<SettlementLine>(content, { zone, currency: 'EUR' })
  expect([file.reason, file.refusals, file.cutOff]).toEqual(['', [], null])
  return {
    kind: file.kind,
    totals: file.controlTotals.map(t => [t.currency, t.stated, t.summed]),
    lines: file.lines.map(l => [
      l.lineNo,
      l.postedAt,
      l.postedOn,
      l.orderId,
      l.sku,
      l.quantity,
      l.amountType,
      l.amountDescription,
      l.amount,
    ]),
  }
}
const reference = (zone?: string): Promise<unknown> => facts(write(rowsOf(plain)), zone)

test('what they are compared with', async () => {
  expect(await reference('America/Los_Angeles')).toMatchObject({
    kind: 'amazonSettlementV2',
    totals: [['EUR', '1049344.91', '1049344.91']],
    lines: [
      [1, '2024-12-02T09:03:44Z', '2024-12-02', '404-0000000-0000001', '12" lamp, "white"', 2, 'ItemPrice', 'Principal', '1234567.89'],
      [2, '2024-12-13T00:05:09Z', '2024-12-12', '404-0000001-0000001', '12" lamp, "white"', null, 'ItemFees', 'Commission', '-185183.00'],
      [3, '2024-12-13T16:30:00Z', '2024-12-13', '404-0000002-0000001', '12" lamp, "white"', null, 'ItemFees', 'Commission', '-39.99'],
      [4, '2024-12-13T16:30:00Z', '2024-12-13', '404-0000003-0000001', '12" lamp, "white"', null, 'Newly invented', 'Unheard of', '0.01'],
    ],
  })
})

describe('as the marketplaces print it', () => {
  test.each(Object.entries(prints))('%s', async (_name, print) => {
    for (const zone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])
      expect(await facts(write(rowsOf(print)), zone)).toEqual(await reference(zone))
  })
  test('yen', async () => {
    const whole = (a: string): string => a.replace(/\.\d+$/, '').replace('1049344', '1049345')
    const file = await readMoneyBytes<SettlementLine>(write(rowsOf({ ...prints['co.jp']!, number: whole, currency: 'JPY' })), {
      zone: 'Asia/Tokyo',
      currency: 'JPY',
    })
    expect([file.refusals, file.controlTotals]).toEqual([
      [],
      [{ name: 'total', currency: 'JPY', stated: '1049345.00', summed: '1049345.00' }],
    ])
    expect(file.lines.map(l => l.postedOn)).toEqual(['2024-12-02', '2024-12-13', '2024-12-14', '2024-12-14'])
  })
})

describe('as programs write it', () => {
  const rows = rowsOf(dotted)
  const text = write(rows)
  const moved = [...columns.slice(12), ...columns.slice(0, 12)]
  const writings: readonly (readonly [name: string, content: Buffer | string])[] = [
    ['with a byte-order mark', encode(text, 'utf-8-mark')],
    ['in UTF-16', encode(text, 'utf-16le-mark')],
    ['in UTF-16 without a mark', encode(text, 'utf-16le')],
    ['with CRLF', write(rows, { lineEnd: '\r\n' })],
    ['with CR', write(rows, { lineEnd: '\r' })],
    ['without a line end at the end', text.slice(0, -1)],
    ['with empty lines', text.replaceAll('\n', '\n\n') + '\n\n'],
    ['with lines of tabs alone', text.replaceAll('\n', `\n${'\t'.repeat(23)}\n`)],
    ['with a tab at the end of each line', write(rows, { lineEnd: '\t\n' })],
    ['with its columns in another order', write(rows, { heads: moved })],
    ['with columns nobody knows', write(rows, { heads: ['store-name', ...columns, 'tax-region', 'note'] })],
    ['with blanks in its heads', write(rows, { heads: columns.map(c => c.replaceAll('-', ' ')) })],
    ['with capitals and underscores in its heads', write(rows, { heads: columns.map(c => c.replaceAll('-', '_').toUpperCase()) })],
    ['as Excel saves tabbed text', excelRow(rows)],
    ['as Excel saves Unicode text', encode(excelRow(rows), 'utf-16le-mark')],
    ['with commas', write(rows, { separator: ',', quote: c => `"${c.replaceAll('"', '""')}"` })],
    ['with semicolons', write(rows, { separator: ';', quote: quoted })],
    ['with its currency in small letters', text.replace('\tEUR\t', '\teur\t')],
    ['with blanks around cells', text.replaceAll('\t', ' \t ')],
  ]
  test.each(writings)('%s', async (_name, content) => {
    expect(await facts(content)).toEqual(await reference())
  })
})
