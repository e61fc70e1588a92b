import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { removeUnused } from './stored-states.ts'

let h: DemoHouse
let admin: Person
let buyer: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  buyer = await signedInAs(h, 'buyer')
})
afterAll(() => h.close())

const dayMs = 86_400_000
const state = `search=${encodeURIComponent(`name.${Array.from({ length: 5_000 }, (_, at) => `'; drop table list_state;--${at}`).join(',')}`)}`
const keyOf = async (who: Person, said: string): Promise<string> =>
  (await who.post('/listState/insert', { type: 'product', state: said })).data.key

test('the same state has the same key, another one another; a colleague reads it word for word', async () => {
  const key = await keyOf(admin, state)
  expect(key).toMatch(/^[\w-]{16}$/)
  expect(await keyOf(buyer, state)).toBe(key)
  expect(await keyOf(admin, 'f.name=a')).not.toBe(key)
  expect((await buyer.post('/listState/query', { key })).data).toEqual({ type: 'product', state })
})

test('another organisation does not find it, and has its own', async () => {
  const key = await keyOf(admin, 'f.name=own')
  const other = h.demo.organisationIds[1]
  expect((await admin.post('/listState/query', { key }, other)).code).not.toBe(0)
  expect((await admin.post('/listState/insert', { type: 'product', state: 'f.name=own' }, other)).data.key).not.toBe(key)
})

test.each([
  [{ type: 'nothing', state: 'a' }],
  [{ type: 'product', state: '' }],
  [{ type: 'product', state: 'a'.repeat(400_001) }],
  [{ type: 'product', state: 1 }],
])('refused: %#', async body => {
  const { code, msg } = await admin.post('/listState/insert', body)
  expect(code).not.toBe(0)
  expect(msg).toMatch(/\p{Script=Han}/u)
})

test('an opened link lives on, one nobody opened for 180 days goes', async () => {
  const opened = await keyOf(admin, 'f.name=opened')
  const left = await keyOf(admin, 'f.name=left')
  const began = h.clock.now
  const long = new Date(began.getTime() - 181 * dayMs).toISOString()
  await h.db.updateTable('list_state').set({ used_at: long }).where('state_key', 'in', [opened, left]).execute()
  expect((await buyer.post('/listState/query', { key: opened })).code).toBe(0)
  await removeUnused(h.house)
  expect((await admin.post('/listState/query', { key: opened })).code).toBe(0)
  expect((await admin.post('/listState/query', { key: left })).code).not.toBe(0)
})
