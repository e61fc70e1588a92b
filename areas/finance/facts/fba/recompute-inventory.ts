/**
 * FBA stock by month, worked out anew for the months that an import touched; openings without a statement are carried on from the month
 * before.
 */
import type { ShopSheet } from '#platform/declare/shop-sheet.ts'
import type { Tx } from '#platform/server/area.ts'
import { sql } from 'kysely'
import { markStale } from '#platform/server/reports.ts'
import { ledger, ledgerSummary } from './sheets.ts'
import { fbaStock } from './stock-on-hand.ts'

const followed: readonly ShopSheet[] = [ledger, ledgerSummary]
/** Sheets whose days the stock by day follows. */
export const isFollowed = (sheet: ShopSheet): boolean => followed.includes(sheet)
/** What an import of the sheet works out anew; undefined: nothing. */
export const inventoryFollows = (sheet: ShopSheet) => (isFollowed(sheet) ? recomputeMonths : undefined)

/** Months as their first days. */
export async function recomputeMonths(tx: Tx, shopId: string, months: readonly string[]): Promise<void> {
  const [first] = months.toSorted()
  if (first === undefined) return
  await sql`delete from fba_inventory_month where shop_id = ${shopId} and month = any(${months}::date[])`.execute(tx)
  await insertMonths(tx, shopId, months)
  const { rows } = await sql<{ month: string }>`select distinct month::text as month from fba_inventory_month
    where shop_id = ${shopId} and month >= ${first}::date order by 1`.execute(tx)
  for (const { month: one } of rows) await carryOn(tx, shopId, one)
  // what a month has without lines stands on its first day, and changes with the month before
  await markStale(tx, fbaStock, shopId, [...months, ...rows.map(row => row.month)], new Date())
}

async function insertMonths(tx: Tx, shopId: string, months: readonly string[]): Promise<void> {
  const inMonths = sql`f.shop_id = ${shopId} and f.happened_on >= ${months.toSorted()[0]}::date
    and f.happened_on < (${months.toSorted().at(-1)}::date + interval '1 month')
    and date_trunc('month', f.happened_on)::date = any(${months}::date[])`
  await sql`with detail as (
      select date_trunc('month', f.happened_on)::date as month, f.sku, max(f.fnsku) as fnsku,
        coalesce(sum(f.quantity) filter (where e.event = 'receipts'), 0) as received,
        coalesce(sum(f.quantity) filter (where e.event = 'shipments'), 0) as sold,
        coalesce(sum(f.quantity) filter (where e.event = 'customerreturns'), 0) as returned,
        coalesce(sum(f.quantity) filter (where e.event = 'vendorreturns'), 0) as removed,
        coalesce(sum(f.quantity) filter (where e.event = 'whsetransfers'), 0) as transferred, sum(f.quantity) as moved
      from fba_ledger_line f cross join lateral (select lower(replace(f.event, ' ', '')) as event) e where ${inMonths} group by 1, 2),
    stated as (
      select month, sku, max(fnsku) as fnsku, sum(opening) as opening, sum(closing) as closing, sum(in_transit) as in_transit,
        sum(received) as received, sum(sold) as sold, sum(returned) as returned, sum(removed) as removed, sum(transferred) as transferred,
        sum(adjusted) as adjusted
      from (select date_trunc('month', f.happened_on)::date as month, f.sku, max(f.fnsku) as fnsku,
          (array_agg(f.opening order by f.happened_on))[1] as opening, (array_agg(f.closing order by f.happened_on desc))[1] as closing,
          (array_agg(f.in_transit order by f.happened_on desc))[1] as in_transit, sum(f.receipts) as received, sum(f.shipments) as sold,
          sum(f.customer_returns) as returned, sum(f.vendor_returns) as removed, sum(f.transfers) as transferred,
          sum(f.found + f.lost + f.damaged + f.disposed + f.other_events + f.unknown_events) as adjusted
        from fba_ledger_summary f where ${inMonths} group by 1, 2, f.fnsku, f.disposition, f.location) cells group by 1, 2),
    joined as (
      select coalesce(d.month, s.month) as month, coalesce(d.sku, s.sku) as sku, coalesce(d.fnsku, s.fnsku) as fnsku,
        d.sku is not null as detailed,
        coalesce(d.received, s.received) as received, coalesce(d.sold, s.sold) as sold, coalesce(d.returned, s.returned) as returned,
        coalesce(d.removed, s.removed) as removed, coalesce(d.transferred, s.transferred) as transferred,
        coalesce(d.moved - d.received - d.sold - d.returned - d.removed - d.transferred, s.adjusted) as adjusted,
        s.opening, s.closing, s.in_transit, s.received as s_received, s.sold as s_sold, s.returned as s_returned, s.removed as s_removed,
        s.adjusted as s_adjusted
      from detail d full join stated s on s.month = d.month and s.sku = d.sku)
    insert into fba_inventory_month (shop_id, month, sku, fnsku, opening, received, sold, returned, removed, transferred, adjusted, closing,
      stated_opening, stated_closing, in_transit, opening_from, source, received_difference, sold_difference, returned_difference,
      removed_difference, adjusted_difference)
    select ${shopId}, j.month, j.sku, j.fnsku, 0, j.received, j.sold, j.returned, j.removed, j.transferred, j.adjusted, 0, j.opening,
      j.closing,
      j.in_transit, 3, case when j.detailed then 1 else 2 end, j.s_received - j.received, j.s_sold - j.sold, j.s_returned - j.returned,
      j.s_removed - j.removed, j.s_adjusted - j.adjusted from joined j`.execute(tx)
}

/** Opening: as stated, else what the month before ended with. */
async function carryOn(tx: Tx, shopId: string, one: string): Promise<void> {
  await sql`update fba_inventory_month m set opening = n.opening, opening_from = n.opening_from, closing = n.opening + n.moved,
      difference = m.stated_closing - n.opening - n.moved, opening_difference = m.stated_opening - n.carried,
      untold = n.opening - coalesce(n.carried, 0) + case when m.source = 2 then n.moved else 0 end
    from (select c.sku, p.closing as carried, coalesce(c.stated_opening, p.closing, 0) as opening,
        case when c.stated_opening is not null then 1 when p.closing is not null then 2 else 3 end as opening_from,
        c.received + c.sold + c.returned + c.removed + c.transferred + c.adjusted as moved
      from fba_inventory_month c left join lateral (select b.closing from fba_inventory_month b
        where b.shop_id = c.shop_id and b.sku = c.sku and b.month < c.month order by b.month desc limit 1) p on true
      where c.shop_id = ${shopId} and c.month = ${one}::date) n
    where m.shop_id = ${shopId} and m.month = ${one}::date and m.sku = n.sku`.execute(tx)
}
