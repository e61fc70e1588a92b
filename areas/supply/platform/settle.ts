/** What was paid at 1688 for goods of who writes no invoices is what they cost: it is billed under the number of the order there. */
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/server/area.ts'
import { behind, inKinds } from '#areas/goods/index.ts'
import { addDocument } from '#platform/server/documents.ts'
import { setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { todayOf } from '#platform/format/zones.ts'
import { invoiceKinds, invoiceLinesMax, purchaseInvoice, purchaseInvoiceLine } from '../money/invoice-tables.ts'
import { sheetStages } from './sheet-tables.ts'

const none = 3
interface Row {
  readonly orderId: string
  readonly supplierId: string
  readonly no: string
  readonly times: number
  readonly inLineId: string
  readonly productId: string
  readonly quantity: string
  readonly amount: string
}

/**
 * Of these orders, or of those that these receipts are of, what was received and not billed. The payment falls on the lines by their
 * amounts, rounded so that they add up to it, and on what was received of a line by quantity, the cents as they add up; more than was
 * ordered costs no more than was paid.
 */
export async function settlePaid(server: Context, tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`select 1 from purchase_order where id = any(${[...orderIds]}::bigint[]) order by id for no key update`.execute(behind(tx))
  const { rows } = await sql<Row>`
    with paid as (select o.id, o.supplier_id, o.platform_no, min(p.paid) as paid from purchase_order o
        join supplier s on s.id = o.supplier_id and s.billing = ${none}
        join platform_order_line p on p.org_id = o.org_id and p.platform_no = o.platform_no
        where o.id = any(${[...orderIds]}::bigint[]) and o.currency = 'CNY'
        group by o.id having max(p.stage) between ${sheetStages.toSend[0]} and ${sheetStages.done[0]} and min(p.paid) > 0),
      shares as (select l.id, l.order_id, l.quantity, p.platform_no, p.supplier_id,
          round(p.paid * sum(l.amount) over w / t.total, 2) - round(p.paid * (sum(l.amount) over w - l.amount) / t.total, 2) as share
        from paid p join purchase_order_line l on l.order_id = p.id
        cross join lateral (select sum(a.amount) as total from purchase_order_line a where a.order_id = p.id) t
        where t.total > 0 window w as (partition by l.order_id order by l.line_no)),
      came as (select s.*, i.id as in_line, i.product_id, i.quantity - i.returned - i.invoiced as open,
          sum(i.invoiced) over (partition by s.id)
            + sum(greatest(i.quantity - i.returned - i.invoiced, 0)) over (partition by s.id order by i.id)
            as until
        from shares s join goods_in_line i on i.order_line_id = s.id join goods_in d on d.id = i.in_id
        where d.state = 4 and d.kind = ${inKinds.bought[0]})
    select c.order_id::text as "orderId", c.supplier_id::text as "supplierId", c.platform_no as no, c.in_line::text as "inLineId",
      c.product_id::text as "productId", trim_scale(c.open)::text as quantity,
      (round(c.share * least(c.until, c.quantity) / c.quantity, 2)
        - round(c.share * least(c.until - c.open, c.quantity) / c.quantity, 2))::text as amount,
      (select count(*)::int from purchase_invoice v where v.supplier_id = c.supplier_id and v.platform_no = c.platform_no) as times
    from came c where c.open > 0 order by c.order_id, c.in_line`.execute(behind(tx))
  for (const [, lines] of Map.groupBy(rows, one => one.orderId))
    for (let from = 0; from < lines.length; from += invoiceLinesMax) await bill(server, lines.slice(from, from + invoiceLinesMax), from)
}

async function bill(server: Context, rows: readonly Row[], from: number): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const { supplierId, no } = first
  const count = first.times + from / invoiceLinesMax
  const values = { businessOn: todayOf(server), supplierId, invoiceNo: count === 0 ? no : `${no}-${count + 1}`, currency: 'CNY' }
  const made = await addDocument(
    server,
    [purchaseInvoice, purchaseInvoiceLine],
    { ...values, kind: invoiceKinds.settled[0] },
    {
      added: rows.map(({ inLineId, productId, quantity, amount }, at) => ({ id: `n${at}`, inLineId, productId, quantity, amount })),
      changed: [],
      removed: [],
    },
    {},
  )
  await setDerived(server, purchaseInvoice, [{ id: made.id, platformNo: no }])
  await takeSteps(server, purchaseInvoice, { ids: [{ id: made.id }], pick: { step: 'submit' }, input: {} })
}
