/** Budgets beside the profit's own figures, by shop and by the department that sold; what platforms reported beside the books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '#platform/declare/report.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { canonical, sum } from '#platform/format/decimal.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { readWhy } from '#platform/server/reports/answer/why.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { platformTax } from '../tax/sheet.ts'
import { budgets } from './sheets.ts'
import { waitingOverBudget } from './waiting.ts'

const [ofShops, ofDepartments] = budgets
let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-04'])
  for (const month of ['2026-01', '2026-02', '2026-04'])
    await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency: 'USD', rate: '7' })
  await b.put('company', { id: 9, org_id: 1, name: '云帆（香港）' })
  await run(b, 'update shop set company_id = 9 where id = 1')
  for (const id of [1, 2]) await b.put('department', { id, org_id: 1, name: `销售${id}部` })
  await b.put('employee', { id: 1, org_id: 1, no: 'E1', name: '林晓', dept_id: 1 })
  for (const [dept_id, valid_from, valid_to] of [
    [1, '2026-01-01', '2026-01-15'],
    [2, '2026-01-16', null],
  ])
    await b.put('sku_owner', { org_id: 1, shop_id: 1, seller_sku: 'S1', employee_id: 1, dept_id, valid_from, valid_to })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  const line = (posted_on: string, kind_id: number, amount: string, sku = 'S1') =>
    lines.settlementLine(b, { shop_id: 1, posted_on, kind_id, amount, sku, quantity: kind_id === kinds.principal ? 1 : null })
  await line('2026-01-10', kinds.principal, '100.00')
  await line('2026-01-20', kinds.principal, '60.00')
  await line('2026-01-20', kinds.commission, '-24.00')
  await line('2026-01-21', kinds.fba, '-6.00', '')
  // of a quarter that nobody reported
  await line('2026-04-10', kinds.principal, '500.00')
  for (const [item, amount] of [
    [1, '200'],
    [3, '-30'],
  ])
    await b.put('finance_budget', { org_id: 1, month: '2026-01-01', shop_id: 1, item, amount, currency: 'USD' })
  await b.put('finance_budget', { org_id: 1, month: '2026-04-01', shop_id: 1, item: 1, amount: '0', currency: 'USD' })
  for (const dept_id of [1, 2])
    await b.put('finance_dept_budget', { org_id: 1, month: '2026-01-01', shop_id: 1, dept_id, item: 1, amount: '80', currency: 'USD' })
  await b.put('platform_tax_info', {
    org_id: 1,
    month: '2026-02-01',
    shop_id: 1,
    gross: '165',
    refund: '0',
    net: '165',
    orders: 3,
    commission: '24',
    service: '6',
    currency: 'USD',
  })
  const system = await b.system()
  const days = ['2026-01-01', '2026-01-10', '2026-01-20', '2026-01-21', '2026-02-01', '2026-04-01', '2026-04-10']
  const rollups: Rollup[] = [amounts, platformTax.rollup, ...budgets.map(one => one.rollup)]
  await system.write(async tx => {
    for (const of of rollups) await markStale(tx, of, '1', days, system.now())
  })
  await refreshRollups(b.house, '1')
})
afterAll(() => b?.close())

const january = { startDate: '2026-01-01', endDate: '2026-01-31' }
async function read(report: Report | undefined, by: readonly string[], measures: readonly string[], period = january) {
  if (report === undefined) throw new Error('no report')
  const { list } = await readReport(b.as(), report, { by, ...period, currency: 'shop' }, measures)
  const told = (value: string | null | undefined) => (value == null ? null : canonical(value))
  return Object.fromEntries(list.map(row => [by.map(name => row.key[name]).join(' '), measures.map(name => told(row.values[name]))]))
}

describe('a budget', () => {
  it('stands beside the actual of its shop, with the difference and what was attained', async () => {
    const measures = [
      'salesBudget',
      'sales',
      'salesDifference',
      'platformFeesDifference',
      'profitBudget',
      'profit',
      'profitDifference',
      'salesAttained',
    ]
    expect(await read(ofShops?.report, ['shop'], measures)).toEqual({
      1: ['200', '160', '-40', '6', '170', '130', '-40', '0.8'],
    })
  })
  it('of a department is held against what it sold while it owned the SKU', async () => {
    expect(await read(ofDepartments?.report, ['department'], ['salesBudget', 'sales', 'salesDifference', 'profit'])).toEqual({
      1: ['80', '100', '20', '100'],
      2: ['80', '60', '-20', '36'],
      '': ['0', '0', '0', '-6'],
    })
  })
})

describe('a budget of zero', () => {
  const april = { startDate: '2026-04-01', endDate: '2026-04-30' }
  it('has a difference and no share that was attained', async () => {
    const measures = ['salesBudget', 'sales', 'salesDifference', 'salesAttained', 'profitBudget', 'profitDifference', 'profitAttained']
    expect(await read(ofShops?.report, ['shop'], measures, april)).toEqual({ 1: ['0', '500', '500', null, '0', '500', null] })
  })
  it('is told as a difference without a percentage, and its effects add up', async () => {
    const { was, difference, effects, sentences } = await readWhy(b.as(), ofShops?.report as Report, april)
    expect([was, difference].map(one => canonical(one ?? ''))).toEqual(['0', '3500'])
    expect(canonical(sum(effects.map(one => one.value)))).toBe('3500')
    const text = sentences.flat().map(one => one.text)
    expect(text.join('')).toContain('比预算多 3,500 元')
    expect(text.join('')).not.toMatch(/%|NaN|Infinity/)
  })
})

describe('what is over budget', () => {
  const at = (day: string) => waitingOverBudget({ ...b.as(), now: () => new Date(`${day}T04:00:00Z`) })
  const planned = async (amount: string) => {
    await run(b, `update finance_budget set amount = ${amount} where item = 3`)
    const system = await b.system()
    await system.write(async tx => {
      for (const { rollup } of budgets) await markStale(tx, rollup, '1', ['2026-01-01'], system.now())
    })
    await refreshRollups(b.house, '1')
  }
  it('is told of the running month alone, by how much; within budget, without one or without the right nothing is', async () => {
    expect(await at('2026-01-25')).toMatchObject({ count: 0, list: [] })
    await planned('-20')
    // 24 against 20 dollars, at 7
    expect(await at('2026-01-25')).toMatchObject({
      title: '预算超支',
      count: 1,
      list: [{ note: 'CNY 28.00 · 120.0%', since: null, url: expect.stringContaining('f.shop=1&from=2026-01&to=2026-01') as unknown }],
    })
    expect(await at('2026-02-10')).toMatchObject({ count: 0 })
    const context = b.as()
    const caller = { ...context.caller, systemAdmin: false, permissions: new Map() }
    expect(await waitingOverBudget({ ...context, caller })).toBeNull()
    // of one of zero there is no share
    await planned('0')
    expect(await at('2026-01-25')).toMatchObject({ count: 0, list: [] })
    await planned('-30')
  })
})

describe('what a platform reported', () => {
  it('stands by company, platform and quarter beside the books, charges as positive amounts', async () => {
    const quarter = { startDate: '2026-01-01', endDate: '2026-03-31' }
    const measures =
      'gross computedGross grossDifference refund computedRefund net computedNet netDifference ' +
      'commission computedCommission commissionDifference service computedService'
    expect(await read(platformTax.report, ['company', 'platform', 'quarter'], measures.split(' '), quarter)).toEqual({
      '9 1 2026-Q1': ['165', '160', '5', '0', '0', '165', '160', '5', '24', '24', '0', '6', '6'],
    })
  })
  it('is held against the quarters that were reported: in rows and totals over others as well these are no difference', async () => {
    const measures = ['gross', 'computedGross', 'grossDifference', 'netDifference']
    const half = { startDate: '2026-01-01', endDate: '2026-06-30' }
    expect(await read(platformTax.report, ['shop'], measures, half)).toEqual({ 1: ['165', '660', '5', '5'] })
    expect(await read(platformTax.report, ['quarter'], measures, half)).toEqual({
      '2026-Q1': ['165', '160', '5', '5'],
      '2026-Q2': [null, '500', null, null],
    })
    const { totals } = await readReport(b.as(), platformTax.report, { by: ['shop'], ...half, currency: 'shop' }, measures)
    expect(measures.map(name => totals[0]?.values[name] && canonical(totals[0].values[name]))).toEqual(['165', '660', '5', '5'])
    const spring = { startDate: '2026-04-01', endDate: '2026-06-30' }
    expect(await read(platformTax.report, ['shop'], measures, spring)).toEqual({ 1: [null, '500', null, null] })
  })
  it('has neither figure nor difference where nothing was reported', async () => {
    const measures = ['gross', 'computedGross', 'grossDifference', 'orders', 'ordersDifference']
    expect(await read(platformTax.report, ['shop', 'month'], measures)).toEqual({ '1 2026-01': [null, '160', null, null, null] })
  })
})
