/** Files whose cells say more than one thing, or must agree with each other: several choices, periods, trees. */
import type { FastifyInstance } from 'fastify'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { multipart } from '../../../test/setup/multipart.ts'
import { createApp } from '../http/app.ts'
import { runResourceImport } from './resource-import.ts'

let h: ImportHouse
let app: FastifyInstance
let buyer: Person
let admin: Person
beforeAll(async () => {
  h = await openImports()
  buyer = await h.signIn('buyer')
  admin = await h.signIn('admin')
  app = createApp(h.house, { webFolder: null })
})
afterAll(async () => {
  await app.close()
  await h.close()
})

type Cells = readonly (readonly string[])[]
const xlsx = async (rows: Cells): Promise<Buffer> => Buffer.from(await writeXlsx({ sheets: [{ name: '表', rows: rows.map(r => [...r]) }] }))
const count = async (table: string, where: string): Promise<number> =>
  Number((await h.sql(`select count(*)::int as n from ${table} where ${where}`))[0]?.['n'])

/** The file with the call, as a browser sends it; then the job as the queue hands it over. */
async function imported(path: string, type: string, content: Buffer, who = buyer): Promise<ImportDetails> {
  const form = multipart({}, [{ name: '表.xlsx', content }])
  const answer = await app.inject({
    method: 'POST',
    url: `/api-2024${path}/importData`,
    headers: { 'content-type': form.type, authorization: `Bearer ${who.token}` },
    payload: form.payload,
  })
  const id = answer.json().data.importIds[0]
  await runResourceImport(h.house, id, type, new AbortController().signal)
  return (await who.post('/fileImportHistory/details', { id })).data
}
const products = async (rows: Cells | Buffer): Promise<ImportDetails> =>
  imported('/productManage', 'product', Buffer.isBuffer(rows) ? rows : await xlsx(rows))
const wide = ['sku', 'name', '物流属性', '开售日期', '停售日期', '单件净重（kg）'] as const
test('several choices are written with a dot between them, and come back so', async () => {
  const details = await products([
    wide,
    ['MULTI-1', '台灯', '带电、Fragile；1', '2026-03-01', '', '1.5'],
    ['MULTI-2', '灯罩', '', '', '', ''],
  ])
  expect(details).toMatchObject({ state: 'done', lines: { merged: 2 } })
  expect(await h.sql(`select sku, handling, net_weight from product where sku like 'MULTI-%' order by sku`)).toEqual([
    { sku: 'MULTI-1', handling: [1, 5], net_weight: '1.500' },
    { sku: 'MULTI-2', handling: null, net_weight: null },
  ])
  const exported = await h.download('/productManage/listExport', { headers: [], fields: [], query: { sku: 'MULTI-' } })
  expect(await products(exported)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 2 } })
})
test('several records by their names: stored by id, read back by name, and every unknown one is named', async () => {
  const suppliers = async (rows: Cells | Buffer): Promise<ImportDetails> =>
    imported('/supplierManage', 'supplier', Buffer.isBuffer(rows) ? rows : await xlsx(rows), admin)
  await imported('/productCategory', 'productCategory', await xlsx([['品类名称'], ['锅具'], ['刀具']]))
  const [pots, knives] = (await h.sql(`select id::text from product_category where name in ('锅具', '刀具') order by name desc`)).map(
    r => r['id'],
  )
  const head = ['供应商编号', '供应商名称', '供应品类']
  expect(await suppliers([head, ['S-1', '一厂', '锅具、刀具；锅具'], ['S-2', '二厂', '']])).toMatchObject({
    state: 'done',
    lines: { merged: 2 },
  })
  expect(await h.sql(`select code, category_ids::text[] as ids from supplier where code like 'S-_' order by code`)).toEqual([
    { code: 'S-1', ids: [pots, knives] },
    { code: 'S-2', ids: null },
  ])
  const exported = await h.download('/supplierManage/listExport', {
    headers: [],
    fields: [],
    query: { conditionList: [{ field: 'code', condition: 'START', value: 'S-' }] },
  })
  expect(await suppliers(exported)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 2 } })
  expect(await suppliers([head, ['S-1', '一厂', '刀具，锅具']])).toMatchObject({ lines: { merged: 0, unchanged: 1 } })
  const wrong = await suppliers([head, ['S-1', '一厂', '锅具、雨具、玩具']])
  expect(wrong.errors.map(one => [one.line, one.value, one.reason])).toEqual([
    [2, '雨具', '供应品类“雨具”不存在或无权使用'],
    [2, '玩具', '供应品类“玩具”不存在或无权使用'],
  ])
})
test('every fault by its line: a choice that is none, a period that ends before it begins, also against what is there', async () => {
  const wrong = await products([wide, ['MULTI-3', '灯', '带电、漏电', '', '', ''], ['MULTI-4', '灯', '', '2026-03-02', '2026-03-01', '']])
  expect(wrong.errors.map(one => [one.line, one.column, one.reason])).toEqual([
    [2, '物流属性', '物流属性“漏电”不在可选范围内'],
    [3, '停售日期', '停售日期不能早于开售日期'],
  ])
  const crossed = await products([wide, ['MULTI-4', '灯', '', '2026-03-02', '2026-03-01', '']])
  expect(crossed.errors.map(one => [one.line, one.column, one.reason])).toEqual([[2, '停售日期', '停售日期不能早于开售日期']])
  const ended = await products([
    ['sku', 'name', '停售日期'],
    ['MULTI-1', '台灯', '2026-02-01'],
  ])
  expect(ended.errors.map(one => one.reason)).toEqual(['停售日期不能早于开售日期'])
  expect(await count('product', `sku in ('MULTI-3', 'MULTI-4')`)).toBe(0)
})
test('a file that would make a tree run in a circle is refused whole', async () => {
  const categories = async (rows: Cells): Promise<ImportDetails> => imported('/productCategory', 'productCategory', await xlsx(rows))
  expect(
    await categories([
      ['品类名称', '上级品类'],
      ['台灯', '电子配件'],
    ]),
  ).toMatchObject({ state: 'done', lines: { merged: 1 } })
  const circle = await categories([
    ['品类名称', '上级品类'],
    ['吊灯', ''],
    ['电子配件', '台灯'],
  ])
  expect(circle.state).toBe('refused')
  expect(circle.errors.map(one => one.reason)).toEqual(['上级品类不能是自己或自己的下级，请重新选择'])
  expect(await count('product_category', `name = '吊灯'`)).toBe(0)
})
