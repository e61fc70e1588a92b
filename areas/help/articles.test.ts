/** The way of a help article: written, audited by somebody else, revised while the old is read; who sees what. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyTable } from '#platform/server/db/any-table.ts'
import { helpHouse, type HelpHouse } from '../../test/setup/help.ts'

let t: HelpHouse
beforeAll(async () => {
  t = await helpHouse()
})
afterAll(() => t.h.close())

const seen = async (id: string) => await t.who.sales.get(`/HelpArticle/browseArticles?id=${id}`)
const found = async (keyword: string, by = t.who.sales): Promise<string[]> =>
  (await by.post('/HelpArticle/helpCenterSearch', { keyword })).data.list.map((one: { id: string }) => one.id)

describe('the way of an article', () => {
  test('nobody of those who wrote the revision audits it', async () => {
    const id = await t.written()
    expect(await t.move(t.who.hr, id, 3)).toMatchObject({ code: 0 })
    expect(await t.who.hr.post(`/HelpArticle/audit/${id}`)).toMatchObject({ code: 1003 })
    expect(await t.move(t.who.hr, id, 1)).toMatchObject({ code: 1003 })
    expect((await t.row(id))['state']).toBe(3)
    expect(await t.who.it.post(`/HelpArticle/audit/${id}`)).toMatchObject({ code: 0, data: { state: 1 } })
    expect(await seen(id)).toMatchObject({ code: 0, data: { title: '结算对账', typePath: ['财务'] } })
    const told = await anyTable(t.h.db).selectFrom('message').selectAll().execute()
    expect(JSON.stringify(told)).toContain('审核通过')
  })
  test('who wrote it is granted points by its audit, once for the revision', async () => {
    const id = await t.written()
    await t.move(t.who.hr, id, 3)
    const ordered = vi.spyOn(t.h.house.jobs, 'add')
    await t.who.it.post(`/HelpArticle/audit/${id}`)
    const payloads = ordered.mock.calls.filter(([, task]) => task === 'culture.grantPoints').map(([, , payload]) => payload)
    ordered.mockRestore()
    const hr = await anyTable(t.h.db)
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .select('m.employee_id as id')
      .where('a.username', '=', 'hr')
      .executeTakeFirstOrThrow()
    expect(payloads).toMatchObject([{ grants: [{ rule: 'article', employeeId: hr.id, eventKey: `article:${id}:1:${String(hr['id'])}` }] }])
  })
  test('a second writer of the same revision does not audit it either, the first one may audit the next', async () => {
    const id = await t.published()
    await t.who.it.post('/HelpArticle/update', { id, version: (await t.row(id)).version, content: '<p>改一</p>' })
    await t.who.hr.post('/HelpArticle/update', { id, version: (await t.row(id)).version, keywords: '差额' })
    await t.who.hr.post('/HelpArticle/submit', { id })
    for (const by of [t.who.it, t.who.hr]) expect(await by.post(`/HelpArticle/audit/${id}`)).toMatchObject({ code: 1003 })
    expect(await t.who.admin.post(`/HelpArticle/audit/${id}`)).toMatchObject({ code: 0 })
    await t.who.it.post('/HelpArticle/update', { id, version: (await t.row(id)).version, content: '<p>改二</p>' })
    await t.who.it.post('/HelpArticle/submit', { id })
    expect(await t.who.hr.post(`/HelpArticle/audit/${id}`)).toMatchObject({ code: 0 })
  })
  test('the old stays readable and is found until the revision is audited', async () => {
    const id = await t.published({ title: '海关申报要素', content: '<p>旧的说明</p>' })
    expect(await t.who.hr.post('/HelpArticle/submit', { id })).toMatchObject({ code: 1002, msg: '没有未审核的修改' })
    await t.who.hr.post('/HelpArticle/update', {
      id,
      version: (await t.row(id)).version,
      title: '报关要素清单',
      content: '<p>新的说明</p>',
    })
    expect((await seen(id)).data).toMatchObject({ title: '海关申报要素', content: '<p>旧的说明</p>', revision: 1 })
    await t.who.hr.post('/HelpArticle/submit', { id })
    expect(await found('报关要素清单')).not.toContain(id)
    expect(await found('海关申报')).toContain(id)
    await t.who.it.post(`/HelpArticle/audit/${id}`)
    expect((await seen(id)).data).toMatchObject({ title: '报关要素清单', revision: 2 })
    expect(await found('报关要素')).toContain(id)
    const { data } = await t.who.hr.post('/HelpArticle/versions', { id })
    expect(data.map((one: { revision: number; title: string }) => [one.revision, one.title])).toEqual([
      [2, '报关要素清单'],
      [1, '海关申报要素'],
    ])
  })
  test('sent back with a reason; cancelled it is gone for readers; archived it is read and not found', async () => {
    const id = await t.published({ title: '电子发票抬头' })
    await t.who.hr.post('/HelpArticle/update', { id, version: (await t.row(id)).version, keywords: '开票' })
    await t.who.hr.post('/HelpArticle/submit', { id })
    expect(await t.who.it.post('/HelpArticle/sendBack', { id, reason: '少了步骤' })).toMatchObject({ code: 0, data: { state: 0 } })
    expect((await seen(id)).code).toBe(0)
    expect(await t.who.sales.post(`/HelpArticle/cancelAudit/${id}`)).toMatchObject({ code: 1003 })
    expect(await t.who.it.post(`/HelpArticle/cancelAudit/${id}`)).toMatchObject({ code: 0, data: { state: 4 } })
    expect((await seen(id)).code).toBe(1004)
    expect(await found('电子发票抬头')).not.toContain(id)
    expect(await t.who.hr.post(`/HelpArticle/delete/${id}`)).toMatchObject({ code: 1002 })
    const old = await t.published({ title: '旧版打印机安装' })
    expect(await t.who.it.post('/HelpArticle/archive', { id: old })).toMatchObject({ code: 0 })
    expect((await seen(old)).data).toMatchObject({ isArchived: true })
    expect(await found('旧版打印机')).not.toContain(old)
    expect(await t.who.hr.post('/HelpArticle/redraft', { id: old })).toMatchObject({ code: 0, data: { state: 0 } })
  })
  test('an edit of a version that somebody has changed meanwhile is refused, and while it waits nothing is changed', async () => {
    const id = await t.written()
    const { version } = await t.row(id)
    const [first, second] = await Promise.all([
      t.who.hr.post('/HelpArticle/update', { id, version, title: '甲' }),
      t.who.it.post('/HelpArticle/update', { id, version, title: '乙' }),
    ])
    expect([first.code, second.code].toSorted((a, b) => a - b)).toEqual([0, 1009])
    await t.who.hr.post('/HelpArticle/submit', { id })
    expect(await t.who.hr.post('/HelpArticle/update', { id, version: (await t.row(id)).version, title: '丙' })).toMatchObject({
      code: 1002,
    })
    const twice = await Promise.all([t.who.admin.post(`/HelpArticle/audit/${id}`), t.who.admin.post(`/HelpArticle/audit/${id}`)])
    expect(twice.map(one => one.code).toSorted((a, b) => a - b)).toEqual([0, 1002])
  })
  test('without content nothing is submitted; scripts are taken out', async () => {
    const empty = await t.written({ content: null })
    expect(await t.who.hr.post('/HelpArticle/submit', { id: empty })).toMatchObject({ code: 1002 })
    const id = await t.published({
      title: '含脚本的文章',
      content: '<p onclick="x()">正文</p><script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">链接</a>',
    })
    const { data } = await seen(id)
    expect(data.content).not.toMatch(/script|onclick|onerror|javascript/i)
    expect(data.contentText).toBe('正文 链接')
    const [hit] = (await t.who.sales.post('/HelpArticle/helpCenterSearch', { keyword: '含脚本的文章' })).data.list
    expect(JSON.stringify(hit)).not.toMatch(/[<>]/)
    expect(await t.who.hr.post('/HelpArticle/add', { title: '长'.repeat(101), typeId: t.typeId })).toMatchObject({ code: 1002 })
  })
})

describe('who sees what', () => {
  test('nobody without the right sees a draft: by list, search, id, Ctrl-K, options, page or versions', async () => {
    const id = await t.written({ title: '尚未审核的机密说明', pageKeys: ['list/secret'], content: '<p>机密说明正文</p>' })
    await t.who.hr.post('/HelpArticle/submit', { id })
    const { sales } = t.who
    expect(await sales.post('/HelpArticle/list', {})).toMatchObject({ code: 1003 })
    expect(await sales.get(`/HelpArticle/query/${id}`)).toMatchObject({ code: 1003 })
    expect(await sales.post('/HelpArticle/versions', { id })).toMatchObject({ code: 1003 })
    expect(await sales.get(`/HelpArticle/browseArticles?id=${id}`)).toMatchObject({ code: 1004 })
    expect(await sales.post('/HelpArticle/feedback', { id, isHelpful: true })).toMatchObject({ code: 1004 })
    expect(await sales.post('/HelpArticle/ofPage', { pageKey: 'list/secret' })).toMatchObject({ code: 0, data: null })
    const answers = [
      await sales.post('/HelpArticle/helpCenterSearch', { keyword: '机密说明' }),
      await sales.post('/listField/find', { keyword: '机密说明' }),
      await sales.post('/HelpArticle/publishedList', { pageSize: 100 }),
      await sales.post('/HelpArticle/helpCenterIndexPage', {}),
      await sales.post('/HelpArticle/popularArticles', {}),
      await sales.post('/listField/options', { type: 'helpArticle', keyword: '机密' }),
      await sales.post('/listField/record', { type: 'helpArticle', id }),
    ]
    expect(JSON.stringify(answers.map(one => one.data))).not.toContain('机密')
    await t.who.it.post(`/HelpArticle/audit/${id}`)
    expect((await sales.post('/HelpArticle/ofPage', { pageKey: 'list/secret' })).data).toMatchObject({ id, title: '尚未审核的机密说明' })
    const palette = (await sales.post('/listField/find', { keyword: '机密说明正文' })).data
    expect(palette).toMatchObject([{ type: 'helpArticlePublished', id }])
  })
  test('another organisation sees nothing of it', async () => {
    const id = await t.published({ title: '只属于云帆的说明' })
    const other = t.h.demo.organisationIds[1]!
    const { admin } = t.who
    expect(await admin.get(`/HelpArticle/browseArticles?id=${id}`, other)).toMatchObject({ code: 1004 })
    for (const answer of [
      await admin.post('/HelpArticle/helpCenterSearch', { keyword: '只属于云帆' }, other),
      await admin.post('/HelpArticle/publishedList', {}, other),
      await admin.post('/HelpArticle/list', {}, other),
      await admin.post('/HelpArticle/helpCenterIndexPage', {}, other),
    ])
      expect(JSON.stringify(answer.data)).not.toContain('只属于云帆')
  })
})

describe('reading', () => {
  test('views and the last word of each reader are counted, popular comes from 90 days', async () => {
    const id = await t.published({ title: '最热的文章' })
    for (let i = 0; i < 3; i++) await seen(id)
    const say = (isHelpful: boolean, by = t.who.sales) => by.post('/HelpArticle/feedback', { id, isHelpful })
    await Promise.all([say(true), say(true), say(false, t.who.it)])
    await say(false)
    expect(await t.row(id)).toMatchObject({ views: 3, recentViews: 3, helpful: 0, unhelpful: 2 })
    expect((await seen(id)).data).toMatchObject({ isHelpful: false })
    const popular = async (): Promise<string[]> =>
      (await t.who.sales.post('/HelpArticle/popularArticles', {})).data.map((one: { id: string }) => one.id)
    expect((await popular())[0]).toBe(id)
    const before = t.h.clock.now
    t.h.clock.now = new Date(t.h.clock.now.getTime() + 91 * 86_400_000)
    const work = t.h.house.registry.timed.get('helpArticle.recentViews')
    if (work?.of !== 'organisation') throw new Error('no such work')
    const system = await t.h.house.asSystem(t.h.demo.organisationIds[0]!, 'test')
    await system.write((tx, inside) => work.work(inside, tx, { at: t.h.clock.now } as never))
    const { views, recent_views: recentViews } = await t.h.db
      .selectFrom('help_count')
      .selectAll()
      .where('record_id', '=', id)
      .where('subject', '=', 1)
      .executeTakeFirstOrThrow()
    expect([views, recentViews]).toEqual([4, 0])
    t.h.clock.now = before
    expect(await popular()).not.toContain(id)
  })
  test('before and after within the type', async () => {
    const typeId: string = (await t.who.hr.post('/HelpType/add', { name: '顺序', parentId: t.typeId })).data.id
    const [a, b, c] = [
      await t.published({ title: '一', typeId }),
      await t.published({ title: '二', typeId }),
      await t.published({ title: '三', typeId }),
    ]
    expect((await seen(b)).data).toMatchObject({ previous: { id: a }, next: { id: c }, typePath: ['财务', '顺序'] })
    const tree = (await t.who.sales.post('/HelpType/typeList', {})).data
    expect(tree[0].children.find((one: { id: string }) => one.id === typeId)).toMatchObject({ count: 3 })
    expect(tree[0].count).toBeGreaterThan(3)
  })
  test('a fourth level of types is refused, whichever end is moved', async () => {
    const make = async (name: string, parentId?: string) => await t.who.hr.post('/HelpType/add', { name, parentId })
    const second = (await make('二级', t.typeId)).data.id
    const third = (await make('三级', second)).data.id
    expect(await make('四级', third)).toMatchObject({ code: 1002 })
    const top = (await make('顶')).data.id
    const moved = await t.who.hr.get(`/HelpType/query/${t.typeId}`)
    expect(await t.who.hr.post('/HelpType/update', { id: t.typeId, version: moved.data.version, parentId: top })).toMatchObject({
      code: 1002,
    })
  })
  test('what nothing was found for is listed for the editors, without who looked', async () => {
    await t.who.sales.post('/HelpArticle/helpCenterSearch', { keyword: '食堂 菜单' })
    await t.who.sales.post('/HelpArticle/helpCenterSearch', { keyword: '食堂 菜单' })
    expect(await t.who.sales.post('/helpSearchWord/list', {})).toMatchObject({ code: 1003 })
    const { data } = await t.who.hr.post('/helpSearchWord/list', { conditionList: [{ field: 'result', condition: 'EQ', value: '0' }] })
    expect(data.list[0]).toMatchObject({ keyword: '食堂 菜单', times: 2, missed: 2, results: 0 })
    expect(JSON.stringify(data.list)).not.toMatch(/林晓|accountId|createdBy/)
    await t.who.hr.post('/helpSynonym/insert', { name: '结算', words: ['食堂'] })
    const id = await t.published({ title: '结算菜单' })
    expect(await found('食堂菜单')).toContain(id)
  })
})
