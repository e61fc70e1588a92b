/** What bad input gets: a refusal that says what to change, and nothing partial anywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeWorkbook, madeZip, readAll } from '../../../../../test/setup/made-workbook.ts'
import { openImports, rowsOfEverything, type ImportAsk, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'
import { english, german, order, orders, report, settled, settlement } from '../../../../../test/setup/amazon-files.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h.close())

const good = report(orders(0, 6))
const lastLineCut = (text: string): string => text.slice(0, text.lastIndexOf('"Desk lamp"') + 4)

interface Case {
  readonly name: string
  readonly content: string | (() => Buffer)
  readonly ask?: () => ImportAsk
  /** where, and words of the reason */
  readonly line: number | null
  readonly column?: string
  readonly reason: RegExp
}
const headerLines = 8
const cases: readonly Case[] = [
  { name: 'a text that is no report', content: 'name,price\nlamp,3.00\n', line: null, reason: /没有找到任何已知报表的表头/ },
  {
    name: 'a web page',
    content: '<html><body><table><tr><td>Session expired</td></tr></table></body></html>',
    line: null,
    reason: /这是网页/,
  },
  { name: 'a header without lines', content: report([]), line: null, reason: /没有数据行/ },
  { name: 'a transaction report whose last line is cut', content: lastLineCut(good), line: headerLines + 6, reason: /不完整/ },
  { name: 'a settlement whose last line is cut', content: settlement(settled(0, 2)).slice(0, -30), line: 8, reason: /不完整/ },
  {
    name: 'a settlement without its last line',
    content: settlement(settled(0, 2)).split('\r\n').slice(0, -2).join('\r\n') + '\r\n',
    line: 2,
    column: 'total-amount',
    reason: /相差/,
  },
  {
    name: 'a settlement total that is a cent off',
    content: settlement(settled(0, 2), { total: '2455.27' }),
    line: 2,
    column: 'total-amount',
    reason: /2,455\.27.*2,455\.26.*\u22120\.01 USD/,
  },
  {
    name: 'a line whose columns do not add up to its total',
    content: good.replace('"1,227.63"', '"1,227.64"'),
    line: headerLines + 1,
    column: 'total',
    reason: /1,227\.63.*1,227\.64.*0\.01/,
  },
  {
    name: 'an amount that is none',
    content: good.replace('"-18.75"', '"n/a"'),
    line: headerLines + 1,
    column: 'selling fees',
    reason: /不是金额/,
  },
  {
    name: 'a day that does not exist',
    content: good.replace('Mar 10, 2025', 'Feb 30, 2025'),
    line: headerLines + 1,
    column: 'date/time',
    reason: /日期不存在/,
  },
  {
    name: 'two number formats in one file',
    content: good.replace('"-18.75"', '"-1.018,75"'),
    line: headerLines + 1,
    reason: /两种小数写法：第9行“1,250\.50”用点，第9行“-1\.018,75”用逗号/,
  },
  {
    name: 'a month asked that the content contradicts',
    content: good,
    ask: () => ({ yearMonth: '2025-04' }),
    line: null,
    reason: /2025-03-10 至 2025-03-10.*2025-04/,
  },
  {
    name: 'a file of another marketplace than the chosen shop',
    content: good,
    ask: () => ({ shopId: h.shop('amazon.de') }),
    line: null,
    reason: /站点为 amazon\.com.*amazon\.de/,
  },
  {
    name: 'a currency other than the shop has',
    content: report(orders(0, 3), { ...english, currency: 'EUR' }),
    line: null,
    reason: /币种为 EUR.*USD/,
  },
  {
    name: 'a settlement in another currency than the shop',
    content: settlement(settled(0, 1), { currency: 'CAD' }),
    line: null,
    reason: /币种为 CAD.*USD/,
  },
  {
    name: 'a shop that is not one of Amazon',
    content: good,
    ask: () => ({ shopId: h.shop('ebay.com') }),
    line: null,
    reason: /不是亚马逊店铺/,
  },
  {
    name: 'a marketplace without a shop',
    content: report(
      orders(0, 2).map(l => ({ ...l, marketplace: 'amazon.es' })),
      german,
    ),
    line: null,
    reason: /没有找到站点为 amazon\.es/,
  },
  {
    name: 'a workbook under a password',
    content: () =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(4_096),
        Buffer.from('EncryptedPackage', 'utf16le'),
        Buffer.alloc(4_096),
      ]),
    line: null,
    reason: /密码/,
  },
  { name: 'a workbook that unpacks without end', content: () => bomb(), line: null, reason: /已损坏/ },
  {
    name: 'a workbook without a known header',
    content: () => madeWorkbook({ sheets: [{ rows: '<row><c t="inlineStr"><is><t>name</t></is></c></row>' }] }),
    line: null,
    reason: /认不出工作表“表1”/,
  },
]

/** 60 MB of markup packed into some 60 KB, and a directory that says it is small. */
function bomb(): Buffer {
  const row = `<row>${'<c t="inlineStr"><is><t>AAAAAAAAAAAAAAAA</t></is></c>'.repeat(1_000)}</row>`
  return madeZip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      '<Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ' +
      'Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>' +
      '<sheet name="s" sheetId="1" r:id="s"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      '<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" ' +
      'Target="sheet.xml"/></Relationships>',
    'xl/sheet.xml': {
      content:
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row.repeat(1_000)}</sheetData>` +
        `</worksheet>`,
      claimedSize: 10_000,
    },
  })
}

describe('refused whole, in Chinese, with its place', () => {
  test.each(cases)('$name', async ({ content, ask, line, column, reason }) => {
    const before = await rowsOfEverything(h)
    const told = await h.import('报表.csv', typeof content === 'string' ? content : content(), ask?.())
    expect(told).toMatchObject({ state: 'refused', lines: { merged: 0, unchanged: 0 } })
    const [first] = told.errors
    expect(first?.reason).toMatch(reason)
    expect(first?.reason).toMatch(/[一-鿿]/)
    expect(first?.line).toBe(line)
    if (column) expect(first?.column).toBe(column)
    expect(await rowsOfEverything(h)).toEqual(before)
  })

  test('an empty file is refused where it is uploaded', async () => {
    expect(await h.upload('空.csv', '')).toMatchObject({ status: 415, code: 1015, msg: '文件是空的，请检查后再上传' })
  })
  test('a picture is refused where it is uploaded', async () => {
    expect(await h.upload('图.csv', Buffer.from('89504e470d0a1a0a0000', 'hex'))).toMatchObject({
      code: 1015,
      msg: expect.stringContaining('不是数据文件'),
    })
  })
  test('a shop that the person was not granted is unknown to him', async () => {
    const [foreign] = await h.sql(`select id::text as id from shop where org_id <> $1 limit 1`, [h.orgId])
    const { data } = await h.upload('报表.csv', good)
    expect(await h.clerk.post('/AmazonTransactionReport/importData', { fileIds: [data.id], shopId: foreign?.['id'] })).toMatchObject({
      code: 1002,
      data: { errors: [{ field: 'shopId', message: expect.stringContaining('店铺不存在') }] },
    })
  })
  test("another person's upload is an unknown file", async () => {
    const { data } = await h.upload('报表.csv', good)
    expect(await h.boss.post('/AmazonTransactionReport/importData', { fileIds: [data.id] })).toMatchObject({
      code: expect.toSatisfy((c: number) => c === 1003 || c === 1004),
    })
  })
})

describe('many refused lines', () => {
  const broken = report(Array.from({ length: 700 }, (_, n) => order(n, { productSales: '10.00', sellingFees: '-1.00' }))).replaceAll(
    '"9.00"',
    '"9.01"',
  )

  test('each is counted, the first are shown, all can be had as a workbook', async () => {
    const told = await h.import('多行错误.csv', broken)
    expect(told).toMatchObject({ state: 'refused', lines: { read: 0, merged: 0, refused: 700 }, errorsTotal: 700 })
    expect(told.errors).toHaveLength(200)
    expect(told.errors[199]).toMatchObject({ line: headerLines + 200, column: 'total' })
    const rows = await workbookOf(told.id)
    expect(rows[0]).toEqual(['行', '列', '值', '原因'])
    expect(rows).toHaveLength(701)
    expect(rows[700]).toEqual([String(headerLines + 700), 'total', '9.01', expect.stringContaining('相差0.01')])
    // whoever asked for it is told, and the report is one click away
    const { list } = (await h.clerk.post('/notify/list', { kind: 1, pageSize: 1 })).data
    expect(list).toMatchObject([
      {
        title: '导入 多行错误.csv：已拒绝',
        detail: expect.stringContaining(`第 ${headerLines + 1} 行“total”：`),
        target: { imports: [told.id] },
      },
    ])
  })
})

async function workbookOf(id: string): Promise<readonly (readonly string[])[]> {
  const bytes = await h.download('/fileImportHistory/errorsExport', { id })
  return (await readAll(bytes)).rows.map(r => r.cells)
}
