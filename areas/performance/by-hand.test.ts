/** Figures of groups, people and departments, against sums worked out by hand: actual, late lines, forecasts, the year before, movers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { amounts } from '#areas/finance/facts/amounts.ts'
import { kinds, lines, openBooks, type Books } from '../../test/setup/finance-books.ts'
import { actualsOf, dailyOf } from './figures.ts'
import { groupsOf } from './groups.ts'
import { ownPerformance } from './own.ts'
import { reportOf } from './reports.ts'
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
  [1, 'S1', '2026-03-02', kinds.principal, '80.00', 2],
  [1, 'S1', '2026-03-18', kinds.principal, '40.00', 1],
] as const
/** posted in January, after its close */
const late = { shop_id: 1, sku: 'S1', posted_on: '2026-01-20', booked_on: '2026-02-12', kind_id: kinds.principal, amount: '500.00' }
const months = ['2026-01', '2026-02', '2026-03']

const tables: Area = {
  name: 'performance',
  title: ['绩效', 'Performance'],
  resources: performanceTables as unknown as Resource[],
  routes: {},
}

let b: Books
beforeAll(async () => {
  b = await openBooks(months, [tables])
  for (const month of months)
    for (const [currency, rate] of Object.entries({ USD: 7, EUR: 8 }))
      await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate })
  for (const shop_id of [1, 2]) await lines.settlement(b, { shop_id, settlement_id: 'T1', counted_from: 1 })
  for (const [shop_id, sku, posted_on, kind_id, amount, quantity] of sold)
    await lines.settlementLine(b, { shop_id, sku, posted_on, kind_id, amount, quantity, order_id: 'O1' })
  await lines.settlementLine(b, { ...late, quantity: 5, order_id: 'O2' })
  for (const [id, name] of Object.entries({ [main]: '主推', [clearance]: '清仓', 3: '空组' }))
    await b.put('product_group', { id, org_id: 1, name })
  for (const [group_id, product_id] of [
    [main, 1],
    [clearance, 1],
    [clearance, 2],
  ])
    await b.put('product_group_member', { org_id: 1, group_id, product_id })
  await b.put('department', { id: 1, org_id: 1, name: '销售部' })
  for (const [id, name] of [
    [1, '组长'],
    [2, '组员'],
  ])
    await b.put('employee', { id, org_id: 1, no: `E${id}`, name, dept_id: 1 })
  for (const [id, name, shop_ids, group_ids] of [
    [1, '全部商品', '{1}', null],
    [2, '店内主推', '{1}', `{${main}}`],
    [3, '各店主推', null, `{${main}}`],
    [4, '两个商品组', '{1,2}', `{${main},${clearance}}`],
    [5, '空组', '{1}', '{3}'],
    [6, '什么也没有', null, null],
  ] as const)
    await b.put('performance_group', { id, org_id: 1, name, leader_id: 1, shop_ids, group_ids })
  for (const [group_id, employee_id, share] of [
    [1, 2, 100],
    [2, 1, 60],
    [2, 2, 40],
  ])
    await b.put('performance_group_member', { org_id: 1, group_id, line_no: employee_id, employee_id, share, valid_from: '2026-01-01' })
  for (const [id, year] of [
    [1, 2026],
    [2, 2025],
  ])
    await b.put('performance_year', {
      id,
      org_id: 1,
      year,
      net_sales_weight: 60,
      profit_weight: 40,
      settled_units_weight: 0,
      status: 1,
    })
  for (const [year_id, month, group_id, employee_id, measure, target, actual, adjust] of [
    [1, '2026-03', 2, 1, 1, 1000, 504, 10],
    [1, '2026-03', 2, 2, 1, 400, 336, 0],
    [1, '2026-03', 1, 2, 1, 200, 200, 0],
    [1, '2026-03', 2, 1, 2, 500, 600, 0],
    [1, '2026-03', 2, 2, 2, 100, 95.5, 0],
    [2, '2025-03', 2, 1, 1, 0, 390, 10],
    [2, '2025-03', 2, 2, 1, 0, 0, 0],
  ] as const)
    await b.put('performance', {
      org_id: 1,
      year_id,
      month: `${month}-01`,
      group_id,
      employee_id,
      dept_id: 1,
      measure,
      target,
      actual,
      adjust,
      state: 1,
    })
  const days = Array.from({ length: 90 }, (_, at) => addDays('2026-01-01', at))
  const system = await b.system()
  await system.write(async tx => {
    for (const shop of ['1', '2']) await markStale(tx, amounts, shop, days, system.now())
  })
  await refreshRollups(b.house, '1')
})
afterAll(() => b?.close())

const plain = (
  all: ReadonlyMap<string, ReadonlyMap<string, Partial<Record<'netSales' | 'profit' | 'settledUnits', string>>>>,
  when: string,
) =>
  Object.fromEntries(
    [...all].map(([id, of]) => {
      const at = of.get(when)
      return [
        id,
        at === undefined ? null : [at.netSales, at.profit, at.settledUnits].map(one => (one === undefined ? one : canonical(one))),
      ]
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

test('a line that comes after the close counts in the month it is booked into: a closed month keeps what it had', async () => {
  const system = await b.system()
  const actuals = await actualsOf(system, await groupsOf(system, ['2']), { from: '2026-01', to: '2026-03' })
  expect(months.map(month => plain(actuals, month)['2'])).toEqual([
    ['700', '595', '2'],
    ['3500', '3500', '5'],
    ['840', '840', '3'],
  ])
})

/** A row of the report: target, result, rate, score, score of all measures, rank, the year before, change, forecast. */
const told = async (dimension: 'YEAR' | 'MONTH' | 'GROUP' | 'EMPLOYEE' | 'DEPT') => {
  const { list, totals } = await reportOf(b.as(), { yearId: '1', dimension, months: ['2026-03'] })
  const exact = (amount: string | null): string | null => (amount === null ? null : canonical(amount))
  return {
    rows: list.map(one => [
      one.key,
      ...[one.target, one.result, one.rate].map(exact),
      one.score,
      one.totalScore,
      one.rank,
      ...[one.yearBefore, one.change, one.forecast].map(exact),
    ]),
    totals: Object.values(totals).map(exact),
  }
}

test('March by person, group, department, month and year, as the sheet has it', async () => {
  // what is left of March from the 19th, by weekdays of the 56 days before: two Mondays of 560 / 8, a Wednesday of 280 / 8, two Thursdays
  // of 3500 / 8, together 1,050; of the second group the first person has 60 %; a running month is held against nothing
  expect((await told('EMPLOYEE')).rows).toEqual([
    ['2', '600', '536', '0.893333', 89, 91, 1, '0', null, '2006'],
    ['1', '1000', '514', '0.514', 51, 70, 2, '400', null, '1144'],
  ])
  expect((await told('GROUP')).rows).toEqual([
    ['1', '200', '200', '1', 100, null, 1, null, null, '1250'],
    ['2', '1400', '850', '0.607142', 60, 76, 2, '400', null, '1900'],
  ])
  const whole = ['1600', '1050', '0.65625', 65, 79, 1, '400', null]
  expect((await told('DEPT')).rows).toEqual([['1', ...whole, '3150']])
  expect((await told('MONTH')).rows).toEqual([['2026-03', ...whole, '3150']])
  const year = await told('YEAR')
  expect(year.rows).toEqual([['2026', ...whole, null]])
  expect(year.totals).toEqual(['1600', '1040', '10', '1050', '0.65625'])
})

test("one's own page says which products moved the month, against as many days before", async () => {
  const { measures, movers } = await ownPerformance(b.asSomebody({ employeeId: '1' }), { month: '2026-03' })
  expect(measures.map(one => one.months.map(of => [of.key, of.score, canonical(of.forecast ?? '0')]))).toEqual([
    [['2026-03', 51, '1144']],
    [['2026-03', 100, '1230']],
  ])
  expect(movers).toMatchObject({ startDate: '2026-03-01', endDate: '2026-03-18' })
  expect(
    movers?.list.map(one => [one.measure, one.productId, ...[one.now, one.before, one.change].map(at => canonical(at ?? '0'))]),
  ).toEqual([
    [1, '1', '840', '3500', '-2660'],
    [2, '1', '840', '3500', '-2660'],
  ])
  const blind = await ownPerformance(b.asSomebody({ employeeId: '1', shops: [] }), { month: '2026-03' })
  expect(blind.movers?.list).toEqual([])
})
