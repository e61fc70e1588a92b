import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Condition, ListQuery } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listRoutes } from '../verbs/list-routes.ts'
import { conditionsOf, wireFields } from './columns.ts'
import { splitValues } from './conditions.ts'
import { listOf } from './list.ts'
import type { ListBooks } from '../../../test/setup/list-books.ts'
import { parcel, parcelBooks } from '../../../test/setup/parcels.ts'

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await parcelBooks()
  me = b.as('1')
})
afterAll(() => b.close())

const names = async (query: ListQuery): Promise<string> =>
  (await listOf(me, parcel, { pageSize: 100, ...query })).list.map(r => String(r['name']).slice(0, 3).replace(/戊.*/, '戊')).join(' ')
const where = (field: string, condition: string, value?: string | readonly string[]): Promise<string> =>
  names({ conditionList: [{ field, condition, ...(Array.isArray(value) ? { condList: value } : { value }) } as Condition] })
/** Names in the order of the list's own sort. */
const sorted = (all: string): string => all.split(' ').filter(Boolean).sort().join(' ')

describe('conditions', () => {
  test.each<[string, string, string | readonly string[] | undefined, string]>([
    ['name', 'EQ', '甲', '甲'],
    ['name', 'NE', '甲', 'ABC 丁 丙 乙 戊'],
    ['name', 'LIKE', 'bc', 'ABC'],
    ['name', 'NOT_LIKE', 'bc', '丁 丙 乙 戊 甲'],
    ['name', 'START', 'a', 'ABC'],
    ['name', 'IN', '甲,乙', '乙 甲'],
    ['name', 'NOT_IN', '甲,乙,丙', 'ABC 丁 戊'],
    ['note', 'EQ', String.raw`a\,b`, '甲'],
    ['note', 'IN', String.raw`a\,b,50%`, '乙 甲'],
    ['note', 'EQ', ['a,b'], '甲'],
    ['note', 'LIKE', '%', '乙'],
    ['note', 'LIKE', '_', '丙'],
    ['note', 'LIKE', String.raw`\\`, '戊'],
    ['note', 'START', '5', '乙'],
    ['note', 'EMPTY', undefined, 'ABC 丁'],
    ['note', 'NOT_EMPTY', undefined, '丙 乙 戊 甲'],
    ['note', 'NE', '50%', 'ABC 丁 丙 戊 甲'],
    ['note', 'NOT_LIKE', 'a', 'ABC 丁 丙 乙'],
    ['name', 'LIKE', "'; drop table", '戊'],
    ['name', 'EQ', "' or 1=1 --", ''],
    ['note', 'LIKE', "') or ('1'='1", ''],
    ['name', 'IN', ["a'); delete from parcel; --"], ''],
    ['pieces', 'EQ', '2', '乙'],
    ['pieces', 'NE', '2', 'ABC 丁 丙 戊 甲'],
    ['pieces', 'GT', '4', 'ABC 丙'],
    ['pieces', 'GE', '4', 'ABC 丙 戊'],
    ['pieces', 'LT', '2', '甲'],
    ['pieces', 'LE', '2', '乙 甲'],
    ['pieces', 'BETWEEN', '2,4', '乙 戊'],
    ['pieces', 'EMPTY', undefined, '丁'],
    ['weight', 'EQ', '1.50', '甲'],
    ['price', 'EQ', '0.0001', '戊'],
    ['price', 'LT', '0', '丙'],
    ['price', 'BETWEEN', '10.01,20.02', '乙 甲'],
    ['price', 'NOT_EMPTY', undefined, 'ABC 丙 乙 戊 甲'],
    ['sentOn', 'EQ', '2026-03-01', '乙'],
    ['sentOn', 'BETWEEN', '2026-02-28,2026-03-01', '乙 甲'],
    ['sentOn', 'LE', '2026-02-28', 'ABC 甲'],
    ['sentOn', 'EMPTY', undefined, '丁'],
    ['sentOn', 'YESTERDAY', undefined, '戊'],
    ['seenAt', 'EQ', '2026-03-01', '乙 甲'],
    ['seenAt', 'NE', '2026-03-01', 'ABC 丁 丙 戊'],
    ['seenAt', 'GT', '2026-03-01', '丙 戊'],
    ['seenAt', 'GE', '2026-03-02', '丙 戊'],
    ['seenAt', 'LT', '2026-03-01', 'ABC'],
    ['seenAt', 'LE', '2026-03-01', 'ABC 乙 甲'],
    ['seenAt', 'BETWEEN', '2026-03-01,2026-03-02', '丙 乙 甲'],
    ['seenAt', 'TODAY', undefined, '戊'],
    ['seenAt', 'YESTERDAY', undefined, ''],
    ['seenAt', 'THIS_MONTH', undefined, '丙 乙 戊 甲'],
    ['seenAt', 'LAST_MONTH', undefined, ''],
    ['booked', 'EQ', '2026-03', '丙 乙'],
    ['booked', 'GE', '2026-02', '丙 乙 甲'],
    ['booked', 'BETWEEN', '2025-12,2026-01', 'ABC 戊'],
    ['state', 'EQ', '2', '乙 戊'],
    ['state', 'IN', '1,2', 'ABC 丁 丙 乙 戊 甲'],
    ['state', 'NOT_IN', '2', 'ABC 丁 丙 甲'],
    ['urgent', 'EQ', '1', 'ABC 乙 戊'],
    ['urgent', 'NE', 'true', '丁 丙 甲'],
    ['boxId', 'EQ', '1', 'ABC 戊 甲'],
    ['boxId', 'IN', '1,3', 'ABC 乙 戊 甲'],
    ['boxId', 'EMPTY', undefined, '丁 丙'],
    ['boxId', 'NE', '1', '丁 丙 乙'],
    ['boxId', 'EQ', '2', ''],
  ])('%s %s %s', async (field, condition, value, expected) => {
    expect(sorted(await where(field, condition, value))).toBe(sorted(expected))
  })

  test('the own filters of the list', async () => {
    expect(sorted(await names({ name: 'ab', state: 1 } as ListQuery))).toBe('ABC')
    expect(sorted(await names({ pieces: ['2', ''], state: [2] } as unknown as ListQuery))).toBe(sorted('乙 戊'))
    expect(sorted(await names({ seenAt: ['2026-03-01', '2026-03-01'] } as unknown as ListQuery))).toBe(sorted('甲 乙'))
  })

  test('values are split at commas that are not escaped', () => {
    expect(splitValues(String.raw`a, b\,c,,d\\e`)).toEqual(['a', 'b,c', String.raw`d\e`])
  })

  const hostile = [
    "'",
    '"',
    '\\',
    '%',
    '\0',
    '$1',
    '1e400',
    'NaN',
    '-1',
    '9'.repeat(10),
    '9'.repeat(25),
    '2026-13-01',
    '0000-01-01',
    '9999-12-31',
    '{}',
    '{"a":1}',
    "1'; select pg_sleep(9) --",
    '🙂',
    'x'.repeat(20_000),
  ]
  test('nothing a stranger sends is an error of the database', async () => {
    const answers = { listed: 0, refused: 0 }
    for (const [field, f] of wireFields(parcel)) {
      for (const condition of conditionsOf(f)) {
        for (const value of hostile) {
          const done = await listOf(me, parcel, { conditionList: [{ field, condition, condList: [value, value] }] }).then(
            () => 0,
            (error: { code?: unknown }) => error.code,
          )
          expect([field, condition, value.slice(0, 30), done]).toEqual([field, condition, value.slice(0, 30), done === 0 ? 0 : 1002])
          answers[done === 0 ? 'listed' : 'refused'] += 1
        }
      }
    }
    expect(Math.min(answers.listed, answers.refused)).toBeGreaterThan(100)
  })

  test.each<[string, ListQuery, RegExp]>([
    ['unknown field', { conditionList: [{ field: 'secret', condition: 'EQ', value: '1' }] }, /secret/],
    ['a column that is no field', { conditionList: [{ field: 'org_id', condition: 'EQ', value: '1' }] }, /org_id/],
    ['a name of every object', { conditionList: [{ field: 'constructor', condition: 'EQ', value: '1' }] }, /constructor/],
    ['unknown operator', { conditionList: [{ field: 'name', condition: 'REGEXP' as never, value: '1' }] }, /名称不支持条件 REGEXP/],
    ['an operator of another kind', { conditionList: [{ field: 'state', condition: 'LIKE', value: '1' }] }, /状态不支持条件 LIKE/],
    ['unknown sort', { sortField: 'coin', sortWay: 'ASC' }, /不能按 coin 排序/],
    ['SQL as a sort', { orderByList: [{ field: 'name; drop table parcel', orderBy: 'ASC' }] }, /不能按 name; drop/],
    ['SQL as a way', { sortField: 'name', sortWay: 'ASC nulls first' as never }, /ASC 或 DESC/],
    ['unknown own filter', { weight2: 1 } as never, /weight2/],
    ['page of nothing', { pageNum: 0 }, /pageNum/],
    ['too large a page', { pageSize: 1001 }, /pageSize/],
    [
      '5,001 values',
      { conditionList: [{ field: 'name', condition: 'IN', condList: Array.from({ length: 5001 }, (_, i) => `n${i}`) }] },
      /5000 个值，现有 5001/,
    ],
    ['one end of a range', { conditionList: [{ field: 'pieces', condition: 'BETWEEN', value: '1' }] }, /请填写件数/],
    ['no value', { conditionList: [{ field: 'name', condition: 'EQ', value: '' }] }, /请填写名称/],
    ['an object as a value', { conditionList: [{ field: 'name', condition: 'EQ', condList: [{ a: 1 }] as never }] }, /名称的值不正确/],
    ['a text as a list', { conditionList: [{ field: 'name', condition: 'EQ', condList: 'abc' as never }] }, /名称的值不正确/],
    ['a date range where there is none', { startDate: '2026-01-01' }, /没有日期范围/],
    ['a forged cursor', { next: 'abc' }, /翻页标记/],
    ['a cursor of nothing', { next: Buffer.from('null').toString('base64url') }, /翻页标记/],
    [
      'a cursor with an object',
      {
        next: Buffer.from(
          JSON.stringify([
            ['name asc', 'id asc'],
            [{ a: 1 }, '1'],
          ]),
        ).toString('base64url'),
      },
      /翻页标记/,
    ],
    [
      'a cursor with a word for a number',
      {
        next: Buffer.from(
          JSON.stringify([
            ['name asc', 'id asc'],
            ['a', 'b'],
          ]),
        ).toString('base64url'),
      },
      /翻页标记/,
    ],
  ])('refused by name: %s', async (_name, query, message) => {
    await expect(listOf(me, parcel, query)).rejects.toMatchObject({ code: 1002, message: expect.stringMatching(message) as string })
  })

  test('5,000 values pass, and a number is as good as its text', async () => {
    expect(await where('name', 'IN', ['甲', ...Array.from({ length: 4999 }, (_, i) => `n${i}`)])).toBe('甲')
    expect(await names({ conditionList: [{ field: 'pieces', condition: 'EQ', value: 2 as never }] })).toBe('乙')
  })
})

describe('pages', () => {
  const orders: ListQuery[] = [
    {},
    ...['name', 'note', 'pieces', 'weight', 'price', 'sentOn', 'booked', 'seenAt', 'state', 'urgent', 'boxId'].flatMap(
      f =>
        [
          { sortField: f, sortWay: 'ASC' },
          { sortField: f, sortWay: 'DESC' },
        ] as ListQuery[],
    ),
    {
      orderByList: [
        { field: 'state', orderBy: 'DESC' },
        { field: 'note', orderBy: 'ASC' },
      ],
    },
    {
      orderByList: [
        { field: 'boxId', orderBy: 'ASC' },
        { field: 'seenAt', orderBy: 'DESC' },
      ],
    },
  ]
  test.each(orders.map(o => [JSON.stringify(o), o] as const))('by number and by cursor alike: %s', async (_name, order) => {
    const whole = (await listOf(me, parcel, { ...order, pageSize: 100 })).list.map(r => r.id)
    expect(new Set(whole).size).toBe(6)
    for (const pageSize of [1, 2, 5]) {
      const [byNumber, byCursor]: [string[], string[]] = [[], []]
      for (let pageNum = 1; pageNum <= 6; pageNum++)
        byNumber.push(...(await listOf(me, parcel, { ...order, pageSize, pageNum })).list.map(r => r.id))
      let next: string | null | undefined
      do {
        const page = await listOf(me, parcel, { ...order, pageSize, ...(next ? { next } : {}) })
        byCursor.push(...page.list.map(r => r.id))
        next = page.next
      } while (next)
      expect(byNumber).toEqual(whole)
      expect(byCursor).toEqual(whole)
    }
  })

  test('a cursor of another order is refused', async () => {
    const { next } = await listOf(me, parcel, { sortField: 'name', sortWay: 'ASC', pageSize: 2 })
    await expect(listOf(me, parcel, { sortField: 'name', sortWay: 'DESC', pageSize: 2, next: next ?? '' })).rejects.toMatchObject({
      code: 1002,
    })
  })

  test('totals over the whole filter, money by currency', async () => {
    expect(await listOf(me, parcel, { pageSize: 1 })).toMatchObject({
      total: 6,
      totalExact: true,
      totals: { pieces: '42', weight: '13.001', price: null },
      totalsByCurrency: { price: { USD: '31.0301', EUR: '-5.0000' } },
    })
    const one = await listOf(me, parcel, { conditionList: [{ field: 'coin', condition: 'EQ', value: 'USD' }] })
    expect(one.totals).toMatchObject({ price: '31.0301' })
    expect(one.totalsByCurrency).toBeUndefined()
    expect(await listOf(me, parcel, { conditionList: [{ field: 'name', condition: 'EQ', value: '无' }] })).toMatchObject({
      total: 0,
      list: [],
      next: null,
      totals: { pieces: '0', price: '0' },
    })
  })
})

test('options: labels of the own scope; metacharacters are plain; what nothing refers to needs the right to see it', async () => {
  const options = (input: object, who = me): Promise<unknown> =>
    listRoutes['POST /listField/options']?.handler(who, { input } as never) ?? Promise.reject(new Error('no such route'))
  expect(await options({ type: 'box' })).toEqual([
    { value: '1', label: '大箱' },
    { value: '3', label: '小箱' },
  ])
  expect(await options({ type: 'box', keyword: '%' })).toEqual([])
  expect(await options({ type: 'box', ids: ['2'] })).toEqual([])
  await expect(options({ type: 'box', ids: ['x'] })).rejects.toMatchObject({ code: 1002 })
  await expect(options({ type: 'box', by: 'org_id' })).rejects.toMatchObject({ code: 1002 })
  await expect(options({ type: 'parcel' }, b.as('1', '无权', false))).rejects.toMatchObject({ code: 1003 })
  expect(await options({ type: 'box' }, b.as('1', '无权', false))).toHaveLength(2)
})
