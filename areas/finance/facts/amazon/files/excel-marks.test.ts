/** Reports that Excel has opened and saved: read exactly where it kept what the file said, refused where it did not. */
import { describe, expect, test } from 'vitest'
import { readMoneyBook, type ReadBook } from '../../../../../test/fixtures/amazon/read-money-file.ts'
import { madeWorkbook } from '../../../../../test/setup/made-workbook.ts'
import { CentsWatch } from './excel-marks.ts'
import type { SettlementLine, SummaryLine, TransactionLine } from './lines.ts'
import { parseMoney } from './numbers.ts'
import { unifiedColumns } from './transaction-report.ts'
import {
  pacificZone,
  utcZone,
  writeSettlementV1,
  writeSettlementV2,
  writeTransactionReport,
  type ReportStyle,
  type WrittenTransaction,
} from './write-report.ts'

const american: ReportStyle = {
  language: 'en',
  currency: 'USD',
  columns: unifiedColumns,
  numbers: '1,234.56',
  dates: 'american',
  zone: pacificZone,
}
const german: ReportStyle = {
  language: 'de',
  currency: 'EUR',
  columns: unifiedColumns,
  numbers: '1.234,56',
  dates: 'dotted',
  zone: utcZone,
}
const sale = (n: number, price: string, fee: string): WrittenTransaction => ({
  epochMs: Date.UTC(2025, 2, 13 + n, 9, 30),
  settlementId: '25671855822',
  type: 'order',
  orderId: `304-000000${n}-0000001`,
  sku: `LAMP-${n}`,
  quantity: 1,
  amounts: { productSales: price, sellingFees: fee },
})
const small = [sale(1, '35.00', '-4.20'), sale(2, '19.90', '-2.39'), sale(3, '7.10', '-0.85')]
const payOut: WrittenTransaction = {
  epochMs: Date.UTC(2025, 2, 20),
  settlementId: '25671855822',
  type: 'transfer',
  amounts: { other: '-1076.13' },
}
const rowsOf = (lines: readonly WrittenTransaction[], style: ReportStyle): string[][] =>
  [...writeTransactionReport(lines, style)]
    .join('')
    .trimEnd()
    .split('\n')
    .map(line => line.slice(1, -1).split('","'))

/** What Excel makes of a cell where it writes 1,234.56 and month before day. */
function typed(cell: string): number | string | Date {
  if (/^-?\d[\d,]*(?:\.\d+)?$/.test(cell) && cell.length < 20) return Number(cell.replaceAll(',', ''))
  const day = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell)
  return day && Number(day[1]) <= 12 ? new Date(Date.UTC(Number(day[3]), Number(day[1]) - 1, Number(day[2]))) : cell
}
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const cellOf = (value: number | string | Date): string =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : typeof value === 'string'
      ? `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
      : `<c s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`
const workbook = (rows: readonly (readonly (number | string | Date)[])[]): Buffer =>
  madeWorkbook({ sheets: [{ rows: rows.map(row => `<row>${row.map(cellOf).join('')}</row>`).join('') }], formats: ['yyyy-mm-dd'] })
const opened = (rows: readonly (readonly string[])[]): Buffer => workbook(rows.map(row => row.map(typed)))
const read = (content: Buffer | string, currency = 'EUR'): Promise<ReadBook<TransactionLine>> =>
  readMoneyBook(content, { zone: 'UTC', currency })

describe('kept', () => {
  test('a report of the same land: equal keys, so that it adds nothing', async () => {
    const lines = [...small, payOut]
    const text = await read([...writeTransactionReport(lines, american)].join(''), 'USD')
    const book = await read(opened(rowsOf(lines, american)), 'USD')
    expect([book.reason, book.refusals]).toEqual(['', []])
    expect(book.lines.map(l => l.key)).toEqual(text.lines.map(l => l.key))
    expect(book.lines).toHaveLength(4)
  })
  test('a sum with the noise of binary fractions is the amount it means', async () => {
    const rows = rowsOf([sale(1, '0.30', '-0.10')], american).map(row =>
      row.map(cell => (cell === '0.30' ? 0.1 + 0.2 : cell === '0.20' ? 0.3 - 0.1 : typed(cell))),
    )
    expect(JSON.stringify(rows)).toContain('0.30000000000000004')
    const book = await read(workbook(rows), 'USD')
    expect(book.refusals).toEqual([])
    expect(book.lines.map(l => [l.amounts.productSales, l.amounts.sellingFees, l.total])).toEqual([['0.3', '-0.1', '0.2']])
  })
  test('yen have no decimals to lose', async () => {
    const yen: ReportStyle = { ...american, language: 'ja', currency: 'JPY', dates: 'slashed', zone: utcZone }
    const book = await read(opened(rowsOf([sale(1, '3500', '-420'), sale(2, '1990', '-239')], yen)), 'JPY')
    expect([book.refusals, book.lines.map(l => l.total)]).toEqual([[], ['3080', '1751']])
  })
  test('one pay-out of whole euros is no proof of a change', async () => {
    const book = await read(opened(rowsOf([{ ...payOut, amounts: { other: '-300.00' } }], american)), 'USD')
    expect([book.refusals, book.lines.map(l => l.total)]).toEqual([[], ['-300']])
  })
})

const cents = /没有一个金额带小数.*“35,00”当成了 3500.*原始文件/
describe('a comma taken for thousands', () => {
  test('35,00 opened where 1,234.56 is written', async () => {
    const book = await read(opened(rowsOf(small, german)))
    expect(book.refusals.map(r => r.reason)).toEqual([expect.stringMatching(cents)])
  })
  test('beside amounts of thousands, which stay as they were', async () => {
    const book = await read(opened(rowsOf([...small, payOut], german)))
    expect(book.refusals.map(r => r.reason)).toEqual([expect.stringMatching(cents)])
  })
  test('saved again as text, where 3500 is shown as 3,500', async () => {
    const shown = rowsOf(small, german).map(row =>
      row.map(cell => (typeof typed(cell) === 'number' && cell.includes(',') ? Number(cell.replace(',', '')).toLocaleString('en') : cell)),
    )
    const text = shown.map(row => row.map(cell => `"${cell}"`).join(',') + '\n').join('')
    expect(text).toContain('"3,500"')
    expect((await read(text)).refusals.map(r => r.reason)).toEqual([expect.stringMatching(cents)])
  })
  test('of a settlement', async () => {
    const head = {
      settlementId: '25671855822',
      startMs: Date.UTC(2025, 2, 10),
      endMs: Date.UTC(2025, 2, 24),
      depositMs: Date.UTC(2025, 2, 26),
      total: '28.41',
      currency: 'EUR',
    }
    const line = {
      epochMs: Date.UTC(2025, 2, 13),
      transactionType: 'Order',
      amountType: 'ItemPrice',
      amountDescription: 'Principal',
      marketplaceName: 'Amazon.de',
    }
    const text = [
      ...writeSettlementV2(
        head,
        [
          { ...line, amount: '35.00' },
          { ...line, amountType: 'ItemFees', amount: '-4.20' },
          { ...line, amountType: 'ItemFees', amount: '-2.39' },
        ],
        { numbers: '1234,56', dates: 'dotted' },
      ),
    ].join('')
    expect((await read(text)).refusals).toEqual([])
    const book = await read(
      opened(
        text
          .trimEnd()
          .split('\n')
          .map(l => l.split('\t')),
      ),
    )
    expect(book.refusals.map(r => r.reason)).toEqual([expect.stringMatching(cents)])
  })
  test.each([
    ['three whole amounts', ['3500', '-420', '3080'], true],
    ['thousands read with a comma for the mark', ['3.500', '-1.039', '2.461'], true],
    ['one small amount with cents', ['3500', '-420', '3080', '0.50'], false],
    ['thousands with cents alone', ['1234.56', '-420', '-300', '-5'], true],
    ['the same amount again and again', ['-300', '-300', '-300', '0'], false],
  ])('%s', (_name, amounts, isChanged) => {
    const watch = new CentsWatch()
    for (const amount of amounts) watch.note(parseMoney(amount, '.') ?? { units: 0n, text: '' })
    expect(watch.refusal('EUR') !== null).toBe(isChanged)
    expect(watch.refusal('JPY')).toBeNull()
  })
})

describe('ids taken for numbers', () => {
  const changed = (cell: string | number): Buffer =>
    workbook(rowsOf(small, american).map((row, n) => (n === 9 ? row.map((c, at) => (at === 4 ? cell : c)) : row)))
  test.each([['1.12345E+17'], ['1,12345E+17'], ['5E+12'], [112345678901234000]])('%s is refused with its line', async cell => {
    const book = await read(changed(cell), 'USD')
    expect(book.refusals).toEqual([
      { line: 10, column: 'sku', value: String(cell), reason: expect.stringMatching(/被 Excel 改成了数字，后面的位数已丢失/) },
    ])
  })
  test.each([['0E+LAMP'], ['112345678901234'], ['1123456789012345'], ['1123456789012340'], ['E+1'], ['LAMP-E+10']])(
    '%s is an id',
    async cell => {
      expect((await read(changed(cell), 'USD')).refusals).toEqual([])
    },
  )
})

describe('days taken for months', () => {
  const head = {
    settlementId: '23874396421',
    startMs: Date.UTC(2025, 3, 1),
    endMs: Date.UTC(2025, 3, 15),
    depositMs: Date.UTC(2025, 3, 17),
    total: '0.30',
    currency: 'CAD',
  }
  const line = (day: number) => ({
    epochMs: Date.UTC(2025, 3, day),
    transactionType: 'Order',
    amountType: 'ItemFees',
    amountDescription: 'Commission',
    amount: '0.10',
  })
  /** day before month, as a file of the United Kingdom has it, opened where the month goes first */
  const rows = (days: readonly number[]): string[][] =>
    [...writeSettlementV1(head, days.map(line), { numbers: '1234.56', dates: 'dashed' })]
      .join('')
      .trimEnd()
      .split('\n')
      .map((l, n) => l.split('\t').map(cell => (n >= 2 ? cell.replace(/^(\d{4})-(\d\d)-(\d\d) .*$/, '$3/$2/$1') : cell)))
  test('a column of dates and of texts is refused with one of each', async () => {
    const book = await readMoneyBook<SettlementLine>(opened(rows([3, 4, 13])), { zone: 'UTC', currency: 'CAD' })
    expect(book.refusals.map(r => r.reason)).toEqual([expect.stringMatching(/日期列里既有日期“2025-03-04”又有文字“13\/04\/2025”.*对调/)])
  })
  test('dates that lie in the settlement with day and month changed about are refused', async () => {
    const book = await readMoneyBook<SettlementLine>(opened(rows([3, 5, 12])), { zone: 'UTC', currency: 'CAD' })
    expect(book.refusals.map(r => r.reason)).toEqual([expect.stringMatching(/日和月对调/)])
  })
  test('a month in place of an amount says so', async () => {
    const changed = rowsOf(small, american).map((row, n) =>
      n === 8 ? row.map(cell => (cell === '-4.20' ? new Date(Date.UTC(2025, 3, 20)) : cell)) : row,
    )
    expect((await read(workbook(changed), 'USD')).refusals.map(r => [r.line, r.column, r.reason])).toEqual([
      [9, 'selling fees', expect.stringMatching(/金额成了日期/)],
    ])
  })
})

test('a summary in Chinese, of another land', async () => {
  const text = [
    '2016年1月1日至2016年2月1日的交易一览',
    '日期,订单编号,SKU,交易类型,付款类型,付款详情,金额,数量',
    '2016年1月31日,112-1-1,ST-1,订单付款,商品费用,,AED 35.10,1',
    '2016年1月31日,112-1-1,ST-1,订单付款,亚马逊费用,佣金,AED -4.20,',
  ].join('\n')
  const file = await readMoneyBook<SummaryLine>(`${text}\n`, { zone: 'UTC', currency: 'AED' })
  expect([file.reason, file.refusals, file.kind]).toEqual(['', [], 'amazonTransactionSummary'])
  expect(file.lines.map(l => [l.postedOn, l.orderId, l.transactionType, l.amount, l.quantity])).toEqual([
    ['2016-01-31', '112-1-1', '订单付款', '35.10', 1],
    ['2016-01-31', '112-1-1', '订单付款', '-4.20', null],
  ])
})
