/** Jobs of a killed process begin again; those of a living one never run twice, even when its lock's connection breaks. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import type { House } from '../contract/house.ts'
import { inLane } from './lanes.ts'
import { startJobs, type RunningJobs } from './job-queue.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase({ tables: new Map() })
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const house = { log: pino({ level: 'silent' }) } as unknown as House
let starts = 0
let finish: () => void = () => undefined
beforeEach(() => {
  starts = 0
})
let begunFigures = 0
let endFigures: () => void = () => undefined
/** A job of another lane, likewise. */
const figures = async (): Promise<void> => {
  begunFigures += 1
  await new Promise<void>(done => (endFigures = done))
}
/** A job that runs as long as the test wants. */
const slow = async (): Promise<void> => {
  starts += 1
  await new Promise<void>(done => (finish = done))
}
const process = (): Promise<RunningJobs> =>
  startJobs(
    house,
    database.ownerUrl,
    { slow, figures: inLane('figures', figures) },
    { people: 1, figures: 1, timed: 1, steady: 1, files: 1 },
  )
const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 6_000 && !(await isTrue()); tries++) await pause(10)
  expect(await isTrue()).toBe(true)
}
const lockHolder = async (): Promise<number | undefined> =>
  (
    await owner.query<{ pid: number }>(
      `select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory' and l.classid = 7301
        and a.datname = current_database()`,
    )
  ).rows[0]?.pid
const add = (): Promise<unknown> => owner.query(`select graphile_worker.add_job('slow', '{}'::json)`)
const jobsLeft = async (): Promise<number> =>
  (await owner.query<{ n: number }>('select count(*)::int as n from graphile_worker.jobs')).rows[0]?.n ?? 0

test('a living process keeps its jobs when the connection of its lock breaks', async () => {
  const first = await process()
  await add()
  await until(() => starts === 1)
  const before = await lockHolder()
  expect(before).toBeDefined()
  await owner.query('select pg_terminate_backend($1)', [before])
  await until(async () => ![undefined, before].includes(await lockHolder()))
  const second = await process()
  await pause(300)
  expect(starts).toBe(1)
  finish()
  await Promise.all([first.stop(1_000), second.stop(1_000)])
  expect(await jobsLeft()).toBe(0)
})

test('jobs that a dead process held begin again at the next start', async () => {
  await add()
  await owner.query(`update graphile_worker._private_jobs set locked_by = 'a-pool-that-is-gone', locked_at = now()`)
  const jobs = await process()
  await until(() => starts === 1)
  finish()
  await jobs.stop(1_000)
  expect(await jobsLeft()).toBe(0)
})

test('a job that ends while every connection of the queue breaks has ended once, and the process lives', async () => {
  const jobs = await process()
  await add()
  await until(() => starts === 1)
  const breaking = owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity, generate_series(1, 3) where application_name = 'zhanggui job queue'
      and datname = current_database()`,
  )
  finish()
  await breaking
  await until(async () => (await jobsLeft()) === 0)
  await jobs.stop(1_000)
  expect(starts).toBe(1)
})

test('a job that this process has taken and never begun is free again', async () => {
  const jobs = await process()
  // the word of it was lost: the queue believes that it runs here
  const pool = (await owner.query<{ id: string }>('select locked_by as id from graphile_worker._private_jobs where locked_by is not null'))
    .rows
  expect(pool).toEqual([])
  await add()
  await until(() => starts === 1)
  await owner.query("select graphile_worker.add_job('slow', '{}'::json, run_at := now() + interval '1 hour')")
  await owner.query(
    `update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_at = now() - interval '1 minute',
       locked_by = (select locked_by from graphile_worker._private_jobs where locked_by is not null) where locked_by is null`,
  )
  finish()
  await until(() => starts === 2)
  finish()
  await until(async () => (await jobsLeft()) === 0)
  await jobs.stop(1_000)
})

test('work of people begins while figures are computed, however many wait', async () => {
  for (let n = 0; n < 500; n++) await owner.query(`select graphile_worker.add_job('figures', '{}'::json)`)
  const jobs = await process()
  await until(() => begunFigures === 1)
  await add()
  await until(() => starts === 1)
  expect(begunFigures).toBe(1)
  finish()
  await until(async () => (await jobsLeft()) === 500)
  await owner.query(`delete from graphile_worker._private_jobs where locked_at is null`)
  endFigures()
  await until(async () => (await jobsLeft()) === 0)
  await jobs.stop(1_000)
})
