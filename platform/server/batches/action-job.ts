/** An action that is a task: ordered by its call, done with the rights that whoever ordered it has then. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { BatchTask } from '#platform/declare/wire.ts'
import { endOfTask } from '../calls/disk-full.ts'
import { satisfies } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import { isBlob } from '../calls/verbs.ts'
import type { JobHandler } from '../contract/area.ts'
import type { Context } from '../contract/context.ts'
import type { Ask } from '../contract/route.ts'
import { ConnectionLost } from '../db/connection-lost.ts'
import { storeBlob } from '../exports/store-blob.ts'
import { taskStates } from '../db/house-tables.ts'
import { noteTask, noteTaskIn } from '../tasks/task-notes.ts'

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
  const { taskId, input, params } = order
  const context = await house.asJob({ accountId: order.accountId, orgId: order.orgId, id: taskId })
  try {
    const route = house.registry.routes.find(one => one.path === order.path && one.method === order.method)
    if (route?.work === undefined) throw refuse.rule(sentence`${order.title}已不能这样处理`)
    if (!satisfies(context.caller, route.demand)) throw refuse.forbidden()
    await noteTask(context, taskId, { state: 'running', step: sentence`准备` })
    const ask = { input, params, headers: {}, address: '', house, language: context.language, requestId: taskId } as unknown as Ask
    const { work } = route
    // done and noted as done at once: a process that is killed leaves nothing half, and does nothing twice
    await context.write(async (tx, inside) => {
      const { state } = await tx.selectFrom('task').select('state').where('id', '=', taskId).forUpdate().executeTakeFirstOrThrow()
      if (state === taskStates.done[0]) return
      const answer = await work(inside, ask)
      const result = isBlob(answer) ? { result: await storeBlob(inside, answer) } : {}
      await noteTaskIn(inside, tx, taskId, { state: 'done', progress: 1, ...result })
      await house.events.push(tx, [order.accountId], { kind: 'changed', type: route.resource?.type ?? '', id: null })
    })
  } catch (error) {
    // a stopping server leaves it to the next one, a lost connection to the next try
    if (signal.aborted || error instanceof ConnectionLost) throw error
    const end = endOfTask(error, sentence`处理时服务器出错，没有改动任何数据，请重试或联系管理员`)
    if (end.state === 'failed') house.log.error({ err: error, taskId }, 'an action failed')
    await noteTask(context, taskId, end)
  }
}

export const actionJobs: Readonly<Record<string, JobHandler>> = { [actionJob]: run }
