/** From plan to arrival through the calls: stock plan, allocation, boxes, the leaf on the way, differences, who sees what. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { logistics } from './index.ts'

let h: DemoHouse
let admin: Person
let keeper: Person
let [warehouseId, other, abroad, shopId, channelId] = ['', '', '', '', '']
let [a, b, labelA, labelB, keeperId] = ['', '', '', '', '']
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics])
  admin = await signedInAs(h, 'admin')
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', '=', '仓管').execute()
  const grants = roles.flatMap(({ id, org_id }) =>
    ['shippingOrder', 'shipPlan'].flatMap(permission =>
      [1, 2, 3, 4, 7, 104].map(operation => ({ org_id, role_id: id, permission, operation })),
    ),
  )
  await h.db
    .insertInto('role_permission')
    .values(grants)
    .onConflict(c => c.doNothing())
    .execute()
  const house = async (code: string, kind = 1) =>
    (await admin.post('/warehouseManage/insert', { code, name: `${code}仓`, kind })).data.id as string
  ;[warehouseId, other, abroad] = [await house('SA'), await house('SB'), await house('SC', 3)]
  const item = async (sku: string) => (await admin.post('/productManage/insert', { sku, name: `商品${sku}` })).data.id as string
  ;[a, b] = [await item('SHIP-1'), await item('SHIP-2')]
  shopId = (await h.db.selectFrom('shop').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
  const label = async (productId: string, sellerSku: string) => {
    const { rows } = await sql<{ id: string }>`insert into sku_map (org_id, shop_id, seller_sku, product_id)
      select org_id, id, ${sellerSku}, ${productId}::bigint from shop where id = ${shopId} returning id::text as id`.execute(h.db)
    return rows[0]?.id ?? ''
  }
  ;[labelA, labelB] = [await label(a, 'SHIP-A'), await label(b, 'SHIP-B')]
  channelId = (await admin.post('/channelManage/insert', { code: 'CH-T', name: '海运快船', mode: 1 })).data?.id ?? ''
  const { employee_id: employeeId } = await h.db
    .selectFrom('account as x')
    .innerJoin('account_organisation as m', 'm.account_id', 'x.id')
    .select('m.employee_id')
    .where('x.username', '=', 'keeper')
    .where('m.org_id', '=', h.demo.organisationIds[0] ?? '')
    .executeTakeFirstOrThrow()
  keeperId = employeeId ?? ''
  await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [warehouseId] })
  keeper = await signedInAs(h, 'keeper')
  await stock(warehouseId, [a, b], '500')
}, 180_000)
afterAll(() => h.close())

const make = async (name: string, header: Values, added: readonly Values[], by = admin): Promise<string> => {
  const { data, msg } = await by.post(`/${name}/insert`, { businessOn: today, ...header, lines: { added } })
  expect(msg).toBe('')
  return data.id as string
}
/** bare units in the bin of a warehouse */
async function stock(of: string, products: readonly string[], quantity: string): Promise<void> {
  const bin = await h.db
    .selectFrom('goods_location')
    .select('id')
    .where('warehouse_id', '=', of)
    .where('kind', '=', 1)
    .executeTakeFirstOrThrow()
  const added = products.map(productId => ({ productId, quantity, unitCost: '5', toId: bin.id }))
  const { data } = await admin.post('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId: of, lines: { added } })
  expect((await admin.post('/goodsIn/receive', { id: data.id })).msg).toBe('')
}
const row = async (name: string, id: string, by = admin) => (await by.get(`/${name}/query/${id}`)).data
const lines = async (type: string, id: string, by = admin): Promise<Record<string, string>[]> => {
  const { msg, data } = await by.post('/listField/lines', { type, id })
  expect(msg).toBe('')
  return data.list
}
const step = async (name: string, id: string, one: string, by = admin, input: Values = {}): Promise<string> =>
  (await by.post(`/${name}/${one}`, { id, ...input })).msg

const plan = (added: readonly Values[], header: Values = {}) =>
  make(
    'shipPlan',
    { shopId, month: '2026-12', ...header },
    added.map(one => ({ needOn: '2026-12-20', fromWarehouseId: warehouseId, target: 1, ...one })),
  )
const order = (added: readonly Values[], header: Values = {}) =>
  make('shippingOrder', { shopId, fromWarehouseId: warehouseId, target: 1, channelId, ...header }, added)
const stockPlan = async (sku: string): Promise<Record<string, unknown> | undefined> =>
  (
    await sql<Record<string, unknown>>`select approval_qty, surplus_qty, status, from_plan from sale_stock_plan
    where shop_id = ${shopId} and sku = ${sku} and month = '2026-12-01'`.execute(h.db)
  ).rows[0]
const pack = (id: string, sheet: string) => admin.post('/shippingOrder/packSheet', { id, sheet })
const ready = async (id: string, sheet: string): Promise<string> => {
  for (const one of ['submit', 'allocate', 'release', 'pick']) expect(await step('shippingOrder', id, one)).toBe('')
  expect((await pack(id, sheet)).msg).toBe('')
  return step('shippingOrder', id, 'ship')
}

test('a plan feeds the stock plan, becomes an order, and what is received of it is delivered', async () => {
  const planId = await plan([
    { productId: a, labelId: labelA, quantity: '40', channelId },
    { productId: b, labelId: labelB, quantity: '30', channelId },
  ])
  expect(await stockPlan('SHIP-A')).toBeUndefined()
  expect(await step('shipPlan', planId, 'submit')).toBe('')
  expect(await stockPlan('SHIP-A')).toEqual({ approval_qty: 40, surplus_qty: 40, status: 0, from_plan: true })
  const fed = await admin.post('/saleStockPlan/list', { sku: 'SHIP-A' })
  const [typed] = fed.data.list
  expect((await admin.post('/saleStockPlan/update', { id: typed.id, version: typed.version, approvalQty: 1 })).msg).toContain(
    '来自发货计划',
  )
  // back to a draft nothing is approved
  expect(await step('shipPlan', planId, 'change')).toBe('')
  expect(await stockPlan('SHIP-A')).toBeUndefined()
  expect(await step('shipPlan', planId, 'submit')).toBe('')
  const made = await admin.post('/shippingOrder/make/shipPlan', { id: planId, channelId })
  expect(made.msg).toBe('')
  const id = made.data.page.id as string
  expect(await ready(id, '1\t50\t40\t30\t12.5\tSHIP-A\t40\n2\t50\t40\t30\t8\tSHIP-B\t30')).toBe('')
  expect(await row('shipPlan', planId)).toMatchObject({ state: 4 })
  expect(await stockPlan('SHIP-A')).toEqual({ approval_qty: 40, surplus_qty: 40, status: 1, from_plan: true })
  expect(await row('shippingOrder', id)).toMatchObject({ state: 6, boxes: 2, units: '70.000000', gross: '20.5000', volume: '0.120000' })
  const [first] = await lines('shippingOrder', id)
  expect(first).toMatchObject({ shipped: '40.000000', packed: '40.000000', received: '0.000000' })
  expect((await admin.post('/shippingOrderLine/arrive', { id: first?.['id'], quantity: '41' })).msg).toContain('在途 40')
  expect((await admin.post('/shippingOrderLine/arrive', { id: first?.['id'], quantity: '34' })).msg).toBe('')
  expect(await row('shippingOrder', id)).toMatchObject({ state: 7 })
  expect(await stockPlan('SHIP-A')).toMatchObject({ surplus_qty: 6 })
  expect((await admin.post('/shippingOrderLine/lose', { id: first?.['id'], quantity: '6', reason: '丢件' })).msg).toBe('')
  expect((await lines('shippingOrder', id))[0]).toMatchObject({ received: '34.000000', lost: '6.000000', lostReason: '丢件' })
  expect(await step('shippingOrder', id, 'receive')).toBe('')
  expect(await row('shippingOrder', id)).toMatchObject({ state: 10 })
  // taken back, one after the other
  expect(await step('shippingOrder', id, 'arrivalBack')).toBe('')
  expect(await row('shippingOrder', id)).toMatchObject({ state: 7 })
  expect(await step('shippingOrder', id, 'arrivalBack')).toBe('')
  expect((await lines('shippingOrder', id))[0]).toMatchObject({ received: '34.000000', lost: '0.000000' })
  expect(await step('shippingOrder', id, 'reverse')).not.toBe('')
  expect(await step('shippingOrder', id, 'arrivalBack')).toBe('')
  expect(await row('shippingOrder', id)).toMatchObject({ state: 6 })
  expect(await stockPlan('SHIP-A')).toMatchObject({ surplus_qty: 40 })
  expect(await step('shippingOrder', id, 'reverse')).toBe('')
  expect(await row('shippingOrder', id)).toMatchObject({ state: 8 })
  expect(await row('shipPlan', planId)).toMatchObject({ state: 2 })
})

test('an order goes when its boxes are sealed, measured and hold what it ships; a sheet that can not be names its line', async () => {
  const id = await order([{ productId: a, labelId: labelA, quantity: '20' }])
  for (const one of ['submit', 'allocate', 'release', 'pick']) expect(await step('shippingOrder', id, one)).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toContain('已配 20，装箱 0')
  for (const [sheet, says] of [
    ['1\t50\t40\t30\t12\tSHIP-A', '第 1 行应有七列'],
    ['箱号\t长\n0\t50\t40\t30\t12\tSHIP-A\t1', '第 2 行的箱号'],
    ['1\t50\t0\t30\t12\tSHIP-A\t1', '第 1 行的尺寸应为 0.01 到 1000 的数'],
    ['1\t1500\t40\t30\t12\tSHIP-A\t1', '第 1 行的尺寸'],
    ['1\t999999999\t999999999\t999999999\t12\tSHIP-A\t1', '第 1 行的尺寸'],
    ['1\t50\t40\t30.001\t12\tSHIP-A\t1', '第 1 行的尺寸'],
    ['1\t50\t40\t30\t0.0001\tSHIP-A\t1', '第 1 行的重量应为 0.001 到 10000 的数'],
    ['1\t50\t40\t30\t12\tSHIP-A\t-1', '第 1 行的数量'],
    ['1\t50\t40\t30\t12\tSHIP-A\t1\n1\t51\t40\t30\t12\tSHIP-A\t1', '第 2 行的尺寸或重量与同一箱'],
    ['1\t50\t40\t30\t12\tNONE\t1', '发货单没有 NONE'],
    ['', '装箱单'],
  ])
    expect((await pack(id, sheet ?? '')).msg).toContain(says)
  expect((await pack(id, '1,50,40,30,12,SHIP-1,15\n,,,,,SHIP-A,4')).msg).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toContain('已配 20，装箱 19')
  expect((await pack(id, '1\t50\t40\t30\t12\tSHIP-A\t10\n2\t50\t40\t30\t12\tSHIP-A\t10')).msg).toBe('')
  const { data } = await admin.post('/packingBox/list', { orderId: id })
  expect(data.list.map((box: { code: string }) => box.code.slice(-4)).toSorted()).toEqual(['-001', '-002'])
  expect(await step('packingBox', data.list[0].id, 'unseal')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toContain('还没有封箱')
  const box = data.list.find((one: { code: string }) => one.code.endsWith('-001')) as { id: string } | undefined
  const [inBox] = await lines('packingBox', box?.id ?? '')
  const fill = async () => {
    const { version } = await row('packingBox', box?.id ?? '')
    const changed = [{ id: inBox?.['id'], version: inBox?.['version'], quantity: '10', expiresOn: '2027-01-01' }]
    return (await admin.post('/packingBox/update', { id: box?.id, version, lines: { added: [], changed, removed: [] } })).msg as string
  }
  expect(await step('packingBox', data.list[0].id, 'seal')).toBe('')
  // what is in a sealed box stays as its label says
  expect(await fill()).toContain('先拆箱')
  expect(await step('packingBox', box?.id ?? '', 'unseal')).toBe('')
  expect(await fill()).toBe('')
  expect(await step('packingBox', box?.id ?? '', 'seal')).toBe('')
  expect(await step('shippingOrder', id, 'ship')).toBe('')
  expect(await step('packingBox', data.list[0].id, 'unseal')).toContain('不能改箱')
})

test('what lacks its shop, label or destination is not submitted', async () => {
  expect(await step('shippingOrder', await order([{ productId: a, quantity: '1' }]), 'submit')).toContain('请选择标签')
  expect(await step('shippingOrder', await order([{ productId: a, labelId: labelA, quantity: '1' }], { shopId: null }), 'submit')).not.toBe(
    '',
  )
  const own = { target: 4, shopId: null }
  expect(await step('shippingOrder', await order([{ productId: a, quantity: '1' }], own), 'submit')).not.toBe('')
  expect(
    await step('shippingOrder', await order([{ productId: a, quantity: '1' }], { ...own, toWarehouseId: warehouseId }), 'submit'),
  ).not.toBe('')
  expect(await step('shipPlan', await plan([{ productId: a, quantity: '1' }]), 'submit')).toContain('请选择标签')
  expect(await step('shipPlan', await plan([{ productId: a, labelId: labelA, quantity: '1.5' }]), 'submit')).toContain('应为整数')
  expect(await step('shipPlan', await plan([]), 'submit')).toContain('还没有明细')
})

test('a packing list of many boxes is a set of statements, not some for each box', async () => {
  const id = await order([{ productId: a, labelId: labelA, quantity: '300' }])
  const sheet = (boxes: number) => Array.from({ length: boxes }, (_, at) => `${at + 1}\t50\t40\t30\t12\tSHIP-A\t1`).join('\n')
  for (const boxes of [300, 20]) {
    expect(await pack(id, sheet(boxes))).toMatchObject({ msg: '', data: { changed: boxes } })
    expect(await row('shippingOrder', id)).toMatchObject({ boxes, units: `${boxes}.000000` })
  }
  const { rows } = await sql<{ n: number; sealed: boolean; codes: number }>`select count(*)::int as n, bool_and(state = 2) as sealed,
      count(distinct code)::int as codes from packing_box where order_id = ${id}`.execute(h.db)
  expect(rows).toEqual([{ n: 20, sealed: true, codes: 20 }])
})

test('what a plan line closes early is not approved any more, and what is lost is not left', async () => {
  const planId = await plan([{ productId: b, labelId: labelB, quantity: '100', channelId }], { month: '2027-01' })
  expect(await step('shipPlan', planId, 'submit')).toBe('')
  const id = await order([], {})
  const [line] = await lines('shipPlan', planId)
  expect(
    (
      await admin.post('/shippingOrder/update', {
        id,
        version: (await row('shippingOrder', id))['version'],
        lines: { added: [{ planLineId: line?.['id'], productId: b, labelId: labelB, quantity: '40' }], changed: [], removed: [] },
      })
    ).msg,
  ).toBe('')
  expect(await ready(id, '1\t50\t40\t30\t12\tSHIP-B\t40')).toBe('')
  expect((await admin.post('/shipPlan/closeLine', { id: line?.['id'], reason: '不再需要' })).msg).toBe('')
  expect(await fedOf('2027-01-01')).toMatchObject({ approval_qty: 40, surplus_qty: 40 })
  const [gone] = await lines('shippingOrder', id)
  expect((await admin.post('/shippingOrderLine/lose', { id: gone?.['id'], quantity: '4', reason: '丢件' })).msg).toBe('')
  expect(await step('shippingOrder', id, 'receive')).toBe('')
  expect(await fedOf('2027-01-01')).toMatchObject({ approval_qty: 40, surplus_qty: 0 })
})
const fedOf = async (month: string) =>
  (
    await sql<
      Record<string, unknown>
    >`select approval_qty, surplus_qty from sale_stock_plan where shop_id = ${shopId} and month = ${month}`.execute(h.db)
  ).rows[0]

test('goods for a warehouse abroad are received there; the latest event by its own time is the stage', async () => {
  const id = await order([{ productId: b, quantity: '10' }], { target: 3, shopId: null, toWarehouseId: abroad })
  expect(await ready(id, '1\t50\t40\t30\t12\tSHIP-2\t10')).toBe('')
  const event = (at: string, stage: number) => admin.post('/trackingEvent/insert', { orderId: id, at, stage })
  expect((await event('2026-11-25 10:00:00', 3)).msg).toBe('')
  expect((await event('2026-11-23 10:00:00', 1)).msg).toBe('')
  expect(await row('shippingOrder', id)).toMatchObject({ trackStage: 3 })
  expect(await step('shippingOrder', id, 'receive')).toBe('')
  const { rows } = await sql<{ n: string }>`select trim_scale(sum(quantity))::text as n from goods_cell
    where warehouse_id = ${abroad} and product_id = ${b}`.execute(h.db)
  expect(rows[0]?.n).toBe('10')
})

test('a keeper sees orders of his warehouse; one order granted shows its boxes and events and nothing of others', async () => {
  const mine = await order([{ productId: a, labelId: labelA, quantity: '5' }])
  await stock(other, [a], '50')
  const foreign = await order([{ productId: a, labelId: labelA, quantity: '5' }], { fromWarehouseId: other })
  expect((await keeper.get(`/shippingOrder/query/${mine}`)).code).toBe(0)
  expect((await keeper.get(`/shippingOrder/query/${foreign}`)).code).not.toBe(0)
  for (const one of ['submit', 'allocate']) expect(await step('shippingOrder', foreign, one)).toBe('')
  expect((await pack(foreign, '1\t50\t40\t30\t12\tSHIP-A\t5')).msg).toBe('')
  await admin.post('/trackingEvent/insert', { orderId: foreign, at: '2026-11-25 10:00:00', stage: 1 })
  const seen = async (list: string) => (await keeper.post(`/${list}/list`, { orderId: foreign })).data.total as number
  expect([await seen('packingBox'), await seen('trackingEvent')]).toEqual([0, 0])
  expect((await admin.put('/userManage/dataAclSetting', { employeeId: keeperId, shippingOrderIds: [foreign] })).msg).toBe('')
  const again = await signedInAs(h, 'keeper')
  expect((await again.get(`/shippingOrder/query/${foreign}`)).code).toBe(0)
  expect((await again.post('/packingBox/list', { orderId: foreign })).data.total).toBe(1)
  expect((await again.post('/trackingEvent/list', { orderId: foreign })).data.total).toBe(1)
  // of all that he may not see otherwise, lists and files hold that order alone
  const orders = (await again.post('/shippingOrder/list', { pageSize: 100 })).data.list as { id: string; fromWarehouseId: { id: string } }[]
  expect(orders.map(one => one.id)).toContain(foreign)
  const boxes = (await again.post('/packingBox/list', { pageSize: 100 })).data.list as { orderId: string | { id: string } }[]
  expect(boxes.every(one => orders.some(({ id }) => JSON.stringify(one.orderId).includes(id)))).toBe(true)
  // its papers are a workbook, which is no answer in JSON
  await expect(again.post('/shippingOrder/customs', { id: foreign, form: 1 })).rejects.toThrow('PK')
  const hidden = await order([{ productId: a, labelId: labelA, quantity: '5' }], { fromWarehouseId: other })
  expect((await again.get(`/shippingOrder/query/${hidden}`)).code).not.toBe(0)
  for (const [path, body] of [
    ['/packingBox/open', { no: (await row('shippingOrder', hidden))['no'] }],
    ['/shippingOrder/customs', { id: hidden, form: 1 }],
    ['/shippingOrder/packSheet', { id: hidden, sheet: '1\t50\t40\t30\t12\tSHIP-A\t5' }],
    ['/trackingEvent/insert', { orderId: hidden, at: '2026-11-25 10:00:00', stage: 1 }],
  ] as const)
    expect((await again.post(path, body)).code, path).not.toBe(0)
  // it is looked at; who was not granted its warehouse does not move it on
  expect(await step('shippingOrder', foreign, 'release', again)).toContain('没有这个仓库的权限')
})

test('plan lines of a shop are unseen by people of another shop, whatever way they ask', async () => {
  const { employee_id: employeeId } = await h.db
    .selectFrom('account as x')
    .innerJoin('account_organisation as m', 'm.account_id', 'x.id')
    .select('m.employee_id')
    .where('x.username', '=', 'sales')
    .where('m.org_id', '=', h.demo.organisationIds[0] ?? '')
    .executeTakeFirstOrThrow()
  await sql`insert into role_permission (org_id, role_id, permission, operation)
    select org_id, id, 'shipPlan', o from role, unnest(array[1, 2, 3, 4]) o where name = '销售' on conflict do nothing`.execute(h.db)
  const another = await h.db.selectFrom('shop').select('id').where('id', '<>', shopId).orderBy('id').executeTakeFirstOrThrow()
  const grant = (shopIds: readonly string[]) => admin.put('/userManage/dataAclSetting', { employeeId, shopIds })
  const planId = await plan([{ productId: a, labelId: labelA, quantity: '40', channelId }])
  const bare = await plan([{ productId: b, quantity: '9', target: 3, toWarehouseId: abroad, channelId }], { shopId: null })
  const [line] = await lines('shipPlan', planId)
  expect((await grant([another.id])).msg).toBe('')
  const by = await signedInAs(h, 'sales')
  const listed = async () =>
    ((await by.post('/shipPlanLine/list', { pageSize: 100 })).data.list as { planId: { id: string } | string }[]).map(one =>
      typeof one.planId === 'string' ? one.planId : one.planId.id,
    )
  expect(await listed()).not.toContain(planId)
  for (const [path, body] of [
    ['/listField/lines', { type: 'shipPlan', id: planId }],
    ['/shipPlan/update', { id: planId, version: 1, lines: { changed: [{ id: line?.['id'], version: 1, quantity: '1' }] } }],
    ['/shipPlan/submit', { id: planId }],
    ['/shipPlan/delete', { ids: [planId] }],
  ] as const) {
    const { code, data } = await by.post(path, body)
    expect([path, code !== 0 || JSON.stringify(data).includes('"list":[]')]).toEqual([path, true])
  }
  expect((await by.get(`/shipPlan/query/${planId}`)).code).not.toBe(0)
  expect(await lines('shipPlan', planId)).toHaveLength(1)
  expect((await grant([shopId])).msg).toBe('')
  const granted = await signedInAs(h, 'sales')
  expect(await lines('shipPlan', planId, granted)).toHaveLength(1)
  for (const id of [planId, bare]) expect((await admin.post('/shipPlan/delete', { ids: [id] })).msg).toBe('')
})

test('a grant that ends while he packs: the next scan is refused, what is packed stays; granted again he goes on', async () => {
  await admin.put('/userManage/dataAclSetting', { employeeId: keeperId, warehouseIds: [warehouseId], shippingOrderIds: [] })
  const by = await signedInAs(h, 'keeper')
  await stock(warehouseId, [a], '50')
  const id = await order([{ productId: a, labelId: labelA, quantity: '2' }])
  for (const one of ['submit', 'allocate', 'release', 'pick']) expect(await step('shippingOrder', id, one)).toBe('')
  const scan = (key: string) => by.post('/packingBox/scanItem', { id, code: 'SHIP-A', key })
  const boxId = (await scan('1')).data.boxes[0].id as string
  await admin.put('/userManage/dataAclSetting', { employeeId: keeperId, warehouseIds: [other] })
  const size = { length: '50', width: '40', height: '30', weight: '12' }
  expect((await scan('2')).code).not.toBe(0)
  expect((await by.post('/packingBox/sealBox', { id, boxId, ...size })).code).not.toBe(0)
  expect((await by.post('/packingBox/list', { orderId: id })).data.total).toBe(0)
  expect(await lines('shippingOrder', id)).toMatchObject([{ packed: '1.000000' }])
  // one order granted is looked at, and not packed
  await admin.put('/userManage/dataAclSetting', { employeeId: keeperId, shippingOrderIds: [id] })
  expect((await by.post('/packingBox/list', { orderId: id })).data.total).toBe(1)
  expect((await scan('3')).msg).toContain('没有这个仓库的权限')
  await admin.put('/userManage/dataAclSetting', { employeeId: keeperId, warehouseIds: [warehouseId], shippingOrderIds: [] })
  expect((await scan('4')).msg).toBe('')
  expect((await by.post('/packingBox/sealBox', { id, boxId, ...size })).data.boxes).toMatchObject([{ units: '2', isSealed: true }])
})

test('who keeps the destination sees an order and receives it; taken back, its put-away task ends; a loss is the sender’s', async () => {
  await admin.put('/userManage/dataAclSetting', { employeeId: keeperId, warehouseIds: [warehouseId], shippingOrderIds: [] })
  const by = await signedInAs(h, 'keeper')
  await sql`update warehouse set by_task = true where id = ${warehouseId}`.execute(h.db)
  const tasks = async (id: string) =>
    (await sql<{ state: number }>`select state from goods_task where doc_type = 'shipping_order' and doc_id = ${id}`.execute(h.db)).rows
  await stock(other, [a], '50')
  const own = { target: 4, shopId: null }
  const id = await order([{ productId: a, quantity: '5' }], { ...own, fromWarehouseId: other, toWarehouseId: warehouseId })
  expect(await ready(id, '1\t50\t40\t30\t12\tSHIP-1\t5')).toBe('')
  const [line] = await lines('shippingOrder', id, by)
  expect((await by.post('/shippingOrderLine/arrive', { id: line?.['id'], quantity: '5' })).msg).toBe('')
  expect(await tasks(id)).toEqual([{ state: 1 }])
  expect(await step('shippingOrder', id, 'arrivalBack', by)).toBe('')
  expect(await tasks(id)).toEqual([{ state: 5 }])
  expect(await step('shippingOrder', id, 'receive', by)).toBe('')
  // what the sender lost he takes back, without a grant of where it goes
  await sql`update warehouse set by_task = false where id = ${warehouseId}`.execute(h.db)
  await stock(warehouseId, [a], '50')
  const sent = await order([{ productId: a, quantity: '5' }], { ...own, toWarehouseId: other })
  expect(await ready(sent, '1\t50\t40\t30\t12\tSHIP-1\t5')).toBe('')
  const [lost] = await lines('shippingOrder', sent, by)
  expect((await by.post('/shippingOrderLine/arrive', { id: lost?.['id'], quantity: '1' })).msg).toContain('没有这个仓库的权限')
  expect((await by.post('/shippingOrderLine/lose', { id: lost?.['id'], quantity: '5', reason: '丢件' })).msg).toBe('')
  expect(await step('shippingOrder', sent, 'arrivalBack', by)).toBe('')
  expect(await row('shippingOrder', sent)).toMatchObject({ state: 6 })
})

test('two who allocate the last carton: one has it', async () => {
  const [one, two] = [
    await order([{ productId: a, quantity: '300' }], toAbroad()),
    await order([{ productId: a, quantity: '300' }], toAbroad()),
  ]
  for (const id of [one, two]) expect(await step('shippingOrder', id, 'submit')).toBe('')
  await Promise.all([step('shippingOrder', one, 'allocate'), step('shippingOrder', two, 'allocate', keeper)])
  const states = await Promise.all([one, two].map(async id => (await row('shippingOrder', id))['state'] as number))
  expect(states.toSorted((x, y) => x - y)).toEqual([2, 3])
  const { rows } = await sql<{ over: number }>`select count(*)::int as over from goods_cell where reserved > quantity`.execute(h.db)
  expect(rows[0]?.over).toBe(0)
})
const toAbroad = () => ({ target: 3, shopId: null, toWarehouseId: abroad })

test('ship and cancel at once: one of them, and the units lie where its state says', async () => {
  await stock(warehouseId, [a], '100')
  for (let n = 0; n < 4; n += 1) {
    const id = await order([{ productId: a, quantity: '5' }], toAbroad())
    for (const one of ['submit', 'allocate', 'release', 'pick']) expect(await step('shippingOrder', id, one)).toBe('')
    expect((await pack(id, '1\t50\t40\t30\t12\tSHIP-1\t5')).msg).toBe('')
    const cancel = () => step('shippingOrder', id, 'void', admin, { reason: '不发了' })
    const ship = () => step('shippingOrder', id, 'ship')
    const said = await Promise.all(n % 2 === 0 ? [ship(), cancel()] : [cancel(), ship()])
    expect(said.filter(one => one === '')).toHaveLength(1)
    const { rows } = await sql<{ away: string; held: string }>`select
        coalesce((select sum(c.quantity) from goods_cell c join goods_location l on l.id = c.location_id
          where l.doc_type = 'shipping_order' and l.doc_id = ${id}), 0)::int::text as away,
        coalesce((select sum(quantity) from goods_hold where doc_type = 'shipping_order' and doc_id = ${id} and state = 1), 0)::int::text
          as held`.execute(h.db)
    const { state } = await row('shippingOrder', id)
    expect([state, rows[0]]).toEqual(state === 6 ? [6, { away: '5', held: '0' }] : [9, { away: '0', held: '0' }])
  }
})

test('shipping makes a consignment with an estimate that falls on its lines to the cent; reversal takes both', async () => {
  await stock(warehouseId, [a, b], '100')
  const tariff = await make('freightTariff', { channelId, currency: 'CNY', validFrom: '2026-11-01' }, [
    { zone: 'US', item: 1, fromWeight: '0', toWeight: '100', by: 1, price: '9.5', minimum: '200' },
    { zone: 'US', item: 1, fromWeight: '100', by: 1, price: '7.33' },
    { zone: '', item: 3, fromWeight: '0', by: 4, price: '150' },
  ])
  const overlap = await admin.post('/freightTariff/insert', {
    businessOn: today,
    channelId,
    currency: 'CNY',
    validFrom: '2026-12-01',
    lines: { added: [{ zone: 'us', item: 1, fromWeight: '50', by: 1, price: '1' }] },
  })
  expect(overlap.msg).toContain('重叠')
  // a newer one of another zone in another currency does not hide it
  const euros = { channelId, currency: 'EUR', validFrom: '2026-11-10' }
  await make('freightTariff', euros, [{ zone: 'EU', item: 1, fromWeight: '0', by: 1, price: '1' }])
  const id = await order(
    [
      { productId: a, labelId: labelA, quantity: '7' },
      { productId: b, labelId: labelB, quantity: '20' },
    ],
    { zone: 'US-9' },
  )
  // 60 x 50 x 40 / 6000 = 20 kg against 12.3; 16.7 kg against 4.0: 36.7, to 37.0 by half kilograms
  expect(await ready(id, '1\t60\t50\t40\t12.3\tSHIP-A\t7\n1\t\t\t\t\tSHIP-B\t3\n2\t20\t20\t60\t16.7\tSHIP-B\t17')).toBe('')
  const shipped = await row('shippingOrder', id)
  expect(shipped).toMatchObject({ chargeable: '37.0000', estimate: '501.5000', estimateCurrency: 'CNY' })
  const { rows } = await sql<{ fee: string; q: string; v: string; g: string }>`select sum(fee)::text as fee, sum(quantity)::text as q,
      sum(volume)::text as v, sum(gross_weight)::text as g from first_leg_fee where shipment_id = ${shipped['consignmentId']}`.execute(h.db)
  expect(rows[0]).toEqual({ fee: '501.5000', q: '27.0000', v: '0.144000', g: '29.0000' })
  const check = await admin.post('/freightCheck/list', { shipmentId: [shipped['consignmentId']] })
  expect(check.data.list).toMatchObject([{ estimate: '501.5000', billed: null, result: null, currency: 'CNY' }])
  expect(await step('shippingOrder', id, 'reverse')).toBe('')
  const left = await sql`select 1 from first_leg_shipment where id = ${shipped['consignmentId']}`.execute(h.db)
  expect(left.rows).toEqual([])
  expect(await row('shippingOrder', id)).toMatchObject({ state: 8, estimate: '0.0000', consignmentId: null })
  expect(await row('freightTariff', tariff)).toMatchObject({ currency: 'CNY' })
})
