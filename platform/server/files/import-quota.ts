/** Who may upload a file for import, and how much of it may lie there without having been imported. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { satisfies } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'

/** One dialog holds 50 files of 1 GB; what was imported no longer counts. */
const waitingBytesMax = 50 * 1024 ** 3

/** Refused unless the caller may call some import, and while his uploads that no import has taken are as many as one dialog holds. */
export async function demandImportQuota({ house, caller, db }: Context): Promise<void> {
  const mayImport = house.registry.routes.some(({ upload, demand }) => upload && demand.kind === 'operation' && satisfies(caller, demand))
  if (!mayImport) throw refuse.forbidden(sentence`没有任何列表或报告的导入权限，不能上传导入文件`)
  const { bytes } = await db
    .selectFrom('stored_file')
    .leftJoin('import_run', 'import_run.file_id', 'stored_file.id')
    .select(sql<string>`coalesce(sum(stored_file.size), 0)::text`.as('bytes'))
    .where('stored_file.account_id', '=', caller.accountId)
    .where('stored_file.upload_type', '=', 'IMPORT')
    .where('stored_file.deleted_at', 'is', null)
    .where('import_run.id', 'is', null)
    .executeTakeFirstOrThrow()
  if (BigInt(bytes) >= BigInt(waitingBytesMax))
    throw refuse.rule(sentence`已上传而未导入的文件合计达到 ${waitingBytesMax / 1024 ** 3}GB 的上限，请先导入或移除后再上传`)
}
