import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type SqlBool,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody, grantedShops, grantedShopsById, ownedBy, serverOnly } from '#platform/declare/scope.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { Door, DoorError } from './door.ts'
import { runtimeGrants } from './migrate.ts'
import { runtimeRole } from './roles.ts'
import { SealedTable, type Granted } from './scope-predicate.ts'

interface Tables {
  line: { id: string; shop_id: string; posted_on: string; amount: string }
  shop: { id: string; org_id: string; name: string }
  note: { id: string; org_id: string; owner_id: string; shop_id: string | null; words: string }
  country: { id: string; code: string }
  secret: { id: string; word: string }
}
const declared = (table: string, scope: Resource['scope']): Resource =>
  resource(table, { title: ['表', 'Table'], kind: 'local', scope, fields: { word: text('字', 'Word') } }) as unknown as Resource
const resources = new Map(
  [
    declared('line', grantedShops),
    declared('shop', grantedShopsById),
    declared('note', ownedBy('owner_id')),
    declared('country', everybody),
    declared('secret', serverOnly),
  ].map(r => [r.table, r]),
)
const mine: Granted = {
  organisation: '1',
  organisations: ['1'],
  shops: ['1', '2'],
  employees: ['7'],
  audience: ['o'],
  account: '70',
  server: false,
}
const all: Granted = { ...mine, employees: 'all' }

const bare = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: d => new PostgresIntrospector(d),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const reading = (granted = mine): Kysely<Tables> => bare.withPlugin(new Door(resources, granted, false))
const writing = (granted = mine): Kysely<Tables> => bare.withPlugin(new Door(resources, granted, true))
const db = reading()
const tx = writing()

interface Compilable {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] }
}
/** The compiled text with its parameters in place, so that a reader sees what PostgreSQL would be asked. */
const shown = (q: Compilable): string => {
  const { sql: statement, parameters } = q.compile()
  return statement
    .replaceAll('"', '')
    .replaceAll(/\$(\d+)/g, (_all, n: string) => JSON.stringify(parameters[Number(n) - 1]).replaceAll('"', "'"))
}
const raw = <T>(fragment: ReturnType<typeof sql<T>>, on = db): Compilable => ({ compile: () => fragment.compile(on) })

const line = (as = 'line'): string => `(select * from line where (line.shop_id = any(['1','2']))) as ${as}`
const shop = (as = 'shop'): string => `(select * from shop where (shop.org_id = '1' and shop.id = any(['1','2']))) as ${as}`
const note = (as = 'note'): string => `(select * from note where (note.org_id = '1' and note.owner_id = any(['7']))) as ${as}`
const noteScope = (as = 'note'): string => `(${as}.org_id = '1' and ${as}.owner_id = any(['7']))`

describe('every shape of query carries the scope of every table in it', () => {
  test.each<[string, Compilable, string]>([
    [
      'list',
      db.selectFrom('line').selectAll().where('amount', '>', '3').orderBy('posted_on').limit(50),
      `select * from ${line()} where amount > '3' order by posted_on limit 50`,
    ],
    ['alias', db.selectFrom('line as l').select('l.id'), `select l.id from ${line('l')}`],
    ['an alias that is a table', db.selectFrom('line as shop').select('shop.id'), `select shop.id from ${line('shop')}`],
    ['several tables', db.selectFrom(['line', 'shop']).select('line.id'), `select line.id from ${line()}, ${shop()}`],
    [
      'join',
      db.selectFrom('line as l').leftJoin('shop as s', 's.id', 'l.shop_id').select(['l.id', 's.name']),
      `select l.id, s.name from ${line('l')} left join ${shop('s')} on s.id = l.shop_id`,
    ],
    ['cross join', db.selectFrom('line').crossJoin('note').select('line.id'), `select line.id from ${line()} cross join ${note()}`],
    [
      'lateral',
      db
        .selectFrom('shop')
        .innerJoinLateral(
          q => q.selectFrom('line').select('line.id').whereRef('line.shop_id', '=', 'shop.id').as('l'),
          j => j.onTrue(),
        )
        .select('l.id'),
      `select l.id from ${shop()} inner join lateral (select line.id from ${line()} where line.shop_id = shop.id) as l on true`,
    ],
    [
      'cte',
      db
        .with('t', q => q.selectFrom('line').select('shop_id'))
        .selectFrom('shop')
        .innerJoin('t', 't.shop_id', 'shop.id')
        .select('shop.name'),
      `with t as (select shop_id from ${line()}) select shop.name from ${shop()} inner join t on t.shop_id = shop.id`,
    ],
    [
      'cte of a cte',
      db
        .with('t', q => q.selectFrom('line').select('shop_id'))
        .with('u', q => q.selectFrom('t').selectAll())
        .selectFrom('u')
        .selectAll(),
      `with t as (select shop_id from ${line()}), u as (select * from t) select * from u`,
    ],
    [
      'recursive cte',
      db
        .withRecursive('t', q => q.selectFrom('note').select('note.id').unionAll(q.selectFrom('t').select('t.id')))
        .selectFrom('t')
        .selectAll(),
      `with recursive t as (select note.id from ${note()} union all select t.id from t) select * from t`,
    ],
    [
      'in',
      db
        .selectFrom('shop')
        .selectAll()
        .where('id', 'in', q => q.selectFrom('line').select('shop_id')),
      `select * from ${shop()} where id in (select shop_id from ${line()})`,
    ],
    [
      'exists',
      db
        .selectFrom('note')
        .select('id')
        .where(({ exists, selectFrom }) => exists(selectFrom('shop').select('shop.id').whereRef('shop.id', '=', 'note.shop_id'))),
      `select id from ${note()} where exists (select shop.id from ${shop()} where shop.id = note.shop_id)`,
    ],
    [
      'union',
      db.selectFrom('note').select('id').unionAll(db.selectFrom('line').select('id')),
      `select id from ${note()} union all select id from ${line()}`,
    ],
    [
      'a sub-query from the same door is scoped once',
      db.selectFrom(db.selectFrom('line').select('id').as('x')).selectAll(),
      `select * from (select id from ${line()}) as x`,
    ],
    [
      'nested thrice',
      db.selectFrom(db.selectFrom(db.selectFrom('line').select('id').as('a')).selectAll().as('b')).selectAll(),
      `select * from (select * from (select id from ${line()}) as a) as b`,
    ],
    [
      'a sub-query from no door',
      db.selectFrom(bare.selectFrom('line').select('id').as('x')).selectAll(),
      `select * from (select id from ${line()}) as x`,
    ],
    [
      'a sub-query as a value',
      db.selectFrom('shop').select(e => e.selectFrom('line').select(e.fn.countAll().as('n')).as('n')),
      `select (select count(*) as n from ${line()}) as n from ${shop()}`,
    ],
    [
      'rows as json',
      db
        .selectFrom('shop')
        .select(e => [
          'shop.id',
          jsonArrayFrom(e.selectFrom('note').select('note.words').whereRef('note.shop_id', '=', 'shop.id')).as('notes'),
        ]),
      `select shop.id, (select coalesce(json_agg(agg), '[]') from (select note.words from ${note()} where note.shop_id = shop.id) as agg) as notes from ${shop()}`,
    ],
    ['whole row as json', db.selectFrom('note').select(sql`json_agg(note)`.as('j')), `select json_agg(note) as j from ${note()}`],
    ['for update', db.selectFrom('note').select('id').forUpdate().skipLocked(), `select id from ${note()} for update skip locked`],
    ['everybody', db.selectFrom('country').selectAll(), 'select * from country'],
    [
      'all employees',
      reading(all).selectFrom('note').select('id'),
      `select id from (select * from note where (note.org_id = '1')) as note`,
    ],
    [
      'update',
      tx.updateTable('note').set({ words: 'x' }).where('id', '=', '5'),
      `update note set words = 'x' where (id = '5') and ${noteScope()} returning ${noteScope()} as row_inside_scope`,
    ],
    [
      'update of all',
      tx.updateTable('note').set({ words: 'x' }),
      `update note set words = 'x' where ${noteScope()} returning ${noteScope()} as row_inside_scope`,
    ],
    [
      'a raw or does not loosen an update',
      tx
        .updateTable('note')
        .set({ words: 'x' })
        .where(sql<SqlBool>`id = 1 or true`),
      `update note set words = 'x' where (id = 1 or true) and ${noteScope()} returning ${noteScope()} as row_inside_scope`,
    ],
    [
      'update from',
      tx.updateTable('note as n').from('shop').set({ words: 'x' }).whereRef('shop.id', '=', 'n.shop_id'),
      `update note as n set words = 'x' from ${shop()} where (shop.id = n.shop_id) and ${noteScope('n')} returning ${noteScope('n')} as row_inside_scope`,
    ],
    [
      'update by a sub-query',
      tx
        .updateTable('note')
        .set({ words: e => e.selectFrom('shop').select('name').limit(1) })
        .where('id', '=', '5'),
      `update note set words = (select name from ${shop()} limit 1) where (id = '5') and ${noteScope()} returning ${noteScope()} as row_inside_scope`,
    ],
    [
      'update returning',
      tx.updateTable('note').set({ words: 'x' }).returning('id'),
      `update note set words = 'x' where ${noteScope()} returning id, ${noteScope()} as row_inside_scope`,
    ],
    ['delete', tx.deleteFrom('note').where('id', '=', '5'), `delete from note where (id = '5') and ${noteScope()}`],
    [
      'a raw or does not loosen a delete',
      tx.deleteFrom('note').where(sql<SqlBool>`true or true`),
      `delete from note where (true or true) and ${noteScope()}`,
    ],
    [
      'delete by alias',
      tx.deleteFrom('note as n').where('n.id', '=', '5'),
      `delete from note as n where (n.id = '5') and ${noteScope('n')}`,
    ],
    [
      'delete using',
      tx.deleteFrom('note').using('shop').whereRef('shop.id', '=', 'note.shop_id'),
      `delete from note using ${shop()} where (shop.id = note.shop_id) and ${noteScope()}`,
    ],
    [
      'delete by a sub-query',
      tx.deleteFrom('note').where('shop_id', 'in', q => q.selectFrom('shop').select('id')),
      `delete from note where (shop_id in (select id from ${shop()})) and ${noteScope()}`,
    ],
    [
      'insert',
      tx.insertInto('note').values({ id: '1', org_id: '1', owner_id: '7', words: 'x' }),
      `insert into note (id, org_id, owner_id, words) values ('1', '1', '7', 'x') returning ${noteScope()} as row_inside_scope`,
    ],
    [
      'insert select',
      tx
        .insertInto('note')
        .columns(['id', 'words'])
        .expression(q => q.selectFrom('note').select(['id', 'words'])),
      `insert into note (id, words) select id, words from ${note()} returning ${noteScope()} as row_inside_scope`,
    ],
    [
      'upsert',
      tx
        .insertInto('note')
        .values({ id: '1', org_id: '1', owner_id: '7', words: 'x' })
        .onConflict(c => c.column('id').doUpdateSet({ words: 'y' })),
      `insert into note (id, org_id, owner_id, words) values ('1', '1', '7', 'x') on conflict (id) do update set words = 'y' returning ${noteScope()} as row_inside_scope`,
    ],
    [
      'insert into what everybody has',
      tx.insertInto('country').values({ id: '1', code: 'DE' }),
      `insert into country (id, code) values ('1', 'DE')`,
    ],
    [
      'rows of an array',
      db.selectFrom(sql<{ day: string }>`unnest(${['a']}::text[])`.as<'d'>(sql`d(day)`)).select('d.day'),
      `select d.day from unnest(['a']::text[]) as d(day)`,
    ],
    [
      'raw over a sub-query of the door',
      raw(sql`select count(*) from ${db.selectFrom('line').select('id')} as x`),
      `select count(*) from (select id from ${line()}) as x`,
    ],
    [
      'raw that computes',
      db
        .selectFrom('line')
        .select(sql`sum(amount) filter (where amount is distinct from ${0})`.as('s'))
        .groupBy(sql`extract(year from posted_on), substring(id from 2)`),
      `select sum(amount) filter (where amount is distinct from 0) as s from ${line()} group by extract(year from posted_on), substring(id from 2)`,
    ],
  ])('%s', (_name, query, expected) => {
    expect(shown(query)).toBe(expected)
  })
})

const values = { id: '1', org_id: '1', owner_id: '7', words: 'x' }
/** Raw SQL in the place of a value. */
const inSelect = (fragment: ReturnType<typeof sql<unknown>>): Compilable => db.selectFrom('shop').select(fragment.as('x'))
/** Names that the types would refuse already. */
const loose = db as unknown as Kysely<Record<string, Record<string, unknown>>>
const updated = tx.updateTable('note').set({ words: 'x' }).returning('id')

describe('refused', () => {
  test.each<[string, () => Compilable]>([
    ['an undeclared table', () => loose.selectFrom('pg_shadow').selectAll()],
    ['a table of another schema', () => loose.selectFrom('graphile_worker.jobs').selectAll()],
    ['a declared table by its schema', () => db.withSchema('public').selectFrom('line').selectAll()],
    ['a joined undeclared table', () => loose.selectFrom('shop').innerJoin('account', 'account.id', 'shop.id').selectAll()],
    ['a sealed table', () => db.selectFrom('secret').selectAll()],
    ['a sealed table, joined', () => db.selectFrom('shop').innerJoin('secret', 'secret.id', 'shop.id').selectAll()],
    ['a sealed table, written', () => tx.insertInto('secret').values({ id: '1', word: 'x' })],
    ['a sealed table, deleted from', () => tx.deleteFrom('secret')],
    [
      'a CTE named like a table',
      () =>
        db
          .with('line', q => q.selectFrom('shop').selectAll())
          .selectFrom('line')
          .selectAll(),
    ],
    [
      'a CTE named like an undeclared table that reads it',
      () =>
        loose
          .with('pg_shadow', q => q.selectFrom('pg_shadow').selectAll())
          .selectFrom('pg_shadow')
          .selectAll(),
    ],
    [
      'a CTE that reads a later one',
      () =>
        loose
          .with('a', q => q.selectFrom('b').selectAll())
          .with('b', q => q.selectFrom('line').selectAll())
          .selectFrom('a')
          .selectAll(),
    ],
    [
      'a CTE out of its query',
      () =>
        loose
          .selectFrom(
            loose
              .with('t', q => q.selectFrom('line').selectAll())
              .selectFrom('t')
              .selectAll()
              .as('x'),
          )
          .innerJoin('t', j => j.onTrue())
          .selectAll(),
    ],
    ['a write outside context.write', () => db.updateTable('note').set({ words: 'x' })],
    ['an insert outside context.write', () => db.insertInto('note').values(values)],
    ['a delete outside context.write', () => db.deleteFrom('note')],
    [
      'a write in a CTE',
      () =>
        tx
          .with('w', q => q.updateTable('note').set({ words: 'x' }).returning('id'))
          .selectFrom('w')
          .selectAll(),
    ],
    [
      'a write in a CTE, built from the door',
      () =>
        tx
          .with('w', () => updated)
          .selectFrom('w')
          .selectAll(),
    ],
    ['a write inside raw SQL', () => raw(sql`with w as (${updated}) select * from w`, tx)],
    [
      'a write that is explained',
      () =>
        tx
          .updateTable('note')
          .set({ words: 'x' })
          .modifyEnd(sql`explain`),
    ],
    ['merge', () => tx.mergeInto('note').using('shop', 'shop.id', 'note.shop_id').whenMatched().thenDelete()],
    [
      'an upsert that moves a row into the scope',
      () =>
        tx
          .insertInto('note')
          .values(values)
          .onConflict(c => c.column('id').doUpdateSet({ org_id: '1', words: 'x' })),
    ],
    [
      'an upsert that moves a row to another owner',
      () =>
        tx
          .insertInto('note')
          .values(values)
          .onConflict(c => c.column('id').doUpdateSet({ owner_id: '7' })),
    ],
    ['several targets', () => tx.deleteFrom(['note', 'line'] as never)],
    ['a schema change', () => db.schema.dropTable('note')],
    ['sql.table', () => inSelect(sql`(select sum(amount) from ${sql.table('line')})`)],
    ['sql.id', () => inSelect(sql`(select sum(amount) from ${sql.id('line')})`)],
    ['raw as a source', () => db.selectFrom(sql<{ id: string }>`line`.as('x')).select('x.id')],
    ['sql.id as a source', () => db.selectFrom(sql<{ id: string }>`${sql.id('line')}`.as('x')).select('x.id')],
    [
      'raw as a joined source',
      () =>
        db
          .selectFrom('shop')
          .innerJoin(sql<{ id: string }>`line`.as('x'), j => j.onTrue())
          .select('x.id'),
    ],
    [
      'a comma in a condition of a join',
      () =>
        db
          .selectFrom('shop')
          .innerJoin('note', j => j.on(sql<SqlBool>`true, line`))
          .select('shop.id'),
    ],
    ['a second source in an alias', () => db.selectFrom(sql<{ id: string }>`unnest(${['1']}::int[])`.as<'u'>(sql`u, line`)).selectAll()],
    [
      'a modifier',
      () =>
        db
          .selectFrom('shop')
          .selectAll()
          .modifyEnd(sql`, line`),
    ],
    [
      'a modifier in front',
      () =>
        db
          .selectFrom('shop')
          .selectAll()
          .modifyFront(sql`(table line) as x,`),
    ],
    [
      'raw union',
      () =>
        db
          .selectFrom('shop')
          .select('id')
          .union(sql<{ id: string }>`table line` as never),
    ],
    [
      'a bracket closed that was not opened',
      () =>
        tx
          .updateTable('note')
          .set({ words: 'x' })
          .where(sql<SqlBool>`true) or (true`),
    ],
    [
      'a comment that ends the statement',
      () =>
        tx
          .updateTable('note')
          .set({ words: 'x' })
          .where(sql<SqlBool>`true --`),
    ],
    ['a second statement', () => inSelect(sql`1; drop table line`)],
    ['a function that runs a text', () => db.selectFrom('shop').select(e => e.fn('query_to_xml', [e.val('select 1')]).as('x'))],
    ['a raw function that runs a text', () => inSelect(sql`query_to_xml(${'select * from line'}, true, true, '')`)],
    ['a raw function of the server', () => db.selectFrom(sql<{ x: string }>`pg_ls_dir('/')`.as('x')).selectAll()],
    ['a raw update', () => raw(sql`update note set words = ${'x'}`, tx)],
    ['a raw insert', () => raw(sql`insert into note values (1)`, tx)],
    ['a raw delete', () => raw(sql`delete from note`, tx)],
    ['a raw copy', () => raw(sql`copy note to stdout`, tx)],
    ['set_config', () => raw(sql`select set_config('app.org', '2', true)`)],
  ])('%s', (_name, build) => {
    expect(() => build().compile()).toThrow(
      /the door|sealed|not declared|stands alone|hide its scope|context\.write|raw SQL|alias|through the door|on conflict|delete names|explained|reads tables/,
    )
  })

  test.each([
    '(select sum(amount) from line)',
    '(select sum(amount)\nfrom\n\tline)',
    '(select sum(amount) from/**/line)',
    '(select sum(amount) from -- the lines\n line)',
    '(select sum(amount) FROM"line")',
    '(select 1 from "line")',
    '(select 1 from U&"l\\0069ne")',
    '(select 1 from only line)',
    '(select 1 from only(line))',
    '(select 1 from public.line)',
    '(select 1 from (values (1)) v, line)',
    '(select 1 from (values (1)) v cross join line)',
    '(select 1 from (values (1)) v join"line" on true)',
    '(select 1 from (line cross join (values (1)) v))',
    '(select 1 from unnest(array[1]) u, lateral line)',
    '(select 1 from generate_series(1, 2), "line")',
    '(table line)',
    "(select 1 from (select 'x from y') s, line)",
    "(select e'\\'' from line)",
    "(select 1 where 'a' = 'b' union select 1 from line)",
    '(select $1 from line)',
    '(select 1 from line',
    'extract(year from (select max(posted_on) from line))',
    '(select 1 is distinct from 1 from line)',
    '(select distinct from line)',
    "(select 1 from unnest(array['a, b']) u natural join line)",
    '(select (select 1 from (table line) t))',
    '(with x as (select 1 from line) select 1 from (values (1)) v)',
  ])('a table in raw SQL: %s', fragment => {
    expect(() => inSelect(sql.raw(fragment)).compile()).toThrow(DoorError)
  })

  test('pieces of several templates are read as one', () => {
    expect(() => inSelect(sql`(select 1 ${sql`from`} ${sql.raw('line')})`).compile()).toThrow(DoorError)
    expect(() => inSelect(sql`(select 1 fr${sql.raw('om line')})`).compile()).toThrow(DoorError)
    expect(() => inSelect(sql`(select 1 from \u0002)`).compile()).toThrow(DoorError)
  })

  test('a compiled query that passed no door answers nothing', async () => {
    await expect(db.executeQuery(CompiledQuery.raw('select * from line'))).rejects.toThrow(DoorError)
    await expect(db.executeQuery(bare.selectFrom('line').selectAll().compile())).rejects.toThrow(DoorError)
  })

  test('the server itself reaches what is sealed', () => {
    expect(
      shown(
        reading({ ...mine, server: true })
          .selectFrom('secret')
          .select('word'),
      ),
    ).toBe('select word from secret')
    expect(() => db.selectFrom('secret').selectAll().compile()).toThrow(SealedTable)
  })
})

describe('on PostgreSQL', () => {
  let database: TestDatabase
  let owner: pg.Client
  let real: Kysely<Tables>
  beforeAll(async () => {
    database = await testDatabase({ empty: true })
    owner = new pg.Client(database.ownerUrl)
    await owner.connect()
    for (const statement of [
      'create table shop (id bigint primary key, org_id bigint, name text)',
      'create table line (id bigint primary key, shop_id bigint, posted_on date, amount numeric)',
      'create table note (id bigint primary key, org_id bigint, owner_id bigint, shop_id bigint, words text)',
      'create table country (id bigint primary key, code text)',
      'create table secret (id bigint primary key, word text)',
      ...runtimeGrants('public', runtimeRole),
      "insert into shop values (1, 1, 'a'), (2, 1, 'b'), (3, 1, 'c'), (4, 2, 'd')",
      "insert into note values (1, 1, 7, 1, 'mine'), (2, 1, 8, 1, 'his'), (3, 2, 7, 4, 'of the other organisation'), (4, 1, 7, 3, 'mine too')",
    ])
      await owner.query(statement)
    real = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.appUrl, max: 2 }) }) })
  })
  afterAll(async () => {
    await real.destroy()
    await owner.end()
    await database.drop()
  })
  const write = <T>(work: (on: Kysely<Tables>) => Promise<T>, granted = mine): Promise<T> =>
    real
      .withPlugin(new Door(resources, granted, true))
      .transaction()
      .execute(work)
  const notes = async (): Promise<string> =>
    (
      await owner.query<{ all: string }>(
        "select string_agg(concat_ws(' ', id, org_id, owner_id, words), '; ' order by id) as all from note",
      )
    ).rows[0]?.all ?? ''

  test('rows of the scope alone', async () => {
    const on = real.withPlugin(new Door(resources, mine, false))
    expect((await on.selectFrom('note').select('id').orderBy('id').execute()).map(r => r.id)).toEqual(['1', '4'])
    expect((await on.selectFrom('note as n').innerJoin('shop as s', 's.id', 'n.shop_id').select('n.id').execute()).map(r => r.id)).toEqual([
      '1',
    ])
  })

  test('counts are those of the rows that changed', async () => {
    const [updates, deletes, inserts] = await write(
      async on =>
        [
          await on.updateTable('note').set({ words: 'x' }).where('id', 'in', ['1', '2', '3', '4']).executeTakeFirstOrThrow(),
          await on.deleteFrom('note').where('id', 'in', ['2', '3', '4']).executeTakeFirstOrThrow(),
          await on
            .insertInto('note')
            .values([
              { ...values, id: '11' },
              { ...values, id: '12' },
            ])
            .executeTakeFirstOrThrow(),
        ] as const,
    )
    expect([updates.numUpdatedRows, deletes.numDeletedRows, inserts.numInsertedOrUpdatedRows]).toEqual([2n, 1n, 2n])
    expect(
      await write(on => on.updateTable('note').set({ words: 'y' }).where('id', '=', '1').returning(['id', 'words']).execute()),
    ).toEqual([{ id: '1', words: 'y' }])
    expect(await notes()).toBe('1 1 7 y; 2 1 8 his; 3 2 7 of the other organisation; 11 1 7 x; 12 1 7 x')
  })

  test.each<[string, (on: Kysely<Tables>) => Promise<unknown>]>([
    [
      'an insert for another organisation',
      on =>
        on
          .insertInto('note')
          .values({ ...values, id: '20', org_id: '2' })
          .execute(),
    ],
    [
      'an insert for another owner',
      on =>
        on
          .insertInto('note')
          .values({ ...values, id: '20', owner_id: '8' })
          .returning('id')
          .execute(),
    ],
    [
      'an insert without an owner is not inside',
      on =>
        on
          .insertInto('note')
          .values({ ...values, id: '20', owner_id: '9' })
          .execute(),
    ],
    ['an update that gives the row away', on => on.updateTable('note').set({ owner_id: '8' }).where('id', '=', '1').execute()],
    [
      'an update that moves it to another organisation',
      on => on.updateTable('note').set({ org_id: '2' }).where('id', '=', '1').returning('id').execute(),
    ],
    [
      'an upsert over a row of another',
      on =>
        on
          .insertInto('note')
          .values({ ...values, id: '2' })
          .onConflict(c => c.column('id').doUpdateSet({ words: 'taken' }))
          .execute(),
    ],
    [
      'insert select that carries one foreign row',
      on =>
        on
          .insertInto('note')
          .columns(['id', 'org_id', 'owner_id', 'words'])
          .expression(q =>
            q.selectFrom('shop').select([sql<string>`id + 100`.as('id'), 'org_id', sql<string>`6 + id`.as('owner_id'), 'name']),
          )
          .execute(),
    ],
  ])('refused and rolled back: %s', async (_name, work) => {
    const before = await notes()
    await expect(
      write(async on => {
        await on
          .insertInto('note')
          .values({ ...values, id: '30' })
          .execute()
        await work(on)
      }),
    ).rejects.toThrow('超出了您的数据权限')
    expect(await notes()).toBe(before)
  })

  test("a row whose scope column is empty lies in nobody's scope", async () => {
    const before = await notes()
    await expect(
      write(on =>
        on
          .updateTable('note')
          .set({ owner_id: null as never })
          .where('id', '=', '1')
          .execute(),
      ),
    ).rejects.toThrow('超出了您的数据权限')
    expect(await notes()).toBe(before)
  })
})
