import { instantMs } from '#platform/format/instants.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, module, group } from '#platform/declare/page.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { reference } from '#areas/reference/index.ts'
import { admin } from '#areas/admin/index.ts'
import { supply } from '#areas/supply/index.ts'
import { goods } from '#areas/goods/index.ts'
import { finance } from '#areas/finance/index.ts'
import { sales } from '#areas/sales/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { roleLooksAt } from '../../../test/setup/role-looks.ts'
import { escalate } from './escalate.ts'
import { infoOf } from './freshness.ts'
import { levelOf } from './states.ts'
import { monitoring } from '../index.ts'

let h: DemoHouse
/** with what imports settlements */
let own: DemoHouse
beforeAll(async () => {
  h = await demoHouse([monitoring])
  own = await demoHouse([goods, supply, finance, sales, monitoring])
}, 60_000)
afterAll(() => Promise.all([h.close(), own.close()]))

test.each([
  // complete until, every so many days, today -> whom it concerns
  [null, 7, '2026-11-21', null, 1],
  ['2026-11-14', 7, '2026-11-21', '2026-11-21', 0],
  ['2026-11-13', 7, '2026-11-21', '2026-11-20', 1],
  ['2026-11-07', 7, '2026-11-21', '2026-11-14', 1],
  ['2026-11-06', 7, '2026-11-21', '2026-11-13', 2],
  ['2026-10-31', 7, '2026-11-21', '2026-11-07', 2],
  ['2026-10-30', 7, '2026-11-21', '2026-11-06', 3],
] as const)('complete until %s, every %i days, on %s: due on %s, level %i', (day, every, today, dueOn, level) =>
  expect(levelOf(day, every, today)).toEqual({ dueOn, level }),
)

test('a monitored page of which nothing is declared is never late', () => {
  const menu = { menuId: 'm', path: '/m', meta: { title: '利润', icon: null, keepAlive: true, operations: [], permission: 'p' } }
  expect(infoOf(menu, [], 'zh', () => null)).toMatchObject({ isWarning: 1, updatePeriod: null, lastUpdateTime: null, shops: [] })
})

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

test('shop by shop: told to the owner, his head, IT, each once, and closed when the data come', async () => {
  const [admin, it] = await Promise.all([signedInAs(own, 'admin'), signedInAs(own, 'it')])
  const orgId = own.demo.organisationIds[0] ?? ''
  const execute = (statement: string, values: readonly unknown[] = []) => own.db.executeQuery(CompiledQuery.raw(statement, [...values]))
  await roleLooksAt({ house: own.house, sql: execute }, '销售', 'finance.amazon.settlement')
  const [us, ca] = await own.db.selectFrom('shop').select('id').where('org_id', '=', orgId).orderBy('id').limit(2).execute()
  const person = async (username: string) =>
    own.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .innerJoin('employee as e', 'e.id', 'm.employee_id')
      .select(['a.id', 'e.id as employeeId', 'e.name', 'e.dept_id as deptId'])
      .where('a.username', '=', username)
      .where('m.org_id', '=', orgId)
      .executeTakeFirstOrThrow()
  const [clerk, seller, boss] = await Promise.all(['finance', 'sales', 'boss'].map(person))
  const run = (shopId: string | undefined, first_day: string, last_day: string) =>
    own.db
      .insertInto('import_run')
      .values({
        org_id: orgId,
        task_id: 0,
        file_id: 0,
        file_name: 'x',
        state: 2,
        family: 'amazonSettlement',
        shop_id: shopId,
        first_day,
        last_day,
        finished_at: own.clock.now.toISOString(),
        created_by: clerk?.id,
        created_by_name: clerk?.name,
      } as never)
      .execute()
  own.clock.now = new Date('2026-11-03T09:00:00+08:00')
  await run(us?.id, '2026-10-01', '2026-10-31')
  // a gap: what comes after it does not count
  await run(ca?.id, '2026-10-01', '2026-10-10')
  await run(ca?.id, '2026-10-12', '2026-10-31')
  const menuId = 'finance.amazonSettlements'
  const shops = async (by: Person) => (await by.get(`/menuSetting/monitorInfo?menuId=${menuId}`)).data.shops
  const [first, second] = (await shops(admin)).toSorted(
    (a: { shopId: string }, b: { shopId: string }) => Number(a.shopId) - Number(b.shopId),
  )
  expect(first).toMatchObject({ completeUntil: '2026-10-31', isWarning: 1, dueAt: '2026-11-14', owner: '周敏', everyDays: 14 })
  expect(second).toMatchObject({ completeUntil: '2026-10-10', isWarning: 0, dueAt: '2026-10-24', escalatedTo: null })
  // whoever sees one shop is told of that one
  expect((await shops(await signedInAs(own, 'sales'))).map((one: { shopId: string }) => one.shopId)).toEqual([us?.id])
  // by hand: the owner of one shop, who has a head
  await own.db
    .updateTable('department')
    .set({ manager_id: boss?.employeeId })
    .where('id', '=', seller?.deptId ?? '')
    .execute()
  const set = { menuId, shopId: ca?.id, ownerId: seller?.employeeId, everyDays: 10 }
  expect((await (await signedInAs(own, 'finance')).post('/menuSetting/monitorSet', set)).code).toBe(1003)
  expect((await admin.post('/menuSetting/monitorSet', { ...set, everyDays: 0 })).code).toBe(1002)
  expect((await admin.post('/menuSetting/monitorSet', { ...set, shopId: '999999999' })).code).toBe(1002)
  expect((await admin.post('/menuSetting/monitorSet', set)).code).toBe(0)
  expect((await admin.post('/menuSetting/monitorSet', set)).code).toBe(0)
  expect(await own.db.selectFrom('monitor_setting').select('owner_id').execute()).toHaveLength(1)

  const check = async (): Promise<void> => {
    const system = await own.house.asSystem(orgId, 'a test looks for late data')
    await system.write((tx, inside) => escalate(inside, tx))
  }
  const heard = async (who: string): Promise<number> => {
    const { list } = (await (await signedInAs(own, who)).post('/notify/list', { pageSize: 50 })).data
    return list.filter((one: { detail: string }) => one.detail?.includes('结算对账')).length
  }
  const told = async () => [await heard('sales'), await heard('boss'), await heard('it')]
  // due on the 20th of October with ten days: on the 3rd of November it is late by more than one period
  await check()
  expect(await told()).toEqual([1, 1, 0])
  await check()
  expect(await told()).toEqual([1, 1, 0])
  own.clock.now = new Date('2026-11-10T09:00:00+08:00')
  await check()
  await check()
  expect(await told()).toEqual([1, 1, 1])
  const late = async (state: number) =>
    (await it.post('/monitorLate/list', { conditionList: [{ field: 'state', condition: 'EQ', value: String(state) }], pageSize: 50 })).data
      .list
  // IT looks after it without seeing the shop's figures
  expect((await admin.post('/monitorLate/list', {})).data.list.length).toBeGreaterThan(0)
  expect(await late(2)).toEqual([])
  await run(ca?.id, '2026-10-11', '2026-10-11')
  await check()
  const rows = await own.db
    .selectFrom('monitor_late')
    .select(['state', 'closed_on', 'level'])
    .where('shop_id', '=', ca?.id ?? '')
    .where('menu_id', '=', menuId)
    .execute()
  expect(rows).toEqual([{ state: 2, closed_on: '2026-11-10', level: 3 }])
  // no data come any more: nobody is told
  expect((await admin.post('/menuSetting/monitorSet', { menuId, shopId: us?.id, isOff: true })).code).toBe(0)
  own.clock.now = new Date('2026-12-30T09:00:00+08:00')
  await check()
  expect(
    await own.db
      .selectFrom('monitor_late')
      .select('id')
      .where('shop_id', '=', us?.id ?? '')
      .where('menu_id', '=', menuId)
      .execute(),
  ).toEqual([])
})
