/**
 * Evidence of what was found of a shop: the lines of files that a record stands on, kept beside it as they were read. The record is
 * known by its shop, kind and subject.
 */
import type { CodeWords } from '#platform/declare/code-words.ts'
import { sql } from 'kysely'
import { date, decimal, integer, money, referenceBy, text } from '#platform/declare/fields.ts'
import type { Tx } from '#platform/server/area.ts'

export interface EvidenceLine {
  readonly source: number
  readonly day: string | null
  readonly orderNo: string
  readonly sku: string
  readonly what: string
  readonly quantity: string | null
  readonly amount: string | null
  readonly currency: string | null
}

/** Fields of a line beside the record it belongs to and the file it is from. */
/** Types of lines as settlements and transaction reports write them. */
const lineTypes: CodeWords = {
  Order: ['订单', 'Order'],
  order: ['订单', 'Order'],
  Refund: ['退款', 'Refund'],
  refund: ['退款', 'Refund'],
}
export const evidenceFields = {
  day: date('日期', 'Day', { optional: true, sort: true }),
  orderNo: text('订单号', 'Order no.', { default: '', filter: 'equals', width: 180, linkTo: 'order' }),
  sku: text('MSKU', 'Seller SKU', { default: '', filter: 'contains', width: 140 }),
  what: text('内容', 'What', { default: '', width: 220, codes: lineTypes }),
  quantity: decimal('数量', 'Quantity', 4, { optional: true, width: 90 }),
  amount: money('金额', 'Amount', { currency: 'currency', optional: true, total: true }),
  currency: referenceBy('币种', 'Currency', 'currency', 'code', { optional: true, width: 70 }),
}
export const evidencePlace = integer('序号', 'Line', { identifier: true, sort: true, width: 70 })

interface Kept {
  /** table of the records, of their lines, and the column of the lines that names the record */
  readonly of: string
  readonly lines: string
  readonly key: string
}
interface Found {
  readonly subject: string
  readonly lines: readonly EvidenceLine[]
}

/** The evidence of these records, in place of what it was. Behind the door: whoever asks holds the records in his transaction. */
export async function keepEvidence(
  tx: Tx,
  { of, lines, key }: Kept,
  { orgId, shopId, kind }: { readonly orgId: string; readonly shopId: string; readonly kind: number },
  found: readonly Found[],
): Promise<void> {
  if (found.length === 0) return
  const db = tx.withoutPlugins()
  const rows = found.flatMap(one => one.lines.map((evidence, at) => ({ subject: one.subject, place: at + 1, ...evidence })))
  const mine = sql`f.shop_id = ${shopId}::bigint and f.kind = ${kind} and f.subject = any(${found.map(one => one.subject)})`
  await sql`delete from ${sql.table(lines)} l using ${sql.table(of)} f where f.id = l.${sql.ref(key)} and ${mine}`.execute(db)
  await sql`insert into ${sql.table(lines)}
      (org_id, ${sql.ref(key)}, place, source, day, order_no, sku, what, quantity, amount, currency)
    select ${orgId}, f.id, r.place, r.source, r.day, r."orderNo", r.sku, left(r.what, 400), r.quantity, r.amount, r.currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(subject text, place int, source smallint, day date, "orderNo" text,
      sku text, what text, quantity numeric, amount numeric, currency text)
    join ${sql.table(of)} f on f.subject = r.subject and ${mine}`.execute(db)
}
