/** The proof of the ledger of quantities: cells against their moves and holds, nothing below zero on any day. */
import { sql } from 'kysely'
import type { Context, Follower } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import type { Difference } from '#platform/server/reports.ts'

interface Fault {
  readonly what: string
  readonly cell: string
  readonly day: string | null
  readonly expected: string
  readonly found: string
}

interface Found {
  readonly faults: readonly Fault[]
}

/**
 * Empty: proven. Two hundred at most: holds, then quantities, then days below zero. `isOpen`: of open months alone, from what lay there at
 * the last close.
 */
export async function proveGoods(context: Context, isOpen = false): Promise<Difference[]> {
  const { orgId } = context.caller
  const { rows } = await context.write(async tx => {
    // of many millions of moves it takes longer than what people ask for may; before the first close all of them are open
    await sql`set local statement_timeout = 0`.execute(tx)
    return isOpen
      ? sql<Found>`select goods_proof_open(${orgId}::bigint) as faults`.execute(tx)
      : sql<Found>`select goods_proof(${orgId}::bigint) as faults`.execute(tx)
  })
  return (rows[0]?.faults ?? []).map(({ what, cell, day, expected, found }) => ({
    what: `goods ${what}`,
    ownerId: null,
    month: day === null ? null : day.slice(0, 7),
    key: day === null ? cell : `${cell} ${day}`,
    expected,
    found,
  }))
}

/** A month was closed or opened again: what lies there at the end of the last closed one is kept. */
export const keepClosed: Follower = async (context, tx, changes) => {
  if (changes.every(({ before, after }) => before?.['state'] === after?.['state'])) return
  const { caller, house } = context
  const closed = (await house.registry.closedUntil?.(within(context, tx), tx)) ?? null
  // the first close reads all moves there are
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select goods_close(${caller.orgId}::bigint, ${closed}::date)`.execute(tx)
}
