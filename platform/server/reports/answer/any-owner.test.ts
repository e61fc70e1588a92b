/** A report whose facts belong to warehouses: what is out of date, computing, lines, export and proof are those of warehouses. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '#platform/declare/report.ts'
import { openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { bookedMoves, probeArea, stockReport } from '../../../../test/setup/report-probes.ts'
import { computeReport } from '../store/compute.ts'
import { reportDefinition } from './definition.ts'
import { readLines } from './lines.ts'
import { proveReport, proveRollup } from '../proof/proof.ts'
import { readReport } from './read.ts'
import { refreshRollups } from '../store/refresh.ts'

const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
let b: Books
beforeAll(async () => {
  b = await openBooks([], [probeArea])
  for (const [id, org] of [
    [1, 1],
    [2, 1],
    [3, 2],
  ])
    await b.put('warehouse', { id, org_id: org, code: `W${id}`, name: `仓${id}` })
  await b.put('currency_rate', { org_id: 1, month: '2026-01-01', currency: 'USD', rate: 7 })
  // warehouse, moved, booked, pieces: the second one moved in January and was booked in February
  for (const [warehouse, moved, booked, pieces] of [
    [1, '2026-01-10', '2026-01-10', 5],
    [1, '2026-01-31', '2026-02-01', 7],
    [2, '2026-02-03', '2026-02-03', 11],
    [2, '2026-02-28', '2026-03-01', 13],
  ] as const)
    await b.put('probe_move', { org_id: 1, warehouse_id: warehouse, moved_on: moved, booked_on: booked, goods: 'A', reason: 1, pieces })
  await b.put('probe_fee', { org_id: 1, warehouse_id: 1, fee_on: '2026-01-05', channel: '海运', currency: 'USD', amount: '10.5' })
})
afterAll(() => b?.close())

const ofBoth = () => b.as([], ['1', '2'])
const ofFirst = () => b.as([], ['1'])
const read = (report: Report, context = ofBoth(), by: readonly string[] = ['month']) =>
  readReport(context, report, { by, ...period, currency: 'shop' })
const stale = async () =>
  (await run(b, 'select distinct owner_id::text as id, org_id::text as org from stale_day order by 1')).rows as readonly object[]

test('computing marks the days of the warehouses that the caller sees, and nobody else’s', async () => {
  await expect(computeReport(ofFirst(), stockReport, { ...period, owners: ['2'] })).rejects.toThrow('仓库不存在')
  expect(await stale()).toEqual([])
  await computeReport(ofFirst(), stockReport, period)
  expect(await stale()).toEqual([{ id: '1', org: '1' }])
  await computeReport(ofBoth(), stockReport, { ...period, owners: ['2'] })
  expect([(await read(stockReport)).computing, (await read(stockReport, ofFirst())).computing]).toEqual([['仓1', '仓2'], ['仓1']])
})

test('the refresh takes the days of every owner and tells the open pages', async () => {
  await refreshRollups(b.house, '1')
  expect(await stale()).toEqual([])
  const told = await run(b, `select distinct message->>'type' as type from push_message order by 1`)
  expect(told.rows).toEqual([{ type: 'probeBalance' }, { type: 'probeStock' }])
  expect((await read(stockReport)).computing).toEqual([])
})

test('by both clocks side by side: each total is that of its own days', async () => {
  const { list, totals } = await read(stockReport)
  const pairs = list.map(row => [row.key['month'], row.values['booked'], row.values['moved']])
  expect(pairs).toEqual([
    ['2026-01', '5', '12'],
    ['2026-02', '18', '24'],
    ['2026-03', '13', '0'],
  ])
  expect([totals[0]?.values['booked'], totals[0]?.values['moved']]).toEqual(['36', '36'])
  for (const [measure, day] of [
    ['booked', 'booked_on'],
    ['moved', 'moved_on'],
  ] as const) {
    const { rows } = await run(b, `select to_char(${day}, 'YYYY-MM') as m, sum(pieces)::text as n from probe_move group by 1 order by 1`)
    const shown = list.map(row => ({ m: row.key['month'], n: row.values[measure] })).filter(row => row.n !== '0')
    expect(shown).toEqual(rows)
  }
})

test('facts with unlike keys stand side by side: what a fact lacks is not allocated, and nothing is added twice', async () => {
  const { list, totals } = await read(stockReport, ofBoth(), ['goods', 'channel'])
  const rows = list.map(row => [row.key['goods'], row.key['channel'], row.values['booked'], row.values['fees']])
  expect(rows).toEqual([
    ['A', '', '36', '0.0000'],
    ['', '海运', '0', '73.5000'],
  ])
  expect(totals[0]).toMatchObject({ currency: 'CNY', values: { booked: '36', fees: '73.5000' } })
})

test('who sees one warehouse sees its figures and lines, whatever he asks for', async () => {
  const own = await read(stockReport, ofFirst(), ['warehouse'])
  expect(own.list.map(row => [row.key['warehouse'], row.label['warehouse'], row.values['booked']])).toEqual([['1', '仓1', '12']])
  const lines = (who: ReturnType<Books['as']>, where = {}) => readLines(who, stockReport, { measure: 'booked', where, ...period })
  expect((await lines(ofFirst())).list.map(row => [row['warehouseId'], row['warehouseIdLabel'], row['pieces']])).toEqual([
    ['1', '仓1', '7'],
    ['1', '仓1', '5'],
  ])
  expect(await lines(ofFirst(), { warehouse: ['2'] })).toMatchObject({ total: 0, figure: '0' })
  expect((await lines(ofBoth())).columns.map(column => column.title)).toContain('仓库')
  expect((await read(stockReport, b.as(['1', '2']), ['warehouse'])).list).toEqual([])
})

test('the page is told the dimension of owners, their field, and that there is no currency to choose', () => {
  const routes = b.house.registry.routes.map(route => route.path)
  expect(routes).toContain('/probeStock/compute')
  expect(reportDefinition(stockReport, ofBoth())).toMatchObject({
    owner: { dimension: 'warehouse', field: 'warehouseIds' },
    hasCurrencies: false,
  })
})

test('the proof finds a grain that differs, also of a roll-up without currency', async () => {
  const system = await b.system()
  expect(await proveRollup(system, bookedMoves)).toEqual([])
  expect(await proveReport(system, stockReport, [[], ['warehouse'], ['goods'], ['month']])).toEqual([])
  await run(b, 'update probe_booked__warehouse_day_goods_reason set pieces = pieces + 1 where warehouse_id = 2')
  const found = await proveRollup(system, bookedMoves)
  expect(new Set(found.map(one => one.ownerId))).toEqual(new Set(['2']))
  expect(found.length).toBeGreaterThan(0)
  // what one owner has too much does not make up for what another lacks
  await run(b, 'update probe_booked__warehouse_day_goods_reason set pieces = pieces - 1 where warehouse_id = 1')
  const cuts = await proveReport(system, stockReport, [['goods'], ['day']])
  expect(new Set(cuts.map(one => one.ownerId))).toEqual(new Set(['1', '2']))
})
