/** Attendance by the calls: requests, what they keep a person away from, punches, and the days that follow from them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { attendance } from './index.ts'
import { metresBetween } from './clock.ts'
import { workOut } from './work-out.ts'

let h: DemoHouse
let [admin, person, other] = [] as unknown as [Person, Person, Person]
let [personId, otherId, groupId, typeId] = ['', '', '', '']
/** a Wednesday; Thursday 5 March is worked out below */
const today = '2026-03-11'
const day = '2026-03-05'
type Values = Readonly<Record<string, unknown>>
const at = (clock: string, of = day): string => `${of}T${clock}:00+08:00`

const made = async (path: string, values: Values, by: Person = admin): Promise<string> => {
  const { code, msg, data } = await by.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data.id as string
}
const dayOf = async (by: Person, employeeId: string, of = day): Promise<Values & { id: string }> => {
  await workOut(await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test'))
  return (await by.post('/attendanceDay/list', { employeeId: [employeeId], day: [of, of] })).data.list[0]
}
beforeAll(async () => {
  h = await demoHouse([hr, attendance, workflow])
  h.clock.now = new Date(`${today}T10:00:00+08:00`)
  ;[admin, person, other] = [await signedInAs(h, 'admin'), await signedInAs(h, 'employee'), await signedInAs(h, 'sales')]
  const idOf = async (username: string): Promise<string> => {
    const row = await h.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as o', 'o.account_id', 'a.id')
      .select('o.employee_id')
      .where('a.username', '=', username)
      .executeTakeFirstOrThrow()
    return String(row.employee_id)
  }
  ;[personId, otherId] = [await idOf('employee'), await idOf('sales')]
  const workplaceId = await made('/hrWorkplace/insert', { name: '总部', lat: '30.200000', lng: '120.200000', radiusM: 300 })
  const shift = await made('/attendanceShift/insert', {
    code: 'D',
    name: '行政班',
    spans: '09:00-13:00 14:00-18:00',
    validFrom: '2026-01-01',
  })
  const week = { mon: shift, tue: shift, wed: shift, thu: shift, fri: shift }
  groupId = await made('/attendanceGroup/insert', { name: '行政', workplaceId, ...week })
  await made('/attendanceRule/insert', { groupId, validFrom: '2026-01-01', lateGrace: 5 })
  await made('/attendanceMember/insert', { employeeId: personId, groupId, validFrom: '2026-03-02' })
  typeId = await made('/leaveType/insert', { code: 'annual', name: '年假' })
})
afterAll(() => h.close())

test('a day without a punch is absent; a supplement and an outing change it, each with its sentence', async () => {
  expect(await dayOf(person, personId)).toMatchObject({ state: 3, kind: 1, scheduled: 480, absent: 480 })
  for (const clock of ['09:12', '18:03']) {
    const id = await made('/supplement/insert', { businessOn: today, at: at(clock), reason: '忘记打卡' }, person)
    expect((await person.post('/supplement/submit', { ids: [{ id }] })).code).toBe(0)
  }
  expect(await dayOf(person, personId)).toMatchObject({ late: 12, worked: 468, absent: 0 })
  const outing = await made(
    '/outing/insert',
    { businessOn: today, fromAt: at('09:00'), toAt: at('10:00'), place: '客户', reason: '拜访' },
    person,
  )
  expect((await person.post('/outing/submit', { ids: [{ id: outing }] })).code).toBe(0)
  const row = await dayOf(person, personId)
  expect(row).toMatchObject({ late: 0, outing: 60, worked: 420 })
  const { data } = await person.post('/attendanceDay/explain', { id: row.id })
  expect(data.segments.map((one: Values) => one['label'])).toEqual(['outing', 'worked', 'worked'])
  expect((await other.post('/attendanceDay/explain', { id: row.id })).code).not.toBe(0)
  // who looks at it as him sees the same, and asks for nothing
  const viewer = await signedInAs(h, 'admin')
  expect((await viewer.post('/userManage/viewAs', { employeeId: personId })).code).toBe(0)
  const seen = await viewer.post('/attendanceDay/explain', { id: row.id })
  expect(seen.data).toEqual({ ...data, supplement: null })
})

test('times of a person never overlap: the second names the first, of two at once one wins', async () => {
  const [from, to] = [at('09:00', '2026-03-12'), at('18:00', '2026-03-12')]
  const leave = () => made('/leaveRequest/insert', { businessOn: today, typeId, fromAt: from, toAt: to, reason: '家事' }, person)
  const [first, second] = [await leave(), await leave()]
  const both = await Promise.all([first, second].map(id => person.post('/leaveRequest/submit', { ids: [{ id }] })))
  expect(both.filter(one => one.code === 0)).toHaveLength(1)
  expect(both.find(one => one.code !== 0)?.msg).toMatch(/与 QJ.*重叠/)
  const won = both[0]?.code === 0 ? first : second
  const { data: asked } = await person.post('/leaveRequest/list', {})
  expect(asked.list.find((one: Values) => one['id'] === won)).toMatchObject({ state: 2, minutes: 480 })
  expect((await person.post('/leaveRequest/withdraw', { ids: [{ id: won }] })).code).toBe(0)
  expect((await person.post('/leaveRequest/submit', { ids: [{ id: won === first ? second : first }] })).code).toBe(0)
})

test('nobody asks for another, or for an end before its begin', async () => {
  const values = { businessOn: today, typeId, fromAt: at('09:00', '2026-03-13'), toAt: at('18:00', '2026-03-13'), reason: 'x' }
  expect((await person.post('/leaveRequest/insert', { ...values, employeeId: otherId })).msg).toContain('考勤管理员')
  expect((await person.post('/leaveRequest/insert', { ...values, toAt: values.fromAt })).msg).toContain('晚于')
  const far = { fromAt: '9999-12-31T22:00:00-12:00', toAt: '9999-12-31T23:00:00-12:00' }
  expect(await person.post('/leaveRequest/insert', { ...values, ...far })).toMatchObject({ code: 1002 })
})

test('a phone punches by the server’s clock; outside the radius or without a position it says why', async () => {
  expect(metresBetween([30.2, 120.2], [30.2, 120.21])).toBe(961)
  expect((await person.post('/punch/clock', {})).msg).toContain('没有位置')
  expect((await person.post('/punch/clock', { lat: 31, lng: 120.2, accuracy: 10 })).msg).toContain('超出范围')
  expect((await person.post('/punch/clock', { lat: 30.2001, lng: 120.2, accuracy: 500 })).msg).toContain('定位精度 500 米，超过 200 米')
  const punch = await person.post('/punch/clock', { lat: 30.2001, lng: 120.2, accuracy: 20 })
  expect(punch.data).toMatchObject({ outside: false, at: '2026-03-11T02:00:00.000Z' })
  // the answer was lost and it is sent again
  expect((await person.post('/punch/clock', { lat: 30.2001, lng: 120.2, accuracy: 20 })).data.id).toBe(punch.data.id)
  expect((await person.post('/punch/today', {})).data).toMatchObject({ day: today, punches: [{ outside: false }] })
  expect((await other.post('/punch/today', {})).data).toMatchObject({ place: null })
  expect((await other.post('/punch/clock', { lat: 30.2, lng: 120.2 })).msg).toContain('考勤组')
})

test('a silent device makes nobody absent; what it brings later does', async () => {
  const { data: groups } = await admin.post('/attendanceGroup/list', {})
  const workplaceId = groups.list[0].workplaceId as string
  const id = await made('/attendanceDevice/insert', { name: '前台', workplaceId })
  expect(await dayOf(person, personId, '2026-03-04')).toMatchObject({ state: 2, absent: 0 })
  expect((await admin.post('/attendanceDevice/delete', { ids: [id] })).code).toBe(0)
  expect(await dayOf(person, personId, '2026-03-04')).toMatchObject({ state: 3, absent: 480 })
})

test('a roster, a new shift and a rule change the days that they touch', async () => {
  await made('/rosterDay/insert', { employeeId: personId, day: '2026-03-04' })
  expect(await dayOf(person, personId, '2026-03-04')).toMatchObject({ kind: 2, scheduled: 0, absent: 0 })
  expect(await dayOf(person, personId, '2026-03-07')).toMatchObject({ kind: 2, scheduled: 0 })
})

test('a shift whose spans cross or last too long is refused with what to write', async () => {
  const values = { code: 'X', name: '错', validFrom: '2026-01-01' }
  for (const spans of ['09:00-08:00', '09:00-12:00 11:00-13:00', '00:00-26:00', ''])
    expect((await admin.post('/attendanceShift/insert', { ...values, spans })).code, spans).not.toBe(0)
})

test('ends are after begins whatever an edit names, and overtime is asked once', async () => {
  const values = { businessOn: today, fromAt: at('18:30'), toAt: at('20:00'), reason: '盘点' }
  const [first, second] = [await made('/overtimeOrder/insert', values, person), await made('/overtimeOrder/insert', values, person)]
  const turned = await person.post('/overtimeOrder/update', { id: first, version: 1, toAt: at('18:00') })
  expect(turned.msg).toContain('晚于')
  expect((await person.post('/overtimeOrder/submit', { ids: [{ id: first }] })).code).toBe(0)
  expect((await person.post('/overtimeOrder/submit', { ids: [{ id: second }] })).msg).toContain('重叠')
})

test('a supplement that is withdrawn strikes its punch; none of the future, none too many, none too old', async () => {
  const ask = async (values: Values): Promise<{ code: number; msg: string; id: string }> => {
    const id = await made('/supplement/insert', { businessOn: today, reason: '忘记', ...values }, person)
    return { ...(await person.post('/supplement/submit', { ids: [{ id }] })), id }
  }
  const future = await person.post('/supplement/insert', { businessOn: today, reason: 'x', at: at('18:00', '2026-03-12') })
  expect(future.msg).toContain('将来')
  expect((await ask({ at: at('09:00', '2026-03-02') })).msg).toContain('7 天')
  const third = await ask({ at: at('18:05', '2026-03-09') })
  expect(third.code, third.msg).toBe(0)
  expect((await ask({ at: at('09:01', '2026-03-09') })).msg).toContain('最多 3 次')
  expect(await dayOf(person, personId, '2026-03-09')).toMatchObject({ missing: 240 })
  expect(await person.post('/supplement/withdraw', { ids: [{ id: third.id }] })).toMatchObject({ code: 0 })
  expect(await dayOf(person, personId, '2026-03-09')).toMatchObject({ missing: 0, absent: 480 })
  // its punch is there, struck: another of the same minute could never be approved
  expect((await ask({ at: at('18:05', '2026-03-09') })).msg).toBe('2026-03-09 18:05 已有打卡记录（可能已作废），请改填前后一分钟')
})
