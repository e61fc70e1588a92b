/**
 * AliExpress's money in the books: pay-outs of child orders count, orders only while they are not paid out (docs/imports.md). The lines of
 * a child order are worked out anew whenever a file comes or goes, so that the order of imports makes no difference.
 */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type FilesFollower, type Tx } from '#platform/server/area.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { internKinds } from '../amazon/imports/kinds.ts'
import { lineKind } from '../amazon/imports/readers.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { amounts } from '../amounts.ts'
import { marketLine, marketSources } from '../markets/tables.ts'
import { orderItems, refunds } from './sheets.ts'

/** Amounts of a child order: part, words of the type map. */
const parts = {
  payout: [1, 'SALE', 'TOTAL'],
  item: [2, 'SALE', 'ITEM'],
  shipping: [3, 'SALE', 'SHIPPING'],
  discount: [4, 'SALE', 'DISCOUNT'],
  tax: [5, 'SALE', 'TAX'],
  commission: [6, 'SALE', 'COMMISSION'],
  affiliate: [7, 'SALE', 'AFFILIATE'],
  /** what of a pay-out its other columns do not explain */
  rest: [8, 'SALE', 'OTHER'],
  refund: [9, 'REFUND', 'REFUND'],
} as const
const [fromPayouts, fromOrders] = [marketSources.aliexpressPayout[0], marketSources.aliexpressOrders[0]]
/** sources of these lines and no other file's */
const own = sql`f.source in (${sql.lit(fromPayouts)}, ${sql.lit(fromOrders)})`
/** a pay-out that is still to come */
const isWaiting = sql`p.status ~* 'wait|待'`
/** AliExpress pays out 180 days after the payment at the latest; some days pass until a file says so */
const waitingMost = sql.lit(185)
/** orders that were paid and not called off: acknowledged, shipped, delivered, refunded */
const paidStates = sql`(2, 3, 4, 6)`
const part = (name: keyof typeof parts): RawBuilder<unknown> => sql.lit(parts[name][0])

export const aliexpressCounts: FilesFollower = {
  monthTables: [marketLine.table],
  async follow(task) {
    const { tx, orgId, shopId, importId, isRemoval } = task
    const closed = await closedUntil(tx, orgId)
    const begin = await beginOf(tx, shopId, importId)
    const touched = [...(await touchedBy(tx, shopId, importId)), ...(await movedBy(tx, { shopId, closed, begin, isRemoval }))]
    if (touched.length === 0) return []
    const children = [...new Set(touched.map(one => one.child))]
    const orders = [...new Set(touched.map(one => one.order))]
    if (isRemoval) await refuseClosed(tx, { shopId, importId }, closed)
    const kinds = await kindsOf(tx, orgId)
    const before = await daysOf(tx, shopId, children)
    await sql`delete from market_line f where f.shop_id = ${shopId} and ${own} and f.payout_id = any(${children}::text[])
      and (${closed}::date is null or f.booked_on > ${closed}::date)`.execute(tx)
    await write(tx, { shopId, children, orders, closed, begin: begin.day, kinds })
    await daysChanged(task, amounts, shopId, [...before, ...(await daysOf(tx, shopId, children))])
    return []
  },
}

interface Touched {
  readonly child: string
  readonly order: string
}
/** Child orders that the import tells of, and those whose lines it has brought. */
async function touchedBy(tx: Tx, shopId: string, importId: string): Promise<readonly Touched[]> {
  const { rows } = await sql<Touched>`
    select f.payout_id as child, f.order_no as order from market_line f where f.shop_id = ${shopId} and f.import_id = ${importId} and ${own}
    union select p.child_order_id, p.order_id from aliexpress_order_item p where p.shop_id = ${shopId} and p.import_id = ${importId}
    union select r.child_order_id, r.order_id from aliexpress_refund r where r.shop_id = ${shopId} and r.import_id = ${importId}
    union select o.line_no, o.order_no from order_line o where o.shop_id = ${shopId} and o.import_id = ${importId}`.execute(tx)
  return rows
}

interface Begin {
  /** first day of orders that may still wait for their money; null: no file of pay-outs, each waits */
  readonly day: string | null
  /** as it is without the import */
  readonly before: string | null
}
async function beginOf(tx: Tx, shopId: string, importId: string): Promise<Begin> {
  const { rows } = await sql<Begin>`select (min(p.released_on) - ${waitingMost})::text as day,
      (min(p.released_on) filter (where p.import_id <> ${importId}) - ${waitingMost})::text as before
    from aliexpress_order_item p where p.shop_id = ${shopId} and not ${isWaiting}`.execute(tx)
  return rows[0] ?? { day: null, before: null }
}

/** Child orders that begin to count, or no longer do, because the first pay-out is another one. */
async function movedBy(
  tx: Tx,
  of: { readonly shopId: string; readonly closed: string | null; readonly begin: Begin; readonly isRemoval: boolean },
): Promise<readonly Touched[]> {
  const { shopId, closed, begin, isRemoval } = of
  if (begin.day === begin.before && !isRemoval) return []
  // what a removed import began with is not known any more
  const until = isRemoval ? null : begin.before
  const { rows } = await sql<Touched>`
    select f.payout_id as child, f.order_no as order from market_line f where f.shop_id = ${shopId} and f.source = ${sql.lit(fromOrders)}
      and f.posted_on < ${begin.day}::date and f.booked_on > coalesce(${closed}::date, '-infinity')
    union select o.line_no, o.order_no from order_line o where o.shop_id = ${shopId} and o.paid_at is not null
      and o.status in ${paidStates} and o.ordered_on >= coalesce(${begin.day}::date, '-infinity')
      and o.ordered_on < coalesce(${until}::date, 'infinity')
      and not exists (select 1 from market_line f where f.shop_id = o.shop_id and f.payout_id = o.line_no and f.payout_id <> ''
        and ${own})`.execute(tx)
  return rows
}

async function refuseClosed(tx: Tx, of: { readonly shopId: string; readonly importId: string }, closed: string | null): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from market_line f where f.shop_id = ${of.shopId} and ${own}
    and f.import_id = ${of.importId} and f.booked_on <= ${closed}::date`.execute(tx)
  const { n = 0 } = rows[0] ?? {}
  if (n > 0) throw refuse.rule(sentence`有 ${n} 行在已结账的月份，不能删除这次导入`)
}

/** part -> kind, as rows to join */
async function kindsOf(tx: Tx, orgId: string): Promise<RawBuilder<unknown>> {
  const all = Object.values(parts)
  const ids = await internKinds(
    tx,
    orgId,
    all.map(([, type, amountType]) => lineKind({ family: 'aliexpress', type, amountType, description: '', column: '' })),
  )
  return sql`unnest(${all.map(([no]) => no)}::int[], ${ids}::bigint[])`
}

async function daysOf(tx: Tx, shopId: string, children: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select distinct unnest(array[f.posted_on, f.booked_on])::text as day from market_line f
    where f.shop_id = ${shopId} and ${own} and f.payout_id = any(${children}::text[])`.execute(tx)
  return rows.map(row => row.day)
}

interface Made {
  readonly shopId: string
  readonly children: readonly string[]
  /** their orders, by which lines of orders are found */
  readonly orders: readonly string[]
  /** last closed day; null: all open */
  readonly closed: string | null
  /** see `Begin` */
  readonly begin: string | null
  readonly kinds: RawBuilder<unknown>
}

/** What the files say of a child order, less what closed months hold of it already. */
async function write(tx: Tx, { shopId, children, orders, closed, begin, kinds }: Made): Promise<void> {
  await sql`with kinds as (select part, kind_id from ${kinds} as k(part, kind_id)),
    zone as (select m.zone from shop s join marketplace m on m.code = s.marketplace_code where s.id = ${shopId}),
    orders as materialized (select distinct on (o.line_no) o.line_no as child, o.*,
        o.paid_at is not null and o.status in ${paidStates} and (o.ordered_on >= coalesce(${begin}::date, '-infinity')
          or exists (select 1 from market_line f where f.shop_id = ${shopId} and f.payout_id = o.line_no
            and f.source = ${sql.lit(fromOrders)} and f.booked_on <= ${closed}::date)) as counts
      from order_line o
      where o.shop_id = ${shopId} and o.order_no = any(${orders}::text[]) and o.line_no = any(${children}::text[])
      order by o.line_no, o.ordered_on desc),
    payouts as materialized (select p.* from aliexpress_order_item p
      where p.shop_id = ${shopId} and p.child_order_id = any(${children}::text[]) and not ${isWaiting}),
    paid as (select child_order_id as child, min(released_on) as since from payouts group by 1),
    told as (
      select p.child_order_id as child, p.released_on as posted_on, v.part, v.amount, p.order_id as order_no, p.sku,
        p.product_id as item_id,
        ''::text as title, p.currency, p.import_id, ${fromPayouts}::smallint as source, p.ordinal as n
      from payouts p cross join lateral (values (${part('payout')}, p.loan_amount), (${part('commission')}, -abs(p.escrow_fee)),
        (${part('affiliate')}, -abs(p.affiliate_fee)),
        (${part('rest')}, p.paid_amount - (p.loan_amount - abs(p.escrow_fee) - abs(p.affiliate_fee)))) v(part, amount)
      union all
      select o.child, o.ordered_on, v.part, v.amount, o.order_no, o.sku, o.item_id, o.title, o.currency, o.import_id,
        ${fromOrders}::smallint, 1
      from orders o cross join lateral (values (${part('item')}, o.item), (${part('shipping')}, o.shipping),
        (${part('discount')}, -o.discount), (${part('tax')}, o.tax)) v(part, amount)
      where o.counts and not exists (select 1 from paid where paid.child = o.child)
      union all
      -- what was given back before the pay-out is not part of it
      select r.child_order_id, r.refunded_on, ${part('refund')}, -r.paid_amount, r.order_id, r.sku, '', r.reason, r.currency, r.import_id,
        ${fromPayouts}::smallint, r.ordinal
      from aliexpress_refund r left join paid on paid.child = r.child_order_id
      where r.shop_id = ${shopId} and r.child_order_id = any(${children}::text[])
        and (r.refunded_on >= paid.since or (paid.child is null and exists (select 1 from orders o
          where o.child = r.child_order_id and o.counts)))),
    wanted as materialized (select t.*, k.kind_id, row_number() over (partition by t.child, t.posted_on, t.part, t.amount
        order by t.n, t.import_id) as place
      from told t join kinds k on k.part = t.part where t.amount <> 0),
    kept as materialized (select f.*, row_number() over (partition by f.payout_id, f.posted_on, f.kind_id, f.amount
        order by f.ordinal, f.part) as place
      from market_line f where f.shop_id = ${shopId} and ${own} and f.payout_id = any(${children}::text[])),
    fresh as (select w.* from wanted w where not exists (select 1 from kept k where k.payout_id = w.child and k.posted_on = w.posted_on
      and k.kind_id = w.kind_id and k.amount = w.amount and k.place = w.place)),
    -- counted in a closed month and no longer said by any file: taken back in the first open one
    over as (select k.payout_id as child, max(k.posted_on) as posted_on, min(k.part) as part, -sum(k.amount) as amount,
        max(k.order_no) as order_no, max(k.sku) as sku, max(k.item_id) as item_id, max(k.title) as title, max(k.currency) as currency,
        max(k.import_id) as import_id, max(k.source) as source, k.kind_id
      from kept k where not exists (select 1 from wanted w where w.child = k.payout_id and w.posted_on = k.posted_on
        and w.kind_id = k.kind_id and w.amount = k.amount and w.place = k.place)
      group by k.payout_id, k.kind_id having sum(k.amount) <> 0),
    rows as (
      select child, posted_on, part, amount, order_no, sku, item_id, title, currency, import_id, source, kind_id, place from fresh
      union all select child, posted_on, part, amount, order_no, sku, item_id, title, currency, import_id, source, kind_id, 1 from over),
    numbered as (select r.*, coalesce((select max(k.ordinal) from kept k where k.payout_id = r.child and k.posted_on = r.posted_on), 0)
        + row_number() over (partition by r.child, r.posted_on, r.part order by r.source, r.amount, r.place) as ordinal,
        row_number() over (partition by r.child, r.part order by r.posted_on, r.amount, r.place) = 1 as first
      from rows r)
    insert into market_line (shop_id, tx_key, typed_key, ordinal, part, import_id, source, kind_id, posted_on, booked_on, posted_at,
      order_no,
      sku, item_id, title, quantity, amount, currency, transaction_id, payout_id)
    select ${shopId}, md5('aliexpress ' || n.child)::uuid, md5('aliexpress ' || n.child)::uuid, n.ordinal, n.part, n.import_id, n.source,
      n.kind_id, n.posted_on, case when n.posted_on <= ${closed}::date then ${closed}::date + 1 else n.posted_on end,
      n.posted_on::timestamp at time zone zone.zone, n.order_no, coalesce(nullif(n.sku, ''), o.sku, ''),
      coalesce(nullif(n.item_id, ''), o.item_id, ''), coalesce(nullif(n.title, ''), o.title, ''),
      case when n.part in (${part('payout')}, ${part('item')}) and n.amount > 0 and n.first then o.quantity end, n.amount, n.currency, '',
      n.child
    from numbered n cross join zone left join orders o on o.child = n.child`.execute(tx)
}

/** Files of these families change what counts. */
export const aliexpressFollows: Readonly<Record<string, FilesFollower>> = Object.fromEntries(
  [orderItems.code, refunds.code, 'aliexpressOrders'].map(code => [code, aliexpressCounts]),
)
