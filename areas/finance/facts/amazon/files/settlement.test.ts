import { describe, expect, test } from 'vitest'
import { encode, type WrittenEncoding } from '../../../../../test/fixtures/amazon/encode.ts'
import { readMoneyBytes, type ReadFile } from '../../../../../test/fixtures/amazon/read-money-file.ts'
import type { SettlementHead, SettlementLine } from './lines.ts'
import { moneyText, parseMoney } from './numbers.ts'
import {
  writeSettlementV1,
  writeSettlementV2,
  type SettlementStyle,
  type WrittenSettlementHead,
  type WrittenSettlementLine,
} from './write-report.ts'

const at = Date.UTC(2025, 9, 3, 6, 30, 5)
const item = {
  epochMs: at,
  transactionType: 'Order',
  orderId: '306-1',
  marketplaceName: 'Amazon.de',
  sku: 'P1',
  fulfillment: 'AFN',
  orderItemCode: '77',
}
const lines: readonly WrittenSettlementLine[] = [
  { ...item, amountType: 'ItemPrice', amountDescription: 'Principal', amount: '1141.18', quantity: 2 },
  { ...item, amountType: 'ItemPrice', amountDescription: 'Tax', amount: '4.10' },
  { ...item, amountType: 'ItemWithheldTax', amountDescription: 'MarketplaceFacilitatorVAT-Principal', amount: '-4.10' },
  { ...item, amountType: 'ItemFees', amountDescription: 'Commission', amount: '-171.18' },
  { ...item, amountType: 'Promotion', amountDescription: 'Shipping', amount: '-3.00', promotionId: 'FREE' },
  {
    ...item,
    epochMs: at + 86_400_000,
    transactionType: 'Refund',
    adjustmentId: 'a1',
    amountType: 'ItemPrice',
    amountDescription: 'Principal',
    amount: '-10.00',
  },
  {
    epochMs: at + 2 * 86_400_000,
    transactionType: 'ServiceFee',
    amountType: 'Cost of Advertising',
    amountDescription: 'TransactionTotalAmount',
    amount: '-12.03',
  },
  {
    epochMs: at + 2 * 86_400_000,
    transactionType: 'other-transaction',
    amountType: 'other-transaction',
    amountDescription: 'Subscription Fee',
    amount: '-39.00',
  },
  {
    epochMs: at + 2 * 86_400_000,
    transactionType: 'other-transaction',
    amountType: 'FBA Inventory Reimbursement',
    amountDescription: 'WAREHOUSE_LOST',
    amount: '15.25',
    sku: 'P1',
  },
]

function headOf(written: readonly WrittenSettlementLine[]): WrittenSettlementHead {
  const total = written.reduce((sum, line) => sum + (parseMoney(line.amount, '.')?.units ?? 0n), 0n)
  return {
    settlementId: '25800000001',
    startMs: Date.UTC(2025, 9, 1),
    endMs: Date.UTC(2025, 9, 14),
    depositMs: Date.UTC(2025, 9, 16),
    total: moneyText(total, 2),
    currency: 'EUR',
  }
}

const german: SettlementStyle = { numbers: '1234,56', dates: 'dotted', lineEnd: '\r\n' }
const text = (style: SettlementStyle = german, written = lines): string => [...writeSettlementV2(headOf(written), written, style)].join('')
const read = (content: Buffer | string, zone = 'UTC'): Promise<ReadFile<SettlementLine>> =>
  readMoneyBytes<SettlementLine>(content, { zone, currency: 'EUR' })

describe('one settlement, however it is written', () => {
  const ways: [SettlementStyle, WrittenEncoding][] = [
    [german, 'utf-8'],
    [{ numbers: '1.234,56', dates: 'dotted', lineEnd: '\n' }, 'utf-8-mark'],
    [{ numbers: '1,234.56', dates: 'iso', lineEnd: '\r' }, 'utf-8'],
    [{ numbers: '1 234,56', dates: 'dashed' }, 'utf-16le-mark'],
    [{ numbers: "1'234.56", dates: 'iso' }, 'utf-16be-mark'],
    [{ numbers: '1234.56', dates: 'dashed' }, 'gb18030'],
  ]
  test.each(ways)('%o in %s', async (style, encoding) => {
    const reference = await read(text())
    const file = await read(encode(text(style), encoding))
    expect(file.refusals).toEqual([])
    expect(file.lines).toEqual(reference.lines)
    expect(file.head).toEqual(reference.head)
    expect(file.controlTotals).toEqual([{ name: 'total', currency: 'EUR', stated: '921.22', summed: '921.22' }])
  })

  test('the head and the first line hold every value', async () => {
    const file = await read(text())
    const head: SettlementHead = {
      settlementId: '25800000001',
      startAt: '2025-10-01T00:00:00Z',
      endAt: '2025-10-14T00:00:00Z',
      depositAt: '2025-10-16T00:00:00Z',
      total: '921.22',
      currency: 'EUR',
      layout: 'v2',
    }
    expect(file.head).toEqual(head)
    expect(file.lines[0]).toEqual({
      line: 3,
      settlementId: '25800000001',
      lineNo: 1,
      postedAt: '2025-10-03T06:30:05Z',
      postedOn: '2025-10-03',
      transactionType: 'Order',
      orderId: '306-1',
      merchantOrderId: '',
      adjustmentId: '',
      shipmentId: '',
      marketplaceName: 'Amazon.de',
      amountType: 'ItemPrice',
      amountDescription: 'Principal',
      amount: '1141.18',
      fulfillment: 'AFN',
      orderItemCode: '77',
      sku: 'P1',
      quantity: 2,
      promotionId: '',
      layout: 'v2',
    })
    expect(file.survey).toMatchObject({
      documentId: '25800000001',
      currencies: ['EUR'],
      marketplaces: ['Amazon.de'],
      firstDay: '2025-10-03',
      lastDay: '2025-10-05',
      lineCount: 9,
    })
  })

  test("the day is that of the marketplace's zone", async () => {
    expect((await read(text(), 'America/Los_Angeles')).lines[0]?.postedOn).toBe('2025-10-02')
  })

  test('both layouts give equal sums per order and amount type', async () => {
    const sums = (file: ReadFile<SettlementLine>): Record<string, string> => {
      const byKey = new Map<string, bigint>()
      for (const line of file.lines) {
        if (line.amountType === '') continue
        const key = `${line.orderId} / ${line.transactionType} / ${line.amountType} / ${line.amountDescription}`
        byKey.set(key, (byKey.get(key) ?? 0n) + (parseMoney(line.amount, '.')?.units ?? 0n))
      }
      return Object.fromEntries([...byKey].map(([key, sum]) => [key, moneyText(sum)]))
    }
    const first = await read([...writeSettlementV1(headOf(lines), lines, { numbers: '1234.56', dates: 'iso' })].join(''))
    expect(first.kind).toBe('amazonSettlementV1')
    expect(first.refusals).toEqual([])
    expect(sums(first)).toEqual(sums(await read(text())))
    expect(first.lines[0]).toMatchObject({ quantity: 2, amount: '0', amountType: '', lineNo: 1 })
  })

  test('47 lines that repeat exactly all count', async () => {
    const [line] = lines
    if (!line) throw new Error('no line')
    const file = await read(
      text(
        german,
        Array.from({ length: 47 }, () => line),
      ),
    )
    expect([file.lines.length, file.refusals.length, file.controlTotals[0]?.summed]).toEqual([47, 0, '53635.46'])
    expect(file.lines.at(-1)?.lineNo).toBe(47)
  })
})

describe('dates without a clock', () => {
  const slashed = (day: string, start: string, end: string): string =>
    text()
      .replaceAll(/\d\d\.\d\d\.2025\t\d\d\.\d\d\.2025 [\d:]+ UTC/g, `${day}\t`)
      .replace('01.10.2025 00:00:00 UTC\t14.10.2025 00:00:00 UTC\t16.10.2025 00:00:00 UTC', `${start}\t${end}\t${end}`)

  test('the day stands as written in any zone', async () => {
    const file = await read(slashed('13/10/2025', '01/10/2025', '14/10/2025'), 'America/Los_Angeles')
    expect([file.refusals, file.lines[0]?.postedOn]).toEqual([[], '2025-10-13'])
  })
  test("the settlement's period tells day from month", async () => {
    const file = await read(slashed('03/10/2025', '01/10/2025', '12/10/2025'))
    expect([file.refusals, file.lines[0]?.postedOn]).toEqual([[], '2025-10-03'])
    const american = await read(slashed('10/03/2025', '10/01/2025', '10/12/2025'))
    expect([american.refusals, american.lines[0]?.postedOn]).toEqual([[], '2025-10-03'])
  })
  test('a period that holds both ways refuses the file with both readings', async () => {
    const file = await read(slashed('04/03/2025', '02/03/2025', '05/05/2025'))
    expect(file.survey?.format).toBeNull()
    expect(file.refusals[0]?.reason).toMatch(/读作2025-03-0[24]或2025-0[24]-03/)
  })
})

describe('refusals', () => {
  const refusals = async (changed: string): Promise<unknown[]> => {
    expect(changed).not.toBe(text())
    return (await read(changed)).refusals.map(({ line, column, value, reason }) => [line, column, value, reason])
  }

  test('a total that is a cent off names both figures and the difference', async () => {
    expect(await refusals(text().replace('921,22', '921,23'))).toEqual([
      [2, 'total-amount', '921.23', '结算总额921.23与各行合计921.22不符，相差−0.01 EUR：文件不完整或被改动，请重新下载'],
    ])
  })
  test('a missing line', async () => {
    const rows = text().split('\r\n')
    expect(String(await refusals(rows.filter((_, index) => index !== 5).join('\r\n')))).toMatch(/921\.22.*1,092\.40.*相差171\.18/)
  })
  test('an amount that is none, an empty one, a foreign day, an odd quantity', async () => {
    const changed = text()
      .replace('-171,18', '-171,1o')
      .replace('\t-3,00\t', '\t\t')
      .replace('04.10.2025\t04.10.2025 06', '31.11.2025\t31.11.2025 06')
      .replace('P1\t2\t', 'P1\t2,5\t')
    expect((await refusals(changed)).slice(0, 4)).toEqual([
      [3, 'quantity-purchased', '2,5', '数量不是整数'],
      [6, 'amount', '-171,1o', '不是金额，或小数超过4位、整数超过14位'],
      [7, 'amount', '', '金额为空'],
      [8, 'posted-date', '31.11.2025 06:30:05 UTC', '日期不存在'],
    ])
  })
  test('two settlements in one file', async () => {
    const second = text().split('\r\n').slice(1).join('\r\n').replaceAll('25800000001', '25800000002')
    expect(String(await refusals(text() + second))).toMatch(/12,settlement-id,25800000002,一个文件只能有一张结算单/)
  })
  test("the settlement's own line missing", async () => {
    const rows = text().split('\r\n')
    expect(String(await refusals(rows.filter((_, index) => index !== 1).join('\r\n')))).toMatch(
      /2,total-amount,,表头后的第一行应是结算单本身/,
    )
  })
  test('a header alone', async () => {
    expect(String(await refusals(text().split('\r\n')[0] ?? ''))).toMatch(/没有数据/)
  })
  test('a currency that is none', async () => {
    expect(String(await refusals(text().replace('\tEUR\t', '\tEuro\t')))).toMatch(/2,currency,Euro,币种/)
  })
  test('an amount that reads both ways is told by the total', async () => {
    const yen = (total: string): string =>
      text(german, [
        { ...item, amountType: 'ItemPrice', amountDescription: 'Principal', amount: '1.234' },
        { ...item, amountType: 'ItemFees', amountDescription: 'Commission', amount: '-300' },
      ]).replace('-298,766', total)
    expect((await read(yen('934'))).lines.map(line => line.amount)).toEqual(['1234', '-300'])
    expect((await read(yen('-298,766'))).lines.map(line => line.amount)).toEqual(['1.234', '-300'])
    const neither = await read(yen('77'))
    expect([neither.lines, neither.refusals[0]?.reason]).toEqual([
      [],
      expect.stringMatching(/“1,234”可读作1234或1\.234，两种读法下合计都不成立/),
    ])
  })
  test('a total and one amount that read both ways alike', async () => {
    const file = await read(text(german, [{ ...item, amountType: 'ItemPrice', amountDescription: 'Principal', amount: '1.234' }]))
    expect([file.lines, file.refusals[0]?.reason]).toEqual([[], expect.stringMatching(/两种读法下合计都成立/)])
  })
  test('a last line cut in the middle', async () => {
    const file = await read(text().slice(0, -30))
    expect(file.cutOff).toMatchObject({ line: 11 })
  })
  test('several amounts in one line of the first layout', async () => {
    const [line] = lines
    const written = [...writeSettlementV1(headOf(lines), line ? [line] : [], { numbers: '1234.56', dates: 'iso' })].join('')
    const file = await read(written.replace(/1141\.18\t\t\t/, '1141.18\tCommission\t-1.00\t'))
    expect(file.refusals[0]).toMatchObject({
      line: 4,
      column: 'price-amount、item-related-fee-amount',
      reason: expect.stringContaining('多个金额'),
    })
  })
})
