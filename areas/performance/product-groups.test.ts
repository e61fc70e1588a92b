/** Actual figures of groups that have product groups, against sums worked out by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { markStale } from '#platform/server/reports/stale.ts'
import { refreshRollups } from '#platform/server/reports/refresh.ts'
import { amounts } from '#areas/finance/amazon/profit/amounts.ts'
import { kinds, lines, openBooks, type Books } from '../../test/setup/finance-books.ts'
import { actualsOf, dailyOf } from './figures.ts'
import { groupsOf } from './groups.ts'
import { performanceTables } from './tables.ts'

/** product 1 of SKU S1 stands in two product groups, product 2 of S2 in the second; S9 is no product */
const [main, clearance] = ['1', '2'] as const
const sold = [
  // shop, SKU, day, kind, amount, units
  [1, 'S1', '2026-01-05', kinds.principal, '100.00', 2],
  [1, 'S1', '2026-01-05', kinds.commission, '-15.00', null],
  [1, 'S2', '2026-01-06', kinds.principal, '40.00', 1],
  [1, 'S9', '2026-01-06', kinds.principal, '999.00', 9],
  [1, '', '2026-01-07', kinds.commission, '-39.99', null],
  [2, 'S1', '2026-01-07', kinds.principal, '10.00', 1],
  [2, 'S2', '2026-01-31', kinds.commission, '-3.00', null],
] as const

const tables: Area = {
  name: 'performance',
  title: ['绩效', 'Performance'],
  resources: performanceTables as unknown as Resource[],
  routes: {},
}

let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01'], [tables])
  for (const [currency, rate] of Object.entries({ USD: 7, EUR: 8 }))
    await b.put('currency_rate', { org_id: 1, month: '2026-01-01', currency, rate })
  for (const shop_id of [1, 2]) await lines.settlement(b, { shop_id, settlement_id: 'T1', counted_from: 1 })
  for (const [shop_id, sku, posted_on, kind_id, amount, quantity] of sold)
    await lines.settlementLine(b, { shop_id, sku, posted_on, kind_id, amount, quantity, order_id: 'O1' })
  for (const [id, name] of Object.entries({ [main]: '主推', [clearance]: '清仓', 3: '空组' }))
    await b.put('product_group', { id, org_id: 1, name })
  for (const [group_id, product_id] of [
    [main, 1],
    [clearance, 1],
    [clearance, 2],
  ])
    await b.put('product_group_member', { org_id: 1, group_id, product_id })
  await b.put('department', { id: 1, org_id: 1, name: '销售部' })
  await b.put('employee', { id: 1, org_id: 1, no: 'E1', name: '组长', dept_id: 1 })
  for (const [id, name, shop_ids, group_ids] of [
    [1, '全部商品', '{1}', null],
    [2, '店内主推', '{1}', `{${main}}`],
    [3, '各店主推', null, `{${main}}`],
    [4, '两个商品组', '{1,2}', `{${main},${clearance}}`],
    [5, '空组', '{1}', '{3}'],
    [6, '什么也没有', null, null],
  ] as const)
    await b.put('performance_group', { id, org_id: 1, name, leader_id: 1, shop_ids, group_ids })
  const days = Array.from({ length: 31 }, (_, at) => addDays('2026-01-01', at))
  const system = await b.system()
  await system.write(async tx => {
    for (const shop of ['1', '2']) await markStale(tx, amounts, shop, days, system.now())
  })
  await refreshRollups(b.house, '1')
}, 60_000)
afterAll(() => b?.close())

const plain = (all: ReadonlyMap<string, ReadonlyMap<string, { netSales: string; profit: string; settledUnits: string }>>, when: string) =>
  Object.fromEntries(
    [...all].map(([id, of]) => {
      const at = of.get(when)
      return [id, at === undefined ? null : [at.netSales, at.profit, at.settledUnits].map(canonical)]
    }),
  )

test('a group with product groups has what their products made, each product once; without shops it has them in every shop', async () => {
  const system = await b.system()
  const groups = await groupsOf(system)
  expect(plain(await actualsOf(system, groups, { from: '2026-01', to: '2026-01' }), '2026-01')).toEqual({
    // (100 + 40 + 999) x 7, less (15 + 39.99) x 7
    '1': ['7973', '7588.07', '12'],
    // 100 x 7, less 15 x 7
    '2': ['700', '595', '2'],
    // and 10 x 8 of the other shop
    '3': ['780', '675', '3'],
    // S1 once, S2: 40 x 7, less 3 x 8
    '4': ['1060', '931', '4'],
    '5': null,
    '6': null,
  })
})

test('the same by day', async () => {
  const system = await b.system()
  const groups = await groupsOf(system, ['3', '4'])
  const daily = await dailyOf(system, groups, '2026-01-01', '2026-01-31')
  expect(plain(daily, '2026-01-06')).toEqual({ '3': null, '4': ['280', '280', '1'] })
  expect(plain(daily, '2026-01-07')).toEqual({ '3': ['80', '80', '1'], '4': ['80', '80', '1'] })
})
