/** Activities: seats under concurrency, the queue, checking in, points once, and who finds one. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { culture } from '../index.ts'
import { grantJob } from '../points/grant.ts'
import { moveDue } from './keep-activities.ts'

let h: DemoHouse
let hr: Person
let sales: Person
let buyer: Person
let keeper: Person
let finance: Person
beforeAll(async () => {
  h = await demoHouse([culture])
  ;[hr, sales, buyer, keeper, finance] = await Promise.all([
    signedInAs(h, 'hr'),
    signedInAs(h, 'sales'),
    signedInAs(h, 'buyer'),
    signedInAs(h, 'keeper'),
    signedInAs(h, 'finance'),
  ])
})
afterAll(() => h.close())

const at = (hours: number): string => new Date(h.clock.now.getTime() + hours * 3_600_000).toISOString()
async function made(more: object = {}, isOpen = true): Promise<string> {
  const values = { title: '羽毛球赛', startAt: at(2), endAt: at(4), signUpUntil: at(1), capacity: 1, points: 20, ...more }
  const answer = await hr.post('/cultureActivity/insert', values)
  expect(answer).toMatchObject({ code: 0 })
  if (isOpen) expect(await hr.post('/cultureActivity/update', { id: answer.data.id, version: 1, state: 1 })).toMatchObject({ code: 0 })
  return answer.data.id
}
const view = async (who: Person, id: string) => (await who.get(`/cultureActivity/view?id=${id}`)).data
const signUp = (who: Person, id: string) => who.post('/cultureActivity/signUp', { id })

test('of three at the last seat at once one has it, the others wait in an order; a freed seat goes to the first, who is told', async () => {
  const id = await made()
  const people = [sales, buyer, keeper]
  const answers = await Promise.all(people.map(who => signUp(who, id)))
  expect(answers.map(one => one.code)).toEqual([0, 0, 0])
  expect(answers.map(one => one.data.state).toSorted((a, b) => a - b)).toEqual([1, 2, 2])
  expect(new Set(answers.map(one => one.data.place))).toEqual(new Set([1, 2, null]))
  expect(await view(hr, id)).toMatchObject({ signedUp: 1, waiting: 2, isFull: true })
  const seated = people[answers.findIndex(one => one.data.state === 1)]!
  const first = people[answers.findIndex(one => one.data.place === 1)]!
  expect(await signUp(seated, id)).toMatchObject({ code: 1002, msg: '您已经报名了这个活动' })
  expect(await seated.post('/cultureActivity/cancelSignUp', { id })).toMatchObject({ code: 0 })
  expect(await view(first, id)).toMatchObject({ mine: 1, signedUp: 1, waiting: 1 })
  const messages = await h.db.selectFrom('message').select('account_id').where('title', 'like', '%您候补的活动有名额了%').execute()
  expect(messages).toHaveLength(1)
  // who gave his seat back stands behind those who wait
  h.clock.now = new Date(h.clock.now.getTime() + 1_000)
  expect((await signUp(seated, id)).data).toMatchObject({ state: 2, place: 2 })
  const { version } = await view(hr, id)
  expect(await hr.post('/cultureActivity/update', { id, version, capacity: 3 })).toMatchObject({ code: 0 })
  expect(await view(hr, id)).toMatchObject({ signedUp: 3, waiting: 0, isFull: true })
})

test('ten people and three seats: exactly three seats, in every order of their calls', async () => {
  const id = await made({ capacity: 3 })
  const usernames = ['sales', 'buyer', 'keeper', 'finance', 'hr', 'it', 'employee', 'boss']
  const people = await Promise.all(usernames.map(name => signedInAs(h, name)))
  const answers = await Promise.all(people.map(who => signUp(who, id)))
  expect(answers.filter(one => one.data?.state === 1)).toHaveLength(3)
  const rows = await h.db.selectFrom('activity_sign_up').select('state').where('activity_id', '=', id).execute()
  expect(rows.filter(row => row.state === 1)).toHaveLength(3)
  expect(await view(hr, id)).toMatchObject({ signedUp: 3, waiting: people.length - 3 })
})

describe('the way of an activity', () => {
  test('people check in by its code from an hour before, by their seat; points are noted once', async () => {
    const id = await made({ startAt: at(3), endAt: at(4) })
    await signUp(sales, id)
    await signUp(buyer, id)
    const { code } = await view(hr, id)
    expect(code).toMatch(/^[2-9A-Z]{8}$/)
    expect((await view(sales, id)).code).toBeNull()
    expect(await sales.post('/cultureActivity/checkIn', { code })).toMatchObject({ code: 1002, msg: '活动开始前 60 分钟起才能签到' })
    h.clock.now = new Date(h.clock.now.getTime() + 2.5 * 3_600_000)
    expect(await sales.post('/cultureActivity/checkIn', { code: 'ABCDEFGH' })).toMatchObject({
      code: 1002,
      msg: '签到码不对，请核对后再输入',
    })
    expect((await sales.post('/cultureActivity/checkIn', { code: code.toLowerCase() })).data).toMatchObject({
      already: false,
      title: '羽毛球赛',
    })
    expect((await sales.post('/cultureActivity/checkIn', { code })).data).toMatchObject({ already: true })
    expect((await buyer.post('/cultureActivity/checkIn', { code })).msg).toBe('您在候补名单上，还没有名额，请联系组织者')
    expect((await keeper.post('/cultureActivity/checkIn', { code })).msg).toBe('您没有报名这个活动，请联系组织者')
    expect(await sales.post('/cultureActivity/cancelSignUp', { id })).toMatchObject({ code: 1002 })
    expect(await hr.post('/cultureActivity/settle', { id })).toMatchObject({ code: 1002 })
    h.clock.now = new Date(h.clock.now.getTime() + 2 * 3_600_000)
    const system = await h.house.asSystem(h.demo.organisationIds[0]!, 'test')
    await system.write((_, inside) => moveDue(inside))
    expect((await view(hr, id)).state).toBe(4)
    expect(await sales.post('/cultureActivity/settle', { id })).toMatchObject({ code: 1003 })
    const ordered = vi.spyOn(h.house.jobs, 'add')
    const both = await Promise.all([hr.post('/cultureActivity/settle', { id }), hr.post('/cultureActivity/settle', { id })])
    expect(both.filter(one => one.code === 0)).toHaveLength(1)
    const granted = ordered.mock.calls.filter(([, task]) => task === grantJob).map(([, , payload]) => payload)
    expect(granted).toMatchObject([{ grants: [{ rule: 'activity', points: 20, source: '羽毛球赛' }] }])
    ordered.mockRestore()
    const rows = await h.db.selectFrom('activity_sign_up').select(['state', 'points']).where('activity_id', '=', id).orderBy('id').execute()
    expect(rows).toEqual([
      { state: 3, points: 20 },
      { state: 2, points: null },
    ])
  })
  test('a cancelled one tells those who signed up why, and takes nobody any more', async () => {
    const id = await made()
    await signUp(sales, id)
    const { version } = await view(hr, id)
    expect(await hr.post('/cultureActivity/update', { id, version, state: 6 })).toMatchObject({ code: 1002 })
    expect(await hr.post('/cultureActivity/update', { id, version, state: 6, reason: '场馆维修' })).toMatchObject({ code: 0 })
    const messages = await h.db.selectFrom('message').select(['title', 'detail']).where('title', 'like', '%已取消%').execute()
    expect(JSON.stringify(messages)).toContain('场馆维修')
    expect(await signUp(buyer, id)).toMatchObject({ code: 1002 })
  })
})

test('nobody outside finds an activity by list, id, sign-up or its people; a draft is found by its organisers alone', async () => {
  const dept = (await h.db.selectFrom('department').select('id').where('name', '=', '销售部').executeTakeFirstOrThrow()).id
  const id = await made({ title: '销售团建', forAll: false, forDepts: [dept] })
  const draft = await made({ title: '年会彩排' }, false)
  await signUp(sales, id)
  const shown = async (who: Person) => (await who.get('/cultureActivity/open')).data.map((row: { title: string }) => row.title)
  expect(await shown(sales)).toContain('销售团建')
  for (const who of [buyer, keeper]) {
    expect(await shown(who)).not.toContain('销售团建')
    expect(await who.get(`/cultureActivity/view?id=${id}`)).toMatchObject({ code: 1004 })
    expect(await signUp(who, id)).toMatchObject({ code: 1004 })
    expect(await who.get(`/cultureActivity/view?id=${draft}`)).toMatchObject({ code: 1004 })
    expect(JSON.stringify((await who.post('/listField/find', { keyword: '销售团建' })).data)).not.toContain('销售团建')
    for (const path of ['/cultureActivity/pageList', '/activitySignUp/list'])
      expect(JSON.stringify((await who.post(path, { pageSize: 100 })).data)).not.toContain('销售团建')
    expect(await who.post('/cultureActivity/insert', { title: '自己办' })).toMatchObject({ code: 1003 })
  }
  // whoever looks after activities by his data scope sees it, and takes no seat of others
  expect(await signUp(hr, id)).toMatchObject({ code: 1002, msg: '这个活动不面向您' })
  expect(await finance.get(`/cultureActivity/view?id=${draft}`)).toMatchObject({ code: 1004 })
})
