/** What runs, through the real calls: versions, chosen ways, branches, shares, copies, comments with files, and whom words mean. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import type { Approver, FlowDefinition } from '#platform/declare/flow.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { edgesOf, employeesOf, flowOf, inLine, publishFlow, stepOf } from '../../test/setup/flows.ts'
import { multipart } from '../../test/setup/multipart.ts'
import { workflow } from './index.ts'

const names = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'] as const
type Name = (typeof names)[number]
const root = mkdtempSync(join(tmpdir(), 'zhanggui-flows-'))
let h: DemoHouse
let employeeOf: Record<string, string>
const who = {} as Record<Name, Person>
beforeAll(async () => {
  h = await demoHouse([culture, workflow], localFileStore(root))
  employeeOf = await employeesOf(h)
  for (const name of names) who[name] = await signedInAs(h, name)
})
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(async () => void (await h.db.updateTable('workflow_setting').set({ status: 2 }).where('status', '=', 1).execute()))

const idOf = (name: Name): string => employeeOf[name] ?? ''
const person = (...some: Name[]): Approver => ({ by: 'person', ids: some.map(idOf) })
const publish = (definition: FlowDefinition, formCode = 'supplier') => publishFlow(who.admin, formCode, definition)
let counter = 0
async function supplier(more: object = {}): Promise<string> {
  counter += 1
  const made = await who.admin.post('/supplierManage/insert', { code: `R${counter}`, name: `供应商${counter}`, ...more })
  expect(made.msg).toBe('')
  return made.data.id
}
const which = (keyValue: string, formCode = 'supplier') => ({ formCode, keyValue })
const info = async (name: Name, id: string) => (await who[name].post('/workflow/getAuditProcess', which(id))).data
async function answer(name: Name, id: string, way = 'confirmProcess', more: object = {}) {
  const { currentProcessId, round } = await info(name, id)
  return who[name].post(`/workflow/${way}`, { ...which(id), currentProcessId, round, opinion: '看过', ...more })
}
const confirm = async (name: Name, id: string, more: object = {}): Promise<string> => (await answer(name, id, 'confirmProcess', more)).msg
const statusOf = async (id: string) =>
  (await h.db.selectFrom('supplier').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
/** step and name of whoever is asked now */
async function asked(id: string): Promise<string[]> {
  const rows = await h.db
    .selectFrom('approval_task')
    .select(['process_id', 'employee_id'])
    .where('record_id', '=', id)
    .where('state', '=', 1)
    .where('is_waiting', '=', false)
    .execute()
  const nameOf = (employee: string): string => names.find(name => idOf(name) === employee) ?? employee
  return rows.map(row => `${row.process_id} ${nameOf(row.employee_id)}`).toSorted((a, b) => (a < b ? -1 : 1))
}

test('what runs keeps its version, also when it is asked for again; what begins has the new one; retired, nothing is asked', async () => {
  await publish(flowOf([stepOf('a', [person('keeper')]), stepOf('b', [person('hr')])], inLine('a', 'b')))
  const before = await supplier()
  const second = await publish(flowOf([stepOf('a', [person('finance')])], inLine('a')))
  const after = await supplier()
  expect([await asked(before), await asked(after)]).toEqual([['a keeper'], ['a finance']])
  expect((await answer('keeper', before, 'backStartProcess')).msg).toBe('')
  expect((await who.admin.post('/workflow/submit', which(before))).msg).toBe('')
  expect([await confirm('keeper', before), await asked(before)]).toEqual(['', ['b hr']])
  const versions = (await who.admin.post('/workflowSetting/list', { formCode: 'supplier' })).data.list as {
    versionNo: number
    status: number
  }[]
  expect(versions.map(one => [one.versionNo, one.status]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect((await who.admin.post('/workflowSetting/retire', { id: second })).msg).toBe('')
  expect(await asked(await supplier({ status: 2 }))).toEqual([])
  expect([await confirm('hr', before), await confirm('finance', after)]).toEqual(['', ''])
  expect([await statusOf(before), await statusOf(after)]).toEqual([2, 2])
})

test('whoever approves chooses the way, one of those that there are; the other is not asked', async () => {
  const steps = [stepOf('a', [person('keeper')], { leave: 'choose' }), stepOf('b', [person('hr')]), stepOf('c', [person('finance')])]
  await publish(flowOf(steps, edgesOf('start>a a>b a>c b>end c>end')))
  const id = await supplier()
  const { confirmProcessList } = await info('keeper', id)
  expect(confirmProcessList.map((one: { processId: string }) => one.processId)).toEqual(['b', 'c'])
  expect(await confirm('keeper', id)).toBe('请选择下一步：步骤b、步骤c')
  expect((await answer('keeper', id, 'confirmProcess', { processId: 'end' })).code).toBe(1002)
  expect(await confirm('keeper', id, { processId: 'c' })).toBe('')
  expect(await asked(id)).toEqual(['c finance'])
  expect(await confirm('finance', id)).toBe('')
  expect(await statusOf(id)).toBe(2)
})

test('branches beside each other: the join waits for both, back out of it goes to the one that is named', async () => {
  const steps = [stepOf('a', [person('keeper')]), stepOf('b', [person('hr')]), stepOf('d', [person('boss')])]
  await publish(flowOf(steps, edgesOf('start>a start>b a>d b>d d>end'), { startLeave: 'all' }))
  const id = await supplier()
  expect(await asked(id)).toEqual(['a keeper', 'b hr'])
  expect(await confirm('hr', id)).toBe('')
  expect(await asked(id)).toEqual(['a keeper'])
  expect(await confirm('keeper', id)).toBe('')
  expect(await asked(id)).toEqual(['d boss'])
  // the branch that ended last, or the other by its name; never one that stands behind
  expect((await answer('boss', id, 'backProcess', { processId: 'd' })).code).toBe(1002)
  expect((await answer('boss', id, 'backProcess', { processId: 'b' })).msg).toBe('')
  expect(await asked(id)).toEqual(['b hr'])
  expect([await confirm('hr', id), await asked(id)]).toEqual(['', ['d boss']])
  expect((await answer('boss', id, 'backProcess')).msg).toBe('')
  expect(await asked(id)).toEqual(['b hr'])
  expect([await confirm('hr', id), await confirm('boss', id), await statusOf(id)]).toEqual(['', '', 2])
})

test('a share of those who are asked is enough; then the others are asked no more', async () => {
  await publish(flowOf([stepOf('a', [person('keeper', 'hr', 'finance')], { mode: 'share', share: 60 })], inLine('a')))
  const id = await supplier()
  expect([await confirm('keeper', id), await statusOf(id), await asked(id)]).toEqual(['', 1, ['a finance', 'a hr']])
  expect([await confirm('hr', id), await statusOf(id), await asked(id)]).toEqual(['', 2, []])
  expect((await answer('finance', id)).code).not.toBe(0)
})

test('nobody approves his own request unless the flow says so', async () => {
  const one = stepOf('a', [person('admin')])
  await publish(flowOf([one], inLine('a')))
  // he alone keeps the flows and nobody is above him: refused, and nothing is written
  const refused = await who.admin.post('/supplierManage/insert', { code: 'OWN', name: '自己批' })
  expect([refused.code, refused.msg]).toEqual([1002, '步骤“步骤a”没有审批人，请联系流程管理员'])
  expect(await h.db.selectFrom('supplier').select('id').where('code', '=', 'OWN').execute()).toEqual([])
  await publish(flowOf([one], inLine('a'), { ownRequest: true }))
  const second = await supplier()
  expect(await asked(second)).toEqual(['a admin'])
  expect([await confirm('admin', second), await statusOf(second)]).toEqual(['', 2])
})

test('copies are read and not answered, at the beginning or at the end', async () => {
  const copies = async () =>
    ((await who.it.get('/approval/allList?box=4')).data.list as { keyValue: string }[]).map(({ keyValue }) => keyValue)
  const definition = flowOf([stepOf('a', [person('keeper')])], inLine('a'), { cc: [person('it')] })
  await publish(definition)
  const late = await supplier()
  expect(await copies()).not.toContain(late)
  expect(await confirm('keeper', late)).toBe('')
  expect(await copies()).toContain(late)
  await publish({ ...definition, ccAt: 'start' })
  const early = await supplier()
  expect(await copies()).toContain(early)
  expect((await who.it.get('/approvalNotice/list')).data.list[0]).toMatchObject({ kind: 4, keyValue: early })
  expect((await who.it.post('/listField/record', { type: 'supplier', id: early })).code).toBe(0)
  const { confirmProcessList, round } = await info('it', early)
  expect(confirmProcessList).toEqual([])
  const tried = await who.it.post('/workflow/confirmProcess', { ...which(early), currentProcessId: 'a', round })
  expect([tried.code, await asked(early)]).toEqual([1009, ['a keeper']])
})

// ---- words and files
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
async function upload(name: Name, type: string): Promise<string> {
  const form = multipart({ type }, [{ name: '凭证.png', content: picture }])
  const headers = { 'content-type': form.type, authorization: `Bearer ${who[name].token}` }
  const made = await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload: form.payload })
  return made.json<{ data: { id: string } }>().data.id
}
const maySee = async (name: Name, file: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${who[name].token}` }
  const url = `/api-2024/fileUpload/down2?id=${file}`
  return (await h.app.inject({ method: 'GET', url, headers })).headers['content-type'] === 'image/png'
}

test('a word with files is there for whoever takes part, and for nobody else', async () => {
  await publish(flowOf([stepOf('a', [person('keeper')]), stepOf('b', [person('employee')])], inLine('a', 'b')))
  const id = await supplier()
  const [said, answered] = [await upload('keeper', 'ATTACHMENT'), await upload('keeper', 'ATTACHMENT')]
  const word = { ...which(id), opinion: '执照见附件', fileIds: [said] }
  expect((await who.keeper.post('/workflow/comment', word)).msg).toBe('')
  expect((await who.hr.post('/workflow/comment', { ...which(id), opinion: '我也说' })).code).toBe(1004)
  expect((await who.keeper.post('/workflow/comment', { ...which(id), opinion: '  ' })).code).toBe(1002)
  // whose turn has not come has no part in it yet
  expect(await maySee('employee', said)).toBe(false)
  expect(await confirm('keeper', id, { fileIds: [answered] })).toBe('')
  expect([(await info('keeper', id)).mayComment, (await info('admin', id)).mayComment]).toEqual([1, 1])
  for (const name of ['employee', 'admin'] as const) {
    const log = (await who[name].post('/workflow/listFlowProcessLog', which(id))).data.list as {
      opinion: string
      files: { id: string }[]
    }[]
    expect(log.find(one => one.opinion === '执照见附件')?.files.map(file => file.id)).toEqual([said])
    expect([await maySee(name, said), await maySee(name, answered)]).toEqual([true, true])
  }
  expect([await maySee('hr', said), await maySee('hr', answered)]).toEqual([false, false])
})

test('files of the record are open to whoever is asked, and only a change of an open field raises its version', async () => {
  await publish(
    flowOf([stepOf('a', [person('employee')]), stepOf('b', [person('boss')], { forms: [{ field: 'title', mode: 3 }] })], inLine('a', 'b')),
    'chronicle',
  )
  const file = await upload('admin', 'IMAGE')
  const event = { eventDate: '2026-11-01', title: '新厂投产', content: '<p>好</p>', pictures: [file] }
  const { id } = (await who.admin.post('/chronicleSetting/chronicle', event)).data
  expect(await maySee('employee', file)).toBe(false)
  expect((await who.admin.put('/chronicleSetting/chronicleState', { id, status: 1 })).msg).toBe('')
  expect([await maySee('employee', file), await maySee('sales', file)]).toEqual([true, false])
  const versionOf = async () => ((await who.admin.get(`/chronicleSetting/chronicle/${id}`)).data as { version: number }).version
  const act = async (name: Name, more: object = {}) => {
    const { currentProcessId, round } = (await who[name].post('/workflow/getAuditProcess', which(id, 'chronicle'))).data
    return who[name].post('/workflow/confirmProcess', { ...which(id, 'chronicle'), currentProcessId, round, ...more })
  }
  const before = await versionOf()
  const seen = (await who.employee.post('/workflow/getAuditProcess', which(id, 'chronicle'))).data
  expect(seen).toMatchObject({ version: before, mayComment: 1 })
  expect((await act('employee')).msg).toBe('')
  expect(await versionOf()).toBe(before)
  expect((await act('boss', { values: { title: '' } })).code).toBe(1002)
  expect((await act('boss', { values: { title: '改了' }, version: before + 1 })).code).toBe(1009)
  expect((await act('boss', { values: { title: '新工厂投产' }, version: before })).msg).toBe('')
  // once for the field, once for the step that was asked for
  expect(await versionOf()).toBe(before + 2)
})

// ---- whom words mean
describe('approvers by', () => {
  type Shown = { readonly approvers: readonly { readonly id: string }[] }
  const meant = async (approvers: readonly Approver[], more: object = {}): Promise<string[]> => {
    const id = await supplier(more)
    const definition = flowOf([stepOf('a', approvers, { mode: 'all' })], inLine('a'))
    const ask = { formCode: 'supplier', definition, keyValue: id, applicantId: idOf('buyer') }
    const tried = await who.admin.post('/workflowSetting/simulate', ask)
    expect([tried.msg, tried.data.fault]).toEqual(['', null])
    return (tried.data.steps as Shown[]).flatMap(one => one.approvers.map(({ id: employee }) => employee))
  }

  test('person, role, field of the record and formula', async () => {
    expect(await meant([person('hr', 'it')])).toEqual([idOf('hr'), idOf('it')])
    const role = await h.db.selectFrom('role').select('id').where('name', '=', '财务').executeTakeFirstOrThrow()
    expect(await meant([{ by: 'role', ids: [role.id] }])).toEqual([idOf('finance')])
    expect(await meant([{ by: 'field', field: 'buyerId' }], { buyerId: idOf('keeper') })).toEqual([idOf('keeper')])
    const formula: Approver = {
      by: 'formula',
      cases: [
        { when: [{ field: 'taxRate', condition: 'GE', value: '60' }], of: [person('boss')] },
        { when: [], of: [person('finance')] },
      ],
    }
    expect(await meant([formula], { taxRate: '90' })).toEqual([idOf('boss')])
    expect(await meant([formula], { taxRate: '30' })).toEqual([idOf('finance')])
  })

  test('the head of the department, those above him, and the line of heads', async () => {
    const buyer = () => h.db.selectFrom('employee').select('dept_id').where('id', '=', idOf('buyer')).executeTakeFirstOrThrow()
    const { dept_id: home } = await buyer()
    const below = await h.db
      .selectFrom('department')
      .select(['id', 'parent_id'])
      .where('org_id', '=', h.demo.organisationIds[0] ?? '')
      .where('parent_id', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const [own, parent] = [below.id, below.parent_id ?? '']
    const before = await h.db.selectFrom('department').select(['id', 'manager_id']).where('id', 'in', [own, parent]).execute()
    const move = (dept: string) => h.db.updateTable('employee').set({ dept_id: dept }).where('id', '=', idOf('buyer')).execute()
    const lead = (id: string, name: Name) =>
      h.db
        .updateTable('department')
        .set({ manager_id: idOf(name) })
        .where('id', '=', id)
        .execute()
    await move(own)
    await lead(own, 'keeper')
    await lead(parent, 'hr')
    try {
      expect(await meant([{ by: 'departmentHead' }])).toEqual([idOf('keeper')])
      expect(await meant([{ by: 'departmentHead', up: 1 }])).toEqual([idOf('hr')])
      expect((await meant([{ by: 'line', levels: 2 }])).slice(0, 2)).toEqual([idOf('keeper'), idOf('hr')])
      // the head who asks is not asked: the one above him
      await lead(own, 'buyer')
      expect(await meant([{ by: 'departmentHead' }])).toEqual([idOf('hr')])
    } finally {
      await move(home)
      for (const { id, manager_id } of before) await h.db.updateTable('department').set({ manager_id }).where('id', '=', id).execute()
    }
  })
})

test('a record that is deleted ends its own approval, not that of another list with the same number', async () => {
  await publish(flowOf([stepOf('a', [person('boss')])], inLine('a')))
  const event = { eventDate: '2026-11-01', title: '同号', content: '<p>好</p>' }
  const { id } = (await who.admin.post('/chronicleSetting/chronicle', event)).data
  const other = await supplier()
  await h.db.updateTable('approval_instance').set({ record_id: id }).where('record_id', '=', other).execute()
  expect((await who.admin.del(`/chronicleSetting/chronicle/${id}`)).msg).toBe('')
  const ofSupplier = h.db.selectFrom('approval_instance').select('state').where('subject', '=', 'supplier')
  expect(await ofSupplier.where('record_id', '=', id).execute()).toEqual([{ state: 1 }])
})
