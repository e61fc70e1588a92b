/**
 * Calls that answer 0 whatever they do: here each is made where there is something to do, what it did is looked up, and it
 * answers how many. The calc calls of the order families stand in order-profit.test.ts, the shipping of orders and the
 * summary in sheets.test.ts, performance in performance.test.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { reportsOf } from '#areas/finance/facts/fba/demo-files.ts'
import { mailbox } from '#areas/mailbox/index.ts'
import { workOrders } from '#areas/work-orders/index.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { orders, report } from '../setup/amazon-files.ts'
import { openImports, type ImportHouse } from '../setup/amazon-imports.ts'
import type { Person } from '../setup/demo-house.ts'

const march = { startDate: '2025-03-01', endDate: '2025-03-31' }
const year = { startDate: '2025-11-01', endDate: '2026-10-31' }
const offers = [{ sku: 'YF-ZZ-1', title: 'Storage box' }]
const usa = { currency: 'USD', country: 'US', site: 'Amazon.com' }
const fba = reportsOf(usa, offers, '2026-11-21', seededRandom(5)).filter(one => /storage-fees|ledger-summary/.test(one.name))

let h: ImportHouse
let shopId: string
let employee: Person
beforeAll(async () => {
  h = await openImports(undefined, false, false, [mailbox, workOrders])
  shopId = h.shop('amazon.com')
  employee = await h.signIn('employee')
  const files = [{ name: 'march.csv', content: report(orders(0, 4)) }, ...fba.map(one => ({ ...one, path: '/amzFba/importData' }))]
  for (const { name, content, ...wish } of files) {
    const { state, errors } = await h.import(name, content, { ...wish, shopId, accept: true })
    if (state !== 'done') throw new Error(JSON.stringify(errors))
  }
})
afterAll(() => h?.close())

async function did<T>(answer: Promise<{ code: number; msg: string; data: T }>): Promise<T> {
  const { code, msg, data } = await answer
  expect(code, msg).toBe(0)
  return data
}
const one = async (statement: string): Promise<string> => String((await h.sql(statement))[0]?.['v'])
async function readAgain(call: string, period: object): Promise<number> {
  const { changed, importIds } = await did<{ changed: number; importIds: string[] }>(h.clerk.post(call, period))
  for (const id of importIds) {
    const told = await h.run(id)
    if (told.state !== 'waiting') continue
    await did(h.clerk.post('/fileImportHistory/accept', { id, reason: '已核对' }))
    await h.run(id)
  }
  return changed
}

test('AmazonTransactionReport/syncData reads stored files again: a line that was lost is there as before', async () => {
  const lines = `select count(*) || ' ' || sum(total) as v from amazon_transaction_line where shop_id = ${shopId}`
  const before = await one(lines)
  await h.sql(`delete from amazon_transaction_line where order_id = '111-1'`)
  expect(await one(lines)).not.toBe(before)
  expect(await readAgain('/AmazonTransactionReport/syncData', march)).toBe(1)
  expect(await one(lines)).toBe(before)
  expect(await readAgain('/AmazonTransactionReport/syncData', { startDate: '2024-01-01', endDate: '2024-01-31' })).toBe(0)
})

test('amzStorageFee/sync reads the reports of storage again', async () => {
  const fees = 'select count(*)::text as v from fba_storage_fee'
  const before = await one(fees)
  expect(Number(before)).toBeGreaterThan(0)
  await h.sql('delete from fba_storage_fee where month = (select min(month) from fba_storage_fee)')
  expect(await readAgain('/amzStorageFee/sync', year)).toBe(1)
  expect(await one(fees)).toBe(before)
})

test('FinanceInventoryReport/syncData works the months out again, and answers the rows that say something else', async () => {
  const closing = `select string_agg(closing::text, ' ' order by month, sku) as v from fba_inventory_month`
  const before = await one(closing)
  await h.sql(`update fba_inventory_month set closing = closing + 5 where month = '2026-03-01'`)
  expect(await did(h.clerk.post('/FinanceInventoryReport/syncData', { ...year, shopIds: [shopId] }))).toEqual({ months: 12, changed: 1 })
  expect(await one(closing)).toBe(before)
  expect(await did(h.clerk.post('/FinanceInventoryReport/syncData', { ...year, shopIds: [shopId] }))).toMatchObject({ changed: 0 })
})

test('AmazonTransactionReport/calcFinanceAzmTransDetail computes the profit of the days again', async () => {
  await refreshRollups(h.house, h.orgId)
  const [grain] = await h.sql(`select table_name as t from information_schema.columns
    where table_name like 'finance_amount\\_\\_%' and column_name = 'day' order by table_name limit 1`)
  const sums = `select sum(amount)::text as v from ${String(grain?.['t'])}`
  const before = await one(sums)
  expect(Number(before)).not.toBe(0)
  await h.sql(`update ${String(grain?.['t'])} set amount = amount + 1`)
  const asked = { ...march, shopIds: [shopId] }
  expect(await did(h.clerk.post('/AmazonTransactionReport/calcFinanceAzmTransDetail', asked))).toMatchObject({ changed: 31 })
  await refreshRollups(h.house, h.orgId)
  expect(await one(sums)).toBe(before)
})

test('AmazonTypeMap/update books a kind elsewhere', async () => {
  type Mapping = { id: string; version: number; kindId: string; item: number }
  const { list } = await did<{ list: Mapping[] }>(h.clerk.post('/AmazonTypeMap/list', { pageSize: 200 }))
  const [mapping] = list
  if (mapping === undefined) throw new Error('no mapping')
  const { id, version } = mapping
  const item = mapping.item === 1 ? 2 : 1
  expect(await did(h.clerk.post('/AmazonTypeMap/update', { id, version, item }))).toMatchObject({ id, version: version + 1 })
  expect(await one(`select item::text as v from amazon_type_map where id = ${id}`)).toBe(String(item))
})

test.each([
  ['/AmzShopMap/insert', '/AmzShopMap/update', '/AmzShopMap/list'],
  ['/FinanceShopProfit/insertShopMap', '/FinanceShopProfit/updateShopMap', '/FinanceShopProfit/shopMapList'],
])('%s, %s: the name leads to the other shop from then on', async (insert, update, read) => {
  const other = h.shop('amazon.ca')
  const { id } = await did<{ id: string }>(h.clerk.post(insert, { alias: '财务一店', shopId }))
  const row = async () =>
    (await did<{ list: { id: string; version: number; shopId: string }[] }>(h.clerk.post(read, {}))).list.find(each => each.id === id)
  const before = await row()
  expect(before?.shopId).toBe(shopId)
  await did(h.clerk.post(update, { id, version: before?.version, shopId: other }))
  expect(await row()).toMatchObject({ shopId: other, version: (before?.version ?? 0) + 1 })
})

test('managerBatchRead and empBatchRead mark what is unread, and answer how many that were', async () => {
  const unread = async (by: Person, side: string) => (await did<{ total: number }>(by.get(`/${side}/unreadCount`))).total
  for (const subject of ['茶水间', '停车位']) await did(employee.post('/emp/bossMsg', { subject, content: '请看。', kind: 1 }))
  const letters = (await did<{ list: { id: string }[] }>(h.boss.post('/manager/managerInboxs', {}))).list.map(({ id }) => id)
  expect(await unread(h.boss, 'manager')).toBe(2)
  expect(await did(h.boss.post('/manager/managerBatchRead', { ids: letters }))).toEqual({ changed: 2 })
  expect(await unread(h.boss, 'manager')).toBe(0)
  expect(await did(h.boss.post('/manager/managerBatchRead', { ids: letters }))).toEqual({ changed: 0 })

  for (const msgId of letters) await did(h.boss.post('/manager/bossMsgReply', { msgId, content: '好的。' }))
  const replies = (await did<{ list: { id: string }[] }>(employee.post('/emp/empInboxs', {}))).list.map(({ id }) => id)
  expect(await unread(employee, 'emp')).toBe(2)
  expect(await did(employee.post('/emp/empBatchRead', { ids: replies }))).toEqual({ changed: 2 })
  expect(await unread(employee, 'emp')).toBe(0)
})

test('workOrderManagement/update changes the order', async () => {
  const admin = await h.signIn('admin')
  const { id: catalogId } = await did<{ id: string }>(admin.post('/workCatalogManagement/add', { name: '报修' }))
  const wish = { title: '打印机', catalogId, requirement: '<p>卡纸</p>', values: {} }
  const { id } = await did<{ id: string }>(admin.post('/workOrderManagement/add', wish))
  const read = () => did<{ title: string; version: number }>(admin.get(`/workOrderManagement/query/${id}`))
  const { version } = await read()
  await did(admin.post('/workOrderManagement/update', { id, version, title: '打印机又卡纸' }))
  expect(await read()).toMatchObject({ title: '打印机又卡纸', version: version + 1 })
})
