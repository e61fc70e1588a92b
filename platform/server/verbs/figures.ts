/**
 * What an area has by its reports: their calls and descriptions, the tables of their roll-ups, the refresh of these and the word to open
 * pages. An area spreads the answer over its own.
 */
import { rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { grainResources, type Rollup } from '#platform/declare/rollup.ts'
import { sql } from 'kysely'
import type { Area, Book } from '../contract/area.ts'
import { anyTable } from '../db/any-table.ts'
import { taskOf } from '../reports/compute.ts'
import { reportFace } from '../reports/definition.ts'
import { reportCalls } from './report-calls.ts'

/** A roll-up of facts that are made from another roll-up (costs from units sold). */
export interface Derived {
  readonly of: Rollup
  /** its days are recomputed with those of this one, in the same transaction */
  readonly after: Rollup
  /** makes the facts of these days */
  readonly make: NonNullable<Book['before']>
}

type Figures = Required<Pick<Area, 'resources' | 'routes' | 'reports' | 'books'>>

export function figures(reports: readonly Report[], derived: readonly Derived[] = []): Figures {
  const rollups = [...new Set(reports.flatMap(rollupsOfReport))]
  const bookOf = (rollup: Rollup): Book => {
    const readers = reports.filter(report => rollupsOfReport(report).includes(rollup))
    const before = derived.find(one => one.of === rollup)?.make
    const followers = derived.filter(one => one.after === rollup).map(one => bookOf(one.of))
    return {
      rollup,
      ...(before === undefined ? {} : { before }),
      ...(followers.length === 0 ? {} : { followers }),
      changed: tellPagesOf(readers),
      tasks: readers.map(taskOf),
    }
  }
  return {
    resources: rollups.flatMap(grainResources),
    routes: Object.assign({}, ...reports.map(reportCalls)) as Figures['routes'],
    reports: reports.map(reportFace),
    books: rollups.map(bookOf),
  }
}

/** Tells the open pages of an organisation. */
const tellPagesOf =
  (reports: readonly Report[]): NonNullable<Book['changed']> =>
  async (tx, { house }) => {
    const members = await anyTable(tx as never)
      .selectFrom('account_organisation')
      .select(sql<string>`account_id::text`.as('account_id'))
      .execute()
    const accounts = members.map(m => m.account_id)
    for (const report of reports) await house.events.push(tx, accounts, { kind: 'changed', type: report.name, id: null })
  }
