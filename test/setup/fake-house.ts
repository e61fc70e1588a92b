/** A house for tests of the HTTP layer: real registry and routes, rights by a table of tokens, no database unless a test gives one. */
import { sentence } from '#platform/declare/sentence.ts'
import { pino } from 'pino'
import type { Area } from '#platform/server/contract/area.ts'
import type { Caller, Context } from '#platform/server/contract/context.ts'
import type { Db } from '#platform/server/contract/database.ts'
import { RequestsUnderWay } from '#platform/server/base/yield-to-requests.ts'
import type { House, Pools, Settings } from '#platform/server/contract/house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { events } from '#platform/server/realtime/push.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface FakeOptions {
  readonly settings?: Partial<Settings>
  readonly db?: Db
  readonly now?: () => Date
  readonly areas?: readonly Area[]
  /** lines of the log, one JSON object each */
  readonly logged?: (line: string) => void
  readonly query?: (statement: unknown) => Promise<{ rows: unknown[] }>
}

/** A caller with these permissions, `view` alone where nothing else is said. */
export function caller(more: Partial<Caller> = {}): Caller {
  return {
    accountId: '7',
    employeeId: '3',
    name: '王芳',
    orgId: '1',
    orgIds: ['1'],
    shops: [],
    employees: 'all',
    audience: ['o'],
    systemAdmin: false,
    loginState: '0',
    permissions: new Map([['gift', new Set([2])]]),
    zone: 'Asia/Shanghai',
    ...more,
  }
}

/** Tokens of the tests. */
export const callers: Readonly<Record<string, Caller>> = {
  clerk: caller(),
  other: caller({ accountId: '8' }),
  admin: caller({ accountId: '1', systemAdmin: true, permissions: new Map() }),
  stranger: caller({ accountId: '9', permissions: new Map() }),
  fresh: caller({ accountId: '5', loginState: '1' }),
}
export const bearer = (name: keyof typeof callers): { authorization: string } => ({ authorization: `Bearer ${name}` })

const notHere = (what: string) => (): never => {
  throw new Error(`${what} is not part of this test`)
}

export function fakeHouse(routes: RouteMap, options: FakeOptions = {}): House {
  const area: Area = { name: 'test', title: ['测试', 'Test'], resources: [], routes }
  const areas = [area, ...(options.areas ?? [])]
  const log = pino({ level: 'debug' }, { write: (line: string) => options.logged?.(line) })
  const pool = { query: options.query ?? notHere('a pool'), totalCount: 2, idleCount: 1, waitingCount: 0 }
  const house: House = {
    settings: { host: '127.0.0.1', port: 0, dataDir: '', production: false, publicUrl: null, appUrl: '', ...options.settings },
    filling: { now: null },
    areas,
    registry: registryOf(areas),
    pools: { rights: pool, interactive: pool, writes: pool, jobs: pool, streams: pool } as unknown as Pools,
    jobs: { add: notHere('a job'), addOnce: notHere('a job'), take: notHere('a job') },
    events,
    peoplesCalls: new RequestsUnderWay(),
    files: undefined as never,
    rights: {
      async callerOfToken(token, orgId) {
        const found = ownValue(callers, token)
        if (found !== undefined && orgId !== null && !found.orgIds.includes(orgId)) throw refuse.forbidden(sentence`没有该组织的权限`)
        return found ?? null
      },
      callerOf: notHere('a job'),
      system: notHere('a job'),
      accountsOf: notHere('a database'),
      people: notHere('a database'),
      colleagues: notHere('a database'),
      accountsOfEmployees: notHere('a database'),
      holdersOf: notHere('a database'),
      callersOf: notHere('a database'),
      administrators: notHere('a database'),
    },
    log,
    now: options.now ?? (() => new Date()),
    asUser: (who, language, requestId) =>
      ({ caller: who, language, requestId, house, log, now: house.now, db: undefined, write: notHere('a database') }) as unknown as Context,
    asJob: notHere('a job'),
    asSystem: notHere('a job'),
    unscoped: () => options.db ?? notHere('a database')(),
    get forJobs() {
      return house
    },
  }
  return house
}
