/** What people see of activities: those that are for them, where they stand, who comes along; the code for the organisers. */
import { sql } from 'kysely'
import type { Condition, Row } from '#platform/declare/wire.ts'
import { may, refuse, type Context } from '#platform/server/area.ts'
import { listOf } from '#platform/server/lists.ts'
import { namedId, oneRecord } from '#platform/server/records.ts'
import type { OpenActivity } from './answers.ts'
import { placeOf, standings } from './sign-up.ts'
import { activityStates, manageOperation, signUpStates } from './states.ts'
import { cultureActivity } from './tables.ts'

const peopleMax = 200
const shownMax = 100
const { draft, open, closed, held, settled } = activityStates

/** `past`: what is over; else what is still to come. The newest hundred. */
export async function openActivities(context: Context, past: boolean): Promise<readonly Row[]> {
  const states = past ? [held[0], settled[0]] : [open[0], closed[0]]
  const only: Condition = { field: 'state', condition: 'IN', condList: states.map(String) }
  const { list } = await listOf(context, cultureActivity, {
    pageNum: 1,
    pageSize: shownMax,
    conditionList: [only],
    sortField: 'startAt',
    sortWay: past ? 'DESC' : 'ASC',
  })
  const own = await standings(
    context,
    list.map(row => row.id),
  )
  return list.map(row => ({ ...row, mine: own.get(row.id)?.state ?? null }))
}

export async function viewActivity(context: Context, given: unknown): Promise<OpenActivity> {
  const id = namedId(given, cultureActivity.title)
  const row = await oneRecord(context, cultureActivity, id)
  const { caller } = context
  const organises = may(caller, 'cultureActivity', manageOperation) || (row['ownerId'] != null && row['ownerId'] === caller.employeeId)
  if (row['state'] === draft[0] && !organises) throw refuse.unknown(cultureActivity.title)
  // colleagues who come along are named to whoever may come himself, whatever his data scope
  const system = await context.house.asSystem(caller.orgId, 'who takes part in an activity')
  const [own, people, kept] = await Promise.all([
    standings(context, [id]),
    system.db
      .selectFrom('activity_sign_up as s')
      .innerJoin('employee as e', 'e.id', 's.employee_id')
      .select(['s.id', 'e.name', 's.state'])
      .where('s.activity_id', '=', id)
      .where('s.state', 'in', [signUpStates.signedUp[0], signUpStates.checkedIn[0]])
      .orderBy('s.signed_up_at')
      .limit(peopleMax)
      .execute(),
    context.db
      .selectFrom('culture_activity')
      .select('code')
      .where(sql<boolean>`culture_activity.id = ${id}`)
      .executeTakeFirst(),
  ])
  const mine = own.get(id)
  return {
    ...row,
    mine: mine?.state ?? null,
    queuePlace: mine?.state === signUpStates.waiting[0] ? await placeOf(context, id, mine.id) : null,
    people,
    code: organises ? (kept?.code ?? null) : null,
  }
}
