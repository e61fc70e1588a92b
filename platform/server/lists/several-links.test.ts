/** References to several records: kept, shown, found, told, and never left dangling. */
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListQuery } from '#platform/declare/wire.ts'
import { changesOf } from '../audit/changes.ts'
import { batchEdit } from '../batches/batch-edit.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { formSchema, rowSchema } from '../openapi/schemas.ts'
import { formItems } from '../records/form-items.ts'
import { exportOfList } from '../exports/export.ts'
import { oneRecord, updateRecord } from '../verbs/record.ts'
import { crate, crateBooks, crateResources, depot, faults, type CrateBooks } from '../../../test/setup/crates.ts'
import { editableFields } from './editable-fields.ts'

let c: CrateBooks
beforeAll(async () => {
  c = await crateBooks()
})
afterAll(() => c.books.close())
beforeEach(() => c.empty())

describe('references to several records', () => {
  const depots = async (id: string): Promise<unknown[]> => {
    const row = await oneRecord(c.me, crate, id)
    return [row['depotIds'], row['depotIdsLabel']]
  }
  test('kept once each in the order chosen, with their labels; none is empty', async () => {
    const { id } = await c.add({ depotIds: ['3', 1, '3'] })
    expect(await depots(id)).toEqual([
      ['3', '1'],
      ['海上', '柏林'],
    ])
    await updateRecord(c.me, crate, { id, version: 1, depotIds: [] })
    expect(await depots(id)).toEqual([null, null])
    expect(formItems(editableFields(crate), 'zh', crateResources).find(item => item.field === 'depotIds')).toMatchObject({
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
  ])('%j is refused', async (value, message) => expect(await faults(c.add({ depotIds: value }))).toEqual([message]))
  test('what a record holds stays, also where the writer can no longer see it', async () => {
    const { id } = await c.add({})
    await c.books.run(`update crate set depot_ids = '{4}' where id = ${id}`)
    await updateRecord(c.me, crate, { id, version: 1, depotIds: ['4', '1'], depotIdsLabel: ['4', '柏林'] })
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
      await c.add({ name, depotIds })
    const by = (condition: string, value = ''): ListQuery => ({ conditionList: [{ field: 'depotIds', condition, value }] }) as ListQuery
    for (const [query, found] of [
      [{ depotIds: '2' }, '甲乙'],
      [{ depotIds: ['1', '2'] }, '甲乙'],
      [by('EQ', '1,2'), '甲'],
      [by('NE', '1,2'), '乙丙'],
      [by('NOT_IN', '1'), '乙丙'],
      [by('EMPTY'), '丙'],
    ] as const)
      expect((await c.names(query)).map(String).toSorted().join('')).toBe([...found].toSorted().join(''))
    expect(await faults(c.names(by('IN', '1}')))).toEqual(['depotIds: 可存仓库的值“1}”不正确'])
  })
  test('one that is linked to is not deleted, also when the record that links lies in nobody’s sight', async () => {
    await c.books.run("insert into depot (id, org_id, name) values (7, 1, '旧仓')")
    const { id } = await c.add({ depotIds: ['7'] })
    const refusal = { message: '仓库正被其他记录使用，不能删除' }
    await expect(removeRecords(c.me, depot, ['7'])).rejects.toMatchObject(refusal)
    await c.books.run(`update crate set org_id = 2 where id = ${id}`)
    await expect(removeRecords(c.me, depot, ['7'])).rejects.toMatchObject(refusal)
    await c.books.run('delete from crate')
    expect(await removeRecords(c.me, depot, ['7'])).toMatchObject({ deleted: 1 })
  })
  test('one that is being deleted is not linked to meanwhile', async () => {
    await c.books.run("insert into depot (id, org_id, name) values (8, 1, '临时仓')")
    const done = await Promise.allSettled([removeRecords(c.me, depot, ['8']), c.add({ depotIds: ['8'] })])
    expect(done.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    const [dangling] = await c.books.rows(
      "select 1 from crate c where '{8}' && depot_ids and not exists (select 1 from depot where id = 8)",
    )
    expect(dangling).toBeUndefined()
    await c.books.run('delete from crate; delete from depot where id = 8')
  })
  test('set for many at once, told in the trail by name, written out by an export', async () => {
    const { id } = await c.add({})
    const version = (await oneRecord(c.me, crate, id)).version
    await batchEdit(c.me, crate, { ids: [{ id, ...(version === undefined ? {} : { version }) }], changes: { depotIds: ['2', '1'] } })
    const { blob } = await exportOfList(c.me, crate, { headers: ['名称', '仓库'], fields: ['name', 'depotIds'] })
    expect((await readXlsx(await buffer(blob))).sheets[0]?.rows.at(-1)).toEqual(['甲', '纽约、柏林'])
    const [entry] = await c.books.rows<{ before: object; after: object }>(
      `select before, after from audit_entry where subject = 'crate' and record_id = '${id}' and verb = 'batchUpdate'`,
    )
    expect(entry?.after).toMatchObject({ depotIds: ['2', '1'] })
    await updateRecord(c.me, crate, { id, version: 2, depotIds: ['3'] })
    const [formed] = await c.books.rows<{ before: object; after: object }>(
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
