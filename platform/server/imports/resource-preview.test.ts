/** Mapping and dry run of a list's import over PostgreSQL: what is told before anything is written, and that nothing is. */
import type { FastifyInstance } from 'fastify'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import type { ImportPreview } from '#platform/declare/import-preview.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { createApp } from '../http/app.ts'
import { importJobs } from './jobs.ts'
import { resourceImportJob } from './resource-upload.ts'

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

type Cells = readonly (readonly (string | number | null)[])[]
const xlsx = async (rows: Cells): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '商品', rows: rows.map(r => [...r]) }] }))
const csv = (rows: Cells): Buffer => Buffer.from(rows.map(r => r.join(',')).join('\r\n') + '\r\n')
const products = async (where: string): Promise<number> =>
  Number((await h.sql(`select count(*)::int as n from product where ${where}`))[0]?.['n'])

async function uploaded(name: string, content: Buffer, as: Person = buyer): Promise<string> {
  const head =
    `--b\r\nContent-Disposition: form-data; name="type"\r\n\r\nIMPORT\r\n--b\r\nContent-Disposition: form-data; name="file"; ` +
    `filename="${name}"\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: '/api-2024/fileUpload/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${as.token}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
  })
  expect(answer.json()).toMatchObject({ code: 0 })
  return answer.json().data.id
}
const preview = async (fileId: string, mapping?: (string | null)[], as: Person = buyer, type = 'product') =>
  as.post('/fileImport/preview', { type, fileId, ...(mapping ? { mapping } : {}) })
const previewed = async (rows: Cells | Buffer, name = '商品.xlsx', mapping?: (string | null)[]): Promise<ImportPreview> => {
  const answer = await preview(await uploaded(name, Buffer.isBuffer(rows) ? rows : await xlsx(rows)), mapping)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data
}
const head = ['库存 SKU *', '商品名称', '品牌', '品类', '状态'] as const

/** Through the calls a browser makes; then the job as the queue would hand it over. */
async function imported(fileId: string, mapping: (string | null)[]): Promise<ImportDetails> {
  const { data } = await buyer.post('/productManage/importData', { fileIds: [fileId], mappings: { [fileId]: mapping } })
  const importId = data.importIds[0]
  await importJobs[resourceImportJob]?.(
    h.house,
    { importId, type: 'product', mapping: JSON.stringify(mapping) },
    new AbortController().signal,
  )
  return (await buyer.post('/fileImportHistory/details', { id: importId })).data
}

test('new, changed, unchanged and refused rows are counted and shown as they would be stored; nothing is written', async () => {
  await imported(await uploaded('前.xlsx', await xlsx([head, ['V-1', '灯', '', '', '在售'], ['V-2', '灯二', '', '', '在售']])), [
    'sku',
    'name',
    'brand',
    'categoryId',
    'status',
  ])
  const before = await h.sql(`select count(*)::int as n from audit_entry`)
  const answer = await previewed([
    head,
    ['V-1', '灯', '', '', '在售'],
    ['V-2', '改名', '', '', '清仓'],
    ['V-3', '新', '', '', ''],
    ['V-4', '', '', '', '坏'],
    ['V-3', '又', '', '', ''],
  ])
  expect(answer.counts).toEqual({ read: 5, inserted: 1, updated: 1, unchanged: 1, refused: 2 })
  expect(answer.rows.map(row => row.state)).toEqual(['unchanged', 'updated', 'inserted', 'refused', 'refused'])
  expect(answer.rows[2]?.cells).toMatchObject({ sku: 'V-3', name: '新', status: '在售' })
  expect(answer.rows[3]?.faults).toEqual([
    { field: 'name', reason: '商品名称不能为空' },
    { field: 'status', reason: '状态不在可选范围内' },
  ])
  expect(answer.rows[3]?.cells['status']).toBe('坏')
  expect(answer.errorsTotal).toBe(3)
  expect(answer.errors[2]?.reason).toMatch(/与第 4 行重复/)
  expect([await products(`sku in ('V-3', 'V-4')`), await h.sql(`select count(*)::int as n from audit_entry`)]).toEqual([0, before])
})

test("a supplier's own heads are known by their synonyms, the nearest first; a column with the title itself goes before", async () => {
  const known = async (...heads: string[]) => (await previewed([heads, heads.map(() => '1')])).columns.map(c => c.field)
  expect(await known('货号', '品名', '商标')).toEqual(['sku', 'name', 'brand'])
  // 型号 names the product where nothing nearer does
  expect(await known('品名', '型号')).toEqual(['name', 'sku'])
  expect(await known('型号', '货号', '品名')).toEqual([null, 'sku', 'name'])
  expect(await known('货号', '库存 SKU', '商品名称', '品名')).toEqual([null, 'sku', 'name', null])
})

test("a stranger's heads: mapped by hand, imported, and known the next time to him alone", async () => {
  const rows: Cells = [
    ['我司代号', '叫法', '备注'],
    ['W-1', '台灯', '不要'],
  ]
  const first = await previewed(rows)
  expect(first.columns.map(c => [c.head, c.field, c.sample])).toEqual([
    ['我司代号', null, ['W-1']],
    ['叫法', null, ['台灯']],
    ['备注', null, ['不要']],
  ])
  expect(first.headFaults).toEqual(['缺少必填的列“库存 SKU”', '缺少必填的列“商品名称”'])
  expect(first.counts).toBeNull()
  const fileId = await uploaded('货.xlsx', await xlsx(rows))
  const mapping = ['sku', 'name', null]
  expect((await preview(fileId, mapping)).data).toMatchObject({ headFaults: [], counts: { inserted: 1, refused: 0 } })
  const details = await imported(fileId, mapping)
  expect(details).toMatchObject({ state: 'done', lines: { merged: 1 } })
  expect(details.notes.join()).toContain('不导入的列：备注')
  const again = await previewed(rows)
  expect(again.columns.map(c => [c.field, c.by])).toEqual([
    ['sku', 'remembered'],
    ['name', 'remembered'],
    [null, null],
  ])
  expect(again.counts).toMatchObject({ unchanged: 1 })
  const other = await preview(await uploaded('货.xlsx', await xlsx(rows), h.clerk), undefined, h.clerk)
  expect(other.code === 0 ? other.data.columns[0].field : null).toBeNull()
})

test('columns that are not imported still tell an empty row from one that lacks its key, and cells beyond the head', async () => {
  const rows = (...more: Cells): Cells => [['备注', '货号', '品名'], ['一', 'M-1', '台灯'], ...more]
  const mapping = [null, 'sku', 'name']
  const refused = await imported(await uploaded('列.xlsx', await xlsx(rows(['只有备注', '', ''], ['', 'M-2', '落地灯', '多']))), mapping)
  expect(refused).toMatchObject({ state: 'refused', lines: { read: 3 } })
  expect(refused.errors.map(r => [r.line, r.reason])).toEqual([
    [3, '库存 SKU不能为空'],
    [3, '商品名称不能为空'],
    [4, '这一列没有表头，请补上表头或清空这一列'],
  ])
  const example = rows(['（示例）说明', 'M-2', '落地灯'])
  expect(
    await imported(await uploaded('例.xlsx', await xlsx([rows()[0] ?? [], example[2] ?? [], rows()[1] ?? []])), mapping),
  ).toMatchObject({
    state: 'done',
    lines: { read: 1, merged: 1 },
  })
  expect(await products(`sku in ('M-1', 'M-2')`)).toBe(1)
})

test('what was mapped by hand is known again when the file comes back corrected, though it was never imported', async () => {
  const heads = ['编码', '名字', '说明']
  const mapping = ['sku', 'name', null]
  expect(await previewed([heads, ['N-1', '', '']], '错.xlsx', [null, 'name', null])).toMatchObject({ counts: null })
  expect((await previewed([heads, ['N-1', '', '']])).columns[1]?.field).toBeNull()
  expect(await previewed([heads, ['N-1', '', '']], '错.xlsx', mapping)).toMatchObject({ counts: { refused: 1 } })
  const corrected = await previewed([heads, ['N-1', '台灯', '']], '改.xlsx')
  expect(corrected.columns.map(c => [c.field, c.by])).toEqual([
    ['sku', 'remembered'],
    ['name', 'remembered'],
    [null, null],
  ])
  expect(corrected.counts).toMatchObject({ inserted: 1, refused: 0 })
})

test('heads without any title of the list in a csv, in GB18030 too', async () => {
  const { columns } = await previewed(
    Buffer.concat([
      Buffer.from('bbf5bac5', 'hex'),
      Buffer.from(';'),
      Buffer.from('c6b7c3fb', 'hex'),
      Buffer.from('\r\nX-1;'),
      Buffer.from('b5c6', 'hex'),
      Buffer.from('\r\nX-2;b\r\n'),
    ]),
    '货.csv',
  )
  expect(columns.map(c => c.head)).toEqual(['货号', '品名'])
})

test('one field cannot take two columns; a field that does not exist is refused by name', async () => {
  const fileId = await uploaded(
    '两列.csv',
    csv([
      ['sku', 'name', '品名'],
      ['Y-1', 'a', 'b'],
    ]),
  )
  expect((await preview(fileId, ['sku', 'name', 'name'])).data.headFaults).toEqual(['“商品名称”对应了多列，请只保留一列'])
  expect(await preview(fileId, ['sku', 'name', 'cost_price'])).toMatchObject({
    code: 1002,
    data: { errors: [{ field: 'mapping', message: expect.stringContaining('cost_price') }] },
  })
  const order = await buyer.post('/productManage/importData', { fileIds: [fileId], mappings: { [fileId]: ['sku', 'createdAt', null] } })
  expect(order.code).toBe(1002)
})

test.each<[string, string, () => Promise<Buffer>, RegExp]>([
  ['headers only', '头.xlsx', () => xlsx([head]), /没有数据行/],
  ['nothing but spaces', '空.csv', async () => Buffer.from(' \r\n \r\n'), /没有内容/],
  [
    'half a workbook',
    '半.xlsx',
    async () => (await xlsx([head, ...Array.from({ length: 500 }, (_, i) => [`H-${i}`, '灯'])])).subarray(0, 4_000),
    /不完整|损坏/,
  ],
  ['a page that calls itself a table', '网页.csv', async () => Buffer.from('<!doctype html><html><body>,;</body></html>'), /./],
])('%s is refused in words', async (_what, name, content, reason) => {
  const answer = await preview(await uploaded(name, await content()))
  expect(answer.code).not.toBe(0)
  expect(answer.code).not.toBe(1)
  expect(answer.msg).toMatch(reason)
})

test('the annotated workbook: rows as they were, refused cells coloured and commented, reasons in the last column', async () => {
  const fileId = await uploaded('错.xlsx', await xlsx([head, ['Z-1', '灯', '', '', '在售'], ['Z-2', '', '', '', '坏']]))
  const answer = await app.inject({
    method: 'POST',
    url: '/api-2024/fileImport/annotated',
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: { type: 'product', fileId },
  })
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('错-标注错误.xlsx'))
  const sheet = (await readXlsx(answer.rawPayload)).sheets[0]
  expect(sheet?.rows.map(row => row.at(5) ?? '')).toEqual(['错误原因', '', '商品名称不能为空；状态不在可选范围内'])
  expect(sheet?.rows[2]?.[0]).toBe('Z-2')
  expect(sheet?.cells?.get('2,4')?.comment?.text).toBe('状态不在可选范围内')
  expect(await products(`sku like 'Z-%'`)).toBe(0)
})

test("another person's upload and a list without the right", async () => {
  const fileId = await uploaded(
    '我的.csv',
    csv([
      ['sku', 'name'],
      ['Q-1', 'a'],
    ]),
  )
  expect((await preview(fileId, undefined, h.clerk)).code).not.toBe(0)
  const employee = await h.signIn('employee')
  expect((await preview(fileId, undefined, employee)).code).toBe(1003)
  expect((await preview(fileId, undefined, buyer, 'nothing')).code).toBe(1004)
})

const uploadAs = (as: Person) =>
  app.inject({
    method: 'POST',
    url: '/api-2024/fileUpload/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${as.token}` },
    payload:
      '--b\r\nContent-Disposition: form-data; name="type"\r\n\r\nIMPORT\r\n--b\r\nContent-Disposition: form-data; name="file"; ' +
      'filename="a.csv"\r\n\r\nsku,name\r\n\r\n--b--\r\n',
  })

test('who may import nowhere uploads no import file', async () => {
  const answer = await uploadAs(await h.signIn('employee'))
  expect(answer.json()).toMatchObject({ code: 1003, msg: expect.stringContaining('导入权限') })
})

test('uploads that no import has taken have a limit, said in the refusal', async () => {
  const fileId = await uploaded(
    '大.csv',
    csv([
      ['sku', 'name'],
      ['BIG-1', 'a'],
    ]),
  )
  await h.sql(`update stored_file set size = 50 * 1024::bigint ^ 3 where id = ${fileId}`)
  expect((await uploadAs(buyer)).json()).toMatchObject({ code: 1002, msg: expect.stringContaining('50GB') })
  await h.sql(`update stored_file set deleted_at = now() where id = ${fileId}`)
  expect((await uploadAs(buyer)).json().code).toBe(0)
})
