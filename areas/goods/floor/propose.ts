/**
 * Where goods are put that came in: fixed bins of the item, bins that hold the same item and batch, empty bins, by the order of picking.
 * What open tasks will put there counts as used room. Pure.
 */
import { compare, isZero, subtract } from '#platform/format/decimal.ts'

export interface Leaf {
  readonly id: string
  readonly code: string
  readonly pickOrder: number
  /** 1 anything, 2 one product, 3 one batch */
  readonly mix: number
  /** the item that it is for alone */
  readonly productId: string | null
  /** zones above it */
  readonly zones: readonly string[]
  /** litres that are free; null: not limited */
  readonly room: number | null
  /** `product batch` of all that lies there or will be put there */
  readonly holds: readonly string[]
}
export interface Unit {
  readonly productId: string
  readonly batchId: string | null
  readonly quantity: string
  /** litres of one; null: not known, so it fits everywhere */
  readonly litres: number | null
  /** zone that it belongs to; null: any */
  readonly zoneId: string | null
}
/** null: there is no room, somebody chooses */
export interface Proposed {
  readonly toId: string | null
  readonly quantity: string
}

const nameOf = (unit: Unit): string => `${unit.productId} ${unit.batchId ?? '0'}`
const productOf = (held: string): string => held.split(' ')[0] ?? ''
/** litres come as sums of numbers */
const crumb = 1e-9

/** For each unit, in order, the parts of it and their places. */
export function propose(units: readonly Unit[], leaves: readonly Leaf[]): readonly (readonly Proposed[])[] {
  const rooms = new Map(leaves.map(leaf => [leaf.id, { room: leaf.room, holds: new Set(leaf.holds) }]))
  const ordered = leaves.toSorted((a, b) => a.pickOrder - b.pickOrder || (a.code < b.code ? -1 : 1))
  const now = (leaf: Leaf) => rooms.get(leaf.id) ?? { room: leaf.room, holds: new Set<string>() }
  return units.map(unit => {
    const name = nameOf(unit)
    const isIn = (leaf: Leaf): boolean => unit.zoneId === null || leaf.zones.includes(unit.zoneId)
    const isAllowed = (leaf: Leaf): boolean => {
      const { holds } = now(leaf)
      if (leaf.productId !== null && leaf.productId !== unit.productId) return false
      return [...holds].every(held => (leaf.mix === 3 ? held === name : leaf.mix === 2 ? productOf(held) === unit.productId : true))
    }
    const fitting = (leaf: Leaf): number => {
      const { room } = now(leaf)
      return room === null || unit.litres === null || unit.litres === 0 ? Infinity : Math.floor(room / unit.litres + crumb)
    }
    const roomOf = (leaf: Leaf): number => now(leaf).room ?? Infinity
    const fixed = ordered.filter(leaf => leaf.productId === unit.productId)
    const same = ordered
      .filter(leaf => isIn(leaf) && leaf.productId === null && now(leaf).holds.has(name))
      .toSorted((a, b) => roomOf(a) - roomOf(b) || 0)
    const empty = ordered.filter(leaf => isIn(leaf) && leaf.productId === null && now(leaf).holds.size === 0)
    const parts: Proposed[] = []
    let left = unit.quantity
    for (const leaf of [...fixed, ...same, ...empty]) {
      if (isZero(left)) break
      const fits = isAllowed(leaf) ? fitting(leaf) : 0
      if (fits <= 0) continue
      const part = fits === Infinity || compare(left, String(fits)) <= 0 ? left : String(fits)
      const is = now(leaf)
      rooms.set(leaf.id, {
        room: is.room === null || unit.litres === null ? is.room : is.room - Number(part) * unit.litres,
        holds: new Set([...is.holds, name]),
      })
      parts.push({ toId: leaf.id, quantity: part })
      left = subtract(left, part)
    }
    return isZero(left) ? parts : [...parts, { toId: null, quantity: left }]
  })
}
