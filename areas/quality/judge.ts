/** What readings say: of one line whether it is good, of all of them the result. Pure. */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { add, compare, isDecimal, subtract } from '#platform/format/decimal.ts'
import type { Defect, Limit } from './sampling.ts'
import { defectLevels, itemKinds, judgements } from './words.ts'

export interface ItemWords {
  readonly name: string
  readonly kind: number
  readonly lower: string | null
  readonly upper: string | null
  readonly options: string | null
  readonly goodOptions: string | null
}
export const optionsOf = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(/[、,，;；]/)
    .map(one => one.trim())
    .filter(one => one !== '')

/** Whether a value is within its limits; null: nobody can tell by it. What the item can't be is a fault. */
export function judgeValue(item: ItemWords, value: string | null): { readonly ok: boolean | null } | { readonly fault: Sentence } {
  const { name, kind, lower, upper } = item
  if (value === null || value.trim() === '') return { ok: null }
  const said = value.trim()
  switch (kind) {
    case itemKinds.number[0]:
    case itemKinds.integer[0]: {
      const isWhole = kind === itemKinds.integer[0]
      if (!isDecimal(said) || (isWhole && !/^[+-]?\d+$/.test(said)))
        return { fault: isWhole ? sentence`${name} 的读数应是整数，“${said}”不是` : sentence`${name} 的读数应是数字，“${said}”不是` }
      return { ok: (lower === null || compare(said, lower) >= 0) && (upper === null || compare(said, upper) <= 0) }
    }
    case itemKinds.judged[0]:
      if (said !== judgements.good && said !== judgements.bad)
        return { fault: sentence`${name} 应填“${judgements.good}”或“${judgements.bad}”，不能填“${said}”` }
      return { ok: said === judgements.good }
    case itemKinds.option[0]: {
      const all = optionsOf(item.options)
      if (!all.includes(said)) return { fault: sentence`${name} 应是 ${all.join(' / ')} 之一，不能填“${said}”` }
      const good = optionsOf(item.goodOptions)
      return { ok: good.length === 0 || good.includes(said) }
    }
    default:
      return { ok: null }
  }
}

export interface Reading {
  readonly level: number
  /** number of the unit in the sample; null: all of them together */
  readonly sampleNo: number | null
  readonly ok: boolean | null
  /** defective units that were counted */
  readonly badQty: number
}
export type Found = Readonly<Record<Defect, number>>
const kinds = Object.keys(defectLevels) as readonly Defect[]

/** Defective units by severity: a unit that was measured counts once, as far as it is among those that its severity looks at. */
export function foundIn(readings: readonly Reading[], limits: Readonly<Record<Defect, Pick<Limit, 'size'>>>): Found {
  const of = (defect: Defect): number => {
    const units = new Set<number>()
    let counted = 0
    for (const { level, sampleNo, ok, badQty } of readings) {
      if (level !== defectLevels[defect][0]) continue
      const bad = Math.max(badQty, ok === false ? 1 : 0)
      if (bad === 0) continue
      if (sampleNo === null) counted += bad
      else if (sampleNo <= limits[defect].size) units.add(sampleNo)
    }
    return counted + units.size
  }
  const [critical = 0, major = 0, minor = 0] = kinds.map(of)
  return { critical, major, minor }
}

/** Defective units of a lot of which all were looked at: a unit counts once, whatever is wrong with it. */
export function badIn(readings: readonly Reading[]): number {
  const units = new Set<number>()
  let counted = 0
  for (const { sampleNo, ok, badQty } of readings) {
    const bad = Math.max(badQty, ok === false ? 1 : 0)
    if (bad > 0 && sampleNo !== null) units.add(sampleNo)
    else counted += bad
  }
  return counted + units.size
}

export const isAccepted = (found: Found, limits: Readonly<Record<Defect, Limit>>): boolean =>
  kinds.every(kind => found[kind] <= limits[kind].ac)

export interface Split {
  readonly acceptedQty: string
  readonly rejectedQty: string
  readonly concededQty: string
}
export const results = {
  good: [1, '合格', 'Accepted', 'good'],
  bad: [2, '不合格', 'Rejected', 'bad'],
  conceded: [3, '让步接收', 'Conceded', 'warn'],
  sorted: [4, '挑选', 'Sorted', 'info'],
  rework: [5, '返工', 'Rework', 'warn'],
} as const

/** The result of a lot of which every unit was looked at: what is bad goes, the rest is good. */
const ofAll = (lot: string, bad: string): number =>
  compare(bad, '0') === 0 ? results.good[0] : compare(bad, lot) >= 0 ? results.bad[0] : results.sorted[0]

/** The result that readings give. `isAll`: every unit was looked at, of which `bad` are. */
export function resultOf(
  found: Found,
  limits: Readonly<Record<Defect, Limit>>,
  lot: { readonly quantity: string; readonly bad: string; readonly isAll: boolean },
): number {
  if (lot.isAll) return ofAll(lot.quantity, lot.bad)
  return isAccepted(found, limits) ? results.good[0] : results.bad[0]
}

/** What becomes of a lot: accepted, rejected and conceded are the lot. `bad`: units that were taken out. Null: it can't be divided so. */
export function splitOf(result: number, quantity: string, bad: string): Split | null {
  const zero = '0'
  if (compare(bad, zero) < 0 || compare(bad, quantity) > 0) return null
  const rest = subtract(quantity, bad)
  switch (result) {
    case results.good[0]:
      return { acceptedQty: rest, rejectedQty: add(bad, zero), concededQty: zero }
    case results.conceded[0]:
      return { acceptedQty: zero, rejectedQty: add(bad, zero), concededQty: rest }
    case results.sorted[0]:
      return compare(rest, zero) > 0 ? { acceptedQty: rest, rejectedQty: add(bad, zero), concededQty: zero } : null
    default:
      return { acceptedQty: zero, rejectedQty: add(quantity, zero), concededQty: zero }
  }
}
