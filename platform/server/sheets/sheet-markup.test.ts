import { writeXlsx, streamXlsxRows, type WriteSheet } from 'hucre/xlsx'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, test } from 'vitest'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { cellText, serialText } from './cell-text.ts'
import { madeWorkbook, readAll } from '../../../test/setup/made-workbook.ts'
import { shownBy, shownByStyle, type Shown } from './number-formats.ts'
import { SheetRefusal } from './refusal.ts'
import { SheetMarkup, type Wanted } from './sheet-markup.ts'
import { xlsxStream } from './write-xlsx.ts'

test.each<[string, Shown]>([
  ['General', 'number'],
  ['0.00', 'number'],
  ['#,##0.00;[Red]\\-#,##0.00', 'number'],
  ['#,##0\\ "days"', 'number'],
  ['[$€-407]\\ #,##0', 'number'],
  ['0.00E+00', 'number'],
  ['@', 'number'],
  ['_-* #,##0_d', 'number'],
  ['', 'number'],
  ['yyyy\\-mm\\-dd', 'date'],
  ['[$-804]yyyy"年"m"月"d"日"', 'date'],
  ['h:mm AM/PM', 'date'],
  ['mm:ss.0', 'date'],
  ['[Red]dd/mm/yy;@', 'date'],
  ['[h]:mm:ss', 'elapsed'],
  ['[mm]:ss', 'elapsed'],
])('the format %j shows a %s', (format, shown) => expect(shownBy(format)).toBe(shown))

test('styles name formats of their own and built-in ones', () => {
  const styles =
    '<x:styleSheet><x:numFmts><x:numFmt numFmtId="164" formatCode="d/m/yyyy &quot;x&quot;"/></x:numFmts><x:cellStyleXfs>' +
    '<x:xf numFmtId="14"/></x:cellStyleXfs><x:cellXfs count="4"><x:xf numFmtId="0"/><x:xf numFmtId="164"><x:alignment/></x:xf>' +
    '<x:xf numFmtId="22"/><x:xf numFmtId="46"/></x:cellXfs></x:styleSheet>'
  expect(shownByStyle(styles)).toEqual(['number', 'date', 'date', 'elapsed'])
})

test.each<[number, boolean, string]>([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [60, false, '1900-02-28'],
  [61, false, '1900-03-01'],
  [45_292, false, '2024-01-01'],
  [45_291.999999, false, '2024-01-01'],
  [2_958_465, false, '9999-12-31'],
  [43_830, true, '2024-01-01'],
  [1, true, '1904-01-02'],
  [0.5, false, '12:00:00'],
  [0.5, true, '12:00:00'],
  [45_292.25, false, '2024-01-01 06:00:00'],
  [-1, false, '-1'],
  [3_000_000, false, '3000000'],
])('the serial %d (1904: %s) is %s', (serial, is1904, text) => expect(serialText(serial, 'date', is1904)).toBe(text))

test('elapsed time passes 24 hours', () => expect(serialText(1.5, 'elapsed', false)).toBe('36:00:00'))

const context = { strings: ['零', '一'], shown: ['number', 'date'] as const, is1904: false }

describe('markup', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<x:worksheet xmlns:x="m"><x:cols><x:col min="1"/></x:cols><x:sheetData>
    <x:row r="1" spans="1:3"><x:c r="A1" t="s"><x:v>1</x:v></x:c><x:c s="1" r='B1'><x:v>45292</x:v></x:c><x:c r="C1"/><!-- </x:row> is no end --></x:row>
    <x:row r="2"/><x:row r="5" ht="15"><x:c r="B5" t="inlineStr"><x:is><x:t><![CDATA[a < b & c]]></x:t></x:is></x:c><x:c t="str"><x:f>"x"&amp;"y"</x:f><x:v>x&#121;</x:v></x:c><x:c r="D5" t="d"><x:v>2024-02-29T00:00:00</x:v></x:c></x:row>
    <x:row><x:c t="b"><x:v>1</x:v></x:c></x:row></x:sheetData><x:mergeCells><x:mergeCell ref="A1:B1"/></x:mergeCells></x:worksheet>\n`.replace(
    '<!-- </x:row> is no end -->',
    '<!-- note -->',
  )
  const expected: SourceRow[] = [
    { line: 1, cells: ['一', '2024-01-01'] },
    { line: 5, cells: ['', 'a < b & c', 'xy', '2024-02-29'] },
    { line: 6, cells: ['TRUE'] },
  ]
  const read = (...chunks: string[]): SourceRow[] => readWanted(undefined, ...chunks)
  const readWanted = (wanted: Wanted | undefined, ...chunks: string[]): SourceRow[] => {
    const markup = new SheetMarkup('表', wanted ? { ...context, wanted } : context)
    const rows = chunks.flatMap(chunk => markup.push(chunk))
    markup.end()
    return rows
  }

  it('reads prefixes, sections, comments, cells without reference and rows without number', () => expect(read(xml)).toEqual(expected))

  describe('of wanted columns alone', () => {
    const text = (reference: string, content: string): string => `<c r="${reference}" s="1" t="inlineStr"><is><t>${content}</t></is></c>`
    const sheet = (...rows: string[]): string =>
      `<worksheet><sheetData>${rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join('')}</sheetData></worksheet>`
    const only = (...columns: number[]): Wanted => {
      const wanted = Array.from({ length: 4 }, (_, at) => columns.includes(at))
      return () => wanted
    }
    const abcd = text('A1', '甲') + text('B1', '乙') + text('C1', '丙') + text('D1', '丁')

    test.each<[string, string, number[], string[]]>([
      ['the first', abcd, [0], ['甲']],
      ['the last', abcd, [3], ['', '', '', '丁']],
      ['some', abcd, [0, 2], ['甲', '', '丙']],
      ['all', abcd, [0, 1, 2, 3], ['甲', '乙', '丙', '丁']],
      ['behind cells that close themselves', `<c r="A1" s="1"/><c r="B1"/>${text('C1', '丙')}`, [2], ['', '', '丙']],
      [
        'behind rich text, whose marks begin like a cell',
        `<c r="A1" t="inlineStr"><is><r><rPr><color rgb="FF0000"/><charset val="134"/></rPr><t>甲</t></r></is></c>${text('B1', '乙')}`,
        [1],
        ['', '乙'],
      ],
      [
        'behind cells that are written otherwise',
        `<c s="1" r='A1' t="str"><v>甲</v></c><c t="str"><v>乙</v></c>${text('C1', '丙')}`,
        [1, 2],
        ['', '乙', '丙'],
      ],
      ['in another order', text('C1', '丙') + text('A1', '甲'), [0], ['甲']],
      ['past those that are known', abcd + text('F1', '己'), [1], ['', '乙', '', '', '', '己']],
      ['of a formula without a result in a column nobody wants', `${text('A1', '甲')}<c r="B1"><f>1+1</f></c>`, [0], ['甲']],
    ])('%s', (_, cells, columns, expected) => expect(readWanted(only(...columns), sheet(cells))).toEqual([{ line: 1, cells: expected }]))

    it('a row that lacks what is wanted is read whole: it is not empty', () =>
      expect(readWanted(only(0), sheet(abcd, text('A2', ' ') + text('D2', '丁'), '<c r="A3"/>'))).toEqual([
        { line: 1, cells: ['甲'] },
        { line: 2, cells: [' ', '', '', '丁'] },
      ]))
    it('line by line', () =>
      expect(readWanted(line => (line === 1 ? null : [false, true]), sheet(abcd, text('A2', '甲') + text('B2', '乙')))).toEqual([
        { line: 1, cells: ['甲', '乙', '丙', '丁'] },
        { line: 2, cells: ['', '乙'] },
      ]))
    it('with prefixes', () =>
      expect(readWanted(only(1), xml)).toEqual([
        { line: 1, cells: ['', '2024-01-01'] },
        { line: 5, cells: ['', 'a < b & c'] },
        { line: 6, cells: ['TRUE'] },
      ]))
  })

  it('reads the same wherever the chunks are cut', () => {
    for (let at = 1; at < xml.length; at += 1) expect(read(xml.slice(0, at), xml.slice(at))).toEqual(expected)
    expect(read(...xml)).toEqual(expected)
  })

  it('refuses markup that stops anywhere before its end', () => {
    for (let at = 0; at < xml.trimEnd().length; at += 7) expect(() => read(xml.slice(0, at))).toThrow(/不完整/)
  })
})

test('hostile markup costs no more than its length', () => {
  const started = performance.now()
  for (const piece of ['<!--', '<![CDATA[', '<rPh>', '<t ', '<c ', '<c r="A1">']) {
    const markup = new SheetMarkup('表', context)
    try {
      markup.push(`<worksheet><row r="1"><c r="A1" t="inlineStr"><is>${piece.repeat(200_000)}</is></c></row>`)
    } catch (error) {
      expect(error).toBeInstanceOf(SheetRefusal)
    }
  }
  // a quadratic reading of any of them takes minutes
  expect(performance.now() - started).toBeLessThan(10_000)
})

/** What the library reads of the first sheet, in our words. */
async function byLibrary(bytes: Uint8Array, is1904: boolean): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const cells = values.map(value => cellText(value, is1904))
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > 0) rows.push({ line: index + 1, cells })
  }
  return rows
}

describe('agrees with the library', () => {
  const values = [
    0,
    -0.1,
    1 / 3,
    1e-9,
    123456.789,
    1e15,
    2 ** 53,
    'text',
    ' 空格 ',
    'a\nb',
    '𠮷&<>"\'',
    '_x0041_',
    '12',
    true,
    false,
    null,
    new Date(Date.UTC(2024, 1, 29)),
    new Date(Date.UTC(2024, 11, 31, 23, 59, 59)),
    new Date(Date.UTC(1999, 0, 1, 0, 0, 1)),
  ]
  const rows: WriteSheet['rows'] = Array.from({ length: 40 }, (_, row) =>
    Array.from({ length: 12 }, (__, column) => values[(row * 7 + column * 5) % values.length] ?? null),
  )
  const sheet: WriteSheet = { name: '数据', rows }

  it.each([
    ['shared', '1900'],
    ['inline', '1900'],
    ['shared', '1904'],
  ] as const)('on what it writes itself (%s strings, %s)', async (stringMode, dateSystem) => {
    const bytes = await writeXlsx({ sheets: [sheet], stringMode, dateSystem })
    expect((await readAll(bytes)).rows).toEqual(await byLibrary(bytes, dateSystem === '1904'))
  })

  it('on our own exports', async () => {
    const bytes = await buffer(
      xlsxStream({
        sheets: [
          {
            name: 'a',
            columns: [
              { title: '金额', kind: 'money' },
              { title: '时间', kind: 'datetime' },
              { title: '文本', kind: 'text' },
            ],
            rows: [
              Array.from({ length: 500 }, (_, index) => [
                `${index - 250}.${index % 100}`,
                `2024-03-${String((index % 28) + 1).padStart(2, '0')} 10:${String(index % 60).padStart(2, '0')}:07`,
                `=文${index}`,
              ]),
            ],
          },
        ],
      }),
    )
    expect((await readAll(bytes)).rows).toEqual(await byLibrary(bytes, false))
  })

  it('on rich text and readings', async () => {
    const bytes = madeWorkbook({
      sheets: [{ rows: '<row r="3"><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>0</v></c></row>' }],
      strings:
        '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><r><rPr><b/></rPr><t xml:space="preserve">a </t></r><r><t>b</t>' +
        '</r></si>',
    })
    expect((await readAll(bytes)).rows).toEqual(await byLibrary(bytes, false))
  })
})
