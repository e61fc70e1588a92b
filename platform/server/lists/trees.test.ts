/** Records that stand below each other: no circle, and a filter by one means those below it as well. */
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListQuery } from '#platform/declare/wire.ts'
import { batchEdit } from '../batches/batch-edit.ts'
import { anyTable } from '../db/any-table.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { formItems } from '../records/form-items.ts'
import { exportOfList } from '../exports/export.ts'
import { filterText } from './filter-text.ts'
import { treeOptionsOf } from './labels.ts'
import { listOf } from './list.ts'
import { keepTree, treeFault } from '../records/record-checks.ts'
import { oneRecord, updateRecord } from '../verbs/record.ts'
import { crate, crateBooks, crateResources, depot, faults, shelf, type CrateBooks } from '../../../test/setup/crates.ts'
import { editableFields } from './editable-fields.ts'

let c: CrateBooks
beforeAll(async () => {
  c = await crateBooks()
})
afterAll(() => c.books.close())
beforeEach(() => c.empty())

/** A shelf, and the one it stands below. */
const node = async (name: string, aboveId: string | null = null): Promise<string> => (await c.add({ name, aboveId }, shelf)).id

describe('a tree', () => {
  test('is offered whole, with the one above each', async () => {
    const top = await node('A')
    const below = await node('B', top)
    expect(await treeOptionsOf(c.me, shelf)).toEqual([
      { value: top, label: 'A', parent: null },
      { value: below, label: 'B', parent: top },
    ])
    expect(formItems(editableFields(crate), 'zh', crateResources).find(item => item.field === 'shelfId')?.type).toBe('treeSelect')
    await expect(treeOptionsOf(c.me, depot)).rejects.toMatchObject({ code: 1002 })
  })
  test('never runs in a circle', async () => {
    const a = await node('A')
    const low = await node('C', await node('B', a))
    const message = 'aboveId: 上级不能是自己或自己的下级，请重新选择'
    expect(await faults(updateRecord(c.me, shelf, { id: a, version: 1, aboveId: a }))).toEqual([message])
    expect(await faults(updateRecord(c.me, shelf, { id: a, version: 1, aboveId: low }))).toEqual([message])
    expect((await oneRecord(c.me, shelf, a))['aboveId']).toBeNull()
  })
  test('two moves at once that would make a circle together: one is refused', async () => {
    const [a, low] = [await node('A'), await node('C')]
    const moved = await Promise.allSettled([
      updateRecord(c.me, shelf, { id: a, version: 1, aboveId: low }),
      updateRecord(c.me, shelf, { id: low, version: 1, aboveId: a }),
    ])
    expect(moved.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
  test('is at most twenty deep, counting what stands above and below a moved record; other branches are not looked at', async () => {
    const chain = async (name: string, count: number): Promise<string[]> => {
      const ids: string[] = []
      for (let n = 0; n < count; n += 1) ids.push(await node(`${name}${n}`, ids.at(-1) ?? null))
      return ids
    }
    const [first, second] = [await chain('A', 12), await chain('B', 8)]
    const end = first.at(-1) ?? ''
    const top = second[0] ?? ''
    expect(await faults(updateRecord(c.me, shelf, { id: top, version: 1, aboveId: end }))).toEqual([])
    await expect(node('one more', second.at(-1))).rejects.toMatchObject({ code: 1002 })
    expect(await faults(updateRecord(c.me, shelf, { id: first[0], version: 1, aboveId: second.at(-1) }))).toEqual([
      'aboveId: 上级不能是自己或自己的下级，请重新选择',
    ])
  })
  test('what is read below a moved record is bounded, and more is refused with what to do', async () => {
    const top = await node('A')
    for (const name of ['B', 'C', 'D']) await node(name, top)
    const held = (max: number) => c.me.write((tx, inside) => keepTree(inside, tx, anyTable(tx), shelf, [top], max))
    await expect(held(3 - 1)).resolves.toBeUndefined()
    await expect(held(1)).rejects.toMatchObject({ code: 1002, message: '要移动的货架有超过 2 个下级，不能一次移动，请先移动其中的下级' })
  })
  test('a record with others below it stays', async () => {
    const a = await node('A')
    await node('B', a)
    await expect(removeRecords(c.me, shelf, [a])).rejects.toMatchObject({ message: '货架正被其他记录使用，不能删除' })
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

describe('a filter by the records of a tree', () => {
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
      await c.add({ name, shelfId, shelfIds: [shelfId] })
    await c.add({ name: '戊' })
    return { top, middle, low, other }
  }
  const by = (field: string, condition: string, value: string): ListQuery => ({ conditionList: [{ field, condition, value }] }) as ListQuery
  test('means what lies below as well, in rows, totals and exports', async () => {
    const { top, middle, low, other } = await planted()
    const found = async (query: ListQuery): Promise<string> => (await c.names(query)).map(String).toSorted().join('')
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
    expect(await filterText(c.me, crate, { shelfId: middle, ...by('shelfIds', 'EQ', top) })).toBe(
      '备用货架包含全部 上；货架属于（含下级） 中',
    )
    expect(await found(by('shelfIds', 'EQ', `${top},${low}`))).toBe('丙')
    expect((await listOf(c.me, crate, { shelfId: top })).total).toBe(3)
    const { blob } = await exportOfList(c.me, crate, { headers: ['名称'], fields: ['name'], query: { shelfId: top } })
    expect((await readXlsx(await buffer(blob))).sheets[0]?.rows.slice(1)).toHaveLength(3)
    expect(await batchEdit(c.me, crate, { query: { shelfId: top }, changes: { marks: [1] }, preview: true })).toMatchObject({ total: 3 })
    expect(await faults(c.names(by('shelfIds', 'EQ', Array.from({ length: 21 }, (_, i) => i + 1).join(','))))).toEqual([
      'shelfIds: 备用货架一次最多要求同时属于 20 个，现有 21 个',
    ])
  })
  test('another organisation’s tree leads nowhere', async () => {
    const { top } = await planted()
    expect(await c.names({ shelfId: top })).toHaveLength(3)
    await c.books.run(`update shelf set org_id = 2 where id = ${top}`)
    expect(await c.names({ shelfId: top })).toEqual([])
    await c.books.run('update shelf set org_id = 1')
  })
  test('the link that makes the tree asks for the record right above', async () => {
    const { top, middle } = await planted()
    const below = await listOf(c.me, shelf, { conditionList: [{ field: 'aboveId', condition: 'EQ', value: top }] })
    expect(below.list.map(row => row.id)).toEqual([middle])
    expect(formItems(editableFields(shelf), 'zh', crateResources).find(item => item.field === 'aboveId')).toMatchObject({ isOwnTree: true })
    expect(formItems(editableFields(crate), 'zh', crateResources).find(item => item.field === 'shelfId')).not.toHaveProperty('isOwnTree')
  })
})
