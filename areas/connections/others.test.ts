/** eBay, Walmart and AliExpress against their side on this machine: what arrives is what an upload of the same answers brings. */
import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instantMs } from '#platform/format/instants.ts'
import { drainSync } from '../../test/setup/drain-sync.ts'
import { madeZip } from '../../test/setup/made-workbook.ts'
import { walmartLines, walmartReport, walmartStatementOf } from '../../test/setup/kind-samples.ts'
import { toStored } from '#platform/declare/sentence.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'
import type { Person } from '../../test/setup/demo-house.ts'
import { signatureOf } from './aliexpress/signature.ts'
import { verdictOf, verdictOfFault } from './core/classify.ts'
import { takeCall } from './core/limits.ts'
import { makeWindows, runSteps } from './core/run.ts'
import { endless } from './core/pages.ts'
import { AmazonEmulator, type Fault } from './emulator/amazon.ts'
import { connections } from './index.ts'
import { findRoles } from './set-up.ts'

const keys = generateKeyPairSync('ed25519')
const noticeKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signingKey = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const money = (value: string) => ({ value, currency: 'USD' })
const ebayOrder = (place: number) => ({
  orderId: `10-0000${place}-00001`,
  creationDate: '2026-11-16T10:00:00.000Z',
  lastModifiedDate: `2026-11-17T0${place}:00:00.000Z`,
  orderFulfillmentStatus: 'FULFILLED',
  orderPaymentStatus: 'PAID',
  buyer: { username: 'anna' },
  lineItems: [
    {
      legacyItemId: '317000000001',
      sku: 'YF-1',
      title: 'Lamp',
      quantity: 2,
      lineItemCost: money('39.98'),
      taxes: [{ amount: money('2.80') }],
    },
  ],
})
const ebayTransaction = (place: number) => ({
  transactionId: `T-${place}`,
  transactionType: 'SALE',
  bookingEntry: 'CREDIT',
  transactionDate: `2026-11-17T0${place}:00:00.000Z`,
  orderId: `10-0000${place}-00001`,
  amount: money('34.98'),
  totalFeeAmount: money('5.00'),
  orderLineItems: [{ marketplaceFees: [{ feeType: 'FINAL_VALUE_FEE', amount: money('5.00') }] }],
})
const payout = { payoutId: 'P-1', payoutStatus: 'SUCCEEDED', payoutDate: '2026-11-18T01:00:00.000Z', amount: money('174.90') }
const walmartOrders = (
  JSON.parse(readFileSync('test/fixtures/walmart/orders.json', 'utf8')) as { list: { elements: { order: readonly object[] } } }
).list.elements.order.map((order, i) => ({ ...order, orderDate: instantMs('2026-11-16T10:00:00Z') + i }))
const amount = (value: string) => ({ currency_code: 'USD', amount: value })
const aliexpressOrder = (place: number) => ({
  order_id: `81000000000000${place}`,
  gmt_create: '2026-11-16 02:00:00',
  gmt_pay_time: '2026-11-16 02:05:00',
  gmt_update: `2026-11-17 0${place}:00:00`,
  order_status: 'WAIT_SELLER_SEND_GOODS',
  issue_status: place < 3 ? 'END_ISSUE' : 'NO_ISSUE',
  buyer_login_id: 'anna',
  product_list: {
    order_product_dto: [
      {
        child_id: `82000000000000${place}`,
        product_id: '1005000000000001',
        sku_code: 'YF-1',
        product_name: 'Lamp',
        product_count: 1,
        total_product_amount: amount('9.90'),
        logistics_amount: amount('1.00'),
        son_order_status: 'WAIT_SELLER_SEND_GOODS',
      },
    ],
  },
})
const loan = (place: number) => ({
  released_datetime: `2026-11-17 0${place}:00:00`,
  order_id: `81000000000000${place}`,
  child_order_id: `82000000000000${place}`,
  loan_status: 'loan_ok',
  loan_amount: amount('9.20'),
  real_loan_amount: amount('9.20'),
  escrow_fee: amount('0.70'),
})
/** of two orders with a dispute one has its money back */
const refund = {
  id: '810000000000001',
  child_order_list: {
    global_aeop_tp_child_order_dto: [
      {
        child_order_id: '820000000000001',
        sku_code: 'YF-1',
        order_status: 'FINISH',
        refund_info: {
          refund_status: 'refund_success',
          refund_time: '2026-11-18 03:00:00',
          refund_reason: '少发',
          refund_cash_amt: { currency_code: 'USD', amount_str: '3.20' },
          refund_coupon_amt: { currency_code: 'USD', amount_str: '0.30' },
        },
      },
    ],
  },
}
const disputed = { id: '810000000000002', child_order_list: { global_aeop_tp_child_order_dto: [{ child_order_id: '820000000000002' }] } }
const five = [1, 2, 3, 4, 5]
const books = {
  ebayKey: keys.publicKey.export({ format: 'der', type: 'spki' }),
  ebayNotices: noticeKeys.publicKey.export({ format: 'der', type: 'spki' }),
  ebay: { orders: five.map(ebayOrder), transactions: five.map(ebayTransaction), payouts: [payout] },
  walmart: { orders: walmartOrders, files: {}, statement: null },
  aliexpress: {
    orders: five.map(aliexpressOrder),
    loans: five.map(loan),
    details: { [refund.id]: refund, [disputed.id]: disputed },
    secret: 'secret',
  },
}

let h: ImportHouse
let admin: Person
let emulator: AmazonEmulator
/** its clock ahead of ours */
let aheadMs = 0
beforeAll(async () => {
  h = await openImports(undefined, true, false, [connections])
  admin = await h.signIn('admin')
})
afterAll(() => h?.close())
beforeEach(async () => {
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  await h.sql('truncate marketplace_app, shop_connection, call_bucket restart identity cascade')
  await h.sql('delete from order_line')
  await h.sql('delete from aliexpress_refund')
  aheadMs = 0
  emulator = new AmazonEmulator({ sites: [], others: books, clock: () => new Date(h.clock.now.getTime() + aheadMs) })
  const address = await emulator.start()
  Object.assign(h.house.settings, { emulator: async () => address })
})
afterEach(() => emulator.stop())

const good = async (path: string, body: object): Promise<ReturnType<typeof JSON.parse>> => {
  const { code, msg, data } = await admin.post(path, body)
  expect([code, msg]).toEqual([0, ''])
  return data
}
async function connected(platform: number, besides: object = {}): Promise<string> {
  const app = await good('/marketplaceApp/insert', {
    name: '应用',
    platform,
    region: 1,
    clientId: 'id',
    clientSecret: 'secret',
    ...besides,
  })
  const made = await good('/shopConnection/insert', { name: '店', appId: app.id, refreshToken: 'again', backfillFrom: '2026-11-14' })
  await h.sql('update shop_connection set is_emulated = true where id = $1', [made.id])
  return String(made.id)
}
const testOf = (id: string) => admin.post('/shopConnection/test', { id, version: 1 })
const ended = () => h.sql('select report, state, said from sync_window where round = 0 order by report, from_on')

const some: readonly Fault[] = ['throttle', 'status503', 'drop', 'cutJson', 'expire', 'strange', 'repeatPage']
const platforms = [
  {
    name: 'eBay',
    faults: some,
    platform: 2,
    site: 'ebay.com',
    keys: { signingKey, signingName: 'jwe' },
    call: 'transaction',
    done: ['ebayOrders', 'ebayPayouts', 'ebayTransactions'],
  },
  {
    name: 'Walmart',
    faults: ['expire', 'repeatPage'] satisfies Fault[],
    platform: 3,
    site: 'walmart.com',
    keys: {},
    call: 'orders',
    done: ['walmartOrders'],
  },
  {
    name: 'AliExpress',
    faults: ['expire', 'cutJson', 'repeatPage'] satisfies Fault[],
    platform: 4,
    site: 'aliexpress.com',
    keys: {},
    call: 'aliexpress.solution.order.get',
    done: ['aliexpressOrders', 'aliexpressPayouts', 'aliexpressRefunds'],
  },
] as const

describe.each(platforms)('$name', ({ platform, site, keys: given, faults, call, done }) => {
  test.each(['none', ...faults] as const)('%s: all pages of it arrive, each line once', async fault => {
    const id = await connected(platform, given)
    expect((await testOf(id)).msg).toBe('')
    expect(await h.sql('select shop_id::text as shop from connection_shop')).toEqual([{ shop: h.shop(site) }])
    // the first is the test of the connection
    if (fault !== 'none') emulator.scripts = [{ operation: call, nth: (emulator.calls.get(call) ?? 0) + 2, does: fault }]
    await drainSync(h, id, admin)
    const rows = await ended()
    expect(
      rows.filter(row => row['state'] === 5).map(row => row['report']),
      JSON.stringify(rows),
    ).toEqual(done)
    expect(rows.filter(row => row['state'] !== 5 && row['state'] !== 6)).toEqual([])
    const [{ n, orders } = {}] = await h.sql('select count(*)::int as n, count(distinct order_no)::int as orders from order_line')
    expect([n, orders]).toEqual(platform === 3 ? [walmartOrders.length, walmartOrders.length] : [5, 5])
    if (platform === 2) expect(await h.sql('select sum(amount)::text as total from market_line')).toEqual([{ total: '0.0000' }])
    if (platform === 4)
      expect(
        await h.sql(`select (select sum(paid_amount)::text from aliexpress_order_item) as paid, refunded_on::text as day, order_id,
          child_order_id, refund_amount::text as refunded, paid_amount::text as back from aliexpress_refund`),
      ).toEqual([
        {
          paid: '46.0000',
          day: '2026-11-18',
          order_id: refund.id,
          child_order_id: '820000000000001',
          refunded: '3.5000',
          back: '3.2000',
        },
      ])
  })
})

test('a signature that is refused stops the connection and says which keys', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const id = await connected(2, { signingKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), signingName: 'jwe' })
  await testOf(id)
  await drainSync(h, id, admin)
  expect((await good('/shopConnection/list', {})).list[0]).toMatchObject({ state: 3, why: '签名被拒绝，请检查密钥和服务器时间' })
  // with windows under way it is deleted all the same
  const [{ version }] = (await good('/shopConnection/list', {})).list
  await good('/shopConnection/delete', { id, version })
  expect(await h.sql('select 1 from sync_window')).toEqual([])
})

test('a secret of another application is told by AliExpress with a code in an answer of 200', async () => {
  const id = await connected(4, { clientSecret: 'another' })
  expect((await testOf(id)).msg).toBe('签名被拒绝，请检查密钥和服务器时间')
})

test('AliExpress’s signature is that of its sorted names and values behind the path', () => {
  const values = { app_key: '123456', access_token: 'test', timestamp: '1517820392000', sign_method: 'sha256', order_id: '1234' }
  expect(signatureOf('/order/get', values, 'helloworld')).toBe('4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A')
})

describe('what people enter wrongly, and accounts that are not as one thinks', () => {
  test('a secret pasted with spaces and a line end is the secret', async () => {
    const id = await connected(4, { clientSecret: '  secret\n' })
    expect((await testOf(id)).msg).toBe('')
  })
  test('a second connection of the same account takes no shop from the first; a shop is in one alone, and of its marketplace', async () => {
    const first = await connected(3)
    await testOf(first)
    const app = (await good('/marketplaceApp/list', {})).list[0]
    const second = (await good('/shopConnection/insert', { name: '又一份', appId: app.id })).id
    await h.sql('update shop_connection set is_emulated = true')
    expect((await testOf(String(second))).msg).toBe('')
    expect(await h.sql('select connection_id::text as id from connection_shop')).toEqual([{ id: first }])
    const taken = await admin.post('/connectionShop/insert', { connectionId: second, shopId: h.shop('walmart.com') })
    expect([taken.code, taken.msg]).not.toEqual([0, ''])
    const strange = await admin.post('/connectionShop/insert', { connectionId: second, shopId: h.shop('ebay.com') })
    expect(JSON.stringify(strange)).toContain('店铺不属于这份授权的平台')
  })
  test('roles that lack or that nobody uses, sites without a shop and the cost are told after a test, before a fetching', async () => {
    const row = async () => (await good('/shopConnection/list', {})).list[0]
    // Walmart tells the roles of its keys: Items is one that no plan needs
    const id = await connected(3)
    await testOf(id)
    expect(await row()).toMatchObject({
      step: 4,
      shops: 1,
      freeSites: [],
      granted: ['Orders', 'Reports', 'Item'],
      lacking: [],
      spare: ['Item'],
    })
    const plans = (await good('/syncPlan/list', {})).list as { id: string; report: string; firstCalls: number; version: number }[]
    const sum = plans.reduce((n, one) => n + one.firstCalls, 0)
    expect(await row()).toMatchObject({ firstCalls: sum, firstMinutes: expect.any(Number) })
    await good('/syncPlan/pause', { ids: plans.filter(one => one.report === '沃尔玛订单').map(one => one.id) })
    expect(await row()).toMatchObject({ spare: ['Orders', 'Item'] })
    expect((await row()).firstCalls).toBeLessThan(sum)
    // nothing is fetched by it
    expect([await h.sql('select 1 from sync_window'), await h.sql('select round_at from shop_connection')]).toEqual([
      [],
      [{ round_at: null }],
    ])
    const [shop] = (await good('/connectionShop/list', {})).list
    await good('/connectionShop/delete', { id: shop.id, version: shop.version })
    expect(await row()).toMatchObject({ step: 3, shops: 0, freeSites: ['walmart.com'] })
    await good('/connectionShop/insert', { connectionId: id, shopId: h.shop('walmart.com') })
    expect(await row()).toMatchObject({ step: 4, shops: 1, freeSites: [] })
  })
  test('of a marketplace that does not tell roles each is asked for by a call; AliExpress’s consent lacks one', async () => {
    const id = await connected(4)
    await testOf(id)
    emulator.scripts = [{ operation: 'aliexpress.trade.redefining.findloanlistquery', nth: 1, does: 'role' }]
    await findRoles(h.house, { connectionId: id, orgId: h.orgId })
    expect((await good('/shopConnection/list', {})).list[0]).toMatchObject({ granted: ['订单'], lacking: ['资金'], spare: [] })
  })
  test('what ends when: the days that the marketplace rules, unless somebody names one; another key begins anew', async () => {
    const id = await connected(2, { signingKey, signingName: 'jwe' })
    const app = async () => (await good('/marketplaceApp/list', {})).list[0]
    const row = async () => (await good('/shopConnection/list', {})).list[0]
    expect(await app()).toMatchObject({ secretEndsOn: null, signingEndsOn: '2029-11-20', genuine: 0 })
    expect(await row()).toMatchObject({ endsOn: '2028-05-21', expiry: 1 })
    await good('/shopConnection/update', { id, version: 1, endsOn: '2026-11-30' })
    expect(await row()).toMatchObject({ endsOn: '2026-11-30', expiry: 30 })
    await good('/shopConnection/update', { id, version: 2, refreshToken: 'another' })
    expect(await row()).toMatchObject({ endsOn: '2028-05-21' })
  })
  test.each([
    ['text that is no key', 2, 'abc', '不是 Ed25519 私钥'],
    ['the public key', 2, keys.publicKey.export({ format: 'pem', type: 'spki' }).toString(), '不是 Ed25519 私钥'],
    ['a key of another marketplace', 3, signingKey, '只有 eBay'],
  ])('a signing key: %s is refused by the form', async (_, platform, key, said) => {
    const keyOf = { name: '应用', platform, region: 1, clientId: 'id', clientSecret: 'secret', signingKey: key, signingName: 'jwe' }
    expect(JSON.stringify(await admin.post('/marketplaceApp/insert', keyOf))).toContain(said)
  })
  test.each([{ signingKey }, { signingName: 'jwe' }, { signingEndsOn: '2027-01-01' }])(
    'what eBay alone has is refused by an application of Walmart that is there: %j',
    async besides => {
      await connected(3)
      const [{ id, version }] = (await good('/marketplaceApp/list', {})).list
      expect(JSON.stringify(await admin.post('/marketplaceApp/update', { id, version, ...besides }))).toContain('只有 eBay')
    },
  )
  test('a token of another account or region, pasted without PUBLIC_URL: the test says to consent again, the first step', async () => {
    expect(h.house.settings.publicUrl).toBeNull()
    const id = await connected(4)
    emulator.scripts = [{ operation: 'refresh', nth: 1, does: 'role' }]
    expect((await testOf(id)).msg).toBe('授权已失效，请重新授权')
    expect((await good('/shopConnection/list', {})).list[0]).toMatchObject({ state: 2, step: 1, why: '授权已失效，请重新授权' })
  })
  test('a site that is no shop is listed and fetches nothing', async () => {
    await h.sql('update shop set status = 0 where id = $1', [h.shop('walmart.com')])
    const id = await connected(3)
    expect((await testOf(id)).msg).toBe('')
    await h.sql('update shop set status = 1 where id = $1', [h.shop('walmart.com')])
    const [row] = (await good('/shopConnection/list', {})).list
    expect(row).toMatchObject({ state: 1, sites: ['walmart.com'] })
    expect((await admin.post('/shopConnection/sync', { id, version: row.version })).msg).toBe('数据已是最新，没有要取的区间')
  })
  test('a token of another account, and an answer that is too large, are told in words', () => {
    const ended = verdictOf(400, {}, JSON.stringify({ error: 'invalid_grant' }), '')
    expect(ended).toMatchObject({ is: 'reauthorise' })
    expect(verdictOfFault('large')).toMatchObject({ is: 'fail' })
  })
})

describe('a clock that is wrong', () => {
  const why = async () => (await good('/shopConnection/list', {})).list.map((one: { state: number; why: string }) => [one.state, one.why])
  const minute = 60_000
  test.each([
    ['eBay', 2, 10],
    ['AliExpress', 4, 10],
    ['AliExpress', 4, -10],
  ])('%s (%s): %s minutes off: what is signed goes by its clock, a person is told, and nothing is lost', async (_, platform, minutes) => {
    const id = await connected(platform, platform === 2 ? { signingKey, signingName: 'jwe' } : {})
    aheadMs = minutes * minute
    expect((await testOf(id)).msg).toBe('')
    expect(await why()).toEqual([[1, '服务器时间与平台相差 10 分钟，请校准服务器时间']])
    await drainSync(h, id, admin)
    const rows = await ended()
    expect(rows.filter(row => row['state'] !== 5 && row['state'] !== 6)).toEqual([])
    expect(await h.sql('select count(*)::int as n from order_line')).toEqual([{ n: 5 }])
    // set right again: no longer told, and calls go on
    aheadMs = 0
    await good('/syncWindow/again', { ids: [(await good('/syncWindow/list', {})).list[0].id] })
    await drainSync(h, id, admin)
    expect(await why()).toEqual([[1, null]])
  })

  test('ours in the past: the days that are asked for are those of the marketplace', async () => {
    const dayMs = 24 * 60 * minute
    h.clock.now = new Date('2026-11-11T09:00:00+08:00')
    aheadMs = 10 * dayMs
    const id = await connected(3)
    expect((await testOf(id)).msg).toBe('')
    await drainSync(h, id, admin)
    const [row] = await h.sql(`select max(to_on)::text as last from sync_window where report = 'walmartOrders'`)
    expect(row).toEqual({ last: '2026-11-19' })
    expect(await h.sql('select count(distinct order_no)::int as n from order_line')).toEqual([{ n: walmartOrders.length }])
  })

  test('ours was in the future and is set back: neither a limit nor who asks for a token holds anybody up', async () => {
    const id = await connected(4)
    const now = h.clock.now
    h.clock.now = new Date('2031-01-01T00:00:00Z')
    aheadMs = now.getTime() - h.clock.now.getTime()
    await h.sql(`insert into connection_token (org_id, connection_id, ends_at, lease, leased_until)
      select org_id, id, '2031-01-01', 'dead', '2031-01-01' from shop_connection`)
    const buckets = [{ key: 'AliExpress 1 x', rate: 1, burst: 1 }]
    expect([await takeCall(h.house, buckets, 0), await takeCall(h.house, buckets, 0)]).toEqual([0, 1_000])
    h.clock.now = now
    aheadMs = 0
    expect((await testOf(id)).msg).toBe('')
    expect(await takeCall(h.house, buckets, 0)).toBe(1_000)
    h.clock.now = new Date(now.getTime() + 2_000)
    expect(await takeCall(h.house, buckets, 0)).toBe(0)
  })
})

test('a disk that is full is told in words, keeps nothing by halves, and it goes on when there is room', async () => {
  const id = await connected(2, { signingKey, signingName: 'jwe' })
  await testOf(id)
  await h.sql(`update sync_plan set state = 2 where report <> 'ebayOrders'`)
  const { files } = h.house
  const before = await h.sql('select count(*)::int as n from stored_file')
  const full = async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) yield part.subarray(0, 1)
    throw Object.assign(new Error('write'), { code: 'ENOSPC' })
  }
  Object.assign(h.house, { files: { ...files, put: (key: string, bytes: never, most: never) => files.put(key, full(bytes), most) } })
  await makeWindows(await h.house.asSystem(h.orgId, 'test'), id)
  for (let round = 0; round < 5; round += 1) {
    await runSteps(h.house, { connectionId: id, orgId: h.orgId })
    h.clock.now = new Date(h.clock.now.getTime() + 301_000)
  }
  const [row] = (await good('/syncWindow/list', {})).list
  expect(row).toMatchObject({ state: 0, said: '服务器磁盘空间已满，没有保存，请联系系统管理员清理磁盘后重试' })
  expect(await h.sql('select count(*)::int as n from stored_file')).toEqual(before)
  Object.assign(h.house, { files })
  await drainSync(h, id)
  expect(await ended()).toEqual([{ report: 'ebayOrders', state: 5, said: null }])
  expect(await h.sql('select count(*)::int as n from order_line')).toEqual([{ n: 5 }])
})

test('Walmart’s reconciliation file and its statement arrive, and the one proves the other', async () => {
  const cycle = ['11/01/2026', '11/14/2026'] as const
  const report = walmartReport(walmartLines(cycle, '11/09/2026'), cycle, '69.60')
  const files = { '10202026': Buffer.from('of earlier days'), '11172026': madeZip({ 'recon.csv': report }) }
  const statement = JSON.parse(walmartStatementOf('2026-11-23')) as object
  emulator.stop()
  emulator = new AmazonEmulator({ sites: [], others: { walmart: { orders: [], files, statement } } })
  const address = await emulator.start()
  Object.assign(h.house.settings, { emulator: async () => address })
  const id = await connected(3)
  expect((await testOf(id)).msg).toBe('')
  await drainSync(h, id, admin)
  expect(await ended()).toEqual([
    { report: 'walmartOrders', state: 6, said: null },
    { report: 'walmartReconciliation', state: 5, said: null },
    { report: 'walmartStatement', state: 5, said: null },
  ])
  const facts = () =>
    h.sql(
      `select count(*)::int as n, sum(amount)::text as total, (select count(distinct settled_on)::int from walmart_statement) as statements,
        (select sum(abs(difference))::text from walmart_proof) as off
      from market_line where shop_id = $1`,
      [h.shop('walmart.com')],
    )
  expect(await facts()).toEqual([{ n: 10, total: '69.6000', statements: 1, off: '0.0000' }])
  expect(emulator.calls.get('reconFile')).toBe(1)
  // the same uploaded by hand
  const again = await h.import('recon.csv', report, { path: '/WalMartFinanceData/Convert', shopId: h.shop('walmart.com'), as: admin })
  expect(again).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: 10 } })
  expect(await facts()).toEqual([{ n: 10, total: '69.6000', statements: 1, off: '0.0000' }])
})

test('a list of files whose pages do not end is given up in words', async () => {
  emulator.stop()
  emulator = new AmazonEmulator({ sites: [], others: { aliexpress: { orders: [], loans: [], secret: 'secret', pages: 1_000 } } })
  const address = await emulator.start()
  Object.assign(h.house.settings, { emulator: async () => address })
  const id = await connected(4)
  await testOf(id)
  await h.sql("update sync_plan set state = 2 where report <> 'aliexpressRefunds'")
  await h.sql("update sync_window set page_token = '499' where report = 'aliexpressRefunds'")
  await drainSync(h, id, admin)
  const said = (await ended()).flatMap(row => (row['report'] === 'aliexpressRefunds' ? [row['said']] : []))
  expect(new Set(said)).toEqual(new Set([toStored(endless)]))
})

describe('eBay’s notices of deleted accounts', () => {
  const notice = (username: string, topic = 'MARKETPLACE_ACCOUNT_DELETION') => ({
    metadata: { topic, schemaVersion: '1.0', deprecated: false },
    notification: { notificationId: 'n1', publishAttemptCount: 1, data: { username, userId: 'u1', eiasToken: 'e' } },
  })
  const signed = (body: object, kid = 'known'): Record<string, string> => {
    const signature = createSign('sha1').update(JSON.stringify(body)).sign(noticeKeys.privateKey, 'base64')
    return { 'x-ebay-signature': Buffer.from(JSON.stringify({ alg: 'ecdsa', kid, signature, digest: 'SHA1' })).toString('base64') }
  }
  let appId = ''
  const send = (body: object, headers: Record<string, string>) => h.outside(`/hook/ebay/${appId}`, body, headers)
  const known = () => h.sql('select user_name, first_name, last_name, email, erased_at is not null as erased from customer order by id')
  beforeEach(async () => {
    await h.sql('delete from customer')
    const id = await connected(2, { signingKey, signingName: 'jwe' })
    await testOf(id)
    await drainSync(h, id, admin)
    appId = (await good('/marketplaceApp/list', {})).list[0].id
  })
  afterEach(() => Object.assign(h.house.settings, { publicUrl: null }))

  test('its question is answered by address and token, which are told to who pastes them; without PUBLIC_URL it says so', async () => {
    const asked = `/hook/ebay/${appId}?challenge_code=c1`
    expect((await h.outside(asked)).text).toContain('请先设置 PUBLIC_URL')
    expect((await admin.post('/marketplaceApp/notice', { id: appId, version: 1 })).msg).toContain('请先设置 PUBLIC_URL')
    Object.assign(h.house.settings, { publicUrl: 'https://erp.example.com' })
    const told = (await h.download('/marketplaceApp/notice', { id: appId, version: 1 }, admin)).toString('utf8')
    const [, endpoint = '', token = ''] = /Endpoint: (.+)\nVerification token: ([\w-]{32,80})\n/.exec(told) ?? []
    expect(endpoint).toBe(`https://erp.example.com/api-2024/hook/ebay/${appId}`)
    const challengeResponse = createHash('sha256').update(`c1${token}${endpoint}`).digest('hex')
    expect(await h.outside(asked)).toEqual({ status: 200, type: 'application/json', text: JSON.stringify({ challengeResponse }) })
    expect((await h.outside('/hook/ebay/999?challenge_code=c1')).status).toBe(404)
  })

  test('who closed his account is erased once, and a file that comes again does not name him; his orders stay', async () => {
    expect(await known()).toMatchObject([{ user_name: 'anna', erased: false }])
    const other = notice('berta')
    expect((await send(other, signed(other))).status).toBe(200)
    expect(await known()).toMatchObject([{ user_name: 'anna', erased: false }])
    const body = notice('Anna')
    for (let time = 0; time < 2; time += 1) expect((await send(body, signed(body))).status).toBe(200)
    const gone = [{ user_name: null, first_name: null, last_name: null, email: null, erased: true }]
    expect(await known()).toEqual(gone)
    expect(await h.sql("select count(*)::int as n from audit_entry where verb = 'erase'")).toEqual([{ n: 1 }])
    const again = JSON.stringify({ orders: five.map(ebayOrder) })
    await h.import('orders.json', again, { path: '/saleOrder/importData', shopId: h.shop('ebay.com'), as: admin })
    expect(await known()).toEqual(gone)
    expect(await h.sql('select count(*)::int as n from order_line')).toEqual([{ n: 5 }])
    expect(emulator.calls.get('known')).toBe(1)
  })

  test.each([
    ['without a signature', {}],
    ['of another body', signed(notice('carla'))],
    ['by a key that eBay does not have', signed(notice('anna'), 'unknown')],
    ['that is no JSON', { 'x-ebay-signature': 'abc' }],
  ])('a notice %s is refused with 412 and erases nobody', async (_, headers) => {
    expect((await send(notice('anna'), headers)).status).toBe(412)
    expect(await known()).toMatchObject([{ user_name: 'anna', erased: false }])
  })

  test.each(['down', 'broken'])('where eBay gives no key (%s) a notice is to be sent again, and erases nobody', async kid => {
    const { status, text } = await send(notice('anna'), signed(notice('anna'), kid))
    expect([status, text]).toEqual([503, expect.stringContaining('暂时取不到 eBay 的公钥')])
    expect(await known()).toMatchObject([{ user_name: 'anna', erased: false }])
  })
})
