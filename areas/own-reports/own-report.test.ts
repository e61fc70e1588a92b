/** Kept reports of one's own, through the real HTTP layer: whose they are, who sees them, what is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supply } from '#areas/supply/index.ts'
import { goods } from '#areas/goods/index.ts'
import { finance } from '#areas/finance/index.ts'
import { sales as salesArea } from '#areas/sales/index.ts'
import { ownReports } from './index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

let h: DemoHouse
let [boss, sales, buyer]: Person[] = []
beforeAll(async () => {
  h = await demoHouse([goods, supply, finance, salesArea, ownReports])
  ;[boss, sales, buyer] = await Promise.all([signedInAs(h, 'boss'), signedInAs(h, 'sales'), signedInAs(h, 'buyer')])
}, 60_000)
afterAll(() => h.close())

const type = 'ownReport'
const report = {
  report: 'adStatistics',
  rows: ['campaign'],
  across: ['month'],
  measures: ['spend', 'clicks'],
  where: { portfolio: ['Core'] },
  currency: 'CNY',
  period: { months: 12 },
}
const kept = (who: Person, more: object = {}) => who.post('/ListProfile/saveListProfile', { type, kind: 1, name: '销量', report, ...more })
const listed = async (who: Person): Promise<{ profileId: string; isOwn: boolean; report: object; removed: string[] }[]> =>
  (await who.get(`/ListProfile/profileList?type=${type}`)).data
const employeeOf = async (username: string): Promise<string> => {
  const row = await h.db
    .selectFrom('account_organisation')
    .innerJoin('account', 'account.id', 'account_organisation.account_id')
    .select('employee_id')
    .where('username', '=', username)
    .where('account_organisation.org_id', '=', h.demo.organisationIds[0] ?? '')
    .executeTakeFirstOrThrow()
  return row.employee_id ?? ''
}

test('it is kept, shared with people who may look at the report, and read as it was kept', async () => {
  const { code, data } = await kept(boss!)
  expect(code).toBe(0)
  expect((await listed(boss!)).map(one => [one.profileId, one.isOwn])).toEqual([[data.profileId, true]])
  expect((await listed(boss!))[0]?.report).toMatchObject(report)
  expect(await listed(sales!)).toEqual([])
  const employeeIds = [await employeeOf('sales'), await employeeOf('buyer')]
  expect((await boss!.post('/ListProfile/share', { profileId: data.profileId, employeeIds, deptIds: [] })).code).toBe(0)
  expect((await listed(sales!)).map(one => [one.profileId, one.isOwn])).toEqual([[data.profileId, false]])
  // a buyer has no right to the statistics: a shared report opens no door
  expect(await listed(buyer!)).toEqual([])
  expect((await kept(sales!, { profileId: data.profileId, version: 1 })).msg).toContain('别人共享')
})

test('a report, dimension or measure that is not there is refused by name; what has gone since is named and left out', async () => {
  for (const [wrong, says] of [
    [{ report: { ...report, report: 'gone' } }, '报表不存在'],
    [{ report: { ...report, measures: ['gone'] } }, '没有“gone”'],
    [{ report: { ...report, where: { gone: ['1'] } } }, '没有“gone”这个筛选维度'],
    [{ report: { ...report, period: { from: '2026-05', to: '2026-01' } } }, '期间不正确'],
    [{ report: { ...report, period: { from: '2026-05-01', to: '2026-06' } } }, '期间不正确'],
    [{ report: { ...report, period: { days: 4_000 } } }, '期间不正确'],
    [{ report: undefined }, '请选择报表'],
    [{ name: ' ' }, '名称不能为空'],
  ] as const) {
    const { code, msg } = await kept(boss!, wrong)
    expect([code, msg]).toEqual([says === '报表不存在' ? 1004 : 1002, expect.stringContaining(says)])
  }
  const withGone = { ...report, measures: ['spend', 'old'], titles: { old: '旧指标' } }
  const { data } = await kept(boss!, { name: '旧指标' })
  const content = JSON.stringify({ name: '旧指标', columnList: [], conditionList: [], orderByList: [], report: withGone })
  await h.db
    .updateTable('list_profile')
    .set({ content: content as never })
    .where('id', '=', data.profileId)
    .execute()
  const [found] = (await listed(boss!)).filter(one => one.profileId === data.profileId)
  expect([found?.removed, found?.report]).toEqual([['旧指标'], expect.objectContaining({ measures: ['spend'] })])
})

test('days are kept as they are said, with what figures are held against; one of them is the default, and no longer', async () => {
  const more = { ...report, compare: 'before', period: { days: 30 } }
  const { code, msg, data } = await kept(boss!, { name: '近 30 天', report: more })
  expect(code, msg).toBe(0)
  const own = async () =>
    (await boss!.get(`/ListProfile/profileList?type=${type}`)).data.find((one: { profileId: string }) => one.profileId === data.profileId)
  expect((await own()).report).toMatchObject({ compare: 'before', period: { days: 30 } })
  for (const isDefault of [1, 0]) {
    expect((await boss!.post('/ListProfile/udpate', { id: data.profileId, listType: type, isDefault })).code).toBe(0)
    expect((await own()).isDefault).toBe(isDefault)
  }
})

test('the file of a pivot says until when its figures are complete, as the file of the report does', async () => {
  const { period: _period, ...asked } = report
  const query = { ...asked, where: {}, startDate: '2026-01-01', endDate: '2026-12-31' }
  const answer = await h.app.inject({
    method: 'POST',
    url: '/api-2024/ownReport/export',
    headers: { authorization: `Bearer ${boss!.token}`, 'idempotency-key': 'pivot-file' },
    payload: { query, format: 'csv' },
  })
  expect(answer.body).toMatch(/数据完整至,"?没有文件/)
})

test('the pivot and its file take the right to the report, the file the right to export it', async () => {
  const { period: _period, ...asked } = report
  const query = { ...asked, where: {}, startDate: '2026-01-01', endDate: '2026-12-31' }
  const shown = await boss!.post('/ownReport/pivot', query)
  expect(shown).toMatchObject({ code: 0, data: { rows: expect.any(Array) as unknown } })
  expect((await buyer!.post('/ownReport/pivot', query)).code).toBe(1003)
  expect((await buyer!.post('/ownReport/export', { query })).code).toBe(1003)
})
