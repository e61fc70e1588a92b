/** The letters of the demo company. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { mailbox } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([mailbox])
  await mailbox.demo?.(demoPeople(h.house))
}, 60_000)
afterAll(() => h.close())

test('every state is there, and both sides find their letters', async () => {
  const boss = await signedInAs(h, 'boss')
  const employee = await signedInAs(h, 'employee')
  expect((await boss.post('/manager/managerInboxs', { pageSize: 50 })).data.total).toBe(10)
  expect((await boss.get('/manager/unreadCount')).data.total).toBe(3)
  expect((await boss.post('/manager/managerReplysOrDraftBoxs', { status: 0 })).data.list).toHaveLength(1)
  expect((await employee.post('/emp/empContributionsOrDraftBoxs', { status: 0 })).data.list).toHaveLength(1)
  expect((await employee.post('/emp/empInboxs')).data.list).toHaveLength(2)
  const states = await h.db.selectFrom('boss_letter').select('state').execute()
  expect([...new Set(states.map(row => row.state))].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
})
