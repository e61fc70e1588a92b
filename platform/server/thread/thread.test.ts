/** Conversations of records: who may read and write them, who is told of it, what happens to them, and two people at once. */
import { fromStored, inChinese } from '#platform/declare/sentence.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ThreadComment } from '#platform/declare/wire-thread.ts'
import { mentionOf } from '#platform/format/mentions.ts'
import { arrived } from '../../../test/setup/arrive.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { multipart } from '../../../test/setup/multipart.ts'
import { anyTable } from '../db/any-table.ts'
import { localFileStore } from '../files/local-store.ts'
import { registryOf } from '../registry-of.ts'
import { forgetThreads } from './forget.ts'
import { card, threadArea } from '../../../test/setup/test-threads.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-thread-'))
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
let h: DemoHouse
let sales: Person
let buyer: Person
let admin: Person
/** accounts by name */
let account: ReadonlyMap<string, string>
/** a shop that sales has and buyer has not */
let shopId: string

beforeAll(async () => {
  h = await demoHouse([threadArea], localFileStore(root), { secretKey: 'a secret of the tests alone, 32+' })
  account = new Map((await h.db.selectFrom('account').select(['id', 'username']).execute()).map(row => [row.username, row.id]))
  const orgId = h.demo.organisationIds[0] ?? ''
  const role = await h.db.insertInto('role').values({ org_id: orgId, name: '卡片' }).returning('id').executeTakeFirstOrThrow()
  for (const permission of ['probeCard', 'probeLetter'])
    for (const operation of [1, 2, 3, 4])
      await h.db.insertInto('role_permission').values({ org_id: orgId, role_id: role.id, permission, operation }).execute()
  for (const username of ['sales', 'buyer', 'keeper'])
    await h.db
      .insertInto('account_role')
      .values({ org_id: orgId, account_id: account.get(username) ?? '', role_id: role.id })
      .execute()
  h.house.rights.forget?.()
  ;[sales, buyer, admin] = await Promise.all([signedInAs(h, 'sales'), signedInAs(h, 'buyer'), signedInAs(h, 'admin')])
  shopId = (await sales.post('/listField/options', { type: 'shop' })).data[0].value
})
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

let last = 0
const newCard = async (more: object = {}): Promise<string> =>
  (await admin.post('/probeCard/insert', { no: `K${(last += 1)}`, ...more })).data.id
const say = (who: Person, cardId: string, content: string, more: object = {}) => who.post('/cardReply/add', { cardId, content, ...more })
const read = async (who: Person, cardId: string, more = '') => (await who.get(`/cardReply/trace?cardId=${cardId}${more}`)).data
const comments = async (who: Person, cardId: string): Promise<readonly ThreadComment[]> =>
  (await read(who, cardId)).list.filter((one: { kind: string }) => one.kind === 'comment')
const edit = (who: Person, body: object) => who.post('/probeCard/thread/update', body)
const drop = (who: Person, id: string) => who.post(`/cardReply/delete/${id}`)
const messagesOf = async (username: string) => {
  const rows = await h.db
    .selectFrom('message')
    .select(['title', 'detail', 'target'])
    .where('account_id', '=', account.get(username) ?? '')
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...row, title: inChinese(fromStored(row.title)) }))
}
const pushesOf = async (username: string) =>
  (
    await h.db
      .selectFrom('push_message')
      .select('message')
      .where('account_id', '=', account.get(username) ?? '')
      .execute()
  )
    .map(row => row.message as { kind: string; id?: string })
    .filter(one => one.kind === 'thread')
async function upload(who: Person, name = 'a.png'): Promise<string> {
  const { type, payload } = multipart({ type: 'ATTACHMENT' }, [{ name, content: png }])
  const headers = { 'content-type': type, authorization: `Bearer ${who.token}` }
  return (await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload })).json<{ data: { id: string } }>()
    .data.id
}
const download = async (who: Person, id: string): Promise<number> =>
  (await h.app.inject({ url: `/api-2024/fileUpload/down2?id=${id}`, headers: { authorization: `Bearer ${who.token}` } })).statusCode
const trailOf = (id: string, subject = 'probe_card_comment') =>
  h.db
    .selectFrom('audit_entry')
    .select(['verb', 'account_name'])
    .where('subject', '=', subject)
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()

describe('a conversation', () => {
  test('comments and answers in the order of time; the record keeps its version, each comment has its entry of the trail', async () => {
    const id = await newCard()
    const first = await say(sales, id, '什么时候发货？')
    const second = await say(buyer, id, '周五', { parentId: first.data.id })
    await say(sales, id, '好', { parentId: second.data.id })
    const list = await comments(buyer, id)
    expect(list.map(one => [one.content, one.parentId, one.by.name, one.isMine])).toEqual([
      ['什么时候发货？', null, '林晓', false],
      ['周五', first.data.id, '陈刚', true],
      // below the same comment, however deep the answer
      ['好', first.data.id, '林晓', false],
    ])
    const [row] = (await admin.post('/probeCard/list', { no: `K${last}` })).data.list
    expect(row.version).toBe(1)
    expect(await trailOf(first.data.id)).toEqual([{ verb: 'add', account_name: '林晓' }])
  })

  test('older ones by pages; what they answer comes along', async () => {
    const id = await newCard()
    const first = await say(sales, id, '0')
    for (let n = 1; n < 6; n += 1) await say(sales, id, String(n))
    await say(buyer, id, '答', { parentId: first.data.id })
    const page = await read(sales, id, '&pageSize=3')
    expect(page.list.map((one: ThreadComment) => one.content).filter(Boolean)).toEqual(['0', '4', '5', '答'])
    const older = await read(sales, id, `&pageSize=3&before=${page.next}`)
    expect(older.list.map((one: ThreadComment) => one.content)).toEqual(['1', '2', '3'])
    const oldest = await read(sales, id, `&pageSize=3&before=${older.next}`)
    expect([oldest.list.at(-1).content, oldest.next]).toEqual(['0', null])
  })

  test('moves between states stand among the comments', async () => {
    const id = await newCard()
    await say(sales, id, '完成了吗')
    h.clock.now = new Date(h.clock.now.getTime() + 1_000)
    await sales.post('/probeCard/finish', { id })
    const { list } = await read(sales, id)
    expect(list.find((one: { title?: string }) => one.title === '完成')).toMatchObject({
      kind: 'move',
      from: '进行中',
      to: '已完成',
      by: { name: '林晓' },
    })
    expect(list.filter((one: { kind: string }) => one.kind === 'move').length).toBe(2)
  })

  test("new ones are counted until they were seen, one's own never", async () => {
    const id = await newCard()
    const first = await say(sales, id, '一')
    await say(sales, id, '二')
    expect([(await read(buyer, id)).unread, (await read(sales, id)).unread]).toEqual([2, 0])
    await buyer.post('/probeCard/thread/seen', { recordId: id, lastId: first.data.id })
    expect((await read(buyer, id)).unread).toBe(1)
    const [, newest] = await comments(buyer, id)
    await buyer.post('/probeCard/thread/seen', { recordId: id, lastId: newest?.id })
    // an older window does not take it back
    await buyer.post('/probeCard/thread/seen', { recordId: id, lastId: first.data.id })
    expect(await read(buyer, id)).toMatchObject({ unread: 0, seenId: newest?.id })
  })
})

describe('what is refused', () => {
  test.each([
    ['100,000 characters', { content: 'x'.repeat(100_000) }, '内容最多 5000 个字'],
    ['nothing', { content: '  ' }, '请输入内容或添加附件'],
    [
      'too many people',
      { content: Array.from({ length: 21 }, (_, i) => mentionOf('某人', String(900 + i))).join('') },
      '一条评论最多提到 20 人，现在有 21 人',
    ],
  ])('%s', async (_what, body, message) => {
    const id = await newCard()
    expect(await sales.post('/cardReply/add', { cardId: id, ...body })).toMatchObject({ code: 1002, msg: expect.stringContaining(message) })
    expect(await comments(sales, id)).toEqual([])
  })
  test("a file of another's, and an answer to a comment of another record", async () => {
    const [id, other] = [await newCard(), await newCard()]
    const file = await upload(buyer)
    expect((await say(sales, id, '看', { files: [file] })).msg).toBe('附件新加的第 1 个文件不存在或不是您上传的，请重新上传')
    const elsewhere = await say(sales, other, '别处')
    expect((await say(sales, id, '答', { parentId: elsewhere.data.id })).msg).toBe('要回复的评论已被删除，请刷新后再试')
    expect(await comments(sales, id)).toEqual([])
  })
  test('words are kept as words, not as a page', async () => {
    const id = await newCard()
    await say(sales, id, '<img src=x onerror=alert(1)>')
    expect((await comments(sales, id))[0]?.content).toBe('<img src=x onerror=alert(1)>')
  })
})

describe('the wrong person', () => {
  test('who does not see the record reads, writes and answers nothing; who has no right either', async () => {
    const id = await newCard({ shopId })
    const said = await say(sales, id, '只有本店')
    expect(said.code).toBe(0)
    expect((await buyer.get(`/cardReply/trace?cardId=${id}`)).code).toBe(1004)
    expect((await say(buyer, id, '插话')).code).toBe(1004)
    expect((await edit(buyer, { id: said.data.id, version: 1, content: '改' })).code).toBe(1004)
    expect((await drop(buyer, said.data.id)).code).toBe(1004)
    expect((await buyer.post('/probeCard/thread/people', { recordId: id })).code).toBe(1004)
    expect((await buyer.post('/probeCard/thread/seen', { recordId: id })).code).toBe(1004)
    const employee = await signedInAs(h, 'employee')
    expect((await employee.get(`/cardReply/trace?cardId=${id}`)).code).toBe(1003)
    expect((await say(employee, id, '插话')).code).toBe(1003)
    expect(await admin.post('/cardReply/add', { cardId: id, content: '别的组织' }, h.demo.organisationIds[1])).toMatchObject({ code: 1004 })
    expect((await comments(sales, id)).length).toBe(1)
  })

  test("another's comment is neither edited nor deleted", async () => {
    const id = await newCard()
    const said = await say(sales, id, '我的')
    expect((await edit(buyer, { id: said.data.id, version: 1, content: '改' })).code).toBe(1003)
    expect((await drop(buyer, said.data.id)).code).toBe(1003)
    expect((await comments(sales, id))[0]?.content).toBe('我的')
  })

  test('a file of a comment is for whoever sees the record', async () => {
    const id = await newCard({ shopId })
    const file = await upload(sales)
    expect((await say(sales, id, '', { files: [file] })).code).toBe(0)
    expect([await download(sales, file), await download(admin, file), await download(buyer, file)]).toEqual([200, 200, 404])
  })
})

describe('mentions', () => {
  test('who sees the record is told; who does not gets nothing, and the writer learns it', async () => {
    const id = await newCard({ shopId })
    const before = [await messagesOf('buyer'), await pushesOf('buyer')]
    const answer = await say(
      sales,
      id,
      `${mentionOf('老陈', account.get('buyer') ?? '')} 和 ${mentionOf('老板', account.get('admin') ?? '')} 看一下`,
    )
    expect(answer).toMatchObject({ code: 0, data: { notice: '陈刚看不到这条记录，没有通知', notTold: [{ name: '陈刚' }] } })
    expect([await messagesOf('buyer'), await pushesOf('buyer')]).toEqual(before)
    expect((await messagesOf('admin')).at(-1)).toEqual({
      title: `林晓在卡片“K${last}”的沟通中提到了你`,
      detail: '@老陈 和 @管理员 看一下',
      target: { list: 'probeCard', id },
    })
    // by the name he has, whatever was sent; the one who may not see it is words alone
    expect((await comments(sales, id))[0]?.content).toBe(`@老陈 和 ${mentionOf('管理员', account.get('admin') ?? '')} 看一下`)
  })

  test('somebody of another organisation is answered as one who may not see it, and is not named', async () => {
    const orgId = h.demo.organisationIds[1] ?? ''
    const stranger = await h.db
      .insertInto('account')
      .values({ username: 'far', name: '外人', password_hash: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await h.db.insertInto('account_organisation').values({ org_id: orgId, account_id: stranger.id, data_scope: 3 }).execute()
    const id = await newCard()
    const answer = await say(sales, id, '看', { mentions: [stranger.id] })
    expect(answer.data.notTold).toEqual([{ accountId: stranger.id, name: stranger.id }])
  })

  test('an edit tells those alone who are mentioned anew; an answer tells whom it answers', async () => {
    const id = await newCard()
    const him = mentionOf('何平', account.get('keeper') ?? '')
    const said = await say(sales, id, him)
    const count = (await messagesOf('keeper')).length
    await edit(sales, { id: said.data.id, version: 1, content: `${him} 请尽快` })
    expect((await messagesOf('keeper')).length).toBe(count)
    await say(buyer, id, '收到', { parentId: said.data.id })
    expect((await messagesOf('sales')).at(-1)?.title).toBe(`陈刚在卡片“K${last}”的沟通中回复了你`)
  })

  test('colleagues who can be mentioned are those who may see the record', async () => {
    const [open, ofShop] = [await newCard(), await newCard({ shopId })]
    const names = async (id: string): Promise<string[]> =>
      (await sales.post('/probeCard/thread/people', { recordId: id, keyword: '' })).data.map((one: { name: string }) => one.name)
    expect(await names(open)).toEqual(expect.arrayContaining(['陈刚', '何平', '管理员']))
    expect(await names(open)).not.toContain('王芳')
    expect(await names(ofShop)).not.toContain('陈刚')
    expect((await sales.post('/probeCard/thread/people', { recordId: open, keyword: '何' })).data).toMatchObject([
      { name: '何平', detail: '供应链部 · 仓库管理员' },
    ])
  })

  test('whoever has the conversation open hears of it, until it is closed', async () => {
    const id = await newCard()
    await buyer.post('/probeCard/thread/seen', { recordId: id })
    const before = (await pushesOf('buyer')).length
    await say(sales, id, '在吗')
    expect((await pushesOf('buyer')).slice(before)).toEqual([{ kind: 'thread', type: 'probeCard', id }])
    await buyer.post('/probeCard/thread/seen', { recordId: id, isOpen: false })
    await say(sales, id, '？')
    expect((await pushesOf('buyer')).length).toBe(before + 1)
  })
})

describe('edit and deletion', () => {
  test('two edits at once: the later is told who was first', async () => {
    const id = await newCard()
    const said = await say(sales, id, '甲')
    const both = await Promise.all(['乙', '丙'].map(content => edit(sales, { id: said.data.id, version: 1, content })))
    expect(both.map(one => one.code).toSorted((a, b) => a - b)).toEqual([0, 1009])
    expect((await comments(sales, id))[0]).toMatchObject({ isEdited: true, version: 2 })
  })

  test('one without answers goes; one that was answered stays where its word says so', async () => {
    const id = await newCard()
    const said = await say(sales, id, '问')
    const answer = await say(buyer, id, '答', { parentId: said.data.id })
    expect(await drop(sales, said.data.id)).toMatchObject({ code: 1002, msg: '已有人回复，不能删除' })
    expect((await drop(buyer, answer.data.id)).code).toBe(0)
    expect((await drop(sales, said.data.id)).code).toBe(0)
    expect(await comments(sales, id)).toEqual([])
    expect((await trailOf(said.data.id)).map(one => one.verb)).toEqual(['add', 'remove'])
  })

  test('else it leaves its place, without words, files and author; the place goes with its last answer', async () => {
    const id = (await admin.post('/productManage/list', { pageSize: 1, sortField: 'sku', sortWay: 'DESC' })).data.list[0].id
    const talk = (who: Person, content: string, more: object = {}) =>
      who.post('/productManage/thread/add', { recordId: id, content, ...more })
    const list = async () => (await admin.post('/productManage/thread/list', { recordId: id })).data.list
    const file = await upload(admin)
    const said = await talk(admin, '问', { files: [file] })
    const answer = await talk(admin, '答', { parentId: said.data.id })
    await admin.post('/productManage/thread/delete', { id: said.data.id })
    expect((await list())[0]).toMatchObject({ isDeleted: true, content: '', files: [], by: { accountId: null, name: '' }, isMine: false })
    expect(await h.db.selectFrom('file_use').select('id').where('table_name', '=', 'product_comment').execute()).toEqual([])
    expect((await talk(admin, '再答', { parentId: said.data.id })).msg).toBe('要回复的评论已被删除，请刷新后再试')
    await admin.post('/productManage/thread/delete', { id: answer.data.id })
    expect(await list()).toEqual([])
  })
})

describe('with the record', () => {
  test('it closes: nothing is written any more, whoever was first', async () => {
    const id = await newCard()
    const [said, finished] = await Promise.all([say(sales, id, '同时'), buyer.post('/probeCard/finish', { id })])
    expect(finished.code).toBe(0)
    if (said.code !== 0) expect(said.msg).toBe('卡片已是“已完成”，不能再发言')
    expect(await say(sales, id, '晚了')).toMatchObject({ code: 1002, msg: '卡片已是“已完成”，不能再发言' })
    expect((await read(sales, id)).closed).toBe('卡片已是“已完成”，不能再发言')
  })

  test('it is deleted while somebody answers: one of both, and nothing is seen of it; undo brings all back', async () => {
    const id = await newCard()
    await say(sales, id, '在')
    const [said, removed] = await Promise.all([say(sales, id, '同时'), admin.post('/probeCard/delete', { ids: [id] })])
    expect([0, 1004]).toContain(said.code)
    expect(removed.code).toBe(0)
    expect((await say(sales, id, '晚了')).code).toBe(1004)
    expect((await sales.get(`/cardReply/trace?cardId=${id}`)).code).toBe(1004)
    await forgetThreads(h.house)
    expect((await admin.post('/probeCard/undo', { batchId: removed.data.batchId })).code).toBe(0)
    expect((await comments(sales, id))[0]?.content).toBe('在')
  })

  test('when its deletion can no longer be taken back, its conversation goes', async () => {
    const id = await newCard()
    await say(sales, id, '在', { files: [await upload(sales)] })
    await buyer.post('/probeCard/thread/seen', { recordId: id, lastId: '1' })
    await admin.post('/probeCard/delete', { ids: [id] })
    await h.db.deleteFrom('list_batch_row').execute()
    await forgetThreads(h.house)
    const left = (table: string) =>
      anyTable(h.db)
        .selectFrom(table)
        .select(sql<number>`1`.as('one'))
        .where(sql<boolean>`record_id = ${id}::bigint`)
        .execute()
    expect([await left('probe_card_comment'), await left('probe_card_seen')]).toEqual([[], []])
  })
})

describe('a sealed author', () => {
  test('stays sealed in the conversation of his record; who answers him is named', async () => {
    const { id } = (await sales.post('/probeLetter/insert', { subject: '意见' })).data
    await sales.post('/probeLetter/thread/add', { recordId: id, content: '补充一句', files: [await upload(sales)] })
    await arrived(h)
    const comment = await anyTable(h.db).selectFrom('probe_letter_comment').select('id').executeTakeFirstOrThrow()
    const mine = { data: { id: String(comment['id']) } }
    const answer = await buyer.post('/probeLetter/thread/add', { recordId: id, content: '收到', parentId: mine.data.id })
    const listed = async (who: Person) => (await who.post('/probeLetter/thread/list', { recordId: id })).data
    const seen = await listed(buyer)
    expect(seen.unread).toBeNull()
    expect(seen.list.map((one: ThreadComment) => [one.by.name, one.by.accountId, one.isMine])).toEqual([
      ['匿名', null, false],
      ['陈刚', account.get('buyer'), true],
    ])
    expect((await listed(sales)).list.map((one: ThreadComment) => one.isMine)).toEqual([true, false])
    expect(await trailOf(mine.data.id, 'probe_letter_comment')).toEqual([{ verb: 'add', account_name: '匿名' }])
    const own = account.get('sales') ?? ''
    const rows = await anyTable(h.db).selectFrom('probe_letter_comment').selectAll().where('id', '=', mine.data.id).execute()
    const files = await h.db.selectFrom('file_use').selectAll().where('table_name', '=', 'probe_letter_comment').execute()
    const uploads = await h.db
      .selectFrom('stored_file')
      .select(['account_id', 'created_by'])
      .where(
        'id',
        'in',
        files.map(one => one.file_id),
      )
      .execute()
    for (const row of [...rows, ...files, ...uploads])
      for (const column of ['created_by', 'updated_by', 'account_id']) expect((row as Record<string, unknown>)[column] ?? '0').not.toBe(own)
    // he edits and withdraws his own
    expect((await sales.post('/probeLetter/thread/update', { id: mine.data.id, version: 1, content: '改一句' })).code).toBe(0)
    expect((await buyer.post('/probeLetter/thread/update', { id: mine.data.id, version: 2, content: '改' })).code).toBe(1003)
    await sales.post('/probeLetter/thread/seen', { recordId: id, lastId: answer.data.id })
    expect(await h.db.selectFrom('record_watch').select('type').where('type', 'like', 'thread probe_letter%').execute()).toEqual([])
    expect((await sales.post('/probeLetter/thread/delete', { id: mine.data.id })).code).toBe(0)
  })
})

test('the generated calls stand beside the others; bound ones are not made twice', () => {
  const { routes } = registryOf([...h.house.areas])
  const paths = routes
    .filter(route => route.resource?.table === card.table && route.verb === 'thread')
    .map(route => `${route.method} ${route.path}`)
  expect(paths.toSorted()).toEqual([
    'GET /cardReply/trace',
    'POST /cardReply/add',
    'POST /cardReply/delete/{id}',
    'POST /probeCard/thread/people',
    'POST /probeCard/thread/seen',
    'POST /probeCard/thread/update',
  ])
})
