/**
 * Hints: pushes that nobody misses for longer than a minute, because the browser asks by itself as well. They are sent after the commit.
 * Those of many transactions go together: none of these holds the counters of its receivers, nor stands in the line in which PostgreSQL
 * commits whatever announces something.
 */
import type { Logger } from 'pino'
import type { Db } from '../contract/database.ts'
import { outsideTransaction } from '../db/one-connection.ts'
import type { Push } from '../db/outbox.ts'
import { send } from './push.ts'

/** far below what a person notices */
const gatherMs = 40

export class Hints {
  readonly #db: Db
  readonly #log: Logger
  #waiting = new Map<string, Push>()
  #sending: Promise<void> | null = null

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Of a transaction that has committed. */
  add(hints: readonly Push[]): void {
    if (hints.length === 0) return
    for (const hint of hints) this.#waiting.set(`${hint.accountId} ${JSON.stringify(hint.message)}`, hint)
    this.#sending ??= outsideTransaction(() => this.#send())
  }

  /** All that was added is sent. */
  async sent(): Promise<void> {
    while (this.#sending !== null) await this.#sending
  }

  async #send(): Promise<void> {
    await new Promise(done => setTimeout(done, gatherMs))
    const hints = [...this.#waiting.values()]
    this.#waiting = new Map()
    try {
      await this.#db.transaction().execute(tx => send(tx, hints))
    } catch (error) {
      this.#log.warn({ err: error }, 'hints were not sent; browsers ask by themselves')
    }
    this.#sending = this.#waiting.size === 0 ? null : this.#send()
  }
}
