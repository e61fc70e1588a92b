/** The demo company's year of work orders. */
import { instantMs } from '#platform/format/instants.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { workOrders } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([workOrders])
  await workOrders.demo?.(demoPeople(h.house))
}, 60_000)
afterAll(() => h.close())

test('all states are there, and some are late', async () => {
  const rows = await h.db.selectFrom('work_order').select(['state', 'due_at', 'no']).execute()
  expect(rows).toHaveLength(120)
  expect(new Set(rows.map(row => row.no)).size).toBe(120)
  expect([...new Set(rows.map(row => row.state))].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(rows.filter(row => row.due_at !== null && instantMs(row.due_at) < h.clock.now.getTime()).length).toBeGreaterThan(3)
})

test('an order that has ended shows its way, its talk and its fields', async () => {
  const admin = await signedInAs(h, 'admin')
  const { list } = (await admin.post('/workOrderManagement/list', { state: 7, pageSize: 50 })).data
  const order = list.find((row: { requirementVersion: number }) => row.requirementVersion === 1)
  const view = (await admin.get(`/workOrderManagement/view/${order.id}`)).data
  expect(view.log.at(0)).toMatchObject({ title: '新增', to: 1 })
  expect(view.log.at(-1)).toMatchObject({ title: '评价', to: 7 })
  expect(view.values[0]).toMatchObject({ title: expect.any(String), value: expect.any(String) })
  const trace = (await admin.get(`/workOrderReplywManagement/trace?workOrderId=${order.id}`)).data
  expect(new Set(trace.list.map((one: { kind: string }) => one.kind))).toEqual(new Set(['comment', 'move']))
  // the next number goes on where they end
  const types = (await admin.get('/workCatalogManagement/list')).data
  expect(types.map((one: { name: string }) => one.name)).toEqual(['系统需求', '办公与设备', '采购加急', '物流异常', '财务单据', '设计变更'])
})
