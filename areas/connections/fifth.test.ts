/** A fifth, made-up marketplace: pages by cursor, a signature of its own, orders and money. It is declared here and nowhere else. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantMs } from '#platform/format/instants.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'
import type { Person } from '../../test/setup/demo-house.ts'
import { drainSync } from '../../test/setup/drain-sync.ts'
import { declared } from './core/declared.ts'
import type { Platform } from './core/platform.ts'
import { platforms, sourceFaults } from './core/platforms.ts'
import { connections } from './index.ts'

const host = 'api.bazaar.example'
const operationOf = declared([
  { id: 'sales', path: '/sales', query: ['since', 'until', 'cursor'], rate: 5, burst: 10 },
  { id: 'money', path: '/money', query: ['since', 'until'], rate: 5, burst: 10 },
  { id: 'me', path: '/me', rate: 5, burst: 10 },
  { id: 'payOut', method: 'POST', path: '/pay-out', rate: 1, burst: 1 },
])
const sign = (path: string, secret: string): string => createHmac('sha1', secret).update(path).digest('base64')
const plan = { days: 7, delayHours: 1, rereadDays: [], backfillDays: 90 } as const
const bazaar: Platform = {
  title: ['集市', 'Bazaar'],
  operationOf,
  sources: {
    bazaarOrders: {
      ...plan,
      by: 'call',
      title: ['集市订单', 'Bazaar orders'],
      call: 'sales',
      kind: 'walmartOrders',
      role: 'orders',
      rows: 'list.elements.order',
      ask: ({ from, to }) => ({ since: from, until: to }),
      paging: { by: 'token', read: 'more', send: 'cursor', alone: true },
    },
    bazaarMoney: {
      ...plan,
      by: 'call',
      title: ['集市放款', 'Bazaar money'],
      call: 'money',
      kind: 'walmartStatement',
      role: 'money',
      rows: 'payload',
      ask: ({ from, to }) => ({ since: from, until: to }),
    },
  },
  siteOf: code => code,
  hostOf: () => host,
  documentHosts: [],
  requestId: 'x-id',
  tokenRequest: ({ clientSecret }) => ({
    host,
    request: { method: 'POST', path: '/token', headers: { 'x-sign': sign('/token', clientSecret.use()) }, body: null },
  }),
  signed: (request, { clientSecret }, token) => ({
    ...request,
    headers: { ...request.headers, 'x-token': token.use(), 'x-sign': sign(request.path, clientSecret.use()) },
  }),
  codes: { SLOW_DOWN: 'limited', TIRED_TOKEN: 'refresh', BAD_SIGN: 'signature' },
  errorsIn200: true,
  test: { call: 'me', values: {}, sites: () => [{ id: 'walmart.com', name: 'Bazaar' }] },
}

const orders = (
  JSON.parse(readFileSync('test/fixtures/walmart/orders.json', 'utf8')) as { list: { elements: { order: readonly object[] } } }
).list.elements.order.map((order, i) => ({ ...order, orderDate: instantMs('2026-11-16T10:00:00Z') + i }))
/** its troubles, one for each call in turn */
const troubles: string[] = []
let token = 0
const server = http.createServer((request, answer) => {
  const path = (request.url ?? '').replace(`/${host}`, '')
  answer.sendDate = false
  const say = (value: unknown): void => void answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (request.headers['x-sign'] !== sign(path, 'secret')) return say({ error: 'BAD_SIGN' })
  if (path === '/token') return say({ access_token: `t${(token += 1)}`, expires_in: 600 })
  const trouble = troubles.shift()
  if (trouble === 'TIRED_TOKEN') token += 1
  if (request.headers['x-token'] !== `t${token}`) return say({ error: 'TIRED_TOKEN' })
  if (trouble === 'cut') return void answer.writeHead(200, { 'content-length': 99 }).write('{', () => answer.destroy())
  if (trouble !== undefined) return say({ error: trouble })
  if (path === '/me') return say({ me: 1 })
  const { searchParams, pathname } = new URL(path, `http://${host}`)
  if (pathname === '/money') return say({})
  const at = Number(searchParams.get('cursor') ?? 0)
  const more = at + 3 < orders.length ? { more: String(at + 3) } : {}
  say({ list: { elements: { order: orders.slice(at, at + 3) } }, ...more })
})

let h: ImportHouse
let admin: Person
beforeAll(async () => {
  platforms.set(9, bazaar)
  h = await openImports(undefined, true, false, [connections])
  admin = await h.signIn('admin')
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  Object.assign(h.house.settings, { emulator: async () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
afterAll(async () => {
  platforms.delete(9)
  server.close()
  await h?.close()
})

test('it is connected, its pages arrive through its troubles, and nothing of the core knows it', async () => {
  const app = (await admin.post('/marketplaceApp/insert', { name: '集市', platform: 3, region: 1, clientId: 'id', clientSecret: 'secret' }))
    .data
  const { data } = await admin.post('/shopConnection/insert', { name: '集市', appId: app.id, backfillFrom: '2026-11-14' })
  await h.sql('update marketplace_app set platform = 9')
  await h.sql('update shop_connection set is_emulated = true')
  expect((await admin.post('/shopConnection/test', { id: data.id, version: 1 })).msg).toBe('')
  troubles.push('SLOW_DOWN', 'TIRED_TOKEN', 'cut')
  await drainSync(h, String(data.id), admin)
  const rows = await h.sql('select report, state, said from sync_window order by report')
  expect(
    rows.map(({ report, state }) => [report, state]),
    JSON.stringify(rows),
  ).toEqual([
    ['bazaarMoney', 6],
    ['bazaarOrders', 5],
  ])
  expect(await h.sql('select count(distinct order_no)::int as n from order_line')).toEqual([{ n: orders.length }])
})

test('a declaration that names no kind of file, or a call that writes, is told when the program starts', () => {
  const kinds = new Set(h.house.registry.families.flatMap(one => one.kinds.map(({ code }) => code)))
  expect(sourceFaults(kinds)).toEqual([])
  const [orderSource] = Object.values(bazaar.sources)
  if (orderSource?.by !== 'call') throw new Error('no source')
  platforms.set(9, { ...bazaar, sources: { a: { ...orderSource, kind: 'none' }, b: { ...orderSource, call: 'payOut' } } })
  expect(sourceFaults(kinds)).toEqual(['a: no kind of file none', 'b: payOut writes, and no plan does'])
  platforms.set(9, { ...bazaar, sources: { a: { ...orderSource, call: 'nothing' } } })
  expect(() => sourceFaults(kinds)).toThrow('no operation nothing')
  platforms.set(9, bazaar)
})
