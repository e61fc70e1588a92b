/**
 * One roll-up's part of a report: its smallest grain, filtered, converted and added up to the asked dimensions. Roll-ups are never joined
 * to each other (no fan-out); the parts are united afterwards. Shop tables stand in FROM, reference tables are joined to them.
 */
import { sql } from 'kysely'
import {
  dimensionOn,
  hasLines,
  type Conditions,
  type Dimension,
  type Leaf,
  type Report,
  type Step,
  type TimeUnit,
} from '#platform/declare/report.ts'
import { ownerTable, type Mapped, type Rollup } from '#platform/declare/rollup.ts'
import type { Only } from '#platform/format/like-for-like.ts'
import { lost, unallocated, type Apart, type Ask, type Tree } from '../ask/ask.ts'
import { finestTime, isByDay } from '../ask/comparison-period.ts'
import { isOwner } from '../ask/windows.ts'
import type { Meaning } from '../ask/prepared.ts'
import { withRates, type Worth } from './rates.ts'
import { allConditions, isOneOf, columnRef, firstOfMonth, type UntypedQuery, type Sql } from '../../db/untyped-query.ts'
import type { AnyDb } from '../../contract/database.ts'
import { columnOf } from '#platform/declare/column-name.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** Query over a grain (alias f) or over facts of the same columns, with what conditions, conversion and dimensions need joined to it. */
export interface Joined extends Worth {
  readonly month: Sql
  /** a dimension's value as text */
  readonly dimension: (name: string) => Sql
  /** the same as it is grouped by: stored keys as they are, days and months as dates, which become text on the page alone */
  readonly key: (name: string) => Sql
  /** whether one of these values is among the several of a row, of a dimension that rows are not told apart by; undefined: rows have one */
  readonly among: (name: string, values: readonly string[]) => Sql<boolean> | undefined
}

/**
 * Each mapping with its months. `until` follows from the next mapping too, so that overlapping rows can't count a figure twice (a key has
 * one mapping from a month on). The next one is joined and grouped: a window would keep several processes from reading the roll-up at once.
 */
function datedMap(db: AnyDb, { map, on, value, from, to }: Mapped) {
  const [dated, next] = [(field: string): Sql => columnRef('d', field), (field: string): Sql => columnRef('n', field)]
  return db
    .selectFrom(`${map.table} as d`)
    .leftJoin(`${map.table} as n`, join => join.on(sql<boolean>`${next(on)} = ${dated(on)} and ${next(from)} > ${dated(from)}`))
    .select([
      dated(on).as('on_key'),
      dated(value).as('value'),
      dated(from).as('since'),
      sql`least(${dated(to)}, min(${next(from)}))`.as('until'),
    ])
    .groupBy([on, value, from, to].map(dated))
}

/**
 * When which kinds mean one of the values: a few rows, read before the lines, so that no line looks its meaning up (where tables are spread
 * over several machines, on each of them).
 */
export async function meaningsOf(db: AnyDb, mapped: Mapped, values: readonly unknown[]): Promise<readonly Meaning[]> {
  const rows = await db
    .selectFrom(datedMap(db, mapped).as('m'))
    .where(isOneOf(sql.ref('m.value'), values))
    .select([
      sql<string>`m.since::text`.as('since'),
      sql<string | null>`m.until::text`.as('until'),
      sql<string[]>`array_agg(m.on_key::text order by m.on_key)`.as('kinds'),
    ])
    .groupBy(sql`m.since, m.until`)
    .orderBy('since')
    .execute()
  return rows
}

/** Whether a row of alias f means it in its month. */
export const meant = (mapped: Mapped, meanings: readonly Meaning[], month: Sql): Sql<boolean> =>
  meanings.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(
        meanings.map(({ kinds, since, until }) =>
          allConditions([
            isOneOf(columnRef('f', mapped.key), kinds),
            sql<boolean>`${month} >= ${since}::date`,
            ...(until === null ? [] : [sql<boolean>`${month} < ${until}::date`]),
          ]),
        ),
        sql` or `,
      )})`

/** The mapped meaning of a kind in the row's month. */
export function withMap(db: AnyDb, rows: UntypedQuery, mapped: Mapped, month: Sql): UntypedQuery {
  const kind = columnRef('f', mapped.key)
  return rows.leftJoin(datedMap(db, mapped).as('map'), join =>
    join.on(sql<boolean>`map.on_key = ${kind} and map.since <= ${month} and (map.until is null or map.until > ${month})`),
  )
}

/** A value that rows carry as a text; `isWhole`: of a tree, where each row stands for all below its node. */
export interface Told {
  readonly value: Sql
  readonly isWhole: boolean
}

/** What of a row is asked: its meaning and what it is worth, what it is worth alone (its meaning is known), or neither. */
export type Asked = 'all' | 'worth' | 'keys'

/**
 * Joins owners, rates, map and look-ups of the named dimensions to rows that carry the roll-up's keys as alias f. `hasMonth`: else the
 * month follows from the day.
 */
export function joined(
  db: AnyDb,
  report: Pick<Report, 'name' | 'dimensions' | 'measures' | 'conversion'>,
  of: Rollup,
  ask: Ask,
  rows: UntypedQuery,
  hasMonth: boolean,
  dimensions: readonly string[],
  asked: Asked = 'all',
  /** dimensions whose values the rows carry as texts */
  told: ReadonlyMap<string, Told> = new Map(),
): Joined {
  const month = hasMonth ? columnRef('f', 'month') : firstOfMonth(columnRef('f', 'day'))
  const owned = rows.innerJoin(`${ownerTable(of)} as owner_of`, join => join.on(sql<boolean>`owner_of.id = ${columnRef('f', of.owner)}`))
  const { rows: converted, target, factor, baseFactor, columns } = withRates(report, of, ask, owned, month, asked !== 'keys')
  let all = converted
  if (of.mapped && asked === 'all') all = withMap(db, all, of.mapped, month)
  const { rows: withDimensions, known, several } = withValues(db, report, of, ask, all, month, dimensions, told)
  const nothing = sql`${sql.lit(unallocated)}::text`
  return {
    rows: withDimensions,
    month,
    target,
    factor,
    baseFactor,
    columns,
    dimension: name => known.get(name)?.text ?? nothing,
    key: name => known.get(name)?.key ?? nothing,
    among: (name, values) => {
      const dimension = several.get(name)
      return dimension && oneAmong(db, dimension, values)
    },
  }
}

/** Rows with the look-ups of these dimensions, and what each of them is there. `several`: those of which a row has several values. */
function withValues(
  db: AnyDb,
  report: Pick<Report, 'name' | 'dimensions' | 'measures'>,
  of: Rollup,
  ask: Ask,
  rows: UntypedQuery,
  month: Sql,
  dimensions: readonly string[],
  told: ReadonlyMap<string, Told>,
) {
  let all = rows
  const known = new Map<string, { readonly text: Sql; readonly key: Sql }>()
  const several = new Map<string, Dimension>()
  for (const name of new Set(dimensions)) {
    const declared = ownValue(report.dimensions, name)
    if (!declared) throw new Error(`${report.name}: ${name} is no dimension`)
    const dimension = dimensionOn(of, declared)
    if (dimension === undefined) continue
    if (dimension.many === true && !ask.by.includes(name)) {
      several.set(name, dimension)
      continue
    }
    const carried = told.get(name)
    if (dimension.via && carried === undefined) all = withSteps(db, all, dimension, name, isNarrow(report, of, ask, dimension))
    const raw = carried?.value ?? rawValue(dimension, name, answeredFor(ask, month), ask)
    const text = carried?.value ?? textOfValue(dimension, raw, name)
    const above = ask.by.includes(name) && carried?.isWhole !== true ? ask.trees?.[name] : undefined
    if (above) all = withTree(all, name, text, above)
    known.set(name, {
      text,
      key: above ? sql`coalesce(${sql.ref(treeAlias(name))}.above, ${text})` : isGroupedRaw(report, dimension) ? raw : text,
    })
  }
  return { rows: all, known, several }
}

/** A row of alias f that has several values by a dimension has one of these; no value: its look-ups find none. */
function oneAmong(db: AnyDb, { via }: Dimension, values: readonly string[]): Sql<boolean> {
  const [first, ...further] = via?.steps ?? []
  if (via === undefined || first === undefined) throw new Error('values among several need a look-up')
  const same = ({ on }: Step, mine: string, before: string): Sql<boolean> =>
    allConditions(Object.entries(on).map(([its, own]) => sql<boolean>`${columnRef(mine, its)} = ${columnRef(before, own)}`))
  const chain = further
    .reduce(
      (all, step, i) => all.innerJoin(`${step.table} as m${i + 1}`, join => join.on(same(step, `m${i + 1}`, `m${i}`))),
      db.selectFrom(`${first.table} as m0`),
    )
    .where(same(first, 'm0', 'f'))
    .select(sql`1`.as('one'))
  const value = columnRef(`m${further.length}`, via.value)
  const has = sql<boolean>`exists (${chain.where(isOneOf(sql`${value}::text`, values))})`
  return values.includes(unallocated) ? sql<boolean>`(${has} or not exists (${chain.where(sql<boolean>`${value} is not null`)}))` : has
}

const treeAlias = (name: string): string => `tree_${name.toLowerCase()}`
/** Each row stands in every node above its own as well. */
const withTree = (rows: UntypedQuery, name: string, text: Sql, { nodes, above }: Tree): UntypedQuery =>
  rows.leftJoin(sql`unnest(${nodes}::text[], ${above}::text[])`.as(sql.raw(`${treeAlias(name)}(node, above)`)), join =>
    join.on(sql<boolean>`${sql.ref(treeAlias(name))}.node = ${text}`),
  )

const stepAlias = (name: string, i: number): string => `via_${name.toLowerCase()}_${i}`
/** Few rows: the question names values of a key that the look-up starts from. */
function isNarrow(report: Pick<Report, 'dimensions'>, of: Rollup, { where }: Ask, { via: looked }: Dimension): boolean {
  const starts = Object.values(looked?.steps[0]?.on ?? {}).filter(key => key !== of.owner)
  return Object.keys(where).some(name => {
    const dimension = ownValue(report.dimensions, name)
    return dimension !== undefined && !dimension.via && starts.includes(dimension.keys[0] ?? '')
  })
}

/**
 * Rows joined to the record of a look-up. One that holds on a day is found by an index of ranges, which takes ten times what the planner
 * believes: for many rows all records are read once instead (OFFSET keeps the planner from looking into them).
 */
function withRecord(
  db: AnyDb,
  rows: UntypedQuery,
  { table, validBetween: holds }: Step,
  isFew: boolean,
  alias: string,
  same: Sql<boolean>,
): UntypedQuery {
  if (holds === undefined || isFew) return rows.leftJoin(`${table} as ${alias}`, join => join.on(same))
  const all = db.selectFrom(table).selectAll().offset(0)
  return rows.leftJoin(all.as(alias), join => join.on(same))
}

/** Each value that a look-up of several records finds, once: a row that has it twice counts in it once. */
const valuesOnce = (db: AnyDb, { table, on }: Step, value: string): UntypedQuery =>
  db
    .selectFrom(table)
    .select([...Object.keys(on), value].map(field => columnRef(table, field).as(columnOf(field))))
    .where(sql<boolean>`${columnRef(table, value)} is not null`)
    .distinct()

function withSteps(db: AnyDb, rows: UntypedQuery, dimension: Dimension, name: string, isFew: boolean): UntypedQuery {
  return (dimension.via?.steps ?? []).reduce((all, step, i) => {
    const before = i === 0 ? 'f' : stepAlias(name, i - 1)
    const mine = stepAlias(name, i)
    const same = Object.entries(step.on).map(([its, own]) => sql<boolean>`${columnRef(mine, its)} = ${columnRef(before, own)}`)
    if (step.validBetween !== undefined) {
      const [day, from, to] = [columnRef('f', 'day'), columnRef(mine, step.validBetween.from), columnRef(mine, step.validBetween.to)]
      same.push(sql<boolean>`${from} <= ${day} and (${to} is null or ${to} >= ${day})`)
    }
    if (dimension.many === true && i === (dimension.via?.steps.length ?? 0) - 1)
      return all.leftJoin(valuesOnce(db, step, dimension.via?.value ?? '').as(mine), join => join.on(allConditions(same)))
    return withRecord(db, all, step, isFew, mine, allConditions(same))
  }, rows)
}

/** The times a row answers for: its own, or those of the later row that it is held against. */
interface Times {
  readonly month: Sql
  readonly day: Sql
}
function answeredFor({ moved }: Ask, month: Sql): Times {
  const day = columnRef('f', 'day')
  if (moved === undefined) return { month, day }
  if (moved.unit === 'day') {
    const later = sql`(${day} + ${sql.lit(moved.count)})`
    return { month: firstOfMonth(later), day: later }
  }
  const later = (time: Sql): Sql => sql`(${time} + make_interval(months => ${sql.lit(moved.count)}))::date`
  return { month: later(month), day: later(day) }
}

function rawValue(dimension: Dimension, name: string, times: Times, ask: Ask): Sql {
  const [first = ''] = dimension.keys
  if (dimension.via) return columnRef(stepAlias(name, dimension.via.steps.length - 1), dimension.via.value)
  return dimension.time === undefined ? columnRef('f', first) : timeOf(dimension.time, times, ask.yearStart ?? 1)
}

/** Weeks by their Monday; quarters and years are those of the fiscal year, which is called by the year it begins in. */
function timeOf(unit: TimeUnit, { day, month }: Times, yearStart: number): Sql {
  const ofYear = yearStart === 1 ? month : sql`(${month} - make_interval(months => ${sql.lit(yearStart - 1)}))`
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return sql`date_trunc('week', ${day})::date`
    case 'month':
      return month
    case 'quarter':
      return sql`to_char(${ofYear}, 'YYYY"-Q"Q')`
    case 'year':
      return sql`to_char(${ofYear}, 'YYYY')`
  }
}

/** A date that follows from the roll-up's own: every row has it, and it becomes text on the page alone. */
const isDated = (dimension: Dimension): boolean => dimension.time === 'day' || dimension.time === 'week' || dimension.time === 'month'

/** A dimension's value as text; '' where the row has none, `lost` where already the first look-up finds nothing. */
function textOfValue(dimension: Dimension, raw: Sql, name: string): Sql {
  if (dimension.kind === 'month') return sql`to_char(${raw}, 'YYYY-MM')`
  const text = sql`coalesce(${raw}::text, ${sql.lit(unallocated)})`
  const [found] = Object.keys(dimension.via?.steps[0]?.on ?? {})
  if (dimension.unmatchedLabel === undefined || found === undefined) return text
  return sql`case when ${columnRef(stepAlias(name, 0), found)} is null then ${sql.lit(lost)} else ${text} end`
}

/** A key that every grain of the report stores: rows are grouped by it as it is, and its index finds them. */
const isStored = (report: Pick<Report, 'measures'>, dimension: Dimension): boolean =>
  !dimension.via &&
  dimension.time === undefined &&
  Object.values(report.measures).every(measure => !hasLines(measure) || Object.hasOwn(measure.of.keys, dimension.keys[0] ?? ''))

/** Rows are grouped by the value itself, which becomes text on the page alone. */
const isGroupedRaw = (report: Pick<Report, 'measures'>, dimension: Dimension): boolean => isDated(dimension) || isStored(report, dimension)

/** What rows were grouped by, as text. */
export const textOfKey = (report: Report, ask: Ask, name: string, dimension: Dimension | undefined, key: Sql): Sql =>
  dimension && !ask.trees?.[name] && isGroupedRaw(report, dimension) ? textOfValue(dimension, key, name) : key

/** Of these shops, and of each its own days or months. */
const isAmong = (of: Rollup, { shops, spans }: Only, month: Sql): Sql<boolean> => {
  const owner = columnRef('f', of.owner)
  if (spans === null) return isOneOf(owner, shops)
  const time = spans.unit === 'month' ? month : columnRef('f', 'day')
  const all = sql`unnest(${shops}::bigint[], ${spans.first}::date[], ${spans.last}::date[]) as held(shop, first, last)`
  return sql<boolean>`exists (select 1 from ${all} where held.shop = ${owner} and ${time} between held.first and held.last)`
}
/** Costs that are left out of both sides. */
const isNotApart = (of: Rollup, { leaf, shops, month }: Apart, ofRow: Sql): Sql<boolean> =>
  sql<boolean>`(${allConditions([
    condition(of, leaf.when),
    isOneOf(columnRef('f', of.owner), shops),
    ...(month === null ? [] : [sql<boolean>`${ofRow} = ${month}::date`]),
  ])}) is not true`

/**
 * Filters on dimensions; plain keys are compared as they are stored, so that the grain's index serves them. Owners are named already
 * (`askedOwners`): a second time the planner would take for a condition of its own, and expect no rows.
 */
export function filters(report: Report, of: Rollup, ask: Ask, joined: Joined): Sql<boolean>[] {
  const conditions = Object.entries(ask.where)
    .filter(([name]) => !isOwner(report, name))
    .map(([name, values]) => {
      const dimension = ownValue(report.dimensions, name)
      const oneOfSeveral = joined.among(name, values)
      if (oneOfSeveral !== undefined) return oneOfSeveral
      const [first = ''] = dimension?.keys ?? []
      const isPlain = dimension?.time === undefined || (dimension.time === 'day' && !ask.moved)
      const isStored = dimension && !dimension.via && Object.hasOwn({ ...of.keys, ...of.lineKeys }, first) && isPlain
      // a choice is stored as its number: what is asked for is a text, which may be none, or empty
      const isTaken = ownValue(of.keys, first)?.choices === undefined && !(dimension?.kind === 'reference' && values.includes(unallocated))
      if (isStored && isTaken) return isOneOf(columnRef('f', first), values)
      return isOneOf(joined.dimension(name), values)
    })
  if (ask.moved?.unit === 'month' && isByDay(finestTime(report, [...ask.by, ...Object.keys(ask.where)]))) {
    // 29 February has no day to be held against: it must not be added to another one
    const months = sql`make_interval(months => ${sql.lit(ask.moved.count)})`
    conditions.push(sql<boolean>`(${columnRef('f', 'day')} + ${months} - ${months})::date = ${columnRef('f', 'day')}`)
  }
  if (ask.only !== undefined) conditions.push(isAmong(of, ask.only, joined.month))
  for (const one of apartOf(of, ask)) conditions.push(isNotApart(of, one, joined.month))
  if (ask.rowCurrency !== undefined && ask.currency === 'shop' && report.conversion?.own !== undefined)
    conditions.push(sql<boolean>`${columnRef('owner_of', report.conversion.own)} = ${ask.rowCurrency}`)
  return conditions
}

/** What of a roll-up is left out of a question. */
export const apartOf = (of: Rollup, { apart = [] }: Ask): Apart[] => apart.filter(one => one.leaf.of.name === of.name)

/** What a condition asks of a row of alias f: a key, or the meaning its map gives it. */
export const keyOfRow = (of: Rollup, name: string): Sql => (of.mapped?.name === name ? sql`map.value` : columnRef('f', name))
export const conditionOn = (column: (name: string) => Sql, when: Conditions): Sql<boolean> =>
  allConditions(
    Object.entries(when).map(([name, values]) => (values === null ? sql<boolean>`${column(name)} is null` : isOneOf(column(name), values))),
  )
/** A measure's conditions on a row of alias f. */
export const condition = (of: Rollup, when: Conditions): Sql<boolean> => conditionOn(name => keyOfRow(of, name), when)

/** Owners a question names; else every one that the caller may see. */
export function askedOwners(report: Report, ask: Ask, granted: readonly string[]): string[] {
  return Object.entries(ask.where).reduce<string[]>(
    (owners, [name, values]) => (isOwner(report, name) ? owners.filter(one => values.includes(one)) : owners),
    [...granted],
  )
}

/**
 * A leaf over single rows of alias f; money is null as soon as one amount's rate is missing (asked first, as it is cheap and nearly never
 * so), unrounded.
 */
export function leafOver(leaf: Leaf, factor: Sql): Sql {
  const value = columnRef('f', leaf.column)
  const mine = condition(leaf.of, leaf.when)
  if (leaf.kind !== 'money') return sql`coalesce(sum(${value}) filter (where ${mine}), 0)::numeric`
  const lacking = sql`count(*) filter (where ${factor} is null and ${value} <> 0 and ${mine})`
  return sql`case when ${lacking} > 0 then null else coalesce(sum(${value} * ${factor}) filter (where ${mine}), 0) end`
}
