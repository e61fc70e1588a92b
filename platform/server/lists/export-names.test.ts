import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#platform/server/context.ts'
import { FIGURE_MARK, TEXT_MARK, unpacked, type PackedRow } from '../sheets/packed-row.ts'
import { exportColumns } from './export.ts'
import { dressedRows, withText, type Chosen } from './export-rows.ts'
import type { ListBooks } from './list-books.ts'
import { parcel, parcelBooks } from './test-parcels.ts'

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await parcelBooks()
  me = b.as('1')
})
afterAll(() => b.close())

/** Packed as the database does it: a text, and the id of a box behind the mark of what is dressed. */
const given = (name: string, boxId: string): PackedRow => `${TEXT_MARK}${name}\u001fd${boxId}`
const columns = (): Chosen[] => exportColumns(me, parcel, { headers: [], fields: [] }).filter(c => c.name === 'name' || c.name === 'boxId')

async function* pieces(...chunks: PackedRow[][]): AsyncGenerator<PackedRow[]> {
  for (const chunk of chunks) yield await Promise.resolve(chunk)
}
const cells = async (chosen: readonly Chosen[], rememberedMax: number, ...chunks: PackedRow[][]): Promise<string[][]> =>
  (await Array.fromAsync(dressedRows(me, parcel, chosen, pieces(...chunks), rememberedMax))).flat().map(unpacked)

test('a column with more names than are remembered loses none of them', async () => {
  const chunks = [
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
  for (const remembered of [0, 1, 2, 50_000]) expect(await cells(columns(), remembered, ...chunks)).toEqual(names)
})

test('what is dressed without names is forgotten too when it becomes too much', async () => {
  const asked: string[] = []
  const masked = columns().map(c =>
    c.name === 'name'
      ? c
      : withText({ ...c, name: 'note' }, value => {
          asked.push(String(value))
          return `*${String(value)}`
        }),
  )
  const chunks = [[given('甲', 'a'), given('乙', 'b')], [given('丙', 'a'), given('丁', 'a')], [given('戊', 'b')]]
  const expected = ['*a', '*b', '*a', '*a', '*b']
  expect((await cells(masked, 10, ...chunks)).map(([, cell]) => cell)).toEqual(expected)
  expect(asked.splice(0)).toEqual(['a', 'b'])
  expect((await cells(masked, 1, ...chunks)).map(([, cell]) => cell)).toEqual(expected)
  expect(asked).toEqual(['a', 'b', 'a', 'b'])
})

test('a cell that the database has written stays as it is beside one that is dressed', async () => {
  const row = `${FIGURE_MARK}1.50\u001fd1`
  expect(await cells(columns(), 1, [row], [row])).toEqual([
    ['1.50', '大箱'],
    ['1.50', '大箱'],
  ])
})
