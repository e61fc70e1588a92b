/** What a unit cost is made of equals what the books hold, by receipt, part and day; who sees what; an order bears its part. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { canonical, sum } from '#platform/format/decimal.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { costsHandler } from '../../profit/report/calc.ts'
import { computeStale } from '../layers/compute.ts'
import { costAddition, costReceipt, stockPlace } from '../layers/tables.ts'
import { orderPage } from '../../profit/orders/order-page.ts'
import { productCostKey, skuCostKey, unitCostKey } from './key.ts'
import { unitCostNamed, unitCostOf } from './read.ts'

// today is 2026-03-20
let b: Books
const add = async (r: unknown, values: Readonly<Record<string, unknown>>): Promise<string> =>
  String((await addRecord(b.as(), r as Resource, values)).id)

/** Runs what jobs would, until nothing waits. */
async function settle(): Promise<void> {
  const system = await b.system()
  await costsHandler(b.house, { orgId: '1', fromMonth: '2026-01-01' }, new AbortController().signal)
  for (let round = 0; round < 5; round++) {
    await refreshRollups(b.house, '1')
    if ((await system.write((tx, inside) => computeStale(tx, inside))) === 0) return
  }
}

beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02', '2026-03'])
  await run(b, "delete from product_cost where month >= '2026-01-01'")
  await b.put('product_cost', { org_id: 1, product_id: 1, month: '2025-12-01', unit_cost: '9.5', currency: 'CNY' })
  const placeId = await add(stockPlace, { name: '深圳仓', kind: 1, shipsRest: 1 })
  const receipt = { lineNo: 1, productId: '1', placeId }
  const first = await add(costReceipt, {
    ...receipt,
    documentNo: 'R1',
    day: '2026-01-10',
    quantity: '10',
    purchase: '100',
    firstLeg: '20',
    duty: '3',
  })
  await add(costReceipt, { ...receipt, documentNo: 'R2', day: '2026-01-20', quantity: '10', purchase: '210', basis: 2 })
  const system = await b.system()
  const sell = async (shop_id: number, posted_on: string, quantity: number, order_id = ''): Promise<void> => {
    await lines.settlementLine(b, {
      shop_id,
      posted_on,
      kind_id: kinds.principal,
      amount: '100.00',
      sku: 'S1',
      quantity,
      order_id,
      settlement_id: `T${shop_id}`,
    })
    await system.write(tx => markStale(tx, amounts, String(shop_id), [posted_on], new Date()))
  }
  for (const shop_id of [1, 2]) await lines.settlement(b, { shop_id, settlement_id: `T${shop_id}` })
  await sell(1, '2026-01-05', 1)
  await sell(1, '2026-01-25', 6)
  await sell(2, '2026-01-26', 3)
  await sell(1, '2026-01-28', 2, 'A-1')
  await sell(1, '2026-01-28', 1, 'A-2')
  await settle()
  await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
  // the freight bill says 30 instead of 20: January is closed
  await add(costAddition, { receiptId: first, part: 2, meaning: 1, amount: '30', currency: 'CNY', day: '2026-02-03', documentNo: 'F1' })
  await sell(1, '2026-02-10', 2)
  await settle()
})
afterAll(() => b?.close())

const booked = async (where: string): Promise<string> =>
  canonical(
    (await run(b, `select coalesce(sum(-amount), 0)::text as sum from finance_cost_line where sku = 'S1' and ${where}`)).rows[0].sum,
  )
const january = { from: '2026-01-01', to: '2026-01-31' }

test.each([
  ['one SKU on one day', { shopId: '1', sku: 'S1', from: '2026-01-25', to: '2026-01-25' }, "shop_id = 1 and booked_on = '2026-01-25'"],
  ['a day of two receipts', { shopId: '1', sku: 'S1', from: '2026-01-28', to: '2026-01-28' }, "shop_id = 1 and booked_on = '2026-01-28'"],
  [
    'the variance of closed days',
    { shopId: '1', sku: 'S1', from: '2026-02-01', to: '2026-02-28' },
    "shop_id = 1 and booked_on >= '2026-02-01'",
  ],
  ['a product in all shops', { productId: '1', ...january }, "booked_on between '2026-01-10' and '2026-01-31'"],
])('%s adds up to the books, by layer and by day', async (_what, ask, where) => {
  const [found] = (await unitCostOf(b.as(), ask)).products
  const total = await booked(where)
  expect(total).not.toBe('0')
  expect(canonical(found?.sum.total ?? '')).toBe(total)
  expect(canonical(sum(found?.layers.map(one => one.total) ?? []))).toBe(total)
  expect(canonical(sum(found?.days.map(one => one.total) ?? []))).toBe(total)
  expect(canonical(sum(found?.days.map(one => one.units) ?? []))).toBe(canonical(found?.units ?? ''))
})

test('by receipt with its parts; what came later is told apart', async () => {
  const at = { shopId: '1', sku: 'S1', from: '2026-01-28', to: '2026-01-28' }
  const [found] = (await unitCostOf(b.as(), at)).products
  // one unit of ten of the first receipt, two of the second
  expect(
    found?.layers.map(one => [one.documentNo, canonical(one.units), canonical(one.purchase), canonical(one.firstLeg), one.isProvisional]),
  ).toEqual([
    ['R1', '1', '10', '2', false],
    ['R2', '2', '42', '0', true],
  ])
  expect([found?.method, found?.unitCost, found?.afterwards]).toEqual(['fifo', '18.1', '1'])
  const later = (await unitCostOf(b.as(), { ...at, from: '2026-02-01', to: '2026-02-28' })).products[0]
  expect(later?.days.map(one => [one.isVariance, canonical(one.units), canonical(one.total), canonical(one.firstLegLater)])).toEqual([
    [true, '0', '7', '7'],
    [false, '2', '42', '0'],
  ])
})

test('before the first receipt it is the unit cost of the month; of other shops nothing is told', async () => {
  const before = await unitCostOf(b.as(), { shopId: '1', sku: 'S1', from: '2026-01-05', to: '2026-01-05' })
  expect(before.products[0]).toMatchObject({ days: [], months: [{ month: '2026-01', unitCost: '9.5', since: '2025-12' }] })
  const one = await unitCostOf(b.as(['2']), { productId: '1', ...january })
  expect([canonical(one.products[0]?.units ?? ''), canonical(one.products[0]?.sum.total ?? '')]).toEqual(['3', '36.9'])
  await expect(unitCostOf(b.as(['2']), { shopId: '1', sku: 'S1', ...january })).rejects.toThrow(/店铺/)
  await expect(unitCostNamed(b.as(), 'p.1')).rejects.toMatchObject({ code: 1004 })
  expect(await unitCostNamed(b.as(), 'p.1.2026-01', 'day')).toMatchObject({ span: 'month', from: '2026-01-01', to: '2026-01-31' })
  const clerk = { ...b.as().caller, systemAdmin: false, permissions: new Map([['finance.stock.batch', new Set([2, 100])]]) }
  const silent = await unitCostOf(b.house.asUser(clerk as never, 'zh', 'test'), {
    shopId: '1',
    sku: 'S1',
    from: '2026-01-05',
    to: '2026-01-05',
  })
  expect([silent.products[0]?.months, silent.notFilled.length]).toEqual([[], 1])
})

test('orders of one day share its cost, first leg as well', async () => {
  const costsOf = async (no: string) => (await orderPage(b.as(), no, '1')).costs.map(one => [one.item, one.quantity, one.amount, one.made])
  const made = skuCostKey('1', '2026-01-28', 'S1')
  // 52.3 with duty and 2 of first leg on three units
  const [two, one] = [await costsOf('A-1'), await costsOf('A-2')]
  expect(two.map(row => row[3])).toEqual([made, made])
  const all = [...two, ...one].map(row => Number(row[2]))
  expect(all.reduce((total, amount) => total + amount, 0)).toBeCloseTo(-54.3, 3)
  expect(two.map(row => row[1])).toEqual(['2', '2'])
  const seenBy = (permissions: readonly [string, Set<number>][]) =>
    orderPage(
      b.house.asUser({ ...b.as().caller, systemAdmin: false, permissions: new Map(permissions) } as never, 'zh', 'test'),
      'A-1',
      '1',
    )
  // the right to the page tells all; that of a profit report all but goods; without both what the marketplace pays and charges is left
  const [whole, plain] = [
    await seenBy([
      ['finance.profit', new Set([2])],
      ['finance.order', new Set([2, 100])],
    ]),
    await orderPage(b.as(), 'A-1', '1'),
  ]
  expect([whole.parts, whole.sums, whole.costs]).toEqual([plain.parts, plain.sums, plain.costs])
  const withoutGoods = await seenBy([['finance.profit', new Set([2, 100])]])
  const unseen = await seenBy([['finance.profit', new Set([2])]])
  for (const [answer, word] of [
    [withoutGoods, '头程'],
    [unseen, '分摊'],
  ] as const)
    expect([answer.costs, answer.isProfit, answer.notFilled.some(one => one.includes('查看成本') && one.includes(word))]).toEqual([
      [],
      false,
      true,
    ])
  expect(unseen.parts.filter(one => ['cost', 'carrier', 'shared'].includes(one.name) && one.isIn)).toEqual([])
})

test('addresses of unit costs', () => {
  expect(unitCostKey(skuCostKey('12', '2026-01-10', 'A.B 1'))).toEqual({ shopId: '12', day: '2026-01-10', sku: 'A.B 1' })
  expect(unitCostKey(skuCostKey('12', '2026-01', '9.A'))).toEqual({ shopId: '12', day: '2026-01-01', sku: '9.A', isMonth: true })
  expect(unitCostKey(productCostKey('7', '2026-03'))).toEqual({ productId: '7', day: '2026-03-01' })
  for (const text of ['', '12', 'p.7', '12.2026-13-01.A', 'p.7.2026-00']) expect(unitCostKey(text)).toBeNull()
})
