/**
 * The steps of replenishment on random histories, each against a plain calculation in fractions, and the worked examples of the design to
 * the unit. PLAN_CASES: how many (10,000 take a minute).
 */
import { expect, test } from 'vitest'
import { buyOf } from './buy.ts'
import { daysAround, lookAt } from './look.ts'
import { needOf, serviceLevels } from './need.ts'
import { defaultRule, type Prepared } from './prepare.ts'
import {
  asNumber,
  exactly,
  fraction,
  over,
  plainBuy,
  plainNeed,
  plainSeason,
  plainShares,
  plainSpeed,
  times,
  total,
  type Fraction,
} from '../../../test/setup/plain-plan.ts'
import { historyOf } from './read-shop.ts'
import { shareStock } from './share.ts'
import { cutOf, demandOf, seasonOf, speedOf } from './speed.ts'

const cases = Number(process.env['PLAN_CASES'] ?? 400)
let seed = Number(process.env['PLAN_SEED'] ?? 7)
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const below = (most: number): number => Math.floor(random() * most)
const weights = [50, 30, 20] as const
const sea = { id: '1', prepDays: 3, transitP80: 32, receiveDays: 6, sigma: 5 }
const air = { id: '2', prepDays: 3, transitP80: 10, receiveDays: 6, sigma: 1 }

test('the worked example: 312 units, of them 120 by air', () => {
  // means of 12, 11 and 10 over 7, 14 and 30 days
  const units = [7, 13, ...Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? 6 : 12)), 7, 13, 7, 13, 7, 13, 10, 9, 15, 9, 15, 9, 15, 12]
  const speed = speedOf({ units, seen: units.map(() => true) }, weights)
  expect(speed.means).toEqual([12, 11, 10])
  expect(speed.daily).toBeCloseTo(11.3, 9)
  const demand = Array.from({ length: 120 }, () => 11.3 * 1.15)
  const arrivals = [{ day: 5, units: 180 }]
  const base = { demand, sigma: 4, slow: sea, fast: air, service: 95, reviewDays: 7, maxCoverDays: 120, replenished: true, carton: 24 }
  expect(needOf({ ...base, onHand: 250, arrivals })).toMatchObject({
    lead: 41,
    safety: 117,
    target: 741,
    position: 430,
    need: 312,
    fast: 120,
    missing: 104,
    endsOn: 33,
  })
  // sold off, or without anything sold: nothing
  expect(needOf({ ...base, replenished: false, onHand: 0, arrivals: [] }).need).toBe(0)
  expect(needOf({ ...base, demand: demand.map(() => 0), onHand: 0, arrivals: [] }).need).toBe(0)
})

test('the worked example of sharing: 150, 150, 0', () => {
  const askers = [
    { need: 1_000, daily: 10, cover: 5 },
    { need: 1_000, daily: 20, cover: 12 },
    { need: 1_000, daily: 5, cover: 20 },
  ]
  expect(shareStock(askers, 300, 10)).toEqual([150, 150, 0])
  expect(shareStock(askers, 70, 1)).toEqual([70, 0, 0])
  expect(shareStock(askers, 5_000, 10)).toEqual([1_000, 1_000, 1_000])
})

test('a purchase: what is asked until an order of the next look would be sold, in packs, and when', () => {
  const sold = { demand: Array.from({ length: 200 }, () => 10), sigma: 0, lead: 20, reviewDays: 7, position: 100, safety: 50, service: 95 }
  // 10 x (30 + 27) = 570; 100 + 150 + 0 are there: 320, in packs of 50: 350; 250 - 10 x 21 < 50
  expect(buyOf({ sold: [sold], supplyDays: 30, own: 150, coming: 0, moq: 0, pack: 50 })).toEqual({
    target: 570,
    position: 250,
    need: 320,
    quantity: 350,
    needOn: 21,
    orderOn: -9,
  })
  expect(buyOf({ sold: [sold], supplyDays: 30, own: 150, coming: 320, moq: 0, pack: 50 }).quantity).toBe(0)
  expect(buyOf({ sold: [sold], supplyDays: 30, own: 150, coming: 300, moq: 500, pack: 60 }).quantity).toBe(540)
})

test('outliers, seasons and events', () => {
  expect(cutOf([0, 0, 0, 0, 100])).toBe(1)
  expect(cutOf([8, 9, 10, 11, 12])).toBe(13)
  const year = Array.from({ length: 12 }, (_, month) => ({ month, units: month === 11 ? 400 : 100 }))
  expect(seasonOf(year.slice(1))[11]).toBe(1)
  expect(seasonOf(year)[11]).toBe(3)
  expect(seasonOf(year)[0]).toBe(0.8)
  const season = Array.from({ length: 12 }, (_, month) => (month === 11 ? 2 : 1))
  const ahead = { daily: 10, season, events: [{ from: 2, to: 2, factor: 1.5, units: 3 }], windowDays: 7 }
  expect(demandOf({ ...ahead, months: [10, 10, 10, 11], past: [10, 10] }, 3)).toEqual([10, 18, 20])
})

test('a look: stock by warehouse, bare units on the way, the slow channel behind the fast one, ignored ones', () => {
  const product = { id: 'p', categoryId: null, status: 1, abc: 1, carton: 1, moq: 0 }
  const bare = { rules: [], events: [], channels: new Map(), products: new Map(), suppliers: new Map(), coming: new Map() }
  const none = { bareComing: new Map(), freeOf: new Map(), promised: new Map(), bought: new Map(), ignored: new Set<string>() }
  const homes = ['SZ', 'YW'].map(id => ({ id, kind: 1 }))
  const house = { ...bare, ...none, warehouses: [...homes, { id: 'US', kind: 3 }], ownFree: new Map([['p:SZ', 500]]) }
  const listing = (labelId: string, from: string, onHand: number, to: string | null = null): Prepared => ({
    shop: { id: labelId, platform: 1, warehouseId: to },
    listing: { sku: labelId, labelId, productId: 'p', stock: null },
    history: '',
    trend: '',
    outDays: null,
    isSold: true,
    product,
    rule: { ...defaultRule, fromWarehouseId: from },
    events: [],
    speed: { daily: 10, sigma: 0, seenDays: 90, cutAt: null, means: [10, 10, 10], windowDays: 30 },
    flag: 1,
    snapshotOn: null,
    target: to === null ? 1 : 3,
    toWarehouseId: to,
    slow: { ...sea, sigma: 0 },
    fast: air,
    onHand,
    coming: [],
  })
  const today = '2026-11-20'
  const look = (more: object, listings: readonly Prepared[]) =>
    lookAt({ today, house: { ...house, ...more }, seasons: new Map() }, daysAround(today), new Map(), listings).looked
  // 480 asked for; what goes from YW has nothing to go, whoever is first, and a plan from there takes nothing of SZ
  const two = [listing('a', 'YW', 300), listing('b', 'SZ', 300)]
  for (const of of [two, two.toReversed()])
    expect(look({ promised: new Map([['p:YW', 400]]) }, of).map(one => [one.of.listing.sku, one.given, one.lack])).toEqual(
      of.map(one => (one.listing.sku === 'a' ? ['a', 0, 180] : ['b', 180, 0])),
    )
  // 10 a day for 120 days at most: 1,500 are 300 too many
  expect(look({}, [listing('b', 'SZ', 1_500)])[0]?.surplus).toBe(300)
  expect(look({}, [listing('b', 'SZ', 1_200)])[0]?.surplus).toBe(0)
  // 110 by air fill the days until the sea arrives: what goes by sea is in time
  expect(look({}, [listing('b', 'SZ', 300)])[0]?.ships).toEqual([
    { channelId: '2', quantity: 110, needOn: '2026-12-20', orderOn: '2026-12-01' },
    { channelId: '1', quantity: 70, needOn: '2026-12-31', orderOn: today },
  ])
  expect(look({ ignored: new Set(['b:2']) }, [listing('b', 'SZ', 300)])[0]?.ships.map(one => one.quantity)).toEqual([180])
  expect(look({ ignored: new Set(['b:1']) }, [listing('b', 'SZ', 300)])[0]?.ships.map(one => one.quantity)).toEqual([110])
  expect(look({ ignored: new Set(['b:1', 'b:2']) }, [listing('b', 'SZ', 300)])[0]).toMatchObject({ ships: [], given: 0, lack: 0 })
  // 200 bare ones of a third party's, 101 on the way there: half for each
  const there = { freeOf: new Map([['p:US:0', 200]]), bareComing: new Map([['p:US', [{ units: 101, on: null }]]]) }
  expect(look(there, [listing('a', 'SZ', 0, 'US'), listing('b', 'SZ', 0, 'US')]).map(one => [one.onHand, one.onWay])).toEqual([
    [100, 50],
    [100, 50],
  ])
  // three days tell no pace: that of its category counts, or what was entered by hand
  const speed = speedOf({ units: Array.from({ length: 90 }, () => 5), seen: Array.from({ length: 90 }, (_, day) => day > 86) }, weights)
  expect(speed).toMatchObject({ daily: null, seenDays: 3 })
  const few = { ...listing('f', 'SZ', 0), flag: 2, speed }
  const paced = (of: Prepared) => lookAt({ today, house, seasons: new Map() }, daysAround(today), new Map([['', 4]]), [of]).looked[0]
  expect(paced(few)).toMatchObject({ daily: 4, isMean: true })
  expect(paced({ ...few, rule: { ...few.rule, manualDaily: '7' } })).toMatchObject({ daily: 7, isMean: false })
})

test('days without stock count from the first that had some; what lasts beyond the most days of cover is too much', () => {
  const told = Array.from({ length: 90 }, (_, day) => day >= 10)
  // ten come on day 20, five are left on day 30, none on day 40, more on day 60
  const { outDays, seen } = historyOf(null, { sku: 'a', base: 0, changes: '20:10,30:-5,40:-5,60:3' }, told)
  expect([outDays, seen.filter(Boolean).length]).toEqual([20, 50])
  expect(historyOf(null, { sku: 'a', base: 4, changes: null }, told).outDays).toBe(0)
  expect(historyOf(null, { sku: 'a', base: 4, changes: '5:-4' }, told).outDays).toBe(80)
  expect(historyOf('1:3', undefined, told).outDays).toBeNull()
})

const history = () => {
  const days = below(40) === 0 ? below(8) : 90
  const [level, blind] = [below(30), random() * 0.6]
  return Array.from({ length: days }, () => ({ units: below(25) === 0 ? below(300) : below(level + 1), seen: random() >= blind }))
}

test(`${cases} random listings: speed, need and split as the plain calculation says`, () => {
  for (let n = 0; n < cases; n++) {
    const days = history()
    const rule = [
      [50, 30, 20],
      [100, 0, 0],
      [0, 0, 100],
      [below(101), below(101), below(101)],
    ][below(4)] ?? [50, 30, 20]
    const speed = speedOf({ units: days.map(one => one.units), seen: days.map(one => one.seen) }, rule as never)
    const plain = plainSpeed(days.toReversed(), rule)
    if (plain.daily === null) expect(speed.daily).toBeNull()
    else expect(speed.daily).toBeCloseTo(asNumber(plain.daily), 9)
    expect(speed.sigma ** 2).toBeCloseTo(asNumber(plain.variance), 6)
    // days after the snapshot change nothing: there is no place for them; days before the window neither
    const daily = plain.daily ?? fraction(below(50), 7)
    const season = Array.from({ length: 12 }, () => fraction(500 + below(2_500), 1_000))
    const first = below(12)
    const months = Array.from({ length: 400 }, (_, day) => (first + Math.floor(day / 30)) % 12)
    const past = Array.from({ length: 90 }, (_, day) => (first + 11 - Math.floor(day / 30)) % 12)
    const events = below(3) === 0 ? [{ from: 1 + below(30), to: 20 + below(60), factor: below(300) / 100, units: below(5) }] : []
    const was = over(total(past.slice(0, 30).map(month => season[month] ?? fraction(1))), fraction(30))
    const exact: Fraction[] = Array.from({ length: 260 }, (_, index) => {
      const [event] = events.filter(one => one.from <= index + 1 && index + 1 <= one.to)
      const usual = over(times(daily, season[months[index + 1] ?? 0] ?? fraction(1)), was)
      return event === undefined ? usual : total([times(usual, exactly(event.factor)), fraction(event.units)])
    })
    const demand = demandOf({ daily: asNumber(daily), season: season.map(asNumber), events, months, past, windowDays: 30 }, exact.length)
    const channel = (days_: number) => ({ id: 'c', prepDays: below(5), transitP80: days_, receiveDays: below(8), sigma: below(60) / 10 })
    const slow = channel(10 + below(40))
    const fast = below(3) === 0 ? null : channel(1 + below(30))
    const service = [99, 98, 95, 90, 80, 50][below(6)] ?? 95
    const carton = [1, 1, 6, 24, 50][below(5)] ?? 1
    const arrivals = Array.from({ length: below(4) }, () => ({ day: 1 + below(60), units: below(200) }))
    const both = { reviewDays: 1 + below(30), maxCoverDays: below(200), carton, onHand: below(400), arrivals }
    const need = needOf({ ...both, demand, sigma: Math.sqrt(asNumber(plain.variance)), slow, fast, service, replenished: true })
    const lead = (one: typeof slow) => one.prepDays + one.transitP80 + one.receiveDays
    const expected = plainNeed({
      ...both,
      demand: exact,
      variance: plain.variance,
      lead: lead(slow),
      fastLead: fast === null ? null : lead(fast),
      transitVariance: times(exactly(slow.sigma), exactly(slow.sigma)),
      z: exactly(serviceLevels[service] ?? 0),
    })
    expect(need).toMatchObject(expected)
    expect(need.need).toBeGreaterThanOrEqual(0)
    expect(need.need % carton).toBe(0)
    expect(need.fast).toBeLessThanOrEqual(need.need)
  }
})

test(`${cases} random products: the stock is shared as the plain calculation says, to the last carton`, () => {
  for (let n = 0; n < cases; n++) {
    const carton = [1, 5, 12][below(3)] ?? 1
    const askers = Array.from({ length: 1 + below(8) }, () => ({
      need: below(40) * carton,
      daily: fraction(1 + below(3_000), 100),
      cover: fraction(below(9_000), 100),
    }))
    const stock = below(400)
    const shares = shareStock(
      askers.map(one => ({ need: one.need, daily: asNumber(one.daily), cover: asNumber(one.cover) })),
      stock,
      carton,
    )
    expect(shares).toEqual(plainShares(askers, stock, carton))
    const whole = askers.reduce((sum, one) => sum + one.need, 0)
    const given = shares.reduce((sum, one) => sum + one, 0)
    expect(given).toBe(whole <= stock ? whole : Math.floor(stock / carton) * carton)
    for (const [at, one] of askers.entries()) expect(shares[at]).toBeLessThanOrEqual(one.need)
  }
})

test(`${cases} random purchases and seasons as the plain calculation says`, () => {
  for (let n = 0; n < cases; n++) {
    const supplyDays = below(60)
    const service = [99, 98, 95, 90, 80, 50][below(6)] ?? 95
    const sold = Array.from({ length: 1 + below(4) }, () => {
      const daily = below(6) === 0 ? fraction(0) : fraction(below(2_000), 100)
      const demand = Array.from({ length: 90 + below(60) }, (_, day) => (day % 7 === 6 ? times(daily, fraction(3, 2)) : daily))
      return {
        demand,
        variance: fraction(below(900), 100),
        lead: below(40),
        reviewDays: 1 + below(20),
        position: below(900),
        safety: below(90),
      }
    })
    const [own, coming, moq, pack] = [below(500), below(500), below(3) * 100, [1, 6, 50][below(3)] ?? 1]
    const { orderOn, ...found } = buyOf({
      sold: sold.map(({ variance, ...one }) => ({
        ...one,
        demand: one.demand.map(asNumber),
        sigma: Math.sqrt(asNumber(variance)),
        service,
      })),
      supplyDays,
      own,
      coming,
      moq,
      pack,
    })
    const plain = plainBuy(sold, { supplyDays, z: exactly(serviceLevels[service] ?? 0), there: own + coming, moq, pack })
    expect(found).toEqual(plain)
    expect(orderOn).toBe(plain.needOn === null ? null : plain.needOn - supplyDays)
    const first = below(12)
    const months = Array.from({ length: below(30) }, (_, at) => ({ month: (first + at) % 12, units: below(500) }))
    for (const [month, one] of plainSeason(months).entries()) expect(seasonOf(months)[month]).toBeCloseTo(asNumber(one), 9)
  }
})
