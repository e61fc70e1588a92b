/** Requests: for whom they are, what they keep a person away from, and what is made of them once they are approved. */
import { operations, signedIn } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { sql } from 'kysely'
import { addDays, daysBetween, lastOfMonth } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { dateTimeInZone, dayInZone, instantInZone, todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Ask, type Context, type Follower, type RouteMap, type Tx, type Values } from '#platform/server/area.ts'
import { holdsOn, inServersName } from '#platform/server/database.ts'
import { shownResource } from '#platform/server/lists.ts'
import { add, addRecord, create, family } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { byInstants, isOfPerson, rowsOf, type Row } from './keep.ts'
import { punch, punchSources, punchVoid } from './punch-tables.ts'
import { awaySources, requestTables } from './request-tables.ts'
import { attendanceMember, attendanceRule } from './set-up-tables.ts'
import { markDays } from './stale.ts'
import { requestStates } from './words.ts'

/** a longer stretch is a mistake of typing */
const daysMax = 400
const dayMs = 86_400_000

/** What is wrong with the times of a row as it is written, whatever the input named of them. */
export function refuseTimes(row: Readonly<Record<string, unknown>>): void {
  const length = instantMs(asText(row['toAt'])) - instantMs(asText(row['fromAt']))
  if (length <= 0) throw refuse.invalid([{ field: 'toAt', message: sentence`结束时间应晚于开始时间` }])
  if (length > daysMax * dayMs) throw refuse.invalid([{ field: 'toAt', message: sentence`一次最多 ${daysMax} 天，请分开申请` }])
}

const isApproved = (row: Row): boolean => row['state'] === requestStates.approved[0]
/** 销假 ends earlier; who wants longer asks anew. */
function refuseLonger(before: Row, after: Row): void {
  if (instantMs(asText(after['toAt'])) > instantMs(asText(before['toAt'])))
    throw refuse.invalid([{ field: 'toAt', message: sentence`销假的结束时间不能晚于原来的，要延长请另外申请` }])
}

/** Who may not keep attendance asks for himself alone. */
function forWhom(r: Resource, { caller }: Context, input: Readonly<Values>): Readonly<Values> {
  const given = input['employeeId'] ?? null
  if (given !== null && given !== '' && (given === caller.employeeId || may(caller, r.type ?? '', operations.audit))) return input
  if (given !== null && given !== '') throw refuse.invalid([{ field: 'employeeId', message: sentence`只有考勤管理员可以替别人申请` }])
  if (caller.employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能申请`)
  return { ...input, employeeId: caller.employeeId }
}

function routesOf(name: string, r: Resource): RouteMap {
  return {
    ...family(name, r),
    [`POST /${name}/insert`]: {
      ...add(r),
      handler: (context: Context, ask: Ask) => {
        return addRecord(context, shownResource(context.caller, r), forWhom(r, context, ask.input))
      },
    },
    [`POST /${name}/submit`]: { ...step(r, 'submit'), demand: signedIn },
    [`POST /${name}/withdraw`]: { ...step(r, 'withdraw'), demand: signedIn },
    ...(r.states?.steps['endEarly'] === undefined ? {} : { [`POST /${name}/endEarly`]: { ...step(r, 'endEarly'), demand: signedIn } }),
  }
}
export const requestRoutes: RouteMap = Object.assign({}, ...Object.entries(requestTables).map(([name, r]) => routesOf(name, r)))

export const counts = (row: Row | null): row is Row =>
  row !== null && isOfPerson(row) && (row['state'] === requestStates.asked[0] || row['state'] === requestStates.approved[0])

export const overlap = (
  { caller }: Context,
  other: { readonly no: string | null; readonly from_at: string; readonly to_at: string },
): Sentence => {
  const at = (instant: string): string => dateTimeInZone(instantMs(instant), caller.zone).slice(0, 16)
  return sentence`与 ${other.no ?? ''}（${at(other.from_at)} 至 ${at(other.to_at)}）重叠，请先撤销或改时间`
}

/** One row of each person is held, so that of two requests one waits. */
async function holdPeople(tx: Tx, rows: readonly Row[]): Promise<void> {
  const ids = [...new Set(rows.map(row => asText(row['employeeId'])))]
  await tx.selectFrom('employee').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Times of a person never overlap: the second is refused and names the first. */
async function keepAway(server: Context, tx: Tx, source: keyof typeof awaySources, changes: Parameters<Follower>[2]): Promise<void> {
  const [code] = awaySources[source]
  for (const { before, after } of changes) {
    if (after !== null) refuseTimes(after)
    if (before !== null && after !== null && isApproved(before) && isApproved(after)) refuseLonger(before, after)
  }
  const ids = changes.map(one => one.id)
  await tx.deleteFrom('away').where('source', '=', code).where('doc_id', 'in', ids).execute()
  const wanted = changes.flatMap(({ id, after }) => (counts(after) ? [{ id, row: after }] : []))
  if (wanted.length === 0) return
  await holdPeople(
    tx,
    wanted.map(one => one.row),
  )
  for (const { id, row } of wanted) {
    const [from, to] = [asText(row['fromAt']), asText(row['toAt'])]
    const other = await tx
      .selectFrom('away')
      .select(['no', 'from_at', 'to_at'])
      .where('employee_id', '=', asText(row['employeeId']))
      .where('from_at', '<', to)
      .where('to_at', '>', from)
      .limit(1)
      .executeTakeFirst()
    if (other !== undefined) throw refuse.rule(overlap(server, other))
    await tx
      .insertInto('away')
      .values({
        org_id: server.caller.orgId,
        employee_id: asText(row['employeeId']),
        source: code,
        doc_id: id,
        no: asText(row['no']),
        from_at: from,
        to_at: to,
        approved: row['state'] === requestStates.approved[0],
      })
      .execute()
  }
}

const awayFollow =
  (source: keyof typeof awaySources): Follower =>
  async (caller, tx, changes) => {
    const server = await inServersName(caller, tx, 'times that a request keeps a person away')
    await keepAway(server, server.db as Tx, source, changes)
    await markDays(
      server,
      tx,
      rowsOf(changes)
        .filter(isOfPerson)
        .map(row => byInstants(caller, row, ['fromAt', 'toAt'])),
      todayOf(caller),
    )
  }
export const leaveAway = awayFollow('leave')
export const tripsFollow = awayFollow('trip')
export const outingsFollow = awayFollow('outing')

/** Two orders of one person never overlap, nor does one meet a leave: else it would be paid twice. */
async function refuseTwice(server: Context, tx: Tx, changes: Parameters<Follower>[2]): Promise<void> {
  for (const { after } of changes) if (after !== null) refuseTimes(after)
  const wanted = changes.flatMap(({ id, after }) => (counts(after) ? [{ id, row: after }] : []))
  if (wanted.length === 0) return
  await holdPeople(
    tx,
    wanted.map(one => one.row),
  )
  for (const { id, row } of wanted) {
    const [employeeId, from, to] = [asText(row['employeeId']), asText(row['fromAt']), asText(row['toAt'])]
    const order = await tx
      .selectFrom('overtime_order')
      .select(['no', 'from_at', 'to_at'])
      .where('employee_id', '=', employeeId)
      .where('state', 'in', [requestStates.asked[0], requestStates.approved[0]])
      .where('id', '<>', id)
      .where('from_at', '<', to)
      .where('to_at', '>', from)
      .limit(1)
      .executeTakeFirst()
    const leave = await tx
      .selectFrom('away')
      .select(['no', 'from_at', 'to_at'])
      .where('employee_id', '=', employeeId)
      .where('source', '=', awaySources.leave[0])
      .where('from_at', '<', to)
      .where('to_at', '>', from)
      .limit(1)
      .executeTakeFirst()
    const other = order ?? leave
    if (other !== undefined) throw refuse.rule(overlap(server, other))
  }
}

export const overtimeFollows: Follower = async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'times of other overtime and of leave')
  await refuseTwice(server, server.db as Tx, changes)
  await markDays(
    caller,
    tx,
    rowsOf(changes)
      .filter(isOfPerson)
      .map(row => byInstants(caller, row, ['fromAt', 'toAt'])),
    todayOf(caller),
  )
}

/** How many more punches a person may ask for, and how far back. */
async function refuseLate(server: Context, row: Row, id: string): Promise<void> {
  const [employeeId, at] = [asText(row['employeeId']), asText(row['at'])]
  const day = dayInZone(instantMs(at), server.caller.zone)
  const { db } = server
  const rule = await db
    .selectFrom('attendance_member as m')
    .innerJoin('attendance_rule as r', 'r.group_id', 'm.group_id')
    .select(['r.supplements_a_month', 'r.supplement_days'])
    .where('m.employee_id', '=', employeeId)
    .where(sql<boolean>`${holdsOn(attendanceMember, sql`${day}::date`, 'm')} and ${holdsOn(attendanceRule, sql`${day}::date`, 'r')}`)
    .executeTakeFirst()
  const days = rule?.supplement_days ?? usualSupplements.days
  if (daysBetween(day, todayOf(server)) > days)
    throw refuse.invalid([{ field: 'at', message: sentence`只能补 ${days} 天内的卡，更早的请联系考勤管理员` }])
  const month = day.slice(0, 7)
  const { n } = await db
    .selectFrom('supplement')
    .select(eb => eb.fn.countAll<string>().as('n'))
    .where('employee_id', '=', employeeId)
    .where('state', 'in', [requestStates.asked[0], requestStates.approved[0]])
    .where('id', '<>', id)
    .where('at', '>=', new Date(instantInZone(`${month}-01`, '00:00:00', server.caller.zone)).toISOString())
    .where('at', '<', new Date(instantInZone(addDays(lastOfMonth(month), 1), '00:00:00', server.caller.zone)).toISOString())
    .executeTakeFirstOrThrow()
  const most = rule?.supplements_a_month ?? usualSupplements.aMonth
  if (Number(n) >= most) throw refuse.rule(sentence`${month} 已补卡 ${n} 次，每月最多 ${most} 次，更多的请联系考勤管理员`)
}
const usualSupplements = { aMonth: 3, days: 7 }

/** An approved supplement is a punch; one that is withdrawn strikes it. Who keeps attendance may enter more, and earlier ones. */
export const supplementsFollow: Follower = async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'the punch of a supplement')
  const isApprovedOf = (row: Row | null): row is Row => row !== null && isOfPerson(row) && isApproved(row)
  for (const { id, before, after } of changes) {
    if (after !== null && instantMs(asText(after['at'])) > caller.now().getTime())
      throw refuse.invalid([{ field: 'at', message: sentence`不能补将来的卡` }])
    if (counts(after) && !counts(before) && !may(caller.caller, 'supplement', operations.audit)) await refuseLate(server, after, id)
    if (isApprovedOf(after) && !isApprovedOf(before))
      await create(server, punch, {
        employeeId: after['employeeId'],
        at: after['at'],
        source: punchSources.supplement[0],
        note: after['no'],
      })
    if (isApprovedOf(before) && !isApprovedOf(after)) await strike(server, before)
  }
}

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
