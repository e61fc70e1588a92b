import { instantMs } from '#platform/format/instants.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, module, group } from '#platform/declare/page.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { reference } from '#areas/reference/index.ts'
import { admin } from '#areas/admin/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { infoOf } from './freshness.ts'
import { monitoring } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([monitoring])
})
afterAll(() => h.close())

const menu = { menuId: 'm', path: '/m', meta: { title: '利润', icon: null, keepAlive: true, operations: [], permission: 'p' } }
const now = new Date('2026-11-21T09:00:00+08:00')
const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString()

test.each([
  ['never', [], { isWarning: 0, lastUpdateTime: null, lastUpdateUserName: null, dataPrincipalName: null, updatePeriod: '每 7 天' }],
  ['in time', [{ at: daysAgo(7), by: '周敏' }], { isWarning: 1, lastUpdateUserName: '周敏', dataPrincipalName: '周敏' }],
  ['late', [{ at: daysAgo(7.01), by: '周敏' }], { isWarning: 0, lastUpdateUserName: '周敏' }],
  [
    'by several',
    [
      { at: daysAgo(1), by: '周敏' },
      { at: daysAgo(2), by: '林晓' },
      { at: daysAgo(3), by: '周敏' },
      { at: daysAgo(91), by: '很久以前' },
    ],
    { isWarning: 1, dataPrincipalName: '周敏,林晓' },
  ],
])('%s', (_name, updates, expected) => expect(infoOf(menu, { everyDays: 7 }, updates, now, 'zh')).toMatchObject(expected))

test('a monitored page of which nothing is declared is never late', () =>
  expect(infoOf(menu, null, [], now, 'zh')).toMatchObject({ isWarning: 1, updatePeriod: null }))

test('the newest change of the table it shows, for whoever may open the page', async () => {
  const finance = await signedInAs(h, 'finance')
  const menuId = 'reference.currencyRate'
  // the demo company's rates were brought by its clerk, as any are
  const { data: first } = await finance.get(`/menuSetting/monitorInfo?menuId=${menuId}`)
  expect(first).toMatchObject({ isWarning: 1, lastUpdateUserName: '周敏', updatePeriod: '每 31 天' })
  h.clock.now = new Date(h.clock.now.getTime() + 60_000)
  const rate = { month: '2026-12', currency: 'USD', rate: '7.1' }
  const added = await finance.post('/currencyManage/add', rate)
  expect(added.code).toBe(0)
  const { data: after } = await finance.get(`/menuSetting/monitorInfo?menuId=${menuId}`)
  expect(after).toMatchObject({ isWarning: 1, lastUpdateUserName: '周敏', dataPrincipalName: '周敏' })
  expect(instantMs(after.lastUpdateTime)).toBeGreaterThan(instantMs(first.lastUpdateTime))
  expect((await finance.post('/menuSetting/monitorList', {})).data).toMatchObject({ total: 1, list: [{ menuId, isWarning: 1 }] })
  // another organisation knows nothing of it
  const boss = await signedInAs(h, 'boss')
  expect((await boss.get(`/menuSetting/monitorInfo?menuId=${menuId}`, h.demo.organisationIds[1])).data).toMatchObject({
    lastUpdateTime: first.lastUpdateTime,
  })
  const employee = await signedInAs(h, 'employee')
  expect((await employee.get(`/menuSetting/monitorInfo?menuId=${menuId}`)).code).toBe(1004)
  expect((await employee.post('/menuSetting/monitorList', {})).data.list).toEqual([])
})

test('a page is put under monitoring, and out of it, by a system administrator', async () => {
  const [admin, finance] = [await signedInAs(h, 'admin'), await signedInAs(h, 'finance')]
  const menuId = 'reference.currency'
  const set = (who: Person, more = '') => who.get(`/menuSetting/updateMonitorMenu?menuId=${menuId}${more}`)
  expect((await set(finance)).code).toBe(1003)
  expect((await finance.get(`/menuSetting/monitorInfo?menuId=${menuId}`)).code).toBe(1004)
  expect((await set(admin)).data).toEqual({ isMonitoring: true })
  // nothing says what feeds it, so it is never late
  expect((await finance.get(`/menuSetting/monitorInfo?menuId=${menuId}`)).data).toMatchObject({ isWarning: 1, updatePeriod: null })
  expect((await set(admin, '&isMonitoring=1')).data).toEqual({ isMonitoring: true })
  expect((await set(admin)).data).toEqual({ isMonitoring: false })
  expect((await finance.get(`/menuSetting/monitorInfo?menuId=${menuId}`)).code).toBe(1004)
  expect((await admin.get('/menuSetting/updateMonitorMenu?menuId=reference.general')).code).toBe(1002)
  expect((await admin.get('/menuSetting/updateMonitorMenu?menuId=reference.nothing')).code).toBe(1004)
  expect((await set(admin, '&isMonitoring=2')).code).toBe(1002)
})

test('a page that is fed by nothing known does not start', () => {
  const fed = (freshness: object): Area => ({
    name: 'fed',
    title: ['喂', 'Fed'],
    resources: [],
    routes: {},
    modules: [
      module('fed', ['喂', 'Fed'], 'x', [
        group(
          'g',
          ['组', 'Group'],
          [
            page({
              path: '/fed',
              name: 'fed',
              title: ['页', 'Page'],
              component: 'fed',
              permission: 'fed',
              operations: [2],
              freshness: { everyDays: 1, ...freshness },
            }),
          ],
        ),
      ]),
    ],
  })
  expect(() => registryOf([reference, admin, fed({ families: ['nobody'] })])).toThrow('page fed: fed by the unknown family nobody')
  expect(() => registryOf([reference, admin, fed({ tables: ['no_table'] })])).toThrow('page fed: fed by the unknown table no_table')
})
