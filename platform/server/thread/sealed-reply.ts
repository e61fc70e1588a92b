/**
 * The reply of a sealed author comes later than it was written: replies stand in the order of their numbers, so one written at once would
 * stand between two whose instants are known.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { Arrival } from '../contract/area.ts'
import type { Context } from '../contract/context.ts'
import { Refusal } from '../calls/refusal.ts'
import { tellSealed } from '../sealed/notices.ts'
import { openToAuthor } from '../sealed/own-records.ts'
import { addComment, type LeftReply } from './write.ts'

/** A reply that is refused by now is told to its author alone. */
export const replyArrives: Arrival = async (context, payload, take) => {
  const { accountId, table, said } = payload as unknown as LeftReply
  const { house, language, now } = context
  const r = house.registry.resources.get(table)
  const caller = await house.rights.callerOf(accountId, context.caller.orgId)
  // who has left says nothing any more
  if (r === undefined || caller === null) return context.write(async tx => void (await take(tx)))
  try {
    const own: Context = { ...house.asUser(caller, language, ''), now, sealed: 'arriving' }
    await addComment({ ...(await openToAuthor(own, r)), now, sealed: 'arriving' }, r, said, take)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await context.write(async (tx, inside) => {
      if (!(await take(tx))) return
      await tellSealed(inside, tx, r, [said.recordId], { title: sentence`您的匿名回复没有发布`, detail: error.wording })
    })
  }
}
