/** Idempotency-Key: per person and call, the same key and input get the first result again; kept for 24 hours. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../contract/context.ts'
import { nobody } from '../db/sealed-author.ts'
import { CommitUnsure } from '../db/connection-lost.ts'
import type { House } from '../contract/house.ts'
import type { Envelope } from './answers.ts'
import { texts } from '../calls/messages.ts'
import { refuse } from '../calls/refusal.ts'

export interface Result {
  readonly status: number
  readonly envelope: Envelope
  readonly repeated?: true
}
export interface Ticket {
  readonly accountId: string
  readonly path: string
  readonly key: string
  readonly bodyHash: string
}
export interface Waiting {
  readonly maxMs: number
  readonly stepMs: number
}

const keptMs = 24 * 3_600_000
/** How long a repetition waits for the first, still running. */
const waitingDefault: Waiting = { maxMs: 20_000, stepMs: 100 }

/** Why this table is reached around the door: it belongs to the server, no person's scope holds it. */
const reason = 'first results of repeated requests'

/** Whose key it is. `mark`: of somebody who is not named, in the place of his account. */
export type TicketOwner = Pick<Caller, 'accountId' | 'orgId'> & { readonly mark?: string }

/** What identifies one write; refuses a malformed key. */
export function ticketOf(key: string, caller: TicketOwner, path: string, input: unknown): Ticket {
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) throw refuse.invalid([{ field: 'Idempotency-Key', message: texts.keyMalformed }])
  const bodyHash = createHash('sha256')
    .update(canonical({ orgId: caller.orgId, input }))
    .digest('hex')
  const { accountId, mark } = caller
  return { accountId, path, key: mark === undefined ? key : createHash('sha256').update(`${mark} ${key}`).digest('hex'), bodyHash }
}

/** JSON with the names in order, so that the same input gives the same text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/**
 * Runs `work` for the first request of this key and gives its result to every further one. `work` gives null for a result that is not
 * worth keeping (a file, a defect of ours): the key is then free again. Where a process died or the connection broke during the commit the
 * key has no result, and a repetition is told to look (1009).
 */
export async function once(
  house: House,
  ticket: Ticket,
  work: () => Promise<Result | null>,
  waiting: Waiting = waitingDefault,
): Promise<Result | null> {
  if (!(await begin(house, ticket))) return await firstResult(house, ticket, waiting)
  let result: Result | null = null
  let isUnsure = false
  try {
    result = await work()
  } catch (error) {
    isUnsure = error instanceof CommitUnsure
    throw error
  } finally {
    if (result !== null) await keep(house, ticket, result)
    else if (!isUnsure) await forget(house, ticket)
  }
  return result
}

/** True where this request is the first; an entry older than its keeping time is replaced. */
async function begin(house: House, ticket: Ticket): Promise<boolean> {
  const now = house.now()
  // of whoever is not named the instant is not either: it counts as made when its day is over
  const at = ticket.accountId === nobody ? new Date(Math.ceil(now.getTime() / keptMs) * keptMs) : now
  const inserted = await house
    .unscoped(reason)
    .insertInto('idempotency')
    .values({
      account_id: ticket.accountId,
      path: ticket.path,
      key: ticket.key,
      body_hash: ticket.bodyHash,
      status: null,
      answer: null,
      created_at: at.toISOString(),
    })
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'path', 'key'])
        .doUpdateSet({ body_hash: ticket.bodyHash, status: null, answer: null, created_at: at.toISOString() })
        .where('idempotency.created_at', '<', new Date(now.getTime() - keptMs).toISOString()),
    )
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

async function firstResult(house: House, ticket: Ticket, waiting: Waiting): Promise<Result> {
  for (let waitedMs = 0; ; waitedMs += waiting.stepMs) {
    const first = await entry(house, ticket).select(['body_hash', 'status', 'answer']).executeTakeFirst()
    if (first === undefined) throw refuse.conflict(texts.keyRunning)
    if (first.body_hash !== ticket.bodyHash) throw refuse.conflict(texts.keyReused)
    if (first.status !== null && first.answer !== null)
      return { status: first.status, envelope: JSON.parse(first.answer) as Envelope, repeated: true }
    if (waitedMs >= waiting.maxMs) throw refuse.conflict(texts.keyRunning)
    await sleep(waiting.stepMs)
  }
}

const entry = (house: House, ticket: Ticket) =>
  house
    .unscoped(reason)
    .selectFrom('idempotency')
    .where('account_id', '=', ticket.accountId)
    .where('path', '=', ticket.path)
    .where('key', '=', ticket.key)

async function keep(house: House, ticket: Ticket, result: Result): Promise<void> {
  await house
    .unscoped(reason)
    .updateTable('idempotency')
    .set({ status: result.status, answer: JSON.stringify(result.envelope) })
    .where('account_id', '=', ticket.accountId)
    .where('path', '=', ticket.path)
    .where('key', '=', ticket.key)
    .execute()
}

async function forget(house: House, ticket: Ticket): Promise<void> {
  await house
    .unscoped(reason)
    .deleteFrom('idempotency')
    .where('account_id', '=', ticket.accountId)
    .where('path', '=', ticket.path)
    .where('key', '=', ticket.key)
    .execute()
}

/** Deletes what is older than the keeping time; run by a job. */
export async function forgetOldResults(house: House): Promise<void> {
  await house
    .unscoped(reason)
    .deleteFrom('idempotency')
    .where('created_at', '<', new Date(house.now().getTime() - keptMs).toISOString())
    .execute()
}
