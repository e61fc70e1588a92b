/**
 * Amounts of a report added up by its dimensions and by what its measures tell apart, but not yet by measure: one row per item and not
 * thirty columns, most of them zero. Which of them are added to which measure comes last, for the rows of a page and for the totals.
 */
import { isLookedUpByDay } from '#platform/declare/dimension.ts'
import { sql } from 'kysely'
import { dimensionOn, type Leaf, type Matched, type Report } from '#platform/declare/report.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { typeOf } from '../../db/ddl.ts'
import type { Ask } from '../ask/ask.ts'
import { allConditions, columnRef, firstOfMonth, fromPart, type UntypedQuery, type Sql } from '../../db/untyped-query.ts'
import type { AnyDb } from '../../contract/database.ts'
import { grainRows } from './grain-rows.ts'
import { betweenValues } from '#platform/declare/grouped-things.ts'
import { conditionOn, keyOfRow, type Joined } from '../store/parts.ts'
import { withRates } from '../store/rates.ts'
import { literalOf, sumOfThings } from '../store/things.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { balanceEnds, timesOf, windowAsk, type InWindow, type TimesOf, type WindowName } from '../ask/windows.ts'

/** What is added up: leaves by name, those of `converted` in the base currency as well. */
export interface Columns {
  readonly leaves: ReadonlyMap<string, Leaf>
  readonly converted: readonly string[]
  /** of other days than those of the row, with the leaves that are asked for there */
  readonly windows: ReadonlyMap<WindowName, ReadonlySet<string>>
  /** for the proof: rows are of one owner each, whatever they are added up by */
  readonly byOwner?: true
}

/** The roll-ups that leaves are taken from, in a fixed order. */
export const rollupsOf = ({ leaves }: Pick<Columns, 'leaves'>): Rollup[] => [...new Set([...leaves.values()].map(l => l.of))]

const columnsOf = ({ leaves }: Columns, isMoney: boolean): string[] => [
  ...new Set([...leaves.values()].filter(l => (l.kind === 'money') === isMoney).map(l => l.column)),
]
/** Names of the sums that leaves are taken from: money as shown and, where asked for, in the base; what is counted as it is. */
export const sumNames = (columns: Columns): string[] => [
  ...columnsOf(columns, true).map(c => `money_${c}`),
  ...(columns.converted.length > 0 ? columnsOf(columns, true).map(c => `base_${c}`) : []),
  ...columnsOf(columns, false).map(c => `count_${c}`),
]
/** Names of what the leaves' conditions ask for, each with a roll-up that tells it. */
const tested = ({ leaves }: Columns): Map<string, Rollup> =>
  new Map([...leaves.values()].flatMap(l => Object.keys(l.when).map(name => [name, l.of] as const)))
/** In the order of the columns of a part: parts stand one below the other by it. */
export const testedNames = (columns: Columns): string[] => [...[...tested(columns).keys()].map(name => `on_${name}`), 'roll']

function withoutThings(of: Rollup): Rollup {
  const { entities: _things, ...plain } = of
  return plain
}

const fieldOf = (of: Rollup, name: string) =>
  of.mapped?.name === name ? ownValue(of.mapped.map.fields, of.mapped.value) : ownValue(of.keys, name)
const nothingOf = (of: Rollup, name: string): Sql => {
  const field = fieldOf(of, name)
  if (!field) throw new Error(`${of.name}: ${name} is no key`)
  return sql`null::${sql.raw(typeOf(field))}`
}

/**
 * One part: d0, d1, … the dimensions, currency, what measures tell apart (`roll`, the roll-up's place, and `on_…`), the sums and
 * `unmapped`. Money of a missing rate is NaN, which every sum it enters becomes too. `within`: only the rows of the statement's part
 * `page`, with their `position`, or what is in a window, of each of them whatever its time. A balance has the rates of the month it stands
 * in; of nothing it needs none.
 */
export function partOf(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  owners: readonly string[],
  columns: Columns,
  within?: 'page' | InWindow,
  mine: readonly Leaf[] = [...columns.leaves.values()].filter(l => l.of === of),
): UntypedQuery {
  const window = within === 'page' ? undefined : within
  const rows = matchedRows(db, of, grainRows(db, report, of, ask, owners, mine), window?.matched)
  const ownValue = new Set(mine.flatMap(l => Object.keys(l.when)))
  const plain = keysOf(report, ask, rows)
  const ofPage = within === 'page' || (window !== undefined && window.among !== null)
  const keys = ofPage
    ? ['position', ...plain.map(k => k.name)].map(name => sql.ref(`o.${name}`).as(name))
    : [...plain.map(k => k.value.as(k.name)), ...(columns.byOwner === true ? [columnRef('f', of.owner).as('owner')] : [])]
  const isLookedUp = ask.by.some(name => isByDayHere(report, of, name))
  const kept = ofPage
    ? onPage(
        rows.rows,
        window === undefined || window.matched !== undefined ? plain : plain.filter(k => !k.isTime),
        isLookedUp,
        window?.among == null ? [] : [window.among],
      )
    : rows.rows
  const isBalance = window !== undefined && window.standsOn !== null && Object.hasOwn(of.keys, 'currency')
  const worth = isBalance ? withRates(report, of, ask, kept, firstOfMonth(window.standsOn), true, 'stands') : { ...rows, rows: kept }
  const told = [...tested(columns)].map(([name, teller]) =>
    (ownValue.has(name) ? keyOfRow(of, name) : nothingOf(teller, name)).as(`on_${name}`),
  )
  const isOwn = (column: string): boolean => mine.some(l => l.column === column)
  const money = (set: string, factor: Sql) =>
    columnsOf(columns, true).map(c => {
      const value = columnRef('f', c)
      const balance = sql`sum(${value})`
      const sum = isBalance
        ? sql`coalesce(${balance} * ${factor}, case when ${balance} <> 0 then 'NaN'::numeric end)`
        : sql`sum(coalesce(${value} * ${factor}, case when ${value} <> 0 then 'NaN'::numeric end))`
      return (isOwn(c) ? sum : sql`null::numeric`).as(`${set}_${c}`)
    })
  const countOf = (c: string): Sql => (of.entities ? sumOfThings(report, of.entities, ask) : sql`sum(${columnRef('f', c)})`)
  const sums = [
    ...money('money', worth.factor),
    ...(columns.converted.length > 0 ? money('base', worth.baseFactor) : []),
    ...columnsOf(columns, false).map(c => (isOwn(c) ? sql`(${countOf(c)})::numeric` : sql`null::numeric`).as(`count_${c}`)),
    (of.mapped ? sql`coalesce(sum(f.n) filter (where map.value is null), 0)::numeric` : sql`0::numeric`).as('unmapped'),
  ]
  const roll = sql`${sql.lit(rollupsOf(columns).indexOf(of))}::int`.as('roll')
  const groups = [...keys, ...told].map((_, i) => sql.lit(i + 1))
  const ofRate = isBalance ? [columnRef('f', 'currency'), ...worth.columns] : []
  return worth.rows.select([...keys, ...told, roll, ...sums]).groupBy([...groups, ...ofRate])
}

/** The part of a window; null: none of its leaves is the roll-up's. */
export function windowPart(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  owners: readonly string[],
  columns: Columns,
  [name, window]: readonly [WindowName, InWindow],
): UntypedQuery | null {
  const mine = [...columns.leaves].filter(([leaf, l]) => l.of === of && columns.windows.get(name)?.has(leaf)).map(([, l]) => l)
  return mine.length === 0 ? null : partOf(db, report, of, ask, owners, columns, window, mine)
}

/** Rows of owners and quarters that a record is of. */
function matchedRows(db: AnyDb, of: Rollup, rows: Joined, matched: Matched | undefined): Joined {
  if (matched === undefined) return rows
  const unit = sql.lit(matched.unit)
  const records = db
    .selectFrom(`${matched.table} as t`)
    .select([columnRef('t', of.owner).as('owner'), sql`date_trunc(${unit}, ${columnRef('t', 'month')})`.as('time')])
  const isOne = sql<boolean>`(${columnRef('f', of.owner)}, date_trunc(${unit}, ${rows.month})) in (${records})`
  return { ...rows, rows: rows.rows.where(isOne) }
}

interface Key {
  readonly name: string
  readonly value: Sql
  readonly isTime: boolean
}
/** What rows are grouped by: d0, d1, … and the currency. */
const keysOf = (report: Report, ask: Ask, rows: Joined): Key[] => [
  ...ask.by.map((name, i) => ({
    name: `d${i}`,
    value: rows.key(name),
    isTime: ownValue(report.dimensions, name)?.time !== undefined,
  })),
  { name: 'currency', value: rows.target, isTime: false },
]

/**
 * The same of a count of things for the rows of the page, where every row was put in its place by it: it is not counted once more. `set`:
 * of the period that was asked for, or of a side of the comparison.
 */
export function placedCounts(
  of: Rollup,
  ask: Ask,
  columns: Columns,
  [name, leaf]: readonly [string, Leaf],
  set: 'leaf' | 'was_leaf' | 'now_leaf',
) {
  const keys = ['position', ...ask.by.map((_, i) => `d${i}`), 'currency'].map(key => sql.ref(`o.${key}`).as(key))
  const told = [...tested(columns)].map(([key, teller]) => {
    const isOwn = Object.hasOwn(leaf.when, key)
    return (isOwn ? literalOf(of, key, leaf.when[key]?.[0] ?? null) : nothingOf(teller, key)).as(`on_${key}`)
  })
  const roll = sql`${sql.lit(rollupsOf(columns).indexOf(of))}::int`.as('roll')
  const sums = sumNames(columns).map(sum =>
    (sum === `count_${leaf.column}` ? sql`${sql.ref(`o.${set}_${name}`)}::numeric` : sql`null::numeric`).as(sum),
  )
  const counts = fromPart('page as o').select([...keys, ...told, roll, ...sums, sql`0::numeric`.as('unmapped')])
  return set === 'leaf' || ask.isCut !== true ? counts : counts.where(sql<boolean>`o.had_like`)
}
/** The count of things of a roll-up whose figure every row has already, by name. */
export function placedCountOf(of: Rollup, columns: Columns, placed: Columns): readonly [string, Leaf] | null {
  const [own, ...others] = [...columns.leaves].filter(([, leaf]) => leaf.of === of)
  const isMapped = own !== undefined && of.mapped !== undefined && Object.hasOwn(own[1].when, of.mapped.name)
  return of.entities && own && others.length === 0 && placed.leaves.get(own[0]) === own[1] && !isMapped ? own : null
}

/**
 * Only the rows that the statement's part `page` names, with their `position`, as alias o. `isWhole`: the keys are compared as one, so that
 * the page is joined after the look-ups: joined before them by its currency alone it makes each row as often as the page has rows, and each
 * of these is looked up.
 */
const onPage = (rows: UntypedQuery, keys: readonly Key[], isWhole: boolean, further: readonly Sql<boolean>[]): UntypedQuery => {
  const pairs = keys.map(({ name, value }) => [value, sql.ref(`o.${name}`)] as const)
  const textsOf = (side: 0 | 1): Sql =>
    sql`(${sql.join(
      pairs.map(pair => sql`${pair[side]}::text`),
      sql` || ${sql.lit(betweenValues)} || `,
    )})`
  const same = isWhole
    ? sql<boolean>`${textsOf(0)} = ${textsOf(1)}`
    : allConditions(pairs.map(([mine, other]) => sql<boolean>`${mine} = ${other}`))
  return rows.innerJoin('page as o', j => j.on(allConditions([same, ...further])))
}
/** A look-up of the record that holds on a row's day has no plain key: it is searched for each row. */
function isByDayHere(report: Report, of: Rollup, name: string): boolean {
  const declared = ownValue(report.dimensions, name)
  const d = declared && dimensionOn(of, declared)
  return d !== undefined && isLookedUpByDay(d)
}

/**
 * One part of every row of an answer: its keys and nothing but the leaves of `columns`, `leaf_…` and `base_…`; null where they are another
 * roll-up's.
 */
export function placedPart(db: AnyDb, report: Report, of: Rollup, ask: Ask, owners: readonly string[], columns: Columns): UntypedQuery {
  const mine = [...columns.leaves.values()].filter(l => l.of === of)
  // rows without a figure are there already where nothing but the grain is read
  const rows = grainRows(db, report, mine.length === 0 ? withoutThings(of) : of, ask, owners, mine)
  const keys = keysOf(report, ask, rows)
  const sumOf = (leaf: Leaf, factor: Sql): Sql => {
    if (leaf.of !== of || leaf.standing !== undefined) return sql`null::numeric`
    const value = columnRef('f', leaf.column)
    const counted = leaf.kind === 'money' ? sql`coalesce(${value} * ${factor}, case when ${value} <> 0 then 'NaN'::numeric end)` : value
    const when = conditionOn(name => keyOfRow(of, name), leaf.when)
    return of.entities
      ? sql`(${sumOfThings(report, of.entities, ask, when)})::numeric`
      : sql`(sum(${counted}) filter (where ${when}))::numeric`
  }
  const figures = [...columns.leaves].map(([name, leaf]) => sumOf(leaf, rows.factor).as(`leaf_${name}`))
  const inBase = columns.converted.flatMap(name => {
    const leaf = columns.leaves.get(name)
    return leaf === undefined ? [] : [sumOf(leaf, rows.baseFactor).as(`base_${name}`)]
  })
  return rows.rows.select([...keys.map(k => k.value.as(k.name)), ...figures, ...inBase]).groupBy(keys.map((_, i) => sql.lit(i + 1)))
}

/**
 * Rows that are there because their balance is: what these leaves of one roll-up come to by the end of each time of the question is not
 * nothing, though nothing need have moved within it. Their keys, and the balance that rows are put in order by, beside the parts of
 * `placedPart`.
 */
export function carriedPart(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  owners: readonly string[],
  columns: Columns,
  balances: readonly Leaf[],
): UntypedQuery {
  const mine = balances.filter(leaf => leaf.of === of)
  const closing = windowAsk(report, ask, 'closing')
  const rows = grainRows(db, report, of, closing, owners, mine)
  const times = timesOf(report, ask)
  // coalesce: a coordinator of several machines takes a bare column of unnest for one of the first column's type
  const keys = keysOf(report, ask, rows).map((key, i) =>
    times?.keys.has(i) === true ? { ...key, value: sql`coalesce(${sql.ref(`times.d${i}`)}, null)` } : key,
  )
  const all =
    times === null ? rows.rows : rows.rows.innerJoin(timesTable(times), j => j.on(sql<boolean>`${columnRef('f', 'day')} <= times.last`))
  const [first, last] = times === null ? balanceEnds(report, ask) : [sql`times.first`, sql`times.last`]
  const sumOf = (leaf: Leaf): Sql => {
    const before = leaf.standing === 'opening' ? [sql<boolean>`${columnRef('f', 'day')} < ${first}`] : []
    const counted = allConditions([conditionOn(name => keyOfRow(of, name), leaf.when), ...before])
    return sql`coalesce(sum(${columnRef('f', leaf.column)}) filter (where ${counted}), 0)`
  }
  const deciding = [...columns.leaves.values()].find(leaf => leaf.of === of && leaf.standing !== undefined)
  const standsOn = deciding?.standing === 'opening' ? sql`(${first} - 1)` : last
  const isMoney = deciding?.kind === 'money' && Object.hasOwn(of.keys, 'currency')
  const worth = isMoney ? withRates(report, of, ask, all, firstOfMonth(standsOn), true, 'stands') : { ...rows, rows: all }
  const worthOf = (leaf: Leaf | undefined, factor: Sql): Sql => {
    if (leaf === undefined || leaf !== deciding) return sql`null::numeric`
    const sum = sumOf(leaf)
    return isMoney ? sql`coalesce(${sum} * ${factor}, case when ${sum} <> 0 then 'NaN'::numeric end)` : sql`(${sum})::numeric`
  }
  const figures = [
    ...[...columns.leaves].map(([name, leaf]) => worthOf(leaf, worth.factor).as(`leaf_${name}`)),
    ...columns.converted.map(name => worthOf(columns.leaves.get(name), worth.baseFactor).as(`base_${name}`)),
  ]
  // what is there of one currency is not made up for by what lacks of another
  const byCurrency = Object.hasOwn(of.keys, 'currency') ? [columnRef('f', 'currency')] : []
  const byRate = isMoney ? worth.columns : []
  const isHeld = [...mine, ...(deciding === undefined ? [] : [deciding])].map(leaf => sql<boolean>`${sumOf(leaf)} <> 0`)
  return worth.rows
    .select([...keys.map(k => k.value.as(k.name)), ...figures])
    .groupBy([...keys.map((_, i) => sql.lit(i + 1)), ...byCurrency, ...byRate])
    .having(sql<boolean>`(${sql.join(isHeld, sql` or `)})`)
}

function timesTable({ keys, first, last }: TimesOf) {
  const columns = [...keys].map(([, { type, values }]) => sql`${values}::${sql.raw(type)}[]`)
  const names = [...[...keys.keys()].map(i => `d${i}`), 'first', 'last'].join(', ')
  return sql`unnest(${sql.join([...columns, sql`${first}::date[]`, sql`${last}::date[]`])})`.as(sql.raw(`times(${names})`))
}

/**
 * A leaf over rows of alias a, made by `partOf`; `set`: in the currency shown, or in the base; `among`: those of one period. Null where a
 * rate is missing.
 */
export function leafOfParts(columns: Columns, leaf: Leaf, set: 'money' | 'base' = 'money', among?: Sql<boolean>): Sql {
  const mine = allConditions([
    sql<boolean>`a.roll = ${sql.lit(rollupsOf(columns).indexOf(leaf.of))}`,
    ...(among === undefined ? [] : [among]),
    conditionOn(name => sql.ref(`a.on_${name}`), leaf.when),
  ])
  const added = sql`sum(${sql.ref(`a.${leaf.kind === 'money' ? set : 'count'}_${leaf.column}`)}) filter (where ${mine})`
  const sum = leaf.blank === true ? added : sql`coalesce(${added}, 0)`
  return leaf.kind === 'money' ? sql`nullif(${sum}, 'NaN')` : sum
}
