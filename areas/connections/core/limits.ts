/** The marketplace's limits, kept in the database for all processes: a call takes from all its buckets or from none. */
import { sql } from 'kysely'
import type { House } from '#platform/server/area.ts'

export interface Bucket {
  readonly key: string
  /** calls a second, and at once */
  readonly rate: number
  readonly burst: number
}

const db = (house: House) => house.unscoped('limits of marketplaces: kept by key, of no organisation')

/** 0: taken; else ms to wait. `spare`: left to others (who fills the past leaves half of what may be called at once). */
export async function takeCall(house: House, buckets: readonly Bucket[], spare: number): Promise<number> {
  const given = buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, rate, burst }) => ({ key, rate, burst }))
  const { rows } = await sql<{ wait: string }>`select take_call(${JSON.stringify(given)}::jsonb, ${spare}, ${house.now().toISOString()})
    as wait`.execute(db(house))
  return Math.ceil(Number(rows[0]?.wait ?? 0))
}

/** The marketplace said no: nobody asks before this instant. Its header sets the rate, never how many at once. */
export async function noteLimit(house: House, key: string, told: { readonly rate?: number; readonly blockedMs?: number }): Promise<void> {
  await db(house)
    .updateTable('call_bucket')
    .set({
      ...(told.rate === undefined ? {} : { rate: told.rate.toFixed(6) }),
      ...(told.blockedMs === undefined
        ? {}
        : { tokens: '0', blocked_until: new Date(house.now().getTime() + told.blockedMs).toISOString() }),
    })
    .where('code', '=', key)
    .execute()
}
