/**
 * Purchases: lists over many orders, an order and receipt of 500 lines with their invoice, a statement, a sheet of 1688 of 5,000 rows. A
 * database of its own; old orders are written by SQL, what is measured goes the real way.
 */
import { goodsIn } from '#areas/goods/documents/in-tables.ts'
import { openGranted, product, supplier, warehouse } from '#areas/reference/index.ts'
import { purchaseInvoice } from '#areas/supply/money/invoice-tables.ts'
import { supplierStatement } from '#areas/supply/money/statement-tables.ts'
import { purchaseOrder, purchaseOrderLine } from '#areas/supply/orders/order-tables.ts'
import { applyOrders } from '#areas/supply/platform/apply.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists.ts'
import { createEach } from '#platform/server/records/create-each.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { median, ms, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'purchase'
const [products, suppliers, linesEach, runs] = [500, 20, 10, 30]
const aims = { listMs: 50, drawMs: 100, saveMs: 300, receiptMs: 500, invoiceMs: 500, sheetMs: 10_000, statementMs: 2_000 }
const sheetRows = 5_000

export async function purchasePart({ data, records }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const context = await place.context()
    const held = await fill(place, context, records)
    return [
      ...(await lists(place, context, held, records)),
      ...(await documents(place, context, held)),
      ...(await sheet(place, context, held)),
      await statement(place, context, held),
    ]
  } finally {
    await place.close()
  }
}

interface Held {
  readonly warehouseId: string
  readonly supplierIds: readonly string[]
  readonly productIds: readonly string[]
  readonly day: string
}
async function fill({ owner, orgId }: Place, context: Context, records: number): Promise<Held> {
  const { id: warehouseId } = await openGranted(context, warehouse, 'warehouses', { code: 'BP', name: '采购仓', kind: 1 })
  const named = (count: number, code: string) => Array.from({ length: count }, (_, at) => `${code}-${String(at).padStart(4, '0')}`)
  await createEach(
    context,
    product,
    named(products, 'BP').map(sku => ({ sku, name: sku })),
  )
  await createEach(
    context,
    supplier,
    named(suppliers, 'BS').map(code => ({ code, name: code, status: 2, billing: 2 })),
  )
  const ids = async (table: string, column: string, like: string): Promise<string[]> =>
    (await owner.query<{ id: string }>(`select id::text as id from ${table} where ${column} like $1 order by id`, [like])).rows.map(
      r => r.id,
    )
  const productIds = await ids('product', 'sku', 'BP-%')
  const supplierIds = await ids('supplier', 'code', 'BS-%')
  const day = context.now().toISOString().slice(0, 10)
  await owner.query(
    `insert into purchase_order (org_id, no, business_on, supplier_id, warehouse_id, state, promised_on, currency, buyer_id)
      select $1, 'BO' || g, $2::date - (g % 700)::int, ($3::bigint[])[1 + g % $4], $5,
        case when g % 50 = 0 then 3 else 4 end, $2::date - (g % 700)::int + 20,
        'CNY', (select min(id) from employee where org_id = $1) from generate_series(1, $6) g`,
    [orgId, day, supplierIds, suppliers, warehouseId, Math.floor(records / linesEach)],
  )
  await owner.query(
    `insert into purchase_order_line (org_id, order_id, line_no, product_id, quantity, price, amount, net, received)
      select o.org_id, o.id, l, ($1::bigint[])[1 + (o.id + l) % $2], 100, 10, 1000, 884.96, case when o.state = 3 then 50 else 100 end
      from purchase_order o, generate_series(1, $3) l where o.no like 'BO%'`,
    [productIds, products, linesEach],
  )
  // two receipts of each order, each with all its lines
  await owner.query(
    `insert into goods_in (org_id, no, business_on, kind, supplier_id, warehouse_id, state, posted_on)
      select o.org_id, o.no || '-' || part, o.business_on + 15, 1, o.supplier_id, o.warehouse_id, 4, o.business_on + 15
      from purchase_order o, generate_series(1, 2) part where o.no like 'BO%'`,
  )
  await owner.query(
    `insert into goods_in_line (org_id, in_id, line_no, warehouse_id, product_id, quantity, unit_cost, order_line_id, invoiced)
      select d.org_id, d.id, l.line_no, d.warehouse_id, l.product_id, case when o.state = 3 then 25 else 50 end, 10, l.id,
        case when o.state = 3 then 25 else 50 end
      from purchase_order o join purchase_order_line l on l.order_id = o.id
      join goods_in d on d.no in (o.no || '-1', o.no || '-2') where o.no like 'BO%'`,
  )
  await owner.query('analyze')
  return { warehouseId: String(warehouseId), supplierIds, productIds, day }
}

const figure = (what: string, value: number, aim: number): Figure => ({
  part,
  what,
  value: ms(value),
  aim: `below ${aim >= 2_000 ? seconds(aim) : ms(aim)}`,
  met: value < aim,
})
const p50 = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let at = 0; at < runs; at++) times.push(await timed(work))
  return median(times)
}

async function lists({ house }: Place, context: Context, { supplierIds, warehouseId }: Held, records: number): Promise<Figure[]> {
  const draw = house.registry.routes.find(one => one.path === '/goodsIn/draw')
  if (draw === undefined) throw new Error('nothing is drawn by receipts')
  const header = { supplierId: supplierIds[0], warehouseId }
  const input = { from: 'purchaseOrderLine', header, query: { pageNum: 1, pageSize: 50 } }
  const ask = { input, params: {}, headers: {}, address: '', house, language: 'zh' } as never
  // as the browser asks: rows with what is cheap of the totals
  const page =
    (r: Resource, more: object = {}) =>
    () =>
      listOf(context, r, { pageNum: 1, pageSize: 50, only: 'rows', ...more })
  const of = `of ${records.toLocaleString('en')} order lines`
  return [
    figure(`order list, p50, ${of}`, await p50(page(purchaseOrder)), aims.listMs),
    figure(`orders that deliver, p50, ${of}`, await p50(page(purchaseOrder, { state: [3] })), aims.listMs),
    figure(`lines of orders, p50, ${of}`, await p50(page(purchaseOrderLine)), aims.drawMs),
    figure(`receipts, p50, ${(records * 2).toLocaleString('en')} receipt lines`, await p50(page(goodsIn)), aims.listMs),
    figure(`open lines to draw, p50, ${of}`, await p50(async () => draw.handler(context, ask)), aims.drawMs),
  ]
}

async function documents({ owner }: Place, context: Context, { warehouseId, supplierIds, productIds, day }: Held): Promise<Figure[]> {
  const supplierId = supplierIds[0] ?? ''
  const take = (r: Resource, id: string, step: string) => takeSteps(context, r, { ids: [{ id }], pick: { step }, input: {} })
  const idsOf = async (table: string, by: string, id: string): Promise<readonly { id: string }[]> => {
    const { list } = await listOf(context, table === 'order' ? purchaseOrderLine : (await import('#areas/goods/index.ts')).goodsInLine, {
      pageNum: 1,
      pageSize: 500,
      [by]: [id],
    })
    return list
  }
  let [orderId, receiptId, invoiceId] = ['', '', '']
  const added = productIds.map(productId => ({ productId, quantity: '10', price: '3' }))
  const saved = await timed(async () => {
    orderId = (await addRecord(context, purchaseOrder, { businessOn: day, promisedOn: day, supplierId, warehouseId, lines: { added } })).id
  })
  await take(purchaseOrder, orderId, 'submit')
  const lines = await idsOf('order', 'orderId', orderId)
  const drawn = lines.map(line => ({
    productId: (line as unknown as { productId: string }).productId,
    quantity: '10',
    orderLineId: line.id,
  }))
  receiptId = (await addRecord(context, goodsIn, { businessOn: day, kind: 1, supplierId, warehouseId, lines: { added: drawn } })).id
  const received = await timed(() => take(goodsIn, receiptId, 'receive'))
  const came = await idsOf('receipt', 'inId', receiptId)
  const billed = came.map(line => ({ productId: (line as unknown as { productId: string }).productId, quantity: '10', inLineId: line.id }))
  const values = { businessOn: day, supplierId, invoiceNo: 'BENCH-1', kind: 2, currency: 'CNY', lines: { added: billed } }
  invoiceId = (await addRecord(context, purchaseInvoice, values)).id
  const posted = await timed(() => take(purchaseInvoice, invoiceId, 'submit'))
  await forgetOld(owner, supplierId, day)
  const stated = await timed(() =>
    addRecord(context, supplierStatement, { businessOn: day, supplierId, month: day.slice(0, 7), currency: 'CNY' }),
  )
  return [
    figure('order of 500 lines saved', saved, aims.saveMs),
    figure('receipt of 500 lines posted', received, aims.receiptMs),
    figure('invoice over 500 lines posted', posted, aims.invoiceMs),
    figure('statement of 500 lines made', stated, aims.statementMs),
  ]
}

/** Rows of the sheet as an import leaves them, all paired: what is measured makes their orders. */
async function sheet({ owner, orgId }: Place, context: Context, { warehouseId, supplierIds, productIds, day }: Held): Promise<Figure[]> {
  const supplierId = supplierIds[1] ?? ''
  await owner.query(
    `insert into supplier_item (org_id, supplier_id, product_id, offer_id, spec_id)
      select $1, $2, p, 'F' || p, null from unnest($3::bigint[]) p`,
    [orgId, supplierId, productIds],
  )
  await owner.query(
    `insert into platform_order_line (org_id, platform_no, seller, title, quantity, price, ordered_on, paid, goods_total, stage, offer_id,
        warehouse_id, line_key)
      select $1, 'N' || (g / 3), (select name from supplier where id = $2), 'T' || g, 5, 2, $3, 30, 30, 2,
        'F' || ($4::bigint[])[1 + g % $5],
        $6, gen_random_uuid() from generate_series(0, $7 - 1) g`,
    [orgId, supplierId, day, productIds, products, warehouseId, sheetRows],
  )
  const nos = Array.from({ length: Math.ceil(sheetRows / 3) }, (_, at) => `N${at}`)
  const took = await timed(() => context.write((tx, inside) => applyOrders(inside, tx, { nos, buyerId: context.caller.employeeId })))
  // ordered, and the next sheet says that all are on their way
  const made = await owner.query<{ id: string }>(`select id::text as id from purchase_order where platform_no like 'N%' order by id`)
  for (let from = 0; from < made.rows.length; from += 500)
    await takeSteps(context, purchaseOrder, { ids: made.rows.slice(from, from + 500), pick: { step: 'submit' }, input: {} })
  await owner.query(
    `update platform_order_line set stage = 3, carrier = 'ZT', tracking_no = 'ZT' || platform_no where platform_no like 'N%'`,
  )
  const sent = await timed(() => context.write((tx, inside) => applyOrders(inside, tx, { nos, buyerId: context.caller.employeeId })))
  const [rows, orders] = [sheetRows.toLocaleString('en'), nos.length.toLocaleString('en')]
  return [
    figure(`sheet of ${rows} rows becomes ${orders} orders`, took, aims.sheetMs),
    figure(`sheet of ${rows} rows becomes ${orders} deliveries with their receipts`, sent, aims.sheetMs),
  ]
}

/** A statement has 5,000 lines at most: what was written by SQL of its month is not in it. */
const forgetOld = (owner: Place['owner'], supplierId: string, day: string): Promise<unknown> =>
  owner.query(
    `delete from goods_in_line where in_id in (select id from goods_in where supplier_id = $1 and no like 'BO%'
    and posted_on >= $2::date)`,
    [supplierId, `${day.slice(0, 7)}-01`],
  )

/** Of a supplier with 5,000 receipt lines in the month. */
async function statement({ owner, orgId }: Place, context: Context, { warehouseId, supplierIds, productIds, day }: Held): Promise<Figure> {
  const supplierId = supplierIds[2] ?? ''
  const month = `${day.slice(0, 7)}-01`
  await owner.query(
    `with d as (insert into goods_in (org_id, no, business_on, kind, supplier_id, warehouse_id, state, posted_on)
        select $1, 'BM' || g, $2::date, 1, $3, $4, 4, $2::date from generate_series(1, 10) g returning id)
      insert into goods_in_line (org_id, in_id, line_no, warehouse_id, product_id, quantity, unit_cost)
        select $1, d.id, l, $4, ($5::bigint[])[1 + l % $6], 1, 10 from d, generate_series(1, 500) l`,
    [orgId, month, supplierId, warehouseId, productIds, products],
  )
  await forgetOld(owner, supplierId, day)
  const values = { businessOn: day, supplierId, month: day.slice(0, 7), currency: 'CNY' }
  const took = await timed(() => addRecord(context, supplierStatement, values))
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from supplier_statement_line l join supplier_statement s on s.id = l.statement_id where s.supplier_id = $1`,
    [supplierId],
  )
  return figure(`statement of ${(rows[0]?.n ?? 0).toLocaleString('en')} lines made`, took, aims.statementMs)
}
