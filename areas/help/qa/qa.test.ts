/** Questions and answers: who sees what, how a question is answered and taken over, what one has looked for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyTable } from '#platform/server/db/any-table.ts'
import { helpHouse, type HelpHouse } from '../../../test/setup/help.ts'

let t: HelpHouse
let typeId: string
beforeAll(async () => {
  t = await helpHouse()
  typeId = (await t.who.hr.post('/qaType/insert', { name: '系统使用' })).data.id
})
afterAll(() => t.h.close())

const published = async (question: string, more: object = {}): Promise<string> => {
  const id: string = (await t.who.hr.post('/qaList/insert', { question, answer: '<p>答案在这里</p>', typeId, ...more })).data.id
  expect(await t.who.hr.post('/qaList/publish', { id, status: 1 })).toMatchObject({ code: 0 })
  return id
}
const asked = async (question: string): Promise<string> => (await t.who.sales.post('/qaForm/insert', { question, detail: '细节' })).data.id
const stateOf = async (id: string) => (await t.who.sales.get(`/qaForm/query/${id}`)).data

describe('what is published', () => {
  test('drafts and withdrawn ones are seen by nobody without the right', async () => {
    const draft: string = (await t.who.hr.post('/qaList/insert', { question: '绝密草稿问题', answer: '<p>绝密</p>', typeId })).data.id
    const gone = await published('撤回的绝密问题')
    await t.who.hr.post('/qaList/publish', { id: gone, status: 4 })
    const { sales } = t.who
    expect(await sales.post('/qaList/list', {})).toMatchObject({ code: 1003 })
    for (const id of [draft, gone]) {
      expect(await sales.get(`/qaList/browse?id=${id}`)).toMatchObject({ code: 1004 })
      expect(await sales.get(`/qaList/query/${id}`)).toMatchObject({ code: 1003 })
      expect(await sales.post('/qaList/feedback', { id, isHelpful: true })).toMatchObject({ code: 1004 })
    }
    const answers = [
      await sales.post('/qaList/docList', { keyword: '绝密' }),
      await sales.post('/qaList/autoComplate', { keyword: '绝密' }),
      await sales.get('/qaList/getCommonDocList'),
      await sales.post('/listField/find', { keyword: '绝密' }),
      await sales.post('/listField/options', { type: 'qaList', keyword: '绝密' }),
      await sales.post('/qaList/publishedList', {}),
    ]
    expect(JSON.stringify(answers.map(one => one.data))).not.toContain('绝密')
  })
  test('found by words, type and product; completed with at most ten; scripts are taken out', async () => {
    const product = await anyTable(t.h.db).selectFrom('product').select('id').limit(1).executeTakeFirst()
    const productIds = product === undefined ? [] : [String(product['id'])]
    const id = await published('怎么批量改价', { answer: '<p>用导入</p><script>alert(1)</script>', productIds })
    const { sales } = t.who
    const list = async (ask: object): Promise<string[]> =>
      (await sales.post('/qaList/docList', ask)).data.list.map((one: { id: string }) => one.id)
    expect(await list({ keyword: '批量改价' })).toEqual([id])
    expect(await list({ typeId })).toContain(id)
    expect(await list({ keyword: '批量改价', typeId: '999999999' })).toEqual([])
    expect((await sales.get(`/qaList/browse?id=${id}`)).data.answer).toBe('<p>用导入</p>')
    for (let i = 0; i < 11; i++) await published(`批量问题 ${i}`)
    const completed = (await sales.post('/qaList/autoComplate', { keyword: '批量' })).data
    expect(completed).toHaveLength(10)
    expect(Object.keys(completed[0])).toEqual(['id', 'question'])
    expect(completed[0].question).toMatch(/^批量问题/)
    expect((await sales.post('/qaType/treelist', {})).data).toMatchObject([{ name: '系统使用', count: expect.any(Number) }])
    const products = (await sales.post('/qaProdcut/list', { pageNum: 1, pageSize: 9_999_999 })).data
    expect(products.filter((one: { id: string }) => productIds.includes(one.id))).toMatchObject(
      productIds.map(one => ({ id: one, count: 1 })),
    )
    expect((await sales.get('/qaList/getCommonDocList')).data[0]).toMatchObject({ id, views: 1 })
  })
})

describe('a question', () => {
  test('is answered by a comment of who may, taken over with links both ways, the asker told at each step', async () => {
    const id = await asked('加急发货找谁')
    const say = (by: 'sales' | 'hr' | 'it', content: string) => t.who[by].post('/qaForm/thread/add', { recordId: id, content })
    expect(await say('sales', '补充：是美国站')).toMatchObject({ code: 0 })
    expect((await stateOf(id)).state).toBe(1)
    expect(await t.who.hr.post('/qaForm/takeOver', { id })).toMatchObject({ code: 1002 })
    await say('hr', '找仓库的<b>何平</b>')
    expect(await stateOf(id)).toMatchObject({ state: 2, answeredAt: expect.any(String) })
    expect(await t.who.sales.post('/qaForm/takeOver', { id })).toMatchObject({ code: 1003 })
    const made = await t.who.hr.post('/qaForm/takeOver', { id })
    expect(made).toMatchObject({ code: 0 })
    const { state, qaId } = await stateOf(id)
    expect(state).toBe(3)
    const item = (await t.who.hr.get(`/qaList/query/${qaId}`)).data
    expect(item).toMatchObject({ question: '加急发货找谁', formId: id, status: 0 })
    expect(item.answer).toContain('何平')
    expect(item.answer).not.toContain('美国站')
    expect(item.answer).not.toContain('<b>')
    const messages = JSON.stringify(await anyTable(t.h.db).selectFrom('message').selectAll().execute())
    for (const said of ['加急发货找谁', '已回答', '转为问答']) expect(messages).toContain(said)
    expect(await t.who.hr.post('/qaForm/takeOver', { id })).toMatchObject({ code: 1002 })
  })
  test('is changed and deleted by its asker alone, and not once it was answered', async () => {
    const id = await asked('可以退货吗')
    const { version } = await stateOf(id)
    const keeper = t.who.it
    expect(await keeper.post('/qaForm/query', {})).toMatchObject({ status: 404 })
    expect(await t.who.sales.post('/qaForm/update', { id, version, question: '可以退货多久' })).toMatchObject({ code: 0 })
    await t.who.it.post('/qaForm/thread/add', { recordId: id, content: '三十天' })
    expect(await t.who.sales.post('/qaForm/delete', { id })).toMatchObject({ code: 1002 })
    expect(await t.who.sales.post('/qaForm/update', { id, version: (await stateOf(id)).version, state: 4 })).toMatchObject({ code: 0 })
    expect(await t.who.it.post('/qaForm/thread/add', { recordId: id, content: '晚了' })).toMatchObject({ code: 1002 })
  })
  test('of another organisation is unknown', async () => {
    const id = await asked('只问本公司')
    const other = t.h.demo.organisationIds[1]!
    expect(await t.who.admin.get(`/qaForm/query/${id}`, other)).toMatchObject({ code: 1004 })
    expect(await t.who.admin.post('/qaForm/takeOver', { id }, other)).toMatchObject({ code: 1004 })
    expect(JSON.stringify((await t.who.admin.post('/qaForm/list', {}, other)).data)).not.toContain('只问本公司')
  })
})

describe('what one has looked for', () => {
  test('is counted up, is one’s own, and can be hidden; the editors see the words alone', async () => {
    const { sales, it } = t.who
    const note = (keywords: string, results: number) => sales.post('/qaSearchHistory/insert', { keywords, results })
    await Promise.all([note('改价', 0), note('改价', 0)])
    await note('退货', 2)
    const own = async () => (await sales.post('/qaSearchHistory/list', {})).data
    expect((await own()).map((one: { keywords: string; times: number }) => [one.keywords, one.times]).toSorted()).toEqual([
      ['改价', 2],
      ['退货', 1],
    ])
    expect((await it.post('/qaSearchHistory/list', {})).data).toEqual([])
    const doc = await published('退货期限')
    const change = (ask: object, by = sales) => by.post('/qaSearchHistory/updateByKeywords', ask)
    expect(await change({ keywords: '退货', docId: doc, isHelpful: true })).toMatchObject({ code: 0 })
    expect(await change({ keywords: '退货', docId: '999999999' })).toMatchObject({ code: 1004 })
    expect(await change({ keywords: '退货', hidden: true }, it)).toMatchObject({ code: 1004 })
    expect(await change({ keywords: '退货' })).toMatchObject({ code: 1002 })
    await change({ keywords: '退货', hidden: true })
    expect((await own()).map((one: { keywords: string }) => one.keywords)).toEqual(['改价'])
    expect(await note('  ', 0)).toMatchObject({ code: 1002 })
    const words = (await t.who.hr.post('/helpSearchWord/list', { conditionList: [{ field: 'subject', condition: 'EQ', value: '2' }] })).data
      .list
    expect(words.find((one: { keyword: string }) => one.keyword === '改价')).toMatchObject({ times: 2, missed: 2 })
  })
})
