/**
 * A sealed author through the real calls: no table but the sealed one holds a trace of him; the two open him
 * together, and nobody else.
 */
import { sql } from 'kysely'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { choice, files, text } from '#platform/declare/fields.ts'
import { openingOperation, openingPermission } from '#platform/declare/sealed.ts'
import { when } from '#platform/declare/scope.ts'
import { resource } from '#platform/declare/resource.ts'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { page, group, module } from '#platform/declare/page.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { call } from '#platform/server/calls/verbs.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { oneRecord } from '#platform/server/verbs/record.ts'
import { add, list, remove, update } from '#platform/server/verbs/verbs.ts'
import { arrived } from '../../../test/setup/arrive.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { multipart } from '../../../test/setup/multipart.ts'
import { openToAuthor } from './own-records.ts'
import { askOpeningOf } from './routes.ts'
import { tellSealed } from './notices.ts'

const letter = resource('probe_letter', {
  type: 'probeLetter',
  title: ['来信', 'Letter'],
  access: { scope: when('shown', 1), forEverybody: true, sealedAuthor: true },
  fields: {
    subject: text('主题', 'Subject', { max: 50 }),
    shown: choice('可见', 'Shown', { yes: [1, '可见', 'Shown'], no: [2, '隐藏', 'Hidden'] }, { default: 1 }),
    papers: files('附件', 'Files', { optional: true }),
  },
  record: { thread: true, label: 'subject' },
})
const area: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [letter],
  modules: [
    module('probe', ['试验', 'Probe'], 'read', [
      group(
        'probes',
        ['试验', 'Probes'],
        [
          page({
            path: '/probe/openings',
            name: 'openings',
            title: ['匿名作者开启', 'Openings'],
            component: 'list/sealedOpening',
            permission: openingPermission,
            operations: [operations.view, openingOperation],
          }),
        ],
      ),
    ]),
  ],
  routes: {
    'POST /probeLetter/list': list(letter),
    'POST /probeLetter/insert': add(letter),
    'POST /probeLetter/update': update(letter),
    'POST /probeLetter/delete': remove(letter),
    'POST /probeLetter/askOpening': askOpeningOf(letter),
    'GET /probeLetter/mine/{id}': call({ demand: signedIn, summary: '我的来信', write: false }, async (context, ask) =>
      oneRecord(await openToAuthor(context, letter), letter, ask.params['id']),
    ),
  },
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const traces = ['880088', '770077', '赵一曼', '10.9.8.7']
let h: DemoHouse
let author: Person
let admin: Person
let boss: Person
beforeAll(async () => {
  h = await demoHouse([area], localFileStore(mkdtempSync(join(tmpdir(), 'sealed-'))))
  const orgId = h.demo.organisationIds[0]!
  // an account and an employee whose ids and names nothing else in the database holds
  await sql`insert into employee (id, org_id, name, no, dept_id) select 770077, org_id, '赵一曼', 'SEALED', dept_id from employee
    where name = '林晓' limit 1`.execute(h.db)
  await sql`insert into account (id, username, name, password_hash) select 880088, 'zhaoyiman', '赵一曼', password_hash from account
    where username = 'sales'`.execute(h.db)
  await sql`insert into account_organisation (org_id, account_id, employee_id) values (${orgId}, 880088, 770077)`.execute(h.db)
  ;[author, admin, boss] = [await signedInAs(h, 'zhaoyiman'), await signedInAs(h, 'admin'), await signedInAs(h, 'boss')]
  await grantBoss(orgId)
})
afterAll(() => h.close())

async function grantBoss(orgId: string): Promise<void> {
  await sql`insert into role_permission (org_id, role_id, permission, operation)
    select ${orgId}, id, ${openingPermission}, o from role, unnest(array[${operations.view}, ${openingOperation}]::int[]) o
    where name = '总经理' and org_id = ${orgId} on conflict do nothing`.execute(h.db)
  h.house.rights.forget?.()
}

/** Every row of every table but those that say who people are and that they are signed in. */
const people = ['account', 'employee', 'account_organisation', 'session', 'account_role', 'sealed_author']
async function everywhere(): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p') and not c.relispartition`.execute(h.db)
  const found = new Set<string>()
  for (const { name } of rows.filter(row => !people.includes(row.name)))
    for (const row of (await sql<{ row: string }>`select ${sql.lit(name)} || ' ' || t::text as row from ${sql.table(name)} t`.execute(h.db))
      .rows)
      found.add(row.row)
  return found
}
/** Rows that came or changed while this was done. */
async function newRows(work: () => Promise<unknown>): Promise<string> {
  const before = await everywhere()
  await work()
  return [...(await everywhere())].filter(row => !before.has(row)).join('\n')
}
const upload = async (): Promise<string> => {
  const { type, payload } = multipart({ type: 'ATTACHMENT' }, [{ name: 'a.png', content: png }])
  const headers = { 'content-type': type, authorization: `Bearer ${author.token}` }
  return (await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload })).json().data.id
}

test('a letter, its file, a change, an answer and what follows name its author nowhere', async () => {
  const logged = vi.spyOn(h.house.log, 'info')
  let paper = ''
  let id = ''
  paper = await upload()
  logged.mockClear()
  const rows = await newRows(async () => {
    id = (await author.post('/probeLetter/insert', { subject: '食堂太咸', papers: [paper] })).data.id
    const mine = (await author.get(`/probeLetter/mine/${id}`)).data
    expect(await author.post('/probeLetter/update', { id, version: mine.version, subject: '食堂太咸了' })).toMatchObject({ code: 0 })
    await h.house
      .asSystem('1', 'test')
      .then(system => system.write((tx, inside) => tellSealed(inside, tx, letter, [id], { title: ['有新回复', 'Answered'] })))
    expect((await author.post('/sealedNotice/list', { read: true })).data).toMatchObject([
      { title: '有新回复', recordId: id, isRead: false },
    ])
    expect((await author.post('/sealedNotice/list')).data).toMatchObject([{ isRead: true }])
    await arrived(h)
  })
  const [{ account_id: owner } = { account_id: null }] = await h.db
    .selectFrom('stored_file')
    .select('account_id')
    .where('id', '=', paper)
    .execute()
  expect(owner).toBe('0')
  const lines = logged.mock.calls
    .map(([line]) => JSON.stringify(line))
    .filter(line => line.includes('/probeLetter/insert') || line.includes('/probeLetter/update'))
  logged.mockRestore()
  // a line without a name would still stand between others that have one
  expect(lines).toEqual([])
  for (const trace of traces) expect(rows).not.toContain(trace)
  expect(rows).toContain('匿名')
})

test('the sealed table tells nothing by itself: no id, no order, one length', async () => {
  const ids = []
  for (const subject of ['一', '二', '三']) ids.push((await author.post('/probeLetter/insert', { subject })).data.id)
  const other = (await admin.post('/probeLetter/insert', { subject: '四' })).data.id
  const { rows } = await sql<{ record_id: string; author_hash: string; cipher: string }>`
    select record_id, author_hash, cipher from sealed_author where record_id = any(${[...ids, other]})`.execute(h.db)
  expect(new Set(rows.map(row => row.cipher)).size).toBe(4)
  expect(new Set(rows.map(row => row.cipher.length)).size).toBe(1)
  const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'sealed_author' order by 1`.execute(h.db)
  expect(columns.map(one => one.name)).toEqual(['author_hash', 'cipher', 'org_id', 'record_id', 'subject'])
  expect(
    await sql`select 1 from sealed_author a join account on a.cipher like '%' || account.id || '%' and account.id > 1000`.execute(h.db),
  ).toMatchObject({ rows: [] })
})

test('an administrator who looks at the product as the author does not learn what is his', async () => {
  const id = (await author.post('/probeLetter/insert', { subject: '谁写的' })).data.id
  await sql`update probe_letter set shown = 2 where id = ${id}`.execute(h.db)
  expect(await author.get(`/probeLetter/mine/${id}`)).toMatchObject({ code: 0 })
  expect(await admin.get(`/probeLetter/mine/${id}`)).toMatchObject({ code: 1004 })
  const caller = await h.house.rights.callerOf('880088', h.demo.organisationIds[0]!)
  const viewing = h.house.asUser({ ...caller!, viewer: { accountId: '1', name: 'admin', orgId: caller!.orgId } }, 'zh', '')
  await expect(openToAuthor(viewing, letter).then(opened => oneRecord(opened, letter, id))).rejects.toMatchObject({ code: 1004 })
})

describe('opening', () => {
  const asked = async (who: Person): Promise<{ letter: string; id: string }> => {
    const subject = `来信 ${Math.random()}`
    const made = (await author.post('/probeLetter/insert', { subject })).data.id
    return { letter: made, id: (await who.post('/probeLetter/askOpening', { id: made, reason: '涉嫌违法' })).data?.id }
  }
  test('one asks, the other agrees; both are recorded, the author is told, and he stands in no row', async () => {
    let id = ''
    let made = ''
    const rows = await newRows(async () => {
      ;({ id, letter: made } = await asked(admin))
      expect(await admin.post('/sealedOpening/confirm', { id })).toMatchObject({
        code: 1002,
        msg: '不能确认自己提出的申请，请由另一位确认',
      })
      expect(await boss.post('/sealedOpening/author', { id })).toMatchObject({ code: 1002 })
      expect((await boss.post('/sealedOpening/confirm', { id })).data).toMatchObject({
        accountId: '880088',
        name: '赵一曼',
        employeeId: '770077',
      })
      expect((await admin.post('/sealedOpening/author', { id })).data).toMatchObject({ name: '赵一曼' })
      expect(await boss.post('/sealedOpening/confirm', { id })).toMatchObject({ code: 1002 })
    })
    for (const trace of traces.slice(0, 3)) expect(rows).not.toContain(trace)
    const row = (await boss.post('/sealedOpening/list')).data.list.find((one: { id: string }) => one.id === id)
    expect(row).toMatchObject({ state: 2, askedBy: '管理员', confirmedBy: '沈云帆', reason: '涉嫌违法' })
    const trail = await h.db
      .selectFrom('audit_entry')
      .select(['verb', 'account_name'])
      .where('subject', '=', 'sealed_opening')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
    expect(trail.map(entry => entry.verb)).toEqual(['askOpening', 'confirmOpening', 'showAuthor'])
    const told = (await author.post('/sealedNotice/list', { list: 'probeLetter' })).data
    expect(told).toContainEqual(expect.objectContaining({ recordId: made, detail: '原因：涉嫌违法' }))
  })
  test('nobody else asks, agrees or looks; a day later it is asked anew; what was refused stays closed', async () => {
    const late = await asked(boss)
    expect(await boss.post('/probeLetter/askOpening', { id: late.letter, reason: '再来' })).toMatchObject({
      code: 1002,
      msg: '这条内容已有等待确认的开启申请',
    })
    const hr = await signedInAs(h, 'hr')
    for (const path of ['/probeLetter/askOpening', '/sealedOpening/confirm', '/sealedOpening/author', '/sealedOpening/refuse'])
      expect(await hr.post(path, { id: path.startsWith('/probe') ? late.letter : late.id, reason: 'x' })).toMatchObject({ code: 1003 })
    expect(await author.post('/sealedOpening/list')).toMatchObject({ code: 1003 })
    const refusedOne = await asked(admin)
    expect(await boss.post('/sealedOpening/refuse', { id: refusedOne.id, answer: '没有必要' })).toMatchObject({ code: 0 })
    expect(await boss.post('/sealedOpening/confirm', { id: refusedOne.id })).toMatchObject({ code: 1002 })
    h.clock.now = new Date(h.clock.now.getTime() + 24 * 3_600_000)
    admin = await signedInAs(h, 'admin')
    expect(await admin.post('/sealedOpening/confirm', { id: late.id })).toMatchObject({ code: 1002, msg: '申请已超过 24 小时，请重新申请' })
  })
})
