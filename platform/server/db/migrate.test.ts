import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { grantExceptions, migrate, pendingMigrations, readMigrations, type Migration } from './migrate.ts'
import { openPools, type Pools } from './pools.ts'
import { checkServerVersion, runtimeRole, withRole } from './roles.ts'

const migration = (name: string, sql = 'select 1', sha256 = name): Migration => ({ name, sql, sha256 })

describe('which migrations are pending', () => {
  const files = [migration('0001_a'), migration('0002_b'), migration('0003_c')]

  test('those that were not applied, in order', () => {
    expect(pendingMigrations(files, [{ name: '0001_a', sha256: '0001_a' }]).map(m => m.name)).toEqual(['0002_b', '0003_c'])
  })
  test('a database newer than the program is refused', () => {
    expect(() => pendingMigrations(files, [{ name: '0004_d', sha256: 'x' }])).toThrow('数据库比程序新')
  })
  test('a changed applied file is refused', () => {
    expect(() => pendingMigrations(files, [{ name: '0001_a', sha256: 'other' }])).toThrow('被改动')
  })
  test('a file that sorts before an applied one is refused', () => {
    expect(() => pendingMigrations(files, [{ name: '0002_b', sha256: '0002_b' }])).toThrow('0001_a')
  })
})

describe('grant lines', () => {
  test('the last line about a table counts', () => {
    const read = grantExceptions([
      migration('1', '-- grant: insert,select on audit_entry\ncreate table audit_entry ();'),
      migration('2', '-- grant: select on audit_entry\n-- grant: none on secret.key\n'),
    ])
    expect(read).toEqual([
      { table: 'audit_entry', privileges: ['select'] },
      { table: 'secret.key', privileges: [] },
    ])
  })
  test('a line that can not be read is refused', () => {
    expect(() => grantExceptions([migration('1', '-- Grant select to audit_entry')])).toThrow('无法识别')
  })
  test('an unknown privilege is refused', () => {
    expect(() => grantExceptions([migration('1', '-- grant: truncate on t')])).toThrow('truncate')
  })
})

test.each([
  [140_012, false],
  [150_000, true],
  [180_004, true],
])('server version %i is accepted: %s', (version, accepted) => {
  const check = (): void => checkServerVersion(version)
  if (accepted) expect(check).not.toThrow()
  else expect(check).toThrow('需要 15 或更新版本')
})

describe('on a real database', () => {
  let database: TestDatabase
  let pools: Pools
  const first = migration(
    '0001_first',
    `
    -- grant: select, insert on audit_entry
    create table audit_entry (id bigint primary key, at timestamptz not null, amount numeric);
    create table plain (id bigint generated always as identity primary key, name text);
    create function twice(n bigint) returns bigint language sql as $$ select n * 2; $$;`,
  )

  beforeAll(async () => {
    database = await testDatabase({ empty: true })
    pools = openPools(database.appUrl, error => expect.unreachable(error.message))
  })
  afterAll(async () => {
    await pools.end()
    await database.drop()
  })

  test('tables of somebody else are told and left as they are', async () => {
    const other = await testDatabase({ empty: true })
    const client = new pg.Client(other.ownerUrl)
    await client.connect()
    try {
      await client.query('create table customer (id int)')
      await expect(migrate(other.ownerUrl, [first], runtimeRole)).rejects.toThrow('1 张表（例如 customer）')
      const { rows } = await client.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)
      expect(rows).toEqual([{ relname: 'customer' }])
    } finally {
      await client.end()
      await other.drop()
    }
  })

  test('applies once, also when two start at the same time', async () => {
    const both = await Promise.all([migrate(database.ownerUrl, [first], runtimeRole), migrate(database.ownerUrl, [first], runtimeRole)])
    expect(both.flat()).toEqual(['0001_first'])
    expect(await migrate(database.ownerUrl, [first], runtimeRole)).toEqual([])
  })

  test('a failing migration leaves nothing and names the statement', async () => {
    const broken = migration('0002_broken', 'create table half (); select nothing_here;')
    await expect(migrate(database.ownerUrl, [first, broken], runtimeRole)).rejects.toThrow(/0002_broken[\s\S]*select nothing_here/)
    const { rows } = await pools.jobs.query("select to_regclass('half') as half, (select count(*)::int from schema_migration) as applied")
    expect(rows).toEqual([{ half: null, applied: 1 }])
  })

  test.each([
    ["insert into plain (name) values ('a')", true],
    ["update plain set name = 'b'", true],
    ['delete from plain', true],
    ['insert into audit_entry values (1, now(), 1.10)', true],
    ['select twice(21)', true],
    ['update audit_entry set amount = 0', false],
    ['delete from audit_entry', false],
    ['truncate plain', false],
    ['create table mine ()', false],
    ['alter table plain add column x int', false],
    ['drop table plain', false],
    ["insert into schema_migration values ('9', 'x')", false],
    ['create role more', false],
  ])('the runtime role and "%s": %s', async (statement, allowed) => {
    const run = pools.interactive.query(statement)
    if (allowed) await expect(run).resolves.toBeDefined()
    else await expect(run).rejects.toMatchObject({ code: '42501' })
  })

  test('values come as text where a number or Date would lose something', async () => {
    const { rows } = await pools.streams.query(`select 9007199254740993::int8 as big, 0.10::numeric as money, date '2026-01-31' as day,
      timestamptz '2026-01-31 23:59:59.123456+00' as at, array[1.10, null]::numeric[] as list,
        array[timestamptz '2026-01-01 00:00+00'] as times, 7::int4 as small`)
    expect(rows[0]).toEqual({
      big: '9007199254740993',
      money: '0.10',
      day: '2026-01-31',
      at: '2026-02-01T07:59:59.123456+08:00',
      list: ['1.10', null],
      times: ['2026-01-01T08:00:00+08:00'],
      small: 7,
    })
  })

  test('only what a person waits for has a statement limit', async () => {
    const limit = async (pool: pg.Pool): Promise<string> =>
      (await pool.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]?.statement_timeout ?? ''
    expect([await limit(pools.interactive), await limit(pools.jobs), await limit(pools.streams)]).toEqual(['1min', '0', '0'])
  })
})

test('the migrations of the repository have grants that can be read and names that sort', () => {
  const migrations = readMigrations(new URL('../../../db/migrations', import.meta.url).pathname)
  expect(() => grantExceptions(migrations)).not.toThrow()
  for (const { name } of migrations) expect(name).toMatch(/^\d{4}_[a-z0-9_]+$/)
})

test('the runtime role reaches the same database', () => {
  expect(withRole('postgresql://a:b@db:5432/x?sslmode=require', 'c', 'd@')).toBe('postgresql://c:d%40@db:5432/x?sslmode=require')
})
