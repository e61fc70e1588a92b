/** Who reads what was published: each reader once, with the first and the last time; who was asked to confirm it and did. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Publishable } from '#platform/declare/publishable.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Database } from '../contract/database.ts'
import { anyTable } from '../db/any-table.ts'
import { refuse } from '../calls/refusal.ts'
import { oneRecord } from '../verbs/record.ts'

/** A row of `/readers`; times are null of who has not read it yet. */
export interface Reader {
  readonly accountId: string
  readonly name: string
  readonly firstAt: string | null
  readonly lastAt: string | null
  readonly times: number
  readonly confirmedAt: string | null
}

type ReaderQuery = SelectQueryBuilder<Database, 'publication_reader', object>

export interface Reading extends Row {
  /** the reader has confirmed it */
  readonly confirmed: boolean
}

/** What a reader opens: the record as it is published, and a note that he has read it. */
export async function readPublished(context: Context, { draft, published }: Publishable, id: unknown): Promise<Reading> {
  const row = await oneRecord(context, published, id)
  const now = context.now().toISOString()
  const { caller } = context
  // who looks at the product as somebody else reads nothing in his name
  if (caller.viewer !== undefined) return { ...row, confirmed: false }
  const confirmedAt = await noteReading(context, draft, row.id, null, { last_at: now, times: sql<number>`publication_reader.times + 1` })
  return { ...row, confirmed: confirmedAt !== null }
}

/** One row a reader. Answers when he confirmed it. */
async function noteReading(
  context: Context,
  draft: Resource,
  recordId: string,
  confirmedAt: string | null,
  again: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const { orgId, accountId } = context.caller
  const at = context.now().toISOString()
  const kept = await context.write(tx =>
    tx
      .insertInto('publication_reader')
      .values({
        org_id: orgId,
        subject: draft.table,
        record_id: recordId,
        account_id: accountId,
        first_at: at,
        last_at: at,
        confirmed_at: confirmedAt,
      })
      .onConflict(conflict => conflict.columns(['org_id', 'subject', 'record_id', 'account_id']).doUpdateSet(again))
      .returning('confirmed_at')
      .executeTakeFirstOrThrow(),
  )
  return kept.confirmed_at
}

/** The reader confirms that he has read it. Once is enough: a second time changes nothing. */
export async function confirmRead(
  context: Context,
  { draft, published }: Publishable,
  id: unknown,
): Promise<{ id: string; confirmedAt: string }> {
  const row = await oneRecord(context, published, id)
  if (row['mustRead'] !== true) throw refuse.rule(sentence`这条内容不需要确认阅读`)
  const now = context.now().toISOString()
  const confirmedAt = await noteReading(context, draft, row.id, now, {
    confirmed_at: sql<string>`coalesce(publication_reader.confirmed_at, excluded.confirmed_at)`,
  })
  return { id: row.id, confirmedAt: confirmedAt ?? now }
}

/** For its writers: who has read it, or (`unread`) who of those it is for has not. At most 2,000, by name. */
export async function readersOf(
  context: Context,
  { draft, published }: Publishable,
  { id, unread = false }: { readonly id: unknown; readonly unread?: boolean },
): Promise<{ list: readonly Reader[]; audience: number; read: number; confirmed: number }> {
  const { id: recordId } = await oneRecord(context, draft, id)
  const { caller, house } = context
  const system = await house.asSystem(caller.orgId, 'who has read what was published')
  const shown = await anyTable(system.db)
    .selectFrom(published.table)
    .select(draft.publishing?.audience ? sql<string[]>`audience`.as('audience') : sql<string[]>`array['o']`.as('audience'))
    .where(sql<boolean>`id = ${recordId}`)
    .executeTakeFirst()
  const accounts = shown === undefined ? [] : await house.rights.accountsOf(caller.orgId, shown['audience'] as string[])
  const of = system.db.selectFrom('publication_reader').where('subject', '=', draft.table).where('record_id', '=', recordId)
  const { read, confirmed } = await of
    .select([sql<number>`count(*)::int`.as('read'), sql<number>`count(confirmed_at)::int`.as('confirmed')])
    .executeTakeFirstOrThrow()
  const list = unread ? await missingOf(system, accounts, of) : await readersIn(of)
  return { list, audience: accounts.length, read, confirmed }
}
const readersMax = 2_000

async function readersIn(of: ReaderQuery): Promise<readonly Reader[]> {
  const rows = await of
    .innerJoin('account', 'account.id', 'publication_reader.account_id')
    .select(['account_id', 'account.name', 'first_at', 'last_at', 'times', 'confirmed_at'])
    .orderBy('account.name')
    .limit(readersMax)
    .execute()
  return rows.map(row => ({
    accountId: row.account_id,
    name: row.name,
    firstAt: row.first_at,
    lastAt: row.last_at,
    times: row.times,
    confirmedAt: row.confirmed_at,
  }))
}

async function missingOf(system: Context, accounts: readonly string[], readers: ReaderQuery): Promise<readonly Reader[]> {
  if (accounts.length === 0) return []
  const rows = await system.db
    .selectFrom('account')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...accounts]}::bigint[])`)
    .where('id', 'not in', readers.select('account_id'))
    .orderBy('name')
    .limit(readersMax)
    .execute()
  return rows.map(({ id, name }) => ({ accountId: id, name, firstAt: null, lastAt: null, times: 0, confirmedAt: null }))
}
