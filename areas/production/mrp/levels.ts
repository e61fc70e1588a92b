/** Low-level codes: the longest way down to a product from whatever is made of it, over all bills that hold within the horizon. Pure. */
import type { Version } from './snapshot.ts'

export class Circle extends Error {
  readonly productIds: readonly string[]
  constructor(productIds: readonly string[]) {
    super('circle')
    this.productIds = productIds
  }
}

/** Products that stand in no bill are not named: theirs is 0. A circle names its products. */
export function levelsOf(bills: readonly Pick<Version, 'productId' | 'lines'>[]): ReadonlyMap<string, number> {
  const below = new Map<string, Set<string>>()
  const above = new Map<string, number>()
  for (const { productId, lines } of bills) {
    const parts = below.get(productId) ?? new Set<string>()
    below.set(productId, parts)
    if (!above.has(productId)) above.set(productId, 0)
    for (const { partId } of lines) {
      if (parts.has(partId)) continue
      parts.add(partId)
      above.set(partId, (above.get(partId) ?? 0) + 1)
    }
  }
  const levels = new Map<string, number>()
  const ready = [...above].filter(([, count]) => count === 0).map(([id]) => id)
  for (const id of ready) levels.set(id, 0)
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    for (const part of below.get(id) ?? []) {
      levels.set(part, Math.max(levels.get(part) ?? 0, (levels.get(id) ?? 0) + 1))
      const left = (above.get(part) ?? 0) - 1
      above.set(part, left)
      if (left === 0) ready.push(part)
    }
  }
  const stuck = new Set([...above].filter(([, count]) => count > 0).map(([id]) => id))
  if (stuck.size > 0) throw new Circle(circleIn(below, stuck))
  return levels
}

/** One walk along parts that are stuck comes back to itself, or ends below the circle and begins again. */
function circleIn(below: ReadonlyMap<string, ReadonlySet<string>>, stuck: ReadonlySet<string>): readonly string[] {
  const dead = new Set<string>()
  for (;;) {
    const way: string[] = []
    let at = [...stuck].find(id => !dead.has(id))
    while (at !== undefined && !way.includes(at)) {
      way.push(at)
      at = [...(below.get(at) ?? [])].find(id => stuck.has(id) && !dead.has(id))
    }
    if (at !== undefined) return way.slice(way.indexOf(at))
    const last = way.at(-1)
    if (last === undefined) return []
    dead.add(last)
  }
}
