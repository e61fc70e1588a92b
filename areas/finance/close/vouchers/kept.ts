/** What vouchers say that are there: their entries, what they rest on and the cents of it. */
import { sql } from 'kysely'
import { parseDecimal, toFixedScale } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/area.ts'
import type { Entry, Source } from './build.ts'
import { factKey, type KeptCents } from './spread.ts'
import { auxiliaryNames, sides, topics, type Topic } from './words.ts'

export interface KeptEntry extends Entry {
  readonly voucherId: string
}
export async function entriesOf(context: Context, ids: readonly string[]): Promise<readonly KeptEntry[]> {
  const rows = await context.db
    .selectFrom('voucher_entry')
    .select([
      sql<string>`voucher_id::text`.as('voucherId'),
      sql<number>`no`.as('no'),
      sql<string>`summary`.as('summary'),
      sql<string>`account_id::text`.as('accountId'),
      sql<number>`side`.as('side'),
      sql<string>`debit::numeric(20, 2)::text`.as('debit'),
      sql<string>`credit::numeric(20, 2)::text`.as('credit'),
      sql<string>`currency::text`.as('currency'),
      sql<string>`amount::numeric(20, 2)::text`.as('amount'),
      sql<string>`trim_scale(rate)::text`.as('rate'),
      sql<string>`cny::numeric(20, 2)::text`.as('cny'),
      ...auxiliaryNames.map(name => sql<string | null>`${sql.ref(`${name}_item`)}::text`.as(name)),
    ])
    .where(sql<boolean>`voucher_id = any(${[...ids]}::bigint[])`)
    .orderBy('voucher_id')
    .orderBy('no')
    .execute()
  return rows.map(row => ({
    side: row.side === sides.debit[0] ? 'debit' : 'credit',
    voucherId: row.voucherId,
    no: row.no,
    summary: row.summary,
    accountId: row.accountId,
    debit: row.debit,
    credit: row.credit,
    currency: row.currency,
    amount: row.amount,
    rate: row.rate,
    cny: row.cny,
    items: Object.fromEntries(auxiliaryNames.flatMap(name => (typeof row[name] === 'string' ? [[name, row[name]]] : []))),
  }))
}

export interface KeptSource extends Source {
  readonly topic: number
}
export async function sourcesOf(context: Context, ids: readonly string[]): Promise<readonly KeptSource[]> {
  return await context.db
    .selectFrom('voucher_source as s')
    .innerJoin('voucher as v', 'v.id', 's.voucher_id')
    .select([
      sql<number>`v.topic`.as('topic'),
      sql<number>`s.item`.as('event'),
      sql<string | null>`s.shop_id::text`.as('shopId'),
      sql<string | null>`s.bank_account_id::text`.as('bankAccountId'),
      sql<string>`s.currency::text`.as('currency'),
      sql<string>`trim_scale(s.amount)::text`.as('amount'),
      ...(['booked', 'base', 'cny'] as const).map(name => sql<string>`${sql.ref(`s.${name}`)}::numeric(20, 2)::text`.as(name)),
      sql<string>`trim_scale(s.rate)::text`.as('rate'),
      sql<string>`trim_scale(s.base_rate)::text`.as('baseRate'),
      sql<number>`s.debit_no`.as('debitNo'),
      sql<number>`s.credit_no`.as('creditNo'),
    ])
    .where(sql<boolean>`s.voucher_id = any(${[...ids]}::bigint[])`)
    .orderBy('s.id')
    .execute()
}

const unitsOf = (text: string): bigint => parseDecimal(toFixedScale(text, 2, 'halfUp')).units
/** Cents that the vouchers in force have. */
export async function keptCents(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, KeptCents>> {
  const sources = await sourcesOf(context, ids)
  const topicOf = (code: number): Topic => (Object.keys(topics) as Topic[]).find(name => topics[name][0] === code) ?? 'platform'
  return new Map(
    sources.map(source => [
      factKey({ ...source, topic: topicOf(source.topic) }, source.rate, source.baseRate),
      { event: source.event, amount: unitsOf(source.booked), base: unitsOf(source.base), cny: unitsOf(source.cny) },
    ]),
  )
}
