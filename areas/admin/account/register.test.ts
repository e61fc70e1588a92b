/** Registration and recovery, with mails carried by a real SMTP server and the job queue running. */
import { inChinese } from '#platform/declare/sentence.ts'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepareJobs, startJobs, type RunningJobs } from '#platform/server/jobs/job-queue.ts'
import { ask, demoHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { registrationFaults } from './register.ts'

interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
}
const mails: Mail[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    void text(stream).then(source => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      mails.push({ from, to: envelope.rcptTo.map(one => one.address), source })
      done()
    }, done)
  },
})

let h: DemoHouse
let jobs: RunningJobs
beforeAll(async () => {
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  h = await demoHouse([], null, {
    smtpUrl: `smtp://127.0.0.1:${port}?from=noreply@zhanggui.example`,
    publicUrl: 'https://erp.example.com',
  })
  await openRegistration(true)
  await prepareJobs(h.ownerUrl)
  jobs = await startJobs(h.house, h.ownerUrl, Object.assign({}, ...h.house.areas.map(area => area.jobs ?? {})))
})
afterAll(async () => {
  await jobs.stop(0)
  await h.close()
  await new Promise<void>(resolve => smtp.close(() => resolve()))
})
beforeEach(async () => {
  mails.length = 0
  for (const table of ['post_request', 'login_failure'] as const) await h.db.deleteFrom(table).execute()
})

const openRegistration = async (isOpen: boolean): Promise<void> => {
  await h.db.deleteFrom('sys_config').execute()
  await h.db.insertInto('sys_config').values({ code: 'main', registration_open: isOpen }).execute()
}
const laterBy = (minutes: number): void => {
  h.clock.now = new Date(h.clock.now.getTime() + minutes * 60_000)
}
const call = (path: string, body: object) => ask(h, 'POST', path, body)
/** What the audit trail tells of an account, the newest last. */
const trailOf = (username: string) =>
  h.db
    .selectFrom('audit_entry as t')
    .innerJoin('account as a', 'a.id', 't.account_id')
    .where('a.username', '=', username)
    .where('t.subject', '=', 'account')
    .orderBy('t.id')
    .select(['t.verb', 't.after'])
    .execute()
async function nextMail(): Promise<Mail & { readonly token: string }> {
  await expect.poll(() => mails.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const mail = mails.shift()!
  const body = Buffer.from(/\r\n\r\n([\s\S]*)$/.exec(mail.source)?.[1] ?? '', mail.source.includes('base64') ? 'base64' : 'utf8').toString()
  const plain = mail.source.includes('quoted-printable')
    ? Buffer.from(
        body.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8')
    : body
  return { ...mail, source: plain, token: /token=([\w-]{43})/.exec(plain)?.[1] ?? '' }
}
async function phoneCode(mobile: string): Promise<string> {
  expect((await call('/account/sms', { target: mobile })).code).toBe(0)
  const { body } = await h.db
    .selectFrom('outbox_message')
    .select('body')
    .where('receiver', '=', mobile)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /\d{6}/.exec(body ?? '')![0]
}
const typed = { email: 'New.Person@example.com', password: 'Zhang-88', password2: 'Zhang-88', mobile: '13700000001', code: '000000' }

test.each([
  [{}, []],
  [{ email: '' }, ['请输入账号名或邮箱']],
  [{ email: 'nobody' }, ['邮箱格式不正确，例如 name@example.com']],
  [{ password: '', password2: '' }, ['请输入密码']],
  [{ password: 'Zh-8', password2: 'Zh-8' }, ['请输入6-10位的密码']],
  [{ password: 'Zhang-88-99', password2: 'Zhang-88-99' }, ['请输入6-10位的密码']],
  [{ password: 'aaaaaaaa', password2: 'aaaaaaaa' }, ['密码太容易被猜到，请换一个']],
  [{ password2: 'other' }, ['两次输入的密码不一致']],
  [{ mobile: '' }, ['请输入手机号']],
  [{ mobile: '12345' }, ['手机格式不正确，例如 13800001001']],
  [{ code: ' ' }, ['请输入验证码']],
  [
    { email: 1, password: null, password2: undefined, mobile: {}, code: [] },
    ['请输入账号名或邮箱', '请输入密码', '请输入手机号', '请输入验证码'],
  ],
])('faults of %j', (changes, messages) =>
  expect(registrationFaults({ ...typed, ...changes }).map(fault => inChinese(fault.message))).toEqual(messages),
)

describe('registration', () => {
  test('account, mail, link; then an administrator has the last word', async () => {
    const code = await phoneCode(typed.mobile)
    expect(await call('/auth/user/register', { ...typed, code: '99999' })).toMatchObject({ code: 1011 })
    expect(await call('/auth/user/register', { ...typed, code })).toMatchObject({ code: 0, data: { email: 'new.person@example.com' } })
    const mail = await nextMail()
    expect(mail).toMatchObject({ from: 'noreply@zhanggui.example', to: ['new.person@example.com'] })
    expect(mail.source).toContain(`https://erp.example.com/user/register-result?token=${mail.token}`)

    const signIn = () => call('/auth/user/login', { username: 'new.person@example.com', password: 'Zhang-88' })
    expect(await signIn()).toMatchObject({ code: 1002, msg: '账号尚未激活，请打开激活邮件中的链接' })
    // a wrong password learns nothing of that
    expect((await call('/auth/user/login', { username: 'new.person@example.com', password: 'Zhang-89' })).code).toBe(1010)
    expect(await call('/auth/user/activate', { token: mail.token })).toMatchObject({
      code: 0,
      data: { username: 'new.person@example.com' },
    })
    expect(await call('/auth/user/activate', { token: mail.token })).toMatchObject({ code: 1002, msg: '激活链接无效或已过期，请重新注册' })
    expect(await signIn()).toMatchObject({ code: 1002, msg: '账号还没有加入任何组织，请联系系统管理员' })
    expect(await trailOf('new.person@example.com')).toEqual([
      { verb: 'register', after: { isNew: true } },
      { verb: 'activate', after: null },
    ])
    // the text of a mail that is out is gone
    expect(await h.db.selectFrom('outbox_message').select('body').where('receiver', '=', 'new.person@example.com').execute()).toEqual([
      { body: null },
    ])
  })
  test('an address that has an account gets the same answer, and its owner a mail', async () => {
    await h.db.updateTable('account').set({ username: 'taken@example.com' }).where('username', '=', 'hr').execute()
    const code = await phoneCode('13700000002')
    const before = await h.db.selectFrom('account').selectAll().where('username', '=', 'taken@example.com').executeTakeFirstOrThrow()
    expect(await call('/auth/user/register', { ...typed, email: 'taken@example.com', mobile: '13700000002', code })).toMatchObject({
      code: 0,
      data: { email: 'taken@example.com' },
    })
    const mail = await nextMail()
    expect(mail.token).toBe('')
    expect(mail.source).toContain('已有账号')
    expect(await h.db.selectFrom('account').selectAll().where('username', '=', 'taken@example.com').executeTakeFirstOrThrow()).toEqual(
      before,
    )
    expect((await trailOf('taken@example.com')).at(-1)).toEqual({ verb: 'register', after: { isNew: false } })
    // the code was spent with it
    expect((await call('/auth/user/register', { ...typed, mobile: '13700000002', code })).code).toBe(1011)
  })
  test('a link ends after 24 hours; registering again sends another; each brings the password it was asked with', async () => {
    const again = { ...typed, email: 'late@example.com', mobile: '13700000003' }
    await call('/auth/user/register', { ...again, code: await phoneCode(again.mobile) })
    const first = await nextMail()
    laterBy(24 * 60)
    expect((await call('/auth/user/activate', { token: first.token })).code).toBe(1002)
    await call('/auth/user/register', { ...again, password: 'Other-99', password2: 'Other-99', code: await phoneCode(again.mobile) })
    const second = await nextMail()
    expect((await call('/auth/user/activate', { token: first.token })).code).toBe(1002)
    expect((await call('/auth/user/activate', { token: second.token })).code).toBe(0)
    expect((await call('/auth/user/login', { username: 'late@example.com', password: again.password })).code).toBe(1010)
    expect((await call('/auth/user/login', { username: 'late@example.com', password: 'Other-99' })).msg).toContain('还没有加入任何组织')
  })
  test("who registers another's address, before or after him, does not know the password of the account that he activates", async () => {
    const mine = { ...typed, email: 'mine@example.com', mobile: '13700000005', password: 'Lake-77', password2: 'Lake-77' }
    const theirs = { ...mine, mobile: '13700000006', password: 'Evil-66', password2: 'Evil-66' }
    await call('/auth/user/register', { ...theirs, code: await phoneCode(theirs.mobile) })
    const before = await nextMail()
    laterBy(5)
    await call('/auth/user/register', { ...mine, code: await phoneCode(mine.mobile) })
    const own = await nextMail()
    laterBy(5)
    await call('/auth/user/register', { ...theirs, code: await phoneCode(theirs.mobile) })
    const after = await nextMail()
    expect((await call('/auth/user/activate', { token: own.token })).code).toBe(0)
    for (const { token } of [before, after]) expect((await call('/auth/user/activate', { token })).code).toBe(1002)
    const signIn = (password: string) => call('/auth/user/login', { username: 'mine@example.com', password })
    expect((await signIn('Evil-66')).code).toBe(1010)
    expect((await signIn('Lake-77')).msg).toContain('还没有加入任何组织')
  })
  test('off by setting', async () => {
    await openRegistration(false)
    expect((await ask(h, 'GET', '/auth/user/options', undefined)).data).toEqual({ registration: false, recovery: true })
    expect(await call('/auth/user/register', typed)).toMatchObject({ code: 1003 })
    await openRegistration(true)
    expect((await ask(h, 'GET', '/auth/user/options', undefined)).data).toEqual({ registration: true, recovery: true })
  })
})

describe('recovery', () => {
  test('a mail to the address on record, a new password, every session over, the link serves once', async () => {
    const sales = await signedInAs(h, 'sales')
    const at = h.clock.now.toISOString()
    await h.db
      .insertInto('login_failure')
      .values(Array.from({ length: 5 }, () => ({ username: 'sales', address: '10.0.0.1', at })))
      .execute()
    expect((await call('/auth/user/login', { username: 'sales', password: 'demo1234' })).code).toBe(1029)
    expect(await call('/auth/user/recover', { username: ' Sales ' })).toMatchObject({ code: 0, data: null })
    const mail = await nextMail()
    expect(mail.to).toEqual(['sales@example.com'])
    expect(mail.source).toContain(`https://erp.example.com/user/recover?token=${mail.token}`)
    expect(await call('/auth/user/recover', { token: mail.token, newPassword: '123' })).toMatchObject({
      code: 1002,
      data: { errors: [{ field: 'newPassword', message: '请输入6-10位的新密码' }] },
    })
    expect((await call('/auth/user/recover', { token: mail.token, newPassword: ' New-1234 ' })).code).toBe(0)
    expect((await sales.get('/system/userprofile')).status).toBe(401)
    expect((await trailOf('sales')).at(-1)).toEqual({ verb: 'recover', after: null })
    await signedInAs(h, 'sales', 'New-1234')
    expect(await call('/auth/user/recover', { token: mail.token, newPassword: 'New-5678' })).toMatchObject({
      code: 1002,
      msg: '链接无效或已过期，请重新找回密码',
    })
  })
  test('by the e-mail of an employee; a link ends after half an hour; an activation link does not recover', async () => {
    expect((await call('/auth/user/recover', { username: 'buyer@example.com' })).code).toBe(0)
    const { token } = await nextMail()
    expect((await call('/auth/user/activate', { token })).code).toBe(1002)
    laterBy(31)
    expect((await call('/auth/user/recover', { token, newPassword: 'New-1234' })).code).toBe(1002)
  })
  test('no account, a disabled one, two with one address: the same answer, and no mail', async () => {
    await h.db.updateTable('account').set({ status: 2 }).where('username', '=', 'keeper').execute()
    const { id } = await h.db.selectFrom('employee').select('id').where('email', '=', 'it@example.com').executeTakeFirstOrThrow()
    await h.db.updateTable('employee').set({ email: 'boss@example.com' }).where('id', '=', id).execute()
    for (const username of ['nobody', 'nobody@example.com', 'keeper', 'boss@example.com'])
      expect(await call('/auth/user/recover', { username })).toMatchObject({ code: 0, msg: '', data: null })
    // the one that is sent last has passed them all
    await call('/auth/user/recover', { username: 'finance' })
    expect((await nextMail()).to).toEqual(['finance@example.com'])
    expect(mails).toEqual([])
  })
  test('one a minute for a name, whether or not it has an account', async () => {
    for (const username of ['admin', 'nobody-else']) {
      expect((await call('/auth/user/recover', { username })).code).toBe(0)
      expect(await call('/auth/user/recover', { username })).toMatchObject({ status: 429, code: 1029 })
    }
    expect((await call('/auth/user/recover', { username: '' })).code).toBe(1002)
  })
  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}' or 1=1`, 5, null, {}])('the token %j is none', async token =>
    expect(await call('/auth/user/recover', { token, newPassword: 'New-1234' })).toMatchObject({ code: 1002 }),
  )
})
