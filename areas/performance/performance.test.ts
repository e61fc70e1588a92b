/** A year of performance over real figures: sync and compute, who may, what stays, adjustments, the ranking. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { supply } from '#areas/supply/index.ts'
import { goods } from '#areas/goods/index.ts'
import { finance } from '#areas/finance/index.ts'
import { sales as salesArea } from '#areas/sales/index.ts'
import { statistics } from '#areas/statistics/index.ts'
import { operations } from '#platform/declare/operations.ts'
import { performanceArea } from './index.ts'
import { publishOperation } from './states.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

const editing = operations.edit

let h: DemoHouse
let admin: Person
let boss: Person
let sales: Person
let yearId: string
let groupId: string
const employees: Record<string, string> = {}
const ask = () => ({ yearId, months: ['2026-10'] })

beforeAll(async () => {
  h = await demoHouse([goods, supply, finance, statistics, salesArea, performanceArea])
  ;[admin, boss, sales] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'boss'), signedInAs(h, 'sales')])
  const people = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select(['a.username', 'm.employee_id'])
    .where('m.employee_id', 'is not', null)
    .execute()
  for (const one of people) employees[one.username] = String(one.employee_id)
  yearId = (
    await admin.post('/performanceYear/insert', { year: 2026, netSalesWeight: 60, profitWeight: 40, settledUnitsWeight: 0, status: 1 })
  ).data.id
  const shops = await h.db
    .selectFrom('shop')
    .select('id')
    .where('org_id', '=', h.demo.organisationIds[0] ?? '')
    .orderBy('id')
    .limit(2)
    .execute()
  const line = (employeeId: string | undefined, share: string) => ({ employeeId, share, validFrom: '2026-01-01', validTo: null })
  const made = await admin.post('/performanceGroup/insert', {
    name: '北美组',
    leaderId: employees['boss'],
    shopIds: shops.map(({ id }) => id),
    lines: {
      added: [line(employees['sales'], '70'), line(employees['buyer'], '20'), line(employees['hr'], '10')],
      changed: [],
      removed: [],
    },
  })
  groupId = made.data.id
}, 60_000)
afterAll(() => h.close())

const people = async (by: Person, more: object = {}) => (await by.post('/performance/list', { pageSize: 50, ...more })).data.list

test('the report offers its tools to whoever may read figures and send the ranking', async () => {
  interface Node {
    readonly path?: string
    readonly children?: readonly Node[]
    readonly meta?: { readonly operations?: readonly (number | { readonly operationId: number })[] }
  }
  const pagesOf = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap(one => [one, ...pagesOf(one.children ?? [])])
  const offered = async (who: Person): Promise<string> => {
    const { data } = await who.get('/system/userprofile')
    const pages = pagesOf((data.modules as { readonly menus: readonly Node[] }[]).flatMap(one => one.menus))
    return JSON.stringify(pages.find(one => one.path === '/performance/reports')?.meta?.operations)
  }
  expect(await offered(boss)).toBe(await offered(admin))
  for (const operation of [editing, publishOperation]) expect(await offered(admin)).toMatch(new RegExp(`\\b${operation}\\b`))
  expect(await offered(sales)).not.toMatch(new RegExp(`\\b${publishOperation}\\b`))
})

describe('groups and years', () => {
  test('weights sum to 100, shares of a day too', async () => {
    expect(
      await admin.post('/performanceYear/insert', { year: 2025, netSalesWeight: 60, profitWeight: 30, settledUnitsWeight: 0 }),
    ).toMatchObject({ code: 1002 })
    const uneven = await admin.post('/performanceGroup/insert', {
      name: '欧洲组',
      leaderId: employees['boss'],
      lines: { added: [{ employeeId: employees['hr'], share: '60', validFrom: '2026-01-01' }], changed: [], removed: [] },
    })
    expect(uneven).toMatchObject({ code: 0 })
    const refused = await admin.post('/performance/sync', ask())
    expect(refused).toMatchObject({ code: 1002 })
    expect(refused.msg).toContain('60%')
    expect(await admin.post('/performanceGroup/delete', { id: uneven.data.id })).toMatchObject({ code: 0 })
    expect((await admin.post('/performanceGroup/list', {})).data.total).toBe(1)
  })
  test('a group names product groups that are there; one that it names stays', async () => {
    const made = await admin.post('/productGroup/insert', { name: '主推' })
    const named = (groupIds: string[]) => ({ name: '主推组', leaderId: employees['boss'], groupIds })
    expect((await admin.post('/performanceGroup/insert', named(['999999']))).code).toBe(1002)
    const group = await admin.post('/performanceGroup/insert', named([made.data.id]))
    expect((await admin.get(`/performanceGroup/query/${group.data.id}`)).data).toMatchObject({
      groupIds: [made.data.id],
      groupIdsLabel: ['主推'],
    })
    expect((await admin.post('/productGroup/delete', { id: made.data.id })).code).not.toBe(0)
    expect(await admin.post('/performanceGroup/delete', { id: group.data.id })).toMatchObject({ code: 0 })
    expect(await admin.post('/productGroup/delete', { id: made.data.id })).toMatchObject({ code: 0 })
  })
})

describe('sync and compute', () => {
  test('make a row of each member and measure that counts; again they change nothing', async () => {
    expect(await admin.post('/performance/sync', ask())).toMatchObject({ code: 0 })
    const first = await people(admin)
    expect(first).toHaveLength(6)
    expect(new Set(first.map((row: { state: number }) => row.state))).toEqual(new Set([1]))
    expect(await admin.post('/performance/sync', ask())).toMatchObject({ code: 0 })
    expect(await people(admin)).toEqual(first)
  })
  test('a month of another year, an unknown year, a stranger', async () => {
    expect(await admin.post('/performance/sync', { yearId, months: ['2025-10'] })).toMatchObject({ code: 1002 })
    expect(await admin.post('/performance/sync', { yearId, months: [] })).toMatchObject({ code: 1002 })
    expect(await admin.post('/performance/sync', { yearId: '999', months: ['2026-10'] })).toMatchObject({ code: 1004 })
    const employee = await signedInAs(h, 'employee')
    for (const path of ['sync', 'compute', 'batchInsert', 'reports', 'sendSalemanPerformanceRanking', 'list'])
      expect(
        (await employee.post(`/performance/${path}`, { ...ask(), level: 'PERSON', dimension: 'MONTH', yearMonth: '2026-10' })).code,
      ).toBe(1003)
  })
  test('targets of a year: twelve months to the cent, all or none; a scored row is scored again, a confirmed one is left', async () => {
    const row = { groupId, employeeId: employees['sales'], measure: 1, target: '1000' }
    const bad = await admin.post('/performance/batchInsert', { yearId, level: 'PERSON', rows: [row, { ...row, measure: 2, target: '-1' }] })
    expect(bad).toMatchObject({ code: 1002 })
    expect(JSON.stringify(bad.data)).toContain('rows[1].target')
    expect((await people(admin)).every((one: { target: string }) => Number(one.target) === 0)).toBe(true)
    expect(await admin.post('/performance/batchInsert', { yearId, level: 'PERSON', rows: [row, { ...row, measure: 2 }] })).toMatchObject({
      code: 0,
      data: { added: 22, changed: 2 },
    })
    expect(await admin.post('/performance/compute', ask())).toMatchObject({ code: 0 })
    const mine = (await people(admin)).find(
      (one: { employeeId: string; measure: number; month: string }) =>
        one.employeeId === employees['sales'] && one.measure === 1 && one.month === '2026-10',
    )
    expect(mine).toMatchObject({ state: 2, rate: '0.000000', score: 0, grade: 4, rank: 1 })
    expect(await admin.post('/performance/confirm', { ids: [mine.id] })).toMatchObject({ code: 0 })
    expect((await admin.post('/performance/update', { id: mine.id, version: mine.version + 1, target: '5' })).code).not.toBe(0)
    expect(await admin.post('/performance/publish', { ids: [mine.id] })).toMatchObject({ code: 1002 })
    const again = await admin.post('/performance/batchInsert', { yearId, level: 'PERSON', rows: [row] })
    expect(again.msg).toContain('已确认')
  })
  test("another year's targets with growth: the year to the cent, its months in proportion; nothing without such a year", async () => {
    const year = { netSalesWeight: 100, profitWeight: 0, settledUnitsWeight: 0 }
    const next = (await admin.post('/performanceYear/insert', { year: 2027, ...year })).data.id
    const copy = (more: object) => admin.post('/performance/batchInsert', { yearId: next, level: 'PERSON', copyYear: 2026, ...more })
    for (const [more, field] of [
      [{ growth: '-1' }, 'growth'],
      [{ growth: 'x' }, 'growth'],
      [{ copyYear: 2019 }, 'copyYear'],
      [{ copyYear: 2027 }, 'copyYear'],
    ] as const)
      expect(await copy(more)).toMatchObject({ code: 1002, data: { errors: [{ field }] } })
    expect(await copy({ growth: '0.105' })).toMatchObject({ code: 0 })
    const targets = await h.db
      .selectFrom('performance')
      .select(['month', 'target'])
      .where('year_id', '=', next)
      .where('target', '>', '0')
      .where('measure', '=', 1)
      .orderBy('month')
      .execute()
    // 1,000 x 1.105 in the proportion of twelve parts of 83.33 or 83.34
    expect(targets.map(one => one.target).toSorted()).toEqual([
      ...Array.from({ length: 8 }, () => '92.08'),
      ...Array.from({ length: 4 }, () => '92.09'),
    ])
    expect(await copy({ growth: '0.105' })).toMatchObject({ code: 0, data: { added: 0, changed: 0 } })
    await h.db.deleteFrom('performance').where('year_id', '=', next).execute()
  })
  test('who sees one person finds no other: in the list and in the report', async () => {
    const own = await people(sales)
    expect(own.length).toBeGreaterThan(0)
    expect(own.every((row: { employeeId: string }) => row.employeeId === employees['sales'])).toBe(true)
    const { data } = await sales.post('/performance/reports', { yearId, dimension: 'EMPLOYEE' })
    expect(data.list.map((row: { key: string }) => row.key)).toEqual([employees['sales']])
    expect(await sales.post('/performance/reports', { yearId, dimension: 'EMPLOYEE', months: [] })).toMatchObject({ code: 1002 })
    const all = (await boss.post('/performance/reports', { yearId, dimension: 'EMPLOYEE' })).data
    expect(all.list).toHaveLength(3)
    const month = (await boss.post('/performance/reports', { yearId, dimension: 'MONTH', measure: 1 })).data
    expect(month.totals.target).toBe('1000')
  })
  test('a month that has not begun shows its target and is not judged', async () => {
    const months = ['2026-12']
    const { list } = (await boss.post('/performance/reports', { yearId, dimension: 'MONTH', measure: 1, months })).data
    expect(list).toMatchObject([{ key: '2026-12', rate: null, score: null, grade: null, totalScore: null, totalGrade: null }])
    expect([Number(list[0].target) > 0, Number(list[0].actual)]).toEqual([true, 0])
  })
})

describe("one's own page", () => {
  test('shows what is his alone, with its months; nothing for who has none, whatever else he sees', async () => {
    const { data } = await sales.post('/performance/own', { yearId, month: '2026-10' })
    expect(data).toMatchObject({ yearId, month: '2026-10', years: [{ id: yearId, year: 2026 }] })
    expect(data.measures.map((one: { measure: number; weight: number }) => [one.measure, one.weight])).toEqual([
      [1, 60],
      [2, 40],
    ])
    const october = data.measures[0].months.find((one: { key: string }) => one.key === '2026-10')
    expect(october).toMatchObject({ target: '83.33', score: 0, grade: 4 })
    // no shop of his group has sold anything
    expect(data.movers).toMatchObject({ startDate: '2026-10-01', list: [] })
    const nothing = { yearId: null, month: null, measures: [], movers: null, years: [] }
    expect((await boss.post('/performance/own', {})).data).toEqual(nothing)
    expect((await (await signedInAs(h, 'employee')).post('/performance/own', {})).data).toEqual(nothing)
    expect(await boss.post('/performance/own', { yearId })).toMatchObject({ code: 1004 })
    expect(await sales.post('/performance/own', { yearId, month: '2025-10' })).toMatchObject({ code: 1002 })
  })
})

describe('adjustments', () => {
  test('asked by nobody of the group, in force when another approves, divided among the members', async () => {
    const [amount] = (
      await admin.post('/performanceGroupAmount/list', { conditionList: [{ field: 'measure', condition: 'EQ', value: '2' }] })
    ).data.list
    const asked = { id: amount.id, amount: '100.01', reason: '补记线下订单' }
    expect(await admin.post('/performanceGroupAmount/adjust', { ...asked, version: amount.version + 1 })).toMatchObject({ code: 1009 })
    expect(await admin.post('/performanceGroupAmount/adjust', { ...asked, amount: '0' })).toMatchObject({ code: 1002 })
    const made = await admin.post('/performanceGroupAmount/adjust', asked)
    expect(made).toMatchObject({ code: 0, data: { changed: 1 } })
    expect(await admin.post('/performanceAdjustment/pass', { ids: [made.data.id] })).toMatchObject({ code: 1003 })
    expect(await boss.post('/performanceAdjustment/pass', { ids: [made.data.id] })).toMatchObject({ code: 0 })
    const after = (await admin.post('/performanceGroupAmount/list', { conditionList: [{ field: 'measure', condition: 'EQ', value: '2' }] }))
      .data.list[0]
    expect(after).toMatchObject({ adjust: '100.01', result: '100.01' })
    const parts = (await people(admin)).filter((row: { measure: number; month: string }) => row.measure === 2 && row.month === '2026-10')
    expect(parts.map((row: { adjust: string }) => row.adjust).toSorted()).toEqual(['10.00', '20.00', '70.01'])
  })
})

describe('what is settled', () => {
  test('a member of the group asks for no adjustment of it', async () => {
    const [amount] = (await admin.post('/performanceGroupAmount/list', {})).data.list
    const member = await h.db
      .selectFrom('performance_group_member')
      .select(['id', 'employee_id'])
      .where('employee_id', '=', employees['buyer'] ?? '')
      .executeTakeFirstOrThrow()
    const as = (employeeId: string | undefined) =>
      h.db
        .updateTable('performance_group_member')
        .set({ employee_id: employeeId ?? '' })
        .where('id', '=', member.id)
        .execute()
    await as(employees['boss'])
    const refused = await boss.post('/performanceGroupAmount/adjust', { id: amount.id, amount: '5', reason: '自己的组' })
    await as(member.employee_id)
    expect(refused).toMatchObject({ code: 1003 })
    expect(refused.msg).toContain('小组成员不能调整')
  })
  test('scores of a sheet worked out by hand; what is confirmed stays as it was when it is computed again', async () => {
    const rows = (await people(admin)).filter((row: { month: string; state: number }) => row.month === '2026-10' && row.state < 3)
    // actual and adjustment against a target of 100: as rate, score, grade and rank on the sheet
    const sheet = [
      ['90', '4.99', 94, 4, 3],
      ['98', '1.99', 99, 2, 2],
      ['130', '0', 100, 1, 1],
    ] as const
    // who is confirmed first is the seller, whom the ranking names too
    const measured = rows
      .filter((row: { measure: number }) => row.measure === 2)
      .toSorted((a: { employeeId: string }) => (a.employeeId === employees['sales'] ? -1 : 1))
    expect(measured).toHaveLength(sheet.length)
    for (const [at, row] of measured.entries()) {
      const [actual, adjust] = sheet[at] ?? []
      await h.db.updateTable('performance').set({ actual, adjust, target: '100' }).where('id', '=', row.id).execute()
    }
    expect(await admin.post('/performance/compute', ask())).toMatchObject({ code: 0 })
    const after = await people(admin)
    for (const [at, row] of measured.entries()) {
      const [, , score, grade, rank] = sheet[at] ?? []
      expect(after.find((one: { id: string }) => one.id === row.id)).toMatchObject({ score, grade, rank })
    }
    const [first] = measured
    expect(await admin.post('/performance/confirm', { ids: [first.id] })).toMatchObject({ code: 0 })
    const confirmed = (await people(admin)).find((one: { id: string }) => one.id === first.id)
    await h.db.updateTable('performance').set({ actual: '1' }).where('id', '=', first.id).execute()
    for (const path of ['sync', 'compute']) expect((await admin.post(`/performance/${path}`, ask())).code).toBe(0)
    expect((await people(admin)).find((one: { id: string }) => one.id === first.id)).toMatchObject({
      score: confirmed.score,
      rank: confirmed.rank,
      state: 3,
      actual: '1.00',
    })
    await h.db.updateTable('performance').set({ actual: confirmed.actual }).where('id', '=', first.id).execute()
  })
  test('targets of an archived year, and of a past one of which a month is published, stay', async () => {
    const row = { groupId, employeeId: employees['sales'], measure: 1, target: '1000' }
    const year = (set: object) => h.db.updateTable('performance_year').set(set).where('id', '=', yearId).execute()
    await year({ status: 2 })
    const archived = await admin.post('/performance/batchInsert', { yearId, level: 'PERSON', rows: [row] })
    const form = { yearId, month: '2026-03', ...row, measure: 3 }
    const [added, ofGroup] = await Promise.all([
      admin.post('/performance/insert', form),
      admin.post('/performanceGroupAmount/insert', { ...form, employeeId: undefined }),
    ])
    await year({ status: 1 })
    const ofOtherYear = await admin.post('/performance/insert', { ...form, month: '2025-03' })
    await year({ status: 1, year: 2024 })
    const [one] = await h.db.selectFrom('performance').select(['id', 'state']).where('year_id', '=', yearId).limit(1).execute()
    await h.db
      .updateTable('performance')
      .set({ state: 4 })
      .where('id', '=', one?.id ?? '')
      .execute()
    const past = await admin.post('/performance/batchInsert', { yearId, level: 'PERSON', rows: [row] })
    await h.db
      .updateTable('performance')
      .set({ state: one?.state ?? 0 })
      .where('id', '=', one?.id ?? '')
      .execute()
    await year({ year: 2026 })
    expect([archived.code, past.code]).toEqual([1002, 1002])
    expect(archived.msg).toContain('已存档')
    expect([added.msg, ofGroup.msg]).toEqual([expect.stringContaining('已存档'), expect.stringContaining('已存档')])
    expect(ofOtherYear.msg).toContain('请填写 2026 年的月份')
    expect(past.msg).toContain('已有发布的月份')
  })
})

describe('the ranking', () => {
  test('of what is published alone; previewed, sent once, with the figures that were seen', async () => {
    const send = (more: object = {}) =>
      boss.post('/performance/sendSalemanPerformanceRanking', { yearMonth: '2026-10', preview: true, ...more })
    expect((await send()).msg).toContain('没有已发布')
    expect((await send({ yearMonth: 'x' })).code).toBe(1002)
    await h.db.updateTable('performance').set({ is_estimate: false }).where('state', '=', 3).execute()
    const ids = (await people(admin)).filter((row: { state: number }) => row.state === 3).map((row: { id: string }) => row.id)
    expect(await boss.post('/performance/publish', { ids })).toMatchObject({ code: 0 })
    await h.db
      .updateTable('performance')
      .set({ is_estimate: false, state: 4, target: '50' })
      .where('employee_id', '=', employees['buyer'] ?? '')
      .execute()
    await h.db
      .updateTable('performance')
      .set({ state: 4 })
      .where('employee_id', '=', employees['sales'] ?? '')
      .execute()
    const seen = (await send()).data
    expect(seen).toMatchObject({ isSent: false })
    expect(seen.text.split('\n')).toHaveLength(2)
    expect(seen.text).not.toContain('（')
    const amounts = (await send({ withAmounts: true })).data.text.split('\n')
    for (const line of amounts) expect(line).toMatch(/ [\d,]+\.\d%（−?\d{1,3}(,\d{3})*\.\d\d）$/)
    expect(await send({ preview: false, figuresHash: 'x' })).toMatchObject({ code: 1009 })
    expect(await send({ figuresHash: seen.figuresHash })).toMatchObject({ code: 0, data: { isSent: false } })
    expect(await send({ preview: false, figuresHash: seen.figuresHash })).toMatchObject({ code: 0, data: { isSent: true } })
    const twice = await send({ preview: false, figuresHash: seen.figuresHash })
    expect(twice).toMatchObject({ code: 1009 })
    expect(twice.msg).toContain('发送过')
    // the best alone, with his amount, is another message; of other groups nobody is published
    const best = (await send({ top: 1, withAmounts: true })).data
    expect(best.text).toMatch(/^1\. \S+ [\d.]+%（[\d.]+）$/)
    expect(seen.text.split('\n')[0]).toBe(best.text.replace(/（.*/, ''))
    expect(best.figuresHash).not.toBe(seen.figuresHash)
    expect((await send({ groupIds: [groupId] })).data.text).toBe(seen.text)
    expect((await send({ groupIds: ['999999'] })).msg).toContain('没有已发布')
  })
  test('a month of the books that is opened again marks what was published of it', async () => {
    const month = await h.db
      .insertInto('finance_month')
      .values({ org_id: h.demo.organisationIds[0] ?? '', month: '2026-10-01', state: 1, result: '{}' } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const sent = async () => ({
      rankings: (await h.db.selectFrom('performance_ranking').select('id').execute()).length,
      told: (await h.db.selectFrom('notice_event').selectAll().execute()).length,
    })
    const before = await sent()
    expect(before).toMatchObject({ rankings: 1 })
    expect(await admin.post('/financeMonth/reopen', { id: month.id, reason: '补录' })).toMatchObject({ code: 0 })
    expect(await sent()).toEqual(before)
    const rows = (await people(admin)).filter((row: { state: number; month: string }) => row.state === 4 && row.month === '2026-10')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row: { isSuperseded: boolean }) => row.isSuperseded)).toBe(true)
  })
})
