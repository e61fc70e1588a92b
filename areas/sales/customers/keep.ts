/**
 * Keeps customers and what they ordered up to date with the lines of orders, in the transaction that changes those: of each customer whose
 * lines changed whole months anew, so that nothing is counted twice whatever was told before.
 */
import { sql, type RawBuilder } from 'kysely'
import type { MergeTask } from '#platform/server/area.ts'
import { firstOfMonth, monthOf } from '#platform/format/dates.ts'

type Tx = MergeTask['tx']

/** Whose lines changed, and on which days, before and after the change. */
export interface Touched {
  readonly orgId: string
  readonly shopId: string
  readonly days: readonly string[]
  /** a query of customer numbers; '' stands for orders whose file names no buyer */
  readonly numbers: RawBuilder<unknown>
}
export const theseNumbers = (numbers: Iterable<string>): RawBuilder<unknown> => sql`select unnest(${[...numbers]}::text[])`

/** What those customers ordered in the months of those days is added up anew. */
export async function countMonths(tx: Tx, { shopId, days, numbers }: Touched): Promise<void> {
  const months = [...new Set(days.map(day => firstOfMonth(monthOf(day))))].sort()
  if (months.length === 0) return
  await sql`delete from customer_month where shop_id = ${shopId} and month = any(${months}::date[])
    and customer_no in (${numbers})`.execute(tx)
  for (const month of months)
    // the index of customers leaves out lines without one
    for (const isNamed of [sql`f.customer_no <> ''`, sql`f.customer_no = ''`])
      await sql`insert into customer_month (shop_id, month, customer_no, currency, orders, units, sales, first_on, last_on)
        select f.shop_id, ${month}::date, f.customer_no, f.currency, sum(f.first_of_order), sum(f.quantity), sum(f.sales),
          min(f.ordered_on), max(f.ordered_on)
        from order_line f
        where f.shop_id = ${shopId} and f.ordered_on >= ${month}::date and f.ordered_on < ${month}::date + interval '1 month'
          and not f.is_cancelled and ${isNamed} and f.customer_no in (${numbers})
        group by f.shop_id, f.customer_no, f.currency`.execute(tx)
}

/**
 * Buyers that the staged lines of an import name, with what their counted months say: what the newest file tells of somebody stands.
 * Whoever is there and is told nothing new is not written.
 */
export async function nameCustomers({ tx, shop, importId, orgId }: Pick<MergeTask, 'tx' | 'shop' | 'importId' | 'orgId'>): Promise<void> {
  const told = ['user_name', 'first_name', 'last_name', 'email', 'country', 'told_at'].map(name => ({
    column: sql.ref(name),
    kept: sql.ref(`customer.${name}`),
    told:
      name === 'country'
        ? sql`coalesce(nullif(excluded.country, ''), customer.country)`
        : sql`coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`customer.${name}`)})`,
  }))
  await sql`insert into customer (org_id, shop_id, customer_no, user_name, first_name, last_name, email, country, told_at, currency, orders,
      units, sales, first_on, last_on)
    select ${orgId}, n.shop_id, n.customer_no, n.user_name, n.first_name, n.last_name, n.email, n.country, n.told_at, n.currency,
      coalesce(sum(m.orders), 0), coalesce(sum(m.units), 0), coalesce(sum(m.sales) filter (where m.currency = n.currency), 0),
      min(m.first_on), max(m.last_on)
    from (select s.shop_id, s.customer_no, max(nullif(s.buyer_user, '')) as user_name, max(nullif(s.buyer_first, '')) as first_name,
        max(nullif(s.buyer_last, '')) as last_name, max(nullif(s.buyer_email, '')) as email,
        (array_agg(s.country order by s.purchased_at desc, s.line_no))[1] as country, max(s.currency) as currency,
        max(s.purchased_at) as told_at
      from order_line_staging s where s.shop_id = ${shop.id} and s.import_id = ${importId} and s.customer_no <> ''
      group by s.shop_id, s.customer_no) n
    left join customer_month m on m.shop_id = n.shop_id and m.shop_id = ${shop.id} and m.customer_no = n.customer_no
    group by n.shop_id, n.customer_no, n.user_name, n.first_name, n.last_name, n.email, n.country, n.told_at, n.currency
    on conflict (org_id, shop_id, customer_no) do update set ${sql.join(told.map(one => sql`${one.column} = ${one.told}`))}
      where customer.erased_at is null and excluded.told_at >= customer.told_at and (${sql.join(told.map(one => one.kept))})
        is distinct from (${sql.join(told.map(one => one.told))})`.execute(tx)
}

/** What those customers ordered altogether, where it changed. */
export async function sumCustomers(tx: Tx, { orgId, shopId, numbers }: Touched): Promise<void> {
  await sql`update customer c set orders = n.orders, units = n.units, sales = n.sales, first_on = n.first_on, last_on = n.last_on
    from (select o.id, coalesce(sum(m.orders), 0) as orders, coalesce(sum(m.units), 0) as units,
        coalesce(sum(m.sales) filter (where m.currency = o.currency), 0) as sales, min(m.first_on) as first_on, max(m.last_on) as last_on
      from customer o left join customer_month m on m.shop_id = o.shop_id and m.shop_id = ${shopId} and m.customer_no = o.customer_no
      where o.org_id = ${orgId} and o.shop_id = ${shopId} and o.customer_no in (${numbers})
      group by o.id) n
    where c.id = n.id and (c.orders, c.units, c.sales, c.first_on, c.last_on)
      is distinct from (n.orders, n.units, n.sales, n.first_on, n.last_on)`.execute(tx)
}

/**
 * Lines went or came otherwise than by a merge, which names customers in between: of whom no line tells any more is kept no longer, but for
 * who was erased: a file that comes again would name him.
 */
export async function recountCustomers(tx: Tx, touched: Touched): Promise<void> {
  await countMonths(tx, touched)
  await sumCustomers(tx, touched)
  const { orgId, shopId, numbers } = touched
  const { rows } = await sql<{ no: string }>`select distinct f.customer_no as no from order_line f
    where f.shop_id = ${shopId} and f.customer_no <> '' and f.customer_no in (${numbers})`.execute(tx)
  const left = rows.map(({ no }) => no)
  await sql`delete from customer c where c.org_id = ${orgId} and c.shop_id = ${shopId} and c.customer_no in (${numbers})
    and c.customer_no <> all(${left}::text[]) and c.erased_at is null`.execute(tx)
}
