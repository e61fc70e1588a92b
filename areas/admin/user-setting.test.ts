import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '#platform/format/shell-settings.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse()
})
afterAll(() => h.close())

const dark = { ...defaultSettings, navTheme: 'realdark' }
const query = '/userSetting/query?device='

test('settings are kept per person and device; a new device begins with the ones saved last', async () => {
  const sales = await signedInAs(h, 'sales')
  expect(await sales.get(`${query}office-pc`)).toMatchObject({ code: 0, data: { settings: null } })
  expect((await sales.post('/userSetting/save', { device: 'office-pc', settings: defaultSettings })).code).toBe(0)
  expect((await sales.post('/userSetting/save', { device: 'home-laptop', settings: dark })).code).toBe(0)
  expect(await sales.get(`${query}office-pc`)).toMatchObject({ data: { settings: defaultSettings } })
  expect(await sales.get(`${query}new-phone`)).toMatchObject({ data: { settings: dark } })
  expect((await sales.post('/userSetting/save', { device: 'office-pc', settings: dark })).code).toBe(0)
  expect(await sales.get(`${query}office-pc`)).toMatchObject({ data: { settings: dark } })
  const buyer = await signedInAs(h, 'buyer')
  expect(await buyer.get(`${query}office-pc`)).toMatchObject({ data: { settings: null } })
})

test('of more than twenty devices the oldest are forgotten', async () => {
  const keeper = await signedInAs(h, 'keeper')
  for (let at = 0; at < 22; at++) await keeper.post('/userSetting/save', { device: `device-${at}`, settings: dark })
  const { id } = await h.db.selectFrom('account').select('id').where('username', '=', 'keeper').executeTakeFirstOrThrow()
  expect(await h.db.selectFrom('user_setting').select('id').where('account_id', '=', id).execute()).toHaveLength(20)
})

test.each([
  ['an unknown style', { device: 'office-pc', settings: { ...defaultSettings, navTheme: 'neon' } }],
  ['a colour that is none of the eight', { device: 'office-pc', settings: { ...defaultSettings, primaryColor: '#123456' } }],
  ['no device', { settings: defaultSettings }],
])('%s is refused', async (_what, body) => expect((await (await signedInAs(h, 'sales')).post('/userSetting/save', body)).code).toBe(1002))
