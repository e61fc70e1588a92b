/** Delays: what renewing does not give is asked for, and granted by somebody else. */
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { create, oneRecord, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { borrowerOf } from './borrow.ts'
import { borrowingCodes, delayCodes } from './codes.ts'
import { shelfSystem } from './shelf.ts'
import { cultureBookDelay, cultureBorrowing } from './tables.ts'

export interface DelayAsk {
  readonly borrowingId: string
  readonly days: number
  readonly reason: string
}

export const askDelay = (context: Context, { borrowingId, days, reason }: DelayAsk): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const system = await shelfSystem(inside, tx)
    await system.db.selectFrom('culture_borrowing').select('id').where('id', '=', borrowingId).forUpdate().execute()
    const row = await oneRecord(inside, cultureBorrowing, borrowingId)
    if (row['employeeId'] !== borrowerOf(context)) throw refuse.forbidden(sentence`只能为自己借的书申请延期`)
    if (row['state'] === borrowingCodes.returned) throw refuse.rule(sentence`图书已归还，不需要再申请延期`)
    if (row['state'] !== borrowingCodes.lent) throw refuse.rule(sentence`只有借阅中的图书才能申请延期`)
    const waiting = await system.db
      .selectFrom('culture_book_delay')
      .select('id')
      .where('borrowing_id', '=', borrowingId)
      .where('state', '=', delayCodes.asked)
      .executeTakeFirst()
    if (waiting !== undefined) throw refuse.rule(sentence`已有一条延期申请等待审核，请等审核后再申请`)
    const { id } = await create(inside, cultureBookDelay, { borrowingId, days, reason })
    return { id }
  })

/** A granted delay moves the day on which the book is due: from that day on, or from today where it is overdue. */
export const followDelays = followerOf(cultureBookDelay, async (context, tx, changes) => {
  const granted = changes.flatMap(({ before, after }) =>
    after !== null && before !== null && before.state !== after.state && after.state === delayCodes.granted ? [after] : [],
  )
  if (granted.length === 0) return
  const system = await shelfSystem(context, tx)
  const today = todayOf(context)
  for (const delay of granted) {
    const id = String(delay['borrowingId'])
    const { dueOn } = await oneRecord(system, cultureBorrowing, id)
    const from = typeof dueOn === 'string' && dueOn > today ? dueOn : today
    await takeSteps(system, cultureBorrowing, {
      ids: [{ id }],
      pick: { step: 'extend' },
      input: { dueOn: addDays(from, Number(delay['days'])) },
      byProgram: true,
    })
  }
})

/** What is asked for of a book that came back, or was lost, is asked for no more. */
export const closeDelays = followerOf(cultureBorrowing, async (context, tx, changes) => {
  const ended = changes.flatMap(({ id, before, after }) =>
    before?.state === borrowingCodes.lent && after !== null && after.state !== borrowingCodes.lent ? [id] : [],
  )
  if (ended.length === 0) return
  const system = await shelfSystem(context, tx)
  const asked = await system.db
    .selectFrom('culture_book_delay')
    .select('id')
    .where('borrowing_id', 'in', ended)
    .where('state', '=', delayCodes.asked)
    .execute()
  if (asked.length > 0) await takeSteps(system, cultureBookDelay, { ids: asked, pick: { step: 'lapse' }, input: {}, byProgram: true })
})
