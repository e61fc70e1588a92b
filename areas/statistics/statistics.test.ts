/**
 * Statistics of sales on orders made for it: weeks across the year, days of the marketplace's zone, salesmen that change inside a month,
 * groups of products, a shop without rate, and the views beside them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proveClaims } from '#platform/server/imports/claims.ts'
import { readInstant } from '#platform/format/instants.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { proveSales } from './proof.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'

type Row = { key: Record<string, string>; label: Record<string, string>; values: Record<string, string | null>; partial?: boolean }
interface Answer {
  readonly list: Row[]
  readonly totals: Row[]
  readonly converted: boolean
  readonly missingRates: readonly { month: string; currency: string }[]
}

const line = (no: number, sku: string, quantity: number, at: number, status = 'Shipped') => ({
  lineNumber: String(no),
  item: { productName: sku, sku },
  charges: { charge: [{ chargeType: 'PRODUCT', chargeName: 'ItemPrice', chargeAmount: { currency: 'USD', amount: 10 * quantity } }] },
  orderLineQuantity: { unitOfMeasurement: 'EACH', amount: String(quantity) },
  statusDate: at,
  orderLineStatuses: { orderLineStatus: [{ status, statusQuantity: { unitOfMeasurement: 'EACH', amount: String(quantity) } }] },
})
const order = (no: string, orderDate: number, ...skus: readonly (readonly [sku: string, quantity: number])[]) => ({
  purchaseOrderId: no,
  customerOrderId: `C${no}`,
  orderDate,
  shippingInfo: { postalAddress: { country: 'USA' } },
  orderLines: { orderLine: skus.map(([sku, quantity], at) => line(at + 1, sku, quantity, orderDate)) },
})
const file = (orders: readonly object[]) => JSON.stringify({ list: { elements: { order: orders } } })

let h: ImportHouse
const employees: string[] = []
beforeAll(async () => {
  h = await openImports()
  const shop = h.shop('walmart.com')
  const people = await h.sql('select id::text as id from employee where org_id = $1 order by id limit 2', [h.orgId])
  employees.push(...people.map(row => String(row['id'])))
  for (const [employee, from, to] of [
    [employees[0], '2026-03-01', '2026-03-10'],
    [employees[1], '2026-03-11', null],
  ])
    await h.sql(
      `insert into sku_owner (org_id, shop_id, seller_sku, employee_id, dept_id, valid_from, valid_to)
        select $1, $2, 'A1', e.id, e.dept_id, $4, $5 from employee e where e.id = $3`,
      [h.orgId, shop, employee ?? '', from ?? '', to ?? null],
    )
  const products = await h.sql('select id::text as id from product where org_id = $1 order by id limit 2', [h.orgId])
  for (const [at, sku] of ['A1', 'B1'].entries())
    await h.sql('insert into sku_map (org_id, shop_id, seller_sku, product_id) values ($1, $2, $3, $4)', [
      h.orgId,
      shop,
      sku,
      String(products[at]?.['id']),
    ])
  for (const name of ['主推', '清仓', '空组']) await h.sql('insert into product_group (org_id, name) values ($1, $2)', [h.orgId, name])
  // the first product stands in two groups
  for (const [name, at] of [
    ['主推', 0],
    ['清仓', 0],
    ['主推', 1],
  ] as const)
    await h.sql(
      `insert into product_group_member (org_id, group_id, product_id)
        select $1, g.id, $3 from product_group g where g.org_id = $1 and g.name = $2`,
      [h.orgId, name, String(products[at]?.['id'])],
    )
  const at = (text: string): number => readInstant(text) ?? 0
  const orders = [
    // the last days of 2026 and the first of 2027 are one week, the 53rd: in Los Angeles these are the 31st and the 1st
    order('W1', at('2026-12-31T20:00:00Z'), ['A1', 1]),
    order('W2', at('2027-01-01T20:00:00Z'), ['A1', 2]),
    // in March the clock is put forward on the 8th: half past seven in UTC is still the 7th before, and the 9th begins an hour earlier
    order('D1', at('2026-03-08T07:30:00Z'), ['B1', 1]),
    order('D2', at('2026-03-09T06:30:00Z'), ['B1', 1]),
    order('D3', at('2026-03-09T07:30:00Z'), ['B1', 1]),
    // and back on 1 November: this day of 25 hours begins at seven and ends at eight the next day
    order('E1', at('2026-11-01T06:30:00Z'), ['B1', 1]),
    order('E2', at('2026-11-01T07:30:00Z'), ['B1', 1]),
    order('E3', at('2026-11-02T07:30:00Z'), ['B1', 1]),
    order('E4', at('2026-11-02T08:30:00Z'), ['B1', 1]),
    order('S1', at('2026-03-10T20:00:00Z'), ['A1', 3]),
    order('S2', at('2026-03-11T20:00:00Z'), ['A1', 4], ['B1', 5]),
    order('L1', at('2026-11-20T20:00:00Z'), ['A1', 12]),
    order('L2', at('2026-12-29T20:00:00Z'), ['B1', 2]),
  ]
  await h.import('orders.json', file(orders), { path: '/saleOrder/importData' })
  await refreshRollups(h.house, h.orgId)
})
afterAll(() => h?.close())

async function asked(call: 'summaryDimension' | 'list', more: object): Promise<Answer> {
  const { code, msg, data } = await h.boss.post(`/walmartSaleStatistics/${call}`, more)
  expect(code, msg).toBe(0)
  return data
}
const by = ({ list }: Answer, dimension: string, measure = 'units') =>
  Object.fromEntries(list.map(row => [row.key[dimension] ?? '', row.values[measure]]))

test('the week of the year’s end is one, cut by the period it says so; a year across it is added up by its days', async () => {
  const whole = await asked('list', { startDate: '2026-12-28', endDate: '2027-01-03', timeEnum: 'WEEK' })
  expect(whole.list.map(row => [row.key['period'], row.values['units'], row.partial])).toEqual([['2026-12-28', '5', undefined]])
  const cut = await asked('list', { startDate: '2026-12-28', endDate: '2026-12-31', timeEnum: 'WEEK' })
  expect(cut.list.map(row => [row.key['period'], row.values['units'], row.partial])).toEqual([['2026-12-28', '3', true]])
})

test('days are those of the marketplace, also where its clock is put forward', async () => {
  const { list } = await asked('list', { startDate: '2026-03-07', endDate: '2026-03-09', timeEnum: 'DAY' })
  expect(list.map(row => [row.key['period'], row.values['units']])).toEqual([
    ['2026-03-09', '1'],
    ['2026-03-08', '1'],
    ['2026-03-07', '1'],
  ])
})

test('a day of 25 hours holds all of them: where the clock is put back', async () => {
  const { list } = await asked('list', { startDate: '2026-10-31', endDate: '2026-11-02', timeEnum: 'DAY' })
  expect(list.map(row => [row.key['period'], row.values['units']])).toEqual([
    ['2026-11-02', '1'],
    ['2026-11-01', '2'],
    ['2026-10-31', '1'],
  ])
})

test('a salesman who changes inside a month has his own days; an order of two SKUs counts once in every total', async () => {
  const march = { startDate: '2026-03-01', endDate: '2026-03-31' }
  const answer = await asked('summaryDimension', { ...march, statisticalDimension: 'SALESMAN' })
  expect(by(answer, 'salesman')).toEqual({ [employees[0] ?? '']: '3', [employees[1] ?? '']: '4', '': '8' })
  expect(by(answer, 'salesman', 'orders')).toEqual({ [employees[0] ?? '']: '1', [employees[1] ?? '']: '1', '': '4' })
  expect([answer.totals[0]?.values['units'], answer.totals[0]?.values['orders']]).toEqual(['15', '5'])
  // no day belongs to two
  await expect(
    h.sql(`update sku_owner set valid_to = '2026-03-11' where shop_id = $1 and seller_sku = 'A1' and valid_to = '2026-03-10'`, [
      h.shop('walmart.com'),
    ]),
  ).rejects.toThrow(/sku_owner/)
})

test('a product in two groups counts in each row and once in the total, whatever is filtered', async () => {
  const march = { startDate: '2026-03-01', endDate: '2026-03-31' }
  const answer = await asked('summaryDimension', { ...march, statisticalDimension: 'PRODUCT_GROUP' })
  const named = Object.fromEntries(answer.list.map(row => [row.label['productGroup'], [row.values['units'], row.values['orders']]]))
  expect(named).toEqual({ 主推: ['15', '5'], 清仓: ['7', '2'] })
  expect(answer.totals[0]?.values['units']).toBe('15')
  const { data } = await h.boss.post('/productGroup/options', {})
  const ids = data.filter((one: { group_name: string }) => one.group_name !== '空组').map((one: { group_id: string }) => one.group_id)
  const both = await asked('summaryDimension', { ...march, groupIds: ids })
  expect([both.totals[0]?.values['units'], both.totals[0]?.values['orders']]).toEqual(['15', '5'])
})

test('without a rate money in CNY is missing and named, units stay', async () => {
  await h.sql(`delete from currency_rate where currency = 'USD' and month = '2026-03-01'`)
  const { totals, missingRates } = await asked('summaryDimension', { startDate: '2026-03-01', endDate: '2026-03-31', currency: 'CNY' })
  expect([totals[0]?.values['orderedSales'], totals[0]?.values['units']]).toEqual([null, '15'])
  expect(missingRates).toContainEqual({ month: '2026-03', currency: 'USD' })
})

test('the statistics are proven to be their lines, by salesman and listing too', async () => {
  expect(await proveSales(await h.house.asSystem(h.orgId, 'test'))).toEqual([])
})

test('quantities: a department’s figures are those of all its SKUs, on whatever page they stand', async () => {
  const [shop, march] = [h.shop('walmart.com'), { startDate: '2026-03-01', endDate: '2026-03-31', timeEnum: 'WEEK' }]
  const depts = (await h.sql('select id::text as id, name from department where org_id = $1 order by name limit 2', [h.orgId])).map(
    row => ({
      id: String(row['id']),
      name: String(row['name']),
    }),
  )
  for (const [dept, sku, approved, left, status] of [
    [0, 'A1', 20, 5, 1],
    [0, 'C1', 9, 4, 0],
    [1, 'B1', 30, 10, 1],
  ] as const)
    await h.sql(
      `insert into sale_stock_plan (org_id, month, dept_id, shop_id, sku, approval_qty, surplus_qty, status)
        values ($1, '2026-03-01', $2, $3, $4, $5, $6, $7)`,
      [h.orgId, depts[dept]?.id ?? '', shop, sku, approved, left, status],
    )
  const page = async (more: object) => {
    const { code, msg, data } = await h.boss.post('/walmartSaleStatistics/qtyStatistics', { ...march, ...more })
    expect(code, msg).toBe(0)
    return data
  }
  type Place = {
    key: { sku: string }
    deptName: string
    approvalQty: string
    surplusQty: string
    deliveredQty: string
    values: Record<string, string>
  }
  const said = (one: Place) => [one.deptName, one.approvalQty, one.surplusQty, one.deliveredQty, one.values['2026-03']]
  const [first, second] = [
    // what is still running has delivered nothing
    [depts[0]?.name, '29', '9', '15', '7'],
    [depts[1]?.name, '30', '10', '20', '8'],
  ]
  const found = []
  for (const pageNum of [1, 2, 3]) {
    const { list, total, totals } = await page({ pageNum, pageSize: 1 })
    found.push([said(list[0]), list[0].children.map((one: Place) => [one.key.sku, ...said(one).slice(1)])])
    expect([total, totals[0].values['2026-03'], totals[0].values.approvalQty]).toEqual([3, '15', '59'])
  }
  expect(found).toEqual([
    [first, [['A1', '20', '5', '15', '7']]],
    [first, [['C1', '9', '4', '0', undefined]]],
    [second, [['B1', '30', '10', '20', '8']]],
  ])
  // weeks add up to their month, and days to their week
  const [whole] = (await page({})).list
  expect(whole.values).toEqual({ units: '7', '2026-03': '7', '2026-03-09': '7' })
  // by what plans do not tell only what was sold is there
  const mine = await page({ employeeIds: [employees[0]] })
  expect(mine.list.map((one: Place) => said(one).at(-1))).toEqual(['3'])
  expect(mine.total).toBe(1)
})

test('a listing that sells a part of what it sold before dies, one that was first sold lately is new', async () => {
  const shop = h.shop('walmart.com')
  for (const [sku, item, first] of [
    ['A1', '501', '2026-03-10'],
    ['B1', '502', '2026-12-20'],
  ])
    await h.sql(`insert into sku_listing (shop_id, sku, item_id, title, first_on, seen_on) values ($1, $2, $3, $2, $4, '2026-12-31')`, [
      shop,
      sku ?? '',
      item ?? '',
      first ?? '',
    ])
  const { data } = await h.boss.post('/listingStatistics/list', { shopId: [shop] })
  const told = (item: string) => data.list.find((one: { itemId: string }) => one.itemId === item)
  expect(told('501')).toMatchObject({ state: 2, units: 3, unitsBefore: 12, change: '-75.0', price: '10.0000', until: '2027-01-01' })
  expect(told('502')).toMatchObject({ state: 1, units: 2, unitsBefore: 0, change: null, priceBefore: null })
})

test('parcels are late by working days; voided labels count nowhere; what is paid of an offline order counts once', async () => {
  await h.sql(`insert into carrier (org_id, name, number, source, currency) values ($1, 'UPS', 'U1', 2, 'USD')`, [h.orgId])
  for (const [tracking, no, shipped, voided] of [
    ['T1', 'S1', '2026-03-12', 0],
    ['T2', 'S2', '2026-03-16', 0],
    ['T3', 'S2', '2026-03-12', 1],
  ] as const)
    await h.sql(
      `insert into final_leg_fee (org_id, shipped_on, carrier_id, tracking_no, order_no, fee, currency, source, voided)
        select $1, $2, c.id, $3, $4, 5, 'USD', 2, $5 from carrier c where c.org_id = $1 and c.number = 'U1'`,
      [h.orgId, shipped, tracking, no, voided],
    )
  const { data } = await h.boss.post('/orderShipmentStatistics/list', { condition: [] })
  const march = data.list.filter((one: { month: string }) => one.month === '2026-03')
  const sum = (field: string): number => march.reduce((all: number, one: Record<string, number>) => all + (one[field] ?? 0), 0)
  expect([sum('shipped'), sum('onTime'), sum('late'), sum('notDue')]).toEqual([2, 1, 1, 0])
  // the day that the order's file names goes before the rule
  await h.sql(`update order_line set due_on = case order_no when 'S1' then date '2026-03-11' else date '2026-03-16' end`)
  const parcels = (await h.boss.post('/orderShipment/list', { shippedOn: ['2026-03-01', '2026-03-31'] })).data.list
  const told = parcels.map((one: Record<string, unknown>) => ['orderNo', 'dueOn', 'dueBy', 'state'].map(name => one[name]))
  expect(told.toSorted()).toEqual([
    ['S1', '2026-03-11', 1, 2],
    ['S2', '2026-03-16', 1, 1],
  ])
  // an order that is not paid yet is not due, where the marketplace tells of payment; hours are those from payment to the file's instant
  await h.sql(`update order_line set due_on = null, paid_at = purchased_at, status_at = purchased_at + interval '90 minutes'`)
  const asked = async (): Promise<Record<string, unknown>[]> =>
    (await h.boss.post('/orderShipment/list', { shippedOn: ['2026-03-01', '2026-03-31'] })).data.list
  expect((await asked()).map(one => one['hoursToShip'])).toEqual(['1.5', '1.5'])
  // Thursday, Saturday and Sunday with the days that the shop has to ship
  for (const [paid, days, due] of [
    ['2026-03-12', 1, '2026-03-13'],
    ['2026-03-12', 2, '2026-03-16'],
    ['2026-03-12', 7, '2026-03-23'],
    ['2026-03-14', 1, '2026-03-16'],
    ['2026-03-15', 5, '2026-03-20'],
    ['2026-03-15', 6, '2026-03-23'],
  ] as const) {
    await h.sql('update order_line set paid_at = $1::timestamptz', [`${paid}T20:00:00Z`])
    await h.sql('update shop set handling_days = $1 where id = $2', [days, h.shop('walmart.com')])
    expect(new Set((await asked()).map(one => one['dueOn']))).toEqual(new Set([due]))
  }
  await h.sql('update shop set handling_days = 2')
  await h.sql(`update order_line set paid_at = null`)
  await h.sql(`update shop set marketplace_code = (select code from marketplace where platform = 2 limit 1) where id = $1`, [
    h.shop('walmart.com'),
  ])
  expect((await asked()).map(one => [one['state'], one['dueOn'], one['paidAt'], one['daysToShip'], one['hoursToShip']])).toEqual(
    [0, 1].map(() => [3, null, null, null, null]),
  )
  const unpaid = (await h.boss.post('/orderShipmentStatistics/list', { month: ['2026-03', '2026-03'] })).data.list
  expect(unpaid.map((one: Record<string, unknown>) => [one['shipped'], one['late'], one['notDue'], one['onTimeRate']])).toEqual([
    [2, 0, 2, null],
  ])
  await h.sql(`update shop set marketplace_code = 'walmart.com' where id = $1`, [h.shop('walmart.com')])

  const sales = await h.signIn('sales')
  const goods = await h.sql('select sku from product where org_id = $1 order by id limit 2', [h.orgId])
  const added = [
    { sku: goods[0]?.['sku'], quantity: 2, price: '30' },
    { sku: goods[1]?.['sku'], quantity: 1, price: '10' },
  ]
  const header = { businessOn: '2026-03-05', channel: 3, customer: '展会客户', currency: 'CNY', paid: '50' }
  const made = await sales.post('/offlineOrder/insert', { ...header, lines: { added } })
  expect(made, JSON.stringify(made)).toMatchObject({ code: 0 })
  const sums = (await sales.post('/offlineStatistics/list', { customer: '展会客户' })).data
  expect(sums.list).toHaveLength(1)
  const added2 = (field: string): number => sums.list.reduce((all: number, one: Record<string, string>) => all + Number(one[field]), 0)
  expect([added2('orders'), added2('units'), added2('sales'), added2('paid'), added2('open')]).toEqual([1, 3, 70, 50, 20])
})

test('offline orders are a platform of the company once it keeps an offline shop, line by line as the documents change', async () => {
  const [sales, admin] = [await h.signIn('sales'), await h.signIn('admin')]
  const period = { startDate: '2026-03-01', endDate: '2026-03-31', by: ['platform'], currency: 'shop' }
  const offlineOf = async () => {
    await refreshRollups(h.house, h.orgId)
    const { data } = await h.boss.post('/companySaleStatistics/report', period)
    const row = data.list.find((one: { key: { platform: string } }) => one.key.platform === '5')
    return row && ['orders', 'units', 'orderedSales'].map(name => Number(row.values[name]))
  }
  expect(await offlineOf()).toBeUndefined()
  const amazon = h.shop('amazon.com')
  const site = { name: '线下一店', accountName: '云帆', marketplaceCode: 'offline', countryCode: 'CN', currency: 'CNY' }
  expect(await admin.post('/sysShopSetting/insert', site)).toMatchObject({ code: 0 })
  h.house.rights.forget?.()
  expect(await offlineOf()).toEqual([1, 3, 70])
  const [order] = (await sales.post('/offlineOrder/list', {})).data.list
  const proven = async () => (await proveClaims(await h.house.asSystem(h.orgId, 'test'))).filter(one => one.key.includes(order.no))
  expect(await proven()).toEqual([])
  const { id, version } = order
  const refused = await sales.post('/offlineOrder/update', { id, version, shopId: amazon })
  expect([refused.code, refused.data.errors[0].message]).toEqual([1002, '线下订单只能选站点为“线下”的店铺'])
  const [line] = (await sales.post('/offlineOrderLine/list', { orderId: id })).data.list
  const changed = { id: line.id, version: line.version, quantity: 5 }
  // the number came with a file of another shop
  const claims = (shop: unknown) => h.sql('update import_claim set shop_id = $1 where value = $2 returning 1', [shop, order.no])
  const [mine] = await h.sql('select shop_id from import_claim where value = $1', [order.no])
  expect(await claims(amazon)).toHaveLength(1)
  const taken = await sales.post('/offlineOrder/update', { id, version, lines: { changed: [changed] } })
  expect([taken.code, taken.data.errors[0].message]).toEqual([1002, expect.stringContaining(`单号 ${order.no} 已是店铺`)])
  await claims(mine?.['shop_id'])
  const saved = await sales.post('/offlineOrder/update', { id, version, lines: { changed: [changed] } })
  expect(saved, JSON.stringify(saved)).toMatchObject({ code: 0 })
  expect((await offlineOf())?.[0]).toBe(1)
  expect((await offlineOf())?.[1]).toBe(3 - line.quantity + 5)
  const { data } = await h.boss.post('/customer/list', {})
  expect(data.list).toMatchObject([{ orders: 1, lastOn: '2026-03-05' }])
  const again = (await sales.post('/offlineOrder/list', {})).data.list[0]
  expect((await sales.post('/offlineOrder/update', { id, version: again.version, status: 5 })).code).toBe(0)
  expect(await offlineOf()).toEqual([0, 0, 0])
  expect(await proven()).toEqual([])
  const last = (await sales.post('/offlineOrder/list', {})).data.list[0]
  expect((await admin.post('/offlineOrder/delete', { id, version: last.version })).code).toBe(0)
  expect(await h.sql(`select 1 from order_line f join shop s on s.id = f.shop_id where s.marketplace_code = 'offline'`)).toEqual([])
  expect(await h.sql('select 1 from import_claim where value = $1', [order.no])).toEqual([])
  expect(await proven()).toEqual([])
})

describe('bad input', () => {
  test.each([
    ['statisticalDimension', { statisticalDimension: 'WAREHOUSE' }, 'WAREHOUSE'],
    ['timeEnum', { timeEnum: 'HOUR' }, 'HOUR'],
  ])('%s that there is not: refused by name, with what there is', async (field, wrong, said) => {
    const answer = await h.boss.post('/walmartSaleStatistics/list', { startDate: '2026-03-01', endDate: '2026-03-31', ...wrong })
    expect(answer).toMatchObject({ code: 1002 })
    expect(JSON.stringify(answer)).toContain(field)
    expect(JSON.stringify(answer)).toContain(said)
  })
})
