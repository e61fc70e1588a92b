import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { schedule } from './index.ts'
import { scheduleTimed } from './remind.ts'

let h: DemoHouse
let boss: Person
let sales: Person
let employee: Person
const ids: Record<string, string> = {}
beforeAll(async () => {
  h = await demoHouse([schedule])
  boss = await signedInAs(h, 'boss')
  sales = await signedInAs(h, 'sales')
  employee = await signedInAs(h, 'employee')
  const rows = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select(['a.username', 'm.employee_id'])
    .where('m.employee_id', 'is not', null)
    .execute()
  for (const row of rows) ids[row.username] ??= row.employee_id ?? ''
})
afterAll(() => h.close())

const times = { startAt: '2027-03-01T01:00:00.000Z', endAt: '2027-03-01T02:00:00.000Z' }
const march = { startDate: '2027-03-01', endDate: '2027-03-31' }
const add = async (person: Person, more: object = {}): Promise<string> => {
  const answer = await person.post('/MyScheduleData/add', { title: '例会', ...times, ...more })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.id
}
const listed = async (person: Person, stretch: object = march): Promise<Record<string, unknown>[]> =>
  (await person.post('/MyScheduleData/list', stretch)).data
const daysOf = async (person: Person, id: string): Promise<unknown[]> =>
  (await listed(person)).filter(one => one['id'] === id).map(one => String(one['startAt']).slice(0, 10))
const runReminders = async (): Promise<void> => {
  const context = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
  const planned = { at: h.clock.now, signal: new AbortController().signal }
  for (const one of scheduleTimed) if (one.of === 'organisation') await context.write((tx, inside) => one.work(inside, tx, planned))
}
const lastTold = async (person: Person) => (await person.post('/notify/list', {})).data.list[0]
const remove = (person: Person, body: object) => person.post('/MyScheduleData/delete', body)

describe('who sees what', () => {
  test('an entry is its owner’s and its participants’; colleagues see times, a boss of everybody no more than they', async () => {
    const closed = await add(sales, { title: '面试', visibility: 3 })
    const busy = await add(sales, { title: '评估', visibility: 1, place: '三楼' })
    const open = await add(sales, { title: '培训', visibility: 2, place: '二楼' })
    expect((await listed(sales)).map(one => one['title']).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      '培训',
      '评估',
      '面试',
    ])
    expect(await listed(boss)).toEqual([])
    const seen = await listed(boss, { ...march, employeeIds: [ids['sales']] })
    expect(
      seen.map(one => [one['source'], one['id'], one['title'], one['place']]).toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['busy', null, '', null],
      ['busy', null, '培训', '二楼'],
    ])
    for (const id of [closed, busy, open]) {
      expect((await remove(boss, { id })).code).toBe(1004)
      expect((await remove(sales, { id })).code).toBe(0)
    }
  })

  test('nobody of another organisation, and nobody that is not there', async () => {
    const other = await h.db
      .selectFrom('employee')
      .select('id')
      .where('org_id', '<>', h.demo.organisationIds[0] ?? '')
      .executeTakeFirst()
    const codes = await Promise.all(
      [other?.id ?? '0', '999999999'].map(async id => (await boss.post('/MyScheduleData/list', { ...march, employeeIds: [id] })).code),
    )
    expect(codes).toEqual([1004, 1004])
  })

  test('a participant sees the whole, answers, changes nothing; the owner is told', async () => {
    const id = await add(sales, { participants: [ids['employee']], remark: '带上样品' })
    const [entry] = await listed(employee)
    expect(entry).toMatchObject({ id, remark: '带上样品', isOwn: false, answer: 1, owner: { employeeId: ids['sales'] } })
    expect((await employee.post('/notify/list', {})).data.list[0].title).toContain('邀请您参加“例会”')
    expect((await employee.post('/MyScheduleData/update', { id, version: 1, title: '改' })).code).toBe(1003)
    expect((await remove(employee, { id })).code).toBe(1003)
    expect((await employee.post('/MyScheduleData/answer', { id, answer: 3 })).code).toBe(0)
    expect((await sales.post('/notify/list', {})).data.list[0].title).toContain('拒绝了“例会”')
    // whoever declined is not busy
    expect(await listed(boss, { ...march, employeeIds: [ids['employee']] })).toEqual([])
    expect((await boss.post('/MyScheduleData/answer', { id, answer: 2 })).code).toBe(1004)
    expect((await sales.post('/MyScheduleData/answer', { id, answer: 2 })).code).toBe(1002)
    // another time asks again
    const moved = { startAt: '2027-03-02T01:00:00.000Z', endAt: '2027-03-02T02:00:00.000Z' }
    expect((await sales.post('/MyScheduleData/update', { id, version: 1, ...moved })).code).toBe(0)
    expect((await listed(employee))[0]).toMatchObject({ answer: 1, startAt: moved.startAt })
    // out of it, and nothing is seen any more
    const { version } = (await listed(sales))[0] as { version: number }
    expect((await sales.post('/MyScheduleData/update', { id, version, participants: [] })).code).toBe(0)
    expect(await listed(employee)).toEqual([])
    expect(await lastTold(employee)).toMatchObject({ title: expect.stringContaining('不再邀请您参加“例会”') })
    expect((await remove(sales, { id })).code).toBe(0)
  })

  test('who is asked later is invited, and of a series the time that is cancelled is named', async () => {
    const id = await add(sales, { title: '周会', repeat: 'FREQ=WEEKLY;COUNT=4' })
    const invited = await sales.post('/MyScheduleData/update', { id, version: 1, participants: [ids['employee'], ids['boss']] })
    expect(invited.code).toBe(0)
    for (const one of [employee, boss])
      expect(await lastTold(one)).toMatchObject({
        title: expect.stringContaining('邀请您参加“周会”'),
        detail: expect.stringContaining('2027-03-01 09:00'),
      })
    expect((await employee.post('/MyScheduleData/answer', { id, answer: 2 })).code).toBe(0)
    // who takes part already is neither asked nor told again
    const { version } = (await listed(sales))[0] as { version: number }
    await sales.post('/MyScheduleData/update', { id, version, participants: [ids['employee'], ids['boss'], ids['hr']] })
    expect((await listed(employee))[0]).toMatchObject({ answer: 2 })
    expect((await remove(sales, { id, scope: 1, occurrenceOn: '2027-03-08' })).code).toBe(0)
    expect(await lastTold(employee)).toMatchObject({
      title: expect.stringContaining('取消了“周会”'),
      detail: expect.stringContaining('2027-03-08 09:00'),
    })
    expect((await remove(sales, { id, scope: 2, occurrenceOn: '2027-03-15' })).code).toBe(0)
    expect(await lastTold(boss)).toMatchObject({
      title: expect.stringContaining('取消了“周会”'),
      detail: expect.stringContaining('2027-03-15 09:00 起'),
    })
    expect((await listed(employee)).map(one => String(one['startAt']).slice(0, 10))).toEqual(['2027-03-01'])
    expect((await remove(sales, { id })).code).toBe(0)
  })
})

describe('bad input', () => {
  test.each([
    ['it ends before it begins', { endAt: '2027-02-28T02:00:00.000Z' }, 'endAt'],
    ['it lasts longer than a year', { endAt: '2028-05-01T02:00:00.000Z' }, 'endAt'],
    ['no instant', { startAt: 'tomorrow' }, 'startAt'],
    ['an unknown rule', { repeat: 'FREQ=SECONDLY' }, 'repeat'],
    ['a rule that ends before it begins', { repeat: 'FREQ=DAILY;UNTIL=20270101' }, 'repeat'],
    ['no such person', { participants: ['999999999'] }, 'employeeId'],
    ['an empty subject', { title: '' }, 'title'],
    ['a reminder of more than four weeks', { remind: 50_000 }, 'remind'],
    ['no such kind', { kind: 9 }, 'kind'],
    ['a series of more than fifty years', { repeat: 'FREQ=DAILY;UNTIL=99991231' }, 'repeat'],
    ['so many times that they go on for longer', { repeat: 'FREQ=YEARLY;INTERVAL=99;COUNT=1000' }, 'repeat'],
    ['a year of no calendar', { startAt: '9999-12-31T01:00:00.000Z', endAt: '9999-12-31T02:00:00.000Z', allDay: true }, 'startAt'],
  ])('%s', async (_, more, field) => {
    const answer = await sales.post('/MyScheduleData/add', { title: '例会', ...times, ...more })
    expect(answer.code).toBe(1002)
    expect(JSON.stringify(answer.data?.errors ?? [])).toContain(`"${field}"`)
    expect(await listed(sales)).toEqual([])
  })

  test('fifty years of a series, and a stretch that ends before it begins', async () => {
    const answer = await sales.post('/MyScheduleData/list', { startDate: '2027-01-01', endDate: '2076-12-31' })
    expect(answer).toMatchObject({ code: 1002 })
    expect((await sales.post('/MyScheduleData/list', { startDate: '2027-01-02', endDate: '2027-01-01' })).code).toBe(1002)
    expect((await sales.post('/MyScheduleData/list', { startDate: '2027-01-01', endDate: '2027-12-31' })).code).toBe(0)
    // the end of all days, and one that goes on for ever, asked fifty years later
    expect((await sales.post('/MyScheduleData/list', { startDate: '9999-12-31', endDate: '9999-12-31' })).code).toBe(1002)
    expect((await sales.post('/MyScheduleData/plan', { startAt: '9999-12-31T01:00:00Z', minutes: 60 })).code).toBe(1002)
    const id = await add(sales, { repeat: 'FREQ=DAILY' })
    expect(await listed(sales, { startDate: '2077-03-01', endDate: '2077-03-07' })).toHaveLength(7)
    expect((await remove(sales, { id })).code).toBe(0)
  })
})

describe('a series', () => {
  const weekly = { repeat: 'FREQ=WEEKLY;BYDAY=MO' }

  test('this one, from here, all', async () => {
    const id = await add(sales, weekly)
    expect(await daysOf(sales, id)).toEqual(['2027-03-01', '2027-03-08', '2027-03-15', '2027-03-22', '2027-03-29'])
    const one = { startAt: '2027-03-09T03:00:00.000Z', endAt: '2027-03-09T04:00:00.000Z' }
    const taken = await sales.post('/MyScheduleData/update', { id, version: 1, scope: 1, occurrenceOn: '2027-03-08', ...one })
    expect(taken.data.id).not.toBe(id)
    expect(await daysOf(sales, id)).toEqual(['2027-03-01', '2027-03-15', '2027-03-22', '2027-03-29'])
    expect(await daysOf(sales, taken.data.id)).toEqual(['2027-03-09'])
    const later = { startAt: '2027-03-22T05:00:00.000Z', endAt: '2027-03-22T06:00:00.000Z' }
    const rest = await sales.post('/MyScheduleData/update', { id, version: 2, scope: 2, occurrenceOn: '2027-03-22', ...later })
    expect(await daysOf(sales, id)).toEqual(['2027-03-01', '2027-03-15'])
    expect((await listed(sales)).filter(two => two['id'] === rest.data.id).map(two => two['startAt'])).toEqual([
      '2027-03-22T05:00:00.000Z',
      '2027-03-29T05:00:00.000Z',
    ])
    // all: by as much as the one that was dragged
    const moved = { startAt: '2027-03-16T01:30:00.000Z', endAt: '2027-03-16T02:30:00.000Z' }
    await sales.post('/MyScheduleData/update', { id, version: 3, scope: 3, occurrenceOn: '2027-03-15', ...moved })
    expect((await sales.post('/MyScheduleData/delete', { id, scope: 1, occurrenceOn: '2027-03-05' })).code).toBe(1002)
    expect((await remove(sales, { id })).code).toBe(0)
    expect((await remove(sales, { id: rest.data.id })).code).toBe(0)
    expect(await listed(sales)).toEqual([])
  })

  test('of two who change it the later is told', async () => {
    const id = await add(sales, weekly)
    expect((await sales.post('/MyScheduleData/update', { id, version: 1, title: '周会' })).code).toBe(0)
    expect((await sales.post('/MyScheduleData/update', { id, version: 1, title: '月会' })).code).toBe(1009)
    expect((await remove(sales, { id, scope: 2, occurrenceOn: '2027-03-15' })).code).toBe(0)
    expect(await daysOf(sales, id)).toEqual(['2027-03-01', '2027-03-08'])
    expect((await remove(sales, { id })).code).toBe(0)
  })

  test('whole days lie from midnight to midnight', async () => {
    const id = await add(sales, { allDay: true, startAt: '2027-03-01T03:00:00.000Z', endAt: '2027-03-02T03:00:00.000Z' })
    expect((await listed(sales))[0]).toMatchObject({ startAt: '2027-02-28T16:00:00.000Z', endAt: '2027-03-02T16:00:00.000Z' })
    expect((await remove(sales, { id })).code).toBe(0)
  })
})

test('a reminder comes once for each time', async () => {
  const times = { startAt: '2026-11-21T02:00:00.000Z', endAt: '2026-11-21T03:00:00.000Z' }
  const id = await add(sales, { ...times, remind: 15, repeat: 'FREQ=DAILY;COUNT=2', participants: [ids['employee']] })
  for (const [at, expected] of [
    ['2026-11-21T01:44:00.000Z', 0],
    ['2026-11-21T01:45:00.000Z', 1],
    ['2026-11-21T01:46:00.000Z', 1],
    ['2026-11-22T01:45:00.000Z', 2],
    ['2026-11-23T01:45:00.000Z', 2],
  ] as const) {
    h.clock.now = new Date(at)
    await runReminders()
    const told = await h.db.selectFrom('message').select('id').where('title', 'like', '%即将开始%').execute()
    // the owner and the participant
    expect(told).toHaveLength(expected * 2)
  }
  // each names its own time
  const said = await h.db.selectFrom('message').select('detail').where('title', 'like', '%即将开始%').orderBy('id').execute()
  expect(said.map(one => one.detail?.includes('2026-11-22 10:00'))).toEqual([false, false, true, true])
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  expect((await remove(sales, { id })).code).toBe(0)
})

test('holidays and make-up workdays, the company’s own over them', async () => {
  const spring = { startDate: '2026-02-10', endDate: '2026-02-28' }
  const days = (await sales.post('/MyScheduleData/days', spring)).data as { day: string; kind: number; name: string[] }[]
  expect(days.find(one => one.day === '2026-02-17')).toEqual({ day: '2026-02-17', kind: 2, name: ['春节', 'Spring Festival'] })
  const at = { startAt: '09:30', breakAt: '12:00', resumeAt: '13:00', endAt: '17:00' }
  const admin = await signedInAs(h, 'admin')
  const hours = async (day: string) => (await sales.post('/MyScheduleData/hours', { day })).data
  expect(await hours('2027-01-31')).toEqual([
    { from: '09:00', to: '13:00' },
    { from: '14:00', to: '18:00' },
  ])
  expect((await admin.post('/workHoursManage/insert', { fromOn: '2027-02-01', ...at })).msg).toBe('')
  expect(await hours('2027-02-01')).toEqual([
    { from: '09:30', to: '12:00' },
    { from: '13:00', to: '17:00' },
  ])
  const none = { fromOn: '2027-02-02', startAt: '09:00', breakAt: '09:00', resumeAt: '09:00', endAt: '09:00' }
  expect((await admin.post('/workHoursManage/insert', none)).code).toBe(1002)
  const planned = await sales.post('/MyScheduleData/plan', { startAt: '2026-11-20T08:00:00.000Z', minutes: 180 })
  // Friday 16:00 in Shanghai: two hours that day, one on Monday
  expect(planned.data.endAt).toBe('2026-11-23T02:00:00.000Z')
})

describe('the address for other calendars', () => {
  const read = (path: string) => h.app.inject({ method: 'GET', url: path })
  test('is read without signing in, until a new one or none takes its place', async () => {
    const id = await add(sales, { startAt: '2026-11-25T01:00:00.000Z', endAt: '2026-11-25T02:00:00.000Z', title: '面谈' })
    const first = (await sales.post('/MyScheduleData/newFeed')).data.path as string
    const answer = await read(first)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/calendar')
    expect(answer.body).toContain('SUMMARY:面谈')
    const second = (await sales.post('/MyScheduleData/newFeed')).data.path as string
    expect((await read(first)).json().code).toBe(1004)
    expect((await read(second)).body).toContain('BEGIN:VCALENDAR')
    expect((await boss.post('/MyScheduleData/feed')).data.madeAt).toBeNull()
    await sales.post('/MyScheduleData/revokeFeed')
    expect((await read(second)).json().code).toBe(1004)
    expect((await read('/api-2024/MyScheduleData/ics/guess')).json().code).toBe(1004)
    await remove(sales, { id })
  })
})
