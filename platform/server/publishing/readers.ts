/** Who reads what was published: each reader once, with the first and the last time; who was asked to confirm it and did. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Publishable } from '#platform/declare/publishable.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
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
  const kept = await context.write(tx =>
    tx
      .insertInto('publication_reader')
      .values({ org_id: caller.orgId, subject: draft.table, record_id: row.id, account_id: caller.accountId, first_at: now, last_at: now })
      .onConflict(conflict =>
        conflict
          .columns(['org_id', 'subject', 'record_id', 'account_id'])
          .doUpdateSet({ last_at: now, times: sql<number>`publication_reader.times + 1` }),
      )
      .returning('confirmed_at')
      .executeTakeFirstOrThrow(),
  )
  return { ...row, confirmed: kept.confirmed_at !== null }
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
  const { caller } = context
  const kept = await context.write(tx =>
    tx
      .insertInto('publication_reader')
      .values({
        org_id: caller.orgId,
        subject: draft.table,
        record_id: row.id,
        account_id: caller.accountId,
        first_at: now,
        last_at: now,
        confirmed_at: now,
      })
      .onConflict(conflict =>
        conflict
          .columns(['org_id', 'subject', 'record_id', 'account_id'])
          .doUpdateSet({ confirmed_at: sql<string>`coalesce(publication_reader.confirmed_at, excluded.confirmed_at)` }),
      )
      .returning('confirmed_at')
      .executeTakeFirstOrThrow(),
  )
  return { id: row.id, confirmedAt: kept.confirmed_at ?? now }
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
  const rows = await system.db
    .selectFrom('publication_reader')
    .innerJoin('account', 'account.id', 'publication_reader.account_id')
    .select(['account_id', 'account.name', 'first_at', 'last_at', 'times', 'confirmed_at'])
    .where('subject', '=', draft.table)
    .where('record_id', '=', recordId)
    .orderBy('account.name')
    .execute()
  const readers = rows.map(row => ({
    accountId: row.account_id,
    name: row.name,
    firstAt: row.first_at,
    lastAt: row.last_at,
    times: row.times,
    confirmedAt: row.confirmed_at,
  }))
  const known = new Set(readers.map(reader => reader.accountId))
  const counts = { audience: accounts.length, read: readers.length, confirmed: readers.filter(one => one.confirmedAt !== null).length }
  if (!unread) return { list: readers.slice(0, readersMax), ...counts }
  const missing = accounts.filter(account => !known.has(account))
  const names = missing.length === 0 ? [] : await namesOf(system, missing)
  return { list: names.slice(0, readersMax), ...counts }
}
const readersMax = 2_000

async function namesOf(system: Context, accounts: readonly string[]): Promise<readonly Reader[]> {
  const rows = await system.db
    .selectFrom('account')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...accounts]}::bigint[])`)
    .orderBy('name')
    .execute()
  return rows.map(({ id, name }) => ({ accountId: id, name, firstAt: null, lastAt: null, times: 0, confirmedAt: null }))
}
