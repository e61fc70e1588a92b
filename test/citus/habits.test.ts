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
const place = resource('place', {
  title: ['处', 'Place'],
  access: { scope: ownOrganisation },
  fields: { toldAt: dateTime('时', 'At') },
  storage: { kind: 'reference' },
})
const habits = new Habits([fact, note, place] as unknown as Resource[])

test.each<[string, string]>([
  ['set_config', `select set_config('app.org', $1, true)`],
  // each was refused by Citus 13.2.2 in a statement of the product, or answered otherwise
  [
    'never drive',
    `with sample as materialized (select day, line from fact where shop_id = $1 limit 9), others as (select o.id from place o)
      select o.id, (select count(*) from sample x where exists (select from fact f
        where f.shop_id = o.id and f.day = x.day)) as found from others o`,
  ],
  ['no query in RETURNING', 'insert into note as note (id) values ($1) returning exists (select from place p where p.id = note.no)'],
  ['no query in RETURNING', 'insert into note as note (id) select id from other returning exists (select from place p where p.id = 1)'],
  [
    'one value',
    `select n.sku from (select distinct on (f.sku) f.shop_id, f.sku from fact f where f.shop_id = $1 order by f.sku) n
      left join note l on l.sku = n.sku where case when l.sku is null
        then exists (select from fact g where g.shop_id = n.shop_id and g.sku = n.sku) else true end`,
  ],
  [
    'never drive',
    `with shops as (select s.id from place s where s.org_id = $1) select k.id from place k
      where exists (select from shops s cross join lateral (
        select from fact f where f.shop_id = s.id and f.kind = k.id limit 1) x)`,
  ],
  [
    'never drive',
    `select m.sku from jsonb_to_recordset($1::jsonb) as m(shop bigint, sku text)
      where exists (select from fact f where f.shop_id = m.shop and f.sku = m.sku) limit 1`,
  ],
  [
    'never drive',
    `with told as materialized (select c.order_no from note c) select t.order_no from told t
      where exists (select from fact f where f.shop_id = $1 and f.order_no = t.order_no)`,
  ],
  ['look of a row', 'delete from note c where not exists (select from fact f where f.shop_id = c.shop_id and f.no = c.no)'],
  [
    'look of a row',
    `delete from fact c where c.shop_id = any($1) and not exists (select from jsonb_to_recordset($2::jsonb) as r(shop bigint, day date)
      where r.shop = c.shop_id and r.day = c.day)`,
  ],
  [
    'look of a row',
    `select distinct f.shop_id, f.day from fact f where f.shop_id = any($1)
      and (false or exists (select 1 from unnest($2::text[]) as k(sku) where f.sku = k.sku))`,
  ],
  [
    'look of a row',
    `select distinct f.shop_id, f.day from fact f where f.shop_id = any($1)
      and (false or exists (select 1 from note t where t.id = any($2) and f.sku = t.sku))`,
  ],
  [
    'look of a row',
    `select p.id, (select min(o.at) from (select * from fact where fact.shop_id = any($1)) as o where o.no = p.no) as at
      from (select * from note where note.org_id = $2) as p`,
  ],
  [
    'one value',
    `select s.id, n.day from place s inner join lateral (select l.day from (select * from fact where fact.shop_id = any($1)) as l
      where l.shop_id = s.id order by l.day desc limit 1) n on true`,
  ],
  ['asked of all shops', 'delete from fact where import_id = $1'],
  ['asked of all shops', 'select sum(f.amount) from fact f join place p on p.id = f.place_id'],
  ['travel', `alter role app set citus.propagate_set_commands = 'local'`],
  ['merge into', 'merge into note using x on true when matched then delete'],
  ['locked', 'select * from "fact" where "shop_id" = any($1) for update'],
  ['locked', 'select 1 from fact f join note n on true where f.shop_id = any($1) for no key update'],
  ['grouping sets', 'select sum(n) from fact where shop_id = any($1) group by rollup (shop_id)'],
  ['excluded', 'insert into note as note (id) values ($1) on conflict (id) do update set told_at = now() returning id'],
  [
    'behind on conflict',
    `insert into note (id, no) select $1, n.no from note n group by 2
      on conflict (id) do update set no = case when note.kind = $2 then note.no else excluded.no end`,
  ],
  ['among the values', 'insert into note (id, told_at) values ($1, (select told_at from other where id = $2))'],
  ['returning', 'update fact set n = 1 where shop_id = $1 returning "fact"."day"::text as day'],
  ['returning', `update note set n = 1 returning to_char(told_at, 'YYYY')`],
  ['::int', 'select pg_cancel_backend($1)'],
  ['alias', 'insert into "note" ("id") values ($1) returning ("note"."org_id" = $2) as "row_inside_scope"'],
])('found: %s', (rule, statement) => {
  expect(habits.of(statement).map(b => b.rule)).toContainEqual(expect.stringContaining(rule))
})

test.each([
  'select * from "fact" where "fact"."shop_id" = $1 and "day" = $2 for update skip locked',
  'select * from note for update',
  'select sum(n) from note group by rollup (told_at)',
  'select sum(n) from fact where shop_id = $1 group by grouping sets ((day), ())',
  'insert into note as note (id, told_at) values ($1, now()) on conflict (id) do update set told_at = excluded.told_at returning id::text',
  'insert into note (id, no) values ($1, $2) on conflict (id) do update set no = $3',
  'insert into note (id) select id from other where id in (select id from third)',
  `select 'set_config(' as words`,
  'select pg_cancel_backend($1::int)',
  'insert into "note" as "note" ("id") values ($1) returning ("note"."org_id" = $2) as "row_inside_scope"',
  'update fact set n = 1 where shop_id = $1 returning day, shop_id::text',
  'select f.day from fact f where f.shop_id = any($1) and not exists (select from fact g where g.shop_id = f.shop_id and g.day > f.day)',
  // all of it is one machine's
  `select f.day from fact f where f.shop_id = $1
    and (f.day > $2 or exists (select from fact g where g.shop_id = f.shop_id and g.day = f.day))`,
  'select f.day from fact f join note n on n.no = f.no where f.shop_id = any($1) and f.kind in (select k.id from note k)',
  'select f.day from fact f where f.shop_id in (select s.id from place s where s.org_id = $1)',
  'delete from fact f where f.shop_id = any($1) and (f.day, f.no) not in (select r.day, r.no from unnest($2) as r(day, no))',
  `select p.no, o.at from note p
    left join (select f.no, min(f.at) as at from fact f where f.shop_id = any($1) group by 1) o on o.no = p.no`,
  `with gone as (delete from fact where shop_id = $1 returning day) select g.day::text as day from gone g`,
  `with gone as (delete from fact where shop_id = $1 returning day) insert into note (day) select day from gone`,
  'insert into fact (shop_id, day) values ($1, $2) on conflict (shop_id, day) do nothing',
])('right: %s', statement => {
  expect(habits.of(statement)).toEqual([])
})
