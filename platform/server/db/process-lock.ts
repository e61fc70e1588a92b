/**
 * How a process shows that it is running, or what it is doing: a session advisory lock on an id (of its job pool, of a work), which
 * PostgreSQL drops with the connection when the process is killed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { SteadyClient } from './connection-lost.ts'
import type { Logger } from 'pino'
import { connectionSettings } from './pools.ts'

const lockSpace = 7_301
const againMs = 500

/**
 * The locks of one process. A lost connection loses them: they are taken again at once, or its running jobs would be taken for a dead
 * one's.
 */
export class ProcessLock {
  readonly #ownerUrl: string
  readonly #log: Logger
  readonly #ids = new Set<string>()
  #client: pg.Client | null = null
  #ended = false

  private constructor(ownerUrl: string, log: Logger) {
    this.#ownerUrl = ownerUrl
    this.#log = log
  }

  static async open(ownerUrl: string, log: Logger): Promise<ProcessLock> {
    const alive = new ProcessLock(ownerUrl, log)
    await alive.#connect()
    return alive
  }

  async hold(id: string): Promise<void> {
    this.#ids.add(id)
    await this.#client?.query('select pg_advisory_lock($1, hashtext($2))', [lockSpace, id])
  }

  /** Jobs that run here are not dead, whatever the locks say. */
  holds(id: string): boolean {
    return this.#ids.has(id)
  }

  get ids(): readonly string[] {
    return [...this.#ids]
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const client = new SteadyClient(connectionSettings(this.#ownerUrl, 'job locks'))
    client.on('error', error => this.#log.error({ err: error }, 'the job locks lost their connection'))
    await client.connect()
    client.once('end', () => void this.#connectAgain())
    this.#client = client
    for (const id of this.#ids) await client.query('select pg_advisory_lock($1, hashtext($2))', [lockSpace, id])
  }

  async #connectAgain(): Promise<void> {
    this.#client = null
    while (!this.#ended && this.#client === null) {
      await this.#connect().catch((error: unknown) => this.#log.warn({ err: error }, 'the job locks wait for the database'))
      if (this.#client === null) await pause(againMs)
    }
    if (this.#ended) await this.end()
  }
}

/** Whether nobody holds this id: its process is gone. */
export async function isProcessGone(client: pg.ClientBase, id: string): Promise<boolean> {
  const {
    rows: [got],
  } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as free', [lockSpace, id])
  if (!got?.free) return false
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockSpace, id])
  return true
}
