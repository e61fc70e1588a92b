/** Compares the trail with its sealed blocks, and names what was changed, removed or put in afterwards. */
import { instantMs } from '#platform/format/instants.ts'
import { sql } from 'kysely'
import type { Db } from '../contract/database.ts'
import { nobody } from '../db/sealed-author.ts'
import { hashOfRow } from '../trail/entry-hash.ts'
import { blockHash, firstHash } from './seal.ts'

export type Finding = 'changed' | 'removed' | 'inserted' | 'blockChanged' | 'blockMissing'

export interface Fault {
  readonly kind: Finding
  /** entry, or block */
  readonly id: string
  /** what is known of it: time, subject, record, who */
  readonly about: string
}
export interface Verified {
  readonly blocks: number
  readonly entries: number
  readonly faults: readonly Fault[]
  /** number and hash of the last block: kept elsewhere, it shows a chain that was cut short */
  readonly head: string
  /** months removed by policy */
  readonly removedMonths: readonly string[]
  /** entries that no block holds yet */
  readonly waiting: number
}

const blocksAtOnce = 5
/** An entry that is older than the last seal by this much and in no block was put in afterwards. */
const graceMs = 3_600_000
/** What a sealed author did comes up to an hour later, and says the beginning of its day. */
const dayGraceMs = 25 * graceMs
const monthMark = 'month:'

interface Found {
  readonly id: string
  readonly month: string
  readonly row_hash: string
  readonly real_hash: string
  readonly about: string
}

const about = sql<string>`concat_ws(' ', to_char(e.at, 'YYYY-MM-DD HH24:MI:SS'), e.account_name, e.verb, e.subject, e.record_id)`

/** The entries of some blocks as they are now. */
async function entriesOf(db: Db, ids: readonly string[]): Promise<Map<string, Found>> {
  const { rows } = await sql<Found>`
    select e.id, to_char(e.at, 'YYYY-MM') as month, e.row_hash, ${hashOfRow('e')} as real_hash, ${about} as about
    from audit_entry e where e.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(row => [String(row.id), row]))
}

interface Block {
  readonly no: string
  readonly previous: string
  readonly hash: string
  readonly entries: readonly string[]
  readonly first_at: string
  readonly last_at: string
}

/** What is wrong with the chain at one block. */
function chainFaults(block: Block, before: { readonly no: bigint; readonly hash: string }): Fault[] {
  const faults: Fault[] = []
  for (let no = before.no + 1n; no < BigInt(block.no); no += 1n) faults.push({ kind: 'blockMissing', id: String(no), about: '' })
  const isContinued = BigInt(block.no) !== before.no + 1n || block.previous === before.hash
  if (!isContinued || blockHash(block) !== block.hash)
    faults.push({ kind: 'blockChanged', id: block.no, about: `${block.first_at} – ${block.last_at}` })
  return faults
}

function entryFaults(block: Block, found: ReadonlyMap<string, Found>, removedMonths: ReadonlySet<string>): Fault[] {
  // a block is of one month
  const isRemoved = removedMonths.has(block.first_at.slice(0, 7))
  return block.entries.flatMap((entry): Fault[] => {
    if (entry.startsWith(monthMark)) return []
    const [id = '', hash = ''] = entry.split(':')
    const row = found.get(id)
    if (row === undefined)
      return isRemoved ? [] : [{ kind: 'removed', id, about: `第 ${block.no} 块，${block.first_at} – ${block.last_at}` }]
    return row.real_hash === hash && row.row_hash === hash ? [] : [{ kind: 'changed', id, about: row.about }]
  })
}

/** Entries in no block: those that wait, and those that came too late to be honest. */
async function strangers(db: Db, sealedUntil: string | null): Promise<{ faults: Fault[]; waiting: number }> {
  const { rows } = await sql<{ id: string; is_late: boolean; about: string }>`
    with sealed as (select split_part(entry, ':', 1) as id from audit_block b cross join lateral unnest(b.entries) as entry)
    select e.id, e.at < ${sealedUntil}::timestamptz
        - case when e.account_id = ${nobody} and e.created_at = e.at
          then make_interval(secs => ${dayGraceMs} / 1000) else '0' end as is_late,
      ${about} as about from audit_entry e
    where not exists (select 1 from sealed s where s.id = e.id::text) order by e.at`.execute(db)
  const late = rows.filter(row => row.is_late)
  return {
    faults: late.map(row => ({ kind: 'inserted', id: String(row.id), about: row.about })),
    waiting: rows.length - late.length,
  }
}

async function knownFaults(db: Db, known: string): Promise<Fault[]> {
  const [, no = '', hash = ''] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(known) ?? []
  if (no === '') throw new Error(`“${known}”不是一块的序号和摘要，应为 序号:摘要`)
  const block = await db.selectFrom('audit_block').select('hash').where('no', '=', no).executeTakeFirst()
  if (block === undefined) return [{ kind: 'blockMissing', id: no, about: '' }]
  return block.hash === hash ? [] : [{ kind: 'blockChanged', id: no, about: '' }]
}

/** `known`: a head of an earlier time, `number:hash`; the chain must still hold it. */
export async function verifyTrail(db: Db, known: string | null = null): Promise<Verified> {
  const faults: Fault[] = []
  const removed = await sql<{ month: string }>`
    select substr(entry, ${monthMark.length + 1}) as month from audit_block b cross join lateral unnest(b.entries) as entry
    where entry like ${`${monthMark}%`}`.execute(db)
  const removedMonths = new Set(removed.rows.map(row => row.month))
  let before = { no: 0n, hash: firstHash }
  let lastAt: string | null = null
  let [blocks, entries] = [0, 0]
  for (;;) {
    const some: Block[] = await db
      .selectFrom('audit_block')
      .selectAll()
      .where('no', '>', String(before.no))
      .orderBy('no')
      .limit(blocksAtOnce)
      .execute()
    const ids = some.flatMap(block => block.entries.filter(entry => !entry.startsWith(monthMark)).map(entry => entry.split(':')[0] ?? ''))
    const found = await entriesOf(db, ids)
    for (const block of some) {
      faults.push(...chainFaults(block, before), ...entryFaults(block, found, removedMonths))
      before = { no: BigInt(block.no), hash: block.hash }
      if (lastAt === null || instantMs(block.last_at) > instantMs(lastAt)) lastAt = block.last_at
    }
    blocks += some.length
    entries += ids.length
    if (some.length < blocksAtOnce) break
  }
  if (known !== null) faults.push(...(await knownFaults(db, known)))
  const left = await strangers(db, lastAt === null ? null : new Date(instantMs(lastAt) - graceMs).toISOString())
  return {
    blocks,
    entries,
    faults: [...faults, ...left.faults],
    head: `${before.no}:${before.hash}`,
    removedMonths: [...removedMonths].sort(),
    waiting: left.waiting,
  }
}
