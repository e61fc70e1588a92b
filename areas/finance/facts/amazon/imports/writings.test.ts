/** The same report in whatever encoding, separator, number format, language or program it was saved: merged once, unchanged ever after. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encode } from '../../../../../test/fixtures/amazon/encode.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { ReportStyle, WrittenTransaction } from '../files/write-report.ts'
import { openImports, rowsStaged, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'
import {
  asWorkbook,
  english,
  german,
  inGermany,
  order,
  orders,
  report,
  settled,
  settlement,
  totalOfAll,
} from '../../../../../test/setup/amazon-files.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h.close())
/** the control total of the whole file, amounts without the zeros of their scale */
function total(told: ImportDetails): Readonly<Record<string, string>> {
  const { currency = '', file = '', merged = '', unchanged = '', difference = '' } = told.controlTotals.find(t => t.name === 'total') ?? {}
  return { currency, file: canonical(file), merged: canonical(merged), unchanged: canonical(unchanged), difference: canonical(difference) }
}

describe('a German report', () => {
  const lines = inGermany([...orders(0, 30), ...orders(0, 1)])
  const text = (style: Partial<ReportStyle> = {}): string => report(lines, { ...german, ...style })
  /** U+FFFD stands where Amazon itself lost a letter of a header */
  const writings: readonly (readonly [name: string, content: Buffer | string])[] = [
    ['UTF-8 with a mark', encode(text(), 'utf-8-mark')],
    ['UTF-16', encode(text(), 'utf-16le-mark')],
    ['UTF-16 of the other byte order', encode(text(), 'utf-16be-mark')],
    ['GB18030', encode(text(), 'gb18030')],
    ['Windows 1252', encode(text(), 'windows-1252')],
    ['semicolons', text({ separator: ';' })],
    ['tabs', text({ separator: '\t' })],
    ['1 234,56', text({ numbers: '1 234,56' })],
    ["1'234.56", text({ numbers: "1'234.56" })],
    ['1234.56', text({ numbers: '1234.56' })],
    ['letters lost inside valid UTF-8', text().replaceAll('ü', '\uFFFD')],
    ['named months', text({ dates: 'named' })],
    ['English', text({ language: 'en' })],
    ['French', text({ language: 'fr', numbers: '1 234,56', dates: 'named' })],
    ['Polish', text({ language: 'pl', numbers: '1 234,56', dates: 'named' })],
  ]

  test('is merged with every line, equal ones too', async () => {
    const told = await h.import('deutsch.csv', text())
    expect(told, JSON.stringify(told.errors)).toMatchObject({
      state: 'done',
      kind: 'amazonTransactionReport',
      shopId: h.shop('amazon.de'),
      lines: { read: 31, merged: 31, unchanged: 0, refused: 0 },
    })
    expect(total(told)).toMatchObject({
      currency: 'EUR',
      file: canonical(totalOfAll(lines)),
      merged: canonical(totalOfAll(lines)),
      unchanged: '0',
      difference: '0',
    })
  })
  test.each(writings)('in %s it adds nothing', async (_name, content) => {
    const before = await h.sql('select count(*)::int as n, sum(total)::text as total from amazon_transaction_line')
    const told = await h.import('nochmals.csv', content)
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { read: 31, merged: 0, unchanged: 31 } })
    expect(total(told)).toMatchObject({ merged: '0', unchanged: canonical(totalOfAll(lines)), difference: '0' })
    expect(await h.sql('select count(*)::int as n, sum(total)::text as total from amazon_transaction_line')).toEqual(before)
  })
  test.each([
    ['as texts', false],
    ['as numbers', true],
  ])('as a workbook with its cells %s it adds nothing', async (_name, numbers) => {
    const told = await h.import('deutsch.xlsx', await asWorkbook(report(lines, { ...german, numbers: '1,234.56' }), ',', numbers))
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { read: 31, merged: 0, unchanged: 31 } })
  })
})

test('1141,18 beside USD is what it says, not nothing', async () => {
  const lines: WrittenTransaction[] = [order(100, { productSales: '1141.18', sellingFees: '-0.18' })]
  const told = await h.import('us.csv', report(lines, { ...english, numbers: '1234,56' }))
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { merged: 1 } })
  expect(
    await h.sql('select product_sales::text as sales, total::text as total from amazon_transaction_line where order_id = $1', ['111-100']),
  ).toEqual([{ sales: expect.stringMatching(/^1141\.18/), total: expect.stringMatching(/^1141\.00/) }])
})

test("a month is that of the days as the report prints them, in its marketplace's zone", async () => {
  const [first, last] = [
    { ...order(200), epochMs: Date.UTC(2025, 4, 1, 7, 30) },
    { ...order(201), epochMs: Date.UTC(2025, 5, 1, 6, 30) },
  ]
  const content = report([first, last])
  expect((await h.upload('mai.csv', content)).data.recognised).toMatchObject({ month: '2025-05', shopId: h.shop('amazon.com') })
  const told = await h.import('mai.csv', content, { yearMonth: '2025-05' })
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { merged: 2 } })
  expect(
    await h.sql(`select posted_on::text as day from amazon_transaction_line where order_id in ('111-200', '111-201') order by 1`),
  ).toEqual([{ day: '2025-05-01' }, { day: '2025-05-31' }])
})

describe('a settlement', () => {
  test('never asks for a month: it crosses them', async () => {
    expect(await h.import('s.txt', settlement(settled(0, 1), { id: '70009' }), { yearMonth: '2025-07' })).toMatchObject({
      state: 'done',
      lines: { merged: 3 },
    })
  })
  test.each([
    ['as texts', false],
    ['as numbers', true],
  ])('saved as a workbook with its cells %s is the same settlement', async (name, numbers) => {
    const id = numbers ? '70002' : '70001'
    const told = await h.import(`${name}.xlsx`, await asWorkbook(settlement(settled(0, 20), { id }), '\t', numbers))
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', kind: 'amazonSettlementV2', lines: { read: 60, merged: 60 } })
    const again = await h.import('text.txt', settlement(settled(0, 20), { id }))
    expect(again, JSON.stringify(again.errors)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 60 } })
  })
  test('1141,18 with USD in its head keeps its cents', async () => {
    const told = await h.import('komma.txt', settlement(settled(0, 1), { id: '70003', style: { numbers: '1234,56', dates: 'dashed' } }))
    expect(total(told)).toMatchObject({ currency: 'USD', file: '1227.63', merged: '1227.63', difference: '0' })
  })
})

describe('genuine files', () => {
  const fixture = (path: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../../test/fixtures/amazon', path))

  test('47 equal lines of one report each count', async () => {
    const content = fixture('transactions-us/2024-01-amazon.com.csv')
    const told = await h.import('us.csv', content)
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { refused: 0, unchanged: 0 } })
    const [facts] = await h.sql('select count(*)::int as n, max(ordinal) as most from amazon_transaction_line where import_id = $1', [
      told.id,
    ])
    expect(facts).toEqual({ n: told.lines.merged, most: 47 })
    expect(await h.import('us.csv', content)).toMatchObject({ lines: { merged: 0, unchanged: told.lines.merged } })
  })
  test('47 lines that stand twice in one settlement each count, and it adds up to its own total', async () => {
    const content = fixture('settlement-v2/25719799032-amazon.de.txt')
    const told = await h.import('de.txt', content)
    expect(told, JSON.stringify(told.errors)).toMatchObject({
      state: 'done',
      shopId: h.shop('amazon.de'),
      lines: { refused: 0, unchanged: 0 },
    })
    expect(told.lines.merged).toBe(content.toString().trimEnd().split('\n').length - 2)
    const [facts] = await h.sql(
      'select sum(amount)::text as lines, (select total::text from amazon_settlement where settlement_id = $1) as total from ' +
        'amazon_settlement_line where settlement_id = $1',
      ['25719799032'],
    )
    expect(facts?.['lines']).toBe(facts?.['total'])
    expect(await h.import('de.txt', content)).toMatchObject({ lines: { merged: 0, unchanged: told.lines.merged } })
  })
})

test('nothing is left in staging', async () => {
  expect(await rowsStaged(h)).toBe(0)
})
