/** Data of devices by the calls: twice and in any order they are the same punches; an unknown number waits and takes its past along. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { attendance } from '../index.ts'
import { workOut } from '../work-out.ts'

let h: DemoHouse
let [admin, person] = [] as unknown as [Person, Person]
let [personId, personNo, deviceId] = ['', '', '']
type Values = Readonly<Record<string, unknown>>
const made = async (path: string, values: Values, by: Person = admin): Promise<string> => {
  const { code, msg, data } = await by.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data.id as string
}
const bring = (text: string, by: Person = admin) => by.post('/attendanceDevice/bring', { id: deviceId, text })
const punches = async (): Promise<string[]> =>
  (await h.db.selectFrom('punch').select(['employee_id', 'at']).orderBy('at').execute()).map(
    row => `${String(row.employee_id)} ${new Date(row.at).toISOString()}`,
  )
const line = (pin: string, at: string): string => `${pin}\t${at}\t1\t0\t1\t0`

beforeAll(async () => {
  h = await demoHouse([hr, attendance, workflow])
  h.clock.now = new Date('2026-10-02T10:00:00+08:00')
  ;[admin, person] = [await signedInAs(h, 'admin'), await signedInAs(h, 'employee')]
  const row = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as o', 'o.account_id', 'a.id')
    .innerJoin('employee as e', 'e.id', 'o.employee_id')
    .select(['e.id', 'e.no'])
    .where('a.username', '=', 'employee')
    .executeTakeFirstOrThrow()
  ;[personId, personNo] = [String(row.id), row.no]
  const workplaceId = await made('/hrWorkplace/insert', { name: '工厂' })
  const night = await made('/attendanceShift/insert', {
    code: 'N',
    name: '夜班',
    spans: '22:00-26:00 26:30-30:00',
    validFrom: '2026-01-01',
  })
  const week = { mon: night, tue: night, wed: night, thu: night, fri: night, followsHolidays: false }
  const groupId = await made('/attendanceGroup/insert', { name: '夜班', workplaceId, ...week })
  await made('/attendanceMember/insert', { employeeId: personId, groupId, validFrom: '2026-09-28' })
  deviceId = await made('/attendanceDevice/insert', { name: '门口', workplaceId })
})
afterAll(() => h.close())

test('an unknown number waits; named, its punches of the past are his, and the night before 1 October is paid three times', async () => {
  const text = ['2026-09-30 21:50:12', '2026-10-01 06:05:40'].map(at => line('901', at)).join('\n')
  const first = await bring(text)
  expect(first.data, first.msg).toMatchObject({ lines: 2, added: 0, unknown: 1 })
  expect(await punches()).toEqual([])
  const { data } = await admin.post('/devicePerson/list', {})
  expect(data.list).toMatchObject([{ pin: '901', ignored: false }])
  const { id, version } = data.list[0]
  expect((await admin.post('/devicePerson/update', { id, version, employeeId: personId })).code).toBe(0)
  expect(await punches()).toEqual([`${personId} 2026-09-30T13:50:00.000Z`, `${personId} 2026-09-30T22:05:00.000Z`])
  // the device has reported beyond the end of the day
  await bring(line('901', '2026-10-02 08:00:00'))
  await workOut(await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test'))
  const days = await person.post('/attendanceDay/list', { day: ['2026-09-30', '2026-09-30'] })
  expect(days.data.list).toMatchObject([{ state: 3, worked: 450, holidayWorked: 330 }])
})

test('a file twice, or its lines in another order, adds nothing; the number of an employee is his', async () => {
  const lines = ['2026-10-01 21:55:00', '2026-10-02 06:01:00'].map(at => line(personNo, at))
  const first = await bring(lines.join('\n'))
  expect(first.data).toMatchObject({ added: 2, unknown: 0 })
  const before = await punches()
  expect((await bring(lines.toReversed().join('\n'))).data).toMatchObject({ added: 0, unknown: 0 })
  expect(await punches()).toEqual(before)
})

test('a number that was matched wrongly goes on to somebody else once its punches are struck; another name is not matched', async () => {
  const person = (await admin.post('/devicePerson/list', { pin: personNo })).data.list[0]
  const row = await h.db
    .selectFrom('employee')
    .select('id')
    .where('no', '<>', personNo)
    .where('status', '=', 1)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const values = { id: person.id, version: person.version, employeeId: String(row.id) }
  expect((await admin.post('/devicePerson/update', values)).msg).toContain('作废')
  const own = await h.db
    .selectFrom('punch')
    .select('id')
    .where('employee_id', '=', personId)
    .where('at', '>', '2026-10-01T10:00:00Z')
    .execute()
  for (const { id } of own) await made('/punchVoid/insert', { punchId: String(id), reason: '对应错了' })
  expect((await admin.post('/devicePerson/update', values)).code).toBe(0)
  const rows = await h.db.selectFrom('punch').select('id').where('employee_id', '=', row.id).execute()
  expect(rows).toHaveLength(2)
  const no = await h.db.selectFrom('employee').select('no').where('id', '=', row.id).executeTakeFirstOrThrow()
  const sheet = [
    ['姓名', '工号', '考勤日期', '打卡时间', '打卡结果'],
    ['另一个人', no.no, '2026/10/1', '2026/10/1 9:01', '正常'],
  ]
  expect((await bring(sheet.map(cells => cells.join('\t')).join('\n'))).data).toMatchObject({ added: 0, unknown: 1 })
})

test('a clock ahead, a file cut off and a stranger are refused', async () => {
  expect((await bring(line('901', '2027-01-01 08:00:00'))).msg).toContain('晚于现在')
  expect((await bring(`${line('901', '2026-10-01 08:00:00')}\n901\t2026-`)).msg).toContain('第 2 行')
  expect((await bring('姓名\t部门')).msg).toContain('认不出')
  expect((await bring(line('901', '2026-10-01 08:00:00'), person)).code).not.toBe(0)
})

test('the same lines at once, or shuffled, late and twice, give the same days', async () => {
  const two = await h.db
    .selectFrom('employee as e')
    .leftJoin('device_person as p', 'p.employee_id', 'e.id')
    .select(['e.id', 'e.no'])
    .where('e.no', '<>', personNo)
    .where('e.status', '=', 1)
    .where('p.id', 'is', null)
    .orderBy('e.id')
    .limit(2)
    .execute()
  const [first, second] = two.map(row => ({ id: String(row.id), no: row.no }))
  const groups = await admin.post('/attendanceGroup/list', {})
  for (const row of [first, second]) {
    const values = { employeeId: row?.id, groupId: groups.data.list[0].id, validFrom: '2026-09-07' }
    await made('/attendanceMember/insert', values)
  }
  const days = Array.from({ length: 14 }, (_, n) => 7 + n)
  const of = (no = ''): string[] =>
    days.flatMap(day => {
      const [eve, next] = [day, day + 1].map(one => `2026-09-${String(one).padStart(2, '0')}`)
      const came = day % 5 === 0 ? [] : [line(no, `${eve} 2${day % 3 === 0 ? '2:1' : '1:5'}${day % 10}:00`)]
      return [...came, ...(day % 4 === 0 ? [] : [line(no, `${next} 06:0${day % 7}:00`)])]
    })
  const work = async () => workOut(await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test'))
  await bring(of(first?.no).join('\n'))
  await work()
  const shuffled = of(second?.no).toSorted((a, b) => (a.slice(-8) + a < b.slice(-8) + b ? -1 : 1))
  for (let n = 0; n < shuffled.length; n += 5) {
    await bring(shuffled.slice(n, n + 8).join('\n'))
    await work()
  }
  await bring(shuffled.toReversed().join('\n'))
  await work()
  const rows = async (id = '') =>
    h.db
      .selectFrom('attendance_day')
      .select(['day', 'state', 'marks', 'first_in', 'last_out', 'scheduled', 'worked', 'late', 'early', 'absent', 'missing', 'night'])
      .where('employee_id', '=', id)
      .where('day', '>=', '2026-09-07')
      .where('day', '<=', '2026-09-25')
      .orderBy('day')
      .execute()
  const [whole, pieces] = [await rows(first?.id), await rows(second?.id)]
  expect(whole.length).toBeGreaterThan(10)
  expect(whole.some(row => row.worked > 0) && whole.some(row => row.missing > 0)).toBe(true)
  expect(pieces).toEqual(whole)
})
