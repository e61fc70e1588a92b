/** The house as a program with an API key: every route, with every scope; never more than its account, of the shops it was given. */
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissionsOf } from '#platform/declare/operations.ts'
import { defined } from '#platform/server/base/defined.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { isOpenToKeys } from '#platform/server/http/open-to-keys.ts'
import { grantablesOf } from '#platform/server/grantable.ts'
import { newKeyText } from '#platform/server/session/key-text.ts'
import { pairOf } from '#platform/format/levels.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

let h: ScopeHouse
let all: string[] = []
beforeAll(async () => {
  h = await openScopeHouse()
  all = [...new Set(grantablesOf(h.house.registry).map(one => pairOf(one.permission, one.operation)))]
})
afterAll(() => h.close())

interface Given {
  readonly scopes: readonly string[]
  readonly shopIds?: readonly string[]
  readonly endsOn?: string
  readonly state?: number
}
async function keyOf(who: Who, { scopes, shopIds, endsOn = '2026-12-31', state = 1 }: Given): Promise<string> {
  const caller = await h.caller(who)
  const key = newKeyText()
  await h.put('api_key', {
    org_id: caller.orgId,
    account_id: caller.accountId,
    name: 'test',
    part: key.slice(0, 16),
    owner: who,
    rights: scopes.length,
    per_minute: 10_000_000,
    ends_on: endsOn,
    state,
    hash: hash('sha256', key, 'hex'),
    scopes,
    shop_ids: shopIds ?? null,
  })
  return key
}
interface Said {
  readonly status: number
  readonly code: number
  readonly data: ReturnType<typeof JSON.parse>
}
async function ask(route: Pick<BoundRoute, 'method' | 'path'>, token: string, input: object = {}, orgId?: string): Promise<Said> {
  const answer = await h.app.inject({
    method: route.method,
    url: `/api-2024${route.path.replaceAll(/\{[^}]+\}/g, '1')}`,
    headers: { authorization: `Bearer ${token}`, ...(orgId === undefined ? {} : { orgid: orgId }) },
    ...(route.method === 'GET' ? {} : { payload: input }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, ...(isJson ? answer.json<{ code: number; data: unknown }>() : { code: 0, data: null }) }
}
const nameOf = ({ method, path }: BoundRoute): string => `${method} ${path}`
const routes = (): BoundRoute[] => h.house.registry.routes.filter(route => route.demand.kind !== 'anyone')
const pairsOf = ({ demand }: BoundRoute): string[] =>
  demand.kind === 'operation' ? permissionsOf(demand).map(permission => pairOf(permission, demand.operation)) : []

test('Closed routes stay closed to a key with every right, also of a system administrator', async () => {
  const wrong: string[] = []
  for (const who of ['keen', 'admin'] as const) {
    const key = await keyOf(who, { scopes: all })
    for (const route of routes().filter(one => !isOpenToKeys(one))) {
      const { status, code } = await ask(route, key)
      if (status !== 403 || code !== 1003) wrong.push(`${who}: ${nameOf(route)} answers ${code}`)
    }
  }
  expect(wrong).toEqual([])
})

test('Without its own scope a route is refused, whatever else the key may', async () => {
  const wrong: string[] = []
  const byPairs = Map.groupBy(routes().filter(isOpenToKeys), route => pairsOf(route).join('|'))
  for (const [pairs, group] of byPairs) {
    if (pairs === '') continue
    const lacking = await keyOf('admin', { scopes: all.filter(pair => !pairs.split('|').includes(pair)) })
    for (const route of group) {
      const { code } = await ask(route, lacking)
      if (code !== 1003) wrong.push(`${nameOf(route)} without ${pairs} answers ${code}`)
    }
  }
  expect(wrong).toEqual([])
})

test('A key that has ended, was revoked, or is of another organisation, opens no route', async () => {
  const [ended, revoked, live] = [
    await keyOf('keen', { scopes: all, endsOn: '2026-03-19' }),
    await keyOf('keen', { scopes: all, state: 2 }),
    await keyOf('keen', { scopes: all }),
  ]
  const wrong: string[] = []
  for (const route of routes()) {
    if ((await ask(route, ended)).code !== 1001) wrong.push(`ended: ${nameOf(route)}`)
    if ((await ask(route, revoked)).code !== 1001) wrong.push(`revoked: ${nameOf(route)}`)
    if ((await ask(route, live, {}, h.demo.organisationIds[1])).code !== 1003) wrong.push(`elsewhere: ${nameOf(route)}`)
  }
  expect(wrong).toEqual([])
})

test('Lists answer what the account sees, and of fewer shops what stands in these', async () => {
  const token = await h.token('keen')
  const shop = defined(h.sellers[0], 'a shop')
  const [whole, narrow] = [await keyOf('keen', { scopes: all }), await keyOf('keen', { scopes: all, shopIds: [shop] })]
  const wrong: string[] = []
  let narrower = 0
  const page = { pageNum: 1, pageSize: 100 }
  for (const route of routes().filter(one => one.verb === 'list' && isOpenToKeys(one))) {
    const rowsOf = async (by: string): Promise<{ id: string; shopId?: string | null }[]> => {
      const { code, data } = await ask(route, by, page)
      return code === 0 ? (data.list ?? []) : [{ id: `code ${code}` }]
    }
    const [his, its, few] = [await rowsOf(token), await rowsOf(whole), await rowsOf(narrow)]
    const ids = new Set(his.map(row => row.id))
    if (its.some(row => !ids.has(row.id))) wrong.push(`${nameOf(route)} shows a key more than its account`)
    if (few.some(row => !ids.has(row.id) && his.length < page.pageSize)) wrong.push(`${nameOf(route)} shows fewer shops more`)
    if (few.some(row => typeof row.shopId === 'string' && row.shopId !== shop)) wrong.push(`${nameOf(route)} shows another shop`)
    if (few.length < his.length) narrower += 1
  }
  expect(wrong).toEqual([])
  expect(narrower).toBeGreaterThan(5)
})

test('What is for persons alone is closed to keys', () => {
  const open = routes().filter(isOpenToKeys)
  // calls that demand no operation, and yet say that keys may make them
  expect(open.filter(route => route.demand.kind !== 'operation').map(nameOf)).toEqual([])
  const families = 'auth account sms realtime apiKey technicalAccount roleManagement sysConfigSetting fileQrUpload emp manager'
  expect(open.filter(({ path }) => families.split(' ').includes(path.split('/')[1] ?? '')).map(nameOf)).toEqual([])
  const accounts = 'openAccount openAccounts enable disable systemAdmin installationAdmin manager access empAddRole dataAclSetting viewAs'
  const calls = new Set([...accounts.split(' '), 'explain', 'permissions'].map(name => `/userManage/${name}`))
  expect(open.filter(({ path }) => calls.has(path)).map(nameOf)).toEqual([])
  expect(open.filter(({ resource }) => resource?.sealedAuthor !== undefined).map(nameOf)).toEqual([])
  const secrets = open.filter(
    ({ resource, verb }) =>
      !['list', 'one', 'export'].includes(verb) && Object.values(resource?.fields ?? {}).some(({ options }) => options.secret === true),
  )
  expect(secrets.map(nameOf)).toEqual([])
})
