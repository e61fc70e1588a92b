/** The proof of people: who works here stands in one place today, and employee, file and assignment agree. */
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import type { Difference } from '#platform/server/reports.ts'
import { stages } from './file-tables.ts'

const leftStatus = 2
const idOf = (value: unknown): string => (value === null || value === undefined ? '' : asText(value))

/** Empty: proven. */
export async function provePeople(context: Context): Promise<Difference[]> {
  const today = todayOf(context)
  const rows = await context.db
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .leftJoin('hr_assignment as a', join =>
      join
        .onRef('a.employee_id', '=', 'f.employee_id')
        .on('a.valid_from', '<=', today)
        .on(eb => eb.or([eb('a.valid_to', 'is', null), eb('a.valid_to', '>=', today)])),
    )
    .select(['e.no', 'e.status', 'e.dept_id', 'f.stage', 'f.hired_on', 'f.dept_id as fileDept', 'a.dept_id as stoodIn', 'a.valid_to'])
    .orderBy('e.no')
    .execute()
  const counts = Map.groupBy(rows, row => row.no)
  const found: Difference[] = []
  for (const [no, all] of counts)
    for (const row of all) {
      const isLeft = row.stage === stages.left[0]
      const isThere = !isLeft && idOf(row.hired_on) <= today
      const say = (what: string, expected: string, is: string): void => {
        if (expected !== is) found.push({ what: `people: ${what}`, ownerId: null, month: null, key: no, expected, found: is })
      }
      say('status', String(isLeft), String(Number(row.status) === leftStatus))
      say('department of the file', idOf(row.dept_id), idOf(row.fileDept))
      if (isThere) say('assignment of today', `1 ${idOf(row.dept_id)}`, `${all.length} ${idOf(row.stoodIn)}`)
      if (isLeft && row.stoodIn !== null) say('end of the assignment', 'today', idOf(row.valid_to) === today ? 'today' : 'later')
    }
  return found
}
