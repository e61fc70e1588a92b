import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetDevices } from '#platform/server/session/devices.ts'
import { hashOfToken } from '#platform/server/session/tokens.ts'
import { defined } from '#platform/server/base/defined.ts'
import { ask, demoHouse, person, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse()
})
afterAll(() => h.close())
beforeEach(async () => {
  await h.db.deleteFrom('login_failure').execute()
  await h.db.deleteFrom('login_captcha').execute()
})

const login = (username: string, password: string, more: object = {}, address?: string, headers: Record<string, string> = {}) =>
  ask(h, 'POST', '/auth/user/login', { username, password, ...more }, headers, address)
const minutesLater = (n: number): void => {
  h.clock.now = new Date(h.clock.now.getTime() + n * 60_000)
}
const captchaFor = async (username: string, address = '10.0.0.1'): Promise<string> => {
  const shown = await ask(h, 'GET', `/auth/user/captcha?username=${encodeURIComponent(username)}`, undefined, {}, address)
  expect(shown.data.image).toMatch(/^data:image\/svg\+xml;base64,/)
  return (
    await h.db
      .selectFrom('login_captcha')
      .select('answer')
      .where('username', '=', username.toLowerCase())
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
  ).answer
}

describe('signing in', () => {
  test('answers a token, the name and state 0, and sets the cookies for files and of the device', async () => {
    const answer = await login('finance', 'demo1234')
    expect(answer).toMatchObject({ status: 200, code: 0, data: { name: '周敏', loginState: '0' } })
    expect(answer.headers['set-cookie']).toEqual([
      `zg_files=${answer.data.access_token}; Path=/api-2024/fileUpload/down2; Max-Age=604800; HttpOnly; SameSite=Strict`,
      expect.stringMatching(/^zg_device=[\w-]{43}; Path=\/api-2024\/auth\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/),
    ])
    expect(answer.data).not.toHaveProperty('device')
    expect((await person(h, answer.data.access_token).get('/system/userprofile')).data.name).toBe('周敏')
    const kept = await h.db
      .selectFrom('session')
      .select('token_hash')
      .where('token_hash', '=', hashOfToken(answer.data.access_token))
      .execute()
    expect(kept.length).toBe(1)
  })
  test('case and blanks of the name and blanks around the password do not matter', async () => {
    expect((await login(' Finance ', ' demo1234 ')).code).toBe(0)
  })
  test('a wrong password, an unknown account and a disabled one are refused alike', async () => {
    await h.db.updateTable('account').set({ status: 2 }).where('username', '=', 'it').execute()
    const answers = [await login('finance', 'demo1235'), await login('nobody', 'demo1234'), await login('it', 'demo1234')]
    for (const { status, code, msg, data } of answers)
      expect({ status, code, msg, data }).toEqual({ status: 200, code: 1010, msg: '账号或密码不正确', data: { captchaRequired: false } })
    await h.db.updateTable('account').set({ status: 1 }).where('username', '=', 'it').execute()
    expect((await login('finance', 'x', {}, undefined, { 'accept-language': 'en-US' })).msg).toBe('Wrong account or password')
  })
  test('for a name that no account has the same work is done', async () => {
    const real = crypto.argon2
    let hashes = 0
    crypto.argon2 = ((...given: Parameters<typeof real>) => {
      hashes += 1
      real(...given)
    }) as typeof real
    syncBuiltinESMExports()
    try {
      const work = async (username: string): Promise<number> => {
        hashes = 0
        expect((await login(username, 'demo1235')).code).toBe(1010)
        return hashes
      }
      expect([await work('finance'), await work('no-such-name'), await work('no-such-name')]).toEqual([1, 1, 1])
    } finally {
      crypto.argon2 = real
      syncBuiltinESMExports()
    }
  })
  test('without name or password every failing field is named', async () => {
    expect(await ask(h, 'POST', '/auth/user/login', {})).toMatchObject({
      status: 200,
      code: 1002,
      data: {
        errors: [
          { field: 'username', message: '请填写账号' },
          { field: 'password', message: '请填写密码' },
        ],
      },
    })
  })
})

describe.each([
  ['an account that exists', 'finance'],
  ['one that does not', 'ghost'],
])('lockout of %s', (_name, username) => {
  test('a picture from the third failure on, locked at the fifth, free again after 15 minutes', async () => {
    expect((await login(username, 'wrong1')).data).toEqual({ captchaRequired: false })
    expect((await login(username, 'wrong2')).data).toEqual({ captchaRequired: false })
    expect((await login(username, 'wrong3')).data).toEqual({ captchaRequired: true })
    expect(await login(username, 'demo1234')).toMatchObject({
      status: 200,
      code: 1011,
      msg: '请输入验证码',
      data: { captchaRequired: true },
    })
    const answer = await captchaFor(username)
    expect(await login(username, 'demo1234', { captcha: 'zz' })).toMatchObject({ code: 1011, msg: '验证码不正确，请换一张再输入' })
    expect(await login(username, 'demo1234', { captcha: answer })).toMatchObject({ code: 1011, msg: '验证码已过期，请换一张' })
    const late = await captchaFor(username)
    minutesLater(6)
    expect(await login(username, 'demo1234', { captcha: late })).toMatchObject({ code: 1011, msg: '验证码已过期，请换一张' })
    expect((await login(username, 'wrong4', { captcha: await captchaFor(username) })).code).toBe(1010)
    expect((await login(username, 'wrong5', { captcha: await captchaFor(username) })).code).toBe(1010)
    const locked = await login(username, 'demo1234', { captcha: await captchaFor(username) })
    expect(locked).toMatchObject({ status: 429, code: 1029, msg: '登录失败次数过多，请 15 分钟后再试' })
    expect(locked.headers['retry-after']).toBe('900')
    minutesLater(14)
    expect((await login(username, 'demo1234')).headers['retry-after']).toBe('60')
    minutesLater(1)
    expect((await login(username, 'wrong6')).code).toBe(1010)
  })
})

test('a picture of another address is of no use', async () => {
  for (let i = 0; i < 3; i++) await login('finance', 'wrong')
  const answer = await captchaFor('finance', '10.0.0.9')
  expect((await login('finance', 'demo1234', { captcha: answer })).code).toBe(1011)
  expect((await login('finance', 'demo1234', { captcha: await captchaFor('finance') })).code).toBe(0)
  // signing in clears the failures
  expect((await login('finance', 'wrong')).data).toEqual({ captchaRequired: false })
})

test('eight wrong passwords of one account ask nobody else at the address for a picture', async () => {
  for (let i = 0; i < 8; i++) await login('finance', 'wrong')
  expect(await login('buyer', 'wrong')).toMatchObject({ code: 1010, data: { captchaRequired: false } })
  expect((await login('buyer', 'demo1234')).code).toBe(0)
  expect((await login('finance', 'demo1234')).code).toBe(1011)
})

test('a hundred guesses at once are counted one by one', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => login('buyer', 'wrong')))
  const codes = answers.map(a => a.code)
  // three are tried, from then on the picture is asked first
  expect([codes.filter(c => c === 1010).length, codes.filter(c => c === 1011).length]).toEqual([3, 12])
  const burst = await Promise.all(Array.from({ length: 40 }, () => login('keeper', 'wrong')))
  expect(burst.filter(a => a.code === 1029 && a.status === 429).length).toBe(20)
})

test('thirty accounts that failed lock their address, tries of one account do not', async () => {
  const at = h.clock.now.toISOString()
  await h.db
    .insertInto('login_failure')
    .values(Array.from({ length: 29 }, (_, i) => ({ username: `name${i}`, address: '10.9.9.9', at })))
    .execute()
  await h.db
    .insertInto('login_failure')
    .values(Array.from({ length: 40 }, () => ({ username: 'name1', address: '10.9.9.9', at })))
    .execute()
  expect((await login('finance', 'demo1234', {}, '10.9.9.9')).code).toBe(0)
  expect((await login('name29', 'wrong', {}, '10.9.9.9')).code).toBe(1010)
  expect(await login('finance', 'demo1234', {}, '10.9.9.9')).toMatchObject({ status: 429, code: 1029 })
  expect((await login('finance', 'demo1234', {}, '10.9.9.8')).code).toBe(0)
})

describe('a device that has signed in before', () => {
  const address = '10.8.8.8'
  /** Thirty names without account, tried by others at the same address. */
  const lockAddress = (device: string | null = null): Promise<unknown> =>
    h.db
      .insertInto('login_failure')
      .values(Array.from({ length: 30 }, (_, i) => ({ username: `other${i}`, address, device, at: h.clock.now.toISOString() })))
      .execute()
  const cookieFrom = (answer: Awaited<ReturnType<typeof login>>): string => {
    const lines = answer.headers['set-cookie'] as string[]
    return defined(/^zg_device=[^;]+/.exec(defined(lines[1], 'a second cookie'))?.[0], 'the cookie of the device')
  }
  const withDevice = (cookie: string, username: string, password: string) =>
    login(username, password, {}, address, { cookie: `zg_language=en; ${cookie}` })
  beforeEach(async () => void (await h.db.deleteFrom('known_device').execute()))

  test('is not locked by its address, others there are', async () => {
    const cookie = cookieFrom(await login('finance', 'demo1234', {}, address))
    await lockAddress()
    expect(await login('finance', 'demo1234', {}, address)).toMatchObject({ status: 429, code: 1029 })
    expect((await withDevice('zg_device=' + 'A'.repeat(43), 'finance', 'demo1234')).code).toBe(1029)
    const again = await withDevice(cookie, 'finance', 'demo1234')
    expect(again.code).toBe(0)
    // the same device, not one more
    expect(cookieFrom(again)).toBe(cookie)
    expect((await h.db.selectFrom('known_device').select('account_id').execute()).length).toBe(1)
  })

  test('is not locked for a colleague who has never signed in with it', async () => {
    const cookie = cookieFrom(await login('finance', 'demo1234', {}, address))
    await lockAddress()
    expect((await withDevice(cookie, 'buyer', 'demo1234')).code).toBe(0)
  })

  test('tries thirty names of others at most, and still takes those who have signed in with it', async () => {
    const cookie = cookieFrom(await login('finance', 'demo1234', {}, address))
    for (let i = 0; i < 30; i++) expect((await withDevice(cookie, `guess${i}`, 'wrong')).code).toBe(1010)
    expect(await withDevice(cookie, 'boss', 'demo1234')).toMatchObject({ status: 429, code: 1029 })
    // those tries lock the address for devices that nobody knows, too: a new device is no way around
    expect((await login('boss', 'demo1234', {}, address)).code).toBe(1029)
    expect((await withDevice(cookie, 'finance', 'demo1234')).code).toBe(0)
  })

  test('five failures of one name lock it there as everywhere', async () => {
    const cookie = cookieFrom(await login('finance', 'demo1234', {}, address))
    await h.db
      .insertInto('login_failure')
      .values(Array.from({ length: 5 }, () => ({ username: 'finance', address: '10.7.7.7', at: h.clock.now.toISOString() })))
      .execute()
    expect((await withDevice(cookie, 'finance', 'demo1234')).code).toBe(1029)
  })

  test('is forgotten after 180 days, and of an account the newest twenty are kept', async () => {
    const cookie = cookieFrom(await login('finance', 'demo1234', {}, address))
    for (let i = 0; i < 21; i++) {
      minutesLater(1)
      expect((await login('finance', 'demo1234', {}, address)).code).toBe(0)
    }
    await lockAddress()
    expect((await withDevice(cookie, 'finance', 'demo1234')).code).toBe(1029)
    const { n } = await h.db
      .selectFrom('known_device')
      .select(e => e.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(20)
    await h.db.deleteFrom('login_failure').execute()
    const last = cookieFrom(await login('finance', 'demo1234', {}, address))
    minutesLater(181 * 24 * 60)
    await lockAddress()
    expect((await withDevice(last, 'finance', 'demo1234')).code).toBe(1029)
    await forgetDevices(h.db, h.clock.now)
    expect(await h.db.selectFrom('known_device').select('account_id').execute()).toEqual([])
  })

  test('whoever is signed in changes his password at a locked address, and guesses no old one there', async () => {
    const { token } = await signedInAs(h, 'employee')
    await lockAddress()
    const change = (oldPassword: string) =>
      ask(h, 'POST', '/auth/user/modifyPassword', { oldPassword, newPassword: 'Berg-1357' }, { authorization: `Bearer ${token}` }, address)
    for (let i = 0; i < 5; i++) expect((await change('wrong1')).code).toBe(1002)
    expect((await change('demo1234')).code).toBe(1029)
    await h.db.deleteFrom('login_failure').where('username', '=', 'employee').execute()
    expect((await change('demo1234')).code).toBe(0)
  })
})

describe('sessions', () => {
  const profile = (token: string) => person(h, token).get('/system/userprofile')
  const expired = { status: 401, code: 1001, msg: '已过期，请重新登录' }
  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`])('an unknown token %s', async token =>
    expect(await profile(token)).toMatchObject(expired),
  )
  test('idle for 12 hours it ends, in use it goes on for 7 days', async () => {
    const { token } = await signedInAs(h, 'finance')
    minutesLater(11 * 60)
    expect((await profile(token)).code).toBe(0)
    minutesLater(11 * 60)
    expect((await profile(token)).code).toBe(0)
    minutesLater(12 * 60)
    expect(await profile(token)).toMatchObject(expired)
    const other = await signedInAs(h, 'finance')
    for (let hours = 0; hours < 7 * 24; hours += 11) {
      expect((await profile(other.token)).code).toBe(0)
      minutesLater(11 * 60)
    }
    expect(await profile(other.token)).toMatchObject(expired)
  })
  test('signing out ends this session at once and no other', async () => {
    const [one, other] = [await signedInAs(h, 'finance'), await signedInAs(h, 'finance')]
    expect((await one.get('/system/userprofile')).code).toBe(0)
    const out = await one.post('/auth/user/logout')
    expect(out.code).toBe(0)
    expect(out.headers['set-cookie']).toContain('Max-Age=0')
    expect(await profile(one.token)).toMatchObject(expired)
    expect((await profile(other.token)).code).toBe(0)
  })
  test('one sees and revokes the own sessions, never those of others', async () => {
    await h.db.deleteFrom('session').execute()
    const [here, defined, other] = [await signedInAs(h, 'finance'), await signedInAs(h, 'finance'), await signedInAs(h, 'buyer')]
    const shown = (await here.post('/auth/user/sessions')).data
    expect(shown.map((s: { id: string; isCurrent: boolean }) => [s.id, s.isCurrent])).toEqual(
      expect.arrayContaining([
        [hashOfToken(here.token), true],
        [hashOfToken(defined.token), false],
      ]),
    )
    expect(shown).toHaveLength(2)
    expect(await here.post('/auth/user/revokeSession', { id: hashOfToken(other.token) })).toMatchObject({ status: 404, code: 1004 })
    expect((await here.post('/auth/user/revokeSession', { id: hashOfToken(defined.token) })).code).toBe(0)
    expect(await profile(defined.token)).toMatchObject(expired)
    expect([(await profile(here.token)).code, (await profile(other.token)).code]).toEqual([0, 0])
  })
  test('revoked or disabled elsewhere it is out within a second', async () => {
    const { token } = await signedInAs(h, 'finance')
    expect((await profile(token)).code).toBe(0)
    await h.db.updateTable('session').set({ revoked_at: h.clock.now.toISOString() }).where('token_hash', '=', hashOfToken(token)).execute()
    h.clock.now = new Date(h.clock.now.getTime() + 600)
    expect(await profile(token)).toMatchObject(expired)
    const keeper = await signedInAs(h, 'keeper')
    await h.db.updateTable('account').set({ status: 2 }).where('username', '=', 'keeper').execute()
    h.clock.now = new Date(h.clock.now.getTime() + 600)
    expect(await profile(keeper.token)).toMatchObject(expired)
    await h.db.updateTable('account').set({ status: 1 }).where('username', '=', 'keeper').execute()
  })
})
