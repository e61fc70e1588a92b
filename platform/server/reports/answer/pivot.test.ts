/** A pivot: totals of their own, who may see it, and how large it may be. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { balanceReport, fees, movedMoves, probeArea, stockReport } from '../../../../test/setup/report-probes.ts'
import { pivotCellsMax, readPivot } from './pivot.ts'
import { readReport } from './read.ts'
import { refreshRollups } from '../store/refresh.ts'
import { markStale } from '../store/stale.ts'

const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
const ask = {
  report: 'probeStock',
  rows: ['warehouse'],
  across: ['month'],
  measures: ['moved', 'share'],
  currency: 'CNY' as const,
  ...period,
}
let b: Books
beforeAll(async () => {
  b = await openBooks([], [probeArea])
  for (const id of [1, 2]) await b.put('warehouse', { id, org_id: 1, code: `W${id}`, name: `仓${id}` })
  for (const [warehouse, day, reason, pieces] of [
    [1, '2026-01-10', 1, 10],
    [1, '2026-01-20', 2, 5],
    [1, '2026-02-10', 2, 3],
    [2, '2026-01-05', 1, 7],
    [2, '2026-03-01', 2, 4],
  ] as const)
    await b.put('probe_move', { org_id: 1, warehouse_id: warehouse, moved_on: day, booked_on: day, goods: 'A', reason, pieces })
  await refresh('2026-01-05', '2026-01-10', '2026-01-20', '2026-02-10', '2026-03-01')
}, 120_000)
afterAll(() => b?.close())

async function refresh(...days: string[]): Promise<void> {
  const system = await b.system()
  for (const owner of ['1', '2']) await system.write(tx => markStale(tx, movedMoves, owner, days, system.now()))
  await refreshRollups(b.house, '1')
}
const both = () => b.as([], ['1', '2'])

test('rows, columns and totals are each worked out after summing', async () => {
  const { across, rows, totals } = await readPivot(both(), ask)
  expect(across.map(one => one.label['month'])).toEqual(['2026-01', '2026-02', '2026-03'])
  const told = rows.map(row => [
    row.label['warehouse'],
    row.total['moved'],
    row.total['share'],
    row.cells.map(cell => cell?.['moved'] ?? null),
  ])
  expect(told).toEqual([
    ['仓1', '18', '0.444444', ['15', '3', null]],
    ['仓2', '11', '0.363636', ['7', null, '4']],
  ])
  expect(totals).toEqual([
    {
      currency: 'CNY',
      // 12 of 29 pieces left: neither the sum of the rows' shares nor their mean
      total: { moved: '29', share: '0.413793' },
      cells: [
        { moved: '22', share: '0.227273' },
        { moved: '3', share: '1.000000' },
        { moved: '4', share: '1.000000' },
      ],
    },
  ])
  const sorted = await readPivot(both(), { ...ask, sortField: 'moved', sortWay: 'ASC' })
  expect(sorted.rows.map(row => row.label['warehouse'])).toEqual(['仓2', '仓1'])
  const alone = await readPivot(both(), { ...ask, across: [] })
  expect(alone.rows.map(row => [row.total['moved'], row.cells])).toEqual([
    ['18', []],
    ['11', []],
  ])
})

test('who sees one warehouse sees its part; a report that he may not look at is refused', async () => {
  const { rows, totals } = await readPivot(b.as([], ['2']), ask)
  expect(rows.map(row => row.label['warehouse'])).toEqual(['仓2'])
  expect(totals.map(one => one.total['moved'])).toEqual(['11'])
  const nobody = b.asSomebody({ systemAdmin: false, permissions: new Map() })
  await expect(readPivot(nobody, ask)).rejects.toThrow('没有权限')
  await expect(readPivot(both(), { ...ask, report: 'gone' })).rejects.toThrow('报表不存在')
})

test('what is no shape of a pivot is refused, each fault by its field', async () => {
  for (const [wrong, says] of [
    [{ rows: [] }, '请选择行'],
    [{ measures: [] }, '请选择指标'],
    [{ across: ['warehouse'] }, '同一维度只能出现一次'],
    [{ across: ['colour'] }, '没有“colour”'],
    [{ measures: ['gone'] }, '没有“gone”'],
    [{ across: ['month', 'day', 'goods'] }, '列最多 2 个维度'],
    [{ startDate: '2026-13-01' }, '开始日期不正确'],
    [{ sortField: 'movedMean' }, '不能按“movedMean”排序'],
  ] as const)
    await expect(readPivot(both(), { ...ask, ...wrong })).rejects.toThrow(says)
})

test('a pivot of a million cells is refused with the count', async () => {
  await run(
    b,
    `insert into probe_move (org_id, warehouse_id, moved_on, booked_on, goods, reason, pieces)
      select 1, 1, '2026-01-01'::date + n % 90, '2026-01-01', 'G' || n, 1, 1 from generate_series(1, 5600) n`,
  )
  await refresh(...Array.from({ length: 90 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)))
  const large = { ...ask, rows: ['goods'], across: ['day'] }
  await expect(readPivot(both(), large)).rejects.toThrow('透视表有 1,019,382 个单元格（5,601 行、90 列和合计、2 个指标），最多 50,000 个')
  const { rows } = await readPivot(both(), { ...large, across: [], measures: ['moved'] })
  expect(rows.length).toBeLessThanOrEqual(pivotCellsMax)
})

test('a shop without rate: its amounts are unknown, and so are shares and classes in which they stand; the month is named', async () => {
  await b.put('probe_fee', { org_id: 1, warehouse_id: 1, fee_on: '2026-01-05', channel: '海运', currency: 'USD', amount: '10.5' })
  await b.put('probe_fee', { org_id: 1, warehouse_id: 2, fee_on: '2026-01-05', channel: '海运', currency: 'CNY', amount: '7' })
  const system = await b.system()
  for (const owner of ['1', '2']) await system.write(tx => markStale(tx, fees, owner, ['2026-01-05'], system.now()))
  await refreshRollups(b.house, '1')
  const measures = ['fees', 'feeShare', 'feeClass', 'movedShare']
  const { list, totals, missingRates } = await readReport(both(), stockReport, { by: ['warehouse'], ...period, currency: 'CNY', measures })
  expect(list.map(row => measures.map(name => row.values[name]))).toEqual([
    ['7.0000', null, null, expect.any(String)],
    [null, null, null, expect.any(String)],
  ])
  expect([totals[0]?.values['fees'], missingRates]).toEqual([null, [{ month: '2026-01', currency: 'USD' }]])
})

test('week 53, and a week across the year, are one row by their Monday; cut by a month it is two, each with its own days', async () => {
  for (const [day, pieces] of [
    ['2020-12-28', 1],
    ['2020-12-31', 2],
    ['2021-01-03', 4],
    ['2021-01-04', 8],
  ] as const)
    await b.put('probe_move', { org_id: 1, warehouse_id: 1, moved_on: day, booked_on: day, goods: 'A', reason: 1, pieces })
  await refresh('2020-12-28', '2020-12-31', '2021-01-03', '2021-01-04')
  const ofYears = { startDate: '2020-12-01', endDate: '2021-01-31', currency: 'CNY' as const }
  const read = async (by: readonly string[], measures: readonly string[]) =>
    (await readReport(both(), balanceReport, { ...ofYears, by, measures })).list.map(row => [
      ...by.map(name => row.key[name]),
      ...measures.map(name => row.values[name]),
    ])
  expect(await read(['week'], ['moved'])).toEqual([
    ['2020-12-28', '7'],
    ['2021-01-04', '8'],
  ])
  expect((await read(['month', 'week'], ['moved', 'opening', 'closing'])).slice(0, 3)).toEqual([
    ['2020-12', '2020-12-28', '3', '0', '3'],
    ['2021-01', '2020-12-28', '4', '3', '7'],
    ['2021-01', '2021-01-04', '8', '7', '15'],
  ])
})
