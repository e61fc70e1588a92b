/** The month report is what its reports say: changes on the month and the year before, the budget, platforms, movers, open findings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { kinds, lines, openBooks, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { budgets } from '../budget/sheets.ts'
import { monthReport } from './month-report.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks(['2025-02', '2026-01', '2026-02'])
  for (const month of ['2025-02', '2026-01', '2026-02'])
    for (const [currency, rate] of [
      ['USD', '7'],
      ['EUR', '8'],
    ])
      await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate })
  for (const shop_id of [1, 2]) await lines.settlement(b, { shop_id, settlement_id: 'T1' })
  for (const [shop_id, posted_on, amount] of [
    [1, '2025-02-10', '50'],
    [2, '2025-02-10', '20'],
    [1, '2026-01-10', '100'],
    [2, '2026-01-10', '10'],
    [1, '2026-02-10', '80'],
    [2, '2026-02-11', '30'],
  ] as const)
    await lines.settlementLine(b, { shop_id, posted_on, amount, kind_id: kinds.principal, sku: 'S9', quantity: 1 })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-02-12', amount: '-10', kind_id: kinds.commission })
  await b.put('finance_budget', { org_id: 1, month: '2026-02-01', shop_id: 1, item: 1, amount: '100', currency: 'USD' })
  // one of zero is none
  await b.put('finance_budget', { org_id: 1, month: '2026-02-01', shop_id: 1, item: 3, amount: '0', currency: 'USD' })
  for (const [subject, state] of [
    ['A', 1],
    ['B', 4],
  ])
    await b.put('order_finding', {
      org_id: 1,
      shop_id: 1,
      kind: 3,
      subject,
      state,
      order_no: subject,
      happened_on: '2026-02-05',
      amount: '12.5',
      currency: 'USD',
      cause: 5,
      found_on: '2026-02-06',
    })
  const system = await b.system()
  const days = [...Array.from({ length: 59 }, (_, at) => addDays('2026-01-01', at)), '2025-02-10']
  const rollups: Rollup[] = [amounts, ...budgets.map(one => one.rollup)]
  await system.write(async tx => {
    for (const of of rollups) for (const shop of ['1', '2']) await markStale(tx, of, shop, days, system.now())
  })
  await refreshRollups(b.house, '1')
})
afterAll(() => b?.close())

const told = (value: string | null | undefined) => (value == null ? null : canonical(value))

describe('the month report', () => {
  it('tells each level with the month before, the year before and the budget, in CNY', async () => {
    const { figures, isClosed } = await monthReport(b.as(), '2026-02')
    const of = (name: string) => {
      const one = figures.find(figure => figure.name === name)
      return [one?.value, one?.before, one?.yearBefore, one?.budget].map(told)
    }
    expect(isClosed).toBe(false)
    expect(of('sales')).toEqual(['800', '780', '510', '700'])
    expect(of('profit')).toEqual(['730', '780', '510', '700'])
    expect(of('platformFees')).toEqual(['-70', '0', '0', null])
    expect(of('units')).toEqual(['2', '2', '2', null])
  })
  it('compares like for like: nothing with a month of which no shop has anything', async () => {
    const { figures, compared } = await monthReport(b.as(), '2026-01')
    expect(compared.before?.leftOut.map(({ why }) => why)).toEqual(['new', 'new'])
    expect(figures.map(({ before }) => before).filter(one => one !== null)).toEqual([])
  })
  it('names what moved, and what is not in order, of the shops that one sees', async () => {
    const { platforms, gains, losses, findings } = await monthReport(b.as(), '2026-02')
    expect(platforms.map(({ name, result }) => [name, told(result)])).toEqual([['亚马逊', '730']])
    expect(gains.map(({ name, result, before }) => [name, told(result), told(before)])).toEqual([['德国店', '240', '80']])
    expect(losses.map(({ name, result, before }) => [name, told(result), told(before)])).toEqual([['美国店', '490', '700']])
    expect(findings.map(({ title, count, amount }) => [title, count, told(amount)])).toEqual([
      ['缺少产品成本的 SKU', 2, null],
      ['退款超过销售', 1, '87.5'],
    ])
    const own = await monthReport(b.as(['2']), '2026-02')
    expect(own.findings.map(({ title, count }) => [title, count])).toEqual([['缺少产品成本的 SKU', 1]])
    expect(own.losses).toEqual([])
  })
})
