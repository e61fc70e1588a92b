/** Until when files tell of the days of a shop: periods that they name, gaps between them, and what was asked for and not there yet. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { daysOfFiles, joined } from './complete-until.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks([])
}, 120_000)
afterAll(() => b?.close())
beforeEach(() => run(b, 'delete from import_run'))

type File = readonly [first: string, last: string, period?: string]
async function until(files: readonly File[], came = '2026-11-20'): Promise<string | undefined> {
  for (const [first_day, last_day, period] of files) {
    const [period_from = null, period_to = null] = period?.split(' ') ?? []
    const days = { first_day, last_day, period_from, period_to }
    const row = {
      org_id: 1,
      task_id: 1,
      file_id: 1,
      file_name: 'x',
      state: 2,
      family: 'f',
      shop_id: 1,
      created_by_name: '',
      created_at: came,
    }
    await b.put('import_run', { ...row, ...days })
  }
  return (await daysOfFiles(b.as(), ['f'])).get('1')
}

test.each<[string, readonly File[], string]>([
  [
    'lines alone, without a gap',
    [
      ['2026-01-01', '2026-01-31'],
      ['2026-02-01', '2026-02-20'],
    ],
    '2026-02-20',
  ],
  [
    'a gap ends what is known',
    [
      ['2026-01-01', '2026-01-30'],
      ['2026-02-01', '2026-02-20'],
    ],
    '2026-01-30',
  ],
  [
    'a monthly file with lines on few days is complete up to the end of its month',
    [
      ['2026-01-05', '2026-01-09', '2026-01-01 2026-01-31'],
      ['2026-02-12', '2026-02-12', '2026-02-01 2026-02-28'],
    ],
    '2026-02-28',
  ],
  [
    'a month that no file is of is a gap',
    [
      ['2026-01-05', '2026-01-09', '2026-01-01 2026-01-31'],
      ['2026-03-12', '2026-03-12', '2026-03-01 2026-03-31'],
    ],
    '2026-01-31',
  ],
  ['asked for the 26th, there until the 25th', [['2024-02-14', '2024-02-25', '2024-02-14 2024-02-26']], '2024-02-25'],
  [
    'what another file goes on after had no lines',
    [
      ['2024-02-14', '2024-02-24', '2024-02-14 2024-02-26'],
      ['2024-02-28', '2024-02-28', '2024-02-27 2024-02-29'],
    ],
    '2024-02-28',
  ],
])('%s', async (_what, files, day) => expect(await until(files)).toBe(day))

test('a month that is not over is complete up to the day before its file came', async () =>
  expect(await until([['2026-11-02', '2026-11-05', '2026-11-01 2026-11-30']], '2026-11-20')).toBe('2026-11-19'))

test('days that were fetched close a gap between files, and go on behind them', () => {
  const [first, second] = [
    { from: '2026-01-01', to: '2026-01-10' },
    { from: '2026-01-13', to: '2026-01-20' },
  ]
  expect(joined([second, first])).toEqual([first, second])
  expect(joined([first, second, { from: '2026-01-11', to: '2026-01-12' }])).toEqual([{ from: '2026-01-01', to: '2026-01-20' }])
  expect(joined([first, { from: '2026-01-05', to: '2026-01-07' }])).toEqual([first])
})
