/** Orders become goods issues: once per line, changed and cancelled with the order, marked once they are picked. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { sales } from '#areas/sales/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { supply } from '#areas/supply/index.ts'
import { goods } from '../index.ts'
import { ordersJob } from './index.ts'
import { keepOrders } from './keep.ts'

let h: DemoHouse
let admin: Person
let [org, shopId, otherShop, warehouse, foreign, product, second] = ['', '', '', '', '', '', '']
const day = '2026-11-20'

beforeAll(async () => {
  h = await demoHouse([goods, supply, sales])
  admin = await signedInAs(h, 'admin')
  org = h.demo.organisationIds[0] ?? ''
  const add = async (sku: string) => (await admin.post('/productManage/insert', { sku, name: sku })).data.id as string
  ;[product, second] = [await add('ORD-1'), await add('ORD-2')]
  const house = async (code: string) => (await admin.post('/warehouseManage/insert', { code, name: code, kind: 1 })).data.id as string
  ;[warehouse, foreign] = [await house('OA'), await house('OB')]
  const currency = 'USD'
  await sql`insert into marketplace (code, name, platform, currency, zone) values ('ebay.test', 'eBay', 2, ${currency}, 'UTC'),
    ('amazon.test', 'Amazon', 1, ${currency}, 'UTC'), ('walmart.test', 'Walmart', 3, ${currency}, 'UTC')`.execute(h.db)
  const shop = async (name: string, marketplaceCode: string, warehouseId: string) => {
    const { data, msg } = await admin.post('/sysShopSetting/insert', { name, accountName: name, marketplaceCode, currency, warehouseId })
    expect(msg).toBe('')
    return data.id as string
  }
  shopId = await shop('发货店', 'ebay.test', warehouse)
  otherShop = await shop('亚马逊店', 'amazon.test', foreign)
  admin = await signedInAs(h, 'admin')
  for (const [sku, id] of [
    ['E-1', product],
    ['E-2', second],
  ] as const)
    for (const of of [shopId, otherShop])
      await sql`insert into sku_map (org_id, shop_id, seller_sku, product_id) values (${org}, ${of}, ${sku}, ${id})`.execute(h.db)
  await sql`select ensure_month('order_line', '2026-11-01')`.execute(h.db)
  await receive(product, '100')
  await receive(second, '100')
}, 120_000)
afterAll(() => h.close())

const receive = async (productId: string, quantity: string) => {
  const bin = await h.db.selectFrom('goods_location').select('id').where('code', '=', 'OA-KW').executeTakeFirstOrThrow()
  const { data } = await admin.post('/goodsIn/insert', {
    businessOn: day,
    kind: 4,
    warehouseId: warehouse,
    lines: { added: [{ productId, quantity, toId: bin.id }] },
  })
  expect((await admin.post('/goodsIn/receive', { id: data.id })).msg).toBe('')
}
interface Told {
  readonly order: string
  readonly line?: string
  readonly sku?: string
  readonly quantity?: number
  readonly status?: number
  readonly shop?: string
  readonly shippedBy?: number | null
}
/** The line of the order as the last file says it. */
async function told({ order, line = '1', sku = 'E-1', quantity = 1, status = 2, shop = shopId, shippedBy = null }: Told): Promise<void> {
  await sql`delete from order_line where shop_id = ${shop} and order_no = ${order} and line_no = ${line}`.execute(h.db)
  await sql`insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at, paid_at, status, status_at, sku, title, quantity,
      item, currency, sales, is_cancelled, first_of_order, first_of_sku, import_id, shipped_by)
    values (${shop}, ${day}, ${order}, ${line}, ${day}, ${day}, ${status}, ${day}, ${sku}, '', ${quantity}, 1, 'USD', 1, ${status === 5},
      1, 1, 0, ${shippedBy})`.execute(h.db)
}
const run = async () => {
  const { msg, data } = await admin.post('/goodsOut/fromOrders', {})
  expect(msg).toBe('')
  return data
}
interface Seen {
  readonly id: string
  readonly state: number
  readonly note: number | null
  readonly lines: string
}
const documents = async (order: string): Promise<readonly Seen[]> => {
  const { rows } = await sql<Seen>`select d.id::text, d.state, d.order_note as note, coalesce((select
      string_agg(p.sku || 'x' || trim_scale(l.quantity) || '/' || trim_scale(l.held), ' ' order by l.line_no)
      from goods_out_line l join product p on p.id = l.product_id where l.out_id = d.id), '') as lines
    from goods_out d where d.order_no = ${order} order by d.id`.execute(h.db)
  return rows
}
const step = async (id: string, ...names: readonly string[]) => {
  for (const name of names) expect([name, (await admin.post(`/goodsOut/${name}`, { id })).msg]).toEqual([name, ''])
}

test('a paid order is held once, changes with its order and is cancelled with it', async () => {
  await told({ order: 'A-1', quantity: 2 })
  await told({ order: 'A-1', line: '2', sku: 'E-2' })
  await told({ order: 'A-2', status: 1 })
  expect(await run()).toMatchObject({ made: 1, waiting: 0 })
  expect(await run()).toMatchObject({ made: 0, changed: 0 })
  expect(await documents('A-2')).toEqual([])
  const [made] = await documents('A-1')
  expect(made).toMatchObject({ state: 3, note: null, lines: 'ORD-1x2/2 ORD-2x1/1' })
  await told({ order: 'A-1', quantity: 3 })
  await told({ order: 'A-1', line: '2', sku: 'E-2', status: 5 })
  await run()
  expect(await documents('A-1')).toMatchObject([{ id: made?.id, state: 3, lines: 'ORD-1x3/3' }])
  await told({ order: 'A-1', quantity: 3, status: 5 })
  expect(await run()).toMatchObject({ cancelled: 1 })
  expect(await documents('A-1')).toMatchObject([{ state: 9, note: 3, lines: 'ORD-1x3/0' }])
  // an order that goes on after all
  await told({ order: 'A-1', quantity: 3 })
  await run()
  expect((await documents('A-1')).map(one => one.state)).toEqual([9, 3])
})

test('from picking on a change is a mark, a cancelled order is put back, and one that was shipped says so', async () => {
  for (const order of ['B-1', 'B-2', 'B-3']) await told({ order })
  await run()
  const [one, two, three] = [await documents('B-1'), await documents('B-2'), await documents('B-3')].map(([first]) => first?.id ?? '')
  for (const id of [one, two, three]) await step(id ?? '', 'release', 'pick')
  await step(three ?? '', 'ship')
  await told({ order: 'B-1', quantity: 4 })
  await told({ order: 'B-2', status: 5 })
  await told({ order: 'B-3', status: 5 })
  await run()
  expect(await documents('B-1')).toMatchObject([{ state: 5, note: 2, lines: 'ORD-1x1/1' }])
  expect(await documents('B-2')).toMatchObject([{ state: 9, note: 3 }])
  expect(await documents('B-3')).toMatchObject([{ state: 6, note: 3 }])
  expect((await admin.get(`/goodsOut/query/${two}`)).data).toMatchObject({ toPutBack: true })
  expect(await run()).toMatchObject({ made: 0, changed: 0, cancelled: 0, noted: 0 })
})

test('an SKU without a product waits and is named; short goods wait; only what the seller ships is sent', async () => {
  await told({ order: 'C-1' })
  await told({ order: 'C-1', line: '2', sku: 'NEW' })
  const said = await run()
  expect(said).toMatchObject({ made: 1, waiting: 1, unpaired: ['NEW'] })
  expect(said.reasons[0].reason).toContain('NEW')
  expect(await documents('C-1')).toMatchObject([{ state: 0, note: 1, lines: 'ORD-1x1/0' }])
  const [{ id } = { id: '' }] = await documents('C-1')
  expect((await admin.post('/goodsOut/submit', { id })).msg).toBe('订单还有未配对的 SKU NEW，请先在“SKU 配对”里配对')
  await sql`insert into sku_map (org_id, shop_id, seller_sku, product_id) values (${org}, ${shopId}, 'NEW', ${second})`.execute(h.db)
  await run()
  expect(await documents('C-1')).toMatchObject([{ id, state: 3, note: null, lines: 'ORD-1x1/1 ORD-2x1/1' }])
  await told({ order: 'C-2', quantity: 5_000 })
  await run()
  expect((await documents('C-2'))[0]).toMatchObject({ state: 2 })
  await told({ order: 'C-2', quantity: 5_000, status: 5 })
  for (const [order, shippedBy] of [
    ['C-3', 1],
    ['C-4', 2],
    ['C-5', null],
  ] as const)
    await told({ order, shippedBy, shop: otherShop })
  await run()
  expect([await documents('C-3'), await documents('C-4'), await documents('C-5')].map(one => one.length)).toEqual([1, 0, 0])
})

test('who has no warehouse makes nothing; a warehouse of a marketplace ships for no shop', async () => {
  const keeper = await signedInAs(h, 'keeper')
  await told({ order: 'D-1' })
  const said = await keeper.post('/goodsOut/fromOrders', {})
  expect(said.code === 0 ? said.data.made : 0).toBe(0)
  expect(await documents('D-1')).toEqual([])
  expect((await (await signedInAs(h, 'employee')).post('/goodsOut/fromOrders', {})).code).toBe(1003)
  const { data } = await admin.post('/warehouseManage/insert', { code: 'FBA', name: 'FBA', kind: 2 })
  const changed = await admin.post('/sysShopSetting/update', { id: shopId, version: 1, warehouseId: data.id })
  expect(changed.data.errors).toMatchObject([{ field: 'warehouseId' }])
})

test('an order that was issued by hand is not issued again, until that one is void', async () => {
  await run()
  const lines = { added: [{ productId: product, quantity: '1' }] }
  const { data } = await admin.post('/goodsOut/insert', { businessOn: day, kind: 1, warehouseId: warehouse, shopId, orderNo: 'H-1', lines })
  await told({ order: 'H-1' })
  expect(await run()).toMatchObject({ made: 0 })
  expect((await documents('H-1')).map(one => one.id)).toEqual([String(data.id)])
  await sql`update goods_out set state = 9 where id = ${data.id}`.execute(h.db)
  await run()
  expect((await documents('H-1')).map(one => one.state)).toEqual([9, 3])
})

test('documents of a shop without its warehouse, or closed, follow their orders; new ones are not made', async () => {
  for (const [order, change, back] of [
    ['N-1', sql`warehouse_id = null`, sql`warehouse_id = ${warehouse}`],
    ['N-2', sql`status = 2`, sql`status = 1`],
  ] as const) {
    await told({ order })
    await run()
    await sql`update shop set ${change} where id = ${shopId}`.execute(h.db)
    await told({ order, status: 5 })
    await told({ order: `${order}-new` })
    expect(await run()).toMatchObject({ made: 0, cancelled: 1 })
    expect(await documents(order)).toMatchObject([{ state: 9 }])
    expect(await documents(`${order}-new`)).toEqual([])
    await sql`update shop set ${back} where id = ${shopId}`.execute(h.db)
  }
})

test('a person leaves out documents of warehouses that are not his; the job does them', async () => {
  await told({ order: 'P-1' })
  await run()
  await sql`update shop set warehouse_id = ${foreign} where id = ${shopId}`.execute(h.db)
  await told({ order: 'P-1', status: 5 })
  const system = await h.house.asSystem(org, 'test')
  expect(await keepOrders(system, [foreign])).toMatchObject({ cancelled: 0 })
  expect(await documents('P-1')).toMatchObject([{ state: 3 }])
  expect(await keepOrders(system, null)).toMatchObject({ cancelled: 1 })
  expect(await documents('P-1')).toMatchObject([{ state: 9 }])
  await sql`update shop set warehouse_id = ${warehouse} where id = ${shopId}`.execute(h.db)
})

test('an order that is refused is named, the others go on', async () => {
  for (let line = 1; line <= 501; line += 1) await told({ order: 'F-1', line: String(line) })
  await told({ order: 'F-2' })
  const said = await run()
  expect(said.reasons.map((one: { reason: string }) => one.reason).join()).toContain('订单 F-1：')
  expect(await documents('F-1')).toEqual([])
  expect(await documents('F-2')).toMatchObject([{ state: 3 }])
  // the job tells it to who ships, once a day for the same orders
  for (const _ of [1, 2]) await ordersJob['goods.orders'](h.house, { orgId: org }, new AbortController().signal)
  const { rows: heard } = await sql<{ title: string }>`select title from message where title like '%没有生成或更新出库单%'`.execute(h.db)
  expect(new Set(heard.map(one => one.title)).size).toBe(1)
  expect(heard[0]?.title).toContain('1 张订单没有生成或更新出库单')
  await sql`delete from order_line where shop_id = ${shopId} and order_no = 'F-1'`.execute(h.db)
})

test('random events and two runs at once: each unit of each order leaves once, and holds are those of the documents', async () => {
  const random = seededRandom(820)
  const orders = ['R-1', 'R-2', 'R-3', 'R-4', 'R-5', 'R-6']
  const model = new Map<string, { quantity: number; status: number }>()
  const system = await h.house.asSystem(org, 'test')
  for (let round = 0; round < 40; round += 1) {
    const order = orders[random.below(orders.length)] ?? ''
    const line = String(1 + random.below(2))
    const key = `${order} ${line}`
    const was = model.get(key)
    const event = random.below(6)
    const next = {
      quantity: event === 1 ? 1 + random.below(3) : (was?.quantity ?? 1),
      status: event === 2 ? 5 : event === 3 ? 1 : 2,
    }
    // what was shipped is not unpaid again
    if (!(was !== undefined && event === 4)) {
      model.set(key, next)
      await told({ order, line, sku: line === '1' ? 'E-1' : 'E-2', ...next })
    }
    await Promise.all([keepOrders(system, null), keepOrders(system, [warehouse])])
    const [live] = (await documents(order)).filter(one => one.state === 3)
    if (live !== undefined && random.below(3) === 0) await step(live.id, 'release', 'pick', ...(random.below(2) === 0 ? ['ship'] : []))
    const { rows } = await sql<{ fault: string }>`
      select 'line twice ' || order_line as fault from goods_out_line where order_line is not null group by order_line having count(*) > 1
      union all select 'held ' || l.id from goods_out_line l join goods_out d on d.id = l.out_id
        where d.state between 2 and 5 and l.held <> (select coalesce(sum(q.quantity), 0) from goods_hold q
          where q.doc_type = 'goods_out' and q.line_id = l.id::text and q.state = 1)
      union all select 'free ' || q.id from goods_hold q join goods_out d on d.id::text = q.doc_id and q.doc_type = 'goods_out'
        where q.state = 1 and d.state not between 2 and 5
      union all select 'reserved ' || c.id from goods_cell c
        where c.reserved <> (select coalesce(sum(q.quantity), 0) from goods_hold q where q.cell_id = c.id and q.state = 1)`.execute(h.db)
    expect(rows).toEqual([])
  }
  await keepOrders(system, null)
  // plain model: a line of an order that is paid and not cancelled is in one document; others in none that still goes
  for (const [key, { quantity, status }] of model) {
    const { rows } = await sql<{ state: number; quantity: number }>`select d.state, l.quantity::int as quantity from goods_out_line l
      join goods_out d on d.id = l.out_id where l.order_line = ${`${shopId} ${key}`} and d.state in (0, 2, 3, 4, 5, 6)`.execute(h.db)
    const [held] = rows
    if (status === 2) expect([key, rows.length]).toEqual([key, 1])
    if (held !== undefined && held.state < 4) expect([key, status === 5, held.quantity]).toEqual([key, false, quantity])
  }
}, 120_000)

test('waybills of the carrier come in once; what a line lacks is told with the line', async () => {
  for (const order of ['W-1', 'W-2', 'W-3']) await told({ order })
  await run()
  const [{ id } = { id: '' }] = await documents('W-1')
  const { no } = (await admin.get(`/goodsOut/query/${id}`)).data
  const bring = async (sheet: string, currency: string | null = 'CNY', by: Person = admin) =>
    (await by.post('/goodsOut/waybills', { sheet, currency })).data
  const first = await bring(`单号,运单号,承运商,运费\n${no},WB1,云途,12.5\nW-2\tWB2\nW-3,WB1\nW-9,WB9\nW-3\n,WB7\nW-3,WB3,,1.234`)
  expect(first).toMatchObject({ total: 7, changed: 2 })
  expect(first.reasons.map((one: { reason: string }) => one.reason)).toEqual([
    `第 4 行：运单号 WB1 已在出库单 ${no} 上，一个运单号只属于一个包裹`,
    '第 5 行：没有单号为 W-9 的出库单',
    '第 6 行：运单号应在第二列，最多 60 个字',
    '第 7 行：缺少出库单号或订单号，应在第一列',
    '第 8 行：运费 1.234 应是不小于 0、最多两位小数的数，在第四列',
  ])
  expect((await admin.get(`/goodsOut/query/${id}`)).data).toMatchObject({ trackingNo: 'WB1', carrier: '云途', freight: '12.50' })
  expect(await bring('W-1,WB1,云途,12.50\nW-2,WB2')).toMatchObject({ changed: 0, unchanged: 2, reasons: [] })
  expect((await bring('W-2,WB2,,3', null)).reasons[0].reason).toContain('请选择运费币种')
  // tabs part the cells where there are some; a fee has thousands, or its comma is refused
  expect(await bring(`W-1\tWB1\t云途\t1,234.50`)).toMatchObject({ changed: 1, reasons: [] })
  expect((await admin.get(`/goodsOut/query/${id}`)).data).toMatchObject({ freight: '1234.50' })
  const unclear = await bring(`W-1\tWB1\t云途\t1,234\nW-1,WB1,云途,1,234.50`)
  expect(unclear.reasons.map((one: { reason: string }) => one.reason)).toEqual([
    '第 1 行：运费 1,234 的逗号有歧义，请去掉逗号',
    '第 2 行：一行最多 4 列：单号、运单号、承运商、运费；运费请去掉千分位逗号',
  ])
  // the same sheet again changes nothing, lines that contradict each other included
  for (const changed of [1, 0, 0]) {
    const again = await bring('W-1,WB1,,7\nW-1,WBX\nW-1,WB1,,8')
    expect(again).toMatchObject({ changed, reasons: [{ reason: '第 2 行：W-1 在这张表里已有运单号 WB1，一张出库单只有一个' }] })
  }
  // the waybill of a void parcel is free
  await sql`update goods_out set tracking_no = 'VOID' where order_no = 'A-1' and state = 9`.execute(h.db)
  expect(await bring('W-3,VOID')).toMatchObject({ changed: 1, reasons: [] })
  await step(id, 'release', 'pick', 'ship')
  expect((await bring('W-1,OTHER')).reasons[0].reason).toContain('已发运')
  // what is shipped goes into the sheet for its marketplace, what is not into the one for the carrier
  const [{ id: second } = { id: '' }] = await documents('W-2')
  const file = async (name: string, ids: readonly string[], by: Person = admin) => {
    const headers = { authorization: `Bearer ${by.token}` }
    const { headers: said, body } = await h.app.inject({ method: 'POST', url: `/api-2024/goodsOut/${name}`, headers, payload: { ids } })
    return String(said['content-type']).includes('json') ? (JSON.parse(body).msg as string) : String(said['content-type'])
  }
  expect(await file('marketplaceSheet', [id])).toContain('spreadsheet')
  expect(await file('carrierSheet', [second])).toContain('spreadsheet')
  expect(await file('marketplaceSheet', [id, second])).toContain('已发运')
  expect(await file('carrierSheet', [id])).toContain('未发运')
  expect(await file('marketplaceSheet', ['x'])).not.toContain('spreadsheet')
  const left = await sql<{ what: object }>`select after as what from audit_entry where subject = 'goods_out' and verb = 'export'
    order by id`.execute(h.db)
  expect(left.rows.map(({ what }) => what)).toMatchObject([
    { export: 'marketplaceSheet', documents: [no], rows: 1 },
    { export: 'carrierSheet', addresses: true, rows: 1 },
  ])
  // a parcel of a warehouse that is not the keeper’s is none for him
  const [{ id: roleId, org_id: orgId } = { id: '', org_id: '' }] = await h.db
    .selectFrom('role')
    .select(['id', 'org_id'])
    .where('name', '=', '仓管')
    .execute()
  await sql`insert into role_permission (org_id, role_id, permission, operation) values (${orgId}, ${roleId}, 'goodsOut', 3),
    (${orgId}, ${roleId}, 'goodsOut', 1) on conflict do nothing`.execute(h.db)
  const foreigner = await bring('W-2,STOLEN', null, await signedInAs(h, 'keeper'))
  expect(foreigner).toMatchObject({ changed: 0, reasons: [{ reason: '第 1 行：没有单号为 W-2 的出库单' }] })
})
