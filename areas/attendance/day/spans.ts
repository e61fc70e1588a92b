/** Spans of a shift as people write them ("09:00-13:00 14:00-18:00", hours to 47:59), and as minutes of an instant. */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'

/** Minutes: of a day as it is written, or since 1970 UTC. `to` is not part of it. */
export interface Span {
  readonly from: number
  readonly to: number
}
export const dayMinutes = 1_440
const minuteMs = 60_000
const spansMax = 3
/** a shift is over when the next of the same hour begins */
const shiftMinutesMax = dayMinutes

const written = /^([0-4]\d):([0-5]\d)-([0-4]\d):([0-5]\d)$/

/** Answers the spans in their order, or what is wrong with the text. */
export function readSpans(text: string, isShift = true): readonly Span[] | Sentence {
  const spans: Span[] = []
  for (const part of text.split(/\s+/).filter(one => one !== '')) {
    const [, fromHour = '', fromMinute = '', toHour = '', toMinute = ''] = written.exec(part) ?? []
    const span = { from: Number(fromHour) * 60 + Number(fromMinute), to: Number(toHour) * 60 + Number(toMinute) }
    if (fromHour === '' || span.to > 2 * dayMinutes) return sentence`“${part}”不是时段，请写成 09:00-13:00，跨零点写 22:00-26:00`
    if (span.to <= span.from) return sentence`“${part}”的结束不晚于开始，跨零点请写 22:00-26:00`
    if (span.from < (spans.at(-1)?.to ?? 0)) return sentence`“${part}”与前一个时段重叠，请按先后顺序写`
    spans.push(span)
  }
  if (spans.length > spansMax) return sentence`一个班次最多三个时段`
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return []
  if (isShift && first.from >= dayMinutes) return sentence`第一个时段要在当天开始`
  if (last.to - first.from > shiftMinutesMax) return sentence`班次从开始到结束不能超过 24 小时`
  return spans
}

export const isSpans = (said: readonly Span[] | Sentence): said is readonly Span[] => Array.isArray(said)

/** The instant, in minutes since 1970 UTC, at which a zone's clock shows a minute of a day; minutes above 1440 are of the day after. */
export function minuteInZone(day: string, minute: number, zone: string): number {
  const of = addDays(day, Math.floor(minute / dayMinutes))
  const within = minute % dayMinutes
  const time = `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
  return Math.floor(instantInZone(of, time, zone) / minuteMs)
}

export const spanInZone = (day: string, { from, to }: Span, zone: string): Span => ({
  from: minuteInZone(day, from, zone),
  to: minuteInZone(day, to, zone),
})

export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** What of the spans lies in any of the others. */
export const within = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  spans.flatMap(one =>
    others.flatMap(other => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
      return from < to ? [{ from, to }] : []
    }),
  )

/** What of the spans lies in none of the others. */
export const without = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  others.reduce<Span[]>(
    (left, other) =>
      left.flatMap(one => {
        if (other.to <= one.from || other.from >= one.to) return [one]
        return [
          ...(one.from < other.from ? [{ from: one.from, to: other.from }] : []),
          ...(other.to < one.to ? [{ from: other.to, to: one.to }] : []),
        ]
      }),
    [...spans],
  )

/**
 * Where the day before ends and the day after begins, for one person: T (the usual hour) where it lies two hours from both shifts, else the
 * middle between them; beside one shift alone six hours after its end or four before its begin. Minutes since 1970 UTC.
 */
export function boundaryBetween(end: number | null, begin: number | null, usual: number): number {
  const [after, before, fromEnd, toBegin] = [120, 120, 360, 240]
  if ((end === null || end + after <= usual) && (begin === null || usual <= begin - before)) return usual
  if (end !== null && begin !== null) return Math.floor((end + begin) / 2)
  return end !== null ? end + fromEnd : (begin ?? usual) - toBegin
}
