/** A state that waits for an approval is no dead end: with a flow, without one, and where the flow is taken back while it waits. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approval } from '#platform/declare/approval.ts'
import { choice, text } from '#platform/declare/fields.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { byAnyone, byProgram, machine } from '#platform/declare/states.ts'
import { machineFaults } from '#platform/server/states/machine.ts'
import { step } from '#platform/server/steps/verbs.ts'
import { family } from '#platform/server/verbs/family.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workflow } from './index.ts'

const states = { draft: [0, '草稿', 'Draft'], waiting: [1, '审批中', 'In approval'], live: [2, '生效', 'In force'] } as const
const made = (waits: true | string): Resource =>
  resource('test_request', {
    type: 'testRequest',
    title: ['申请', 'Request'],
    access: { scope: ownOrganisation, permission: 'currency' },
    fields: { subject: text('摘要', 'Subject', { max: 50 }), state: choice('状态', 'State', states, { default: 0 }) },
    record: { label: 'subject' },
    life: {
      approval: approval({ submit: { title: ['提交', 'Submit'], steps: ['submit'] } }),
      states: machine('state', {
        states: { draft: { edit: 'all', remove: true }, waiting: { pendingApproval: waits }, live: { final: true } },
        steps: {
          submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'waiting', may: byAnyone },
          approve: { title: ['批准', 'Approve'], from: ['waiting'], to: 'live', may: byProgram },
          back: { title: ['退回', 'Send back'], from: ['waiting'], to: 'draft', may: byProgram },
        },
      }),
    },
  })
const request = made('approve')

let h: DemoHouse
let admin: Person
let boss: Person
let bossId: string
beforeAll(async () => {
  const area = {
    name: 'requests',
    title: ['申请', 'Requests'],
    resources: [request],
    routes: { ...family('testRequest', request), 'POST /testRequest/submit/{id}': step(request, 'submit') },
  }
  h = await demoHouse([area as never, workflow])
  ;[admin, boss] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'boss')])
  const row = await h.db
    .selectFrom('account_organisation as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select('m.employee_id')
    .where('a.username', '=', 'boss')
    .executeTakeFirstOrThrow()
  bossId = String(row.employee_id)
})
afterAll(() => h.close())

async function publish(): Promise<string> {
  const definition: FlowDefinition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      {
        id: 'a',
        kind: 'step',
        name: '审批',
        mode: 'any',
        leave: 'first',
        allowBack: true,
        allowBackStart: true,
        approvers: [{ by: 'person', ids: [bossId] }],
      },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  } as FlowDefinition
  const { id } = (await admin.post('/workflowSetting/insert', { formCode: 'testRequest', name: '流程', definition })).data
  expect((await admin.post('/workflowSetting/publish', { id })).code).toBe(0)
  return id
}
const fresh = async (): Promise<string> => (await admin.post('/testRequest/insert', { subject: '灯' })).data.id
const stateOf = async (id: string): Promise<number> =>
  (await admin.post('/testRequest/list', {})).data.list.find((row: { id: string }) => row.id === id).state
const trailOf = async (recordId: string) =>
  (
    await h.db
      .selectFrom('audit_entry')
      .select(['verb', 'note'])
      .where('subject', '=', 'test_request')
      .where('record_id', '=', recordId)
      .orderBy('id')
      .execute()
  ).map(({ verb, note }) => [verb, note])
async function confirm(keyValue: string): Promise<void> {
  const at = { formCode: 'testRequest', keyValue }
  const { currentProcessId, round } = (await boss.post('/workflow/getAuditProcess', at)).data
  expect((await boss.post('/workflow/confirmProcess', { ...at, currentProcessId, round })).msg).toBe('')
}
const said = '无需审批，视为同意'

test('without a flow it goes on at once, and the trail says so', async () => {
  const id = await fresh()
  expect(await admin.post(`/testRequest/submit/${id}`, {})).toMatchObject({ code: 0, data: { id, state: 2 } })
  expect(await trailOf(id)).toEqual([
    ['add', null],
    ['submit', null],
    ['approve', said],
  ])
})

test('with a flow it stays a draft until it is approved, and then goes on in the same transaction', async () => {
  const setting = await publish()
  const [id, other] = [await fresh(), await fresh()]
  for (const one of [id, other]) expect((await admin.post(`/testRequest/submit/${one}`, {})).code).toBe(0)
  expect(await stateOf(id)).toBe(0)
  await confirm(id)
  expect(await stateOf(id)).toBe(2)
  expect(await trailOf(id)).toEqual([
    ['add', null],
    ['submit', null],
    ['approve', null],
  ])
  // the flow is taken back while another waits: that one is still answered, and what comes then is not asked for
  expect((await admin.post('/workflowSetting/retire', { id: setting })).code).toBe(0)
  expect(await stateOf(other)).toBe(0)
  await confirm(other)
  expect(await stateOf(other)).toBe(2)
  const later = await fresh()
  expect((await admin.post(`/testRequest/submit/${later}`, {})).data).toMatchObject({ state: 2 })
})

test('a step that is approved into a state that names no way on, or a wrong one, keeps the program from starting', () => {
  expect(machineFaults(made(true))).toEqual([
    'test_request.life: state waiting waits: step submit into it is approved before it is taken, ' +
      "so it names the step by which it goes on (pendingApproval: '…')",
  ])
  expect(machineFaults(made('gone'))).toEqual(['test_request.life: state waiting waits for gone, which is no step from it'])
  expect(machineFaults(request)).toEqual([])
})
