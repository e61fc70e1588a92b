/** 补卡: how many more a person may ask for and how far back; approved, one is a punch. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays, daysBetween, lastOfMonth } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dateTimeInZone, dayInZone, instantInZone, todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Context } from '#platform/server/area.ts'
import { holdsOn, inServersName } from '#platform/server/database.ts'
import { create, followerOf } from '#platform/server/records.ts'
import { isOfPerson, type Row } from './keep.ts'
import { punch, punchSources, punchVoid } from './punch-tables.ts'
import { counts, holdOpen, isApproved } from './requests.ts'
import { attendanceMember, attendanceRule } from './set-up-tables.ts'
import { requestStates } from './words.ts'
import { supplement } from './request-tables.ts'

/** where a group has no rule */
const usual = { aMonth: 3, days: 7 }

interface Quota {
  /** that may be asked for in the month of the day still */
  readonly left: number
  /** why none may be, and of which field of a request */
  readonly refusal: { readonly field: string | null; readonly message: Sentence } | null
}
/** What a person may ask for of a day; the request of this id is not counted. */
export async function quotaOf(server: Context, employeeId: string, day: string, id = '0'): Promise<Quota> {
  const { db, caller } = server
  const rule = await db
    .selectFrom('attendance_member as m')
    .innerJoin('attendance_rule as r', 'r.group_id', 'm.group_id')
    .select(['r.supplements_a_month', 'r.supplement_days'])
    .where('m.employee_id', '=', employeeId)
    .where(sql<boolean>`${holdsOn(attendanceMember, sql`${day}::date`, 'm')} and ${holdsOn(attendanceRule, sql`${day}::date`, 'r')}`)
    .executeTakeFirst()
  const days = rule?.supplement_days ?? usual.days
  const month = day.slice(0, 7)
  const startOf = (first: string): string => new Date(instantInZone(first, '00:00:00', caller.zone)).toISOString()
  const { n } = await db
    .selectFrom('supplement')
    .select(eb => eb.fn.countAll<string>().as('n'))
    .where('employee_id', '=', employeeId)
    .where('state', 'in', [requestStates.asked[0], requestStates.approved[0]])
    .where('id', '<>', id)
    .where('at', '>=', startOf(`${month}-01`))
    .where('at', '<', startOf(addDays(lastOfMonth(month), 1)))
    .executeTakeFirstOrThrow()
  const most = rule?.supplements_a_month ?? usual.aMonth
  const left = Math.max(0, most - Number(n))
  if (daysBetween(day, todayOf(server)) > days)
    return { left, refusal: { field: 'at', message: sentence`只能补 ${days} 天内的卡，更早的请联系考勤管理员` } }
  if (left > 0) return { left, refusal: null }
  return { left, refusal: { field: null, message: sentence`${month} 已补卡 ${n} 次，每月最多 ${most} 次，更多的请联系考勤管理员` } }
}

async function refuseLate(server: Context, row: Row, id: string): Promise<void> {
  const day = dayInZone(instantMs(asText(row['at'])), server.caller.zone)
  const { refusal } = await quotaOf(server, asText(row['employeeId']), day, id)
  if (refusal === null) return
  throw refusal.field === null ? refuse.rule(refusal.message) : refuse.invalid([{ field: refusal.field, message: refusal.message }])
}

/** Punches stay though they are struck, one a minute: another of this minute could not be approved. */
async function refuseTwice({ db, caller }: Context, row: Row): Promise<void> {
  const atMs = instantMs(asText(row['at']))
  const known = await db
    .selectFrom('punch')
    .select('id')
    .where('employee_id', '=', asText(row['employeeId']))
    .where('at', '=', new Date(atMs).toISOString())
    .executeTakeFirst()
  if (known === undefined) return
  const said = dateTimeInZone(atMs, caller.zone).slice(0, 16)
  throw refuse.invalid([{ field: 'at', message: sentence`${said} 已有打卡记录（可能已作废），请改填前后一分钟` }])
}

/** An approved supplement is a punch; one that is withdrawn strikes it. Who keeps attendance may enter more, and earlier ones. */
export const supplementsFollow = followerOf(supplement, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'the punch of a supplement')
  await holdOpen(server, changes, ['at', 'at'])
  const isApprovedOf = (row: Row | null): row is Row => row !== null && isOfPerson(row) && isApproved(row)
  for (const { id, before, after } of changes) {
    if (after !== null && instantMs(asText(after.at)) > caller.now().getTime())
      throw refuse.invalid([{ field: 'at', message: sentence`不能补将来的卡` }])
    if (counts(after) && !counts(before)) await refuseTwice(server, after)
    if (counts(after) && !counts(before) && !may(caller.caller, 'supplement', operations.audit)) await refuseLate(server, after, id)
    if (isApprovedOf(after) && !isApprovedOf(before))
      await create(server, punch, {
        employeeId: after.employeeId,
        at: after.at,
        source: punchSources.supplement[0],
        note: after.no,
      })
    if (isApprovedOf(before) && !isApprovedOf(after)) await strike(server, before)
  }
})

async function strike(server: Context, row: Row): Promise<void> {
  const made = await server.db
    .selectFrom('punch')
    .select('id')
    .where('employee_id', '=', asText(row['employeeId']))
    .where('at', '=', asText(row['at']))
    .where('source', '=', punchSources.supplement[0])
    .executeTakeFirst()
  if (made !== undefined) await create(server, punchVoid, { punchId: asText(made.id), reason: asText(row['no']) })
}
