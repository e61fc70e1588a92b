/** What earns points in company culture: signed posts and replies, confirmed notices, books returned in time; nothing anonymous. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signedInAs } from '../../../test/setup/demo-house.ts'
import { openPoints, type PointHouse } from '../../../test/setup/points.ts'
import { grantJob, type Grant } from './grant.ts'

let h: PointHouse
let ordered: Grant[] = []
let sectionId = ''
let copies = 0
beforeAll(async () => {
  h = await openPoints()
  const { jobs } = h.h.house
  const add = jobs.add.bind(jobs)
  vi.spyOn(jobs, 'add').mockImplementation((tx, task, payload, options) => {
    if (task === grantJob) ordered.push(...((payload as { grants: Grant[] }).grants ?? []))
    return add(tx, task, payload, options)
  })
  sectionId = (await h.who.hr.post('/bbsSection/insert', { name: '闲聊', allowAnonymous: true })).data.id
})
afterAll(() => h.close())
beforeEach(() => void (ordered = []))

const post = async (more: object = {}): Promise<string> =>
  (await h.who.sales.post('/bbsTopic/insert', { sectionId, title: '周五谁打球', content: '<p>三缺一</p>', ...more })).data.id

test('a signed post and a signed reply', async () => {
  const id = await post()
  expect(ordered).toMatchObject([{ rule: 'post', employeeId: h.employeeOf.sales, eventKey: `post:${id}`, source: '周五谁打球' }])
  await h.who.buyer.post('/bbsTopic/thread/add', { recordId: id, content: '算我一个' })
  expect(ordered.slice(1)).toMatchObject([{ rule: 'reply', employeeId: h.employeeOf.buyer }])
})

test('an anonymous post and the replies of its author earn nothing: the entry would name him', async () => {
  const id = await post({ isAnonymous: true })
  const { code } = await h.who.sales.post('/bbsTopic/thread/add', { recordId: id, content: '补充一句' })
  expect([code, ordered]).toEqual([0, []])
})

test('a must-read notice, once', async () => {
  const { data } = await h.who.hr.post('/noticeSetting/notice', {
    title: '盘点安排',
    content: '<p>周六盘点</p>',
    mustRead: true,
    forAll: true,
  })
  expect((await h.who.hr.put('/noticeSetting/noticeAction', { id: data.id, status: 1 })).msg).toBe('')
  for (let n = 0; n < 2; n += 1) expect((await h.who.buyer.post('/noticeSetting/confirmRead', { id: data.id })).code).toBe(0)
  expect(ordered).toMatchObject([{ rule: 'confirmRead', employeeId: h.employeeOf.buyer, source: '盘点安排' }])
})

test('a book returned in time, and none that came too late', async () => {
  const lent = async (): Promise<string> => {
    const lines = { added: [{ id: 'n0', copyNo: `P-${(copies += 1)}` }] }
    const book = (await h.who.hr.post('/cultureBook/add', { title: '书', author: '作者', lines })).data.id
    const { data } = await h.who.buyer.post('/cultureBook/applyForBorrowing', { bookId: book })
    expect((await h.who.hr.post('/cultureBook/auditBorrowing', { id: data.id, audit: 1 })).msg).toBe('')
    return data.id
  }
  const [first, late] = [await lent(), await lent()]
  await h.who.hr.post('/cultureBook/returnBook', { id: first })
  const now = h.h.clock.now
  h.h.clock.now = new Date(now.getTime() + 40 * 86_400_000)
  const hr = await signedInAs(h.h, 'hr')
  expect((await hr.post('/cultureBook/returnBook', { id: late })).msg).toBe('')
  h.h.clock.now = now
  expect(ordered).toMatchObject([{ rule: 'bookReturned', employeeId: h.employeeOf.buyer, eventKey: `book:${first}` }])
})
