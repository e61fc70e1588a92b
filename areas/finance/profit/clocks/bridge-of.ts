/** Bridges: what lies between two clocks of a roll-up. */
import { bridgeCauses, type BridgePart } from '#platform/declare/bridge-words.ts'
import { choice } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Grain, Rollup, Source } from '#platform/declare/rollup.ts'

function onlySum({ sums }: Source, name: string): Source['sums'] {
  const own = ownValue(sums, name)
  return own === undefined ? {} : { [name]: own }
}

/**
 * What lies between two clocks, as a roll-up: every amount in the month of the first, in that of the second, and where these differ once
 * taken off the one and once added to the other, by cause. It is read from what is stored for all clocks and has no table of its own.
 */
export function bridgeOf(of: Rollup, [from, to]: readonly [string, string]): Rollup {
  const [sum] = Object.keys(of.sums)
  if (of.between === undefined || sum === undefined) throw new Error(`${of.name} has no clocks`)
  const hidden = Object.values(of.clockKeys)
  const plain = ({ keys }: Grain): string[] => [...keys.filter(key => !hidden.includes(key)), 'part', 'cause']
  const grains = [of.between, of.base].map(grain => ({ table: grain.table, keys: plain(grain) }))
  const [, base] = grains
  if (base === undefined) throw new Error(`${of.name} has no grain by day`)
  const sides: readonly (readonly [BridgePart, string])[] = [
    ['from', from],
    ['to', to],
    ['out', from],
    ['in', to],
  ]
  const sources = of.from.flatMap(source =>
    sides.map(([part, by]): Source => ({
      ...source,
      name: `${source.name}_${part}`,
      by,
      part,
      sums: onlySum(source, sum),
      ...(source.unpivot === undefined ? {} : { unpivot: { ...source.unpivot, only: {} } }),
    })),
  )
  const sumOf = ownValue(of.sums, sum)
  return {
    ...of,
    keys: {
      ...of.keys,
      part: choice('部分', 'Part', { from: [1, '前', 'From'], to: [2, '后', 'To'], out: [3, '转出', 'Out'], in: [4, '转入', 'In'] }),
      cause: choice('原因', 'Cause', { same: [0, '同月', 'Same month'], ...bridgeCauses }),
    },
    sums: sumOf === undefined ? {} : { [sum]: sumOf },
    grains,
    base,
    from: sources,
    clocks: {},
    between: undefined,
    by: `${from} ${to}`,
    bridge: [from, to],
  }
}
