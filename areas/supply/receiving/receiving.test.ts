/** From a delivery to its receipt, differences and what is decided, returns and exchanges: through the calls. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buying, type Buying, type Line, type Values } from '../../../test/setup/buying.ts'

let b: Buying
let [a, c] = ['', '']
beforeAll(async () => {
  b = await buying()
  ;[a, c] = [await b.product('REC-1'), await b.product('REC-2')]
}, 120_000)
afterAll(() => b.h.close())

let waybills = 0
/** A delivery on its way of what was ordered: its id, its waybill, the receipt that was drafted and its lines. */
async function sent(added: readonly Values[]): Promise<{ id: string; trackingNo: string; receiptId: string; lines: Line[] }> {
  const trackingNo = `SF${String(++waybills).padStart(6, '0')}`
  const id = await b.make('purchaseDelivery', { ...where(), expectedOn: '2026-11-22', trackingNo, boxes: 3 }, added)
  expect(await b.step('purchaseDelivery', id, 'send')).toBe('')
  const receiptId = (await b.row('purchaseDelivery', id))['receiptId'] ?? ''
  return { id, trackingNo, receiptId, lines: await b.lines('goodsIn', receiptId) }
}
const where = () => ({ supplierId: b.supplierId, warehouseId: b.warehouseId })
const drawing = (line: Line | undefined, quantity: string) => ({ productId: line?.['productId'], quantity, orderLineId: line?.['id'] })
const counted = (receiptId: string, line: Line | undefined, quantity: string, more: Values = {}) =>
  b.keeper.post('/goodsIn/update', {
    id: receiptId,
    lines: { changed: [{ id: line?.['id'], version: line?.['version'], quantity, ...more }] },
  })
const open = (productId: string) => b.list('receiptDiscrepancy', { productId: [productId], state: [1] })
const decide = async (id: unknown, decision: number, amount?: string) =>
  (await b.admin.post('/receiptDiscrepancy/decide', { id, decision, ...(amount === undefined ? {} : { amount }) })).msg

test('the waybill opens the receipt that waits; 480 of 500 leave 20 to decide, sent again they come by their own delivery', async () => {
  const order = await b.ordered([{ productId: a, quantity: '500', price: '2' }])
  const delivery = await sent([drawing(order.lines[0], '500')])
  const { data } = await b.keeper.post('/code/resolve', { code: delivery.trackingNo })
  expect(JSON.stringify(data)).toContain(`"of":{"type":"goodsIn","id":"${delivery.receiptId}"`)
  expect((await counted(delivery.receiptId, delivery.lines[0], '480')).msg).toBe('')
  expect(await b.step('goodsIn', delivery.receiptId, 'receive', b.keeper)).toBe('')
  expect(await b.row('purchaseDelivery', delivery.id)).toMatchObject({ state: 3 })
  const [short, ...more] = await open(a)
  expect([more, short]).toMatchObject([[], { kind: 1, quantity: '20.000000' }])
  expect((await b.keeper.post('/receiptDiscrepancy/decide', { id: short?.['id'], decision: 3 })).code).not.toBe(0)
  expect(await decide(short?.['id'], 1)).toBe('')
  expect(await b.row('purchaseDelivery', delivery.id)).toMatchObject({ state: 4 })
  const decided = await b.row('receiptDiscrepancy', short?.['id'] ?? '')
  expect(decided).toMatchObject({ state: 2, decision: 1 })
  const again = decided['resendId'] ?? ''
  expect(await b.step('purchaseDelivery', again, 'send')).toBe('')
  expect(await b.step('goodsIn', (await b.row('purchaseDelivery', again))['receiptId'] ?? '', 'receive', b.keeper)).toBe('')
  expect(await b.row('receiptDiscrepancy', short?.['id'] ?? '')).toMatchObject({ state: 3 })
  expect(await b.row('purchaseOrder', order.id)).toMatchObject({ state: 4 })
})

test('more than was noticed is a difference within the tolerance of the order, and refused above it', async () => {
  const order = await b.ordered([{ productId: c, quantity: '100', price: '2', overPercent: '5' }])
  const delivery = await sent([drawing(order.lines[0], '90')])
  expect((await counted(delivery.receiptId, delivery.lines[0], '106')).msg).toBe('')
  expect(await b.step('goodsIn', delivery.receiptId, 'receive', b.keeper)).toContain('最多可取 105')
  const [line] = await b.lines('goodsIn', delivery.receiptId)
  await counted(delivery.receiptId, line, '104')
  expect(await b.step('goodsIn', delivery.receiptId, 'receive', b.keeper)).toBe('')
  const [over] = await open(c)
  expect(over).toMatchObject({ kind: 2, quantity: '14.000000' })
  // taken back, nobody waits for a decision any more
  expect(await b.step('goodsIn', delivery.receiptId, 'reverse')).toBe('')
  expect(await open(c)).toEqual([])
  expect(await b.row('purchaseDelivery', delivery.id)).toMatchObject({ state: 2 })
})

test('broken goods go back out of their receipt, and are settled when they are shipped', async () => {
  const item = await b.product('REC-3')
  const order = await b.ordered([{ productId: item, quantity: '50', price: '4' }])
  const delivery = await sent([drawing(order.lines[0], '50')])
  const [line] = delivery.lines
  await counted(delivery.receiptId, line, '42')
  const broken = { ...drawing(order.lines[0], '8'), deliveryLineId: line?.['deliveryLineId'], condition: 3 }
  expect((await b.keeper.post('/goodsIn/update', { id: delivery.receiptId, lines: { added: [broken] } })).msg).toBe('')
  expect(await b.step('goodsIn', delivery.receiptId, 'receive', b.keeper)).toBe('')
  const [one, ...more] = await open(item)
  expect([more, one]).toMatchObject([[], { kind: 3, quantity: '8.000000' }])
  expect(await decide(one?.['id'], 1)).toContain('只有少货可以补发')
  expect(await decide(one?.['id'], 2)).toContain('扣款请填写大于 0 的金额')
  expect(await decide(one?.['id'], 4)).toBe('')
  expect(await decide(one?.['id'], 3)).toContain('已处理')
  const returnId = (await b.row('receiptDiscrepancy', one?.['id'] ?? ''))['returnId'] ?? ''
  await ship(returnId)
  expect(await b.row('receiptDiscrepancy', one?.['id'] ?? '')).toMatchObject({ state: 3 })
  const { rows } = await sql<{ left: string }>`select sum(quantity)::text as left from goods_cell where product_id = ${item}`.execute(
    b.h.db,
  )
  expect(rows).toEqual([{ left: '42.000000' }])
  // more than lies there does not go back
  const [, eight] = await b.lines('goodsIn', delivery.receiptId)
  const again = { productId: item, quantity: '1', inLineId: eight?.['id'] }
  const bad = await b.admin.post('/purchaseReturn/insert', { businessOn: '2026-11-21', ...where(), lines: { added: [again] } })
  expect(bad.code === 0 ? await b.step('purchaseReturn', bad.data.id, 'submit') : bad.msg).not.toBe('')
})

test('a return that is cancelled or reversed, and a delivery that is void, leave their difference to be decided anew', async () => {
  const item = await b.product('REC-5')
  const order = await b.ordered([{ productId: item, quantity: '50', price: '4' }])
  const delivery = await sent([drawing(order.lines[0], '50')])
  await counted(delivery.receiptId, delivery.lines[0], '40')
  const broken = { ...drawing(order.lines[0], '8'), deliveryLineId: delivery.lines[0]?.['deliveryLineId'], condition: 3 }
  await b.keeper.post('/goodsIn/update', { id: delivery.receiptId, lines: { added: [broken] } })
  expect(await b.step('goodsIn', delivery.receiptId, 'receive', b.keeper)).toBe('')
  const all = await open(item)
  const [short, bad] = [1, 3].map(kind => String(all.find(one => Number(one['kind']) === kind)?.['id']))
  const anew = { state: 1, decision: null, amount: null, resendId: null, returnId: null }
  const read = (id = '') => b.row('receiptDiscrepancy', id)

  expect(await decide(short, 1)).toBe('')
  expect(await b.step('purchaseDelivery', (await read(short))['resendId'] ?? '', 'void')).toBe('')
  expect(await read(short)).toMatchObject(anew)
  expect(await decide(short, 1)).toBe('')
  const again = (await read(short))['resendId'] ?? ''
  expect(await b.step('purchaseDelivery', again, 'send')).toBe('')
  const receipt = (await b.row('purchaseDelivery', again))['receiptId'] ?? ''
  expect(await b.step('goodsIn', receipt, 'receive', b.keeper)).toBe('')
  expect(await read(short)).toMatchObject({ state: 3 })
  expect(await b.step('goodsIn', receipt, 'reverse')).toBe('')
  expect(await read(short)).toMatchObject({ state: 2, decision: 1 })

  expect(await decide(bad, 4)).toBe('')
  expect(await b.step('purchaseReturn', (await read(bad))['returnId'] ?? '', 'void')).toBe('')
  expect(await read(bad)).toMatchObject(anew)
  expect(await decide(bad, 4)).toBe('')
  const returnId = (await read(bad))['returnId'] ?? ''
  await ship(returnId)
  expect(await read(bad)).toMatchObject({ state: 3 })
  expect(await b.step('purchaseReturn', returnId, 'reverse')).toBe('')
  expect(await read(bad)).toMatchObject(anew)

  // a receipt is not reversed while what is decided rests on it; a deduction is changed before it is settled
  expect(await decide(bad, 2, '5')).toBe('')
  expect(await b.step('goodsIn', delivery.receiptId, 'reverse')).toContain('已决定')
  expect(await decide(bad, 3)).toBe('')
  expect(await read(bad)).toMatchObject({ state: 3, decision: 3, amount: null })
})

test('a difference that a person adds is in the currency of its order, else of the supplier', async () => {
  const item = await b.product('REC-6')
  const order = await b.ordered([{ productId: item, quantity: '5', price: '4' }], { currency: 'USD' })
  const [line] = await b.lines('goodsIn', await b.received([drawing(order.lines[0], '5')]))
  const add = async (more: Values) => {
    const values = { businessOn: '2026-11-21', ...where(), kind: 5, productId: item, quantity: '1', ...more }
    const { data, msg } = await b.admin.post('/receiptDiscrepancy/insert', values)
    expect(msg).toBe('')
    return (await b.row('receiptDiscrepancy', data.id))['currency']
  }
  expect(await add({ inLineId: line?.['id'] })).toBe('USD')
  const { rows } = await sql<{ currency: string }>`select currency from supplier where id = ${b.supplierId}`.execute(b.h.db)
  expect(await add({})).toBe(rows[0]?.currency)
})

/** All steps of a return until it has gone. */
async function ship(id: string): Promise<void> {
  for (const name of ['submit', 'allocate', 'release', 'pick', 'ship'])
    expect([name, await b.step('purchaseReturn', id, name)]).toEqual([name, ''])
}

test('an exchange is received at the cost of what went back, and no more of it', async () => {
  const item = await b.product('REC-4')
  const order = await b.ordered([{ productId: item, quantity: '10', price: '7' }])
  const receiptId = await b.received([drawing(order.lines[0], '10')])
  const [line] = await b.lines('goodsIn', receiptId)
  const id = await b.make('purchaseReturn', { ...where(), way: 2 }, [{ productId: item, quantity: '4', inLineId: line?.['id'] }])
  expect((await b.admin.post('/purchaseReturn/exchange', { id })).code).not.toBe(0)
  await ship(id)
  const made = await b.admin.post('/purchaseReturn/exchange', { id })
  expect(made.msg).toBe('')
  const back = made.data.page.id as string
  const [come] = await b.lines('goodsIn', back)
  await counted(back, come, '5')
  expect(await b.step('goodsIn', back, 'receive')).toContain('超过采购退货')
  const [now] = await b.lines('goodsIn', back)
  await counted(back, now, '4')
  expect(await b.step('goodsIn', back, 'receive')).toBe('')
  expect(await b.lines('goodsIn', back)).toMatchObject([{ unitCost: '7.00000000' }])
  expect(await b.lines('purchaseReturn', id)).toMatchObject([{ exchanged: '4.000000' }])
  expect(await b.step('purchaseReturn', id, 'reverse')).toContain('请先冲销换货的入库单')
  expect(await b.step('goodsIn', back, 'reverse')).toBe('')
  expect(await b.lines('purchaseReturn', id)).toMatchObject([{ exchanged: '0.000000' }])
})

test('a wrong item that is exchanged goes back, and is settled once all came for it; taken back it waits again', async () => {
  const item = await b.product('REC-8')
  const order = await b.ordered([{ productId: item, quantity: '10', price: '7' }])
  const [line] = await b.lines('goodsIn', await b.received([drawing(order.lines[0], '10')]))
  const wrong = { businessOn: '2026-11-21', ...where(), kind: 4, productId: item, quantity: '4', inLineId: line?.['id'] }
  const { data, msg } = await b.admin.post('/receiptDiscrepancy/insert', wrong)
  expect(msg).toBe('')
  const read = () => b.row('receiptDiscrepancy', data.id)
  expect(await decide(data.id, 5, '1')).toContain('其他处理不填')
  expect(await decide(data.id, 5)).toBe('')
  const returnId = (await read())['returnId'] ?? ''
  expect([await read(), await b.row('purchaseReturn', returnId)]).toMatchObject([{ kind: 4, state: 2, decision: 5 }, { way: 2 }])
  expect(await b.lines('purchaseReturn', returnId)).toMatchObject([{ quantity: '4.000000', inLineId: line?.['id'] }])
  await ship(returnId)
  expect(await read()).toMatchObject({ state: 2 })
  // three come, then the last one
  const comes = async (quantity: string): Promise<string> => {
    const made = await b.admin.post('/purchaseReturn/exchange', { id: returnId })
    expect(made.msg).toBe('')
    const id = made.data.page.id as string
    await counted(id, (await b.lines('goodsIn', id))[0], quantity)
    expect(await b.step('goodsIn', id, 'receive', b.keeper)).toBe('')
    return id
  }
  const first = await comes('3')
  expect(await read()).toMatchObject({ state: 2 })
  const last = await comes('1')
  expect(await read()).toMatchObject({ state: 3, decision: 5 })
  expect(await b.step('goodsIn', last, 'reverse')).toBe('')
  expect(await read()).toMatchObject({ state: 2, decision: 5 })
  expect(await b.step('goodsIn', first, 'reverse')).toBe('')
  expect(await b.step('purchaseReturn', returnId, 'reverse')).toBe('')
  expect(await read()).toMatchObject({ state: 1, decision: null, returnId: null })
})

test('of two keepers who receive one delivery one is refused', async () => {
  const order = await b.ordered([{ productId: a, quantity: '30', price: '2' }])
  const delivery = await sent([drawing(order.lines[0], '30')])
  const second = await b.make('goodsIn', { kind: 1, ...where() }, [
    { ...drawing(order.lines[0], '30'), deliveryLineId: delivery.lines[0]?.['deliveryLineId'] },
  ])
  const done = await Promise.all([
    b.step('goodsIn', delivery.receiptId, 'receive', b.keeper),
    b.step('goodsIn', second, 'receive', b.admin),
  ])
  expect(done.filter(msg => msg === '')).toHaveLength(1)
  expect(await b.lines('purchaseOrder', order.id)).toMatchObject([{ received: '30.000000' }])
})

test('a delivery that is void takes its draft with it; what came of it can not be made void', async () => {
  const order = await b.ordered([{ productId: a, quantity: '5', price: '2' }])
  const gone = await sent([drawing(order.lines[0], '5')])
  expect(await b.step('purchaseDelivery', gone.id, 'void')).toBe('')
  expect((await b.admin.get(`/goodsIn/query/${gone.receiptId}`)).code).not.toBe(0)
  const came = await sent([drawing(order.lines[0], '5')])
  expect(await b.step('goodsIn', came.receiptId, 'receive')).toBe('')
  expect(await b.step('purchaseDelivery', came.id, 'void')).not.toBe('')
})

test('a settled deduction is taken back: owed again, decided anew; once a request has taken it off it stays', async () => {
  const made = await b.admin.post('/supplierManage/insert', { code: 'UNDO', name: '撤回厂', status: 2, billing: 3, bankAccount: '622202' })
  const of = { ...where(), supplierId: made.data.id as string }
  const item = await b.product('REC-7')
  const order = await b.ordered([{ productId: item, quantity: '50', price: '4' }], of)
  const header = { ...of, expectedOn: '2026-11-22', trackingNo: 'UNDO1' }
  const id = await b.make('purchaseDelivery', header, [drawing(order.lines[0], '50')])
  expect(await b.step('purchaseDelivery', id, 'send')).toBe('')
  const receiptId = (await b.row('purchaseDelivery', id))['receiptId'] ?? ''
  await counted(receiptId, (await b.lines('goodsIn', receiptId))[0], '40')
  expect(await b.step('goodsIn', receiptId, 'receive', b.keeper)).toBe('')
  const [short] = await open(item)
  const undo = async (one: unknown, by = b.admin) => (await by.post('/receiptDiscrepancy/undoDeduction', { id: one, remark: '补到了' })).msg
  expect(await undo(short?.['id'])).toContain('只有已结算的扣款')
  expect(await decide(short?.['id'], 2, '30')).toBe('')
  const balance = async () => (await b.list('supplierBalance', { supplierId: [of.supplierId] }))[0]
  expect(await balance()).toMatchObject({ deducted: '30.0000', balance: '-30.0000' })
  const month = { businessOn: '2026-11-21', supplierId: of.supplierId, month: '2026-11' }
  const statement = await b.admin.post('/supplierStatement/insert', month)
  for (const name of ['send', 'confirm']) expect(await b.step('supplierStatement', statement.data.id, name)).toBe('')
  expect(await b.row('receiptDiscrepancy', short?.['id'] ?? '')).toMatchObject({ state: 3, decision: 2 })
  expect(await balance()).toMatchObject({ deducted: '30.0000', balance: '130.0000' })
  expect(await b.step('goodsIn', receiptId, 'reverse')).not.toBe('')
  expect(await undo(short?.['id'], b.keeper)).not.toBe('')
  // two at once: one of them
  const both = await Promise.all([undo(short?.['id']), undo(short?.['id'])])
  expect(both.filter(msg => msg === '')).toHaveLength(1)
  expect(await balance()).toMatchObject({ deducted: '0', balance: '160.0000' })
  const [anew, ...more] = await open(item)
  expect([more, anew]).toMatchObject([[], { kind: 1, quantity: '10.000000', decision: null }])
  // what the supplier has confirmed stands; the next statement begins with its balance
  b.h.clock.now = new Date('2026-12-01T09:00:00+08:00')
  const { rows } = await sql<{ sum: string }>`select trim_scale(sum(amount))::text as sum from supplier_statement_line
    where statement_id = ${statement.data.id}`.execute(b.h.db)
  expect(rows).toEqual([{ sum: '130' }])
  b.h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  // settled again and taken off by a request, it stays
  expect(await decide(anew?.['id'], 2, '20')).toBe('')
  await sql`update receipt_discrepancy set state = 3 where id = ${anew?.['id']}`.execute(b.h.db)
  const [bill] = await b.list('purchaseInvoice', { supplierId: [of.supplierId] })
  const [billed] = await b.lines('purchaseInvoice', bill?.['id'] ?? '')
  const request = await b.make('paymentRequest', { supplierId: of.supplierId, dueOn: '2026-11-30' }, [
    { invoiceLineId: billed?.['id'], amount: '160' },
  ])
  expect(await b.step('paymentRequest', request, 'submit')).toBe('')
  expect(await b.row('paymentRequest', request)).toMatchObject({ applied: '20.0000', payable: '140.0000' })
  expect(await undo(anew?.['id'])).toContain('已在请款单抵扣')
})

test('a line is called by its document, its number there and its goods, not by a bare number', async () => {
  const order = await b.ordered([{ productId: c, quantity: '5', price: '2' }])
  const delivery = await sent([drawing(order.lines[0], '5')])
  const [line] = delivery.lines
  const orderNo = (await b.row('purchaseOrder', order.id))['no']
  expect(line).toMatchObject({
    orderLineIdLabel: `${orderNo}-1 REC-2`,
    deliveryLineIdLabel: `${(await b.row('purchaseDelivery', delivery.id))['no']}-1 REC-2`,
  })
})
