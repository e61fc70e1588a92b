/** The clock of a work order equals a slow one that walks minute by minute, on random logs. */
import { instantMs } from '#platform/format/instants.ts'
import { expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays, weekday } from '#platform/format/dates.ts'
import { workClock, type DayKind, workingDaysAfter } from '#platform/format/working-time.ts'
import { clockOf, type ClockMove } from './clock.ts'
import { orderCodes } from './order-codes.ts'

const minuteMs = 60_000
const dayMinutes = 1440
const first = '2026-09-21'
const days = 60
/** National Day, and a Saturday that is worked */
const special = new Map<string, DayKind>([
  ['2026-10-10', 'work'],
  ...['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'].map(day => [day, 'rest'] as const),
])
const clock = workClock('Asia/Shanghai', { days: special })
const zero = instantMs(`${first}T00:00:00+08:00`)

/** Whether each minute from `first` on is worked: written down from what 09-13 and 14-18 mean. */
const works = new Uint8Array(days * dayMinutes)
for (let day = 0; day < days; day += 1) {
  const name = addDays(first, day)
  const kind = special.get(name)
  if (kind === undefined ? weekday(name) > 5 : kind === 'rest') continue
  for (const [from, to] of [
    [9, 13],
    [14, 18],
  ] as const)
    works.fill(1, day * dayMinutes + from * 60, day * dayMinutes + to * 60)
}

const { fresh, accepted, working, waiting, solved, rejected, withdrawn, finished } = orderCodes
const isAnswer = (state: number): boolean => [accepted, rejected, withdrawn].includes(state as never)
const isEnd = (state: number): boolean => [solved, finished, rejected, withdrawn].includes(state as never)

/** One minute after the other: a move counts from the minute that begins next. */
function slow(moves: readonly ClockMove[], hours: { response: number; solution: number }, now: number) {
  const minuteOf = (at: number): number => Math.ceil((at - zero) / minuteMs)
  const times = moves.map(({ at }) => minuteOf(at))
  const until = minuteOf(now)
  let [response, solution, state, next, isAnswered, isOver] = [0, 0, fresh as number, 1, false, false]
  let [responseDue, solutionDue]: [number | null, number | null] = [null, null]
  /** minutes of work since it was asked, and those after `now` in which it would be worked on */
  let [beyond, extra] = [0, 0]
  for (let minute = times[0] ?? 0; ; minute += 1) {
    while (next < moves.length && (times[next] ?? 0) <= minute) {
      state = moves[next]?.to ?? state
      isAnswered ||= isAnswer(state)
      isOver ||= isEnd(state)
      next += 1
    }
    const isRunning = !isOver && state !== waiting
    if (works[minute] === 1) {
      beyond += 1
      if (beyond === hours.response * 60) responseDue = minute + 1
      if (minute < until && !isAnswered) response += 1
      if (isRunning && solutionDue === null) {
        if (minute < until) solution += 1
        else extra += 1
        if (solution + extra === hours.solution * 60) solutionDue = minute + 1
      } else if (isRunning && minute < until) solution += 1
    }
    if (minute >= until && responseDue !== null && (!isRunning || solutionDue !== null)) break
  }
  const instant = (minute: number | null): number | null => (minute === null ? null : zero + minute * minuteMs)
  return { responseMinutes: response, solutionMinutes: solution, responseDue: instant(responseDue), solutionDue: instant(solutionDue) }
}
test('100,000 random logs', () => {
  const chance = seededRandom(7)
  const begun = performance.now()
  const next: Readonly<Record<number, readonly number[]>> = {
    [fresh]: [accepted, accepted, accepted, rejected, withdrawn],
    [accepted]: [working, working, fresh, withdrawn],
    [working]: [waiting, waiting, waiting, solved, fresh, accepted],
    [waiting]: [working, working, fresh],
    [solved]: [finished, working],
    [finished]: [working],
  }
  for (let n = 0; n < 100_000; n += 1) {
    const hours = { response: 1 + chance.below(3), solution: 1 + chance.below(12) }
    let at = zero + chance.below(20 * dayMinutes) * minuteMs
    let state: number = fresh
    const moves: ClockMove[] = [{ at, to: state }]
    for (let left = chance.below(7); left > 0 && next[state] !== undefined; left -= 1) {
      // a third of the moves not on a whole minute, some at once
      at += chance.below(4) === 0 ? 0 : chance.below(400) * minuteMs + (chance.below(3) === 0 ? chance.below(60) * 1000 : 0)
      state = chance.of(next[state] ?? [fresh])
      moves.push({ at, to: state })
    }
    const now = at + chance.below(600) * minuteMs
    const { responseMinutes, solutionMinutes, responseDue, solutionDue } = clockOf(moves, hours, clock, now)
    const told = { responseMinutes, solutionMinutes, responseDue, solutionDue }
    const wanted = slow(moves, hours, now)
    if (JSON.stringify(told) !== JSON.stringify(wanted)) expect({ moves, hours, now, ...told }).toEqual({ moves, hours, now, ...wanted })
  }
  expect(performance.now() - begun).toBeLessThan(60_000)
}, 120_000)

test('working days after: holidays and weekends are left out, the last one counts whole', () => {
  const on = (text: string): number => instantMs(`${text}:00+08:00`)
  // Tuesday before National Day: Wednesday, then the 8th and the 9th
  expect(workingDaysAfter(on('2026-09-29T17:00'), 3, clock)).toBe(on('2026-10-10T00:00'))
  expect(workingDaysAfter(on('2026-10-09T08:00'), 1, clock)).toBe(on('2026-10-11T00:00'))
})
