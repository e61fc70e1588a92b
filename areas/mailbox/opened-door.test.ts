/**
 * One administrator alone opens no sealed author: whoever comes into an account by a password that others made finds none of its earlier
 * sealed records, and takes no part in an opening. Two persons together open them as ever.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { access } from '#areas/access/index.ts'
import { culture } from '#areas/culture/index.ts'
import { issueLink, linkPurposes } from '#areas/admin/account/links.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { hashOfToken, newToken } from '#platform/server/rights.ts'
import { ask, demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { arrived } from '../../test/setup/arrive.ts'
import { mailbox } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-door-'))
const dayMs = 86_400_000
const words = { subject: '加班', content: '连续三周周末加班', kind: 2, isAnonymous: true }
let h: DemoHouse
let admin: Person
let boss: Person
let section = ''
beforeAll(async () => {
  h = await demoHouse([culture, mailbox, access], localFileStore(root))
  ;[admin, boss] = [await signedInAs(h, 'admin'), await signedInAs(h, 'boss')]
  section = (await admin.post('/bbsSection/insert', { name: '建言献策', allowAnonymous: true })).data.id
})
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

const accountOf = (username: string) =>
  h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select(['a.id', 'm.employee_id as employeeId'])
    .where('a.username', '=', username)
    .executeTakeFirstOrThrow()

const signIn = (username: string, password: string): Promise<Person> => signedInAs(h, username, password)
/** Signs in with what was told, and chooses a password. */
async function takeOver(username: string, password: string): Promise<Person> {
  const first = await signIn(username, password)
  expect((await first.post('/auth/user/modifyInitPassword', { newPassword: 'Taken88x' })).msg).toBe('')
  return first
}

/** Every way by which others come into an account. */
const doors: Readonly<Record<string, (username: string) => Promise<Person>>> = {
  'the password is reset by an administrator': async username => {
    const { employeeId } = await accountOf(username)
    const { data } = await admin.post('/auth/user/resetPassword', { employeeId })
    return takeOver(username, data.password)
  },
  'the password is recovered by a mail': async username => {
    const { id } = await accountOf(username)
    const link = await h.db
      .transaction()
      .execute(tx => issueLink(h.house, tx, { accountId: id, purpose: linkPurposes.recover[0], validMs: dayMs }))
    const token = new URL(link, 'http://x').searchParams.get('token')
    expect((await ask(h, 'POST', '/auth/user/recover', { token, newPassword: 'Taken99y' })).msg).toBe('')
    return signIn(username, 'Taken99y')
  },
  'the second factor is taken away by an administrator who knows the password': async username => {
    const { employeeId } = await accountOf(username)
    expect((await admin.post('/userManage/resetFactor', { employeeId, reason: '手机丢失' })).msg).toBe('')
    return signIn(username, 'demo1234')
  },
  'an administrator links it to a provider of his own': async username => {
    const values = { name: '自建', kind: 1, issuer: 'https://own.example.com', clientId: 'x', clientSecret: 'a-secret', state: 1 }
    const { id } = (await admin.post('/signInProvider/insert', values)).data
    const { employeeId, id: accountId } = await accountOf(username)
    const { no } = await h.db.selectFrom('employee').select('no').where('id', '=', employeeId).executeTakeFirstOrThrow()
    expect((await admin.post('/signInProvider/linkList', { id, sheet: `${no}\tmine` })).msg).toBe('')
    // his provider sends back whom he names
    const [ticket, browser] = [newToken(), newToken()]
    await h.db
      .insertInto('company_try')
      .values({
        state_hash: hashOfToken(ticket),
        browser_hash: hashOfToken(browser),
        provider_id: id,
        nonce: '',
        verifier: '',
        arrived_as: accountId,
        expires_at: new Date(h.clock.now.getTime() + 60_000).toISOString(),
      })
      .execute()
    const done = await ask(h, 'POST', '/auth/sso/finish', { ticket }, { cookie: `zg_try=${browser}` })
    expect(done.msg).toBe('')
    return person(h, done.data.access_token)
  },
}

interface Written {
  readonly topic: string
  readonly reply: string
}
async function writes(author: Person): Promise<Written> {
  expect((await author.post('/emp/bossMsg', words)).msg).toBe('')
  const topic = (await author.post('/bbsTopic/insert', { sectionId: section, title: '空调太冷', content: '<p>冷</p>', isAnonymous: true }))
    .data.id
  expect((await author.post('/bbsTopic/thread/add', { recordId: topic, content: '补充一句' })).data.notice).toBe(
    '匿名回复会在一小时内的随机时间出现',
  )
  await arrived(h)
  const { list } = (await author.post('/bbsTopic/thread/list', { recordId: topic })).data
  return { topic, reply: list.at(-1).id }
}
const ownIn = async (who: Person, { topic }: Pick<Written, 'topic'>) => ({
  letters: (await who.post('/emp/empContributionsOrDraftBoxs', {})).data.list.length,
  isMine: (await who.post('/bbsTopic/view', { id: topic })).data?.isMine,
  told: (await who.post('/sealedNotice/list', {})).data.length,
})

const people = ['employee', 'keeper', 'finance', 'sales']
beforeEach(() => void (h.clock.now = new Date(h.clock.now.getTime() + 60_000)))

test.each(Object.keys(doors).map((door, i) => [door, people[i] ?? 'hr'] as const))('%s', async (door, username) => {
  const author = await signedInAs(h, username)
  const written = await writes(author)
  const before = await ownIn(author, written)
  expect(before).toMatchObject({ letters: 1, isMine: true })
  const other = await (doors[door] as (typeof doors)[string])(username)
  expect(await ownIn(other, written)).toEqual({ letters: 0, isMine: false, told: 0 })
  expect(await other.post('/bbsTopic/withdraw', { ids: [written.topic] })).not.toMatchObject({ code: 0 })
  expect((await other.post('/bbsTopic/thread/update', { id: written.reply, version: 1, content: 'x' })).code).not.toBe(0)
  // what is written from now on is found again
  const later = await writes(other)
  expect(await ownIn(other, later)).toMatchObject({ letters: 1, isMine: true })
  // two together open the earlier ones as ever
  const asked = await admin.post('/bbsTopic/askOpening', { id: written.topic, reason: '需要核实' })
  expect(asked.msg).toBe('')
  const { name } = await h.db.selectFrom('account').select('name').where('username', '=', username).executeTakeFirstOrThrow()
  expect((await boss.post('/sealedOpening/confirm', { id: asked.data.id })).data).toMatchObject({ name })
})

test('a password that is known is changed by its owner: his records stay his', async () => {
  const author = await signedInAs(h, 'buyer')
  const written = await writes(author)
  expect((await author.post('/auth/user/modifyPassword', { oldPassword: 'demo1234', newPassword: 'Mine4567' })).msg).toBe('')
  expect(await ownIn(await signIn('buyer', 'Mine4567'), written)).toMatchObject({ letters: 1, isMine: true })
})

test('an administrator who comes into the account of the general manager, or makes himself one, opens nothing for a week', async () => {
  const { topic } = await writes(await signedInAs(h, 'sales'))
  const asked = await admin.post('/bbsTopic/askOpening', { id: topic, reason: '好奇' })
  expect(asked.msg).toBe('')
  const taken = await (doors['the password is reset by an administrator'] as (typeof doors)[string])('boss')
  const paused = { code: 1002, msg: '您的账号在 7 天内由他人开通、重置密码或设置职务，这期间不能参与开启匿名作者' }
  expect(await taken.post('/sealedOpening/confirm', { id: asked.data.id })).toMatchObject(paused)
  expect(await taken.post('/bbsTopic/askOpening', { id: topic, reason: '好奇' })).not.toMatchObject({ code: 0 })
  const { employeeId } = await accountOf('it')
  expect((await admin.post('/userManage/manager', { employeeId, on: true })).msg).toBe('')
  const it = await signedInAs(h, 'it')
  expect((await it.post('/sealedOpening/confirm', { id: asked.data.id })).code).not.toBe(0)
  h.clock.now = new Date(h.clock.now.getTime() + 7 * dayMs)
  admin = await signedInAs(h, 'admin')
  boss = await signIn('boss', 'Taken88x')
  const again = await admin.post('/bbsTopic/askOpening', { id: topic, reason: '涉嫌违法' })
  expect((await boss.post('/sealedOpening/confirm', { id: again.data.id })).data).toMatchObject({ name: '林晓' })
})

test('no password is written but by the function that asks whose hand it is', () => {
  const writing = /updateTable\('account'\)\s*\s*\.set\(\{.*password_hash/
  const files = globSync('{areas,platform}/**/*.ts').filter(file => !file.endsWith('.test.ts') && writing.test(readFileSync(file, 'utf8')))
  // an account that waits for its first mail has written nothing
  expect(files.toSorted()).toEqual(['areas/admin/account/register.ts', 'areas/admin/change-password.ts'])
})
