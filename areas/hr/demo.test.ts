/** The demo company has people: what the menus tell of them is there, and the report counts them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { demoPeople } from '#areas/admin/index.ts'
import { usualFlows } from '#areas/workflow/usual-flows.ts'
import { workflow } from '#areas/workflow/index.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { employeesOf, publishFlow } from '../../test/setup/flows.ts'
import { hr, provePeople } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  await hr.demo?.(demoPeople(h.house))
}, 240_000)
afterAll(() => h.close())

test('a file and an assignment each; the employee corrects his address, asks for a letter and sees who looked', async () => {
  const { rows } = await sql<{ files: number; stood: number; staff: number }>`select (select count(*)::int from hr_file) as files,
    (select count(distinct employee_id)::int from hr_assignment) as stood,
    (select count(*)::int from employee where status = 1) as staff`.execute(h.db)
  expect(rows[0]?.files).toBeGreaterThan(0)
  expect(rows[0]?.stood).toBe(rows[0]?.files)
  const person = await signedInAs(h, 'employee')
  expect((await person.post('/hrMine/list', {})).data.total).toBe(1)
  expect((await person.post('/hrFileChange/list', {})).data.list).toMatchObject([{ state: 1, what: '现住址' }])
  expect((await person.post('/hrLetter/list', {})).data.list).toMatchObject([{ state: 1, kind: 2 }])
  expect((await person.post('/hrReading/list', {})).data.list).toMatchObject([{ what: 1, reason: '办理社保增员' }])
})

test('heads of the report are the assignments that hold', async () => {
  await refreshRollups(h.house, h.demo.organisationIds[0] ?? '')
  const admin = await signedInAs(h, 'admin')
  const { msg, data } = await admin.post('/staffReport/report', {
    startDate: '2018-01-01',
    endDate: '2027-12-31',
    by: ['dept'],
    pageSize: 50,
  })
  expect(msg).toBe('')
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from hr_assignment
    where valid_to is null and valid_from >= '2018-01-01'`.execute(h.db)
  expect(data.totals[0].values).toMatchObject({ moved: String(rows[0]?.n), joined: String(rows[0]?.n) })
})

test('a contract waits for 25 days of one who came 25 days ago; 48 people', async () => {
  const [orgId = ''] = h.demo.organisationIds
  const clerk = await signedInAs(h, 'admin')
  const { data } = await clerk.post('/hrLacking/list', { pageSize: 100 })
  const lacking = data.list.filter((one: { contract: number }) => one.contract !== 0)
  expect(lacking.map((one: { hiredOn: string }) => one.hiredOn)).toEqual([addDays(todayOf(await h.house.asSystem(orgId, 'test')), -25)])
  expect((await clerk.post('/hrFile/list', {})).data.total).toBe(48)
  expect(await provePeople(await h.house.asSystem(orgId, 'test'))).toEqual([])
})

test('HR asks for the transfer of next Monday, the general manager approves, and the chart of that day has it', async () => {
  const { boss: bossId = '' } = await employeesOf(h)
  const [admin, boss] = [await signedInAs(h, 'admin'), await signedInAs(h, 'boss')]
  const flow = usualFlows(() => ({ by: 'person', ids: [bossId] })).find(([code]) => code === 'personnelAction')
  if (flow !== undefined) await publishFlow(admin, 'personnelAction', flow[2])
  const [action] = (await admin.post('/personnelAction/list', { kind: [3], state: [0] })).data.list
  const day = action.effectiveOn as string
  const people = async (): Promise<number | undefined> =>
    (await admin.post('/orgChart/query', { day })).data.departments.find((one: { id: string }) => one.id === action.deptId)?.people
  const before = await people()
  expect((await admin.post('/personnelAction/submit', { ids: [{ id: action.id }] })).msg).toBe('')
  expect(await people()).toBe(before)
  const card = (await boss.get('/approval/allList?box=1&formCode=personnelAction')).data.list[0]
  const task = { formCode: 'personnelAction', keyValue: action.id, currentProcessId: card.processId, round: card.round, opinion: '同意' }
  expect((await boss.post('/workflow/confirmProcess', task)).msg).toBe('')
  expect(await people()).toBe((before ?? 0) + 1)
})
