/** For tests: the demo company in a database of its own, behind the real HTTP layer. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { FastifyInstance } from 'fastify'
import { reference } from '#areas/reference/index.ts'
import type { Database } from '#platform/server/db/database.ts'
import { Door } from '#platform/server/db/door.ts'
import { schemaDdl } from '#platform/server/db/ddl.ts'
import { runtimeGrants } from '#platform/server/db/migrate.ts'
import { typeParsers } from '#platform/server/db/pools.ts'
import { runtimeRole } from '#platform/server/db/roles.ts'
import { createApp } from '#platform/server/http/app.ts'
import { fakeHouse } from '#platform/server/http/fake-house.ts'
import type { House } from '#platform/server/house.ts'
import { houseTables } from '#platform/server/tables.ts'
import { testDatabase } from '../../test/setup/database.ts'
import { admin, createDemoPeople, createRights, type DemoCompany } from './index.ts'

export interface DemoHouse { readonly app: FastifyInstance; readonly house: House; readonly db: Kysely<Database>; readonly demo: DemoCompany; readonly clock: { now: Date }; close(): Promise<void> }

export async function demoHouse(): Promise<DemoHouse> {
  const database = await testDatabase()
  const clock = { now: new Date('2026-11-21T09:00:00+08:00') }
  const fake = fakeHouse({}, { now: () => clock.now, areas: [admin, reference, { name: 'house', title: ['平台', 'House'], resources: houseTables, routes: {} }] })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  for (const statement of [...schemaDdl(fake.registry.resources), ...runtimeGrants('public', runtimeRole)]) await owner.query(statement)
  await owner.end()
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.appUrl, types: typeParsers, max: 8 }) }) })
  const unscoped = (): Kysely<Database> => db
  const house: House = {
    ...fake, unscoped, rights: createRights({ unscoped, now: () => clock.now }),
    asUser(caller, language, requestId) {
      const granted = { organisation: caller.orgId, organisations: caller.orgIds, shops: caller.shops, employees: caller.employees, account: caller.accountId, server: false }
      const door = (mayWrite: boolean) => db.withPlugin(new Door(fake.registry.resources, granted, mayWrite))
      return {
        ...fake.asUser(caller, language, requestId), house, db: door(false),
        write: (work) => door(true).transaction().execute(async (tx) => {
          await sql`select begin_write(${caller.orgId})`.execute(tx)
          return work(tx)
        }),
      }
    },
  }
  const demo = await createDemoPeople(db, fake.registry, { lastMonth: '2026-11', mustChange: false })
  const app = createApp(house, { webFolder: null })
  return { app, house, db, demo, clock, close: async () => { await app.close(); await db.destroy(); await database.drop() } }
}

type Answer = { readonly status: number; readonly code: number; readonly msg: string; readonly data: any; readonly headers: Readonly<Record<string, unknown>> }
export interface Person { readonly token: string; post(path: string, body?: object, orgId?: string): Promise<Answer>; get(path: string, orgId?: string): Promise<Answer> }

/** One call; `remoteAddress` tells where it comes from. */
export async function ask(h: DemoHouse, method: 'GET' | 'POST', path: string, body: object | undefined, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1'): Promise<Answer> {
  const answer = await h.app.inject({ method, url: `/api-2024${path}`, headers, remoteAddress, ...(body === undefined ? {} : { payload: body }) })
  const { code, msg, data } = answer.json<{ code: number; msg: string; data: unknown }>()
  return { status: answer.statusCode, code, msg, data, headers: answer.headers }
}

/** What a token may do. */
export function person(h: DemoHouse, token: string): Person {
  const headers = (orgId?: string): Record<string, string> => ({ authorization: `Bearer ${token}`, ...(orgId === undefined ? {} : { orgid: orgId }) })
  return { token, post: (path, body = {}, orgId) => ask(h, 'POST', path, body, headers(orgId)), get: (path, orgId) => ask(h, 'GET', path, undefined, headers(orgId)) }
}

/** Signs in with the demo password. */
export async function signedInAs(h: DemoHouse, username: string, password = h.demo.password): Promise<Person> {
  const answer = await ask(h, 'POST', '/auth/user/login', { username, password })
  if (answer.code !== 0) throw new Error(`${username} can't sign in: ${answer.code} ${answer.msg}`)
  return person(h, answer.data.access_token)
}
