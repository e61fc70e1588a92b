/**
 * What a purchase does to layers, against units that wander by hand: provisional costs, invoices of a later month, price differences after
 * the sale, returns to the supplier before and after the invoice. To the ten-thousandth; PURCHASE_CASES says how many cases.
 */
import { expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { fold } from './fold.ts'
import type { Move } from './moves.ts'
import { shareOf, type CostRow } from './values.ts'

const unit = 1_000_000n
const first = '2026-01-01'
const cases = Number(process.env['PURCHASE_CASES'] ?? 400)

interface Purchase {
  readonly moves: readonly Move[]
  readonly rows: readonly CostRow[]
  readonly count: { readonly late: number; readonly before: number; readonly after: number }
}
/** Receipts at a provisional cost, most invoiced later at another price for what was kept, sales, and returns out of a receipt. */
function purchaseOf(seed: number): Purchase {
  const random = seededRandom(seed)
  const day = (from: number, days: number) => addDays(first, from + random.below(days))
  const [moves, rows]: [Move[], CostRow[]] = [[], []]
  let [late, before, after] = [0, 0, 0]
  for (let at = 0; at < 1 + random.below(5); at += 1) {
    const id = `receipt ${at}`
    const quantity = 1 + random.below(12)
    const came = day(0, 40)
    moves.push({ id, day: came, kind: 'receipt', from: null, to: 'A', quantity: BigInt(quantity) * unit })
    const provisional = BigInt(random.below(900_000))
    rows.push({ layer: id, part: 'purchase', amount: provisional, countsFrom: '' })
    const billedOn = day(20, 60)
    const isBilled = random.below(4) > 0
    // the invoice takes the provisional cost of so many units back and puts its own in its place
    const billed = BigInt(1 + random.below(quantity))
    const difference = BigInt(random.below(200_000)) - 100_000n
    const taken = (provisional * billed) / BigInt(quantity)
    if (isBilled) {
      rows.push({ layer: id, part: 'purchase', amount: -taken, countsFrom: billedOn })
      rows.push({ layer: id, part: 'purchase', amount: taken + difference, countsFrom: billedOn })
      if (billedOn > came) late += 1
    }
    if (random.below(2) === 0) {
      const back = addDays(came, 1 + random.below(50))
      const sent = BigInt(1 + random.below(quantity)) * unit
      moves.push({ id: `back ${at}`, day: back, kind: 'writeOff', from: 'A', to: null, quantity: sent, undoes: id })
      if (isBilled && back < billedOn) before += 1
      else if (isBilled) after += 1
    }
  }
  for (let at = 0; at < random.below(8); at += 1)
    moves.push({
      id: `sale ${at}`,
      day: day(0, 90),
      kind: 'sale',
      from: 'A',
      to: null,
      quantity: BigInt(1 + random.below(9)) * unit,
      party: 'p',
    })
  return { moves, rows, count: { late, before, after } }
}

const rank = ['receipt', 'transfer', 'ship', 'sale', 'return', 'writeOff']
const byDay = (a: Move, b: Move): number =>
  a.day.localeCompare(b.day) || rank.indexOf(a.kind) - rank.indexOf(b.kind) || (a.id < b.id ? -1 : 1)

interface Unit {
  readonly layer: Move
  readonly at: number
}
/** Each unit by itself: oldest first, of a return those of its receipt before others; what it cost when it left, and what came later. */
function byHand({ moves, rows }: Purchase) {
  let lying: Unit[] = []
  const lines = new Map<string, bigint>()
  for (const move of moves.toSorted(byDay)) {
    const wanted = Number(move.quantity / unit)
    if (move.kind === 'receipt') {
      lying.push(...Array.from({ length: wanted }, (_, at) => ({ layer: move, at })))
      continue
    }
    const own = lying.filter(one => one.layer.id === move.undoes)
    const left = [...own, ...lying.filter(one => one.layer.id !== move.undoes)].slice(0, wanted)
    lying = lying.filter(one => !left.includes(one))
    for (const { layer, at } of left)
      for (const [countsFrom, amount] of costsOf(rows, layer)) {
        const isVariance = countsFrom > move.day
        const key = [move.id, isVariance ? countsFrom : move.day, isVariance].join(' ')
        const share = shareOf(amount, layer.quantity / unit, BigInt(at), BigInt(at + 1))
        lines.set(key, (lines.get(key) ?? 0n) + share)
      }
  }
  const value = lying.reduce(
    (sum, { layer, at }) =>
      sum + costsOf(rows, layer).reduce((all, [, amount]) => all + shareOf(amount, layer.quantity / unit, BigInt(at), BigInt(at + 1)), 0n),
    0n,
  )
  return { lines: shown(lines), value }
}
/** costs of one day are one amount */
function costsOf(rows: readonly CostRow[], layer: Move): readonly (readonly [string, bigint])[] {
  const sums = new Map<string, bigint>()
  for (const row of rows)
    if (row.layer === layer.id) {
      const from = row.countsFrom <= layer.day ? '' : row.countsFrom
      sums.set(from, (sums.get(from) ?? 0n) + row.amount)
    }
  return [...sums]
}
const shown = (lines: ReadonlyMap<string, bigint>) =>
  [...lines].filter(([, amount]) => amount !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1))

test(`${cases} random purchases: layers, costs and variances are those of units that wander by hand`, () => {
  let [late, before, after, variances] = [0, 0, 0, 0]
  for (let seed = 1; seed <= cases; seed += 1) {
    const one = purchaseOf(seed)
    const folded = fold('fifo', one.moves, one.rows)
    const lines = new Map<string, bigint>()
    for (const { move, day, amount, isVariance } of folded.lines) {
      const key = [move, day, isVariance].join(' ')
      lines.set(key, (lines.get(key) ?? 0n) + amount)
    }
    const value = folded.stock.flatMap(layer => [...layer.value.values()]).reduce((sum, amount) => sum + amount, 0n)
    expect([seed, { lines: shown(lines), value }]).toEqual([seed, byHand(one)])
    late += one.count.late
    before += one.count.before
    after += one.count.after
    variances += folded.lines.filter(line => line.isVariance).length
  }
  // the cases hold what they are to try
  expect(Math.min(late, before, after, variances)).toBeGreaterThan(cases / 20)
}, 120_000)
