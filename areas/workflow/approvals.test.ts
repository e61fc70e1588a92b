/** Approvals through the real calls: from the record's own step to its effect, back, hand on, stand-ins, and who sees what. */
import { handOnTasks } from './leaving.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import { workOrders } from '#areas/work-orders/index.ts'
import type { Approver, FlowDefinition } from '#platform/declare/flow.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { employeesOf, flowOf as flow, inLine as line, publishFlow, stepOf as step } from '../../test/setup/flows.ts'
import { workflow } from './index.ts'
import { limitWork } from './time-limits.ts'

let h: DemoHouse
const names = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'] as const
type Name = (typeof names)[number]
const who = {} as Record<Name, Person>
const employeeOf = {} as Record<Name, string>

beforeAll(async () => {
  h = await demoHouse([workOrders, culture, workflow])
  const org = h.demo.organisationIds[0] ?? ''
  const role = await h.db.insertInto('role').values({ org_id: org, name: '供应商管理' }).returning('id').executeTakeFirstOrThrow()
  const right = { org_id: org, role_id: role.id, permission: 'supplier' }
  await h.db
    .insertInto('role_permission')
    .values([1, 2, 3, 4].map(operation => ({ ...right, operation })))
    .execute()
  const { id: account } = await h.db.selectFrom('account').select('id').where('username', '=', 'buyer').executeTakeFirstOrThrow()
  await h.db.insertInto('account_role').values({ org_id: org, account_id: account, role_id: role.id }).execute()
  await at('2026-11-21T09:00:00+08:00')
  Object.assign(employeeOf, await employeesOf(h))
})
afterAll(() => h.close())

async function at(time: string): Promise<void> {
  h.clock.now = new Date(time)
  for (const name of names) who[name] = await signedInAs(h, name)
}

const person = (...people: Name[]): Approver => ({ by: 'person', ids: people.map(name => employeeOf[name]) })
const published = (formCode: string, definition: FlowDefinition): Promise<string> => publishFlow(who.admin, formCode, definition)
let counter = 0
const supplier = async (more: object = {}) => {
  counter += 1
  const answer = await who.buyer.post('/supplierManage/insert', { code: `S${counter}`, name: `供应商${counter}`, ...more })
  expect(answer.msg).toBe('')
  return answer.data as { id: string; approval?: string }
}
const statusOf = async (id: string) =>
  (await h.db.selectFrom('supplier').select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow()).status
const which = (id: string) => ({ formCode: 'supplier', keyValue: id })
const info = async (name: Name, id: string) => (await who[name].post('/workflow/getAuditProcess', which(id))).data
/** confirms whatever step this person is asked in */
const confirm = async (name: Name, id: string, more: object = {}) => {
  const { currentProcessId, round } = await info(name, id)
  return who[name].post('/workflow/confirmProcess', { ...which(id), currentProcessId, round, ...more })
}
const todo = async (name: Name) => (await who[name].get('/approval/allList?box=1')).data.list as { keyValue: string; step: string }[]
const retireAll = async () => {
  await h.db.updateTable('workflow_setting').set({ status: 2 }).where('status', '=', 1).execute()
}

describe('a new supplier', () => {
  beforeEach(retireAll)

  test('without a flow it is as it was', async () => {
    const { id, approval } = await supplier({ status: 2 })
    expect([approval, await statusOf(id)]).toEqual([undefined, 2])
  })

  test('asked in order, done once by the last answer, for the applicant with both names', async () => {
    await published('supplier', flow([step('a', [person('keeper')]), step('b', [person('finance')])], line('a', 'b')))
    const { id, approval } = await supplier({ status: 2 })
    expect(approval).toBeTruthy()
    expect(await statusOf(id)).toBe(1)
    expect((await todo('keeper')).map(one => one.keyValue)).toContain(id)
    expect((await todo('finance')).map(one => one.keyValue)).not.toContain(id)
    const locked = await who.buyer.post('/supplierManage/update', { id, version: 1, name: '改名' })
    expect([locked.code, locked.msg]).toEqual([1002, '正在审批，不能修改；可以撤回后再改'])
    expect((await who.buyer.post('/supplierManage/delete', { id })).code).toBe(1002)
    expect((await confirm('keeper', id, { opinion: '资质齐全' })).msg).toBe('')
    expect(await statusOf(id)).toBe(1)
    const seen = await info('finance', id)
    expect(seen).toMatchObject({
      preOpinion: '资质齐全',
      preState: 2,
      currentProcessId: 'b',
      allowBack: 1,
      allowBackStart: 1,
      allowBackProcessId: 'a',
    })
    expect(seen.confirmProcessList).toEqual([{ processId: 'end', processName: '结束', approvers: [] }])
    expect((await confirm('finance', id)).data).toMatchObject({ state: 2 })
    expect(await statusOf(id)).toBe(2)
    const trail = await h.db
      .selectFrom('audit_entry')
      .select(['verb', 'account_name', 'acting_for'])
      .where('subject', '=', 'supplier')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
    expect(trail.map(one => one.verb)).toEqual(['add', 'update'])
    expect(trail[1]?.acting_for).toBeTruthy()
    expect(trail[1]?.account_name).not.toBe(trail[1]?.acting_for)
    expect((await confirm('finance', id)).code).not.toBe(0)
    const log = (await who.buyer.post('/workflow/listFlowProcessLog', which(id))).data.list as { state: number }[]
    expect(log.map(one => one.state)).toEqual([11, 2, 2, 19])
    const steps = (await who.buyer.post('/workflow/getWorkFlowProcessList', which(id))).data.list as { state: number }[]
    expect(steps.map(one => one.state)).toEqual([2, 2])
  })

  test('back to the start with an opinion, corrected, submitted again: a new round from the first step', async () => {
    await published('supplier', flow([step('a', [person('keeper')]), step('b', [person('finance')])], line('a', 'b')))
    const { id } = await supplier()
    await confirm('keeper', id)
    const at = await info('finance', id)
    const body = { ...which(id), currentProcessId: at.currentProcessId, round: at.round }
    expect((await who.finance.post('/workflow/backStartProcess', body)).code).toBe(1002)
    expect((await who.finance.post('/workflow/backStartProcess', { ...body, opinion: '缺营业执照' })).data).toMatchObject({ state: 3 })
    expect(await statusOf(id)).toBe(1)
    expect((await who.buyer.post('/supplierManage/update', { id, version: 1, name: '改好了' })).msg).toBe('')
    expect(await info('buyer', id)).toMatchObject({ state: 3, maySubmit: 1, preOpinion: '缺营业执照' })
    expect((await who.buyer.post('/workflow/submit', which(id))).data).toMatchObject({ state: 1 })
    // what the first of them saw is kept, and what differs since is shown beside his answer
    const log = (await who.keeper.post('/workflow/listFlowProcessLog', which(id))).data.list as { state: number; changed: object[] }[]
    expect(log.find(one => one.state === 2)?.changed).toEqual([expect.objectContaining({ after: '改好了' })])
    expect((await todo('keeper')).map(one => one.keyValue)).toContain(id)
    const stale = await who.finance.post('/workflow/confirmProcess', body)
    expect(stale.code).toBe(1009)
    await confirm('keeper', id)
    await confirm('finance', id)
    expect(await statusOf(id)).toBe(2)
  })

  test('back one step, handed on, others asked besides; two at once: one wins, the other is told who', async () => {
    await published('supplier', flow([step('a', [person('keeper')]), step('b', [person('finance', 'hr')])], line('a', 'b')))
    const { id } = await supplier()
    await confirm('keeper', id)
    let at = await info('finance', id)
    const body = () => ({ ...which(id), currentProcessId: at.currentProcessId, round: at.round })
    expect((await who.finance.post('/workflow/backProcess', { ...body(), opinion: '再看看' })).msg).toBe('')
    expect(await info('keeper', id)).toMatchObject({ currentProcessId: 'a' })
    at = await info('keeper', id)
    expect((await who.keeper.post('/workflow/transfer', { ...body(), employeeId: employeeOf.it })).msg).toBe('')
    expect((await who.keeper.post('/workflow/confirmProcess', body())).code).toBe(1009)
    expect((await who.it.post('/workflow/countersign', { ...body(), employeeIds: [employeeOf.sales] })).msg).toBe('')
    await confirm('it', id)
    expect(await info('it', id)).toMatchObject({ currentProcessId: 'a', confirmProcessList: [] })
    await confirm('sales', id)
    at = await info('finance', id)
    expect(at.currentProcessId).toBe('b')
    const both = await Promise.all([who.finance.post('/workflow/confirmProcess', body()), who.hr.post('/workflow/confirmProcess', body())])
    expect(both.map(one => one.code).toSorted((a, b) => a - b)).toEqual([0, 1009])
    expect(both.find(one => one.code === 1009)?.msg).toMatch(/已先处理：同意/)
    expect(await statusOf(id)).toBe(2)
  })

  test('withdrawn, the record is free again and the tasks are gone', async () => {
    await published('supplier', flow([step('a', [person('keeper')])], line('a'), { urgeHours: 1 }))
    const { id } = await supplier()
    expect((await who.buyer.post('/workflow/urge', which(id))).code).toBe(1002)
    await at('2026-11-23T15:00:00+08:00')
    expect((await who.buyer.post('/workflow/urge', which(id))).msg).toBe('')
    expect((await who.sales.post('/workflow/withdraw', which(id))).code).not.toBe(0)
    expect((await who.buyer.post('/workflow/withdraw', which(id))).data).toMatchObject({ state: 4 })
    expect((await todo('keeper')).map(one => one.keyValue)).not.toContain(id)
    expect((await who.buyer.post('/supplierManage/update', { id, version: 1, name: '改名' })).msg).toBe('')
  })

  test('the applicant as approver: his head; nobody left: refused, and nothing is written', async () => {
    await published('supplier', flow([step('a', [person('buyer')])], line('a')))
    const { id } = await supplier()
    expect((await todo('buyer')).map(one => one.keyValue)).not.toContain(id)
    const asked = await h.db.selectFrom('approval_task').select('employee_id').where('record_id', '=', id).execute()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.employee_id).not.toBe(employeeOf.buyer)
  })

  test('an approver who has left is replaced by his head, and the check says so; nobody who has left is handed a task', async () => {
    const definition = flow([step('a', [person('keeper')])], line('a'))
    await published('supplier', definition)
    await h.db.updateTable('employee').set({ status: 2 }).where('id', '=', employeeOf.keeper).execute()
    try {
      const checked = await who.admin.post('/workflowSetting/check', { formCode: 'supplier', definition })
      expect(JSON.stringify(checked.data)).toContain('已离职，将由其上级审批')
      const { id } = await supplier()
      const asked = await h.db.selectFrom('approval_task').select('employee_id').where('record_id', '=', id).execute()
      expect(asked).toHaveLength(1)
      const [head] = asked.map(one => one.employee_id)
      const name = names.find(one => employeeOf[one] === head)
      expect(name === undefined || name === 'keeper').toBe(false)
      const holder = name ?? 'boss'
      const { currentProcessId, round } = await info(holder, id)
      const refused = await who[holder].post('/workflow/transfer', {
        ...which(id),
        currentProcessId,
        round,
        employeeId: employeeOf.keeper,
      })
      expect([refused.code, refused.msg]).toEqual([1002, '选择的员工不存在或已离职，请重新选择'])
      expect((await confirm(holder, id)).msg).toBe('')
    } finally {
      await h.db.updateTable('employee').set({ status: 1 }).where('id', '=', employeeOf.keeper).execute()
    }
  })

  test('who leaves hands on what waits for him: to whom he hands over, else to his head', async () => {
    await published('supplier', flow([step('a', [person('keeper')])], line('a')))
    const [{ id }, second] = [await supplier(), await supplier()]
    const askedOf = async (record: string) =>
      (await h.db.selectFrom('approval_task').select(['employee_id', 'state']).where('record_id', '=', record).orderBy('id').execute()).map(
        one => [one.employee_id, one.state],
      )
    const handOn = async (to: string | null) => {
      const server = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
      return server.write((tx, inside) => handOnTasks(inside, tx, employeeOf.keeper, to))
    }
    const before = (await todo('keeper')).length
    expect(await handOn(employeeOf.it)).toBe(before)
    expect(await askedOf(id)).toEqual([
      [employeeOf.keeper, 4],
      [employeeOf.it, 1],
    ])
    expect((await confirm('it', second.id)).msg).toBe('')
    expect(await handOn(null)).toBe(0)
    // the applicant is not handed his own request
    const third = await supplier()
    expect(await handOn(employeeOf.buyer)).toBe(1)
    const [, [next] = []] = await askedOf(third.id)
    expect([employeeOf.keeper, employeeOf.buyer, undefined]).not.toContain(next)
  })

  test('a change of the bank account waits, the others are done at once', async () => {
    const { id } = await supplier()
    await published('supplier', flow([step('a', [person('finance')])], line('a')))
    expect((await who.buyer.post('/supplierManage/update', { id, version: 1, shortName: '简' })).data).toMatchObject({ version: 2 })
    const held = await who.buyer.post('/supplierManage/update', { id, version: 2, bankAccount: '6222000011112222' })
    expect(held.data.approval).toBeTruthy()
    const [before] = await h.db.selectFrom('supplier').select('bank_account').where('id', '=', id).execute()
    expect(before?.bank_account).toBeNull()
    const seen = await info('finance', id)
    expect(JSON.stringify(seen.changes)).not.toContain('6222000011112222')
    await confirm('finance', id)
    const [after] = await h.db.selectFrom('supplier').select('bank_account').where('id', '=', id).execute()
    expect(after?.bank_account).toBe('6222000011112222')
  })
})

describe('whoever has or had a task', () => {
  beforeEach(retireAll)
  test('sees that one record, its conversation, and no list, count or export', async () => {
    await published('supplier', flow([step('a', [person('employee')])], line('a')))
    const [first, second] = [await supplier(), await supplier({ name: '另一家' })]
    const row = await who.employee.post('/listField/record', { type: 'supplier', id: first.id })
    expect(row.code).toBe(0)
    expect((await who.employee.post('/supplierManage/list', {})).code).toBe(1003)
    expect((await who.employee.post('/supplierManage/listExport', { headers: ['x'], fields: ['name'], query: {} })).code).toBe(1003)
    await confirm('employee', first.id)
    expect((await who.employee.post('/listField/record', { type: 'supplier', id: first.id })).code).toBe(0)
    const third = await h.db
      .selectFrom('supplier')
      .select('id')
      .where('id', 'not in', [first.id, second.id])
      .limit(1)
      .executeTakeFirstOrThrow()
    expect((await who.employee.post('/listField/record', { type: 'supplier', id: third.id })).code).not.toBe(0)
    expect((await who.hr.post('/workflow/getAuditProcess', which(first.id))).code).not.toBe(0)
  })

  test('a stand-in answers in the place of somebody away, and never for himself', async () => {
    await published('supplier', flow([step('a', [person('finance')])], line('a')))
    await at('2026-11-24T09:00:00+08:00')
    const days = { fromOn: '2026-11-23', toOn: '2026-11-30' }
    const stand = (name: Name, other: Name) =>
      who[name].post('/approvalStandIn/insert', { employeeId: employeeOf[name], standInId: employeeOf[other], ...days })
    expect((await stand('finance', 'finance')).code).toBe(1002)
    expect((await stand('finance', 'keeper')).msg).toBe('')
    expect((await stand('keeper', 'finance')).msg).toMatch(/又由本人代理/)
    // the right to answer is not taken, it is given
    const taken = { employeeId: employeeOf.finance, standInId: employeeOf.sales, fromOn: '2026-12-01', toOn: '2026-12-02' }
    expect(await who.sales.post('/approvalStandIn/insert', taken)).toMatchObject({ code: 1003, msg: expect.stringMatching(/只有本人/) })
    expect((await who.admin.post('/approvalStandIn/insert', taken)).msg).toBe('')
    const { id } = await supplier()
    expect(await info('keeper', id)).toMatchObject({ currentProcessId: 'a', actingFor: expect.any(String) })
    expect((await confirm('keeper', id)).msg).toBe('')
    const log = (await who.buyer.post('/workflow/listFlowProcessLog', which(id))).data.list as {
      person: string
      actingFor: string
      state: number
    }[]
    expect(log.find(one => one.state === 2)?.actingFor).toBeTruthy()
    expect(await statusOf(id)).toBe(2)
  })

  test('where the stand-in is away himself his own one answers as well, and ways that lead back are refused', async () => {
    await published('supplier', flow([step('a', [person('it')])], line('a')))
    await at('2027-01-05T09:00:00+08:00')
    const stand = (name: Name, other: Name, fromOn = '2027-01-04', toOn = '2027-01-08') =>
      who[name].post('/approvalStandIn/insert', { employeeId: employeeOf[name], standInId: employeeOf[other], fromOn, toOn })
    expect((await stand('it', 'hr')).msg).toBe('')
    const { id } = await supplier()
    // who may not even look at suppliers is told nothing of it until he is asked
    const isAsked = async (name: Name): Promise<boolean> => ((await info(name, id))?.confirmProcessList ?? []).length > 0
    expect([await isAsked('hr'), await isAsked('sales')]).toEqual([true, false])
    expect((await stand('hr', 'sales', '2027-01-05', '2027-01-06')).msg).toBe('')
    // round over three, on days that all of them are away; before and after it is free
    expect((await stand('sales', 'it', '2027-01-06', '2027-01-06')).msg).toMatch(/的审批又由本人代理，请换一个人/)
    expect((await stand('sales', 'it', '2027-01-07', '2027-01-07')).msg).toBe('')
    for (const name of ['hr', 'sales'] as const) expect((await todo(name)).map(card => card.keyValue)).toContain(id)
    expect(await info('sales', id)).toMatchObject({ currentProcessId: 'a', actingFor: expect.any(String) })
    await at('2027-01-08T09:00:00+08:00')
    expect([await isAsked('hr'), await isAsked('sales')]).toEqual([true, false])
    await at('2027-01-05T15:00:00+08:00')
    expect((await confirm('sales', id)).msg).toBe('')
    expect(await statusOf(id)).toBe(2)
    await at('2026-11-24T09:00:00+08:00')
  })
})

interface OwnDays {
  /** days of the company's own: 1 worked, 2 off */
  readonly days?: Readonly<Record<string, 1 | 2>>
  /** hours of work from the first of the year on, without a break */
  readonly hours?: readonly [start: string, end: string]
}
const shanghai = 'Asia/Shanghai'
const newYork = 'America/New_York'

describe('time limits', () => {
  beforeEach(retireAll)
  test.each<[what: string, zone: string, asked: string, hours: number, due: string, remind: string, own?: OwnDays]>([
    ['within a day', shanghai, '2026-03-10T09:30+08:00', 2, '2026-03-10T11:30+08:00', '2026-03-10T10:30+08:00'],
    ['over the break at noon', shanghai, '2026-03-10T12:30+08:00', 2, '2026-03-10T15:30+08:00', '2026-03-10T14:30+08:00'],
    ['to the very end of a day', shanghai, '2026-03-10T09:00+08:00', 8, '2026-03-10T18:00+08:00', '2026-03-10T17:00+08:00'],
    ['asked at night', shanghai, '2026-03-10T23:10+08:00', 2, '2026-03-11T11:00+08:00', '2026-03-11T10:00+08:00'],
    ['over a weekend', shanghai, '2026-03-13T16:00+08:00', 8, '2026-03-16T16:00+08:00', '2026-03-16T15:00+08:00'],
    [
      'a Saturday worked before the Spring Festival',
      shanghai,
      '2026-02-13T16:00+08:00',
      8,
      '2026-02-14T16:00+08:00',
      '2026-02-14T15:00+08:00',
    ],
    ['over the Spring Festival', shanghai, '2026-02-14T17:00+08:00', 8, '2026-02-24T17:00+08:00', '2026-02-24T16:00+08:00'],
    ['asked during the National Day', shanghai, '2026-10-03T10:00+08:00', 8, '2026-10-08T18:00+08:00', '2026-10-08T17:00+08:00'],
    ['a Saturday worked after it', shanghai, '2026-10-09T17:00+08:00', 8, '2026-10-10T17:00+08:00', '2026-10-10T16:00+08:00'],
    [
      'which the company takes off',
      shanghai,
      '2026-10-09T17:00+08:00',
      8,
      '2026-10-12T17:00+08:00',
      '2026-10-12T16:00+08:00',
      { days: { '2026-10-10': 2 } },
    ],
    [
      'a Sunday that the company works',
      shanghai,
      '2026-03-07T10:00+08:00',
      2,
      '2026-03-08T11:00+08:00',
      '2026-03-08T10:00+08:00',
      { days: { '2026-03-08': 1 } },
    ],
    [
      'a holiday that the company works',
      shanghai,
      '2026-10-01T08:00+08:00',
      3,
      '2026-10-01T12:00+08:00',
      '2026-10-01T11:00+08:00',
      { days: { '2026-10-01': 1 } },
    ],
    [
      'hours of its own',
      shanghai,
      '2026-03-10T16:00+08:00',
      2,
      '2026-03-11T09:00+08:00',
      '2026-03-10T17:00+08:00',
      { hours: ['08:00', '17:00'] },
    ],
    ['nine stays nine when the clock goes on', newYork, '2026-03-06T17:00-05:00', 8, '2026-03-09T17:00-04:00', '2026-03-09T16:00-04:00'],
    ['and when it goes back', newYork, '2026-10-30T17:00-04:00', 8, '2026-11-02T17:00-05:00', '2026-11-02T16:00-05:00'],
    [
      'an hour that the clock leaves out',
      newYork,
      '2026-03-08T00:00-05:00',
      4,
      '2026-03-08T04:00-04:00',
      '2026-03-08T03:00-04:00',
      { days: { '2026-03-08': 1 }, hours: ['00:00', '08:00'] },
    ],
    ['over the night of Berlin’s change', 'Europe/Berlin', '2026-03-27T17:30+01:00', 2, '2026-03-30T10:30+02:00', '2026-03-30T09:30+02:00'],
  ])('%s, %s: %s and %d hours are due at %s', async (_what, zone, asked, hours, due, remind, { days = {}, hours: own } = {}) => {
    const org = h.demo.organisationIds[0] ?? ''
    const clean = async (): Promise<void> => {
      await h.db.deleteFrom('work_day').where('org_id', '=', org).execute()
      await h.db.deleteFrom('work_hours').where('org_id', '=', org).execute()
    }
    const inZone = async (name: string): Promise<void> => {
      await sql`update organisation set zone = ${name} where id = ${org}`.execute(h.db)
      h.house.rights.forget?.()
    }
    await clean()
    for (const [day, kind] of Object.entries(days))
      await h.db.insertInto('work_day').values({ org_id: org, day, kind, name: '本公司' }).execute()
    if (own !== undefined)
      await h.db
        .insertInto('work_hours')
        .values({ org_id: org, from_on: '2026-01-01', start_at: own[0], break_at: own[1], resume_at: own[1], end_at: own[1] })
        .execute()
    await inZone(zone)
    h.clock.now = new Date(asked)
    for (const name of ['admin', 'buyer'] as const) who[name] = await signedInAs(h, name)
    const limit = { hours, remindHours: 1 }
    await published('supplier', flow([step('a', [person('keeper')], { limit })], line('a')))
    const { id } = await supplier()
    const task = await h.db
      .selectFrom('approval_task')
      .select(['due_at', 'remind_at'])
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow()
    const times = [task.due_at, task.remind_at].map(one => new Date(String(one)).toISOString())
    await clean()
    await inZone(shanghai)
    expect(times).toEqual([due, remind].map(one => new Date(one).toISOString()))
  })

  test('count hours of work over a weekend: reminded before, late his head is asked beside him, once', async () => {
    await at('2026-11-27T16:00:00+08:00')
    const limit = { hours: 8, remindHours: 2, escalate: true }
    await published('supplier', flow([step('a', [person('keeper')], { limit })], line('a')))
    const { id } = await supplier()
    const tasks = () =>
      h.db
        .selectFrom('approval_task')
        .select(['employee_id', 'due_at', 'reminded_at', 'escalated_at', 'state'])
        .where('record_id', '=', id)
        .orderBy('id')
        .execute()
    const [first] = await tasks()
    // Friday 16:00 and eight hours: two of Friday, six of Monday, with the break
    expect(new Date(String(first?.due_at)).toISOString()).toBe('2026-11-30T08:00:00.000Z')
    const work = async (time: string): Promise<void> => {
      h.clock.now = new Date(time)
      const context = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
      const [one] = limitWork
      await context.write(
        async (tx, inside) => void (await one?.work(inside, tx, { at: h.clock.now, signal: new AbortController().signal })),
      )
    }
    await work('2026-11-29T12:00:00+08:00')
    expect((await tasks()).map(task => task.reminded_at)).toEqual([null])
    await work('2026-11-30T14:30:00+08:00')
    expect((await tasks())[0]?.reminded_at).not.toBeNull()
    await at('2026-11-30T14:31:00+08:00')
    const told = async () => (await who.keeper.get('/approvalNotice/list')).data.list[0]
    // by the clock of the organisation
    expect(await told()).toMatchObject({ kind: 6, title: expect.stringMatching(/^审批即将超时：/), detail: '截止 2026-11-30 16:00' })
    await work('2026-11-30T16:30:00+08:00')
    await work('2026-11-30T16:35:00+08:00')
    const late = await tasks()
    expect([late.length, late[0]?.escalated_at !== null]).toEqual([2, true])
    expect(late[1]?.employee_id).not.toBe(employeeOf.keeper)
    await at('2026-11-30T17:00:00+08:00')
    expect(await told()).toMatchObject({ kind: 6, title: expect.stringMatching(/^审批超时：/), detail: '截止 2026-11-30 16:00' })
    expect((await confirm('keeper', id)).msg).toBe('')
    expect((await tasks()).map(task => task.state)).toEqual([2, 5])
  })
})

describe('notices', () => {
  beforeEach(retireAll)
  test('bell and approval notices are one store', async () => {
    await published('supplier', flow([step('a', [person('keeper')])], line('a')))
    const before = (await who.keeper.get('/approvalNotice/statisticUnread')).data.total as number
    const { id } = await supplier()
    expect((await who.keeper.get('/approvalNotice/statisticUnread')).data.total).toBe(before + 1)
    const [first] = (await who.keeper.get('/approvalNotice/list?isRead=0')).data.list as { id: string; keyValue: string; kind: number }[]
    expect(first).toMatchObject({ keyValue: id, kind: 1 })
    expect((await who.keeper.post('/notify/list', { kind: 6 })).data.list[0].id).toBe(first?.id)
    await who.keeper.post('/approvalNotice/update', { id: first?.id })
    expect((await who.keeper.get('/approvalNotice/statisticUnread')).data.total).toBe(before)
    await who.keeper.post('/approvalNotice/updateBatchReadNotice', {})
    expect((await who.keeper.get('/approvalNotice/statisticUnread')).data.total).toBe(0)
    await who.buyer.post('/workflow/withdraw', which(id))
  })
})

describe('flows', () => {
  test('a loop, a dead end, a step of nobody, a removed field are named and not published', async () => {
    const faults = async (definition: FlowDefinition) =>
      ((await who.admin.post('/workflowSetting/check', { formCode: 'supplier', definition })).data.faults as { message: string }[]).map(
        one => one.message,
      )
    expect(await faults(flow([step('a', [])], line('a')))).toEqual(['步骤“步骤a”没有审批人'])
    const two = [step('a', [person('hr')]), step('b', [person('hr')])]
    expect((await faults(flow(two, [...line('a', 'b'), { from: 'b', to: 'a' }]))).join()).toContain('循环')
    expect((await faults(flow(two, line('a')))).join()).toContain('“步骤b”无法到达')
    expect((await faults(flow(two, [...line('a'), { from: 'a', to: 'b' }]))).join()).toContain('走不到“结束”')
    const gone = { ...line('a')[0]!, when: [{ field: 'gone', condition: 'EQ' as const, value: '1' }] }
    expect((await faults(flow([step('a', [person('hr')])], [gone, line('a')[1]!]))).join()).toContain('条件用到的字段 gone 已不存在')
    const made = await who.admin.post('/workflowSetting/insert', {
      formCode: 'supplier',
      name: '坏流程',
      definition: flow([step('a', [])], line('a')),
    })
    expect((await who.admin.post('/workflowSetting/publish', { id: made.data.id })).code).toBe(1002)
    expect((await who.buyer.post('/workflowSetting/forms', {})).code).toBe(1003)
  })

  test('simulated with a record: who would be asked, when and why', async () => {
    await retireAll()
    const { id } = await supplier()
    const definition = flow(
      [step('a', [{ by: 'departmentHead' }], { limit: { hours: 8 } }), step('b', [person('boss')])],
      [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'b', when: [{ field: 'paymentDays', condition: 'GE', value: 0 }] },
        { from: 'a', to: 'end' },
        { from: 'b', to: 'end' },
      ],
    )
    const answer = await who.admin.post('/workflowSetting/simulate', {
      formCode: 'supplier',
      definition,
      keyValue: id,
      applicantId: employeeOf.buyer,
    })
    expect(answer.msg).toBe('')
    expect(answer.data).toMatchObject({ isNeeded: 1, fault: null })
    expect(answer.data.steps.map((one: { processId: string }) => one.processId)).toEqual(['a', 'b'])
    expect(answer.data.steps[1].why.join()).toContain('账期')
    // the second is asked when the time of the first is up
    const [first, second] = answer.data.steps as { arrivesAt: string; dueAt: string | null }[]
    expect(new Date(String(first?.dueAt)).getTime()).toBeGreaterThan(new Date(String(first?.arrivesAt)).getTime())
    expect([second?.arrivesAt, second?.dueAt]).toEqual([first?.dueAt, null])
    // nothing was written
    expect(await h.db.selectFrom('approval_instance').select('id').where('record_id', '=', id).execute()).toEqual([])
  })
})
