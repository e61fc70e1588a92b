/**
 * The rules that let Citus take the shop tables without a change of code, asked of the catalogue of plain PostgreSQL (docs/architecture.md,
 * "Growing past one machine").
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'

const resources = new Map([...registryOf(withHouseAreas(areas)).resources].filter(([, r]) => r.isView !== true))
const letters = { shop: 'shop', reference: 'ref', local: 'local' } as const
/** Tables that no declaration has: the ledger of migrations and the mark of writing transactions. */
const undeclared = ['schema_migration', 'txn_mark']

let database: TestDatabase
let db: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  db = new pg.Client(database.ownerUrl)
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

/** Breaches in the schema public, each with table and name. */
const breaches = async (): Promise<string[]> => {
  const kinds = [...resources.values()].map(r => [r.table, letters[r.kind]] as const)
  const { rows } = await db.query<{ broken: string; tab: string; what: string }>(
    `with kind as (select t::regclass as t, k from unnest($1::text[], $2::text[]) as x(t, k)),
    k as (select c.oid t, coalesce(kind.k, 'local') k from pg_class c left join kind on kind.t = c.oid where c.relkind in ('r', 'p')
      and not c.relispartition and c.relnamespace = 'public'::regnamespace)
    select 'key without shop_id' broken, conrelid::regclass::text tab, conname::text what from pg_constraint join k on k.t = conrelid
      and k.k = 'shop' where contype in ('p', 'u', 'x')
      and not exists (select 1 from unnest(conkey) n join pg_attribute a on a.attrelid = conrelid and a.attnum = n
        where attname = 'shop_id')
    union all select 'unique index without shop_id', i.indrelid::regclass::text, i.indexrelid::regclass::text from pg_index i
      join k on k.t = i.indrelid and k.k = 'shop' where i.indisunique
      and not exists (select 1 from unnest(i.indkey::int[]) n join pg_attribute a on a.attrelid = i.indrelid and a.attnum = n
        where attname = 'shop_id')
    union all select 'foreign key ' || f.k || ' -> ' || r.k, conrelid::regclass::text, conname from pg_constraint join k f on f.t = conrelid
      join k r on r.t = confrelid where contype = 'f' and (
      (f.k, r.k) in (('ref', 'shop'), ('local', 'shop'), ('ref', 'local'), ('shop', 'local'))
      or (f.k = 'shop' and r.k = 'shop' and not exists (select 1 from unnest(conkey, confkey) as x(a, b)
        join pg_attribute p on p.attrelid = conrelid and p.attnum = x.a join pg_attribute q on q.attrelid = confrelid and q.attnum = x.b
        where p.attname = 'shop_id' and q.attname = 'shop_id'))
      or (f.k = 'shop' and confdeltype in ('n', 'd') and exists (select 1 from unnest(conkey) n join pg_attribute a on a.attrelid = conrelid
        and a.attnum = n where attname = 'shop_id')))
    union all select 'trigger on ' || k.k || ' table', tgrelid::regclass::text, tgname from pg_trigger join k on k.t = tgrelid
      and k.k <> 'local' where not tgisinternal and tgfoid <> 'refuse_closed_month()'::regprocedure -- spread.ts takes them off
    union all select 'a trigger looks for its table, which a cluster does not show', '', proname from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype and prosrc like '%pg\\_class%'
    union all select 'shop_id missing or nullable', k.t::regclass::text, '' from k where k.k = 'shop' and not exists (select 1
      from pg_attribute a where a.attrelid = k.t and attname = 'shop_id' and attnotnull)
    union all select 'sub-select in policy', polrelid::regclass::text, polname from pg_policy join k on k.t = polrelid and k.k = 'shop'
      where coalesce(polqual::text, '') || coalesce(polwithcheck::text, '') like '%{SUBLINK%'
    union all select 'identity on local table', a.attrelid::regclass::text, attname from pg_attribute a join k on k.t = a.attrelid
      and k.k = 'local' where attidentity <> ''
    order by 1, 2, 3`,
    [kinds.map(([table]) => table), kinds.map(([, kind]) => kind)],
  )
  return rows.map(r => `${r.broken}: ${r.tab} ${r.what}`.trim())
}

test('every table of the schema is declared with its kind', async () => {
  const { rows } = await db.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace",
  )
  expect(rows.map(r => r.name).sort()).toEqual([...resources.keys(), ...undeclared].sort())
})

test('no table breaks a rule', async () => {
  expect(await breaches()).toEqual([])
})

test.each<[string, string]>([
  ['key without shop_id: amazon_settlement x', 'alter table amazon_settlement add constraint x unique (settlement_id)'],
  ['unique index without shop_id: amazon_settlement x', 'create unique index x on amazon_settlement (settlement_id)'],
  [
    'foreign key shop -> local: amazon_settlement x',
    'alter table amazon_settlement add constraint x foreign key (import_id) references import_run (id)',
  ],
  ['foreign key ref -> local: shop x', 'alter table shop add constraint x foreign key (created_by) references account (id)'],
  [
    'trigger on shop table: amazon_settlement x',
    'create trigger x before update on amazon_settlement for each row execute function suppress_redundant_updates_trigger()',
  ],
  [
    'trigger on ref table: product x',
    'create trigger x before update on product for each row execute function suppress_redundant_updates_trigger()',
  ],
  ['sub-select in policy: amazon_settlement x', 'create policy x on amazon_settlement using (shop_id in (select id from shop))'],
  [
    'a trigger looks for its table, which a cluster does not show:  x',
    `create function x() returns trigger language plpgsql as
      $$ begin perform from pg_class where oid = tg_relid; return null; end $$`,
  ],
  ['identity on local table: task n', 'alter table task add column n bigint generated always as identity'],
])('a planted breach is found: %s', async (breach, statement) => {
  await db.query('begin')
  try {
    await db.query(statement)
    expect(await breaches()).toContain(breach)
  } finally {
    await db.query('rollback')
  }
})
