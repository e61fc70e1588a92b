/** Files that records hold, as a row shows them. */
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import type { Context } from '../contract/context.ts'
import { fileAddress } from './file-address.ts'

/** By id; deleted ones are absent. Whoever sees the record may know what its files are called; their bytes are asked for one by one. */
export async function fileRefs(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, UploadedFile>> {
  if (ids.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('stored_file')
    .select(['id', 'name', 'size', 'upload_type'])
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(row => [row.id, { id: row.id, name: row.name, size: Number(row.size), type: row.upload_type, link: fileAddress(row.id) }]),
  )
}
