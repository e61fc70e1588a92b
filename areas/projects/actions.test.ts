/** Actions over a filter, as a task with progress, end, rights and way back; with a file, a page: projects, work orders and a probe. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOrders } from '#areas/work-orders/index.ts'
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { act } from '#platform/server/calls/verbs.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { family } from '#platform/server/verbs/family.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { prepareJobs, startJobs, type RunningJobs } from '#platform/server/jobs/job-queue.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { projects } from './index.ts'

const parcel = resource('probe_parcel', {
  type: 'probeParcel',
  title: ['包裹', 'Parcel'],
  access: { scope: ownOrganisation },
  fields: { name: text('名称', 'Name', { max: 20, filter: 'contains' }) },
  storage: { key: ['name'] },
}) as unknown as Resource
/** Its file is made by a task, and waits there. */
const probe: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [parcel],
  routes: {
    ...family('probeParcel', parcel),
    'POST /probeParcel/labels': act(
      parcel,
      { name: 'labels', title: ['面单', 'Labels'], over: 'filter', operation: 1, job: true, result: 'file' },
      async (_context, { input }) => ({
        blob: Readable.from([`labels of ${(input['ids'] as string[]).length}`]),
        fileName: '面单.txt',
        contentType: 'text/plain',
      }),
    ),
  },
}

let h: DemoHouse
let folder: string
let jobs: RunningJobs | null = null
const names = ['admin', 'sales', 'keeper', 'it', 'employee'] as const
type Name = (typeof names)[number]
const who = {} as Record<Name, Person>
const employeeOf = {} as Record<Name, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zg-actions-'))
  h = await demoHouse([workOrders, projects, probe], localFileStore(folder))
  h.clock.now = new Date('2026-11-18T09:00:00+08:00')
  for (const name of names) {
    who[name] = await signedInAs(h, name)
    const found = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id')
      .where('a.username', '=', name)
      .where('m.employee_id', 'is not', null)
      .executeTakeFirstOrThrow()
    employeeOf[name] = String(found.employee_id)
  }
  await prepareJobs(h.ownerUrl)
})
afterAll(async () => {
  await jobs?.stop(0)
  await h.close()
  await rm(folder, { recursive: true })
})
/** Jobs wait until this is called, so that a test can do something between the order and the work. */
const work = async (): Promise<void> => {
  jobs ??= await startJobs(h.house, h.ownerUrl, Object.assign({}, ...h.house.areas.map(area => area.jobs ?? {})))
}

async function made(by: Name, path: string, values: object): Promise<string> {
  const answer = await who[by].post(path, values)
  expect(answer.msg).toBe('')
  return answer.data.id
}
const days = { startOn: '2026-11-16', endOn: '2026-11-20' }
const newProject = (name: string, managerId = employeeOf.it) =>
  made('admin', '/Project/insert', { name, managerId, memberIds: [employeeOf.keeper, employeeOf.employee], ...days })
const newTask = (projectId: string, title: string, more: object = {}) =>
  made('it', '/ProjectTask/insert', { projectId, title, estimateHours: '8', assigneeId: employeeOf.keeper, ...days, ...more })
const assignees = async (projectId: string): Promise<Record<string, string>> => {
  const { data } = await who.admin.post('/ProjectTask/list', { projectId, pageSize: 50 })
  return Object.fromEntries(data.list.map((row: { title: string; assigneeId: string }) => [row.title, row.assigneeId]))
}
const taskOf = async (by: Name, taskId: string) =>
  (await who[by].post('/task/query')).data.list.find((one: { taskId: string }) => one.taskId === taskId)
async function ended(by: Name, taskId: string) {
  await expect.poll(async () => (await taskOf(by, taskId)).state, { timeout: 30_000 }).not.toMatch(/queued|running/)
  return taskOf(by, taskId)
}
const filterOf = (projectId: string) => ({ conditionList: [{ field: 'projectId', condition: 'EQ', value: projectId }] })
const bytesOf = async (by: Name, path: string, body?: object): Promise<Uint8Array> => {
  const answer = await h.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: path.startsWith('/api') ? path : `/api-2024${path}`,
    headers: { authorization: `Bearer ${who[by].token}` },
    ...(body === undefined ? {} : { payload: body }),
  })
  expect(answer.headers['content-type']).toContain('spreadsheetml')
  return answer.rawPayload
}

test('tasks of a filter are given to another as a task: counted, stopped, done, its rows told, taken back', async () => {
  const projectId = await newProject('改派')
  const other = await newProject('别人的', employeeOf.admin)
  for (const title of ['甲', '乙']) await newTask(projectId, title)
  const done = await newTask(projectId, '丙')
  await who.it.post('/ProjectTask/updateState', { id: done, state: 4 })
  // whoever only takes part sees it and may not change it
  await made('admin', '/ProjectTask/insert', { projectId: other, title: '丁', estimateHours: '8', assigneeId: employeeOf.admin, ...days })
  await made('admin', '/ProjectTask/insert', { projectId: other, title: '戊', estimateHours: '8', assigneeId: employeeOf.keeper, ...days })
  const query = { conditionList: [{ field: 'projectId', condition: 'IN', value: `${projectId},${other}` }] }
  const body = { query, assigneeId: employeeOf.employee }
  const reassign = (by: Name, more: object) => who[by].post('/ProjectTask/reassign', { ...body, ...more })

  expect((await reassign('keeper', { preview: true })).data).toEqual({ total: 4 })
  // ordered while nobody works: it is stopped before it begins
  const stopped = (await reassign('keeper', { expected: 4 })).data.taskId
  const waiting = await taskOf('keeper', stopped)
  expect(waiting).toMatchObject({ title: '改派负责人任务', state: 'queued', canCancel: true })
  expect((await who.it.post('/task/cancel', { taskId: stopped })).code).toBe(1002)
  expect((await who.keeper.post('/task/cancel', { taskId: stopped })).code).toBe(0)
  // another number than was counted
  const stale = (await reassign('keeper', { expected: 3 })).data.taskId
  const good = (await reassign('keeper', { expected: 4 })).data.taskId
  await work()
  expect(await ended('keeper', stopped)).toMatchObject({ state: 'cancelled', message: '已取消，没有改动任何数据' })
  expect(await ended('keeper', stale)).toMatchObject({ state: 'refused', message: '符合条件的行数已从 3 变为 4，请重新预览' })
  const told = await ended('keeper', good)
  // three are his, or of nobody else; the one of the administrator is not
  expect(told).toMatchObject({ state: 'done', progress: 1, message: '已处理 3 行，1 行没有处理，原因见结果文件' })
  expect(await assignees(projectId)).toMatchObject({ 甲: employeeOf.employee, 乙: employeeOf.employee, 丙: employeeOf.keeper })
  expect(await assignees(other)).toMatchObject({ 丁: employeeOf.admin, 戊: employeeOf.employee })
  const { sheets } = await readXlsx(await bytesOf('keeper', told.link))
  const refused = sheets[0]?.rows.find(row => row[2] === '未处理')
  expect([refused?.[0], String(refused?.[3])]).toEqual(['丁', expect.stringContaining('可以修改')])

  const undone = await who.keeper.post(told.undo.path.replace('/api-2024', ''), { batchId: told.undo.batchId })
  expect([undone.msg, undone.data?.restored]).toEqual(['', 3])
  expect(await assignees(projectId)).toMatchObject({ 甲: employeeOf.keeper, 乙: employeeOf.keeper })
  expect((await taskOf('keeper', good)).undo).toBeNull()
})

test('the rights are those of when it runs', async () => {
  await jobs?.stop(0)
  jobs = null
  const projectId = await newProject('权限', employeeOf.keeper)
  await made('keeper', '/ProjectTask/insert', { projectId, title: '己', estimateHours: '8', assigneeId: employeeOf.employee, ...days })
  const asked = { query: filterOf(projectId), assigneeId: employeeOf.it }
  const { data } = await who.keeper.post('/ProjectTask/reassign', { ...asked, expected: 1 })
  const row = (await who.admin.get(`/Project/get/${projectId}`)).data
  const moved = { id: projectId, version: row.version, managerId: employeeOf.it, memberIds: [employeeOf.employee] }
  expect((await who.admin.post('/Project/update', moved)).msg).toBe('')
  await work()
  expect(await ended('keeper', data.taskId)).toMatchObject({ state: 'refused', message: '符合条件的行数已从 1 变为 0，请重新预览' })
  expect(await assignees(projectId)).toEqual({ 己: employeeOf.employee })
})

test.each([
  [{ preview: true }, 1002],
  [{ query: {}, expected: -1 }, 1002],
  [{ query: { conditionList: [{ field: 'nothing', condition: 'EQ', value: '1' }] }, preview: true }, 1002],
])('a filter action of %j is refused', async (body, code) => {
  expect((await who.it.post('/ProjectTask/reassign', { assigneeId: employeeOf.it, ...body })).code).toBe(code)
})

test('what its form asks for is checked before it is ordered', async () => {
  for (const assigneeId of [undefined, '', 'x', {}]) {
    const { code, data } = await who.it.post('/ProjectTask/reassign', { query: {}, expected: 1, assigneeId })
    expect([code, data.errors[0].field]).toEqual([1002, 'assigneeId'])
  }
})

test('a new assignee that is nobody ends the task with the reason', async () => {
  await work()
  const projectId = await newProject('无人')
  await newTask(projectId, '庚')
  const { data } = await who.it.post('/ProjectTask/reassign', { query: filterOf(projectId), expected: 1, assigneeId: '999999999' })
  expect((await ended('it', data.taskId)).state).toBe('refused')
  expect(await assignees(projectId)).toEqual({ 庚: employeeOf.keeper })
})

test('an action over a filter that is a task and answers a file: it waits in the task centre, for whoever ordered it', async () => {
  await work()
  for (const name of ['甲', '乙', '丙']) await made('admin', '/probeParcel/insert', { name })
  const query = { conditionList: [{ field: 'name', condition: 'IN', value: '甲,丙' }] }
  const { data } = await who.admin.post('/probeParcel/labels', { query, expected: 2 })
  const told = await ended('admin', data.taskId)
  expect(told).toMatchObject({ state: 'done', progress: 1 })
  const file = await h.app.inject({ url: told.link, headers: { authorization: `Bearer ${who.admin.token}` } })
  expect([file.statusCode, file.payload]).toEqual([200, 'labels of 2'])
  expect((await h.app.inject({ url: told.link, headers: { authorization: `Bearer ${who.sales.token}` } })).statusCode).toBe(404)
})

test('the week of a project is a workbook of what was finished, what comes and what is late', async () => {
  const projectId = await newProject('周报项目')
  const early = await who.it.post('/Project/weekly', { id: projectId })
  expect([early.code, early.msg]).toEqual([1002, '导出周报：项目启动之后才有周报'])
  await who.it.post('/Project/updateState', { id: projectId, state: 2 })
  const finished = await newTask(projectId, '做完的')
  await who.it.post('/ProjectTask/updateState', { id: finished, state: 4 })
  await newTask(projectId, '迟了的')
  await newTask(projectId, '下周的', { startOn: '2026-11-24', endOn: '2026-11-26' })
  const sheetsOf = async (more: object) => {
    const { sheets } = await readXlsx(await bytesOf('it', '/Project/weekly', { id: projectId, ...more }))
    return Object.fromEntries(sheets.map(({ name, rows }) => [name, rows.slice(1).map(row => row[0])]))
  }
  expect(await sheetsOf({})).toMatchObject({ 项目: ['周报项目'], 本周完成: ['做完的'], 下周计划: ['下周的'], 逾期与阻塞: ['迟了的'] })
  expect(await sheetsOf({ week: '2026-11-25' })).toMatchObject({ 本周完成: [], 下周计划: [], 逾期与阻塞: ['迟了的', '下周的'] })
  expect((await who.sales.post('/Project/weekly', { id: projectId })).code).toBe(1004)
  expect((await who.it.post('/Project/weekly', { id: projectId, week: '2026-02-30' })).code).toBe(1002)
})

test('an order becomes a requirement, whose page is answered; orders of a filter are urged', async () => {
  const catalogId = await made('admin', '/workCatalogManagement/add', { name: '系统需求', ownerId: employeeOf.it })
  await who.admin.post('/workCatalogEmployeeManagement/save', { catalogId, employeeIds: [employeeOf.it] })
  const id = await made('sales', '/workOrderManagement/add', { title: '导出慢', catalogId, requirement: '<p>慢</p>', priority: 3 })
  const projectId = await newProject('来自工单')
  const into = (by: Name) => who[by].post('/ProjectRequire/fromWorkOrder', { id, projectId })
  expect((await into('it')).msg).toBe('转为需求：工单受理之后、解决之前才能转为项目需求')
  expect((await who.it.post('/workOrderManagement/updateState', { id, state: 2 })).msg).toBe('')
  const { page } = (await into('it')).data
  expect(page).toEqual({ list: 'projectRequire', id: expect.stringMatching(/^\d+$/) })
  expect((await who.it.get(`/ProjectRequire/query/${page.id}`)).data).toMatchObject({
    title: '导出慢',
    content: '<p>慢</p>',
    priority: 3,
    workOrderId: id,
    requesterId: employeeOf.sales,
  })
  // who asked sees no project to put it into; somebody else does not see the order
  expect((await into('sales')).code).not.toBe(0)
  expect((await into('employee')).code).toBe(1004)

  const query = { conditionList: [{ field: 'catalogId', condition: 'EQ', value: catalogId }] }
  const urge = (by: Name) => who[by].post('/workOrderManagement/urge', { query, expected: 1 })
  expect((await who.sales.post('/workOrderManagement/urge', { query, preview: true })).data).toEqual({ total: 1 })
  expect((await urge('sales')).data).toMatchObject({ total: 1, changed: 1, reasons: [], batchId: null })
  const titles = (await who.it.post('/notify/list', { pageSize: 20 })).data.list.map((one: { title: string }) => one.title)
  expect(titles.filter((title: string) => title.includes('催办工单'))).toHaveLength(1)
  expect((await urge('sales')).data).toMatchObject({ changed: 0, reasons: [{ reason: '4 小时内已经催办过', rows: 1 }] })
  expect((await urge('it')).data).toMatchObject({ changed: 0, reasons: [{ reason: '只有申请人可以催办工单', rows: 1 }] })
})
