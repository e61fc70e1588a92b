/** Orders of several SKUs count once in every row, whatever is put together, and still do after another file and its removal. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import type { Difference } from '#platform/server/reports/proof/proof.ts'
import { groupJobs } from '#platform/server/reports/store/regroup.ts'
import { amazonOrders } from '#areas/sales/amazon/orders-file.ts'
import { proveSales } from './proof.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'

const brands = { A1: '甲', A2: '甲', B1: '乙' } as const
type Sku = keyof typeof brands
const path = '/saleOrder/importData'
const orderedAt = Date.UTC(2026, 2, 10, 18)

const line = (no: number, sku: Sku, status: string, statusDate: number) => ({
  lineNumber: String(no),
  item: { productName: sku, sku },
  charges: { charge: [{ chargeType: 'PRODUCT', chargeName: 'ItemPrice', chargeAmount: { currency: 'USD', amount: 10 } }] },
  orderLineQuantity: { unitOfMeasurement: 'EACH', amount: '1' },
  statusDate,
  orderLineStatuses: { orderLineStatus: [{ status, statusQuantity: { unitOfMeasurement: 'EACH', amount: '1' } }] },
})
const order = (no: string, lines: readonly object[]) => ({
  purchaseOrderId: no,
  customerOrderId: `C${no}`,
  orderDate: orderedAt,
  shippingInfo: { postalAddress: { country: 'USA' } },
  orderLines: { orderLine: lines },
})
const file = (orders: readonly object[]) => JSON.stringify({ list: { elements: { order: orders } } })
const of = (no: string, ...skus: readonly Sku[]) =>
  order(
    no,
    skus.map((sku, at) => line(at + 1, sku, 'Shipped', orderedAt)),
  )

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
  for (const [at, [sku, brand]] of Object.entries(brands).entries())
    await h.sql(
      `with chosen as (update product set brand = $5 where id = (select id from product where org_id = $1 order by id offset $4 limit 1)
          returning id)
        insert into sku_map (org_id, shop_id, seller_sku, product_id) select $1, $2, $3, id from chosen`,
      [h.orgId, h.shop('walmart.com'), sku, at, brand],
    )
})
afterAll(() => h?.close())

/** The proof finds nothing, and what has been planted it finds. */
const proven = async (): Promise<Difference[]> => proveSales(await h.house.asSystem(h.orgId, 'test'))

const ordersBy = (dimension: 'brand' | 'sku') => figuresBy(dimension, 'orders')
const unitsByBrand = () => figuresBy('brand', 'units')
async function figuresBy(dimension: 'brand' | 'sku', measure: 'orders' | 'units'): Promise<Record<string, string>> {
  await refreshRollups(h.house, h.orgId)
  const { code, msg, data } = await h.boss.post('/walmartSaleStatistics/summaryDimension', {
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    statisticalDimension: dimension.toUpperCase(),
  })
  expect(code, msg).toBe(0)
  const rows = data.list.map((row: { key: Record<string, string>; values: Record<string, string> }) => [
    row.key[dimension],
    row.values[measure],
  ])
  return { ...Object.fromEntries(rows), total: data.totals[0].values[measure] }
}
const marked = () => h.sql('select order_no as no, line_no as line from order_line where several_skus order by 1, 2')

test('by brand an order counts once, with several SKUs of one brand and with those of two', async () => {
  const first = file([of('1', 'A1', 'A2'), of('2', 'A1', 'B1'), of('3', 'A1'), of('4', 'A1', 'A1'), of('5', 'A2', 'A1', 'B1', 'A2')])
  expect(await h.import('first.json', first, { path })).toMatchObject({ state: 'done', lines: { merged: 11, refused: 0 } })
  const counts = { brand: { 甲: '5', 乙: '2', total: '5' }, sku: { A1: '5', A2: '2', B1: '2', total: '5' } }
  const lines = [['1', '1'], ['1', '2'], ['2', '1'], ['2', '2'], ...['1', '2', '3', '4'].map(no => ['5', no])].map(([no, one]) => ({
    no,
    line: one,
  }))
  const asFirst = async () =>
    expect([await ordersBy('brand'), await ordersBy('sku'), await marked()]).toEqual([counts.brand, counts.sku, lines])
  await asFirst()
  expect(await proven()).toEqual([])
  // both brands put together: an order of both counts once, in every row and in the total; by part of the month as well
  for (const endDate of ['2026-03-31', '2026-03-20']) {
    const both = { startDate: '2026-03-01', endDate, brands: ['甲', '乙'], statisticalDimension: 'SHOP', timeEnum: 'MONTH' }
    const { data } = await h.boss.post('/walmartSaleStatistics/list', both)
    expect([data.list[0].values.orders, data.totals[0].values.orders]).toEqual(['5', '5'])
  }
  const sets = await h.sql(`select members, things from sales_order__orders_sets_by_month where dimension = 'brand'`)
  expect(sets).toEqual([{ members: '乙\u001e甲', things: 2 }])

  await h.import('again.json', first, { path })
  await asFirst()

  // the one line of the other brand is cancelled, and an order gets a second SKU
  const next = file([order('2', [line(2, 'B1', 'Cancelled', orderedAt + 1000)]), order('3', [line(2, 'B1', 'Shipped', orderedAt + 1000)])])
  const later = await h.import('later.json', next, { path })
  expect(later).toMatchObject({ state: 'done', lines: { merged: 2 } })
  expect(await ordersBy('brand')).toEqual({ 甲: '5', 乙: '2', total: '5' })
  expect((await marked()).map(one => `${String(one['no'])}/${String(one['line'])}`)).toEqual([
    '1/1',
    '1/2',
    '3/1',
    '3/2',
    '5/1',
    '5/2',
    '5/3',
    '5/4',
  ])

  const admin = await h.signIn('admin')
  expect(await admin.post('/fileImportHistory/delete', { id: later.id })).toMatchObject({ code: 0, data: { removed: 1, handedOn: 1 } })
  await asFirst()
})

test('an import whose lines lie on several days goes whole, and hands on what another told', async () => {
  const until = (no: string, days: number, changed: number) => ({
    ...order(no, [line(1, 'A1', 'Shipped', orderedAt + changed)]),
    orderDate: orderedAt + days * 86_400_000,
  })
  const kept = await h.import('kept.json', file([until('D1', 1, 0)]), { path })
  const several = await h.import('days.json', file([until('D1', 1, 1000), until('D2', 2, 0), until('D3', 2, 0), until('D4', 3, 0)]), {
    path,
  })
  expect([kept.lines.merged, several.lines.merged]).toEqual([1, 4])
  const boss = await h.signIn('admin')
  const gone = await boss.post('/fileImportHistory/delete', { id: several.id })
  expect(gone).toMatchObject({ code: 0, data: { removed: 3, handedOn: 1 } })
  expect(await h.sql("select order_no as no, first_of_order as first from order_line where order_no like 'D%'")).toEqual([
    { no: 'D1', first: 1 },
  ])
  expect(await boss.post('/fileImportHistory/delete', { id: kept.id })).toMatchObject({ code: 0, data: { removed: 1 } })
  await refreshRollups(h.house, h.orgId)
  expect(await proven()).toEqual([])
})

/** What the jobs that wait would do, and the refresh after them. */
async function workOff(): Promise<void> {
  const jobs = await h.sql(
    `select p.payload from graphile_worker._private_jobs p join graphile_worker._private_tasks t on t.id = p.task_id
      where t.identifier = 'rollup.regroup' order by p.id`,
  )
  for (const { payload } of jobs)
    await groupJobs['rollup.regroup']?.(h.house, payload as unknown as Readonly<Record<string, unknown>>, new AbortController().signal)
  await h.sql(`delete from graphile_worker._private_jobs p using graphile_worker._private_tasks t
    where t.id = p.task_id and t.identifier = 'rollup.regroup'`)
}
const idOf = async (sku: Sku): Promise<string> =>
  String((await h.sql('select product_id::text as id from sku_map where seller_sku = $1', [sku]))[0]?.['id'])
const change = async (type: string, id: string, values: object): Promise<void> => {
  const admin = await h.signIn('admin')
  const { data } = await admin.get(`/${type}/query/${id}`)
  const answer = await admin.post(`/${type}/update`, { id, version: data.version, ...values })
  expect(answer.code, JSON.stringify(answer)).toBe(0)
}
const regrouped = async () => (await h.sql(`select distinct rollup from stale_day`)).map(row => row['rollup'])

test('another brand of a product, another product of a SKU: counts and sums follow, and nothing else is computed', async () => {
  const before = await ordersBy('brand')
  expect(before).toEqual({ 甲: '5', 乙: '2', total: '5' })
  expect(await unitsByBrand()).toEqual({ 甲: '9', 乙: '2', total: '11' })
  await change('productManage', await idOf('B1'), { brand: '甲' })
  await workOff()
  expect(await regrouped()).toEqual(['sales_order/groups'])
  expect(await ordersBy('brand')).toEqual({ 甲: '5', total: '5' })
  expect(await unitsByBrand()).toEqual({ 甲: '11', total: '11' })

  const [map] = await h.sql(`select id::text as id from sku_map where seller_sku = 'A1'`)
  const [other] = await h.sql('select id::text as id from product where org_id = $1 order by id offset 3 limit 1', [h.orgId])
  await h.sql(`update product set brand = '丙' where id = $1`, [other?.['id']])
  await change('skuMap', String(map?.['id']), { productId: other?.['id'] })
  await workOff()
  expect(await regrouped()).toEqual(['sales_order/groups'])
  expect(await ordersBy('brand')).toEqual({ 丙: '5', 甲: '3', total: '5' })
  expect(await unitsByBrand()).toEqual({ 丙: '6', 甲: '5', total: '11' })

  // another title moves nothing
  await change('productManage', await idOf('B1'), { name: '改名' })
  await workOff()
  expect(await regrouped()).toEqual([])
})

test('a product that is put into a group, and leaves it: counts and sums follow', async () => {
  const admin = await h.signIn('admin')
  const inserted = async (path: string, values: object): Promise<string> => {
    const { code, msg, data } = await admin.post(path, values)
    expect(code, msg).toBe(0)
    return String(data.id)
  }
  const [groupId, other] = [
    await inserted('/productGroup/insert', { name: '主推' }),
    await inserted('/productGroup/insert', { name: '清仓' }),
  ]
  const by = async (name: 'productGroup' | 'productTag') => {
    await workOff()
    await refreshRollups(h.house, h.orgId)
    const asked = { by: [name], startDate: '2026-03-01', endDate: '2026-03-31', currency: 'CNY', measures: ['units', 'orders'] }
    const { code, msg, data } = await h.boss.post('/walmartSaleStatistics/report', asked)
    expect(code, msg).toBe(0)
    type Row = { label: Record<string, string>; values: Record<string, string> }
    return Object.fromEntries(data.list.map((row: Row) => [row.label[name], [row.values['units'], row.values['orders']]]))
  }
  expect(await by('productGroup')).toEqual({ 未分组: ['11', '5'] })
  const member = await inserted('/productGroupMember/insert', { groupId, productId: await idOf('A2') })
  expect(await by('productGroup')).toEqual({ 主推: ['3', '2'], 未分组: ['8', '5'] })
  const tags = async (group: string) => ({ groupId: group, tagId: await inserted('/productTag/insert', { groupId: group, tag: '爆款' }) })
  const [tagged] = [await tags(groupId)]
  await inserted('/productGroupMember/insert', { ...tagged, productId: await idOf('B1') })
  await inserted('/productGroupMember/insert', { groupId: other, productId: await idOf('B1') })
  expect(await by('productGroup')).toEqual({ 主推: ['5', '3'], 清仓: ['2', '2'], 未分组: ['6', '5'] })
  // without a tag in the other group it has one all the same, and A2 has none
  expect(await by('productTag')).toEqual({ 爆款: ['2', '2'], 无标签: ['9', '5'] })
  expect(await proven()).toEqual([])
  const { data } = await admin.get(`/productGroupMember/query/${member}`)
  expect((await admin.post('/productGroupMember/delete', { id: member, version: data.version })).code).toBe(0)
  expect(await by('productGroup')).toEqual({ 主推: ['2', '2'], 清仓: ['2', '2'], 未分组: ['9', '5'] })
  // in two groups without a tag it stands once among those without
  await inserted('/productGroupMember/insert', { groupId, productId: await idOf('A2') })
  await inserted('/productGroupMember/insert', { groupId: other, productId: await idOf('A2') })
  expect(await by('productTag')).toEqual({ 爆款: ['2', '2'], 无标签: ['9', '5'] })
  expect(await proven()).toEqual([])
})

/** Rows of Amazon's all-orders file: order, day of March, SKU, item. */
const amazonFile = (rows: readonly (readonly [no: string, day: number, sku: string, item: string])[]): string => {
  const columns = amazonOrders.template
  const lines = rows.map(([no, day, sku, asin]) => {
    const at = `2026-03-${day}T18:00:00+00:00`
    const cells: Readonly<Record<string, string>> = {
      'amazon-order-id': `114-0000000-000000${no}`,
      'purchase-date': at,
      'last-updated-date': at,
      'order-status': 'Shipped',
      'item-status': 'Shipped',
      'sales-channel': 'Amazon.com',
      'product-name': sku,
      sku,
      asin,
      quantity: '1',
      currency: 'USD',
      'item-price': '10.00',
      'ship-country': 'US',
    }
    return columns.map(column => cells[column] ?? '').join('\t')
  })
  return [columns.join('\t'), ...lines, ''].join('\r\n')
}

test('a SKU that stands in another listing now: its orders follow, those of days before too', async () => {
  const byListing = async () => {
    await workOff()
    await refreshRollups(h.house, h.orgId)
    const asked = { startDate: '2026-03-01', endDate: '2026-03-31', statisticalDimension: 'LISTING' }
    const { code, msg, data } = await h.boss.post('/amazonSaleStatistics/summaryDimension', asked)
    expect(code, msg).toBe(0)
    type Row = { key: Record<string, string>; values: Record<string, string> }
    const found = data.list.map((row: Row) => [row.key['listing'], [row.values['units'], row.values['orders']]])
    return { ...Object.fromEntries(found), total: data.totals[0].values.orders }
  }
  const bring = async (name: string, rows: Parameters<typeof amazonFile>[0]): Promise<string> => {
    const told = await h.import(name, amazonFile(rows), { path, shopId: h.shop('amazon.com') })
    expect(told).toMatchObject({ state: 'done', lines: { merged: rows.length } })
    return told.id
  }
  const first = await bring('first.txt', [
    ['1', 10, 'Z1', 'B01'],
    ['1', 10, 'Z2', 'B01'],
    ['2', 10, 'Z1', 'B01'],
    ['2', 10, 'Z3', 'B02'],
    ['3', 11, 'Z3', 'B02'],
  ])
  expect(await byListing()).toEqual({ B01: ['3', '2'], B02: ['2', '2'], total: '3' })
  expect(await proven()).toEqual([])
  const moved = await bring('moved.txt', [['4', 12, 'Z3', 'B01']])
  expect(await byListing()).toEqual({ B01: ['6', '4'], total: '4' })
  expect(await proven()).toEqual([])
  const admin = await h.signIn('admin')
  for (const id of [moved, first]) expect((await admin.post('/fileImportHistory/delete', { id })).code).toBe(0)
})

test('the calls answer the measures that are asked for; one that there is not is refused by name', async () => {
  const march = { startDate: '2026-03-01', endDate: '2026-03-31', statisticalDimension: 'SHOP', timeEnum: 'MONTH' }
  for (const call of ['summaryDimension', 'list', 'categorySummaryList']) {
    const path = `/walmartSaleStatistics/${call}`
    const { data } = await h.boss.post(path, { ...march, measures: ['units', 'price'] })
    expect(Object.keys(data.totals[0].values).toSorted()).toEqual(['price', 'units'])
    expect(data.columns.map((one: { field: string }) => one.field).slice(-2)).toEqual(['units', 'price'])
    const refused = await h.boss.post(path, { ...march, measures: ['units', 'moons'] })
    expect(refused).toMatchObject({ code: 1002, data: { errors: [{ field: 'measures' }] } })
  }
})

test('a category that is put below another one moves whatever lies below it', async () => {
  const admin = await h.signIn('admin')
  const made = async (name: string) => String((await admin.post('/productCategory/insert', { name })).data.id)
  const [above, below] = [await made('上级'), await made('下级')]
  for (const sku of ['A1', 'A2'] as const) await h.sql('update product set category_id = $1 where id = $2', [below, await idOf(sku)])
  await change('productManage', await idOf('B1'), { categoryId: above })
  const counts = async () => {
    await refreshRollups(h.house, h.orgId)
    const { data } = await h.boss.post('/walmartSaleStatistics/categorySummaryList', { startDate: '2026-03-01', endDate: '2026-03-31' })
    type Node = { label: { category: string }; values: { orders: string }; children: Node[] }
    const told = (node: Node): string[] => [`${node.label.category} ${node.values.orders}`, ...node.children.flatMap(told)]
    return data.list.flatMap(told)
  }
  await workOff()
  await change('productManage', await idOf('A1'), { categoryId: below })
  await workOff()
  expect((await counts()).sort()).toEqual(['上级 2', '下级 5'])
  await change('productCategory', below, { parentId: above })
  await workOff()
  expect(await counts()).toEqual(['上级 5', '下级 5'])
  expect(await proven()).toEqual([])
  await h.sql(`update sales_order__orders_by_month set things = things + 1 where dimension = 'category/tree'`)
  await h.sql(`update sales_order__orders_sets_by_day set things = things + 1`)
  await h.sql(`update sales_order__groups_by_month set quantity = quantity + 1 where dimension = 'brand'`)
  const wrong = ['sales_order__groups_by_month', 'sales_order__orders_by_month', 'sales_order__orders_sets_by_day']
  // of a shop of Walmart: the reports that it is in
  const cuts = ['company', 'walmart'].map(product => `${product}SaleStatistics / brand`)
  expect(new Set((await proven()).map(one => one.what))).toEqual(new Set([...wrong, ...cuts]))
})

test('edits that wait are one computation: the job that begins first takes the others', async () => {
  const waiting = async (): Promise<{ id: string; payload: Readonly<Record<string, unknown>> }[]> =>
    (await h.sql(`select p.id::text as id, p.payload from graphile_worker._private_jobs p
      join graphile_worker._private_tasks t on t.id = p.task_id where t.identifier = 'rollup.regroup' order by p.id`)) as never
  for (const brand of ['戊', '己']) await change('productManage', await idOf('B1'), { brand })
  const ordered = await waiting()
  const [first] = ordered
  if (first === undefined) throw new Error('no job waits')
  const ofSame = ordered.filter(one => one.payload['kept'] === first.payload['kept'] && one.payload['table'] === first.payload['table'])
  expect(ofSame.length).toBe(2)
  // the queue holds the job that it has begun apart
  await h.sql('update graphile_worker._private_jobs set locked_at = now(), locked_by = $2 where id = $1', [first.id, 'a process'])
  await groupJobs['rollup.regroup']?.(h.house, first.payload, new AbortController().signal)
  const left = (await waiting()).map(one => one.id)
  expect(left.filter(id => ofSame.some(one => one.id === id))).toEqual([first.id])
  await workOff()
  expect(await unitsByBrand()).toHaveProperty('己')
})
