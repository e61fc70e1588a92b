/** A page of a record's conversation: its comments and, where it has states, its moves, in one order of time. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { ThreadComment, ThreadEntry, ThreadMove, ThreadPage } from '#platform/declare/wire-thread.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { Context } from '../contract/context.ts'
import { stepTitle, verbTitle } from '../audit/verbs.ts'
import { anyTable } from '../db/any-table.ts'
import type { Tx } from '../contract/database.ts'
import { fileRefs } from '../lists/file-refs.ts'
import type { Person } from '../contract/house.ts'
import { nobody, ownSealed } from '../db/sealed-author.ts'
import { personIn } from '../trail/server-name.ts'
import { statesOf } from '../states/machine.ts'
import { movesOf, type Move } from '../steps/moves.ts'
import { recordOf } from './record.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'

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

/**
 * The newest comments, or those before: each page is a range of an index that begins with the record. The record is named as `record_id =
 * …`, by which the door tries the rows in place instead of asking for all records that the person sees.
 */
export async function threadPage(
  context: Context,
  r: Resource,
  { recordId, before, pageSize = pageDefault }: PageAsk,
): Promise<ThreadPage> {
  const { comment } = threadOf(r)
  const [{ closed }, found, seenId] = await Promise.all([
    recordOf(context, r, recordId),
    storedOf(context, comment, recordId)
      .$if(before !== undefined, query => query.where(columnOf(comment, 'id'), '<', before ?? ''))
      .orderBy('id', 'desc')
      .limit(pageSize + 1)
      .execute() as Promise<Stored[]>,
    seenOf(context, r, recordId),
  ])
  const page = found.slice(0, pageSize)
  const hasOlder = found.length > pageSize
  const [parents, unread, until] = await Promise.all([
    answeredBy(context, comment, recordId, page),
    (before === undefined ? unreadAmong(context, r, page, hasOlder, seenId) : undefined) ?? unreadOf(context, r, recordId, seenId),
    before === undefined || r.states === undefined ? null : instantOf(context, comment, before),
  ])
  const from = hasOlder ? (page.at(-1)?.at ?? null) : null
  const [comments, moves] = await Promise.all([shown(context, comment, [...page, ...parents]), movesIn(context, r, recordId, from, until)])
  return {
    list: inOrder(comments, moves) satisfies ThreadEntry[],
    next: hasOlder ? (page.at(-1)?.id ?? null) : null,
    unread,
    seenId,
    closed: closed === null ? null : context.house.registry.inWords(closed, context.language),
  }
}

/** Comments in the order of their numbers, steps between them by their time: what a sealed author says tells its day alone. */
function inOrder(comments: readonly ThreadComment[], moves: readonly ThreadMove[]): ThreadEntry[] {
  let last = 0
  const placed = comments
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map(one => ({ one, at: (last = Math.max(last, instantMs(one.at))) }))
  return [...placed, ...moves.map(one => ({ one, at: instantMs(one.at) }))].toSorted((a, b) => a.at - b.at).map(({ one }) => one)
}

const columnOf = ({ table }: Resource, column: string) => sql.ref<string>(`${table}.${column}`)

const storedOf = ({ db }: Context, comment: Resource, recordId: string) =>
  anyTable(db)
    .selectFrom(comment.table)
    .select([...columns, columnOf(comment, 'created_at').as('at')])
    .where(columnOf(comment, 'record_id'), '=', recordId)

/** Comments that these answer and that are not among them. */
async function answeredBy(context: Context, comment: Resource, recordId: string, page: readonly Stored[]): Promise<readonly Stored[]> {
  const there = new Set(page.map(row => row.id))
  const ids = [...new Set(page.flatMap(row => (row.parent_id === null || there.has(row.parent_id) ? [] : [row.parent_id])))]
  if (ids.length === 0) return []
  return (await storedOf(context, comment, recordId).where(columnOf(comment, 'id'), 'in', ids).execute()) as Stored[]
}

async function shown(context: Context, comment: Resource, rows: readonly Stored[]): Promise<ThreadComment[]> {
  const { caller, db, house } = context
  const accounts = [...new Set(rows.flatMap(row => (row.created_by === null || row.created_by === nobody ? [] : [row.created_by])))]
  const [refs, people, sealed] = await Promise.all([
    fileRefs(context, [...new Set(rows.flatMap(row => row.files ?? []))]),
    accounts.length === 0 ? [] : house.rights.people(caller.orgId, { ids: accounts }),
    ownSealed(
      context,
      db as Tx,
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
    .select(columnOf(comment, 'created_at').as('at'))
    .where(columnOf(comment, 'id'), '=', id)
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
    by: { accountId: move.accountId === nobody ? null : move.accountId, name: personIn(move.by, context.language), avatar: null },
    title: stepTitle(r, move.step, context.language) ?? verbTitle(move.step, context.language),
    from: move.from === null ? null : (titles.get(move.from) ?? String(move.from)),
    to: titles.get(move.to) ?? String(move.to),
    note: move.note,
  }))
}

/** The newest comment that the caller has seen; null: none, or that is not kept. */
async function seenOf({ db }: Context, r: Resource, recordId: string): Promise<string | null> {
  const { seen } = threadOf(r)
  if (seen === undefined) return null
  const row = await anyTable(db)
    .selectFrom(seen.table)
    .select(columnOf(seen, 'last_id').as('last'))
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return row?.last ?? null
}

/** The same by the newest page, where it reaches back to what he has seen, or to the first comment. undefined: it does not tell. */
function unreadAmong(
  { caller }: Context,
  r: Resource,
  page: readonly Stored[],
  hasOlder: boolean,
  seenId: string | null,
): number | undefined {
  if (threadOf(r).seen === undefined || (hasOlder && !page.some(row => isOld(row, seenId)))) return undefined
  const fresh = page.filter(row => !isOld(row, seenId) && row.created_by !== caller.accountId && row.deleted_at === null)
  return Math.min(fresh.length, unreadMax)
}
const isOld = ({ id }: Stored, seenId: string | null): boolean => BigInt(id) <= BigInt(seenId ?? 0)

/** How many comments of others came after it; null: that is not kept. */
async function unreadOf({ db, caller }: Context, r: Resource, recordId: string, seenId: string | null): Promise<number | null> {
  const { comment, seen } = threadOf(r)
  if (seen === undefined) return null
  const fresh = await anyTable(db)
    .selectFrom(comment.table)
    .select('id')
    .where(columnOf(comment, 'record_id'), '=', recordId)
    .where(columnOf(comment, 'id'), '>', seenId ?? '0')
    .where(sql<boolean>`created_by is distinct from ${caller.accountId} and deleted_at is null`)
    .limit(unreadMax)
    .execute()
  return fresh.length
}
