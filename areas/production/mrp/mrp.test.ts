/** Requirements planning through the calls: the worked example, its explanation, documents made of it, who sees what, what is refused. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { logistics } from '#areas/logistics/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { defined } from '#platform/server/area.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { production } from '../index.ts'
import type { Projection } from './wire.ts'

let h: DemoHouse
let admin: Person
let [warehouseId, otherId, orgId] = ['', '', '']
const ids: Record<string, string> = {}
type Values = Readonly<Record<string, unknown>>
type Line = Record<string, string | number | null> & { id: string; version: number }
const today = '2026-11-02'

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics, production])
  h.clock.now = new Date(`${today}T02:00:00Z`)
  orgId = h.demo.organisationIds[0] ?? ''
  admin = await signedInAs(h, 'admin')
  for (const sku of ['FG', 'A', 'B', 'C', 'OUT', 'SUB', 'TWO', 'SUR'])
    ids[sku] = (await admin.post('/productManage/insert', { sku: `MRP-${sku}`, name: `商品${sku}` })).data.id as string
  // other own warehouses are not looked at here
  await h.db.updateTable('warehouse').set({ status: 2 }).execute()
  warehouseId = await keep('MA')
  otherId = await keep('MB')
  await rule('FG', { safetyQty: '20', makeLeadDays: 2 })
  await rule('A', { purchaseLeadDays: 5, moq: '100', lotMultiple: '50' })
  await rule('B', { makeLeadDays: 1, lotMultiple: '60' })
  await rule('C', { purchaseLeadDays: 3, lotMultiple: '25' })
  await bill('FG', { A: '2', B: '1' })
  await bill('B', { C: '0.5' })
  for (const [sku, units] of Object.entries({ FG: '50', A: '60', B: '30', C: '20' })) await receive(sku, units)
  await order('A', '100', '2026-11-06')
  await sale('FG', '120', '2026-11-12')
  await sale('FG', '80', '2026-11-19')
}, 180_000)
afterAll(() => h.close())

async function keep(code: string): Promise<string> {
  const id = (await admin.post('/warehouseManage/insert', { code, name: `计划仓${code}`, kind: 1 })).data.id as string
  const placeId = (await admin.post('/FinanceStockPlace/insert', { name: `计划仓${code}`, kind: 1 })).data.id
  expect((await admin.post('/warehouseManage/keepStock', { id, month: '2026-11', placeId })).msg).toBe('')
  return id
}
async function rule(sku: string, values: Values): Promise<void> {
  const { data } = await admin.post('/productSupply/list', { productId: [ids[sku]] })
  const [row] = data.list
  expect((await admin.post('/productSupply/update', { id: row.id, version: row.version, ...values })).msg).toBe('')
}
async function bill(sku: string, parts: Readonly<Record<string, string>>, header: Values = {}): Promise<string> {
  const added = Object.entries(parts).map(([part, per]) => ({ partId: ids[part], per }))
  const { data } = await admin.post('/bom/insert', {
    businessOn: today,
    productId: ids[sku],
    validFrom: '2026-01-01',
    ...header,
    lines: { added },
  })
  expect((await admin.post('/bom/submit', { id: data.id })).msg).toBe('')
  return data.id as string
}
async function receive(sku: string, quantity: string, to = warehouseId): Promise<void> {
  const bin = await h.db
    .selectFrom('goods_location')
    .select('id')
    .where('warehouse_id', '=', to)
    .where('kind', '=', 1)
    .executeTakeFirstOrThrow()
  const added = [{ productId: ids[sku], quantity, unitCost: '1', toId: bin.id }]
  const { data } = await admin.post('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId: to, lines: { added } })
  expect((await admin.post('/goodsIn/receive', { id: data.id })).msg).toBe('')
}
async function order(sku: string, quantity: string, promisedOn: string): Promise<void> {
  const supplier = await h.db
    .selectFrom('supplier')
    .select('id')
    .where('status', '=', 2)
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const added = [{ productId: ids[sku], quantity, price: '1' }]
  const header = { businessOn: today, supplierId: supplier.id, warehouseId, promisedOn }
  const { data, msg } = await admin.post('/purchaseOrder/insert', { ...header, lines: { added } })
  expect(msg).toBe('')
  expect((await admin.post('/purchaseOrder/submit', { id: data.id })).msg).toBe('')
}
async function sale(sku: string, quantity: string, dueOn: string, at = warehouseId): Promise<string> {
  const dept = await h.db.selectFrom('department').select('id').where('org_id', '=', orgId).executeTakeFirstOrThrow()
  const added = [{ productId: ids[sku], quantity }]
  const header = { businessOn: today, kind: 2, deptId: dept.id, warehouseId: at, dueOn }
  const { data, msg } = await admin.post('/goodsOut/insert', { ...header, lines: { added } })
  expect(msg).toBe('')
  return data.id as string
}
const work = async (): Promise<void> => {
  const handler = defined(production.jobs?.['production.mrp'], 'the job of planning')
  const { rows } = await sql<{ id: string }>`select id::text as id from mrp_run where state in (1, 2)`.execute(h.db)
  for (const { id } of rows) await handler(h.house, { orgId, runId: id }, new AbortController().signal)
}
const ask = (more: Values = {}) => admin.post('/mrpLine/run', more)
async function run(more: Values = {}): Promise<Line> {
  const { data, msg } = await ask(more)
  expect(msg).toBe('')
  await work()
  return (await admin.get(`/mrpRun/query/${data.page.id as string}`)).data
}
const lines = async (more: Values = {}): Promise<Line[]> =>
  (await admin.post('/mrpLine/list', { state: [1, 2], pageSize: 100, ...more })).data.list
const skuOf = (one: Line): string => Object.entries(ids).find(([, id]) => id === one['productId'])?.[0] ?? ''
const told = async (): Promise<readonly string[]> =>
  (await lines())
    .map(one => [skuOf(one), one['kind'], Number(one['quantity']), one['needOn'], one['orderOn']].join(' '))
    .toSorted((a, b) => a.localeCompare(b))
const expected = [
  'A 2 100 2026-11-10 2026-11-05',
  'A 2 100 2026-11-17 2026-11-12',
  'B 3 120 2026-11-17 2026-11-16',
  'B 3 60 2026-11-10 2026-11-09',
  'C 2 25 2026-11-09 2026-11-06',
  'C 2 50 2026-11-16 2026-11-13',
  'FG 3 80 2026-11-19 2026-11-17',
  'FG 3 90 2026-11-12 2026-11-10',
]
const find = async (sku: string, needOn: string): Promise<Line> =>
  defined(
    (await lines()).find(one => one['productId'] === ids[sku] && one['needOn'] === needOn),
    sku,
  )
const explain = async (id: string, person = admin): Promise<Projection> => {
  const { data, msg } = await person.post('/mrpLine/explain', { id })
  expect(msg).toBe('')
  return data
}

test('the worked example to the day; the same snapshot gives the same plan', async () => {
  expect(await run()).toMatchObject({ state: 3, lines: 8, late: 0, items: 4, fault: null })
  expect(await told()).toEqual(expected)
  const stored = async (): Promise<string> =>
    (await sql<{ s: string }>`select string_agg(product_id || detail, '|' order by product_id) as s from mrp_item`.execute(h.db)).rows[0]
      ?.s ?? ''
  const before = await stored()
  await run()
  expect(await told()).toEqual(expected)
  expect(await stored()).toBe(before)
})

test('a line explains itself: stock, orders, demands, who gets what, its rule', async () => {
  const { rows, rule: by, sku, lack } = await explain((await find('A', '2026-11-10')).id)
  expect(sku).toBe('MRP-A')
  expect(by).toMatchObject({ source: 1, lead: 5, moq: '100', lot: '50', safety: '0' })
  expect(rows.map(one => [one.day, one.isDemand ? `-${one.quantity}` : one.quantity, one.left, one.isOwn])).toEqual([
    [today, '60', '60', false],
    ['2026-11-06', '100', '160', false],
    ['2026-11-10', '100', '260', true],
    ['2026-11-10', '-180', '80', false],
    ['2026-11-17', '100', '180', false],
    ['2026-11-17', '-160', '20', false],
  ])
  // of the 100 the first batch takes 20, the second 80
  expect(rows[2]?.pegs).toEqual([
    { quantity: '20', row: 3 },
    { quantity: '80', row: 5 },
  ])
  expect(rows[3]).toMatchObject({ list: 'mrpLine', what: 'MRP-FG', id: (await find('FG', '2026-11-12')).id })
  expect(rows[1]).toMatchObject({ list: 'purchaseOrder' })
  expect(rows[1]?.no).toMatch(/^CGDD/)
  // 80 less the 100 of this line
  expect(lack).toEqual({ day: '2026-11-10', left: '-20' })
  const item = (await admin.post('/mrpItem/list', { productId: [ids['A']] })).data.list[0]
  expect(item).toMatchObject({
    level: 1,
    stock: '60.000000',
    incoming: '100.000000',
    asked: '340.000000',
    planned: '200.000000',
    shortOn: '2026-11-10',
  })
  const { data } = await admin.post('/mrpLine/explain', { itemId: item.id })
  expect(data.rows).toHaveLength(6)
})

test('what was typed and accepted stays; what is ignored is not proposed', async () => {
  const [typed, taken, left] = [await find('C', '2026-11-09'), await find('FG', '2026-11-12'), await find('C', '2026-11-16')]
  expect((await admin.post('/mrpLine/update', { id: typed.id, version: typed.version, chosen: '75' })).msg).toBe('')
  expect((await admin.post('/mrpLine/accept', { id: taken.id })).msg).toBe('')
  await run()
  expect(await told()).toEqual(expected)
  expect(await find('C', '2026-11-09')).toMatchObject({ chosen: '75.000000' })
  expect(await find('FG', '2026-11-12')).toMatchObject({ id: taken.id, state: 2 })
  const other = await find('C', '2026-11-16')
  expect(other.id).not.toBe(left.id)
  expect((await admin.post('/mrpLine/ignore', { id: other.id, note: '客供' })).msg).toBe('')
  await run()
  expect((await told()).filter(one => one.startsWith('C'))).toEqual([])
  expect((await admin.post('/mrpLine/restore', { id: other.id })).msg).toBe('')
  await run()
  expect(await told()).toEqual(expected)
})

test('while a run is worked out another is refused, and suggestions stay; a killed one goes on from its snapshot', async () => {
  const line = await find('A', '2026-11-10')
  expect((await ask()).msg).toBe('')
  expect((await ask()).msg).toContain('MRP 正在计算')
  expect((await admin.post('/mrpLine/accept', { id: line.id })).msg).toContain('MRP 正在计算')
  expect((await admin.post('/mrpLine/turn', { ids: [line.id] })).msg).toContain('MRP 正在计算')
  await work()
  // a process that died after the snapshot: the next goes on, whatever happened meanwhile
  expect((await ask()).msg).toBe('')
  await sql`update mrp_run set state = 2, snapshot = (select snapshot from mrp_run where snapshot is not null order by id desc limit 1)
    where state = 1`.execute(h.db)
  await receive('C', '500')
  await work()
  expect(await told()).toEqual(expected)
  expect((await run())['state']).toBe(3)
  expect((await told()).filter(one => one.startsWith('C'))).toEqual([])
  await sale('C', '500', today)
  await run()
  expect(await told()).toEqual(expected)
  // one that never ended is given up
  expect((await ask()).msg).toBe('')
  h.clock.now = new Date(`${today}T03:00:00Z`)
  const { rows } = await sql<{
    n: number
  }>`update mrp_run set created_at = ${h.clock.now.toISOString()}::timestamptz - interval '40 minutes'
    where state = 1 returning 1 as n`.execute(h.db)
  expect(rows).toHaveLength(1)
  expect((await run())['state']).toBe(3)
  expect((await admin.post('/mrpRun/list', { fault: [4] })).data.list).toHaveLength(1)
})

test('lines become drafts in one action; a second run proposes nothing more; nobody turns a line twice', async () => {
  const all = await lines()
  const both = await Promise.all([0, 1].map(() => admin.post('/mrpLine/turn', { ids: all.map(one => one.id) })))
  expect(both.filter(one => one.msg === '')).toHaveLength(1)
  const made = (await admin.post('/productionOrder/list', { productId: [ids['FG'], ids['B']] })).data.list as Line[]
  const inWords = (of: readonly (readonly unknown[])[]): readonly string[] => of.map(String).toSorted((a, b) => a.localeCompare(b))
  expect(inWords(made.map(one => [one['productId'], Number(one['quantity']), one['startOn'], one['dueOn'], one['state']]))).toEqual(
    inWords([
      [ids['FG'], 90, '2026-11-10', '2026-11-12', 0],
      [ids['FG'], 80, '2026-11-17', '2026-11-19', 0],
      [ids['B'], 60, '2026-11-09', '2026-11-10', 0],
      [ids['B'], 120, '2026-11-16', '2026-11-17', 0],
    ]),
  )
  const asked = (await admin.post('/purchaseRequestLine/list', { productId: [ids['A'], ids['C']] })).data.list as Line[]
  expect(asked.map(one => Number(one['quantity'])).toSorted((a, b) => a - b)).toEqual([25, 50, 100, 100])
  const turned = (await admin.post('/mrpLine/list', { state: [3] })).data.list as Line[]
  expect(turned.every(one => one['documentNo'] !== null)).toBe(true)
  await run()
  expect((await told()).filter(one => !/ [67] /.test(one))).toEqual([])
})

test('another warehouse sends what it can spare; a transfer is made of it, and the next run counts it', async () => {
  await receive('OUT', '40', otherId)
  await sale('OUT', '60', '2026-11-20')
  await run()
  expect((await told()).filter(one => one.startsWith('OUT'))).toEqual(['OUT 2 20 2026-11-20 2026-10-21', 'OUT 5 40 2026-11-20 2026-11-17'])
  const transfer = defined(
    (await lines()).find(one => one['kind'] === 5),
    'a transfer',
  )
  const { data } = await admin.post('/mrpLine/turn', { ids: [transfer.id] })
  expect(data.page.list).toBe('goodsTransfer')
  expect((await admin.get(`/goodsTransfer/query/${data.page.id as string}`)).data).toMatchObject({
    fromWarehouseId: otherId,
    toWarehouseId: warehouseId,
    expectedOn: '2026-11-20',
  })
  await run()
  expect((await told()).filter(one => one.startsWith('OUT'))).toEqual(['OUT 2 20 2026-11-20 2026-10-21'])
})

test('a forecast counts beyond the orders of its month', async () => {
  const values = { productId: ids['OUT'], warehouseId, month: '2026-12', quantity: '100' }
  expect((await admin.post('/demandForecast/insert', values)).msg).toBe('')
  await sale('OUT', '30', '2026-12-15')
  await run()
  const { data } = await admin.post('/mrpItem/list', { productId: [ids['OUT']], warehouseId: [warehouseId] })
  expect(data.list[0]).toMatchObject({ asked: '160.000000' })
  const { rows } = (await admin.post('/mrpLine/explain', { itemId: data.list[0].id })).data as Projection
  expect(rows.filter(one => one.list === 'demandForecast').map(one => [one.day, one.quantity])).toEqual([
    ['2026-12-01', '14'],
    ['2026-12-07', '14'],
    ['2026-12-14', '14'],
    ['2026-12-21', '14'],
    ['2026-12-28', '14'],
  ])
})

test('what a subcontractor makes by a purchase order comes once, as the purchase order says', async () => {
  await bill('SUB', { C: '1' }, { kind: 2 })
  const supplier = await h.db
    .selectFrom('supplier')
    .select('id')
    .where('status', '=', 2)
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const header = { businessOn: today, productId: ids['SUB'], quantity: '10', startOn: today, dueOn: '2026-11-20', warehouseId }
  const { data } = await admin.post('/productionOrder/insert', { ...header, kind: 3, supplierId: supplier.id })
  expect((await admin.post('/productionOrder/submit', { id: data.id })).msg).toBe('')
  await sale('SUB', '10', '2026-11-25')
  const comes = async (): Promise<readonly unknown[]> => {
    await run()
    const item = (await admin.post('/mrpItem/list', { productId: [ids['SUB']] })).data.list[0]
    const { rows } = (await admin.post('/mrpLine/explain', { itemId: item.id })).data as Projection
    return [item.incoming, ...rows.flatMap(one => (one.isDemand ? [] : [one.list]))]
  }
  expect(await comes()).toEqual(['10.000000', 'productionOrder'])
  const bought = await admin.post('/productionOrder/buy', { id: data.id })
  expect(bought.msg).toBe('')
  expect(await comes()).toEqual(['10.000000', 'purchaseOrder'])
  expect((await told()).filter(one => one.startsWith('SUB'))).toEqual([])
  expect((await admin.post('/purchaseOrder/delete', { id: bought.data.page.id })).msg).toBe('')
  expect(await comes()).toEqual(['10.000000', 'productionOrder'])
})

test('what rework takes was rejected: it is no demand on stock, and what it brings comes', async () => {
  const header = { businessOn: today, kind: 2, productId: ids['OUT'], quantity: '10', startOn: today, dueOn: '2026-11-20', warehouseId }
  const { data } = await admin.post('/productionOrder/insert', header)
  await run()
  const [item] = (await admin.post('/mrpItem/list', { productId: [ids['OUT']], warehouseId: [warehouseId] })).data.list
  const { rows } = (await admin.post('/mrpLine/explain', { itemId: item.id })).data as Projection
  expect(rows.flatMap(one => (one.list === 'productionOrder' ? [one.isDemand] : []))).toEqual([false])
  expect((await admin.post('/productionOrder/delete', { id: data.id })).msg).toBe('')
})

test('what was typed or ignored of one giver or order is not of another; what is told stays accepted while it holds', async () => {
  const thirdId = await keep('MC')
  await receive('TWO', '10', otherId)
  await receive('TWO', '5', thirdId)
  await sale('TWO', '15', '2026-11-20')
  await run()
  const from = async (id: string): Promise<Line[]> =>
    (await lines({ productId: [ids['TWO']], kind: [5] })).filter(one => one['fromWarehouseId'] === id)
  const [typed] = await from(otherId)
  const put = { id: typed?.id, version: typed?.version, chosen: '8' }
  expect((await admin.post('/mrpLine/update', put)).msg).toBe('')
  await run()
  expect((await from(otherId))[0]).toMatchObject({ quantity: '10.000000', chosen: '8.000000' })
  expect((await from(thirdId))[0]).toMatchObject({ quantity: '5.000000', chosen: null })
  expect((await admin.post('/mrpLine/ignore', { id: (await from(thirdId))[0]?.id })).msg).toBe('')
  await run()
  expect([(await from(otherId)).length, (await from(thirdId)).length]).toEqual([1, 0])
  await order('SUR', '20', '2026-11-20')
  await order('SUR', '30', '2026-11-21')
  await sale('SUR', '1', '2026-11-25')
  await run()
  const surplus = async () =>
    (await lines({ productId: [ids['SUR']], kind: [7] }))
      .map(one => [Number(one['quantity']), one['state']])
      .toSorted((a, b) => Number(a[0]) - Number(b[0]))
  expect(await surplus()).toEqual([
    [19, 1],
    [30, 1],
  ])
  const first = (await lines({ productId: [ids['SUR']] })).find(one => Number(one['quantity']) === 19)
  expect((await admin.post('/mrpLine/accept', { id: first?.id })).msg).toBe('')
  await run()
  expect(await surplus()).toEqual([
    [19, 2],
    [30, 1],
  ])
  await sale('SUR', '20', '2026-11-20')
  await run()
  expect(await surplus()).toEqual([[29, 1]])
})

test('without working days, with a circle of versions: the run says so, and earlier suggestions stay', async () => {
  const before = await told()
  await sql`insert into work_day (org_id, day, kind, name) select ${orgId}, d::date, 2, '停工'
    from generate_series('2016-01-01'::date, '2027-12-31'::date, interval '1 day') d on conflict do nothing`.execute(h.db)
  await sale('FG', '500', '2026-11-25')
  const idle = await run()
  expect(idle).toMatchObject({ state: 4, fault: 2 })
  expect(await told()).toEqual(before)
  await sql`delete from work_day where name = '停工'`.execute(h.db)
  // A takes B until December, B takes A from then on: on no day a circle, but in one plan
  await bill('A', { C: '1' }, { kind: 3, validTo: '2026-12-01' })
  await bill('C', { A: '1' }, { kind: 3, validFrom: '2026-12-05' })
  expect(await run()).toMatchObject({ state: 4, fault: 1, about: expect.stringContaining('MRP-A') })
  for (const bad of [{ horizonDays: 0 }, { horizonDays: 'x' }, { pullDays: -1 }, { transferDays: 9_999 }])
    expect((await ask(bad)).code).not.toBe(0)
})
