/** Days worked: no more in a month than it has, or than he attended where attendance is kept. */
import { sentence } from '#platform/declare/sentence.ts'
import { compare } from '#platform/format/decimal.ts'
import { daysInMonth, firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { followerOf } from '#platform/server/records.ts'
import { rdTime } from './time-tables.ts'

/** of a day that attendance has worked out */
const done = 3

export const keepTimes = followerOf(rdTime, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'days worked in a month over all projects')
  const of = new Map(changes.flatMap(({ after }) => (after === null ? [] : [[`${after.employeeId} ${after.month}`, after] as const])))
  const ids = [...new Set([...of.values()].map(one => one.employeeId))]
  if (ids.length === 0) return
  await server.db.selectFrom('employee').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  for (const { employeeId, month: first } of of.values()) {
    const month = monthOf(first)
    const row = await server.db
      .selectFrom('rd_time')
      .select(({ fn }) => fn.sum<string>('days').as('days'))
      .where('employee_id', '=', employeeId)
      .where('month', '=', firstOfMonth(month))
      .executeTakeFirst()
    const most = (await attended(server, employeeId, month)) ?? daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
    const days = row?.days ?? '0'
    if (compare(days, String(most)) > 0)
      throw refuse.invalid([{ field: 'days', message: sentence`这个人 ${month} 一共填了 ${days} 天，最多 ${most} 天` }])
  }
})

/** Days on which he worked, was out or travelled; null where attendance knows nothing of the month. */
async function attended(server: Context, employeeId: string, month: string): Promise<number | null> {
  if (!server.house.registry.resources.has('attendance_day')) return null
  const rows = await server.db
    .selectFrom('attendance_day')
    .select(['worked', 'trip', 'outing', 'ot_rest', 'ot_holiday'])
    .where('employee_id', '=', employeeId)
    .where('day', '>=', firstOfMonth(month))
    .where('day', '<=', lastOfMonth(month))
    .where('state', '=', done)
    .execute()
  return rows.length === 0 ? null : rows.filter(row => Object.values(row).some(minutes => Number(minutes) > 0)).length
}
