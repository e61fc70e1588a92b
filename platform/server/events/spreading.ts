/** Once a transaction that noted events has committed, a job makes deliveries of them: one for all that came at once. */
import type { Logger } from 'pino'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../contract/database.ts'
import { outsideTransaction } from '../db/one-connection.ts'
import { jobQueue } from '../jobs/job-queue.ts'

export const spreadJob = 'webhook.send'
const togetherMs = 100

/** What is lost with the process is found by the clock within a minute. */
export class Spreading {
  readonly #db: Db
  readonly #log: Logger
  #under: Promise<void> | null = null
  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }
  wake(): void {
    this.#under ??= outsideTransaction(() => this.#order())
  }
  async ended(): Promise<void> {
    await this.#under
  }
  async #order(): Promise<void> {
    await sleep(togetherMs)
    this.#under = null
    try {
      await this.#db.transaction().execute(tx => jobQueue.add(tx, spreadJob, {}, { key: spreadJob }))
    } catch (error) {
      this.#log.error({ err: error }, 'events wait for the clock')
    }
  }
}
