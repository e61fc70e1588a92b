/** Open lines and payments as suggestions are worked out of them: all of the organisation, or those that may have to do with one line. */
import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import type { Db } from '#platform/server/area.ts'
import { fold, keyWords, textOf } from './line-words.ts'
import { after, before, namedAfter, type OpenLine, type OpenPayment, type Rule } from './scores.ts'
import { unitsOf } from './sides.ts'
import type { Open } from './suggest.ts'
import { expectedStates } from '../../base/match-words.ts'

/** the newest are looked at */
const linesMax = 20_000

/** A line, and how far from it what it may be can lie. */
export interface Near {
  readonly id: string
  readonly accountId: string
  readonly day: string
  /** 1: in, 2: out */
  readonly direction: number
  readonly currency: string
}

/** Lines of its account that may add up with it, and what went the other way elsewhere: windows of scores.ts. */
const linesNear = ({ accountId, day, direction }: Near): RawBuilder<boolean> => sql<boolean>`
  posted_on between ${addDays(day, -(after + before))}::date and ${addDays(day, after + before)}::date
  and (account_id = ${accountId} or direction <> ${direction})`
const paymentsNear = ({ day, direction, currency }: Near): RawBuilder<boolean> => sql<boolean>`
  due_on between ${addDays(day, -namedAfter)}::date and ${addDays(day, before)}::date and currency = ${currency}
  and (amount > 0) = ${direction === 1}`

/** What is asked of a bank line wherever it is matched; `open`: what no match holds of it, out is negative. */
export const lineColumns = [
  sql<string>`id::text`.as('id'),
  sql<string>`account_id::text`.as('accountId'),
  sql<string>`posted_on::text`.as('day'),
  sql<string>`currency::text`.as('currency'),
  sql<number>`direction`.as('direction'),
  sql<string>`(income - outgo - case when direction = 2 then -matched else matched end)::text`.as('open'),
] as const

/** Whether somebody has matched since, nobody knows here: accepting asks again. */
export async function openOf(tx: Db, near: Near | null = null): Promise<Open> {
  const lines = await tx
    .selectFrom('bank_statement')
    .select([
      ...lineColumns,
      sql<string>`counterparty`.as('counterparty'),
      sql<string>`purpose`.as('purpose'),
      sql<string>`summary`.as('summary'),
      sql<string>`serial_no`.as('serialNo'),
    ])
    .where(sql<boolean>`direction in (1, 2) and matched < income + outgo`)
    .where(near === null ? sql<boolean>`true` : linesNear(near))
    .orderBy('posted_on', 'desc')
    .limit(linesMax)
    .execute()
  const payments = await tx
    .selectFrom('bank_expected')
    .select([
      sql<string>`id::text`.as('id'),
      sql<number>`source`.as('source'),
      sql<string | null>`shop_id::text`.as('shopId'),
      sql<string>`due_on::text`.as('day'),
      sql<string>`currency::text`.as('currency'),
      sql<string>`(amount - matched)::text`.as('open'),
      sql<string>`reference`.as('reference'),
      sql<string>`party`.as('party'),
    ])
    .where(sql<boolean>`state <= ${sql.lit(expectedStates.partly[0])}`)
    .where(near === null ? sql<boolean>`true` : paymentsNear(near))
    .orderBy('due_on', 'desc')
    .limit(linesMax)
    .execute()
  const rules = await tx
    .selectFrom('bank_rule')
    .select(['id', 'direction', 'words', 'source', 'item'])
    .select([sql<string>`account_id::text`.as('accountId'), sql<string | null>`shop_id::text`.as('shopId')])
    .where('is_on', '=', true)
    .orderBy('hits', 'desc')
    .execute()
  const rates = await tx
    .selectFrom('currency_rate')
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('month'), 'currency', sql<string>`rate::text`.as('rate')])
    .execute()
  // a rate is a measure of likeness here, no amount
  const byMonth = new Map(rates.map(row => [`${row.month} ${row.currency}`, Number(row.rate)]))
  return {
    lines: lines.map((row): OpenLine => ({ ...row, amount: unitsOf(row.open), text: textOf(row), words: keyWords(row) })),
    payments: payments.map((row): OpenPayment => ({
      ...row,
      amount: unitsOf(row.open),
      reference: fold(row.reference),
      party: fold(row.party),
    })),
    rules: rules.map((row): Rule => ({ ...row, id: String(row.id), words: fold(row.words) })),
    rateOf: (month, currency) => (currency === 'CNY' ? 1 : (byMonth.get(`${month} ${currency}`) ?? null)),
  }
}
