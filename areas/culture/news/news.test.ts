/** News and notices through the real calls: what is published, for whom, how far it is read, and what nobody else finds. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { culture } from '#areas/culture/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { remindAt, remindDue } from './remind-due.ts'
import { unreadNotices, waitingNotices } from './waiting.ts'
import { publishDue } from '#platform/server/publishing/due.ts'

const codes = { draft: 0, published: 1, archived: 2, scheduled: 3, withdrawn: 4 }
let h: DemoHouse
let hr: Person
let sales: Person
let keeper: Person
const depts = new Map<string, string>()

beforeAll(async () => {
  h = await demoHouse([culture])
  ;[hr, sales, keeper] = [await signedInAs(h, 'hr'), await signedInAs(h, 'sales'), await signedInAs(h, 'keeper')]
  for (const row of await h.db.selectFrom('department').select(['id', 'name']).execute()) depts.set(row.name, row.id)
})
afterAll(() => h.close())

const toSales = () => ({ forAll: false, forDepts: [depts.get('销售部')] })
const written = async (values: object = {}): Promise<string> => {
  const added = await hr.post('/noticeSetting/notice', { title: '放假通知', content: '<p>放假三天</p>', ...values })
  expect(added.msg).toBe('')
  return added.data.id
}
const move = (id: string, status: number, more: object = {}) => hr.put('/noticeSetting/noticeAction', { id, status, ...more })
const published = async (values: object = {}): Promise<string> => {
  const id = await written(values)
  expect((await move(id, codes.published)).msg).toBe('')
  return id
}
const front = async (who: Person, query = '') => (await who.get(`/noticeSetting/homePageNotices${query}`)).data
const idsOf = async (who: Person, query = '?pageSize=50'): Promise<string[]> =>
  (await front(who, query)).list.map((row: { id: string }) => row.id)

describe('the front page', () => {
  test('newest first, what is on top before it, with what the person has done', async () => {
    const first = await published({ title: '普通公告', summary: '一句话' })
    h.clock.now = new Date(h.clock.now.getTime() + 1_000)
    const top = await published({
      title: '置顶公告',
      mustRead: true,
      stickyUntil: new Date(h.clock.now.getTime() + 600_000).toISOString(),
    })
    h.clock.now = new Date(h.clock.now.getTime() + 1_000)
    const last = await published({ title: '最新公告' })
    expect((await idsOf(sales)).slice(0, 3)).toEqual([top, last, first])
    const [row] = (await front(sales)).list
    expect(row).toMatchObject({
      id: top,
      title: '置顶公告',
      sticky: true,
      isRead: false,
      mustRead: true,
      confirmed: false,
      coverLink: null,
    })
    expect(typeof row.publishAt).toBe('string')
    expect((await front(sales)).total).toBe((await idsOf(sales)).length)
    expect(await idsOf(sales, '?waiting=true')).toEqual([top])
    const read = (await sales.get(`/noticeSetting/homePageNotice/${top}`)).data
    expect(read).toMatchObject({ times: 1, confirmed: false, readers: 1, likes: 0, liked: false })
    await sales.post('/noticeSetting/confirmRead', { id: top })
    expect(await idsOf(sales, '?waiting=true')).toEqual([])
    expect((await front(sales)).list[0]).toMatchObject({ isRead: true, confirmed: true, readers: 1 })
    h.clock.now = new Date(h.clock.now.getTime() + 900_000)
    expect((await idsOf(sales)).slice(0, 3)).toEqual([last, top, first])
  })
  test('pages, a keyword and a kind narrow it; what is no page is refused', async () => {
    const first = await front(keeper)
    expect(first.kinds).toEqual([])
    const kind = await h.db
      .selectFrom('dictionary_item')
      .select(['id', 'label'])
      .where('dictionary_code', '=', 111)
      .limit(1)
      .executeTakeFirstOrThrow()
    const ofKind = await published({ ...toSales(), title: '分了类的公告', typeId: kind.id })
    expect((await front(sales)).kinds).toEqual([kind])
    expect((await front(keeper)).kinds).toEqual([])
    expect(await idsOf(sales, `?typeId=${kind.id}`)).toEqual([ofKind])
    expect(await idsOf(keeper, `?typeId=${kind.id}`)).toEqual([])
    const id = await published({ title: '百分之 100% 的_提醒' })
    expect(await idsOf(sales, `?keyword=${encodeURIComponent('100% 的_')}`)).toEqual([id])
    expect((await front(sales, '?pageSize=1&pageNum=2')).list).toHaveLength(1)
    expect((await sales.get('/noticeSetting/homePageNotices?pageNum=0')).code).toBe(1002)
    expect((await sales.get('/noticeSetting/homePageNotices?typeId=x')).code).toBe(1002)
    expect((await sales.get('/noticeSetting/homePageNotices?status=0')).code).toBe(1002)
  })
  test('likes are counted once a person and taken back', async () => {
    const id = await published()
    const like = async (who: Person, liked?: boolean) =>
      (await who.post('/noticeSetting/like', { id, ...(liked === undefined ? {} : { liked }) })).data
    expect(await like(sales)).toMatchObject({ liked: true, likes: 1 })
    expect(await like(sales)).toMatchObject({ likes: 1 })
    const all = await Promise.all([like(keeper), like(hr), like(keeper)])
    expect(Math.max(...all.map(one => one.likes))).toBe(3)
    expect(await like(sales, false)).toMatchObject({ liked: false, likes: 2 })
    expect((await sales.get(`/noticeSetting/homePageNotice/${id}`)).data).toMatchObject({ likes: 2, liked: false, readers: 3 })
  })
})

describe('whom it is for', () => {
  const everywhere = async (who: Person, id: string, word: string) => ({
    list: (await idsOf(who)).includes(id),
    published: (await who.post('/noticeSetting/publishedList', { pageSize: 50 })).data.list.some((row: { id: string }) => row.id === id),
    total: (await front(who, `?keyword=${encodeURIComponent(word)}`)).total,
    search: (await who.post('/listField/find', { keyword: word })).data.length,
    read: (await who.get(`/noticeSetting/homePageNotice/${id}`)).code,
    beside: (await who.get(`/noticeSetting/indexNotice/${id}`)).code,
    like: (await who.post('/noticeSetting/like', { id })).code,
    confirm: (await who.post('/noticeSetting/confirmRead', { id })).code,
    record: (await who.post('/listField/record', { type: 'noticePublished', id })).code,
    thread: (await who.post('/noticeSetting/thread/list', { recordId: id })).code,
    comment: (await who.post('/noticeSetting/thread/add', { recordId: id, content: '<p>在</p>' })).code,
  })
  const nowhere = {
    list: false,
    published: false,
    total: 0,
    search: 0,
    read: 1004,
    beside: 1004,
    like: 1004,
    confirm: 1004,
    record: 1004,
    thread: 1004,
    comment: 1004,
  }
  const outside = ['draft', 'scheduled', 'withdrawn'] as const

  test('nobody outside finds it by list, search, id, count or conversation', async () => {
    const word = '销售旺季排班绝密'
    const id = await published({ ...toSales(), title: word, mustRead: true })
    expect(await everywhere(keeper, id, word)).toEqual(nowhere)
    expect(await everywhere(sales, id, word)).toMatchObject({ list: true, published: true, total: 1, search: 1, read: 0, comment: 0 })
  })
  test.each(outside)('%s: not even those it is for', async state => {
    const word = `尚未公开的${state}`
    const id = await written({ title: word, mustRead: true })
    if (state === 'scheduled') await move(id, codes.scheduled, { publishAt: new Date(h.clock.now.getTime() + 3_600_000).toISOString() })
    if (state === 'withdrawn') {
      await move(id, codes.published)
      await sales.get(`/noticeSetting/homePageNotice/${id}`)
      await move(id, codes.withdrawn)
    }
    expect(await everywhere(sales, id, word)).toEqual(nowhere)
  })
  test('what is withdrawn and published again has its readers and comments still', async () => {
    const id = await published({ mustRead: true })
    await sales.post('/noticeSetting/confirmRead', { id })
    await sales.post('/noticeSetting/thread/add', { recordId: id, content: '<p>收到</p>' })
    await move(id, codes.withdrawn)
    await move(id, codes.published)
    expect((await sales.get(`/noticeSetting/homePageNotice/${id}`)).data).toMatchObject({ confirmed: true, readers: 1, revision: 2 })
    expect((await sales.post('/noticeSetting/thread/list', { recordId: id })).data.list).toHaveLength(1)
  })
  test('what is scheduled comes by itself', async () => {
    const id = await written()
    await move(id, codes.scheduled, { publishAt: new Date(h.clock.now.getTime() + 60_000).toISOString() })
    h.clock.now = new Date(h.clock.now.getTime() + 61_000)
    const system = await h.house.asSystem(h.demo.organisationIds[0]!, 'test')
    await system.write((_, inside) => publishDue(inside))
    expect(await idsOf(sales)).toContain(id)
  })
  test('where comments are closed nobody writes one', async () => {
    const id = await published({ allowComment: false })
    expect(await sales.post('/noticeSetting/thread/add', { recordId: id, content: '<p>好</p>' })).toMatchObject({
      code: 1002,
      msg: '这条公告没有开放评论',
    })
  })
})

describe('its readers are told, and the editor sees who is missing', () => {
  const unreadOf = async (who: Person): Promise<number> => (await who.get('/message/unreadCount')).data?.total ?? 0
  test('a message each, once a revision; none to others', async () => {
    const messages = async (username: string): Promise<number> => {
      const row = await h.db
        .selectFrom('message')
        .innerJoin('account', 'account.id', 'message.account_id')
        .select(eb => eb.fn.countAll<string>().as('n'))
        .where('account.username', '=', username)
        .executeTakeFirstOrThrow()
      return Number(row.n)
    }
    const before = [await messages('sales'), await messages('keeper')]
    const id = await published(toSales())
    expect([await messages('sales'), await messages('keeper')]).toEqual([before[0]! + 1, before[1]])
    await move(id, codes.withdrawn)
    await move(id, codes.published)
    expect(await messages('sales')).toBe(before[0]! + 2)
    void unreadOf
  })
  test('a reminder goes to who has not confirmed, once an hour', async () => {
    const id = await published({ ...toSales(), mustRead: true })
    await sales.get(`/noticeSetting/homePageNotice/${id}`)
    expect((await hr.post('/noticeSetting/remind', { id })).data).toEqual({ told: 1 })
    expect(await hr.post('/noticeSetting/remind', { id })).toMatchObject({ code: 1002, msg: '一小时内已经提醒过，请稍后再提醒' })
    await sales.post('/noticeSetting/confirmRead', { id })
    expect(await hr.post('/noticeSetting/remind', { id })).toMatchObject({ code: 1002, msg: '所有人都已读完，不需要提醒' })
    expect((await keeper.post('/noticeSetting/remind', { id })).code).toBe(1003)
    expect((await hr.post('/noticeSetting/readers', { id })).data).toMatchObject({ audience: 1, read: 1, confirmed: 1 })
  })
})

describe('the time to confirm', () => {
  const told = async (): Promise<readonly string[]> =>
    (
      await h.db
        .selectFrom('message')
        .innerJoin('account', 'account.id', 'message.account_id')
        .select('account.username')
        .where(sql<boolean>`message.title::text like '%即将截止确认%'`)
        .orderBy('account.username')
        .execute()
    ).map(row => row.username)
  const run = async () => {
    const system = await h.house.asSystem(h.demo.organisationIds[0]!, 'test')
    return system.write((tx, inside) => remindDue(inside, tx))
  }
  const days = (n: number): string => new Date(h.clock.now.getTime() + n * 86_400_000).toISOString()

  test('a working day before it who has not confirmed is told, once; another time is another reminder', async () => {
    const start = h.clock.now
    const id = await published({ ...toSales(), mustRead: true, confirmBy: days(10) })
    await published({ ...toSales(), confirmBy: days(10) })
    await run()
    expect(await told()).toEqual([])
    h.clock.now = new Date(start.getTime() + 9.9 * 86_400_000)
    ;[hr, sales, keeper] = [await signedInAs(h, 'hr'), await signedInAs(h, 'sales'), await signedInAs(h, 'keeper')]
    await Promise.all([run(), run()])
    expect(await told()).toEqual(['sales'])
    const { version } = (await hr.get(`/noticeSetting/notice/${id}`)).data
    await hr.put('/noticeSetting/notice', { id, version, confirmBy: days(0.05) })
    expect((await hr.put('/noticeSetting/noticeAction', { id, status: codes.published })).msg).toBe('')
    await run()
    expect(await told()).toEqual(['sales'])
    h.clock.now = new Date(h.clock.now.getTime() + 3_600_000)
    await sales.post('/noticeSetting/confirmRead', { id })
    await run()
    expect(await told()).toEqual(['sales'])
  })
  test('of a short time the middle of it', () => {
    expect([remindAt(0, 1_000, 800), remindAt(0, 1_000, -5_000)]).toEqual([800, 500])
  })
})

describe('news', () => {
  test('a temporary save needs a title alone; the same again changes it', async () => {
    expect((await hr.post('/newsSetting/saveNewsTemporarily', { title: '' })).code).toBe(1002)
    const saved = (await hr.post('/newsSetting/saveNewsTemporarily', { title: '半篇新闻' })).data
    expect(saved).toMatchObject({ version: 1 })
    const again = (await hr.post('/newsSetting/saveNewsTemporarily', { id: saved.id, title: '半篇新闻', summary: '多了一句' })).data
    expect(again).toEqual({ id: saved.id, version: 2 })
    expect((await hr.post('/newsSetting/saveNewsTemporarily', { ...saved, title: '旧版本' })).code).toBe(1009)
    expect(await hr.put('/newsSetting/newsAction', { id: saved.id, status: 1 })).toMatchObject({ code: 1002, msg: '发布前请先填写正文' })
    expect((await keeper.post('/newsSetting/saveNewsTemporarily', { title: '别人' })).code).toBe(1003)
  })
  test('before and after by the time of publishing, among what the person sees', async () => {
    const make = async (title: string, values: object = {}): Promise<string> => {
      const { id } = (await hr.post('/newsSetting/news', { title, content: '<p>好</p>', ...values })).data
      h.clock.now = new Date(h.clock.now.getTime() + 1_000)
      await hr.put('/newsSetting/newsAction', { id, status: 1 })
      return id
    }
    const ids = [await make('甲'), await make('乙', toSales()), await make('丙')]
    const beside = async (who: Person, id: string) => (await who.get(`/newsSetting/indexNews/${id}`)).data
    expect(await beside(sales, ids[0]!)).toMatchObject({ next: { id: ids[1], title: '乙' } })
    expect(await beside(keeper, ids[0]!)).toMatchObject({ next: { id: ids[2], title: '丙' } })
    expect(await beside(keeper, ids[2]!)).toMatchObject({ previous: { id: ids[0] }, next: null })
    expect((await keeper.get(`/newsSetting/indexNews/${ids[1]}`)).code).toBe(1004)
  })
  test('the analysis counts months and readers, for whoever has the right', async () => {
    const answer = (await hr.post('/newsSetting/analysis', {})).data
    expect(answer.months).toHaveLength(12)
    expect(answer.months.reduce((sum: number, one: { news: number; notice: number }) => sum + one.news + one.notice, 0)).toBe(
      answer.list.length,
    )
    expect((await sales.post('/newsSetting/analysis', {})).code).toBe(1003)
  })
})

describe('bad input', () => {
  test('scripts and the styles of Word are taken out', async () => {
    const id = await published({
      title: '来自 Word',
      content:
        '<style>p.MsoNormal{mso-style-parent:""}</style><p class="MsoNormal" style="mso-fareast-font-family:宋体;text-align:center">' +
        '正文<o:p></o:p></p><script>alert(1)</script><img src="https://elsewhere.example/1.png" onerror="alert(1)">',
    })
    expect((await sales.get(`/noticeSetting/homePageNotice/${id}`)).data.content).toBe('<p style="text-align:center">正文</p>')
  })
  test('1,025 KB of text are refused, in characters of one byte and of three; 1,024 KB are kept', async () => {
    const text = (bytes: number, one: string) => `<p>${one.repeat(Math.floor((bytes - 7) / Buffer.byteLength(one)))}</p>`
    const post = (content: string) => hr.post('/noticeSetting/notice', { title: '很长', content })
    const said = '正文不能超过 1024 KB（含格式），请把图片插入为图片，或拆成几篇'
    expect((await post(text(1_025 * 1_024, '长'))).msg).toContain(said)
    expect((await post(text(1_025 * 1_024, 'a'))).code).toBe(1002)
    expect((await post(text(1_024 * 1_024, '长'))).msg).toBe('')
  })
})

describe('cards of the home page', () => {
  const contextOf = async (username: string) => {
    const { id } = await h.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()
    const caller = await h.house.rights.callerOf(id, h.demo.organisationIds[0] ?? '')
    if (caller === null) throw new Error(username)
    return h.house.asUser(caller, 'zh', 'test')
  }
  test('who publishes sees how many have not read each notice, those with most first; nobody else is told', async () => {
    // those of before are too old to be told
    await sql`update notice_published set published_at = published_at - interval '60 days'`.execute(h.db)
    const [toAll, few] = [await published({ title: '给大家' }), await published({ title: '给销售', ...toSales() })]
    const told = async () => {
      const part = await unreadNotices(await contextOf('hr'))
      return [toAll, few].map(id => part?.list.find(one => one.key === `unread ${id}`)?.note ?? null)
    }
    const [ofAll, ofFew] = await told()
    const all = Number(ofAll?.split(' / ')[1])
    expect(all).toBeGreaterThan(2)
    expect([ofAll, ofFew]).toEqual([`未读 ${all} / ${all}`, '未读 1 / 1'])
    await sales.get(`/noticeSetting/homePageNotice/${toAll}`)
    await sales.get(`/noticeSetting/homePageNotice/${few}`)
    expect(await told()).toEqual([`未读 ${all - 1} / ${all}`, null])
    expect(await unreadNotices(await contextOf('sales'))).toBeNull()
  })
  test('what must be confirmed first stands first, not what is newest', async () => {
    const due = (days: number) => new Date(h.clock.now.getTime() + days * 86_400_000).toISOString()
    const soon = await published({ title: '先确认', mustRead: true, confirmBy: due(1) })
    h.clock.now = new Date(h.clock.now.getTime() + 1_000)
    const later = await published({ title: '后确认', mustRead: true, confirmBy: due(5) })
    const keys = (await waitingNotices(await contextOf('keeper'))).list.map(one => one.key)
    expect(keys.filter(key => [soon, later].some(id => key === `notice ${id}`))).toEqual([`notice ${soon}`, `notice ${later}`])
  })
})
