/** What documents do with goods, in words: refusals that name item, location and number; followers; the day of a reversal. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import type { Area, Context, Follower, RecordChange } from '#platform/server/area.ts'
import { goods, holdGoods, openPostings, postGoods, releaseGoods, type GoodsLine, type GoodsPosting } from './index.ts'

let h: DemoHouse
let admin: Person
let me: Context
const told: RecordChange[] = []
const hears: Follower = async (_context, _tx, changes) => void told.push(...changes)
let closed: string | null = null
const books = {
  name: 'books',
  title: ['账', 'Books'],
  resources: [],
  routes: {},
  follows: { goods_posting: hears },
  closedUntil: async () => closed,
} as unknown as Area
let [item, kept, warehouseId] = ['', '', '']
const at: Record<string, string> = {}
beforeAll(async () => {
  h = await demoHouse([goods, books])
  admin = await signedInAs(h, 'admin')
  me = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'tests of goods')
  const added = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post(path, body)
    expect([answer.code, answer.msg]).toEqual([0, ''])
    return answer.data.id as string
  }
  const add = (sku: string) => added('/productManage/insert', { sku, name: `商品${sku}` })
  ;[item, kept] = [await add('GOODS-1'), await add('GOODS-2')]
  warehouseId = await added('/warehouseManage/insert', { code: 'GS', name: '测试仓', kind: 1 })
  for (const { code, id } of await me.db
    .selectFrom('goods_location')
    .where('warehouse_id', '=', warehouseId)
    .select(['code', 'id'])
    .execute())
    at[code] = String(id)
})
afterAll(() => h.close())

let keys = 0
const post = (lines: readonly GoodsLine[], more: Partial<GoodsPosting> = {}) =>
  me.write((tx, inside) => postGoods(inside, tx, { docType: 'test', docId: '1', docNo: 'T-1', key: `t:${(keys += 1)}`, lines, ...more }))
const into = (quantity: string, more: Partial<GoodsLine> = {}): GoodsLine => ({
  productId: item,
  quantity,
  from: { outside: 'opening' },
  to: at['GS-KW'] ?? '',
  reason: 'opening',
  ...more,
})
const out = (quantity: string, more: Partial<GoodsLine> = {}): GoodsLine => ({
  productId: item,
  quantity,
  from: at['GS-KW'] ?? '',
  to: { outside: 'consumed' },
  reason: 'consumed',
  ...more,
})
const said = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  )

test('a new product has its supply data, a new warehouse its root and leaves', async () => {
  expect(Object.keys(at).toSorted()).toEqual(['GS', 'GS-BL', 'GS-DJ', 'GS-JH', 'GS-KW', 'GS-SH', 'GS-TH'])
  expect(await me.db.selectFrom('product_supply').where('product_id', 'in', [item, kept]).select('tracking').execute()).toEqual([
    { tracking: 0 },
    { tracking: 0 },
  ])
})

test('what is posted is told to whoever follows, in that transaction; once', async () => {
  const first = await post([into('5.5')], { key: 'once' })
  expect(told).toEqual([
    {
      id: first.postingId,
      before: null,
      after: { id: first.postingId, key: 'once', docType: 'test', docId: '1', bookedOn: '2026-11-21', reversesId: null },
    },
  ])
  expect(await post([into('5.5')], { key: 'once' })).toEqual({ ...first, known: true })
  expect(told).toHaveLength(1)
  const stopped = me.write(async (tx, inside) => {
    await postGoods(inside, tx, { docType: 'test', docId: '1', key: 'gone', lines: [into('1')] })
    throw new Error('stopped')
  })
  expect(await said(stopped)).toBe('stopped')
  expect(await openPostings(me, 'test', '1')).toEqual([{ id: first.postingId, key: 'once' }])
})

test('refusals name item, location and number', async () => {
  expect(await said(post([out('9')]))).toBe('GOODS-1 商品GOODS-1 在 GS-KW 只有 5.5，不够 9')
  const [held] = await me.write((tx, inside) =>
    holdGoods(inside, tx, [{ docType: 'test', docId: '2', lineId: '1', productId: item, warehouseId, quantity: '2' }]),
  )
  expect(held).toMatchObject({ taken: '2', holds: [{ locationId: at['GS-KW'], batchId: null, quantity: '2' }] })
  expect(await said(post([out('4')]))).toBe('GOODS-1 商品GOODS-1 在 GS-KW 可用 3.5（另有 2 已被占用），不够 4')
  await me.write((tx, inside) => releaseGoods(inside, tx, [{ docType: 'test', docId: '2' }]))
  expect(await said(post([into('1', { to: at['GS'] ?? '' })]))).toBe('GS 不能存放货物，请选择最末一级的库位')
  expect(await said(post([into('0')]))).toBe('GOODS-1 商品GOODS-1 的数量应大于 0，最多六位小数')
  expect(await said(post([into('1')], { bookedOn: '2026-11-22' }))).toBe('2026-11-22 还没有到，不能过账')
  const twice = me.write(async (tx, inside) => {
    for (const key of ['x', 'y']) await postGoods(inside, tx, { docType: 'test', docId: '3', key, lines: [into('1')] })
  })
  expect(await said(twice)).toBe('一次只能过账一张单据，请逐张操作')
  expect(await said(post([out('1')], { bookedOn: '2026-11-20' }))).toBe(
    'GOODS-1 商品GOODS-1 在 GS-KW 的库存在 2026-11-20 会变成负数，这一天最多可减 0',
  )
})

test('taken back on its day while that month is open, else on the first open day', async () => {
  const [first, second] = [await post([into('1')], { bookedOn: '2026-10-30' }), await post([into('1')], { bookedOn: '2026-10-31' })]
  const back = (reverses: string) =>
    me.write((tx, inside) => postGoods(inside, tx, { docType: 'test', docId: '1', key: `back:${reverses}`, reverses }))
  await back(first.postingId)
  closed = '2026-10-31'
  expect(await said(post([into('1')], { bookedOn: '2026-10-31' }))).toBe('2026-10 及以前的月份已结账，2026-10-31 不能过账')
  await back(second.postingId)
  closed = null
  expect(told.slice(-2).map(({ after }) => after?.['bookedOn'])).toEqual(['2026-10-30', '2026-11-01'])
  expect(
    await said(me.write((tx, inside) => postGoods(inside, tx, { docType: 'test', docId: '1', key: 'again', reverses: first.postingId }))),
  ).toBe('这次过账已冲销，不能再次冲销')
})
