/** Webhooks over a receiver of this machine: what is told to whom, how often, and signed by whom. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetWishes } from '#platform/server/notices.ts'
import { sql } from 'kysely'
import { defined } from '#platform/server/base/defined.ts'
import { seededRandom } from '#areas/admin/index.ts'
import { demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { access, demoCompany } from '../index.ts'
import { sendAll, triesMax } from './send.ts'
import { newSigningSecret, signed } from './sign.ts'

let h: DemoHouse
let admin: Person
let receiver: Server
let answer: (request: IncomingMessage) => number = () => 200
const got: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = []
const hung: IncomingMessage[] = []
const dayMs = 86_400_000
/** `WRITES=10000` tries longer */
const writes = Number(process.env['WRITES'] ?? '400')
beforeAll(async () => {
  receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', part => (body += part))
    request.on('end', () => {
      const status = answer(request)
      if (status === 0) return request.socket.destroy()
      if (status === -1) return void hung.push(request)
      // an answer that never ends
      if (status === -2) return void reply.writeHead(200).write('x'.repeat(200_000))
      got.push({ headers: request.headers, body })
      reply.writeHead(status, status === 302 ? { location: 'http://127.0.0.1/' } : {}).end('ok')
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  h = await demoHouse([access], null, { localChats: true }, null, 1_000_000)
  admin = await signedInAs(h, 'admin')
})
afterAll(async () => {
  receiver.close()
  await h.close()
})
beforeEach(async () => {
  got.length = 0
  answer = () => 200
  h.clock.now = new Date('2026-11-21T09:00:30+08:00')
  await h.db.deleteFrom('webhook_delivery').execute()
  await h.db.deleteFrom('webhook_endpoint').execute()
  await h.db.deleteFrom('webhook_wish').execute()
  forgetWishes()
})

const addressOf = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
async function endpoint(name: string, events: string, who = admin, path = ''): Promise<string> {
  const made = await who.post('/webhookEndpoint/insert', { name, events, address: `${addressOf()}${path}` })
  expect(made.code, made.msg).toBe(0)
  return made.data.id
}
const close = async (id: string): Promise<void> => {
  expect((await admin.post('/webhookEndpoint/delete', { id })).code).toBe(0)
}
const product = async (sku: string): Promise<string> => {
  const made = await admin.post('/productManage/insert', { sku, name: sku })
  expect(made.code, made.msg).toBe(0)
  return made.data.id
}
const bodies = () => got.map(one => JSON.parse(one.body))
const deliveries = () => h.db.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()

test('Nothing is noted where nobody listens', async () => {
  await product('QUIET')
  expect(await h.db.selectFrom('webhook_event').select('id').execute()).toEqual([])
})

test('Endpoints that are saved at once are all listened to', async () => {
  const events = ['product.created', 'product.changed', 'product.removed', 'shop.changed']
  for (let round = 0; round < 3; round++) {
    await Promise.all(events.map((event, n) => endpoint(`at once ${round} ${n}`, `${event}\nshop.created`)))
    const heard = await h.db.selectFrom('webhook_wish').select('event').orderBy('event').execute()
    expect(heard.map(one => one.event)).toEqual([...events, 'shop.created'].toSorted())
    await h.db.deleteFrom('webhook_endpoint').execute()
    await h.db.deleteFrom('webhook_wish').execute()
  }
})

test('Each change is told once, by id and names of fields; an answer of 2xx ends it', async () => {
  const id = await endpoint('one', 'product.*')
  const made = await product('HOOK-1')
  const version = (await admin.get(`/productManage/query/${made}`)).data.version
  expect((await admin.post('/productManage/update', { id: made, version, name: '新名字' })).code).toBe(0)
  await sendAll(h.house)
  expect((await admin.post('/productManage/delete', { id: made })).code).toBe(0)
  await sendAll(h.house)
  await sendAll(h.house)
  expect(bodies().map(one => [one.type, one.data.id, one.data.fields])).toEqual([
    ['product.created', made, []],
    ['product.changed', made, ['name']],
    ['product.removed', made, []],
  ])
  expect(JSON.stringify(bodies())).not.toContain('新名字')
  expect((await deliveries()).map(one => [one.state, one.tries])).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
  ])
  await close(id)
})

test('A refused change leaves no event; what is rolled back was never there', async () => {
  const id = await endpoint('two', 'product.created')
  await product('HOOK-2')
  expect((await admin.post('/productManage/insert', { sku: 'HOOK-2', name: 'again' })).code).toBe(1002)
  await sendAll(h.house)
  expect(bodies()).toHaveLength(1)
  await close(id)
})

test('A late, cut or failing receiver is tried ten times over three days, under one id; then by hand', async () => {
  const id = await endpoint('three', 'product.created')
  await product('HOOK-3')
  answer = request => (request.headers['webhook-id'] === undefined ? 200 : 500)
  const before = h.clock.now
  const begun = before.getTime()
  for (let n = 0; n < 40; n += 1) {
    await sendAll(h.house)
    h.clock.now = new Date(h.clock.now.getTime() + 3 * 3_600_000)
  }
  expect(got).toHaveLength(triesMax)
  expect(new Set(got.map(one => one.headers['webhook-id'])).size).toBe(1)
  expect(h.clock.now.getTime() - begun).toBeGreaterThan(3 * dayMs)
  const [last] = (await deliveries()).slice(-1)
  expect([last?.state, last?.status]).toEqual([4, 500])
  h.clock.now = before
  answer = () => 204
  expect((await admin.post('/webhookDelivery/again', { ids: [last?.id] })).code).toBe(0)
  await sendAll(h.house)
  expect((await deliveries()).at(-1)?.state).toBe(2)
  await close(id)
})

test('A receiver that says 410 is told nothing more; a redirect is not followed', async () => {
  const id = await endpoint('four', 'product.created')
  answer = () => 302
  await product('HOOK-4')
  await sendAll(h.house)
  expect((await deliveries()).at(-1)).toMatchObject({ state: 3, status: 302 })
  answer = () => 410
  await product('HOOK-5')
  await sendAll(h.house)
  const row = await h.db.selectFrom('webhook_endpoint').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.state).toBe(2)
  await close(id)
})

test('The demo company has a receiver of its own; elsewhere its name leads nowhere', async () => {
  const { data, msg } = await admin.post('/webhookEndpoint/insert', {
    name: 'demo',
    events: 'product.created',
    address: 'https://receiver.invalid/shop',
  })
  expect(msg).toBe('')
  const tried = async (): Promise<unknown> => {
    await h.db.deleteFrom('webhook_delivery').execute()
    expect((await admin.post('/webhookEndpoint/test', { id: data.id })).code).toBe(0)
    await sendAll(h.house)
    await expect.poll(async () => (await deliveries())[0]?.state).not.toBe(1)
    return (await deliveries()).map(one => [one.state, one.status])
  }
  Object.assign(h.house.settings, { companySide: demoCompany() })
  expect(await tried()).toEqual([[2, 204]])
  Object.assign(h.house.settings, { companySide: undefined })
  expect(await tried()).toEqual([[3, null]])
  await close(data.id)
})

/** Tests of an endpoint that are due. */
async function queue(id: string, n: number): Promise<void> {
  const { org_id: orgId } = await h.db.selectFrom('webhook_endpoint').select('org_id').where('id', '=', id).executeTakeFirstOrThrow()
  const at = h.clock.now.toISOString()
  const one = { org_id: orgId, at, endpoint_id: id, event: 'test', next_at: at }
  await h.db
    .insertInto('webhook_delivery')
    .values(Array.from({ length: n }, () => one))
    .execute()
}
const statesOf = async (id: string): Promise<number[]> => (await deliveries()).filter(one => one.endpoint_id === id).map(one => one.state)

test('A receiver that never answers holds up no other one', async () => {
  const [never, quick] = [await endpoint('never', 'shop.step', admin, '/never'), await endpoint('quick', 'shop.step')]
  answer = request => (request.url?.endsWith('/never') === true ? -1 : 200)
  await queue(never, 60)
  await queue(quick, 60)
  const stop = new AbortController()
  const running = sendAll(h.house, stop.signal)
  await expect.poll(() => got.length, { timeout: 10_000, interval: 50 }).toBe(60)
  expect(hung.length).toBeLessThanOrEqual(8)
  stop.abort()
  for (const request of hung.splice(0)) request.socket.destroy()
  await running
  expect(new Set(await statesOf(quick))).toEqual(new Set([2]))
})

test('An answer that never ends is read no further than its bound, and counts as a failed try', async () => {
  const id = await endpoint('endless', 'shop.step')
  answer = () => -2
  await queue(id, 2)
  await sendAll(h.house)
  expect(await statesOf(id)).toEqual([3, 3])
  expect((await deliveries())[0]?.said).toContain('回答不完整')
})

test('What goes wrong before sending is a failed try of that endpoint alone', async () => {
  const [broken, sound] = [await endpoint('broken', 'shop.step'), await endpoint('sound', 'shop.step')]
  await h.db.updateTable('webhook_endpoint').set({ signing: 'v1.broken' }).where('id', '=', broken).execute()
  await queue(broken, 2)
  await queue(sound, 2)
  await sendAll(h.house)
  expect([await statesOf(broken), await statesOf(sound)]).toEqual([
    [3, 3],
    [2, 2],
  ])
})

test('One that is switched off is noted for no more, is in the trail and is told; on again its days begin anew; it goes', async () => {
  const id = await endpoint('off', 'product.created')
  const wishes = async () => (await h.db.selectFrom('webhook_wish').select('event').execute()).length
  expect(await wishes()).toBe(1)
  await h.db.updateTable('webhook_endpoint').set({ failing_since: '2026-11-01T00:00:00Z' }).where('id', '=', id).execute()
  answer = () => 410
  await queue(id, 3)
  await sendAll(h.house)
  // a job of an earlier change may have taken them first
  await expect.poll(wishes).toBe(0)
  const trail = await h.db
    .selectFrom('audit_entry')
    .select('verb')
    .where('subject', '=', 'webhook_endpoint')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  expect(trail.map(one => one.verb)).toEqual(['add', 'update'])
  const told = await h.db.selectFrom('message').select('title').where('title', 'like', '%off%已自动停用%').execute()
  expect(told.length).toBeGreaterThan(0)
  const { version, name, events } = (await admin.get(`/webhookEndpoint/query/${id}`)).data
  const on = await admin.post('/webhookEndpoint/update', { id, version, name, events, state: 1 })
  expect(on.code, on.msg).toBe(0)
  const row = await h.db.selectFrom('webhook_endpoint').select(['state', 'failing_since']).where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ state: 1, failing_since: null })
  expect(await wishes()).toBe(1)
  await close(id)
  expect(await deliveries()).toEqual([])
})

test('One that has just taken a delivery has not failed for days, though another of the same moment failed', async () => {
  const id = await endpoint('wavering', 'product.created')
  await h.db.updateTable('webhook_endpoint').set({ failing_since: '2026-11-01T00:00:00Z' }).where('id', '=', id).execute()
  let n = 0
  answer = () => (n++ === 0 ? 200 : 500)
  await queue(id, 2)
  await sendAll(h.house)
  const row = await h.db.selectFrom('webhook_endpoint').select(['state', 'failing_since']).where('id', '=', id).executeTakeFirst()
  expect([n, row?.state]).toEqual([2, 1])
  await close(id)
})

test('An account that is shut: its deliveries say so, and the endpoint is off', async () => {
  const id = await endpoint('shut', 'shop.step')
  const account = await h.db.selectFrom('account').select('id').where('username', '=', 'sales').executeTakeFirstOrThrow()
  await h.db.updateTable('webhook_endpoint').set({ account_id: account.id }).where('id', '=', id).execute()
  await h.db.updateTable('account').set({ status: 2 }).where('id', '=', account.id).execute()
  h.house.rights.forget?.()
  await queue(id, 2)
  await sendAll(h.house)
  await h.db.updateTable('account').set({ status: 1 }).where('id', '=', account.id).execute()
  h.house.rights.forget?.()
  expect(await statesOf(id)).toEqual([4, 4])
  expect((await deliveries())[0]?.said).toContain('停用')
  const row = await h.db.selectFrom('webhook_endpoint').select('state').where('id', '=', id).executeTakeFirst()
  expect(row?.state).toBe(2)
})

test('The signature is that of Standard Webhooks, of two secrets while one is changed', async () => {
  const id = await endpoint('five', 'product.created')
  const answers = await Promise.resolve(
    h.app.inject({
      method: 'POST',
      url: '/api-2024/webhookEndpoint/rotate',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { id },
    }),
  )
  const secret = answers.body.trim()
  expect(secret).toMatch(/^whsec_/)
  expect((await admin.post('/webhookEndpoint/test', { id })).code).toBe(0)
  await sendAll(h.house)
  const { headers, body } = defined(got.at(-1), 'a delivery')
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(content)
    .digest('base64')
  const signatures = String(headers['webhook-signature']).split(' ')
  expect(signatures).toHaveLength(2)
  expect(signatures[0]).toBe(`v1,${expected}`)
  expect(JSON.stringify(await admin.post('/webhookEndpoint/list', { pageNum: 1, pageSize: 10 }))).not.toContain(secret.slice(6))
  await close(id)
})

test('What the account does not see is not told; whoever was away asks for what came after a number', async () => {
  const id = await endpoint('six', 'shop.changed\nproduct.created')
  const sales = await h.db.selectFrom('account').select('id').where('username', '=', 'sales').executeTakeFirstOrThrow()
  await h.db.updateTable('webhook_endpoint').set({ account_id: sales.id }).where('id', '=', id).execute()
  const { data } = await admin.post('/sysShopSetting/list', { pageNum: 1, pageSize: 100 })
  const his = await (await signedInAs(h, 'sales')).post('/sysShopSetting/list', { pageNum: 1, pageSize: 100 })
  const seen = new Set<string>(his.data.list.map((row: { id: string }) => row.id))
  for (const row of data.list) {
    const { version } = (await admin.get(`/sysShopSetting/query/${row.id}`)).data
    const saved = await admin.post('/sysShopSetting/update', { id: row.id, version, name: `${row.name} x` })
    expect(saved.code, saved.msg).toBe(0)
  }
  await sendAll(h.house)
  expect(new Set(bodies().map(one => one.data.id))).toEqual(seen)
  const key = await admin.post('/apiKey/ownInsert', { name: 'away', scopes: ['webhookEvent 2', 'shop 2'], endsOn: '2026-12-31' })
  expect(key.code, key.msg).toBe(0)
  const away = person(h, key.data.key)
  const asked = { after: '0', limit: 1_000 }
  // events wait for transactions that are older and still open, of other tests as well
  await expect
    .poll(async () => (await away.post('/webhookEvent/list', asked)).data.list, { timeout: 60_000, interval: 500 })
    .toHaveLength(data.list.length)
  const first = await away.post('/webhookEvent/list', asked)
  expect(first.data.list.every((one: { data: { resource: string } }) => one.data.resource === 'shop')).toBe(true)
  expect((await away.post('/webhookEvent/list', { after: first.data.next })).data.list).toEqual([])
  await close(id)
})

test('Of two open transactions nothing is skipped: the lower id that commits later is told', async () => {
  const id = await endpoint('order', 'product.created')
  const { org_id: orgId } = await h.db.selectFrom('webhook_endpoint').select('org_id').where('id', '=', id).executeTakeFirstOrThrow()
  const [one, two] = [await product('ORDER-1'), await product('ORDER-2')]
  await close(id)
  await h.db.deleteFrom('webhook_event').execute()
  const made = await admin.post('/apiKey/ownInsert', { name: 'order', scopes: ['webhookEvent 2', 'product 2'], endsOn: '2026-12-31' })
  const away = person(h, made.data.key)
  const told = async (after: string) => (await away.post('/webhookEvent/list', { after })).data
  const begin = async () => {
    const tx = await h.db.startTransaction().execute()
    await sql`select pg_current_xact_id()`.execute(tx)
    const note = (record: string) =>
      sql`insert into webhook_event (org_id, event, list, record_id, xact)
        values (${orgId}, 'product.created', 'product', ${record}, pg_current_xact_id()::text::bigint)`.execute(tx)
    return { note, commit: () => tx.commit().execute() }
  }
  const quick = await begin()
  const long = await begin()
  await long.note(one)
  await quick.note(two)
  await quick.commit()
  const records = async (after: string): Promise<string[]> =>
    (await told(after)).list.map((event: { data: { id: string } }) => event.data.id)
  await expect.poll(() => records('0'), { timeout: 60_000, interval: 500 }).toEqual([two])
  const { next } = await told('0')
  await long.commit()
  await expect.poll(() => records(next), { timeout: 60_000, interval: 500 }).toEqual([one])
  expect(await records('0')).toEqual([two, one])
  await h.db.deleteFrom('webhook_event').execute()
})

test(
  'Random writes: what is noted is what was written, in its order, and nothing else',
  async () => {
    await endpoint('seven', 'product.*')
    const random = seededRandom(7)
    const [before] = await h.db
      .selectFrom('webhook_event')
      .select(sql<string>`coalesce(max(id), 0)::text`.as('id'))
      .execute()
    const there: string[] = []
    const log: string[] = []
    const versionOf = async (id: string): Promise<number> => (await admin.get(`/productManage/query/${id}`)).data.version
    for (let n = 0; n < writes; n += 1) {
      const way = there.length < 3 ? 0 : random.below(5)
      const id = there[random.below(Math.max(1, there.length))] ?? ''
      if (way === 0 || way === 4) {
        const made = await product(`R-${n}`)
        there.push(made)
        log.push(`product.created ${made}`)
      } else if (way === 1) {
        const saved = await admin.post('/productManage/update', { id, version: await versionOf(id), name: `name ${n}` })
        expect(saved.code, saved.msg).toBe(0)
        log.push(`product.changed ${id}`)
      } else if (way === 2) {
        // a stale version is refused, and leaves nothing
        expect((await admin.post('/productManage/update', { id, version: 99_999, name: 'stale' })).code).toBe(1009)
      } else {
        expect((await admin.post('/productManage/delete', { id })).code).toBe(0)
        there.splice(there.indexOf(id), 1)
        log.push(`product.removed ${id}`)
      }
    }
    const noted = await h.db
      .selectFrom('webhook_event')
      .select(['event', 'record_id'])
      .where('id', '>', before?.id ?? '0')
      .orderBy('id')
      .execute()
    expect(noted.map(one => `${one.event} ${one.record_id}`)).toEqual(log)
    await sendAll(h.house)
    await sendAll(h.house)
    const sent = bodies().map(one => `${one.type} ${one.data.id}`)
    expect(new Set(sent).size).toBeGreaterThan(0)
    expect(new Set(got.map(one => one.headers['webhook-id'])).size).toBe(got.length)
    // of what is gone by now its removal alone is told
    const gone = new Set(log.flatMap(line => (line.startsWith('product.removed ') ? line.slice('product.removed '.length) : [])))
    expect(sent.toSorted()).toEqual(
      log.filter(line => line.startsWith('product.removed') || !gone.has(line.split(' ')[1] ?? '')).toSorted(),
    )
  },
  300_000 + writes * 100,
)

test('Bad endpoints are refused', async () => {
  const fields = async (more: object): Promise<string[]> => {
    const { code, data } = await admin.post('/webhookEndpoint/insert', {
      name: 'bad',
      events: 'product.created',
      address: addressOf(),
      ...more,
    })
    expect(code).toBe(1002)
    return data.errors.map((one: { field: string }) => one.field)
  }
  expect(await fields({ events: 'product.sold' })).toEqual(['events'])
  expect(await fields({ events: 'employeeLetter.*' })).toEqual(['events'])
  expect(await fields({ address: 'no address' })).toEqual(['address'])
  expect(await fields({ address: null })).toEqual(['address'])
})

test('Signing', () => {
  const [one, two] = [newSigningSecret(), newSigningSecret()]
  const headers = signed('msg_1', 1_700_000_000_500, '{}', [one, two])
  expect(headers['webhook-timestamp']).toBe('1700000000')
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
})
