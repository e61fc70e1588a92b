/** For an operator's tools: is the process running, may it get requests, and its metrics. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { asLost, MachineLost } from '../db/connection-lost.ts'
import type { House } from '../contract/house.ts'
import type { Gauges, Metrics } from './metrics.ts'

export interface Readiness {
  /** name of the newest migration that this program knows; absent: not checked */
  readonly newestMigration?: string
  readonly shuttingDown: () => boolean
  /** see AppOptions */
  readonly open: () => boolean
}

const databaseMsMax = 2_000

const machinesMsKept = 10_000
const late = 'a machine answers late'

/**
 * Machines of a cluster that do not answer. They are asked once at a time, for whoever asks meanwhile and shortly after: of a machine that
 * is cut off the question holds its connection for long. On one machine nothing is asked but its catalogue, once.
 */
class Machines {
  readonly #house: House
  #isCluster: boolean | undefined
  #asked: { readonly lost: Promise<readonly string[]>; until: number } | undefined

  constructor(house: House) {
    this.#house = house
  }
  /** As far as it is known in time. A question that fails says nothing of machines. */
  async lost(): Promise<readonly string[]> {
    if (this.#asked === undefined || this.#asked.until <= performance.now()) {
      const asked = { lost: this.#answer(), until: Infinity }
      this.#asked = asked
      void asked.lost.then(() => (asked.until = performance.now() + machinesMsKept))
    }
    const inTime = await Promise.race([this.#asked.lost, sleep(databaseMsMax, null, { ref: false })])
    return inTime ?? (this.#isCluster === true ? [late] : [])
  }
  async #answer(): Promise<readonly string[]> {
    const { pools, log } = this.#house
    try {
      this.#isCluster ??= await isCluster(pools.interactive)
      if (!this.#isCluster) return []
      const found = await pools.interactive.query<{ result: string }>(
        `select result from run_command_on_all_nodes('select 1') where not success`,
      )
      return found.rows.map(one => one.result)
    } catch (error) {
      log.warn({ err: error }, 'the machines of the database could not be asked')
      return isCancelled(error) || asLost(error) instanceof MachineLost ? [late] : []
    }
  }
}

async function isCluster(pool: House['pools']['interactive']): Promise<boolean> {
  const { rows } = await pool.query<{ extversion: string }>(`select extversion from pg_extension where extname = 'citus'`)
  return rows[0]?.extversion !== undefined
}

/** query_canceled: it took too long */
const isCancelled = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === '57014'

/** What is still being made while requests are answered already. `isOutside`: no address of a machine is told. */
async function state(house: House, machines: Machines, isOutside: boolean): Promise<string> {
  const { now } = house.filling
  const lost = await machines.lost()
  if (lost.length > 0) return `ready, but shops of lost machines are out of reach: ${isOutside ? lost.length : lost.join('; ')}`
  if (now === null) return 'ready'
  return now.failed === undefined
    ? `ready, the demo company is being made: ${now.percent} %`
    : `ready, the demo company was not finished: ${now.failed[1]}`
}

/** Whether a request came through the public proxy, not from one who reaches the process itself. */
const isFromOutside = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined

/** Why this process should get no requests now; null: it should. English: for machines and operators. */
export async function notReady(house: House, readiness: Readiness): Promise<string | null> {
  if (readiness.shuttingDown()) return 'shutting down'
  if (!readiness.open()) return 'the first start is not done'
  const timer = new AbortController()
  try {
    const inTime = sleep(databaseMsMax, 'late' as const, { signal: timer.signal })
    // the ledger of migrations belongs to no area and has no scope
    const sql = readiness.newestMigration === undefined ? 'select null as newest' : 'select max(name) as newest from schema_migration'
    const answer = await Promise.race([house.pools.interactive.query<{ newest: string | null }>(sql), inTime])
    if (answer === 'late') return 'the database does not answer'
    const newest = answer.rows[0]?.newest ?? ''
    return readiness.newestMigration === undefined || newest === readiness.newestMigration
      ? null
      : `migrations are not current: ${newest || 'none'}`
  } catch (error) {
    house.log.warn({ err: error }, 'the readiness check failed')
    return 'the database does not answer'
  } finally {
    timer.abort()
  }
}

/** `/healthz`, `/readyz`, `/metrics`. */
export function mountHealth(app: FastifyInstance, house: House, readiness: Readiness, metrics: Metrics, gauges?: Gauges): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').type('text/plain').send('ok\n'))
  const machines = new Machines(house)
  app.get('/readyz', async (request, reply) => {
    const reason = await notReady(house, readiness)
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(`${reason ?? (await state(house, machines, isFromOutside(request)))}\n`)
  })
  app.get('/metrics', async (request, reply) => {
    if (isFromOutside(request)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4')
      .send(await metrics.text(house.pools, gauges && (() => gaugesOrNone(house, gauges))))
  })
}

/** Figures that need the database must not take the others down with it. */
async function gaugesOrNone(house: House, gauges: Gauges): Promise<Awaited<ReturnType<Gauges>>> {
  try {
    return await gauges()
  } catch (error) {
    house.log.warn({ err: error }, 'some figures could not be read')
    return {}
  }
}
