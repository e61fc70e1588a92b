/**
 * The server is killed at random moments while two hundred approvals run: each is in one legal state whenever it is looked at, no task is
 * lost, what was asked for is done once, and everybody is told once, by mail at least once.
 */
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FlowDefinition, StepNode } from '#platform/declare/flow.ts'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'
import { proofFaults } from '../setup/proven.ts'

const flowsCount = 200
/** the server is killed when so many answers were given, and some ms later */
const killedAfter = [60, 350, 700] as const
const killWithinMs = 250
const endsMsMax = 240_000
/** cards of one person that are answered beside each other */
const together = 3
const approvers = ['boss', 'finance', 'hr', 'it', 'keeper'] as const
type Approver = (typeof approvers)[number]

const mails = new Set<string>()
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    void textOf(stream).then(source => {
      mails.add(/^Message-ID: <delivery-(\d+)@/im.exec(source)?.[1] ?? '')
      done()
    }, done)
  },
})

// whoever was sending when he was killed has hung up
smtp.on('error', () => undefined)

let product: RunningProduct
let owner: pg.Client
const tokens = new Map<string, string>()
beforeAll(async () => {
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  const port = (smtp.server.address() as AddressInfo).port
  product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn', SMTP_URL: `smtp://127.0.0.1:${port}?from=noreply@zhanggui.example` })
  owner = new pg.Client(product.ownerUrl)
  await owner.connect()
  for (const username of ['admin', ...approvers])
    tokens.set(username, (await call('', 'POST', '/auth/user/login', { username, password: 'demo1234' })).data.access_token)
  await owner.query(
    `update employee e set email = a.username || '@demo.example'
      from account_organisation m join account a on a.id = m.account_id where m.employee_id = e.id`,
  )
  await publish()
  for (const username of tokens.keys())
    await call(username, 'POST', '/noticePreference/save', {
      quietFrom: null,
      quietTo: null,
      digestAt: '09:00',
      language: 1,
      mails: [{ code: username === 'admin' ? 'approval.passed' : 'approval.todo', mail: 1 }],
    })
})
afterAll(async () => {
  await owner.end()
  await product.remove()
  await new Promise<void>(resolve => smtp.close(() => resolve()))
})

interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: ReturnType<typeof JSON.parse>
}
/** Throws TypeError while the server is down. */
async function call(username: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens.get(username) ?? ''}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.status >= 500 && answer.status !== 503) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}
async function rows<T extends pg.QueryResultRow>(statement: string): Promise<T[]> {
  return (await owner.query<T>(statement)).rows
}

async function publish(): Promise<void> {
  const people = await rows<{ username: Approver; employee: string }>(
    `select a.username, m.employee_id::text as employee from account_organisation m join account a on a.id = m.account_id
      where m.employee_id is not null`,
  )
  const step = (id: string, names: readonly Approver[], more: Partial<StepNode> = {}): StepNode => ({
    id,
    kind: 'step',
    name: `步骤${id}`,
    approvers: [{ by: 'person', ids: names.map(name => people.find(one => one.username === name)?.employee ?? '') }],
    mode: 'any',
    leave: 'first',
    allowBack: true,
    allowBackStart: true,
    ...more,
  })
  const definition: FlowDefinition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      step('a', ['boss'], { leave: 'all' }),
      step('b', ['finance']),
      step('c', ['hr', 'keeper'], { mode: 'all' }),
      step('d', ['it']),
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      ['start', 'a'],
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
      ['d', 'end'],
    ].map(([from = '', to = '']) => ({ from, to })),
    samePerson: 'pass',
    ownRequest: false,
  }
  const made = await call('admin', 'POST', '/workflowSetting/insert', { formCode: 'supplier', name: '准入', definition })
  expect((await call('admin', 'POST', '/workflowSetting/publish', { id: made.data.id })).msg).toBe('')
}

// ---- people at work

let answers = 0
let isOver = false
/** What the server refuses, or does not answer because it was killed, is looked at again. */
async function attempt(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    await pause(100)
    return false
  }
}

async function asksForAll(): Promise<void> {
  for (let n = 0; n < flowsCount;) {
    // killed in between: the record is there, or it is not and is asked for again
    const isThere = await attempt(async () => {
      const { code } = await call('admin', 'POST', '/supplierManage/insert', { code: `K${n}`, name: `供应商${n}` })
      return code === 0 || code === 1002
    })
    if (isThere) n += 1
  }
}

interface Card {
  readonly formCode: string
  readonly keyValue: string
  readonly processId: string
  readonly round: number
}
async function answer(name: Approver, { formCode, keyValue, processId, round }: Card): Promise<void> {
  const chance = Math.random()
  const way = chance < 0.03 ? 'backStartProcess' : chance < 0.08 && processId !== 'a' ? 'backProcess' : 'confirmProcess'
  const body = { formCode, keyValue, currentProcessId: processId, round, opinion: '看过' }
  const isDone = await attempt(async () => (await call(name, 'POST', `/workflow/${way}`, body)).code === 0)
  if (isDone) answers += 1
}
async function works(name: Approver): Promise<void> {
  while (!isOver) {
    let cards: readonly Card[] = []
    await attempt(async () => {
      cards = (await call(name, 'GET', '/approval/allList?box=1&pageSize=50')).data.list ?? []
      return true
    })
    if (cards.length === 0) await pause(50)
    for (let at = 0; at < cards.length; at += together) await Promise.all(cards.slice(at, at + together).map(card => answer(name, card)))
  }
}
async function submitsAgain(): Promise<void> {
  while (!isOver) {
    for (const { id } of await rows<{ id: string }>(
      'select record_id::text as id from approval_instance where state = 3 order by id limit 20',
    ))
      await attempt(async () => (await call('admin', 'POST', '/workflow/submit', { formCode: 'supplier', keyValue: id })).code === 0)
    await pause(100)
  }
}

// ---- what must hold whenever it is looked at

interface Found {
  readonly id: string
  readonly state: number
  readonly engine: { readonly state: string; readonly open: readonly { readonly tasks: readonly { readonly state: string }[] }[] }
  readonly open: number
  readonly answered: number
  readonly passes: number
  readonly status: number | null
  readonly version: number | null
  readonly todo: number
  readonly told: number
  readonly passed: number
}
const states: Readonly<Record<string, number>> = { running: 1, passed: 2, back: 3 }
const faultsOf = (one: Found): string[] => {
  const { state, engine, open, answered, passes, status, version, todo, told, passed } = one
  const openInEngine = engine.open.flatMap(step => step.tasks).filter(task => task.state === 'open').length
  const isPassed = state === 2
  const faults = {
    'the state of the engine is another': states[engine.state] !== state,
    'its open tasks are not those of the engine': open !== openInEngine,
    'it runs and nobody is asked': state === 1 && open === 0,
    'it is over and somebody is asked': state !== 1 && open > 0,
    'one task was answered twice': answered > 1,
    'it passed not once': passes !== (isPassed ? 1 : 0),
    'what was asked for is not done once': status !== (isPassed ? 2 : 1) || version !== (isPassed ? 2 : 1),
    'somebody was told of a task not once': todo !== told,
    'the applicant was told not once': passed !== (isPassed ? 1 : 0),
  }
  return Object.entries(faults).flatMap(([fault, is]) =>
    is ? [`${one.id}: ${fault} ${JSON.stringify({ ...one, engine: undefined })}`] : [],
  )
}
async function lookAt(): Promise<readonly Found[]> {
  const found = await rows<Found>(
    `select i.id::text, i.state, i.engine, s.status, s.version,
      (select count(*)::int from approval_task t where t.instance_id = i.id and t.state = 1) as open,
      (select coalesce(max(n), 0)::int from (select count(*) as n from approval_task t where t.instance_id = i.id and t.state in (2, 3)
        group by t.process_id, t.round, t.employee_id) a) as answered,
      (select count(*)::int from approval_note n where n.instance_id = i.id and n.kind = 19) as passes,
      (select count(*)::int from approval_task t where t.instance_id = i.id) as todo,
      (select count(*)::int from message m where m.target -> 'approval' ->> 'keyValue' = i.record_id::text
        and m.target -> 'approval' ->> 'kind' = '1') as told,
      (select count(*)::int from message m where m.target -> 'approval' ->> 'keyValue' = i.record_id::text
        and m.target -> 'approval' ->> 'kind' = '3') as passed
    from approval_instance i join supplier s on s.id = i.record_id order by i.id`,
  )
  expect(found.flatMap(faultsOf)).toEqual([])
  return found
}

test('killed while two hundred approvals run: each legal, each effect once, everybody told', async () => {
  const everybody = Promise.all([asksForAll(), submitsAgain(), ...approvers.map(works)])
  // a failure of one ends the test, not the process
  everybody.catch(() => (isOver = true))
  for (const count of killedAfter) {
    while (answers < count && !isOver) await pause(20)
    await pause(Math.random() * killWithinMs)
    await product.stop('SIGKILL')
    await lookAt()
    await product.start()
  }
  for (const end = Date.now() + endsMsMax; !isOver && Date.now() < end; await pause(200)) {
    const [row] = await rows<{ n: number }>('select count(*)::int as n from approval_instance where state = 2')
    if (row?.n === flowsCount) break
  }
  isOver = true
  await everybody
  const found = await lookAt()
  expect(found.map(one => one.state)).toEqual(Array.from({ length: flowsCount }, () => 2))
  await everyMailArrives()
}, 600_000)

/** A try that a kill has cut off is made again two minutes later: its time is moved here, and a new notice orders the work. */
async function everyMailArrives(): Promise<void> {
  await owner.query('update notice_delivery set next_at = now() where state in (1, 3)')
  await call('admin', 'POST', '/supplierManage/insert', { code: 'LAST', name: '最后' })
  const unsent = async () => (await rows<{ id: string }>('select id::text from notice_delivery where state <> 2')).map(row => row.id)
  for (const end = Date.now() + endsMsMax; Date.now() < end && (await unsent()).length > 0;) await pause(200)
  expect(await unsent()).toEqual([])
  const [counted] = await rows<{ mails: number; wanted: number }>(
    `select (select count(*)::int from notice_delivery) as mails,
      (select count(*)::int from message where target -> 'approval' ->> 'kind' in ('1', '3')) as wanted`,
  )
  // one delivery a message, and each was taken by the mail server at least once
  expect(counted?.mails).toBe(counted?.wanted)
  expect(mails.size).toBe(counted?.mails)
}

test('the books and the trail are proven', { timeout: 300_000 }, async () => expect(await proofFaults(product)).toEqual([]))
