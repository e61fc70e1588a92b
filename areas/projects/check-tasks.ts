/** What the fields of a task can't say: dependencies without circles, figures of tasks that stand above others, tasks of one project. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { RowOf } from '#platform/declare/resource.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import type { ChangeOf } from '#platform/server/records.ts'
import { circleOf, type Linked } from './dependencies.ts'
import { taskCodes, type projectTask } from './tasks.ts'

/** of one project: so many are read to find a circle */
export const projectTasksMax = 5_000
/** of a circle, so many are named */
const namedMax = 6

type Task = RowOf<typeof projectTask>
export interface TaskChange extends ChangeOf<typeof projectTask> {
  readonly after: Task
}

export const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
const isOther = ({ before, after }: TaskChange, field: keyof Task): boolean =>
  JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after[field] ?? null)
const linksOf = (row: Task): readonly string[] => [...idsOf(row.predecessorIds), ...idsOf(row.startWithIds)]

/** `system`: sees all tasks of the organisation. The rows are written already; what is thrown takes them back. */
export async function checkTasks(system: Context, changes: readonly TaskChange[]): Promise<void> {
  for (const change of changes) refuseSummed(change)
  await refuseParents(system, changes)
  const linked = changes.filter(
    change =>
      (isOther(change, 'predecessorIds') || isOther(change, 'startWithIds') || isOther(change, 'parentId')) &&
      (linksOf(change.after).length > 0 || change.after.parentId !== null),
  )
  for (const [projectId, some] of Map.groupBy(linked, change => String(change.after.projectId)))
    await refuseCircles(system, projectId, some)
}

const summed = ['estimateHours', 'spentHours', 'progress', 'startOn', 'endOn'] as const

/** The figures of what stands above others are theirs. */
function refuseSummed(change: TaskChange): void {
  if (change.after.isParent !== true || change.before === null) return
  const field = summed.find(name => isOther(change, name))
  if (field !== undefined)
    throw refuse.invalid([
      { field, message: sentence`“${String(change.after.title)}”有下级任务，工时、进度和日期由下级任务汇总，请修改下级任务` },
    ])
}

/** A task that was worked on is not divided any more: its hours would be nobody's. */
async function refuseParents({ db }: Context, changes: readonly TaskChange[]): Promise<void> {
  const moved = changes.filter(change => change.after.parentId !== null && isOther(change, 'parentId'))
  if (moved.length === 0) return
  const ids = moved.map(({ after }) => String(after.parentId))
  const found = await db
    .selectFrom('project_task')
    .select('title')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('is_parent', '=', false)
    .where(eb => eb.or([eb('state', '=', taskCodes.finished), eb('spent_hours', '>', '0')]))
    .limit(1)
    .executeTakeFirst()
  if (found !== undefined)
    throw refuse.invalid([{ field: 'parentId', message: sentence`“${found.title}”已完成或已登记工时，不能再分解，请选择其他上级任务` }])
}

async function refuseCircles({ db }: Context, projectId: string, changes: readonly TaskChange[]): Promise<void> {
  const rows = await db
    .selectFrom('project_task')
    .select(['id', 'title', 'parent_id', 'predecessor_ids', 'start_with_ids'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(projectTasksMax)
    .execute()
  const known = new Set(rows.map(row => row.id))
  for (const { after } of changes)
    for (const field of ['predecessorIds', 'startWithIds'] as const)
      if (idsOf(after[field]).some(id => !known.has(id)))
        throw refuse.invalid([{ field, message: sentence`只能依赖同一个项目的任务，请重新选择` }])
  const tasks: Linked[] = rows.map(row => ({
    id: row.id,
    title: row.title,
    parentId: row.parent_id,
    predecessorIds: row.predecessor_ids ?? [],
    startWithIds: row.start_with_ids ?? [],
  }))
  const circle = circleOf(tasks)
  if (circle === null) return
  const names = circle.length > namedMax + 1 ? [...circle.slice(0, namedMax), '…', ...circle.slice(-1)] : circle
  const field = changes.some(({ after }) => idsOf(after.predecessorIds).length > 0) ? 'predecessorIds' : 'startWithIds'
  throw refuse.invalid([{ field, message: sentence`任务依赖成环：${names.join(' → ')}，请去掉其中一个依赖` }])
}
