import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../contract/context.ts'
import { anyTable } from './any-table.ts'
import type { ListBooks } from '../../../test/setup/list-books.ts'
import { parcelBooks } from '../../../test/setup/parcels.ts'
import { copiedOut } from './copy-out.ts'
import { literalOf } from './literals.ts'

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await parcelBooks()
  me = b.as('1')
})
afterAll(() => b.close())

const copy = (context: Context, value = sql<unknown>`name`, where = sql<boolean>`true`): AsyncIterable<Buffer> =>
  context.snapshot(db =>
    copiedOut(db, context.db, anyTable(db).selectFrom('parcel').select(value.as('v')).where(where).orderBy('parcel.id')),
  )
const textOf = async (parts: AsyncIterable<Buffer>): Promise<string> => String(Buffer.concat(await Array.fromAsync(parts)))

test('brings the rows of the caller alone, with values where parameters would be', async () => {
  const names = ['甲', "戊'; drop table parcel --", 'x']
  expect(await textOf(copy(me, sql`name`, sql`name = any(${names})`))).toBe("甲\n戊'; drop table parcel --\n")
  expect(await textOf(copy(b.as('2')))).toBe('外人\n')
  expect(
    await textOf(copy(me, sql`name || ${"\\ '$1"}`, sql`pieces > ${4} and urgent = ${true} and note is not distinct from ${null}`)),
  ).toBe("ABC\\\\ '$1\n")
})

test.each<[unknown]>([
  ["it's"],
  ['back\\slash'],
  ['"'],
  ['$1'],
  [''],
  ['换行\n'],
  [12],
  [-1.5],
  [true],
  [null],
  [[]],
  [['a', 'b,c', '{"', '\\', "'", null, '', 'NULL', '中']],
  [[1, 2]],
  [
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
])('%j as a literal is what it is as a parameter', async value => {
  const type = Array.isArray(value) ? 'text[]' : 'text'
  expect(await b.rows(`select ${literalOf(value)}::${type} as v`)).toEqual(await b.rows(`select $1::${type} as v`, [value]))
})

test('a large number is exact, a value that has no literal is refused', () => {
  expect(literalOf(9_007_199_254_740_993n)).toBe("'9007199254740993'")
  expect(() => literalOf({ a: 1 })).toThrow("can't stand in a statement")
  expect(() => literalOf([Buffer.from('a')])).toThrow("can't stand in a statement")
})

test('takes one process of the database, not several', async () => {
  expect(await textOf(copy(me, sql`current_setting('max_parallel_workers_per_gather')`, sql`name = '甲'`))).toBe('0\n')
})

test('an error of a row reaches the reader, and the connection serves on', async () => {
  for (let i = 0; i < 6; i += 1) await expect(textOf(copy(me, sql`1 / (pieces - 2)`))).rejects.toMatchObject({ code: '22012' })
  expect(await textOf(copy(me, sql`count(*) over ()`, sql`name = '甲'`))).toBe('1\n')
})

test('a reader who stops stops the database, and the connection serves on', async () => {
  await b.run(`insert into parcel (org_id, name, note, coin, state, urgent)
    select 2, 'n' || i, repeat('x', 2000), 'USD', 1, false from generate_series(1, 20000) i`)
  const other = b.as('2')
  // more often than there are connections
  for (let i = 0; i < 6; i += 1) {
    let bytes = 0
    for await (const part of copy(other, sql`note`)) {
      bytes += part.length
      if (bytes > 100_000) break
    }
    expect(bytes).toBeLessThan(10_000_000)
  }
  expect(await b.rows("select query from pg_stat_activity where query like 'copy (%' and state = 'active'")).toEqual([])
  expect(await textOf(copy(other, sql`count(*) over ()`, sql`name = 'n1'`))).toBe('1\n')
  await b.run("delete from parcel where org_id = 2 and note like 'xxx%'")
})
