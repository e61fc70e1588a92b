/** Several records made at once, fields that follow from others, and links that stand as rows besides. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { date, files, flag, integer, links, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation, through } from '#platform/declare/scope.ts'
import type { RecordChange } from '../contract/record-hooks.ts'
import { resourceFaults } from '../declaration-faults.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { addRecord, updateRecord } from '../verbs/record.ts'
import { create } from './change.ts'
import { createEach } from './create-each.ts'
import { setDerived } from './derived.ts'

const made = (r: unknown): Resource => r as Resource
const person = made(
  resource('person', {
    title: ['人', 'Person'],
    access: { scope: ownOrganisation },
    fields: { name: text('姓名', 'Name') },
  }),
)
const tour = made(
  resource('tour', {
    type: 'tour',
    title: ['行程', 'Tour'],
    access: { scope: ownOrganisation },
    fields: {
      no: text('编号', 'No.', { optional: true, set: { onAdd: { number: 'XC' } } }),
      name: text('名称', 'Name', { max: 20 }),
      leaderId: reference('领队', 'Leader', 'person', { optional: true }),
      beginOn: date('开始', 'From', { optional: true, rangeTo: 'endOn' }),
      endOn: date('结束', 'Until', { optional: true }),
      size: integer('人数', 'Size', { optional: true, computed: true }),
      guestIds: links('客人', 'Guests', 'person', { optional: true, rowsIn: 'tour_guest' }),
      papers: files('资料', 'Papers', { optional: true }),
    },
    storage: { key: ['name'] },
  }),
)
const guest = made(
  resource('tour_guest', {
    title: ['客人', 'Guest'],
    access: { scope: through('tourId') },
    fields: { tourId: reference('行程', 'Tour', 'tour'), personId: reference('客人', 'Guest', 'person') },
    storage: { index: [['tourId'], ['personId']] },
  }),
)
const secret = made(
  resource('secret', {
    title: ['密信', 'Secret'],
    access: { scope: ownOrganisation, sealedAuthor: 'anonymous' },
    fields: { anonymous: flag('匿名', 'Anonymous', { default: false, editDisabled: true }) },
  }),
)

let b: ListBooks
let heard: (readonly RecordChange[])[] = []
beforeAll(async () => {
  b = await listBooks([person, tour, guest, secret], { follows: { tour: async (_, __, changes) => void heard.push(changes) } })
  await b.run("insert into person (id, org_id, name) values (1, 1, '王芳'), (2, 1, '李雷'), (3, 2, '别家的')")
})
afterAll(() => b.close())
beforeEach(async () => {
  heard = []
  await b.run('delete from tour_guest; delete from tour; delete from record_number')
})
const tours = () => b.rows<Record<string, unknown>>('select * from tour order by no')

describe('createEach', () => {
  test('numbers, trail, version and hearing as one record has them, once for the whole set', async () => {
    expect(
      await createEach(
        b.as('1'),
        tour,
        ['甲', '乙', '丙'].map(name => ({ name, leaderId: '1' })),
      ),
    ).toBe(3)
    const rows = await tours()
    expect(rows.map(row => [row['name'], String(row['no']).slice(-4), row['version']])).toEqual([
      ['甲', '0001', 1],
      ['乙', '0002', 1],
      ['丙', '0003', 1],
    ])
    expect(heard.map(changes => changes.length)).toEqual([3])
    const trail = await b.rows<{ verb: string; leader: string }>(
      `select verb, after ->> 'leaderIdLabel' as leader from audit_entry where subject = 'tour' order by id desc limit 3`,
    )
    expect(trail).toEqual(Array.from({ length: 3 }, () => ({ verb: 'add', leader: '王芳' })))
    expect(await createEach(b.as('1'), tour, [])).toBe(0)
  })
  test('all or none: a key that is taken, a reference to nobody, one of another company, a period that ends too early', async () => {
    await createEach(b.as('1'), tour, [{ name: '甲' }])
    const refused = (rows: readonly object[]): Promise<unknown> => createEach(b.as('1'), tour, rows as never).catch((e: unknown) => e)
    expect(await refused([{ name: '乙' }, { name: '甲' }])).toMatchObject({ code: 1002, message: '名称已存在，请换一个' })
    expect(
      await refused([
        { name: '乙', leaderId: null },
        { name: '丁', leaderId: '99' },
      ]),
    ).toMatchObject({ code: 1002 })
    expect(await refused([{ name: '乙', leaderId: '3' }])).toMatchObject({ code: 1002 })
    expect(
      await refused([
        { name: '乙', beginOn: '2026-01-01', endOn: null },
        { name: '丁', beginOn: '2026-02-01', endOn: '2026-01-01' },
      ]),
    ).toMatchObject({ code: 1002 })
    expect(await tours()).toHaveLength(1)
  })
  test('what is checked of one record alone is a mistake of the program', async () => {
    await expect(createEach(b.as('1'), tour, [{ name: '甲', papers: ['1'] }])).rejects.toThrow('one by one')
    await expect(createEach(b.as('1'), secret, [{ anonymous: true }])).rejects.toThrow('one by one')
    await expect(createEach(b.as('1'), tour, [{ nam: '甲' }])).rejects.toThrow('no field nam')
  })
})

test('a derived field: each its own value, no version and no trail', async () => {
  await createEach(b.as('1'), tour, [{ name: '甲' }, { name: '乙' }])
  const before = await tours()
  const trail = () => b.rows<{ n: string }>('select count(*) as n from audit_entry')
  const entries = await trail()
  await b.as('1').write(async (_, inside) => {
    await setDerived(
      inside,
      tour,
      before.map(({ id }, at) => ({ id: String(id), size: at + 5 })),
    )
    await setDerived(inside, tour, [])
  })
  expect((await tours()).map(row => [row['size'], row['version']])).toEqual([
    [5, 1],
    [6, 1],
  ])
  expect(await trail()).toEqual(entries)
})

describe('links that stand as rows besides', () => {
  const guests = () => b.rows<{ n: string }>('select person_id::text as n from tour_guest order by 1').then(rows => rows.map(row => row.n))
  test('follow the field: added, changed, emptied, and left alone with it', async () => {
    const { id } = await addRecord(b.as('1'), tour, { name: '甲', guestIds: ['1', '2'] })
    expect(await guests()).toEqual(['1', '2'])
    const ids = await b.rows('select id from tour_guest order by id')
    await updateRecord(b.as('1'), tour, { id, version: 1, name: '乙' })
    expect(await b.rows('select id from tour_guest order by id')).toEqual(ids)
    await updateRecord(b.as('1'), tour, { id, version: 2, guestIds: ['2'] })
    expect(await guests()).toEqual(['2'])
    await updateRecord(b.as('1'), tour, { id, version: 3, guestIds: [] })
    expect(await guests()).toEqual([])
    await create(b.as('1'), tour, { name: '丙', guestIds: ['1'] })
    expect(await guests()).toEqual(['1'])
  })
  test('a table that does not refer to both keeps the program from starting', () => {
    const lame = { ...guest, fields: { tourId: guest.fields['tourId'] } } as unknown as Resource
    const resources = new Map([person, tour, lame].map(r => [r.table, r]))
    expect(resourceFaults(tour, resources)).toContainEqual(expect.stringContaining('guestIds: rowsIn'))
    expect(resourceFaults(tour, new Map([...resources, ['tour_guest', guest]]))).toEqual([])
  })
})
