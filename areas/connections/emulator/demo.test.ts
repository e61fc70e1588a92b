/** The demo company's connection: what its shop left arrives by one press, and a second one has nothing to fetch. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { drainSync } from '../../../test/setup/drain-sync.ts'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { filesOf, leftFrom, plansOf } from '../../finance/demo/generate.ts'
import { orderFilesOf } from '../../finance/demo/order-files.ts'
import { type ShopPlan } from '../../finance/demo/timeline.ts'
import { readDemoShops } from '../../finance/demo/read-shops.ts'
import { planAll } from '../core/run.ts'
import { connections } from '../index.ts'
import { demoEmulator, leaveToConnections } from './demo.ts'

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
  const left = files.flatMap(({ kind, leftSince: since, text }) => (since === undefined ? [] : [{ kind, since, text }]))
  expect(left.map(one => one.kind)).toEqual(['settlement', 'orders'])

  for (const { name, text } of files.filter(one => one.leftSince === undefined)) await h.import(name, text, { shopId: shop.id })
  const ledger = () => h.ledger('2026-11-01', '2026-11-30')
  const before = await ledger()
  await leaveToConnections(h.house, demoPeople(h.house))({ shop, from: leftFrom(plan), files: left })
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
