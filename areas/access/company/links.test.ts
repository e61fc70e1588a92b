/** Who may link whom: not who views as another, no plain role, and not who is signed out or disabled meanwhile. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operations } from '#platform/declare/operations.ts'
import { hashOfToken } from '#platform/server/rights.ts'
import { idOf } from '../../../test/setup/back-office.ts'
import { ask, demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
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

const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
/** Sent to 演示企业登录: as this person of its page the browser comes back later. */
async function begun(name: string, who?: Person) {
  const answer =
    who === undefined ? await ask(h, 'POST', '/auth/sso/begin', { providerId }) : await who.post('/companyLink/begin', { providerId })
  const page = await (await fetch(answer.data.url)).text()
  const link = new RegExp(`href="([^"]+)">${name}`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return { search: new URL(link).search, headers: { cookie: cookieOf(answer) } }
}
/** Null: linked; otherwise what the page is answered. */
async function back({ search, headers }: Awaited<ReturnType<typeof begun>>) {
  const answer = await h.app.inject({ method: 'GET', url: `/api-2024/auth/sso/callback${search}`, headers })
  const ticket = new URL(String(answer.headers['location']), 'http://x').searchParams.get('sso')
  return ticket === null ? null : ask(h, 'POST', '/auth/sso/finish', { ticket }, headers)
}
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

test('a list for a provider that is none, or with a subject that is too long, is refused in words', async () => {
  const { no } = await h.db.selectFrom('employee').select('no').where('name', '=', '周敏').executeTakeFirstOrThrow()
  const strange = await admin.post('/signInProvider/linkList', { id: '999999999', sheet: `${no}\tx` })
  expect(strange).toMatchObject({ code: 1004, msg: expect.stringContaining('企业登录') })
  const long = await admin.post('/signInProvider/linkList', { id: providerId, sheet: `${no}\t${'x'.repeat(256)}` })
  expect(long.msg).toBe('第 1 行的外部编号超过 255 个字')
  expect(await linksHeld()).toBe(0)
})

test('a link is made while the session that began it holds, stands in the trail, and its owner is told', async () => {
  const out = await signedInAs(h, 'finance')
  const signedOut = await begun('周敏', out)
  expect((await out.post('/auth/user/logout')).code).toBe(0)
  expect((await back(signedOut))?.msg).toBe('登录已失效，请重新登录后再关联')
  const disabled = await begun('周敏', await signedInAs(h, 'finance'))
  await h.db.updateTable('account').set({ status: 2 }).where('username', '=', 'finance').execute()
  expect((await back(disabled))?.msg).toBe('登录已失效，请重新登录后再关联')
  await h.db.updateTable('account').set({ status: 1 }).where('username', '=', 'finance').execute()
  const changed = await begun('周敏', await signedInAs(h, 'finance'))
  const elsewhere = await signedInAs(h, 'finance')
  expect((await elsewhere.post('/auth/user/modifyPassword', { oldPassword: 'demo1234', newPassword: 'Other99y' })).msg).toBe('')
  expect((await back(changed))?.msg).toBe('登录已失效，请重新登录后再关联')
  expect(await linksHeld()).toBe(0)
  expect(await back(await begun('周敏', elsewhere))).toBeNull()
  expect(await linksHeld()).toBe(1)
  const trail = await h.db.selectFrom('audit_entry').select('account_name').where('verb', '=', 'link').execute()
  expect(trail).toEqual([{ account_name: '周敏' }])
  const told = await h.db.selectFrom('message').select('title').execute()
  expect(told.map(one => one.title).join(' ')).toMatch(/周敏 ?关联了企业登录/)
})

test('a session that came by the company and a second step is one of the company', async () => {
  expect(await back(await begun('林晓', await signedInAs(h, 'sales')))).toBeNull()
  await h.db.updateTable('sign_in_provider').set({ is_both: false }).execute()
  await h.db.updateTable('role').set({ factor_from: '2026-01-01' }).execute()
  const half = await back(await begun('林晓'))
  expect(half).toMatchObject({ code: 1017, data: { setUp: true } })
  const headers = { cookie: cookieOf(half ?? { headers: {} }) }
  const ticket = half?.data.ticket
  const { data: begin } = await ask(h, 'POST', '/auth/user/factor', { ticket, begin: true }, headers)
  const code = new TOTP({ secret: Secret.fromBase32(begin.key) }).generate({ timestamp: h.clock.now.getTime() })
  const done = await ask(h, 'POST', '/auth/user/factor', { ticket, begun: begin.begun, code }, headers)
  expect(done.code).toBe(0)
  expect((await person(h, done.data.access_token).get('/system/userprofile')).data.name).toBe('林晓')
  const sessions = await h.db
    .selectFrom('session')
    .select('by_company')
    .where('token_hash', '=', hashOfToken(done.data.access_token))
    .execute()
  expect(sessions).toEqual([{ by_company: true }])
})
