/** The running system: what is told of it, to whom, and alerts that open once, tell once and close by themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { taskStates } from '#platform/server/db/house-tables.ts'
import { runStates } from '#platform/server/timed/tables.ts'
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

  test('queue, failing jobs of the own organisation, storage by type and months of a table', async () => {
    const [orgId = '', otherId = ''] = h.demo.organisationIds
    const before = (await it!.post('/systemHealth/overview', {})).data
    const task = (org: string, state: number, title: string) =>
      sql`insert into task (org_id, account_id, kind, title, state, finished_at)
        values (${org}, 1, 'x', ${title}, ${state}, ${h.clock.now.toISOString()})`.execute(h.db)
    for (const [org, state, title] of [
      [orgId, taskStates.queued[0], '等着的'],
      [orgId, taskStates.running[0], '正在做的'],
      [orgId, taskStates.failed[0], '没做成的'],
      [otherId, taskStates.failed[0], '别家没做成的'],
    ] as const)
      await task(org, state, title)
    for (const [org, name, state] of [
      [orgId, 'nightly', runStates.again[0]],
      [otherId, 'foreign', runStates.dead[0]],
    ] as const)
      await sql`insert into timed_run (organisation_id, name, planned_at, state) values (${org}, ${name}, now(), ${state})`.execute(h.db)
    for (const [type, size] of [
      ['import', 700],
      ['import', 300],
      ['picture', 5],
    ] as const)
      await sql`insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
        values (${orgId}, 1, ${`${type}${size}`}, 'x', ${size}, ${`${type}${size}`}, ${type}, 'x')`.execute(h.db)
    const owner = new pg.Client(h.ownerUrl)
    await owner.connect()
    await owner.query('create table probe_line (day date not null, note text) partition by range (day)')
    await owner.query(`create table probe_line_2026_01 partition of probe_line for values from ('2026-01-01') to ('2026-02-01')`)
    await owner.query(`insert into probe_line select '2026-01-05', repeat('x', 1000) from generate_series(1, 40000)`)
    await owner.query('analyze probe_line')
    const { data } = await it!.post('/systemHealth/overview', {})
    await owner.query('drop table probe_line')
    await owner.end()
    expect([data.queue.tasksQueued - before.queue.tasksQueued, data.queue.tasksRunning - before.queue.tasksRunning]).toEqual([1, 1])
    const known = new Set(before.jobs.map((one: { key: string }) => one.key))
    const fresh = data.jobs.filter((one: { key: string }) => !known.has(one.key))
    expect(fresh.map((one: { title: string; kind: string; isDead: boolean }) => [one.kind, one.title, one.isDead])).toEqual([
      ['timed', 'nightly', false],
      ['task', '没做成的', true],
    ])
    const ofType = (type: string) => data.storage.list.find((one: { type: string }) => one.type === type)
    expect([ofType('import'), ofType('picture')]).toEqual([
      { type: 'import', files: 2, bytes: 1000 },
      { type: 'picture', files: 1, bytes: 5 },
    ])
    const probe = data.tables.find((one: { name: string }) => one.name === 'probe_line')
    expect(probe).toMatchObject({ rows: 40_000, months: [{ month: '2026-01', rows: 40_000 }] })
    expect(Number(data.values.largestTable)).toBe(
      Number((Math.max(...data.tables.map((one: { bytes: number }) => one.bytes)) / 1024 ** 3).toFixed(2)),
    )
    expect(data.values).toMatchObject({ failedTasks: '1', deadJobs: before.values.deadJobs })
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
