/** A project at a glance: its row, how many of its records stand in which state, what is late. */
import { sql } from 'kysely'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/area.ts'
import { namedId, oneRecord } from '#platform/server/records.ts'
import { todayOf } from '#platform/format/zones.ts'
import { project } from './projects.ts'

interface StateCount {
  readonly state: number
  readonly count: number
}
/** Answer of GET /Project/get/{id}. */
export type ProjectOverview = Row & {
  readonly plans: readonly StateCount[]
  readonly requirements: readonly StateCount[]
  readonly tasks: readonly StateCount[]
  /** tasks and plans whose end has passed and that are not finished */
  readonly late: { readonly tasks: number; readonly plans: number }
}

export async function overviewOf(context: Context, given: unknown): Promise<ProjectOverview> {
  const id = namedId(given, project.title)
  const row = await oneRecord(context, project, id)
  const counted = (table: 'project_plan' | 'project_require' | 'project_task'): Promise<StateCount[]> =>
    context.db
      .selectFrom(table)
      .select(['state', sql<number>`count(*)::integer`.as('count')])
      .where('project_id', '=', id)
      .groupBy('state')
      .orderBy('state')
      .execute()
  const lateOf = async (table: 'project_plan' | 'project_task'): Promise<number> =>
    (
      await context.db
        .selectFrom(table)
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('project_id', '=', id)
        .where('due_on', '<', todayOf(context))
        .executeTakeFirstOrThrow()
    ).count
  return {
    ...row,
    plans: await counted('project_plan'),
    requirements: await counted('project_require'),
    tasks: await counted('project_task'),
    late: { tasks: await lateOf('project_task'), plans: await lateOf('project_plan') },
  }
}
