/**
 * The server is killed in the middle of receiving what was ordered, and of posting its invoice: nothing of it is there, and done again it
 * is there once, with its cost.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CutProduct, type Answer } from '../setup/cut-product.ts'

let p: CutProduct
let [warehouseId, productId, supplierId] = ['', '', '']
/** the organisation's day */
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const call = (path: string, body: object): Promise<Answer> => p.call('admin', path, body)
const made = async (path: string, body: object): Promise<string> => {
  const { msg, data } = await call(path, body)
  if (data?.id === undefined) throw new Error(`${path}: ${msg}`)
  return String(data.id)
}
beforeAll(async () => {
  p = await CutProduct.start(['admin'])
  warehouseId = await made('/warehouseManage/insert', { code: 'CP', name: '采购中断仓', kind: 1 })
  productId = await made('/productManage/insert', { sku: 'CP-1', name: '中断采购品' })
  supplierId = await made('/supplierManage/insert', { code: 'CP1', name: '中断厂', status: 2, billing: 2 })
  await p.rows(`update warehouse set kept_since = date_trunc('month', now())::date where id = $1`, [warehouseId])
  await p.rows(
    `insert into stock_place (org_id, name, kind, warehouse_id) select org_id, '采购中断仓', 1, id from warehouse where id = $1`,
    [warehouseId],
  )
  await p.watchWrites()
})
afterAll(() => p?.remove())

interface Came {
  readonly orderId: string
  readonly receiptId: string
}
async function sent(): Promise<Came> {
  const values = { businessOn: today, promisedOn: today, supplierId, warehouseId }
  const orderId = await made('/purchaseOrder/insert', { ...values, lines: { added: [{ productId, quantity: '10', price: '3' }] } })
  expect(await call('/purchaseOrder/submit', { id: orderId })).toMatchObject({ code: 0 })
  const [line] = await p.rows<{ id: string }>('select id::text from purchase_order_line where order_id = $1', [orderId])
  const added = [{ productId, quantity: '10', orderLineId: line?.id }]
  const receiptId = await made('/goodsIn/insert', { businessOn: today, kind: 1, warehouseId, supplierId, lines: { added } })
  return { orderId, receiptId }
}
const receive =
  ({ receiptId }: Came) =>
  (): Promise<Answer> =>
    call('/goodsIn/receive', { id: receiptId })
/** What is there of an order and its receipt. */
const there = async ({ orderId, receiptId }: Came) => {
  const [row] = await p.rows(
    `select o.state, (select l.received::float8 from purchase_order_line l where l.order_id = o.id) as received,
      (select count(*)::int from cost_receipt r join goods_in_line i on r.line_id = i.id::text where i.in_id = $2) as cards,
      (select count(*)::int from purchase_arrival a where a.in_id = $2) as facts,
      (select count(*)::int from goods_posting g where g.doc_type = 'goods_in' and g.doc_id = $2::text) as postings
    from purchase_order o where o.id = $1`,
    [orderId, receiptId],
  )
  return row
}
/** The first write, one in the middle and the last. */
const some = (steps: readonly string[]): readonly string[] =>
  [...new Set([steps[0], steps[Math.floor(steps.length / 2)], steps.at(-1)])].filter(one => one !== undefined)

test(
  'cut while an order is received neither goods, cost nor progress are there; then they are there once',
  { timeout: 600_000 },
  async () => {
    const steps = await p.stepsOf(receive(await sent()))
    expect(steps).toEqual(expect.arrayContaining(['INSERT goods_posting', 'INSERT cost_receipt', 'INSERT purchase_arrival']))
    const came = await sent()
    const before = await there(came)
    expect(before).toMatchObject({ state: 2, received: 0, cards: 0, facts: 0, postings: 0 })
    for (const step of some(steps)) {
      await p.cutAt(step, receive(came))
      expect(await there(came), step).toEqual(before)
    }
    expect(await receive(came)()).toMatchObject({ code: 0 })
    expect((await receive(came)()).code).not.toBe(0)
    expect(await there(came)).toMatchObject({ state: 4, received: 10, cards: 1, facts: 1, postings: 1 })
  },
)

test('cut while an invoice is posted neither its cost nor what is invoiced is there; then once', { timeout: 600_000 }, async () => {
  const invoice = async (no: string): Promise<string> => {
    const came = await sent()
    expect(await receive(came)()).toMatchObject({ code: 0 })
    const [line] = await p.rows<{ id: string }>('select id::text from goods_in_line where in_id = $1', [came.receiptId])
    const added = [{ productId, quantity: '10', amount: '31', inLineId: line?.id }]
    return made('/purchaseInvoice/insert', { businessOn: today, supplierId, invoiceNo: no, kind: 2, lines: { added } })
  }
  const post = (id: string) => (): Promise<Answer> => call('/purchaseInvoice/submit', { id })
  const posted = async (id: string) => {
    const [row] = await p.rows(
      `select v.state, (select count(*)::int from cost_invoice c where c.org_id = v.org_id and c.invoice_no = v.no) as costs,
        (select sum(i.invoiced)::float8 from purchase_invoice_line x join goods_in_line i on i.id = x.in_line_id
          where x.invoice_id = v.id) as invoiced
      from purchase_invoice v where v.id = $1`,
      [id],
    )
    return row
  }
  const steps = await p.stepsOf(post(await invoice('CUT-0')))
  expect(steps).toEqual(expect.arrayContaining(['INSERT cost_invoice', 'UPDATE purchase_invoice']))
  const id = await invoice('CUT-1')
  const before = await posted(id)
  expect(before).toMatchObject({ state: 0, costs: 0, invoiced: 0 })
  for (const step of some(steps)) {
    await p.cutAt(step, post(id))
    expect(await posted(id), step).toEqual(before)
  }
  expect(await post(id)()).toMatchObject({ code: 0 })
  expect(await posted(id)).toMatchObject({ state: 2, costs: 1, invoiced: 10 })
})

test('cut while a change order is released the bill is as it was; then its new version is there once', { timeout: 600_000 }, async () => {
  const parts = ['CUT-P', 'CUT-Q'].map(sku => made('/productManage/insert', { sku, name: `物料 ${sku}` }))
  const [partId, otherId] = await Promise.all(parts)
  const [reason] = await p.rows<{ id: string }>('select id::text from dictionary_item where dictionary_code = 126 order by id limit 1')
  const effectiveOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const approved = async (sku: string): Promise<{ id: string; made: string }> => {
    const of = await made('/productManage/insert', { sku, name: `成品 ${sku}` })
    const bill = { businessOn: today, productId: of, validFrom: '2026-01-01', lines: { added: [{ partId, per: '2' }] } }
    expect(await call('/bom/submit', { id: await made('/bom/insert', bill) })).toMatchObject({ code: 0 })
    const added = [{ action: 4, productId: of, partId, newPartId: otherId }]
    const header = { businessOn: today, name: '换物料', reasonId: reason?.id, effectiveOn }
    const id = await made('/changeOrder/insert', { ...header, lines: { added } })
    for (const step of ['assess', 'submit']) expect(await call(`/changeOrder/${step}`, { ids: [{ id }] })).toMatchObject({ code: 0 })
    return { id, made: of }
  }
  const release = (id: string) => (): Promise<Answer> => call('/changeOrder/release', { ids: [{ id }] })
  const bills = async ({ id, made: of }: { id: string; made: string }) => {
    const [row] = await p.rows(
      `select o.state, (select json_agg(json_build_array(b.state, b.valid_to, l.part_id::text) order by b.id) from bom b
        join bom_line l on l.bom_id = b.id where b.product_id = $2) as versions from change_order o where o.id = $1`,
      [id, of],
    )
    return row
  }
  const uncut = await approved('CUT-A')
  const steps = await p.stepsOf(release(uncut.id))
  expect(steps).toEqual(expect.arrayContaining(['INSERT bom', 'UPDATE change_order']))
  const cut = await approved('CUT-B')
  const before = await bills(cut)
  expect(before).toMatchObject({ state: 3, versions: [[2, null, partId]] })
  for (const step of some(steps)) {
    await p.cutAt(step, release(cut.id))
    expect(await bills(cut), step).toEqual(before)
  }
  expect(await release(cut.id)()).toMatchObject({ code: 0 })
  expect((await release(cut.id)()).code).not.toBe(0)
  expect(await bills(cut)).toEqual(await bills(uncut))
})
