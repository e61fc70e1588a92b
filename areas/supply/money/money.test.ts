/** Invoices against orders and receipts, statements in their place, advances and payments: through the calls. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowId } from '#platform/server/lists.ts'
import { bankOpenLine } from '../../finance/bank/matching/open-lines.ts'
import { buying, today, type Buying, type Values } from '../../../test/setup/buying.ts'

let b: Buying
let item = ''
let n = 0
beforeAll(async () => {
  b = await buying()
  item = await b.product('PAY-1')
}, 120_000)
afterAll(() => b.h.close())

/** A supplier of its own, so that accounts do not mix. */
async function supplier(billing: number, more: Values = {}): Promise<string> {
  n++
  const { data, msg } = await b.admin.post('/supplierManage/insert', { code: `M${n}`, name: `结算厂${n}`, status: 2, billing, ...more })
  expect(msg).toBe('')
  return data.id
}
/** So many units ordered and received at a price: order, receipt line. */
async function came(supplierId: string, quantity: string, price: string, more: Values = {}) {
  const order = await b.ordered([{ productId: item, quantity, price }], { supplierId, ...more })
  const receiptId = await b.received([{ productId: item, quantity, orderLineId: order.lines[0]?.['id'] }], { supplierId })
  const [line] = await b.lines('goodsIn', receiptId)
  return { orderId: order.id, receiptId, inLineId: line?.['id'] ?? '' }
}
const invoiced = (supplierId: string, added: readonly Values[], more: Values = {}) =>
  b.make('purchaseInvoice', { supplierId, invoiceNo: `FP${++n}`, kind: 1, ...more }, added)
const billed = (inLineId: string, quantity: string, more: Values = {}) => ({ productId: item, inLineId, quantity, ...more })

test('an invoice without amounts is what its order says, with freight; a tax that does not follow is refused', async () => {
  const supplierId = await supplier(1)
  const { inLineId } = await came(supplierId, '100', '11.3', { freight: '50' })
  const id = await invoiced(supplierId, [billed(inLineId, '100', { tax: '10' })])
  expect(await b.row('purchaseInvoice', id)).toMatchObject({ total: '1180.0000', expected: '1180.0000', beyond: false })
  expect(await b.step('purchaseInvoice', id, 'submit')).toContain('税额与税率不符')
  const [line] = await b.lines('purchaseInvoice', id)
  await b.admin.post('/purchaseInvoice/update', {
    id,
    lines: { changed: [{ id: line?.['id'], version: line?.['version'], tax: '135.75' }] },
  })
  expect(await b.step('purchaseInvoice', id, 'submit')).toBe('')
  expect(await b.row('purchaseInvoice', id)).toMatchObject({ state: 2, postedOn: today })
  // no more than was received, the same number once
  const more = await b.admin.post('/purchaseInvoice/insert', {
    businessOn: today,
    supplierId,
    invoiceNo: `FP${n}`,
    lines: { added: [] },
  })
  expect(more.code).not.toBe(0)
  const second = await b.admin.post('/purchaseInvoice/insert', {
    businessOn: today,
    supplierId,
    invoiceNo: 'FP-more',
    lines: { added: [billed(inLineId, '1', { tax: '1' })] },
  })
  expect(second.code === 0 ? await b.step('purchaseInvoice', second.data.id, 'submit') : second.msg).not.toBe('')
})

test('a number stands once, until its invoice is void or reversed', async () => {
  const supplierId = await supplier(2)
  const { inLineId } = await came(supplierId, '10', '10')
  const values = { businessOn: today, supplierId, invoiceNo: 'FP-again', kind: 2, lines: { added: [billed(inLineId, '10')] } }
  const add = () => b.admin.post('/purchaseInvoice/insert', values)
  const both = await Promise.all([add(), add()])
  const [first] = both.filter(one => one.code === 0)
  expect(both.filter(one => one.code !== 0).map(one => JSON.stringify(one))).toEqual([expect.stringContaining('已有发票号')])
  expect(await b.step('purchaseInvoice', first?.data.id, 'void')).toBe('')
  const second = await add()
  expect(second.msg).toBe('')
  expect(await b.step('purchaseInvoice', second.data.id, 'submit')).toBe('')
  expect((await add()).code).not.toBe(0)
  expect(await b.step('purchaseInvoice', second.data.id, 'reverse')).toBe('')
  expect((await add()).msg).toBe('')
})

test('what differs from the order by more than 2 % and 50 is beyond tolerance', async () => {
  const supplierId = await supplier(2)
  const { inLineId } = await came(supplierId, '100', '10')
  const beyond = async (amount: string) => {
    const id = await invoiced(supplierId, [billed(inLineId, '100', { amount })], { kind: 2 })
    const { beyond: is } = await b.row('purchaseInvoice', id)
    await b.admin.post('/purchaseInvoice/delete', { id })
    return is
  }
  expect([await beyond('1020'), await beyond('1050'), await beyond('1050.01'), await beyond('949.99')]).toEqual([false, false, true, true])
})

test('who is 不开票 has no invoice: the confirmed statement bills what came under its own number', async () => {
  const supplierId = await supplier(3)
  const { inLineId, receiptId } = await came(supplierId, '10', '8')
  const bad = { businessOn: today, supplierId, invoiceNo: 'FP-none', kind: 2, lines: { added: [billed(inLineId, '10')] } }
  expect((await b.admin.post('/purchaseInvoice/insert', bad)).msg).toContain('不开票')
  const { data, msg } = await b.admin.post('/supplierStatement/insert', { businessOn: today, supplierId, month: '2026-11' })
  expect(msg).toBe('')
  expect(await b.row('supplierStatement', data.id)).toMatchObject({ opening: '0.0000', change: '80.0000', closing: '80.0000' })
  expect((await b.admin.post('/supplierStatement/insert', { businessOn: today, supplierId, month: '2026-11' })).msg).toContain('已有对账单')
  expect(await b.step('supplierStatement', data.id, 'send')).toBe('')
  expect(await b.step('supplierStatement', data.id, 'confirm')).toBe('')
  const [made, ...others] = await b.list('purchaseInvoice', { supplierId: [supplierId] })
  expect([others, made]).toMatchObject([[], { state: 2, kind: 4, total: '80.0000', statementId: data.id }])
  expect(await b.lines('goodsIn', receiptId)).toMatchObject([{ invoiced: '10.000000' }])
  expect(await b.list('supplierBalance', { supplierId: [supplierId] })).toMatchObject([{ invoiced: '80.0000', balance: '80.0000' }])
})

/** The statement of a month, sent and confirmed. */
async function settled(supplierId: string, more: Values = {}): Promise<string> {
  const { data, msg } = await b.admin.post('/supplierStatement/insert', { businessOn: today, supplierId, month: '2026-11', ...more })
  expect(msg).toBe('')
  expect(await b.step('supplierStatement', data.id, 'send')).toBe('')
  expect(await b.step('supplierStatement', data.id, 'confirm')).toBe('')
  return data.id
}
/** All steps of a return of so many until it has gone. */
async function sentBack(supplierId: string, inLineId: string, quantity: string, way = 1): Promise<string> {
  const id = await b.make('purchaseReturn', { supplierId, warehouseId: b.warehouseId, way }, [{ productId: item, quantity, inLineId }])
  for (const name of ['submit', 'allocate', 'release', 'pick', 'ship'])
    expect([name, await b.step('purchaseReturn', id, name)]).toEqual([name, ''])
  return id
}

const byText = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b))
test('goods that go back after they were settled are credited by the next statement; a free sample is never owed', async () => {
  const supplierId = await supplier(3)
  const { inLineId } = await came(supplierId, '10', '8')
  await b.received([{ productId: item, quantity: '3' }], { supplierId, kind: 4 })
  const first = await settled(supplierId)
  expect(await b.row('supplierStatement', first)).toMatchObject({ closing: '80.0000' })
  await sentBack(supplierId, inLineId, '4')
  // the month has one statement: what happened since is told by that of the next
  const second = await settled(supplierId, { month: '2026-12' })
  expect(await b.row('supplierStatement', second)).toMatchObject({ closing: '48.0000' })
  const made = await b.list('purchaseInvoice', { supplierId: [supplierId] })
  expect(made.map(one => [one['statementId'], one['state'], one['total']]).toSorted(byText)).toEqual(
    [
      [first, 2, '80.0000'],
      [second, 2, '-32.0000'],
    ].toSorted(byText),
  )
  expect(await b.list('supplierBalance', { supplierId: [supplierId] })).toMatchObject([{ invoiced: '48.0000', balance: '48.0000' }])
})

test('more lines than an invoice holds are settled by several', async () => {
  const supplierId = await supplier(3)
  const { inLineId } = await came(supplierId, '1', '8')
  await sql`insert into goods_in_line select (jsonb_populate_record(l, jsonb_build_object('line_no', g,
      'id', nextval(pg_get_serial_sequence('goods_in_line', 'id'))))).*
    from goods_in_line l, generate_series(2, 1001) g where l.id = ${inLineId}`.execute(b.h.db)
  await settled(supplierId)
  const made = await b.list('purchaseInvoice', { supplierId: [supplierId] })
  expect(made.map(one => [one['state'], one['total']]).toSorted(byText)).toEqual([
    [2, '8.0000'],
    [2, '8000.0000'],
  ])
}, 60_000)

test('what comes in exchange is owed in the currency of its order', async () => {
  const supplierId = await supplier(3)
  const { inLineId } = await came(supplierId, '10', '8', { currency: 'USD' })
  const id = await sentBack(supplierId, inLineId, '4', 2)
  const { data } = await b.admin.post('/purchaseReturn/exchange', { id })
  expect(await b.step('goodsIn', data.page.id, 'receive')).toBe('')
  expect(await b.row('supplierStatement', await settled(supplierId, { currency: 'USD' }))).toMatchObject({ closing: '80.0000' })
  expect(await b.list('purchaseInvoice', { supplierId: [supplierId] })).toMatchObject([{ total: '80.0000', currency: 'USD' }])
  expect(await b.row('supplierStatement', await settled(supplierId))).toMatchObject({ closing: '0.0000' })
})

test('a statement that something has happened after is not confirmed', async () => {
  const supplierId = await supplier(3)
  await came(supplierId, '10', '8')
  const { data } = await b.admin.post('/supplierStatement/insert', { businessOn: today, supplierId, month: '2026-11' })
  await b.step('supplierStatement', data.id, 'send')
  await came(supplierId, '1', '8')
  expect(await b.step('supplierStatement', data.id, 'confirm')).toContain('请作废后重新生成')
})

/** A line of a bank account that went out. */
async function bankLine(amount: string): Promise<string> {
  const org = b.h.demo.organisationIds[0] ?? ''
  await sql`insert into bank_account (id, org_id, name, number, currency, seen_by, bank) values (900, ${org}, '基本户', 'N900', 'CNY', 1, 23)
    on conflict do nothing`.execute(b.h.db)
  const { rows } = await sql<{ id: string }>`insert into bank_statement (org_id, account_id, posted_on, direction, income, outgo, amount,
      currency, line_key, ordinal, import_id)
    values (${org}, 900, ${today}, 2, 0, ${amount}::numeric, ${amount}::numeric, 'CNY', gen_random_uuid(), 1, 1)
    returning id::text as id`.execute(b.h.db)
  return rows[0]?.id ?? ''
}

test('an advance by the terms, taken off the invoice; paid states come and go with what the bank has paid', async () => {
  const terms = (
    await b.admin.post('/paymentTerms/insert', { name: `三七${n}`, onOrder: '30', beforeDelivery: '20', onReceipt: '50', receiptDays: 10 })
  ).data.id
  const supplierId = await supplier(2, { termsId: terms, bankAccount: '6222020200011112222', bankName: '工商银行', bankHolder: '结算厂' })
  const order = await b.ordered([{ productId: item, quantity: '100', price: '10' }], { supplierId })
  const ahead = await b.make('paymentRequest', { supplierId, kind: 1, orderId: order.id, dueOn: today }, [])
  expect(await b.step('paymentRequest', ahead, 'submit')).toBe('')
  expect(await b.row('paymentRequest', ahead)).toMatchObject({ state: 2, ahead: '300.0000', payable: '300.0000', bankName: '工商银行' })
  const above = await b.make('paymentRequest', { supplierId, kind: 1, orderId: order.id, dueOn: today, ahead: '700.01' }, [])
  expect(await b.step('paymentRequest', above, 'submit')).toContain('不超过采购单还没有付的金额')
  await pay(ahead, '300')
  expect(await b.row('paymentRequest', ahead)).toMatchObject({ state: 4, paid: '300.0000' })

  const receiptId = await b.received([{ productId: item, quantity: '100', orderLineId: order.lines[0]?.['id'] }], { supplierId })
  const [line] = await b.lines('goodsIn', receiptId)
  const invoice = await invoiced(supplierId, [billed(line?.['id'] ?? '', '100')], { kind: 2 })
  expect(await b.step('purchaseInvoice', invoice, 'submit')).toBe('')
  expect(await b.row('purchaseInvoice', invoice)).toMatchObject({ dueOn: '2026-12-01' })
  const [of] = await b.lines('purchaseInvoice', invoice)
  // all of the order is invoiced: nothing is left to pay in advance
  const late = await b.make('paymentRequest', { supplierId, kind: 1, orderId: order.id, dueOn: today, ahead: '0.01' }, [])
  expect(await b.step('paymentRequest', late, 'submit')).not.toBe('')
  const request = await b.make('paymentRequest', { supplierId, dueOn: today }, [{ invoiceLineId: of?.['id'], amount: '1000' }])
  expect(await b.step('paymentRequest', request, 'submit')).toBe('')
  expect(await b.row('paymentRequest', request)).toMatchObject({ total: '1000.0000', applied: '300.0000', payable: '700.0000' })
  const twice = await b.admin.post('/paymentRequest/insert', {
    businessOn: today,
    supplierId,
    dueOn: today,
    lines: { added: [{ invoiceLineId: of?.['id'], amount: '0.01' }] },
  })
  expect(twice.code === 0 ? await b.step('paymentRequest', twice.data.id, 'submit') : twice.msg).not.toBe('')
  const match = await pay(request, '500')
  expect(await b.row('paymentRequest', request)).toMatchObject({ state: 3, paid: '500.0000' })
  expect(await b.list('supplierBalance', { supplierId: [supplierId] })).toMatchObject([
    { invoiced: '1000.0000', paid: '800.0000', balance: '200.0000' },
  ])
  expect(await b.step('purchaseInvoice', invoice, 'reverse')).toContain('已被请款单')
  const back = await b.admin.post('/bankMatch/undoMatch', { ids: [match] })
  expect(back.msg).toBe('')
  expect(await b.row('paymentRequest', request)).toMatchObject({ state: 2, paid: '0.0000' })
})

test('what is owed by age: not due, up to 30 days late, above; what was paid was paid for the oldest', async () => {
  const supplierId = await supplier(2, { bankAccount: '6222020200011114444' })
  const due = async (quantity: string, days: number): Promise<string> => {
    const { rows } = await sql<{ day: string }>`select ((now() at time zone 'Asia/Shanghai')::date - ${days}::int)::text as day`.execute(
      b.h.db,
    )
    const { inLineId } = await came(supplierId, quantity, '10')
    const id = await invoiced(supplierId, [billed(inLineId, quantity)], { kind: 2, dueOn: rows[0]?.day })
    expect(await b.step('purchaseInvoice', id, 'submit')).toBe('')
    return id
  }
  const newest = await due('10', 0)
  for (const [quantity, days] of [
    ['20', 1],
    ['30', 30],
    ['40', 31],
  ] as const)
    await due(quantity, days)
  const ages = async () => (await b.list('supplierBalance', { supplierId: [supplierId] }))[0]
  expect(await ages()).toMatchObject({ balance: '1000.0000', notDue: '100.0000', within30: '500.0000', older: '400.0000' })
  const [of] = await b.lines('purchaseInvoice', newest)
  const request = await b.make('paymentRequest', { supplierId, dueOn: today }, [{ invoiceLineId: of?.['id'], amount: '100' }])
  expect(await b.step('paymentRequest', request, 'submit')).toBe('')
  await pay(request, '100')
  expect(await ages()).toMatchObject({ balance: '900.0000', notDue: '100.0000', within30: '500.0000', older: '300.0000' })
})

test('an advance counts for its own order alone, and an order with one that is left is not settled', async () => {
  const supplierId = await supplier(2, { bankAccount: '6222020200011113333' })
  const first = await b.ordered([{ productId: item, quantity: '200', price: '10' }], { supplierId })
  const second = await b.ordered([{ productId: item, quantity: '100', price: '10' }], { supplierId })
  const ahead = await b.make('paymentRequest', { supplierId, kind: 1, orderId: first.id, dueOn: today, ahead: '1000' }, [])
  expect(await b.step('paymentRequest', ahead, 'submit')).toBe('')
  await pay(ahead, '1000')
  const came = [first, second].map(one => ({ productId: item, quantity: '100', orderLineId: one.lines[0]?.['id'] }))
  const received = await b.lines('goodsIn', await b.received(came, { supplierId }))
  const invoice = await invoiced(
    supplierId,
    received.map(one => billed(one['id'] ?? '', '100')),
    { kind: 2 },
  )
  expect(await b.step('purchaseInvoice', invoice, 'submit')).toBe('')
  const asked = (await b.lines('purchaseInvoice', invoice)).map(one => ({ invoiceLineId: one['id'], amount: '1000' }))
  const request = await b.make('paymentRequest', { supplierId, dueOn: today }, asked)
  expect(await b.step('paymentRequest', request, 'submit')).toBe('')
  expect(await b.row('paymentRequest', request)).toMatchObject({ applied: '1000.0000', payable: '1000.0000' })
  const more = async (amount: string) => {
    const id = await b.make('paymentRequest', { supplierId, kind: 1, orderId: first.id, dueOn: today, ahead: amount }, [])
    return b.step('paymentRequest', id, 'submit')
  }
  expect([await more('1000.01'), await more('1000')]).toEqual([expect.stringContaining('不超过'), ''])

  const third = await b.ordered([{ productId: item, quantity: '10', price: '10' }], { supplierId })
  const deposit = await b.make('paymentRequest', { supplierId, kind: 1, orderId: third.id, dueOn: today, ahead: '30' }, [])
  expect(await b.step('paymentRequest', deposit, 'submit')).toBe('')
  await pay(deposit, '30')
  expect(await b.step('purchaseOrder', third.id, 'close', b.admin, { endReason: '停产' })).toBe('')
  expect(await b.row('purchaseOrder', third.id)).toMatchObject({ state: 5 })
})

test('the form of a statement asks for no lines: the program writes them; an invoice asks for its own', async () => {
  const fieldsOf = async (type: string): Promise<string[]> => {
    const { data, msg } = await b.admin.post('/listField/getByType', { type })
    expect(msg).toBe('')
    return (data.form as { readonly field: string }[]).map(one => one.field)
  }
  expect(await fieldsOf('supplierStatement')).not.toContain('lines')
  expect(await fieldsOf('purchaseInvoice')).toContain('lines')
})

/** What the request asks for is expected, and matched with a line of the bank. */
async function pay(id: string, amount: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text as id from bank_expected where source = 5 and fact_key = ${id}`.execute(b.h.db)
  let [expected] = rows
  if (expected === undefined) {
    expect((await b.admin.post('/bankReconcile/run', {})).msg).toBe('')
    const again = await sql<{ id: string }>`select id::text as id from bank_expected where source = 5 and fact_key = ${id}`.execute(b.h.db)
    ;[expected] = again.rows
  }
  const lineId = await bankLine(amount)
  const { msg, data } = await b.admin.post('/bankReconcile/match', {
    ids: [rowId(bankOpenLine, [lineId])],
    expectedIds: [expected?.id],
    remainder: 1,
  })
  expect(msg).toBe('')
  return data.matchIds[0]
}
