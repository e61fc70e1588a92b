/**
 * One roll-up's part of a report: its smallest grain, filtered, converted and added up to the asked dimensions. Roll-ups are never joined to each
 * other (no fan-out); the parts are united afterwards. Shop tables stand in FROM, reference tables are joined to them.
 */
import { sql } from 'kysely'
import type { Conditions, Dimension, Leaf, Report } from '#platform/declare/report.ts'
import type { Grain, Mapped, Rollup } from '#platform/declare/rollup.ts'
import { isWholeMonths } from '#platform/format/periods.ts'
import { grainOf, unallocated, type Ask } from './ask.ts'
import { finestTime } from './before.ts'
import { allOf, among, at, firstOfMonth, type Loose, type LooseQuery, type Sql } from './loose.ts'

/** Query over a grain (alias f) or over facts of the same columns, with what conditions, conversion and dimensions need joined to it. */
export interface Joined {
  readonly rows: LooseQuery
  readonly month: Sql
  /** the currency figures are shown in: the shop's own, or the base */
  readonly target: Sql
  /** what one unit of the row's currency is in the target's; null where a rate is missing */
  readonly factor: Sql
  /** what one unit of the row's currency is in the base */
  readonly baseFactor: Sql
  readonly dimension: (name: string) => Sql
}

/** The mapped meaning of a kind in the row's month. `until` follows from the next mapping too, so that overlapping rows can't count a figure twice. */
export function withMap(db: Loose, rows: LooseQuery, m: Mapped, month: Sql): LooseQuery {
  const dated = db
    .selectFrom(`${m.map.table} as d`)
    .select([
      at('d', m.on).as('on_key'),
      at('d', m.value).as('value'),
      at('d', m.from).as('since'),
      sql`least(${at('d', m.to)}, lead(${at('d', m.from)}) over (partition by ${at('d', m.on)} order by ${at('d', m.from)}))`.as('until'),
    ])
  return rows.leftJoin(dated.as('map'), j =>
    j.on(sql<boolean>`map.on_key = ${at('f', m.key)} and map.since <= ${month} and (map.until is null or map.until > ${month})`),
  ) as unknown as LooseQuery
}

/** Joins shops, rates, map and look-ups of the named dimensions to rows that carry the roll-up's keys as alias f. `hasDay`: month follows from the day. */
export function joined(
  db: Loose,
  report: Report,
  of: Rollup,
  ask: Ask,
  rows: LooseQuery,
  hasMonth: boolean,
  dimensions: readonly string[],
): Joined {
  const { shops, rates, base } = report.conversion
  const month = hasMonth ? at('f', 'month') : firstOfMonth(at('f', 'day'))
  const target: Sql = ask.currency === 'CNY' ? sql`${sql.lit(base)}::text` : sql`shop_of.currency`
  const rate = (currency: Sql, alias: string): Sql =>
    sql`case when ${currency} = ${sql.lit(base)} then 1 else ${sql.ref(`${alias}.rate`)} end`
  let all = rows.innerJoin(`${shops} as shop_of`, j => j.on(sql<boolean>`shop_of.id = ${at('f', 'shopId')}`)) as unknown as LooseQuery
  all = all.leftJoin(`${rates} as rate_from`, j =>
    j.on(sql<boolean>`rate_from.month = ${month} and rate_from.currency = ${at('f', 'currency')}`),
  ) as unknown as LooseQuery
  if (ask.currency === 'shop')
    all = all.leftJoin(`${rates} as rate_to`, j =>
      j.on(sql<boolean>`rate_to.month = ${month} and rate_to.currency = shop_of.currency`),
    ) as unknown as LooseQuery
  const from = rate(at('f', 'currency'), 'rate_from')
  // Into the base nothing is divided, so a base figure is exact; numeric division carries at least 16 significant digits.
  const factor: Sql =
    ask.currency === 'CNY'
      ? sql`(${from})`
      : sql`(case when ${at('f', 'currency')} = shop_of.currency then 1 else (${from}) / (${rate(sql`shop_of.currency`, 'rate_to')}) end)`
  if (of.mapped) all = withMap(db, all, of.mapped, month)
  const known = new Map<string, Sql>()
  for (const name of new Set(dimensions)) {
    const d = report.dimensions[name]
    if (!d) throw new Error(`${report.name}: ${name} is no dimension`)
    const value = d.keys.every(k => k in of.keys) ? valueOf(d, name, answeredFor(ask, month)) : sql`${sql.lit(unallocated)}::text`
    if (d.via && d.keys.every(k => k in of.keys)) all = withSteps(all, d, name)
    known.set(name, value)
  }
  const dimension = (name: string): Sql => known.get(name) ?? sql`${sql.lit(unallocated)}::text`
  return { rows: all, month, target, factor, baseFactor: from, dimension }
}

const stepAlias = (name: string, i: number): string => `via_${name.toLowerCase()}_${i}`
function withSteps(rows: LooseQuery, d: Dimension, name: string): LooseQuery {
  return (d.via?.steps ?? []).reduce((all, step, i) => {
    const before = i === 0 ? 'f' : stepAlias(name, i - 1)
    const same = Object.entries(step.on).map(([its, mine]) => sql<boolean>`${at(stepAlias(name, i), its)} = ${at(before, mine)}`)
    return all.leftJoin(`${step.table} as ${stepAlias(name, i)}`, j => j.on(allOf(same))) as unknown as LooseQuery
  }, rows)
}

/** The times a row answers for: its own, or those of the later row that it is held against. */
interface Times {
  readonly month: Sql
  readonly day: Sql
}
function answeredFor({ moved }: Ask, month: Sql): Times {
  const day = at('f', 'day')
  if (moved === undefined) return { month, day }
  if (moved.unit === 'day') {
    const later = sql`(${day} + ${sql.lit(moved.count)})`
    return { month: firstOfMonth(later), day: later }
  }
  const later = (time: Sql): Sql => sql`(${time} + make_interval(months => ${sql.lit(moved.count)}))::date`
  return { month: later(month), day: later(day) }
}

/** A dimension's value as text; '' where the row has none. */
function valueOf(d: Dimension, name: string, times: Times): Sql {
  const [first = ''] = d.keys
  const own = first === 'month' || first === 'day' ? times[first] : at('f', first)
  const raw = d.via ? at(stepAlias(name, d.via.steps.length - 1), d.via.value) : own
  return d.kind === 'month' ? sql`to_char(${raw}, 'YYYY-MM')` : sql`coalesce(${raw}::text, ${sql.lit(unallocated)})`
}

/** Filters on dimensions; plain keys are compared as they are stored, so that the grain's index serves them. */
export function filters(report: Report, of: Rollup, ask: Ask, joined: Joined): Sql<boolean>[] {
  const conditions = Object.entries(ask.where).map(([name, values]) => {
    const d = report.dimensions[name]
    const [first = ''] = d?.keys ?? []
    const isStored = d && !d.via && first in of.keys && d.kind !== 'month' && !(first === 'day' && ask.moved)
    if (isStored && !(d.kind === 'reference' && values.includes(unallocated))) return among(at('f', first), values)
    return among(joined.dimension(name), values)
  })
  if (ask.moved?.unit === 'month' && finestTime(report, [...ask.by, ...Object.keys(ask.where)]) === 'day') {
    // 29 February has no day to be held against: it must not be added to another one
    const months = sql`make_interval(months => ${sql.lit(ask.moved.count)})`
    conditions.push(sql<boolean>`(${at('f', 'day')} + ${months} - ${months})::date = ${at('f', 'day')}`)
  }
  if (ask.rowCurrency !== undefined && ask.currency === 'shop') conditions.push(sql<boolean>`shop_of.currency = ${ask.rowCurrency}`)
  return conditions
}

/** What a condition asks of a row of alias f: a key, or the meaning its map gives it. */
const keyOfRow = (of: Rollup, name: string): Sql => (of.mapped?.name === name ? sql`map.value` : at('f', name))
const conditionOn = (column: (name: string) => Sql, when: Conditions): Sql<boolean> =>
  allOf(
    Object.entries(when).map(([name, values]) => (values === null ? sql<boolean>`${column(name)} is null` : among(column(name), values))),
  )
/** A measure's conditions on a row of alias f. */
export const condition = (of: Rollup, when: Conditions): Sql<boolean> => conditionOn(name => keyOfRow(of, name), when)

/** Shops a question names; null: every shop the caller may see. */
export function askedShops(report: Report, ask: Ask, granted: readonly string[]): string[] {
  const names = Object.entries(report.dimensions)
    .filter(([, d]) => !d.via && d.keys[0] === 'shopId')
    .map(([name]) => name)
  return names.reduce<string[]>((shops, name) => (ask.where[name] ? shops.filter(s => ask.where[name]?.includes(s)) : shops), [...granted])
}

const inPeriod = (grain: Grain, ask: Ask): Sql<boolean> =>
  grain.keys.includes('day')
    ? sql<boolean>`${at('f', 'day')} between ${ask.from} and ${ask.to}`
    : sql<boolean>`${at('f', 'month')} between ${ask.from} and ${ask.to}`

/** Rows of the smallest grain within scope, period and filters, and what is joined to them. */
export function grainRows(db: Loose, report: Report, of: Rollup, ask: Ask, shops: readonly string[], leaves: readonly Leaf[]): Joined {
  const grain = grainOf(report, of, ask, leaves)
  if (!grain.keys.includes('day') && !isWholeMonths(ask)) throw new Error(`${grain.table} can't answer a part of a month`)
  const rows = db
    .selectFrom(`${grain.table} as f`)
    .where(among(at('f', 'shopId'), shops))
    .where(inPeriod(grain, ask)) as unknown as LooseQuery
  const all = joined(db, report, of, ask, rows, grain.keys.includes('month'), [...ask.by, ...Object.keys(ask.where)])
  return { ...all, rows: filters(report, of, ask, all).reduce((q, c) => q.where(c), all.rows) }
}

/** A money leaf over rows: null as soon as one amount's rate is missing (asked first, as it is cheap and nearly never so), unrounded. */
const moneyOver = (value: Sql, lacks: Sql<boolean>, mine: Sql<boolean>): Sql =>
  sql`case when count(*) filter (where ${lacks} and ${mine}) > 0 then null else coalesce(sum(${value}) filter (where ${mine}), 0) end`
const countOver = (value: Sql, mine: Sql<boolean>): Sql => sql`coalesce(sum(${value}) filter (where ${mine}), 0)::numeric`
const lacksRate = (value: Sql, factor: Sql): Sql<boolean> => sql<boolean>`(${factor} is null and ${value} <> 0)`

/** A leaf over single rows of alias f. */
export function leafOver(leaf: Leaf, factor: Sql): Sql {
  const value = at('f', leaf.column)
  const mine = condition(leaf.of, leaf.when)
  return leaf.kind === 'money' ? moneyOver(sql`${value} * ${factor}`, lacksRate(value, factor), mine) : countOver(value, mine)
}

/**
 * One part: d0, d1, … the dimensions, currency, then every leaf of the question (0 where it belongs to another roll-up), those of `converted` once
 * more in the base currency, and `unmapped`.
 * Rows are added up and converted by what measures tell apart before the measures are: thirty of them ask a few rows then, and each amount
 * is converted once.
 */
export function partOf(
  db: Loose,
  report: Report,
  of: Rollup,
  ask: Ask,
  shops: readonly string[],
  { leaves, converted }: { readonly leaves: ReadonlyMap<string, Leaf>; readonly converted: readonly string[] },
): LooseQuery {
  const mine = [...leaves.values()].filter(l => l.of === of)
  const rows = grainRows(db, report, of, ask, shops, mine)
  const names = [...ask.by.map((_, i) => `d${i}`), 'currency']
  const keys = [...ask.by.map(rows.dimension), rows.target].map((value, i) => value.as(names[i] ?? ''))
  const tested = [...new Set(mine.flatMap(l => Object.keys(l.when)))].map(name => keyOfRow(of, name).as(`on_${name}`))
  const columns = (kind: 'money' | 'count') => [
    ...new Set(mine.filter(l => (l.kind === 'money') === (kind === 'money')).map(l => l.column)),
  ]
  const money = (set: string, factor: Sql) =>
    columns('money').flatMap(c => {
      const value = at('f', c)
      return [sql`sum(${value} * ${factor})`.as(`${set}_${c}`), sql`bool_or(${lacksRate(value, factor)})`.as(`${set}_${c}_lacks`)]
    })
  const sums = [
    ...money('money', rows.factor),
    ...(converted.length > 0 ? money('base', rows.baseFactor) : []),
    ...columns('count').map(c => sql`sum(${at('f', c)})`.as(`count_${c}`)),
    (of.mapped ? sql`coalesce(sum(f.n) filter (where map.value is null), 0)` : sql`0`).as('unmapped'),
  ]
  const added = rows.rows.select([...keys, ...tested, ...sums]).groupBy([...keys, ...tested].map((_, i) => sql.lit(i + 1)) as never)
  const values = [
    ...[...leaves].map(([name, leaf]) => (leaf.of === of ? leafOfAdded(leaf, 'money') : sql`0::numeric`).as(`leaf_${name}`)),
    ...converted.map(name => {
      const leaf = leaves.get(name)
      return (leaf?.of === of ? leafOfAdded(leaf, 'base') : sql`0::numeric`).as(`base_${name}`)
    }),
  ]
  return (db.selectFrom(added.as('g')) as unknown as LooseQuery)
    .select([...names.map(name => sql.ref(`g.${name}`).as(name)), ...values, sql`sum(g.unmapped)::numeric`.as('unmapped')])
    .groupBy(names.map(name => sql.ref(`g.${name}`)) as never)
}

/** A leaf over rows that are added up by what its conditions ask for (alias g); `set`: in the currency shown, or in the base. */
function leafOfAdded(leaf: Leaf, set: 'money' | 'base'): Sql {
  const mine = conditionOn(name => sql.ref(`g.on_${name}`), leaf.when)
  return leaf.kind === 'money'
    ? moneyOver(sql.ref(`g.${set}_${leaf.column}`), sql<boolean>`${sql.ref(`g.${set}_${leaf.column}_lacks`)}`, mine)
    : countOver(sql.ref(`g.count_${leaf.column}`), mine)
}
