/**
 * What the calls and menus of an installation answer each of its people, written down in few words: taken of one version, held against the
 * next (test/scope/installation-before.test.ts).
 */
import type { FastifyInstance } from 'fastify'
import type { BoundRoute, Registry } from '#platform/server/contract/registry.ts'
import { isWrite } from '#platform/server/http/mount.ts'

/** name -> access token */
export type People = ReadonlyMap<string, string>

/** An answer in words ("1003", "3: code name") -> the people who got it. */
export type Answers = Readonly<Record<string, readonly string[]>>
export interface StoredAnswers {
  /** by call */
  readonly calls: Readonly<Record<string, Answers>>
  /** by page of the menus, with its address: who has it */
  readonly pages: Readonly<Record<string, readonly string[]>>
  /** by person */
  readonly kept: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

export const callName = (route: Pick<BoundRoute, 'method' | 'path'>): string => `${route.method} ${route.path}`

/** Their rows grow with each sign-in. */
const growing: ReadonlySet<string> = new Set(['/auditTrail/list', '/account/loginHistory'])

/** Calls whose answer depends on rights or on what a person sees. Those of sessions and of oneself alone are not among them. */
export const askable = (registry: Pick<Registry, 'routes'>): BoundRoute[] =>
  registry.routes.filter(({ path, demand, ...route }) => {
    if (path.startsWith('/auth/') || growing.has(path)) return false
    return isWrite({ path, demand, ...route }) ? ['operation', 'systemAdmin'].includes(demand.kind) : demand.kind !== 'anyone'
  })

const period = { startDate: '2025-10-01', endDate: '2026-03-31' }
/** Of a list all rows; other calls are asked without input. */
const inputOf = ({ verb, resource }: BoundRoute): object =>
  verb === 'list' && resource !== undefined ? { pageSize: 1000, ...(resource.bound ? { ...period, by: ['month'] } : {}) } : {}

/** Rows and their fields; of a call that writes and of a refusal the code alone. */
export async function answerOf(app: FastifyInstance, route: BoundRoute, token: string): Promise<string> {
  const url = `/api-2024${route.path.replaceAll(/\{[^}]+\}/g, '1')}`
  const answer = await app.inject({
    method: route.method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(route.method === 'GET' ? {} : { payload: inputOf(route) }),
  })
  if (!String(answer.headers['content-type']).includes('json')) return 'file'
  const { code, data } = answer.json<{ code: number; data: unknown }>()
  if (isWrite(route)) return code === 1003 ? '1003' : 'may'
  if (code !== 0) return String(code)
  const list = (data as { list?: unknown } | null)?.list ?? data
  const rows: readonly unknown[] = Array.isArray(list) ? list : [list]
  const fields = new Set(rows.flatMap(row => (typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.keys(row) : [])))
  return `${Array.isArray(list) ? rows.length : 'one'}: ${[...fields].toSorted().join(' ')}`
}

interface Menu {
  readonly menuId: string
  readonly path: string
  readonly children: readonly Menu[]
}
/** Menu ids of the pages that a person has, each with its address. */
export async function pagesOf(app: FastifyInstance, token: string): Promise<string[]> {
  const answer = await app.inject({ method: 'GET', url: '/api-2024/system/userprofile', headers: { authorization: `Bearer ${token}` } })
  const { data } = answer.json<{ data: { modules: readonly { menus: readonly Menu[] }[] } }>()
  const leaves = (menus: readonly Menu[]): string[] =>
    menus.flatMap(menu => (menu.children.length > 0 ? leaves(menu.children) : [`${menu.menuId} ${menu.path}`]))
  return [...new Set(data.modules.flatMap(module => leaves(module.menus)))].toSorted()
}

/** What a person has kept: favourites, open tabs, cards of the home page, links of messages. */
export async function keptOf(app: FastifyInstance, token: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const call = async (method: 'GET' | 'POST', path: string, payload?: object): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await app.inject({
      method,
      url: `/api-2024${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
    const { code, data } = answer.json<{ code: number; data: ReturnType<typeof JSON.parse> }>()
    if (code !== 0) throw new Error(`${path} answers ${code}`)
    return data
  }
  const menus: { kind: string; id: string }[] = (await call('POST', '/myCommonMenu/list', {})).list
  const tabs: { url: string }[] = (await call('POST', '/userTab/query', { screen: 'desk' })).tabs
  const cards: { key: string; title: string; pin?: { url: string } }[] = (await call('GET', '/homeCard/list')).list
  return {
    pins: menus.filter(one => one.kind === 'MODULE').map(one => one.id),
    favourites: menus.filter(one => one.kind === 'MENU').map(one => one.id),
    tabs: tabs.map(one => one.url),
    // his own: cards of areas show pages as well
    pinned: cards.flatMap(card => (card.pin && card.key.startsWith('pin.') ? [`${card.title} ${card.pin.url}`] : [])),
  }
}
