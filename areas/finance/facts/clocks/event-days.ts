/**
 * Events of settlement lines: where the transaction report names the order, type and SKU of a settlement line, the line happened on the day
 * of that transaction, which of a deferred order is weeks before its release. Of several transactions it is the one whose release the
 * settlement pays, else the one of the same day, else the last before it.
 */
import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import type { Tx } from '#platform/server/area.ts'

/** days that an order's money may lie between its transaction and its settlement */
export const heldDays = 400

export interface EventsAsk {
  readonly shopId: string
  /** settlement lines of these days of posting */
  readonly from: string
  readonly to: string
  /** query whose rows are the orders that are looked at again */
  readonly orders: RawBuilder<unknown>
}

/** Brings the events of these settlement lines up to date; answers the days in the books of those that moved. */
export async function keepEvents(tx: Tx, { shopId, from, to, orders }: EventsAsk): Promise<string[]> {
  const type = sql`regexp_replace(lower(k.type), '[^[:alnum:]]', '', 'g')`
  const own = (a: string, b: string): RawBuilder<boolean> =>
    sql<boolean>`${sql.join(
      ['shop_id', 'posted_on', 'settlement_id', 'line_no'].map(c => sql`${sql.ref(`${a}.${c}`)} = ${sql.ref(`${b}.${c}`)}`),
      sql` and `,
    )}`
  const { rows } = await sql<{ day: string }>`
    with orders as materialized (select distinct o.order_id from (${orders}) o(order_id) where o.order_id <> ''),
    lines as materialized (
      select l.shop_id, l.posted_on, l.settlement_id, l.line_no, l.booked_on::text as day, l.order_id, l.sku, ${type} as type
      from amazon_settlement_line l join orders o on o.order_id = l.order_id join amazon_kind k on k.id = l.kind_id
      where l.shop_id = ${shopId} and l.posted_on between ${from}::date and ${to}::date),
    told as materialized (
      select t.order_id, t.sku, ${type} as type, t.posted_on, r.released_on, r.settlement_id
      from amazon_transaction_line t join orders o on o.order_id = t.order_id join amazon_kind k on k.id = t.type_id
        left join amazon_line_release r on r.shop_id = ${shopId} and r.posted_on = t.posted_on and r.line_key = t.line_key
          and r.ordinal = t.ordinal
      where t.shop_id = ${shopId} and t.posted_on between ${addDays(from, -heldDays)}::date and ${to}::date),
    told_of as (
      select order_id, sku, type, posted_on, released_on, settlement_id from told
      union all select order_id, '', type, posted_on, released_on, settlement_id from told where sku <> ''),
    found as (
      select distinct on (l.posted_on, l.settlement_id, l.line_no) l.shop_id, l.posted_on, l.settlement_id, l.line_no,
        t.posted_on as event_on
      from lines l join told_of t on t.order_id = l.order_id and t.type = l.type and t.sku = l.sku
      order by l.posted_on, l.settlement_id, l.line_no, (t.settlement_id = l.settlement_id and t.released_on = l.posted_on) desc nulls last,
        t.posted_on = l.posted_on desc, t.posted_on < l.posted_on desc, t.posted_on desc),
    wanted as materialized (select * from found where event_on <> posted_on),
    gone as (
      delete from amazon_line_event e using lines l where e.shop_id = ${shopId} and ${own('e', 'l')}
        and not exists (select from wanted w where ${own('w', 'e')}) returning e.shop_id, e.posted_on, e.settlement_id, e.line_no),
    kept as (
      insert into amazon_line_event as e (shop_id, posted_on, settlement_id, line_no, event_on)
      select shop_id, posted_on, settlement_id, line_no, event_on from wanted
      on conflict (shop_id, posted_on, settlement_id, line_no) do update set event_on = excluded.event_on
        where e.event_on <> excluded.event_on
      returning e.shop_id, e.posted_on, e.settlement_id, e.line_no)
    select distinct l.day from lines l
      join (select * from gone union all select * from kept) c on ${own('c', 'l')}`.execute(tx)
  return rows.map(row => row.day)
}

/** The events of lines that go with their settlement. */
export const dropEvents = (tx: Tx, shopId: string, settlementId: string): Promise<unknown> =>
  sql`delete from amazon_line_event where shop_id = ${shopId} and settlement_id = ${settlementId}`.execute(tx)
