/**
 * For tests: what is told of a row among others, read plainly from the figures of any amounts. `figureOf` is the reading of sums and
 * formulas; amounts are whatever it takes.
 */
import { isRanked, restsOnMean, type Moving, type Report } from '#platform/declare/report.ts'
import { add, canonical, compare, divide, isZero, multiply, negate, roundTo } from '#platform/format/decimal.ts'
import { addDays } from '#platform/format/dates.ts'

/** decimals that are more than any rounded figure has */
const enough = 24

const told = new WeakMap<Report, readonly string[]>()
/** Measures that are told of a row among others, or made of such. */
export function amongOthers(report: Report): readonly string[] {
  const known = told.get(report)
  if (known !== undefined) return known
  const found = Object.entries(report.measures).flatMap(([name, m]) =>
    m.class === 'share' || isRanked(m) || restsOnMean(report.measures, name) ? [name] : [],
  )
  told.set(report, found)
  return found
}

/** Balances among these. */
export const balancesOf = (report: Report): string[] =>
  Object.entries(report.measures).flatMap(([name, m]) => (m.class === 'position' ? [name] : []))

export interface Reading<Amount> {
  readonly report: Report
  readonly figureOf: (measure: string, amounts: readonly Amount[]) => string | null
  readonly dayOf: (amount: Amount) => string
  /** whether an amount is of a time that a record is of */
  readonly isMatched?: (amount: Amount) => boolean
}

export interface PlainRow<Amount> {
  /** what the row adds up in the period */
  readonly amounts: readonly Amount[]
  /** the same whatever the time */
  readonly atAnyTime: readonly Amount[]
  /** of all other rows of the level too */
  readonly level: readonly Amount[]
  /** what each thing that is classed adds up; its own is `own`. Null: nothing is classed */
  readonly classed: { readonly own: readonly Amount[]; readonly all: readonly (readonly Amount[])[] } | null
  /** days of its time within the period */
  readonly days: { readonly from: string; readonly to: string }
  readonly since: string | null
  readonly until: string | null
}

export function plainAmong<Amount>(reading: Reading<Amount>, name: string, row: PlainRow<Amount>): string | null {
  const value = unrounded(reading, name, row)
  const m = reading.report.measures[name]
  if (value === null || m?.kind === 'grade') return value
  return roundTo(value, m?.kind === 'money' ? 4 : 6, 'halfUp')
}

function unrounded<Amount>(reading: Reading<Amount>, name: string, row: PlainRow<Amount>): string | null {
  const { report, figureOf } = reading
  const m = report.measures[name]
  if (m?.class === 'share') return quotient(figureOf(m.of, row.amounts), figureOf(m.of, row.level))
  if (m?.class === 'moving') return quotient(inWindow(reading, m, row), String(m.days))
  if (m?.class === 'minus') {
    const [from, less] = [
      figureOf(m.from, row.amounts),
      figureOf(
        m.less,
        row.amounts.filter(one => reading.isMatched?.(one) === true),
      ),
    ]
    return from === null || less === null ? null : add(from, negate(less))
  }
  if (m?.class === 'mean') return meanOf(reading, m.of, row)
  if (m?.class === 'abc') return row.classed && classOf(reading, m.of, row.classed)
  if (m?.class === 'cumulative') return row.classed && togetherOf(reading, m.of, row.classed)
  if (m === undefined) throw new Error(`no measure ${name}`)
  if (m.class !== 'ratio') throw new Error(`${name}: formulas of means are ratios here`)
  const [over, under] = [report.measures[m.over], report.measures[m.under]]
  if (under?.class === 'mean') return quotient(figureOf(m.over, row.amounts), meanOf(reading, under.of, row))
  if (over?.class !== 'moving' || under?.class !== 'moving') throw new Error(`${name}: both are means here`)
  const times = (value: string | null, days: number): string | null => (value === null ? null : multiply(value, String(days)))
  return quotient(times(inWindow(reading, over, row), under.days), times(inWindow(reading, under, row), over.days))
}

const quotient = (over: string | null, under: string | null): string | null =>
  over === null || under === null || isZero(under) ? null : divide(over, under, enough, 'halfUp')

/** Half of what was there before the time of the row and of what is there at its end. */
function meanOf<Amount>({ report, figureOf, dayOf }: Reading<Amount>, of: readonly string[], row: PlainRow<Amount>): string | null {
  const [opening, closing] = of.map(name => {
    const m = report.measures[name]
    if (m?.class !== 'position') throw new Error(name)
    return figureOf(
      m.of,
      row.atAnyTime.filter(one => (m.at === 'closing' ? dayOf(one) <= row.days.to : dayOf(one) < row.days.from)),
    )
  })
  return opening == null || closing == null ? null : divide(add(opening, closing), '2', enough, 'halfUp')
}

function inWindow<Amount>({ figureOf, dayOf }: Reading<Amount>, { of, days }: Moving, row: PlainRow<Amount>): string | null {
  const { since, until } = row
  if (since === null || until === null) return null
  const end = row.days.to < until ? row.days.to : until
  const begin = addDays(end, 1 - days)
  if (end < row.days.from || begin < since) return null
  const within = row.atAnyTime.filter(amount => dayOf(amount) >= begin && dayOf(amount) <= end)
  return figureOf(of, within)
}

function classOf<Amount>({ figureOf }: Reading<Amount>, of: string, { own, all }: NonNullable<PlainRow<Amount>['classed']>): string | null {
  const values = all.map(amounts => figureOf(of, amounts))
  const mine = figureOf(of, own)
  if (mine === null || values.includes(null)) return null
  const positive = values.flatMap(value => (value !== null && compare(value, '0') > 0 ? [value] : []))
  const sum = positive.reduce(add, '0')
  const above = positive.filter(value => compare(value, mine) > 0).reduce(add, '0')
  if (compare(mine, '0') <= 0) return 'C'
  return compare(above, multiply(sum, '0.8')) < 0 ? 'A' : compare(above, multiply(sum, '0.95')) < 0 ? 'B' : 'C'
}

type Classed<Amount> = NonNullable<PlainRow<Amount>['classed']>
function togetherOf<Amount>({ figureOf }: Reading<Amount>, of: string, { own, all }: Classed<Amount>): string | null {
  const values = all.flatMap(amounts => figureOf(of, amounts) ?? [])
  const mine = figureOf(of, own)
  if (mine === null || values.length < all.length) return null
  const positive = values.filter(value => compare(value, '0') > 0)
  const sum = (some: readonly string[]) => some.reduce(add, '0')
  return quotient(sum(positive.filter(value => compare(value, mine) >= 0)), sum(positive))
}

interface Days {
  readonly from: string
  readonly to: string
}
/** Each balance of these amounts: up to the end of the days, or before their beginning. */
export const balancesAt = <Amount>({ report, figureOf, dayOf }: Reading<Amount>, amounts: readonly Amount[], days: Days) =>
  Object.fromEntries(
    balancesOf(report).map(name => {
      const m = report.measures[name]
      if (m?.class !== 'position') throw new Error(name)
      const some = amounts.filter(amount => (m.at === 'closing' ? dayOf(amount) <= days.to : dayOf(amount) < days.from))
      const balance = figureOf(m.of, some) ?? 'none'
      return [name, canonical(m.kind === 'money' ? roundTo(balance, 4, 'halfUp') : balance)]
    }),
  )

/** A row for each key and time at which something moved or is there. `keyOf`: what tells rows apart besides times; null: there are none. */
export function plainBalances<Amount>(
  reading: Reading<Amount>,
  of: {
    readonly amounts: readonly Amount[]
    readonly days: Days
    readonly keyOf: ((amount: Amount) => string) | null
    readonly timeKeyOf: (day: string) => string
  },
): Map<string, Record<string, string>> {
  const times = new Map<string, Days>()
  for (let day = of.days.from; day <= of.days.to; day = addDays(day, 1))
    times.set(of.timeKeyOf(day), { from: times.get(of.timeKeyOf(day))?.from ?? day, to: day })
  const expected = new Map<string, Record<string, string>>()
  for (const [key, some] of of.keyOf === null ? [] : Map.groupBy(of.amounts, of.keyOf))
    for (const [timeKey, time] of times) {
      const hasMoved = some.some(amount => reading.dayOf(amount) >= time.from && reading.dayOf(amount) <= time.to)
      // nothing is opened after the end but what is closed at it
      const isHeld = Object.values(balancesAt(reading, some, { from: addDays(time.to, 1), to: time.to })).some(value => value !== '0')
      if (hasMoved || isHeld) expected.set(`${key} | ${timeKey}`, balancesAt(reading, some, time))
    }
  return expected
}
