/**
 * Signing up for an activity: a seat while there is one, else a place in the queue; a freed seat goes to the first who waits. All writers
 * of one activity hold its row, so of two at the last seat one has it and the other waits.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { namedBy, notice } from '#platform/declare/notice.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { namedId, change, create, setDerived, oneRecord } from '#platform/server/records.ts'
import { notify } from '#platform/server/notices.ts'
import { activityStates, signUpStates } from './states.ts'
import { activitySignUp, cultureActivity } from './tables.ts'

const { signedUp, waiting, checkedIn, cancelled } = signUpStates
const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8
/** minutes before the beginning from which people check in */
const checkInBefore = 60
const minuteMs = 60_000

export const seatFreed = notice('activity.seatFreed', ['活动候补转正', 'A seat of an activity'], {
  title: ['您候补的活动有名额了，已为您报名', 'You waited for an activity: you have a seat now'],
  to: [namedBy('employeeId')],
})

export const newCode = (): string => Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

export interface Standing {
  readonly id: string
  readonly state: number
  /** place in the queue, from 1; null: not waiting */
  readonly place: number | null
}

const employeeOf = ({ caller }: Context): string => {
  if (caller.employeeId === null) throw refuse.rule(sentence`您的账号没有关联员工，不能报名活动`)
  return caller.employeeId
}

/** The activity that the caller sees, held by the system: its figures are changed for everybody. */
async function held(context: Context, tx: Tx, id: string) {
  const system = await context.house.asSystem(context.caller.orgId, 'seats of an activity', tx)
  const activity = await system.db.selectFrom('culture_activity').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (activity === undefined) throw refuse.unknown(cultureActivity.title)
  const own = await system.db
    .selectFrom('activity_sign_up')
    .select(['id', 'state'])
    .where('activity_id', '=', id)
    .where('employee_id', '=', employeeOf(context))
    .executeTakeFirst()
  return { system: within({ ...system, now: context.now }, tx), activity, own }
}

const seats = async (system: Context, activityId: string) =>
  system.db
    .selectFrom('activity_sign_up')
    .select([
      sql<number>`count(*) filter (where state in (${sql.lit(signedUp[0])}, ${sql.lit(checkedIn[0])}))::int`.as('taken'),
      sql<number>`count(*) filter (where state = ${sql.lit(waiting[0])})::int`.as('waiting'),
      sql<number>`count(*) filter (where state = ${sql.lit(checkedIn[0])})::int`.as('checked'),
    ])
    .where('activity_id', '=', activityId)
    .executeTakeFirstOrThrow()

/** Counts anew, and gives free seats to those who wait longest; they are told. */
export async function keepSeats(system: Context, tx: Tx, activityId: string): Promise<void> {
  const { capacity, state } = await system.db
    .selectFrom('culture_activity')
    .select(['capacity', 'state'])
    .where('id', '=', activityId)
    .executeTakeFirstOrThrow()
  const now = await seats(system, activityId)
  const free = Math.max(0, capacity - now.taken)
  const isOpen = state === activityStates.open[0] || state === activityStates.closed[0]
  const next =
    free === 0 || !isOpen
      ? []
      : await system.db
          .selectFrom('activity_sign_up')
          .select('id')
          .where('activity_id', '=', activityId)
          .where('state', '=', waiting[0])
          .orderBy('signed_up_at')
          .orderBy('id')
          .limit(free)
          .execute()
  for (const { id } of next) {
    const row = await change(system, activitySignUp, id, { state: signedUp[0] }, { verb: 'seatFreed' })
    await notify(system, tx, seatFreed, { of: { resource: activitySignUp, rows: [row] } })
  }
  const then = next.length === 0 ? now : await seats(system, activityId)
  const figures = { signedUp: then.taken, waiting: then.waiting, checkedIn: then.checked, isFull: then.taken >= capacity }
  await setDerived(system, cultureActivity, [{ id: activityId, ...figures }])
}

/** Place in the queue, from 1. */
export async function placeOf({ db }: Context, activityId: string, id: string): Promise<number> {
  const rows = await db
    .selectFrom('activity_sign_up')
    .select('id')
    .where('activity_id', '=', activityId)
    .where('state', '=', waiting[0])
    .orderBy('signed_up_at')
    .orderBy('id')
    .execute()
  return rows.findIndex(row => row.id === id) + 1
}

export async function signUp(context: Context, given: unknown): Promise<Standing> {
  const id = namedId(given, cultureActivity.title)
  await oneRecord(context, cultureActivity, id)
  return context.write(
    async (tx, inside) => {
      const { system, activity, own } = await held(inside, tx, id)
      // whoever looks after activities sees some that are not for him
      if (!activity.audience.some(mark => inside.caller.audience.includes(mark))) throw refuse.rule(sentence`这个活动不面向您`)
      const now = inside.now()
      if (activity.state !== activityStates.open[0] || instantMs(activity.sign_up_until) <= now.getTime())
        throw refuse.rule(sentence`活动“${activity.title}”不在报名中`)
      if (own !== undefined && own.state !== cancelled[0]) throw refuse.rule(sentence`您已经报名了这个活动`)
      const { taken, waiting: queue } = await seats(system, id)
      const state = taken < activity.capacity && queue === 0 ? signedUp[0] : waiting[0]
      const values = { state, signedUpAt: now.toISOString(), checkedInAt: null }
      const row =
        own === undefined
          ? await create(inside, activitySignUp, { activityId: id, employeeId: employeeOf(inside), ...values }, { verb: 'signUp' })
          : await change(inside, activitySignUp, own.id, values, { verb: 'signUp' })
      await keepSeats(system, tx, id)
      return { id: row.id, state, place: state === waiting[0] ? await placeOf(system, id, row.id) : null }
    },
    { line: `culture_activity ${id}` },
  )
}

export async function cancelSignUp(context: Context, given: unknown): Promise<null> {
  const id = namedId(given, cultureActivity.title)
  await oneRecord(context, cultureActivity, id)
  return context.write(
    async (tx, inside) => {
      const { system, activity, own } = await held(inside, tx, id)
      if (own === undefined || own.state === cancelled[0]) throw refuse.rule(sentence`您还没有报名这个活动`)
      if (own.state === checkedIn[0]) throw refuse.rule(sentence`您已经签到，不能取消报名`)
      if (instantMs(activity.start_at) <= inside.now().getTime()) throw refuse.rule(sentence`活动已经开始，不能取消报名`)
      await change(inside, activitySignUp, own.id, { state: cancelled[0] }, { verb: 'cancelSignUp' })
      await keepSeats(system, tx, id)
      return null
    },
    { line: `culture_activity ${id}` },
  )
}

/** At the place, by the code that the organisers show. */
export async function checkIn(context: Context, given: string): Promise<{ id: string; title: string; already: boolean }> {
  const code = given.trim().toUpperCase()
  const found = await context.db.selectFrom('culture_activity').select('id').where('code', '=', code).executeTakeFirst()
  if (found === undefined) throw refuse.rule(sentence`签到码不对，请核对后再输入`)
  return context.write(
    async (tx, inside) => {
      const { system, activity, own } = await held(inside, tx, found.id)
      const states: readonly number[] = [activityStates.open[0], activityStates.closed[0], activityStates.held[0]]
      const now = inside.now().getTime()
      if (!states.includes(activity.state)) throw refuse.rule(sentence`活动“${activity.title}”现在不能签到`)
      if (now < instantMs(activity.start_at) - checkInBefore * minuteMs)
        throw refuse.rule(sentence`活动开始前 ${checkInBefore} 分钟起才能签到`)
      if (own === undefined || own.state === cancelled[0]) throw refuse.rule(sentence`您没有报名这个活动，请联系组织者`)
      if (own.state === waiting[0]) throw refuse.rule(sentence`您在候补名单上，还没有名额，请联系组织者`)
      const answer = { id: found.id, title: activity.title, already: own.state === checkedIn[0] }
      if (answer.already) return answer
      const values = { state: checkedIn[0], checkedInAt: inside.now().toISOString() }
      await change(inside, activitySignUp, own.id, values, { verb: 'checkIn' })
      await keepSeats(system, tx, found.id)
      return answer
    },
    { line: `culture_activity ${found.id}` },
  )
}

/** Where the caller stands with each of these activities. */
export async function standings(
  { db, caller }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { id: string; state: number }>> {
  if (caller.employeeId === null || ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('activity_sign_up')
    .select(['id', 'activity_id', 'state'])
    .where('employee_id', '=', caller.employeeId)
    .where(sql<boolean>`activity_id = any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [String(row['activity_id']), { id: String(row['id']), state: Number(row['state']) }]))
}
