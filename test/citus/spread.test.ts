/**
 * How the tables of the product are spread over several machines, held against a stand-in for the extension: its functions note how they
 * were called and keep its catalogue. What the extension itself does with the calls is tried against a coordinator (npm run test:citus).
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { backUp } from '#platform/server/backup/back-up.ts'
import { migrateAndSpread, readMigrations, type Migrated } from '#platform/server/db/migrate.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { runtimeRole } from '#platform/server/db/roles.ts'
import { inOrder } from '#platform/server/db/spread.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { standIn } from './stand-in.ts'

const migrations = readMigrations(join(import.meta.dirname, '../../db/migrations'))
const tables = [...registryOf(withHouseAreas(areas)).resources.values()]
const tablesOf = (kind: string): string[] => tables.filter(t => t.kind === kind).map(t => t.table)
const shopTables = tablesOf('shop').toSorted()
const [firstShop = ''] = shopTables

let database: TestDatabase
let owner: pg.Client
beforeEach(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})

const spread = (shards?: number): Promise<Migrated> =>
  migrateAndSpread(database.ownerUrl, migrations, runtimeRole, {
    appUrl: database.appUrl,
    spread: { tables: () => tables, ...(shards === undefined ? {} : { shards }) },
  })
/** Calls of the extension's functions so far, in order. */
const calls = async (): Promise<string[]> =>
  (await owner.query<{ call: string }>('select call from stand_in.call order by n')).rows.map(r => r.call)

test('plain PostgreSQL is asked one question and left alone', async () => {
  const asked = await migrateAndSpread(database.ownerUrl, migrations, runtimeRole, {
    spread: { tables: () => expect.unreachable('tables are asked for where nothing is spread') },
  })
  expect(asked).toEqual({ applied: [], spread: null })
})

describe.each([
  ['an empty database', async () => undefined],
  [
    'a filled database',
    async () => {
      await owner.query(`insert into country (code, name, name_en) values ('QQ', '演示国', 'Demo')`)
      await owner.query(`select ensure_month('amazon_settlement_line', '2026-01-01')`)
    },
  ],
])('%s', (_name, fill) => {
  beforeEach(async () => {
    await fill()
    await standIn(owner, database.name)
  })

  test('every table of the registry is spread by its kind, and what is local stays', async () => {
    const done = await spread()
    expect(done.spread?.reference.toSorted()).toEqual(tablesOf('reference').toSorted())
    expect(done.spread?.shop).toEqual(shopTables)
    // set on the coordinator, which carries it; the stand-in refuses it on the others
    const { rows: set } = await owner.query<{ set: string }>(
      `select unnest(setconfig) as set from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where d.datname = $1`,
      [database.name],
    )
    expect(set.map(one => one.set)).toContain('TimeZone=Asia/Shanghai')
    const { rows: functions } = await owner.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    )
    expect(functions.map(f => f.name)).toContain('search_fold(text[])')
    expect(await calls()).toEqual([
      `run_command_on_all_nodes(select current_setting('server_version_num')::int / 10000)`,
      `run_command_on_all_nodes(select count(*) from pg_roles where rolname = '${runtimeRole}')`,
      ...(done.spread?.reference ?? []).map(table => `create_reference_table(${table})`),
      ...shopTables.flatMap(table => [
        table === firstShop
          ? `create_distributed_table(${table}, shop_id, colocate_with none, shard_count 8)`
          : `create_distributed_table(${table}, shop_id, colocate_with ${firstShop}, shard_count <NULL>)`,
        `truncate_local_data_after_distributing_table(${table})`,
      ]),
      ...functions.map(({ name }) => `create_distributed_function(${name})`),
      'citus_add_local_table_to_metadata(txn_mark)',
    ])
  })

  test('what a reference table refers to is spread before it', async () => {
    const order = (await spread()).spread?.reference ?? []
    const { rows } = await owner.query<{ a: string; b: string }>(
      `select conrelid::regclass::text as a, confrelid::regclass::text as b from pg_constraint
        where contype = 'f' and conrelid <> confrelid`,
    )
    const between = rows.filter(r => order.includes(r.a) && order.includes(r.b))
    expect(between.length).toBeGreaterThan(5)
    for (const { a, b } of between) expect(order.indexOf(b), `${b} before ${a}`).toBeLessThan(order.indexOf(a))
  })

  test('a second time does nothing to tables, and a new table joins the others', async () => {
    await spread()
    await owner.query('truncate stand_in.call')
    expect((await spread()).spread).toEqual({ reference: [], shop: [] })
    expect(await calls()).toHaveLength(2)
    const last = shopTables.at(-1) ?? ''
    await owner.query('delete from stand_in.pg_dist_partition where logicalrelid = $1::regclass', [last])
    await owner.query('truncate stand_in.call')
    expect((await spread()).spread?.shop).toEqual([last])
    const beside = tables.find(t => t.kind === 'shop' && t.table !== last)?.table
    expect(await calls()).toContain(`create_distributed_table(${last}, shop_id, colocate_with ${beside}, shard_count <NULL>)`)
  })

  test('cut off in its midst, it goes on where it stopped', async () => {
    await owner.query(`update stand_in.failing set at = $1`, [shopTables[2]])
    await expect(spread()).rejects.toThrow('the machine went away')
    await owner.query(`update stand_in.failing set at = ''`)
    expect((await spread()).spread).toEqual({ reference: [], shop: shopTables.slice(2) })
  })
})

describe('what a cluster lacks is said before anything is spread', () => {
  beforeEach(() => standIn(owner, database.name))

  test.each<[string, string, string]>([
    ['no machine that holds shards', 'update stand_in.pg_dist_node set shouldhaveshards = false', 'citus_add_node'],
    ['no address of the coordinator', 'update stand_in.pg_dist_node set groupid = 7', 'citus_set_coordinator_host'],
    ['a machine without the account', `update stand_in.answer set roles = '0'`, runtimeRole],
    ['a machine that lets the account not in', `update stand_in.answer set refused = '${runtimeRole}'`, `不让账号 ${runtimeRole} 登录`],
    ['a machine that is down', 'update stand_in.answer set success = false', '连不上'],
    ['a machine of another PostgreSQL', `update stand_in.answer set version = '14'`, 'PostgreSQL 是 14'],
    [
      'a table of another kind',
      `insert into stand_in.pg_dist_partition values ('${firstShop}', 'n', 't')`,
      `undistribute_table('${firstShop}')`,
    ],
  ])('%s', async (_name, statement, message) => {
    await owner.query(statement)
    await expect(spread()).rejects.toThrow(message)
    expect((await calls()).filter(c => !c.startsWith('run_command'))).toEqual([])
  })
})

test('the number of shards is the operator’s for the first table', async () => {
  await standIn(owner, database.name)
  await spread(24)
  expect(await calls()).toContain(`create_distributed_table(${firstShop}, shop_id, colocate_with none, shard_count 24)`)
})

test('npm run restore spreads each table once, filled', async () => {
  await owner.query(`insert into country (code, name, name_en) values ('QQ', '演示国', 'Demo')`)
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-spread-'))
  const path = join(folder, 'all.tar.gz')
  try {
    await backUp({ ownerUrl: database.ownerUrl, files: localFileStore(folder), path, now: new Date('2026-11-30T01:00:00Z') })
    await owner.query('delete from country')
    await standIn(owner, database.name)
    const script = join(import.meta.dirname, '../../scripts/restore.ts')
    const env = { ...process.env, DATABASE_URL: database.ownerUrl, DATA_DIR: folder }
    const { stdout } = await promisify(execFile)(process.execPath, [script, path], { env })
    expect(stdout).toContain('校验和与行数全部相符')
    expect((await owner.query('select name from country')).rows).toEqual([{ name: '演示国' }])
    const spreadCalls = (await calls()).filter(call => call.startsWith('create_distributed_table'))
    expect(spreadCalls.map(call => /\((\w+)/.exec(call)?.[1])).toEqual(shopTables)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('tables that refer to each other in a circle are all there once', () => {
  const circle = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
    { from: 'b', to: 'c' },
  ]
  expect(inOrder(['a', 'b', 'c'], circle)).toEqual(['c', 'b', 'a'])
})
