/** From a mail to one approval: a link that is signed, opened once, in its time, by the account that the mail went to. */
import { text as textOf } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '#areas/notices/index.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { workflow } from './index.ts'
import { linkWork } from './mail-links.ts'

const mails: { to: string; source: string }[] = []
let isMailDown = false
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    void textOf(stream).then(source => {
      mails.push({ to: envelope.rcptTo[0]?.address ?? '', source })
      done(isMailDown ? new Error('try later') : undefined)
    }, done)
  },
})

let h: DemoHouse
let org = ''
let admin: Person
let boss: Person
let finance: Person
const employeeOf: Record<string, string> = {}

beforeAll(async () => {
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  h = await demoHouse([notices, workflow], null, {
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?from=noreply@zhanggui.example`,
    publicUrl: 'https://erp.example.com',
    secretKey: 'a secret of the tests alone, 32+',
  })
  await notices.begin?.(h.house)
  org = h.demo.organisationIds[0] ?? ''
  const rows = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select(['a.username', 'm.employee_id'])
    .where('m.org_id', '=', org)
    .where('m.employee_id', 'is not', null)
    .execute()
  for (const row of rows) {
    employeeOf[row.username] = String(row.employee_id)
    await h.db
      .updateTable('employee')
      .set({ email: `${row.username}@demo.example` })
      .where('id', '=', row.employee_id ?? '')
      .execute()
  }
  await at('2026-11-24T10:00:00+08:00')
  await published()
})
afterAll(async () => {
  await h.close()
  await new Promise<void>(resolve => smtp.close(() => resolve()))
})
beforeEach(async () => {
  mails.length = 0
  isMailDown = false
  await at('2026-11-24T10:00:00+08:00')
})

async function at(time: string): Promise<void> {
  h.clock.now = new Date(time)
  ;[admin, boss, finance] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'boss'), signedInAs(h, 'finance')])
}

async function published(): Promise<void> {
  const definition: FlowDefinition = {
    nodes: [
      { id: 'start', kind: 'start', name: '开始', leave: 'first' },
      {
        id: 'a',
        kind: 'step',
        name: '审批',
        approvers: [{ by: 'person', ids: [employeeOf['boss'] ?? ''] }],
        mode: 'any',
        leave: 'first',
        allowBack: true,
        allowBackStart: true,
      },
      { id: 'end', kind: 'end', name: '结束' },
    ],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'end' },
    ],
    samePerson: 'pass',
    ownRequest: false,
  }
  const made = await admin.post('/workflowSetting/insert', { formCode: 'supplier', name: '准入', definition })
  expect((await admin.post('/workflowSetting/publish', { id: made.data.id })).msg).toBe('')
  const mailsOf = { quietFrom: null, quietTo: null, digestAt: '09:00', language: 1, mails: [{ code: 'approval.todo', mail: 1 }] }
  for (const one of [boss, finance]) expect((await one.post('/noticePreference/save', mailsOf)).msg).toBe('')
}

const deliver = () => notices.jobs?.['notice.deliver']?.(h.house, {}, new AbortController().signal)

let counter = 0
const supplier = async (): Promise<string> => {
  counter += 1
  const made = await admin.post('/supplierManage/insert', { code: `L${counter}`, name: `供应商${counter}` })
  expect(made.msg).toBe('')
  return made.data.id
}
/** The body of a mail, decoded; absent: of the newest. */
function bodyOf({ source } = mails.at(-1) ?? { source: '' }): string {
  const body = source.split('\r\n\r\n').slice(1).join('\r\n\r\n')
  if (/base64/i.test(source)) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
const linkIn = (mail = mails.at(-1)): string => /https:\/\/erp\.example\.com\/approval\/mine\?link=([\w.-]+)/.exec(bodyOf(mail))?.[1] ?? ''
const mailed = async (): Promise<{ id: string; link: string }> => {
  const id = await supplier()
  await deliver()
  expect(mails.at(-1)?.to).toBe('boss@demo.example')
  return { id, link: linkIn() }
}
const open = (who: Person, link: string) => who.post('/workflow/openLink', { link })

test('the link of a mail opens the one approval, once, and only where somebody is signed in', async () => {
  const { id, link } = await mailed()
  expect(link).not.toBe('')
  const unknown = await h.app.inject({ method: 'POST', url: '/api-2024/workflow/openLink', payload: { link } })
  expect(unknown.json<{ code: number }>().code).toBe(1001)
  const opened = await open(boss, link)
  expect([opened.msg, opened.data]).toEqual(['', { formCode: 'supplier', keyValue: id, isOpen: 1 }])
  const again = await open(boss, link)
  expect([again.code, again.msg]).toEqual([1002, '链接已经用过，只能打开一次，请在“我的审批”中查看'])
  // opening agrees to nothing
  const [row] = await h.db.selectFrom('supplier').select('status').where('id', '=', id).execute()
  expect(row?.status).toBe(1)
})

test('nobody but its addressee opens it, and it stays whole for him', async () => {
  const { link } = await mailed()
  for (const other of [admin, finance]) expect((await open(other, link)).code).toBe(1003)
  expect((await open(boss, link)).msg).toBe('')
})

test('of two openings at once one is the first', async () => {
  const { link } = await mailed()
  const codes = (await Promise.all([open(boss, link), open(boss, link), open(boss, link)])).map(one => one.code)
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 1002, 1002])
})

test('after a week it is of no use, and is forgotten a month later', async () => {
  const { link } = await mailed()
  await at('2026-12-01T10:00:01+08:00')
  expect((await open(boss, link)).msg).toBe('链接已过期，请在“我的审批”中查看')
  h.clock.now = new Date('2027-01-02T10:00:00+08:00')
  const [work] = linkWork
  await work?.work(h.house, { at: h.clock.now, signal: new AbortController().signal } as never)
  expect(await h.db.selectFrom('approval_link').select('id').execute()).toEqual([])
})

test.each([
  ['another number', (link: string) => link.replace(/^\d+/, n => String(Number(n) + 1))],
  ['another account', (link: string) => link.replace(/^(\d+\.\d+)\.\d+/, `$1.${'1'}`)],
  ['another signature', (link: string) => `${link.slice(0, -8)}AAAAAAAA`],
  ['half of it', (link: string) => link.slice(0, 20)],
  ['something else', () => '../../etc'],
])('a link with %s is none', async (_, change) => {
  const { link } = await mailed()
  const refused = await open(boss, change(link))
  expect([refused.code, refused.msg]).toEqual([1002, '链接不正确，请从邮件中完整复制后再打开'])
})

test('a mail that is sent again holds the same link', async () => {
  isMailDown = true
  const { link } = await mailed()
  isMailDown = false
  h.clock.now = new Date('2026-11-24T10:06:00+08:00')
  await deliver()
  expect(mails).toHaveLength(2)
  expect(linkIn()).toBe(link)
})

test('answered meanwhile it still opens and says so; who stands in gets a link of his own', async () => {
  const days = { fromOn: '2026-11-23', toOn: '2026-11-30' }
  const stand = await boss.post('/approvalStandIn/insert', { employeeId: employeeOf['boss'], standInId: employeeOf['finance'], ...days })
  expect(stand.msg).toBe('')
  const id = await supplier()
  await deliver()
  expect(mails.map(one => one.to).toSorted()).toEqual(['boss@demo.example', 'finance@demo.example'])
  const linkOf = new Map(mails.map(one => [one.to, linkIn(one)] as const))
  const at = { formCode: 'supplier', keyValue: id }
  const { currentProcessId, round } = (await finance.post('/workflow/getAuditProcess', at)).data
  expect((await finance.post('/workflow/confirmProcess', { ...at, currentProcessId, round })).msg).toBe('')
  for (const [to, who] of [
    ['boss@demo.example', boss],
    ['finance@demo.example', finance],
  ] as const)
    expect((await open(who, linkOf.get(to) ?? '')).data).toEqual({ ...at, isOpen: 0 })
})
