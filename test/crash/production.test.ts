/** The server is killed in the middle of work on a production order, and of a run of MRP: nothing of it is there, done again it is once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CutProduct, type Answer } from '../setup/cut-product.ts'

let p: CutProduct
let [warehouseId, productId, partId, binId] = ['', '', '', '']
/** the organisation's day */
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const call = (path: string, body: object): Promise<Answer> => p.call('admin', path, body)
const made = async (path: string, body: object): Promise<string> => {
  const { msg, data } = await call(path, body)
  if (data?.id === undefined) throw new Error(`${path}: ${msg}`)
  return String(data.id)
}
const done = async (path: string, body: object): Promise<void> => expect(await call(path, body), path).toMatchObject({ code: 0 })
beforeAll(async () => {
  p = await CutProduct.start(['admin'])
  warehouseId = await made('/warehouseManage/insert', { code: 'CM', name: '生产中断仓', kind: 1 })
  productId = await made('/productManage/insert', { sku: 'CM-FG', name: '中断成品' })
  partId = await made('/productManage/insert', { sku: 'CM-P', name: '中断物料' })
  await p.rows(`update warehouse set kept_since = date_trunc('month', now())::date where id = $1`, [warehouseId])
  await p.rows(
    `insert into stock_place (org_id, name, kind, warehouse_id) select org_id, '生产中断仓', 1, id from warehouse where id = $1`,
    [warehouseId],
  )
  const [bin] = await p.rows<{ id: string }>(
    'select id::text from goods_location where warehouse_id = $1 and kind = 1 order by id limit 1',
    [warehouseId],
  )
  binId = bin?.id ?? ''
  const bill = { businessOn: today, productId, kind: 1, fee: '1', validFrom: '2026-01-01', lines: { added: [{ partId, per: '2' }] } }
  await done('/bom/submit', { id: await made('/bom/insert', bill) })
  await p.watchWrites()
})
afterAll(() => p?.remove())

/** A confirmed order of ten with its parts. */
async function confirmed(): Promise<string> {
  const added = [{ productId: partId, quantity: '20', unitCost: '3', toId: binId }]
  await done('/goodsIn/receive', { id: await made('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId, lines: { added } }) })
  const order = { businessOn: today, productId, quantity: '10', startOn: today, dueOn: today, warehouseId }
  const id = await made('/productionOrder/insert', order)
  await done('/productionOrder/submit', { id })
  return id
}
const step =
  (name: string, id: string, more: object = {}) =>
  (): Promise<Answer> =>
    call(`/productionOrder/${name}`, { id, ...more })
async function reported(): Promise<string> {
  const id = await confirmed()
  await done('/productionOrder/issue', { id })
  await done('/productionOrder/report', { id, good: '10' })
  return id
}
async function completed(): Promise<string> {
  const id = await reported()
  await done('/productionOrder/complete', { id, quantity: '10' })
  return id
}
/** What is there of an order. */
const there = async (id: string) => {
  const [row] = await p.rows(
    `select o.state, o.done::float8 as done, (select sum(m.issued)::float8 from production_material m where m.order_id = o.id) as issued,
      (select sum(m.used)::float8 from production_material m where m.order_id = o.id) as used,
      (select count(*)::int from production_receipt r where r.order_id = o.id) as receipts,
      (select count(*)::int from cost_receipt c where c.doc_type = 'production_order' and c.document_no = o.no) as cards,
      (select count(*)::int from production_figure f where f.order_id = o.id) as figures,
      (select count(*)::int from goods_posting g where g.doc_type = 'production_order' and g.doc_id = o.id::text) as postings,
      (select coalesce(sum(c.quantity), 0)::float8 from goods_cell c join goods_location l on l.id = c.location_id
        where l.doc_type = 'production_order' and l.doc_id = o.id::text) as lying,
      (select count(*)::int from goods_location l where l.doc_type = 'production_order' and l.doc_id = o.id::text
        and l.status = 1) as leaves
    from production_order o where o.id = $1`,
    [id],
  )
  return row
}
/** The first write, one in the middle and the last. */
const some = (steps: readonly string[]): readonly string[] =>
  [...new Set([steps[0], steps[Math.floor(steps.length / 2)], steps.at(-1)])].filter(one => one !== undefined)
async function cutEverywhere(make: () => Promise<string>, work: (id: string) => () => Promise<Answer>, writes: readonly string[]) {
  const steps = await p.stepsOf(work(await make()))
  expect(steps).toEqual(expect.arrayContaining([...writes]))
  const id = await make()
  const before = await there(id)
  for (const one of some(steps)) {
    await p.cutAt(one, work(id))
    expect(await there(id), one).toEqual(before)
  }
  expect(await work(id)()).toMatchObject({ code: 0 })
  return there(id)
}

test('cut while parts are issued, units received and an order closed: all or nothing, then once', { timeout: 900_000 }, async () => {
  expect(await cutEverywhere(confirmed, id => step('issue', id), ['INSERT goods_posting'])).toMatchObject({
    state: 3,
    issued: 20,
    lying: 20,
    postings: 1,
  })
  const complete = (id: string) => step('complete', id, { quantity: '10' })
  const writes = ['INSERT goods_posting', 'INSERT production_receipt', 'INSERT cost_receipt', 'INSERT production_figure']
  const received = await cutEverywhere(reported, complete, writes)
  expect(received).toMatchObject({ state: 7, done: 10, used: 20, lying: 0, receipts: 1, cards: 1, postings: 2 })
  const closed = await cutEverywhere(completed, id => step('close', id), ['UPDATE production_order', 'UPDATE goods_location'])
  expect(closed).toMatchObject({ state: 8, done: 10, lying: 0, leaves: 0 })
})

test('cut in a run of MRP: it is worked on again, and its suggestions are there once', { timeout: 900_000 }, async () => {
  await p.rows(
    `insert into demand_forecast (org_id, product_id, warehouse_id, month, quantity)
     select org_id, $2, id, date_trunc('month', now() + interval '1 month')::date, 500 from warehouse where id = $1`,
    [warehouseId, productId],
  )
  const ended = async (): Promise<object | undefined> => {
    await p.until('select 1 where not exists (select 1 from mrp_run where state in (1, 2))')
    const [row] = await p.rows(
      `select (select count(*)::int from mrp_run where state = 3) as runs, count(*)::int as lines,
        count(distinct (kind, product_id, warehouse_id, need_on, coalesce(from_warehouse_id, 0), coalesce(origin_no, '')))::int as kinds
      from mrp_line`,
    )
    return row
  }
  const run = (): Promise<Answer> => call('/mrpLine/run', {})
  for (const cut of ['UPDATE mrp_run', 'INSERT mrp_item', 'INSERT mrp_line']) {
    await p.cutJobAt(cut, run)
    const told = (await ended()) as { lines: number; kinds: number }
    expect(told.lines, cut).toBeGreaterThan(0)
    expect(told.kinds, cut).toBe(told.lines)
  }
})
