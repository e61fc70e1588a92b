/**
 * The server is killed in the middle of each document that posts goods, of confirming a line of a task, and of working out the layers:
 * nothing of it is there, and done again it is there once. A confirmation whose answer was lost is sent again with its key and counts once.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CutProduct, type Answer } from '../setup/cut-product.ts'

let p: CutProduct
let [warehouseId, productId] = ['', '']
/** two warehouses whose stock finance keeps, with a bin each; what is done there is done by documents alone */
const kept: { readonly id: string; readonly bin: string }[] = []
/** the organisation's day */
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const call = (path: string, body: object, key?: string): Promise<Answer> => p.call('admin', path, body, key)
const made = async (path: string, body: object): Promise<string> => {
  const { msg, data } = await call(path, body)
  if (data?.id === undefined) throw new Error(`${path}: ${msg}`)
  return String(data.id)
}
beforeAll(async () => {
  p = await CutProduct.start(['admin'])
  warehouseId = await made('/warehouseManage/insert', { code: 'CR', name: '中断仓', kind: 1, byTask: true })
  const [root] = await p.rows<{ id: string }>(`select id::text from goods_location where code = 'CR'`)
  const zone = await made('/goodsLocation/insert', { code: 'CR-B', warehouseId, parentId: root?.id, kind: 0, putAway: true })
  await made('/goodsLocation/insert', { code: 'CR-B01', warehouseId, parentId: zone, kind: 1, pickOrder: 1 })
  productId = await made('/productManage/insert', { sku: 'CR-1', name: '中断商品' })
  for (const code of ['CK1', 'CK2']) {
    const id = await made('/warehouseManage/insert', { code, name: code, kind: 1 })
    await p.rows(`update warehouse set kept_since = date_trunc('month', $2::date)::date where id = $1`, [id, today])
    await p.rows(
      `insert into stock_place (org_id, name, kind, ships_rest, warehouse_id) select org_id, code, 1, 0, id from warehouse where id = $1`,
      [id],
    )
    const [root] = await p.rows<{ id: string }>('select id::text from goods_location where code = $1', [code])
    const values = { code: `${code}-B01`, warehouseId: id, parentId: root?.id, kind: 1, pickOrder: 1 }
    kept.push({ id, bin: await made('/goodsLocation/insert', values) })
  }
  await p.watchWrites()
})
afterAll(() => p?.remove())

const receipt = (): Promise<string> =>
  made('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId, lines: { added: [{ productId, quantity: '10' }] } })
const receive = (id: string) => (): Promise<Answer> => call('/goodsIn/receive', { id })
interface Entered {
  readonly postings: number
  readonly moved: string
  readonly stock: string
}
/** What of a document is entered, and what lies of the product in the bins of its warehouses. */
const entered = async (docType: string, id: string, of = { productId, warehouses: [warehouseId] }): Promise<Entered | undefined> => {
  const [row] = await p.rows<Entered>(
    `select count(distinct p.id)::int as postings, coalesce(sum(m.quantity), 0)::float8::text as moved,
      (select coalesce(sum(c.quantity), 0)::float8::text from goods_cell c join goods_location l on l.id = c.location_id
        where c.product_id = $3 and l.warehouse_id = any($4)) as stock
      from goods_posting p left join goods_move m on m.posting_id = p.id where p.doc_type = $1 and p.doc_id = $2`,
    [docType, id, of.productId, of.warehouses],
  )
  return row
}
const firstAndLast = (steps: readonly string[]): readonly string[] => [steps[0] ?? '', steps.at(-1) ?? '']

test('cut while a line is confirmed it is open; sent again with its key it counts once', { timeout: 600_000 }, async () => {
  const taskOf = async (): Promise<{ taskId: string; lineId: string }> => {
    const id = await receipt()
    expect(await receive(id)()).toMatchObject({ code: 0 })
    const [row] = await p.rows<{ taskId: string; lineId: string }>(
      `select t.id::text as "taskId", n.id::text as "lineId" from goods_task t join goods_task_line n on n.task_id = t.id
        where t.doc_type = 'goods_in' and t.doc_id = $1`,
      [id],
    )
    if (row === undefined) throw new Error('a receipt made no task')
    expect(await call('/goodsTask/claim', { id: row.taskId })).toMatchObject({ code: 0 })
    return row
  }
  const confirm = (lineId: string, key: string) => (): Promise<Answer> => call('/goodsTask/confirm', { lineId, quantity: '10', key })
  const first = await taskOf()
  const steps = await p.stepsOf(confirm(first.lineId, randomUUID()))
  expect(steps).toEqual(expect.arrayContaining(['INSERT goods_posting', 'UPDATE goods_task_line']))
  const { taskId, lineId } = await taskOf()
  const key = randomUUID()
  for (const step of firstAndLast(steps)) {
    await p.cutAt(step, confirm(lineId, key))
    expect(await entered('goods_task', taskId), step).toMatchObject({ postings: 0 })
  }
  // the second is what a phone sends whose answer was lost
  for (const _ of ['sent', 'sent again']) expect(await confirm(lineId, key)()).toMatchObject({ code: 0 })
  expect(await entered('goods_task', taskId)).toMatchObject({ postings: 1, moved: '10' })
})

/** A document that is ready for the step that posts it. */
interface Ready {
  readonly docType: string
  readonly id: string
  readonly productId: string
  readonly post: () => Promise<Answer>
}
let products = 0
/** A product of which twenty lie in the bin of the first warehouse. */
async function lying(): Promise<string> {
  const id = await made('/productManage/insert', { sku: `CK-${++products}`, name: `中断商品 ${products}` })
  const added = [{ productId: id, quantity: '20', toId: kept[0]?.bin, unitCost: '3' }]
  const receiptId = await made('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId: kept[0]?.id, lines: { added } })
  await done('/goodsIn/receive', receiptId)
  return id
}
const done = async (path: string, id: string, more: object = {}): Promise<void> => {
  const { code, msg } = await call(path, { id, ...more })
  if (code !== 0) throw new Error(`${path}: ${msg}`)
}
async function ready(path: string, table: string, values: object, steps: readonly string[], last: string): Promise<Ready> {
  const id = await lying()
  const added = [{ productId: id, quantity: '4', ...('locationId' in values ? { locationId: values.locationId } : {}) }]
  const docId = await made(`/${path}/insert`, { businessOn: today, ...values, lines: { added } })
  for (const step of steps) await done(`/${path}/${step}`, docId)
  return { docType: table, id: docId, productId: id, post: () => call(`/${path}/${last}`, { id: docId }) }
}
const picked = ['submit', 'allocate', 'release', 'pick']
let channelId = ''
/** a shipping order in its box, with consignment and estimate when it goes */
async function shipment(steps: readonly string[], last: string): Promise<Ready> {
  if (channelId === '') channelId = await made('/channelManage/insert', { code: 'CK-S', name: '中断渠道', mode: 1 })
  const values = { fromWarehouseId: kept[0]?.id, toWarehouseId: kept[1]?.id, target: 4, channelId }
  const one = await ready('shippingOrder', 'shipping_order', values, picked, last)
  await done('/shippingOrder/packSheet', one.id, { sheet: `1\t50\t40\t30\t12\tCK-${products}\t4` })
  for (const step of steps) await done(`/shippingOrder/${step}`, one.id)
  return one
}
/** stickers of a listing on four units */
async function relabelling(): Promise<Ready> {
  const id = await lying()
  const [shop] = await p.rows<{ id: string }>('select min(id)::text as id from shop')
  const toLabelId = await made('/skuMap/insert', { shopId: shop?.id, sellerSku: `CK-L${products}`, productId: id })
  const added = [{ productId: id, locationId: kept[0]?.bin, toLabelId, quantity: '4' }]
  const docId = await made('/goodsRelabel/insert', { businessOn: today, warehouseId: kept[0]?.id, lines: { added } })
  return { docType: 'goods_relabel', id: docId, productId: id, post: () => call('/goodsRelabel/post', { id: docId }) }
}
let supplierId = ''
/** four units back to the supplier, picked */
async function supplierReturn(): Promise<Ready> {
  if (supplierId === '') supplierId = await made('/supplierManage/insert', { code: 'CKS', name: '中断厂', status: 2, billing: 2 })
  const id = await made('/productManage/insert', { sku: `CK-${++products}`, name: `中断商品 ${products}` })
  const of = { businessOn: today, warehouseId: kept[0]?.id, supplierId }
  const bought = { productId: id, quantity: '20', toId: kept[0]?.bin, unitCost: '3' }
  const receiptId = await made('/goodsIn/insert', { ...of, kind: 1, lines: { added: [bought] } })
  await done('/goodsIn/receive', receiptId)
  const [line] = await p.rows<{ id: string }>('select id::text as id from goods_in_line where in_id = $1', [receiptId])
  const added = [{ productId: id, inLineId: line?.id, quantity: '4' }]
  const docId = await made('/purchaseReturn/insert', { ...of, lines: { added } })
  for (const step of picked) await done(`/purchaseReturn/${step}`, docId)
  return { docType: 'purchase_return', id: docId, productId: id, post: () => call('/purchaseReturn/ship', { id: docId }) }
}
const ways = (): Readonly<Record<string, () => Promise<Ready>>> => {
  const [from, to] = kept.map(one => one.id)
  const route = { fromWarehouseId: from, toWarehouseId: to, expectedOn: today }
  return {
    // where one works by tasks: a task follows
    receipt: () => ready('goodsIn', 'goods_in', { kind: 4, warehouseId }, [], 'receive'),
    issue: () => ready('goodsOut', 'goods_out', { kind: 3, warehouseId: from }, picked, 'ship'),
    scrap: () => ready('goodsOut', 'goods_out', { kind: 4, warehouseId: from }, picked, 'ship'),
    transfer: () => ready('goodsTransfer', 'goods_transfer', route, picked, 'ship'),
    arrival: () => ready('goodsTransfer', 'goods_transfer', route, [...picked, 'ship'], 'receive'),
    shipment: () => shipment([], 'ship'),
    shipmentArrival: () => shipment(['ship'], 'receive'),
    relabelling,
    supplierReturn,
    count: async () => {
      const id = await lying()
      const values = { warehouseId: from, kind: 3, blind: false, tolerance: '100', productIds: [id] }
      const countId = await made('/goodsCount/insert', { businessOn: today, ...values })
      await done('/goodsCount/start', countId)
      const [line] = await p.rows('select id::text, version from goods_count_line where count_id = $1', [countId])
      await done('/goodsCount/update', countId, { lines: { changed: [{ ...line, counted1: '15' }] } })
      await done('/goodsCount/finish', countId)
      return { docType: 'goods_count', id: countId, productId: id, post: () => call('/goodsCount/approve', { id: countId }) }
    },
  }
}
const stateOf = async ({ docType, id, productId: of }: Ready) => {
  const [row] = await p.rows<{ state: number }>(`select state from ${docType} where id = $1`, [id])
  return { ...row, ...(await entered(docType, id, { productId: of, warehouses: [warehouseId, ...kept.map(one => one.id)] })) }
}
/** units that lie at places of finance, and what they cost */
const layersOf = (of: string) =>
  p.rows(
    `select p.name, sum(l.quantity)::float8 as units, sum(l.purchase + l.first_leg + l.duty + l.other)::float8 as value
    from stock_layer l join stock_place p on p.id = l.place_id where l.product_id = $1 group by 1 order by 1`,
    [of],
  )
const settled = (): Promise<void> => p.until('select 1 where not exists (select 1 from stock_stale)')

test(
  'cut in a receipt, issue, scrap, transfer, its arrival, a relabelling, a return or a count nothing is there; then it is there once',
  { timeout: 600_000 },
  async () => {
    const names = Object.keys(ways())
    const uncut: Awaited<ReturnType<typeof stateOf>>[] = []
    for (const name of names) {
      const one = await ways()[name]!()
      const steps = await p.stepsOf(one.post)
      expect(steps, name).toEqual(expect.arrayContaining(['INSERT goods_posting', 'INSERT goods_move', 'INSERT audit_entry']))
      uncut.push(await stateOf(one))
    }
    const all: Ready[] = []
    for (const name of names) all.push(await ways()[name]!())
    const states = async () => {
      const found = []
      for (const one of all) found.push(await stateOf(one))
      return found
    }
    const before = await states()
    for (const step of ['INSERT goods_posting', 'INSERT goods_move', 'INSERT audit_entry']) {
      // as many at once as calls find a connection
      for (const some of [all.slice(0, 5), all.slice(5)]) await p.cutAt(step, ...some.map(one => one.post))
      expect(await states(), step).toEqual(before)
    }
    for (const one of all) {
      expect(await one.post()).toMatchObject({ code: 0 })
      expect((await one.post()).code).not.toBe(0)
    }
    expect(await states()).toEqual(uncut)
    expect(await p.rows(`select 1 from goods_task where doc_type = 'goods_in' and doc_id = $1`, [all[0]?.id])).toHaveLength(1)
  },
)

test('cut while layers are worked out they are worked out again, once', { timeout: 600_000 }, async () => {
  const uncut = await ways()['transfer']!()
  expect(await uncut.post()).toMatchObject({ code: 0 })
  await settled()
  const one = await ways()['transfer']!()
  await settled()
  const before = await layersOf(one.productId)
  expect(before).toEqual([{ name: 'CK1', units: 20, value: 60 }])
  await p.cutJobAt('INSERT stock_layer', one.post)
  await settled()
  const after = await layersOf(one.productId)
  expect(after).toEqual(await layersOf(uncut.productId))
  expect(after).toEqual(expect.arrayContaining([{ name: 'CK1', units: 16, value: 48 }]))
  expect(after.reduce((sum, { value }) => sum + value, 0)).toBe(60)
})
