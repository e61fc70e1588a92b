/**
 * What a sealed author does reaches others after a random time of up to an hour, and so does the trail's entry of it: whoever watches when
 * something comes learns no nearer when it was done. Kept with the act itself, in its transaction, unreadable without the key and without
 * an order; it outlives a restart. What comes, comes by `sealed/arrivals.ts`.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { delayMs, sealedText } from './sealed-author.ts'

/** All that one transaction leaves for later comes at one time: several times would narrow down the one they are counted from. */
export async function later(context: Context, tx: Tx, task: string, payload: object): Promise<void> {
  const { house, caller } = context
  const db = tx.withoutPlugins()
  const { rows } = await sql<{ no: string }>`select pg_current_xact_id()::text as no`.execute(db)
  const key = randomUUID()
  await db
    .insertInto('sealed_later')
    .values({
      key,
      org_id: caller.orgId,
      due_at: new Date(house.now().getTime() + delayMs(house, rows[0]?.no ?? '')).toISOString(),
      task,
      payload: sealedText(house, `later ${key}`, JSON.stringify({ ...payload, day: context.now().toISOString() })),
    })
    .execute()
}
