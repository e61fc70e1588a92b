import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf } from '../../../test/setup/back-office.ts'
import { ask, demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { access } from '../index.ts'
import { demoCompany } from './demo.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([access], null, { companySide: demoCompany() })
})
afterAll(() => h.close())

const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
/** Through 演示企业登录 as this person of its page. */
async function through(providerId: string, name: string, who?: Person) {
  const answer =
    who === undefined ? await ask(h, 'POST', '/auth/sso/begin', { providerId }) : await who.post('/companyLink/begin', { providerId })
  const page = await (await fetch(answer.data.url)).text()
  const link = new RegExp(`href="([^"]+)">${name}`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const headers = { cookie: cookieOf(answer) }
  const back = await h.app.inject({ method: 'GET', url: `/api-2024/auth/sso/callback${new URL(link).search}`, headers })
  const ticket = new URL(String(back.headers['location']), 'http://x').searchParams.get('sso')
  return ticket === null ? null : ask(h, 'POST', '/auth/sso/finish', { ticket }, headers)
}

test('仅限企业登录: switched on from a session that came so, while two administrators keep a door that stays', async () => {
  const admin = await signedInAs(h, 'admin')
  const values = { name: '公司', kind: 2, corpId: 'demo', clientId: '1', clientSecret: 'a-secret', isBoth: true, state: 1 }
  const { id } = (await admin.post('/signInProvider/insert', values)).data
  await h.db.updateTable('sign_in_provider').set({ is_emulated: true }).execute()
  const config = (who: Person, companyOnly: boolean) =>
    who.get('/sysConfigSetting/sysConfig/1').then(({ data }) => {
      const { id: _id, ...values } = data
      return who.put('/sysConfigSetting/sysConfig', { ...values, companyOnly })
    })
  expect((await config(admin, true)).msg).toBe('请先用企业登录进入系统，再开启仅限企业登录')
  expect(await through(id, '沈云帆', admin)).toBeNull()
  const came = person(h, (await through(id, '沈云帆'))?.data.access_token)
  expect((await config(came, true)).msg).toBe('至少要有 2 位系统管理员添加了通行密钥，才能开启仅限企业登录')
  await h.db.updateTable('account').set({ is_system_admin: true }).where('username', '=', 'boss').execute()
  const accounts = await h.db.selectFrom('account').select('id').where('username', 'in', ['admin', 'boss']).execute()
  const madeAt = h.clock.now.toISOString()
  await h.db
    .insertInto('second_factor')
    .values(accounts.map(one => ({ account_id: one.id, kind: 2 as const, name: 'x', handle: `h${one.id}`, proof: '{}', made_at: madeAt })))
    .execute()
  // a door that is closed while it is switched on: one of the two is refused
  const doors = await h.db
    .selectFrom('second_factor')
    .selectAll()
    .where(
      'account_id',
      'in',
      accounts.map(one => one.id),
    )
    .execute()
  const mine = (await came.post('/factor/list')).data.factors[0].id
  for (let round = 0; round < 3; round += 1) {
    const both = await Promise.all([config(came, true), came.post('/factor/remove', { id: mine })])
    expect(both.filter(one => one.code === 0)).toHaveLength(1)
    await config(came, false)
    await h.db.deleteFrom('second_factor').execute()
    await h.db.insertInto('second_factor').values(doors).execute()
  }
  expect((await config(came, true)).msg).toBe('')
  expect((await ask(h, 'POST', '/auth/user/login', { username: 'finance', password: 'demo1234' })).msg).toContain('仅限企业登录')
  expect((await ask(h, 'POST', '/auth/user/login', { username: 'finance', password: 'wrong-1' })).code).toBe(1010)
  expect((await ask(h, 'POST', '/auth/user/login', { username: 'boss', password: 'demo1234' })).code).toBe(1017)
  const own = (await came.post('/factor/list')).data
  expect((await came.post('/factor/remove', { id: own.factors[0].id })).msg).toContain('保留通行密钥')
  const [employeeId, otherId] = [await idOf(h, 'employee', '沈云帆'), await idOf(h, 'employee', '周敏')]
  expect((await admin.post('/userManage/disable', { ids: [employeeId] })).msg).toContain('保留通行密钥')
  expect((await came.post('/userManage/systemAdmin', { employeeId, on: false })).msg).toContain('保留通行密钥')
  // whose door it is not, also where too few are left
  await h.db.updateTable('second_factor').set({ kind: 1 }).where('handle', '=', `h${accounts[0]?.id}`).execute()
  expect((await came.post('/userManage/resetFactor', { employeeId: otherId, reason: 'x' })).msg).toBe('')
  expect((await config(came, false)).msg).toBe('')
  expect((await ask(h, 'POST', '/auth/user/login', { username: 'finance', password: 'demo1234' })).code).toBe(0)
  await h.db.updateTable('account').set({ is_system_admin: false }).where('username', '=', 'boss').execute()
})
