/** Price lists in files: lines alone and their undo, days that meet, more lines than a document has, documents that look alike. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview } from '#platform/declare/import-preview.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { createApp } from '#platform/server/http/app.ts'
import { runResourceImport } from '#platform/server/imports/resource-import.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'
import type { Person } from '../../test/setup/demo-house.ts'
import { multipart } from '../../test/setup/multipart.ts'

let h: ImportHouse
let app: FastifyInstance
let buyer: Person
let supplier = { id: '', name: '' }
let sku = ''
beforeAll(async () => {
  h = await openImports()
  buyer = await h.signIn('buyer')
  ;[supplier] = (await buyer.post('/supplierManage/list')).data.list
  sku = (await buyer.post('/productManage/list', { pageSize: 20 })).data.list[0].sku
  app = createApp(h.house, { webFolder: null })
}, 60_000)
afterAll(async () => {
  await app.close()
  await h.close()
})

type Cells = readonly (readonly string[])[]
const csv = (rows: Cells): Buffer => Buffer.from(rows.map(row => row.join(',')).join('\r\n'))
async function posted(path: string, fields: Readonly<Record<string, string>>, rows: Cells) {
  const form = multipart(fields, [{ name: '价目.csv', content: csv(rows) }])
  const answer = await app.inject({
    method: 'POST',
    url: `/api-2024${path}`,
    headers: { 'content-type': form.type, authorization: `Bearer ${buyer.token}` },
    payload: form.payload,
  })
  return answer.json()
}
async function imported(family: string, type: string, rows: Cells): Promise<ImportDetails & { id: string }> {
  const answer = await posted(`/${family}/importData`, {}, rows)
  expect(answer.msg).toBe('')
  const id = answer.data.importIds[0] as string
  await runResourceImport(h.house, id, type, new AbortController().signal)
  return { id, ...(await buyer.post('/fileImportHistory/details', { id })).data }
}
async function previewed(type: string, rows: Cells): Promise<ImportPreview> {
  const { data } = await posted('/fileUpload/upload', { type: 'IMPORT' }, rows)
  const answer = await buyer.post('/fileImport/preview', { type, fileId: data.id })
  expect(answer.msg).toBe('')
  return answer.data
}
const lists = (rows: Cells) => imported('purchasePriceListManage', 'purchasePriceList', rows)
const lines = (rows: Cells) => imported('purchasePriceManage', 'purchasePrice', rows)
const headOfList = ['单号', '业务日期', '供应商', '摘要', 'SKU', '起订量', '单价', '币种', '生效日期', '失效日期'] as const
const heads = (subject: string) => ['', '2026-11-01', supplier.name, subject] as const
let quantity = 50_000
const price = (more: { readonly qty?: number; readonly from?: string; readonly to?: string } = {}) =>
  [sku, String(more.qty ?? (quantity += 1)), '3.5', 'CNY', more.from ?? '2027-01-01', more.to ?? ''] as const
const listsOf = async (subject: string): Promise<{ id: string; no: string; version: number }[]> =>
  (await buyer.post('/purchasePriceListManage/list', { subject })).data.list
const linesOf = async (id: string) => (await buyer.post('/listField/lines', { type: 'purchasePriceList', id })).data.list

test('lines alone: written into their documents, each one entry of its trail, and taken back', async () => {
  expect((await lists([headOfList, [...heads('只导明细'), ...price()]])).errors).toEqual([])
  const [list] = await listsOf('只导明细')
  const [id, no] = [list?.id ?? '', list?.no ?? '']
  const head = ['采购价目表', '行号', 'SKU', '起订量', '单价', '币种', '生效日期', '失效日期']
  const [first] = await linesOf(id)
  const rows = [head, [no, '1', sku, String(first.minQty), '4.25', 'CNY', '2027-01-01', ''], [no, '2', ...price()], [no, '3', ...price()]]
  const before = (await listsOf('只导明细'))[0]?.version ?? 0
  const done = await lines(rows)
  expect(done).toMatchObject({ errors: [], lines: { read: 3, merged: 3, refused: 0 } })
  expect((await linesOf(id)).map((one: { lineNo: number; price: string }) => [one.lineNo, one.price])).toEqual([
    [1, '4.2500'],
    [2, '3.5000'],
    [3, '3.5000'],
  ])
  const told = async () => (await buyer.post('/auditTrail/history', { type: 'purchasePriceList', id })).data.list
  expect(await told()).toHaveLength(2)
  expect((await listsOf('只导明细'))[0]?.version).toBe(before + 1)
  const admin = await h.signIn('admin')
  expect(await admin.post('/fileImportHistory/delete', { id: done.id })).toMatchObject({ code: 0, data: { refused: [] } })
  expect((await linesOf(id)).map((one: { lineNo: number; price: string }) => [one.lineNo, one.price])).toEqual([[1, '3.5000']])
  expect(await told()).toHaveLength(3)
})

test('days that meet are told by their rows, by the preview as by the import', async () => {
  const qty = (quantity += 1)
  const rows = [
    headOfList,
    [...heads('重叠'), ...price({ qty, from: '2027-01-01', to: '2027-06-30' })],
    ['', '', '', '', ...price()],
    ['', '', '', '', ...price({ qty, from: '2027-06-30' })],
  ]
  const isMeeting = expect.stringMatching(/^有效期与“.+”（2027-.*重叠/)
  const wanted = [
    { line: 2, column: '生效日期', reason: isMeeting },
    { line: 4, column: '生效日期', reason: isMeeting },
  ]
  expect((await previewed('purchasePriceList', rows)).errors).toMatchObject(wanted)
  expect((await lists(rows)).errors).toMatchObject(wanted)
  expect(await listsOf('重叠')).toEqual([])
  // with what is there
  expect((await lists([headOfList, [...heads('重叠'), ...price({ qty, from: '2027-01-01', to: '2027-06-30' })]])).errors).toEqual([])
  const later = [headOfList, [...heads('更晚'), ...price({ qty, from: '2027-06-30' })]]
  for (const found of [(await previewed('purchasePriceList', later)).errors, (await lists(later)).errors])
    expect(found).toMatchObject([{ line: 2, column: '生效日期', reason: isMeeting }])
  const [list] = await listsOf('重叠')
  const alone = [
    ['采购价目表', '行号', 'SKU', '起订量', '单价', '币种', '生效日期'],
    [list?.no ?? '', '2', ...price({ qty, from: '2027-02-01' }).slice(0, 5)],
  ]
  for (const found of [(await previewed('purchasePrice', alone)).errors, (await lines(alone)).errors])
    expect(found).toMatchObject([{ line: 2, column: '生效日期', reason: isMeeting }])
})

test('more lines than a document has are refused at the first one too many', async () => {
  const rows = [headOfList, [...heads('太多'), ...price()], ...Array.from({ length: 1_000 }, () => ['', '', '', '', ...price()])]
  const refused = { line: 1_002, reason: '一张单据最多 1000 行采购价目明细，请拆成几张单据' }
  expect((await lists(rows)).errors).toMatchObject([refused])
  expect(await listsOf('太多')).toEqual([])
})

test('new documents whose headers say the same are one, unless an empty row parts them', async () => {
  const row = () => [...heads('相同'), ...price()]
  expect((await lists([headOfList, row(), row()])).errors).toEqual([])
  expect(await listsOf('相同')).toHaveLength(1)
  expect((await lists([headOfList, row(), [], row(), row()])).errors).toEqual([])
  const all = await listsOf('相同')
  expect((await Promise.all(all.map(({ id }) => linesOf(id)))).map(some => some.length).toSorted((a, b) => a - b)).toEqual([1, 2, 2])
})
