/** What a merge does with what is there already: nothing twice, releases beside the line, conflicts refused, closed months left alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonical, sum } from '#platform/format/decimal.ts'
import { openImports, rowsOfEverything, rowsStaged, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'
import { order, orders, report, settled, settlement, totalOfAll, withStatus } from '../../../../../test/setup/amazon-files.ts'
import { transactionView } from '../../../../../test/setup/kind-samples.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h.close())
/** Each test begins with empty books. */
beforeEach(async () => {
  for (const table of [
    'amazon_settlement',
    'amazon_settlement_line',
    'amazon_settlement_seen',
    'amazon_transaction_line',
    'amazon_line_seen',
    'amazon_line_release',
    'stale_day',
    'finance_month',
  ])
    await h.sql(`delete from ${table}`)
})
const staleDays = async (): Promise<unknown[]> =>
  (await h.sql('select distinct day::text as day from stale_day order by 1')).map(r => r['day'])
const ledger = async (from = '2025-03-01', to = '2025-03-31'): Promise<string | undefined> => {
  const told = (await h.ledger(from, to))[h.shop('amazon.com')]
  return told === undefined ? undefined : canonical(told)
}
const refusedUnchanged = async (name: string, content: string, shopId?: string): Promise<string> => {
  const before = await rowsOfEverything(h)
  const told = await h.import(name, content, shopId ? { shopId } : {})
  expect(told).toMatchObject({ state: 'refused', lines: { merged: 0, unchanged: 0 } })
  expect(await rowsOfEverything(h)).toEqual(before)
  return told.errors.map(e => e.reason).join('\n')
}

/** A second shop on amazon.com, there as long as a test needs it: beside it a file no longer tells its shop. */
async function secondShop(): Promise<string> {
  const name = '另一家美国店'
  const admin = await h.signIn('admin')
  await admin.post('/sysShopSetting/insert', { name, accountName: 'x', marketplaceCode: 'amazon.com', currency: 'USD' })
  const [other] = await h.sql(`update shop set marketplace_code = 'amazon.com' where name = $1 returning id::text as id`, [name])
  h.house.rights.forget?.()
  return String(other?.['id'])
}
const withoutShop = (id: string): Promise<unknown> => h.sql(`update shop set marketplace_code = 'walmart.com' where id = $1`, [id])

describe('transaction reports', () => {
  test('a site whose zone is none is named, nothing is counted into days of another', async () => {
    await h.sql(`update marketplace set zone = 'Mars/Olympus' where code = 'amazon.com'`)
    try {
      expect(await refusedUnchanged('a.csv', report(orders(0, 3)))).toContain('的报表时区“Mars/Olympus”不是时区')
    } finally {
      await h.sql(`update marketplace set zone = 'America/Los_Angeles' where code = 'amazon.com'`)
    }
  })

  test('overlapping files bring each line once', async () => {
    const first = await h.import('a.csv', report(orders(0, 20)))
    expect(first).toMatchObject({ lines: { merged: 20, unchanged: 0 } })
    // what was held against the file is named as the list of lines names it
    expect(Object.fromEntries(first.controlTotals.map(one => [one.name, one.title]))).toMatchObject({
      productSales: '商品销售额',
      total: '合计',
    })
    expect(await h.import('b.csv', report(orders(12, 30)))).toMatchObject({ lines: { merged: 10, unchanged: 8 } })
    expect(await h.import('c.csv', report(orders(0, 30)))).toMatchObject({ lines: { merged: 0, unchanged: 30 } })
    expect(await ledger()).toBe(canonical(totalOfAll(orders(0, 30))))
  })

  test('two people importing the same file at once: one merges, the other finds it there', async () => {
    const content = report([...orders(0, 400), ...orders(0, 3)])
    const ids = [await h.order('a.csv', content), await h.order('a.csv', content, { as: await h.signIn('admin') })]
    const told = await Promise.all(ids.map(id => h.run(id)))
    expect(told.map(t => [t.state, t.lines.merged, t.lines.unchanged]).sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['done', 0, 403],
      ['done', 403, 0],
    ])
    expect(await h.sql('select count(*)::int as n from amazon_transaction_line')).toEqual([{ n: 403 }])
    expect(await ledger()).toBe(canonical(totalOfAll([...orders(0, 400), ...orders(0, 3)])))
    expect(await rowsStaged(h)).toBe(0)
  })
  test('two overlapping files at once neither lose nor double a line, nor wait for each other for ever', async () => {
    const ids = await Promise.all([h.order('a.csv', report(orders(0, 300))), h.order('b.csv', report(orders(150, 450).reverse()))])
    const told = await Promise.all(ids.map(id => h.run(id)))
    expect(told.map(t => t.state)).toEqual(['done', 'done'])
    expect(told.reduce((sum, t) => sum + t.lines.merged, 0)).toBe(450)
    expect(told.reduce((sum, t) => sum + t.lines.unchanged, 0)).toBe(150)
  })

  test('an unknown type and an unknown SKU are merged, counted and queued', async () => {
    const odd = [
      { ...order(1), type: 'Mystery Levy', sku: 'NO-SUCH-SKU' },
      { ...order(2), type: 'Mystery Levy', sku: 'NO-SUCH-SKU' },
    ]
    const told = await h.import('odd.csv', report([...orders(3, 6), ...odd]))
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { merged: 5, refused: 0 } })
    expect(told.unmappedTypes.map(t => t.title).join()).toContain('Mystery Levy')
    expect(told.unmappedSkus).toContainEqual({ sku: 'NO-SUCH-SKU', lines: 2 })
    const queue = await h.clerk.post('/AmazonTypeMap/queue', {})
    expect(JSON.stringify(queue.data ?? queue)).toContain('Mystery Levy')
    expect(await ledger()).toBe(canonical(totalOfAll([...orders(3, 6), ...odd])))
  })

  test('a deferred line that is released gets a row beside it, and its day is computed again', async () => {
    const deferred = [
      { ...order(1), status: 'Deferred' },
      { ...order(2), status: 'Released' },
    ]
    expect(await h.import('a.csv', report(deferred, withStatus))).toMatchObject({ state: 'done', lines: { merged: 2 } })
    expect(await h.sql('select order_id, deferred from amazon_transaction_line order by 1')).toEqual([
      { order_id: '111-1', deferred: true },
      { order_id: '111-2', deferred: false },
    ])
    const before = await ledger()
    await h.sql('delete from stale_day')
    const released = deferred.map(l => ({ ...l, status: 'Released', releasedMs: Date.UTC(2025, 2, 25, 18) }))
    const told = await h.import('b.csv', report(released, withStatus))
    expect(told).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 2 }, notes: [expect.stringContaining('释放')] })
    expect(
      await h.sql('select released_on::text as day, posted_on::text as posted, import_id::text as import from amazon_line_release'),
    ).toEqual([{ day: '2025-03-25', posted: '2025-03-10', import: told.id }])
    expect(
      await h.sql('select count(*) filter (where deferred)::int as n, min(total)::text as total from amazon_transaction_line'),
    ).toEqual([{ n: 0, total: '1227.6300' }])
    expect(await staleDays()).toContain('2025-03-10')
    expect(await ledger()).toBe(before)
    expect(await h.import('b.csv', report(released, withStatus))).toMatchObject({ lines: { merged: 0, unchanged: 2 } })
    expect(await h.sql('select count(*)::int as n from amazon_line_release')).toEqual([{ n: 1 }])
  })
  test('a deferred line seen again after its release stays released', async () => {
    await h.import('a.csv', report([{ ...order(1), status: 'Released' }], withStatus))
    await h.import('b.csv', report([{ ...order(1), status: 'Deferred' }], withStatus))
    expect(await h.sql('select deferred from amazon_transaction_line')).toEqual([{ deferred: false }])
  })

  test('lines of a settlement that another shop has already are refused', async () => {
    const other = await secondShop()
    try {
      await h.import('a.csv', report(orders(0, 5)), { shopId: h.shop('amazon.com') })
      expect(await refusedUnchanged('a.csv', report(orders(0, 5)), other)).toMatch(/90001.*已属于店铺“云帆美国站”/)
      expect(await refusedUnchanged('s.txt', settlement(settled(0, 5)), other)).toMatch(/90001.*已.*云帆美国站/)
    } finally {
      await withoutShop(other)
    }
  })
})

describe('settlements', () => {
  test('the other layout of the same settlement adds nothing where its sums agree', async () => {
    expect(await h.import('v2.txt', settlement(settled(0, 10)))).toMatchObject({ state: 'done', lines: { merged: 30 } })
    const told = await h.import('v1.txt', settlement(settled(0, 10), { layout: 'v1' }))
    expect(told, JSON.stringify(told.errors)).toMatchObject({
      state: 'done',
      kind: 'amazonSettlementV1',
      lines: { merged: 0, unchanged: 40 },
      notes: [expect.stringContaining('核对一致')],
    })
    expect(await h.sql('select count(*)::int as n from amazon_settlement_line')).toEqual([{ n: 30 }])
  })
  test('and is refused as a conflict where they differ', async () => {
    await h.import('v2.txt', settlement(settled(0, 10)))
    const changed = settled(0, 10).map((l, i) => (i === 1 ? { ...l, amount: '-19.75' } : i === 4 ? { ...l, amount: '-17.75' } : l))
    const reasons = await refusedUnchanged('v1.txt', settlement(changed, { layout: 'v1' }))
    expect(reasons).toMatch(/另一种版式导入，金额不一致/)
    expect(reasons).toMatch(/订单 111-0 的 ItemFees：文件 -23\.8700，已导入 -22\.8700/)
  })
  test('the same number with other content is a conflict, line by line', async () => {
    await h.import('a.txt', settlement(settled(0, 10)))
    const reasons = await refusedUnchanged('b.txt', settlement(settled(0, 10).map((l, i) => (i === 4 ? { ...l, amount: '-18.76' } : l))))
    expect(reasons).toMatch(/90001 已导入，内容与此文件不同/)
    expect(reasons).toMatch(/这一行与已导入的内容不同（已导入 -18\.7500）/)
    expect(await refusedUnchanged('c.txt', settlement(settled(0, 9)))).toMatch(/已导入的第 28 条明细（1250\.5000）在文件里没有/)
  })
  test('lines that differ in quantity alone are a conflict too', async () => {
    await h.import('a.txt', settlement(settled(0, 3)))
    expect(await refusedUnchanged('b.txt', settlement(settled(0, 3).map((l, i) => (i === 0 ? { ...l, quantity: 2 } : l))))).toMatch(
      /这一行与已导入的内容不同/,
    )
  })
  test('the same settlement into another shop is refused', async () => {
    const other = await secondShop()
    try {
      await h.import('a.txt', settlement(settled(0, 3)), { shopId: h.shop('amazon.com') })
      expect(await refusedUnchanged('a.txt', settlement(settled(0, 3)), other)).toMatch(/结算单 90001 已属于店铺“云帆美国站”/)
    } finally {
      await withoutShop(other)
    }
  })
  test('an amount description nobody knows is merged and queued', async () => {
    const odd = settled(0, 2).map((l, i) => (i === 1 ? { ...l, amountDescription: 'MoonTax' } : l))
    const told = await h.import('a.txt', settlement(odd))
    expect(told).toMatchObject({ state: 'done', lines: { merged: 6 } })
    expect(told.unmappedTypes).toContainEqual(
      expect.objectContaining({ title: expect.stringContaining('MoonTax'), lines: 1, amount: '-18.7500' }),
    )
  })
})

describe('two reports of the same money', () => {
  test('the settlement takes the figures over from the transaction report, which then proves it', async () => {
    await h.import('t.csv', report(orders(0, 10)))
    expect(await ledger()).toBe('12276.3')
    // one order that the transaction report does not tell of: had both counted, or the other one, the figure would differ
    await h.import('s.txt', settlement(settled(0, 11)))
    expect(await staleDays()).toContain('2025-03-10')
    expect(await ledger()).toBe('13503.93')
    const [s] = await h.sql('select counted_from, reconciled, difference::text as difference, transaction_count from amazon_settlement')
    expect(s).toEqual({ counted_from: 1, reconciled: 2, difference: '1227.6300', transaction_count: 10 })
    await h.import('rest.csv', report(orders(10, 11)))
    expect(await ledger()).toBe('13503.93')
    expect(await h.sql('select reconciled, difference::text as difference from amazon_settlement')).toEqual([
      { reconciled: 1, difference: '0.0000' },
    ])
  })
  test('both at once prove each other all the same', async () => {
    const ids = [await h.order('t.csv', report(orders(0, 10))), await h.order('s.txt', settlement(settled(0, 10)))]
    // each is held back after its lines are in and before they are anyone else's to see
    await h.sql('begin')
    await h.sql('lock table stale_day in share mode')
    const told = Promise.all(ids.map(id => h.run(id)))
    await expect
      .poll(
        () =>
          h.sql(
            'select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = ' +
              'current_database()',
          ),
        { timeout: 60_000 },
      )
      .toEqual([{ n: 2 }])
    await h.sql('commit')
    expect((await told).map(t => t.state)).toEqual(['done', 'done'])
    expect(await h.sql('select reconciled, transaction_count from amazon_settlement')).toEqual([{ reconciled: 1, transaction_count: 10 }])
  })
})

describe('closed months', () => {
  beforeEach(() => h.sql(`insert into finance_month (org_id, month, state) values ($1, '2025-03-01', 1)`, [h.orgId]))

  test('a late line counts on the first open day and keeps the day it was posted', async () => {
    const told = await h.import('late.csv', report(orders(0, 4)))
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { merged: 4 } })
    expect(await h.sql('select distinct posted_on::text as posted, booked_on::text as booked from amazon_transaction_line')).toEqual([
      { posted: '2025-03-10', booked: '2025-04-01' },
    ])
    expect(await ledger('2025-03-01', '2025-03-31')).toBeUndefined()
    expect(await ledger('2025-04-01', '2025-04-30')).toBe(canonical(totalOfAll(orders(0, 4))))
  })
  test('so does a late settlement', async () => {
    await h.import('late.txt', settlement(settled(0, 4)))
    expect(await ledger('2025-04-01', '2025-04-30')).toBe(canonical(totalOfAll(orders(0, 4))))
  })
  test('a release that comes later is noted beside the line and leaves the closed month its deferred share, however often it comes', async () => {
    await h.sql('delete from finance_month')
    const deferred = orders(0, 2).map(l => ({ ...l, status: 'Deferred' }))
    await h.import('a.csv', report(deferred, withStatus))
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2025-03-01', 1)`, [h.orgId])
    const released = report(
      deferred.map(l => ({ ...l, status: 'Released' })),
      withStatus,
    )
    for (const name of ['b.csv', 'c.csv']) expect(await h.import(name, released)).toMatchObject({ state: 'done', lines: { merged: 0 } })
    expect(await h.sql('select distinct deferred from amazon_transaction_line')).toEqual([{ deferred: true }])
    expect(await h.sql('select count(*)::int as n from amazon_line_release')).toEqual([{ n: 2 }])
  })
  test.each([
    ['transactions', 'late.csv', report(orders(0, 4))],
    ['a settlement', 'late.txt', settlement(settled(0, 4))],
  ])('closed on the transaction summary takes no details of the same days, which would count twice: %s', async (_name, file, content) => {
    await h.sql(`select ensure_month('amazon_summary_line', '2025-03-01')`)
    await h.sql(`insert into amazon_kind (org_id, family, type) values ($1, 3, 'probe') on conflict do nothing`, [h.orgId])
    await h.sql(
      `insert into amazon_summary_line (shop_id, posted_on, booked_on, line_key, ordinal, kind_id, amount, currency, import_id)
       select $1, '2025-03-10', '2025-03-10', gen_random_uuid(), 1, id, 50, 'USD', 1 from amazon_kind where type = 'probe' limit 1`,
      [h.shop('amazon.com')],
    )
    const told = await h.import(file, content)
    expect(told).toMatchObject({ state: 'refused' })
    expect(JSON.stringify(told.errors)).toContain('2025-03 已按交易汇总结账')
    expect(await h.sql('select count(*)::int as n from amazon_transaction_line')).toEqual([{ n: 0 }])
    await h.sql('delete from finance_month')
    expect(await h.import(file, content)).toMatchObject({ state: 'done' })
  })
  test('its rates are fixed; those of open months are not', async () => {
    const rates = await h.sql(
      `select id::text as id, version, to_char(month, 'YYYY-MM') as month from currency_rate where org_id = $1 and currency = 'USD' ` +
        `order by month`,
      [h.orgId],
    )
    const [earliest] = rates
    await h.sql('update finance_month set month = $1', [`${String(earliest?.['month'])}-01`])
    const change = async (rate: (typeof rates)[number] | undefined) =>
      h.clerk.post('/currencyManage/upate', { id: rate?.['id'], version: rate?.['version'], rate: '6.5' })
    expect(await change(earliest)).toMatchObject({ code: 1002, msg: expect.stringContaining('已结账，汇率不能再改') })
    expect(await change(rates.at(-1))).toMatchObject({ code: 0 })
  })
  test('a settlement of money that a closed month counts already proves it and changes no figure', async () => {
    await h.sql('delete from finance_month')
    await h.import('t.csv', report(orders(0, 4)))
    const before = await ledger()
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2025-03-01', 1)`, [h.orgId])
    const told = await h.import('s.txt', settlement(settled(0, 4)))
    expect(told).toMatchObject({ state: 'done' })
    expect([await ledger(), await ledger('2025-04-01', '2025-04-30')]).toEqual([before, undefined])
    expect(await h.sql('select counted_from, reconciled from amazon_settlement')).toEqual([{ counted_from: 2, reconciled: 1 }])
  })
})

describe('the Transaction View', () => {
  const view = transactionView([
    '3/10/2025,Released,Standard Orders,Order Payment,111-1,"Desk lamp, black",$20.00,-$2.00,-$5.10,$1.60,$14.50',
    '3/20/2025,Deferred,Standard Orders,Order Payment,111-9,Desk lamp,$10.00,$0.00,-$3.00,$0.00,$7.00',
    '3/25/2025,Released,Standard Orders,Service Fees,,Subscription,$0.00,$0.00,-$39.99,$0.00,-$39.99',
  ])
  const summary =
    'Transaction Summary for March 20, 2025 to March 20, 2025\r\nTransactions: 1\r\n\r\n' +
    'Date\tOrder ID\tSKU\tTransaction type\tPayment Type\tPayment Detail\tAmount\tQuantity\tProduct Title\r\n' +
    'Mar 20, 2025\t111-9\tYF-A\tOrder Payment\tProduct charges\t\t$11.00\t1\tDesk lamp\r\n'
  const files = { view, summary, report: report(orders(1, 3)) } as const
  const bring = (name: keyof typeof files) => h.import(`${name}.csv`, files[name], { accept: true, shopId: h.shop('amazon.com') })
  beforeEach(() => h.sql('delete from amazon_summary_line'))

  test('alone it counts; numeric days, sums of a line as amounts of their own, unknown fees of an order unmapped', async () => {
    const told = await bring('view')
    expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { merged: 7 } })
    expect(told.controlTotals.map(t => [canonical(t.merged), canonical(t.difference)])).toEqual([['-18.49', '0']])
    expect(told.unmappedTypes.map(one => one.title).join()).toContain('亚马逊费用')
    expect(await ledger()).toBe('-18.49')
    expect(await h.sql('select distinct posted_on::text as day from amazon_summary_line order by 1')).toEqual([
      { day: '2025-03-10' },
      { day: '2025-03-20' },
      { day: '2025-03-25' },
    ])
    const { data } = await h.clerk.post('/dataArrival/list', { conditionList: [{ field: 'family', condition: 'EQ', value: 'amazonView' }] })
    expect(new Set(data.list.map((row: { state: number }) => row.state))).toEqual(new Set([4]))
  })

  test.each([
    ['view', 'summary', 'report'],
    ['view', 'report', 'summary'],
    ['summary', 'view', 'report'],
    ['summary', 'report', 'view'],
    ['report', 'view', 'summary'],
    ['report', 'summary', 'view'],
  ] as const)('%s, %s, %s: a day counts by the best that is there; deleted, the next best counts', async (...names) => {
    const ids: Record<string, string> = {}
    for (const name of names) {
      const told = await bring(name)
      expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done' })
      ids[name] = told.id
    }
    const reported = totalOfAll(orders(1, 3))
    // the 10th by the report, the 20th by the summary, the 25th by the view
    expect(await ledger()).toBe(canonical(sum([reported, '11', '-39.99'])))
    await h.clerk.post('/fileImportHistory/delete', { id: ids['summary'] })
    expect(await ledger()).toBe(canonical(sum([reported, '7', '-39.99'])))
    await h.clerk.post('/fileImportHistory/delete', { id: ids['report'] })
    expect(await ledger()).toBe('-18.49')
    await h.clerk.post('/fileImportHistory/delete', { id: ids['view'] })
    expect(await ledger()).toBeUndefined()
  })

  test('a line that does not add up, days that read both ways, a missing total: refused', async () => {
    const wish = { shopId: h.shop('amazon.com') }
    const reason = async (content: string): Promise<string> => JSON.stringify((await h.import('v.csv', content, wish)).errors)
    expect(await reason(view.replace('$14.50', '$14.51'))).toContain('相差')
    expect(await reason(transactionView([view.split('\r\n')[1]?.replace('3/10/2025', '3/4/2025') ?? '']))).toMatch(/日期/)
    expect(await reason(view.replace('Total (USD)', 'Sum'))).toContain('缺少列“Total (USD)”')
  })
})

describe('transactions by the interface', () => {
  const usd = (currencyAmount: number) => ({ currencyAmount, currencyCode: 'USD' })
  const transaction = (id: string, postedDate: string, total: number, fee: number, site = 'Amazon.com') => ({
    transactionId: id,
    transactionType: 'Shipment',
    description: 'Order Payment',
    transactionStatus: 'RELEASED',
    postedDate,
    totalAmount: usd(total),
    marketplaceDetails: { marketplaceName: site },
    relatedIdentifiers: [{ relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: `113-${id}` }],
    items: [{ description: 'Desk lamp', contexts: [{ contextType: 'ProductContext', sku: 'YF-A' }] }],
    breakdowns: [
      { breakdownType: 'Sales', breakdowns: [{ breakdownType: 'ProductCharges', breakdownAmount: usd(total - fee) }] },
      { breakdownType: 'Expenses', breakdowns: [{ breakdownType: 'AmazonFees', breakdownAmount: usd(fee) }] },
    ],
  })
  const pages = (...transactions: readonly object[]) => JSON.stringify([{ payload: { transactions, nextToken: 'x' } }, { payload: {} }])
  // the 10th is told by the others as well; the 26th is the 25th in the marketplace's zone
  const told = [
    transaction('T1', '2025-03-10T20:00:00Z', 14.5, -5.1),
    transaction('T2', '2025-03-26T01:00:00Z', 7, -3),
    transaction('T3', '2025-03-26T02:00:00Z', 9, -1, 'Amazon.ca'),
  ]
  const files = { finances: pages(...told, told[1] ?? {}), report: report(orders(0, 4)), settlement: settlement(settled(0, 4)) } as const
  const bring = (name: keyof typeof files, content: string = files[name]) =>
    h.import(name === 'settlement' ? 's.txt' : name === 'report' ? 'r.csv' : 'f.json', content, {
      accept: true,
      shopId: h.shop('amazon.com'),
    })
  beforeEach(() => h.sql('delete from amazon_summary_line'))

  test('alone they count in the shop of their site, each once; what is repeated or grows changes nothing', async () => {
    const first = await bring('finances')
    expect(first, JSON.stringify(first.errors)).toMatchObject({ state: 'done', kind: 'amazonFinances', lines: { merged: 4 } })
    expect(await ledger()).toBe('21.5')
    expect(await h.sql('select distinct posted_on::text as day, sku from amazon_summary_line order by 1')).toEqual([
      { day: '2025-03-10', sku: 'YF-A' },
      { day: '2025-03-25', sku: 'YF-A' },
    ])
    const again = await bring('finances', pages(transaction('T2', '2025-03-26T01:00:00Z', 7.2, -3)))
    expect(again).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 2 } })
    expect(await ledger()).toBe('21.5')
  })

  test.each([
    ['finances', 'report', 'settlement'],
    ['finances', 'settlement', 'report'],
    ['report', 'finances', 'settlement'],
    ['report', 'settlement', 'finances'],
    ['settlement', 'finances', 'report'],
    ['settlement', 'report', 'finances'],
  ] as const)('%s, %s, %s: the same profit, proven; taken back, the others count', async (...names) => {
    const ids: Record<string, string> = {}
    for (const name of names) {
      const done = await bring(name)
      expect(done, JSON.stringify(done.errors)).toMatchObject({ state: 'done' })
      ids[name] = done.id
    }
    expect(await ledger()).toBe(canonical(sum([totalOfAll(orders(0, 4)), '7'])))
    expect(await h.sql('select reconciled, difference::numeric = 0 as none from amazon_settlement')).toEqual([
      { reconciled: 1, none: true },
    ])
    await h.clerk.post('/fileImportHistory/delete', { id: ids['finances'] })
    expect(await ledger()).toBe(canonical(totalOfAll(orders(0, 4))))
  })
})
