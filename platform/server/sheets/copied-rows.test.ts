import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { isoInstant } from '../db/instant-text.ts'
import { ProgramText, type CopiedRows } from './copied-rows.ts'
import { CsvBytes } from './csv-bytes.ts'
import { cellWriter } from './sheet-cells.ts'
import type { ColumnKind, ColumnToWrite } from './sheet-to-write.ts'
import { csvStream, field } from './write-csv.ts'
import { xlsxStream } from './write-xlsx.ts'
import { XlsxBytes } from './xlsx-bytes.ts'

type Cell = string | null
const letters: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
  '\\': '\\',
}
/** As COPY writes a cell. */
const copiedCell = (cell: Cell): string =>
  cell === null ? String.raw`\N` : cell.replaceAll(/[\b\f\n\r\t\v\\]/g, letter => `\\${letters[letter] ?? ''}`)

function copied(rows: readonly (readonly Cell[])[], looks: readonly (readonly ProgramText[])[] = []): CopiedRows {
  const lines = rows.map(row => Buffer.from(`${row.map(copiedCell).join('\t')}\n`))
  let at = 0
  const starts = lines.map(line => (at += line.length) - line.length)
  return { bytes: Buffer.concat(lines), count: rows.length, starts: Int32Array.from(starts), looks: looks.flat() }
}

const columnsOf = (...kinds: ColumnKind[]): ColumnToWrite[] => kinds.map(kind => ({ title: kind, kind }))
const said = (cell: Cell, kind: ColumnKind): string => (cell === null ? '' : kind === 'datetime' ? isoInstant(cell) : cell)
/** What the writers of single cells make of the same. */
const csvOf = (columns: readonly ColumnToWrite[], rows: readonly (readonly Cell[])[]): string =>
  rows
    .map(row => `${row.map((cell, i) => field(said(cell, columns[i]?.kind ?? 'text'), columns[i]?.kind ?? 'text')).join(',')}\r\n`)
    .join('')
const xlsxOf = (columns: readonly ColumnToWrite[], rows: readonly (readonly Cell[])[], number: number): string => {
  const writers = columns.map(({ kind }, index) => cellWriter(kind, index))
  return rows
    .map((row, at) => {
      const cells = row.map((cell, i) => writers[i]?.(said(cell, columns[i]?.kind ?? 'text'), number + 1 + at))
      return `<row r="${number + 1 + at}">${cells.join('')}</row>`
    })
    .join('')
}

/** between them a bar */
const texts = [
  '| |a| a|a |a b|a  b|\ta|a\t|a\tb|a\nb|a\r\nb|\\|\\N|\\t|"|a"b|,|a,b|\'|=1+1|+1|-1|-1.5|@x|＝1|＋1|－1|＠x|a=1|中文|中文。|（中文）|、|𠮷|𠮷𠮷|é',
  'a\u00a0|\u00a0a|\u3000a|a\u3000|a\u2003|\ufeffa|a\ufeff|a\u1680|a\u2028b|\u007f|a\u0001b|a\u001cb\u001f|\ufffe|a\uffff|\uffdf',
  `<&>|a<b|_x0041_|a_x|a_b|_|${'x'.repeat(300)}|是|-|1e5|NaN|…`,
].flatMap(some => some.split('|'))
const figures = [
  '0',
  '-5.00',
  '123456789012345',
  '1234567890123456',
  '-12345678901234.5',
  '0.000000000000001',
  'NaN',
  'Infinity',
  '-Infinity',
]
const days = ['2026-03-01', '1900-02-28', '1900-03-01', '1899-12-31', '0044-03-15 BC', 'infinity', '-infinity', '12026-03-01', '2024-02-29']
const instants = [
  '2026-03-01 00:00:00+08|2026-02-28 16:00:00.5+08|2026-03-01 23:59:59.999999+08|1986-06-01 00:00:01+09|1901-01-01 08:05:43+08',
  '1900-12-31 23:54:17+08:05:43|0044-03-15 00:00:00+08:05:43 BC|infinity|1970-01-01 08:00:00+08|2026-03-01 05:30:00+05:30',
].flatMap(some => some.split('|'))

/** The same rows in every run. */
function* drawn(count: number): Generator<string> {
  const alphabet = [...'ab1 -=+@,;|"<_x\\\t\n\u3000\u00a0中。𠮷\ufeff\u001f']
  let seed = 7
  const next = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let i = 0; i < count; i += 1) yield Array.from({ length: next(7) }, () => alphabet[next(alphabet.length)]).join('')
}

describe.each<[string, ColumnKind, readonly Cell[]]>([
  ['texts', 'text', [null, ...texts, ...drawn(3_000), '长'.repeat(40_000), 'y'.repeat(32_767), 'z'.repeat(32_768)]],
  ['amounts', 'money', [null, ...figures]],
  ['days', 'date', [null, ...days]],
  ['instants', 'datetime', [null, ...instants]],
])('copied %s', (_name, kind, cells) => {
  // each beside itself and alone: first, last and only cell of a row
  const columns = columnsOf(kind, kind, kind)
  const rows = cells.map((cell, i) => [cell, cells[(i + 1) % cells.length] ?? null, cell])
  test('are lines of CSV as the writer of single fields would have them', () => {
    expect(new CsvBytes(columns, field).lines(copied(rows)).toString()).toBe(csvOf(columns, rows))
    const single = cells.map(cell => [cell])
    expect(new CsvBytes(columnsOf(kind), field).lines(copied(single)).toString()).toBe(csvOf(columnsOf(kind), single))
  })
  test('are markup as the writer of single cells would have it', () => {
    expect(new XlsxBytes(columns, 2).rows(copied(rows), 0, rows.length, 1).toString()).toBe(xlsxOf(columns, rows, 1))
  })
})

test('every second of a day has the serial that the writer of single cells gives it', () => {
  const rows = Array.from({ length: 8_640 }, (_, i) => {
    const [hours, minutes, seconds] = [Math.floor((i * 10) / 3600), Math.floor((i * 10) / 60) % 60, ((i * 10) % 60) + (i % 10)]
    return [`2026-03-01 ${[hours, minutes, seconds].map(n => String(n).padStart(2, '0')).join(':')}+08`]
  })
  const columns = columnsOf('datetime')
  expect(new XlsxBytes(columns, 2).rows(copied(rows), 0, rows.length, 1).toString()).toBe(xlsxOf(columns, rows, 1))
})

test('row numbers are counted on over pieces and digits', () => {
  const columns = columnsOf('text', 'integer')
  const rows = Array.from({ length: 25 }, (_, i): Cell[] => [i % 3 === 0 ? null : `r${i}`, String(i)])
  for (const number of [0, 5, 88, 989, 999_990, 1_048_550]) {
    const writer = new XlsxBytes(columns, 2)
    const parts = [writer.rows(copied(rows), 0, 7, number), writer.rows(copied(rows), 7, 18, number + 7)].map(String)
    expect(parts.join('')).toBe(xlsxOf(columns, rows, number))
  }
})

describe('looks', () => {
  const columns: ColumnToWrite[] = [
    { title: '金额', kind: 'money' },
    { title: '店铺', kind: 'text', isLook: true },
    { title: '备注', kind: 'text' },
    { title: '箱子', kind: 'text', isLook: true },
  ]
  const [shop, box, none] = [new ProgramText('=云帆 <1>, "美国"'), new ProgramText(`大箱 ${'宽'.repeat(5_000)}`), new ProgramText('')]
  const looks = [
    [shop, box],
    [none, box],
    [shop, none],
    [box, shop],
  ]
  const rows: Cell[][] = [
    ['1.50', 'a'],
    [null, 'b,c'],
    ['-2', null],
    ['3', ''],
  ]
  const whole = rows.map((row, i) => [row[0] ?? null, looks[i]?.[0]?.text ?? '', row[1] ?? null, looks[i]?.[1]?.text ?? ''])
  const fresh = (): CopiedRows =>
    copied(
      rows,
      looks.map(pair => pair.map(({ text }) => new ProgramText(text))),
    )

  test('stand in their columns', () => {
    expect(new CsvBytes(columns, field).lines(fresh()).toString()).toBe(csvOf(columns, whole))
    const writer = new XlsxBytes(columns, 2)
    const given = fresh()
    expect(String(writer.rows(given, 0, 1, 1)) + String(writer.rows(given, 1, 3, 2))).toBe(xlsxOf(columns, whole, 1))
  })

  test('go on where a sheet ends in the middle of a piece', async () => {
    const { sheets } = await readXlsx(
      await buffer(xlsxStream({ sheets: [{ name: '数据', columns, rows: [fresh(), fresh()] }] }, { rowsMax: 3 })),
    )
    const numbers = sheets.map(({ rows: found }) => found.slice(1).map(row => [row[0], row[2]]))
    const [a, b, c, d] = [
      [1.5, 'a'],
      [null, 'b,c'],
      [-2, null],
      [3, null],
    ]
    expect(numbers).toEqual([
      [a, b, c],
      [d, a, b],
      [c, d],
    ])
  })

  test('the head stands before them in a CSV too', async () => {
    const [one] = columns
    const text = String(await buffer(csvStream({ name: 'a', columns: [one as ColumnToWrite], rows: [copied([['1.50']]), [['2']]] })))
    expect(text).toBe('\ufeff金额\r\n1.50\r\n2\r\n')
  })
})
