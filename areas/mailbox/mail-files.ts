/** Files of letters and replies: who may attach which, and who may have them. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type Ask, type Blob } from '#platform/server/area.ts'
import { download } from '#platform/server/files.ts'
import type { MailFile } from './answers.ts'
import { anyOfIds } from './desk.ts'

/** His own uploads, or what the letter holds already: a file of somebody else is not sent by naming it. */
export async function checkFiles(desk: Context, fileIds: readonly string[], held: readonly string[]): Promise<void> {
  const added = fileIds.filter(id => !held.includes(id))
  if (added.length === 0) return
  const rows = await desk.db
    .selectFrom('stored_file')
    .select('id')
    .where(anyOfIds('stored_file.id', added))
    .where('account_id', '=', desk.caller.accountId)
    .where('upload_type', 'in', ['ATTACHMENT', 'IMAGE'])
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length < new Set(added).size) throw refuse.invalid([{ field: 'fileIds', message: sentence`附件不存在，请重新上传` }])
}

export async function filesIn(desk: Context, side: 'emp' | 'manager', fileIds: readonly string[] | null): Promise<readonly MailFile[]> {
  if (fileIds === null || fileIds.length === 0) return []
  const rows = await desk.db
    .selectFrom('stored_file')
    .select(['id', 'name', 'size', 'content_type'])
    .where(anyOfIds('stored_file.id', fileIds))
    .where('deleted_at', 'is', null)
    .execute()
  return rows
    .toSorted((a, b) => fileIds.indexOf(a.id) - fileIds.indexOf(b.id))
    .map(row => ({
      id: row.id,
      name: row.name,
      size: Number(row.size),
      type: row.content_type,
      link: `/api-2024/${side}/attachment?id=${row.id}`,
    }))
}

/** The file, where one of these records holds it. */
export async function mailFile(desk: Context, ask: Ask, records: Readonly<Record<string, readonly string[]>>): Promise<Blob> {
  const id = ask.input['id'] as string
  for (const [table, ids] of Object.entries(records)) {
    const use = await desk.db
      .selectFrom('file_use')
      .select('id')
      .where('file_id', '=', id)
      .where('table_name', '=', table)
      .where(sql<boolean>`record_id = any(${[...ids]})`)
      .executeTakeFirst()
    if (use !== undefined) return download(desk, ask)
  }
  throw refuse.unknown(['文件', 'File'])
}
