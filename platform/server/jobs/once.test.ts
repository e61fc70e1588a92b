/** Jobs over all that is marked: who orders one waits for nobody, and what waits is done by one run. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { demoHouse, type DemoHouse } from '../../../test/setup/demo-house.ts'
import type { Context } from '../contract/context.ts'
import { merged } from './lanes.ts'
import { startJobs } from './job-queue.ts'

let h: DemoHouse
let system: Context
const task = 'test.marked'
beforeAll(async () => {
  h = await demoHouse()
  system = await h.house.asSystem('1', 'test')
})
afterAll(() => h.close())

/** How many wait; they are gone then. */
const ask = async (): Promise<number> =>
  Number((await sql<{ n: number }>`select count(*) as n from take_jobs(${task}, '{}')`.execute(h.db)).rows[0]?.n)
beforeEach(ask)
const order = (inside: Context): Promise<void> => inside.write(tx => h.house.jobs.addOnce(tx, task, { orgId: '1' }))

test('ordered twice in a transaction it is there once, and not at all where that is rolled back', async () => {
  await system.write(async (tx, inside) => {
    await h.house.jobs.addOnce(tx, task, { orgId: '1' })
    await order(inside)
  })
  expect(await ask()).toBe(1)
  const failing = system.write(async tx => {
    await h.house.jobs.addOnce(tx, task, { orgId: '1' })
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await ask()).toBe(0)
})

test('who orders the same as an open transaction does not wait for it', async () => {
  await order(system)
  const other = Promise.withResolvers<void>()
  const open = system.write(async (tx, inside) => {
    await order(inside)
    await h.house.jobs.addOnce(tx, task, { orgId: '1' })
    await other.promise
  })
  await order(system)
  // of a transaction without an outbox, likewise
  await h.db.transaction().execute(tx => h.house.jobs.addOnce(tx, task, { orgId: '1' }))
  other.resolve()
  await open
  expect(await ask()).toBe(4)
})

test('what waits is done by the run that begins, and what comes meanwhile by the next', async () => {
  const begun: string[] = []
  const [isFirst, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const handler = merged('people', async (_house, { orgId }) => {
    begun.push(String(orgId))
    isFirst.resolve()
    await goOn.promise
  })
  for (let n = 0; n < 5; n++) await order(system)
  await system.write(tx => h.house.jobs.addOnce(tx, task, { orgId: '2' }))
  const jobs = await startJobs(h.house, h.ownerUrl, { [task]: handler }, { people: 1, figures: 1, timed: 1, steady: 1, files: 1 })
  await isFirst.promise
  for (let n = 0; n < 3; n++) await order(system)
  goOn.resolve()
  await vi.waitFor(() => expect(begun).toHaveLength(3), 30_000)
  await jobs.stop(10_000)
  expect(begun.toSorted((x, y) => x.localeCompare(y))).toEqual(['1', '1', '2'])
  expect(await ask()).toBe(0)
})
