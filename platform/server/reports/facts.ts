/**
 * The facts below a roll-up, one row per amount: refresh, proof and drill-down all read them through here, so that a figure and its lines can't
 * part ways. Nothing is read without shops and days: lines of their own day are found by the partition's date (posted_on), the few that were
 * booked later by the partial index on booked_on.
 */
import { sql } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import type { Rollup, Source, Unpivot } from '#platform/declare/rollup.ts'
import { allOf, among, at, firstOfMonth, unionAll, type LooseQuery, type Sql } from '../db/loose.ts'
import type { AnyDb } from '../contract/database.ts'
import { own } from '#platform/declare/own.ts'

/** Days in the books: a span, both ends included, or single days. */
export type Days = { readonly from: string; readonly to: string } | { readonly days: readonly string[] }
export interface Bound {
  readonly shops: readonly string[]
  readonly booked: Days
}

const within = (column: Sql, days: Days): Sql<boolean> =>
  'days' in days ? among(column, days.days) : sql<boolean>`${column} between ${days.from} and ${days.to}`
/** Sources that count only where no other does: shop and day as posted, side by side. */
interface OpenDays {
  readonly shops: string[]
  readonly days: string[]
}

/** A source's lines that count, as alias f: on their own day and booked later. */
function countedLines(db: AnyDb, source: Source, bound: Bound, open: OpenDays | null): LooseQuery[] {
  const posted = source.posted
  const booked = at('f', source.booked)
  const spans: Sql<boolean>[] =
    posted === undefined
      ? [within(booked, bound.booked)]
      : [
          sql<boolean>`${within(at('f', posted), bound.booked)} and ${booked} = ${at('f', posted)}`,
          sql<boolean>`${within(booked, bound.booked)} and ${booked} <> ${at('f', posted)}`,
        ]
  return spans.map(span => {
    const lines = counting(db, source)
      .where(among(at('f', 'shopId'), bound.shops))
      .where(span)
    if (!open) return lines
    return lines.innerJoin(sql`unnest(${open.shops}::bigint[], ${open.days}::date[])`.as<'open'>(sql`open(shop_id, day)`), j =>
      j.on(sql<boolean>`open.shop_id = ${at('f', 'shopId')} and open.day = ${at('f', posted ?? source.booked)}`),
    ) as unknown as LooseQuery
  })
}

/** Only amounts of these kinds: column names and base kinds of lines that carry several amounts. A help for the index, never a condition of its own. */
export interface Narrowed {
  readonly kinds: readonly string[]
  readonly bases: readonly string[]
  readonly columns: readonly string[]
}

/** Lines of a source that its witness says count; no days yet. */
function counting(db: AnyDb, source: Source): LooseQuery {
  const lines = db.selectFrom(`${source.fact.table} as f`) as unknown as LooseQuery
  const by = source.counted
  if (!by) return lines
  const joined = lines.leftJoin(`${by.by.table} as c`, j =>
    j.on(allOf(Object.entries(by.on).map(([mine, its]) => sql<boolean>`${at('c', its)} = ${at('f', mine)}`))),
  ) as unknown as LooseQuery
  const ways = [
    sql<boolean>`${at('c', by.field)} = ${by.is}`,
    ...(by.orAbsent ? [sql<boolean>`${at('c', by.field)} is null`] : []),
    ...(by.orFlag === undefined ? [] : [sql<boolean>`${at('f', by.orFlag)}`]),
  ]
  return joined.where(sql<boolean>`(${sql.join(ways, sql` or `)})`)
}

/** Shop-days on which a fallback source has lines and no other source a counted one. */
async function openDays(db: AnyDb, of: Rollup, source: Source, bound: Bound): Promise<OpenDays> {
  const pair = (s: Source) => [at('f', 'shopId').as('shop_id'), at('f', s.posted ?? s.booked).as('day')]
  const rows = await unionAll(countedLines(db, source, bound, null).map(q => q.select(pair(source)).distinct())).execute()
  // a day may have lines of its own and late ones: named twice, each would count twice
  const mine = [...new Map(rows.map(r => [`${String(r['shop_id'])} ${String(r['day'])}`, r])).values()]
  const days = [...new Set(mine.map(r => String(r['day'])))]
  const covered = new Set<string>()
  for (const other of days.length === 0 ? [] : of.from.filter(s => !s.fallback)) {
    const rows = await counting(db, other)
      .where(among(at('f', 'shopId'), bound.shops))
      .where(among(at('f', other.posted ?? other.booked), days))
      .select(pair(other))
      .distinct()
      .execute()
    for (const r of rows) covered.add(`${String(r['shop_id'])} ${String(r['day'])}`)
  }
  const open = mine.filter(r => !covered.has(`${String(r['shop_id'])} ${String(r['day'])}`))
  return { shops: open.map(r => String(r['shop_id'])), days: open.map(r => String(r['day'])) }
}

/**
 * Every amount below the roll-up within the bound: its keys and sums in snake_case, `n`, and what `details` names of the line; null where no
 * source can have any.
 */
export async function factRows(
  db: AnyDb,
  of: Rollup,
  bound: Bound,
  details: readonly string[] = [],
  only: Narrowed | null = null,
): Promise<LooseQuery | null> {
  const parts: LooseQuery[] = []
  for (const source of of.from) {
    const open = source.fallback ? await openDays(db, of, source, bound) : null
    if (open?.days.length === 0) continue
    for (const lines of countedLines(db, source, bound, open)) parts.push(...amountsOf(of, source, lines, details, only))
  }
  return parts.length === 0 ? null : unionAll(parts)
}

function amountsOf(of: Rollup, source: Source, counted: LooseQuery, details: readonly string[], only: Narrowed | null): LooseQuery[] {
  const all = source.unpivot
    ? [unpivoted(counted, source.unpivot, only), ...namedAmounts(counted, source.unpivot, only)]
    : [only && of.mapped ? counted.where(among(keyOf(source, of.mapped.key), only.kinds)) : counted]
  const keys = Object.keys(of.keys).map(key => keyOf(source, key).as(columnOf(key)))
  const sums = Object.keys(of.sums).map(sum => sumOf(source, sum).as(columnOf(sum)))
  const detail = details.map(name => detailOf(source, name).as(columnOf(name)))
  return all.map(lines => lines.select([...keys, ...sums, sql<number>`1`.as('n'), ...detail]))
}

/** Each non-zero column of a line as a row of its own, with the kind of that column. */
function unpivoted(all: LooseQuery, u: Unpivot, only: Narrowed | null): LooseQuery {
  const columns = only ? u.columns.filter(c => only.columns.includes(c)) : u.columns
  const lines = only ? all.where(among(at('f', u.base), only.bases)) : all
  if (columns.length === 0) return unpivoted(all.where(sql<boolean>`false`), u, null)
  const rows = columns.map(column => sql`(${sql.lit(column)}, ${at('f', column)})`)
  return withKinds(lines.crossJoinLateral(sql`(values ${sql.join(rows)})`.as<'u'>(sql`u(column_name, amount)`)) as unknown as LooseQuery, u)
}

/** Amounts of columns that only few lines have: those lines are read a second time, so that the many others cost nothing. */
function namedAmounts(all: LooseQuery, u: Unpivot, only: Narrowed | null): LooseQuery[] {
  const { named } = u
  if (named === undefined || (only && only.columns.every(column => u.columns.includes(column)))) return []
  const lines = (only ? all.where(among(at('f', u.base), only.bases)) : all).where(sql<boolean>`${at('f', named)} is not null`)
  const amounts = sql`jsonb_each_text(${at('f', named)})`.as<'u'>(sql`u(column_name, amount)`)
  return [withKinds(lines.crossJoinLateral(amounts) as unknown as LooseQuery, u)]
}

/** Each amount with the kind of its column. */
function withKinds(crossed: LooseQuery, u: Unpivot): LooseQuery {
  const kinds = crossed.leftJoin(`${u.kinds.table.table} as k`, j =>
    j.on(sql<boolean>`${at('k', u.kinds.base)} = ${at('f', u.base)} and ${at('k', u.kinds.column)} = u.column_name`),
  ) as unknown as LooseQuery
  return kinds.where(sql<boolean>`u.amount::numeric <> 0`)
}

function keyOf(source: Source, key: string): Sql {
  const booked = at('f', source.booked)
  if (key === 'day') return booked
  if (key === 'month') return firstOfMonth(booked)
  // A column whose kind nobody interned still counts, under the line's own kind, which no one maps: money is never dropped.
  if (source.unpivot?.key === key) return sql`coalesce(k.id, ${at('f', source.unpivot.base)})`
  const declared = own(source.keys, key) ?? key
  return typeof declared === 'string' ? at('f', declared) : sql.lit(declared.constant)
}

function sumOf(source: Source, sum: string): Sql {
  const u = source.unpivot
  if (u?.into === sum) return sql`u.amount::numeric`
  const only = u?.only[sum]
  if (only) return sql`case when u.column_name = ${sql.lit(only.column)} then coalesce(${at('f', only.field)}, 0) else 0 end`
  const field = own(source.sums, sum)
  return field === undefined ? sql`0` : sql`coalesce(${at('f', field)}, 0)`
}

function detailOf(source: Source, name: string): Sql {
  if (name === 'source') return sql`${sql.lit(source.name)}::text`
  if (name === 'postedOn') return at('f', source.posted ?? source.booked)
  const field = source.lines[name]
  return field === undefined ? sql`null::text` : sql`${at('f', field)}::text`
}

/** Money of the counted lines by day and currency, by the proof's own way: each line's own total, no unpivoting, no kinds. */
export async function checkSums(
  db: AnyDb,
  of: Rollup,
  bound: Bound,
): Promise<{ shop_id: string; day: string; currency: string; amount: string }[]> {
  const parts: LooseQuery[] = []
  for (const source of of.from) {
    const open = source.fallback ? await openDays(db, of, source, bound) : null
    if (open?.days.length === 0) continue
    for (const lines of countedLines(db, source, bound, open)) {
      const [shop, day, currency] = [keyOf(source, 'shopId'), keyOf(source, 'day'), keyOf(source, 'currency')]
      parts.push(
        lines
          .select([shop.as('shop_id'), day.as('day'), currency.as('currency'), sql`sum(${at('f', source.check)})`.as('amount')])
          .groupBy([shop, day, currency] as never),
      )
    }
  }
  if (parts.length === 0) return []
  const rows = await db
    .selectFrom(unionAll(parts).as('x'))
    .select([
      sql<string>`x.shop_id::text`.as('shop_id'),
      sql<string>`x.day::text`.as('day'),
      sql<string>`x.currency`.as('currency'),
      sql<string>`sum(x.amount)::text`.as('amount'),
    ])
    .groupBy(sql`1, 2, 3` as never)
    .execute()
  return rows
}
