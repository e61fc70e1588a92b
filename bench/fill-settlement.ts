/** Settlement lines of the first shop over its last three months, so that one kind has some ten thousands of them. Only filling. */
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { monthsFilled } from './fill.ts'
import type { Place } from './place.ts'

/** of three months; the kind that is asked for has a third of them */
const lines = 150_000
const kinds = 3
const statement = `
  insert into amazon_settlement_line (shop_id, posted_on, settlement_id, line_no, posted_at, booked_on, kind_id, amount, currency, sku,
    quantity, order_id, import_id)
  select $1::bigint, at::date, 'B' || $2::text, i, at, at::date, ($4::bigint[])[1 + i % array_length($4::bigint[], 1)],
    (i * 7919 % 99991) / 100.0, $5, 'SKU-' || i % 1000, 1 + i % 3, '114-' || lpad((i::bigint * 104729 % 10000000)::text, 7, '0'), 0
  from (select i, $2::date + i * (interval '1 month' - interval '3 days') / $3::int as at from generate_series(1, $3::int) i) a`

/** What the list is asked for: one shop, one kind, three months. */
export async function settlementQuery({ owner, shops }: Place): Promise<ListQuery> {
  const [shop] = shops
  if (shop === undefined) throw new Error('the company has no shop')
  const { rows } = await owner.query<{ id: string }>('select id::text from amazon_kind order by id limit $1', [kinds])
  const ids = rows.map(row => row.id)
  const months = monthsFilled.slice(-3)
  const { rows: there } = await owner.query('select 1 from amazon_settlement_line where shop_id = $1 limit 1', [shop.id])
  if (there.length === 0) {
    for (const month of months) {
      await owner.query('select ensure_month($1, $2)', ['amazon_settlement_line', firstOfMonth(month)])
      await owner.query(statement, [shop.id, firstOfMonth(month), lines / months.length, ids, shop.currency])
    }
    await owner.query('vacuum analyze amazon_settlement_line')
  }
  const [first = '', last = first] = [months[0], months.at(-1)]
  return {
    shopId: [shop.id],
    kindId: [ids[0] ?? ''],
    postedOn: [firstOfMonth(first), lastOfMonth(last)],
    sortField: 'postedAt',
    sortWay: 'DESC',
    pageNum: 1,
    pageSize: 50,
  }
}
