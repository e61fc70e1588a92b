/** Kinds of fields whose rightness shows in more than one value: several choices, periods, narrowed references, texts with formats. */
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { date, links, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { registryOf } from '../registry-of.ts'
import { formItems } from './form-items.ts'
import { exportOfList } from '../exports/export.ts'
import { optionsOf } from '../lists/labels.ts'
import { oneRecord, updateRecord } from '../verbs/record.ts'
import { crate, crateBooks, crateResources, depot, faults, nation, shelf, type CrateBooks } from '../../../test/setup/crates.ts'
import { batchFields, editableFields } from '../lists/editable-fields.ts'

let c: CrateBooks
beforeAll(async () => {
  c = await crateBooks()
})
afterAll(() => c.books.close())
beforeEach(() => c.empty())

describe('several choices', () => {
  test('kept once each, in the order of the declaration; none is empty', async () => {
    const { id } = await c.add({ marks: ['5', '液体', 1] })
    expect((await oneRecord(c.me, crate, id))['marks']).toEqual([1, 5])
    await updateRecord(c.me, crate, { id, version: 1, marks: [] })
    expect((await oneRecord(c.me, crate, id))['marks']).toBeNull()
  })
  test.each([
    [[9], 'marks: 标记“9”不在可选范围内'],
    ['1', 'marks: 标记应为列表'],
    [[[1]], 'marks: 标记“[1]”不在可选范围内'],
  ])('%j is refused', async (value, message) => expect(await faults(c.add({ marks: value }))).toEqual([message]))
  test('found by any of them', async () => {
    for (const [name, value] of [
      ['甲', [1, 2]],
      ['乙', [2]],
      ['丙', []],
    ] as const)
      await c.add({ name, marks: value })
    expect(await c.names({ marks: 1 })).toEqual(['甲'])
    expect(await c.names({ marks: [1, 2] })).toHaveLength(2)
    const by = (condition: string, value = ''): ListQuery => ({ conditionList: [{ field: 'marks', condition, value }] }) as ListQuery
    expect(await c.names(by('NOT_IN', '1'))).toEqual(expect.arrayContaining(['乙', '丙']))
    expect(await c.names(by('EMPTY'))).toEqual(['丙'])
    expect(await faults(c.names(by('EQ', '1) or true')))).toHaveLength(1)
  })
  test('an export writes them out', async () => {
    await c.add({ marks: [1, 2], papers: ['1'] })
    const { blob } = await exportOfList(c.me, crate, { headers: ['名称', '标记', '单据'], fields: ['name', 'marks', 'papers'] })
    const book = await readXlsx(await buffer(blob))
    expect(book.sheets[0]?.rows.at(-1)).toEqual(['甲', '液体、带电', '箱单.pdf'])
  })
})

describe('a period', () => {
  test('is one item of the form over two fields', () => {
    const items = formItems(editableFields(crate), 'zh', crateResources)
    expect(items.find(item => item.field === 'startOn')).toMatchObject({ type: 'dateRange', until: 'endOn', title: '存放期' })
    expect(items.some(item => item.field === 'endOn')).toBe(false)
  })
  test('may not end before it begins, whichever end is changed', async () => {
    expect(await faults(c.add({ startOn: '2026-03-02', endOn: '2026-03-01' }))).toEqual(['endOn: 结束日期不能早于开始日期'])
    const { id } = await c.add({ startOn: '2026-03-01', endOn: '2026-03-01' })
    expect(await faults(updateRecord(c.me, crate, { id, version: 1, startOn: '2026-03-09' }))).toEqual(['endOn: 结束日期不能早于开始日期'])
    expect(await updateRecord(c.me, crate, { id, version: 1, endOn: null, startOn: '2026-03-09' })).toMatchObject({ version: 2 })
  })
})

describe('a reference narrowed by another', () => {
  test('only offers what agrees', async () => {
    const offered = await optionsOf(c.me, depot, { where: { nationId: '1' } })
    expect(offered.map(one => one.label)).toEqual(['柏林'])
    await expect(optionsOf(c.me, depot, { where: { nationId: 'x' } })).rejects.toMatchObject({ code: 1002 })
  })
  test('is refused where it does not agree, whichever is changed', async () => {
    const message = 'depotId: 仓库与国家不符，请重新选择'
    expect(await faults(c.add({ nationId: '1', depotId: '2' }))).toEqual([message])
    expect(await faults(c.add({ nationId: '1', depotId: '3' }))).toEqual([message])
    expect(await faults(c.add({ nationId: '1', depotId: '4' }))).toEqual(['depotId: 仓库不存在或无权使用，请重新选择'])
    const { id } = await c.add({ nationId: '1', depotId: '1' })
    expect(await faults(updateRecord(c.me, crate, { id, version: 1, nationId: '2' }))).toEqual([message])
    expect(await updateRecord(c.me, crate, { id, version: 1, nationId: '2', depotId: '2' })).toMatchObject({ version: 2 })
    expect(await updateRecord(c.me, crate, { id, version: 2, nationId: null })).toMatchObject({ version: 3 })
  })
})

test('options below a text stand below it as it is', async () => {
  const grouped = await optionsOf(c.me, depot, { grouped: true })
  expect(grouped.map(one => one.group)).toEqual(grouped.map(one => ({ value: one.label, label: one.label })))
  expect(grouped).toHaveLength(3)
})

test('a text with formats keeps nothing that runs', async () => {
  const { id } = await c.add({
    story:
      '<p onclick="x()">好<script>x()</script><svg onload="x()"><circle/></svg><img src="https://elsewhere/x.png">' +
      '<a href="javascript:x()">看</a></p>',
  })
  const story = String((await oneRecord(c.me, crate, id))['story'])
  expect(story).toContain('好')
  expect(story).not.toMatch(/script|onclick|svg|onload|javascript|elsewhere/)
})

test('what depends on each record is not set for many at once', () => {
  expect(batchFields(crate).map(([name]) => name)).toEqual(['marks', 'shelfId', 'depotIds', 'shelfIds', 'story'])
  expect(batchFields(shelf)).toEqual([])
})

test('words that name no fitting field keep the program from starting', () => {
  const wrong = resource('wrong', {
    title: ['错', 'Wrong'],
    access: { scope: everybody },
    fields: {
      at: date('日期', 'Day', { rangeTo: 'name' }),
      name: text('名称', 'Name'),
      kept: reference('当时', 'Then', 'depot', { optional: true, atCreation: 'depotId.nothing' }),
      depotId: reference('仓库', 'Depot', 'depot', { narrowedBy: { nobody: 'nationId', name: 'nothing' } }),
      depotIds: links('仓库', 'Depots', 'depot', { narrowedBy: { name: 'nationId' } }),
      wordIds: links('词', 'Words', 'word'),
    },
    record: { tree: 'name' },
  }) as unknown as Resource
  const word = resource('word', {
    title: ['词', 'Word'],
    access: { scope: everybody },
    fields: { word: text('词', 'Word') },
    storage: { primary: ['word'] },
  }) as unknown as Resource
  const message = (() => {
    try {
      registryOf([{ name: 'x', title: ['x', 'x'], resources: [wrong, word, depot, nation], routes: {} }])
      return ''
    } catch (error) {
      return String(error)
    }
  })()
  for (const part of [
    'wrong.record: tree name must refer to wrong',
    'rangeTo joins two date fields',
    'narrowed by nobody',
    'depot has no field nothing',
    'wrong.depotIds: only one reference is narrowed by another',
    'wrong.wordIds: links are between records that have an id of their own',
    'wrong.kept: atCreation depotId.nothing names no reference',
  ])
    expect(message).toContain(part)
})
