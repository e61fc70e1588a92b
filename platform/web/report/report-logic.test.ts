import { describe, expect, test } from 'vitest'
import type { ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { nothingText } from '../chart/nothing.ts'
import { showChange } from './change-figure.tsx'
import { comparedDays } from './change-note.tsx'
import { trendMeasures, trendOf, waterfallSteps } from './chart-data.ts'
import { isCompared, measureGroups, mainMeasures } from './measures.ts'
import { missingReason, rateNames } from './missing-reason.ts'
import { daysOf, exportBody, levelQuery, trendQuery, type RowPath } from './report-query.ts'
import { firstState, readState, withCompare, withFilter, withUnit, writeState } from './report-state.ts'
import { profit, rowOf } from '../../../test/setup/web/mock-report.ts'

const today = '2026-11-21'
const shop: RowPath = { steps: [{ dimension: 'shop', value: '3', label: '德国店' }], currency: 'EUR' }

test.each([
  ['', { from: '2026-11' }],
  ['from=2025-01&to=2025-06', { from: '2025-01', to: '2025-06' }],
  ['from=2025-06&to=2025-01', { from: '2025-12', to: '2026-11' }],
  ['from=x&to=2025-01', { from: '2025-12', to: '2026-11' }],
  ['from=2025-01-30&to=2025-02-02', { from: '2025-01-30', to: '2025-02-02' }],
  ['from=2025-01-30&to=2025-02', { from: '2025-12', to: '2026-11' }],
  ['f.shop=', { where: { shop: [''] } }],
  ['by=sku,shop', { by: ['sku', 'shop'] }],
  ['by=nothing', { by: ['shop', 'sku', 'month'] }],
  ['currency=CNY&columns=profit,nothing', { currency: 'CNY', columns: ['profit'] }],
  ['sort=profit.ASC', { sort: { field: 'profit', way: 'ASC' } }],
  ['sort=password.ASC', { sort: null }],
  ['f.sku=a%5C,b,c&f.nothing=1', { where: { sku: ['a,b', 'c'] } }],
])('the address %s is read, what is not understood counts as not given', (address, expected) => {
  expect(readState(profit, new URLSearchParams(address), today)).toEqual({ ...firstState(profit, today), ...expected })
})

test('the state comes back out of the address it was written to, and others keep their parameters', () => {
  const state = {
    ...withFilter(firstState(profit, today), 'sku', ['a,b', String.raw`c\d`]),
    from: '2025-01',
    to: '2025-02',
    currency: 'CNY' as const,
    by: ['month'],
    columns: ['profit'],
    sort: { field: 'profit', way: 'DESC' as const },
  }
  const search = writeState(profit, state, new URLSearchParams('kind=1&f.shop=9'), today)
  expect(readState(profit, search, today)).toEqual(state)
  expect(search.get('kind')).toBe('1')
  expect(writeState(profit, readState(profit, new URLSearchParams(), today), new URLSearchParams(), today).toString()).toBe('')
})

test.each([
  [{ from: '2026-10', to: '2026-11' }, 'day', { from: '2026-10-01', to: today }],
  [{ from: '2026-09', to: '2026-10' }, 'day', { from: '2026-09-01', to: '2026-10-31' }],
  [{ from: '2026-10-05', to: '2026-11-02' }, 'month', { from: '2026-10', to: '2026-11' }],
  [{ from: '2026-10', to: '2026-11' }, 'month', { from: '2026-10', to: '2026-11' }],
] as const)('%j by %s is %j', (period, unit, expected) => expect(withUnit(period, unit, today)).toEqual(expected))

test('a level below a row is narrowed to it, keeps its currency, and sorts by its own names', () => {
  const state = { ...withFilter(firstState(profit, today), 'shop', ['3', '4']), sort: { field: 'shop', way: 'DESC' as const } }
  expect(levelQuery(state, shop, 2)).toMatchObject({
    by: ['sku'],
    where: { shop: ['3'] },
    rowCurrency: 'EUR',
    sortField: 'sku',
    sortWay: 'DESC',
    pageNum: 2,
    startDate: '2025-12-01',
    endDate: '2026-11-30',
  })
  expect(levelQuery({ ...state, currency: 'CNY' }, shop, 1)).not.toHaveProperty('rowCurrency')
  expect(levelQuery({ ...state, by: ['shop'] }, shop, 1)).toBeNull()
})

test('an export names all levels, the currency and the shown measures', () => {
  expect(exportBody(profit, firstState(profit, today), ['profit'])).toMatchObject({
    headers: ['店铺', 'MSKU', '月份', '币种', '利润'],
    fields: ['shop', 'sku', 'month', 'currency', 'profit'],
    query: { by: ['shop', 'sku', 'month'] },
  })
})

test('main measures: numbers, both ends of the waterfall, ratios, the steps between; every measure is offered once', () => {
  expect(mainMeasures(profit).map(one => one.name)).toEqual(['units', 'sales', 'profit', 'margin', 'refund', 'fees'])
  const groups = measureGroups(profit)
  expect(groups.flatMap(one => one.measures.map(measure => measure.name)).toSorted()).toEqual(
    profit.measures.map(one => one.name).toSorted(),
  )
  expect(groups.find(one => one.of?.name === 'fees')?.measures.map(one => one.name)).toEqual(['commission', 'subscription'])
})

test('why a figure is missing', () => {
  const measure = (name: string) => profit.measures.find(one => one.name === name) ?? profit.measures[0]!
  const titleOf = (name: string): string => measure(name).title
  const rates = ['2025-07', '2025-08', '2025-09', '2025-10'].map(month => ({ month, currency: 'EUR' }))
  expect(missingReason(measure('margin'), { sales: '0.0000' }, titleOf, [])).toBe('销售收入为 0，无法计算')
  expect(missingReason(measure('margin'), { sales: null }, titleOf, rates.slice(3))).toBe('缺 2025-10 EUR 汇率')
  expect(missingReason(measure('sales'), { sales: null }, titleOf, [])).toBe('缺少汇率')
  expect(rateNames(rates)).toBe('2025-07 EUR、2025-08 EUR、2025-09 EUR 等 4 项')
})

test('the steps of the waterfall end exactly at the last measure; steps of nothing are left out, an unknown one leaves no chart', () => {
  const steps = waterfallSteps(profit, { sales: '100.10', refund: '-0.30', fees: '-20.05', profit: '79.75' })
  expect(steps?.map(one => [one.measure.name, one.from, one.to])).toEqual([
    ['sales', '0', '100.10'],
    ['refund', '100.10', '99.8'],
    ['fees', '99.8', '79.75'],
    ['profit', '0', '79.75'],
  ])
  expect(waterfallSteps(profit, { sales: '1', refund: '0.0000', fees: '0', profit: '1' })?.map(one => one.measure.name)).toEqual([
    'sales',
    'profit',
  ])
  expect(waterfallSteps(profit, { sales: '1', refund: null, fees: '0', profit: null })).toBeNull()
})

test('the trend has every month of one currency; a month without rows is 0 and has no ratio', () => {
  const answer: ReportAnswer = {
    list: [
      rowOf({ month: '2025-02' }, 'EUR', { sales: '5', profit: '2', margin: '0.4' }),
      rowOf({ month: '2025-02' }, 'USD', { sales: '900', profit: '1', margin: '0' }),
    ],
    total: 2,
    pageNum: 1,
    pageSize: 1000,
    totals: [],
    computing: [],
    missingRates: [],
    unmapped: 0,
  }
  const trend = trendOf(profit, answer, 'EUR', { from: '2025-01', to: '2025-03', completeUntil: '2025-02-27' })
  expect([...trend.incomplete]).toEqual(['2025-02', '2025-03'])
  expect(trend.times).toEqual(['2025-01', '2025-02', '2025-03'])
  // days stand in the months they lie in, and the last of these ends with them
  const ofDays = trendOf(profit, answer, 'EUR', { from: '2025-01-30', to: '2025-02-20', completeUntil: '2025-02-20' })
  expect([ofDays.times, [...ofDays.incomplete]]).toEqual([['2025-01', '2025-02'], []])
  expect(trend.series.map(one => [one.measure.name, ...one.values])).toEqual([
    ['sales', '0', '5', '0'],
    ['profit', '0', '2', '0'],
    ['margin', null, '0.4', null],
  ])
})

describe('a single month', () => {
  const day = { name: 'day', title: '日期', kind: 'date', target: null, time: 'day', about: null, opens: null } as const
  const byDay: ReportDefinition = { ...profit, dimensions: [...profit.dimensions, day] }
  const state = { ...firstState(byDay, today), from: '2024-02', to: '2024-02' }
  const row = { ...rowOf({ day: '2024-02-29' }, 'EUR', { sales: '5', profit: '2', margin: '0.4' }), was: { sales: '1', profit: '1' } }
  const answer: ReportAnswer = {
    list: [row],
    total: 1,
    pageNum: 1,
    pageSize: 1000,
    totals: [],
    computing: [],
    missingRates: [],
    unmapped: 0,
  }

  test('goes by its days, each of them, held against nothing; those that are not complete are marked', () => {
    expect(trendQuery(byDay, state, null).by).toEqual(['day'])
    const trend = trendOf(byDay, answer, 'EUR', { from: '2024-02', to: '2024-02', completeUntil: '2024-02-27' })
    expect([trend.unit, trend.times.length, trend.times[0], trend.times.at(-1)]).toEqual(['day', 29, '2024-02-01', '2024-02-29'])
    expect([...trend.incomplete]).toEqual(['2024-02-28', '2024-02-29'])
    expect([...trend.known]).toEqual(['2024-02-29'])
    expect(trend.series.map(one => [one.values[0], one.values[28], one.was])).toEqual([
      ['0', '5', null],
      ['0', '2', null],
      [null, '0.4', null],
    ])
    expect(trendOf(byDay, answer, 'EUR', { from: '2024-02-27', to: '2024-02-29', completeUntil: null }).times).toHaveLength(3)
  })

  test('of a report that tells no days it is one month; two months are months', () => {
    expect(trendQuery(profit, state, null).by).toEqual(['month'])
    expect(trendOf(profit, answer, 'EUR', { from: '2024-02', to: '2024-02', completeUntil: null }).times).toEqual(['2024-02'])
    const two = { ...state, from: '2024-01-31', to: '2024-02-01' }
    expect(trendQuery(byDay, two, null).by).toEqual(['month'])
    expect(trendOf(byDay, answer, 'EUR', { ...two, completeUntil: null }).times).toEqual(['2024-01', '2024-02'])
  })
})

test('a chart of nothing says whether nothing is known or all of it is 0', () => {
  expect(nothingText([])).toBe('这个期间没有数据')
  expect(nothingText([null, null])).toBe('这个期间没有数据')
  expect(nothingText([null, '0', '0.00'])).toBe('这个期间的数字都是 0')
  expect(nothingText(['0', '-0.01'])).toBeNull()
  expect(nothingText(['A'])).toBeNull()
})

test('of a report of balances the trend is what is there at the end of each time, and that is held against nothing', () => {
  const [first] = profit.measures
  if (first === undefined) throw new Error('the profit has no measure')
  const plain = { ...first, waterfall: null, operands: [] }
  const of = (name: string, balance: 'opening' | 'closing') => ({ ...plain, name, class: 'position' as const, balance })
  const measures = [of('opening', 'opening'), { ...plain, name: 'moved' }, of('closing', 'closing')]
  const stock = { ...profit, measures, main: ['opening', 'moved', 'closing'] }
  expect(trendMeasures(stock).map(one => one.name)).toEqual(['closing'])
  expect(measures.map(isCompared)).toEqual([false, true, false])
  const list = [{ ...rowOf({ month: '2025-02' }, 'EUR', { closing: '7' }), was: { closing: null } }]
  const answer = { list, total: 1, pageNum: 1, pageSize: 1000, totals: [], computing: [], missingRates: [], unmapped: 0 }
  const { series } = trendOf(stock, answer, 'EUR', { from: '2025-02', to: '2025-02', completeUntil: null })
  expect(series.map(one => [one.measure.name, one.values, one.was])).toEqual([['closing', ['7'], null]])
})

describe('comparison', () => {
  const state = { ...firstState(profit, today), from: '2026-01', to: '2026-02', compare: 'before' as const }

  test('stands in the address, with an order by what it shows; what is not understood counts as not given', () => {
    const sorted = { ...state, sort: { field: 'profit.rate', way: 'DESC' as const } }
    const search = writeState(profit, sorted, new URLSearchParams(), today)
    expect(search.get('compare')).toBe('before')
    expect(readState(profit, search, today)).toEqual(sorted)
    expect(readState(profit, new URLSearchParams('compare=ever&sort=profit.rate.DESC'), today)).toMatchObject({ compare: null, sort: null })
    expect(writeState(profit, firstState(profit, today), new URLSearchParams('compare=before'), today).has('compare')).toBe(false)
  })

  test('off again takes an order by its columns along', () => {
    expect(withCompare({ ...state, sort: { field: 'sales.was', way: 'ASC' } }, null)).toMatchObject({ compare: null, sort: null })
    expect(withCompare({ ...state, sort: { field: 'sales', way: 'ASC' } }, null).sort).toEqual({ field: 'sales', way: 'ASC' })
  })

  test.each([
    [[], 'before', '2025-11-01', '2025-12-31'],
    [[], 'yearBefore', '2025-01-01', '2025-02-28'],
    [['3', '2026-01'], 'before', '2025-12-01', '2025-12-31'],
    [['2026-03-01'], 'before', '2026-02-28', '2026-02-28'],
    [['2024-02'], 'yearBefore', '2023-02-01', '2023-02-28'],
  ] as const)('a row of %j %s is held against %s to %s', (values, compare, from, to) => {
    const steps = values.map(value => ({ dimension: 'any', value, label: value }))
    expect(comparedDays(daysOf(state, { steps, currency: 'USD' }), compare, undefined)?.before).toEqual({ from, to })
  })

  test('the export has the columns that are shown, a ratio none of a rate', () => {
    const { fields, headers, query } = exportBody(profit, state, ['sales', 'margin'])
    expect(fields.slice(4)).toEqual(['sales', 'sales.was', 'sales.difference', 'sales.rate', 'margin', 'margin.was', 'margin.difference'])
    expect(headers.slice(4, 8)).toEqual(['销售收入', '销售收入 上期', '销售收入 环比增减', '销售收入 环比'])
    expect(query.compare).toBe('before')
  })

  test.each([
    ['sales', '120.00', '100.00', 'difference', 'up', '+20.00', ' zg-good'],
    ['sales', '120.00', '100.00', undefined, 'up', '▲ 20.0%', ' zg-good'],
    ['sales', '120.00', '100.00', undefined, 'down', '▲ 20.0%', ' zg-bad'],
    ['sales', '120.00', '100.00', undefined, undefined, '▲ 20.0%', ' zg-plain'],
    ['sales', '-120.00', '-100.00', undefined, undefined, '−20.00', ' zg-plain'],
    ['sales', '-120.00', '-100.00', 'rate', 'up', '—', ''],
    ['sales', '80.00', '100.00', 'difference', 'up', '−20.00', ' zg-bad'],
    ['sales', '100.00', '100.00', undefined, 'up', '0.0%', ' zg-zero'],
    ['sales', '100.90', '100.00', undefined, 'up', '▲ 0.9%', ' zg-zero'],
    // too little for its decimals: neither up nor down
    ['sales', '99.99', '100.00', undefined, 'up', '0.0%', ' zg-zero'],
    ['sales', '100.01', '100.00', undefined, 'up', '0.0%', ' zg-zero'],
    ['sales', '100.00', '0.00', undefined, 'up', '+100.00', ' zg-good'],
    ['sales', '100.00', null, undefined, 'up', '—', ''],
    ['margin', '0.155000', '0.120000', undefined, 'up', '+3.5', ' zg-good'],
    ['margin', '0.031000', '0.046000', undefined, 'down', '−1.5', ' zg-good'],
  ] as const)('%s %s against %s: %s, better %s: %s', (name, now, was, part, better, text, look) => {
    const measure = profit.measures.find(one => one.name === name)
    if (measure === undefined) throw new Error(name)
    const moving = { ...measure, ...(better === undefined ? {} : { better }) }
    expect(showChange(moving, { values: { [name]: now }, was: { [name]: was } }, part)).toMatchObject({ text, look })
  })

  test('a quotient that is no part of anything, as the cost of a click, moves by a rate', () => {
    const margin = profit.measures.find(one => one.name === 'margin')
    if (margin === undefined) throw new Error('margin')
    const cost = { ...margin, kind: 'decimal' } as const
    const figures = { values: { margin: '0.440000' }, was: { margin: '0.400000' } }
    expect([margin, cost].map(one => showChange(one, figures).part)).toEqual(['difference', 'rate'])
    expect(showChange(cost, figures).text).toBe('▲ 10.0%')
    expect(showChange(cost, figures, 'difference').text).toBe('+0.04')
  })
})

test('a report of marketplaces opens in one currency; any address that says something means what it meant before', () => {
  const [shop] = profit.dimensions
  if (shop === undefined) throw new Error('the report has no dimension')
  const company = { ...profit, hasCurrencies: true, dimensions: [{ ...shop, name: 'platform' }, ...profit.dimensions], by: ['platform'] }
  const read = (address: string) => readState(company, new URLSearchParams(address), today)
  expect(read('').currency).toBe('CNY')
  expect(read('kind=1').currency).toBe('CNY')
  for (const address of ['f.shop=3', 'from=2026-01&to=2026-02', 'by=shop', 'currency=shop']) expect(read(address).currency).toBe('shop')
  expect(readState({ ...company, by: ['shop'] }, new URLSearchParams(), today).currency).toBe('shop')
  const states = [read(''), read('currency=shop'), read('f.shop=3'), { ...read('f.shop=3'), currency: 'CNY' as const }]
  for (const state of states) expect(readState(company, writeState(company, state, new URLSearchParams(), today), today)).toEqual(state)
  expect(states.map(state => writeState(company, state, new URLSearchParams(), today).toString())).toEqual([
    '',
    'from=2025-12&to=2026-11&currency=shop',
    'f.shop=3',
    'f.shop=3&currency=CNY',
  ])
})

test.each([
  [['shop'], '2026-11-21', '2026-11'],
  [['shop'], '2026-11-05', '2026-10'],
  [['shop', 'month'], '2026-11-06', '2026-11'],
  [['month', 'shop'], '2026-11-21', '2025-12'],
])('by %j on %s it opens with the months from %s on, and its address is bare', (by, day, from) => {
  const report = { ...profit, by }
  const state = readState(report, new URLSearchParams(), day)
  expect([state.from, state.to]).toEqual([from, '2026-11'])
  expect(writeState(report, state, new URLSearchParams('kind=1'), day).toString()).toBe('kind=1')
  const year = { ...state, from: '2025-12' }
  expect(readState(report, writeState(report, year, new URLSearchParams(), day), day)).toEqual(year)
})
