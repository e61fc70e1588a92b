/** Third-party warehouses: their stock sheet becomes a count, their outbound sheet issues; parcels meet their fees; removals come back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { add, compare } from '#platform/format/decimal.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { employeesOf, flowOf, inLine, publishFlow, stepOf } from '../../../test/setup/flows.ts'
import { logistics } from '../index.ts'
import { readOut, readStock, spread } from './sheets.ts'

let h: DemoHouse
let admin: Person
let [abroad, own, shopId, a, b] = ['', '', '', '', '']
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics, workflow])
  admin = await signedInAs(h, 'admin')
  abroad = await made('/warehouseManage/insert', { code: 'LA', name: '洛杉矶三方仓', kind: 3 })
  own = await made('/warehouseManage/insert', { code: 'SZ-T', name: '深圳仓', kind: 1 })
  ;[a, b] = [
    await made('/productManage/insert', { sku: 'AB-1', name: '甲' }),
    await made('/productManage/insert', { sku: 'AB-2', name: '乙' }),
  ]
  shopId = (await h.db.selectFrom('shop').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
  await made('/goodsBarcode/insert', { code: '6900000000001', productId: b, kind: 1, unitQty: '1' })
  const { rows } = await sql<{ id: string }>`select id::text as id from goods_location where warehouse_id = ${abroad} and kind = 1
    order by id limit 1`.execute(h.db)
  const added = [a, b].map(productId => ({ productId, quantity: '50', unitCost: '5', toId: rows[0]?.id }))
  const id = await made('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId: abroad, lines: { added } })
  await did('/goodsIn/receive', { id })
}, 180_000)
afterAll(() => h?.close())

async function made(path: string, body: Values): Promise<string> {
  const { data, msg } = await admin.post(path, body)
  expect([path, msg]).toEqual([path, ''])
  return data.id as string
}
async function did(path: string, body: Values) {
  const answer = await admin.post(path, body)
  expect([path, answer.msg]).toEqual([path, ''])
  return answer.data
}
const stock = async (): Promise<Record<string, string>> => {
  const { rows } = await sql<{ sku: string; units: string }>`select p.sku, trim_scale(sum(c.quantity))::text as units from goods_cell c
    join product p on p.id = c.product_id where c.warehouse_id = ${abroad} group by 1 order by 1`.execute(h.db)
  return Object.fromEntries(rows.map(one => [one.sku, one.units]))
}
const sheet = (text: string, more: Values = {}) =>
  admin.post('/goodsCount/stockSheet', { warehouseId: abroad, day: today, sheet: text, ...more })
const out = (text: string, more: Values = {}) =>
  admin.post('/goodsOut/outboundSheet', { warehouseId: abroad, sheet: text, shopId, ...more })

describe('sheets as they are read', () => {
  test('stock: heads, commas, locked units, lines of one SKU; what can not be is named with its line', () => {
    expect([...readStock('SKU\t可用\t锁定\nX\t3\t2\nX\t1\nY,0').units]).toEqual([
      ['X', '6'],
      ['Y', '0'],
    ])
    for (const bad of ['', 'X\t-1', 'X\tmany', '\t3', `${'X'.repeat(101)}\t1`]) expect(readStock(bad).fault, bad).not.toBeNull()
  })
  test('units are laid into cells as the books say, what is more into the first, never less than none (5,000 sheets)', () => {
    let seed = 7
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
    for (let n = 0; n < 5_000; n++) {
      const cells = Array.from({ length: 1 + random(4) }, (_, at) => ({ id: String(at), quantity: String(random(9)) }))
      const total = String(random(30))
      const held = spread(total, cells)
      expect(held.reduce((sum, one) => add(sum, one.quantity), '0')).toBe(total)
      expect(held.every(one => compare(one.quantity, '0') >= 0)).toBe(true)
      // no cell but the first holds more than the books say
      expect(held.slice(1).every((one, at) => compare(one.quantity, cells[at + 1]?.quantity ?? '0') <= 0)).toBe(true)
    }
  })
  test('outbound: an order is a parcel with one fee', () => {
    const { orders, faults } = readOut(
      '订单号\tSKU\t数量\t运单号\t承运商\t运费\nO1\tA\t1\tW1\tUPS\t3.5\nO1\tB\t2\t\t\t\nO2\tA\t1\tW2\nO2\tB\t1\tW3\nO3\tA\t0',
    )
    expect(orders.map(one => [one.no, one.waybill, one.fee, [...one.units]])).toEqual([
      [
        'O1',
        'W1',
        '3.5',
        [
          ['A', '1'],
          ['B', '2'],
        ],
      ],
    ])
    expect(faults.map(one => one.at)).toEqual([5, 6])
  })
})

test('a stock sheet becomes a count with the differences, which somebody approves', async () => {
  const { data, msg } = await sheet('AB-1\t40\t5\n6900000000001\t52\t0')
  expect(msg).toBe('')
  const count = data.page.id as string
  expect((await admin.get(`/goodsCount/query/${count}`)).data).toMatchObject({ state: 4, kind: 3, toldOn: today })
  expect(await stock()).toEqual({ 'AB-1': '50', 'AB-2': '50' })
  await did('/goodsCount/approve', { id: count })
  expect(await stock()).toEqual({ 'AB-1': '45', 'AB-2': '52' })
})

test('what moved after the day of the sheet is not counted away; goods that it does not name are none; nonsense is refused', async () => {
  h.clock.now = new Date('2026-11-22T09:00:00+08:00')
  admin = await signedInAs(h, 'admin')
  expect((await out('O-100\tAB-1\t5\tW100')).data).toMatchObject({ changed: 1, reasons: [] })
  // of yesterday evening: the five went today
  const { data } = await sheet('AB-1\t45\nAB-2\t52')
  const { rows } = await sql<{ n: string }>`select count(*)::text as n from goods_count_line where count_id = ${data.page.id}
    and difference <> 0`.execute(h.db)
  expect(rows).toEqual([{ n: '0' }])
  const gone = await sheet('AB-1\t45')
  await did('/goodsCount/approve', { id: gone.data.page.id })
  expect(await stock()).toEqual({ 'AB-1': '40', 'AB-2': '0' })
  const back = await sheet('AB-1\t40\nAB-2\t20', { day: '2026-11-22' })
  await did('/goodsCount/approve', { id: back.data.page.id })
  expect(await stock()).toEqual({ 'AB-1': '40', 'AB-2': '20' })
  for (const [text, more] of [
    ['NOBODY\t1', {}],
    ['AB-1\tx', {}],
    ['AB-1\t1', { day: '2026-11-23' }],
    ['AB-1\t1', { day: '2026-11-01' }],
    ['AB-1\t1', { warehouseId: own }],
    ['AB-1\t1', { warehouseId: '999999999' }],
  ] as const)
    expect((await sheet(text, more)).code, JSON.stringify([text, more])).not.toBe(0)
  // a file of last week counts nothing, and a sheet that is refused leaves no count behind
  const { rows: left } = await sql<{ n: string }>`select count(*)::text as n from goods_count where state < 7`.execute(h.db)
  expect(left).toEqual([{ n: '1' }])
})

test('an outbound sheet sends each order once; what is short or differs is named with its line', async () => {
  const text = 'O-1\tAB-1\t2\tW1\tUPS\t6.40\nO-2\tAB-1\t500\tW2\nO-3\tAB-9\t1\tW3\nO-4\tAB-2\t1\tW4'
  const first = (await out(text, { currency: 'USD' })).data
  expect(first).toMatchObject({ changed: 2, unchanged: 0 })
  expect(first.reasons.map((one: { reason: string }) => one.reason.slice(0, 6))).toEqual(
    ['第 2 行：', '第 3 行：'].map(one => expect.stringContaining(one)),
  )
  expect(await stock()).toEqual({ 'AB-1': '38', 'AB-2': '19' })
  const { rows } =
    await sql`select order_no as no, tracking_no as waybill, freight::text as fee, state from goods_out where order_no = 'O-1'`.execute(
      h.db,
    )
  expect(rows).toEqual([{ no: 'O-1', waybill: 'W1', fee: '6.40', state: 6 }])
  expect((await out(text, { currency: 'USD' })).data).toMatchObject({ changed: 0, unchanged: 2 })
  expect((await out('O-1\tAB-1\t2\tW9')).data.reasons).toHaveLength(1)
  expect((await out('O-9\tAB-1\t1\tW9\t\t3')).code).not.toBe(0)
  expect((await out('O-9\tAB-1\t1\tW9', { shopId: '' })).data.reasons).toHaveLength(1)
  // one that waits goes by the sheet where both say the same
  const waiting = await made('/goodsOut/insert', {
    businessOn: today,
    kind: 1,
    warehouseId: abroad,
    shopId,
    orderNo: 'O-5',
    lines: { added: [{ productId: a, quantity: '3' }] },
  })
  expect((await out('O-5\tAB-1\t2\tW5')).data.reasons).toHaveLength(1)
  expect((await out('O-5\tAB-1\t3\tW5')).data).toMatchObject({ changed: 1 })
  expect((await admin.get(`/goodsOut/query/${waiting}`)).data).toMatchObject({ state: 6, trackingNo: 'W5' })
})

test('the fee of the sheet is final leg of its order; an invoice without the order meets it by the tracking number', async () => {
  const carrierId = await made('/FinanceCarrier/insert', { name: '三方仓物流', source: 99, number: '3PL-1', currency: 'USD' })
  await out('O-6\tAB-1\t1\tW6\t\t4.20', { currency: 'USD', carrierId })
  const parcels = () =>
    sql<{ no: string; order: string; fee: string }>`select tracking_no as no, order_no as order, fee::text as fee
    from final_leg_fee order by id`.execute(h.db)
  expect((await parcels()).rows).toEqual([{ no: 'W6', order: 'O-6', fee: '4.2000' }])
  // the fee was entered first, its order is known when the issue ships
  await made('/FinanceFinalLegFee/insert', { shippedOn: '2026-11-22', carrierId, trackingNo: 'W7', fee: '5', currency: 'USD' })
  await out('O-7\tAB-1\t1\tW7')
  expect((await parcels()).rows.map(one => one.order)).toEqual(['O-6', 'O-7'])
})

test('a sheet that is pasted twice at once sends its orders once; fees go to own carriers, and are told later too', async () => {
  const before = await stock()
  const two = await Promise.all([1, 2].map(n => out('O-8\tAB-1\t1\tW8\t\t1', { currency: n === 1 ? 'USD' : 'CNY' })))
  expect(two.map(one => one.code)).toEqual([0, 0])
  const { rows } = await sql<{ n: string }>`select count(*)::text as n from goods_out where order_no = 'O-8'`.execute(h.db)
  expect(rows).toEqual([{ n: '1' }])
  expect(Number((await stock())['AB-1'])).toBe(Number(before['AB-1']) - 1)
  const nobody = await out('O-9\tAB-1\t1\tW9\t\t1', { currency: 'USD', carrierId: '999999999' })
  expect(nobody.code).not.toBe(0)
  expect((await sql`select 1 from goods_out where order_no = 'O-9'`.execute(h.db)).rows).toEqual([])
  const { id: carrierId } = await h.db.selectFrom('carrier').select('id').where('number', '=', '3PL-1').executeTakeFirstOrThrow()
  expect((await out('O-8\tAB-1\t1\tW8\t\t1.20', { currency: 'USD', carrierId })).data).toMatchObject({ unchanged: 1 })
  const fees = await sql<{ fee: string }>`select fee::text as fee from final_leg_fee where tracking_no = 'W8'`.execute(h.db)
  expect(fees.rows).toEqual([{ fee: '1.2000' }])
})

test('an issue that waits for an approval was not sent', async () => {
  const { boss = '' } = await employeesOf(h)
  await publishFlow(admin, 'goodsOut', flowOf([stepOf('a', [{ by: 'person', ids: [boss] }])], inLine('a')))
  const { data } = await out('O-10\tAB-1\t1\tW10')
  expect(data).toMatchObject({ changed: 0, unchanged: 0 })
  expect(data.reasons[0].reason).toContain('还没有发运')
})

test('what a marketplace sends back leaves its stock there and lies with the returns', async () => {
  const lines = { added: [{ productId: a, quantity: '4' }] }
  const bare = await made('/goodsIn/insert', { businessOn: '2026-11-22', kind: 5, warehouseId: own, lines })
  expect((await admin.post('/goodsIn/receive', { id: bare })).code).not.toBe(0)
  const id = await made('/goodsIn/insert', { businessOn: '2026-11-22', kind: 5, warehouseId: own, shopId, lines })
  await did('/goodsIn/receive', { id })
  const { rows } = await sql`select m.reason, f.kind as "from", t.kind as "to", trim_scale(m.quantity)::text as units from goods_move m
    join goods_location f on f.id = m.from_id join goods_location t on t.id = m.to_id where m.doc_type = 'goods_in'
      and m.doc_id = ${id}`.execute(h.db)
  expect(rows).toEqual([{ reason: 36, from: 22, to: 6, units: '4' }])
  await did('/goodsIn/reverse', { id })
})
