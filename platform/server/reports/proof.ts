/**
 * The proof: roll-ups say what the facts say, and the same money comes out whichever way a report is cut. Run after imports and by `npm run
 * proof`; an empty list of differences is the proof. One owner and month at a time: figures that must balance are never read across a
 * running write.
 */
import { sql } from 'kysely'
import type { Leaf, Report } from '#platform/declare/report.ts'
import { timeOfGrain, type Grain, type Rollup } from '#platform/declare/rollup.ts'
import { groupSumsOf, type GroupSums } from '#platform/declare/group-sums.ts'
import { groupsOf } from '#platform/declare/grouped-things.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { firstOfMonth as firstDay, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import type { Context } from '../contract/context.ts'
import { ownersSeen } from './ask-of.ts'
import { groupedBy, sumsOf } from './group-sums.ts'
import { checkSums, factRows, ownerField } from './facts.ts'
import { differencesOf, sumsBy } from './grains.ts'
import { currencyShown, type Ask } from './ask.ts'
import { storedRows } from './stored.ts'
import { isOneOf, columnRef, firstOfMonth, fromPart, unionAll, type UntypedQuery } from '../db/untyped-query.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import { leafOfParts, partOf, type Columns } from './summed-parts.ts'
import { joined, leafOver } from './parts.ts'
import { neededLeaves } from './formula.ts'

export interface Difference {
  /** what was compared: a grain's table, or a report's measure and way of cutting */
  readonly what: string
  readonly ownerId: string | null
  readonly month: string | null
  readonly key: string
  readonly expected: string
  readonly found: string
}

/**
 * Every stored grain of a roll-up against its facts, for the owners that the caller sees, over all months that have any. Months of owners
 * that are stale are left out: they are known to differ. `only`: this month alone.
 */
export async function proveRollup(context: Context, of: Rollup, only?: string): Promise<Difference[]> {
  const db = anyTable(context.db)
  const found: Difference[] = []
  for (const ownerId of await ownersSeen(context, of)) {
    const span = only === undefined ? await monthsOf(db, of, ownerId) : { from: only, to: only }
    if (!span) continue
    const stale = new Set(await staleMonths(db, of, ownerId))
    const regrouped = new Set(await staleMonths(db, groupsOf(of), ownerId))
    for (const month of monthsFromTo(span.from, span.to)) {
      if (stale.has(month)) continue
      found.push(...(await proveMonth(db, of, ownerId, month)))
      if (!regrouped.has(month)) found.push(...(await proveGroupSums(db, of, ownerId, month)))
    }
  }
  return found
}

/**
 * What is stored for further clocks against the finest grain, whose days by every clock are proven with it: the months of each clock, and
 * those of all side by side. Owners with stale days are left out.
 */
export async function proveClocks(context: Context, of: Rollup): Promise<Difference[]> {
  const db = anyTable(context.db)
  const found: Difference[] = []
  const byMonth = Object.values(of.clocks).flatMap(({ of: byClock }) =>
    byClock.grains.filter(grain => grain.dayIn === undefined).map(grain => ({ byClock, grain })),
  )
  const differ = (grain: Grain, ownerId: string, expected: ReadonlyMap<string, string>, stored: ReadonlyMap<string, string>): void => {
    for (const { key, left, right } of differencesOf(expected, stored))
      found.push({ what: grain.table, ownerId, month: null, key, expected: left, found: right })
  }
  for (const ownerId of await ownersSeen(context, of)) {
    if ((await staleMonths(db, of, ownerId)).length > 0) continue
    const isOwn = isOneOf(columnRef('f', of.owner), [ownerId])
    for (const { byClock, grain } of byMonth) {
      const days = storedRows(db, byClock, byClock.base).where(isOwn)
      const told = days.select([
        ...[...byClock.base.keys, ...Object.keys(of.sums), 'n'].map(name => columnRef('f', name).as(columnOf(name))),
        firstOfMonth(columnRef('f', 'day')).as('month'),
      ])
      const expected = await grouped(db.selectFrom(told.as('f')) as unknown as UntypedQuery, of, grain)
      const stored = await grouped(storedRows(db, byClock, grain).where(isOwn), of, grain)
      differ(grain, ownerId, expected, stored)
    }
    if (of.between === undefined) continue
    const months = ['month', ...Object.values(of.clockKeys)]
    const told = storedRows(db, of, of.base)
      .where(isOwn)
      .select([
        ...of.between.keys.map(key => {
          const own = columnRef('f', key === 'month' ? 'day' : key)
          return (months.includes(key) ? firstOfMonth(own) : own).as(columnOf(key))
        }),
        ...[...Object.keys(of.sums), 'n'].map(name => columnRef('f', name).as(columnOf(name))),
      ])
    const stored = (db.selectFrom(`${of.between.table} as f`) as unknown as UntypedQuery).where(isOwn)
    differ(
      of.between,
      ownerId,
      await grouped(db.selectFrom(told.as('f')) as unknown as UntypedQuery, of, of.between),
      await grouped(stored, of, of.between),
    )
  }
  return found
}

async function proveMonth(db: AnyDb, of: Rollup, ownerId: string, month: string): Promise<Difference[]> {
  const bound = { owners: [ownerId], booked: { from: firstDay(month), to: lastOfMonth(month) } }
  const facts = await factRows(db, of, bound)
  const found: Difference[] = []
  for (const grain of of.grains) {
    const expected = facts ? await grouped(db.selectFrom(facts.as('f')) as unknown as UntypedQuery, of, grain) : new Map<string, string>()
    const stored = await grouped(storedOf(db, of, grain, ownerId, month), of, grain)
    found.push(
      ...differencesOf(expected, stored).map(d => ({ what: grain.table, ownerId, month, key: d.key, expected: d.left, found: d.right })),
    )
  }
  // The lines' own totals: neither unpivoted nor joined to kinds, so that a column left out can't agree with itself.
  const lines = sumsBy(
    await checkSums(db, of, bound),
    r => `${r.day} ${r.currency}`,
    r => r.amount,
  )
  const first = Object.keys(of.sums)[0] ?? 'n'
  const days = await storedOf(db, of, of.base, ownerId, month)
    .select([
      sql<string>`f.day::text`.as('day'),
      sql<string>`${Object.hasOwn(of.keys, 'currency') ? columnRef('f', 'currency') : sql`''::text`}`.as('currency'),
      sql<string>`sum(${columnRef('f', first)})::text`.as('amount'),
    ])
    .groupBy(sql`1, 2` as never)
    .execute()
  const byDay = sumsBy(
    days as unknown as { day: string; currency: string; amount: string }[],
    r => `${r.day} ${r.currency}`,
    r => r.amount,
  )
  found.push(
    ...differencesOf(lines, byDay).map(d => ({
      what: `${of.base.table} / lines`,
      ownerId,
      month,
      key: d.key,
      expected: d.left,
      found: d.right,
    })),
  )
  return found
}

/** What is stored of a month of an owner against the facts. */
async function proveGroupSums(db: AnyDb, of: Rollup, ownerId: string, month: string): Promise<Difference[]> {
  const stored = groupSumsOf(of)
  if (stored === null) return []
  const facts = await factRows(db, of, { owners: [ownerId], booked: { from: firstDay(month), to: lastOfMonth(month) } })
  const found: Difference[] = []
  for (const name of Object.keys(stored.dimensions)) {
    const expected =
      facts === null
        ? new Map<string, string>()
        : await sumsByKey(db, of, stored, groupedBy(db, of, stored, name, db.selectFrom(facts.as('f')) as unknown as UntypedQuery))
    const rows = (db.selectFrom(`${stored.table} as g`) as unknown as UntypedQuery)
      .where(isOneOf(columnRef('g', of.owner), [ownerId]))
      .where(sql<boolean>`g.month = ${firstDay(month)} and g.dimension = ${name}`)
      .select([...stored.keys, 'month', 'dimension', 'value', ...sumsOf(of)].map(key => columnRef('g', key).as(columnOf(key))))
    const differences = differencesOf(expected, await sumsByKey(db, of, stored, rows))
    found.push(...differences.map(({ key, left, right }) => ({ what: stored.table, ownerId, month, key, expected: left, found: right })))
  }
  return found
}

/** `<dimension> <value> <keys> <sum>` -> exact decimal. */
async function sumsByKey(db: AnyDb, of: Rollup, { keys }: GroupSums, rows: UntypedQuery): Promise<Map<string, string>> {
  const told = ['dimension', 'value', ...keys].map(key => columnRef('x', key))
  const records = await db
    .selectFrom(rows.as('x'))
    .select([
      sql<string>`concat_ws(' ', ${sql.join(told)})`.as('key'),
      ...sumsOf(of).map(sum => sql<string>`${columnRef('x', sum)}::text`.as(`sum_${sum}`)),
    ])
    .execute()
  const all = new Map<string, string>()
  for (const record of records as unknown as Record<string, string>[])
    for (const sum of sumsOf(of)) all.set(`${record['key']} ${sum}`, String(record[`sum_${sum}`]))
  return all
}

function storedOf(db: AnyDb, of: Rollup, grain: Grain, ownerId: string, month: string): UntypedQuery {
  const time =
    timeOfGrain(grain) !== 'month'
      ? sql<boolean>`${columnRef('f', 'day')} between ${firstDay(month)} and ${lastOfMonth(month)}`
      : sql<boolean>`${columnRef('f', 'month')} = ${firstDay(month)}`
  return storedRows(db, of, grain)
    .where(isOneOf(columnRef('f', of.owner), [ownerId]))
    .where(time) as unknown as UntypedQuery
}

/** Every sum and the count by the grain's keys: `<key> … <sum>` -> exact decimal. Rows stand as alias f. */
async function grouped(rows: UntypedQuery, of: Rollup, grain: Grain): Promise<Map<string, string>> {
  const keys = grain.keys.map(k => columnRef('f', k))
  const sums = [...Object.keys(of.sums), 'n']
  const records = await rows
    .select([
      sql<string>`concat_ws(' ', ${sql.join(keys)})`.as('key'),
      ...sums.map(s => sql<string>`sum(${columnRef('f', s)})::text`.as(`sum_${s}`)),
    ])
    .groupBy(keys as never)
    .execute()
  const all = new Map<string, string>()
  for (const r of records) for (const s of sums) all.set(`${String(r['key'])} ${s}`, String(r[`sum_${s}`]))
  return all
}

/** First and last month in which an owner has facts or stored figures. */
export async function monthsOf(db: AnyDb, of: Rollup, ownerId: string): Promise<{ from: string; to: string } | null> {
  const days = of.from.map(s => {
    // booked_on is posted_on or later, and only late lines have an index on it
    const [first, last] = [columnRef('f', s.posted ?? s.booked), columnRef('f', s.booked)]
    const late = s.posted === undefined ? sql`max(${last})` : sql`greatest(max(${first}), max(${last}) filter (where ${last} <> ${first}))`
    return (db.selectFrom(`${s.fact.table} as f`) as unknown as UntypedQuery)
      .where(isOneOf(columnRef('f', ownerField(of, s)), [ownerId]))
      .select([sql`min(${first})`.as('first'), late.as('last')])
  })
  const stored = storedRows(db, of, of.base)
    .where(isOneOf(columnRef('f', of.owner), [ownerId]))
    .select([sql`min(f.day)`.as('first'), sql`max(f.day)`.as('last')])
  const row = await db
    .selectFrom(unionAll([...days, stored]).as('x'))
    .select([
      sql<string | null>`to_char(min(x.first), 'YYYY-MM')`.as('first'),
      sql<string | null>`to_char(max(x.last), 'YYYY-MM')`.as('last'),
    ])
    .executeTakeFirst()
  return row?.first && row.last ? { from: row.first, to: row.last } : null
}

export async function staleMonths(db: AnyDb, of: Rollup, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('stale_day as s')
    .where(isOneOf(columnRef('s', 'ownerId'), [ownerId]))
    .where(isOneOf(columnRef('s', 'rollup'), [of.name]))
    .select(sql<string>`to_char(s.day, 'YYYY-MM')`.as('month'))
    .distinct()
    .execute()
  return rows.map(r => r.month)
}

/**
 * The ledger identity: each leaf of a report, added up over every way of cutting it, equals what the facts themselves give. Formulas only
 * add leaves, so they agree when the leaves do. Owners with stale days are left out.
 */
export async function proveReport(context: Context, report: Report, ways: readonly (readonly string[])[]): Promise<Difference[]> {
  const db = anyTable(context.db)
  const leaves = neededLeaves(report, Object.keys(report.measures))
  const found: Difference[] = []
  for (const of of new Set([...leaves.values()].map(l => l.of))) {
    const mine = new Map([...leaves].filter(([, l]) => l.of === of))
    for (const ownerId of await ownersSeen(context, of)) {
      const span = await monthsOf(db, of, ownerId)
      if (!span || (await staleMonths(db, of, ownerId)).length > 0) continue
      const ask: Ask = {
        by: [],
        where: {},
        from: firstDay(span.from),
        to: lastOfMonth(span.to),
        currency: currencyShown(report, 'shop'),
      }
      const expected = await sumsOver(db, await factPart(db, report, of, ask, ownerId, mine), mine)
      for (const by of ways) {
        const sums = await sumsOver(
          db,
          cutPart(db, report, of, { ...ask, by }, ownerId, { leaves: mine, converted: [], windows: [] }),
          mine,
        )
        found.push(
          ...unequal(expected, sums).map(d => ({
            what: `${report.name} / ${by.join(' > ') || '合计'}`,
            ownerId,
            month: null,
            key: d.key,
            expected: d.left,
            found: d.right,
          })),
        )
      }
    }
  }
  return found
}

/** The leaves of each row of a way of cutting, as a report's answer takes them from its grain. */
function cutPart(db: AnyDb, report: Report, of: Rollup, ask: Ask, ownerId: string, columns: Columns): UntypedQuery {
  const keys = [...ask.by.map((_, i) => `a.d${i}`), 'a.currency'].map(name => sql.ref(name))
  return fromPart(partOf(db, report, of, ask, [ownerId], columns).as('a'))
    .select([
      sql.ref('a.currency').as('currency'),
      ...[...columns.leaves].map(([name, leaf]) => leafOfParts(columns, leaf).as(`leaf_${name}`)),
    ])
    .groupBy(keys as never)
}

/** The leaves over the facts instead of a grain: the same conditions and conversion, nothing stored. */
async function factPart(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  ownerId: string,
  leaves: ReadonlyMap<string, Leaf>,
): Promise<UntypedQuery | null> {
  const facts = await factRows(db, of, { owners: [ownerId], booked: { from: ask.from, to: ask.to } })
  if (!facts) return null
  const rows = joined(db, report, of, ask, db.selectFrom(facts.as('f')) as unknown as UntypedQuery, true, [])
  return rows.rows
    .select([rows.target.as('currency'), ...[...leaves].map(([name, leaf]) => leafOver(leaf, rows.factor).as(`leaf_${name}`))])
    .groupBy(sql`1` as never)
}

/** `<currency> <leaf>` -> exact sum, or 'null' where a rate is missing. */
async function sumsOver(db: AnyDb, part: UntypedQuery | null, leaves: ReadonlyMap<string, Leaf>): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  if (!part) return sums
  const values = [...leaves.keys()].map(name =>
    sql<string>`case when bool_or(${sql.ref(`p.leaf_${name}`)} is null) then 'null'
      else trim_scale(sum(${sql.ref(`p.leaf_${name}`)}))::text end`.as(name),
  )
  const rows = await db
    .selectFrom(part.as('p'))
    .select([sql<string>`p.currency`.as('currency_of_row'), ...values])
    .groupBy('p.currency')
    .execute()
  for (const r of rows as unknown as Record<string, string>[])
    for (const name of leaves.keys()) sums.set(`${r['currency_of_row']} ${name}`, String(r[name]))
  return sums
}

function unequal(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): { key: string; left: string; right: string }[] {
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort()
  return keys.map(key => ({ key, left: left.get(key) ?? '0', right: right.get(key) ?? '0' })).filter(d => d.left !== d.right)
}
