/** What is wrong with an input, each with one sentence that says what to change; and what a request shows before it is sent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { attendance } from './index.ts'
import { workOut } from './work-out.ts'

let h: DemoHouse
let [admin, person, other] = [] as unknown as [Person, Person, Person]
let [personId, otherId, typeId, ruleId] = ['', '', '', '']
type Values = Readonly<Record<string, unknown>>
const today = '2026-03-11'
const at = (day: string, clock: string): string => `${day}T${clock}:00+08:00`
const from = (day: string, first: string, last: string, more: Values = {}): Values => ({
  fromAt: at(day, first),
  toAt: at(day, last),
  ...more,
})
const made = async (path: string, values: Values, by: Person = admin): Promise<string> => {
  const { code, msg, data } = await by.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data.id as string
}
const sent = async (path: string, values: Values): Promise<{ code: number; msg: string }> => {
  const answer = await person.post(`/${path}/insert`, { businessOn: today, reason: 'x', ...values })
  return answer.code === 0 ? person.post(`/${path}/submit`, { ids: [{ id: answer.data.id }] }) : answer
}

beforeAll(async () => {
  h = await demoHouse([hr, attendance, workflow])
  h.clock.now = new Date(at(today, '10:00'))
  ;[admin, person, other] = [await signedInAs(h, 'admin'), await signedInAs(h, 'employee'), await signedInAs(h, 'sales')]
  personId = (await person.get('/system/userprofile')).data.employeeId
  otherId = (await other.get('/system/userprofile')).data.employeeId
  const workplaceId = await made('/hrWorkplace/insert', { name: '总部', lat: '30.200000', lng: '120.200000', radiusM: 300 })
  const shift = { code: 'D', name: '行政班', spans: '09:00-13:00 14:00-18:00', validFrom: '2026-01-01' }
  const day = await made('/attendanceShift/insert', shift)
  const week = { mon: day, tue: day, wed: day, thu: day, fri: day }
  const usual = { name: '行政', workplaceId, ...week, altFrom: '2026-03-02', altSat: day }
  const groupId = await made('/attendanceGroup/insert', usual)
  const special = { name: '综合工时', workplaceId, ...week, hoursSystem: 2, permitTo: '2026-03-05' }
  const specialId = await made('/attendanceGroup/insert', special)
  await made('/attendanceMember/insert', { employeeId: personId, groupId, validFrom: '2026-03-02' })
  await made('/attendanceMember/insert', { employeeId: otherId, groupId: specialId, validFrom: '2026-03-02' })
  typeId = await made('/leaveType/insert', { code: 'marriage', name: '婚假' })
  const rule = { typeId, region: '浙江', caseName: '结婚', days: '10', counts: 1, per: 1, source: '条例', validFrom: '2026-01-01' }
  ruleId = await made('/leaveRule/insert', rule)
  // February of the person is locked
  await h.db
    .insertInto('attendance_month')
    .values({ org_id: h.demo.organisationIds[0] ?? '', employee_id: personId, month: '2026-02-01', group_id: groupId, state: 5 })
    .execute()
})
afterAll(() => h.close())

describe('each wrong input has its sentence', () => {
  const shift = (spans: string) => () => admin.post('/attendanceShift/insert', { code: 'X', name: '错', validFrom: '2026-01-01', spans })
  const clock = (values: Values) => () => person.post('/punch/clock', values)
  test.each<[string, () => Promise<{ code: number; msg: string }>, string]>([
    ['a shift of 26 hours', shift('09:00-35:00'), '不能超过 24 小时'],
    ['spans that cross', shift('09:00-12:00 11:00-13:00'), '与前一个时段重叠'],
    ['an end before its begin', shift('22:00-06:00'), '跨零点请写'],
    ['four spans', shift('06:00-07:00 08:00-09:00 10:00-11:00 12:00-13:00'), '最多三个时段'],
    ['a begin on the day after', shift('25:00-30:00'), '在当天开始'],
    ['words instead of spans', shift('九点到六点'), '请写成 09:00-13:00'],
    ['no spans', shift(''), '上班时段不能为空'],
    ['a phone without a position', clock({}), '没有位置，请填写说明'],
    ['a position that is exact to 250 m', clock({ lat: 30.2, lng: 120.2, accuracy: 250 }), '定位精度 250 米，超过 200 米'],
    ['a position far away', clock({ lat: 31, lng: 120.2, accuracy: 10 }), '超出范围，请填写说明'],
    ['a supplement in a locked month', () => sent('supplement', { at: at('2026-02-27', '09:00') }), '已锁定，请先请人事重开'],
    ['a supplement of long ago', () => sent('supplement', { at: at('2026-03-03', '09:00') }), '只能补 7 天内的卡'],
    ['a supplement of the future', () => sent('supplement', { at: at('2026-03-12', '09:00') }), '不能补将来的卡'],
    ['leave in a locked month', () => sent('leaveRequest', { typeId, ...from('2026-02-26', '09:00', '18:00') }), '已锁定'],
    ['leave on a rest day alone', () => sent('leaveRequest', { typeId, ...from('2026-03-15', '09:00', '18:00') }), '不用请假'],
    ['an outing that ends before it begins', () => sent('outing', { place: 'x', ...from('2026-03-12', '12:00', '09:00') }), '晚于开始时间'],
    [
      'a trip of two years',
      () => sent('trip', { place: 'x', fromAt: at('2026-03-12', '09:00'), toAt: at('2028-03-12', '09:00') }),
      '请分开申请',
    ],
  ])('%s', async (_, call, said) => {
    const answer = await call()
    expect(answer.code).not.toBe(0)
    expect(answer.msg).toContain(said)
  })
  test('overtime during leave; on a trip such as needs punches, whichever comes first', async () => {
    expect((await sent('leaveRequest', { typeId, ...from('2026-03-26', '09:00', '18:00') })).code).toBe(0)
    expect((await sent('overtimeOrder', from('2026-03-26', '17:00', '20:00'))).msg).toMatch(/与 QJ.*重叠/)
    expect((await sent('trip', { place: '东莞', ...from('2026-03-27', '09:00', '22:00') })).code).toBe(0)
    const evening = from('2026-03-27', '18:30', '20:30')
    expect((await person.post('/overtimeOrder/preview', evening)).data.clash).toMatch(/与 CC.*重叠/)
    expect((await sent('overtimeOrder', evening)).msg).toMatch(/与 CC.*重叠：出差期间的加班不能打卡/)
    expect((await sent('overtimeOrder', { ...evening, unpunched: true })).code).toBe(0)
    expect((await sent('overtimeOrder', from('2026-03-25', '18:30', '20:30'))).code).toBe(0)
    const trip = from('2026-03-25', '09:00', '22:00')
    expect((await person.post('/trip/preview', trip)).data.clash).toMatch(/与 JB.*重叠/)
    expect((await sent('trip', { place: '东莞', ...trip })).msg).toMatch(/与 JB.*重叠：出差期间的加班不能打卡/)
    expect((await sent('outing', { place: '东莞', ...from('2026-03-25', '18:00', '19:00') })).code).toBe(0)
  })
  test('the fourth supplement of a month', async () => {
    for (const clockAt of ['09:00', '13:00', '18:00']) expect((await sent('supplement', { at: at('2026-03-10', clockAt) })).code).toBe(0)
    expect((await sent('supplement', { at: at('2026-03-10', '14:00') })).msg).toContain('最多 3 次')
  })
  test('a province without a checked rule is told, and the request is marked', async () => {
    const wanted = { typeId, ruleId, ...from('2026-03-19', '09:00', '18:00') }
    expect((await person.post('/leaveRequest/preview', wanted)).data.notice).toContain('浙江“结婚”的规则待核实')
    expect((await sent('leaveRequest', wanted)).code).toBe(0)
    expect((await person.post('/leaveRequest/list', {})).data.list[0]).toMatchObject({ isUnchecked: true })
  })
  test('a group without a device: a day without a punch says that no device brings any', async () => {
    await workOut(await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test'))
    const { data } = await person.post('/attendanceDay/list', { employeeId: [personId], day: ['2026-03-09', '2026-03-09'] })
    const explained = await person.post('/attendanceDay/explain', { id: data.list[0].id })
    expect(explained.data.segments[0].sentence).toContain('没有考勤机')
  })
  test('days after the last of the authority’s approval are marked, that day is not', async () => {
    const { data } = await admin.post('/attendanceDay/list', { employeeId: [otherId], pageSize: 50 })
    const marked = (day: string) => (data.list.find((one: Values) => one['day'] === day)?.marks ?? []).includes(4)
    expect([marked('2026-03-05'), marked('2026-03-06')]).toEqual([false, true])
  })
})

describe('before it is sent', () => {
  const minutesOf = async (path: string, values: Values, by: Person = person) => {
    const { code, msg, data } = await by.post(`/${path}/preview`, values)
    expect(code, msg).toBe(0)
    return [data.minutes, ...(data.rates as readonly { kind: string; minutes: number }[]).map(one => `${one.kind} ${one.minutes}`)]
  }
  test.each<[string, string, Values, readonly unknown[]]>([
    ['an outing over noon', 'outing', from('2026-03-12', '11:00', '15:00'), [180]],
    [
      'a trip from Thursday noon to Monday, with a Saturday off',
      'trip',
      { fromAt: at('2026-03-12', '14:00'), toAt: at('2026-03-16', '18:00') },
      [1200],
    ],
    ['the other week works on Saturday', 'outing', from('2026-03-21', '09:00', '18:00'), [480]],
    ['a make-up Sunday has the shift of Monday', 'outing', from('2026-09-20', '09:00', '18:00'), [480]],
    ['overtime of an evening', 'overtimeOrder', from('2026-03-12', '18:30', '21:05'), [150, 'otWork 150']],
    ['overtime of a make-up Sunday is one of a workday', 'overtimeOrder', from('2026-09-20', '18:30', '20:30'), [120, 'otWork 120']],
    ['a rest day', 'overtimeOrder', from('2026-03-14', '09:00', '12:00'), [180, 'otRest 180']],
    ['a rest day for time off', 'overtimeOrder', from('2026-03-14', '09:00', '12:00', { compensation: '2' }), [180, 'lieu 180']],
    [
      'a statutory date in spite of time off',
      'overtimeOrder',
      from('2026-10-01', '09:00', '12:00', { compensation: '2' }),
      [180, 'otHoliday 180'],
    ],
    [
      'into the holiday',
      'overtimeOrder',
      { fromAt: at('2026-09-30', '18:30'), toAt: at('2026-10-01', '02:00') },
      [450, 'otWork 330', 'otHoliday 120'],
    ],
    ['within the shift', 'overtimeOrder', from('2026-03-12', '09:00', '12:00'), [0]],
  ])('%s', async (_, path, values, said) => expect(await minutesOf(path, values)).toEqual(said))
  test('comprehensive hours know no rate of rest days', async () => {
    expect(await minutesOf('overtimeOrder', from('2026-03-14', '09:00', '12:00'), other)).toEqual([180, 'otWork 180'])
  })
  test('one sees what it clashes with, what is locked, and what is worth knowing', async () => {
    const shown = async (path: string, values: Values) => (await person.post(`/${path}/preview`, values)).data
    // the leave of 19 March, sent above
    expect((await shown('overtimeOrder', from('2026-03-19', '17:00', '19:00'))).clash).toMatch(/与 QJ.*重叠/)
    expect((await shown('outing', from('2026-03-19', '10:00', '11:00'))).clash).toMatch(/与 QJ.*重叠/)
    expect((await sent('overtimeOrder', from('2026-03-13', '18:30', '20:00'))).code).toBe(0)
    expect((await shown('leaveRequest', { typeId, ...from('2026-03-13', '14:00', '19:00') })).clash).toMatch(/与 JB.*重叠/)
    expect((await shown('outing', from('2026-03-13', '18:00', '19:00'))).clash).toBeNull()
    expect((await shown('outing', from('2026-02-26', '10:00', '11:00'))).refusal).toContain('已锁定')
    expect((await shown('leaveRequest', { typeId, ...from('2026-02-26', '10:00', '11:00') })).refusal).toContain('已锁定')
    expect((await shown('outing', from('2026-03-15', '10:00', '11:00'))).notice).toContain('没有要上的班')
    expect((await shown('overtimeOrder', from('2026-03-12', '18:30', '22:30'))).notice).toContain('超过 3 小时')
    expect((await shown('overtimeOrder', from('2026-03-12', '09:00', '12:00'))).notice).toContain('不算加班')
    expect(await shown('outing', from('2026-03-12', '09:00', '12:00'))).toMatchObject({
      decides: null,
      clash: null,
      refusal: null,
      notice: null,
    })
  })
  test('a protected person is told, and times that are none are refused', async () => {
    const values = { protected_until: '2026-12-31' } as never
    await h.db
      .insertInto('hr_file')
      .values({ org_id: h.demo.organisationIds[0] ?? '', employee_id: otherId, protected_until: '2026-12-31' })
      .onConflict(c => c.columns(['org_id', 'employee_id']).doUpdateSet(values))
      .execute()
    const { data } = await other.post('/overtimeOrder/preview', from('2026-03-12', '18:30', '20:00'))
    expect(data.refusal).toContain('特殊劳动保护')
    for (const path of ['outing', 'trip', 'overtimeOrder']) {
      expect((await person.post(`/${path}/preview`, { fromAt: 'morgen', toAt: '' })).msg).toContain('请选择时间')
      expect((await person.post(`/${path}/preview`, from('2026-03-12', '18:00', '09:00'))).msg).toContain('晚于开始时间')
      expect((await person.post(`/${path}/preview`, { ...from('2026-03-12', '09:00', '18:00'), employeeId: otherId })).code).not.toBe(0)
    }
  })
})
