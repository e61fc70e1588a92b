import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'

test.each<[string, string, string[]]>([
  ['two plain statements', 'select 1; select 2;', ['select 1', 'select 2']],
  ['last without semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
  ['only comments', '-- nothing; here\n/* a; b */ ;', []],
  ['semicolon in a string', "insert into t values ('a;b''c;'); select 1", ["insert into t values ('a;b''c;')", 'select 1']],
  ['escape string', "select E'a\\';b'; select 2", ["select E'a\\';b'", 'select 2']],
  ['a name that ends in e before a string', "select type'x\\'; select 2", ["select type'x\\'", 'select 2']],
  ['quoted name', 'create table "a;b" (); select 1', ['create table "a;b" ()', 'select 1']],
  ['dollar body', 'do $$ begin; end; $$; select 1', ['do $$ begin; end; $$', 'select 1']],
  ['tagged dollar body', 'do $a$ x; $$ y; $a$; select 1', ['do $a$ x; $$ y; $a$', 'select 1']],
  ['parameters are no dollar quote', 'prepare p as select $1; select $2', ['prepare p as select $1', 'select $2']],
  ['nested comment', 'select /* a /* ; */ ; */ 1; select 2', ['select /* a /* ; */ ; */ 1', 'select 2']],
  [
    'atomic body',
    'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
    ['create function f() returns int begin atomic select case when true then 1 end; select 2; end', 'select 3'],
  ],
])('%s', (_name, sql, expected) => {
  expect(splitStatements(sql)).toEqual(expected)
})

test.each([["select 'open"], ['do $$ open'], ['/* open']])('an open quote is refused: %s', sql => {
  expect(() => splitStatements(sql)).toThrow(/没有/)
})
