/** Likes of replies, which are comments of a topic's thread: one a person, counted when they are asked for. */
import { sql } from 'kysely'
import { threadOf } from '#platform/declare/thread-tables.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { namedId, oneRecord } from '#platform/server/records.ts'
import { openToAuthor } from '#platform/server/rights.ts'
import type { ReplyLikes } from './answers.ts'
import { bbsTopic } from './tables.ts'

const replyTitle = ['回复', 'Reply'] as const
/** replies with likes that are told of one topic */
const repliesMax = 2_000

/** The id of a reply to this topic that is not deleted; one that is none is refused. */
export async function replyOf(context: Context, topicId: string, given: unknown): Promise<string> {
  const { comment } = threadOf(bbsTopic)
  const row = await anyTable(context.db)
    .selectFrom(comment.table)
    .select('id')
    .where(sql<boolean>`${sql.ref(`${comment.table}.id`)} = ${namedId(given, replyTitle)}`)
    .where('record_id', '=', topicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw refuse.unknown(replyTitle)
  return String(row['id'])
}

/** One like a person; once more takes it back. */
export async function likeReply(context: Context, given: { id: unknown; replyId: unknown }): Promise<{ liked: boolean; likes: number }> {
  const topicId = namedId(given.id, bbsTopic.title)
  const seen = await openToAuthor(context, bbsTopic)
  await oneRecord(seen, bbsTopic, topicId)
  const replyId = await replyOf(seen, topicId, given.replyId)
  return context.write(
    async (tx, inside) => {
      const { orgId, accountId } = inside.caller
      const taken = await tx
        .deleteFrom('bbs_reply_like')
        .where('topic_id', '=', topicId)
        .where('comment_id', '=', replyId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      const liked = taken.numDeletedRows === 0n
      if (liked)
        await tx
          .insertInto('bbs_reply_like')
          .values({ org_id: orgId, topic_id: topicId, comment_id: replyId, account_id: accountId })
          .execute()
      const [counted] = await countedOf(inside, topicId, { replyId, tx })
      return { liked, likes: counted?.likes ?? 0 }
    },
    { line: `bbs_topic ${topicId}` },
  )
}

/** Of the replies of a topic that have likes. */
export async function replyLikes(context: Context, given: unknown): Promise<readonly ReplyLikes[]> {
  const { id } = await oneRecord(await openToAuthor(context, bbsTopic), bbsTopic, namedId(given, bbsTopic.title))
  return countedOf(context, id)
}

/** By the server itself: the door shows each person his own likes alone. */
async function countedOf(
  { caller, house }: Context,
  topicId: string,
  { replyId, tx }: { readonly replyId?: string; readonly tx?: Tx } = {},
): Promise<readonly ReplyLikes[]> {
  const { db } = await house.asSystem(caller.orgId, 'likes of replies are counted', tx)
  return db
    .selectFrom('bbs_reply_like')
    .select('comment_id as replyId')
    .select(sql<number>`count(*)::int`.as('likes'))
    .select(sql<boolean>`bool_or(account_id = ${caller.accountId})`.as('liked'))
    .where('topic_id', '=', topicId)
    .$if(replyId !== undefined, query => query.where('comment_id', '=', replyId ?? ''))
    .groupBy('comment_id')
    .orderBy('comment_id')
    .limit(repliesMax)
    .execute()
}
