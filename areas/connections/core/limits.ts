/** The marketplace's limits, kept in the database for all processes: a call takes from all its buckets or from none. */
import { type Insertable, sql } from 'kysely'
import type { Database, Db, House } from '#platform/server/area.ts'

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

/** Of a bucket: nobody asks before this instant; its header sets the rate, never how many at once. */
export interface Told {
  readonly key: string
  readonly rate?: string
  readonly blockedMs?: number
}
/** What was called, and what its answer told of the limit: one statement without a transaction, which would take longer than the call. */
export async function noteCall(house: House, call: Insertable<Database['sync_call']>, told?: Told): Promise<void> {
  const to = db(house)
  if (told === undefined) await to.insertInto('sync_call').values(call).execute()
  else
    await to
      .with('told', of => limited(house, of, told))
      .insertInto('sync_call')
      .values(call)
      .execute()
}
function limited(house: House, of: Pick<Db, 'updateTable'>, { key, rate, blockedMs }: Told) {
  const bucket = of.updateTable('call_bucket').where('code', '=', key)
  const told = rate === undefined ? {} : { rate }
  if (blockedMs !== undefined)
    return bucket.set({ ...told, tokens: '0', blocked_until: new Date(house.now().getTime() + blockedMs).toISOString() })
  return bucket.set(told).where('rate', '<>', rate ?? '0')
}
