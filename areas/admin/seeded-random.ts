/** Random numbers from a seed (mulberry32): the demo company is the same on every machine. */
import { defined } from '#platform/server/area.ts'

export interface SeededRandom {
  below(n: number): number
  of<T>(items: readonly T[]): T
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  const below = (n: number): number => next() % n
  return { below, of: items => defined(items[below(items.length)], 'something to choose from') }
}
