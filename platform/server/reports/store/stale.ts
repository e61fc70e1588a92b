/**
 * Stale days: marked by whoever changes facts, in the same transaction; taken by the refresh, owner by owner. After a crash they are still
 * there, and the next run starts again.
 */
import { sql } from 'kysely'
import { ownerTable, type Rollup } from '#platform/declare/rollup.ts'
import type { Book } from '../../contract/area.ts'
import type { Context } from '../../contract/context.ts'
import type { Tx } from '../../contract/database.ts'
import type { House } from '../../contract/house.ts'
import { ownerField } from './facts.ts'
import { refreshDays } from './grains.ts'
import { isOneOf, columnRef } from '../../db/untyped-query.ts'
import { anyTable } from '../../db/any-table.ts'

/** days recomputed in one transaction: long enough to share the month's work, short enough to hold no lock for long */
const daysPerStepMax = 31

/**
 * Marks days of an owner (a shop, an account) as stale, inside the transaction that changes the facts. `days` holds both the days in the
 * books and the days as posted of everything that changed: where a fallback source has lines, those decide whether they count.
 */
export async function markStale(tx: Tx, of: Rollup, ownerId: string, days: readonly string[], now: Date): Promise<void> {
  if (days.length === 0) return
  const all = [...new Set([...days, ...(await daysOfFallbacks(tx, of, ownerId, days))])].sort()
  await markPairs(
    tx,
    of,
    all.map(day => [ownerId, day] as const),
    now,
  )
}

/** Days of several owners at once, of a roll-up without fallbacks: two statements, however many they are. */
export async function markStaleOf(tx: Tx, of: Rollup, days: ReadonlyMap<string, Iterable<string>>, now: Date): Promise<void> {
  const pairs = [...days].flatMap(([owner, some]) => [...new Set(some)].map(day => [owner, day] as const))
  const ordered = pairs.toSorted(([a, x], [b, y]) => Number(BigInt(a) - BigInt(b)) || (x < y ? -1 : 1))
  await markPairs(tx, of, ordered, now)
}

async function markPairs(tx: Tx, of: Rollup, pairs: readonly (readonly [string, string])[], now: Date): Promise<void> {
  if (pairs.length === 0) return
  const unnested = (some: typeof pairs) =>
    sql<{ owner: string; day: string }>`unnest(${some.map(one => one[0])}::bigint[], ${some.map(one => one[1])}::date[])`
  // A day that is marked already is held shared until this transaction ends: many writers of one day do not wait for each other, a refresh
  // leaves the day alone meanwhile, and one that has taken it is waited for, after which the day is no longer there.
  const marked = await tx
    .selectFrom('stale_day')
    .select(['owner_id', sql<string>`day::text`.as('day')])
    .where('rollup', '=', of.name)
    // each of them against each: pairs would be compared one by one in a table whose statistics say that it is empty
    .where(sql<boolean>`owner_id = any(${[...new Set(pairs.map(one => one[0]))]}::bigint[])`)
    .where(sql<boolean>`day = any(${[...new Set(pairs.map(one => one[1]))]}::date[])`)
    .orderBy('owner_id')
    .orderBy('day')
    .forShare()
    .execute()
  const known = new Set(marked.map(one => `${one.owner_id} ${one.day}`))
  const fresh = pairs.filter(([owner, day]) => !known.has(`${owner} ${day}`))
  if (fresh.length === 0) return
  // DO UPDATE, not DO NOTHING: it waits for a refresh that has taken the day, and so outlives its delete.
  await anyTable(tx)
    .insertInto('stale_day')
    .columns(['rollup', 'org_id', 'owner_id', 'day', 'since'])
    .expression(q =>
      q
        .selectFrom(`${ownerTable(of)} as o`)
        .innerJoin(unnested(fresh).as<'d'>(sql`d(owner, day)`), j => j.on(sql<boolean>`d.owner = o.id`))
        .select([
          sql`${of.name}::text`.as('rollup'),
          sql`o.org_id`.as('org_id'),
          sql`o.id`.as('owner_id'),
          sql`d.day`.as('day'),
          sql`${now}::timestamptz`.as('since'),
        ])
        .orderBy(sql`o.id`)
        .orderBy(sql`d.day`),
    )
    .onConflict(c => c.columns(['rollup', 'owner_id', 'day']).doUpdateSet({ since: sql.ref('excluded.since') }))
    .execute()
}

/** Days in the books of fallback lines that were posted on these days and booked on others. */
async function daysOfFallbacks(tx: Tx, of: Rollup, ownerId: string, days: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const source of of.from) {
    if (!source.fallback || source.posted === undefined) continue
    const [posted, booked] = [columnRef('f', source.posted), columnRef('f', source.booked)]
    const rows = await anyTable(tx)
      .selectFrom(`${source.fact.table} as f`)
      .where(isOneOf(columnRef('f', ownerField(of, source)), [ownerId]))
      .where(isOneOf(posted, days))
      .where(sql<boolean>`${booked} <> ${posted}`)
      .select(sql<string>`${booked}::text`.as('day'))
      .distinct()
      .execute()
    found.push(...rows.map(r => r.day))
  }
  return found
}

/** Recomputes everything stale in one organisation, one owner and at most a month of days per transaction. Answers the number of days. */
export async function refreshStale(house: House, orgId: string, books: readonly Book[], signal?: AbortSignal): Promise<number> {
  const context = await house.asSystem(orgId, 'recompute stale days of roll-ups')
  let total = 0
  for (const book of books) {
    // owners whose days somebody else holds: an import about to commit enqueues a refresh of its own
    const held: string[] = []
    for (;;) {
      signal?.throwIfAborted()
      const done = await context.write(tx => step(tx, context, book, held))
      if (done === null) break
      total += done
    }
  }
  return total
}

/** One owner's next days: how many were recomputed; null when nothing is left to take. */
async function step(tx: Tx, context: Context, book: Book, held: string[]): Promise<number | null> {
  const name = book.rollup.name
  const waiting = tx
    .selectFrom('stale_day')
    .select('owner_id')
    .where('rollup', '=', name)
    .where(sql<boolean>`owner_id <> all(${held})`)
  const next = await waiting.orderBy('since').orderBy('owner_id').limit(1).executeTakeFirst()
  if (!next) return null
  // Two refreshes of one owner would each add up the month without the other's days.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rollup ${book.rollup.owner} ${next.owner_id}`}, 0))`.execute(tx)
  // The grains are written and read in one transaction, without statistics: a nested loop over rows the planner believes to be one never
  // ends.
  await sql`set local enable_nestloop = off`.execute(tx)
  const taken = await tx
    .selectFrom('stale_day')
    .select('day')
    .where('rollup', '=', name)
    .where('owner_id', '=', next.owner_id)
    .orderBy('day')
    .limit(daysPerStepMax)
    .forUpdate()
    .skipLocked()
    .execute()
  const days = taken.map(t => t.day)
  if (days.length === 0) {
    held.push(next.owner_id)
    return 0
  }
  await refreshBook(tx, context, book, next.owner_id, days)
  await tx.deleteFrom('stale_day').where('rollup', '=', name).where('owner_id', '=', next.owner_id).where('day', 'in', days).execute()
  await book.changed?.(tx, context, next.owner_id)
  return days.length
}

async function refreshBook(tx: Tx, context: Context, book: Book, ownerId: string, days: readonly string[]): Promise<void> {
  await book.before?.(tx, context, ownerId, days)
  if (!book.isBeside) await refreshDays(tx, book.rollup, context.caller.orgId, ownerId, days)
  await book.after?.(tx, context, ownerId, days)
  for (const follower of book.followers ?? []) await refreshBook(tx, context, follower, ownerId, days)
}
