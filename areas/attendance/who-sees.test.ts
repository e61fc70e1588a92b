/** Who sees whose attendance: the person, a colleague, his head, HR and another organisation, over each call that reads across. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { refreshRollups } from '#platform/server/reports.ts'
import { attendance } from './index.ts'
import { expire } from './leave/unused.ts'
import { askMonths } from './month/lock.ts'
import { workOut } from './work-out.ts'

let h: DemoHouse
let [personId, otherId, groupId] = ['', '', '']
type Values = Readonly<Record<string, unknown>>
const people: Record<string, Person> = {}
const orgIds = (): readonly string[] => h.demo.organisationIds
const rights = [
  'rosterDay',
  'outing',
  'attendanceDay',
  'attendanceMonth',
  'attendanceTeam',
  'attendanceDay.report',
  'leaveUnused',
  'leaveEntitlement',
]

async function makeBooks(admin: Person): Promise<void> {
  const made = async (path: string, values: Values): Promise<string> => {
    const { code, msg, data } = await admin.post(path, values)
    expect(code, `${path} ${msg}`).toBe(0)
    return data.id as string
  }
  const workplaceId = await made('/hrWorkplace/insert', { name: '总部' })
  const day = await made('/attendanceShift/insert', { code: 'D', name: '行政班', spans: '09:00-18:00', validFrom: '2026-01-01' })
  groupId = await made('/attendanceGroup/insert', { name: '行政', workplaceId, mon: day, tue: day, wed: day, thu: day, fri: day })
  await made('/leaveType/loadUsual', {})
  const types = (await admin.post('/leaveType/list', { pageSize: 50 })).data.list
  const typeId = types.find((one: Values) => one['code'] === 'annual').id
  const until = { typeId, label: '旧年假', fromOn: '2026-01-01', toOn: '2026-04-01', days: '2' }
  for (const employeeId of [personId, otherId]) {
    await made('/attendanceMember/insert', { employeeId, groupId, validFrom: '2026-03-02' })
    await made('/rosterDay/insert', { employeeId, day: '2026-03-16', shiftId: day })
    await made('/outing/insert', {
      employeeId,
      fromAt: '2026-03-11T09:00:00+08:00',
      toAt: '2026-03-11T10:00:00+08:00',
      place: '仓库',
      reason: 'x',
    })
    await made('/leaveEntitlement/insert', { employeeId, ...until })
  }
}

beforeAll(async () => {
  h = await demoHouse([hr, attendance, workflow])
  const goTo = async (day: string): Promise<void> => {
    h.clock.now = new Date(`${day}T10:00:00+08:00`)
    for (const name of ['admin', 'employee', 'sales', 'keeper', 'buyer', 'hr']) people[name] = await signedInAs(h, name)
  }
  const roles = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', 'in', ['采购', '仓管', '销售']).execute()
  const operations = [1, 2, 3, 4, 6, 10, 100, 103]
  const granted = roles.flatMap(role =>
    rights.flatMap(permission => operations.map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation }))),
  )
  await h.db
    .insertInto('role_permission')
    .values(granted)
    .onConflict(c => c.doNothing())
    .execute()
  // the head sees his department and those below
  const head = await h.db.selectFrom('account').select('id').where('username', '=', 'buyer').executeTakeFirstOrThrow()
  await h.db.updateTable('account_organisation').set({ data_scope: 1 }).where('account_id', '=', head.id).execute()
  await goTo('2026-03-12')
  personId = (await (people['employee'] as Person).get('/system/userprofile')).data.employeeId
  otherId = (await (people['sales'] as Person).get('/system/userprofile')).data.employeeId
  await makeBooks(people['admin'] as Person)
  await goTo('2026-04-02')
  const server = await h.house.asSystem(orgIds()[0] ?? '', 'test')
  await workOut(server)
  await server.write((_, inside) => askMonths(inside))
  await server.write((_, inside) => expire(inside))
  await refreshRollups(h.house, orgIds()[0] ?? '')
})
afterAll(() => h.close())

type Read = (data: ReturnType<typeof JSON.parse>) => readonly string[]
const ofList: Read = ({ list }) => list.map((one: Values) => one['employeeId'])
const calls: readonly (readonly [path: string, input: Values, read: Read])[] = [
  ['/attendanceDay/list', { pageSize: 100 }, ofList],
  ['/attendanceDay/cells', { month: '2026-03' }, ({ rows }) => rows.map((one: Values) => one['id'])],
  ['/attendanceDay/team', {}, ({ total, groups }) => [...(total === 0 ? [] : [String(total)]), ...groups.flatMap(namesOf)]],
  ['/attendanceMonth/list', { pageSize: 100 }, ofList],
  ['/outing/list', { pageSize: 100 }, ofList],
  ['/rosterDay/list', { pageSize: 100, day: ['2026-03-01', '2026-03-31'] }, ofList],
  ['/leaveEntitlement/list', { pageSize: 100 }, ofList],
  ['/leaveEntry/list', { pageSize: 100 }, ofList],
  ['/leaveUnused/list', { pageSize: 100 }, ofList],
  [
    '/attendanceReport/report',
    { startDate: '2026-03-01', endDate: '2026-03-31', by: ['employee'] },
    ({ list }) => list.map(({ key }: { key: Values }) => key['employee']),
  ],
]
const namesOf = ({ people: some }: { people: readonly { id: string }[] }): string[] => some.map(one => one.id)
const seen = async (name: string, orgId?: string): Promise<readonly (string | null)[]> => {
  const said: (string | null)[] = []
  for (const [path, input, read] of calls) {
    const { code, data } = await (people[name] as Person).post(path, input, orgId)
    said.push(code === 0 ? [...new Set(read(data))].toSorted((a, b) => Number(a) - Number(b)).join(' ') : null)
  }
  return said
}

test('everybody sees himself, in the lists that are everybody’s; the rest is refused', async () => {
  const [own, none] = [personId, null]
  expect(await seen('employee')).toEqual([own, own, none, own, own, none, own, own, none, none])
})
test('a colleague with every right and no people sees nobody', async () => {
  expect(await seen('keeper')).toEqual(calls.map(() => ''))
})
test('a head sees his own people', async () => {
  const own = personId
  expect(await seen('buyer')).toEqual([own, own, `1 ${own}`, own, own, own, own, own, own, own])
})
// by the rights of the usual role alone
test('HR sees all', async () => {
  const both = [personId, otherId].toSorted((a, b) => Number(a) - Number(b)).join(' ')
  expect(await seen('hr')).toEqual([both, both, `2 ${both}`, both, both, both, both, both, both, both])
})
test('a keeper of a group sees days, months, rosters and requests of its people, no balances; later, nobody', async () => {
  const admin = people['admin'] as Person
  const keeper = people['keeper'] as Person
  const lock = () => keeper.post('/attendanceMonth/lock', { groupId, month: '2026-03' })
  expect((await lock()).msg).toContain('没有您看得到的 2026-03 月报')
  const keeps = async (keeperId: string | null): Promise<void> => {
    const { data } = await admin.post('/attendanceGroup/list', {})
    const { version } = data.list.find((one: Values) => one['id'] === groupId)
    expect((await admin.post('/attendanceGroup/update', { id: groupId, version, keeperId })).code).toBe(0)
  }
  await keeps((await keeper.get('/system/userprofile')).data.employeeId)
  const both = [personId, otherId].toSorted((a, b) => Number(a) - Number(b)).join(' ')
  expect(await seen('keeper')).toEqual([both, both, `2 ${both}`, both, both, both, '', '', '', ''])
  // the month waits for something else now
  expect((await lock()).msg).not.toContain('没有您看得到的')
  await keeps(null)
  expect(await seen('keeper')).toEqual(calls.map(() => ''))
})
test('another organisation knows nothing of them, whatever it names', async () => {
  const far = orgIds()[1] ?? ''
  expect(await seen('admin', far)).toEqual(calls.map(() => ''))
  const { data } = await (people['admin'] as Person).post('/attendanceDay/list', { pageSize: 1 })
  const months = await (people['admin'] as Person).post('/attendanceMonth/list', { pageSize: 1 })
  const admin = people['admin'] as Person
  const id = data.list[0].id as string
  expect((await admin.post('/attendanceDay/explain', { id }, far)).code).toBe(1004)
  const groupId = months.data.list[0].groupId as string
  for (const path of ['sheet', 'lock'])
    expect((await admin.post(`/attendanceMonth/${path}`, { groupId, month: '2026-03' }, far)).code).not.toBe(0)
  expect((await admin.post('/leaveEntitlement/prolong', { id, toOn: '2027-01-01' }, far)).code).not.toBe(0)
})
test('a member who may lock and keeps nobody locks no month of his group: he sees himself alone', async () => {
  const member = people['sales'] as Person
  expect((await member.post('/attendanceMonth/lock', { groupId, month: '2026-03' })).msg).toContain('没有您看得到的 2026-03 月报')
})
