/** What boxes weigh for a carrier and what a tariff makes of it. Pure: exact decimals. */
import { add, compare, divide, multiply, roundTo } from '#platform/format/decimal.ts'

/** of the volume weight of a box */
const volumeScale = 6

export interface BoxSize {
  readonly length: string
  readonly width: string
  readonly height: string
  readonly weight: string
}
export interface ChannelWeight {
  /** cm³ that count as a kilogram */
  readonly divisor: number
  readonly weightStep: string
  readonly minWeight: string
}
/** Σ of boxes of the greater of gross and volume weight, up to the step, at least the least weight. */
export function chargeableOf(boxes: readonly BoxSize[], { divisor, weightStep, minWeight }: ChannelWeight): string {
  const whole = boxes.reduce((sum, { length, width, height, weight }) => {
    const byVolume = divide(multiply(multiply(length, width), height), String(divisor), volumeScale, 'halfUp')
    return add(sum, compare(byVolume, weight) > 0 ? byVolume : weight)
  }, '0')
  const stepped = multiply(divide(whole, weightStep, 0, 'ceiling'), weightStep)
  return compare(stepped, minWeight) < 0 ? minWeight : stepped
}

export interface TariffLine {
  readonly zone: string
  readonly item: number
  readonly fromWeight: string
  readonly toWeight: string | null
  /** 1 chargeable kilogram, 2 cubic metre, 3 box, 4 shipment */
  readonly by: number
  readonly price: string
  readonly minimum: string | null
}
export interface Load {
  readonly zone: string
  readonly chargeable: string
  readonly volume: string
  readonly boxes: number
}
export interface Charge {
  readonly item: number
  readonly amount: string
}
/** Of each item the line of the longest zone that holds for the weight; no line of freight: nothing is known (null). */
export function estimateOf(lines: readonly TariffLine[], load: Load, scale: number): readonly Charge[] | null {
  const quantities: Readonly<Record<number, string>> = { 1: load.chargeable, 2: load.volume, 3: String(load.boxes), 4: '1' }
  const zone = load.zone.toUpperCase()
  const items = [...new Set(lines.map(line => line.item))].toSorted((a, b) => a - b)
  const charges = items.flatMap((item): Charge[] => {
    const [line] = lines
      .filter(
        one =>
          one.item === item &&
          zone.startsWith(one.zone.toUpperCase()) &&
          compare(one.fromWeight, load.chargeable) <= 0 &&
          (one.toWeight === null || compare(load.chargeable, one.toWeight) < 0),
      )
      .toSorted((a, b) => b.zone.length - a.zone.length)
    if (line === undefined) return []
    const plain = roundTo(multiply(line.price, quantities[line.by] ?? '0'), scale, 'halfUp')
    const amount = line.minimum !== null && compare(plain, line.minimum) < 0 ? roundTo(line.minimum, scale, 'halfUp') : plain
    return [{ item, amount }]
  })
  return charges.some(one => one.item === 1) ? charges : null
}
