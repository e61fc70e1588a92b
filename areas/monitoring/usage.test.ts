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
