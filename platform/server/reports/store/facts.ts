/**
 * The facts below a roll-up, one row per amount: refresh, proof and drill-down all read them through here, so that a figure and its lines
 * can't part ways. Nothing is read without owners (shops, accounts) and days: lines of their own day are found by the partition's date
 * (posted_on), the few that were booked later by the partial index on booked_on.
 */
import { sql } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import { bridgeParts } from '#platform/declare/bridge-words.ts'
import type { Rollup, Shared, Source, SumOf, Unpivot } from '#platform/declare/rollup.ts'
import { dayBy, isMove, monthsBy, spansOf, withBeside } from './clock-days.ts'
import { causeOf } from './stored.ts'
import {
  allConditions,
  isOneOf,
  columnRef,
  firstOfMonth,
  fromPart,
  partOfWeek,
  unionAll,
  type UntypedQuery,
  type Sql,
} from '../../db/untyped-query.ts'
import type { AnyDb } from '../../contract/database.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { meaningsOf, meant } from './parts.ts'
import type { Days, Narrowed, OpenDays, Prepared, Units } from '../ask/prepared.ts'

export interface Bound {
  readonly owners: readonly string[]
  readonly booked: Days
}

/** A source's lines that count, as alias f: on their own day and booked later. */
function countedLines(db: AnyDb, of: Rollup, source: Source, bound: Bound, open: OpenDays | null): UntypedQuery[] {
  const posted = source.posted
  return spansOf(source, bound.booked).map(span => {
    const lines = counting(db, of, source)
      .where(isOneOf(keyOf(source, of.owner), bound.owners))
      .where(span)
    if (!open) return lines
    return lines.innerJoin(sql`unnest(${open.owners}::bigint[], ${open.days}::date[])`.as<'open'>(sql`open(owner_id, day)`), join =>
      join.on(sql<boolean>`open.owner_id = ${keyOf(source, of.owner)} and open.day = ${columnRef('f', posted ?? source.booked)}`),
    )
  })
}

/** Lines of a source that its witness says count; no days yet. */
function counting(db: AnyDb, of: Rollup, source: Source): UntypedQuery {
  const all = db.selectFrom(`${source.fact.table} as f`)
  const { only } = source
  const told = withBeside(only ? all.where(sql<boolean>`${columnRef('f', only.field)} = ${only.is}`) : all, source)
  const lines = isMove(source) && of.bridge ? told.where(sql<boolean>`${sql.join(monthsBy(source, of.bridge), sql` <> `)}`) : told
  const by = source.counted
  if (!by) return lines
  const joined = lines.leftJoin(`${by.by.table} as c`, join =>
    join.on(allConditions(Object.entries(by.on).map(([mine, its]) => sql<boolean>`${columnRef('c', its)} = ${columnRef('f', mine)}`))),
  )
  const ways = [
    sql<boolean>`${columnRef('c', by.field)} = ${by.is}`,
    ...(by.orAbsent ? [sql<boolean>`${columnRef('c', by.field)} is null`] : []),
    ...(by.orFlag === undefined ? [] : [sql<boolean>`${columnRef('f', by.orFlag)}`]),
  ]
  return joined.where(sql<boolean>`(${sql.join(ways, sql` or `)})`)
}

/** Days of owners on which a fallback source has lines and no better source a counted one. */
async function openDays(db: AnyDb, of: Rollup, source: Source, bound: Bound): Promise<OpenDays> {
  const pair = (one: Source) => [keyOf(one, of.owner).as('owner_id'), columnRef('f', one.posted ?? one.booked).as('day')]
  const rows = await unionAll(countedLines(db, of, source, bound, null).map(lines => lines.select(pair(source)).distinct())).execute()
  // a day may have lines of its own and late ones: named twice, each would count twice
  const mine = [...new Map(rows.map(row => [`${String(row['owner_id'])} ${String(row['day'])}`, row])).values()]
  const days = [...new Set(mine.map(row => String(row['day'])))]
  const covered = new Set<string>()
  for (const other of days.length === 0
    ? []
    : of.from.filter(one => one.part === source.part && (one.fallback ?? 0) < (source.fallback ?? 0))) {
    const rows = await counting(db, of, other)
      .where(isOneOf(keyOf(other, of.owner), bound.owners))
      .where(isOneOf(columnRef('f', other.posted ?? other.booked), days))
      .select(pair(other))
      .distinct()
      .execute()
    for (const row of rows) covered.add(`${String(row['owner_id'])} ${String(row['day'])}`)
  }
  const open = mine.filter(row => !covered.has(`${String(row['owner_id'])} ${String(row['day'])}`))
  return { owners: open.map(row => String(row['owner_id'])), days: open.map(row => String(row['day'])) }
}

export interface FactsAsk {
  /** of the line, by their columns */
  readonly details?: readonly string[]
  readonly only?: Narrowed | null
  /** keys that lines alone tell are told too */
  readonly withLineKeys?: boolean
}

export async function prepared(db: AnyDb, of: Rollup, { owners, booked }: Bound, withLineKeys = false): Promise<Prepared> {
  const open = new Map<string, OpenDays>()
  const shares = new Map<string, Units>()
  for (const source of of.from) {
    if (source.fallback) open.set(source.name, await openDays(db, of, source, { owners, booked }))
    if (withLineKeys && source.shared) shares.set(source.name, await unitsOf(db, source.shared, { owners, booked }))
  }
  return { booked, open, shares }
}

/** Whether a source may have lines at all. */
export const hasFacts = (of: Rollup, { open }: Prepared): boolean => of.from.some(source => open.get(source.name)?.days.length !== 0)

/** Every amount of the owners within the prepared days: its keys and sums in snake_case, `n`, and details; null: there can be none. */
export function factsOf(db: AnyDb, of: Rollup, owners: readonly string[], known: Prepared, ask: FactsAsk = {}): UntypedQuery | null {
  if (known.readAs !== undefined) return fromPart(known.readAs).selectAll()
  const parts = of.from.flatMap(source => {
    const open = known.open.get(source.name) ?? null
    if (open?.days.length === 0) return []
    const lines = countedLines(db, of, source, { owners, booked: known.booked }, open)
    const { shared } = source
    const units = known.shares.get(source.name)
    if (ask.withLineKeys && shared && units) return lines.map(each => sharedAmounts(db, of, source, shared, units, each, owners, ask))
    return lines.flatMap(each => amountsOf(of, source, each, ask))
  })
  return parts.length === 0 ? null : unionAll(parts)
}

/**
 * Every amount below the roll-up within the bound: its keys and sums in snake_case, `n`, and what `details` names of the line; null where
 * no source can have any.
 */
export async function factRows(db: AnyDb, of: Rollup, bound: Bound, ask: FactsAsk = {}): Promise<UntypedQuery | null> {
  return factsOf(db, of, bound.owners, await prepared(db, of, bound, ask.withLineKeys), ask)
}

/** Days on which lines of the roll-up, or those that its own are divided among, name one of these values of a line key. */
export async function daysOfLines(db: AnyDb, of: Rollup, bound: Bound, key: string, values: readonly string[]): Promise<string[]> {
  const tellers = [of, ...of.from.flatMap(source => source.shared?.by ?? [])]
  const named = tellers.flatMap(one =>
    one.from
      .filter(source => tellsLineKey(source, key) && !source.shared)
      .flatMap(source =>
        countedLines(db, one, source, bound, null).map(lines =>
          lines.where(isOneOf(lineKeyOf(source, key), values)).select(keyOf(source, 'day').as('day')),
        ),
      ),
  )
  if (named.length === 0) return []
  const rows = await db
    .selectFrom(unionAll(named).as('x'))
    .select(sql<string>`x.day::text`.as('day'))
    .distinct()
    .execute()
  return rows.map(row => row.day)
}

/** The facts that count units, and how few lines they are found by. */
async function unitsOf(db: AnyDb, { by, means }: Shared, bound: Bound): Promise<Units> {
  const { mapped } = by
  if (!mapped) throw new Error(`${by.name}: what has no meaning counts no units`)
  const meanings = await meaningsOf(db, mapped, means)
  const only = await narrowedTo(db, by, [...new Set(meanings.flatMap(one => one.kinds))])
  return { mapped, meanings, only, prepared: await prepared(db, by, bound) }
}

/**
 * Lines divided among the facts that had them together: of what the units [from, to) of a line bear the rounded part up to `to` less that
 * up to `from`, so that the parts add up to it exactly. What a line has beside the units (goods that came back) is of none.
 */
function sharedAmounts(
  db: AnyDb,
  of: Rollup,
  source: Source,
  { by, on, units: sum, quantity, each, only }: Shared,
  { mapped, meanings, only: narrowed, prepared: known }: Units,
  lines: UntypedQuery,
  owners: readonly string[],
  { details = [] }: FactsAsk,
): UntypedQuery {
  const lineKeys = Object.keys(of.lineKeys ?? {})
  const [first = ''] = lineKeys
  const facts = factsOf(db, by, owners, known, { only: narrowed, withLineKeys: true })
  if (!facts) throw new Error(`${by.name}: no source counts units`)
  const keys = [by.owner, 'day', ...on]
  const kept = db
    .selectFrom(facts.as('f'))
    .where(meant(mapped, meanings, firstOfMonth(columnRef('f', 'day'))))
    .where(sql<boolean>`${columnRef('f', first)} <> ''`)
    .select([...[...keys, ...lineKeys].map(key => columnRef('f', key).as(columnOf(key))), sql`sum(${columnRef('f', sum)})`.as('units')])
    .groupBy([...keys, ...lineKeys].map(key => columnRef('f', key)))
    .having(sql<boolean>`sum(${columnRef('f', sum)}) > 0`)
  const together = sql.join(keys.map(key => columnRef('g', key)))
  const things = lineKeys.map(key => columnRef('g', key))
  const summed = fromPart(kept.as('g')).select([
    ...[...keys, ...lineKeys].map(key => columnRef('g', key).as(columnOf(key))),
    sql.ref('g.units').as('units'),
    sql`sum(g.units) over (partition by ${together} order by ${sql.join(things.map(thing => sql`${thing} collate "C"`))})`.as('up_to'),
    sql`sum(g.units) over (partition by ${together})`.as('of_all'),
  ])
  const meets = [sql<boolean>`${columnRef('u', by.owner)} = ${keyOf(source, of.owner)}`].concat(
    ['day', ...on].map(key => sql<boolean>`${columnRef('u', key)} = ${keyIn(of, source, key)}`),
  )
  const [amount = ''] = Object.keys(of.sums)
  const whole = sumOf(source, amount)
  const [number, one] = [columnRef('f', quantity), columnRef('f', each)]
  // nothing where no units of it are there: then what the line has is all left
  const bearing = sql`(case when u.of_all is null then 0 when ${number} = u.of_all or ${one} is null then ${whole}
    else -round(u.of_all * ${one}, 4) end)`
  const upTo = (units: Sql): Sql => sql`round(${bearing} * ${units} / u.of_all, 4)`
  // the first of a line's rows brings what is left of it; a line without units has that one alone
  const either = (share: Sql, rest: Sql): Sql => sql`case when turn.of_rest then ${rest} else ${share} end`
  const named = lineKeys.map(key => sql`${either(columnRef('u', key), sql`''`)} as ${sql.ref(columnOf(key))}`)
  const parts = sql`(select ${sql.join(named)},
      ${either(sql`${upTo(sql`u.up_to`)} - ${upTo(sql`(u.up_to - u.units)`)}`, sql`${whole} - ${bearing}`)} as amount,
      ${either(sql`u.units`, sql`${number} - coalesce(u.of_all, 0)`)} as units
    from (values (false), (true)) as turn(of_rest)
    where case when turn.of_rest then ${columnRef('u', first)} is null or (u.up_to = u.units and ${whole} <> ${bearing})
      else ${columnRef('u', first)} is not null end)`
  const divided = lines
    .leftJoin(summed.as('u'), join => join.on(allConditions([...meets, isOneOf(columnRef('f', only.field), only.is)])))
    .innerJoinLateral(parts.as('s'), join => join.onTrue())
  return divided.select([
    ...Object.keys(of.keys).map(key => keyIn(of, source, key).as(columnOf(key))),
    ...lineKeys.map(key => columnRef('s', key).as(columnOf(key))),
    ...Object.keys(of.sums).map(name => (name === amount ? sql`s.amount` : sql`s.units`).as(columnOf(name))),
    sql<number>`1`.as('n'),
    ...detailsOf(of, source, details, true),
  ])
}

/** The same of lines that carry a flag, of a roll-up without a lesser witness. */
export const flaggedFacts = (db: AnyDb, of: Rollup, bound: Bound, flag: string, details: readonly string[]): UntypedQuery =>
  unionAll(
    of.from.flatMap(source =>
      countedLines(db, of, source, bound, null).flatMap(lines =>
        amountsOf(of, source, lines.where(sql<boolean>`${columnRef('f', flag)}`), { details }),
      ),
    ),
  )

function amountsOf(
  of: Rollup,
  source: Source,
  counted: UntypedQuery,
  { details = [], only = null, withLineKeys = false }: FactsAsk,
): UntypedQuery[] {
  const all = source.unpivot
    ? [unpivoted(counted, source.unpivot, only), ...namedAmounts(counted, source.unpivot, only)]
    : [only && of.mapped ? counted.where(isOneOf(keyOf(source, of.mapped.key), only.kinds)) : counted]
  const keys = Object.keys(of.keys).map(key => keyIn(of, source, key).as(columnOf(key)))
  const ofLines = withLineKeys ? Object.keys(of.lineKeys ?? {}).map(key => lineKeyOf(source, key).as(columnOf(key))) : []
  const sums = Object.keys(of.sums).map(sum => sumOf(source, sum).as(columnOf(sum)))
  const detail = detailsOf(of, source, details, withLineKeys)
  return all.map(lines => lines.select([...keys, ...ofLines, ...sums, sql<number>`1`.as('n'), ...detail]))
}

/** Whether lines of the source tell the key, by a field of theirs. */
function tellsLineKey(source: Source, key: string): boolean {
  const declared = ownValue(source.keys, key) ?? key
  return typeof declared === 'string' && ownValue(source.fact.fields, declared) !== undefined
}

/** '' where the line has none. A column that is never empty stays as it is, so that its index is used. */
function lineKeyOf(source: Source, key: string): Sql {
  if (!tellsLineKey(source, key)) return sql`''::text`
  const value = keyOf(source, key)
  return ownValue(source.fact.fields, fieldOf(source, key))?.options.optional === true ? sql`coalesce(${value}, '')` : value
}

/** What is asked of the line; a key that lines tell stands among the keys already. */
const detailsOf = (of: Rollup, source: Source, details: readonly string[], withLineKeys: boolean) =>
  details.filter(name => !withLineKeys || !Object.hasOwn(of.lineKeys ?? {}, name)).map(name => detailOf(source, name).as(columnOf(name)))

/** What the kinds are found by, lets an index find few lines among many. */
export async function narrowedTo(db: AnyDb, of: Rollup, kinds: readonly string[]): Promise<Narrowed> {
  const unpivot = of.from.find(one => one.unpivot)?.unpivot
  if (!unpivot) return { kinds, bases: [], columns: [] }
  const rows = await db
    .selectFrom(`${unpivot.kinds.table.table} as k`)
    .where(isOneOf(columnRef('k', 'id'), kinds))
    .where(sql<boolean>`${columnRef('k', unpivot.kinds.base)} is not null`)
    .select([
      sql<string>`${columnRef('k', unpivot.kinds.base)}::text`.as('base'),
      sql<string>`${columnRef('k', unpivot.kinds.column)}`.as('column'),
    ])
    .distinct()
    .execute()
  return { kinds, bases: [...new Set(rows.map(row => row.base))], columns: [...new Set(rows.map(row => row.column))] }
}

/** Each non-zero column of a line as a row of its own, with the kind of that column. */
function unpivoted(all: UntypedQuery, unpivot: Unpivot, only: Narrowed | null): UntypedQuery {
  const columns = only ? unpivot.columns.filter(column => only.columns.includes(column)) : unpivot.columns
  const lines = only ? all.where(isOneOf(columnRef('f', unpivot.base), only.bases)) : all
  if (columns.length === 0) return unpivoted(all.where(sql<boolean>`false`), unpivot, null)
  const rows = columns.map(column => sql`(${sql.lit(column)}, ${columnRef('f', column)})`)
  return withKinds(lines.crossJoinLateral(sql`(values ${sql.join(rows)})`.as<'u'>(sql`u(column_name, amount)`)), unpivot)
}

/** Amounts of columns that only few lines have: those lines are read a second time, so that the many others cost nothing. */
function namedAmounts(all: UntypedQuery, unpivot: Unpivot, only: Narrowed | null): UntypedQuery[] {
  const { named } = unpivot
  if (named === undefined || (only && only.columns.every(column => unpivot.columns.includes(column)))) return []
  const lines = (only ? all.where(isOneOf(columnRef('f', unpivot.base), only.bases)) : all).where(
    sql<boolean>`${columnRef('f', named)} is not null`,
  )
  const amounts = sql`jsonb_each_text(${columnRef('f', named)})`.as<'u'>(sql`u(column_name, amount)`)
  return [withKinds(lines.crossJoinLateral(amounts), unpivot)]
}

/** Each amount with the kind of its column. */
function withKinds(crossed: UntypedQuery, { kinds, base }: Unpivot): UntypedQuery {
  const ofColumn = sql<boolean>`${columnRef('k', kinds.base)} = ${columnRef('f', base)} and ${columnRef('k', kinds.column)} = u.column_name`
  return crossed.leftJoin(`${kinds.table.table} as k`, join => join.on(ofColumn)).where(sql<boolean>`u.amount::numeric <> 0`)
}

/** The field of a fact that names its owner. */
export const ownerField = (of: Rollup, source: Source): string => fieldOf(source, of.owner)
function fieldOf(source: Source, key: string): string {
  const field = ownValue(source.keys, key) ?? key
  if (typeof field !== 'string') throw new Error(`${source.name}: ${key} is no field`)
  return field
}

/** A key as the roll-up has it: the day by a clock, the part and cause of a bridge, or what the source itself tells. */
function keyIn(of: Rollup, source: Source, key: string): Sql {
  if (of.bridge !== undefined && key === 'part') return sql`${sql.lit(bridgeParts[source.part ?? 'from'])}::int`
  if (of.bridge !== undefined && key === 'cause') return causeOf(source.part, monthsBy(source, of.bridge))
  const [clock] = Object.entries(of.clockKeys).find(([, name]) => name === key) ?? []
  return clock === undefined ? keyOf(source, key) : dayBy(source, clock)
}

function keyOf(source: Source, key: string): Sql {
  const booked = source.by === undefined ? columnRef('f', source.booked) : dayBy(source, source.by)
  if (key === 'day') return booked
  if (key === 'month') return firstOfMonth(booked)
  if (key === 'week') return partOfWeek(booked)
  // A column whose kind nobody interned still counts, under the line's own kind, which no one maps: money is never dropped.
  if (source.unpivot?.key === key) return sql`coalesce(k.id, ${columnRef('f', source.unpivot.base)})`
  const declared = ownValue(source.keys, key) ?? key
  return typeof declared === 'string' ? columnRef('f', declared) : sql.lit(declared.constant)
}

function sumOf(source: Source, sum: string): Sql {
  const unpivot = source.unpivot
  if (unpivot?.into === sum) return source.part === 'out' ? sql`-u.amount::numeric` : sql`u.amount::numeric`
  const only = unpivot?.only[sum]
  if (only) return sql`case when u.column_name = ${sql.lit(only.column)} then coalesce(${columnRef('f', only.field)}, 0) else 0 end`
  const field = ownValue(source.sums, sum)
  return field === undefined ? sql`0` : sql`coalesce(${signed(field, source)}, 0)`
}

/** What leaves a month is taken off it. */
function signed(of: SumOf, { part }: Source): Sql {
  const [field, isMinus] = typeof of === 'string' ? [of, false] : [of.minus, true]
  return isMinus !== (part === 'out') ? sql`-${columnRef('f', field)}` : columnRef('f', field)
}

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
          .select([owner.as('owner_id'), day.as('day'), currency.as('currency'), sql`sum(${signed(source.check, source)})`.as('amount')])
          .groupBy(sql`1, 2, 3`),
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
    .groupBy(sql`1, 2, 3`)
    .execute()
  return rows
}
