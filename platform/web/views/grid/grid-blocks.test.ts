import { expect, test } from 'vitest'
import type { GridLine } from '../../../declare/wire.ts'
import { blocksOf, pastedBlocks, withSeen } from './grid-blocks.ts'

const days = ['01', '02', '03'].map(day => ({ day: `2026-03-${day}`, isOff: false }))
const rows = ['7', '8'].map((id): GridLine => ({ id, name: `员工${id}`, note: '', cells: [null, null, null], sum: '' }))
const all = { top: 0, bottom: 1, left: 0, right: 4 }
const texts = (box: typeof all, text: string) => pastedBlocks(rows, days, box, text).map(one => [one.row, one.column, ...one.texts])

test.each([
  [
    'one code over rows marked from the name on fills every day',
    all,
    'D',
    [
      ['D', 'D', 'D'],
      ['D', 'D', 'D'],
    ],
  ],
  [
    'a pattern begins on the first day',
    all,
    'D\tN',
    [
      ['D', 'N', 'D'],
      ['D', 'N', 'D'],
    ],
  ],
  [
    'a copy of whole rows begins with the name',
    all,
    '张三\tD\tN\t休\t2',
    [
      ['D', 'N', '休'],
      ['D', 'N', '休'],
    ],
  ],
  ['a copy of whole rows on a name', { ...all, bottom: 0, right: 0 }, '张三\tD\tN', [['D', 'N']]],
  [
    'a line for each person',
    all,
    'D\nN',
    [
      ['D', 'D', 'D'],
      ['N', 'N', 'N'],
    ],
  ],
])('%s', (_, box, text, said) => {
  expect(texts(box, text)).toEqual(said.map((one, n) => [rows[n]?.id, '2026-03-01', ...one]))
})

test('a name alone, or no text at all, writes nothing', () => {
  expect(texts({ ...all, right: 0 }, '张三')).toEqual([])
  expect(blocksOf(rows, days, all, [])).toEqual([])
})

test('a block tells what its cells show', () => {
  const shown = rows.map(row => ({ ...row, cells: [{ text: 'D' }, null, { text: 'N' }] }))
  const answer = { days, rows: shown, sums: [], total: 2, values: [], groups: { title: '', options: [] } }
  const [block] = withSeen(answer, [{ row: '8', column: '2026-03-02', texts: ['X', 'Y'] }])
  expect(block?.seen).toEqual(['', 'N'])
})
