/** Large exports as a job: the browser asks with `async`, the file waits in the task centre and is deleted after a day. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { JobHandler } from '../contract/area.ts'
import type { House } from '../contract/house.ts'
import type { Context } from '../contract/context.ts'
import { endOfTask } from '../calls/disk-full.ts'
import { ConnectionLost } from '../db/connection-lost.ts'
import { exportOfList, type ExportAsk } from './export.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { noteTask, progressNotes } from '../tasks/task-notes.ts'
import { exportUpload, storeBlob } from './store-blob.ts'
import { refuseKeys } from '../calls/may.ts'

const keptMs = 24 * 3_600_000

/** Orders the export of a list; the rights and the scope are read anew when it runs. */
export async function orderExport(context: Context, r: Resource, ask: ExportAsk): Promise<{ taskId: string }> {
  const { caller } = context
  refuseKeys(caller)
  return context.write(async tx => {
    const task = await tx
      .insertInto('task')
      .values({ org_id: caller.orgId, account_id: caller.accountId, kind: 'export', title: toStored(sentence`导出${r.title}`) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { headers, fields, query, ids, format, lines } = ask
    await context.house.jobs.add(tx, 'list.export', {
      taskId: task.id,
      type: r.type,
      ask: { headers, fields, query, ids, format, lines },
      accountId: caller.accountId,
      orgId: caller.orgId,
    })
    return { taskId: task.id }
  })
}

const run: JobHandler = async (house, payload, signal) => {
  const { taskId, type, ask, accountId, orgId } = payload as {
    taskId: string
    type: string
    ask: ExportAsk
    accountId: string
    orgId: string
  }
  const context = await house.asJob({ accountId, orgId, id: taskId })
  const resource = house.registry.types.get(type)
  if (!resource) throw new Error(`the list ${type} is not declared`)
  const words = house.registry.routes.find(route => route.verb === 'export' && route.resource?.table === resource.table)?.words
  try {
    await noteTask(context, taskId, { state: 'running', step: sentence`导出` })
    const progress = progressNotes(context, (rows, total) =>
      noteTask(context, taskId, {
        state: 'running',
        step: sentence`已写入 ${rows} 行，共 ${total} 行`,
        progress: Math.min(1, rows / Math.max(1, total)),
      }),
    )
    const file = await storeBlob(context, await exportOfList(context, visibleResource(context.caller, resource), ask, progress, words))
    await progress.settled()
    await noteTask(context, taskId, { state: 'done', progress: 1, result: file })
  } catch (error) {
    // a stopping server leaves it to the next one, a lost connection to the next try
    if (signal.aborted || error instanceof ConnectionLost) throw error
    const end = endOfTask(error, sentence`导出时服务器出错，请重试或联系管理员`)
    if (end.state === 'failed') house.log.error({ err: error, taskId }, 'an export failed')
    await noteTask(context, taskId, end)
  }
}

/** Exports older than a day go, bytes and row. */
export async function forgetExports(house: House): Promise<void> {
  const db = house.unscoped('exports that are past their day')
  const before = new Date(house.now().getTime() - keptMs).toISOString()
  const old = await db
    .selectFrom('stored_file')
    .select(['id', 'storage_key'])
    .where('upload_type', '=', exportUpload)
    .where('created_at', '<', before)
    .limit(1_000)
    .execute()
  for (const file of old) {
    await house.files.delete(file.storage_key)
    await db.deleteFrom('stored_file').where('id', '=', file.id).execute()
  }
}

export const exportJobs: Readonly<Record<string, JobHandler>> = { 'list.export': run }
