/** Who is protected (三期 by his file, and minors): overtime and nights need a reason, and their days are marked. */
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { isOfPerson, type Row } from './keep.ts'
import { planOf, readPlanFacts } from './plan.ts'

/** band of age of a file: below 18 */
const minor = 6
/** of a day and the day after it, in minutes: 22:00 to 06:00 */
const nights = [
  { from: 0, to: 6 * 60 },
  { from: 22 * 60, to: 30 * 60 },
] as const

/** Whether a person is protected on a day. */
export async function protectedOf({ db }: Context, employeeIds: readonly string[]): Promise<(employeeId: string, day: string) => boolean> {
  if (employeeIds.length === 0) return () => false
  const rows = await db
    .selectFrom('hr_file')
    .select(['employee_id', 'protected_until', 'age_band'])
    .where('employee_id', 'in', [...new Set(employeeIds)])
    .where(w => w.or([w('protected_until', 'is not', null), w('age_band', '=', minor)]))
    .execute()
  const until = new Map(
    rows.map(row => [asText(row.employee_id), row.age_band === minor ? '9999-12-31' : asText(row.protected_until)] as const),
  )
  return (employeeId, day) => day <= (until.get(employeeId) ?? '')
}

const hasReason = (row: Row): boolean => asText(row['protectedReason'] ?? '').trim() !== ''
const personOf = (row: Row): string => asText(row['employeeId'])

async function namesOf({ db }: Context, id: string): Promise<string> {
  const row = await db.selectFrom('employee').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

/** Overtime of a protected person as it is sent. */
export async function refuseProtectedOvertime(server: Context, rows: readonly Row[]): Promise<void> {
  const sent = rows.filter(row => !hasReason(row))
  const isProtected = await protectedOf(server, sent.map(personOf))
  const { zone } = server.caller
  const row = sent.find(one => isProtected(personOf(one), dayInZone(instantMs(asText(one['fromAt'])), zone)))
  if (row === undefined) return
  const name = await namesOf(server, personOf(row))
  throw refuse.invalid([{ field: 'protectedReason', message: sentence`${name}受特殊劳动保护，加班请填写“特殊保护人员加班原因”，或者换人` }])
}

/** A shift at night of a protected person in the roster. */
export const protectedNights: Follower = async (caller, tx, changes) => {
  const rows = changes.flatMap(({ after }) =>
    after !== null && isOfPerson(after) && (after['shiftId'] ?? null) !== null && !hasReason(after) ? [after] : [],
  )
  if (rows.length === 0) return
  const server = await inServersName(caller, tx, 'who is protected of those in the roster')
  const isProtected = await protectedOf(server, rows.map(personOf))
  const some = rows.filter(row => isProtected(personOf(row), asText(row['day'])))
  if (some.length === 0) return
  const days = some.map(row => asText(row['day'])).toSorted((a, b) => (a < b ? -1 : 1))
  const plan = await planOf(server, await readPlanFacts(server, some.map(personOf), [days[0] ?? '', days.at(-1) ?? '']))
  const row = some.find(one => {
    const spans = plan.shift(personOf(one), asText(one['day']))?.spans ?? []
    return spans.some(span => nights.some(night => span.from < night.to && span.to > night.from))
  })
  if (row === undefined) return
  const name = await namesOf(server, personOf(row))
  throw refuse.invalid([
    {
      field: 'protectedReason',
      message: sentence`${name}受特殊劳动保护，${asText(row['day'])} 的夜班请在排班列表里填写原因，或者换一个班次`,
    },
  ])
}
