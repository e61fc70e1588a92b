/** What people do on the board besides the generic calls: post where they may, open, like, choose the best reply, report. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'
import { htmlToText } from '#platform/format/html-text.ts'
import { plainMentions } from '#platform/format/mentions.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, may, type Context, type Tx } from '#platform/server/area.ts'
import { anyTable, ownSealed } from '#platform/server/database.ts'
import { namedId, change, setDerived, addRecord, oneRecord } from '#platform/server/records.ts'
import { openToAuthor } from '#platform/server/rights.ts'
import type { BoardSection, BoardTopic } from './answers.ts'
import { replyOf } from './reply-likes.ts'
import { reportStates, topicStates } from './states.ts'
import { bbsReport, bbsSection, bbsTopic, moderatorMarks } from './tables.ts'

const moderateOperation = 100
const excerptMax = 200

const moderatesOf = ({ caller }: Context, moderatorIds: unknown): boolean =>
  may(caller, 'bbsTopic', moderateOperation) || (Array.isArray(moderatorIds) && moderatorIds.map(asText).includes(caller.employeeId ?? ''))

/** Sections the caller may post in, with the topics he sees there. */
export async function boardSections(context: Context): Promise<readonly BoardSection[]> {
  const rows = await context.db
    .selectFrom('bbs_section')
    .leftJoin('bbs_topic as t', join =>
      join.onRef('t.section_id', '=', 'bbs_section.id').on('t.state', 'in', [topicStates.normal[0], topicStates.closed[0]]),
    )
    .select(['bbs_section.id', 'name', 'intro', 'allow_anonymous', 'moderator_ids', 'bbs_section.audience'])
    .select(sql<number>`count(t.id)::int`.as('topics'))
    .where('bbs_section.status', '=', bbsSection.fields.status.choices.open[0])
    .groupBy(['bbs_section.id', 'name', 'intro', 'allow_anonymous', 'moderator_ids', 'bbs_section.audience', 'sort'])
    .orderBy('sort')
    .orderBy('bbs_section.id')
    .limit(100)
    .execute()
  return rows
    .filter(row => row.audience.some(mark => context.caller.audience.includes(mark)))
    .map(row => ({
      id: row.id,
      name: row.name,
      intro: row.intro,
      allowAnonymous: row.allow_anonymous,
      moderates: moderatesOf(context, row.moderator_ids),
      topics: row.topics,
    }))
}

/** A topic is for whom its section is for; without a name only where the section lets people. */
export async function addTopic(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
  const sectionId = namedId(asText(input['sectionId'] ?? ''), bbsSection.title)
  const section = await context.db
    .selectFrom('bbs_section')
    .select(['name', 'audience', 'allow_anonymous', 'status'])
    .where('id', '=', sectionId)
    .executeTakeFirst()
  // whoever looks after sections sees some that are not for him
  if (section === undefined || !section.audience.some(mark => context.caller.audience.includes(mark)))
    throw refuse.unknown(bbsSection.title)
  if (section.status !== bbsSection.fields.status.choices.open[0]) throw refuse.rule(sentence`版块“${section.name}”已停用，请换一个版块`)
  if (input['isAnonymous'] === true && !section.allow_anonymous)
    throw refuse.rule(sentence`版块“${section.name}”不允许匿名发布，请取消匿名或换一个版块`)
  return addRecord(context, bbsTopic, input, { besides: { audience: section.audience } })
}

/** Opens a topic and counts a view. No reader is noted: the first one of a sealed topic would be its author. */
export async function viewTopic(context: Context, given: unknown): Promise<BoardTopic> {
  const id = namedId(given, bbsTopic.title)
  const seen = await openToAuthor(context, bbsTopic)
  const row = await oneRecord(seen, bbsTopic, id)
  const { caller } = context
  const section = await context.house
    .asSystem(caller.orgId, 'who looks after the section')
    .then(system =>
      system.db.selectFrom('bbs_section').select('moderator_ids').where('id', '=', asText(row['sectionId'])).executeTakeFirst(),
    )
  const isViewer = caller.viewer !== undefined
  const { isMine, liked } = await context.write(async (tx, inside) => {
    if (!isViewer) await countView(inside, tx, id)
    const own = await ownSealed(inside, tx, bbsTopic, [id])
    const like = await tx.selectFrom('bbs_like').select('id').where('topic_id', '=', id).executeTakeFirst()
    return { isMine: own.size > 0 || (row['authorId'] != null && row['authorId'] === caller.employeeId), liked: like !== undefined }
  })
  return {
    ...row,
    content: asText(row['content'] ?? ''),
    views: Number(row['views'] ?? 0) + (isViewer ? 0 : 1),
    isMine,
    liked,
    moderates: moderatesOf(context, section?.moderator_ids),
    bestReply: await bestReplyOf(seen, id),
  }
}

async function countView(inside: Context, tx: Tx, id: string): Promise<void> {
  const system = await inside.house.asSystem(inside.caller.orgId, 'views are counted', tx)
  const topic = await system.db.selectFrom('bbs_topic').select('views').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  await setDerived(system, bbsTopic, [{ id, views: topic.views + 1 }])
}

async function bestReplyOf(context: Context, topicId: string): Promise<BoardTopic['bestReply']> {
  const { comment } = threadOf(bbsTopic)
  const topic = await context.db.selectFrom('bbs_topic').select('best_reply_id').where('id', '=', topicId).executeTakeFirst()
  if (topic?.best_reply_id == null) return null
  const row = await anyTable(context.db)
    .selectFrom(comment.table)
    .select(['by_name', 'content'])
    .where(sql<boolean>`${sql.ref(`${comment.table}.id`)} = ${topic.best_reply_id}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: topic.best_reply_id, by: asText(row['by_name']), content: plainMentions(asText(row['content'] ?? '')) }
}

/** One like a person; once more takes it back. */
export async function likeTopic(context: Context, given: unknown): Promise<{ liked: boolean; likes: number }> {
  const id = namedId(given, bbsTopic.title)
  await oneRecord(await openToAuthor(context, bbsTopic), bbsTopic, id)
  return context.write(
    async (tx, inside) => {
      const { orgId, accountId } = inside.caller
      const taken = await tx.deleteFrom('bbs_like').where('topic_id', '=', id).where('account_id', '=', accountId).executeTakeFirst()
      const liked = taken.numDeletedRows === 0n
      if (liked) await tx.insertInto('bbs_like').values({ org_id: orgId, topic_id: id, account_id: accountId }).execute()
      const system = await inside.house.asSystem(orgId, 'likes are counted', tx)
      const { likes } = await tx
        .withoutPlugins()
        .selectFrom('bbs_like')
        .select(sql<number>`count(*)::int`.as('likes'))
        .where('topic_id', '=', id)
        .executeTakeFirstOrThrow()
      await setDerived(system, bbsTopic, [{ id, likes }])
      return { liked, likes }
    },
    { line: `bbs_topic ${id}` },
  )
}

/** The author or a moderator marks one reply as the best, or takes the mark away (`replyId` null). */
export async function chooseBest(context: Context, given: { id: unknown; replyId: string | null }): Promise<null> {
  const topic = await viewed(context, given.id)
  if (!topic.isMine && !topic.moderates) throw refuse.forbidden(sentence`只有作者和版主可以选最佳回复`)
  if (topic['state'] !== topicStates.normal[0]) throw refuse.rule(sentence`帖子已不在正常状态，不能选最佳回复`)
  return context.write(async (_, inside) => {
    const own = await openToAuthor(inside, bbsTopic)
    if (given.replyId !== null) await replyOf(own, topic.id, given.replyId)
    await change(own, bbsTopic, topic.id, { bestReplyId: given.replyId }, { verb: 'bestReply' })
    return null
  })
}

async function viewed(context: Context, given: unknown): Promise<Row & Pick<BoardTopic, 'isMine' | 'moderates'>> {
  const id = namedId(given, bbsTopic.title)
  const row = await oneRecord(await openToAuthor(context, bbsTopic), bbsTopic, id)
  const section = await context.db
    .selectFrom('bbs_section')
    .select('moderator_ids')
    .where('id', '=', asText(row['sectionId']))
    .executeTakeFirst()
  const isMine = await context.write(async (tx, inside) => (await ownSealed(inside, tx, bbsTopic, [id])).size > 0)
  return {
    ...row,
    isMine: isMine || (row['authorId'] != null && row['authorId'] === context.caller.employeeId),
    moderates: moderatesOf(context, section?.moderator_ids),
  }
}

/** Reports a topic, or one of its replies, to the moderators of the section. */
export async function reportTopic(
  context: Context,
  { commentId = null, ...input }: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> {
  const topic = await oneRecord(context, bbsTopic, namedId(input['topicId'], bbsTopic.title))
  const { comment } = threadOf(bbsTopic)
  const { employeeId } = context.caller
  let excerpt = htmlToText(`${asText(topic['title'])} ${asText(topic['content'] ?? '')}`)
  if (commentId !== null) {
    const reply = await anyTable(context.db)
      .selectFrom(comment.table)
      .select('content')
      .where(sql<boolean>`${sql.ref(`${comment.table}.id`)} = ${namedId(commentId, ['回复', 'Reply'])}`)
      .where('record_id', '=', topic.id)
      .executeTakeFirst()
    if (reply === undefined) throw refuse.unknown(['回复', 'Reply'])
    excerpt = plainMentions(asText(reply['content'] ?? ''))
  }
  const pending = await context.db
    .selectFrom('bbs_report')
    .select('id')
    .where('topic_id', '=', topic.id)
    .where('reporter_id', '=', employeeId)
    .where('state', '=', reportStates.waiting[0])
    .where(sql<boolean>`comment_id is not distinct from ${commentId}::bigint`)
    .executeTakeFirst()
  if (pending !== undefined) throw refuse.rule(sentence`您已经举报过，版主正在处理`)
  const system = await context.house.asSystem(context.caller.orgId, 'whom a report reaches')
  const section = await system.db
    .selectFrom('bbs_section')
    .select(['moderator_ids', 'owner_id'])
    .where('id', '=', asText(topic['sectionId']))
    .executeTakeFirstOrThrow()
  const people = [...(section.moderator_ids ?? []), section.owner_id, employeeId].filter(id => id !== null)
  return addRecord(context, bbsReport, input, {
    besides: {
      sectionId: topic['sectionId'],
      commentId,
      excerpt: excerpt.slice(0, excerptMax),
      audience: [...new Set(moderatorMarks(people))],
    },
  })
}
