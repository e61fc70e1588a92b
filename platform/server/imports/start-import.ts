/** Orders the import of uploaded files: one task, one run and one job per file, in one transaction. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../contract/context.ts'
import { labelsOf } from '../lists/labels.ts'
import { refuse } from '../calls/refusal.ts'
import { storeUpload } from '../files/upload.ts'
import { refuseKeys } from '../calls/may.ts'

export const filesMax = 50
export interface ImportOrder {
  readonly fileIds: readonly string[]
  /** files of owners that are no shops: their table, and the chosen one */
  readonly owner?: { readonly table: string; readonly id: string | null } | undefined
  /** families of files that the call takes; absent: any */
  readonly takes?: readonly string[]
  readonly shopId?: string | undefined
  readonly yearMonth?: string | undefined
  /** what would wait for a person's yes is taken, for this reason: of programs that make a company's data */
  readonly accepted?: string
}

export async function startImport(context: Context, order: ImportOrder): Promise<{ taskId: string; importIds: string[] }> {
  if (order.shopId !== undefined && !context.caller.shops.includes(order.shopId))
    throw refuse.invalid([{ field: 'shopId', message: sentence`店铺不存在或无权使用，请重新选择` }])
  if (order.yearMonth !== undefined && !/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(order.yearMonth))
    throw refuse.invalid([{ field: 'yearMonth', message: sentence`月份应为 YYYY-MM` }])
  const values = {
    shop_id: order.shopId ?? null,
    ...(order.takes === undefined ? {} : { takes: [...order.takes] }),
    year_month: order.yearMonth ? `${order.yearMonth}-01` : null,
    ...(order.accepted === undefined ? {} : { accept_reason: order.accepted, accepted_by_name: context.caller.name }),
    // whose file it is, is not known yet: until then it is its uploader's and nobody else's
    ...(order.owner ? { owner_table: order.owner.table, owner_id: order.owner.id, keeper_id: context.caller.employeeId } : {}),
  }
  return orderImports(context, order.fileIds, { job: 'import.run', values, payload: {} })
}

interface Order {
  readonly job: string
  /** of each run, as far as it is known before a file is opened */
  readonly values: {
    readonly shop_id?: string | null
    readonly takes?: string[]
    readonly owner_table?: string
    readonly owner_id?: string | null
    readonly keeper_id?: string | null
    readonly year_month?: string | null
    readonly kind?: string
    readonly kind_title?: string
    readonly family?: string
    readonly accept_reason?: string
    readonly accepted_by_name?: string
  }
  /** of each job, beside its importId */
  readonly payload: Readonly<Record<string, string>>
  /** of the job of one file */
  readonly payloadOf?: (fileId: string) => Readonly<Record<string, string>>
  /** larger files are refused before they are opened */
  readonly bytesMax?: number
}

const inOrder = <F extends { readonly id: string }>(ids: readonly string[], files: readonly F[]): readonly F[] =>
  files.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

/** What the task is called: its files, and the shop or other owner where one was chosen. */
async function titleOf(context: Context, { shop_id: shopId, owner_table, owner_id }: Order['values'], files: readonly { name: string }[]) {
  const first = files[0]?.name ?? ''
  const named = files.length === 1 ? sentence`导入 ${first}` : sentence`导入 ${first} 等 ${files.length} 个文件`
  const [table, id] = owner_table === undefined ? ['shop', shopId] : [owner_table, owner_id]
  if (id === null || id === undefined) return named
  const owner = (await labelsOf(context, table, 'id', [id])).get(id)
  return owner === undefined ? named : sentence`${owner}：${named}`
}

/** One task; a run and a job for each of the uploader's own files. */
export async function orderImports(
  context: Context,
  fileIds: readonly string[],
  order: Order,
): Promise<{ taskId: string; importIds: string[] }> {
  refuseKeys(context.caller)
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) throw refuse.invalid([{ field: 'fileIds', message: sentence`请至少上传一个附件` }])
  if (ids.length > filesMax)
    throw refuse.invalid([{ field: 'fileIds', message: sentence`一次最多导入 ${filesMax} 个文件，现有 ${ids.length} 个` }])
  return context.write(async (tx, inside) => {
    const { caller } = context
    const files = await tx
      .selectFrom('stored_file')
      .select(['id', 'name', 'size'])
      .where('id', 'in', ids)
      .where('upload_type', '=', 'IMPORT')
      .where('account_id', '=', caller.accountId)
      .where('deleted_at', 'is', null)
      .execute()
    if (files.length < ids.length) throw refuse.unknown(['上传的文件', 'Uploaded file'])
    const tooLarge = files.find(f => Number(f.size) > (order.bytesMax ?? Infinity))
    if (tooLarge)
      throw refuse.invalid([
        { field: 'fileIds', message: sentence`${tooLarge.name} 超过 ${(order.bytesMax ?? 0) / 1_048_576}MB，请拆分后再上传` },
      ])
    const title = await titleOf(inside, order.values, inOrder(ids, files))
    const task = await tx
      .insertInto('task')
      .values({ org_id: caller.orgId, account_id: caller.accountId, kind: 'import', title: toStored(title) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const importIds: string[] = []
    for (const id of ids) {
      const file = files.find(f => f.id === id)
      if (!file) continue
      const run = await tx
        .insertInto('import_run')
        .values({
          org_id: caller.orgId,
          task_id: task.id,
          file_id: id,
          file_name: file.name,
          ...order.values,
          created_by: caller.accountId,
          created_by_name: caller.name,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      importIds.push(run.id)
      await context.house.jobs.add(
        tx,
        order.job,
        { ...order.payload, ...order.payloadOf?.(id), importId: run.id },
        { key: `import ${run.id}` },
      )
    }
    return { taskId: task.id, importIds }
  })
}

/** The same call with the files themselves. */
export async function startImportOfForm(
  context: Context,
  raw: FastifyRequest,
  takes: readonly string[],
): Promise<{ taskId: string; importIds: string[] }> {
  const { fileIds, fields } = await storedForm(context, raw)
  return startImport(context, { fileIds, takes, shopId: fields['shopId'] || undefined, yearMonth: fields['yearMonth'] || undefined })
}

/** Files and fields of a form: the files are stored as they come, each whole or not at all. */
export async function storedForm(
  context: Context,
  raw: FastifyRequest,
): Promise<{ fileIds: string[]; fields: Readonly<Record<string, string>> }> {
  const fields: Record<string, string> = {}
  const fileIds: string[] = []
  for await (const part of raw.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else fileIds.push((await storeUpload(context, part, 'IMPORT')).id)
  }
  return { fileIds, fields }
}
