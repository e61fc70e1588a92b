/** Cost of purchases where the stock is kept: provisional by the order, then by the invoice; returns of their layer. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveOf, readMoved } from '../../finance/costs/layers/goods-moves.ts'
import { buying, today, type Buying } from '../../../test/setup/buying.ts'

let b: Buying
let item = ''
let org = ''
beforeAll(async () => {
  b = await buying()
  org = b.h.demo.organisationIds[0] ?? ''
  item = await b.product('COST-1')
  await sql`update warehouse set kept_since = '2026-11-01' where id = ${b.warehouseId}`.execute(b.h.db)
  await sql`insert into stock_place (org_id, name, kind, warehouse_id) values (${org}, '到货仓', 1, ${b.warehouseId})`.execute(b.h.db)
}, 120_000)
afterAll(() => b.h.close())

const cards = async (receiptId: string) => {
  const { rows } = await sql<Record<string, string>>`select r.id::text as id, r.basis::text as basis, r.purchase::text as purchase,
      (select string_agg(trim_scale(i.quantity) || ' ' || trim_scale(i.amount), ',' order by i.id) from cost_invoice i
        where i.receipt_id = r.id) as invoiced
    from cost_receipt r join goods_in d on d.no = r.document_no where d.id = ${receiptId} order by r.line_no`.execute(b.h.db)
  return rows
}
const billing = (value: number) => sql`update supplier set billing = ${value} where id = ${b.supplierId}`.execute(b.h.db)
/** 100 units at 11.30 with tax, and 50 of freight. */
async function came() {
  const order = await b.ordered([{ productId: item, quantity: '100', price: '11.3' }], { freight: '50' })
  const receiptId = await b.received([{ productId: item, quantity: '100', orderLineId: order.lines[0]?.['id'] }])
  const [line] = await b.lines('goodsIn', receiptId)
  return { receiptId, inLineId: line?.['id'] ?? '' }
}

test('a deductible invoice takes the place of the provisional cost without its tax; reversed, that stands again', async () => {
  await billing(1)
  const { receiptId, inLineId } = await came()
  expect(await cards(receiptId)).toMatchObject([{ basis: '2', purchase: '1050.0000', invoiced: null }])
  const id = await b.make('purchaseInvoice', { supplierId: b.supplierId, invoiceNo: 'V1', kind: 1 }, [
    { productId: item, inLineId, quantity: '60', amount: '720', tax: '82.83' },
  ])
  expect(await b.step('purchaseInvoice', id, 'submit')).toBe('')
  expect(await cards(receiptId)).toMatchObject([{ invoiced: '60 637.17' }])
  // a receipt that was invoiced is not taken back
  expect(await b.step('goodsIn', receiptId, 'reverse')).not.toBe('')
  expect(await b.step('purchaseInvoice', id, 'reverse')).toBe('')
  expect(await cards(receiptId)).toMatchObject([{ invoiced: null }])
  expect(await b.lines('goodsIn', receiptId)).toMatchObject([{ invoiced: '0.000000' }])
})

test('of who writes no invoices the confirmed statement takes the place of the provisional cost, tax and freight included', async () => {
  await billing(3)
  const { receiptId } = await came()
  expect(await cards(receiptId)).toMatchObject([{ purchase: '1180.0000' }])
  const { data } = await b.admin.post('/supplierStatement/insert', { businessOn: today, supplierId: b.supplierId, month: '2026-11' })
  for (const name of ['send', 'confirm']) expect(await b.step('supplierStatement', data.id, name)).toBe('')
  expect(await cards(receiptId)).toMatchObject([{ invoiced: '100 1180' }])
})

test('what goes back to a supplier is taken of the layer of its receipt', async () => {
  await billing(3)
  await came()
  const { receiptId, inLineId } = await came()
  const [card] = await cards(receiptId)
  const id = await b.make('purchaseReturn', { supplierId: b.supplierId, warehouseId: b.warehouseId }, [
    { productId: item, inLineId, quantity: '4' },
  ])
  for (const name of ['submit', 'allocate', 'release', 'pick', 'ship'])
    expect([name, await b.step('purchaseReturn', id, name)]).toEqual([name, ''])
  const { rows } = await sql<{ no: string }>`select no from purchase_return where id = ${id}`.execute(b.h.db)
  expect(rows).toHaveLength(1)
  const moves = (await readMoved(b.h.db as never, org, [item], '2026-10-31')).map(moveOf).filter(one => one !== null)
  expect(moves).toMatchObject([{ kind: 'writeOff', quantity: 4_000_000n, undoes: `receipt ${card?.['id']}`, to: null }])
  // invoiced afterwards: no more than was kept
  await billing(2)
  const more = await b.admin.post('/purchaseInvoice/insert', {
    businessOn: today,
    supplierId: b.supplierId,
    invoiceNo: 'V9',
    kind: 2,
    lines: { added: [{ productId: item, inLineId, quantity: '97' }] },
  })
  expect(await b.step('purchaseInvoice', more.data.id, 'submit')).toContain('超过入库减去退货')
})
