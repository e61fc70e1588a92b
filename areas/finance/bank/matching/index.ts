/** Bank matching: what this room adds to finance. */
import { operations } from '#platform/declare/operations.ts'
import { listPage, page, type Listed } from '#platform/declare/page.ts'
import type { Area } from '#platform/server/area.ts'
import { bankInTransit } from './in-transit.ts'
import { bankOpenLine } from './open-lines.ts'
import { bankMonth, bankPosition } from './positions.ts'
import { matchingTimed, suggestHandler, suggestJob } from './refresh.ts'
import { matchRoutes } from './routes.ts'
import { matchFollows, matchLocks } from './rules.ts'
import { bankExpected, bankMatch, bankMatchSide, bankRule, bankTrace, matchTables } from './tables.ts'
import { matchPermission } from '../../base/match-words.ts'

const views = [bankOpenLine, bankInTransit, bankPosition, bankMonth]

export const matchPart = {
  resources: [...Object.values(matchTables), ...views],
  routes: matchRoutes,
  rowLocks: matchLocks,
  follows: matchFollows,
  timed: [matchingTimed],
  jobs: { [suggestJob]: suggestHandler },
} satisfies Partial<Area>

const of = (r: Listed, path: string) => listPage(r, `/finance/bank/${path}`)
export const matchPages = [
  page({
    path: '/finance/bank/reconcile',
    name: 'bankOpenLine',
    title: bankOpenLine.title,
    component: 'finance/matching/reconcile',
    permission: matchPermission,
    operations: [operations.view, operations.edit, operations.export],
  }),
  listPage(bankOpenLine, '/finance/bank/reconcile/list', { name: 'bankOpenLines', title: ['未核流水', 'Open lines'] }),
  of(bankMatch, 'matches'),
  of(bankMatchSide, 'match-sides'),
  of(bankInTransit, 'in-transit'),
  of(bankPosition, 'balances'),
  of(bankMonth, 'months'),
  of(bankTrace, 'trace'),
  of(bankExpected, 'expected'),
  of(bankRule, 'rules'),
]
