/** The department of a person on a day, by his assignments; a change of them touches the days that are worked out already. */
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Follower } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import type { PersonDay } from './known.ts'
import { holds, textOrNull } from './plan.ts'
import { rowsOf } from './keep.ts'
import { markDays } from './stale.ts'

/** of whom nothing is known */
const none = '0'

export async function deptsOf({ db }: Context, days: readonly PersonDay[]): Promise<(of: PersonDay) => string> {
  if (days.length === 0) return () => none
  const sorted = days.map(one => one.day).toSorted((a, b) => (a < b ? -1 : 1))
  const rows = await db
    .selectFrom('hr_assignment')
    .select(['employee_id', 'dept_id', 'valid_from', 'valid_to'])
    .where('employee_id', 'in', [...new Set(days.map(one => one.employeeId))])
    .where('valid_from', '<=', sorted.at(-1) ?? '')
    .where(w => w.or([w('valid_to', 'is', null), w('valid_to', '>=', sorted[0] ?? '')]))
    .execute()
  const of = Map.groupBy(
    rows.map(row => ({
      employeeId: asText(row.employee_id),
      deptId: textOrNull(row.dept_id) ?? none,
      from: asText(row.valid_from),
      to: textOrNull(row.valid_to),
    })),
    row => row.employeeId,
  )
  return ({ employeeId, day }) => of.get(employeeId)?.find(row => holds(row, day))?.deptId ?? none
}

/** Days before a person had any are not marked. */
export const assignmentsFollow: Follower = async (caller, tx, changes) => {
  const from = new Map<string, string>()
  for (const row of rowsOf(changes)) {
    const [id, begin] = [asText(row['employeeId']), asText(row['validFrom'])]
    const known = from.get(id)
    if (known === undefined || begin < known) from.set(id, begin)
  }
  if (from.size === 0) return
  const server = await inServersName(caller, tx, 'days of whoever is assigned')
  const found = await server.db
    .selectFrom('attendance_day')
    .select(eb => ['employee_id', eb.fn.min('day').as('first'), eb.fn.max('day').as('last')])
    .where('employee_id', 'in', [...from.keys()])
    .groupBy('employee_id')
    .execute()
  const touched = found.flatMap(row => {
    const [id, first, to] = [asText(row.employee_id), asText(row.first), asText(row.last)]
    const begin = from.get(id) ?? first
    return begin > to ? [] : [{ employeeId: id, from: begin < first ? first : begin, to }]
  })
  await markDays(server, tx, touched, todayOf(caller))
}
