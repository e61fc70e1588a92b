/** A calculation that somebody asked for: its runs by shop, what costs were before and after, who sees it, asking again. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { computeReport } from '#platform/server/reports/store/compute.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { kinds, lines, openBooks, run as sqlOf, type Books } from '../../../../test/setup/finance-books.ts'
import { costs } from '../../costs/costs.ts'
import { companyProfit } from '../report/profit.ts'
import { calculationPart } from './index.ts'
import { calculationChange, calculationRun } from './tables.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02'])
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  const sold = (posted_on: string, quantity: number) =>
    lines.settlementLine(b, { shop_id: 1, settlement_id: 'T1', posted_on, kind_id: kinds.principal, amount: '100.00', sku: 'S1', quantity })
  await sold('2026-01-05', 2)
  await sold('2026-01-30', 1)
  await sold('2026-02-03', 4)
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2025-12-01', unit_cost: '10', currency: 'USD' })
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2026-02-01', unit_cost: '11', currency: 'USD' })
})
afterAll(() => b.close())

const rowsOf = async (r: unknown, context: Context = b.as()) => {
  const { list } = await listOf(context, r as Resource, { pageNum: 1, pageSize: 100 })
  return list as unknown as Record<string, string>[]
}
const calculate = async (startDate: string, endDate: string): Promise<void> => {
  await computeReport(b.as(), companyProfit, { owners: ['1'], startDate, endDate })
  await refreshRollups(b.house, '1')
}
const changesOf = async (runId: string | undefined) =>
  (await rowsOf(calculationChange))
    .filter(row => row['runId'] === runId)
    .map(row => [row['month'], ...['unitsBefore', 'unitsAfter', 'before', 'after', 'difference'].map(name => canonical(String(row[name])))])
    .sort((x, y) => String(x).localeCompare(String(y)))

it('keeps the run of each shop with costs before and after by month, also where days come in several portions', async () => {
  await calculate('2026-01-01', '2026-02-28')
  const [first] = await rowsOf(calculationRun)
  expect(first).toMatchObject({
    no: 'HS-20260320160000',
    shopId: '1',
    askedBy: '王芳',
    fromDay: '2026-01-01',
    toDay: '2026-02-28',
    state: 1,
    changed: 2,
  })
  expect(await changesOf(first?.['id'])).toEqual([
    ['2026-01', '0', '3', '0', '-30', '-30'],
    ['2026-02', '0', '4', '0', '-44', '-44'],
  ])
})

it('asked again, only what changed since is in it; nothing changed, nothing is', async () => {
  const [first] = await rowsOf(calculationRun)
  await sqlOf(b, `update product_cost set unit_cost = 12 where month = '2025-12-01'`)
  const again = calculationPart.routes['POST /FinanceCalculation/again']
  const ask = { input: { ids: [first?.['id']] } }
  for (const expected of [[['2026-01', '3', '3', '-30', '-36', '-6']], []]) {
    const before = (await rowsOf(calculationRun)).map(row => row['id'])
    await again?.handler(b.as(), ask as never)
    await refreshRollups(b.house, '1')
    const made = (await rowsOf(calculationRun)).filter(row => !before.includes(row['id']))
    expect(made.map(row => [row['state'], row['changed']])).toEqual([[1, expected.length]])
    expect(await changesOf(made[0]?.['id'])).toEqual(expected)
  }
  await expect(again?.handler(b.as(['2']), ask as never)).rejects.toMatchObject({ code: 1004 })
})

it('what nobody asked for is not kept', async () => {
  await sqlOf(b, `update calculation_run set asked_at = asked_at - interval '2 hours'`)
  await sqlOf(b, 'update product_cost set unit_cost = 13')
  const system = await b.system()
  await system.write(tx => markStale(tx, costs, '1', ['2026-01-05', '2026-02-03'], new Date()))
  const count = (await rowsOf(calculationChange)).length
  await refreshRollups(b.house, '1')
  expect(await rowsOf(calculationChange)).toHaveLength(count)
})

it('is seen with its shop', async () => {
  expect(await rowsOf(calculationRun, b.as(['2']))).toEqual([])
  expect(await rowsOf(calculationChange, b.as(['2']))).toEqual([])
})
