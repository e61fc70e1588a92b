/**
 * ABC of products, each night, by the value of what left the warehouses in 90 days: the greatest first, A to 80 %, B to 95 %, C the rest.
 * A unit is worth what one in stock cost, else what the month says. Where nothing left, classes stay as they are.
 */
import { sql } from 'kysely'
import { goodsLegs, issuedReasons, productSupply } from '#areas/goods/index.ts'
import { classLimits } from '#platform/declare/report.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { baseCurrency } from './words.ts'

const days = 90
const [a, b, c] = Object.values(productSupply.fields.abc.choices).map(([code]) => code)

/** Answers how many products are in another class now. */
export const classify = (context: Context): Promise<number> =>
  context.write(async (tx, inside) => {
    const { orgId } = inside.caller
    const { rows } = await sql<{ id: string; abc: number }>`
      with issued as (
        select product_id, -sum(quantity) as quantity from ${sql.table(goodsLegs.base.table)}
        where org_id = ${orgId} and day > ${addDays(todayOf(inside), -days)}::date and reason = any(${[...issuedReasons]}::int[])
        group by product_id having sum(quantity) < 0),
      layers as (
        select product_id, sum(purchase + first_leg + duty + other) / nullif(sum(quantity), 0) as cost from stock_layer
        where org_id = ${orgId} and quantity > 0 group by product_id),
      worth as (
        select i.product_id, i.quantity * coalesce(l.cost, m.cost, 0) as value
        from issued i left join layers l on l.product_id = i.product_id
        left join lateral (select p.unit_cost * case when p.currency = ${baseCurrency} then 1 else k.rate end as cost
          from product_cost p left join currency_rate k on k.org_id = p.org_id and k.currency = p.currency and k.month = p.month
          where p.org_id = ${orgId} and p.product_id = i.product_id order by p.month desc limit 1) m on true),
      ranked as (
        select product_id, value, sum(value) over (order by value desc, product_id) - value as above, sum(value) over () as total
        from worth where value > 0)
      select s.id::text, x.abc from product_supply s left join ranked r on r.product_id = s.product_id
      cross join lateral (select case when r.above < r.total * ${classLimits.A}::numeric then ${a}::int
        when r.above < r.total * ${classLimits.B}::numeric then ${b}::int else ${c}::int end as abc) x
      where s.org_id = ${orgId} and s.abc is distinct from x.abc and exists (select from ranked)`.execute(tx.withoutPlugins())
    await setDerived(inside, productSupply, rows)
    return rows.length
  })
