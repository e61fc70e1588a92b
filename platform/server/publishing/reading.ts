/** What a reader does with what was published: opens it, confirms that he has read it, likes it. Each is counted where it is noted. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Publishable } from '#platform/declare/publishable.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import { oneRecord } from '../verbs/record.ts'

/** How many people: of whom it was for when it was published, and of its readers. */
export interface Counts {
  readonly audience: number
  readonly readers: number
  readonly confirmed: number
  readonly likes: number
}
/** What the person himself has done with a record; times are null of what he has not. */
export interface OwnReading {
  readonly firstAt: string | null
  readonly lastAt: string | null
  readonly times: number
  readonly confirmedAt: string | null
  readonly likedAt: string | null
}
export interface Reading extends Row {
  /** the reader has confirmed it */
  readonly confirmed: boolean
  readonly liked: boolean
  readonly firstAt: string | null
  readonly lastAt: string | null
  readonly times: number
  readonly readers: number
  readonly likes: number
}

const nothingRead: OwnReading = { firstAt: null, lastAt: null, times: 0, confirmedAt: null, likedAt: null }
const nobody: Counts = { audience: 0, readers: 0, confirmed: 0, likes: 0 }

/** Counts of records that the caller sees; one question for all of them. */
export async function countsOf({ caller, house }: Context, draft: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  if (ids.length === 0) return new Map()
  const { db } = await house.asSystem(caller.orgId, 'how many have read what was published')
  const rows = await db
    .selectFrom('publication_count')
    .select(['record_id', 'audience', 'readers', 'confirmed', 'likes'])
    .where('subject', '=', draft.table)
    .where(sql<boolean>`record_id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ record_id: id, ...counts }) => [id, counts]))
}

/** What the caller has done with these records. */
export async function ownReadings(
  { caller, db }: Context,
  draft: Resource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwnReading>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('publication_reader')
    .select(['record_id', 'first_at', 'last_at', 'times', 'confirmed_at', 'liked_at'])
    .where('subject', '=', draft.table)
    .where('account_id', '=', caller.accountId)
    .where(sql<boolean>`record_id = any(${ids}::bigint[])`)
    .execute()
  return new Map(
    rows.map(row => [
      row.record_id,
      { firstAt: row.first_at, lastAt: row.last_at, times: row.times, confirmedAt: row.confirmed_at, likedAt: row.liked_at },
    ]),
  )
}

/** What a reader opens: the record as it is published, and a note that he has read it. */
export async function readPublished(context: Context, { draft, published }: Publishable, id: unknown): Promise<Reading> {
  const row = await oneRecord(context, published, id)
  // who looks at the product as somebody else reads nothing in his name
  if (context.caller.viewer === undefined) await context.write(tx => noteReading(context, tx, draft, row.id, true))
  const [own, counts] = await Promise.all([ownReadings(context, draft, [row.id]), countsOf(context, draft, [row.id])])
  const { confirmedAt, likedAt, ...times } = own.get(row.id) ?? nothingRead
  const { readers, likes } = counts.get(row.id) ?? nobody
  return { ...row, ...times, confirmed: confirmedAt !== null, liked: likedAt !== null, readers, likes }
}

/** The reader confirms that he has read it. Once is enough: a second time changes nothing. `then` follows the first. */
export async function confirmRead(
  context: Context,
  { draft, published }: Publishable,
  id: unknown,
  then: (tx: Tx, row: Row) => Promise<void> = () => Promise.resolve(),
): Promise<{ id: string; confirmedAt: string }> {
  const row = await oneRecord(context, published, id)
  if (row['mustRead'] !== true) throw refuse.rule(sentence`这条内容不需要确认阅读`)
  const confirmedAt = await context.write(async tx => {
    await noteReading(context, tx, draft, row.id, false)
    const set = await own(context, tx, draft, row.id)
      .set({ confirmed_at: context.now().toISOString() })
      .where('confirmed_at', 'is', null)
      .returning('confirmed_at')
      .executeTakeFirst()
    if (set !== undefined) {
      await count(context, tx, draft, row.id, { confirmed: 1 })
      await then(tx, row)
    }
    const kept = await tx
      .selectFrom('publication_reader')
      .select('confirmed_at')
      .where('subject', '=', draft.table)
      .where('record_id', '=', row.id)
      .where('account_id', '=', context.caller.accountId)
      .executeTakeFirstOrThrow()
    return kept.confirmed_at
  })
  return { id: row.id, confirmedAt: confirmedAt ?? context.now().toISOString() }
}

/** `liked` false takes it back. Said twice it changes nothing. */
export async function likePublished(
  context: Context,
  { draft, published }: Publishable,
  id: unknown,
  liked: boolean,
): Promise<{ id: string; liked: boolean; likes: number }> {
  const row = await oneRecord(context, published, id)
  await context.write(async tx => {
    await noteReading(context, tx, draft, row.id, false)
    const set = await own(context, tx, draft, row.id)
      .set({ liked_at: liked ? context.now().toISOString() : null })
      .where('liked_at', liked ? 'is' : 'is not', null)
      .returning('account_id')
      .executeTakeFirst()
    if (set !== undefined) await count(context, tx, draft, row.id, { likes: liked ? 1 : -1 })
  })
  return { id: row.id, liked, likes: (await countsOf(context, draft, [row.id])).get(row.id)?.likes ?? 0 }
}

const own = ({ caller }: Context, tx: Tx, draft: Resource, recordId: string) =>
  tx
    .updateTable('publication_reader')
    .where('subject', '=', draft.table)
    .where('record_id', '=', recordId)
    .where('account_id', '=', caller.accountId)

/** One row a reader. `opens`: he reads it once more; else it is only made sure that his row is there. */
async function noteReading(context: Context, tx: Tx, draft: Resource, recordId: string, opens: boolean): Promise<void> {
  const at = context.now().toISOString()
  const { orgId, accountId } = context.caller
  const made = await tx
    .insertInto('publication_reader')
    .values({ org_id: orgId, subject: draft.table, record_id: recordId, account_id: accountId, first_at: at, last_at: at })
    .onConflict(conflict => conflict.columns(['org_id', 'subject', 'record_id', 'account_id']).doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (made !== undefined) return count(context, tx, draft, recordId, { readers: 1 })
  if (opens)
    await own(context, tx, draft, recordId)
      .set({ last_at: at, times: sql<number>`times + 1` })
      .execute()
}

/** Adds to what is counted of a record, in the transaction of what it counts. Last in it: all readers of a record wait for its row. */
async function count(
  { caller, house }: Context,
  tx: Tx,
  draft: Resource,
  recordId: string,
  more: Partial<Record<'readers' | 'confirmed' | 'likes', number>>,
): Promise<void> {
  const { db } = await house.asSystem(caller.orgId, 'how many have read what was published', tx)
  const [[name, by] = ['readers', 0]] = Object.entries(more)
  const column = name as 'readers' | 'confirmed' | 'likes'
  await db
    .insertInto('publication_count')
    .values({ org_id: caller.orgId, subject: draft.table, record_id: recordId, [column]: Math.max(by, 0) })
    .onConflict(conflict =>
      conflict
        .columns(['org_id', 'subject', 'record_id'])
        .doUpdateSet({ [column]: sql<number>`greatest(${sql.ref(`publication_count.${column}`)} + ${by}::integer, 0)` }),
    )
    .execute()
}
