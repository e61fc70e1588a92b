import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { openDatabase } from './open-database.ts'
import { prepareRuntimeRole, runtimeRole, withRole } from './roles.ts'

let database: TestDatabase
let owner: pg.Client
/** An owner that may not make roles, and a plain role, of this file's database. */
let plainOwnerUrl: string
let plainUrl: string

beforeAll(async () => {
  database = await testDatabase({ empty: true })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const name = (kind: string): string => `${database.name}_${kind}`
  for (const kind of ['owner', 'plain']) await owner.query(`create role ${name(kind)} login password 'secret'`)
  await owner.query(`grant all on database ${database.name} to ${name('owner')}`)
  await owner.query(`grant all on schema public to ${name('owner')}`)
  plainOwnerUrl = withRole(database.ownerUrl, name('owner'), 'secret')
  plainUrl = withRole(database.ownerUrl, name('plain'), 'secret')
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const settings = (databaseUrl: string, databaseAppUrl?: string): Parameters<typeof openDatabase>[0] => ({
  databaseUrl,
  databaseAppUrl,
  dataDir: '/nonexistent',
  migrationsFolder: '/nonexistent',
  log: () => undefined,
})

test('two that start at once agree on the runtime role', async () => {
  const [one, two] = await Promise.all([prepareRuntimeRole(database.ownerUrl), prepareRuntimeRole(database.ownerUrl)])
  expect(one).toBe(two)
  expect(new URL(one).username).toBe(runtimeRole)
})

test('an owner that may not make roles is told of DATABASE_APP_URL', async () => {
  await expect(prepareRuntimeRole(plainOwnerUrl)).rejects.toThrow('DATABASE_APP_URL')
})

test('a given runtime role is used and gets its grants', async () => {
  const opened = await openDatabase(settings(plainOwnerUrl, plainUrl))
  const client = new pg.Client({ connectionString: opened.appUrl })
  await client.connect()
  expect((await client.query('select count(*)::int as applied from schema_migration')).rows).toEqual([{ applied: 0 }])
  await expect(client.query('delete from schema_migration')).rejects.toMatchObject({ code: '42501' })
  await client.end()
  await opened.stop()
})

test('the owner itself is refused as runtime role', async () => {
  await expect(openDatabase(settings(plainOwnerUrl, plainOwnerUrl))).rejects.toThrow('同一个账号')
})

test.each([
  ['a wrong password', () => withRole(database.ownerUrl, 'zhanggui', 'wrong'), '账号或密码'],
  ['a server that does not answer', () => 'postgresql://a:b@127.0.0.1:1/x', '连接不上'],
  ['an unknown database', () => database.ownerUrl.replace(database.name, 'no_such'), '不存在'],
  ['no address', () => 'localhost:5432', '格式'],
])('%s is said in plain words', async (_name, url, message) => {
  await expect(openDatabase(settings(url()))).rejects.toThrow(message)
})
