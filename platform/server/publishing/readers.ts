/** For writers of what was published: who has read it, each reader once, with the first and the last time; who has not yet. */
import { sql, type SelectQueryBuilder } from 'kysely'
import { labelOf } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import type { Publishable } from '#platform/declare/publishable.ts'
import type { Context } from '../contract/context.ts'
import type { Database, Tx } from '../contract/database.ts'
import { anyTable } from '../db/any-table.ts'
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

/** For its writers: who has read it, or (`unread`) who of those it is for has not. At most 2,000, by name. */
export async function readersOf(
  context: Context,
  { draft, published }: Publishable,
  { id, unread = false }: { readonly id: unknown; readonly unread?: boolean },
): Promise<{ title: string; list: readonly Reader[]; audience: number; read: number; confirmed: number }> {
  const record = await oneRecord(context, draft, id)
  const { id: recordId } = record
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
  return { title: asText(record[labelOf(draft)] ?? ''), list, audience: accounts.length, read, confirmed }
}
const readersMax = 2_000

/** Accounts of those it is for who have not read it, or, where it must be confirmed, have not confirmed it. */
export async function missingAccounts(
  { caller, house }: Context,
  { draft, published }: Publishable,
  id: string,
  tx?: Tx,
): Promise<readonly string[]> {
  const system = await house.asSystem(caller.orgId, 'who has read what was published', tx)
  const shown = await anyTable(system.db)
    .selectFrom(published.table)
    .select([
      draft.publishing?.audience ? sql<string[]>`audience`.as('audience') : sql<string[]>`array['o']`.as('audience'),
      draft.publishing?.mustRead ? sql<boolean>`must_read`.as('must') : sql<boolean>`false`.as('must'),
    ])
    .where(sql<boolean>`id = ${id}`)
    .executeTakeFirst()
  if (shown === undefined) return []
  const accounts = await house.rights.accountsOf(caller.orgId, shown['audience'] as string[], tx)
  const done = await system.db
    .selectFrom('publication_reader')
    .select('account_id')
    .where('subject', '=', draft.table)
    .where('record_id', '=', id)
    .$if(shown['must'] === true, query => query.where('confirmed_at', 'is not', null))
    .execute()
  const known = new Set(done.map(row => row.account_id))
  return accounts.filter(account => !known.has(account))
}

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
