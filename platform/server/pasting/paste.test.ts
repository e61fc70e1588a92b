/** A range pasted into cells: previewed and written as edits are, refused cells by name, taken back at once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { choice, decimal, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { undoBatch } from '../batches/undo.ts'
import type { Context } from '../contract/context.ts'
import { update } from '../verbs/verbs.ts'
import { pasteCells } from './paste.ts'

const room = resource('room', {
  type: 'room',
  title: ['库房', 'Room'],
  access: { scope: ownOrganisation },
  fields: { name: text('名称', 'Name') },
  record: { label: 'name' },
}) as unknown as Resource
const shelf = resource('shelf', {
  type: 'shelf',
  title: ['货架', 'Shelf'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('编号', 'Code', { max: 20, inline: true }),
    zone: text('区域', 'Zone', { max: 4, optional: true, inline: true }),
    weight: decimal('承重', 'Weight', 3, { optional: true, inline: true }),
    maker: text('厂家', 'Maker', { optional: true }),
    auditState: choice('审核', 'Audit', { no: [0, '未审核', 'No'], yes: [1, '已审核', 'Yes'] }, { default: 0, computed: true }),
    roomId: reference('库房', 'Room', 'room', { optional: true, inline: true }),
  },
  storage: { key: ['code'] },
}) as unknown as Resource
/** fifty cells a row that are edited in the list */
const parts = Array.from({ length: 50 }, (_, at) => `part${at}`)
const rack = resource('rack', {
  type: 'rack',
  title: ['层架', 'Rack'],
  access: { scope: ownOrganisation },
  fields: {
    ...Object.fromEntries(parts.map(name => [name, text(name, name, { optional: true, max: 9, inline: true })])),
    auditState: choice('审核', 'Audit', { no: [0, '未审核', 'No'], yes: [1, '已审核', 'Yes'] }, { default: 0, computed: true }),
  },
}) as unknown as Resource

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([shelf, room, rack], { routes: { 'POST /shelf/update': update(shelf), 'POST /rack/update': update(rack) } })
  me = b.as('1')
  await b.run("insert into room (id, org_id, name) values (1, 1, '甲库'), (2, 2, '外人的库')")
})
afterAll(() => b.close())
beforeEach(async () => {
  await b.run('delete from shelf')
  await b.run(`insert into shelf (id, org_id, code, zone, weight, audit_state) values
    (1, 1, 'A1', 'A', 1.5, 0), (2, 1, 'A2', 'A', 2, 0), (3, 1, 'A3', 'A', 3, 1), (9, 2, 'X1', 'A', 9, 0)`)
})
const fields = ['zone', 'weight', 'roomId']
const paste = (rows: readonly (readonly [id: string, ...cells: (string | null)[]])[], preview = false, version = 1) =>
  pasteCells(me, { type: 'shelf', fields, preview, rows: rows.map(([id, ...cells]) => ({ id, version, cells })) })
const shelves = async (): Promise<string> =>
  (
    await b.rows<{ t: string }>(
      `select concat_ws(' ', code, coalesce(zone, '-'), weight::text, room_id::text, 'v' || version) as t from shelf order by id`,
    )
  )
    .map(row => row.t)
    .join(' | ')
const untouched = 'A1 A 1.500 v1 | A2 A 2.000 v1 | A3 A 3.000 v1 | X1 A 9.000 v1'

test('texts become values as in a file; one batch takes all of it back', async () => {
  const done = await paste([
    ['1', 'B', '1,234.5', '甲库'],
    ['2', '', null, ''],
  ])
  expect(done.refused).toEqual([])
  expect(done.changed).toEqual([
    { id: '1', field: 'zone' },
    { id: '1', field: 'weight' },
    { id: '1', field: 'roomId' },
    { id: '2', field: 'zone' },
  ])
  expect(done.rows[0]).toMatchObject({ id: '1', zone: 'B', weight: '1234.500', roomIdLabel: '甲库' })
  expect(await shelves()).toBe('A1 B 1234.500 1 v2 | A2 - 2.000 v2 | A3 A 3.000 v1 | X1 A 9.000 v1')
  const { restored } = (await undoBatch(me, shelf, done.batchId ?? '')) as { restored: number }
  expect(restored).toBe(2)
  expect(await shelves()).toBe('A1 A 1.500 v3 | A2 A 2.000 v3 | A3 A 3.000 v1 | X1 A 9.000 v1')
})

test('a preview names each cell that must stay, and writes nothing', async () => {
  const batches = await b.rows('select id from list_batch')
  const seen = await paste(
    [
      ['1', '太长的区域', 'x', '外人的库'],
      ['2', 'A', '7', null],
      ['3', 'B', null, null],
      ['9', 'B', null, null],
    ],
    true,
  )
  expect(seen.changed).toEqual([{ id: '2', field: 'weight' }])
  expect(seen.refused.map(one => `${one.id} ${one.field}`).toSorted()).toEqual(['1 roomId', '1 weight', '1 zone', '3 zone', '9 zone'])
  expect(seen.refused.find(one => one.id === '3')?.reason).toBe('已审核的数据不能修改，请先反审核')
  expect(seen.batchId).toBeNull()
  expect(await shelves()).toBe(untouched)
  expect(await b.rows('select id from list_batch')).toEqual(batches)
})

test('with one cell that must stay nothing is written', async () => {
  await expect(
    paste([
      ['1', 'B', null, null],
      ['3', 'B', null, null],
    ]),
  ).rejects.toThrow('有 1 个单元格不能粘贴：已审核的数据不能修改，请先反审核')
  expect(await shelves()).toBe(untouched)
})

test('a row that another has changed meanwhile is named, its cells stay', async () => {
  const seen = await paste([['1', 'B', '8', null]], true, 7)
  expect(seen.refused.map(one => one.field)).toEqual(['zone', 'weight'])
  expect(seen.refused[0]?.reason).toContain('请核对后再保存')
})

test('cells that are not edited in the list are no place to paste, nor is a row without its version', async () => {
  const rows = [{ id: '1', version: 1, cells: ['x'] }]
  await expect(pasteCells(me, { type: 'shelf', fields: ['maker'], rows })).rejects.toThrow('厂家不能在表格中修改')
  await expect(pasteCells(me, { type: 'shelf', fields: ['constructor'], rows })).rejects.toThrow('constructor不能在表格中修改')
  await expect(pasteCells(me, { type: 'shelf', fields: ['zone'], rows: [{ id: '1', cells: ['B'] }] })).rejects.toThrow('缺少版本号')
  await expect(pasteCells(me, { type: 'room', fields: ['name'], rows })).rejects.toThrow('列表不存在或已删除')
})

test('a key that another row has is named by its cell; the others can still be pasted', async () => {
  const ask = (preview: boolean, cells: (string | null)[]) =>
    pasteCells(me, { type: 'shelf', fields: ['code', 'zone'], preview, rows: [{ id: '1', version: 1, cells }] })
  const seen = await ask(true, ['A2', 'C'])
  expect(seen.refused.map(one => one.field)).toEqual(['code'])
  expect(seen.changed).toEqual([{ id: '1', field: 'zone' }])
  await ask(false, [null, 'C'])
  expect(await shelves()).toContain('A1 C 1.500 v2')
})

test('100 rows of 50 cells, every third row locked: each locked cell is named, the others are one batch', async () => {
  await b.run('insert into rack (id, org_id, audit_state) select i, 1, (i % 3 = 0)::int from generate_series(1, 100) i')
  const ask = (ids: readonly number[], preview: boolean) =>
    pasteCells(me, {
      type: 'rack',
      fields: parts,
      preview,
      rows: ids.map(id => ({ id: String(id), version: 1, cells: parts.map((_, at) => `${id}-${at}`) })),
    })
  const all = Array.from({ length: 100 }, (_, at) => at + 1)
  const seen = await ask(all, true)
  expect([seen.changed.length, seen.refused.length]).toEqual([67 * 50, 33 * 50])
  expect(new Set(seen.refused.map(one => `${Number(one.id) % 3} ${one.reason}`))).toEqual(new Set(['0 已审核的数据不能修改，请先反审核']))
  const open = all.filter(id => id % 3 !== 0)
  const done = await ask(open, false)
  expect([done.changed.length, done.refused.length]).toEqual([67 * 50, 0])
  const written = () => b.rows<{ n: string }>("select count(*)::text as n from rack where part49 = id || '-49'")
  expect(await written()).toEqual([{ n: '67' }])
  expect(await undoBatch(me, rack, done.batchId ?? '')).toMatchObject({ restored: 67 })
  expect(await written()).toEqual([{ n: '0' }])
}, 30_000)
