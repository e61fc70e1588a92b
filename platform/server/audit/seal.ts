/**
 * Seals the trail: each minute the committed entries that no block holds yet become a block, whose hash covers theirs and the hash of the
 * block before. A chain from entry to entry would make every write wait for the one before.
 */
import { instantMs } from '#platform/format/instants.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx, Db } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { monthOfTrail } from '../trail/write-audit.ts'

export const firstHash = '0'.repeat(64)
/** A transaction that commits this long after the time it wrote into its entry would be missed. */
const lateMsMax = 48 * 3_600_000
const blockEntriesMax = 50_000

export interface BlockContent {
  readonly no: string
  readonly previous: string
  readonly entries: readonly string[]
}

/** Hash of a block: its number, the hash of the block before, and its entries in their order. */
export const blockHash = ({ no, previous, entries }: BlockContent): string =>
  createHash('sha256')
    .update([no, previous, ...entries].join('\n'))
    .digest('hex')

interface Unsealed {
  readonly id: string
  readonly row_hash: string
  readonly at: string
}

/** Entries that no block holds: of the time since the last block, or all with a number above `after`. */
async function unsealed(tx: Tx, since: string, after: string | null): Promise<Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    with sealed as (
      select split_part(entry, ':', 1) as id from audit_block b cross join lateral unnest(b.entries) as entry where b.last_at >= ${since}
    )
    select e.id, e.row_hash, e.at from audit_entry e
    where e.at >= ${since} and e.id > ${after ?? '0'} and not exists (select 1 from sealed s where s.id = e.id::text)
    order by e.at, e.id limit ${blockEntriesMax}`.execute(tx)
  return rows
}

/** Appends a block to the chain. */
export async function appendBlock(tx: Tx, now: Date, entries: readonly string[], span: { first: string; last: string }): Promise<void> {
  const last = await lastBlock(tx)
  const content = { no: String(BigInt(last?.no ?? 0) + 1n), previous: last?.hash ?? firstHash, entries: [...entries].sort() }
  await tx
    .insertInto('audit_block')
    .values({ ...content, hash: blockHash(content), sealed_at: now.toISOString(), first_at: span.first, last_at: span.last })
    .execute()
}

const lastBlock = (tx: Tx) =>
  tx.selectFrom('audit_block').select(['no', 'hash', 'last_at']).orderBy('no', 'desc').limit(1).executeTakeFirst()

/** One process at a time: numbers and hashes follow each other. */
export const lockChain = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(hashtextextended('audit chain', 0))`.execute(tx)

/** One block of the oldest entries that no block holds, all of one month, so that a month that is removed takes whole blocks. */
async function sealSome(db: Db, now: Date, after: string | null): Promise<{ sealed: number; isAll: boolean }> {
  return db.transaction().execute(async tx => {
    await lockChain(tx)
    const last = await lastBlock(tx)
    const since = last === undefined || after !== null ? '-infinity' : new Date(instantMs(last.last_at) - lateMsMax).toISOString()
    const found = await unsealed(tx, since, after)
    // the sessions' clock is that of the months
    const rows = found.filter(row => row.at.slice(0, 7) === found[0]?.at.slice(0, 7))
    const [first, end] = [rows[0], rows.at(-1)]
    if (first === undefined || end === undefined) return { sealed: 0, isAll: true }
    await appendBlock(
      tx,
      now,
      rows.map(row => `${row.id}:${row.row_hash}`),
      { first: first.at, last: end.at },
    )
    return { sealed: rows.length, isAll: rows.length === found.length && found.length < blockEntriesMax }
  })
}

/** Seals what there is; answers how many entries. `after`: those of a higher number, however old the time that they tell. */
export async function sealTrail(db: Db, now: Date, after: string | null = null): Promise<number> {
  for (let total = 0; ;) {
    const { sealed, isAll } = await sealSome(db, now, after)
    total += sealed
    if (isAll) return total
  }
}

/**
 * Work that tells of times gone by, as the demo company's year. What it writes is sealed with it: where sealing has begun it would else be
 * taken for put in afterwards.
 */
export async function sealedWith<T>({ unscoped, now }: House, work: () => Promise<T>): Promise<T> {
  const db = unscoped('sealing what a demo has written: numbers and hashes alone')
  const last = await db.selectFrom('audit_entry').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const done = await work()
  await sealTrail(db, now(), last?.id ?? '0')
  return done
}

/** Makes this month's table and the next one's, so that no write has to. */
async function months(db: Db, now: Date): Promise<void> {
  for (const days of [0, 31])
    await db.transaction().execute(tx => monthOfTrail(tx, new Date(now.getTime() + days * 86_400_000).toISOString()))
}

/** What the clock does each minute. */
export async function sealing(house: House): Promise<void> {
  const db = house.unscoped('sealing the trail of all organisations: numbers and hashes alone')
  await months(db, house.now())
  await sealTrail(db, house.now())
}
