/**
 * Steps through their calls: route maps, metadata, English, rights to grant, history, and the machine that keeps the program from starting.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#platform/declare/operations.ts'
import { group, module, page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import type { Area } from '../contract/area.ts'
import { add, batchUpdate, list, one, update } from '../verbs/verbs.ts'
import { registryOf } from '../registry-of.ts'
import { step, stepBy, steps } from './verbs.ts'
import { employee, ticket as plain } from '../../../test/setup/machines.ts'

const ticket: Resource = { ...plain, type: 'probeTicket' }
const area: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [ticket],
  routes: {
    'POST /probeTicket/list': list(ticket),
    'GET /probeTicket/query/{id}': one(ticket),
    'POST /probeTicket/insert': add(ticket),
    'POST /probeTicket/update': update(ticket),
    'POST /probeTicket/batchUpdate': batchUpdate(ticket),
    'POST /probeTicket/updateState': steps(ticket),
    'POST /probeTicket/accept/{id}': step(ticket, 'accept'),
    'POST /probeTicket/audit': stepBy(ticket, 'audit', { 1: 'accept', 0: 'reject' }),
  },
  modules: [
    module('probe', ['试验', 'Probe'], 'database', [
      group(
        'general',
        ['通用', 'General'],
        [
          page({
            path: '/probe/ticket',
            name: 'probeTicket',
            title: ['工单', 'Tickets'],
            component: 'list/probeTicket',
            permission: 'probeTicket',
            operations: [operations.view, operations.edit],
          }),
        ],
      ),
    ]),
  ],
}

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([area])
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

let no = 0
const fresh = async (): Promise<string> => (await admin.post('/probeTicket/insert', { no: `P${(no += 1)}`, title: '灯坏了' })).data.id

test('one step by four calls: each is the same move under the same rules', async () => {
  const ids = [await fresh(), await fresh(), await fresh(), await fresh()]
  expect((await admin.post(`/probeTicket/accept/${ids[0]}`, {})).data).toEqual({ id: ids[0], version: 2, state: 2 })
  expect((await admin.post('/probeTicket/updateState', { id: ids[1], state: 2 })).data).toEqual({ id: ids[1], version: 2, state: 2 })
  expect((await admin.post('/probeTicket/audit', { ids: [ids[2]], audit: 1 })).data).toEqual({ id: ids[2], version: 2, state: 2 })
  expect((await admin.post('/probeTicket/update', { id: ids[3], version: 1, state: 2, title: '门坏了' })).data).toEqual({
    id: ids[3],
    version: 2,
  })
  const { list: rows } = (await admin.post('/probeTicket/list', {})).data
  for (const row of rows) expect([row.state, row.handlerId !== null, row.may]).toEqual([2, true, ['solve', 'handOver']])
  for (const path of [`/probeTicket/accept/${ids[0]}`, '/probeTicket/updateState', '/probeTicket/audit']) {
    const again = await admin.post(path, { id: ids[0], state: 2, audit: 1 })
    expect([again.code, again.msg.includes('工单当前为“已受理”（')]).toEqual([1002, true])
  }
  const { list: history } = (await admin.post('/auditTrail/history', { type: 'probeTicket', id: ids[0] })).data
  expect(history.map((entry: { verbTitle: string; note: string | null }) => [entry.verbTitle, entry.note])).toEqual([
    ['受理', null],
    ['新增', null],
  ])
})

test('what is typed wrong is refused, never a fault of the server', async () => {
  const id = await fresh()
  for (const [path, body] of [
    ['/probeTicket/updateState', { id }],
    ['/probeTicket/updateState', { id, state: 'x' }],
    ['/probeTicket/updateState', { id, state: null }],
    ['/probeTicket/updateState', { id, state: [2], planDate: 'never' }],
    ['/probeTicket/updateState', { state: 2 }],
    ['/probeTicket/updateState', { ids: [], state: 2 }],
    ['/probeTicket/updateState', { ids: [{ id, version: 7 }], state: 2 }],
    ['/probeTicket/updateState', { id: 'no id', state: 2 }],
    ['/probeTicket/updateState', { id, state: [2] }],
    ['/probeTicket/update', { id, version: 1, state: null }],
    ['/probeTicket/audit', { id, audit: 'constructor' }],
    ['/probeTicket/audit', { id, audit: 9 }],
    ['/probeTicket/audit', { id, audit: 0 }],
    ['/probeTicket/accept/0', {}],
    ['/probeTicket/update', { id, version: 1, state: {} }],
    ['/probeTicket/batchUpdate', { query: {}, changes: { state: 2 } }],
  ] as const) {
    const { code } = await admin.post(path, body)
    expect([path, body, [1002, 1003, 1004, 1009].includes(code)]).toEqual([path, body, true])
  }
  expect((await admin.get(`/probeTicket/query/${id}`)).data).toMatchObject({ state: 1, version: 1, may: ['accept'] })
})

test('the metadata describe steps with their calls, input and question, and the fields that are open', async () => {
  const { data } = await admin.post('/listField/getByType', { type: 'probeTicket' })
  expect(
    data.states.steps.map((s: { name: string; call: { path: string }; body: object; isSingle: boolean }) => [
      s.name,
      s.call.path,
      s.body,
      s.isSingle,
    ]),
  ).toEqual([
    ['accept', '/api-2024/probeTicket/accept/{id}', {}, true],
    ['solve', '/api-2024/probeTicket/updateState', { state: 3 }, false],
    ['handOver', '/api-2024/probeTicket/updateState', { state: 1 }, false],
    ['rate', '/api-2024/probeTicket/updateState', { state: 4 }, false],
    ['reopen', '/api-2024/probeTicket/updateState', { state: 2 }, false],
    ['reject', '/api-2024/probeTicket/audit', { audit: 0 }, false],
  ])
  expect(data.states).toMatchObject({ field: 'state', editable: [1, 2], removable: [1] })
  const reject = data.states.steps.at(-1)
  expect([reject.tone, reject.confirm, reject.input[0].title]).toEqual(['danger', '确定要驳回这 {n} 条吗？', '原因'])
  expect(data.form.map((item: { field: string; openIn: unknown }) => [item.field, item.openIn])).toEqual([
    ['no', { field: 'state', states: [1] }],
    ['title', { field: 'state', states: [1] }],
    ['remark', { field: 'state', states: [1, 2] }],
    ['amount', { field: 'state', states: [1] }],
    ['planDate', { field: 'state', states: [1] }],
  ])
})

test('refusals and the history have their English', async () => {
  const id = await fresh()
  await admin.post('/probeTicket/updateState', { id, state: 2 })
  const inEnglish = async (url: string, payload: object): Promise<string> => {
    const headers = { 'accept-language': 'en-US', authorization: `Bearer ${admin.token}` }
    return (await h.app.inject({ method: 'POST', url: `/api-2024${url}`, headers, payload })).json<{ msg: string }>().msg
  }
  const refused = await inEnglish('/probeTicket/updateState', { id, state: 4 })
  expect(refused).toMatch(/^Ticket is “Accepted” \(.+, 2026-11-21 09:00\) and can not become “Rated”; refresh and try again$/)
  const closed = await inEnglish('/probeTicket/update', { id, version: 2, title: 'x' })
  expect(closed).toBe('Of a record (Ticket) that is “Accepted”, “Title” can not be changed')
})

test('what a step asks for can be granted, under its name; who lacks it is refused', async () => {
  const { data } = await admin.post('/listField/getByType', { type: 'probeTicket' })
  expect(data.states.steps.length).toBe(6)
  const id = await fresh()
  const boss = await signedInAs(h, 'boss')
  const { code } = await boss.post('/probeTicket/updateState', { id, state: 2 })
  expect(code).toBe(1003)
  const grantable = JSON.stringify((await admin.get('/system/userprofile')).data)
  expect(grantable).toContain('probeTicket')
})

test('a step that people may take and no call takes keeps the program from starting', () => {
  const routes = { 'POST /probeTicket/list': list(ticket), 'POST /probeTicket/accept': step(ticket, 'accept') }
  expect(() => registryOf([{ ...area, resources: [ticket, employee], routes }])).toThrow('no call takes step solve')
  expect(() => step(ticket, 'nothing')).toThrow('ticket has no step nothing')
})
