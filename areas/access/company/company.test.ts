import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { demoPeople } from '#areas/admin/index.ts'
import { access } from '../index.ts'
import { demoCompany, makeDemo } from './demo.ts'

const publicUrl = 'https://erp.example.com/'
const callback = 'https://erp.example.com/api-2024/auth/sso/callback'
let h: DemoHouse
let admin: Person
const servers: Server[] = []

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let all = ''
  for await (const part of request) all += String(part)
  return all
}

/** What 企业微信 and 钉钉 answer, by path; a test changes it. */
let answers: Readonly<Record<string, object>> = {}
/** An issuer whose word a test bends. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
let bent: { readonly claims?: object; readonly alg?: string; readonly issuer?: string } = {}
let issuer = ''
let nonce = ''
let discoveries = 0
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
function idToken(): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: issuer, aud: 'zhanggui', sub: 'u-1', nonce, iat: now, exp: now + 60, ...bent.claims }
  const head = `${base64({ alg: bent.alg ?? 'RS256', kid: '1' })}.${base64(claims)}`
  return `${head}.${bent.alg === 'none' ? '' : sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`
}
const ours: Readonly<Record<string, () => object>> = {
  '/.well-known/openid-configuration': () => ({
    asked: (discoveries += 1),
    issuer: bent.issuer ?? issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  }),
  '/token': () => ({ access_token: 'x', token_type: 'bearer', id_token: idToken() }),
  '/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] }),
}

beforeAll(async () => {
  const emulator = await listening(
    createServer((request, reply) => {
      void bodyOf(request).then(() => {
        const path = new URL(request.url ?? '/', 'http://x').pathname
        reply.setHeader('content-type', 'application/json')
        reply.end(JSON.stringify(answers[path] ?? { errcode: 40_029 }))
      })
    }),
  )
  h = await demoHouse([access], null, { publicUrl, localChats: true, companySide: async () => emulator })
  issuer = await listening(
    createServer((request, reply) => {
      const made = ours[new URL(request.url ?? '/', 'http://x').pathname]
      reply.setHeader('content-type', 'application/json')
      reply.statusCode = made === undefined ? 404 : 200
      reply.end(JSON.stringify(made?.() ?? {}))
    }),
  )
})
afterAll(async () => {
  for (const server of servers) server.close()
  await h.close()
})
beforeEach(async () => {
  bent = {}
  answers = {}
  for (const table of ['login_failure', 'account_identity', 'company_try', 'second_factor', 'sign_in_provider'] as const)
    await h.db.deleteFrom(table).execute()
  admin = await signedInAs(h, 'admin')
})

const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
async function provider(values: object): Promise<string> {
  const made = await admin.post('/signInProvider/insert', {
    name: '公司',
    clientId: 'zhanggui',
    clientSecret: 'a-secret-of-ours',
    state: 1,
    ...values,
  })
  expect(made).toMatchObject({ code: 0 })
  // the server of the test stands for 企业微信 and 钉钉
  await h.db.updateTable('sign_in_provider').set({ is_emulated: true }).where('kind', '<>', 1).execute()
  const [row] = await h.db.selectFrom('sign_in_provider').select('id').execute()
  return row?.id ?? ''
}
interface Trip {
  readonly url: URL
  readonly cookie: string
}
async function begin(providerId: string, who?: Person): Promise<Trip> {
  const answer =
    who === undefined ? await ask(h, 'POST', '/auth/sso/begin', { providerId }) : await who.post('/companyLink/begin', { providerId })
  expect(answer).toMatchObject({ code: 0 })
  const url = new URL(answer.data.url)
  nonce = url.searchParams.get('nonce') ?? ''
  return { url, cookie: cookieOf(answer) }
}
/** The browser comes back: where it is sent on. */
async function back({ url, cookie }: Trip, query: Readonly<Record<string, string>> = {}): Promise<URL> {
  const search = new URLSearchParams({ code: 'c-1', state: url.searchParams.get('state') ?? '', ...query })
  const answer = await h.app.inject({ method: 'GET', url: `/api-2024/auth/sso/callback?${search.toString()}`, headers: { cookie } })
  expect(answer.statusCode).toBe(302)
  return new URL(String(answer.headers['location']), 'http://x')
}
const finish = (to: URL, { cookie }: Trip) => ask(h, 'POST', '/auth/sso/finish', { ticket: to.searchParams.get('sso') ?? '' }, { cookie })
const wholeTrip = async (id: string, query?: Readonly<Record<string, string>>) => {
  const trip = await begin(id)
  return finish(await back(trip, query), trip)
}
const linked = async (id: string, username: string, query?: Readonly<Record<string, string>>): Promise<URL> => {
  const trip = await begin(id, await signedInAs(h, username))
  return back(trip, query)
}

describe('OIDC', () => {
  test('of another house, oidc-provider: linked by oneself, then a sign-in without a password', async () => {
    const server = createServer()
    const at = await listening(server)
    const there = new Provider(at, {
      clients: [{ client_id: 'zhanggui', client_secret: 'a-secret-of-ours', redirect_uris: [callback] }],
      findAccount: async (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
      cookies: { keys: ['test'] },
    })
    const handle = there.callback()
    server.on('request', (request, reply) => void handle(request, reply))
    /** Signs in there as a person does, until the browser is sent to us. */
    const through = async (trip: Trip): Promise<Readonly<Record<string, string>>> => {
      const jar = new Map<string, string>()
      let next: { url: string; form?: string } = { url: trip.url.href }
      for (let n = 0; n < 20; n++) {
        const answer = await fetch(next.url, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(one => one.join('=')).join('; '), 'content-type': 'application/x-www-form-urlencoded' },
          ...(next.form === undefined ? {} : { method: 'POST', body: next.form }),
        })
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
          jar.set(name, value)
        }
        const location = answer.headers.get('location')
        if (location !== null) {
          const to = new URL(location, next.url)
          if (to.href.startsWith(callback)) return Object.fromEntries(to.searchParams)
          next = { url: to.href }
          continue
        }
        const page = await answer.text()
        const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
        const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
        next = { url: new URL(action, next.url).href, form: new URLSearchParams({ prompt, login: 'wang.fang', password: 'x' }).toString() }
      }
      throw new Error('it never came back')
    }
    const id = await provider({ kind: 1, issuer: at })
    const link = await begin(id, await signedInAs(h, 'finance'))
    expect((await back(link, await through(link))).pathname).toBe('/account/settings/info/3')
    const trip = await begin(id)
    expect([trip.url.searchParams.get('code_challenge_method'), trip.url.searchParams.get('scope')]).toEqual(['S256', 'openid'])
    const to = await back(trip, await through(trip))
    const done = await finish(to, trip)
    expect(done).toMatchObject({ code: 0, data: { name: '周敏', loginState: '0' } })
    expect((await person(h, done.data.access_token).get('/system/userprofile')).data.name).toBe('周敏')
  })

  test('a word that is bent opens nothing, and says what is wrong', async () => {
    const id = await provider({ kind: 1, issuer })
    expect((await linked(id, 'finance')).search).toBe('')
    expect((await wholeTrip(id)).code).toBe(0)
    const old = Math.floor(Date.now() / 1_000) - 3_600
    for (const [what, change, words] of [
      ['issuer of the token', { claims: { iss: 'https://evil.example' } }, /不一致|没有通过核对/],
      ['audience', { claims: { aud: 'another' } }, /没有通过核对/],
      ['nonce', { claims: { nonce: 'old' } }, /没有通过核对/],
      ['alg none', { alg: 'none' }, /没有通过核对/],
      ['clock', { claims: { iat: old, exp: old + 60 } }, /校准时间/],
    ] as const) {
      bent = change
      const answer = await wholeTrip(id)
      expect([what, answer.code]).toEqual([what, 1002])
      expect(answer.msg, what).toMatch(words)
    }
    bent = { issuer: 'https://evil.example' }
    // what it told before is believed for some minutes
    h.clock.now = new Date(h.clock.now.getTime() + 6 * 60_000)
    expect((await ask(h, 'POST', '/auth/sso/begin', { providerId: id })).msg).toMatch(/不一致/)
    expect((await admin.post('/signInProvider/test', { id })).msg).toMatch(/不一致/)
  })

  test('the way back serves once, in its browser, for ten minutes; its ticket once, for one', async () => {
    const id = await provider({ kind: 1, issuer })
    await linked(id, 'finance')
    const trip = await begin(id)
    expect((await back({ ...trip, cookie: '' })).search).toBe('?sso=lost')
    expect((await back(trip, { state: 'A'.repeat(43) })).search).toBe('?sso=lost')
    const to = await back(trip)
    expect((await back(trip)).search).toBe('?sso=lost')
    expect((await finish(to, { ...trip, cookie: `zg_try=${'A'.repeat(43)}` })).code).toBe(1010)
    const all = await Promise.all(Array.from({ length: 64 }, () => finish(to, trip)))
    expect(all.filter(one => one.code === 0).length).toBe(1)
    const late = await begin(id)
    h.clock.now = new Date(h.clock.now.getTime() + 11 * 60_000)
    expect((await back(late)).search).toBe('?sso=lost')
    expect((await finish(new URL('http://x/?sso=lost'), late)).msg).toBe('登录已超时或已经用过，请重新开始')
    const refused = await begin(id)
    expect((await finish(await back(refused, { error: 'access_denied' }), refused)).msg).toBe('您取消了登录')
  })

  test('nobody comes in unlinked, disabled, locked or gone; a link is nobody else’s', async () => {
    const id = await provider({ kind: 1, issuer })
    expect((await wholeTrip(id)).msg).toContain('还没有关联')
    await linked(id, 'finance')
    const stolen = await begin(id, await signedInAs(h, 'sales'))
    expect((await finish(await back(stolen), stolen)).msg).toBe('这个企业账号已关联到别人，请联系系统管理员')
    await h.db.updateTable('account').set({ status: 2 }).where('username', '=', 'finance').execute()
    expect((await wholeTrip(id)).code).toBe(1010)
    await h.db.updateTable('account').set({ status: 1 }).where('username', '=', 'finance').execute()
    await h.db
      .insertInto('login_failure')
      .values(Array.from({ length: 5 }, () => ({ username: 'finance', address: '10.9.9.9', at: h.clock.now.toISOString() })))
      .execute()
    expect((await wholeTrip(id)).code).toBe(1029)
    await h.db.deleteFrom('login_failure').execute()
    await h.db.updateTable('sign_in_provider').set({ state: 0 }).execute()
    expect((await ask(h, 'POST', '/auth/sso/begin', { providerId: id })).code).toBe(1002)
    expect((await ask(h, 'GET', '/auth/sso/providers', undefined)).data).toEqual([])
  })

  test('a provider that becomes another one loses its links: whoever changed it comes into no account', async () => {
    const id = await provider({ kind: 1, issuer })
    await linked(id, 'finance')
    const { data } = await admin.get(`/signInProvider/query/${id}`)
    const change = (values: object, version: number) => admin.post('/signInProvider/update', { id, version, ...values })
    expect((await change({ name: '公司账号' }, data.version)).code).toBe(0)
    expect((await wholeTrip(id)).code).toBe(0)
    expect((await change({ issuer: `${issuer}/` }, data.version + 1)).code).toBe(0)
    expect((await h.db.selectFrom('account_identity').select('id').execute()).length).toBe(0)
  })

  test('many who begin at once ask the provider once', async () => {
    const id = await provider({ kind: 1, issuer })
    discoveries = 0
    const all = await Promise.all(Array.from({ length: 16 }, () => ask(h, 'POST', '/auth/sso/begin', { providerId: id })))
    expect([all.every(one => one.code === 0), discoveries]).toEqual([true, 1])
  })

  test('an address without discovery, one that is none, one of the own network, without https', async () => {
    for (const [address, words] of [
      [`${issuer}/other`, /没有通过核对|不一致/],
      ['nonsense', /不是网址/],
      ['https://10.0.0.1', /内部网络/],
      ['http://example.com', /https/],
    ] as const) {
      await h.db.deleteFrom('sign_in_provider').execute()
      const id = await provider({ kind: 1, issuer: address })
      expect((await admin.post('/signInProvider/test', { id })).msg, address).toMatch(words)
    }
  })
})

describe('企业微信', () => {
  const token = { '/qyapi.weixin.qq.com/cgi-bin/gettoken': { errcode: 0, access_token: 't' } }
  const asUser = (values: object) => ({ ...token, '/qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo': { errcode: 0, ...values } })
  test('a member comes in; an openid and an external contact do not', async () => {
    const id = await provider({ kind: 2, corpId: 'ww1', clientId: '1000002' })
    answers = asUser({ userid: 'WangFang' })
    await linked(id, 'finance')
    const trip = await begin(id)
    expect([trip.url.pathname, trip.url.searchParams.get('appid'), trip.url.searchParams.get('agentid')]).toEqual([
      '/login.work.weixin.qq.com/wwlogin/sso/login',
      'ww1',
      '1000002',
    ])
    expect((await wholeTrip(id)).code).toBe(0)
    for (const values of [{ openid: 'o-1' }, { external_userid: 'e-1' }]) {
      answers = asUser(values)
      expect((await wholeTrip(id)).msg).toBe('您不是这家企业的成员，不能登录')
    }
  })
  test('the button names what is wrong', async () => {
    const id = await provider({ kind: 2, corpId: 'ww1' })
    for (const [errcode, words] of [
      [60_020, '服务器的地址不在企业微信的可信 IP 中，请在应用的设置里添加'],
      [40_013, '企业编号不正确'],
      [40_001, '应用密钥不正确'],
      [99_999, '企业微信拒绝了登录（99999）'],
    ] as const) {
      answers = { '/qyapi.weixin.qq.com/cgi-bin/gettoken': { errcode } }
      expect((await admin.post('/signInProvider/test', { id })).msg).toBe(words)
    }
    answers = token
    expect((await admin.post('/signInProvider/test', { id })).code).toBe(0)
  })
})

describe('钉钉', () => {
  const asPerson = (corpId: string) => ({
    '/api.dingtalk.com/v1.0/oauth2/userAccessToken': { accessToken: 't', corpId },
    '/api.dingtalk.com/v1.0/contact/users/me': { unionId: 'union-1' },
  })
  test('of our company alone', async () => {
    const id = await provider({ kind: 3, corpId: 'ding1' })
    answers = asPerson('ding1')
    await linked(id, 'finance')
    expect((await wholeTrip(id)).code).toBe(0)
    answers = asPerson('ding2')
    expect((await wholeTrip(id)).msg).toBe('您登录的是另一家企业，请选择本企业后重新登录')
    answers = {}
    expect((await wholeTrip(id)).msg).toBe('登录码已失效，请重新登录')
  })
})

describe('a list of an administrator', () => {
  const noOf = async (username: string): Promise<string> => {
    const { no } = await h.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .innerJoin('employee as e', 'e.id', 'm.employee_id')
      .select('e.no')
      .where('a.username', '=', username)
      .executeTakeFirstOrThrow()
    return no
  }
  test('links by number; who is linked is signed out, told, and his seals are closed; nobody lists himself', async () => {
    const id = await provider({ kind: 1, issuer })
    const who = await signedInAs(h, 'finance')
    const sealsOf = () => h.db.selectFrom('account').select('seal_turn').where('username', '=', 'finance').executeTakeFirstOrThrow()
    const before = await sealsOf()
    expect(await admin.post('/signInProvider/linkList', { id, sheet: `${await noOf('finance')}\tu-1\n` })).toMatchObject({ code: 0 })
    expect((await who.post('/factor/list')).status).toBe(401)
    expect((await sealsOf()).seal_turn).toBe(before.seal_turn + 1)
    expect((await wholeTrip(id)).data).toMatchObject({ name: '周敏' })
    const told = await h.db.selectFrom('message').select('title').execute()
    expect(told.map(one => one.title).join(' ')).toContain('修改了您的企业登录')
    expect((await admin.post('/signInProvider/linkList', { id, sheet: `${await noOf('sales')}\tu-1` })).msg).toContain('已关联到别人')
    expect((await admin.post('/signInProvider/linkList', { id, sheet: 'NO-SUCH\tu-9' })).code).toBe(1002)
  })
  test('the second step is asked where the provider does not count as both', async () => {
    const id = await provider({ kind: 1, issuer })
    await linked(id, 'finance')
    await h.db.updateTable('role').set({ factor_from: '2026-01-01' }).execute()
    expect(await wholeTrip(id)).toMatchObject({ code: 1017, data: { setUp: true } })
    await h.db.updateTable('sign_in_provider').set({ is_both: true }).execute()
    expect((await wholeTrip(id)).code).toBe(0)
    await h.db.updateTable('role').set({ factor_from: null }).execute()
  })
})

test('a provider that is down says so; by the password one comes in as before', async () => {
  const id = await provider({ kind: 1, issuer: 'http://127.0.0.1:9' })
  expect((await ask(h, 'POST', '/auth/sso/begin', { providerId: id })).msg).toBe('连接不上登录服务，请稍后再试')
  expect((await ask(h, 'POST', '/auth/user/login', { username: 'finance', password: 'demo1234' })).code).toBe(0)
})

test('演示企业登录: in the demo company one chooses who one is', async () => {
  const before = h.house.settings.companySide
  Object.assign(h.house.settings, { companySide: demoCompany() })
  await makeDemo({ ...demoPeople(h.house), now: h.clock.now })
  const [shown] = (await ask(h, 'GET', '/auth/sso/providers', undefined)).data
  expect(shown).toMatchObject({ name: '演示企业登录' })
  const trip = await begin(shown.id)
  const page = await (await fetch(trip.url)).text()
  const link = /href="([^"]+)">周敏/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const query = Object.fromEntries(new URL(link).searchParams)
  const done = await finish(await back(trip, query), trip)
  expect(done).toMatchObject({ code: 0, data: { name: '周敏' } })
  const again = await begin(shown.id)
  expect((await finish(await back(again, { code: query['code'] ?? '' }), again)).msg).toBe('登录码已失效，请重新登录')
  Object.assign(h.house.settings, { companySide: undefined })
  expect((await ask(h, 'POST', '/auth/sso/begin', { providerId: shown.id })).msg).toBe('演示企业登录只在演示公司里可用')
  Object.assign(h.house.settings, { companySide: before })
})
