/**
 * What the demo company's purchases have at the end: a deposit that was paid and taken off, an invoice and an order that wait for approval,
 * a sheet of 1688 with an order that is found, one that becomes a draft and one whose goods are to be paired.
 */
import { sql } from 'kysely'
import { behind, goodsIn } from '#areas/goods/index.ts'
import { expectedSources, payInDemo } from '#areas/finance/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { addRecord, change, create } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { invoiceKinds, purchaseInvoice } from '../money/invoice-tables.ts'
import { payKinds, paymentRequest } from '../money/request-tables.ts'
import { purchaseOrder } from '../orders/order-tables.ts'
import { supplierItem } from '../orders/supplier-item.ts'
import { orderSheet } from './made-sheet.ts'

type Row = Readonly<Record<string, string>>
const rowsOf = (context: Context, query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
  context.write(async tx => (await query.execute(behind(tx))).rows)
const take = (context: Context, r: Resource, id: string | undefined, step: string) =>
  takeSteps(context, r, { ids: [{ id: id ?? '' }], pick: { step }, input: {} })

export async function makePurchases({ now, as }: DemoPeople): Promise<void> {
  const buyer = await as('buyer')
  const today = dayInZone(now.getTime(), homeZone)
  await payDeposit(buyer, await as('keeper'), await as('finance'), today)
  await askForApprovals(buyer, today)
  await bringSheet(buyer, today)
}

/** The deposit of the second order is paid; all of it comes, is billed and asked for, less the deposit. */
async function payDeposit(buyer: Context, keeper: Context, finance: Context, today: string): Promise<void> {
  const { orgId } = buyer.caller
  const paid = await rowsOf(
    buyer,
    sql<Row>`select r.id::text as id, r.order_id::text as "orderId", r.supplier_id::text as "supplierId" from payment_request r
    where r.org_id = ${orgId} and r.kind = ${payKinds.ahead[0]} and r.state = 2 order by r.id desc limit 1`,
  )
  const [deposit] = paid
  if (deposit === undefined) return
  await payInDemo(finance, expectedSources.purchase[0], [deposit['id'] ?? ''], today)
  const { orderId, supplierId } = deposit
  const open = await rowsOf(
    buyer,
    sql<Row>`select l.id::text as "orderLineId", l.product_id::text as "productId", o.warehouse_id::text as "warehouseId",
      trim_scale(l.quantity - l.received)::text as quantity
    from purchase_order_line l join purchase_order o on o.id = l.order_id where o.id = ${orderId} and l.quantity > l.received
    order by l.line_no`,
  )
  if (open[0] !== undefined) {
    const added = open.map(({ warehouseId: _warehouseId, ...line }) => line)
    const values = { businessOn: today, kind: 1, warehouseId: open[0]['warehouseId'], supplierId, lines: { added } }
    const { id } = await addRecord(keeper, goodsIn, values)
    await take(keeper, goodsIn, id, 'receive')
  }
  const came = await rowsOf(
    buyer,
    sql<Row>`select i.id::text as "inLineId", i.product_id::text as "productId", trim_scale(i.quantity - i.returned - i.invoiced)::text
      as quantity from goods_in_line i join purchase_order_line l on l.id = i.order_line_id join goods_in d on d.id = i.in_id
    where l.order_id = ${orderId} and d.state = 4 and i.quantity > i.returned + i.invoiced order by i.id`,
  )
  if (came.length === 0) return
  const values = { businessOn: today, supplierId, currency: 'CNY', kind: invoiceKinds.plain[0], invoiceNo: '26952000019' }
  const invoice = await addRecord(buyer, purchaseInvoice, { ...values, lines: { added: came } })
  await take(buyer, purchaseInvoice, invoice.id, 'submit')
  const billed = await rowsOf(
    buyer,
    sql<Row>`select id::text as "invoiceLineId", amount::text as amount from purchase_invoice_line where invoice_id = ${invoice.id}`,
  )
  const asked = { businessOn: today, dueOn: addDays(today, 7), currency: 'CNY', kind: payKinds.goods[0], supplierId }
  const request = await addRecord(buyer, paymentRequest, { ...asked, lines: { added: billed } })
  await take(buyer, paymentRequest, request.id, 'submit')
}

async function askForApprovals(buyer: Context, today: string): Promise<void> {
  const { orgId } = buyer.caller
  const [beyond] = await rowsOf(
    buyer,
    sql<Row>`select id::text as id from purchase_invoice where org_id = ${orgId} and state = 0 and beyond order by id limit 1`,
  )
  if (beyond !== undefined) await take(buyer, purchaseInvoice, beyond['id'], 'submit')
  const [last] = await rowsOf(
    buyer,
    sql<Row>`select o.supplier_id::text as "supplierId", o.warehouse_id::text as "warehouseId", l.product_id::text as "productId"
    from purchase_order o join purchase_order_line l on l.order_id = o.id where o.org_id = ${orgId} order by o.id, l.line_no limit 1`,
  )
  if (last === undefined) return
  const { supplierId, warehouseId, productId } = last
  const added = [{ productId, quantity: '2000', price: '14.80' }]
  const values = { businessOn: today, promisedOn: addDays(today, 30), supplierId, warehouseId, lines: { added } }
  const { id } = await addRecord(buyer, purchaseOrder, values)
  await take(buyer, purchaseOrder, id, 'submit')
}

async function bringSheet(buyer: Context, today: string): Promise<void> {
  const { orgId } = buyer.caller
  const rows = await rowsOf(
    buyer,
    sql<Row>`with chosen as (select o.* from purchase_order o join supplier s on s.id = o.supplier_id and s.billing = 3
        where o.org_id = ${orgId} and o.state = 2 and o.platform_no is null
          and not exists (select from purchase_order_line l where l.order_id = o.id and l.noticed > 0) order by o.id desc limit 1)
      select o.id::text as id, s.id::text as "supplierId", s.name, o.warehouse_id::text as "warehouseId", l.product_id::text as "productId",
        g.name as title, trim_scale(l.quantity)::text as quantity, trim_scale(l.price)::text as price, o.freight::text as freight,
        (o.total + o.freight - o.discount)::numeric(20, 2)::text as paid, x.id::text as item
      from chosen o join supplier s on s.id = o.supplier_id join purchase_order_line l on l.order_id = o.id
      join product g on g.id = l.product_id
      left join supplier_item x on x.supplier_id = s.id and x.product_id = l.product_id order by l.line_no`,
  )
  const [first] = rows
  if (first === undefined) return
  const goods = rows.map((row, n) => ({
    title: row['title'] ?? '',
    price: row['price'] ?? '0',
    quantity: row['quantity'] ?? '0',
    offer: `68211000${n}1`,
    sku: `511800${n}`,
  }))
  for (const [n, { item, supplierId, productId }] of rows.entries()) {
    const pair = { offerId: goods[n]?.offer, specId: goods[n]?.sku }
    if (item) await change(buyer, supplierItem, item, pair)
    else await create(buyer, supplierItem, { supplierId, productId, ...pair })
  }
  const seller = first['name'] ?? ''
  const at = (ago: number) => `${addDays(today, -ago)} 10:21:35`
  const [one] = goods
  if (one === undefined) return
  const text = orderSheet([
    {
      no: '2611280011223344',
      seller,
      status: '等待买家收货',
      day: at(6),
      paid: first['paid'] ?? '0',
      freight: first['freight'] ?? '0',
      way: ['中通快递', 'ZT7788123456'],
      goods,
    },
    {
      no: '2611280055667788',
      seller,
      status: '等待卖家发货',
      day: at(2),
      paid: '480.00',
      goods: [{ ...one, price: '12', quantity: '40' }],
    },
    {
      no: '2611280099001122',
      seller: '义乌市晨光日用品商行',
      status: '等待卖家发货',
      day: at(1),
      paid: '265.00',
      freight: '15.00',
      goods: [{ title: '加厚无纺布收纳袋 40×30', price: '2.50', quantity: '100', offer: '7055123901', sku: '880012', model: '灰色' }],
    },
  ])
  const fileId = await keepUpload(buyer, { name: '1688 订单.csv', contentType: 'text/csv; charset=utf-8', content: [text] })
  await startImport(buyer, { fileIds: [fileId], owner: { table: 'warehouse', id: first['warehouseId'] ?? '' } })
}
