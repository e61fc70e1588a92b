/** Months are asked for, confirmed by the day, locked by group with their reasons, and the last of them reopened. */
import { sql } from 'kysely'
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { month, reference, text } from '#platform/declare/fields.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { instantInZone, todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RouteMap, type RowLock, type Timed } from '#platform/server/area.ts'
import { anyTable, inServersName } from '#platform/server/database.ts'
import type { LedgerLine } from '#platform/server/documents.ts'
import { timed } from '#platform/server/jobs.ts'
import { exportOf, list, one, setDerived, followerOf } from '#platform/server/records.ts'
import { step, takeSteps } from '#platform/server/steps.ts'
import { dayStates } from '../day-tables.ts'
import { postLeave } from '../leave/follow.ts'
import { leaveDay, leaveDayStates } from '../leave/tables.ts'
import { markDays } from '../stale.ts'
import { requestStates } from '../words.ts'
import { showLeaves } from './sums.ts'
import { confirmDues } from './confirm-days.ts'
import { refuseUnseen, type OfGroup } from './of-group.ts'
import { attendanceMonth, monthRights, monthStates } from './tables.ts'

const monthsMax = 10_000
const ofGroup = {
  groupId: reference('考勤组', 'Group', 'attendance_group', {}),
  month: month('月份', 'Month', {}),
} as const
const lockFace: ActionDeclaration = {
  name: 'lock',
  title: ['锁定月份', 'Lock a month'],
  over: 'page',
  operation: monthRights.lock,
  input: ofGroup,
  confirm: ['锁定后这个月的考勤不再变化，占用的假期记为已用', 'Its days stay as they are, and leave that is held is spent'],
}
const reopenFace: ActionDeclaration = {
  name: 'reopen',
  title: ['重开月份', 'Reopen a month'],
  over: 'page',
  operation: monthRights.reopen,
  input: { ...ofGroup, reason: text('原因', 'Reason', { max: 200 }) },
}

const ofInput = (input: Readonly<Record<string, unknown>>): OfGroup => ({
  groupId: asText(input['groupId']),
  month: asText(input['month']).slice(0, 7),
})

/** Months of a group with their people, whose rows are held so that requests wait. */
async function heldMonths({ db }: Context, { groupId, month: of }: OfGroup, state: 'locked' | 'open') {
  let months = db
    .selectFrom('attendance_month')
    .select(['id', 'employee_id', 'state', 'lock_no', 'open_days'])
    .where('group_id', '=', groupId)
  months = months.where('month', '=', firstOfMonth(of)).where('state', state === 'locked' ? '=' : '<>', monthStates.locked[0])
  const people = await months.execute()
  if (people.length === 0) return []
  await db
    .selectFrom('employee')
    .select('id')
    .where(
      'id',
      'in',
      people.map(row => asText(row.employee_id)),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return months.orderBy('id').limit(monthsMax).forNoKeyUpdate().execute()
}
type Held = Awaited<ReturnType<typeof heldMonths>>

/** What a month waits for; the first is said. */
async function refuseOpen(server: Context, months: Held, { groupId, month: of }: OfGroup): Promise<void> {
  const ids = months.map(row => asText(row.employee_id))
  const { db } = server
  const [first, last] = [firstOfMonth(of), lastOfMonth(of)]
  const count = (rows: readonly { readonly n: string }[]): number => rows.reduce((sum, row) => sum + Number(row.n), 0)
  const stale = await db
    .selectFrom('attendance_stale')
    .select(eb => eb.fn.countAll<string>().as('n'))
    .where('employee_id', 'in', ids)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute()
  if (count(stale) > 0) throw refuse.rule(sentence`还有 ${count(stale)} 天正在重算，请稍后再锁定`)
  const open = await db
    .selectFrom('attendance_day')
    .select(eb => eb.fn.countAll<string>().as('n'))
    .where('employee_id', 'in', ids)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('state', '<>', dayStates.done[0])
    .execute()
  if (count(open) > 0) throw refuse.rule(sentence`还有 ${count(open)} 天等考勤机数据，请先导入`)
  const unknown = await db
    .selectFrom('device_person as p')
    .innerJoin('attendance_device as d', 'd.id', 'p.device_id')
    .innerJoin('attendance_group as g', 'g.workplace_id', 'd.workplace_id')
    .select(eb => eb.fn.countAll<string>().as('n'))
    .where('g.id', '=', groupId)
    .where('p.employee_id', 'is', null)
    .where('p.ignored', '=', false)
    .execute()
  if (count(unknown) > 0) throw refuse.rule(sentence`${count(unknown)} 个设备号还没有对应员工，请先在待对应里处理`)
  const { zone } = server.caller
  const from = new Date(instantInZone(first, '00:00:00', zone)).toISOString()
  const to = new Date(instantInZone(addDays(last, 1), '00:00:00', zone)).toISOString()
  for (const table of ['leave_request', 'trip', 'outing', 'overtime_order'] as const) {
    const waiting = await anyTable(db)
      .selectFrom(table)
      .select('no')
      .where('employee_id', 'in', ids)
      .where('state', '=', requestStates.asked[0])
      .where('from_at', '<', to)
      .where('to_at', '>', from)
      .limit(1)
      .executeTakeFirst()
    if (waiting !== undefined) throw refuse.rule(sentence`${asText(waiting['no'])} 还在审批中，请先审批或撤销`)
  }
  const late = await db
    .selectFrom('supplement')
    .select('no')
    .where('employee_id', 'in', ids)
    .where('state', '=', requestStates.asked[0])
    .where('at', '>=', from)
    .where('at', '<', to)
    .limit(1)
    .executeTakeFirst()
  if (late !== undefined) throw refuse.rule(sentence`${late.no ?? ''} 还在审批中，请先审批或撤销`)
  const objections = months.filter(row => row.state === monthStates.objected[0]).length
  if (objections > 0) throw refuse.rule(sentence`${objections} 人的异议还没有答复`)
  const unconfirmed = months.filter(row => row.state !== monthStates.confirmed[0]).length
  if (unconfirmed > 0) throw refuse.rule(sentence`${unconfirmed} 人还没有确认，到期会自动确认，也可以登记纸质确认`)
}

const leaveDays = ({ db }: Context, months: Held, of: string, state: 1 | 2) =>
  db
    .selectFrom('leave_day')
    .select(['id', 'employee_id', 'entitlement_id', 'request_id', 'day', 'minutes', 'hold'])
    .where(
      'employee_id',
      'in',
      months.map(row => asText(row.employee_id)),
    )
    .where('day', '>=', firstOfMonth(of))
    .where('day', '<=', lastOfMonth(of))
    .where('state', '=', state)
    .orderBy('id')
    .execute()

const move = (server: Context, months: Held, name: 'lock' | 'reopen') =>
  takeSteps(server, attendanceMonth, { ids: months.map(row => ({ id: asText(row.id) })), pick: { step: name }, input: {}, byProgram: true })

/** Nothing of a locked month changes; what is held of leaves in it is spent. */
async function lockMonth(context: Context, wanted: OfGroup): Promise<{ changed: number }> {
  return context.write(async (tx, inside) => {
    if (monthOf(todayOf(inside)) <= wanted.month) throw refuse.invalid([{ field: 'month', message: sentence`${wanted.month} 还没有结束` }])
    const server = await inServersName(inside, tx, 'the months of everybody in a group')
    const months = await heldMonths(server, wanted, 'open')
    if (months.length === 0) throw refuse.rule(sentence`这个考勤组没有可以锁定的 ${wanted.month} 月报`)
    await refuseUnseen(tx, inside.caller, wanted)
    await refuseOpen(server, months, wanted)
    const days = await leaveDays(server, months, wanted.month, leaveDayStates.held[0])
    const bookedOn = todayOf(inside)
    const lines = days.flatMap((row): LedgerLine[] =>
      row.entitlement_id === null || row.hold === null
        ? []
        : [
            {
              kind: 'spend',
              cell: { employeeId: asText(row.employee_id), entitlementId: asText(row.entitlement_id) },
              bookedOn,
              hold: row.hold,
              extraFields: { requestId: asText(row.request_id), day: asText(row.day) },
            },
          ],
    )
    await showLeaves(
      server,
      months.map(row => ({ id: asText(row.id), employeeId: asText(row.employee_id) })),
      wanted.month,
    )
    await setDerived(
      server,
      attendanceMonth,
      months.map(row => ({ id: asText(row.id), lockNo: row.lock_no + 1, reopenReason: null })),
    )
    await move(server, months, 'lock')
    if (days.length > 0)
      await server.db
        .updateTable('leave_day')
        .set({ state: leaveDayStates.spent[0] })
        .where(
          'id',
          'in',
          days.map(row => row.id),
        )
        .execute()
    await postLeave(server, lines)
    return { changed: months.length }
  })
}

/** The last locked month alone: older ones are payroll's. What was spent is held again. */
async function reopenMonth(context: Context, wanted: OfGroup, reason: string): Promise<{ changed: number }> {
  return context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'the months of everybody in a group')
    const months = await heldMonths(server, wanted, 'locked')
    if (months.length === 0) throw refuse.rule(sentence`${wanted.month} 没有锁定`)
    await refuseUnseen(tx, inside.caller, wanted)
    const later = await server.db
      .selectFrom('attendance_month')
      .select('month')
      .where(
        'employee_id',
        'in',
        months.map(row => asText(row.employee_id)),
      )
      .where('month', '>', firstOfMonth(wanted.month))
      .where('state', '=', monthStates.locked[0])
      .limit(1)
      .executeTakeFirst()
    if (later !== undefined) throw refuse.rule(sentence`${monthOf(asText(later.month))} 已锁定，只能重开最后一个锁定的月份`)
    await setDerived(
      server,
      attendanceMonth,
      months.map(row => ({ id: asText(row.id), reopenReason: reason })),
    )
    await move(server, months, 'reopen')
    // what came while it was locked: its days are worked out before it is locked again
    const [from, to] = [firstOfMonth(wanted.month), lastOfMonth(wanted.month)]
    await markDays(
      server,
      tx,
      months.map(row => ({ employeeId: asText(row.employee_id), from, to })),
      todayOf(inside),
    )
    const days = (await leaveDays(server, months, wanted.month, leaveDayStates.spent[0])).map(row => ({
      ...row,
      next: row.hold === null ? null : `${row.hold.split('/')[0] ?? ''}/${months[0]?.lock_no ?? 0}`,
    }))
    const ends = await server.db
      .selectFrom('leave_entitlement')
      .select(['id', 'to_on'])
      .where('id', 'in', ['0', ...days.map(row => asText(row.entitlement_id ?? '0'))])
      .execute()
    const endOf = new Map(ends.map(row => [asText(row.id), asText(row.to_on)]))
    const today = todayOf(inside)
    const lines = days.flatMap((row): LedgerLine[] => {
      if (row.entitlement_id === null || row.hold === null || row.next === null) return []
      const entitlementId = asText(row.entitlement_id)
      const cell = { employeeId: asText(row.employee_id), entitlementId }
      const to = endOf.get(entitlementId) ?? today
      // of an entitlement that has ended since: entered on its last day, so that it does not expire at once
      const base = { cell, bookedOn: to < today ? to : today, extraFields: { requestId: asText(row.request_id), day: asText(row.day) } }
      return [
        { ...base, kind: 'correct', amount: row.minutes, hold: row.hold, expiresOn: to },
        { ...base, kind: 'reserve', amount: row.minutes, hold: row.next },
      ]
    })
    await setDerived(
      server,
      leaveDay,
      days.map(row => ({ id: asText(row.id), state: leaveDayStates.held[0], hold: row.next })),
    )
    await postLeave(server, lines)
    return { changed: months.length }
  })
}

/** Whoever gets an answer to his objection has his days to confirm. */
export const monthsFollow = followerOf(attendanceMonth, async (caller, tx, changes) => {
  const answered = changes.filter(({ before, after }) => before?.state === monthStates.objected[0] && after?.state === monthStates.asked[0])
  if (answered.length === 0) return
  const server = await inServersName(caller, tx, 'the day by which a month is confirmed')
  const { usual, ofGroup } = await confirmDues(server)
  await setDerived(
    server,
    attendanceMonth,
    answered.map(one => ({ id: one.id, confirmDue: ofGroup.get(asText(one.after?.groupId)) ?? usual })),
  )
})

const self = (name: 'confirm' | 'object') => ({ ...step(attendanceMonth, name), demand: signedIn })
export const monthRoutes: RouteMap = {
  'POST /attendanceMonth/list': list(attendanceMonth),
  'GET /attendanceMonth/query/{id}': one(attendanceMonth),
  'POST /attendanceMonth/listExport': exportOf(attendanceMonth),
  'POST /attendanceMonth/confirm': self('confirm'),
  'POST /attendanceMonth/object': self('object'),
  'POST /attendanceMonth/reply': step(attendanceMonth, 'reply'),
  'POST /attendanceMonth/sign': step(attendanceMonth, 'sign'),
  'POST /attendanceMonth/scan': step(attendanceMonth, 'scan'),
  'POST /attendanceMonth/lock': act(attendanceMonth, lockFace, (context, { input }) => lockMonth(context, ofInput(input))),
  'POST /attendanceMonth/reopen': act(attendanceMonth, reopenFace, (context, { input }) =>
    reopenMonth(context, ofInput(input), asText(input['reason'])),
  ),
}

/**
 * Rows of a person in a locked month stay: `from` and `to` are the columns of the first and last instant that a row touches. What is
 * approved and reaches an open month may end earlier there: `holdOpen` (requests.ts) judges what goes.
 */
const lockedIn =
  (table: string, from: string, to: string, endsEarly = false): RowLock =>
  async ({ caller }, db) => {
    const month = (column: string) =>
      column === 'day'
        ? sql<string>`date_trunc('month', ${sql.ref(`${table}.day`)})::date`
        : sql<string>`date_trunc('month', ${sql.ref(`${table}.${column}`)} at time zone ${caller.zone})::date`
    const first = endsEarly
      ? sql<string>`case ${sql.ref(`${table}.state`)} when ${requestStates.approved[0]}::integer then ${month(to)} else ${month(from)} end`
      : month(from)
    const locked = db
      .selectFrom('attendance_month as lm')
      .select(sql<number>`1`.as('one'))
      .whereRef('lm.employee_id', '=', `${table}.employee_id` as 'lm.employee_id')
      .where('lm.state', '=', monthStates.locked[0])
      .where('lm.month', '>=', first)
      .where('lm.month', '<=', month(to))
    return [{ where: sql<boolean>`exists (${locked})`, reason: sentence`这个月的考勤已锁定，请先请人事重开` }]
  }
export const monthLocks = {
  leave_request: lockedIn('leave_request', 'from_at', 'to_at', true),
  trip: lockedIn('trip', 'from_at', 'to_at', true),
  outing: lockedIn('outing', 'from_at', 'to_at'),
  overtime_order: lockedIn('overtime_order', 'from_at', 'to_at'),
  supplement: lockedIn('supplement', 'at', 'at'),
  roster_day: lockedIn('roster_day', 'day', 'day'),
}

/** Months that are over are put to their people; who says nothing by the day has confirmed. */
export async function askMonths(inside: Context): Promise<number> {
  const today = todayOf(inside)
  const over = await inside.db
    .selectFrom('attendance_month')
    .select(['id', 'employee_id', 'month', 'group_id'])
    .where('state', '=', monthStates.running[0])
    .where('month', '<', firstOfMonth(monthOf(today)))
    .where('month', '>=', firstOfMonth(addMonths(monthOf(today), -3)))
    .orderBy('id')
    .limit(monthsMax)
    .execute()
  if (over.length > 0) {
    const { usual, ofGroup } = await confirmDues(inside)
    await setDerived(
      inside,
      attendanceMonth,
      over.map(row => ({ id: asText(row.id), confirmDue: ofGroup.get(asText(row.group_id)) ?? usual })),
    )
    for (const [month, some] of Map.groupBy(over, row => monthOf(asText(row.month))))
      await showLeaves(
        inside,
        some.map(row => ({ id: asText(row.id), employeeId: asText(row.employee_id) })),
        month,
      )
    await takeSteps(inside, attendanceMonth, {
      ids: over.map(row => ({ id: asText(row.id) })),
      pick: { step: 'ask' },
      input: {},
      byProgram: true,
    })
  }
  const due = await inside.db
    .selectFrom('attendance_month')
    .select('id')
    .where('state', '=', monthStates.asked[0])
    .where('confirm_due', '<', today)
    .orderBy('id')
    .limit(monthsMax)
    .execute()
  if (due.length > 0)
    await takeSteps(inside, attendanceMonth, {
      ids: due.map(row => ({ id: asText(row.id) })),
      pick: { step: 'pass' },
      input: {},
      byProgram: true,
    })
  return over.length
}
export const monthTimed: readonly Timed[] = [
  timed('attendance.months', ['考勤月报确认', 'Months to confirm'], {
    at: '06:00',
    work: async inside => {
      const n = await askMonths(inside)
      return n === 0 ? undefined : sentence`${n} 人的月报待确认`
    },
  }),
]
