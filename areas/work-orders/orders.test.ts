/** Work orders through the real calls: the whole way, a design change, two at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instantMs } from '#platform/format/instants.ts'
import { orderHouse, type OrderHouse } from '../../test/setup/work-orders.ts'

let o: OrderHouse
beforeAll(async () => {
  o = await orderHouse()
})
afterAll(() => o.close())
beforeEach(() => o.at())

test('the whole way: asked, accepted, asked back, supplied, solved, confirmed, rated, reopened, and those concerned are told', async () => {
  const id = await o.ask({ watcherIds: [o.employeeOf.sales] })
  const { no } = await o.row(id)
  expect(no).toMatch(/^GD202611-\d{4}$/)
  expect(await o.row(id)).toMatchObject({ state: 1, values: [{ name: 'place', title: '地点', value: '三楼' }], requirementVersion: 1 })
  expect(await o.titles('keeper')).toContain(`王芳 提交了工单“${no}”`)
  await o.moved('keeper', id, 2, { antipateDeliveryDate: '2026-11-20' })
  expect(await o.row(id)).toMatchObject({
    handlerId: o.employeeOf.keeper,
    allocateStatus: 1,
    allocateDate: '2026-11-18',
    antipateDeliveryDate: '2026-11-20',
  })
  expect(await o.titles('employee')).toContain(`何平：受理（工单“${no}”）`)
  expect(await o.titles('sales')).toContain(`何平：受理（工单“${no}”）`)
  await o.moved('keeper', id, 3)
  await o.moved('keeper', id, 3, { note: '等配件', isLack: 1 })
  await o.moved('keeper', id, 4, { question: '是哪一台？' })
  expect(await o.row(id)).toMatchObject({ dueAt: null, solutionDueAt: null, isLack: 1 })
  await o.who.employee.post('/workOrderReplywManagement/add', { workOrderId: id, content: '靠窗那台' })
  await o.at('2026-11-19T09:00:00+08:00')
  await o.moved('employee', id, 3, { answer: '靠窗那台' })
  await o.moved('keeper', id, 5, { solution: '换了搓纸轮' })
  const { solvedAt } = await o.row(id)
  await o.moved('employee', id, 6)
  await o.moved('employee', id, 7, { stars: 5, comment: '很快' })
  await o.at('2026-11-20T09:00:00+08:00')
  await o.moved('employee', id, 3, { reason: '又卡了' })
  expect(await o.row(id)).toMatchObject({ state: 3, stars: 5, dueAt: null })
  await o.moved('keeper', id, 5, { solution: '换了定影器' })
  expect((await o.row(id)).solvedAt).toBe(solvedAt)
  const view = (await o.who.sales.get(`/workOrderManagement/view/${id}`)).data
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
  const trace = (await o.who.employee.get(`/workOrderReplywManagement/trace?workOrderId=${id}`)).data.list
  expect(trace.filter((one: { kind: string }) => one.kind === 'comment')).toHaveLength(1)
  expect(trace).toHaveLength(12)
})

test('solved and not looked at for three working days: confirmed by itself; reopened within fifteen', async () => {
  const id = await o.ask()
  await o.moved('keeper', id, 2)
  await o.moved('keeper', id, 3)
  await o.moved('keeper', id, 5, { solution: '好了' })
  // Wednesday 18th: the third working day after it is Monday
  const { confirmDueAt } = await o.row(id)
  expect(instantMs(confirmDueAt)).toBe(instantMs('2026-11-24T00:00:00+08:00'))
  await o.at('2026-11-23T23:59:00+08:00', ['admin', 'employee'])
  await o.run('workOrder.confirm')
  expect(await o.row(id)).toMatchObject({ state: 5 })
  await o.at('2026-11-24T00:00:00+08:00', ['admin', 'employee'])
  await o.run('workOrder.confirm')
  expect(await o.row(id)).toMatchObject({ state: 6 })
  // the fifteenth working day is December 16th: the company is off on the 11th
  await o.at('2026-12-17T00:00:00+08:00', ['admin', 'employee'])
  expect(await o.move('employee', id, 3, { reason: '再看' })).toMatchObject({
    code: 1002,
    msg: '完成超过 15 个工作日的工单不能重新打开，请另提一张',
  })
  await o.at('2026-12-16T23:59:00+08:00', ['admin', 'employee'])
  await o.moved('employee', id, 3, { reason: '再看' })
})

test('a design change is accepted by the owner of its type, and by nobody else', async () => {
  const id = await o.ask({ catalogId: o.change, values: {} })
  expect(await o.move('buyer', id, 2)).toMatchObject({ code: 1002, msg: '设计变更由类型负责人审批后受理' })
  expect((await o.row(id, 'boss')).may).toContain('approve')
  await o.moved('boss', id, 2)
  const waiting = await o.ask({ catalogId: o.change, values: {} })
  const { version } = (await o.who.admin.get(`/workCatalogManagement/query/${o.change}`)).data
  await o.who.admin.post('/workCatalogManagement/update', { id: o.change, version, ownerId: o.employeeOf.buyer, type: 1 })
  await o.moved('buyer', waiting, 2)
})

describe('two at once', () => {
  test('rejected and withdrawn: one wins, the other is told who was first', async () => {
    for (const order of [await o.ask(), await o.ask(), await o.ask()]) {
      const answers = await Promise.all([o.move('keeper', order, 8, { rejectReason: '重复' }), o.move('employee', order, 9)])
      expect(answers.map(one => one.code).toSorted((a, b) => a - b)).toEqual([0, 1002])
      const [won, lost] = answers[0].code === 0 ? (['已驳回', answers[1]] as const) : (['已撤回', answers[0]] as const)
      expect(lost.msg).toContain(`工单当前为“${won}”（`)
    }
  })
  test('accepted and withdrawn: the row lock decides, and the later is told', async () => {
    for (const turn of [0, 1, 2, 3]) {
      const order = await o.ask()
      const both = [() => o.move('keeper', order, 2), () => o.move('employee', order, 9)]
      const asked = turn % 2 === 0 ? both : both.toReversed()
      const answers = await Promise.all(asked.map(one => one()))
      const [accepted, withdrawn] = turn % 2 === 0 ? answers : answers.toReversed()
      const log = (await o.who.employee.get(`/workOrderManagement/view/${order}`)).data.log.map((one: { title: string }) => one.title)
      // what was accepted may still be withdrawn; what was withdrawn is not accepted any more
      expect([withdrawn?.code, (await o.row(order)).state]).toEqual([0, 9])
      if (accepted?.code === 0) expect(log).toEqual(['新增', '受理', '撤回'])
      else {
        expect(log).toEqual(['新增', '撤回'])
        expect(accepted?.msg).toMatch(/工单当前为“已撤回”（王芳，.*不能改为“已受理”，请刷新后再试/)
      }
    }
  })
  test('accepted and withdrawn as both have seen it: exactly one wins', async () => {
    for (const _ of [0, 1, 2]) {
      const order = await o.ask()
      const { version } = await o.row(order)
      const answers = await Promise.all([o.move('keeper', order, 2, { version }), o.move('employee', order, 9, { version })])
      expect(answers.filter(one => one.code === 0)).toHaveLength(1)
      const lost = answers.find(one => one.code !== 0)
      expect([1002, 1009]).toContain(lost?.code)
      expect(lost?.msg).not.toBe('')
    }
  })
  test('a reply while it is withdrawn is there before, or is refused', async () => {
    const id = await o.ask()
    const [said, closed] = await Promise.all([
      o.who.keeper.post('/workOrderReplywManagement/add', { workOrderId: id, content: '马上来' }),
      o.move('employee', id, 9),
    ])
    expect(closed.code).toBe(0)
    const there = (await o.who.employee.get(`/workOrderReplywManagement/trace?workOrderId=${id}`)).data.list
    expect(there.filter((one: { kind: string }) => one.kind === 'comment')).toHaveLength(said.code === 0 ? 1 : 0)
    const late = await o.who.keeper.post('/workOrderReplywManagement/add', { workOrderId: id, content: '来晚了' })
    expect(late.code).toBe(1002)
  })
})

test('what is late stands in its own tab', async () => {
  const id = await o.ask({ priority: 4 })
  const tabs = (await o.who.employee.post('/listField/getByType', { type: 'workOrder' })).data.tabs
  const overdue = tabs.find((one: { name: string }) => one.name === '已超时')
  const late = async () =>
    (await o.who.employee.post('/workOrderManagement/list', { conditionList: overdue.conditionList })).data.list.map(
      (one: { id: string }) => one.id,
    )
  expect(await late()).not.toContain(id)
  o.hours(2)
  expect(await late()).toContain(id)
  await o.moved('keeper', id, 2)
  expect(await late()).not.toContain(id)
})
