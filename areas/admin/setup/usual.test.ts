/** 载入常用…, over every list of the product that has it. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { operations } from '#platform/declare/operations.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import type { SetupFace, UsualFace } from '../answers.ts'
import { roleOperations } from '../people-operations.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse(
    areas.filter(({ name }) => name !== 'admin' && name !== 'reference'),
    localFileStore(mkdtempSync(join(tmpdir(), 'usual-'))),
  )
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

test('each list with 载入常用… is filled once by whoever may add there, and by nobody else', async () => {
  const org = await h.db
    .insertInto('organisation')
    .values({ name: '又一家公司', short_name: '又一家' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await h.db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  await h.db.insertInto('account_organisation').values({ org_id: org.id, account_id: account.id, data_scope: 3 }).execute()
  const lists = async (): Promise<readonly UsualFace[]> => {
    const { data } = await admin.get('/setup/steps', org.id)
    return [...data.usual, ...data.list.flatMap((step: SetupFace) => step.usual ?? [])]
  }
  const before = await lists()
  const clerk = await signedInAs(h, 'employee')
  for (const { call, title } of before) {
    if (call === null) continue
    expect([title, (await clerk.post(call, {})).code]).toEqual([title, 1003])
    const first = await admin.post(call, {}, org.id)
    const second = await admin.post(call, {}, org.id)
    expect([title, first.msg, second.data]).toEqual([title, '', { added: 0 }])
  }
  // tiers of marketplaces need shops there; what asks for something first is only pointed at
  const open = (await lists()).filter(one => !one.isDone)
  expect(open.filter(one => one.call !== null).map(one => one.path)).toEqual(['/finance/checks/tiers'])
})

test('who may add a role, and not say what it may do, brings none with rights', async () => {
  const role = await h.db
    .selectFrom('role')
    .select(['id', 'org_id'])
    .where('name', '=', '仓管')
    .where('org_id', '=', h.demo.organisationIds[0] ?? '')
    .executeTakeFirstOrThrow()
  const may = (operation: number) =>
    h.db.insertInto('role_permission').values({ org_id: role.org_id, role_id: role.id, permission: 'role', operation }).execute()
  await may(operations.add)
  const keeper = await signedInAs(h, 'keeper')
  expect((await keeper.post('/roleManagement/loadUsual', {})).code).toBe(1003)
  await may(roleOperations.grant)
  await h.db
    .deleteFrom('role_permission')
    .where('role_id', '=', role.id)
    .where('operation', '=', operations.add)
    .where('permission', '=', 'role')
    .execute()
  expect((await (await signedInAs(h, 'keeper')).post('/roleManagement/loadUsual', {})).code).toBe(1003)
})
