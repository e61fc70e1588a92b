import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { fetchFrom, mockServer, ok, refused, type MockHandler } from '../gallery/mock-api.ts'
import { prepareList } from '../rows/use-list-data.ts'

const definition = {
  type: 'country',
  result: [],
  filterList: [{ field: 'name', conditions: ['LIKE'], filterKind: 'contains', entityField: null, kind: 'text', keyValueList: [] }],
  sortList: [],
  bound: null,
  calls: { list: { method: 'GET', path: '/api-2024/countryManage/list' } },
}

beforeEach(() => session.begin('token-1', '0'))
afterEach(() => vi.unstubAllGlobals())

async function prepared(search: string, list: MockHandler = () => ok({ list: [{ id: '1' }], total: 1 })) {
  const server = mockServer({ 'POST /listField/getByType': () => ok(definition), 'GET /countryManage/list': list })
  vi.stubGlobal('fetch', vi.fn(fetchFrom(server)))
  const client = new QueryClient()
  const done = prepareList(client, { type: 'country', query: {}, search })
  await done.catch(() => undefined)
  return { client, calls: server.calls, done }
}

test('description and rows are in the cache, as the list itself asks for them', async () => {
  const { client, calls } = await prepared('?f.name=%E4%B8%AD')
  expect(client.getQueryData(['listDefinition', 'country'])).toEqual(definition)
  const query = { pageNum: 1, pageSize: 10, conditionList: [{ field: 'name', condition: 'LIKE', value: '中' }] }
  expect(client.getQueryData(['list', 'country', query])).toEqual({ list: [{ id: '1' }], total: 1 })
  expect(calls.at(-1)?.query.get('only')).toBe('rows')
})

test('a state behind a short key: the rows wait for it', async () => {
  const { calls } = await prepared('?s=abc')
  expect(calls.map(call => call.path)).toEqual(['/listField/getByType'])
})

test('refused rows leave nothing that looks like an answer', async () => {
  const { client, done } = await prepared('', () => refused(1004, '没有权限'))
  await expect(done).rejects.toThrow('没有权限')
  expect(client.getQueriesData({ queryKey: ['list'] }).map(([, data]) => data)).toEqual([undefined])
})
