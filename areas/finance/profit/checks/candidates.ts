/**
 * The checks as statements, one for each kind and shop: what they find on the days of a period, with the lines it stands on. Read behind
 * the
 * door: the shop is one that the caller was granted.
 */
import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { offlineMarketplace } from '#areas/reference/index.ts'
import { financeItems, type FinanceClass } from '../../base/finance-items.ts'
import { moneyOf } from '../orders/money.ts'
import type { EvidenceLine } from './evidence.ts'
import { evidenceSources, findingCauses, type FindingKind } from './tables.ts'

export interface CheckAsk {
  readonly shopId: string
  readonly from: string
  readonly to: string
  readonly today: string
  readonly days: number
  readonly tolerance: string
}
/** What a check found; `subject` tells findings of one kind and shop apart. */
export interface Candidate {
  readonly subject: string
  readonly orderNo: string
  readonly sku: string
  readonly happenedOn: string
  readonly amount: string
  readonly currency: string
  readonly expected: string | null
  readonly actual: string | null
  readonly cause: number
  readonly lines: readonly EvidenceLine[]
}
/** money of an order comes within these days before and after it */
const [daysBefore, daysAround] = [7, 180]
const linesMax = 20
/** sales that were ordered before the first file of orders are named by none */
const firstOrdersDays = 30
const itemIs = (...classes: readonly FinanceClass[]): RawBuilder<boolean> =>
  sql.raw(
    `item in (${Object.values(financeItems)
      .flatMap(one => (classes.includes(one.class) ? [one.id] : []))
      .join(', ')})`,
  )
const sold = itemIs('sales')
const refunded = itemIs('refund')
const cause = (name: keyof typeof findingCauses): RawBuilder<number> => sql.lit(findingCauses[name][0])
/** cast once: a literal that stands in `case` has no type of its own */
const line = (source: keyof typeof evidenceSources, alias: string, columns: Readonly<Record<string, string>>): RawBuilder<unknown> =>
  sql.raw(
    `jsonb_build_object('source', ${evidenceSources[source][0]}, ${Object.entries({
      day: 'null::text',
      orderNo: `''`,
      sku: `''`,
      what: `''`,
      quantity: 'null::text',
      amount: 'null::text',
      currency: 'null::text',
      ...columns,
    })
      .map(([name, expression]) => `'${name}', ${expression.replaceAll('@', `${alias}.`)}`)
      .join(', ')})`,
  )
const orderLines = line('order', 'o', {
  day: '@ordered_on::text',
  orderNo: '@order_no',
  sku: '@sku',
  what: '@title',
  quantity: '@quantity::text',
  amount: '@sales::text',
  currency: '@currency',
})
const moneyLines = line('money', 'm', {
  day: '@posted_on::text',
  orderNo: '@order_no',
  sku: '@sku',
  what: `coalesce((select k.title from amazon_kind k where k.id = @kind_id), '')`,
  quantity: '@quantity::text',
  amount: '@amount::text',
  currency: '@currency',
})
const returnLines = line('returned', 'r', {
  day: '@reported_on::text',
  orderNo: '@order_id',
  sku: '@sku',
  what: `concat_ws(' · ', nullif(@disposition, ''), nullif(@reason, ''))`,
  quantity: '@quantity::text',
})

/** Money of the shop from some days before the period until today. */
const money = ({ shopId, from, today }: CheckAsk, before: number): RawBuilder<unknown> =>
  sql`money as materialized (${moneyOf({ shops: [shopId], from: addDays(from, -before), to: today })})`
/** what is sold outside of the marketplaces is in none of their files of money */
const notOffline = ({ shopId }: CheckAsk): RawBuilder<unknown> =>
  sql`exists (select from shop s where s.id = ${shopId}::bigint and s.marketplace_code <> ${offlineMarketplace})`
const orders = ({ shopId, from, to }: CheckAsk): RawBuilder<unknown> =>
  sql`o.shop_id = ${shopId}::bigint and o.ordered_on between ${from}::date and ${to}::date and not o.is_cancelled`

type Check = (ask: CheckAsk) => RawBuilder<unknown>

const unsettled: Check = ask => sql`with ${money(ask, daysBefore)},
  paid as materialized (select order_no, bool_and(deferred) as held from money where
    ${itemIs('sales', 'refund', 'platformFee', 'fbaFee', 'other')} or item is null group by 1),
  last as (select max(posted_on) as day from money)
  select o.order_no as subject, o.order_no, min(o.sku) as sku, min(o.ordered_on)::text as happened_on, sum(o.sales)::text as amount,
    min(o.currency) as currency, sum(o.sales)::text as expected, '0' as actual,
    case when bool_or(p.held) then ${cause('heldBack')}
      when coalesce((select day from last), '-infinity'::date) < min(o.ordered_on) + ${sql.lit(ask.days)} then ${cause('noFile')}
      else ${cause('noMoney')} end as cause,
    jsonb_agg(${orderLines} order by o.line_no) as lines
  from order_line o left join paid p on p.order_no = o.order_no
  where ${orders(ask)} and ${notOffline(ask)} and o.ordered_on <= ${addDays(ask.today, -ask.days)}::date and (p.order_no is null or p.held)
  group by o.order_no having sum(o.sales) > ${ask.tolerance}::numeric`

/** Only where files of orders tell of the days: a shop whose orders nobody imports has no finding for each of its sales. */
const unordered: Check = ask => sql`with ${money(ask, 0)},
  told as (select min(ordered_on) + ${sql.lit(firstOrdersDays)} as from_day, max(ordered_on) as to_day from order_line where shop_id =
    ${ask.shopId}::bigint),
  sales as materialized (select order_no, min(posted_on) as posted_on, sum(amount) as amount, min(currency) as currency, min(sku) as sku
    from money where ${sold} and posted_on between ${ask.from}::date and least(${ask.to}::date, ${addDays(ask.today, -ask.days)}::date)
    group by 1 having sum(amount) > ${ask.tolerance}::numeric)
  select s.order_no as subject, s.order_no, s.sku, s.posted_on::text as happened_on, s.amount::text as amount, s.currency,
    '0' as expected, s.amount::text as actual, ${cause('noOrder')} as cause,
    (select jsonb_agg(l) from (select ${moneyLines} as l from money m where m.order_no = s.order_no order by m.posted_at
      limit ${sql.lit(linesMax)}) x) as lines
  from sales s join told t on s.posted_on between t.from_day and t.to_day
  where not exists (select from order_line o where o.shop_id = ${ask.shopId}::bigint and o.order_no = s.order_no)`

const overRefunded: Check = ask => sql`with ${money(ask, daysAround)},
  sums as materialized (select order_no, min(currency) as currency, min(sku) as sku, coalesce(sum(amount) filter (where ${sold}), 0) as
    sale,
      -coalesce(sum(amount) filter (where ${refunded}), 0) as refund,
      min(posted_on) filter (where ${refunded} and posted_on between ${ask.from}::date and ${ask.to}::date) as refunded_on
    from money group by 1),
  both_sides as (select s.*, case when s.sale > 0 then s.sale else coalesce((select sum(o.sales) from order_line o
      where o.shop_id = ${ask.shopId}::bigint and o.order_no = s.order_no), 0) end as sold from sums s where s.refunded_on is not null)
  select b.order_no as subject, b.order_no, b.sku, b.refunded_on::text as happened_on, (b.refund - b.sold)::text as amount, b.currency,
    b.sold::text as expected, b.refund::text as actual, ${cause('moreThanSold')} as cause,
    (select jsonb_agg(l) from (select ${moneyLines} as l from money m where m.order_no = b.order_no and (${sold} or ${refunded})
      order by m.posted_at limit ${sql.lit(linesMax)}) x) as lines
  from both_sides b where b.sold > 0 and b.refund > b.sold + ${ask.tolerance}::numeric`

const notRefunded: Check = ask => sql`with ${money(ask, daysAround)},
  refunds as materialized (select distinct order_no from money where ${refunded}),
  back as materialized (select r.order_id, r.sku, min(r.reported_on) as day, sum(r.quantity) as quantity, jsonb_agg(${returnLines}) as lines
    from fba_return r where r.shop_id = ${ask.shopId}::bigint and r.order_id <> '' and r.reported_on between ${ask.from}::date
      and least(${ask.to}::date, ${addDays(ask.today, -ask.days)}::date) group by 1, 2),
  worth as materialized (select order_no, sku, sum(sales) as sales, sum(quantity) as quantity, min(currency) as currency from order_line
    where shop_id = ${ask.shopId}::bigint and order_no in (select order_id from back) group by 1, 2),
  paid as materialized (select order_no, sku, sum(amount) as sales, sum(quantity) as quantity, min(currency) as currency from money
    where ${sold} and order_no in (select order_id from back) group by 1, 2)
  select b.order_id || ' ' || b.sku as subject, b.order_id as order_no, b.sku, b.day::text as happened_on,
    coalesce(round(coalesce(w.sales / nullif(w.quantity, 0), p.sales / nullif(p.quantity, 0)) * b.quantity, 4), 0)::text as amount,
    coalesce(w.currency, p.currency, (select currency from shop where id = ${ask.shopId}::bigint)) as currency,
    null::text as expected, null::text as actual, ${cause('onlyReturned')} as cause, b.lines
  from back b left join worth w on w.order_no = b.order_id and w.sku = b.sku left join paid p on p.order_no = b.order_id and p.sku = b.sku
  where coalesce(w.order_no, p.order_no) is not null and not exists (select from refunds r where r.order_no = b.order_id)`

/** Only where returns are imported beyond the days that goods take to come back. */
const notReturned: Check = ask => sql`with ${money(ask, 0)},
  told as (select max(reported_on) as day from fba_return where shop_id = ${ask.shopId}::bigint),
  back as materialized (select order_no, min(sku) as sku, min(posted_on) as day, -sum(amount) as amount, min(currency) as currency from
    money
    where ${refunded} and fulfillment not in ('MFN', 'Seller', 'Merchant') and source < 3
      and posted_on between ${ask.from}::date and least(${ask.to}::date, ${addDays(ask.today, -ask.days)}::date)
    group by 1 having -sum(amount) > ${ask.tolerance}::numeric)
  select b.order_no as subject, b.order_no, b.sku, b.day::text as happened_on, b.amount::text as amount, b.currency,
    null::text as expected, b.amount::text as actual, ${cause('onlyRefunded')} as cause,
    (select jsonb_agg(l) from (select ${moneyLines} as l from money m where m.order_no = b.order_no and ${refunded} order by m.posted_at
      limit ${sql.lit(linesMax)}) x) as lines
  from back b join told t on t.day >= b.day + ${sql.lit(ask.days)}
  where not exists (select from fba_return r where r.shop_id = ${ask.shopId}::bigint and r.order_id = b.order_no)
    and not exists (select from fba_reimbursement r where r.shop_id = ${ask.shopId}::bigint and r.order_id = b.order_no)`

const overCharged: Check = ask => sql`with ${money({ ...ask, today: ask.to }, 0)},
  units as materialized (select m.order_no, m.sku, min(m.posted_on) as posted_on, min(m.currency) as currency,
      sum(m.quantity) filter (where m.item = ${sql.lit(financeItems.productSales.id)}) as quantity,
      -sum(m.amount) filter (where m.item = ${sql.lit(financeItems.fbaFulfilment.id)}) as fee
    from money m where m.sku <> '' group by 1, 2),
  previews as materialized (select sku, reported_on, currency, max(fulfilment) as fee from fba_fee_preview
    where shop_id = ${ask.shopId}::bigint and fulfilment is not null group by 1, 2, 3),
  held as materialized (select u.*, coalesce(d.fee, l.fee) as unit_fee, d.fee is null as is_later, u.fee - coalesce(d.fee, l.fee) *
    u.quantity as above
    from units u
    left join lateral (select p.fee from previews p where p.sku = u.sku and p.currency = u.currency and p.reported_on <= u.posted_on
      order by p.reported_on desc limit 1) d on true
    left join lateral (select p.fee from previews p where p.sku = u.sku and p.currency = u.currency order by p.reported_on limit 1) l on
      true
    where u.quantity > 0 and u.fee > 0),
  worse as materialized (select *, date_trunc('month', posted_on)::date as month, row_number() over (partition by sku,
    date_trunc('month', posted_on)
      order by above desc, order_no) as place from held where above > ${ask.tolerance}::numeric * quantity)
  select w.sku || ' ' || to_char(w.month, 'YYYY-MM') as subject, '' as order_no, w.sku, min(w.posted_on)::text as happened_on,
    sum(w.above)::text as amount, min(w.currency) as currency, max(w.unit_fee)::text as expected,
    round(sum(w.fee) / sum(w.quantity), 4)::text as actual,
    case when bool_and(w.is_later) then ${cause('aboveLater')} else ${cause('aboveOfDay')} end as cause,
    jsonb_agg(${line('preview', 'w', {
      day: '@posted_on::text',
      orderNo: '@order_no',
      sku: '@sku',
      what: `round(@fee / @quantity, 4)::text || ' > ' || @unit_fee::text`,
      quantity: '@quantity::text',
      amount: '@above::text',
      currency: '@currency',
    })} order by w.place) filter (where w.place <= ${sql.lit(linesMax)}) as lines
  from worse w group by w.sku, w.month`

/** Kilograms of a preview's weight. */
const kilograms = sql`f.weight * case lower(f.weight_unit)
  when 'pounds' then 0.45359237 when 'pound' then 0.45359237 when 'lb' then 0.45359237
  when 'lbs' then 0.45359237 when 'ounces' then 0.028349523125 when 'oz' then 0.028349523125 when 'grams' then 0.001 when 'g' then 0.001
  when 'kilograms' then 1 when 'kg' then 1 end`

const heavier: Check =
  ask => sql`with newest as materialized (select distinct on (f.sku) f.sku, f.reported_on, f.currency, f.size_tier, ${kilograms} as kg
    from fba_fee_preview f where f.shop_id = ${ask.shopId}::bigint and f.reported_on between ${ask.from}::date and ${ask.to}::date
    order by f.sku, f.reported_on desc)
  select n.sku as subject, '' as order_no, n.sku, n.reported_on::text as happened_on, '0' as amount, n.currency,
    p.net_weight::text as expected, round(n.kg, 4)::text as actual, ${cause('aboveNet')} as cause,
    jsonb_build_array(${line('preview', 'n', {
      day: '@reported_on::text',
      sku: '@sku',
      what: `concat_ws(' · ', @size_tier, round(@kg, 3)::text || ' kg')`,
    })},
      ${line('product', 'p', { sku: '@sku', what: `@name || ' · ' || @net_weight::text || ' kg'` })}) as lines
  from newest n join sku_map s on s.shop_id = ${ask.shopId}::bigint and s.seller_sku = n.sku join product p on p.id = s.product_id
  where p.net_weight > 0 and n.kg > p.net_weight * (1 + ${ask.tolerance}::numeric / 100)`

/** Letters and digits alone: reports write a tier in several ways. */
const plainWord = (text: string): string => `lower(regexp_replace(${text}, '[^[:alnum:],]', '', 'g'))`

/**
 * Tier of the newest preview of each month against the first tier that the packed unit fits, by the rules of the month's last day. What is
 * charged too much is the difference of the two fees for the units sold in the month.
 */
const tier: Check = ask => sql`with ${money({ ...ask, today: ask.to }, 0)},
  months as (select m::date as month, (m + interval '1 month' - interval '1 day')::date as last
    from generate_series(${ask.from}::date, ${ask.to}::date, interval '1 month') m),
  rules as materialized (select r.*,
    string_to_array(${sql.raw(plainWord(`r.tier || ',' || replace(r.also_called, '，', ',')`))}, ',') as words
    from fba_size_tier r join shop s on s.org_id = r.org_id and s.marketplace_code = r.marketplace_code
    where s.id = ${ask.shopId}::bigint),
  sold as materialized (select sku, date_trunc('month', posted_on)::date as month, sum(quantity) as quantity from money
    where item = ${sql.lit(financeItems.productSales.id)} and sku <> '' and quantity > 0 group by 1, 2),
  newest as materialized (select distinct on (f.sku, m.month) f.sku, m.month, m.last, f.reported_on, f.currency, f.fulfilment, f.size_tier,
      ${sql.raw(plainWord(`replace(f.size_tier, ',', '')`))} as word
    from months m join fba_fee_preview f on f.shop_id = ${ask.shopId}::bigint and f.reported_on <= m.last and f.size_tier <> ''
    order by f.sku, m.month, f.reported_on desc),
  lowest as materialized (select month, currency, word, min(fulfilment) as fee from newest where fulfilment > 0 group by 1, 2, 3),
  measured as materialized (select n.*, d.quantity, p.sku as own_sku, p.name, p.packed_weight as kg,
      greatest(p.packed_length, p.packed_width, p.packed_height) as longest,
      least(p.packed_length, p.packed_width, p.packed_height) as shortest,
      p.packed_length + p.packed_width + p.packed_height as around, p.packed_length * p.packed_width * p.packed_height as volume
    from newest n left join sold d on d.sku = n.sku and d.month = n.month
    join sku_map s on s.shop_id = ${ask.shopId}::bigint and s.seller_sku = n.sku join product p on p.id = s.product_id
    where p.packed_length > 0 and p.packed_width > 0 and p.packed_height > 0 and p.packed_weight > 0
      and (n.reported_on >= n.month or d.quantity > 0)),
  placed as materialized (select x.*, own.place as own_place, own.tier as own_tier, coalesce(own.fee, l.fee) as own_fee,
      theirs.place as their_place,
      exists (select from rules r where r.valid_from <= x.last and (r.valid_to is null or r.valid_to >= x.last)) as has_rules
    from measured x
    left join lateral (select r.* from rules r where r.valid_from <= x.last and (r.valid_to is null or r.valid_to >= x.last)
      and (r.longest is null or x.longest <= r.longest) and (r.median is null or x.around - x.longest - x.shortest <= r.median)
      and (r.shortest is null or x.shortest <= r.shortest) and (r.girth is null or 2 * x.around - x.longest <= r.girth)
      and (r.weight is null or x.kg <= r.weight) and (r.volume_weight is null or x.volume / r.divisor <= r.volume_weight)
      order by r.place limit 1) own on true
    left join lateral (select r.place from rules r where r.valid_from <= x.last and (r.valid_to is null or r.valid_to >= x.last)
      and x.word = any(r.words) order by r.place limit 1) theirs on true
    left join lowest l on l.month = x.month and l.currency = x.currency and l.word = any(own.words))
  select x.sku || ' ' || to_char(x.month, 'YYYY-MM') as subject, '' as order_no, x.sku,
    greatest(x.reported_on, x.month)::text as happened_on,
    round(coalesce(greatest(x.fulfilment - min(x.own_fee), 0) * x.quantity, 0), 4)::text as amount, x.currency,
    min(x.own_fee)::text as expected, x.fulfilment::text as actual, ${cause('tierAbove')} as cause,
    jsonb_build_array(${line('preview', 'x', {
      day: '@reported_on::text',
      sku: '@sku',
      what: '@size_tier',
      quantity: '@quantity::text',
      amount: '@fulfilment::text',
      currency: '@currency',
    })}, ${line('product', 'x', {
      sku: '@own_sku',
      what: `concat(@name, ' · ', @own_tier, ' · ', trim_scale(@longest), ' × ', trim_scale(@around - @longest - @shortest), ' × ',
        trim_scale(@shortest), ' cm · ', trim_scale(@kg), ' kg')`,
      amount: 'min(@own_fee)::text',
      currency: '@currency',
    })}) as lines
  from placed x where x.their_place > x.own_place
  group by x.sku, x.month, x.reported_on, x.currency, x.fulfilment, x.size_tier, x.quantity, x.own_sku, x.name, x.own_tier, x.longest,
    x.shortest, x.around, x.kg
  having coalesce(x.fulfilment - min(x.own_fee), ${ask.tolerance}::numeric) >= ${ask.tolerance}::numeric
  union all
  select '? ' || x.size_tier || ' ' || to_char(x.month, 'YYYY-MM'), '', min(x.sku), max(greatest(x.reported_on, x.month))::text, '0',
    min(x.currency), null, null, ${cause('tierUnknown')},
    jsonb_agg(${line('preview', 'x', { day: '@reported_on::text', sku: '@sku', what: '@size_tier' })} order by x.sku)
      filter (where x.rank <= ${sql.lit(linesMax)})
  from (select p.*, row_number() over (partition by p.size_tier, p.month order by p.sku) as rank from placed p
    where p.their_place is null and p.has_rules) x group by x.size_tier, x.month`

export const checks: Readonly<Record<FindingKind, Check>> = {
  unsettled,
  unordered,
  overRefunded,
  notRefunded,
  notReturned,
  overCharged,
  heavier,
  tier,
}
