/** Deliveries, differences, invoices, a statement and a deposit of the demo company, over its orders. The same on every machine. */
import { sql } from 'kysely'
import { behind, goodsIn } from '#areas/goods/index.ts'
import { supplier } from '#areas/reference/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { addRecord, setDerived, updateRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { purchaseDelivery } from '../receiving/delivery-tables.ts'
import { invoiceKinds, purchaseInvoice } from './invoice-tables.ts'
import { payKinds, paymentRequest } from './request-tables.ts'
import { supplierStatement } from './statement-tables.ts'

interface Line {
  readonly id: string
  readonly supplierId: string
  readonly productId: string
  readonly quantity: string
}
interface OrderLine extends Line {
  readonly orderId: string
  readonly warehouseId: string
}
const rowsOf = <T>(context: Context, query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  context.write(async tx => (await query.execute(behind(tx))).rows)

export async function makePayments({ now, as }: DemoPeople): Promise<void> {
  const buyer = await as('buyer')
  const keeper = await as('keeper')
  const { orgId } = buyer.caller
  const today = dayInZone(now.getTime(), homeZone)
  const take = (context: Context, r: Resource, id: string, step: string) =>
    takeSteps(context, r, { ids: [{ id }], pick: { step }, input: {} })
  const open = await rowsOf(
    buyer,
    sql<OrderLine>`select l.id::text as id, o.id::text as "orderId", o.supplier_id::text as "supplierId",
      o.warehouse_id::text as "warehouseId", l.product_id::text as "productId", trim_scale(l.quantity)::text as quantity
    from purchase_order o join purchase_order_line l on l.order_id = o.id
    where o.org_id = ${orgId} and o.state = 2 order by o.id, l.line_no`,
  )
  const [first] = open
  if (first === undefined) return
  const all = [...Map.groupBy(open, one => one.orderId).values()]
  // those of the first supplier before others
  const orders = [
    ...all.filter(([one]) => one?.supplierId === first.supplierId),
    ...all.filter(([one]) => one?.supplierId !== first.supplierId),
  ]
  await setUpSuppliers(buyer, first.supplierId, [...new Set(open.map(one => one.supplierId))])
  // one delivery is on its way, of another 8 units lack
  for (const [n, lines] of orders.slice(0, 2).entries()) {
    const [one] = lines
    if (one === undefined) continue
    const { supplierId, warehouseId } = one
    const added = lines.map(({ id, productId, quantity }) => ({ orderLineId: id, productId, quantity }))
    const values = { businessOn: today, supplierId, warehouseId, expectedOn: addDays(today, 2), carrier: '顺丰', boxes: 6 + n }
    const { id } = await addRecord(buyer, purchaseDelivery, { ...values, trackingNo: `SF168800000${n + 1}`, lines: { added } })
    await take(buyer, purchaseDelivery, id, 'send')
    if (n === 0) continue
    const received = await rowsOf(
      keeper,
      sql<{ id: string; lineId: string; version: number; less: string }>`select i.in_id::text as id, i.id::text as "lineId", i.version,
        trim_scale(i.quantity - 8)::text as less
      from purchase_delivery d join goods_in_line i on i.in_id = d.receipt_id where d.id = ${id} order by i.line_no limit 1`,
    )
    for (const { id: receiptId, lineId, version, less } of received) {
      await updateRecord(keeper, goodsIn, { id: receiptId, lines: { changed: [{ id: lineId, version, quantity: less }] } })
      await take(keeper, goodsIn, receiptId, 'receive')
    }
  }
  await bill(buyer, take, today, first.supplierId)
  // a statement that the supplier has to confirm, a deposit that waits for its payment
  const other = orders.find(([one]) => one?.supplierId !== first.supplierId)?.[0]
  if (other !== undefined) {
    const values = { businessOn: today, supplierId: other.supplierId, month: today.slice(0, 7), currency: 'CNY' }
    const { id } = await addRecord(buyer, supplierStatement, values)
    await take(buyer, supplierStatement, id, 'send')
  }
  for (const { supplierId, orderId } of orders.slice(0, 2).flatMap(lines => lines.slice(0, 1))) {
    const deposit = { kind: payKinds.ahead[0], supplierId, orderId, ahead: '500.00' }
    const { id } = await addRecord(buyer, paymentRequest, { businessOn: today, dueOn: addDays(today, 3), currency: 'CNY', ...deposit })
    await take(buyer, paymentRequest, id, 'submit')
  }
}

/** The first supplier writes deductible invoices, the others none. */
async function setUpSuppliers(buyer: Context, firstId: string, ids: readonly string[]): Promise<void> {
  const accounts = ids.map((id, n) => ({ id, bankName: '招商银行', bankHolder: '货款专户', bankAccount: `75591234567${n}` }))
  await buyer.write((_tx, inside) => setDerived(inside, supplier, [{ id: firstId, billing: 1 }]))
  await buyer.write((_tx, inside) => setDerived(inside, supplier, accounts))
}

type Take = (context: Context, r: Resource, id: string, step: string) => Promise<unknown>
/** One invoice is what the order says, one is far above it and waits. */
async function bill(buyer: Context, take: Take, today: string, supplierId: string): Promise<void> {
  const lines = await rowsOf(
    buyer,
    sql<Line>`select i.id::text as id, d.supplier_id::text as "supplierId", i.product_id::text as "productId",
      trim_scale(i.quantity)::text as quantity
    from goods_in d join goods_in_line i on i.in_id = d.id
    where d.supplier_id = ${supplierId} and d.state = 4 and i.order_line_id is not null order by d.id, i.line_no`,
  )
  for (const [n, { id: inLineId, productId, quantity }] of lines.slice(0, 2).entries()) {
    const added = [{ inLineId, productId, quantity, ...(n === 1 ? { amount: '9999.00' } : {}) }]
    const values = { businessOn: today, supplierId, currency: 'CNY', kind: invoiceKinds.plain[0], invoiceNo: `2695200000${n + 1}` }
    const { id } = await addRecord(buyer, purchaseInvoice, { ...values, lines: { added } })
    if (n === 0) await take(buyer, purchaseInvoice, id, 'submit')
  }
}
