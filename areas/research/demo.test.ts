/** The demo company's research. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { projects } from '#areas/projects/index.ts'
import { workOrders } from '#areas/work-orders/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { research } from './index.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([workOrders, projects, research, workflow])
  await research.demo?.(demoPeople(h.house))
  admin = await signedInAs(h, 'admin')
}, 120_000)
afterAll(() => h.close())

const listOf = async (type: string): Promise<Readonly<Record<string, unknown>>[]> =>
  (await admin.post(`/${type}/list`, { pageSize: 100 })).data.list

test('six projects at six gates, one forbidden to go on; samples, tests and loans, one of them late', async () => {
  const found = await listOf('rdProject')
  expect(found.map(one => one['gate']).toSorted()).toEqual([1, 2, 3, 4, 5, 7])
  const stopped = found.find(one => one['name'] === '宠物饮水机静音版')
  expect((await admin.post('/rdProject/pass', { ids: [{ id: stopped?.['id'] }], gate: 2, minutes: '过' })).code).not.toBe(0)
  expect((await listOf('sample')).length).toBeGreaterThanOrEqual(16)
  expect((await listOf('rdTest')).length).toBeGreaterThanOrEqual(12)
  expect((await listOf('infringementCheck')).map(one => one['verdict'])).toContain(4)
  expect((await listOf('sampleMove')).filter(one => one['loan'] === 1)).toHaveLength(2)
  expect((await listOf('rdGateStay')).length).toBeGreaterThan(15)
})
