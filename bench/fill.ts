/**
 * Fills the table of transaction lines: generated rows by INSERT SELECT straight into the partitions. This is only filling, nothing is
 * measured by it; what the import can do is measured with files through the real path.
 */
import { sql } from 'kysely'
import { internKinds } from '#areas/finance/facts/amazon/imports/kinds.ts'
import { transactionKinds } from '#areas/finance/facts/amazon/imports/readers.ts'
import { amountColumns } from '../areas/finance/facts/amazon/files/header-columns.ts'
import type { TransactionAmounts, TransactionLine } from '#areas/finance/facts/amazon/files/lines.ts'
import { addMonths, firstOfMonth } from '#platform/format/dates.ts'
import { lastMonth, type BenchShop, type Place } from './place.ts'

export const months = 12
export const monthsFilled = Array.from({ length: months }, (_, i) => addMonths(lastMonth, i - months + 1))

const amountsOf = (given: Partial<TransactionAmounts>): TransactionAmounts => ({
  ...(Object.fromEntries(amountColumns.map(c => [c, '0'])) as TransactionAmounts),
  ...given,
})
const line = (typeCode: string, sku: string, description: string, amounts: Partial<TransactionAmounts>): TransactionLine => ({
  line: 1,
  postedAt: '',
  postedOn: '',
  settlementId: '',
  type: typeCode,
  typeCode,
  orderId: sku === '' ? '' : '1',
  sku,
  description,
  quantity: null,
  marketplace: '',
  accountType: '',
  fulfillment: '',
  city: '',
  state: '',
  postal: '',
  unmapped: null,
  unmappedAmount: '0',
  taxModel: '',
  amounts: amountsOf(amounts),
  total: '0',
  status: null,
  releasedAt: null,
  key: '',
})
/** One line of each sort that is filled in; the first is by far the most frequent. */
const sorts = [
  line('order', 'A', '', { productSales: '1', promotionalRebates: '-1', sellingFees: '-1', fbaFees: '-1' }),
  line('refund', 'A', '', { productSales: '-1', sellingFees: '1' }),
  line('serviceFee', '', 'Cost of Advertising', { otherTransactionFees: '-1' }),
  line('fbaInventoryFee', '', 'FBA Inventory Storage Fee', { other: '-1' }),
]

/** Ids of the base kinds of the four sorts. */
async function kindIds(place: Place): Promise<string[]> {
  return place.house
    .unscoped('bench: kinds of its lines')
    .transaction()
    .execute(async tx => {
      await sql`select begin_write(${place.orgId})`.execute(tx)
      const ids: string[] = []
      for (const each of sorts) ids.push((await internKinds(tx, place.orgId, transactionKinds(each)))[0] ?? '')
      return ids
    })
}

/**
 * Brings the table to this many lines; true where it had to. `ofFirst`: lines of the first shop a month; absent: as many as of the others.
 * `into`: the months they lie in.
 */
export async function fill(
  place: Place,
  lines: number,
  ofFirst: number | null = null,
  into: readonly string[] = monthsFilled,
): Promise<boolean> {
  const { owner, shops } = place
  const { rows } = await owner.query<{ n: string }>('select count(*) as n from amazon_transaction_line')
  if (Number(rows[0]?.n) >= lines * 0.99) return false
  if (Number(rows[0]?.n) > 0) throw new Error('the folder holds a fill of another size')
  const kinds = await kindIds(place)
  const others = ofFirst === null ? shops.length : shops.length - 1
  const each = Math.ceil((lines - (ofFirst ?? 0) * into.length) / (others * into.length))
  for (const month of into) {
    await owner.query('select ensure_month($1, $2)', ['amazon_transaction_line', firstOfMonth(month)])
    for (const [at, shop] of shops.entries()) {
      const count = at === 0 ? (ofFirst ?? each) : each
      await owner.query(statement, [shop.id, firstOfMonth(month), count, kinds, shop.skus, shop.currency, shop.marketplaceCode, month])
    }
  }
  await owner.query(
    `insert into product_cost (org_id, product_id, month, unit_cost, currency) select org_id, id, $2::date, 10 + id % 50, 'CNY' from product
      where org_id = $1`,
    [place.orgId, firstOfMonth(into[0] ?? lastMonth)],
  )
  await markAllStale(place, shops)
  await owner.query('vacuum analyze amazon_transaction_line')
  return true
}

/**
 * $1 shop, $2 first of month, $3 lines, $4 kinds, $5 SKUs, $6 currency, $7 marketplace, $8 month. Amounts in minor units first; times
 * ascend over the month.
 */
const statement = `
  insert into amazon_transaction_line (shop_id, posted_on, line_key, ordinal, posted_at, booked_on, settlement_id, type_id, order_id, sku, quantity, total, currency,
    product_sales, promotional_rebates, selling_fees, fba_fees, other_transaction_fees, other, marketplace, fulfillment, city, state, postal, import_id)
  select $1::bigint, day, md5($1::bigint || $8::text || i)::uuid, 1, at, day, 'F' || $1::bigint || '-' || $8::text, kind, case when sort < 2 then '114-' || lpad((h1 % 10000000)::text, 7, '0') || '-' || lpad((h2 % 10000000)::text, 7, '0') else '' end,
    case when sort < 2 then ($5::text[])[1 + h2 % array_length($5::text[], 1)] else '' end, case when sort < 2 then 1 end, (sales + rebates + selling + fba + fee + other) / 100.0, $6,
    sales / 100.0, rebates / 100.0, selling / 100.0, fba / 100.0, fee / 100.0, other / 100.0, $7, 'Amazon', 'Seattle', 'WA', '98101', 0
  from (select i, h1, h2, sort, at, (at at time zone 'UTC')::date as day, ($4::bigint[])[sort + 1] as kind,
      case sort when 0 then price when 1 then -price else 0 end as sales, case when sort = 0 and h1 % 5 = 0 then -100 else 0 end as rebates,
      case sort when 0 then -price * 15 / 100 when 1 then price * 15 / 100 else 0 end as selling, case when sort = 0 then -350 else 0 end as fba,
      case when sort = 2 then -price else 0 end as fee, case when sort = 3 then -price else 0 end as other
    from (select i, h1, h2, 699 + h1 % 6800 as price, case when h2 % 100 < 86 then 0 when h2 % 100 < 92 then 1 when h2 % 100 < 96 then 2 else 3 end as sort,
        ($2::date)::timestamp at time zone 'UTC' + i * (interval '1 month' - interval '3 days') / $3::int as at
      from (select i, abs(hashint8(i * 7919 + $1::bigint)::bigint) as h1, abs(hashint8(i * 104729 + $1::bigint + ($2::date - date '2000-01-01'))::bigint) as h2 from generate_series(1::bigint, $3::int) i) a) b) c`

async function markAllStale(place: Place, shops: readonly BenchShop[]): Promise<void> {
  await place.owner.query(
    `insert into stale_day (rollup, org_id, owner_id, day, since)
      select distinct 'finance_amount', ${place.orgId}::bigint, shop_id, posted_on, now()
      from amazon_transaction_line where shop_id = any($1) on conflict do nothing`,
    [shops.map(s => s.id)],
  )
}
