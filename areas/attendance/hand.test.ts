/** Overtime of several, who is protected, what is unused, papers and the report: by the calls, and by whom. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { ledgerFaults } from '#platform/server/ledger/prove.ts'
import { refreshRollups } from '#platform/server/reports.ts'
import { attendance } from './index.ts'
import { expire, settleLeavers } from './leave/unused.ts'
import { leaveLedger } from './leave/tables.ts'
import { askMonths } from './month/lock.ts'
import { create } from '#platform/server/records.ts'
import { punch, punchSources } from './punch-tables.ts'
import { workOut } from './work-out.ts'

type Values = Readonly<Record<string, unknown>>
let h: DemoHouse
let [admin, person, other] = [] as unknown as [Person, Person, Person]
let [personId, otherId, groupId, annualId, lieuId, night] = ['', '', '', '', '', '']
const at = (day: string, clock: string): string => `${day}T${clock}:00+08:00`
const made = async (path: string, values: Values, by: Person = admin): Promise<string> => {
  const { code, msg, data } = await by.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data.id as string
}
const goTo = async (day: string): Promise<void> => {
  h.clock.now = new Date(at(day, '10:00'))
  ;[admin, person, other] = [await signedInAs(h, 'admin'), await signedInAs(h, 'employee'), await signedInAs(h, 'sales')]
}
const orgId = (): string => h.demo.organisationIds[0] ?? ''
const server = () => h.house.asSystem(orgId(), 'test')
const idOf = async (username: string): Promise<string> => {
  const row = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as o', 'o.account_id', 'a.id')
    .select('o.employee_id')
    .where('a.username', '=', username)
    .executeTakeFirstOrThrow()
  return String(row.employee_id)
}
const setFile = async (employeeId: string, values: Values): Promise<void> => {
  await h.db
    .insertInto('hr_file')
    .values({ org_id: orgId(), employee_id: employeeId, ...values } as never)
    .onConflict(c => c.columns(['org_id', 'employee_id']).doUpdateSet(values as never))
    .execute()
}

beforeAll(async () => {
  h = await demoHouse([hr, attendance, workflow])
  await goTo('2026-03-12')
  ;[personId, otherId] = [await idOf('employee'), await idOf('sales')]
  const workplaceId = await made('/hrWorkplace/insert', { name: '总部' })
  const day = await made('/attendanceShift/insert', { code: 'D', name: '行政', spans: '09:00-13:00 14:00-18:00', validFrom: '2026-01-01' })
  night = await made('/attendanceShift/insert', { code: 'N', name: '夜班', spans: '22:00-26:00 26:30-30:00', validFrom: '2026-01-01' })
  groupId = await made('/attendanceGroup/insert', { name: '行政', workplaceId, mon: day, tue: day, wed: day, thu: day, fri: day })
  for (const employeeId of [personId, otherId]) await made('/attendanceMember/insert', { employeeId, groupId, validFrom: '2026-03-02' })
  await made('/leaveType/loadUsual', {})
  const { data } = await admin.post('/leaveType/list', { pageSize: 50 })
  const typeOf = (code: string): string => data.list.find((one: Values) => one['code'] === code).id
  ;[annualId, lieuId] = [typeOf('annual'), typeOf('lieu')]
})
afterAll(() => h.close())

const overtime = (more: Values = {}): Values => ({
  employeeIds: [personId, otherId],
  fromAt: at('2026-03-13', '18:30'),
  toAt: at('2026-03-13', '20:30'),
  reason: '大促备货',
  ...more,
})
const ordersOf = async (): Promise<number> => (await admin.post('/overtimeOrder/list', {})).data.total

test('overtime of several persons: an order each, all of them or none, only by who keeps attendance', async () => {
  const refused = await person.post('/overtimeOrder/forMany', overtime())
  expect(refused.code).not.toBe(0)
  expect(await ordersOf()).toBe(0)
  const sent = await admin.post('/overtimeOrder/forMany', overtime())
  expect([sent.code, sent.msg, sent.data?.added]).toEqual([0, expect.anything(), 2])
  expect((await admin.post('/overtimeOrder/list', { state: [2] })).data.total).toBe(2)
  const again = await admin.post('/overtimeOrder/forMany', overtime({ employeeIds: [otherId], fromAt: at('2026-03-13', '20:00') }))
  expect(again.msg).toContain('重叠')
  expect((await admin.post('/overtimeOrder/forMany', overtime({ employeeIds: ['999999999'] }))).code).toBe(1004)
  expect((await admin.post('/overtimeOrder/forMany', overtime({ toAt: at('2026-03-13', '18:00') }))).msg).toContain('晚于')
  expect(await ordersOf()).toBe(2)
})

test('overtime and nights of a protected person need a reason, and the day is marked', async () => {
  await setFile(otherId, { protected_until: '2026-06-30' })
  const late = { fromAt: at('2026-03-14', '18:30'), toAt: at('2026-03-14', '20:30') }
  const refused = await admin.post('/overtimeOrder/forMany', overtime(late))
  expect(refused.msg).toContain('特殊劳动保护')
  expect(await ordersOf()).toBe(2)
  expect((await admin.post('/overtimeOrder/forMany', overtime({ ...late, protectedReason: '本人要求，人事已谈话' }))).code).toBe(0)
  const roster = { employeeId: otherId, day: '2026-03-16', shiftId: night }
  expect((await admin.post('/rosterDay/insert', roster)).msg).toContain('2026-03-16 的夜班')
  const cells = { blocks: [{ row: otherId, column: '2026-03-16', texts: ['N'] }] }
  expect((await admin.post('/rosterDay/writeCells', cells)).msg).toContain('特殊劳动保护')
  expect((await admin.post('/rosterDay/writeCells', { blocks: [{ ...cells.blocks[0], texts: ['D'] }] })).code).toBe(0)
  await made('/rosterDay/insert', { ...roster, day: '2026-03-17', protectedReason: '本人要求' })
  // a minor is protected whatever his file says besides
  await setFile(otherId, { protected_until: null, age_band: 6 })
  expect((await admin.post('/rosterDay/insert', { ...roster, day: '2026-03-18' })).msg).toContain('特殊劳动保护')
  await setFile(otherId, { age_band: 3, protected_until: '2026-03-31' })
  const host = await server()
  const clock = (day: string, time: string) => ({ employeeId: otherId, at: at(day, time), source: punchSources.device[0] })
  await goTo('2026-03-19')
  for (const one of [
    clock('2026-03-17', '21:50'),
    clock('2026-03-18', '06:05'),
    clock('2026-03-13', '09:12'),
    clock('2026-03-13', '20:40'),
  ])
    await create(host, punch, one)
  await workOut(await server())
  const { data } = await admin.post('/attendanceDay/list', { employeeId: [otherId], pageSize: 50 })
  const marked = data.list.filter((one: Values) => (one['marks'] as number[] | null)?.includes(7)).map((one: Values) => one['day'])
  expect(marked).toEqual(['2026-03-17', '2026-03-13'])
  expect(data.list.find((one: Values) => one['day'] === '2026-03-17')).toMatchObject({ worked: 450, night: 450 })
})

test('the report adds days up by department, person and group, each as he sees people', async () => {
  await refreshRollups(h.house, orgId())
  const asked = { startDate: '2026-03-01', endDate: '2026-03-31', by: ['employee'] }
  const { data, msg } = await admin.post('/attendanceReport/report', asked)
  expect(msg).toBeDefined()
  const rowOf = (id: string) => data.list.find((one: { key: Values }) => one.key['employee'] === id)
  const days = (await admin.post('/attendanceDay/list', { employeeId: [otherId], state: [3], pageSize: 100 })).data.list
  const sumOf = (name: string): string => String(days.reduce((sum: number, one: Record<string, number>) => sum + (one[name] ?? 0), 0))
  for (const name of ['scheduled', 'worked', 'late', 'absent', 'otWork']) expect(rowOf(otherId).values[name], name).toBe(sumOf(name))
  expect(rowOf(otherId).values['lateTimes']).toBe('1')
  const period = { startDate: '2026-03-01', endDate: '2026-03-31' }
  const lines = await admin.post('/attendanceReport/lines', { ...period, measure: 'late', where: { employee: [otherId] } })
  expect(lines.code, lines.msg).toBe(0)
  expect(lines.data.list.map((one: Values) => one['day'])).toContain('2026-03-13')
  // whoever has no right to the report gets none of it
  expect((await person.post('/attendanceReport/report', asked)).code).not.toBe(0)
})

test('the sheet to sign and the basis of pay: by their rights, each with what is missing', async () => {
  expect((await admin.post('/attendanceMonth/payBasis', { month: '2026-03' })).msg).toContain('还没有锁定')
  expect((await admin.post('/attendanceMonth/sheet', { groupId, month: '2026-03' })).msg).toContain('没有可以确认')
  await goTo('2026-04-02')
  const march = Array.from({ length: 31 }, (_, n) => `2026-03-${String(n + 1).padStart(2, '0')}`)
  await h.db
    .insertInto('attendance_stale')
    .values([personId, otherId].flatMap(id => march.map(day => ({ org_id: orgId(), employee_id: id, day }))))
    .onConflict(c => c.doNothing())
    .execute()
  await workOut(await server())
  await (await server()).write((_, inside) => askMonths(inside))
  expect((await person.post('/attendanceMonth/sheet', { groupId, month: '2026-03' })).code).not.toBe(0)
  const months = (await admin.post('/attendanceMonth/list', { pageSize: 50 })).data.list.filter((one: Values) => one['month'] === '2026-03')
  await made('/attendanceMonth/sign', { ids: months.map(({ id }: Values) => ({ id })) })
  const locked = await admin.post('/attendanceMonth/lock', { groupId, month: '2026-03' })
  expect(locked.code, locked.msg).toBe(0)
  const late = await admin.post('/overtimeOrder/forMany', overtime({ fromAt: at('2026-03-20', '18:30'), toAt: at('2026-03-20', '20:30') }))
  expect(late.msg).toContain('已锁定')
  const payload = { month: '2026-03' }
  const headers = { authorization: `Bearer ${admin.token}` }
  const file = await h.app.inject({ method: 'POST', url: '/api-2024/attendanceMonth/payBasis', headers, payload })
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect((await other.post('/attendanceMonth/payBasis', { month: '2026-03' })).code).not.toBe(0)
})

const entitlement = (employeeId: string, typeId: string, label: string, days: string, toOn: string) =>
  made('/leaveEntitlement/insert', { employeeId, typeId, label, fromOn: '2026-01-01', toOn, days })
const unused = async (): Promise<Values[]> => (await admin.post('/leaveUnused/list', { pageSize: 50 })).data.list

test('annual leave and time off that end are paid and not lost; what a person declined needs his paper', async () => {
  await entitlement(personId, annualId, '2025 年假', '2', '2026-04-10')
  await entitlement(personId, lieuId, '旧调休', '0.5', '2026-04-10')
  await goTo('2026-04-11')
  const run = async (work: typeof expire) => (await server()).write((_, inside) => work(inside))
  expect(await run(expire)).toBe(2)
  expect(await run(expire)).toBe(0)
  const rows = await unused()
  expect(rows.map(({ kind, days, why, state }) => [kind, Number(days), why, state])).toEqual(
    expect.arrayContaining([
      [1, 2, 1, 1],
      [2, 0.5, 1, 1],
    ]),
  )
  const annual = rows.find(one => one['kind'] === 1)
  expect((await admin.post('/leaveUnused/decline', { ids: [{ id: annual?.['id'] }] })).code).not.toBe(0)
  expect((await person.post('/leaveUnused/list', {})).code).not.toBe(0)
  expect((await person.post('/leaveUnused/decline', { ids: [{ id: annual?.['id'] }] })).code).not.toBe(0)
})

test('on leaving, annual leave is counted anew: what is left is paid, what was taken beyond it is not claimed back', async () => {
  // of a year that began with 5 days a person who leaves on 30 April has 1 (120 x 5 / 365)
  for (const [id, held] of [
    [personId, 0],
    [otherId, 3],
  ] as const) {
    const entitled = await entitlement(id, annualId, '2026 年假', '5', '2027-03-31')
    await h.db.updateTable('leave_entitlement').set({ source: 1 }).where('id', '=', entitled).execute()
    if (held === 0) continue
    const leave = {
      businessOn: '2026-04-13',
      employeeId: id,
      typeId: annualId,
      fromAt: at('2026-04-14', '09:00'),
      toAt: at('2026-04-16', '18:00'),
    }
    const asked = await made('/leaveRequest/insert', { ...leave, reason: '家事' })
    await made('/leaveRequest/submit', { ids: [{ id: asked }] })
  }
  const service = { first_worked_on: '2020-01-01', hired_on: '2020-01-01', left_on: '2026-04-30' }
  for (const id of [personId, otherId]) await setFile(id, service)
  await goTo('2026-05-02')
  await (await server()).write((_, inside) => settleLeavers(inside))
  await (await server()).write((_, inside) => settleLeavers(inside))
  const left = (await unused()).filter(one => one['why'] === 2)
  // booked in the month in which he leaves, whose basis of pay shows it
  expect(left.map(({ employeeId, days, onDay }) => [employeeId, Number(days), onDay])).toEqual([[personId, 1, '2026-04-30']])
  // entered late, when the month in which he left is locked: paid with the first that is open
  await entitlement(otherId, lieuId, '晚登记', '1', '2027-03-31')
  await setFile(otherId, { left_on: '2026-03-31' })
  await (await server()).write((_, inside) => settleLeavers(inside))
  const late = (await unused()).filter(one => one['why'] === 2 && one['employeeId'] === otherId)
  expect(late.map(({ days, onDay }) => [Number(days), onDay])).toEqual([[1, '2026-04-01']])
  const basis = async (month: string) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const file = await h.app.inject({ method: 'POST', url: '/api-2024/attendanceMonth/payBasis', headers, payload: { month } })
    return file.rawPayload.subarray(0, 2).toString()
  }
  expect([await basis('2026-04'), await basis('2026-05')]).toEqual(['PK', '{"'])
  const { data } = await admin.post('/leaveEntitlement/list', { pageSize: 50, typeId: [annualId] })
  const mine = data.list.filter((one: Values) => one['label'] === '2026 年假')
  expect(mine.map((one: Values) => Number(one['freeDays']))).toEqual([0, 0])
  expect(await ledgerFaults(await server(), leaveLedger)).toEqual([])
})
