/**
 * How many things (orders) lines belong to, each once in every row. A thing is counted on one of its lines; within one value of a further
 * key (a SKU) another sum counts it. Where values of that key are put together (brands), the lines of things with several values are read,
 * take their part of the sum away and are counted by the thing; what is stored by groups takes stored sets of values instead.
 */
import { sql } from 'kysely'
import { dimensionOn, isLeaf, type Distinct, type Leaf, type Measure, type Report } from '#platform/declare/report.ts'
import type { Grain, Grouped, Grouping, GroupTime, Rollup, Entities } from '#platform/declare/rollup.ts'
import { betweenMembers, betweenValues, groupedThingsOf } from '#platform/declare/grouped-things.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { typeOf } from '../../db/ddl.ts'
import { columnRef, fromPart, isOneOf, unionAll, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import type { AnyDb } from '../../contract/database.ts'
import type { Ask } from '../ask/ask.ts'
import { flaggedFacts, type Bound } from './facts.ts'
import type { Told } from './parts.ts'

type Question = Pick<Ask, 'by' | 'where' | 'nodes' | 'trees'>

/** The sum that counts things in each row of the question; null: it counts those with several values more than once. */
export function columnOfThings(report: Report, { constant, within }: Entities, { by, where }: Question): string | null {
  const keysOf = (name: string): readonly string[] => ownValue(report.dimensions, name)?.keys ?? []
  const isPlain = (name: string): boolean => ownValue(report.dimensions, name)?.via === undefined && keysOf(name)[0] === within.key
  const told = [...by, ...Object.keys(where)].flatMap(keysOf)
  if (told.every(key => constant.keys.includes(key))) return constant.column
  const isWithin = by.some(isPlain) || Object.entries(where).some(([name, values]) => isPlain(name) && values.length === 1)
  return isWithin && told.every(key => key === within.key || constant.keys.includes(key)) ? within.column : null
}

/** The report whose counts of things are leaves, as this question can read them. */
export function answering(declared: Report, ask: Question): Report {
  const report = withUnknown(declared, ask)
  const counts = Object.entries(report.measures).filter((entry): entry is [string, Distinct] => entry[1].class === 'distinct')
  if (counts.length === 0) return report
  const grouped = new Map(groupedThingsOf(report).map(one => [one.name, one]))
  const leaves = counts.map(([name, measure]): readonly [string, Measure] => [name, leafOfThings(report, measure, ask, grouped.get(name))])
  return { ...report, measures: { ...report.measures, ...Object.fromEntries(leaves) } }
}

/** Leaves that are not divided by what the question asks for. */
function withUnknown(report: Report, { by, where }: Question): Report {
  const isTold = (of: Rollup, name: string): boolean => {
    const dimension = ownValue(report.dimensions, name)
    return dimension === undefined || dimensionOn(of, dimension) !== undefined
  }
  const unknown = Object.entries(report.measures).flatMap(([name, measure]): (readonly [string, Leaf])[] => {
    if (!isLeaf(measure) || measure.notAllocatable !== true) return []
    if (!Object.keys(where).every(one => isTold(measure.of, one))) return [[name, { ...measure, unknown: 'all' }]]
    return by.every(one => isTold(measure.of, one)) ? [] : [[name, { ...measure, unknown: 'rows' }]]
  })
  return unknown.length === 0 ? report : { ...report, measures: { ...report.measures, ...Object.fromEntries(unknown) } }
}

function leafOfThings(report: Report, measure: Distinct, ask: Question, grouped: Grouped | undefined): Leaf {
  const { title, source, when, of, things, constant, within } = measure
  const isAdded = columnOfThings(report, measure, ask) === constant.column
  // an object of its own keeps what is counted apart from what is added up
  const counted = isAdded ? of : { ...of, entities: { things, constant, within, ...(grouped === undefined ? {} : { grouped }) } }
  return { class: 'sum', title, source, when, of: counted, column: constant.column, kind: 'integer' }
}

/** A count of things over rows of alias f, of those that meet `when`. */
export const sumOfThings = (report: Report, things: Entities, ask: Question, when?: Sql<boolean>): Sql => {
  const column = columnOfThings(report, things, ask)
  const among = when === undefined ? sql`` : sql`filter (where ${when})`
  if (column !== null) return sql`sum(${columnRef('f', column)}) ${among}`
  return groupIn(report, things, ask) === null ? countOfThings(things, among) : sql`sum(${columnRef('f', things.within.column)}) ${among}`
}

/** Over rows with lines of things with several values, see `rowsWithSeveral`. */
export function countOfThings({ things, within }: Entities, among: Sql = sql``): Sql {
  // what is told apart needs no order of words, and sorts several times as fast without
  const thing = sql`${columnRef('f', things)} collate "C"`
  return sql`(coalesce(sum(${columnRef('f', within.column)}) ${among}, 0) + count(distinct ${thing}) ${among})`
}

/** Rows of a grain, and the lines of things with several values: these take away what the grain counts of them, and name the thing. */
export function rowsWithSeveral(db: AnyDb, of: Rollup, grain: Grain, stored: UntypedQuery, bound: Bound, { things, within }: Entities) {
  const keys = grain.keys.map(key => columnRef('f', key).as(columnOf(key)))
  const [count, thing] = [columnRef('f', within.column), columnRef('f', things)]
  const lines = db.selectFrom(flaggedFacts(db, of, bound, within.several, [things]).as('f'))
  const both = unionAll([
    stored.select([...keys, count.as(columnOf(within.column)), sql`f.n`.as('n'), sql`null::text`.as(columnOf(things))]),
    lines.select([...keys, sql`-${count}`.as(columnOf(within.column)), sql`0`.as('n'), thing.as(columnOf(things))]),
  ])
  return db.selectFrom(both.as('f'))
}

/** What a question tells things apart by, as its counts are stored. */
export interface Group {
  readonly grouping: Grouping
  /** nodes that stand for all below them, in place of the question's own condition: dimension -> values */
  readonly nodes: Readonly<Record<string, readonly string[]>>
  readonly grouped: Grouped
  /** stored rows of one thing may be added into one row of the question: by what rows are told apart, and which values count */
  readonly together: { readonly by: readonly string[]; readonly where: Readonly<Record<string, readonly string[]>> } | null
}

/**
 * Null: a tree is cut in two ways at once, or values that one line has several of do not tell rows apart. What follows from a group that
 * tells rows apart is a condition on rows like any other.
 */
export function groupIn(report: Report, { grouped, constant }: Entities, { by, where, nodes, trees }: Question): Group | null {
  const told = [...new Set([...by, ...Object.keys(where)])]
  const names = told.filter(one => grouped?.dimensions.includes(one))
  if (grouped === undefined || names.length === 0) return null
  const others = told.filter(one => !names.includes(one)).flatMap(one => ownValue(report.dimensions, one)?.keys ?? [])
  if (!others.every(key => constant.keys.includes(key))) return null
  const valuesOf = (name: string): readonly string[] | undefined => ownValue(nodes ?? {}, name) ?? ownValue(where, name)
  const needsWhole = (name: string): boolean =>
    by.includes(name) ? trees?.[name] !== undefined : ownValue(report.dimensions, name)?.tree !== undefined
  const answers = ({ base, whole, dimensions, many }: Grouping): boolean =>
    names.every(name => dimensions.includes(name) && (many !== true || by.includes(name))) &&
    base.every(name => {
      if (!names.includes(name) || whole.includes(name) !== needsWhole(name)) return false
      const values = valuesOf(name)
      if (by.includes(name)) return values === undefined || trees?.[name] === undefined
      // of several nodes none lies below another, else things of one value would count in both
      return values !== undefined && (values.length === 1 || !whole.includes(name) || ownValue(nodes ?? {}, name) !== undefined)
    })
  const grouping = grouped.groupings.find(answers)
  if (grouping === undefined) return null
  const pinned = grouping.whole.flatMap(name => (by.includes(name) ? [] : [[name, valuesOf(name) ?? []] as const]))
  const ownNodes = Object.fromEntries(pinned)
  const isTogether = grouping.base.some(name => !by.includes(name) && valuesOf(name)?.length !== 1)
  const ofGroup = (name: string): boolean => grouping.dimensions.includes(name)
  const conditions = Object.entries({ ...where, ...ownNodes }).filter(([name]) => ofGroup(name))
  const together = isTogether ? { by: by.filter(ofGroup), where: Object.fromEntries(conditions) } : null
  return { grouping, nodes: ownNodes, grouped, together }
}

/** One dimension's value of a text that holds those of a grouping. */
function valueIn({ dimensions }: Grouping, whole: Sql, name: string): Sql {
  if (dimensions.length === 1) return whole
  return sql`split_part(${whole}, ${sql.lit(betweenValues)}, ${sql.lit(dimensions.indexOf(name) + 1)})`
}

/** The values of a row of `groupRows` by dimension. */
export function toldBy({ grouping }: Group): Map<string, Told> {
  const { dimensions, whole } = grouping
  return new Map(dimensions.map(name => [name, { value: valueIn(grouping, sql.ref('f.in_group'), name), isWhole: whole.includes(name) }]))
}

/** Stored counts as rows of alias f: in_group with the values of their dimensions, and the keys that leaves ask for. */
export function groupRows(db: AnyDb, of: Rollup, group: Group, time: GroupTime, leaves: readonly Leaf[], bounds: readonly Sql<boolean>[]) {
  const { keys, tables, sets } = group.grouped
  const met = new Map(leaves.flatMap(leaf => Object.entries(leaf.when)))
  const within = (table: string): UntypedQuery =>
    bounds
      .reduce((rows, bound) => rows.where(bound), db.selectFrom(`${table} as g`))
      .where(sql<boolean>`g.dimension = ${group.grouping.name}`)
  const told = (rows: UntypedQuery, inGroup: Sql, things: Sql): UntypedQuery =>
    rows.select([
      ...[...keys, time].map(key => columnRef('g', key).as(columnOf(key))),
      ...[...met].map(([key, values]) => literalOf(of, key, values?.[0] ?? null).as(columnOf(key))),
      inGroup.as('in_group'),
      things.as(columnOf(of.entities?.within.column ?? '')),
      sql`0`.as('n'),
    ])
  const stored = told(within(tables[time]), sql.ref('g.value'), sql.ref('g.things'))
  if (group.together === null) return db.selectFrom(stored.as('f'))
  const counted = countedTwice(group.grouping, group.together)
  const again = within(sets[time]).innerJoinLateral(counted.as('r'), join => join.onTrue())
  const both = unionAll([stored, told(again, sql.ref('r.in_group'), sql`(g.things * (1 - r.n))::int`)])
  return db.selectFrom(both.as('f'))
}

/** Of a set of values (alias g) those that one row of the question puts together, where they are more than one: the first, and how many. */
function countedTwice(grouping: Grouping, { by, where }: NonNullable<Group['together']>): UntypedQuery {
  const member = sql.ref('e.member')
  const members = sql`unnest(string_to_array(${sql.ref('g.members')}, ${sql.lit(betweenMembers)}))`.as(sql.raw('e(member)'))
  const rows = by.map(name => valueIn(grouping, member, name))
  const kept = Object.entries(where).reduce(
    (all, [name, values]) => all.where(isOneOf(valueIn(grouping, member, name), values)),
    fromPart(members).select([sql`min(${member})`.as('in_group'), sql`count(*)`.as('n')]),
  )
  return (rows.length === 0 ? kept : kept.groupBy(rows)).having(sql<boolean>`count(*) > 1`)
}

export function literalOf(of: Rollup, key: string, value: string | number | boolean | null): Sql {
  const field = ownValue(of.keys, key)
  if (!field) throw new Error(`${of.name}: ${key} is no key`)
  return sql`${sql.lit(value)}::${sql.raw(typeOf(field))}`
}
