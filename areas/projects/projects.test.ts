/** IT projects through the real calls: from work order to release, progress, dependencies, who sees what, two at once, bad input. */
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
const one = async (family: string, id: string, by: Name = 'it') =>
  (await who[by].get(`/${family}/${family === 'Project' ? 'get' : 'query'}/${id}`)).data
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
  expect(await one('Project', projectId)).toMatchObject({
    progress: '100.00',
    tasks: [{ state: 4, count: 1 }],
    late: { tasks: 0, plans: 0 },
  })
})

describe('progress', () => {
  test('what stands above others has their sums, days and state; 100 is finished and finished is 100', async () => {
    const projectId = await newProject()
    const top = await task(projectId, '开发')
    const [a, b] = [
      await task(projectId, '接口', { parentId: top, estimateHours: '3' }),
      await task(projectId, '页面', { parentId: top, estimateHours: '7', endOn: '2026-12-20' }),
    ]
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
    expect((await who.it.post('/ProjectTask/update', { id: top, version: stale.version, estimateHours: '99' })).data.errors[0].field).toBe(
      'estimateHours',
    )
  })
})

test('whoever has a record open is told that its sums have changed, the writer as well; a refused write tells nobody', async () => {
  const projectId = await newProject()
  const top = await task(projectId, '开发')
  const open = await task(projectId, '未完成')
  const below = await task(projectId, '接口', { parentId: top, predecessorIds: [open] })
  for (const name of ['keeper', 'it'] as const)
    expect((await who[name].post('/realtime/watch', { type: 'projectTask', id: top })).code).toBe(0)
  const told = async (username: Name) =>
    (
      await h.db
        .selectFrom('push_message as p')
        .innerJoin('account as a', 'a.id', 'p.account_id')
        .where('a.username', '=', username)
        .orderBy('p.no')
        .select('p.message')
        .execute()
    ).flatMap(({ message }) => ((message as { kind: string }).kind === 'changed' ? [message] : []))
  const before = await Promise.all([told('keeper'), told('it')])
  const { version } = await one('ProjectTask', below)
  const full = await who.keeper.post('/ProjectTask/update', { id: below, version, progress: '100' })
  expect(full.msg).toBe('前置任务尚未完成（或同步任务尚未开始），请先处理它们或修改依赖')
  expect(await Promise.all([told('keeper'), told('it')])).toEqual(before)
  expect((await who.it.post('/ProjectTask/update', { id: below, version, estimateHours: '40' })).msg).toBe('')
  const news = { kind: 'changed', type: 'projectTask', id: top }
  expect((await told('keeper')).slice(before[0].length)).toEqual([news])
  expect((await told('it')).slice(before[1].length)).toEqual([news])
})

describe('dependencies', () => {
  test('a circle is refused and named, also through what stands above, and by two who each make half of it at once', async () => {
    const projectId = await newProject()
    const a = await task(projectId, '设计')
    const b = await task(projectId, '开发', { predecessorIds: [a] })
    const c = await task(projectId, '测试', { startWithIds: [b] })
    const depend = async (id: string, more: object) => {
      const { version } = await one('ProjectTask', id)
      return who.it.post('/ProjectTask/update', { id, version, ...more })
    }
    expect((await depend(a, { startWithIds: [c] })).data.errors).toEqual([
      { field: 'startWithIds', message: '任务依赖成环：设计 → 测试 → 开发 → 设计，请去掉其中一个依赖' },
    ])
    expect((await depend(a, { predecessorIds: [b] })).data.errors[0].message).toMatch(/设计 → 开发 → 设计/)
    const below = await task(projectId, '用例', { parentId: c })
    expect((await depend(below, { predecessorIds: [c] })).data.errors[0].message).toMatch(/测试 → 用例 → 测试/)
    const other = await task(await newProject(), '别的项目')
    expect((await depend(a, { predecessorIds: [other] })).data.errors[0]).toMatchObject({ message: '只能依赖同一个项目的任务，请重新选择' })
    const [x, y] = [await task(projectId, '甲'), await task(projectId, '乙')]
    const both = await Promise.all([depend(x, { startWithIds: [y] }), depend(y, { startWithIds: [x] })])
    expect(both.map(answer => answer.code).toSorted((m, n) => m - n)).toEqual([0, 1002])
  })

  test('a chain of 300 is read at once: a circle through all of it is refused and named', async () => {
    const projectId = await newProject()
    const ids = [await task(projectId, '任务 0')]
    const row = await h.db
      .selectFrom('project_task')
      .selectAll()
      .where('id', '=', ids[0] as string)
      .executeTakeFirstOrThrow()
    for (let at = 1; at < 300; at += 1) {
      const { id: _, ...rest } = row as unknown as Record<string, unknown> & { id: string }
      const values = { ...rest, title: `任务 ${at}`, predecessor_ids: [ids.at(-1)] }
      const added = await h.db
        .insertInto('project_task')
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.push(added.id)
    }
    const [first, last] = [ids[0] as string, ids.at(-1) as string]
    const circle = await who.it.post('/ProjectTask/update', { id: first, version: 1, predecessorIds: [last] })
    expect([circle.code, circle.data.errors[0].field]).toEqual([1002, 'predecessorIds'])
    expect(circle.data.errors[0].message).toMatch(/任务 0 → 任务 299 → .*… → 任务 0/)
    expect((await who.it.post('/ProjectTask/update', { id: last, version: 1, title: '最后一个' })).msg).toBe('')
  })

  test('a task begins after its predecessors are finished, or as soon as what it starts with has begun', async () => {
    const projectId = await newProject()
    const a = await task(projectId, '设计')
    const after = await task(projectId, '开发', { predecessorIds: [a] })
    const along = await task(projectId, '评审', { startWithIds: [a] })
    const refused = '前置任务尚未完成（或同步任务尚未开始），请先处理它们或修改依赖'
    expect((await step('keeper', 'ProjectTask', after, 2)).msg).toBe(refused)
    expect((await step('keeper', 'ProjectTask', along, 2)).msg).toBe(refused)
    expect((await one('ProjectTask', after, 'keeper')).may).not.toContain('start')
    // nor by the way around
    const { version } = await one('ProjectTask', after)
    expect((await who.keeper.post('/ProjectTask/update', { id: after, version, progress: '100' })).msg).toBe(refused)
    await stepped('keeper', 'ProjectTask', a, 2)
    await stepped('keeper', 'ProjectTask', along, 2)
    expect((await step('keeper', 'ProjectTask', after, 2)).msg).toBe(refused)
    await stepped('keeper', 'ProjectTask', a, 4)
    await stepped('keeper', 'ProjectTask', after, 2)
    expect((await who.it.post(`/ProjectTask/delete/${a}`)).code).toBe(1002)
  })
})

describe('who', () => {
  test('members see what belongs to their project, others nothing of it; another organisation nothing at all', async () => {
    const projectId = await newProject()
    const other = await made('admin', '/Project/insert', {
      name: '只有采购',
      managerId: employeeOf.buyer,
      memberIds: [employeeOf.finance],
      ...days,
    })
    const planId = await made('it', '/ProjectPlan/insert', { projectId, name: '一期', ...days })
    const requireId = await made('employee', '/ProjectRequire/insert', { projectId, title: '成员提的需求', planId })
    const taskId = await task(projectId, '一个任务', { requireId })
    const ids = { Project: projectId, ProjectPlan: planId, ProjectRequire: requireId, ProjectTask: taskId }
    for (const [family, id] of Object.entries(ids)) {
      const sees = async (by: Name): Promise<boolean> =>
        (await who[by].post(`/${family}/list`, { pageSize: 200 })).data.list.some((row: { id: string }) => row.id === id)
      expect([family, await sees('it'), await sees('keeper'), await sees('employee'), await sees('boss')]).toEqual([
        family,
        true,
        true,
        true,
        true,
      ])
      expect([family, await sees('buyer'), await sees('sales')]).toEqual([family, false, false])
      expect((await who.buyer.post(`/${family}/delete/${id}`)).code).toBe(1004)
      expect((await who.buyer.post(`/${family}/update`, { id, version: 1 })).code).toBe(1004)
      const elsewhere = h.demo.organisationIds[1] as string
      expect((await who.boss.post(`/${family}/list`, {}, elsewhere)).data.list).toEqual([])
      expect(
        (await who.boss.post('/listField/record', { type: family.charAt(0).toLowerCase() + family.slice(1), id }, elsewhere)).code,
      ).toBe(1004)
    }
    for (const path of ['/Project/burnDown', '/Project/workload']) {
      expect((await who.buyer.post(path, { id: projectId })).code).toBe(1004)
      expect((await who.keeper.post(path, { id: projectId })).code).toBe(0)
    }
    expect((await who.buyer.get(`/Project/get/${projectId}`)).code).toBe(1004)
    expect((await who.buyer.post('/ProjectTask/insert', { projectId, title: 'x', estimateHours: '1', ...days })).code).toBe(1002)
    // to begin one is granted; a member changes his own tasks, the manager all, nobody else
    expect((await who.employee.post('/Project/insert', { name: 'x', managerId: employeeOf.employee, ...days })).code).toBe(1003)
    expect((await who.employee.post('/ProjectPlan/insert', { projectId, name: '二期', ...days })).msg).toBe('只有项目经理可以新增计划')
    expect((await step('employee', 'ProjectTask', taskId, 2)).code).toBe(1003)
    expect((await who.employee.post('/ProjectTask/update', { id: taskId, version: 1, title: 'y' })).code).toBe(1002)
    expect((await step('keeper', 'Project', projectId, 2)).code).toBe(1003)
    // who takes part no more sees it no more
    const { version } = await one('Project', projectId)
    expect((await who.it.post('/Project/update', { id: projectId, version, memberIds: [employeeOf.keeper] })).msg).toBe('')
    expect((await who.employee.get(`/Project/get/${projectId}`)).code).toBe(1004)
    expect((await who.it.post(`/Project/delete/${projectId}`)).code).toBe(1002)
    expect((await who.buyer.post(`/Project/delete/${other}`)).msg).toBe('')
  })

  test('of two people who edit one task the later is told; of two who finish two at once both count', async () => {
    const projectId = await newProject()
    const top = await task(projectId, '合计')
    const [a, b] = [await task(projectId, '一', { parentId: top }), await task(projectId, '二', { parentId: top, estimateHours: '24' })]
    const { version } = await one('ProjectTask', a)
    expect((await who.it.post('/ProjectTask/update', { id: a, version, title: '一号' })).msg).toBe('')
    const late = await who.keeper.post('/ProjectTask/update', { id: a, version, title: '壹' })
    expect([late.code, late.msg.includes('郑凯')]).toEqual([1009, true])
    const done = await Promise.all([step('keeper', 'ProjectTask', a, 4), step('it', 'ProjectTask', b, 4)])
    expect(done.map(answer => answer.msg)).toEqual(['', ''])
    expect(await one('ProjectTask', top)).toMatchObject({ progress: '100.00', state: 4 })
    expect(await one('Project', projectId)).toMatchObject({ progress: '100.00', estimateHours: '32.00' })
  })
})

test('bad input is refused with what to change', async () => {
  const projectId = await newProject()
  const bad = async (values: object, by: Name = 'it') => {
    const answer = await who[by].post('/ProjectTask/insert', { projectId, title: 'x', estimateHours: '8', ...days, ...values })
    return [answer.code, answer.data?.errors?.[0]?.field]
  }
  expect(await bad({ estimateHours: '0' })).toEqual([1002, 'estimateHours'])
  expect(await bad({ progress: '101' })).toEqual([1002, 'progress'])
  expect(await bad({ endOn: '2026-01-01' })).toEqual([1002, 'endOn'])
  expect(await bad({ parentId: '999999' })).toEqual([1002, 'parentId'])
  expect(await bad({ predecessorIds: ['999999'] })).toEqual([1002, 'predecessorIds'])
  const foreign = await made('it', '/ProjectRequire/insert', { projectId: await newProject(), title: '别的' })
  expect(await bad({ requireId: foreign })).toEqual([1002, 'requireId'])
  const worked = await task(projectId, '做过的', { spentHours: '2' })
  expect(await bad({ parentId: worked })).toEqual([1002, 'parentId'])
  for (const id of ['x', '0', '99999999999999999999', ' '])
    expect((await who.it.get(`/Project/get/${encodeURIComponent(id)}`)).code).toBe(1004)
  expect((await step('it', 'ProjectTask', worked, 9)).code).toBe(1002)
  expect((await step('keeper', 'ProjectTask', worked, 5)).data.errors[0].field).toBe('blockedBy')
})
