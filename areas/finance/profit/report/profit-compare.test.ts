import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeOf } from '#platform/format/change.ts'
import type { ReportAnswer, ReportQuery } from '#platform/declare/wire.ts'
import { exportReport } from '#platform/server/reports/answer/export.ts'
import { readLines } from '#platform/server/reports/answer/lines.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { amounts } from '../../facts/amounts.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { financeItems } from '../../base/finance-items.ts'
import { amazonProfit } from './profit.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'

let b: Books
/**
 * Shop 1 sells in December, January, February and a year before; shop 2 in January in EUR. S3 is sold in January alone, S4 in February
 * alone.
 */
const sales = [
  ['1', '2025-02-10', 'S1', '40.00', 1],
  ['1', '2025-12-05', 'S1', '10.00', 1],
  ['1', '2026-01-05', 'S1', '100.00', 2],
  ['1', '2026-01-20', 'S3', '30.00', 1],
  ['1', '2026-02-04', 'S1', '150.00', 3],
  ['1', '2026-02-05', 'S1', '50.1234', 1],
  ['1', '2026-02-10', 'S4', '20.00', 1],
  ['2', '2026-01-15', 'S1', '200.00', 4],
] as const
const months = ['2024-02', '2025-02', '2025-12', '2026-01', '2026-02']
beforeAll(async () => {
  b = await openBooks(months)
  for (const shop of [1, 2]) await lines.settlement(b, { shop_id: shop, settlement_id: 'T1' })
  for (const [shop, day, sku, amount, quantity] of sales)
    await lines.settlementLine(b, { shop_id: Number(shop), posted_on: day, kind_id: kinds.principal, amount, sku, quantity })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-05', kind_id: kinds.commission, amount: '-15.00', sku: 'S1' })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-02-05', kind_id: kinds.commission, amount: '-30.00', sku: 'S1' })
  for (const [month, currency, rate] of [
    ['2025-12-01', 'USD', '7'],
    ['2026-01-01', 'USD', '7.1'],
    ['2026-02-01', 'USD', '7.2'],
    ['2026-01-01', 'EUR', '8'],
  ])
    await b.put('currency_rate', { org_id: 1, month, currency, rate })
  const system = await b.system()
  await system.write(async tx => {
    for (const [shop, day] of sales) await markStale(tx, amounts, shop, [day], new Date())
  })
  await refreshRollups(b.house, '1')
})
afterAll(() => b.close())

/** A file of a shop's days, as the imports leave it. */
const file = (shop: string, first_day: string, last_day: string) =>
  b.put('import_run', {
    org_id: 1,
    task_id: 1,
    file_id: 1,
    file_name: 'x',
    state: 2,
    family: 'amazonSettlement',
    shop_id: Number(shop),
    created_by_name: '',
    created_at: '2026-11-20',
    first_day,
    last_day,
  })
const february = { startDate: '2026-02-01', endDate: '2026-02-28' } as const
const winter = { startDate: '2026-01-01', endDate: '2026-02-28' } as const
const read = (query: Partial<ReportQuery> & Pick<ReportQuery, 'by'>, shops: readonly string[] = ['1']): Promise<ReportAnswer> =>
  readReport(b.as(shops), amazonProfit, { ...february, currency: 'shop', ...query })
const seen = (answer: ReportAnswer, dimension: string, measure = 'sales') =>
  answer.list.map(r => [r.key[dimension], r.values[measure], r.was?.[measure] ?? null])

describe('the change of a figure', () => {
  it.each([
    ['120', '100', '20', '0.2', 'good'],
    ['-120.0000', '-100.0000', '-20', null, 'bad'],
    ['50', '-100', '150', null, 'good'],
    ['0.3', '0.1', '0.2', '2', 'good'],
    ['1', '3', '-2', '-0.666667', 'bad'],
    ['100.99', '100', '0.99', '0.0099', 'quiet'],
    ['7', '0.0000', '7', null, 'good'],
    ['7', null, null, null, null],
    [null, '7', null, null, null],
  ])('%s against %s moved by %s, %s: %s', (now, was, difference, rate, tone) => {
    const canon = (text: string | null) => (text === null ? null : String(Number(text)))
    const change = changeOf(now, was, 'up')
    expect([canon(change.difference), canon(change.rate), change.tone]).toEqual([difference, rate, tone])
    const flipped = { good: 'bad', bad: 'good', quiet: 'quiet' }[tone ?? ''] ?? null
    expect(changeOf(now, was, 'down').tone).toBe(flipped)
    expect(changeOf(now, was).tone).toBe(tone === 'quiet' ? 'quiet' : null)
  })
})

describe('like for like', () => {
  const shopsOut = ({ compared }: ReportAnswer) => compared?.leftOut.map(({ id, why }) => [id, why])
  const both = ['1', '2']

  it('a shop without anything before is in the figure and not in the delta, and named', async () => {
    const answer = await read({ by: ['shop'], compare: 'before', startDate: '2026-01-01', endDate: '2026-01-31', currency: 'CNY' }, both)
    expect(shopsOut(answer)).toEqual([['2', 'new']])
    const [total] = answer.totals
    expect([total?.values['sales'], total?.now?.['sales'], total?.was?.['sales']]).toEqual(['2523.0000', '923.0000', '70.0000'])
    const own = answer.list.find(row => row.key['shop'] === '2')
    expect([own?.values['sales'], own?.was?.['sales'], own?.now]).toEqual(['1600.0000', null, undefined])
  })

  it('a shop whose files end within the period is cut there on both sides, in rows, totals, lines and export alike', async () => {
    await file('1', '2025-11-01', '2026-02-05')
    const ask = { by: ['sku'], compare: 'before', sortField: 'sku' } as const
    const answer = await read(ask)
    expect(answer.compared).toMatchObject({ startDate: '2026-01-01', endDate: '2026-01-05', until: '2026-02-05', leftOut: [] })
    expect(answer.list.map(r => [r.key['sku'], r.values['sales'], (r.now ?? r.values)['sales'], r.was?.['sales'] ?? null])).toEqual([
      ['S1', '200.1234', '200.1234', '100.0000'],
      // its days lie after the last complete one
      ['S4', '20.0000', '20.0000', null],
    ])
    const [total] = answer.totals
    expect([total?.values['sales'], total?.now?.['sales'], total?.was?.['sales']]).toEqual(['220.1234', '200.1234', '100.0000'])
    const months = await read({ by: ['month'], compare: 'before', startDate: '2025-12-01', endDate: '2026-02-28' })
    expect(months.list.map(r => [r.key['month'], (r.now ?? r.values)['sales'], r.was?.['sales']])).toEqual([
      ['2025-12', '10.0000', '0.0000'],
      ['2026-01', '130.0000', '10.0000'],
      ['2026-02', '200.1234', '100.0000'],
    ])
    const { figure } = await readLines(b.as(['1']), amazonProfit, {
      measure: 'productSales',
      where: { shop: ['1'] },
      ...february,
      currency: 'shop',
      compare: 'before',
    })
    expect(Number(figure)).toBe(100)
    await run(b, 'delete from import_run')
  })

  it('one whose data ended weeks ago is left out of both sides and named', async () => {
    await file('1', '2025-11-01', '2026-01-31')
    const answer = await read({ by: [], compare: 'before' })
    expect(shopsOut(answer)).toEqual([['1', 'noData']])
    expect(answer.compared?.until).toBeNull()
    expect([answer.totals[0]?.values['sales'], answer.totals[0]?.was?.['sales']]).toEqual(['220.1234', null])
    await run(b, 'delete from import_run')
  })

  it('answers only the measures asked for, and refuses one that is none', async () => {
    const answer = await read({ by: [], measures: ['sales', 'refundRate'] })
    expect(answer.totals.map(t => Object.keys(t.values))).toEqual([['sales', 'refundRate']])
    await expect(read({ by: [], measures: ['none'] })).rejects.toThrow('没有“none”这个指标')
  })
})

describe('环比', () => {
  it('holds every row and total against the same length before, those that only the earlier period has included', async () => {
    const answer = await read({ by: ['sku'], compare: 'before', sortField: 'sku', sortWay: 'ASC' })
    expect(seen(answer, 'sku')).toEqual([
      ['S1', '200.1234', '100.0000'],
      ['S3', '0.0000', '30.0000'],
      ['S4', '20.0000', '0.0000'],
    ])
    expect(answer.totals.map(t => [t.values['sales'], t.was?.['sales'], t.was?.['commission'], t.was?.['units']])).toEqual([
      ['220.1234', '130.0000', '-15.0000', '3'],
    ])
    expect(answer.totals[0]?.was?.['margin']).toBe('0.884615')
    expect(answer.compared).toEqual({
      startDate: '2026-01-01',
      endDate: '2026-01-31',
      until: '2026-02-28',
      isEmpty: false,
      leftOut: [],
      monthly: [],
    })
    expect(answer.total).toBe(3)
  })

  it('holds a month against the month before it, the total of the months against the whole period before', async () => {
    const answer = await read({ by: ['month'], compare: 'before', ...winter })
    expect(seen(answer, 'month')).toEqual([
      ['2026-01', '130.0000', '10.0000'],
      ['2026-02', '220.1234', '130.0000'],
    ])
    expect(answer.totals.map(t => [t.values['sales'], t.was?.['sales']])).toEqual([['350.1234', '10.0000']])
    expect(answer.compared).toMatchObject({ startDate: '2025-11-01', endDate: '2025-12-31' })
    expect(answer.total).toBe(2)
  })

  it('holds a day against the day before it, below a month too', async () => {
    const answer = await read({ by: ['day'], where: { month: ['2026-02'] }, compare: 'before' })
    expect(seen(answer, 'day')).toEqual([
      ['2026-02-04', '150.0000', '0.0000'],
      ['2026-02-05', '50.1234', '150.0000'],
      ['2026-02-06', '0.0000', '50.1234'],
      ['2026-02-10', '20.0000', '0.0000'],
      ['2026-02-11', '0.0000', '20.0000'],
    ])
    expect(answer.totals[0]?.was?.['sales']).toBe('130.0000')
  })

  it('below the row of a month everything is held against the month before', async () => {
    const answer = await read({ by: ['sku'], where: { month: ['2026-01'] }, compare: 'before', ...winter, sortField: 'sku' })
    expect(seen(answer, 'sku')).toEqual([
      ['S1', '100.0000', '10.0000'],
      ['S3', '30.0000', '0.0000'],
    ])
  })

  it('a part of a month is held against as many days before it', async () => {
    const answer = await read({ by: ['shop'], compare: 'before', startDate: '2026-02-04', endDate: '2026-02-10' })
    expect(answer.compared).toMatchObject({
      startDate: '2026-01-28',
      endDate: '2026-02-03',
      isEmpty: true,
      leftOut: [{ id: '1', why: 'new' }],
    })
    expect(answer.totals[0]?.values['sales']).toBe('220.1234')
  })
})

describe('同比', () => {
  it('holds the same months a year before', async () => {
    const answer = await read({ by: ['sku'], compare: 'yearBefore', sortField: 'sku' })
    expect(seen(answer, 'sku')).toEqual([
      ['S1', '200.1234', '40.0000'],
      ['S4', '20.0000', '0.0000'],
    ])
    expect(answer.compared).toEqual({
      startDate: '2025-02-01',
      endDate: '2025-02-28',
      until: '2026-02-28',
      isEmpty: false,
      leftOut: [],
      monthly: [],
    })
    expect(seen(await read({ by: ['month'], compare: 'yearBefore' }), 'month')).toEqual([['2026-02', '220.1234', '40.0000']])
  })

  it('a period without any amounts gives no figures to hold against, instead of zeros', async () => {
    const answer = await read({ by: ['shop'], compare: 'yearBefore', startDate: '2026-01-01', endDate: '2026-01-31' })
    expect(answer.compared?.isEmpty).toBe(true)
    expect(answer.totals[0]?.was?.['sales']).toBeNull()
    expect(answer.list[0]?.was?.['profit']).toBeNull()
  })

  it('29 February is held against nothing and added to no other day', async () => {
    const days = await read({ by: ['day'], compare: 'yearBefore', startDate: '2025-02-10', endDate: '2025-02-28' })
    expect(days.list.map(r => r.key['day'])).toEqual(['2025-02-10'])
    expect(days.compared).toMatchObject({ startDate: '2024-02-10', endDate: '2024-02-28' })
  })
})

describe('order and lines', () => {
  it('orders by the difference, the earlier figure and the rate of change, unknown ones last', async () => {
    const by = async (field: string, way: 'ASC' | 'DESC') =>
      (await read({ by: ['sku'], compare: 'before', sortField: field, sortWay: way })).list.map(r => r.key['sku'])
    expect(await by('sales.difference', 'DESC')).toEqual(['S1', 'S4', 'S3'])
    expect(await by('sales.was', 'DESC')).toEqual(['S1', 'S3', 'S4'])
    expect(await by('sales.rate', 'ASC')).toEqual(['S3', 'S1', 'S4'])
    await expect(by('sales.wasn', 'ASC')).rejects.toMatchObject({
      message: '不能按“sales.wasn”排序',
      data: { errors: [{ field: 'sortField' }] },
    })
    await expect(read({ by: ['sku'], sortField: 'sales.was' })).rejects.toMatchObject({ data: { errors: [{ field: 'sortField' }] } })
  })

  it('the lines of a figure held against are those of its own period, and make it', async () => {
    for (const compare of ['before', 'yearBefore'] as const)
      for (const by of ['sku', 'month', 'day'] as const) {
        const answer = await read({ by: [by], compare, where: { shop: ['1'] } })
        for (const row of answer.list) {
          const where = { shop: ['1'], [by]: [row.key[by] ?? ''] }
          const { figure } = await readLines(b.as(['1']), amazonProfit, {
            measure: 'productSales',
            where,
            ...february,
            currency: 'shop',
            rowCurrency: 'USD',
            compare,
          })
          expect(Number(figure), `${compare} ${row.key[by]}`).toBe(Number(row.was?.['productSales']))
        }
      }
  })
})

describe('several currencies', () => {
  const both = ['1', '2']
  const january = { startDate: '2026-01-01', endDate: '2026-01-31' } as const
  it('come with one total per currency and one of all of them in CNY, each month at its own rate', async () => {
    const answer = await read({ by: ['shop'], ...january, compare: 'before' }, both)
    expect(answer.totals.map(t => [t.currency, t.values['sales']])).toEqual([
      ['EUR', '200.0000'],
      ['USD', '130.0000'],
    ])
    // 130 x 7.1 + 200 x 8; in December 10 x 7
    expect([answer.converted?.currency, answer.converted?.values['sales'], answer.converted?.was?.['sales']]).toEqual([
      'CNY',
      '2523.0000',
      '70.0000',
    ])
  })

  it('are put in order by what they are worth in CNY', async () => {
    const order = async (sortField: string, sortWay: 'ASC' | 'DESC') =>
      (await read({ by: ['shop', 'sku'], ...winter, sortField, sortWay }, both)).list.map(r => `${r.key['shop']} ${r.key['sku']}`)
    // S1 of shop 1: 100 x 7.1 + 200.1234 x 7.2 = 2150.9 CNY; of shop 2: 200 x 8 = 1600 CNY
    expect(await order('sales', 'DESC')).toEqual(['1 S1', '2 S1', '1 S3', '1 S4'])
    expect(await order('sales', 'ASC')).toEqual(['1 S4', '1 S3', '2 S1', '1 S1'])
    // 200.00 EUR are more than 200.1234 USD: as bare numbers they would stand the other way round
    const bySku = await read({ by: ['shop'], where: { sku: ['S1'] }, ...winter, startDate: '2026-01-01', sortField: 'units' }, both)
    expect(bySku.converted?.values['units']).toBe('10')
  })

  it('a missing rate leaves the common total empty and is named; the currencies keep theirs', async () => {
    const answer = await read({ by: ['shop'], startDate: '2025-02-01', endDate: '2026-01-31' }, both)
    expect(answer.converted?.values['sales']).toBeNull()
    expect(answer.totals.map(t => t.values['sales'])).toEqual(['200.0000', '180.0000'])
    expect(answer.converted?.missingRates).toEqual([{ month: '2025-02', currency: 'USD' }])
    expect(answer.missingRates).toEqual([])
  })

  it('one currency alone has no common total', async () => {
    expect((await read({ by: ['shop'] })).converted).toBeUndefined()
    expect((await read({ by: ['shop'], ...january, currency: 'CNY' }, both)).converted).toBeUndefined()
    expect((await read({ by: ['sku'], ...january, where: { shop: ['2'] } }, both)).converted).toBeUndefined()
  })
})

it('the export has the columns of a comparison, totals of each currency and of all, and says what is compared', async () => {
  const { blob } = await exportReport(b.as(['1', '2']), amazonProfit, {
    fields: ['shop', 'currency', 'sales', 'sales.was', 'sales.difference', 'sales.rate'],
    query: { by: ['shop'], startDate: '2026-01-01', endDate: '2026-01-31', currency: 'shop', compare: 'before' },
    format: 'csv',
  })
  let text = ''
  for await (const piece of blob) text += String(piece)
  const rows = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(rows.slice(-6)).toEqual([
    '店铺,币种,销售收入,销售收入 上期,销售收入 环比增减,销售收入 环比',
    '德国店,EUR,200.0000,,,',
    '美国店,USD,130.0000,10.0000,120,12',
    '总计,EUR,200.0000,,,',
    '总计,USD,130.0000,10.0000,120,12',
    '总计（折合人民币）,CNY,2523.0000,70.0000,853,12.185714',
  ])
  expect(text).toContain('环比，2025-12-01 至 2025-12-31')
  expect(text).toContain('不计入增减,德国店（对比期还没有数据）')
})

it('a cost posted once a month is on neither side until it stands, and what it was is told, of months and of days', async () => {
  const storage = 15
  await b.put('amazon_kind', { id: storage, org_id: 1, family: 1, type: 'storage', column_name: '', title: '仓储' })
  await b.put('amazon_type_map', { org_id: 1, kind_id: storage, item: financeItems.fbaStorage.id, valid_from: '2020-01-01' })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-03', kind_id: storage, amount: '-8.00', sku: 'S1' })
  await (await b.system()).write(tx => markStale(tx, amounts, '1', ['2026-01-03'], new Date()))
  await refreshRollups(b.house, '1')
  for (const period of [february, { startDate: '2026-02-01', endDate: '2026-03-02' } as const]) {
    const answer = await read({ by: [], compare: 'before', ...period, measures: ['profit', 'fbaStorage'] })
    expect(answer.compared?.monthly).toEqual([{ measure: 'fbaStorage', was: '-56.8' }])
    expect(Number(answer.totals[0]?.was?.['fbaStorage'])).toBe(0)
  }
})
