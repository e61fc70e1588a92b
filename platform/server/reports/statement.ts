/**
 * A report's question as one statement: each roll-up added up alone, united, then rows and totals in one pass of GROUPING SETS over the united
 * rows (materialized, so that it also runs over distributed tables). Formulas come last, at each level anew: the margin of a total is the total's
 * own, not a sum of margins. Values stay unrounded until the last step.
 */
import { expressionBuilder, sql } from 'kysely'
import { leavesOf, type Leaf, type Measure, type Report } from '#platform/declare/report.ts'
import type { Ask } from './ask.ts'
import { unionAll, type AnyTables, type Loose, type LooseQuery, type Sql } from './loose.ts'
import { partOf } from './parts.ts'

export interface Paging {
  readonly sortField?: string | undefined
  readonly sortWay?: 'ASC' | 'DESC' | undefined
  readonly offset: number
  readonly limit: number
}

/** Decimals of the answer: money as stored, percentages enough for one shown decimal and an exact copy. */
const moneyScale = 4
const ratioScale = 6

/** A row of the answer: d0…, label0…, currency, is_total, row_count, unmapped, and `m_<measure>`. */
export type ReportRecord = Readonly<Record<string, string | number | boolean | null>>

/** The leaves that the asked measures need, by name. */
export function neededLeaves(report: Report, measures: readonly string[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  for (const name of new Set(measures.flatMap(m => leavesOf(report, m)))) {
    const leaf = report.measures[name]
    if (leaf?.class === 'sum' || leaf?.class === 'count') leaves.set(name, leaf)
  }
  return leaves
}

/** A measure over the summed leaves of one level. */
function formula(report: Report, name: string): Sql {
  const m = report.measures[name]
  if (!m) throw new Error(`${report.name}: ${name} is no measure`)
  switch (m.class) {
    case 'sum':
    case 'count':
      return sql.ref(`s.leaf_${name}`)
    case 'plus':
      return sql`(${sql.join(
        m.of.map(o => formula(report, o)),
        sql` + `,
      )})`
    case 'ratio':
      return sql`(${formula(report, m.over)} / nullif(${formula(report, m.under)}, 0))`
  }
}

function shown(report: Report, name: string, m: Measure): Sql {
  const value = formula(report, name)
  if (m.class === 'ratio') return sql`round(${value}, ${sql.lit(ratioScale)})::text`
  return m.kind === 'money' ? sql`round(${value}, ${sql.lit(moneyScale)})::text` : sql`trim_scale(${value})::text`
}

/** Rows per (dimensions, currency) and one total per currency; a leaf is null where one of its parts is unknown. */
function levels(ask: Ask, leaves: readonly string[]): LooseQuery {
  const keys = ask.by.map((_, i) => sql.ref(`u.d${i}`))
  const currency = sql.ref('u.currency')
  const isTotal = keys[0] ? sql<boolean>`grouping(${keys[0]}) = 1` : sql<boolean>`true`
  const sums = leaves.map(name => {
    const leaf = sql.ref(`u.leaf_${name}`)
    return sql`case when bool_or(${leaf} is null) then null else sum(${leaf}) end`.as(`leaf_${name}`)
  })
  const sets =
    keys.length === 0 ? sql`grouping sets ((${currency}))` : sql`grouping sets ((${sql.join([...keys, currency])}), (${currency}))`
  // Built apart from the door, which would look for a table of that name; it passes the door as part of the whole statement.
  return (expressionBuilder<AnyTables, string>().selectFrom('united as u') as unknown as LooseQuery)
    .select([
      ...keys.map((k, i) => k.as(`d${i}`)),
      currency.as('currency'),
      isTotal.as('is_total'),
      ...sums,
      sql`sum(u.unmapped)`.as('unmapped'),
    ])
    .groupBy(sets as never)
}

/** ORDER BY of the rows: by a measure, by a dimension's label, else times upwards and everything else by the first measure downwards. */
function order(report: Report, ask: Ask, paging: Paging, measures: readonly string[]): Sql {
  const ties = [...ask.by.map((_, i) => sql.ref(`s.d${i}`)), sql.ref('s.currency')]
  const way = (fallback: 'asc' | 'desc') => sql.raw(((paging.sortWay ?? fallback).toLowerCase() === 'asc' ? 'asc' : 'desc') + ' nulls last')
  const byLabel = (i: number) => sql`${labelOf(report, ask, i)} collate "zh-x-icu" ${way('asc')}`
  const field = paging.sortField
  const position = field === undefined ? -1 : ask.by.indexOf(field)
  if (position >= 0) return sql.join([byLabel(position), ...ties])
  if (field !== undefined) return sql.join([sql`${formula(report, field)} ${way('desc')}`, ...ties])
  const isTime = ['month', 'date'].includes(report.dimensions[ask.by[0] ?? '']?.kind ?? '')
  const first = measures[0]
  return sql.join(isTime || first === undefined ? ties : [sql`${formula(report, first)} desc nulls last`, ...ties])
}

const labelOf = (report: Report, ask: Ask, i: number): Sql => {
  const label = report.dimensions[ask.by[i] ?? '']?.label
  return label ? sql`coalesce(${sql.ref(`label${i}.${label.column}`)}, ${sql.ref(`s.d${i}`)})` : sql.ref(`s.d${i}`)
}

/** The whole statement. `shops` are those the question may read; `measures` those it shows, in order. */
export function statement(db: Loose, report: Report, ask: Ask, shops: readonly string[], measures: readonly string[], paging: Paging) {
  const leaves = neededLeaves(report, measures)
  const rollups = [...new Set([...leaves.values()].map(l => l.of))]
  const parts = rollups.map(of => partOf(db, report, of, ask, shops, leaves))
  const ranked = db
    .with(
      cte => cte('united').materialized(),
      () => unionAll(parts) as never,
    )
    .selectFrom(levels(ask, [...leaves.keys()]).as('s')) as unknown as LooseQuery
  const numbered = withLabels(report, ask, ranked, paging.sortField === undefined ? [] : [paging.sortField])
    .selectAll('s')
    .select([
      sql`row_number() over (partition by s.is_total order by ${order(report, ask, paging, measures)})`.as('position'),
      sql`(count(*) filter (where not s.is_total) over ())::int`.as('row_count'),
    ])
  const values = measures.map(name => {
    const m = report.measures[name]
    if (!m) throw new Error(`${report.name}: ${name} is no measure`)
    return shown(report, name, m).as(`m_${name}`)
  })
  // Formulas, texts and labels are worked out for the rows of the page alone: the whole answer is only added up and put in order.
  return withLabels(report, ask, db.selectFrom(numbered.as('s')) as unknown as LooseQuery, ask.by)
    .select([
      ...ask.by.flatMap((_, i) => [sql.ref(`s.d${i}`).as(`d${i}`), labelOf(report, ask, i).as(`label${i}`)]),
      sql.ref('s.currency').as('currency'),
      sql.ref('s.is_total').as('is_total'),
      sql<string>`s.unmapped::text`.as('unmapped'),
      sql.ref('s.position').as('position'),
      sql.ref('s.row_count').as('row_count'),
      ...values,
    ])
    .where(sql<boolean>`s.is_total or (s.position > ${paging.offset} and s.position <= ${paging.offset + paging.limit})`)
    .orderBy(sql`s.is_total`)
    .orderBy(sql`s.position`)
}

/** Joins the names of the dimensions `of` to rows of alias s. */
function withLabels(report: Report, ask: Ask, rows: LooseQuery, of: readonly string[]): LooseQuery {
  return ask.by.reduce((all, name, i) => {
    const label = of.includes(name) ? report.dimensions[name]?.label : undefined
    return label
      ? (all.leftJoin(`${label.table} as label${i}`, j =>
          j.on(sql<boolean>`${sql.ref(`label${i}.${label.on}`)}::text = ${sql.ref(`s.d${i}`)}`),
        ) as unknown as LooseQuery)
      : all
  }, rows)
}
