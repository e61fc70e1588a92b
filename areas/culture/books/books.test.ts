/** Books through the real calls: asked for, handed over, renewed, delayed, returned, waited for; wrong people, two at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { culture } from '../index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'

type Name = 'admin' | 'hr' | 'employee' | 'sales' | 'buyer'
const names: readonly Name[] = ['admin', 'hr', 'employee', 'sales', 'buyer']
let h: DemoHouse
const who = {} as Record<Name, Person>
const signIn = async (): Promise<void> => {
  for (const name of names) who[name] = await signedInAs(h, name)
}
beforeAll(async () => {
  h = await demoHouse([culture])
  await signIn()
})
afterAll(() => h.close())

let made = 0
async function book(copies = 1, more: object = {}): Promise<string> {
  made += 1
  const added = Array.from({ length: copies }, (_, at) => ({ id: `n${at}`, copyNo: `B${made}-${at + 1}` }))
  const answer = await who.hr.post('/cultureBook/add', { title: `书${made}`, author: '作者', ...more, lines: { added } })
  expect(answer.msg).toBe('')
  return answer.data.id
}
const apply = (by: Name, bookId: string) => who[by].post('/cultureBook/applyForBorrowing', { bookId })
const applied = async (by: Name, bookId: string): Promise<string> => {
  const answer = await apply(by, bookId)
  expect(answer.msg).toBe('')
  return answer.data.id
}
const audit = (id: string, more: object = {}, by: Name = 'hr') => who[by].post('/cultureBook/auditBorrowing', { id, audit: 1, ...more })
async function lent(by: Name, bookId: string): Promise<string> {
  const id = await applied(by, bookId)
  expect((await audit(id)).msg).toBe('')
  return id
}
const giveBack = (id: string, more: object = {}) => who.hr.post('/cultureBook/returnBook', { id, ...more })
const row = async (id: string) => (await who.admin.get(`/cultureBook/borrowing/${id}`)).data
const shelf = async (id: string) => (await who.admin.get(`/cultureBook/query/${id}`)).data
async function run(name: string): Promise<void> {
  const work = culture.timed?.find(one => one.name === name)
  if (work?.of !== 'organisation') throw new Error(`no timed work ${name}`)
  const system = await h.house.asSystem(h.demo.organisationIds[0] as string, 'test')
  await system.write((tx, inside) => work.work(inside, tx, { at: h.clock.now, signal: new AbortController().signal }) as Promise<unknown>)
}
const at = async (time: string): Promise<void> => {
  h.clock.now = new Date(time)
  await signIn()
}

test('the whole way: asked, handed over, renewed twice, delayed, noted, returned, ranked', async () => {
  const id = await book(2)
  const loan = await applied('employee', id)
  expect(await row(loan)).toMatchObject({ state: 1, no: expect.stringMatching(/^JY202611-\d{4}$/) })
  expect(await shelf(id)).toMatchObject({ copyCount: 2, freeCount: 1 })
  expect((await audit(loan)).data).toMatchObject({ state: 2 })
  expect(await row(loan)).toMatchObject({ state: 2, dueOn: '2026-12-21', copyIdLabel: expect.stringMatching(/-1$/) })
  expect(await shelf(id)).toMatchObject({ freeCount: 1, lentCount: 1, borrowedTimes: 1 })
  const renew = () => who.employee.post('/cultureBook/renewBook', { id: loan })
  expect((await renew()).msg).toBe('')
  expect((await renew()).msg).toBe('')
  expect(await row(loan)).toMatchObject({ dueOn: '2027-01-18', renewals: 2 })
  expect(await renew()).toMatchObject({ code: 1002, msg: '已续借 2 次，请申请延期或归还' })
  const ask = { borrowingId: loan, days: 10, reason: '读到一半' }
  const delay = (await who.employee.post('/cultureBookDelay/insert', ask)).data.id
  expect(await who.employee.post('/cultureBookDelay/insert', ask)).toMatchObject({ code: 1002 })
  expect((await who.hr.post('/cultureBookDelay/update', { id: delay, state: 2, opinion: '可以' })).msg).toBe('')
  expect(await row(loan)).toMatchObject({ dueOn: '2027-01-28' })
  expect((await who.employee.post('/cultureBook/note', { id: loan, note: '值得一读' })).msg).toBe('')
  expect((await giveBack(loan, { condition: 1 })).msg).toBe('')
  expect(await row(loan)).toMatchObject({ state: 3, dueAt: null })
  expect(await shelf(id)).toMatchObject({ freeCount: 2, lentCount: 0 })
  expect(await who.employee.post('/cultureBookDelay/insert', ask)).toMatchObject({ code: 1002, msg: '图书已归还，不需要再申请延期' })
  const view = (await who.sales.get(`/cultureBook/view/${id}`)).data
  expect(view).toMatchObject({ mine: null, notes: [{ name: '王芳', note: '值得一读' }] })
  const ranks = (await who.sales.get('/cultureBook/bookReadingRankings?year=2026&month=11&by=employee')).data
  expect(ranks.list).toContainEqual(expect.objectContaining({ name: '王芳', rank: 1, times: 1, mine: false }))
  expect((await who.sales.get('/cultureBook/bookReadingRankings?year=2025')).data.list).toEqual([])
})

test('no free copy: in line; the returned copy is held for the first, then for the next', async () => {
  const id = await book(1)
  const first = await lent('employee', id)
  const second = (await apply('sales', id)).data
  expect(second).toMatchObject({ state: 6, ahead: 0 })
  expect((await apply('buyer', id)).data).toMatchObject({ state: 6, ahead: 1 })
  expect(await shelf(id)).toMatchObject({ waitingCount: 2, freeCount: 0 })
  expect(await who.employee.post('/cultureBook/renewBook', { id: first })).toMatchObject({
    code: 1002,
    msg: '有同事在排队等这本书，请按时归还',
  })
  await giveBack(first)
  expect(await row(second.id)).toMatchObject({ state: 1 })
  // Saturday the 21st: the third working day after it is Wednesday
  expect(new Date((await row(second.id)).heldUntil).toISOString()).toBe('2026-11-25T16:00:00.000Z')
  expect(await apply('employee', id)).toMatchObject({ data: { state: 6, ahead: 1 } })
  await at('2026-11-26T09:00:00+08:00')
  await run('cultureBook.hold')
  expect(await row(second.id)).toMatchObject({ state: 5 })
  expect(await shelf(id)).toMatchObject({ waitingCount: 1, freeCount: 0 })
  await at('2026-11-21T09:00:00+08:00')
})

test('a lent copy, somebody else’s borrowing, one’s own: refused with sentences', async () => {
  const id = await book(2)
  const loan = await lent('employee', id)
  const { copyId } = await row(loan)
  const other = await applied('sales', id)
  expect(await audit(other, { copyId })).toMatchObject({ code: 1002, msg: expect.stringMatching(/^副本 B\d+-1 已借出，请选择在架的副本$/) })
  expect(await audit(other, {}, 'buyer')).toMatchObject({ code: 1004 })
  expect(await who.buyer.post('/cultureBook/returnBook', { id: loan })).toMatchObject({ code: 1003 })
  expect(await who.employee.post('/cultureBook/returnBook', { id: loan })).toMatchObject({ code: 1003 })
  expect(await who.sales.post('/cultureBook/renewBook', { id: loan })).toMatchObject({ code: 1004 })
  expect(await who.sales.post('/cultureBookDelay/insert', { borrowingId: loan, days: 3, reason: 'x' })).toMatchObject({ code: 1004 })
  expect(await apply('employee', id)).toMatchObject({ code: 1002, msg: expect.stringContaining('不能重复申请') })
  const own = await applied('hr', await book())
  expect(await audit(own)).toMatchObject({ code: 1003 })
  expect((await audit(own, {}, 'admin')).msg).toBe('')
  const delay = (await who.hr.post('/cultureBookDelay/insert', { borrowingId: own, days: 3, reason: '出差' })).data.id
  expect(await who.hr.post('/cultureBookDelay/update', { id: delay, state: 2 })).toMatchObject({ code: 1003 })
  // who may see what
  expect((await who.buyer.post('/cultureBook/bookOutRecord')).data.list).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ id: loan })]),
  )
  expect(
    (await who.employee.post('/cultureBook/myBorrowing')).data.list.every(
      (one: { employeeIdLabel: string }) => one.employeeIdLabel === '王芳',
    ),
  ).toBe(true)
  expect(await who.employee.post('/cultureBook/add', { title: 'x' })).toMatchObject({ code: 1003 })
})

test('what is not public is seen by its keeper alone; a copy that is lent stays, a borrowed book too', async () => {
  const hidden = await book(1, { isPublic: 0 })
  expect(await apply('employee', hidden)).toMatchObject({ code: 1004 })
  const id = await book()
  await lent('employee', id)
  expect(await who.hr.post(`/cultureBook/delete/${id}`)).toMatchObject({ code: 1002 })
  const [copy] = (await who.hr.post('/cultureBook/copies', { conditionList: [{ field: 'bookId', condition: 'EQ', value: id }] })).data.list
  const change = { id, version: (await shelf(id)).version, lines: { changed: [{ id: copy.id, version: copy.version, state: 4 }] } }
  expect(await who.hr.post('/cultureBook/update', change)).toMatchObject({ code: 1002, msg: '借出中的副本请通过归还或登记遗失处理' })
})

test('lost, found again; withdrawn; five at most', async () => {
  const id = await book()
  const loan = await lent('buyer', id)
  expect((await who.hr.post('/cultureBook/loseBook', { id: loan, remark: '出差途中' })).msg).toBe('')
  expect(await shelf(id)).toMatchObject({ copyCount: 0, lentCount: 0 })
  expect(await apply('employee', id)).toMatchObject({ code: 1002 })
  await giveBack(loan)
  expect(await shelf(id)).toMatchObject({ copyCount: 1, freeCount: 1 })
  const mine = [await applied('buyer', await book()), await applied('buyer', await book()), await applied('buyer', await book())]
  // one stands in line since the test before
  for (let more = mine.length + 1; more < 5; more += 1) await applied('buyer', await book())
  const refused = await apply('buyer', await book())
  expect(refused).toMatchObject({ code: 1002, msg: '每人最多同时借阅 5 本（含待审核和排队），请先归还或撤回' })
  expect((await who.buyer.post('/cultureBook/withdrawalBorrowing?id=' + mine[0])).msg).toBe('')
  expect((await apply('buyer', await book())).msg).toBe('')
})

test('two at once: the last copy is one person’s, the other stands in line; two hand-overs give it once', async () => {
  const id = await book(1)
  const [a, b] = await Promise.all([apply('employee', id), apply('sales', id)])
  expect([Number(a.data.state), Number(b.data.state)].toSorted((x, y) => x - y)).toEqual([1, 6])
  const loan = a.data.state === 1 ? a.data.id : b.data.id
  const both = await Promise.all([audit(loan), audit(loan, {}, 'admin')])
  expect(both.map(one => one.code).toSorted((x, y) => x - y)).toEqual([0, 1002])
  // whoever was first must not be overdue later
  expect((await giveBack(loan)).msg).toBe('')
})

test('overdue: neither renewed nor forgotten, the reader is reminded once', async () => {
  const id = await book()
  const loan = await lent('sales', id)
  await at('2026-12-23T09:30:00+08:00')
  expect(await who.sales.post('/cultureBook/renewBook', { id: loan })).toMatchObject({
    code: 1002,
    msg: expect.stringContaining('不能续借'),
  })
  await run('cultureBook.overdue')
  await run('cultureBook.overdue')
  const { no } = await row(loan)
  const told = (await who.sales.post('/notify/list', { pageSize: 50 })).data.list.map((one: { title: string }) => one.title)
  expect(told.filter((title: string) => title.includes('逾期'))).toEqual([`借阅“${no}”已逾期，请尽快归还`])
  const delay = (await who.sales.post('/cultureBookDelay/insert', { borrowingId: loan, days: 7, reason: '在外地' })).data.id
  await who.hr.post('/cultureBookDelay/update', { id: delay, state: 2 })
  expect(await row(loan)).toMatchObject({ dueOn: '2026-12-30' })
  await at('2026-11-21T09:00:00+08:00')
})

test('an ISBN is kept as its 13 digits, a wrong one is named', async () => {
  const id = await book(1, { isbn: '978-7-111-54493-7' })
  expect((await shelf(id)).isbn).toBe('9787111544937')
  expect(await who.hr.post('/cultureBook/add', { title: 'x', isbn: '9787111544938' })).toMatchObject({
    code: 1002,
    msg: expect.stringContaining('ISBN'),
  })
})
