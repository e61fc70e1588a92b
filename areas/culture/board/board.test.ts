/** The board: who finds a topic, who moderates it, what an anonymous author does and what nobody learns of him. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { arrived } from '../../../test/setup/arrive.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { culture } from '../index.ts'

let h: DemoHouse
let admin: Person
let hr: Person
let sales: Person
let buyer: Person
let keeper: Person
/** employees by name */
let employees: ReadonlyMap<string, string>
let open: string
let closedShop: string
beforeAll(async () => {
  h = await demoHouse([culture], localFileStore(mkdtempSync(join(tmpdir(), 'board-'))))
  ;[admin, hr, sales, buyer, keeper] = await Promise.all([
    signedInAs(h, 'admin'),
    signedInAs(h, 'hr'),
    signedInAs(h, 'sales'),
    signedInAs(h, 'buyer'),
    signedInAs(h, 'keeper'),
  ])
  employees = new Map((await h.db.selectFrom('employee').select(['id', 'name']).execute()).map(row => [row.name, row.id]))
  const dept = (await h.db.selectFrom('department').select('id').where('name', '=', '销售部').executeTakeFirstOrThrow()).id
  open = (await hr.post('/bbsSection/insert', { name: '闲聊', allowAnonymous: true, moderatorIds: [employees.get('陈刚')] })).data.id
  closedShop = (await hr.post('/bbsSection/insert', { name: '销售内部', forAll: false, forDepts: [dept] })).data.id
})
afterAll(() => h.close())

const post = async (who: Person, more: object = {}): Promise<string> =>
  (await who.post('/bbsTopic/insert', { sectionId: open, title: '周五谁打球', content: '<p>三缺一</p>', ...more })).data.id
const titles = async (who: Person): Promise<string[]> =>
  (await who.post('/bbsTopic/list', { pageSize: 100 })).data.list.map((row: { title: string }) => row.title)

describe('audience', () => {
  test('nobody outside finds a topic: by list, count, search, id, thread or section', async () => {
    const id = await post(sales, { sectionId: closedShop, title: '北美定价方案' })
    expect(await titles(sales)).toContain('北美定价方案')
    for (const who of [keeper, buyer]) {
      expect(await titles(who)).not.toContain('北美定价方案')
      expect(
        (await who.post('/bbsTopic/list', { conditionList: [{ field: 'title', condition: 'CONTAINS', value: '定价' }] })).data.total ?? 0,
      ).toBe(0)
      expect(await who.post('/bbsTopic/view', { id })).toMatchObject({ code: 1004 })
      expect(await who.get(`/bbsTopic/query/${id}`)).toMatchObject({ code: 1004 })
      expect(await who.post('/bbsTopic/like', { id })).toMatchObject({ code: 1004 })
      expect(await who.post('/bbsTopic/likeReply', { id, replyId: '1' })).toMatchObject({ code: 1004 })
      expect(await who.post('/bbsTopic/replyLikes', { id })).toMatchObject({ code: 1004 })
      expect(await who.post('/bbsTopic/thread/list', { recordId: id })).toMatchObject({ code: 1004 })
      expect(await who.post('/bbsTopic/thread/add', { recordId: id, content: '看看' })).toMatchObject({ code: 1004 })
      expect(await who.post('/bbsReport/insert', { topicId: id, kind: 3 })).toMatchObject({ code: 1004 })
      expect(JSON.stringify((await who.post('/listField/find', { keyword: '定价方案' })).data)).not.toContain('北美定价方案')
      expect((await who.get('/bbsSection/board')).data.map((one: { name: string }) => one.name)).not.toContain('销售内部')
      expect(await who.post('/bbsTopic/insert', { sectionId: closedShop, title: '混进来', content: '<p>x</p>' })).toMatchObject({
        code: 1004,
      })
    }
    // who looks after sections sees this one, and none of its topics
    expect(await hr.post('/bbsTopic/view', { id })).toMatchObject({ code: 1004 })
    expect(await hr.post('/bbsTopic/insert', { sectionId: closedShop, title: '混进来', content: '<p>x</p>' })).toMatchObject({ code: 1004 })
  })
  test('topics follow the audience of their section', async () => {
    const id = await post(sales, { sectionId: closedShop, title: '给所有人看' })
    const section = (await hr.post('/bbsSection/list')).data.list.find((one: { id: string }) => one.id === closedShop)
    await hr.post('/bbsSection/update', { id: closedShop, version: section.version, forAll: true })
    expect(await keeper.post('/bbsTopic/view', { id })).toMatchObject({ code: 0 })
    await hr.post('/bbsSection/update', { id: closedShop, version: section.version + 1, forAll: false })
    expect(await keeper.post('/bbsTopic/view', { id })).toMatchObject({ code: 1004 })
  })
})

describe('a topic', () => {
  test('counts views, likes once a person, replies; the author deletes it only while nobody has answered', async () => {
    const id = await post(sales)
    await keeper.post('/bbsTopic/view', { id })
    await keeper.post('/bbsTopic/like', { id })
    expect((await buyer.post('/bbsTopic/like', { id })).data).toEqual({ liked: true, likes: 2 })
    expect((await buyer.post('/bbsTopic/like', { id })).data).toEqual({ liked: false, likes: 1 })
    const reply = (await keeper.post('/bbsTopic/thread/add', { recordId: id, content: '我来' })).data.id
    expect((await sales.post('/bbsTopic/view', { id })).data).toMatchObject({
      views: 2,
      likes: 1,
      replies: 1,
      lastReplyBy: '何平',
      isMine: true,
    })
    expect(await sales.post('/bbsTopic/withdraw', { id })).toMatchObject({ code: 1002 })
    expect(await keeper.post('/bbsTopic/withdraw', { id })).toMatchObject({ code: 1003 })
    expect(await keeper.post('/bbsTopic/best', { id, replyId: reply })).toMatchObject({ code: 1003 })
    expect(await sales.post('/bbsTopic/best', { id, replyId: reply })).toMatchObject({ code: 0 })
    expect((await buyer.post('/bbsTopic/view', { id })).data.bestReply).toMatchObject({ id: reply, by: '何平', content: '我来' })
    const likeReply = async (who: Person) => (await who.post('/bbsTopic/likeReply', { id, replyId: reply })).data
    const both = await Promise.all([likeReply(buyer), likeReply(sales)])
    expect(Math.max(...both.map(one => one.likes))).toBe(2)
    expect((await keeper.post('/bbsTopic/replyLikes', { id })).data).toEqual([{ replyId: reply, likes: 2, liked: false }])
    expect(await likeReply(buyer)).toEqual({ liked: false, likes: 1 })
    expect((await sales.post('/bbsTopic/replyLikes', { id })).data).toEqual([{ replyId: reply, likes: 1, liked: true }])
    const other = await post(sales, { title: '另一个' })
    expect(await buyer.post('/bbsTopic/likeReply', { id: other, replyId: reply })).toMatchObject({ code: 1004 })
    expect(await buyer.post('/bbsTopic/likeReply', { id, replyId: '999999' })).toMatchObject({ code: 1004 })
    await keeper.post('/bbsTopic/thread/delete', { id: reply })
    expect(await buyer.post('/bbsTopic/likeReply', { id, replyId: reply })).toMatchObject({ code: 1004 })
    expect((await sales.post('/bbsTopic/view', { id })).data).toMatchObject({ replies: 0, bestReply: null })
    expect(await sales.post('/bbsTopic/withdraw', { id })).toMatchObject({ code: 0 })
    expect(await sales.post('/bbsTopic/view', { id })).toMatchObject({ code: 1004 })
  })
  test('is stuck, hidden with a reason that the author reads, and shown again, by its moderator alone', async () => {
    const id = await post(sales, { title: '置顶的帖子' })
    expect(await keeper.post('/bbsTopic/stick', { id })).toMatchObject({ code: 1003 })
    expect(await buyer.post('/bbsTopic/stick', { id })).toMatchObject({ code: 0 })
    expect((await titles(keeper))[0]).toBe('置顶的帖子')
    expect(await buyer.post('/bbsTopic/hide', { id })).toMatchObject({ code: 1002 })
    expect(await buyer.post('/bbsTopic/hide', { id, reason: '与工作无关的广告' })).toMatchObject({ code: 0 })
    expect(await titles(keeper)).not.toContain('置顶的帖子')
    expect(await keeper.post('/bbsTopic/view', { id })).toMatchObject({ code: 1004 })
    for (const who of [sales, buyer])
      expect((await who.post('/bbsTopic/view', { id })).data).toMatchObject({ state: 3, reason: '与工作无关的广告' })
    expect(await keeper.post('/bbsTopic/thread/add', { recordId: id, content: '在' })).toMatchObject({ code: 1004 })
    expect(await buyer.post('/bbsTopic/show', { id })).toMatchObject({ code: 0 })
    expect(await keeper.post('/bbsTopic/view', { id })).toMatchObject({ code: 0 })
  })
  test('a report is seen by moderators and whoever made it; upheld it hides the topic or empties the reply', async () => {
    const id = await post(sales, { title: '某某偷懒' })
    const reply = (await keeper.post('/bbsTopic/thread/add', { recordId: id, content: '骂人的话' })).data.id
    const byReply = await hr.post('/bbsReport/insert', { topicId: id, commentId: reply, kind: 3, reason: '骂人' })
    expect(byReply).toMatchObject({ code: 0 })
    expect(await hr.post('/bbsReport/insert', { topicId: id, commentId: reply, kind: 3 })).toMatchObject({
      code: 1002,
      msg: '您已经举报过，版主正在处理',
    })
    const byTopic = (await hr.post('/bbsReport/insert', { topicId: id, kind: 3 })).data.id
    expect((await buyer.post('/bbsReport/list')).data.list).toHaveLength(2)
    for (const who of [keeper, sales]) expect((await who.post('/bbsReport/list')).data.list).toEqual([])
    expect(await sales.post('/bbsReport/uphold', { id: byTopic, answer: 'x' })).toMatchObject({ code: 1004 })
    expect(await buyer.post('/bbsReport/uphold', { id: byReply.data.id, answer: '攻击同事' })).toMatchObject({ code: 0 })
    const replies = (await buyer.post('/bbsTopic/thread/list', { recordId: id })).data.list.filter(
      (one: { kind: string }) => one.kind === 'comment',
    )
    expect(JSON.stringify(replies)).not.toContain('骂人的话')
    expect(await buyer.post('/bbsReport/uphold', { id: byTopic, answer: '人身攻击' })).toMatchObject({ code: 0 })
    expect((await sales.post('/bbsTopic/view', { id })).data).toMatchObject({ state: 3, reason: '人身攻击' })
  })
})

describe('an anonymous topic', () => {
  test('only where the section lets people; its author answers and reads of moderation, and nobody else knows him', async () => {
    expect(
      await sales.post('/bbsTopic/insert', { sectionId: closedShop, title: 'x', content: '<p>x</p>', isAnonymous: true }),
    ).toMatchObject({
      code: 1002,
      msg: '版块“销售内部”不允许匿名发布，请取消匿名或换一个版块',
    })
    const id = await post(sales, { title: '食堂能不能少放盐', isAnonymous: true })
    expect(await keeper.post('/bbsTopic/view', { id })).toMatchObject({ code: 1004 })
    expect((await sales.post('/bbsTopic/thread/list', { recordId: id })).data.list).toEqual([])
    await arrived(h)
    expect((await keeper.post('/bbsTopic/view', { id })).data).toMatchObject({ authorId: null, isMine: false })
    expect((await sales.post('/bbsTopic/view', { id })).data).toMatchObject({ authorId: null, isMine: true })
    await sales.post('/bbsTopic/thread/add', { recordId: id, content: '我也这么想' })
    const said = async () =>
      (await keeper.post('/bbsTopic/thread/list', { recordId: id })).data.list.filter((one: { kind: string }) => one.kind === 'comment')
    expect(await said()).toEqual([])
    await arrived(h)
    const talk = await said()
    expect(talk[0].by).toMatchObject({ name: '匿名', accountId: null })
    await keeper.post('/bbsTopic/thread/add', { recordId: id, content: '赞成' })
    expect(await buyer.post('/bbsTopic/hide', { id, reason: '换个说法再发' })).toMatchObject({ code: 0 })
    expect(await keeper.post('/bbsTopic/view', { id })).toMatchObject({ code: 1004 })
    expect((await sales.post('/bbsTopic/view', { id })).data).toMatchObject({ state: 3, reason: '换个说法再发', isMine: true })
    const told = (await sales.post('/sealedNotice/list', { list: 'bbsTopic' })).data
    expect(told.map((one: { title: string }) => one.title).toSorted()).toEqual([
      '何平回复了您匿名发布的帖子',
      '您匿名发布的帖子“食堂能不能少放盐”状态变为已隐藏',
    ])
    expect((await keeper.post('/sealedNotice/list', { list: 'bbsTopic' })).data).toEqual([])
    const account = (await h.db.selectFrom('account').select('id').where('username', '=', 'sales').executeTakeFirstOrThrow()).id
    const employee = employees.get('林晓') ?? ''
    const { rows: topic } = await sql<{ row: string }>`select to_jsonb(t)::text as row from bbs_topic t where id = ${id}`.execute(h.db)
    expect(JSON.parse(topic[0]?.row ?? '{}')).toMatchObject({ created_by: 0, updated_by: expect.anything(), author_id: null })
    expect(topic[0]?.row).not.toContain(`e${employee}"`)
    const { rows: trail } = await sql<{ account_id: string }>`select account_id from audit_entry where subject like 'bbs_topic%'
      and (record_id = ${id} or subject = 'bbs_topic_comment') and account_id = ${account}`.execute(h.db)
    expect(trail).toEqual([])
    const { rows: messages } = await sql`select 1 from message where account_id = ${account} and target::text like ${`%"${id}"%`}
      and title::text like '%食堂%'`.execute(h.db)
    expect(messages).toEqual([])
  })
  test('unanswered it is withdrawn by its author; another is told that it is not his', async () => {
    const id = await post(sales, { title: '想换椅子', isAnonymous: true })
    await arrived(h)
    const { version } = (await sales.get(`/bbsTopic/query/${id}`)).data
    expect(await keeper.post('/bbsTopic/update', { id, version, title: '改' })).toMatchObject({ code: 1002 })
    expect(await sales.post('/bbsTopic/update', { id, version, title: '想换一把椅子' })).toMatchObject({ code: 0 })
    expect(await keeper.post('/bbsTopic/withdraw', { id })).toMatchObject({ code: 1003 })
    expect(await sales.post('/bbsTopic/withdraw', { id })).toMatchObject({ code: 0 })
    expect(await admin.post('/bbsTopic/askOpening', { id, reason: '没了' })).toMatchObject({ code: 1004 })
  })
})
