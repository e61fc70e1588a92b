/** What a task has made, kept for a day where its asker alone may fetch it. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../contract/context.ts'
import { fileAddress } from '../lists/file-address.ts'
import type { Blob } from '../contract/route.ts'

export const exportUpload = 'EXPORT'
const bytesMax = 4 * 1024 ** 3

/** The stream becomes a stored file that its asker alone may fetch. */
export async function storeBlob(context: Context, blob: Blob): Promise<{ fileId: string; link: string; name: string }> {
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
  return { fileId: row.id, link: fileAddress(row.id), name: blob.fileName }
}
