/** 资金去向 as it is kept: each payment followed through the accounts (follow.ts), written anew with the suggestions. */
import { sql } from 'kysely'
import { divide } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { follow, placeKey, type Moved, type Paid, type Passage, type Step } from './follow.ts'
import { textOfUnits, unitsOf } from './sides.ts'
import { matchKinds, sideRoles, traceSteps } from '../../base/match-words.ts'

/** Lines, matches and payments of the organisation, by its system. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()
const rateScale = 10
/** accounts that their keeper alone sees are left out: a payment is seen by others */
const seen = sql`a.seen_by = 1`

/** As the organisation's system. Answers how many steps there are. */
export async function traceAnew(context: Context, tx: Tx): Promise<number> {
  const { orgId } = context.caller
  const db = behind(tx)
  // two at once would each write what the other does not see to delete
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank trace ${orgId}`}, 0))`.execute(tx)
  const { rows: lines } = await sql<Omit<Moved, 'amount'> & { readonly net: string; readonly balance: string | null }>`
    select s.id::text, s.account_id::text as "accountId", s.currency::text, s.posted_on::text as day, (s.income - s.outgo)::text as net,
      s.balance::text from bank_statement s join bank_account a on a.id = s.account_id and ${seen}
    where s.org_id = ${orgId} and s.direction in (1, 2) order by s.posted_on, s.id`.execute(db)
  const moved = lines.map((line): Moved & { balance: string | null } => ({ ...line, amount: unitsOf(line.net) }))
  const { rows: sides } = await sql<{
    match: string
    kind: number
    role: number
    line: string | null
    payment: string | null
    amount: string
  }>`
    select m.id::text as match, m.kind, s.line_id::text as line, s.expected_id::text as payment, s.amount::text
    from bank_match m join bank_match_side s on s.match_id = m.id
      and s.role in (${sql.lit(sideRoles.line[0])}, ${sql.lit(sideRoles.expected[0])})
    where m.org_id = ${orgId} order by m.id, s.id`.execute(db)
  const byMatch = [...Map.groupBy(sides, one => one.match)]
  const passages = byMatch.flatMap(([id, all]): Passage[] => {
    const kind = all[0]?.kind
    const isConversion = kind === matchKinds.conversion[0]
    return isConversion || kind === matchKinds.transfer[0] ? [{ id, isConversion, lines: all.flatMap(one => one.line ?? []) }] : []
  })
  const paid = byMatch.flatMap(([, all]) => paidOf(all))
  const steps = follow({ lines: moved, passages, paid, opening: openingOf(moved) })
  await sql`delete from bank_trace where org_id = ${orgId}`.execute(db)
  await sql`insert into bank_trace (org_id, expected_id, no, day, step, account_id, amount, currency, to_account_id, to_amount, to_currency,
      rate)
    select ${orgId}::bigint, r.* from jsonb_to_recordset(${JSON.stringify(rowsOf(steps))}::jsonb) as r(expected_id bigint, no int, day date,
      step smallint, account_id bigint, amount numeric, currency text, to_account_id bigint, to_amount numeric, to_currency text,
      rate numeric)`.execute(db)
  return steps.length
}

interface SideRow {
  readonly line: string | null
  readonly payment: string | null
  readonly amount: string
}
/**
 * What came in for payments: each payment's part of each line, by how much of the match it is. Other currencies go by the line's
 * amount.
 */
function paidOf(all: readonly SideRow[]): Paid[] {
  const lines = all
    .flatMap(one => (one.line === null ? [] : [{ id: one.line, amount: unitsOf(one.amount) }]))
    .filter(one => one.amount > 0n)
  const payments = all.flatMap(one => (one.payment === null ? [] : [{ id: one.payment, amount: -unitsOf(one.amount) }]))
  const whole = payments.reduce((sum, one) => sum + one.amount, 0n)
  if (payments.some(one => one.amount <= 0n)) return []
  return lines.flatMap(line => {
    let [before, given] = [0n, 0n]
    return payments.map(one => {
      before += one.amount
      const until = (line.amount * before) / whole
      const amount = until - given
      given = until
      return { lineId: line.id, paymentId: one.id, amount }
    })
  })
}

/** What was there before the first line that prints a balance. */
function openingOf(lines: readonly (Moved & { readonly balance: string | null })[]): Map<string, bigint> {
  const opening = new Map<string, bigint>()
  for (const [key, all] of Map.groupBy(lines, placeKey)) {
    const first = all.findIndex(one => one.balance !== null)
    const printed = all[first]?.balance ?? null
    if (printed !== null)
      opening.set(
        key,
        all.slice(0, first + 1).reduce((rest, one) => rest - one.amount, unitsOf(printed)),
      )
  }
  return opening
}

const rowsOf = (steps: readonly Step[]) => {
  const numbers = new Map<string, number>()
  return steps.map(({ paymentId, kind, day, accountId, currency, amount, to }) => {
    const no = (numbers.get(paymentId) ?? 0) + 1
    numbers.set(paymentId, no)
    return {
      expected_id: paymentId,
      no,
      day,
      step: traceSteps[kind][0],
      account_id: accountId,
      amount: textOfUnits(amount),
      currency,
      to_account_id: to?.accountId ?? null,
      to_amount: to === null ? null : textOfUnits(to.amount),
      to_currency: to?.currency ?? null,
      rate: to === null || kind !== 'converted' || amount === 0n ? null : rateOf(to.amount, amount),
    }
  })
}
const rateOf = (got: bigint, given: bigint): string => divide(textOfUnits(got), textOfUnits(given), rateScale, 'halfUp')
