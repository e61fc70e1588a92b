/** Contracts through the calls: plans to the cent, signing, events, supplements, payments of the bank, what orders ask for counts once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowId } from '#platform/server/lists.ts'
import { bankOpenLine } from '../finance/bank/matching/open-lines.ts'
import { signedInAs, type Person } from '../../test/setup/demo-house.ts'
import { buying, today, type Buying, type Line, type Values } from '../../test/setup/buying.ts'
import { endContracts, keepStates } from './nightly.ts'
import { employeesOf, flowOf, inLine, publishFlow, stepOf } from '../../test/setup/flows.ts'

let b: Buying
let [kindId, companyId, ownerId, item] = ['', '', '', '']
let sales = undefined as unknown as Person
let n = 0
beforeAll(async () => {
  b = await buying()
  const role = await b.h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '销售').executeTakeFirstOrThrow()
  const books = await b.h.db.selectFrom('role').select('id').where('name', '=', '财务').executeTakeFirstOrThrow()
  const granted = [
    [role.id, 2],
    [books.id, 2],
    [books.id, 102],
  ] as const
  await b.h.db
    .insertInto('role_permission')
    .values(granted.map(([role_id, operation]) => ({ org_id: role.org_id, role_id, permission: 'contract', operation })))
    .onConflict(c => c.doNothing())
    .execute()
  sales = await signedInAs(b.h, 'sales')
  await b.admin.post('/contractKind/loadUsual', {})
  kindId = (await b.admin.post('/contractKind/list', { code: 'ZL' })).data.list[0].id
  companyId = (await b.admin.post('/companyManage/list', {})).data.list[0].id
  const { rows } = await sql<{ id: string }>`select m.employee_id::text as id from account a
    join account_organisation m on m.account_id = a.id where a.username = 'admin'`.execute(b.h.db)
  ownerId = rows[0]?.id ?? ''
  item = await b.product('HT-1')
}, 180_000)
afterAll(() => b.h.close())

const base = () => ({
  title: `合同${++n}`,
  kindId,
  companyId,
  ownerId,
  partyName: '甲方公司',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
})
const made = (header: Values, plan: readonly Values[] = []): Promise<string> => b.make('contract', { ...base(), ...header }, plan)
/** A stored file of the administrator, without its bytes. */
async function file(hash: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select m.org_id, a.id, ${`k${++n}`}, '签署件.pdf', 10, ${hash}, 'ATTACHMENT', 'application/pdf'
    from account a join account_organisation m on m.account_id = a.id where a.username = 'admin' limit 1 returning id::text as id`.execute(
    b.h.db,
  )
  return rows[0]?.id ?? ''
}
const sign = async (id: string, signOn = '2026-01-05'): Promise<string> => {
  const submitted = await b.step('contract', id, 'submit')
  if (submitted !== '') return submitted
  return b.step('contract', id, 'sign', b.admin, { signOn, signed: [await file(`hash${n}`)] })
}
const plan = (id: string): Promise<Line[]> => b.lines('contract', id)
const server = () => b.h.house.asSystem(b.h.demo.organisationIds[0] ?? '', 'test')
const nightly = async (): Promise<void> => {
  await (await server()).write(async (tx, at) => void (await endContracts(at, tx)))
}
const day = (dueOn: string, amount: string, name = '款') => ({ name, trigger: 2, dueOn, amount })

test('shares come to the amount to the cent; a plan that does not is refused', async () => {
  const shares = ['33.3333', '33.3333', '33.3334'].map((share, at) => ({ name: `第${at}期`, trigger: 2, dueOn: '2026-12-20', share }))
  const id = await made({ amount: '100.01' }, shares)
  expect((await plan(id)).map(one => one['amount'])).toEqual(['33.3400', '33.3400', '33.3300'])
  expect(await b.step('contract', id, 'submit')).toBe('')
  const other = await made({ amount: '100' }, [day('2026-12-20', '100.01')])
  expect(await b.step('contract', other, 'submit')).toContain('不一致')
  const empty = await made({ amount: '100' }, [{ name: '尾款', trigger: 2, dueOn: '2026-12-20' }])
  expect(await b.step('contract', empty, 'submit')).toContain('没有金额')
  const undated = await made({ amount: '100' }, [{ name: '尾款', trigger: 2, amount: '100' }])
  expect(await b.step('contract', undated, 'submit')).toContain('没有日期')
})

test('a rent of 36 months in one step; signing dates what hangs on it, an acceptance the rest; a second signing is refused', async () => {
  const id = await made({ amount: '37000', validTo: '2028-12-31' }, [
    { name: '押金', trigger: 1, days: 10, amount: '800' },
    { name: '验收款', trigger: 4, days: 30, amount: '200' },
  ])
  const repeat = { id, name: '租金', direction: 1, amount: '1000', every: 1, fromOn: '2026-01-31', toOn: '2028-12-31' }
  expect((await b.admin.post('/contract/repeatLines', repeat)).data).toEqual({ added: 36 })
  expect((await b.admin.post('/contract/repeatLines', { ...repeat, toOn: '2025-12-31' })).msg).toContain('不能早于')
  expect((await b.admin.post('/contract/repeatLines', { ...repeat, toOn: '2099-12-31' })).msg).toContain('一次最多')
  expect(await sign(id)).toBe('')
  const lines = await plan(id)
  expect(lines.map(one => one['dueOn']).slice(0, 5)).toEqual(['2026-01-15', null, '2026-01-31', '2026-02-28', '2026-03-31'])
  expect(lines.map(one => one['state']).slice(0, 3)).toEqual([6, 1, 6])
  expect(await b.row('contract', id)).toMatchObject({
    state: 3,
    planned: '37000.0000',
    open: '37000.0000',
    endsOn: '2028-12-31',
    noticeOn: '2028-12-01',
  })
  const hash = (await b.row('contract', id))['signedHash']
  expect(hash).toMatch(/^hash/)
  expect(await b.step('contract', id, 'sign', b.admin, { signOn: today, signed: [await file('other')] })).not.toBe('')
  // what was signed stays
  const changed = await b.admin.post('/contract/update', { id, version: 9, amount: '1' })
  expect(changed.code).not.toBe(0)
  const event = await b.admin.post('/contractEvent/insert', { contractId: id, kind: 2, day: '2026-11-20' })
  expect(event.msg).toBe('')
  expect((await plan(id))[1]).toMatchObject({ dueOn: '2026-12-20', state: 2 })
  expect((await b.admin.post('/contractEvent/delete', { ids: [event.data.id] })).msg).toBe('')
  expect((await plan(id))[1]).toMatchObject({ dueOn: null, state: 1 })
  expect((await b.row('contract', id))['signedHash']).toBe(hash)
})

test('supplements in any order give sum and end; cancelled lines go; less than what was paid is refused', async () => {
  const id = await made({ amount: '1000' }, [day('2026-10-01', '400', '首期'), day('2026-11-30', '600', '尾款')])
  expect(await sign(id)).toBe('')
  const [first, last] = await plan(id)
  const below = (header: Values, lines: readonly Values[]): Promise<string> =>
    made({ nature: 3, parentId: id, validTo: null, ...header }, lines)
  const more = await below({ amount: '200', validTo: '2027-06-30' }, [day('2027-01-10', '200', '增补')])
  const less = await below({ amount: '-100', validTo: '2027-03-31', cancels: [last?.['id']] }, [day('2026-12-31', '500', '尾款')])
  expect(await b.step('contract', await below({ amount: '5' }, [day('2026-12-31', '4')]), 'submit')).toContain('不一致')
  expect(await sign(less, '2026-03-02')).toBe('')
  expect(await b.row('contract', id)).toMatchObject({ total: '900.0000', endsOn: '2027-03-31', planned: '400.0000' })
  expect((await plan(id))[1]).toMatchObject({ state: 7, open: '0.0000' })
  // signed later, of an earlier day: the later day of signing says when it ends
  expect(await sign(more, '2026-02-01')).toBe('')
  expect(await b.row('contract', id)).toMatchObject({ total: '1100.0000', endsOn: '2027-03-31' })
  const again = await below({ amount: '-600', cancels: [last?.['id']] }, [])
  expect(await sign(again)).toContain('已取消其中的收付计划')
  expect(await b.row('contract', id)).toMatchObject({ lateFrom: '2026-10-01' })
  await pay(first?.['id'] ?? '', '400')
  expect(await b.row('contract', id)).toMatchObject({ lateFrom: null })
  expect((await plan(id))[0]).toMatchObject({ state: 5, matched: '400.0000', open: '0.0000' })
  expect(await sign(await below({ amount: '-701' }, []))).toContain('比已收付的少')
  expect(await sign(await below({ amount: '-400', cancels: [first?.['id']] }, []))).toContain('不能取消')
  const foreign = await made({ amount: '10' }, [day('2026-12-20', '10')])
  const stray = await below({ amount: '-10', cancels: [(await plan(foreign))[0]?.['id']] }, [])
  expect(await sign(stray)).toContain('不是上级合同')
})

test('what is planned is expected of the bank; a match comes back; what orders ask for is taken off', async () => {
  const order = await b.ordered([{ productId: item, quantity: '100', price: '10' }])
  await sql`update supplier set bank_account = '6222' where id = ${b.supplierId}`.execute(b.h.db)
  const id = await made({ amount: '1500', supplierId: b.supplierId, orderIds: [order.id] }, [
    day('2026-11-25', '500'),
    day('2026-12-25', '1000'),
  ])
  expect(await sign(id)).toBe('')
  const twice = await b.admin.post('/contract/insert', { businessOn: today, ...base(), orderIds: [order.id], lines: { added: [] } })
  expect(twice.msg).toContain('一张采购单只能属于一份合同')
  const amounts = async (): Promise<unknown[]> => {
    expect((await b.admin.post('/bankReconcile/run', {})).msg).toBe('')
    const ids = [...(await plan(id)).map(one => one['id']), order.id]
    const { rows } = await sql<{
      source: number
      amount: string
    }>`select e.source, trim_scale(e.amount)::text as amount from bank_expected e
      where e.source = 6 and e.fact_key = any(${ids}) or e.source = 5 and e.fact_key in
        (select r.id::text from payment_request r where r.order_id = ${order.id}) order by e.source, e.due_on`.execute(b.h.db)
    return rows.map(one => [one.source, one.amount])
  }
  expect(await amounts()).toEqual([
    [6, '-500'],
    [6, '-1000'],
  ])
  const ahead = await b.make('paymentRequest', { supplierId: b.supplierId, kind: 1, orderId: order.id, dueOn: today, ahead: '700' }, [])
  expect(await b.step('paymentRequest', ahead, 'submit')).toBe('')
  expect(await amounts()).toEqual([
    [5, '-700'],
    [6, '-800'],
  ])
  expect((await plan(id)).map(one => [one['held'], one['open'], one['state']])).toEqual([
    ['500.0000', '0.0000', 5],
    ['200.0000', '800.0000', 4],
  ])
  expect(await b.step('paymentRequest', ahead, 'void')).toBe('')
  expect(await amounts()).toEqual([
    [6, '-500'],
    [6, '-1000'],
  ])
  const match = await pay((await plan(id))[0]?.['id'] ?? '', '200')
  expect((await plan(id))[0]).toMatchObject({ matched: '200.0000', open: '300.0000', state: 4 })
  expect((await b.admin.post('/bankMatch/undoMatch', { ids: [match] })).msg).toBe('')
  expect((await plan(id))[0]).toMatchObject({ matched: '0.0000', state: 3 })
})

test('it expires on the day after its end, one that renews itself goes on by its term; open payments ask for a reason', async () => {
  const id = await made({ validTo: '2026-11-19' }, [])
  const going = await made({ validFrom: '2025-11-20', validTo: '2026-11-19', autoRenew: true }, [])
  for (const one of [id, going]) expect(await sign(one)).toBe('')
  const inside = await server()
  await inside.write((tx, at) => endContracts(at, tx))
  expect(await b.row('contract', id)).toMatchObject({ state: 6 })
  expect(await b.row('contract', going)).toMatchObject({ state: 3, endsOn: '2027-11-19' })
  const open = await made({ amount: '10' }, [day('2026-12-20', '10')])
  expect(await sign(open)).toBe('')
  expect(await b.step('contract', open, 'complete')).toContain('请写明原因')
  expect(await b.step('contract', open, 'complete', b.admin, { endReason: '对方放弃尾款' })).toBe('')
  b.h.clock.now = new Date('2027-01-02T09:00:00+08:00')
  await inside.write((tx, at) => keepStates(at, tx))
  b.h.clock.now = new Date(`${today}T09:00:00+08:00`)
  const ended = await made({ amount: '10' }, [day('2026-12-20', '10')])
  expect(await sign(ended)).toBe('')
  expect(await b.step('contract', ended, 'terminate', b.admin, { endedOn: today, endReason: '违约' })).toBe('')
  expect(await plan(ended)).toMatchObject([{ state: 7, open: '0.0000' }])
})

test('who is neither owner nor member sees nothing; an open one is seen, its amounts are not and its signed files are closed', async () => {
  const id = await made({ amount: '88', confidential: 1 }, [day('2026-12-20', '88')])
  const hidden = await made({ amount: '77', confidential: 3 }, [])
  expect(await sign(id)).toBe('')
  const { data } = await sales.post('/contract/list', { pageSize: 50 })
  expect((data.list as Line[]).map(one => one['id'])).toEqual([id])
  const [row] = data.list as Line[]
  // empty in the rows of others
  expect(row).toMatchObject({ amount: null, total: null })
  // named, and closed: he looks at the pages and has none of the bytes
  expect(row?.['signed']).toMatchObject([{ closed: true }])
  expect((await sales.get(`/contract/query/${hidden}`)).code).not.toBe(0)
  expect(JSON.stringify((await sales.post('/contractPlan/list', {})).data)).not.toContain('"88')
  expect((await b.admin.post('/contractEvent/insert', { contractId: id, kind: 3, day: today, amount: '66' })).msg).toBe('')
  const events = (await sales.post('/contractEvent/list', { contractId: [id] })).data.list as Line[]
  expect([events.length, JSON.stringify(events).includes('"66')]).toEqual([1, false])
  const { rows } = await sql<{ file: string }>`select signed[1]::text as file from contract where id = ${id}`.execute(b.h.db)
  const address = `/fileUpload/down2?id=${rows[0]?.file}`
  const finance = await signedInAs(b.h, 'finance')
  // who has the right to originals gets as far as the store, which this house has not
  expect([(await sales.get(address)).code, (await finance.get(address)).code === 1004]).toEqual([1004, false])
})

test('a supplement is in the currency of its contract; what was paid of supplements counts; it ends after its contract has', async () => {
  const id = await made({ amount: '100' }, [day('2026-12-01', '100')])
  expect(await sign(id)).toBe('')
  const below = (header: Values, lines: readonly Values[] = []): Promise<string> =>
    made({ nature: 3, parentId: id, validTo: null, ...header }, lines)
  const foreign = { businessOn: today, ...base(), nature: 3, parentId: id, currency: 'USD', lines: { added: [] } }
  expect((await b.admin.post('/contract/insert', foreign)).msg).toContain('币种请与上级合同一致')
  const more = await below({ amount: '50', validTo: '2026-11-10' }, [day('2026-12-01', '50')])
  expect(await sign(more)).toBe('')
  await pay((await plan(id))[0]?.['id'] ?? '', '100')
  await pay((await plan(more))[0]?.['id'] ?? '', '50')
  expect(await sign(await below({ amount: '-40' }))).toContain('比已收付的少 40')
  expect(await b.step('contract', id, 'complete', b.admin, { endReason: '提前完成' })).toBe('')
  const other = await made({ validTo: '2026-11-19' })
  expect(await sign(other)).toBe('')
  await nightly()
  expect([(await b.row('contract', more))['state'], (await b.row('contract', other))['state']]).toEqual([6, 6])
  expect(await b.step('contract', more, 'complete')).toBe('')
})

test('terms before the supplement that gives a new end are not added to it', async () => {
  const id = await made({ validFrom: '2024-11-20', validTo: '2025-11-19', autoRenew: true })
  expect(await sign(id)).toBe('')
  await nightly()
  expect(await b.row('contract', id)).toMatchObject({ renewals: 1, endsOn: '2026-11-19' })
  const longer = await made({ nature: 3, parentId: id, validTo: '2027-06-30' })
  expect(await sign(longer)).toBe('')
  expect(await b.row('contract', id)).toMatchObject({ state: 3, endsOn: '2027-06-30' })
  b.h.clock.now = new Date('2027-07-01T09:00:00+08:00')
  await nightly()
  b.h.clock.now = new Date(`${today}T09:00:00+08:00`)
  expect(await b.row('contract', id)).toMatchObject({ renewals: 2, endsOn: '2028-06-30' })
})

test('what is asked for goods that came in exchange is taken off the plan of their order', async () => {
  const supplierId = (
    await b.admin.post('/supplierManage/insert', { code: 'HTX', name: '换货厂', status: 2, billing: 2, bankAccount: '62220' })
  ).data.id
  const order = await b.ordered([{ productId: item, quantity: '100', price: '10' }], { supplierId })
  const receipt = await b.received([{ productId: item, quantity: '100', orderLineId: order.lines[0]?.['id'] }], { supplierId })
  const [came] = await b.lines('goodsIn', receipt)
  const back = await b.make('purchaseReturn', { supplierId, warehouseId: b.warehouseId, way: 2 }, [
    { productId: item, inLineId: came?.['id'], quantity: '20' },
  ])
  for (const step of ['submit', 'allocate', 'release', 'pick', 'ship']) expect(await b.step('purchaseReturn', back, step)).toBe('')
  const { data, msg } = await b.admin.post('/purchaseReturn/exchange', { id: back })
  expect(msg).toBe('')
  expect(await b.step('goodsIn', data.page.id, 'receive')).toBe('')
  const [again] = await b.lines('goodsIn', data.page.id)
  const id = await made({ amount: '1000', supplierId, orderIds: [order.id] }, [day('2026-12-20', '1000')])
  expect(await sign(id)).toBe('')
  const invoice = await b.make('purchaseInvoice', { supplierId, invoiceNo: 'HTX1', kind: 2 }, [
    { productId: item, inLineId: again?.['id'], quantity: '20' },
  ])
  expect(await b.step('purchaseInvoice', invoice, 'submit')).toBe('')
  const [line] = await b.lines('purchaseInvoice', invoice)
  const request = await b.make('paymentRequest', { supplierId, dueOn: today }, [{ invoiceLineId: line?.['id'], amount: '200' }])
  expect(await b.step('paymentRequest', request, 'submit')).toBe('')
  expect(await plan(id)).toMatchObject([{ held: '200.0000', open: '800.0000' }])
})

test('stamp duty of the quarter and payments of the month are sums of contracts; options of suppliers tell those in force', async () => {
  const supplierId = (await b.admin.post('/supplierManage/insert', { code: 'YHS', name: '印花税供应商', status: 2 })).data.id
  const stampKind = (await b.admin.post('/contractKind/list', { code: 'CG' })).data.list[0].id
  const sums = async () => {
    const { list } = (await b.admin.post('/contractStamp/list', { kindId: [stampKind], quarter: '2026Q1', pageSize: 50 })).data
    return (list as Line[]).map(one => [one['quarter'], one['contracts'], one['stampBase'], one['stampTax']])
  }
  expect(await sums()).toEqual([])
  for (const amount of ['113000', '11300']) {
    const values = { kindId: stampKind, taxRate: '13', amount, supplierId, partyName: '印花税供应商', validTo: '2026-12-31' }
    expect(await sign(await made(values, [day('2026-12-20', amount)]))).toBe('')
  }
  await made({ kindId: stampKind, taxRate: '13', amount: '99', supplierId }, [])
  expect(await sums()).toEqual([['2026Q1', 2, '110000.0000', '33.0000']])
  const month = (await b.admin.post('/contractMonth/list', { partyName: '印花税供应商' })).data.list as Line[]
  expect(month).toMatchObject([{ month: '2026-12', planned: '124300.0000', open: '124300.0000', late: '0.0000' }])
  const options = async (who: Person) =>
    (await who.get(`/CompanyContractBill/getSupplierList?keyword=${encodeURIComponent('印花税')}`)).data
  expect(await options(b.admin)).toMatchObject([{ supplierId, supplierName: '印花税供应商', contracts: 2, contractEndsOn: '2026-12-31' }])
  // who sees no contract is told of none
  expect(await options(await signedInAs(b.h, 'keeper'))).toMatchObject([{ supplierId, contracts: 0, contractEndsOn: null }])
  const finance = await signedInAs(b.h, 'sales')
  expect(Object.keys(((await finance.post('/contractStamp/list', {})).data?.list ?? [{}])[0] ?? {})).not.toContain('stampTax')
})

test('one calendar has the ends of signed contracts and the days of their payments, for who sees the contract', async () => {
  const partyName = '日历公司'
  const rows = async (more: Values = {}, who: Person = b.admin) => {
    const during = { from: '2027-03-01', to: '2027-05-31' }
    const { data, msg } = await who.post('/contractCalendar/list', { partyName, during, pageSize: 50, ...more })
    expect(msg).toBe('')
    return (data.list as Line[]).map(one => [one['day'], one['what'], one['title'], one['amount'], one['state']])
  }
  const unsigned = await made({ partyName, validTo: '2027-03-15', amount: '9' }, [day('2027-03-02', '9')])
  const id = await made({ title: '日历合同', partyName, validTo: '2027-03-31', amount: '30' }, [
    day('2027-03-10', '10', '首款'),
    { ...day('2027-04-05', '20', '回款'), direction: 2 },
  ])
  const open = await made({ title: '公开合同', partyName, confidential: 1, validTo: '2027-03-20', amount: '7' }, [day('2027-03-21', '7')])
  for (const one of [id, open]) expect(await sign(one)).toBe('')
  const ofAll = [
    ['2027-03-20', 3, '公开合同', null, null],
    ['2027-03-21', 1, '款 日历公司', '7.0000', 2],
  ]
  const first = ['2027-03-10', 1, '首款 日历公司', '10.0000', 2]
  const ends = (on: string) => [on, 3, '日历合同', null, null]
  expect(await rows()).toEqual([first, ...ofAll, ends('2027-03-31'), ['2027-04-05', 2, '回款 日历公司', '20.0000', 2]])
  expect((await rows({ what: [3] })).map(one => one[0])).toEqual(['2027-03-20', '2027-03-31'])
  // a supplement moves the end and takes a payment away
  const [, second] = await plan(id)
  const more = { nature: 3, parentId: id, partyName, amount: '-20', validTo: '2027-05-31', cancels: [second?.['id']] }
  expect(await sign(await made(more))).toBe('')
  expect(await rows()).toEqual([first, ...ofAll, ends('2027-05-31')])
  // one of everybody is on his calendar too, its amount is not
  expect(await rows({}, sales)).toEqual(ofAll.map(one => one.with(3, null)))
  expect(await b.row('contract', unsigned)).toMatchObject({ state: 0 })
})

test('one whose termination waits for an approval keeps nobody else from ending or going on', async () => {
  const [waits, ends, goes] = [
    await made({ validTo: '2026-11-19' }),
    await made({ validTo: '2026-11-19' }),
    await made({ validFrom: '2025-11-20', validTo: '2026-11-19', autoRenew: true }),
  ]
  for (const one of [waits, ends, goes]) expect(await sign(one)).toBe('')
  const { boss = '' } = await employeesOf(b.h)
  await publishFlow(b.admin, 'contract', flowOf([stepOf('a', [{ by: 'person', ids: [boss] }])], inLine('a')))
  expect(await b.step('contract', waits, 'terminate', b.admin, { endedOn: today, endReason: '违约' })).toBe('')
  await nightly()
  expect(await b.row('contract', waits)).toMatchObject({ state: 3 })
  expect(await b.row('contract', ends)).toMatchObject({ state: 6 })
  expect(await b.row('contract', goes)).toMatchObject({ state: 3, renewals: 1, endsOn: '2027-11-19' })
})

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
/** What the line of a plan brings is expected, and matched with a line of the bank. */
async function pay(planId: string, amount: string): Promise<string> {
  expect((await b.admin.post('/bankReconcile/run', {})).msg).toBe('')
  const { rows } = await sql<{ id: string }>`select id::text as id from bank_expected where source = 6 and fact_key = ${planId}`.execute(
    b.h.db,
  )
  const { msg, data } = await b.admin.post('/bankReconcile/match', {
    ids: [rowId(bankOpenLine, [await bankLine(amount)])],
    expectedIds: [rows[0]?.id],
    remainder: 1,
  })
  expect(msg).toBe('')
  return data.matchIds[0]
}
