/**
 * What happens in company culture and earns points. Each is ordered in the transaction of its event. Nothing anonymous earns any: the entry
 * would name its author.
 */
import type { Row } from '#platform/declare/wire.ts'
import { threadOf } from '#platform/declare/thread-tables.ts'
import { readInstant } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { Follower, RecordChange } from '#platform/server/area.ts'
import { bbsTopic } from '../board/tables.ts'
import { borrowingCodes } from '../books/codes.ts'
import { cultureBorrowing } from '../books/tables.ts'
import { grantPoints, type Grant } from './grant.ts'

const added = (changes: readonly RecordChange[]): Row[] =>
  changes.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []))

const ofTopics: Follower = (context, tx, changes) =>
  grantPoints(
    context,
    tx,
    added(changes).flatMap((topic): Grant[] =>
      topic['isAnonymous'] === true || topic['authorId'] == null
        ? []
        : [{ rule: 'post', employeeId: asText(topic['authorId']), eventKey: `post:${topic.id}`, source: asText(topic['title']) }],
    ),
  )

const ofReplies: Follower = async (context, tx, changes) => {
  const { employeeId } = context.caller
  if (employeeId === null) return
  const signed = added(changes).filter(comment => comment['isSealed'] !== true)
  await grantPoints(
    context,
    tx,
    signed.map(({ id }) => ({ rule: 'reply', employeeId, eventKey: `reply:${id}` })),
  )
}

const ofBorrowings: Follower = (context, tx, changes) =>
  grantPoints(
    context,
    tx,
    changes.flatMap(({ before, after }): Grant[] =>
      after !== null &&
      before?.['state'] === borrowingCodes.lent &&
      after['state'] === borrowingCodes.returned &&
      inTime(after, context.caller.zone)
        ? [{ rule: 'bookReturned', employeeId: asText(after['employeeId']), eventKey: `book:${after.id}`, source: asText(after['no']) }]
        : [],
    ),
  )

/** Returned on the last day at the latest, in the zone of the organisation. */
function inTime({ returnedAt, dueOn }: Row, zone: string): boolean {
  const returnedMs = readInstant(asText(returnedAt ?? ''))
  return dueOn != null && returnedMs !== null && dayInZone(returnedMs, zone) <= asText(dueOn)
}

export const pointFollowers: Readonly<Record<string, Follower>> = {
  [bbsTopic.table]: ofTopics,
  [threadOf(bbsTopic).comment.table]: ofReplies,
  [cultureBorrowing.table]: ofBorrowings,
}
