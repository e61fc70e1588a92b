/**
 * eBay's order earnings against the transactions of the orders, renewed in the transaction of a file of either, for the orders that the
 * file tells of. A quantity that no transaction tells (the Finances API has none) is no difference.
 */
import { sql, type RawBuilder } from 'kysely'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Tx, FilesFollower } from '#platform/server/area.ts'
import { ebayEarningCheck } from './earnings-check.ts'
import { ebayEarnings } from './earnings-sheet.ts'

const states = ebayEarningCheck.fields.state.choices
const facts = sql.table(ebayEarnings.facts.table)
/** money of an order that comes some time after it: returns, disputes, late fees */
const lateDays = 400
/** what leaves eBay, and what only moves: neither is of an order */
const noEarnings = sql`('PAYOUT', 'TRANSFER')`

export const ebayEarningsProve: FilesFollower = {
  monthTables: [],
  async follow({ tx, shopId, importId, isRemoval }) {
    const { rows: any } = await sql`select 1 from ${facts} e where e.shop_id = ${shopId} union all
      select 1 from ebay_earning_check c where c.shop_id = ${shopId} limit 1`.execute(tx)
    if (any.length === 0) return []
    // as a list within the statement: a join would read every line of the shop
    const touched = sql`any(array(${isRemoval ? ordersNear(shopId, importId) : ordersOf(shopId, importId)}))`
    await sql`delete from ebay_earning_check c where c.shop_id = ${shopId} and c.order_no = ${touched}`.execute(tx)
    await sql`with told as materialized (select e.order_no, min(e.ordered_on) as ordered_on, max(e.currency) as currency,
          ${oneOrSum('earnings')} as earnings, ${oneOrSum('gross')} as gross,
          coalesce(sum(e.quantity) filter (where e.item_id <> ''), sum(e.quantity)) as quantity
        from ${facts} e where e.shop_id = ${shopId} and e.order_no = ${touched} group by 1),
      found as materialized (select f.order_no, sum(f.amount) as earnings,
          coalesce(sum(f.amount) filter (where k.type = 'SALE' and k.amount_type <> 'FEE'), 0) as gross,
          sum(f.quantity) filter (where k.type = 'SALE') as quantity
        from market_line f join amazon_kind k on k.id = f.kind_id
        where f.shop_id = ${shopId} and f.order_no = ${touched} and k.type not in ${noEarnings} group by 1)
      insert into ebay_earning_check (shop_id, order_no, ordered_on, state, earnings, found, difference, gross, found_gross, quantity,
        found_quantity, currency)
      select ${shopId}, t.order_no, t.ordered_on,
        case when f.order_no is null then ${states.missing[0]}::smallint when f.earnings <> t.earnings then ${states.differs[0]}::smallint
          when f.quantity <> t.quantity then ${states.quantity[0]}::smallint else ${states.equal[0]}::smallint end,
        t.earnings, f.earnings, f.earnings - t.earnings, t.gross, f.gross, t.quantity, f.quantity, t.currency
      from told t left join found f on f.order_no = t.order_no`.execute(tx)
    return isRemoval ? [] : notes(tx, shopId, importId, touched)
  },
}

/** Of an order of several items the row without item is the total of the others. */
const oneOrSum = (column: string): RawBuilder<unknown> =>
  sql`coalesce(sum(e.${sql.ref(column)}) filter (where e.item_id = ''), sum(e.${sql.ref(column)}))`

/** Orders of which this file tells earnings, or transactions where earnings are known. */
const ordersOf = (shopId: string, importId: string): RawBuilder<unknown> =>
  sql`select distinct e.order_no as no from ${facts} e where e.shop_id = ${shopId} and e.import_id = ${importId}
    union select distinct f.order_no from market_line f where f.shop_id = ${shopId} and f.import_id = ${importId} and f.order_no <> ''
      and f.order_no in (select e.order_no from ${facts} e where e.shop_id = ${shopId})`
/** The lines of the file are gone: orders that it may have told of, by its days. */
const ordersNear = (shopId: string, importId: string): RawBuilder<unknown> =>
  sql`with run as (select r.first_day - ${lateDays}::int as first, r.last_day + 1 as last from import_run r where r.id = ${importId})
    select e.order_no as no from ${facts} e, run where e.shop_id = ${shopId} and e.ordered_on between run.first and run.last
    union select c.order_no from ebay_earning_check c, run where c.shop_id = ${shopId} and c.ordered_on between run.first and run.last`

async function notes(tx: Tx, shopId: string, importId: string, touched: RawBuilder<unknown>): Promise<Wording[]> {
  const { rows } = await sql<{ equal: number; differing: number; missing: number; unsound: number }>`
    select count(*) filter (where c.state = ${states.equal[0]})::int as equal,
      count(*) filter (where c.state in (${states.quantity[0]}, ${states.differs[0]}))::int as differing,
      count(*) filter (where c.state = ${states.missing[0]})::int as missing,
      (select count(*)::int from ${facts} e where e.shop_id = ${shopId} and e.import_id = ${importId} and e.gross is not null
        and e.expenses is not null and e.earnings <> e.gross - abs(e.expenses) - abs(coalesce(e.refunds, 0))) as unsound
    from ebay_earning_check c where c.shop_id = ${shopId} and c.order_no = ${touched}`.execute(tx)
  const { equal = 0, differing = 0, missing = 0, unsound = 0 } = rows[0] ?? {}
  return [
    ...(equal > 0 ? [sentence`${equal} 个订单的收益与交易合计一致`] : []),
    ...(differing > 0 ? [sentence`${differing} 个订单的收益或数量与交易合计不一致，请在“eBay 收益核对”查看`] : []),
    ...(missing > 0 ? [sentence`${missing} 个订单的交易明细尚未导入，导入交易报告后自动核对`] : []),
    ...(unsound > 0 ? [sentence`${unsound} 行的订单收益不等于总额减费用减退款，请核对报告`] : []),
  ]
}

/** Files of these families tell of earnings or of transactions. */
export const ebayFollows: Readonly<Record<string, FilesFollower>> = {
  [ebayEarnings.code]: ebayEarningsProve,
  ebayReport: ebayEarningsProve,
  ebayApi: ebayEarningsProve,
}
