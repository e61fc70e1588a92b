/**
 * What follows from changes of the board: who sees a section and its topics, what their authors are told, figures of a topic,
 * what an upheld report hides.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'
import { addMonthsToDay } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, Arrival, Tx, Follower, RecordChange } from '#platform/server/area.ts'
import { anyTable, inStepWith, later } from '#platform/server/database.ts'
import { change, setDerived, followerOf } from '#platform/server/records.ts'
import { tellSealed } from '#platform/server/rights.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { bbsReport, bbsSection, bbsTopic, moderatorMarks, sectionMarks } from './tables.ts'
import { reportStates, topicStates } from './states.ts'

const systemOf = async (context: Context, tx: Tx): Promise<Context> =>
  inStepWith(context, await context.house.asSystem(context.caller.orgId, 'the board follows', tx))
/** a hundred years */
const stickyMonths = 1_200
const topicComment = threadOf(bbsTopic).comment

/** Whom a topic is open to now: nobody once it is deleted, those who look after it and its author once it is hidden. */
function topicAudience(topic: Readonly<Record<string, unknown>>, section: Readonly<Record<string, unknown>>): string[] {
  if (topic['state'] === topicStates.deleted[0]) return []
  const own = topic['authorId'] == null ? [] : [`e${asText(topic['authorId'])}`]
  if (topic['state'] === topicStates.hidden[0])
    return [...new Set([...moderatorMarks(section['moderatorIds']), ...moderatorMarks([section['ownerId'] ?? []].flat()), ...own])]
  return [...new Set([...sectionMarks(section), ...own])]
}

/** The marks of a section follow its audience and moderators; its topics and open reports follow it. */
export const keepSections = followerOf(bbsSection, async (context, tx, changes) => {
  const changed = changes.flatMap(({ after }) => (after === null ? [] : [after]))
  if (changed.length === 0) return
  const system = await systemOf(context, tx)
  await setDerived(
    system,
    bbsSection,
    changed.map(row => ({ id: row.id, audience: sectionMarks(row) })),
  )
  const ids = changes.filter(change => change.before !== null).map(({ id }) => id)
  const topics = ids.length === 0 ? [] : await topicsOf(system, ids)
  const byId = new Map(changed.map(row => [row.id, row]))
  await setDerived(
    system,
    bbsTopic,
    topics.map(topic => ({ id: topic.id, audience: topicAudience(topic, byId.get(topic.sectionId) ?? {}) })),
  )
})

const topicsOf = (system: Context, sectionIds: readonly string[]) =>
  system.db
    .selectFrom('bbs_topic')
    .select(['id', 'section_id as sectionId', 'state', 'author_id as authorId'])
    .where(sql<boolean>`section_id = any(${[...sectionIds]}::bigint[])`)
    // for nobody: deleted, or not in sight yet
    .where(sql<boolean>`cardinality(audience) > 0`)
    .execute()

const isMoved = ({ before, after }: RecordChange): boolean => after !== null && before !== null && before['state'] !== after['state']
const isStuck = ({ before, after }: RecordChange): boolean => before !== null && before['sticky'] !== after?.['sticky']

/** A sticky topic stands before the others. */
const orderOf = (row: Row): string => {
  const last = asText(row['lastReplyAt'] ?? row['postedAt'])
  return row['sticky'] === true ? addMonthsToDay(last.slice(0, 10), stickyMonths) + last.slice(10) : last
}

export const keepTopics = followerOf(bbsTopic, async (context, tx, changes) => {
  const rows = (some: readonly RecordChange[]): Row[] => some.flatMap(({ after }) => (after === null ? [] : [after]))
  const moved = rows(changes.filter(isMoved))
  const stuck = rows(changes.filter(isStuck))
  const hidden = rows(changes.filter(({ before, after }) => before === null && after?.isAnonymous === true))
  if (moved.length + stuck.length + hidden.length === 0) return
  const system = await systemOf(context, tx)
  await setDerived(
    system,
    bbsTopic,
    hidden.map(row => ({ id: row.id, audience: [] })),
  )
  for (const { id } of hidden) await later(system, tx, 'topic', { id })
  await setDerived(
    system,
    bbsTopic,
    stuck.map(row => ({ id: row.id, orderAt: orderOf(row) })),
  )
  const sections = await sectionsOf(system, moved)
  await setDerived(
    system,
    bbsTopic,
    moved.map(row => ({ id: row.id, audience: topicAudience(row, sections.get(asText(row['sectionId'])) ?? {}) })),
  )
  for (const row of moved.filter(one => one['isAnonymous'] === true && one['state'] !== topicStates.deleted[0]))
    await tellSealed(system, tx, bbsTopic, [row.id], {
      title: sentence`您匿名发布的帖子“${asText(row['title'])}”状态变为${stateTitle(row['state'])}`,
      detail: row['reason'] == null ? null : sentence`原因：${asText(row['reason'])}`,
    })
})
const stateTitle = (code: unknown) => {
  const found = Object.values(topicStates).find(([one]) => one === code) ?? topicStates.normal
  return [found[1], found[2]] as const
}

/** An anonymous topic comes in sight, unless it was withdrawn meanwhile. Until then it is for nobody; its author finds it by his seal. */
export const topicArrives: Arrival = (context, { id }, take) =>
  context.write(async (tx, inside) => {
    if (!(await take(tx))) return
    const topic = await inside.db
      .selectFrom('bbs_topic')
      .select(['id', 'section_id as sectionId', 'state', 'audience'])
      .where('id', '=', id as string)
      .forUpdate()
      .executeTakeFirst()
    if (topic === undefined || topic.state !== topicStates.normal[0] || topic.audience.length > 0) return
    const section = (await sectionsOf(inside, [topic])).get(topic.sectionId) ?? {}
    await setDerived(inside, bbsTopic, [{ id: topic.id, audience: topicAudience(topic, section) }])
  })

async function sectionsOf(system: Context, topics: readonly Readonly<Record<string, unknown>>[]) {
  const ids = [...new Set(topics.map(row => asText(row['sectionId'])))]
  if (ids.length === 0) return new Map<string, Record<string, unknown>>()
  const found = await system.db
    .selectFrom('bbs_section')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(
    found.map(row => [
      row.id,
      {
        forAll: row.for_all,
        forDepts: row.for_depts,
        forRoles: row.for_roles,
        forPeople: row.for_people,
        moderatorIds: row.moderator_ids,
        ownerId: row.owner_id,
      },
    ]),
  )
}

/** Replies: their number, the last one, and the best one, which may have been deleted. */
export const keepReplies: Follower = async (context, tx, changes) => {
  const ids = [
    ...new Set(
      changes.flatMap(({ before, after }) => [before?.['recordId'], after?.['recordId']]).flatMap(id => (id == null ? [] : [asText(id)])),
    ),
  ]
  if (ids.length === 0) return
  const system = await systemOf(context, tx)
  const { rows } = await sql<{ id: string; replies: number; last_at: string | null; last_by: string | null; best: string | null }>`
    select t.id::text as id, count(c.id)::int as replies, max(c.created_at) as last_at,
      (array_agg(c.by_name order by c.id desc) filter (where c.id is not null))[1] as last_by,
      (array_agg(t.best_reply_id) filter (where c.id = t.best_reply_id))[1]::text as best
    from bbs_topic t left join bbs_topic_comment c on c.record_id = t.id and c.deleted_at is null
    where t.id = any(${ids}::bigint[]) group by t.id`.execute(tx.withoutPlugins())
  const topics = new Map((await topicRows(system, ids)).map(row => [row.id, row]))
  await setDerived(
    system,
    bbsTopic,
    rows.map(row => {
      const topic = topics.get(row.id)
      const lastReplyAt = row.last_at === null ? null : new Date(instantMs(row.last_at)).toISOString()
      const shown = { lastReplyAt, postedAt: topic?.posted_at ?? lastReplyAt, sticky: topic?.sticky } as never
      return { id: row.id, replies: row.replies, lastReplyAt, lastReplyBy: row.last_by, bestReplyId: row.best, orderAt: orderOf(shown) }
    }),
  )
  const added = changes.filter(change => change.before === null && change.after?.['isSealed'] !== true)
  for (const { after } of added)
    await tellSealed(system, tx, bbsTopic, [asText(after?.['recordId'])], {
      title: sentence`${asText(after?.['byName'])}回复了您匿名发布的帖子`,
      detail: asText(after?.['content'] ?? '').slice(0, 100),
    })
}

const topicRows = (system: Context, ids: readonly string[]) =>
  system.db
    .selectFrom('bbs_topic')
    .select(['id', 'posted_at', 'sticky'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()

/** An upheld report hides the topic, or empties the reply; the reason is the answer. */
export const keepReports = followerOf(bbsReport, async (context, tx, changes) => {
  const upheld = changes.flatMap(({ before, after }) =>
    after !== null && after.state === reportStates.upheld[0] && before?.state !== after.state ? [after] : [],
  )
  if (upheld.length === 0) return
  const system = await systemOf(context, tx)
  for (const row of upheld) {
    const commentId = await commentOf(tx, row.id)
    if (commentId === null) await hideTopic(system, asText(row['topicId']), asText(row['answer'] ?? ''))
    else await emptyReply(system, tx, commentId)
  }
})

async function commentOf(tx: Tx, reportId: string): Promise<string | null> {
  const row = await tx.selectFrom('bbs_report').select('comment_id').where('id', '=', reportId).executeTakeFirst()
  return row?.comment_id ?? null
}

async function hideTopic(system: Context, id: string, reason: string): Promise<void> {
  const topic = await system.db.selectFrom('bbs_topic').select('state').where('id', '=', id).executeTakeFirst()
  const open: readonly number[] = [topicStates.normal[0], topicStates.closed[0]]
  // two reports of one topic: the second finds it hidden
  if (topic === undefined || !open.includes(topic.state)) return
  await takeSteps(system, bbsTopic, { ids: [{ id }], pick: { step: 'hideReported' }, input: { reason }, byProgram: true })
}

async function emptyReply(system: Context, tx: Tx, id: string): Promise<void> {
  const there = await anyTable(tx.withoutPlugins())
    .selectFrom(topicComment.table)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (there === undefined) return
  const gone = { content: null, files: null, mentions: null, deletedAt: system.now().toISOString() }
  await change(system, topicComment, id, gone, { verb: 'remove' })
}

export const boardFollows = {
  [bbsSection.table]: keepSections,
  [bbsTopic.table]: keepTopics,
  [topicComment.table]: keepReplies,
  [bbsReport.table]: keepReports,
}
