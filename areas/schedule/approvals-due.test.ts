/** Approvals in the schedule: at the time by which they are due, for whoever is asked and who stands in for him, to be read alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workflow } from '#areas/workflow/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { employeesOf, flowOf, inLine, publishFlow, stepOf } from '../../test/setup/flows.ts'
import { schedule } from './index.ts'

let h: DemoHouse
let admin: Person
let boss: Person
let finance: Person
let other: Person
const employeeOf: Record<string, string> = {}

beforeAll(async () => {
  h = await demoHouse([schedule, workflow])
  h.clock.now = new Date('2026-11-27T16:00:00+08:00')
  ;[admin, boss, finance, other] = await Promise.all([
    signedInAs(h, 'admin'),
    signedInAs(h, 'boss'),
    signedInAs(h, 'finance'),
    signedInAs(h, 'employee'),
  ])
  Object.assign(employeeOf, await employeesOf(h))
  await published()
})
afterAll(() => h.close())

const published = (): Promise<string> => {
  const step = stepOf('a', [{ by: 'person', ids: [employeeOf['boss'] ?? ''] }], { limit: { hours: 8 } })
  return publishFlow(admin, 'supplier', flowOf([step], inLine('a')))
}

const week = { startDate: '2026-11-23', endDate: '2026-12-06' }
const approvals = async (who: Person, stretch: object = week) =>
  ((await who.post('/MyScheduleData/list', stretch)).data as Record<string, unknown>[]).filter(one => one['source'] === 'approval')

test('it stands where it is due, for whoever is asked and who stands in for him, until it is answered', async () => {
  const { id } = (await admin.post('/supplierManage/insert', { code: 'Z1', name: '宁波海达' })).data
  const at = { formCode: 'supplier', keyValue: id }
  // Friday 16:00 and eight hours of work: Monday 16:00
  const due = { source: 'approval', id: null, title: '供应商准入：宁波海达', startAt: '2026-11-30T08:00:00.000Z', target: { approval: at } }
  const [shown, ...more] = await approvals(boss)
  expect([shown, more]).toEqual([expect.objectContaining({ ...due, isOwn: false, allDay: false, version: null }), []])
  for (const who of [admin, finance, other]) expect(await approvals(who)).toEqual([])
  expect(await approvals(boss, { startDate: '2026-12-01', endDate: '2026-12-06' })).toEqual([])
  // a colleague who looks at his busy times learns nothing of it
  expect(await approvals(finance, { ...week, employeeIds: [employeeOf['boss']] })).toEqual([])
  const days = { fromOn: '2026-11-27', toOn: '2026-11-30' }
  const stand = await boss.post('/approvalStandIn/insert', { employeeId: employeeOf['boss'], standInId: employeeOf['finance'], ...days })
  expect(stand.msg).toBe('')
  expect(await approvals(finance)).toHaveLength(1)
  const feed = (await boss.post('/MyScheduleData/newFeed')).data.path as string
  const calendar = await h.app.inject({ method: 'GET', url: feed })
  expect(calendar.body).toContain(`UID:approval-supplier-${id}@zhanggui`)
  const { currentProcessId, round } = (await boss.post('/workflow/getAuditProcess', at)).data
  expect((await boss.post('/workflow/confirmProcess', { ...at, currentProcessId, round })).msg).toBe('')
  expect(await approvals(boss)).toEqual([])
  expect(await approvals(finance)).toEqual([])
})
