/** The task of one or several imports, which ends with the last of them. */
import { fromStored, type Part, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { ImportState } from '#platform/declare/wire.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { taskStates } from '../db/house-tables.ts'
import { tellTaskEnded } from '../tasks/task-ended.ts'

const stateCode = (state: ImportState): number => taskStates[state][0]

/** A task of several files ends with the last of them: done, unless one was refused, cancelled or failed. */
export async function finishTask(house: House, tx: Tx, taskId: string): Promise<void> {
  const task = await tx
    .selectFrom('task')
    .select(['org_id as orgId', 'account_id as accountId', 'title', 'state'])
    .where('id', '=', taskId)
    .forUpdate()
    .executeTakeFirst()
  if (!task) return
  const runs = await tx
    .selectFrom('import_run')
    .select(['id', 'state', 'message', 'lines_merged as merged', 'lines_unchanged as unchanged'])
    .where('task_id', '=', taskId)
    .orderBy('id')
    .execute()
  const open = runs.filter(r => r.state <= stateCode('running')).length
  const worst = worstOf(runs.map(r => r.state))
  const progress = (runs.length - open) / Math.max(1, runs.length)
  const ended = open === 0 ? { state: worst as 2, finished_at: house.now().toISOString(), step: '' } : {}
  await tx
    .updateTable('task')
    .set({ progress: progress.toFixed(4), ...ended })
    .where('id', '=', taskId)
    .execute()
  const isOver = open === 0 && task.state <= stateCode('running')
  if (isOver)
    await tellTaskEnded(house, tx, {
      ...task,
      title: fromStored(task.title),
      state: worst,
      detail: whatCameOf(runs),
      target: { imports: runs.map(run => run.id) },
    })
}

/** What waits for a person's yes comes before all: something is still to be done. */
const worstOf = (states: readonly number[]): number =>
  states.includes(stateCode('waiting'))
    ? stateCode('waiting')
    : Math.max(stateCode('done'), ...states.map(s => Math.min(s, stateCode('failed'))))

/** What a person wants to know before he opens the report. */
function whatCameOf(
  runs: readonly {
    readonly state: number
    readonly message: string | null
    readonly merged: number | null
    readonly unchanged: number | null
  }[],
): Part | null {
  const [only] = runs
  if (runs.length === 1 && only !== undefined && only.state !== stateCode('done'))
    return only.message === null ? null : fromStored(only.message)
  const done = runs.filter(run => run.state === stateCode('done'))
  const sum = (of: 'merged' | 'unchanged'): number => done.reduce((all, run) => all + (run[of] ?? 0), 0)
  const left = runs.length - done.length
  const lines = sentence`写入 ${sum('merged')} 行，未变 ${sum('unchanged')} 行`
  if (runs.length === 1) return lines
  return left > 0 ? sentence`${done.length} 个文件完成，${left} 个没有导入，${lines}` : sentence`${done.length} 个文件完成，${lines}`
}

/** Ends the task of an import that was cancelled before it began, and tells whoever watches. */
export async function endQueued(house: House, importId: string): Promise<void> {
  const db = house.unscoped('import: progress and result of a job')
  const run = await db
    .selectFrom('import_run')
    .select(['org_id', 'task_id', sql<string>`created_by::text`.as('account_id')])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async tx => {
    await sql`select begin_write(${run.org_id})`.execute(tx)
    await finishTask(house, tx, run.task_id)
    await house.events.push(tx, [run.account_id], {
      kind: 'task',
      taskId: run.task_id,
      importIds: [importId],
      progress: null,
      state: 'cancelled',
      step: '',
    })
  })
}
