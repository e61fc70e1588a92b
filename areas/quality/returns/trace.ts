/**
 * Where returned units came from: the batch that the issue of their order took, else the batch that the marketplace shipped from on the day
 * of the order, what came first leaving first. The supplier is that of the batch, else of the last purchase of the product before.
 */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { FilesFollower, Timed, Tx } from '#platform/server/area.ts'
import { lockShop } from '#platform/server/imports.ts'
import { timed } from '#platform/server/jobs.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { behind, inKinds, locationKinds, moveReasons } from '#areas/goods/index.ts'
import { arrivalOf, type Came } from './batch-of.ts'
import { returnedFrom } from './tables.ts'
import { classOfReason } from './words.ts'

interface Told {
  readonly day: string
  readonly orderNo: string
  readonly sku: string
  readonly reason: string
  readonly quantity: number
  readonly labelId: string | null
  readonly productId: string | null
}
interface Arrival extends Came {
  readonly productId: string
  readonly labelId: string | null
  readonly batchId: string | null
}
/** a unit that was sold: its product and seller SKU, and the day of its order */
interface Sold extends Told {
  readonly soldOn: string
}
const pair = (...parts: readonly (string | null)[]): string => parts.join('\n')

async function toldOn(db: Tx, shopId: string, days: readonly string[]): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`select r.reported_on::text as day, r.order_id as "orderNo", r.sku, r.reason,
      sum(r.quantity)::int as quantity, s.id::text as "labelId", s.product_id::text as "productId"
    from fba_return r left join sku_map s on s.shop_id = r.shop_id and s.seller_sku = r.sku
    where r.shop_id = ${shopId} and r.reported_on = any(${[...days]}::date[]) group by 1, 2, 3, 4, 6, 7
    having sum(r.quantity) <> 0 order by 1, 2, 3, 4`.execute(db)
  return rows
}

async function ordersOf(db: Tx, shopId: string, orders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ no: string; day: string }>`select order_no as no, min(ordered_on)::text as day from order_line
    where shop_id = ${shopId} and order_no = any(${[...orders]}) group by 1`.execute(db)
  return new Map(rows.map(one => [one.no, one.day]))
}

/** What the issues of these orders took, the larger part of each product. */
async function issuedBy(db: Tx, shopId: string, orders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ no: string; productId: string; batchId: string }>`select distinct on (o.order_no, m.product_id)
      o.order_no as no, m.product_id::text as "productId", m.batch_id::text as "batchId"
    from goods_out o join goods_move m on m.doc_type = 'goods_out' and m.doc_id = o.id::text and m.reason = ${moveReasons.sold[0]}
    where o.shop_id = ${shopId} and o.order_no = any(${[...orders]}) and m.batch_id is not null
    order by 1, m.product_id, m.quantity desc, m.id`.execute(db)
  return new Map(rows.map(one => [pair(one.no, one.productId), one.batchId]))
}

/** What came to the shop's warehouse of the marketplace, less what was taken back. */
async function arrivalsOf(db: Tx, shopId: string, products: readonly string[]): Promise<readonly Arrival[]> {
  const { rows } = await sql<Arrival>`select m.product_id::text as "productId", m.label_id::text as "labelId",
      m.batch_id::text as "batchId", m.booked_on::text as day, sum(m.quantity)::float8 as quantity
    from goods_move m join goods_location l on l.id = m.to_id and l.kind = ${locationKinds.marketplace[0]} and l.shop_id = ${shopId}
    where m.product_id = any(${[...products]}::bigint[]) and m.reverses_id is null
      and not exists (select from goods_move r where r.reverses_id = m.id)
    group by 1, 2, 3, 4 order by 4, min(m.id)`.execute(db)
  return rows
}

/** Units of a SKU that lay there before its first arrival, and those that left from then until a day. */
async function leftOf(
  db: Tx,
  shopId: string,
  asked: readonly { readonly sku: string; readonly first: string; readonly day: string }[],
): Promise<ReadonlyMap<string, { opening: number; shipped: number }>> {
  const { rows } = await sql<{ sku: string; day: string; opening: number; shipped: number }>`select a.sku, a.day::text as day,
      coalesce(sum(l.quantity) filter (where l.happened_on < a.first), 0)::int as opening,
      coalesce(-sum(l.quantity) filter (where l.happened_on >= a.first and lower(replace(l.event, ' ', '')) = 'shipments'), 0)::int
        as shipped
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(sku text, first date, day date)
      join fba_ledger_line l on l.shop_id = ${shopId} and l.sku = a.sku and l.happened_on < a.day
    group by 1, 2`.execute(db)
  return new Map(rows.map(one => [pair(one.sku, one.day), one]))
}

/** Whose a batch is, and who delivered a product last before a day. */
async function suppliersOf(db: Tx, batches: readonly string[], sold: readonly Sold[]) {
  const { rows: ofBatch } = await sql<{ id: string; supplierId: string }>`select id::text, supplier_id::text as "supplierId"
    from goods_batch where id = any(${[...batches]}::bigint[]) and supplier_id is not null`.execute(db)
  const asked = [...new Map(sold.map(one => [pair(one.productId, one.soldOn), { product: one.productId, day: one.soldOn }])).values()]
  const { rows: bought } = await sql<{ product: string; day: string; supplierId: string }>`select a.product::text, a.day::text,
      d.supplier_id::text as "supplierId"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(product bigint, day date)
      cross join lateral (select d.supplier_id from goods_in_line l join goods_in d on d.id = l.in_id
        where l.product_id = a.product and d.kind = ${inKinds.bought[0]} and d.state = 4 and d.supplier_id is not null
          and d.posted_on <= a.day order by d.posted_on desc, d.id desc limit 1) d`.execute(db)
  return {
    ofBatch: new Map(ofBatch.map(one => [one.id, one.supplierId])),
    bought: new Map(bought.map(one => [pair(one.product, one.day), one.supplierId])),
  }
}

/** Brings what is known of these days of a shop to what its files and the warehouse say. Answers whether anything changed. */
export async function traceReturns(tx: Tx, shopId: string, days: readonly string[]): Promise<boolean> {
  const db = behind(tx)
  const told = await toldOn(db, shopId, days)
  const orders = [...new Set(told.map(one => one.orderNo))].filter(no => no !== '')
  const [orderedOn, issued] = [await ordersOf(db, shopId, orders), await issuedBy(db, shopId, orders)]
  const sold = told.map((one): Sold => ({ ...one, soldOn: orderedOn.get(one.orderNo) ?? one.day }))
  const known = sold.filter(one => one.productId !== null)
  const arrivals = await arrivalsOf(db, shopId, [...new Set(known.flatMap(one => one.productId ?? []))])
  const ofSku = Map.groupBy(arrivals, one => one.productId)
  const arrivalsTo = (one: Sold) =>
    (ofSku.get(one.productId ?? '') ?? []).filter(came => came.labelId === null || came.labelId === one.labelId)
  const asked = known.flatMap(one => {
    const [first] = arrivalsTo(one)
    return first === undefined ? [] : [{ sku: one.sku, first: first.day, day: one.soldOn }]
  })
  const left = await leftOf(db, shopId, [...new Map(asked.map(one => [pair(one.sku, one.day), one])).values()])
  const batchOf = (one: Sold): string | null => {
    const { opening = 0, shipped = null } = left.get(pair(one.sku, one.soldOn)) ?? {}
    return (
      issued.get(pair(one.orderNo, one.productId)) ?? arrivalOf(arrivalsTo(one), { day: one.soldOn, opening, shipped })?.batchId ?? null
    )
  }
  const withBatch = sold.map(one => ({ ...one, batchId: batchOf(one) }))
  const { ofBatch, bought } = await suppliersOf(db, [...new Set(withBatch.flatMap(one => one.batchId ?? []))], known)
  const fresh = withBatch.map(({ batchId, ...one }): Origin => ({
    day: one.day,
    orderNo: one.orderNo,
    sku: one.sku,
    reason: one.reason,
    cause: classOfReason(one.reason),
    productId: one.productId ?? '0',
    batchId: batchId ?? '0',
    supplierId: ofBatch.get(batchId ?? '') ?? bought.get(pair(one.productId, one.soldOn)) ?? '0',
    quantity: one.quantity,
  }))
  return replace(db, shopId, days, fresh)
}

interface Origin {
  readonly day: string
  readonly orderNo: string
  readonly sku: string
  readonly reason: string
  readonly cause: string
  readonly productId: string
  readonly batchId: string
  readonly supplierId: string
  readonly quantity: number
}
const textOf = (row: Origin): string =>
  [row.day, row.orderNo, row.sku, row.reason, row.cause, row.productId, row.batchId, row.supplierId, row.quantity].join('\n')

async function replace(db: Tx, shopId: string, days: readonly string[], fresh: readonly Origin[]): Promise<boolean> {
  const { rows: stored } = await sql<Origin>`select day::text as day, order_no as "orderNo", sku, reason, cause,
      product_id::text as "productId", batch_id::text as "batchId", supplier_id::text as "supplierId", quantity
    from return_origin where shop_id = ${shopId} and day = any(${[...days]}::date[])`.execute(db)
  const [was, is] = [new Set(stored.map(textOf)), new Set(fresh.map(textOf))]
  const [gone, come] = [stored.filter(row => !is.has(textOf(row))), fresh.filter(row => !was.has(textOf(row)))]
  if (gone.length > 0)
    await sql`delete from return_origin o using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb)
        as f(day date, "orderNo" text, sku text, reason text)
      where o.shop_id = ${shopId} and o.day = f.day and o.order_no = f."orderNo" and o.sku = f.sku and o.reason = f.reason`.execute(db)
  if (come.length > 0)
    await sql`insert into return_origin (shop_id, day, order_no, sku, reason, cause, product_id, batch_id, supplier_id, quantity)
      select ${shopId}::bigint, f.day, f."orderNo", f.sku, f.reason, f.cause, f."productId", f."batchId", f."supplierId", f.quantity
      from jsonb_to_recordset(${JSON.stringify(come)}::jsonb) as f(day date, "orderNo" text, sku text, reason text, cause text,
        "productId" bigint, "batchId" bigint, "supplierId" bigint, quantity int)`.execute(db)
  return gone.length + come.length > 0
}

const daysAtOnce = 62
/** Days that changed are told to the stored sums. */
async function trace(to: Parameters<typeof daysChanged>[0] & { readonly tx: Tx }, shopId: string, days: readonly string[]): Promise<void> {
  for (let at = 0; at < days.length; at += daysAtOnce) {
    const some = days.slice(at, at + daysAtOnce)
    if (await traceReturns(to.tx, shopId, some)) await daysChanged(to, returnedFrom, shopId, some)
  }
}

/** A report of returns came or was taken back. */
const returnsFollow: FilesFollower = {
  monthTables: [],
  follow: async ({ house, tx, orgId, shopId, importId, isRemoval, now }) => {
    const { rows } = isRemoval
      ? await sql<{ day: string }>`select distinct o.day::text as day from return_origin o
          left join (select reported_on, order_id, sku, reason, sum(quantity) as quantity from fba_return where shop_id = ${shopId}
            group by 1, 2, 3, 4) r on r.reported_on = o.day and r.order_id = o.order_no and r.sku = o.sku and r.reason = o.reason
          where o.shop_id = ${shopId} and o.quantity is distinct from r.quantity`.execute(behind(tx))
      : await sql<{ day: string }>`select distinct reported_on::text as day from fba_return where shop_id = ${shopId}
          and import_id = ${importId}`.execute(behind(tx))
    const days = rows.map(one => one.day)
    await trace({ tx, house, orgId, now }, shopId, days)
    return []
  },
}
export const returnFiles: Readonly<Record<string, FilesFollower>> = { amazonReturns: returnsFollow }

/** Orders, ledgers and arrivals come later than returns: those of so many days are looked at again each night, all of a shop at first. */
const againDays = 90
export const returnsTimed: readonly Timed[] = [
  timed('quality.returnOrigins', ['更新退货的批次和供应商', 'Batches and suppliers of returns'], {
    at: '03:40',
    work: async (inside, tx) => {
      const today = todayOf(inside)
      const { rows: shops } = await sql<{ id: string }>`select id::text from shop where org_id = ${inside.caller.orgId}`.execute(behind(tx))
      const { rows } = await sql<{ shopId: string; days: string[] }>`select r.shop_id::text as "shopId",
          array_agg(distinct r.reported_on::text order by r.reported_on::text) as days from fba_return r
        where r.shop_id = any(${shops.map(one => one.id)}::bigint[]) and (r.reported_on >= ${addDays(today, -againDays)}::date
          or not exists (select from return_origin o where o.shop_id = r.shop_id))
        group by 1 order by 1`.execute(behind(tx))
      const { house, caller, now } = inside
      // all before the first is written: an import that waits for its shop holds nothing else
      for (const { shopId } of rows) await lockShop(tx, shopId)
      for (const { shopId, days } of rows) await trace({ tx, house, orgId: caller.orgId, now: now() }, shopId, days)
      return undefined
    },
  }),
]
