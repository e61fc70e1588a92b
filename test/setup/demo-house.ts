/** For tests: the demo company in a database of its own, behind the real HTTP layer and the real door, with a clock that the test moves. */
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { withKeys } from '#areas/access/index.ts'
import { admin, createDemoPeople, createRights, type DemoCompany } from '#areas/admin/index.ts'
import { reference } from '#areas/reference/index.ts'
import type { Area } from '#platform/server/contract/area.ts'
import type { Db } from '#platform/server/contract/database.ts'
import type { FileStore } from '#platform/server/contract/file-store.ts'
import type { Settings } from '#platform/server/contract/house.ts'
import { createApp } from '#platform/server/http/app.ts'
import { openHouse, type OpenHouse } from '#platform/server/open-house.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { tablesOf } from './tables-of.ts'
import { secretKey } from './secret-key.ts'

export interface DemoHouse {
  readonly app: FastifyInstance
  readonly house: OpenHouse
  readonly db: Db
  readonly demo: DemoCompany
  readonly clock: { now: Date }
  /** owner of the tables: may change the schema */
  readonly ownerUrl: string
  close(): Promise<void>
}

/**
 * People, rights and reference data alone: other areas are not needed here, and their demo data neither. `more`: areas of the test itself,
 * whose tables are there too; `files`: where stored files lie; `settings`: other than the usual ones; `log`: who hears its lines;
 * `callsPerMinute`: of one person, where a test makes many.
 */
export async function demoHouse(
  more: readonly Area[] = [],
  files: FileStore | null = null,
  settings: Partial<Settings> = {},
  log: ((line: string) => void) | null = null,
  callsPerMinute: number | null = null,
): Promise<DemoHouse> {
  return houseOver(await testDatabase({ tables: tablesOf([reference, admin, ...more]) }), more, files, settings, log, callsPerMinute)
}

/** The same over the migrated schema: for what backs it up or migrates it again. */
export const migratedHouse = async (files: FileStore | null = null, more: readonly Area[] = []): Promise<DemoHouse> =>
  houseOver(await testDatabase(), more, files, {})

async function houseOver(
  database: TestDatabase,
  more: readonly Area[],
  files: FileStore | null,
  settings: Partial<Settings>,
  log: ((line: string) => void) | null = null,
  callsPerMinute: number | null = null,
): Promise<DemoHouse> {
  const clock = { now: new Date('2026-11-21T09:00:00+08:00') }
  const notHere = (): never => {
    throw new Error('stored files are not part of this test')
  }
  const house = openHouse({
    settings: {
      host: '127.0.0.1',
      port: 0,
      dataDir: '',
      production: false,
      publicUrl: null,
      appUrl: database.appUrl,
      secretKey,
      ...settings,
    },
    areas: [reference, admin, ...more],
    files: files ?? new Proxy({} as never, { get: notHere }),
    log: log === null ? pino({ level: process.env['T_LOG'] ?? 'silent' }) : pino({ level: 'trace' }, { write: log }),
    now: () => clock.now,
    rights: withKeys(createRights),
  })
  const db = house.unscoped('tests look behind the door')
  const demo = await createDemoPeople(db, house.registry, { now: clock.now, lastMonth: '2026-11', mustChange: false })
  const app = createApp(house, { webFolder: null, ...(callsPerMinute === null ? {} : { callsPerMinute }) })
  const close = async (): Promise<void> => {
    await app.close()
    await house.close()
    await database.drop()
  }
  return { app, house, db, demo, clock, ownerUrl: database.ownerUrl, close }
}

type Answer = {
  readonly status: number
  readonly code: number
  readonly msg: string
  /** whatever the call answers, as JSON.parse gives it: tests look into it */
  readonly data: ReturnType<typeof JSON.parse>
  readonly headers: Readonly<Record<string, unknown>>
}
export interface Person {
  readonly token: string
  post(path: string, body?: object, orgId?: string): Promise<Answer>
  put(path: string, body: object, orgId?: string): Promise<Answer>
  get(path: string, orgId?: string): Promise<Answer>
  del(path: string, orgId?: string): Promise<Answer>
}

/** One call; `remoteAddress` tells where it comes from. */
export async function ask(
  h: DemoHouse,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | undefined,
  headers: Record<string, string> = {},
  remoteAddress = '10.0.0.1',
): Promise<Answer> {
  const answer = await h.app.inject({
    method,
    url: `/api-2024${path}`,
    headers,
    remoteAddress,
    ...(body === undefined ? {} : { payload: body }),
  })
  const { code, msg, data } = answer.json<{ code: number; msg: string; data: unknown }>()
  return { status: answer.statusCode, code, msg, data, headers: answer.headers }
}

/** What a token may do. */
export function person(h: DemoHouse, token: string): Person {
  const headers = (orgId?: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    ...(orgId === undefined ? {} : { orgid: orgId }),
  })
  return {
    token,
    post: (path, body = {}, orgId) => ask(h, 'POST', path, body, headers(orgId)),
    put: (path, body, orgId) => ask(h, 'PUT', path, body, headers(orgId)),
    get: (path, orgId) => ask(h, 'GET', path, undefined, headers(orgId)),
    del: (path, orgId) => ask(h, 'DELETE', path, undefined, headers(orgId)),
  }
}

/** Signs in with the demo password. */
export async function signedInAs(h: DemoHouse, username: string, password = h.demo.password): Promise<Person> {
  const answer = await ask(h, 'POST', '/auth/user/login', { username, password })
  if (answer.code !== 0) throw new Error(`${username} can't sign in: ${answer.code} ${answer.msg}`)
  return person(h, answer.data.access_token)
}
