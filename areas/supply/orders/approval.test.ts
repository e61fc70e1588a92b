/** An order that waits for an approval, and people who decide on it at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { buying, type Buying } from '../../../test/setup/buying.ts'
import { signedInAs, type Person } from '../../../test/setup/demo-house.ts'

let b: Buying
let boss: Person
let item = ''
const formCode = 'purchaseOrder'
beforeAll(async () => {
  b = await buying()
  boss = await signedInAs(b.h, 'boss')
  item = await b.product('APPROVE-1')
  const { employee_id: employee } = await b.h.db
    .selectFrom('account_organisation as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select('m.employee_id')
    .where('a.username', '=', 'boss')
    .executeTakeFirstOrThrow()
  const step = { allowBack: true, allowBackStart: true, mode: 'any', leave: 'first' }
  const definition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      { id: 'a', kind: 'step', name: '审批', ...step, approvers: [{ by: 'person', ids: [String(employee)] }] },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  } as unknown as FlowDefinition
  const made = await b.admin.post('/workflowSetting/insert', { formCode, name: '流程', definition })
  const published = await b.admin.post('/workflowSetting/publish', { id: made.data.id })
  if (published.code !== 0) throw new Error(published.msg)
}, 120_000)
afterAll(() => b.h.close())

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
