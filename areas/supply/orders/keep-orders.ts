/** What follows from purchase orders: prices of their lines, the day that is waited for, what a receipt of theirs costs. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEachTo, setDerived } from '#platform/server/records.ts'
import { goodsInLine } from '#areas/goods/index.ts'
import { orderStates as states, priceSources as prices, purchaseOrder, purchaseOrderLine } from './order-tables.ts'

type Changes = Parameters<Follower>[2]
/** prices and costs are the organisation's, whoever writes */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

/** Before it is asked for an order has lines with prices, of a supplier who may get orders; what is to come has a day. */
export const keepOrders: Follower = async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'what follows from the state of an order')
  const due: { id: string; dueOn: unknown }[] = []
  for (const { id, before, after } of changes) {
    if (after === null) continue
    if (after['state'] === states.asked[0] && before?.['state'] !== after['state']) await refuseIncomplete(tx, id)
    const waits = after['state'] === states.open[0] || after['state'] === states.part[0]
    const dueOn = waits ? after['promisedOn'] : null
    if ((after['dueOn'] ?? null) !== (dueOn ?? null)) due.push({ id, dueOn })
  }
  if (due.length > 0) await setDerived(server, purchaseOrder, due)
}

async function refuseIncomplete(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ lines: number; unpriced: number; name: string; status: number }>`select s.name, s.status,
      count(l.id)::int as lines, count(l.id) filter (where l.price is null)::int as unpriced
    from purchase_order o join supplier s on s.id = o.supplier_id left join purchase_order_line l on l.order_id = o.id
    where o.id = ${id} group by s.id`.execute(behind(tx))
  const [one] = rows
  if (one === undefined) return
  if (one.lines === 0) throw refuse.rule(sentence`采购单还没有明细，请先填写`)
  const { unpriced } = one
  if (unpriced > 0) throw refuse.rule(sentence`有 ${unpriced} 行没有单价，价目表和上次采购里都找不到，请填写单价`)
  if (one.status !== approvedSupplier) throw refuse.rule(sentence`供应商“${one.name}”不是合格供应商，不能下单`)
}
/** `approved` of the states of a supplier */
const approvedSupplier = 2

const inForce = [states.open, states.part, states.done, states.closed].map(([code]) => code)

/** A line without a price takes that of the list by its quantity on the day of the order, else of the last order; it says which. */
export const keepPrices: Follower = async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, before, after }) => (after !== null && isRepriced(before, after) ? [id] : []))
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; typed: string | null; listed: string | null; last: string | null }>`
    select l.id::text as id, l.price::text as typed, p.price::text as listed, b.price::text as last
    from purchase_order_line l join purchase_order o on o.id = l.order_id join product g on g.id = l.product_id
    left join lateral (select p.price from purchase_price p
      where p.org_id = o.org_id and p.supplier_id = o.supplier_id and p.sku = g.sku and p.currency = o.currency
        and p.min_qty <= l.quantity and p.valid_from <= o.business_on and (p.valid_to is null or p.valid_to >= o.business_on)
      order by p.min_qty desc, p.id desc limit 1) p on true
    left join lateral (select x.price from purchase_order_line x join purchase_order y on y.id = x.order_id
      where y.org_id = o.org_id and y.supplier_id = o.supplier_id and y.currency = o.currency and x.product_id = l.product_id
        and y.id <> o.id and y.state = any(${inForce}::smallint[]) and x.price is not null
      order by y.business_on desc, x.id desc limit 1) b on true
    where l.id = any(${ids}::bigint[])`.execute(behind(tx))
  const server = await inServersName(caller, tx, 'prices of lists, whoever orders')
  const priced = rows.flatMap(({ id, typed, listed, last }) => {
    const price = listed ?? last
    return typed === null && price !== null ? [{ id, price }] : []
  })
  // amounts and totals follow from what is changed so
  await changeEachTo(server, purchaseOrderLine, priced, { verb: 'update' })
  await setDerived(
    server,
    purchaseOrderLine,
    rows.map(({ id, typed, listed, last }) => {
      const found = listed === null ? (last === null ? null : prices.last[0]) : prices.list[0]
      return { id, priceFrom: typed === null ? found : prices.hand[0] }
    }),
  )
}
/** A price that was not typed follows the quantity. */
const isRepriced = (before: Changes[number]['before'], after: NonNullable<Changes[number]['after']>): boolean =>
  before === null || before['price'] !== after['price'] || before['productId'] !== after['productId']

/**
 * What a unit of a receipt costs, in CNY, where nobody typed it: the net or gross amount of its order line with its share of freight and
 * discount, by amount, over the quantity; at the rate of the month.
 */
export const costReceipts: Follower = async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, after }) =>
    after !== null && (after['orderLineId'] ?? null) !== null && (after['unitCost'] ?? null) === null ? [id] : [],
  )
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; cost: string | null }>`select i.id::text as id,
      round((x.own + (o.freight - o.discount) * case when t.total = 0 then 0 else l.amount / t.total end) / l.quantity
        * case when o.currency = 'CNY' then 1 else r.rate end, 8)::text as cost
    from goods_in_line i join goods_in d on d.id = i.in_id join purchase_order_line l on l.id = i.order_line_id
    join purchase_order o on o.id = l.order_id join supplier s on s.id = o.supplier_id
    cross join lateral (select sum(a.amount) as total from purchase_order_line a where a.order_id = o.id) t
    cross join lateral (select case when s.billing = 1 then l.net else l.net + l.tax end as own) x
    left join currency_rate r on r.org_id = o.org_id and r.currency = o.currency and r.month = date_trunc('month', d.business_on)
    where i.id = any(${ids}::bigint[])`.execute(behind(tx))
  const server = await inServersName(caller, tx, 'who receives goods need not see what they cost')
  await setDerived(
    server,
    goodsInLine,
    rows.flatMap(({ id, cost }) => (cost === null ? [] : [{ id, unitCost: cost }])),
  )
}
