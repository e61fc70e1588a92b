import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { monitoring } from './index.ts'
import { storeUse } from './use/summary.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([monitoring])
})
afterAll(() => h.close())

const currencies = 'reference.currency'

test('openings are counted per month and day, by the clock of the server and for each person by himself', async () => {
  const [finance, boss] = [await signedInAs(h, 'finance'), await signedInAs(h, 'boss')]
  for (let time = 0; time < 3; time++) {
    // the browser's clock is years off
    expect((await finance.post(`/menuLog/pushMenuLog?logYear=1999&menuId=${currencies}&month=1`)).code).toBe(0)
    expect((await finance.post('/systemMenuClick/insertAndUpdate', { menuId: currencies, clickDate: '1999-01-01' })).code).toBe(0)
  }
  expect(await h.db.selectFrom('menu_log').select(['menu_id', 'times', 'log_year']).execute()).toMatchObject([
    { menu_id: currencies, times: 3 },
  ])
  expect((await h.db.selectFrom('menu_log').select('log_year').executeTakeFirstOrThrow()).log_year).not.toBe(1999)
  expect((await finance.post('/systemMenuClick/count')).data.list).toMatchObject([{ menuId: currencies, moduleId: 'reference', times: 3 }])
  expect((await boss.post('/systemMenuClick/count')).data.list).toEqual([])
})

test('a menu outside the own ones is unknown', async () => {
  const employee = await signedInAs(h, 'employee')
  expect((await employee.post('/menuLog/pushMenuLog', { menuId: currencies })).code).toBe(1004)
  expect((await employee.post('/systemMenuClick/insertAndUpdate', { menuId: currencies })).code).toBe(1004)
  expect((await employee.post('/systemUsageRecord/routeUse', { component: 'list/currency' })).code).toBe(1004)
})

test('sessions and the use of components', async () => {
  const finance = await signedInAs(h, 'finance')
  await finance.post('/systemUsageRecord/access')
  await finance.post('/systemUsageRecord/access')
  expect(await h.db.selectFrom('usage_record').select('times').execute()).toEqual([{ times: 2 }])
  await finance.post('/systemUsageRecord/routeUse', { component: 'list/currency', isUpdateTime: true })
  await finance.post('/systemUsageRecord/routeUse', { component: 'list/currency' })
  const [used] = await h.db.selectFrom('route_use').select(['times', 'updated_data_at']).execute()
  expect(used?.times).toBe(2)
  expect(used?.updated_data_at).not.toBeNull()
})

test("the organisation's log and statistics, for system administrators", async () => {
  const [admin, finance, boss] = [await signedInAs(h, 'admin'), await signedInAs(h, 'finance'), await signedInAs(h, 'boss')]
  await h.db.deleteFrom('menu_log').execute()
  await h.db.deleteFrom('menu_click').execute()
  for (const who of [finance, finance, boss]) {
    await who.post('/menuLog/pushMenuLog', { menuId: currencies })
    await who.post('/systemMenuClick/insertAndUpdate', { menuId: currencies })
  }
  await boss.post('/systemMenuClick/insertAndUpdate', { menuId: 'reference.country' })
  for (const path of ['/menuLog/pageList', '/system/sysStatisticalTable']) expect((await finance.post(path)).code).toBe(1003)

  const log = (await admin.post('/menuLog/pageList', { menuId: currencies, pageSize: 1 })).data
  expect(log).toMatchObject({ total: 2, pageNum: 1, pageSize: 1, list: [{ menuId: currencies, title: '币种', logYear: 2026, month: 11 }] })
  const both = (await admin.post('/menuLog/pageList', {})).data.list as { employeeName: string; times: number }[]
  expect(new Map(both.map(row => [row.employeeName, row.times])).get('周敏')).toBe(2)
  expect((await admin.post('/menuLog/pageList', { logYear: 2025 })).data.total).toBe(0)

  const table = (ask: object) => admin.post('/system/sysStatisticalTable', ask)
  expect((await table({})).data).toEqual({
    list: [
      { period: '2026-11-21', key: currencies, title: '币种', subject: '通用资料', isMerged: false, times: 3, users: 2 },
      { period: '2026-11-21', key: 'reference.country', title: '国家', subject: '通用资料', isMerged: false, times: 1, users: 1 },
    ],
    total: 2,
    pageNum: 1,
    pageSize: 10,
    totals: { times: '4', users: '2' },
    withNames: true,
    seesAll: true,
    deptId: null,
    departments: expect.any(Array),
  })
  // a week begins on Monday
  expect((await table({ timeEnum: 'WEEK', statisticalDimension: 'MODULE' })).data.list).toEqual([
    { period: '2026-11-16', key: 'reference', title: '基础资料', isMerged: false, times: 4, users: 2 },
  ])
  const people = (await table({ statisticalDimension: 'USER' })).data.list as { title: string; times: number }[]
  expect(people.map(row => [row.title, row.times])).toContainEqual(['周敏', 2])
  expect((await table({ statisticalDimension: 'DEPT' })).data.totals.times).toBe('4')
  expect((await table({ endDate: '2026-11-20' })).data).toMatchObject({ total: 0, list: [], totals: { times: '0' } })
  expect((await table({ startDate: '2026-11-21', endDate: '2026-11-20' })).code).toBe(1002)
  expect((await table({ statisticalDimension: 'SHOP' })).code).toBe(1002)
  // the other organisation is another company
  expect((await admin.post('/system/sysStatisticalTable', {}, h.demo.organisationIds[1])).data.list ?? []).toEqual([])
})

describe('over a year of clicks', () => {
  const months = { startDate: '2026-09-03', endDate: '2026-11-21' }
  const asks = ['MENU', 'MODULE', 'DEPT', 'USER'].flatMap(statisticalDimension =>
    ['DAY', 'WEEK'].map(timeEnum => ({ ...months, statisticalDimension, timeEnum, pageSize: 1000 })),
  )
  const table = async (by: Person, ask: object) => (await by.post('/system/sysStatisticalTable', ask)).data
  let [admin, boss, it]: Person[] = []
  const departments = new Map<string, string>()
  beforeAll(async () => {
    ;[admin, boss, it] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'boss'), signedInAs(h, 'it')])
    const orgId = h.demo.organisationIds[0] ?? ''
    const rows = await h.db.selectFrom('department').select(['id', 'name']).where('org_id', '=', orgId).execute()
    for (const { id, name } of rows) departments.set(name, id)
    await h.db.deleteFrom('menu_click').execute()
    const accounts = await h.db.selectFrom('account').select('id').orderBy('id').limit(9).execute()
    const of = ['销售部', '北美销售组', '供应链部'].map(name => departments.get(name) ?? null)
    const menus = [currencies, 'reference.country', 'finance.bankStatement']
    // every fourth day of two months, people and departments changing
    const clicks = Array.from({ length: 27 }, (_, day) => day).flatMap(day =>
      accounts.flatMap((account, at) =>
        (day * 7 + at * 3) % 4 === 0
          ? []
          : [
              {
                org_id: orgId,
                account_id: account.id,
                click_date: addDays('2026-09-01', day * 3),
                dept_id: of[(at + (day > 13 ? 1 : 0)) % 4] ?? null,
                module_id: 'reference',
                menu_id: menus[(day + at) % 3] ?? '',
                times: 1 + ((day + at) % 5),
                last_at: '2026-11-20T00:00:00Z',
              },
            ],
      ),
    )
    const [first] = clicks
    if (first === undefined) throw new Error('no clicks')
    await h.db
      .insertInto('menu_click')
      .values([...clicks, { ...first, menu_id: 'reference.currencyRate', click_date: '2026-08-23' }])
      .execute()
  })

  test('over the whole period a person of a department counts once, and the total is its own count; the file says the same', async () => {
    const ask = { startDate: '2026-09-01', endDate: '2026-11-21', timeEnum: 'PERIOD', statisticalDimension: 'DEPT' }
    const clicks = await h.db
      .selectFrom('menu_click')
      .select(['dept_id', 'account_id', 'times'])
      .where('click_date', '>=', '2026-09-01')
      .execute()
    const { list, totals } = await table(admin!, ask)
    const plain = [...Map.groupBy(clicks, one => one.dept_id)].map(([dept, own]) => [
      dept,
      own.reduce((sum, one) => sum + one.times, 0),
      new Set(own.map(one => one.account_id)).size,
    ])
    const told = list.map((row: { key: string | null; times: number; users: number }) => [row.key, row.times, row.users])
    expect(new Set(told.map(String))).toEqual(new Set(plain.map(String)))
    expect(totals.users).toBe(String(new Set(clicks.map(one => one.account_id)).size))
    expect(list.reduce((sum: number, row: { users: number }) => sum + row.users, 0)).toBeGreaterThan(Number(totals.users))
    for (const [who, query] of [
      [admin!, ask],
      [boss!, { ...ask, timeEnum: 'DAY', statisticalDimension: 'MENU' }],
    ] as const) {
      const shown = await table(who, { ...query, pageSize: 1000 })
      const file = await h.app.inject({
        method: 'POST',
        url: '/api-2024/systemUsageRecord/export',
        headers: { authorization: `Bearer ${who.token}` },
        payload: { query, format: 'csv' },
      })
      const lines = file.body.trim().split(/\r?\n/)
      const head = lines.findIndex(line => line.includes('打开次数'))
      const rows = lines.slice(head + 1).map(line => line.split(','))
      const expected = shown.list.map((row: { period: string; times: number; users: number | null }) => [
        row.period,
        String(row.times),
        row.users === null ? '' : String(row.users),
      ])
      expect(rows.slice(0, -1).map(([period, , times, users]) => [period, times, users])).toEqual(expected)
      expect(rows.at(-1)?.slice(2, 4)).toEqual([shown.totals.times, shown.totals.users ?? ''])
    }
    expect((await boss!.post('/systemUsageRecord/export', { query: { ...ask, statisticalDimension: 'USER' } })).code).toBe(1003)
    expect(
      (await admin!.post('/systemUsageRecord/export', { query: { ...ask, endDate: '2026-09-01', startDate: '2026-09-01', deptId: '999' } }))
        .code,
    ).toBe(1004)
  })

  test('what is stored of days that are over says what counting says, and a second time it stores nothing else', async () => {
    const counted = await Promise.all(asks.map(ask => table(admin!, ask)))
    const below = await Promise.all(asks.map(ask => table(admin!, { ...ask, deptId: departments.get('销售部') })))
    const store = async (): Promise<void> => {
      const system = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'a test')
      while (await system.write((tx, inside) => storeUse(inside, tx)));
    }
    await store()
    const stored = await h.db.selectFrom('usage_summary').select(['grain', 'dept_id', 'dimension', 'period', 'key', 'users']).execute()
    expect(stored.length).toBeGreaterThan(500)
    await h.db.deleteFrom('menu_click').where('click_date', '<', '2026-11-15').execute()
    expect(await Promise.all(asks.map(ask => table(admin!, { ...ask, startDate: '2026-09-07' })))).toEqual(
      counted.map(answer => expect.objectContaining({ total: fromThe7th(answer) })),
    )
    expect((await table(admin!, { ...asks[0], startDate: '2026-09-07', deptId: departments.get('销售部') })).list).toEqual(
      (below[0] as { list: { period: string }[] }).list.filter(row => row.period >= '2026-09-07'),
    )
    await store()
    const again = await h.db.selectFrom('usage_summary').select(['grain', 'dept_id', 'dimension', 'period', 'key', 'users']).execute()
    expect(again.length).toBe(stored.length)
  })
  const fromThe7th = (answer: { list: { period: string }[] }): number => answer.list.filter(row => row.period >= '2026-09-07').length

  test('who heads departments sees those and what is below, in numbers: fewer than three people are put together', async () => {
    const one = (await boss!.post('/system/sysStatisticalTable', months)).data
    expect(one).toMatchObject({ withNames: false, seesAll: true })
    const rows = one.list as { isMerged: boolean; key: string | null; users: number | null }[]
    expect(rows.every(row => (row.isMerged ? row.key === null && row.users === null : (row.users ?? 0) >= 3))).toBe(true)
    expect((await boss!.post('/system/sysStatisticalTable', { ...months, statisticalDimension: 'USER' })).code).toBe(1003)
    // a head without the operation for all
    const department = await h.db.selectFrom('department').select(['id', 'version']).where('name', '=', '销售部').executeTakeFirstOrThrow()
    const me = await h.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .innerJoin('account_role as r', 'r.account_id', 'a.id')
      .select(['m.employee_id', 'r.role_id'])
      .where('a.username', '=', 'sales')
      .executeTakeFirstOrThrow()
    await h.db
      .insertInto('role_permission')
      .values({ org_id: h.demo.organisationIds[0], role_id: me.role_id, permission: 'monitoring.usage', operation: 2 } as never)
      .execute()
    const head = await signedInAs(h, 'sales')
    expect((await head.post('/system/sysStatisticalTable', months)).msg).toContain('没有负责的部门')
    await h.db.updateTable('department').set({ manager_id: me.employee_id }).where('id', '=', department.id).execute()
    const own = (await head.post('/system/sysStatisticalTable', months)).data
    expect(own).toMatchObject({ seesAll: false, withNames: false, deptId: department.id })
    expect(own.departments.map((d: { name: string }) => d.name)).toEqual(['销售部', '北美销售组'])
    expect((await head.post('/system/sysStatisticalTable', { ...months, deptId: departments.get('供应链部') })).code).toBe(1004)
    expect((await head.post('/systemUsageRecord/unused', {})).code).toBe(1003)
    const { list } = (await head.post('/systemUsageRecord/series', months)).data
    expect(list.length).toBeGreaterThan(0)
    expect(list.every((row: { clicks: { users: number | null } }) => row.clicks.users === null || row.clicks.users >= 3)).toBe(true)
  })

  test('pages that nobody has opened for 90 days, with the day they were opened last', async () => {
    const { list, since, pages } = (await it!.post('/systemUsageRecord/unused', {})).data
    const of = (menuId: string) => list.find((page: { menuId: string }) => page.menuId === menuId)
    expect(since).toBe('2026-08-24')
    expect(of('reference.country')).toBeUndefined()
    expect(of('reference.currencyRate')).toMatchObject({ lastDay: '2026-08-23' })
    expect(of('reference.shop')).toMatchObject({ lastDay: null })
    expect(pages).toBeGreaterThan(list.length)
  })
  test('a period of more than two years is refused', async () =>
    expect((await admin!.post('/systemUsageRecord/series', { startDate: '2020-01-01' })).code).toBe(1002))
})
