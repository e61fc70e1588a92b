/** Settlement against transaction report: each difference named, by finance item and by order. */
import { sql } from 'kysely'
import { keyOfRowId } from '#platform/server/lists/columns.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { columnOf } from '#platform/declare/resource.ts'
import type { Side } from '../answers.ts'
import { financeItems } from '../mapping/finance-items.ts'
import { isPaid } from '../imports/prove-settlements.ts'
import { settlement, transactionColumns } from '../tables.ts'

const itemTitles = new Map(Object.values(financeItems).map(item => [String(item.id), item.title[0] as string]))
const ordersShownMax = 200

/** Items and orders on which the two reports of one settlement disagree. */
export async function settlementDifferences(context: Context, id: string): Promise<{ items: Side[]; orders: Side[] }> {
  const key = keyOfRowId(settlement, id)
  const [shopId, settlementId] = key ?? []
  const known =
    shopId === undefined
      ? undefined
      : await context.db
          .selectFrom('amazon_settlement')
          .select('settlement_id')
          .where('shop_id', '=', shopId)
          .where('settlement_id', '=', settlementId ?? '')
          .executeTakeFirst()
  if (!known || shopId === undefined || settlementId === undefined) throw refuse.unknown(['结算单', 'Settlement'])
  const db = context.house.unscoped('reconciliation: lines of one settlement that the caller may see')
  const map = sql`left join amazon_type_map m on m.kind_id = k.id and m.valid_to is null`
  const columns = sql.join(transactionColumns.map(c => sql`(${c}, l.${sql.ref(columnOf(c))})`))
  const items = await sql<Side>`
    select case when x.item is null then '未映射：' || x.title else x.item::text end as title, sum(x.s)::text as settlement,
      sum(x.t)::text as transactions, (sum(x.s) - sum(x.t))::text as difference from (
      select k.title, l.amount as s, 0::numeric as t, m.item from amazon_settlement_line l join amazon_kind k on k.id = l.kind_id ${map}
        where l.shop_id = ${shopId} and l.settlement_id = ${settlementId}
      union all
      select k.title, 0, u.amount, m.item from amazon_transaction_line l cross join lateral (select *
        from (values ${columns}) as v(name, amount) union all select e.key, e.value::numeric
        from jsonb_each_text(l.unmapped) as e(key, value)) as u(name, amount) join amazon_kind k on k.base_id = l.type_id
        and k.column_name = u.name ${map}
      where l.shop_id = ${shopId} and l.settlement_id = ${settlementId} and u.amount <> 0 and k.type <> 'transfer' and ${isPaid('l')}) x
    group by 1 having sum(x.s) <> sum(x.t) order by abs(sum(x.s) - sum(x.t)) desc limit 100`.execute(db)
  const orders = await sql<Side>`
    select coalesce(nullif(x.order_id, ''), '（无订单）') as title, sum(x.s)::text as settlement, sum(x.t)::text as transactions,
      (sum(x.s) - sum(x.t))::text as difference from (
      select order_id, amount as s, 0::numeric as t from amazon_settlement_line where shop_id = ${shopId}
        and settlement_id = ${settlementId}
      union all select l.order_id, 0, l.total from amazon_transaction_line l join amazon_kind k on k.id = l.type_id
        where l.shop_id = ${shopId} and l.settlement_id = ${settlementId} and k.type <> 'transfer' and ${isPaid('l')}) x
    group by 1 having sum(x.s) <> sum(x.t) order by abs(sum(x.s) - sum(x.t)) desc limit ${ordersShownMax}`.execute(db)
  return { items: items.rows.map(row => ({ ...row, title: itemTitles.get(row.title) ?? row.title })), orders: orders.rows }
}
