/** IT projects through the real calls: from the work order to the release, progress, dependencies, who sees what, two at once, bad input. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workOrders } from '#areas/work-orders/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { projects } from './index.ts'

let h: DemoHouse
const names = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'it', 'employee'] as const
type Name = (typeof names)[number]
const who = {} as Record<Name, Person>
const employeeOf = {} as Record<Name, string>
const start = '2026-11-18T09:00:00+08:00'

beforeAll(async () => {
  h = await demoHouse([workOrders, projects])
  await at(start)
  for (const name of names) {
    const found = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id')
      .where('a.username', '=', name)
      .where('m.employee_id', 'is not', null)
      .executeTakeFirstOrThrow()
    employeeOf[name] = String(found.employee_id)
  }
})
afterAll(() => h.close())
beforeEach(() => at(start))

async function at(time: string): Promise<void> {
  h.clock.now = new Date(time)
  for (const name of names) who[name] = await signedInAs(h, name)
}

async function made(by: Name, path: string, values: object): Promise<string> {
  const answer = await who[by].post(path, values)
  expect(answer.msg).toBe('')
  return answer.data.id
}
const days = { startOn: '2026-11-18', endOn: '2026-12-18' }
let counter = 0
/** led by `it`, with keeper and employee */
const newProject = () =>
  made('admin', '/Project/insert', {
    name: `订单系统 ${(counter += 1)}`,
    managerId: employeeOf.it,
    memberIds: [employeeOf.keeper, employeeOf.employee],
    ...days,
  })
const task = (projectId: string, title: string, more: object = {}) =>
  made('it', '/ProjectTask/insert', { projectId, title, estimateHours: '8', assigneeId: employeeOf.keeper, ...days, ...more })
const one = async (family: string, id: string, by: Name = 'it') => (await who[by].get(`/${family}/${family === 'Project' ? 'get' : 'query'}/${id}`)).data
const step = (by: Name, family: string, id: string, state: number, more: object = {}) =>
  who[by].post(`/${family}/updateState`, { id, state, ...more })
async function stepped(by: Name, family: string, id: string, ...states: readonly (number | readonly [number, object])[]) {
  for (const to of states) {
    const [state, more] = typeof to === 'number' ? [to, {}] : to
    expect([state, (await step(by, family, id, state, more)).msg]).toEqual([state, ''])
  }
}

test('one trail: work order, requirement, task, version with its release note, seen from each end', async () => {
  const catalogId = await made('admin', '/workCatalogManagement/add', { name: '系统需求', ownerId: employeeOf.it })
  const workOrderId = await made('sales', '/workOrderManagement/add', { title: '订单导出慢', catalogId, requirement: '<p>慢</p>' })
  await who.admin.post('/workCatalogEmployeeManagement/save', { catalogId, employeeIds: [employeeOf.it] })
  const projectId = await newProject()
  await stepped('it', 'Project', projectId, 2)
  const planId = await made('it', '/ProjectPlan/insert', { projectId, name: 'V1.0', kind: 3, ...days })
  const requireId = await made('it', '/ProjectRequire/insert', { projectId, title: '导出改为后台任务', workOrderId })
  await stepped('it', 'ProjectRequire', requireId, 2, [3, { planId, ownerId: employeeOf.it }], 4)
  const taskId = await task(projectId, '后台导出', { requireId })
  expect(await one('ProjectTask', taskId)).toMatchObject({ planId, workOrderId, progress: '0.00', dueOn: days.endOn })
  const early = await step('it', 'ProjectRequire', requireId, 7)
  expect(early.code).toBe(1002)
  await stepped('it', 'ProjectRequire', requireId, 5, 6)
  expect((await step('it', 'ProjectRequire', requireId, 7)).msg).toBe('还有未完成的任务，不能上线')
  await stepped('keeper', 'ProjectTask', taskId, 2, [4, { spentHours: '6.5' }])
  expect(await one('ProjectRequire', requireId)).toMatchObject({ progress: '100.00', spentHours: '6.50', estimateHours: '8.00' })
  await stepped('it', 'ProjectRequire', requireId, 7)
  const told = (await who.sales.post('/notify/list', { pageSize: 50 })).data.list.map((one: { title: string }) => one.title)
  expect(told.some((title: string) => title.includes('上线') && title.includes('导出改为后台任务'))).toBe(true)
  // whoever asked for it sees the requirement, not the project
  expect((await one('ProjectRequire', requireId, 'sales')).title).toBe('导出改为后台任务')
  expect((await who.sales.get(`/Project/get/${projectId}`)).code).toBe(1004)
  await stepped('it', 'ProjectPlan', planId, 2, 3)
  const plan = await one('ProjectPlan', planId)
  expect(plan.releaseNote).toMatch(/^XQ202611-\d{4} 导出改为后台任务$/)
  expect(plan).toMatchObject({ progress: '100.00', dueOn: null })
  const related = async (type: string, id: string, by: Name = 'admin') =>
    Object.fromEntries(
      (await who[by].post('/listField/related', { type, id })).data.map((row: { type: string; field: string; total: number }) => [
        `${row.type}.${row.field}`,
        row.total,
      ]),
    )
  expect(await related('workOrder', workOrderId)).toMatchObject({ 'projectRequire.workOrderId': 1, 'projectTask.workOrderId': 1 })
  expect(await related('projectRequire', requireId)).toMatchObject({ 'projectTask.requireId': 1 })
  expect(await related('projectPlan', planId)).toMatchObject({ 'projectRequire.planId': 1, 'projectTask.planId': 1 })
  expect(await one('Project', projectId)).toMatchObject({ progress: '100.00', tasks: [{ state: 4, count: 1 }], late: { tasks: 0, plans: 0 } })
})

describe('progress', () => {
  test('what stands above others has their sums, days and state; 100 is finished and finished is 100', async () => {
    const projectId = await newProject()
    const top = await task(projectId, '开发')
    const [a, b] = [await task(projectId, '接口', { parentId: top, estimateHours: '3' }), await task(projectId, '页面', { parentId: top, estimateHours: '7', endOn: '2026-12-20' })]
    expect(await one('ProjectTask', top)).toMatchObject({ estimateHours: '10.00', isParent: true, endOn: '2026-12-20', state: 1 })
    const { version } = await one('ProjectTask', a)
    expect((await who.keeper.post('/ProjectTask/update', { id: a, version, progress: '33.33' })).msg).toBe('')
    // 3 h x 33.33 % of 10 h, cut off
    expect(await one('ProjectTask', top)).toMatchObject({ progress: '9.99', doneHours: '0.999900' })
    await stepped('keeper', 'ProjectTask', a, 2)
    expect(await one('ProjectTask', top)).toMatchObject({ state: 2 })
    expect((await who.keeper.post('/ProjectTask/update', { id: a, version: version + 2, progress: '100' })).msg).toBe('')
    expect(await one('ProjectTask', a)).toMatchObject({ state: 4, finishedOn: '2026-11-18' })
    await stepped('keeper', 'ProjectTask', b, 4)
    expect(await one('ProjectTask', top)).toMatchObject({ state: 4, progress: '100.00', finishedOn: '2026-11-18' })
    expect((await step('it', 'ProjectTask', top, 2, { left: '10', reason: 'x' })).msg).toBe('有下级任务的任务，状态由下级任务决定')
    await stepped('keeper', 'ProjectTask', b, [2, { left: '50', reason: '漏了一页' }])
    expect(await one('ProjectTask', top)).toMatchObject({ state: 2, progress: '65.00', finishedOn: null })
    expect(await one('Project', projectId)).toMatchObject({ progress: '65.00' })
    const stale = await one('ProjectTask', top)
    expect((await who.it.post('/ProjectTask/update', { id: top, version: stale.version, estimateHours: '99' })).data.errors[0].field).toBe('estimateHours')
  })
})
