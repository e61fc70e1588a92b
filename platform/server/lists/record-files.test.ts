/** Files of a record: shown with name and link, only those one has uploaded oneself may be added. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { oneRecord, updateRecord } from '../verbs/record.ts'
import { crate, crateBooks, faults, type CrateBooks } from '../../../test/setup/crates.ts'

let c: CrateBooks
beforeAll(async () => {
  c = await crateBooks()
})
afterAll(() => c.books.close())
beforeEach(() => c.empty())

describe('files', () => {
  const shown = async (id: string): Promise<unknown> =>
    ((await oneRecord(c.me, crate, id))['papers'] as UploadedFile[]).map(one => one.name)
  test('are shown with name, size and link, and sent back as they came', async () => {
    const { id } = await c.add({ papers: ['1'], face: ['2'] })
    const row = await oneRecord(c.me, crate, id)
    expect(row['papers']).toEqual([{ id: '1', name: '箱单.pdf', size: 10, type: 'ATTACHMENT', link: '/api-2024/fileUpload/down2?id=1' }])
    await updateRecord(c.me, crate, { id, version: 1, papers: row['papers'], face: [] })
    expect(await shown(id)).toEqual(['箱单.pdf'])
    expect((await oneRecord(c.me, crate, id))['face']).toEqual([])
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
  ])('%s is refused', async (_what, values, message) => expect(await faults(c.add(values))).toEqual([message]))
  test("what a record holds stays, also when a colleague's", async () => {
    const { id } = await c.add({})
    await c.books.run(`update crate set papers = '{3}' where id = ${id}`)
    await updateRecord(c.me, crate, { id, version: 1, papers: ['3', '1'] })
    expect(await shown(id)).toEqual(['同事的.pdf', '箱单.pdf'])
  })
  test('the trail tells them by name', async () => {
    const { id } = await c.add({ papers: ['1'] })
    const [entry] = await c.books.rows<{ after: { papers: UploadedFile[] } }>(
      `select after from audit_entry where subject = 'crate' and record_id = '${id}'`,
    )
    expect(entry?.after.papers[0]?.name).toBe('箱单.pdf')
  })
})
