/**
 * A batch as a task: one transaction however many rows it has, with progress, then a workbook that tells of each row. A process that is
 * killed leaves nothing half; one that is killed after the commit finds the batch by its task and only writes the workbook.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { operations } from '#platform/declare/operations.ts'
import type { JobHandler } from '../contract/area.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import { ConnectionLost } from '../db/connection-lost.ts'
import { endOfTask } from '../calls/disk-full.ts'
import { refuse } from '../calls/refusal.ts'
import { anyTable } from '../db/any-table.ts'
import type { Hooks } from '../contract/record-hooks.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { noteTask, progressNotes } from '../tasks/task-notes.ts'
import { runBatch, type Work } from './batch.ts'
import { editWork, type BatchAsk } from './batch-edit.ts'
import { betweenWork, type BetweenAsk } from './batch-remove.ts'
import { finishBatch, isWritten } from './finish-batch.ts'
import type { BatchOrder } from './order.ts'
import { undoIn } from './undo.ts'
import { BatchCancelled, cancelled, watched } from './watch.ts'

const verbOf = { edit: 'batchUpdate', remove: 'removeBetween', undo: 'undo' } as const
const operationOf = { edit: operations.edit, remove: operations.remove } as const

export const runBatchJob: JobHandler = async (house, payload, signal) => {
  const order = payload as unknown as BatchOrder
  const { taskId } = order
  const context = await house.asJob({ accountId: order.accountId, orgId: order.orgId, id: taskId })
  try {
    const r = house.registry.types.get(order.type)
    if (!r) throw refuse.unknown(['列表', 'List'])
    if (!(await isWritten(context, taskId))) {
      await noteTask(context, taskId, { state: 'running', step: sentence`准备` })
      await work(context, r, order, signal)
    }
    await finishBatch(context, r, taskId)
  } catch (error) {
    // a stopping server leaves it to the next one, a lost connection to the next try
    if (signal.aborted || error instanceof ConnectionLost) throw error
    if (error instanceof BatchCancelled) return noteTask(context, taskId, cancelled)
    const end = endOfTask(error, sentence`处理时服务器出错，没有改动任何数据，请重试或联系管理员`)
    if (end.state === 'failed') house.log.error({ err: error, taskId }, 'a batch failed')
    await noteTask(context, taskId, end)
  }
}

async function work(context: Context, r: Resource, order: BatchOrder, signal: AbortSignal): Promise<void> {
  const { taskId, kind, ask } = order
  const route = context.house.registry.routes.find(one => one.verb === verbOf[kind] && one.resource?.table === r.table)
  if (!route)
    throw refuse.rule(sentence`${r.title}已不能${order.kind === 'edit' ? ['批量修改', 'batch edit'] : ['批量删除', 'batch delete']}`)
  if (kind !== 'undo' && !may(context.caller, permissionOf(r), operationOf[kind])) throw refuse.forbidden()
  const expected = 'expected' in ask && typeof ask.expected === 'number' ? ask.expected : 0
  const progress = progressNotes(context, (rows, total) =>
    noteTask(context, taskId, {
      state: 'running',
      step: sentence`已处理 ${rows} 行，共 ${total} 行`,
      progress: Math.min(0.95, rows / Math.max(1, total)),
    }),
  )
  const watch = watched(context, taskId, signal)
  try {
    await context.write(async (tx, inside) => {
      const db = anyTable(tx)
      const see = (rows: number, total = expected): void => {
        watch.check()
        progress.written(rows, total)
      }
      if (kind === 'undo') await undoIn(inside, tx, r, (ask as { batchId: string }).batchId, { taskId, progress: see })
      else {
        const what = await workOf(inside, r, order, route.hooks ?? {}, db)
        await runBatch(inside, tx, r, { ...what, taskId, progress: see })
      }
      await watch.lastCheck(inside)
      await context.house.events.push(tx, [context.caller.accountId], { kind: 'changed', type: order.type, id: null })
    })
  } finally {
    watch.stop()
    await progress.settled()
  }
}

const workOf = (context: Context, r: Resource, { kind, ask }: BatchOrder, hooks: Hooks, db: ReturnType<typeof anyTable>): Promise<Work> =>
  kind === 'edit'
    ? editWork(context, db, visibleResource(context.caller, r), ask as BatchAsk, hooks)
    : betweenWork(context, r, ask as BetweenAsk, hooks)
