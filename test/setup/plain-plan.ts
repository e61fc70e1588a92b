/** The steps of replenishment in fractions of whole numbers, day by day and carton by carton: what the quick ones are compared with. */
export interface Fraction {
  readonly n: bigint
  readonly d: bigint
}
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b))
export const fraction = (n: bigint | number, d: bigint | number = 1): Fraction => {
  const [above, below] = [BigInt(n), BigInt(d)]
  const by = gcd(above, below) * (below < 0n ? -1n : 1n)
  return by === 0n ? { n: 0n, d: 1n } : { n: above / by, d: below / by }
}
/** of at most six decimals */
export const exactly = (value: number): Fraction => fraction(BigInt(Math.round(value * 1e6)), 1_000_000n)
export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d)
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d)
export const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n)
export const less = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d
export const zero = fraction(0)
export const total = (values: readonly Fraction[]): Fraction => values.reduce(plus, zero)
const largest = (a: Fraction, b: Fraction): Fraction => (less(a, b) ? b : a)
const least = (a: Fraction, b: Fraction): Fraction => (less(a, b) ? a : b)
export const ceiling = ({ n, d }: Fraction): number => Number(n >= 0n ? (n + d - 1n) / d : n / d)
export const floor = ({ n, d }: Fraction): number => Number(n >= 0n ? n / d : (n - d + 1n) / d)
export const asNumber = ({ n, d }: Fraction): number => Number(n) / Number(d)
/** the smallest whole number whose square is at least so much */
export function rootUp(square: Fraction): number {
  let root = 0
  while (less(fraction(root * root), square)) root++
  return root
}
const middleOf = (values: readonly Fraction[]): Fraction => {
  const sorted = [...values]
  for (let at = 1; at < sorted.length; at++)
    for (let to = at; to > 0 && less(sorted[to] ?? zero, sorted[to - 1] ?? zero); to--)
      [sorted[to - 1], sorted[to]] = [sorted[to] ?? zero, sorted[to - 1] ?? zero]
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] ?? zero) : over(plus(sorted[half - 1] ?? zero, sorted[half] ?? zero), fraction(2))
}
const away = (a: Fraction, b: Fraction): Fraction => (less(a, b) ? minus(b, a) : minus(a, b))

export interface PlainSpeed {
  readonly daily: Fraction | null
  /** the square of sigma */
  readonly variance: Fraction
}
/** Days, newest first. */
export function plainSpeed(days: readonly { units: number; seen: boolean }[], weights: readonly number[]): PlainSpeed {
  const seen: Fraction[] = []
  for (const day of days) if (day.seen) seen.push(fraction(day.units))
  if (seen.length === 0) return { daily: null, variance: zero }
  const last28 = seen.slice(0, 28)
  const middle = middleOf(last28)
  const mad = middleOf(last28.map(one => away(one, middle)))
  const cutAt = largest(plus(middle, times(fraction(3), mad)), plus(middle, fraction(1)))
  const cut = seen.map(one => least(one, cutAt))
  const last56 = cut.slice(0, 56)
  const meanOf = (values: readonly Fraction[]) => over(total(values), fraction(values.length))
  const level = meanOf(last56)
  const squares = last56.map(one => times(minus(one, level), minus(one, level)))
  const variance = last56.length < 2 ? zero : over(total(squares), fraction(last56.length - 1))
  if (seen.length < 7) return { daily: null, variance }
  let [w7 = 0, w14 = 0, w30 = 0] = weights
  if (cut.length < 30) [w14, w30] = [w14 + w30, 0]
  if (cut.length < 14) [w7, w14] = [w7 + w14, 0]
  const whole = w7 + w14 + w30
  if (whole === 0) return { daily: zero, variance }
  const parts = [
    [w7, 7],
    [w14, 14],
    [w30, 30],
  ].map(([weight = 0, length = 1]) => (weight === 0 ? zero : times(fraction(weight, whole), meanOf(cut.slice(0, length)))))
  return { daily: total(parts), variance }
}

export interface PlainNeed {
  readonly demand: readonly Fraction[]
  readonly variance: Fraction
  readonly [name: string]: unknown
}
export interface PlainAsk extends PlainNeed {
  readonly lead: number
  readonly fastLead: number | null
  readonly transitVariance: Fraction
  readonly z: Fraction
  readonly reviewDays: number
  readonly maxCoverDays: number
  readonly carton: number
  readonly onHand: number
  readonly arrivals: readonly { day: number; units: number }[]
}
export function plainNeed(ask: PlainAsk) {
  const horizon = ask.lead + ask.reviewDays
  const asked = total(ask.demand.slice(0, horizon))
  const daily = over(asked, fraction(horizon))
  const spread = plus(times(fraction(horizon), ask.variance), times(times(daily, daily), ask.transitVariance))
  const safety = rootUp(times(times(ask.z, ask.z), spread))
  const target = ceiling(plus(asked, fraction(safety)))
  const position = ask.onHand + ask.arrivals.reduce((sum, one) => sum + one.units, 0)
  let need = 0
  if (asked.n > 0n)
    while (need < target - position && !less(total(ask.demand.slice(0, ask.maxCoverDays)), fraction(position + need + ask.carton)))
      need += ask.carton
  // a day is served whole or not at all
  let stock = fraction(ask.onHand)
  let missing = zero
  for (let day = 1; day <= ask.lead; day++) {
    for (const one of ask.arrivals) if (one.day === day) stock = plus(stock, fraction(one.units))
    const units = ask.demand[day - 1] ?? zero
    if (!less(stock, units)) stock = minus(stock, units)
    else if (ask.fastLead !== null && day > ask.fastLead) missing = plus(missing, units)
  }
  let fast = 0
  while (ask.fastLead !== null && ask.fastLead < ask.lead && fast < need && less(fraction(fast), missing)) fast += ask.carton
  return { safety, target, position, need, fast: Math.min(fast, need) }
}

/** Raises the lowest by a day's part until nothing is left, by halving the level; then whole cartons by largest remainder. */
export function plainShares(
  askers: readonly { need: number; daily: Fraction; cover: Fraction }[],
  stock: number,
  carton: number,
): readonly number[] {
  if (askers.reduce((sum, one) => sum + one.need, 0) <= stock) return askers.map(one => one.need)
  const given = Math.floor(stock / carton) * carton
  const at = (level: Fraction) => askers.map(one => least(fraction(one.need), largest(zero, times(minus(level, one.cover), one.daily))))
  // the level stands between two of the days on which somebody begins or has enough: there it is a straight line
  const turns = askers.flatMap(one => (one.need > 0 ? [one.cover, plus(one.cover, over(fraction(one.need), one.daily))] : []))
  let low = turns.reduce(least, turns[0] ?? zero)
  let high = turns.reduce(largest, zero)
  for (const turn of turns) {
    if (!less(fraction(given), total(at(turn)))) low = largest(low, turn)
    else high = least(high, turn)
  }
  const [below, above] = [total(at(low)), total(at(high))]
  const level =
    above.n * below.d === below.n * above.d
      ? low
      : plus(low, times(minus(high, low), over(minus(fraction(given), below), minus(above, below))))
  const exact = at(level)
  const shares = exact.map(one => floor(over(one, fraction(carton))) * carton)
  let left = given - shares.reduce((sum, one) => sum + one, 0)
  while (left >= carton) {
    let best = -1
    for (const [index, one] of askers.entries()) {
      if ((shares[index] ?? 0) + carton > one.need) continue
      const rest = (of: number) => minus(exact[of] ?? zero, fraction(shares[of] ?? 0))
      if (best < 0 || less(rest(best), rest(index)) || (!less(rest(index), rest(best)) && less(one.cover, askers[best]?.cover ?? zero)))
        best = index
    }
    if (best < 0) break
    shares[best] = (shares[best] ?? 0) + carton
    left -= carton
  }
  return shares
}

interface PlainSold {
  readonly demand: readonly Fraction[]
  readonly variance: Fraction
  readonly lead: number
  readonly reviewDays: number
  readonly position: number
  readonly safety: number
}
/** Day by day: what all listings ask for until an order of the next look is sold; pack by pack until it is there. */
export function plainBuy(
  sold: readonly PlainSold[],
  of: { readonly supplyDays: number; readonly z: Fraction; readonly there: number; readonly moq: number; readonly pack: number },
) {
  let [asked, spread] = [zero, zero]
  for (const one of sold)
    for (let day = 1; day <= of.supplyDays + one.lead + one.reviewDays; day++) {
      asked = plus(asked, one.demand[day - 1] ?? zero)
      spread = plus(spread, one.variance)
    }
  const square = times(times(of.z, of.z), spread)
  // the smallest whole number that is at least what is asked and the root of the square
  let target = ceiling(asked)
  while (less(fraction(target), asked) || less(times(minus(fraction(target), asked), minus(fraction(target), asked)), square)) target++
  const position = sold.reduce((sum, one) => sum + one.position, of.there)
  if (asked.n === 0n || target <= position) return { target, position, need: 0, quantity: 0, needOn: null }
  const need = target - position
  let quantity = 0
  while (quantity < need || quantity < of.moq) quantity += of.pack
  const safety = sold.reduce((sum, one) => sum + one.safety, 0)
  const longest = Math.max(...sold.map(one => one.demand.length))
  let left = fraction(position)
  let needOn = longest
  for (let day = longest; day >= 1; day--) {
    left = minus(fraction(position), total(sold.flatMap(one => one.demand.slice(0, day))))
    if (less(left, fraction(safety))) needOn = day
  }
  return { target, position, need, quantity, needOn }
}

/** What each month of the year sells against the mean of all that are known, between a half and three times. */
export function plainSeason(months: readonly { readonly month: number; readonly units: number }[]): readonly Fraction[] {
  const last = months.slice(-24)
  const all = total(last.map(one => fraction(one.units)))
  return Array.from({ length: 12 }, (_, month) => {
    const of = last.filter(one => one.month === month)
    if (months.length < 12 || all.n <= 0n || of.length === 0) return fraction(1)
    const part = over(total(of.map(one => fraction(one.units))), fraction(of.length))
    return least(fraction(3), largest(fraction(1, 2), over(part, over(all, fraction(last.length)))))
  })
}
