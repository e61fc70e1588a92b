/** Points of an activity: to each who checked in, once. */
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import { setDerived } from '#platform/server/records/derived.ts'
import { signUpStates } from './states.ts'
import { activitySignUp } from './tables.ts'

/**
 * Notes on each sign-up what it earned. An activity is settled by one step from one state, so this happens once. The ledger of points is
 * asked here, by `activity <id>` and the employee as the key of the event.
 */
export async function settlePoints(system: Context, _tx: Tx, activity: Row): Promise<void> {
  const points = Number(activity['points'] ?? 0)
  if (points === 0) return
  const rows = await system.db
    .selectFrom('activity_sign_up')
    .select(['id', 'employee_id'])
    .where('activity_id', '=', activity.id)
    .where('state', '=', signUpStates.checkedIn[0])
    .execute()
  await setDerived(
    system,
    activitySignUp,
    rows.map(({ id }) => ({ id, points })),
  )
}
