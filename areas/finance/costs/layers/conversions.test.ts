/**
 * Conversions between products, also in circles (put together and taken apart again), with late costs of both signs: whatever the order in
 * which products are folded, the queue drains, all orders end in the same, and value in = value out + value left.
 * `MAKING_CASES=10000` tries as many nets.
 */
import { expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { fold, type Folded } from './fold.ts'
import type { Method, Move } from './moves.ts'
import { shareOf, type CostRow } from './values.ts'

const cases = Number(process.env['MAKING_CASES'] ?? 300)
/** products are taken in random order here; by number, as the job takes them, it is less */
const foldsMax = 25
const product = (n: number): string => String(n)

interface Out {
  readonly product: string
  readonly layer: string
  readonly weight: bigint
}
interface Net {
  readonly moves: ReadonlyMap<string, Move[]>
  readonly rows: ReadonlyMap<string, CostRow[]>
  /** conversion of each move out, and what comes of it */
  readonly conversionOf: ReadonlyMap<string, number>
  readonly outs: ReadonlyMap<number, readonly Out[]>
}

function netOf(seed: number): Net {
  const random = seededRandom(seed)
  const count = 2 + random.below(4)
  const products = Array.from({ length: count }, (_, n) => product(n))
  const moves = new Map<string, Move[]>(products.map(id => [id, []]))
  const rows = new Map<string, CostRow[]>(products.map(id => [id, []]))
  const [conversionOf, outs] = [new Map<string, number>(), new Map<number, Out[]>()]
  let seq = 0
  const quantity = (): bigint => BigInt(1 + random.below(40)) * 250_000n
  const put = (id: string, move: Omit<Move, 'id' | 'seq'>): string => {
    const name = `move ${++seq}`
    moves.get(id)?.push({ ...move, id: name, seq })
    return name
  }
  const steps = 6 + random.below(18)
  for (let step = 0; step < steps; step++) {
    const day = addDays('2026-01-01', Math.floor(step / 3))
    const one = products[random.below(count)] ?? '0'
    const what = step < 3 ? 0 : random.below(6)
    if (what < 2) {
      const layer = put(one, { day, kind: 'receipt', from: null, to: 'P', quantity: quantity() })
      rows.get(one)?.push({ layer, part: 'purchase', amount: BigInt(random.below(900_000)), countsFrom: '' })
      if (random.below(2) === 0) {
        const amount = BigInt(random.below(300_000) - 150_000)
        rows.get(one)?.push({ layer, part: 'purchase', amount, countsFrom: addDays(day, 1 + random.below(8)) })
      }
    } else if (what === 2) put(one, { day, kind: 'sale', from: 'P', to: null, quantity: quantity(), party: 'S' })
    else {
      const conversion = step
      const into = new Set([one, products[random.below(count)] ?? '0'])
      for (const id of into) {
        const move = put(id, { day, kind: 'convertOut', rank: 'transfer', from: 'P', to: null, quantity: quantity() })
        conversionOf.set(move, conversion)
      }
      const others = products.filter(id => !into.has(id))
      const made = others.length === 0 ? [one] : others.slice(0, 1 + random.below(others.length))
      outs.set(
        conversion,
        made.map(id => ({
          product: id,
          layer: put(id, { day, kind: 'convertIn', rank: 'transfer', from: null, to: 'P', quantity: quantity() }),
          weight: BigInt(random.below(4)) + 1n,
        })),
      )
    }
  }
  return { moves, rows, conversionOf, outs }
}

/** As compute.ts and conversions.ts do it: what a fold says of its moves out goes to what came of them, which is folded anew. */
function drain(net: Net, method: Method, seed: number): { readonly folds: ReadonlyMap<string, Folded>; readonly most: number } {
  const random = seededRandom(seed)
  const costs = new Map<string, Map<string, bigint>>()
  const [folds, counts] = [new Map<string, Folded>(), new Map<string, number>()]
  const stale = new Set(net.moves.keys())
  while (stale.size > 0) {
    const id = [...stale][random.below(stale.size)] ?? ''
    stale.delete(id)
    counts.set(id, (counts.get(id) ?? 0) + 1)
    if ((counts.get(id) ?? 0) > 200) throw new Error('the queue does not drain')
    const rows = [...(net.rows.get(id) ?? [])]
    for (const [conversion, all] of net.outs) {
      const whole = all.reduce((sum, one) => sum + one.weight, 0n)
      const sums = new Map<string, bigint>()
      for (const [key, amount] of [...costs.values()].flatMap(one => [...one])) {
        const [of = '', from = ''] = key.split('|')
        if (Number(of) === conversion) sums.set(from, (sums.get(from) ?? 0n) + amount)
      }
      let at = 0n
      for (const one of all) {
        for (const [countsFrom, amount] of sums)
          if (one.product === id)
            rows.push({ layer: one.layer, part: 'purchase', amount: shareOf(amount, whole, at, at + one.weight), countsFrom })
        at += one.weight
      }
    }
    const folded = fold(method, net.moves.get(id) ?? [], rows)
    folds.set(id, folded)
    const now = new Map<string, bigint>()
    for (const { move, day, amount, isVariance } of folded.lines) {
      const conversion = net.conversionOf.get(move)
      if (conversion === undefined) continue
      const key = `${conversion}|${isVariance ? day : ''}`
      now.set(key, (now.get(key) ?? 0n) + amount)
    }
    const before = costs.get(id) ?? new Map<string, bigint>()
    costs.set(id, now)
    for (const key of new Set([...before.keys(), ...now.keys()]))
      if ((before.get(key) ?? 0n) !== (now.get(key) ?? 0n))
        for (const { product: made } of net.outs.get(Number(key.split('|')[0])) ?? []) stale.add(made)
  }
  return { folds, most: Math.max(...counts.values()) }
}

const said = (folds: ReadonlyMap<string, Folded>): string =>
  [...folds]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { stock }]) => `${id}: ${stock.map(one => `${one.id} ${one.left} ${[...one.value.values()].join()}`).join('; ')}`)
    .join('\n')

test(`${cases} nets of conversions: value in = value out + left, in any order of folds`, () => {
  let most = 0
  for (let seed = 1; seed <= cases; seed++) {
    const net = netOf(seed)
    const method: Method = seed % 4 === 0 ? 'average' : 'fifo'
    const [one, other] = [drain(net, method, seed), drain(net, method, seed + 7_000_000)]
    expect(said(one.folds), `net ${seed}`).toBe(said(other.folds))
    most = Math.max(most, one.most, other.most)
    let [came, left, sold] = [0n, 0n, 0n]
    for (const rows of net.rows.values()) for (const row of rows) came += row.amount
    for (const { stock, lines } of one.folds.values()) {
      for (const layer of stock) for (const amount of layer.value.values()) left += amount
      for (const line of lines) if (!net.conversionOf.has(line.move)) sold += line.amount
    }
    expect(left + sold, `net ${seed}`).toBe(came)
  }
  console.log(`a product was folded ${most} times at most`)
  expect(most).toBeLessThanOrEqual(foldsMax)
})
