/**
 * Running the checks over shops and days: what is found and not yet there becomes a finding, what is not found any more is closed, what
 * comes back is opened again. Repeating it changes nothing. A finding that a person accepted stays so while its amount does.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { asText } from '#platform/format/text.ts'
import { addDays, firstOfMonth, isDate, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { compare } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { createEach, setDerived } from '#platform/server/records.ts'
import { eachInTurn } from '#platform/server/rights.ts'
import { stepRowsMax, takeStepsEach } from '#platform/server/steps.ts'
import { todayOf } from '#platform/format/zones.ts'
import { checks, type Candidate } from './candidates.ts'
import { keepEvidence } from './evidence.ts'
import { runDaysMax } from './nightly.ts'
import { addPublishedTiers } from './tiers.ts'
import { checkDefaults, findingKinds, orderFinding, type FindingKind } from './tables.ts'

const [solved, accepted] = [3, 4]
/** shops that are checked at the same time, where each has a transaction of its own: one keeps one processor of the database busy */
const atOnce = 2
const kinds = Object.keys(findingKinds) as FindingKind[]

export interface RunAsk {
  readonly shopIds?: readonly string[]
  readonly from: string
  readonly to: string
}
export interface RunAnswer {
  readonly found: number
  readonly closed: number
  readonly reopened: number
  readonly changed: number
}

/** Facts of shops that the caller was granted. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

export async function runChecks(context: Context, { shopIds = [], from, to }: RunAsk): Promise<RunAnswer> {
  const { caller } = context
  if (shopIds.some(id => !caller.shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
  if (!isDate(from) || !isDate(to) || to < from) throw refuse.invalid([{ field: 'startDate', message: sentence`请选择起止日期` }])
  if (addDays(from, runDaysMax) < to)
    throw refuse.invalid([{ field: 'startDate', message: sentence`一次最多核对 ${runDaysMax} 天，请缩短期间` }])
  const today = todayOf(context)
  // whole months: fees are compared month by month
  const whole = { from: firstOfMonth(monthOf(from)), to: lastOfMonth(monthOf(to)) }
  const shops = shopIds.length > 0 ? shopIds : caller.shops
  await addPublishedTiers(context, shops)
  const sum = { found: 0, closed: 0, reopened: 0, changed: 0 }
  // one transaction a shop: many shops do not hold each other's findings. After a failure no further shop begins
  const done = await eachInTurn(context.tx === undefined ? atOnce : 1, shops, shopId =>
    context.write((tx, inside) => checkShop(inside, tx, { shopId, ...whole, today })),
  )
  for (const one of done) for (const name of Object.keys(sum) as (keyof RunAnswer)[]) sum[name] += one[name]
  return sum
}

interface ShopAsk {
  readonly shopId: string
  readonly from: string
  readonly to: string
  readonly today: string
}
interface Known {
  readonly id: string
  readonly subject: string
  readonly state: number
  readonly amount: string
  readonly happenedOn: string
}

async function checkShop(inside: Context, tx: Tx, ask: ShopAsk): Promise<RunAnswer> {
  // two who check the same shop go one after the other: the second finds what the first has written
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order checks ${ask.shopId}`}, 0))`.execute(tx)
  const rules = await rulesOf(inside)
  const sum = { found: 0, closed: 0, reopened: 0, changed: 0 }
  for (const kind of kinds) {
    const rule = rules[kind]
    const code = findingKinds[kind][0]
    const candidates = rule.isOn ? (await sql<Row>`${checks[kind]({ ...ask, ...rule })}`.execute(behind(tx))).rows.map(candidateOf) : []
    const known = await knownOf(inside, ask, code, candidates)
    const bySubject = new Map(known.map(one => [one.subject, one]))
    const fresh = candidates.filter(one => !bySubject.has(one.subject))
    const again = candidates.flatMap(one => {
      const was = bySubject.get(one.subject)
      return was === undefined ? [] : [{ was, one }]
    })
    const moved = again.filter(({ was, one }) => compare(was.amount, one.amount) !== 0)
    const back = again.filter(({ was, one }) => was.state === solved || (was.state === accepted && compare(was.amount, one.amount) !== 0))
    const subjects = new Set(candidates.map(one => one.subject))
    const gone = known.filter(one => one.state !== solved && !subjects.has(one.subject))
    await createEach(
      inside,
      orderFinding,
      fresh.map(one => ({ ...valuesOf(one), subject: one.subject, kind: code, shopId: ask.shopId, foundOn: ask.today })),
    )
    await setDerived(
      inside,
      orderFinding,
      again.map(({ was, one }) => ({ id: was.id, ...valuesOf(one) })),
    )
    await stepAll(
      inside,
      'reopen',
      back.map(({ was }) => was.id),
    )
    await stepAll(
      inside,
      'solve',
      gone.map(one => one.id),
    )
    await keepEvidence(
      tx,
      { of: 'order_finding', lines: 'order_finding_line', key: 'finding_id' },
      { orgId: inside.caller.orgId, shopId: ask.shopId, kind: code },
      [...fresh, ...moved.map(({ one }) => one)],
    )
    sum.found += fresh.length
    sum.closed += gone.length
    sum.reopened += back.length
    sum.changed += moved.length
  }
  return sum
}

type Row = Readonly<Record<string, unknown>>
const candidateOf = (row: Row): Candidate => ({
  subject: String(row['subject']),
  orderNo: String(row['order_no']),
  sku: asText(row['sku'] ?? ''),
  happenedOn: String(row['happened_on']),
  amount: String(row['amount']),
  currency: String(row['currency']),
  expected: (row['expected'] as string | null) ?? null,
  actual: (row['actual'] as string | null) ?? null,
  cause: Number(row['cause']),
  lines: (row['lines'] as Candidate['lines'] | null) ?? [],
})
const valuesOf = ({ orderNo, sku, happenedOn, amount, currency, expected, actual, cause }: Candidate) => ({
  orderNo,
  sku,
  happenedOn,
  amount,
  currency,
  expected,
  actual,
  cause,
})

async function rulesOf(context: Context) {
  const rows = await context.db
    .selectFrom('order_check_rule')
    .select(['kind', 'is_on', 'days', sql<string>`tolerance::text`.as('tolerance')])
    .execute()
  const byKind = Object.fromEntries(rows.map(row => [row.kind, row]))
  return Object.fromEntries(
    kinds.map(kind => {
      const row = ownValue(byKind, String(findingKinds[kind][0]))
      return [
        kind,
        row === undefined ? { isOn: true, ...checkDefaults[kind] } : { isOn: row.is_on, days: row.days, tolerance: row.tolerance },
      ]
    }),
  ) as Record<FindingKind, { isOn: boolean; days: number; tolerance: string }>
}

/** Findings of the period, and those of the same subjects whenever they were. */
async function knownOf(context: Context, ask: ShopAsk, kind: number, candidates: readonly Candidate[]): Promise<Known[]> {
  const rows = await context.db
    .selectFrom('order_finding')
    .select(['id', 'subject', 'state', sql<string>`amount::text`.as('amount'), sql<string>`happened_on::text`.as('happenedOn')])
    .where('shop_id', '=', ask.shopId)
    .where('kind', '=', kind as never)
    .where(
      sql<boolean>`(happened_on between ${ask.from}::date and ${ask.to}::date or subject = any(${candidates.map(one => one.subject)}))`,
    )
    .execute()
  return rows
}

async function stepAll(context: Context, step: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += stepRowsMax)
    await takeStepsEach(context, orderFinding, {
      ids: ids.slice(at, at + stepRowsMax).map(id => ({ id })),
      pick: { step },
      input: {},
      byProgram: true,
    })
}
