/** The six order-profit families by parameters: generate, calc, update, audit, closed months, and who may. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical, subtract } from '#platform/format/decimal.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { sampleTransactions } from '../../../../test/setup/ebay-sample.ts'
import type { Person } from '../../../../test/setup/demo-house.ts'
import { computeStale } from '../../costs/layers/compute.ts'
import { writeReport } from '../../facts/markets/ebay/write-files.ts'
import { orderProfits, type OrderProfit, type Platform } from './order-profit.ts'

const august = { yearMonth: '2026-08' }
const sites: Readonly<Record<Platform, string>> = { ebay: 'ebay.com', walmart: 'walmart.com', aliexpress: 'aliexpress.com' }

let h: ImportHouse
let second: Person
let rightless: Person
beforeAll(async () => {
  h = await openImports()
  ;[second, rightless] = [await h.signIn('admin'), await h.signIn('employee')]
  const ebay = h.shop('ebay.com')
  await h.sql(
    `insert into sku_map (org_id, shop_id, seller_sku, product_id) select $1, $2, 'EB-1', id from product where org_id = $1
    order by id limit 1 on conflict do nothing`,
    [h.orgId, ebay],
  )
  await h.sql(
    `insert into product_cost (org_id, product_id, month, unit_cost, currency)
    select $1, id, '2026-01-01', 3.5, 'USD' from product where org_id = $1 order by id limit 1 on conflict do nothing`,
    [h.orgId],
  )
  await h.sql(
    `insert into currency_rate (org_id, month, currency, rate) values ($1, '2026-08-01', 'USD', 7)
      on conflict (org_id, month, currency) do update set rate = 7`,
    [h.orgId],
  )
  const told = await h.import('report.csv', writeReport(sampleTransactions, 'USD'), {
    path: '/EbayTransactionFinance/importData',
    accept: true,
    shopId: ebay,
  })
  if (told.state !== 'done') throw new Error(JSON.stringify(told.errors))
  // the other marketplaces' files are read elsewhere: here the same facts under their shops
  for (const platform of ['walmart', 'aliexpress'] as const)
    await h.sql(
      `insert into market_line select (jsonb_populate_record(l, jsonb_build_object('shop_id', $2::bigint))).* from market_line l
      where l.shop_id = $1`,
      [ebay, h.shop(sites[platform])],
    )
  for (const site of Object.values(sites))
    await h.sql(`select ensure_month('order_line', '2026-08-01')`).then(() =>
      h.sql(
        `insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, status, status_at, item_id, quantity, item, currency,
        sales, is_cancelled, first_of_order, first_of_sku, import_id)
        values ($1, '2026-08-15', '06-20001-30001', '1', '2026-08-15T18:20Z', 3, '2026-08-16T10:00Z',
        '317000000001', 1, 25, 'USD', 29.5, false, 1, 1, 0)`,
        [h.shop(site)],
      ),
    )
})
afterAll(() => h?.close())

const rowsOf = async (family: OrderProfit, as: Person = h.clerk) => {
  const { code, msg, data } = await as.post(`/${family.path}/list`, {
    pageNum: 1,
    pageSize: 100,
    bookedOn: ['2026-08-01', '2026-08-31'],
  })
  expect(code, msg).toBe(0)
  return data.list as Record<string, string>[]
}
const figure = (row: Record<string, string> | undefined, ...names: string[]) =>
  names.map(name => (row?.[name] == null ? null : canonical(String(row[name]))))

describe.each(orderProfits.map(family => [family.path, family] as const))('%s', (path, family) => {
  const call = (name: string, body: object, as: Person = h.clerk) => as.post(`/${path}/${name}`, body)

  test('generate makes order lines that add up; again nothing changes', async () => {
    const made = await call('generate', august)
    expect(made, made.msg).toMatchObject({ code: 0 })
    const rows = await rowsOf(family)
    expect(rows.length).toBe(made.data.changed)
    const ofFirst = rows.filter(row => row['orderNo'] === '06-20001-30001')
    if (family.stage === 'delivery') {
      // one order was shipped: all its money, the refund too, on that day
      expect(rows.length).toBe(1)
      expect(figure(ofFirst[0], 'sale', 'refund', 'fees', 'finalLeg')).toEqual(['29.5', '-25', '-0.3', null])
      expect(ofFirst[0]?.['bookedOn']).toBe('2026-08-16')
    } else {
      expect(
        ofFirst
          .map(row => [row['bookedOn'], ...figure(row, 'sale', 'refund', 'fees')])
          .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
      ).toEqual([
        ['2026-08-15', '29.5', '0', '-4.21'],
        ['2026-08-18', '0', '-25', '3.91'],
      ])
      expect(rows.find(row => row['orderNo'] === '06-20002-30002' && row['sku'] === 'EB-2')).toBeDefined()
      const without = rows.find(row => row['orderNo'] === '')
      expect(figure(without, 'fees')).toEqual(['-2.75'])
      const third = rows.find(row => row['orderNo'] === '06-20003-30003')
      expect(figure(third, 'freight')).toEqual(['-8.15'])
    }
    if (family.platforms[0] === 'ebay') {
      const sold = ofFirst.find(row => row['bookedOn'] !== '2026-08-18')
      expect(figure(sold, 'cost', 'profit', 'profitCny')).toEqual(
        family.stage === 'delivery' ? ['-3.5', '0.7', '4.9'] : ['-3.5', '21.79', '152.53'],
      )
    }
    expect((await call('generate', august)).data).toMatchObject({ changed: 0, removed: 0 })
  })

  test('calc renews costs; what a person set stays; audited lines stay', async () => {
    const [row] = (await rowsOf(family)).filter(one => one['orderNo'] === '06-20001-30001')
    const id = row?.['id'] ?? ''
    expect(await call('update', { id, version: row?.['version'], adjustment: '-1.5', remark: '补差' })).toMatchObject({ code: 0 })
    await h.sql('update product_cost set unit_cost = 4 where unit_cost = 3.5')
    expect((await call('calc', august)).code).toBe(0)
    await h.sql('update product_cost set unit_cost = 3.5 where unit_cost = 4')
    const [after] = (await rowsOf(family)).filter(one => one['id'] === id)
    expect(figure(after, 'adjustment')).toEqual(['-1.5'])
    // two audit at once: once it is audited
    const both = await Promise.all([call('batchAudit', { ids: [id], audit: 1 }), call('batchAudit', { ids: [id], audit: 1 }, second)])
    expect(both.some(one => one.code === 0)).toBe(true)
    const refused = await call('update', { id, version: Number(after?.['version']) + 1, remark: '再改' })
    expect([refused.code, refused.msg]).toEqual([1002, expect.stringContaining('已审核')])
    await call('generate', august)
    expect((await rowsOf(family)).find(one => one['id'] === id)).toMatchObject({ cost: after?.['cost'], auditState: 1 })
    expect(await call('batchAudit', { ids: [id], audit: 0 })).toMatchObject({ code: 0 })
  })

  test('who has no right, a period that is none, a shop of others', async () => {
    for (const name of ['list', 'update', 'batchAudit', 'importData', 'generate', 'calc'])
      expect([name, (await call(name, { ...august, ids: ['1'], audit: 1, id: '1' }, rightless)).code]).toEqual([name, 1003])
    expect((await call('generate', {})).code).toBe(1002)
    expect((await call('generate', { yearMonth: '2026-13' })).code).toBe(1002)
    expect((await call('calc', { startDate: '2026-08-31', endDate: '2026-08-01' })).code).toBe(1002)
    expect((await call('generate', { startDate: '0001-01-01', endDate: '9999-12-31' })).code).toBe(1002)
    expect((await call('generate', { ...august, shopIds: ['999999'] })).code).not.toBe(0)
  })
})

describe('across families', () => {
  const [ebay, delivery] = orderProfits as [OrderProfit, OrderProfit]

  test('a parcel gives the day of shipping and its fee, in the currency of the shop', async () => {
    await h.sql(`insert into carrier (org_id, name, number, currency, source) values ($1, 'Test', 'C-1', 'USD', 9)`, [h.orgId])
    await h.sql(
      `insert into final_leg_fee (org_id, carrier_id, tracking_no, order_no, shipped_on, fee, surcharge, currency)
      select $1, id, 'P-1', '06-20002-30002', '2026-08-17', 21, 7, 'CNY' from carrier where org_id = $1 limit 1`,
      [h.orgId],
    )
    expect(await h.clerk.post(`/${delivery.path}/generate`, august)).toMatchObject({ code: 0 })
    const rows = (await rowsOf(delivery)).filter(row => row['orderNo'] === '06-20002-30002')
    expect(
      rows
        .map(row => [row['bookedOn'], row['sku'], ...figure(row, 'finalLeg')])
        .toSorted((a, b) => String(a[1]).localeCompare(String(b[1]))),
    ).toEqual([
      ['2026-08-17', 'EB-1', '-4'],
      ['2026-08-17', 'EB-2', '0'],
    ])
  })

  test('an order that left in another month counts there alone; where its line was audited it stays', async () => {
    const september = { yearMonth: '2026-09' }
    const daysOf = async (): Promise<unknown[]> =>
      (await h.sql(`select distinct booked_on::text as day from ${delivery.resource.table} where order_no = $1`, ['06-20002-30002'])).map(
        row => row['day'],
      )
    const leaves = (day: string) => h.sql(`update final_leg_fee set shipped_on = $1::date where tracking_no = 'P-1'`, [day])
    const make = async (month: object) => expect(await h.clerk.post(`/${delivery.path}/generate`, month)).toMatchObject({ code: 0 })
    await leaves('2026-09-02')
    await make(september)
    expect(await daysOf()).toEqual(['2026-09-02'])
    await h.sql(`update ${delivery.resource.table} set audit_state = 1 where order_no = $1`, ['06-20002-30002'])
    await leaves('2026-08-17')
    await make(august)
    await make(september)
    expect(await daysOf()).toEqual(['2026-09-02'])
    await h.sql(`update ${delivery.resource.table} set audit_state = 0 where order_no = $1`, ['06-20002-30002'])
    await make(august)
    expect(await daysOf()).toEqual(['2026-08-17'])
  })

  test('the salesman is the owner of the SKU on the day, and follows that list unless a person gave the line to another', async () => {
    const people = (await h.sql('select id::text as id from employee where org_id = $1 order by id limit 3', [h.orgId])).map(row =>
      String(row['id']),
    )
    const [first, second, third] = people
    await h.sql(
      `insert into sku_owner (org_id, shop_id, seller_sku, employee_id, valid_from, valid_to) values
        ($1, $2, 'EB-1', $3, '2026-08-01', '2026-08-15'), ($1, $2, 'EB-1', $4, '2026-08-16', null)`,
      [h.orgId, h.shop('ebay.com'), first, second],
    )
    const sellers = async () =>
      (await rowsOf(ebay))
        .filter(row => row['sku'] === 'EB-1')
        .map(row => [row['bookedOn'], row['salesmanId']])
        .toSorted((a, b) => String(a).localeCompare(String(b)))
    await h.clerk.post(`/${ebay.path}/generate`, august)
    for (const [day, who] of await sellers()) expect([day, String(who)]).toEqual([day, String(day) <= '2026-08-15' ? first : second])
    const given = (await rowsOf(ebay)).find(row => row['sku'] === 'EB-1')
    const changed = await h.clerk.post(`/${ebay.path}/update`, { id: given?.['id'], version: given?.['version'], salesmanId: third })
    expect(changed, changed.msg).toMatchObject({ code: 0 })
    await h.sql(`update sku_owner set employee_id = $2 where employee_id = $1 and seller_sku = 'EB-1'`, [second, first])
    await h.clerk.post(`/${ebay.path}/generate`, august)
    for (const row of (await rowsOf(ebay)).filter(one => one['sku'] === 'EB-1'))
      expect([row['id'], String(row['salesmanId'])]).toEqual([row['id'], row['id'] === given?.['id'] ? third : first])
  })

  test('goods with layers cost what layers bore that day, with their first leg; who may not see costs sees no profit', async () => {
    const insert = async (path: string, body: object): Promise<string> => {
      const { code, msg, data } = await h.clerk.post(`/${path}/insert`, body)
      expect(code, msg).toBe(0)
      return String(data.id)
    }
    const [product] = await h.sql('select id::text as id from product where org_id = $1 order by id limit 1', [h.orgId])
    const placeId = await insert('FinanceStockPlace', { name: '海外仓', kind: 4, shipsRest: 1 })
    const receipt = {
      documentNo: 'R-1',
      lineNo: 1,
      day: '2026-08-01',
      productId: product?.['id'],
      placeId,
      quantity: '10',
      currency: 'CNY',
    }
    await insert('FinanceCostReceipt', { ...receipt, purchase: '210', firstLeg: '35', currency: 'CNY' })
    const system = await h.house.asSystem(h.orgId, 'layers of a test')
    do await refreshRollups(h.house, h.orgId)
    while ((await system.write((tx, inside) => computeStale(tx, inside))) > 0)
    for (const family of [ebay, delivery]) {
      expect(await h.clerk.post(`/${family.path}/generate`, august)).toMatchObject({ code: 0 })
      expect(await h.clerk.post(`/${family.path}/calc`, august)).toMatchObject({ code: 0, data: { changed: 0 } })
      const sold = (await rowsOf(family)).find(row => row['orderNo'] === '06-20001-30001' && row['sale'] !== '0.0000')
      expect(figure(sold, 'cost', 'firstLeg', 'costCny')).toEqual(['-3', '-0.5', '-24.5'])
      expect(canonical(subtract(String(sold?.['profit']), String(sold?.['contribution'])))).toBe(canonical(String(sold?.['adjustment'])))
    }
    // a shop that may look at the lists, without 查看成本金额
    await h.sql(
      `insert into shop_grant (org_id, shop_id, employee_id) select $1, $2, id from employee where org_id = $1 and name = '林晓'
      on conflict do nothing`,
      [h.orgId, h.shop('ebay.com')],
    )
    const seller = await h.signIn('sales')
    const rows = await rowsOf(ebay, seller)
    expect(rows.length).toBeGreaterThan(0)
    for (const hidden of ['cost', 'firstLeg', 'contribution', 'contributionRate', 'profit', 'costCny', 'profitCny'])
      expect([hidden, rows.some(row => Object.hasOwn(row, hidden))]).toEqual([hidden, false])
    expect(rows.every(row => Object.hasOwn(row, 'sale'))).toBe(true)
    const sorted = { pageNum: 1, pageSize: 10, bookedOn: ['2026-08-01', '2026-08-31'], sortField: 'profit' }
    expect((await seller.post(`/${ebay.path}/list`, sorted)).code).toBe(1002)
    // units of the day that no layer has: nobody can say which order they were of
    await h.sql(`insert into stock_shortage (org_id, product_id, day, kind, quantity) values ($1, $2, '2026-08-15', 1, 1)`, [
      h.orgId,
      product?.['id'],
    ])
    await h.clerk.post(`/${ebay.path}/calc`, august)
    const short = (await rowsOf(ebay)).find(row => row['orderNo'] === '06-20001-30001' && row['bookedOn'] === '2026-08-15')
    expect([short?.['cost'], short?.['profit'], short?.['lacking']]).toEqual([null, null, 2])
  })

  test('shops of another organisation are neither named nor reached', async () => {
    const [other] = await h.sql('select id::text as id from shop where org_id <> $1 order by id limit 1', [h.orgId])
    const answer = await h.clerk.post(`/${ebay.path}/generate`, { ...august, shopIds: [String(other?.['id'])] })
    expect(answer.code).not.toBe(0)
    const rows = await h.sql('select 1 from ebay_order_profit p join shop s on s.id = p.shop_id where s.org_id <> $1', [h.orgId])
    expect(rows).toEqual([])
  })

  test('a closed month keeps its lines: no generation, edit or audit', async () => {
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2026-08-01', 1)`, [h.orgId])
    await h.sql(`update market_line set amount = amount + 1 where shop_id = $1`, [h.shop('ebay.com')])
    const before = await rowsOf(ebay)
    expect(await h.clerk.post(`/${ebay.path}/generate`, august)).toMatchObject({
      code: 0,
      data: { changed: 0, removed: 0, closedUntil: '2026-08-31' },
    })
    const [row] = before
    for (const [name, body] of [
      ['update', { id: row?.['id'], version: row?.['version'], remark: 'x' }],
      ['batchAudit', { ids: [row?.['id']], audit: 1 }],
    ] as const) {
      const { code, msg } = await h.clerk.post(`/${ebay.path}/${name}`, body)
      expect([name, code, msg]).toEqual([name, 1002, expect.stringContaining('已结账')])
    }
    expect(await rowsOf(ebay)).toEqual(before)
  })
})
