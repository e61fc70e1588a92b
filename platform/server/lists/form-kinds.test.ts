/** Kinds of fields whose rightness shows in more than one value: several choices, periods, trees, narrowed references, files. */
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { choices, date, files, image, links, reference, richText, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody, ownOrganisation } from '#platform/declare/scope.ts'
import type { ListQuery, UploadedFile } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import type { Refusal } from '../http/refusal.ts'
import { formSchema, rowSchema } from '../openapi/schemas.ts'
import { registryOf } from '../registry.ts'
import { exportOfList } from './export.ts'
import { formItems } from './definition.ts'
import { filterSaid } from './filter-said.ts'
import { optionsOf, treeOptionsOf } from './labels.ts'
import { listBooks, type ListBooks } from './list-books.ts'
import { listOf } from './list.ts'
import { treeFault } from './record-checks.ts'
import { changesOf } from '../audit/changes.ts'
import { batchEdit } from '../batches/batch-edit.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { addRecord, oneRecord, updateRecord } from './record.ts'
import { batchFields, editableFields } from './validate-record.ts'

const marks = { wet: [1, '液体', 'Liquid'], live: [2, '带电', 'Battery'], brittle: [5, '易碎', 'Fragile'] } as const
const nation = resource('nation', {
  type: 'nation',
  title: ['国家', 'Nation'],
  kind: 'local',
  scope: everybody,
  organisation: false,
  fields: { code: text('代码', 'Code', { max: 2 }) },
  key: ['code'],
  label: 'code',
}) as unknown as Resource
const depot = resource('depot', {
  type: 'depot',
  title: ['仓库', 'Depot'],
  kind: 'local',
  scope: ownOrganisation,
  fields: { name: text('名称', 'Name'), nationId: reference('国家', 'Nation', 'nation', { optional: true }) },
  key: ['name'],
  option: { group: 'name' },
}) as unknown as Resource
const shelf = resource('shelf', {
  type: 'shelf',
  title: ['货架', 'Shelf'],
  kind: 'local',
  scope: ownOrganisation,
  fields: { name: text('名称', 'Name'), aboveId: reference('上级', 'Above', 'shelf', { optional: true }) },
  key: ['name'],
  tree: 'aboveId',
}) as unknown as Resource
const crate = resource('crate', {
  type: 'crate',
  title: ['货箱', 'Crate'],
  kind: 'local',
  scope: ownOrganisation,
  fields: {
    name: text('名称', 'Name'),
    marks: choices('标记', 'Marks', marks, { optional: true, filter: 'select' }),
    startOn: date('开始日期', 'From', { optional: true, rangeTo: 'endOn', rangeTitle: ['存放期', 'Kept'] }),
    endOn: date('结束日期', 'To', { optional: true }),
    nationId: reference('国家', 'Nation', 'nation', { optional: true }),
    depotId: reference('仓库', 'Depot', 'depot', { optional: true, narrowedBy: { nationId: 'nationId' } }),
    shelfId: reference('货架', 'Shelf', 'shelf', { optional: true, filter: 'select' }),
    depotIds: links('可存仓库', 'Depots', 'depot', { optional: true, filter: 'select', max: 3 }),
    shelfIds: links('备用货架', 'Shelves', 'shelf', { optional: true, filter: 'select' }),
    papers: files('单据', 'Papers', { optional: true, max: 3 }),
    face: image('照片', 'Face', { optional: true }),
    story: richText('说明', 'Story', { optional: true }),
  },
  key: ['name'],
  sort: { field: 'name', way: 'ASC' },
}) as unknown as Resource
const all = [nation, depot, shelf, crate]
const resources = new Map(all.map(r => [r.table, r]))

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks(all)
  me = b.as('1')
  await b.run("insert into nation (id, code) values (1, 'DE'), (2, 'US')")
  await b.run(
    "insert into depot (id, org_id, name, nation_id) values (1, 1, '柏林', 1), (2, 1, '纽约', 2), (3, 1, '海上', null), (4, 2, '外人', 1)",
  )
  await b.run(`insert into stored_file (id, org_id, account_id, storage_key, name, size, sha256, upload_type, content_type, deleted_at) values
    (1, 1, 1, 'k1', '箱单.pdf', 10, 'a', 'ATTACHMENT', 'application/pdf', null),
    (2, 1, 1, 'k2', '正面.png', 20, 'b', 'IMAGE', 'image/png', null),
    (3, 1, 2, 'k3', '同事的.pdf', 10, 'c', 'ATTACHMENT', 'application/pdf', null),
    (4, 2, 1, 'k4', '另一组织.pdf', 10, 'd', 'ATTACHMENT', 'application/pdf', null),
    (5, 1, 1, 'k5', '删了.pdf', 10, 'e', 'ATTACHMENT', 'application/pdf', now()),
    (6, 1, 1, 'k6', '结算.csv', 10, 'f', 'IMPORT', 'text/csv', null)`)
})
afterAll(() => b.close())
beforeEach(() => b.run('delete from crate; delete from shelf'))

const faults = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (e: unknown) => e as Refusal,
  )
  const data = error?.data as { errors?: { field: string; message: string }[] } | null | undefined
  return (data?.errors ?? []).map(e => `${e.field}: ${e.message}`)
}
const add = (values: object, r: Resource = crate): Promise<{ id: string }> => addRecord(me, r, { name: '甲', ...values })
const names = async (query: ListQuery): Promise<unknown[]> => (await listOf(me, crate, query)).list.map(row => row['name'])

describe('several choices', () => {
  test('kept once each, in the order of the declaration; none is empty', async () => {
    const { id } = await add({ marks: ['5', '液体', 1] })
    expect((await oneRecord(me, crate, id))['marks']).toEqual([1, 5])
    await updateRecord(me, crate, { id, version: 1, marks: [] })
    expect((await oneRecord(me, crate, id))['marks']).toBeNull()
  })
  test.each([
    [[9], 'marks: 标记“9”不在可选范围内'],
    ['1', 'marks: 标记应为列表'],
    [[[1]], 'marks: 标记“[1]”不在可选范围内'],
  ])('%j is refused', async (value, message) => expect(await faults(add({ marks: value }))).toEqual([message]))
  test('found by any of them', async () => {
    for (const [name, value] of [
      ['甲', [1, 2]],
      ['乙', [2]],
      ['丙', []],
    ] as const)
      await add({ name, marks: value })
    expect(await names({ marks: 1 })).toEqual(['甲'])
    expect(await names({ marks: [1, 2] })).toHaveLength(2)
    const by = (condition: string, value = ''): ListQuery => ({ conditionList: [{ field: 'marks', condition, value }] }) as ListQuery
    expect(await names(by('NOT_IN', '1'))).toEqual(expect.arrayContaining(['乙', '丙']))
    expect(await names(by('EMPTY'))).toEqual(['丙'])
    expect(await faults(names(by('EQ', '1) or true')))).toHaveLength(1)
  })
  test('an export writes them out', async () => {
    await add({ marks: [1, 2], papers: ['1'] })
    const { blob } = await exportOfList(me, crate, { headers: ['名称', '标记', '单据'], fields: ['name', 'marks', 'papers'] })
    const book = await readXlsx(await buffer(blob))
    expect(book.sheets[0]?.rows.at(-1)).toEqual(['甲', '液体、带电', '箱单.pdf'])
  })
})

describe('a period', () => {
  test('is one item of the form over two fields', () => {
    const items = formItems(editableFields(crate), 'zh', resources)
    expect(items.find(item => item.field === 'startOn')).toMatchObject({ type: 'dateRange', until: 'endOn', title: '存放期' })
    expect(items.some(item => item.field === 'endOn')).toBe(false)
  })
  test('may not end before it begins, whichever end is changed', async () => {
    expect(await faults(add({ startOn: '2026-03-02', endOn: '2026-03-01' }))).toEqual(['endOn: 结束日期不能早于开始日期'])
    const { id } = await add({ startOn: '2026-03-01', endOn: '2026-03-01' })
    expect(await faults(updateRecord(me, crate, { id, version: 1, startOn: '2026-03-09' }))).toEqual(['endOn: 结束日期不能早于开始日期'])
    expect(await updateRecord(me, crate, { id, version: 1, endOn: null, startOn: '2026-03-09' })).toMatchObject({ version: 2 })
  })
})

describe('a reference narrowed by another', () => {
  test('only offers what agrees', async () => {
    const offered = await optionsOf(me, depot, { where: { nationId: '1' } })
    expect(offered.map(one => one.label)).toEqual(['柏林'])
    await expect(optionsOf(me, depot, { where: { nationId: 'x' } })).rejects.toMatchObject({ code: 1002 })
  })
  test('is refused where it does not agree, whichever is changed', async () => {
    const message = 'depotId: 仓库与国家不符，请重新选择'
    expect(await faults(add({ nationId: '1', depotId: '2' }))).toEqual([message])
    expect(await faults(add({ nationId: '1', depotId: '3' }))).toEqual([message])
    expect(await faults(add({ nationId: '1', depotId: '4' }))).toEqual(['depotId: 仓库不存在或无权使用，请重新选择'])
    const { id } = await add({ nationId: '1', depotId: '1' })
    expect(await faults(updateRecord(me, crate, { id, version: 1, nationId: '2' }))).toEqual([message])
    expect(await updateRecord(me, crate, { id, version: 1, nationId: '2', depotId: '2' })).toMatchObject({ version: 2 })
    expect(await updateRecord(me, crate, { id, version: 2, nationId: null })).toMatchObject({ version: 3 })
  })
})

test('options below a text stand below it as it is', async () => {
  const grouped = await optionsOf(me, depot, { grouped: true })
  expect(grouped.map(one => one.group)).toEqual(grouped.map(one => ({ value: one.label, label: one.label })))
  expect(grouped).toHaveLength(3)
})

describe('a tree', () => {
  const node = async (name: string, aboveId: string | null = null): Promise<string> => (await add({ name, aboveId }, shelf)).id
  test('is offered whole, with the one above each', async () => {
    const top = await node('A')
    const below = await node('B', top)
    expect(await treeOptionsOf(me, shelf)).toEqual([
      { value: top, label: 'A', parent: null },
      { value: below, label: 'B', parent: top },
    ])
    expect(formItems(editableFields(crate), 'zh', resources).find(item => item.field === 'shelfId')?.type).toBe('treeSelect')
    await expect(treeOptionsOf(me, depot)).rejects.toMatchObject({ code: 1002 })
  })
  test('never runs in a circle', async () => {
    const a = await node('A')
    const c = await node('C', await node('B', a))
    const message = 'aboveId: 上级不能是自己或自己的下级，请重新选择'
    expect(await faults(updateRecord(me, shelf, { id: a, version: 1, aboveId: a }))).toEqual([message])
    expect(await faults(updateRecord(me, shelf, { id: a, version: 1, aboveId: c }))).toEqual([message])
    expect((await oneRecord(me, shelf, a))['aboveId']).toBeNull()
  })
  test('two moves at once that would make a circle together: one is refused', async () => {
    const [a, c] = [await node('A'), await node('C')]
    const moved = await Promise.allSettled([
      updateRecord(me, shelf, { id: a, version: 1, aboveId: c }),
      updateRecord(me, shelf, { id: c, version: 1, aboveId: a }),
    ])
    expect(moved.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
  test('a record with others below it stays', async () => {
    const a = await node('A')
    await node('B', a)
    await expect(removeRecords(me, shelf, [a])).rejects.toMatchObject({ message: '货架正被其他记录使用，不能删除' })
  })
  test.each([
    [{ a: null, b: 'a', c: 'b' }, null],
    [{ a: 'a' }, 'circle'],
    [{ a: 'c', b: 'a', c: 'b', d: null }, 'circle'],
    [{ a: 'gone' }, null],
    [Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}`, i === 0 ? null : `${i - 1}`])), null],
    [Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`${i}`, i === 20 ? null : `${i + 1}`])), 'deep'],
  ])('%j: %s', (parents, fault) => expect(treeFault(new Map(Object.entries(parents)))).toBe(fault))
})

describe('references to several records', () => {
  const depots = async (id: string): Promise<unknown[]> => {
    const row = await oneRecord(me, crate, id)
    return [row['depotIds'], row['depotIdsLabel']]
  }
  test('kept once each in the order chosen, with their labels; none is empty', async () => {
    const { id } = await add({ depotIds: ['3', 1, '3'] })
    expect(await depots(id)).toEqual([
      ['3', '1'],
      ['海上', '柏林'],
    ])
    await updateRecord(me, crate, { id, version: 1, depotIds: [] })
    expect(await depots(id)).toEqual([null, null])
    expect(formItems(editableFields(crate), 'zh', resources).find(item => item.field === 'depotIds')).toMatchObject({
      type: 'select',
      kind: 'links',
      multiple: true,
      target: 'depot',
      max: 3,
    })
  })
  test.each([
    [['1', '4'], 'depotIds: 可存仓库不存在或无权使用，请重新选择'],
    [['99'], 'depotIds: 可存仓库不存在或无权使用，请重新选择'],
    [['1) or true'], 'depotIds: 可存仓库请从列表中选择'],
    ['1', 'depotIds: 可存仓库应为列表'],
    [['1', '2', '3', '5'], 'depotIds: 可存仓库最多选择 3 个，现有 4 个'],
  ])('%j is refused', async (value, message) => expect(await faults(add({ depotIds: value }))).toEqual([message]))
  test('what a record holds stays, also where the writer can no longer see it', async () => {
    const { id } = await add({})
    await b.run(`update crate set depot_ids = '{4}' where id = ${id}`)
    await updateRecord(me, crate, { id, version: 1, depotIds: ['4', '1'], depotIdsLabel: ['4', '柏林'] })
    expect(await depots(id)).toEqual([
      ['4', '1'],
      ['4', '柏林'],
    ])
  })
  test('the interface’s document says ids and the labels beside them', () => {
    expect(rowSchema(crate)).toMatchObject({
      properties: {
        depotIds: { anyOf: [{ type: 'array', maxItems: 3, items: { type: 'string' } }, { type: 'null' }] },
        depotIdsLabel: { type: ['array', 'null'], items: { type: 'string' } },
      },
    })
    expect(formSchema(crate, 'add')).toMatchObject({ properties: { depotIds: expect.anything() } })
    expect(formSchema(crate, 'add')).not.toHaveProperty('properties.depotIdsLabel')
  })
  test('found by any of them, by all of them, by none', async () => {
    for (const [name, depotIds] of [
      ['甲', ['1', '2']],
      ['乙', ['2']],
      ['丙', []],
    ] as const)
      await add({ name, depotIds })
    const by = (condition: string, value = ''): ListQuery => ({ conditionList: [{ field: 'depotIds', condition, value }] }) as ListQuery
    for (const [query, found] of [
      [{ depotIds: '2' }, '甲乙'],
      [{ depotIds: ['1', '2'] }, '甲乙'],
      [by('EQ', '1,2'), '甲'],
      [by('NE', '1,2'), '乙丙'],
      [by('NOT_IN', '1'), '乙丙'],
      [by('EMPTY'), '丙'],
    ] as const)
      expect((await names(query)).map(String).toSorted().join('')).toBe([...found].toSorted().join(''))
    expect(await faults(names(by('IN', '1}')))).toEqual(['depotIds: 可存仓库的值“1}”不正确'])
  })
  test('one that is linked to is not deleted, also when the record that links lies in nobody’s sight', async () => {
    await b.run("insert into depot (id, org_id, name) values (7, 1, '旧仓')")
    const { id } = await add({ depotIds: ['7'] })
    const refusal = { message: '仓库正被其他记录使用，不能删除' }
    await expect(removeRecords(me, depot, ['7'])).rejects.toMatchObject(refusal)
    await b.run(`update crate set org_id = 2 where id = ${id}`)
    await expect(removeRecords(me, depot, ['7'])).rejects.toMatchObject(refusal)
    await b.run('delete from crate')
    expect(await removeRecords(me, depot, ['7'])).toMatchObject({ deleted: 1 })
  })
  test('one that is being deleted is not linked to meanwhile', async () => {
    await b.run("insert into depot (id, org_id, name) values (8, 1, '临时仓')")
    const done = await Promise.allSettled([removeRecords(me, depot, ['8']), add({ depotIds: ['8'] })])
    expect(done.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    const [dangling] = await b.rows("select 1 from crate c where '{8}' && depot_ids and not exists (select 1 from depot where id = 8)")
    expect(dangling).toBeUndefined()
    await b.run('delete from crate; delete from depot where id = 8')
  })
  test('set for many at once, told in the trail by name, written out by an export', async () => {
    const { id } = await add({})
    const version = (await oneRecord(me, crate, id)).version
    await batchEdit(me, crate, { ids: [{ id, ...(version === undefined ? {} : { version }) }], changes: { depotIds: ['2', '1'] } })
    const { blob } = await exportOfList(me, crate, { headers: ['名称', '仓库'], fields: ['name', 'depotIds'] })
    expect((await readXlsx(await buffer(blob))).sheets[0]?.rows.at(-1)).toEqual(['甲', '纽约、柏林'])
    const [entry] = await b.rows<{ before: object; after: object }>(
      `select before, after from audit_entry where subject = 'crate' and record_id = '${id}' and verb = 'batchUpdate'`,
    )
    expect(entry?.after).toMatchObject({ depotIds: ['2', '1'] })
    await updateRecord(me, crate, { id, version: 2, depotIds: ['3'] })
    const [formed] = await b.rows<{ before: object; after: object }>(
      `select before, after from audit_entry where subject = 'crate' and record_id = '${id}' and verb = 'update'`,
    )
    expect(changesOf(crate, formed?.before, formed?.after, 'zh')).toContainEqual({
      field: 'depotIds',
      title: '可存仓库',
      before: '纽约、柏林',
      after: '海上',
    })
  })
})

describe('a filter by the records of a tree', () => {
  const node = async (name: string, aboveId: string | null = null): Promise<string> => (await add({ name, aboveId }, shelf)).id
  const planted = async () => {
    const top = await node('上')
    const middle = await node('中', top)
    const low = await node('下', middle)
    const other = await node('旁')
    for (const [name, shelfId] of [
      ['甲', top],
      ['乙', middle],
      ['丙', low],
      ['丁', other],
    ] as const)
      await add({ name, shelfId, shelfIds: [shelfId] })
    await add({ name: '戊' })
    return { top, middle, low, other }
  }
  const by = (field: string, condition: string, value: string): ListQuery => ({ conditionList: [{ field, condition, value }] }) as ListQuery
  test('means what lies below as well, in rows, totals and exports', async () => {
    const { top, middle, low, other } = await planted()
    const found = async (query: ListQuery): Promise<string> => (await names(query)).map(String).toSorted().join('')
    for (const field of ['shelfId', 'shelfIds']) {
      expect(await found({ [field]: middle })).toBe('丙乙')
      expect(await found({ [field]: [low, other] })).toBe('丁丙')
      expect(await found(by(field, 'NOT_IN', top))).toBe('丁戊')
      expect(await found(by(field, 'IN', middle))).toBe('丙乙')
    }
    // the record alone
    expect(await found(by('shelfId', 'EQ', middle))).toBe('乙')
    expect(await found(by('shelfId', 'NE', middle))).toBe('丁丙戊甲')
    expect(await found(by('shelfIds', 'NE', middle))).toBe('丁戊甲')
    expect(await filterSaid(me, crate, { shelfId: middle, ...by('shelfIds', 'EQ', top) })).toBe(
      '备用货架包含全部 上；货架属于（含下级） 中',
    )
    expect(await found(by('shelfIds', 'EQ', `${top},${low}`))).toBe('丙')
    expect((await listOf(me, crate, { shelfId: top })).total).toBe(3)
    const { blob } = await exportOfList(me, crate, { headers: ['名称'], fields: ['name'], query: { shelfId: top } })
    expect((await readXlsx(await buffer(blob))).sheets[0]?.rows.slice(1)).toHaveLength(3)
    expect(await batchEdit(me, crate, { query: { shelfId: top }, changes: { marks: [1] }, preview: true })).toMatchObject({ total: 3 })
    expect(await faults(names(by('shelfIds', 'EQ', Array.from({ length: 21 }, (_, i) => i + 1).join(','))))).toEqual([
      'shelfIds: 备用货架一次最多要求同时属于 20 个，现有 21 个',
    ])
  })
  test('another organisation’s tree leads nowhere', async () => {
    const { top } = await planted()
    expect(await names({ shelfId: top })).toHaveLength(3)
    await b.run(`update shelf set org_id = 2 where id = ${top}`)
    expect(await names({ shelfId: top })).toEqual([])
    await b.run('update shelf set org_id = 1')
  })
  test('the link that makes the tree asks for the record right above', async () => {
    const { top, middle } = await planted()
    const below = await listOf(me, shelf, { conditionList: [{ field: 'aboveId', condition: 'EQ', value: top }] })
    expect(below.list.map(row => row.id)).toEqual([middle])
    expect(formItems(editableFields(shelf), 'zh', resources).find(item => item.field === 'aboveId')).toMatchObject({ isOwnTree: true })
    expect(formItems(editableFields(crate), 'zh', resources).find(item => item.field === 'shelfId')).not.toHaveProperty('isOwnTree')
  })
})

describe('files', () => {
  const shown = async (id: string): Promise<unknown> => ((await oneRecord(me, crate, id))['papers'] as UploadedFile[]).map(one => one.name)
  test('are shown with name, size and link, and sent back as they came', async () => {
    const { id } = await add({ papers: ['1'], face: ['2'] })
    const row = await oneRecord(me, crate, id)
    expect(row['papers']).toEqual([{ id: '1', name: '箱单.pdf', size: 10, type: 'ATTACHMENT', link: '/api-2024/fileUpload/down2?id=1' }])
    await updateRecord(me, crate, { id, version: 1, papers: row['papers'], face: [] })
    expect(await shown(id)).toEqual(['箱单.pdf'])
    expect((await oneRecord(me, crate, id))['face']).toEqual([])
  })
  test.each([
    ["a colleague's", { papers: ['1', '3'] }, 'papers: 单据新加的第 2 个文件不存在或不是您上传的，请重新上传'],
    ["another organisation's", { papers: ['4'] }, 'papers: 单据新加的第 1 个文件不存在或不是您上传的，请重新上传'],
    ['a deleted one', { papers: ['5'] }, 'papers: 单据新加的第 1 个文件不存在或不是您上传的，请重新上传'],
    ['a data file', { papers: ['6'] }, 'papers: 单据新加的第 1 个文件不存在或不是您上传的，请重新上传'],
    ['one that is not there', { papers: ['99'] }, 'papers: 单据新加的第 1 个文件不存在或不是您上传的，请重新上传'],
    ['no picture where one is wanted', { face: ['1'] }, 'face: 照片只能是图片，请移除其他文件'],
    ['more than may be', { papers: ['1', '2', '3', '4'] }, 'papers: 单据最多 3 个文件'],
    ['two pictures for one', { face: ['1', '2'] }, 'face: 照片最多 1 张图片'],
    ['no id', { papers: ['../etc/passwd'] }, 'papers: 单据请重新上传'],
    ['no list', { papers: '1' }, 'papers: 单据应为列表'],
  ])('%s is refused', async (_what, values, message) => expect(await faults(add(values))).toEqual([message]))
  test("what a record holds stays, also when a colleague's", async () => {
    const { id } = await add({})
    await b.run(`update crate set papers = '{3}' where id = ${id}`)
    await updateRecord(me, crate, { id, version: 1, papers: ['3', '1'] })
    expect(await shown(id)).toEqual(['同事的.pdf', '箱单.pdf'])
  })
  test('the trail tells them by name', async () => {
    const { id } = await add({ papers: ['1'] })
    const [entry] = await b.rows<{ after: { papers: UploadedFile[] } }>(
      `select after from audit_entry where subject = 'crate' and record_id = '${id}'`,
    )
    expect(entry?.after.papers[0]?.name).toBe('箱单.pdf')
  })
})

test('a text with formats keeps nothing that runs', async () => {
  const { id } = await add({
    story:
      '<p onclick="x()">好<script>x()</script><svg onload="x()"><circle/></svg><img src="https://elsewhere/x.png"><a href="javascript:x()">看</a></p>',
  })
  const story = String((await oneRecord(me, crate, id))['story'])
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
    kind: 'local',
    scope: everybody,
    fields: {
      at: date('日期', 'Day', { rangeTo: 'name' }),
      name: text('名称', 'Name'),
      kept: reference('当时', 'Then', 'depot', { optional: true, atCreation: 'depotId.nothing' }),
      depotId: reference('仓库', 'Depot', 'depot', { narrowedBy: { nobody: 'nationId', name: 'nothing' } }),
      depotIds: links('仓库', 'Depots', 'depot', { narrowedBy: { name: 'nationId' } }),
      wordIds: links('词', 'Words', 'word'),
    },
    tree: 'name',
  }) as unknown as Resource
  const word = resource('word', {
    title: ['词', 'Word'],
    kind: 'local',
    scope: everybody,
    fields: { word: text('词', 'Word') },
    primary: ['word'],
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
    'wrong: tree name must refer to wrong',
    'rangeTo joins two date fields',
    'narrowed by nobody',
    'depot has no field nothing',
    'wrong.depotIds: only one reference is narrowed by another',
    'wrong.wordIds: links are between records that have an id of their own',
    'wrong.kept: atCreation depotId.nothing names no reference',
  ])
    expect(message).toContain(part)
})
