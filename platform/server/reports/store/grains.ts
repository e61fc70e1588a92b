/**
 * Recomputing stored grains: the days of one owner (shop, account) from the facts, everything coarser from the grain by day. One
 * transaction, given by the caller.
 */
import { sql } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import { hasOrganisation, sumsOf, timeOfGrain, type Grain, type Rollup } from '#platform/declare/rollup.ts'
import { daysOfPart, firstOfPart } from '#platform/format/dates.ts'
import { add, canonical } from '#platform/format/decimal.ts'
import type { Tx } from '../../contract/database.ts'
import { checkSums, factRows } from './facts.ts'
import { isOneOf, columnRef, firstOfMonth, partOfWeek, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import { anyTable } from '../../db/any-table.ts'
import type { AnyDb } from '../../contract/database.ts'
import { hasHappened } from './stored.ts'

/** A grain that does not say what its facts say: a defect of ours, never a person's. */
export class ProofError extends Error {}

/** Deletes and inserts these days at every grain, then proves them against the facts. Throws ProofError, which rolls everything back. */
export async function refreshDays(tx: Tx, of: Rollup, orgId: string, ownerId: string, days: readonly string[]): Promise<void> {
  const db = anyTable(tx)
  const months = [...new Set(days.map(day => `${day.slice(0, 7)}-01`))]
  const before = await clockMonths(db, of, ownerId, days)
  await db
    .deleteFrom(of.base.table)
    .where(columnOf(of.owner), '=', ownerId)
    .where(isOneOf(columnRef(of.base.table, 'day'), days))
    .execute()
  const facts = await factRows(db, of, { owners: [ownerId], booked: { days } })
  if (facts) await insertGrouped(db, of, orgId, of.base, facts)
  for (const grain of of.grains) {
    if (grain === of.base) continue
    const time = timeOfGrain(grain)
    await db
      .deleteFrom(grain.table)
      .where(columnOf(of.owner), '=', ownerId)
      .where(isOneOf(columnRef(grain.table, time), { day: days, week: [...new Set(days.map(firstOfPart))], month: months }[time]))
      .execute()
    const span = { day: { days }, week: { days: [...new Set(days.flatMap(daysOfPart))] }, month: { months } }[time]
    await insertGrouped(db, of, orgId, grain, baseRows(db, of, ownerId, span))
  }
  if (of.between) {
    await db
      .deleteFrom(of.between.table)
      .where(columnOf(of.owner), '=', ownerId)
      .where(isOneOf(columnRef(of.between.table, 'month'), months))
      .execute()
    const rows = baseRows(db, of, ownerId, { months }).clearSelect()
    const day = (key: string): Sql => columnRef('b', key === 'month' ? 'day' : key)
    const inMonths = ['month', ...Object.values(of.clockKeys)]
    const keys = of.between.keys.map(key => (inMonths.includes(key) ? firstOfMonth(day(key)) : columnRef('b', key)).as(columnOf(key)))
    const sums = sumsOf(of).map(s => columnRef('b', s).as(columnOf(s)))
    await insertGrouped(db, of, orgId, of.between, rows.select([...keys, ...sums]))
  }
  await refreshClocks(db, of, orgId, ownerId, [before, await clockMonths(db, of, ownerId, days)])
  await prove(db, of, ownerId, days)
}

type MonthsByClock = ReadonlyMap<string, readonly string[]>
/** The months that lines of these days lie in by each further clock. */
async function clockMonths(db: AnyDb, of: Rollup, ownerId: string, days: readonly string[]): Promise<MonthsByClock> {
  const found = new Map<string, readonly string[]>()
  for (const [clock, { key }] of Object.entries(of.clocks)) {
    const day = columnRef('b', key)
    const rows = await db
      .selectFrom(`${of.base.table} as b`)
      .where(sql<boolean>`${columnRef('b', of.owner)} = ${ownerId}`)
      .where(isOneOf(columnRef('b', 'day'), days))
      .where(hasHappened(day))
      .select(sql<string>`${firstOfMonth(day)}::text`.as('month'))
      .distinct()
      .execute()
    found.set(
      clock,
      rows.map(row => row.month),
    )
  }
  return found
}

/** The grains by month of each further clock, in the months that lines have left or come to. */
async function refreshClocks(db: AnyDb, of: Rollup, orgId: string, ownerId: string, moved: readonly MonthsByClock[]): Promise<void> {
  for (const [clock, { key, of: byClock }] of Object.entries(of.clocks)) {
    const months = [...new Set(moved.flatMap(one => one.get(clock) ?? []))]
    if (months.length === 0) continue
    for (const grain of byClock.grains.filter(one => one.dayIn === undefined)) {
      await db
        .deleteFrom(grain.table)
        .where(columnOf(of.owner), '=', ownerId)
        .where(isOneOf(columnRef(grain.table, 'month'), months))
        .execute()
      await insertGrouped(db, of, orgId, grain, baseRows(db, of, ownerId, { months }, key))
    }
  }
}

/** Rows of the grain by day, with their month; `dayIn`: by the day of another clock. */
function baseRows(
  db: AnyDb,
  of: Rollup,
  ownerId: string,
  span: { readonly days: readonly string[] } | { readonly months: readonly string[] },
  dayIn = 'day',
): UntypedQuery {
  const day = columnRef('b', dayIn)
  const month = firstOfMonth(day)
  const rows = db.selectFrom(`${of.base.table} as b`).where(sql<boolean>`${columnRef('b', of.owner)} = ${ownerId}`)
  // the two bounds on the day itself are what the key's index can use; the month alone would read all of the owner
  const bounded =
    'days' in span
      ? rows.where(isOneOf(day, span.days))
      : rows
          .where(sql<boolean>`${day} >= ${least(span.months)}::date and ${day} < ${greatest(span.months)}::date + interval '1 month'`)
          .where(isOneOf(month, span.months))
  const keys = of.base.keys.map(k => columnRef('b', k).as(columnOf(k)))
  const sums = sumsOf(of).map(s => columnRef('b', s).as(columnOf(s)))
  return bounded.select([...keys, ...sums, month.as('month'), partOfWeek(day).as('week')])
}
const least = (values: readonly string[]): string => values.reduce((a, b) => (a < b ? a : b))
const greatest = (values: readonly string[]): string => values.reduce((a, b) => (a > b ? a : b))

async function insertGrouped(db: AnyDb, of: Rollup, orgId: string, grain: Grain, rows: UntypedQuery): Promise<void> {
  const keys = grain.keys.map(columnOf)
  const sums = sumsOf(of).map(columnOf)
  const grouped = db
    .selectFrom(rows.as('x'))
    .select([
      ...(hasOrganisation(of) ? [sql`${orgId}::bigint`.as('org_id')] : []),
      ...keys.map(k => sql.ref(`x.${k}`).as(k)),
      ...sums.map(s => sql`sum(${sql.ref(`x.${s}`)})`.as(s)),
    ])
    .groupBy(keys.map(k => `x.${k}`))
  // The rows are read through the door and carry the owner it let through. The insert itself goes past it: the door's check of a written
  // row would send every row of a bulk insert back here.
  await db
    .withoutPlugins()
    .insertInto(grain.table)
    .columns([...(hasOrganisation(of) ? ['org_id'] : []), ...keys, ...sums])
    .expression(grouped)
    .execute()
}

/** Money by day and currency, grain against facts; the facts' side takes each line's own total and so shares no step with the refresh. */
async function prove(db: AnyDb, of: Rollup, ownerId: string, days: readonly string[]): Promise<void> {
  const first = Object.keys(of.sums)[0]
  if (first === undefined) throw new Error(`${of.name} has no sum`)
  const currency: Sql = Object.hasOwn(of.keys, 'currency') ? columnRef('b', 'currency') : sql`''::text`
  const stored = await db
    .selectFrom(`${of.base.table} as b`)
    .where(sql<boolean>`${columnRef('b', of.owner)} = ${ownerId}`)
    .where(isOneOf(columnRef('b', 'day'), days))
    .select([
      sql<string>`b.day::text`.as('day'),
      sql<string>`${currency}`.as('currency'),
      sql<string>`sum(${columnRef('b', first)})::text`.as('amount'),
    ])
    .groupBy(sql`1, 2`)
    .execute()
  const facts = await checkSums(db, of, { owners: [ownerId], booked: { days } })
  const differences = differencesOf(keyed(facts), keyed(stored))
  if (differences.length > 0)
    throw new ProofError(
      `${of.name}, ${of.owner} ${ownerId}: grain and facts differ: ${differences
        .slice(0, 5)
        .map(d => `${d.key} facts ${d.left} grain ${d.right}`)
        .join('; ')}`,
    )
}

const keyed = (rows: readonly { readonly day: string; readonly currency: string; readonly amount: string }[]): Map<string, string> =>
  new Map(rows.map(r => [`${r.day} ${r.currency}`, r.amount]))

/** Keys whose exact decimals differ; a missing one is 0. */
export function differencesOf(
  left: ReadonlyMap<string, string>,
  right: ReadonlyMap<string, string>,
): { key: string; left: string; right: string }[] {
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort()
  return keys
    .map(key => ({ key, left: canonical(left.get(key) ?? '0'), right: canonical(right.get(key) ?? '0') }))
    .filter(d => d.left !== d.right)
}

/** Exact sum per key. */
export function sumsBy<T>(rows: readonly T[], keyOf: (row: T) => string, amountOf: (row: T) => string): Map<string, string> {
  const sums = new Map<string, string>()
  for (const row of rows) sums.set(keyOf(row), add(sums.get(keyOf(row)) ?? '0', amountOf(row)))
  return sums
}
