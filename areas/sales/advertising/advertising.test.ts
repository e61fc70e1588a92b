/**
 * Advertising reports from the upload to their figures: the genuine file to its control totals, nothing twice, breakdowns beside the
 * campaign report, advice on search terms, and files that are refused. The genuine file is read where the folder AMAZON_FILES is at hand.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical, divide, roundTo } from '#platform/format/decimal.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import { proveSales } from '#areas/statistics/proof.ts'
import { genuine, hasGenuine } from '../../../test/setup/genuine.ts'

const path = '/adReport/importData'
let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())

const csv = (rows: readonly (readonly (string | number)[])[]): string => rows.map(row => `${row.join(',')}\n`).join('')
const take = (name: string, content: string | Buffer, marketplace = 'amazon.com'): Promise<ImportDetails> =>
  h.import(name, content, { path, shopId: h.shop(marketplace), accept: true })
const errorsOf = (told: ImportDetails): string => JSON.stringify(told.errors)
async function figures(report: string, period: object, by: readonly string[] = []) {
  await refreshRollups(h.house, h.orgId)
  const { code, msg, data } = await h.boss.post(`/${report}/report`, { ...period, by, currency: 'shop' })
  expect(code, msg).toBe(0)
  return data as { list: { key: Record<string, string>; values: Record<string, string> }[]; totals: { values: Record<string, string> }[] }
}
const some = (values: Readonly<Record<string, string>> | undefined, names: readonly string[]) =>
  names.map(name => {
    const value = values?.[name]
    return value === undefined || value === null ? null : canonical(value)
  })

const campaignHead =
  'Date,Portfolio name,Program Type,Campaign Name,Retailer,Country,Status,Currency,Budget Amount,Targeting Type,Bidding strategy,' +
  'Impressions,Clicks,Spend,7 Day Total Orders (#),7 Day Total Sales'
const campaign = (day: string, name: string, figuresOf: string, { portfolio = 'P', country = 'United States', currency = 'USD' } = {}) =>
  `${day},${portfolio},Sponsored Products,${name},Amazon,${country},ENABLED,${currency},$10.0,Manual targeting,Fixed bids,${figuresOf}`
const march = { startDate: '2026-03-01', endDate: '2026-03-31' }

const campaigns = 'amazon-sponsored-products/2024-01-01-sponsored-products-campaigns-us.csv'
test.runIf(hasGenuine(campaigns))('the genuine campaign report: 26 lines, 142.84 USD, ACOS and ROAS from sums', async () => {
  const told = await take('campaigns.csv', readFileSync(genuine(campaigns)))
  expect(told, errorsOf(told)).toMatchObject({ state: 'done', lines: { read: 26, merged: 26, refused: 0 } })
  const { totals } = await figures('adStatistics', { startDate: '2024-01-01', endDate: '2024-01-31' })
  const values = totals[0]?.values
  expect(some(values, ['spend', 'impressions', 'clicks', 'orders7', 'sales7', 'orders14', 'sales14'])).toEqual([
    '142.84',
    '279099',
    '150',
    '8',
    '252.91',
    '0',
    '0',
  ])
  expect(['acos7', 'roas7', 'acos'].map(name => roundTo(values?.[name] ?? '0', 4, 'halfUp'))).toEqual(['0.5648', '1.7706', '0.5648'])
})

describe('campaigns of two days', () => {
  const file = [
    campaignHead,
    campaign('2026-03-02', 'A', '1000,10,$5.00,1,$20.00'),
    campaign('2026-03-02', 'B', '500,4,$3.00,0,$0.00'),
    campaign('2026-03-03', 'A', '800,8,$4.00,2,$30.00'),
  ].join('\n')

  test('a later file replaces its day whole, and its deletion gives the day back', async () => {
    const first = await take('march.csv', file)
    expect(first, errorsOf(first)).toMatchObject({ state: 'done', lines: { merged: 3 } })
    const later = await take('later.csv', [campaignHead, campaign('2026-03-02', 'A renamed', '1000,10,$6.00,2,$40.00')].join('\n'))
    expect(later, errorsOf(later)).toMatchObject({ state: 'done' })
    const spend = async () => some((await figures('adStatistics', march)).totals[0]?.values, ['spend', 'sales7', 'clicks'])
    expect(await spend()).toEqual(['10', '70', '18'])
    expect((await h.clerk.post('/fileImportHistory/delete', { id: later.id })).code).toBe(0)
    expect(await spend()).toEqual(['12', '50', '22'])
    // the same download once more is nothing new, and stands when the first one is deleted
    const again = await take('again.csv', file)
    expect(again, errorsOf(again)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 3 } })
    expect((await h.clerk.post('/fileImportHistory/delete', { id: first.id })).code).toBe(0)
    expect(await spend()).toEqual(['12', '50', '22'])
  })

  test('programs of other windows: 7 and 14 days stand apart, each ratio on the spend of its own', async () => {
    const brandHead =
      'Date,Portfolio name,Currency,Campaign Name,Impressions,Clicks,Spend,14 Day Total Sales,14 Day Total Orders (#),' +
      '14 Day New-to-brand Orders (#)'
    const brands = csv([brandHead.split(','), ['2026-03-02', '', 'USD', 'Brand', 400, 5, '8.00', '16.00', 2, 1]])
    const told = await take('brands.csv', brands)
    expect(told, errorsOf(told)).toMatchObject({ state: 'done', kind: expect.stringContaining('Brand') })
    const { totals, list } = await figures('adStatistics', march, ['program'])
    expect(some(totals[0]?.values, ['spend', 'sales7', 'sales14', 'orders7', 'orders14', 'sales'])).toEqual([
      '20',
      '50',
      '16',
      '3',
      '2',
      '66',
    ])
    const ratios = ['acos7', 'acos14', 'acos'].map(name => roundTo(totals[0]?.values[name] ?? '0', 4, 'halfUp'))
    expect(ratios).toEqual([divide('12', '50', 4, 'halfUp'), divide('8', '16', 4, 'halfUp'), divide('20', '66', 4, 'halfUp')])
    expect(list.map(row => `${row.key['program'] ?? ''} ${canonical(row.values['spend'] ?? '0')}`).toSorted()).toEqual(['1 12', '2 8'])
  })

  test('a breakdown is held against the campaign report of Sponsored Products alone', async () => {
    const products = csv([
      [
        'Date',
        'Portfolio name',
        'Currency',
        'Campaign Name',
        'Ad Group Name',
        'Advertised SKU',
        'Advertised ASIN',
        'Impressions',
        'Clicks',
      ].concat(['Spend', '7 Day Total Sales', '7 Day Total Orders (#)']),
      ['2026-03-02', 'P', 'USD', 'A', 'G', 'S1', 'B01', 600, 6, '3.00', '20.00', 1],
      ['2026-03-02', 'P', 'USD', 'A', 'G', 'S2', 'B02', 300, 3, '1.50', '0.00', 0],
      ['2026-03-03', 'P', 'USD', 'A', 'G', 'S1', 'B01', 800, 8, '4.00', '30.00', 2],
    ])
    const told = await take('products.csv', products)
    expect(told, errorsOf(told)).toMatchObject({ state: 'done', lines: { merged: 3 } })
    const { totals, list } = await figures('adProductStatistics', march, ['campaign'])
    expect(some(totals[0]?.values, ['spend', 'campaignSpend', 'difference'])).toEqual(['8.5', '12', '3.5'])
    expect(list.map(row => [row.key['campaign'], ...some(row.values, ['spend', 'difference'])].join(' ')).toSorted()).toEqual([
      'A 8.5 0.5',
      'B 0 3',
      'Brand 0 0',
    ])
    const bySku = await figures('adProductStatistics', march, ['sku'])
    expect(bySku.list.map(row => row.key['sku'])).toEqual(expect.arrayContaining(['S1', 'S2']))
    expect(await proveSales(await h.house.asSystem(h.orgId, 'test'))).toEqual([])
  })
})

describe('search terms', () => {
  const head = (
    'Start Date,End Date,Portfolio name,Currency,Campaign Name,Ad Group Name,Targeting,Match Type,' +
    'Customer Search Term,Impressions,Clicks,Spend,14 Day Total Sales,14 Day Total Orders (#)'
  ).split(',')
  const line = (from: string, to: string, term: string, ...numbers: readonly (string | number)[]) => [
    from,
    to,
    '',
    'USD',
    'A',
    'G',
    'lamp',
    'BROAD',
    term,
    ...numbers,
  ]
  const june = ['2026-06-01', '2026-06-30'] as const

  test('advice follows the limits of the shop; a term that is a target is not advised', async () => {
    const told = await take(
      'terms.csv',
      csv([
        head,
        line(...june, 'desk lamp', 900, 20, '10.00', '100.00', 3),
        line(...june, 'lamp', 900, 20, '10.00', '100.00', 3),
        line(...june, 'dear lamp', 500, 20, '40.00', '100.00', 2),
        line(...june, 'lampe', 800, 12, '6.00', '0.00', 0),
        line(...june, 'rare', 80, 2, '1.00', '0.00', 0),
      ]),
    )
    expect(told, errorsOf(told)).toMatchObject({ state: 'done', lines: { merged: 5 } })
    const advised = async () => {
      const { code, msg, data } = await h.boss.post('/adTermAdvice/list', { startDate: june[0], endDate: june[1] })
      expect(code, msg).toBe(0)
      return (data.list as { term: string; advice: number }[]).map(row => `${row.term} ${row.advice}`).toSorted()
    }
    expect(await advised()).toEqual(['desk lamp 1', 'lampe 2'])
    const limit = { shopId: h.shop('amazon.com'), minOrders: 2, maxAcos: '45', minClicks: 2 }
    const added = await h.clerk.post('/adAdviceLimit/insert', limit)
    expect(added.code, added.msg).toBe(0)
    expect(await advised()).toEqual(['dear lamp 1', 'desk lamp 1', 'lampe 2', 'rare 2'])
  })

  test('what terms cost, by term, beside the campaign report of their month', async () => {
    const june = { startDate: '2026-06-01', endDate: '2026-06-30' }
    const campaigns = await take('june.csv', [campaignHead, campaign('2026-06-10', 'A', '3300,80,$70.00,0,$0.00')].join('\n'))
    expect(campaigns, errorsOf(campaigns)).toMatchObject({ state: 'done' })
    const names = ['spend', 'clicks', 'impressions', 'ctr', 'cpc', 'orders14', 'sales14', 'acos', 'roas', 'campaignSpend', 'difference']
    const { totals, list } = await figures('adTermStatistics', june, ['term'])
    const four = (up: string, down: string): string => canonical(divide(up, down, 4, 'halfUp'))
    const told = some(totals[0]?.values, names).map(value => (value === null ? null : canonical(roundTo(value, 4, 'halfUp'))))
    const sums = ['67', '74', '3180', four('74', '3180'), four('67', '74'), '8', '300', four('67', '300'), four('300', '67'), '70', '3']
    expect(told).toEqual(sums)
    const rows = list.map(row => [row.key['term'], ...some(row.values, ['spend', 'acos', 'campaignSpend', 'difference'])])
    expect(rows).toContainEqual(['dear lamp', '40', '0.4', null, null])
    expect(rows).toContainEqual(['lampe', '6', null, null, null])
    const byDay = await h.boss.post('/adTermStatistics/report', { ...june, by: ['day'], currency: 'USD' })
    expect(byDay.code).toBe(1002)
  })

  test('overlapping periods are refused, the same period is replaced', async () => {
    const overlapping = await take('overlap.csv', csv([head, line('2026-06-20', '2026-07-10', 'lamp', 1, 1, '1.00', '0.00', 0)]))
    expect(overlapping.state).toBe('refused')
    expect(errorsOf(overlapping)).toContain('重叠')
    const again = await take('again.csv', csv([head, line(...june, 'only', 1, 1, '1.00', '0.00', 0)]))
    expect(again, errorsOf(again)).toMatchObject({ state: 'done' })
    expect(await h.sql(`select term from ad_search_term`)).toEqual([{ term: 'only' }])
    expect((await h.clerk.post('/fileImportHistory/delete', { id: again.id })).code).toBe(0)
    expect(await h.sql(`select count(*)::int as n from ad_search_term`)).toEqual([{ n: 5 }])
  })
})

describe('what is refused', () => {
  const one = (options: object) => [campaignHead, campaign('2026-04-02', 'A', '10,1,$1.00,0,$0.00', options)].join('\n')
  test.each([
    ['another currency than the shop', one({ currency: 'GBP' }), 'GBP'],
    ['another country than the shop', one({ country: 'Germany' }), 'germany'],
    [
      'two campaigns of one name in one portfolio',
      [campaignHead, campaign('2026-04-02', 'A', '10,1,$1.00,0,$0.00'), campaign('2026-04-02', 'A', '20,1,$1.00,0,$0.00')].join('\n'),
      '同名的广告活动',
    ],
    ['lines of another program', one({}).replace('Sponsored Products', 'Sponsored Brands'), 'Sponsored Brands'],
  ])('%s', async (_, content, said) => {
    const told = await take('bad.csv', content)
    expect(told.state).toBe('refused')
    expect(errorsOf(told)).toContain(said)
    expect(await h.sql(`select count(*)::int as n from ad_campaign_day where day = '2026-04-02'`)).toEqual([{ n: 0 }])
  })

  test('campaigns of one name in two portfolios are two', async () => {
    const content = [
      campaignHead,
      campaign('2026-05-02', 'A', '10,1,$1.00,0,$0.00'),
      campaign('2026-05-02', 'A', '20,1,$2.00,0,$0.00', { portfolio: 'Q' }),
    ]
    expect(await take('two.csv', content.join('\n'))).toMatchObject({ state: 'done', lines: { merged: 2 } })
    const { list } = await figures('adStatistics', { startDate: '2026-05-01', endDate: '2026-05-31' }, ['portfolio', 'campaign'])
    expect(list.filter(row => row.key['campaign'] === 'A')).toHaveLength(2)
  })
})
