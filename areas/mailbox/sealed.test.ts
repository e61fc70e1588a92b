/** An anonymous letter: its author is found in no table but the sealed one, in no log, by no order of ids; he finds his own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { ask, demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { multipart } from '../../test/setup/multipart.ts'
import { arrived } from '../../test/setup/arrive.ts'
import { mailbox } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-sealed-'))
let h: DemoHouse
let author: Person
let boss: Person
let admin: Person
let ids: { readonly account: string; readonly employee: string }
beforeAll(async () => {
  h = await demoHouse([mailbox], localFileStore(root))
  author = await signedInAs(h, 'employee')
  boss = await signedInAs(h, 'boss')
  admin = await signedInAs(h, 'admin')
  const row = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select(['a.id', 'm.employee_id'])
    .where('a.username', '=', 'employee')
    .executeTakeFirstOrThrow()
  ids = { account: row.id, employee: String(row.employee_id) }
})
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

/** All rows of all tables, as texts. */
async function everything(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(h.db)
  const found = new Map<string, readonly string[]>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select row_to_json(t)::text as row from ${sql.table(name)} t`.execute(h.db)
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}
/** what tells of a person's being there at all, whatever he does: the session's last minute */
const ofPresence: ReadonlySet<string> = new Set(['session'])
const personal = /^(account_id|created_by|updated_by|employee_id|sender_id|actor|person_id|by_account_id)$/

async function upload(): Promise<string> {
  const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const { type: contentType, payload } = multipart({ type: 'ATTACHMENT' }, [{ name: 'photo.png', content }])
  const headers = { 'content-type': contentType, authorization: `Bearer ${author.token}` }
  const answer = await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload })
  return answer.json<{ data: { id: string } }>().data.id
}

test('written, saved, sent, answered, read, withdrawn: no row names the author but the sealed one', async () => {
  const before = new Map([...(await everything())].map(([table, rows]) => [table, new Set(rows)]))
  const logged = vi.spyOn(h.house.log, 'info')
  const keyed = { authorization: `Bearer ${author.token}`, 'idempotency-key': 'mail-0001' }
  const letter = { subject: '仓库加班', content: '连续三周没有调休。', kind: 2, isAnonymous: false }
  // first with a name: what was a draft under a name must not tell either
  const draft = (await author.post('/emp/temporarySend', letter)).data
  await author.put('/emp/bossMsg', { id: draft.id, isAnonymous: true, state: 0, fileIds: [await upload()] })
  expect((await ask(h, 'PUT', '/emp/bossMsg', { id: draft.id }, keyed)).msg).toBe('')
  expect((await boss.post('/manager/managerInboxs')).data.list).toEqual([])
  await arrived(h)
  const { list } = (await boss.post('/manager/managerInboxs')).data
  expect(list).toMatchObject([{ subject: '仓库加班', from: '', isAnonymous: true }])
  await boss.post('/manager/managerToRead', { id: list[0].id })
  await boss.post('/manager/bossMsgReply', { msgId: list[0].id, content: '下周起按排班调休。' })
  expect((await author.get('/emp/unreadCount')).data.total).toBe(1)
  const [reply] = (await author.post('/emp/empInboxs')).data.list
  expect((await author.get(`/emp/empToRead?id=${reply.id}`)).data.content).toBe('下周起按排班调休。')
  expect((await author.get('/emp/unreadCount')).data.total).toBe(0)
  const second = (await author.post('/emp/bossMsg', { ...letter, isAnonymous: true, parentId: reply.id })).data.id
  expect((await author.post('/emp/withdraw', { ids: [second] })).msg).toBe('')
  await author.post('/emp/contributorsBatchDelete', { ids: [second] })
  await author.post('/emp/batchRemove', { ids: [second], box: 'sent' })
  expect((await author.post('/emp/empContributionsOrDraftBoxs', {})).data.list).toMatchObject([{ state: 4, isAnonymous: true }])
  const lines = logged.mock.calls.map(([line]) => line as unknown as Record<string, unknown>)
  logged.mockRestore()
  // that a call about letters was made stands in no line of the log: the others beside it tell who was there
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter(line => /\/emp\/(?!unreadCount)/.test(String(line['route'])))).toEqual([])
  for (const [table, rows] of await everything()) {
    if (table === 'sealed_author' || ofPresence.has(table)) continue
    for (const row of rows.filter(one => before.get(table)?.has(one) !== true)) {
      expect(row, table).not.toContain('王芳')
      for (const [name, value] of Object.entries(JSON.parse(row) as Record<string, unknown>))
        if (personal.test(name) && value !== null) {
          const isHis =
            JSON.stringify(value).replaceAll('"', '') ===
            (name.startsWith('employee') || name.startsWith('sender') ? ids.employee : ids.account)
          expect([table, name, isHis]).toEqual([table, name, false])
        }
    }
  }
})

test('ids of his side are marks: the same letter has another one for each who asks, and none of them leads to a row', async () => {
  const { list } = (await author.post('/emp/empContributionsOrDraftBoxs', {})).data
  expect(list.every((one: { id: string }) => /^[1-9][0-9]{17}$/.test(one.id))).toBe(true)
  expect(await admin.get(`/emp/empContributionsDetails?id=${list[0].id}`)).toMatchObject({ code: 1004 })
  for (const [table, rows] of await everything()) expect([table, rows.some(row => row.includes(list[0].id))]).toEqual([table, false])
})

test('opened by two together: the same person twice is refused, the author is told, a letter with a name is not opened', async () => {
  const { list } = (await boss.post('/manager/managerInboxs')).data
  const asking = await boss.post('/manager/askOpening', { id: list[0].id, reason: '涉及安全，需要核实' })
  expect(asking.msg).toBe('')
  expect(await boss.post('/sealedOpening/confirm', { id: asking.data.id })).toMatchObject({
    code: 1002,
    msg: '不能确认自己提出的申请，请由另一位确认',
  })
  expect((await admin.post('/sealedOpening/confirm', { id: asking.data.id })).data).toMatchObject({ name: '王芳' })
  const told = (await author.post('/sealedNotice/list', {})).data
  expect(told).toHaveLength(1)
  expect(await admin.post('/manager/askOpening', { id: list[0].id, reason: 'x' })).toMatchObject({ code: 1003 })
  await author.post('/emp/bossMsg', { subject: '署名', content: '建议', kind: 1, isAnonymous: false })
  const [named] = (await boss.post('/manager/managerInboxs')).data.list
  expect(await boss.post('/manager/askOpening', { id: named.id, reason: 'x' })).toMatchObject({ code: 1002 })
})
