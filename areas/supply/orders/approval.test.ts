/** An order that waits for an approval, and people who decide on it at once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { buying, today, type Buying } from '../../../test/setup/buying.ts'
import { signedInAs, type Person } from '../../../test/setup/demo-house.ts'

let b: Buying
let boss: Person
let item = ''
let employeeId = ''
const formCode = 'purchaseOrder'
beforeAll(async () => {
  b = await buying()
  boss = await signedInAs(b.h, 'boss')
  item = await b.product('APPROVE-1')
  const { employee_id } = await b.h.db
    .selectFrom('account_organisation as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select('m.employee_id')
    .where('a.username', '=', 'boss')
    .executeTakeFirstOrThrow()
  employeeId = String(employee_id)
  await publish(formCode)
}, 120_000)
afterAll(() => b.h.close())

/** From now on the boss approves what is asked for of such ones. */
async function publish(form: string): Promise<void> {
  const step = { allowBack: true, allowBackStart: true, mode: 'any', leave: 'first' }
  const definition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      { id: 'a', kind: 'step', name: '审批', ...step, approvers: [{ by: 'person', ids: [employeeId] }] },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  } as unknown as FlowDefinition
  const made = await b.admin.post('/workflowSetting/insert', { formCode: form, name: '流程', definition })
  const published = await b.admin.post('/workflowSetting/publish', { id: made.data.id })
  if (published.code !== 0) throw new Error(published.msg)
}
const approve = async (form: string, id: string): Promise<void> => {
  const at = { formCode: form, keyValue: id }
  const { currentProcessId, round } = (await boss.post('/workflow/getAuditProcess', at)).data
  expect((await boss.post('/workflow/confirmProcess', { ...at, currentProcessId, round })).msg).toBe('')
}

test('approved while somebody changes it: in force or a draft, asked for once, and received only in force', async () => {
  for (let round = 0; round < 3; round += 1) {
    const where = { supplierId: b.supplierId, warehouseId: b.warehouseId, promisedOn: '2026-12-10' }
    const id = await b.make('purchaseOrder', where, [{ productId: item, quantity: '5', price: '2' }])
    expect(await b.step('purchaseOrder', id, 'submit')).toBe('')
    // it stays as it is until it is approved
    expect(await b.row('purchaseOrder', id)).toMatchObject({ state: 0 })
    expect(await b.step('purchaseOrder', id, 'change')).not.toBe('')
    const at = { formCode, keyValue: id }
    const { currentProcessId, round: turn } = (await boss.post('/workflow/getAuditProcess', at)).data
    const [approved, changed] = await Promise.all([
      boss.post('/workflow/confirmProcess', { ...at, currentProcessId, round: turn }),
      b.admin.post('/purchaseOrder/change', { id }),
    ])
    expect(approved.msg).toBe('')
    const { state } = await b.row('purchaseOrder', id)
    expect(Number(state)).toBe(changed.code === 0 ? 0 : 2)
    expect((await boss.post('/workflow/getAuditProcess', at)).data.currentProcessId).toBe('')
    const [line] = await b.lines('purchaseOrder', id)
    const header = { businessOn: '2026-11-21', kind: 1, warehouseId: b.warehouseId, supplierId: b.supplierId }
    const lines = { added: [{ productId: item, quantity: '5', orderLineId: line?.['id'] }] }
    const receipt = await b.admin.post('/goodsIn/insert', { ...header, lines })
    const received = receipt.code === 0 ? await b.step('goodsIn', receipt.data.id, 'receive') : receipt.msg
    expect(received === '').toBe(changed.code !== 0)
  }
})

/** 100 units at 10 of a supplier with these values, received: the supplier and the line of the receipt. */
async function came(code: string, more: object = {}): Promise<{ readonly supplierId: string; readonly inLineId: string }> {
  const made = await b.admin.post('/supplierManage/insert', { code, name: `审批厂${code}`, status: 2, billing: 2, ...more })
  const of = { supplierId: made.data.id as string, warehouseId: b.warehouseId }
  const id = await b.make('purchaseOrder', { ...of, promisedOn: '2026-12-10' }, [{ productId: item, quantity: '100', price: '10' }])
  expect(await b.step('purchaseOrder', id, 'submit')).toBe('')
  await approve(formCode, id)
  const [line] = await b.lines('purchaseOrder', id)
  const receipt = await b.received([{ productId: item, quantity: '100', orderLineId: line?.['id'] }], { supplierId: of.supplierId })
  return { supplierId: of.supplierId, inLineId: (await b.lines('goodsIn', receipt))[0]?.['id'] ?? '' }
}

test('an invoice beyond tolerance is posted by who approves it; one within goes at once', async () => {
  await publish('purchaseInvoice')
  const { supplierId, inLineId } = await came('AP1')
  const bill = (invoiceNo: string, quantity: string, amount: string) =>
    b.make('purchaseInvoice', { supplierId, invoiceNo, kind: 2 }, [{ productId: item, inLineId, quantity, amount }])
  const within = await bill('AP-1', '50', '510')
  expect(await b.step('purchaseInvoice', within, 'submit')).toBe('')
  expect(await b.row('purchaseInvoice', within)).toMatchObject({ beyond: false, state: 2 })
  const balance = async () => (await b.list('supplierBalance', { supplierId: [supplierId] }))[0]?.['balance']
  const beyond = await bill('AP-2', '50', '600')
  expect(await b.step('purchaseInvoice', beyond, 'submit')).toBe('')
  expect(await b.row('purchaseInvoice', beyond)).toMatchObject({ beyond: true, state: 0 })
  expect(await balance()).toBe('510.0000')
  await approve('purchaseInvoice', beyond)
  expect(await b.row('purchaseInvoice', beyond)).toMatchObject({ state: 2, postedOn: today })
  expect(await balance()).toBe('1110.0000')
})

test('while another account of the supplier waits for its approval, a request is paid to the one that was approved', async () => {
  const [old, next] = ['6222020200015550001', '6222020200015550002']
  const { supplierId, inLineId } = await came('AP2', { bankAccount: old, bankName: '工商银行', bankHolder: '审批厂' })
  const bill = { supplierId, invoiceNo: 'AP-3', kind: 2 }
  const invoice = await b.make('purchaseInvoice', bill, [{ productId: item, inLineId, quantity: '100' }])
  expect(await b.step('purchaseInvoice', invoice, 'submit')).toBe('')
  const [line] = await b.lines('purchaseInvoice', invoice)
  await publish('supplier')
  const { version } = (await b.admin.get(`/supplierManage/query/${supplierId}`)).data
  expect((await b.admin.post('/supplierManage/update', { id: supplierId, version, bankAccount: next })).msg).toBe('')
  const accountOf = async (amount: string): Promise<string | undefined> => {
    const id = await b.make('paymentRequest', { supplierId, dueOn: today }, [{ invoiceLineId: line?.['id'], amount }])
    expect(await b.step('paymentRequest', id, 'submit')).toBe('')
    const { rows } = await sql<{ account: string }>`select bank_account as account from payment_request where id = ${id}`.execute(b.h.db)
    return rows[0]?.account
  }
  expect(await accountOf('400')).toBe(old)
  await approve('supplier', supplierId)
  expect(await accountOf('600')).toBe(next)
})
