/** Work orders through the real calls: the whole way, wrong persons, wrong moves, two at once, bad input. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instantMs } from '#platform/format/instants.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workOrders } from './index.ts'

let h: DemoHouse
const names = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'it', 'employee'] as const
type Name = (typeof names)[number]
const who = {} as Record<Name, Person>
const employeeOf = {} as Record<Name, string>
/** handled by `it`, `keeper`; a design change owned by `boss` */
let [type, change] = ['', '']
const start = '2026-11-18T09:00:00+08:00'

beforeAll(async () => {
  h = await demoHouse([workOrders])
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
  type = (await who.admin.post('/workCatalogManagement/add', { name: '设备报修', ownerId: employeeOf.it })).data.id
  change = (await who.admin.post('/workCatalogManagement/add', { name: '改图', ownerId: employeeOf.boss, type: 1 })).data.id
  await who.admin.post('/workCatalogEmployeeManagement/save', { catalogId: type, employeeIds: [employeeOf.keeper, employeeOf.it] })
  await who.admin.post('/workCatalogEmployeeManagement/save', { catalogId: change, employeeIds: [employeeOf.buyer] })
  const field = { catalogId: type, name: 'place', title: '地点', required: true }
  await who.admin.post('/workCatalogFieldManagement/insert', field)
  await who.admin.post('/workCatalogFieldManagement/insert', { ...field, name: 'pages', title: '页数', kind: 2, required: false })
  await who.admin.post('/workCatalogFieldManagement/insert', {
    ...field,
    name: 'floor',
    title: '楼层',
    kind: 4,
    required: false,
    options: ['一楼', '二楼'],
  })
})
afterAll(() => h.close())
beforeEach(() => at(start, names))

/** Sessions end meanwhile. */
async function at(time: string, people: readonly Name[] = ['admin', 'employee']): Promise<void> {
  h.clock.now = new Date(time)
  for (const name of people) who[name] = await signedInAs(h, name)
}
const hours = (n: number): void => {
  h.clock.now = new Date(h.clock.now.getTime() + n * 3_600_000)
}
const wish = () => ({ title: '打印机卡纸', catalogId: type, requirement: '<p>三楼打印机卡纸</p>', values: { place: '三楼' } })
async function ask(more: object = {}, by: Name = 'employee'): Promise<string> {
  const answer = await who[by].post('/workOrderManagement/add', { ...wish(), ...more })
  expect(answer.msg).toBe('')
  return answer.data.id
}
const move = (by: Name, id: string, state: number, more: object = {}) =>
  who[by].post('/workOrderManagement/updateState', { id, state, ...more })
async function moved(by: Name, id: string, state: number, more: object = {}) {
  const answer = await move(by, id, state, more)
  expect([state, answer.msg, answer.data?.state]).toEqual([state, '', state])
  return answer.data
}
const row = async (id: string, by: Name = 'admin') => (await who[by].get(`/workOrderManagement/query/${id}`)).data
const titles = async (by: Name): Promise<string[]> =>
  (await who[by].post('/notify/list', { pageSize: 50 })).data.list.map((one: { title: string }) => one.title)

test('the whole way: asked, accepted, asked back, supplied, solved, confirmed, rated, reopened, and those concerned are told', async () => {
  const id = await ask({ watcherIds: [employeeOf.sales] })
  const { no } = await row(id)
  expect(no).toMatch(/^GD202611-\d{4}$/)
  expect(await row(id)).toMatchObject({ state: 1, values: [{ name: 'place', title: '地点', value: '三楼' }], requirementVersion: 1 })
  expect(await titles('keeper')).toContain(`王芳 提交了工单“${no}”`)
  await moved('keeper', id, 2, { antipateDeliveryDate: '2026-11-20' })
  expect(await row(id)).toMatchObject({
    handlerId: employeeOf.keeper,
    allocateStatus: 1,
    allocateDate: '2026-11-18',
    antipateDeliveryDate: '2026-11-20',
  })
  expect(await titles('employee')).toContain(`何平：受理（工单“${no}”）`)
  expect(await titles('sales')).toContain(`何平：受理（工单“${no}”）`)
  await moved('keeper', id, 3)
  await moved('keeper', id, 3, { note: '等配件', isLack: 1 })
  await moved('keeper', id, 4, { question: '是哪一台？' })
  expect(await row(id)).toMatchObject({ dueAt: null, solutionDueAt: null, isLack: 1 })
  await who.employee.post('/workOrderReplywManagement/add', { workOrderId: id, content: '靠窗那台' })
  await at('2026-11-19T09:00:00+08:00', names)
  await moved('employee', id, 3, { answer: '靠窗那台' })
  await moved('keeper', id, 5, { solution: '换了搓纸轮' })
  const { solvedAt } = await row(id)
  await moved('employee', id, 6)
  await moved('employee', id, 7, { stars: 5, comment: '很快' })
  await at('2026-11-20T09:00:00+08:00', names)
  await moved('employee', id, 3, { reason: '又卡了' })
  expect(await row(id)).toMatchObject({ state: 3, stars: 5, dueAt: null })
  await moved('keeper', id, 5, { solution: '换了定影器' })
  expect((await row(id)).solvedAt).toBe(solvedAt)
  const view = (await who.sales.get(`/workOrderManagement/view/${id}`)).data
  expect(view.log.map((one: { title: string }) => one.title)).toEqual([
    '新增',
    '受理',
    '开始处理',
    '登记进度',
    '要求补充',
    '已补充',
    '提交解决',
    '确认完成',
    '评价',
    '重新打开',
    '提交解决',
  ])
  expect(view.clock).toMatchObject({ state: 'ended', responseMinutes: 0, solutionMinutes: 0, hours: { response: 8, solution: 40 } })
  const trace = (await who.employee.get(`/workOrderReplywManagement/trace?workOrderId=${id}`)).data.list
  expect(trace.filter((one: { kind: string }) => one.kind === 'comment')).toHaveLength(1)
  expect(trace).toHaveLength(12)
})

test('solved and not looked at for three working days: confirmed by itself; reopened within fifteen', async () => {
  const id = await ask()
  await moved('keeper', id, 2)
  await moved('keeper', id, 3)
  await moved('keeper', id, 5, { solution: '好了' })
  // Wednesday 18th: the third working day after it is Monday
  const { confirmDueAt } = await row(id)
  expect(instantMs(confirmDueAt)).toBe(instantMs('2026-11-24T00:00:00+08:00'))
  const confirm = workOrders.timed?.find(one => one.name === 'workOrder.confirm')
  const run = async (): Promise<void> => {
    const system = await h.house.asSystem(h.demo.organisationIds[0] as string, 'test')
    if (confirm?.of === 'organisation')
      await system.write(
        (tx, inside) => confirm.work(inside, tx, { at: h.clock.now, signal: new AbortController().signal }) as Promise<unknown>,
      )
  }
  await at('2026-11-23T23:59:00+08:00')
  await run()
  expect(await row(id)).toMatchObject({ state: 5 })
  await at('2026-11-24T00:00:00+08:00')
  await run()
  expect(await row(id)).toMatchObject({ state: 6 })
  // the fifteenth working day is December 16th: the company is off on the 11th
  await at('2026-12-17T00:00:00+08:00')
  expect(await move('employee', id, 3, { reason: '再看' })).toMatchObject({
    code: 1002,
    msg: '完成超过 15 个工作日的工单不能重新打开，请另提一张',
  })
  await at('2026-12-16T23:59:00+08:00')
  await moved('employee', id, 3, { reason: '再看' })
})

test('hand-over, a changed requirement, files and packing', async () => {
  const id = await ask()
  await moved('keeper', id, 2)
  await moved('keeper', id, 1, { handlerId: employeeOf.finance, reason: '他更合适' })
  expect(await row(id)).toMatchObject({ handlerId: employeeOf.finance, allocateStatus: 0, allocateDate: null })
  await moved('finance', id, 2)
  await moved('finance', id, 3)
  const revise = { id, requirement: '<p>换一台</p>', reason: '修不好' }
  expect(await who.sales.post('/workOrderManagement/modifyRequirements', revise)).toMatchObject({ code: 1004 })
  expect((await who.employee.post('/workOrderManagement/modifyRequirements', revise)).data).toMatchObject({
    state: 2,
    requirementVersion: 2,
  })
  const stale = await who.employee.post('/workOrderManagement/modifyRequirements', { ...revise, version: 1 })
  expect(stale.code).toBe(1009)
  const view = (await who.employee.get(`/workOrderManagement/view/${id}`)).data
  expect(view.requirements).toMatchObject([
    { versionNo: 2, requirement: '<p>换一台</p>', reason: '修不好' },
    { versionNo: 1, requirement: '<p>三楼打印机卡纸</p>' },
  ])
  await moved('finance', id, 3)
  await moved('finance', id, 4, { question: '装箱？' })
  const infoList = [{ sku: 'A-1', qty: 2, cartonNo: 'C1', length: '30.5', width: 20, height: 10, weight: '1.25' }]
  const supplement = (by: Name, body: object) => who[by].post('/workOrderManagement/supplementaryWorkOrderFile', { id, ...body })
  expect(await supplement('keeper', { kind: 3, infoList })).toMatchObject({ code: 1003 })
  expect((await supplement('employee', { kind: 3, infoList })).data).toMatchObject({ state: 3, dataStatus: 4 })
  const [first] = (await who.employee.post('/listField/lines', { type: 'workOrder', id })).data.list
  const packing = {
    removed: [{ id: first.id, version: first.version }],
    added: [
      { sku: 'B-2', qty: 3, cartonNo: 'C2', length: '1', width: '2', height: '3', weight: '4' },
      { sku: 'B-3', qty: 4, cartonNo: 'C3' },
    ],
  }
  expect((await supplement('finance', { kind: 3, packing })).msg).toBe('')
  const cartons = (await who.employee.post('/workOrderPackingManagement/list', { workOrderId: id })).data.list
  expect(cartons.map((one: { sku: string; qty: number; weight: string | null }) => [one.sku, one.qty, one.weight])).toEqual(
    expect.arrayContaining([
      ['B-2', 3, '4.00'],
      ['B-3', 4, null],
    ]),
  )
  expect(cartons).toHaveLength(2)
})

test('a design change is accepted by the owner of its type, and by nobody else', async () => {
  const id = await ask({ catalogId: change, values: {} })
  expect(await move('buyer', id, 2)).toMatchObject({ code: 1002, msg: '设计变更由类型负责人审批后受理' })
  expect((await row(id, 'boss')).may).toContain('approve')
  await moved('boss', id, 2)
  const waiting = await ask({ catalogId: change, values: {} })
  const { version } = (await who.admin.get(`/workCatalogManagement/query/${change}`)).data
  await who.admin.post('/workCatalogManagement/update', { id: change, version, ownerId: employeeOf.buyer, type: 1 })
  await moved('buyer', waiting, 2)
})

describe('wrong persons', () => {
  test('who has nothing to do with an order does not see it; who sees it does no more than is his', async () => {
    const id = await ask({ watcherIds: [employeeOf.sales] })
    for (const path of [
      `/workOrderManagement/query/${id}`,
      `/workOrderManagement/view/${id}`,
      `/workOrderReplywManagement/trace?workOrderId=${id}`,
    ])
      expect([path, (await who.buyer.get(path)).code]).toEqual([path, 1004])
    expect((await who.buyer.post('/workOrderManagement/list')).data.list.map((one: { id: string }) => one.id)).not.toContain(id)
    expect(await move('buyer', id, 2)).toMatchObject({ code: 1004 })
    // a watcher sees it and says something, and changes nothing
    expect((await row(id, 'sales')).may).toEqual([])
    expect(await move('sales', id, 9)).toMatchObject({ code: 1003 })
    const { version } = await row(id)
    const edit = await who.sales.post('/workOrderManagement/update', { id, version, title: '别的' })
    expect(edit).toMatchObject({ code: 1002, msg: '只有申请人、处理人可以修改或删除这条工单' })
    const gone = await who.sales.post(`/workOrderManagement/delete/${id}`)
    expect(gone).toMatchObject({ code: 1002 })
    expect((await who.sales.post('/workOrderReplywManagement/add', { workOrderId: id, content: '我也遇到了' })).code).toBe(0)
    // answered: it is not deleted any more
    expect(await who.employee.post(`/workOrderManagement/delete/${id}`)).toMatchObject({
      code: 1002,
      msg: '已有回复的工单不能删除，请撤回',
    })
    const other = h.demo.organisationIds[1] as string
    expect(await who.boss.get(`/workOrderManagement/view/${id}`, other)).toMatchObject({ code: 1004 })
    expect((await who.boss.post('/workOrderManagement/list', {}, other)).data.total).toBe(0)
  })
  test('types are for whoever was granted them', async () => {
    for (const path of ['/workCatalogManagement/add', '/workCatalogManagement/list', '/workCatalogManagement/allEntryStaffs'])
      expect([path, (await who.employee.post(path, { name: '甲' })).code]).toEqual([path, 1003])
    expect((await who.employee.post('/workCatalogEmployeeManagement/save', { catalogId: type, employeeIds: ['1'] })).code).toBe(1003)
    const staff = (await who.admin.post('/workCatalogManagement/allEntryStaffs', { keyword: '王芳' })).data
    expect(staff).toMatchObject([{ id: employeeOf.employee, deptIdLabel: '供应链部' }])
  })
  test('a new handler reaches what waits, and loses it with the type', async () => {
    const id = await ask()
    expect((await who.sales.get(`/workOrderManagement/view/${id}`)).code).toBe(1004)
    await who.admin.post('/workCatalogEmployeeManagement/save', { catalogId: type, employeeIds: [employeeOf.sales] })
    expect((await row(id, 'sales')).may).toContain('accept')
    const handlers = (await who.admin.get(`/workCatalogManagement/associatedEmp?catalogId=${type}`)).data
    const mine = handlers.find((one: { employeeId: string }) => one.employeeId === employeeOf.sales)
    expect((await who.admin.post(`/workCatalogEmployeeManagement/delete/${mine.id}`)).code).toBe(0)
    expect((await who.sales.get(`/workOrderManagement/view/${id}`)).code).toBe(1004)
  })
})

test('a wrong move names the present state and who set it', async () => {
  const id = await ask()
  await moved('keeper', id, 2)
  expect(await move('keeper', id, 7, { stars: 5 })).toMatchObject({
    code: 1002,
    msg: '工单当前为“已受理”（何平，2026-11-18 09:00），不能改为“已评价”，请刷新后再试',
  })
  expect(await move('keeper', id, 77)).toMatchObject({ code: 1002 })
})

describe('two at once', () => {
  test('accepted and withdrawn: one wins, the other is told who was first', async () => {
    const id = await ask()
    await moved('keeper', id, 2)
    await moved('keeper', id, 3)
    const again = await ask()
    for (const order of [again, await ask(), await ask()]) {
      const answers = await Promise.all([move('keeper', order, 8, { rejectReason: '重复' }), move('employee', order, 9)])
      expect(answers.map(one => one.code).toSorted((a, b) => a - b)).toEqual([0, 1002])
      const [won, lost] = answers[0].code === 0 ? (['已驳回', answers[1]] as const) : (['已撤回', answers[0]] as const)
      expect(lost.msg).toContain(`工单当前为“${won}”（`)
    }
  })
  test('a reply while it is withdrawn is there before, or is refused', async () => {
    const id = await ask()
    const [said, closed] = await Promise.all([
      who.keeper.post('/workOrderReplywManagement/add', { workOrderId: id, content: '马上来' }),
      move('employee', id, 9),
    ])
    expect(closed.code).toBe(0)
    const there = (await who.employee.get(`/workOrderReplywManagement/trace?workOrderId=${id}`)).data.list
    expect(there.filter((one: { kind: string }) => one.kind === 'comment')).toHaveLength(said.code === 0 ? 1 : 0)
    const late = await who.keeper.post('/workOrderReplywManagement/add', { workOrderId: id, content: '来晚了' })
    expect(late.code).toBe(1002)
  })
})

describe('bad input', () => {
  const fault = async (body: object): Promise<string> => (await who.employee.post('/workOrderManagement/add', { ...wish(), ...body })).msg
  test('fields of a type: missing, unknown, of another kind', async () => {
    expect(await fault({ values: {} })).toContain('地点不能为空')
    expect(await fault({ values: undefined })).toContain('地点不能为空')
    expect(await fault({ values: { place: '三楼', colour: '红' } })).toContain('没有字段 colour')
    expect(await fault({ values: { place: '三楼', pages: '十' } })).toContain('页数应为数字')
    expect(await fault({ values: { place: '三楼', floor: '九楼' } })).toContain('楼层应为：一楼、二楼')
    expect(await fault({ values: { place: ['三楼'] } })).toContain('应为字段编码和值')
    expect(await fault({ values: 'x' })).toContain('应为字段编码和值')
  })
  test('a comment of 100,000 characters, a file of another, a design change without owner, a packing line', async () => {
    const id = await ask()
    const long = await who.employee.post('/workOrderReplywManagement/add', { workOrderId: id, content: '长'.repeat(100_000) })
    expect(long).toMatchObject({ code: 1002 })
    const body = { id, kind: 1, fileIds: ['999999'] }
    expect((await who.employee.post('/workOrderManagement/supplementaryWorkOrderFile', body)).code).toBe(1002)
    expect((await who.employee.post('/workOrderManagement/deleteAttachment/999999')).code).toBe(1004)
    const bare = await who.admin.post('/workCatalogManagement/add', { name: '乙', type: 1 })
    expect(bare).toMatchObject({ code: 1002, msg: expect.stringContaining('请选择负责人') })
    const packing = { id, kind: 3, infoList: [{ sku: '', qty: 0, cartonNo: 'C', weight: '1.234' }] }
    const refused = await who.employee.post('/workOrderManagement/supplementaryWorkOrderFile', packing)
    expect(refused.data.errors).toEqual([
      { field: 'lines[0].sku', message: 'SKU不能为空' },
      { field: 'lines[0].qty', message: '数量不能小于 1' },
      { field: 'lines[0].weight', message: '重量（kg）最多 2 位小数' },
    ])
  })
  test('of a type that nobody knows, with stars of none', async () => {
    expect((await who.employee.post('/workOrderManagement/add', { ...wish(), catalogId: '999' })).code).toBe(1002)
    expect((await who.employee.post('/workOrderManagement/add', { ...wish(), stars: 5 })).code).toBe(1002)
  })
})

test('what is late stands in its own tab', async () => {
  const id = await ask({ priority: 4 })
  const tabs = (await who.employee.post('/listField/getByType', { type: 'workOrder' })).data.tabs
  const overdue = tabs.find((one: { name: string }) => one.name === '已超时')
  const late = async () =>
    (await who.employee.post('/workOrderManagement/list', { conditionList: overdue.conditionList })).data.list.map(
      (one: { id: string }) => one.id,
    )
  expect(await late()).not.toContain(id)
  hours(2)
  expect(await late()).toContain(id)
  await moved('keeper', id, 2)
  expect(await late()).not.toContain(id)
})
