import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { askShellAhead } from './ask-ahead.ts'
import { askProfile } from './profile.ts'
import { fetchFrom, mockServer, ok } from './test/mock-api.ts'

beforeEach(() => session.begin('token-1', '0'))
afterEach(() => vi.unstubAllGlobals())

function asked(pathname: string) {
  const server = mockServer({ 'POST /listField/getByType': () => ok({}), 'GET /homeCard/list': () => ok({ list: [] }) })
  vi.stubGlobal('fetch', vi.fn(fetchFrom(server)))
  askShellAhead(pathname)
  return server.calls
}

test('menus, settings, pins and tabs at once; the description of a list as soon as the menus say which it is', async () => {
  const calls = asked('/finance/amazon/settlement')
  await vi.waitFor(() => expect(calls.at(-1)?.body).toEqual({ type: 'amzSettlement' }), { timeout: 20_000 })
  expect(calls.map(call => call.path).toSorted()).toEqual(
    ['/listField/getByType', '/myCommonMenu/list', '/system/userprofile', '/userSetting/query', '/userTab/query'].toSorted(),
  )
  await askProfile(new AbortController().signal)
  expect(calls).toHaveLength(5)
})

test.each(['/finance/amazon/profit', '/no/such/page'])('nothing is asked for a page that is no list: %s', async pathname => {
  const calls = asked(pathname)
  await askProfile(new AbortController().signal)
  await vi.waitFor(() => expect(calls).toHaveLength(4), { timeout: 20_000 })
  expect(calls.some(call => call.path === '/listField/getByType')).toBe(false)
})

test('of the home page its cards', async () => {
  const calls = asked('/home/workbenches')
  await vi.waitFor(() => expect(calls.map(call => call.path)).toContain('/homeCard/list'), { timeout: 20_000 })
})
