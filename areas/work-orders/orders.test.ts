/** A work order from the wish to the stars, through the real calls. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workOrders } from './index.ts'

let h: DemoHouse
const who: Record<string, Person> = {}
const employeeOf: Record<string, string> = {}
beforeAll(async () => {
  h = await demoHouse([workOrders])
  for (const name of ['admin', 'boss', 'finance', 'sales', 'buyer', 'employee']) {
    who[name] = await signedInAs(h, name)
    employeeOf[name] = (
      await h.db
        .selectFrom('account_organisation as m')
        .innerJoin('account as a', 'a.id', 'm.account_id')
        .select('m.employee_id')
        .where('a.username', '=', name)
        .where('m.employee_id', 'is not', null)
        .executeTakeFirstOrThrow()
    ).employee_id as string
  }
})
afterAll(() => h.close())

test('smoke', async () => {
  const type = await who['admin']!.post('/workCatalogManagement/add', { name: '系统需求', ownerId: employeeOf['finance'] })
  expect(type.code).toBe(0)
  console.log(type.data)
  console.log((await who['employee']!.get('/workCatalogManagement/list')).data)
  console.log((await who['employee']!.get(`/workCatalogManagement/associatedEmp?catalogId=${type.data.id}`)).data)
  const order = await who['employee']!.post('/workOrderManagement/add', {
    title: '打印机卡纸',
    catalogId: type.data.id,
    requirement: '<p>三楼打印机卡纸</p>',
  })
  console.log(order)
  console.log((await who['employee']!.post('/workOrderManagement/list')).data)
  console.log(await who['finance']!.post('/workOrderManagement/updateState', { id: order.data.id, state: 2 }))
  console.log((await who['finance']!.get(`/workOrderManagement/view/${order.data.id}`)).data)
  console.log((await who['finance']!.post('/notify/list')).data.list)
})
