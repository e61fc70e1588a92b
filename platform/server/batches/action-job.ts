/**
 * An action that is a task: ordered by its call, done with the rights that whoever ordered it has then, stopped where he wishes it. What
 * its handler writes by `setEach` ends as a batch does: a workbook of its rows, and the way back.
 */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { BatchTask } from '#platform/declare/wire.ts'
import { endOfTask } from '../calls/disk-full.ts'
import { satisfies, refuseKeys } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import { isBlob } from '../calls/verbs.ts'
import type { JobHandler } from '../contract/area.ts'
import type { Context } from '../contract/context.ts'
import type { BoundRoute } from '../contract/registry.ts'
import type { Ask } from '../contract/route.ts'
import { ConnectionLost } from '../db/connection-lost.ts'
import { storeBlob } from '../exports/store-blob.ts'
import { taskStates } from '../db/house-tables.ts'
import { noteTask, noteTaskIn, progressNotes } from '../tasks/task-notes.ts'
import { finishBatch, isWritten } from './finish-batch.ts'
import { BatchCancelled, cancelled, watched } from './watch.ts'

const actionJob = 'list.action'

interface ActionOrder {
  readonly path: string
  readonly method: string
  readonly title: Title
  readonly input: Ask['input']
  readonly params: Ask['params']
}

export async function orderAction(context: Context, r: Resource, order: ActionOrder): Promise<BatchTask> {
  const { caller } = context
  refuseKeys(caller)
  return context.write(async tx => {
    const { id: taskId } = await tx
      .insertInto('task')
      .values({ org_id: caller.orgId, account_id: caller.accountId, kind: 'action', title: toStored(sentence`${order.title}${r.title}`) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const work = { ...order, taskId, accountId: caller.accountId, orgId: caller.orgId }
    await context.house.jobs.add(tx, actionJob, work, { queue: `${actionJob} ${r.table}` })
    return { taskId }
  })
}

const run: JobHandler = async (house, payload, signal) => {
  const order = payload as unknown as ActionOrder & { readonly taskId: string; readonly accountId: string; readonly orgId: string }
  const { taskId } = order
  const context = await house.asJob({ accountId: order.accountId, orgId: order.orgId, id: taskId })
  try {
    const route = house.registry.routes.find(one => one.path === order.path && one.method === order.method)
    if (route?.work === undefined || route.resource === undefined) throw refuse.rule(sentence`${order.title}已不能这样处理`)
    if (!(await isWritten(context, taskId))) {
      if (!satisfies(context.caller, route.demand)) throw refuse.forbidden()
      await noteTask(context, taskId, { state: 'running', step: sentence`准备` })
      await work(context, route, taskId, order, signal)
    }
    if (await isWritten(context, taskId)) await finishBatch(context, route.resource, taskId)
  } catch (error) {
    // a stopping server leaves it to the next one, a lost connection to the next try
    if (signal.aborted || error instanceof ConnectionLost) throw error
    if (error instanceof BatchCancelled) return noteTask(context, taskId, cancelled)
    const end = endOfTask(error, sentence`处理时服务器出错，没有改动任何数据，请重试或联系管理员`)
    if (end.state === 'failed') house.log.error({ err: error, taskId }, 'an action failed')
    await noteTask(context, taskId, end)
  }
}

/** Done and noted as done at once: a process that is killed leaves nothing half, and does nothing twice. */
async function work(context: Context, route: BoundRoute, taskId: string, order: ActionOrder, signal: AbortSignal): Promise<void> {
  const { house } = context
  const notes = progressNotes(context, (rows, total) =>
    noteTask(context, taskId, {
      state: 'running',
      step: sentence`已处理 ${rows} 行，共 ${total} 行`,
      progress: Math.min(0.95, rows / Math.max(1, total)),
    }),
  )
  const watch = watched(context, taskId, signal)
  const task = {
    id: taskId,
    progress: (rows: number, total: number): void => {
      watch.check()
      notes.written(rows, total)
    },
  }
  const { input, params } = order
  const ask = { input, params, headers: {}, address: '', house, language: context.language, requestId: taskId, task } as Ask
  try {
    await context.write(async (tx, inside) => {
      const { state } = await tx.selectFrom('task').select('state').where('id', '=', taskId).executeTakeFirstOrThrow()
      if (state === taskStates.done[0]) return
      const answer = await route.work?.(inside, ask)
      await watch.lastCheck(inside)
      if (!(await isWritten(inside, taskId))) {
        const result = isBlob(answer) ? { result: await storeBlob(inside, answer) } : {}
        await noteTaskIn(inside, tx, taskId, { state: 'done', progress: 1, ...result })
      }
      await house.events.push(tx, [context.caller.accountId], { kind: 'changed', type: route.resource?.type ?? '', id: null })
    })
  } finally {
    watch.stop()
    await notes.settled()
  }
}

export const actionJobs: Readonly<Record<string, JobHandler>> = { [actionJob]: run }
