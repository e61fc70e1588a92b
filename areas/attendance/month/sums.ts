/** Months as the sums of their days; a locked one stays as it is. */
import { sql, type RawBuilder } from 'kysely'
import { firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { dayStates } from '../day-tables.ts'
import { dayKinds } from '../day/input.ts'
import type { PersonDay } from '../known.ts'
import { daysOf } from '../leave/take.ts'
import { confirmDues } from './confirm-days.ts'
import { attendanceMonth, monthStates } from './tables.ts'

const plain = ['scheduled', 'worked', 'forgiven', 'late', 'early', 'absent', 'missing', 'leave', 'trip', 'outing'] as const
const further = ['ot_work', 'ot_rest', 'ot_holiday', 'holiday_worked', 'lieu', 'night'] as const
const counted = (where: RawBuilder<boolean>) => sql<number>`(count(*) filter (where ${where}))::integer`
const counts = {
  days_due: counted(sql<boolean>`scheduled > 0 and kind = ${dayKinds.work[0]}`),
  days_came: counted(sql<boolean>`worked + forgiven + late + early + trip + outing > 0`),
  late_times: counted(sql<boolean>`late > 0`),
  missing_times: counted(sql<boolean>`missing > 0`),
  open_days: counted(sql<boolean>`state <> ${dayStates.done[0]}`),
}
const figures = [...plain, ...further, ...Object.keys(counts)]
const { locked, confirmed, asked, running } = monthStates

/** Months of these days that are locked, by `employee month`; all of them are held until the end of the transaction. */
export async function lockedOf({ db }: Context, days: readonly PersonDay[]): Promise<ReadonlySet<string>> {
  if (days.length === 0) return new Set()
  const rows = await db
    .selectFrom('attendance_month')
    .select(['employee_id', 'month', 'state'])
    .where('employee_id', 'in', [...new Set(days.map(one => one.employeeId))])
    .where('month', 'in', [...new Set(days.map(one => firstOfMonth(monthOf(one.day))))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.filter(row => row.state === locked[0]).map(row => `${asText(row.employee_id)} ${monthOf(asText(row.month))}`))
}

/** Adds up the months of these days; who had confirmed one that has changed is asked again, and has his days for it. */
export async function sumMonths(server: Context, days: readonly PersonDay[]): Promise<void> {
  const { db, caller } = server
  const { usual, ofGroup } = await confirmDues(server)
  const whens = [...ofGroup].map(([id, on]) => sql`when ${sql.lit(Number(id))} then ${sql.lit(on)}::date`)
  const due =
    whens.length === 0
      ? sql`${sql.lit(usual)}::date`
      : sql`(case excluded.group_id ${sql.join(whens, sql` `)} else ${sql.lit(usual)}::date end)`
  const again: { readonly id: string }[] = []
  for (const [month, some] of Map.groupBy(days, one => monthOf(one.day))) {
    const compared = ['group_id', ...figures]
    const written = sql.join(compared.map(name => sql.ref(`excluded.${name}`)))
    const own = sql.join(compared.map(name => sql.ref(`attendance_month.${name}`)))
    const employeeIds = [...new Set(some.map(one => one.employeeId))]
    await forgetMonths(server, employeeIds, month)
    const rows = await db
      .insertInto('attendance_month')
      .columns(['org_id', 'employee_id', 'month', 'group_id', ...(figures as 'late'[])])
      .expression(q =>
        q
          .selectFrom('attendance_day as d')
          .select([
            'd.org_id',
            'd.employee_id',
            sql<string>`${firstOfMonth(month)}::date`.as('month'),
            sql<string>`(array_agg(d.group_id order by d.day desc))[1]`.as('group_id'),
            ...[...plain, ...further].map(name => sql<number>`sum(${sql.ref(`d.${name}`)})::integer`.as(name)),
            ...Object.entries(counts).map(([name, count]) => count.as(name)),
          ])
          .where('d.org_id', '=', caller.orgId)
          .where('d.employee_id', 'in', employeeIds)
          .where('d.day', '>=', firstOfMonth(month))
          .where('d.day', '<=', lastOfMonth(month))
          .groupBy(['d.org_id', 'd.employee_id'])
          .orderBy('d.employee_id'),
      )
      .onConflict(c =>
        c
          .columns(['org_id', 'employee_id', 'month'])
          .doUpdateSet({
            ...Object.fromEntries(figures.map(name => [name, sql.ref(`excluded.${name}`)])),
            group_id: sql.ref('excluded.group_id'),
            // one statement: a parameter here is refused by several machines
            // confirmed: it runs until it is put to its person below, who is told
            state: sql`case attendance_month.state when ${sql.lit(confirmed[0])} then ${sql.lit(running[0])}
              else attendance_month.state end`,
            confirm_due: sql`case when attendance_month.state in (${sql.lit(confirmed[0])}, ${sql.lit(asked[0])}) then ${due}
              else attendance_month.confirm_due end`,
            confirmed_by: sql`null`,
            version: sql`attendance_month.version + 1`,
          })
          .where(sql<boolean>`attendance_month.state <> ${sql.lit(locked[0])} and (${own}) is distinct from (${written})`),
      )
      .returning(['id', 'state', 'confirm_due'])
      .execute()
    for (const row of rows) if (row.state === running[0] && row.confirm_due !== null) again.push({ id: asText(row.id) })
  }
  if (again.length > 0) await takeSteps(server, attendanceMonth, { ids: again, pick: { step: 'ask' }, input: {}, byProgram: true })
}

/** Months of whom no day is left: in no group any more. */
async function forgetMonths({ db, caller }: Context, employeeIds: readonly string[], month: string): Promise<void> {
  await db
    .deleteFrom('attendance_month')
    .where('employee_id', 'in', employeeIds)
    .where('month', '=', firstOfMonth(month))
    .where('state', '<>', locked[0])
    .where(w =>
      w.not(
        w.exists(
          db
            .selectFrom('attendance_day as d')
            .select('d.id')
            .where('d.org_id', '=', caller.orgId)
            .whereRef('d.employee_id', '=', 'attendance_month.employee_id' as 'd.employee_id')
            .where('d.day', '>=', firstOfMonth(month))
            .where('d.day', '<=', lastOfMonth(month)),
        ),
      ),
    )
    .execute()
}

/** What was taken of each kind of leave, as a text. */
export async function showLeaves(
  server: Context,
  months: readonly { readonly id: string; readonly employeeId: string }[],
  month: string,
): Promise<void> {
  if (months.length === 0) return
  const rows = await server.db
    .selectFrom('leave_day as l')
    .innerJoin('leave_request as r', 'r.id', 'l.request_id')
    .innerJoin('leave_type as t', 't.id', 'r.type_id')
    .select(eb => ['l.employee_id', 't.name', eb.fn.sum<string>('l.minutes').as('minutes')])
    .where(
      'l.employee_id',
      'in',
      months.map(one => one.employeeId),
    )
    .where('l.day', '>=', firstOfMonth(month))
    .where('l.day', '<=', lastOfMonth(month))
    .groupBy(['l.employee_id', 't.name'])
    .orderBy('t.name')
    .execute()
  const of = Map.groupBy(rows, row => asText(row.employee_id))
  const textOf = (employeeId: string): string | null =>
    (of.get(employeeId) ?? [])
      .map(row => `${row.name} ${daysOf(Number(row.minutes))} 天`)
      .join('；')
      .slice(0, 300) || null
  await setDerived(
    server,
    attendanceMonth,
    months.map(one => ({ id: one.id, leaveByType: textOf(one.employeeId) })),
  )
}
