/** Large exports as a job: the browser asks with `async`, the file waits in the task centre and goes after a day. */
import { randomUUID } from 'node:crypto'
import type { Resource } from '#platform/declare/resource.ts'
import type { JobHandler } from '../area.ts'
import type { Context } from '../context.ts'
import { linkOf } from '../files/link.ts'
import type { House } from '../house.ts'
import { hourly } from '../http/hourly.ts'
import { Refusal } from '../http/refusal.ts'
import { exportOfList, type ExportAsk, type ExportWatch } from '../lists/export.ts'

export const exportUpload = 'EXPORT'
const bytesMax = 4 * 1024 ** 3
const keptMs = 24 * 3_600_000
const [running, done, refused, failed] = [1, 2, 3, 5] as const

/** Orders the export of a list; the rights and the scope are read anew when it runs. */
export async function orderExport(context: Context, r: Resource, ask: ExportAsk): Promise<{ taskId: string }> {
  const { caller } = context
  return context.write(async tx => {
    const task = await tx
      .insertInto('task')
      .values({ org_id: caller.orgId, account_id: caller.accountId, kind: 'export', title: `导出${r.title[0]}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { headers, fields, query, ids, format } = ask
    await context.house.jobs.add(tx, 'list.export', {
      taskId: task.id,
      type: r.type,
      ask: { headers, fields, query, ids, format },
      accountId: caller.accountId,
      orgId: caller.orgId,
    })
    return { taskId: task.id }
  })
}

const noteEveryMs = 1_000

/** Notes the rows written once a second, one note at a time; a note that fails is no reason to lose the export. */
function progressNotes(house: House, note: (rows: number, total: number) => Promise<unknown>): ExportWatch & { settled(): Promise<void> } {
  let notedAt = Date.now()
  let last: Promise<void> | null = null
  return {
    written(rows, total) {
      if (last || Date.now() - notedAt < noteEveryMs) return
      notedAt = Date.now()
      last = note(rows, total)
        .catch((error: unknown) => house.log.warn({ err: error }, 'the progress of an export could not be noted'))
        .then(() => void (last = null))
    },
    settled: async () => (await last) ?? undefined,
  }
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
  const set = (values: object): Promise<unknown> =>
    context.write(async tx => {
      await tx
        .updateTable('task')
        .set(values as never)
        .where('id', '=', taskId)
        .execute()
      await house.events.push(tx, [accountId], { kind: 'changed', type: 'task', id: taskId })
    })
  const resource = house.registry.types.get(type)
  if (!resource) throw new Error(`the list ${type} is not declared`)
  try {
    await set({ state: running, step: '导出', started_at: house.now().toISOString() })
    const progress = progressNotes(house, (rows, total) =>
      set({ step: `已写入 ${rows} 行，共 ${total} 行`, progress: Math.min(1, rows / Math.max(1, total)).toFixed(4) }),
    )
    const file = await store(context, await exportOfList(context, resource, ask, progress))
    await progress.settled()
    await set({ state: done, step: '', progress: '1', finished_at: house.now().toISOString(), result: JSON.stringify(file) })
  } catch (error) {
    if (signal.aborted) throw error
    const isRefusal = error instanceof Refusal
    if (!isRefusal) house.log.error({ err: error, taskId }, 'an export failed')
    await set({
      state: isRefusal ? refused : failed,
      step: '',
      finished_at: house.now().toISOString(),
      message: isRefusal ? error.message : '导出时服务器出错，请重试或联系管理员',
    })
  }
}

/** The stream becomes a stored file that its asker alone may fetch. */
async function store(
  context: Context,
  blob: Awaited<ReturnType<typeof exportOfList>>,
): Promise<{ fileId: string; link: string; name: string }> {
  const { caller, house } = context
  const storageKey = randomUUID()
  const stored = await house.files.put(storageKey, blob.blob as AsyncIterable<Uint8Array>, { bytesMax })
  const row = await context.write(tx =>
    tx
      .insertInto('stored_file')
      .values({
        org_id: caller.orgId,
        account_id: caller.accountId,
        storage_key: storageKey,
        name: blob.fileName,
        size: String(stored.size),
        sha256: stored.sha256,
        upload_type: exportUpload,
        content_type: blob.contentType,
        created_by: caller.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { fileId: row.id, link: linkOf(row.id), name: blob.fileName }
}

/** Exports older than a day go, bytes and row. */
export const forgetExports = hourly('export.forget', async house => {
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
})

export const exportJobs: Readonly<Record<string, JobHandler>> = { 'list.export': run, 'export.forget': forgetExports.handler }
