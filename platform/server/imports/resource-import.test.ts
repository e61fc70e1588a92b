/** A list's own file, from its template to the rows and back, over PostgreSQL: all of it or nothing, inside the uploader's scope alone. */
import { asText } from '#platform/format/text.ts'
import type { FastifyInstance } from 'fastify'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '#areas/finance/amazon/imports/test-imports.ts'
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { createApp } from '../http/app.ts'
import type { House } from '../house.ts'
import type { RouteMap } from '../http/verbs.ts'
import { importOf, templateOf } from '../lists/verbs.ts'
import { registryOf } from '../registry.ts'
import { runResourceImport } from './resource-import.ts'
import { References } from './resource-references.ts'

let h: ImportHouse
let app: FastifyInstance
/** may import products, sees no history and has no shop */
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
const count = async (table: string, where = 'true'): Promise<number> =>
  Number((await h.sql(`select count(*)::int as n from ${table} where ${where}`))[0]?.['n'])
const call = async (method: 'GET' | 'POST', path: string, as: Person, payload?: object) =>
  app.inject({ method, url: `/api-2024${path}`, headers: { authorization: `Bearer ${as.token}` }, ...(payload ? { payload } : {}) })

/** The file itself with the call, as a form. */
async function order(path: string, name: string, content: Buffer, as: Person = h.clerk): Promise<string> {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: `/api-2024${path}/importData`,
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${as.token}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
  })
  const { code, msg, data } = answer.json()
  expect({ code, msg }).toMatchObject({ code: 0 })
  return data.importIds[0]
}
async function imported(
  path: string,
  type: string,
  name: string,
  content: Buffer,
  as: Person = h.clerk,
  house: House = h.house,
): Promise<ImportDetails> {
  const id = await order(path, name, content, as)
  await runResourceImport(house, id, type, new AbortController().signal)
  return (await as.post('/fileImportHistory/details', { id })).data
}
const products = (rows: Cells | Buffer, name = '商品.xlsx'): Promise<ImportDetails> =>
  Buffer.isBuffer(rows)
    ? imported('/productManage', 'product', name, rows, buyer)
    : xlsx(rows).then(b => imported('/productManage', 'product', name, b, buyer))
const head = ['库存 SKU *', '商品名称', '品牌', '品类', '状态'] as const

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
      refused: [{ id: five?.['id'], reason: '之后又被修改' }],
    })
    expect(await shown()).toEqual([...before, { sku: 'B-5', name: '伍', brand: null }])
    expect(await h.sql('select state from import_run where id = $1', [details.id])).toEqual([{ state: 6 }])
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
    expect(task).toMatchObject({ state: 'done', progress: 1, title: '导入 2 个文件' })
  })
})

describe('references', () => {
  const aliasHead = ['文件中的名称', '店铺', '生效日期']
  const aliases = async (rows: Cells, as?: Person) =>
    imported('/AmzShopMap', 'amazonShopAlias', '名称.xlsx', await xlsx([aliasHead, ...rows]), as)
  const shopNames = async (): Promise<string[]> =>
    (await h.sql('select name from shop where org_id = $1 order by id', [h.orgId])).map(s => String(s['name']))

  test('by label and natural key, costs mark their days stale', async () => {
    await products([head, ['R-1', '灯', '', '', '']])
    const [shop = ''] = await shopNames()
    const mapped = await imported(
      '/skuMap',
      'skuMap',
      '对应.xlsx',
      await xlsx([
        ['店铺', '平台 SKU', '商品'],
        [shop, 'S-R-1', 'R-1'],
      ]),
    )
    expect(mapped).toMatchObject({ state: 'done', lines: { merged: 1 } })
    const costs = await imported(
      '/ProductCost',
      'productCost',
      '成本.xlsx',
      await xlsx([
        ['商品', '月份', '单位成本', '币种'],
        ['R-1', '2026/3', '1,000.25', 'CNY'],
      ]),
    )
    expect(costs).toMatchObject({ state: 'done', lines: { merged: 1 } })
    expect(
      await h.sql(
        `select c.month::text as month, c.unit_cost::text as cost from product_cost c join product p on p.id = c.product_id where p.sku = 'R-1'`,
      ),
    ).toEqual([{ month: '2026-03-01', cost: '1000.25000000' }])
  })

  test('a follower hears of each changed record, and a fault in it leaves nothing', async () => {
    const heard: string[] = []
    const following = (fail: boolean): House => ({
      ...h.house,
      registry: {
        ...h.house.registry,
        followers: new Map([
          [
            'product',
            [
              async (_context, _tx, changes) => {
                for (const { before, after } of changes) heard.push(`${asText(before?.['name'] ?? '')}>${String(after?.['name'])}`)
                if (fail) throw new Error('half-way')
              },
            ],
          ],
        ]),
      },
      asJob: async job => ({ ...(await h.house.asJob(job)), house: following(fail) }),
    })
    const rows = [head, ['H-1', '一', '', '', ''], ['H-2', '二', '', '', '']]
    const failed = await imported('/productManage', 'product', 'a.xlsx', await xlsx(rows), buyer, following(true))
    expect([failed.state, await count('product', `sku like 'H-%'`), heard.length]).toEqual(['failed', 0, 2])
    heard.length = 0
    await imported('/productManage', 'product', 'a.xlsx', await xlsx(rows), buyer, following(false))
    await imported(
      '/productManage',
      'product',
      'a.xlsx',
      await xlsx([head, ['H-1', '一', '', '', ''], ['H-2', '贰', '', '', '']]),
      buyer,
      following(false),
    )
    expect(heard).toEqual(['>一', '>二', '二>贰'])
  })

  test('an unknown name, a shop of another organisation, a name of two records', async () => {
    const [own = ''] = await shopNames()
    const [foreign] = await h.sql(
      'select name from shop where org_id <> $1 and name not in (select name from shop where org_id = $1) limit 1',
      [h.orgId],
    )
    const refused = await aliases([
      ['A', own, ''],
      ['B', '没有的店', ''],
      ['C', String(foreign?.['name']), '2026-02-30'],
    ])
    expect(refused).toMatchObject({ state: 'refused', lines: { read: 3, merged: 0, refused: 1 } })
    const names = await aliases([
      ['A', own, ''],
      ['B', '没有的店', ''],
      ['C', String(foreign?.['name']), ''],
    ])
    expect(names.errors).toEqual([
      { line: 3, column: '店铺', value: '没有的店', reason: '店铺“没有的店”不存在或无权使用' },
      { line: 4, column: '店铺', value: foreign?.['name'], reason: `店铺“${String(foreign?.['name'])}”不存在或无权使用` },
    ])
    expect(await count('amazon_shop_alias', `alias in ('A', 'B', 'C')`)).toBe(0)
  })

  test('a label that two records share is refused, their keys are not', async () => {
    await h.sql(`insert into country (code, name, name_en) values ('Q1', '同名国', 'One'), ('Q2', '同名国', 'Two')`)
    const column = {
      name: 'country',
      required: true,
      field: { kind: 'reference', title: ['国家', 'Country'], options: {}, to: 'country', by: 'code' },
    } as const
    const context = await h.house.asSystem(h.orgId, 'test')
    const looked = await new References(context, [column]).replaced([
      { line: 2, values: { country: '同名国' } },
      { line: 3, values: { country: 'Q2' } },
      { line: 4, values: { country: '德国' } },
    ])
    expect(looked.rows.map(r => r.values['country'])).toEqual(['同名国', 'Q2', 'DE'])
    expect(looked.refusals.map(r => [r.line, r.reason])).toEqual([[2, '国家“同名国”有多个，分不清是哪一个，请改填唯一的编号']])
  })

  test('names of one shop that came into force in a period are deleted together', async () => {
    const [one = '', two = ''] = await shopNames()
    await aliases([
      ['D1', one, '2026-01-31'],
      ['D2', one, '2026-02-01'],
      ['D3', one, ''],
      ['D4', two, '2026-01-31'],
    ])
    const ids = new Map((await h.sql('select id::text as id, name from shop')).map(s => [s['name'], s['id']]))
    const remove = (body: object) => h.clerk.post('/AmzShopMap/deleteByDateBetween', body)
    const period = { startDate: '2026-01-01', endDate: '2026-01-31' }
    expect((await remove(period)).data.errors).toEqual([{ field: 'shopId', message: '请选择店铺' }])
    expect((await remove({ shopId: ids.get(one) })).data.errors.map((e: { field: string }) => e.field)).toEqual(['startDate', 'endDate'])
    expect((await remove({ ...period, startDate: '2026-03-01', shopId: ids.get(one) })).msg).toBe('结束日期不能早于开始日期')
    const [foreign] = await h.sql('select id::text as id from shop where org_id <> $1 limit 1', [h.orgId])
    expect(await remove({ ...period, shopId: foreign?.['id'] })).toMatchObject({ code: 1004 })
    expect((await remove({ ...period, shopId: ids.get(one) })).data).toMatchObject({ deleted: 1, total: 1, refused: [] })
    expect(await h.sql(`select alias from amazon_shop_alias where alias like 'D_' order by alias`)).toEqual([
      { alias: 'D2' },
      { alias: 'D3' },
      { alias: 'D4' },
    ])
    expect(
      await h.sql(`select before->>'alias' as alias, after from audit_entry where verb = 'remove' and subject = 'amazon_shop_alias'`),
    ).toEqual([{ alias: 'D1', after: null }])
  })
})

describe('refused whole', () => {
  let before: number
  beforeEach(async () => {
    before = await count('product')
  })
  test.each<[string, () => Promise<Buffer> | Buffer, { line: number | null; column: string | null; reason: RegExp }]>([
    [
      'an unknown column',
      () =>
        xlsx([
          [...head, '颜色'],
          ['X-1', '灯', '', '', '', '红'],
        ]),
      { line: 1, column: '颜色', reason: /不认识的列“颜色”/ },
    ],
    [
      'a missing column',
      () =>
        xlsx([
          ['库存 SKU', '品牌'],
          ['X-1', '明'],
        ]),
      { line: 1, column: '商品名称', reason: /缺少必填的列“商品名称”/ },
    ],
    [
      'no head at all',
      () =>
        xlsx([
          ['甲', '乙'],
          ['1', '2'],
        ]),
      { line: null, column: null, reason: /没有找到表头.*商品的导入模板/ },
    ],
    [
      'a text without a head',
      () =>
        csv([
          ['甲', '乙'],
          ['1', '2'],
        ]),
      { line: null, column: null, reason: /没有找到表头/ },
    ],
    [
      'rows that are all empty',
      () => xlsx([head, ['', '', '', '', ''], [null, ' ', '', '', '']]),
      { line: null, column: null, reason: /没有数据行/ },
    ],
    [
      'the example alone',
      () => xlsx([head, ['（示例）库存 SKU', '商品名称', '', '', '在售']]),
      { line: null, column: null, reason: /没有数据行/ },
    ],
    [
      'an empty required cell',
      () => xlsx([head, ['X-1', '灯', '', '', ''], ['', '', '', '', ''], ['X-2', '', '', '', '']]),
      { line: 4, column: '商品名称', reason: /商品名称不能为空/ },
    ],
    ['a choice that is none', () => xlsx([head, ['X-1', '灯', '', '', '坏了']]), { line: 2, column: '状态', reason: /状态不在可选范围内/ }],
    ['a text too long', () => xlsx([head, ['X'.repeat(61), '灯', '', '', '']]), { line: 2, column: '库存 SKU', reason: /最多 60 个字/ }],
    [
      'the same key twice',
      () => xlsx([head, ['X-1', '灯', '', '', ''], ['X-2', '灯', '', '', ''], ['X-1', '灯', '', '', '']]),
      { line: 4, column: '库存 SKU', reason: /与第 2 行重复/ },
    ],
    [
      'a last line that is cut',
      () => Buffer.from('库存 SKU,商品名称,品牌\r\nX-1,灯,明\r\nX-2,灯'),
      { line: 3, column: null, reason: /不完整/ },
    ],
    [
      'a workbook that is none',
      () => Buffer.from('PK\u0003\u0004 nonsense, and more of it to be no workbook at all'),
      { line: null, column: null, reason: /./ },
    ],
  ])('%s', async (_name, content, expected) => {
    const details = await products(await content(), 'x')
    expect(details.state).toBe('refused')
    expect(details.errors[0]).toMatchObject({
      line: expected.line,
      column: expected.column,
      reason: expect.stringMatching(expected.reason),
    })
    expect(await count('product')).toBe(before)
  })

  test('every fault is listed, and none of the good rows is written', async () => {
    const details = await products([head, ['Y-1', '灯', '', '', ''], ['Y-2', '', '', '', '坏'], ['', '灯', '', '', '']])
    expect(details.errors.map(e => [e.line, e.column])).toEqual([
      [3, '商品名称'],
      [3, '状态'],
      [4, '库存 SKU'],
    ])
    expect(details.lines).toMatchObject({ read: 3, merged: 0, refused: 2 })
    expect(await count('product')).toBe(before)
  })

  test('the rule of the form holds for files too', async () => {
    const admin = await h.signIn('admin')
    const details = await imported(
      '/countryManage',
      'country',
      '国家.csv',
      csv([
        ['国家代码', '中文名称', '英文名称'],
        ['zz', '某国', 'Some'],
      ]),
      admin,
    )
    expect(details.errors[0]).toMatchObject({ line: 2, column: '国家代码', value: 'zz', reason: expect.stringMatching(/两位大写字母/) })
  })

  test('a rate with a comma that may be either, and one of a currency unknown', async () => {
    const rates = await imported(
      '/currencyManage',
      'currencyRate',
      '汇率.xlsx',
      await xlsx([
        ['月份', '币种', '对人民币汇率'],
        ['2031-01', 'USD', '7,123'],
        ['2031-01', 'EUR', '0'],
      ]),
    )
    expect(rates.errors.map(e => e.reason)).toEqual([expect.stringMatching(/逗号分不清/), expect.stringMatching(/不能小于/)])
    const unknown = await imported(
      '/currencyManage',
      'currencyRate',
      '汇率.xlsx',
      await xlsx([
        ['月份', '币种', '对人民币汇率'],
        ['2031-01', 'USD', 7.1234],
        ['2031-02', 'EUR', '7.9'],
        ['2031-02', 'XXQ', '7.9'],
      ]),
    )
    expect(unknown.errors).toMatchObject([{ line: 4, column: '币种', value: 'XXQ' }])
  })
})

describe('who may, and what becomes of it', () => {
  test('without the operation neither template nor import, and no button', async () => {
    expect((await call('GET', '/productManage/template', h.clerk)).statusCode).toBe(403)
    expect(await h.clerk.post('/productManage/importData', { fileIds: ['1'] })).toMatchObject({ code: 1003 })
    expect((await h.clerk.post('/listField/getByType', { type: 'product' })).data.upload).toBeNull()
  })
  test("another person's file, and another person's import", async () => {
    const { data } = await h.upload(
      'a.csv',
      csv([
        ['sku', 'name'],
        ['Z-1', '灯'],
      ]),
      // who may import something himself: others upload nothing
      h.clerk,
    )
    expect(await buyer.post('/productManage/importData', { fileIds: [data.id] })).toMatchObject({ code: 1004 })
    const own = await products(
      csv([
        ['sku', 'name'],
        ['Z-0', '灯'],
      ]),
      'a.csv',
    )
    expect(await h.clerk.post('/fileImportHistory/details', { id: own.id })).toMatchObject({ code: 0 })
    const aliases = await imported(
      '/AmzShopMap',
      'amazonShopAlias',
      'a.csv',
      csv([
        ['文件中的名称', '店铺'],
        ['W', ''],
      ]),
    )
    expect(await buyer.post('/fileImportHistory/details', { id: aliases.id })).toMatchObject({ code: 1004 })
  })
  test('a right that was taken back before the job ran', async () => {
    const id = await order(
      '/productManage',
      'a.csv',
      csv([
        ['sku', 'name'],
        ['Z-2', '灯'],
      ]),
      buyer,
    )
    const house: House = {
      ...h.house,
      asJob: async job => {
        const c = await h.house.asJob(job)
        return { ...c, caller: { ...c.caller, systemAdmin: false, permissions: new Map() } }
      },
    }
    await runResourceImport(house, id, 'product', new AbortController().signal)
    expect((await h.details(id)).errors[0]?.reason).toBe('没有导入商品的权限')
  })
  test('cancelled before it began; taken back once', async () => {
    const id = await order(
      '/productManage',
      'a.csv',
      csv([
        ['sku', 'name'],
        ['Z-3', '灯'],
      ]),
      buyer,
    )
    await buyer.post('/fileImportHistory/cancel', { id })
    await runResourceImport(h.house, id, 'product', new AbortController().signal)
    expect([(await h.details(id)).state, await count('product', `sku = 'Z-3'`)]).toEqual(['cancelled', 0])
    const done = await products(
      csv([
        ['sku', 'name'],
        ['Z-4', '灯'],
      ]),
      'a.csv',
    )
    // by an administrator, the second time it is said that it is done
    const admin = await h.signIn('admin')
    expect((await admin.post('/fileImportHistory/delete', { id: done.id })).data).toMatchObject({
      restored: done.lines.merged,
      refused: [],
    })
    expect((await admin.post('/fileImportHistory/delete', { id: done.id })).msg).toMatch(/不能整批撤销/)
  })
  test('cancelled while it writes: nothing of it stays', async () => {
    const id = await order(
      '/productManage',
      'a.csv',
      csv([['sku', 'name'], ...Array.from({ length: 1_500 }, (_, i) => [`C-${i}`, '灯'])]),
      buyer,
    )
    let told = 0
    const cancelling: House = {
      ...h.house,
      registry: {
        ...h.house.registry,
        followers: new Map([
          [
            'product',
            [
              async () => {
                if (told++ > 0) return
                await buyer.post('/fileImportHistory/cancel', { id })
                await new Promise(resolve => setTimeout(resolve, 1_500))
              },
            ],
          ],
        ]),
      },
      asJob: async job => ({ ...(await h.house.asJob(job)), house: cancelling }),
    }
    await runResourceImport(cancelling, id, 'product', new AbortController().signal)
    const { data } = await buyer.post('/fileImportHistory/details', { id })
    expect([data.state, await count('product', `sku like 'C-%'`), told > 0]).toEqual(['cancelled', 0, true])
  })
  test('two people with the same file at once: it is written once', async () => {
    const file = csv([['sku', 'name'], ...Array.from({ length: 200 }, (_, i) => [`P-${i}`, '灯'])])
    const both = await Promise.all([buyer, await h.signIn('admin')].map(as => imported('/productManage', 'product', 'a.csv', file, as)))
    expect(both.map(({ lines }) => lines.merged).sort((a, b) => a - b)).toEqual([0, 200])
    expect(both.map(({ state }) => state)).toEqual(['done', 'done'])
  })
  test('a file above the limit is refused before it is opened', async () => {
    const { data } = await h.upload(
      'big.csv',
      csv([
        ['sku', 'name'],
        ['B-1', '灯'],
      ]),
      buyer,
    )
    await h.sql('update stored_file set size = $1 where id = $2', [51 * 1024 ** 2, data.id])
    expect((await buyer.post('/productManage/importData', { fileIds: [data.id] })).msg).toBe('big.csv 超过 50MB，请拆分后再上传')
  })
  test('a stopping server leaves it to the next one, which begins again', async () => {
    const id = await order(
      '/productManage',
      'a.csv',
      csv([
        ['sku', 'name'],
        ['Z-5', '灯'],
      ]),
      buyer,
    )
    await expect(runResourceImport(h.house, id, 'product', AbortSignal.abort(new Error('the server is stopping')))).rejects.toThrow(
      'stopping',
    )
    expect(await count('product', `sku = 'Z-5'`)).toBe(0)
    await runResourceImport(h.house, id, 'product', new AbortController().signal)
    expect((await h.details(id)).lines).toMatchObject({ read: 1, merged: 1 })
  })
  test('the list offers the button, the dialog asks nothing but the file; the history names the list', async () => {
    const { data } = await buyer.post('/listField/getByType', { type: 'product' })
    expect(data.upload).toMatchObject({
      button: '导入商品',
      select: null,
      yearMonth: 'none',
      templates: [{ title: '商品导入模板', call: { method: 'GET', path: '/api-2024/productManage/template' } }],
      call: { path: '/api-2024/productManage/importData' },
    })
    const history = await h.clerk.post('/fileImportHistory/list', { kindTitle: '商品', pageSize: 5 })
    expect(history.data.list[0]).toMatchObject({ kindTitle: '商品', family: 'resource:product' })
  })
  test('an upload for a list is not looked into', async () => {
    const boundary = '--b\r\nContent-Disposition: form-data; name="'
    const payload = `${boundary}type"\r\n\r\nIMPORT\r\n${boundary}recognise"\r\n\r\n0\r\n${boundary}file"; filename="a.csv"\r\n\r\nsku,name\r\n\r\n--b--\r\n`
    const answer = await app.inject({
      method: 'POST',
      url: '/api-2024/fileUpload/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${h.clerk.token}` },
      payload,
    })
    expect(answer.json().data).not.toHaveProperty('recognised')
  })
})

test('the program refuses to start where an import could not find its records', () => {
  const plain = { type: 'x', title: ['灯', 'Lamp'], kind: 'reference', scope: ownOrganisation } as const
  const fields = { code: text('编号', 'Code', { optional: true }), name: text('名称', 'Name') }
  const start = (r: Resource, routes: RouteMap) => () => registryOf([{ name: 'x', title: ['灯', 'Lamp'], resources: [r], routes }])
  const bound = (r: Resource): RouteMap => ({ 'POST /x/importData': importOf(r), 'GET /x/template': templateOf(r) })
  const of = (more: object): Resource => resource('x', { ...plain, fields, ...more }) as unknown as Resource
  expect(start(of({}), bound(of({})))).toThrow('which has no natural key')
  expect(start(of({ key: ['code'] }), bound(of({ key: ['code'] })))).toThrow('key field code may be left empty')
  expect(start(of({ key: ['name'] }), { 'POST /x/importData': importOf(of({ key: ['name'] })) })).toThrow('no template at GET /x/template')
  expect(start(of({ key: ['name'] }), bound(of({ key: ['name'] })))).not.toThrow()
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
}, 60_000)
