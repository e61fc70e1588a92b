import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { monitoring } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([monitoring])
})
afterAll(() => h.close())

const currencies = 'reference.currency'

test('openings are counted per month and day, by the clock of the server and for each person by himself', async () => {
  const [finance, boss] = [await signedInAs(h, 'finance'), await signedInAs(h, 'boss')]
  for (let time = 0; time < 3; time++) {
    // the browser's clock is years off
    expect((await finance.post(`/menuLog/pushMenuLog?logYear=1999&menuId=${currencies}&month=1`)).code).toBe(0)
    expect((await finance.post('/systemMenuClick/insertAndUpdate', { menuId: currencies, clickDate: '1999-01-01' })).code).toBe(0)
  }
  expect(await h.db.selectFrom('menu_log').select(['menu_id', 'times', 'log_year']).execute()).toMatchObject([
    { menu_id: currencies, times: 3 },
  ])
  expect((await h.db.selectFrom('menu_log').select('log_year').executeTakeFirstOrThrow()).log_year).not.toBe(1999)
  expect((await finance.post('/systemMenuClick/count')).data.list).toMatchObject([{ menuId: currencies, moduleId: 'reference', times: 3 }])
  expect((await boss.post('/systemMenuClick/count')).data.list).toEqual([])
})

test('a menu outside the own ones is unknown', async () => {
  const employee = await signedInAs(h, 'employee')
  expect((await employee.post('/menuLog/pushMenuLog', { menuId: currencies })).code).toBe(1004)
  expect((await employee.post('/systemMenuClick/insertAndUpdate', { menuId: currencies })).code).toBe(1004)
  expect((await employee.post('/systemUsageRecord/routeUse', { component: 'list/currency' })).code).toBe(1004)
})

test('sessions and the use of components', async () => {
  const finance = await signedInAs(h, 'finance')
  await finance.post('/systemUsageRecord/access')
  await finance.post('/systemUsageRecord/access')
  expect(await h.db.selectFrom('usage_record').select('times').execute()).toEqual([{ times: 2 }])
  await finance.post('/systemUsageRecord/routeUse', { component: 'list/currency', isUpdateTime: true })
  await finance.post('/systemUsageRecord/routeUse', { component: 'list/currency' })
  const [used] = await h.db.selectFrom('route_use').select(['times', 'updated_data_at']).execute()
  expect(used?.times).toBe(2)
  expect(used?.updated_data_at).not.toBeNull()
})

test("the organisation's log and statistics, for system administrators", async () => {
  const [admin, finance, boss] = [await signedInAs(h, 'admin'), await signedInAs(h, 'finance'), await signedInAs(h, 'boss')]
  await h.db.deleteFrom('menu_log').execute()
  await h.db.deleteFrom('menu_click').execute()
  for (const who of [finance, finance, boss]) {
    await who.post('/menuLog/pushMenuLog', { menuId: currencies })
    await who.post('/systemMenuClick/insertAndUpdate', { menuId: currencies })
  }
  await boss.post('/systemMenuClick/insertAndUpdate', { menuId: 'reference.country' })
  for (const path of ['/menuLog/pageList', '/system/sysStatisticalTable']) expect((await finance.post(path)).code).toBe(1003)

  const log = (await admin.post('/menuLog/pageList', { menuId: currencies, pageSize: 1 })).data
  expect(log).toMatchObject({ total: 2, pageNum: 1, pageSize: 1, list: [{ menuId: currencies, title: '币种', logYear: 2026, month: 11 }] })
  const both = (await admin.post('/menuLog/pageList', {})).data.list as { employeeName: string; times: number }[]
  expect(new Map(both.map(row => [row.employeeName, row.times])).get('周敏')).toBe(2)
  expect((await admin.post('/menuLog/pageList', { logYear: 2025 })).data.total).toBe(0)

  const table = (ask: object) => admin.post('/system/sysStatisticalTable', ask)
  expect((await table({})).data).toEqual({
    list: [
      { period: '2026-11-21', key: currencies, title: '币种', times: 3, users: 2 },
      { period: '2026-11-21', key: 'reference.country', title: '国家', times: 1, users: 1 },
    ],
    total: 2,
    pageNum: 1,
    pageSize: 10,
    totals: { times: '4', users: '2' },
  })
  // a week begins on Monday
  expect((await table({ timeEnum: 'WEEK', statisticalDimension: 'MODULE' })).data.list).toEqual([
    { period: '2026-11-16', key: 'reference', title: '基础资料', times: 4, users: 2 },
  ])
  const people = (await table({ statisticalDimension: 'USER' })).data.list as { title: string; times: number }[]
  expect(people.map(row => [row.title, row.times])).toContainEqual(['周敏', 2])
  expect((await table({ statisticalDimension: 'DEPT' })).data.totals.times).toBe('4')
  expect((await table({ endDate: '2026-11-20' })).data).toMatchObject({ total: 0, list: [], totals: { times: '0' } })
  expect((await table({ startDate: '2026-11-21', endDate: '2026-11-20' })).code).toBe(1002)
  expect((await table({ statisticalDimension: 'SHOP' })).code).toBe(1002)
  // the other organisation is another company
  expect((await admin.post('/system/sysStatisticalTable', {}, h.demo.organisationIds[1])).data.list ?? []).toEqual([])
})
