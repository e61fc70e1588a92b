/** The sales and traffic report: the genuine sample by its control totals, its two counts, days of which nothing is known, bad input. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { runResourceImport } from '#platform/server/imports/resource-import.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { proveSales } from '#areas/statistics/proof.ts'
import { ordersOfDay } from '../demo/orders.ts'
import { writers } from '../demo/writers.ts'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import { genuine, genuineFolder } from '../../../test/setup/genuine.ts'

const path = '/salesTraffic/importData'
type Row = { key: Record<string, string>; values: Record<string, string | null> }

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())

const amount = (value: number) => ({ amount: value, currencyCode: 'USD' })
const figures = (units: number, sessions: number) => ({
  sales: { unitsOrdered: units, totalOrderItems: units, orderedProductSales: amount(units * 10), unitsRefunded: 1 },
  traffic: { sessions, pageViews: sessions * 2, mobileAppSessions: 1, buyBoxPercentage: 50 },
})
const report = (
  days: readonly string[],
  asins: readonly [string, number, number][],
  granularity = 'CHILD',
  marketplace = 'ATVPDKIKX0DER',
) =>
  JSON.stringify({
    reportSpecification: {
      reportType: 'GET_SALES_AND_TRAFFIC_REPORT',
      reportOptions: { dateGranularity: 'DAY', asinGranularity: granularity },
      dataStartTime: days[0],
      dataEndTime: days.at(-1),
      marketplaceIds: [marketplace],
    },
    salesAndTrafficByDate: days.map(date => {
      const { sales, traffic } = figures(5, 100)
      return { date, salesByDate: sales, trafficByDate: traffic }
    }),
    salesAndTrafficByAsin: asins.map(([asin, units, sessions]) => {
      const { sales, traffic } = figures(units, sessions)
      return { parentAsin: `P${asin}`, childAsin: asin, salesByAsin: sales, trafficByAsin: traffic }
    }),
  })

async function asked(startDate: string, endDate: string, more: object = {}, call = 'summaryDimension') {
  await refreshRollups(h.house, h.orgId)
  const { code, msg, data } = await h.boss.post(`/amazonSaleStatistics/${call}`, {
    startDate,
    endDate,
    shopIds: [h.shop('amazon.com')],
    ...more,
  })
  expect(code, msg).toBe(0)
  return data as { list: Row[]; totals: Row[]; completeUntil: { until: string }[]; notFilled: { field: string; reason: string }[] }
}
const some = (row: { values: Row['values'] } | undefined, ...names: readonly string[]) => names.map(name => row?.values[name])

test('days and listings of a file that tells of one day; a day without a file is unknown, never 0', async () => {
  for (const [day, sessions] of [
    ['2026-03-02', 30],
    ['2026-03-03', 40],
  ] as const)
    expect(await h.import(`${day}.json`, report([day], [['B0A', 3, sessions]]), { path })).toMatchObject({ state: 'done' })
  const { list, totals } = await asked('2026-03-01', '2026-03-31')
  expect(some(list[0], 'sessions', 'pageViews', 'conversion', 'mobileShare', 'buyBox')).toEqual([
    '200',
    '400',
    '0.050000',
    '0.010000',
    '0.500000',
  ])
  expect(some(totals[0], 'reportedUnits', 'listingUnits', 'listingDifference')).toEqual(['10', '6', '-4'])
  const byListing = await asked('2026-03-01', '2026-03-31', { statisticalDimension: 'LISTING' })
  const row = byListing.list.find(one => one.key['listing'] === 'B0A')
  expect(some(row, 'listingSessions', 'listingUnits', 'listingConversion', 'sessions')).toEqual(['70', '6', '0.085714', null])
  const shop = { id: h.shop('amazon.com'), name: 'x', number: 1, marketplaceCode: 'amazon.com', currency: 'USD', zone: 'UTC', decimals: 2 }
  const offers = [{ sku: 'YF-1', title: 'Lamp', cents: 1_999, itemId: 'B0A' }]
  const orders = ordersOfDay(shop, '2026-04-02', '2026-11-21', offers, 3, seededRandom(3))
  expect(await h.import('orders.txt', writers.amazon.write(orders, shop).join(''), { path: '/saleOrder/importData' })).toMatchObject({
    state: 'done',
  })
  // a report by child says whose child the listing is, for listings that are known when it comes
  expect(await h.import('child.json', report(['2026-03-04'], [['B0A', 1, 5]]), { path })).toMatchObject({ state: 'done' })
  const listed = (await h.boss.post('/listing/list', { shopId: [shop.id], itemId: 'B0A' })).data.list
  expect(listed).toMatchObject([
    { sku: 'YF-1', parentItemId: 'PB0A', firstSoldOn: '2026-04-02', lastSoldOn: '2026-04-02', currency: 'USD' },
  ])
  expect(Number(listed[0].price)).toBe(19.99)
  const without = await asked('2026-04-01', '2026-04-30')
  expect(Number(without.totals[0]?.values['units'])).toBeGreaterThan(0)
  expect(some(without.totals[0], 'sessions', 'conversion', 'listingSessions', 'returnUnits')).toEqual([null, null, null, null])
  expect(await proveSales(await h.house.asSystem(h.orgId, 'test'))).toEqual([])
})

test('a later file of the same day tells; when it goes, the one before stands again', async () => {
  const id = await h.order('again.json', report(['2026-03-02'], [['B0A', 3, 31]]), { path })
  expect(await h.run(id)).toMatchObject({ state: 'done' })
  const sessions = async () =>
    some((await asked('2026-03-02', '2026-03-02', { statisticalDimension: 'LISTING' })).list[0], 'listingSessions')
  expect(await sessions()).toEqual(['31'])
  expect(await h.clerk.post('/fileImportHistory/delete', { id })).toMatchObject({ code: 0 })
  expect(await sessions()).toEqual(['30'])
})

test('sessions of several days by ASIN are of the whole period alone: by day and ASIN they are unknown, and named', async () => {
  const days = Array.from({ length: 12 }, (_, at) => `2026-05-${String(at + 1).padStart(2, '0')}`)
  expect(await h.import('period.json', report(days, [['B0A', 62, 1_190]], 'PARENT'), { path })).toMatchObject({ state: 'done' })
  const answer = await asked('2026-05-01', '2026-05-12', { statisticalDimension: 'LISTING', timeEnum: 'DAY' }, 'list')
  expect(answer.list.every(row => row.values['listingSessions'] === null)).toBe(true)
  expect(answer.notFilled).toContainEqual(
    expect.objectContaining({ field: 'listingSessions', reason: expect.stringContaining('2026-05-01') }),
  )
  const { data } = await h.boss.post('/salesTrafficCheck/list', { condition: [] })
  expect(data.list.find((one: { endOn: string }) => one.endOn === '2026-05-12')).toMatchObject({
    startOn: '2026-05-01',
    asinUnits: 62,
    dayUnits: 60,
    unitsDifference: 2,
    sessionsDifference: -10,
  })
})

describe('traffic that people bring, of a marketplace without a report of it', () => {
  const march = { startDate: '2026-03-01', endDate: '2026-03-31' }
  const bring = async (...lines: readonly string[]) => {
    const { data } = await h.upload('x.csv', `日期,店铺,商品编号,访问次数,浏览次数\n${lines.join('\n')}\n`, h.clerk)
    const { data: ordered, code, msg } = await h.clerk.post('/saleTraffic/importData', { fileIds: [data.id] })
    expect(code, msg).toBe(0)
    await runResourceImport(h.house, ordered.importIds[0], 'marketVisit', new AbortController().signal)
    return h.details(ordered.importIds[0])
  }
  const statistics = async (more: object = {}) => {
    await refreshRollups(h.house, h.orgId)
    return (await h.boss.post('/walmartSaleStatistics/summaryDimension', { ...march, statisticalDimension: 'SHOP', ...more })).data
  }

  test('is empty with its reason, stands in the statistics once it is there, and the same sheet changes nothing', async () => {
    const shop = h.shop('walmart.com')
    const told = { id: shop, name: 'x', number: 1, marketplaceCode: 'walmart.com', currency: 'USD', zone: 'UTC', decimals: 2 }
    const orders = ordersOfDay(
      told,
      '2026-03-10',
      '2026-11-21',
      [{ sku: 'W-1', title: 'Lamp', cents: 1_999, itemId: '501' }],
      3,
      seededRandom(3),
    )
    const file = writers.walmart.write(orders, told).join('')
    expect(await h.import('walmart.json', file, { path: '/saleOrder/importData', shopId: shop })).toMatchObject({ state: 'done' })
    const without = await statistics()
    expect(some(without.list[0], 'sessions', 'pageViews', 'conversion')).toEqual([null, null, null])
    expect(without.notFilled.filter((one: { shopId: string }) => one.shopId === shop)[0].reason).toContain('流量数据')

    const rows = ['2026-03-10,云帆沃尔玛,501,40,90', '2026-03-10,云帆沃尔玛,502,10,20', '2026-04-01,云帆沃尔玛,501,7,8']
    expect(await bring(...rows)).toMatchObject({ state: 'done', lines: { merged: 3 } })
    expect(await bring(...rows)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 3 } })
    const answer = await statistics()
    const units = Number(answer.list[0].values.units)
    expect(some(answer.list[0], 'sessions', 'pageViews', 'conversion')).toEqual(['50', '110', (units / 50).toFixed(6)])
    expect(answer.notFilled.map((one: { field: string }) => one.field)).toEqual(['returnUnits', 'returnRate', 'refundUnits', 'refundRate'])
    const listings = await statistics({ statisticalDimension: 'LISTING' })
    expect(
      some(
        listings.list.find((one: Row) => one.key['listing'] === '502'),
        'sessions',
        'pageViews',
      ),
    ).toEqual(['10', '20'])
    expect(await bring('2026-03-10,云帆沃尔玛,501,60,90')).toMatchObject({ state: 'done' })
    expect(some((await statistics()).totals[0], 'sessions')).toEqual(['70'])
    expect(await proveSales(await h.house.asSystem(h.orgId, 'test'))).toEqual([])
  })

  test.each([
    ['a shop of Amazon', '2026-03-10,云帆美国站,501,1,2', '销售与流量报告'],
    ['a shop that is not there', '2026-03-10,火星店,501,1,2', '火星店'],
    ['a day to come', '2036-03-10,云帆沃尔玛,501,1,2', '2036-03-10'],
    ['fewer views than sessions', '2026-03-10,云帆沃尔玛,509,9,2', '对调'],
    ['no number', '2026-03-10,云帆沃尔玛,509,viele,2', '访问次数'],
    ['no item', '2026-03-10,云帆沃尔玛,,1,2', '商品编号'],
  ])('%s is refused, and nothing is kept', async (_, line, said) => {
    const refused = await bring('2026-03-11,云帆沃尔玛,777,1,2', line)
    expect([refused.state, JSON.stringify(refused.errors)]).toEqual(['refused', expect.stringContaining(said)])
    expect(await h.sql(`select 1 from market_visit where item_id = '777'`)).toEqual([])
  })
})

describe('bad input', () => {
  test('a period that overlaps another by some days; a file of another marketplace', async () => {
    const overlapping = report(['2026-05-12', '2026-05-13'], [['B0A', 1, 10]], 'PARENT')
    const refused = await h.import('overlap.json', overlapping, { path })
    expect(refused.state).toBe('refused')
    expect(JSON.stringify(refused)).toContain('2026-05-12 至 2026-05-13')
    const elsewhere = await h.import('de.json', report(['2026-06-01'], [], 'CHILD', 'A1PA6795UKMFR9'), {
      path,
      shopId: h.shop('amazon.com'),
    })
    expect(elsewhere.state).toBe('refused')
    expect(JSON.stringify(elsewhere)).toContain('amazon.de')
  })
})

const sample = genuine('amazon-sales-and-traffic/2024-02-14_2024-02-26-sales-and-traffic-us.json')
test.skipIf(genuineFolder === '')(
  'the genuine sample by its control totals: 6,684 units, 39,876 sessions; it ends on the 25th',
  async () => {
    expect(await h.import('real.json', readFileSync(sample), { path })).toMatchObject({ state: 'done', lines: { refused: 0 } })
    const { totals, completeUntil } = await asked('2024-02-14', '2024-02-26')
    expect(
      some(totals[0], 'reportedItems', 'reportedUnits', 'reportedSales', 'sessions', 'pageViews', 'reportedRefunds', 'conversion'),
    ).toEqual(['6406', '6684', '140068.9200', '39876', '84201', '143', '0.167620'])
    expect(completeUntil[0]?.until).toBe('2024-02-25')
    const { data } = await h.boss.post('/salesTrafficCheck/list', { condition: [] })
    expect(data.list.find((one: { endOn: string }) => one.endOn === '2024-02-25')).toMatchObject({
      asins: 138,
      asinUnits: 6_707,
      dayUnits: 6_684,
      unitsDifference: 23,
      asinSales: '140547.1000',
    })
  },
)

test('reports of two marketplaces tell of the same articles on the same day', async () => {
  const tell = (marketplace?: string) => report(['2026-04-20'], [['B0Z', 2, 20]], 'CHILD', marketplace)
  expect(await h.import('usa.json', tell(), { path })).toMatchObject({ state: 'done' })
  const canadian = { path, shopId: h.shop('amazon.ca') }
  const canada = tell('A2EUQ1WTGCTBG2').replaceAll('USD', 'CAD')
  expect(await h.import('canada.json', canada, canadian)).toMatchObject({ state: 'done' })
})
