/**
 * What leaves the house names no author of an anonymous topic, reply or letter: exports and lists in both languages, a backup without the
 * key. Nor do filters, orders, counts of one, points or numbers in a row lead to him.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import { partsOf } from '#platform/server/backup/archive.ts'
import { backUp } from '#platform/server/backup/back-up.ts'
import { prepareJobs } from '#platform/server/jobs/job-queue.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { ask, migratedHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { multipart } from '../../test/setup/multipart.ts'
import { secretKey } from '../../test/setup/secret-key.ts'
import { arrived } from '../../test/setup/arrive.ts'
import { mailbox } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-copies-'))
const files = localFileStore(join(root, 'files'))
/** ids, name and address that nothing else in the database has */
const accountId = '880088'
const employeeId = '770077'
const name = '赵一曼'
const traces = [accountId, employeeId, name, 'zhaoyiman']
const languages = ['zh-CN', 'en-US'] as const
let h: DemoHouse
let author: Person
let admin: Person
let boss: Person
let section = ''
const topics: string[] = []
let before = new Map<string, ReadonlySet<string>>()
let copy = new Map<string, ReadonlySet<string>>()

beforeAll(async () => {
  h = await migratedHouse(files, [culture, mailbox])
  await prepareJobs(h.ownerUrl)
  const orgId = h.demo.organisationIds[0] ?? ''
  await sql`insert into employee (id, org_id, name, no, dept_id) select ${employeeId}::bigint, org_id, ${name}::text, 'SEALED', dept_id
    from employee where name = '林晓' limit 1`.execute(h.db)
  await sql`insert into account (id, username, name, password_hash) select ${accountId}::bigint, 'zhaoyiman', ${name}::text, password_hash
    from account where username = 'sales'`.execute(h.db)
  await sql`insert into account_organisation (org_id, account_id, employee_id) values (${orgId}, ${accountId}, ${employeeId})`.execute(h.db)
  author = await signedInAs(h, 'zhaoyiman')
  ;[admin, boss] = [await signedInAs(h, 'admin'), await signedInAs(h, 'boss')]
  section = (await admin.post('/bbsSection/insert', { name: '建言献策', allowAnonymous: true })).data.id
  before = await backedUp('before')
  await writes()
  await arrived(h)
  copy = await backedUp('after')
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

/** What the author does without a name, and what others do with it. */
async function writes(): Promise<void> {
  const paper = await upload()
  for (const title of ['食堂太咸', '空调太冷', '会议太多']) {
    const body = { sectionId: section, title, content: '<p>请改进</p>', isAnonymous: true, pictures: title === '食堂太咸' ? [paper] : [] }
    const made = await ask(h, 'POST', '/bbsTopic/insert', body, {
      authorization: `Bearer ${author.token}`,
      'idempotency-key': `topic-${topics.length}`,
    })
    expect(made.msg).toBe('')
    topics.push(made.data.id)
  }
  await arrived(h)
  const [first = ''] = topics
  expect((await author.post('/bbsTopic/thread/add', { recordId: first, content: '补充一句' })).msg).toBe('')
  expect((await boss.post('/bbsTopic/thread/add', { recordId: first, content: '已转行政' })).msg).toBe('')
  expect((await boss.post('/bbsReport/insert', { topicId: first, kind: 9 })).msg).toBe('')
  const letter = { subject: '加班', content: '连续三周周末加班', kind: 2, isAnonymous: true, fileIds: [await upload()] }
  expect((await author.post('/emp/bossMsg', letter)).msg).toBe('')
  await arrived(h)
  const [received] = (await boss.post('/manager/managerInboxs')).data.list
  await boss.post('/manager/managerToRead', { id: received.id })
  expect((await boss.post('/manager/bossMsgReply', { msgId: received.id, content: '下周调休' })).msg).toBe('')
}

/** Tables of a backup with their rows as lines. */
async function backedUp(file: string): Promise<Map<string, ReadonlySet<string>>> {
  const path = join(root, `${file}.tar.gz`)
  await backUp({ ownerUrl: h.ownerUrl, files, path, now: h.clock.now })
  const found = new Map<string, Set<string>>()
  for await (const part of partsOf(path)) {
    const table = /^db\/([^/]+)\//.exec(part.name)?.[1] ?? part.name
    const lines = found.get(table) ?? new Set<string>()
    for (const line of (await text(Readable.from(part.content))).split('\n')) lines.add(line)
    found.set(table, lines)
  }
  return found
}

/** what tells of a person's being there at all, whatever he does */
const ofPresence: ReadonlySet<string> = new Set(['session'])

test('a backup without the key: no new row of any table, no file and no name of one tells of him; the key is not in it', () => {
  expect(copy.get('bbs_topic')?.size).toBeGreaterThan(3)
  expect(copy.get('sealed_author')?.size).toBeGreaterThan(4)
  for (const [table, rows] of copy) {
    const fresh = [...rows].filter(row => before.get(table)?.has(row) !== true)
    if (ofPresence.has(table)) continue
    for (const trace of traces) expect([table, fresh.filter(row => row.includes(trace))]).toEqual([table, []])
    expect([...rows].some(row => row.includes(secretKey))).toBe(false)
  }
  expect([...copy.keys()].filter(name => name.includes('secret'))).toEqual([])
})

test('exports and lists name nobody, in both languages', async () => {
  const fields = {
    bbsTopic: ['title', 'sectionId', 'isAnonymous', 'authorId', 'state', 'postedAt', 'lastReplyBy', 'replies', 'createdBy', 'updatedBy'],
    auditTrail: ['subject', 'verb', 'accountName', 'label', 'address'],
  }
  for (const language of languages) {
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': language }
    for (const [list, names] of Object.entries(fields)) {
      const definition = await ask(h, 'POST', '/listField/getByType', { type: list }, headers)
      const known = names.filter(field => JSON.stringify(definition.data ?? '').includes(`"${field}"`))
      const answer = await h.app.inject({
        method: 'POST',
        url: `/api-2024/${list}/listExport`,
        headers,
        payload: { headers: known, fields: known, query: {}, format: 'csv' },
      })
      const sheet = answer.rawPayload.toString('utf8')
      expect([list, answer.headers['content-type']]).toEqual([list, expect.stringContaining('text/csv')])
      if (list === 'bbsTopic') for (const title of ['食堂太咸', '空调太冷', '会议太多']) expect(sheet).toContain(title)
      // his signing in is in the trail, as everybody's is
      const rows = sheet.split('\r\n').filter(row => !/登录|sign|Sign/.test(row))
      for (const trace of traces) expect([list, language, rows.filter(row => row.includes(trace))]).toEqual([list, language, []])
    }
    for (const path of ['/bbsTopic/list', '/bbsReport/list', '/manager/managerInboxs', '/sealedOpening/list']) {
      const { data } = await ask(h, 'POST', path, {}, { authorization: `Bearer ${boss.token}`, 'accept-language': language })
      for (const trace of traces) expect([path, JSON.stringify(data ?? '').includes(trace)]).toEqual([path, false])
    }
  }
})

test('no filter, order or count of one leads to him', async () => {
  const all = async (query: object): Promise<string[]> =>
    (await admin.post('/bbsTopic/list', { pageSize: 50, ...query })).data.list.map((row: { id: string }) => row.id)
  for (const field of ['authorId', 'createdBy']) {
    const filtered = await admin.post('/bbsTopic/list', { conditionList: [{ field, condition: 'EQ', value: employeeId }] })
    expect([field, filtered.data?.total ?? 0]).toEqual([field, 0])
  }
  expect((await admin.post('/bbsTopic/list', { conditionList: [{ field: 'allText', condition: 'LIKE', value: name }] })).data.total).toBe(0)
  // whoever wrote them, they stand in the order of their time: an order by author is refused or is that of time
  const byAuthor = await admin.post('/bbsTopic/list', { pageSize: 50, sortField: 'authorId', sortWay: 'ASC' })
  if (byAuthor.code === 0) expect(byAuthor.data.list.map((row: { authorId: unknown }) => row.authorId)).toEqual(topics.map(() => null))
  expect((await all({})).toSorted()).toEqual(topics.toSorted())
  const drawn = await admin.post('/listField/record', { type: 'bbsTopic', id: topics[0] })
  for (const trace of traces) expect(JSON.stringify(drawn.data ?? '')).not.toContain(trace)
  // nothing anonymous earns points: an entry of his would tell by its time
  const { rows: points } = await sql`select 1 from cultural_point_entry where employee_id = ${employeeId} and source is not null`.execute(
    h.db,
  )
  expect(points).toEqual([])
  // who reports, reads and answers is counted, and the author of a sealed record is in no count of his department
  const report = (await boss.post('/bbsReport/list')).data.list[0]
  expect(JSON.stringify(report)).not.toContain(employeeId)
})

test('numbers lead to nobody: those of topics, letters and their files have no order', async () => {
  const named = await boss.post('/bbsTopic/insert', { sectionId: section, title: '署名', content: '<p>好</p>' })
  const { data: last } = await author.post('/bbsTopic/insert', {
    sectionId: section,
    title: '又一条',
    content: '<p>好</p>',
    isAnonymous: true,
  })
  const ids = [...topics, named.data.id, last.id].map(Number)
  for (const id of ids) expect([id > 1e14, Number.isSafeInteger(id)]).toEqual([true, true])
  expect(new Set(ids.map(id => Math.floor(id / 1e12))).size).toBe(ids.length)
  // the sealed table has no order of its own: no number, no time
  const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'sealed_author' and (data_type like 'timestamp%' or data_type = 'bigint') order by 1`.execute(h.db)
  expect(columns.map(one => one.name)).toEqual(['org_id'])
})
