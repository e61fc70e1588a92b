/**
 * Matching lines with payments, and taking a match back: lines and payments are locked in the order of their ids, so of two people the
 * second finds them taken and is told by whom. What is in a closed month stays.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { multiply, subtract, toFixedScale } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { removeRecords, create, createEach, setDerived } from '#platform/server/records.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { bankStatement } from '../statements/tables.ts'
import { keepArrivals } from '../../profit/clocks/arrivals.ts'
import { forget, learn } from './learn.ts'
import { lineColumns } from './open.ts'
import { sidesOf, textOfUnits, Unfit, unitsOf, type Conversion, type Part, type Side, type Sides, type Wish } from './sides.ts'
import { bankExpected, bankMatch, bankMatchSide } from './tables.ts'
import { expectedStates, matchKinds, sideRoles } from '../../base/match-words.ts'

const [expected, matches] = [bankExpected, bankMatch]
/** Who matched a line that the caller holds, and the sides of a match that he may take back. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()
const partsMax = 200
export const baseCurrency = 'CNY'

export interface MatchAsk extends Wish {
  readonly lineIds: readonly string[]
  readonly expectedIds: readonly string[]
  readonly suggested: boolean
  readonly ruleId: string | null
}

interface LinePart extends Part {
  readonly accountId: string
  readonly direction: number
  readonly text: string
  readonly matched: bigint
}
interface PaymentPart extends Part {
  readonly amount: bigint
  readonly matched: bigint
}
const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted((a, b) => Number(a) - Number(b))

async function lockLines(tx: Tx, ids: readonly string[]): Promise<LinePart[]> {
  const rows = await tx
    .selectFrom('bank_statement')
    .select([
      ...lineColumns,
      sql<string>`matched::text`.as('matched'),
      sql<string>`left(coalesce(nullif(counterparty, ''), nullif(purpose, ''), summary), 200)`.as('text'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate('bank_statement')
    .execute()
  if (rows.length !== ids.length) throw refuse.unknown(bankStatement.title)
  return rows.map(row => ({ ...row, matched: unitsOf(row.matched), open: unitsOf(row.open) }))
}

async function lockPayments(tx: Tx, ids: readonly string[]): Promise<PaymentPart[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('bank_expected')
    .select([
      sql<string>`id::text`.as('id'),
      sql<string>`due_on::text`.as('day'),
      sql<string>`currency::text`.as('currency'),
      sql<string>`amount::text`.as('amount'),
      sql<string>`matched::text`.as('matched'),
      sql<string>`(amount - matched)::text`.as('open'),
      sql<number>`state`.as('state'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate('bank_expected')
    .execute()
  if (rows.length !== ids.length) throw refuse.unknown(expected.title)
  if (rows.some(row => row.state === expectedStates.gone[0])) throw refuse.rule(sentence`款项的来源文件已撤回，不能再核对`)
  return rows.map(row => ({ ...row, amount: unitsOf(row.amount), matched: unitsOf(row.matched), open: unitsOf(row.open) }))
}

/** Who came first. */
async function refuseTaken(tx: Tx, column: 'line_id' | 'expected_id', id: string): Promise<never> {
  const { rows } = await sql<{ name: string; at: string }>`select m.matched_by as name,
      to_char(m.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at
    from bank_match_side s join bank_match m on m.id = s.match_id where ${sql.ref(`s.${column}`)} = ${id}
    order by m.id desc limit 1`.execute(behind(tx))
  const [name, at] = [rows[0]?.name ?? '', rows[0]?.at ?? '']
  throw refuse.conflict(
    column === 'line_id'
      ? sentence`这笔流水已由 ${name} 在 ${at} 勾对，请刷新后再操作`
      : sentence`这笔款项已由 ${name} 在 ${at} 勾对，请刷新后再操作`,
  )
}

/** Refuses lines that are matched already, naming by whom; those that are open pass. */
export async function refuseTakenLines(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const line of await lockLines(tx, distinct(ids))) if (line.open === 0n) await refuseTaken(tx, 'line_id', line.id)
}

/** CNY of one unit of each currency in a month. */
async function bookedRates(tx: Tx, month: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('currency_rate')
    .select(['currency', sql<string>`rate::text`.as('rate')])
    .where(sql<boolean>`month = ${firstOfMonth(month)}::date`)
    .execute()
  return new Map([...rows.map(row => [row.currency, row.rate] as const), [baseCurrency, '1']])
}

/** What was got less what was given, both as the company books the month; null: a rate is missing. */
export function realisedOf({ from, given, to, got }: Conversion, rates: ReadonlyMap<string, string>): string | null {
  const [a, b] = [rates.get(from), rates.get(to)]
  if (a === undefined || b === undefined) return null
  return toFixedScale(subtract(multiply(textOfUnits(got), b), multiply(textOfUnits(given), a)), 2, 'halfUp')
}

function built(lines: readonly Part[], payments: readonly Part[], ask: MatchAsk, rates: ReadonlyMap<string, string>): Sides {
  try {
    return sidesOf(lines, payments, ask, currency => rates.get(currency) ?? null)
  } catch (error) {
    if (error instanceof Unfit) throw refuse.invalid([{ field: error.field, message: error.wording }])
    throw error
  }
}

/** Writes a match; answers its id. */
export const makeMatch = (context: Context, ask: MatchAsk): Promise<string> =>
  context.write(async (tx, inside) => {
    const [lineIds, expectedIds] = [distinct(ask.lineIds), distinct(ask.expectedIds)]
    if (lineIds.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择流水` }])
    if (lineIds.length + expectedIds.length > partsMax)
      throw refuse.invalid([{ field: 'ids', message: sentence`一次最多核对 ${partsMax} 笔流水和款项` }])
    const closed = await closedUntil(tx, inside.caller.orgId)
    const lines = await lockLines(tx, lineIds)
    const payments = await lockPayments(tx, expectedIds)
    const days = lines.map(line => line.day).toSorted()
    const [firstOn = '', matchedOn = ''] = [days[0], days.at(-1)]
    if (closed !== null && firstOn <= closed)
      throw refuse.rule(sentence`${closed.slice(0, 7)} 及以前的月份已结账，其中的流水不能再勾对或取消勾对，请先反结账`)
    for (const line of lines) {
      if (line.direction > 2) throw refuse.rule(sentence`不计收支的流水没有款项，不需要勾对`)
      if (line.open === 0n) await refuseTaken(tx, 'line_id', line.id)
    }
    for (const payment of payments) if (payment.open === 0n) await refuseTaken(tx, 'expected_id', payment.id)
    const rates = await bookedRates(tx, monthOf(matchedOn))
    const made = built(lines, payments, ask, rates)
    const accountId = await seenThrough(tx, lines)
    const ruleId = await learn(inside, tx, { ...ask, kind: made.kind, lineIds, expectedIds, day: matchedOn })
    const { id } = await create(
      inside,
      matches,
      headOf(lines, payments, made, ask, { firstOn, matchedOn, accountId, ruleId, name: inside.caller.name, rates }),
    )
    await createEach(inside, bankMatchSide, sidesAsRows(String(id), made.sides, lines, matchedOn, ask.item))
    await setTaken(inside, lines, payments, made.sides)
    await keepArrivals(inside, tx, expectedIds)
    // what stood on any of them stands no more
    await sql`delete from bank_suggestion where org_id = ${inside.caller.orgId} and (line_ids ?| ${lineIds}::text[]
      or expected_ids ?| ${expectedIds}::text[])`.execute(behind(tx))
    return String(id)
  })

interface Head {
  readonly firstOn: string
  readonly matchedOn: string
  readonly accountId: string | null
  readonly ruleId: string | null
  readonly name: string
  readonly rates: ReadonlyMap<string, string>
}
const sumOf = (sides: readonly Side[], role: Side['role'], currency: string): bigint =>
  sides.reduce((sum, side) => (side.role === role && side.currency === currency ? sum + side.amount : sum), 0n)

function headOf(lines: readonly LinePart[], payments: readonly Part[], { kind, sides, conversion }: Sides, ask: MatchAsk, head: Head) {
  const currency = conversion?.from ?? lines[0]?.currency ?? baseCurrency
  const own = lines.filter(line => line.currency === currency)
  // of a transfer what went out; else all that moved
  const moved = kind === 'transfer' ? own.filter(line => line.open < 0n) : own
  const amount = moved.reduce((sum, line) => sum + line.open, 0n)
  return {
    matchedOn: head.matchedOn,
    firstOn: head.firstOn,
    kind: matchKinds[kind][0],
    accountId: head.accountId,
    lines: lines.length,
    payments: payments.length,
    amount: textOfUnits(conversion === null ? amount : -conversion.given),
    currency,
    ...bookedAt(lines, conversion),
    toAmount: conversion === null ? null : textOfUnits(conversion.got),
    toCurrency: conversion?.to ?? null,
    rate: conversion?.rate ?? null,
    charge: textOfUnits(sumOf(sides, 'charge', currency)),
    realised: conversion === null ? null : realisedOf(conversion, head.rates),
    item: ask.item,
    suggested: ask.suggested,
    reason: ask.reason,
    matchedBy: head.name,
    ruleId: head.ruleId,
  }
}

/** The account that a conversion's difference is of: the one that gave, else the one that the money reached. */
function bookedAt(lines: readonly LinePart[], conversion: Conversion | null) {
  const line = conversion === null ? undefined : (lines.find(one => one.currency === conversion.from && one.open < 0n) ?? lines[0])
  return { bookedAccountId: line?.accountId ?? null, bookedCurrency: line?.currency ?? null }
}

const sidesAsRows = (matchId: string, sides: readonly Side[], lines: readonly LinePart[], matchedOn: string, item: number | null) => {
  const lineOf = new Map(lines.map(line => [line.id, line]))
  return sides.map(({ role, id, amount, currency }) => {
    const line = role === 'line' && id !== null ? lineOf.get(id) : undefined
    return {
      matchId,
      day: line?.day ?? matchedOn,
      role: sideRoles[role][0],
      accountId: line?.accountId ?? null,
      text: line?.text ?? '',
      lineId: line?.id ?? null,
      expectedId: role === 'expected' ? id : null,
      amount: textOfUnits(amount),
      currency,
      item: role === 'item' ? item : null,
    }
  })
}

/** The account through which a match is seen: one that its keeper alone sees before all others. */
async function seenThrough(tx: Tx, lines: readonly LinePart[]): Promise<string | null> {
  const kept = await tx
    .selectFrom('bank_account')
    .select(sql<string>`id::text`.as('id'))
    .where(
      'id',
      'in',
      lines.map(line => line.accountId),
    )
    .where('seen_by', '=', 2)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return kept?.id ?? lines[0]?.accountId ?? null
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const stateOf = (amount: bigint, matched: bigint): number =>
  (matched === 0n ? expectedStates.open : matched === amount ? expectedStates.matched : expectedStates.partly)[0]

async function setTaken(
  context: Context,
  lines: readonly LinePart[],
  payments: readonly PaymentPart[],
  sides: readonly Side[],
  way: 1n | -1n = 1n,
): Promise<void> {
  const taken = new Map(sides.flatMap(side => (side.id === null ? [] : [[`${side.role} ${side.id}`, side.amount * way] as const])))
  await setDerived(
    context,
    bankStatement,
    lines.map(line => {
      const amount = taken.get(`line ${line.id}`) ?? 0n
      return { id: line.id, matched: textOfUnits(line.matched + (way === 1n ? size(amount) : -size(amount))) }
    }),
  )
  await setDerived(
    context,
    expected,
    payments.map(one => {
      const matched = one.matched - (taken.get(`expected ${one.id}`) ?? 0n)
      return { id: one.id, matched: textOfUnits(matched), state: stateOf(one.amount, matched) }
    }),
  )
}

/** Takes matches back: their lines and payments are open again. */
export const unmatch = (context: Context, ids: readonly string[]): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const wanted = distinct(ids)
    if (wanted.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择要取消的对账记录` }])
    const closed = await closedUntil(tx, inside.caller.orgId)
    const held = await tx
      .selectFrom('bank_match')
      .select([sql<string>`id::text`.as('id'), sql<string>`first_on::text`.as('firstOn'), sql<string | null>`rule_id::text`.as('ruleId')])
      .where('id', 'in', wanted)
      .orderBy('id')
      .forUpdate('bank_match')
      .execute()
    if (held.length !== wanted.length) throw refuse.unknown(matches.title)
    if (closed !== null && held.some(one => one.firstOn <= closed))
      throw refuse.rule(sentence`${closed.slice(0, 7)} 及以前的月份已结账，其中的流水不能再勾对或取消勾对，请先反结账`)
    const { rows } = await sql<{ role: keyof typeof sideRoles; id: string; amount: string; currency: string }>`
      select case when line_id is null then 'expected' else 'line' end as role, coalesce(line_id, expected_id)::text as id,
        sum(amount)::text as amount, min(currency) as currency from bank_match_side
      where match_id = any(${wanted}::bigint[]) and coalesce(line_id, expected_id) is not null group by 1, 2`.execute(behind(tx))
    const named = (role: string): string[] => distinct(rows.flatMap(row => (row.role === role ? [row.id] : [])))
    const lines = await lockLines(tx, named('line'))
    const payments = await lockGiven(tx, named('expected'))
    await sql`delete from bank_match_side where match_id = any(${wanted}::bigint[])`.execute(behind(tx))
    const sides = rows.map(row => ({ ...row, amount: unitsOf(row.amount) }))
    await setTaken(inside, lines, payments, sides, -1n)
    await removeRecords(inside, matches, wanted, { undoable: false })
    await keepArrivals(inside, tx, named('expected'))
    await forget(
      inside,
      tx,
      held.flatMap(one => one.ruleId ?? []),
    )
    return { changed: held.length }
  })

/** Payments of a match that is taken back, whatever shops they are of: the match was seen. */
async function lockGiven(tx: Tx, ids: readonly string[]): Promise<PaymentPart[]> {
  const { rows } = await sql<{ id: string; day: string; currency: string; amount: string; matched: string }>`
    select id::text, due_on::text as day, currency::text, amount::text, matched::text from bank_expected
    where id = any(${ids}::bigint[]) order by id for update`.execute(behind(tx))
  return rows.map(row => {
    const [amount, matched] = [unitsOf(row.amount), unitsOf(row.matched)]
    return { ...row, amount, matched, open: amount - matched }
  })
}
