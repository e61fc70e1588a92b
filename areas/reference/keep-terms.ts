/** What follows from terms of payment: their parts come to 100 %, suppliers have their longest days. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { add, compare } from '#platform/format/decimal.ts'
import { showExact } from '#platform/format/numbers.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { supplier } from './partner-tables.ts'
import { paymentTerms } from './payment-terms.ts'

const parts = ['onOrder', 'beforeDelivery', 'onReceipt', 'onStatement'] as const

export const keepTerms = followerOf(paymentTerms, async (caller, tx, changes) => {
  for (const { after } of changes) {
    if (after === null) continue
    const sum = parts.reduce((all, name) => add(all, asText(after[name] ?? '0')), '0')
    if (compare(sum, '100') !== 0) throw refuse.rule(sentence`付款条件“${asText(after.name)}”的各部分合计 ${showExact(sum)}%，应为 100%`)
  }
  await followTerms(
    caller,
    tx,
    't.id',
    changes.flatMap(({ id, before, after }) => (before !== null && after !== null ? [id] : [])),
  )
})

/** A supplier with other terms has their days. */
export const keepSuppliers: Follower = async (caller, tx, changes) =>
  followTerms(
    caller,
    tx,
    's.id',
    changes.flatMap(({ id, before, after }) =>
      after !== null && (after['termsId'] ?? null) !== (before?.['termsId'] ?? null) ? [id] : [],
    ),
  )

async function followTerms(caller: Context, tx: Tx, by: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; paymentDays: number }>`select s.id::text, coalesce(greatest(t.receipt_days * sign(t.on_receipt),
      t.statement_days * sign(t.on_statement)), 0)::int as "paymentDays"
    from supplier s left join payment_terms t on t.id = s.terms_id where ${sql.ref(by)} = any(${ids}::bigint[])`.execute(
    tx.withoutPlugins(),
  )
  await setDerived(await inServersName(caller, tx, 'days of payment follow from the terms'), supplier, rows)
}
