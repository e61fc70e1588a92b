import { Worker } from 'node:worker_threads'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it, test } from 'vitest'
import { cellText, numberText } from './cell-text.ts'
import { madeEntries, madeFile, madeWorkbook, madeZip, readAll } from '../../../test/setup/made-workbook.ts'
import { openWorkbook } from './read-xlsx.ts'
import { SheetRefusal } from './refusal.ts'
import { isWorkbook } from './workbook-kind.ts'

const rowsOf = async (rows: string, more: Omit<Parameters<typeof madeWorkbook>[0], 'sheets'> = {}): Promise<(readonly string[])[]> =>
  (await readAll(madeWorkbook({ sheets: [{ rows }], ...more }))).rows.map(row => row.cells)

test.each([
  [0.1 + 0.2, '0.3'],
  [1234.56 + 2e-13, '1234.56'],
  [-19.99, '-19.99'],
  [1e-7, '0.0000001'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [1.5e-10, '0.00000000015'],
  [9007199254740991, '9007199254740991'],
  [1141.18, '1141.18'],
  [123456789012.34, '123456789012.34'],
  [100, '100'],
  [-1200.5, '-1200.5'],
  [0.1, '0.1'],
  [2 ** 60, '1152921504606850000'],
])('the number %d reads %s', (value, text) => expect(numberText(value)).toBe(text))

test('an invalid date is no text', () => expect(cellText(new Date(Number.NaN), false)).toBe(''))

describe('cells', () => {
  it('reads shared, rich, inline and phonetic strings as their text, characters above U+FFFF whole', async () => {
    const strings =
      '<si><t>结算</t></si><si><r><t>Amazon </t></r><r><rPr><b/></rPr><t>费用</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t>' +
      '</rPh></si><si><t xml:space="preserve"> 𠮷 &amp; _x000D_&#10;a</t></si>'
    const cells =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c>' +
      '<c r="E1" t="inlineStr"><is><t>行内</t></is></c><c r="F1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c></row>'
    expect(await rowsOf(cells, { strings })).toEqual([['结算', 'Amazon 费用', '東京', ' 𠮷 & \r\na', '行内', 'ab']])
  })

  it('reads numbers without noise, booleans, errors and cached formulas', async () => {
    const cells =
      '<row r="1"><c r="A1"><v>0.30000000000000004</v></c><c r="B1"><v>1E-3</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="b">' +
      '<v>0</v></c><c r="E1" t="e"><v>#N/A</v></c><c r="F1"><f>A1*2</f><v>0.60000000000000009</v></c><c r="G1" t="str"><f>"x"</f>' +
      '<v>文本</v></c><c r="H1" t="str"><f>""</f><v></v></c><c r="I1"><v>18420000</v></c></row>'
    expect(await rowsOf(cells)).toEqual([['0.3', '0.001', 'TRUE', 'FALSE', '#N/A', '0.6', '文本', '', '18420000']])
  })

  it.each([
    [false, '45292', '2024-01-01'],
    [true, '43830', '2024-01-01'],
  ])('reads dates (1904: %s)', async (is1904, serial, day) => {
    const formats = ['yyyy\\-mm\\-dd', 'dd/mm/yyyy hh:mm', '[h]:mm:ss', '#,##0.00;[Red]\\-#,##0.00']
    const cells =
      `<row r="1"><c r="A1" s="1"><v>${serial}</v></c><c r="B1" s="2"><v>${serial}.520844907</v></c><c r="C1" s="3"><v>0.75</v></c>` +
      `<c r="D1" s="4"><v>-5.5</v></c></row>`
    expect(await rowsOf(cells, { formats, is1904 })).toEqual([[day, `${day} 12:30:01`, '18:00:00', '-5.5']])
  })

  it('keeps row numbers over empty rows, gaps in rows and merged cells', async () => {
    const { rows } = await readAll(
      madeWorkbook({
        sheets: [
          {
            rows:
              '<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c></row><row r="3"/><row r="4"><c r="A4" s="0"/></row><row r="7">' +
              '<c r="A7"><v>3</v></c></row>',
            after: '<mergeCells count="1"><mergeCell ref="B2:C2"/></mergeCells>',
          },
        ],
      }),
    )
    expect(rows).toEqual([
      { line: 2, cells: ['', '1', '', '2'] },
      { line: 7, cells: ['3'] },
    ])
  })

  it('counts rows and cells that carry no reference', async () =>
    expect(await rowsOf('<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>')).toEqual([['1', '2'], ['3']]))
})

describe('sheets', () => {
  const cell = (value: number): string => `<row r="1"><c r="A1"><v>${value}</v></c></row>`
  const workbook = madeWorkbook({
    sheets: [
      { rows: '' },
      { name: '隐藏', hidden: true, rows: cell(1) },
      { name: 'A&amp;B', rows: cell(2) },
      { name: '备注', rows: cell(3) },
    ],
  })

  it('takes the first visible sheet with content and names the others', async () =>
    expect(await readAll(workbook)).toEqual({ sheet: 'A&B', others: ['备注'], rows: [{ line: 1, cells: ['2'] }] }))

  it('takes the sheet that is asked for', async () => {
    expect((await readAll(workbook, { sheet: '备注' })).rows[0]?.cells).toEqual(['3'])
    await expect(readAll(workbook, { sheet: '没有' })).rejects.toThrow('现有：表1、隐藏、A&B、备注')
    await expect(readAll(workbook, { sheet: '表1' })).rejects.toThrow('“表1”里没有数据')
  })

  it('can be read again from the start, and left in the middle', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${index}</v></c></row>`).join('')
    const opened = await openWorkbook(await madeFile(madeWorkbook({ sheets: [{ rows: many }] })))
    for await (const batch of opened.rows()) {
      expect(batch.length).toBe(1000)
      break
    }
    let count = 0
    for await (const batch of opened.rows()) count += batch.length
    expect(count).toBe(5000)
    await opened.close()
  })
})

describe('refusals', () => {
  const rows = '<row r="1"><c r="A1"><v>1</v></c></row>'
  const good = madeWorkbook({ sheets: [{ rows }] })
  const entries = madeEntries({ sheets: [{ rows }] })
  const sheetPath = 'xl/worksheets/blatt0.xml'

  it.each<[string, Buffer, string]>([
    ['an empty file', Buffer.alloc(0), '文件是空的'],
    ['text', Buffer.from('date/time\tsettlement id'), '内容不是 Excel 工作簿'],
    ['a file cut off', good.subarray(0, good.length - 30), '已损坏或没有传完整'],
    ['a file without its end and start', good.subarray(0, 40), '已损坏或没有传完整'],
    ['another zip', madeZip({ 'readme.txt': 'hello' }), '压缩包，但不是 Excel 工作簿'],
    ['an empty zip', madeZip({}), '压缩包，但不是 Excel 工作簿'],
    ['an ods', madeZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }), '.ods'],
    ['a Word document', madeZip({ ...entries, 'xl/mappe.xml': '<document/>' }), 'Word'],
    ['an xlsb', madeZip({ ...entries, '_rels/.rels': '<Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/>' }), '.xlsb'],
    ['a workbook without data', madeWorkbook({ sheets: [{ rows: '<row r="1"><c r="A1" s="0"/></row>' }] }), '没有数据'],
    ['a wrong check sum', madeZip({ ...entries, [sheetPath]: { content: entries[sheetPath]!, claimedCrc: 1 } }), '已损坏'],
    ['an entry larger than it says', madeZip({ ...entries, [sheetPath]: { content: entries[sheetPath]!, claimedSize: 20 } }), '已损坏'],
    ['a sheet whose markup stops', madeZip({ ...entries, [sheetPath]: entries[sheetPath]!.slice(0, -30) }), '不完整'],
    [
      'a formula never calculated',
      madeWorkbook({ sheets: [{ rows: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f></c></row>' }] }),
      '单元格 B1 含有没有计算结果的公式',
    ],
    [
      'a formula with an empty result, as openpyxl writes it',
      madeWorkbook({
        sheets: [{ rows: '<row r="3"><c r="B3"><f>SUM(B1:B2)</f><v></v></c></row><row r="4"><c r="A4"><v>1</v></c></row>' }],
      }),
      '单元格 B3 含有没有计算结果的公式',
    ],
    [
      'a string that is not in the table',
      madeWorkbook({ sheets: [{ rows: '<row r="1"><c r="A1" t="s"><v>5</v></c></row>' }], strings: '<si><t>a</t></si>' }),
      '第 1 行缺少文字',
    ],
    ['a number that is none', madeWorkbook({ sheets: [{ rows: '<row r="1"><c r="A1"><v>1,5</v></c></row>' }] }), '“1,5”不正确'],
    ['a cell that does not end', madeWorkbook({ sheets: [{ rows: `${rows}<row r="2"><c r="A2"><v>1</row>` }] }), '第 2 行已损坏'],
    [
      'a declaration of entities',
      madeZip({ ...entries, [sheetPath]: `<!DOCTYPE x [<!ENTITY a "b">]>${entries[sheetPath]!.replace('<?xml version="1.0"?>', '')}` }),
      '不允许的声明',
    ],
    [
      'a column far out',
      madeWorkbook({ sheets: [{ rows: '<row r="1"><c r="A1"><v>1</v></c><c s="1" r="XFD1"><v>2</v></c></row>' }] }),
      'XFD1 超出 702 列',
    ],
  ])('%s', async (_, bytes, said) => {
    const error = await readAll(bytes).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(SheetRefusal)
    expect((error as SheetRefusal).message).toContain(said)
  })

  it('a workbook under a password', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'a', rows: [[1]] }], encryption: { password: 'secret', spinCount: 10 } })
    await expect(readAll(bytes)).rejects.toThrow('密码保护')
  })

  it('an old workbook that is none', async () => {
    const bytes = Buffer.alloc(2048)
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes)
    await expect(readAll(bytes)).rejects.toThrow('无法读取这个 .xls 文件')
  })

  it('a bomb: 100 MB of zeros in 100 kB, refused before anything is unpacked', async () => {
    const bomb = madeZip({ ...entries, 'xl/media/image1.png': { content: Buffer.alloc(100 * 1_048_576) } })
    expect(bomb.length).toBeLessThan(200_000)
    await expect(readAll(bomb)).rejects.toThrow('解压后有100MB，超出允许的范围')
  })

  it('limits on entries, unpacked bytes and shared strings', async () => {
    await expect(readAll(good, { limits: { entriesMax: 3 } })).rejects.toThrow('超过3个')
    await expect(readAll(good, { limits: { unpackedBytesMax: 100 } })).rejects.toThrow('超出允许的范围')
    await expect(
      readAll(madeWorkbook({ sheets: [{ rows }], strings: `<si><t>${'x'.repeat(2000)}</t></si>` }), {
        limits: { sharedStringsBytesMax: 1000 },
      }),
    ).rejects.toThrow('文字过多')
  })
})

test('tells a workbook by its first bytes', () => {
  const zip = Buffer.from('PK\u0003\u0004')
  expect([isWorkbook(zip), isWorkbook(Buffer.from('settlement-id')), isWorkbook(Buffer.alloc(0))]).toEqual([true, false, false])
})

test('reads inside a worker thread', async () => {
  const path = await madeFile(madeWorkbook({ sheets: [{ rows: '<row r="1"><c r="A1"><v>42</v></c></row>' }] }))
  const source = `import { parentPort, workerData } from 'node:worker_threads'
    const { openWorkbook } = await import(workerData.module)
    const workbook = await openWorkbook(workerData.path)
    for await (const rows of workbook.rows()) parentPort.postMessage(rows)
    await workbook.close()`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: { path, module: new URL('./read-xlsx.ts', import.meta.url).href },
  })
  const rows = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  expect(rows).toEqual([{ line: 1, cells: ['42'] }])
  await worker.terminate()
})
