/** Names in a list's file: looked up inside the uploader's scope alone, heard of by those who follow the list. */
import { inChinese } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/setup/demo-house.ts'
import type { House } from '../contract/house.ts'
import { References } from './resource-references.ts'
import { head, openListImports, xlsx, type Cells } from '../../../test/setup/list-imports.ts'

const lists = await openListImports()
const { h, buyer, count, imported, products } = lists
afterAll(() => lists.close())

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
        `select c.month::text as month, c.unit_cost::text as cost from product_cost c join product p on p.id = c.product_id where ` +
          `p.sku = 'R-1'`,
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
    expect(refused).toMatchObject({ state: 'refused', lines: { read: 3, merged: 0, refused: 2 } })
    expect(refused.errors.map(e => [e.line, e.column])).toEqual([
      [3, '店铺'],
      [4, '生效日期'],
    ])
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
    expect(looked.refusals.map(r => [r.line, inChinese(r.reason)])).toEqual([[2, '国家“同名国”有多个，分不清是哪一个，请改填唯一的编号']])
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
