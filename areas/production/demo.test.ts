/** The demo company makes things: what is told of it in the menus is there. Products that sell are written here, as its files would. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { logistics } from '#areas/logistics/index.ts'
import { defined } from '#platform/server/area.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { production } from './index.ts'

let h: DemoHouse
const counted = async (what: string, group: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ of: string; n: number }>`select ${sql.raw(group)}::text as of, count(*)::int as n
    from ${sql.table(what)} group by 1 order by 1`.execute(h.db)
  return Object.fromEntries(rows.map(one => [one.of, one.n]))
}
beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics, production])
  await goods.demo?.(demoPeople(h.house))
  const admin = await signedInAs(h, 'admin')
  const shop = (await sql<{ id: string }>`select id::text as id from shop order by id limit 1`.execute(h.db)).rows[0]?.id
  const add = async (sku: string): Promise<string> => (await admin.post('/productManage/insert', { sku, name: `商品 ${sku}` })).data?.id
  for (const sku of ['WL-1001', 'WL-1002', 'WL-1003', 'WL-1004', 'WL-1005', 'WL-1006', 'WL-2001']) await add(sku)
  for (let n = 1; n <= 6; n++) {
    const id = await add(`SOLD-${n}`)
    const { msg } = await admin.post('/skuMap/insert', { shopId: shop, sellerSku: `sold-${n}`, productId: id })
    if (msg !== '') throw new Error(msg)
    await sql`insert into finance_cost_line (shop_id, booked_on, sku, item, currency, quantity, unit_cost, amount)
      values (${shop}, '2026-11-01', ${`sold-${n}`}, 1, 'CNY', ${1000 - n}, 12, 12000)`.execute(h.db)
  }
  for (const make of production.demoFigures ?? []) await make(demoPeople(h.house))
}, 300_000)
afterAll(() => h.close())

test('six made products of three levels, a subcontracted part, a bundle', async () => {
  expect(await counted('bom', 'kind || case when state = 2 then $$ released$$ else $$ draft$$ end')).toEqual({
    '1 released': 6,
    '2 draft': 1,
    '2 released': 1,
    '3 released': 1,
  })
})

test('six orders in all states that work has, with reports, one short', async () => {
  expect(await counted('production_order', 'state')).toEqual({ 0: 1, 2: 1, 3: 1, 4: 1, 7: 1, 8: 1 })
  expect(await counted('production_order', 'kind')).toEqual({ 1: 5, 3: 1 })
  expect(await counted('work_report', '(bad > 0)')).toEqual({ false: 1, true: 3 })
})

test('a finished order tells what it cost: parts from their layers and the fee', async () => {
  await defined(finance.jobs?.['stock.layers'], 'the job of the layers')(h.house, { orgId: 1 }, new AbortController().signal)
  const { rows } = await sql<{ id: string; sku: string }>`select o.id::text as id, p.sku from production_order o
    join product p on p.id = o.product_id where o.done > 0 order by o.id`.execute(h.db)
  const admin = await signedInAs(h, 'admin')
  const costs = await Promise.all(rows.map(async ({ id }) => (await admin.post('/productionOrder/cost', { id })).data))
  expect(costs.map(({ isKept, waits, units }) => [isKept, waits, units])).toEqual([
    [true, false, '500'],
    [true, false, '100'],
    [true, false, '45'],
  ])
  // 60 kg at 11.40, 32.7 at 11.60, 2,000 fittings at 0.36, 500 at 0.80
  expect(costs[0]).toMatchObject({ totals: { actual: '2183.32' }, feeActual: '400' })
  // a body of 4.36664, a box, a leaflet, two labels, a bag, 1.50 each
  expect(costs.slice(1).map(one => Number(one.totals.actual) > Number(one.units) * 8)).toEqual([true, true])
})

test('a run of planning with at least 20 suggestions, one of them late', async () => {
  const { rows } = await sql<{ n: number; late: number }>`select count(*)::int as n, count(*) filter (where is_late = 2)::int as late
    from mrp_line`.execute(h.db)
  expect(rows[0]?.n).toBeGreaterThanOrEqual(20)
  expect(rows[0]?.late).toBeGreaterThanOrEqual(1)
})
