/** The measures of a report over its summed leaves: `s.leaf_…` of one level. */
import { sql } from 'kysely'
import { isLeaf, leavesOf, type Leaf, type Report } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Sql } from '../db/untyped-query.ts'

/** The leaves that the asked measures need, by name. */
export function neededLeaves(report: Report, measures: readonly string[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  for (const name of new Set(measures.flatMap(m => leavesOf(report, m)))) {
    const leaf = ownValue(report.measures, name)
    if (isLeaf(leaf)) leaves.set(name, leaf)
  }
  return leaves
}

/** Which summed leaves a formula is made of: as asked or of the earlier period, in the row's currency or in the base. */
export type Leaves = 'leaf' | 'base' | 'was_leaf' | 'was_base'

/** A measure over the summed leaves of one level; `isLevel`: among rows and totals, which tell apart what is known in totals alone. */
export function formula(report: Report, name: string, set: Leaves = 'leaf', isLevel = false): Sql {
  const m = ownValue(report.measures, name)
  if (!m) throw new Error(`${report.name}: ${name} is no measure`)
  switch (m.class) {
    case 'sum':
    case 'count':
      if (m.unknown === 'all' || (m.unknown === 'rows' && !isLevel)) return sql`null::numeric`
      return m.unknown === undefined ? sql.ref(`s.${set}_${name}`) : sql`case when s.is_total then ${sql.ref(`s.${set}_${name}`)} end`
    case 'distinct':
      return sql.ref(`s.${set}_${name}`)
    case 'none':
      return sql`null::numeric`
    case 'plus':
      return sql`(${sql.join(
        m.of.map(o => formula(report, o, set, isLevel)),
        sql` + `,
      )})`
    case 'minus':
      return sql`(${formula(report, m.from, set, isLevel)} - ${formula(report, m.less, set, isLevel)})`
    case 'ratio':
      return sql`(${sql.raw(m.negated === true ? '-' : '')}${formula(report, m.over, set, isLevel)}
        / nullif(${formula(report, m.under, set, isLevel)}, 0))`
  }
}
