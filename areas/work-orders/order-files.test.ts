/** Work orders through the real calls: hand-over, a changed requirement, what is handed in later, reminders. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderHouse, type Name, type OrderHouse } from '../../test/setup/work-orders.ts'

let o: OrderHouse
beforeAll(async () => {
  o = await orderHouse()
})
afterAll(() => o.close())
beforeEach(() => o.at())

test('hand-over, a changed requirement, files and packing', async () => {
  const id = await o.ask()
  await o.moved('keeper', id, 2)
  await o.moved('keeper', id, 1, { handlerId: o.employeeOf.finance, reason: '他更合适' })
  expect(await o.row(id)).toMatchObject({ handlerId: o.employeeOf.finance, allocateStatus: 0, allocateDate: null })
  await o.moved('finance', id, 2)
  await o.moved('finance', id, 3)
  const revise = { id, requirement: '<p>换一台</p>', reason: '修不好' }
  expect(await o.who.sales.post('/workOrderManagement/modifyRequirements', revise)).toMatchObject({ code: 1004 })
  expect((await o.who.employee.post('/workOrderManagement/modifyRequirements', revise)).data).toMatchObject({
    state: 2,
    requirementVersion: 2,
  })
  const stale = await o.who.employee.post('/workOrderManagement/modifyRequirements', { ...revise, version: 1 })
  expect(stale.code).toBe(1009)
  const view = (await o.who.employee.get(`/workOrderManagement/view/${id}`)).data
  expect(view.requirements).toMatchObject([
    { versionNo: 2, requirement: '<p>换一台</p>', reason: '修不好' },
    { versionNo: 1, requirement: '<p>三楼打印机卡纸</p>' },
  ])
  await o.moved('finance', id, 3)
  await o.moved('finance', id, 4, { question: '装箱？' })
  const infoList = [{ sku: 'A-1', qty: 2, cartonNo: 'C1', length: '30.5', width: 20, height: 10, weight: '1.25' }]
  const supplement = (by: Name, body: object) => o.who[by].post('/workOrderManagement/supplementaryWorkOrderFile', { id, ...body })
  expect(await supplement('keeper', { kind: 3, infoList })).toMatchObject({ code: 1003 })
  expect((await supplement('employee', { kind: 3, infoList })).data).toMatchObject({ state: 3, dataStatus: 4 })
  const [first] = (await o.who.employee.post('/listField/lines', { type: 'workOrder', id })).data.list
  const packing = {
    removed: [{ id: first.id, version: first.version }],
    added: [
      { sku: 'B-2', qty: 3, cartonNo: 'C2', length: '1', width: '2', height: '3', weight: '4' },
      { sku: 'B-3', qty: 4, cartonNo: 'C3' },
    ],
  }
  expect((await supplement('finance', { kind: 3, packing })).msg).toBe('')
  const cartons = (await o.who.employee.post('/workOrderPackingManagement/list', { workOrderId: id })).data.list
  expect(cartons.map((one: { sku: string; qty: number; weight: string | null }) => [one.sku, one.qty, one.weight])).toEqual(
    expect.arrayContaining([
      ['B-2', 3, '4.00'],
      ['B-3', 4, null],
    ]),
  )
  expect(cartons).toHaveLength(2)
})

describe('attachments', () => {
  const fileIds = (row: Record<string, unknown>, field: string): string[] => ((row[field] ?? []) as { id: string }[]).map(file => file.id)
  const supplement = (by: Name, id: string, body: object) =>
    o.who[by].post('/workOrderManagement/supplementaryWorkOrderFile', { id, ...body })
  const drop = (by: Name, id: string) => o.who[by].post(`/workOrderManagement/deleteAttachment/${id}`)
  const download = async (by: Name, id: string): Promise<number> =>
    (await o.h.app.inject({ url: `/api-2024/fileUpload/down2?id=${id}`, headers: { authorization: `Bearer ${o.who[by].token}` } }))
      .statusCode

  test('are handed in beside those that are there, raise the data status, and are seen by whoever sees the order', async () => {
    const first = await o.upload('employee')
    const id = await o.ask({ attchmentList: [first] })
    await o.moved('keeper', id, 2)
    const second = await o.upload('keeper')
    const documents = (await supplement('keeper', id, { kind: 1, fileIds: [second, second] })).data
    expect([fileIds(documents, 'attchmentList'), documents.dataStatus, documents.state]).toEqual([[first, second], 2, 2])
    const picture = await o.upload('employee')
    const pictures = (await supplement('employee', id, { kind: 2, fileIds: [picture] })).data
    expect([fileIds(pictures, 'packingPictures'), pictures.dataStatus]).toEqual([[picture], 3])
    // it never falls
    const third = await o.upload('employee')
    expect((await supplement('employee', id, { kind: 1, fileIds: [third] })).data.dataStatus).toBe(3)
    expect([await download('it', second), await download('sales', second)]).toEqual([200, 404])
  })
  test('each takes away his own, and nobody those of another', async () => {
    const [his, hers] = [await o.upload('keeper'), await o.upload('employee')]
    const id = await o.ask({ attchmentList: [hers] })
    await o.moved('keeper', id, 2)
    await supplement('keeper', id, { kind: 1, fileIds: [his] })
    for (const by of ['employee', 'boss', 'sales'] as const) expect([by, await drop(by, his)]).toMatchObject([by, { code: 1004 }])
    expect(await drop('keeper', his)).toMatchObject({ code: 0, data: { id } })
    expect(fileIds(await o.row(id), 'attchmentList')).toEqual([hers])
    expect(await drop('keeper', his)).toMatchObject({ code: 1004 })
    for (const bad of ['x', '0', '99999999999999999999']) expect((await drop('keeper', bad)).code).toBe(1004)
  })
  test('nothing to hand in, files of another, an order that has ended', async () => {
    const id = await o.ask()
    expect(await supplement('employee', id, { kind: 1 })).toMatchObject({ code: 1002, msg: expect.stringContaining('请上传附件') })
    expect(await supplement('employee', id, { kind: 3 })).toMatchObject({ code: 1002, msg: expect.stringContaining('请填写装箱信息') })
    const stolen = await o.upload('sales')
    expect(await supplement('employee', id, { kind: 1, fileIds: [stolen] })).toMatchObject({ code: 1002 })
    const mine = await o.upload('employee')
    await supplement('employee', id, { kind: 1, fileIds: [mine] })
    await o.moved('employee', id, 9)
    const ended = { code: 1002, msg: '工单已结束，不能再修改附件和需求' }
    expect(await drop('employee', mine)).toMatchObject(ended)
    expect(await supplement('employee', id, { kind: 1, fileIds: [await o.upload('employee')] })).toMatchObject(ended)
  })
})

test('a packing list of five hundred lines is handed in at once', async () => {
  const id = await o.ask()
  const infoList = Array.from({ length: 500 }, (_, i) => ({ sku: `S-${i}`, qty: i + 1, cartonNo: `C${i % 9}`, weight: '0.10' }))
  const hand = (lines: readonly object[]) =>
    o.who.employee.post('/workOrderManagement/supplementaryWorkOrderFile', { id, kind: 3, infoList: lines })
  expect((await hand(infoList)).data.dataStatus).toBe(4)
  expect((await hand(infoList)).msg).toBe('')
  const { total, list } = (await o.who.employee.post('/workOrderPackingManagement/list', { workOrderId: id, pageSize: 50 })).data
  expect([total, list[0].weight]).toEqual([500, '0.10'])
  expect(await hand([...infoList, ...infoList])).toMatchObject({ code: 1002 })
})

describe('reminders', () => {
  const late = (titles: readonly string[], no: string): string[] => titles.filter(title => title.includes(no) && title.includes('超过'))

  test('who handles the type is told an hour of work before an answer is due, once, and not of what was answered', async () => {
    // what others have left open is told of before
    await o.at('2026-11-18T17:30:00+08:00')
    await o.run('workOrder.response')
    await o.at()
    const [open, answered] = [await o.ask(), await o.ask()]
    const [{ no }, { no: other }] = [await o.row(open), await o.row(answered)]
    await o.moved('keeper', answered, 2)
    // due at 18:00, when the day of work ends
    await o.at('2026-11-18T16:59:00+08:00')
    await o.run('workOrder.response')
    expect(late(await o.titles('keeper'), no)).toEqual([])
    await o.at('2026-11-18T17:30:00+08:00')
    await o.run('workOrder.response')
    await o.run('workOrder.response')
    for (const by of ['keeper', 'it'] as const)
      expect([by, late(await o.titles(by), no)]).toEqual([by, [`工单“${no}”即将超过响应时限，请受理`]])
    for (const by of ['keeper', 'employee', 'sales'] as const) expect([by, late(await o.titles(by), other)]).toEqual([by, []])
    expect(late(await o.titles('employee'), no)).toEqual([])
  })
  test('its handler alone is told before it is to be solved; not while it waits', async () => {
    const [id, waiting] = [await o.ask({ priority: 4 }), await o.ask({ priority: 4 })]
    const [{ no }, { no: other }] = [await o.row(id), await o.row(waiting)]
    for (const one of [id, waiting]) {
      await o.moved('keeper', one, 2)
      await o.moved('keeper', one, 3)
    }
    await o.moved('keeper', waiting, 4, { question: '是哪一台？' })
    await o.at('2026-11-18T17:59:00+08:00')
    await o.run('workOrder.solution')
    expect(late(await o.titles('keeper'), no)).toEqual([`工单“${no}”即将超过解决时限`])
    expect(late(await o.titles('keeper'), other)).toEqual([])
    expect(late(await o.titles('it'), no)).toEqual([])
  })
})
