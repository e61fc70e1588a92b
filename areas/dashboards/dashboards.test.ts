import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DashboardCard, Dashboard, DashboardsAnswer } from '#platform/declare/wire-dashboards.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { dashboards } from './index.ts'

let h: DemoHouse
let admin: Person
let finance: Person
beforeAll(async () => {
  h = await demoHouse([{ ...dashboards, demo: async () => {} }])
  admin = await signedInAs(h, 'admin')
  finance = await signedInAs(h, 'finance')
})
afterAll(() => h.close())

const list: DashboardCard = {
  key: 'c1',
  title: '币种',
  width: 6,
  height: 2,
  page: { type: 'currency', url: '/reference/currency', look: 'count' },
}
const measure = (key: string): DashboardCard => ({
  key,
  title: '利润',
  width: 3,
  height: 1,
  measure: { report: 'gone', look: 'figure', measures: ['profit'], by: [], period: 'last30', currency: 'CNY' },
})
const board = { name: '日常', roleIds: [] as string[], cards: [list], filter: {}, seconds: null }
const opened = async (who: Person, id?: string): Promise<DashboardsAnswer> =>
  (await who.get(`/dashboard/list${id === undefined ? '' : `?id=${id}`}`)).data
const keep = async (who: Person, body: object): Promise<{ id: string; version: number }> => {
  const answer = await who.post('/dashboard/keep', body)
  expect(answer.msg).toBe('')
  return answer.data
}
const roleOf = async (name: string): Promise<string> =>
  (await h.db.selectFrom('role').select('id').where('name', '=', name).orderBy('id').executeTakeFirstOrThrow()).id

test('one is seen by its maker, and by those with a role that it is shared with, who may not change it', async () => {
  const { id, version } = await keep(admin, { ...board, roleIds: [await roleOf('财务')] })
  const seen = await opened(finance, id)
  expect(seen.dashboard).toMatchObject({ name: '日常', isOwn: false, cards: [list], roleIds: [] })
  expect((await opened(await signedInAs(h, 'sales'))).list).toEqual([])
  expect((await finance.post('/dashboard/keep', { ...board, id, version })).code).toBe(1002)
  expect((await finance.post('/dashboard/delete', { id })).code).toBe(1002)
  // the role is lost: the answer says so, and the list goes on without it
  await keep(admin, { ...board, id, version })
  const lost = await finance.get(`/dashboard/list?id=${id}`)
  expect([lost.code, lost.msg]).toEqual([1002, '这个仪表盘已删除，或不再与您的角色共享'])
  expect((await opened(finance)).list).toEqual([])
})

test('who changed it meanwhile is told, and nothing is overwritten', async () => {
  const { id, version } = await keep(admin, { ...board, name: '两人' })
  await keep(admin, { ...board, id, version, name: '先' })
  expect((await admin.post('/dashboard/keep', { ...board, id, version, name: '后' })).code).toBe(1009)
  expect((await opened(admin, id)).dashboard?.name).toBe('先')
})

test('a card whose report has gone stays and can be taken away; a new one of that kind is refused', async () => {
  expect((await admin.post('/dashboard/keep', { ...board, cards: [measure('c2')] })).code).toBe(1002)
  const { id, version } = await keep(admin, { ...board, name: '旧' })
  await h.db
    .updateTable('dashboard')
    .set({ content: JSON.stringify({ cards: [list, measure('c2')], filter: {}, seconds: null }) as never })
    .where('id', '=', id)
    .execute()
  const moved = await keep(admin, { ...board, id, version, cards: [measure('c2'), { ...list, width: 4 }] })
  expect(((await opened(admin, id)).dashboard as Dashboard).cards.map(card => card.key)).toEqual(['c2', 'c1'])
  await keep(admin, { ...board, id, version: moved.version, cards: [list] })
})

test('a home card is one of a dashboard: added, hidden, taken away', async () => {
  const { key } = (await finance.post('/homeCard/add', { card: { ...list, page: { ...list.page, look: 'rows' } } })).data
  const keys = async (): Promise<string[]> => (await finance.get('/homeCard/list')).data.list.map((card: { key: string }) => card.key)
  expect(await keys()).toContain(key)
  expect((await finance.post('/homeCard/unpin', { key })).code).toBe(0)
  expect(await keys()).not.toContain(key)
  expect((await opened(finance)).list).toEqual([])
})

test.each([
  [{ ...board, cards: [list, list] }, 1002],
  [{ ...board, cards: [{ ...list, width: 13 }] }, 1002],
  [{ ...board, cards: [{ ...list, page: { type: 'nothing', url: '/x', look: 'count' } }] }, 1002],
  [{ ...board, cards: [{ key: 'c1', title: '空', width: 3, height: 1 }] }, 1002],
  [{ ...board, cards: Array.from({ length: 41 }, (_, at) => ({ ...list, key: `c${at}` })) }, 1002],
  [{ ...board, roleIds: ['999999999'] }, 1004],
  [{ ...board, seconds: 1 }, 1002],
  [{ ...board, name: ' ' }, 1002],
])('%# is refused', async (body, code) => expect((await admin.post('/dashboard/keep', body)).code).toBe(code))
