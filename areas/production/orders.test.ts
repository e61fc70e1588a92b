/** Production orders through the calls: from the bill to closing, with the cost of what was used; refusals; two at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { logistics } from '#areas/logistics/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { canonical } from '#platform/format/decimal.ts'
import { defined } from '#platform/server/area.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { production } from './index.ts'

let h: DemoHouse
let admin: Person
let [warehouseId, supplierId] = ['', '']
const ids: Record<string, string> = {}
type Values = Readonly<Record<string, unknown>>
const today = '2026-11-21'

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics, production])
  admin = await signedInAs(h, 'admin')
  for (const sku of ['BODY', 'ABS', 'BOX', 'FG', 'KIT', 'TON', 'HEAP', 'PILE'])
    ids[sku] = (await admin.post('/productManage/insert', { sku: `PO-${sku}`, name: `商品${sku}` })).data.id as string
  warehouseId = (await admin.post('/warehouseManage/insert', { code: 'PO', name: '生产仓', kind: 1 })).data.id as string
  await keep()
  supplierId = (
    await h.db
      .selectFrom('supplier')
      .select('id')
      .where('status', '=', 2)
      .where('org_id', '=', h.demo.organisationIds[0] ?? '')
      .executeTakeFirstOrThrow()
  ).id
  await bill('BODY', 2, { ABS: { per: '0.18', scrap: '3' } }, '0.8')
  await bill('FG', 1, { BODY: '1', BOX: '1' }, '1.5')
}, 180_000)
afterAll(() => h.close())

async function keep(): Promise<void> {
  const placeId = (await admin.post('/FinanceStockPlace/insert', { name: '生产仓', kind: 1 })).data.id
  expect((await admin.post('/warehouseManage/keepStock', { id: warehouseId, month: '2026-11', placeId })).msg).toBe('')
}

async function bill(
  sku: string,
  kind: number,
  parts: Readonly<Record<string, string | Values>>,
  fee: string,
  validFrom = '2026-11-01',
): Promise<string> {
  const added = Object.entries(parts).map(([part, per]) => ({ partId: ids[part], ...(typeof per === 'string' ? { per } : per) }))
  const header = { businessOn: today, productId: ids[sku], kind, fee, validFrom }
  const { data } = await admin.post('/bom/insert', { ...header, lines: { added } })
  expect((await admin.post('/bom/submit', { id: data.id })).msg).toBe('')
  return data.id as string
}
const bin = async (): Promise<string> =>
  (
    await h.db
      .selectFrom('goods_location')
      .select('id')
      .where('warehouse_id', '=', warehouseId)
      .where('kind', '=', 1)
      .executeTakeFirstOrThrow()
  ).id
async function receive(sku: string, quantity: string, unitCost: string): Promise<void> {
  const added = [{ productId: ids[sku], quantity, unitCost, toId: await bin() }]
  const { data } = await admin.post('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId, lines: { added } })
  expect((await admin.post('/goodsIn/receive', { id: data.id })).msg).toBe('')
}
const of = (sku: string, quantity: string): Values => ({
  businessOn: today,
  productId: ids[sku],
  quantity,
  startOn: today,
  dueOn: '2026-11-30',
  warehouseId,
})
const order = async (sku: string, quantity: string, more: Values = {}): Promise<string> => {
  const { data, msg } = await admin.post('/productionOrder/insert', { ...of(sku, quantity), ...more })
  expect(msg).toBe('')
  return data.id as string
}
const call = async (name: string, id: string, input: Values = {}): Promise<string> => (await admin.post(`/${name}`, { id, ...input })).msg
const on = (name: string, id: string, input: Values = {}): Promise<string> => call(`productionOrder/${name}`, id, input)
const row = async (id: string) => (await admin.get(`/productionOrder/query/${id}`)).data
const materials = async (id: string): Promise<Record<string, string>[]> =>
  (await admin.post('/productionMaterial/list', { orderId: [id] })).data.list
async function layers(sku: string): Promise<readonly [string, string]> {
  const handler = defined(finance.jobs?.['stock.layers'], 'the job of the layers')
  await handler(h.house, { orgId: h.demo.organisationIds[0] }, new AbortController().signal)
  const { rows } = await sql<{ quantity: string; value: string }>`select coalesce(sum(quantity), 0)::text as quantity,
      coalesce(sum(purchase + first_leg + duty + other), 0)::text as value from stock_layer where product_id = ${ids[sku]}`.execute(h.db)
  return [canonical(rows[0]?.quantity ?? '0'), canonical(rows[0]?.value ?? '0')]
}
/** what lies in production, by the cells of leaves */
const working = async (): Promise<string> => {
  const { rows } = await sql<{ n: string }>`select coalesce(sum(c.quantity), 0)::text as n from goods_cell c
    join goods_location l on l.id = c.location_id where l.kind in (8, 9) and c.warehouse_id = ${warehouseId}`.execute(h.db)
  return canonical(rows[0]?.n ?? '0')
}

test('500 bodies from a subcontractor: 92.7 of 100 kilograms used, 1,063.32 and the fee; what is left comes back', async () => {
  await receive('ABS', '60', '11.4')
  await receive('ABS', '40', '11.6')
  const id = await order('BODY', '500', { kind: 3, supplierId })
  expect(await on('submit', id)).toBe('')
  expect(await row(id)).toMatchObject({ state: 2, isLack: false })
  const [abs] = await materials(id)
  expect(abs).toMatchObject({ need: '92.700000', held: '92.700000', issued: '0.000000' })
  expect(await on('issue', id)).toBe('')
  expect(await call('productionMaterial/more', abs?.['id'] ?? '', { quantity: '7.3', reason: '多发一包' })).toBe('')
  expect(await row(id)).toMatchObject({ state: 3 })
  expect(await working()).toBe('100')
  expect(await on('complete', id, { quantity: '500' })).toContain('报工良品还有 0')
  expect(await on('report', id, { good: '500', bad: '3', badReason: 1, minutes: 480 })).toBe('')
  expect(await on('complete', id, { quantity: '500' })).toBe('')
  expect(await row(id)).toMatchObject({ state: 7, good: '500.000000', bad: '3.000000', done: '500.000000' })
  // 60 at 11.40, 32.7 at 11.60, 0.80 each
  expect(await layers('BODY')).toEqual(['500', '1463.32'])
  expect((await materials(id))[0]).toMatchObject({ issued: '100.000000', used: '92.700000', left: '7.300000' })
  expect(await on('close', id)).toContain('退料')
  expect(await call('productionMaterial/back', abs?.['id'] ?? '', { quantity: '8' })).toContain('在制只有 7.3')
  expect(await call('productionMaterial/back', abs?.['id'] ?? '', { quantity: '7.3' })).toBe('')
  expect(await on('close', id)).toBe('')
  expect(await row(id)).toMatchObject({ state: 8 })
  expect(await working()).toBe('0')
  expect(await layers('ABS')).toEqual(['7.3', '84.68'])
  expect(await on('report', id, { good: '1' })).toContain('关闭前')
})

test('an order that is short waits for its parts; made in parts, taken back exactly', async () => {
  await putAway('BODY')
  await receive('BOX', '60', '2')
  const id = await order('FG', '100')
  expect(await on('submit', id)).toBe('')
  expect(await row(id)).toMatchObject({ isLack: true })
  expect(await on('issue', id)).toBe('')
  await receive('BOX', '40', '2')
  expect(await on('allocate', id)).toBe('')
  expect(await row(id)).toMatchObject({ isLack: false })
  expect(await on('issue', id)).toBe('')
  expect(await on('report', id, { good: '45', bad: '2' })).toContain('请选择原因')
  expect(await on('report', id, { good: '45', bad: '2', badReason: 2 })).toBe('')
  expect(await on('report', id, { good: '56' })).toContain('还可报良品 55')
  expect(await on('complete', id, { quantity: '46' })).toContain('不能入库 46')
  expect(await on('complete', id, { quantity: '40' })).toBe('')
  expect(await row(id)).toMatchObject({ state: 4, done: '40.000000' })
  // 40 bodies at 2.92664, boxes at 2, fee 1.5
  expect((await layers('FG'))[1]).toBe('257.0656')
  const receipts = (await admin.post('/productionReceipt/list', { orderId: [id] })).data.list
  const reports = (await admin.post('/workReport/list', { orderId: [id] })).data.list
  expect(await call('workReport/void', reports[0].id)).toContain('先冲销入库')
  expect(await call('productionReceipt/reverse', receipts[0].id)).toBe('')
  expect(await layers('FG')).toEqual(['0', '0'])
  expect(await row(id)).toMatchObject({ state: 3, done: '0.000000' })
  expect(await call('productionReceipt/reverse', receipts[0].id)).not.toBe('')
  // two receive the last pieces at once: one of them gets them
  const both = await Promise.all([on('complete', id, { quantity: '45' }), on('complete', id, { quantity: '45' })])
  expect(both.filter(one => one === '')).toHaveLength(1)
  // two report the last pieces
  const last = await Promise.all([on('report', id, { good: '55' }), on('report', id, { good: '55', minutes: 5 })])
  expect(last.filter(one => one === '')).toHaveLength(1)
  // completion against close
  const ends = await Promise.all([on('complete', id, { quantity: '55' }), on('close', id)])
  expect(ends[0]).toBe('')
  if (ends[1] !== '') expect(await on('close', id)).toBe('')
  expect(await working()).toBe('0')
  expect(await row(id)).toMatchObject({ state: 8, done: '100.000000' })
})
async function putAway(sku: string): Promise<void> {
  const { data } = await admin.post('/goodsStock/byLocation/list', { productId: [ids[sku]] })
  const [one] = data.list.filter((cell: Values) => cell['kind'] === 2)
  expect((await admin.post('/goodsStock/byLocation/move', { id: one.id, toId: await bin(), quantity: one.quantity })).msg).toBe('')
}

test('refused: no bill, no subcontractor, due before it starts, void after issue, without the warehouse', async () => {
  const values = { businessOn: today, productId: ids['BOX'], quantity: '1', startOn: today, dueOn: today, warehouseId }
  expect((await admin.post('/productionOrder/insert', values)).msg).toContain('没有已发布')
  expect(await on('submit', await order('BODY', '1', { kind: 3 }))).toContain('请选择加工商')
  expect(await on('submit', await order('FG', '1', { dueOn: '2026-11-01' }))).toContain('交期早于')
  await receive('BOX', '10', '2')
  const id = await order('FG', '5')
  expect(await on('issue', id)).toContain('确认后')
  expect(await on('submit', id)).toBe('')
  const keeper = await signedInAs(h, 'keeper')
  expect((await keeper.post('/productionOrder/issue', { id })).code).not.toBe(0)
  expect(await on('issue', id)).toBe('')
  expect(await on('void', id, { reason: '取消' })).not.toBe('')
  expect(await on('report', id, { good: 'x' })).not.toBe('')
  expect(await on('report', id, { good: '0', bad: '0' })).toContain('请填写')
  expect(await on('report', id, { good: '6' })).toContain('还可报良品 5')
  expect(await on('report', id, { good: '1' })).toBe('')
  expect(await on('complete', id, { quantity: '2' })).toContain('报工良品还有 1')
  // cancelled before issue what is held is free again
  const other = await order('FG', '5')
  expect(await on('submit', other)).toBe('')
  expect(await on('void', other, { reason: '取消' })).toBe('')
  expect(await on('report', other, { good: '1' })).toContain('确认后')
  expect((await materials(other)).every(one => one['held'] === '0.000000')).toBe(true)
  const stopped = await order('FG', '1')
  const sellIt = (status: number) => sql`update product set status = ${status} where id = ${ids['FG']}`.execute(h.db)
  await sellIt(3)
  expect(await on('submit', stopped)).toContain('PO-FG 已停售')
  await sellIt(1)
})

test('an order is made by the version of its day of start, also where the next came after it was drafted', async () => {
  await bill('KIT', 1, { BOX: '1' }, '0')
  const [kept, changed] = [await order('KIT', '5', later), await order('KIT', '5', later)]
  const next = await bill('KIT', 1, { BOX: '2' }, '0', '2026-12-01')
  const { version } = await row(changed)
  expect((await admin.post('/productionOrder/update', { id: changed, version, quantity: '7' })).msg).toBe('')
  expect((await materials(changed))[0]).toMatchObject({ need: '14.000000' })
  expect(await on('submit', kept)).toBe('')
  expect(await row(kept)).toMatchObject({ state: 2, bomId: next })
  expect((await materials(kept))[0]).toMatchObject({ need: '10.000000' })
  const chosen = await admin.post('/productionOrder/insert', { ...of('KIT', '5'), bomId: next })
  expect(chosen.msg).toContain('所选物料清单在开工日没有生效')
  expect((await admin.post('/bom/void', { id: next, reason: '错' })).msg).toContain('用到这个版本')
})
const later = { startOn: '2026-12-05', dueOn: '2026-12-31' }

test('what was given back is allocated again; what no column holds is refused by name', async () => {
  await receive('BOX', '20', '2')
  const id = await order('KIT', '3')
  expect(await on('submit', id)).toBe('')
  expect(await on('issue', id)).toBe('')
  const box = (await materials(id))[0]?.['id'] ?? ''
  expect(await call('productionMaterial/back', box, { quantity: '1' })).toBe('')
  expect(await row(id)).toMatchObject({ isLack: true })
  await putAway('BOX')
  expect(await on('allocate', id)).toBe('')
  expect(await row(id)).toMatchObject({ isLack: false })
  expect(await on('issue', id)).toBe('')
  for (const reason of ['第一次', '第二次']) {
    expect(await call('productionMaterial/more', box, { quantity: '0.05', reason })).toBe('')
    expect((await materials(id))[0]).toMatchObject({ moreReason: reason })
  }
  await bill('TON', 1, { BOX: '1000000000' }, '0')
  expect((await admin.post('/productionOrder/insert', of('TON', '1000000'))).msg).toContain('PO-BOX 的用量或加工费过大')
  // what its bill says that it costs is more than its price may be: nobody knows its price
  await bill('HEAP', 1, { TON: '1000000' }, '0')
  await bill('PILE', 1, { HEAP: '1' }, '0')
  const pile = await order('PILE', '1')
  expect(await on('submit', pile)).toBe('')
  expect((await materials(pile))[0]).toMatchObject({ need: '1.000000', planPrice: null })
})

/** tasks of a document that wait to be done */
const waiting = async (docType: string, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from goods_task
    where doc_type = ${docType} and doc_id = ${id} and state in (1, 2)`.execute(h.db)
  return rows[0]?.n ?? 0
}
const byTask = (on: boolean) =>
  h.db
    .updateTable('warehouse')
    .set({ by_task: on } as never)
    .where('id', '=', warehouseId)
    .execute()

test('a receipt that is reversed leaves no task, that of another stays', async () => {
  const id = await order('KIT', '2')
  for (const one of ['submit', 'issue']) expect(await on(one, id)).toBe('')
  expect(await on('report', id, { good: '2' })).toBe('')
  await byTask(true)
  for (const one of [1, 2]) expect([one, await on('complete', id, { quantity: '1' })]).toEqual([one, ''])
  expect(await waiting('production_order', id)).toBe(2)
  const [receipt] = (await admin.post('/productionReceipt/list', { orderId: [id] })).data.list
  expect(await call('productionReceipt/reverse', receipt.id)).toBe('')
  expect(await waiting('production_order', id)).toBe(1)
  await byTask(false)
})

test('value is proven: layers, ledger and places agree, what is in production has its place', async () => {
  await layers('FG')
  const { data } = await admin.post('/FinanceStockValue/proofList', {})
  expect(data.list.map((one: Values) => one['difference'])).toEqual(data.list.map(() => '0.0000'))
  const { rows } = await sql<{ kind: number }>`select distinct p.kind from stock_value v join stock_place p on p.id = v.place_id
    order by 1`.execute(h.db)
  expect(rows.map(one => one.kind)).toContain(7)
})
