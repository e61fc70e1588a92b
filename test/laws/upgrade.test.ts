/**
 * A database of the first version, a row in every table, is brought up to this one: every migration runs over what is there, and nothing of
 * it is lost. (A migration that only runs on empty tables passes everywhere but at the customer's.)
 */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, readMigrations } from '#platform/server/db/migrate.ts'
import { runtimeRole } from '#platform/server/db/roles.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'

const migrations = readMigrations(join(import.meta.dirname, '../../db/migrations'))
const firstVersion = migrations.slice(0, 2)
/** the last version that kept the instants of sealed authors */
const beforeSealedDays = migrations.filter(one => one.name < '0571')
/** the last version whose home page was a layout and pins */
const beforeDashboards = migrations.filter(one => one.name < '0370')

let database: TestDatabase
let owner: pg.Client
let before: ReadonlyMap<string, number>
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  await migrate(database.ownerUrl, firstVersion, runtimeRole)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await fill()
  await prepare()
  before = await counts()
  await migrate(database.ownerUrl, beforeDashboards, runtimeRole)
  await arrangeHome()
  await migrate(database.ownerUrl, beforeSealedDays, runtimeRole)
  await writeSealed()
  await migrate(database.ownerUrl, migrations, runtimeRole)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const rows = async <T extends object>(statement: string, values: unknown[] = []): Promise<T[]> =>
  (await owner.query<T>(statement, values)).rows

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  /** `table.column` it refers to */
  readonly to: string | null
}
/** Columns that a row can't do without, those whose default refers to a row that is not there among them. */
const neededColumns = (): Promise<Column[]> =>
  rows<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      (select f.confrelid::regclass || '.' || t.attname from pg_constraint f join pg_attribute t on t.attrelid = f.confrelid
        and t.attnum = f.confkey[array_position(f.conkey, a.attnum)]
       where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey) limit 1) as to
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
      and a.attnotnull and (not a.atthasdef or exists (select 1 from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
        and a.attnum = any(f.conkey))) and a.attidentity = '' and a.attgenerated = ''
    order by 1, a.attnum`)

const anyValue: Readonly<Record<string, string>> = {
  text: `'x'`,
  integer: '1',
  smallint: '1',
  bigint: '1',
  numeric: '1',
  boolean: 'false',
  date: `'2026-01-15'`,
  'timestamp with time zone': `'2026-01-15T04:00:00Z'`,
  jsonb: `'{}'`,
  'text[]': `'{}'`,
  'bigint[]': `'{}'`,
  uuid: 'gen_random_uuid()',
}
const valueOf = ({ to, type, table, name }: Column): string => {
  if (to !== null) return `(select ${to.split('.')[1]} from ${to.split('.')[0]} limit 1)`
  const value = anyValue[type]
  if (value === undefined) throw new Error(`no value for ${table}.${name}, a ${type}`)
  return value
}

/** A row in every table, or in these alone; those that are referred to first. */
async function fill(only?: readonly string[]): Promise<void> {
  const parents = await rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of parents) await rows(`select ensure_month($1, '2026-01-15')`, [name])
  const columns = await neededColumns()
  const byTable = Map.groupBy(only === undefined ? columns : columns.filter(({ table }) => only.includes(table)), column => column.table)
  const filled = new Set<string>()
  const isFilled = (table: string): boolean => filled.has(table) || only?.includes(table) === false
  for (let left = byTable.size; left > 0;) {
    const ready = [...byTable].filter(
      ([table, columns]) =>
        !filled.has(table) && columns.every(({ to }) => to === null || to.startsWith(`${table}.`) || isFilled(to.split('.')[0] ?? '')),
    )
    if (ready.length === 0)
      throw new Error(`these tables refer to each other: ${[...byTable.keys()].filter(t => !filled.has(t)).join(', ')}`)
    for (const [table, columns] of ready) {
      await rows(`insert into ${table} (${columns.map(c => c.name).join(', ')}) values (${columns.map(valueOf).join(', ')})`)
      filled.add(table)
    }
    left -= ready.length
  }
}

/** What migrations move: words that became records, grants that were split, links inside texts. */
async function prepare(): Promise<void> {
  await rows(`update product set category = '灯具'`)
  await rows(`update role_permission set permission = 'supplier', operation = 2`)
  await rows(`update audit_entry set at = '2025-11-03T04:00:00Z', account_name = '周敏'`)
}

/** Records of sealed authors, and what was kept beside them. */
const sealedTables =
  'boss_letter boss_letter_copy boss_reply boss_reply_copy bbs_section bbs_topic bbs_topic_comment menu_click menu_log'.split(' ')
async function writeSealed(): Promise<void> {
  await fill(sealedTables)
  await rows('update boss_letter_copy set is_anonymous = true')
  await rows('update bbs_topic set is_anonymous = true')
  await rows('update bbs_topic_comment set is_sealed = true')
  await rows(`update menu_click set menu_id = 'contribute.employeeBox', times = 3`)
  await rows(`update menu_log set menu_id = 'contribute.employeeBox'`)
}

/** A home page as people had arranged it: one pin among its cards, one pinned since, one that is gone. */
async function arrangeHome(): Promise<void> {
  const [pin] = await rows<{ id: string }>(`insert into home_pin (org_id, account_id, type, title, url)
    select (select min(id) from organisation), id, 'amazonProfit', '德国利润', '/finance/profit?f.shop=3'
    from account order by id limit 1 returning id`)
  await rows(`insert into home_pin (org_id, account_id, type, title, url)
    select org_id, account_id, 'country', '国家', '/base/country' from home_pin`)
  await rows(
    `insert into home_layout (org_id, account_id, shown, hidden_cards)
      select org_id, account_id, array['todo', 'pin.' || $1::text], array['weather', 'pin.9999'] from home_pin where id = $1::bigint`,
    [pin?.id],
  )
}

async function counts(): Promise<ReadonlyMap<string, number>> {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname <> 'schema_migration' order by 1`,
  )
  const found = new Map<string, number>()
  for (const { name } of tables) found.set(name, (await rows<{ n: number }>(`select count(*)::int as n from ${name}`))[0]?.n ?? 0)
  return found
}

test('every table had a row, and has it still', async () => {
  expect([...before].filter(([, n]) => n === 0)).toEqual([])
  expect(before.size).toBeGreaterThan(40)
  const after = await counts()
  expect([...before].filter(([table, n]) => (after.get(table) ?? 0) < n)).toEqual([])
})

test('what was moved is where it belongs', async () => {
  expect(await rows('select c.name from product p join product_category c on c.id = p.category_id')).toEqual([{ name: '灯具' }])
  expect(await rows('select permission, operation from role_permission order by operation')).toEqual([
    { permission: 'supplier', operation: 2 },
    { permission: 'supplier', operation: 100 },
  ])
  expect(await rows(`select account_name, tableoid::regclass::text as part from audit_entry`)).toEqual([
    { account_name: '周敏', part: 'audit_entry_202511' },
  ])
})

test('a home page stays as it was arranged, with what was pinned', async () => {
  const homes = await rows<{ cards: Record<string, unknown>[] }>(
    `select content -> 'cards' as cards from dashboard where home_of = account_id`,
  )
  expect(homes).toHaveLength(1)
  expect(homes[0]?.cards.map(({ key: _key, width: _width, height: _height, ...card }) => card)).toEqual([
    { declared: true },
    { title: '德国利润', page: { type: 'amazonProfit', url: '/finance/profit?f.shop=3', look: 'rows' } },
    { title: '国家', page: { type: 'country', url: '/base/country', look: 'rows' } },
    { declared: true, hidden: true },
  ])
  expect(homes[0]?.cards.map(card => card['key'])).toEqual(['todo', 'pin.1', 'pin.2', 'weather'])
})

test('numbers go on behind those that were given', async () => {
  const [{ last } = { last: '0' }] = await rows<{ last: string }>('select max(id)::text as last from audit_entry')
  const [{ next } = { next: '0' }] = await rows<{ next: string }>(`select nextval('audit_entry_id_seq')::text as next`)
  expect(BigInt(next)).toBeGreaterThan(BigInt(last))
})

test('what sealed authors wrote in an older version tells its day alone; clicks of its pages count by day, of nobody', async () => {
  for (const table of ['boss_letter', 'boss_letter_copy', 'bbs_topic', 'bbs_topic_comment']) {
    const found = await rows<{ at: string }>(
      `select to_char(t.created_at at time zone o.zone, 'HH24:MI:SS.US') as at from ${table} t join organisation o on o.id = t.org_id`,
    )
    expect([table, [...new Set(found.map(row => row.at))]]).toEqual([table, ['00:00:00.000000']])
  }
  expect(await rows('select menu_id, times from sealed_click')).toEqual([{ menu_id: 'contribute.employeeBox', times: 3 }])
  expect(await rows(`select 1 from menu_click union all select 1 from menu_log`)).toEqual([])
})
