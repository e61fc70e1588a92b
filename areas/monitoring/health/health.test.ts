/** The running system: what is told of it, to whom, and alerts that open once, tell once and close by themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCallTimes } from '#platform/server/http/call-times.ts'
import { ask, demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { monitoring } from '../index.ts'
import { healthMeasures, isBad, worse, type HealthValues } from './measures.ts'
import { watchHealth } from './watch.ts'

test.each([
  ['above', '80', '80', false],
  ['above', '80.01', '80', true],
  ['below', '10', '10', false],
  ['below', '9.99', '10', true],
  ['above', null, '0', false],
] as const)('bad %s: %s against %s is trouble: %s', (bad, value, threshold, trouble) =>
  expect(isBad({ bad }, value, threshold)).toBe(trouble),
)
test('the worse of two lies further on the bad side', () => {
  expect([worse({ bad: 'above' }, '9', '10'), worse({ bad: 'below' }, '9', '10')]).toEqual(['10', '9'])
})

describe('over the house', () => {
  let h: DemoHouse
  let [admin, it]: Person[] = []
  beforeAll(async () => {
    h = await demoHouse([monitoring])
    ;[admin, it] = await Promise.all([signedInAs(h, 'admin'), signedInAs(h, 'it')])
  }, 60_000)
  afterAll(() => h.close())
  const good = Object.fromEntries(healthMeasures.map(one => [one.code, one.bad === 'above' ? '0' : '100'])) as HealthValues
  const look = async (values: Partial<HealthValues>): Promise<void> => {
    const system = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'a test looks at the system')
    await system.write((tx, inside) => watchHealth(inside, tx, { ...good, ...values }))
  }

  test('figures of database, queue, storage and calls, for IT alone', async () => {
    const times = createCallTimes(h.house)
    for (const ms of [5, 1_500]) times.count('POST /x/list', 200, ms)
    times.count('POST /x/list', 500, 30)
    await times.keep()
    times.count('POST /x/list', 200, 10)
    await times.keep()
    times.stop()
    const answered = await it!.post('/systemHealth/overview', {})
    expect(answered.msg).toBe('')
    const { data } = answered
    expect(data.calls.list).toEqual([{ route: 'POST /x/list', calls: 4, slow: 1, failed: 1, meanMs: 386, maxMs: 1500 }])
    expect(data.calls.hours).toMatchObject([{ calls: 4, slow: 1, failed: 1 }])
    expect(data.values).toMatchObject({ failedCalls: '1', slowShare: null })
    expect(data.database.bytes).toBeGreaterThan(1_000_000)
    expect(data.database.connectionsMax).toBeGreaterThan(0)
    expect(data.tables.length).toBeGreaterThan(10)
    expect(data.tables.some((one: { title: string | null }) => one.title !== null)).toBe(true)
    expect(Number(data.values.diskFree)).toBeGreaterThan(0)
    for (const who of ['finance', 'boss'])
      expect((await (await signedInAs(h, who)).post('/systemHealth/limit', { code: 'diskFree', threshold: '1' })).code).toBe(1003)
    expect((await (await signedInAs(h, 'finance')).post('/systemHealth/overview', {})).code).toBe(1003)
  })

  test('an alert opens once, is told once, keeps its worst value, and closes by itself; the next trouble is another alert', async () => {
    const alerts = async () => (await it!.post('/healthAlert/list', { pageSize: 50 })).data.list as Record<string, unknown>[]
    const told = async (): Promise<number> =>
      (await it!.post('/notify/list', { pageSize: 50 })).data.list.filter((one: { title: string }) => one.title.includes('数据盘剩余空间'))
        .length
    // with the figures of the system itself, in the transaction of the work
    const itself = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'a test looks at the system')
    await itself.write((tx, inside) => watchHealth(inside, tx))
    await h.db.deleteFrom('health_alert').execute()
    await look({})
    expect(await alerts()).toEqual([])
    await look({ diskFree: '4' })
    await look({ diskFree: '3' })
    await look({ diskFree: '5' })
    expect(await alerts()).toMatchObject([{ title: '数据盘剩余空间', state: 1, value: '5.00', worst: '3.00', threshold: '10.00' }])
    expect(await told()).toBe(1)
    await look({ diskFree: '50' })
    expect((await alerts())[0]).toMatchObject({ state: 2, closedAt: expect.any(String) })
    await look({ diskFree: null })
    expect(await alerts()).toHaveLength(1)
    await look({ diskFree: '4' })
    expect([(await alerts()).length, await told()]).toEqual([2, 2])
    // what is looked at and rolled back told nothing
    const system = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'a look that is rolled back')
    await expect(
      system.write(async (tx, inside) => {
        await watchHealth(inside, tx, { ...good, connections: '99' })
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect((await alerts()).filter(one => one['title'] === '数据库连接占用')).toEqual([])
  })

  test('limits are set by hand: numbers alone, of measures that there are', async () => {
    const set = (threshold: unknown, code = 'connections') => admin!.post('/systemHealth/limit', { code, threshold })
    for (const wrong of ['', 'x', '-1', '1.234', '1e9', null]) expect((await set(wrong)).code, String(wrong)).toBe(1002)
    expect((await set('5', 'nothing')).code).toBe(1004)
    expect((await set('60')).code).toBe(0)
    expect((await set('70.5')).code).toBe(0)
    const { data } = await it!.post('/systemHealth/overview', {})
    expect(data.measures.find((one: { code: string }) => one.code === 'connections')).toMatchObject({
      threshold: '70.5',
      isThresholdSet: true,
    })
    await look({ connections: '71' })
    expect((await it!.post('/healthAlert/list', {})).data.list.some((one: { title: string }) => one.title === '数据库连接占用')).toBe(true)
    const english = { authorization: `Bearer ${it!.token}`, 'accept-language': 'en-US' }
    const { data: inEnglish } = await ask(h, 'POST', '/healthAlert/list', { title: 'Database connections in use' }, english)
    expect(inEnglish.list.map((one: { title: string }) => one.title)).toContain('Database connections in use')
  })
})
