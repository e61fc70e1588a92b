/** The order sheet of 1688: matched, drafted, paired once, delivered, paid; twice and in another order it comes to the same. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { dayIn, stageOf } from './sheet-kind.ts'
import { orderSheet, type SheetOrder } from './made-sheet.ts'

let h: ImportHouse
let admin: Person
let warehouseId = ''
let n = 0
const counts = `select (select count(*) from purchase_order)::int as o, (select count(*) from purchase_delivery)::int as d,
  (select count(*) from goods_in)::int as i`
const path = '/platformOrderLine/importData'
const today = '2026-11-21'

beforeAll(async () => {
  h = await openImports()
  admin = await h.signIn('admin')
  warehouseId = (await admin.post('/warehouseManage/insert', { code: 'P8', name: '1688 仓', kind: 1 })).data.id
  await h.sql(`update warehouse set kept_since = '2026-11-01' where id = $1`, [warehouseId])
  await h.sql(`insert into stock_place (org_id, name, kind, warehouse_id) values ($1, '1688 仓', 1, $2)`, [h.orgId, warehouseId])
}, 120_000)
afterAll(() => h.close())

async function made(path: string, values: object): Promise<string> {
  const { data, msg } = await admin.post(path, values)
  expect(msg).toBe('')
  return data.id
}
const supplier = (name: string, more: object = {}) =>
  made('/supplierManage/insert', { code: `P${++n}`, name, status: 2, billing: 3, ...more })
const product = () => made('/productManage/insert', { sku: `P1688-${++n}`, name: `货品 ${n}` })
const bring = (orders: readonly SheetOrder[]) => h.import('orders.csv', orderSheet(orders), { path, owner: { warehouseId }, as: admin })
const lines = async (platformNo: string) => {
  const { data } = await admin.post('/platformOrderLine/list', { platformNo, sortField: 'platformNo', sortWay: 'ASC' })
  return data.list
}
const orderOf = async (platformNo: string) => (await admin.post('/purchaseOrder/list', { platformNo })).data.list[0]
const step = async (family: string, id: string, name: string, more: object = {}) =>
  (await admin.post(`/${family}/${name}`, { id, ...more })).msg
const ordered = async (supplierId: string, goods: readonly (readonly [string, string, string])[], more: object = {}) => {
  const added = goods.map(([productId, quantity, price]) => ({ productId, quantity, price }))
  const values = { businessOn: today, promisedOn: today, supplierId, warehouseId, ...more, lines: { added } }
  const id = await made('/purchaseOrder/insert', values)
  expect(await step('purchaseOrder', id, 'submit')).toBe('')
  return id
}
const one = (no: string, seller: string, more: Partial<SheetOrder> = {}): SheetOrder => ({
  no,
  seller,
  status: '等待买家收货',
  day: '2026-11-18 10:30:00',
  paid: '250.00',
  goods: [{ title: '轨道', price: '12.50', quantity: '20', offer: `77${no}`, sku: `S${no}` }],
  ...more,
})

describe('words of the sheet', () => {
  test.each([
    ['2026-11-18 10:30:00', '2026-11-18'],
    ['2026/1/8', '2026-01-08'],
    ['46344.4375', '2026-11-18'],
    ['18.11.2026', null],
    ['2026-13-01', null],
  ])('%s', (cell, day) => expect(dayIn(cell)).toBe(day))
  test('stages', () =>
    expect(['等待买家付款', '等待卖家发货', '等待买家收货', '交易成功', '交易关闭', '退款中'].map(stageOf)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '0',
    ]))
})

test('an order that is there is found by supplier, goods and amount; its waybill opens the receipt; twice changes nothing', async () => {
  const supplierId = await supplier('义乌轨道厂')
  const productId = await product()
  const id = await ordered(supplierId, [[productId, '20', '12.5']], { discount: '10', freight: '10' })
  await made('/supplierItem/insert', { supplierId, productId, offerId: '771001', specId: 'S1001' })
  const sheet = [one('1001', '义乌轨道厂', { way: ['中通', 'ZT1001'] })]
  const first = await bring(sheet)
  expect([first.state, first.lines.merged]).toEqual(['done', 1])
  expect(await orderOf('1001')).toMatchObject({ id })
  expect(await lines('1001')).toMatchObject([{ state: 3, orderId: id, trackingNo: 'ZT1001' }])
  const found = await admin.post('/code/resolve', { code: 'ZT1001' })
  expect(JSON.stringify(found.data)).toContain('goodsIn')
  const before = await h.sql(counts)
  const again = await bring(sheet)
  expect([again.lines.merged, again.lines.unchanged]).toEqual([0, 1])
  expect(await h.sql(counts)).toEqual(before)
})

test('without an order: paired once, then drafts follow by themselves; its payment is the cost of who writes no invoices', async () => {
  const supplierId = await supplier('宁波齿轮')
  const productId = await product()
  const goods = [{ title: '齿轮', price: '8', quantity: '30', offer: '900', sku: 'G1' }]
  // the seller is called otherwise there
  const first = await bring([one('2001', '齿轮之家', { goods, paid: '235.50', freight: '6.00', change: '-10.50' })])
  expect(first.state).toBe('done')
  const [line] = await lines('2001')
  expect(line).toMatchObject({ state: 1, productId: null, supplierId: null })
  expect((await admin.post('/platformOrderLine/pair', { id: line.id, productId })).msg).not.toBe('')
  expect((await admin.post('/platformOrderLine/pair', { id: line.id, productId, supplierId })).msg).toBe('')
  const draft = await orderOf('2001')
  expect(draft).toMatchObject({ state: 0, supplierId, freight: '6.0000', discount: '10.5000', total: '240.0000' })
  expect(await lines('2001')).toMatchObject([{ state: 2, orderId: draft.id, findings: null }])
  // the next of the same offer asks nothing
  await bring([one('2002', '齿轮之家', { goods, paid: '240', way: ['圆通', 'YT2002'], status: '等待卖家发货' })])
  const second = await orderOf('2002')
  expect(second).toMatchObject({ state: 0, supplierId })
  expect(await step('purchaseOrder', second.id, 'submit')).toBe('')
  const [sent] = await lines('2002')
  expect(sent).toMatchObject({ state: 3, deliveryId: expect.anything() })
  const [{ id: receiptId } = { id: '' }] = await h.sql('select receipt_id::text as id from purchase_delivery where id = $1', [
    sent.deliveryId,
  ])
  expect(await step('goodsIn', String(receiptId), 'receive')).toBe('')
  const [bill] = (await admin.post('/purchaseInvoice/list', { supplierId: [supplierId] })).data.list
  expect(bill).toMatchObject({ invoiceNo: '2002', platformNo: '2002', total: '240.0000', state: 2, kind: 4 })
  const cost = await h.sql('select trim_scale(amount)::text as amount from cost_invoice where invoice_no = $1', [bill.no])
  expect(cost).toEqual([{ amount: '240' }])
})

test('what does not agree is said, line by line; a later sheet goes on from the furthest state, whichever comes first', async () => {
  const supplierId = await supplier('温州配件')
  const [a, b] = [await product(), await product()]
  const orderId = await ordered(
    supplierId,
    [
      [a, '10', '5'],
      [b, '10', '7'],
    ],
    { platformNo: '3001' },
  )
  for (const [productId, offerId] of [
    [a, '1'],
    [b, '2'],
  ] as const)
    await made('/supplierItem/insert', { supplierId, productId, offerId })
  const goods = [
    { title: '甲', price: '5', quantity: '12', offer: '1' },
    { title: '乙', price: '7.2', quantity: '10', offer: '2' },
  ]
  await bring([one('3001', '温州配件', { goods, paid: '132', status: '交易成功', way: ['韵达', 'YD3'] })])
  const byTitle = ([a]: readonly unknown[], [b]: readonly unknown[]): number => String(a).localeCompare(String(b))
  const said = async () =>
    (await lines('3001')).map((row: { title: string; findings: number[]; stage: number; trackingNo: string }) => [
      row.title,
      row.findings,
      row.stage,
      row.trackingNo,
    ])
  const expected = [
    ['甲', [6, 7], 4, 'YD3'],
    ['乙', [5, 7], 4, 'YD3'],
  ]
  expect((await said()).toSorted(byTitle)).toEqual(expected.toSorted(byTitle))
  await bring([one('3001', '温州配件', { goods, paid: '132', status: '等待卖家发货' })])
  expect((await said()).toSorted(byTitle)).toEqual(expected.toSorted(byTitle))
  expect(await orderOf('3001')).toMatchObject({ id: orderId })
})

test('one parcel of two orders is one delivery of what their sheets say; more that came costs no more than was paid', async () => {
  const supplierId = await supplier('佛山五金')
  const productId = await product()
  await ordered(supplierId, [[productId, '10', '5']], { platformNo: '5001' })
  await ordered(supplierId, [[productId, '100', '10']], { platformNo: '5002' })
  await made('/supplierItem/insert', { supplierId, productId, offerId: '51' })
  const goods = (quantity: string, price: string) => [{ title: '五金', price, quantity, offer: '51' }]
  const first = one('5001', '佛山五金', { goods: goods('10', '5'), paid: '50', way: ['中通', 'ZT5'] })
  const second = one('5002', '佛山五金', { goods: goods('60', '10'), paid: '1000', way: ['中通', 'ZT5'] })
  expect((await bring([first, second])).state).toBe('done')
  const noticed = await h.sql(
    `select d.id::text as id, count(distinct l.order_id)::int as orders, trim_scale(sum(x.quantity))::text as quantity,
      min(d.receipt_id)::text as "receiptId"
    from purchase_delivery d join purchase_delivery_line x on x.delivery_id = d.id join purchase_order_line l on l.id = x.order_line_id
    where d.supplier_id = $1 and d.tracking_no = 'ZT5' group by d.id`,
    [supplierId],
  )
  expect(noticed).toMatchObject([{ orders: 2, quantity: '70' }])
  const receiptId = String(noticed[0]?.['receiptId'])
  await h.sql('update purchase_order_line l set over_percent = 20 from purchase_order o where o.id = l.order_id and o.supplier_id = $1', [
    supplierId,
  ])
  await h.sql(`update goods_in_line set quantity = 12 where in_id = $1 and quantity = 10`, [receiptId])
  expect(await step('goodsIn', receiptId, 'receive')).toBe('')
  const bills = (await admin.post('/purchaseInvoice/list', { supplierId: [supplierId] })).data.list
  expect(bills.map((one: { platformNo: string; total: string }) => [one.platformNo, one.total]).toSorted()).toEqual([
    ['5001', '50.0000'],
    ['5002', '600.0000'],
  ])
})

test('an order that was made void and a draft that was deleted stay so, whatever sheets tell; its number is free', async () => {
  const supplierId = await supplier('杭州丝带')
  const productId = await product()
  await made('/supplierItem/insert', { supplierId, productId, offerId: '61' })
  const goods = [{ title: '丝带', price: '2', quantity: '10', offer: '61' }]
  const sheet = ['6001', '6002'].map(no => one(no, '杭州丝带', { goods, paid: no === '6001' ? '20' : '21' }))
  await bring(sheet)
  const [voided, deleted] = [await orderOf('6001'), await orderOf('6002')]
  expect(await step('purchaseOrder', voided.id, 'void', { endReason: '重复' })).toBe('')
  expect((await admin.post('/purchaseOrder/delete', { id: deleted.id })).msg).toBe('')
  const later = sheet.map(all => ({ ...all, status: '交易成功' }))
  expect((await bring(later)).state).toBe('done')
  expect([await orderOf('6001'), await orderOf('6002')]).toMatchObject([{ id: voided.id, state: 6 }, undefined])
  expect([...(await lines('6001')), ...(await lines('6002'))]).toMatchObject([{ state: 5, stage: 4 }, { state: 5 }])
  const anew = { platformNo: '6001', discount: '1' }
  const again = await ordered(supplierId, [[productId, '10', '2']], anew)
  const values = { businessOn: today, promisedOn: today, supplierId, warehouseId, platformNo: '6001' }
  expect(
    (await admin.post('/purchaseOrder/insert', { ...values, lines: { added: [{ productId, quantity: '1', price: '1' }] } })).msg,
  ).toContain('已存在')
  await bring(later.map(all => ({ ...all, way: ['中通', 'ZT6'] as const })))
  expect((await lines('6001'))[0]).toMatchObject({ orderId: again, trackingNo: 'ZT6' })
})

test('at the same stage the later sheet counts: a lower price, another waybill; what is further stays', async () => {
  await supplier('苏州改价')
  const goods = [{ title: '改价', price: '10', quantity: '10', offer: '71' }]
  const sheet = (status: string, paid: string, no: string) => [one('7001', '苏州改价', { goods, paid, status, way: ['中通', no] })]
  await bring(sheet('等待买家付款', '100', 'YT7'))
  await bring(sheet('等待买家付款', '90', 'SF7'))
  expect(await lines('7001')).toMatchObject([{ paid: '90.0000', trackingNo: 'SF7', stage: 1 }])
  await bring(sheet('等待买家付款', '90', ''))
  expect(await lines('7001')).toMatchObject([{ trackingNo: 'SF7' }])
  await bring(sheet('等待卖家发货', '90', 'SF8'))
  await bring(sheet('等待买家付款', '100', 'YT7'))
  expect(await lines('7001')).toMatchObject([{ paid: '90.0000', trackingNo: 'SF8', stage: 2 }])
})

test('three sheets of an order in any order come to the same: what is said, paid, sent and drafted', async () => {
  const ways = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  const results = []
  for (const [at, way] of ways.entries()) {
    const [own, new1] = [`81${at}1`, `81${at}2`]
    const name = `次序厂${at}`
    const supplierId = await supplier(name)
    const productId = await product()
    await made('/supplierItem/insert', { supplierId, productId, offerId: `8${at}` })
    await ordered(supplierId, [[productId, '20', '12.5']], { platformNo: own })
    const goods = [{ title: '次序', price: '12.5', quantity: '20', offer: `8${at}` }]
    const sheet = (status: string, track: string) => [
      one(own, name, { goods, status, ...(track === '' ? {} : { way: ['中通', `${track}${at}`] as const }) }),
      one(new1, name, { goods, status }),
    ]
    const sheets = [sheet('等待买家付款', ''), sheet('等待卖家发货', ''), sheet('等待买家收货', 'WB')]
    for (const which of way) expect((await bring(sheets[which] ?? [])).state).toBe('done')
    const said = [...(await lines(own)), ...(await lines(new1))].map(row => [row.state, row.stage, row.findings, row.paid])
    const orders = (await admin.post('/purchaseOrder/list', { supplierId: [supplierId] })).data.list
    const deliveries = await h.sql(
      `select d.state, trim_scale(sum(x.quantity))::text as quantity, left(d.tracking_no, 2) as no from purchase_delivery d
        join purchase_delivery_line x on x.delivery_id = d.id where d.supplier_id = $1 group by d.id`,
      [supplierId],
    )
    const heads = orders.map((row: { state: number; total: string }) => [row.state, row.total]).toSorted()
    results.push({ said, heads, deliveries })
  }
  expect(results[0]).toMatchObject({ deliveries: [{ state: 2, quantity: '20', no: 'WB' }] })
  for (const one of results) expect(one).toEqual(results[0])
})

test('bad sheets: none of 1688, without a number, a number that Excel has changed, a quantity of nothing', async () => {
  const refused = async (text: string) => {
    const done = await h.import('x.csv', text, { path, owner: { warehouseId }, as: admin })
    return [done.state, JSON.stringify(done)]
  }
  const good = orderSheet([one('4001', '某厂')])
  for (const [text, words] of [
    [good.replace('4001', '1.2E+18'), '科学计数'],
    [good.replace('"20"', '"0"'), '数量'],
    [good.replace('"20"', '"two"'), '不是数字'],
    [good.replace('2026-11-18 10:30:00', '昨天'), '不是日期'],
  ] as const) {
    const [state, said] = await refused(text)
    expect([state, said]).toEqual(['refused', expect.stringContaining(words)])
  }
  expect(await lines('4001')).toEqual([])
})
