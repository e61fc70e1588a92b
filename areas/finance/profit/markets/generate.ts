/**
 * Making the lines of an order-profit family from facts: amounts of the marketplaces' files through the type map, parcels, product costs
 * by layers or else of the month, rates of the month. What people have set (salesman, adjustment, remark) stays, and so do audited lines
 * and closed months. One statement a family and shop, whatever the number of lines.
 */
import { sql, type RawBuilder } from 'kysely'
import { addDays, daysBetween, firstOfMonth, isDate, isMonth, lastOfMonth } from '#platform/format/dates.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { writeAudit } from '#platform/server/records.ts'
import { holdsOn } from '#platform/server/database.ts'
import { platformChoices, skuOwner } from '#areas/reference/index.ts'
import { financeItems, type FinanceClass } from '../../base/finance-items.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { outKindOf } from '../../costs/layers/derived-tables.ts'
import { lackings, type OrderProfit } from './order-profit.ts'

export interface ProfitAsk {
  readonly yearMonth?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly shopIds?: readonly string[]
}
export interface ProfitMade {
  /** lines that are new or were written again, lines that went */
  readonly changed: number
  readonly removed: number
  /** audited lines of the period, which stay as they are */
  readonly audited: number
  /** last day of the closed months, of which nothing was touched */
  readonly closedUntil: string | null
}
interface Period {
  readonly from: string
  readonly to: string
}

const daysMax = 400
/** A month, or a first and a last day; a year and a bit at most. */
function periodOf({ yearMonth, startDate, endDate }: ProfitAsk): Period {
  if (yearMonth !== undefined && yearMonth !== '') {
    if (!isMonth(yearMonth)) throw refuse.invalid([{ field: 'yearMonth', message: sentence`请选择月份，如 2026-11` }])
    return { from: firstOfMonth(yearMonth), to: lastOfMonth(yearMonth) }
  }
  if (startDate === undefined || endDate === undefined || !isDate(startDate) || !isDate(endDate) || endDate < startDate)
    throw refuse.invalid([{ field: 'startDate', message: sentence`请选择月份或起止日期` }])
  if (daysBetween(startDate, endDate) >= daysMax)
    throw refuse.invalid([{ field: 'endDate', message: sentence`一次最多生成 ${daysMax} 天，请缩短期间` }])
  return { from: startDate, to: endDate }
}

/** Shops of the family that the caller was granted; those he names must be among them. */
async function shopsOf(tx: Tx, { caller }: Context, { platforms }: OrderProfit, asked: readonly string[] = []): Promise<string[]> {
  if (asked.some(id => !caller.shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
  const codes = platforms.map(name => platformChoices[name][0])
  const { rows } = await sql<{ id: string }>`select s.id::text as id from shop s join marketplace m on m.code = s.marketplace_code
    where s.org_id = ${caller.orgId} and m.platform = any(${codes}::smallint[]) and s.id = any(${caller.shops}::bigint[])
      order by s.id`.execute(tx)
  return rows.map(row => row.id).filter(id => asked.length === 0 || asked.includes(id))
}

const itemsOf = (...classes: readonly FinanceClass[]): RawBuilder<unknown> =>
  sql.raw(
    `(${Object.values(financeItems)
      .flatMap(item => (classes.includes(item.class) ? [item.id] : []))
      .join(', ')})`,
  )
const sumOf = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(sum(f.amount) filter (where ${condition}), 0)`

/** The items of the orders that have money in the period: to find SKU and quantity where a file names neither. */
const known = (shopId: string): RawBuilder<unknown> => sql`
  orders as materialized (select distinct order_no from raw where order_no <> ''),
  items as materialized (
    select order_no, item_id, max(sku) as sku, null::int as quantity, 1 as rank from market_line
    where shop_id = ${shopId} and order_no in (select order_no from orders) and (sku <> '' or item_id <> '') group by 1, 2
    union all select order_no, item_id, max(sku), sum(quantity)::int, 2 from order_line
    where shop_id = ${shopId} and order_no in (select order_no from orders) and not is_cancelled group by 1, 2),
  by_item as materialized (select order_no, item_id, max(sku) as sku from items where item_id <> '' group by 1, 2),
  by_order as materialized (select distinct on (order_no) order_no, item_id, sku from items order by order_no, rank, item_id, sku),
  ordered as materialized (select order_no, sum(quantity)::int as quantity from items where rank = 2 group by 1)`

/** Amounts of a shop with the order line each belongs to: what a file says of it, else the order's item, else its first one. */
const amounts = (shopId: string, days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  raw as materialized (select f.booked_on, f.order_no, f.sku, f.item_id, f.title, f.quantity, f.amount, f.currency, m.item
    from market_line f left join amazon_type_map m on m.kind_id = f.kind_id and m.valid_from <= date_trunc('month', f.booked_on)
      and (m.valid_to is null or m.valid_to > date_trunc('month', f.booked_on))
    where f.shop_id = ${shopId} and ${days}),
  ${known(shopId)},
  named as materialized (select r.booked_on, r.order_no, coalesce(nullif(r.sku, ''), i.sku, o.sku, '') as sku,
      coalesce(nullif(r.item_id, ''), case when r.sku in ('', o.sku) then o.item_id end, '') as item_id, r.title,
      case when r.item = ${financeItems.productSales.id} then coalesce(r.quantity, q.quantity) end as quantity,
      r.amount, r.currency, r.item, r.sku as told
    from raw r left join by_item i on i.order_no = r.order_no and i.item_id = r.item_id
      left join by_order o on o.order_no = r.order_no left join ordered q on q.order_no = r.order_no),
  ${byLayers(shopId)}`

/**
 * Units of a day that layers had (areas/finance/costs/layers) cost what that day's units of the SKU cost on the average, in CNY. Where
 * some units of the product had no layer that day, nobody can say whose they were: the cost of these orders is unknown.
 */
const byLayers = (shopId: string): RawBuilder<unknown> => sql`
  f as materialized (select n.*, case when s.day is not null then n.quantity end as layered,
      round(n.quantity * c.amount / nullif(c.quantity, 0), 4) as goods,
      round(n.quantity * g.amount / nullif(c.quantity, 0), 4) as first_leg,
      s.day is not null and (coalesce(c.quantity, 0) = 0 or exists (select 1 from stock_shortage x
        where x.product_id = s.product_id and x.day = s.day and x.kind = ${outKindOf.sale})) as is_short
    from named n
    left join stock_sale s on n.quantity <> 0 and s.shop_id = ${shopId} and s.day = n.booked_on and s.sku = n.told and s.quantity <> 0
    left join stock_cost c on c.shop_id = ${shopId} and c.day = s.day and c.sku = s.sku and c.item = ${financeItems.productCost.id}
    left join stock_cost g on g.shop_id = ${shopId} and g.day = s.day and g.sku = s.sku and g.item = ${financeItems.firstLeg.id})`

const money = sql`
  sum(f.quantity)::int as quantity, coalesce(sum(f.layered), 0)::int as layered, coalesce(sum(f.goods), 0) as goods,
  coalesce(sum(f.first_leg), 0) as leg_cost, bool_or(f.is_short) as is_short,
  max(f.title) filter (where f.quantity is not null) as title, min(f.currency) as currency,
  ${sumOf(sql`f.item in ${itemsOf('sales')}`)} as sale, ${sumOf(sql`f.item in ${itemsOf('refund')}`)} as refund,
  ${sumOf(sql`f.item in ${itemsOf('platformFee', 'fbaFee', 'advertising', 'other')}`)} as fees,
  ${sumOf(sql`f.item in ${itemsOf('shippingFee')}`)} as freight, ${sumOf(sql`f.item is null`)} as unmapped`
/** what passes through or only moves between periods makes no line */
const counts = sql`(f.item is null or f.item not in ${itemsOf('tax', 'timing', 'cost')})`

/** Order lines by day of settlement; money of no order stands in a line of the day without one. */
const settled = (shopId: string, { from, to }: Period): RawBuilder<unknown> => sql`
  ${amounts(shopId, sql`f.booked_on between ${from}::date and ${to}::date`)},
  lines as materialized (select f.booked_on, f.order_no, f.sku, f.item_id, ${money}, null::numeric as final_leg from f where ${counts}
    group by 1, 2, 3, 4)`

/** shipped and delivered, as the states of orders are numbered */
const sent = sql`(3, 4)`

/**
 * Order lines with all their money on the day the order was shipped (its first parcel, else the orders' file). The fee of its parcels
 * stands on the order's first line; null while a rate or every parcel is missing. `kept`: lines of the order `s` of other days that stay:
 * audited, or of a closed month.
 */
const shipped = (orgId: string, shopId: string, { from, to }: Period, kept: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  of_shop as materialized (select distinct order_no from market_line where shop_id = ${shopId} and order_no <> ''),
  parcels as materialized (select p.order_no, min(p.shipped_on) as shipped_on from final_leg_fee p
    where p.org_id = ${orgId} and p.order_no in (select order_no from of_shop) group by 1),
  told as materialized (select order_no, min(status_at at time zone 'UTC')::date as shipped_on from order_line
    where shop_id = ${shopId} and status in ${sent} group by 1),
  sent as materialized (select order_no, shipped_on from (select o.order_no, coalesce(p.shipped_on, t.shipped_on) as shipped_on
      from of_shop o left join parcels p on p.order_no = o.order_no left join told t on t.order_no = o.order_no) s
    where s.shipped_on between ${from}::date and ${to}::date and not exists (${kept})),
  ${amounts(shopId, sql`f.order_no in (select order_no from sent)`)},
  sums as materialized (select s.shipped_on as booked_on, f.order_no, f.sku, f.item_id, ${money},
      row_number() over (partition by f.order_no order by f.sku, f.item_id) as at
    from f join sent s on s.order_no = f.order_no where ${counts} group by 1, 2, 3, 4),
  legs as materialized (select p.order_no, case when bool_and(p.turn is not null) then round(-sum(p.amount * p.turn), 4) end as fee from (
      select p.order_no, p.fee + p.surcharge as amount, case when p.currency = shop.currency then 1
        else (case when p.currency = 'CNY' then 1 else paid.rate end) / (case when shop.currency = 'CNY' then 1 else own.rate end)
        end as turn
      from final_leg_fee p join shop on shop.id = ${shopId}
      left join currency_rate paid on paid.org_id = ${orgId} and paid.currency = p.currency
        and paid.month = date_trunc('month', p.shipped_on)
      left join currency_rate own on own.org_id = ${orgId} and own.currency = shop.currency
        and own.month = date_trunc('month', p.shipped_on)
      where p.org_id = ${orgId} and p.order_no in (select order_no from sent)) p group by 1),
  lines as materialized (select s.*, case when s.at = 1 then g.fee else case when g.fee is not null then 0 end end as final_leg
    from sums s left join legs g on g.order_no = s.order_no)`

/** Cost of each line: what layers say of their units, and of the others the unit cost in force in the month; rates of the month. */
const costed = (orgId: string, shopId: string): RawBuilder<unknown> => sql`
  rates as materialized (select r.currency, r.month, r.rate from currency_rate r where r.org_id = ${orgId}),
  unit_costs as materialized (select p.product_id, p.currency, p.unit_cost, p.month as since,
    lead(p.month) over (partition by p.product_id order by p.month) as until from product_cost p where p.org_id = ${orgId}),
  priced as (select l.*, seller.employee_id as owner_id, map.product_id, c.unit_cost,
      case when l.currency = 'CNY' then 1 else own.rate end as rate,
      case when c.currency = l.currency then 1
        else (case when c.currency = 'CNY' then 1 else bought.rate end) / (case when l.currency = 'CNY' then 1 else own.rate end)
        end as turn
    from lines l
    left join rates own on own.currency = l.currency and own.month = date_trunc('month', l.booked_on)
    left join sku_map map on map.shop_id = ${shopId} and map.seller_sku = coalesce(nullif(l.sku, ''), nullif(l.item_id, ''))
    left join sku_owner seller on seller.org_id = ${orgId} and seller.shop_id = ${shopId}
      and seller.seller_sku = coalesce(nullif(l.sku, ''), nullif(l.item_id, '')) and ${holdsOn(skuOwner, sql`l.booked_on`, 'seller')}
    left join unit_costs c on c.product_id = map.product_id and c.since <= date_trunc('month', l.booked_on)
      and (c.until is null or c.until > date_trunc('month', l.booked_on))
    left join rates bought on bought.currency = c.currency and bought.month = date_trunc('month', l.booked_on)),
  counted as materialized (select p.*, coalesce(p.quantity, 0) - p.layered as rest from priced p),
  made as materialized (select p.*, case when p.is_short then null
      else case when p.layered = 0 and p.goods = 0 then 0 else round(p.goods / p.rate, 4) end
        + case when p.rest = 0 then 0 else round(-p.rest * p.unit_cost * p.turn, 4) end end as cost,
    case when p.is_short then null when p.leg_cost = 0 then 0 else round(p.leg_cost / p.rate, 4) end as first_leg,
    case when p.rest <> 0 and p.product_id is null then ${sql.lit(lackings.product[0])}::smallint
      when p.is_short or (p.rest <> 0 and p.unit_cost is null) then ${sql.lit(lackings.cost[0])}::smallint
      when p.rate is null or (p.rest <> 0 and p.turn is null) then ${sql.lit(lackings.rate[0])}::smallint
      else ${sql.lit(lackings.nothing[0])}::smallint end as lacking from counted p)`

/** Makes the lines of the period again; `only`: nothing but costs, rates and what follows from them. */
export async function makeOrderProfit(context: Context, family: OrderProfit, ask: ProfitAsk, only?: 'costs'): Promise<ProfitMade> {
  const period = periodOf(ask)
  const { orgId } = context.caller
  // Only shops that the caller was granted are read and written; months, costs and rates are those of his organisation.
  const db = context.house.unscoped('order profit: facts of shops the caller was granted')
  return db.transaction().execute(async tx => {
    await sql`select begin_write(${orgId})`.execute(tx)
    const closed = await closedUntil(tx, orgId)
    const from = closed !== null && closed >= period.from ? nextDay(closed) : period.from
    let [changed, removed, audited] = [0, 0, 0]
    for (const shopId of await shopsOf(tx, context, family, ask.shopIds)) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(family.resource.table)}
        where shop_id = ${shopId} and booked_on between ${period.from}::date and ${period.to}::date and audit_state = 1`.execute(tx)
      audited += rows[0]?.n ?? 0
      if (from > period.to) continue
      const done = await write(tx, family, { orgId, shopId, closed }, { from, to: period.to }, only === 'costs')
      changed += done.changed
      removed += done.removed
    }
    const made = { changed, removed, audited, closedUntil: closed }
    await writeAudit(context, tx, {
      subject: family.resource.table,
      recordId: null,
      verb: only === 'costs' ? 'calc' : 'generate',
      before: null,
      after: { ...period, ...(ask.shopIds === undefined ? {} : { shopIds: ask.shopIds }), ...made },
    })
    return made
  })
}

const nextDay = (day: string): string => addDays(day, 1)

async function write(
  tx: Tx,
  family: OrderProfit,
  { orgId, shopId, closed }: { readonly orgId: string; readonly shopId: string; readonly closed: string | null },
  period: Period,
  onlyCosts: boolean,
) {
  const isDelivery = family.stage === 'delivery'
  const table = sql.table(family.resource.table)
  const leg = (text: string) => (isDelivery ? sql.raw(text) : sql.raw(''))
  const elsewhere = sql`t.shop_id = ${shopId} and t.booked_on not between ${period.from}::date and ${period.to}::date`
  const stays = sql`(t.audit_state = 1 or t.booked_on <= ${closed}::date)`
  const kept = sql`select 1 from ${table} t where ${elsewhere} and t.order_no = s.order_no and ${stays}`
  const source = sql`${isDelivery ? shipped(orgId, shopId, period, kept) : settled(shopId, period)}, ${costed(orgId, shopId)}`
  // an order that is known to have left in this period counts in no other one
  const moved = isDelivery
    ? sql`or (${elsewhere} and t.order_no in (select order_no from sent)
        and (${closed}::date is null or t.booked_on > ${closed}::date))`
    : sql``
  const same = sql`t.shop_id = ${shopId} and t.booked_on = m.booked_on and t.order_no = m.order_no and t.sku = m.sku
    and t.item_id = m.item_id`
  if (onlyCosts) {
    const { numAffectedRows = 0n } = await sql`with ${source}
      update ${table} t set cost = m.cost, first_leg = m.first_leg, rate = m.rate, lacking = m.lacking, version = t.version + 1
      from made m
      where ${same} and t.audit_state = 0
        and (t.cost, t.first_leg, t.rate, t.lacking) is distinct from (m.cost, m.first_leg, m.rate, m.lacking)`.execute(tx)
    return { changed: Number(numAffectedRows), removed: 0 }
  }
  const { rows } = await sql<{ changed: number; removed: number }>`with ${source},
    written as (insert into ${table} as t (shop_id, booked_on, order_no, sku, item_id, title, quantity, sale, refund, fees, freight,
        ${leg('final_leg,')} unmapped, cost, first_leg, currency, rate, lacking, salesman_id,
        owner_id)
      select ${shopId}, m.booked_on, m.order_no, m.sku, m.item_id, coalesce(m.title, ''), coalesce(m.quantity, 0), m.sale, m.refund, m.fees,
        m.freight, ${leg('m.final_leg,')} m.unmapped, m.cost, m.first_leg, m.currency, m.rate, m.lacking,
        m.owner_id, m.owner_id from made m
      on conflict (shop_id, booked_on, order_no, sku, item_id) do update set title = excluded.title, quantity = excluded.quantity,
        sale = excluded.sale, refund = excluded.refund, fees = excluded.fees, freight = excluded.freight,
        ${leg('final_leg = excluded.final_leg,')} unmapped = excluded.unmapped, cost = excluded.cost,
        first_leg = excluded.first_leg, currency = excluded.currency,
        rate = excluded.rate, lacking = excluded.lacking, owner_id = excluded.owner_id,
        salesman_id = case when t.salesman_id is not distinct from t.owner_id then excluded.owner_id else t.salesman_id end,
        version = t.version + 1
      where t.audit_state = 0 and (t.title, t.quantity, t.sale, t.refund, t.fees, t.freight, ${leg('t.final_leg,')} t.unmapped, t.cost,
        t.first_leg, t.currency, t.rate, t.lacking, t.owner_id) is distinct from (excluded.title,
        excluded.quantity, excluded.sale, excluded.refund, excluded.fees,
        excluded.freight, ${leg('excluded.final_leg,')} excluded.unmapped, excluded.cost, excluded.first_leg, excluded.currency,
        excluded.rate, excluded.lacking, excluded.owner_id) returning 1),
    gone as (delete from ${table} t where t.audit_state = 0 and ((t.shop_id = ${shopId}
        and t.booked_on between ${period.from}::date and ${period.to}::date
        and not exists (select 1 from made m where ${same})) ${moved}) returning 1)
    select (select count(*) from written)::int as changed, (select count(*) from gone)::int as removed`.execute(tx)
  return rows[0] ?? { changed: 0, removed: 0 }
}
