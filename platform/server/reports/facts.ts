/**
 * The facts below a roll-up, one row per amount: refresh, proof and drill-down all read them through here, so that a figure and its lines
 * can't part ways. Nothing is read without owners (shops, accounts) and days: lines of their own day are found by the partition's date
 * (posted_on), the few that were booked later by the partial index on booked_on.
 */
import { sql } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import type { Rollup, Source, SumOf, Unpivot } from '#platform/declare/rollup.ts'
import { allConditions, isOneOf, columnRef, firstOfMonth, unionAll, type UntypedQuery, type Sql } from '../db/untyped-query.ts'
import type { AnyDb } from '../contract/database.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** Days in the books: a span, both ends included, or single days. */
export type Days = { readonly from: string; readonly to: string } | { readonly days: readonly string[] }
export interface Bound {
  readonly owners: readonly string[]
  readonly booked: Days
}

const within = (column: Sql, days: Days): Sql<boolean> =>
  'days' in days ? isOneOf(column, days.days) : sql<boolean>`${column} between ${days.from} and ${days.to}`
/** Sources that count only where no other does: owner and day as posted, side by side. */
interface OpenDays {
  readonly owners: string[]
  readonly days: string[]
}

/** A source's lines that count, as alias f: on their own day and booked later. */
function countedLines(db: AnyDb, of: Rollup, source: Source, bound: Bound, open: OpenDays | null): UntypedQuery[] {
  const posted = source.posted
  const booked = columnRef('f', source.booked)
  const spans: Sql<boolean>[] =
    posted === undefined
      ? [within(booked, bound.booked)]
      : [
          sql<boolean>`${within(columnRef('f', posted), bound.booked)} and ${booked} = ${columnRef('f', posted)}`,
          sql<boolean>`${within(booked, bound.booked)} and ${booked} <> ${columnRef('f', posted)}`,
        ]
  return spans.map(span => {
    const lines = counting(db, source)
      .where(isOneOf(keyOf(source, of.owner), bound.owners))
      .where(span)
    if (!open) return lines
    return lines.innerJoin(sql`unnest(${open.owners}::bigint[], ${open.days}::date[])`.as<'open'>(sql`open(owner_id, day)`), j =>
      j.on(sql<boolean>`open.owner_id = ${keyOf(source, of.owner)} and open.day = ${columnRef('f', posted ?? source.booked)}`),
    ) as unknown as UntypedQuery
  })
}

/**
 * Only amounts of these kinds: column names and base kinds of lines that carry several amounts. A help for the index, never a condition of
 * its own.
 */
export interface Narrowed {
  readonly kinds: readonly string[]
  readonly bases: readonly string[]
  readonly columns: readonly string[]
}

/** Lines of a source that its witness says count; no days yet. */
function counting(db: AnyDb, source: Source): UntypedQuery {
  const all = db.selectFrom(`${source.fact.table} as f`) as unknown as UntypedQuery
  const { only } = source
  const lines = only ? all.where(sql<boolean>`${columnRef('f', only.field)} = ${only.is}`) : all
  const by = source.counted
  if (!by) return lines
  const joined = lines.leftJoin(`${by.by.table} as c`, j =>
    j.on(allConditions(Object.entries(by.on).map(([mine, its]) => sql<boolean>`${columnRef('c', its)} = ${columnRef('f', mine)}`))),
  ) as unknown as UntypedQuery
  const ways = [
    sql<boolean>`${columnRef('c', by.field)} = ${by.is}`,
    ...(by.orAbsent ? [sql<boolean>`${columnRef('c', by.field)} is null`] : []),
    ...(by.orFlag === undefined ? [] : [sql<boolean>`${columnRef('f', by.orFlag)}`]),
  ]
  return joined.where(sql<boolean>`(${sql.join(ways, sql` or `)})`)
}

/** Days of owners on which a fallback source has lines and no better source a counted one. */
async function openDays(db: AnyDb, of: Rollup, source: Source, bound: Bound): Promise<OpenDays> {
  const pair = (s: Source) => [keyOf(s, of.owner).as('owner_id'), columnRef('f', s.posted ?? s.booked).as('day')]
  const rows = await unionAll(countedLines(db, of, source, bound, null).map(q => q.select(pair(source)).distinct())).execute()
  // a day may have lines of its own and late ones: named twice, each would count twice
  const mine = [...new Map(rows.map(r => [`${String(r['owner_id'])} ${String(r['day'])}`, r])).values()]
  const days = [...new Set(mine.map(r => String(r['day'])))]
  const covered = new Set<string>()
  for (const other of days.length === 0 ? [] : of.from.filter(s => (s.fallback ?? 0) < (source.fallback ?? 0))) {
    const rows = await counting(db, other)
      .where(isOneOf(keyOf(other, of.owner), bound.owners))
      .where(isOneOf(columnRef('f', other.posted ?? other.booked), days))
      .select(pair(other))
      .distinct()
      .execute()
    for (const r of rows) covered.add(`${String(r['owner_id'])} ${String(r['day'])}`)
  }
  const open = mine.filter(r => !covered.has(`${String(r['owner_id'])} ${String(r['day'])}`))
  return { owners: open.map(r => String(r['owner_id'])), days: open.map(r => String(r['day'])) }
}

/**
 * Every amount below the roll-up within the bound: its keys and sums in snake_case, `n`, and what `details` names of the line; null where
 * no source can have any.
 */
export async function factRows(
  db: AnyDb,
  of: Rollup,
  bound: Bound,
  details: readonly string[] = [],
  only: Narrowed | null = null,
): Promise<UntypedQuery | null> {
  const parts: UntypedQuery[] = []
  for (const source of of.from) {
    const open = source.fallback ? await openDays(db, of, source, bound) : null
    if (open?.days.length === 0) continue
    for (const lines of countedLines(db, of, source, bound, open)) parts.push(...amountsOf(of, source, lines, details, only))
  }
  return parts.length === 0 ? null : unionAll(parts)
}

/** The same of lines that carry a flag, of a roll-up without a lesser witness. */
export const flaggedFacts = (db: AnyDb, of: Rollup, bound: Bound, flag: string, details: readonly string[]): UntypedQuery =>
  unionAll(
    of.from.flatMap(source =>
      countedLines(db, of, source, bound, null).flatMap(lines =>
        amountsOf(of, source, lines.where(sql<boolean>`${columnRef('f', flag)}`), details, null),
      ),
    ),
  )

function amountsOf(of: Rollup, source: Source, counted: UntypedQuery, details: readonly string[], only: Narrowed | null): UntypedQuery[] {
  const all = source.unpivot
    ? [unpivoted(counted, source.unpivot, only), ...namedAmounts(counted, source.unpivot, only)]
    : [only && of.mapped ? counted.where(isOneOf(keyOf(source, of.mapped.key), only.kinds)) : counted]
  const keys = Object.keys(of.keys).map(key => keyOf(source, key).as(columnOf(key)))
  const sums = Object.keys(of.sums).map(sum => sumOf(source, sum).as(columnOf(sum)))
  const detail = details.map(name => detailOf(source, name).as(columnOf(name)))
  return all.map(lines => lines.select([...keys, ...sums, sql<number>`1`.as('n'), ...detail]))
}

/** Each non-zero column of a line as a row of its own, with the kind of that column. */
function unpivoted(all: UntypedQuery, u: Unpivot, only: Narrowed | null): UntypedQuery {
  const columns = only ? u.columns.filter(c => only.columns.includes(c)) : u.columns
  const lines = only ? all.where(isOneOf(columnRef('f', u.base), only.bases)) : all
  if (columns.length === 0) return unpivoted(all.where(sql<boolean>`false`), u, null)
  const rows = columns.map(column => sql`(${sql.lit(column)}, ${columnRef('f', column)})`)
  return withKinds(
    lines.crossJoinLateral(sql`(values ${sql.join(rows)})`.as<'u'>(sql`u(column_name, amount)`)) as unknown as UntypedQuery,
    u,
  )
}

/** Amounts of columns that only few lines have: those lines are read a second time, so that the many others cost nothing. */
function namedAmounts(all: UntypedQuery, u: Unpivot, only: Narrowed | null): UntypedQuery[] {
  const { named } = u
  if (named === undefined || (only && only.columns.every(column => u.columns.includes(column)))) return []
  const lines = (only ? all.where(isOneOf(columnRef('f', u.base), only.bases)) : all).where(
    sql<boolean>`${columnRef('f', named)} is not null`,
  )
  const amounts = sql`jsonb_each_text(${columnRef('f', named)})`.as<'u'>(sql`u(column_name, amount)`)
  return [withKinds(lines.crossJoinLateral(amounts) as unknown as UntypedQuery, u)]
}

/** Each amount with the kind of its column. */
function withKinds(crossed: UntypedQuery, u: Unpivot): UntypedQuery {
  const kinds = crossed.leftJoin(`${u.kinds.table.table} as k`, j =>
    j.on(sql<boolean>`${columnRef('k', u.kinds.base)} = ${columnRef('f', u.base)} and ${columnRef('k', u.kinds.column)} = u.column_name`),
  ) as unknown as UntypedQuery
  return kinds.where(sql<boolean>`u.amount::numeric <> 0`)
}

/** The field of a fact that names its owner. */
export function ownerField(of: Rollup, source: Source): string {
  const field = ownValue(source.keys, of.owner) ?? of.owner
  if (typeof field !== 'string') throw new Error(`${of.name}: ${source.name} names no owner`)
  return field
}

function keyOf(source: Source, key: string): Sql {
  const booked = columnRef('f', source.booked)
  if (key === 'day') return booked
  if (key === 'month') return firstOfMonth(booked)
  // A column whose kind nobody interned still counts, under the line's own kind, which no one maps: money is never dropped.
  if (source.unpivot?.key === key) return sql`coalesce(k.id, ${columnRef('f', source.unpivot.base)})`
  const declared = ownValue(source.keys, key) ?? key
  return typeof declared === 'string' ? columnRef('f', declared) : sql.lit(declared.constant)
}

function sumOf(source: Source, sum: string): Sql {
  const u = source.unpivot
  if (u?.into === sum) return sql`u.amount::numeric`
  const only = u?.only[sum]
  if (only) return sql`case when u.column_name = ${sql.lit(only.column)} then coalesce(${columnRef('f', only.field)}, 0) else 0 end`
  const field = ownValue(source.sums, sum)
  return field === undefined ? sql`0` : sql`coalesce(${signed(field)}, 0)`
}

const signed = (of: SumOf): Sql => (typeof of === 'string' ? columnRef('f', of) : sql`-${columnRef('f', of.minus)}`)

function detailOf(source: Source, name: string): Sql {
  if (name === 'source') return sql`${sql.lit(source.name)}::text`
  if (name === 'postedOn') return columnRef('f', source.posted ?? source.booked)
  const field = source.lines[name]
  return field === undefined ? sql`null::text` : sql`${columnRef('f', field)}::text`
}

/** '' for facts without money. */
const currencyOf = (of: Rollup, source: Source): Sql => (Object.hasOwn(of.keys, 'currency') ? keyOf(source, 'currency') : sql`''::text`)

/** Money of the counted lines by day and currency, by the proof's own way: each line's own total, no unpivoting, no kinds. */
export async function checkSums(
  db: AnyDb,
  of: Rollup,
  bound: Bound,
): Promise<{ owner_id: string; day: string; currency: string; amount: string }[]> {
  const parts: UntypedQuery[] = []
  for (const source of of.from) {
    const open = source.fallback ? await openDays(db, of, source, bound) : null
    if (open?.days.length === 0) continue
    for (const lines of countedLines(db, of, source, bound, open)) {
      const [owner, day, currency] = [keyOf(source, of.owner), keyOf(source, 'day'), currencyOf(of, source)]
      parts.push(
        lines
          .select([owner.as('owner_id'), day.as('day'), currency.as('currency'), sql`sum(${signed(source.check)})`.as('amount')])
          .groupBy([owner, day, currency] as never),
      )
    }
  }
  if (parts.length === 0) return []
  const rows = await db
    .selectFrom(unionAll(parts).as('x'))
    .select([
      sql<string>`x.owner_id::text`.as('owner_id'),
      sql<string>`x.day::text`.as('day'),
      sql<string>`x.currency`.as('currency'),
      sql<string>`sum(x.amount)::text`.as('amount'),
    ])
    .groupBy(sql`1, 2, 3` as never)
    .execute()
  return rows
}
