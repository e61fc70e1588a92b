/**
 * A report's question as one statement: `lines…`, where only lines answer; `sums`, totals from the smallest grain; `placed`, every row
 * with the one figure that decides its place; `page`, the rows of the page; `added`, all their figures. Formulas come last, at each level
 * anew. Values stay unrounded until the last step.
 */
import { sql } from 'kysely'
import { isLeaf, isRanked, leavesOf, type Leaf, type Measure, type Report } from '#platform/declare/report.ts'
import { placedCountOf, rollupsOf, type Columns } from './summed-parts.ts'
import type { Ask } from '../ask/ask.ts'
import { classesOf, classRows, ratioScale, withClasses } from '../ask/classes.ts'
import { linesRead } from './grain-rows.ts'
import { formula, isOfBase, neededLeaves, type Leaves } from '../ask/formula.ts'
import { hadBefore, levels, pageAmounts, rowCount, rowsOf, totalAmounts } from './levels.ts'
import { fromPart, type UntypedQuery, type Sql } from '../../db/untyped-query.ts'
import type { AnyDb } from '../../contract/database.ts'
import { labelOf, textOf, withLabels } from './names.ts'
import { condensed, convertedLeaves, decidingFigure, orderOf, type Paging, type SortFigure } from './order.ts'
import { leavesInWindows, positionsOf } from '../ask/windows.ts'
import { answering } from '../store/things.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** Decimals of the answer: money as stored. */
const moneyScale = 4

/**
 * A row of the answer: d0…, label0…, currency, is_total, row_count, unmapped, `m_<measure>`, and with a comparison `w_<measure>` and
 * `had_before`; where its present side is less than what is asked for, `n_<measure>` and `had_like`.
 */
export type ReportRecord = Readonly<Record<string, string | number | boolean | null>>

function shown(report: Report, name: string, m: Measure, set: Leaves, ask: Ask): Sql {
  const value = formula(report, name, set, ask)
  if (isRanked(m)) return sql`null::text`
  if (m.class === 'ratio' || m.class === 'share' || (m.class === 'moving' && m.kind !== 'money'))
    return sql`round(${value}, ${sql.lit(ratioScale)})::text`
  return m.kind === 'money' ? sql`round(${value}, ${sql.lit(moneyScale)})::text` : sql`trim_scale(${value})::text`
}

/**
 * The whole statement. `owners` are those the question may read; `measures` those it shows, in order. `isConverted`: rows may stand in
 * several currencies, so that money is put in order as converted.
 */
export function statement(
  db: AnyDb,
  declared: Report,
  asked: Ask,
  owners: readonly string[],
  measures: readonly string[],
  paging: Paging,
  isConverted = false,
) {
  const report = answering(declared, asked)
  const { ask, parts } = linesRead(report, asked, owners, rollupsOf({ leaves: neededLeaves(report, measures) }))
  const figure = decidingFigure(report, ask, paging, measures)
  const classes = classesOf(report, ask, measures)
  const converted = inBaseOf(report, ask, isConverted ? figure : null, [...sharesOf(report, measures), ...classes.map(([, m]) => m.of)])
  const columns: Columns = { leaves: neededLeaves(report, measures), converted, windows: leavesInWindows(report, ask, measures) }
  const hasRows = ask.by.length > 0
  const balances = columns.windows.has('closing') || columns.windows.has('opening') ? balancesOf(report, measures) : []
  const values = measures.flatMap(name => {
    const m = ownValue(report.measures, name)
    if (!m) throw new Error(`${report.name}: ${name} is no measure`)
    const isClassed = classes.some(([classed]) => classed === name)
    const now = (isClassed ? sql.ref(`c.class_${name}`) : shown(report, name, m, 'leaf', ask)).as(`m_${name}`)
    if (ask.compare === undefined) return [now]
    const was = shown(report, name, m, 'was_leaf', ask).as(`w_${name}`)
    return ask.isCut === true ? [now, was, shown(report, name, m, 'now_leaf', ask).as(`n_${name}`)] : [now, was]
  })
  const withLines = parts.reduce((all, [name, rows]) => part(all, name, rows), db)
  const withSums = part(withLines, 'sums', plain => totalAmounts(plain, report, ask, owners, columns))
  const plain = (hasRows ? withPage(withSums) : withSums).selectFrom(levels(ask, columns).as('s'))
  // Formulas, texts and labels are worked out for the rows of the page alone.
  const rows = withLabels(report, ask, hasRows && classes.length > 0 ? withClasses(report, ask, plain) : plain, ask.by)
    .select([
      ...ask.by.flatMap((_, i) => [textOf(report, ask, i).as(`d${i}`), labelOf(report, ask, i).as(`label${i}`)]),
      sql.ref('s.currency').as('currency'),
      sql.ref('s.is_total').as('is_total'),
      sql<string>`s.unmapped::text`.as('unmapped'),
      (hasRows ? rowCount() : sql`0`).as('row_count'),
      ...(ask.compare === undefined ? [] : [hadBefore(hasRows).as('had_before')]),
      ...(ask.isCut === true ? [sql.ref('s.had_like').as('had_like')] : []),
      ...values,
    ])
    .orderBy(sql`s.is_total`)
    .orderBy(sql.ref('s.position'))
  return orderOf(report, ask, paging, measures, isConverted).reduce<UntypedQuery>(
    (all, { value, way }) => all.orderBy(sql`${value} ${way}`),
    rows,
  )

  /** Every row with the one figure that decides its place; those of the page in their order; the amounts of these. */
  function withPage(before: AnyDb): AnyDb {
    const needed = [...new Set([...(figure === null ? [] : [figure.measure]), ...classes.map(([, m]) => m.of)])]
    const brief = needed.reduce(condensed, report)
    const deciding: Columns = {
      leaves: neededLeaves(brief, needed),
      converted: inBaseOf(
        brief,
        ask,
        isConverted ? figure : null,
        classes.map(([, m]) => m.of),
      ),
      windows: new Map(),
    }
    const withAll = part(before, 'placed', plain => rowsOf(plain, brief, ask, owners, rollupsOf(inRows(columns)), deciding, balances))
    const counts = rollupsOf(columns).flatMap(of => placedCountOf(of, columns, deciding)?.[0] ?? [])
    const withClassed = classes.length === 0 ? withAll : part(withAll, 'classed', () => classRows(report, brief, ask, classes))
    const withCut = part(withClassed, 'page', () => pageOf({ report, brief, ask, paging, measures, isConverted }, counts))
    return part(withCut, 'added', plain => pageAmounts(plain, report, ask, owners, columns, deciding, paging.limit))
  }
}

/** Leaves that are needed in the base as well: of what decides the order, and of what is told of a row among others. */
function inBaseOf(report: Report, ask: Ask, decides: SortFigure | null, among: readonly string[]): string[] {
  const others = among.filter(of => isOfBase(report, ask, of)).flatMap(of => leavesOf(report, of))
  return [...new Set([...convertedLeaves(report, decides), ...others])]
}

/** What shares among these measures are of. */
const sharesOf = (report: Report, measures: readonly string[]): string[] =>
  measures.flatMap(name => {
    const m = ownValue(report.measures, name)
    return m?.class === 'share' ? [m.of] : []
  })

/** What balances among these measures are of. */
const balancesOf = (report: Report, measures: readonly string[]): Leaf[] =>
  positionsOf(report, measures).flatMap(({ of }) => {
    const leaf = ownValue(report.measures, of)
    return isLeaf(leaf) && leaf.unknown === undefined ? [leaf] : []
  })

/** What rows have figures of; where none is known in rows, all of it says which rows there are. */
function inRows(columns: Columns): Columns {
  const known = [...columns.leaves].filter(([, leaf]) => leaf.unknown === undefined)
  return known.length === 0 ? columns : { ...columns, leaves: new Map(known) }
}

interface Page {
  readonly report: Report
  /** the report with as few leaves as its order needs */
  readonly brief: Report
  readonly ask: Ask
  readonly paging: Paging
  readonly measures: readonly string[]
  readonly isConverted: boolean
}

/** The rows of the page in their order; `counts`: counts of things that have put them in their place. */
function pageOf({ report, brief, ask, paging, measures, isConverted }: Page, counts: readonly string[]): UntypedQuery {
  const inOrder = orderOf(brief, ask, paging, measures, isConverted)
  const sets = ['leaf', ...(ask.compare === undefined ? [] : ['was_leaf']), ...(ask.isCut === true ? ['now_leaf'] : [])]
  const counted = counts.flatMap(name => sets.map(set => `${set}_${name}`))
  const keys = [...ask.by.map((_, i) => `d${i}`), 'currency', ...counted, ...(ask.isCut === true ? ['had_like'] : [])].map(name =>
    sql.ref(`s.${name}`).as(name),
  )
  const sorted = withLabels(report, ask, fromPart('placed as s'), paging.sortField === undefined ? [] : [paging.sortField]).select([
    ...keys,
    ...inOrder.map(({ value }, i) => value.as(`order${i}`)),
  ])
  const first = inOrder.reduce<UntypedQuery>((all, { value, way }) => all.orderBy(sql`${value} ${way}`), sorted)
  const places = inOrder.map(({ way }, i) => sql`${sql.ref(`s.order${i}`)} ${way}`)
  return fromPart(first.limit(paging.limit).offset(paging.offset).as('s')).select([
    ...keys,
    sql`row_number() over (order by ${sql.join(places)}) + ${paging.offset}::bigint`.as('position'),
  ])
}

/**
 * The same statement with one more part, worked out once (so that it also runs over distributed tables). Parts pass the door with the
 * whole.
 */
function part(db: AnyDb, name: string, query: (plain: AnyDb) => UntypedQuery): AnyDb {
  const whole: object = db.with(
    cte => cte(name).materialized(),
    (plain: object) => query(plain as AnyDb),
  )
  return whole as AnyDb
}
