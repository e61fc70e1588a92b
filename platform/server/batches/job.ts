/**
 * A batch as a task: one transaction however many rows it has, with progress, then a workbook that tells of each row. A process that is
 * killed leaves nothing half; one that is killed after the commit finds the batch by its task and only writes the workbook.
 */
import { fromStored, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { operations } from '#platform/declare/operations.ts'
import type { JobHandler } from '../contract/area.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import { storeBlob } from '../exports/store-blob.ts'
import { cellsOf, tableFile } from '../exports/table-file.ts'
import { ConnectionLost } from '../db/connection-lost.ts'
import { endOfTask } from '../calls/disk-full.ts'
import { refuse } from '../calls/refusal.ts'
import { labelColumn } from '../lists/columns.ts'
import { anyTable } from '../db/any-table.ts'
import type { Hooks } from '../contract/record-hooks.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { noteTask, noteTaskIn, progressNotes } from '../tasks/task-notes.ts'
import { runBatch, type Work } from './batch.ts'
import { editWork, type BatchAsk } from './batch-edit.ts'
import { betweenWork, type BetweenAsk } from './batch-remove.ts'
import type { BatchOrder } from './order.ts'
import { batchKinds, batchRow, listBatch } from '../records/batch-tables.ts'
import { undoIn } from './undo.ts'

const verbOf = { edit: 'batchUpdate', remove: 'removeBetween', undo: 'undo' } as const
const operationOf = { edit: operations.edit, remove: operations.remove } as const

export class BatchCancelled extends Error {}

export const runBatchJob: JobHandler = async (house, payload, signal) => {
  const order = payload as unknown as BatchOrder
  const { taskId } = order
  const context = await house.asJob({ accountId: order.accountId, orgId: order.orgId, id: taskId })
  try {
    const r = house.registry.types.get(order.type)
    if (!r) throw refuse.unknown(['列表', 'List'])
    if (!(await isDone(context, taskId))) {
      await noteTask(context, taskId, { state: 'running', step: sentence`准备` })
      await work(context, r, order, signal)
    }
    await finish(context, r, taskId)
  } catch (error) {
    // a stopping server leaves it to the next one, a lost connection to the next try
    if (signal.aborted || error instanceof ConnectionLost) throw error
    if (error instanceof BatchCancelled)
      return noteTask(context, taskId, { state: 'cancelled', message: sentence`已取消，没有改动任何数据` })
    const end = endOfTask(error, sentence`处理时服务器出错，没有改动任何数据，请重试或联系管理员`)
    if (end.state === 'failed') house.log.error({ err: error, taskId }, 'a batch failed')
    await noteTask(context, taskId, end)
  }
}

const isDone = async (context: Context, taskId: string): Promise<boolean> =>
  (await context.db.selectFrom('list_batch').select('id').where('task_id', '=', taskId).executeTakeFirst()) !== undefined

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

const watchEveryMs = 1_000

interface Watch {
  check(): void
  /** Reads the wish to cancel once more, when all is written: a cancellation before the end counts, however late it is read. */
  lastCheck(inside: Context): Promise<void>
  stop(): void
}

/** Reads the wish to cancel once a second; it takes effect between two portions. */
function watched(context: Context, taskId: string, signal: AbortSignal): Watch {
  let isCancelled = false
  const read = async ({ db }: Context = context): Promise<void> => {
    const row = await db.selectFrom('task').select('cancel_requested').where('id', '=', taskId).executeTakeFirst()
    isCancelled ||= row?.cancel_requested === true
  }
  const timer = setInterval(() => {
    read().catch((error: unknown) => context.log.warn({ err: error }, 'the cancel flag could not be read'))
  }, watchEveryMs)
  const check = (): void => {
    signal.throwIfAborted()
    if (isCancelled) throw new BatchCancelled()
  }
  return {
    check,
    lastCheck: inside => read(inside).then(check),
    stop: () => clearInterval(timer),
  }
}

const streamedRows = 2_000

/** The workbook of the batch's rows, and the end of the task. */
async function finish(context: Context, r: Resource, taskId: string): Promise<void> {
  const batch = await context.db
    .selectFrom('list_batch')
    .select(['id', 'rows', 'kind'])
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  const say = (reason: string): string => context.house.registry.inWords(fromStored(reason), context.language)
  const words = new Map(Object.values(batchRow.fields.outcome.choices).map(([code, zh]) => [code as number, zh as string]))
  const rows = context.snapshot(db =>
    db
      .selectFrom('list_batch_row')
      .select(['record_id', 'outcome', 'reason', sql<string | null>`before->>${sql.lit(labelColumn(r))}`.as('label')])
      .where('batch_id', '=', batch.id)
      .orderBy('record_id')
      .stream(streamedRows),
  )
  const title = `${Object.values(listBatch.fields.kind.choices).find(([code]) => code === batch.kind)?.[1] ?? ''}${r.title[0]}`
  const made = tableFile({
    name: `${title}-结果`,
    title: '结果',
    columns: [
      { title: r.title[0], kind: 'text', width: 30 },
      { title: '编号', kind: 'text', width: 20 },
      { title: '结果', kind: 'text', width: 12 },
      { title: '原因', kind: 'text', width: 40 },
    ],
    rows: cellsOf(rows, row => [row.label, row.record_id, words.get(row.outcome) ?? '', row.reason === null ? null : say(row.reason)]),
  })
  const file = await storeBlob(context, made)
  await context.write(async tx => {
    const result = { ...file, type: r.type, batchId: batch.kind === batchKinds.undo ? null : batch.id }
    await noteTaskIn(context, tx, taskId, { state: 'done', progress: 1, result, message: sentence`已处理 ${batch.rows} 行` })
  })
}
