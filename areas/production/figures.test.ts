/** 生产分析 against a plain reckoning through the calls: reports, receipts, orders on time, costs with what comes late; who sees what. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defined } from '#platform/server/area.ts'
import { refreshRollups } from '#platform/server/reports.ts'
import { signedInAs, type Person } from '../../test/setup/demo-house.ts'
import { productionHouse, today, type ProductionHouse } from '../../test/setup/production-house.ts'

let p: ProductionHouse
beforeAll(async () => {
  p = await productionHouse('FI', ['FG', 'PART', 'LOOSE'])
  await p.bill('FG', 1, { PART: '2' }, '1.5')
}, 180_000)
afterAll(() => p.h.close())

type Told = Readonly<Record<string, string>>
const period = { startDate: '2026-11-01', endDate: '2026-12-31' }
async function told(by: string, who: Person = p.admin): Promise<readonly { text: string; values: Told }[]> {
  await p.fold()
  await refreshRollups(p.h.house, p.orgId)
  const { data, msg } = await who.post('/productionReport/report', { by: [by], ...period })
  expect(msg).toBe('')
  return data.list.map((one: { values: Told }) => ({ text: JSON.stringify(one), values: one.values }))
}
const ofProduct = async (): Promise<Told> => (await told('product')).find(one => one.text.includes('商品FG'))?.values ?? {}
let first = ''

test('good, bad, hours, received: what is void or reversed does not count', async () => {
  await p.receive('PART', '40', '3')
  await p.receive('PART', '40', '4')
  await p.fold()
  first = await p.order('FG', '10')
  await p.does(first, ['issue'], ['report', { good: '6', bad: '1', badReason: 1, minutes: 90 }], ['report', { good: '3', minutes: 30 }])
  expect(await ofProduct()).toMatchObject({ good: '9', bad: '1', hours: '2', received: '0', orders: '0' })
  const [last] = await p.list('workReport', { orderId: [first] })
  expect(await p.call('workReport/void', { id: last?.['id'] })).toBe('')
  expect(await ofProduct()).toMatchObject({ good: '6', bad: '1', hours: '1.5' })
  await p.does(first, ['report', { good: '4' }], ['complete', { quantity: '4' }], ['complete', { quantity: '6' }])
  expect(await ofProduct()).toMatchObject({ good: '10', received: '10', orders: '1', onTime: '1' })
  const [receipt] = await p.list('productionReceipt', { orderId: [first] })
  expect(await p.call('productionReceipt/reverse', { id: receipt?.['id'] })).toBe('')
  expect(await ofProduct()).toMatchObject({ received: '4', orders: '0', onTime: '0', actual: '0' })
  await p.does(first, ['complete', { quantity: '6' }])
})

test('costs: planned at confirmation, actual by layers, the difference by quantity and by price; what comes late follows', async () => {
  // planned 20 at 3.5 and ten fees; used 20 at 3
  expect(await ofProduct()).toMatchObject({ planned: '85', actual: '75', byQuantity: '0', byPrice: '-10' })
  const receipt = await p.one(sql<{ id: string }>`select id::text as id from cost_receipt where product_id = ${p.ids['PART']}
    order by id limit 1`)
  const late = { receiptId: receipt.id, day: today, part: 1, amount: '160', currency: 'CNY', documentNo: 'LATE-1' }
  expect((await p.admin.post('/FinanceCostAddition/insert', late)).msg).toBe('')
  // half of the first forty were used
  expect(await ofProduct()).toMatchObject({ planned: '85', actual: '95', byPrice: '10' })
})

test('one more part used counts by quantity; an order that comes after its day is late', async () => {
  const id = await p.order('FG', '5', { dueOn: today })
  await p.does(id, ['issue'])
  const [line] = await p.list('productionMaterial', { orderId: [id] })
  expect(await p.call('productionMaterial/more', { id: line?.['id'], quantity: '1', reason: '坏了一个' })).toBe('')
  const now = p.h.clock.now
  p.h.clock.now = new Date('2026-11-23T09:00:00+08:00')
  try {
    const admin = await signedInAs(p.h, 'admin')
    for (const [name, input] of [
      ['report', { good: '5', minutes: 45 }],
      ['complete', { quantity: '5' }],
    ] as const)
      expect((await admin.post(`/productionOrder/${name}`, { id, ...input })).msg).toBe('')
    expect((await admin.post('/productionMaterial/useUp', { id: line?.['id'], quantity: '1', reason: '损耗' })).msg).toBe('')
    expect((await admin.post('/productionOrder/close', { id })).msg).toBe('')
    const rows = await told('order', admin)
    const { no } = await p.one(sql<{ no: string }>`select no from production_order where id = ${id}`)
    const sheet = (await admin.post('/productionOrder/cost', { id })).data
    const own = rows.find(one => one.text.includes(no))?.values ?? {}
    expect(own).toMatchObject({ good: '5', hours: '0.75', orders: '1', onTime: '0', actual: sheet.totals.actual })
    expect(own['byQuantity']).toBe(sheet.lines[0].byQuantity)
    expect(Number(own['planned']) + Number(own['byQuantity']) + Number(own['byPrice'])).toBeCloseTo(Number(own['actual']), 4)
  } finally {
    p.h.clock.now = now
  }
})

test('by person; who may not see costs has no such column, who has no such warehouse no row, another organisation nothing', async () => {
  const { name } = await p.one(sql<{ name: string }>`select e.name from account a join account_organisation m on m.account_id = a.id
    join employee e on e.id = m.employee_id where a.username = 'admin' and m.org_id = ${p.orgId}`)
  expect((await told('employee')).find(one => one.text.includes(name))?.values).toMatchObject({ good: '15', hours: '2.25' })
  const { id: employeeId } = await p.one(sql<{ id: string }>`select m.employee_id::text as id from account a
    join account_organisation m on m.account_id = a.id where a.username = 'buyer' and m.org_id = ${p.orgId}`)
  await p.admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [p.warehouseId] })
  const buyer = await signedInAs(p.h, 'buyer')
  const seen = await told('product', buyer)
  expect(seen.map(one => one.values['good'])).toEqual(['15'])
  expect(JSON.stringify(seen)).not.toMatch(/actual|planned|byPrice|byQuantity/u)
  const lines = await buyer.post('/productionReport/lines', { ...period, measure: 'actual' })
  expect(lines.msg).toBe('没有“actual”这个指标')
  // behind a figure that he sees stand its entries, without what they cost
  const entries = await buyer.post('/productionReport/lines', { ...period, measure: 'good' })
  expect(entries.msg).toBe('')
  expect(entries.data.total).toBeGreaterThan(0)
  expect(JSON.stringify(entries.data)).not.toMatch(/actual|planned|byPrice|byQuantity/u)
  await p.admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [] })
  const none = await signedInAs(p.h, 'buyer')
  const { data } = await none.post('/productionReport/report', { by: ['product'], ...period })
  expect(JSON.stringify(data)).not.toContain('商品FG')
  const other = defined(p.h.demo.organisationIds[1], 'the other organisation')
  for (const [path, more] of [
    ['report', { by: ['product'] }],
    ['lines', { measure: 'good' }],
  ] as const) {
    const answer = await p.admin.post(`/productionReport/${path}`, { ...period, ...more }, other)
    expect([answer.msg, answer.data.list]).toEqual(['', []])
  }
  const employee = await signedInAs(p.h, 'employee')
  expect((await employee.post('/productionReport/report', { by: ['product'], ...period })).code).not.toBe(0)
})

test('where the stock of a warehouse has no value, nothing is said of what an order cost', async () => {
  const warehouseId = (await p.admin.post('/warehouseManage/insert', { code: 'FI2', name: '未启用仓', kind: 1 })).data.id
  const { id: bin } = await p.one(sql<{ id: string }>`select id::text as id from goods_location
    where warehouse_id = ${warehouseId} and kind = 1 order by id limit 1`)
  await p.receive('PART', '4', '3', { toId: bin }, { warehouseId })
  const id = await p.order('FG', '2', { warehouseId })
  await p.does(id, ['issue'], ['report', { good: '2' }], ['complete', { quantity: '2' }], ['close'])
  await p.fold()
  expect((await p.admin.post('/productionOrder/cost', { id })).data).toMatchObject({ isKept: false, units: '2' })
  const spent = await p.one(sql<{ planned: string; actual: string }>`select planned::int::text as planned, actual::int::text as actual
    from production_figure where order_id = ${id} and orders = 1`)
  expect(spent).toEqual({ planned: '0', actual: '0' })
})
