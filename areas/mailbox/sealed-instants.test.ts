/**
 * Nothing that has an account and an instant, nor anything that stands between two such, stands beside what an anonymous author wrote: the
 * author writes as the browser does, page openings too, and every table of the database that has instants is joined with it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import { monitoring } from '#areas/monitoring/index.ts'
import { instantMs } from '#platform/format/instants.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { arrive } from '#platform/server/sealed/arrivals.ts'
import { sealTrail } from '#platform/server/audit/seal.ts'
import { verifyTrail } from '#platform/server/audit/verify.ts'
import { sealedPaths } from '#platform/server/sealed/pages.ts'
import { ask, migratedHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { multipart } from '../../test/setup/multipart.ts'
import { mailbox } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-instants-'))
const hourMs = 3_600_000
/** the day before any that the test lives in has nothing written by the author */
const midnight = instantMs('2026-11-21T00:00:00+08:00')
let h: DemoHouse
let author: Person
let boss: Person
let section = ''
let accountId = ''
beforeAll(async () => {
  h = await migratedHouse(localFileStore(root), [culture, mailbox, monitoring])
  author = await signedInAs(h, 'employee')
  boss = await signedInAs(h, 'boss')
  const admin = await signedInAs(h, 'admin')
  section = (await admin.post('/bbsSection/insert', { name: '建言献策', allowAnonymous: true })).data.id
  accountId = (await h.db.selectFrom('account').select('id').where('username', '=', 'employee').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

async function upload(): Promise<string> {
  const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const { type: contentType, payload } = multipart({ type: 'ATTACHMENT' }, [{ name: 'photo.png', content }])
  const headers = { 'content-type': contentType, authorization: `Bearer ${author.token}` }
  const answer = await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload })
  return answer.json<{ data: { id: string } }>().data.id
}

/** What the shell tells of a page that comes to the front, and of its tab. */
async function opens(menuId: string, component: string, path: string): Promise<void> {
  const ok = { code: 0 }
  expect(await author.post('/menuLog/pushMenuLog', { menuId, logYear: 2026, month: 11 })).toMatchObject(ok)
  expect(await author.post('/systemUsageRecord/routeUse', { component })).toMatchObject(ok)
  expect(await author.post('/systemMenuClick/insertAndUpdate', { menuId, clickDate: '2026-11-21' })).toMatchObject(ok)
  const tab = { key: path, url: path, title: '标签' }
  expect(await author.post('/userTab/save', { screen: 'desk', tabs: [tab], activeKey: path })).toMatchObject(ok)
}
const keyed = (key: string) => ({ authorization: `Bearer ${author.token}`, 'idempotency-key': key })
const tick = (): void => void (h.clock.now = new Date(h.clock.now.getTime() + 1_000))

interface Row {
  readonly table: string
  readonly values: Readonly<Record<string, unknown>>
}
/** All rows of all tables that have an instant. */
async function rowsWithInstants(): Promise<readonly (Row & { readonly instants: readonly string[] })[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type like 'timestamp%'
    order by 1, 2`.execute(h.db)
  const found = []
  for (const [table, of] of Map.groupBy(columns, one => one.table)) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(h.db)
    for (const { row } of rows) found.push({ table, values: row, instants: of.map(one => one.column) })
  }
  return found
}

const msOf = (at: unknown): number => (typeof at === 'string' ? instantMs(at) : 0)
let begun = 0
test('written as the browser does: rows of nobody tell their day alone, and no row of the author tells of a page', async () => {
  const before = new Set((await rowsWithInstants()).map(row => `${row.table} ${JSON.stringify(row.values)}`))
  const logged = vi.spyOn(h.house.log, 'info')
  begun = Date.now()
  tick()
  await opens('contribute.employee_1', 'mailbox/employee-box', '/contribute/employee/1')
  tick()
  await author.post('/emp/empContributionsOrDraftBoxs', {})
  const draft = await ask(
    h,
    'POST',
    '/emp/temporarySend',
    { subject: '加班', content: '周末加班', kind: 2, isAnonymous: true },
    keyed('a-1'),
  )
  tick()
  await ask(h, 'PUT', '/emp/bossMsg', { id: draft.data.id, fileIds: [await upload()] }, keyed('a-2'))
  tick()
  await opens('culture.bbsList', 'culture/board/board', '/culture/bbs-list')
  const topic = { sectionId: section, title: '空调太冷', content: '<p>冷</p>', isAnonymous: true, pictures: [await upload()] }
  const { id } = (await ask(h, 'POST', '/bbsTopic/insert', topic, keyed('a-3'))).data
  await author.post('/listField/recent', { type: 'bbsTopic', recordId: id, name: '' })
  tick()
  const edited = (await author.get(`/bbsTopic/query/${id}`)).data
  expect((await author.post('/bbsTopic/update', { id, version: edited.version, title: '空调真冷' })).msg).toBe('')
  expect((await author.post('/bbsTopic/thread/add', { recordId: id, content: '补充' })).msg).toBe('')
  const gone = (await author.post('/emp/bossMsg', { subject: '算了', content: '不说了', kind: 1, isAnonymous: true })).data.id
  expect((await author.post('/emp/withdraw', { ids: [gone] })).msg).toBe('')
  expect((await author.post('/emp/contributorsBatchDelete', { ids: [gone] })).msg).toBe('')
  tick()
  await arrive(h.house, new Date(h.clock.now.getTime() + hourMs))
  expect((await boss.post('/manager/managerInboxs')).data.list).toMatchObject([{ subject: '加班', at: '2026-11-21', from: '' }])
  const sealedIn = /来信|空调|加班|补充|算了/
  const fresh = (await rowsWithInstants()).filter(row => !before.has(`${row.table} ${JSON.stringify(row.values)}`))
  const sealedTables = new Set([
    'boss_letter',
    'boss_letter_copy',
    'bbs_topic',
    'bbs_topic_comment',
    'idempotency',
    'file_use',
    'stored_file',
    'audit_entry',
  ])
  const ofNobody = fresh.filter(
    ({ table, values }) =>
      sealedTables.has(table.replace(/_\d{4}_?\d{2}$/, '')) &&
      (String(values['account_id'] ?? values['created_by']) === '0' || sealedIn.test(JSON.stringify(values))),
  )
  expect(new Set(ofNobody.map(row => row.table)).size).toBeGreaterThan(6)
  for (const { table, values, instants } of ofNobody)
    for (const name of instants) {
      const value = values[name]
      if (value === null || (table === 'idempotency' && name === 'created_at')) continue
      expect([table, name, instantMs(value as string) - midnight]).toEqual([table, name, 0])
    }
  // joined: no instant of a row that names the author is one of theirs
  const theirs = new Set(
    ofNobody
      .flatMap(({ values, instants }) => instants.map(name => values[name]))
      .filter(Boolean)
      .map(msOf),
  )
  const his = fresh.filter(({ values }) => [values['account_id'], values['created_by']].map(String).includes(accountId))
  expect(his.length).toBeGreaterThan(0)
  for (const { table, values, instants } of his) {
    for (const name of instants) expect([table, name, theirs.has(msOf(values[name]))]).toEqual([table, name, false])
    const text = JSON.stringify(values)
    for (const page of ['contribute', 'mailbox', 'bbs', 'board', ...(id === undefined ? [] : [String(id)])])
      expect([table, page, text.includes(page)]).toEqual([table, page, false])
  }
  // counted by day, of nobody
  const clicks = await h.db.selectFrom('sealed_click').select(['menu_id', 'times']).orderBy('menu_id').execute()
  expect(clicks).toEqual([
    { menu_id: 'contribute.employee_1', times: 1 },
    { menu_id: 'culture.bbsList', times: 1 },
  ])
  const lines = logged.mock.calls.map(([line]) => JSON.stringify(line))
  logged.mockRestore()
  expect(lines.filter(line => /bossMsg|temporarySend|bbsTopic|empContributions|withdraw/.test(line))).toEqual([])
})

test('until it comes nothing of it can be read, and a restart loses nothing', async () => {
  const { data } = await author.post('/emp/bossMsg', { subject: '走廊', content: '灯坏了', kind: 1, isAnonymous: true })
  expect(data.state).toBe(1)
  const inboxed = async (): Promise<number> => (await boss.post('/manager/managerInboxs')).data.total
  const there = await inboxed()
  const kept = await h.db.selectFrom('sealed_later').selectAll().execute()
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`走廊|灯坏了|"${accountId}"`))
  for (const { due_at: dueAt } of kept) {
    const wait = instantMs(dueAt) - h.clock.now.getTime()
    expect([wait >= 0, wait <= hourMs]).toEqual([true, true])
  }
  // what one act leaves comes at one time
  expect(new Set(kept.map(one => one.due_at)).size).toBe(1)
  await arrive(h.house)
  const isDue = instantMs(kept[0]?.due_at ?? '') <= h.clock.now.getTime()
  if (!isDue) expect(await inboxed()).toBe(there)
  // two processes at once
  const late = new Date(h.clock.now.getTime() + hourMs)
  await Promise.all([arrive(h.house, late), arrive(h.house, late)])
  expect(await inboxed()).toBe(there + 1)
  expect(await h.db.selectFrom('sealed_later').selectAll().execute()).toEqual([])
})

test('the trail tells of it by its day, and is whole', async () => {
  const entries = await h.db.selectFrom('audit_entry').select(['at', 'verb']).where('subject', '=', 'boss_letter').execute()
  expect(entries.length).toBeGreaterThan(2)
  for (const { at } of entries) expect(instantMs(at)).toBe(midnight)
  await sealTrail(h.db, h.clock.now)
  await author.post('/emp/bossMsg', { subject: '再来', content: '一封', kind: 1, isAnonymous: true })
  await arrive(h.house, new Date(h.clock.now.getTime() + hourMs))
  expect((await verifyTrail(h.db)).faults).toEqual([])
  await sealTrail(h.db, h.clock.now)
  expect(await verifyTrail(h.db)).toMatchObject({ faults: [], waiting: 0 })
})

test('pages of sealed records are known by the right that they need', () => {
  const paths = sealedPaths(h.house.registry)
  for (const path of ['/contribute/employee/2', '/contribute/senderDetail/123', '/culture/bbs-list', '/culture/bbs-detail'])
    expect([path, paths.some(one => one.test(path))]).toEqual([path, true])
  for (const path of ['/culture/home', '/culture/bbsSection', '/reference/product'])
    expect([path, paths.some(one => one.test(path))]).toEqual([path, false])
  expect(begun).toBeGreaterThan(0)
})
