/** Vouchers of production: the account holds what lies in production, in each month and at the end nothing; costs that come late too. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { signedInAs, type Person } from '../../test/setup/demo-house.ts'
import { productionHouse, today, type ProductionHouse } from '../../test/setup/production-house.ts'
import { productionCloseItems } from './notices.ts'

let p: ProductionHouse
let by: Person
let companyId = ''
beforeAll(async () => {
  p = await productionHouse('VO', ['FG', 'PART', 'BODY', 'RAW'])
  by = p.admin
  await p.bill('FG', 1, { PART: '2' }, '1.5')
  await p.bill('BODY', 2, { RAW: '1' }, '2')
  companyId = (
    await p.one(sql<{ id: string }>`insert into company (org_id, name) values (${p.orgId}, '制造公司') returning id::text as id`)
  ).id
  await sql`update warehouse set company_id = ${companyId} where id = ${p.warehouseId}`.execute(p.h.db)
  await by.post('/VoucherBook/insert', { companyId, startMonth: '2026-11', preparer: '王芳' })
  for (const what of ['Account', 'Rule']) {
    const { msg } = await by.post(`/Voucher${what}/loadUsual`, { companyId })
    if (msg !== '') throw new Error(msg)
  }
}, 180_000)
afterAll(() => p.h.close())

interface Line {
  readonly item: number
  readonly amount: string
}
/** Amounts by event; the account of production then, and what lies in production. */
async function vouchersOf(month: string): Promise<{ events: Readonly<Record<number, number>>; account: number; lying: number }> {
  await p.fold()
  expect((await by.post('/Voucher/generate', { companyId, month })).msg).toBe('')
  const heads = (await by.post('/Voucher/list', { companyId: [companyId], topic: [7], state: [1] })).data.list
  for (const head of heads) expect(head.debit).toBe(head.credit)
  const own = heads.find((one: { month: string }) => one.month.startsWith(month))
  const { rows: sources } = await sql<Line>`select item, amount::text as amount from voucher_source where voucher_id = ${own.id}`.execute(
    p.h.db,
  )
  const balances = (await by.post('/VoucherBalance/list', { companyId: [companyId], pageSize: 100 })).data.list
  const [account] = balances.filter((one: { code: string; month: string }) => one.code === '5001' && one.month.startsWith(month))
  const { worth } = await p.one(sql<{ worth: string }>`select coalesce(sum(v.purchase + v.first_leg + v.duty + v.other), 0)::text as worth
    from stock_value v join stock_place s on s.id = v.place_id where s.kind in (7, 8) and v.month = ${`${month}-01`}::date`)
  return {
    events: Object.fromEntries(sources.map(one => [one.item, Number(one.amount)])),
    account: Number(account.closing),
    lying: Number(canonical(worth)),
  }
}
const materialOf = async (orderId: string): Promise<string | undefined> =>
  (await by.post('/productionMaterial/list', { orderId: [orderId] })).data.list[0]?.id
const does = async (path: string, input: object): Promise<void> =>
  expect([path, (await by.post(`/${path}`, input)).msg]).toEqual([path, ''])
let [order, outside] = ['', '']

test('a month: what came into production, fees, what was made, what was lost; the account is what lies there', async () => {
  await p.receive('PART', '20', '3')
  await p.receive('PART', '20', '4')
  await p.receive('RAW', '10', '7')
  await p.fold()
  order = await p.order('FG', '10')
  await does('productionOrder/issue', { id: order })
  const part = await materialOf(order)
  await does('productionMaterial/more', { id: part, quantity: '5', reason: '备用' })
  await does('productionMaterial/back', { id: part, quantity: '1' })
  await does('productionOrder/report', { id: order, good: '10' })
  await does('productionOrder/complete', { id: order, quantity: '4' })
  outside = await p.order('BODY', '5', { kind: 3, supplierId: p.supplierId })
  await does('productionOrder/issue', { id: outside })
  await does('productionMaterial/lose', { id: await materialOf(outside), quantity: '1', reason: '丢失' })
  const { events, account, lying } = await vouchersOf('2026-11')
  // 60 and 5 at 4 came, one at 3 went back; four were made of 8 at 3 with fees of 6; 35 went out, 7 were lost
  expect(events[211]).toBeCloseTo(80 + 35 - 3, 6)
  expect(events).toMatchObject({ 212: 6, 213: 30, 215: 7 })
  expect(account).toBeCloseTo(lying, 2)
  expect(lying).toBeGreaterThan(0)
})

test('the next month, after a close: a cost that comes late reaches what lies in production; at the end nothing is left', async () => {
  const [item] = productionCloseItems
  await sql`insert into finance_month (org_id, month, state) values (${p.orgId}, '2026-11-01', 1) on conflict do nothing`.execute(p.h.db)
  p.h.clock.now = new Date('2026-12-05T09:00:00+08:00')
  by = await signedInAs(p.h, 'admin')
  const receipt = await p.one(sql<{ id: string }>`select id::text as id from cost_receipt where product_id = ${p.ids['PART']}
    order by id limit 1`)
  const late = { receiptId: receipt.id, day: today, part: 1, amount: '80', currency: 'CNY', documentNo: 'LATE-V' }
  await does('FinanceCostAddition/insert', late)
  const between = await vouchersOf('2026-12')
  // 12 of twenty lie in production and bear 12 more; 8 were made into goods before and bear 8
  expect(between.account).toBeCloseTo(between.lying, 2)
  expect(between.events[214]).toBeCloseTo(8, 4)
  await does('productionOrder/complete', { id: order, quantity: '6' })
  await does('productionMaterial/useUp', { id: await materialOf(order), quantity: '4', reason: '剩余' })
  await does('productionOrder/close', { id: order })
  await does('productionMaterial/back', { id: await materialOf(outside), quantity: '4' })
  await does('productionOrder/close', { id: outside })
  const after = await vouchersOf('2026-12')
  expect([after.account, after.lying]).toEqual([0, 0])
  const ask = { month: '2026-12', first: '2026-12-01', last: '2026-12-31', next: '2027-01-01', shopIds: [] }
  expect(await item?.gaps(await p.h.house.asSystem(p.orgId, 'test'), ask)).toEqual([])
})
