/** The order of a report's rows, and the figure that decides it: asked for by name, with as few sums as it can be made of. */
import { sql } from 'kysely'
import { isLeaf, isRanked, leavesOf, restsOnMean, type Leaf, type Measure, type Report } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Sql } from '../../db/untyped-query.ts'
import type { Ask } from '../ask/ask.ts'
import { formula } from '../ask/formula.ts'
import { labelOf } from './names.ts'
import { windowsOf } from '../ask/windows.ts'

export interface Paging {
  readonly sortField?: string | undefined
  readonly sortWay?: 'ASC' | 'DESC' | undefined
  readonly offset: number
  readonly limit: number
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

/** The figure that puts rows in the order of this one; null: they can't be put in order by it. What a share or a class is of decides it. */
export function orderedBy(report: Report, { measure, part }: SortFigure): SortFigure | null {
  const m = ownValue(report.measures, measure)
  if (m?.class === 'position') return part === 'now' ? { measure, part } : null
  if (restsOnMean(report.measures, measure)) return null
  if (m?.class !== 'share' && !isRanked(m)) return { measure, part }
  return part === 'now' ? { measure: m.of, part } : null
}

/** The figure that decides the order: the one asked for, else the first measure that is no balance; null where names or times do. */
export function decidingFigure(report: Report, ask: Ask, paging: Paging, measures: readonly string[]): SortFigure | null {
  if (paging.sortField !== undefined) {
    const asked = sortFigure(ask, measures, paging.sortField)
    const figure = asked && orderedBy(report, asked)
    return figure !== null && isBalance(figure.measure) && windowsOf(report, ask, [figure.measure]).length === 0 ? null : figure
  }
  const isTime = ownValue(report.dimensions, ask.by[0] ?? '')?.time !== undefined
  const moved = measures.filter(measure => !isBalance(measure))
  return isTime ? null : (moved.map(measure => orderedBy(report, { measure, part: 'now' })).find(one => one !== null) ?? null)

  function isBalance(measure: string): boolean {
    return ownValue(report.measures, measure)?.class === 'position'
  }
}

/**
 * The value rows are ordered by. Amounts of several currencies are compared as converted; a rate of change is a figure of its own currency.
 */
function orderValue(report: Report, ask: Ask, { measure, part }: SortFigure, isConverted: boolean): Sql {
  const set = isConverted && ownValue(report.measures, measure)?.kind === 'money' && part !== 'rate' ? 'base' : 'leaf'
  const own = formula(report, measure, set)
  const [now, was] = [ask.isCut === true ? formula(report, measure, `now_${set}`) : own, formula(report, measure, `was_${set}`)]
  switch (part) {
    case 'now':
      return own
    case 'was':
      return was
    case 'difference':
      return sql`(${now} - ${was})`
    case 'rate':
      return sql`(case when ${was} > 0 then (${now} - ${was}) / ${was} end)`
  }
}

/** What rows are ordered by first, and which way. */
export interface OrderBy {
  readonly value: Sql
  readonly way: Sql
}

/**
 * The order of rows of alias s, and of totals among themselves: by a figure, by a dimension's label, else times upwards and everything else
 * by the first measure downwards.
 */
export function orderOf(report: Report, ask: Ask, paging: Paging, measures: readonly string[], isConverted: boolean): OrderBy[] {
  const ties = [...ask.by.map((_, i) => sql.ref(`s.d${i}`)), sql.ref('s.currency')].map(value => ({ value, way: sql.raw('') }))
  const way = (fallback: 'asc' | 'desc') => sql.raw(((paging.sortWay ?? fallback).toLowerCase() === 'asc' ? 'asc' : 'desc') + ' nulls last')
  const figure = decidingFigure(report, ask, paging, measures)
  if (figure !== null) return [{ value: orderValue(report, ask, figure, isConverted), way: way('desc') }, ...ties]
  const position = paging.sortField === undefined ? -1 : ask.by.indexOf(paging.sortField)
  return position < 0 ? ties : [{ value: sql`${labelOf(report, ask, position)} collate "zh-x-icu"`, way: way('asc') }, ...ties]
}

/** Leaves of money that the order needs in the base currency. */
export const convertedLeaves = (report: Report, figure: SortFigure | null): string[] =>
  figure === null || ownValue(report.measures, figure.measure)?.kind !== 'money' ? [] : leavesOf(report, figure.measure)

/**
 * The same report whose measure `name` is made of as few leaves as possible: leaves of one column under one condition are one leaf under
 * all its values. Every row of the answer has to be added up for its place, and the profit of a row is two sums then instead of sixty. A
 * balance is a leaf of its own, which is read with the rows that are there because of it (`carriedPart`).
 */
export function condensed(report: Report, name: string): Report {
  const measures: Record<string, Measure> = { ...report.measures }
  const visit = (one: string): void => {
    const m = ownValue(report.measures, one)
    const stands = m?.class === 'position' ? ownValue(report.measures, m.of) : undefined
    if (m?.class === 'position' && isLeaf(stands)) measures[one] = { ...stands, standing: m.at }
    if (m?.class === 'ratio') [m.over, m.under].forEach(visit)
    const terms = m?.class === 'plus' ? termsOf(report, one) : null
    if (m?.class !== 'plus' || terms === null) return
    const merged = mergedLeaves(terms).map((leaf, i) => [`${one}__${i}`, leaf] as const)
    Object.assign(measures, Object.fromEntries(merged))
    measures[one] = { ...m, of: merged.map(([key]) => key) }
  }
  visit(name)
  return { ...report, measures }
}

/** The leaves that a sum adds, one that it adds twice twice; null where something else than a sum is among them. */
function termsOf(report: Report, name: string): Leaf[] | null {
  const m = ownValue(report.measures, name)
  if (isLeaf(m)) return [m]
  const parts = m?.class === 'plus' ? m.of.map(one => termsOf(report, one)) : [null]
  return parts.some(part => part === null) ? null : parts.flatMap(part => part ?? [])
}

function mergedLeaves(terms: readonly Leaf[]): Leaf[] {
  const merged: Leaf[] = []
  for (const leaf of terms) {
    const at = merged.findIndex(other => isDisjoint(other, leaf))
    const other = merged[at]
    if (other === undefined) merged.push(leaf)
    else
      merged[at] = {
        ...other,
        when: Object.fromEntries(Object.keys(leaf.when).map(key => [key, [...valuesOf(other, key), ...valuesOf(leaf, key)]])),
      }
  }
  return merged
}
const valuesOf = (leaf: Leaf, key: string): readonly (string | number | boolean)[] => leaf.when[key] ?? []

/** Whether two leaves add up the same column under one condition that no amount meets twice. */
function isDisjoint(a: Leaf, b: Leaf): boolean {
  const [key = '', ...further] = Object.keys(a.when)
  const isAlike = a.of === b.of && a.column === b.column && a.class === b.class && a.kind === b.kind
  const isSameCondition =
    further.length === 0 && Object.keys(b.when).length === 1 && ownValue(a.when, key) != null && ownValue(b.when, key) != null
  return isAlike && isSameCondition && !valuesOf(a, key).some(value => valuesOf(b, key).includes(value))
}
