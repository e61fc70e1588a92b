/** Pushing: a message is stored in the transaction that caused it and announced when that commits. */
import { sql } from 'kysely'
import type { Tx } from '../contract/database.ts'
import type { Events } from '../contract/house.ts'
import { keptForEnd, takeOutbox, type Push } from '../db/outbox.ts'

/** Channel of LISTEN/NOTIFY; its payload is account ids, joined by commas. */
export const channel = 'push'
/** A notification carries 8,000 bytes at most; an id has at most 20 characters. */
const idsPerNotice = 100
/** four values a row: a statement takes 65,535 */
const rowsPerInsert = 10_000

/**
 * Numbers are taken under the account's counter row, which stays locked until the commit. That lock is what makes numbers grow in commit
 * order, so that "since n" never misses one. Pushes of a context's transaction are sent when its work is done (outbox.ts); in any other
 * transaction push last, all accounts at once.
 */
export const events: Events = {
  async push(tx: Tx, accountIds: readonly string[], message: object): Promise<void> {
    const pushes = [...new Set(accountIds)].map(accountId => ({ accountId, message }))
    if (!keptForEnd(tx, pushes)) await send(tx, pushes)
  },
  async hint(tx: Tx, accountIds: readonly string[], message: object): Promise<void> {
    const pushes = [...new Set(accountIds)].map(accountId => ({ accountId, message, isHint: true as const }))
    if (!keptForEnd(tx, pushes)) await send(tx, pushes)
  },
}

/** Sends what the transaction has kept, last before its commit. */
export const sendOutbox = (tx: Tx): Promise<void> => send(tx, takeOutbox(tx, 'push'))

export async function send(tx: Tx, pushes: readonly Push[]): Promise<void> {
  if (pushes.length === 0) return
  const byAccount = Map.groupBy(pushes, push => push.accountId)
  // ids in order keep two transactions from a deadlock
  const ids = [...byAccount.keys()].sort()
  // the tables belong to the server: no person's scope holds them, so the door would refuse
  const server = tx.withoutPlugins()
  const numbers = await server
    .insertInto('push_counter')
    .values(ids.map(id => ({ account_id: id, last: String(byAccount.get(id)?.length ?? 0) })))
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet(eb => ({ last: sql<string>`push_counter.last + ${eb.ref('excluded.last')}` })),
    )
    .returning(['account_id', 'last'])
    .execute()
  const createdAt = new Date().toISOString()
  const rows = numbers.flatMap(({ account_id, last }) =>
    (byAccount.get(account_id) ?? []).map(({ message }, at, { length }) => ({
      account_id,
      no: String(BigInt(last) - BigInt(length - 1 - at)),
      message,
      created_at: createdAt,
    })),
  )
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await server
      .insertInto('push_message')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute()
  for (let from = 0; from < ids.length; from += idsPerNotice) {
    await sql`select pg_notify(${channel}, ${ids.slice(from, from + idsPerNotice).join(',')})`.execute(server)
  }
}
