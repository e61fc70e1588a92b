/** Production orders of two people at once, what a planner of one warehouse sees, what people are told, and what a close asks. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseGoods } from '#areas/goods/index.ts'
import { signedInAs } from '../../test/setup/demo-house.ts'
import { productionHouse, type ProductionHouse } from '../../test/setup/production-house.ts'
import { productionCloseItems } from './notices.ts'
import { holdLess } from './orders.ts'

let p: ProductionHouse
beforeAll(async () => {
  p = await productionHouse('AO', ['FG', 'PART', 'SET'])
  await p.bill('FG', 1, { PART: '2' }, '1')
  await p.bill('SET', 3, { PART: '1' })
}, 180_000)
afterAll(() => p.h.close())

const employeeOf = async (username: string): Promise<string> =>
  (
    await p.one(sql<{ id: string }>`select m.employee_id::text as id from account a join account_organisation m on m.account_id = a.id
      where a.username = ${username} and m.org_id = ${p.orgId}`)
  ).id

test('issue against cancel: one of them, and nothing is held or in production twice', async () => {
  await p.receive('PART', '20', '3')
  const id = await p.order('FG', '5')
  const [issued, voided] = await Promise.all([p.on('issue', id), p.on('void', id, { reason: '取消' })])
  expect([issued, voided].filter(one => one === '')).toHaveLength(1)
  const { state } = await p.row(id)
  expect(await p.working()).toBe(state === 9 ? '0' : '10')
  const { held } = await p.one(sql<{ held: string }>`select coalesce(sum(quantity), 0)::text as held from goods_hold
    where doc_type = 'production_order' and doc_id = ${id} and state = 1`)
  expect(Number(held)).toBe(0)
  if (state !== 9) {
    const [line] = await p.list('productionMaterial', { orderId: [id] })
    expect(await p.call('productionMaterial/back', { id: line?.['id'], quantity: '10' })).toBe('')
    const [cell] = (await p.list('goodsStock/byLocation', { productId: [p.ids['PART']] })).filter(one => Number(one['kind']) === 2)
    expect(await p.call('goodsStock/byLocation/move', { id: cell?.['id'], toId: p.bin, quantity: '10' })).toBe('')
    await p.does(id, ['close'])
  }
})

test('two workers report the last pieces, and receive them: never more than is ordered', async () => {
  await p.receive('PART', '10', '3')
  const id = await p.order('FG', '5')
  await p.does(id, ['issue'], ['report', { good: '2' }])
  // another number of minutes: not the same press of a button twice
  const reports = await Promise.all([1, 2].map(minutes => p.on('report', id, { good: '3', minutes })))
  expect(reports.filter(one => one === '')).toHaveLength(1)
  expect(reports.find(one => one !== '')).toContain('还可报良品 0')
  const receipts = await Promise.all(['5', '4'].map(quantity => p.on('complete', id, { quantity })))
  expect(receipts.filter(one => one === '')).toHaveLength(1)
  const { good, done } = await p.row(id)
  expect(Number(good)).toBe(5)
  expect(Number(done)).toBeLessThanOrEqual(5)
  if (Number(done) === 4) await p.does(id, ['complete', { quantity: '1' }])
  await p.does(id, ['close'])
  expect(await p.working()).toBe('0')
})

test('completion against close: nothing is received of a closed order, nothing closed lies in production', async () => {
  await p.receive('PART', '10', '3')
  const id = await p.order('FG', '5')
  await p.does(id, ['issue'], ['report', { good: '5' }], ['complete', { quantity: '4' }])
  const [completed, closed] = await Promise.all([p.on('complete', id, { quantity: '1' }), p.on('close', id)])
  // closed first it would leave two parts in production
  expect(completed).toBe('')
  if (closed !== '') await p.does(id, ['close'])
  expect(await p.row(id)).toMatchObject({ state: 8, done: '5.000000' })
  expect(await p.on('complete', id, { quantity: '1' })).not.toBe('')
  expect(await p.on('report', id, { good: '1' })).not.toBe('')
  expect(await p.working()).toBe('0')
})

test('two orders and an assembly take the last parts: never more than there is', async () => {
  const orders = await Promise.all([p.order('FG', '8'), p.order('FG', '8')])
  const held = await p.one(sql<{ n: string }>`select coalesce(sum(reserved), 0)::text as n from goods_cell
    where product_id = ${p.ids['PART']}`)
  expect(Number(held.n)).toBe(20)
  const lacks = await Promise.all(orders.map(async id => (await p.row(id)).isLack))
  expect(lacks).toContain(true)
  for (const id of orders) expect(await p.on('void', id, { reason: '试' })).toBe('')
  const bomId = (await p.list('bom', { productId: [p.ids['SET']] }))[0]?.['id']
  const both = await Promise.all(
    [15, 15].map(async quantity => {
      const header = { businessOn: '2026-11-21', warehouseId: p.warehouseId, bomId, kind: 1, quantity: String(quantity) }
      return p.call('goodsConvert/post', { id: await p.add('goodsConvert', header) })
    }),
  )
  expect(both.filter(one => one === '')).toHaveLength(1)
})

test('a planner of one warehouse sees its orders alone, and works on no other', async () => {
  const other = (await p.admin.post('/warehouseManage/insert', { code: 'AO2', name: '别的仓', kind: 1 })).data.id
  const mine = await p.add('productionOrder', p.orderOf('FG', '1'))
  const theirs = await p.add('productionOrder', { ...p.orderOf('FG', '1'), warehouseId: other })
  await p.admin.put('/userManage/dataAclSetting', { employeeId: await employeeOf('keeper'), warehouseIds: [p.warehouseId] })
  const keeper = await signedInAs(p.h, 'keeper')
  const { data } = await keeper.post('/productionOrder/list', {})
  const seen = data.list.map((one: { id: string }) => one.id)
  expect(seen).toContain(mine)
  expect(seen).not.toContain(theirs)
  expect((await keeper.post('/productionOrder/issue', { id: theirs })).code).not.toBe(0)
})

test('the owner hears of parts that lack; a closed order with something in production keeps the month open', async () => {
  const id = await p.add('productionOrder', p.orderOf('FG', '50'))
  await sql`update production_order set owner_id = ${await employeeOf('buyer')} where id = ${id}`.execute(p.h.db)
  await p.does(id, ['submit'])
  expect(await p.row(id)).toMatchObject({ isLack: true })
  const { rows } = await sql<{ who: string }>`select a.username as who from message m join account a on a.id = m.account_id
    where m.title::text like '%缺料%'`.execute(p.h.db)
  expect(rows.map(one => one.who)).toContain('buyer')
  await p.receive('PART', '100', '3')
  await p.does(id, ['allocate'])
  const context = await p.h.house.asSystem(p.orgId, 'test')
  const heard = async (): Promise<number> =>
    (await sql`select 1 from notice_event where code = 'production.lack' and event like ${`${id} %`}`.execute(p.h.db)).rows.length
  expect(await heard()).toBe(1)
  // on another day something takes what it holds
  const { now } = p.h.clock
  p.h.clock.now = new Date(now.getTime() + 86_400_000)
  await context.write(async (tx, inside) => {
    await releaseGoods(inside, tx, [{ docType: 'production_order', docId: id }])
    await holdLess(inside, tx, id)
  })
  expect(await heard()).toBe(2)
  p.h.clock.now = now
  expect(await p.row(id)).toMatchObject({ isLack: true })
  await p.does(id, ['allocate'], ['issue'])
  const [item] = productionCloseItems
  const ask = { month: '2026-11', first: '2026-11-01', last: '2026-11-30', next: '2026-12-01', shopIds: [] }
  expect(await item?.gaps(context, ask)).toEqual([])
  await sql`update production_order set state = 8 where id = ${id}`.execute(p.h.db)
  expect((await item?.gaps(context, ask))?.[0]?.text[0]).toContain('已关闭，还有在制')
})
