/** What arrives by itself and what is uploaded are the same facts, whichever is first; closed months keep theirs. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { areas } from '#areas/index.ts'
import { reportsOf } from '#areas/finance/facts/fba/demo-files.ts'
import { canonical } from '#platform/format/decimal.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'
import { changed, company as base, connected, german, good, posted, settlement, sheetOf } from '../../test/setup/amazon-company.ts'
import type { Person } from '../../test/setup/demo-house.ts'
import { drainSync } from '../../test/setup/drain-sync.ts'
import { noteCall, takeCall } from './core/limits.ts'
import { makeWindows } from './core/run.ts'
import { amazon as marketplace } from './amazon/index.ts'
import { AmazonEmulator, type Company } from './emulator/amazon.ts'
import { connections } from './index.ts'

const [, settled = ''] = settlement.toString('utf8').split('\n')
const [settlementId = '', , , , total = ''] = settled.split('\t')
const paidOut = ['PAID', 'FAILED', 'STARTED'].map((currentStatus, at) => ({
  id: `P${at}`,
  partnerMetadata: { partnerId: 'A1', accountType: 'STANDARD_ORDERS', marketplaceId: german },
  currentStatus,
  statusHistory: [],
  creationDate: `2026-11-1${at + 5}T10:00:00Z`,
  amount: { currencyCode: 'EUR', currencyAmount: Number(total.replace(',', '.')) },
  relatedIdentifiers: [{ relatedIdentifierName: 'SETTLEMENT_ID', relatedIdentifierValue: at === 2 ? '9' : settlementId }],
}))
const lying = [1, 2, 3].map(place => ({
  sellerSku: `YF-${place}`,
  fnSku: `X00${place}`,
  asin: `B0${place}`,
  condition: 'NewItem',
  productName: 'Lamp',
  totalQuantity: 20 + place,
  inventoryDetails: {
    fulfillableQuantity: 10 + place,
    inboundWorkingQuantity: 0,
    inboundShippedQuantity: 8,
    inboundReceivingQuantity: 0,
    reservedQuantity: { totalReservedQuantity: 2 },
    researchingQuantity: { totalResearchingQuantity: 0 },
    unfulfillableQuantity: { totalUnfulfillableQuantity: 0 },
  },
}))
const listing = Buffer.from(
  'item-name\tlisting-id\tseller-sku\tprice\tquantity\topen-date\tasin1\tfulfillment-channel\tstatus\n' +
    'Lamp\t0801P1\tYF-1\t19.99\t\t2026-03-02 08:00:00 MET\tB0A\tAMAZON_EU\tActive\n' +
    'Box\t0801P2\tYF-9\t24.50\t7\t2026-03-03 08:00:00 MET\tB0Z\tDEFAULT\tInactive\n',
)
const company: Company = {
  ...base,
  asked: (type, ...of) => (type === 'GET_MERCHANT_LISTINGS_ALL_DATA' ? listing : (base.asked?.(type, ...of) ?? null)),
  payouts: (_site, from, to) => paidOut.filter(one => one.creationDate >= from && one.creationDate <= to),
  stock: () => lying,
}

/** of the other reports what the demo company has of them: the report, the start of its file's name */
const sheets = {
  returns: 'fba-returns',
  reimbursements: 'fba-reimbursements',
  ledgerDetail: 'ledger-detail',
  ledgerSummary: 'ledger-summary',
  removalOrders: 'removal-orders',
  removalShipments: 'removal-shipments',
  inventoryAge: 'inventory-planning',
  feePreview: 'fee-preview',
  storageFees: 'fba-storage',
  longTermStorage: 'fba-long',
}
const families = new Map(areas.flatMap(area => area.families ?? []).map(family => [family.code, family]))
const tableOf = (report: string): string => families.get(marketplace.sources[report]?.kind ?? '')?.factTable ?? ''

let h: ImportHouse
let admin: Person
let amazon: AmazonEmulator
let connectionId = ''
beforeAll(async () => {
  h = await openImports(undefined, true, false, [connections])
  admin = await h.signIn('admin')
})
afterAll(() => h?.close())
afterEach(() => amazon.stop())
beforeEach(() => begin())

async function answers(by: Company): Promise<void> {
  amazon?.stop()
  amazon = new AmazonEmulator({ ...by, isQuick: true })
  const address = await amazon.start()
  Object.assign(h.house.settings, { emulator: async () => address })
}
const tables = [
  'order_line',
  'order_line_seen',
  'amazon_line_seen',
  'amazon_settlement',
  'amazon_settlement_line',
  'amazon_settlement_seen',
  'amazon_summary_line',
  'finance_month',
  'amazon_payout',
  'fba_stock_now',
  'sales_listing',
  'sku_listing',
  ...[...Object.keys(sheets), 'traffic'].map(tableOf),
]
/** Empty books, and a connection of which nothing was fetched. */
async function begin(): Promise<void> {
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  for (const table of tables) await h.sql(`delete from ${table}`)
  await h.sql('truncate marketplace_app, shop_connection, call_bucket restart identity cascade')
  await answers(company)
  connectionId = await connected(h, admin)
}
/** `day`: until that one is there, where a report is asked for four times an hour */
async function fetched(report: string, day?: string): Promise<void> {
  expect((await admin.post('/shopConnection/test', { id: connectionId, version: 1 })).msg).toBe('')
  await h.sql('update sync_plan set state = 2 where report <> $1', [report])
  const done = async () => (await h.sql('select 1 from sync_window where from_on = $1 and state = 5', [day])).length > 0
  await drainSync(h, connectionId, admin, day === undefined ? undefined : done)
  if (day === undefined) expect(await h.sql('select report, said from sync_window where state not in (5, 6)')).toEqual([])
}
/** Rows of a table without what tells which file brought them. */
async function factsOf(table: string, where = 'true'): Promise<unknown> {
  const without = ['id', 'import_id', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by']
  const [row] = await h.sql(
    `select count(*)::int as n, md5(string_agg(x, '|' order by x)) as hash
     from (select (to_jsonb(t) - $1::text[])::text as x from ${table} t where ${where}) s`,
    [without],
  )
  return row
}

const orders = '/saleOrder/importData'
test.each([
  ['orders', 'order_line', 'orders.txt', sheetOf('2026-11-14', '2026-11-19'), orders],
  ['newOrders', 'order_line', 'orders.json', Buffer.from(JSON.stringify([{ orders: changed }])), orders],
  ['settlement', 'amazon_settlement_line', 'settlement.txt', settlement, undefined],
  ['transactions', 'amazon_summary_line', 'money.json', Buffer.from(JSON.stringify([{ payload: { transactions: posted } }])), undefined],
  ['payouts', 'amazon_payout', 'payouts.json', Buffer.from(JSON.stringify({ payouts: paidOut })), undefined],
  [
    'stock',
    'fba_stock_now',
    'stock.json',
    Buffer.from(JSON.stringify({ payload: { granularity: { granularityId: german }, inventorySummaries: lying } })),
    '/amzFba/importData',
  ],
  ['listings', 'sales_listing', 'listings.txt', listing, '/salesListing/importData'],
])('%s, uploaded and fetched in either order: the same facts, each once', async (report, table, name, content, path) => {
  const upload = () =>
    h.import(name, content, { shopId: h.shop('amazon.de'), as: admin, accept: true, ...(path === undefined ? {} : { path }) })
  expect(await upload()).toMatchObject({ state: 'done' })
  const first = await factsOf(table)
  await fetched(report)
  expect(await factsOf(table)).toEqual(first)
  await begin()
  await fetched(report)
  expect(await factsOf(table)).toEqual(first)
  expect(await upload()).toMatchObject({ state: 'done', lines: { merged: 0 } })
  expect(await factsOf(table)).toEqual(first)
})

const [site, products] = [
  { currency: 'EUR', country: 'DE', site: 'Amazon.de' },
  Array.from({ length: 12 }, (_, at) => ({ sku: `YF-${at}`, title: 'Lamp' })),
]
const made = reportsOf(site, products, '2026-11-21', seededRandom(5))
test.each(Object.entries(sheets))('%s, fetched: what its file brings by hand', async (report, start) => {
  const file = made.find(one => one.name.startsWith(start))
  const content = Buffer.from(file?.content ?? '')
  await h.import(file?.name ?? '', content, {
    shopId: h.shop('amazon.de'),
    as: admin,
    accept: true,
    path: '/amzFba/importData',
  })
  const first = await factsOf(tableOf(report))
  expect(first).not.toMatchObject({ n: 0 })
  await begin()
  const left = [content]
  const source = marketplace.sources[report]
  const type = source !== undefined && 'type' in source ? source.type : ''
  await answers({ ...company, asked: asked => (asked === type ? (left.pop() ?? null) : null) })
  await fetched(report)
  if (left.length > 0) {
    // what is made in the month that follows
    h.clock.now = new Date('2026-12-20T09:00:00+08:00')
    admin = await h.signIn('admin')
    await makeWindows(await h.house.asSystem(h.orgId, 'test'), connectionId)
    await drainSync(h, connectionId, admin)
    h.clock.now = new Date('2026-11-21T10:00:00+08:00')
  }
  expect(left).toHaveLength(0)
  expect(await factsOf(tableOf(report))).toEqual(first)
})

test('traffic of a day, fetched: what the file of that day brings by hand', async () => {
  const day = '2026-11-19'
  const type = 'GET_SALES_AND_TRAFFIC_REPORT'
  const sales = { unitsOrdered: 3, totalOrderItems: 2, unitsRefunded: 1, orderedProductSales: { amount: 59.97, currencyCode: 'EUR' } }
  const traffic = { sessions: 30, pageViews: 61, mobileAppSessions: 4, buyBoxPercentage: 98.4 }
  const file = Buffer.from(
    JSON.stringify({
      reportSpecification: {
        reportType: type,
        reportOptions: { dateGranularity: 'DAY', asinGranularity: 'CHILD' },
        dataStartTime: day,
        dataEndTime: day,
        marketplaceIds: [german],
      },
      salesAndTrafficByDate: [{ date: day, salesByDate: sales, trafficByDate: traffic }],
      salesAndTrafficByAsin: [{ parentAsin: 'B0P', childAsin: 'B0A', salesByAsin: sales, trafficByAsin: traffic }],
    }),
  )
  const table = tableOf('traffic')
  const upload = () => h.import('traffic.json', file, { shopId: h.shop('amazon.de'), as: admin, path: '/salesTraffic/importData' })
  expect(await upload()).toMatchObject({ state: 'done' })
  const first = await factsOf(table)
  expect(first).toMatchObject({ n: 2 })
  await begin()
  await answers({ ...company, asked: (asked, _site, from) => (asked === type && from.startsWith(day) ? file : null) })
  await fetched('traffic', day)
  expect(await h.sql('select lines from sync_window where from_on = $1 and state = 5', [day])).toEqual([{ lines: 2 }])
  expect(await factsOf(table)).toEqual(first)
  expect(await upload()).toMatchObject({ state: 'done', lines: { merged: 0 } })
})

test('pay-outs stand beside settlements; what was never sold has its listing; stock is of the day on which it was asked for', async () => {
  await fetched('payouts')
  const check = async () => (await good(admin, '/amazonPayoutCheck/list', {})).list
  const sum = `${total.replace(',', '.')}00`
  const other = { settlementId: '9', sent: sum, settled: null, state: 3 }
  expect(await check()).toMatchObject([other, { settlementId, paid: sum, failed: sum, settled: null, state: 3 }])
  await h.import('settlement.txt', settlement, { shopId: h.shop('amazon.de'), as: admin })
  expect(await check()).toMatchObject([other, { settlementId, settled: sum, difference: '0.0000', state: 1 }])
  await begin()
  await fetched('listings')
  const known = await good(admin, '/listing/list', {})
  expect(known.list.map((one: { sku: string; itemId: string }) => [one.sku, one.itemId])).toEqual(
    expect.arrayContaining([
      ['YF-1', 'B0A'],
      ['YF-9', 'B0Z'],
    ]),
  )
  await begin()
  await fetched('stock')
  await h.sql('update sync_window set next_at = null')
  h.clock.now = new Date('2026-11-22T09:00:00+08:00')
  await makeWindows(await h.house.asSystem(h.orgId, 'test'), connectionId)
  await drainSync(h, connectionId, admin)
  const days = await h.sql(
    'select reported_on::text as day, count(*)::int as n, sum(available)::int as units from fba_stock_now group by 1 order by 1',
  )
  expect(days.map(one => [one['n'], one['units']])).toEqual([
    [3, 36],
    [3, 36],
  ])
})

test('from an amount of profit to its lines to the file that was fetched, by the rights to the import and to its bytes', async () => {
  await fetched('settlement')
  const [run] = await h.sql('select r.id::text as id, file_name as name from import_run r join sync_window w on w.import_id = r.id')
  expect((await good(admin, '/syncWindow/list', {})).list).toMatchObject([{ report: '结算报表', planIdLabel: '结算报表' }])
  const shopId = h.shop('amazon.de')
  await h.ledger('2025-10-01', '2025-10-31')
  const lines = { measure: 'ledger', where: { shop: [shopId] }, startDate: '2025-10-01', endDate: '2025-10-31', currency: 'shop' }
  const filesFor = async (by: Person): Promise<unknown[]> => {
    const shown = await good(by, '/companyProfit/lines', lines)
    const below = await good(by, '/AmzSettlement/lineList', { settlementId })
    expect(shown.list.length * below.list.length).toBeGreaterThan(0)
    expect(shown.columns).toContainEqual({ field: 'importId', title: '来源文件', kind: 'reference', opens: 'fileImportHistory' })
    return [...new Set([...shown.list, ...below.list].map(row => `${row.importId} ${row.importIdLabel}`))]
  }
  const original = (by: Person) => by.post('/fileImportHistory/original', { id: run?.['id'] })
  expect(await filesFor(admin)).toEqual([`${run?.['id']} ${run?.['name']}`])
  expect(await h.download('/fileImportHistory/original', { id: run?.['id'] }, admin)).toEqual(settlement)
  // who sees the import, and did not bring it
  expect(await filesFor(h.clerk)).toEqual([`${run?.['id']} ${run?.['name']}`])
  expect(await original(h.clerk)).toMatchObject({ code: 1003, msg: '只有导入人和系统管理员可以下载原文件' })
  // who sees the lines, and not the imports
  const taken = await h.sql(`delete from role_permission where permission = 'files.import' and operation = 2 returning org_id, role_id`)
  h.house.rights.forget?.()
  expect(await filesFor(h.clerk)).toEqual([`${run?.['id']} null`])
  expect((await original(h.clerk)).code).toBe(1003)
  for (const { org_id: org, role_id: role } of taken)
    await h.sql(`insert into role_permission (org_id, role_id, permission, operation) values ($1, $2, 'files.import', 2)`, [org, role])
  h.house.rights.forget?.()
  // the stored sums of its days go with it
  await good(admin, '/fileImportHistory/delete', { id: run?.['id'] })
})

test('an import that was taken back is told in its window, and fetched anew it is there again', async () => {
  await fetched('orders')
  const first = await factsOf('order_line')
  const [window] = await h.sql('select id::text as id, import_id::text as file from sync_window')
  await good(admin, '/fileImportHistory/delete', { id: window?.['file'] })
  expect(await factsOf('order_line')).toEqual({ n: 0, hash: null })
  await makeWindows(await h.house.asSystem(h.orgId, 'test'), connectionId)
  expect((await good(admin, '/syncWindow/list', {})).list).toMatchObject([{ state: 9, said: '导入已撤回，可重新同步' }])
  await good(admin, '/syncWindow/again', { ids: [window?.['id']] })
  await drainSync(h, connectionId)
  expect((await good(admin, '/syncWindow/list', {})).list).toMatchObject([{ state: 5, said: null }])
  expect(await factsOf('order_line')).toEqual(first)
})

test('a month that was closed between two readings keeps its figures; what comes late counts in the first open one', async () => {
  await fetched('transactions')
  const november = async () => [
    await factsOf('amazon_summary_line', `booked_on < '2026-12-01'`),
    canonical((await h.ledger('2026-11-01', '2026-11-30'))[h.shop('amazon.de')] ?? '0'),
  ]
  const closed = await november()
  expect(closed[1]).toBe('50.15')
  await h.sql(`insert into finance_month (org_id, month, state) values ($1, '2026-11-01', 1)`, [h.orgId])
  const [grown, ...others] = posted
  const late = { ...grown, transactionId: 'T6', postedDate: '2026-11-17T06:00:00.000Z' }
  const more = { ...grown, totalAmount: { currencyAmount: 99, currencyCode: 'EUR' } }
  const known = [more, ...others, late] as typeof posted
  await answers({ ...company, transactions: (from, to) => known.filter(one => one.postedDate >= from && one.postedDate <= to) })
  h.clock.now = new Date('2026-12-10T09:00:00+08:00')
  admin = await h.signIn('admin')
  await makeWindows(await h.house.asSystem(h.orgId, 'test'), connectionId)
  await drainSync(h, connectionId, admin)
  const read = await h.sql(`select round, state from sync_window where from_on = '2026-11-14' order by round`)
  expect(read).toEqual([
    { round: 0, state: 5 },
    { round: 14, state: 5 },
  ])
  // within the session of who asks
  h.clock.now = new Date('2026-11-21T10:00:00+08:00')
  expect(await november()).toEqual(closed)
  const booked = await h.sql(`select booked_on::text as day, amount::text from amazon_summary_line where booked_on > '2026-11-30'`)
  expect(booked).toEqual([{ day: '2026-12-01', amount: '10.0100' }])
})

/** `CALLS=10000` tries longer */
const calls = Number(process.env['CALLS'] ?? '200')
test('a marketplace that counts strictly, with answers that come sooner and later, refuses at most one call in a thousand', async () => {
  const bucket = { key: 'strict', rate: 0.5, burst: 10 }
  const called = { org_id: h.orgId, connection_id: connectionId, operation: 'strict', status: 429, ms: 1, bytes: 0, request_id: '' }
  const random = seededRandom(3)
  let [tokens, at, refused] = [bucket.burst, h.clock.now.getTime(), 0]
  const isTaken = (arrives: number): boolean => {
    tokens = Math.min(bucket.burst, tokens + (bucket.rate * Math.max(0, arrives - at)) / 1_000)
    at = Math.max(at, arrives)
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
  for (let made = 0; made < calls;) {
    const wait = await takeCall(h.house, [bucket], 0)
    h.clock.now = new Date(h.clock.now.getTime() + wait)
    if (wait > 0) continue
    if (isTaken(h.clock.now.getTime() + 20 + random.below(400))) made += 1
    else {
      refused += 1
      await noteCall(h.house, { ...called, at: h.clock.now.toISOString() }, { key: bucket.key, blockedMs: 1_000 })
    }
  }
  if (calls > 200) console.log({ calls, refused })
  expect(refused).toBeLessThanOrEqual(Math.ceil(calls / 1_000))
})
