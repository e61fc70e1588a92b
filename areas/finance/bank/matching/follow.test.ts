/** Money followed through accounts on random lines: nothing is lost, nothing is made. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { follow, type Followed, type Moved, type Step } from './follow.ts'

const currencyOf = (accountId: string): string => (accountId === '3' ? 'CNY' : 'USD')
const line = fc.record({
  accountId: fc.constantFrom('1', '2', '3'),
  day: fc.integer({ min: 1, max: 20 }),
  amount: fc.bigInt({ min: -900n, max: 900n }).filter(amount => amount !== 0n),
})
const followed = fc
  .record({
    lines: fc.array(line, { maxLength: 14 }),
    opening: fc.bigInt({ min: 0n, max: 500n }),
    joins: fc.array(fc.nat(), { maxLength: 3 }),
  })
  .map(({ lines: made, opening, joins }): Followed => {
    const lines = made.map((one, at): Moved => ({
      ...one,
      id: String(at + 1),
      currency: currencyOf(one.accountId),
      day: `2026-03-${String(one.day).padStart(2, '0')}`,
    }))
    const taken = new Set<string>()
    const passages = joins.flatMap((pick, at) => {
      const out = lines.filter(one => one.amount < 0n && !taken.has(one.id))
      const into = lines.filter(one => one.amount > 0n && !taken.has(one.id))
      const [a, b] = [out[pick % Math.max(1, out.length)], into[pick % Math.max(1, into.length)]]
      if (a === undefined || b === undefined || a.accountId === b.accountId) return []
      taken.add(a.id).add(b.id)
      return [{ id: String(at), isConversion: a.currency !== b.currency, lines: [a.id, b.id] }]
    })
    const paid = lines
      .filter(one => one.amount > 0n && !taken.has(one.id) && Number(one.id) % 3 !== 0)
      .map(one => ({ lineId: one.id, paymentId: `P${one.id}`, amount: one.amount - (Number(one.id) % 2 === 0 ? one.amount / 3n : 0n) }))
    return { lines, passages, paid, opening: new Map([['1 USD', opening]]) }
  })
const sum = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n)

test('of each payment what comes into an account has left it or is still there', () => {
  fc.assert(
    fc.property(followed, all => {
      const steps = follow(all)
      for (const [paymentId, mine] of Map.groupBy(steps, one => one.paymentId)) {
        const arrived = mine.filter(one => one.kind === 'arrived')
        expect(sum(arrived.map(one => one.amount))).toBe(all.paid.find(one => one.paymentId === paymentId)?.amount)
        const places = new Set(mine.flatMap(one => [one.accountId, ...(one.to === null ? [] : [one.to.accountId])]))
        for (const place of places) {
          const came = sum([
            ...arrived.filter(one => one.accountId === place).map(one => one.amount),
            ...mine.flatMap(one => (one.to?.accountId === place ? [one.to.amount] : [])),
          ])
          const left = sum(mine.filter(one => one.accountId === place && one.kind !== 'arrived').map(one => one.amount))
          expect(left).toBe(came)
        }
      }
      for (const passage of all.passages) {
        const into = all.lines.find(one => passage.lines.includes(one.id) && one.amount > 0n)
        const mine = steps.filter(one => one.to !== null && one.to.accountId === into?.accountId && one.day === into.day)
        expect(sum(mine.map(one => one.to?.amount ?? 0n)) <= sum(all.lines.filter(one => one.amount > 0n).map(one => one.amount))).toBe(
          true,
        )
      }
    }),
    { numRuns: 10_000 },
  )
})

test('a pay-out of 1,000 arrives after 200 that were there, 600 are converted, 100 are spent', () => {
  const of = (id: string, accountId: string, day: string, amount: bigint): Moved => ({
    id,
    accountId,
    currency: currencyOf(accountId),
    day,
    amount,
  })
  const lines = [
    of('1', '1', '2026-03-01', 1_000n),
    of('2', '1', '2026-03-02', -600n),
    of('3', '3', '2026-03-03', 4_200n),
    of('4', '1', '2026-03-04', -100n),
  ]
  const shown = ({ kind, accountId, amount, to }: Step) => [kind, accountId, Number(amount), to && `${to.accountId} ${to.amount}`]
  const steps = follow({
    lines,
    passages: [{ id: '1', isConversion: true, lines: ['2', '3'] }],
    paid: [{ lineId: '1', paymentId: 'P', amount: 1_000n }],
    opening: new Map([['1 USD', 200n]]),
  })
  expect(steps.map(shown)).toEqual([
    ['arrived', '1', 1000, null],
    // of the 600 the 200 that were there went first
    ['converted', '1', 400, '3 2800'],
    ['spent', '1', 100, null],
    ['held', '1', 500, null],
    ['held', '3', 2800, null],
  ])
})
