/** What the server keeps of a call whose author is sealed: the request log, and the first result under an Idempotency-Key. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Area } from '../contract/area.ts'
import { add, batchUpdate, list, update } from '../verbs/verbs.ts'
import { openHouse } from '../open-house.ts'
import { registryOf } from '../registry-of.ts'
import { ask, demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'

const letter = resource('probe_letter', {
  type: 'probeLetter',
  title: ['来信', 'Letter'],
  access: { scope: ownOrganisation, sealedAuthor: true },
  fields: { subject: text('主题', 'Subject', { max: 50 }) },
})
const routes: Area['routes'] = {
  'POST /probeLetter/list': list(letter),
  'POST /probeLetter/insert': add(letter),
  'POST /probeLetter/update': update(letter),
}
const area: Area = { name: 'probe', title: ['试验', 'Probe'], resources: [letter], routes }
const secretKey = 'a secret of the tests alone, 32+'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([area], null, { secretKey })
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

const write = (key: string) =>
  ask(h, 'POST', '/probeLetter/insert', { subject: '意见' }, { authorization: `Bearer ${admin.token}`, 'idempotency-key': key }, '10.7.7.7')

test('the request log has no line of a call about a sealed author; other calls name who asks', async () => {
  const logged = vi.spyOn(h.house.log, 'info')
  await write('first-0001')
  await admin.get('/system/userprofile')
  const lines = logged.mock.calls.map(([line]) => line as unknown as Record<string, unknown>)
  logged.mockRestore()
  expect(lines.map(line => line['route'])).toEqual(['GET /api-2024/system/userprofile'])
  expect(lines[0]?.['accountId']).toEqual(expect.any(String))
})

test('the same key answers the first result to the same person alone, and its row names nobody', async () => {
  const [first, again] = [await write('letter-0002'), await write('letter-0002')]
  expect(again.data).toEqual(first.data)
  expect(again.headers['idempotency-replayed']).toBe('true')
  const boss = await signedInAs(h, 'boss')
  await h.db.updateTable('account').set({ is_system_admin: true }).where('username', '=', 'boss').execute()
  h.house.rights.forget?.()
  const other = await ask(
    h,
    'POST',
    '/probeLetter/insert',
    { subject: '意见' },
    { authorization: `Bearer ${boss.token}`, 'idempotency-key': 'letter-0002' },
  )
  expect([other.code, other.data.id === first.data.id]).toEqual([0, false])
  const rows = await h.db.selectFrom('idempotency').select(['account_id', 'key']).where('path', '=', 'POST /probeLetter/insert').execute()
  expect(new Set(rows.map(row => row.account_id))).toEqual(new Set(['0']))
  expect(rows.some(row => row.key.includes('letter-0002'))).toBe(false)
})

test('the program does not start without the key, nor with a call that keeps who ordered it', () => {
  const settings = { host: '', port: 0, dataDir: '', production: false, publicUrl: null, appUrl: '' }
  expect(() => openHouse({ ...h.house, areas: h.house.areas.slice(2), settings, rights: () => h.house.rights })).toThrow('SECRET_KEY')
  const batch: Area = { ...area, routes: { ...routes, 'POST /probeLetter/batchUpdate': batchUpdate(letter) } }
  expect(() => registryOf([batch])).toThrow('keeps who ordered it')
})
