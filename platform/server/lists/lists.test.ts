import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choice, date, dateTime, decimal, flag, integer, money, month, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Condition, ListQuery, Row } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/context.ts'
import { listRoutes } from './routes.ts'
import { exportOfList } from './export.ts'
import { anyTable, conditionsOf, keyOfRowId, rowId, wireFields } from './columns.ts'
import { splitValues } from './conditions.ts'
import { listOf } from './list.ts'
import { rowsQuery } from './query.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { addRecord, oneRecord, updateRecord } from './record.ts'
import { listBooks, type ListBooks } from './list-books.ts'

const parcel = resource('parcel', {
  type: 'parcel',
  title: ['包裹', 'Parcel'],
  kind: 'local',
  scope: ownOrganisation,
  fields: {
    name: text('名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    note: text('备注', 'Note', { optional: true, filter: 'equals', sort: true }),
    pieces: integer('件数', 'Pieces', { optional: true, filter: 'range', sort: true, total: true }),
    weight: decimal('重量', 'Weight', 3, { optional: true, sort: true, total: true }),
    price: money('价格', 'Price', { optional: true, sort: true, total: true, currency: 'coin' }),
    coin: text('币种', 'Currency', { default: 'USD', filter: 'select' }),
    sentOn: date('寄出日期', 'Sent on', { optional: true, filter: 'range', sort: true }),
    booked: month('月份', 'Month', { optional: true, filter: 'range', sort: true }),
    seenAt: dateTime('扫描时间', 'Seen at', { optional: true, filter: 'range', sort: true }),
    state: choice('状态', 'State', { open: [1, '待寄', 'Open'], sent: [2, '已寄', 'Sent'] }, { default: 1, filter: 'select', sort: true }),
    urgent: flag('加急', 'Urgent', { default: false, filter: 'select', sort: true }),
    boxId: reference('箱子', 'Box', 'box', { optional: true, filter: 'select', sort: true }),
  },
  key: ['name'],
  sort: { field: 'name', way: 'ASC' },
}) as unknown as Resource
const box = resource('box', {
  type: 'box',
  title: ['箱子', 'Box'],
  kind: 'local',
  scope: ownOrganisation,
  fields: { name: text('名称', 'Name', { sort: true }) },
  key: ['name'],
}) as unknown as Resource

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([parcel, box])
  me = b.as('1')
  await b.run("insert into box (id, org_id, name) values (1, 1, '大箱'), (2, 2, '外人的箱'), (3, 1, '小箱')")
  // 甲 lies on 2026-03-01 in Shanghai and on 2026-02-28 in UTC; 乙 at the last second of that day
  await b.run(`insert into parcel (org_id, name, note, pieces, weight, price, coin, sent_on, booked, seen_at, state, urgent, box_id) values
    (1, '甲', 'a,b', 1, 1.5, 10.01, 'USD', '2026-02-28', '2026-02-01', '2026-02-28T16:00:00Z', 1, false, 1),
    (1, '乙', '50%', 2, 2.5, 20.02, 'USD', '2026-03-01', '2026-03-01', '2026-03-01T15:59:59.999Z', 2, true, 3),
    (1, '丙', 'x_y', 30, null, -5, 'EUR', '2026-03-02', '2026-03-01', '2026-03-01T16:00:00Z', 1, false, null),
    (1, '丁', '', null, 0.001, null, 'EUR', null, null, null, 1, false, null),
    (1, '戊''; drop table parcel --', 'back\\slash', 4, 4, 0.0001, 'USD', '2026-03-19', '2026-01-01', '2026-03-19T18:00:00Z', 2, true, 1),
    (1, 'ABC', null, 5, 5, 1, 'USD', '2025-12-31', '2025-12-01', '2025-12-31T12:00:00Z', 1, true, 1),
    (2, '外人', 'a,b', 99, 99, 99, 'USD', '2026-03-01', '2026-03-01', '2026-03-01T12:00:00Z', 1, false, 2)`)
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

const added = (name: string, more: object = {}): Promise<{ id: string }> => addRecord(me, parcel, { name, ...more })
const trail = (recordId: string): Promise<{ verb: string; before: Row | null; after: Row | null; account_name: string }[]> =>
  b.rows("select verb, before, after, account_name from audit_entry where subject = 'parcel' and record_id = $1 order by id", [recordId])

describe('records', () => {
  test('add, edit and delete, each with its entry in the trail', async () => {
    const { id } = await added('己', { pieces: 3, price: '1.2345', boxId: '1' })
    expect(await updateRecord(me, parcel, { id, version: 1, pieces: 4 })).toEqual({ id, version: 2 })
    expect(await oneRecord(me, parcel, id)).toMatchObject({ name: '己', pieces: 4, price: '1.2345', boxIdLabel: '大箱', version: 2 })
    expect(await removeRecords(me, parcel, [id])).toEqual({ deleted: 1, batchId: expect.any(String) })
    const entries = await trail(id)
    expect(entries.map(e => [e.verb, e.before?.['pieces'] ?? null, e.after?.['pieces'] ?? null])).toEqual([
      ['add', null, 3],
      ['update', 3, 4],
      ['remove', 4, null],
    ])
    await expect(oneRecord(me, parcel, id)).rejects.toMatchObject({ code: 1004 })
  })

  test('the trail can be neither changed nor emptied by the program', async () => {
    for (const statement of ["update audit_entry set verb = 'x'", 'delete from audit_entry', 'truncate audit_entry'])
      await expect(b.asProgram(statement)).rejects.toThrow(/permission denied/)
  })

  test('the second of two edits is told who was first', async () => {
    const { id } = await added('庚')
    await updateRecord(b.as('1', '李雷'), parcel, { id, version: 1, pieces: 1 })
    await expect(updateRecord(me, parcel, { id, version: 1, pieces: 2 })).rejects.toMatchObject({
      code: 1009,
      message: expect.stringMatching(/李雷在 .* 修改了这条包裹/) as string,
    })
    await expect(updateRecord(me, parcel, { id, pieces: 2 })).rejects.toMatchObject({ code: 1002 })
    await removeRecords(me, parcel, [id])
  })

  test('two at once: one edit wins, one delete wins, edit and delete in either order', async () => {
    const { id } = await added('辛')
    const codes = (work: readonly Promise<unknown>[]): Promise<unknown[]> =>
      Promise.all(
        work.map(w =>
          w.then(
            () => 0,
            (e: { code: unknown }) => e.code,
          ),
        ),
      )
    expect(
      (
        await codes([updateRecord(me, parcel, { id, version: 1, pieces: 1 }), updateRecord(me, parcel, { id, version: 1, pieces: 2 })])
      ).sort((a, b) => Number(a) - Number(b)),
    ).toEqual([0, 1009])
    expect((await trail(id)).filter(e => e.verb === 'update')).toHaveLength(1)
    expect((await codes([removeRecords(me, parcel, [id]), removeRecords(me, parcel, [id])])).sort((a, b) => Number(a) - Number(b))).toEqual(
      [0, 1004],
    )
    for (const order of ['edit first', 'delete first'] as const) {
      const other = (await added(`壬${order}`)).id
      const edit = () => updateRecord(me, parcel, { id: other, version: 1, pieces: 1 })
      const remove = () => removeRecords(me, parcel, [other])
      const [first, second] = order === 'edit first' ? [edit, remove] : [remove, edit]
      const done = await codes([first(), second()])
      expect(done.every(c => c === 0 || c === 1004)).toBe(true)
      expect(done).toContain(0)
      expect(await b.rows('select 1 from parcel where id = $1', [other])).toEqual([])
    }
  })

  test("a name that is taken, in edit and add; not by another organisation's record", async () => {
    const { id } = await added('癸')
    await expect(added('癸')).rejects.toMatchObject({ code: 1002, message: '名称已存在，请换一个' })
    const other = await added('子')
    await expect(updateRecord(me, parcel, { id: other.id, version: 1, name: '癸' })).rejects.toMatchObject({
      code: 1002,
      message: '名称已存在，请换一个',
    })
    const namesake = await added('外人')
    await removeRecords(me, parcel, [id, other.id, namesake.id])
  })

  test('a reference outside the scope, in edit and add', async () => {
    for (const boxId of ['2', '999'])
      await expect(added('丑', { boxId })).rejects.toMatchObject({
        code: 1002,
        data: { errors: [{ field: 'boxId', message: '箱子不存在或无权使用，请重新选择' }] },
      })
    const { id } = await added('寅')
    await expect(updateRecord(me, parcel, { id, version: 1, boxId: '2' })).rejects.toMatchObject({ code: 1002 })
    await expect(removeRecords(me, box, ['1'])).rejects.toMatchObject({
      code: 1002,
      message: expect.stringContaining('正被其他记录使用') as string,
    })
    await removeRecords(me, parcel, [id])
  })

  test("fields that are nobody's to set, and values that can't be", async () => {
    await expect(added('卯', { orgId: '2' })).rejects.toMatchObject({ code: 1002, message: expect.stringContaining('orgId') as string })
    await expect(added('卯', { createdAt: '2020-01-01' })).rejects.toMatchObject({ code: 1002 })
    await expect(
      added('', {
        pieces: 1.5,
        price: '1.23456',
        sentOn: '2026-02-30',
        booked: '2026-13',
        state: 9,
        urgent: 'x',
        boxId: 'a',
        seenAt: 'gestern',
      }),
    ).rejects.toMatchObject({
      data: {
        errors: ['name', 'pieces', 'price', 'sentOn', 'booked', 'seenAt', 'state', 'urgent', 'boxId'].map(
          field => expect.objectContaining({ field }) as object,
        ),
      },
    })
    for (const wrong of [
      { seenAt: '-271821-04-20T00:00:00Z' },
      { seenAt: '2026' },
      { seenAt: '9'.repeat(5) },
      { boxId: '9'.repeat(19) },
      { pieces: '9'.repeat(12) },
      { note: 'a\0b' },
      { price: '9'.repeat(30) },
    ]) {
      await expect(added(`辰${JSON.stringify(wrong).slice(0, 20)}`, wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: 1002 })
    }
  })

  test.each(['', '0', '-1', 'abc', '9'.repeat(19), '9'.repeat(30), "1' or '1'='1", 'WyIxIl0'])('an id that is none: %s', async id => {
    await expect(oneRecord(me, parcel, id)).rejects.toMatchObject({ code: 1004 })
    await expect(updateRecord(me, parcel, { id, version: 1, pieces: 1 })).rejects.toMatchObject({ code: 1004 })
    await expect(removeRecords(me, parcel, [id])).rejects.toMatchObject({ code: 1004 })
  })

  test('one unknown id among several deletes none', async () => {
    const { id } = await added('巳')
    await expect(removeRecords(me, parcel, [id, '123456'])).rejects.toMatchObject({ code: 1004 })
    await expect(oneRecord(me, parcel, id)).resolves.toMatchObject({ name: '巳' })
    await removeRecords(me, parcel, [id])
  })

  test('an opaque id must fit its key', () => {
    const fact = resource('fact', {
      title: ['行', 'Line'],
      kind: 'shop',
      scope: ownOrganisation,
      primary: ['shopId', 'day', 'no'],
      fields: { shopId: reference('店铺', 'Shop', 'shop'), day: date('日', 'Day'), no: integer('号', 'No') },
    }) as unknown as Resource
    expect(keyOfRowId(fact, rowId(fact, ['1', '2026-01-01', 5]))).toEqual(['1', '2026-01-01', '5'])
    for (const values of [
      ['1', 'x', 5],
      ['x', '2026-01-01', 5],
      ['1', '2026-01-01', '9'.repeat(12)],
      ['1', '2026-01-01'],
      ['1', '2026-01-01', { a: 1 }],
      'abc',
      null,
    ])
      expect(keyOfRowId(fact, Buffer.from(JSON.stringify(values)).toString('base64url'))).toBeNull()
  })
})

describe('export', () => {
  const sheets = async (ask: Parameters<typeof exportOfList>[2]) =>
    (await readXlsx(await buffer((await exportOfList(me, parcel, ask)).blob))).sheets

  test('equals the filter, exact, with names instead of codes, and says what it is', async () => {
    const [rows, notes] = await sheets({
      headers: ['品名', '价格', '状态', '箱子'],
      fields: ['name', 'price', 'state', 'boxId'],
      query: { conditionList: [{ field: 'coin', condition: 'EQ', value: 'USD' }], sortField: 'price', sortWay: 'ASC' },
    })
    expect(rows?.rows).toEqual([
      ['品名', '价格', '状态', '箱子'],
      ["戊'; drop table parcel --", 0.0001, '已寄', '大箱'],
      ['ABC', 1, '待寄', '大箱'],
      ['甲', 10.01, '待寄', '大箱'],
      ['乙', 20.02, '已寄', '小箱'],
    ])
    expect(JSON.stringify(notes?.rows)).toMatch(/USD.*王芳.*Asia\/Shanghai/)
  })

  test('cells that look like formulas are text', async () => {
    const made = await Promise.all(['=1+1', '+1', '-1+2', '@SUM(A1)'].map(name => added(name)))
    const [sheet] = await sheets({ headers: ['名称'], fields: ['name'], ids: made.map(m => m.id) })
    expect(sheet?.rows.slice(1).flat().sort()).toEqual(['+1', '-1+2', '=1+1', '@SUM(A1)'])
    expect(JSON.stringify([...(sheet?.cells?.values() ?? [])])).not.toMatch(/formula/i)
    await removeRecords(
      me,
      parcel,
      made.map(m => m.id),
    )
  })

  test('is one snapshot: what changes while it streams is not in it', async () => {
    const twice = me.snapshot(async function* (db) {
      for (let n = 0; n < 2; n++) yield* rowsQuery(anyTable(db), parcel, { where: [], order: [] }, ['name']).stream(2)
    })
    const found: string[] = []
    for await (const row of twice) {
      if (found.length === 0) await added('迟到')
      found.push(String(row['name']))
    }
    expect(found).toHaveLength(12)
    expect(found).not.toContain('迟到')
    const [late] = (await listOf(me, parcel, { name: '迟到' } as ListQuery)).list
    await removeRecords(me, parcel, [late?.id ?? ''])
  })

  test('refused: nothing to export, unknown fields, heads that do not match, foreign rows', async () => {
    await expect(
      sheets({ headers: [], fields: [], query: { conditionList: [{ field: 'name', condition: 'EQ', value: '无' }] } }),
    ).rejects.toMatchObject({ code: 1002, message: '没有数据，无法导出' })
    await expect(sheets({ headers: ['a'], fields: ['org_id'] })).rejects.toMatchObject({ code: 1002, message: '未知的字段 org_id' })
    await expect(sheets({ headers: ['a', 'b'], fields: ['name'] })).rejects.toMatchObject({ code: 1002 })
    const [foreign] = await b.rows<{ id: string }>('select id from parcel where org_id = 2')
    await expect(sheets({ headers: ['a'], fields: ['name'], ids: [foreign?.id ?? ''] })).rejects.toMatchObject({
      message: '没有数据，无法导出',
    })
    await expect(sheets({ headers: ['a'], fields: ['name'], ids: ['x'] })).rejects.toMatchObject({ code: 1004 })
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
