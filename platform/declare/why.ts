/**
 * Why: how a report tells what moved one of its figures. An amount is cut into its base and its lines (profit over sales), a product or
 * quotient into its factors (orders x sales an order). The arithmetic is platform/format/why.ts. Pure values.
 */
import type { Title } from './title.ts'

export interface WhyLine {
  readonly title: Title
  /** what its part of the base is called: 退款率 */
  readonly share: Title
  /** measures it is the sum of */
  readonly measures: readonly string[]
}
/** One factor: a measure over another, by which the figure is multiplied, or divided. */
export interface WhyFactor {
  readonly title: Title
  readonly over: string
  /** absent: one */
  readonly under?: string
  readonly divides?: true
  readonly kind: 'money' | 'integer' | 'percent'
}
interface Common {
  /** the measure whose change is told; whoever may not see costs is told of what stands before them */
  readonly of: string
  /** dimension whose rows that moved most are named */
  readonly movers?: string
  /** what is put behind a measure's name to find the one that it is held against, in place of an earlier period */
  readonly planned?: string
}
export type Why = Common &
  ({ readonly base: string; readonly lines: readonly WhyLine[] } | { readonly factors: readonly [WhyFactor, ...WhyFactor[]] })

/** The measures that the answer takes. */
export function measuresOfWhy(why: Why, of: string): string[] {
  const parts =
    'factors' in why
      ? why.factors.flatMap(({ over, under }) => [over, ...(under === undefined ? [] : [under])])
      : [why.base, ...why.lines.flatMap(line => line.measures)]
  const all = [...new Set([of, ...parts])]
  return why.planned === undefined ? all : [...all, ...all.map(name => name + why.planned)]
}

/** What is wrong with it, as sentences for whoever declared it. */
export function whyFaults(why: Why | undefined, has: (measure: string) => boolean, hasDimension: (name: string) => boolean): string[] {
  if (why === undefined) return []
  return [
    ...measuresOfWhy(why, why.of).flatMap(name => (has(name) ? [] : [`why: ${name} is no measure`])),
    ...(why.movers === undefined || hasDimension(why.movers) ? [] : [`why: ${why.movers} is no dimension`]),
  ]
}
