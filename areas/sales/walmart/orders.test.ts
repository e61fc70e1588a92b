/** Walmart's own example of its orders, from the upload to the statistics: its control total to the cent, and nothing twice. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'

const example = readFileSync('test/fixtures/walmart/orders.json', 'utf8')
const path = '/saleOrder/importData'
const period = { startDate: '2019-08-01', endDate: '2019-09-30' }

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
  for (const [sku, product] of [
    ['test1', 1],
    ['TEST-02', 2],
  ] as const)
    await h.sql(
      `insert into sku_map (org_id, shop_id, seller_sku, product_id) select $1, $2, $3, id from product where org_id = $1
        order by id offset $4 limit 1`,
      [h.orgId, h.shop('walmart.com'), sku, product],
    )
})
afterAll(() => h?.close())

const ask = async (call: string, body: object = {}) => {
  const { code, msg, data } = await h.boss.post(`/walmartSaleStatistics/${call}`, { ...period, ...body })
  expect(code, msg).toBe(0)
  return data
}
const figures = (values: Record<string, string>, ...names: string[]) => names.map(name => values[name] && canonical(values[name]))

test('the genuine file is imported to its control total, and again changes nothing', async () => {
  const told = await h.import('orders.json', example, { path })
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { read: 10, merged: 10, refused: 0 } })
  expect(told.controlTotals.map(t => [t.currency, canonical(t.file), canonical(t.merged), canonical(t.difference)])).toEqual([
    ['USD', '39.97', '39.97', '0'],
    ['USD', '3.12', '3.12', '0'],
  ])
  const rows = await h.sql(
    'select count(distinct order_no)::int as orders, sum(sales)::text as sales, sum(tax)::text as tax from order_line',
  )
  expect(rows).toEqual([{ orders: 10, sales: '39.9700', tax: '3.1200' }])
  const again = await h.import('again.json', example, { path })
  expect(again).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 10 } })
  await refreshRollups(h.house, h.orgId)
})

test('summaryDimension: orders that are not cancelled, and what has no source is null and named', async () => {
  const answer = await ask('summaryDimension', { statisticalDimension: 'SHOP' })
  expect(answer.list).toHaveLength(1)
  const [row] = answer.list
  expect(row.label.shop).toBe('云帆沃尔玛')
  expect(figures(row.values, 'orders', 'orderItems', 'units', 'orderedSales', 'orderedTax')).toEqual(['4', '4', '4', '39.97', '3.12'])
  expect(row.values).toMatchObject({ sessions: null, conversion: null, returnUnits: null })
  expect(answer.notFilled.map((one: { field: string }) => one.field)).toEqual([
    'sessions',
    'pageViews',
    'conversion',
    'returnUnits',
    'returnRate',
    'refundUnits',
    'refundRate',
  ])
  expect(answer.completeUntil).toEqual([{ shopId: h.shop('walmart.com'), until: '2019-09-14' }])
  expect(answer.columns[0]).toMatchObject({ field: 'shop', fieldCn: '店铺', fieldEn: 'Shop', dataType: 'TEXT', children: null })
})

test('list: a row a week, its Monday, the newest first; a week that the period cuts is partial', async () => {
  const { list } = await ask('list', { startDate: '2019-08-20', endDate: '2019-09-14', timeEnum: 'WEEK', statisticalDimension: 'SHOP' })
  const weeks = list.map((row: { key: { period: string } }) => row.key.period)
  expect(weeks).toEqual(weeks.toSorted((a: string, b: string) => (a < b ? 1 : -1)))
  expect(weeks.every((day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1)).toBe(true)
  expect(list[0]).toMatchObject({ partial: true, key: { shop: h.shop('walmart.com') } })
})

test('by category: what has no category and what has no product are nodes of their own, the total counts once', async () => {
  const { list, totals } = await ask('categorySummaryList')
  const total = list.reduce((n: number, node: { values: { units: string } }) => n + Number(node.values.units), 0)
  expect(total).toBe(4)
  expect(canonical(totals[0].values.orderedSales)).toBe('39.97')
})

test('quantities by department and SKU: months with their weeks', async () => {
  const { list, columns } = await ask('qtyStatistics', { timeEnum: 'WEEK' })
  expect(list[0]).toMatchObject({ label: { dept: '未归属' }, approvalQty: null })
  // one of them was cancelled in every order
  expect(list[0].children).toHaveLength(3)
  const sum = columns.reduce((n: number, month: { field: string }) => n + Number(list[0].values[month.field]), 0)
  expect(sum).toBe(4)
})

test('a dimension it lacks is refused, and so is what it can not be filtered by', async () => {
  const listing = await h.boss.post('/walmartSaleStatistics/list', { ...period, statisticalDimension: 'SHOP,CARRIER' })
  expect([listing.code, listing.data?.errors?.[0]?.message ?? listing.msg]).toEqual([
    1002,
    '“沃尔玛销售统计”没有“CARRIER”这个维度，可用：SHOP、MARKETPLACE、COUNTRY、LISTING、SKU、PRODUCT、BRAND、CATEGORY、SALESMAN、DEPT、PRODUCT_GROUP',
  ])
  expect((await h.boss.post('/walmartSaleStatistics/list', { ...period, carrierIds: ['1'] })).code).toBe(1002)
  expect((await h.boss.post('/walmartSaleStatistics/list', { ...period, colour: 'red' })).code).toBe(1002)
  expect((await h.boss.post('/walmartSaleStatistics/list', { ...period, timeEnum: 'HOUR' })).code).toBe(1002)
})
