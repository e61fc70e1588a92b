/** A month from its days to the lock: confirmed, objected, locked with its reasons, kept whatever is tried, reopened. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { holdFaults } from '../../../test/setup/leave-holds.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { ledgerFaults } from '#platform/server/ledger/prove.ts'
import { attendance } from '../index.ts'
import { leaveLedger } from '../leave/tables.ts'
import { punch, punchSources } from '../punch-tables.ts'
import { create } from '#platform/server/records.ts'
import { workOut } from '../work-out.ts'
import { askMonths } from './lock.ts'

let h: DemoHouse
let [admin, person, other] = [] as unknown as [Person, Person, Person]
let [personId, groupId, annualId, entitlementId, shift] = ['', '', '', '', '']
type Values = Readonly<Record<string, unknown>>
const month = '2026-03'
const at = (day: string, clock: string): string => `${day}T${clock}:00+08:00`
const made = async (path: string, values: Values, by: Person = admin): Promise<string> => {
  const { code, msg, data } = await by.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data.id as string
}
/** who was signed in is signed out by then */
const goTo = async (day: string): Promise<void> => {
  h.clock.now = new Date(at(day, '10:00'))
  ;[admin, person, other] = [await signedInAs(h, 'admin'), await signedInAs(h, 'employee'), await signedInAs(h, 'sales')]
}
const server = () => h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
const work = async () => workOut(await server())
const own = async (): Promise<Values & { id: string }> =>
  (await person.post('/attendanceMonth/list', {})).data.list.find((one: Values) => one['month'] === month)
const hash = async (): Promise<string> => {
  const days = await h.db
    .selectFrom('attendance_day')
    .selectAll()
    .where('day', '>=', '2026-03-01')
    .where('day', '<=', '2026-03-31')
    .orderBy('id')
    .execute()
  const months = await h.db.selectFrom('attendance_month').selectAll().where('month', '=', `${month}-01`).orderBy('id').execute()
  return createHash('sha256')
    .update(JSON.stringify([days, months]))
    .digest('hex')
}
const figures = async (): Promise<Values> => {
  const { data } = await person.post('/leaveEntitlement/list', { typeId: [annualId] })
  const { freeDays, heldDays, usedDays } = data.list.find((one: Values) => one['id'] === entitlementId)
  return { free: Number(freeDays), held: Number(heldDays), used: Number(usedDays) }
}
beforeAll(async () => {
  h = await demoHouse([hr, attendance, workflow])
  await goTo('2026-03-11')
  const row = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as o', 'o.account_id', 'a.id')
    .select('o.employee_id')
    .where('a.username', '=', 'employee')
    .executeTakeFirstOrThrow()
  personId = String(row.employee_id)
  const workplaceId = await made('/hrWorkplace/insert', { name: '总部' })
  shift = await made('/attendanceShift/insert', { code: 'D', name: '行政班', spans: '09:00-13:00 14:00-18:00', validFrom: '2026-01-01' })
  groupId = await made('/attendanceGroup/insert', { name: '行政', workplaceId, mon: shift, tue: shift, wed: shift, thu: shift, fri: shift })
  await made('/attendanceMember/insert', { employeeId: personId, groupId, validFrom: '2026-03-02' })
  await made('/leaveType/loadUsual', {})
  annualId = (await admin.post('/leaveType/list', { pageSize: 50 })).data.list.find((one: Values) => one['code'] === 'annual').id
  const days = { fromOn: '2026-01-01', toOn: '2026-12-31', days: '5' }
  entitlementId = await made('/leaveEntitlement/insert', { employeeId: personId, typeId: annualId, label: '2026 年假', ...days })
  const values = {
    businessOn: '2026-03-11',
    typeId: annualId,
    fromAt: at('2026-03-12', '09:00'),
    toAt: at('2026-03-13', '18:00'),
    reason: '家事',
  }
  const leave = await made('/leaveRequest/insert', values, person)
  await made('/leaveRequest/submit', { ids: [{ id: leave }] }, person)
})
afterAll(() => h.close())

test('a shift that becomes rest gives its day of leave back, and takes it again', async () => {
  expect(await figures()).toEqual({ free: 3, held: 2, used: 0 })
  await goTo('2026-03-16')
  const roster = await made('/rosterDay/insert', { employeeId: personId, day: '2026-03-13' })
  await work()
  expect(await figures()).toEqual({ free: 4, held: 1, used: 0 })
  expect((await admin.post('/rosterDay/delete', { ids: [roster] })).code).toBe(0)
  await work()
  expect(await figures()).toEqual({ free: 3, held: 2, used: 0 })
})

test('overtime of a rest day that is exchanged is an entitlement, and follows its day', async () => {
  const order = {
    businessOn: '2026-03-16',
    fromAt: at('2026-03-14', '09:00'),
    toAt: at('2026-03-14', '17:00'),
    compensation: 2,
    unpunched: true,
    reason: '盘点',
  }
  const id = await made('/overtimeOrder/insert', order, person)
  await made('/overtimeOrder/submit', { ids: [{ id }] }, person)
  await work()
  const lieu = async () => (await person.post('/leaveEntitlement/list', {})).data.list.filter((one: Values) => one['source'] === 2)
  expect(await lieu()).toMatchObject([{ label: '2026-03 加班', days: '1.00', freeDays: '1.00', toOn: '2026-09-30' }])
  const [{ id: earned, version }] = await lieu()
  expect((await admin.post('/leaveEntitlement/update', { id: earned, version, days: '2' })).msg).toContain('由考勤得出')
  await made('/overtimeOrder/withdraw', { ids: [{ id }] }, person)
  await work()
  expect(await lieu()).toMatchObject([{ days: '0.00', freeDays: '0.00' }])
})

test('a month is confirmed by its person alone; an objection is answered; the lock says what it waits for', async () => {
  expect((await admin.post('/attendanceMonth/lock', { groupId, month })).msg).toContain('还没有结束')
  await goTo('2026-04-01')
  // what the night does: each day of March is worked out
  await made('/attendanceRule/insert', { groupId, validFrom: '2026-01-01', lateGrace: 5, confirmDays: 5 })
  await work()
  await (await server()).write((_, inside) => askMonths(inside))
  expect(await own()).toMatchObject({ state: 2, confirmDue: '2026-04-06', leaveByType: '年假 2 天', leave: 960 })
  const { id } = await own()
  expect((await other.post('/attendanceMonth/confirm', { ids: [{ id }] })).code).not.toBe(0)
  expect((await admin.post('/attendanceMonth/lock', { groupId, month })).msg).toContain('还没有确认')
  await made('/attendanceMonth/object', { ids: [{ id }], objection: '3 月 9 日来了' }, person)
  expect((await admin.post('/attendanceMonth/lock', { groupId, month })).msg).toContain('异议')
  await goTo('2026-04-03')
  await made('/attendanceMonth/reply', { ids: [{ id }], answer: '请补卡' })
  expect(await own()).toMatchObject({ state: 2, confirmDue: '2026-04-08' })
  const late = { businessOn: '2026-04-01', at: at('2026-03-27', '09:00'), reason: '忘记' }
  const supplement = await made('/supplement/insert', late, person)
  await made('/supplement/submit', { ids: [{ id: supplement }] }, person)
  expect((await admin.post('/attendanceMonth/lock', { groupId, month })).msg).toContain('重算')
  await work()
  await made('/attendanceMonth/confirm', { ids: [{ id }] }, person)
  expect(await own()).toMatchObject({ state: 4, confirmedBy: 1, missing: 240 })
  expect((await person.post('/attendanceMonth/lock', { groupId, month })).code).not.toBe(0)
  await made('/attendanceMonth/lock', { groupId, month })
  expect(await own()).toMatchObject({ state: 5, lockNo: 1 })
  expect(await figures()).toEqual({ free: 3, held: 0, used: 2 })
})

test('nothing of a locked month changes, by whatever path; punches are kept', async () => {
  const before = await hash()
  const writes = Number(process.env['ATTENDANCE_WRITES'] ?? 60)
  const seen = new Set<string>()
  const versionOf = async (path: string, id: string): Promise<number> =>
    (await admin.post(`/${path}/list`, { pageSize: 50 })).data.list.find((one: Values) => one['id'] === id).version
  const edit = async (path: string, id: string, values: Values) =>
    admin.post(`/${path}/update`, { id, version: await versionOf(path, id), ...values })
  const [rule] = (await admin.post('/attendanceRule/list', {})).data.list
  const [member] = (await admin.post('/attendanceMember/list', {})).data.list
  const half = { fromAt: at('2026-03-19', '09:00'), toAt: at('2026-03-19', '13:00'), reason: '停电' }
  const { id: freeId } = (await admin.post('/leaveType/list', { pageSize: 50 })).data.list.find((one: Values) => one['code'] === 'public')
  const strike = async (round: number) => {
    const clock = `${String(10 + (round % 9))}:${String(round % 60).padStart(2, '0')}`
    const { id } = await create(await server(), punch, {
      employeeId: personId,
      at: at('2026-03-17', clock),
      source: punchSources.byHand[0],
    })
    return admin.post('/punchVoid/insert', { punchId: id, reason: 'x' })
  }
  const taken: ((round: number) => Promise<{ code: number; msg: string }>)[] = [
    round => edit('attendanceShift', shift, { mealBreaks: round % 2 === 0 ? '13:00-14:00' : '' }),
    round => edit('attendanceRule', rule.id, { lateGrace: 6 + (round % 9) }),
    round => edit('attendanceGroup', groupId, { followsHolidays: round % 2 === 0 }),
    round => edit('attendanceMember', member.id, { validTo: round % 2 === 0 ? '2026-03-20' : null }),
    () => admin.post('/leaveRequest/forMany', { ...half, typeId: freeId }),
    round => strike(round),
  ]
  const { id: dayId } = await h.db.selectFrom('attendance_day').select('id').where('day', '=', '2026-03-10').executeTakeFirstOrThrow()
  for (let n = 0; n < writes; n += 1) {
    const day = `2026-03-${String(2 + ((n * 7) % 29)).padStart(2, '0')}`
    const stretch = { businessOn: '2026-04-01', fromAt: at(day, '10:00'), toAt: at(day, '11:00'), reason: 'x' }
    const [{ data: leaves }, { id }] = [await person.post('/leaveRequest/list', {}), await own()]
    const ids = { ids: [{ id: leaves.list[0].id }] }
    const tries: (() => Promise<{ code: number; msg: string }>)[] = [
      () => person.post('/leaveRequest/insert', { ...stretch, typeId: annualId }),
      () => person.post('/outing/insert', { ...stretch, place: 'x' }),
      () => person.post('/trip/insert', { ...stretch, place: 'x' }),
      () => person.post('/overtimeOrder/insert', stretch),
      () => person.post('/supplement/insert', { businessOn: '2026-04-01', at: at(day, '09:00'), reason: 'x' }),
      () => person.post('/leaveRequest/withdraw', ids),
      () => person.post('/leaveRequest/endEarly', { ...ids, toAt: at('2026-03-12', '12:00') }),
      () => admin.post('/rosterDay/insert', { employeeId: personId, day, shiftId: shift }),
      () => person.post('/attendanceMonth/object', { ids: [{ id }], objection: 'x' }),
      () => person.post('/attendanceMonth/confirm', { ids: [{ id }] }),
      () => admin.post('/rosterDay/writeCells', { blocks: [{ row: personId, column: day, texts: ['休'] }] }),
      () => admin.post('/attendanceDay/enter', { id: dayId, at: at('2026-03-10', '08:00'), reason: 'x' }),
      () =>
        person.post('/leaveRequest/insert', { ...stretch, typeId: annualId, fromAt: at('2026-02-27', '09:00'), toAt: at(day, '18:00') }),
      () => admin.post('/overtimeOrder/forMany', { ...stretch, employeeIds: [personId] }),
      () => admin.post('/attendanceMonth/sign', { ids: [{ id }] }),
      () => admin.post('/attendanceMonth/reply', { ids: [{ id }], answer: 'x' }),
      () => admin.post('/attendanceMonth/lock', { groupId, month }),
      () => admin.post('/attendanceMonth/update', { id, version: 1, late: 0 }),
      () => admin.post('/attendanceDay/update', { id: dayId, version: 1, late: 0 }),
    ]
    const answer = await (tries[n % tries.length] as (typeof tries)[number])()
    expect(answer.code, `${n % tries.length} ${answer.msg}`).not.toBe(0)
    seen.add(answer.msg)
    // these are taken, and change no day of the month
    const round = Math.floor(n / taken.length)
    const done = await (taken[n % taken.length] as (typeof taken)[number])(round)
    expect(done.code, `${n % taken.length} ${done.msg}`).toBe(0)
  }
  expect([...seen].some(one => one.includes('已锁定'))).toBe(true)
  await edit('attendanceMember', member.id, { validTo: null })
  await (await server()).write((_, inside) => askMonths(inside))
  await work()
  expect(await hash()).toBe(before)
})

test('the last locked month reopens: what was spent is held again, and spent once more', async () => {
  expect((await admin.post('/attendanceMonth/reopen', { groupId, month: '2026-02', reason: 'x' })).msg).toContain('没有锁定')
  await goTo('2026-04-08')
  const { absent } = await own()
  for (const clock of ['09:00', '18:00'])
    await create(await server(), punch, { employeeId: personId, at: at('2026-03-26', clock), source: punchSources.byHand[0] })
  await work()
  expect(await own()).toMatchObject({ state: 5, absent })
  await made('/attendanceMonth/reopen', { groupId, month, reason: '漏了一天' })
  expect(await own()).toMatchObject({ state: 4 })
  expect((await admin.post('/attendanceMonth/lock', { groupId, month })).msg).toContain('重算')
  await work()
  // what came while it was locked counts; its person is asked again and has his days
  expect(await own()).toMatchObject({ state: 2, confirmDue: '2026-04-13', absent: Number(absent) - 480 })
  await made('/attendanceMonth/confirm', { ids: [{ id: (await own()).id }] }, person)
  expect(await figures()).toEqual({ free: 3, held: 2, used: 0 })
  await made('/attendanceMonth/lock', { groupId, month })
  expect(await figures()).toEqual({ free: 3, held: 0, used: 2 })
  expect(await ledgerFaults(await server(), leaveLedger)).toEqual([])
  expect(await holdFaults(h)).toEqual([])
})

test('whoever is put into a group by mistake has no month once he is taken out again', async () => {
  const [row] = await h.db.selectFrom('employee').select('id').where('id', '<>', personId).where('status', '=', 1).limit(1).execute()
  const employeeId = String(row?.id)
  const member = await made('/attendanceMember/insert', { employeeId, groupId, validFrom: '2026-04-01' })
  await work()
  const months = () => h.db.selectFrom('attendance_month').select('absent').where('employee_id', '=', employeeId).execute()
  expect(await months()).toHaveLength(1)
  expect((await admin.post('/attendanceMember/delete', { ids: [member] })).code).toBe(0)
  await work()
  expect(await months()).toEqual([])
})

test('a leave that began in a locked month ends earlier in the open one; nothing of the locked month goes', async () => {
  await goTo('2026-03-11')
  const personal = (await admin.post('/leaveType/list', { pageSize: 50 })).data.list.find((one: Values) => one['code'] === 'personal').id
  const values = {
    businessOn: '2026-03-11',
    typeId: personal,
    fromAt: at('2026-03-30', '09:00'),
    toAt: at('2026-04-10', '18:00'),
    reason: '家事',
  }
  await goTo('2026-04-08')
  expect((await person.post('/leaveRequest/insert', values)).msg).toContain('已锁定')
  await made('/attendanceMonth/reopen', { groupId, month, reason: '长假' })
  const id = await made('/leaveRequest/insert', values, person)
  await made('/leaveRequest/submit', { ids: [{ id }] }, person)
  await work()
  const due = await h.db.selectFrom('attendance_month').select('id').where('month', '=', `${month}-01`).where('state', '=', 2).execute()
  await made('/attendanceMonth/sign', { ids: due.map(row => ({ id: String(row.id) })) })
  await made('/attendanceMonth/lock', { groupId, month })
  const end = (toAt: string) => person.post('/leaveRequest/endEarly', { ids: [{ id }], toAt })
  expect((await end(at('2026-03-31', '18:00'))).msg).toContain('已锁定')
  expect((await person.post('/leaveRequest/withdraw', { ids: [{ id }] })).msg).toContain('已锁定')
  const ended = await end(at('2026-04-03', '18:00'))
  expect(ended.code, ended.msg).toBe(0)
  const days = await h.db.selectFrom('leave_day').select(['day', 'state']).where('request_id', '=', id).orderBy('day').execute()
  expect(days.map(row => [String(row.day), row.state])).toEqual([
    ['2026-03-30', 2],
    ['2026-03-31', 2],
    ['2026-04-01', 1],
    ['2026-04-02', 1],
    ['2026-04-03', 1],
  ])
  expect(await holdFaults(h)).toEqual([])
})
