import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepareJobs } from '#platform/server/jobs/job-queue.ts'
import { ask, demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { forgetAccountTraces } from './outbox.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse()
  await prepareJobs(h.ownerUrl)
})
afterAll(() => h.close())
beforeEach(async () => {
  for (const table of ['post_request', 'verification_code', 'outbox_message', 'login_failure'] as const)
    await h.db.deleteFrom(table).execute()
})

const laterBy = (seconds: number): void => {
  h.clock.now = new Date(h.clock.now.getTime() + seconds * 1000)
}
const codeSentTo = async (receiver: string): Promise<string> => {
  const { body } = await h.db
    .selectFrom('outbox_message')
    .select('body')
    .where('receiver', '=', receiver)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /\d{6}/.exec(body ?? '')?.[0] ?? ''
}
const sendTo = (target: unknown, address = '10.0.0.1') => ask(h, 'POST', '/account/sms', { target }, {}, address)
const versionOf = async (who: Person): Promise<number> => (await who.get('/account/info')).data.employee.version
async function verified(who: Person, target: string): Promise<void> {
  expect((await sendTo(target)).code).toBe(0)
  expect((await who.post('/sms/smsVerification', { target, code: await codeSentTo(target) })).code).toBe(0)
}

describe('codes', () => {
  test('one a minute and five an hour for a receiver, twenty an hour for an address', async () => {
    expect((await sendTo('13900000001')).code).toBe(0)
    expect(await sendTo('+86 139 0000 0001')).toMatchObject({ status: 429, code: 1029, headers: { 'retry-after': '60' } })
    for (let i = 0; i < 4; i++) {
      laterBy(60)
      expect((await sendTo('13900000001')).code).toBe(0)
    }
    laterBy(60)
    expect((await sendTo('13900000001')).code).toBe(1029)
    for (let i = 0; i < 15; i++) expect((await sendTo(`139000001${String(i).padStart(2, '0')}`)).code).toBe(0)
    expect((await sendTo('13900000199')).code).toBe(1029)
    expect((await sendTo('13900000199', '10.0.0.2')).code).toBe(0)
  })
  test.each([undefined, '', 'nobody', '12345', 'a@b', 'a@b.de, c@d.de', { $ne: 1 }])('%j is no receiver', async target =>
    expect(await sendTo(target)).toMatchObject({
      code: 1002,
      data: { errors: [{ field: 'target', message: '请输入正确的手机号或邮箱' }] },
    }),
  )
  test('ten asked for at once are one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendTo('13900000002')))
    expect(answers.filter(a => a.code === 0)).toHaveLength(1)
  })
  test('five wrong tries end a code, an old one and a used one are over', async () => {
    const sales = await signedInAs(h, 'sales')
    const target = 'new.address@example.com'
    const verify = (code: string) => sales.post('/sms/smsVerification', { target: ' New.Address@example.com ', code })
    await sendTo(target)
    const right = await codeSentTo(target)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) expect(await verify(wrong)).toMatchObject({ code: 1011, msg: '验证码不正确，请检查后重新输入' })
    expect(await verify(right)).toMatchObject({ code: 1011, msg: '验证码已过期，请重新获取' })
    laterBy(60)
    await sendTo(target)
    laterBy(600)
    expect((await verify(await codeSentTo(target))).code).toBe(1011)
    laterBy(60)
    await sendTo(target)
    expect((await sales.post(`/sms/smsVerification?target=${target}&code=${await codeSentTo(target)}`)).code).toBe(0)
  })
})

describe('PUT /userManage/employee', () => {
  test('nickname and phone of oneself; a new phone needs its code, which serves once', async () => {
    const sales = await signedInAs(h, 'sales')
    const version = await versionOf(sales)
    expect(await sales.put('/userManage/employee', { version, nickname: ' 小陈 ', phone: '13911112222' })).toMatchObject({
      code: 1002,
      data: { errors: [{ field: 'phone', message: '请先用验证码验证新手机' }] },
    })
    await verified(sales, '13911112222')
    expect(await sales.put('/userManage/employee', { version, nickname: ' 小陈 ', phone: '139 1111 2222' })).toMatchObject({
      code: 0,
      data: { version: version + 1 },
    })
    expect((await sales.get('/account/info')).data.employee).toMatchObject({ nickname: '小陈', phone: '13911112222' })
    expect((await sales.get('/system/userprofile')).data.niceName).toBe('小陈')
    const { before, after } = await h.db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('subject', '=', 'employee')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(before).toMatchObject({ nickname: null })
    // a phone is personal: the trail keeps its end alone
    expect(after).toEqual({ nickname: '小陈', phone: '****222' })
    await sales.put('/userManage/employee', { version: version + 1, phone: '' })
    expect((await sales.put('/userManage/employee', { version: version + 2, phone: '13911112222' })).code).toBe(1002)
  })
  test("another's code proves nothing", async () => {
    const [sales, hr] = [await signedInAs(h, 'sales'), await signedInAs(h, 'hr')]
    await verified(hr, '13911113333')
    expect((await sales.put('/userManage/employee', { version: await versionOf(sales), phone: '13911113333' })).code).toBe(1002)
  })
  test('a stale version is refused and names who changed it; none at all too', async () => {
    const sales = await signedInAs(h, 'sales')
    const version = await versionOf(sales)
    expect((await sales.put('/userManage/employee', { version, nickname: '阿陈' })).code).toBe(0)
    expect(await sales.put('/userManage/employee', { version, nickname: '老陈' })).toMatchObject({ code: 1009 })
    expect((await sales.put('/userManage/employee', { nickname: '老陈' })).code).toBe(1002)
  })
  test('after a conflict the phone comes masked; sent back so it stays, and the rest is saved', async () => {
    const finance = await signedInAs(h, 'finance')
    const { version, phone } = (await finance.get('/account/info')).data.employee
    expect((await finance.put('/userManage/employee', { version, nickname: '晓晓' })).code).toBe(0)
    const refused = await finance.put('/userManage/employee', { version, nickname: '阿晓', phone })
    expect(refused).toMatchObject({ code: 1009, data: { current: { phone: expect.stringMatching(/^\*/), nickname: '晓晓' } } })
    const again = { version: refused.data.current.version, nickname: '阿晓', phone: refused.data.current.phone }
    expect(await finance.put('/userManage/employee', again)).toMatchObject({ code: 0 })
    expect((await finance.get('/account/info')).data.employee).toMatchObject({ nickname: '阿晓', phone })
    // an e-mail is not masked: the same there is a typing error
    const typed = { version: again.version + 1, email: '****@example.com' }
    expect(await finance.put('/userManage/employee', typed)).toMatchObject({ code: 1002, data: { errors: [{ field: 'email' }] } })
  })
  test('every fault in one answer', async () => {
    const finance = await signedInAs(h, 'finance')
    const answer = await finance.put('/userManage/employee', {
      version: 1,
      phone: '12',
      email: 'x',
      nickname: '长'.repeat(31),
      interests: ['球', 5],
      avatar: 'https://evil.example/a.png',
    })
    expect(answer.data.errors.map((e: { field: string }) => e.field)).toEqual(['phone', 'email', 'nickname', 'avatar', 'interests'])
  })
  test("an avatar is a picture of one's own", async () => {
    const sales = await signedInAs(h, 'sales')
    const people = await h.db.selectFrom('account').select(['id', 'username']).where('username', 'in', ['sales', 'hr']).execute()
    const files = await h.db
      .insertInto('stored_file')
      .values(
        [
          ['sales', 'image/png'],
          ['hr', 'image/png'],
          ['sales', 'application/pdf'],
        ].map(([owner, type], i) => ({
          org_id: h.demo.organisationIds[0]!,
          account_id: people.find(one => one.username === owner)!.id,
          storage_key: `k${i}`,
          name: 'a',
          size: '1',
          sha256: '0'.repeat(64),
          content_type: type!,
          upload_type: 'IMAGE',
        })),
      )
      .returning('id')
      .execute()
    const put = async (i: number) =>
      sales.put('/userManage/employee', { version: await versionOf(sales), avatar: `/api-2024/fileUpload/down2?id=${files[i]!.id}` })
    expect((await put(0)).code).toBe(0)
    expect((await sales.get('/system/userprofile')).data.avatar).toBe(`/api-2024/fileUpload/down2?id=${files[0]!.id}`)
    const openUses = () =>
      h.db.selectFrom('file_use').select('file_id').where('table_name', '=', 'employee').where('is_open', '=', true).execute()
    expect(await openUses()).toEqual([{ file_id: files[0]!.id }])
    expect((await put(1)).code).toBe(1002)
    expect((await put(2)).code).toBe(1002)
    await sales.put('/userManage/employee', { version: await versionOf(sales), avatar: null })
    expect(await openUses()).toEqual([])
  })
  test("others' records and other fields need the right", async () => {
    const [sales, admin] = [await signedInAs(h, 'sales'), await signedInAs(h, 'admin')]
    const other = await h.db.selectFrom('employee').select(['id', 'version']).where('name', '=', '周敏').executeTakeFirstOrThrow()
    const nickname = { employeeId: other.id, version: other.version, nickname: '敏敏' }
    expect(await sales.put('/userManage/employee', nickname)).toMatchObject({ status: 403, code: 1003 })
    expect(await sales.put('/userManage/employee', { version: 1, status: 2 })).toMatchObject({ status: 403, code: 1003 })
    expect((await admin.put('/userManage/employee', nickname)).code).toBe(0)
    const [, second] = h.demo.organisationIds
    // the administrator is no employee of the second organisation, and does not reach into the first from there
    expect((await admin.put('/userManage/employee', { version: 1, nickname: 'x' }, second)).code).toBe(1002)
    expect((await admin.put('/userManage/employee', { ...nickname, version: other.version + 1 }, second)).code).toBe(1004)
    expect((await admin.get('/account/info', second)).data).toMatchObject({ username: 'admin', employee: null })
  })
})

describe('the name one signs in with', () => {
  test('changes, keeps the session, is told apart from taken and malformed ones', async () => {
    const keeper = await signedInAs(h, 'keeper')
    const [own, other] = h.demo.organisationIds
    const mark = `#${own}`
    // `guan.cang` is another organisation's already
    const { id } = await h.db
      .insertInto('account')
      .values({ username: 'guan.cang', name: '管仓', password_hash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await h.db.insertInto('account_organisation').values({ org_id: other!, account_id: id, data_scope: 0 }).execute()
    const buyer = await signedInAs(h, 'buyer')
    for (const userName of ['Boss', `boss${mark}`])
      expect(await buyer.post('/userManage/updateUserName', { userName })).toMatchObject({ code: 1002, msg: '账号已存在，请换一个' })
    expect((await buyer.post('/userManage/updateUserName', { userName: 'buyer' })).data).toEqual({ username: 'buyer' })
    for (const userName of ['', 'ab', '-abc', `boss#${other}`, 'a b c', 'x'.repeat(101).concat('/')])
      expect((await keeper.post('/userManage/updateUserName', { userName })).code).toBe(1002)
    expect((await keeper.post('/userManage/updateUserName?userName=Cang.Guan')).data).toEqual({ username: 'cang.guan' })
    // who types the mark of an organisation he works for means his name, of another one nobody
    await signedInAs(h, `CANG.guan${mark}`)
    const asOther = { username: `cang.guan#${other}`, password: h.demo.password }
    expect((await ask(h, 'POST', '/auth/user/login', asOther)).code).toBe(1010)
    const named = `guan.cang${mark}`
    expect(await keeper.post('/userManage/updateUserName?userName=Guan.Cang')).toMatchObject({ code: 0, data: { username: named } })
    expect((await keeper.get('/system/userprofile')).data.username).toBe(named)
    await signedInAs(h, named)
    expect((await ask(h, 'POST', '/auth/user/login', { username: 'keeper', password: h.demo.password })).code).toBe(1010)
    const renamed = h.db.selectFrom('audit_entry').select('after').where('subject', '=', 'account').where('verb', '=', 'update')
    expect(await renamed.execute()).toEqual([{ after: { username: 'cang.guan' } }, { after: { username: named } }])
  })
})

test("the history shows tries under the own name, failed ones too, and nobody else's", async () => {
  await ask(h, 'POST', '/auth/user/login', { username: 'it', password: 'wrong' }, { 'user-agent': 'Chrome' }, '10.9.9.9')
  laterBy(1)
  const it = await signedInAs(h, 'it')
  const { list } = (await it.post('/account/loginHistory')).data
  expect(list).toMatchObject([{ outcome: 1 }, { outcome: 2, address: '10.9.9.9', userAgent: 'Chrome' }])
  expect((await (await signedInAs(h, 'employee')).post('/account/loginHistory')).data.list).toHaveLength(1)
})

test('the outbox is for system administrators; what is past goes', async () => {
  await sendTo('13900000003')
  expect((await (await signedInAs(h, 'boss')).post('/account/outbox')).code).toBe(1003)
  const admin = await signedInAs(h, 'admin')
  expect((await admin.post('/account/outbox')).data).toMatchObject({
    mailConfigured: false,
    list: [{ receiver: '13900000003', state: 3, channel: 2, body: expect.stringContaining('验证码') }],
  })
  laterBy(8 * 24 * 3600)
  await forgetAccountTraces(h.house)
  expect(await h.db.selectFrom('outbox_message').select('id').execute()).toEqual([])
  expect(await h.db.selectFrom('login_record').select('id').execute()).not.toEqual([])
})
