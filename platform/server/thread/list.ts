/** A page of a record's conversation: its comments and, where it has states, its moves, in one order of time. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { ThreadComment, ThreadEntry, ThreadMove, ThreadPage } from '#platform/declare/wire-thread.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { Context } from '../context.ts'
import { stepTitle, verbTitle } from '../audit/verbs.ts'
import { anyTable } from '../db/any-table.ts'
import type { Tx } from '../db/database.ts'
import { fileRefs } from '../files/file-refs.ts'
import type { Person } from '../house.ts'
import { nobody, ownSealed } from '../records/sealed-author.ts'
import { statesOf } from '../steps/machine.ts'
import { movesOf, type Move } from '../steps/moves.ts'
import { recordOf } from './record.ts'
import { threadOf } from './tables.ts'

const pageDefault = 30
/** an answer says "99+" at most */
const unreadMax = 100

interface Stored {
  readonly id: string
  readonly version: number
  readonly at: string
  readonly created_by: string | null
  readonly parent_id: string | null
  readonly content: string | null
  readonly files: readonly string[] | null
  readonly by_name: string
  readonly edited_at: string | null
  readonly deleted_at: string | null
}
const columns = ['id', 'version', 'created_by', 'parent_id', 'content', 'files', 'by_name', 'edited_at', 'deleted_at'] as const

export interface PageAsk {
  readonly recordId: string
  /** `next` of the page before */
  readonly before?: string
  readonly pageSize?: number
}

/** The newest comments, or those before: each page is a range of an index that begins with the record. */
export async function threadPage(
  context: Context,
  r: Resource,
  { recordId, before, pageSize = pageDefault }: PageAsk,
): Promise<ThreadPage> {
  const { closed } = await recordOf(context, r, recordId)
  const { comment } = threadOf(r)
  const stored = () =>
    anyTable(context.db)
      .selectFrom(comment.table)
      .select([...columns, sql<string>`${sql.ref(`${comment.table}.created_at`)}`.as('at')])
      .where(sql<boolean>`${sql.ref(`${comment.table}.record_id`)} = ${recordId}::bigint`)
  const found = (await stored()
    .$if(before !== undefined, query => query.where(sql<boolean>`${sql.ref(`${comment.table}.id`)} < ${before ?? ''}::bigint`))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()) as unknown as Stored[]
  const page = found.slice(0, pageSize)
  const hasOlder = found.length > pageSize
  const there = new Set(page.map(row => row.id))
  const answered = [...new Set(page.flatMap(row => (row.parent_id === null || there.has(row.parent_id) ? [] : [row.parent_id])))]
  const parents =
    answered.length === 0
      ? []
      : ((await stored()
          .where(sql<boolean>`${sql.ref(`${comment.table}.id`)} = any(${answered}::bigint[])`)
          .execute()) as unknown as Stored[])
  const comments = await shown(context, comment, [...page, ...parents])
  const from = hasOlder ? (page.at(-1)?.at ?? null) : null
  const until = before === undefined ? null : await instantOf(context, comment, before)
  const moves = await movesIn(context, r, recordId, from, until)
  return {
    list: [...comments, ...moves].toSorted((a, b) => instantMs(a.at) - instantMs(b.at)) satisfies ThreadEntry[],
    next: hasOlder ? (page.at(-1)?.id ?? null) : null,
    ...(await seenOf(context, r, recordId)),
    closed: closed === null ? null : context.language === 'en' ? context.house.registry.english(closed) : closed,
  }
}

async function shown(context: Context, comment: Resource, rows: readonly Stored[]): Promise<ThreadComment[]> {
  const { caller, db, house } = context
  const accounts = [...new Set(rows.flatMap(row => (row.created_by === null || row.created_by === nobody ? [] : [row.created_by])))]
  const [refs, people, sealed] = await Promise.all([
    fileRefs(context, [...new Set(rows.flatMap(row => row.files ?? []))]),
    accounts.length === 0 ? [] : house.rights.people(caller.orgId, { ids: accounts }),
    ownSealed(
      context,
      db as unknown as Tx,
      comment,
      rows.map(row => row.id),
    ),
  ])
  const known = new Map(people.map(one => [one.accountId, one]))
  return rows.map(row => {
    const isDeleted = row.deleted_at !== null
    return {
      kind: 'comment',
      id: row.id,
      version: row.version,
      parentId: row.parent_id,
      at: row.at,
      by: isDeleted ? { accountId: null, name: '', avatar: null } : authorOf(row, known),
      isMine: !isDeleted && (row.created_by === caller.accountId || sealed.has(row.id)),
      content: row.content ?? '',
      files: (row.files ?? []).flatMap(id => refs.get(id) ?? []),
      isEdited: row.edited_at !== null,
      isDeleted,
    }
  })
}

const authorOf = (row: Stored, known: ReadonlyMap<string, Person>) => ({
  accountId: row.created_by === nobody ? null : row.created_by,
  name: row.by_name,
  avatar: known.get(row.created_by ?? '')?.avatar ?? null,
})

async function instantOf({ db }: Context, comment: Resource, id: string): Promise<string | null> {
  const row = await anyTable(db)
    .selectFrom(comment.table)
    .select(sql<string>`${sql.ref(`${comment.table}.created_at`)}`.as('at'))
    .where(sql<boolean>`${sql.ref(`${comment.table}.id`)} = ${id}::bigint`)
    .executeTakeFirst()
  return row?.at ?? null
}

/** The record's moves after one instant and before another: those that belong to the page. */
async function movesIn(context: Context, r: Resource, recordId: string, from: string | null, until: string | null): Promise<ThreadMove[]> {
  if (r.states === undefined) return []
  const titles = new Map(statesOf(r, r.states).map(({ code, title }) => [code, title[context.language === 'en' ? 1 : 0]]))
  const moves = (await movesOf(context, r, r.states, [recordId])).get(recordId) ?? []
  const isIn = ({ at }: Move): boolean =>
    (from === null || instantMs(at) >= instantMs(from)) && (until === null || instantMs(at) < instantMs(until))
  return moves.filter(isIn).map(move => ({
    kind: 'move',
    at: move.at,
    by: { accountId: move.accountId === nobody ? null : move.accountId, name: move.by, avatar: null },
    title: stepTitle(r, move.step, context.language) ?? verbTitle(move.step, context.language),
    from: move.from === null ? null : (titles.get(move.from) ?? String(move.from)),
    to: titles.get(move.to) ?? String(move.to),
    note: move.note,
  }))
}

/** What the caller has seen of the conversation, and how much of others is new to him. */
async function seenOf(context: Context, r: Resource, recordId: string): Promise<Pick<ThreadPage, 'unread' | 'seenId'>> {
  const { comment, seen } = threadOf(r)
  if (seen === undefined) return { unread: null, seenId: null }
  const db = anyTable(context.db)
  const row = await db
    .selectFrom(seen.table)
    .select('last_id')
    .where(sql<boolean>`record_id = ${recordId}::bigint`)
    .executeTakeFirst()
  const seenId = (row?.['last_id'] ?? null) as string | null
  const fresh = await db
    .selectFrom(comment.table)
    .select('id')
    .where(sql<boolean>`${sql.ref(`${comment.table}.record_id`)} = ${recordId}::bigint`)
    .where(sql<boolean>`${sql.ref(`${comment.table}.id`)} > ${seenId ?? '0'}::bigint`)
    .where(sql<boolean>`created_by is distinct from ${context.caller.accountId}::bigint and deleted_at is null`)
    .limit(unreadMax)
    .execute()
  return { unread: fresh.length, seenId }
}
