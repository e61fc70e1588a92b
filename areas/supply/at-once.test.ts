/** Two people at once, months that are closed, and input that no form sends: what may not be is refused, and nothing is counted twice. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quality } from '#areas/quality/index.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { signedInAs, type Person } from '../../test/setup/demo-house.ts'
import { buying, today, type Buying, type Values } from '../../test/setup/buying.ts'

let b: Buying
let boss: Person
let item = ''
let n = 0
beforeAll(async () => {
  // the report of purchasing counts inspected lots too
  b = await buying([quality])
  boss = await signedInAs(b.h, 'boss')
  item = await b.product('ONCE-1')
}, 600_000)
afterAll(() => b.h.close())

const supplier = async (billing: number, more: Values = {}): Promise<string> =>
  (await b.admin.post('/supplierManage/insert', { code: `O${++n}`, name: `同时厂${n}`, status: 2, billing, ...more })).data.id
const codes = (answers: readonly { code: number }[]): number[] => answers.map(one => (one.code === 0 ? 0 : 1)).toSorted((a, b) => a - b)
const add = (family: string, header: Values, added: readonly Values[] = [], by = b.admin) =>
  by.post(`/${family}/insert`, { businessOn: today, ...header, lines: { added } })
/** '' where it went through, else what it was refused with, at whichever of its calls */
async function through(family: string, header: Values, added: readonly Values[], name: string): Promise<string> {
  const { code, msg, data } = await add(family, header, added)
  return code === 0 ? b.step(family, data.id, name) : JSON.stringify([msg, data])
}

test('two buyers draw one line of a request: together no more than was asked for', async () => {
  const supplierId = await supplier(3)
  const request = await add('purchaseRequest', { reason: 3 }, [
    { productId: item, quantity: '10', needOn: today, warehouseId: b.warehouseId },
  ])
  expect(await b.step('purchaseRequest', request.data.id, 'submit')).toBe('')
  const [line] = await b.lines('purchaseRequest', request.data.id)
  const draft = () =>
    b.make('purchaseOrder', { promisedOn: today, supplierId, warehouseId: b.warehouseId }, [
      { productId: item, quantity: '10', price: '1', requestLineId: line?.['id'] },
    ])
  const ids = [await draft(), await draft()]
  const answers = await Promise.all([
    b.admin.post('/purchaseOrder/submit', { id: ids[0] }),
    boss.post('/purchaseOrder/submit', { id: ids[1] }),
  ])
  expect(answers.filter(one => one.code === 0).length).toBeLessThanOrEqual(1)
  expect(Number((await b.lines('purchaseRequest', request.data.id))[0]?.['ordered'])).toBeLessThanOrEqual(10)
})

test('two keepers receive one delivery: it is there once', async () => {
  const supplierId = await supplier(3)
  const order = await b.ordered([{ productId: item, quantity: '10', price: '1' }], { supplierId })
  const header = { supplierId, warehouseId: b.warehouseId, expectedOn: today, trackingNo: 'ONCE1' }
  const id = await b.make('purchaseDelivery', header, [{ productId: item, quantity: '10', orderLineId: order.lines[0]?.['id'] }])
  expect(await b.step('purchaseDelivery', id, 'send')).toBe('')
  const { receiptId } = (await b.row('purchaseDelivery', id)) as { receiptId: string }
  const answers = await Promise.all([b.admin, b.keeper].map(who => who.post('/goodsIn/receive', { id: receiptId })))
  expect(codes(answers)).toEqual([0, 1])
  const { rows } = await sql<{ n: number }>`select received::int as n from purchase_order_line where order_id = ${order.id}`.execute(b.h.db)
  expect(rows).toEqual([{ n: 10 }])
})

test('改单 or 作废 against the receipt: one of them holds', async () => {
  for (const name of ['change', 'void']) {
    const supplierId = await supplier(3)
    const order = await b.ordered([{ productId: item, quantity: '5', price: '1' }], { supplierId })
    const lines = [{ productId: item, quantity: '5', orderLineId: order.lines[0]?.['id'] }]
    const id = await b.make('goodsIn', { kind: 1, supplierId, warehouseId: b.warehouseId }, lines)
    const answers = await Promise.all([
      b.admin.post(`/purchaseOrder/${name}`, { id: order.id, ...(name === 'void' ? { endReason: '不要了' } : {}) }),
      b.keeper.post('/goodsIn/receive', { id }),
    ])
    expect([name, codes(answers)]).toEqual([name, [0, 1]])
    const { rows } = await sql<{ ok: boolean }>`select (o.state = 4) = (l.received > 0) as ok from purchase_order o
      join purchase_order_line l on l.order_id = o.id where o.id = ${order.id}`.execute(b.h.db)
    expect(rows).toEqual([{ ok: true }])
  }
})

test('a closed month takes no receipt, invoice and return', async () => {
  const supplierId = await supplier(2)
  const order = await b.ordered([{ productId: item, quantity: '5', price: '1' }], { supplierId })
  const came = await b.received([{ productId: item, quantity: '2', orderLineId: order.lines[0]?.['id'] }], { supplierId })
  const [line] = await b.lines('goodsIn', came)
  const org = b.h.demo.organisationIds[0] ?? ''
  await sql`insert into finance_month (org_id, month, state) values (${org}, '2026-10-01', 1) on conflict do nothing`.execute(b.h.db)
  const day = '2026-10-20'
  const receipt = { businessOn: day, kind: 1, supplierId, warehouseId: b.warehouseId }
  const one = [{ productId: item, quantity: '1', orderLineId: order.lines[0]?.['id'] }]
  expect(await through('goodsIn', receipt, one, 'receive')).not.toBe('')
  const bill = { businessOn: day, supplierId, invoiceNo: 'ONCE-C', kind: 2 }
  expect(await through('purchaseInvoice', bill, [{ productId: item, quantity: '1', inLineId: line?.['id'] }], 'submit')).toContain('结账')
  // a return leaves on the day on which it is shipped
  const back = { supplierId, warehouseId: b.warehouseId, way: 1 }
  const returned = await add('purchaseReturn', back, [{ productId: item, quantity: '1', inLineId: line?.['id'] }])
  const steps = ['submit', 'allocate', 'release', 'pick']
  for (const name of steps) expect([name, await b.step('purchaseReturn', returned.data.id, name)]).toEqual([name, ''])
  await sql`insert into finance_month (org_id, month, state) values (${org}, '2026-11-01', 1) on conflict (org_id, month)
    do update set state = 1`.execute(b.h.db)
  const said = await b.step('purchaseReturn', returned.data.id, 'ship')
  await sql`delete from finance_month where org_id = ${org} and month = '2026-11-01'`.execute(b.h.db)
  expect(said).toMatch(/结账/u)
  expect(await b.row('purchaseReturn', returned.data.id)).toMatchObject({ state: 5 })
})

test('a late invoice of what came in a closed month counts in the open month', async () => {
  const supplierId = await supplier(2)
  const place = await sql<{ id: string }>`select id::text as id from stock_place where warehouse_id = ${b.warehouseId}`.execute(b.h.db)
  const org = b.h.demo.organisationIds[0] ?? ''
  if (place.rows.length === 0)
    await sql`insert into stock_place (org_id, name, kind, warehouse_id) values (${org}, '到货仓', 1, ${b.warehouseId})`.execute(b.h.db)
  await sql`update warehouse set kept_since = '2026-11-01' where id = ${b.warehouseId}`.execute(b.h.db)
  const order = await b.ordered([{ productId: item, quantity: '5', price: '2' }], { supplierId })
  const came = await b.received([{ productId: item, quantity: '5', orderLineId: order.lines[0]?.['id'] }], { supplierId })
  const [line] = await b.lines('goodsIn', came)
  const now = b.h.clock.now
  try {
    b.h.clock.now = new Date('2026-12-03T09:00:00+08:00')
    await sql`insert into finance_month (org_id, month, state) values (${org}, '2026-11-01', 1)
      on conflict (org_id, month) do update set state = 1`.execute(b.h.db)
    const admin = await signedInAs(b.h, 'admin')
    const bill = { businessOn: '2026-12-03', supplierId, invoiceNo: 'LATE-1', kind: 2 }
    const made = await add('purchaseInvoice', bill, [{ productId: item, quantity: '5', inLineId: line?.['id'], amount: '11' }], admin)
    expect([made.msg, (await admin.post('/purchaseInvoice/submit', { id: made.data?.id })).msg]).toEqual(['', ''])
    const { rows } = await sql<{ day: string; amount: string }>`select i.day::text as day, trim_scale(i.amount)::text as amount
      from cost_invoice i join purchase_invoice v on v.no = i.invoice_no where v.id = ${made.data.id}`.execute(b.h.db)
    expect(rows).toEqual([{ day: '2026-12-03', amount: '11' }])
  } finally {
    await sql`delete from finance_month where org_id = ${org} and month = '2026-11-01'`.execute(b.h.db)
    b.h.clock.now = now
    boss = await signedInAs(b.h, 'boss')
  }
})

test('bad input: each is refused with its reason', async () => {
  const [suspended, supplierId, other, none] = [await supplier(2, { status: 3 }), await supplier(2), await supplier(2), await supplier(3)]
  const order = { promisedOn: today, warehouseId: b.warehouseId }
  const line = { productId: item, quantity: '5', price: '2' }
  expect(await through('purchaseOrder', { ...order, supplierId: suspended }, [line], 'submit')).not.toBe('')
  // one number of 1688 in two orders
  expect((await add('purchaseOrder', { ...order, supplierId, platformNo: 'TWICE1' }, [line])).code).toBe(0)
  expect((await add('purchaseOrder', { ...order, supplierId, platformNo: 'TWICE1' }, [line])).code).not.toBe(0)
  const bought = await b.ordered([line], { supplierId })
  // a receipt of another supplier's line
  const receipt = { kind: 1, supplierId: other, warehouseId: b.warehouseId }
  expect(await through('goodsIn', receipt, [{ productId: item, quantity: '1', orderLineId: bought.lines[0]?.['id'] }], 'receive')).not.toBe(
    '',
  )
  const came = await b.received([{ productId: item, quantity: '5', orderLineId: bought.lines[0]?.['id'] }], { supplierId })
  const [inLine] = await b.lines('goodsIn', came)
  const billed = [{ productId: item, quantity: '5', inLineId: inLine?.['id'] }]
  expect(await through('purchaseInvoice', { supplierId: none, invoiceNo: 'X1', kind: 2 }, [], 'submit')).toContain('不开票')
  expect(await through('purchaseInvoice', { supplierId, invoiceNo: 'X2', kind: 1 }, [{ ...billed[0], tax: '9' }], 'submit')).toContain('税')
  // terms that do not sum to 100, a price list that overlaps
  expect((await b.admin.post('/paymentTerms/insert', { name: '少一点', onOrder: '30', onReceipt: '60' })).code).not.toBe(0)
  const price = { sku: 'ONCE-1', minQty: 1, price: '2', currency: 'CNY', validFrom: today }
  expect((await add('purchasePriceListManage', { supplierId }, [price])).code).toBe(0)
  expect((await add('purchasePriceListManage', { supplierId }, [price])).code).not.toBe(0)
  // a payment above what is owed; a request without an account
  const invoiceId = await b.make('purchaseInvoice', { supplierId, invoiceNo: 'X3', kind: 2 }, billed)
  expect(await b.step('purchaseInvoice', invoiceId, 'submit')).toBe('')
  const [of] = await b.lines('purchaseInvoice', invoiceId)
  const asked = (amount: string) => [{ invoiceLineId: of?.['id'], amount }]
  expect(await through('paymentRequest', { supplierId, dueOn: today }, asked('10.01'), 'submit')).not.toBe('')
  expect(await through('paymentRequest', { supplierId, dueOn: today }, asked('10'), 'submit')).toContain('银行账号')
  // more goes back than lies there
  const back = { supplierId, warehouseId: b.warehouseId, way: 1 }
  expect(await through('purchaseReturn', back, [{ productId: item, quantity: '6', inLineId: inLine?.['id'] }], 'submit')).not.toBe('')
})

test('a payment request keeps the account that was approved when it was asked for', async () => {
  const supplierId = await supplier(2, { bankAccount: '6222020200019990001', bankName: '工商银行', bankHolder: '同时厂' })
  const order = await b.ordered([{ productId: item, quantity: '5', price: '2' }], { supplierId })
  const came = await b.received([{ productId: item, quantity: '5', orderLineId: order.lines[0]?.['id'] }], { supplierId })
  const [line] = await b.lines('goodsIn', came)
  const bill = { supplierId, invoiceNo: 'ACC-1', kind: 2 }
  const invoiceId = await b.make('purchaseInvoice', bill, [{ productId: item, quantity: '5', inLineId: line?.['id'] }])
  expect(await b.step('purchaseInvoice', invoiceId, 'submit')).toBe('')
  const [of] = await b.lines('purchaseInvoice', invoiceId)
  const request = await b.make('paymentRequest', { supplierId, dueOn: today }, [{ invoiceLineId: of?.['id'], amount: '10' }])
  expect(await b.step('paymentRequest', request, 'submit')).toBe('')
  const { version } = (await b.admin.get(`/supplierManage/query/${supplierId}`)).data
  const later = { id: supplierId, version, bankAccount: '6222020200019990002' }
  expect((await b.admin.post('/supplierManage/update', later)).msg).toBe('')
  const { rows } = await sql<{ account: string }>`select bank_account as account from payment_request where id = ${request}`.execute(b.h.db)
  expect(rows).toEqual([{ account: '6222020200019990001' }])
})

test('an offer and spec of a supplier belong to one product', async () => {
  const supplierId = await supplier(3)
  const other = await b.product(`ONCE-${supplierId}`)
  const offer = { supplierId, offerId: '7788', specId: 'S1' }
  expect((await b.admin.post('/supplierItem/insert', { ...offer, productId: item })).msg).toBe('')
  const twice = await b.admin.post('/supplierItem/insert', { ...offer, productId: other })
  expect(JSON.stringify(twice)).toContain('ONCE-1')
  expect((await b.admin.post('/supplierItem/insert', { ...offer, specId: 'S2', productId: other })).msg).toBe('')
})

test('prices are unseen by whoever lacks the right: list, export, lines, one, paper, history, search, suggestion, sorting', async () => {
  const supplierId = await supplier(2)
  const order = await b.ordered([{ productId: item, quantity: '5', price: '77.31' }], { supplierId })
  const seen = [
    await b.keeper.post('/purchaseOrder/list', { supplierId: [supplierId] }),
    await b.keeper.get(`/purchaseOrder/query/${order.id}`),
    await b.keeper.post('/purchaseOrderLine/list', { orderId: [order.id] }),
    await b.keeper.post('/purchaseOrder/list', { sortField: 'total', sortWay: 'ASC' }),
    await b.keeper.post('/purchaseReport/report', { by: ['supplier'], startDate: today, endDate: today }),
    // paper is printed from what the page of the record reads
    await b.keeper.post('/listField/record', { type: 'purchaseOrder', id: order.id }),
    await b.keeper.post('/listField/lines', { type: 'purchaseOrder', id: order.id }),
    await b.keeper.post('/auditTrail/history', { type: 'purchaseOrder', id: order.id }),
    await b.keeper.post('/listField/find', { keyword: '77.31' }),
    await b.keeper.post('/listField/options', { type: 'purchaseOrder', keyword: '77' }),
    await b.keeper.post('/goodsIn/draw', { from: 'purchaseOrderLine', header: { supplierId, warehouseId: b.warehouseId } }),
  ]
  expect(seen.map(one => one.status)).not.toContain(500)
  expect(JSON.stringify(seen)).not.toMatch(/77\.31|386\.55/u)
  expect(seen[3]?.code).not.toBe(0)
  expect(seen[4]?.code).not.toBe(0)
  for (const fields of [['no', 'total'], ['no']]) {
    const { rawPayload } = await b.h.app.inject({
      method: 'POST',
      url: '/api-2024/purchaseOrder/listExport',
      headers: { authorization: `Bearer ${b.keeper.token}` },
      payload: { headers: fields, fields, query: { supplierId: [supplierId] }, format: 'csv' },
    })
    expect(rawPayload.toString('utf8')).not.toMatch(/77\.31|386\.55/u)
    if (fields.length === 1) expect(rawPayload.toString('utf8')).toContain('CGDD')
  }
  expect(seen.slice(5).map(one => one.code)).toEqual(Array.from({ length: 6 }, () => 0))
})

test('figures of purchasing are those of a plain reckoning: on time by the first promise, days, price against before', async () => {
  const supplierId = await supplier(2)
  const code = `同时厂${n}`
  const org = b.h.demo.organisationIds[0] ?? ''
  const product = await b.product('ONCE-FIGURES')
  const now = b.h.clock.now
  let by = b.admin
  const on = async (day: string) => {
    b.h.clock.now = new Date(`${day}T09:00:00+08:00`)
    by = await signedInAs(b.h, 'admin')
  }
  const order = async (businessOn: string, quantity: string, price: string, promisedOn: string) => {
    const header = { businessOn, promisedOn, supplierId, warehouseId: b.warehouseId }
    const id = await b.make('purchaseOrder', header, [{ productId: product, quantity, price }], by)
    expect(await b.step('purchaseOrder', id, 'submit', by)).toBe('')
    return { id, line: (await by.post('/listField/lines', { type: 'purchaseOrder', id })).data.list[0].id as string }
  }
  const receive = async (businessOn: string, orderLineId: string, quantity: string) => {
    const header = { businessOn, kind: 1, supplierId, warehouseId: b.warehouseId }
    const id = await b.make('goodsIn', header, [{ productId: product, quantity, orderLineId }], by)
    expect(await b.step('goodsIn', id, 'receive', by)).toBe('')
    return id
  }
  const told = async () => {
    await refreshRollups(b.h.house, org)
    const { data, msg } = await by.post('/purchaseReport/report', { by: ['supplier'], startDate: today, endDate: '2026-12-31' })
    expect(msg).toBe('')
    return data.list.find((one: Values) => JSON.stringify(one).includes(code))?.values
  }
  try {
    await on('2026-11-21')
    // a Friday; a later promise makes nobody punctual
    const [ten, eleven] = [await order(today, '100', '10', '2026-11-27'), await order(today, '100', '11', '2026-11-27')]
    const { version } = await b.row('purchaseOrder', eleven.id)
    expect((await by.post('/purchaseOrder/update', { id: eleven.id, version, promisedOn: '2026-12-20' })).msg).toBe('')
    await on('2026-11-27')
    await receive('2026-11-27', ten.line, '10')
    await on('2026-11-30')
    await receive('2026-11-30', ten.line, '20')
    await on('2026-12-01')
    await receive('2026-12-01', eleven.line, '30')
    await on('2026-12-02')
    const last = await order('2026-12-02', '5', '13', '2026-12-02')
    await receive('2026-12-02', last.line, '5')
    const undone = await receive('2026-12-02', ten.line, '40')
    expect(await told()).toMatchObject({ lines: '5', onTime: '3' })
    expect(await b.step('goodsIn', undone, 'reverse', by)).toBe('')
    // Friday and Monday for Friday, Tuesday too late, the day itself; after 6, 9, 10 and 0 days
    const lines = [
      { quantity: 10, price: 10, before: 10, onTime: 1, days: 6 },
      { quantity: 20, price: 10, before: 10, onTime: 1, days: 9 },
      { quantity: 30, price: 11, before: 10, onTime: 0, days: 10 },
      { quantity: 5, price: 13, before: 630 / 60, onTime: 1, days: 0 },
    ]
    const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
    const [amount, before] = [sum(one => one.quantity * one.price), sum(one => one.quantity * one.before)]
    const values = await told()
    expect(values).toMatchObject({
      lines: '4',
      quantity: String(sum(one => one.quantity)),
      amount: String(amount),
      before: String(before),
      onTime: String(sum(one => one.onTime)),
      days: String(sum(one => one.days)),
    })
    expect(Number(values.onTimeRate)).toBeCloseTo(0.75, 4)
    expect(Number(values.meanDays)).toBeCloseTo(6.25, 2)
    expect(Number(values.priceIndex)).toBeCloseTo(amount / before, 4)
  } finally {
    b.h.clock.now = now
  }
})
