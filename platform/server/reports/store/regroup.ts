/**
 * What follows when something gets another brand, category or salesman: the days on which it moved are computed anew where figures are
 * stored by these (counts of things: declare/grouped-things.ts, sums: declare/group-sums.ts), in every shop, whoever changed it.
 */
import { sql } from 'kysely'
import { groupSumsOf } from '#platform/declare/group-sums.ts'
import { countedOnce, dimensionOf, groupsOf } from '#platform/declare/grouped-things.ts'
import { rollupsOfReport, type Conditions, type Dimension, type Step } from '#platform/declare/report.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { JobHandler } from '../../contract/area.ts'
import type { AnyDb, Tx } from '../../contract/database.ts'
import type { House } from '../../contract/house.ts'
import type { Follower } from '../../contract/record-hooks.ts'
import { anyTable } from '../../db/any-table.ts'
import { allConditions, columnRef, isOneOf, type Sql } from '../../db/untyped-query.ts'
import type { Counted } from './group-refresh.ts'
import { condition } from './parts.ts'
import { orderRefresh } from './refresh.ts'
import { inLane } from '../../jobs/lanes.ts'
import { markStale } from './stale.ts'

/** Figures of a roll-up that are stored by these dimensions. */
export interface Kept {
  /** under which a job finds it again */
  readonly name: string
  readonly of: Rollup
  readonly dimensions: readonly Dimension[]
  /** which rows have a part in them */
  readonly when: Conditions
}
export const keptCount = ({ report, counted }: Counted): Kept => ({
  name: counted.tables.day,
  of: counted.of,
  dimensions: counted.dimensions.flatMap(one => dimensionOf(report, counted.of, one) ?? []),
  when: counted.measure.when,
})
/** Sums stand at the node itself: what lies above it is known when they are read. */
const plainOf = ({ tree: _tree, ...d }: Dimension): Dimension => d
export function keptSums(of: Rollup): Kept[] {
  const stored = groupSumsOf(of)
  return stored === null ? [] : [{ name: stored.table, of, dimensions: Object.values(stored.dimensions).map(plainOf), when: {} }]
}

/** All that is kept, each once. */
function allKept({ registry }: House): readonly Kept[] {
  const reports = [...registry.reports.values()].map(face => face.report)
  const counts = countedOnce(reports).map(keptCount)
  return [...counts, ...[...new Set(reports.flatMap(rollupsOfReport))].flatMap(keptSums)]
}

const regroupJob = 'rollup.regroup'
type KeyRow = Readonly<Record<string, string>>
interface Regroup {
  /** name of what is kept */
  readonly kept: string
  readonly table: string
  /** records of the table */
  readonly ids: readonly string[]
  /** what records that are not found by their id were found by, before and after: column -> value */
  readonly keys: readonly KeyRow[]
}

/** Fields of a look-up's table by which groups are found. */
function fieldsAt({ via }: Dimension, at: number): string[] {
  const [step, next] = [via?.steps[at], via?.steps[at + 1]]
  const holds = step?.validBetween === undefined ? [] : [step.validBetween.from, step.validBetween.to]
  return [...Object.keys(step?.on ?? {}), ...holds, ...(next === undefined ? [via?.value ?? ''] : Object.values(next.on))]
}

/** Whether a record is found by what it says of others, not by its id: a new one leads somewhere at once, and one that goes did. */
const isFoundByKeys = (at: number, { on }: Step): boolean => at === 0 || !Object.hasOwn(on, 'id')

/** Tables that say which group things are in, and what follows when a record changes. Another parent in a tree moves what lies below. */
export function groupFollowers(kept: Kept): Readonly<Record<string, Follower>> {
  const watched = new Map<string, { readonly byKeys: readonly string[]; readonly byId: readonly string[] }>()
  const watch = (table: string, way: 'byKeys' | 'byId', fields: readonly string[]): void => {
    const known = watched.get(table) ?? { byKeys: [], byId: [] }
    watched.set(table, { ...known, [way]: [...new Set([...known[way], ...fields])] })
  }
  for (const d of kept.dimensions) {
    for (const [at, step] of (d.via?.steps ?? []).entries()) watch(step.table, isFoundByKeys(at, step) ? 'byKeys' : 'byId', fieldsAt(d, at))
    if (d.tree) watch(d.tree.table, 'byId', [d.tree.parent])
  }
  const followerOf = (table: string, byKeys: readonly string[], byId: readonly string[]): Follower =>
    async function follow(context, tx, changes) {
      const moved = changes.filter(({ before, after }) => {
        // what is found by its id is nobody's yet when it is new, and nobody's any more when it goes
        if (before === null || after === null) return byKeys.length > 0
        return [...byKeys, ...byId].some(field => String(before[field]) !== String(after[field]))
      })
      if (moved.length === 0) return
      const rows = byKeys.length === 0 ? [] : moved.flatMap(({ before, after }) => [before, after].filter(row => row !== null))
      const payload: Regroup = {
        kept: kept.name,
        table,
        ids: moved.map(one => one.id),
        keys: rows.map(row => Object.fromEntries(byKeys.map(field => [field, String(row[field])]))),
      }
      await context.house.jobs.add(tx, regroupJob, { orgId: context.caller.orgId, ...payload })
    }
  return Object.fromEntries([...watched].map(([table, { byKeys, byId }]) => [table, followerOf(table, byKeys, byId)]))
}

/** Records of a table that no verb writes (a file told them) say something else now: what their keys lead to follows. */
export async function followKeys(house: House, orgId: string, tx: Tx, table: string, keys: readonly KeyRow[]): Promise<void> {
  if (keys.length === 0) return
  for (const kept of allKept(house))
    if (kept.dimensions.some(d => d.via?.steps.some(step => step.table === table) === true)) {
      const payload: Regroup = { kept: kept.name, table, ids: [], keys }
      await house.jobs.add(tx, regroupJob, { orgId, ...payload })
    }
}

const distinctRows = (rows: readonly KeyRow[]): KeyRow[] => [...new Map(rows.map(row => [JSON.stringify(row), row])).values()]

const regroup: JobHandler = async (house, payload) => {
  const system = await house.asSystem(String(payload['orgId']), 'stored figures follow what they are grouped by')
  const first = payload as unknown as Regroup & { readonly orgId: string }
  const { orgId, kept: name, table } = first
  const kept = allKept(house).find(one => one.name === name)
  if (kept === undefined) return
  await system.write(async tx => {
    // what waits of the same is done with it: five hundred edits are one computation
    const all = [first, ...(await house.jobs.take<typeof first>(tx, regroupJob, { orgId, kept: name, table }))]
    const change = { table, ids: [...new Set(all.flatMap(one => one.ids))], keys: distinctRows(all.flatMap(one => one.keys)) }
    const days = new Map<string, string[]>()
    for (const { owner, day } of await daysMoved(anyTable(tx), kept, change)) days.set(owner, [...(days.get(owner) ?? []), day])
    for (const [owner, own] of [...days].sort(([a], [b]) => (a < b ? -1 : 1)))
      await markStale(tx, groupsOf(kept.of), owner, own, system.now())
    await orderRefresh(tx, house, system.caller.orgId)
  })
}
export const groupJobs: Readonly<Record<string, JobHandler>> = { [regroupJob]: inLane('figures', regroup) }

/** Days of owners on which something moved that stands in another group now. */
async function daysMoved(db: AnyDb, { of, dimensions, when }: Kept, { table, ids, keys }: Omit<Regroup, 'kept'>) {
  const rows = db.selectFrom(`${of.base.table} as f`)
  const ways = dimensions.flatMap(d => wayTo(db, d.via?.steps ?? [], table, ids, keys))
  const isTree = dimensions.some(d => d.tree?.table === table)
  const kept = isTree ? rows : rows.where(sql<boolean>`(${sql.join([sql`false`, ...ways], sql` or `)})`)
  const found = await kept
    .where(condition(of, when))
    .select([sql<string>`${columnRef('f', of.owner)}::text`.as('owner'), sql<string>`f.day::text`.as('day')])
    .distinct()
    .execute()
  return found
}

/**
 * Whether a row of the grain leads to one of the records by these look-ups, now or before. What it is compared with is asked for by itself:
 * the rows lie by shop on several machines, most look-ups on the coordinator, and a look from one into the other is refused.
 */
function wayTo(db: AnyDb, steps: readonly Step[], table: string, ids: readonly string[], keys: readonly KeyRow[]): Sql<boolean>[] {
  const [first] = steps
  const at = steps.findIndex(one => one.table === table)
  const step = steps[at]
  if (first === undefined || step === undefined) return []
  const textOf = (alias: string, fields: readonly string[]): Sql => sql.join(fields.map(field => sql`${columnRef(alias, field)}::text`))
  const inKeys = (alias: string): Sql<boolean> => {
    const columns = Object.keys(step.on).map(its => sql`${keys.map(row => row[its] ?? '')}::text[]`)
    return sql<boolean>`(${textOf(alias, Object.values(step.on))}) in (select * from unnest(${sql.join(columns)}) as k)`
  }
  if (at === 0) return [inKeys('f')]
  const isByKeys = isFoundByKeys(at, step)
  const chain = steps
    .slice(1, isByKeys ? at : at + 1)
    .reduce(
      (all, one, i) =>
        all.innerJoin(`${one.table} as t${i + 1}`, j =>
          j.on(
            allConditions(
              Object.entries(one.on).map(([its, mine]) => sql<boolean>`${columnRef(`t${i + 1}`, its)} = ${columnRef(`t${i}`, mine)}`),
            ),
          ),
        ),
      db.selectFrom(`${first.table} as t0`),
    )
  const found = chain
    .where(isByKeys ? inKeys(`t${at - 1}`) : isOneOf(sql.ref(`t${at}.id`), ids))
    .select(Object.keys(first.on).map((its, i) => sql`${columnRef('t0', its)}::text`.as(`k${i}`)))
  return [sql<boolean>`(${textOf('f', Object.values(first.on))}) in (${found})`]
}
