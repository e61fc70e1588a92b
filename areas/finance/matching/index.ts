/** Bank matching: what this room adds to finance. */
import { operations } from '#platform/declare/operations.ts'
import { page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { bankInTransit } from './in-transit.ts'
import { bankOpenLine } from './open-lines.ts'
import { bankMonth, bankPosition } from './positions.ts'
import { matchingTimed, suggestHandler, suggestJob } from './refresh.ts'
import { matchRoutes } from './routes.ts'
import { matchFollows, matchLocks } from './rules.ts'
import { bankExpected, bankMatch, bankMatchSide, bankRule, bankTrace, matchTables } from './tables.ts'

const views = [bankOpenLine, bankInTransit, bankPosition, bankMonth] as unknown as readonly Resource[]

export const matchPart = {
  resources: [...(Object.values(matchTables) as unknown as Resource[]), ...views],
  routes: matchRoutes,
  locks: matchLocks,
  follows: matchFollows,
  timed: [matchingTimed],
  jobs: { [suggestJob]: suggestHandler },
} satisfies Partial<Area>

const { add, view, edit, remove, export: exporting } = operations
const of = (r: unknown, path: string, allowed: readonly number[]) => {
  const { type = '', title, permission = '' } = r as Resource
  return page({ path: `/finance/bank/${path}`, name: type, title, component: `list/${type}`, permission, operations: allowed as never })
}
export const matchPages = [
  of(bankOpenLine, 'reconcile', [view, edit, exporting]),
  of(bankMatch, 'matches', [view, edit, exporting]),
  of(bankMatchSide, 'match-sides', [view, exporting]),
  of(bankInTransit, 'in-transit', [view, exporting]),
  of(bankPosition, 'balances', [view, exporting]),
  of(bankMonth, 'months', [view, exporting]),
  of(bankTrace, 'trace', [view, exporting]),
  of(bankExpected, 'expected', [add, view, edit, remove, exporting]),
  of(bankRule, 'rules', [add, view, edit, remove, exporting]),
]
