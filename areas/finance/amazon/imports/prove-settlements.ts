/** The other report proves a settlement: the sum of its transaction lines, without transfers to the bank, against the settlement's total. */
import { sql, type Transaction } from 'kysely'
import type { Database } from '#platform/server/db/database.ts'

/** Brings sum, count, difference and verdict of these settlements up to date, in the transaction that changed either side. */
export async function proveSettlements(tx: Transaction<Database>, shopId: string, settlementIds: readonly string[]): Promise<void> {
  if (settlementIds.length === 0) return
  await sql`
    update amazon_settlement as s set transaction_total = t.total, transaction_count = coalesce(t.lines, 0), difference = s.total - t.total,
      reconciled = case when t.total is null then 0 when t.total = s.total then 1 else 2 end
    from (select x.settlement_id, y.total, y.lines from unnest(${settlementIds}::text[]) as x(settlement_id) left join (
        select l.settlement_id, sum(l.total) as total, count(*)::int as lines from amazon_transaction_line l join amazon_kind k on k.id = l.type_id
        where l.shop_id = ${shopId} and l.settlement_id = any(${settlementIds}) and k.type <> 'transfer' group by 1) y on y.settlement_id = x.settlement_id) t
    where s.shop_id = ${shopId} and s.settlement_id = t.settlement_id`.execute(tx)
}
