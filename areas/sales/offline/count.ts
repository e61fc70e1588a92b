/**
 * Offline orders among the orders of the company: each document stands as order lines of an offline shop, so that statistics, customers and
 * listings read one table. The shop is the one that the order names; where it names none, the only open offline shop of the organisation.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Tx, type Follower } from '#platform/server/area.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { followerOf } from '#platform/server/records.ts'
import { offlineMarketplace } from '#areas/reference/index.ts'
import { recountCustomers, theseNumbers } from '../customers/keep.ts'
import { orderIdentity } from '../families.ts'
import { orderLines } from '../order-lines.ts'
import { countFirsts } from '../orders-merge.ts'
import { orderLine, orderStatuses } from '../tables.ts'
import { offlineStates, offlineOrderLine, offlineOrder } from './tables.ts'

type Plain = ReturnType<Tx['withoutPlugins']>
const { acknowledged, shipped, delivered, cancelled } = orderStatuses
const [done, calledOff] = [offlineStates.done[0], offlineStates.cancelled[0]]
const openShop = 1

interface Shop {
  readonly id: string
  readonly isOpen: boolean
}

export const ordersFollow = followerOf(offlineOrder, async (context, tx, changes) => {
  const db = tx.withoutPlugins()
  const shops = await offlineShops(db, context.caller.orgId)
  for (const { after } of changes) {
    const named = after?.shopId ?? null
    if (named !== null && !shops.some(shop => shop.id === asText(named)))
      throw refuse.invalid([{ field: 'shopId', message: sentence`线下订单只能选站点为“线下”的店铺` }])
  }
  if (shops.length === 0) return
  await count(
    context,
    db,
    shops,
    changes.flatMap(({ before, after }) => [before, after].flatMap(row => (row === null ? [] : [asText(row['no'])]))),
  )
})

export const linesFollow = followerOf(offlineOrderLine, async (context, tx, changes) => {
  const db = tx.withoutPlugins()
  const { orgId } = context.caller
  const shops = await offlineShops(db, orgId)
  if (shops.length === 0) return
  const ids = changes.flatMap(({ before, after }) => [before, after].flatMap(row => (row === null ? [] : [asText(row['orderId'])])))
  const { rows } = await sql<{ no: string }>`
    select no from offline_order where org_id = ${orgId} and id = any(${[...new Set(ids)]}::bigint[])`.execute(db)
  await count(
    context,
    db,
    shops,
    rows.map(one => one.no),
  )
})

/** A shop that opens or closes is where orders without a shop count, or no longer. */
export const shopsFollow: Follower = async (context, tx, changes) => {
  const isOffline = changes.some(({ before, after }) =>
    [before, after].some(row => row !== null && row['marketplaceCode'] === offlineMarketplace),
  )
  if (!isOffline) return
  const db = tx.withoutPlugins()
  const { orgId } = context.caller
  const { rows } = await sql<{ no: string }>`select no from offline_order where org_id = ${orgId} and shop_id is null`.execute(db)
  await count(
    context,
    db,
    await offlineShops(db, orgId),
    rows.map(one => one.no),
  )
}

async function offlineShops(db: Plain, orgId: string): Promise<readonly Shop[]> {
  const { rows } = await sql<Shop>`select id::text as id, status = ${openShop} as "isOpen" from shop
    where org_id = ${orgId} and marketplace_code = ${offlineMarketplace} order by id`.execute(db)
  return rows
}

/** These documents as they stand now. */
async function count(context: Context, db: Plain, shops: readonly Shop[], numbers: readonly string[]): Promise<void> {
  const { orgId } = context.caller
  const ids = shops.map(shop => shop.id)
  const nos = [...new Set(numbers)]
  const open = shops.filter(shop => shop.isOpen)
  const only = open.length === 1 ? (open[0]?.id ?? null) : null
  const gone = await sql<{ shop: string; day: string; customer: string }>`delete from order_line
    where shop_id = any(${ids}::bigint[]) and order_no = any(${nos}::text[])
    returning shop_id as shop, ordered_on as day, customer_no as customer`.execute(db)
  const documents = sql`select coalesce(o.shop_id, ${only}::bigint) as counted_in, o.*,
      upper(left(encode(sha256(convert_to(lower(o.customer), 'UTF8')), 'hex'), 16)) as customer_no
    from offline_order o where o.org_id = ${orgId} and o.no = any(${nos}::text[]) and coalesce(o.shop_id, ${only}::bigint) is not null`
  const { rows: days } = await sql<{ day: string }>`select distinct d.business_on::text as day from (${documents}) d`.execute(db)
  for (const month of new Set(days.map(({ day }) => firstOfMonth(monthOf(day)))))
    await sql`select ensure_month(${orderLine.table}, ${month})`.execute(db)
  await sql`insert into sku_map (org_id, shop_id, seller_sku, product_id)
    select distinct d.org_id, d.counted_in, p.sku, p.id from (${documents}) d join offline_order_line l on l.order_id = d.id
      join product p on p.org_id = d.org_id and p.sku = l.sku on conflict do nothing`.execute(db)
  const made = await sql<{
    shop: string
    day: string
    customer: string
  }>`insert into order_line (shop_id, ordered_on, order_no, line_no, purchased_at,
      paid_at, customer_no, status, status_at, sku, title, quantity, item, currency, sales, sales_net, is_cancelled, first_of_order,
      first_of_sku, import_id)
    select d.counted_in, d.business_on, d.no, lpad(l.line_no::text, 4, '0'), d.business_on::timestamp at time zone m.zone,
      d.paid_on::timestamp at time zone m.zone, d.customer_no,
      case when d.status = ${calledOff} then ${cancelled[0]}::smallint when d.status = ${done} then ${delivered[0]}::smallint
        when d.shipped_on is not null then ${shipped[0]}::smallint else ${acknowledged[0]}::smallint end,
      coalesce(d.shipped_on, d.business_on)::timestamp at time zone m.zone, l.sku, coalesce(p.name, ''), l.quantity,
      l.quantity * l.price, l.currency, l.quantity * l.price, l.quantity * l.price, d.status = ${calledOff}, 0, 0, 0
    from (${documents}) d join offline_order_line l on l.order_id = d.id join marketplace m on m.code = ${offlineMarketplace}
      left join product p on p.org_id = d.org_id and p.sku = l.sku
    returning shop_id as shop, ordered_on as day, customer_no as customer`.execute(db)
  await claim(db, orgId, ids, nos)
  await sql`insert into customer (org_id, shop_id, customer_no, user_name, country, orders, units, sales, currency, told_at)
    select d.org_id, d.counted_in, d.customer_no, max(d.customer), '', 0, 0, 0, max(d.currency), max(d.business_on)
    from (${documents}) d group by 1, 2, 3 on conflict (org_id, shop_id, customer_no) do nothing`.execute(db)
  for (const shopId of ids) {
    const changed = [...gone.rows, ...made.rows].filter(one => one.shop === shopId)
    const days = changed.map(one => one.day)
    if (days.length === 0) continue
    await countFirsts(db, shopId, nos)
    await recountCustomers(db, { orgId, shopId, days, numbers: theseNumbers(new Set(changed.map(one => one.customer))) })
    await daysChanged({ tx: db, house: context.house, orgId, now: context.now() }, orderLines, shopId, days)
  }
}

/** The numbers belong to the shops where they are counted now; one that a marketplace's file brought to another shop is refused. */
async function claim(db: Plain, orgId: string, shops: readonly string[], numbers: readonly string[]): Promise<void> {
  const identity = orderIdentity.name
  await sql`delete from import_claim where org_id = ${orgId} and identity = ${identity} and value = any(${numbers}::text[])
    and shop_id = any(${shops}::bigint[])`.execute(db)
  const counted = sql`select distinct shop_id, order_no from order_line
    where shop_id = any(${shops}::bigint[]) and order_no = any(${numbers}::text[])`
  await sql`insert into import_claim (org_id, identity, value, shop_id)
    select ${orgId}, ${identity}, l.order_no, l.shop_id from (${counted}) l order by l.order_no on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: string; name: string }>`select c.value, s.name from import_claim c join shop s on s.id = c.shop_id
    join (${counted}) l on l.order_no = c.value and l.shop_id <> c.shop_id
    where c.org_id = ${orgId} and c.identity = ${identity} order by c.value limit 1`.execute(db)
  if (rows[0])
    throw refuse.invalid([{ field: 'no', message: sentence`单号 ${rows[0].value} 已是店铺“${rows[0].name}”的订单号，请先删除那次导入` }])
}
