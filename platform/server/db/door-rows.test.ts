import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { Door } from './door.ts'
import { runtimeGrants } from './migrate.ts'
import { runtimeRole } from './roles.ts'
import { mine, resources, type Tables, values } from '../../../test/setup/door.ts'

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
      "insert into note values (1, 1, 7, 1, 'mine'), (2, 1, 8, 1, 'his'), (3, 2, 7, 4, 'of the other organisation'), (4, 1, 7, 3, " +
        "'mine too')",
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
