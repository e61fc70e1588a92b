/** A clerk enters a joiner; midnight passes; the joiner signs in and fills his file; he leaves with open lines, and is signed out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, demoHouse, person, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { workflow } from '#areas/workflow/index.ts'
import { hr } from './index.ts'
import { takeEffect } from './take-effect.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([hr, workflow])
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  const lists = ['hrFile', 'personnelAction', 'hrFileChange', 'hrTask', 'hrLetter', 'employee', 'hrAssignment']
  await h.db
    .insertInto('role_permission')
    .values(
      lists.flatMap(permission =>
        [1, 2, 3, 4, 9, 10, 100, 101].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
})
afterAll(() => h.close())

const at = (time: string): void => void (h.clock.now = new Date(`${time}+08:00`))
const night = async (): Promise<number> => takeEffect(await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test'))

test('from the day before he comes to the day after he leaves', async () => {
  at('2026-11-23T16:00:00')
  let [admin, clerk] = [await signedInAs(h, 'admin'), await signedInAs(h, 'hr')]
  const deptId = (await admin.post('/department/insert', { name: '新部' })).data.id
  for (const [kind, item] of [
    [1, '在“我的档案”补齐资料'],
    [3, '交还电脑'],
    [3, '工作交接'],
  ])
    expect((await admin.post('/hrTaskTemplate/insert', { kind, item, ownerBy: 1, days: 0 })).msg).toBe('')
  const joins = { businessOn: '2026-11-23', kind: 1, personName: '苏新', deptId, effectiveOn: '2026-11-24', probationTo: '2027-02-23' }
  const made = await clerk.post('/personnelAction/insert', joins)
  expect((await clerk.post('/personnelAction/submit', { ids: [{ id: made.data.id }] })).msg).toBe('')
  expect(await night()).toBe(0)
  expect((await admin.post('/userManage/list', { name: '苏新' })).data.total).toBe(0)

  at('2026-11-24T00:10:00')
  expect(await night()).toBe(1)
  at('2026-11-24T09:00:00')
  ;[admin, clerk] = [await signedInAs(h, 'admin'), await signedInAs(h, 'hr')]
  const [{ id: employeeId }] = (await admin.post('/userManage/list', { name: '苏新' })).data.list
  const opened = await admin.post('/userManage/openAccount', { employeeId, username: 'suxin' })
  expect(opened.msg).toBe('')
  await h.db.updateTable('account').set({ must_change: false }).where('username', '=', 'suxin').execute()
  const signed = await ask(h, 'POST', '/auth/user/login', { username: 'suxin', password: opened.data.password })
  const joiner = person(h, signed.data.access_token)
  const own = async () => (await joiner.post('/hrMine/list', {})).data.list[0]
  expect(await own()).toMatchObject({ stage: 2, missing: expect.arrayContaining([2, 3, 4]) })
  const change = await joiner.post('/hrFileChange/insert', {
    address: '西湖区',
    emergencyName: '家属',
    emergencyPhone: '13900000001',
    bankAccount: '6222021111222233334',
  })
  expect((await joiner.post('/hrFileChange/submit', { ids: [{ id: change.data.id }] })).msg).toBe('')
  expect((await clerk.post('/hrFileChange/accept', { ids: [{ id: change.data.id }] })).msg).toBe('')
  const filled = await own()
  expect(filled).toMatchObject({ address: '西湖区' })
  for (const gone of [2, 3, 4]) expect(filled.missing).not.toContain(gone)
  const [task] = (await joiner.post('/hrTask/list', {})).data.list
  expect((await joiner.post('/hrTask/finish', { ids: [{ id: task.id }] })).msg).toBe('')

  const leaves = { businessOn: '2026-11-24', kind: 8, employeeId, effectiveOn: '2026-11-25' }
  const leaving = await clerk.post('/personnelAction/insert', leaves)
  expect((await clerk.post('/personnelAction/submit', { ids: [{ id: leaving.data.id }] })).msg).toBe('')
  expect(await night(), 'the last day is a day of work').toBe(0)
  expect((await joiner.post('/hrMine/list', {})).code).toBe(0)
  at('2026-11-26T00:10:00')
  expect(await night()).toBe(1)
  // two lines are open, and the one that the law asks for: they hold nobody
  const open = await h.db.selectFrom('hr_task').select('item').where('employee_id', '=', employeeId).where('state', '=', 0).execute()
  expect(open.map(one => one.item).toSorted()).toEqual(['交还电脑', '工作交接', '开具离职证明'].toSorted())
  at('2026-11-24T09:30:00')
  expect((await joiner.post('/hrMine/list', {})).code).not.toBe(0)
  const again = await ask(h, 'POST', '/auth/user/login', { username: 'suxin', password: opened.data.password })
  expect(again.code).not.toBe(0)
})
