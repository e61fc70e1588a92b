/** What has joined: each kind of matter waits for its approval, is done by it once, and is as before without a flow. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import { supply } from '#areas/supply/index.ts'
import { goods } from '#areas/goods/index.ts'
import { finance } from '#areas/finance/index.ts'
import { monthOperations } from '#areas/finance/close/months/month-operations.ts'
import { sales } from '#areas/sales/index.ts'
import { statistics } from '#areas/statistics/index.ts'
import { workOrders } from '#areas/work-orders/index.ts'
import type { FlowCondition } from '#platform/declare/flow.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { employeesOf, flowOf, inLine, publishFlow, stepOf } from '../../test/setup/flows.ts'
import { workflow } from './index.ts'

let h: DemoHouse
let admin: Person
let boss: Person
let finance1: Person
const employeeOf: Record<string, string> = {}

beforeAll(async () => {
  h = await demoHouse([goods, supply, finance, statistics, sales, workOrders, culture, workflow])
  admin = await signedInAs(h, 'admin')
  boss = await signedInAs(h, 'boss')
  finance1 = await signedInAs(h, 'finance')
  Object.assign(employeeOf, await employeesOf(h))
})
afterAll(() => h.close())
beforeEach(async () => void (await h.db.updateTable('workflow_setting').set({ status: 2 }).where('status', '=', 1).execute()))

async function published(formCode: string, approver: string, needed?: readonly FlowCondition[]): Promise<void> {
  const forms = formCode === 'chronicle' ? [{ field: 'title', mode: 2 as const }] : []
  const approvers = [{ by: 'person' as const, ids: [employeeOf[approver] ?? ''] }]
  const step = stepOf('a', approvers, { name: '审批', forms })
  await publishFlow(admin, formCode, flowOf([step], inLine('a'), needed === undefined ? {} : { needed }))
}
async function confirm(by: Person, formCode: string, keyValue: string, more: object = {}) {
  const at = { formCode, keyValue }
  const { currentProcessId, round } = (await by.post('/workflow/getAuditProcess', at)).data
  return by.post('/workflow/confirmProcess', { ...at, currentProcessId, round, ...more })
}

test('the chronicle: the step waits, an open field is set with the answer, the readers see it once approved', async () => {
  const draft = await admin.post('/chronicleSetting/chronicle', { eventDate: '2026-11-01', title: '新厂投产', content: '<p>好</p>' })
  expect(draft.msg).toBe('')
  const { id } = draft.data
  await published('chronicle', 'boss')
  const asked = await admin.put('/chronicleSetting/chronicleState', { id, status: 1 })
  expect([asked.msg, asked.data.status]).toEqual(['', 0])
  expect(asked.data.approval).toMatchObject({ state: 1 })
  const row = (await admin.get(`/chronicleSetting/chronicle/${id}`)).data
  expect(row.approval).toMatchObject({ state: 1, step: '审批', mine: false })
  expect((await admin.put('/chronicleSetting/chronicle', { id, version: row.version, title: '改' })).code).toBe(1002)
  expect((await admin.put('/chronicleSetting/chronicleState', { id, status: 1 })).code).toBe(1002)
  expect((await confirm(boss, 'chronicle', id, { values: { content: '<p>改</p>' } })).code).toBe(1002)
  expect((await confirm(boss, 'chronicle', id, { values: { title: '新工厂投产' } })).msg).toBe('')
  const after = (await admin.get(`/chronicleSetting/chronicle/${id}`)).data
  expect([after.status, after.title, after.approval]).toEqual([1, '新工厂投产', undefined])
  const mine = (await admin.get('/approval/allList?box=3&formCode=chronicle')).data.list
  expect(mine[0].title).toBe('发布大事记：新工厂投产')
  expect((await admin.get('/chronicleSetting/homePageChronicle')).data[0].list[0].title).toBe('新工厂投产')
})

test('a product cost above the limit is written when approved, one below at once; batches leave it', async () => {
  await published('productCost', 'boss', [{ field: 'unitCost', condition: 'GE', value: '100' }])
  const [product] = await h.db
    .selectFrom('product')
    .select('id')
    .where('org_id', '=', h.demo.organisationIds[0] ?? '')
    .limit(1)
    .execute()
  const cost = (unitCost: string, month: string) =>
    admin.post('/ProductCost/insert', { productId: product?.id, month, unitCost, currency: 'CNY' })
  const low = await cost('99', '2026-11')
  expect([low.msg, low.data.approval]).toEqual(['', undefined])
  const high = await cost('100', '2026-12')
  expect(high.msg).toBe('')
  const key = `+${high.data.approval}`
  const count = async () =>
    (
      await h.db
        .selectFrom('product_cost')
        .select('id')
        .where('product_id', '=', product?.id ?? '')
        .execute()
    ).length
  expect(await count()).toBe(1)
  const seen = (await boss.post('/workflow/getAuditProcess', { formCode: 'productCost', keyValue: key })).data
  expect(seen.changes.map((one: { after: string }) => one.after)).toContain('100')
  const changed = await admin.post('/ProductCost/update', { id: low.data.id, version: 1, unitCost: '500' })
  expect(changed.data.approval).toBeTruthy()
  expect((await confirm(boss, 'productCost', key)).msg).toBe('')
  expect(await count()).toBe(2)
  expect((await confirm(boss, 'productCost', low.data.id)).msg).toBe('')
  const [row] = await h.db.selectFrom('product_cost').select('unit_cost').where('id', '=', low.data.id).execute()
  expect(Number(row?.unit_cost)).toBe(500)
})

test('a role with a wide data scope waits, a narrow one does not', async () => {
  await published('role', 'boss')
  const { id } = (await admin.post('/roleManagement/insert', { name: '观察员' })).data
  const save = async (dataScope: number) => {
    const { version } = await h.db.selectFrom('role').select('version').where('id', '=', id).executeTakeFirstOrThrow()
    return admin.post('/roleManagement/savePermissions', {
      roleId: id,
      version,
      permissions: [],
      scopes: [{ permissionId: '*', dataScope }],
    })
  }
  expect((await save(1)).data.approval).toBeUndefined()
  const held = await save(3)
  expect([held.msg, held.data.approval === undefined]).toEqual(['', false])
  const scopeOf = async () =>
    (await h.db.selectFrom('role_scope').select('data_scope').where('role_id', '=', id).execute()).map(one => one.data_scope)
  expect(await scopeOf()).toEqual([1])
  // who lets a role be widened proves himself, as who widens one
  const proved = (at: string | null) => h.db.updateTable('session').set({ fresh_at: at }).execute()
  await proved(null)
  expect((await confirm(boss, 'role', id)).code).toBe(1016)
  expect(await scopeOf()).toEqual([1])
  await proved(h.clock.now.toISOString())
  expect((await confirm(boss, 'role', id)).msg).toBe('')
  expect(await scopeOf()).toEqual([3])
})

test('a closed month is opened again once that is approved, for whoever asked; sent back it stays closed', async () => {
  await published('financeMonth', 'boss')
  const org = h.demo.organisationIds[0] ?? ''
  // the demo company lets nobody but its administrator reopen: here finance may ask for it
  const role = await h.db.selectFrom('role').select('id').where('org_id', '=', org).where('name', '=', '财务').executeTakeFirstOrThrow()
  await h.db
    .insertInto('role_permission')
    .values({ org_id: org, role_id: role.id, permission: 'finance.month', operation: monthOperations.reopen })
    .execute()
  h.house.rights.forget?.()
  const close = async (month: string): Promise<string> =>
    String(
      (
        await h.db
          .insertInto('finance_month')
          .values({ org_id: org, month: `${month}-01`, state: 1, closed_by_name: '王芳' } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  const [january, february] = [await close('2026-01'), await close('2026-02')]
  const stateOf = async (id: string) =>
    (await h.db.selectFrom('finance_month').select(['state', 'closed_by_name']).where('id', '=', id).executeTakeFirstOrThrow()) as object
  const reopen = (id: string, who = finance1) => who.post('/financeMonth/reopen', { id, reason: '补录' })
  // what would be refused is refused when it is asked for
  expect((await reopen(january)).msg).toBe('请先反结账 2026-02，月份按倒序打开')
  const asked = await reopen(february)
  expect([asked.msg, asked.data.id, typeof asked.data.approval]).toEqual(['', february, 'string'])
  expect(await stateOf(february)).toEqual({ state: 1, closed_by_name: '王芳' })
  expect((await reopen(february)).code).toBe(1002)
  const { list } = (await finance1.post('/financeMonth/months')).data
  expect(list.find((one: { month: string }) => one.month === '2026-02')).toMatchObject({ state: 1, approval: { state: 1, step: '审批' } })
  const at = { formCode: 'financeMonth', keyValue: february }
  const { currentProcessId, round, title } = (await boss.post('/workflow/getAuditProcess', at)).data
  expect(title).toBe('反结账：2026-02')
  await boss.post('/workflow/backStartProcess', { ...at, currentProcessId, round, opinion: '说明原因' })
  expect(await stateOf(february)).toEqual({ state: 1, closed_by_name: '王芳' })
  expect((await finance1.post('/workflow/submit', { ...at, opinion: '补记退款' })).msg).toBe('')
  expect((await confirm(boss, 'financeMonth', february)).msg).toBe('')
  expect(await stateOf(february)).toEqual({ state: 0, closed_by_name: null })
  const trail = await h.db
    .selectFrom('audit_entry')
    .select(['account_name', 'acting_for'])
    .where('subject', '=', 'finance_month')
    .where('verb', '=', 'reopen')
    .execute()
  expect(trail).toEqual([{ account_name: expect.any(String), acting_for: expect.any(String) }])
})

test('a copy of a role with a wide data scope grants nothing until it is approved; of a narrow one everything at once', async () => {
  const made = async (name: string, dataScope: number): Promise<string> => {
    const { id } = (await admin.post('/roleManagement/insert', { name })).data
    const saved = await admin.post('/roleManagement/savePermissions', {
      roleId: id,
      version: 1,
      permissions: [{ permissionId: 'supplier', operations: [3] }],
      scopes: [{ permissionId: '*', dataScope }],
    })
    expect([saved.msg, saved.data.approval]).toEqual(['', undefined])
    return id
  }
  const [wide, narrow] = [await made('全员可见', 3), await made('本部门', 1)]
  await published('role', 'boss')
  const grantsOf = async (id: string) => [
    (await h.db.selectFrom('role_scope').select('data_scope').where('role_id', '=', id).execute()).map(one => one.data_scope),
    (await h.db.selectFrom('role_permission').select('operation').where('role_id', '=', id).execute()).map(one => one.operation),
  ]
  const plain = await admin.post('/roleManagement/copy', { roleId: narrow, name: '本部门 副本' })
  expect([plain.msg, plain.data.approval]).toEqual(['', undefined])
  expect(await grantsOf(plain.data.id)).toEqual([[1], [3]])
  const held = await admin.post('/roleManagement/copy', { roleId: wide, name: '全员可见 副本' })
  expect([held.msg, typeof held.data.approval]).toEqual(['', 'string'])
  expect(await grantsOf(held.data.id)).toEqual([[], []])
  expect((await confirm(boss, 'role', held.data.id)).msg).toBe('')
  expect(await grantsOf(held.data.id)).toEqual([[3], [3]])
})

test('a design change is accepted by its flow, and by nobody beside it', async () => {
  await published('workOrder', 'boss')
  const catalog = await admin.post('/workCatalogManagement/add', {
    name: '设计变更',
    type: 1,
    ownerId: employeeOf['boss'],
  })
  expect(catalog.msg).toBe('')
  await admin.post('/workCatalogEmployeeManagement/save', { catalogId: catalog.data.id, employeeIds: [employeeOf['finance']] })
  const order = await admin.post('/workOrderManagement/add', { catalogId: catalog.data.id, title: '改模具', requirement: '<p>改</p>' })
  expect(order.msg).toBe('')
  const { id } = order.data
  const accepted = await finance1.post('/workOrderManagement/updateState', { id, state: 2 })
  expect([accepted.msg, accepted.data.state]).toEqual(['', 1])
  const open = await finance1.post('/listField/record', { type: 'workOrder', id })
  expect(open.data.approval).toMatchObject({ state: 1 })
  expect((await confirm(boss, 'workOrder', id)).msg).toBe('')
  const [row] = await h.db.selectFrom('work_order').select(['state', 'handler_id']).where('id', '=', id).execute()
  expect([row?.state, String(row?.handler_id)]).toEqual([2, employeeOf['finance']])
})

test('whoever approves talks in the conversation of that one record, whatever he may see else; nobody else does', async () => {
  await published('workOrder', 'employee')
  const [worker, keeper] = await Promise.all([signedInAs(h, 'employee'), signedInAs(h, 'keeper')])
  const catalog = await admin.post('/workCatalogManagement/add', { name: '设计变更二', type: 1, ownerId: employeeOf['boss'] })
  await admin.post('/workCatalogEmployeeManagement/save', { catalogId: catalog.data.id, employeeIds: [employeeOf['finance']] })
  const order = (title: string) => admin.post('/workOrderManagement/add', { catalogId: catalog.data.id, title, requirement: '<p>改</p>' })
  const [asked, other] = [(await order('改外壳')).data.id, (await order('改包装')).data.id]
  expect((await finance1.post('/workOrderManagement/updateState', { id: asked, state: 2 })).msg).toBe('')
  const say = (who: Person, workOrderId: string) => who.post('/workOrderReplywManagement/add', { workOrderId, content: '<p>图纸呢？</p>' })
  const read = (who: Person, workOrderId: string) => who.get(`/workOrderReplywManagement/trace?workOrderId=${workOrderId}`)
  expect((await say(worker, asked)).msg).toBe('')
  expect(JSON.stringify((await read(worker, asked)).data)).toContain('图纸呢？')
  expect([(await say(worker, other)).code, (await read(worker, other)).code].every(code => code !== 0)).toBe(true)
  expect([(await say(keeper, asked)).code, (await read(keeper, asked)).code].every(code => code !== 0)).toBe(true)
  expect((await confirm(worker, 'workOrder', asked)).msg).toBe('')
})

test('a record that was sent back and is deleted ends its approval, and everybody is told', async () => {
  await published('supplier', 'boss')
  const { id } = (await admin.post('/supplierManage/insert', { code: 'D1', name: '要删的' })).data
  const at = { formCode: 'supplier', keyValue: id }
  const { currentProcessId, round } = (await boss.post('/workflow/getAuditProcess', at)).data
  expect((await admin.post('/supplierManage/delete', { id })).code).toBe(1002)
  await boss.post('/workflow/backStartProcess', { ...at, currentProcessId, round, opinion: '不要' })
  expect((await admin.post('/supplierManage/delete', { id })).msg).toBe('')
  const [row] = await h.db.selectFrom('approval_instance').select(['state', 'reason']).where('record_id', '=', id).execute()
  expect([row?.state, row?.reason?.includes('删除了这条记录')]).toEqual([5, true])
})

test('lists say in which approval and step a record is, and are filtered by it', async () => {
  await published('supplier', 'boss')
  const made = async (code: string): Promise<string> => (await admin.post('/supplierManage/insert', { code, name: code })).data.id
  const [running, back, passed] = [await made('F1'), await made('F2'), await made('F3')]
  const at = { formCode: 'supplier', keyValue: back }
  const { currentProcessId, round } = (await boss.post('/workflow/getAuditProcess', at)).data
  await boss.post('/workflow/backStartProcess', { ...at, currentProcessId, round, opinion: '补资料' })
  expect((await confirm(boss, 'supplier', passed)).msg).toBe('')
  const found = async (query: object): Promise<string[]> => {
    const answer = await admin.post('/supplierManage/list', { pageSize: 100, ...query })
    expect(answer.msg).toBe('')
    return (answer.data.list as { code: string; approvalState?: number; approvalStep?: string }[])
      .filter(row => /^F\d$/.test(row.code))
      .map(row => [row.code, row.approvalState, row.approvalStep].join(' '))
      .toSorted((a, b) => (a < b ? -1 : 1))
  }
  const where = (condition: string, value?: string, field = 'approvalState') => ({
    conditionList: [{ field, condition, ...(value === undefined ? {} : { value }) }],
  })
  expect(running).not.toBe(passed)
  expect(await found({})).toEqual(['F1 1 审批', 'F2 3 ', 'F3  '])
  expect(await found({ approvalState: 1 })).toEqual(['F1 1 审批'])
  expect(await found({ approvalState: [1, 3] })).toEqual(['F1 1 审批', 'F2 3 '])
  expect(await found({ approvalStep: '审' })).toEqual(['F1 1 审批'])
  expect(await found({ approvalStep: '%' })).toEqual([])
  expect(await found(where('NE', '1'))).toEqual(['F2 3 ', 'F3  '])
  expect(await found(where('EMPTY'))).toEqual(['F3  '])
  expect(await found(where('NOT_EMPTY'))).toEqual(['F1 1 审批', 'F2 3 '])
  expect((await admin.post('/supplierManage/list', where('GT', '1'))).code).toBe(1002)
  expect((await admin.post('/supplierManage/list', { sortField: 'approvalState' })).code).toBe(1002)
  const definition = (await admin.post('/listField/getByType', { type: 'supplier' })).data
  expect(definition.filterList.map((one: { field: string }) => one.field)).toEqual(
    expect.arrayContaining(['approvalState', 'approvalStep']),
  )
})
