/**
 * Figures that follow from tasks, kept in the transaction of each change: of the task itself, of those above it, of its requirement, plan
 * and project. Sums are added up anew from what stands directly below, as exact decimals; nothing that was rounded is added again.
 * Writers of one organisation's tasks go one after the other (`oneAtATime`), so that two finished at once are both counted.
 */
import { sql } from 'kysely'
import type { Context, RowLock } from '#platform/server/area.ts'
import { treeDepthMax } from '#platform/server/records.ts'
import { setRows } from './set-rows.ts'
import { taskCodes } from './tasks.ts'

/** Holds nothing back: it is asked before the rows are locked, which is when writers have to queue. */
export const oneAtATime: RowLock = async ({ caller }, db) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`project figures ${caller.orgId}`}, 0))`.execute(db)
  return []
}

const zero = { estimate_hours: '0', done_hours: '0', spent_hours: '0', progress: '0' }
type Figures = typeof zero
export const figureTypes = { estimate_hours: 'numeric', done_hours: 'numeric', spent_hours: 'numeric', progress: 'numeric' } as const

/** The sums of a group; cut off, never rounded up: 100 means that nothing is left. */
const sums = [
  sql<string>`sum(estimate_hours)::text`.as('estimate_hours'),
  sql<string>`sum(done_hours)::text`.as('done_hours'),
  sql<string>`sum(spent_hours)::text`.as('spent_hours'),
  sql<string>`coalesce(trunc(100 * sum(done_hours) / nullif(sum(estimate_hours), 0), 2), 0)::text`.as('progress'),
] as const
const ofIds = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`
const figuresOf = ({ estimate_hours, done_hours, spent_hours, progress }: Figures): Figures => ({
  estimate_hours,
  done_hours,
  spent_hours,
  progress,
})
/** Each id with its sums; one that has nothing below it any more has none. */
const withZeros = (ids: readonly string[], found: readonly (Figures & { readonly key: string | null })[]) => {
  const byKey = new Map(found.map(row => [row.key, row]))
  return ids.map(id => ({ id, ...figuresOf(byKey.get(id) ?? zero) }))
}

/** What a task says of itself and has of its requirement. */
export async function keepOwn({ db }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('project_task')
    .set(eb => {
      const requirement = eb.selectFrom('project_require').whereRef('project_require.id', '=', 'project_task.require_id')
      return {
        done_hours: sql<string>`case when is_parent then done_hours else estimate_hours * progress / 100 end`,
        due_on: sql<string | null>`case when state = ${taskCodes.finished} then null else end_on end`,
        plan_id: requirement.select('project_require.plan_id'),
        work_order_id: requirement.select('project_require.work_order_id'),
      }
    })
    .where(ofIds('project_task.id', ids))
    .execute()
}

export interface ParentState {
  readonly id: string
  readonly state: number
  /** as the tasks below it say */
  readonly follows: (typeof taskCodes)['todo' | 'working' | 'finished']
}

/** Those above, level by level up to the top. Answers the states of the first level, which follow from the tasks below. */
export async function keepAncestors(context: Context, parentIds: readonly string[]): Promise<readonly ParentState[]> {
  const { db } = context
  let level: readonly string[] = [...new Set(parentIds)]
  const states: ParentState[] = []
  for (let depth = 0; level.length > 0 && depth <= treeDepthMax; depth += 1) {
    const below = await db
      .selectFrom('project_task')
      .select(sql<string>`parent_id::text`.as('key'))
      .select(sums)
      .select([
        sql<string>`min(start_on)::text`.as('start_on'),
        sql<string>`max(end_on)::text`.as('end_on'),
        sql<boolean>`bool_and(state = ${taskCodes.finished})`.as('all_finished'),
        sql<boolean>`bool_and(state = ${taskCodes.todo})`.as('none_begun'),
      ])
      .where(ofIds('parent_id', level))
      .groupBy('parent_id')
      .execute()
    const types = { ...figureTypes, start_on: 'date', end_on: 'date', is_parent: 'boolean' } as const
    const rows = below.map(row => ({ id: row.key, ...figuresOf(row), start_on: row.start_on, end_on: row.end_on, is_parent: true }))
    await setRows(context, 'project_task', types, rows)
    const childless = level.filter(id => !rows.some(row => row.id === id))
    await setRows(
      context,
      'project_task',
      { is_parent: 'boolean' },
      childless.map(id => ({ id, is_parent: false })),
    )
    await keepOwn({ db } as Context, level)
    const own = await db.selectFrom('project_task').select(['id', 'state', 'parent_id']).where(ofIds('id', level)).execute()
    if (depth === 0)
      for (const { id, state } of own) {
        const said = below.find(row => row.key === id)
        if (said !== undefined)
          states.push({ id, state, follows: said.all_finished ? taskCodes.finished : said.none_begun ? taskCodes.todo : taskCodes.working })
      }
    level = [...new Set(own.flatMap(({ parent_id }) => parent_id ?? []))]
  }
  return states
}

/** Requirements from their tasks that have none below them. */
export async function keepRequirements(context: Context, ids: readonly string[]): Promise<void> {
  const { db } = context
  if (ids.length === 0) return
  const found = await db
    .selectFrom('project_task')
    .select(sql<string>`require_id::text`.as('key'))
    .select(sums)
    .where(ofIds('require_id', ids))
    .where('is_parent', '=', false)
    .groupBy('require_id')
    .execute()
  await setRows(context, 'project_require', figureTypes, withZeros(ids, found))
}

/** Plans from their requirements, and what is left of them today. */
export async function keepPlans(context: Context, ids: readonly string[], day: string): Promise<void> {
  const { db, caller } = context
  if (ids.length === 0) return
  const found = await db
    .selectFrom('project_require')
    .select(sql<string>`plan_id::text`.as('key'))
    .select(sums)
    .where(ofIds('plan_id', ids))
    .groupBy('plan_id')
    .execute()
  const rows = withZeros(ids, found)
  await setRows(context, 'project_plan', figureTypes, rows)
  await db
    .insertInto('project_plan_day')
    .values(
      rows.map(({ id, estimate_hours, done_hours }) => ({ org_id: caller.orgId, plan_id: id, on_day: day, estimate_hours, done_hours })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['org_id', 'plan_id', 'on_day'])
        .doUpdateSet(eb => ({ estimate_hours: eb.ref('excluded.estimate_hours'), done_hours: eb.ref('excluded.done_hours') })),
    )
    .execute()
}

/** Projects from the tasks at the top, and what is left of them today. */
export async function keepProjects(context: Context, ids: readonly string[], day: string): Promise<void> {
  const { db, caller } = context
  if (ids.length === 0) return
  const found = await db
    .selectFrom('project_task')
    .select(sql<string>`project_id::text`.as('key'))
    .select(sums)
    .where(ofIds('project_id', ids))
    .where('parent_id', 'is', null)
    .groupBy('project_id')
    .execute()
  const rows = withZeros(ids, found)
  await setRows(context, 'project', figureTypes, rows)
  await db
    .insertInto('project_day')
    .values(
      rows.map(({ id, estimate_hours, done_hours }) => ({ org_id: caller.orgId, project_id: id, on_day: day, estimate_hours, done_hours })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['org_id', 'project_id', 'on_day'])
        .doUpdateSet(eb => ({ estimate_hours: eb.ref('excluded.estimate_hours'), done_hours: eb.ref('excluded.done_hours') })),
    )
    .execute()
}

/** How many tasks each of these, and each that waits for one of them, waits for now. */
export async function keepWaiting(context: Context, ids: readonly string[]): Promise<void> {
  const { db } = context
  if (ids.length === 0) return
  const these = [...ids]
  const waiting = await db
    .selectFrom('project_task')
    .select(['id', 'predecessor_ids', 'start_with_ids', 'waits_for'])
    .where(sql<boolean>`(id = any(${these}::bigint[]) or predecessor_ids && ${these}::bigint[] or start_with_ids && ${these}::bigint[])`)
    .execute()
  const others = [...new Set(waiting.flatMap(row => [...(row.predecessor_ids ?? []), ...(row.start_with_ids ?? [])]))]
  const states = new Map(
    others.length === 0
      ? []
      : (await db.selectFrom('project_task').select(['id', 'state']).where(ofIds('id', others)).execute()).map(
          row => [row.id, row.state] as const,
        ),
  )
  const countOf = (row: (typeof waiting)[number]): number =>
    (row.predecessor_ids ?? []).filter(id => states.get(id) !== taskCodes.finished).length +
    (row.start_with_ids ?? []).filter(id => states.get(id) === taskCodes.todo).length
  await setRows(
    context,
    'project_task',
    { waits_for: 'integer' },
    waiting.flatMap(row => (countOf(row) === row.waits_for ? [] : [{ id: row.id, waits_for: countOf(row) }])),
  )
}
