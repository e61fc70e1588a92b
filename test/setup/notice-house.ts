/** For tests of notices: the demo company with a real mail server and a real chat server, notices of its own, and a clock that moves. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { reference, text } from '#platform/declare/fields.ts'
import { givenAccounts, holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import { notify } from '#platform/server/notices/tell.ts'
import { list } from '#platform/server/verbs/verbs.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from './demo-house.ts'
import { deliverDue } from '#areas/notices/deliver.ts'
import { keepKinds } from '#areas/notices/kinds.ts'
import { notices } from '#areas/notices/index.ts'

export const parcel = resource('parcel', {
  type: 'parcel',
  title: ['包裹', 'Parcel'],
  access: { scope: ownedBy('ownerId'), permission: 'country' },
  fields: { name: text('名称', 'Name', { max: 50 }), ownerId: reference('主人', 'Owner', 'employee') },
  list: { empty: ['包裹', 'Parcels'] },
  storage: { index: [['ownerId']] },
})
export const arrived = notice('parcel.arrived', ['包裹到达', 'A parcel arrives'], {
  title: ['包裹“{label}”到了', 'Parcel “{label}” is here'],
  titleOfMany: ['{n} 个包裹到了', '{n} parcels are here'],
  to: [namedBy('ownerId')],
})
export const closing = notice('depot.closing', ['仓库关门', 'The depot closes'], {
  title: ['仓库 {at} 关门', 'The depot closes at {at}'],
  to: [holdersOf('country', operations.view)],
})
export const call = notice('depot.call', ['来电', 'A call'], { title: ['{who} 来电', '{who} called'], to: [givenAccounts] })

export const mails: { to: readonly string[]; source: string }[] = []
/** How the servers answer. */
export const world = {
  isMailDown: false,
  afterMail: (): Promise<void> => Promise.resolve(),
  chatAnswer: { status: 200, body: { errcode: 0 } } as { status: number; body: object; headers?: Record<string, string> },
}
const mailServer = (): SMTPServer =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(world.isMailDown ? new Error('mailbox is full') : undefined),
    onData(stream, { envelope }, done) {
      void textOf(stream).then(async source => {
        mails.push({ to: envelope.rcptTo.map(one => one.address), source })
        await world.afterMail()
        done()
      }, done)
    },
  })
export const said: { path: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] }[] = []
const chatServer = (): Server =>
  createServer((request, response) => {
    void textOf(request).then(body => {
      said.push({ path: request.url ?? '', body: JSON.parse(body), headers: request.headers })
      response.writeHead(world.chatAnswer.status, { 'content-type': 'application/json', ...world.chatAnswer.headers })
      response.end(JSON.stringify(world.chatAnswer.body))
    })
  })

export let h: DemoHouse
let smtp: SMTPServer
let chat: Server
export let org = ''
export let admin: Person
export let boss: Person
export let sales: Person
export let chatAt = ''
export const ids: Record<string, { account: string; employee: string }> = {}
/** Call it at the top of the file: the house begins before its first test and ends after its last one. */
export function useNoticeHouse(): void {
  beforeAll(async () => {
    smtp = mailServer()
    chat = chatServer()
    await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
    await new Promise<void>(resolve => chat.listen(0, '127.0.0.1', resolve))
    chatAt = `http://127.0.0.1:${(chat.address() as AddressInfo).port}`
    const area = {
      name: 'parcels',
      title: ['包裹', 'Parcels'] as const,
      resources: [parcel],
      routes: { 'POST /parcel/list': list(parcel) },
    }
    h = await demoHouse([{ ...area, notices: [arrived, closing, call] } as never, notices], null, {
      smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?from=noreply@zhanggui.example`,
      publicUrl: 'https://erp.example.com',
      secretKey: 'a secret of the tests alone, 32+',
      localChats: true,
    })
    await keepKinds(h.house)
    org = h.demo.organisationIds[0] ?? ''
    const looking = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '销售').execute()
    const grants = looking.map(role => ({ org_id: role.org_id, role_id: role.id, permission: 'country', operation: 2 }))
    await h.db.insertInto('role_permission').values(grants).execute()
    const rows = await h.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .select(['a.username', 'a.id', 'm.employee_id'])
      .where('m.org_id', '=', org)
      .where('m.employee_id', 'is not', null)
      .execute()
    for (const row of rows) {
      ids[row.username] = { account: row.id, employee: row.employee_id ?? '' }
      await h.db
        .updateTable('employee')
        .set({ email: `${row.username}@demo.example` })
        .where('id', '=', row.employee_id ?? '')
        .execute()
    }
  })
  afterAll(async () => {
    await h.close()
    await new Promise<void>(resolve => smtp.close(() => resolve()))
    await new Promise(resolve => chat.close(resolve))
  })
  beforeEach(async () => {
    mails.length = 0
    said.length = 0
    world.isMailDown = false
    world.afterMail = () => Promise.resolve()
    world.chatAnswer = { status: 200, body: { errcode: 0 } }
    h.clock.now = new Date('2026-11-24T10:00:00+08:00')
    for (const table of ['notice_delivery', 'notice_preference', 'notice_setting', 'notice_channel', 'notice_template', 'message'] as const)
      await h.db.deleteFrom(table).execute()
    await signInAgain()
  })
}

/** The clock moved by days: a session of the day before is over. */
export async function signInAgain(): Promise<void> {
  ;[admin, boss, sales] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'boss'), signedInAs(h, 'sales')])
}

export const setting = { quietFrom: null, quietTo: null, digestAt: '09:00', language: 1 }
export const wants = async (person: Person, mails: Record<string, number>, more: object = {}): Promise<void> => {
  const list = Object.entries(mails).map(([code, mail]) => ({ code, mail }))
  expect(await person.post('/noticePreference/save', { ...setting, mails: list, ...more })).toMatchObject({ code: 0 })
}
export const inTransaction = async (work: (...a: never[]) => Promise<unknown>): Promise<void> => {
  const context = await h.house.asSystem(org, 'test')
  await context.write(async (tx, inside) => void (await work(inside as never, tx as never)))
}
export let parcels = 0
export const arrive = async (who: string, once?: string): Promise<string> => {
  parcels += 1
  const name = `P${parcels}`
  const ownerId = ids[who]?.employee ?? ''
  const [row] = await h.db
    .insertInto('parcel' as never)
    .values({ org_id: org, name, owner_id: ownerId } as never)
    .returning('id' as never)
    .execute()
  const rows = [{ id: (row as { id: string }).id, name, ownerId }] as never
  await inTransaction((inside: never, tx: never) =>
    notify(inside, tx, arrived, { of: { resource: parcel as never, rows }, ...(once && { once }) }),
  )
  return name
}
export const later = (minutes: number): void => void (h.clock.now = new Date(h.clock.now.getTime() + minutes * 60_000))
export const deliver = () => deliverDue(h.house)
export const deliveries = () => h.db.selectFrom('notice_delivery').selectAll().orderBy('id').execute()
export const kindId = async (code: string): Promise<string> =>
  (await h.db.selectFrom('notice_kind').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
export const robot = async (person: Person, more: object = {}) =>
  person.post('/noticeChannelManage/insert', {
    name: '仓库群',
    kind: 2,
    address: `${chatAt}/robot?key=topsecret`,
    kinds: [await kindId('parcel.arrived'), await kindId('depot.closing')],
    language: 1,
    status: 1,
    ...more,
  })
export const subjectOf = (source: string): string =>
  (/^Subject: (.+(?:\r\n[ \t].+)*)/m.exec(source)?.[1] ?? '')
    .replaceAll(/\r\n[ \t]/g, '')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=\s*/gi, (_, part: string) => Buffer.from(part, 'base64').toString())
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=\s*/gi, (_, part: string) => decodeURIComponent(part.replaceAll('_', ' ').replaceAll('=', '%')))
