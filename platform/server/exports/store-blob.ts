/** What a task has made, kept for a day where its asker alone may fetch it. */
import { randomUUID } from 'node:crypto'
import type { Context } from '../contract/context.ts'
import { keepRow } from '../files/keep-row.ts'
import { fileAddress } from '../lists/file-address.ts'
import type { Blob } from '../contract/route.ts'

export const exportUpload = 'EXPORT'
const bytesMax = 4 * 1024 ** 3

/** The stream becomes a stored file that its asker alone may fetch. */
export async function storeBlob(context: Context, blob: Blob): Promise<{ fileId: string; link: string; name: string }> {
  const storageKey = randomUUID()
  const stored = await context.house.files.put(storageKey, blob.blob as AsyncIterable<Uint8Array>, { bytesMax })
  const fileId = await keepRow(context, { ...stored, storageKey, name: blob.fileName, type: exportUpload, contentType: blob.contentType })
  return { fileId, link: fileAddress(fileId), name: blob.fileName }
}
