/**
 * The levels of a report's answer, read from what its roll-ups add up to (`added`): its rows in their order, and the figures of one page of
 * them with one total per currency. With a comparison the amounts of the earlier period stand in the same union, marked, so that a row is
 * there when either period has it and rows can be put in order by their difference.
 */
import { sql } from 'kysely'
import type { Report } from '#platform/declare/report.ts'
import { leafOfParts, partOf, rollupsOf, sumNames, testedNames, type Columns } from './summed-parts.ts'
import type { Ask } from './ask.ts'
import { comparisonAsk, finestTime } from './comparison-period.ts'
import { allConditions, fromPart, unionAll, type UntypedQuery, type Sql } from '../db/untyped-query.ts'
import type { AnyDb } from '../contract/database.ts'

/** Which period an amount belongs to. A row of a month is held against the month before, the total against the whole period before. */
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
    rows: comparisonAsk(report, ask, ask.compare, [...ask.by, ...filtered]),
    totals: isSame ? null : comparisonAsk(report, ask, ask.compare, filtered),
  }
}

/** Every roll-up's part of the question, one below the other; with a comparison those of the earlier period too, told apart by `period`. */
export function added(db: AnyDb, report: Report, ask: Ask, shops: readonly string[], columns: Columns): UntypedQuery {
  const rollups = rollupsOf(columns)
  const before = beforeOf(report, ask)
  if (before === null) return unionAll(rollups.map(of => partOf(db, report, of, ask, shops, columns)))
  const marked = (question: Ask, period: number): UntypedQuery[] =>
    rollups.map(of => {
      const part = partOf(db, report, of, question, shops, columns)
      const dimension = (i: number): Sql => (i < question.by.length ? sql.ref(`p.d${i}`) : sql`null`)
      return (db.selectFrom(part.as('p')) as unknown as UntypedQuery).select([
        ...ask.by.map((_, i) => dimension(i).as(`d${i}`)),
        ...['currency', ...testedNames(columns), ...sumNames(columns), 'unmapped'].map(name => sql.ref(`p.${name}`).as(name)),
        sql`${sql.lit(period)}::int`.as('period'),
      ])
    })
  return unionAll([
    ...marked(ask, periods.asked),
    ...marked(before.rows, periods.beforeOfRows),
    ...(before.totals === null ? [] : marked({ ...before.totals, by: [] }, periods.beforeOfTotals)),
  ])
}

const ofRows = sql<boolean>`a.period < ${sql.lit(periods.beforeOfTotals)}`
const rowKeys = (ask: Ask): string[] => [...ask.by.map((_, i) => `d${i}`), 'currency']

/** `leaf_…` and `base_…` over amounts of alias a, with a comparison `was_leaf_…` and `was_base_…` too; `earlier`: of the period before. */
function figures(columns: Columns, ask: Ask, earlier: Sql<boolean>) {
  const all = [
    ...[...columns.leaves].map(([name, leaf]) => ({ as: `leaf_${name}`, leaf, set: 'money' as const })),
    ...columns.converted.flatMap(name => {
      const leaf = columns.leaves.get(name)
      return leaf === undefined ? [] : [{ as: `base_${name}`, leaf, set: 'base' as const }]
    }),
  ]
  if (ask.compare === undefined) return all.map(({ as, leaf, set }) => leafOfParts(columns, leaf, set).as(as))
  return all.flatMap(({ as, leaf, set }) => [
    leafOfParts(columns, leaf, set, sql<boolean>`not ${earlier}`).as(as),
    leafOfParts(columns, leaf, set, earlier).as(`was_${as}`),
  ])
}

/** Every row of the answer with the figures that it is put in order by, which `columns` names; the amounts of `all` are read. */
export function rowsOf(ask: Ask, all: Columns, columns: Columns): UntypedQuery {
  const keys = rowKeys(ask).map(name => sql.ref(`a.${name}`))
  const rows = fromPart('added as a')
    .select([
      ...keys.map((key, i) => key.as(rowKeys(ask)[i] ?? '')),
      ...figures({ ...all, ...columns }, ask, sql<boolean>`(a.period = ${sql.lit(periods.beforeOfRows)})`),
    ])
    .groupBy(keys as never)
  return ask.compare === undefined ? rows : rows.where(ofRows)
}

export interface Page {
  readonly offset: number
  readonly limit: number
}

/** The page's rows and one total per currency with all their figures; a leaf is null where one of its parts is unknown. */
export function levels(report: Report, ask: Ask, columns: Columns, page: Page): UntypedQuery {
  const before = beforeOf(report, ask)
  const parts = fromAmounts(ask, columns, before, page)
  const keys = ['position', ...rowKeys(ask), 'is_total'].map(name => sql.ref(`a.${name}`).as(name))
  return fromPart(unionAll(parts).as('a'))
    .select([...keys, sql`sum(a.unmapped)`.as('unmapped'), ...figures(columns, ask, sql<boolean>`a.is_before`)])
    .groupBy(keys.map((_, i) => sql.lit(i + 1)) as never)
}

/** Amounts of the page's rows, and all amounts without their dimensions. */
function fromAmounts(ask: Ask, columns: Columns, before: Before | null, { offset, limit }: Page): UntypedQuery[] {
  const [told, sums] = [testedNames(columns), [...sumNames(columns), 'unmapped']]
  const isBefore = (period: number) => (before === null ? [] : [sql<boolean>`(a.period = ${sql.lit(period)})`.as('is_before')])
  const own = (names: readonly string[]) => names.map(name => sql.ref(`a.${name}`).as(name))
  const periodOfTotals = before?.totals ? periods.beforeOfTotals : periods.beforeOfRows
  const totals = fromPart('added as a')
    .select([
      sql`null::bigint`.as('position'),
      ...ask.by.map((_, i) => sql`null`.as(`d${i}`)),
      ...own(['currency']),
      sql<boolean>`true`.as('is_total'),
      ...own(told),
      ...sums.map(name => sql`sum(${sql.ref(`a.${name}`)})`.as(name)),
      ...isBefore(periodOfTotals),
    ])
    .$if(before !== null, q => q.where(sql<boolean>`a.period in (${sql.lit(periods.asked)}, ${sql.lit(periodOfTotals)})`))
    .groupBy(['currency', ...told, ...(before === null ? [] : ['period'])].map(name => sql.ref(`a.${name}`)) as never)
  if (ask.by.length === 0) return [totals]
  const same = rowKeys(ask).map(name => sql<boolean>`${sql.ref(`a.${name}`)} = ${sql.ref(`o.${name}`)}`)
  const rows = fromPart('added as a')
    .innerJoin('ordered as o', j => j.on(allConditions(same)))
    .select([
      sql.ref('o.position').as('position'),
      ...own(rowKeys(ask)),
      sql<boolean>`false`.as('is_total'),
      ...own([...told, ...sums]),
      ...isBefore(periods.beforeOfRows),
    ])
    .where(sql<boolean>`o.position > ${offset} and o.position <= ${offset + limit}`)
    .$if(before !== null, q => q.where(ofRows)) as unknown as UntypedQuery
  return [rows, totals]
}

/** How many rows the whole answer has. */
export const rowCount = (): Sql => sql`(${fromPart('ordered').select(sql`count(*)::int`.as('n'))})`
/** Whether the earlier period has any amounts. */
export const hadBefore = (): Sql =>
  sql`exists (${fromPart('added as a')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`a.period > ${sql.lit(periods.asked)}`)})`
