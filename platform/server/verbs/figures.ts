/**
 * What an area has by its reports: their calls and descriptions, the tables of their roll-ups, the refresh of these and the word to open
 * pages. An area spreads the answer over its own.
 */
import { rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { countedOnce, groupedResources, groupFaults, groupsOf } from '#platform/declare/grouped-things.ts'
import { groupSumResources } from '#platform/declare/group-sums.ts'
import { grainResources, type Rollup } from '#platform/declare/rollup.ts'
import { sql } from 'kysely'
import type { Area, Book } from '../contract/area.ts'
import { anyTable } from '../db/any-table.ts'
import { followTogether } from '../records/together.ts'
import { taskOf } from '../reports/store/compute.ts'
import { refreshGroups, type Counted } from '../reports/store/group-refresh.ts'
import { refreshGroupSums } from '../reports/store/group-sums.ts'
import { groupFollowers, keptCount, keptSums } from '../reports/store/regroup.ts'
import { reportFace } from '../reports/answer/definition.ts'
import { reportCalls } from './report-calls.ts'

/** A roll-up of facts that are made from another roll-up (costs from units sold). */
export interface Derived {
  readonly of: Rollup
  /** its days are recomputed with those of this one, in the same transaction */
  readonly after: Rollup
  /** makes the facts of these days */
  readonly make: NonNullable<Book['before']>
}

type Figures = Required<Pick<Area, 'resources' | 'routes' | 'reports' | 'books' | 'follows'>>

/** `sharedRollups`: roll-ups that these reports read too, and that belong to other figures, which keep their tables and refresh them. */
export function figures(reports: readonly Report[], derived: readonly Derived[] = [], sharedRollups: readonly Rollup[] = []): Figures {
  const faults = groupFaults(reports)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const grouped = countedOnce(reports)
  const rollups = [...new Set(reports.flatMap(rollupsOfReport))].filter(one => !sharedRollups.includes(one))
  const bookOf = (rollup: Rollup): Book => {
    // also what is read of it by another clock
    const readers = reports.filter(report => rollupsOfReport(report).some(one => one.name === rollup.name))
    const before = derived.find(one => one.of === rollup)?.make
    const followers = derived.filter(one => one.after === rollup).map(one => bookOf(one.of))
    const own = grouped.filter(one => one.counted.of === rollup)
    return {
      rollup,
      ...(own.length === 0 && rollup.groups === undefined ? {} : { after: groupsComputed(own, rollup) }),
      ...(before === undefined ? {} : { before }),
      ...(followers.length === 0 ? {} : { followers }),
      changed: tellPagesOf(readers),
      tasks: readers.map(taskOf),
    }
  }
  const besideOf = (rollup: Rollup): Book[] => {
    const { after, changed } = bookOf(rollup)
    return after === undefined || changed === undefined ? [] : [{ rollup: groupsOf(rollup), isBeside: true, after, changed }]
  }
  return {
    resources: [
      ...rollups.flatMap(grainResources),
      ...rollups.flatMap(groupSumResources),
      ...grouped.flatMap(one => groupedResources(one.counted)),
    ],
    routes: Object.assign({}, ...reports.map(reportCalls)) as Figures['routes'],
    reports: reports.map(reportFace),
    books: [...rollups.map(bookOf), ...rollups.flatMap(besideOf)],
    follows: followTogether([...grouped.map(keptCount), ...rollups.flatMap(keptSums)].map(groupFollowers)),
  }
}

const groupsComputed =
  (counted: readonly Counted[], rollup: Rollup): NonNullable<Book['after']> =>
  async (tx, context, ownerId, days) => {
    await refreshGroupSums(tx, context, rollup, ownerId, days)
    for (const one of counted) await refreshGroups(tx, context, one, ownerId, days)
  }

/** Tells the open pages of an organisation. */
const tellPagesOf =
  (reports: readonly Report[]): NonNullable<Book['changed']> =>
  async (tx, { house }) => {
    const members = await anyTable(tx)
      .selectFrom('account_organisation')
      .select(sql<string>`account_id::text`.as('account_id'))
      .execute()
    const accounts = members.map(m => m.account_id)
    for (const report of reports) await house.events.push(tx, accounts, { kind: 'changed', type: report.name, id: null })
  }
