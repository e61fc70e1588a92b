/** What follows from purchase orders: prices of their lines, the day that is waited for, the kind of their receipts. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEachTo, setDerived, followerOf } from '#platform/server/records.ts'
import { goodsIn, inKinds } from '#areas/goods/index.ts'
import { orderStates as states, priceSources as prices, purchaseOrder, purchaseOrderLine } from './order-tables.ts'

type Changes = Parameters<Follower>[2]
/** prices and costs are the organisation's, whoever writes */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

/** Before it is asked for an order has lines with prices, of a supplier who may get orders; what is to come has a day. */
export const keepOrders = followerOf(purchaseOrder, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'what follows from the state of an order')
  const due: { id: string; dueOn: unknown }[] = []
  await refuseIncomplete(
    tx,
    changes.flatMap(({ id, before, after }) => (after?.state === states.asked[0] && before?.state !== after.state ? [id] : [])),
  )
  for (const { id, after } of changes) {
    if (after === null) continue
    const waits = after.state === states.open[0] || after.state === states.part[0]
    const dueOn = waits ? after.promisedOn : null
    if ((after.dueOn ?? null) !== (dueOn ?? null)) due.push({ id, dueOn })
  }
  if (due.length > 0) await setDerived(server, purchaseOrder, due)
  const promised = changes.flatMap(({ id, after }): { id: string; firstPromisedOn: string | null }[] =>
    after?.state === states.open[0] && (after.firstPromisedOn ?? null) === null
      ? [{ id, firstPromisedOn: after.promisedOn }]
      : after?.state === states.draft[0] && (after.firstPromisedOn ?? null) !== null
        ? [{ id, firstPromisedOn: null }]
        : [],
  )
  await setDerived(server, purchaseOrder, promised)
  const moved = changes.flatMap(({ id, before, after }) =>
    before !== null && after !== null && priced.some(name => asText(before[name] ?? '') !== asText(after[name] ?? '')) ? [id] : [],
  )
  const found = [prices.list[0], prices.last[0]]
  await reprice(
    server,
    tx,
    sql`l.order_id = any(${moved}::bigint[]) and (l.price_from = any(${found}::smallint[]) or l.price is null)`,
    moved.length,
  )
})
/** what of an order decides which price holds */
const priced = ['supplierId', 'currency', 'businessOn', 'taxIncluded'] as const

async function refuseIncomplete(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ lines: number; unpriced: number; name: string; status: number; below: boolean }>`select s.name, s.status,
      coalesce(sum(l.amount), 0) + o.freight < o.discount as below,
      count(l.id)::int as lines, count(l.id) filter (where l.price is null)::int as unpriced
    from purchase_order o join supplier s on s.id = o.supplier_id left join purchase_order_line l on l.order_id = o.id
    where o.id = any(${[...ids]}::bigint[]) group by s.id, o.id order by o.id`.execute(behind(tx))
  for (const { lines, unpriced, below, status, name } of rows) {
    if (lines === 0) throw refuse.rule(sentence`采购单还没有明细，请先填写`)
    if (unpriced > 0) throw refuse.rule(sentence`有 ${unpriced} 行没有单价，价目表和上次采购里都找不到，请填写单价`)
    if (below) throw refuse.rule(sentence`优惠大于金额和运费之和，请检查`)
    if (status !== approvedSupplier) throw refuse.rule(sentence`供应商“${name}”不是合格供应商，不能下单`)
  }
}
/** `approved` of the states of a supplier */
const approvedSupplier = 2

const inForce = [states.open, states.part, states.done, states.closed, states.settled].map(([code]) => code)

/** A price that nobody typed is that of the list by quantity on the day of the order, else of the last order; the line says which. */
export const keepPrices = followerOf(purchaseOrderLine, async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, before, after }) => (after !== null && isRepriced(before, after) ? [id] : []))
  const typed = changes.flatMap(({ id, before, after }) => (after !== null && isTyped(before, after) ? [id] : []))
  const server = await inServersName(caller, tx, 'prices of lists, whoever orders')
  await setDerived(
    server,
    purchaseOrderLine,
    typed.map(id => ({ id, priceFrom: prices.hand[0] })),
  )
  await reprice(server, tx, sql`l.id = any(${ids}::bigint[])`, ids.length)
})

type Line = NonNullable<Changes[number]['after']>
const valueOf = (row: Changes[number]['before'], name: string): unknown => row?.[name] ?? null
const isFound = (row: Line): boolean => valueOf(row, 'priceFrom') === prices.list[0] || valueOf(row, 'priceFrom') === prices.last[0]
/** Whoever changes a price has typed it; the program says where its own come from afterwards. */
const isTyped = (before: Changes[number]['before'], after: Line): boolean =>
  valueOf(after, 'price') !== null && valueOf(before, 'price') !== valueOf(after, 'price')
const isRepriced = (before: Changes[number]['before'], after: Line): boolean =>
  valueOf(after, 'price') === null ||
  (!isTyped(before, after) &&
    isFound(after) &&
    ['quantity', 'productId'].some(name => asText(valueOf(before, name)) !== asText(valueOf(after, name))))

async function reprice(server: Context, tx: Tx, where: ReturnType<typeof sql>, asked: number): Promise<void> {
  if (asked === 0) return
  const { rows } = await sql<{ id: string; price: string | null; listed: string | null; last: string | null }>`
    select l.id::text as id, l.price::text as price, p.price::numeric(20, 8)::text as listed, b.price::text as last
    from purchase_order_line l join purchase_order o on o.id = l.order_id join product g on g.id = l.product_id
    left join lateral (select p.price from purchase_price p
      where p.org_id = o.org_id and p.supplier_id = o.supplier_id and p.sku = g.sku and p.currency = o.currency
        and p.min_qty <= l.quantity and p.valid_from <= o.business_on and (p.valid_to is null or p.valid_to >= o.business_on)
      order by p.min_qty desc, p.id desc limit 1) p on true
    left join lateral (select x.price from purchase_order_line x join purchase_order y on y.id = x.order_id
      where y.org_id = o.org_id and y.supplier_id = o.supplier_id and y.currency = o.currency and y.tax_included = o.tax_included
        and x.product_id = l.product_id and y.id <> o.id and y.state = any(${inForce}::smallint[]) and x.price is not null
      order by y.business_on desc, x.id desc limit 1) b on true
    where ${where} and o.state = ${states.draft[0]}`.execute(behind(tx))
  // amounts and totals follow from what is changed so
  const moved = rows.filter(({ price, listed, last }) => price !== (listed ?? last))
  await changeEachTo(
    server,
    purchaseOrderLine,
    moved.map(({ id, listed, last }) => ({ id, price: listed ?? last })),
    { verb: 'update' },
  )
  await setDerived(
    server,
    purchaseOrderLine,
    rows.map(({ id, listed, last }) => {
      const found = listed === null ? (last === null ? null : prices.last[0]) : prices.list[0]
      return { id, priceFrom: found }
    }),
  )
}

/** A receipt whose lines come from orders is one of a purchase, however it was begun. */
export const keepReceiptKinds: Follower = async (caller, tx, changes) => {
  const ids = changes.flatMap(({ after }) => (after !== null && (after['orderLineId'] ?? null) !== null ? [asText(after['inId'])] : []))
  if (ids.length === 0) return
  const server = await inServersName(caller, tx, 'the kind of a receipt follows from its lines')
  await setDerived(
    server,
    goodsIn,
    [...new Set(ids)].map(id => ({ id, kind: inKinds.bought[0] })),
  )
}
