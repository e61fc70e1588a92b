/** A list's file that is refused is refused whole, with every fault of it. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { csv, head, openListImports, xlsx } from '../../../test/setup/list-imports.ts'
import { lockedWorkbook } from '../../../test/setup/made-xls.ts'

const lists = await openListImports()
const { h, count, imported, products } = lists
afterAll(() => lists.close())

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
    ['a workbook under a password', () => lockedWorkbook(), { line: null, column: null, reason: /密码/ }],
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

  test('a fault in the last of many rows takes back the portions before it, and is told with theirs', async () => {
    const many = Array.from({ length: 3_500 }, (_, i) => [`LATE-${i}`, '灯', '', '', ''])
    const details = await products([
      head,
      ...many,
      ['LATE-7', '灯', '', '', ''],
      ['LATE-X', '灯', '', '没有的品类', ''],
      ['', '灯', '', '', ''],
    ])
    expect(details.state).toBe('refused')
    expect(details.errors.map(e => [e.line, e.column])).toEqual([
      [3_502, '库存 SKU'],
      [3_503, '品类'],
      [3_504, '库存 SKU'],
    ])
    expect(await count('product')).toBe(before)
    expect(await count('list_batch', `import_id = ${details.id}`)).toBe(0)
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

test('a column that the importer may not see is unknown to his file, and stays as it is where he imports the rest', async () => {
  const path = '/supplierManage'
  const heads = ['供应商编号', '供应商名称', '税率（%）'] as const
  await h.sql(`insert into role_permission (org_id, role_id, permission, operation)
    select org_id, id, 'supplier', operation from role cross join unnest(array[1, 3, 5]) as operation where name in ('财务', '采购') on conflict do nothing`)
  h.house.rights.forget?.()
  const import_ = async (as: typeof h.clerk, rows: readonly (readonly string[])[]) =>
    imported(path, 'supplier', '供应商.xlsx', await xlsx(rows), as)
  expect(
    await import_(lists.buyer, [
      [...heads, '电话'],
      ['S-900', '宁波灯厂', '13', '13600001111'],
    ]),
  ).toMatchObject({ state: 'done' })
  const refused = await import_(h.clerk, [
    [...heads, '电话'],
    ['S-900', '宁波灯厂', '6', '1'],
  ])
  expect(refused).toMatchObject({
    state: 'refused',
    errors: [{ column: '电话', reason: expect.stringContaining('不认识的列“电话”') as string }],
  })
  expect(await import_(h.clerk, [[...heads], ['S-900', '宁波灯厂', '6']])).toMatchObject({ state: 'done' })
  expect(await h.sql(`select phone, tax_rate::float8 as rate from supplier where code = 'S-900'`)).toEqual([
    { phone: '13600001111', rate: 6 },
  ])
})
