/** What is found is what is there now, whoever wrote it: a form, an import, a batch edit, an undo, a deletion. */
import { afterAll, expect, test } from 'vitest'
import type { FoundRecord } from '#platform/declare/wire.ts'
import { head, openListImports } from '../../../test/setup/list-imports.ts'

const lists = await openListImports()
const { h, buyer, products } = lists
afterAll(() => lists.close())

const found = async (keyword: string): Promise<string[]> =>
  ((await buyer.post('/listField/find', { keyword })).data as FoundRecord[]).filter(one => one.type === 'product').map(one => one.value)
const idOf = async (sku: string): Promise<string> =>
  String((await h.sql(`select id::text as id from product where sku = '${sku}'`))[0]?.['id'])

test('found by its name from the import on, under the new name alone after an edit, an import and an undo', async () => {
  expect(await found('琉璃屏风')).toEqual([])
  const { state } = await products([head, ['SEA-1', '琉璃屏风', '', '', ''], ['SEA-2', '琉璃茶盏', '', '', '']])
  expect(state).toBe('done')
  expect(await found('琉璃')).toEqual(['SEA-1', 'SEA-2'])

  await buyer.post('/productManage/update', { id: await idOf('SEA-1'), version: 1, name: '缂丝团扇' })
  expect(await found('琉璃')).toEqual(['SEA-2'])
  expect(await found('丝团')).toEqual(['SEA-1'])

  await products([head, ['SEA-2', '錾刻银壶', '', '', '']])
  expect(await found('琉璃')).toEqual([])
  expect(await found('刻银')).toEqual(['SEA-2'])
})

test('a batch edit and its undo; a deletion and its undo', async () => {
  await products([head, ['SEB-1', '漆盒', '', '', ''], ['SEB-2', '漆盘', '', '', '']])
  const ids = [await idOf('SEB-1'), await idOf('SEB-2')]
  const { data } = await buyer.post('/productManage/batchUpdate', { ids: ids.map(id => ({ id })), changes: { name: '雕漆套件' } })
  expect((await found('雕漆')).toSorted()).toEqual(['SEB-1', 'SEB-2'])
  expect(await found('漆盒')).toEqual([])
  await buyer.post('/productManage/undo', { batchId: data.batchId })
  expect(await found('雕漆')).toEqual([])
  expect(await found('漆盒')).toEqual(['SEB-1'])

  // the usual role of purchasing deletes no products
  const admin = await h.signIn('admin')
  const removed = await admin.post('/productManage/delete', { ids: [ids[0]] })
  expect(removed.code).toBe(0)
  expect(await found('漆盒')).toEqual([])
  await admin.post('/productManage/undo', { batchId: removed.data.batchId })
  expect(await found('漆盒')).toEqual(['SEB-1'])
})
