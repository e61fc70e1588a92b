/** API keys, through the real HTTP layer: whose they are, what they open, and when they are shut. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defined } from '#platform/server/base/defined.ts'
import { ask, demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { access } from '../index.ts'
import { keysEnd } from './ends.ts'
import { isWithin, rangeFault } from './make.ts'

let h: DemoHouse
let admin: Person
let sales: Person
const lines: string[] = []
beforeAll(async () => {
  h = await demoHouse([access], null, {}, line => lines.push(line))
  admin = await signedInAs(h, 'admin')
  sales = await signedInAs(h, 'sales')
})
afterAll(() => h.close())
beforeEach(() => {
  h.clock.now = new Date(h.clock.now.getTime() + 2_000)
})

const wish = { name: '报表', scopes: ['shop 2'], endsOn: '2026-12-31' }
async function keyOf(who: Person, more: object = {}): Promise<{ id: string; key: string; asks: Person }> {
  const answer = await who.post('/apiKey/ownInsert', { ...wish, ...more })
  expect(answer.code, answer.msg).toBe(0)
  return { ...answer.data, asks: person(h, answer.data.key) }
}
const shopsOf = async (who: Person): Promise<string[]> => {
  const answer = await who.post('/sysShopSetting/list', { pageNum: 1, pageSize: 100 })
  expect(answer.code, answer.msg).toBe(0)
  return answer.data.list.map((row: { id: string }) => row.id)
}
/** Fields that a refusal names. */
const faults = async (more: object, who = admin): Promise<string[]> => {
  const { code, data } = await who.post('/apiKey/ownInsert', { ...wish, ...more })
  expect(code).toBe(1002)
  return data.errors.map((one: { field: string }) => one.field)
}

test('A key sees what its account sees, of the shops it was given, and calls nothing else', async () => {
  const his = await shopsOf(sales)
  const { asks } = await keyOf(sales)
  expect(await shopsOf(asks)).toEqual(his)
  const one = await keyOf(sales, { shopIds: [his[0]] })
  expect(await shopsOf(one.asks)).toEqual([his[0]])
  expect(await asks.post('/productManage/list', { pageNum: 1, pageSize: 10 })).toMatchObject({ status: 403, code: 1003 })
  for (const path of [
    '/apiKey/own',
    '/apiKey/scopes',
    '/account/info',
    '/realtime/ticket',
    '/auth/user/modifyPassword',
    '/userManage/viewAs',
  ])
    expect(await asks.post(path), path).toMatchObject({ code: expect.toBeOneOf([1003, 1004]) })
})

test('The text is told once, kept as a hash, and stands in no list, trail or log', async () => {
  const { id, key } = await keyOf(admin)
  expect(key).toMatch(/^zg_live_[0-9A-Za-z]{57}$/)
  const secret = key.slice(16)
  const told = [
    await admin.post('/apiKey/own'),
    await admin.post('/apiKey/list', { pageNum: 1, pageSize: 100 }),
    await admin.post('/auditTrail/list', { pageNum: 1, pageSize: 100 }),
    await h.db.selectFrom('api_key').selectAll().execute(),
    await h.db.selectFrom('audit_entry').selectAll().execute(),
    await h.db.selectFrom('idempotency').selectAll().execute(),
  ]
  expect(JSON.stringify(told)).not.toContain(secret)
  const own = told[0] as { data: { list: { id: string; part: string }[] } }
  expect(own.data.list.find(one => one.id === id)?.part).toBe(key.slice(0, 16))
  const inQuery = await ask(h, 'GET', `/sysShopSetting/query/1?token=${key}`, undefined, { authorization: `Bearer ${key}` })
  expect(inQuery).toMatchObject({ code: 1002, msg: expect.stringContaining('请求头') })
  expect(await ask(h, 'GET', `/sysShopSetting/query/${key}`, undefined, {})).toMatchObject({ code: 1002 })
  expect(lines.join('\n')).not.toContain(secret)
})

test('It is shut when revoked, ended, or its account is disabled, and lacks a right as soon as the account does', async () => {
  const { id, asks } = await keyOf(sales)
  await shopsOf(asks)
  expect((await admin.post('/apiKey/ownRevoke', { id })).code).toBe(1004)
  expect((await sales.post('/apiKey/ownRevoke', { id })).code).toBe(0)
  expect(await asks.post('/sysShopSetting/list', { pageNum: 1, pageSize: 1 })).toMatchObject({ status: 401, code: 1001 })

  const ending = await keyOf(sales, { endsOn: '2026-11-22' })
  await shopsOf(ending.asks)
  const before = h.clock.now
  h.clock.now = new Date('2026-11-22T16:00:01Z')
  expect((await ending.asks.post('/sysShopSetting/list', { pageNum: 1, pageSize: 1 })).code).toBe(1001)
  h.clock.now = before

  const account = await h.db.selectFrom('account').select('id').where('username', '=', 'sales').executeTakeFirstOrThrow()
  const third = await keyOf(sales)
  await shopsOf(third.asks)
  const granted = h.db.selectFrom('account_role').select('role_id').where('account_id', '=', account.id)
  await h.db.deleteFrom('role_permission').where('role_id', 'in', granted).where('permission', '=', 'shop').execute()
  h.house.rights.forget?.()
  h.clock.now = new Date(h.clock.now.getTime() + 1_000)
  expect((await third.asks.post('/sysShopSetting/list', { pageNum: 1, pageSize: 1 })).code).toBe(1003)
  await h.db.updateTable('account').set({ status: 2 }).where('id', '=', account.id).execute()
  h.clock.now = new Date(h.clock.now.getTime() + 1_000)
  expect((await third.asks.post('/sysShopSetting/list', { pageNum: 1, pageSize: 1 })).code).toBe(1001)
  await h.db.updateTable('account').set({ status: 1 }).where('id', '=', account.id).execute()
})

test('From other addresses it is refused, beyond its calls a minute as well', async () => {
  const { id, key } = await keyOf(admin, { addresses: ['10.1.0.0/16', '2001:4860::/32'], perMinute: 3 })
  const lastAddress = async () => (await admin.post('/apiKey/own')).data.list.find((one: { id: string }) => one.id === id)?.lastAddress
  const from = (address: string) =>
    ask(h, 'POST', '/sysShopSetting/list', { pageNum: 1, pageSize: 1 }, { authorization: `Bearer ${key}` }, address)
  expect(await from('10.2.0.1')).toMatchObject({ status: 403, code: 1003 })
  expect(await lastAddress()).toBeNull()
  expect((await from('10.1.9.9')).code).toBe(0)
  expect(await lastAddress()).toBe('10.1.9.9')
  expect((await from('::ffff:10.1.0.1')).code).toBe(0)
  expect((await from('2001:4860::1')).code).toBe(0)
  expect(await from('10.1.9.9')).toMatchObject({ status: 429, code: 1029, headers: { 'retry-after': expect.any(String) } })
  h.clock.now = new Date(h.clock.now.getTime() + 61_000)
  expect((await from('10.1.9.9')).code).toBe(0)
})

test('What a key writes stands in the trail as its own, and is no other key’s first result', async () => {
  const scopes = ['product 1', 'product 2']
  const [one, two] = [await keyOf(admin, { name: '仓库系统', scopes }), await keyOf(admin, { scopes })]
  const send = (key: string) =>
    ask(h, 'POST', '/productManage/insert', { sku: 'KEY-1', name: '面霜' }, { authorization: `Bearer ${key}`, 'idempotency-key': 'same' })
  const made = await send(one.key)
  expect(made.code, made.msg).toBe(0)
  expect((await send(one.key)).headers['idempotency-replayed']).toBe('true')
  expect((await send(two.key)).code).toBe(1002)
  const entry = await h.db.selectFrom('audit_entry').selectAll().where('subject', '=', 'product').orderBy('id', 'desc').executeTakeFirst()
  expect(entry?.account_name).toMatch(/（经 API 密钥 仓库系统）$/)
})

test('An administrator makes keys of technical accounts, of nobody else; nobody signs in with such an account', async () => {
  const role = await h.db.selectFrom('role_permission').select('role_id').where('permission', '=', 'product').executeTakeFirstOrThrow()
  const made = await admin.post('/technicalAccount/insert', { name: 'BI', roleIds: [role.role_id] })
  expect(made.code, made.msg).toBe(0)
  expect((await sales.post('/technicalAccount/insert', { name: 'mine' })).code).toBe(1003)
  const technicalId = made.data.id
  const { modules } = (await admin.post('/apiKey/scopes', { technicalId })).data
  const scope = defined(modules[0], 'a module').permissions[0].operations[0].scope
  const key = await admin.post('/apiKey/insert', { ...wish, technicalId, scopes: [scope] })
  expect(key.code, key.msg).toBe(0)
  expect((await sales.post('/apiKey/insert', { ...wish, technicalId, scopes: [scope] })).code).toBe(1003)
  expect((await admin.post('/apiKey/insert', { ...wish, technicalId: '999', scopes: [scope] })).code).toBe(1004)
  expect((await admin.post('/apiKey/insert', { ...wish, technicalId, scopes: ['role 100'] })).code).toBe(1002)
  const account = await h.db.selectFrom('account').select(['username', 'password_hash']).where('name', '=', 'BI').executeTakeFirstOrThrow()
  for (const password of ['', account.password_hash, h.demo.password])
    expect((await ask(h, 'POST', '/auth/user/login', { username: account.username, password })).code).not.toBe(0)
  const version = (await admin.get(`/technicalAccount/query/${technicalId}`)).data.version
  const closed = await admin.post('/technicalAccount/update', { id: technicalId, version, name: 'BI', status: 2 })
  expect(closed.code, closed.msg).toBe(0)
  h.clock.now = new Date(h.clock.now.getTime() + 1_000)
  expect((await person(h, key.data.key).post('/sysShopSetting/list', { pageNum: 1, pageSize: 1 })).code).toBe(1001)
  expect((await admin.post('/apiKey/insert', { ...wish, technicalId, scopes: [scope] })).code).toBe(1002)
})

test('A week before it ends whoever uses it is told once; not before', async () => {
  const endsOn = '2026-11-28'
  await keyOf(admin, { name: '周报', endsOn })
  await keyOf(admin, { name: '后日', endsOn: '2026-11-29' })
  const role = await h.db.selectFrom('role_permission').select('role_id').where('permission', '=', 'product').executeTakeFirstOrThrow()
  const technicalId = (await admin.post('/technicalAccount/insert', { name: 'ERP', roleIds: [role.role_id] })).data.id
  const { modules } = (await admin.post('/apiKey/scopes', { technicalId })).data
  const scopes = [defined(modules[0], 'a module').permissions[0].operations[0].scope]
  expect((await admin.post('/apiKey/insert', { name: '接口', scopes, endsOn, technicalId })).msg).toBe('')
  const { org_id: orgId } = await h.db.selectFrom('api_key').select('org_id').executeTakeFirstOrThrow()
  const run = async (): Promise<void> => {
    const system = await h.house.asSystem(orgId, 'test')
    await system.write((tx, inside) => keysEnd.work(inside, tx, { at: h.clock.now, signal: new AbortController().signal }))
  }
  await run()
  await run()
  const said = await h.db.selectFrom('message').select(['account_id', 'title']).where('title', 'like', '%到期，请提前更换%').execute()
  // a key of an earlier test ends today
  const names = said.map(one => one.title.split(/[“”]/)[1]).filter(name => name !== wish.name)
  expect(names).toHaveLength(2)
  expect(new Set(names)).toEqual(new Set(['周报', '接口']))
})

test('Bad wishes are refused by their field', async () => {
  expect(await faults({ scopes: [] })).toEqual(['scopes'])
  expect(await faults({ scopes: ['productCost 2', 'shop 99'] }, sales)).toEqual(['scopes'])
  expect(await faults({ scopes: ['role 3'] })).toEqual(['scopes'])
  expect(await faults({ shopIds: ['999999'] })).toEqual(['shopIds'])
  expect(await faults({ endsOn: '2027-11-23' })).toEqual(['endsOn'])
  expect(await faults({ endsOn: '2026-11-20' })).toEqual(['endsOn'])
  expect(await faults({ addresses: ['0.0.0.0/0'] })).toEqual(['addresses'])
  expect(await faults({ addresses: ['::/0', 'x', '10.0.0.0/33'] })).toEqual(['addresses', 'addresses', 'addresses'])
})

test('Ranges of addresses', () => {
  for (const wrong of ['', '10.0.0', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', '::/0', '::1/129', 'a.example'])
    expect(rangeFault(wrong), wrong).toBe(true)
  // two halves are all addresses
  for (const wrong of ['0.0.0.0/1', '128.0.0.0/1', '10.0.0.0/7', '::/1', '8000::/1', '2000::/15', '::/16', '::ffff:0:0/97'])
    expect(rangeFault(wrong), wrong).toBe(true)
  for (const right of ['10.0.0.1', '10.0.0.0/8', '2001:db8::/32', '2001::/16', '::ffff:10.0.0.0/104', '::1'])
    expect(rangeFault(right), right).toBe(false)
  expect(isWithin(['10.0.0.0/8'], '10.3.2.1')).toBe(true)
  expect(isWithin(['10.0.0.0/8'], '11.3.2.1')).toBe(false)
  expect(isWithin(['::1'], '::1')).toBe(true)
  expect(isWithin(['10.0.0.0/8'], 'unknown')).toBe(false)
})

test('A twenty-first key is refused, of two that are made at once too', async () => {
  const live = (await admin.post('/apiKey/own')).data.list.filter((one: { state: number }) => one.state === 1).length
  for (let n = live; n < 19; n++) await keyOf(admin)
  const both = await Promise.all([1, 2].map(() => admin.post('/apiKey/ownInsert', wish)))
  expect(both.map(({ code }) => code === 0).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
  expect(both.find(({ code }) => code !== 0)?.msg).toContain('最多 20 个')
})
