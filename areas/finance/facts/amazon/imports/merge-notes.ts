/** What a person should know of a file that was merged: lines that repeat, and lines of closed months that count later. */
import { showExact } from '#platform/format/numbers.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { Tx } from '#platform/server/area.ts'
import { ofThisImport, staged, type Staging } from './merge-common.ts'

/** months named one by one; more are told as one */
const monthsShownMax = 12
const money = (amount: string, currency: string): string => `${showExact(canonical(amount))} ${currency}`

/**
 * Lines of the file that say exactly what one before them says: each is a line of its own and counts. Transaction reports and summaries
 * number them when staged.
 */
export async function equalLinesNote(tx: Tx, at: Staging, amount: 'total' | 'amount'): Promise<Wording[]> {
  const { rows } = await sql<{ n: number; sum: string; currency: string }>`
    select count(*)::int as n, sum(${sql.ref(`s.${amount}`)})::text as sum, min(s.currency) as currency from ${staged(at)}
    where ${ofThisImport(at)} and s.ordinal > 1 having count(*) > 0`.execute(tx)
  return rows.map(told)
}

/** The same of a settlement, whose lines are told apart by their place. */
export async function equalSettlementLinesNote(tx: Tx, at: Staging): Promise<Wording[]> {
  const { rows } = await sql<{ n: number; sum: string; currency: string }>`
    select sum(e.n - 1)::int as n, sum((e.n - 1) * e.amount)::text as sum, min(e.currency) as currency from (
      select count(*) as n, s.amount, s.currency from ${staged(at)} where ${ofThisImport(at)}
      group by s.kind_no, s.posted_at, s.order_id, s.sku, s.quantity, s.amount, s.currency, s.marketplace_name, s.fulfillment,
        s.merchant_order_id,
        s.adjustment_id, s.shipment_id, s.order_item_code, s.promotion_id, s.amount_type
      having count(*) > 1) e having count(*) > 0`.execute(tx)
  return rows.map(told)
}

const told = ({ n, sum, currency }: { n: number; sum: string; currency: string }): Wording =>
  sentence`文件中有 ${n} 行与前面的行完全相同，都已计入，合计 ${money(sum, currency)}`

/**
 * New lines of closed months, which count on the first open day: by month, with their days and amounts. `closed`: last closed day, null:
 * all open.
 */
export async function bookedLaterNotes(tx: Tx, at: Staging, closed: string | null, amount: 'total' | 'amount'): Promise<Wording[]> {
  if (closed === null) return []
  const { rows } = await sql<{ first: string; last: string; n: number; sum: string; currency: string }>`
    select min(s.posted_on)::text as first, max(s.posted_on)::text as last, count(*)::int as n, sum(${sql.ref(`s.${amount}`)})::text as sum,
      min(s.currency) as currency
    from ${staged(at)} where ${ofThisImport(at)} and s.there is null and s.posted_on <= ${closed}::date
    group by grouping sets ((date_trunc('month', s.posted_on)), ()) having count(*) > 0
      order by grouping(date_trunc('month', s.posted_on)), 1`.execute(tx)
  const months = rows.slice(0, -1)
  const openFrom = addDays(closed, 1)
  return (months.length > monthsShownMax ? rows.slice(-1) : months).map(
    ({ first, last, n, sum, currency }) => sentence`${first} 至 ${last} 已结账，其中 ${n} 行计入 ${openFrom}，合计 ${money(sum, currency)}`,
  )
}
