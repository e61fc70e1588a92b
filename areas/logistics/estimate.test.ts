/** Weights and charges against a plain calculation in whole numbers, over random boxes and tariffs. */
import { expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { decimalText, toFixedScale } from '#platform/format/decimal.ts'
import { chargeableOf, estimateOf, type TariffLine } from './estimate.ts'

/** exact decimal text in units of its scale */
const units = (text: string, scale: number): bigint => BigInt(toFixedScale(text, scale, 'down').replace('.', ''))
const cases = Number(process.env['LOGISTICS_CASES'] ?? 300)

test('chargeable weight: the greater of both for each box, up to the step, at least the least', () => {
  const random = seededRandom(40)
  for (let n = 0; n < cases; n++) {
    const divisor = random.of([5_000, 6_000, 8_000])
    const [step, least] = [random.of([1, 500, 1_000]), random.below(30_000)]
    const boxes = Array.from({ length: random.below(6) }, () => ({
      l: 1 + random.below(12_000),
      w: 1 + random.below(8_000),
      h: 1 + random.below(8_000),
      kg: 1 + random.below(40_000),
    }))
    // millionths of a kilogram
    const weights = boxes.map(({ l, w, h, kg }) => {
      const volume = (BigInt(l) * BigInt(w) * BigInt(h) * 2n + BigInt(divisor)) / (2n * BigInt(divisor))
      const gross = BigInt(kg) * 1_000n
      return volume > gross ? volume : gross
    })
    const whole = weights.reduce((sum, one) => sum + one, 0n)
    const unit = BigInt(step) * 1_000n
    const stepped = ((whole + unit - 1n) / unit) * unit
    const expected = stepped > BigInt(least) * 1_000n ? stepped : BigInt(least) * 1_000n
    const found = chargeableOf(
      boxes.map(({ l, w, h, kg }) => ({
        length: decimalText(BigInt(l), 2),
        width: decimalText(BigInt(w), 2),
        height: decimalText(BigInt(h), 2),
        weight: decimalText(BigInt(kg), 3),
      })),
      { divisor, weightStep: decimalText(BigInt(step), 3), minWeight: decimalText(BigInt(least), 3) },
    )
    expect(Number(found) * 1e6).toBeCloseTo(Number(expected), 0)
  }
})

test('charges: the longest zone that holds, the step of the weight, the minimum; no freight, no estimate', () => {
  const random = seededRandom(41)
  const zones = ['', 'U', 'US', 'US-9', 'DE']
  for (let n = 0; n < cases; n++) {
    const lines: TariffLine[] = []
    for (const zone of zones)
      for (const item of [1, 2, 3]) {
        if (random.below(2) === 0) continue
        const at = 10 * (1 + random.below(20))
        for (const [from, to] of [
          [0, at],
          [at, null],
        ] as const)
          lines.push({
            zone,
            item,
            fromWeight: String(from),
            toWeight: to === null ? null : String(to),
            by: 1 + random.below(4),
            price: decimalText(BigInt(random.below(100_000)), 3),
            minimum: random.below(2) === 0 ? null : decimalText(BigInt(random.below(50_000)), 2),
          })
      }
    const load = {
      zone: random.of(['us-91', 'US', 'DE', 'JP', '']),
      chargeable: String(random.below(300)),
      volume: decimalText(BigInt(random.below(5_000_000)), 6),
      boxes: random.below(40),
    }
    const expected = [1, 2, 3].flatMap(item => {
      let best: TariffLine | undefined
      for (const line of lines) {
        const isIn =
          Number(line.fromWeight) <= Number(load.chargeable) && (line.toWeight === null || Number(load.chargeable) < Number(line.toWeight))
        const fits = line.item === item && isIn && load.zone.toUpperCase().slice(0, line.zone.length) === line.zone
        if (fits && (best === undefined || line.zone.length > best.zone.length)) best = line
      }
      if (best === undefined) return []
      const micro = [0n, BigInt(load.chargeable) * 1_000_000n, units(load.volume, 6), BigInt(load.boxes) * 1_000_000n, 1_000_000n]
      const mills = units(best.price, 3) * (micro[best.by] ?? 0n)
      // hundredths, a half up
      const cents = (mills / 5_000_000n + 1n) / 2n
      const minimum = best.minimum === null ? 0n : units(best.minimum, 2)
      return [{ item, cents: cents > minimum ? cents : minimum }]
    })
    const found = estimateOf(lines, load, 2)
    if (!expected.some(one => one.item === 1)) expect(found).toBeNull()
    else
      expect(found?.map(({ item, amount }) => [item, Math.round(Number(amount) * 100)])).toEqual(
        expected.map(one => [one.item, Number(one.cents)]),
      )
  }
})
