/** From request to receipt through the calls: prices, bounds, states, early close, who sees what. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goods } from '#areas/goods/index.ts'
import { sales } from '#areas/sales/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { supply } from '../index.ts'

let h: DemoHouse
let admin: Person
let buyer: Person
let keeper: Person
let supplierId = ''
let warehouseId = ''
let other = ''
let [a, b] = ['', '']
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply])
  admin = await signedInAs(h, 'admin')
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', 'in', ['仓管', '采购']).execute()
  const grants = roles.flatMap(({ id, org_id, name }) => [
    ...(name === '采购' ? [1, 2, 3, 4, 6, 7, 100] : [2]).map(operation => ({
      org_id,
      role_id: id,
      permission: 'purchaseOrder',
      operation,
    })),
    ...['purchaseRequest', 'goodsIn'].flatMap(permission =>
      [1, 2, 3, 4, 7].map(operation => ({ org_id, role_id: id, permission, operation })),
    ),
  ])
  await h.db
    .insertInto('role_permission')
    .values(grants)
    .onConflict(c => c.doNothing())
    .execute()
  const add = async (sku: string) => (await admin.post('/productManage/insert', { sku, name: `商品${sku}` })).data.id as string
  ;[a, b] = [await add('BUY-1'), await add('BUY-2')]
  const house = async (code: string) =>
    (await admin.post('/warehouseManage/insert', { code, name: `${code}仓`, kind: 1 })).data.id as string
  ;[warehouseId, other] = [await house('PA'), await house('PB')]
  supplierId = (await admin.post('/supplierManage/list', { status: [2] })).data.list[0].id
  const org = h.demo.organisationIds[0] ?? ''
  for (const username of ['keeper', 'buyer']) {
    const { employee_id: employeeId } = await h.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .select('m.employee_id')
      .where('a.username', '=', username)
      .where('m.org_id', '=', org)
      .executeTakeFirstOrThrow()
    await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [warehouseId] })
  }
  ;[buyer, keeper] = [await signedInAs(h, 'buyer'), await signedInAs(h, 'keeper')]
}, 120_000)
afterAll(() => h.close())

const make = async (family: string, header: Values, added: readonly Values[], by: Person = buyer): Promise<string> => {
  const { data, msg } = await by.post(`/${family}/insert`, { businessOn: today, ...header, lines: { added } })
  expect(msg).toBe('')
  return data.id
}
const step = async (family: string, id: string, name: string, by: Person = buyer) =>
  (await by.post(`/${family}/${name}`, { id, ...(['close', 'void'].includes(name) ? { endReason: '供应商停产' } : {}) })).msg
const row = async (family: string, id: string, by: Person = admin) => (await by.get(`/${family}/query/${id}`)).data
const lines = async (type: string, id: string, by: Person = admin): Promise<Record<string, never>[]> => {
  const { msg, data } = await by.post('/listField/lines', { type, id })
  expect(msg).toBe('')
  return data.list
}
const order = (added: readonly Values[], more: Values = {}) =>
  make('purchaseOrder', { supplierId, warehouseId, promisedOn: '2026-12-10', ...more }, added)
const receipt = (added: readonly Values[], by: Person = keeper) => make('goodsIn', { kind: 1, warehouseId, supplierId }, added, by)

test('a request becomes an order, the order a receipt; states follow from what was ordered and what came', async () => {
  const requestId = await make('purchaseRequest', {}, [
    { productId: a, quantity: '100', needOn: '2026-12-20', warehouseId },
    { productId: b, quantity: '50', needOn: '2026-12-20', warehouseId },
  ])
  expect(await step('purchaseRequest', requestId, 'submit')).toBe('')
  expect(await row('purchaseRequest', requestId)).toMatchObject({ state: 2 })
  const [first, second] = await lines('purchaseRequest', requestId)
  const orderId = await order([{ productId: a, quantity: '60', price: '11.3', requestLineId: first?.['id'] }])
  expect(await step('purchaseOrder', orderId, 'submit')).toBe('')
  expect(await row('purchaseRequest', requestId)).toMatchObject({ state: 3 })
  // 60 of 100 are taken; of another product, of another warehouse, and more than is open are refused
  const bad = (added: Values, more: Values = {}) =>
    buyer.post('/purchaseOrder/insert', {
      businessOn: today,
      supplierId,
      warehouseId,
      promisedOn: '2026-12-10',
      ...more,
      lines: { added: [{ quantity: '1', price: '1', ...added }] },
    })
  expect((await bad({ productId: b, requestLineId: first?.['id'] })).code).not.toBe(0)
  expect((await bad({ productId: a, requestLineId: first?.['id'] }, { warehouseId: other })).code).not.toBe(0)
  const tooMuch = await bad({ productId: a, quantity: '41', requestLineId: first?.['id'] })
  expect([tooMuch.code === 0 ? await step('purchaseOrder', tooMuch.data.id, 'submit') : tooMuch.msg].join()).not.toBe('')
  const rest = await order([
    { productId: a, quantity: '40', price: '11.3', requestLineId: first?.['id'] },
    { productId: b, quantity: '50', price: '2', requestLineId: second?.['id'] },
  ])
  expect(await step('purchaseOrder', rest, 'submit')).toBe('')
  expect(await row('purchaseRequest', requestId)).toMatchObject({ state: 4 })

  expect(await row('purchaseOrder', orderId)).toMatchObject({ state: 2, total: '678.0000', tax: '78.0000', dueOn: '2026-12-10' })
  const [line] = await lines('purchaseOrder', orderId)
  const some = await receipt([{ productId: a, quantity: '25', orderLineId: line?.['id'] }])
  expect(await step('goodsIn', some, 'receive', keeper)).toBe('')
  expect(await row('purchaseOrder', orderId)).toMatchObject({ state: 3, dueOn: '2026-12-10' })
  const more = await receipt([{ productId: a, quantity: '35', orderLineId: line?.['id'] }])
  expect(await step('goodsIn', more, 'receive', keeper)).toBe('')
  expect(await row('purchaseOrder', orderId)).toMatchObject({ state: 4, dueOn: null })
  expect(await step('purchaseOrder', orderId, 'void')).not.toBe('')
  // what is taken back is open again
  expect(await step('goodsIn', more, 'reverse', admin)).toBe('')
  expect(await row('purchaseOrder', orderId)).toMatchObject({ state: 3, dueOn: '2026-12-10' })
})

test('who receives without the right to more than was ordered is refused what no order names, and one above it', async () => {
  const orderId = await order([{ productId: a, quantity: '10', price: '5', overPercent: '10' }])
  expect(await step('purchaseOrder', orderId, 'submit')).toBe('')
  const [line] = await lines('purchaseOrder', orderId)
  const free = await receipt([{ productId: a, quantity: '1', unitCost: '5' }], admin)
  expect(await step('goodsIn', free, 'receive', keeper)).toContain('没有订单的采购入库需要')
  const ask = { businessOn: today, kind: 1, warehouseId, supplierId }
  const receive = async (quantity: string): Promise<string> => {
    const added = [{ productId: a, quantity, orderLineId: line?.['id'] }]
    const { data, msg } = await keeper.post('/goodsIn/insert', { ...ask, lines: { added } })
    return msg === '' ? step('goodsIn', data.id, 'receive', keeper) : msg
  }
  expect(await receive('11.5')).not.toBe('')
  expect(await receive('11')).toBe('')
  expect(await row('purchaseOrder', orderId)).toMatchObject({ state: 4 })
})

test('an empty price is that of the list by quantity and day, else of the last order; without one it is not ordered', async () => {
  const sku = 'BUY-3'
  const c = (await admin.post('/productManage/insert', { sku, name: '商品3' })).data.id as string
  const empty = await order([{ productId: c, quantity: '10' }])
  expect(await step('purchaseOrder', empty, 'submit')).toContain('有 1 行没有单价')
  const typed = await order([{ productId: c, quantity: '10', price: '9.5' }])
  expect(await step('purchaseOrder', typed, 'submit')).toBe('')
  const last = await order([{ productId: c, quantity: '10' }])
  expect(await lines('purchaseOrder', last)).toMatchObject([{ price: '9.50000000', priceFrom: 2, amount: '95.0000' }])
  const price = (minQty: number, amount: string) => ({ sku, minQty, price: amount, currency: 'CNY', validFrom: '2026-11-01' })
  await admin.post('/purchasePriceListManage/insert', {
    businessOn: today,
    supplierId,
    lines: { added: [price(1, '9'), price(500, '8'), { ...price(200, '1'), validTo: '2026-11-20' }] },
  })
  const listed = await order([
    { productId: c, quantity: '499' },
    { productId: c, quantity: '500' },
  ])
  expect(await lines('purchaseOrder', listed)).toMatchObject([
    { price: '9.00000000', priceFrom: 1, amount: '4491.0000' },
    { price: '8.00000000', priceFrom: 1, amount: '4000.0000' },
  ])
  expect(await row('purchaseOrder', listed)).toMatchObject({ total: '8491.0000' })
  // what nobody typed follows the quantity and the header; what was typed stays
  const [one, two] = await lines('purchaseOrder', listed)
  const changed = [
    { id: one?.['id'], version: one?.['version'], quantity: '500' },
    { id: two?.['id'], version: two?.['version'], price: '7' },
  ]
  expect((await buyer.post('/purchaseOrder/update', { id: listed, lines: { changed } })).msg).toBe('')
  expect(await lines('purchaseOrder', listed)).toMatchObject([
    { price: '8.00000000', priceFrom: 1 },
    { price: '7.00000000', priceFrom: 3 },
  ])
  const { version } = await row('purchaseOrder', listed)
  expect((await buyer.post('/purchaseOrder/update', { id: listed, version, currency: 'USD' })).msg).toBe('')
  expect(await lines('purchaseOrder', listed)).toMatchObject([
    { price: null, priceFrom: null, amount: null },
    { price: '7.00000000', priceFrom: 3 },
  ])
})

test('lines of a submitted order or request stay as they are; a line of it is closed early with a reason', async () => {
  const id = await order([{ productId: a, quantity: '10', price: '1' }])
  expect(await step('purchaseOrder', id, 'submit')).toBe('')
  const [line] = await lines('purchaseOrder', id)
  const edit = (by: Values) => buyer.post('/purchaseOrder/update', { id, lines: by })
  expect((await edit({ changed: [{ id: line?.['id'], version: line?.['version'], price: '100' }] })).msg).toContain('已提交，不能修改明细')
  expect((await edit({ added: [{ productId: b, quantity: '1', price: '1' }] })).msg).not.toBe('')
  expect((await edit({ removed: [{ id: line?.['id'], version: line?.['version'] }] })).msg).not.toBe('')
  expect(await row('purchaseOrder', id)).toMatchObject({ total: '10.0000' })
  expect((await buyer.post('/purchaseOrder/closeLine', { id: line?.['id'], reason: '不再交货' })).msg).toBe('')
  expect(await lines('purchaseOrder', id)).toMatchObject([{ closedQty: '10.000000' }])
  expect(await row('purchaseOrder', id)).toMatchObject({ state: 4 })
})

test('生成: an order of a request that names no supplier asks for him; receipts are of a purchase, one for each warehouse', async () => {
  const requestId = await make('purchaseRequest', {}, [{ productId: a, quantity: '3', needOn: '2026-12-20', warehouseId }])
  expect(await step('purchaseRequest', requestId, 'submit')).toBe('')
  const made = await buyer.post('/purchaseOrder/make/purchaseRequest', { id: requestId, supplierId, promisedOn: '2026-12-10' })
  expect(made.msg).toBe('')
  const orderId = made.data.page.id as string
  const [line] = await lines('purchaseOrder', orderId)
  const price = { id: line?.['id'], version: line?.['version'], price: '4' }
  expect((await buyer.post('/purchaseOrder/update', { id: orderId, lines: { changed: [price] } })).msg).toBe('')
  expect(await step('purchaseOrder', orderId, 'submit')).toBe('')
  const elsewhere = await make(
    'purchaseOrder',
    { supplierId, warehouseId: other, promisedOn: '2026-12-10' },
    [{ productId: a, quantity: '2', price: '4' }],
    admin,
  )
  expect(await step('purchaseOrder', elsewhere, 'submit', admin)).toBe('')
  const receipts = await admin.post('/goodsIn/make/purchaseOrder', { ids: [orderId, elsewhere] })
  expect([receipts.msg, receipts.data?.made]).toEqual(['', 2])
  const { data } = await admin.post('/goodsIn/list', { pageSize: 2 })
  expect(data.list).toMatchObject([{ kind: 1 }, { kind: 1 }])
  expect(new Set(data.list.map((one: { warehouseId: string }) => one.warehouseId))).toEqual(new Set([warehouseId, other]))
  for (const one of data.list) expect(await step('goodsIn', one.id, 'receive', admin)).toBe('')
  expect(await row('purchaseOrder', orderId)).toMatchObject({ state: 4 })
})

test('a receipt in a currency without a rate is refused with the month; a discount above everything is not ordered', async () => {
  const id = await order([{ productId: a, quantity: '10', price: '5' }], { currency: 'USD' })
  expect(await step('purchaseOrder', id, 'submit')).toBe('')
  const [line] = await lines('purchaseOrder', id)
  await sql`delete from currency_rate where currency = 'USD' and month = '2026-11-01'`.execute(h.db)
  const received = await receipt([{ productId: a, quantity: '1', orderLineId: line?.['id'] }])
  expect(await step('goodsIn', received, 'receive', keeper)).toContain('缺少 USD 2026-11 的汇率')
  const low = await order([{ productId: a, quantity: '10', price: '5' }], { discount: '51' })
  expect(await step('purchaseOrder', low, 'submit')).toContain('优惠大于金额和运费之和')
})

test('a receipt costs what its order says: tax where it is no cost is left out, freight and discount fall by amount', async () => {
  const costs = async (billing: number): Promise<unknown[]> => {
    const { version } = await row('supplierManage', supplierId)
    expect((await admin.post('/supplierManage/update', { id: supplierId, version, billing })).msg).toBe('')
    const id = await order(
      [
        { productId: a, quantity: '10', price: '11.3' },
        { productId: b, quantity: '20', price: '16.95' },
      ],
      { freight: '50', discount: '6' },
    )
    expect(await step('purchaseOrder', id, 'submit')).toBe('')
    const of = await lines('purchaseOrder', id)
    const received = await receipt(of.map(one => ({ productId: one['productId'], quantity: '5', orderLineId: one['id'] })))
    expect(await step('goodsIn', received, 'receive', keeper)).toBe('')
    const { rows } = await sql<{ cost: string }>`select unit_cost::text as cost from goods_in_line where in_id = ${received}
      order by line_no`.execute(h.db)
    // the keeper is not told
    expect((await lines('goodsIn', received, keeper)).map(one => one['unitCost'])).toEqual([undefined, undefined])
    return rows.map(one => Number(one.cost))
  }
  // amounts 113 and 339: of 44, 11 and 33 fall on them
  expect(await costs(3)).toEqual([(113 + 11) / 10, (339 + 33) / 20])
  expect(await costs(1)).toEqual([(100 + 11) / 10, (300 + 33) / 20])
})

test('a supplier who is not approved gets no order; a closed line gives nothing any more', async () => {
  const id = await order([{ productId: a, quantity: '10', price: '5' }])
  await sql`update supplier set status = 3 where id = ${supplierId}`.execute(h.db)
  expect(await step('purchaseOrder', id, 'submit')).toContain('不是合格供应商')
  await sql`update supplier set status = 2 where id = ${supplierId}`.execute(h.db)
  expect(await step('purchaseOrder', id, 'submit')).toBe('')
  expect(await step('purchaseOrder', id, 'close')).toBe('')
  const [line] = await lines('purchaseOrder', id)
  const late = await keeper.post('/goodsIn/insert', {
    businessOn: today,
    kind: 1,
    warehouseId,
    supplierId,
    lines: { added: [{ productId: a, quantity: '1', orderLineId: line?.['id'] }] },
  })
  expect(late.code === 0 ? await step('goodsIn', late.data.id, 'receive', keeper) : late.msg).not.toBe('')
})

test('prices are for who may see them; orders of a warehouse for who has it, or ordered', async () => {
  const id = await order([{ productId: a, quantity: '10', price: '5' }])
  expect((await lines('purchaseOrder', id, buyer))[0]).toMatchObject({ price: '5.00000000' })
  const seen = (await lines('purchaseOrder', id, keeper))[0]
  expect([seen?.['price'], seen?.['amount'], seen?.['quantity']]).toEqual([undefined, undefined, '10.000000'])
  expect((await row('purchaseOrder', id, keeper)).total).toBeUndefined()
  const elsewhere = await make('purchaseOrder', { supplierId, warehouseId: other, promisedOn: '2026-12-10' }, [], admin)
  expect((await keeper.get(`/purchaseOrder/query/${elsewhere}`)).code).not.toBe(0)
})

test('the promised day changes while something is to come, with its trail; the first one stays, until the order is changed', async () => {
  const id = await order([{ productId: a, quantity: '3', price: '5' }])
  expect(await step('purchaseOrder', id, 'submit')).toBe('')
  const promise = async (promisedOn: string) => {
    const { version } = await row('purchaseOrder', id)
    expect((await admin.post('/purchaseOrder/update', { id, version, promisedOn })).msg).toBe('')
  }
  await promise('2026-12-24')
  expect(await row('purchaseOrder', id)).toMatchObject({ promisedOn: '2026-12-24', firstPromisedOn: '2026-12-10', dueOn: '2026-12-24' })
  const told = await admin.post('/auditTrail/history', { type: 'purchaseOrder', id })
  expect(JSON.stringify(told.data)).toMatch(/2026-12-10.*2026-12-24|2026-12-24.*2026-12-10/u)
  // changed and ordered anew, it is promised anew
  expect(await step('purchaseOrder', id, 'change')).toBe('')
  expect(await step('purchaseOrder', id, 'submit')).toBe('')
  expect(await row('purchaseOrder', id)).toMatchObject({ firstPromisedOn: '2026-12-24' })
})
