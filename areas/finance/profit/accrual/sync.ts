/**
 * Accruing a month: rows from facts, with what has reversed them since. Months before it that are still open are read again, so that what
 * comes is seen whichever month is asked for. Of a closed month the accrued amounts stay, their reversal goes on. Repeating it changes
 * nothing.
 */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { daysBetween, firstOfMonth, isMonth, lastOfMonth } from '#platform/format/dates.ts'
import { isZero } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { createEach, removeRecords, setDerived } from '#platform/server/records.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { accruals, type Accrued } from './amounts.ts'
import { companyAccruals } from './company-amounts.ts'
import { accrualKinds, accrualStates, bandDays, financeAccrual, type AccrualKind, type CompanyKind } from './tables.ts'

/** months that are read again at once; older ones that are open come with the next run */
const monthsMax = 12

export interface AccrualAsk {
  readonly month: string
  readonly shopIds?: readonly string[]
}
export interface AccrualAnswer {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** Facts of shops that the caller was granted. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

export async function accrue(context: Context, { month, shopIds = [] }: AccrualAsk): Promise<AccrualAnswer> {
  const { caller } = context
  if (!isMonth(month)) throw refuse.invalid([{ field: 'month', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  if (shopIds.some(id => !caller.shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
  const today = todayOf(context)
  if (month > today.slice(0, 7)) throw refuse.invalid([{ field: 'month', message: sentence`不能计提将来的月份` }])
  const sum = { added: 0, changed: 0, removed: 0 }
  // null: what is the company's own
  for (const shopId of shopIds.length > 0 ? shopIds : [null, ...caller.shops]) {
    const done = await context.write((tx, inside) => accrueShop(inside, tx, shopId, month, today))
    sum.added += done.added
    sum.changed += done.changed
    sum.removed += done.removed
  }
  return sum
}

const isOf = (shopId: string | null) => sql<boolean>`shop_id is not distinct from ${shopId}::bigint`

/** One at a time a shop, or the company. */
export async function lockAccruals(tx: Tx, orgId: string, shopId: string | null): Promise<void> {
  const name = shopId === null ? `accruals of company ${orgId}` : `accruals ${shopId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

async function accrueShop(inside: Context, tx: Tx, shopId: string | null, month: string, today: string): Promise<AccrualAnswer> {
  await lockAccruals(tx, inside.caller.orgId, shopId)
  const closed = await closedUntil(tx, inside.caller.orgId)
  const open = await tx
    .selectFrom('finance_accrual')
    .select(sql<string>`to_char(month, 'YYYY-MM')`.as('month'))
    .distinct()
    .where(isOf(shopId))
    .where('state', '<>', accrualStates.reversed)
    .where(sql<boolean>`month < ${firstOfMonth(month)}::date`)
    .orderBy('month', 'desc')
    .limit(monthsMax)
    .execute()
  const sum = { added: 0, changed: 0, removed: 0 }
  for (const one of [month, ...open.map(row => row.month)]) {
    const done = await accrueMonth(inside, tx, { shopId, month: one, today }, closed !== null && lastOfMonth(one) <= closed)
    sum.added += done.added
    sum.changed += done.changed
    sum.removed += done.removed
  }
  return sum
}

/** What is asked of a shop, or of the company, by kind. */
function statementsOf(
  orgId: string,
  { shopId, month, today }: { readonly shopId: string | null; readonly month: string; readonly today: string },
): (readonly [AccrualKind | CompanyKind, RawBuilder<unknown>])[] {
  return shopId === null
    ? (Object.keys(companyAccruals) as CompanyKind[]).map(kind => [kind, companyAccruals[kind]({ orgId, month, today })] as const)
    : (Object.keys(accruals) as AccrualKind[]).map(kind => [kind, accruals[kind]({ shopId, month, today })] as const)
}

interface Kept {
  readonly id: string
  readonly kind: number
  readonly currency: string
  readonly fact: string
  readonly hand: string
}

async function accrueMonth(
  inside: Context,
  tx: Tx,
  ask: { readonly shopId: string | null; readonly month: string; readonly today: string },
  isClosed: boolean,
): Promise<AccrualAnswer> {
  const there = await tx
    .selectFrom('finance_accrual')
    .select(['id', 'kind', 'currency', sql<string>`fact_amount::text`.as('fact'), sql<string>`hand_amount::text`.as('hand')])
    .where(isOf(ask.shopId))
    .where(sql<boolean>`month = ${firstOfMonth(ask.month)}::date`)
    .execute()
  const kept = new Map<string, Kept>(there.map(row => [`${row.kind} ${row.currency}`, row]))
  const fresh: Record<string, unknown>[] = []
  const changed: ({ readonly id: string } & Record<string, string | number | null>)[] = []
  for (const [kind, statement] of statementsOf(inside.caller.orgId, ask)) {
    const [code] = accrualKinds[kind]
    const { rows } = await sql<Accrued>`${statement}`.execute(behind(tx))
    for (const row of rows) {
      const was = kept.get(`${code} ${row.currency}`)
      kept.delete(`${code} ${row.currency}`)
      if (was === undefined && (isClosed || isZero(row.accrued))) continue
      const values = valuesOf(ask, row, isClosed && was !== undefined ? was.fact : row.accrued)
      if (was === undefined)
        fresh.push({ shopId: ask.shopId, month: firstOfMonth(ask.month), kind: code, currency: row.currency, ...values })
      else changed.push({ id: was.id, ...values })
    }
  }
  // what the facts tell no more of goes, unless people have entered something or the month is closed
  const left = [...kept.values()]
  const gone = left.filter(one => !isClosed && isZero(one.hand))
  const stays = left.filter(one => !gone.includes(one))
  changed.push(...(stays.map(one => ({ id: one.id, ...ageOf(ask, null, false), factAmount: isClosed ? one.fact : '0' })) as never[]))
  await createEach(inside, financeAccrual, fresh)
  const [whole, partly] = [changed.filter(one => 'reversed' in one), changed.filter(one => !('reversed' in one))]
  await setDerived(inside, financeAccrual, whole)
  await setDerived(inside, financeAccrual, partly)
  if (gone.length > 0)
    await removeRecords(
      inside,
      financeAccrual,
      gone.map(one => one.id),
    )
  return { added: fresh.length, changed: changed.length, removed: gone.length }
}

function valuesOf(ask: { readonly month: string; readonly today: string }, row: Accrued, accrued: string) {
  const state = row.isDone ? accrualStates.reversed : isZero(row.reversed) ? accrualStates.open : accrualStates.partly
  return { factAmount: accrued, reversed: row.reversed, reversedOn: row.reversedOn, state, ...ageOf(ask, row.reversedOn, row.isDone) }
}

/** Days from the end of the month until today, or until the last that came. */
function ageOf({ month, today }: { readonly month: string; readonly today: string }, reversedOn: string | null, isDone: boolean) {
  const until = isDone ? (reversedOn ?? today) : today
  const age = Math.max(0, daysBetween(lastOfMonth(month), until))
  const at = bandDays.findIndex(days => age <= days)
  return { age, band: at === -1 ? bandDays.length + 1 : at + 1 }
}
