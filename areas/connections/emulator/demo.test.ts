/** The demo company's connections: what its shops left arrives by one press, and a second one has nothing to fetch. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople, seededRandom } from '#areas/admin/index.ts'
import { leftFrom as firstLeft, orderWriters } from '#areas/sales/index.ts'
import { daysFromTo } from '#platform/format/dates.ts'
import { drainSync } from '../../../test/setup/drain-sync.ts'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { filesOf, leftFrom, plansOf } from '../../finance/demo/generate.ts'
import { orderFilesOf } from '../../finance/demo/order-files.ts'
import { type ShopPlan } from '../../finance/demo/timeline.ts'
import { readDemoShops } from '../../finance/demo/read-shops.ts'
import { planAll } from '../core/run.ts'
import { connections } from '../index.ts'
import { ordersOfDay, type DemoShop } from '../../sales/demo/orders.ts'
import { demoConnections, demoEmulator } from './demo.ts'

let h: ImportHouse
let admin: Person
beforeAll(async () => {
  h = await openImports(undefined, true, false, [connections])
  admin = await h.signIn('admin')
})
afterAll(() => h?.close())

test('a test lists the site, a press brings two weeks into the books, another has nothing to fetch; the shop is nowhere else', async () => {
  const shops = ((await readDemoShops(h.house.unscoped('test'))) ?? []).filter(one => one.marketplaceCode === 'amazon.ca')
  const [shop, plan] = [shops[0], plansOf(shops, { seed: 1, lines: 1_500, today: '2026-11-21', months: 2 })[0]]
  if (shop === undefined || plan === undefined) throw new Error('no shop')
  // what is left is what the whole would have had, and nothing else is missing
  const read = (of: ShopPlan) =>
    [filesOf(of), orderFilesOf(of)].flatMap(made => Array.from(made, ({ content, ...file }) => ({ ...file, text: [...content].join('') })))
  const files = read({ ...plan, isLeft: true })
  const ordered = (all: typeof files): number =>
    all.reduce((sum, { kind, text }) => sum + (kind === 'orders' ? text.trim().split('\n').length - 1 : 0), 0)
  const settled = (all: typeof files): number => all.filter(one => one.kind === 'settlement').length
  const whole = read(plan)
  expect([ordered(files), settled(files)]).toEqual([ordered(whole), settled(whole)])
  const left = files.flatMap(({ kind: report, leftSince: since, text }) => (since === undefined ? [] : [{ report, since, text }]))
  expect(left.map(one => one.report)).toEqual(['settlement', 'orders'])

  for (const { name, text } of files.filter(one => one.leftSince === undefined)) await h.import(name, text, { shopId: shop.id })
  const ledger = () => h.ledger('2026-11-01', '2026-11-30')
  const before = await ledger()
  const connecting = demoConnections(h.house)
  connecting.leave({ shop, from: leftFrom(plan), files: left })
  await connecting.connect(demoPeople(h.house))
  Object.assign(h.house.settings, { emulator: demoEmulator(h.house.settings.dataDir) })
  const one = async () => (await admin.post('/shopConnection/list', {})).data.list[0]
  const { id, version } = await one()
  expect((await admin.post('/shopConnection/test', { id, version })).msg).toBe('')
  // what it takes is told before anything is fetched
  expect(await one()).toMatchObject({ isEmulated: true, state: 1, sites: ['amazon.ca'], bar: '' })
  const tested = (await admin.post('/syncPlan/list', { state: 1 })).data.list
  expect(tested.map((plan: { role: string; firstCalls: number }) => [plan.role, plan.firstCalls > 0])).toEqual([
    ['财务与会计', true],
    ['库存与订单追踪', true],
  ])
  await planAll(h.house)
  expect(await h.sql('select 1 from sync_window')).toEqual([])
  expect((await admin.post('/shopConnection/sync', { id, version: (await one()).version })).msg).toBe('')
  expect(await one()).toMatchObject({ bar: '░░░░░░░░░░ 0/2' })

  await drainSync(h, String(id))
  const windows = (await admin.post('/syncWindow/list', {})).data.list
  expect(windows.map((w: { report: string; state: number; said: string | null }) => [w.report, w.state, w.said])).toEqual([
    ['所有订单', 5, null],
    ['结算报表', 5, null],
  ])
  expect(windows.map((w: { importId: string | null }) => w.importId === null)).toEqual([false, false])
  expect((await one()).bar).toBe('██████████ 2/2')
  const last = await h.sql('select settlement_id, total from amazon_settlement where shop_id = $1 order by settlement_id desc', [shop.id])
  expect(last[0]?.['settlement_id']).toBe(left[0]?.text.split('\n')[1]?.split('\t')[0])
  expect(await ledger()).not.toEqual(before)
  const { msg } = await admin.post('/shopConnection/sync', { id, version: (await one()).version })
  expect(msg).toBe('数据已是最新，没有要取的区间')
})

const today = '2026-11-21'
const told = `select order_no, line_no, item_id, sku, quantity::int as n, sales::text as sales, tax::text as tax, currency, status,
  purchased_at
  from order_line order by order_no, line_no`
test('a shop of eBay, of Walmart, of AliExpress: what was left arrives, and is that of the file that people download', async () => {
  await h.sql('truncate marketplace_app, shop_connection, call_bucket restart identity cascade')
  await h.sql('delete from order_line')
  const connecting = demoConnections(h.house)
  const from = firstLeft(today)
  const shops = await h.sql(`select s.id::text as id, s.name, s.currency, m.code as "marketplaceCode", m.zone from shop s
    join marketplace m on m.code = s.marketplace_code where m.code in ('ebay.co.uk', 'walmart.com', 'aliexpress.com') order by m.code`)
  const files = shops.map((row, number) => {
    const shop = { ...row, number, decimals: 2 } as unknown as DemoShop
    const product = String(row['marketplaceCode']).split('.')[0] as 'ebay' | 'walmart' | 'aliexpress'
    const writer = orderWriters[product]
    const offers = [7, 8, 9].map(at => ({ sku: `YF-${at}`, title: 'Lamp', cents: 1_000 + at, itemId: writer.itemId(at) }))
    const orders = daysFromTo(from, '2026-11-19').flatMap(day =>
      ordersOfDay(shop, day, today, offers, 1, seededRandom(Number(day.slice(8)))),
    )
    connecting.leave({ shop, from, files: [{ report: `${product}Orders`, text: JSON.stringify(writer.listed?.(orders, shop)) }] })
    return { shop, name: `orders.${writer.extension}`, content: writer.write(orders, shop).join('') }
  })
  await connecting.connect(demoPeople(h.house))
  Object.assign(h.house.settings, { emulator: demoEmulator(h.house.settings.dataDir) })
  for (const { id, version, name } of (await admin.post('/shopConnection/list', {})).data.list) {
    expect([name, (await admin.post('/shopConnection/test', { id, version })).msg]).toEqual([name, ''])
    await drainSync(h, String(id), admin)
  }
  const arrived = (await h.sql(told)).map(row => JSON.stringify(row))
  expect(arrived.length).toBeGreaterThan(60)
  await h.sql('delete from order_line')
  for (const { shop, name, content } of files)
    await h.import(name, content, { shopId: shop.id, path: '/saleOrder/importData', accept: true })
  expect(arrived).toEqual((await h.sql(told)).map(row => JSON.stringify(row)))
})

test('outside the demo company nothing answers for a marketplace', async () => {
  Object.assign(h.house.settings, { emulator: undefined })
  await h.sql('delete from connection_token')
  const [{ id, version }] = (await admin.post('/shopConnection/list', {})).data.list
  expect((await admin.post('/shopConnection/test', { id, version })).msg).toBe('无法连接平台，请检查服务器网络或代理')
  const { list } = (await admin.post('/marketplaceApp/list', {})).data
  const made = { name: '另一个', appId: list[0].id, refreshToken: 'x', isEmulated: true }
  for (const [path, values] of [
    ['/shopConnection/insert', made],
    ['/shopConnection/update', { id, version, name: '改名', isEmulated: false }],
  ] as const) {
    const { code, msg } = await admin.post(path, values)
    expect([path, code, msg]).toEqual([path, 1002, '不能填写的字段 isEmulated'])
  }
})
