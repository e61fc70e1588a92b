/** What the campaigns of a demo shop did on each day: by chance, and as dear as the shop's invoices of these days say. */
import type { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { multiply, toFixedScale } from '#platform/format/decimal.ts'

export type Random = ReturnType<typeof seededRandom>
export interface Figures {
  readonly impressions: number
  readonly clicks: number
  readonly spendCents: number
  readonly orders: number
  readonly salesCents: number
}
/** What a shop was billed for the advertising of some days, without tax and credits. */
export interface AdBill {
  /** YYYY-MM-DD, both days are billed */
  readonly from: string
  readonly to: string
  readonly amount: string
}
/** day -> figures of each campaign */
export type Spent = ReadonlyMap<string, readonly Figures[]>

interface Wish {
  readonly first: string
  /** the day after the last one */
  readonly end: string
  readonly campaigns: number
  readonly bills: readonly AdBill[]
  readonly decimals: number
}

/** A day of a campaign: three clicks of four cost without an order. */
export function figuresOf(random: Random): Figures {
  const clicks = random.below(24)
  const orders = Math.min(clicks, random.below(4) === 0 ? 1 + random.below(3) : 0)
  return {
    impressions: 200 + clicks * (60 + random.below(40)),
    clicks,
    spendCents: clicks * (25 + random.below(40)),
    orders,
    salesCents: orders * (1_500 + random.below(20) * 100),
  }
}

const centsOf = (days: readonly (readonly Figures[])[]): number => days.flat().reduce((cents, one) => cents + one.spendCents, 0)

/** of an average month, in hundredths: a shop advertises most before Christmas */
const seasons = [85, 80, 90, 90, 95, 95, 120, 95, 95, 105, 140, 150]

/**
 * The days of as long a time before, which nobody billed: half as dear as those that are known, more of it in busy months. `random`: one of
 * its own, so that the days that are known stay as they are.
 */
export function spentBefore(known: Spent, random: Random): Spent {
  const days = [...known.keys()]
  const first = days[0] ?? ''
  const campaigns = known.get(first)?.length ?? 0
  const drawn = new Map<string, readonly Figures[]>()
  for (let day = addDays(first, -days.length); day < first; day = addDays(day, 1))
    drawn.set(
      day,
      Array.from({ length: campaigns }, () => figuresOf(random)),
    )
  const usual = centsOf([...known.values()]) / Math.max(1, centsOf([...drawn.values()]))
  return new Map([...drawn].map(([day, figures]) => [day, scaled(figures, (usual * seasonOf(day)) / 200)]))
}
const seasonOf = (day: string): number => seasons[Number(day.slice(5, 7)) - 1] ?? 100

/** Days without a bill are as dear as the billed ones on average. */
export function spentOf({ first, end, campaigns, bills, decimals }: Wish, random: Random): Spent {
  const spent = new Map<string, readonly Figures[]>()
  for (let day = first; day < end; day = addDays(day, 1))
    spent.set(
      day,
      Array.from({ length: campaigns }, () => figuresOf(random)),
    )
  const billed = bills
    .map(({ from, to, amount }) => ({
      days: [...spent.keys()].filter(day => day >= from && day <= to),
      cents: Number(toFixedScale(multiply(amount, String(10 ** decimals)), 0, 'halfUp')),
    }))
    .filter(({ days, cents }) => cents > 0 && centsOf(days.map(day => spent.get(day) ?? [])) > 0)
  const known = billed.flatMap(one => one.days.map(day => spent.get(day) ?? []))
  const usual = billed.length === 0 ? 1 : billed.reduce((sum, one) => sum + one.cents, 0) / centsOf(known)
  const open = new Set(spent.keys())
  for (const { days, cents } of billed) {
    const factor = cents / centsOf(days.map(day => spent.get(day) ?? []))
    for (const day of days) {
      spent.set(day, scaled(spent.get(day) ?? [], factor))
      open.delete(day)
    }
    const rest = cents - centsOf(days.map(day => spent.get(day) ?? []))
    const dearest = days.toSorted((a, b) => centsOf([spent.get(b) ?? []]) - centsOf([spent.get(a) ?? []]))[0] ?? ''
    spent.set(dearest, withRest(spent.get(dearest) ?? [], rest))
  }
  for (const day of open) spent.set(day, scaled(spent.get(day) ?? [], usual))
  return spent
}

const scaled = (figures: readonly Figures[], factor: number): Figures[] =>
  figures.map(one => {
    const spendCents = Math.floor(one.spendCents * factor)
    const clicks = Math.max(spendCents > 0 ? 1 : 0, Math.round(one.clicks * factor))
    // what was sold for the spend stays; fewer clicks mean fewer orders
    const orders = Math.min(clicks, Math.ceil(one.orders * factor))
    return {
      impressions: Math.round(one.impressions * factor) + clicks,
      clicks,
      spendCents,
      orders,
      salesCents: Math.round(one.salesCents * factor),
    }
  })

/** Cents that rounding left, on the dearest campaign of the day. */
function withRest(figures: readonly Figures[], cents: number): Figures[] {
  const most = Math.max(...figures.map(one => one.spendCents))
  const at = figures.findIndex(one => one.spendCents === most)
  return figures.map((one, n) => (n === at ? { ...one, spendCents: one.spendCents + cents } : one))
}
