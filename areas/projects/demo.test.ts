/** The demo company's projects. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { workOrders } from '#areas/work-orders/index.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { demoProjects } from './demo-words.ts'
import { projects } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([workOrders, projects])
  await workOrders.demo?.(demoPeople(h.house))
  await projects.demo?.(demoPeople(h.house))
}, 60_000)
afterAll(() => h.close())

test('two projects as far as their tasks say, in every state, some late, some from work orders', async () => {
  const admin = await signedInAs(h, 'admin')
  const { list } = (await admin.post('/Project/list', {})).data
  const byName = new Map(list.map((one: { name: string; progress: string }) => [one.name, one.progress]))
  for (const { name, tasks } of demoProjects) {
    const leaves = tasks.filter(task => !tasks.some(other => other.below === task.title))
    const hours = leaves.reduce((sum, one) => sum + one.hours, 0)
    const done = leaves.reduce((sum, one) => sum + one.hours * (one.done ?? 0), 0)
    expect([name, byName.get(name)]).toEqual([name, (Math.floor((done / hours) * 100) / 100).toFixed(2)])
  }
  const tasks = (await admin.post('/ProjectTask/list', { pageSize: 100 })).data.list
  expect(new Set(tasks.map((one: { state: number }) => one.state))).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(tasks.filter((one: { workOrderId: string | null }) => one.workOrderId !== null).length).toBeGreaterThan(3)
  expect(tasks.filter((one: { waitsFor: number }) => one.waitsFor > 0).length).toBeGreaterThan(3)
  const late = await Promise.all(list.map(async ({ id }: { id: string }) => (await admin.get(`/Project/get/${id}`)).data.late.tasks))
  expect(late.every(n => n > 0)).toBe(true)
})

test('the burn-down goes from all to what is left', async () => {
  const admin = await signedInAs(h, 'admin')
  for (const one of (await admin.post('/Project/list', {})).data.list) {
    const { series } = (await admin.post('/Project/burnDown', { id: one.id })).data
    const left = series[0].values.filter((value: string | null) => value !== null)
    expect(Number(left[0])).toBe(Number(one.estimateHours))
    expect(Number(left.at(-1))).toBeCloseTo(Number(one.estimateHours) - Number(one.doneHours), 2)
  }
})
