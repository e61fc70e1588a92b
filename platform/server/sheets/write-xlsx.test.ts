import { open } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it, test, vi } from 'vitest'
import { columnLetters, dateSerial, escapeText, fitsNumber } from './sheet-cells.ts'
import type { ColumnKind, ColumnToWrite, RowToWrite, SheetToWrite } from './sheet-to-write.ts'
import { madeFile, readAll } from '../../../test/setup/made-workbook.ts'
import { WORKBOOK_LIMITS } from './read-xlsx.ts'
import { csvStream, field } from './write-csv.ts'
import { xlsxStream } from './write-xlsx.ts'
import { readZipDirectory, unpackWhole } from './zip-directory.ts'
import { zipStream } from './zip-writer.ts'

const columnsOf = (...kinds: ColumnKind[]): ColumnToWrite[] => kinds.map((kind, index) => ({ title: `列${index + 1}`, kind }))
const sheetOf = (columns: readonly ColumnToWrite[], rows: readonly RowToWrite[], more: Partial<SheetToWrite> = {}): SheetToWrite => ({
  name: '数据',
  columns,
  rows: [rows],
  ...more,
})
const written = (sheet: SheetToWrite, notes?: [string, string][]): Promise<Buffer> =>
  buffer(xlsxStream(notes ? { sheets: [sheet], notes } : { sheets: [sheet] }))

/** xml of one entry of an xlsx */
async function xmlOf(bytes: Buffer, name: string): Promise<string> {
  const file = await open(await madeFile(bytes))
  try {
    const entry = (await readZipDirectory(file, bytes.length, WORKBOOK_LIMITS)).get(name)
    return entry ? (await unpackWhole(entry, 1e8)).toString('utf8') : ''
  } finally {
    await file.close()
  }
}

test('words that mean something at a glance are coloured by rules over their column, below the head', async () => {
  const columns: ColumnToWrite[] = [
    { title: '名称', kind: 'text' },
    {
      title: '状态',
      kind: 'text',
      group: '进度',
      tones: [
        ['完成', 'good'],
        ['缺"料"', 'bad'],
      ],
    },
  ]
  const bytes = await written(
    sheetOf(columns, [
      ['甲', '完成'],
      ['乙', '缺"料"'],
    ]),
  )
  const xml = await xmlOf(bytes, 'xl/worksheets/sheet1.xml')
  expect(xml).toContain(
    '</mergeCells><conditionalFormatting sqref="B3:B4">' +
      '<cfRule type="cellIs" dxfId="2" priority="1" operator="equal"><formula>&quot;完成&quot;</formula></cfRule>' +
      '<cfRule type="cellIs" dxfId="4" priority="2" operator="equal"><formula>&quot;缺&quot;&quot;料&quot;&quot;&quot;</formula></cfRule>' +
      '</conditionalFormatting>',
  )
  expect(await xmlOf(bytes, 'xl/styles.xml')).toContain('<dxfs count="5">')
  expect(await xmlOf(await written(sheetOf(columns, [])), 'xl/worksheets/sheet1.xml')).not.toContain('conditionalFormatting')
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('column %i is %s', (index, letters) => expect(columnLetters(index)).toBe(letters))

test.each([
  ['2024-01-01', '45292'],
  ['1900-03-01', '61'],
  ['1900-02-28', null],
  ['2024-02-30', null],
  ['2024-01-01 12:00:00', '45292.500000000'],
  ['2024-01-01T06:00:00+08:00', '45292.250000000'],
  ['昨天', null],
])('the serial of %s is %s', (text, serial) => expect(dateSerial(text)).toBe(serial))

test.each([
  ['123456789012345', true],
  ['1234567890123456', false],
  ['-12345678901234.5', true],
  ['0.00000000000000123', true],
  ['12345678901234.56', false],
])('%s fits a number cell: %s', (text, fits) => expect(fitsNumber(text)).toBe(fits))

test('text is made fit for XML', () => {
  expect(escapeText('a\u0000b\u001fc')).toBe('abc')
  expect(escapeText('x < y & "z"\r\n下一行')).toBe('x &lt; y &amp; &quot;z&quot;\n下一行')
  expect(escapeText('_x0041_')).toBe('_x005F_x0041_')
  expect(escapeText('a\ud800b')).toBe('a\ufffdb')
  expect(escapeText('长'.repeat(40_000)).length).toBe(32_767)
})

describe('xlsx', () => {
  it('comes back through our reader as it was written', async () => {
    const rows: RowToWrite[] = [
      ['结算 𠮷 <&>', '1234.50', '0.125', '2024-02-29', '2024-02-29 23:59:59', 7n],
      [' 前后空格 ', '-0.01', '-1', '1900-02-01', '2024-02-29', -3],
      ['_x0041_\n两行', '123456789012345.67', null, undefined, '', '99999999999999999999'],
    ]
    const bytes = await written(sheetOf(columnsOf('text', 'money', 'percent', 'date', 'datetime', 'integer'), rows), [
      ['筛选条件', '店铺：美国站'],
      ['导出人', '=张三'],
    ])
    const read = await readAll(bytes)
    expect([read.sheet, read.others]).toEqual(['数据', ['说明']])
    expect(read.rows.map(row => row.cells)).toEqual([
      ['列1', '列2', '列3', '列4', '列5', '列6'],
      ['结算 𠮷 <&>', '1234.5', '0.125', '2024-02-29', '2024-02-29 23:59:59', '7'],
      [' 前后空格 ', '-0.01', '-1', '1900-02-01', '2024-02-29', '-3'],
      ['_x0041_\n两行', '123456789012345.67', '', '', '', '99999999999999999999'],
    ])
    expect((await readAll(bytes, { sheet: '说明' })).rows.map(row => row.cells)).toEqual([
      ['筛选条件', '店铺：美国站'],
      ['导出人', '=张三'],
    ])
  })

  it('comes back through the library with types, styles, merges and frozen panes', async () => {
    const columns: ColumnToWrite[] = [
      { title: '店铺', kind: 'text', width: 20 },
      { title: '销售额', kind: 'money', group: ['收入', '商品'] },
      { title: '退款', kind: 'money', group: ['收入', '商品'] },
      { title: '运费', kind: 'money', group: ['收入', '其他'] },
      { title: '广告', kind: 'money', group: '支出' },
    ]
    const bytes = await written(
      sheetOf(columns, [['美国站', '10.50', '-2', '12345678901234567.89', '—']], {
        frozenColumns: 1,
        totals: () => ['总计', '10.50', '-2', null, null],
      }),
    )
    const sheet = (await readXlsx(bytes, { readStyles: true })).sheets[0]!
    expect(sheet.rows).toEqual([
      ['店铺', '收入', null, null, '支出'],
      [null, '商品', null, '其他', '广告'],
      [null, '销售额', '退款', '运费', null],
      ['美国站', 10.5, -2, '12345678901234567.89', '—'],
      ['总计', 10.5, -2, null, null],
    ])
    const merged = sheet.merges?.map(
      ({ startRow, startCol, endRow, endCol }) => `${columnLetters(startCol)}${startRow + 1}:${columnLetters(endCol)}${endRow + 1}`,
    )
    expect(merged?.sort()).toEqual(['A1:A3', 'B1:D1', 'B2:C2', 'E2:E3'])
    expect(sheet.freezePane).toMatchObject({ rows: 3, columns: 1 })
    expect(sheet.cells?.get('3,1')?.style?.numFmt).toBe('#,##0.00####;[Red]-#,##0.00####')
    expect(sheet.cells?.get('4,1')?.style?.font?.bold).toBe(true)
  })

  it.each(['=1+1', '+8613800000000', '-cmd', '@SUM(A1)', '\t=1', '＝1', '\u0001=1'])(
    'keeps %j as text under a quote prefix',
    async text => {
      const bytes = await written(sheetOf(columnsOf('text'), [[text]]))
      expect(await xmlOf(bytes, 'xl/worksheets/sheet1.xml')).toMatch(/<c r="A2" s="2" t="inlineStr">/)
      expect(await xmlOf(bytes, 'xl/styles.xml')).toMatch(/<cellXfs[^>]*>(?:<xf[^>]*?(?:\/>|>.*?<\/xf>)){2}<xf [^>]*quotePrefix="1"/)
      expect((await readAll(bytes)).rows[1]?.cells[0]).toBe(text.replace('\u0001', ''))
    },
  )

  it('goes on with another sheet when one is full, totals on the last, in the middle of a batch', async () => {
    const rows = Array.from({ length: 7 }, (_, index): RowToWrite => [String(index)])
    const bytes = await buffer(
      xlsxStream(
        { sheets: [sheetOf(columnsOf('integer'), rows, { totals: ['21'] }), { ...sheetOf(columnsOf('text'), [['x']]), name: '数据' }] },
        { rowsMax: 3 },
      ),
    )
    const book = await readXlsx(bytes)
    expect(book.sheets.map(sheet => [sheet.name, sheet.rows.map(row => row[0])])).toEqual([
      ['数据', ['列1', 0, 1, 2]],
      ['数据 (2)', ['列1', 3, 4, 5]],
      ['数据 (3)', ['列1', 6, 21]],
      ['数据 (4)', ['列1', 'x']],
    ])
  })

  it('makes no further sheet when the last row just fits, and a head alone when there is none', async () => {
    const full = await readXlsx(await buffer(xlsxStream({ sheets: [sheetOf(columnsOf('integer'), [['1'], ['2']])] }, { rowsMax: 2 })))
    expect(full.sheets.map(sheet => sheet.name)).toEqual(['数据'])
    expect((await readXlsx(await written(sheetOf(columnsOf('text', 'money'), [])))).sheets[0]?.rows).toEqual([['列1', '列2']])
  })

  it('splits by size too', async () => {
    const rows = Array.from({ length: 4000 }, (): RowToWrite => ['x'.repeat(100)])
    const book = await readXlsx(
      await buffer(
        xlsxStream(
          { sheets: [{ ...sheetOf(columnsOf('text'), []), rows: [rows.slice(0, 2000), rows.slice(2000)] }] },
          { bytesMax: 150_000 },
        ),
      ),
    )
    expect(book.sheets.map(sheet => sheet.rows.length - 1)).toEqual([2000, 2000])
  })

  it('names tabs as Excel allows', async () => {
    const bytes = await written({ ...sheetOf(columnsOf('text'), []), name: "'利润[2024]: 店铺/站点 *的一个非常非常非常长的名字很长很长'" })
    expect((await readXlsx(bytes)).sheets[0]?.name).toBe('利润 2024   店铺 站点  的一个非常非常非常长的名字很')
  })

  it('asks for rows only as they are taken, and ends the cursor when it is destroyed', async () => {
    let batches = 0
    let ended = false
    async function* endless(): AsyncGenerator<RowToWrite[]> {
      try {
        for (;;) {
          batches += 1
          yield Array.from({ length: 500 }, (_, index): RowToWrite => [`${batches}-${index}-${Math.sin(batches * 1000 + index)}`])
          await new Promise(resolve => setImmediate(resolve))
        }
      } finally {
        ended = true
      }
    }
    const stream = xlsxStream({ sheets: [{ name: 'a', columns: columnsOf('text'), rows: endless() }] })
    stream.read()
    // idle for a while: nobody takes what is ready, so no further row is asked for
    let before = 0
    await vi.waitFor(
      () => {
        const grown = batches - before
        before = batches
        expect(before > 0 && grown === 0).toBe(true)
      },
      { interval: 60, timeout: 60_000 },
    )
    expect(batches).toBeLessThan(500)
    stream.destroy()
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 60_000 })
  })

  it('passes an error of the rows on', async () => {
    async function* failing(): AsyncGenerator<RowToWrite[]> {
      yield [['1']]
      throw new Error('cursor closed')
    }
    await expect(written({ name: 'a', columns: columnsOf('text'), rows: failing() })).rejects.toThrow('cursor closed')
  })
})

test('a zip beyond 4 GiB is read back by its ZIP64 records', async () => {
  const path = await madeFile(Buffer.alloc(0))
  const startOffset = 5 * 1_073_741_824
  // a hole of 5 GiB in front: the file takes a few kB of disk
  await pipeline(
    Readable.from(
      zipStream(
        [
          { name: '一.txt', content: [Buffer.from('first')] },
          { name: 'b.txt', content: [] },
        ],
        { startOffset },
      ),
    ),
    createWriteStream(path, { flags: 'r+', start: startOffset }),
  )
  const file = await open(path)
  const entries = await readZipDirectory(file, (await file.stat()).size, WORKBOOK_LIMITS)
  expect([...entries.keys()]).toEqual(['一.txt', 'b.txt'])
  expect((await unpackWhole(entries.get('一.txt')!, 100)).toString()).toBe('first')
  await file.close()
})

describe('csv', () => {
  it('has a byte-order mark, quotes, totals and CRLF', async () => {
    const columns: ColumnToWrite[] = [
      { title: '名称', kind: 'text' },
      { title: '金额', kind: 'money', group: '收入' },
    ]
    const bytes = await buffer(
      csvStream(
        sheetOf(
          columns,
          [
            ['a,"b"\n行', '-1.50'],
            ['=1+1', '123456789012345678.90'],
            [null, '—'],
          ],
          { totals: ['总计', '1'] },
        ),
      ),
    )
    expect(bytes.toString('utf8')).toBe('\ufeff名称,收入 / 金额\r\n"a,""b""\n行",-1.50\r\n\'=1+1,123456789012345678.90\r\n,—\r\n总计,1\r\n')
  })

  it.each<[string, ColumnKind, string]>([
    ['-5', 'money', '-5'],
    ['-5', 'text', "'-5"],
    ['=x', 'money', "'=x"],
    ['+86', 'text', "'+86"],
    ['@a,b', 'text', '"\'@a,b"'],
    ['\t=1', 'text', `"'\t'=1"`],
    [' a ', 'text', '" a "'],
    ['a\r\nb', 'text', '"a\nb"'],
    ['正常', 'text', '正常'],
  ])('%j in a column of %s is %j', (value, kind, expected) => expect(field(value, kind)).toBe(expected))
})
