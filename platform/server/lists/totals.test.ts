import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { date, integer, money, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { listOf } from './list.ts'

const scan = resource('scan', {
  type: 'scan',
  title: ['扫描', 'Scan'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('条码', 'Code', { filter: 'equals', sort: true }),
    pieces: integer('件数', 'Pieces', { filter: 'range', total: true }),
    price: money('价格', 'Price', { total: true, currency: 'coin' }),
    coin: text('币种', 'Currency', { filter: 'select' }),
    scannedOn: date('日期', 'Day', { filter: 'range', sort: true }),
  },
  list: { sort: { field: 'createdAt', way: 'DESC' } },
  storage: { index: [['code'], ['orgId', 'pieces']] },
}) as unknown as Resource

const many = 30_000
const few = 100
let b: ListBooks
beforeAll(async () => {
  b = await listBooks([scan])
  // organisation 1 holds many rows in two currencies, organisation 2 a few in one
  await b.run(`insert into scan (org_id, code, pieces, price, coin, scanned_on)
    select 1, 'A' || n, n % 100, 0.01, case when n % 2 = 0 then 'USD' else 'EUR' end, '2026-01-01' from generate_series(1, ${many}) n`)
  await b.run(`insert into scan (org_id, code, pieces, price, coin, scanned_on)
    select 2, 'B' || n, 1, 2.5, 'USD', '2026-01-01' from generate_series(1, ${few}) n`)
  await b.run('analyze scan')
})
afterAll(() => b.close())
const ask = (orgId: string, query: ListQuery) => listOf(b.as(orgId), scan, query)

describe('a list that asks for its rows at once', () => {
  test('many rows: an estimate that says so, and no sums', async () => {
    const answer = await ask('1', { only: 'rows' })
    expect(answer).toMatchObject({ totalExact: false, pageNum: 1, pageSize: 10 })
    expect(answer.list).toHaveLength(10)
    expect(answer.next).toEqual(expect.any(String))
    expect(answer.total).toBeGreaterThan(many / 2)
    expect(answer.total).toBeLessThan(many * 2)
    expect(answer).not.toHaveProperty('totals')
    expect(answer).not.toHaveProperty('totalsByCurrency')
  })

  test('few rows: exact, with sums; the many of another organisation do not show in it', async () => {
    expect(await ask('2', { only: 'rows' })).toMatchObject({ total: few, totalExact: true, totals: { pieces: '100', price: '250.0000' } })
  })

  test('a filter with few hits among many rows is exact', async () => {
    expect(await ask('1', { only: 'rows', code: 'A17' })).toMatchObject({ total: 1, totalExact: true, totals: { pieces: '17' } })
    expect(await ask('1', { only: 'rows', pieces: ['5', '5'] })).toMatchObject({ total: many / 100, totalExact: true })
  })

  test('a filter of another organisation finds nothing, estimated or counted', async () => {
    expect(await ask('2', { only: 'rows', code: 'A17' })).toMatchObject({ list: [], total: 0, totalExact: true })
  })

  test('the last page knows the count by its place', async () => {
    const answer = await ask('1', { only: 'rows', pageNum: 61, pageSize: 500, pieces: ['0', '99'] })
    expect(answer.list).toHaveLength(0)
    const last = await ask('1', { only: 'rows', pageNum: 60, pageSize: 500, pieces: ['0', '99'] })
    expect(last).toMatchObject({ total: many, totalExact: true, next: null })
  })
})

test('the totals alone: no rows, exact, money by currency', async () => {
  const answer = await ask('1', { only: 'totals' })
  expect(answer).toMatchObject({ list: [], next: null, total: many, totalExact: true })
  expect(answer.totals).toEqual({ pieces: '1485000', price: null })
  expect(answer.totalsByCurrency).toEqual({ price: { USD: '150.0000', EUR: '150.0000' } })
})

test('without `only` all is exact, as the totals alone say', async () => {
  const both = await ask('1', {})
  const { list: _none, next: _end, ...totals } = await ask('1', { only: 'totals' })
  expect(both).toMatchObject({ ...totals })
  expect(both.list).toHaveLength(10)
})

test('anything else is refused by name', async () => {
  await expect(ask('1', { only: 'count' } as unknown as ListQuery)).rejects.toMatchObject({
    code: 1002,
    message: 'only 只能是 rows 或 totals',
    data: { errors: [{ field: 'only' }] },
  })
})

test.each<[string, ListQuery]>([
  ['default order', {}],
  ['another, with a filter', { sortField: 'code', sortWay: 'ASC', pieces: ['10', '60'] }],
])('a jump deep into the list shows the rows that going on page by page shows: %s', async (_what, query) => {
  const first = await ask('1', { ...query, only: 'rows', pageSize: 1_000 })
  const going = await ask('1', { ...query, only: 'rows', pageSize: 1_000, next: first.next ?? '' })
  const jump = await ask('1', { ...query, only: 'rows', pageSize: 1_000, pageNum: 2 })
  expect(jump.list).toEqual(going.list)
  expect(jump.next).toBe(going.next)
  expect((await ask('1', { ...query, only: 'rows', pageSize: 1_000, pageNum: 1_000 })).list).toEqual([])
})
