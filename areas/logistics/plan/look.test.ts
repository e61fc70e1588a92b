/** A look through the calls: what is proposed, told and turned; what a second look leaves; what people of one shop see. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { statistics } from '#areas/statistics/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { logistics } from '../index.ts'

let h: DemoHouse
let admin: Person
let seller: Person
let [warehouseId, sea, air] = ['', '', '']
let [orgId, today] = ['', '']
type Values = Readonly<Record<string, unknown>>
const shops: string[] = []
const products: string[] = []

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, statistics, logistics])
  admin = await signedInAs(h, 'admin')
  orgId = h.demo.organisationIds[0] ?? ''
  const { rows } = await sql<{
    day: string
  }>`select ${h.house.now?.().toISOString() ?? new Date().toISOString()}::timestamptz::date::text as day`.execute(h.db)
  today = rows[0]?.day ?? ''
  warehouseId = (await admin.post('/warehouseManage/insert', { code: 'PL', name: '计划仓', kind: 1 })).data.id as string
  await h.db
    .updateTable('warehouse')
    .set({ status: 0 } as never)
    .where('id', '<>', warehouseId)
    .where('org_id', '=', orgId)
    .execute()
  await h.db
    .updateTable('logistics_channel')
    .set({ status: 0 } as never)
    .where('org_id', '=', orgId)
    .execute()
  const channel = async (code: string, mode: number, transitDays: number) =>
    (await admin.post('/channelManage/insert', { code, name: `渠道${code}`, mode, transitDays })).data.id as string
  ;[sea, air] = [await channel('P-SEA', 1, 32), await channel('P-AIR', 2, 10)]
  const amazon = await h.db
    .selectFrom('shop')
    .select('id')
    .where('org_id', '=', orgId)
    .where('marketplace_code', 'like', 'amazon%')
    .orderBy('id')
    .limit(2)
    .execute()
  shops.push(...amazon.map(one => one.id))
  for (const sku of ['PLAN-1', 'PLAN-2'])
    products.push((await admin.post('/productManage/insert', { sku, name: `商品${sku}` })).data.id as string)
  const bin = await h.db
    .selectFrom('goods_location')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where('kind', '=', 1)
    .executeTakeFirstOrThrow()
  const added = [{ productId: products[0], quantity: '100', unitCost: '5', toId: bin.id }]
  const { data } = await admin.post('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId, lines: { added } })
  await admin.post('/goodsIn/receive', { id: data.id })
  for (const [at, shop] of shops.entries()) {
    await sql`insert into sku_map (org_id, shop_id, seller_sku, product_id)
      values (${orgId}, ${shop}, ${`PL-${at}`}, ${products[0]})`.execute(h.db)
    await sales90(shop, `PL-${at}`)
  }
  await stockFile(shops[0] ?? '', 'PL-0', 40, 1)
  await stockFile(shops[0] ?? '', 'PL-NONE', 7, 1)
  await stockFile(shops[1] ?? '', 'PL-1', 40, 9)
  const { employee_id: employeeId } = await h.db
    .selectFrom('account as x')
    .innerJoin('account_organisation as m', 'm.account_id', 'x.id')
    .select('m.employee_id')
    .where('x.username', '=', 'sales')
    .where('m.org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  await admin.put('/userManage/dataAclSetting', { employeeId, shopIds: [shops[1]] })
  const role = await h.db.selectFrom('role').select('id').where('name', '=', '销售').where('org_id', '=', orgId).executeTakeFirstOrThrow()
  const grants = ['planLine', 'goodsStock', 'demandEvent', 'purchaseRequest'].flatMap(permission =>
    [1, 2, 3, 4].map(operation => ({ org_id: orgId, role_id: role.id, permission, operation })),
  )
  await h.db
    .insertInto('role_permission')
    .values(grants)
    .onConflict(c => c.doNothing())
    .execute()
  seller = await signedInAs(h, 'sales')
}, 180_000)
afterAll(() => h.close())

/** ten a day for 90 days */
async function sales90(shop: string, sku: string): Promise<void> {
  await sql`insert into sales_order__shop_day_sku_country_currency_is_cancelled (shop_id, day, sku, country, currency,
      is_cancelled, sales, item, shipping, gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n, sales_net)
    select ${shop}, ${today}::date - n, ${sku}, 'US', 'USD', false, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1, 0 from generate_series(1, 95) n`.execute(
    h.db,
  )
  await sql`insert into sales_order__shop_day_country_currency_is_cancelled (shop_id, day, country, currency, is_cancelled, sales, item,
      shipping, gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n, sales_net)
    values (${shop}, ${today}::date, 'US', 'USD', false, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1, 0)`.execute(h.db)
}
const stockFile = (shop: string, sku: string, units: number, ago: number) =>
  sql`insert into fba_stock_age (shop_id, snapshot_on, sku, available, age0_to90, age91_to180, currency, line_key, state_key, ordinal,
      import_id)
    values (${shop}, ${today}::date - ${ago}::int, ${sku}, ${units}, 0, 0, 'USD', gen_random_uuid(), gen_random_uuid(), 0, 0)`.execute(h.db)
const run = async () => {
  const { msg, data } = await admin.post('/replenish/run', {})
  expect(msg).toBe('')
  return data as { items: number; lines: number }
}
const all = async (type: string, by: Person, filters: Values = {}): Promise<Record<string, unknown>[]> => {
  const { msg, data } = await by.post(`/${type}/list`, { pageSize: 100, ...filters })
  expect(msg).toBe('')
  return data.list
}

test('short own stock goes to whom it lacks, an old file and a missing pair are told, turned it is not proposed again', async () => {
  await run()
  const items = await all('replenishItem', admin)
  const of = (sku: string) => items.find(one => one['sku'] === sku)
  expect(of('PL-0')).toMatchObject({ flag: 1, daily: '10.0000', available: 40, given: 100 })
  // one deviation of nothing: safety only by transit; 48 days of 10 less 40
  expect(Number(of('PL-0')?.['need'])).toBeGreaterThanOrEqual(440)
  expect(of('PL-1')).toMatchObject({ flag: 3, need: 0, given: 0 })
  expect(of('PL-NONE')).toMatchObject({ flag: 4, need: 0 })
  const lines = await all('planLine', admin)
  expect(lines.map(one => [one['kind'], one['quantity'], one['channelId']])).toEqual(
    expect.arrayContaining([
      [1, 100, air],
      [2, expect.any(Number), null],
    ]),
  )
  const told = await admin.post('/planLine/explain', { id: lines.find(one => one['kind'] === 1)?.['id'] })
  expect(told.data.item).toMatchObject({ seenDays: 90, onHand: 40, given: 100, slow: { id: sea, lead: 41 }, fast: { id: air } })
  // a purchase is of all shops: what they have and sell of it is for who was granted them
  const bought = lines.find(one => one['kind'] === 2)
  expect(bought).toMatchObject({ daily: null, cover: null })
  const buyOf = async (by: Person) => (await by.post('/planLine/explain', { id: bought?.['id'] })).data.buy
  expect((await buyOf(admin)).there).not.toBeNull()
  expect(await buyOf(seller)).toMatchObject({ there: null, target: null, position: null, need: null, listings: null })
  const ids = lines.map(one => one['id'])
  const turned = await admin.post('/planLine/turn', { ids })
  expect(turned.msg).toBe('')
  expect((await admin.post('/planLine/turn', { ids })).msg).not.toBe('')
  const plans = await all('shipPlanLine', admin)
  expect(plans).toHaveLength(1)
  expect(plans[0]).toMatchObject({ quantity: '100.000000', channelId: air, fromWarehouseId: warehouseId })
  expect((await run()).lines).toBe(0)
  expect((await all('replenishItem', admin)).find(one => one['sku'] === 'PL-0')).toMatchObject({ onWay: 100, given: 0 })
})

test('what was accepted or ignored stays through a new look', async () => {
  await sql`delete from plan_line`.execute(h.db)
  await sql`delete from ship_plan_line`.execute(h.db)
  await sql`delete from purchase_request_line`.execute(h.db)
  await run()
  const [ship, buy] = [1, 2].map(kind => async () => (await all('planLine', admin)).find(one => one['kind'] === kind))
  const line = await ship?.()
  expect((await admin.post('/planLine/update', { id: line?.['id'], version: line?.['version'], chosen: 60 })).msg).toBe('')
  expect((await admin.post('/planLine/accept', { id: line?.['id'] })).msg).toBe('')
  const buying = await buy?.()
  expect((await admin.post('/planLine/ignore', { id: buying?.['id'], until: addDays(today, 5), note: '等新品' })).msg).toBe('')
  await run()
  const lines = await all('planLine', admin)
  expect(lines.find(one => one['id'] === line?.['id'])).toMatchObject({ state: 2, chosen: 60 })
  expect(lines.find(one => one['id'] === buying?.['id'])).toMatchObject({ state: 4 })
  // forty of the hundred are left to propose, and no purchase
  expect(lines.filter(one => one['state'] === 1).map(one => [one['kind'], one['quantity']])).toEqual([[1, 40]])
  // an ignored one whose days are over is proposed anew, and does not come back beside it
  await sql`update plan_line set until = ${addDays(today, -1)} where state = 4`.execute(h.db)
  await run()
  expect((await admin.post('/planLine/restore', { id: buying?.['id'] })).msg).toContain('已有同样的新建议')
})

test('a quantity that was typed stays through a new look; an ignored one leaves the stock to the other listing', async () => {
  await run()
  const line = (await all('planLine', admin)).find(one => one['kind'] === 1)
  expect((await admin.post('/planLine/update', { id: line?.['id'], version: line?.['version'], chosen: 70 })).msg).toBe('')
  await run()
  const again = (await all('planLine', admin)).find(one => one['kind'] === 1)
  expect(again).toMatchObject({ quantity: 100, chosen: 70, sku: line?.['sku'], channelId: air })
  // all that it lacks by the other channel
  expect((await admin.post('/planLine/ignore', { id: again?.['id'] })).msg).toBe('')
  await run()
  const left = (await all('planLine', admin)).filter(one => one['kind'] === 1 && one['state'] === 1)
  expect(left.map(one => [one['quantity'], one['channelId']])).toEqual([[100, sea]])
  expect((await admin.post('/planLine/ignore', { id: left[0]?.['id'] })).msg).toBe('')
  await run()
  expect((await all('planLine', admin)).filter(one => one['kind'] === 1 && one['state'] === 1)).toEqual([])
  expect((await all('replenishItem', admin)).find(one => one['sku'] === 'PL-0')).toMatchObject({ given: 0, lack: 0 })
  await sql`delete from plan_line`.execute(h.db)
})

test('what is accepted while a look works is not proposed again', async () => {
  await run()
  const [taken, over] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const accepting = h.db.transaction().execute(async tx => {
    await sql`update plan_line set state = 2 where state = 1`.execute(tx)
    taken.resolve(null)
    await over.promise
  })
  await taken.promise
  const looking = run()
  await new Promise(done => setTimeout(done, 1_000))
  over.resolve(null)
  await accepting
  expect((await looking).lines).toBe(0)
  await sql`delete from plan_line`.execute(h.db)
})

test('a suspended supplier is not proposed, and quantities too large for a whole number stop no look', async () => {
  const { rows } = await sql<{ id: string }>`select id::text as id from supplier where org_id = ${orgId} and status = 2
    order by id limit 2`.execute(h.db)
  for (const { id } of rows)
    await sql`insert into supplier_item (org_id, supplier_id, product_id, moq, pack_qty) values (${orgId}, ${id}, ${products[0]},
      3000000000, 3000000000)`.execute(h.db)
  await sql`update supplier set status = 3 where id = ${rows[0]?.id}`.execute(h.db)
  await sql`update product_supply set moq = 3000000000 where product_id = ${products[0]}`.execute(h.db)
  await run()
  const buying = (await all('planLine', admin)).find(one => one['kind'] === 2)
  expect(buying).toMatchObject({ supplierId: rows[1]?.id, quantity: 10_000_000 })
  await sql`delete from supplier_item where product_id = ${products[0]}`.execute(h.db)
  await sql`update product_supply set moq = null where product_id = ${products[0]}`.execute(h.db)
  await sql`update supplier set status = 2 where id = ${rows[0]?.id}`.execute(h.db)
})

test('people of another shop see neither its lines nor its figures, nor its stock in the overview', async () => {
  const mine = await all('replenishItem', seller)
  expect(mine.every(one => one['shopId'] === shops[1])).toBe(true)
  expect((await all('planLine', seller)).filter(one => one['shopId'] !== null)).toEqual([])
  const theirs = (await all('planLine', admin)).find(one => one['shopId'] === shops[0])
  expect((await seller.post('/planLine/explain', { id: theirs?.['id'] })).msg).not.toBe('')
  expect((await seller.post('/planLine/turn', { ids: [theirs?.['id']] })).msg).not.toBe('')
  const at = async (by: Person) => (await all('stockOverview', by, { sku: 'PLAN-1' })).find(one => one['productId'] === products[0])
  expect(await at(admin)).toMatchObject({ sellable: 80, free: '100.000000', total: '180.000000' })
  expect(await at(seller)).toMatchObject({ sellable: 40, free: '0' })
})

test('what was picked from bare stock and has gone is on the way, and is neither proposed nor bought again', async () => {
  await sql`delete from plan_line`.execute(h.db)
  const { rows } = await sql<{
    id: string
  }>`select id::text as id from sku_map where seller_sku = 'PL-0' and shop_id = ${shops[0]}`.execute(h.db)
  const header = { businessOn: today, shopId: shops[0], fromWarehouseId: warehouseId, target: 1, channelId: air }
  const added = [{ productId: products[0], labelId: rows[0]?.id, quantity: '100' }]
  const { data, msg } = await admin.post('/shippingOrder/insert', { ...header, lines: { added } })
  expect(msg).toBe('')
  const before = await run()
  for (const step of ['submit', 'allocate', 'release', 'pick'])
    expect((await admin.post(`/shippingOrder/${step}`, { id: data.id })).msg).toBe('')
  expect((await admin.post('/shippingOrder/packSheet', { id: data.id, sheet: '1\t50\t40\t30\t12\tPL-0\t100' })).msg).toBe('')
  expect((await admin.post('/shippingOrder/ship', { id: data.id })).msg).toBe('')
  const bought = (await all('planLine', admin)).find(one => one['kind'] === 2)
  expect(await run()).toEqual(before)
  expect((await all('replenishItem', admin)).find(one => one['sku'] === 'PL-0')).toMatchObject({ onWay: 100, given: 0 })
  expect((await all('planLine', admin)).find(one => one['kind'] === 2)).toMatchObject({ quantity: bought?.['quantity'] })
})

test('what has arrived in a third-party warehouse and is not put away is its stock, and is not bought for the own ones', async () => {
  const abroad = (await admin.post('/warehouseManage/insert', { code: 'PX', name: '海外仓', kind: 3 })).data.id as string
  const { rows } = await sql<{ id: string }>`update shop set warehouse_id = ${abroad} where id = (select id from shop
    where org_id = ${orgId} and status = 1 and marketplace_code not like 'amazon%' order by id limit 1) returning id::text as id`.execute(
    h.db,
  )
  const shop = rows[0]?.id ?? ''
  await sql`insert into sku_map (org_id, shop_id, seller_sku, product_id) values (${orgId}, ${shop}, 'PL-X', ${products[1]})`.execute(h.db)
  await sales90(shop, 'PL-X')
  const { rows: areas } = await sql<{
    id: string
  }>`select id::text as id from goods_location where warehouse_id = ${abroad} and kind = 2`.execute(h.db)
  const added = [{ productId: products[1], quantity: '90', unitCost: '5', toId: areas[0]?.id }]
  const { data } = await admin.post('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId: abroad, lines: { added } })
  expect((await admin.post('/goodsIn/receive', { id: data.id })).msg).toBe('')
  await run()
  const item = (await all('replenishItem', admin)).find(one => one['sku'] === 'PL-X')
  expect(item).toMatchObject({ target: 3, cover: '9.0' })
  expect((await admin.post('/planLine/explain', { itemId: item?.['id'] })).data.item).toMatchObject({ onHand: 90, ahead: 1 })
  const buying = (await all('planLine', admin)).find(one => one['kind'] === 2 && one['productId'] === products[1])
  expect((await admin.post('/planLine/explain', { id: buying?.['id'] })).data.buy).toMatchObject({ coming: 0, there: 90, supplyBy: 'rule' })
})

test('who was granted no warehouse turns a purchase', async () => {
  await run()
  const buying = (await all('planLine', seller)).find(one => one['kind'] === 2)
  expect((await seller.post('/planLine/turn', { ids: [buying?.['id']] })).msg).toBe('')
  const added = (await all('purchaseRequestLine', seller)).find(one => one['productId'] === buying?.['productId'])
  expect(added).toMatchObject({ warehouseId, quantity: `${String(buying?.['quantity'])}.000000` })
})

test('what holds for all shops is written, changed and removed by who was granted all', async () => {
  const event = { startOn: today, endOn: addDays(today, 3), factor: '0', reason: '停售' }
  expect((await seller.post('/demandEvent/insert', event)).msg).toContain('全部店铺')
  const mine = await seller.post('/demandEvent/insert', { ...event, shopId: shops[1] })
  expect(mine.msg).toBe('')
  const all = await admin.post('/demandEvent/insert', event)
  expect(all.msg).toBe('')
  const { id } = all.data
  const version = async (one: string) => (await admin.get(`/demandEvent/query/${one}`)).data.version
  expect((await seller.post('/demandEvent/update', { id, version: await version(id), factor: '50' })).msg).toContain('全部店铺')
  expect((await seller.post('/demandEvent/delete', { ids: [id] })).msg).toContain('全部店铺')
  const widened = { id: mine.data.id, version: await version(mine.data.id), shopId: null }
  expect((await seller.post('/demandEvent/update', widened)).msg).toContain('全部店铺')
  expect((await admin.post('/demandEvent/delete', { ids: [id, mine.data.id] })).msg).toBe('')
})

test('a carton quantity of nought, no days in transit, three weights of nought', async () => {
  await h.db
    .updateTable('logistics_channel')
    .set({ transit_days: null } as never)
    .where('org_id', '=', orgId)
    .execute()
  await sql`update product_supply set carton_qty = 0 where product_id = ${products[0]}`.execute(h.db)
  await run()
  expect((await all('replenishItem', admin)).find(one => one['sku'] === 'PL-0')).toMatchObject({ flag: 5, need: 0 })
  const { msg } = await admin.post('/replenishRule/insert', { name: '坏', w7: 0, w14: 0, w30: 0 })
  expect(msg).toContain('三个权重')
})
