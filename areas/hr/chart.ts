/** 组织架构图 of any day: departments as they stood then, with head, people and plan. */
import { Object as O, Optional } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { instantInZone, todayOf } from '#platform/format/zones.ts'
import { addDays } from '#platform/format/dates.ts'
import { call, Day, type Context, type RouteMap } from '#platform/server/area.ts'
import { sql } from 'kysely'
import { actionKinds, actionStates } from './action-tables.ts'
import type { OrgChart } from './answers.ts'

const departmentsMax = 5_000

/** Approved actions that take effect up to a day ahead move heads on it already. */
async function addComing({ db }: Context, day: string, peopleOf: Map<string, number>): Promise<void> {
  const coming = await db
    .selectFrom('personnel_action as p')
    .leftJoin('employee as e', 'e.id', 'p.employee_id')
    .select(['p.kind', 'p.effective_on', 'p.dept_id as to', 'e.dept_id as from'])
    .where('p.state', '=', actionStates.waiting[0])
    .where('p.effective_on', '<=', day)
    .orderBy('p.effective_on')
    .limit(departmentsMax)
    .execute()
  const add = (dept: unknown, n: number): void => {
    if (dept !== null && dept !== undefined) peopleOf.set(asText(dept), (peopleOf.get(asText(dept)) ?? 0) + n)
  }
  for (const { kind, effective_on: on, to, from } of coming) {
    if (kind === actionKinds.leave[0]) {
      if (asText(on) < day) add(from, -1)
    } else if (to !== null) {
      add(to, 1)
      add(from, -1)
    }
  }
}

/** Heads and numbers are those of all, whatever people the caller sees: names of heads and counts are nothing of anybody's file. */
async function chartOf(context: Context, day: string): Promise<OrgChart> {
  const { caller } = context
  const server = await context.house.asSystem(caller.orgId, 'heads and numbers of departments')
  const { db } = server
  const end = new Date(instantInZone(addDays(day, 1), '00:00', caller.zone)).toISOString()
  const departments = await db
    .selectFrom('department as d')
    .leftJoin('employee as e', 'e.id', 'd.manager_id')
    .select(['d.id', 'd.name', 'd.parent_id', 'd.status', 'd.created_at', 'e.name as head'])
    .orderBy('d.sort')
    .orderBy('d.id')
    .limit(departmentsMax)
    .execute()
  // what a department was called, and under which it stood
  const then = await db
    .selectFrom('department_history')
    .select(['department_id', 'name', 'parent_id'])
    .where('valid_from', '<', end)
    .where('valid_to', '>=', end)
    .execute()
  const thenOf = new Map(then.map(row => [asText(row.department_id), row]))
  const stood = await db
    .selectFrom('hr_assignment')
    .select(['dept_id', sql<number>`count(*)::int`.as('people')])
    .where('valid_from', '<=', day)
    .where(eb => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', day)]))
    .groupBy('dept_id')
    .execute()
  const peopleOf = new Map(stood.map(row => [asText(row.dept_id), row.people]))
  if (day > todayOf(context)) await addComing(server, day, peopleOf)
  const planned = await db
    .selectFrom('hr_headcount')
    .select(['dept_id', sql<number>`sum(planned)::int`.as('planned')])
    .where('year', '=', Number(day.slice(0, 4)))
    .groupBy('dept_id')
    .execute()
  const plannedOf = new Map(planned.map(row => [asText(row.dept_id), row.planned]))
  const later = new Set(departments.filter(one => instantMs(one.created_at) >= instantMs(end)).map(one => asText(one.id)))
  const known = new Set(departments.map(one => asText(one.id)))
  const rows = departments.map(one => {
    const id = asText(one.id)
    const was = thenOf.get(id)
    const parent = was === undefined ? one.parent_id : was.parent_id
    const parentId = parent === null ? null : asText(parent)
    return {
      id,
      name: was?.name ?? one.name,
      parentId: parentId !== null && known.has(parentId) && parentId !== id ? parentId : null,
      head: one.head,
      people: peopleOf.get(id) ?? 0,
      planned: plannedOf.get(id) ?? null,
      isClosed: one.status !== 1,
    }
  })
  // one that is closed, or was entered later, is there on days on which people stood in it or in others below it
  const shown = new Set(rows.filter(one => one.people > 0 || (!one.isClosed && !later.has(one.id))).map(one => one.id))
  const rowOf = new Map(rows.map(one => [one.id, one]))
  for (const id of shown) {
    const parentId = rowOf.get(id)?.parentId
    if (parentId !== null && parentId !== undefined) shown.add(parentId)
  }
  return { day, departments: rows.filter(one => shown.has(one.id)) }
}

export const chartRoutes: RouteMap = {
  'POST /orgChart/query': call(
    {
      demand: needs('orgChart', operations.view),
      summary: '组织架构图',
      input: O({ day: Optional(Day('日期')) }, { additionalProperties: false }),
      write: false,
    },
    (context, { input }) => chartOf(context, typeof input['day'] === 'string' ? input['day'] : todayOf(context)),
  ),
}
