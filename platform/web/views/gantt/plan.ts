/** Rows of a Gantt as bars: their order, days, progress, dependencies, and where they stand. Pure. */
import { circleIn } from '#platform/format/circles.ts'
import { addDays, dayNumber } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import type { Row, ShownAsDefinition } from '../../../declare/wire.ts'
import { daysOf, type Days } from '../span.ts'

export type GanttFields = NonNullable<ShownAsDefinition['gantt']>

export interface Bar {
  readonly row: Row
  readonly level: number
  /** null: it has no days yet */
  readonly days: Days | null
  /** 0 to 1 */
  readonly progress: number
  readonly hasBelow: boolean
}
/** From the end of a bar to the beginning of one that waits for it; by place in `bars`. */
export interface Dependency {
  readonly from: number
  readonly to: number
  /** it begins before the other has ended */
  readonly isBroken: boolean
}
export interface Plan {
  readonly bars: readonly Bar[]
  readonly dependencies: readonly Dependency[]
  readonly from: string
  readonly to: string
  /** records that wait for each other; null: none do */
  readonly circle: readonly Row[] | null
}

/** days before the first bar and after the last */
const margin = 7
/** a plan of a single wrong year must not make a chart of centuries */
const daysMax = 366 * 20

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(asText) : [])

/** Below each other as the tree has them; what stands below something that is not here stands at the top, and so does a circle. */
export function treeOrder(
  rows: readonly Row[],
  parent: string | null,
): readonly { readonly row: Row; readonly level: number; readonly hasBelow: boolean }[] {
  const known = new Map(rows.map(row => [row.id, row]))
  const above = (row: Row): string | null => {
    const id = parent === null || row[parent] === null || row[parent] === undefined ? null : asText(row[parent])
    return id !== null && known.has(id) && id !== row.id ? id : null
  }
  const below = new Map<string | null, Row[]>()
  for (const row of rows) below.set(above(row), [...(below.get(above(row)) ?? []), row])
  const ordered: { row: Row; level: number; hasBelow: boolean }[] = []
  const seen = new Set<string>()
  const add = (start: Row): void => {
    const stack = [{ row: start, level: 0 }]
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if (seen.has(top.row.id)) continue
      seen.add(top.row.id)
      const children = below.get(top.row.id) ?? []
      ordered.push({ ...top, hasBelow: children.length > 0 })
      const { level } = top
      stack.push(...children.toReversed().map(row => ({ row, level: level + 1 })))
    }
  }
  for (const row of below.get(null) ?? []) add(row)
  for (const row of rows) if (!seen.has(row.id)) add(row)
  return ordered
}

export function planOf(rows: readonly Row[], fields: GanttFields, today: string): Plan {
  const bars = treeOrder(rows, fields.parent).map(({ row, level, hasBelow }) => ({
    row,
    level,
    hasBelow,
    days: daysOf(row, fields),
    progress: fields.progress === null ? 0 : Math.min(1, Math.max(0, Number(row[fields.progress] ?? 0) / 100)),
  }))
  const placeOf = new Map(bars.map(({ row }, at) => [row.id, at]))
  const { dependsOn } = fields
  const after = new Map(dependsOn === null ? [] : bars.map(({ row }) => [row.id, idsIn(row[dependsOn]).filter(id => placeOf.has(id))]))
  const dependencies = bars.flatMap((bar, to) =>
    (after.get(bar.row.id) ?? []).flatMap((id): Dependency[] => {
      const from = placeOf.get(id)
      const before = from === undefined ? undefined : bars[from]?.days
      if (from === undefined || before == null || bar.days === null) return []
      return [{ from, to, isBroken: bar.days.from <= before.to }]
    }),
  )
  const circle = circleIn(after)
  const { from, to } = rangeOf(
    bars.flatMap(({ days }) => (days === null ? [] : [days])),
    today,
  )
  return { bars, dependencies, from, to, circle: circle?.flatMap(id => bars[placeOf.get(id) ?? -1]?.row ?? []) ?? null }
}

/** From the first day to the last; what lies too far away is cut off, around today. */
function rangeOf(days: readonly Days[], today: string): Days {
  const first = days.reduce((least, { from }) => (from < least ? from : least), today)
  const last = days.reduce((most, { to }) => (to > most ? to : most), today)
  const isWide = dayNumber(last) - dayNumber(first) > daysMax
  const from = isWide && first < addDays(today, -daysMax / 2) ? addDays(today, -daysMax / 2) : first
  const to = isWide && last > addDays(today, daysMax / 2) ? addDays(today, daysMax / 2) : last
  return { from: addDays(from, -margin), to: addDays(to, margin) }
}

/** rows that are in sight at first, and the days after today with them */
const [firstRows, firstDays] = [12, 60]
/** The day that a chart opens at: today, unless none of its first bars would be in sight. */
export function opensAt({ bars }: Plan, today: string): string {
  const first = bars.slice(0, firstRows).flatMap(({ days }) => days ?? [])
  const isSeen = first.some(days => days.to >= today && days.from <= addDays(today, firstDays))
  return isSeen ? today : (first[0]?.from ?? today)
}

export interface Box {
  readonly x: number
  readonly width: number
}
/** px of a bar from the first day on. */
export const boxOf = ({ from, to }: Days, first: string, dayWidth: number): Box => ({
  x: (dayNumber(from) - dayNumber(first)) * dayWidth,
  width: (dayNumber(to) - dayNumber(from) + 1) * dayWidth,
})

/** The line of a dependency: out of the end, down or up beside it, into the beginning. */
export function lineOf(from: Box, to: Box, fromY: number, toY: number): string {
  const [x1, x2] = [from.x + from.width, to.x]
  const bend = 8
  if (x2 - x1 >= bend * 2) return `M${x1} ${fromY}h${bend}V${toY}H${x2}`
  const between = (fromY + toY) / 2
  return `M${x1} ${fromY}h${bend}V${between}H${x2 - bend}V${toY}H${x2}`
}
