/**
 * A jump deep into a list shows what lies there, whatever the order has: unique values, equal ones by the handful or by the thousand, empty
 * ones.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { date, integer, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { LongAnswer } from '../calls/long-answers.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { listOf } from './list.ts'
import { wholeList } from '../verbs/verbs.ts'

const crate = resource('crate', {
  type: 'crate',
  title: ['箱子', 'Crate'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('编号', 'Code', { filter: 'equals', sort: true }),
    shelf: integer('货架', 'Shelf', { sort: true }),
    zone: text('区域', 'Zone', { sort: true }),
    weight: integer('重量', 'Weight', { sort: true, optional: true, filter: 'range' }),
  },
  list: { sort: { field: 'id', way: 'DESC' } },
}) as unknown as Resource

/** Read within a period only. */
const haul = resource('haul', {
  type: 'haul',
  title: ['运次', 'Haul'],
  access: { scope: ownOrganisation },
  fields: { movedOn: date('日期', 'Day', { filter: 'range', sort: true }), code: text('编号', 'Code', { sort: true }) },
  list: { bound: { field: 'movedOn', days: 90 }, sort: { field: 'code', way: 'DESC' } },
}) as unknown as Resource

const rows = 4_000
let b: ListBooks
beforeAll(async () => {
  b = await listBooks([crate, haul])
  // both organisations between each other, so that a place counted in the table instead of the scope is the wrong one
  await b.run(`insert into crate (org_id, code, shelf, zone, weight)
    select 1 + n % 2, 'C' || lpad(n::text, 5, '0'), (n * 7919 % ${rows}) / 14, chr(65 + n % 3), nullif(n % 5, 0) * 100 + n % 11
    from generate_series(1, ${2 * rows}) n`)
  await b.run(`insert into haul (org_id, moved_on, code)
    select 1 + n % 2, date '2026-01-01' + n % 50, 'H' || lpad(n::text, 5, '0') from generate_series(1, ${2 * rows}) n`)
})
afterAll(() => b.close())
const ask = (query: ListQuery) => listOf(b.as('1'), crate, query)

async function all(query: ListQuery): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | null | undefined; next !== null;) {
    const page = await ask({ ...query, pageSize: 1_000, ...(next === undefined ? {} : { next }) })
    ids.push(...page.list.map(row => row.id))
    next = page.next ?? null
  }
  return ids
}

test.each<[string, ListQuery]>([
  ['the key, downwards', {}],
  ['unique values', { sortField: 'code', sortWay: 'ASC' }],
  ['some equal ones', { sortField: 'shelf', sortWay: 'ASC' }],
  ['some equal ones, downwards', { sortField: 'shelf', sortWay: 'DESC' }],
  ['thousands of equal ones', { sortField: 'zone', sortWay: 'DESC' }],
  ['empty ones last', { sortField: 'weight', sortWay: 'ASC' }],
  ['empty ones first', { sortField: 'weight', sortWay: 'DESC' }],
  ['two columns', { sortField: 'shelf', sortWay: 'DESC', orderByList: [{ field: 'code', orderBy: 'ASC' }] }],
  ['a filter', { sortField: 'weight', sortWay: 'ASC', weight: ['100', '400'] }],
])('%s', async (_what, query) => {
  const ids = await all(query)
  expect(new Set(ids).size).toBe(ids.length)
  const pageSize = 130
  for (let pageNum = 8; (pageNum - 1) * pageSize < ids.length; pageNum += 3) {
    const page = await ask({ ...query, only: 'rows', pageSize, pageNum })
    expect(page.list.map(row => row.id)).toEqual(ids.slice((pageNum - 1) * pageSize, pageNum * pageSize))
    if (page.next === null || page.next === undefined) continue
    const going = await ask({ ...query, only: 'rows', pageSize, next: page.next })
    expect(going.list[0]?.id).toBe(ids[pageNum * pageSize])
  }
  expect((await ask({ ...query, only: 'rows', pageSize, pageNum: 1_000 })).list).toEqual([])
})

test.each<[string, string, string]>([
  ['some weeks', '2026-01-05', '2026-02-10'],
  ['one day', '2026-01-05', '2026-01-05'],
  ['an end before its beginning', '2026-02-10', '2026-01-05'],
])('a period, %s: a jump shows the rows of its place and none outside', async (_what, startDate, endDate) => {
  const list = async (more: ListQuery): Promise<unknown[]> =>
    (await listOf(b.as('1'), haul, { startDate, endDate, only: 'rows', ...more })).list.map(row => row['code'])
  const [found] = await b.rows<{ codes: string[] }>(
    `select coalesce(array_agg(code order by code desc), '{}') as codes from haul where org_id = 1 and moved_on between '${startDate}'
      and '${endDate}'`,
  )
  const codes = found?.codes ?? []
  for (const pageNum of [1, 9, 12, 25, 40])
    expect(await list({ pageSize: 125, pageNum })).toEqual(codes.slice((pageNum - 1) * 125, pageNum * 125))
})

describe('a list of any length', () => {
  /** as its call is bound */
  const whole = (query: ListQuery): Promise<unknown> => wholeList(crate).handler(b.as('1'), { input: query, params: {} } as never)
  const asked = async (query: ListQuery): Promise<{ data: Record<string, unknown>; portions: (readonly { id: string }[])[] }> => {
    const answer = await whole(query)
    if (!(answer instanceof LongAnswer)) throw new Error('a page')
    const portions: (readonly { id: string }[])[] = []
    for await (const portion of answer.list) portions.push(portion as readonly { id: string }[])
    return { data: answer.data, portions }
  }
  test('9999999 rows are all there are, in order, each once, read in portions', async () => {
    for (const query of [{}, { sortField: 'zone' }, { sortField: 'weight', sortWay: 'DESC' }] as const) {
      const { data, portions } = await asked({ pageNum: 1, pageSize: 9_999_999, ...query })
      expect(data).toMatchObject({ total: rows, pageSize: 9_999_999, pageNum: 1 })
      expect(portions.map(portion => portion.length)).toEqual([1000, 1000, 1000, 1000])
      expect(portions.flat().map(({ id }) => id)).toEqual(await all(query))
    }
  })
  test('no more than asked for, and what is wrong is refused before the answer begins', async () => {
    const { portions } = await asked({ pageSize: 2_500 })
    expect(portions.map(portion => portion.length)).toEqual([1000, 1000, 500])
    await expect(whole({ pageSize: 2_500, pageNum: 2 })).rejects.toMatchObject({ code: 1002 })
    await expect(whole({ pageSize: 2_500, sortField: 'nothing' })).rejects.toMatchObject({ code: 1002 })
  })
  test('a page stays a page', async () => {
    expect(await whole({ pageSize: 10 })).toMatchObject({
      list: { length: 10 },
      total: rows,
    })
  })
})
