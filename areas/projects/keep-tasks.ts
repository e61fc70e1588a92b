/** What follows from a changed task, requirement or plan, in its transaction. */
import { todayOf } from '#platform/format/zones.ts'
import type { Row } from '#platform/declare/wire.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type Tx, type RecordChange } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { followerOf } from '#platform/server/records.ts'
import { checkTasks, projectTasksMax, type TaskChange } from './check-tasks.ts'
import { keepAncestors, keepOwn, keepPlans, keepProjects, keepRequirements, keepWaiting } from './keep-figures.ts'
import { projectTask, taskCodes } from './tasks.ts'
import { projectRequirement } from './requirements.ts'

/** Sees all of the organisation, on the clock of whoever caused it. */
export const systemOf = async (context: Context, tx: Tx): Promise<Context> => ({
  ...(await context.house.asSystem(context.caller.orgId, 'what follows from tasks of projects', tx)),
  now: context.now,
})

/** Ids that a field of the records names, before or after. */
const named = (changes: readonly RecordChange[], field: string): string[] => [
  ...new Set(changes.flatMap(({ before, after }) => [before, after].flatMap(row => idIn(row, field)))),
]
const idIn = (row: Row | null, field: string): string[] => (typeof row?.[field] === 'string' ? [row[field]] : [])

export const keepTasks = followerOf(projectTask, async (context, tx, changes) => {
  const system = await systemOf(context, tx)
  const there = changes.filter((change): change is TaskChange => change.after !== null)
  await refuseTooMany(system, there)
  await checkTasks(system, there)
  const ids = there.map(({ id }) => id)
  const parents = named(changes, 'parentId')
  await keepOwn(system, ids)
  const states = await keepAncestors(system, parents)
  await keepSums(system, ids, parents, changes)
  await keepWaiting(system, [...ids, ...changes.flatMap(({ id, after }) => (after === null ? [id] : []))])
  await finishFull(within(context, tx), there)
  await moveParents(system, states)
})

/** Requirements, plans and projects that the tasks belong to, or did before. */
async function keepSums(
  system: Context,
  ids: readonly string[],
  parents: readonly string[],
  changes: readonly RecordChange[],
): Promise<void> {
  const { db } = system
  // a task that stands above others now counts no longer for its own requirement
  const ofParents =
    parents.length === 0
      ? []
      : await db.selectFrom('project_task').select('require_id').where('id', 'in', parents).where('require_id', 'is not', null).execute()
  const requirements = [...new Set([...named(changes, 'requireId'), ...ofParents.flatMap(row => row.require_id ?? [])])]
  await keepRequirements(system, requirements)
  const plans =
    requirements.length === 0
      ? []
      : await db
          .selectFrom('project_require')
          .select('plan_id')
          .distinct()
          .where('id', 'in', requirements)
          .where('plan_id', 'is not', null)
          .execute()
  await keepPlans(
    system,
    plans.flatMap(row => row.plan_id ?? []),
    todayOf(system),
  )
  await keepProjects(system, named(changes, 'projectId'), todayOf(system))
}

async function refuseTooMany({ db }: Context, changes: readonly TaskChange[]): Promise<void> {
  const added = changes.filter(({ before }) => before === null)
  if (added.length === 0) return
  const full = await db
    .selectFrom('project_task')
    .select('project_id')
    .where('project_id', 'in', named(added, 'projectId'))
    .groupBy('project_id')
    .having(eb => eb.fn.countAll<string>(), '>', String(projectTasksMax))
    .limit(1)
    .executeTakeFirst()
  if (full !== undefined) throw refuse.rule(sentence`一个项目最多 ${projectTasksMax} 个任务，请分成几个项目`)
}

/** A progress of 100 is the step that finishes. */
async function finishFull(inside: Context, changes: readonly TaskChange[]): Promise<void> {
  const full = changes.filter(
    ({ before, after }) =>
      Number(after.progress) === 100 &&
      Number(before?.['progress'] ?? 0) !== 100 &&
      after.state !== taskCodes.finished &&
      after.isParent !== true,
  )
  if (full.length > 0) await takeSteps(inside, projectTask, { ids: full.map(({ id }) => ({ id })), pick: { step: 'finish' }, input: {} })
}

/** What stands above others moves with them; its own move is heard here again, and goes on upward. */
async function moveParents(system: Context, states: Awaited<ReturnType<typeof keepAncestors>>): Promise<void> {
  const steps = { [taskCodes.todo]: 'waitAll', [taskCodes.working]: 'workOn', [taskCodes.finished]: 'finishAll' } as const
  for (const [follows, moving] of Map.groupBy(
    states.filter(one => one.state !== one.follows),
    one => one.follows,
  ))
    await takeSteps(system, projectTask, {
      ids: moving.map(({ id }) => ({ id })),
      pick: { step: steps[follows] },
      input: {},
      byProgram: true,
    })
}

/** Its tasks belong to the plan of their requirement. */
export const keepPlanOfTasks = followerOf(projectRequirement, async (context, tx, changes) => {
  const moved = changes.filter(({ before, after }) => before?.planId !== after?.planId)
  if (moved.length === 0) return
  const system = await systemOf(context, tx)
  const ids = moved.map(({ id }) => id)
  const tasks = await system.db.selectFrom('project_task').select('id').where('require_id', 'in', ids).limit(projectTasksMax).execute()
  await keepOwn(
    system,
    tasks.map(({ id }) => id),
  )
  await keepPlans(system, named(moved, 'planId'), todayOf(system))
})
