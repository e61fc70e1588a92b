import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DashboardCard } from '#platform/declare/wire-dashboards.ts'
import { homeCard } from '#platform/declare/home-card.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { dashboards } from './index.ts'

/** An area that nobody else knows: its cards are on the home page by being declared. */
const greenhouse: Area = {
  name: 'greenhouse',
  title: ['温室', 'Greenhouse'],
  resources: [],
  routes: {},
  homeCards: [
    homeCard({ key: 'greenhouse.water', title: ['浇水', 'Watering'], component: 'greenhouse/water', permission: null, wide: true }),
    homeCard({ key: 'greenhouse.harvest', title: ['采收', 'Harvest'], component: 'greenhouse/harvest', permission: 'currency' }),
    homeCard({
      key: 'greenhouse.close',
      title: ['关棚', 'Closing'],
      component: 'greenhouse/close',
      permission: 'currency',
      operation: 100,
    }),
  ],
}

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([dashboards, greenhouse])
})
afterAll(() => h.close())

const cardsOf = async (who: Person, orgId?: string): Promise<string[]> =>
  (await who.get('/homeCard/list', orgId)).data.list
    .filter((card: { key: string }) => card.key.startsWith('greenhouse'))
    .map((card: { key: string; hidden: boolean }) => card.key.slice('greenhouse.'.length) + (card.hidden ? ' hidden' : ''))
const all = async (who: Person): Promise<string[]> => (await who.get('/homeCard/list')).data.list.map((card: { key: string }) => card.key)

test('a card is there by being declared, for whoever has its right', async () => {
  expect(await cardsOf(await signedInAs(h, 'admin'))).toEqual(['water', 'harvest', 'close'])
  expect(await cardsOf(await signedInAs(h, 'finance'))).toEqual(['water', 'harvest'])
  expect(await cardsOf(await signedInAs(h, 'employee'))).toEqual(['water'])
  const { list } = (await (await signedInAs(h, 'admin')).get('/homeCard/list')).data
  expect(list.find((card: { key: string }) => card.key === 'greenhouse.water')).toEqual({
    key: 'greenhouse.water',
    title: '浇水',
    component: 'greenhouse/water',
    wide: true,
    large: false,
    hidden: false,
  })
})

test('order and hiding are kept for the person and the organisation', async () => {
  const admin = await signedInAs(h, 'admin')
  const [home, second] = h.demo.organisationIds
  const others = (await all(admin)).filter(key => !key.startsWith('greenhouse'))
  const shown = ['greenhouse.close', ...others, 'greenhouse.water']
  expect((await admin.post('/homeCard/update', { shown, hidden: ['greenhouse.harvest'] })).code).toBe(0)
  expect((await all(admin)).slice(0, 1)).toEqual(['greenhouse.close'])
  expect(await cardsOf(admin, home)).toEqual(['close', 'water', 'harvest hidden'])
  expect(await cardsOf(admin, second)).toEqual(['water', 'harvest', 'close'])
  expect(await cardsOf(await signedInAs(h, 'boss'))).toEqual(
    ['water', 'harvest'].slice(0, (await cardsOf(await signedInAs(h, 'boss'))).length),
  )
})

test('恢复默认 brings back what is declared, for the person alone; what he pinned stays', async () => {
  const [boss, admin] = [await signedInAs(h, 'boss'), await signedInAs(h, 'admin')]
  const [first, ofAdmin] = [await all(boss), await all(admin)]
  const { key } = (await boss.post('/homeCard/pin', { type: 'currency', url: '/reference/currency', title: '币种' })).data
  const shown = [...first.filter(one => one !== 'greenhouse.water').toReversed(), key]
  expect((await boss.post('/homeCard/update', { shown, hidden: ['greenhouse.water'] })).code).toBe(0)
  expect(await all(boss)).toEqual([...shown, 'greenhouse.water'])
  // a second time it changes nothing
  for (const _time of [1, 2]) {
    expect(await boss.post('/homeCard/reset', {})).toMatchObject({ code: 0, data: null })
    expect(await all(boss)).toContain(key)
    expect((await all(boss)).filter(one => one !== key)).toEqual(first)
    expect(await cardsOf(boss)).not.toContain('water hidden')
  }
  expect(await all(admin)).toEqual(ofAdmin)
  expect((await person(h, 'x'.repeat(43)).post('/homeCard/reset', {})).status).toBe(401)
})

test('a card that is not seen for a while keeps its mark; one that is new stands last', async () => {
  const finance = await signedInAs(h, 'finance')
  const rest = (await all(finance)).filter(key => key !== 'greenhouse.harvest')
  await finance.post('/homeCard/update', { shown: rest, hidden: ['greenhouse.harvest'] })
  const stored = async () =>
    await h.db
      .selectFrom('dashboard')
      .innerJoin('account', 'account.id', 'dashboard.home_of')
      .select(['dashboard.id', 'dashboard.content'])
      .where('account.username', '=', 'finance')
      .executeTakeFirstOrThrow()
  const { id, content } = await stored()
  const keep = (cards: readonly DashboardCard[]) =>
    h.db
      .updateTable('dashboard')
      .set({ content: JSON.stringify({ ...content, cards }) as never })
      .where('id', '=', id)
      .execute()
  const gone: DashboardCard = { key: 'gone.card', declared: true, hidden: true, width: 3, height: 2 }
  await keep([gone, ...(content?.cards ?? [])])
  await finance.post('/homeCard/update', { shown: rest.toReversed(), hidden: ['greenhouse.harvest'] })
  expect((await stored()).content?.cards.filter(card => card.hidden).map(card => card.key)).toEqual(['greenhouse.harvest', 'gone.card'])
  const plain = (key: string): DashboardCard => ({ key, declared: true, width: 3, height: 2 })
  await keep(rest.slice(1).map(plain))
  expect((await all(finance)).slice(-2).toSorted()).toEqual([rest[0]!, 'greenhouse.harvest'].toSorted())
})

test.each([
  [{ shown: ['nobody.knows'], hidden: [] }, 1004],
  [{ shown: ['greenhouse.harvest'], hidden: [] }, 1004],
  [{ shown: ['greenhouse.water', 'greenhouse.water'], hidden: [] }, 1002],
  [{ shown: ['greenhouse.water'], hidden: ['greenhouse.water'] }, 1002],
  [{ shown: 'greenhouse.water' }, 1002],
  [{}, 1002],
])('%j is refused', async (input, code) => {
  const employee = await signedInAs(h, 'employee')
  expect((await employee.post('/homeCard/update', input)).code).toBe(code)
})

test('without a session there is nothing', async () => {
  expect((await person(h, 'x'.repeat(43)).get('/homeCard/list')).status).toBe(401)
})

test('two cards with one key do not start', () => {
  expect(() => registryOf([greenhouse, { ...greenhouse, name: 'twin' }])).toThrow('home card greenhouse.water is declared twice')
})

test('a centre shows each person the cards that he may see, and there are eight', async () => {
  const [admin, employee] = [await signedInAs(h, 'admin'), await signedInAs(h, 'employee')]
  const centre = async (who: Person, name: string) => (await who.get(`/homeCard/list?page=${encodeURIComponent(`centre/${name}`)}`)).data
  const titles = async (who: Person, name: string): Promise<string[]> =>
    (await centre(who, name)).list.map((card: { part: string; title: string }) => `${card.part} ${card.title}`)
  expect(await titles(admin, 'people')).toEqual(['waiting 未读消息', 'people 员工', 'people 部门'])
  expect(await titles(employee, 'people')).toEqual(['waiting 未读消息'])
  expect(await centre(admin, 'sales')).toBeNull()
  expect((await admin.get('/homeCard/list?page=centre%2Fsales')).code).toBe(1004)
  const { data } = await employee.get('/system/userprofile')
  const pages = data.modules.flatMap((module: { menus: { children: { component: string }[] }[] }) =>
    module.menus.flatMap(menu => menu.children),
  )
  expect(pages.filter((page: { component: string }) => page.component.startsWith('centre/'))).toHaveLength(8)
})
