/** Files of devices by upload: whose numbers they are, twice and in any order the same; refused with a sentence, taken back whole. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '../../../test/setup/amazon-imports.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { deviceFiles } from '../../../test/setup/device-files.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { attendance } from '../index.ts'
import { workOut } from '../work-out.ts'

let h: ImportHouse
let admin: Person
let [deviceId, otherId, personId, personNo, groupId] = ['', '', '', '', '']
const made = async (path: string, values: object): Promise<string> => {
  const { code, msg, data } = await admin.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data.id
}
const bring = (name: string, content: string, id = deviceId): Promise<ImportDetails> =>
  h.import(name, content, { path: '/attendanceDevice/importData', owner: { deviceId: id }, as: admin })
const said = ({ state, notes, errors }: ImportDetails): string => JSON.stringify([state, notes, errors.map(one => one.reason)])
const line = (pin: string, at: string): string => `${pin}\t${at}\t1\t0\t1\t0\r\n`
const one = async (statement: string, values: readonly unknown[] = []): Promise<unknown> =>
  Object.values((await h.sql(statement, values))[0] ?? {})[0]
const punches = () =>
  one(`select coalesce(string_agg(employee_id || ' ' || (at at time zone 'Asia/Shanghai')::text, ',' order by at), '') from punch`)
const until = () => one(`select (complete_until at time zone 'Asia/Shanghai')::text from attendance_device where id = $1`, [deviceId])

beforeAll(async () => {
  h = await openImports(undefined, false, false, [hr, workflow, attendance])
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  admin = await h.signIn('admin')
  const [row] = await h.sql(`select id::text as id, no from employee where org_id = $1 and status = 1 order by id limit 1`, [h.orgId])
  ;[personId, personNo] = [String(row?.['id']), String(row?.['no'])]
  const workplaceId = await made('/hrWorkplace/insert', { name: '工厂' })
  const day = await made('/attendanceShift/insert', { code: 'D', name: '白班', spans: '09:00-18:00', validFrom: '2026-01-01' })
  groupId = await made('/attendanceGroup/insert', { name: '白班', workplaceId, mon: day, tue: day, wed: day, thu: day, fri: day })
  await made('/attendanceMember/insert', { employeeId: personId, groupId, validFrom: '2026-11-02' })
  deviceId = await made('/attendanceDevice/insert', { name: '门口', workplaceId })
})
afterAll(() => h?.close())

test('an unknown number waits and takes its past along; the device has reported as far as the file reaches', async () => {
  const told = await bring(
    '1_attlog.dat',
    line('901', '2026-11-02 08:50:12') + line('901', '2026-11-02 18:05:40') + line('902', '2026-11-03 07:00:00'),
  )
  expect([told.state, told.kindTitle, told.lines.merged], said(told)).toEqual(['done', '中控 打卡记录', 3])
  expect(said(told)).toContain('有 2 个号码没有对应员工')
  expect([await punches(), await until()]).toEqual(['', '2026-11-03 07:00:00'])
  const { data } = await admin.post('/devicePerson/list', { pin: '901' })
  const { id, version } = data.list[0]
  expect((await admin.post('/devicePerson/update', { id, version, employeeId: personId })).code).toBe(0)
  expect(await punches()).toBe(`${personId} 2026-11-02 08:50:00,${personId} 2026-11-02 18:05:00`)
  await workOut(await h.house.asSystem(h.orgId, 'test'))
  const days = await admin.post('/attendanceDay/list', { employeeId: [personId], day: ['2026-11-02', '2026-11-04'] })
  const states = days.data.list.map((row: { day: string; state: number; worked: number }) => [row.day, row.state, row.worked])
  // 3 November ends after what the device has told: nobody is absent because it is silent
  expect(states.toSorted()).toEqual([
    ['2026-11-02', 3, 540],
    ['2026-11-03', 2, 0],
    ['2026-11-04', 2, 0],
  ])
})

test('a file twice, in another order, a part of it beside new lines: the same punches; the number of an employee is his', async () => {
  const lines = ['2026-11-03 08:55:00', '2026-11-03 18:01:00', '2026-11-04 09:12:00'].map(at => line(personNo, at))
  const first = await bring('a_attlog.dat', lines.join(''))
  expect([first.state, first.lines.merged], said(first)).toEqual(['done', 3])
  expect(said(first)).toContain('新增打卡 3 条')
  const before = await punches()
  const again = await bring('b_attlog.dat', lines.toReversed().join(''))
  expect([again.lines.merged, again.lines.unchanged]).toEqual([0, 3])
  expect(await punches()).toBe(before)
  const more = await bring('c_attlog.dat', lines.slice(1).join('') + line(personNo, '2026-11-04 18:00:00'))
  expect([more.lines.merged, more.lines.unchanged]).toEqual([1, 2])
  // taken back: what another file brought too stays
  for (const told of [first, more]) expect((await admin.post('/fileImportHistory/delete', { id: told.id })).code).toBe(0)
  expect([await punches(), await until()]).toEqual([before, '2026-11-04 09:12:00'])
  expect((await admin.post('/fileImportHistory/delete', { id: again.id })).code).toBe(0)
  expect([await punches(), await until()]).toEqual([
    `${personId} 2026-11-02 08:50:00,${personId} 2026-11-02 18:05:00`,
    '2026-11-03 07:00:00',
  ])
  // and may come again
  expect((await bring('d_attlog.dat', lines.join(''))).lines.merged).toBe(3)
  expect(await punches()).toBe(before)
})

test('pieces of a file, shuffled, late and twice, give the rows of one full run', async () => {
  const [other] = await h.sql(`select id::text as id, no from employee where org_id = $1 and status = 1 and id <> $2 order by id limit 1`, [
    h.orgId,
    personId,
  ])
  const [third] = await h.sql(`select id::text as id, no from employee where org_id = $1 and status = 1 order by id desc limit 1`, [
    h.orgId,
  ])
  for (const row of [other, third]) await made('/attendanceMember/insert', { employeeId: row?.['id'], groupId, validFrom: '2026-11-02' })
  const of = (no: unknown): string[] =>
    Array.from({ length: 10 }, (_, n) => String(2 + n).padStart(2, '0')).flatMap((day, n) => [
      ...(n % 4 === 3 ? [] : [line(String(no), `2026-11-${day} 08:${n % 3 === 0 ? '5' : '1'}${n}:00`)]),
      ...(n % 5 === 4 ? [] : [line(String(no), `2026-11-${day} 1${n % 3 === 1 ? 7 : 8}:2${n}:00`)]),
    ])
  const work = async () => workOut(await h.house.asSystem(h.orgId, 'test'))
  await bring('whole_attlog.dat', of(other?.['no']).join(''))
  await work()
  const mixed = of(third?.['no']).toSorted((a, b) => (a.slice(-16) < b.slice(-16) ? -1 : 1))
  for (let n = 0; n < mixed.length; n += 6) {
    await bring(`piece${n}_attlog.dat`, mixed.slice(n, n + 9).join(''))
    await work()
  }
  await bring('again_attlog.dat', mixed.toReversed().join(''))
  await work()
  const rows = (id: unknown) =>
    h.sql(
      `select day::text, state, marks, first_in, last_out, scheduled, worked, late, early, absent, missing from attendance_day
        where employee_id = $1 and day <= '2026-11-11' order by day`,
      [id],
    )
  const [whole, pieces] = [await rows(other?.['id']), await rows(third?.['id'])]
  expect(whole).toHaveLength(10)
  expect(whole.some(row => Number(row['missing']) > 0) && whole.some(row => Number(row['early']) > 0)).toBe(true)
  expect(pieces).toEqual(whole)
})

test.each([
  ['a punch of the future', 'f_attlog.dat', line('901', '2026-11-21 09:30:00'), '901 的打卡时间 2026-11-21 09:30:00 晚于现在'],
  ['a file of another year', 'y_attlog.dat', line('901', '2024-05-02 08:00:00'), '文件里有 2024-05-02 的打卡，早于 2025-10-17'],
  ['a year that nobody has', 'z_attlog.dat', line('901', '2062-05-02 08:00:00'), '只接受 2000 年至 2027 年'],
  ['a file that is cut off', 'c_attlog.dat', `${line('901', '2026-11-05 08:00:00')}901\t2026-11-0`, '文件不完整|最后一行只有'],
  ['24:10', 't_attlog.dat', line('901', '2026-11-05 08:00:00') + line('901', '2026-11-05 24:10:00'), '不是有效的时间'],
  ['a number of two people', 'p.txt', deviceFiles.wecomDaily.replace('zhaoliu', 'wangwu'), '有两个人：王五、赵六'],
  ['another sheet', 'x.csv', '姓名,部门\r\n张三,仓库\r\n', '认不出'],
])('%s is refused whole, with what to change', async (_, name, content, reason) => {
  const before = await punches()
  const told = await bring(name, content)
  expect(told.state, said(told)).toBe('refused')
  expect(told.errors[0]?.reason).toMatch(new RegExp(reason))
  expect([await punches(), await h.sql('select 1 from device_staging')]).toEqual([before, []])
})

test('without a device that is named, and at a workplace without a zone, the file asks for them; others may not import', async () => {
  const workplaceId = await made('/hrWorkplace/insert', { name: '无时区' })
  await h.sql(`update hr_workplace set zone = '' where id = $1`, [workplaceId])
  otherId = await made('/attendanceDevice/insert', { name: '侧门', workplaceId })
  const bare = await h.import('1_attlog.dat', line('901', '2026-11-05 08:00:00'), { path: '/attendanceDevice/importData', as: admin })
  expect(said(bare)).toContain('请选择这个文件是哪台考勤机的')
  expect(said(await bring('1_attlog.dat', line('901', '2026-11-05 08:00:00'), otherId))).toContain('工作地点“无时区”没有时区')
  const { data } = await h.upload('1_attlog.dat', line('901', '2026-11-05 08:00:00'), admin)
  const employee = await h.signIn('employee')
  expect((await employee.post('/attendanceDevice/importData', { fileIds: [data.id], deviceId })).code).toBe(1003)
  expect((await admin.post('/attendanceDevice/importData', { fileIds: [data.id], deviceId: '999999' })).msg).toContain('不存在或无权使用')
})

test('punches of a locked month are kept and told, its days stay; a file that brought days of it is not taken back', async () => {
  const told = await bring('e_attlog.dat', line(personNo, '2026-11-05 08:50:00'))
  await workOut(await h.house.asSystem(h.orgId, 'test'))
  await h.sql(`update attendance_month set state = 5 where employee_id = $1 and month = '2026-11-01'`, [personId])
  const days = () =>
    h.sql(`select md5(string_agg(d::text, '|' order by d.day)) as hash from attendance_day d where employee_id = $1`, [personId])
  const before = await days()
  expect(said(await bring('g_attlog.dat', line(personNo, '2026-11-05 18:30:00')))).toContain('有 1 条打卡在已锁定的月份')
  await workOut(await h.house.asSystem(h.orgId, 'test'))
  expect(await days()).toEqual(before)
  expect((await admin.post('/fileImportHistory/delete', { id: told.id })).msg).toContain('2026-11 的考勤已锁定')
})

test('a file of another kind of device is told, uploaded and pasted; a device of no kind takes all', async () => {
  const zk = await made('/attendanceDevice/insert', {
    name: '西门',
    workplaceId: await made('/hrWorkplace/insert', { name: '侧楼' }),
    kind: 1,
  })
  const told = await bring('钉钉.txt', deviceFiles.dingtalkPunches, zk)
  expect(told.state, said(told)).toBe('refused')
  expect(said(told)).toContain('这是钉钉 原始记录的文件，“西门”的类型是中控')
  expect((await admin.post('/attendanceDevice/bring', { id: zk, text: deviceFiles.dingtalkPunches })).msg).toContain('“西门”的类型是中控')
  const own = await bring('2_attlog.dat', line('77', '2026-11-05 08:00:00'), zk)
  expect(own.state, said(own)).toBe('done')
})
