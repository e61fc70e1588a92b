/** One person's day as a function of what is known: each scheduled minute has one label, overtime its rate. Pure. */
import { overtimeOf } from './overtime.ts'
import { labels, overtimeKinds, type DayInput, type DayResult, type Label, type Mark, type Segment } from './input.ts'
import { shortOf, stretchesOf, type Stretch } from './points.ts'
import { lengthOf, within, without, type Span } from './spans.ts'

/** a day with more overtime is marked */
const overtimeMinutesMax = 180

/** The first or the last of these minutes, `count` of them. */
function part(spans: readonly Span[], side: 'first' | 'last', count: number): Span[] {
  const found: Span[] = []
  let left = count
  for (const { from, to } of side === 'first' ? spans : spans.toReversed()) {
    const length = Math.min(left, to - from)
    if (length > 0) found.push(side === 'first' ? { from, to: from + length } : { from: to - length, to })
    left -= length
  }
  return side === 'first' ? found : found.toReversed()
}

/** The shift moved by the punch that begins it: its begin and its end alone, at most by the flexible minutes. */
function moved(input: DayInput): DayInput {
  const { spans, flexMinutes, away } = input
  const [first, last] = [spans[0], spans.at(-1)]
  if (flexMinutes === 0 || first === undefined || last === undefined) return input
  const [stretch] = stretchesOf(input).stretches
  if (stretch?.in === null || stretch === undefined || stretch.begin.at !== first.from) return input
  if (away.some(one => one.from < last.to && one.to >= last.to)) return input
  // neither span may lose all of its minutes
  const most = Math.min(flexMinutes, first.to - first.from - 1, last.to - last.from - 1)
  const by = Math.max(-most, Math.min(most, stretch.in - first.from))
  const shifted = spans.map(one => ({ from: one === first ? one.from + by : one.from, to: one === last ? one.to + by : one.to }))
  return { ...input, spans: shifted, flexMinutes: 0 }
}

const labelled = (spans: readonly Span[], label: Segment['label']): Segment[] => spans.map(({ from, to }) => ({ from, to, label }))

/** A stretch of which nothing is known is absent; without one of its punches half of it is missing. */
function ofStretch({ duty, begin, end, in: came, out: left }: Stretch, { rule }: DayInput): Segment[] {
  const [hasBegin, hasEnd] = [came !== null || begin.isGiven, left !== null || end.isGiven]
  if (!hasBegin && !hasEnd) return labelled(duty, 'absent')
  const missing = hasBegin && hasEnd ? [] : part(duty, hasEnd ? 'first' : 'last', Math.ceil(lengthOf(duty) / 2))
  const known = without(duty, missing)
  const of = (side: 'late' | 'early', minutes: number): Label =>
    minutes <= (side === 'late' ? rule.lateGrace : rule.earlyGrace) ? 'forgiven' : minutes > rule.absentAfter ? 'absent' : side
  const late = came === null ? [] : within(known, [{ from: -Infinity, to: came }])
  const early = left === null ? [] : within(without(known, late), [{ from: left, to: Infinity }])
  return [
    ...labelled(missing, 'missing'),
    ...labelled(late, of('late', came === null ? 0 : shortOf(begin, came))),
    ...labelled(early, of('early', left === null ? 0 : shortOf(end, left))),
    ...labelled(without(without(known, late), early), 'worked'),
  ]
}

function marksOf(stretches: readonly Stretch[], overtime: number): Mark[] {
  const half = stretches.filter(
    ({ begin, end, in: came, out: left }) => (came !== null || begin.isGiven) !== (left !== null || end.isGiven),
  )
  return [
    ...(half.some(one => one.in === null && !one.begin.isGiven) ? (['noIn'] as const) : []),
    ...(half.some(one => one.out === null && !one.end.isGiven) ? (['noOut'] as const) : []),
    ...(overtime > overtimeMinutesMax ? (['longOvertime'] as const) : []),
  ]
}

export function dayResult(given: DayInput): DayResult {
  const input = moved(given)
  const { stretches, clusters } = stretchesOf(input)
  const [firstIn, lastOut] = [clusters[0]?.first ?? null, clusters.length > 0 ? (clusters.at(-1)?.last ?? null) : null]
  const zero = Object.fromEntries([...labels, ...overtimeKinds].map(name => [name, 0])) as Record<Label, number> &
    Record<(typeof overtimeKinds)[number], number>
  const base = { ...zero, isComplete: given.isComplete, scheduled: lengthOf(given.spans), firstIn, lastOut, holidayWorked: 0, night: 0 }
  // nobody is absent because a device is silent
  if (!given.isComplete) return { ...base, marks: [], segments: [] }
  const elsewhere = (['leave', 'trip', 'outing'] as const).flatMap(as =>
    labelled(
      within(
        input.spans,
        input.away.filter(one => one.as === as),
      ),
      as,
    ),
  )
  const segments = [...elsewhere, ...stretches.flatMap(one => ofStretch(one, input))].toSorted((a, b) => a.from - b.from)
  const sums = { ...zero }
  for (const { label, from, to } of segments) sums[label] += to - from
  const overtime = overtimeOf(input, firstIn === null || lastOut === null ? null : { from: firstIn, to: lastOut })
  for (const [label, minutes] of Object.entries(overtime.sums) as [(typeof overtimeKinds)[number], number][]) sums[label] = minutes
  const worked = segments.filter(one => one.label === 'worked' || one.label === 'forgiven')
  const all = overtimeKinds.reduce((sum, name) => sum + sums[name], 0)
  const isPaidHoliday = input.hours !== 'free' || input.rule.holidayPay
  return {
    ...base,
    ...sums,
    holidayWorked: isPaidHoliday ? lengthOf(within(worked, input.statutory)) : 0,
    night: lengthOf(within([...worked, ...overtime.segments], input.nights)),
    marks: marksOf(stretches, all),
    segments: [...segments, ...overtime.segments],
  }
}
