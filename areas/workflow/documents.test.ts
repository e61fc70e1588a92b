/** Documents with lines in approval: header and lines are asked for together, stay as they are meanwhile, and are written once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approval } from '#platform/declare/approval.ts'
import { document, lines } from '#platform/declare/document.ts'
import { flag, integer, reference, text } from '#platform/declare/fields.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { family } from '#platform/server/verbs/family.ts'
import { update } from '#platform/server/verbs/verbs.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workflow } from './index.ts'

const common = {
  access: { scope: ownOrganisation, permission: 'currency' },
  list: { empty: ['单', 'Orders'] },
} as const
/** asked for when it is agreed; new ones are asked for as well */
const order = document('test_order', {
  ...common,
  type: 'testOrder',
  title: ['订单', 'Order'],
  number: 'DD',
  life: { approval: approval({ agree: { title: ['定单', 'Agree'], fields: { isAgreed: [true] }, onAdd: { isAgreed: true } } }) },
  fields: { subject: text('摘要', 'Subject', { max: 50 }), isAgreed: flag('已定', 'Agreed', { default: false }) },
})
const orderLine = lines('test_order_line', {
  type: 'testOrderLine',
  title: ['订单明细', 'Order line'],
  of: { orderId: reference('订单', 'Order', 'test_order', { editDisabled: true }) },
  max: 100,
  access: { permission: 'currency' },
  fields: { qty: integer('数量', 'Quantity', { min: 1 }) },
  list: { search: false },
  record: { label: 'qty' },
})
/** written when it is approved */
const bill = document('test_bill', {
  ...common,
  type: 'testBill',
  title: ['账单', 'Bill'],
  number: 'ZD',
  life: { approval: approval({ bill: { title: ['开单', 'Bill'], fields: { subject: true }, onAdd: 'hold' } }) },
  fields: { subject: text('摘要', 'Subject', { max: 50 }) },
})
const billLine = lines('test_bill_line', {
  type: 'testBillLine',
  title: ['账单明细', 'Bill line'],
  of: { billId: reference('账单', 'Bill', 'test_bill', { editDisabled: true }) },
  max: 100,
  access: { permission: 'currency' },
  fields: { qty: integer('数量', 'Quantity', { min: 1 }) },
  list: { search: false },
  record: { label: 'qty' },
})

let h: DemoHouse
let admin: Person
let boss: Person
beforeAll(async () => {
  const area = {
    name: 'documents',
    title: ['单据', 'Documents'],
    resources: [order, orderLine, bill, billLine],
    routes: {
      ...family('testOrder', order as never),
      ...family('testBill', bill as never),
      'POST /testOrderLine/update': update(orderLine as never),
    },
  }
  h = await demoHouse([area as never, workflow])
  ;[admin, boss] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'boss')])
  const row = await h.db
    .selectFrom('account_organisation as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select('m.employee_id')
    .where('a.username', '=', 'boss')
    .executeTakeFirstOrThrow()
  for (const formCode of ['testOrder', 'testBill']) await published(formCode, String(row.employee_id))
})
afterAll(() => h.close())

async function published(formCode: string, employee: string): Promise<void> {
  const definition: FlowDefinition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      {
        id: 'a',
        kind: 'step',
        name: '审批',
        mode: 'any',
        leave: 'first',
        allowBack: true,
        allowBackStart: true,
        approvers: [{ by: 'person', ids: [employee] }],
      },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  } as FlowDefinition
  const made = await admin.post('/workflowSetting/insert', { formCode, name: '流程', definition })
  if ((await admin.post('/workflowSetting/publish', { id: made.data.id })).code !== 0) throw new Error(`${formCode} is not published`)
}
async function confirm(formCode: string, keyValue: string): Promise<void> {
  const at = { formCode, keyValue }
  const { currentProcessId, round } = (await boss.post('/workflow/getAuditProcess', at)).data
  expect((await boss.post('/workflow/confirmProcess', { ...at, currentProcessId, round })).msg).toBe('')
}
const rowsOf = async (table: string, columns: readonly string[]): Promise<unknown[]> =>
  (
    await h.db
      .selectFrom(table as never)
      .select([...columns] as never[])
      .orderBy('id' as never)
      .execute()
  ).map(row => Object.values(row as object))
const added = (...quantities: number[]) => ({
  lines: { added: quantities.map((qty, i) => ({ id: `n${i}`, qty })), changed: [], removed: [] },
})

test('a new document is there with its lines, agreed once it is approved; neither header nor line changes meanwhile', async () => {
  const made = await admin.post('/testOrder/insert', { subject: '灯', businessOn: '2026-11-20', isAgreed: true, ...added(3, 5) })
  expect([made.msg, typeof made.data.approval]).toEqual(['', 'string'])
  const { id } = made.data
  expect(await rowsOf('test_order', ['subject', 'is_agreed'])).toEqual([['灯', false]])
  expect(await rowsOf('test_order_line', ['qty'])).toEqual([[3], [5]])
  const [[line]] = (await rowsOf('test_order_line', ['id'])) as [[string]]
  const refused = [
    await admin.post('/testOrder/update', { id, version: 1, subject: '大灯' }),
    await admin.post('/testOrder/update', { id, version: 1, lines: { added: [{ id: 'n', qty: 9 }], changed: [], removed: [] } }),
    await admin.post('/testOrder/update', {
      id,
      version: 1,
      lines: { added: [], changed: [{ id: line, version: 1, qty: 9 }], removed: [] },
    }),
    await admin.post('/testOrder/update', { id, version: 1, lines: { added: [], changed: [], removed: [{ id: line, version: 1 }] } }),
    await admin.post('/testOrderLine/update', { id: line, version: 1, qty: 9 }),
    await admin.post('/testOrder/delete', { id }),
  ]
  expect(refused.map(one => [one.code, one.msg])).toEqual(refused.map(() => [1002, expect.stringContaining('正在审批')]))
  expect(await rowsOf('test_order_line', ['qty'])).toEqual([[3], [5]])
  await confirm('testOrder', id)
  expect(await rowsOf('test_order', ['subject', 'is_agreed'])).toEqual([['灯', true]])
  expect((await admin.post('/testOrderLine/update', { id: line, version: 1, qty: 4 })).msg).toBe('')
})

test('what is written when it is approved is written with its lines, new or changed', async () => {
  const made = await admin.post('/testBill/insert', { subject: '九月', businessOn: '2026-11-20', ...added(1, 2) })
  expect([made.msg, typeof made.data.approval]).toEqual(['', 'string'])
  expect([await rowsOf('test_bill', ['id']), await rowsOf('test_bill_line', ['id'])]).toEqual([[], []])
  await confirm('testBill', `+${made.data.approval}`)
  expect([await rowsOf('test_bill', ['subject']), await rowsOf('test_bill_line', ['qty'])]).toEqual([[['九月']], [[1], [2]]])
  const [[id, version]] = (await rowsOf('test_bill', ['id', 'version'])) as [[string, number]]
  const asked = await admin.post('/testBill/update', { id, version, subject: '十月', ...added(7) })
  expect([asked.msg, typeof asked.data.approval]).toEqual(['', 'string'])
  expect([await rowsOf('test_bill', ['subject']), await rowsOf('test_bill_line', ['qty'])]).toEqual([[['九月']], [[1], [2]]])
  await confirm('testBill', id)
  expect([await rowsOf('test_bill', ['subject']), await rowsOf('test_bill_line', ['qty'])]).toEqual([[['十月']], [[1], [2], [7]]])
})

test('lines that could not be written are refused when they are asked for', async () => {
  const refused = await admin.post('/testBill/insert', { subject: '错', businessOn: '2026-11-20', ...added(0) })
  expect([refused.code, await rowsOf('test_bill', ['subject'])]).toEqual([1002, [['十月']]])
})
