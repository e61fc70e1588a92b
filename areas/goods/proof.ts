/** The proof of the ledger of quantities: cells against their moves and holds, nothing below zero on any day. */
import { sql } from 'kysely'
import type { Context } from '#platform/server/area.ts'
import type { Difference } from '#platform/server/reports.ts'

interface Fault {
  readonly what: string
  readonly cell: string
  readonly day: string | null
  readonly expected: string
  readonly found: string
}

/** Empty: proven. A hundred of each kind at most. */
export async function proveGoods({ db, caller }: Context): Promise<Difference[]> {
  const { rows } = await sql<{ faults: readonly Fault[] }>`select goods_proof(${caller.orgId}::bigint) as faults`.execute(db)
  return (rows[0]?.faults ?? []).map(({ what, cell, day, expected, found }) => ({
    what: `goods ${what}`,
    ownerId: null,
    month: day === null ? null : day.slice(0, 7),
    key: day === null ? cell : `${cell} ${day}`,
    expected,
    found,
  }))
}
