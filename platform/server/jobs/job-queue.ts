/**
 * Jobs: graphile-worker under the owner's connection, enqueued inside any transaction by enqueue_job. A killed process leaves its jobs
 * locked for hours: each pool of workers holds a session advisory lock on its id, and whoever starts, and every 10 s, frees the jobs of
 * ids whose lock is free. A job begins again from its stored input.
 */
import { EventEmitter } from 'node:events'
import {
  Logger as WorkerLogger,
  makeWorkerUtils,
  type Job,
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
import type { JobHandler, JobLane } from '../contract/area.ts'
import { connectionSettings } from '../db/pools.ts'
import type { Tx } from '../contract/database.ts'
import { jobKeptForEnd, takeJobs, type OrderedOnce } from '../db/outbox.ts'
import type { House, JobQueue } from '../contract/house.ts'
import { laneOf, lanes, placesDefault } from './lanes.ts'
import { ProcessLock, isProcessGone } from '../db/process-lock.ts'
import { queuePool } from './queue-pool.ts'
import { Taken } from './taken.ts'

const recoverEveryMs = 10_000
/** connections that each lane holds to hear of new jobs */
const listening = 1

export const jobQueue: JobQueue = {
  async add(tx, task, payload, options = {}) {
    await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${options.queue ?? null}, ${options.key ?? null},
      ${options.runAt?.toISOString() ?? null})`.execute(tx)
  },
  async addOnce(tx, task, payload) {
    if (!jobKeptForEnd(tx, { task, payload })) await order(tx, { task, payload })
  },
  async take<Payload extends object>(tx: Tx, task: string, holds: Partial<Payload> & object) {
    const { rows } = await sql<{
      payload: Payload
    }>`select take_jobs(${task}, ${JSON.stringify(holds)}::jsonb) as payload`.execute(tx)
    return rows.map(row => row.payload)
  },
}

const order = (tx: Tx, { task, payload }: OrderedOnce): Promise<void> =>
  jobQueue.add(tx, task, payload, { queue: [task, payload['orgId']].join(' ') })

/** Enqueues what the transaction orders once, last before its commit. */
export async function orderKept(tx: Tx): Promise<void> {
  for (const job of takeJobs(tx)) await order(tx, job)
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
  places: Readonly<Record<JobLane, number>> = placesDefault,
): Promise<RunningJobs> {
  const { log } = house
  let isStopped = false
  // the database may end before the last idle connections have: after the stop that is no error
  const onError = (error: Error): void => void (isStopped || log.error({ err: error }, 'the job queue lost a connection'))
  const pool = queuePool(
    { ...connectionSettings(ownerUrl, 'job queue'), max: Object.values(places).reduce((sum, n) => sum + n + listening, 2) },
    onError,
  )
  const alive = await ProcessLock.open(ownerUrl, log)
  const events = new EventEmitter() as WorkerEvents
  // jobs are locked by the pool, not by the worker that runs them
  events.on('pool:create', ({ workerPool }) => void alive.hold(workerPool.id).catch(onError))
  const stopping = new AbortController()
  const taken = new Taken()
  const gone = new Map<string, number>()
  const begin = (handler: JobHandler, payload: unknown, job: Job): Promise<void> =>
    taken.begin(job, async () => {
      // what waits is gone before the work reads what is marked: it is done with it
      if (handler.isMerged === true) await pool.query('select from take_jobs($1, $2)', [job.task_identifier, JSON.stringify(payload)])
      await handler(house.forJobs, (payload ?? {}) as Record<string, unknown>, stopping.signal)
    })
  const tasksOf = (lane: JobLane): TaskList =>
    Object.fromEntries(
      Object.entries(handlers)
        .filter(([, handler]) => laneOf(handler) === lane)
        .map(([name, handler]) => [name, (payload: unknown, { job }: JobHelpers) => begin(handler, payload, job)]),
    )
  const utils = await makeWorkerUtils({ pgPool: pool, logger: workerLogger(log) })
  const recover = async (): Promise<void> => {
    await freeJobsOfTheDead(pool, { alive, gone }, ids => utils.forceUnlockWorkers(ids), log)
    await freeJobsNeverBegun(pool, alive, taken, log)
  }
  await recover()
  // a lane without a task of its own is not opened
  const open = lanes.flatMap(lane => {
    const taskList = tasksOf(lane)
    return Object.keys(taskList).length === 0 ? [] : [{ taskList, concurrency: places[lane] }]
  })
  const runners: readonly Runner[] = await Promise.all(
    open.map(lane => run({ pgPool: pool, ...lane, events, noHandleSignals: true, logger: workerLogger(log), pollInterval: 2_000 })),
  )
  const again = (): void => void recover().catch(onError)
  const timer = setInterval(again, recoverEveryMs)
  // what was seen without its process at the start is looked at once more
  const second = setTimeout(again, goneMsMin + 500)
  return {
    async stop(msMax) {
      clearInterval(timer)
      clearTimeout(second)
      const late = setTimeout(() => stopping.abort(), msMax)
      await Promise.all(runners.map(one => one.stop()))
      clearTimeout(late)
      isStopped = true
      await utils.release()
      await alive.end()
      await pool.end()
    },
  }
}

/** By then a job that was taken has begun. */
const takenMsMax = 15_000

/**
 * A connection that breaks between a job being locked and the word of it leaves a job that this process holds and never begins.
 */
async function freeJobsNeverBegun(pool: pg.Pool, alive: ProcessLock, taken: Taken, log: Logger): Promise<void> {
  const before = taken.begun
  const { rows } = await pool.query<{ id: string; attempts: number; late: boolean }>(
    `select id::text, attempts, locked_at < now() - $2 * interval '1 ms' as late from graphile_worker._private_jobs
      where locked_by = any($1)`,
    [alive.ids, takenMsMax],
  )
  const never = taken.free(
    before,
    rows,
    rows.filter(row => row.late),
  )
  if (never.length === 0) return
  log.warn({ jobs: never }, 'jobs that were taken and never begun are free again')
  await pool.query(
    `with freed as (update graphile_worker._private_jobs set locked_by = null, locked_at = null where id = any($1) and locked_by = any($2)
      returning job_queue_id)
     update graphile_worker._private_job_queues set locked_by = null, locked_at = null where id in (select job_queue_id from freed)`,
    [never, alive.ids],
  )
}

/** A living process has its lock again by then. */
const goneMsMin = 3_000

/**
 * Jobs locked by a pool whose advisory lock can be had are nobody's: their process was killed. One whose connection broke has no lock for a
 * moment, and works on: dead is who has none at two looks.
 */
async function freeJobsOfTheDead(
  pool: pg.Pool,
  { alive, gone }: { readonly alive: ProcessLock; readonly gone: Map<string, number> },
  unlock: (ids: string[]) => Promise<void>,
  log: Logger,
): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null',
    )
    const held = new Set(rows.map(({ id }) => id))
    for (const id of gone.keys()) if (!held.has(id)) gone.delete(id)
    const dead: string[] = []
    for (const id of held) {
      if (alive.holds(id) || !(await isProcessGone(client, id))) {
        gone.delete(id)
        continue
      }
      const since = gone.get(id) ?? Date.now()
      gone.set(id, since)
      if (Date.now() - since >= goneMsMin) dead.push(id)
    }
    if (dead.length === 0) return
    log.warn({ workers: dead }, 'jobs of a killed process begin again')
    await unlock(dead)
  } finally {
    client.release()
  }
}
