/** For tests: the statements that this process sends to PostgreSQL. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** of a connection of the product's pools (pools.ts): what a test asks behind the door is not the product's */
const ofProduct = /^zhanggui (?:rights|interactive|writes|jobs|streams)$/

export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Tells each statement of the product from now on; the answer ends it. */
export function noteSent(note: (sent: Sent) => void): () => void {
  const original = pg.Client.prototype.query
  const noting = function (this: pg.Client, ...given: unknown[]): unknown {
    const { application_name: name } = (this as unknown as { connectionParameters: { application_name?: string } }).connectionParameters
    const sent = ofProduct.test(name ?? '') ? sentOf(given) : null
    if (sent !== null) note(sent)
    return Reflect.apply(original, this, given)
  }
  pg.Client.prototype.query = noting as typeof original
  return () => {
    pg.Client.prototype.query = original
  }
}

function sentOf([first, second]: readonly unknown[]): Sent | null {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  if (typeof first !== 'object' || first === null || !('text' in first) || typeof first.text !== 'string') return null
  const values: unknown = 'values' in first && Array.isArray(first.values) ? first.values : second
  return { text: first.text, values: Array.isArray(values) ? values : [] }
}

/** how many ways of one text are kept: other values may choose another plan */
const waysMax = 3

/** Writes the different statements of this process as lines of JSON into a folder, for the replay (replay.ts). */
export function writeSent(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}-${process.hrtime.bigint()}.jsonl`)
  const seen = new Map<string, number>()
  return noteSent(({ text, values }) => {
    const times = seen.get(text) ?? 0
    if (times >= waysMax || text.includes('graphile_worker')) return
    seen.set(text, times + 1)
    appendFileSync(file, `${JSON.stringify({ text, values }, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))}\n`)
  })
}
