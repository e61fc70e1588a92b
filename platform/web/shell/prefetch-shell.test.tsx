import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { session } from '../api/session.ts'
import { read } from '../values/call.ts'
import { prefetchShell } from './prefetch-shell.ts'
import { askProfile } from '../page/profile.ts'
import { fetchFrom, mockServer, ok } from '../gallery/mock-api.ts'

beforeEach(() => session.begin('token-1', '0'))
afterEach(() => vi.unstubAllGlobals())

const definition = {
  type: 'amzSettlement',
  result: [],
  filterList: [{ field: 'shopId', conditions: ['IN'], filterKind: 'select', entityField: null, kind: 'reference', keyValueList: [] }],
  sortList: [{ field: 'code' }],
  bound: null,
  calls: { list: { method: 'POST', path: '/api-2024/settlement/list' } },
}

function asked(pathname: string, search = '') {
  const server = mockServer({
    'POST /listField/getByType': () => ok(definition),
    'POST /settlement/list': () => ok({ list: [] }),
    'GET /homeCard/list': () => ok({ list: [] }),
  })
  vi.stubGlobal('fetch', vi.fn(fetchFrom(server)))
  prefetchShell({ pathname, search })
  return server.calls
}

test('menus, settings, pins and tabs at once; a list as soon as the menus say which it is, its rows as the address narrows them', async () => {
  const calls = asked('/finance/amazon/settlement', '?kind=1&f.shopId=7&sort=code.ASC&page=2')
  await vi.waitFor(() => expect(calls.at(-1)?.path).toBe('/settlement/list'), { timeout: 60_000 })
  expect(calls.find(call => call.path === '/listField/getByType')?.body).toEqual({ type: 'amzSettlement' })
  const rows = {
    pageNum: 2,
    pageSize: 10,
    sortField: 'code',
    sortWay: 'ASC',
    conditionList: [{ field: 'shopId', condition: 'EQ', value: '7' }],
    only: 'rows',
  }
  expect(calls.at(-1)?.body).toEqual(rows)
  expect(calls.map(call => call.path).toSorted()).toEqual(
    [
      '/listField/getByType',
      '/myCommonMenu/list',
      '/settlement/list',
      '/system/userprofile',
      '/userSetting/query',
      '/userTab/query',
    ].toSorted(),
  )
  // the program that draws them asks the same, and finds the answers
  await askProfile(new AbortController().signal)
  await api.post('/listField/getByType', { type: 'amzSettlement' })
  expect(await read(definition.calls.list as Call, rows)).toEqual({ list: [] })
  expect(calls).toHaveLength(6)
})

test('a state behind a short key is fetched first: its list is not asked without it', async () => {
  const calls = asked('/finance/amazon/settlement', '?kind=1&s=abc')
  await vi.waitFor(() => expect(calls.map(call => call.path)).toContain('/listField/getByType'), { timeout: 60_000 })
  await askProfile(new AbortController().signal)
  await api.post('/listField/getByType', { type: 'amzSettlement' })
  expect(calls.some(call => call.path === '/settlement/list')).toBe(false)
})

test.each(['/finance/amazon/profit', '/no/such/page'])('nothing is asked for a page that is no list: %s', async pathname => {
  const calls = asked(pathname)
  await askProfile(new AbortController().signal)
  await vi.waitFor(() => expect(calls).toHaveLength(4), { timeout: 60_000 })
  expect(calls.some(call => call.path === '/listField/getByType')).toBe(false)
})

test('of the home page its cards', async () => {
  const calls = asked('/home/workbenches')
  await vi.waitFor(() => expect(calls.map(call => call.path)).toContain('/homeCard/list'), { timeout: 60_000 })
})
