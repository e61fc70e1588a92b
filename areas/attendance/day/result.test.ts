/** A day by worked examples, and against a reference that walks minute by minute; every scheduled minute has one label. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { labels, type Away, type DayInput, type DayResult, type DayRule, type OvertimeLine } from './input.ts'
import { dayResult } from './result.ts'
import { isStatutory } from './statutory.ts'
import { boundaryBetween, isSpans, minuteInZone, readSpans, spanInZone, type Span } from './spans.ts'

const zone = 'Asia/Shanghai'
const rule: DayRule = {
  lateGrace: 5,
  earlyGrace: 0,
  absentAfter: 120,
  mergeMinutes: 5,
  overtimeBy: 'both',
  overtimeUnit: 30,
  overtimeMin: 30,
  lieuOnWorkdays: false,
  lieuOnRestDays: true,
  holidayPay: false,
}
const minutesOf = (clock: string): number => Number(clock.slice(0, -3)) * 60 + Number(clock.slice(-2))
const spansOf = (text: string, day: string, of = zone): Span[] => {
  const said = readSpans(text)
  if (!isSpans(said)) throw new Error(text)
  return said.map(one => spanInZone(day, one, of))
}

interface Case {
  readonly day?: string
  readonly zone?: string
  readonly shift?: string
  readonly breaks?: string
  readonly punches?: string
  readonly away?: string
  readonly order?: string
  readonly lieu?: boolean
  readonly flex?: number
  readonly pairs?: boolean
  readonly kind?: 1 | 2 | 3
}
function inputOf({ day = '2026-03-05', zone: of = zone, kind = 1, ...one }: Case): DayInput {
  const at = (clock: string): number => minuteInZone(day, minutesOf(clock), of)
  const span = (text: string): Span => {
    const [from = '', to = ''] = text.split('-')
    return { from: at(from), to: at(to) }
  }
  const [as = 'leave', stretch] = one.away?.split(' ') ?? []
  return {
    spans: spansOf(one.shift ?? '09:00-13:00 14:00-18:00', day, of),
    mealBreaks: spansOf(one.breaks ?? '', day, of),
    flexMinutes: one.flex ?? 0,
    pairs: one.pairs ?? false,
    kind,
    hours: 'standard',
    statutory: [0, 1].map(n => addDays(day, n)).flatMap(d => (isStatutory(d) ? [spanInZone(d, { from: 0, to: 1_440 }, of)] : [])),
    nights: [-1, 0, 1].map(n => spanInZone(addDays(day, n), { from: 22 * 60, to: 30 * 60 }, of)),
    punches: (one.punches ?? '').split(' ').filter(Boolean).map(at),
    away: stretch === undefined ? [] : [{ ...span(stretch), as: as as Away['as'] }],
    overtime: one.order === undefined ? [] : [{ ...span(one.order), isLieu: one.lieu ?? false, isUnpunched: false }],
    rule,
    isComplete: true,
  }
}
const night = { shift: '22:00-26:00 26:30-30:00', punches: '21:50 30:05' }
const saturday = { day: '2026-03-07', shift: '', kind: 2 } as const

test.each<[string, Case, Partial<DayResult>]>([
  ['late', { punches: '09:12 18:03' }, { late: 12, worked: 468 }],
  ['within the grace', { punches: '09:04 18:03' }, { forgiven: 4, worked: 476 }],
  ['a missed punch', { punches: '08:55' }, { worked: 240, missing: 240, marks: ['noOut'] }],
  ['a missed punch and its supplement', { punches: '08:55 18:02' }, { worked: 480, missing: 0 }],
  ['came after noon', { punches: '14:00 18:00' }, { absent: 240, worked: 240, missing: 0 }],
  ['nothing at all', {}, { absent: 480, firstIn: null }],
  ['pairs, no return', { pairs: true, punches: '08:55 13:03 18:01' }, { worked: 360, missing: 120, marks: ['noIn'] }],
  ['punched twice', { punches: '08:55 08:57 18:01 18:03' }, { worked: 480 }],
  ['leave in the morning', { punches: '13:55 18:02', away: 'leave 09:00-13:00' }, { leave: 240, worked: 240 }],
  ['leave in the middle', { punches: '08:58 18:02', away: 'leave 10:00-11:00' }, { leave: 60, worked: 420 }],
  ['a night', night, { worked: 450, night: 450, holidayWorked: 0 }],
  ['the night before 1 October', { ...night, day: '2026-09-30' }, { worked: 450, holidayWorked: 330 }],
  ['overtime on a workday', { punches: '08:58 20:47', order: '18:30-21:00' }, { otWork: 120, worked: 480 }],
  ['a make-up Sunday: absence counts', { day: '2026-02-15' }, { absent: 480 }],
  [
    'a make-up Sunday: overtime as on a workday',
    { day: '2026-02-15', punches: '08:58 20:47', order: '18:30-21:00', lieu: true },
    { otWork: 120, otRest: 0, lieu: 0 },
  ],
  [
    'Saturday for time off',
    { ...saturday, punches: '09:20 17:40', order: '09:00-18:00', breaks: '13:00-14:00', lieu: true },
    { lieu: 420 },
  ],
  [
    '1 October, in spite of time off',
    { day: '2026-10-01', shift: '', kind: 3, punches: '08:59 12:10', order: '09:00-12:00', lieu: true },
    { otHoliday: 180, lieu: 0 },
  ],
  [
    'overtime into the holiday',
    { day: '2026-09-30', punches: '08:58 26:10', order: '18:30-26:00' },
    { otWork: 330, otHoliday: 120, marks: ['longOvertime'] },
  ],
  ['flexible', { flex: 60, punches: '09:40 18:35' }, { early: 5, worked: 475 }],
  ['later than flexible', { flex: 60, punches: '10:10 19:20' }, { late: 10, worked: 470 }],
  ['earlier than flexible', { flex: 60, punches: '08:15 17:20' }, { worked: 480 }],
  ['a trip from 13:30', { punches: '08:50', away: 'trip 13:30-18:00' }, { worked: 240, trip: 240 }],
  ['a trip until 11:00', { punches: '18:04', away: 'trip 09:00-11:00' }, { trip: 120, worked: 360 }],
  ['a trip of the whole day', { away: 'trip 00:00-24:00' }, { trip: 480, absent: 0 }],
  [
    'clocks go forward in Los Angeles',
    { day: '2026-03-07', zone: 'America/Los_Angeles', shift: '22:00-30:00', punches: '21:50 30:05' },
    { scheduled: 420, worked: 420 },
  ],
])('%s', (_, one, said) => expect(dayResult(inputOf(one))).toMatchObject(said))

test('overtime by punches does not pay the break between two spans', () => {
  const input = inputOf({ punches: '08:58 19:02' })
  expect(dayResult({ ...input, rule: { ...rule, overtimeBy: 'punches' } })).toMatchObject({ otWork: 60 })
})

test.each<[DayInput['hours'], boolean, Case, object]>([
  ['standard', false, { kind: 2, shift: '', punches: '09:00 12:00', order: '09:00-12:00' }, { otRest: 180, otWork: 0 }],
  ['comprehensive', false, { kind: 2, shift: '', punches: '09:00 12:00', order: '09:00-12:00' }, { otRest: 0, otWork: 180 }],
  ['free', false, { kind: 2, shift: '', punches: '09:00 12:00', order: '09:00-12:00' }, { otRest: 0, otWork: 0 }],
  ['free', false, { day: '2026-10-01', kind: 3, shift: '', punches: '09:00 12:00', order: '09:00-12:00' }, { otHoliday: 0 }],
  ['free', true, { day: '2026-10-01', kind: 3, shift: '', punches: '09:00 12:00', order: '09:00-12:00' }, { otHoliday: 180 }],
  ['comprehensive', false, { day: '2026-10-01', kind: 3, shift: '', punches: '09:00 12:00', order: '09:00-12:00' }, { otHoliday: 180 }],
])('hours %s, holidays paid %s', (hours, holidayPay, one, said) =>
  expect(dayResult({ ...inputOf(one), hours, rule: { ...rule, holidayPay } })).toMatchObject(said),
)

test('nobody is absent because a device is silent', () => {
  expect(dayResult({ ...inputOf({}), isComplete: false })).toMatchObject({ isComplete: false, absent: 0, scheduled: 480, segments: [] })
})

describe('boundaries', () => {
  const clock = (text: string): number => minutesOf(text)
  test.each([
    ['18:00', '33:00', '28:00'],
    ['30:00', '46:00', '38:00'],
    ['30:00', '32:00', '31:00'],
    ['30:00', null, '36:00'],
    [null, '29:00', '25:00'],
    [null, null, '28:00'],
  ])('%s and %s: %s', (end, begin, said) =>
    expect(boundaryBetween(end === null ? null : clock(end), begin === null ? null : clock(begin), clock('28:00'))).toBe(clock(said)),
  )
})

test.each(['09:00', '09:00-08:00', '9:00-12:00', '09:00-12:00 11:00-13:00', '09:00-49:00', '00:00-26:00', '25:00-30:00'])(
  'no spans of a shift: %s',
  text => expect(isSpans(readSpans(text))).toBe(false),
)

// ---- a reference that knows no stretches: it asks of every minute what it is

const inside = (spans: readonly Span[], minute: number): boolean => spans.some(one => one.from <= minute && minute < one.to)
const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)

/** Every way to give points a punch each in their order. */
function ways(points: number, clusters: number, from = 0): (number | null)[][] {
  if (points === 0) return [[]]
  const skipped = ways(points - 1, clusters, from).map(rest => [null, ...rest])
  return [...skipped, ...range(from, clusters).flatMap(place => ways(points - 1, clusters, place + 1).map(rest => [place, ...rest]))]
}

/** Of two that are as good: the last point without a punch, or with the earlier one. */
function isEarlier(one: readonly (number | null)[], other: readonly (number | null)[]): boolean {
  const at = one.findLastIndex((place, n) => place !== other[n])
  return at >= 0 && (one[at] ?? -1) < (other[at] ?? -1)
}

interface Expected {
  readonly sums: Readonly<Record<string, number>>
}
function slow(given: DayInput): Expected {
  const all = range(Math.min(...given.spans.map(one => one.from)), Math.max(...given.spans.map(one => one.to)))
  const scheduled = all.filter(minute => inside(given.spans, minute))
  const awayAs = (minute: number): Away['as'] | undefined => given.away.find(one => inside([one], minute))?.as
  const clusters: number[][] = []
  for (const at of given.punches) {
    const open = clusters.at(-1)
    if (open?.[0] !== undefined && at - open[0] <= given.rule.mergeMinutes) open.push(at)
    else clusters.push([at])
  }
  const groups = (given.pairs ? given.spans.map(one => scheduled.filter(minute => inside([one], minute))) : [scheduled])
    .map(group => group.filter(minute => awayAs(minute) === undefined))
    .filter(group => group.length > 0)
  const elsewhere = (minute: number | undefined): boolean => minute !== undefined && ['trip', 'outing'].includes(awayAs(minute) ?? '')
  const points = groups.flatMap((duty, group) => {
    const [first = 0, last = 0] = [duty[0], duty.at(-1)]
    return [
      { group, side: 'in', at: first, given: elsewhere(scheduled.filter(minute => minute < first).at(-1)) },
      { group, side: 'out', at: last + 1, given: elsewhere(scheduled.find(minute => minute > last)) },
    ]
  })
  const asked = points.filter(one => !one.given)
  const short = (side: string, group: number, at: number): number =>
    (groups[group] ?? []).filter(minute => (side === 'in' ? minute < at : minute >= at)).length
  const atOf = (side: string, place: number): number => (side === 'in' ? clusters[place]?.[0] : clusters[place]?.at(-1)) ?? 0
  let best = { met: -1, short: 0, far: 0, way: [] as (number | null)[] }
  for (const way of ways(asked.length, clusters.length)) {
    const taken = asked.flatMap((point, n) => {
      const place = way[n] ?? null
      return place === null ? [] : [{ ...point, punch: atOf(point.side, place) }]
    })
    const [met, left] = [taken.length, taken.reduce((sum, one) => sum + short(one.side, one.group, one.punch), 0)]
    const far = taken.reduce((sum, one) => sum + Math.abs(one.punch - one.at), 0)
    const better =
      met !== best.met
        ? met > best.met
        : left !== best.short
          ? left < best.short
          : far !== best.far
            ? far < best.far
            : isEarlier(way, best.way)
    if (better) best = { met, short: left, far, way }
  }
  const taken = best.way.filter(one => one !== null)
  const punchOf = (point: (typeof points)[number]): number | null => {
    const place = best.way[asked.indexOf(point)] ?? null
    if (point.given || place === null) return null
    if (point === points[0] && place === taken[0]) return atOf('in', 0)
    if (point === points.at(-1) && place === taken.at(-1)) return atOf('out', clusters.length - 1)
    return atOf(point.side, place)
  }
  const sums: Record<string, number> = Object.fromEntries(labels.map(label => [label, 0]))
  const add = (label: string): void => void (sums[label] = (sums[label] ?? 0) + 1)
  for (const minute of scheduled) if (awayAs(minute) !== undefined) add(awayAs(minute) ?? '')
  for (const [group, duty] of groups.entries()) {
    const [begin, end] = points.filter(one => one.group === group)
    if (begin === undefined || end === undefined) throw new Error('no points')
    const [came, left] = [punchOf(begin), punchOf(end)]
    const [hasBegin, hasEnd] = [begin.given || came !== null, end.given || left !== null]
    const half = Math.ceil(duty.length / 2)
    const name = (count: number, grace: number, as: string): string =>
      count <= grace ? 'forgiven' : count > given.rule.absentAfter ? 'absent' : as
    for (const [n, minute] of duty.entries()) {
      if (!hasBegin && !hasEnd) add('absent')
      else if (!hasBegin && n < half) add('missing')
      else if (!hasEnd && n >= duty.length - half) add('missing')
      else if (came !== null && minute < came) add(name(short('in', group, came), given.rule.lateGrace, 'late'))
      else if (left !== null && minute >= left) add(name(short('out', group, left), given.rule.earlyGrace, 'early'))
      else add('worked')
    }
  }
  return { sums }
}

const runs = Number(process.env['ATTENDANCE_DAYS'] ?? 400)
test('random days are what a walk over their minutes says, and their labels add up', () => {
  const minute = fc.integer({ min: 0, max: 95 }).map(n => n * 15)
  const shift = fc.constantFrom('09:00-13:00 14:00-18:00', '22:00-26:00 26:30-30:00', '08:00-12:00', '08:00-11:00 12:00-15:00 16:00-18:00')
  const near = fc.tuple(minute, fc.integer({ min: -12, max: 12 })).map(([at, off]) => at + off)
  fc.assert(
    fc.property(
      shift,
      fc.array(near, { maxLength: 5 }),
      fc.array(fc.record({ from: minute, length: fc.constantFrom(15, 60, 240, 600), as: fc.constantFrom('leave', 'trip', 'outing') }), {
        maxLength: 2,
      }),
      fc.boolean(),
      fc.constantFrom(0, 5, 30),
      fc.constantFrom(20, 120, 999),
      (text, punches, asked, pairs, grace, absentAfter) => {
        const base = minuteInZone('2026-03-05', 0, zone)
        const spans = spansOf(text, '2026-03-05')
        const from = (spans[0]?.from ?? 0) - 240
        const away: Away[] = []
        for (const one of asked.toSorted((a, b) => a.from - b.from)) {
          const start = Math.max(from + one.from, away.at(-1)?.to ?? 0)
          away.push({ from: start, to: start + one.length, as: one.as as Away['as'] })
        }
        const input: DayInput = {
          ...inputOf({}),
          spans,
          pairs,
          away,
          punches: punches.map(at => from + at).toSorted((a, b) => a - b),
          rule: { ...rule, lateGrace: grace, earlyGrace: grace, absentAfter },
        }
        expect(base).toBeLessThan(spans[0]?.from ?? 0)
        const result = dayResult(input)
        const sums = Object.fromEntries(labels.map(label => [label, result[label]]))
        expect(Object.values(sums).reduce((a, b) => a + b, 0)).toBe(result.scheduled)
        expect(sums).toEqual(slow(input).sums)
      },
    ),
    { numRuns: runs },
  )
})

test('random overtime is the minutes that are ordered, present and outside the shift', () => {
  const clock = fc.integer({ min: 0, max: 2_000 })
  fc.assert(
    fc.property(fc.array(clock, { maxLength: 4 }), clock, fc.integer({ min: 30, max: 700 }), (punches, at, length) => {
      const plain = inputOf({ day: '2026-09-30' })
      const from = (plain.spans[0]?.from ?? 0) - 540
      const line: OvertimeLine = { from: from + at, to: from + at + length, isLieu: false, isUnpunched: false }
      const input: DayInput = {
        ...plain,
        punches: punches.map(one => from + one).toSorted((a, b) => a - b),
        overtime: [line],
        rule: { ...rule, overtimeUnit: 1, overtimeMin: 0 },
      }
      const [first, last] = [input.punches[0] ?? 0, input.punches.at(-1) ?? 0]
      const minutes = range(line.from, line.to).filter(one => !inside(plain.spans, one) && first <= one && one < last)
      const onHoliday = minutes.filter(one => inside(plain.statutory, one)).length
      expect(dayResult(input)).toMatchObject({ otWork: minutes.length - onHoliday, otHoliday: onHoliday })
    }),
    { numRuns: runs },
  )
})
