import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMoneyBytes, type ReadFile } from '../../../../../test/fixtures/amazon/read-money-file.ts'
import type { SummaryLine } from './lines.ts'

const path = new URL('../../../../../test/fixtures/amazon/transaction-summary/2016-01-transaction-summary-us.txt', import.meta.url).pathname
const text = readFileSync(path, 'utf8')
const read = (content: string): Promise<ReadFile<SummaryLine>> =>
  readMoneyBytes<SummaryLine>(content, { zone: 'America/Los_Angeles', currency: 'USD' })

test('lines, the note of truncation and quotes that quote nothing', async () => {
  const file = await read(text)
  expect(file.head).toEqual({
    currency: 'USD',
    title: 'Transaction Summary for January 1, 2016 to February 1, 2016',
    truncatedNote: expect.stringMatching(/truncated.*600 transactions/),
  })
  expect(file.lines[0]).toMatchObject({
    line: 5,
    postedOn: '2016-02-01',
    orderId: '112-1-1',
    sku: 'ST-12',
    paymentType: 'Product charges',
    paymentDetail: '',
    amount: '1006.99',
    quantity: 1,
    title: '12" Round Sticker, Blue',
  })
  expect(file.lines[1]).toMatchObject({ amount: '-151.05', quantity: null })
  expect(file.survey).toMatchObject({ currencies: ['USD'], firstDay: '2016-01-29', lastDay: '2016-02-01' })
})

test('identical lines share a key and all count', async () => {
  const { lines } = await read(text)
  const [last] = lines.slice(-1)
  expect(lines.filter(line => line.key === last?.key).length).toBe(3)
  expect(new Set(lines.map(line => line.key)).size).toBe(7)
})

test('without the note the head has none', async () => {
  expect((await read(text.replace(/ {5}This report.*\./, ''))).head).toMatchObject({ truncatedNote: null })
})

test('a broken amount, day and quantity are named', async () => {
  const file = await read(text.replace('$-151.05', '$-151.o5').replace('Jan 31, 2016', 'Jan 32, 2016').replace('$2.92\t1', '$2.92\tone'))
  expect(file.refusals.map(({ line, column, value }) => [line, column, value])).toEqual([
    [6, 'Amount', '$-151.o5'],
    [7, 'Date', 'Jan 32, 2016'],
    [8, 'Quantity', 'one'],
  ])
})
