/** What a card asks for, what it says that it lacks, and the page that shows the same figure. */
import { expect, test } from 'vitest'
import type { DashboardFilter } from '#platform/declare/wire-dashboards.ts'
import type { DimensionDefinition, ReportDefinition } from '#platform/declare/wire.ts'
import { readState } from '#platform/web/report/report-state.ts'
import { periodOf as daysOf } from '#platform/web/report/report-query.ts'
import { profit, rowOf } from '../../test/setup/web/mock-report.ts'
import { cardQuery, incompleteRows, pageUrl, type Measured } from './measure-query.tsx'
import { narrowedIn } from './words.tsx'

const day = '2026-03-10'
const dimension = (name: string, time: DimensionDefinition['time'] = null): DimensionDefinition => ({
  name,
  title: name,
  kind: 'text',
  time,
  target: null,
  about: null,
  opens: null,
})
/** as statistics have it: days, weeks, quarters, and the department under another name */
const report: ReportDefinition = {
  ...profit,
  dimensions: [
    ...profit.dimensions,
    dimension('dept'),
    dimension('day', 'day'),
    dimension('week', 'week'),
    dimension('quarter', 'quarter'),
  ],
}
const card: Measured = { report: 'x', look: 'heat', measures: ['sales'], by: ['shop', 'month'], period: 'months12', currency: 'CNY' }
const queryOf = (ask: Partial<Measured>, filter: DashboardFilter = {}) => cardQuery(report, { ...card, ...ask }, filter, day)

test.each<[string, Partial<Measured>, DashboardFilter, object]>([
  [
    'its own period and filter, ordered by its first measure',
    { look: 'ranking', by: ['sku'], where: { shop: ['1'] }, limit: 5 },
    {},
    {
      by: ['sku'],
      where: { shop: ['1'] },
      sortField: 'sales',
      sortWay: 'DESC',
      pageSize: 5,
      startDate: '2025-04-01',
      endDate: '2026-03-31',
    },
  ],
  [
    'the period and filter of the dashboard before its own',
    { where: { shop: ['1'] } },
    { period: 'yesterday', where: { shop: ['2'], department: ['7'] } },
    { where: { shop: ['2'], dept: ['7'] }, startDate: '2026-03-09', endDate: '2026-03-09' },
  ],
  ['a line of three months by the day', { look: 'line', by: [], period: 'last90' }, {}, { by: ['day'] }],
  ['a line of a year by the time of the report', { look: 'line', by: [] }, {}, { by: ['month'] }],
  ['a funnel by nothing', { look: 'funnel' }, {}, { by: [] }],
])('%s', (_what, ask, filter, expected) => expect(queryOf(ask, filter).query).toMatchObject(expected))

test('what the report lacks is named: filters of the dashboard, and what was removed from it', () => {
  expect(queryOf({}, { where: { brand: ['x'], salesman: ['1'], shop: [] } }).unfiltered).toEqual(['brand', 'salesman'])
  expect(queryOf({ measures: ['gone'], where: { left: ['1'] } }).gone).toEqual(['gone', 'left'])
  const some = queryOf({ measures: ['gone', 'sales'], look: 'bar', by: ['shop'] })
  expect([some.gone, some.left, some.query.measures, some.query.sortField]).toEqual([[], ['gone'], ['sales'], 'sales'])
  expect(narrowedIn(report, { where: { department: ['7'], brand: ['x'] } })).toEqual({ where: { dept: ['7'] }, unfiltered: ['brand'] })
})

test.each<[string, Partial<Measured>, Readonly<Record<string, string>>, object, readonly [string, string]]>([
  ['yesterday', { look: 'figure', period: 'yesterday' }, {}, {}, ['2026-03-09', '2026-03-09']],
  ['seven days', { look: 'figure', period: 'last7' }, {}, {}, ['2026-03-03', '2026-03-09']],
  ['whole months', { period: 'lastMonth' }, {}, {}, ['2026-02-01', '2026-02-28']],
  ['a cell of a month and a shop', {}, { shop: '3', month: '2025-12' }, { shop: ['3'] }, ['2025-12-01', '2025-12-31']],
  ['a month that the period cuts', { period: 'last30' }, { month: '2026-03' }, {}, ['2026-03-01', '2026-03-09']],
  ['a day', { period: 'last30' }, { day: '2026-03-02' }, {}, ['2026-03-02', '2026-03-02']],
  ['a week that the period cuts', { period: 'last7' }, { week: '2026-03-02' }, {}, ['2026-03-03', '2026-03-08']],
  ['a quarter, whose days the browser does not know', {}, { quarter: '2025-Q3' }, { quarter: ['2025-Q3'] }, ['2025-04-01', '2026-03-31']],
  ['what has no value', {}, { sku: '' }, { sku: [''] }, ['2025-04-01', '2026-03-31']],
  ['the filter of the card', { where: { shop: ['1', '2'] } }, {}, { shop: ['1', '2'] }, ['2025-04-01', '2026-03-31']],
])('the page opened from %s shows the same figure', (_what, ask, narrowed, where, [startDate, endDate]) => {
  const asked = { ...card, ...ask }
  const [path, search = ''] = pageUrl(report, '/profit', cardQuery(report, asked, {}, day), asked, narrowed, day).split('?')
  const state = readState(report, new URLSearchParams(search), day)
  expect(path).toBe('/profit')
  expect(daysOf(state)).toEqual({ startDate, endDate })
  expect(state).toMatchObject({ where, currency: 'CNY' })
})

test('a measure that the page does not begin with is among its columns', () => {
  const asked = { ...card, measures: ['commission'] }
  const [, search = ''] = pageUrl(report, '/p?kind=1', cardQuery(report, asked, {}, day), asked, {}, day).split('?')
  expect(new URLSearchParams(search).get('kind')).toBe('1')
  expect(readState(report, new URLSearchParams(search), day).columns?.[0]).toBe('commission')
})

test.each<[string, readonly string[], string | null, readonly string[]]>([
  ['day', ['2026-03-08', '2026-03-09', '2026-03-10'], '2026-03-08', ['2026-03-09', '2026-03-10']],
  ['week', ['2026-02-23', '2026-03-02'], '2026-03-01', ['2026-03-02']],
  ['month', ['2026-02', '2026-03'], '2026-02-27', ['2026-02', '2026-03']],
  // the last month ends with the period
  ['month', ['2026-02', '2026-03'], '2026-03-10', []],
  ['quarter', ['2025-Q4', '2025-Q3'], '2026-03-09', ['2025-Q4']],
  ['month', ['2026-03'], null, []],
  ['shop', ['1'], '2026-03-01', []],
])('by %s: of %j, complete until %s, %j are marked', (by, times, until, marked) => {
  const rows = times.map(time => rowOf({ [by]: time }, 'CNY', {}))
  const isMarked = incompleteRows(report, { ...queryOf({}).query, by: [by], endDate: day }, rows, until)
  expect(rows.filter(isMarked).map(row => row.key[by])).toEqual(marked)
})
