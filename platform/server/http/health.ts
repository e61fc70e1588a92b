/** For an operator's tools: is the process running, may it get requests, and its metrics. */
import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** What machines of a cluster that do not answer are told as; none on one machine, which is asked no more than its catalogue. */
async function lostMachines(house: House): Promise<readonly string[]> {
  const { rows } = await house.pools.interactive.query<{ extversion: string }>(
    `select extversion from pg_extension where extname = 'citus'`,
  )
  if (rows[0]?.extversion === undefined) return []
  const found = await house.pools.interactive.query<{ result: string }>(
    `select result from run_command_on_all_nodes('select 1') where not success`,
  )
  return found.rows.map(one => one.result)
}

/** What is still being made while requests are answered already. */
async function state(house: House): Promise<string> {
  const { now } = house.filling
  const lost = await Promise.race([lostMachines(house), sleep(databaseMsMax, ['a machine answers late'], { ref: false })])
  if (lost.length > 0) return `ready, but shops of lost machines are out of reach: ${lost.join('; ')}`
  if (now === null) return 'ready'
  return now.failed === undefined
    ? `ready, the demo company is being made: ${now.percent} %`
    : `ready, the demo company was not finished: ${now.failed[1]}`
}

/** Why this process should get no requests now; null: it should. English: for machines and operators. */
export async function notReady(house: House, readiness: Readiness): Promise<string | null> {
  if (readiness.shuttingDown()) return 'shutting down'
  if (!readiness.open()) return 'the first start is not done'
  const timer = new AbortController()
  try {
    const late = sleep(databaseMsMax, 'late' as const, { signal: timer.signal })
    // the ledger of migrations belongs to no area and has no scope
    const sql = readiness.newestMigration === undefined ? 'select null as newest' : 'select max(name) as newest from schema_migration'
    const answer = await Promise.race([house.pools.interactive.query<{ newest: string | null }>(sql), late])
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
  app.get('/readyz', async (_request, reply) => {
    const reason = await notReady(house, readiness)
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(`${reason ?? (await state(house))}\n`)
  })
  app.get('/metrics', async (request, reply) => {
    // figures are for whoever reaches the process itself, not for those who come through the public proxy
    if (request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined) return reply.callNotFound()
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
