import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { choice, decimal, integer, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { grantedShopsOrNone, ownOrganisation } from '#platform/declare/scope.ts'
import type { BatchResult } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { batchEdit, type BatchAsk } from './batch-edit.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { listOf } from '../lists/list.ts'
import { updateRecord } from '../verbs/record.ts'
import type { Hooks } from '../contract/record-hooks.ts'

const shelf = resource('shelf', {
  type: 'shelf',
  title: ['货架', 'Shelf'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('编号', 'Code', { max: 20, filter: 'equals', sort: true }),
    zone: text('区域', 'Zone', { max: 10, optional: true, filter: 'equals' }),
    weight: decimal('承重', 'Weight', 3, { optional: true, filter: 'range' }),
    levels: integer('层数', 'Levels', { min: 1, default: 1, filter: 'range' }),
    maker: text('厂家', 'Maker', { optional: true, editDisabled: true }),
    auditState: choice('审核', 'Audit', { no: [0, '未审核', 'No'], yes: [1, '已审核', 'Yes'] }, { default: 0, computed: true }),
    roomId: reference('库房', 'Room', 'room', { optional: true }),
  },
  list: { sort: { field: 'code', way: 'ASC' } },
  storage: { key: ['code'] },
}) as unknown as Resource
const room = resource('room', {
  type: 'room',
  title: ['库房', 'Room'],
  access: { scope: ownOrganisation },
  fields: { name: text('名称', 'Name') },
}) as unknown as Resource

const bin = resource('bin', {
  type: 'bin',
  title: ['货位', 'Bin'],
  access: { scope: grantedShopsOrNone },
  fields: { code: text('编号', 'Code', { filter: 'equals' }), shopId: reference('店铺', 'Shop', 'shop', { optional: true }) },
}) as unknown as Resource

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([shelf, room, bin])
  me = b.as('1')
  await b.run("insert into room (id, org_id, name) values (1, 1, '甲库'), (2, 2, '外人的库')")
})
afterAll(() => b.close())
beforeEach(async () => {
  await b.run('delete from shelf')
  await b.run(`insert into shelf (id, org_id, code, zone, weight, audit_state) values
    (1, 1, 'A1', 'A', 1.5, 0), (2, 1, 'A2', 'A', 2, 0), (3, 1, 'A3', 'A', 3, 1), (4, 1, 'B1', 'B', 4, 0), (9, 2, 'X1', 'A', 9, 0)`)
})
const edit = async (ask: BatchAsk, who = me): Promise<BatchResult> => {
  const done = await batchEdit(who, shelf, ask)
  if ('taskId' in done) throw new Error('became a task')
  return done
}
const zones = async (): Promise<string> =>
  (await b.rows<{ z: string }>('select code || zone || version as z from shelf order by id')).map(r => r.z).join(' ')
const untouched = 'A1A1 A2A1 A3A1 B1B1 X1A1'

describe('rows chosen', () => {
  test('each has its result, the changed ones their audit entries under one request', async () => {
    const ids = [
      { id: '1', version: 1 },
      { id: '2', version: 7 },
      { id: '3', version: 1 },
      { id: '4', version: 1 },
      { id: '9', version: 1 },
    ]
    expect(await edit({ ids, changes: { zone: 'B' } })).toEqual({
      batchId: expect.any(String),
      reasons: expect.any(Array),
      total: 5,
      changed: 1,
      unchanged: 1,
      refused: [
        { id: '2', reason: '已被修改，请刷新后再改' },
        { id: '3', reason: '已审核的数据不能修改，请先反审核' },
        { id: '9', reason: '货架不存在或已删除' },
      ],
    })
    expect(await zones()).toBe('A1B2 A2A1 A3A1 B1B1 X1A1')
    const trail = await b.rows(
      `select record_id, before->>'zone' as before, after->>'zone' as after from audit_entry where verb = 'batchUpdate'
        and subject = 'shelf'`,
    )
    expect(trail).toEqual([{ record_id: '1', before: 'A', after: 'B' }])
  })

  test('an equal value written differently is unchanged', async () => {
    expect(await edit({ ids: [{ id: '1', version: 1 }], changes: { weight: '1.500' } })).toMatchObject({ changed: 0, unchanged: 1 })
  })

  test('an edit between looking and saving is not overwritten', async () => {
    await updateRecord(me, shelf, { id: '1', version: 1, zone: 'C' })
    expect(await edit({ ids: [{ id: '1', version: 1 }], changes: { zone: 'B' } })).toMatchObject({ changed: 0, refused: [{ id: '1' }] })
  })

  test('two batches at once: one of them changes a row', async () => {
    const ids = [
      { id: '1', version: 1 },
      { id: '2', version: 1 },
    ]
    const both = await Promise.all([edit({ ids, changes: { zone: 'C' } }), edit({ ids: [...ids].reverse(), changes: { zone: 'D' } })])
    expect(new Set(both.map(one => one.changed))).toEqual(new Set([0, 2]))
    expect(new Set(both.map(one => one.refused.length))).toEqual(new Set([0, 2]))
  })
})

describe('all rows that match', () => {
  const query = { zone: 'A' }
  test('the preview counts and writes nothing', async () => {
    const preview = await edit({ query, changes: { zone: 'C' }, preview: true })
    expect(preview).toMatchObject({
      total: 3,
      changed: 2,
      unchanged: 0,
      refused: [],
      reasons: [{ reason: '已审核的数据不能修改，请先反审核', rows: 1 }],
      // rows as they are, and what they become
      sample: {
        before: [
          { id: '1', zone: 'A' },
          { id: '2', zone: 'A' },
        ],
        after: { zone: 'C' },
      },
    })
    expect(await zones()).toBe(untouched)
  })
  test('the count that was previewed is held to', async () => {
    await expect(edit({ query, changes: { zone: 'C' }, expected: 2 })).rejects.toMatchObject({ code: 1009, data: { total: 3 } })
    await expect(edit({ query, changes: { zone: 'C' } })).rejects.toMatchObject({ code: 1002 })
    expect(await zones()).toBe(untouched)
    expect(await edit({ query, changes: { zone: 'C' }, expected: 3 })).toMatchObject({ changed: 2 })
    expect(await zones()).toBe('A1C2 A2C2 A3A1 B1B1 X1A1')
  })
  test('another organisation changes its own rows alone', async () => {
    expect(await edit({ query, changes: { zone: 'C' }, expected: 1 }, b.as('2'))).toMatchObject({ changed: 1 })
    expect(await zones()).toBe('A1A1 A2A1 A3A1 B1B1 X1C2')
  })
  test('thousands go portion by portion, each row with its entry in the trail', async () => {
    const many = 7_000
    await b.run(
      `insert into shelf (id, org_id, code, zone, weight) select 1000 + n, 1, 'N' || n, 'N', 0.125 from generate_series(1, ${many}) n`,
    )
    expect(await edit({ query: { zone: 'N' }, changes: { zone: 'C' }, expected: many })).toMatchObject({ total: many, changed: many })
    const [trail] = await b.rows<{ n: number; was: string; after: object }>(
      `select count(*)::int as n, min(before->>'weight') as was, (array_agg(after order by record_id::bigint))[1] as after from audit_entry
       where record_id::bigint > 1000 and before->>'zone' = 'N' and after->>'zone' = 'C'`,
    )
    expect(trail).toMatchObject({ n: many, was: '0.125', after: { id: '1001', code: 'N1', zone: 'C', weight: '0.125', version: 2 } })
  })
})

test.each<[string, BatchAsk['changes'], string]>([
  ['nothing', {}, 'changes'],
  ['the key', { code: 'Z' }, 'code'],
  ['what is fixed after adding', { maker: 'Z' }, 'maker'],
  ['what the server computes', { auditState: 1 }, 'auditState'],
  ['an unknown field', { 'zone" = 1 --': 'Z' }, 'zone" = 1 --'],
  ['a value the form refuses', { levels: 0 }, 'levels'],
  ['an empty value where there is a default', { levels: '' }, 'levels'],
  ['a record of another organisation', { roomId: '2' }, 'roomId'],
])('refused by name, nothing written: %s', async (_what, changes, field) => {
  await expect(edit({ ids: [{ id: '1', version: 1 }], changes })).rejects.toMatchObject({ code: 1002, data: { errors: [{ field }] } })
  expect(await zones()).toBe(untouched)
})

test('rows that a change would take out of the caller’s scope: refused whole; rows outside it are not among all that match', async () => {
  await b.run("insert into shop (id, org_id, name) values (7, 1, '我的店'), (8, 1, '别人的店')")
  await b.run("insert into bin (id, org_id, code, shop_id) values (1, 1, 'a', 7), (2, 1, 'b', 7), (3, 1, 'c', 8)")
  const clerk = b.as('1', '李雷', true, ['7'])
  const shops = () => b.rows('select id, shop_id from bin order by id')
  const before = await shops()
  const ids = [
    { id: '1', version: 1 },
    { id: '3', version: 1 },
  ]
  expect(await batchEdit(clerk, bin, { ids, changes: { code: 'z' }, preview: true })).toMatchObject({ changed: 1, refused: [{ id: '3' }] })
  await expect(batchEdit(clerk, bin, { query: {}, changes: { shopId: '8' }, expected: 2 })).rejects.toMatchObject({ code: 1003 })
  await expect(batchEdit(clerk, bin, { query: {}, changes: { code: 'z' }, expected: 3 })).rejects.toMatchObject({
    code: 1009,
    data: { total: 2 },
  })
  expect(await shops()).toEqual(before)
  expect(await b.rows("select 1 from audit_entry where subject = 'bin'")).toEqual([])
})

test('a fault in the middle leaves nothing behind', async () => {
  const before = await b.rows('select count(*) from audit_entry')
  const hooks = { written: () => Promise.reject(new Error('the follower broke')) }
  await expect(batchEdit(me, shelf, { query: {}, changes: { zone: 'C' }, expected: 4 }, hooks)).rejects.toThrow('the follower broke')
  expect(await zones()).toBe(untouched)
  expect(await b.rows('select count(*) from audit_entry')).toEqual(before)
})

test('who follows hears of all rows of a portion at once, not row by row', async () => {
  const heard: unknown[] = []
  const hooks: Hooks = {
    written: async (_context, _tx, changes) =>
      void heard.push(changes.map(({ id, before, after }) => [id, before?.['zone'], after?.['zone']])),
  }
  await batchEdit(me, shelf, { query: {}, changes: { zone: 'C' }, expected: 4 }, hooks)
  expect(heard).toEqual([
    [
      ['1', 'A', 'C'],
      ['2', 'A', 'C'],
      ['4', 'B', 'C'],
    ],
  ])
})

test('the list shows what was written', async () => {
  await edit({ query: { zone: 'B' }, changes: { zone: null, roomId: '1' }, expected: 1 })
  expect((await listOf(me, shelf, { code: 'B1' })).list).toMatchObject([{ zone: null, roomId: '1', roomIdLabel: '甲库', version: 2 }])
})
