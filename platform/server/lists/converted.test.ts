/** Money of several currencies in one: by the rates of the months, exact, and never by a rate that is missing. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { date, decimal, money, month, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { listOf } from './list.ts'

const payment = resource('payment', {
  type: 'payment',
  title: ['付款', 'Payment'],
  access: { scope: ownOrganisation },
  fields: {
    paid: money('付款', 'Paid', { total: true, currency: 'coin' }),
    fee: money('手续费', 'Fee', { total: true, currency: 'coin', default: '0' }),
    coin: text('币种', 'Currency', { filter: 'select' }),
    paidOn: date('日期', 'Day', { filter: 'range', sort: true }),
  },
  list: { sort: { field: 'paidOn', way: 'DESC' } },
}) as unknown as Resource
/** what lies there today, without a day */
const stock = resource('stock_now', {
  type: 'stockNow',
  title: ['库存', 'Stock'],
  access: { scope: ownOrganisation },
  fields: {
    worth: money('金额', 'Worth', { total: true, currency: 'coin' }),
    fee: money('费用', 'Fee', { total: true, currency: 'feeCoin', optional: true }),
    coin: text('币种', 'Currency', { filter: 'select' }),
    feeCoin: text('费用币种', 'Currency of fees', { optional: true }),
  },
  list: { sort: { field: 'createdAt', way: 'DESC' } },
}) as unknown as Resource
const rate = resource('currency_rate', {
  title: ['汇率', 'Rate'],
  access: { scope: ownOrganisation },
  fields: { month: month('月份', 'Month'), currency: text('币种', 'Currency'), rate: decimal('汇率', 'Rate', 10) },
  storage: { key: ['month', 'currency'] },
}) as unknown as Resource

let b: ListBooks
beforeAll(async () => void (b = await listBooks([payment, stock, rate])))
afterAll(() => b.close())
beforeEach(() => b.run('truncate payment, stock_now, currency_rate'))

type Line = readonly [coin: string, day: string, paid: string, fee?: string]
const pay = (lines: readonly Line[]): Promise<unknown> =>
  b.run(
    `insert into payment (org_id, coin, paid_on, paid, fee) values ${lines
      .map(([coin, day, paid, fee = '0']) => `(1, '${coin}', '${day}', ${paid}, ${fee})`)
      .join(', ')}`,
  )
const setRates = (all: readonly (readonly [month: string, currency: string, rate: string])[], org = 1): Promise<unknown> =>
  b.run(
    `insert into currency_rate (org_id, month, currency, rate) values ${all
      .map(([of, currency, one]) => `(${org}, '${of}-01', '${currency}', ${one})`)
      .join(', ')}`,
  )
const totals = () => listOf(b.as('1'), payment, { only: 'totals' })

test('each amount at the rate of its month, to the last digit; the base itself needs none', async () => {
  await setRates([
    ['2026-01', 'USD', '7.1234567891'],
    ['2026-02', 'USD', '7'],
    ['2026-01', 'EUR', '8'],
  ])
  // neither another organisation's rates nor its payments count
  await setRates([['2026-02', 'EUR', '9']], 2)
  await b.run(
    "insert into payment (org_id, coin, paid_on, paid, fee) values (2, 'USD', '2026-01-05', 1000, 1), (2, 'EUR', '2026-01-05', 7, 1)",
  )
  await pay([
    ['USD', '2026-01-31', '100.01', '1'],
    ['USD', '2026-02-01', '-10.0001'],
    ['EUR', '2026-01-01', '2.5'],
    ['CNY', '2026-03-03', '1.23', '0.5'],
  ])
  expect(await totals()).toMatchObject({
    total: 4,
    totals: { paid: null, fee: null },
    totalsByCurrency: { paid: { USD: '90.0099', EUR: '2.5000', CNY: '1.2300' } },
    // 100.01 * 7.1234567891 - 70.0007 + 20 + 1.23
    converted: { currency: 'CNY', missing: [] },
  })
  const { converted } = await totals()
  expect(Number(converted?.totals['paid'])).toBeCloseTo(663.646213477891, 12)
  expect(converted?.totals['paid']).toMatch(/^663\.6462134778910*$/)
  expect(converted?.totals['fee']).toMatch(/^7\.62345678910*$/)
})

test('a missing rate leaves the figure empty and is named with its month; nothing to convert needs none', async () => {
  await setRates([['2026-01', 'USD', '7']])
  await pay([
    ['USD', '2026-01-05', '1', '1'],
    ['EUR', '2026-02-05', '5'],
    // comes to nothing
    ['GBP', '2026-02-05', '3'],
    ['GBP', '2026-02-06', '-3'],
  ])
  expect((await totals()).converted).toEqual({
    currency: 'CNY',
    totals: { paid: null, fee: expect.stringMatching(/^7(\.0*)?$/) as unknown },
    missing: [{ month: '2026-02', currency: 'EUR' }],
  })
})

test('no rate at all: every figure in question is empty, nothing fails', async () => {
  await pay([
    ['USD', '2026-01-05', '1'],
    ['EUR', '2026-02-05', '5'],
  ])
  expect((await totals()).converted).toMatchObject({
    totals: { paid: null },
    missing: [
      { month: '2026-01', currency: 'USD' },
      { month: '2026-02', currency: 'EUR' },
    ],
  })
})

test('one currency is shown as it is: nothing is converted and nothing more is asked', async () => {
  await setRates([['2026-01', 'USD', '7']])
  await pay([['USD', '2026-01-05', '1.5']])
  const answer = await listOf(b.as('1'), payment, {})
  expect(answer).toMatchObject({ totals: { paid: '1.5000' } })
  expect(answer).not.toHaveProperty('converted')
  expect(answer).not.toHaveProperty('rates')
})

test('a page of several currencies brings the rates of its months', async () => {
  await setRates([
    ['2026-01', 'USD', '7'],
    ['2026-02', 'EUR', '8'],
    ['2026-03', 'EUR', '9'],
  ])
  await pay([
    ['USD', '2026-01-05', '1'],
    ['EUR', '2026-02-05', '5'],
  ])
  expect((await listOf(b.as('1'), payment, {})).rates).toEqual({
    day: 'paidOn',
    base: 'CNY',
    of: { '2026-01 USD': '7.0000000000', '2026-02 EUR': '8.0000000000' },
  })
})

const stockIs = (lines: readonly (readonly [coin: string, worth: string, feeCoin?: string, fee?: string])[]): Promise<unknown> =>
  b.run(
    `insert into stock_now (org_id, coin, worth, fee_coin, fee) values ${lines
      .map(([coin, worth, feeCoin, fee]) => `(1, '${coin}', ${worth}, ${feeCoin === undefined ? 'null, null' : `'${feeCoin}', ${fee}`})`)
      .join(', ')}`,
  )
const stockTotals = () => listOf(b.as('1'), stock, { only: 'totals' })

test('what has no day takes the latest rate of its currency until this month, its own organisation’s, and says which', async () => {
  await setRates([
    ['2026-01', 'USD', '6'],
    ['2026-03', 'USD', '7'],
    ['2026-04', 'USD', '99'],
    ['2026-02', 'EUR', '8'],
    ['2026-03', 'GBP', '9'],
  ])
  await setRates([['2026-03', 'EUR', '90']], 2)
  await stockIs([
    ['USD', '100.5'],
    ['EUR', '2'],
    ['CNY', '0.25'],
    // comes to nothing: its rate is not named
    ['GBP', '0'],
  ])
  const answer = await stockTotals()
  expect(answer.totalsByCurrency).toMatchObject({ worth: { USD: '100.5000', EUR: '2.0000', CNY: '0.2500' } })
  expect(answer.converted).toEqual({
    currency: 'CNY',
    totals: { worth: expect.stringMatching(/^719\.750*$/) as unknown },
    missing: [],
    latest: [
      { month: '2026-02', currency: 'EUR' },
      { month: '2026-03', currency: 'USD' },
    ],
  })
  expect((await listOf(b.as('1'), stock, {})).rates).toEqual({
    day: null,
    base: 'CNY',
    of: { ' USD': '7.0000000000', ' EUR': '8.0000000000', ' GBP': '9.0000000000' },
    latest: [
      { month: '2026-02', currency: 'EUR' },
      { month: '2026-03', currency: 'GBP' },
      { month: '2026-03', currency: 'USD' },
    ],
  })
})

test('without a day: a currency without any rate is named, without rates all of them are', async () => {
  await stockIs([
    ['USD', '1'],
    ['EUR', '5'],
    ['CNY', '3'],
  ])
  const missing = [
    { month: '', currency: 'EUR' },
    { month: '', currency: 'USD' },
  ]
  expect((await stockTotals()).converted).toEqual({ currency: 'CNY', totals: { worth: null }, missing })
  await setRates([['2026-02', 'USD', '7']])
  expect((await stockTotals()).converted).toEqual({
    currency: 'CNY',
    totals: { worth: null },
    missing: [{ month: '', currency: 'EUR' }],
    latest: [{ month: '2026-02', currency: 'USD' }],
  })
})

test('two columns of currencies: each figure is added up by its own', async () => {
  await setRates([
    ['2026-03', 'USD', '7'],
    ['2026-03', 'EUR', '8'],
  ])
  await stockIs([
    ['USD', '1', 'EUR', '2'],
    ['USD', '2', 'USD', '3'],
    ['USD', '4'],
  ])
  expect(await stockTotals()).toMatchObject({
    total: 3,
    totals: { worth: '7', fee: null },
    totalsByCurrency: { fee: { EUR: '2.0000', USD: '3.0000' } },
    converted: { totals: { fee: expect.stringMatching(/^37(\.0*)?$/) as unknown }, missing: [] },
  })
})
