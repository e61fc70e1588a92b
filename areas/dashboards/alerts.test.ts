import { afterAll, beforeAll, expect, test } from 'vitest'
import { sales } from '#areas/sales/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { lookAtAlerts, type Figures } from './alerts.ts'
import { dashboards } from './index.ts'
import { alertRules } from './judge.ts'

let h: DemoHouse
let boss: Person
beforeAll(async () => {
  h = await demoHouse([
    { ...sales, demo: async () => {} },
    { ...dashboards, demo: async () => {} },
  ])
  boss = await signedInAs(h, 'boss')
})
afterAll(() => h.close())

const alert = { name: '订单少', report: 'amazonSaleStatistics', measure: 'orders', where: {}, rule: alertRules.below[0], threshold: '10' }
const figures = (until: string | null, values: Readonly<Record<string, string>>): Figures => ({
  until: () => Promise.resolve(until),
  values: () => Promise.resolve(new Map(Object.entries(values))),
})
const lookNow = async (with_: Figures): Promise<number> => {
  const system = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'a test looks at alerts')
  return system.write((tx, inside) => lookAtAlerts(inside, tx, with_))
}
const told = async (): Promise<string[]> =>
  (await boss.post('/notify/list', { pageSize: 50 })).data.list
    .map((one: { title: string }) => one.title)
    .filter((one: string) => one.includes('订单少'))

test('a day is told once, none is left out, and a look that is rolled back told nothing', async () => {
  expect((await boss.post('/measureAlert/insert', alert)).code).toBe(0)
  // nothing is complete yet
  expect(await lookNow(figures(null, {}))).toBe(0)
  expect(await lookNow(figures('2026-03-01', { '2026-03-01': '9' }))).toBe(1)
  expect(await lookNow(figures('2026-03-01', { '2026-03-01': '9' }))).toBe(0)
  expect(await told()).toEqual(['预警“订单少”：2026-03-01 订购订单数 9'])
  const next = figures('2026-03-04', { '2026-03-02': '8', '2026-03-03': '20', '2026-03-04': '7' })
  const system = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'a look that is rolled back')
  await expect(
    system.write(async (tx, inside) => {
      await lookAtAlerts(inside, tx, next)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await told()).toHaveLength(1)
  expect(await lookNow(next)).toBe(1)
  expect(await lookNow(next)).toBe(0)
  expect((await told()).toSorted()[1]).toBe('预警“订单少”：2026-03-04 订购订单数 7')
  const [row] = (await boss.post('/measureAlert/list', {})).data.list
  expect(row).toMatchObject({ checkedUntil: '2026-03-04', toldOn: '2026-03-04' })
  expect((await (await signedInAs(h, 'admin')).post('/measureAlert/list', {})).data.list).toEqual([])
})

test.each([
  [{ ...alert, threshold: '十' }, 1002],
  [{ ...alert, threshold: undefined }, 1002],
  [{ ...alert, measure: 'gone' }, 1002],
  [{ ...alert, report: 'gone' }, 1004],
  [{ ...alert, rule: 4 }, 1002],
  [{ ...alert, where: { nothing: ['1'] } }, 1002],
])('%# is refused', async (body, code) => expect((await boss.post('/measureAlert/insert', body)).code).toBe(code))

test('who may not look at the report sets no alert on it', async () =>
  expect((await (await signedInAs(h, 'employee')).post('/measureAlert/insert', alert)).code).toBe(1004))
