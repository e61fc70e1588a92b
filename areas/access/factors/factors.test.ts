import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factorKinds } from '#platform/server/rights.ts'
import { ask, demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { access } from '../index.ts'
import { resetAtServer } from './reset-at-server.ts'

const root = join(import.meta.dirname, '../../..')

let h: DemoHouse
let start: Date
beforeAll(async () => {
  h = await demoHouse([access])
  start = h.clock.now
})
afterAll(() => h.close())
beforeEach(async () => {
  for (const table of ['login_failure', 'second_factor', 'trusted_device', 'sign_in_ticket'] as const)
    await h.db.deleteFrom(table).execute()
  await h.db.updateTable('role').set({ factor_from: null }).execute()
  // a step of the authenticator's clock counts once: each test has its own hour
  start = new Date(start.getTime() + 3_600_000)
  h.clock.now = start
})

const later = (seconds: number): void => {
  h.clock.now = new Date(h.clock.now.getTime() + seconds * 1_000)
}
const codeOf = (key: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: h.clock.now.getTime() + seconds * 1_000 })
const cookieIn = (answer: { headers: Readonly<Record<string, unknown>> }, name: string): string | undefined =>
  [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find(line => line.startsWith(`${name}=`))
    ?.split(';')[0]
const login = (username: string, cookie = '', password = 'demo1234') =>
  ask(h, 'POST', '/auth/user/login', { username, password }, cookie === '' ? {} : { cookie })
const factor = (body: object, cookie = '', address?: string) => ask(h, 'POST', '/auth/user/factor', body, { cookie }, address)

interface Held {
  readonly key: string
  readonly codes: readonly string[]
  readonly who: Person
}
/** An authenticator of somebody, added as he adds it. */
async function withAuthenticator(username: string): Promise<Held> {
  const who = await signedInAs(h, username)
  const { data: begun } = await who.post('/factor/begin')
  const kept = await who.post('/factor/confirm', { begun: begun.begun, code: codeOf(begun.key) })
  expect(kept).toMatchObject({ code: 0, data: { codes: expect.any(Array) } })
  // the step that confirmed it is used up
  later(90)
  return { key: begun.key, codes: kept.data.codes, who }
}
/** Right name and password: what the page has then. */
async function halfIn(username: string, cookie = ''): Promise<{ ticket: string; cookie: string; data: Record<string, unknown> }> {
  const answer = await login(username, cookie)
  expect(answer).toMatchObject({ status: 200, code: 1017 })
  return { ticket: answer.data.ticket, cookie: cookieIn(answer, 'zg_ticket') ?? '', data: answer.data }
}

describe('who has an authenticator', () => {
  test('gets no token for his password: a ticket, and the session for the figures', async () => {
    const { key } = await withAuthenticator('finance')
    const half = await halfIn('finance')
    expect(half.data).toEqual({
      ticket: half.ticket,
      setUp: false,
      ways: { authenticator: true, passkeys: 0, codes: 10 },
      mayTrust: true,
    })
    const done = await factor({ ticket: half.ticket, code: codeOf(key) }, half.cookie)
    expect(done).toMatchObject({ code: 0, data: { name: '周敏', loginState: '0' } })
    expect((await person(h, done.data.access_token).get('/system/userprofile')).data.name).toBe('周敏')
    const history = await person(h, done.data.access_token).post('/account/loginHistory')
    expect(history.data.list.slice(0, 2).map((one: { outcome: number }) => one.outcome)).toEqual([1, 3])
  })
  test('the clock may be one step off, no more', async () => {
    const { key } = await withAuthenticator('finance')
    for (const [seconds, code] of [
      [-60, 1010],
      [60, 1010],
      [-30, 0],
      [30, 0],
    ] as const) {
      const half = await halfIn('finance')
      expect((await factor({ ticket: half.ticket, code: codeOf(key, seconds) }, half.cookie)).code, `${seconds} s`).toBe(code)
    }
  })
  test('figures serve once, also under 64 at once', async () => {
    const { key } = await withAuthenticator('finance')
    const halves = await Promise.all(Array.from({ length: 8 }, () => halfIn('finance')))
    const code = codeOf(key)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) => halves[at % 8]).map(half => factor({ ticket: half?.ticket, code }, half?.cookie)),
    )
    expect(answers.filter(one => one.code === 0).length).toBe(1)
    expect((await h.db.selectFrom('sign_in_ticket').select('token_hash').execute()).length).toBe(7)
  })
  test('a ticket serves once under 64 at once, in its browser, for five minutes, and opens nothing else', async () => {
    const { key, codes } = await withAuthenticator('finance')
    const half = await halfIn('finance')
    expect((await factor({ ticket: half.ticket, code: codeOf(key) })).data).toEqual({ ticketOver: true })
    const other = await halfIn('finance')
    expect((await factor({ ticket: half.ticket, code: codeOf(key) }, other.cookie)).data).toEqual({ ticketOver: true })
    for (const path of ['/system/userprofile', '/factor/list', '/auth/user/fresh', '/auth/user/sessions'])
      expect(
        (
          await ask(h, path.startsWith('/system') ? 'GET' : 'POST', path, path.startsWith('/system') ? undefined : {}, {
            authorization: `Bearer ${half.ticket}`,
            cookie: half.cookie,
          })
        ).status,
      ).toBe(401)
    const all = await Promise.all(Array.from({ length: 64 }, (_, at) => factor({ ticket: half.ticket, code: codes[at % 10] }, half.cookie)))
    expect(all.filter(one => one.code === 0).length).toBe(1)
    later(5 * 60)
    expect((await factor({ ticket: other.ticket, code: codeOf(key) }, other.cookie)).data).toEqual({ ticketOver: true })
  })
  test('a recovery code serves once, however it is typed, and is one less', async () => {
    const { codes } = await withAuthenticator('finance')
    const [code = ''] = codes
    expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    const half = await halfIn('finance')
    expect((await factor({ ticket: half.ticket, code: code.toUpperCase().replaceAll('-', ' ') }, half.cookie)).code).toBe(0)
    const again = await halfIn('finance')
    expect(again.data).toMatchObject({ ways: { codes: 9 } })
    expect((await factor({ ticket: again.ticket, code }, again.cookie)).code).toBe(1010)
    const kept = await h.db.selectFrom('second_factor').select('proof').where('kind', '=', factorKinds.recovery).execute()
    expect(kept.every(one => one.proof.startsWith('$argon2id$'))).toBe(true)
  })
  test('wrong figures count with wrong passwords, and the right password does not forgive them', async () => {
    await withAuthenticator('finance')
    expect((await login('finance', '', 'wrong1')).code).toBe(1010)
    for (let n = 0; n < 2; n++) {
      const half = await halfIn('finance')
      expect((await factor({ ticket: half.ticket, code: '000000' }, half.cookie)).code).toBe(1010)
    }
    // the third failure asks for the picture, which the right password did not make unasked
    expect((await login('finance')).data).toEqual({ captchaRequired: true })
    await h.db
      .insertInto('login_failure')
      .values([1, 2].map(() => ({ username: 'finance', address: '10.0.0.9', at: h.clock.now.toISOString() })))
      .execute()
    expect(await login('finance')).toMatchObject({ status: 429, code: 1029 })
  })
  test('the key stands sealed, and bound to its account', async () => {
    const { key } = await withAuthenticator('finance')
    const [row] = await h.db.selectFrom('second_factor').selectAll().where('kind', '=', factorKinds.totp).execute()
    expect(row?.proof.startsWith('v1.')).toBe(true)
    expect(JSON.stringify(await h.db.selectFrom('audit_entry').selectAll().execute())).not.toContain(key)
    const who = await signedInAs(h, 'sales')
    const { data } = await who.post('/factor/begin')
    const stolen = await signedInAs(h, 'hr')
    expect((await stolen.post('/factor/confirm', { begun: data.begun, code: codeOf(data.key) })).code).toBe(1010)
  })
})

describe('a trusted device', () => {
  test('asks for the password alone for thirty days, and what is fresh still asks', async () => {
    const { key, who } = await withAuthenticator('finance')
    const half = await halfIn('finance')
    const done = await factor({ ticket: half.ticket, code: codeOf(key), trust: true }, half.cookie)
    const trusted = cookieIn(done, 'zg_trusted') ?? ''
    expect(trusted).not.toBe('')
    const next = await login('finance', trusted)
    expect(next.code).toBe(0)
    const there = person(h, next.data.access_token)
    expect(await there.post('/factor/codes')).toMatchObject({ status: 200, code: 1016, data: { authenticator: true, codes: 10 } })
    expect((await login('sales', trusted)).code).toBe(0)
    expect((await who.post('/factor/forgetDevices')).code).toBe(0)
    expect((await login('finance', trusted)).code).toBe(1017)
  })
  test('is none of an administrator', async () => {
    const { key } = await withAuthenticator('admin')
    const half = await halfIn('admin')
    expect(half.data['mayTrust']).toBe(false)
    expect(cookieIn(await factor({ ticket: half.ticket, code: codeOf(key), trust: true }, half.cookie), 'zg_trusted')).toBeUndefined()
  })
})

describe('a factor that is demanded', () => {
  test('by a role from a day on: nothing before it, then it is set up before one comes in', async () => {
    await h.db.updateTable('role').set({ factor_from: '2030-01-01' }).execute()
    const early = await signedInAs(h, 'finance')
    // told before the day, of who has none
    expect((await early.get('/system/userprofile')).data.factorDue).toBe('2030-01-01')
    await h.db.updateTable('role').set({ factor_from: '2026-01-01' }).execute()
    const half = await halfIn('finance')
    expect(half.data).toMatchObject({ setUp: true, ways: { authenticator: false }, mayTrust: false })
    const { data: begun } = await factor({ ticket: half.ticket, begin: true }, half.cookie)
    expect(begun.picture).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await factor({ ticket: half.ticket, begun: begun.begun, code: '000000' }, half.cookie)).code).toBe(1010)
    const done = await factor({ ticket: half.ticket, begun: begun.begun, code: codeOf(begun.key) }, half.cookie)
    expect(done).toMatchObject({ code: 0, data: { name: '周敏', codes: expect.any(Array) } })
    expect(done.data.codes.length).toBe(10)
  })
})

describe('a fresh factor', () => {
  test('ten minutes after signing in the password is asked again, of who has no factor', async () => {
    const who = await signedInAs(h, 'finance')
    later(10 * 60)
    expect(await who.post('/factor/begin')).toMatchObject({
      status: 200,
      code: 1016,
      data: { authenticator: false, passkeys: 0, codes: 0 },
    })
    expect((await who.post('/auth/user/fresh', { password: 'wrong12' })).code).toBe(1010)
    expect((await who.post('/auth/user/fresh', { password: 'demo1234' })).code).toBe(0)
    expect((await who.post('/factor/begin')).code).toBe(0)
  })
  test('who has one proves himself by it alone; his tries count', async () => {
    const { key, who } = await withAuthenticator('finance')
    later(10 * 60)
    expect((await who.post('/auth/user/fresh', { password: 'demo1234' })).code).toBe(1010)
    expect((await who.post('/auth/user/fresh', { code: codeOf(key) })).code).toBe(0)
    expect((await who.post('/factor/codes')).code).toBe(0)
    later(10 * 60)
    for (let n = 0; n < 5; n++) expect((await who.post('/auth/user/fresh', { code: '000000' })).code).toBe(1010)
    expect((await who.post('/auth/user/fresh', { code: codeOf(key) })).code).toBe(1029)
  })
  test('with the last factor go its codes', async () => {
    const { who } = await withAuthenticator('finance')
    const { data } = await who.post('/factor/list')
    expect(data).toMatchObject({ factors: [{ kind: 1, name: '验证器' }], codes: 10, trustedDevices: 0 })
    expect((await who.post('/factor/remove', { id: data.factors[0].id })).code).toBe(0)
    expect((await who.post('/factor/list')).data).toEqual({ factors: [], codes: 0, trustedDevices: 0 })
    expect((await login('finance')).code).toBe(0)
  })
})

describe('a ticket', () => {
  const setUp = async (half: { ticket: string; cookie: string }) => {
    const { data } = await factor({ ticket: half.ticket, begin: true }, half.cookie)
    return () => factor({ ticket: half.ticket, begun: data.begun, code: codeOf(data.key) }, half.cookie)
  }
  test('to set a factor up replaces none that is there, and a double Enter neither', async () => {
    await h.db.updateTable('role').set({ factor_from: '2026-01-01' }).execute()
    const [first, second] = [await halfIn('finance'), await halfIn('finance')]
    expect(first.data).toMatchObject({ setUp: true })
    const [doIt, late] = [await setUp(first), await setUp(second)]
    const both = await Promise.all([doIt(), doIt()])
    expect(both.map(one => one.code).toSorted((a, b) => a - b)).toEqual([0, 1010])
    const kept = () => h.db.selectFrom('second_factor').select(['id', 'proof']).where('kind', '=', factorKinds.totp).execute()
    const before = await kept()
    expect((await late()).data).toEqual({ ticketOver: true })
    // one that somehow stayed
    await h.db.updateTable('role').set({ factor_from: null }).execute()
    const stayed = await halfIn('finance')
    await h.db.updateTable('sign_in_ticket').set({ purpose: 2 }).execute()
    expect((await (await setUp(stayed))()).data).toEqual({ ticketOver: true })
    expect(await kept()).toEqual(before)
  })
  test('ends with the password that it was given for', async () => {
    const was = await h.db.selectFrom('account').select('password_hash').where('username', '=', 'finance').executeTakeFirstOrThrow()
    const { key, who } = await withAuthenticator('finance')
    const half = await halfIn('finance')
    expect((await who.post('/auth/user/modifyPassword', { oldPassword: 'demo1234', newPassword: 'Other99y' })).msg).toBe('')
    expect((await factor({ ticket: half.ticket, code: codeOf(key) }, half.cookie)).data).toEqual({ ticketOver: true })
    await h.db.updateTable('account').set(was).where('username', '=', 'finance').execute()
  })
})

describe('another administrator', () => {
  const employeeOf = async (username: string): Promise<string> => {
    const { employee_id: id } = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id')
      .where('a.username', '=', username)
      .executeTakeFirstOrThrow()
    return id ?? ''
  }
  test('takes the factors away with a reason; sessions end, seals close, the person is told; nobody does it to himself', async () => {
    const { who } = await withAuthenticator('finance')
    const admin = await signedInAs(h, 'admin')
    const before = await h.db.selectFrom('account').select('seal_turn').where('username', '=', 'finance').executeTakeFirstOrThrow()
    const employeeId = await employeeOf('finance')
    expect((await who.post('/userManage/resetFactor', { employeeId, reason: '手机丢失' })).status).toBe(403)
    expect((await admin.post('/userManage/resetFactor', { employeeId })).code).toBe(1002)
    expect(await admin.post('/userManage/resetFactor', { employeeId, reason: '手机丢失' })).toMatchObject({ code: 0 })
    expect((await who.post('/factor/list')).status).toBe(401)
    const after = await h.db.selectFrom('account').select('seal_turn').where('username', '=', 'finance').executeTakeFirstOrThrow()
    expect(after.seal_turn).toBe(before.seal_turn + 1)
    expect((await login('finance')).code).toBe(0)
    const told = await h.db.selectFrom('message').select('title').execute()
    expect(told.map(one => one.title).join(' ')).toContain('重置了您的第二步验证')
    expect((await admin.post('/userManage/resetFactor', { employeeId: await employeeOf('admin'), reason: 'x' })).code).toBe(1002)
  })
  test('the only one who has lost all his: a command on the server takes them away and signs him out, the password stays', async () => {
    const { who } = await withAuthenticator('admin')
    expect(await resetAtServer(h.db, 'nobody', h.clock.now)).toBe(false)
    const settings = { ...process.env, DATABASE_URL: h.ownerUrl, NODE_ENV: '' }
    const done = spawnSync(process.execPath, ['scripts/reset-factor.ts', ' Admin'], { cwd: root, env: settings, encoding: 'utf8' })
    expect(done.stdout + done.stderr).toContain('第二步验证已移除，登录的设备已全部退出，密码不变')
    expect(done.status).toBe(0)
    h.house.rights.forget?.()
    expect((await who.post('/factor/list')).status).toBe(401)
    expect(await login('admin')).toMatchObject({ code: 0, data: { loginState: '0' } })
  })
  test('who sets a password anew: the person is told', async () => {
    const admin = await signedInAs(h, 'admin')
    expect((await admin.post('/auth/user/resetPassword', { employeeId: await employeeOf('hr') })).code).toBe(0)
    const told = await h.db.selectFrom('message').select('title').execute()
    expect(told.map(one => one.title).join(' ')).toContain('重置了您的密码')
  })
})
