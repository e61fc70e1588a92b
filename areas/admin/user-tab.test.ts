import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse()
})
afterAll(() => h.close())

const tab = (path: string) => ({ key: path, url: `${path}?pageNum=2&f.name=a`, title: '币种', scroll: { page: 120 } })
const query = '/userTab/query'

test('tabs are kept per person and organisation, the last save wins', async () => {
  const sales = await signedInAs(h, 'sales')
  expect(await sales.post(query, {})).toMatchObject({ code: 0, data: { tabs: [], activeKey: '' } })
  const two = { tabs: [tab('/a/b'), tab('/a/c')], activeKey: '/a/c' }
  expect((await sales.post('/userTab/save', two)).code).toBe(0)
  expect((await sales.post(query, {})).data).toEqual(two)
  const one = { tabs: [tab('/a/c')], activeKey: '/a/c' }
  expect((await sales.post('/userTab/save', one)).code).toBe(0)
  expect((await sales.post(query, {})).data).toEqual(one)
  expect((await (await signedInAs(h, 'buyer')).post(query, {})).data.tabs).toEqual([])
})

test('a phone has tabs of its own, and leaves those of the large screen', async () => {
  const it = await signedInAs(h, 'it')
  const [desk, phone] = [
    { tabs: [tab('/a/b')], activeKey: '/a/b' },
    { tabs: [tab('/a/c')], activeKey: '/a/c' },
  ]
  expect((await it.post('/userTab/save', desk)).code).toBe(0)
  expect((await it.post(query, { screen: 'phone' })).data).toEqual({ tabs: [], activeKey: '' })
  expect((await it.post('/userTab/save', { ...phone, screen: 'phone' })).code).toBe(0)
  expect((await it.post(query, { screen: 'phone' })).data).toEqual(phone)
  expect((await it.post(query, { screen: 'desk' })).data).toEqual(desk)
  expect((await it.post(query, { screen: 'watch' })).code).toBe(1002)
})

test.each([
  ['more tabs than are kept', { tabs: Array.from({ length: 101 }, (_, at) => tab(`/a/${at}`)), activeKey: '' }],
  ['an address of another site', { tabs: [{ ...tab('/a'), url: '//evil.example' }], activeKey: '' }],
  ['an address that browsers read as another site', { tabs: [{ ...tab('/a'), url: '/\\evil.example' }], activeKey: '' }],
  ['a script for an address', { tabs: [{ ...tab('/a'), url: 'javascript:alert(1)' }], activeKey: '' }],
  ['an address without end', { tabs: [{ ...tab('/a'), url: `/${'a'.repeat(4_000)}` }], activeKey: '' }],
  ['a scroll position that is none', { tabs: [{ ...tab('/a'), scroll: { page: -1 } }], activeKey: '' }],
  ['no tabs', { activeKey: '' }],
])('%s is refused', async (_what, body) => expect((await (await signedInAs(h, 'sales')).post('/userTab/save', body)).code).toBe(1002))
