/**
 * The server is killed in the middle of receiving goods, and of confirming a line of a task: nothing of it is there, and done again it is
 * there once. A confirmation whose answer was lost is sent again with its key and counts once.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CutProduct, type Answer } from '../setup/cut-product.ts'

let p: CutProduct
let [warehouseId, productId] = ['', '']
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
  await p.watchWrites()
})
afterAll(() => p?.remove())

const receipt = (): Promise<string> =>
  made('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId, lines: { added: [{ productId, quantity: '10' }] } })
const receive = (id: string) => (): Promise<Answer> => call('/goodsIn/receive', { id })
/** What of a document is entered, and what lies there of the product in all. */
const entered = async (docType: string, id: string) => {
  const [row] = await p.rows<{ postings: number; moved: string; stock: string }>(
    `select count(distinct p.id)::int as postings, coalesce(sum(m.quantity), 0)::float8::text as moved,
      (select coalesce(sum(c.quantity), 0)::float8::text from goods_cell c join goods_location l on l.id = c.location_id
        where c.product_id = $3 and l.warehouse_id = $4) as stock
      from goods_posting p left join goods_move m on m.posting_id = p.id where p.doc_type = $1 and p.doc_id = $2`,
    [docType, id, productId, warehouseId],
  )
  return row
}
/** The first write, one in the middle and the last. */
const some = (steps: readonly string[]): readonly string[] =>
  [...new Set([steps[0], steps[Math.floor(steps.length / 2)], steps.at(-1)])].filter(one => one !== undefined)

test('cut while goods are received nothing is there; then they are there once', { timeout: 600_000 }, async () => {
  const uncut = await receipt()
  const steps = await p.stepsOf(receive(uncut))
  expect(steps).toEqual(expect.arrayContaining(['INSERT goods_posting', 'INSERT goods_move', 'UPDATE goods_in', 'INSERT goods_task']))
  const id = await receipt()
  const before = await entered('goods_in', id)
  expect(before).toMatchObject({ postings: 0, stock: '10' })
  for (const step of some(steps)) {
    await p.cutAt(step, receive(id))
    expect(await entered('goods_in', id), step).toEqual(before)
  }
  expect(await receive(id)()).toMatchObject({ code: 0 })
  expect((await receive(id)()).code).not.toBe(0)
  expect(await entered('goods_in', id)).toEqual({ postings: 1, moved: '10', stock: '20' })
})

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
  for (const step of some(steps)) {
    await p.cutAt(step, confirm(lineId, key))
    expect(await entered('goods_task', taskId), step).toMatchObject({ postings: 0 })
  }
  // the second is what a phone sends whose answer was lost
  for (const _ of ['sent', 'sent again']) expect(await confirm(lineId, key)()).toMatchObject({ code: 0 })
  expect(await entered('goods_task', taskId)).toMatchObject({ postings: 1, moved: '10' })
})
