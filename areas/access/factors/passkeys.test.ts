import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { softwarePasskey, type SoftwarePasskey } from '../../../test/setup/software-passkey.ts'
import { access } from '../index.ts'

let h: DemoHouse
const site = { host: 'erp.example.com', origin: 'https://erp.example.com' }
beforeAll(async () => {
  h = await demoHouse([access], null, { publicUrl: 'https://erp.example.com/' })
})
afterAll(() => h.close())
beforeEach(async () => {
  for (const table of ['login_failure', 'second_factor', 'passkey_challenge'] as const) await h.db.deleteFrom(table).execute()
})

const enter = (body: object = {}) => ask(h, 'POST', '/auth/user/login/passkey', body)
const challenge = async (): Promise<string> => (await enter()).data.challenge
async function added(who: Person, passkey: SoftwarePasskey = softwarePasskey()): Promise<SoftwarePasskey> {
  const { data: options } = await who.post('/factor/addPasskey')
  expect(options).toMatchObject({ rp: { id: site.host, name: '掌柜' }, authenticatorSelection: { userVerification: 'required' } })
  expect(await who.post('/factor/addPasskey', { response: passkey.made(options, site), name: '手机' })).toMatchObject({ code: 0 })
  return passkey
}

test('alone a whole sign-in, that is fresh; the password asks for it too', async () => {
  const who = await signedInAs(h, 'finance')
  const passkey = await added(who)
  expect((await who.post('/factor/list')).data).toMatchObject({ factors: [{ kind: 2, name: '手机' }], codes: 10 })
  const done = await enter({ response: passkey.answer(await challenge(), site) })
  expect(done).toMatchObject({ code: 0, data: { name: '周敏', loginState: '0' } })
  const mine = person(h, done.data.access_token)
  expect((await mine.post('/factor/codes')).code).toBe(0)
  expect(await ask(h, 'POST', '/auth/user/login', { username: 'finance', password: 'demo1234' })).toMatchObject({
    code: 1017,
    data: { ways: { authenticator: false, passkeys: 1 } },
  })
})

test('a challenge serves once, under 64 at once, and for five minutes', async () => {
  const passkey = await added(await signedInAs(h, 'finance'))
  const response = passkey.answer(await challenge(), site)
  const answers = await Promise.all(Array.from({ length: 64 }, () => enter({ response })))
  expect(answers.filter(one => one.code === 0).length).toBe(1)
  expect((await enter({ response: passkey.answer('A'.repeat(43), site) })).code).toBe(1010)
  const late = passkey.answer(await challenge(), site)
  h.clock.now = new Date(h.clock.now.getTime() + 5 * 60_000)
  expect((await enter({ response: late })).code).toBe(1010)
})

test('a counter that goes back, another site, a device that asked nobody: nothing', async () => {
  const passkey = await added(await signedInAs(h, 'finance'))
  passkey.counter = 7
  expect((await enter({ response: passkey.answer(await challenge(), site) })).code).toBe(0)
  for (const counter of [7, 3]) {
    passkey.counter = counter
    expect((await enter({ response: passkey.answer(await challenge(), site) })).code, `counter ${counter}`).toBe(1010)
  }
  passkey.counter = 8
  const evil = 'https://erp.example.org'
  for (const other of [
    { host: 'erp.example.org', origin: evil },
    { ...site, origin: evil },
    { ...site, host: 'erp.example.org' },
  ])
    expect((await enter({ response: passkey.answer(await challenge(), other) })).code).toBe(1010)
  await h.db.deleteFrom('login_failure').execute()
  const careless = softwarePasskey(false)
  const who = await signedInAs(h, 'sales')
  const { data: options } = await who.post('/factor/addPasskey')
  expect((await who.post('/factor/addPasskey', { response: careless.made(options, site) })).code).toBe(1010)
})

test('nobody adds one with the challenge of another, nor comes in by one that was removed', async () => {
  const who = await signedInAs(h, 'finance')
  const other = await signedInAs(h, 'sales')
  const { data: options } = await who.post('/factor/addPasskey')
  expect((await other.post('/factor/addPasskey', { response: softwarePasskey().made(options, site) })).code).toBe(1010)
  const passkey = await added(who)
  const { data } = await who.post('/factor/list')
  expect((await who.post('/factor/remove', { id: data.factors[0].id })).code).toBe(0)
  expect(await enter({ response: passkey.answer(await challenge(), site) })).toMatchObject({
    code: 1010,
    msg: expect.stringContaining('移除'),
  })
})

test('one that is registered already is refused, of whomever it is', async () => {
  const passkey = await added(await signedInAs(h, 'finance'))
  const other = await signedInAs(h, 'sales')
  const { data: options } = await other.post('/factor/addPasskey')
  const refused = await other.post('/factor/addPasskey', { response: passkey.made(options, site) })
  expect(refused.code).not.toBe(0)
  expect(refused.msg).toBe('这个通行密钥已经登记过，请换一个')
  expect((await other.post('/factor/list')).data).toMatchObject({ factors: [], codes: 0 })
})

test('the lock of a name holds here, and a disabled account stays out', async () => {
  const passkey = await added(await signedInAs(h, 'finance'))
  const at = h.clock.now.toISOString()
  await h.db
    .insertInto('login_failure')
    .values(Array.from({ length: 5 }, () => ({ username: 'finance', address: '10.9.9.9', at })))
    .execute()
  expect((await enter({ response: passkey.answer(await challenge(), site) })).code).toBe(1029)
  await h.db.deleteFrom('login_failure').execute()
  await h.db.updateTable('account').set({ status: 2 }).where('username', '=', 'finance').execute()
  expect((await enter({ response: passkey.answer(await challenge(), site) })).code).toBe(1010)
  await h.db.updateTable('account').set({ status: 1 }).where('username', '=', 'finance').execute()
})

test('it is a fresh factor of its own account alone', async () => {
  const who = await signedInAs(h, 'finance')
  const passkey = await added(who)
  const stranger = await signedInAs(h, 'sales')
  await added(stranger)
  h.clock.now = new Date(h.clock.now.getTime() + 10 * 60_000)
  expect(await stranger.post('/factor/codes')).toMatchObject({ code: 1016, data: { passkeys: 1 } })
  expect((await stranger.post('/auth/user/fresh', { passkey: passkey.answer(await challenge(), site) })).code).toBe(1010)
  expect((await who.post('/auth/user/fresh', { passkey: passkey.answer(await challenge(), site) })).code).toBe(0)
  expect((await who.post('/factor/codes')).code).toBe(0)
})

test('whose address of the product has changed: it says so', async () => {
  const passkey = await added(await signedInAs(h, 'finance'))
  await h.db
    .updateTable('second_factor')
    .set({ proof: JSON.stringify({ publicKey: '', host: 'old.example.com', transports: [] }) })
    .where('kind', '=', 2)
    .execute()
  expect(await enter({ response: passkey.answer(await challenge(), site) })).toMatchObject({
    code: 1010,
    msg: '这个通行密钥是在 old.example.com 添加的，网址已改为 erp.example.com，请用密码登录后重新添加',
  })
})

const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
const half = () => ask(h, 'POST', '/auth/user/login', { username: 'finance', password: 'demo1234' })

test('after the right password it is the second step, of its own account alone and with the ticket of this browser', async () => {
  const passkey = await added(await signedInAs(h, 'finance'))
  const other = await added(await signedInAs(h, 'sales'))
  const begun = await half()
  const { ticket } = begun.data
  const next = async (with_: SoftwarePasskey, cookie = cookieOf(begun)) =>
    ask(h, 'POST', '/auth/user/factor', { ticket, passkey: with_.answer(await challenge(), site) }, { cookie })
  expect((await next(passkey, '')).data).toMatchObject({ ticketOver: true })
  expect((await next(other)).code).toBe(1010)
  expect(await h.db.selectFrom('login_failure').select('username').execute()).toEqual([{ username: 'finance' }])
  expect(await next(passkey)).toMatchObject({ code: 0, data: { loginState: '0' } })
  expect((await next(passkey)).data).toMatchObject({ ticketOver: true })
})

test('whose role demands a second step sets a passkey up within the sign-in, and gets his codes', async () => {
  const roles = h.db
    .selectFrom('account_role')
    .select('role_id')
    .where('account_id', 'in', h.db.selectFrom('account').select('id').where('username', '=', 'finance'))
  const demand = (day: string | null) => h.db.updateTable('role').set({ factor_from: day }).where('id', 'in', roles).execute()
  await demand('2026-11-01')
  const begun = await half()
  expect(begun).toMatchObject({ code: 1017, data: { setUp: true } })
  const headers = { cookie: cookieOf(begun) }
  const step = (body: object) => ask(h, 'POST', '/auth/user/factor', { ticket: begun.data.ticket, ...body }, headers)
  const { data: options } = await step({ beginPasskey: true })
  expect((await step({ passkey: softwarePasskey().made({ ...options, challenge: 'A'.repeat(43) }, site) })).code).toBe(1010)
  const passkey = softwarePasskey()
  const done = await step({ passkey: passkey.made(options, site) })
  await demand(null)
  expect(done).toMatchObject({ code: 0, data: { loginState: '0' } })
  expect(done.data.codes).toHaveLength(10)
  expect((await enter({ response: passkey.answer(await challenge(), site) })).code).toBe(0)
  // a ticket of who has a factor makes none
  const later = await half()
  const again = await ask(h, 'POST', '/auth/user/factor', { ticket: later.data.ticket, beginPasskey: true }, { cookie: cookieOf(later) })
  expect(again.data).toMatchObject({ ticketOver: true })
})

test('answers that are none', async () => {
  for (const response of ['x', 7, {}, { response: {} }, { response: { clientDataJSON: 'e30' } }, null])
    expect((await enter({ response })).code).toBe(1010)
})
