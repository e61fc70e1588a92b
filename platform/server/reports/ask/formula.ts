/** The measures of a report over its summed leaves: `s.leaf_…` of one level. */
import { sql } from 'kysely'
import { isLeaf, leavesOf, type Leaf, type Moving, type Ratio, type Report } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Ask } from './ask.ts'
import { beforeOf } from './comparison-period.ts'
import { isFull, windowOf, windowsOf, type WindowName } from './windows.ts'
import type { Sql } from '../../db/untyped-query.ts'

/** The leaves that the asked measures need, by name. */
export function neededLeaves(report: Report, measures: readonly string[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  for (const name of new Set(measures.flatMap(m => leavesOf(report, m)))) {
    const leaf = ownValue(report.measures, name)
    if (isLeaf(leaf)) leaves.set(name, leaf)
  }
  return leaves
}

/** Whether an amount is shown in another currency than what it is a part of. */
export const isOfBase = (report: Report, ask: Pick<Ask, 'currency'>, measure: string): boolean =>
  ask.currency === 'shop' && report.conversion?.own !== undefined && ownValue(report.measures, measure)?.kind === 'money'

/** Which summed leaves a formula is made of: as asked or of a side of the comparison, in the row's currency or in the base. */
export type Leaves = 'leaf' | 'base' | 'was_leaf' | 'was_base' | 'now_leaf' | 'now_base' | `${WindowName}_leaf`

/**
 * A measure over the summed leaves of one level; `level`: the question, where rows and totals stand side by side. What is known in totals
 * alone, and what is told of a row among others, is told there.
 */
export function formula(report: Report, name: string, set: Leaves = 'leaf', level?: Ask): Sql {
  const m = ownValue(report.measures, name)
  if (!m) throw new Error(`${report.name}: ${name} is no measure`)
  switch (m.class) {
    case 'sum':
    case 'count':
      if (m.unknown === 'all' || (m.unknown === 'rows' && level === undefined)) return sql`null::numeric`
      return m.unknown === undefined ? sql.ref(`s.${set}_${name}`) : sql`case when s.is_total then ${sql.ref(`s.${set}_${name}`)} end`
    case 'distinct':
      return sql.ref(`s.${set}_${name}`)
    case 'none':
      return sql`null::numeric`
    case 'plus':
      return sql`(${sql.join(
        m.of.map(o => formula(report, o, set, level)),
        sql` + `,
      )})`
    case 'minus': {
      if (m.matched !== undefined && (level === undefined || set !== 'leaf')) return unknown
      const ofLess = m.matched === undefined ? set : 'matched_leaf'
      return sql`(${formula(report, m.from, set, level)} - ${formula(report, m.less, ofLess, level)})`
    }
    case 'ratio':
      if (level !== undefined && set === 'leaf' && isOfMeans(report, m)) return ratioOfMeans(report, m, level)
      return sql`(${sql.raw(m.negated === true ? '-' : '')}${formula(report, m.over, set, level)}
        / nullif(${formula(report, m.under, set, level)}, 0))`
    case 'share':
      return level === undefined ? unknown : shareOf(report, m.of, set, level)
    case 'moving':
      return level === undefined || set !== 'leaf' ? unknown : sql`(${sumInWindow(report, m, level)} / ${sql.lit(m.days)})`
    case 'position': {
      const isRead = level !== undefined && set === 'leaf' && isInWindows(report, level, name)
      return isRead ? formula(report, m.of, `${m.at}_leaf`, level) : unknown
    }
    case 'mean':
      return sql`((${formula(report, m.of[0], set, level)} + ${formula(report, m.of[1], set, level)}) / 2)`
    case 'abc':
    case 'cumulative':
      return unknown
  }
}

const unknown: Sql = sql`null::numeric`

const isInWindows = (report: Report, level: Ask, name: string): boolean => windowsOf(report, level, [name]).length > 0

/** What lies in the window of a mean, where all of its days are known. */
const sumInWindow = (report: Report, m: Moving, level: Ask): Sql =>
  level.spans === undefined
    ? unknown
    : sql`(case when ${isFull(report, level, m.days)} then ${formula(report, m.of, `${windowOf(m)}_leaf`, level)} end)`

const meanNamed = (report: Report, name: string): Moving | null => {
  const m = ownValue(report.measures, name)
  return m?.class === 'moving' ? m : null
}
const isOfMeans = (report: Report, { over, under }: Ratio): boolean => meanNamed(report, over) !== null && meanNamed(report, under) !== null

/** Divided once: a mean that is rounded before another is divided by it is no longer exact. */
function ratioOfMeans(report: Report, { over, under, negated }: Ratio, level: Ask): Sql {
  const [above, below] = [meanNamed(report, over), meanNamed(report, under)]
  if (above === null || below === null) return unknown
  return sql`(${sql.raw(negated === true ? '-' : '')}${sumInWindow(report, above, level)} * ${sql.lit(below.days)}
    / nullif(${sumInWindow(report, below, level)} * ${sql.lit(above.days)}, 0))`
}

/** In the base currency. A side of a comparison has shares where its rows and its total are of the same days. */
function shareOf(report: Report, of: string, set: Leaves, level: Ask): Sql {
  const isSide = set === 'was_leaf' || set === 'now_leaf'
  if (isSide && beforeOf(report, level)?.totals !== null) return unknown
  const inBase = set === 'was_leaf' ? 'was_base' : set === 'now_leaf' ? 'now_base' : 'base'
  const value = formula(report, of, isOfBase(report, level, of) ? inBase : set, level)
  const [lacks, total] = [sql`bool_or(s.is_total and ${value} is null) over ()`, sql`sum(${value}) filter (where s.is_total) over ()`]
  return sql`(case when not ${lacks} then ${value} / nullif(${total}, 0) end)`
}
