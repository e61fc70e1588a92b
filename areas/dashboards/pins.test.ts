import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { dashboards } from './index.ts'

let h: DemoHouse
let finance: Person
beforeAll(async () => {
  h = await demoHouse([dashboards])
  finance = await signedInAs(h, 'finance')
})
afterAll(() => h.close())
beforeEach(async () => {
  await h.db.deleteFrom('dashboard').execute()
})

interface Card {
  readonly key: string
  readonly title: string
  readonly pin?: { readonly type: string; readonly url: string }
}
const cardsOf = async (who: Person, orgId?: string): Promise<Card[]> => (await who.get('/homeCard/list', orgId)).data.list
const pinsOf = async (who: Person, orgId?: string): Promise<string[]> =>
  (await cardsOf(who, orgId)).filter(card => card.pin !== undefined).map(card => card.title)
const currencies = { type: 'currency', title: '常用币种', url: '/reference/currency?f.code=USD' }

test('a pinned list is a card in front of what nobody has arranged, for its owner in this organisation', async () => {
  const { key } = (await finance.post('/homeCard/pin', currencies)).data
  const [first] = await cardsOf(finance)
  expect(first).toEqual({
    key,
    own: true,
    title: '常用币种',
    component: 'home/pinned',
    wide: true,
    large: true,
    hidden: false,
    pin: { type: 'currency', url: '/reference/currency?f.code=USD' },
  })
  expect(await pinsOf(await signedInAs(h, 'admin'))).toEqual([])
  const boss = await signedInAs(h, 'boss')
  await boss.post('/homeCard/pin', currencies, h.demo.organisationIds[0])
  expect(await pinsOf(boss, h.demo.organisationIds[1])).toEqual([])
})

test('the same page in the same state is pinned once, under its new name', async () => {
  const { key } = (await finance.post('/homeCard/pin', currencies)).data
  expect((await finance.post('/homeCard/pin', { ...currencies, title: ' 美元 ' })).data).toEqual({ key })
  await finance.post('/homeCard/pin', { ...currencies, url: '/reference/currency', title: '全部' })
  expect(await pinsOf(finance)).toEqual(['美元', '全部'])
})

test('arranged and hidden like other cards, and taken away', async () => {
  const { key } = (await finance.post('/homeCard/pin', currencies)).data
  const others = (await cardsOf(finance)).map(card => card.key).filter(one => one !== key)
  expect((await finance.post('/homeCard/update', { shown: [...others, key], hidden: [] })).code).toBe(0)
  expect((await cardsOf(finance)).at(-1)?.key).toBe(key)
  expect((await (await signedInAs(h, 'admin')).post('/homeCard/unpin', { key })).code).toBe(1004)
  expect((await finance.post('/homeCard/unpin', { key })).code).toBe(0)
  expect(await pinsOf(finance)).toEqual([])
  expect((await finance.post('/homeCard/unpin', { key })).code).toBe(1004)
})

test('one whose right was withdrawn disappears, and is there again with the right', async () => {
  await finance.post('/homeCard/pin', currencies)
  const { id } = await h.db.selectFrom('employee').select('id').where('name', '=', '周敏').executeTakeFirstOrThrow()
  const admin = await signedInAs(h, 'admin')
  const roles = (await admin.post('/userManage/access', { employeeId: id })).data.roles.map((role: { id: string }) => role.id)
  await admin.post('/userManage/empAddRole', { employeeId: id, roleIds: [] })
  h.house.rights.forget?.()
  expect(await pinsOf(finance)).toEqual([])
  expect((await finance.post('/homeCard/pin', currencies)).code).toBe(1004)
  await admin.post('/userManage/empAddRole', { employeeId: id, roleIds: roles })
  h.house.rights.forget?.()
  expect(await pinsOf(finance)).toEqual(['常用币种'])
})

test('thirty at most', async () => {
  const urls = Array.from({ length: 31 }, (_, at) => `/reference/currency?page=${at + 1}`)
  const codes: number[] = []
  for (const url of urls) codes.push((await finance.post('/homeCard/pin', { ...currencies, url })).code)
  expect([codes.filter(code => code === 0).length, codes.at(-1)]).toEqual([30, 1002])
})

test('pins sent at once are one card for one address, and never the thirty-first', async () => {
  const same = await Promise.all(Array.from({ length: 6 }, () => finance.post('/homeCard/pin', currencies)))
  expect(new Set(same.map(answer => answer.data?.key)).size).toBe(1)
  expect(await pinsOf(finance)).toEqual(['常用币种'])
  for (let at = 2; at <= 29; at += 1) await finance.post('/homeCard/pin', { ...currencies, url: `/reference/currency?page=${at}` })
  const last = await Promise.all(
    Array.from({ length: 6 }, (_, at) => finance.post('/homeCard/pin', { ...currencies, url: `/reference/currency?f.code=${at}` })),
  )
  expect(last.filter(answer => answer.code === 0)).toHaveLength(1)
  expect(await pinsOf(finance)).toHaveLength(30)
})

test.each([
  [{ ...currencies, type: 'nothing' }, 1004],
  [{ ...currencies, title: '   ' }, 1002],
  [{ ...currencies, title: '长'.repeat(51) }, 1002],
  [{ ...currencies, url: 'https://elsewhere.example/' }, 1002],
  [{ ...currencies, url: '//elsewhere.example/' }, 1002],
  [{ ...currencies, url: `/x?${'a'.repeat(3_000)}` }, 1002],
  [{}, 1002],
])('%j is refused', async (input, code) => expect((await finance.post('/homeCard/pin', input)).code).toBe(code))

test('without a session there is nothing', async () =>
  expect((await person(h, 'x'.repeat(43)).post('/homeCard/pin', currencies)).status).toBe(401))
