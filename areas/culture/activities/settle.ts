/** Points of an activity: to each who checked in, once. */
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { grantPoints } from '../points/grant.ts'
import { setDerived } from '#platform/server/records.ts'
import { signUpStates } from './states.ts'
import { activitySignUp } from './tables.ts'

/** Notes on each sign-up what it earned and grants it. An activity is settled by one step from one state, so this happens once. */
export async function settlePoints(system: Context, tx: Tx, activity: Row): Promise<void> {
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
  await grantPoints(
    system,
    tx,
    rows.map(({ id, employee_id: employeeId }) => ({
      rule: 'activity',
      employeeId,
      eventKey: `activity:${id}`,
      source: asText(activity['title']),
      points,
    })),
  )
}
