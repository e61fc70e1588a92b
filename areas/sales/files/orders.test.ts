/** Orders of every marketplace by files: control totals to the cent, nothing twice, in any order, and back again. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import { proveSales } from '#areas/statistics/proof.ts'
import { fixtures } from '../../../test/setup/plain-reading.ts'
import { genuine, genuineIn, hasGenuine } from '../../../test/setup/genuine.ts'

const path = '/saleOrder/importData'

const ebayHead =
  'Sales Record Number,Order ID,Buyer User ID,Buyer Name,Item Number,Item Title,Custom Label,Quantity,Item Price,Shipping And Handling,' +
  'eBay Collected Tax,Total Price,Payment Method,Order Date,Paid On Date,Order Status,Refund Amount'
const ebayRow = (no: string, item: string, label: string, price: string, status = 'Paid', date = 'Oct-01-26 07:12:00'): string =>
  `${no},06-1-${no},u,n,${item},"Lamp, ""desk""",${label},1,${price},$9.00,$1.96,$29.96,eBay Managed Payments,${date},${date},${status},`
const ebayFile = (rows: readonly string[], count = rows.length): string =>
  [ebayHead, ','.repeat(16), ...rows, '', `"${count} record(s) downloaded,from Oct-01-26 to Oct-01-26"`, 'Seller ID : test'].join('\r\n')

const amazonHead = (
  'amazon-order-id merchant-order-id purchase-date last-updated-date order-status fulfillment-channel sales-channel product-name sku ' +
  'asin item-status quantity currency item-price item-tax shipping-price shipping-tax gift-wrap-price gift-wrap-tax ' +
  'item-promotion-discount ship-promotion-discount ship-country'
).split(' ')
interface AmazonRow {
  readonly no: string
  readonly sku: string
  readonly price: string
  readonly site?: string
  readonly currency?: string
  readonly updated?: string
  readonly status?: string
  readonly discount?: string
}
const amazonRow = ({
  no,
  sku,
  price,
  site = 'Amazon.de',
  currency = 'EUR',
  updated = '11',
  status = 'Shipped',
  discount = '',
}: AmazonRow) =>
  [no, '', '2026-08-18T23:30:00+00:00', `2026-08-19T${updated}:00:00+00:00`, status, 'Amazon', site, 'Rolle "22"', sku, `B0${sku}`]
    .concat([status, '2', currency, price, '1.90', '5', '0.95', '', '', discount, '', 'DE'])
    .join('\t')
const amazonFile = (rows: readonly AmazonRow[]): string => [amazonHead.join('\t'), ...rows.map(amazonRow), ''].join('\r\n')

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())
beforeEach(async () => {
  await h.sql('delete from order_line')
  await h.sql('delete from order_line_seen')
  await h.sql("delete from import_claim where identity = 'salesOrder'")
  await h.sql('delete from import_run')
})

const bring = (name: string, content: Buffer | string, shop?: string) =>
  h.import(name, content, { path, ...(shop === undefined ? {} : { shopId: h.shop(shop) }) })
const lines = () =>
  h.sql(
    `select order_no, line_no, status, sku, item::text, shipping::text, discount::text, tax::text, sales::text, sales_net::text, quantity,
      ordered_on::text, first_of_order, currency from order_line order by order_no, line_no`,
  )
const ask = async (product: string, period: readonly [string, string], body: object = {}) => {
  await refreshRollups(h.house, h.orgId)
  const { code, msg, data } = await h.boss.post(`/${product}SaleStatistics/summaryDimension`, {
    startDate: period[0],
    endDate: period[1],
    statisticalDimension: 'SHOP',
    ...body,
  })
  expect(code, msg).toBe(0)
  return data
}
const figures = (values: Record<string, string | null>, ...names: string[]) => names.map(name => values[name] && canonical(values[name]))
const reasons = (told: { errors: readonly { reason: string }[] }) => told.errors.map(one => one.reason).join(' ')

describe.runIf(hasGenuine('ebay-orders-fixture'))('eBay', () => {
  const sample = () => readFileSync(genuine('ebay-orders-fixture/orders-report-2026-10-01.csv'), 'utf8')

  test('10 orders, 268.00 without the 18.77 of tax; twice and in another encoding nothing more', async () => {
    const told = await bring('ebay.csv', sample())
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { read: 10, merged: 10, refused: 0 } })
    expect(told.controlTotals.map(t => [t.currency, canonical(t.file), canonical(t.merged), canonical(t.difference)])).toEqual([
      ['USD', '268', '268', '0'],
      ['USD', '18.77', '18.77', '0'],
    ])
    const utf16 = Buffer.from(`\uFEFF${sample().replaceAll(',', '\t')}`, 'utf16le')
    for (const [name, content] of [
      ['again.csv', sample()],
      ['utf16.txt', utf16],
    ] as const)
      expect(await bring(name, content)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 10 } })
    const [row] = (await ask('ebay', ['2026-10-01', '2026-10-01'])).list
    expect(figures(row.values, 'orders', 'units', 'item', 'shipping', 'orderedSales', 'orderedTax')).toEqual([
      '10',
      '10',
      '190',
      '78',
      '268',
      '18.77',
    ])
    // a second plain reading of each line agrees
    const plain = sample()
      .split(/\r?\n/)
      .filter(line => line.includes('test_buyer'))
      .map(line => line.split(','))
    const stored = await lines()
    expect(stored).toHaveLength(plain.length)
    for (const cells of plain)
      expect(stored.find(one => one['order_no'] === cells[1])).toMatchObject({
        sku: cells[4],
        item: `${cells[8]?.slice(1)}00`,
        shipping: `${cells[9]?.slice(1)}00`,
        tax: `${cells[10]?.slice(1)}00`,
        ordered_on: '2026-10-01',
      })
  })

  test('traffic and returns have no file: null and named', async () => {
    await bring('ebay.csv', sample())
    const { list, notFilled } = await ask('ebay', ['2026-10-01', '2026-10-01'])
    expect(list[0].values.sessions).toBeNull()
    expect([...new Set(notFilled.map((one: { field: string }) => one.field))]).toEqual([
      'sessions',
      'pageViews',
      'conversion',
      'returnUnits',
      'returnRate',
      'refundUnits',
      'refundRate',
    ])
  })
})

const reports = [join(fixtures, 'ebay/orders.csv'), ...genuineIn('ebay-orders', '.csv')]
test.each(reports.map(file => [basename(file), file] as const))(
  'eBay %s through the call: taken at once; again nothing is new',
  async (name, file) => {
    const told = await bring(name, readFileSync(file), 'ebay.com')
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', kind: 'ebayOrders', lines: { refused: 0 }, doubts: [] })
    expect(told.lines.merged).toBeGreaterThan(2)
    expect(told.controlTotals.map(total => canonical(total.difference))).toEqual(['0', '0'])
    const stored = await lines()
    const again = await bring('again.csv', readFileSync(file), 'ebay.com')
    expect(again).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: told.lines.merged } })
    expect(await lines()).toEqual(stored)
  },
)

test('a head that lacks a column is told as what the call takes, and as nothing else', async () => {
  const broken = readFileSync(join(fixtures, 'ebay/orders.csv'), 'utf8').replace('"Sold For"', '"Price of tomorrow"')
  const said = reasons(await bring('broken.csv', broken))
  expect(said).toContain('eBay 订单报表')
  expect(said).toContain('“Sold For”')
  const elsewhere = reasons(await h.import('broken.csv', broken))
  expect(elsewhere).not.toMatch(/eBay|亚马逊交易报告/)
})

test('an eBay order that went on is told anew, whichever download comes first; the deletion gives back what was', async () => {
  const [early, late] = [ebayFile([ebayRow('1', '31', 'A', '$10.00')]), ebayFile([ebayRow('1', '31', 'A', '$10.00', 'Cancelled')])]
  const after: unknown[] = []
  for (const order of [
    [early, late],
    [late, early],
  ]) {
    for (const [i, content] of order.entries()) expect((await bring(`${i}.csv`, content, 'ebay.com')).state).toBe('done')
    after.push((await lines()).map(one => one['status']))
    for (const table of ['order_line', 'order_line_seen', 'customer_month', 'customer']) await h.sql(`delete from ${table}`)
  }
  expect(after).toEqual([[5], [5]])
})

test('eBay writes the country out, if at all: statistics by country know it by its letters', async () => {
  const rows = ['United States', 'united kingdom', 'DE', 'Atlantis', ''].map((country, at) =>
    ebayRow(String(at + 1), `3${at}`, 'A', '$10.00').replace('eBay Managed Payments', country),
  )
  await bring('countries.csv', ebayFile(rows).replace('Payment Method', 'Ship To Country'), 'ebay.com')
  const { list } = await ask('ebay', ['2026-10-01', '2026-10-01'], { statisticalDimension: 'COUNTRY' })
  expect(list.map((one: { key: { country: string } }) => one.key.country).sort()).toEqual(['', 'Atlantis', 'DE', 'GB', 'US'])
})

test('what is wrong with an eBay file is said: cut, a row without an item, an unknown currency, another shop’s currency', async () => {
  const two = [ebayRow('1', '31', 'A', '$10.00'), ebayRow('2', '32', '', '$11.00')]
  expect(reasons(await bring('cut.csv', ebayFile(two, 3), 'ebay.com'))).toContain('文件末尾写明有 3 条记录')
  expect(reasons(await bring('short.csv', [ebayHead, ...two].join('\r\n').slice(0, -60), 'ebay.com'))).toContain('文件不完整')
  expect(reasons(await bring('item.csv', ebayFile([ebayRow('3', '', 'A', '$1.00')]), 'ebay.com'))).toContain('缺少订单号或行号')
  expect(reasons(await bring('date.csv', ebayFile([ebayRow('3', '31', 'A', '$1.00', 'Paid', '31/10/2026')]), 'ebay.com'))).toContain(
    '日期应写作',
  )
  expect(reasons(await bring('gbp.csv', ebayFile(two), 'ebay.co.uk'))).toContain('文件币种为 USD')
  expect(reasons(await bring('walmart.csv', ebayFile(two), 'walmart.com'))).toContain('不属于这个平台')
  expect(await lines()).toEqual([])
})

test('an order of two SKUs counts once in every total, a doubled line of eBay once', async () => {
  const row = ebayRow('7', '31', 'A', '$10.00')
  await bring('two.csv', ebayFile([row, row, ebayRow('7', '32', 'B', '$5.00')]), 'ebay.com')
  const bySku = await ask('ebay', ['2026-10-01', '2026-10-01'], { statisticalDimension: 'SKU' })
  expect(bySku.list.map((one: { values: { orders: string } }) => one.values.orders)).toEqual(['1', '1'])
  expect(figures(bySku.totals[0].values, 'orders', 'units', 'item')).toEqual(['1', '2', '15'])
  expect(await proveSales(await h.house.asSystem(h.orgId, 'test'))).toEqual([])
})

describe('Amazon', () => {
  const rows: readonly AmazonRow[] = [
    { no: '302-1', sku: 'A', price: '10.00', discount: '1.00' },
    { no: '302-1', sku: 'A', price: '12.00' },
    { no: '302-1', sku: 'B', price: '5.00' },
    { no: '302-2', sku: 'A', price: '', currency: '', status: 'Pending' },
    { no: '404-3', sku: 'A', price: '7.00', site: 'Amazon.fr' },
    { no: 'S01-4', sku: 'A', price: '', currency: '', site: 'Non-Amazon' },
  ]

  test('a shop takes the rows of its site; EU prices hold the tax, which is a figure of its own', async () => {
    const told = await bring('all.txt', amazonFile(rows), 'amazon.de')
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { read: 4, merged: 4 } })
    expect(told.notes.join()).toContain('有 2 行属于其他渠道')
    // 23:30 UTC is the next day in Berlin only by the shop's own clock
    const stored = await lines()
    expect(stored.map(one => [one['order_no'], one['line_no'], one['sales']])).toEqual([
      ['302-1', 'A', '14.0000'],
      ['302-1', 'A#2', '17.0000'],
      ['302-1', 'B', '10.0000'],
      ['302-2', 'A', '5.0000'],
    ])
    expect(stored[0]).toMatchObject({ sales: '14.0000', tax: '2.8500', sales_net: '11.1500' })
    const turned = await bring('turned.txt', amazonFile(rows.toReversed()), 'amazon.de')
    expect(turned).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 4 } })
    expect((await bring('fr.txt', amazonFile(rows), 'amazon.fr')).lines).toMatchObject({ merged: 1 })
    const { list, totals } = await ask('amazon', ['2026-08-17', '2026-08-20'])
    expect(list).toHaveLength(2)
    expect(figures(totals[0].values, 'orders', 'units')).toEqual(['3', '10'])
  })

  test('a file of sites that the shop is none of, a pending order of another currency, a time without a zone', async () => {
    expect(reasons(await bring('uk.txt', amazonFile(rows), 'amazon.co.uk'))).toContain('的站点为')
    expect(reasons(await bring('usd.txt', amazonFile([{ ...rows[0], currency: 'USD' } as AmazonRow, ...rows]), 'amazon.de'))).toContain(
      '币种与店铺的币种 EUR 不同',
    )
    expect(reasons(await bring('zone.txt', amazonFile(rows).replaceAll('+00:00', ''), 'amazon.de'))).toContain('时间应带有时区')
    expect(await lines()).toEqual([])
  })

  test('an import that is deleted gives back what the others told', async () => {
    const first = [{ no: '302-9', sku: 'A', price: '10.00' }]
    await bring('first.txt', amazonFile(first), 'amazon.de')
    const before = await lines()
    const cancelled = await bring('later.txt', amazonFile([{ ...first[0], status: 'Cancelled', updated: '15' } as AmazonRow]), 'amazon.de')
    expect((await lines()).map(one => one['status'])).toEqual([5])
    const admin = await h.signIn('admin')
    expect((await admin.post('/fileImportHistory/delete', { id: cancelled.id })).code).toBe(0)
    expect(await lines()).toEqual(before)
  })

  test.runIf(hasGenuine('amazon-fba-fixtures'))('the sample by its control totals, site by site', async () => {
    const sample = readFileSync(genuine('amazon-fba-fixtures/all-orders.txt'))
    const totals = JSON.parse(readFileSync(genuine('amazon-fba-fixtures/control-totals.json'), 'utf8'))['all-orders.txt']
    for (const site of ['de', 'fr'] as const) {
      const told = await bring(`${site}.txt`, sample, `amazon.${site}`)
      expect(told, JSON.stringify(told.errors).slice(0, 500)).toMatchObject({ state: 'done' })
      const [sum] = await h.sql(
        'select sum(item)::text as item, count(distinct order_no)::int as orders from order_line where shop_id = $1',
        [h.shop(`amazon.${site}`)],
      )
      expect(canonical(String(sum?.['item']))).toBe(canonical(totals.by_channel[`Amazon.${site}`]))
      expect((await bring(`again-${site}.txt`, sample, `amazon.${site}`)).lines).toMatchObject({ merged: 0 })
      const plain = sample
        .toString('utf8')
        .split(/\r?\n/)
        .slice(1)
        .map(line => line.split('\t'))
        .filter(cells => cells[6] === `Amazon.${site}`)
      expect(sum?.['orders']).toBe(plain.length)
      const stored = new Map((await lines()).map(one => [one['order_no'], one]))
      for (const cells of plain)
        expect(stored.get(cells[0] ?? '')).toMatchObject({ sku: cells[10], quantity: Number(cells[13]), status: 3 })
    }
  })
})

describe('AliExpress', () => {
  const child = (id: string, sku: string, count: number) => ({
    child_order_id: id,
    product_id: 1_005_001,
    sku_code: sku,
    product_name: '灯',
    product_count: count,
    product_price: { amount: '3.10', currency_code: 'USD' },
    logistics_amount: { amount_str: '0.50', currency_code: 'USD' },
    order_status: 'WAIT_SELLER_SEND_GOODS',
  })
  const details = (status: string, modified: string, reason = '') => ({
    aliexpress_solution_order_info_get_response: {
      result: {
        data: {
          id: '8123456789012345678',
          gmt_create: '2026-03-08 01:30:00',
          gmt_pay_success: '2026-03-08 01:40',
          gmt_modified: modified,
          order_status: status,
          order_end_reason: reason,
          receipt_address: { country: 'ES' },
          child_order_list: {
            global_aeop_tp_child_order_dto: [child('81234567890123456781', '10#a', 2), child('81234567890123456782', '', 1)],
          },
        },
      },
    },
  })

  test('details of one order: ids beyond 2^53 are texts, the price is that of one piece, the day is Pacific', async () => {
    const told = await bring('ae.json', JSON.stringify(details('WAIT_SELLER_SEND_GOODS', '2026-03-09 00:00:00')))
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { read: 2, merged: 2 } })
    expect(
      (await lines()).map(one => [one['order_no'], one['line_no'], one['sku'], one['item'], one['ordered_on'], one['status']]),
    ).toEqual([
      ['8123456789012345678', '81234567890123456781', '10#a', '6.2000', '2026-03-08', 2],
      ['8123456789012345678', '81234567890123456782', '1005001', '3.1000', '2026-03-08', 2],
    ])
    const [row] = (await ask('aliexpress', ['2026-03-08', '2026-03-08'])).list
    expect(figures(row.values, 'orders', 'units', 'orderedSales')).toEqual(['1', '3', '10.3'])
    const ended = [details('FINISH', '2026-03-10 00:00:00', 'buyer_cancel_order')]
    expect((await bring('ended.json', JSON.stringify(ended))).lines).toMatchObject({ merged: 2 })
    expect((await lines()).map(one => one['status'])).toEqual([5, 5])
  })

  test.runIf(hasGenuine('aliexpress-api'))('the documented examples are read, list and details', async () => {
    const list = readFileSync(genuine('aliexpress-api/order-list.example.json'), 'utf8')
    const told = await bring('list.json', list)
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { read: 1, merged: 1 } })
    expect(await lines()).toMatchObject([
      { order_no: '1160045860056286', line_no: '23457890', item: '1.0100', shipping: '1.0100', sku: '12' },
    ])
    const info = await bring('info.json', readFileSync(genuine('aliexpress-api/order-info.example.json'), 'utf8'))
    expect(reasons(info)).toContain('没有币种为 EUR 的店铺')
  })
})
