/**
 * A batch taken back: what it changed gets its old values, what it deleted comes back with its ids; what has changed since is left and
 * named.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bigInteger, choice, date, decimal, flag, integer, json, money, month, reference, text, texts } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { grantedShops, ownOrganisation } from '#platform/declare/scope.ts'
import type { Context } from '../contract/context.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { updateRecord } from '../verbs/record.ts'
import { batchEdit, type BatchAsk } from './batch-edit.ts'
import { removeBetween, removeRecords, type BetweenAsk } from './batch-remove.ts'
import { undoBatch } from './undo.ts'

const parcel = resource('parcel', {
  type: 'parcel',
  title: ['包裹', 'Parcel'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('编号', 'Code', { max: 20, filter: 'equals', sort: true }),
    zone: text('区域', 'Zone', { max: 10, optional: true, filter: 'equals' }),
    weight: decimal('重量', 'Weight', 6, { optional: true }),
    price: money('价格', 'Price', { optional: true }),
    pieces: integer('件数', 'Pieces', { default: 1 }),
    sentOn: date('发出日期', 'Sent on', { optional: true, filter: 'range' }),
    forMonth: month('所属月份', 'Month', { optional: true }),
    fragile: flag('易碎', 'Fragile', { default: false }),
    tags: texts('标签', 'Tags', { optional: true }),
    source: bigInteger('来源', 'Source', { optional: true, hidden: true }),
    traits: json<object>('特征', 'Traits'),
    siteId: reference('站点', 'Site', 'site', { optional: true, filter: 'select' }),
    auditState: choice('审核', 'Audit', { no: [0, '未审核', 'No'], yes: [1, '已审核', 'Yes'] }, { default: 0, computed: true }),
  },
  list: { batchDelete: { by: 'siteId', date: 'sentOn' } },
  storage: { key: ['code'] },
}) as unknown as Resource
const site = resource('site', {
  type: 'site',
  title: ['站点', 'Site'],
  access: { scope: ownOrganisation },
  fields: { name: text('名称', 'Name') },
}) as unknown as Resource
const yearly = resource('yearly', {
  type: 'yearly',
  title: ['年度费用', 'Yearly fee'],
  access: { scope: grantedShops },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop'),
    paidOn: date('日期', 'Day'),
    no: text('单号"/\\', 'No'),
    ordinal: integer('序号', 'Ordinal'),
    remark: text('备注', 'Remark', { default: '' }),
    version: integer('版本', 'Version', { default: 1, hidden: true }),
  },
  list: { bound: { field: 'paidOn', days: 90 }, batchDelete: { by: 'shopId', year: 'paidOn' } },
  storage: { kind: 'shop', primary: ['shopId', 'paidOn', 'no', 'ordinal'] },
}) as unknown as Resource

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([parcel, site, yearly])
  me = b.as('1')
  await b.run("insert into site (id, org_id, name) values (1, 1, '美国站'), (2, 2, '外人的站')")
  await b.run("insert into shop (id, org_id, name) values (7, 1, '甲店')")
})
afterAll(() => b.close())
beforeEach(async () => {
  await b.run('delete from list_batch_row')
  await b.run('delete from list_batch')
  await b.run('delete from parcel')
  await b.run('delete from yearly')
  await b.run(`insert into parcel (id, org_id, code, zone, weight, price, sent_on, for_month, fragile, tags, source, traits, site_id,
    audit_state)
    select n, 1, 'P' || n, 'A', 12345678901234.123456, 0.0001, date '2026-01-01' + n::int, '2026-02-01', n % 2 = 0, array['甲', '乙"'],
      9007199254740993,
      '{"deep": [1, 2]}', 1, case when n = 4 then 1 else 0 end from generate_series(1, 5) n`)
  await b.run("insert into parcel (id, org_id, code, zone) values (9, 2, 'P1', 'A')")
})

const all = () => b.rows<object>(`select to_jsonb(p) - 'version' - 'updated_at' - 'updated_by' as p from parcel p order by id`)
const asked = async (ask: BatchAsk, who = me): Promise<string> => {
  const done = await batchEdit(who, parcel, ask)
  if (!('batchId' in done) || typeof done.batchId !== 'string') throw new Error('it can not be taken back')
  return done.batchId
}
const ids = (...wanted: number[]) => wanted.map(id => ({ id: String(id), version: 1 }))

describe('an edit', () => {
  test('is taken back to the last digit, and both are in the trail', async () => {
    const before = await all()
    const batchId = await asked({
      query: { zone: 'A' },
      changes: { zone: 'B', weight: '1', forMonth: '2026-05', tags: ['丙'], siteId: null },
      expected: 5,
    })
    expect(await all()).not.toEqual(before)
    expect(await undoBatch(me, parcel, batchId)).toEqual({ total: 4, restored: 4, refused: [] })
    expect(await all()).toEqual(before)
    const trail = await b.rows(
      `select verb, before->>'weight' as was, after->>'weight' as became, before->>'forMonth' as month, after->>'version' as version
        from audit_entry where record_id = '2' and subject = 'parcel' order by id`,
    )
    expect(trail).toEqual([
      { verb: 'batchUpdate', was: '12345678901234.123456', became: '1', month: '2026-02', version: '2' },
      { verb: 'undo', was: '1.000000', became: '12345678901234.123456', month: '2026-05', version: '3' },
    ])
  })
  test('rows that changed again, were audited or are gone stay, each with its reason', async () => {
    const batchId = await asked({ ids: ids(1, 2, 3, 5), changes: { zone: 'B' } })
    await updateRecord(me, parcel, { id: '1', version: 2, zone: 'C' })
    await b.run('update parcel set audit_state = 1 where id = 2')
    await removeRecords(me, parcel, ['3'])
    expect(await undoBatch(me, parcel, batchId)).toEqual({
      total: 4,
      restored: 1,
      refused: expect.arrayContaining([
        { id: '1', reason: '王芳在 2026-03-20 12:00 又修改了这条包裹，没有撤销' },
        { id: '2', reason: '已审核的数据不能修改，请先反审核' },
        { id: '3', reason: '包裹已被王芳在 2026-03-20 12:00 删除' },
      ]),
    })
    expect(await b.rows('select id, zone from parcel where org_id = 1 order by id')).toMatchObject([
      { zone: 'C' },
      { zone: 'B' },
      { zone: 'A' },
      { zone: 'A' },
    ])
  })
  test('only once, even by two at the same time', async () => {
    const batchId = await asked({ ids: ids(1), changes: { zone: 'B' } })
    const both = await Promise.allSettled([undoBatch(me, parcel, batchId), undoBatch(me, parcel, batchId)])
    expect(both.map(one => one.status).sort((x, y) => x.localeCompare(y))).toEqual(['fulfilled', 'rejected'])
    await expect(undoBatch(me, parcel, batchId)).rejects.toMatchObject({ code: 1002, message: '这一批已经撤销' })
  })
  test('by somebody else, of another organisation, of another list, too late: refused', async () => {
    const batchId = await asked({ ids: ids(1), changes: { zone: 'B' } })
    const other = b.as('1', '李雷', false)
    await expect(undoBatch({ ...other, caller: { ...other.caller, accountId: '2' } }, parcel, batchId)).rejects.toMatchObject({
      code: 1003,
    })
    await expect(undoBatch(b.as('2'), parcel, batchId)).rejects.toMatchObject({ code: 1004 })
    await expect(undoBatch(me, site, batchId)).rejects.toMatchObject({ code: 1004 })
    const late = { ...me, now: () => new Date('2026-03-21T04:00:01Z') }
    await expect(undoBatch(late, parcel, batchId)).rejects.toMatchObject({ message: '已超过 24 小时，不能撤销' })
    // who did it may no longer edit
    await expect(undoBatch(b.as('1', '王芳', false), parcel, batchId)).rejects.toMatchObject({ code: 1003 })
    expect((await b.rows<{ zone: string }>('select zone from parcel where id = 1'))[0]?.zone).toBe('B')
  })
  test('an undo that would end in somebody’s key changes nothing of that row', async () => {
    const before = await all()
    const { batchId } = await removeRecords(me, parcel, ['1', '2'])
    await b.run("insert into parcel (id, org_id, code) values (77, 1, 'P1')")
    expect(await undoBatch(me, parcel, batchId ?? '')).toEqual({
      total: 2,
      restored: 1,
      refused: [{ id: '1', reason: '编号或关键字段已被别的记录占用' }],
    })
    await b.run('delete from parcel where id = 77')
    expect(await all()).toEqual(before.filter((_, at) => at !== 0))
  })
})

describe('a deletion', () => {
  test('comes back whole: ids, hidden fields, exact figures', async () => {
    const before = await all()
    const { deleted, batchId } = await removeRecords(me, parcel, ['1', '2', '5'])
    expect(deleted).toBe(3)
    expect(await all()).toHaveLength(3)
    expect(await undoBatch(me, parcel, batchId ?? '')).toMatchObject({ restored: 3, refused: [] })
    expect(await all()).toEqual(before)
  })
  test('an audited row keeps all from being deleted, an unknown one too', async () => {
    await expect(removeRecords(me, parcel, ['1', '4'])).rejects.toMatchObject({ code: 1002, message: '已审核的数据不能删除，请先反审核' })
    await expect(removeRecords(me, parcel, ['1', '9'])).rejects.toMatchObject({ code: 1004 })
    expect(await all()).toHaveLength(6)
  })
  test('by site and days: counted first, audited rows named and left, taken back', async () => {
    const before = await all()
    const period = { siteId: '1', startDate: '2026-01-02', endDate: '2026-01-05' }
    expect(await removeBetween(me, parcel, { ...period, preview: true })).toMatchObject({
      total: 4,
      changed: 3,
      deleted: 0,
      reasons: [{ rows: 1 }],
    })
    await expect(removeBetween(me, parcel, { ...period, expected: 3 })).rejects.toMatchObject({ code: 1009, data: { total: 4 } })
    expect(await all()).toEqual(before)
    const done = await removeBetween(me, parcel, { ...period, expected: 4 })
    expect(done).toMatchObject({ deleted: 3, refused: [{ id: '4', reason: '已审核的数据不能删除，请先反审核' }] })
    expect(await b.rows('select id from parcel where org_id = 1 order by id')).toEqual([{ id: '4' }, { id: '5' }])
    expect(await undoBatch(me, parcel, 'batchId' in done ? (done.batchId ?? '') : '')).toMatchObject({ restored: 3 })
    expect(await all()).toEqual(before)
  })
  test.each<[string, BetweenAsk, string[]]>([
    ['nothing', {}, ['siteId', 'startDate', 'endDate']],
    ['no days', { siteId: '1' }, ['startDate', 'endDate']],
    ['no such day', { siteId: '1', startDate: '2026-02-30', endDate: '2026-03-01' }, ['startDate']],
    ['the end before the beginning', { siteId: '1', startDate: '2026-02-02', endDate: '2026-02-01' }, ['endDate']],
    ['a site that is none', { siteId: "1' or true --", startDate: '2026-01-01', endDate: '2026-02-01' }, ['siteId']],
  ])('without %s nothing is deleted', async (_what, ask, fields) => {
    await expect(removeBetween(me, parcel, ask)).rejects.toMatchObject({ code: 1002, data: { errors: fields.map(field => ({ field })) } })
    expect(await all()).toHaveLength(6)
  })
  test('a site of another organisation is unknown', async () => {
    const period = { siteId: '2', startDate: '2026-01-01', endDate: '2026-12-31' }
    await expect(removeBetween(me, parcel, period)).rejects.toMatchObject({ code: 1004 })
  })
})

test('rows with a key of their own, of one shop and year', async () => {
  const shopped = b.as('1', '王芳', true, ['7'])
  await b.run(`insert into yearly (shop_id, paid_on, no, ordinal, remark) values
    (7, '2025-01-01', '甲/"1\\2', 1, 'x'), (7, '2025-12-31', 'ü', 2, ''), (7, '2026-01-01', 'c', 1, '')`)
  const rows = () => b.rows("select to_jsonb(y) - 'version' as y from yearly y order by paid_on")
  const before = await rows()
  await expect(removeBetween(shopped, yearly, { shopId: '7' })).rejects.toMatchObject({ data: { errors: [{ field: 'year' }] } })
  const done = await removeBetween(shopped, yearly, { shopId: '7', year: '2025' })
  expect(done).toMatchObject({ deleted: 2 })
  expect(await undoBatch(shopped, yearly, 'batchId' in done ? (done.batchId ?? '') : '')).toMatchObject({ restored: 2, refused: [] })
  expect(await rows()).toEqual(before)
})
