/** Stand-ins: nobody stands in for himself, not over two hops, and one person has one at a time. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Follower } from '#platform/server/contract/record-hooks.ts'

export const keepStandIns: Follower = async (_context, tx, changes) => {
  for (const { id, after } of changes) {
    if (after === null) continue
    const [person, standIn] = [asText(after['employeeId'] as string), asText(after['standInId'] as string)]
    if (person === standIn) throw refuse.invalid([{ field: 'standInId', message: sentence`代理人不能是本人` }])
    // locked in one order, so that two entries of the same people can't pass each other
    await tx.selectFrom('employee').select('id').where('id', 'in', [person, standIn]).orderBy('id').forUpdate().execute()
    const known = await tx.selectFrom('employee').select('status').where('id', '=', standIn).executeTakeFirst()
    if (known?.status !== 1) throw refuse.invalid([{ field: 'standInId', message: sentence`代理人已离职，请重新选择` }])
    const others = await tx
      .withoutPlugins()
      .selectFrom('approval_stand_in')
      .select(['employee_id', 'stand_in_id'])
      .where('id', '!=', id)
      .where('from_on', '<=', asText(after['toOn'] as string))
      .where('to_on', '>=', asText(after['fromOn'] as string))
      .where(eb => eb.or([eb('employee_id', 'in', [person, standIn]), eb('stand_in_id', '=', person)]))
      .execute()
    if (others.some(one => one.employee_id === person)) throw refuse.rule(sentence`这段时间已经有代理人，请先修改原来的代理`)
    if (others.some(one => one.employee_id === standIn)) throw refuse.rule(sentence`代理人这段时间自己也由别人代理，请换一个人`)
    if (others.some(one => one.stand_in_id === person)) throw refuse.rule(sentence`本人这段时间正在代理别人，不能再由他人代理`)
  }
}
