/** Work orders through the real calls: wrong persons, wrong moves, bad input. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderHouse, type OrderHouse } from '../../test/setup/work-orders.ts'

let o: OrderHouse
beforeAll(async () => {
  o = await orderHouse()
})
afterAll(() => o.close())
beforeEach(() => o.at())

describe('wrong persons', () => {
  test('who has nothing to do with an order does not see it; who sees it does no more than is his', async () => {
    const id = await o.ask({ watcherIds: [o.employeeOf.sales] })
    for (const path of [
      `/workOrderManagement/query/${id}`,
      `/workOrderManagement/view/${id}`,
      `/workOrderReplywManagement/trace?workOrderId=${id}`,
    ])
      expect([path, (await o.who.buyer.get(path)).code]).toEqual([path, 1004])
    expect((await o.who.buyer.post('/workOrderManagement/list')).data.list.map((one: { id: string }) => one.id)).not.toContain(id)
    expect(await o.move('buyer', id, 2)).toMatchObject({ code: 1004 })
    // a watcher sees it and says something, and changes nothing
    expect((await o.row(id, 'sales')).may).toEqual([])
    expect(await o.move('sales', id, 9)).toMatchObject({ code: 1003 })
    const { version } = await o.row(id)
    const edit = await o.who.sales.post('/workOrderManagement/update', { id, version, title: '别的' })
    expect(edit).toMatchObject({ code: 1002, msg: '只有申请人、处理人可以修改或删除这条工单' })
    const gone = await o.who.sales.post(`/workOrderManagement/delete/${id}`)
    expect(gone).toMatchObject({ code: 1002 })
    expect((await o.who.sales.post('/workOrderReplywManagement/add', { workOrderId: id, content: '我也遇到了' })).code).toBe(0)
    // answered: it is not deleted any more
    expect(await o.who.employee.post(`/workOrderManagement/delete/${id}`)).toMatchObject({
      code: 1002,
      msg: '已有回复的工单不能删除，请撤回',
    })
    const other = o.h.demo.organisationIds[1] as string
    expect(await o.who.boss.get(`/workOrderManagement/view/${id}`, other)).toMatchObject({ code: 1004 })
    expect((await o.who.boss.post('/workOrderManagement/list', {}, other)).data.total).toBe(0)
  })
  test('who asked deletes an order that nobody answered: its requirements go with it', async () => {
    const versions = async (): Promise<number> => (await o.who.admin.post('/workOrderRequirementManagement/list')).data.total
    const before = await versions()
    const id = await o.ask({ watcherIds: [o.employeeOf.sales] })
    const { version } = await o.row(id)
    const revised = { id, version, requirement: '<p>四楼</p>', reason: '搬了' }
    expect((await o.who.employee.post('/workOrderManagement/modifyRequirements', revised)).code).toBe(0)
    expect(await versions()).toBe(before + 2)
    expect(await o.who.employee.post(`/workOrderManagement/delete/${id}`)).toMatchObject({ code: 0, data: { deleted: 1 } })
    expect(await versions()).toBe(before)
    expect(await o.who.employee.get(`/workOrderManagement/query/${id}`)).toMatchObject({ code: 1004 })
  })
  test('a type is deleted with its owner as handler and comes back with him; another handler keeps it', async () => {
    const admin = o.who.admin
    const made = async (name: string): Promise<string> =>
      (await admin.post('/workCatalogManagement/add', { name, ownerId: o.employeeOf.it })).data.id
    const handlers = async (id: string): Promise<string[]> =>
      (await admin.get(`/workCatalogManagement/associatedEmp?catalogId=${id}`)).data.map((one: { employeeId: string }) => one.employeeId)
    const id = await made('丙')
    const gone = await admin.post(`/workCatalogManagement/delete/${id}`)
    expect(gone).toMatchObject({ code: 0, data: { deleted: 1 } })
    expect((await admin.post('/workCatalogManagement/undo', { batchId: gone.data.batchId })).data).toMatchObject({ restored: 1 })
    expect(await handlers(id)).toEqual([o.employeeOf.it])
    await admin.post('/workCatalogEmployeeManagement/save', { catalogId: id, employeeIds: [o.employeeOf.keeper] })
    expect(await admin.post(`/workCatalogManagement/delete/${id}`)).toMatchObject({ code: 1002, msg: '工单类型正被其他记录使用，不能删除' })
    expect(await handlers(id)).toHaveLength(2)
  })
  test('types are for whoever was granted them', async () => {
    for (const path of ['/workCatalogManagement/add', '/workCatalogManagement/list', '/workCatalogManagement/allEntryStaffs'])
      expect([path, (await o.who.employee.post(path, { name: '甲' })).code]).toEqual([path, 1003])
    expect((await o.who.employee.post('/workCatalogEmployeeManagement/save', { catalogId: o.type, employeeIds: ['1'] })).code).toBe(1003)
    const staff = (await o.who.admin.post('/workCatalogManagement/allEntryStaffs', { keyword: '王芳' })).data
    expect(staff).toMatchObject([{ id: o.employeeOf.employee, deptIdLabel: '供应链部' }])
  })
  test('a new handler reaches what waits, and loses it with the type', async () => {
    const id = await o.ask()
    expect((await o.who.sales.get(`/workOrderManagement/view/${id}`)).code).toBe(1004)
    await o.who.admin.post('/workCatalogEmployeeManagement/save', { catalogId: o.type, employeeIds: [o.employeeOf.sales] })
    expect((await o.row(id, 'sales')).may).toContain('accept')
    const handlers = (await o.who.admin.get(`/workCatalogManagement/associatedEmp?catalogId=${o.type}`)).data
    const mine = handlers.find((one: { employeeId: string }) => one.employeeId === o.employeeOf.sales)
    expect((await o.who.admin.post(`/workCatalogEmployeeManagement/delete/${mine.id}`)).code).toBe(0)
    expect((await o.who.sales.get(`/workOrderManagement/view/${id}`)).code).toBe(1004)
  })
})

test('a wrong move names the present state and who set it', async () => {
  const id = await o.ask()
  await o.moved('keeper', id, 2)
  expect(await o.move('keeper', id, 7, { stars: 5 })).toMatchObject({
    code: 1002,
    msg: '工单当前为“已受理”（何平，2026-11-18 09:00），不能改为“已评价”，请刷新后再试',
  })
  expect(await o.move('keeper', id, 77)).toMatchObject({ code: 1002 })
})

describe('bad input', () => {
  const fault = async (body: object): Promise<string> =>
    (await o.who.employee.post('/workOrderManagement/add', { ...o.wish(), ...body })).msg
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
    const id = await o.ask()
    const long = await o.who.employee.post('/workOrderReplywManagement/add', { workOrderId: id, content: '长'.repeat(100_000) })
    expect(long).toMatchObject({ code: 1002 })
    const body = { id, kind: 1, fileIds: ['999999'] }
    expect((await o.who.employee.post('/workOrderManagement/supplementaryWorkOrderFile', body)).code).toBe(1002)
    expect((await o.who.employee.post('/workOrderManagement/deleteAttachment/999999')).code).toBe(1004)
    const bare = await o.who.admin.post('/workCatalogManagement/add', { name: '乙', type: 1 })
    expect(bare).toMatchObject({ code: 1002, msg: expect.stringContaining('请选择负责人') })
    const packing = { id, kind: 3, infoList: [{ sku: '', qty: 0, cartonNo: 'C', weight: '1.234' }] }
    const refused = await o.who.employee.post('/workOrderManagement/supplementaryWorkOrderFile', packing)
    expect(refused.data.errors).toEqual([
      { field: 'lines[0].sku', message: 'SKU不能为空' },
      { field: 'lines[0].qty', message: '数量不能小于 1' },
      { field: 'lines[0].weight', message: '重量（kg）最多 2 位小数' },
    ])
  })
  test('of a type that nobody knows, with stars of none', async () => {
    expect((await o.who.employee.post('/workOrderManagement/add', { ...o.wish(), catalogId: '999' })).code).toBe(1002)
    expect((await o.who.employee.post('/workOrderManagement/add', { ...o.wish(), stars: 5 })).code).toBe(1002)
  })
})
