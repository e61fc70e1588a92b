/** Vouchers of random months: they balance in every currency, come to the profit and to each item at the cent, and to a plain reference. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, canonical, isZero, multiply, negate, roundTo, subtract, sum, toFixedScale } from '#platform/format/decimal.ts'
import { vouchersOf, type Account, type AuxiliaryItem, type Books, type BookingRule, type Voucher } from './build.ts'
import { centsOf, exactOf, roundedCents, totalOf } from './cents.ts'
import { factKey, type Fact } from './spread.ts'
import { accountClasses, auxiliaryKinds, isInProfit, rounding, usualSign, voucherEvents } from './words.ts'

const perCent = 10n ** 18n

/** One cent after the other to the amount that is furthest behind; of equal ones to the first. */
function plainCents(exact: readonly bigint[]): bigint[] {
  const made = exact.map(amount => {
    let cents = amount / perCent
    while (cents * perCent > amount) cents -= 1n
    return cents
  })
  let left = roundedCents(totalOf(exact)) - totalOf(made)
  const isGiven = exact.map(() => false)
  for (; left > 0n; left -= 1n) {
    let most = -1
    for (const [at, amount] of exact.entries()) {
      const behind = amount - (made[at] ?? 0n) * perCent
      if (isGiven[at] !== true && (most < 0 || behind > (exact[most] ?? 0n) - (made[most] ?? 0n) * perCent)) most = at
    }
    made[most] = (made[most] ?? 0n) + 1n
    isGiven[most] = true
  }
  return made
}

const money = fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }).map(units => {
  const text = (units < 0n ? -units : units).toString().padStart(5, '0')
  return `${units < 0n ? '-' : ''}${text.slice(0, -4)}.${text.slice(-4)}`
})

it('cents are given as a slow plain reference gives them, 10,000 times', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), { minLength: 1, maxLength: 12 }), exact => {
      expect(centsOf(exact)).toEqual(plainCents(exact))
    }),
    { numRuns: 10_000, seed: 23 },
  )
})

const shopKind = auxiliaryKinds.shop[0]
const account = (id: number, of: keyof typeof accountClasses, isByShop = false): Account => ({
  id: String(id),
  code: String(id),
  name: `科目${id}`,
  class: accountClasses[of][0],
  auxiliaries: isByShop ? [shopKind] : [],
})
const accounts = [account(1, 'asset'), account(2, 'asset', true), account(3, 'liability'), account(4, 'profit', true), account(5, 'profit')]
const at = (n: number): Account => accounts[n % accounts.length] as Account
const events = Object.values(voucherEvents).map(([code]) => code)
const rules: ReadonlyMap<number, BookingRule> = new Map(
  events.map((event, n) => [
    event,
    { event, debit: at(n), credit: at(n + 1 + (n % 3)), debitItems: [], creditItems: [], summary: '{月份} {店铺} {科目}' },
  ]),
)
const items: ReadonlyMap<string, AuxiliaryItem> = new Map([
  ['11', { id: '11', kind: shopKind, shopIds: ['1'] }],
  ['12', { id: '12', kind: shopKind, shopIds: ['2'] }],
])
const cnyRates = new Map([
  ['CNY', '1'],
  ['USD', '7.1234567891'],
  ['EUR', '8.0512000001'],
  ['JPY', '0.0478123456'],
])
const usdRates = new Map(
  [...cnyRates].map(([currency, rate]) => [currency, currency === 'USD' ? '1' : roundTo(multiply(rate, '0.14'), 10, 'halfUp')]),
)
const books = (of: Partial<Books> = {}): Books => ({
  month: '2026-01',
  baseCurrency: 'CNY',
  cnyRates,
  baseRates: cnyRates,
  rules,
  items,
  bankAccounts: new Map([['9', at(0)]]),
  shopNames: new Map([
    ['1', '美国店'],
    ['2', '德国店'],
    ['3', '日本店'],
  ]),
  kept: new Map(),
  ...of,
})

const shopEvents = events.filter(event => event < rounding)
const bankEvents = events.filter(event => event > 200)
const currencyOf = fc.constantFrom(...cnyRates.keys())
const shopFact: fc.Arbitrary<Fact> = fc.record({
  event: fc.constantFrom(...shopEvents),
  topic: fc.constantFrom('platform', 'cost', 'correction'),
  shopId: fc.constantFrom('1', '2', '3'),
  bankAccountId: fc.constant(null),
  currency: currencyOf,
  amount: money,
})
const bankFact: fc.Arbitrary<Fact> = fc.record({
  event: fc.constantFrom(...bankEvents),
  topic: fc.constant('bank' as const),
  shopId: fc.constantFrom('1', null),
  bankAccountId: fc.constantFrom('9', null),
  currency: currencyOf,
  amount: money,
})
const nameOf = (fact: Fact): string => [fact.topic, fact.event, fact.shopId, fact.bankAccountId, fact.currency].join(' ')
const facts = fc
  .uniqueArray(fc.oneof(shopFact, bankFact), { selector: nameOf, minLength: 1, maxLength: 25 })
  .filter(all => all.every(fact => !isZero(fact.amount)))

const signed = (entry: Voucher['entries'][number]): string => (entry.side === 'debit' ? entry.amount : negate(entry.amount))
function expectBalanced(made: readonly Voucher[]): void {
  for (const { entries, debit } of made) {
    expect(canonical(sum(entries.map(entry => entry.debit)))).toBe(canonical(sum(entries.map(entry => entry.credit))))
    expect(canonical(sum(entries.map(entry => entry.debit)))).toBe(canonical(debit))
    expect(canonical(sum(entries.map(entry => entry.cny)))).toBe('0')
    for (const currency of new Set(entries.map(entry => entry.currency)))
      expect(canonical(sum(entries.flatMap(entry => (entry.currency === currency ? [signed(entry)] : []))))).toBe('0')
  }
}
/** What each account comes to in CNY, plainly from the facts and the cents that they were given. */
function plainAccounts(made: readonly Voucher[], of: Books): Map<string, string> {
  const found = new Map<string, string>()
  const put = (id: string, cny: string): unknown => found.set(id, add(found.get(id) ?? '0', cny))
  for (const { sources } of made)
    for (const source of sources) {
      const rule = of.rules.get(source.event) as BookingRule
      const debit = (source.bankAccountId === null ? undefined : of.bankAccounts.get(source.bankAccountId)) ?? rule.debit
      const usual = usualSign(source.event) === 1 ? source.cny : negate(source.cny)
      put(debit.id, usual)
      put(rule.credit.id, negate(usual))
    }
  return found
}

describe('vouchers of a random month', () => {
  it('balance, come to the profit to the cent, and to what a plain reference says of every account', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(books(), books({ baseCurrency: 'USD', baseRates: usdRates })), (all, of) => {
        const made = vouchersOf(all, of)
        expectBalanced(made)
        const sources = made.flatMap(one => one.sources)
        const worth = (fact: { currency: string; amount: string }): string => multiply(fact.amount, cnyRates.get(fact.currency) ?? '0')
        const profit = all.filter(fact => fact.topic !== 'bank' && isInProfit(fact.event))
        const booked = made.flatMap(one => (one.topic === 'bank' ? [] : one.sources.filter(source => isInProfit(source.event))))
        expect(toFixedScale(sum(booked.map(source => source.cny)), 2, 'halfUp')).toBe(toFixedScale(sum(profit.map(worth)), 2, 'halfUp'))
        const items = new Set(all.flatMap(fact => (fact.topic === 'bank' ? [] : [fact.event])))
        const rests = [...items].filter(isInProfit).map(item => {
          const own = sources.filter(source => source.event === item)
          const total = toFixedScale(sum(own.map(worth)), 2, 'halfUp')
          expect(toFixedScale(sum(own.map(source => source.cny)), 2, 'halfUp')).toBe(total)
          return total
        })
        const rest = sum(sources.flatMap(source => (source.event === rounding ? [source.cny] : [])))
        expect(canonical(rest)).toBe(canonical(subtract(toFixedScale(sum(profit.map(worth)), 2, 'halfUp'), sum(rests))))
        for (const source of sources) {
          if (source.event === rounding) continue
          const off = Number(subtract(source.cny, worth(source)))
          expect(Math.abs(off)).toBeLessThan(0.020001)
        }
        const plain = plainAccounts(made, of)
        for (const { id } of accounts) {
          const entries = made.flatMap(one => one.entries.filter(entry => entry.accountId === id))
          expect(canonical(sum(entries.map(entry => entry.cny)))).toBe(canonical(plain.get(id) ?? '0'))
        }
      }),
      { numRuns: 400, seed: 23 },
    )
  })

  it('of a bank leave nothing on the account in between, in any currency, where its sides add up to zero', () => {
    const between = account(9, 'asset')
    // as the usual rules have it: an amount that comes in debits the account in between
    const through = new Map(
      bankEvents.map((event): [number, BookingRule] => {
        const [debit, credit] = usualSign(event) === 1 ? [at(0), between] : [between, at(0)]
        return [event, { event, debit, credit, debitItems: [], creditItems: [], summary: '{科目}' }]
      }),
    )
    const pair = fc
      .tuple(money, currencyOf, fc.constantFrom(...bankEvents.filter(event => event > 205)))
      .filter(([amount]) => !isZero(amount))
    fc.assert(
      fc.property(
        fc.uniqueArray(pair, { selector: ([, currency, event]) => `${currency} ${event}`, minLength: 1, maxLength: 8 }),
        pairs => {
          const all = pairs.map(([amount, currency, event]): Fact => ({
            event,
            topic: 'bank',
            shopId: null,
            bankAccountId: null,
            currency,
            amount,
          }))
          const moved = [...new Set(all.map(fact => fact.currency))].map((currency): Fact => ({
            event: 201,
            topic: 'bank',
            shopId: null,
            bankAccountId: null,
            currency,
            amount: negate(sum(all.flatMap(fact => (fact.currency === currency ? [fact.amount] : [])))),
          }))
          const made = vouchersOf([...all, ...moved], books({ rules: through }))
          const left = made.flatMap(one => one.entries.filter(entry => entry.accountId === between.id))
          for (const currency of new Set(left.map(entry => entry.currency))) {
            const own = left.filter(entry => entry.currency === currency)
            expect([canonical(sum(own.map(signed))), canonical(sum(own.map(entry => entry.cny)))]).toEqual(['0', '0'])
          }
        },
      ),
      { numRuns: 200, seed: 23 },
    )
  })

  it('keep their cents when something changes in another shop', () => {
    const ofShop = (made: readonly Voucher[], shopId: string) => made.filter(one => one.shopId === shopId)
    fc.assert(
      fc.property(facts, money, (all, more) => {
        fc.pre(!isZero(more) && all.some(fact => fact.topic === 'platform' && fact.shopId === '1'))
        const before = vouchersOf(all, books())
        const kept = new Map(
          before.flatMap(one =>
            one.sources.map(source => [
              factKey({ ...source, topic: one.topic }, source.rate, source.baseRate),
              {
                event: source.event,
                amount: roundedCents(exactOf(source.booked)),
                base: roundedCents(exactOf(source.base)),
                cny: roundedCents(exactOf(source.cny)),
              },
            ]),
          ),
        )
        expect(vouchersOf(all, books({ kept }))).toEqual(before)
        const changed = all.filter(fact => !(fact.topic === 'platform' && fact.shopId === '2' && fact.event === 1))
        const late: Fact = { event: 1, topic: 'platform', shopId: '2', bankAccountId: null, currency: 'USD', amount: more }
        const after = vouchersOf([...changed, late], books({ kept }))
        expectBalanced(after)
        expect(ofShop(after, '1')).toEqual(ofShop(before, '1'))
      }),
      { numRuns: 200, seed: 23 },
    )
  })

  it('of an earlier rule stay while nothing of their item changes, and the profit is whole with them', () => {
    const fact = (event: number, shopId: string, amount: string): Fact => ({
      event,
      topic: 'platform',
      shopId,
      bankAccountId: null,
      currency: 'CNY',
      amount,
    })
    // 1.004 each and 3.01 of all three: the earlier rule gave the third item the cent
    const all = [fact(1, '1', '1.004'), fact(2, '1', '1.004'), fact(3, '2', '1.004')]
    const cents = (event: number): bigint => (event === 3 ? 101n : 100n)
    const kept = new Map(
      all.map(one => {
        const cent = cents(one.event)
        return [factKey(one, '1', '1'), { event: one.event, amount: cent, base: cent, cny: cent }]
      }),
    )
    const bookedOf = (facts: readonly Fact[], of: Books) =>
      Object.fromEntries(vouchersOf(facts, of).flatMap(one => one.sources.map(({ event, cny }) => [event, canonical(cny)])))
    expect(bookedOf(all, books())).toEqual({ 1: '1', 2: '1', 3: '1', [rounding]: '0.01' })
    expect(bookedOf(all, books({ kept }))).toEqual({ 1: '1', 2: '1', 3: '1.01' })
    // an item that changes is rounded as a whole; the others stay
    const changed = [...all.slice(0, 2), fact(3, '2', '1.0045')]
    expect(bookedOf(changed, books({ kept }))).toEqual({ 1: '1', 2: '1', 3: '1', [rounding]: '0.01' })
  })

  it('are marked where an account lacks its item', () => {
    const one = (shopId: string): Fact => ({ event: 1, topic: 'platform', shopId, bankAccountId: null, currency: 'USD', amount: '1' })
    const byShop = new Map([[1, { ...(rules.get(1) as BookingRule), debit: at(1), credit: at(3) }]])
    const made = vouchersOf([one('1'), one('3')], books({ rules: byShop }))
    expect(made.map(voucher => [voucher.shopId, voucher.isLacking])).toEqual([
      ['1', false],
      ['3', true],
    ])
  })
})
