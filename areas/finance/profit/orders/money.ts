/**
 * Money of shops with the order each amount belongs to: one amount a row, with its finance item, of two reports the one that counts.
 * Whoever asks names the shops that the caller was granted.
 */
import { sql, type RawBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import { transactionColumns } from '../../facts/amazon/lines/table-words.ts'
import { settlement } from '../../facts/amazon/tables.ts'

export const moneySources = {
  settlement: [1, '结算报告', 'Settlement report'],
  transaction: [2, '交易明细', 'Transaction report'],
  market: [3, '平台资金', 'Marketplace money'],
} as const

export interface MoneyAsk {
  readonly shops: readonly string[]
  /** days on which the amounts were posted */
  readonly from: string
  readonly to: string
  /** amounts of this order alone; absent: all that name an order; `any`: also those that name none */
  readonly orderNo?: string
  readonly any?: true
}

const [bySettlement, byTransaction] = [
  settlement.fields.countedFrom.choices.settlement[0],
  settlement.fields.countedFrom.choices.transaction[0],
]
const columns = sql.raw(transactionColumns.map(name => `('${name}', f.${columnOf(name)})`).join(', '))

export function moneyOf({ shops, from, to, orderNo, any }: MoneyAsk): RawBuilder<unknown> {
  const where = (order: string) => {
    const named = sql.ref(`f.${order}`)
    const which = orderNo === undefined ? (any ? sql`true` : sql`${named} <> ''`) : sql`${named} = ${orderNo}`
    // one shop by its name: all of it is then one shard's on several machines
    const whose = shops.length === 1 ? sql`f.shop_id = ${shops[0]}::bigint` : sql`f.shop_id = any(${[...shops]}::bigint[])`
    return sql`${whose} and f.posted_on between ${from}::date and ${to}::date and ${which}`
  }
  // a part for columns, one for amounts of other names: no union within a look of a row
  const told = (
    amounts: RawBuilder<unknown>,
  ) => sql`select f.shop_id, f.order_id, f.sku, f.posted_on, f.posted_at, f.booked_on, k.id, v.amount::numeric,
      case when v.name = 'productSales' then f.quantity end, f.currency, ${sql.lit(moneySources.transaction[0])}, f.settlement_id,
      f.deferred, f.fulfillment, case when not f.deferred then s.deposit_on end
    from amazon_transaction_line f
    left join amazon_settlement s on s.shop_id = f.shop_id and s.settlement_id = f.settlement_id
    cross join lateral ${amounts} v(name, amount)
    left join amazon_kind k on k.base_id = f.type_id and k.column_name = v.name
    where v.amount::numeric <> 0 and (s.counted_from = ${sql.lit(byTransaction)} or s.settlement_id is null or f.deferred)
      and ${where('order_id')}`
  return sql`select r.*, m.item from (
    select f.shop_id, f.order_id as order_no, f.sku, f.posted_on, f.posted_at, f.booked_on, f.kind_id, f.amount, f.quantity, f.currency,
      ${sql.lit(moneySources.settlement[0])} as source, f.settlement_id, false as deferred, f.fulfillment, s.deposit_on as paid_on
    from amazon_settlement_line f join amazon_settlement s
      on s.shop_id = f.shop_id and s.settlement_id = f.settlement_id and s.counted_from = ${sql.lit(bySettlement)}
    where ${where('order_id')}
    union all
    ${told(sql`(values ${columns})`)}
    union all
    ${told(sql`jsonb_each_text(coalesce(f.unmapped, '{}'::jsonb))`)}
    union all
    select f.shop_id, f.order_no, f.sku, f.posted_on, f.posted_at, f.booked_on, f.kind_id, f.amount, f.quantity, f.currency,
      ${sql.lit(moneySources.market[0])}, f.payout_id, false, '', null::date
    from market_line f where ${where('order_no')}
  ) r left join amazon_type_map m on m.kind_id = r.kind_id and m.valid_from <= date_trunc('month', r.booked_on)
    and (m.valid_to is null or m.valid_to > date_trunc('month', r.booked_on))`
}
