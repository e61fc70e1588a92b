/** 开始使用: what a new company lacks, told to its system administrator alone, and the usual roles. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboards } from '#areas/dashboards/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([dashboards])
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

const open = async (who: Person): Promise<string[]> =>
  (await who.get('/setup/steps')).data.list.filter((step: { isDone: boolean }) => !step.isDone).map((step: { code: string }) => step.code)
const hasCard = async (who: Person): Promise<boolean> =>
  (await who.get('/homeCard/list')).data.list.some((card: { key: string }) => card.key === 'admin.setup')

test('a company that has all of it has no such card', async () => {
  expect(await open(admin)).toEqual([])
  expect(await hasCard(admin)).toBe(false)
})

test('what is taken away is open again, for system administrators alone', async () => {
  const org = h.demo.organisationIds[0] ?? ''
  await h.db.deleteFrom('currency_rate').where('org_id', '=', org).execute()
  expect(await open(admin)).toEqual(['rates'])
  expect(await hasCard(admin)).toBe(true)
  const boss = await signedInAs(h, 'boss')
  expect([await hasCard(boss), (await boss.get('/setup/steps')).code]).toEqual([false, 1003])
})

test('an empty company: every step in order; the usual roles come once, each with its rights', async () => {
  const org = await h.db
    .insertInto('organisation')
    .values({ name: '新公司', short_name: '新公司' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await h.db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  await h.db.insertInto('account_organisation').values({ org_id: org.id, account_id: account.id, data_scope: 3 }).execute()
  const steps = async (): Promise<string[]> =>
    (await admin.get('/setup/steps', org.id)).data.list
      .filter((step: { isDone: boolean }) => !step.isDone)
      .map((one: { code: string }) => one.code)
  expect(await steps()).toEqual(['company', 'shops', 'departments', 'people', 'roles', 'rates', 'products'])
  const bring = async (): Promise<number> => (await admin.post('/roleManagement/loadUsual', {}, org.id)).data.added
  expect([await bring(), await bring()]).toEqual([7, 0])
  const granted = async (of: string): Promise<unknown> =>
    h.db
      .selectFrom('role_permission as p')
      .innerJoin('role as r', 'r.id', 'p.role_id')
      .where('r.org_id', '=', of)
      .select(['r.name', 'p.permission', 'p.operation'])
      .orderBy('r.name')
      .orderBy('p.permission')
      .orderBy('p.operation')
      .execute()
  expect(await granted(org.id)).toEqual(await granted(h.demo.organisationIds[0] ?? ''))
})
