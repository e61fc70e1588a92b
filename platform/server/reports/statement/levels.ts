/**
 * The levels of a report's answer: its totals, all its rows with what their order needs, and the amounts of one page of them. With a
 * comparison the amounts of both sides stand in the same unions, marked, so that a row is there when either period has it and rows can be
 * put in order by their difference.
 */
import { sql } from 'kysely'
import type { Leaf, Report } from '#platform/declare/report.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import {
  carriedPart,
  leafOfParts,
  partOf,
  placedCountOf,
  placedCounts,
  placedPart,
  rollupsOf,
  sumNames,
  testedNames,
  windowPart,
  type Columns,
} from './summed-parts.ts'
import type { Ask } from '../ask/ask.ts'
import { beforeOf, type AskedSides, type Side } from '../ask/comparison-period.ts'
import { inTotal, inWindow, totalWindowAsk, windowAsk, type WindowName } from '../ask/windows.ts'
import { allConditions, fromPart, unionAll, type UntypedQuery, type Sql } from '../../db/untyped-query.ts'
import type { AnyDb } from '../../contract/database.ts'

/**
 * Which side an amount belongs to. A row of a month is held against the month before, the total against the whole period before. Where the
 * present side is less than what is asked for it is read by itself.
 */
const periods = { asked: 0, before: 1, now: 2, windows: 3 } as const

type Marked = readonly [question: Side, period: number]
const alone = (question: Ask): Side => ({ whole: question, parts: [question] })

/** Whether amounts are marked with the side they belong to. */
const isMarked = (ask: Ask, columns?: Columns): boolean => ask.compare !== undefined || (columns?.windows.size ?? 0) > 0

/** null: nothing of the roll-up is asked for there */
type PartFor = (of: Rollup, question: Ask, period: number) => UntypedQuery | null
/** The parts of each question one below the other; where there are several each marked with its `period`. Things are counted of a whole. */
function united(
  marks: boolean,
  questions: readonly Marked[],
  rollups: readonly Rollup[],
  partFor: PartFor,
  further: readonly UntypedQuery[] = [],
) {
  const marked = (part: UntypedQuery, period: number): UntypedQuery =>
    marks ? part.select(sql`${sql.lit(period)}::int`.as('period')) : part
  const parts = questions.flatMap(([{ whole, parts: apart }, period]) =>
    rollups.flatMap(of =>
      (of.entities === undefined ? apart : [whole]).flatMap(question => {
        const part = partFor(of, question, period)
        return part === null ? [] : [marked(part, period)]
      }),
    ),
  )
  return unionAll([...parts, ...further.map(part => marked(part, periods.asked))])
}

/** The questions for figures of other days. */
const ofWindows = ({ windows }: Columns, askOf: (window: WindowName) => Ask): Marked[] =>
  [...windows.keys()].map((window, i) => [alone(askOf(window)), periods.windows + i])
/** The window of a side. */
const windowAt = ({ windows }: Columns, period: number): WindowName | undefined => [...windows.keys()][period - periods.windows]

const ofSides = (ask: Ask, sides: AskedSides | null): Marked[] => [
  [alone(ask), periods.asked],
  ...(sides === null ? [] : [[sides.before, periods.before] as const]),
  ...(sides?.now == null ? [] : [[sides.now, periods.now] as const]),
]
/** The questions that rows are made of. */
const ofRows = (report: Report, ask: Ask): Marked[] => ofSides(ask, beforeOf(report, ask)?.rows ?? null)

const untold = (question: Ask): Ask => ({ ...question, by: [] })

/** Amounts without dimensions: what the totals are made of. */
export function totalAmounts(db: AnyDb, report: Report, ask: Ask, owners: readonly string[], columns: Columns): UntypedQuery {
  const before = beforeOf(report, ask)
  const questions = [
    ...ofSides(ask, before && (before.totals ?? before.rows)).map(
      ([{ whole, parts }, period]) => [{ whole: untold(whole), parts: parts.map(untold) }, period] as const,
    ),
    ...ofWindows(columns, window => totalWindowAsk(report, ask, window)),
  ]
  return united(isMarked(ask, columns), questions, rollupsOf(columns), (of, question, period) => {
    const window = windowAt(columns, period)
    return window === undefined
      ? partOf(db, report, of, question, owners, columns)
      : windowPart(db, report, of, question, owners, columns, [window, inTotal(report, ask, window)])
  })
}

/** rows of a page that are read by their keys at most: of more all amounts are added up, and those of the page are found among them */
const byKeysMax = 1_000

/** Amounts of the rows of the statement's part `page`, which has so many rows at most. */
export const pageAmounts = (
  db: AnyDb,
  report: Report,
  ask: Ask,
  owners: readonly string[],
  columns: Columns,
  /** what every row was put in its place by */
  placed: Columns,
  rowsMax: number,
): UntypedQuery =>
  united(
    isMarked(ask, columns),
    [...ofRows(report, ask), ...ofWindows(columns, window => windowAsk(report, ask, window))],
    rollupsOf(columns),
    (of, question, period) => {
      const window = windowAt(columns, period)
      if (window !== undefined) return windowPart(db, report, of, question, owners, columns, [window, inWindow(report, ask, window)])
      const count = placedCountOf(of, columns, placed)
      const set = period === periods.asked ? 'leaf' : period === periods.now ? 'now_leaf' : 'was_leaf'
      if (count !== null) return placedCounts(of, ask, columns, count, set)
      return rowsMax > byKeysMax
        ? onPage(ask, columns, partOf(db, report, of, question, owners, columns))
        : partOf(db, report, of, question, owners, columns, 'page')
    },
  )

/** Amounts that are added up already, of the rows of the page. */
function onPage(ask: Ask, columns: Columns, amounts: UntypedQuery): UntypedQuery {
  const keys = rowKeys(ask)
  const same = allConditions(keys.map(name => sql<boolean>`${sql.ref(`o.${name}`)} = ${sql.ref(`w.${name}`)}`))
  return fromPart(amounts.as('w'))
    .innerJoin('page as o', join => join.on(same))
    .select([
      ...['position', ...keys].map(name => sql.ref(`o.${name}`).as(name)),
      ...[...testedNames(columns), ...sumNames(columns), 'unmapped'].map(name => sql.ref(`w.${name}`).as(name)),
    ])
}

const rowKeys = (ask: Ask): string[] => [...ask.by.map((_, i) => `d${i}`), 'currency']
const isOf = (period: number): Sql<boolean> => sql<boolean>`(a.period = ${sql.lit(period)})`
const [isAsked, isBefore, isNow] = [isOf(periods.asked), isOf(periods.before), isOf(periods.now)]
/** Whether a row has amounts on a side of the comparison: what only those have who are left out is held against nothing. */
const hadLike = sql`bool_or(a.period in (${sql.lit(periods.before)}, ${sql.lit(periods.now)}))`.as('had_like')

/**
 * Every row of the answer with the figures that it is put in order by, which `columns` names. A row is there as soon as one of `rollups`
 * has an amount.
 */
export function rowsOf(
  db: AnyDb,
  report: Report,
  ask: Ask,
  owners: readonly string[],
  rollups: readonly Rollup[],
  columns: Columns,
  /** of which balances are asked: what is there has a row */
  balances: readonly Leaf[] = [],
): UntypedQuery {
  const carried = [...new Set(balances.map(leaf => leaf.of))].map(of => carriedPart(db, report, of, ask, owners, columns, balances))
  const ofRollup: PartFor = (of, question) => placedPart(db, report, of, question, owners, columns)
  const parts = united(isMarked(ask), ofRows(report, ask), rollups, ofRollup, carried)
  const figure = (name: string, isMoney: boolean, filter: Sql): Sql => {
    const sum = sql`coalesce(sum(${sql.ref(`a.${name}`)})${filter}, 0)`
    return isMoney ? sql`nullif(${sum}, 'NaN')` : sum
  }
  const names = [
    ...[...columns.leaves].map(([name, leaf]) => [`leaf_${name}`, leaf.kind === 'money'] as const),
    ...columns.converted.map(name => [`base_${name}`, true] as const),
  ]
  const figures = names.flatMap(([name, isMoney]) =>
    ask.compare === undefined
      ? [figure(name, isMoney, sql``).as(name)]
      : [
          figure(name, isMoney, sql` filter (where ${isAsked})`).as(name),
          figure(name, isMoney, sql` filter (where ${isBefore})`).as(`was_${name}`),
          ...(ask.isCut === true ? [figure(name, isMoney, sql` filter (where ${isNow})`).as(`now_${name}`)] : []),
        ],
  )
  return fromPart(parts.as('a'))
    .select([
      ...rowKeys(ask).map(name => sql.ref(`a.${name}`).as(name)),
      ...figures,
      ...(ask.compare === undefined ? [] : [sql`bool_or(${isBefore})`.as('had_before')]),
      ...(ask.isCut === true ? [hadLike] : []),
    ])
    .groupBy(rowKeys(ask).map((_, i) => sql.lit(i + 1)))
}

/** `leaf_…` and `base_…` over amounts of alias a, with a comparison `was_leaf_…` and `was_base_…` too, where it is cut `now_leaf_…`. */
function figures(columns: Columns, ask: Ask) {
  const all = [
    ...[...columns.leaves].map(([name, leaf]) => ({ as: `leaf_${name}`, leaf, set: 'money' as const })),
    ...columns.converted.flatMap(name => {
      const leaf = columns.leaves.get(name)
      return leaf === undefined ? [] : [{ as: `base_${name}`, leaf, set: 'base' as const }]
    }),
  ]
  if (!isMarked(ask, columns)) return all.map(({ as, leaf, set }) => leafOfParts(columns, leaf, set).as(as))
  const inWindows = [...columns.windows].flatMap(([window, names], i) =>
    [...columns.leaves]
      .filter(([name]) => names.has(name))
      .map(([name, leaf]) => leafOfParts(columns, leaf, 'money', isOf(periods.windows + i)).as(`${window}_leaf_${name}`)),
  )
  return [
    ...all.map(({ as, leaf, set }) => leafOfParts(columns, leaf, set, isAsked).as(as)),
    ...(ask.compare === undefined ? [] : all.map(({ as, leaf, set }) => leafOfParts(columns, leaf, set, isBefore).as(`was_${as}`))),
    ...(ask.isCut === true ? all.map(({ as, leaf, set }) => leafOfParts(columns, leaf, set, isNow).as(`now_${as}`)) : []),
    ...inWindows,
  ]
}

/** The page's rows and one total per currency with all their figures; a leaf is null where one of its parts is unknown. */
export function levels(ask: Ask, columns: Columns): UntypedQuery {
  const keys = ['position', ...rowKeys(ask), 'is_total'].map(name => sql.ref(`a.${name}`).as(name))
  return fromPart(unionAll(amountsOf(ask, columns)).as('a'))
    .select([...keys, unmappedOf(ask, columns).as('unmapped'), ...(ask.isCut === true ? [hadLike] : []), ...figures(columns, ask)])
    .groupBy(keys.map((_, i) => sql.lit(i + 1)))
}

/** Not those of windows and of the present side, which lie in the period as well. */
const unmappedOf = (ask: Ask, columns: Columns): Sql =>
  columns.windows.size === 0 && ask.isCut !== true
    ? sql`sum(a.unmapped)`
    : sql`coalesce(sum(a.unmapped) filter (where a.period < ${sql.lit(periods.now)}), 0)`

/** Amounts of the page's rows, and those of the totals. */
function amountsOf(ask: Ask, columns: Columns): UntypedQuery[] {
  const amounts = [...testedNames(columns), ...sumNames(columns), 'unmapped', ...(isMarked(ask, columns) ? ['period'] : [])]
  const own = (names: readonly string[]) => names.map(name => sql.ref(`a.${name}`).as(name))
  const totals = fromPart('sums as a').select([
    sql`null::bigint`.as('position'),
    ...ask.by.map((_, i) => sql`null`.as(`d${i}`)),
    ...own(['currency']),
    sql<boolean>`true`.as('is_total'),
    ...own(amounts),
  ])
  if (ask.by.length === 0) return [totals]
  const rows = fromPart('added as a').select([...own(['position', ...rowKeys(ask)]), sql<boolean>`false`.as('is_total'), ...own(amounts)])
  return [rows, totals]
}

/** How many rows the whole answer has. */
export const rowCount = (): Sql => sql`(${fromPart('placed').select(sql`count(*)::int`.as('n'))})`
/** Whether the earlier period has any amounts. */
export const hadBefore = (hasRows: boolean): Sql => {
  const one = sql`1`.as('one')
  const inTotals = sql`exists (${fromPart('sums as a').select(one).where(isBefore)})`
  return hasRows
    ? sql`(${inTotals} or exists (${fromPart('placed as a')
        .select(one)
        .where(sql<boolean>`a.had_before`)}))`
    : inTotals
}
