/** Bodies beyond what their route takes are refused before they are parsed; every route has a limit. */
import { Any, Object as O, Optional } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { anyone, signedIn } from '#platform/declare/operations.ts'
import { withHouseAreas } from '../open-house.ts'
import { registryOf } from '../registry-of.ts'
import { createApp } from '../http/app.ts'
import { excessOf, limitsOf, openLimits } from './body-limits.ts'
import { bearer, fakeHouse } from '../../../test/setup/fake-house.ts'
import { call } from './verbs.ts'
import type { RouteMap } from '../contract/route.ts'

const limits = { bytesMax: 100, depthMax: 3, keysMax: 4, itemsMax: 5 }
test.each<[string, string, string | null]>([
  ['within all', '{"a":[1,2],"b":{"c":[]}}', null],
  ['brackets in a text', '{"a":"[[[[{{{{::::,,,,"}', null],
  ['a quote in a text', String.raw`{"a":"\"[[[[","b":"\\","c":1}`, null],
  ['too deep', '[[[[1]]]]', 'tooDeep'],
  ['deep without an end', '[{[{', 'tooDeep'],
  ['too many names', '{"a":1,"b":2,"c":3,"d":{"e":4}}', 'tooManyKeys'],
  ['too many items', '[1,2,3,4,5,6]', 'tooManyItems'],
  ['too many lists', '[[],[],[]]', 'tooManyItems'],
  ['a text without an end', '{"a":"', null],
  ['no JSON', 'hello', null],
])('%s', (_name, json, excess) => expect(excessOf(json, limits)).toBe(excess))

test('a text of quotes and backslashes takes one pass', () => {
  const began = performance.now()
  expect(excessOf(`{"a":"${String.raw`\"`.repeat(500_000)}","b":"${'\\'.repeat(1_000_000)}"}`, limits)).toBe(null)
  expect(performance.now() - began).toBeLessThan(2_000)
})

describe('the routes of the house', () => {
  const { routes } = registryOf(withHouseAreas(areas))
  test('who is not signed in sends 16 KB at most; others 1 MB, but where rows are sent, or a record with a longer text', () => {
    for (const route of routes) {
      const { bytesMax } = limitsOf(route)
      if (route.demand.kind === 'anyone') expect([route.path, bytesMax]).toEqual([route.path, 16 * 1024])
      else if (!['batchUpdate', 'export'].includes(route.verb)) {
        const longest = Math.max(0, ...Object.values(route.resource?.fields ?? {}).map(field => field.options.bytesMax ?? 0))
        const isWritten = ['add', 'update', 'call'].includes(route.verb)
        expect([route.path, bytesMax]).toEqual([route.path, Math.max(1024 * 1024, isWritten ? longest * 2 : 0)])
      }
    }
    expect(routes.filter(route => limitsOf(route) === openLimits).map(({ path }) => path)).toContain('/auth/user/login')
  })
})

const routes: RouteMap = {
  'POST /open': call({ demand: anyone, summary: '登录' }, async () => null),
  'POST /closed': call(
    { demand: signedIn, summary: '一条', input: O({ a: Optional(Any()) }, { additionalProperties: false }) },
    async () => null,
  ),
}
const app = createApp(fakeHouse(routes), { webFolder: null })
afterAll(() => app.close())
const post = async (path: string, payload: string) => {
  const headers = { ...bearer('clerk'), 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload })
  return { status: answer.statusCode, bytes: answer.rawPayload.length, ...answer.json<{ code: number; msg: string }>() }
}
const named = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`

test.each<[string, string, string, number, string]>([
  ['an open call, 16 KB', '/open', `{"a":"${'a'.repeat(16 * 1024)}"}`, 413, '请求内容过大，请减少后重试'],
  ['an open call, names', '/open', named(201), 413, '请求内容的字段过多，请分批提交'],
  ['1 MB', '/closed', `{"a":"${'a'.repeat(1024 * 1024)}"}`, 413, '请求内容过大，请减少后重试'],
  ['names', '/closed', named(6_001), 413, '请求内容的字段过多，请分批提交'],
  ['items', '/closed', `{"a":[${'{},'.repeat(20_000)}{}]}`, 413, '请求内容的条目过多，请分批提交'],
  ['depth', '/closed', '{"a":'.repeat(100_000), 413, '请求内容的层级过深，请减少嵌套后重试'],
])('refused: %s', async (_name, path, payload, status, msg) => {
  expect(await post(path, payload)).toMatchObject({ status, code: 1013, msg })
})

test('JSON within a query string has the same depth', async () => {
  const deep = encodeURIComponent('['.repeat(2_000))
  expect(await post(`/closed?conditionList=${deep}`, '{}')).toMatchObject({ status: 413, code: 1013 })
})

test('what is wrong is told of a hundred fields at most', async () => {
  const answer = await post('/closed', named(5_900))
  expect(answer).toMatchObject({ status: 200, code: 1002 })
  expect((answer as unknown as { data: { errors: unknown[] } }).data.errors).toHaveLength(100)
  expect(answer.bytes).toBeLessThan(20_000)
})
