/**
 * Every machine of the product, walked in memory as its declaration says: no state that nobody comes to, none that nobody leaves but where
 * it may end.
 */
import { describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { machineFaults, machineOf, statesOf, stepsFrom } from '#platform/server/states/machine.ts'
import { claim, post, sealedNote, ticket } from '../setup/machines.ts'

const machines = [...registryOf(withHouseAreas(areas)).resources.values()].filter(r => r.states !== undefined)
const walks = 1_000
const walkMax = 50

/** Pseudo-random numbers below n, the same in every run. */
function dice(seed: number): (n: number) => number {
  let state = seed
  return n => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return Math.floor((state / 0x80_00_00_00) * n)
  }
}

/** States that random walks from the beginning come to, and those where they stopped. */
function walked(r: Resource): { readonly seen: ReadonlySet<string>; readonly stopped: ReadonlySet<string> } {
  const m = machineOf(r)
  const start = statesOf(r, m).find(({ code }) => code === r.fields[m.field]?.options.default)?.name ?? ''
  const [seen, stopped, roll] = [new Set([start]), new Set<string>(), dice(7)]
  for (let walk = 0; walk < walks; walk++) {
    let at = start
    for (let i = 0; i < walkMax; i++) {
      const ways = stepsFrom(m, at)
      const way = ways[roll(ways.length || 1)]
      if (way === undefined) {
        stopped.add(at)
        break
      }
      at = way[1].to
      seen.add(at)
    }
  }
  return { seen, stopped }
}

describe.each([...machines, ticket, post, claim, sealedNote].map(r => [r.table, r] as const))('%s', (_table, r) => {
  test('holds together', () => expect(machineFaults(r)).toEqual([]))
  test('every state is come to, and walks stop only where a record may stay', () => {
    const m = machineOf(r)
    const { seen, stopped } = walked(r)
    expect([...seen].toSorted()).toEqual(Object.keys(m.states).toSorted())
    expect([...stopped].filter(name => !m.states[name]?.final)).toEqual([])
  })
})
