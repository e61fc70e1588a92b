/** The job that works out the days that are marked: people by the hundred, each lot in a transaction of its own. */
import { sql } from 'kysely'
import { addDays, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Timed, Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { merged, timed } from '#platform/server/jobs.ts'
import { daysOfOwnersChanged } from '#platform/server/reports.ts'
import { dayMarks, dayStates } from './day-tables.ts'
import { dayKinds, labels, overtimeKinds } from './day/input.ts'
import { dayResult } from './day/result.ts'
import { deptsOf } from './depts.ts'
import { daysSummed } from './figures.ts'
import { showKeepers } from './keepers.ts'
import { knownDays, type KnownDay } from './known.ts'
import { holdLeavesOver, leavesFromDays } from './leave/from-days.ts'
import { lockedOf, sumMonths } from './month/sums.ts'
import { protectedOf } from './protected.ts'
import { markDays, orderWorkOut, workOutJob } from './stale.ts'

const daysAtOnce = 1_000
/** a day is over after two days at the latest, in whatever zone */
const openDaysMax = 40
const minuteMs = 60_000
const instant = (minute: number | null): string | null => (minute === null ? null : new Date(minute * minuteMs).toISOString())
const figures = [...labels, ...overtimeKinds]
const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
/** all that a new result may change */
const written = ['group_id', 'shift_id', 'kind', 'state', 'marks', 'first_in', 'last_out', 'scheduled', 'holiday_worked', 'night'].concat(
  ['dept_key', 'days_due', 'late_times'],
  figures.map(columnOf),
)

function rowOf(orgId: string, one: KnownDay, { deptKey, isProtected }: { readonly deptKey: string; readonly isProtected: boolean }) {
  const result = dayResult(one.input)
  const marks = [
    ...result.marks,
    ...(result.late + result.early > 0 ? (['late'] as const) : []),
    ...(result.absent > 0 ? (['absent'] as const) : []),
    ...(isProtected && result.night + overtimeKinds.reduce((sum, kind) => sum + result[kind], 0) > 0 ? (['protected'] as const) : []),
    ...(one.isPermitOver ? (['noPermit'] as const) : []),
  ].map(mark => dayMarks[mark][0])
  const state = one.isRunning ? dayStates.running : result.isComplete ? dayStates.done : dayStates.waiting
  return {
    org_id: orgId,
    employee_id: one.employeeId,
    day: one.day,
    group_id: one.groupId,
    shift_id: one.shiftId,
    kind: one.input.kind,
    state: state[0],
    marks: marks.length === 0 ? null : marks,
    first_in: instant(result.firstIn),
    last_out: instant(result.lastOut),
    scheduled: result.scheduled,
    worked: result.worked,
    forgiven: result.forgiven,
    late: result.late,
    early: result.early,
    absent: result.absent,
    missing: result.missing,
    leave: result.leave,
    trip: result.trip,
    outing: result.outing,
    ot_work: result.otWork,
    ot_rest: result.otRest,
    ot_holiday: result.otHoliday,
    lieu: result.lieu,
    holiday_worked: result.holidayWorked,
    night: result.night,
    dept_key: deptKey,
    days_due: result.scheduled > 0 && one.input.kind === dayKinds.work[0] ? 1 : 0,
    late_times: result.late > 0 ? 1 : 0,
  }
}

interface Lot {
  readonly done: number
  readonly isMore: boolean
}
/** Works out a lot of the marked days; answers how many there were, and whether there may be more. */
async function workOutLot(server: Context, tx: Tx): Promise<Lot> {
  const waiting = await tx
    .selectFrom('attendance_stale')
    .select(['id', 'employee_id', 'day'])
    // what was marked last is looked at first; days that were marked together lie by person, whose month is read and summed once
    .orderBy('id', 'desc')
    .limit(daysAtOnce)
    .execute()
  if (waiting.length === 0) return { done: 0, isMore: false }
  // requests, then people, then days and months: the order of whoever changes a request
  await holdLeavesOver(
    within(server, tx),
    waiting.map(row => ({ employeeId: asText(row.employee_id), day: asText(row.day) })),
  )
  const found = await tx
    .selectFrom('attendance_stale')
    .select(['id', 'employee_id', 'day'])
    .where(
      'id',
      'in',
      waiting.map(row => row.id),
    )
    .forUpdate()
    .skipLocked()
    .execute()
  // whoever holds the others orders them once more
  if (found.length === 0) return { done: 0, isMore: false }
  await tx
    .deleteFrom('attendance_stale')
    .where(
      'id',
      'in',
      found.map(row => row.id),
    )
    .execute()
  const marked = found.map(row => ({ employeeId: asText(row.employee_id), day: asText(row.day) }))
  const inside = { ...server, db: tx }
  // a locked month keeps its days, whatever comes later
  const locked = await lockedOf(inside, marked)
  const taken = marked.filter(one => !locked.has(`${one.employeeId} ${monthOf(one.day)}`))
  const known = await knownDays(inside, taken, server.now())
  const deptOf = await deptsOf(inside, taken)
  const isProtected = await protectedOf(
    inside,
    taken.map(one => one.employeeId),
  )
  const rows = known.map(one =>
    rowOf(server.caller.orgId, one, { deptKey: deptOf(one), isProtected: isProtected(one.employeeId, one.day) }),
  )
  const inGroup = new Set(known.map(one => `${one.employeeId} ${one.day}`))
  const lost = taken.filter(one => !inGroup.has(`${one.employeeId} ${one.day}`))
  const gone =
    lost.length === 0
      ? []
      : await tx
          .deleteFrom('attendance_day')
          .where(w => w.or(lost.map(one => w.and([w('employee_id', '=', one.employeeId), w('day', '=', one.day)]))))
          .returning(['employee_id', 'day'])
          .execute()
  const changed = [...gone, ...(rows.length === 0 ? [] : await writeDays(tx, rows))]
  const byPerson = Map.groupBy(changed, row => asText(row.employee_id))
  await daysOfOwnersChanged(tx, inside, daysSummed, new Map([...byPerson].map(([id, some]) => [id, some.map(row => asText(row.day))])))
  await sumMonths(within(server, tx), taken)
  await leavesFromDays(within(server, tx), taken)
  return { done: marked.length, isMore: waiting.length === daysAtOnce }
}

/** Answers those that differ from what stood there. */
async function writeDays(tx: Tx, rows: readonly ReturnType<typeof rowOf>[]) {
  const own = sql.join(written.map(name => sql.ref(`attendance_day.${name}`)))
  const fresh = sql.join(written.map(name => sql.ref(`excluded.${name}`)))
  return tx
    .insertInto('attendance_day')
    .values(rows)
    .onConflict(c =>
      c
        .columns(['org_id', 'employee_id', 'day'])
        .doUpdateSet({
          ...Object.fromEntries(written.map(name => [name, sql.ref(`excluded.${name}`)])),
          version: sql`attendance_day.version + 1`,
        })
        .where(sql<boolean>`(${own}) is distinct from (${fresh})`),
    )
    .returning(['employee_id', 'day'])
    .execute()
}

/** Works out all marked days. Answers how many. */
export async function workOut(server: Context): Promise<number> {
  let done = 0
  for (;;) {
    const lot = await server.write((tx, inside) => workOutLot(inside, tx))
    done += lot.done
    if (!lot.isMore) return done
  }
}

/** Whoever is in a group: yesterday and today, so that a day without any punch is absent and not unknown; and days that were not over. */
async function markToday(server: Context, tx: Tx): Promise<void> {
  const today = todayOf(server)
  const found = await tx
    .selectFrom('attendance_member')
    .select('employee_id')
    .distinct()
    .where('valid_from', '<=', today)
    .where(w => w.or([w('valid_to', 'is', null), w('valid_to', '>=', addDays(today, -1))]))
    .execute()
  const open = await tx
    .selectFrom('attendance_day')
    .select(['employee_id', 'day'])
    .where('state', '=', dayStates.running[0])
    .where('day', '>=', addDays(today, -openDaysMax))
    .where('day', '<', today)
    .execute()
  const people = found.map(row => ({ employeeId: asText(row.employee_id), from: today, to: today }))
  const unfinished = open.map(row => ({ employeeId: asText(row.employee_id), from: asText(row.day), to: asText(row.day) }))
  await markDays(server, tx, [...people, ...unfinished], today)
}

export const attendanceJobs = {
  [workOutJob]: merged('figures', async (house, { orgId }) => {
    await workOut(await house.asSystem(String(orgId), 'days of attendance'))
  }),
}
export const attendanceTimed: readonly Timed[] = [
  timed('attendance.today', ['考勤日结果', 'Days of attendance'], {
    at: '04:30',
    work: async (inside, tx) => {
      await markToday(inside, tx)
      await showKeepers(inside)
      await orderWorkOut(tx, inside.house, inside.caller.orgId)
      return undefined
    },
  }),
]
