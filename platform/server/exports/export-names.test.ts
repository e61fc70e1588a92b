import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#platform/server/contract/context.ts'
import { field } from '../sheets/write-csv.ts'
import { CsvBytes } from '../sheets/csv-bytes.ts'
import { exportColumns, withText, type ChosenColumn } from './columns.ts'
import { rowsWithTexts } from './rows.ts'
import type { ListBooks } from '../../../test/setup/list-books.ts'
import { parcel, parcelBooks } from '../../../test/setup/parcels.ts'

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await parcelBooks()
  me = b.as('1')
})
afterAll(() => b.close())

/** A row as the database copies it out: what the program writes stands first. */
const given = (name: string, boxId: string): string => `${boxId}\t${name}\n`
const columns = (): ChosenColumn[] =>
  exportColumns(me, parcel, { headers: [], fields: [] }).filter(c => c.name === 'name' || c.name === 'boxId')

async function* parts(...pieces: string[][]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece.join('')))
}
const cells = async (chosen: readonly ChosenColumn[], rememberedMax: number, ...pieces: string[][]): Promise<string[][]> => {
  const writer = new CsvBytes(
    chosen.map(c => c.column),
    field,
  )
  const written = await Array.fromAsync(rowsWithTexts(me, parcel, chosen, parts(...pieces), rememberedMax))
  const lines = written
    .map(rows => String(writer.lines(rows)))
    .join('')
    .split('\r\n')
  return lines.slice(0, -1).map(line => line.split(','))
}

test('a column with more names than are remembered loses none of them', async () => {
  const pieces = [
    [given('甲', '1')],
    [given('乙', '1'), given('丙', '3')],
    [given('丁', '3'), given('戊', ''), given('己', '1')],
    [given('庚', '2'), given('辛', '1'), given('壬', '9')],
  ]
  const names = [
    ['甲', '大箱'],
    ['乙', '大箱'],
    ['丙', '小箱'],
    ['丁', '小箱'],
    ['戊', ''],
    ['己', '大箱'],
    // in another organisation, and gone: they keep their place by their number
    ['庚', '2'],
    ['辛', '大箱'],
    ['壬', '9'],
  ]
  for (const remembered of [0, 1, 2, 50_000]) expect(await cells(columns(), remembered, ...pieces)).toEqual(names)
})

test('what is written without names is forgotten too when it becomes too much', async () => {
  const asked: string[] = []
  const masked = columns().map(c =>
    c.name === 'name'
      ? c
      : withText({ ...c, name: 'note' }, value => {
          asked.push(String(value))
          return `*${String(value)}`
        }),
  )
  const pieces = [[given('甲', 'a'), given('乙', 'b')], [given('丙', 'a'), given('丁', 'a')], [given('戊', 'b')]]
  const expected = ['*a', '*b', '*a', '*a', '*b']
  expect((await cells(masked, 10, ...pieces)).map(([, cell]) => cell)).toEqual(expected)
  expect(asked.splice(0)).toEqual(['a', 'b'])
  expect((await cells(masked, 1, ...pieces)).map(([, cell]) => cell)).toEqual(expected)
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})

test('rows are put together where a part ends within one, even within a character', async () => {
  const whole = Buffer.from(`${given('甲', '1')}${given('𠮷', '3')}${given('丙', '')}`)
  for (let cut = 1; cut < whole.length; cut += 1) {
    async function* inTwo(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(whole.subarray(0, cut))
      yield whole.subarray(cut)
    }
    const rows = await Array.fromAsync(rowsWithTexts(me, parcel, columns(), inTwo()))
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    expect(rows.flatMap(({ looks }) => looks.map(({ text }) => text))).toEqual(['大箱', '小箱', ''])
  }
})
