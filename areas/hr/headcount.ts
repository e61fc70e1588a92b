/** 编制 against who is there: kept where assignments, actions or plans change, and each night as days pass. */
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { sql } from 'kysely'
import type { Context, Follower, Timed } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { timed } from '#platform/server/jobs.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { actionKinds, actionStates, personnelAction } from './action-tables.ts'
import { hrHeadcount } from './place-tables.ts'

const rowsMax = 20_000
const moves = [actionKinds.join[0], actionKinds.transfer[0], actionKinds.grade[0], actionKinds.rehire[0]]
const there = (dept: unknown, position: unknown): string => `${asText(dept ?? '')} ${asText(position ?? '')}`

/** The plans of this year, of these departments; absent: of all. Everybody counts, whomever the one sees who changed something. */
async function countHeads(server: Context, depts?: readonly string[]): Promise<void> {
  if (depts?.length === 0) return
  const today = todayOf(server)
  let plans = server.db
    .selectFrom('hr_headcount')
    .select(['id', 'dept_id', 'position_id'])
    .where('year', '=', Number(today.slice(0, 4)))
  if (depts !== undefined) plans = plans.where('dept_id', 'in', depts)
  const rows = await plans.orderBy('id').limit(rowsMax).execute()
  if (rows.length === 0) return
  const ids = [...new Set(rows.map(row => asText(row.dept_id)))]
  const stood = await server.db
    .selectFrom('hr_assignment')
    .select(['dept_id', 'position_id', sql<number>`count(*)::int`.as('people')])
    .where('dept_id', 'in', ids)
    .where('valid_from', '<=', today)
    .where(eb => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', today)]))
    .groupBy(['dept_id', 'position_id'])
    .execute()
  const actual = new Map(stood.map(row => [there(row.dept_id, row.position_id), row.people]))
  const [arriving, leaving] = await coming(server, today, ids)
  await setDerived(
    server,
    hrHeadcount,
    rows.map(row => {
      const at = there(row.dept_id, row.position_id)
      return { id: asText(row.id), actual: actual.get(at) ?? 0, arriving: arriving.get(at) ?? 0, leaving: leaving.get(at) ?? 0 }
    }),
  )
}

/** What approved actions will add and take off. */
async function coming(
  { db }: Context,
  today: string,
  depts: readonly string[],
): Promise<readonly [Map<string, number>, Map<string, number>]> {
  const waiting = await db
    .selectFrom('personnel_action as p')
    .leftJoin('employee as e', 'e.id', 'p.employee_id')
    .select(['p.kind', 'p.effective_on', 'p.dept_id', 'p.position_id', 'e.dept_id as from_dept', 'e.position_id as from_position'])
    .where('p.state', '=', actionStates.waiting[0])
    .where('p.effective_on', '>=', addDays(today, -waitedDaysMax))
    .where(eb => eb.or([eb('p.dept_id', 'in', depts), eb('e.dept_id', 'in', depts)]))
    .limit(rowsMax)
    .execute()
  const [arriving, leaving] = [new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, at: string): Map<string, number> => to.set(at, (to.get(at) ?? 0) + 1)
  for (const row of waiting) {
    const from = there(row.from_dept, row.from_position)
    const to = there(row.dept_id ?? row.from_dept, row.position_id ?? row.from_position)
    const isMove = moves.some(kind => kind === row.kind)
    if (isMove && (row.from_dept === null || row.kind === actionKinds.rehire[0])) add(arriving, to)
    else if (isMove && from !== to) {
      add(arriving, to)
      add(leaving, from)
    } else if (row.kind === actionKinds.leave[0]) add(leaving, from)
  }
  return [arriving, leaving]
}
/** what could not take effect for so long is no plan any more */
const waitedDaysMax = 60

const deptsOf = (changes: Parameters<Follower>[2]): string[] => [
  ...new Set(changes.flatMap(({ before, after }) => [before, after].flatMap(row => (row?.['deptId'] ? [asText(row['deptId'])] : [])))),
]
export const headcountFollows: Follower = async (caller, tx, changes) =>
  countHeads(await inServersName(caller, tx, 'plans beside who is there'), deptsOf(changes))
/** An action moves somebody from where he stands, which it does not say. */
export const headcountOfActions = followerOf(personnelAction, async (caller, tx, changes) => {
  const moved = changes.filter(({ before, after }) => before?.state !== after?.state)
  if (moved.length === 0) return
  const server = await inServersName(caller, tx, 'plans beside who comes')
  const people = moved.flatMap(({ before, after }) => (after ?? before)?.['employeeId'] ?? []).map(asText)
  const stand = people.length === 0 ? [] : await server.db.selectFrom('employee').select('dept_id').where('id', 'in', people).execute()
  await countHeads(server, [...deptsOf(moved), ...stand.flatMap(row => (row.dept_id === null ? [] : [asText(row.dept_id)]))])
})

export const headcountTimed: readonly Timed[] = [
  timed('hr.headcount', ['编制与在职人数', 'Plans beside who is there'], {
    at: '00:40',
    work: async inside => {
      await countHeads(inside)
      return undefined
    },
  }),
]
