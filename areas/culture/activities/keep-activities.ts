/**
 * What follows from changes of an activity: who sees it, its code, seats after a change of capacity, who is told of a cancellation, points
 * when it is settled; and what is closed or held when its time has come.
 */
import { sql } from 'kysely'
import { namedBy, notice } from '#platform/declare/notice.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { allOf } from '#platform/server/lists.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { notify, marksOf } from '#platform/server/notices.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { takeStepsEach } from '#platform/server/steps.ts'
import { settlePoints } from './settle.ts'
import { keepSeats, newCode } from './sign-up.ts'
import { activityStates, signUpStates } from './states.ts'
import { activitySignUp, cultureActivity } from './tables.ts'

/** records moved at once; those that are left come with the next round */
const portion = 100

export const activityCancelled = notice('activity.cancelled', ['活动取消', 'An activity is cancelled'], {
  title: ['您报名的活动“{title}”已取消', 'The activity “{title}” that you signed up for is cancelled'],
  text: ['原因：{reason}', 'Reason: {reason}'],
  to: [namedBy('employeeId')],
})

export const keepActivities = followerOf(cultureActivity, async (context, tx, changes) => {
  const rows = changes.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  if (rows.length === 0) return
  const asked = await context.house.asSystem(context.caller.orgId, 'an activity and its audience', tx)
  const system = within({ ...asked, now: context.now }, tx)
  const isOut = (row: Row): boolean => row['state'] !== activityStates.draft[0]
  await setDerived(
    system,
    cultureActivity,
    rows.map(({ after }) => ({ id: after.id, audience: isOut(after) ? marksOf(after) : [] })),
  )
  for (const { before, after } of rows) {
    const entered = (code: number): boolean => after.state === code && before?.state !== code
    if (entered(activityStates.open[0]) && before?.state === activityStates.draft[0])
      await setDerived(system, cultureActivity, [{ id: after.id, code: newCode() }])
    if (before !== null && before.capacity !== after.capacity) await keepSeats(system, tx, after.id)
    if (entered(activityStates.cancelled[0])) await tellCancelled(system, tx, after)
    if (entered(activityStates.settled[0])) await settlePoints(system, tx, after)
  }
})

async function tellCancelled(system: Context, tx: Tx, activity: Row): Promise<void> {
  const rows = await allOf(system, activitySignUp, [
    { field: 'activityId', condition: 'EQ', value: activity.id },
    { field: 'state', condition: 'IN', condList: [String(signUpStates.signedUp[0]), String(signUpStates.waiting[0])] },
  ])
  await notify(system, tx, activityCancelled, {
    of: { resource: activitySignUp, rows },
    values: { title: asText(activity['title']), reason: asText(activity['reason'] ?? '') },
  })
}

/** Timed work: sign-up ends, and what has ended was held. */
export async function moveDue(inside: Context): Promise<Wording | void> {
  const now = inside.now().toISOString()
  const due = async (step: string, where: ReturnType<typeof sql<boolean>>): Promise<number> => {
    const rows = await inside.db.selectFrom('culture_activity').select('id').where(where).orderBy('id').limit(portion).execute()
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => ({ id }))
    return (await takeStepsEach(inside, cultureActivity, { ids, pick: { step }, input: {}, byProgram: true })).changed
  }
  const held = await due('holdDue', sql<boolean>`state in (1, 3) and end_at <= ${now}`)
  const closed = await due('closeDue', sql<boolean>`state = 1 and sign_up_until <= ${now}`)
  return held + closed === 0 ? undefined : sentence`截止 ${closed} 个、结束 ${held} 个活动`
}
