/**
 * Random commands on contracts, their supplements and payments, held against a plain model: what is refused, sum, end, plan, what is open.
 * What orders ask for and what contracts plan together come to the amount once.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { rowId } from '#platform/server/lists.ts'
import { bankOpenLine } from '../finance/bank/matching/open-lines.ts'
import { buying, today, type Buying, type Line, type Values } from '../../test/setup/buying.ts'
import { dice, pick, type Roll } from '../../test/setup/dice.ts'

const commands = Number(process.env['PAPER_COMMANDS'] ?? '120')
const seeds = Number(process.env['PAPER_SEEDS'] ?? '1')
let b: Buying
let [kindId, companyId, ownerId] = ['', '', '']
let n = 0
beforeAll(async () => {
  b = await buying()
  await b.admin.post('/contractKind/loadUsual', {})
  kindId = (await b.admin.post('/contractKind/list', { code: 'FW' })).data.list[0].id
  companyId = (await b.admin.post('/companyManage/list', {})).data.list[0].id
  const { rows } = await sql<{ id: string }>`select m.employee_id::text as id from account a
    join account_organisation m on m.account_id = a.id where a.username = 'admin'`.execute(b.h.db)
  ownerId = rows[0]?.id ?? ''
  await sql`insert into bank_account (id, org_id, name, number, currency, seen_by, bank)
    values (901, ${b.h.demo.organisationIds[0]}, '模型户', 'N901', 'CNY', 1, 23)`.execute(b.h.db)
}, 180_000)
afterAll(() => b.h.close())

async function file(): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into stored_file
      (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select m.org_id, a.id, ${`m${++n}`}, '签署件.pdf', 10, ${`m${n}`}, 'ATTACHMENT', 'application/pdf'
    from account a join account_organisation m on m.account_id = a.id where a.username = 'admin' limit 1 returning id::text as id`.execute(
    b.h.db,
  )
  return rows[0]?.id ?? ''
}

/** Amounts of the model are whole cents. */
interface ModelLine {
  id: string
  readonly cents: number
  readonly dueOn: string
  paid: number
}
interface Model {
  readonly id: string
  /** of a supplement: what it adds to */
  readonly parent: Model | null
  readonly cents: number
  readonly validTo: string | null
  readonly lines: ModelLine[]
  readonly cancels: readonly ModelLine[]
  state: number
  signOn: string | null
  hash: string
  order: number
}
const money = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
const asMoney = (cents: number): string => `${money(cents)}00`
const signedStates = [3, 5, 6, 7]
const signedBelow = (all: readonly Model[], of: Model): Model[] => all.filter(one => one.parent === of && signedStates.includes(one.state))
const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

/** What the record of a contract says, from nothing but what was agreed, signed and paid. */
function expected(all: readonly Model[], of: Model): Values {
  const below = signedBelow(all, of).toSorted((one, other) =>
    one.signOn === other.signOn ? one.order - other.order : (one.signOn ?? '') < (other.signOn ?? '') ? -1 : 1,
  )
  const gone = new Set(below.flatMap(one => one.cancels))
  const isOver = [5, 7, 8].includes(of.state)
  const open = (line: ModelLine): number => (gone.has(line) || isOver || line.paid >= line.cents ? 0 : line.cents - line.paid)
  const isCancelled = (line: ModelLine): boolean => gone.has(line) || (isOver && line.paid === 0)
  return {
    state: of.state,
    total: asMoney(of.cents + sumOf(below.map(one => one.cents))),
    planned: asMoney(sumOf(of.lines.map(line => (isCancelled(line) ? 0 : line.cents)))),
    matched: asMoney(sumOf(of.lines.map(line => line.paid))),
    open: asMoney(sumOf(of.lines.map(open))),
    endsOn: of.state === 7 ? today : (below.findLast(one => one.validTo !== null)?.validTo ?? of.validTo),
    signedHash: of.hash === '' ? null : of.hash,
  }
}

/** `cents` in so many parts, each above nothing. */
function parts(roll: Roll, cents: number, count: number): number[] {
  const found: number[] = []
  for (let left = cents, at = count; at > 0; at--) {
    const part = at === 1 ? left : 1 + roll(Math.max(1, Math.floor((left - at) / at)))
    found.push(part)
    left -= part
  }
  return found
}

async function agree(all: Model[], roll: Roll, parent: Model | null): Promise<void> {
  const free = parent === null ? [] : parent.lines.filter(line => line.paid === 0)
  const cancels = free.length > 0 && roll(3) === 0 ? [pick(roll, free)] : []
  const added = parent === null || roll(3) > 0 ? 500 + roll(100_000) : 0
  const off = sumOf(cancels.map(one => one.cents))
  const cents = added - off
  const validTo = parent === null || roll(2) === 0 ? addDays(today, 10 + roll(500)) : null
  const amounts = added === 0 ? [] : parts(roll, added, 1 + roll(4))
  const lines = amounts.map((part, at) => ({ id: '', cents: part, dueOn: addDays(today, roll(120) - 40 + at), paid: 0 }))
  const header = {
    title: `模型${++n}`,
    kindId,
    companyId,
    ownerId,
    partyName: '乙方',
    validFrom: '2026-01-01',
    validTo,
    amount: money(cents),
    ...(parent === null ? {} : { nature: 3, parentId: parent.id, cancels: cancels.map(one => one.id) }),
  }
  const id = await b.make(
    'contract',
    header,
    lines.map((line, at) => ({ name: `款${at}`, trigger: 2, dueOn: line.dueOn, amount: money(line.cents) })),
  )
  const stored = await b.lines('contract', id)
  for (const [at, line] of lines.entries()) line.id = stored[at]?.['id'] ?? ''
  all.push({ id, parent, cents, validTo, lines, cancels, state: 0, signOn: null, hash: '', order: all.length })
}

/** Whether it may be signed: its contract goes on, what it cancels is neither paid nor cancelled, the sum is not below what was paid. */
function maySign(all: readonly Model[], one: Model): boolean {
  const { parent } = one
  if (parent === null) return true
  if (![3, 6].includes(parent.state)) return false
  const below = signedBelow(all, parent)
  if (one.cancels.some(line => line.paid > 0 || below.some(other => other.cancels.includes(line)))) return false
  const paid = sumOf([parent, ...below].flatMap(({ lines }) => lines.map(line => line.paid)))
  return parent.cents + sumOf(below.map(other => other.cents)) + one.cents >= paid
}

async function pay(line: ModelLine, cents: number): Promise<string> {
  expect((await b.admin.post('/bankReconcile/run', {})).msg).toBe('')
  const { rows: expectedRows } = await sql<{ id: string }>`select id::text as id from bank_expected
    where source = 6 and fact_key = ${line.id}`.execute(b.h.db)
  const [due] = expectedRows
  if (due === undefined) return 'nothing is expected'
  const { rows } = await sql<{ id: string }>`insert into bank_statement (org_id, account_id, posted_on, direction, income, outgo, amount,
      currency, line_key, ordinal, import_id)
    values (${b.h.demo.organisationIds[0]}, 901, ${today}, 2, 0, ${money(cents)}::numeric, ${money(cents)}::numeric, 'CNY',
      gen_random_uuid(), 1, 1) returning id::text as id`.execute(b.h.db)
  const { msg } = await b.admin.post('/bankReconcile/match', {
    ids: [rowId(bankOpenLine, [rows[0]?.id ?? ''])],
    expectedIds: [due.id],
    remainder: 1,
  })
  return msg
}

/** One command; the model follows where it is taken. */
async function act(all: Model[], roll: Roll): Promise<string> {
  const one = pick(roll, all)
  switch (roll(9)) {
    case 0:
      await agree(all, roll, null)
      return 'agree'
    case 1:
    case 2: {
      const roots = all.filter(({ parent, state }) => parent === null && state === 3)
      if (roots.length > 0) await agree(all, roll, pick(roll, roots))
      return 'supplement'
    }
    case 3:
    case 4: {
      const said = await b.step('contract', one.id, 'submit')
      expect(said === '', `submit ${one.state} ${said}`).toBe(one.state === 0)
      if (one.state === 0) one.state = 2
      return 'submit'
    }
    case 5:
    case 6: {
      const signOn = addDays('2026-02-01', roll(200))
      const signed = await file()
      const said = await b.step('contract', one.id, 'sign', b.admin, { signOn, signed: [signed] })
      const may = one.state === 2 && maySign(all, one)
      expect(said === '', `sign ${one.state} ${said}`).toBe(may)
      if (may) Object.assign(one, { state: 3, signOn, hash: `m${n}` })
      return 'sign'
    }
    case 7: {
      const line = one.lines.find(({ paid, cents }) => paid < cents)
      const gone = signedBelow(all, one).some(({ cancels }) => line !== undefined && cancels.includes(line))
      if (line === undefined || one.state !== 3 || gone) return 'nothing to pay'
      const cents = roll(2) === 0 ? line.cents - line.paid : 1 + roll(line.cents - line.paid)
      expect(await pay(line, cents)).toBe('')
      line.paid += cents
      return 'pay'
    }
    default: {
      const isOpen = one.lines.some(line => line.paid < line.cents && !signedBelow(all, one).some(({ cancels }) => cancels.includes(line)))
      const name = pick(roll, ['complete', 'terminate', 'void'] as const)
      if (roll(3) > 0) return 'spared'
      const input = name === 'terminate' ? { endedOn: today, endReason: '模型' } : {}
      const { msg } = await b.admin.post(`/contract/${name}`, { id: one.id, ...input })
      const may = { complete: one.state === 3 && !isOpen, terminate: one.state === 3, void: [0, 2].includes(one.state) }[name]
      expect(msg === '', `${name} ${one.state} ${msg}`).toBe(may)
      if (may) one.state = { complete: 5, terminate: 7, void: 8 }[name]
      return name
    }
  }
}

test.each(Array.from({ length: seeds }, (_, at) => at + 1))('contracts follow a plain model, seed %i', { timeout: 600_000 }, async seed => {
  const roll = dice(seed)
  const all: Model[] = []
  const taken: string[] = []
  await agree(all, roll, null)
  for (let at = 0; at < commands; at++) {
    taken.push(await act(all, roll))
    const touched = pick(roll, all)
    for (const one of new Set([touched, touched.parent ?? touched, all.at(-1) ?? touched]))
      expect(await b.row('contract', one.id), `${at} ${taken.slice(-5).join()}`).toMatchObject(expected(all, one))
  }
  for (const one of all) expect(await b.row('contract', one.id)).toMatchObject(expected(all, one))
  for (const name of ['agree', 'supplement', 'sign', 'pay']) expect(taken).toContain(name)
})

test('contract, orders and invoices together expect the amount once, whatever the orders ask for', { timeout: 600_000 }, async () => {
  const roll = dice(77)
  const item = await b.product('HTM-1')
  const ours = { code: 'HTM', name: '一次厂', status: 2, billing: 2, bankAccount: '62221' }
  const supplierId = (await b.admin.post('/supplierManage/insert', ours)).data.id
  for (let round = 0; round < 6; round++) {
    const orders = [
      await b.ordered([{ productId: item, quantity: '100', price: '10' }], { supplierId }),
      await b.ordered([{ productId: item, quantity: '50', price: '10' }], { supplierId }),
    ]
    const cents = 100_000 + roll(100_000)
    const lines = parts(roll, cents, 1 + roll(4)).map((part, at) => ({
      name: `款${at}`,
      trigger: 2,
      dueOn: addDays(today, roll(60)),
      amount: money(part),
    }))
    const header = { title: `一次${round}`, kindId, companyId, ownerId, partyName: '乙方', validFrom: '2026-01-01', validTo: '2027-01-01' }
    const id = await b.make('contract', { ...header, supplierId, amount: money(cents), orderIds: orders.map(one => one.id) }, lines)
    expect(await b.step('contract', id, 'submit')).toBe('')
    expect(await b.step('contract', id, 'sign', b.admin, { signOn: today, signed: [await file()] })).toBe('')
    let asked = 0
    for (const order of orders) {
      // some of it ahead, some by an invoice of what came
      const ahead = 1 + roll(20_000)
      const values = { supplierId, kind: 1, orderId: order.id, dueOn: today, ahead: money(ahead) }
      expect(await b.step('paymentRequest', await b.make('paymentRequest', values, []), 'submit')).toBe('')
      asked += ahead
      if (roll(2) === 0) continue
      const receipt = await b.received([{ productId: item, quantity: '10', orderLineId: order.lines[0]?.['id'] }], { supplierId })
      const [came] = await b.lines('goodsIn', receipt)
      const invoice = await b.make('purchaseInvoice', { supplierId, invoiceNo: `HTM${round}${order.id}`, kind: 2 }, [
        { productId: item, inLineId: came?.['id'], quantity: '10' },
      ])
      expect(await b.step('purchaseInvoice', invoice, 'submit')).toBe('')
      const [line] = await b.lines('purchaseInvoice', invoice)
      const request = await b.make('paymentRequest', { supplierId, dueOn: today }, [{ invoiceLineId: line?.['id'], amount: '100' }])
      expect(await b.step('paymentRequest', request, 'submit')).toBe('')
      asked += 10_000
    }
    expect((await b.admin.post('/bankReconcile/run', {})).msg).toBe('')
    const plan: Line[] = await b.lines('contract', id)
    const keys = plan.map(one => one['id'])
    const { rows } = await sql<{ planned: string; asked: string }>`select
      (select coalesce(sum(-e.amount), 0)::numeric(20,2)::text from bank_expected e
        where e.source = 6 and e.fact_key = any(${keys})) as planned,
      (select coalesce(sum(-e.amount), 0)::numeric(20,2)::text from bank_expected e join payment_request r on e.fact_key = r.id::text
        where e.source = 5 and (r.order_id = any(${orders.map(one => one.id)}::bigint[]) or exists (select 1 from payment_request_line x
          join purchase_invoice_line y on y.id = x.invoice_line_id join goods_in_line i on i.id = y.in_line_id
          join purchase_order_line l on l.id = i.order_line_id
          where x.request_id = r.id and l.order_id = any(${orders.map(one => one.id)}::bigint[])))) as asked`.execute(b.h.db)
    expect([rows[0]?.planned, rows[0]?.asked], String(round)).toEqual([money(cents - asked), money(asked)])
  }
})
