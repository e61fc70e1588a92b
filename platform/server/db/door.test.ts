import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { describe, expect, test } from 'vitest'
import { all, bare, db, raw, reading, shown, tx, type Compilable } from '../../../test/setup/door.ts'

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
      `select shop.id, (select coalesce(json_agg(agg), '[]') from (select note.words from ${note()} where note.shop_id = shop.id) ` +
        `as agg) as notes from ${shop()}`,
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
      `update note as n set words = 'x' from ${shop()} where (shop.id = n.shop_id) and ${noteScope('n')} returning ` +
        `${noteScope('n')} as row_inside_scope`,
    ],
    [
      'update by a sub-query',
      tx
        .updateTable('note')
        .set({ words: e => e.selectFrom('shop').select('name').limit(1) })
        .where('id', '=', '5'),
      `update note set words = (select name from ${shop()} limit 1) where (id = '5') and ${noteScope()} returning ${noteScope()} as ` +
        `row_inside_scope`,
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
      `insert into note as note (id, org_id, owner_id, words) values ('1', '1', '7', 'x') returning ${noteScope()} as row_inside_scope`,
    ],
    [
      'insert select',
      tx
        .insertInto('note')
        .columns(['id', 'words'])
        .expression(q => q.selectFrom('note').select(['id', 'words'])),
      `insert into note as note (id, words) select id, words from ${note()} ` +
        `returning (note.org_id = '1' and note.owner_id = any('{7}')) as row_inside_scope`,
    ],
    [
      'upsert',
      tx
        .insertInto('note')
        .values({ id: '1', org_id: '1', owner_id: '7', words: 'x' })
        .onConflict(c => c.column('id').doUpdateSet({ words: 'y' })),
      `insert into note as note (id, org_id, owner_id, words) values ('1', '1', '7', 'x') on conflict (id) do update set words = 'y' ` +
        `returning ${noteScope()} as row_inside_scope`,
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
      `select sum(amount) filter (where amount is distinct from 0) as s from ${line()} group by extract(year from posted_on), ` +
        `substring(id from 2)`,
    ],
  ])('%s', (_name, query, expected) => {
    expect(shown(query)).toBe(expected)
  })
})

describe('one transformer serves every door', () => {
  const list = db.selectFrom('line').selectAll()
  const asked = `select * from ${line()}`
  test('a query that is refused in its midst leaves nothing for the next', () => {
    // in the middle of a common table expression, of a write, of a nested query
    const refused: Compilable[] = [
      db
        .with('t', q => q.selectFrom('note').select('id'))
        .selectFrom('secret' as never)
        .selectAll(),
      tx
        .insertInto('note')
        .columns(['id'])
        .expression(q => q.selectFrom('nowhere' as never).select('id' as never)) as never,
      db
        .selectFrom(q =>
          q
            .selectFrom('line')
            .select(sql`(select 1 from secret)`.as('x'))
            .as('y'),
        )
        .selectAll(),
    ]
    for (const one of refused) {
      expect(() => one.compile()).toThrow(/sealed|not declared|names a table/)
      expect(shown(list)).toBe(asked)
      // `t` was a common table expression of the refused one, here it is a table that nobody declared
      expect(() =>
        db
          .selectFrom('t' as never)
          .selectAll()
          .compile(),
      ).toThrow('the table t is not declared')
      expect(shown(tx.deleteFrom('note'))).toBe(`delete from note where ${noteScope()}`)
    }
  })
  test('two doors in turn, and one query built inside the other, keep to their own grants', () => {
    const theirs = reading({ ...all, shops: ['9'] })
    const inTheirs = "(select * from line where (line.shop_id = any(['9']))) as line"
    for (let n = 0; n < 3; n += 1) {
      expect(shown(list)).toBe(asked)
      expect(shown(theirs.selectFrom('line').selectAll())).toBe(`select * from ${inTheirs}`)
    }
    expect(shown(theirs.selectFrom('line').selectAll().where('id', 'in', theirs.selectFrom('line').select('id')))).toBe(
      `select * from ${inTheirs} where id in (select id from ${inTheirs})`,
    )
  })
})
