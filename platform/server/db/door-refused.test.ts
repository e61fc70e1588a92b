import { CompiledQuery, sql, type Kysely, type SqlBool } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DoorError } from './raw-text.ts'
import { SealedTable } from './scope-predicate.ts'
import { bare, db, mine, raw, reading, shown, tx, type Compilable, values } from '../../../test/setup/door.ts'

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
    ['sql.ref as a source', () => db.selectFrom(sql<{ id: string }>`${sql.ref('line')}`.as('x')).select('x.id')],
    [
      'sql.ref as a joined source',
      () =>
        db
          .selectFrom('shop')
          .innerJoin(sql<{ id: string }>`${sql.ref('line')}`.as('x'), j => j.onTrue())
          .select('shop.id'),
    ],
    ['sql.table under an alias', () => inSelect(sql.table('line'))],
    [
      'a table in an order',
      () =>
        db
          .selectFrom('shop')
          .select('id')
          .orderBy(sql`(select max(id) from ${sql.ref('line')})`),
    ],
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

  test('a text that was harmless around a value is read again around anything else, and elsewhere', () => {
    const around = (part: unknown) => sql<{ id: string }>`lower(${part})`
    for (const value of ['x', sql.ref('shop.name'), sql.val(1)]) expect(() => inSelect(around(value)).compile()).not.toThrow()
    for (const part of [sql.table('line'), sql`(table line)`, sql.raw('x from line'), tx.updateTable('note').set({ words: 'x' })])
      expect(() => inSelect(around(part)).compile()).toThrow(DoorError)
    expect(() => db.selectFrom(around('x').as('x')).selectAll().compile()).toThrow(DoorError)
    const list = (value: string) => sql<SqlBool>`true, ${value}`
    expect(() => inSelect(list('x')).compile()).not.toThrow()
    const joined = db.selectFrom('shop').innerJoin('note', j => j.on(list('x')))
    expect(() => joined.select('shop.id').compile()).toThrow(DoorError)
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
