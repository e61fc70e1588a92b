/** Days worked: no more in a month than it has, or than he attended where attendance is kept. */
import { sentence } from '#platform/declare/sentence.ts'
import { compare } from '#platform/format/decimal.ts'
import { daysInMonth, firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { followerOf, setDerived } from '#platform/server/records.ts'
import { factsChanged } from './figures.ts'
import { rdTime } from './time-tables.ts'

/** of a day that attendance has worked out */
const done = 3

export const keepTimes = followerOf(rdTime, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'days worked in a month over all projects')
  const after = changes.flatMap(one => (one.after === null ? [] : [one.after]))
  const people = [...new Set(after.map(one => one.employeeId))]
  if (people.length === 0) return factsChanged(rdTime.table)(context, tx, changes)
  await server.db.selectFrom('employee').select('id').where('id', 'in', people).orderBy('id').forNoKeyUpdate().execute()
  for (const [month, of] of Map.groupBy(after, one => monthOf(one.month)))
    await refuseTooMany(server, month, [...new Set(of.map(one => one.employeeId))])
  const leaders = await server.db
    .selectFrom('rd_project')
    .select(['id', 'manager_id as managerId'])
    .where('id', 'in', [...new Set(after.map(one => one.projectId))])
    .execute()
  const leads = new Map(leaders.map(one => [one.id, one.managerId]))
  const led = changes.map(({ id, before, after: row }) => ({
    id,
    before,
    after: row === null ? null : { ...row, day: firstOfMonth(monthOf(row.month)), managerId: leads.get(row.projectId) ?? null },
  }))
  await setDerived(
    server,
    rdTime,
    led.flatMap(({ id, after: row }) => (row === null ? [] : [{ id, day: row.day, managerId: row.managerId }])),
  )
  await factsChanged(rdTime.table)(context, tx, led)
})

/** People of one month: two statements for all of them. */
async function refuseTooMany(server: Context, month: string, people: readonly string[]): Promise<void> {
  const rows = await server.db
    .selectFrom('rd_time')
    .select(({ fn }) => ['employee_id as id', fn.sum<string>('days').as('days')])
    .where('employee_id', 'in', people)
    .where('month', '=', firstOfMonth(month))
    .groupBy('employee_id')
    .execute()
  const known = await attended(server, month, people)
  for (const { id, days } of rows) {
    const most = known.get(id) ?? daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
    if (compare(days, String(most)) > 0)
      throw refuse.invalid([{ field: 'days', message: sentence`这个人 ${month} 一共填了 ${days} 天，最多 ${most} 天` }])
  }
}

/** Days on which each worked, was out or travelled; nothing of whom attendance knows nothing in the month. */
async function attended(server: Context, month: string, people: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (!server.house.registry.resources.has('attendance_day')) return new Map()
  const rows = await server.db
    .selectFrom('attendance_day')
    .select(['employee_id as id', 'worked', 'trip', 'outing', 'ot_rest as rest', 'ot_holiday as holiday'])
    .where('employee_id', 'in', people)
    .where('day', '>=', firstOfMonth(month))
    .where('day', '<=', lastOfMonth(month))
    .where('state', '=', done)
    .execute()
  const days = new Map<string, number>()
  for (const { id, worked, trip, outing, rest, holiday } of rows)
    days.set(id, (days.get(id) ?? 0) + (worked + trip + outing + rest + holiday > 0 ? 1 : 0))
  return days
}
