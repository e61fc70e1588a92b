/** What documents do with goods, in words: refusals that name item, location and number; followers; the day of a reversal. */
import { sales } from '#areas/sales/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import type { Area, Context, Follower, RecordChange } from '#platform/server/area.ts'
import { goods, holdGoods, openPostings, postGoods, proveGoods, releaseGoods, type GoodsLine, type GoodsPosting } from './index.ts'
import { supply } from '#areas/supply/index.ts'

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
  h = await demoHouse([goods, sales, supply, books])
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

const saved = async (path: string, body: object): Promise<string> => {
  const { code, msg, data } = await admin.post(path, body)
  return code === 0 ? 'ok' : (data?.errors?.[0]?.message ?? msg)
}
const rowOf = async (list: string, id: string) => (await admin.get(`/${list}/query/${id}`)).data
const changes = async (list: string, id: string, values: object): Promise<string> => {
  const row = { ...(await rowOf(list, id)), ...values }
  for (;;) {
    const answer = await saved(`/${list}/update`, row)
    const notOfForm = /^不能填写的字段 (\w+)$/.exec(answer)?.[1]
    if (notOfForm === undefined || !(notOfForm in row)) return answer
    delete row[notOfForm]
  }
}

test('zones hold places of their own warehouse, in no circle; a place is stopped once it is empty', async () => {
  const other = (await admin.post('/warehouseManage/insert', { code: 'GT', name: '另一仓', kind: 1 })).data.id as string
  const root = at['GS'] ?? ''
  const zone = (await admin.post('/goodsLocation/insert', { code: 'GS-A', warehouseId, kind: 0, parentId: root })).data.id as string
  const bin = (await admin.post('/goodsLocation/insert', { code: 'GS-A-1', warehouseId, parentId: zone })).data.id as string
  expect(await me.db.selectFrom('goods_location').where('id', '=', bin).select('pool_id').executeTakeFirst()).toEqual({ pool_id: root })
  expect(await saved('/goodsLocation/insert', { code: 'GS-X', warehouseId, parentId: bin })).toBe('GS-A-1 是存放货物的库位，上级请选择区')
  expect(await saved('/goodsLocation/insert', { code: 'GT-X', warehouseId: other, parentId: zone })).toBe('上级与仓库不符，请重新选择')
  expect(await changes('goodsLocation', root, { parentId: zone })).toContain('不能是自己或自己的下级')
  expect(await saved('/goodsLocation/insert', { code: 'GS-7', warehouseId, kind: 7 })).toBe('这种库位由系统建立，请选择区或仓内的库位类型')
  await post([into('2.5', { to: bin })])
  expect(await changes('goodsLocation', bin, { status: 2 })).toBe('GS-A-1 里还有 GOODS-1 2.5，移走后才能停用')
  expect(await changes('goodsLocation', zone, { status: 2 })).toBe('GS-A-1 里还有 GOODS-1 2.5，移走后才能停用')
  await post([out('2.5', { from: bin })])
  expect(await changes('goodsLocation', bin, { status: 2 })).toBe('ok')
  expect(await said(post([into('1', { to: bin })]))).toBe('库位 GS-A-1 已停用，GOODS-1 商品GOODS-1 不能进出')
})

test('a batch is of a product kept by batch and expires by its shelf life; how a product is kept stays with stock', async () => {
  expect(await saved('/goodsBatch/insert', { productId: kept, batchNo: 'P1' })).toBe('GOODS-2 不按批次管控，请先在供应资料里修改管控方式')
  const supply = await me.db.selectFrom('product_supply').where('product_id', '=', kept).select('id').executeTakeFirstOrThrow()
  expect(await changes('productSupply', String(supply.id), { tracking: 1, shelfDays: 100 })).toBe('ok')
  expect(await saved('/goodsBatch/insert', { productId: kept, batchNo: 'P1' })).toBe('GOODS-2 有保质期，请填写生产日期或失效日期')
  expect(await saved('/goodsBatch/insert', { productId: kept, batchNo: 'P1', madeOn: '2026-10-01', expiresOn: '2026-09-01' })).toBe(
    '失效日期 2026-09-01 早于生产日期 2026-10-01',
  )
  const batchId = (await admin.post('/goodsBatch/insert', { productId: kept, batchNo: 'P1', madeOn: '2026-10-01' })).data.id as string
  expect((await rowOf('goodsBatch', batchId)).expiresOn).toBe('2027-01-09')
  expect(await changes('goodsBatch', batchId, { madeOn: '2026-10-02' })).toBe('ok')
  expect((await rowOf('goodsBatch', batchId)).expiresOn).toBe('2027-01-10')
  expect(await said(post([into('1', { productId: kept })]))).toBe('GOODS-2 商品GOODS-2 按批次管控，请填写批次')
  await post([into('3', { productId: kept, batchId })])
  expect(await changes('productSupply', String(supply.id), { tracking: 0 })).toBe('GOODS-2 还有库存，管控方式不能修改')
  expect(await changes('goodsBatch', batchId, { status: 3 })).toBe('ok')
  expect(await said(post([out('1', { productId: kept, batchId })]))).toBe(
    'GOODS-2 商品GOODS-2 批次 P1 不是合格状态，不能从 GS-KW 移出，只能移到待检区、不良品区，报废或退供应商',
  )
})

test('a code is of one record, and of a label of its own product', async () => {
  expect(await saved('/goodsBarcode/insert', { code: 'GS-KW', productId: item })).toBe('GS-KW 是库位的编码，扫码时会分不清，请换一个')
  expect(await saved('/goodsBarcode/insert', { code: '690', productId: item })).toBe('ok')
  expect(await saved('/goodsBarcode/insert', { code: '690', productId: kept })).toBe('条码已存在，请换一个')
  const foreign = await me.db.selectFrom('sku_map').select('id').limit(1).executeTakeFirstOrThrow()
  expect(await saved('/goodsBarcode/insert', { code: '691', productId: item, labelId: String(foreign.id) })).toBe(
    '标签（MSKU）与商品不符，请重新选择',
  )
})

test('stock by item, by location, by batch and by label; the label is read without a grant of its shop', async () => {
  const { id: shopId } = await h.db.selectFrom('shop').select('id').limit(1).executeTakeFirstOrThrow()
  const labelId = (await admin.post('/skuMap/insert', { shopId: String(shopId), sellerSku: 'GOODS-1-US', productId: item })).data
    .id as string
  expect(await saved('/goodsBarcode/insert', { code: 'X00GOODS1', productId: item, labelId, kind: 2 })).toBe('ok')
  await post([into('4', { labelId }), into('6', { to: at['GS-SH'] ?? '' })])
  const [held] = await me.write((tx, inside) =>
    holdGoods(inside, tx, [
      { docType: 'test', docId: '9', docNo: 'CK-9', lineId: '1', productId: item, warehouseId, quantity: '3', labelId },
    ]),
  )
  expect(held?.taken).toBe('3')
  const figures = ['quantity', 'reserved', 'free', 'receiving', 'transit']
  const stock = async (by: string, filters: object) => {
    const { list } = (await admin.post(`/goodsStock/${by}/list`, { pageSize: 50, ...filters })).data
    const shown = (row: object) => Object.entries(row).map(([name, value]) => [name, figures.includes(name) ? Number(value) : value])
    return (list as readonly object[]).map(row => Object.fromEntries(shown(row)))
  }
  const bare = (await stock('byLocation', { locationId: at['GS-KW'] })).find(row => row['labelSku'] === null)?.['quantity'] as number
  expect(await stock('byItem', { productId: item })).toMatchObject([
    { sku: 'GOODS-1', quantity: bare + 10, reserved: 3, free: bare + 1, receiving: 6, transit: 0 },
  ])
  expect(await stock('byLabel', {})).toMatchObject([
    { labelSku: 'GOODS-1-US', fnsku: 'X00GOODS1', quantity: 4, reserved: 3, free: 1, warehouseId },
  ])
  expect(await stock('held', { productId: item })).toMatchObject([{ docNo: 'CK-9', quantity: 3, labelSku: 'GOODS-1-US' }])
  expect(await stock('byBatch', { warehouseId })).toMatchObject([{ batchIdLabel: 'P1', quantity: 3, expiresOn: '2027-01-10', status: 3 }])
  expect(await stock('byLocation', { labelSku: 'GOODS-1' })).toMatchObject([{ locationIdLabel: 'GS-KW', quantity: 4, kind: 1 }])
})

test('the proof of the books names a cell that is not what its moves say', async () => {
  expect(await proveGoods(me)).toEqual([])
})
