/** What is left of an item at the end of each day, and what were left without the suggestion that a page explains. Pure. */
import { compare, subtract } from '#platform/format/decimal.ts'
import type { LeftOn, Projection, ProjectionRow } from './wire.ts'

export const leftByDay = (rows: readonly ProjectionRow[]): readonly LeftOn[] =>
  rows.flatMap(({ day, left }, at) => (rows[at + 1]?.day === day ? [] : [{ day, left }]))

/** The first day that would end below the safety stock; null: none. */
export function leftWithoutOwn({ rows, rule }: Pick<Projection, 'rows' | 'rule'>): LeftOn | null {
  const own = rows.find(one => one.isOwn)
  if (own === undefined || own.isDemand) return null
  const without = leftByDay(rows).map(({ day, left }) => ({ day, left: day < own.day ? left : subtract(left, own.quantity) }))
  return without.find(({ day, left }) => day >= own.day && compare(left, rule.safety) < 0) ?? null
}
