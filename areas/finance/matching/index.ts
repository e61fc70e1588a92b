/** Bank matching: what this room adds to finance. */
import { operations } from '#platform/declare/operations.ts'
import { page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { bankOpenLine } from './open-lines.ts'
import { matchingTimed, suggestHandler, suggestJob } from './refresh.ts'
import { matchRoutes } from './routes.ts'
import { matchLocks } from './rules.ts'
import { bankExpected, bankMatch, bankMatchSide, bankRule, matchTables } from './tables.ts'

export const matchPart = {
  resources: [...(Object.values(matchTables) as unknown as Resource[]), bankOpenLine as unknown as Resource],
  routes: matchRoutes,
  locks: matchLocks,
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
  of(bankExpected, 'expected', [add, view, edit, remove, exporting]),
  of(bankRule, 'rules', [add, view, edit, remove, exporting]),
]
