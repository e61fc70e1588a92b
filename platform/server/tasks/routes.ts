/** The task centre: what a person asked for that takes its time. */
import { sql } from 'kysely'
import { Object as O } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { Context } from '../context.ts'
import { call, type RouteMap } from '../http/verbs.ts'
import { stateOf } from '../imports/import-record.ts'

const shownMax = 30
const daysShown = 3

/** Where a task's result can be fetched. */
const linkIn = (result: unknown): string | null =>
  typeof result === 'object' && result !== null && 'link' in result && typeof result.link === 'string' ? result.link : null

async function tasksOf(context: Context): Promise<unknown> {
  const since = new Date(context.now().getTime() - daysShown * 86_400_000).toISOString()
  const tasks = await context.db
    .selectFrom('task')
    .select(['id', 'title', 'state', 'progress', 'step', 'message', 'result', 'created_at', 'finished_at'])
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
  return {
    list: tasks.map(t => ({
      taskId: t.id,
      title: t.title,
      state: stateOf(t.state),
      progress: t.progress === null ? null : Number(t.progress),
      step: t.step,
      message: t.message,
      link: linkIn(t.result),
      createdAt: t.created_at,
      finishedAt: t.finished_at,
      importIds: runs.filter(r => r.task_id === t.id).map(r => r.id),
    })),
  }
}

export const taskRoutes: RouteMap = {
  'POST /task/query': call({ demand: signedIn, summary: '我的任务', input: O({}), write: false }, context => tasksOf(context)),
}
