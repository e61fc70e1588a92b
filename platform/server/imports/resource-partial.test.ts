/** A list's file whose faulty cells are corrected after the upload, and one of which the good rows alone are taken. */
import type { FastifyInstance } from 'fastify'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { createApp } from '../http/app.ts'
import { importJobs } from './jobs.ts'
import { mayBePartial, resourceImportJob } from './resource-upload.ts'

let h: ImportHouse
let app: FastifyInstance
let buyer: Person
beforeAll(async () => {
  h = await openImports()
  buyer = await h.signIn('buyer')
  app = createApp(h.house, { webFolder: null })
})
afterAll(async () => {
  await app.close()
  await h.close()
})

async function uploaded(rows: readonly string[]): Promise<string> {
  const head =
    `--b\r\nContent-Disposition: form-data; name="type"\r\n\r\nIMPORT\r\n--b\r\nContent-Disposition: form-data; name="file"; ` +
    `filename="商品.csv"\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: '/api-2024/fileUpload/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${buyer.token}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(['sku,name,status', ...rows].join('\r\n')), Buffer.from('\r\n--b--\r\n')]),
  })
  return answer.json().data.id
}
const skus = async (like: string): Promise<string[]> =>
  (await h.sql(`select sku || ' ' || name as t from product where sku like '${like}' order by sku`)).map(row => String(row['t']))
const preview = (fileId: string, more: object = {}) => buyer.post('/fileImport/preview', { type: 'product', fileId, ...more })
/** As the browser orders it; then the job as the queue would hand it over. */
async function run(fileId: string, words: { corrections?: object[]; partial?: number }): Promise<ImportDetails> {
  const byFile = Object.fromEntries(Object.entries(words).map(([name, value]) => [name, { [fileId]: value }]))
  const answer = await buyer.post('/productManage/importData', { fileIds: [fileId], ...byFile })
  expect(answer).toMatchObject({ code: 0 })
  const [importId] = answer.data.importIds
  const payload = Object.fromEntries(Object.entries(words).map(([name, value]) => [name, JSON.stringify(value)]))
  await importJobs[resourceImportJob]?.(h.house, { importId, type: 'product', ...payload }, new AbortController().signal)
  return (await buyer.post('/fileImportHistory/details', { id: importId })).data
}

test('cells corrected in the preview are checked again, and imported so', async () => {
  const fileId = await uploaded(['C-1,灯,在售', 'C-2,,坏'])
  const before = (await preview(fileId)).data
  expect(before).toMatchObject({ partial: true, counts: { read: 2, inserted: 1, refused: 1 } })
  const corrections = [
    { line: 3, column: 1, value: '台灯' },
    { line: 3, column: 2, value: '停售' },
  ]
  const after = (await preview(fileId, { corrections })).data
  expect(after).toMatchObject({ errorsTotal: 0, counts: { inserted: 2, refused: 0 } })
  expect(after.rows[1].cells).toMatchObject({ name: '台灯', status: '停售' })
  expect(await run(fileId, { corrections })).toMatchObject({ state: 'done', lines: { merged: 2, refused: 0 } })
  expect(await skus('C-%')).toEqual(['C-1 灯', 'C-2 台灯'])
})

test('asked for, the good rows go in and the others come back; one undo takes all away; else a file is whole or nothing', async () => {
  const rows = ['P-1,灯,在售', 'P-2,,在售', 'P-3,椅,坏', 'P-1,又,在售', 'P-4,桌,在售']
  const fileId = await uploaded(rows)
  expect(await run(fileId, {})).toMatchObject({ state: 'refused' })
  expect(await skus('P-%')).toEqual([])
  const details = await run(fileId, { partial: 3 })
  expect(details).toMatchObject({ state: 'done', lines: { read: 5, merged: 2, refused: 3 } })
  expect(details.errors.map(one => one.line)).toEqual([3, 4, 5])
  expect(details.notes.join()).toContain('有误的 3 行没有导入')
  expect(await skus('P-%')).toEqual(['P-1 灯', 'P-4 桌'])
  const left = await app.inject({
    method: 'POST',
    url: '/api-2024/fileImport/annotated',
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: { type: 'product', fileId, refusedOnly: true },
  })
  expect(left.headers['content-disposition']).toContain(encodeURIComponent('商品-未导入.xlsx'))
  expect((await readXlsx(left.rawPayload)).sheets[0]?.rows.map(row => row[0])).toEqual(['sku', 'P-2', 'P-3', 'P-1'])
  const [batch] = await h.sql(`select id::text from list_batch where import_id = ${details.id}`)
  expect(await buyer.post('/productManage/undo', { batchId: batch?.['id'] })).toMatchObject({ code: 0, data: { restored: 2 } })
  expect(await skus('P-%')).toEqual([])
})

test('other faults than the person was told refuse the whole file', async () => {
  const fileId = await uploaded(['N-1,灯,在售', 'N-2,,在售'])
  const details = await run(fileId, { partial: 2 })
  expect(details.state).toBe('refused')
  expect(details.errors[0]?.reason).toBe('有误的行已变为 1 行，请重新预览后再导入')
  expect(await skus('N-%')).toEqual([])
})

test('rows with a fault far below are shown too, so that they can be corrected', async () => {
  const many = Array.from({ length: 120 }, (_, at) => `M-${at},${at === 100 ? '' : '灯'},在售`)
  const { data } = await preview(await uploaded(many))
  expect(data.rows).toHaveLength(51)
  expect(data.rows.at(-1)).toMatchObject({ line: 102, state: 'refused' })
})

test('corrections of nonsense are refused, facts of shops are whole or nothing', async () => {
  const fileId = await uploaded(['X-1,灯,在售'])
  expect((await preview(fileId, { corrections: [{ line: 2, column: -1, value: 'a' }] })).code).toBe(1002)
  expect((await preview(fileId, { corrections: [{ line: 9_999, column: 16_383, value: 'a' }] })).data.errorsTotal).toBe(0)
  const all = [...h.house.registry.resources.values()]
  expect(new Set(all.filter(r => !mayBePartial(r)).map(r => r.kind))).toEqual(new Set(['shop']))
})
