/**
 * Measures of a report: sums over a roll-up, formulas over other measures, and what is told of a row among others: its share of the level,
 * its mean over days, its class.
 */
import { ownValue } from './own-value.ts'
import type { Rollup, Entities } from './rollup.ts'
import type { Title } from './title.ts'

/** Conditions of a measure: key of the roll-up (or the name of its map) -> values; null: what nobody has mapped. */
export type Conditions = Readonly<Record<string, readonly (string | number | boolean)[] | null>>

export interface Face {
  readonly title: Title
  /** where the figure comes from, one sentence */
  readonly source: Title
  /** step of the waterfall, in order */
  readonly waterfall?: number
  /** which way is good, and coloured so where the figure moves; absent: neither, as of a cost */
  readonly better?: 'up' | 'down'
}
export interface Leaf extends Face {
  readonly class: 'sum' | 'count'
  readonly of: Rollup
  readonly column: string
  readonly kind: 'money' | 'integer' | 'decimal'
  readonly when: Conditions
  /** by dimensions that its roll-up does not tell it has no figure; else all of it stands under 未分摊 and the rows are nothing */
  readonly notAllocatable?: true
  /** where there is no line of it nothing is known: its figure is missing then, and not 0 */
  readonly blank?: true
  /** posted once a month: left out of both sides of a comparison until it stands on both */
  readonly monthly?: true
  /** set where a question asks for such a dimension: its rows are unknown, or its totals as well */
  readonly unknown?: 'rows' | 'all'
  /** set where rows are put in order by a balance of it: all of it up to the end of the row's time, or before its beginning */
  readonly standing?: Position['at']
}
/**
 * How many things lines belong to (orders), each once in every row and total it is in. What things are alone in is added up from the
 * roll-up; else the facts of the period are asked.
 */
export interface Distinct extends Face, Entities {
  readonly class: 'distinct'
  readonly of: Rollup
  readonly kind: 'integer'
  readonly when: Conditions
}
/** A figure that the suite has no source for yet: null in every row and total, and named with the reason. */
export interface Lacking extends Face {
  readonly class: 'none'
  readonly kind: 'money' | 'integer' | 'decimal'
}
export interface Plus extends Face {
  readonly class: 'plus'
  readonly of: readonly string[]
  readonly kind: 'money' | 'integer' | 'decimal'
}
/**
 * What was told of some times alone is held against the same times: of the second figure counts what is of an owner and quarter that a
 * record of the table (its `month`) is of.
 */
export interface Matched {
  readonly table: string
  readonly unit: 'quarter'
  /** said behind the formula */
  readonly title: Title
}
/** One figure less another: a sheet’s less what the suite computes itself. */
export interface Minus extends Face {
  readonly class: 'minus'
  readonly from: string
  readonly less: string
  /** the same in all measures of a report */
  readonly matched?: Matched
  readonly kind: 'money' | 'integer' | 'decimal'
}
export interface Ratio extends Face {
  readonly class: 'ratio'
  readonly over: string
  readonly under: string
  readonly kind: 'percent' | 'decimal'
  /** a negative amount as a part of a positive one, without its sign: refunds of sales */
  readonly negated?: true
}
/** A figure as a part of the total of its level, both in the base currency. */
export interface Share extends Face {
  readonly class: 'share'
  readonly of: string
  readonly kind: 'percent'
}
/**
 * The mean of a figure per day over so many days, up to the last day of the row's time, of the period, and of what is complete, whichever
 * comes first. It is unknown where the time of the row is not complete, and where the facts of the owner begin within these days.
 */
export interface Moving extends Face {
  readonly class: 'moving'
  readonly of: string
  readonly days: number
  readonly kind: 'money' | 'decimal'
}
/**
 * The class of what a row stands for (whatever times it is shown by) by the whole period, in the base currency: A what makes the first 80 %
 * of all that is above nothing, B up to 95 %, C the rest and all that is nothing or below.
 */
export interface Abc extends Face {
  readonly class: 'abc'
  readonly of: string
  readonly kind: 'grade'
}
/**
 * What is there, of what came and went: all of it up to the end of the row's time (closing), or before its beginning (opening), never a sum
 * over times. A row is there as long as its balance is not nothing, also where nothing has moved. A balance of money is worth what the rate
 * of the month makes it in which it stands, whatever the rates were when it came: that of an opening is the month of the day before.
 */
export interface Position extends Face {
  readonly class: 'position'
  readonly of: string
  readonly at: 'opening' | 'closing'
  readonly kind: 'money' | 'integer' | 'decimal'
}
/**
 * What a row makes together with all that are as large or larger, as a part of everything above nothing: the line of a Pareto chart. It is
 * of what a row stands for, whatever times it is shown by, of the whole period, in the base currency.
 */
export interface Cumulative extends Face {
  readonly class: 'cumulative'
  readonly of: string
  readonly kind: 'percent'
}
/** Half of an opening and a closing balance: the mean of what is there in the time of a row. Nothing to put rows in order by. */
export interface Mean extends Face {
  readonly class: 'mean'
  readonly of: readonly [opening: string, closing: string]
  readonly kind: 'decimal'
}
export type Measure = Leaf | Distinct | Lacking | Plus | Minus | Ratio | Share | Moving | Abc | Cumulative | Position | Mean
/** up to which part of the sum a class goes */
export const classLimits = { A: '0.8', B: '0.95' } as const

/** Additive sum of a roll-up's column. */
export const sum = (
  of: Rollup,
  column: string,
  face: Face & {
    readonly when?: Conditions
    readonly kind?: 'integer' | 'decimal'
    readonly notAllocatable?: true
    readonly blank?: true
    readonly monthly?: true
  },
): Leaf => ({ class: 'sum', of, column, when: {}, kind: 'money', ...face })
/** How many amounts. */
export const count = (of: Rollup, face: Face & { readonly when?: Conditions }): Leaf => ({
  class: 'count',
  of,
  column: 'n',
  kind: 'integer',
  when: {},
  ...face,
})
export const distinct = (of: Rollup, face: Face & Entities & { readonly when?: Conditions }): Distinct => ({
  class: 'distinct',
  of,
  kind: 'integer',
  when: {},
  ...face,
})
export const lacking = (face: Face & { readonly kind?: Lacking['kind'] }): Lacking => ({ class: 'none', kind: 'integer', ...face })
/** Computed after summing, at each level anew. Costs are negative amounts, so that everything is added. */
export const plus = (of: readonly string[], face: Face): Plus => ({ class: 'plus', of, kind: 'money', ...face })
export const minus = (from: string, less: string, face: Face & Pick<Minus, 'matched'> & { readonly kind?: Minus['kind'] }): Minus => ({
  class: 'minus',
  from,
  less,
  kind: 'money',
  ...face,
})
export const ratio = (over: string, under: string, face: Face & { readonly negated?: true }): Ratio => ({
  class: 'ratio',
  over,
  under,
  kind: 'percent',
  ...face,
})
export const share = (of: string, face: Face): Share => ({ class: 'share', of, kind: 'percent', ...face })
export const moving = (of: string, days: number, face: Face & { readonly kind?: Moving['kind'] }): Moving => ({
  class: 'moving',
  of,
  days,
  kind: 'decimal',
  ...face,
})
export const position = (of: string, at: Position['at'], face: Face & { readonly kind?: Position['kind'] }): Position => ({
  class: 'position',
  of,
  at,
  kind: 'integer',
  ...face,
})
export const mean = (opening: string, closing: string, face: Face): Mean => ({
  class: 'mean',
  of: [opening, closing],
  kind: 'decimal',
  ...face,
})
export const abc = (of: string, face: Face): Abc => ({ class: 'abc', of, kind: 'grade', ...face })
export const cumulative = (of: string, face: Face): Cumulative => ({ class: 'cumulative', of, kind: 'percent', ...face })

export function operandsOf(m: Measure): readonly string[] {
  if (m.class === 'plus' || m.class === 'mean') return m.of
  if (m.class === 'minus') return [m.from, m.less]
  if (m.class === 'ratio') return [m.over, m.under]
  return isAmong(m) ? [m.of] : []
}

/** What is told of a row among others. */
export const isAmong = (m: Measure): m is Share | Moving | Abc | Cumulative | Position =>
  m.class === 'share' || m.class === 'moving' || isRanked(m) || m.class === 'position'
/** What the place of a row among all others says. */
export const isRanked = (m: Measure | undefined): m is Abc | Cumulative => m?.class === 'abc' || m?.class === 'cumulative'
export const isLeaf = (m: Measure | undefined): m is Leaf => m?.class === 'sum' || m?.class === 'count'
/** A figure that lines stand behind. */
export const hasLines = (m: Measure): m is Leaf | Distinct => isLeaf(m) || m.class === 'distinct'
/** A mean is of figures that can be added up; what is told of a row among others is part of no formula, but a mean may be. */
export function operandFaults(measures: Readonly<Record<string, Measure>>, name: string, m: Measure): string[] {
  return operandsOf(m).flatMap(operand => {
    const of = ownValue(measures, operand)
    if (of === undefined) return []
    if (m.class === 'mean') return of.class === 'position' && of.kind !== 'money' ? [] : [`${name}: ${operand} is no balance`]
    if (!isAmong(m))
      return of.class === 'share' || isRanked(of) || of.class === 'position' ? [`${name}: ${operand} can not be part of a formula`] : []
    if (m.class === 'position' && of.class !== 'sum') return [`${name}: ${operand} is nothing that comes and goes`]
    if (m.class === 'position' && (m.kind === 'money') !== (of.kind === 'money')) return [`${name}: its kind is not that of ${operand}`]
    const isAdded = hasLines(of) || of.class === 'plus' || of.class === 'minus'
    if (!isAdded || restsOnMean(measures, operand)) return [`${name}: ${operand} is nothing that can be added up`]
    if (isRanked(m) && of.class === 'distinct') return [`${name}: counts of things are in no class`]
    return m.class === 'moving' && (m.kind === 'money') !== (of.kind === 'money') ? [`${name}: its kind is not that of ${operand}`] : []
  })
}

/** Whether a figure is one of other amounts than those of its row: means, balances, what is held against some of its times alone. */
export function restsOnMean(measures: Readonly<Record<string, Measure>>, name: string): boolean {
  const m = ownValue(measures, name)
  return (
    m !== undefined &&
    (m.class === 'moving' ||
      m.class === 'position' ||
      (m.class === 'minus' && m.matched !== undefined) ||
      (!isAmong(m) && operandsOf(m).some(one => restsOnMean(measures, one))))
  )
}
