/**
 * Merge and removal of order lines. Several files tell of one line as its state moves on: the line is what the newest state says, by the
 * marketplace's clock; what the others said is kept, so that deleting any import leaves what the remaining ones say.
 */
import { sql, type RawBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import type { FileFamily, MergedTotal, MergeOutcome, MergeTask } from '#platform/server/area.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { unmappedSkus } from '#areas/reference/index.ts'
import { keepListings, keepSales } from './listings.ts'
import { orderLines } from './order-lines.ts'
import { holdsTax } from './products.ts'
import { countMonths, nameCustomers, recountCustomers, sumCustomers, theseNumbers } from './customers/keep.ts'
import { buyerFields, orderLine, orderLineStaging, orderStatuses } from './tables.ts'

type Tx = MergeTask['tx']
const buyerNames = Object.keys(buyerFields)
/** columns of a line that its file says, as staging has them (where its own number in the order is order_line_no) */
const told = Object.keys(orderLineStaging.fields)
  .filter(name => !['importId', 'shopId', 'lineNo', 'kindNo', 'isKnown', 'orderLineNo', ...buyerNames].includes(name))
  .map(columnOf)
const list = (prefix: string) => sql.raw(told.map(name => `${prefix}${name}`).join(', '))
const sales = (alias: string) => sql.raw(`${alias}.item + ${alias}.shipping + ${alias}.gift_wrap - ${alias}.discount`)
/** without the tax, where the marketplace's prices hold it */
const net = (alias: string, marketplaceCode: string) =>
  holdsTax(marketplaceCode)
    ? sql.raw(`${alias}.item + ${alias}.shipping + ${alias}.gift_wrap - ${alias}.discount - ${alias}.tax`)
    : sales(alias)
const cancelled = orderStatuses.cancelled[0]

/** `numbered`: the marketplace gives rows of an order no number of their own. */
export async function mergeOrders(task: MergeTask, { numbered }: { readonly numbered: boolean }): Promise<MergeOutcome> {
  const { tx, shop, importId } = task
  const mine = sql`s.shop_id = ${shop.id} and s.import_id = ${importId}`
  const same = sql`f.shop_id = s.shop_id and f.order_no = s.order_no and f.line_no = s.order_line_no`
  if (numbered) await numberItems(tx, mine)
  await markKnown(tx, mine, same)
  const days = await sql<{ day: string }>`
    select distinct s.ordered_on::text as day from order_line_staging s where ${mine} and s.is_known is null
    union select distinct f.ordered_on::text from order_line f join order_line_staging s on ${same}
    where ${mine} and s.is_known is null`.execute(tx)
  const { rows: renamed } = await sql<{ customer: string }>`
    select distinct f.customer_no as customer from order_line f join order_line_staging s on ${same}
    where ${mine} and s.is_known is null and f.customer_no <> s.customer_no`.execute(tx)
  // What stands now, and what of this file does not become the line, stays known.
  await sql`insert into order_line_seen (shop_id, order_no, line_no, import_id, status_at, line)
    select f.shop_id, f.order_no, f.line_no, f.import_id, f.status_at, to_jsonb(f) from order_line f join order_line_staging s on ${same}
    where ${mine} and s.is_known is null and f.import_id <> ${importId} on conflict do nothing`.execute(tx)
  await sql`insert into order_line_seen (shop_id, order_no, line_no, import_id, status_at, line)
    select distinct on (s.order_no, s.order_line_no) s.shop_id, s.order_no, s.order_line_no, s.import_id, s.status_at,
      to_jsonb(s) - ${buyerNames.map(columnOf)}::text[] ||
        jsonb_build_object('line_no', s.order_line_no, 'sales', ${sales('s')}, 'sales_net', ${net('s', shop.marketplaceCode)})
    from order_line_staging s join order_line f on ${same} where ${mine} and s.is_known = 1 and f.import_id <> ${importId}
      and not exists (select 1 from order_line_staging n where n.shop_id = s.shop_id and n.import_id = s.import_id
        and n.order_no = s.order_no and n.order_line_no = s.order_line_no and n.is_known is null)
    order by s.order_no, s.order_line_no, s.status_at desc, s.line_no desc on conflict do nothing`.execute(tx)
  await sql`delete from order_line f using order_line_staging s where ${same} and ${mine} and s.is_known is null`.execute(tx)
  // Lines of orders that were not known are counted as they are inserted: writing each line twice took longer than all else.
  await sql`insert into order_line (shop_id, line_no, import_id, sales, sales_net, is_cancelled, first_of_order, first_of_sku, several_skus,
      ${list('')})
    select s.shop_id, s.order_line_no, s.import_id, ${sales('s')}, ${net('s', shop.marketplaceCode)},
      s.status = ${cancelled}, s.first_of_order, s.first_of_sku, s.several_skus, ${list('s.')}
    from (${firsts(sql`select s.*, s.order_line_no as place_no from order_line_staging s where ${mine} and s.is_known is null`)}) s
    order by s.purchased_at`.execute(tx)
  const { rows: orders } = await sql<{ no: string; customer: string }>`
    select distinct f.order_no as no, f.customer_no as customer
    from order_line f join order_line_staging s on f.shop_id = s.shop_id and f.order_no = s.order_no
    where ${mine} and s.is_known is null and f.import_id <> ${importId}`.execute(tx)
  await countFirsts(tx, shop.id, [...new Set(orders.map(o => o.no))])
  await keepListings(task, { table: orderLine.table, day: 'ordered_on' })
  await keepSales(task)
  const others = theseNumbers(new Set([...renamed, ...orders].map(one => one.customer)))
  const touched = {
    orgId: task.orgId,
    shopId: shop.id,
    days: days.rows.map(r => r.day),
    numbers: sql`select s.customer_no from order_line_staging s where ${mine} and s.is_known is null union ${others}`,
  }
  await countMonths(tx, touched)
  await nameCustomers(task)
  await sumCustomers(tx, touched)
  await daysChanged(
    task,
    orderLines,
    shop.id,
    days.rows.map(r => r.day),
  )
  return outcome(task)
}

/**
 * Several rows of one SKU in an order are numbered by what they say, whatever their order in the file. A file that tells of a line twice
 * says when: those are one line.
 */
async function numberItems(tx: Tx, mine: RawBuilder<unknown>): Promise<void> {
  await sql`update order_line_staging s set order_line_no = s.order_line_no || '#' || n.place from (
      select s.line_no, row_number() over (partition by s.order_no, s.order_line_no, s.status_at
        order by s.item, s.quantity, s.tax, s.shipping, s.title, s.line_no) as place
      from order_line_staging s where ${mine}) n
    where ${mine} and n.line_no = s.line_no and n.place > 1`.execute(tx)
}

/**
 * Marks what changes nothing: of the rows of the file that tell of one line all but its newest state, and what is known already or was
 * followed by something newer. Few rows of a usual file: those that count are not written again.
 */
async function markKnown(tx: Tx, mine: RawBuilder<unknown>, same: RawBuilder<unknown>): Promise<void> {
  await sql`update order_line_staging s set is_known = 1 from (
      select s.line_no, row_number() over (partition by s.order_no, s.order_line_no order by s.status_at desc, s.line_no desc) as place
      from order_line_staging s where ${mine}) n
    where ${mine} and n.line_no = s.line_no and n.place > 1`.execute(tx)
  await sql`update order_line_staging s set is_known = 1 where ${mine} and s.is_known is null and exists (
      select 1 from order_line f where ${same}
        and (f.status_at > s.status_at or (${list('f.')}) is not distinct from (${list('s.')})))`.execute(tx)
}

/**
 * Rows of whole orders with what stands for them where orders are counted: one line of each order, and one of each of its SKUs; lines of
 * orders of several SKUs are marked. `rows` has the columns of an order line and `place_no`, its number within the order.
 */
const firsts = (rows: RawBuilder<unknown>) => sql`select p.*,
    (p.of_order = 1 and p.is_kept)::int as first_of_order, (p.of_sku = 1 and p.is_kept)::int as first_of_sku,
    p.is_kept and count(*) filter (where p.of_sku = 1 and p.is_kept) over (partition by p.order_no) > 1 as several_skus
  from (select r.*, r.status <> ${cancelled} as is_kept,
      row_number() over (partition by r.order_no order by r.status = ${cancelled}, r.place_no) as of_order,
      row_number() over (partition by r.order_no, r.sku order by r.status = ${cancelled}, r.place_no) as of_sku
    from (${rows}) r) p`

/** Counts the lines of these orders anew. */
export async function countFirsts(tx: Tx, shopId: string, orders: readonly string[]): Promise<void> {
  if (orders.length === 0) return
  const lines = sql`select f.ordered_on, f.order_no, f.line_no, f.line_no as place_no, f.sku, f.status
    from order_line f where f.shop_id = ${shopId} and f.order_no = any(${orders}::text[])`
  await sql`update order_line f set first_of_order = n.first_of_order, first_of_sku = n.first_of_sku, several_skus = n.several_skus
    from (${firsts(lines)}) n
    where f.shop_id = ${shopId} and f.ordered_on = n.ordered_on and f.order_no = n.order_no and f.line_no = n.line_no
      and (f.first_of_order, f.first_of_sku, f.several_skus) is distinct from (n.first_of_order, n.first_of_sku, n.several_skus)`.execute(
    tx,
  )
}

async function outcome({ tx, shop, importId, controlTotals }: MergeTask): Promise<MergeOutcome> {
  const mine = sql`s.shop_id = ${shop.id} and s.import_id = ${importId}`
  const { rows: sums } = await sql<{ currency: string; isNew: boolean; lines: number; sales: string; tax: string }>`
    select s.currency, s.is_known is null as "isNew", count(*)::int as lines, sum(${sales('s')})::text as sales, sum(s.tax)::text as tax
    from order_line_staging s where ${mine} group by 1, 2`.execute(tx)
  const sumOf = (name: string, currency: string, isNew: boolean): string => {
    const row = sums.find(one => one.currency === currency && one.isNew === isNew)
    return (name === 'tax' ? row?.tax : row?.sales) ?? '0'
  }
  const linesOf = (isNew: boolean): number => sums.reduce((n, one) => n + (one.isNew === isNew ? one.lines : 0), 0)
  return {
    merged: linesOf(true),
    unchanged: linesOf(false),
    notes: [],
    controlTotals: controlTotals.map((total): MergedTotal => ({
      ...total,
      merged: sumOf(total.name, total.currency, true),
      unchanged: sumOf(total.name, total.currency, false),
    })),
    unmapped: { types: [], skus: await unmappedSkus({ tx, shop }, 'order_line_staging', mine) },
  }
}

/**
 * Removes what an import told; its lines become what the newest of the others said, or go. A day at a time, so that the memory it takes
 * follows from the orders of a day and not from those of the import.
 */
export const removeOrders: FileFamily['remove'] = async task => {
  const { tx, shopId, importId } = task
  await sql`delete from order_line_seen where shop_id = ${shopId} and import_id = ${importId}`.execute(tx)
  const { rows: days } = await sql<{ day: string }>`
    select distinct ordered_on::text as day from order_line where shop_id = ${shopId} and import_id = ${importId} order by 1`.execute(tx)
  const customers = new Set<string>()
  const changed = new Set(days.map(one => one.day))
  const sum = { removed: 0, handedOn: 0 }
  for (const { day } of days) {
    const { rows: gone } = await sql<{ no: string; customer: string; lines: number }>`with gone as (
        delete from order_line where shop_id = ${shopId} and import_id = ${importId} and ordered_on = ${day}::date
        returning order_no, customer_no)
      select order_no as no, customer_no as customer, count(*)::int as lines from gone group by 1, 2`.execute(tx)
    const orders = [...new Set(gone.map(one => one.no))]
    const back = await handOn(tx, shopId, orders)
    await countFirsts(tx, shopId, orders)
    const { rows: left } = await sql<{ customer: string }>`select distinct customer_no as customer from order_line
      where shop_id = ${shopId} and order_no = any(${orders}::text[])`.execute(tx)
    for (const one of [...gone, ...left]) customers.add(one.customer)
    const handedOn = back.reduce((n, one) => n + one.lines, 0)
    for (const one of back) changed.add(one.day)
    sum.removed += gone.reduce((n, one) => n + one.lines, 0) - handedOn
    sum.handedOn += handedOn
  }
  await recountCustomers(tx, { orgId: task.orgId, shopId, days: [...changed], numbers: theseNumbers(customers) })
  await daysChanged(task, orderLines, shopId, [...changed])
  return sum
}

/** Lines of these orders that no longer stand, as the newest of the other imports told them; answers how many on which day. */
async function handOn(tx: Tx, shopId: string, orders: readonly string[]): Promise<readonly { day: string; lines: number }[]> {
  const { rows } = await sql<{ day: string; lines: number }>`
    with heirs as (select distinct on (s.order_no, s.line_no) s.* from order_line_seen s
        where s.shop_id = ${shopId} and s.order_no = any(${orders}::text[])
          and not exists (select 1 from order_line f where f.shop_id = s.shop_id and f.order_no = s.order_no and f.line_no = s.line_no)
        order by s.order_no, s.line_no, s.status_at desc, s.import_id desc),
      taken as (delete from order_line_seen s using heirs h where s.shop_id = h.shop_id and s.order_no = h.order_no
        and s.line_no = h.line_no and s.import_id = h.import_id),
      back as (insert into order_line
        (shop_id, line_no, import_id, sales, sales_net, is_cancelled, first_of_order, first_of_sku, ${list('')})
        select h.shop_id, h.line_no, h.import_id, r.sales, coalesce(r.sales_net, r.sales), r.status = ${cancelled}, 0, 0, ${list('r.')}
        from heirs h cross join lateral jsonb_populate_record(null::order_line, '{"customer_no": ""}'::jsonb || h.line) r
        returning ordered_on)
    select ordered_on::text as day, count(*)::int as lines from back group by 1`.execute(tx)
  return rows
}
