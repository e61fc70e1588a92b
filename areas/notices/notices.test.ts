/** From a notice to mail and chat: what goes to whom and when, tried again, once; with a real mail server and a real chat server. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reference, text } from '#platform/declare/fields.ts'
import { givenAccounts, holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import { tell, tellAccounts } from '#platform/server/notices/tell.ts'
import { list } from '#platform/server/verbs/verbs.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { deliverDue, pauses } from './deliver.ts'
import { keepKinds } from './kinds.ts'
import { notices } from './index.ts'

const parcel = resource('parcel', {
  type: 'parcel',
  title: ['包裹', 'Parcel'],
  scope: ownedBy('ownerId'),
  permission: 'currency',
  fields: { name: text('名称', 'Name', { max: 50 }), ownerId: reference('主人', 'Owner', 'employee') },
  index: [['ownerId']],
  empty: ['包裹', 'Parcels'],
})
const arrived = notice('parcel.arrived', ['包裹到达', 'A parcel arrives'], {
  title: ['包裹“{label}”到了', 'Parcel “{label}” is here'],
  several: ['{n} 个包裹到了', '{n} parcels are here'],
  to: [namedBy('ownerId')],
})
const closing = notice('depot.closing', ['仓库关门', 'The depot closes'], {
  title: ['仓库 {at} 关门', 'The depot closes at {at}'],
  to: [holdersOf('currency', operations.view)],
})
const call = notice('depot.call', ['来电', 'A call'], { title: ['{who} 来电', '{who} called'], to: [givenAccounts] })

const mails: { to: readonly string[]; source: string }[] = []
let isMailDown = false
let afterMail: () => Promise<void> = () => Promise.resolve()
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(isMailDown ? new Error('mailbox is full') : undefined),
  onData(stream, { envelope }, done) {
    void textOf(stream).then(async source => {
      mails.push({ to: envelope.rcptTo.map(one => one.address), source })
      await afterMail()
      done()
    }, done)
  },
})
const said: { path: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] }[] = []
let chatAnswer: { status: number; body: object; headers?: Record<string, string> } = { status: 200, body: { errcode: 0 } }
const chat = createServer((request, response) => {
  void textOf(request).then(body => {
    said.push({ path: request.url ?? '', body: JSON.parse(body), headers: request.headers })
    response.writeHead(chatAnswer.status, { 'content-type': 'application/json', ...chatAnswer.headers })
    response.end(JSON.stringify(chatAnswer.body))
  })
})

let h: DemoHouse
let org = ''
let admin: Person
let boss: Person
let sales: Person
let chatAt = ''
const ids: Record<string, { account: string; employee: string }> = {}
beforeAll(async () => {
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  await new Promise<void>(resolve => chat.listen(0, '127.0.0.1', resolve))
  chatAt = `http://127.0.0.1:${(chat.address() as AddressInfo).port}`
  const area = { name: 'parcels', title: ['包裹', 'Parcels'] as const, resources: [parcel], routes: { 'POST /parcel/list': list(parcel) } }
  h = await demoHouse([{ ...area, notices: [arrived, closing, call] } as never, notices], null, {
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?from=noreply@zhanggui.example`,
    publicUrl: 'https://erp.example.com',
    secretKey: 'a secret of the tests alone, 32+',
    localChats: true,
  })
  await keepKinds(h.house)
  org = h.demo.organisationIds[0] ?? ''
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
  isMailDown = false
  afterMail = () => Promise.resolve()
  chatAnswer = { status: 200, body: { errcode: 0 } }
  h.clock.now = new Date('2026-11-24T10:00:00+08:00')
  for (const table of ['notice_delivery', 'notice_preference', 'notice_setting', 'notice_channel', 'notice_template', 'message'] as const)
    await h.db.deleteFrom(table).execute()
  // the clock moves by days: a session of the day before is over
  ;[admin, boss, sales] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'boss'), signedInAs(h, 'sales')])
})

const setting = { quietFrom: null, quietTo: null, digestAt: '09:00', language: 1 }
const wants = async (person: Person, mails: Record<string, number>, more: object = {}): Promise<void> => {
  const list = Object.entries(mails).map(([code, mail]) => ({ code, mail }))
  expect(await person.post('/noticePreference/save', { ...setting, mails: list, ...more })).toMatchObject({ code: 0 })
}
const inTransaction = async (work: (...a: never[]) => Promise<unknown>): Promise<void> => {
  const context = await h.house.asSystem(org, 'test')
  await context.write(async (tx, inside) => void (await work(inside as never, tx as never)))
}
let parcels = 0
const arrive = async (who: string, once?: string): Promise<string> => {
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
    tell(inside, tx, arrived, { of: { resource: parcel as never, rows }, ...(once && { once }) }),
  )
  return name
}
const later = (minutes: number): void => void (h.clock.now = new Date(h.clock.now.getTime() + minutes * 60_000))
const deliver = () => deliverDue(h.house)
const deliveries = () => h.db.selectFrom('notice_delivery').selectAll().orderBy('id').execute()
const kindId = async (code: string): Promise<string> =>
  (await h.db.selectFrom('notice_kind').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const robot = async (person: Person, more: object = {}) =>
  person.post('/noticeChannelManage/insert', {
    name: '仓库群',
    kind: 2,
    address: `${chatAt}/robot?key=topsecret`,
    kinds: [await kindId('parcel.arrived'), await kindId('depot.closing')],
    language: 1,
    status: 1,
    ...more,
  })
const subjectOf = (source: string): string =>
  (/^Subject: (.+(?:\r\n[ \t].+)*)/m.exec(source)?.[1] ?? '')
    .replaceAll(/\r\n[ \t]/g, '')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=\s*/gi, (_, part: string) => Buffer.from(part, 'base64').toString())
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=\s*/gi, (_, part: string) => decodeURIComponent(part.replaceAll('_', ' ').replaceAll('=', '%')))

describe('mail', () => {
  test('goes to whom it was chosen, at once, and to nobody else', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    const name = await arrive('sales')
    await arrive('finance')
    await deliver()
    expect(mails.map(({ to }) => to)).toEqual([['sales@demo.example']])
    expect(subjectOf(mails[0]?.source ?? '')).toContain(name)
    expect(await deliveries()).toMatchObject([{ state: 2, tries: 1, receiver: 'sales@demo.example', channel: 1 }])
  })

  test('in the language that was chosen', async () => {
    await wants(sales, { 'parcel.arrived': 1 }, { language: 2 })
    await arrive('sales')
    await deliver()
    expect(subjectOf(mails[0]?.source ?? '')).toMatch(/^Parcel “P\d+” is here$/)
  })

  test('what was rolled back is sent to nobody, an event told twice goes once', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    const lost = inTransaction(async (inside: never, tx: never) => {
      await tellAccounts(inside, tx, call, [ids['sales']?.account ?? ''], { who: '李雷' })
      throw new Error('back')
    })
    await expect(lost).rejects.toThrow('back')
    await arrive('sales', 'the same')
    await arrive('sales', 'the same')
    await deliver()
    expect(mails).toHaveLength(1)
  })

  test('a failure is tried five times over six hours, then given up; an administrator tries again', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    await arrive('sales')
    isMailDown = true
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBe(360)
    for (const [at, pause] of [...pauses, 0].entries()) {
      await deliver()
      expect(await deliveries()).toMatchObject([
        { state: at === 4 ? 4 : 3, tries: at + 1, fault: expect.stringContaining('mailbox is full') },
      ])
      later(pause - 1)
      expect(await deliver()).toBe(0)
      later(1)
    }
    later(10_000)
    expect(await deliver()).toBe(0)
    admin = await signedInAs(h, 'admin')
    sales = await signedInAs(h, 'sales')
    isMailDown = false
    const listed = await admin.post('/noticeDeliveryManage/list', {})
    expect(listed.data.list).toMatchObject([{ state: 4, tries: 5, code: '包裹到达' }])
    expect(JSON.stringify(listed.data)).not.toContain('“P')
    const id = listed.data.list[0].id
    expect((await sales.post('/noticeDeliveryManage/retry', { ids: [id] })).code).toBe(1003)
    expect((await admin.post('/noticeDeliveryManage/retry', { ids: [id] })).code).toBe(0)
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 2, tries: 1 }])
    expect((await admin.post('/noticeDeliveryManage/retry', { ids: [id] })).code).toBe(1002)
  })

  test('a process that died between sending and noting sends again under the same id', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    await arrive('sales')
    // the server took the mail; then nothing of this process reaches the row: another try counts by now
    afterMail = async () => void (await h.db.updateTable('notice_delivery').set({ tries: 2 }).execute())
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 1, tries: 2 }])
    expect(await deliver()).toBe(0)
    afterMail = () => Promise.resolve()
    later(3)
    await deliver()
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 2, tries: 3 }])
    const idsOfMails = mails.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1])
    expect(idsOfMails).toHaveLength(2)
    expect(new Set(idsOfMails).size).toBe(1)
  })

  test('two processes at once send each once', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    for (let n = 0; n < 12; n += 1) await arrive('sales')
    await Promise.all([deliver(), deliver(), deliver()])
    expect(mails).toHaveLength(12)
  })

  test('quiet hours hold a mail until they end', async () => {
    await wants(sales, { 'parcel.arrived': 1 }, { quietFrom: '22:00', quietTo: '07:30' })
    h.clock.now = new Date('2026-11-24T23:10:00+08:00')
    await arrive('sales')
    await deliver()
    expect(mails).toHaveLength(0)
    h.clock.now = new Date('2026-11-25T07:30:00+08:00')
    await deliver()
    expect(mails).toHaveLength(1)
  })

  test('a digest is one mail a day with all that came', async () => {
    await wants(sales, { 'parcel.arrived': 2, 'depot.call': 2 })
    const names = [await arrive('sales'), await arrive('sales')]
    await inTransaction((inside: never, tx: never) => tellAccounts(inside, tx, call, [ids['sales']?.account ?? ''], { who: '李雷' }))
    await deliver()
    expect(mails).toHaveLength(0)
    h.clock.now = new Date('2026-11-25T09:00:00+08:00')
    await deliver()
    expect(mails).toHaveLength(1)
    expect(subjectOf(mails[0]?.source ?? '')).toBe('通知汇总：3 条')
    const body = mails[0]?.source.split('\r\n\r\n').slice(1).join('\n') ?? ''
    const decoded = Buffer.from(body.replaceAll(/\s/g, ''), 'base64').toString()
    for (const name of [...names, '李雷 来电']) expect(decoded).toContain(name)
    // what comes after it waits for the next day
    await arrive('sales')
    await deliver()
    expect(mails).toHaveLength(1)
    h.clock.now = new Date('2026-11-26T09:00:00+08:00')
    await deliver()
    expect(mails).toHaveLength(2)
  })

  test('who has left gets none', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    await arrive('sales')
    await h.db
      .updateTable('employee')
      .set({ status: 2 })
      .where('id', '=', ids['sales']?.employee ?? '')
      .execute()
    await deliver()
    await h.db
      .updateTable('employee')
      .set({ status: 1 })
      .where('id', '=', ids['sales']?.employee ?? '')
      .execute()
    expect(mails).toHaveLength(0)
    expect((await admin.post('/noticeDeliveryManage/list', {})).data.list).toMatchObject([{ state: 4, fault: '收件人已离职或账号已停用' }])
  })
})

describe('preferences', () => {
  test('every notice by its name, one’s own alone', async () => {
    await wants(sales, { 'parcel.arrived': 1 }, { quietFrom: '22:00', quietTo: '07:00' })
    const mine = (await sales.post('/noticePreference/list', {})).data
    expect(mine).toMatchObject({ mailTo: 'sales@demo.example', mailReaches: true, quietFrom: '22:00', digestAt: '09:00' })
    expect(mine.list).toContainEqual({ code: 'parcel.arrived', name: '包裹到达', kind: 5, mail: 1 })
    expect((await boss.post('/noticePreference/list', {})).data.list).toContainEqual(
      expect.objectContaining({ code: 'parcel.arrived', mail: 0 }),
    )
  })
  test.each([
    [{ quietFrom: '25:00', quietTo: '07:00' }, 'quietFrom'],
    [{ quietFrom: '22:00', quietTo: null }, 'quietTo'],
    [{ quietFrom: '22:00', quietTo: '22:00' }, 'quietTo'],
    [{ digestAt: '9' }, 'digestAt'],
    [{ mails: [{ code: 'nothing', mail: 1 }] }, 'mails'],
  ])('%j is refused', async (input, field) => {
    const answer = await sales.post('/noticePreference/save', { ...setting, mails: [], ...input })
    expect(answer.code).toBe(1002)
    expect(answer.data.errors.map((one: { field: string }) => one.field)).toContain(field)
  })
})

describe('chat robots', () => {
  test('tell what their owner may see, and of the rest that it is there', async () => {
    expect(await robot(admin)).toMatchObject({ code: 0 })
    const seen = await arrive('admin')
    await deliver()
    expect(said.map(({ body }) => body)).toEqual([{ msgtype: 'text', text: { content: `包裹“${seen}”到了` } }])
    await h.db
      .updateTable('notice_channel')
      .set({ owner_id: ids['employee']?.employee ?? '' })
      .execute()
    said.length = 0
    const hidden = await arrive('admin')
    await inTransaction((inside: never, tx: never) => tell(inside, tx, closing, { values: { at: '18:00' } }))
    await deliver()
    const texts = said.map(({ body }) => (body['text'] as { content: string }).content)
    expect(texts.toSorted()).toEqual(['仓库关门', '包裹到达：有 1 条包裹与您有关，但您没有查看权限'].toSorted())
    expect(JSON.stringify(said)).not.toContain(hidden)
  })

  test('an answer that names a fault is a failure, a redirect is not followed, and no fault names the address', async () => {
    await robot(admin)
    for (const answer of [
      { status: 200, body: { errcode: 93000, errmsg: 'invalid webhook url' } },
      { status: 302, body: {}, headers: { location: `${chatAt}/elsewhere` } },
      { status: 500, body: {} },
    ]) {
      chatAnswer = answer
      await h.db.deleteFrom('notice_delivery').execute()
      await arrive('admin')
      await deliver()
      const [one] = await deliveries()
      expect(one).toMatchObject({ state: 3, tries: 1 })
      expect(one?.fault).not.toContain('topsecret')
    }
    expect(said.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/robot?key=topsecret'))
  })

  test.each([
    [3, /timestamp=\d+&sign=/, { msgtype: 'text' }],
    [4, /^\/robot\?key=topsecret$/, { msg_type: 'text', sign: expect.any(String), timestamp: expect.any(String) }],
  ])('platform %i is signed as it asks', async (kind, path, body) => {
    chatAnswer = { status: 200, body: kind === 4 ? { code: 0 } : { errcode: 0 } }
    await robot(admin, { kind, secret: 'SEC123' })
    await arrive('admin')
    await deliver()
    expect(said[0]?.path).toMatch(path)
    expect(said[0]?.body).toMatchObject(body)
    expect(await deliveries()).toMatchObject([{ state: 2 }])
  })

  test('the address is kept encrypted, shown to nobody, and stays when the rest is changed', async () => {
    const { data } = await robot(admin)
    const stored = await h.db.selectFrom('notice_channel').select(['address', 'version']).executeTakeFirstOrThrow()
    expect(stored.address).not.toContain('127.0.0.1')
    const shown = await admin.get(`/noticeChannelManage/query/${data.id}`)
    const trail = await h.db.selectFrom('audit_entry').selectAll().where('subject', '=', 'notice_channel').execute()
    for (const text of [JSON.stringify(shown.data), JSON.stringify(trail)]) expect(text).not.toMatch(/topsecret|127\.0\.0\.1/)
    expect((await admin.post('/noticeChannelManage/reveal', { id: data.id, field: 'address' })).code).toBe(1004)
    const { id, version, address, secret } = shown.data
    const changed = await admin.post('/noticeChannelManage/update', { id, version, address, secret, name: '另一个群' })
    expect(changed).toMatchObject({ code: 0 })
    expect((await h.db.selectFrom('notice_channel').select('address').executeTakeFirstOrThrow()).address).toBe(stored.address)
  })

  test('a test message goes to the group, one that is switched off hears nothing', async () => {
    const { data } = await robot(admin)
    expect(await admin.post('/noticeChannelManage/test', { id: data.id })).toMatchObject({ code: 0 })
    await deliver()
    expect(JSON.stringify(said[0]?.body)).toContain('测试消息')
    await h.db.updateTable('notice_channel').set({ status: 2 }).execute()
    await arrive('admin')
    expect(await deliver()).toBe(0)
    expect((await admin.post('/noticeChannelManage/test', { id: data.id })).code).toBe(1002)
  })

  test('what is told to persons alone goes to no group; nobody without the right sees or makes robots', async () => {
    expect((await robot(admin, { kinds: [await kindId('depot.call')] })).data.errors[0].field).toBe('kinds')
    expect((await robot(sales)).code).toBe(1003)
    for (const list of ['noticeChannelManage', 'noticeTemplateManage', 'noticeDeliveryManage'])
      expect((await sales.post(`/${list}/list`, {})).code).toBe(1003)
  })

  test('another organisation sees none of it', async () => {
    const { data } = await robot(admin)
    const other = h.demo.organisationIds[1] ?? ''
    const seen = await admin.post('/noticeChannelManage/list', {}, other)
    expect(JSON.stringify(seen.data?.list ?? [])).not.toContain('仓库群')
    expect([1003, 1004]).toContain((await admin.post('/noticeChannelManage/delete', { id: data.id }, other)).code)
  })
})

describe('templates', () => {
  const template = async (more: object = {}) =>
    admin.post('/noticeTemplateManage/insert', { code: 'parcel.arrived', language: 1, title: '快来取 {label}！', ...more })

  test('say it in the organisation’s words, in the language they are for', async () => {
    expect(await template()).toMatchObject({ code: 0 })
    const name = await arrive('sales')
    expect((await sales.post('/notify/list', {})).data.list[0].title).toBe(`快来取 ${name}！`)
  })
  test('an unknown field is refused by its name', async () => {
    const answer = await template({ title: '{label} {password}' })
    expect(answer).toMatchObject({ code: 1002, msg: expect.stringContaining('{password}') })
    const { data } = await template()
    const changed = await admin.post('/noticeTemplateManage/update', { id: data.id, version: 1, title: '{nobody}' })
    expect(changed).toMatchObject({ code: 1002, msg: expect.stringContaining('{nobody}') })
  })
})
