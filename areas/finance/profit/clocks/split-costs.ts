/**
 * Cost lines divided by the days on which the units they are of happened, were shipped, settled and paid, as the amounts of the same day
 * and SKU have them. Shares end where their part of the units ends, so that they add up to the line exactly. A line without such units
 * stands on its own day by every clock.
 */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/area.ts'
import { amounts } from '../../facts/amounts.ts'
import { financeItems } from '../../base/finance-items.ts'
import { itemOf } from '../../facts/clocks/item-of.ts'

const clockColumns = sql.raw('event_day, delivered_day, settled_day, cash_day')

/** Of these days of a shop, after its amounts and its cost lines were written. Behind the door: the refresh is the system's. */
export async function splitCosts(tx: Tx, shopId: string, days: readonly string[]): Promise<void> {
  const db = tx.withoutPlugins()
  await sql`delete from finance_cost_part where shop_id = ${shopId} and booked_on = any(${days}::date[])`.execute(db)
  await sql`with amounts_of as materialized (
      select f.day, date_trunc('month', f.day)::date as month, f.sku, f.kind_id, ${clockColumns}, f.quantity
      from ${sql.table(amounts.base.table)} f
      where f.shop_id = ${shopId} and f.day = any(${days}::date[]) and f.quantity > 0),
    sold as materialized (select k.kind_id, k.month from (select distinct kind_id, month from amounts_of) k
      where ${itemOf('k.kind_id', sql`k.month`)} = ${sql.lit(financeItems.productSales.id)}),
    units as materialized (
      select a.day, a.sku, ${clockColumns}, sum(a.quantity) as quantity from amounts_of a
        join sold s on s.kind_id = a.kind_id and s.month = a.month group by 1, 2, 3, 4, 5, 6),
    placed as (
      select u.*, sum(quantity) over (partition by day, sku) as whole,
        sum(quantity) over (partition by day, sku order by ${clockColumns}) as until from units u),
    parts as (
      select c.shop_id, c.booked_on, c.sku, c.item, c.currency, c.unit_cost, coalesce(p.event_day, c.booked_on) as event_on,
        coalesce(p.delivered_day, c.booked_on) as shipped_on, coalesce(p.settled_day, c.booked_on) as settled_on,
        coalesce(p.cash_day, c.booked_on) as cash_on,
        case when p.whole is null then c.quantity
          else round(c.quantity * p.until / p.whole, 6) - round(c.quantity * (p.until - p.quantity) / p.whole, 6) end as quantity,
        case when p.whole is null then c.amount
          else round(c.amount * p.until / p.whole, 4) - round(c.amount * (p.until - p.quantity) / p.whole, 4) end as amount
      from finance_cost_line c left join placed p on p.day = c.booked_on and p.sku = c.sku
      where c.shop_id = ${shopId} and c.booked_on = any(${days}::date[]))
    insert into finance_cost_part (shop_id, booked_on, sku, item, currency, event_on, shipped_on, settled_on, cash_on, quantity, unit_cost,
      amount) select shop_id, booked_on, sku, item, currency, event_on, shipped_on, settled_on, cash_on, quantity, unit_cost, amount
    from parts where amount <> 0 or quantity <> 0`.execute(db)
}
