/**
 * The parts of a report's roll-ups united and added up: rows and one total per currency in one pass. With a comparison the rows of the earlier
 * period stand in the same union, marked, so that a row is there when either period has it and rows can be put in order by their difference.
 */
import { expressionBuilder, sql } from 'kysely'
import type { Leaf, Report } from '#platform/declare/report.ts'
import type { Ask } from './ask.ts'
import { askBefore, finestTime } from './before.ts'
import { unionAll, type AnyTables, type Loose, type LooseQuery, type Sql } from './loose.ts'
import { partOf } from './parts.ts'

/** Which period a united row belongs to. A row of a month is held against the month before, the total against the whole period before. */
const periods = { asked: 0, beforeOfRows: 1, beforeOfTotals: 2 } as const

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
  const isSame = own === ofTotals || (ask.compare === 'yearBefore' && own !== 'day')
  return {
    rows: askBefore(report, ask, ask.compare, [...ask.by, ...filtered]),
    totals: isSame ? null : askBefore(report, ask, ask.compare, filtered),
  }
}

/** What is added up: every leaf as `leaf_<name>`, those of `converted` in the base currency as `base_<name>` as well. */
export interface Columns {
  readonly leaves: ReadonlyMap<string, Leaf>
  readonly converted: readonly string[]
}
const columnNames = ({ leaves, converted }: Columns): string[] => [
  ...[...leaves.keys()].map(name => `leaf_${name}`),
  ...converted.map(name => `base_${name}`),
]

/** Every roll-up's part of the question, one below the other; with a comparison those of the earlier period too. */
export function united(db: Loose, report: Report, ask: Ask, shops: readonly string[], columns: Columns): LooseQuery {
  const rollups = [...new Set([...columns.leaves.values()].map(l => l.of))]
  const before = beforeOf(report, ask)
  if (before === null) return unionAll(rollups.map(of => partOf(db, report, of, ask, shops, columns)))
  const marked = (question: Ask, period: number): LooseQuery[] =>
    rollups.map(of => {
      const part = partOf(db, report, of, question, shops, columns)
      const dimension = (i: number): Sql => (i < question.by.length ? sql.ref(`p.d${i}`) : sql`null::text`)
      return (db.selectFrom(part.as('p')) as unknown as LooseQuery).select([
        ...ask.by.map((_, i) => dimension(i).as(`d${i}`)),
        ...['currency', ...columnNames(columns), 'unmapped'].map(name => sql.ref(`p.${name}`).as(name)),
        sql`${sql.lit(period)}::int`.as('period'),
      ])
    })
  return unionAll([
    ...marked(ask, periods.asked),
    ...marked(before.rows, periods.beforeOfRows),
    ...(before.totals === null ? [] : marked({ ...before.totals, by: [] }, periods.beforeOfTotals)),
  ])
}

/**
 * Rows per (dimensions, currency) and one total per currency, from the statement's `united`; a leaf is null where one of its parts is unknown.
 * With a comparison each column comes as `was_…` too, and `before_n` says how many united rows the earlier period has.
 */
export function levels(report: Report, ask: Ask, columns: Columns): LooseQuery {
  const keys = ask.by.map((_, i) => sql.ref(`u.d${i}`))
  const currency = sql.ref('u.currency')
  const isTotal = keys[0] ? sql<boolean>`grouping(${keys[0]}) = 1` : sql<boolean>`true`
  const before = beforeOf(report, ask)
  const sets =
    keys.length === 0 ? sql`grouping sets ((${currency}))` : sql`grouping sets ((${sql.join([...keys, currency])}), (${currency}))`
  // Built apart from the door, which would look for a table of that name; it passes the door as part of the whole statement.
  const rows = (expressionBuilder<AnyTables, string>().selectFrom('united as u') as unknown as LooseQuery)
    .select([
      ...keys.map((k, i) => k.as(`d${i}`)),
      currency.as('currency'),
      isTotal.as('is_total'),
      ...(before === null ? summed(columns) : summedByPeriod(columns, before, isTotal)),
    ])
    .groupBy(sets as never)
  // what stands for totals alone makes no row
  return before?.totals ? rows.having(sql<boolean>`${isTotal} or bool_or(u.period < ${sql.lit(periods.beforeOfTotals)})`) : rows
}

function summed(columns: Columns) {
  const sums = columnNames(columns).map(name => {
    const column = sql.ref(`u.${name}`)
    return sql`case when bool_or(${column} is null) then null else sum(${column}) end`.as(name)
  })
  return [...sums, sql`sum(u.unmapped)`.as('unmapped')]
}

function summedByPeriod(columns: Columns, before: Before, isTotal: Sql<boolean>) {
  const of = (period: number): Sql => sql`u.period = ${sql.lit(period)}`
  const over = (value: Sql, period: number): Sql =>
    sql`case when bool_or(${value} is null) filter (where ${of(period)}) then null else coalesce(sum(${value}) filter (where ${of(period)}), 0) end`
  const ofBefore = (make: (period: number) => Sql): Sql =>
    before.totals === null
      ? make(periods.beforeOfRows)
      : sql`case when ${isTotal} then ${make(periods.beforeOfTotals)} else ${make(periods.beforeOfRows)} end`
  return [
    ...columnNames(columns).flatMap(name => {
      const value = sql.ref(`u.${name}`)
      return [over(value, periods.asked).as(name), ofBefore(period => over(value, period)).as(`was_${name}`)]
    }),
    sql`coalesce(sum(u.unmapped) filter (where ${of(periods.asked)}), 0)`.as('unmapped'),
    ofBefore(period => sql`count(*) filter (where ${of(period)})`).as('before_n'),
  ]
}
