/**
 * The levels of a report's answer: its totals, all its rows with what their order needs, and the amounts of one page of them. With a
 * comparison the amounts of the earlier period stand in the same unions, marked, so that a row is there when either period has it and rows
 * can be put in order by their difference.
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
  type Columns,
} from './summed-parts.ts'
import type { Ask } from './ask.ts'
import { comparisonAsk, finestTime, isByDay } from './comparison-period.ts'
import { inTotal, inWindow, totalWindowAsk, windowAsk, type WindowName } from './windows.ts'
import { fromPart, unionAll, type UntypedQuery, type Sql } from '../db/untyped-query.ts'
import type { AnyDb } from '../contract/database.ts'

/** Which period an amount belongs to. A row of a month is held against the month before, the total against the whole period before. */
const periods = { asked: 0, before: 1, windows: 2 } as const

/** The questions about the earlier period. */
export interface Before {
  readonly rows: Ask
  /** where totals have another period than rows */
  readonly totals: Ask | null
}

export function beforeOf(report: Report, ask: Ask): Before | null {
  if (ask.compare === undefined) return null
  const filtered = Object.keys(ask.where)
  const [own, ofTotals] = [finestTime(report, [...ask.by, ...filtered]), finestTime(report, filtered)]
  const isSame = own === ofTotals || (ask.compare === 'yearBefore' && !isByDay(own))
  return {
    rows: comparisonAsk(report, ask, ask.compare, [...ask.by, ...filtered]),
    totals: isSame ? null : comparisonAsk(report, ask, ask.compare, filtered),
  }
}

type Marked = readonly [question: Ask, period: number]

/** Whether amounts are marked with the period they belong to. */
const isMarked = (ask: Ask, columns?: Columns): boolean => ask.compare !== undefined || (columns?.windows.length ?? 0) > 0

/** The parts of each question one below the other; where there are several each marked with its `period`. */
function united(marks: boolean, questions: readonly Marked[], partsOf: (question: Ask, period: number) => readonly UntypedQuery[]) {
  const marked = ([question, period]: Marked): UntypedQuery[] =>
    partsOf(question, period).map(part => (marks ? part.select(sql`${sql.lit(period)}::int`.as('period')) : part))
  return unionAll(questions.flatMap(marked))
}

/** The questions for figures of other days. */
const ofWindows = ({ windows }: Columns, askOf: (window: WindowName) => Ask): Marked[] =>
  windows.map((window, i) => [askOf(window), periods.windows + i])

/** The questions that rows are made of. */
function ofRows(report: Report, ask: Ask): Marked[] {
  const before = beforeOf(report, ask)
  return [[ask, periods.asked], ...(before === null ? [] : [[before.rows, periods.before] as const])]
}

/** Amounts without dimensions: what the totals are made of. */
export function totalAmounts(db: AnyDb, report: Report, ask: Ask, owners: readonly string[], columns: Columns): UntypedQuery {
  const before = beforeOf(report, ask)
  const asked: Marked[] = [[ask, periods.asked], ...(before === null ? [] : [[before.totals ?? before.rows, periods.before] as const])]
  const questions = [
    ...asked.map(([question, period]) => [{ ...question, by: [] }, period] as const),
    ...ofWindows(columns, window => totalWindowAsk(report, ask, window)),
  ]
  return united(isMarked(ask, columns), questions, (question, period) => {
    const window = columns.windows[period - periods.windows]
    const within = window === undefined ? undefined : inTotal(report, ask, window)
    return rollupsOf(columns).map(of => partOf(db, report, of, question, owners, columns, within))
  })
}

/** Amounts of the rows of the statement's part `page`. */
export const pageAmounts = (
  db: AnyDb,
  report: Report,
  ask: Ask,
  owners: readonly string[],
  columns: Columns,
  /** what every row was put in its place by */
  placed: Columns,
): UntypedQuery =>
  united(
    isMarked(ask, columns),
    [...ofRows(report, ask), ...ofWindows(columns, window => windowAsk(report, ask, window))],
    (question, period) =>
      rollupsOf(columns).map(of => {
        const window = columns.windows[period - periods.windows]
        if (window !== undefined) return partOf(db, report, of, question, owners, columns, inWindow(report, ask, window))
        const count = placedCountOf(of, columns, placed)
        if (count !== null) return placedCounts(of, ask, columns, count, question === ask ? 'leaf' : 'was_leaf')
        return partOf(db, report, of, question, owners, columns, 'page')
      }),
  )

const rowKeys = (ask: Ask): string[] => [...ask.by.map((_, i) => `d${i}`), 'currency']
const isOf = (period: number): Sql<boolean> => sql<boolean>`(a.period = ${sql.lit(period)})`
const isBefore = isOf(periods.before)

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
  const parts = united(isMarked(ask), ofRows(report, ask), (question, period) => [
    ...rollups.map(of => placedPart(db, report, of, question, owners, columns)),
    ...(period === periods.asked ? [...new Set(balances.map(leaf => leaf.of))] : []).map(of =>
      carriedPart(db, report, of, ask, owners, columns, balances),
    ),
  ])
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
          figure(name, isMoney, sql` filter (where not ${isBefore})`).as(name),
          figure(name, isMoney, sql` filter (where ${isBefore})`).as(`was_${name}`),
        ],
  )
  return fromPart(parts.as('a'))
    .select([
      ...rowKeys(ask).map(name => sql.ref(`a.${name}`).as(name)),
      ...figures,
      ...(ask.compare === undefined ? [] : [sql`bool_or(${isBefore})`.as('had_before')]),
    ])
    .groupBy(rowKeys(ask).map((_, i) => sql.lit(i + 1)) as never)
}

/** `leaf_…` and `base_…` over amounts of alias a, with a comparison `was_leaf_…` and `was_base_…` of the earlier period too. */
function figures(columns: Columns, ask: Ask) {
  const all = [
    ...[...columns.leaves].map(([name, leaf]) => ({ as: `leaf_${name}`, leaf, set: 'money' as const })),
    ...columns.converted.flatMap(name => {
      const leaf = columns.leaves.get(name)
      return leaf === undefined ? [] : [{ as: `base_${name}`, leaf, set: 'base' as const }]
    }),
  ]
  if (!isMarked(ask, columns)) return all.map(({ as, leaf, set }) => leafOfParts(columns, leaf, set).as(as))
  const inWindows = columns.windows.flatMap((window, i) =>
    [...columns.leaves].map(([name, leaf]) => leafOfParts(columns, leaf, 'money', isOf(periods.windows + i)).as(`${window}_leaf_${name}`)),
  )
  return [
    ...all.map(({ as, leaf, set }) => leafOfParts(columns, leaf, set, isOf(periods.asked)).as(as)),
    ...(ask.compare === undefined ? [] : all.map(({ as, leaf, set }) => leafOfParts(columns, leaf, set, isBefore).as(`was_${as}`))),
    ...inWindows,
  ]
}

/** The page's rows and one total per currency with all their figures; a leaf is null where one of its parts is unknown. */
export function levels(ask: Ask, columns: Columns): UntypedQuery {
  const keys = ['position', ...rowKeys(ask), 'is_total'].map(name => sql.ref(`a.${name}`).as(name))
  return fromPart(unionAll(amountsOf(ask, columns)).as('a'))
    .select([...keys, unmappedOf(ask, columns).as('unmapped'), ...figures(columns, ask)])
    .groupBy(keys.map((_, i) => sql.lit(i + 1)) as never)
}

/** Not those of windows, which lie in the period as well. */
const unmappedOf = (ask: Ask, columns: Columns): Sql =>
  columns.windows.length === 0
    ? sql`sum(a.unmapped)`
    : sql`coalesce(sum(a.unmapped) filter (where a.period < ${sql.lit(periods.windows)}), 0)`

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
