/** The pure part of plans: shares to the cent, days in any order of events, supplements in any order of signing. */
import { describe, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { compare, sum } from '#platform/format/decimal.ts'
import { amountsOf, dueOf, folded, renewedEnd, repeatedDays, stampOf, standing, type PlanEvent, type Supplement } from './plan.ts'
import { planStates, triggers } from './plan-tables.ts'

const cases = Number(process.env['PLAN_CASES'] ?? '400')
/** numbers that look random and are the same in every run */
function dice(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const shuffled = <T>(all: readonly T[], roll: (below: number) => number): T[] =>
  all
    .map(one => [roll(1_000_000), one] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, one]) => one)

test('shares that come to 100 give the amount to the cent, whatever they are', () => {
  for (let n = 0; n < cases; n++) {
    const roll = dice(n)
    const total = `${roll(10_000_000)}.${String(roll(100)).padStart(2, '0')}`
    const parts = Array.from({ length: 1 + roll(12) }, () => 1 + roll(1_000))
    const whole = parts.reduce((all, one) => all + one, 0)
    const units = parts.map(one => Math.floor((one * 1_000_000) / whole))
    units[units.length - 1] = 1_000_000 - units.slice(0, -1).reduce((all, one) => all + one, 0)
    const shares = units.map(one => ({ share: (one / 10_000).toFixed(4), amount: null }))
    const amounts = amountsOf(total, shares).map(one => one ?? '0')
    expect(compare(sum(amounts), total), `${total} ${units.join()}`).toBe(0)
  }
})

test('sum and end follow from the supplements that are signed, in whatever order they are told', () => {
  for (let n = 0; n < cases; n++) {
    const roll = dice(n)
    const all: Supplement[] = Array.from({ length: roll(6) }, (_, at) => ({
      id: String(at + 1),
      signOn: addDays('2026-01-01', roll(40)),
      amount: roll(3) === 0 ? null : String(roll(2_000) - 1_000),
      validTo: roll(2) === 0 ? null : addDays('2026-06-01', roll(300)),
      renewalsBefore: roll(3),
    }))
    const own = { amount: '5000', validTo: '2026-12-31' }
    const one = folded(own, all)
    expect(folded(own, shuffled(all, roll))).toEqual(one)
    expect(one.total).toBe(sum(['5000', ...all.map(({ amount }) => amount ?? '0')]))
  }
})

test('a line is due by the last event that dates it, in whatever order they are entered', () => {
  for (let n = 0; n < cases; n++) {
    const roll = dice(n)
    const line = { id: '7', trigger: triggers.acceptance[0], days: roll(60), dueOn: null, amount: '1', matched: '0', held: '0' }
    const events: PlanEvent[] = Array.from({ length: roll(8) }, () => ({
      kind: 1 + roll(7),
      day: addDays('2026-01-01', roll(300)),
      planIds: roll(2) === 0 ? [] : [String(6 + roll(2))],
    }))
    const fits = events.filter(one => one.kind === 2 && (one.planIds.length === 0 || one.planIds[0] === '7')).map(one => one.day)
    const last = fits.toSorted().at(-1)
    expect(dueOf(line, shuffled(events, roll), null)).toBe(last === undefined ? null : addDays(last, line.days))
  }
})

describe('a line', () => {
  const line = { id: '1', trigger: triggers.day[0], days: 0, dueOn: '2026-11-21', amount: '100', matched: '0', held: '0' }
  const at = { today: '2026-11-21', holds: true, isEnded: false, cancelled: false }
  test.each([
    ['due on its day', {}, '2026-11-21', {}, planStates.due[0], '100'],
    ['overdue on the day after', {}, '2026-11-20', {}, planStates.late[0], '100'],
    ['later', {}, '2026-11-29', {}, planStates.later[0], '100'],
    ['not dated', {}, null, {}, planStates.waiting[0], '100'],
    ['partly paid', { matched: '40' }, '2026-12-20', {}, planStates.partly[0], '60'],
    ['paid by orders and by itself', { matched: '40', held: '60' }, '2026-11-01', {}, planStates.done[0], '0'],
    ['cancelled', {}, '2026-11-01', { cancelled: true }, planStates.cancelled[0], '0'],
    ['of a contract that ended', { matched: '40' }, '2026-11-01', { isEnded: true }, planStates.done[0], '0'],
  ])('%s', (_, more, dueOn, how, state, open) => {
    expect(standing({ ...line, ...more }, dueOn, { ...at, ...how })).toEqual({ state, open })
  })
})

test('a term in months goes on by months, one in days by days; rents at the end of a month; stamp duty without tax', () => {
  expect(renewedEnd('2026-02-01', '2027-01-31', '2027-01-31', 2)).toBe('2029-01-31')
  expect(renewedEnd('2026-01-01', '2026-01-10', '2026-01-10', 1)).toBe('2026-01-20')
  expect(repeatedDays('2026-01-31', '2026-04-30', 1, 100)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
  expect(stampOf('113000', '13', '0.3')).toEqual({ base: '100000', tax: '30' })
})
