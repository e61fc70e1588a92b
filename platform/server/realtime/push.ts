/** Pushing: a message is stored in the transaction that caused it and announced when that commits. */
import { sql } from 'kysely'
import type { Tx } from '../contract/database.ts'
import type { Events } from '../contract/house.ts'

/** Channel of LISTEN/NOTIFY; its payload is account ids, joined by commas. */
export const channel = 'push'
/** A notification carries 8,000 bytes at most; an id has at most 20 characters. */
const idsPerNotice = 100

/**
 * Push it last in a transaction: the number is taken under the account's counter row, which stays locked until the commit. That
 * lock is what makes numbers grow in commit order, so that "since n" never misses one; ids in order keep two pushes from a deadlock.
 */
export const events: Events = {
  async push(tx: Tx, accountIds: readonly string[], message: object): Promise<void> {
    const ids = [...new Set(accountIds)].sort()
    if (ids.length === 0) return
    // the tables belong to the server: no person's scope holds them, so the door would refuse
    const server = tx.withoutPlugins()
    const numbers = await server
      .insertInto('push_counter')
      .values(ids.map(id => ({ account_id: id, last: '1' })))
      .onConflict(conflict => conflict.column('account_id').doUpdateSet({ last: sql<string>`push_counter.last + 1` }))
      .returning(['account_id', 'last'])
      .execute()
    const createdAt = new Date().toISOString()
    await server
      .insertInto('push_message')
      .values(numbers.map(({ account_id, last }) => ({ account_id, no: last, message, created_at: createdAt })))
      .execute()
    for (let from = 0; from < ids.length; from += idsPerNotice) {
      await sql`select pg_notify(${channel}, ${ids.slice(from, from + idsPerNotice).join(',')})`.execute(server)
    }
  },
}
