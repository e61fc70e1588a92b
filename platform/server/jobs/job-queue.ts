/**
 * Jobs: graphile-worker under the owner's connection (its tables are closed to the runtime role), enqueued inside any transaction by the
 * function enqueue_job. A killed process leaves its jobs locked for hours: each pool of workers holds a session advisory lock on its id,
 * and whoever starts, and every 10 s, frees the jobs of ids whose lock is free. A job begins again from its stored input, nothing resumes
 * in the middle.
 */
import { EventEmitter } from 'node:events'
import {
  Logger as WorkerLogger,
  makeWorkerUtils,
  type JobHelpers,
  run,
  runMigrations,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { JobHandler } from '../contract/area.ts'
import { connectionSettings } from '../db/pools.ts'
import type { House, JobQueue } from '../contract/house.ts'
import { ProcessLock, isProcessGone } from './process-lock.ts'
import { queuePool } from './queue-pool.ts'

const recoverEveryMs = 10_000
export const concurrencyDefault = 2

export const jobQueue: JobQueue = {
  async add(tx, task, payload, options = {}) {
    await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${options.queue ?? null}, ${options.key ?? null},
      ${options.runAt?.toISOString() ?? null})`.execute(tx)
  },
}

export interface RunningJobs {
  /** Waits until running jobs have ended, at most `msMax`; what is left begins again elsewhere. */
  stop(msMax: number): Promise<void>
}

/** Creates the queue's own tables; the owner's work, before anything is enqueued. */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl, logger: silent })
}

const silent = new WorkerLogger(() => () => undefined)
const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta }, message)
    else if (level === 'warning') log.warn(message)
  })

export async function startJobs(
  house: House,
  ownerUrl: string,
  handlers: Readonly<Record<string, JobHandler>>,
  concurrency = concurrencyDefault,
): Promise<RunningJobs> {
  const { log } = house
  let isStopped = false
  // the database may end before the last idle connections have: after the stop that is no error
  const onError = (error: Error): void => void (isStopped || log.error({ err: error }, 'the job queue lost a connection'))
  const pool = queuePool({ ...connectionSettings(ownerUrl, 'job queue'), max: concurrency + 2 }, onError)
  const alive = await ProcessLock.open(ownerUrl, log)
  const events = new EventEmitter() as WorkerEvents
  // jobs are locked by the pool, not by the worker that runs them
  events.on('pool:create', ({ workerPool }) => void alive.hold(workerPool.id).catch(onError))
  const stopping = new AbortController()
  const begun = new Set<string>()
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        begun.add(keyOf(job))
        await handler(house.forJobs, (payload ?? {}) as Record<string, unknown>, stopping.signal)
      },
    ]),
  )
  const utils = await makeWorkerUtils({ pgPool: pool, logger: workerLogger(log) })
  const recover = async (): Promise<void> => {
    await freeJobsOfTheDead(pool, alive, ids => utils.forceUnlockWorkers(ids), log)
    await freeJobsNeverBegun(pool, alive, begun, log)
  }
  await recover()
  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    events,
    noHandleSignals: true,
    logger: workerLogger(log),
    pollInterval: 2_000,
  })
  const timer = setInterval(() => void recover().catch(onError), recoverEveryMs)
  return {
    async stop(msMax) {
      clearInterval(timer)
      const late = setTimeout(() => stopping.abort(), msMax)
      await runner.stop()
      clearTimeout(late)
      isStopped = true
      await utils.release()
      await alive.end()
      await pool.end()
    },
  }
}

/** A job at one of its tries. */
const keyOf = ({ id, attempts }: { readonly id: string; readonly attempts: number }): string => `${id} ${attempts}`
/** By then a job that was taken has begun. */
const takenMsMax = 15_000

/**
 * A connection that breaks between a job being locked and the word of it leaves a job that this process holds and never begins. `begun`
 * keeps what it has begun for as long as the queue holds it, so that one whose end is still to be told is not run twice.
 */
async function freeJobsNeverBegun(pool: pg.Pool, alive: ProcessLock, begun: Set<string>, log: Logger): Promise<void> {
  // what begins while the queue is asked is not in its answer yet
  const before = [...begun]
  const { rows } = await pool.query<{ id: string; attempts: number; late: boolean }>(
    `select id::text, attempts, locked_at < now() - $2 * interval '1 ms' as late from graphile_worker._private_jobs
      where locked_by = any($1)`,
    [alive.ids, takenMsMax],
  )
  const held = new Set(rows.map(keyOf))
  const never = rows.filter(row => row.late && !begun.has(keyOf(row))).map(({ id }) => id)
  for (const key of before) if (!held.has(key)) begun.delete(key)
  if (never.length === 0) return
  log.warn({ jobs: never }, 'jobs that were taken and never begun are free again')
  await pool.query(
    `with freed as (update graphile_worker._private_jobs set locked_by = null, locked_at = null where id = any($1) and locked_by = any($2)
      returning job_queue_id)
     update graphile_worker._private_job_queues set locked_by = null, locked_at = null where id in (select job_queue_id from freed)`,
    [never, alive.ids],
  )
}

/** Jobs locked by a pool whose advisory lock can be had are nobody's: their process was killed. */
async function freeJobsOfTheDead(pool: pg.Pool, alive: ProcessLock, unlock: (ids: string[]) => Promise<void>, log: Logger): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null',
    )
    const dead: string[] = []
    for (const { id } of rows) {
      if (alive.holds(id) || !(await isProcessGone(client, id))) continue
      dead.push(id)
    }
    if (dead.length === 0) return
    log.warn({ workers: dead }, 'jobs of a killed process begin again')
    await unlock(dead)
  } finally {
    client.release()
  }
}
