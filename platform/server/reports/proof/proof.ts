/**
 * The proof: roll-ups say what the facts say, and the same money comes out whichever way a report is cut. Run after imports and by `npm run
 * proof`; an empty list of differences is the proof. One owner at a time; what must balance is read by one statement, never across a
 * running write.
 */
import { sql } from 'kysely'
import type { Leaf, Report } from '#platform/declare/report.ts'
import { sumsOf, timeOfGrain, type Grain, type Rollup } from '#platform/declare/rollup.ts'
import { groupSumsOf } from '#platform/declare/group-sums.ts'
import { groupsOf } from '#platform/declare/grouped-things.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { firstOfMonth as firstDay, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { canonical } from '#platform/format/decimal.ts'
import type { Context } from '../../contract/context.ts'
import { ownersOf, ownersSeen } from '../store/ask-of.ts'
import { groupedBy } from '../store/group-sums.ts'
import { checkSums, factRows } from '../store/facts.ts'
import { differencesOf, sumsBy } from '../store/grains.ts'
import { currencyShown, type Ask } from '../ask/ask.ts'
import { storedRows } from '../store/stored.ts'
import { isOneOf, columnRef, firstOfMonth, fromPart, partOfWeek, unionAll, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import { anyTable } from '../../db/any-table.ts'
import type { AnyDb } from '../../contract/database.ts'
import { leafOfParts, partOf, type Columns } from '../statement/summed-parts.ts'
import { joined, leafOver } from '../store/parts.ts'
import { neededLeaves } from '../ask/formula.ts'
import { boundOf, inPortions, isIn, monthsOf, staleMonths, without, type Months } from './months.ts'

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
 * that are stale are left out: they are known to differ. `only`: this month alone; `among`: of these owners.
 */
export async function proveRollup(context: Context, of: Rollup, only?: string, among?: readonly string[]): Promise<Difference[]> {
  const db = anyTable(context.db)
  const found: Difference[] = []
  const owners = await ownersSeen(context, of)
  for (const ownerId of among === undefined ? owners : owners.filter(id => among.includes(id))) {
    const span = only === undefined ? await monthsOf(db, of, [ownerId]) : { from: only, to: only }
    if (!span) continue
    const stale = await staleMonths(db, of, ownerId)
    const regrouped = [...stale, ...(await staleMonths(db, groupsOf(of), ownerId))]
    for (const some of inPortions(ownerId, span))
      found.push(...(await proveMonths(db, of, without(some, stale))), ...(await proveGroupSums(db, of, without(some, regrouped))))
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
  for (const ownerId of await ownersSeen(context, of)) {
    if ((await staleMonths(db, of, ownerId)).length > 0) continue
    const isOwn = isOneOf(columnRef('f', of.owner), [ownerId])
    const told = { ownerId }
    for (const { byClock, grain } of byMonth) {
      const days = withTimes(db, byClock, storedRows(db, byClock, byClock.base).where(isOwn))
      const sides = { expected: days, stored: storedRows(db, byClock, grain).where(isOwn) }
      found.push(...(await differing(db, of, grain.keys, sides, { ...told, what: grain.table })))
    }
    if (of.between === undefined) continue
    const months = ['month', ...Object.values(of.clockKeys)]
    const days = storedRows(db, of, of.base)
      .where(isOwn)
      .select([
        ...of.between.keys.map(key => {
          const own = columnRef('f', key === 'month' ? 'day' : key)
          return (months.includes(key) ? firstOfMonth(own) : own).as(columnOf(key))
        }),
        ...sumsOf(of).map(name => columnRef('f', name).as(columnOf(name))),
      ])
    const sides = {
      expected: db.selectFrom(days.as('f')),
      stored: db.selectFrom(`${of.between.table} as f`).where(isOwn),
    }
    found.push(...(await differing(db, of, of.between.keys, sides, { ...told, what: of.between.table })))
  }
  return found
}

/** The grain by day against the facts, all others against the grain by day. */
async function proveMonths(db: AnyDb, of: Rollup, some: Months): Promise<Difference[]> {
  const { ownerId } = some
  if (some.months.length === 0) return []
  const facts = await factRows(db, of, boundOf(some))
  const found: Difference[] = []
  for (const grain of of.grains) {
    const stored = storedOf(db, of, grain, some)
    const expected =
      grain === of.base
        ? facts && db.selectFrom(facts.as('f')).where(isIn(some, dayMonth))
        : withTimes(db, of, storedOf(db, of, of.base, some))
    found.push(
      ...(await differing(db, of, grain.keys, { expected, stored, months: [dayMonth, monthIn(grain)] }, { what: grain.table, ownerId })),
    )
  }
  // The lines' own totals: neither unpivoted nor joined to kinds, so that a column left out can't agree with itself.
  const lines = sumsBy(
    (await checkSums(db, of, boundOf(some))).filter(r => some.months.includes(monthOf(r.day))),
    r => `${r.day} ${r.currency}`,
    r => r.amount,
  )
  const first = Object.keys(of.sums)[0] ?? 'n'
  const days = await storedOf(db, of, of.base, some)
    .select([
      sql<string>`f.day::text`.as('day'),
      sql<string>`${Object.hasOwn(of.keys, 'currency') ? columnRef('f', 'currency') : sql`''::text`}`.as('currency'),
      sql<string>`sum(${columnRef('f', first)})::text`.as('amount'),
    ])
    .groupBy(sql`1, 2`)
    .execute()
  const byDay = sumsBy(
    days,
    r => `${r.day} ${r.currency}`,
    r => r.amount,
  )
  found.push(
    ...differencesOf(lines, byDay).map(d => ({
      what: `${of.base.table} / lines`,
      ownerId,
      month: monthOf(d.key),
      key: d.key,
      expected: d.left,
      found: d.right,
    })),
  )
  return found
}

/** The sums by group of months of an owner against the grain by day. */
async function proveGroupSums(db: AnyDb, of: Rollup, some: Months): Promise<Difference[]> {
  const sums = groupSumsOf(of)
  if (sums === null || some.months.length === 0) return []
  const found: Difference[] = []
  const { from, to } = boundOf(some).booked
  const month = columnRef('f', 'month')
  for (const name of Object.keys(sums.dimensions)) {
    const days = withTimes(db, of, storedOf(db, of, of.base, some))
    const stored = db
      .selectFrom(`${sums.table} as f`)
      .where(isOneOf(columnRef('f', of.owner), [some.ownerId]))
      .where(isIn(some, month))
      .where(sql<boolean>`${month} between ${from} and ${to} and f.dimension = ${name}`)
    const expected = db.selectFrom(groupedBy(db, of, sums, name, days).as('f'))
    const told = { what: sums.table, ownerId: some.ownerId }
    found.push(...(await differing(db, of, ['dimension', 'value', ...sums.keys], { expected, stored, months: [month, month] }, told)))
  }
  return found
}

const dayMonth: Sql = firstOfMonth(columnRef('f', 'day'))
const monthIn = (grain: Grain): Sql => (timeOfGrain(grain) === 'month' ? columnRef('f', 'month') : dayMonth)
/** Rows of a grain by day, as alias f, with their months and parts of weeks. */
function withTimes(db: AnyDb, of: Rollup, days: UntypedQuery): UntypedQuery {
  const day = columnRef('f', 'day')
  const told = days.select([
    ...[...new Set([...of.base.keys, ...sumsOf(of)])].map(name => columnRef('f', name).as(columnOf(name))),
    firstOfMonth(day).as('month'),
    partOfWeek(day).as('week'),
  ])
  return db.selectFrom(told.as('f'))
}

interface Sides {
  readonly expected: UntypedQuery | null
  readonly stored: UntypedQuery
  /** the month that rows of either side are of; absent: they are proven as a whole */
  readonly months?: readonly [Sql, Sql]
}

/**
 * Sums of rows (alias f) that are not the same on both sides, by these keys; a missing one is 0. They are added up and compared where they
 * lie: only what differs comes here, up to so many keys. `expected` null: there can be none.
 */
async function differing(
  db: AnyDb,
  of: Rollup,
  keys: readonly string[],
  { expected, stored, months }: Sides,
  told: Pick<Difference, 'what' | 'ownerId'>,
): Promise<Difference[]> {
  const sums = sumsOf(of)
  const side = (rows: UntypedQuery, isExpected: boolean): UntypedQuery =>
    rows.select([
      (months?.[isExpected ? 0 : 1] ?? sql`null::date`).as('month'),
      ...keys.map((key, i) => columnRef('f', key).as(`k${i}`)),
      ...sums.flatMap((sum, i) => {
        const value = sql`${columnRef('f', sum)}::numeric`
        return [(isExpected ? value : sql`0::numeric`).as(`l${i}`), (isExpected ? sql`0::numeric` : value).as(`r${i}`)]
      }),
    ])
  const both = unionAll([...(expected === null ? [] : [side(expected, true)]), side(stored, false)])
  const values = keys.map((_, i) => sql.ref(`x.k${i}`))
  const month = sql<string | null>`to_char(x.month, 'YYYY-MM')`
  const sumOf = (which: 'l' | 'r', i: number): Sql => sql`sum(${sql.ref(`x.${which}${i}`)})`
  const records = await db
    .selectFrom(both.as('x'))
    .select([
      sql<string>`concat_ws(' ', ${sql.join(values)})`.as('key'),
      month.as('month'),
      ...sums.flatMap((_, i) => [sql<string>`${sumOf('l', i)}::text`.as(`l${i}`), sql<string>`${sumOf('r', i)}::text`.as(`r${i}`)]),
    ])
    .groupBy([sql.ref('x.month'), ...values])
    .having(
      sql<boolean>`(${sql.join(
        sums.map((_, i) => sql`${sumOf('l', i)} <> ${sumOf('r', i)}`),
        sql` or `,
      )})`,
    )
    .orderBy('month')
    .orderBy('key')
    .limit(keysMax)
    .execute()
  return records.flatMap(record =>
    sums.flatMap((sum, i) => {
      const [left, right] = [canonical(record[`l${i}`] ?? '0'), canonical(record[`r${i}`] ?? '0')]
      return left === right
        ? []
        : [{ ...told, month: record['month'] ?? null, key: `${record['key']} ${sum}`, expected: left, found: right }]
    }),
  )
}
/** of one table and owner: more say no more */
export const keysMax = 1_000

function storedOf(db: AnyDb, of: Rollup, grain: Grain, some: Months): UntypedQuery {
  const { from, to } = boundOf(some).booked
  const time = columnRef('f', timeOfGrain(grain) === 'month' ? 'month' : 'day')
  return storedRows(db, of, grain)
    .where(isOneOf(columnRef('f', of.owner), [some.ownerId]))
    .where(sql<boolean>`${time} between ${from} and ${to}`)
    .where(isIn(some, monthIn(grain)))
}

/** owners that a statement adds up at once: to plan it takes longer than to run it for a few more */
const ownersAtOnce = 20

/**
 * The ledger identity: each leaf of a report, added up over every way of cutting it, equals what the facts themselves give, of each owner
 * that the report is of. Formulas only add leaves, so they agree when the leaves do. Owners with stale days are left out.
 */
export async function proveReport(context: Context, report: Report, ways: readonly (readonly string[])[]): Promise<Difference[]> {
  const db = anyTable(context.db)
  const leaves = neededLeaves(report, Object.keys(report.measures))
  const found: Difference[] = []
  const all = await ownersOf(context, report, { by: [], where: {}, from: '', to: '', currency: 'CNY' })
  for (const of of new Set([...leaves.values()].map(l => l.of))) {
    const mine = new Map([...leaves].filter(([, l]) => l.of === of))
    const proven: string[] = []
    for (const ownerId of all) if ((await staleMonths(db, of, ownerId)).length === 0) proven.push(ownerId)
    for (let at = 0; at < proven.length; at += ownersAtOnce)
      found.push(...(await proveCuts(db, report, of, proven.slice(at, at + ownersAtOnce), mine, ways)))
  }
  return found
}

type Leaves = ReadonlyMap<string, Leaf>

async function proveCuts(
  db: AnyDb,
  report: Report,
  of: Rollup,
  owners: readonly string[],
  leaves: Leaves,
  ways: readonly (readonly string[])[],
): Promise<Difference[]> {
  const span = await monthsOf(db, of, owners)
  if (!span) return []
  const ask: Ask = { by: [], where: {}, from: firstDay(span.from), to: lastOfMonth(span.to), currency: currencyShown(report, 'shop') }
  const expected = await sumsOver(db, await factPart(db, report, of, ask, owners, leaves), leaves)
  const found: Difference[] = []
  for (const by of ways) {
    const columns: Columns = { leaves, converted: [], windows: new Map(), byOwner: true }
    const sums = await sumsOver(db, cutPart(db, report, of, { ...ask, by }, owners, columns), leaves)
    const what = `${report.name} / ${by.join(' > ') || '合计'}`
    for (const ownerId of owners) {
      const [left, right] = [expected, sums].map(side => side.get(ownerId) ?? new Map<string, string>())
      const unlike = unequal(left ?? new Map(), right ?? new Map())
      found.push(...unlike.map(d => ({ what, ownerId, month: null, key: d.key, expected: d.left, found: d.right })))
    }
  }
  return found
}

/** The leaves of each row of a way of cutting, by owner, as a report's answer takes them from its grain. */
function cutPart(db: AnyDb, report: Report, of: Rollup, ask: Ask, owners: readonly string[], columns: Columns): UntypedQuery {
  const keys = [...ask.by.map((_, i) => `a.d${i}`), 'a.currency', 'a.owner'].map(name => sql.ref(name))
  return fromPart(partOf(db, report, of, ask, owners, columns).as('a'))
    .select([
      sql.ref('a.currency').as('currency'),
      sql.ref('a.owner').as('owner'),
      ...[...columns.leaves].map(([name, leaf]) => leafOfParts(columns, leaf).as(`leaf_${name}`)),
    ])
    .groupBy(keys)
}

/** The leaves over the facts instead of a grain: the same conditions and conversion, nothing stored. */
async function factPart(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  owners: readonly string[],
  leaves: Leaves,
): Promise<UntypedQuery | null> {
  const facts = await factRows(db, of, { owners, booked: { from: ask.from, to: ask.to } })
  if (!facts) return null
  const rows = joined(db, report, of, ask, db.selectFrom(facts.as('f')), true, [])
  return rows.rows
    .select([
      rows.target.as('currency'),
      columnRef('f', of.owner).as('owner'),
      ...[...leaves].map(([name, leaf]) => leafOver(leaf, rows.factor).as(`leaf_${name}`)),
    ])
    .groupBy(sql`1, 2`)
}

/** By owner: `<currency> <leaf>` -> exact sum, or 'null' where a rate is missing. */
async function sumsOver(db: AnyDb, part: UntypedQuery | null, leaves: Leaves): Promise<Map<string, Map<string, string>>> {
  const sums = new Map<string, Map<string, string>>()
  if (!part) return sums
  const values = [...leaves.keys()].map(name =>
    sql<string>`case when bool_or(${sql.ref(`p.leaf_${name}`)} is null) then 'null'
      else trim_scale(sum(${sql.ref(`p.leaf_${name}`)}))::text end`.as(name),
  )
  const rows = await db
    .selectFrom(part.as('p'))
    .select([sql<string>`p.currency`.as('currency_of_row'), sql<string>`p.owner::text`.as('owner_of_row'), ...values])
    .groupBy(sql`p.currency, p.owner`)
    .execute()
  for (const r of rows)
    for (const name of leaves.keys()) {
      const owner = String(r['owner_of_row'])
      sums.set(owner, (sums.get(owner) ?? new Map<string, string>()).set(`${r['currency_of_row']} ${name}`, String(r[name])))
    }
  return sums
}

function unequal(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): { key: string; left: string; right: string }[] {
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort()
  return keys.map(key => ({ key, left: left.get(key) ?? '0', right: right.get(key) ?? '0' })).filter(d => d.left !== d.right)
}
