/**
 * 查看成本: which measures of a report tell what goods cost. A roll-up says which of its amounts do (`cost`); a measure over one of them,
 * and every formula that such a measure is part of, is told to nobody who lacks the right. Nothing is listed by hand, so none is
 * forgotten. Pure.
 */
import { hasLines, operandsOf, type Distinct, type Leaf, type Measure } from './measures.ts'
import { ownValue } from './own-value.ts'
import type { Title } from './title.ts'

/** What a report says of costs, beside its measures. */
export interface Costed {
  readonly measures: Readonly<Record<string, Measure>>
  /** measure that is the result to who may not see costs */
  readonly beforeCost?: string
  /** the operation that costs take, where the permission has 100 for something else */
  readonly costRight?: number
  readonly main?: readonly string[]
  readonly keyFigures?: readonly string[]
  readonly beside?: readonly [string, string]
}

/** The right, as each permission has it whose figures hold cost. */
export const seeCost = { operation: 100, title: ['查看成本', 'See costs'] as Title }
export const costRightOf = ({ costRight = seeCost.operation }: Pick<Costed, 'costRight'>): number => costRight

/** A condition that asks for what nobody has mapped asks for no cost. */
function isCost({ of: { cost }, when }: Leaf | Distinct): boolean {
  if (cost === undefined) return false
  const values = Object.hasOwn(when, cost.on) ? when[cost.on] : undefined
  if (values === undefined) return cost.otherwise === true
  return values !== null && values.some(one => cost.are.includes(one))
}

const closures = new WeakMap<object, ReadonlySet<string>>()
/** Every measure that tells a cost: those over cost, and all that is made of one of them, however far. */
export function costMeasures({ measures }: Pick<Costed, 'measures'>): ReadonlySet<string> {
  const known = closures.get(measures)
  if (known !== undefined) return known
  const found = new Set<string>()
  const tells = (m: Measure): boolean => (hasLines(m) ? isCost(m) : operandsOf(m).some(one => found.has(one)))
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const [name, m] of Object.entries(measures)) if (tells(m)) found.add(name)
  }
  closures.set(measures, found)
  return found
}

const views = new WeakMap<object, Costed>()
/** The report as who may not see costs has it: as if it had none of these measures. Its `beforeCost` takes the place of its result. */
export function withoutCost<R extends Costed>(report: R): R {
  const known = views.get(report)
  if (known !== undefined) return known as R
  const hidden = costMeasures(report)
  const made = hidden.size === 0 ? report : without(report, hidden)
  views.set(report, made)
  return made
}

function without<R extends Costed>(report: R, hidden: ReadonlySet<string>): R {
  const { beforeCost, main, keyFigures, beside, ...rest }: Costed = report
  const last = Math.max(...[...hidden].map(name => ownValue(report.measures, name)?.waterfall ?? 0))
  const measures = Object.fromEntries(
    Object.entries(report.measures).flatMap(([name, m]): [string, Measure][] => {
      if (hidden.has(name)) return []
      return [[name, name === beforeCost && last > 0 ? { ...m, waterfall: last } : m]]
    }),
  )
  const shown = (names: readonly string[]): string[] => {
    const own = names.map(name => (hidden.has(name) ? beforeCost : name))
    return [...new Set(own.flatMap(name => name ?? []))]
  }
  return {
    ...rest,
    measures,
    ...(main === undefined ? {} : { main: shown(main) }),
    ...(keyFigures === undefined ? {} : { keyFigures: shown(keyFigures) }),
    ...(beside === undefined || beside.some(name => hidden.has(name)) ? {} : { beside }),
  } as R
}

/** What is wrong with a report's words about cost, as sentences for whoever declared it. */
export function costFaults(report: Costed): string[] {
  const { beforeCost, measures } = report
  const hidden = costMeasures(report)
  if (hidden.size === 0) return beforeCost === undefined ? [] : [`${beforeCost} stands before costs, of which it has none`]
  const faults: string[] = []
  if (beforeCost !== undefined && !Object.hasOwn(measures, beforeCost)) faults.push(`${beforeCost} is no measure`)
  if (beforeCost !== undefined && hidden.has(beforeCost)) faults.push(`${beforeCost} holds a cost itself`)
  if (costRightOf(report) < 100) faults.push('the right to costs is an operation from 100 on')
  return faults
}
