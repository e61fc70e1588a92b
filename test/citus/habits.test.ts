import { expect, test } from 'vitest'
import { date, dateTime, integer } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { grantedShops, ownOrganisation } from '#platform/declare/scope.ts'
import { Habits } from './habits.ts'

const fact = resource('fact', {
  title: ['行', 'Line'],
  access: { scope: grantedShops },
  fields: { shopId: integer('店', 'Shop'), day: date('日', 'Day') },
  storage: { kind: 'shop', primary: ['shopId', 'day'] },
})
const note = resource('note', {
  title: ['记', 'Note'],
  access: { scope: ownOrganisation },
  fields: { toldAt: dateTime('时', 'At') },
})
const habits = new Habits([fact, note] as unknown as Resource[])

test.each<[string, string]>([
  ['set_config', `select set_config('app.org', $1, true)`],
  ['travel', `alter role app set citus.propagate_set_commands = 'local'`],
  ['merge into', 'merge into note using x on true when matched then delete'],
  ['locked', 'select * from "fact" where "shop_id" = any($1) for update'],
  ['locked', 'select 1 from fact f join note n on true for no key update'],
  ['grouping sets', 'select sum(n) from fact group by rollup (shop_id)'],
  ['excluded', 'insert into note as note (id) values ($1) on conflict (id) do update set told_at = now() returning id'],
  ['among the values', 'insert into note (id, told_at) values ($1, (select told_at from other where id = $2))'],
  ['returning', 'update fact set n = 1 where shop_id = $1 returning "fact"."day"::text as day'],
  ['returning', `update note set n = 1 returning to_char(told_at, 'YYYY')`],
  ['::int', 'select pg_cancel_backend($1)'],
  ['alias', 'insert into "note" ("id") values ($1) returning ("note"."org_id" = $2) as "row_inside_scope"'],
])('found: %s', (rule, statement) => {
  expect(habits.of(statement).map(b => b.rule)).toEqual([expect.stringContaining(rule)])
})

test.each([
  'select * from "fact" where "fact"."shop_id" = $1 and "day" = $2 for update skip locked',
  'select * from note for update',
  'select sum(n) from note group by rollup (told_at)',
  'select sum(n) from fact where shop_id = $1 group by grouping sets ((day), ())',
  'insert into note as note (id, told_at) values ($1, now()) on conflict (id) do update set told_at = excluded.told_at returning id::text',
  'insert into note (id) select id from other where id in (select id from third)',
  `select 'set_config(' as words`,
  'select pg_cancel_backend($1::int)',
  'insert into "note" as "note" ("id") values ($1) returning ("note"."org_id" = $2) as "row_inside_scope"',
  'update fact set n = 1 where shop_id = $1 returning day, shop_id::text',
])('right: %s', statement => {
  expect(habits.of(statement)).toEqual([])
})
