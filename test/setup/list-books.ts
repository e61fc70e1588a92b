/** For tests: two organisations and the given tables in a database of their own, behind the real door. */
import pg from 'pg'
import { pino } from 'pino'
import { integer, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import { testDatabase } from './database.ts'
import { tablesOf } from './tables-of.ts'
import type { Area } from '#platform/server/contract/area.ts'
import type { Caller, Context } from '#platform/server/contract/context.ts'
import { openHouse } from '#platform/server/open-house.ts'

export interface ListBooks {
  as(orgId: string, name?: string, admin?: boolean, shops?: readonly string[]): Context
  readonly urls: { readonly owner: string; readonly app: string }
  run(statement: string): Promise<unknown>
  rows<T>(statement: string, values?: readonly unknown[]): Promise<T[]>
  /** as the runtime role, past the door */
  asProgram(statement: string): Promise<unknown>
  close(): Promise<void>
}

const organisation = resource('organisation', {
  title: ['组织', 'Organisation'],
  access: { scope: everybody },
  fields: { name: text('名称', 'Name') },
  storage: { kind: 'reference', organisation: false },
}) as unknown as Resource
/** tables that the house's own ones refer to */
const shop = resource('shop', {
  title: ['店铺', 'Shop'],
  access: { scope: everybody },
  fields: { name: text('名称', 'Name') },
  storage: { kind: 'reference' },
}) as unknown as Resource
const account = resource('account', {
  title: ['账号', 'Account'],
  access: { scope: everybody },
  fields: {
    sealTurn: integer('密封轮次', 'Turn of its seals', { default: 0 }),
    name: text('名称', 'Name'),
    lastOrgId: reference('组织', 'Organisation', 'organisation', { optional: true }),
  },
  storage: { organisation: false },
}) as unknown as Resource

const personOf = (orgId: string): Caller => ({
  accountId: '1',
  employeeId: null,
  name: '王芳',
  orgId,
  orgIds: [orgId],
  shops: [],
  employees: 'all',
  audience: ['o'],
  systemAdmin: true,
  loginState: '0',
  permissions: new Map(),
  zone: 'Asia/Shanghai',
})

/** The area of a test: its tables and those that the house's own refer to. */
const areasOf = (resources: readonly Resource[], more: Partial<Area>): Area[] => [
  { name: 'test', title: ['测试', 'Test'], resources: [organisation, shop, account, ...resources], routes: {}, ...more },
]

/** The house over such a database, also in a process of its own. */
export function listHouse(appUrl: string, resources: readonly Resource[], more: Partial<Area> = {}) {
  const house = openHouse({
    settings: {
      host: '127.0.0.1',
      port: 0,
      dataDir: '',
      production: false,
      publicUrl: null,
      appUrl,
      secretKey: 'a secret of the tests alone, 32+',
    },
    areas: areasOf(resources, more),
    files: undefined as never,
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-03-20T04:00:00Z'),
    // an employee's account has his number, and sees all of his organisation
    rights: () =>
      ({
        system: async (orgId: string) => personOf(orgId),
        accountsOf: async (_orgId: string, marks: readonly string[]) => marks.map(mark => mark.slice(1)),
        accountsOfEmployees: async (_orgId: string, ids: readonly string[]) => new Map(ids.map(id => [id, [id]])),
        callersOf: async (orgId: string, ids: readonly string[]) => ids.map(id => ({ ...personOf(orgId), accountId: id, employeeId: id })),
      }) as never,
  })
  return {
    house,
    as: (orgId: string, name = '王芳', admin = true, shops: readonly string[] = []) =>
      house.asUser({ ...personOf(orgId), name, shops, systemAdmin: admin }, 'zh', 'test'),
  }
}

/** `more`: locks and followers of the test's area. */
export async function listBooks(resources: readonly Resource[], more: Partial<Area> = {}): Promise<ListBooks> {
  const database = await testDatabase({ tables: tablesOf(areasOf(resources, more)) })
  const { house, as } = listHouse(database.appUrl, resources, more)
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query("insert into organisation (id, name) values (1, '甲公司'), (2, '乙公司')")
  const program = new pg.Client(database.appUrl)
  await program.connect()
  return {
    as,
    urls: { owner: database.ownerUrl, app: database.appUrl },
    run: statement => owner.query(statement),
    rows: async <T>(statement: string, values: readonly unknown[] = []) => (await owner.query(statement, [...values])).rows as T[],
    asProgram: statement => program.query(statement),
    close: async () => {
      await Promise.all([owner.end(), program.end()])
      await house.close()
      await database.drop()
    },
  }
}
