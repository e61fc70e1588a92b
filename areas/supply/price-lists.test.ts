import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { goods } from '#areas/goods/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from './index.ts'

let h: DemoHouse
let buyer: Person
let boss: Person
let supplierId = ''
let skus: string[] = []

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply])
  buyer = await signedInAs(h, 'buyer')
  boss = await signedInAs(h, 'admin')
  supplierId = (await buyer.post('/supplierManage/list')).data.list[0].id
  skus = (await buyer.post('/productManage/list', { pageSize: 20 })).data.list.map((one: { sku: string }) => one.sku)
}, 60_000)
afterAll(() => h.close())

let quantity = 0
/** each for another quantity: no two prices of one supplier hold for the same on a day */
const line = (at: number, more: object = {}) => ({
  sku: skus[at],
  minQty: (quantity += 1),
  price: '12.5',
  currency: 'CNY',
  validFrom: '2026-12-01',
  ...more,
})
const add = (added: readonly object[], more: object = {}) =>
  buyer.post('/purchasePriceListManage/insert', { businessOn: '2026-11-21', supplierId, lines: { added }, ...more })
const linesOf = async (id: string) => (await buyer.post('/listField/lines', { type: 'purchasePriceList', id })).data.list
const header = async (id: string) => (await buyer.get(`/purchasePriceListManage/query/${id}`)).data
const save = (id: string, lines: object, more: object = {}, by = buyer) =>
  by.post('/purchasePriceListManage/update', { id, lines, ...more })
const history = async (id: string) => (await buyer.post('/auditTrail/history', { type: 'purchasePriceList', id })).data.list

test('a new document comes with its lines, as one entry', async () => {
  const { data } = await add([line(0), line(1, { minQty: 500, price: '11' })])
  const lines = await linesOf(data.id)
  expect(lines).toMatchObject([
    { lineNo: 1, sku: skus[0], price: '12.5000', version: 1 },
    { lineNo: 2, sku: skus[1], minQty: 500 },
  ])
  expect(await header(data.id)).toMatchObject({ no: 'CGJ202611-0001', version: 1 })
  const [entry, ...more] = await history(data.id)
  expect(more).toEqual([])
  expect(entry.changes.filter((one: { field: string }) => one.field.startsWith('lines['))).toMatchObject([
    { title: '第 1 行', before: null },
    { title: '第 2 行', before: null },
  ])
})

test('lines are saved as changes; two people keep what they changed of one document, the later is told of one line', async () => {
  const { data } = await add([line(0), line(1), line(2)])
  const [first, second, third] = await linesOf(data.id)
  expect((await save(data.id, { changed: [{ id: first.id, version: 1, price: '9' }] })).msg).toBe('')
  const other = { changed: [{ id: second.id, version: 1, price: '8' }], removed: [{ id: third.id, version: 1 }], added: [line(3)] }
  expect((await save(data.id, other, {}, boss)).data).toMatchObject({ version: 3 })
  expect((await linesOf(data.id)).map((one: { lineNo: number; price: string }) => [one.lineNo, one.price])).toEqual([
    [1, '9.0000'],
    [2, '8.0000'],
    [3, '12.5000'],
  ])
  const late = await save(data.id, { changed: [{ id: second.id, version: 1, price: '7' }] })
  expect(late).toMatchObject({ code: 1009, data: { changedBy: '管理员', lines: [{ id: second.id, price: '8.0000' }] } })
  const entries = await history(data.id)
  expect(entries).toHaveLength(3)
  expect(entries[1].changes).toMatchObject([{ title: '第 1 行 单价', before: '12.5000', after: '9.0000' }])
})

test('cells that do not fit are named by line and field; a line of another document is refused', async () => {
  const [one, two] = [(await add([line(0)])).data.id, (await add([line(1)])).data.id]
  const [foreign] = await linesOf(two)
  const wrong = [line(0, { id: 'n1', price: '一元' }), line(0, { id: 'n2', sku: 'NO-SUCH' }), line(1, { id: 'n3', validTo: '2026-01-01' })]
  expect((await save(one, { added: wrong.slice(0, 1) })).data.errors).toMatchObject([{ field: 'lines[n1].price' }])
  expect((await save(one, { added: wrong.slice(1) })).data.errors).toMatchObject([
    { field: 'lines[n3].validTo' },
    { field: 'lines[n2].sku' },
  ])
  expect((await save(one, { changed: [{ id: foreign.id, version: 1, price: '1' }] })).data.errors).toMatchObject([
    { field: `lines[${foreign.id}]` },
  ])
  expect((await save(one, { removed: [{ id: foreign.id }] })).code).toBe(1002)
  const many = Array.from({ length: 1_001 }, () => line(0))
  expect((await save(one, { added: many })).data.errors).toMatchObject([{ field: 'lines' }])
})

test('a document is deleted with its lines, as one entry', async () => {
  const { data } = await add([line(0), line(1)])
  expect((await boss.post('/purchasePriceListManage/delete', { id: data.id })).msg).toBe('')
  expect((await buyer.post('/purchasePriceManage/list', { listId: data.id })).data.total).toBe(0)
})

test('no two prices of a supplier hold for one SKU and quantity on a day, whatever list they stand in', async () => {
  const first = line(4, { minQty: 9_999, validFrom: '2027-01-01', validTo: '2027-06-30' })
  expect((await add([first])).msg).toBe('')
  const overlapping = await add([{ ...first, validFrom: '2027-06-30', validTo: null }])
  expect(overlapping).toMatchObject({ code: 1002, msg: expect.stringContaining('重叠') })
  const several = await add([
    line(5, { id: 'good' }),
    { ...first, id: 'n1', validFrom: '2027-06-30', validTo: null },
    { ...first, id: 'n2', sku: skus[5] },
  ])
  expect(several.data.errors).toMatchObject([{ field: 'lines[n1].validFrom', message: expect.stringContaining('重叠') }])
  expect((await add([{ ...first, validFrom: '2027-07-01', validTo: null }])).msg).toBe('')
})

test('days may move between lines that are saved together; two new lines that meet are both named', async () => {
  const days = { minQty: 8_888, validFrom: '2028-01-01', validTo: '2028-06-30' }
  const { data } = await add([line(6, days), line(6, { ...days, validFrom: '2028-07-01', validTo: null })])
  const [first, second] = await linesOf(data.id)
  const changed = [
    { id: first.id, version: 1, validTo: '2028-08-31' },
    { id: second.id, version: 1, validFrom: '2028-09-01' },
  ]
  expect((await save(data.id, { changed })).msg).toBe('')
  const meeting = { minQty: 7_777, validFrom: '2029-01-01' }
  const both = await save(data.id, { added: [line(6, { ...meeting, id: 'a' }), line(6, { ...meeting, id: 'b' })] })
  expect(both.data.errors.map((one: { field: string }) => one.field).toSorted()).toEqual(['lines[a].validFrom', 'lines[b].validFrom'])
})

test('names that were pasted into cells are found in one call, through the door of who asks', async () => {
  const asks = [
    { type: 'product', by: 'sku', names: [skus[0], 'NO-SUCH'] },
    { type: 'currency', by: 'code', names: ['USD'] },
  ]
  const { data } = await buyer.post('/listField/named', { asks })
  expect(data).toMatchObject([
    [
      { name: skus[0], value: skus[0] },
      { name: 'NO-SUCH', fault: 'unknown' },
    ],
    [{ name: 'USD', value: 'USD' }],
  ])
  expect((await buyer.post('/listField/named', { asks: [{ type: 'product', by: 'name', names: ['x'] }] })).code).toBe(1002)
})
