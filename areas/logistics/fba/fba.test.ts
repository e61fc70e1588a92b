/** FBA 货件 through the calls: limits, files, numbers, receipts by the ledger in any order, what is short, who sees what. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { logistics } from '../index.ts'
import { declaredOf } from '../customs.ts'
import { keepReceipts } from './receipts.ts'

let h: DemoHouse
let admin: Person
let keeper: Person
let [warehouseId, shopId, channelId, orgId] = ['', '', '', '']
let [a, b, labelA, labelB] = ['', '', '', '']
let place = 0
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics])
  admin = await signedInAs(h, 'admin')
  orgId = h.demo.organisationIds[0] ?? ''
  const made = async (path: string, body: Values) => {
    const { data, msg } = await admin.post(path, body)
    expect([path, msg]).toEqual([path, ''])
    return data.id as string
  }
  warehouseId = await made('/warehouseManage/insert', { code: 'FA', name: 'FA仓', kind: 1 })
  ;[a, b] = [
    await made('/productManage/insert', { sku: 'FBA-1', name: '甲' }),
    await made('/productManage/insert', { sku: 'FBA-2', name: '乙' }),
  ]
  const shop = await h.db
    .selectFrom('shop')
    .select('id')
    .where('marketplace_code', '=', 'amazon.com')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  shopId = shop.id
  const label = async (productId: string, sellerSku: string) => {
    const { rows } = await sql<{ id: string }>`insert into sku_map (org_id, shop_id, seller_sku, product_id)
      values (${orgId}, ${shopId}, ${sellerSku}, ${productId}) returning id::text as id`.execute(h.db)
    return rows[0]?.id ?? ''
  }
  ;[labelA, labelB] = [await label(a, 'SA'), await label(b, 'SB')]
  channelId = await made('/channelManage/insert', { code: 'CH-F', name: '海运', mode: 1 })
  const bin = await h.db
    .selectFrom('goods_location')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where('kind', '=', 1)
    .executeTakeFirst()
  const added = [a, b].map(productId => ({ productId, quantity: '2000', unitCost: '5', toId: bin?.id }))
  const came = await made('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId, lines: { added } })
  await step('goodsIn', came, 'receive')
  const { employee_id: employeeId } = await h.db
    .selectFrom('account as x')
    .innerJoin('account_organisation as m', 'm.account_id', 'x.id')
    .select('m.employee_id')
    .where('x.username', '=', 'keeper')
    .where('m.org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [] })
  keeper = await signedInAs(h, 'keeper')
}, 180_000)
afterAll(() => h?.close())

const step = async (name: string, id: string, one: string, input: Values = {}): Promise<string> =>
  (await admin.post(`/${name}/${one}`, { id, ...input })).msg
const row = async (name: string, id: string) => (await admin.get(`/${name}/query/${id}`)).data
const lines = async (type: string, id: string) => (await admin.post('/listField/lines', { type, id })).data.list as Record<string, never>[]
const order = async (units: readonly [number, number], sheet: string): Promise<string> => {
  const added = [
    { productId: a, labelId: labelA, quantity: String(units[0]) },
    ...(units[1] > 0 ? [{ productId: b, labelId: labelB, quantity: String(units[1]) }] : []),
  ]
  const { data } = await admin.post('/shippingOrder/insert', {
    businessOn: today,
    shopId,
    fromWarehouseId: warehouseId,
    target: 1,
    channelId,
    lines: { added },
  })
  for (const one of ['submit', 'allocate', 'release', 'pick']) expect(await step('shippingOrder', data.id, one)).toBe('')
  expect((await admin.post('/shippingOrder/packSheet', { id: data.id, sheet })).msg).toBe('')
  return data.id as string
}
const split = async (id: string, sheet: string) => (await admin.post('/fbaShipment/split', { id, sheet })).msg as string
/** a line of a file of the ledger; answers how it is taken back */
const told = async (reference: string, sku: string, day: string, quantity: number): Promise<() => Promise<unknown>> => {
  const key = `30000000-0000-0000-0000-${String((place += 1)).padStart(12, '0')}`
  await sql`insert into fba_ledger_line (shop_id, happened_on, sku, event, reference, quantity, disposition, line_key, state_key, ordinal,
      import_id) values (${shopId}, ${day}, ${sku}, 'Receipts', ${reference}, ${quantity}, 'SELLABLE', ${key}, ${key}, 1, 1)`.execute(h.db)
  return () => sql`delete from fba_ledger_line where shop_id = ${shopId} and line_key = ${key}`.execute(h.db)
}
const receipts = async () => keepReceipts(await h.house.asSystem(orgId, 'a test'), shopId)
const shipments = async (orderId: string) =>
  (await admin.post('/fbaShipment/list', { orderId })).data.list as {
    id: string
    confirmationId: string
    received: number
    status: number
  }[]
/** days later a session has ended */
const on = async (day: string) => {
  h.clock.now = new Date(`${day}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
}
/** shipped = in the leaf + received + lost, each line */
const proven = async (id: string): Promise<unknown> => {
  const { rows } = await sql<{ ok: boolean; open: string }>`select bool_and(l.shipped = l.received + l.lost + coalesce(x.units, 0)) as ok,
      trim_scale(coalesce(sum(x.units), 0))::text as open
    from shipping_order_line l left join lateral (select sum(case when m.to_id = g.id then m.quantity else -m.quantity end) as units
      from goods_location g join goods_move m on g.id in (m.from_id, m.to_id) where g.doc_type = 'shipping_order'
        and g.doc_id = l.order_id::text and m.line_id = l.id::text and m.doc_type = 'shipping_order'
        and m.doc_id = l.order_id::text) x on true
    where l.order_id = ${id}`.execute(h.db)
  return rows[0]
}

test('boxes are checked, split over two numbers, shipped; receipts come by day and SKU whatever the order of files', async () => {
  await on(today)
  const id = await order([40, 30], '1\t60\t40\t40\t20\tSA\t40\n2\t70\t40\t40\t20\tSB\t30')
  const { no } = await row('shippingOrder', id)
  const guide = await admin.post('/fbaShipment/guide', { no })
  expect(guide.data.findings).toEqual([
    { boxNo: 1, fault: 'heavy', isError: false },
    { boxNo: 2, fault: 'side', isError: true },
    { boxNo: 2, fault: 'heavy', isError: false },
  ])
  expect(await split(id, '1 FBA15AAA01 ONT8\n2 FBA15AAA02 LBE1')).toContain('第 2 箱的边长超过')
  expect((await admin.post('/shippingOrder/packSheet', { id, sheet: '1\t60\t40\t40\t12\tSA\t40\n2\t60\t40\t40\t12\tSB\t30' })).msg).toBe('')
  for (const [sheet, says] of [
    ['1 FBA15AAA01 ONT8', '第 2 箱没有分到货件'],
    ['1-2 FBA15AAA01\n2 FBA15AAA02', '第 2 箱写了两次'],
    ['1-3 FBA15AAA01', '发货单没有第 3 箱'],
    ['1 x', '货件号应为'],
    ['1', '第 1 行应为'],
    ['x FBA15AAA01', '第 1 行的箱号'],
    [' ', '请填写'],
  ] as const)
    expect(await split(id, sheet)).toContain(says)
  expect(await split(id, '1 FBA15AAA01 ONT8\n2 FBA15AAA02 LBE1')).toBe('')
  // taken back and anew: a number keeps its shipment
  const [first] = await shipments(id)
  expect(await split(id, '2 FBA15AAA02 LBE1\n1 FBA15AAA01 ONT8')).toBe('')
  expect((await shipments(id)).map(one => one.id)).toContain(first?.id)
  expect((await admin.post('/fbaShipment/unsplit', { id })).data.changed).toBe(2)
  expect(await split(id, '1 fba15aaa01 ONT8\n2 FBA15AAA02 LBE1')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toBe('')
  expect((await shipments(id)).map(one => `${one.confirmationId} ${one.status}`).toSorted()).toEqual(['FBA15AAA01 4', 'FBA15AAA02 4'])
  expect(await split(id, '1-2 FBA15AAA01')).toContain('已经发运')
  await on('2026-12-20')
  const back = await told('FBA15AAA01', 'SA', '2026-12-10', 25)
  await told('FBA15AAA01', 'SA', '2026-12-08', 10)
  await told('FBA15AAA02', 'SB', '2026-12-08', 30)
  await told('FBA15OTHER', 'SB', '2026-12-08', 99)
  // the job of a file and whoever asks anew at once: one waits, nothing is entered twice
  expect(await Promise.all([receipts(), receipts()])).toEqual([[], []])
  expect(await row('shippingOrder', id)).toMatchObject({ state: 7 })
  expect(await proven(id)).toEqual({ ok: true, open: '5' })
  const { rows: days } = await sql<{ day: string; units: string }>`select booked_on::text as day, trim_scale(sum(quantity))::text as units
    from goods_move where doc_type = 'shipping_order' and doc_id = ${id} and reason = 35 group by 1 order by 1`.execute(h.db)
  expect(days).toEqual([
    { day: '2026-12-08', units: '40' },
    { day: '2026-12-10', units: '25' },
  ])
  // once, however often it is told
  expect(await receipts()).toEqual([])
  expect(await proven(id)).toEqual({ ok: true, open: '5' })
  // the file goes, and comes with another number
  await back()
  await receipts()
  expect(await proven(id)).toEqual({ ok: true, open: '30' })
  await told('FBA15AAA01', 'SA', '2026-12-10', 31)
  await receipts()
  // one more than was sent: a finding, no unit
  expect(await proven(id)).toEqual({ ok: true, open: '0' })
  expect(await row('shippingOrder', id)).toMatchObject({ state: 10 })
  const one = (await shipments(id)).find(shipment => shipment.confirmationId === 'FBA15AAA01')
  expect(one).toMatchObject({ status: 8, received: 41 })
  expect((await lines('fbaShipment', one?.id ?? ''))[0]).toMatchObject({ state: 3, received: 41, expected: 40 })
  expect((await admin.post('/shippingOrder/arrivalBack', { id })).msg).toContain('随文件撤回')
})

test('what is short after the close waits, is claimed or written off; found later it comes back', async () => {
  await on(today)
  const id = await order([60, 20], '1\t60\t40\t40\t12\tSA\t60\n2\t60\t40\t40\t12\tSB\t20')
  expect(await split(id, '1-2 FBA15BBB01 ONT8')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toBe('')
  await on('2026-12-20')
  await told('FBA15BBB01', 'SA', '2026-12-11', 54)
  await told('FBA15BBB01', 'SB', '2026-12-11', 20)
  await told('FBA15BBB01', 'SA', '2026-11-01', 6)
  await receipts()
  const [shipment] = await shipments(id)
  const line = async () => (await lines('fbaShipment', shipment?.id ?? ''))[0] ?? {}
  expect(await line()).toMatchObject({ state: 0, received: 54, early: 6 })
  expect(await step('fbaShipmentLine', (await line())['id'] ?? '', 'writeOff', { reason: '少收' })).toContain('才能处理')
  expect(await step('fbaShipment', shipment?.id ?? '', 'close')).toBe('')
  expect(await line()).toMatchObject({ state: 2 })
  const lineId = (await line())['id'] ?? ''
  expect(await step('fbaShipmentLine', lineId, 'wait', { until: '2026-12-25' })).toBe('')
  expect(await line()).toMatchObject({ state: 0, waitUntil: '2026-12-25' })
  await on('2026-12-26')
  await receipts()
  expect(await line()).toMatchObject({ state: 2 })
  // no rule of the marketplace says that it may be claimed
  expect(await step('fbaShipmentLine', lineId, 'claim')).toContain('索赔规则')
  const rule = { marketplaceCode: 'amazon.com', kind: 6, fromDays: 0, toDays: 90, valueRule: 1, currency: 'USD', validFrom: '2026-01-01' }
  expect((await admin.post('/claimRule/insert', { ...rule, isOn: true })).msg).toBe('')
  expect(await step('fbaShipmentLine', lineId, 'claim')).toBe('')
  const claimed = await line()
  expect(claimed).toMatchObject({ state: 4 })
  const { data: claim } = await admin.get(`/amazonClaim/query/${claimed['claimId'] ?? ''}`)
  expect(claim).toMatchObject({ subject: 'FBA15BBB01 SA', quantity: 6, kind: 6, cause: 7 })
  expect(await step('fbaShipmentLine', lineId, 'writeOff', { reason: '平台不认' })).toBe('')
  expect(await line()).toMatchObject({ state: 5, writtenOff: 6 })
  expect(await proven(id)).toEqual({ ok: true, open: '0' })
  expect(await row('shippingOrder', id)).toMatchObject({ state: 10 })
  // two of them are found: the loss is taken back, the ledger enters what it tells
  expect(await step('shippingOrder', id, 'arrivalBack')).toBe('')
  expect(await line()).toMatchObject({ state: 4, writtenOff: 0 })
  await told('FBA15BBB01', 'SA', '2026-12-22', 2)
  expect(await receipts()).toEqual([])
  expect(await proven(id)).toEqual({ ok: true, open: '4' })
  expect(await line()).toMatchObject({ received: 56 })
})

test('an order of which nothing is received any more is reversed, and its shipment is free', async () => {
  await on(today)
  const id = await order([10, 0], '1\t60\t40\t40\t12\tSA\t10')
  expect(await split(id, '1 FBA15GGG01')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toBe('')
  const back = await told('FBA15GGG01', 'SA', today, 4)
  await receipts()
  expect((await shipments(id))[0]).toMatchObject({ status: 8 })
  await back()
  await receipts()
  expect(await row('shippingOrder', id)).toMatchObject({ state: 6 })
  expect(await step('shippingOrder', id, 'reverse')).toBe('')
  expect((await shipments(id))[0]).toMatchObject({ status: 2 })
})

test('units that a person received are the first that the ledger tells; together never more than was sent', async () => {
  await on(today)
  const id = await order([50, 0], '1\t60\t40\t40\t12\tSA\t50')
  expect(await split(id, '1 FBA15CCC01')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toBe('')
  await on('2026-12-20')
  const [line] = await lines('shippingOrder', id)
  const byHand = (quantity: string) => admin.post('/shippingOrderLine/arrive', { id: line?.['id'], quantity })
  expect((await byHand('20')).msg).toBe('')
  await told('FBA15CCC01', 'SA', '2026-12-10', 30)
  await receipts()
  expect(await proven(id)).toEqual({ ok: true, open: '20' })
  // a file and a hand at once
  await told('FBA15CCC01', 'SA', '2026-12-12', 20)
  await Promise.all([receipts(), byHand('15')])
  await receipts()
  const { ok } = (await proven(id)) as { ok: boolean }
  expect(ok).toBe(true)
  const { rows } = await sql<{ over: boolean }>`select bool_or(received + lost > shipped) as over from shipping_order_line`.execute(h.db)
  expect(rows).toEqual([{ over: false }])
})

test('a file of the ledger and a person who receives at once: each unit comes once', async () => {
  await on(today)
  const id = await order([40, 0], '1\t60\t40\t40\t12\tSA\t40')
  expect(await split(id, '1 FBA15HHH01')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toBe('')
  await on('2026-12-20')
  await told('FBA15HHH01', 'SA', '2026-12-10', 30)
  const [line] = await lines('shippingOrder', id)
  const [, byHand] = await Promise.all([receipts(), admin.post('/shippingOrderLine/arrive', { id: line?.['id'], quantity: '20' })])
  await receipts()
  // first the person, then the ledger with the rest of its 30; or the ledger, and then 20 are more than are under way
  expect(byHand.code === 0 || String(byHand.msg).includes('在途 10')).toBe(true)
  expect(await proven(id)).toEqual({ ok: true, open: '10' })
})

test('a number is of one shop and used once; a shipment stands in an order to a marketplace; boxes and sums must agree', async () => {
  await on(today)
  const id = await order([10, 0], '1\t60\t40\t40\t12\tSA\t10')
  const make = async (header: Values, added: readonly Values[] = []) =>
    (await admin.post('/fbaShipment/insert', { orderId: id, ...header, lines: { added } })).msg as string
  expect(await make({ confirmationId: 'fba 1' })).toContain('货件号是')
  expect(await make({ confirmationId: 'FBA15AAA01' })).not.toBe('')
  expect(await make({ confirmationId: 'FBA15DDD01' }, [{ productId: a, labelId: labelA, expected: 7 }])).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toContain('装箱 10，各货件合计 7')
  const [one] = await shipments(id)
  const two = { productId: a, labelId: labelA, expected: 3 }
  const { version } = await row('fbaShipment', one?.id ?? '')
  const twice = { id: one?.id, version, lines: { added: [two], changed: [], removed: [] } }
  expect((await admin.post('/fbaShipment/update', twice)).msg).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toContain('在货件里有两行')
  expect(await make({}, [{ ...two }])).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toContain('没有填写货件号')
  const { rows: other } = await sql<{
    id: string
  }>`select id::text as id from shop where org_id = ${orgId} and id <> ${shopId} limit 1`.execute(h.db)
  const key = `30000000-0000-0000-0000-${String((place += 1)).padStart(12, '0')}`
  await sql`insert into fba_ledger_line (shop_id, happened_on, sku, event, reference, quantity, disposition, line_key, state_key, ordinal,
      import_id) values (${other[0]?.id}, ${today}, 'SA', 'Receipts', 'FBA15EEE01', 1, 'SELLABLE', ${key}, ${key}, 1, 1)`.execute(h.db)
  expect(await make({ confirmationId: 'FBA15EEE01' })).toContain('另一个店铺')
  const own = await admin.post('/shippingOrder/insert', {
    businessOn: today,
    fromWarehouseId: warehouseId,
    target: 4,
    channelId,
    lines: { added: [{ productId: a, quantity: '1' }] },
  })
  expect(await make({ orderId: own.data.id })).toContain('不是发往平台仓的')
  // who was granted neither order nor warehouse sees nothing of it
  expect((await keeper.post('/fbaShipment/list', {})).data?.total ?? 0).toBe(0)
  expect((await keeper.post('/fbaShipment/guide', { no: 'FH' })).code).not.toBe(0)
  expect((await keeper.post('/fbaShipment/split', { id, sheet: '1 FBA15ZZZ01' })).code).not.toBe(0)
  expect((await keeper.post('/shippingOrder/fbaBoxSheet', { id })).code).not.toBe(0)
})

test('units are scanned into boxes, never more than is held; customs papers follow the boxes', async () => {
  await on(today)
  const { data } = await admin.post('/shippingOrder/insert', {
    businessOn: today,
    shopId,
    fromWarehouseId: warehouseId,
    target: 1,
    channelId,
    lines: {
      added: [
        { productId: a, labelId: labelA, quantity: '3' },
        { productId: b, labelId: labelB, quantity: '12' },
      ],
    },
  })
  const id = data.id as string
  let n = 0
  const scan = async (code: string) => admin.post('/packingBox/scanItem', { id, code, key: `k${(n += 1)}` })
  expect((await scan('SA')).msg).toContain('配货后')
  for (const one of ['submit', 'allocate']) expect(await step('shippingOrder', id, one)).toBe('')
  await admin.post('/goodsBarcode/insert', { code: 'CARTON-B', productId: b, unitQty: '6', kind: 3 })
  expect((await scan('FBA-1')).msg).toBe('')
  expect((await scan('SA')).data.boxes).toMatchObject([{ boxNo: 1, units: '2', isSealed: false }])
  expect((await scan('CARTON-B')).data.boxes).toMatchObject([{ boxNo: 1, units: '8' }])
  expect((await scan('NOTHING')).msg).toContain('没有商品有这个码')
  expect((await admin.post('/productManage/insert', { sku: 'FBA-9', name: '丙' })).msg).toBe('')
  expect((await scan('FBA-9')).msg).toContain('这张发货单没有')
  await sql`insert into sku_map (org_id, shop_id, seller_sku, product_id) values (${orgId}, ${shopId}, 'SA-OTHER', ${a})`.execute(h.db)
  expect((await scan('SA-OTHER')).msg).toContain('FBA-1 没有标签 SA-OTHER')
  const { boxes } = (await scan('SA')).data
  expect((await scan('SA')).msg).toContain('已配 3，已装 3')
  const size = { length: '60', width: '40', height: '40', weight: '9.9' }
  expect((await admin.post('/packingBox/sealBox', { id, boxId: boxes[0].id, ...size, length: '5000' })).msg).not.toBe('')
  expect((await admin.post('/packingBox/sealBox', { id, boxId: boxes[0].id, ...size })).msg).toBe('')
  expect((await scan('CARTON-B')).data.boxes).toMatchObject([
    { boxNo: 2, units: '6' },
    { boxNo: 1, isSealed: true },
  ])
  const second = (await admin.post('/packingBox/open', { no: (await row('shippingOrder', id)).no })).data.boxes[0].id
  expect((await admin.post('/packingBox/sealBox', { id, boxId: second, ...size })).msg).toBe('')
  const supply = (await admin.post('/productSupply/list', { productId: [a] })).data.list[0]
  const declared = { hsCode: '8518300000', declareName: '耳机', declareNameEn: 'Earphones', declareValue: '2.5' }
  expect((await admin.post('/productSupply/update', { id: supply.id, version: supply.version, ...declared })).msg).toBe('')
  const rows = await h.db.transaction().execute(tx => declaredOf(tx as never, id))
  expect(rows).toMatchObject([
    { hsCode: '', name: '乙', quantity: '12', boxes: 2, amount: '0.00' },
    { hsCode: '8518300000', name: '耳机', nameEn: 'Earphones', quantity: '3', boxes: 1, amount: '7.50', gross: '3.30', net: '' },
  ])
  await h.db.updateTable('product').set({ net_weight: '0.5' }).where('id', '=', a).execute()
  expect((await h.db.transaction().execute(tx => declaredOf(tx as never, id)))[1]).toMatchObject({ net: '1.50' })
  for (const one of ['release', 'pick']) expect(await step('shippingOrder', id, one)).toBe('')
  expect(await split(id, '1,2 FBA15FFF01')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toBe('')
  expect((await scan('SA')).msg).toContain('发运前才能装箱')
  const figures = (await admin.post('/shippingFigures/list', {})).data.list
  expect(figures.length).toBeGreaterThan(0)
})
