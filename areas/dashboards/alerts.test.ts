/** Alerts on a measure: of complete days, each told once, within what their owner sees, of the same figures that the report shows. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { commonUntil } from '#platform/format/like-for-like.ts'
import { openImports, type ImportHouse } from '../../test/setup/amazon-imports.ts'
import type { Figures } from './alert-figures.ts'
import { lookAtAlerts } from './alerts.ts'
import { dashboards } from './index.ts'
import { alertRules } from './judge.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports(undefined, false, false, [{ ...dashboards, demo: async () => {} }])
})
afterAll(() => h?.close())
beforeEach(() => h.sql('delete from measure_alert'))

const report = 'amazonSaleStatistics'
const alert = { name: '订单少', report, measure: 'orders', where: {}, rule: alertRules.below[0], threshold: '10' }
/** figures of one shop, whose files end on this day */
const given = (until: string | null, days: Readonly<Record<string, string>>): Figures => ({
  shops: () => Promise.resolve([{ id: '1', name: '', since: '2026-01-01', until }]),
  rows: () => Promise.resolve(new Map([['', { name: '', values: new Map(Object.entries(days)) }]])),
})
async function look(figures?: Figures): Promise<number> {
  const system = await h.house.asSystem(h.orgId, 'a test looks at alerts')
  return system.write((tx, inside) => lookAtAlerts(inside, tx, figures))
}
const told = async (name: string): Promise<string[]> =>
  (await h.boss.post('/notify/list', { pageSize: 50 })).data.list
    .map((one: { title: string; detail: string }) => `${one.title} ${one.detail}`)
    .filter((one: string) => one.includes(`“${name}”`))
    .toSorted((a: string, b: string) => (a < b ? -1 : 1))

test('a day is told once, none is left out, and a look that is rolled back told nothing', async () => {
  expect((await h.boss.post('/measureAlert/insert', alert)).msg).toBe('')
  // nothing is complete yet
  expect(await look(given(null, {}))).toBe(0)
  const first = given('2026-03-01', { '2026-03-01': '9' })
  expect([await look(first), await look(first)]).toEqual([1, 0])
  expect(await told('订单少')).toEqual([expect.stringContaining('预警“订单少”：2026-03-01 订购订单数 9')])
  const next = given('2026-03-04', { '2026-03-02': '8', '2026-03-03': '20', '2026-03-04': '7' })
  const system = await h.house.asSystem(h.orgId, 'a look that is rolled back')
  await expect(
    system.write(async (tx, inside) => {
      await lookAtAlerts(inside, tx, next)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await told('订单少')).toHaveLength(1)
  expect([await look(next), await look(next)]).toEqual([1, 0])
  const [, second = ''] = await told('订单少')
  expect(second).toContain('2026-03-04 订购订单数 7')
  expect(second).toContain('低于阈值 10；另有 2026-03-02 8；数据完整至 2026-03-04')
  const [row] = (await h.boss.post('/measureAlert/list', {})).data.list
  expect(row).toMatchObject({ checkedUntil: '2026-03-04', toldOn: '2026-03-04', state: 2 })
  // everybody's own
  expect((await h.clerk.post('/measureAlert/list', {})).data.list).toEqual([])
})

test('switched off it is not looked at; without its measure it says so', async () => {
  const { data } = await h.boss.post('/measureAlert/insert', alert)
  const day = given('2026-03-01', { '2026-03-01': '9' })
  await h.boss.post('/measureAlert/update', { id: data.id, version: 1, isOn: false })
  expect(await look(day)).toBe(0)
  await h.sql("update measure_alert set is_on = true, measure = 'gone'")
  expect(await look(day)).toBe(0)
  expect((await h.boss.post('/measureAlert/list', {})).data.list[0]).toMatchObject({ state: 3, checkedUntil: null })
})

test('without its threshold it would never tell: refused however it is written', async () => {
  const { data } = await h.boss.post('/measureAlert/insert', { ...alert, rule: alertRules.unusual[0], threshold: null })
  const set = (version: number, body: object) => h.boss.post('/measureAlert/update', { id: data.id, version, ...body })
  const refused = await set(1, { rule: alertRules.above[0] })
  expect(refused).toMatchObject({ code: 1002, msg: '请填写阈值' })
  expect((await set(1, { rule: alertRules.above[0], threshold: '5' })).msg).toBe('')
  expect((await set(2, { threshold: null })).code).toBe(1002)
})

test('switched on again it begins with the last day, and tells no day twice', async () => {
  const { data } = await h.boss.post('/measureAlert/insert', { ...alert, name: '停用' })
  const day = given('2026-03-01', { '2026-03-01': '9' })
  expect(await look(day)).toBe(1)
  await h.boss.post('/measureAlert/update', { id: data.id, version: 1, isOn: false })
  await h.boss.post('/measureAlert/update', { id: data.id, version: 2, isOn: true })
  await look(day)
  expect(await told('停用')).toHaveLength(1)
  await h.boss.post('/measureAlert/update', { id: data.id, version: 3, isOn: false })
  await h.boss.post('/measureAlert/update', { id: data.id, version: 4, isOn: true })
  await look(given('2026-03-09', { '2026-03-05': '1', '2026-03-09': '2' }))
  const [, second = ''] = await told('停用')
  expect(second).toContain('2026-03-09 订购订单数 2')
  expect(second).not.toContain('2026-03-05')
})

const head =
  'amazon-order-id\tmerchant-order-id\tpurchase-date\tlast-updated-date\torder-status\tfulfillment-channel\tsales-channel\t' +
  'product-name\tsku\tasin\titem-status\tquantity\t' +
  'currency\titem-price\titem-tax\tshipping-price\tshipping-tax\tgift-wrap-price\tgift-wrap-tax\titem-promotion-discount\t' +
  'ship-promotion-discount\tship-country'
/** one order at noon of each day; `of`: how many orders a day has */
const file = (from: string, days: number, of: (at: number) => number, site = 'de', currency = 'EUR'): string =>
  [
    head,
    ...Array.from({ length: days }, (_, at) => at).flatMap(at =>
      Array.from({ length: of(at) }, (_, n) => {
        const instant = `${addDays(from, at)}T10:00:00+00:00`
        const no = `${site === 'de' ? 302 : 112}-${String(at).padStart(7, '0')}-${String(n).padStart(7, '0')}`
        const head = `${no}\t\t${instant}\t${instant}\tShipped\tAmazon\tAmazon.${site}`
        return `${head}\tRolle\tA\tB0A\tShipped\t1\t${currency}\t10\t1\t\t\t\t\t\t\tDE`
      }),
    ),
    '',
  ].join('\r\n')

test('by the figures of the report: outside of what is usual on the weekday, of the shop whose files have come', async () => {
  const made = await h.boss.post('/measureAlert/insert', {
    ...alert,
    name: '异常',
    rule: alertRules.unusual[0],
    threshold: null,
    level: 'shop',
  })
  expect(made.msg).toBe('')
  const from = '2026-07-06'
  // eight weeks of two orders a day, and five on the last day
  const told_ = await h.import(
    'orders.txt',
    file(from, 57, at => (at === 56 ? 5 : 2)),
    { path: '/saleOrder/importData', shopId: h.shop('DE') },
  )
  expect(told_, JSON.stringify(told_)).toMatchObject({ state: 'done' })
  // the file is there and its figures are not worked out: nothing is judged by what is missing
  expect(await look()).toBe(0)
  expect((await h.boss.post('/measureAlert/list', {})).data.list[0]).toMatchObject({ state: 1, checkedUntil: null })
  await refreshRollups(h.house, h.orgId)
  expect([await look(), await look()]).toEqual([1, 0])
  const [said = ''] = await told('异常')
  expect(said).toContain(`${addDays(from, 56)} `)
  expect(said).toContain('订购订单数 5')
  expect(said).toContain('同一星期几平常在 2 到 2 之间')
  expect((await h.boss.post('/measureAlert/list', {})).data.list[0]).toMatchObject({ checkedUntil: addDays(from, 56), levelTitle: '店铺' })
})

test('a shop whose files stopped weeks ago is judged by none of the days that are missing, and is named', async () => {
  const of = { path: '/saleOrder/importData', shopId: h.shop('US') }
  // up to 10 July: its last days stand among the eight weeks before the last day of the other shop
  const kept = await h.import(
    'us.txt',
    file('2026-06-11', 30, () => 30, 'com', 'USD'),
    of,
  )
  expect(kept, JSON.stringify(kept)).toMatchObject({ state: 'done' })
  await refreshRollups(h.house, h.orgId)
  const set = (name: string, body: object) => h.boss.post('/measureAlert/insert', { ...alert, name, ...body })
  await set('各店', { threshold: '1', level: 'shop' })
  await set('合计', { rule: alertRules.unusual[0], threshold: null })
  await set('偏低', { threshold: '6' })
  expect(await look()).toBe(2)
  expect(await told('各店')).toEqual([])
  // eight weeks of two orders, without the thirty of the shop that stopped: what its total was with it is not what is usual
  const [total = ''] = await told('合计')
  expect(total).toContain('同一星期几平常在 2 到 2 之间')
  const [low = ''] = await told('偏低')
  expect(low).toMatch(/2026-08-31 订购订单数 5 低于阈值 6；数据完整至 2026-08-31，未计入文件未到的店铺：.+（至 2026-07-10）/)
})

test('a report says until when each shop is complete, of those that its reader sees, to whoever may look at it', async () => {
  const ask = { report }
  const { until, shops } = (await h.boss.post('/report/completeUntil', ask)).data
  expect(until).toBe('2026-08-31')
  const known = shops.filter((one: { until: string | null }) => one.until !== null)
  expect(known.map((one: { until: string }) => one.until)).toEqual(['2026-07-10', '2026-08-31'])
  // those without files come first
  expect(shops.slice(-2)).toEqual(known)
  const mine = (await (await h.signIn('sales')).post('/report/completeUntil', ask)).data.shops
  expect(mine.length).toBeLessThan(shops.length)
  expect((await (await h.signIn('employee')).post('/report/completeUntil', ask)).code).toBe(1003)
  expect((await h.boss.post('/report/completeUntil', { report: 'gone' })).code).toBe(1004)
  expect((await h.boss.post('/report/completeUntil', { report, where: { nothing: ['1'] } })).code).toBe(1002)
})

test('the export says until when its figures are complete, and which shops end before its period does', async () => {
  const body = { query: { by: ['shop'], startDate: '2026-08-01', endDate: '2026-09-30', currency: 'CNY' }, format: 'csv' }
  const text = (await h.download('/amazonSaleStatistics/export', body)).toString('utf8')
  expect(text).toMatch(/数据完整至.?,.?2026-08-31/)
  expect(text).toMatch(/不完整的店铺.+美国站 2026-07-10.+德国站 2026-08-31/)
})

test('a card whose measure was removed from its report is refused as a new one, and stays where it was kept', async () => {
  const card = (measure: string) => ({
    key: 'c1',
    title: '旧指标',
    width: 3,
    height: 1,
    measure: { report, look: 'figure', measures: [measure], by: [], period: 'last30', currency: 'CNY' },
  })
  const board = { name: '看板', roleIds: [], filter: {}, seconds: null }
  const refused = await h.boss.post('/dashboard/keep', { ...board, cards: [card('gone')] })
  expect(refused).toMatchObject({ code: 1002, msg: '卡片“旧指标”没有“gone”这个指标' })
  const { id, version } = (await h.boss.post('/dashboard/keep', { ...board, cards: [card('orders')] })).data
  await h.sql(`update dashboard set content = replace(content::text, '"orders"', '"gone"')::jsonb where id = ${id}`)
  expect((await h.boss.post('/dashboard/keep', { ...board, id, version, name: '改名', cards: [card('gone')] })).msg).toBe('')
})

test.each([
  [[], null],
  [[null], null],
  [['2026-03-01', '2026-03-09', null], '2026-03-01'],
  // 35 days behind the others still counts, 36 do not
  [['2026-02-02', '2026-03-09'], '2026-02-02'],
  [['2026-02-01', '2026-03-09'], '2026-03-09'],
])('complete for %j: until %s', (days, until) => expect(commonUntil(days)).toBe(until))

test.each([
  [{ ...alert, threshold: '十' }, 1002],
  [{ ...alert, threshold: undefined }, 1002],
  [{ ...alert, threshold: null }, 1002],
  [{ ...alert, level: 'sku' }, 1002],
  [{ ...alert, measure: 'gone' }, 1002],
  // a class is no figure that a threshold could be held against
  [{ ...alert, measure: 'salesClass' }, 1002],
  [{ ...alert, report: 'gone' }, 1004],
  [{ ...alert, rule: 4 }, 1002],
  [{ ...alert, where: { nothing: ['1'] } }, 1002],
])('%# is refused', async (body, code) => expect((await h.boss.post('/measureAlert/insert', body)).code).toBe(code))

test('who may not look at the report sets no alert on it', async () =>
  expect((await (await h.signIn('employee')).post('/measureAlert/insert', alert)).code).toBe(1004))
