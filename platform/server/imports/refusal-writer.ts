/** Refused lines of one import, written as they are found: on a connection of their own, which a file without any never opens. */
import { toStored } from '#platform/declare/sentence.ts'
import type pg from 'pg'
import { SteadyClient } from '../db/connection-lost.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import { connectionSettings } from '../db/pools.ts'

const batchSize = 500

export class RefusalWriter {
  readonly #appUrl: string
  readonly #importId: string
  #client: pg.Client | null = null
  #waiting: Refusal[] = []
  #count = 0

  constructor(appUrl: string, importId: string) {
    this.#appUrl = appUrl
    this.#importId = importId
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== null) return this.#client
    this.#client = new SteadyClient(connectionSettings(this.#appUrl, 'import refusals'))
    await this.#client.connect()
    return this.#client
  }

  add(refusal: Refusal): void {
    this.#waiting.push(refusal)
  }

  /** Writes what waits, once enough has come together. */
  async flush(atLeast = batchSize): Promise<void> {
    if (this.#waiting.length < atLeast || this.#waiting.length === 0) return
    const rows = this.#waiting
    this.#waiting = []
    const client = await this.#connected()
    await client.query(
      `insert into import_refusal (import_id, ordinal, line, column_title, value, reason)
       select $1, o, l, c, v, r from unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[]) as t(o, l, c, v, r)`,
      [
        this.#importId,
        rows.map((_, i) => this.#count + i + 1),
        rows.map(r => r.line),
        rows.map(r => r.column),
        rows.map(r => r.value?.slice(0, 200) ?? null),
        rows.map(r => toStored(r.reason)),
      ],
    )
    this.#count += rows.length
  }

  async end(): Promise<number> {
    await this.flush(1)
    return this.#count
  }

  async close(): Promise<void> {
    await this.#client?.end()
  }
}
