/** Which punch is which begin or end of work. Pure. */
import type { Away, DayInput } from './input.ts'
import { lengthOf, within, without, type Span } from './spans.ts'

/** punches that lie close together are one: the first and the last of them */
export interface Cluster {
  readonly first: number
  readonly last: number
}
export interface Point {
  readonly side: 'in' | 'out'
  readonly at: number
  /** the minutes of duty that hang on it and on its partner */
  readonly duty: readonly Span[]
  /** the scheduled minute beside it is a trip or an outing: no punch is needed */
  readonly isGiven: boolean
}
/** a stretch with a begin and an end, each with its punch where there is one */
export interface Stretch {
  readonly duty: readonly Span[]
  readonly begin: Point
  readonly end: Point
  readonly in: number | null
  readonly out: number | null
}

export function clustersOf(punches: readonly number[], mergeMinutes: number): Cluster[] {
  const found: Cluster[] = []
  for (const at of punches) {
    const open = found.at(-1)
    if (open !== undefined && at - open.first <= mergeMinutes) found[found.length - 1] = { ...open, last: at }
    else found.push({ first: at, last: at })
  }
  return found
}

const isElsewhere = (away: readonly Away[], minute: number | undefined): boolean =>
  minute !== undefined && away.some(one => one.as !== 'leave' && one.from <= minute && minute < one.to)

/** The scheduled minute before or after a point, breaks passed over. */
const minuteBefore = (spans: readonly Span[], at: number): number | undefined =>
  spans
    .filter(one => one.from < at)
    .map(one => Math.min(one.to, at) - 1)
    .at(-1)
const minuteAfter = (spans: readonly Span[], at: number): number | undefined =>
  spans.filter(one => one.to > at).map(one => Math.max(one.from, at))[0]

/** Begins and ends at which a punch is expected: of the whole duty, or with pairs of each span. */
function expected({ spans, away, pairs }: DayInput): [Point, Point][] {
  const groups = pairs ? spans.map(one => [one]) : [spans]
  return groups.flatMap(group => {
    const duty = without(group, away)
    const [first, last] = [duty[0], duty.at(-1)]
    if (first === undefined || last === undefined) return []
    const begin: Point = { side: 'in', at: first.from, duty, isGiven: isElsewhere(away, minuteBefore(spans, first.from)) }
    const end: Point = { side: 'out', at: last.to, duty, isGiven: isElsewhere(away, minuteAfter(spans, last.to)) }
    return [[begin, end]]
  })
}

/** Minutes of duty that a punch leaves out: those before it, or those after it. */
export const shortOf = ({ side, duty }: Point, at: number): number =>
  side === 'in' ? lengthOf(within(duty, [{ from: -Infinity, to: at }])) : lengthOf(within(duty, [{ from: at, to: Infinity }]))

interface Choice {
  readonly met: number
  readonly short: number
  readonly far: number
  /** by point: the cluster, or none */
  readonly taken: readonly (number | null)[]
}
const isBetter = (one: Choice, other: Choice): boolean =>
  one.met !== other.met ? one.met > other.met : one.short !== other.short ? one.short < other.short : one.far < other.far

/**
 * Most points met, then least left out, then least distance, then the earlier point and the earlier punch; points and clusters keep their
 * order, a cluster meets one point.
 */
function assigned(points: readonly Point[], clusters: readonly Cluster[]): readonly (number | null)[] {
  const none: Choice = { met: 0, short: 0, far: 0, taken: [] }
  // best choice of the points so far with the clusters before each place
  let best: Choice[] = clusters.map(() => none).concat(none)
  for (const point of points) {
    const next: Choice[] = []
    for (const [place, without1] of best.entries()) {
      let chosen: Choice = { ...without1, taken: [...without1.taken, null] }
      const [before, cluster] = [best[place - 1], clusters[place - 1]]
      if (before !== undefined && cluster !== undefined) {
        const at = point.side === 'in' ? cluster.first : cluster.last
        const met: Choice = {
          met: before.met + 1,
          short: before.short + shortOf(point, at),
          far: before.far + Math.abs(at - point.at),
          taken: [...before.taken, place - 1],
        }
        if (isBetter(met, chosen)) chosen = met
        const earlier = next[place - 1]
        if (earlier !== undefined && !isBetter(chosen, earlier)) chosen = earlier
      }
      next.push(chosen)
    }
    best = next
  }
  return best.at(-1)?.taken ?? []
}

/** The stretches of a day with the punches that begin and end them. */
export function stretchesOf(input: DayInput): { readonly stretches: readonly Stretch[]; readonly clusters: readonly Cluster[] } {
  const clusters = clustersOf(input.punches, input.rule.mergeMinutes)
  const pairs = expected(input)
  const points = pairs.flat().filter(one => !one.isGiven)
  const taken = assigned(points, clusters)
  const at = new Map(points.map((one, n) => [one, taken[n] ?? null]))
  const met = taken.filter(one => one !== null)
  // the first begin reaches to the first punch of the day, the last end to its last
  const reach = (point: Point): number | null => {
    const place = at.get(point) ?? null
    if (place === null) return null
    if (point.side === 'in') return clusters[place === met[0] && point === pairs[0]?.[0] ? 0 : place]?.first ?? null
    return clusters[place === met.at(-1) && point === pairs.at(-1)?.[1] ? clusters.length - 1 : place]?.last ?? null
  }
  return {
    clusters,
    stretches: pairs.map(([begin, end]) => ({ duty: begin.duty, begin, end, in: reach(begin), out: reach(end) })),
  }
}
