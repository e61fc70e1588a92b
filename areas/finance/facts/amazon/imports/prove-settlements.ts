/**
 * The other report proves a settlement: the sum of its transaction lines against the settlement's total. Transfers to the bank are no part
 * of it, nor are deferred lines: they name the settlement that was open when they were posted and are paid by a later one.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#platform/server/area.ts'

/**
 * Lines of `alias` that the settlement they name pays: never deferred, or released. A closed month keeps the mark of a line released since.
 */
export const isPaid = (alias: string): RawBuilder<boolean> => sql<boolean>`(not ${sql.ref(`${alias}.deferred`)} or ${isReleased(alias)})`

/** Whether a release of the line is noted. */
export const isReleased = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from amazon_line_release paid where paid.shop_id = ${sql.ref(`${alias}.shop_id`)}
    and paid.posted_on = ${sql.ref(`${alias}.posted_on`)}
    and paid.line_key = ${sql.ref(`${alias}.line_key`)} and paid.ordinal = ${sql.ref(`${alias}.ordinal`)})`

/** Brings sum, count, difference and verdict of these settlements up to date, in the transaction that changed either side. */
export async function proveSettlements(tx: Tx, shopId: string, settlementIds: readonly string[]): Promise<void> {
  if (settlementIds.length === 0) return
  await sql`
    update amazon_settlement as s set transaction_total = t.total, transaction_count = coalesce(t.lines, 0), difference = s.total - t.total,
      reconciled = case when t.total is null then 0 when t.total = s.total then 1 else 2 end
    from (select x.settlement_id, y.total, y.lines from unnest(${settlementIds}::text[]) as x(settlement_id) left join (
        select l.settlement_id, sum(l.total) as total, count(*)::int as lines from amazon_transaction_line l
          join amazon_kind k on k.id = l.type_id
        where l.shop_id = ${shopId} and l.settlement_id = any(${settlementIds}) and k.type <> 'transfer' and ${isPaid('l')}
          group by 1) y on y.settlement_id = x.settlement_id) t
    where s.shop_id = ${shopId} and s.settlement_id = t.settlement_id`.execute(tx)
}
