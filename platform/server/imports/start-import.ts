/** Orders the import of uploaded files: one task, one run and one job per file, in one transaction. */
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { storeUpload } from '../files/upload.ts'

export const filesMax = 50
export interface ImportOrder { readonly fileIds: readonly string[]; readonly shopId?: string | undefined; readonly yearMonth?: string | undefined }

export async function startImport(context: Context, order: ImportOrder): Promise<{ taskId: string; importIds: string[] }> {
  const ids = [...new Set(order.fileIds)]
  if (ids.length === 0) throw refuse.invalid([{ field: 'fileIds', message: '请至少上传一个附件' }])
  if (ids.length > filesMax) throw refuse.invalid([{ field: 'fileIds', message: `一次最多导入 ${filesMax} 个文件，现有 ${ids.length} 个` }])
  if (order.shopId !== undefined && !context.caller.shops.includes(order.shopId)) throw refuse.invalid([{ field: 'shopId', message: '店铺不存在或无权使用，请重新选择' }])
  if (order.yearMonth !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(order.yearMonth)) throw refuse.invalid([{ field: 'yearMonth', message: '月份应为 YYYY-MM' }])
  return context.write(async (tx) => {
    const { caller } = context
    const files = await tx.selectFrom('stored_file').select(['id', 'name']).where('id', 'in', ids).where('upload_type', '=', 'IMPORT').where('account_id', '=', caller.accountId).where('deleted_at', 'is', null).execute()
    if (files.length < ids.length) throw refuse.unknown('上传的文件')
    const title = files.length === 1 ? `导入 ${files[0]?.name}` : `导入 ${files.length} 个文件`
    const task = await tx.insertInto('task').values({ org_id: caller.orgId, account_id: caller.accountId, kind: 'import', title }).returning('id').executeTakeFirstOrThrow()
    const importIds: string[] = []
    for (const id of ids) {
      const file = files.find((f) => f.id === id)
      if (!file) continue
      const run = await tx.insertInto('import_run').values({
        org_id: caller.orgId, task_id: task.id, file_id: id, file_name: file.name, shop_id: order.shopId ?? null, year_month: order.yearMonth ? `${order.yearMonth}-01` : null,
        created_by: caller.accountId, created_by_name: caller.name,
      }).returning('id').executeTakeFirstOrThrow()
      importIds.push(run.id)
      await context.house.jobs.add(tx, 'import.run', { importId: run.id }, { key: `import ${run.id}` })
    }
    return { taskId: task.id, importIds }
  })
}

/** The same call with the files themselves: they are stored first, each whole or not at all. */
export async function startImportOfForm(context: Context, raw: import('fastify').FastifyRequest): Promise<{ taskId: string; importIds: string[] }> {
  const fields: Record<string, string> = {}
  const fileIds: string[] = []
  for await (const part of raw.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else fileIds.push((await storeUpload(context, part, 'IMPORT')).id)
  }
  return startImport(context, { fileIds, shopId: fields['shopId'] || undefined, yearMonth: fields['yearMonth'] || undefined })
}

