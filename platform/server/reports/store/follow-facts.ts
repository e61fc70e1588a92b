/** Roll-ups over records that people write in lists: what is changed there makes the days of it stale, in the same transaction. */
import type { Rollup, Source } from '#platform/declare/rollup.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Follower, RecordChange } from '../../contract/record-hooks.ts'
import { ownerField } from './facts.ts'
import { daysChanged } from './refresh.ts'

/** Followers of its facts by table, for `follows` of an area. A record that moves to another owner or day is stale on both sides. */
export function followFacts(of: Rollup): Readonly<Record<string, Follower>> {
  if (Object.keys(of.clocks).length > 0) throw new Error(`${of.name}: its days by other clocks are marked by whoever changes its facts`)
  const counted = of.from.find(one => one.counted !== undefined)
  if (counted !== undefined) throw new Error(`${of.name}: the days on which ${counted.name} counts are marked by whoever changes its facts`)
  return Object.fromEntries([...Map.groupBy(of.from, one => one.fact.table)].map(([table, sources]) => [table, follower(of, sources)]))
}

const follower =
  (of: Rollup, sources: readonly Source[]): Follower =>
  async ({ house, caller, now }, tx, changes) => {
    for (const [ownerId, days] of daysOf(of, sources, changes))
      await daysChanged({ tx, house, orgId: caller.orgId, now: now() }, of, ownerId, [...days].sort())
  }

/** Days by owner, in one order for all who write. */
function daysOf(of: Rollup, sources: readonly Source[], changes: readonly RecordChange[]): readonly (readonly [string, Set<string>])[] {
  const found = new Map<string, Set<string>>()
  const note = (row: Row): void => {
    for (const source of sources) {
      const owner = asText(row[ownerField(of, source)] ?? '')
      if (owner === '') continue
      const days = found.get(owner) ?? new Set()
      for (const name of [source.booked, source.posted ?? source.booked]) if (row[name] != null) days.add(asText(row[name]))
      found.set(owner, days)
    }
  }
  for (const { before, after } of changes) for (const row of [before, after]) if (row !== null) note(row)
  return [...found].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
}
