/**
 * Purchases at random against a plain ledger: orders, 改单, receipts, returns, early closes, invoices, credit notes, statements, advances,
 * requests and payments, in whatever order. `PURCHASE_STEPS=10000` runs it longer.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowId } from '#platform/server/lists.ts'
import { addMonths } from '#platform/format/dates.ts'
import { bankOpenLine } from '../../finance/bank/matching/open-lines.ts'
import { buying, today, type Buying } from '../../../test/setup/buying.ts'

const steps = Number(process.env['PURCHASE_STEPS'] ?? '400')
const seed = Number(process.env['PURCHASE_SEED'] ?? '7')
let b: Buying
let item = ''
let org = ''

interface InLine {
  readonly id: string
  readonly quantity: number
  returned: number
  invoiced: number
}
interface Bill {
  readonly lineId: string
  readonly order: Order
  readonly amount: number
  asked: boolean
}
interface Request {
  readonly id: string
  readonly supplier: Supplier
  readonly order: Order | null
  readonly bills: readonly Bill[]
  readonly total: number
  readonly applied: number
  readonly ahead: number
  paid: boolean
}
interface Order {
  readonly id: string
  readonly lineId: string
  readonly supplier: Supplier
  price: number
  quantity: number
  readonly came: InLine[]
  closed: number
}
interface Supplier {
  readonly id: string
  readonly none: boolean
  month: string
}
const suppliers: Supplier[] = []
const orders: Order[] = []
const bills: Bill[] = []
const requests: Request[] = []

let state = seed
/** mulberry32 */
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const upTo = (n: number): number => 1 + Math.floor(random() * n)
const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
const total = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)
const received = (order: Order): number => total(order.came.map(one => one.quantity))

beforeAll(async () => {
  b = await buying()
  item = await b.product('PLAIN-1')
  org = b.h.demo.organisationIds[0] ?? ''
  for (const [n, billing] of [2, 3].entries()) {
    const { data } = await b.admin.post('/supplierManage/insert', {
      code: `L${n}`,
      name: `流水厂${n}`,
      status: 2,
      billing,
      bankAccount: `622202020001111000${n}`,
    })
    suppliers.push({ id: data.id, none: billing === 3, month: '2026-11' })
  }
  await sql`insert into bank_account (id, org_id, name, number, currency, seen_by, bank)
    values (901, ${org}, '付款户', 'N901', 'CNY', 1, 23)`.execute(b.h.db)
}, 600_000)
afterAll(() => b.h.close())

const done = async (what: string, family: string, id: string, ...names: readonly string[]): Promise<void> => {
  for (const name of names) expect([what, name, await b.step(family, id, name)]).toEqual([what, name, ''])
}

async function order(): Promise<void> {
  const supplier = oneOf(suppliers)
  if (supplier === undefined || orders.filter(one => received(one) + one.closed < one.quantity).length >= 6) return
  const [quantity, price] = [upTo(40), upTo(20)]
  const made = await b.ordered([{ productId: item, quantity: String(quantity), price: String(price) }], { supplierId: supplier.id })
  orders.push({ id: made.id, lineId: made.lines[0]?.['id'] ?? '', supplier, price, quantity, came: [], closed: 0 })
}
/** 改单: nothing came and nothing was asked for ahead; it is ordered anew. */
async function reorder(): Promise<void> {
  const of = oneOf(orders.filter(one => received(one) === 0 && one.closed === 0 && !requests.some(r => r.order === one)))
  if (of === undefined || random() > 0.5) return
  await done('change', 'purchaseOrder', of.id, 'change')
  const [line] = await b.lines('purchaseOrder', of.id)
  ;[of.quantity, of.price] = [upTo(40), upTo(20)]
  const changed = [{ id: line?.['id'], version: line?.['version'], quantity: String(of.quantity), price: String(of.price) }]
  expect((await b.admin.post('/purchaseOrder/update', { id: of.id, lines: { changed } })).msg).toBe('')
  await done('change', 'purchaseOrder', of.id, 'submit')
}
async function receive(): Promise<void> {
  const of = oneOf(orders.filter(one => received(one) + one.closed < one.quantity))
  if (of === undefined) return
  const quantity = upTo(of.quantity - received(of) - of.closed)
  const id = await b.received([{ productId: item, quantity: String(quantity), orderLineId: of.lineId }], { supplierId: of.supplier.id })
  const [line] = await b.lines('goodsIn', id)
  of.came.push({ id: line?.['id'] ?? '', quantity, returned: 0, invoiced: 0 })
}
async function closeLine(): Promise<void> {
  const of = oneOf(orders.filter(one => received(one) > 0 && received(one) + one.closed < one.quantity))
  if (of === undefined || random() > 0.3) return
  const { msg } = await b.admin.post('/purchaseOrder/closeLine', { id: of.lineId, reason: '不再交货' })
  expect(msg).toBe('')
  of.closed = of.quantity - received(of)
}
async function sendBack(): Promise<void> {
  const of = oneOf(orders.filter(one => one.came.some(line => line.returned < line.quantity)))
  const line = oneOf(of?.came.filter(one => one.returned < one.quantity) ?? [])
  if (of === undefined || line === undefined || random() > 0.4) return
  const quantity = upTo(line.quantity - line.returned)
  const header = { supplierId: of.supplier.id, warehouseId: b.warehouseId, way: 1 }
  const id = await b.make('purchaseReturn', header, [{ productId: item, quantity: String(quantity), inLineId: line.id }])
  await done('return', 'purchaseReturn', id, 'submit', 'allocate', 'release', 'pick', 'ship')
  line.returned += quantity
}
let invoiceNo = 0
async function invoice(): Promise<void> {
  const of = oneOf(orders.filter(one => !one.supplier.none && one.came.some(line => line.invoiced !== line.quantity - line.returned)))
  const line = oneOf(of?.came.filter(one => one.invoiced !== one.quantity - one.returned) ?? [])
  if (of === undefined || line === undefined) return
  const open = line.quantity - line.returned - line.invoiced
  const quantity = open > 0 ? upTo(open) : open
  const header = { supplierId: of.supplier.id, invoiceNo: `L${++invoiceNo}`, kind: 2 }
  const id = await b.make('purchaseInvoice', header, [{ productId: item, inLineId: line.id, quantity: String(quantity) }])
  await done('invoice', 'purchaseInvoice', id, 'submit')
  const [made] = await b.lines('purchaseInvoice', id)
  line.invoiced += quantity
  bills.push({ lineId: made?.['id'] ?? '', order: of, amount: quantity * of.price, asked: quantity < 0 })
}
async function settle(): Promise<void> {
  const of = suppliers.find(one => one.none)
  const lines = orders.filter(one => one.supplier.none).flatMap(one => one.came.map(line => ({ of: one, line })))
  const open = lines.filter(({ line }) => line.invoiced !== line.quantity - line.returned)
  if (of === undefined || open.length === 0 || random() > 0.3) return
  const { data, msg } = await b.admin.post('/supplierStatement/insert', { businessOn: today, supplierId: of.id, month: of.month })
  expect(msg).toBe('')
  await done('statement', 'supplierStatement', data.id, 'send', 'confirm')
  of.month = addMonths(of.month, 1)
  const { rows } = await sql<{ id: string; line: string; quantity: string }>`select x.id::text as id, x.in_line_id::text as line,
      x.quantity::text as quantity from purchase_invoice_line x join purchase_invoice v on v.id = x.invoice_id
    where v.statement_id = ${data.id}`.execute(b.h.db)
  for (const row of rows) {
    const { of: its, line } = lines.find(one => one.line.id === row.line) ?? lines[0]!
    line.invoiced += Number(row.quantity)
    bills.push({ lineId: row.id, order: its, amount: Number(row.quantity) * its.price, asked: Number(row.quantity) < 0 })
  }
}
async function deposit(): Promise<void> {
  const of = oneOf(orders.filter(one => received(one) === 0 && one.closed === 0 && !requests.some(r => r.order === one)))
  if (of === undefined || random() > 0.5) return
  const ahead = Math.min(of.quantity * of.price, upTo(30))
  const id = await b.make('paymentRequest', { supplierId: of.supplier.id, kind: 1, orderId: of.id, dueOn: today, ahead: String(ahead) }, [])
  await done('deposit', 'paymentRequest', id, 'submit')
  requests.push({ id, supplier: of.supplier, order: of, bills: [], total: ahead, applied: 0, ahead: 0, paid: false })
}
/** what credit notes leave, less what requests took off besides advances */
const creditOf = (supplier: Supplier): number =>
  -total(bills.filter(one => one.amount < 0 && one.order.supplier === supplier).map(one => one.amount)) -
  total(requests.filter(one => one.supplier === supplier).map(one => one.applied - one.ahead))
const advanceOf = (of: Order): number =>
  total(requests.filter(one => one.order === of && one.paid).map(one => one.total)) -
  total(requests.filter(one => one.bills.some(bill => bill.order === of)).map(one => one.ahead))
async function ask(): Promise<void> {
  const first = oneOf(bills.filter(one => !one.asked))
  if (first === undefined) return
  const chosen = bills.filter(one => !one.asked && one.order === first.order)
  const { supplier } = first.order
  const added = chosen.map(one => ({ invoiceLineId: one.lineId, amount: String(one.amount) }))
  const id = await b.make('paymentRequest', { supplierId: supplier.id, dueOn: today }, added)
  const whole = total(chosen.map(one => one.amount))
  const ahead = Math.min(whole, Math.max(0, advanceOf(first.order)))
  const applied = Math.min(whole, ahead + Math.max(0, creditOf(supplier)))
  await done('request', 'paymentRequest', id, 'submit')
  const row = await b.row('paymentRequest', id)
  expect([Number(row['total']), Number(row['applied']), Number(row['payable'])]).toEqual([whole, applied, whole - applied])
  for (const one of chosen) one.asked = true
  requests.push({ id, supplier, order: null, bills: chosen, total: whole, applied, ahead, paid: whole === applied })
}
async function pay(): Promise<void> {
  const of = oneOf(requests.filter(one => !one.paid))
  if (of === undefined) return
  expect((await b.admin.post('/bankReconcile/run', {})).msg).toBe('')
  const { rows } = await sql<{ id: string }>`select id::text as id from bank_expected where source = 5 and fact_key = ${of.id}`.execute(
    b.h.db,
  )
  const amount = of.total - of.applied
  const line = await sql<{ id: string }>`insert into bank_statement (org_id, account_id, posted_on, direction, income, outgo, amount,
      currency, line_key, ordinal, import_id)
    values (${org}, 901, ${today}, 2, 0, ${amount}::numeric, ${amount}::numeric, 'CNY', gen_random_uuid(), 1, 1)
    returning id::text as id`.execute(b.h.db)
  const ids = [rowId(bankOpenLine, [line.rows[0]?.id ?? ''])]
  expect((await b.admin.post('/bankReconcile/match', { ids, expectedIds: [rows[0]?.id], remainder: 1 })).msg).toBe('')
  of.paid = true
}

const isPaid = (of: Order): boolean =>
  bills.filter(one => one.order === of && one.amount > 0).every(one => requests.some(r => r.paid && r.bills.includes(one))) &&
  requests.filter(one => one.order === of).every(one => one.paid)
function stateOf(of: Order): number {
  const all = received(of)
  if (all + of.closed < of.quantity) return all === 0 ? 2 : 3
  return of.came.every(one => one.invoiced === one.quantity - one.returned) && isPaid(of) && advanceOf(of) <= 0 ? 7 : 4
}

/** of who writes no invoices, at whatever time */
let isOneSettled = false
async function agree(at: string): Promise<void> {
  const { rows } = await sql<{
    id: string
    state: number
    received: number
  }>`select o.id::text as id, o.state, l.received::float8 as received
    from purchase_order o join purchase_order_line l on l.order_id = o.id where o.id = any(${orders.map(one => one.id)}::bigint[])
    order by o.id`.execute(b.h.db)
  const expected = orders.map(one => ({ id: one.id, state: stateOf(one), received: received(one) }))
  expect([at, rows]).toEqual([at, expected.toSorted((x, y) => Number(x.id) - Number(y.id))])
  isOneSettled ||= orders.some(one => one.supplier.none && stateOf(one) === 7)
  const came = orders.flatMap(one => one.came)
  const { rows: lines } = await sql<{ id: string; returned: number; invoiced: number }>`select id::text as id, returned::float8 as returned,
      invoiced::float8 as invoiced
    from goods_in_line where id = any(${came.map(one => one.id)}::bigint[]) order by goods_in_line.id`.execute(b.h.db)
  expect(lines).toEqual(
    came.map(({ id, returned, invoiced }) => ({ id, returned, invoiced })).toSorted((x, y) => Number(x.id) - Number(y.id)),
  )
  for (const supplier of suppliers) {
    const billed = total(bills.filter(one => one.order.supplier === supplier).map(one => one.amount))
    const paid = total(requests.filter(one => one.paid && one.supplier === supplier).map(one => one.total - one.applied))
    const [row] = await b.list('supplierBalance', { supplierId: [supplier.id] })
    expect([at, Number(row?.['balance'] ?? 0)]).toEqual([at, billed - paid])
    const open = orders.flatMap(one => (one.supplier === supplier ? one.came.map(line => ({ ...line, price: one.price })) : []))
    const unbilled = total(open.map(line => Math.max(0, line.quantity - line.returned - line.invoiced) * line.price))
    expect([at, Number(row?.['unbilled'] ?? 0)]).toEqual([at, unbilled])
  }
}

test(`${steps} steps from seed ${seed}: quantities, states, what is taken off and balances are those of the plain ledger`, async () => {
  const events = { order, reorder, receive, closeLine, sendBack, invoice, settle, deposit, ask, pay, again: receive, more: invoice }
  for (let at = 0; at < steps; at += 1) {
    const [name, event] = oneOf(Object.entries(events)) ?? ['order', order]
    await event()
    if (at % 5 === 4) await agree(`${at} ${name}`)
  }
  // whoever writes no invoices is settled as well, once all came and is paid
  for (let at = 0; at < 100 && !isOneSettled; at += 1) {
    for (const event of [receive, settle, ask, pay, ask, pay]) await event()
    await agree(`${at} at the end`)
  }
  expect(isOneSettled).toBe(true)
}, 3_600_000)
