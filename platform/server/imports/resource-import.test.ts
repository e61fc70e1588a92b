/** A list's own file, from its template to the rows and back, over PostgreSQL: all of it or nothing. */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, test } from 'vitest'
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import type { RouteMap } from '../contract/route.ts'
import { importOf, templateOf } from '../verbs/verbs.ts'
import { registryOf } from '../registry-of.ts'
import { runResourceImport } from './resource-import.ts'
import { csv, head, openListImports } from '../../../test/setup/list-imports.ts'

const lists = await openListImports()
const { h, buyer, count, call, products } = lists
afterAll(() => lists.close())

describe('from the template to the rows and back', () => {
  test('template, filled, imported, exported, imported again', async () => {
    const template = await call('GET', '/productManage/template', buyer)
    expect(template.headers['content-disposition']).toContain(encodeURIComponent('商品导入模板.xlsx'))
    const book = await readXlsx(template.rawPayload)
    const [titles = [], example = []] = book.sheets[0]?.rows ?? []
    expect(titles.slice(0, 5)).toEqual(['库存 SKU *', '商品名称 *', '品牌', '品类', '状态'])
    const details = await products([
      titles as string[],
      example as string[],
      ['ROUND-1', '台灯', '明', '', '清仓'],
      ['ROUND-2', '落地灯', '', '', ''],
    ])
    expect(details).toMatchObject({ state: 'done', kindTitle: '商品', lines: { read: 2, merged: 2, unchanged: 0, refused: 0 } })
    expect(details.notes.join()).toMatch(/第 2 行是模板的示例.*新增 2 行，更新 0 行/)
    expect(
      await h.sql(`select sku, name, brand, category_id, status, org_id::text as org from product where sku like 'ROUND-%' order by sku`),
    ).toEqual([
      { sku: 'ROUND-1', name: '台灯', brand: '明', category_id: null, status: 2, org: h.orgId },
      { sku: 'ROUND-2', name: '落地灯', brand: null, category_id: null, status: 1, org: h.orgId },
    ])
    const exported = await h.download('/productManage/listExport', { headers: [], fields: [], query: { sku: 'ROUND-' } })
    const again = await products(exported, '导出.xlsx')
    expect(again).toMatchObject({ state: 'done', lines: { read: 2, merged: 0, unchanged: 2 } })
    expect(again.notes.join()).toContain('创建时间')
  })

  test('an import is taken back: new rows go, changed ones are as before, those that changed again stay', async () => {
    await products([head, ['B-1', '一', '旧', '', ''], ['B-2', '二', '旧', '', ''], ['B-3', '三', '旧', '', '']])
    const shown = () => h.sql(`select sku, name, brand from product where sku like 'B-%' order by sku`)
    const before = await shown()
    const details = await products([
      head,
      ['B-1', '壹', '新', '', ''],
      ['B-2', '贰', '新', '', ''],
      ['B-3', '三', '旧', '', ''],
      ['B-4', '四', '新', '', ''],
      ['B-5', '五', '', '', ''],
    ])
    expect(details.lines).toMatchObject({ merged: 4, unchanged: 1 })
    const [five] = await h.sql(`select id::text as id from product where sku = 'B-5'`)
    await buyer.post('/productManage/update', { id: five?.['id'], version: 1, name: '伍' })
    const { list } = (await buyer.post('/task/query', {})).data
    const { undo } = list.find((task: { importIds: string[] }) => task.importIds.includes(details.id))
    expect(undo).toMatchObject({ path: '/api-2024/productManage/undo' })
    expect((await h.clerk.post('/productManage/undo', { batchId: undo.batchId })).code).toBe(1003)
    expect((await buyer.post('/productManage/undo', { batchId: undo.batchId })).data).toEqual({
      total: 4,
      restored: 3,
      refused: [{ id: five?.['id'], reason: '陈刚在 2026-11-21 09:00 又修改了这条商品，没有撤销' }],
    })
    expect(await shown()).toEqual([...before, { sku: 'B-5', name: '伍', brand: null }])
    expect(await h.sql('select state from import_run where id = $1', [details.id])).toEqual([{ state: 6 }])
    const after = (await buyer.post('/task/query', {})).data.list.find((task: { importIds: string[] }) =>
      task.importIds.includes(details.id),
    )
    expect(after.undo).toBeNull()
  })

  test('changed rows alone are written: version and who did it, columns that are not in the file stay', async () => {
    await products([head, ['U-1', '旧名', '甲', '家居收纳', '在售'], ['U-2', '不变', '甲', '家居收纳', '在售']])
    const details = await products(
      csv([
        ['sku', 'name'],
        ['U-1', '新名'],
        ['U-2', '不变'],
      ]),
      '名称.csv',
    )
    expect(details.lines).toMatchObject({ merged: 1, unchanged: 1 })
    expect(await h.sql(`select sku, name, brand, version from product where sku like 'U-%' order by sku`)).toEqual([
      { sku: 'U-1', name: '新名', brand: '甲', version: 2 },
      { sku: 'U-2', name: '不变', brand: '甲', version: 1 },
    ])
    const [audit] = await h.sql(
      `select verb, record_id, after::text as after from audit_entry where subject = 'product' order by id desc limit 1`,
    )
    expect(audit).toMatchObject({ verb: 'import', record_id: null })
    expect(JSON.parse(String(audit?.['after']))).toMatchObject({ fileName: '名称.csv', inserted: 0, updated: 1, unchanged: 1 })
  })

  test('a table in GB18030 with semicolons, its columns in another order', async () => {
    // 商品名称;库存 SKU / 灯;G-1
    const details = await products(
      Buffer.concat([
        Buffer.from('c9ccc6b7c3fbb3c6', 'hex'),
        Buffer.from(';'),
        Buffer.from('bfe2b4e6', 'hex'),
        Buffer.from(' SKU\r\n'),
        Buffer.from('b5c6', 'hex'),
        Buffer.from(';G-1\r\n'),
      ]),
      '商品.csv',
    )
    expect(details).toMatchObject({ state: 'done', lines: { read: 1, merged: 1 } })
    expect(await count('product', `sku = 'G-1' and name = '灯'`)).toBe(1)
  })

  test('uploaded first, then imported by the ids of the uploads', async () => {
    const ids = await Promise.all(
      ['F-1', 'F-2'].map(
        async sku =>
          (
            await h.upload(
              `${sku}.csv`,
              csv([
                ['sku', 'name'],
                [sku, '灯'],
              ]),
              buyer,
            )
          ).data.id as string,
      ),
    )
    const { data } = await buyer.post('/productManage/importData', { fileIds: ids })
    expect(data.importIds).toHaveLength(2)
    await Promise.all(data.importIds.map((id: string) => runResourceImport(h.house, id, 'product', new AbortController().signal)))
    expect(await count('product', `sku in ('F-1', 'F-2')`)).toBe(2)
    const task = (await buyer.post('/task/query')).data.list.find((t: { taskId: string }) => t.taskId === data.taskId)
    expect(task).toMatchObject({ state: 'done', progress: 1, title: expect.stringMatching(/^导入 .+ 等 2 个文件$/) })
  })
})

test('the program refuses to start where an import could not find its records', () => {
  const plain = { type: 'x', title: ['灯', 'Lamp'], access: { scope: ownOrganisation } } as const
  const fields = { code: text('编号', 'Code', { optional: true }), name: text('名称', 'Name') }
  const start = (r: Resource, routes: RouteMap) => () => registryOf([{ name: 'x', title: ['灯', 'Lamp'], resources: [r], routes }])
  const bound = (r: Resource): RouteMap => ({ 'POST /x/importData': importOf(r), 'GET /x/template': templateOf(r) })
  const of = (key?: 'code' | 'name'): Resource =>
    resource('x', {
      ...plain,
      fields,
      storage: { kind: 'reference', ...(key === undefined ? {} : { key: [key] }) },
    }) as unknown as Resource
  expect(start(of(), bound(of()))).toThrow('which has no natural key')
  expect(start(of('code'), bound(of('code')))).toThrow('key field code may be left empty')
  expect(start(of('name'), { 'POST /x/importData': importOf(of('name')) })).toThrow('no template at GET /x/template')
  expect(start(of('name'), bound(of('name')))).not.toThrow()
})

test('20,000 rows, new, the same again, and changed', async () => {
  const rows = (name: string): Buffer =>
    csv([['sku', 'name', 'brand'], ...Array.from({ length: 20_000 }, (_, i) => [`N-${i}`, `${name} ${i}`, '明'])])
  const linesOf = async (name: string): Promise<ImportDetails['lines']> => (await products(rows(name), 'n.csv')).lines
  const results = [await linesOf('灯'), await linesOf('灯'), await linesOf('灯具')]
  expect(results.map(lines => [lines.merged, lines.unchanged])).toEqual([
    [20_000, 0],
    [0, 20_000],
    [20_000, 0],
  ])
})
