/** What the runtime role may do on the migrated schema: everything the program needs, and nothing that could undo its own records. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { withHouseAreas } from '../open-house.ts'
import { registryOf } from '../registry-of.ts'
import { narrowTables } from './ddl.ts'
import { runtimeRole } from './roles.ts'

const { resources } = registryOf(withHouseAreas(areas))
let database: TestDatabase
let owner: pg.Client
let program: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.ownerUrl)
  program = new pg.Client(database.appUrl)
  await Promise.all([owner.connect(), program.connect()])
})
afterAll(async () => {
  await Promise.all([owner.end(), program.end()])
  await database.drop()
})

test('it owns no table, no function, no schema, and is no superuser', async () => {
  const { rows } = await owner.query<{ owned: string }>(
    `select 'table ' || relname as owned from pg_class where relowner = $1::regrole union all select 'function ' || proname from pg_proc
      where proowner = $1::regrole
     union all select 'schema ' || nspname from pg_namespace where nspowner = $1::regrole union all select 'role' from pg_roles
       where rolname = $1::text and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)`,
    [runtimeRole],
  )
  expect(rows).toEqual([])
})

test('it reads, adds, changes and deletes in every declared table but those that are only added to or read', async () => {
  const narrow = narrowTables(resources)
  expect(narrow.get('audit_entry')).toBe('insert,select')
  const words = { 'insert,select': 'select insert', select: 'select' } as const
  const mayOf = (table: string): string => {
    const rights = narrow.get(table)
    return rights === undefined ? 'select insert update delete' : words[rights]
  }
  const { rows } = await owner.query<{ name: string; may: string }>(
    `select t as name, concat_ws(' ', case when has_table_privilege($2, t, 'select') then 'select' end, case
      when has_table_privilege($2, t, 'insert') then 'insert' end, case when has_table_privilege($2, t, 'update') then 'update' end,
       case when has_table_privilege($2, t, 'delete') then 'delete' end, case when has_table_privilege($2, t,
         'truncate') then 'truncate' end, case when has_table_privilege($2, t, 'trigger') then 'trigger' end) as may
         from unnest($1::text[]) t`,
    [[...resources.values()].flatMap(r => (r.isView === true ? [] : [r.table])), runtimeRole],
  )
  expect(rows.filter(r => r.may !== mayOf(r.name))).toEqual([])
})

test.each([
  'create table mine (id int)',
  'alter table shop add column x int',
  'drop table shop',
  'create schema mine',
  'alter table audit_entry disable trigger all',
  "update audit_entry set verb = 'x'",
  'delete from audit_entry',
  'truncate audit_entry',
  "insert into schema_migration (name, sha256) values ('9999', 'x')",
  'delete from schema_migration',
  "copy shop to program 'cat'",
  "select pg_read_file('/etc/passwd')",
  'create role other',
  'set role postgres',
  'create extension dblink',
  'alter role current_user superuser',
  "create function f() returns int language sql as 'select 1'",
])('refused to it: %s', async statement => {
  await expect(program.query(statement)).rejects.toThrow(/permission denied|must be owner|must have|only roles|does not exist/)
})

test('months are made for it, but only of tables that have months', async () => {
  await expect(program.query("select ensure_month('amazon_transaction_line', '2031-05-17')")).resolves.toBeTruthy()
  await expect(program.query("select ensure_month('shop', '2031-05-17')")).rejects.toThrow('not partitioned')
  await expect(program.query("select ensure_month('shop (like x); drop table shop; --', '2031-05-17')")).rejects.toThrow('not partitioned')
  await expect(program.query('select begin_write(1)')).resolves.toBeTruthy()
})

test('a month of its own may not be taken apart', async () => {
  await expect(program.query('alter table amazon_transaction_line detach partition amazon_transaction_line_203105')).rejects.toThrow(
    /must be owner/,
  )
})
