/** The task centre: what a person asked for that takes its time. */
import { fromStored, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { Object as O } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { stateOf } from './task-state.ts'
import { callOf } from '../lists/call-of.ts'
import { taskStates } from '../db/house-tables.ts'
import { Id } from '../calls/wire-types.ts'

const byTask = O({ taskId: Id('任务') })
const shownMax = 30
const daysShown = 3

/** Whose work can be stopped before it ends: what it has written so far is rolled back. */
const cancellable: ReadonlySet<string> = new Set(['batch', 'action'])

const batchIn = (result: unknown): string | null =>
  typeof result === 'object' && result !== null && 'batchId' in result && typeof result.batchId === 'string' ? result.batchId : null

/** How what the task did is taken back, once; the day for it is looked at when it is asked for. */
function undoIn(context: Context, result: unknown, undone: ReadonlySet<string>): { path: string; batchId: string } | null {
  const batchId = batchIn(result)
  if (batchId === null || undone.has(batchId)) return null
  const type = typeof result === 'object' && result !== null && 'type' in result ? result.type : null
  const route = context.house.registry.routes.find(one => one.verb === 'undo' && one.resource?.type === type)
  return route === undefined ? null : { path: callOf(route).path, batchId }
}

/** Those of the batches that have been taken back. */
async function undoneOf(context: Context, batchIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (batchIds.length === 0) return new Set()
  const rows = await context.db
    .selectFrom('list_batch')
    .select('id')
    .where(sql<boolean>`id = any(${batchIds})`)
    .where('undone_by', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.id))
}

async function cancelTask(context: Context, taskId: string): Promise<null> {
  const done = await context.write(tx =>
    tx
      .updateTable('task')
      .set({ cancel_requested: true })
      .where('id', '=', taskId)
      .where('kind', 'in', [...cancellable])
      .where('state', 'in', [taskStates.queued[0], taskStates.running[0]])
      .executeTakeFirst(),
  )
  if (done.numUpdatedRows === 0n) throw refuse.rule(sentence`任务已结束，不能取消`)
  return null
}

/** Where a task's result can be fetched. */
const linkIn = (result: unknown): string | null =>
  typeof result === 'object' && result !== null && 'link' in result && typeof result.link === 'string' ? result.link : null

async function tasksOf(context: Context): Promise<unknown> {
  const since = new Date(context.now().getTime() - daysShown * 86_400_000).toISOString()
  const tasks = await context.db
    .selectFrom('task')
    .select(['id', 'kind', 'title', 'state', 'progress', 'step', 'message', 'result', 'created_at', 'finished_at'])
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownMax)
    .execute()
  const ids = tasks.map(t => t.id)
  const runs =
    ids.length === 0
      ? []
      : await context.db
          .selectFrom('import_run')
          .select(['id', 'task_id'])
          .where(sql<boolean>`task_id = any(${ids})`)
          .orderBy('id')
          .execute()
  const undone = await undoneOf(
    context,
    tasks.flatMap(t => batchIn(t.result) ?? []),
  )
  const { language, house } = context
  const said = (text: string): string => house.registry.inWords(fromStored(text), language)
  return {
    list: tasks.map(t => ({
      taskId: t.id,
      title: said(t.title),
      state: stateOf(t.state),
      progress: t.progress === null ? null : Number(t.progress),
      step: said(t.step),
      message: t.message === null ? null : said(t.message),
      link: linkIn(t.result),
      undo: undoIn(context, t.result, undone),
      canCancel: cancellable.has(t.kind),
      createdAt: t.created_at,
      finishedAt: t.finished_at,
      importIds: runs.filter(r => r.task_id === t.id).map(r => r.id),
    })),
  }
}

export const taskRoutes: RouteMap = {
  'POST /task/query': call({ demand: signedIn, summary: '我的任务', input: O({}), write: false }, context => tasksOf(context)),
  'POST /task/cancel': call({ demand: signedIn, summary: '取消任务', input: byTask }, (context, ask) =>
    cancelTask(context, ask.input['taskId'] as string),
  ),
}
