/**
 * Keeps customers and what they ordered up to date with the lines of orders, in the transaction that changes those: whole months of a shop
 * anew, so that nothing is counted twice whatever was told before.
 */
import { sql } from 'kysely'
import type { MergeTask } from '#platform/server/contract/file-family.ts'
import { firstOfMonth, monthOf } from '#platform/format/dates.ts'

type Tx = MergeTask['tx']

/** Buyers that the staged lines of an import name: what the newest of them says stands. */
export async function nameCustomers({ tx, shop, importId, orgId }: Pick<MergeTask, 'tx' | 'shop' | 'importId' | 'orgId'>): Promise<void> {
  await sql`insert into customer (org_id, shop_id, customer_no, user_name, first_name, last_name, email, country, orders, units, sales,
      currency, told_at)
    select ${orgId}, s.shop_id, s.customer_no, max(nullif(s.buyer_user, '')), max(nullif(s.buyer_first, '')),
      max(nullif(s.buyer_last, '')), max(nullif(s.buyer_email, '')), (array_agg(s.country order by s.purchased_at desc, s.line_no))[1],
      0, 0, 0, max(s.currency), max(s.purchased_at)
    from order_line_staging s where s.shop_id = ${shop.id} and s.import_id = ${importId} and s.customer_no <> ''
    group by s.shop_id, s.customer_no
    on conflict (org_id, shop_id, customer_no) do update set told_at = excluded.told_at,
      user_name = coalesce(excluded.user_name, customer.user_name), first_name = coalesce(excluded.first_name, customer.first_name),
      last_name = coalesce(excluded.last_name, customer.last_name), email = coalesce(excluded.email, customer.email),
      country = case when excluded.country = '' then customer.country else excluded.country end
      where excluded.told_at >= customer.told_at`.execute(tx)
}

/** Lines of these days changed: their months are added up anew, and those who ordered in them. */
export async function countCustomers(tx: Tx, shopId: string, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  const months = [...new Set(days.map(day => firstOfMonth(monthOf(day))))].sort()
  const [first, last] = [months[0], months.at(-1)]
  await sql`delete from customer_month where shop_id = ${shopId} and month = any(${months}::date[])`.execute(tx)
  for (const month of months)
    await sql`insert into customer_month (shop_id, month, customer_no, currency, orders, units, sales, first_on, last_on)
      select f.shop_id, ${month}::date, f.customer_no, f.currency, sum(f.first_of_order), sum(f.quantity), sum(f.sales),
        min(f.ordered_on), max(f.ordered_on)
      from order_line f
      where f.shop_id = ${shopId} and f.ordered_on >= ${month}::date and f.ordered_on < ${month}::date + interval '1 month'
        and not f.is_cancelled
      group by f.shop_id, f.customer_no, f.currency`.execute(tx)
  await sql`update customer c set orders = n.orders, units = n.units, sales = n.sales, first_on = n.first_on, last_on = n.last_on
    from (select o.id, coalesce(sum(m.orders), 0) as orders, coalesce(sum(m.units), 0) as units,
        coalesce(sum(m.sales) filter (where m.currency = o.currency), 0) as sales, min(m.first_on) as first_on, max(m.last_on) as last_on
      from customer o left join customer_month m on m.shop_id = o.shop_id and m.customer_no = o.customer_no
      where o.shop_id = ${shopId}
        and (o.last_on is null or (o.last_on >= ${first}::date and o.first_on < ${last}::date + interval '1 month')
          or exists (select 1 from customer_month t
            where t.shop_id = o.shop_id and t.customer_no = o.customer_no and t.month = any(${months}::date[])))
      group by o.id) n
    where c.id = n.id and (c.orders, c.units, c.sales, c.first_on, c.last_on)
      is distinct from (n.orders, n.units, n.sales, n.first_on, n.last_on)`.execute(tx)
}

/** Nobody is kept of whom no line tells any more. */
export async function forgetCustomers(tx: Tx, shopId: string, numbers: readonly string[]): Promise<void> {
  await sql`delete from customer c where c.shop_id = ${shopId} and c.customer_no = any(${numbers}::text[])
    and not exists (select 1 from order_line f where f.shop_id = c.shop_id and f.customer_no = c.customer_no)`.execute(tx)
}
