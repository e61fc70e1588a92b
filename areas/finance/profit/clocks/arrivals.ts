/**
 * Days that other records tell of: the day a pay-out arrived, once it is matched in full with lines of the bank, and the day an order was
 * shipped. Lines whose day moves are worked out anew, whatever month they are booked in: their day in the books stays.
 */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { Area, Context, Tx } from '#platform/server/area.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { amounts } from '../../facts/amounts.ts'
import { expectedSources, expectedStates } from '../../base/match-words.ts'

interface Day {
  readonly shop_id: string
  readonly day: string
}
async function moved(context: Context, tx: Tx, rows: readonly Day[]): Promise<void> {
  const { house, caller } = context
  for (const [shopId, days] of [...Map.groupBy(rows, row => row.shop_id)].toSorted(([a], [b]) => Number(a) - Number(b)))
    await daysChanged(
      { tx, house, orgId: caller.orgId, now: context.now() },
      amounts,
      shopId,
      days.map(row => row.day),
    )
}

/** After these payments were matched, or are open again. */
export async function keepArrivals(context: Context, tx: Tx, expectedIds: readonly string[]): Promise<void> {
  if (expectedIds.length === 0) return
  const sources = sql.join([expectedSources.amazon[0], expectedSources.market[0]].map(code => sql.lit(code)))
  const { rows } = await sql<Day>`
    with paid as materialized (
      select e.shop_id, substr(e.fact_key, strpos(e.fact_key, ' ') + 1) as payout,
        case when e.state = ${sql.lit(expectedStates.matched[0])} then (
          select max(l.day) from bank_match_side p join bank_match_side l on l.match_id = p.match_id and l.line_id is not null
          where p.expected_id = e.id) end as cash_on
      from bank_expected e where e.id = any(${expectedIds}::bigint[]) and e.source in (${sources}) and e.shop_id is not null
        and e.fact_key is not null),
    gone as (
      delete from finance_payout_day d using paid p where d.shop_id = p.shop_id and d.payout = p.payout and p.cash_on is null
      returning d.shop_id, d.payout),
    kept as (
      insert into finance_payout_day as d (shop_id, payout, cash_on) select shop_id, payout, cash_on from paid where cash_on is not null
      on conflict (shop_id, payout) do update set cash_on = excluded.cash_on where d.cash_on <> excluded.cash_on
      returning d.shop_id, d.payout),
    changed as materialized (select * from gone union select * from kept)
    select c.shop_id::text as shop_id, f.booked_on::text as day from changed c
      join amazon_settlement_line f on f.shop_id = c.shop_id and f.settlement_id = c.payout
    union select c.shop_id::text, f.booked_on::text from changed c
      join amazon_transaction_line f on f.shop_id = c.shop_id and f.settlement_id = c.payout
    union select c.shop_id::text, f.booked_on::text from changed c
      join market_line f on f.shop_id = c.shop_id and f.payout_id = c.payout where c.payout <> ''`.execute(tx.withoutPlugins())
  await moved(context, tx, rows)
}

interface Order {
  readonly shop: string
  readonly no: string
}
async function keepShipments(context: Context, tx: Tx, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return
  const { rows } = await sql<Day>`
    with asked as (select distinct o.shop::bigint as shop_id, o.no as order_no
        from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o(shop text, no text)),
    said as materialized (
      select a.shop_id, a.order_no, (select min((p.shipped_at at time zone m.zone)::date) from order_payment p
          where p.shop_id = a.shop_id and p.order_no = a.order_no) as shipped_on
      from asked a join shop s on s.id = a.shop_id join marketplace m on m.code = s.marketplace_code),
    gone as (
      delete from finance_order_day d using said s where d.shop_id = s.shop_id and d.order_no = s.order_no and s.shipped_on is null
      returning d.shop_id, d.order_no),
    kept as (
      insert into finance_order_day as d (shop_id, order_no, shipped_on)
      select shop_id, order_no, shipped_on from said where shipped_on is not null
      on conflict (shop_id, order_no) do update set shipped_on = excluded.shipped_on where d.shipped_on <> excluded.shipped_on
      returning d.shop_id, d.order_no),
    changed as materialized (select * from gone union select * from kept)
    select c.shop_id::text as shop_id, f.booked_on::text as day from changed c
      join amazon_settlement_line f on f.shop_id = c.shop_id and f.order_id = c.order_no
    union select c.shop_id::text, f.booked_on::text from changed c
      join amazon_transaction_line f on f.shop_id = c.shop_id and f.order_id = c.order_no
    union select c.shop_id::text, f.booked_on::text from changed c
      join market_line f on f.shop_id = c.shop_id and f.order_no = c.order_no`.execute(tx.withoutPlugins())
  await moved(context, tx, rows)
}

export const clockFollows: NonNullable<Area['follows']> = {
  order_payment: async (context, tx, changes) => {
    const tells = (row: Readonly<Record<string, unknown>> | null): boolean => row !== null && asText(row['shippedAt'] ?? '') !== ''
    const orders = changes.flatMap(({ before, after }) =>
      [before, after].flatMap(row =>
        row !== null && (tells(before) || tells(after)) ? [{ shop: asText(row['shopId']), no: asText(row['orderNo'] ?? '') }] : [],
      ),
    )
    await keepShipments(
      context,
      tx,
      orders.filter(one => one.no !== ''),
    )
  },
}
