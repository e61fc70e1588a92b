/** Points through the real calls and the functions that other areas call: once, capped, oldest expiry first, for the right eyes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyTable } from '#platform/server/db/any-table.ts'
import { ledgerFaults, rebuildLedger } from '#platform/server/ledger/prove.ts'
import { post } from '#platform/server/ledger/post.ts'
import { openPoints, type PointHouse } from '../../../test/setup/points.ts'
import { grantNow, grantPoints, lastDayOf, runGrant, type Grant } from './grant.ts'
import { ownLevel } from './levels.ts'
import { points } from './tables.ts'
import { grantsOn, pointTimed } from './timed.ts'

let h: PointHouse
beforeAll(async () => {
  h = await openPoints()
})
afterAll(() => h.close())

const enter = async (grants: readonly Grant[], day: string) => {
  const system = await h.system()
  return system.write((tx, inside) => grantNow(inside, tx, grants, day))
}
const run = async (name: string): Promise<unknown> => {
  const work = pointTimed.find(one => one.name === name)
  if (work?.of !== 'organisation') throw new Error(`no timed work ${name}`)
  const system = await h.system()
  return system.write((tx, inside) => work.work(inside, tx, { at: h.h.clock.now, signal: new AbortController().signal }))
}
const rules = async () =>
  (await h.who.admin.post('/culturalRule/list', { pageSize: 50 })).data.list as { id: string; code: string; version: number }[]
const sums = async (who: keyof PointHouse['who']) => (await h.who[who].get('/pointSumDetail')).data

test('the sign-in of the day counts once; the profile tells level, points and what is new', async () => {
  for (const [levelNo, minPoint] of [
    [1, 0],
    [2, 10],
  ])
    expect((await h.who.admin.post('/culturalLevel/add', { levelNo, name: `第${levelNo}级`, minPoint })).code).toBe(0)
  const profile = async () => (await h.who.keeper.get('/system/userprofile')).data
  await Promise.all(Array.from({ length: 5 }, profile))
  expect(await profile()).toMatchObject({ culturalLever: '第1级', culturalPoint: 2, curLevelMaxPoint: 10, integral: 2, addedIntegral: 2 })
  await h.give('keeper', 20)
  expect(await profile()).toMatchObject({
    culturalLever: '第2级',
    culturalPoint: 22,
    curLevelMaxPoint: 22,
    integral: 22,
    addedIntegral: 22,
  })
  h.h.clock.now = new Date(h.h.clock.now.getTime() + 3_600_000)
  expect(await profile()).toMatchObject({ integral: 22, addedIntegral: 0 })
})

test('levels: the first begins with 0, points differ, the first stays as long as there are others', async () => {
  const { list } = (await h.who.sales.post('/culturalLevel/list', {})).data
  expect((await h.who.admin.post('/culturalLevel/add', { levelNo: 3, name: '同分', minPoint: 10 })).code).toBe(1002)
  const first = list.find((one: { minPoint: number }) => one.minPoint === 0)
  expect((await h.who.admin.post(`/culturalLevel/delete/${first.id}`)).msg).toMatch(/起始积分为 0/)
  expect((await h.who.admin.post('/culturalLevel/update', { id: first.id, version: first.version, minPoint: 5 })).msg).toMatch(
    /起始积分为 0/,
  )
  const level = (minPoint: number) => ({ id: '1', levelNo: 1, name: String(minPoint), minPoint, imageUrl: null, privileges: null })
  const three = [level(0), level(100), level(300)]
  expect(
    [0, 99, 100, 299, 300, 5_000].map(gained => ownLevel(three, gained)).map(({ level: one, maxPoint }) => [one?.minPoint, maxPoint]),
  ).toEqual([
    [0, 100],
    [0, 100],
    [100, 300],
    [100, 300],
    [300, 300],
    [300, 5_000],
  ])
})

describe('grants', () => {
  test('each event once, cut to what the day and the month may bring, none by a rule that is off', async () => {
    const employeeId = h.employeeOf.buyer
    const reply = (n: number, key = `reply:${n}`): Grant => ({ rule: 'reply', employeeId, eventKey: key })
    expect(await enter([reply(1), reply(1), reply(2)], '2026-10-05')).toMatchObject([{ amount: 2 }, { why: 'known' }, { amount: 2 }])
    // ten a day
    const more = await enter(
      [3, 4, 5, 6, 7].map(n => reply(n)),
      '2026-10-05',
    )
    expect(more.map(one => one.amount)).toEqual([2, 2, 2, 0, 0])
    expect((await enter([reply(8)], '2026-10-06'))[0]?.amount).toBe(2)
    const post15 = Array.from({ length: 25 }, (_, n) => ({ rule: 'post', employeeId, eventKey: `post:${n}` }) as const)
    for (const [n, one] of post15.entries()) await enter([one], `2026-09-${String(1 + n).padStart(2, '0')}`)
    const { byRule } = await sums('buyer')
    expect(byRule.find((one: { name: string }) => one.name === '发表主题').points).toBe(100)
    const rule = (await rules()).find(one => one.code === 'reply')
    expect((await h.who.admin.post('/culturalRule/update', { id: rule?.id, version: rule?.version, status: 2 })).code).toBe(0)
    expect(await enter([reply(9)], '2026-10-08')).toEqual([])
    expect(
      (await h.who.admin.post('/culturalRule/update', { id: rule?.id, version: Number(rule?.version) + 1, status: 1, points: 3 })).code,
    ).toBe(0)
    expect((await enter([reply(9)], '2026-10-08'))[0]?.amount).toBe(3)
  })
  test('ordered in the transaction of the event, entered by the job, however often it runs', async () => {
    const grants: Grant[] = [{ rule: 'article', employeeId: h.employeeOf.it, eventKey: 'article:1', source: '退货流程' }]
    const system = await h.system()
    await system.write((tx, inside) => grantPoints(inside, tx, grants))
    const payload = { orgId: system.caller.orgId, day: '2026-11-20', grants }
    for (let n = 0; n < 3; n += 1) await runGrant(h.h.house, payload, new AbortController().signal)
    expect(await sums('it')).toMatchObject({ earned: 20, balance: 20, byRule: [{ name: '帮助文章通过审核', points: 20, times: 1 }] })
  })
  test('two calls of the same rule at once stay within the cap', async () => {
    const employeeId = h.employeeOf.finance
    await Promise.all(Array.from({ length: 20 }, (_, n) => enter([{ rule: 'reply', employeeId, eventKey: `at once:${n}` }], '2026-10-10')))
    const detail = (await h.who.finance.post('/culturalEmployeeAction/culturalPointDetail', { pageSize: 50 })).data.list
    expect(
      detail
        .filter((one: { bookedOn: string }) => one.bookedOn === '2026-10-10')
        .reduce((sum: number, one: { amount: number }) => sum + one.amount, 0),
    ).toBe(10)
  })
})

test.each([
  ['2026-11-20', null, '2027-12-31'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
])('points of %s that are valid for %s months can be used until %s', (day, months, last) => {
  expect(lastDayOf(day, months)).toBe(last)
})

test('birthdays and anniversaries; 29 February on the 28th; not in the first year', () => {
  const people = [
    { id: '1', birthday: '1992-02-29', hiredOn: '2026-02-28' },
    { id: '2', birthday: null, hiredOn: '2020-02-29' },
    { id: '3', birthday: '1990-03-01', hiredOn: null },
  ]
  expect(grantsOn(people, '2026-02-28').map(one => [one.employeeId, one.eventKey])).toEqual([
    ['1', 'birthday:2026'],
    ['2', 'anniversary:2026'],
  ])
  expect(grantsOn(people, '2028-02-29')).toEqual([])
  expect(grantsOn(people, '2028-02-28').map(one => one.employeeId)).toEqual(['1', '1', '2'])
})

test('timed work grants what is due, made up for a week, and once', async () => {
  const id = h.employeeOf.hr
  await h.h.db.updateTable('employee').set({ birthday: '1990-11-19', hired_on: '2019-11-21' }).where('id', '=', id).execute()
  await run('culture.days')
  await run('culture.days')
  const { list } = (await h.who.hr.post('/culturalEmployeeAction/culturalPointDetail', { pageSize: 50 })).data
  expect(
    list.map((one: { ruleIdLabel: string; source: string | null; amount: number }) => [one.ruleIdLabel, one.source, one.amount]),
  ).toEqual(
    expect.arrayContaining([
      ['生日', null, 50],
      ['入职周年', '7 周年', 100],
    ]),
  )
  expect(list.filter((one: { ruleIdLabel: string }) => one.ruleIdLabel === '生日')).toHaveLength(1)
})

test('the oldest expiry is spent first; what is reserved does not expire; what comes back late holds 30 days more', async () => {
  const system = await h.system()
  const employeeId = h.employeeOf.sales
  const cell = { employeeId }
  const lines = (...of: Parameters<typeof post>[2][number]['lines']) =>
    system.write((tx, inside) => post(inside, tx, [{ ledger: points, lines: of }]))
  const left = async () =>
    (
      await anyTable(h.h.db)
        .selectFrom('cultural_point_lot as l')
        .innerJoin('cultural_point_cell as c', 'c.id', 'l.cell_id')
        .select(['l.expires_on', 'l.amount'])
        .where('c.employee_id', '=', employeeId)
        .where('l.amount', '>', 0)
        .orderBy('l.expires_on')
        .execute()
    ).map(row => [String(row['expires_on']), String(row['amount'])])
  await lines(
    { kind: 'earn', cell, amount: 30, bookedOn: '2026-01-10', expiresOn: '2027-12-31' },
    { kind: 'earn', cell, amount: 20, bookedOn: '2026-01-10', expiresOn: '2026-11-01' },
    { kind: 'earn', cell, amount: 5, bookedOn: '2026-01-10', expiresOn: '2026-06-30' },
  )
  await lines({ kind: 'reserve', cell, amount: 12, hold: 'a', bookedOn: '2026-06-30' })
  expect(await left()).toEqual([
    ['2026-11-01', '13'],
    ['2027-12-31', '30'],
  ])
  await run('culture.expire')
  expect(await h.held('sales')).toMatchObject({ balance: 30, reserved: 12 })
  await lines({ kind: 'release', cell, hold: 'a', bookedOn: '2026-11-21' })
  expect(await left()).toEqual([
    ['2026-12-21', '12'],
    ['2027-12-31', '30'],
  ])
  expect(await sums('sales')).toMatchObject({ balance: 42, expired: 13, reserved: 0, expiring: [{ on: '2026-12-21', points: 12 }] })
  expect(await ledgerFaults(system, points)).toEqual([])
  expect(await rebuildLedger(system, points)).toBe(0)
  expect(await left()).toEqual([
    ['2026-12-21', '12'],
    ['2027-12-31', '30'],
  ])
})

describe('who may what', () => {
  test('by hand with a reason, never below 0, all or none', async () => {
    const both = [h.employeeOf.boss, h.employeeOf.keeper]
    const take = await h.who.admin.post('/culturalPoint/byHand', { employeeIds: both, points: -10, reason: '重复发放' })
    expect(take.msg).toMatch(/可用积分只有 0，不够扣减/)
    expect(await h.held('keeper')).toMatchObject({ balance: 22 })
    expect((await h.who.admin.post('/culturalPoint/byHand', { employeeIds: both, points: 5, reason: ' ' })).code).toBe(1002)
    expect((await h.who.admin.post('/culturalPoint/byHand', { employeeIds: both, points: 0, reason: 'x' })).msg).toMatch(/不能为 0/)
    expect((await h.who.sales.post('/culturalPoint/byHand', { employeeIds: both, points: 5, reason: 'x' })).code).toBe(1003)
    expect(
      (
        await h.who.admin.post(
          '/culturalPoint/byHand',
          { employeeIds: [h.employeeOf.boss], points: 5, reason: 'x' },
          h.h.demo.organisationIds[1],
        )
      ).code,
    ).toBe(1004)
  })
  test('own entries for everybody, others for who may view the list of points', async () => {
    const employeeId = h.employeeOf.keeper
    expect((await h.who.sales.post('/culturalEmployeeAction/culturalPointDetail', { employeeId })).code).toBe(1003)
    expect((await h.who.sales.get(`/culturalEmployeeAction/pointSumDetail?employeeId=${employeeId}`)).code).toBe(1003)
    expect((await h.who.admin.get(`/culturalEmployeeAction/pointSumDetail?employeeId=${employeeId}`)).data).toMatchObject({ earned: 22 })
    const own = (await h.who.sales.post('/culturalEmployeeAction/culturalPointDetail', {})).data.list
    expect(own.every((one: { employeeId: string }) => one.employeeId === h.employeeOf.sales)).toBe(true)
    expect((await h.who.sales.post('/culturalPoint/list', {})).code).toBe(1003)
  })
})

test('the ranking: equal points have equal rank, by month, by department, of this organisation', async () => {
  // whatever they have of birthdays
  for (const name of ['boss', 'admin'] as const) await h.give(name, 2_000 - (await h.held(name)).gained)
  const { list, mine } = (await h.who.boss.post('/culturalEmployeeAction/rankList2', { period: 3 })).data
  const first = list.filter((one: { rank: number }) => one.rank === 1)
  expect(first.map((one: { employeeId: string }) => one.employeeId).toSorted()).toEqual([h.employeeOf.boss, h.employeeOf.admin].toSorted())
  expect(list[2].rank).toBe(3)
  expect(mine).toMatchObject({ rank: 1, points: 2_000 })
  const october = (await h.who.buyer.post('/culturalEmployeeAction/rankList2', { period: 1, year: 2026, month: 10 })).data
  expect(october.mine.points).toBe(15)
  const [dept] = await h.h.db.selectFrom('department').select('id').where('name', '=', '供应链部').execute()
  const there = (await h.who.buyer.post('/culturalEmployeeAction/rankList2', { period: 3, deptId: dept?.id })).data.list
  expect(there.every((one: { deptName: string }) => one.deptName === '供应链部')).toBe(true)
  expect((await h.who.admin.post('/culturalEmployeeAction/rankList2', { period: 3 }, h.h.demo.organisationIds[1])).data.list).toEqual([])
})
