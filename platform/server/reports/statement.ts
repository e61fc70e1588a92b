/**
 * A report's question as one statement: each roll-up added up alone (`added`), its rows put in order by the one figure that decides it
 * (`ordered`), and all figures of the rows of one page and of the totals (materialized, so that it also runs over distributed tables).
 * Formulas come last, at each level anew: the margin of a total is the total's own, not a sum of margins. Values stay unrounded until the
 * last step.
 */
import { sql } from 'kysely'
import { leavesOf, type Leaf, type Measure, type Report } from '#platform/declare/report.ts'
import type { Columns } from './summed-parts.ts'
import type { Ask } from './ask.ts'
import { added, hadBefore, levels, rowCount, rowsOf } from './levels.ts'
import { fromPart, type UntypedQuery, type Sql } from '../db/untyped-query.ts'
import type { AnyDb } from '../contract/database.ts'
import { textOfKey } from './parts.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface Paging {
  readonly sortField?: string | undefined
  readonly sortWay?: 'ASC' | 'DESC' | undefined
  readonly offset: number
  readonly limit: number
}

/** Decimals of the answer: money as stored, percentages enough for one shown decimal and an exact copy. */
const moneyScale = 4
const ratioScale = 6

/**
 * A row of the answer: d0…, label0…, currency, is_total, row_count, unmapped, `m_<measure>`, and with a comparison `w_<measure>` and
 * `had_before`.
 */
export type ReportRecord = Readonly<Record<string, string | number | boolean | null>>

/** The leaves that the asked measures need, by name. */
export function neededLeaves(report: Report, measures: readonly string[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  for (const name of new Set(measures.flatMap(m => leavesOf(report, m)))) {
    const leaf = ownValue(report.measures, name)
    if (leaf?.class === 'sum' || leaf?.class === 'count') leaves.set(name, leaf)
  }
  return leaves
}

/** Which summed leaves a formula is made of: as asked or of the earlier period, in the row's currency or in the base. */
type Leaves = 'leaf' | 'base' | 'was_leaf' | 'was_base'

/** A measure over the summed leaves of one level. */
function formula(report: Report, name: string, set: Leaves = 'leaf'): Sql {
  const m = ownValue(report.measures, name)
  if (!m) throw new Error(`${report.name}: ${name} is no measure`)
  switch (m.class) {
    case 'sum':
    case 'count':
      return sql.ref(`s.${set}_${name}`)
    case 'plus':
      return sql`(${sql.join(
        m.of.map(o => formula(report, o, set)),
        sql` + `,
      )})`
    case 'ratio':
      return sql`(${formula(report, m.over, set)} / nullif(${formula(report, m.under, set)}, 0))`
  }
}

function shown(report: Report, name: string, m: Measure, set: Leaves): Sql {
  const value = formula(report, name, set)
  if (m.class === 'ratio') return sql`round(${value}, ${sql.lit(ratioScale)})::text`
  return m.kind === 'money' ? sql`round(${value}, ${sql.lit(moneyScale)})::text` : sql`trim_scale(${value})::text`
}

/** What a figure shows beside itself: the one it is held against, and how far it has moved from it. */
const partsOfFigure = ['was', 'difference', 'rate'] as const
type PartOfFigure = 'now' | (typeof partsOfFigure)[number]

/** A figure that rows are put in order by: `sales`, or a part of it, `sales.difference`. */
export interface SortFigure {
  readonly measure: string
  readonly part: PartOfFigure
}

/** Reads what rows are to be ordered by; null where it is no figure of the question. */
export function sortFigure(ask: Ask, measures: readonly string[], field: string): SortFigure | null {
  const [measure = '', part = 'now', ...further] = field.split('.')
  if (!measures.includes(measure) || further.length > 0) return null
  if (part === 'now') return field === measure ? { measure, part } : null
  const known = ask.compare === undefined ? undefined : partsOfFigure.find(one => one === part)
  return known === undefined ? null : { measure, part: known }
}

/** The figure that decides the order: the one asked for, else the first measure; null where names or times do. */
function decidingFigure(report: Report, ask: Ask, paging: Paging, measures: readonly string[]): SortFigure | null {
  if (paging.sortField !== undefined) return sortFigure(ask, measures, paging.sortField)
  const isTime = ['month', 'date'].includes(ownValue(report.dimensions, ask.by[0] ?? '')?.kind ?? '')
  const [first] = measures
  return isTime || first === undefined ? null : { measure: first, part: 'now' }
}

/**
 * The value rows are ordered by. Amounts of several currencies are compared as converted; a rate of change is a figure of its own currency.
 */
function orderValue(report: Report, { measure, part }: SortFigure, isConverted: boolean): Sql {
  const set = isConverted && ownValue(report.measures, measure)?.kind === 'money' && part !== 'rate' ? 'base' : 'leaf'
  const [now, was] = [formula(report, measure, set), formula(report, measure, `was_${set}`)]
  switch (part) {
    case 'now':
      return now
    case 'was':
      return was
    case 'difference':
      return sql`(${now} - ${was})`
    case 'rate':
      return sql`((${now} - ${was}) / nullif(abs(${was}), 0))`
  }
}

/**
 * ORDER BY of the rows, and of totals among themselves: by a figure, by a dimension's label, else times upwards and everything else by the
 * first measure downwards.
 */
function order(report: Report, ask: Ask, paging: Paging, measures: readonly string[], isConverted: boolean): Sql[] {
  const ties = [...ask.by.map((_, i) => sql.ref(`s.d${i}`)), sql.ref('s.currency')]
  const way = (fallback: 'asc' | 'desc') => sql.raw(((paging.sortWay ?? fallback).toLowerCase() === 'asc' ? 'asc' : 'desc') + ' nulls last')
  const figure = decidingFigure(report, ask, paging, measures)
  if (figure !== null) return [sql`${orderValue(report, figure, isConverted)} ${way('desc')}`, ...ties]
  const position = paging.sortField === undefined ? -1 : ask.by.indexOf(paging.sortField)
  return position < 0 ? ties : [sql`${labelOf(report, ask, position)} collate "zh-x-icu" ${way('asc')}`, ...ties]
}

const textOf = (report: Report, ask: Ask, i: number): Sql => textOfKey(ownValue(report.dimensions, ask.by[i] ?? ''), sql.ref(`s.d${i}`))
const labelOf = (report: Report, ask: Ask, i: number): Sql => {
  const label = ownValue(report.dimensions, ask.by[i] ?? '')?.label
  return label ? sql`coalesce(${sql.ref(`label${i}.${label.column}`)}, ${textOf(report, ask, i)})` : textOf(report, ask, i)
}

/**
 * The whole statement. `shops` are those the question may read; `measures` those it shows, in order. `isConverted`: rows may stand in
 * several currencies, so that money is put in order as converted.
 */
export function statement(
  db: AnyDb,
  report: Report,
  ask: Ask,
  shops: readonly string[],
  measures: readonly string[],
  paging: Paging,
  isConverted = false,
) {
  const figure = decidingFigure(report, ask, paging, measures)
  const converted = isConverted ? convertedLeaves(report, figure) : []
  const columns: Columns = { leaves: neededLeaves(report, measures), converted }
  const deciding: Columns = { leaves: neededLeaves(report, figure === null ? [] : [figure.measure]), converted }
  const inOrder = order(report, ask, paging, measures, isConverted)
  const ordered = () =>
    withLabels(
      report,
      ask,
      fromPart(rowsOf(ask, columns, deciding).as('s')),
      paging.sortField === undefined ? [] : [paging.sortField],
    ).select([
      ...[...ask.by.map((_, i) => `d${i}`), 'currency'].map(name => sql.ref(`s.${name}`).as(name)),
      sql`row_number() over (order by ${sql.join(inOrder)})`.as('position'),
    ])
  const values = measures.flatMap(name => {
    const m = ownValue(report.measures, name)
    if (!m) throw new Error(`${report.name}: ${name} is no measure`)
    const now = shown(report, name, m, 'leaf').as(`m_${name}`)
    return ask.compare === undefined ? [now] : [now, shown(report, name, m, 'was_leaf').as(`w_${name}`)]
  })
  const hasRows = ask.by.length > 0
  const withAdded = db.with(
    cte => cte('added').materialized(),
    () => added(db, report, ask, shops, columns) as never,
  )
  const withOrder = hasRows
    ? withAdded.with(
        cte => cte('ordered').materialized(),
        () => ordered() as never,
      )
    : withAdded
  // Formulas, texts and labels are worked out for the rows of the page alone: the whole answer is only added up and put in order.
  const rows = withLabels(
    report,
    ask,
    withOrder.selectFrom(levels(report, ask, columns, paging).as('s')) as unknown as UntypedQuery,
    ask.by,
  )
    .select([
      ...ask.by.flatMap((_, i) => [textOf(report, ask, i).as(`d${i}`), labelOf(report, ask, i).as(`label${i}`)]),
      sql.ref('s.currency').as('currency'),
      sql.ref('s.is_total').as('is_total'),
      sql<string>`s.unmapped::text`.as('unmapped'),
      (hasRows ? rowCount() : sql`0`).as('row_count'),
      ...(ask.compare === undefined ? [] : [hadBefore().as('had_before')]),
      ...values,
    ])
    .orderBy(sql`s.is_total`)
    .orderBy(sql.ref('s.position'))
  return inOrder.reduce<UntypedQuery>((all, by) => all.orderBy(by), rows)
}

/** Leaves of money that the order needs in the base currency. */
const convertedLeaves = (report: Report, figure: SortFigure | null): string[] =>
  figure === null || ownValue(report.measures, figure.measure)?.kind !== 'money' ? [] : leavesOf(report, figure.measure)

/** Joins the names of the dimensions `of` to rows of alias s. */
function withLabels(report: Report, ask: Ask, rows: UntypedQuery, of: readonly string[]): UntypedQuery {
  return ask.by.reduce((all, name, i) => {
    const label = of.includes(name) ? ownValue(report.dimensions, name)?.label : undefined
    return label
      ? (all.leftJoin(`${label.table} as label${i}`, j =>
          j.on(sql<boolean>`${sql.ref(`label${i}.${label.on}`)}::text = ${sql.ref(`s.d${i}`)}`),
        ) as unknown as UntypedQuery)
      : all
  }, rows)
}
