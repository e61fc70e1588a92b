/** Timed work over a real database: once for each planned instant and organisation, tried again, dead letters, by hand; reminders once. */
import { fromStored, inChinese } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { date, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { list } from '../verbs/verbs.ts'
import type { Area } from '../contract/area.ts'
import { prepareJobs } from '../jobs/job-queue.ts'
import { registryOf } from '../registry-of.ts'
import { keepDeclared, orderDue } from './clock.ts'
import { forgetRuns } from './forget.ts'
import { runTimed } from './run.ts'
import { reminder } from './reminder.ts'
import { housekeeping, timed } from './timed.ts'

const visit = resource('visit', {
  type: 'visit',
  title: ['拜访', 'Visit'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 50 }),
    dueOn: date('日期', 'Day'),
    hostId: reference('接待人', 'Host', 'employee', { optional: true }),
  },
  list: { empty: ['拜访', 'Visits'] },
  storage: { index: [['dueOn'], ['hostId']] },
})
const soon = notice('visit.soon', ['拜访将至', 'A visit is near'], {
  title: ['拜访“{label}”将至', 'The visit “{label}” is near'],
  titleOfMany: ['{n} 次拜访将至', '{n} visits are near'],
  to: [{ by: 'field', field: 'hostId' }],
})

let works = 0
let fails: Error | null = null
const signal = new AbortController().signal
const area: Area = {
  name: 'visits',
  title: ['拜访', 'Visits'],
  resources: [visit],
  routes: { 'POST /visitManage/list': list(visit) },
  timed: [
    timed('visit.count', ['统计拜访', 'Visits are counted'], {
      at: '08:00',
      again: [1, 5],
      async work(inside, tx) {
        works += 1
        await sql`insert into visit (org_id, name, due_on) values (${inside.caller.orgId}, 'counted', '2026-01-01')`.execute(
          tx.withoutPlugins(),
        )
        if (fails !== null) throw fails
        return ['统计完成', 'Counted'] as const
      },
    }),
    timed('visit.skip', ['可略过', 'May be left out'], { at: '08:00', missed: 'skip', work: async () => undefined }),
    timed('visit.workdays', ['工作日任务', 'On working days'], { at: '08:00', calendar: 'working days', work: async () => undefined }),
    housekeeping('visit.sweep', ['清扫', 'Sweeping'], {
      every: 60,
      again: [1],
      async work() {
        if (fails !== null) throw fails
      },
    }),
    reminder('visit.remind', ['拜访提醒', 'Reminder of visits'], { of: visit, on: 'dueOn', by: { days: -2 }, notice: soon }),
  ],
}

let h: DemoHouse
let admin: Person
let org: string
const start = new Date('2026-11-23T07:00:00+08:00')
beforeAll(async () => {
  h = await demoHouse([area])
  await prepareJobs(h.ownerUrl)
  org = h.demo.organisationIds[0]!
})
afterAll(() => h.close())
beforeEach(async () => {
  h.clock.now = start
  works = 0
  fails = null
  for (const table of ['timed_run', 'timed_work', 'visit', 'message', 'notice_event'] as const)
    await sql`delete from ${sql.table(table)}`.execute(h.db)
  await keepDeclared(h.house)
  // the clock jumps by days: a session would be over
  admin = await signedInAs(h, 'admin')
})

const runs = async (name: string, organisationId = org) => {
  const rows = await h.db
    .selectFrom('timed_run')
    .selectAll()
    .where('name', '=', name)
    .where('organisation_id', '=', organisationId)
    .orderBy('planned_at')
    .execute()
  return rows.map(row => ({ ...row, said: row.said === null ? null : inChinese(fromStored(row.said)) }))
}
const at = (time: string): void => void (h.clock.now = new Date(`2026-11-${time}:00+08:00`))
const run = async (name: string, organisationId = org): Promise<void> => {
  const waiting = (await runs(name, organisationId)).filter(row => [0, 3].includes(row.state))
  for (const row of waiting) await runTimed(h.house, { id: row.id }, signal)
}
const counted = async (): Promise<number> =>
  (
    await h.db
      .selectFrom('visit' as never)
      .selectAll()
      .execute()
  ).length

describe('each planned instant', () => {
  test('is ordered once, however many processes look, and done once', async () => {
    at('23T07:59')
    await orderDue(h.house)
    expect(await runs('visit.count')).toEqual([])
    at('23T08:00')
    await Promise.all([orderDue(h.house), orderDue(h.house), orderDue(h.house)])
    const [row, ...more] = await runs('visit.count')
    expect(more).toEqual([])
    expect(new Date(row!.planned_at).toISOString()).toBe('2026-11-23T00:00:00.000Z')
    // the same run in two processes: only one keeps what it did
    await Promise.allSettled([runTimed(h.house, { id: row!.id }, signal), runTimed(h.house, { id: row!.id }, signal)])
    expect(await counted()).toBe(1)
    expect(await runs('visit.count')).toMatchObject([{ state: 2, said: '统计完成' }])
    await runTimed(h.house, { id: row!.id }, signal)
    expect(await counted()).toBe(1)
    // the other organisation has its own
    expect(await runs('visit.count', h.demo.organisationIds[1])).toHaveLength(1)
  })

  test('that was missed is made up for once, or left out as declared', async () => {
    at('27T12:00')
    await orderDue(h.house)
    await orderDue(h.house)
    expect(await runs('visit.count')).toHaveLength(1)
    expect(await runs('visit.skip')).toEqual([])
    await run('visit.count')
    at('28T08:00')
    await orderDue(h.house)
    expect((await runs('visit.count')).map(row => new Date(row.planned_at).toISOString())).toEqual([
      '2026-11-23T00:00:00.000Z',
      '2026-11-28T00:00:00.000Z',
    ])
    expect(await runs('visit.skip')).toHaveLength(1)
  })

  test("comes on the organisation's working days alone, its own days over the public holidays", async () => {
    await admin.post('/workDayManage/insert', { day: '2026-11-25', kind: 2, name: '公司年会' })
    await admin.post('/workDayManage/insert', { day: '2026-11-28', kind: 1, name: '补班' })
    for (let day = 23; day <= 30; day += 1) {
      at(`${day}T08:00`)
      await orderDue(h.house)
      await run('visit.workdays')
    }
    const days = (await runs('visit.workdays')).map(row => new Date(row.planned_at).toISOString().slice(0, 10))
    expect(days).toEqual(['2026-11-23', '2026-11-24', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-30'])
  })

  test('a new declaration is worked out anew', async () => {
    await sql`update timed_work set declared = 'otherwise', next_at = '2030-01-01' where name = 'visit.count'`.execute(h.db)
    await keepDeclared(h.house)
    const row = await h.db.selectFrom('timed_work').select('next_at').where('name', '=', 'visit.count').executeTakeFirstOrThrow()
    expect(new Date(row.next_at).toISOString()).toBe('2026-11-23T00:00:00.000Z')
  })
})

describe('a run that fails', () => {
  const break_ = async (): Promise<void> => {
    fails = new Error('对方没有应答')
    at('23T08:00')
    await orderDue(h.house)
    await run('visit.count')
  }
  test('is taken back, tried again after its pauses, then a dead letter that is told once', async () => {
    await break_()
    expect(await counted()).toBe(0)
    expect(await runs('visit.count')).toMatchObject([{ state: 3, tries: 1, said: '对方没有应答' }])
    const next = (await runs('visit.count'))[0]?.next_try_at
    expect(new Date(next ?? '').toISOString()).toBe('2026-11-23T00:01:00.000Z')
    // what comes due meanwhile is not ordered beside it
    at('24T08:00')
    await orderDue(h.house)
    expect(await runs('visit.count')).toHaveLength(1)
    await run('visit.count')
    await run('visit.count')
    expect(await runs('visit.count')).toMatchObject([{ state: 4, tries: 3, next_try_at: null }])
    const told = await h.db
      .selectFrom('message as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select(['a.username', 'm.title', 'm.detail'])
      .execute()
    const words = (text: string | null): string => inChinese(fromStored(text ?? ''))
    expect(told.map(({ username, title, detail }) => [username, words(title), words(detail)])).toEqual([
      ['admin', '定时任务“统计拜访”失败，重试后仍未成功', '对方没有应答'],
    ])
    expect(works).toBe(3)
  })

  test('a dead letter is tried again, or given up, by whoever may, and both stand in the trail', async () => {
    await break_()
    await run('visit.count')
    await run('visit.count')
    const id = (await runs('visit.count'))[0]!.id
    const finance = await signedInAs(h, 'finance')
    expect((await finance.post('/timedWorkManage/retry', { name: 'visit.count', id })).code).toBe(1003)
    const { list } = (await admin.post('/timedWorkManage/list')).data
    expect(list.find((row: { name: string }) => row.name === 'visit.count')).toMatchObject({ dead: 1, last: { state: 4 }, mayRun: true })
    fails = null
    expect((await admin.post('/timedWorkManage/retry', { name: 'visit.count', id })).code).toBe(0)
    expect((await admin.post('/timedWorkManage/retry', { name: 'visit.count', id })).code).toBe(1009)
    expect((await admin.post('/timedWorkManage/run', { name: 'visit.count' })).code).toBe(1009)
    await run('visit.count')
    expect(await runs('visit.count')).toMatchObject([{ state: 2 }])
    expect(await counted()).toBe(1)

    fails = new Error('又一次')
    at('23T08:30')
    expect((await admin.post('/timedWorkManage/run', { name: 'visit.count' })).code).toBe(0)
    for (let go = 0; go < 3; go += 1) await run('visit.count')
    const dead = (await runs('visit.count')).find(row => row.state === 4)!
    expect(dead).toMatchObject({ ordered_by: '管理员' })
    expect((await admin.post('/timedWorkManage/giveUp', { name: 'visit.count', id: dead.id })).code).toBe(0)
    expect((await admin.post('/timedWorkManage/giveUp', { name: 'visit.count', id: dead.id })).code).toBe(1009)
    // another organisation's run is nobody's here
    const second = h.demo.organisationIds[1]!
    expect((await admin.post('/timedWorkManage/giveUp', { name: 'visit.count', id: dead.id }, second)).code).toBe(1009)
    const verbs = await h.db.selectFrom('audit_entry').select('verb').where('subject', '=', 'timed_work').execute()
    expect(verbs.map(row => row.verb).toSorted()).toEqual(['giveUp', 'retry', 'run'])
  })

  test('of work that comes back by itself is overtaken by the next one that succeeds', async () => {
    fails = new Error('磁盘忙')
    at('23T08:00')
    await orderDue(h.house)
    await run('visit.sweep', '0')
    await run('visit.sweep', '0')
    expect(await runs('visit.sweep', '0')).toMatchObject([{ state: 4 }])
    fails = null
    at('23T09:00')
    await orderDue(h.house)
    await run('visit.sweep', '0')
    expect((await runs('visit.sweep', '0')).map(row => row.state)).toEqual([6, 2])
  })

  test('a process that was killed in the middle leaves a run that is done by the next', async () => {
    at('23T08:00')
    await orderDue(h.house)
    const id = (await runs('visit.count'))[0]!.id
    await sql`update timed_run set state = 1, tries = 1, started_at = now() where id = ${id}`.execute(h.db)
    await runTimed(h.house, { id }, signal)
    expect(await runs('visit.count')).toMatchObject([{ state: 2, tries: 2 }])
    expect(await counted()).toBe(1)
  })
})

test('a reminder is told once for each record and date, to whom the record names', async () => {
  const employeeOf = (username: string) =>
    h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select('m.employee_id as id')
      .where('m.org_id', '=', org)
      .where('a.username', '=', username)
      .executeTakeFirstOrThrow()
  const [host, finance] = [await employeeOf('admin'), await employeeOf('finance')]
  const add = (name: string, day: string, { id } = host) =>
    sql`insert into visit (org_id, name, due_on, host_id) values (${org}, ${name}, ${day}, ${id})`.execute(h.db)
  // two working days before Wednesday 25 November is Monday the 23rd, nine o'clock
  await add('甲', '2026-11-25')
  await add('乙', '2026-11-30')
  await add('过去', '2026-11-20')
  const titles = async () =>
    (await h.db.selectFrom('message').select('title').orderBy('id').execute()).map(row => inChinese(fromStored(row.title)))
  const round = async (time: string): Promise<string[]> => {
    at(time)
    await orderDue(h.house)
    await run('visit.remind')
    return titles()
  }
  expect(await round('23T08:50')).toEqual([])
  expect(await round('23T09:00')).toEqual(['拜访“甲”将至'])
  expect(await round('23T09:10')).toHaveLength(1)
  expect(await round('23T09:20')).toHaveLength(1)
  // another date is another reminder
  await sql`update visit set due_on = '2026-11-24' where name = '甲'`.execute(h.db)
  expect(await round('23T09:30')).toHaveLength(2)
  await add('丙', '2026-11-26')
  await add('丁', '2026-11-26')
  expect((await round('24T09:00')).slice(2)).toEqual(['2 次拜访将至'])
  expect((await runs('visit.remind')).at(-1)?.said).toBe('提醒 2 条')
  // whom a record names without his having a right to it learns that there is one
  await add('机密', '2026-11-26', finance)
  expect((await round('24T09:10')).slice(3)).toEqual(['拜访将至：有 1 条拜访与您有关，但您没有查看权限'])
})

test('what is past goes; a run whose job is lost is taken up', async () => {
  await sql`insert into timed_run (organisation_id, name, planned_at, state, ended_at) values
    (${org}, 'a', '2026-11-01', 2, '2026-11-01'), (${org}, 'b', '2026-11-01', 4, '2026-11-01'), (${org}, 'c', '2026-11-23', 2,
      '2026-11-23'),
    (${org}, 'd', '2026-11-20', 0, null), (${org}, 'e', '2026-11-22T22:50:00Z', 0, null)`.execute(h.db)
  await sql`insert into notice_event (org_id, code, event, told_at) values (${org}, 'x', 'y', '2020-01-01')`.execute(h.db)
  await sql`delete from graphile_worker._private_jobs`.execute(h.db).catch(() => undefined)
  await forgetRuns(h.house)
  expect((await h.db.selectFrom('timed_run').select('name').orderBy('name').execute()).map(row => row.name)).toEqual(['b', 'c', 'd', 'e'])
  expect(await h.db.selectFrom('notice_event').selectAll().execute()).toEqual([])
})

test('installation work is for those who look after it', async () => {
  const names = async (who: Person): Promise<string[]> =>
    (await who.post('/timedWorkManage/list')).data.list.map((row: { name: string }) => row.name)
  expect(await names(admin)).toContain('audit.seal')
  await h.db.updateTable('account').set({ is_installation_admin: false }).where('username', '=', 'admin').execute()
  const other = await signedInAs(h, 'admin')
  h.house.rights.forget?.()
  expect(await names(other)).not.toContain('audit.seal')
  expect((await other.post('/timedWorkManage/run', { name: 'audit.seal' })).code).toBe(1004)
  expect((await other.post('/timedWorkManage/runs', { name: 'visit.count' })).code).toBe(0)
  await h.db.updateTable('account').set({ is_installation_admin: true }).where('username', '=', 'admin').execute()
})

describe('a start is refused, naming the fault', () => {
  const named = holdersOf('x', 2)
  const work = async (): Promise<void> => undefined
  const said = ['甲', 'A'] as const
  test.each<[string, Partial<Area>, string]>([
    ['a cron text that is none', { timed: [timed('x', said, { cron: 'soon', work })] }, '“soon” is no cron text'],
    ['one name twice', { timed: [timed('x', said, { every: 1, work }), timed('x', said, { every: 1, work })] }, 'is declared twice'],
    ['working days each minute', { timed: [timed('x', said, { every: 1, calendar: 'working days', work })] }, 'working days go with'],
    ['no title', { timed: [timed('x', ['甲', ''], { every: 1, work })] }, 'has no title'],
    [
      'a reminder by what is no date',
      { timed: [reminder('x', said, { of: visit, on: 'name', by: { days: 1 }, notice: soon })] },
      'visit.name is no date',
    ],
    ['a notice to nobody', { notices: [notice('x', said, { title: said, to: [] })] }, 'tells nobody'],
    ['holes that differ', { notices: [notice('x', said, { title: ['{n} 条', '{m} of'], to: [named] })] }, 'fills in n, its English m'],
    ['Chinese in English', { notices: [notice('x', said, { title: ['甲', '甲'], to: [named] })] }, 'has Chinese in its English'],
  ])('%s', (_what, part, fault) =>
    expect(() => registryOf([{ name: 'x', title: said, resources: [visit], routes: {}, ...part }])).toThrow(fault),
  )
})
