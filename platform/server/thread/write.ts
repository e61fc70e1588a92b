/**
 * What people write of a record: comments, answers, their edit and deletion. Written by the one writer; the record itself stays as it is,
 * its version too.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { ThreadWritten } from '#platform/declare/wire-thread.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { Tx } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import { byField } from '../records/record-checks.ts'
import type { Values } from '../contract/record-hooks.ts'
import { columnValues } from '../records/validate-record.ts'
import { change, create } from '../records/change.ts'
import { ownSealed, sealedContext, writerOf } from '../db/sealed-author.ts'
import { removeRows } from '../records/writer.ts'
import { maySeeRecord, mentionedIn, noticeOf } from './mentions.ts'
import { recordOf, type ThreadRecord } from './record.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'
import { tellThread } from './tell.ts'
import { later } from '../db/sealed-later.ts'

export interface CommentInput {
  readonly content?: unknown
  readonly files?: unknown
  /** accounts that are told, beside those that the text mentions */
  readonly mentions?: readonly string[]
}

interface Locked {
  readonly id: string
  readonly record_id: string
  readonly parent_id: string | null
  readonly created_by: string | null
  readonly mentions: readonly string[] | null
  readonly deleted_at: string | null
}
const lockedColumns = ['id', 'record_id', 'parent_id', 'created_by', 'mentions', 'deleted_at'] as const

export type NewComment = CommentInput & { readonly recordId: string; readonly parentId?: string | null }

/** What a sealed author said, until it comes (sealed-reply.ts). */
export interface LeftReply {
  readonly accountId: string
  readonly table: string
  readonly said: NewComment
}

/** Of a sealed author it comes later: no id is answered then. `take`: it comes now, unless it has already. */
export async function addComment(
  context: Context,
  r: Resource,
  given: NewComment,
  take?: (tx: Tx) => Promise<boolean>,
): Promise<ThreadWritten> {
  const { recordId, parentId, ...said } = given
  const { comment } = threadOf(r)
  const { house, language } = context
  await recordOf(context, r, recordId)
  const values = valuesOf(comment, said)
  const mentioned = await mentionedIn(context, r, recordId, values['content'] as string, said.mentions ?? [])
  const answered = parentId == null ? null : await authorToTell(context, r, recordId, parentId)
  return context.write(async (tx, inside) => {
    const record = await heldRecord(inside, r, recordId)
    const rootId = parentId == null ? null : await heldRoot(inside, comment, recordId, parentId)
    const isSealed = r.sealedAuthor !== undefined && (await ownSealed(inside, tx, r, [recordId])).size > 0
    if (take === undefined ? isSealed : !(await take(tx))) {
      const left: LeftReply = { accountId: inside.caller.accountId, table: r.table, said: given }
      if (take === undefined) await later(sealedContext(inside), tx, 'reply', left)
      return {
        id: '0',
        version: 1,
        notTold: mentioned.notTold,
        notice: house.registry.inWords(sentence`匿名回复会在一小时内的随机时间出现`, language),
      }
    }
    const writer = isSealed ? sealedContext(inside) : inside
    const row = await create(inside, comment, {
      ...values,
      content: mentioned.content === '' ? null : mentioned.content,
      recordId,
      parentId: rootId,
      byName: writer.caller.name,
      mentions: JSON.stringify(mentioned.told),
      ...(isSealed ? { isSealed } : {}),
    })
    const answers = answered !== null && !mentioned.told.includes(answered) ? [answered] : []
    await tellThread(writer, tx, r, record, { content: mentioned.content, mentioned: mentioned.told, answered: answers })
    return { id: row.id, version: row.version ?? 1, notTold: mentioned.notTold, notice: noticeIn(inside, mentioned.notTold) }
  })
}

const noticeIn = ({ language, house }: Context, notTold: ThreadWritten['notTold']): string | null => {
  const notice = noticeOf(notTold)
  return notice === null ? null : house.registry.inWords(notice, language)
}

/** Sets text and files of one's own comment; people who are mentioned anew are told. */
export async function editComment(
  context: Context,
  r: Resource,
  { id, version, ...said }: CommentInput & { readonly id: string; readonly version: number },
): Promise<ThreadWritten> {
  const { comment } = threadOf(r)
  const seen = await commentOf(context, comment, id)
  const values = valuesOf(comment, said)
  const mentioned = await mentionedIn(context, r, seen.record_id, values['content'] as string, said.mentions ?? [])
  return context.write(async (tx, inside) => {
    const record = await heldRecord(inside, r, seen.record_id)
    const before = await ownComment(inside, tx, comment, id)
    const writer = await writerOf(inside, tx, comment, [id])
    const row = await change(
      inside,
      comment,
      id,
      {
        ...values,
        content: mentioned.content === '' ? null : mentioned.content,
        mentions: JSON.stringify(mentioned.told),
        editedAt: writer.now().toISOString(),
      },
      { version },
    )
    const fresh = mentioned.told.filter(account => before.mentions?.includes(account) !== true)
    await tellThread(writer, tx, r, record, { content: mentioned.content, mentioned: fresh, answered: [] })
    return { id, version: row.version ?? 1, notTold: mentioned.notTold, notice: noticeIn(inside, mentioned.notTold) }
  })
}

/** Deletes one's own comment; one that was answered leaves its place, which goes with the last answer. */
export async function removeComment(context: Context, r: Resource, id: string): Promise<null> {
  const { comment } = threadOf(r)
  const seen = await commentOf(context, comment, id)
  const { keepsAnswered = false } = r.thread === undefined || r.thread === true ? {} : r.thread
  return context.write(async (tx, inside) => {
    const record = await heldRecord(inside, r, seen.record_id)
    const held = await ownComment(inside, tx, comment, id)
    const writer = await writerOf(inside, tx, comment, [id])
    if (await isAnswered(inside, comment, held)) {
      if (keepsAnswered) throw refuse.rule(sentence`已有人回复，不能删除`)
      const gone = { content: null, files: null, mentions: null, deletedAt: writer.now().toISOString() }
      await change(inside, comment, id, gone, { verb: 'remove' })
    } else {
      await take(writer, tx, comment, id)
      if (seen.parent_id !== null) await takeEmptyPlace(inside, tx, comment, seen.parent_id)
    }
    await tellThread(writer, tx, r, record, { content: '', mentioned: [], answered: [] })
    return null
  })
}

/** Text and files by field, as they were typed; one of the two must be there. */
function valuesOf(comment: Resource, { content, files }: CommentInput): Values {
  const given = byField(comment, columnValues(comment, { content: content ?? null, files: files ?? null }, 'edit'))
  if (given['content'] === null && given['files'] === null)
    throw refuse.invalid([{ field: 'content', message: sentence`请输入内容或添加附件` }])
  return { ...given, content: given['content'] ?? '' }
}

/** The record, held as it is; one whose conversation is closed is refused. */
async function heldRecord(inside: Context, r: Resource, recordId: string): Promise<ThreadRecord> {
  const record = await recordOf(inside, r, recordId, true)
  if (record.closed !== null) throw refuse.rule(record.closed)
  return record
}

const selectComment = ({ db }: Context, comment: Resource, id: string) =>
  anyTable(db)
    .selectFrom(comment.table)
    .select([...lockedColumns])
    .where(sql.ref<string>(`${comment.table}.id`), '=', id)

async function commentOf(context: Context, comment: Resource, id: string): Promise<Locked> {
  const row = (await selectComment(context, comment, id).executeTakeFirst()) as Locked | undefined
  if (row === undefined || row.deleted_at !== null) throw refuse.unknown(['评论', 'The comment'])
  return row
}

/** The caller's own comment, locked. */
async function ownComment(inside: Context, tx: Tx, comment: Resource, id: string): Promise<Locked> {
  const row = (await selectComment(inside, comment, id).forUpdate().executeTakeFirst()) as Locked | undefined
  if (row === undefined || row.deleted_at !== null) throw refuse.unknown(['评论', 'The comment'])
  const isOwn = row.created_by === inside.caller.accountId || (await ownSealed(inside, tx, comment, [id])).size > 0
  if (!isOwn) throw refuse.forbidden(sentence`只能编辑或删除自己的评论`)
  return row
}

/** The comment at the top that is answered, held: an answer to an answer stands below the same one. */
async function heldRoot(inside: Context, comment: Resource, recordId: string, parentId: string): Promise<string> {
  const row = (await selectComment(inside, comment, parentId).forKeyShare().executeTakeFirst()) as Locked | undefined
  if (row === undefined || row.deleted_at !== null || row.record_id !== recordId)
    throw refuse.rule(sentence`要回复的评论已被删除，请刷新后再试`)
  return row.parent_id ?? row.id
}

/** Who is told that he was answered; null: nobody, or nobody may know who wrote it. */
async function authorToTell(context: Context, r: Resource, recordId: string, parentId: string): Promise<string | null> {
  const row = (await selectComment(context, threadOf(r).comment, parentId).executeTakeFirst()) as Locked | undefined
  const author = row?.created_by ?? null
  if (author === null || author === context.caller.accountId) return null
  return (await maySeeRecord(context, r, recordId, author)) ? author : null
}

async function isAnswered({ db }: Context, comment: Resource, { id, record_id: recordId }: Locked): Promise<boolean> {
  const answer = await anyTable(db)
    .selectFrom(comment.table)
    .select('id')
    .where(sql.ref<string>(`${comment.table}.record_id`), '=', recordId)
    .where(sql.ref<string>(`${comment.table}.parent_id`), '=', id)
    .limit(1)
    .executeTakeFirst()
  return answer !== undefined
}

const take = async (context: Context, tx: Tx, comment: Resource, id: string): Promise<void> => {
  await removeRows({ context, tx, r: comment, hooks: {}, verb: 'remove', locks: [], batchId: null, trail: 'record' }, [[id]])
}

/** The place of a deleted comment without answers has nothing left to hold. */
async function takeEmptyPlace(inside: Context, tx: Tx, comment: Resource, id: string): Promise<void> {
  const row = (await selectComment(inside, comment, id).forUpdate().executeTakeFirst()) as Locked | undefined
  if (row === undefined || row.deleted_at === null || (await isAnswered(inside, comment, row))) return
  await take(await writerOf(inside, tx, comment, [id]), tx, comment, id)
}
