/** The roster by the calls of its grid: typed, pasted, emptied; published and told; refused with what to do. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { attendance } from '../index.ts'
import { workOut } from '../work-out.ts'

let h: DemoHouse
let [admin, person, other] = [] as unknown as [Person, Person, Person]
let [personId, otherId, groupId] = ['', '', '']
type Values = Readonly<Record<string, unknown>>
const month = '2026-03'
const made = async (path: string, values: Values, by: Person = admin): Promise<string> => {
  const { code, msg, data } = await by.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data.id as string
}
const write = (blocks: readonly Values[], by: Person = admin) => by.post('/rosterDay/writeCells', { blocks })
const cellsOf = async (by: Person = admin): Promise<{ text: string; id?: string; isMarked?: true }[]> => {
  const { data, msg } = await by.post('/rosterDay/cells', { month, by: groupId })
  expect(data, msg).not.toBeNull()
  return data.rows.find((one: Values) => one['id'] === personId)?.cells
}
const told = async (about: string): Promise<string[]> =>
  (await h.db.selectFrom('message').select('title').where('title', 'like', `%${about}%`).orderBy('id').execute()).map(row => row.title)

beforeAll(async () => {
  h = await demoHouse([hr, attendance, workflow])
  h.clock.now = new Date('2026-03-11T10:00:00+08:00')
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
  const workplaceId = await made('/hrWorkplace/insert', { name: '工厂' })
  const day = await made('/attendanceShift/insert', { code: 'D', name: '白班', spans: '09:00-18:00', validFrom: '2026-01-01' })
  await made('/attendanceShift/insert', { code: 'N', name: '夜班', spans: '22:00-30:00', validFrom: '2026-03-10' })
  groupId = await made('/attendanceGroup/insert', { name: '工厂', workplaceId, mon: day, tue: day, wed: day, thu: day, fri: day })
  await made('/attendanceMember/insert', { employeeId: personId, groupId, validFrom: '2026-03-02' })
})
afterAll(() => h.close())

test('a month shows the shifts of the group; cells that are written stand in their place, empty ones go back', async () => {
  const before = await cellsOf()
  expect(before.map(one => one?.text ?? null).slice(0, 9)).toEqual([null, 'D', 'D', 'D', 'D', 'D', '', '', 'D'])
  expect((await write([{ row: personId, column: '2026-03-12', texts: ['n', '休', 'N'] }])).data).toEqual({ changed: 3 })
  const after = await cellsOf()
  expect(after.slice(11, 14).map(one => one.text)).toEqual(['N', '休', 'N'])
  expect(after[11]).toMatchObject({ isMarked: true })
  expect((await write([{ row: personId, column: '2026-03-13', texts: ['', 'D'] }])).data).toEqual({ changed: 2 })
  expect((await cellsOf()).slice(11, 14).map(one => one.text)).toEqual(['N', 'D', 'D'])
  // the same again changes nothing
  expect((await write([{ row: personId, column: '2026-03-14', texts: ['D'] }])).data).toEqual({ changed: 0 })
})

test('a published roster is told; each change afterwards too, and only to whom it concerns', async () => {
  expect((await admin.post('/rosterDay/publish', { groupId, month })).code).toBe(0)
  expect(await told('排班已发布')).toEqual([expect.stringContaining('2026-03')])
  expect((await admin.post('/rosterDay/publish', { groupId, month })).msg).toContain('没有待发布')
  expect(await told('排班有变化')).toEqual([])
  await write([{ row: personId, column: '2026-03-16', texts: ['N', 'N'] }])
  expect(await told('排班有变化')).toEqual([expect.stringContaining('2026-03-16 N, 2026-03-17 N')])
  expect((await cellsOf())[15]?.isMarked).toBeUndefined()
  // of a day that is over nobody is told
  await write([{ row: personId, column: '2026-03-10', texts: ['N'] }])
  expect(await told('排班有变化')).toHaveLength(1)
  await workOut(await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test'))
  const days = await person.post('/attendanceDay/list', { day: ['2026-03-10', '2026-03-10'] })
  expect(days.data.list).toMatchObject([{ scheduled: 480 }])
})

test('who works at night is looked for after midnight too; a punch is added within his day alone', async () => {
  const nowOf = async (clock: string): Promise<unknown> => {
    h.clock.now = new Date(clock)
    const { data, msg } = await admin.post('/attendanceDay/team', {})
    expect(data, msg).toMatchObject({ total: 1, shown: 1 })
    return Object.entries(data.groups[0].counts as Record<string, number>).find(([, n]) => n > 0)?.[0]
  }
  // 10 March: N, 22:00 to 06:00
  expect(await nowOf('2026-03-10T23:00:00+08:00')).toBe('notCome')
  expect(await nowOf('2026-03-11T02:00:00+08:00')).toBe('notCome')
  h.clock.now = new Date('2026-03-11T10:00:00+08:00')
  const { id } = await h.db.selectFrom('attendance_day').select('id').where('day', '=', '2026-03-10').executeTakeFirstOrThrow()
  const enter = async (at: string): Promise<string> => (await admin.post('/attendanceDay/enter', { id, at, reason: '忘打卡' })).msg
  expect(await enter('2026-03-09T18:00:00+08:00')).toContain('2026-03-10 的打卡时间应在')
  const { msg, code } = await admin.post('/attendanceDay/enter', { id, at: '2026-03-10T21:55:00+08:00', reason: '忘打卡' })
  expect(code, msg).toBe(0)
  expect(await nowOf('2026-03-11T02:00:00+08:00')).toBe('on')
  h.clock.now = new Date('2026-03-11T10:00:00+08:00')
})

test('a stretch is copied to another', async () => {
  const copied = await admin.post('/rosterDay/copy', { groupId, fromOn: '2026-03-16', days: 2, toOn: '2026-03-23' })
  expect(copied.data, copied.msg).toEqual({ changed: 2 })
  expect((await cellsOf()).slice(22, 24).map(one => one.text)).toEqual(['N', 'N'])
})

test('published is a month of the group: who has its shifts alone, or whose cells were all emptied, is told too', async () => {
  const next = '2026-05'
  expect((await admin.post('/rosterDay/publish', { groupId, month: next })).msg).toBe('')
  expect(await told('2026-05 的排班已发布')).toHaveLength(1)
  expect((await admin.post('/rosterDay/publish', { groupId, month: next })).msg).toContain('没有待发布')
  for (const text of ['N', '', 'N'])
    expect((await write([{ row: personId, column: '2026-05-12', texts: [text] }])).data).toEqual({ changed: 1 })
  expect(await told('2026-05-12')).toEqual(['N', '-', 'N'].map(name => expect.stringContaining(`2026-05-12 ${name}`)))
  expect((await admin.post('/rosterDay/publish', { groupId, month: next })).msg).toContain('没有待发布')
})

test('two people in the same cells: the second is told what stands there now, and writes over nothing that he has not seen', async () => {
  const june = (texts: readonly string[], seen?: readonly string[]) =>
    write([{ row: personId, column: '2026-06-08', texts, ...(seen && { seen }) }])
  expect((await june(['N', 'N'], ['D', 'd'])).data).toEqual({ changed: 2 })
  const late = await june(['休', '休'], ['D', 'D'])
  expect([late.code, late.msg]).toEqual([1009, expect.stringContaining('2026-06-08 的排班已被改为 N')])
  // nothing of it is written, the same text is no conflict, and who has looked again may
  expect((await june(['N', 'N'], ['D', 'D'])).data).toEqual({ changed: 0 })
  expect((await june(['休', ''], ['N', 'n'])).data).toEqual({ changed: 2 })
  // an empty cell is the group's shift; rest goes by several texts
  expect((await june(['D', 'N'], ['OFF', ''])).data).toEqual({ changed: 2 })
  expect((await june(['N', 'D'])).data).toEqual({ changed: 2 })
})

test('what can not be is refused, and nothing of it is written', async () => {
  const refused = async (blocks: readonly Values[], by: Person = admin): Promise<string> => {
    const { code, msg } = await write(blocks, by)
    expect(code).not.toBe(0)
    return msg
  }
  expect(await refused([{ row: personId, column: '2026-03-25', texts: ['D', 'Q'] }])).toContain('没有代码为 Q 的班次')
  expect(await refused([{ row: personId, column: '2026-03-03', texts: ['N'] }])).toContain('没有启用')
  expect(await refused([{ row: otherId, column: '2026-03-25', texts: ['D'] }])).toContain('不在任何考勤组')
  expect((await cellsOf())[24]).toMatchObject({ text: 'D' })
  const file = await h.db.selectFrom('hr_file').select('id').where('employee_id', '=', personId).executeTakeFirst()
  if (file === undefined)
    await h.db
      .insertInto('hr_file')
      .values({ org_id: h.demo.organisationIds[0] ?? '', employee_id: personId })
      .execute()
  await h.db.updateTable('hr_file').set({ left_on: '2026-03-20' }).where('employee_id', '=', personId).execute()
  expect(await refused([{ row: personId, column: '2026-03-23', texts: ['D'] }])).toContain('已于 2026-03-20 离职')
  for (const by of [person, other]) expect((await by.post('/rosterDay/cells', { month })).code).not.toBe(0)
  await refused([{ row: personId, column: '2026-03-12', texts: ['D'] }], other)
})
