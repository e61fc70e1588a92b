import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { signedIn } from '#platform/declare/operations.ts'
import type { House } from '../contract/house.ts'
import { createApp } from './app.ts'
import { bearer, fakeHouse } from '../../../test/setup/fake-house.ts'
import { forgetOldResults, once } from './idempotency.ts'
import { refuse } from '../calls/refusal.ts'
import { serverDatabase, type ServerDatabase } from '../../../test/setup/server-database.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'

let database: ServerDatabase
let house: House
let app: FastifyInstance
let now = new Date('2026-11-21T02:00:00Z')
let done = 0
/** there once the work waits for it */
let goOn: (() => void) | null = null
const letGo = (): void => goOn?.()

const routes: RouteMap = {
  'POST /thing/add': call({ demand: signedIn, summary: '新增' }, async (_context, ask) => {
    done += 1
    if (ask.input['fail'] === 'rule') throw refuse.rule(['名称已存在', 'The name exists'])
    if (ask.input['fail'] === 'defect') throw new Error('broken')
    if (ask.input['fail'] === 'wait') await new Promise<void>(resolve => (goOn = resolve))
    return { id: String(done), name: ask.input['name'] }
  }),
  'POST /thing/read': call({ demand: signedIn, summary: '读取', write: false }, async () => ++done),
  'PUT /thing': call({ demand: signedIn, summary: '修改' }, async () => ++done),
}
beforeAll(async () => {
  database = await serverDatabase()
  house = fakeHouse(routes, { db: database.db, now: () => now })
  app = createApp(house, { webFolder: null })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const send = (payload: object, key: string, who: 'clerk' | 'other' = 'clerk', path = '/thing/add', method: 'POST' | 'PUT' = 'POST') =>
  app.inject({ method, url: `/api-2024${path}`, headers: { ...bearer(who), 'idempotency-key': key }, payload })

test('the same key and body gets the first result, in whatever order its names stand', async () => {
  const first = await send({ name: '杯', n: 1 }, 'k1')
  const before = done
  const again = await send({ n: 1, name: '杯' }, 'k1')
  expect(again.json()).toEqual(first.json())
  expect([again.headers['idempotency-replayed'], first.headers['idempotency-replayed'], done]).toEqual(['true', undefined, before])
})

test('another body is refused, another person and another call are not', async () => {
  await send({ name: '碗' }, 'k2')
  const other = await send({ name: '盘' }, 'k2')
  expect([other.statusCode, other.json().code]).toEqual([200, 1009])
  expect((await send({ name: '盘' }, 'k2', 'other')).json().code).toBe(0)
  expect((await send({ name: '碗' }, 'k2', 'clerk', '/thing', 'PUT')).json().code).toBe(0)
})

test('a refusal is a result; a defect is none and may be tried again', async () => {
  const refused = await send({ fail: 'rule' }, 'k3')
  const before = done
  expect((await send({ fail: 'rule' }, 'k3')).json()).toEqual(refused.json())
  expect(done).toBe(before)
  expect((await send({ fail: 'defect' }, 'k4')).statusCode).toBe(500)
  expect((await send({ fail: 'defect' }, 'k4')).statusCode).toBe(500)
  expect(done).toBe(before + 2)
})

test('a repetition waits for the first that still runs: the work is done once', async () => {
  const before = done
  goOn = null
  const both = [send({ fail: 'wait' }, 'k5'), send({ fail: 'wait' }, 'k5')]
  await vi.waitUntil(() => goOn !== null, { timeout: 60_000 })
  letGo()
  const [one, two] = await Promise.all(both)
  expect(one?.json()).toEqual(two?.json())
  expect(done).toBe(before + 1)
})

test('without a result after the waiting time the person is told to look', async () => {
  const ticket = { accountId: '7', path: 'POST /thing/add', key: 'k6', bodyHash: 'h' }
  goOn = null
  const running = once(house, ticket, () => new Promise(resolve => (goOn = () => resolve(null))))
  await vi.waitUntil(() => goOn !== null, { timeout: 60_000 })
  await expect(once(house, ticket, async () => null, { maxMs: 20, stepMs: 10 })).rejects.toMatchObject({
    code: 1009,
    message: '相同的请求尚未得到结果，请刷新页面确认后再操作',
  })
  letGo()
  expect(await running).toBeNull()
})

test('after 24 hours the key is new, and the old entry can be forgotten', async () => {
  await send({ name: '灯' }, 'k7')
  const before = done
  now = new Date(now.getTime() + 24 * 3_600_000 + 1000)
  expect((await send({ name: '伞' }, 'k7')).json().code).toBe(0)
  expect(done).toBe(before + 1)
  now = new Date(now.getTime() + 25 * 3_600_000)
  await forgetOldResults(house)
  expect(await database.db.selectFrom('idempotency').select('key').execute()).toEqual([])
})

test('a read runs each time, a malformed key is refused', async () => {
  const before = done
  await send({}, 'k8', 'clerk', '/thing/read')
  await send({}, 'k8', 'clerk', '/thing/read')
  expect(done).toBe(before + 2)
  expect((await send({}, '有空格 的')).json().code).toBe(1002)
})
