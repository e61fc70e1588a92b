import { inChinese } from '#platform/declare/sentence.ts'
import { describe, expect, test } from 'vitest'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { encode, withFile, type WrittenEncoding } from '../../../test/fixtures/amazon/encode.ts'
import { rowSplitter, type Quoting, type Separator } from './text-lines.ts'
import { openTextTable, type Judge, type TextTable } from './text-table.ts'

/** Recognises a header by its words; the share found is the confidence. */
function headerOf(...names: string[]): Judge {
  return rows => {
    for (const row of rows) {
      const found = names.filter(name => row.cells.includes(name)).length
      if (found * 2 > names.length) return { confidence: found / names.length, headerLine: row.line }
    }
    return null
  }
}

interface Read {
  readonly rows: SourceRow[]
  readonly table: TextTable
}

async function read(content: Buffer | string, judge: Judge): Promise<Read | string> {
  return withFile(content, async path => {
    const opened = await openTextTable(path, judge)
    if (!opened.ok) return inChinese(opened.reason)
    const rows: SourceRow[] = []
    for await (const batch of opened.table.rows()) rows.push(...batch)
    return { rows, table: opened.table }
  })
}

async function good(content: Buffer | string, judge: Judge): Promise<Read> {
  const answer = await read(content, judge)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

const german = ['Datum/Uhrzeit', 'Umsätze', 'Gebühren', 'Gesamt']
const germanText = `"Vorspann"\r\n"${german.join('";"')}"\r\n"01.10.2025";"Müller & Söhne";"1,5";"2"\r\n"02.10.2025";"Grün";"1,5";"3"\r\n`

describe('encoding and separator', () => {
  const encodings: [WrittenEncoding, string][] = [
    ['utf-8', 'utf-8'],
    ['utf-8-mark', 'utf-8'],
    ['utf-16le', 'utf-16le'],
    ['utf-16le-mark', 'utf-16le'],
    ['utf-16be-mark', 'utf-16be'],
    ['windows-1252', 'windows-1252'],
  ]
  test.each(encodings)('%s is read as %s', async (written, expected) => {
    const { table, rows } = await good(encode(germanText, written), headerOf(...german))
    expect([table.encoding, table.separator]).toEqual([expected, ';'])
    expect(rows[2]).toEqual({ line: 3, cells: ['01.10.2025', 'Müller & Söhne', '1,5', '2'] })
  })

  const japanese = ['日付/時間', '商品売上', '手数料', '合計']
  const polish = ['data/godzina', 'sprzedaż produktów', 'opłaty za sprzedaż', 'suma']
  const turkish = ['tarih/saat', 'ürün satışları', 'satış ücretleri', 'toplam']
  test.each([
    ['gb18030', ['日期', '商品名称', '数量', '金额'], 'gb18030'],
    ['shift_jis', japanese, 'shift_jis'],
    ['windows-1250', polish, 'windows-1250'],
    ['windows-1254', turkish, 'windows-1254'],
  ] as const)('%s is told by the header that becomes readable', async (written, names, expected) => {
    const { table } = await good(encode(`${names.join(',')}\n1,2,3,4\n`, written), headerOf(...names))
    expect(table.encoding).toBe(expected)
  })

  test('an English header over accented cells is Western, over Chinese cells GB18030', async () => {
    const names = ['date', 'city', 'total']
    const western = await good(encode('date,city,total\n1,Århus,2\n1,São Paulo,3\n1,Bölük,4\n', 'windows-1252'), headerOf(...names))
    expect(western.rows[1]?.cells[1]).toBe('Århus')
    const chinese = await good(encode('date,city,total\n1,深圳,2\n1,广州市,3\n', 'gb18030'), headerOf(...names))
    expect(chinese.rows[1]?.cells[1]).toBe('深圳')
  })

  test('U+FFFD inside valid UTF-8 is no reason to guess another encoding', async () => {
    const { table, rows } = await good('date,Ums\uFFFDtze,total\n1,é,2\n', headerOf('date', 'total'))
    expect(table.encoding).toBe('utf-8')
    expect(rows[1]?.cells[1]).toBe('é')
  })

  test('one wrong byte a megabyte in makes the whole file another encoding', async () => {
    const head = encode(`a,b,c\n${'1,2,3\n'.repeat(300_000)}`, 'utf-8')
    const { table } = await good(Buffer.concat([head, Buffer.from([0xe4, 0x2c, 0x32, 0x2c, 0x33, 0x0a])]), headerOf('a', 'b', 'c'))
    expect(table.encoding).toBe('windows-1252')
  })

  test('a character cut in two at the end is a cut file, still UTF-8', async () => {
    const whole = encode('a,b,c\n1,2,3\n4,ä', 'utf-8')
    const { table } = await good(whole.subarray(0, whole.length - 1), headerOf('a', 'b', 'c'))
    expect([table.encoding, table.cutOff()?.line]).toEqual(['utf-8', 3])
  })
})

describe('what is no text table', () => {
  test.each([
    ['nothing at all', Buffer.alloc(0), /空/],
    ['blank lines', Buffer.from('\r\n \r\n'), /没有内容/],
    ['a workbook', Buffer.from('504b030414000600', 'hex'), /Excel/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xls/],
    ['a PDF', Buffer.from('%PDF-1.7'), /PDF/],
    ['bytes', Buffer.from([1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 7, 0, 0, 9, 0, 0]), /不是文本/],
    ['a web page', Buffer.from('<!DOCTYPE html><html>a,b;c\t</html>'), /网页/],
    ['another table', Buffer.from('x,y\n1,2\n'), /认不出/],
  ])('%s is refused', async (_, content, reason) => {
    expect(await read(content, headerOf('a', 'b', 'c'))).toMatch(reason)
  })
})

describe('cut off', () => {
  const judge = headerOf('a', 'b', 'c')
  test.each([
    ['whole', 'a,b,c\n1,2,3\n4,5,6\n', null],
    ['whole without a last line end', 'a,b,c\n1,2,3\n4,5,6', null],
    ['preamble narrower than the data', 'x\na,b,c\n1,2,3\n', null],
    ['all rows short (Excel drops empty last cells)', 'a,b,c\n1,2\n4,5\n', null],
    ['last row short', 'a,b,c\n1,2,3\n4,5\n', 3],
    ['last row short, tab', 'a\tb\tc\n1\t2\t3\n4', 3],
    ['quote never closed', 'a,b,c\n1,2,3\n4,"5,6\n7,8,9\n', 3],
  ])('%s', async (_, text, line) => {
    const { table } = await good(text, judge)
    expect(table.cutOff()?.line ?? null).toBe(line)
  })
})

describe('splitting', () => {
  const split = (text: string, separator: Separator, quoting: Quoting, pieces: number): SourceRow[] => {
    const splitter = rowSplitter(separator, quoting)
    const size = Math.max(1, Math.ceil(text.length / pieces))
    const rows: SourceRow[] = []
    for (let at = 0; at < text.length; at += size) rows.push(...splitter.push(text.slice(at, at + size)))
    return [...rows, ...splitter.end()]
  }
  const cases: [string, string, Separator, Quoting, SourceRow[]][] = [
    [
      'doubled quotes and separators inside',
      '"a ""x"", y",b\n"","1"\n',
      ',',
      'full',
      [
        { line: 1, cells: ['a "x", y', 'b'] },
        { line: 2, cells: ['', '1'] },
      ],
    ],
    [
      'a quoted line end spans two lines',
      'a,b\n"1\n2",3\n4,5\n',
      ',',
      'full',
      [
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['1\n2', '3'] },
        { line: 4, cells: ['4', '5'] },
      ],
    ],
    [
      'CRLF, quoted',
      '"a","b"\r\n"1","2"\r\n',
      ',',
      'full',
      [
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['1', '2'] },
      ],
    ],
    [
      'CR alone, quoted',
      '"a","b"\r1,2\r',
      ',',
      'full',
      [
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['1', '2'] },
      ],
    ],
    [
      'CR alone outside, LF inside a cell',
      '"a\nx",b\r1,2\r',
      ',',
      'full',
      [
        { line: 1, cells: ['a\nx', 'b'] },
        { line: 2, cells: ['1', '2'] },
      ],
    ],
    [
      'blank lines are counted, not given',
      'a,b\n\n1,2',
      ',',
      'full',
      [
        { line: 1, cells: ['a', 'b'] },
        { line: 3, cells: ['1', '2'] },
      ],
    ],
    [
      'an empty last cell before a line end',
      '"a",\n"1",\n',
      ',',
      'full',
      [
        { line: 1, cells: ['a', ''] },
        { line: 2, cells: ['1', ''] },
      ],
    ],
    [
      'CR alone, tab',
      'a\tb\r1\t2\r',
      '\t',
      'none',
      [
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['1', '2'] },
      ],
    ],
    [
      'quotes that quote nothing',
      '12" map\t1\n"x\t2\n',
      '\t',
      'none',
      [
        { line: 1, cells: ['12" map', '1'] },
        { line: 2, cells: ['"x', '2'] },
      ],
    ],
    [
      'cells quoted by Excel',
      '"1,599.96"\t"64"" map"\n5" x\t2\n',
      '\t',
      'cell',
      [
        { line: 1, cells: ['1,599.96', '64" map'] },
        { line: 2, cells: ['5" x', '2'] },
      ],
    ],
  ]
  test.each(cases)('%s', (_, text, separator, quoting, expected) => {
    // the pieces a file arrives in must not matter
    for (const pieces of [1, 2, 3, 5, 7, text.length]) expect(split(text, separator, quoting, pieces)).toEqual(expected)
  })

  test('a table saved by Excel as Unicode text has its quotes taken off', async () => {
    const { table, rows } = await good(encode('a\tb\tc\r\n"1,599.96"\t"64"" map"\t3\r\n', 'utf-16le-mark'), headerOf('a', 'b', 'c'))
    expect([table.quoting, rows[1]?.cells]).toEqual(['cell', ['1,599.96', '64" map', '3']])
  })

  test('100,000 lines come in batches, in order', async () => {
    const { rows } = await good(`a\tb\tc\n${Array.from({ length: 100_000 }, (_, at) => `${at}\tx\ty\n`).join('')}`, headerOf('a', 'b', 'c'))
    expect(rows.length).toBe(100_001)
    expect(rows.at(-1)).toEqual({ line: 100_001, cells: ['99999', 'x', 'y'] })
  })
})
