/** Who may link whom: not who views as another, no plain role, and not who is signed out or disabled meanwhile. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operations } from '#platform/declare/operations.ts'
import { idOf } from '../../../test/setup/back-office.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { access } from '../index.ts'
import { demoCompany } from './demo.ts'

let h: DemoHouse
let admin: Person
let providerId: string
const values = { name: '公司', kind: 2, corpId: 'demo', clientId: '1', clientSecret: 'a-secret', isBoth: true, state: 1 }
beforeAll(async () => {
  h = await demoHouse([access], null, { companySide: demoCompany() })
  admin = await signedInAs(h, 'admin')
  providerId = (await admin.post('/signInProvider/insert', values)).data.id
  await h.db.updateTable('sign_in_provider').set({ is_emulated: true }).execute()
})
afterAll(() => h.close())
beforeEach(async () => {
  await h.db.deleteFrom('account_identity').execute()
  await h.db.deleteFrom('company_try').execute()
})

const linksHeld = async (): Promise<number> => (await h.db.selectFrom('account_identity').select('id').execute()).length

test('who views as another begins no link of his, and changes neither his factors nor his keys', async () => {
  const viewer = await signedInAs(h, 'admin')
  const employeeId = await idOf(h, 'employee', '周敏')
  expect((await viewer.post('/userManage/viewAs', { employeeId })).code).toBe(0)
  for (const [path, body] of [
    ['/companyLink/begin', { providerId }],
    ['/companyLink/remove', { providerId }],
    ['/factor/begin', {}],
    ['/factor/codes', {}],
    ['/factor/addPasskey', {}],
    ['/apiKey/ownInsert', {}],
    ['/apiKey/ownRevoke', { id: '1' }],
  ] as const)
    expect([path, (await viewer.post(path, body)).code]).toEqual([path, 1003])
  expect(await h.db.selectFrom('company_try').select('state_hash').execute()).toEqual([])
  expect((await viewer.post('/userManage/endViewAs')).code).toBe(0)
  expect((await viewer.post('/companyLink/begin', { providerId })).code).toBe(0)
})

test('a role with the right reads providers; writing them and linking by a list is for system administrators', async () => {
  const role = await h.db
    .selectFrom('account_role as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .innerJoin('role', 'role.id', 'r.role_id')
    .select(['role.id', 'role.org_id'])
    .where('a.username', '=', 'finance')
    .executeTakeFirstOrThrow()
  const { view, add, edit, remove } = operations
  await h.db
    .insertInto('role_permission')
    .values(
      [view, add, edit, remove].map(operation => ({ org_id: role.org_id, role_id: role.id, permission: 'signInProvider', operation })),
    )
    .execute()
  h.house.rights.forget?.()
  const who = await signedInAs(h, 'finance')
  expect((await who.post('/signInProvider/list')).code).toBe(0)
  for (const [path, body] of [
    ['insert', { ...values, name: '自建' }],
    ['update', { id: providerId, version: 1, name: '自建' }],
    ['delete', { ids: [providerId] }],
    ['linkList', { id: providerId, sheet: 'x\ty' }],
  ] as const)
    expect([path, (await who.post(`/signInProvider/${path}`, body)).code]).toEqual([path, 1003])
  expect(await linksHeld()).toBe(0)
})
